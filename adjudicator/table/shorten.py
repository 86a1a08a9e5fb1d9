"""Abbreviations: words of a declaration that are cut short are completed, where only one reading makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ground.folding import fold
from adjudicator.language import Ambiguous, Entry, NotUnderstood

if TYPE_CHECKING:
    from adjudicator.language import Names
    from adjudicator.sentences import Spoken

LEAST = 2  # letters of an abbreviation
READ = 240  # words that are read in all, line by line
WORDS = 5  # words of a line that may be cut short
_WIDE = 10  # completions of one word that are tried
_TYPES = ("VERB", "SIDE", "WEATHER", "TERRAIN", "FEATURE", "PHASE", "STATUS", "MARKERKIND", "MARKER", "HEX")


def completed(text: str, language: Spoken, names: Names) -> list[str]:
    """The ways to write a text out that make sense and mean different things; one if the abbreviations are clear, none if there is no way."""
    vocabulary = _vocabulary(language, names)
    found: list[tuple[str, Entry]] = []
    to_read = [READ]

    def explore(said: str, left: int) -> None:
        if to_read[0] <= 0:
            return
        to_read[0] -= len(said.replace("-", " ").split())
        try:
            entry = language.glance(said, names)
        except Ambiguous as error:
            start, end = error.start, error.end
        except NotUnderstood as error:
            start, end = error.start, error.end
        else:
            if all(entry.parts != other.parts for _, other in found):
                found.append((said, entry))
            return
        if not left:
            return
        for here, stop in _words_at(said, start, end):
            whole = fold(said[here:stop]) in _whole[id(language)]
            options = [] if whole else _options(said[here:stop], vocabulary)
            for option in options[:_WIDE]:
                explore(said[:here] + option + said[stop:], left - 1)
            if options:
                return

    explore(text, WORDS)
    return [said for said, _ in found]


def _words_at(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the words of a stretch begin and end: the one at fault first, then those before it."""
    places: list[tuple[int, int]] = []
    at = 0
    for part in text.split(" "):
        stop = at + len(part.rstrip(",;:.?!"))
        if stop > at:
            places.append((at, stop))
        at += len(part) + 1
    touching = [place for place in places if place[0] < max(end, start + 1) and place[1] > start]
    return touching or places


_whole: dict[int, set[str]] = {}  # words that are whole as they stand
_spoken: dict[int, dict[str, str]] = {}  # the words of a language that may be cut short, looked for once


def _vocabulary(language: Spoken, names: Names) -> dict[str, str]:
    """Folded word -> how it is written: units and markers first, then the words of both languages."""
    found: dict[str, str] = {}
    for unit in (*names.units, *names.others):
        found.setdefault(fold(unit), unit)
    for kind, marker in names.markers:
        found.setdefault(fold(f"{kind} {marker}"), f"{kind} {marker}")
    words = _spoken.get(id(language))
    if words is None:
        for _, known in language.words.tables:
            _whole.setdefault(id(language), set()).update(known)
        words = _spoken[id(language)] = {phrase: phrase for _, phrase in language.words.phrases(_TYPES) if " " not in phrase and len(phrase) > LEAST}
    return {**words, **found}


def _options(word: str, vocabulary: dict[str, str]) -> list[str]:
    """What a word may be short for, the shortest first; a number is short for a unit of that number."""
    start = fold(word)
    if len(start) < LEAST or start in vocabulary:
        return []
    if start.isdigit():
        return [full for key, full in vocabulary.items() if key.startswith(start) and not key[len(start) : len(start) + 1].isdigit()]
    found = [(len(key), full) for key, full in vocabulary.items() if key.startswith(start)]
    return [full for _, full in sorted(found)]
