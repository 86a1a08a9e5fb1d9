"""Chapter 20: scenario Mischurin-Rog."""

from __future__ import annotations

from adjudicator.book import cites, rule
from adjudicator.ground.ruling import Findings, forbid

from .acts_combat import Attack, Barrage, DirectFire
from .acts_turn import AskStartChits, PickChit, Question, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory
from .vocabulary import GdpCase

NAME = "Mischurin-Rog"


@rule("20.1", PickChit)
def first_activations(pick: PickChit) -> Findings:
    """Who picks the first activation chits on purpose; all others are drawn blind."""
    yield from first_chit(pick, NAME)


@rule("20.2", AskStartChits, "answer")
def black_chits_of_the_start(question: Question) -> Findings:
    """The black chits that each side holds from the start."""
    yield from start_chits(question, NAME)


@rule("20.3", Winner, "answer")
def who_has_won(winner: GdpCase) -> Findings:
    """What scores, for whom, and how many points win."""
    yield from victory(winner, NAME)


@rule("20.4", SetUp)
def set_up(setup: SetUp) -> Findings:
    """Where counters are set up, and on which side."""
    yield from placed(setup, NAME)


@rule("20.4", (Attack, Barrage, DirectFire))
def artillery_on_the_road(case: GdpCase) -> Findings:
    """The 1st Artillery begins on the road and fires only when its movement of the turn is complete."""
    if not case.s.known_to_be("scenario", NAME) or case.s.known("turn") not in (None, 1):
        return
    for unit in case.artillery:
        if unit.formation == "1Art" and unit.side == "german" and unit.road_move and not case.done(unit.id, "move"):
            yield forbid("on_the_road", unit)


cites("20.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
