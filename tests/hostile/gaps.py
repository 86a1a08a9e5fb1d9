"""What is not there: a case with one fact of its position taken away or one list of it emptied, or with one number or place of its line replaced.

A rule that takes the first of a list, or a figure out of a text, has to bear all of these.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import BOOKS, cases, rulebook
from tests.hostile.found import Found, attempt

FIGURE = re.compile(r"(?<![\w.])(?:\d\d\.?\d\d|\d+(?:[.:/-]\d+)*)(?![\w.:/-])")
FIGURES = ("0", "1", "1.5", "3/2", "999", "0:0", "1:0", "2.5:1", "3:3/2", "9:1", "1-1", "0000", "00.00")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a situation: every key and every item, however deep."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield (*path, key)
        if isinstance(data[key], (dict, list)):
            yield from places(data[key], (*path, key))


def without(data: Any, path: tuple[Any, ...], emptied: bool) -> Any:
    """A copy that has nothing there; ``emptied``: an empty list or mapping, if there is one."""
    new = box = copy.deepcopy(data)
    for key in path[:-1]:
        box = box[key]
    if emptied and isinstance(box[path[-1]], (dict, list)):
        box[path[-1]].clear()
    else:
        del box[path[-1]]
    return new


def gaps(count: int, seed: int, begin: int = 0) -> Iterator[Found]:
    """So many of them, of all books in turn; yields those that go wrong."""
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        name = BOOKS[number % len(BOOKS)]
        case = dice.choice(cases(name))
        text, data, rolls = case["declaration"][dice.choice(("en", "es"))], case["situation"] or {}, tuple(case.get("rolls") or ())
        spots, figures = list(places(data)), list(FIGURE.finditer(text))
        if spots and (not figures or dice.random() < 0.7):
            data = without(data, dice.choice(spots), dice.random() < 0.5)
        elif figures:
            spot = dice.choice(figures)
            text = f"{text[: spot.start()]}{dice.choice(FIGURES)}{text[spot.end() :]}"

        def run(name: str = name, text: str = text, data: Any = data, rolls: tuple[Any, ...] = rolls) -> None:
            Game(rulebook(name), of_data(rulebook(name), data), False).hear(text, rolls)

        if (found := attempt(name, number, (case["id"], text, data), run)) is not None:
            yield found
