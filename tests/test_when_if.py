"""When somebody does something is no question of its own before another: it is supposed as behind an if, in every book."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.conftest import BOOKS, answer, cases, moves_said

TRIED = 15


@pytest.mark.parametrize("name", BOOKS)
def test_when_is_an_if_before_another_question(name: str) -> None:
    tried = 0
    for case, unit, goal in islice(moves_said(name), 0, None, 2):
        for asked in (f"can it attack {goal}", "must it stop there", f"is {unit} reduced", "does it lose a step"):
            supposed = answer(name, case, f"If {unit} moves to {goal}, {asked}?")
            if supposed is None:
                continue
            tried += 1
            assert answer(name, case, f"When {unit} moves to {goal}, {asked}?") == supposed, (case["id"], asked)
        if tried >= TRIED:
            break
    assert tried or not any(True for _ in moves_said(name)) or not cases(name)
