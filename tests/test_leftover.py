"""What is left after a move is what it does not cost, however it is asked and wherever the move stands; in every book whose rulings tell it."""

from __future__ import annotations

import pytest

from tests.conftest import Part, answer, moves_said, partly

PLAIN = "{u} moves to {h}. How many MPs has it left?"
FORMS = (
    "How many MPs does {u} have left if it moves to {h}?", "How many MPs has {u} left after moving to {h}?", "If {u} moves to {h}, how many MPs does it keep?",
    "After moving to {h}, how many MPs has {u} left?", "{u} moves to {h}. How many MPs does it still have?",
    "{u} moves to {h}. How many MPs does that leave it?",
    "With how many MPs does {u} end up if it moves to {h}?", "¿Cuántos PM le quedan a {u} tras mover a {h}?", "¿Cuántos PM le sobran a {u} si mueve a {h}?",
    "{u} mueve a {h}. ¿Cuántos PM le sobran?", "Tras mover a {h}, ¿cuántos PM le quedan a {u}?",
)  # fmt: skip
EACH = 2


@partly(2, split=False)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "bcs"])
def test_what_is_left_is_asked_of_the_move(name: str, part: Part) -> None:
    tried = refused = 0
    for case, unit, place in moves_said(name):
        if tried >= EACH * len(FORMS):
            break
        left = answer(name, case, PLAIN.format(u=unit, h=place))
        if left is None or isinstance(left, str):
            continue
        for form in FORMS:
            found = answer(name, case, form.format(u=unit, h=place))
            tried += 1
            refused += found is None
            assert found in (None, left), (case["id"], form)
    assert tried and refused * 6 <= tried, (refused, tried)
