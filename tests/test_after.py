"""What is asked after a deed, or once it was done, is asked of what comes of that deed; it is never how things stand now."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from tests.conftest import rulebook

BCS: dict[str, Any] = {
    "phase": "activities",
    "active": "german",
    "active_formation": "277VG",
    "activation": "initial",
    "formations": [{"id": "277VG", "side": "german", "snafu": "complete"}],
    "units": [{"id": "KG-Holm", "side": "german", "formation": "277VG", "attack_capable": True, "ar": 4, "ma": 16, "at": "20.10", "in_command": True}],
}
"""A Regular Attack FINISHES who makes it (3.4g), a Shock Attack does not (5.1n)."""


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Is KG-Holm finished once it has made a regular attack?", {"yes"}),
        ("¿Queda KG-Holm FINALIZADO una vez que ha hecho un Ataque Regular?", {"yes"}),
        ("Is KG-Holm finished once it has made a shock attack?", {"no"}),
        ("Is KG-Holm finished after a regular attack?", {"yes"}),
        ("¿Queda KG-Holm FINALIZADO tras un Ataque Regular?", {"yes"}),
        ("¿Está KG-Holm FINALIZADO después de un Ataque Regular?", {"yes"}),
        ("Is KG-Holm finished after a shock attack?", {"no"}),
        ("¿Queda FINALIZADO KG-Holm después de hacer un Ataque de Choque?", {"no"}),
    ],
)
def test_after_a_deed_the_state_is_what_comes_of_it(text: str, answers: set[str]) -> None:
    """It is taken as done, where it cannot be judged; no rule but those of the two attacks is asked."""
    record = Game(rulebook("bcs"), Situation(rulebook("bcs"), BCS)).hear(text)
    given = {str(ruling.computed["answer"]) for ruling in record.rulings if "answer" in ruling.computed}
    assert given == answers
