"""What an error is told with: the labels of what was expected, and known names that look like the word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from adjudicator.language.errors import NotUnderstood, close_to, longest
from adjudicator.language.folding import fold
from adjudicator.language.model import Names
from adjudicator.sentences.packed import once
from adjudicator.sentences.tokens import Words

NAMED = frozenset(("VERB", "NOUN", "SIDE", "WEATHER", "TERRAIN", "FEATURE", "HEX", "PHASE", "STATUS", "MARKERKIND", "MARKER"))
"""Types of words that are offered for one that is not known."""

SHORTEST = 3
"""Letters of a phrase that is offered."""
ALIKE = 2
"""Letters of a word that has enough in common with the shortest of them."""


def nearest(words: Words, word: str, names: Names, limit: int = 3, types: Iterable[str] = NAMED) -> dict[str, tuple[str, ...]]:
    """Known names and words of these types that look like this one, nearest first, for each language of the words.

    A unit is given with where it stands (`16Pz @ 2218`), if that is known.
    """
    kept: dict[Any, dict[str, tuple[str, ...]]] = names.table.near if names.table is not None and names.table.words is words else {}
    return once(kept, (word, limit, tuple(types)), lambda key: _nearest(words, word, names, limit, types))


def _nearest(words: Words, word: str, names: Names, limit: int, types: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """`nearest`, looked for."""
    folded = fold(word)[:60]
    everywhere: dict[str, str] = {}
    for unit in (*names.units, *names.others):
        place = names.places.get(unit)
        everywhere[fold(unit)] = f"{unit} @ {place}" if place else unit
    for kind, marker in names.markers:
        everywhere[fold(f"{kind} {marker}")] = f"{kind} {marker}"
    unlike = len(folded) < ALIKE or any(char.isdigit() for char in folded)
    known = {language: dict(everywhere) for language, _ in words.tables}
    for language, phrase in () if unlike else words.phrases(types, folded, longest(folded)):
        if len(phrase) >= SHORTEST:
            known[language].setdefault(phrase, phrase)
    shared = known.pop("", {})
    return {
        language: tuple(entries[hit] for hit in close_to(folded, entries, limit))
        for language, entries in ((lang, {**shared, **mine}) for lang, mine in known.items())
    }


def told(error: NotUnderstood, words: Words, text: str, names: Names) -> NotUnderstood:
    """The error with all that a player is shown."""
    error.labels = words.labels
    error.word = word = error.word or text[error.start : error.end]
    if error.message_key == "no_place" and word.isdecimal() and not words.hexes.fullmatch(word) and word not in (*names.units, *names.others):
        if len(word) > 2:
            error.message_key, error.expected = "unknown_hex", ("HEX",)
            error.look = cache(lambda: {"": tuple(close_to(word, dict.fromkeys(names.places.values())))})
        else:
            alike = tuple([unit for unit in (*names.units, *names.others) if unit.startswith(word) and not unit[len(word) : len(word) + 1].isdigit()])
            if alike:
                error.message_key, error.expected = "unknown_unit", ()
                error.look = cache(lambda: {"": alike[:3]})
    elif error.message_key == "unknown_word":
        if words.hexes.match(word) or word.isdecimal():
            error.message_key, error.expected = "unknown_hex", ("HEX",)
        elif any(char.isdigit() for char in word) and any(char.isalpha() for char in word):
            error.message_key, error.expected = "unknown_unit", ()
        error.look = cache(lambda: nearest(words, word, names))
    return error
