"""By how much the action ratings differ is that number, in any words, never the chances of surprise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import answer

UNITS = [
    {"id": "16MC", "side": "german", "attack": 4, "defense": 4, "ar": 5, "steps": 1, "at": "1509"},
    {"id": "6Tk", "side": "soviet", "attack": 8, "defense": 8, "ar": 3, "steps": 1, "at": "1510"},
]
PENDING = {"attackers": ["16MC"], "defenders": ["6Tk"], "hex": "1510", "lead": {"german": "16MC", "soviet": "6Tk"}}
SITUATION: dict[str, Any] = {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": UNITS, "pending": PENDING}
ASKED = (
    "What is the AR differential?",
    "What's the action rating difference?",
    "What's the difference between the action ratings?",
    "By how much do the action ratings differ?",
    "16MC leads for us and 6Tk for them. What's the AR differential?",
    "¿Qué diferencia de AR hay?",
    "¿Cuál es la diferencia de Action Rating?",
    "¿En cuánto difieren los AR?",
)


@pytest.mark.parametrize("line", ASKED)
def test_the_differential_is_a_number(line: str) -> None:
    assert answer("ocs", {"situation": SITUATION}, line) == 2
