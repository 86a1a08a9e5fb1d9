"""Other groupings of a sentence that makes no sense as it stands; looked at only then.

* `calls the attack off`: a verb whose second word stands behind what it is done to.
* `16Pz, out of supply, attacks 2119`, `which has attacked`, `who is pinned`: what is said of a unit in passing is a clause of its
  own, read before the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.language.folding import ATOM, fold
from adjudicator.language.lexer import Lookup, Tok

LINKS = frozenset(("AND", "FILL", "ART"))
DROPPED = frozenset(("FILL", "ART", "PAST", "REL"))
SAID = frozenset(("STATUS", "FILL", "ART", "AND", "PAST", "BE", "REL", "NUM"))
"""What an aside without a verb is made of; one of it is a state."""
FAR = 9
"""So many tokens at most stand between a verb and its second word."""


def regrouped(row: list[Tok], text: str, names: Lookup) -> Iterator[list[list[Tok]]]:
    """The sentence as one or more rows, in the order in which they are to be read."""
    asides, rest = lifted(row)
    if asides:
        yield [*asides, rest]
    for joined in rejoined(row, text, names):
        yield [joined]
        asides, rest = lifted(joined)
        if asides:
            yield [*asides, rest]


def rejoined(row: list[Tok], text: str, names: Lookup) -> Iterator[list[Tok]]:
    """The row with the second word of a verb put beside the first: calls off the attack."""
    for at, tok in enumerate(row):
        begun = names.get(fold(text[tok.start : tok.end]))[1] if ATOM.fullmatch(fold(text[tok.start : tok.end])) else {}
        if not begun:
            continue
        for behind in range(at + 2, min(len(row), at + FAR)):
            if row[behind].value == ",":
                break
            second = fold(text[row[behind].start : row[behind].end])
            verbs = [option for rest, _, options in begun.get(second, ()) if not rest for option in options if option[0] == "VERB"]
            if verbs:
                verb = Tok(*verbs[0], tok.start, tok.end, verbs if len(verbs) > 1 else None)
                between = [*row[at + 1 : behind]]
                if behind == len(row) - 1:  # the clause ends where its last word does
                    between[-1] = between[-1].copy()
                    between[-1].end = row[behind].end
                yield [*row[:at], verb, *between, *row[behind + 1 :]]


def lifted(row: list[Tok], enclosed: bool = False) -> tuple[list[list[Tok]], list[Tok]]:
    """What is said in passing of units, each with its unit as a row of its own; and the row without it.

    ``enclosed``: only what stands between two commas, with a verb behind the second, and cannot be anything else.
    """
    asides: list[list[Tok]] = []
    rest: list[Tok] = []
    at = fence = 0  # behind the fence stands what is named since the last aside
    while at < len(row):
        tok = row[at]
        rest.append(tok)
        at += 1
        if not tok.may_be("UNIT"):
            stop = 0 if enclosed else _state(row, at - 1) if asides or any(other.may_be("UNIT") for other in rest) else 0
            if stop:
                said = [other for other in row[at - 1 : stop] if other.type != "THEN"]
                rest.pop()
                unit = max(place for place, other in enumerate(rest) if other.may_be("UNIT"))
                asides.append([*_subject(rest[: unit + 1]), Tok("BE", "be", tok.start, tok.start), *said])
                at = stop
            continue
        stop = _aside(row, at)
        if stop and enclosed and not _goes_on(row, at, stop):
            continue
        if stop:
            said = [other for other in row[at:stop] if other.value != "," and not other.may_be("REL")]
            if not any(other.type == "BE" or other.may_be("DO") or other.may_be("VERB") for other in said):
                said.insert(0, Tok("BE", "be", tok.end, tok.end))
            asides.append([*_subject(rest[fence:]), *said])
            fence = len(rest)
            at = stop + 1 if stop < len(row) and row[stop].value == "," else stop
    return asides, rest


def _goes_on(row: list[Tok], at: int, stop: int) -> bool:
    """Whether the aside stands between two commas and its unit does something behind the second."""
    behind = next((tok for tok in row[stop + 1 :] if tok.type not in DROPPED), None)
    return row[at].value == "," and behind is not None and (behind.may_be("VERB") or behind.may_be("DO") or behind.may_be("AUX"))


def _state(row: list[Tok], at: int) -> int:
    """Where a state that ends a clause ends: `is wiped out while out of supply`; 0 if none begins here."""
    if row[at].type != "THEN" and not row[at].may_be("STATUS"):
        return 0
    stop = next((place for place in range(at, len(row)) if row[place].value == ","), len(row))
    said = row[at + 1 : stop] if row[at].type == "THEN" else row[at:stop]
    fits = said and all(any(tok.may_be(type_) for type_ in SAID) for tok in said) and any(tok.may_be("STATUS") for tok in said)
    return stop if fits else 0


def _subject(before: list[Tok]) -> list[Tok]:
    """The unit just read and those named with it."""
    first = len(before) - 1
    while first > 1 and (before[first - 1].value == "," or before[first - 1].may_be("AND")) and before[first - 2].may_be("UNIT"):
        first -= 2
    return before[first:]


def _aside(row: list[Tok], at: int) -> int:
    """Where the aside that begins here ends; 0 if none does."""
    start = at
    if at < len(row) and row[at].value == ",":
        at += 1
    comma = at > start
    if at >= len(row):
        return 0
    stop = next((place for place in range(at, len(row)) if row[place].value == ","), len(row))
    said = row[at:stop]
    if not said:
        return 0
    if said[0].may_be("REL"):
        behind = next((tok for tok in said[1:] if tok.type not in DROPPED), None)
        return stop if behind is not None and (behind.type == "BE" or behind.may_be("DO") or behind.may_be("VERB") or behind.may_be("STATUS")) else 0
    counted = len(said) == 2 and said[0].may_be("NUM") and "step" in said[1].nouns()  # 16Pz (6 steps)
    if counted and comma:
        return stop
    if not comma or not any(tok.may_be("STATUS") for tok in said):
        return 0
    for place in range(at, stop):
        if not any(row[place].may_be(type_) for type_ in SAID):
            return 0
    return stop
