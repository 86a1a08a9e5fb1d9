"""Whether several must do something all in one place: *must 46 and 47 retreat to one and the same hex?*, *¿tienen que retirarse al mismo hex?*

It is put as *may they retreat to different hexes?*, answered the other way round.
"""

from __future__ import annotations

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, says

SAME = small("same")
APART = "scattered"
"""What a rulebook calls different hexes."""
BEFORE = frozenset(("DET", "NUM", "ADV", "W"))


def together(row: list[Token]) -> list[Token]:
    """Such a question put as whether they may go apart; any other row as it is."""
    must = next((at for at, token in enumerate(row) if says(token, "MOD", "must")), -1)
    if row[-1].classes[0] != "QM" or must < 0 or len(row) < 6 or ("NOUN", "hex") not in row[-2].means.get("W", ()):
        return row
    begin = next((at for at in range(len(row) - 3, must, -1) if not BEFORE & set(row[at].classes[:1])), must)
    if row[begin].classes[0] == "AND" and row[begin - 1].classes[0] == "NUM":  # one and the same
        begin -= 2
    between = row[begin + 1 : -2]
    many = sum(token.classes[0] == "UNIT" for token in row) > 1 or any(says(token, "PRON", "they", "both", "all") for token in row)
    same = [token for token in between if says(token, "DET", "same") or token.text.casefold() in SAME]
    if begin == must or not many or not same or row[begin].classes[0] not in ("P", "TO") or "UNIT" in {token.classes[0] for token in between}:
        return row
    first = next((at for at in range(must) if row[at].classes[0] == "DO"), must)
    start, mark = row[first], row[-1]
    can = Token(row[must].text, start.start, start.end, {"MOD": [("MOD", "can")]})
    apart = Token(row[begin + 1].text, row[begin + 1].start, row[-2].end, {"W": [("NOUN", APART)]})
    can.spanish = apart.spanish = start.spanish
    return [*row[:first], can, *row[first + 1 : must], *row[must + 1 : begin + 1], apart, Token(mark.text, mark.start, mark.end, {"QM": [("QM", GAINSAID)]})]
