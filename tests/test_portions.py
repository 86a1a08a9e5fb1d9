"""How many of a number: the number is compared with what the counter shows, and the question is the one without it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

UNIT = {"id": "1/23", "side": "us", "formation": "2ID", "ar": 3, "ma": 5, "ma_class": "leg", "shown": "deployed", "at": "20.10", "steps": 4, "max_steps": 5}
SITUATION: dict[str, Any] = {
    "phase": "activities",
    "active": "us",
    "active_formation": "2ID",
    "activation": "initial",
    "formations": [{"id": "2ID", "side": "us", "snafu": "partial", "arty_points": 7, "arty_used": 0}],
    "units": [UNIT],
}
ASKED = {
    "How many of its {} MPs does 1/23 have?": (5, 2.5),
    "How many of its {} MPs may 1/23 use?": (5, 2.5),
    "Of its {} MPs, how many has 1/23?": (5, 2.5),
    "¿Cuántos de sus {} PM tiene el 1/23?": (5, 2.5),
    "De sus {} PM, ¿cuántos puede usar el 1/23?": (5, 2.5),
    "How many of its {} artillery points can 2ID use?": (7, 3),
    "Of its {} artillery points, how many can 2ID fire?": (7, 3),
    "De sus {} Puntos de Artillería, ¿cuántos puede usar la 2ID?": (7, 3),
    "Of its {} steps, how many has 1/23 lost?": (5, 1),
}


@pytest.mark.parametrize("line", ASKED)
def test_the_whole_is_compared(line: str) -> None:
    whole, part = ASKED[line]
    record = game_of("bcs", SITUATION).hear(line.format(whole))
    assert record.problem is None and [float(ruling.computed["answer"]) for ruling in record.rulings] == [part]
    assert game_of("bcs", SITUATION).hear(line.format(whole + 1)).problem is not None


def test_what_was_counted_before_is_asked_for() -> None:
    record = game_of("bcs", SITUATION).hear("2ID has seven artillery points. How many can it use?")
    assert record.problem is None and record.rulings[-1].computed["answer"] == 3
