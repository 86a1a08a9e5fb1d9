"""A few cases of every book, said in the general constructions that hold for all (`tests/sentences/anew.txt`, save those of `open_anew.txt`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BOOKS, Part, cases, partly
from tests.sentences.said_anew import constructions, said, sentences, verdict

OPEN = {line.replace(" ?", " ") for line in (Path(__file__).parent / "sentences" / "open_anew.txt").read_text("utf-8").splitlines() if line[:1] not in "#"}
FEW = 4
"""So many cases of a book are drawn."""


@partly(split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_a_case_said_anew_gets_its_ruling(book: str, part: Part) -> None:
    """A statement gets the ruling of the case, a question asks about just its act."""
    wrong = []
    for deed in said(book, len(cases(book)) // max(1, FEW // part.of)):
        for one, text in sentences(deed):
            if f"{one.lang} {one.of} {one.text}" not in OPEN and (came := verdict(book, deed, text, one.asks)) != "right":
                wrong.append((came, deed.case["id"], text))
    assert not wrong


def test_what_is_open_is_a_construction() -> None:
    assert {f"{one.lang} {one.of} {one.text}" for one in constructions()} >= OPEN
