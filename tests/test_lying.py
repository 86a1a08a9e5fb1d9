"""What lies under a counter is looked at in whatever words that is put: never taken for the counter on top."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

UNITS = [
    {"id": "1/110", "side": "us", "attack_capable": True, "at": "20.11", "stack_position": 1},
    {"id": "2/110", "side": "us", "attack_capable": True, "at": "20.11", "stack_position": 2},
]
SITUATION: dict[str, Any] = {"active": "german", "units": UNITS}
UNDER = (
    "May I look at the unit under 1/110?",
    "May I look under 1/110 in 20.11?",
    "May I see what is underneath 1/110 in 20.11?",
    "May I peek at what's below 1/110?",
    "May I see which unit lies under 1/110?",
    "May I look at 2/110, which is underneath 1/110 in 20.11?",
    "May I lift 1/110?",
    "¿Puedo mirar debajo del 1/110?",
    "¿Puedo mirar qué hay debajo del 1/110 en 20.11?",
    "¿Puedo ver la ficha que está debajo del 1/110?",
    "¿Me dejan ver qué ficha hay debajo del 1/110?",
    "¿Puedo levantar el 1/110?",
)
TOP = ("May I look at 1/110?", "May I look at 1/110 in 20.11?", "¿Puedo mirar el 1/110?", "¿Puedo ver el 1/110 de 20.11?")


@pytest.mark.parametrize(("line", "answer"), [*((line, "no") for line in UNDER), *((line, "yes") for line in TOP)])
def test_what_lies_under_it_is_not_what_lies_on_top(line: str, answer: str) -> None:
    record = game_of("bcs", SITUATION).hear(line)
    assert record.problem is None and [ruling.computed.get("answer") for ruling in record.rulings] == [answer]
