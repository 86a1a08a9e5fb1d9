"""How somebody stands, told in a phrase of its own: *with 39 gone, can 1Pz advance?*, *eliminada 39, …*, *being out of supply, …*, *can 1Pz, reduced, …?*

It is told in a sentence before the rest, as *39 is gone*: so it is a fact, and 39 has no part in the deed.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.foregone import who_acts
from adjudicator.sentences.token import Token, says

KILLED, BEING, NO_MORE = small("killed", "destroyed_so"), small("being"), small("no_more")
GONE = "eliminated:true"
NAMES = frozenset(("UNIT", "AND", "DET"))
LEADS = frozenset(("AND", "THEN"))


def absolute(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows, each behind how it says that somebody stands."""
    found: list[list[Token]] = []
    for row in rows:
        row = _gone(row)
        told, rest = _led(row)
        if not told:
            told, rest = _apposed(row)
        found += [told, rest] if told else [row]
    return found


def _gone(row: list[Token]) -> list[Token]:
    """39 is gone: it is destroyed."""
    for at in range(2, len(row)):
        ends = at + 1 == len(row) or row[at + 1].classes[0] in ("COMMA", "COLON", "SEMI", "AND")
        if ends and row[at].text.casefold() in NO_MORE and row[at - 1].classes[0] == "BE" and row[at - 2].classes[0] == "UNIT":
            return [*row[:at], _state(row[at]) or row[at], *row[at + 1 :]]
    return row


def _led(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """With 39 gone, …; once 39 is gone, …; eliminada 39, …; being reduced, …: who is so, and the rest."""
    end = next((at for at, token in enumerate(row) if token.classes[0] == "COMMA"), 0)
    lead, main = row[:end], row[end + 1 :]
    while lead and lead[0].classes[0] in LEADS:
        lead = lead[1:]
    state = next((token for token in lead if _state(token) is not None), None)
    if state is None or not main:
        return [], row
    words = [token for token in lead if token is not state and token.classes[0] != "ADV"]
    tied = bool(words) and (says(words[0], "P", "WITH") or says(words[0], "SUB", "while", "after", "because"))
    rest = [token for token in words[tied:] if token.classes[0] not in ("BE", "HV") and token.text.casefold() not in BEING]
    if not tied and rest == words and (not state.spanish or lead.index(state) > sum(token.classes[0] == "ADV" for token in lead)):
        return [], row  # 39 gone, …: nothing ties it to the rest
    units = rest or (who_acts(main) if any(token.text.casefold() in BEING for token in words) else [])
    named = any(token.classes[0] == "UNIT" for token in units) and all(token.classes[0] in NAMES for token in units)
    return (_said(units, state), main) if named else ([], row)


def _apposed(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """Can 39, out of supply, move: how it stands, and the rest."""
    commas = [at for at, token in enumerate(row) if token.classes[0] == "COMMA"]
    for begin, end in pairwise(commas):
        before, inner = row[begin - 1], row[begin + 1 : end]
        alone = begin < 2 or row[begin - 2].classes[0] != "AND"
        if row[-1].classes[0] == "QM" and before.classes[0] == "UNIT" and alone and len(inner) == 1 and _state(inner[0]) is not None and begin > 1:
            return _said([before], inner[0]), [*row[:begin], *row[end + 1 :]]
    return [], row


def _state(token: Token) -> Token | None:
    """The word for a state of units; None if it is none."""
    if token.text.casefold() in KILLED:
        return Token(token.text, token.start, token.end, {"W": [("STATUS", GONE)]})
    return token if any(type_ == "STATUS" for name in ("W", "ST") for type_, _ in token.means.get(name, ())) else None


def _said(units: list[Token], state: Token) -> list[Token]:
    """They are so."""
    be = Token(state.text, state.start, state.start, {"BE": [("BE", "be")]})
    so = _state(state) or state
    be.spanish = so.spanish = state.spanish
    return [*units, be, so]
