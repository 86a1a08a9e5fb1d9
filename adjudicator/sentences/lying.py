"""What lies somewhere, as the object of a deed: *may I see what is under 46?*, *look at 47, which is underneath 46*, *¿puedo mirar qué hay debajo de 46?*

It names nobody by itself, so it is put as who is there: *the unit under 46*, *47 underneath 46*.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, in_place, says

UNDER = frozenset(("UNDER", "UNDERNEATH"))
LIES = small("lying")
DEEDS = frozenset(("V", "VI", "VG"))


def lying(row: list[Token]) -> list[Token]:
    """The row with what lies under something named as who is there; any other row as it is."""
    for at in range(1, len(row) - 2):
        under = next((place for place in range(at + 1, min(at + 4, len(row) - 1)) if _is_under(row[place])), 0)
        if not under or not any(token.classes[0] in ("BE", "BEI") or "VG" in token.classes or _lies(token) for token in row[at:under]):
            continue
        comma = row[at - 1].classes[0] == "COMMA"
        before = row[at - 1 - comma] if at > comma else row[0]
        if "REL" in row[at].classes and (comma or not says(row[at], "QP", "what")) and {"UNIT", "W"} & set(before.classes[:1]):
            return [*row[: at - comma], *row[under:]]
        if says(row[at], "QP", "what") and any(DEEDS & set(token.classes) for token in row[:at]):
            nouns = [token for token in row[at + 1 : under] if "W" in token.classes[:1]]
            return [*row[:at], *(nouns or [in_place(row[at], "W", "unit", "NOUN")]), *row[under:]]
    return row


def _is_under(token: Token) -> bool:
    return any(UNDER & set(str(value).split("|")) for _, value in token.means.get("P", ()))


def _lies(token: Token) -> bool:
    return any(str(value) in LIES for name in VERBAL for _, value in token.means.get(name, ()))
