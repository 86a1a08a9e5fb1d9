"""The acts that carry out a result: losses, retreats, advances, and what is owed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import LEGALITY, InputError, Situation, Unit, act, act_named
from adjudicator.kit import Asked, possible_neighbours, supposed_result, unit_steps

from .handling import choosing, flipping, going, off_map, removing, way_of
from .vocabulary import GdpCase, fought, is_hq, settled


def moves_on(situation: Situation, slots: dict[str, Any]) -> str | None:
    """``move`` for units with no combat to carry out: no result is pending, and their history holds no fight but such as came to nothing."""
    fights = ("attack", "overrun", "barrage", "direct_fire", "support", "retreat", "advance")
    if fought(situation).get("result", "-") != "-" or not (slots.get("to") or slots.get("path")):
        return None
    units = slots.get("units") or ()
    busy = any(item.get("act") in fights and item.get("result") != "-" for id_ in units for item in situation.history.get(id_, ()))
    return "move" if units and (situation.activated or situation.chit is not None) and not busy else None


class Aftermath(GdpCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = supposed_result(self, fought(self.s))
        self.movers = self.units_of()
        self.result: str | None = self.pending.get("result")
        self.battle: str | None = self.pending.get("hex")
        self.attackers: list[str] = list(self.pending.get("attackers") or ())
        self.defender_ids: list[str] | None = self.pending.get("defenders")
        helpers = self.pending.get("support") or ()
        self.supporters: list[str] = [id_ for row in helpers.values() for id_ in row] if isinstance(helpers, dict) else list(helpers)

    def defenders(self) -> list[Unit]:
        """Units that defended, as far as they are still in play."""
        if self.defender_ids is not None:
            return [self.unit(id_) for id_ in self.defender_ids if id_ not in self.s.eliminated]
        here = self.s.at(self.battle) if self.battle else []
        return [unit for unit in here if unit.id not in self.attackers]

    def suffering(self, code: str) -> list[Unit]:
        """The units that a result strikes, as far as they are still in play."""
        if code[0] == "A":
            return [self.unit(id_) for id_ in self.attackers if id_ not in self.s.eliminated]
        return self.defenders()

    def chooser(self) -> str | None:
        """The side that is said to choose."""
        fighting = self.s.units.get(self.attackers[0]) if self.attackers else None
        return self.role_side(self.slots.get("side"), fighting.known("side") if fighting is not None else None)


@act("retreat")
class Retreat(Aftermath):
    """A retreat after combat."""

    ways_asked = "retreats"

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Units that have not fought, and of which no result is asked, go back as part of their movement; off the map goes who is eliminated."""
        if slots.get("off_map") and not way_of(slots):
            return removing(situation, slots)
        return None if slots.get("side") else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who retreats, on whose choice, from where to where."""
        super().prepare()
        self.led(self.movers)
        self.chosen_by = self.chooser()
        place = self.slots.get("from") or self.standing(self.movers[0])
        if place is None:
            raise InputError("not_on_map", unit=self.movers[0].id)
        self.start: str = place
        path = self.steps_to(self.start)
        self.told_hexes: int | None = self.slots.get("hexes")
        if not path and self.told_hexes is None:
            raise InputError("no_destination")
        if len(path) == 1 and self.s.grid.adjacent(self.start, path[0]) is False:
            path = self._way_to(path[0]) or path
        self.path = path

    def _way_to(self, goal: str) -> list[str] | None:
        """The way back of which only the end was named: by the first hex that touches both."""
        between = (here for here in sorted(possible_neighbours(self.s, self.start)) if self.s.grid.adjacent(here, goal))
        return next(([here, goal] for here in between if self.s.grid.adjacent(self.start, here)), None)

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        return unit_steps((unit, [self.start, *self.path]) for unit in self.movers) if stage == "step" else (None,)


@act("advance")
class Advance(Aftermath):
    """An advance after combat."""

    left_free = "10.6"

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("stay", "claim")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Units that have not fought, and have no combat to follow up, advance as part of their movement; who takes no hex takes the loss that is due."""
        if not way_of(slots) and choosing(situation, slots) == "loss":
            return "loss"
        return going(situation, slots) if off_map(situation.units_named(slots.get("units"))) else moves_on(situation, slots)

    def prepare(self) -> None:
        """Who advances where."""
        super().prepare()
        self.led(self.movers)
        path = self.path_named() or ([self.battle] if self.battle else [])
        starts = {self.standing(unit) for unit in self.movers}
        if self.slots.get("from"):
            path = path[1:] if path and path[0] == self.slots["from"] else path
        if len(path) > 1 and path[0] in starts:
            path = path[1:]
        self.somewhere(path)
        beyond = self.battle and len(path) == 1 and path[0] != self.battle and self.battle not in starts
        if beyond and self.battle and self.s.grid.adjacent(self.battle, path[0]):
            path = [self.battle, *path]
        self.path = path

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage != "step":
            return (None,)
        starts = [(unit, self.standing(unit)) for unit in self.movers]
        return unit_steps((unit, [start, *self.path]) for unit, start in starts if start is not None)


def only_hqs(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether only headquarters are named."""
    named = [(name, situation.units.get(name)) for name in slots.get("units") or ()]
    return all(is_hq(unit) if unit is not None else name.upper().startswith("HQ") for name, unit in named)


@act("loss")
class Loss(Aftermath):
    """A unit named for the loss that a result asks for."""

    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words say which counter is turned back, which HQ is lost, or which chit somebody picks."""
        if (situation.pending or {}).get("result") or slots.get("result"):
            return None
        if turned := flipping(situation, slots):
            return turned
        named = slots.get("units") or ()
        if named and not any(name in situation.units or name in (situation.eliminated or ()) for name in named):
            return "pick_chit"
        return "note" if only_hqs(situation, slots) else None


@act("eliminate")
class Eliminate(Aftermath):
    """A unit named as eliminated by a result, or because it cannot retreat."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words only say which HQ is lost."""
        return None if (situation.pending or {}).get("result") or not only_hqs(situation, slots) else "note"


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Where no fight lies there, who is named with the hex that he fights for attacks it."""
        return "attack" if not fought(situation) and slots.get("units") and slots.get("target") else None

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Whether nothing of the result is left to be done."""
        return settled(pending)


Owed = act_named("owed", "What the rules ask for next; ``phase`` among the slots: also of the phase itself.", Aftermath, Asked)
AskZone = act_named("ask_zoc", "Whether a ZOC reaches a hex, whose, or whether a unit has one.", GdpCase, Asked)
