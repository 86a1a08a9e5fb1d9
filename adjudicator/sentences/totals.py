"""What both sides of a fight come to, in other words: the strength of the attack, the strength of the defence, what is added to the die.

*How strong is the attack?* *What's the defence total?* *How many factors attack?* *With how many points?* *¿Cuánto suma la defensa?*: what is the strength of
the one or the other. *By how much is the die modified?*, *¿cuánto le sumo a la tirada?*: what is the modifier. All of it of the deed that was told before.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, in_place, lemmas, says

AMOUNTS = ("strength", "factor", "vp", "point", "af")
"""Nouns of what a side brings to a fight."""
STRONG, TOTAL = small("strong"), small("summing")
ATTACKING, DEFENDING, CHANGING = small("striking"), small("defending"), small("changing")
FIGURES = ("column", "drm", "modifier")
"""Nouns of what a fight is thrown on and with."""
SIDES = ("attack", "defense", "df")
LEADS = frozenset(("WITH", "BY", "AT"))
LIGHT = frozenset(("DET", "BE", "DO", "OF", "CL"))
"""Classes of small words that say nothing of their own here."""
LONGEST = 9


def fought(rows: list[list[Token]]) -> bool:
    """Whether a fight is told in a text."""
    return any(lemmas(token) & ATTACKING or _noun(token) == "attack" for row in rows if row[-1].classes[0] != "QM" for token in row)


def totalled(row: list[Token], fight: bool) -> list[Token]:
    """A question for the strength of a side, or for what the die is changed by, put plainly; any other row as it is.

    Of a verb alone (with how many points does it defend) only behind a fight: else it is asked of a unit.
    """
    body = row[:-1]
    if (
        row[-1].classes[0] != "QM"
        or not 3 <= len(row) <= LONGEST
        or any(token.classes[0] in ("UNIT", "HEX", "NUM", "PRON", "GEN", "NOT") for token in body[2:])
    ):
        return row
    led = says(body[0], "P", *LEADS)
    asked, rest = body[led], body[led + 1 :]
    much = says(asked, "QP", "how_many") or says(asked, "QP", "how") and bool(rest) and rest[0].text.lower() in STRONG
    if not much and not (says(asked, "QP", "what") or says(asked, "QD", "what")):
        return row
    figure = next((name for name in FIGURES if rest and ("NOUN", name) in rest[0].means.get("W", ())), "")
    if fight and figure and len(rest) == 1:
        return _asking(row, figure)  # which column?
    side, amount, die = "", much and bool(rest) and rest[0].text.lower() in STRONG, False
    changed = False
    for token in rest:
        noun, word = _noun(token), token.text.lower()
        if noun in SIDES or fight and lemmas(token) & (ATTACKING | DEFENDING):
            amount = amount or led and token is rest[0]  # with how much does it defend
            now = "defense" if noun in SIDES[1:] or lemmas(token) & DEFENDING else "attack"
            if side not in ("", now):
                return row
            side = now
        elif _amount(token):
            amount = True
        elif word in TOTAL or lemmas(token) & TOTAL:
            amount = True
            changed = changed or bool(lemmas(token) & CHANGING)
        elif noun in ("dice", "roll"):
            die = True
        elif lemmas(token) & CHANGING:
            changed = True
        elif not (token.classes[0] in LIGHT or says(token, "P", "IN", "TO") or word in STRONG):
            return row
    if die:
        return _asking(row, "drm") if changed and much and not side else row
    alone = led and much and bool(rest) and all(_amount(token) for token in rest)
    if not (amount and side or alone):
        return row
    return _asking(row, "defense") if side == "defense" else _asking(row, "strength", "attack")


def _noun(token: Token) -> str:
    return next((str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN"), "")


def _amount(token: Token) -> bool:
    return any(type_ == "NOUN" and value in AMOUNTS for type_, value in token.means.get("W", ()))


def _asking(row: list[Token], *names: str) -> list[Token]:
    """What is the first of the names, of the second."""
    found = [in_place(row[0], "QP", "what"), in_place(row[0], "BE", "be")]
    for at, name in enumerate(names):
        found += [in_place(row[0], "OF", "OF")] if at else []
        noun = in_place(row[0], "W", name)
        noun.means["W"] = [("NOUN", name)]
        found += [in_place(row[0], "DET", "def"), noun]
    return [*found, row[-1]]
