"""What somebody only did before something else is over, in whatever words: as *has done*, in every book."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.conftest import BOOKS, cases, game_of, moves_said

FORMS = {
    "{} did nothing but move to {}. {}": "{} has moved to {}. {}",
    "{} did nothing except move to {}. {}": "{} has moved to {}. {}",
    "{} only moved to {}. {}": "{} has moved to {}. {}",
    "{} no hizo más que mover a {}. {}": "{} ha movido a {}. {}",
    "{} se limitó a mover a {}. {}": "{} ha movido a {}. {}",
}
TRIED = 12


def ruled(name: str, situation: dict[str, Any], line: str) -> list[tuple[str, str]] | None:
    record = game_of(name, situation).hear(line)
    return None if record.problem is not None else [(ruling.kind, ruling.verdict) for ruling in record.rulings]


@pytest.mark.parametrize("name", BOOKS)
def test_what_was_only_done_is_over(name: str) -> None:
    tried = 0
    for case, unit, goal in islice(moves_said(name), 0, None, 5):
        for form, plain in FORMS.items():
            asked = f"Has {unit} moved?" if "moved" in plain else f"¿Ha movido {unit}?"
            over = ruled(name, case["situation"], plain.format(unit, goal, asked))
            said = ruled(name, case["situation"], form.format(unit, goal, asked))
            tried += over is not None
            assert said == over, (case["id"], form)
        if tried >= TRIED:
            break
    assert tried or not any(True for _ in moves_said(name)) or not cases(name)
