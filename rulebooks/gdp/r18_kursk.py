"""Chapter 18: scenario Kursk."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, forbid

from .acts import Movement
from .acts_combat import Attack, Barrage, Support
from .acts_turn import AskStartChits, PickChit, SetUp, Winner
from .r17_scenarios import first_chit, outcome, picked, placed, points, start_chits
from .vocabulary import GdpCase

NAME = "Kursk"


@rule("18.1", PickChit)
def first_activations(pick: PickChit) -> Findings:
    """Who picks the first activation chits on purpose; all others are drawn blind."""
    yield from first_chit(pick, NAME)


@rule("18.1", PickChit, "after")
def chit_is_picked(pick: PickChit) -> Findings:
    """A choice is used up by making it."""
    yield from picked(pick, NAME)


@rule("18.2", AskStartChits, "answer")
def black_chits_of_the_start(question: AskStartChits) -> Findings:
    """The black chits that each side holds from the start."""
    yield from start_chits(question, NAME)


@rule("18.3", Winner, "points")
def victory_points(winner: Winner) -> Findings:
    """What scores, and for whom."""
    yield from points(winner, NAME)


@rule("18.3", Winner, "answer")
def who_has_won(winner: Winner) -> Findings:
    """How many points win."""
    yield from outcome(winner, NAME)


@rule("18.4", SetUp)
def set_up(setup: SetUp) -> Findings:
    """Where counters are set up, and on which side."""
    yield from placed(setup, NAME)


@rule("18.4", (Attack, Support, Barrage))
def second_artillery_battalion(case: GdpCase) -> Findings:
    """The 2nd Artillery stays off the map, two hexes from 2328: it reaches two hexes less from there, and nobody attacks it."""
    guns = [unit for row in case.support.values() for unit in row] if isinstance(case, Attack) else []
    guns = case.firers if isinstance(case, Barrage) else case.guns if isinstance(case, Support) else guns
    far = [unit for unit in guns if unit.hex is None and unit.near]
    if far:
        yield define("off_map_guns", far)


@rule("18.4", Movement)
def never_on_the_map(move: Movement) -> Findings:
    """The 2nd Artillery never enters the map."""
    for leg in move.legs:
        for unit in leg.units:
            if unit.near and unit.hex is None and unit.formation == "2Art":
                yield forbid("never_on_map", unit)
