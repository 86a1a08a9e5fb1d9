"""Where somebody stands, told between commas in a question: *does 46, alone in 1508, exert a ZOC on 1509?*, *¿…, que está sola en 1508?*

It is told before it, as *46 is in 1508*: it is no place that is asked about.  That somebody is alone there is told back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.language.syntax import small
from adjudicator.sentences.absolute import absolute
from adjudicator.sentences.foregone import Senses, foregone
from adjudicator.sentences.owned import owned
from adjudicator.sentences.sharing import shared
from adjudicator.sentences.spared import spared
from adjudicator.sentences.split_up import split_up
from adjudicator.sentences.token import VERBAL, Token, says

STANDING = small("standing_in")
ENDS, PARTS = frozenset(("COMMA", "COLON", "QM")), frozenset(("COMMA", "COLON"))
ASKING = frozenset(("BE", "DO", "MOD", "HV"))
Span = tuple[int, int]


def situated(rows: list[list[Token]], told: list[Span], senses: Senses, deeds: Collection[str], sides: Mapping[str, str]) -> list[list[Token]]:
    """The rows, each question behind where those stand of whom it says so beside it, each deed behind what who acts has done before.

    `told` gets where it is said that somebody is alone; `sides`: of units.
    """
    found: list[list[Token]] = []
    for row in absolute(foregone(shared([spared(split_up(row)) for row in owned(rows, told)]), senses, deeds), told, sides):
        while row[-1].classes[0] == "QM" and (place := _place(row)):
            at, inside, end = place
            words = row[at + 2 : inside]
            alone = [word for word in words if says(word, "ADV", "alone")]
            told += [(alone[0].start, alone[-1].end)] if alone else []
            stands = Token(row[at].text, row[at].end, row[at].end, {"BE": [("BE", "be")]})
            stands.spanish = row[inside].spanish
            found.append([row[at], stands, row[inside], row[inside + 1]])
            again = len(row) > end + 1 and row[end].classes[0] in ASKING and "PRON" in row[end + 1].means  # 46, alone in 1508: is it in supply
            row = row[end:] if again else [*row[: at + 1], *row[end:]]
        found.append(row)
    return found


def _place(row: list[Token]) -> tuple[int, int, int] | None:
    """Where a unit, the preposition of its place and the rest behind it stand in a row; None if no place is told so."""
    for at, token in enumerate(row[:-4]):
        inside = next((place - 1 for place in range(at + 3, len(row) - 1) if row[place].classes[0] == "HEX"), 0)
        named = at and row[at - 1].classes[0] == "COMMA"  # have my trucks, 103Eng, in 20.11 to stop
        if named or token.classes[0] != "UNIT" or row[at + 1].classes[0] != "COMMA" or not inside or row[inside + 2].classes[0] not in ENDS:
            continue
        words = row[at + 2 : inside]
        mere = all(says(word, "ADV", "alone") or _stands(word) for word in words)
        if mere and any("IN" in str(value).split("|") for _, value in row[inside].means.get("P", ())):
            return at, inside, inside + 2 + (row[inside + 2].classes[0] in PARTS)
    return None


def _stands(word: Token) -> bool:
    """Whether a word only says that somebody stands, or who: sitting, que está."""
    lemmas = {str(value) for name in VERBAL for _, value in word.means.get(name, ())}
    return bool({"REL", "BE"} & word.means.keys()) or bool(lemmas & STANDING) and bool({"VG", "VP"} & word.means.keys())
