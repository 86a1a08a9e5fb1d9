"""What is to be done first is supposed as it is behind an if: can 46 advance once 47 has left 1510? In every book."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.conftest import BOOKS, Part, answer, cases, moves_said, partly

FIRST = ("once", "when", "after", "as soon as")
TRIED = 15


@partly(4, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_a_deed_that_is_to_be_done_first_is_carried_out(name: str, part: Part) -> None:
    tried = 0
    for case, unit, goal in islice(moves_said(name), 0, None, 2):
        for asked in (f"Can {unit} attack {goal}", f"Must {unit} stop in {goal}", f"Can {unit} move to {goal}", f"Is {unit} reduced"):
            supposed = answer(name, case, f"{asked} if {unit} moves to {goal}?")
            if supposed not in ("yes", "no"):
                continue
            tried += 1
            for word in part.turned(tried)(FIRST):
                said = answer(name, case, f"{asked} {word} {unit} has moved to {goal}?")
                assert said in (None, supposed), (case["id"], asked, word)
        if tried >= TRIED // part.of:
            break
    assert tried or not any(True for _ in moves_said(name)) or not cases(name)
