"""The same lines get the same ruling by every way in: each script goes one way, drawn by its id (tests/one_way.py plays all of them)."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from tests.conftest import BOOKS, cases
from tests.evenings import evenings
from tests.one_way import LANGUAGES, LOGS, difference, drawn, of_case, of_evening, of_log


@pytest.mark.parametrize(("book", "number"), [(book, number) for book in BOOKS for number in range(len(cases(book)))])
def test_a_case_goes_one_way(book: str, number: int) -> None:
    """In one of its languages, drawn as well."""
    case = cases(book)[number]
    script = of_case(book, case, LANGUAGES[zlib.crc32(case["id"].encode()) >> 8 & 1])
    assert difference(script, drawn(script)) is None


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_log_goes_one_way(path: Path) -> None:
    script = of_log(path.name, path)
    assert difference(script, drawn(script)) is None


@pytest.mark.parametrize("name", evenings())
def test_an_evening_goes_one_way(name: str) -> None:
    script = of_evening(name)
    assert difference(script, drawn(script)) is None
