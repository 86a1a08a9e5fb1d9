"""A line of a ledger that is claimed by its cause and no number: *with the concentric bonus*, *a concentric attack*, *… and I count the river shift*.

It is taken out of what is done and compared with the ruling on it, (slot `reckoned`). In a question it is part of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.ground.declaration import Query
from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, lemmas, says

if TYPE_CHECKING:
    from adjudicator.sentences.askable import Asks

STRIKING, CLAIMING = small("striking"), small("claiming_line")
BETWEEN = frozenset(("OF", "P", "DET"))
"""Classes of what stands between a bonus and its cause."""
LEADS = frozenset(("DET", "COMMA", "AND", "PRON", "CL", "MODF"))
"""Classes of what stands before who claims it."""
SIGNS = ("+", "-", "−")
DENYING = frozenset(("NOT", "WITHOUT"))


def caused(rows: list[list[Token]], asks: Asks, text: str, claims: list[Query]) -> list[list[Token]]:
    """The rows without the lines that are claimed of what the last of them does; `claims` gets these."""
    asking = any(token.classes[0] == "QM" for row in rows for token in row)
    rows = rows if asking else [each for row in rows for each in _modified(row)]
    last = next((at for at in range(len(rows) - 1, -1, -1) if _fights(rows[at])), -1)
    if asking or last < 0:
        return rows
    found = list(rows)
    for at in range(last, len(rows)):
        span = _claimed(found[at], asks)
        if span is None:
            continue
        begin, end, marks = span
        claims.append(Query("claim", text[found[at][begin].start : found[at][end - 1].end].strip(" ,"), marks))
        found[at] = [*found[at][:begin], *found[at][end:]]
    return [row for row in found if row]


def _modified(row: list[Token]) -> list[list[Token]]:
    """5FJD rolls for SNAFU with the +2: a number with its sign that a deed is done with is a claim of its own, a modifier of +2."""
    at = len(row) - 1
    while at > 0 and says(row[at - 1], "DET", "def", "indef"):
        at -= 1
    if at < 2 or row[-1].text[:1] not in SIGNS or row[-1].classes[0] != "NUM" or not says(row[at - 1], "P", "WITH"):
        return [row]
    number = row[-1]
    return [row[: at - 1], [Token(number.text, number.start, number.start, {"W": [("NOUN", "drm")]}), number]]


def _fights(row: Sequence[Token]) -> bool:
    return any(lemmas(token) & STRIKING or ("NOUN", "attack") in token.means.get("W", ()) or says(token, "P", "AGAINST") for token in row)


def _claimed(row: Sequence[Token], asks: Asks) -> tuple[int, int, tuple[str, ...]] | None:
    """Where in a row such a claim begins and ends, and the marks of its lines."""
    if any(token.classes[0] in DENYING or "WITHOUT" in str(token.means.get("P", "")) for token in row):
        return None
    for at, token in enumerate(row):
        cause = next(((name, marks) for name, words, marks in asks.causes if _features(token) & words), None)
        if cause is None:
            continue
        part = at + 1 < len(row) and bool(_features(row[at + 1]) & asks.parts)
        behind = _part_before(row, at, asks)
        if part or behind < at:
            begin, end = _led(row, behind), at + 1 + part
            if begin < behind:
                return begin, end, cause[1]
        if token.type == "ADJ" and cause[0] in asks.claimed:
            if part or behind < at:  # with KG Br and the concentric bonus
                led = next((place for place in range(behind - 1, -1, -1) if row[place].classes[0] not in ("DET", "AND")), behind)
                return led + 1, at + 1 + part, cause[1]
            begin = _led(row, at)
            alone = begin < at and (at + 1 == len(row) or row[at + 1].classes[0] in ("COMMA", "SEMI"))
            return (begin if alone else at), at + 1, cause[1]
    return None


def _features(token: Token) -> set[str]:
    return {name for type_, value in token.means.get("W", ()) for name in (type_, f"{type_}:{value}")}


def _part_before(row: Sequence[Token], at: int, asks: Asks) -> int:
    """Where the word for such a line stands before its cause: the bonus for the concentric attack; `at` if it does not."""
    for place in range(at - 1, max(-1, at - 5), -1):
        if _features(row[place]) & asks.parts:
            return place
        if row[place].classes[0] not in BETWEEN and ("NOUN", "attack") not in row[place].means.get("W", ()):
            break
    return at


def _led(row: Sequence[Token], at: int) -> int:
    """Where what is claimed begins, with who claims it: with the, and I count the, that is; `at` if nothing says so."""
    begin, said = at, False
    while begin:
        token = row[begin - 1]
        claims = says(token, "P", "WITH") or bool(lemmas(token) & CLAIMING) or token.classes[0] == "BE"
        if not claims and token.classes[0] not in LEADS:
            break
        begin, said = begin - 1, said or claims
    return begin if said else at
