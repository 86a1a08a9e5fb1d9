"""What is not understood is said with the word to blame; and whatever is typed, an entry or such an error comes of it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.language import Ambiguous, Entry, Names, NotUnderstood, explain
from tests.conftest import BOOKS, every, language
from tests.spoken import MARKERS, ROOT, UNITS

FOLDER = ROOT / "tests" / "sentences"
PLACES = {"16Pz": "2218", "19Pz": "2217", "68Inf": "2606", "9Mech": "2119"}
OPEN = frozenset((FOLDER / "open_broken.txt").read_text("utf-8").splitlines())
"""Texts whose error is not yet told as well as it should be."""


@cache
def names(book: str) -> Names:
    """The names of a position, once for each book."""
    assert book in BOOKS
    return Names(UNITS, MARKERS, PLACES)


def _broken() -> list[tuple[str, str, str, str]]:
    """(language, text, word, said) of tests/sentences/broken_??.txt."""
    rows = []
    for path in sorted(FOLDER.glob("broken_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                text, _, word, said = (field.strip() for field in line.split("|"))
                rows.append((path.stem[-2:], text, word, said))
    return rows


@every(lambda: (row for row in _broken() if row[1] not in OPEN))
def test_broken(lang: str, text: str, word: str, said: str) -> None:
    """The mistake is named with its word and column, with what was expected there and what is near, in the player's language."""
    with pytest.raises(NotUnderstood) as caught:
        language("fpa").parse(text, names("fpa"))
    assert explain(caught.value, lang) == said
    assert text[caught.value.start : caught.value.end] in (word, "")


def test_a_name_two_units_fit_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        language("fpa").parse("the 16th attacks 3010", Names(["16Pz", "16Inf"]))
    assert set(caught.value.candidates) == {"16Pz", "16Inf"}


_ROW = """KG Br attacks ataca 3010 - ; , and y from de to a 1 3:1 can ? ¿ roll score the is supply DL1+DR german not moves what 3-3 river between town
Vinnitsa 12.3 reading A-24 combat/movement phase who if which has with without both each only all two retreats se no que support lost already ( ) :
must may where when they it its 5 hexes enemy adjacent stack"""
_WORDS = st.sampled_from([*UNITS, *_ROW.split(), "air point", "how many", "se retira", "next to", "al lado de"])


def _heard(book: str, text: str) -> None:
    try:
        entry = language(book).parse(text, names(book))
    except NotUnderstood as error:
        assert explain(error, "en") and explain(error, "es")
        assert 0 <= error.start <= error.end <= len(text)
    else:
        assert isinstance(entry, Entry) and entry.parts


@given(st.sampled_from(BOOKS), st.text(max_size=60))
@settings(max_examples=30)
def test_any_text(book: str, text: str) -> None:
    _heard(book, text)


@given(st.sampled_from(BOOKS), st.lists(_WORDS, max_size=12).map(" ".join))
@settings(max_examples=100)
def test_any_row_of_words(book: str, text: str) -> None:
    _heard(book, text)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "text", ["\0", "16Pz \0 attacks", "😀 attacks 3010", "a" * 10_000, "16Pz and " * 1200, ";" * 300, "9" * 500, "-", "²:1", "x²", "n't do"]
)
def test_odd_texts(book: str, text: str) -> None:
    _heard(book, text)


@pytest.mark.parametrize("text", ["", "  ", ";", " ; "])
def test_nothing_is_said(text: str) -> None:
    with pytest.raises(NotUnderstood):
        language("fpa").parse(text, names("fpa"))
