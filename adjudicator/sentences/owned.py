"""What is said of a unit beside its name: *55Rif's 6*, *44ID, with its 4, goes for 55Rif*, *la 44ID, con sus 4, ataca 1510*, *62R, already there, retreats*.

*55Rif's 6* is put as *the 6 of 55Rif*; what stands between commas is told back, and compared there with the counter.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.sentences.token import Token, in_place, says

Span = tuple[int, int]
ENDS = frozenset(("COMMA", "RP", "QM"))
OPENS = frozenset(("COMMA", "LP"))


WHERE = ("here", "already", "still")
"""Adverbs that say that somebody is there already."""


def owned(rows: list[list[Token]], told: list[Span]) -> list[list[Token]]:
    """The rows with such figures put plainly; `told` gets what is told by the way."""
    return [_genitive(_aside(row, told)) for row in rows]


def _genitive(row: list[Token]) -> list[Token]:
    """55Rif's 6: the 6 of 55Rif; not 55Rif's 6 steps."""
    found = list(row)
    for at in range(len(row) - 3, -1, -1):
        unit, of, number = found[at : at + 3]
        counted = "W" in found[at + 3].classes if at + 3 < len(found) else False
        if unit.classes[0] == "UNIT" and "GEN" in of.means and number.classes[0] == "NUM" and not counted:
            found[at : at + 3] = [number, in_place(of, "OF", "OF"), unit]
    return found


def _aside(row: list[Token], told: list[Span]) -> list[Token]:
    """44ID, with its 4, goes for 3010; 62R, already there, retreats: without what is told of the counter."""
    signs = [at for at, token in enumerate(row) if token.classes[0] in OPENS | ENDS]
    for begin, end in pairwise(signs):
        inner = row[begin + 1 : end]
        plain = len(inner) == 3 and says(inner[0], "P", "WITH") and says(inner[1], "DET", "poss") and inner[2].classes[0] == "NUM"
        there = bool(inner) and all(says(token, "ADV", *WHERE) for token in inner) and any(says(token, "ADV", "here") for token in inner)
        if begin and (plain or there) and row[begin].classes[0] in OPENS and row[begin - 1].classes[0] == "UNIT" and row[end].classes[0] != "QM":
            told.append((inner[0].start, inner[-1].end))
            return [*row[:begin], *row[end + 1 :]]
    return row
