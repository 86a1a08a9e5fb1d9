"""What all acts of this book have in common.  The acts stand in the other acts files, the rules about them in the chapters; both take their words
from vocabulary.py and from the vocabularies of the chapters, which know no act."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import Entity, Situation, Unit
from adjudicator.kit import WarCase

from .vocabulary import STEPS, formation_named, formation_of, hq_of, trains_of


class BcsCase(WarCase):
    """An act of this book."""

    step: ClassVar[str] = ""  # of the Activation in which it is done; empty: in none of them, or in any
    whole: ClassVar[bool] = False  # a step of the Activation that is the active formation's alone

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The steps of the Activation up to the one that this belongs to; none goes by while the SNAFU roll is still to be made (3.0)."""
        now, order = situation.stated("phase"), ("activations", *STEPS)
        active = situation.formations.get(situation.stated("active_formation"))
        if not cls.step or now not in order or active is None:
            return ()
        here, there = order.index(now), order.index(cls.step)
        if there > order.index("snafu") and here <= order.index("snafu") and active.stated("snafu") is None:
            return ()
        return order[here + 1 : there + 1]

    @classmethod
    def by_itself(cls, situation: Situation) -> bool:
        """A step of the Activation is done by the active formation, whoever was named before."""
        return cls.whole and situation.known("active_formation") is not None

    def formation(self, name: str) -> Entity:
        """The formation of that name."""
        return formation_named(self.s, name)

    def formation_slot(self, *slots: str) -> Entity | None:
        """The first formation that one of these slots names, else the one that a unit named there belongs to."""
        units: list[Unit] = []
        for slot in slots:
            named = self.slots.get(slot)
            for name in (named,) if isinstance(named, str) else named or ():
                if name in self.s.formations:
                    return self.formation(name)
                if name in self.s.units:
                    units.append(self.s.units[name])
                elif self.is_formation(name):
                    return self.formation(name)
        return next((found for unit in units if (found := formation_of(unit)) is not None), None)

    def named(self, slot: str = "units") -> list[str]:
        """The names in a slot, whatever they name."""
        found = self.slots.get(slot)
        return [found] if isinstance(found, str) else list(found or ())

    @property
    def movers(self) -> list[Unit]:
        """The units named; a formation beside them only says whose they are."""
        return [self.unit(name) for name in self.named() if name in self.s.units or not self.is_formation(name)]

    @property
    def subject(self) -> Entity:
        """The formation that the act is about: the one named, else that of the unit named, else the active one."""
        found = self.formation_slot("units", "formation")
        return found if found is not None else self.formation(self.s.active_formation)

    @property
    def acting(self) -> str:
        """The side that is active."""
        found: str = self.s.active
        return found

    def group(self, name: str) -> list[Unit]:
        """A formation's name stands for the formation, never for all of its units; a headquarters is named as such."""
        return [self.unit(name)]

    def is_formation(self, name: str) -> bool:
        """Whether the situation knows a formation of that name."""
        return name in self.s.formations or super().is_formation(name)

    def objectives(self, *sources: str) -> list[Any]:
        """The OBJ markers on the map, of these sources if any are named (3.3)."""
        return [marker for marker in self.s.markers.values() if marker.kind == "obj" and (not sources or marker.source in sources)]


class FormationAct(BcsCase):
    """Something that a formation does; ``f`` is the formation."""

    def prepare(self) -> None:
        """The formation, and whose it is."""
        self.f: Entity = self.subject
        self.side = self.f.side

    @property
    def hq(self) -> Unit | None:
        """The formation's headquarters."""
        return hq_of(self.s, self.f.id)

    @property
    def trains(self) -> Unit | None:
        """The formation's Combat Trains."""
        return trains_of(self.s, self.f.id)

    @property
    def second(self) -> bool:
        """Whether this is a Second Activation."""
        return bool(self.s.activation == "second")


class UnitAct(BcsCase):
    """Something that is done with units; ``units`` are they, ``hex`` is where, if it is said."""

    def prepare(self) -> None:
        """The units, their side, and the hex that is named."""
        self.units: list[Unit] = self.led(self.movers)
        named = self.slots.get("at") or self.slots.get("to") or self.slots.get("target")
        self.hex: str = self.valid(named) if isinstance(named, str) else self.standing(self.units[0]) or ""

    @property
    def unit_(self) -> Unit:
        """The first of them."""
        return self.units[0]
