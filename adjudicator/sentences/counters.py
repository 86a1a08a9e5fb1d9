"""What a counter shows, told as a noun tells it: *the MA of 46 is 5*, *46's MA is 5*, *46 has an MA of 5*, *la MA de 46 es de 5*.

Each is put as *46 has MA 5*, so that it is a fact, or compared, and never a name in passing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.merely import merely
from adjudicator.sentences.rows import is_counter
from adjudicator.sentences.token import VERBAL, Token, says

HAVING, OUT_OF = small("having"), small("out_of")
HAS = first_verbs("having")
COUNTED = frozenset(("step",))
"""Figures of which one may have one of so many: a step of three."""
ENDS = frozenset(("COMMA", "SEMI", "AND", "THEN", "COLON", "DASH", "SUB"))
"""Classes of what may stand behind such a clause."""


def shown_by(rows: list[list[Token]], states: Mapping[str, Any], deeds: Collection[str]) -> list[list[Token]]:
    """The rows of a text with what counters are said to show put as what units have; ``deeds``: nouns of what is done, whose strength is another matter."""
    numbers = {noun for noun, key in states["unit"].items() if str(key).endswith("=number")}
    return [_of_units(_in_one_hex(row), numbers - {*deeds}, numbers) for row in merely(rows)]


def _in_one_hex(row: list[Token]) -> list[Token]:
    """7Pz 5-5 at 3316 stacked with 503Tiger 2-2: two new counters in one hex, as 7Pz 5-5 and 503Tiger 2-2 at 3316."""
    values = [at for at, token in enumerate(row) if token.classes[0] == "STATS"]
    ties = [at for at in range(values[0] + 1, values[1]) if says(row[at], "P", "WITH")] if len(values) == 2 and is_counter(row) else []
    places = [at for at, token in enumerate(row) if token.classes[0] == "HEX"]
    if len(ties) != 1 or len(places) != 1 or not any(token.classes[0] == "UNK" for token in row[ties[0] :]):
        return row
    tie, place = ties[0], places[0]
    both = Token(row[tie].text, row[tie].start, row[tie].end, {"AND": [("AND", "and")]})
    if place > tie:
        return [*row[:tie], both, *row[tie + 1 :]]
    return [*row[: place - 1], both, *row[tie + 1 :], *row[place - 1 : place + 1]] if place == tie - 1 and says(row[place - 1], "P", "IN") else row


def _of_units(row: list[Token], plain: Collection[str], numbers: Collection[str]) -> list[Token]:
    asked = row[-1].classes[0] == "QM"
    for at in range(len(row) - 1):  # one step: a number of them, nobody who steps
        if {"NUM", "PRON"} <= row[at].means.keys() and says_noun(row[at + 1], plain):
            row = [*row[:at], _only(row[at], "NUM"), _only(row[at + 1], "W"), *row[at + 2 :]]
    for at in range(2, len(row) - 1):  # one step left out of four: of four
        if (
            row[at].text.casefold() in OUT_OF
            and _number(row, at + 1)
            and any("W" in token.classes and token.means["W"][0][0] == "NOUN" for token in row[at - 2 : at])
        ):
            row = [*row[:at], Token(row[at].text, row[at].start, row[at].end, {"OF": [("OF", "OF")]}), *row[at + 1 :]]
    at = 0
    while at + 4 < len(row):
        had = at and row[at - 1].classes[0] == "UNIT" and _has(row[at]) and says(row[at + 1], "DET", "indef")
        end = _figure(row, at + 2, {*numbers} - COUNTED) if had else 0
        if end and row[end].classes[0] == "OF" and _number(row, end + 1):  # has an MA of 5
            row = [*row[: at + 1], *row[at + 2 : end], *row[end + 1 :]]
        first = at + (row[at].classes[0] == "DET")
        free = not asked and (not at or row[at - 1].classes[0] in ENDS)
        if free and (told := _told(row, first, plain)) is not None:
            row = [*row[:at], *told]
        at += 1
    return row


def _told(row: list[Token], at: int, plain: Collection[str]) -> list[Token] | None:
    """The MA of 46 is 5, 46's MA is 5: from here on as 46 has MA 5; None if it is nothing of the kind."""
    end = _figure(row, at, plain)
    if end and row[end].classes[0] == "OF":
        whose = end + 1 + (row[end + 1].classes[0] == "DET")
        noun, is_ = row[at:end], whose + 1
    elif row[at].classes[0] == "UNIT" and "GEN" in row[at + 1].means and (end := _figure(row, at + 2, plain)):
        whose, noun, is_ = at, row[at + 2 : end], end
    else:
        return None
    if is_ + 1 >= len(row) or row[whose].classes[0] != "UNIT" or not says(row[is_], "BE", "be"):
        return None
    number = is_ + 1 + (row[is_ + 1].classes[0] == "OF")
    if not _number(row, number):
        return None
    has = Token(row[is_].text, row[is_].start, row[is_].end, {"V": [("VERB", HAS[row[is_].spanish])]})
    has.spanish = row[is_].spanish
    return [row[whose], has, *noun, *row[number:]]


def _figure(row: list[Token], at: int, numbers: Collection[str]) -> int:
    """Where the noun of a figure ends that begins here, of one word or two: attack strength; 0 if there is none."""
    for words in (2, 1):
        nouns = row[at : at + words]
        if at + words < len(row) and all("W" in token.classes for token in nouns) and any(says_noun(token, numbers) for token in nouns):
            return at + words
    return 0


def says_noun(token: Token, nouns: Collection[str]) -> bool:
    """Whether a word may be one of these nouns."""
    return any(type_ == "NOUN" and value in nouns for type_, value in token.means.get("W", ()))


def _only(token: Token, class_: str) -> Token:
    """The same word as this alone."""
    found = Token(token.text, token.start, token.end, {class_: token.means[class_]})
    found.spanish = token.spanish
    return found


def _number(row: list[Token], at: int) -> bool:
    """Whether a number ends the clause here."""
    return at < len(row) and row[at].classes[0] == "NUM" and (at + 1 == len(row) or row[at + 1].classes[0] in ENDS | {"QM"})


def _has(token: Token) -> bool:
    """Whether a word says that somebody has something."""
    return any(str(value) in HAVING for name in VERBAL for _, value in token.means.get(name, ()))
