"""One unit that would attack two hexes at once: *16Pz splits its factors between 3010 and 2911*, *reparto la 16Pz, mitad contra 3010 y mitad contra 2911*.

Put as the attack on both that it is.  So is one that would keep some of its strength back: *with only 2 of its 6 factors*, *con 2 de sus 6 factores*.
An attack that is called concentric is one that is made so: *make a concentric attack on 3010*, *with the concentric bonus*, *hacen un ataque concéntrico*.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.plainest import STRIKES
from adjudicator.sentences.token import Token, in_place, lemmas, says, verb_in_place

SPLITTING, SHARES, STRIKING = small("splitting"), small("halves"), small("striking")
BROUGHT = frozenset(("attack", "af", "factor", "strength", "point"))
"""Nouns of what a unit would split."""
BETWEEN = frozenset(("DET", "NUM", "P", "OF", "AND", "COMMA", "COLON", "PART"))
"""Classes of words that may stand around the hexes."""


def split_up(row: list[Token]) -> list[Token]:
    """The attack on both hexes, that with a part of a strength; any other row as it is."""
    row = _kept_back(_enveloping(row))
    at = next((at for at, token in enumerate(row) if token.text.casefold() in SPLITTING or lemmas(token) & SPLITTING), -1)
    hexes = [token for token in row[at + 1 :] if token.classes[0] == "HEX"]
    units = [token for token in row if token.classes[0] == "UNIT"]
    if at < 0 or len(hexes) != 2 or len(units) != 1:
        return row
    end = len(row) - (row[-1].classes[0] == "QM")
    rest = [token for token in row[at + 1 : end] if token not in (*hexes, *units)]
    if not all(token.classes[0] in BETWEEN or token.text.casefold() in SHARES or any(says(token, "W", noun) for noun in BROUGHT) for token in rest):
        return row
    begin = [token for token in row[:at] if token not in units]
    return [*begin, *units, verb_in_place(row[at], "V", STRIKES), hexes[0], in_place(row[at], "AND", "and"), hexes[1], *row[end:]]


def _kept_back(row: list[Token]) -> list[Token]:
    """So many of its factors as a part of its strength; all of them told are the strength itself."""
    for at, token in enumerate(row[:-3]):
        if not at or token.classes[0] != "NUM" or row[at + 1].classes[0] != "OF" or not ("DET" in row[at + 2].means or "NUM" in row[at + 2].means):
            continue
        end = next((place for place in range(at + 3, min(at + 6, len(row))) if any(says(row[place], "W", noun) for noun in BROUGHT)), 0)
        counted = [each for each in row[at + 2 : end] if each.classes[0] == "NUM"]
        if end and all(each.classes[0] in BETWEEN for each in row[at + 2 : end]) and not any(each.value == token.value for each in counted):
            begin = at - says(row[at - 1], "ADV", "only")
            part = in_place(token, "W", "part_strength", "NOUN")
            part.end = row[end].end
            return [*row[:begin], part, *row[end + 1 :]]
    return row


def _enveloping(row: list[Token]) -> list[Token]:
    """A statement of a concentric attack as an attack, made concentrically."""
    at = next((at for at, token in enumerate(row) if says(token, "W", "concentric")), -1)
    strikes = any(lemmas(token) & STRIKING or says(token, "W", "attack") for token in row)
    if at < 0 or row[-1].classes[0] == "QM" or not strikes or not any(token.classes[0] == "HEX" for token in row) or any("NUM" in token.means for token in row):
        return row
    if any(says(token, "P", "WITHOUT") for token in row[:at]):
        return row  # attack 3010 without the concentric bonus
    noun = next((near for near in (at - 1, at + 1) if 0 < near < len(row) and says(row[near], "W", "attack")), 0)
    bonus = next((near for near in (at - 1, at + 1) if 0 < near < len(row) and says(row[near], "W", "bonus", "shift")), 0)
    manner = in_place(row[at], "ADV", "concentric")
    if noun:
        return [*row[:at], *row[at + 1 :], manner]
    begin = min(at, bonus or at)
    while begin > 1 and row[begin - 1].classes[0] in ("DET", "P"):
        begin -= 1
    return [*row[:begin], *row[max(at, bonus) + 1 :], manner] if bonus else row
