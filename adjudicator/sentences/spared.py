"""Everybody but one: *all but 75Inf attack 3315*, *all units in 3316 but 75Inf attack*, *the stack in 3316 but not 75Inf attacks*.

Put as all units, except it.
"""

from __future__ import annotations

from adjudicator.sentences.token import VERBAL, Token, in_place, says

NAMING = frozenset(("UNIT", "AND", "COMMA"))
MANY = ("unit", "stack")
BUT = ("but", "but_not")


def spared(row: list[Token]) -> list[Token]:
    """The row with who is left out said to be so; any other row as it is."""
    at = next((at for at, token in enumerate(row[:-2]) if row[at + 1].classes[0] == "UNIT" and (_but(token) or says(token, "P", "EXCEPT"))), -1)
    end = next((place for place in range(at + 1, len(row)) if row[place].classes[0] not in NAMING), 0)
    before = row[: max(at, 0)]
    if at < 0 or not end or not set(VERBAL) & set(row[end].classes) or any(set(VERBAL) & set(token.classes[:1]) for token in before):
        return row
    if _but(row[at]):
        whole = any(says(token, "W", *MANY) or says(token, "DET", "all") for token in before)
        return [*before, in_place(row[at], "P", "EXCEPT"), *row[at + 1 :]] if whole else row
    everyone = [in_place(row[at], "DET", "all"), in_place(row[at], "W", "unit", "NOUN")]
    return row if before else [*everyone, *row]


def _but(token: Token) -> bool:
    return any(value in BUT for means in token.means.values() for _, value in means)
