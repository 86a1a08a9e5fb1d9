"""Who is there already where somebody goes: *26 retreats to 1511 onto 25 and 27*, *… to 2812 with 5Gds*, *… a 1511, donde ya están 25 y 27*.

They stand there, so they do nothing in the deed: the position says it anyhow, and it is told back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, lemmas, says, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation

Span = tuple[int, int]
ONTO = small("onto")
NAMES = frozenset(("DET", "AND", "COMMA", "PRON"))
STANDS = frozenset(("BE", "V", "ADV", "HV"))
"""Classes of the words that say that they stand there."""


def met(situation: Situation, text: str, row: list[Token]) -> list[Span]:
    """Where a text names, behind the hex that somebody goes to, those of his side who stand there already. `row`: its words."""
    found: list[Span] = []
    for at in range(1, len(row) - 2):
        hex_, tie = row[at], row[at - 1]
        if hex_.classes[0] != "HEX" or says(tie, "P", "FROM") or not (says(tie, "P", "IN", "TO", "VIA") or {"IN", "TO"} & _rels(tie)):
            continue
        begin = next((place + 1 for place in range(at, -1, -1) if row[place].classes[0] in ("SEMI", "QM")), 0)
        going = {_side(situation, name) for token in row[begin:at] if (name := _name(situation, token)) and _at(situation, name) != hex_.value}
        if end := _those(situation, row, at, going):
            found.append((hex_.end, row[end - 1].end))
    return found


def _those(situation: Situation, row: list[Token], at: int, going: set[str | None]) -> int:
    """Where the words end for those who stand in the hex at `at`; 0 if there are none."""
    first = at + 1 + (row[at + 1].classes[0] == "COMMA")
    where = "REL" in row[first].means or says(row[first], "QP", "where")
    onto = _is_onto(row[first]) or row[first].classes[0] == "P" and "WITH" in _rels(row[first])
    if not (where or onto):
        return 0
    there, end, verb = 0, 0, False
    for place in range(first + 1, len(row)):
        token = row[place]
        if name := _name(situation, token):
            if _at(situation, name) != row[at].value or _side(situation, name) not in going:
                return 0
            there, end = there + 1, place + 1
        elif where and token.classes[0] in STANDS and _mere(token):
            verb = verb or token.classes[0] != "ADV"
            end = place + 1 if there else end
        elif token.classes[0] not in NAMES:
            break
    return end if there and (verb or not where) else 0


def _is_onto(token: Token) -> bool:
    return token.text.casefold() in ONTO


def _rels(token: Token) -> set[str]:
    return {rel for _, value in token.means.get("P", ()) for rel in str(value).split("|")}


def _mere(token: Token) -> bool:
    """Whether a word says no more than that somebody stands there."""
    return token.classes[0] == "BE" or says(token, "ADV", "already", "still", "also", "now") or bool(lemmas(token) & small("standing_in"))


def _name(situation: Situation, token: Token) -> str:
    name = unit_of(token)
    return name if name in situation.units else ""


def _at(situation: Situation, name: str) -> object:
    return situation.units[name].known("at")


def _side(situation: Situation, name: str) -> str | None:
    side = situation.units[name].known("side")
    return None if side is None else str(side)


def without(text: str, spans: list[Span]) -> str:
    """The text without these pieces of it."""
    for begin, end in reversed(spans):
        text = text[:begin] + text[end:]
    return text
