"""How long something is, asked in any words: *how long can the line of 46 be?*, *what is its maximum length?*, *what's the longest line it can trace?*,
*¿qué longitud puede tener?*, *¿cuál es la línea más larga que puede trazar?*

Ways and lines are measured in hexes, so each is put as *how many hexes …?*
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, in_place, says

LONG, LENGTH, LONGEST, GREATEST = (small(name) for name in ("long", "length", "longest", "greatest"))
NEAR = 4
"""So many words at most stand between the question word and what is measured."""


def lengths(row: list[Token]) -> list[Token]:
    """A question how long something is put as how many hexes it has; any other row as it is."""
    if row[-1].classes[0] != "QM":
        return row
    at = next((at for at, token in enumerate(row) if {"QP", "QD"} & set(token.classes[:2])), len(row))
    many, behind = row[:at], row[at + 1 :]
    if len(behind) < 3:
        return row
    asks = row[at]
    first = behind[0].text.casefold()
    if says(asks, "QD", "how_many") and ("NOUN", "hex") in behind[0].means.get("W", ()):
        end = 2 if behind[1].text.casefold() in LONG else 3 if says(behind[1], "P", "IN") and behind[2].text.casefold() in LENGTH else 0
        return [*many, asks, behind[0], *behind[end:]] if end else row
    if (says(asks, "QP", "how") or says(asks, "QD", "how")) and first in LONG:
        return [*many, *_hexes(asks, behind[0]), *behind[1:]]
    if not says(asks, "QP", "what"):
        return row
    which = next((place for place, token in enumerate(behind[:NEAR]) if token.text.casefold() in LENGTH), -1)
    is_it = behind[0].classes[0] == "BE"
    if which >= 0 and all(token.classes[0] in ("BE", "DET") or token.text.casefold() in GREATEST for token in behind[:which]):
        rest = behind[which + 1 :]
        while rest[0].text.casefold() in GREATEST:
            rest = rest[1:]
        of = rest[0].classes[0] == "OF" and is_it
        rest = rest[1:] if of or {"REL", "SUB"} & set(rest[0].classes[:1]) else rest
        return [*many, *_hexes(asks, behind[which]), *behind[: int(of)], *rest]
    return [*many, *_longest(asks, behind)] if is_it else row


def _longest(asks: Token, behind: list[Token]) -> list[Token]:
    """What is the longest line of 46, ¿cuál es la línea más larga que puede trazar 46?"""
    mark = next((place for place, token in enumerate(behind[: NEAR + 1]) if token.text.casefold() in LONGEST), -1)
    if mark < 0:  # más larga: two words
        pairs = (f"{one.text} {other.text}".casefold() for one, other in pairwise(behind))
        mark = next((place for place, both in enumerate(pairs) if both in LONGEST and place < NEAR), -1)
    words = 2 if mark >= 0 and behind[mark].text.casefold() not in LONGEST else 1
    end = next((place for place in range(mark + words, len(behind)) if "W" not in behind[place].classes), len(behind))
    thing, rest = [*behind[1:mark], *behind[mark + words : end]], behind[end:]
    if mark < 0 or len(thing) < 2 or not rest:
        return [asks, *behind]
    rest = rest[{"REL", "SUB"} & set(rest[0].classes[:1]) != set() :]
    may = next((place for place, token in enumerate(rest) if token.classes[0] == "MOD"), -1)
    does = next((place for place in range(may + 1, len(rest)) if {"VI", "BEI"} & set(rest[place].classes)), -1)
    hexes = _hexes(asks, asks)
    can = in_place(asks, "MOD", "can")
    if may < 0 or does < 0:  # the longest line of 46
        return [*hexes, can, *thing, *rest[:-1], in_place(asks, "BEI", "be"), rest[-1]]
    return [*hexes, can, *rest[:may], *rest[may + 1 : does], rest[does], *thing, *rest[does + 1 :]]


def _hexes(asks: Token, measured: Token) -> list[Token]:
    """How many hexes, in the place of other words."""
    many = Token(asks.text, asks.start, asks.end, {name: [(name, "how_many")] for name in ("QP", "QD")})
    found = [many, Token(measured.text, measured.start, measured.end, {"W": [("NOUN", "hex")]})]
    for token in found:
        token.spanish = asks.spanish
    return found
