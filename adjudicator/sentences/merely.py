"""What somebody is said to have only done, before something else is said: *46 did nothing but shell 1510 and now moves in*, *46 only shelled it; it …*,
*46 no hizo más que bombardear 1510*, *se limitó a bombardear*.

It is over, so it is put as *46 has shelled 1510*.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, lemmas, says

DOING, LIMITING, MORE_THAN = small("pro_verbs"), small("limiting_to"), small("more_than")
GOES_ON = frozenset(("AND", "THEN", "COMMA", "SEMI", "COLON", "DASH"))
WHO = frozenset(("UNIT", "PRON"))
LONG = 3
"""So many words at most are *nothing but*, *otra cosa que*."""


def merely(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows of a text with such deeds put as done before."""
    return [_over(row, len(rows) > at + 1) if row[-1].classes[0] != "QM" else row for at, row in enumerate(rows)]


def _over(row: list[Token], more: bool) -> list[Token]:
    for at in range(1, len(row) - 1):
        if not WHO & set(row[at - 1].classes[:1]):
            continue
        begin, verb = _only(row, at)
        if verb and (more or any(token.classes[0] in GOES_ON for token in row[verb + 1 :])):
            return [*row[:at], *_done(row[begin], row[verb]), *row[verb + 1 :]]
    return row


def _only(row: list[Token], at: int) -> tuple[int, int]:
    """Where *only did*, *did nothing but do* begins and where its verb stands; (0, 0) if it is nothing of the kind."""
    first, rest = row[at], row[at + 1 :]
    if says(first, "ADV", "only") and any(type_ == "PAST" for type_, _ in rest[0].means.get("V", ())):
        return at, at + 1
    denied = first.classes[0] == "NOT"
    does = at + denied + (row[at + denied].classes[0] in ("HV", "CL"))
    limits = bool(lemmas(row[does]) & LIMITING)
    if not limits and not (lemmas(row[does]) & DOING or row[does].classes[0] == "DO") or limits and denied:
        return 0, 0
    for words in range(1, LONG + 1):
        end = does + 1 + words
        said = " ".join(token.text.casefold() for token in row[does + 1 : end])
        if end < len(row) and "VI" in row[end].means and (limits and words == 1 and "P" in row[end - 1].classes or said in MORE_THAN):
            return at, end
    return 0, 0


def _done(at: Token, verb: Token) -> list[Token]:
    """Has done, in the place of other words."""
    lemma = str((verb.means.get("VI") or verb.means["V"])[0][1])
    found = [Token(at.text, at.start, verb.start, {"HV": [("HV", "have")]}), Token(verb.text, verb.start, verb.end, {"VP": [("VERB", lemma)]})]
    for token in found:
        token.spanish = verb.spanish
    return found
