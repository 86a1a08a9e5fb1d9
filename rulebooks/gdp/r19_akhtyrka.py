"""Chapter 19: scenario Akhtyrka."""

from __future__ import annotations

from adjudicator.book import Hexside, cited, cites, derives, says

from .acts_turn import AskStartChits, PickChit, SetUp, Winner
from .r17_scenarios import by_the_table, first_chit, placed, start_chits, victory

NAME = "Akhtyrka"


says("19.1", PickChit, "legality", "Who picks the first activation chits on purpose; all others are drawn blind.", lambda pick: first_chit(pick, NAME))
says("19.2", AskStartChits, "answer", "The black chits that each side holds from the start.", lambda question: start_chits(question, NAME))
says("19.3", Winner, "answer", "What scores, for whom, and how many points win.", lambda winner: victory(winner, NAME))


@derives("hexsides.features", "19.4")
@cited("19.4")
def river_by_the_city(side: Hexside) -> list[str] | None:
    """The river in 4613 and 4614 is a river hexside all along."""
    return ["river"] if set(side.id.split("/")) == {"4613", "4614"} and side.situation.known_to_be("scenario", NAME) else None


says("19.4", SetUp, "legality", "Where counters are set up, and on which side.", lambda setup: placed(setup, NAME))
cites("19.5", SetUp, "Where the table has the units that are set up.", lambda setup: by_the_table(setup, NAME))
