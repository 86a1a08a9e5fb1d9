"""The acts of the supply phase and the question for supply."""

from __future__ import annotations

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.situation import Unit

from .acts import PdCase


class SupplyCase(PdCase):
    """A supply line, shown or asked for, of a unit or of a hex."""

    def prepare(self) -> None:
        """Whose line, from where, along which hexes."""
        units = self.units_of()
        at = self.slots.get("at") or self.slots.get("from")
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
        if self.slots.get("to"):
            path.append(self.valid(self.slots["to"]))
        self.path = [self.start, *path] if path and path[0] != self.start else path


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
