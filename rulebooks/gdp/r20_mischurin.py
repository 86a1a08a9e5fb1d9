"""Chapter 20: scenario Mischurin-Rog."""

from __future__ import annotations

from adjudicator.book import Findings, cites, forbid, rule, says

from .acts_combat import Attack, Barrage, DirectFire, Support
from .acts_turn import AskStartChits, PickChit, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory
from .vocabulary import GdpCase

NAME = "Mischurin-Rog"


says("20.1", PickChit, "legality", "Who picks the first activation chits on purpose; all others are drawn blind.", lambda pick: first_chit(pick, NAME))
says("20.2", AskStartChits, "answer", "The black chits that each side holds from the start.", lambda question: start_chits(question, NAME))
says("20.3", Winner, "answer", "What scores, for whom, and how many points win.", lambda winner: victory(winner, NAME))
says("20.4", SetUp, "legality", "Where counters are set up, and on which side.", lambda setup: placed(setup, NAME))


@rule("20.4", (Attack, Support, Barrage, DirectFire))
def artillery_on_the_road(case: GdpCase) -> Findings:
    """The 1st Artillery begins on the road and fires only when its movement of the turn is complete."""
    if not case.s.known_to_be("scenario", NAME) or case.s.known("turn") not in (None, 1):
        return
    for unit in case.artillery:
        if unit.formation == "1Art" and unit.side == "german" and unit.road_move and not case.done(unit.id, "move"):
            yield forbid("on_the_road", unit)


cites("20.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
