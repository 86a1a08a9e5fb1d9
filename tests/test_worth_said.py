"""What a unit is worth in defence is the same question in whatever words it is put, in every book."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tests.conftest import BOOKS, Part, answer, cases, partly

ASKED = (
    "What is {} worth in defence?",
    "How much is {} worth on defence?",
    "How strong is {} in defence?",
    "How strong is {} when it defends?",
    "¿Cuánto vale {} en defensa?",
    "¿Con cuánto defiende {}?",
)
TRIED = 12


@partly(3, split=False)
@pytest.mark.parametrize("name", [name for name in BOOKS if name not in ("bcs", "arnhem")])
def test_what_it_is_worth_in_defence_is_asked_in_any_words(name: str, part: Part) -> None:
    tried = 0
    plain = ((case, unit["id"]) for case in cases(name) for unit in case["situation"].get("units") or () if isinstance(unit.get("defense"), int))
    for case, unit in islice(((case, unit) for case, unit in plain if re.fullmatch(r"[\dA-Z]\w*[A-Za-z]", unit)), 0, None, 9):
        worth = answer(name, case, f"With how much does {unit} defend?")
        if worth is None:
            continue
        tried += 1
        for form in part.turned(tried)(ASKED):
            assert answer(name, case, form.format(unit)) == worth, (case["id"], form.format(unit))
        if tried == TRIED:
            break
    assert tried
