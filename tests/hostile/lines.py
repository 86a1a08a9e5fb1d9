"""Mutated and generated declarations: whatever is typed is judged, answered, or told to be not understood, and in time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator.book.situations import of_data
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.say.json import as_json
from adjudicator.say.output import json_text, shown
from adjudicator.say.page import as_text
from tests.conftest import BOOKS, cases, rulebook
from tests.evenings import evenings, load
from tests.hostile.found import ODD, Found, attempt, mangled

JOINTS = ("; ", " and ", " y ", ", ", " then ", " if ", "; what if ", ": ", " but ", " (", " ")


@cache
def _positions(name: str) -> list[Situation]:
    """Positions of a book, some of them known only in part."""
    return [of_data(rulebook(name), case["situation"]) for case in cases(name)[::7] if case["situation"]]


@cache
def _said(name: str) -> list[str]:
    """What is said in a book's cases and evenings."""
    found = [text for case in cases(name) for text in case["declaration"].values()]
    return found + [typed.text for evening in evenings() if evening.partition(".")[0] == name for typed in load(evening).lines]


def _nonsense(words: list[str], dice: random.Random) -> str:
    """A row of words that occur somewhere, with odd things between them; at times one of them very often."""
    found = [dice.choice(words) if dice.random() < 0.9 else str(dice.choice(ODD)) for _ in range(dice.randint(1, 12))]
    if dice.random() < 0.05:
        found = found[:2] * dice.randint(10, 400)
    return " ".join(found)


@cache
def _words(name: str) -> list[str]:
    return sorted({word for text in _said(name) for word in text.split()})


def declaration(name: str, dice: random.Random) -> str:
    """A declaration of a book, mutated, joined to another, with numbers and names of others, or a row of its words."""
    said = _said(name)
    kind = dice.randrange(10)
    if kind < 5:
        return mangled(dice.choice(said), dice)
    if kind < 8:
        return dice.choice(JOINTS).join(mangled(dice.choice(said), dice) for _ in range(dice.randint(2, 3)))
    if kind == 8:
        return dice.choice(said)
    return _nonsense(_words(name), dice)


def declarations(count: int, seed: int, begin: int = 0) -> Iterator[Found]:
    """So many declarations, each heard in some position of its book and told in full; yields those that go wrong."""
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        name = BOOKS[number % len(BOOKS)]
        book, text = rulebook(name), declaration(name, dice)
        position = dice.choice(_positions(name)).copy()
        rolls = tuple(dice.randint(1, 6) for _ in range(dice.choice((0, 0, 0, 1, 2, 3))))
        full = dice.random() < 0.25

        def run(name: str = name, text: str = text, position: Situation = position, rolls: Any = rolls, full: bool = full) -> None:
            record = Game(book, position, full).hear(text, rolls)  # noqa: B023
            for ruling in record.rulings:
                json_text(as_json(ruling, book, "en"))  # noqa: B023
                raw = shown(as_text(ruling, book, "es", True, False, 100))  # noqa: B023
                assert all(char.isprintable() or char in "\n\t" for char in raw), "sent raw"
            if record.problem is not None:
                record.problem.text("es", book)  # noqa: B023
            position.copy()

        if (found := attempt(name, number, (text, rolls, full), run)) is not None:
            yield found
