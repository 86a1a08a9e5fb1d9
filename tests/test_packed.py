"""Words that lie packed in one text are found as in a plain mapping, however many are asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.sentences import packed
from adjudicator.sentences.packed import ENTRY, FIELD, LINE, Packed, readings

WORD = st.text(st.characters(codec="utf-8", exclude_characters=LINE + ENTRY + FIELD), min_size=1, max_size=4)
READING = st.tuples(WORD, WORD, WORD, WORD, WORD)


@given(st.dictionaries(WORD, st.lists(READING, min_size=1, max_size=3), max_size=12), st.lists(WORD, max_size=8), st.integers(1, 2))
def test_what_is_packed_is_found(table: dict[str, list[tuple[str, ...]]], others: list[str], times: int) -> None:
    found = Packed(packed.packed(table))
    for _ in range(times):
        for word in [*table, *others]:
            told = [("".join(rest), *entry) for rest, entry in readings(found, word)]
            assert told == [("".join(each[0].split()), *each[1:]) for each in table.get(word, ())]
            assert (word in found) == (word in table)
    assert sorted(found) == sorted(table) and len(found) == len(table)


@pytest.mark.parametrize("odd", [LINE, ENTRY, FIELD])
def test_a_word_that_can_not_be_packed_is_refused(odd: str) -> None:
    with pytest.raises(ValueError, match="a word or value"):
        packed.packed({"a": [("", "W", "NOUN", f"x{odd}", "")]})
