"""Chapter 19: scenario Akhtyrka."""

from __future__ import annotations

from adjudicator.book import cited, cites, derives, rule
from adjudicator.ground.ruling import Findings
from adjudicator.ground.situation import Hexside

from .acts_turn import AskStartChits, PickChit, Question, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory
from .vocabulary import GdpCase

NAME = "Akhtyrka"


@rule("19.1", PickChit)
def first_activations(pick: PickChit) -> Findings:
    """Who picks the first activation chits on purpose; all others are drawn blind."""
    yield from first_chit(pick, NAME)


@rule("19.2", AskStartChits, "answer")
def black_chits_of_the_start(question: Question) -> Findings:
    """The black chits that each side holds from the start."""
    yield from start_chits(question, NAME)


@rule("19.3", Winner, "answer")
def who_has_won(winner: GdpCase) -> Findings:
    """What scores, for whom, and how many points win."""
    yield from victory(winner, NAME)


@derives("hexsides.features", "19.4")
@cited("19.4")
def river_by_the_city(side: Hexside) -> list[str] | None:
    """The river in 4613 and 4614 is a river hexside all along."""
    return ["river"] if set(side.id.split("/")) == {"4613", "4614"} and side.situation.known_to_be("scenario", NAME) else None


@rule("19.4", SetUp)
def set_up(setup: SetUp) -> Findings:
    """Where counters are set up, and on which side."""
    yield from placed(setup, NAME)


cites("19.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
