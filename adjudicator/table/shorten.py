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
    named = _named(names)
    found: list[tuple[str, Entry]] = []
    to_read = [READ]
    short_for: dict[str, list[str]] = {}

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
            whole = any(fold(said[here:stop]) in known for _, known in language.words.tables)
            if not whole and said[here:stop] not in short_for:
                short_for[said[here:stop]] = _options(said[here:stop], named, language)
            options = [] if whole else short_for[said[here:stop]]
            made: set[frozenset[str]] = set()  # what the verbs say that made a line of it: other forms of them say the same
            for option in options[:_WIDE]:
                before, senses = len(found), language.words.deeds_of(fold(option))
                if senses not in made:
                    explore(said[:here] + option + said[stop:], left - 1)
                    made |= {senses} if senses and len(found) > before else set()
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


def _named(names: Names) -> dict[str, str]:
    """Units and markers: folded name -> how it is written."""
    found: dict[str, str] = {}
    for unit in (*names.units, *names.others):
        found.setdefault(fold(unit), unit)
    for kind, marker in names.markers:
        found.setdefault(fold(f"{kind} {marker}"), f"{kind} {marker}")
    return found


def _options(word: str, named: dict[str, str], language: Spoken) -> list[str]:
    """What a word may be short for, the shortest first; a number is short for a unit of that number."""
    start = fold(word)
    if len(start) < LEAST:
        return []
    known = {phrase: phrase for phrase in language.words.begun(_TYPES, start) if len(phrase) > LEAST}
    known.update((key, full) for key, full in named.items() if key.startswith(start))
    if start in known:
        return []
    if start.isdigit():
        return [full for key, full in known.items() if not key[len(start) : len(start) + 1].isdigit()]
    return [full for _, full in sorted((len(key), full) for key, full in known.items())]
