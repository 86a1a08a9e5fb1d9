"""Chapter 21: scenario Lutchessa."""

from __future__ import annotations

from adjudicator.book import Findings, cites, forbid, permit, rule, says
from adjudicator.kit import controller

from .acts import Enter
from .acts_turn import AskStartChits, PickChit, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory

NAME = "Lutchessa"
HILLS = ("4116", "3412", "3621", "2718", "2215")  # what scores for the Soviets (21.3)


says("21.1", PickChit, "legality", "Who picks the first activation chits on purpose; all others are drawn blind.", lambda pick: first_chit(pick, NAME))
says("21.2", AskStartChits, "answer", "The black chits that each side holds from the start.", lambda question: start_chits(question, NAME))
says("21.3", Winner, "answer", "What scores, for whom, and how many points win.", lambda winner: victory(winner, NAME))
says("21.4", SetUp, "legality", "Where counters are set up, and on which side.", lambda setup: placed(setup, NAME))


@rule("21.4", Enter)
def conditional_reinforcements(enter: Enter) -> Findings:
    """The 2nd tank battalion and the 1st of artillery come only if the Soviets have scored before the morning of the second day."""
    if not enter.s.known_to_be("scenario", NAME):
        return
    for unit in [unit for leg in enter.legs for unit in leg.units]:
        if unit.side == "german" and unit.formation in ("2Pz", "1Art"):
            places = [enter.s.hex(name) for name in HILLS]
            held = [place.id for place in places if (controller(place) == "soviet" if enter.s.at(place.id) else place.known_to_be("control", "soviet"))]
            if held or all(controller(place) == "german" for place in places):
                finding = permit if held else forbid
                yield finding("conditional_reinforcement", units=[unit.id], where=held, unit=unit.id)


cites("21.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
