"""Whether several must go to one hex: no where each may go its own way, and never taken for whether they must go."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import answer

UNITS = [
    {"id": "44ID", "side": "german", "attack": 4, "defense": 4, "ar": 3, "steps": 3, "at": "1509"},
    {"id": "44GdR", "side": "soviet", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1510"},
    {"id": "62R", "side": "soviet", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1510"},
]
PENDING = {"attackers": ["44ID"], "defenders": ["44GdR", "62R"], "hex": "1510", "result": "Do1"}
SITUATION: dict[str, Any] = {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": UNITS, "pending": PENDING}
ASKED = {
    "Must 44GdR and 62R retreat to the same hex?": "no",
    "Must 44GdR and 62R retreat to one and the same hex?": "no",
    "Do 44GdR and 62R have to retreat to the same hex?": "no",
    "¿Tienen que retirarse la 44GdR y la 62R al mismo hex?": "no",
    "¿Deben retirarse 44GdR y 62R a un mismo hexágono?": "no",
    "Must 44GdR and 62R retreat to the very same hex?": "no",
    "May 44GdR and 62R retreat to different hexes?": "yes",
    "Must 44GdR and 62R retreat?": "yes",
}


@pytest.mark.parametrize("line", ASKED)
def test_whether_all_must_go_to_one_hex(line: str) -> None:
    assert answer("ocs", {"situation": SITUATION}, line) == ASKED[line]
