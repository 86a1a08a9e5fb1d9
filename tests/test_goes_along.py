"""Who is said to go along in a sentence of his own does what the others do, in every book: it was told back and he stayed behind."""

from __future__ import annotations

import re

import pytest

from tests.conftest import BOOKS, cases
from tests.test_dice_told import ruled

TRIED = 8
ALONG = ("{u} {v} {h}; {w} goes along", "{u} {v} {h} and {w} joins in", "{u} {v} {h}. {w} tags along", "{u} {v} {h}, and {w} comes along")
PLAIN = re.compile(r"(\S+) and (\S+) (move|advance|retreat|exit)s? ([^;,?]*)")


@pytest.mark.parametrize("name", BOOKS)
def test_who_goes_along_goes_too(name: str) -> None:
    tried = 0
    for case in cases(name):
        line = case["declaration"].get("en", "").removesuffix(".")
        found = PLAIN.fullmatch(line)
        if found is None or " and " in found[4] or tried == TRIED or not (plain := ruled(name, case["situation"], line)):
            continue
        tried += 1
        for form in ALONG:
            said = form.format(u=found[1], w=found[2], v=f"{found[3]}s", h=found[4])
            assert ruled(name, case["situation"], said) == plain, (case["id"], said)
    if not tried:
        pytest.skip("no case of it")
