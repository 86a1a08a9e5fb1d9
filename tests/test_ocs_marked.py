"""Who goes DG, how many of them, in which hex, and whether before the retreat: of the result that is open, in any words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

UNITS = [
    {"id": "44ID", "side": "german", "attack": 4, "defense": 4, "ar": 3, "steps": 3, "at": "1509"},
    {"id": "44GdR", "side": "soviet", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1510"},
    {"id": "62R", "side": "soviet", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1510"},
]
WAY = "1510-1511-1512"
ASKED = {
    "Which units go DG?": ("Do2 DG", {"44GdR", "62R"}),
    "Which of my units become DG?": ("Do2 DG", {"44GdR", "62R"}),
    "¿Quién queda DG?": ("Do2 DG", {"44GdR", "62R"}),
    "How many units go DG?": ("Do2 DG", 2),
    "How many of my two units go DG?": ("Do2 DG", 2),
    "How many German units go DG?": ("Do2 DG", 0),
    "¿Cuántas unidades quedan DG?": ("Do2 DG", 2),
    "Which units go DG? ": ("Do2", set()),
    f"Where does 44GdR go DG if it retreats {WAY}?": ("Do2", "1512"),
    f"In which hex does 44GdR become DG if it retreats {WAY}?": ("Do2", "1512"),
    f"44GdR retreats {WAY}. In which hex does it go DG?": ("Do2", "1512"),
    f"¿En qué hex se queda DG la 44GdR si se retira {WAY}?": ("Do2", "1512"),
    f"¿Dónde queda DG la 44GdR si va {WAY}?": ("Do2", "1512"),
    f"Where does 44GdR go DG if it retreats  {WAY}?": ("Do2 DG", "1510"),
    "Where does 44GdR go DG if it retreats to 1511?": ("Do2", "none"),
    "Is 44GdR DG before it retreats?": ("Do2 DG", "yes"),
    "Before it retreats, is 44GdR DG?": ("Do2 DG", "yes"),
    "¿Queda DG la 44GdR antes de retirarse?": ("Do2 DG", "yes"),
    "Is 44GdR DG before it  retreats?": ("Do2", "no"),
}


@pytest.mark.parametrize("line", ASKED)
def test_what_a_result_marks_is_told(line: str) -> None:
    result, wanted = ASKED[line]
    pending: dict[str, Any] = {"attackers": ["44ID"], "defenders": ["44GdR", "62R"], "hex": "1510", "result": result}
    game = game_of("ocs", {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": UNITS, "pending": pending})
    record = game.hear(line)
    assert record.problem is None
    answer = record.rulings[-1].computed.get("answer")
    assert (set(str(answer).split(", ")) - {"none"} if isinstance(wanted, set) else answer) == wanted
