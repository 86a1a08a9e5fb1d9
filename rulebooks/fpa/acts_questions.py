"""Further questions of this book, and what players say that no rule lets them do."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import InputError, Situation, act, act_named
from adjudicator.kit import Asked

from .acts import Deed, Move, Question


@act("allowance")
class AskAllowance(Asked, Move):
    """How many movement points has a unit?"""

    stages = ("allowance", "supply", "answer")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """It is what it says."""
        return None


@act("targets")
class AskTargets(Question):
    """What can a unit attack?"""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Asked of a unit of the side that does not play, it is: what can attack it?"""
        first = next(iter(situation.units_named(slots.get("units"))), None)
        active = situation.stated("active")
        if first is None or active is None or first.stated("side") in (None, active) or first.hex is None:
            return None
        slots["target"] = first.hex
        return "attackers"


AskRange = act_named("in_range", "Is a KG marker, or the ranged artillery, near enough to a hex?", Question)
AskZone = act_named("ask_zoc", "Does a ZOC reach a hex?", Question)


class AskPlace(Question):
    """Where may a unit be placed that is not on the map?  ``placing`` is the act that would place it."""

    placing: ClassVar[str] = ""

    def prepare(self) -> None:
        """The units that are asked about."""
        self.asked = self.at_least_one(self.units_of())


AskSetUp = act_named("where_set_up", "Where may a unit be set up?", AskPlace, placing="setup")
AskEntry = act_named("where_enter", "Where may a reinforcement enter?", AskPlace, placing="enter")
AskReturn = act_named("where_return", "Where may a replaced corps come back?", AskPlace, placing="return")
AskSource = act_named("source", "Is a hex a source of supply, or of communications?", Question)


@act("kg_bonus")
class AskBonus(Question):
    """Does a KG marker give its bonus (slot ``which``: move, combat), or is it cancelled (slot ``lost``)?"""

    def prepare(self) -> None:
        """The marker."""
        self.markers = [marker for id_ in self.slots.get("markers") or () if (marker := self.kg(id_)) is not None]
        if not self.markers:
            raise InputError("kg_not_named")

    def answer(self, given: bool) -> str:
        """Yes or no, as it was asked."""
        return "yes" if given != bool(self.slots.get("lost")) else "no"


AskSupport = act_named("can_support", "May the ranged artillery support an attack, or a defence, in this phase, wherever that is?", Question)
HoldBack = act_named("hold_back", "Keeping a reinforcement back for a later turn.", Deed)
ToTrack = act_named("to_track", "Laying an eliminated corps on the turn track, at the turn in which it is to come back (slot ``turn``).", Deed)
KeepMarker = act_named("keep_marker", "Leaving KG markers where they are.", Deed)
RetreatOff = act_named("retreat_off", "A retreat off the map.", Deed)
