"""How somebody stands, told in a phrase of its own: *with 39 gone, can 1Pz advance?*, *eliminada 39, …*, *being out of supply, …*, *can 1Pz, reduced, …?*

It is told in a sentence before the rest, as *39 is gone*: so it is a fact, and 39 has no part in the deed.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.foregone import who_acts
from adjudicator.sentences.token import VERBAL, Token, says

EPITHETS = frozenset(("ADJ", "WORD"))
"""Types of words of the general dictionary that a unit may be called by: poor 4GTk."""
LACKED = frozenset(("supply", "comms"))
"""What units may be without: a state of theirs."""
PARTS = frozenset(("COMMA", "COLON", "SEMI", "AND", "THEN", "SUB"))
LACKING, LOSING, HAVING, CUT_OFF, BECOMING = (small(name) for name in ("lacking", "losing", "having", "cut_off", "ending_up"))
KILLED, BEING, NO_MORE = small("killed", "destroyed_so"), small("being"), small("no_more")
GONE = "eliminated:true"
NAMES = frozenset(("UNIT", "AND", "DET"))
LEADS = frozenset(("AND", "THEN"))


def absolute(rows: list[list[Token]], aside: list[tuple[int, int]]) -> list[list[Token]]:
    """The rows, each behind how it says that somebody stands; `aside` gets what it is called by the way."""
    found: list[list[Token]] = []
    asking = any(row[-1].classes[0] == "QM" for row in rows)
    for row in rows:
        row = _lacking(_gone(_plain(row, aside)), asking)
        told, rest = _led(row)
        if not told:
            told, rest = _apposed(row)
        found += [told, rest] if told else [row]
    return found


def _plain(row: list[Token], aside: list[tuple[int, int]]) -> list[Token]:
    """Poor 4GTk is gone: without a word that says nothing of how it stands."""
    for at, token in enumerate(row[:-2]):
        mere = token.classes[0] in ("W", "ADV") and {type_ for kept in token.means.values() for type_, _ in kept} <= EPITHETS
        if mere and row[at + 1].classes[0] == "UNIT" and row[at + 2].classes[0] == "BE":
            aside.append((token.start, token.end))
            return [*row[:at], *row[at + 1 :]]
    return row


def _gone(row: list[Token]) -> list[Token]:
    """39 is gone: it is destroyed."""
    for at in range(2, len(row)):
        ends = at + 1 == len(row) or row[at + 1].classes[0] in ("COMMA", "COLON", "SEMI", "AND")
        if ends and row[at].text.casefold() in NO_MORE and row[at - 1].classes[0] == "BE" and row[at - 2].classes[0] == "UNIT":
            return [*row[:at], _state(row[at]) or row[at], *row[at + 1 :]]
    return row


def _lacking(row: list[Token], asking: bool) -> list[Token]:
    """47R has lost its supply, lacks supply, is cut off from it: it is out of supply; that it has none is so before a question, else a book may try it."""
    for at, token in enumerate(row):
        noun = next((str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN" and value in LACKED), "")
        begin = max((place + 1 for place in range(at) if PARTS & set(row[place].classes[:1])), default=0)
        behind = row[at + 1 : at + 2]
        if begin < at and any(type_ == "STATUS" for type_, _ in token.means.get("ST", ())) and (put := _left_so(row[begin:at])):
            return [*row[:begin], *put, *row[at:]]
        if not noun or behind and not PARTS & set(behind[0].classes[:1]):
            continue
        clause = row[begin:at]
        whose = next((place for place, word in enumerate(clause) if word.classes[0] in ("UNIT", "PRON")), -1)
        who, rest = clause[whose : whose + 1], [word for place, word in enumerate(clause) if place != whose and word.classes[0] != "ADV"]
        if whose < 0 or not rest or not _lacks(rest, asking):
            continue
        state = Token(token.text, clause[0].start, token.end, {"ST": [("STATUS", f"{noun}:out")], "W": [("STATUS", f"{noun}:out")]})
        state.spanish = token.spanish
        return [*row[:begin], *_said(who, state), *row[at + 1 :]]
    return row


def _left_so(words: list[Token]) -> list[Token]:
    """47R se ha quedado sin suministro: it is so; [] if the words before a state say anything else."""
    ends = [word for word in words if any(str(value) in BECOMING for name in VERBAL for _, value in word.means.get(name, ()))]
    rest = [word for word in words[1:] if word not in ends and word.classes[0] not in ("CL", "HV", "ADV")]
    if words[0].classes[0] != "UNIT" or len(ends) != 1 or rest or not any(word.classes[0] == "CL" for word in words):
        return []
    be = Token(ends[0].text, ends[0].start, ends[0].end, {"BE": [("BE", "be")]})
    be.spanish = ends[0].spanish
    return [words[0], be]


def _lacks(words: list[Token], asking: bool) -> bool:
    """Whether words say that somebody has no more of something, or none."""
    denied = any(word.classes[0] == "NOT" or says(word, "DET", "no") for word in words)
    helped = any(word.classes[0] != "HV" and set(word.classes) & {*VERBAL} for word in words)
    verbs = [word for word in words if not (helped and word.classes[0] == "HV")]
    lemmas = {str(value) for word in verbs for name in VERBAL for type_, value in word.means.get(name, ()) if type_ in ("VERB", "PAST")}
    over = any(word.classes[0] == "HV" or any(type_ == "PAST" for type_, _ in word.means.get("V", ())) for word in words)
    cut = any(word.text.casefold() in CUT_OFF for word in words) and any(says(word, "P", "FROM") or word.classes[0] == "OF" for word in words)
    light = all(
        word.classes[0] in ("HV", "CL", "DET", "NOT", "P", "OF", "BE") or set(word.classes) & {*VERBAL} or word.text.casefold() in CUT_OFF for word in words
    )
    if any(word.classes[0] in ("MOD", "MODI", "QP", "QD") for word in words) or not light:
        return False
    return (
        cut
        and not denied
        or lemmas.isdisjoint(HAVING)
        and not denied
        and bool(lemmas & LACKING or lemmas & LOSING and over)
        or asking
        and denied
        and bool(lemmas & HAVING)
    )


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
