"""What is asked in one breath may be done as a whole or not at all (adjudicator.play.conjoined)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from tests.conftest import rulebook

POSITION: dict[str, Any] = {
    "time": "day",
    "weather": "sunny",
    "phase": "activation",
    "active": "german",
    "chit": "2Gr",
    "units": [
        {"id": f"{number}K-2Gr", "side": "german", "formation": "2Gr", "kind": "infantry", "class": "foot", "attack": 4, "defense": 4, "ma": 4, "at": at}
        for number, at in ((5, "2010"), (6, "2014"))
    ],
    "eliminated": ["HQ-2Gr"],
}
"""Without its HQ one stack of the battalion may be activated (2.4)."""


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Can I activate 5K-2Gr in 2010 and 6K-2Gr in 2014?", ["no"]),
        ("¿Puedo activar a la 5K-2Gr en 2010 y a la 6K-2Gr en 2014?", ["yes", "no"]),  # the one, and then the other
        ("¿Activo a 6K-2Gr en 2014 y a 5K-2Gr en 2010?", ["yes", "no"]),
        ("Can 5K-2Gr attack 2011 and 6K-2Gr 2013?", ["no"]),
        ("¿Puede 5K-2Gr atacar 2011 y mover luego a 2013?", ["no"]),
        ("Can 5K-2Gr attack 2011 and can 6K-2Gr attack 2013?", ["no", "no"]),  # asked apart
        ("Can 5K-2Gr attack 2011? Can 6K-2Gr attack 2013?", ["no", "no"]),
    ],
)
def test_behind_a_no_nothing_is_judged(text: str, answers: list[str]) -> None:
    record = Game(rulebook("gdp"), Situation(rulebook("gdp"), POSITION)).hear(text)
    assert record.problem is None
    assert [ruling.computed.get("answer") for ruling in record.rulings] == answers
    assert {ruling.kind for ruling in record.rulings} <= {"activate", "attack", "move"}  # never where somebody stands
    left = [note.slots["said"] for note in record.notes if note.key == "hangs_on_no"]
    assert bool(left) == (text.count("?") == 1 and answers == ["no"] and "activate" not in text)
