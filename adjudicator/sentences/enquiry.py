"""What only asks whether a deed may be: *16Pz attacks 3010. Is that legal?*, *…, right?*, *… or not?*, *I was wondering whether 16Pz can attack 3010*.

It says nothing of its own, so it makes a question of the sentence that it stands behind, or that hangs on it.
"""

from __future__ import annotations

from adjudicator.sentences.token import Token

LIGHT = frozenset(("BE", "BEI", "DO", "NOT", "CL", "DET", "HV"))
"""Classes of words that an enquiry may have besides."""
SPOKEN_OF = frozenset(("it", "they", "he", "first", "second"))
"""Pronouns of what was said, and of those who play."""
SILENT = frozenset(("can", "please", "tell", "legally", "now", "here", "also", "still"))
"""Adverbs that add nothing to it."""
BREAKS = frozenset(("COMMA", "COLON"))


def enquired(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows of a text with what only asks put to the deed that it is about."""
    found: list[list[Token]] = []
    for row in rows:
        if row[-1].classes[0] != "QM":
            silent = says(row[0], "ADV", "whether") or len(row) > 2 and says(row[0], "ADV", "tell") and row[1].classes[0] == "DET"  # tell me the units that
            found.append([*row, Token("?", row[-1].end, row[-1].end, {"QM": [("QM", "?")]})] if silent else row)
            continue
        body, mark = row[:-1], row[-1]
        if found and found[-1][-1].classes[0] != "QM" and len(found[-1]) > 1 and _enquires(body):
            found[-1] = [*found[-1], mark]
            continue
        body = _framed(body)
        cut = next((at for at in range(len(body) - 1, 0, -1) if body[at].classes[0] in BREAKS), 0)
        if cut > 1 and (_enquires(body[cut + 1 :]) or _offers(body[:cut], body[cut + 1 :])):
            body = body[:cut]
        while len(body) > 1 and says(body[-1], "ADV", "tag"):
            body = body[:-1]
        found.append([*body, mark])
    return found


def _framed(row: list[Token]) -> list[Token]:
    """Is an attack on 3010 by 16Pz legal, would 16Pz attacking 3010 be legal: the deed alone."""
    if len(row) < 5 or row[0].classes[0] not in ("BE", "MOD") or ("VERDICT", "legal") not in row[-1].means.get("W", ()):
        return row
    inner = row[1:-1]
    if row[0].classes[0] == "MOD" and "BEI" not in inner[-1].classes:
        return row
    inner = inner[:-1] if "BEI" in inner[-1].classes else inner
    deed = any({"VG", "W"} & set(token.classes) for token in inner) and any(token.classes[0] in ("UNIT", "HEX") for token in inner)
    return inner if deed and "IN" not in inner[-1].means else row


def says(token: Token, class_: str, *values: str) -> bool:
    """Whether a word of this class may mean one of these values."""
    return any(value in values for _, value in token.means.get(class_, ()))


def _offers(asked: list[Token], row: list[Token]) -> bool:
    """Who decides, the Soviet player or the German: whether a row only names both sides behind a question for one."""
    sides = [token for token in row if any(type_ == "SIDE" for type_, _ in token.means.get("W", ()))]
    rest = [token for token in row if token not in sides and token.classes[0] != "DET" and ("NOUN", "player") not in token.means.get("W", ())]
    who = any(("QP", "who") in token.means.get("QP", ()) or ("SIDE", "side") in token.means.get("W", ()) for token in asked)
    return who and len(sides) == 2 and len(rest) == 1 and says(rest[0], "AND", "or")


def _enquires(row: list[Token]) -> bool:
    """Whether a row of words only asks whether something may be."""
    asks = bool(row) and all("NOT" in token.means for token in row)  # 16Pz puede atacar 3010, ¿no?
    for token in row:
        legal = ("VERDICT", "legal") in token.means.get("W", ())
        if legal or says(token, "ADV", "tag") or says(token, "MOD", "can"):
            asks = True
        elif not (LIGHT & set(token.classes[:1]) or says(token, "PRON", *SPOKEN_OF) or says(token, "ADV", *SILENT)):
            return False
    return asks
