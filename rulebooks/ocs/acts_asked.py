"""Questions about how things stand: ratings, zones, who chooses, what a table prints.  What they answer stands in the chapters."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, Situation, act, act_named
from adjudicator.kit import Asked

from .acts import Fight
from .acts_questions import AboutResult, Question
from .acts_results import Carried

AskRating = act_named("rating_of", "The action rating with which a unit fights.", Question)
AskZone = act_named("ask_zoc", "Whether a unit, or any of a side, has a zone of control that reaches a hex.", Question)
AskNegated = act_named("zone_negated", "Whether units of one's own take an enemy zone off a retreat.", Question)


@act("who_chooses")
class AskChooser(AboutResult):
    """Which player chooses: who loses the step, who retreats where, who advances."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Which side is first to meet its part is another question."""
        return "who_is_first" if slots.get("first") else None


AskFirst = act_named("who_is_first", "Which side meets its part of the result first.", AboutResult)
AskMet = act_named("met", "Whether a side has met all of its part of the result.", Carried, Asked)
AskModifier = act_named("modifier_of", "What is added to the combat roll, or by one cause of it.", Fight, question=True, stages=(LEGALITY, "lead", "answer"))
AskExtreme = act_named(
    "extreme",
    "The worst or best result that the dice can give in the combat that is named or pending.",
    Fight,
    question=True,
    stages=(*Fight.stages[:-3], "answer"),
)
AskColumns = act_named("columns_of", "The first or last column of a density on the combat table.", Question)
AskHalved = act_named("halved_at", "With how many steps left a unit fights at half.", Question)
AskPrice = act_named("price_of_steps", "Combat supply of a unit of which only its steps are told.", Question)


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


AskAdjacent = act_named("adjacent_asked", "Whether two hexes, or the hexes of units, lie side by side.", Question)
AskObservers = act_named("observers_of", "Which units observe a hex for a barrage.", Question)
