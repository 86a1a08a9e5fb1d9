"""Questions about how things stand: ratings, zones, who chooses, what a table prints.  What they answer stands in the chapters."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.ground.situation import Situation

from .acts import Fight
from .acts_questions import AboutResult, Question
from .acts_results import Carried


@act("rating_of")
class AskRating(Question):
    """The action rating with which a unit fights."""


@act("ask_zoc")
class AskZone(Question):
    """Whether a unit, or any of a side, has a zone of control that reaches a hex."""


@act("zone_negated")
class AskNegated(Question):
    """Whether units of one's own take an enemy zone off a retreat."""


@act("who_chooses")
class AskChooser(AboutResult):
    """Which player chooses: who loses the step, who retreats where, who advances."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Which side is first to meet its part is another question."""
        return "who_is_first" if slots.get("first") else None


@act("who_is_first")
class AskFirst(AboutResult):
    """Which side meets its part of the result first."""


@act("met")
class AskMet(Carried):
    """Whether a side has met all of its part of the result."""

    question = True
    stages = ("answer",)


@act("modifier_of")
class AskModifier(Fight):
    """What is added to the combat roll, or by one cause of it."""

    question = True
    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "lead", "answer")


@act("extreme")
class AskExtreme(Fight):
    """The worst or best result that the dice can give in the combat that is named or pending."""

    question = True
    stages: ClassVar[tuple[str, ...]] = (*Fight.stages[:-3], "answer")


@act("columns_of")
class AskColumns(Question):
    """The first or last column of a density on the combat table."""


@act("halved_at")
class AskHalved(Question):
    """With how many steps left a unit fights at half."""


@act("price_of_steps")
class AskPrice(Question):
    """Combat supply of a unit of which only its steps are told."""


@act("odds_told")
class OddsTold(Fight):
    """Odds that somebody has worked out for the combat that is pending or named."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "strength", "steps", "terrain", "supply", "modes", "totals", "odds", "told")
    legality: ClassVar[tuple[str, ...]] = stages

    def prepare(self) -> None:
        """The combat, and the odds that are told."""
        if not self.slots.get("odds"):
            raise InputError("two_strengths")
        super().prepare()


@act("adjacent_asked")
class AskAdjacent(Question):
    """Whether two hexes, or the hexes of units, lie side by side."""


@act("observers_of")
class AskObservers(Question):
    """Which units observe a hex for a barrage."""
