"""Whether somebody makes a unit stop: *does 26 stop 46 in 1511?*, *will 26 make it halt when it enters 1511?*, *¿lo para 26?*, *¿obliga 26 a 46 a parar?*

It is put as *must 46 stop in 1511 because of 26?*
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import Token, in_place, lemmas, says

HALTING, MAKING = small("halting"), small("making")
HALT = first_verbs("halting")
WHO = frozenset(("UNIT", "PRON", "CL"))
AUXILIARY = frozenset(("DO", "MOD"))
PLACED = frozenset(("DET", "P", "OF", "HEX", "ADV"))
"""Classes of words that may stand with who stops somebody: the HQ in 2111."""


def halting(row: list[Token]) -> list[Token]:
    """Such a question put as whether the unit must stop; any other row as it is."""
    if row[-1].classes[0] != "QM" or any({"NOT", "COMMA", "REL"} & set(token.classes[:1]) or _asks(token) for token in row):
        return row
    for at, token in enumerate(row):
        if says(token, "P", "CAUSE") and len(token.means["P"]) > 1 and row[at + 1].classes[0] in ("UNIT", "DET") and any(HALTING & lemmas(one) for one in row):
            row = [*row[:at], in_place(token, "P", "CAUSE"), *row[at + 1 :]]  # por culpa de 26
    body = row[1:-1] if row[0].classes[0] in AUXILIARY else row[:-1]
    stop = next((at for at, token in enumerate(body) if lemmas(token) & HALTING), -1)
    make = next((at for at, token in enumerate(body[: max(stop, 0)]) if lemmas(token) & MAKING), -1)
    first = make if make >= 0 else stop
    if stop < 0 or first == 0 and not body[0].spanish:
        return row
    before, between, behind = body[:first], body[first + 1 : stop] if make >= 0 else [], body[stop + 1 :]
    cut = next((at for at, token in enumerate(behind) if _leads(token)), len(behind))
    objects, rest = behind[:cut], behind[cut:]
    whom, by = _parted(before, between, objects)
    if whom is None or not by or not any("UNIT" in token.classes[:1] for token in by) or not all({*PLACED, "UNIT"} & set(token.classes) for token in by):
        return row
    where = [token for token in rest if token.classes[0] == "HEX"]
    if len(where) > 1 or rest and not where or any("UNIT" in token.classes[:1] for token in rest):
        return row
    start = row[0]
    stops = Token(body[stop].text, start.start, start.start, {"VI": [("VERB", HALT[start.spanish])]})
    inside = [in_place(start, "P", "IN"), where[0]] if where else []
    found = [in_place(start, "MOD", "must"), whom, stops, *inside, in_place(start, "P", "CAUSE"), *by, row[-1]]
    stops.spanish = start.spanish
    return found


def _parted(before: list[Token], between: list[Token], behind: list[Token]) -> tuple[Token | None, list[Token]]:
    """Whom somebody stops, and who does it: of the words before the verb, between make and stop, and behind it."""
    clitic = before[-1] if before and "CL" in before[-1].classes else None
    before = [token for token in before if token is not clitic]
    them = [token for token in (*between, *behind) if WHO & set(token.classes[:1])]
    if clitic is not None and len(them) == 1:  # ¿lo para 26?
        return in_place(clitic, "PRON", "it"), [*before, *between, *behind]
    if any("UNIT" in token.classes[:1] for token in before) and len(them) == 1:  # does 26 stop 46, ¿26 hace parar a 46?
        return them[0], before
    if not before and len(them) == 2:  # ¿para 26 a 46?, ¿obliga 26 a parar a 46?
        at = next((at for at, token in enumerate([*between, *behind]) if token is them[1]), 0)
        return them[1], [token for token in [*between, *behind][: at - 1] if token.classes[0] in ("DET", "UNIT")]
    return None, []


def _asks(token: Token) -> bool:
    return bool({"QP", "QD"} & set(token.classes[:1])) and "SUB" not in token.classes


def _leads(token: Token) -> bool:
    """Whether a word leads in where or when it stops: in 1511, when it enters 1511."""
    when = "SUB" in token.classes or "IN" in str(token.means.get("P", [("P", "")])[0][1]).split("|")
    return when and not says(token, "P", "TO|IN|AGAINST")
