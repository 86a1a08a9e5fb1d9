"""Further questions of this book, and what players say that no rule lets them do."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import InputError, act
from adjudicator.ground.situation import Situation
from adjudicator.kit.acts import Asked

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


@act("in_range")
class AskRange(Question):
    """Is a KG marker, or the ranged artillery, near enough to a hex?"""


@act("ask_zoc")
class AskZone(Question):
    """Does a ZOC reach a hex?"""


class AskPlace(Question):
    """Where may a unit be placed that is not on the map?  ``placing`` is the act that would place it."""

    placing: ClassVar[str] = ""

    def prepare(self) -> None:
        """The units that are asked about."""
        self.asked = self.at_least_one(self.units_of())


@act("where_set_up")
class AskSetUp(AskPlace):
    """Where may a unit be set up?"""

    placing = "setup"


@act("where_enter")
class AskEntry(AskPlace):
    """Where may a reinforcement enter?"""

    placing = "enter"


@act("where_return")
class AskReturn(AskPlace):
    """Where may a replaced corps come back?"""

    placing = "return"


@act("source")
class AskSource(Question):
    """Is a hex a source of supply, or of communications?"""


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


@act("can_support")
class AskSupport(Question):
    """May the ranged artillery support an attack, or a defence, in this phase, wherever that is?"""


@act("hold_back")
class HoldBack(Deed):
    """Keeping a reinforcement back for a later turn."""


@act("to_track")
class ToTrack(Deed):
    """Laying an eliminated corps on the turn track, at the turn in which it is to come back (slot ``turn``)."""


@act("keep_marker")
class KeepMarker(Deed):
    """Leaving KG markers where they are."""


@act("retreat_off")
class RetreatOff(Deed):
    """A retreat off the map."""
