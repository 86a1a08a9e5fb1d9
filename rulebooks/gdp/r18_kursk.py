"""Chapter 18: scenario Kursk."""

from __future__ import annotations

from adjudicator.book import OFF_MAP, Findings, Unit, cites, define, derives, forbid, kept, rule, says

from .acts import Leg, Movement
from .acts_combat import Attack, Barrage, Support
from .acts_turn import AskStartChits, PickChit, SetUp, Winner
from .r04_arrivals import entries
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory
from .vocabulary import GdpCase

NAME = "Kursk"


says("18.1", PickChit, "legality", "Who picks the first activation chits on purpose; all others are drawn blind.", lambda pick: first_chit(pick, NAME))
says("18.2", AskStartChits, "answer", "The black chits that each side holds from the start.", lambda question: start_chits(question, NAME))
says("18.3", Winner, "answer", "What scores, for whom, and how many points win.", lambda winner: victory(winner, NAME))
says("18.4", SetUp, "legality", "Where counters are set up, and on which side.", lambda setup: placed(setup, NAME))


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


@rule("18.4", Movement, each="legs")
def never_on_the_map(move: Movement, leg: Leg) -> Findings:
    """The 2nd Artillery never enters the map."""
    for unit in leg.units:
        if unit.near and unit.hex is None and unit.formation == "2Art":
            yield forbid("never_on_map", unit)


@rule("18.4", Movement, "work")
def either_entry(move: Movement, leg: Leg) -> Findings:
    """Some battalions may come in at another letter than that of their counters."""
    if leg.kind != "enter" or not move.s.known_to_be("scenario", NAME):
        return
    if any(letter != unit.known("reinforcement") for unit in leg.units for letter in entries(move, unit)):
        yield kept()


cites("18.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
