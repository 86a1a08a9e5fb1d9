"""Chapter 18: scenario Kursk."""

from __future__ import annotations

from adjudicator.book import cites, derives, rule
from adjudicator.ground.ruling import Findings, define, forbid
from adjudicator.ground.situation import OFF_MAP, Unit

from .acts import Movement
from .acts_combat import Attack, Barrage, Support
from .acts_turn import AskStartChits, PickChit, Question, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory
from .vocabulary import GdpCase

NAME = "Kursk"


@rule("18.1", PickChit)
def first_activations(pick: PickChit) -> Findings:
    """Who picks the first activation chits on purpose; all others are drawn blind."""
    yield from first_chit(pick, NAME)


@rule("18.2", AskStartChits, "answer")
def black_chits_of_the_start(question: Question) -> Findings:
    """The black chits that each side holds from the start."""
    yield from start_chits(question, NAME)


@rule("18.3", Winner, "answer")
def who_has_won(winner: GdpCase) -> Findings:
    """What scores, for whom, and how many points win."""
    yield from victory(winner, NAME)


@rule("18.4", SetUp)
def set_up(setup: SetUp) -> Findings:
    """Where counters are set up, and on which side."""
    yield from placed(setup, NAME)


@derives("units.near", "18.4")
def place_of_the_second_artillery(unit: Unit) -> str | None:
    """The 2nd Artillery is off the map in its place from the first."""
    off = unit.situation.book.tables["setup"]["off_map"]["Kursk"]
    there = unit.known("at") in OFF_MAP and unit.known("formation") == off["formation"] and unit.situation.known("scenario") == "Kursk"
    return str(off["near"]) if there else None


@rule("18.4", (Attack, Support, Barrage))
def second_artillery_battalion(case: GdpCase) -> Findings:
    """The 2nd Artillery stays off the map, two hexes from 2328: it reaches two hexes less from there, and nobody attacks it."""
    if far := [unit for unit in case.artillery if unit.hex is None and unit.near]:
        yield define("off_map_guns", far)


@rule("18.4", Movement)
def never_on_the_map(move: Movement) -> Findings:
    """The 2nd Artillery never enters the map."""
    for leg in move.legs:
        for unit in leg.units:
            if unit.near and unit.hex is None and unit.formation == "2Art":
                yield forbid("never_on_map", unit)


cites("18.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
