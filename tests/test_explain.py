"""`explain` reads of a file of cases no more than it needs, and finds the same."""

from __future__ import annotations

import pytest

from adjudicator.study.explain import _cases
from adjudicator.study.numbers import index_of
from tests.conftest import BOOKS, cases, rulebook


@pytest.mark.parametrize("name", BOOKS)
def test_cases_of_every_number(name: str) -> None:
    book = rulebook(name)
    for number in index_of(book):
        assert _cases(book, number) == [case["id"] for case in cases(name) if number in (case.get("rules") or ())]
