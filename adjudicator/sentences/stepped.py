"""How many steps somebody has lost, or has left, in a phrase: *one step of four gone: does 13Rif …?*, *a step short, 13Rif attacks …*, *con un paso menos, …*.

It is told in a sentence before the rest, as *13Rif has lost one step of four*, *13Rif has one step left*.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.foregone import HAVING, who_acts
from adjudicator.sentences.token import Token, lemmas, says

STOPS = frozenset(("COMMA", "COLON", "SEMI"))
"""What may stand between the phrase and the question."""
GONE, SHORT, LEAVING = small("killed", "steps_short"), small("steps_short"), small("leaving")
BACK = small("retreating", "losing")
"""Verbs beside which a step less may be one that goes now, for a result."""
ENDS = {"COMMA": "COMMA", "LP": "RP"}
"""What ends a phrase behind a unit that begins so."""
LOSING = small("losing", "lacking")
DOWN_TO = small("down_to")
MERE = frozenset(("P", "DET", "NUM", "ADV", "OF", "PART", "HVG", "AND"))
"""Classes of words that may stand in the phrase beside what says that steps are gone or left."""


def stepped(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """Who has lost, or has left, so many steps, as a sentence; and the rest of the row. [] and the row if it leads in with nothing of the kind."""
    asks = row[-1].classes[0] == "QM"
    end = next((at for at, token in enumerate(row) if token.classes[0] in (STOPS if asks else ("COMMA",))), 0)
    told = steps_told(row[:end], row[end + 1 :]) if end and (asks or _so(row[:end], row[end + 1 :])) else []
    return (told, row[end + 1 :]) if told else _apposed(row)


def _so(phrase: list[Token], main: list[Token]) -> bool:
    """Whether a phrase says that steps are lacking, beside what is done: they are gone already."""
    short = any(token.text.casefold() in SHORT | DOWN_TO for token in phrase)
    return short and not any(lemmas(token) & BACK for token in main)


def _apposed(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """13Rif, three steps of four, attacks 1510; 13Rif, down one step, …; 13Rif (one step gone): how many it has, and the rest."""
    signs = [at for at, token in enumerate(row) if token.classes[0] in ("COMMA", "LP", "RP")]
    for begin, end in pairwise(signs):
        inner, before = row[begin + 1 : end], row[begin - 1]
        if not begin or before.classes[0] != "UNIT" or row[end].classes[0] != ENDS.get(row[begin].classes[0]):
            continue
        bracketed = row[begin].classes[0] == "LP"
        alone = bracketed or begin < 2 or row[begin - 2].classes[0] != "AND"
        whole = any(token.classes[0] == "OF" for token in inner)
        asks = row[-1].classes[0] == "QM"
        tells = whole or bracketed and asks or _so(inner, row[end + 1 :])
        if alone and tells and (told := steps_told(inner, [before], whole)):
            return told, [*row[:begin], *row[end + 1 :]]
    return [], row


def steps_told(lead: list[Token], main: list[Token], plain: bool = False) -> list[Token]:
    """What a phrase says of the steps of its unit, or of who acts in the rest; [] if it says anything else. `plain`: so many of so many are left."""
    step = next((at for at, token in enumerate(lead) if ("NOUN", "step") in token.means.get("W", ())), 0)
    first = step - 1
    if not step or not (says(lead[first], "DET", "indef") or lead[first].classes[0] == "NUM") or says(lead[0], "SUB"):
        return []
    many = _part_of(lead, first)
    whole = first if many >= 0 else _whole(lead, step)
    number = [lead[many if many >= 0 else first], _as(lead[step], "W", "NOUN", "step", True)]
    number += [_as(lead[step], "OF", "OF", "OF"), lead[whole]] if whole else []
    first, last = many if many >= 0 else first, max(whole, step)
    units = [token for token in lead[:first] if token.classes[0] == "UNIT"]
    rest = [token for token in (*lead[:first], *lead[last + 1 :]) if token not in units]
    gone = [token for token in rest if token.text.casefold() in GONE or lemmas(token) & LOSING]
    left = [token for token in rest if token not in gone and (says(token, "ADV", "left") or token.text.casefold() in DOWN_TO or lemmas(token) & LEAVING)]
    has = says(lead[0], "P", "WITH") or lead[0].text.casefold() in HAVING or lead[0].classes[0] == "HVG"
    if not (gone or left or plain or has) or any(token not in (*gone, *left) and token.classes[0] not in MERE for token in rest):
        return []
    if not gone and any(token.classes[0] == "V" and token not in left for token in rest) or len(units) > 1:
        return []
    now = any(token.classes[0] == "V" and not any(type_ == "PAST" for type_, _ in token.means["V"]) for token in gone)
    who = units or who_acts(main)
    if not who or units and now:  # 62R loses a step: a deed
        return []
    at = who[-1]
    verb = [_as(at, "HV", "HV", "have"), _as(at, "VP", "VERB", "lose")] if gone else [_as(at, "V", "VERB", "have")]
    return [*who, *verb, *number, *([] if gone or whole else [_as(lead[step], "ADV", "ADV", "left")])]


def _whole(lead: list[Token], step: int) -> int:
    """Where the number of all steps stands behind the steps: one step of its four, one step in four; 0 if it is not said."""
    tie = lead[step + 1 : step + 2]
    tied = bool(tie) and (tie[0].classes[0] == "OF" or says(tie[0], "P", "IN"))
    return next((at for at in range(step + 2, len(lead)) if lead[at].classes[0] == "NUM"), 0) if tied else 0


def _part_of(lead: list[Token], whole: int) -> int:
    """Where the number of some steps stands before that of all: three of its four steps; -1 if it is not said."""
    at = whole - 1
    while at > 0 and lead[at].classes[0] == "DET":
        at -= 1
    said = at > 0 and lead[at].classes[0] == "OF" and (lead[at - 1].classes[0] == "NUM" or says(lead[at - 1], "PRON", "one"))
    return at - 1 if said else -1


def _as(at: Token, class_: str, type_: str, value: str, there: bool = False) -> Token:
    """A word of this meaning, behind another or in its place."""
    found = Token(at.text, at.start if there else at.end, at.end, {class_: [(type_, value)]})
    found.spanish = at.spanish
    return found
