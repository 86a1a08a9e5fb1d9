"""What the ground is like, or that nobody is there, told around a question: *woods: …*, *with 3010 clear, …*, *…, which is woods?*, *sin nadie en 3010, …*.

It is told in a sentence before the rest, as *3010 is woods*; of the hex that is named last where the phrase names none.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.foregone import HANGING
from adjudicator.sentences.token import Token, in_place, says

STOPS = frozenset(("COMMA", "COLON", "SEMI"))
"""What may stand between the phrase and the question."""
GROUND = frozenset(("TERRAIN", "FEATURE"))
"""Types of words for what a hex is like."""
MERE = frozenset(("DET", "AND", "BE", "BEI"))
"""Classes of words that add nothing to it."""
NOBODY = ("PRON", "nothing")
BEING, EMPTY = small("being"), small("empty_hex")
Rows = list[list[Token]]


def grounded(row: list[Token]) -> tuple[Rows, list[Token]]:
    """What a question says of the ground of a hex, as sentences of their own; and the rest of it."""
    if row[-1].classes[0] != "QM":
        return [], row
    end = next((at for at, token in enumerate(row) if token.classes[0] in STOPS), 0)
    told = _told(row[:end], row[end + 1 :]) if end else []
    return (told, row[end + 1 :]) if told else _behind(row)


def _told(lead: list[Token], main: list[Token]) -> Rows:
    """Woods, in woods, with 3010 clear, since 3010 is woods, with nobody in 3010; [] if a phrase says anything else."""
    tied = bool(lead) and (_leads(lead[0]) or says(lead[0], "SUB", *HANGING) or lead[0].text.casefold() in BEING)
    words, of_none = lead[tied:], bool(lead) and says(lead[0], "P", "WITHOUT")
    hexes = [token for token in words if token.classes[0] == "HEX"]
    rest = [token for token in words if token not in hexes and token.classes[0] not in MERE and token.text.casefold() not in BEING]
    rest = [token for token in rest if not (token.classes[0] == "P" and (says(token, "P", "IN") or _leads(token)))]
    place = hexes or [token for token in main if token.classes[0] == "HEX"][-1:]
    nobody = [token for token in rest if NOBODY in token.means.get("PRON", ())]
    if len(place) != 1 or not rest:
        return []
    if nobody and rest == nobody and hexes and tied:
        return [[nobody[0], in_place(nobody[0], "BE", "be"), in_place(nobody[0], "P", "IN"), *place]]
    hollow = bool(hexes) and tied and all(token.text.casefold() in EMPTY for token in rest)
    if of_none or nobody or not hollow and not all(is_ground(token, bool(tied and hexes)) for token in rest) or not main:
        return []
    return [_so(place[0], token) for token in rest]


def _behind(row: list[Token]) -> tuple[Rows, list[Token]]:
    """…, which is woods?; …, que es bosque?; …, woods, …: what is told of the hex before it, and the rest."""
    for at in range(1, len(row) - 2):
        if row[at].classes[0] != "COMMA" or row[at - 1].classes[0] != "HEX":
            continue
        end = next((place for place in range(at + 1, len(row)) if row[place].classes[0] in ("COMMA", "QM")), at)
        inner = row[at + 1 : end]
        relative = len(inner) > 2 and "REL" in inner[0].means and inner[1].classes[0] == "BE"
        words = [token for token in inner[2 * relative :] if token.classes[0] != "DET"]
        if words and all(is_ground(token) for token in words) and at > 1:
            return [_so(row[at - 1], token) for token in words], [*row[:at], *row[end + (row[end].classes[0] == "COMMA" and end + 1 < len(row) - 1) :]]
    return [], row


def _leads(token: Token) -> bool:
    """With, in, against: whether a word leads in what the ground is."""
    return any({"WITH", "IN", "AGAINST", "WITHOUT"} & set(str(value).split("|")) for _, value in token.means.get("P", ()))


def is_ground(token: Token, sure: bool = False) -> bool:
    """Whether a word is first of all one for what a hex is like, or may be one where that is `sure`."""
    return (sure or token.classes[0] == "W") and any(type_ in GROUND for type_, _ in token.means.get("W", ())[:1])


def _so(hex_: Token, ground: Token) -> list[Token]:
    """The hex is so, told where the word stands that says so."""
    where = Token(ground.text, ground.start, ground.start, {"HEX": hex_.means["HEX"]})
    so = Token(ground.text, ground.start, ground.end, {"W": ground.means["W"]}) if is_ground(ground, True) else ground
    where.spanish = so.spanish = ground.spanish
    return [where, in_place(ground, "BE", "be"), so]
