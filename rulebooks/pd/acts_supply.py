"""The acts of the supply phase and the question for supply; points put aside, armies that merge."""

from __future__ import annotations

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.situation import Unit

from .acts import PdCase


class SupplyCase(PdCase):
    """A supply line, shown or asked for, of a unit or of a hex."""

    def prepare(self) -> None:
        """Whose line, from where, along which hexes."""
        units = self.units_of()
        at = self.slots.get("at") or self.slots.get("from") or self.place_of(self.slots.get("place"))
        if not units and not at:
            raise InputError("no_units")
        self.subject: Unit | None = units[0] if units else None
        self.subjects = units
        self.side: str = units[0].side if units else self.slots.get("side") or self.s.active
        place = self.standing(units[0]) if units else at
        if place is None:
            raise InputError("not_on_map", unit=units[0].id)
        self.start: str = self.valid(place)
        path = [self.valid(name) for name in self.slots.get("path") or ()]
        goal = self.place_of(self.slots.get("goal"))
        if goal and goal not in path:
            path.append(goal)
        if self.slots.get("to"):
            path.append(self.valid(self.slots["to"]))
        self.path = [self.start, *path] if path and path[0] != self.start else path


    def place_of(self, feature: str | None) -> str | None:
        """The stated hex of a kind (Königsberg, Warsaw, a source) that words speak of; the nearest of several."""
        if feature is None:
            return None
        found = [name for name, hex_ in self.s.hexes.items() if feature in (hex_.stated("features") or ())]
        units = [unit.hex for unit in self.units_of() if unit.hex]
        return min(found, key=lambda name: (self.s.grid.distance(units[0], name) or 0, name)) if found and units else next(iter(found), None)


@act("trace")
class TraceSupply(SupplyCase):
    """A supply line that is shown, or said not to exist, and what becomes of the marker."""

    stages = (LEGALITY, "status", "after")
    legality = (LEGALITY, "status")
    responses = ("mark", "claim_status", "trace")


@act("mark", "claim_status")
class Mark(SupplyCase):
    """A supply marker is put on a unit, turned over or taken off."""

    stages = (LEGALITY, "status", "after")
    legality = (LEGALITY, "status")


@act("status")
class Status(SupplyCase):
    """Is this unit, or this hex, in supply?"""

    stages = ("answer",)
    legality = ()
    question = True


@act("penalty")
class Penalty(PdCase):
    """Steps said to be lost, or units to die, of their lack of supply."""


# ---- what only some rules know ------------------------------------------------------------------------------------------
@act("save_points")
class SavePoints(PdCase):
    """Replacement points are kept for later (11.2)."""


@act("merge")
class Merge(PdCase):
    """The armies of Krakow and Karpaty become one by a random event (2.5.2)."""

    stages = (LEGALITY, "after")
