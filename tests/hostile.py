"""Mutated situations and logs of all books: whatever is wrong with a file is told, and in time.

`python -m tests.hostile 100000 7` tries so many files from that seed on; the tests a few.
"""

from __future__ import annotations

import copy
import random
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.book.situations import of_data
from adjudicator.files.fault import Broken
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.referee import NoSuchAct
from tests.conftest import BOOKS, cases, rulebook

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**18, 1.5, "", " ", "-", "/", "0000", "9999", "0101/0101", "\x1b[31m", "\u202e", "\ufffe", "=1+1", "units[x]",
    "a" * 300, [], [[]], {}, {"": None}, [None], "none", "unknown", "2119", "1e999999", "1/0",
)  # fmt: skip
EXPECTED = (Broken, NotUnderstood, InputError, NoSuchAct)


class Found(NamedTuple):
    """A file that something was wrong with: its book, what went wrong, CPU seconds, the file."""

    book: str
    what: str
    spent: float
    file: Any


def spoilt(data: Any, dice: random.Random) -> Any:
    """A copy of the data with one to three places changed: a value put in, taken away, doubled, or a key misspelt."""
    new = copy.deepcopy(data)
    for _ in range(dice.randint(1, 3)):
        places: list[tuple[Any, Any]] = []
        stack = [new]
        while stack:
            here = stack.pop()
            for key in list(here) if isinstance(here, dict) else range(len(here)):
                places.append((here, key))
                if isinstance(here[key], (dict, list)):
                    stack.append(here[key])
        if not places:
            break
        here, key = dice.choice(places)
        kind = dice.randrange(6)
        if kind == 0:
            del here[key]
        elif kind == 1 and isinstance(here, dict):
            here[f"{key}"[:-1] if dice.random() < 0.5 else dice.choice(["", "x", "unknown", "id"])] = here.pop(key)
        elif kind == 2 and isinstance(here, list):
            here.append(copy.deepcopy(here[key]))
        elif kind == 3:
            other, name = dice.choice(places)
            here[key] = copy.deepcopy(other.get(name) if isinstance(other, dict) else other[min(name, len(other) - 1)] if other else None)
        else:
            here[key] = copy.deepcopy(dice.choice(ODD))
    return new


def mangled(text: str, dice: random.Random) -> str:
    """A line with some of its words lost, doubled, exchanged or odd."""
    words = text.split()
    for _ in range(dice.randint(0, 2)):
        at = dice.randrange(len(words) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            del words[at : at + 1]
        elif kind == 1:
            words[at:at] = words[at : at + 2]
        elif kind == 2:
            words.insert(at, str(dice.choice(ODD)))
        else:
            dice.shuffle(words)
    return " ".join(words)


def tries(count: int, seed: int) -> Iterator[Found]:
    """So many mutated cases, taken from all books in turn; yields those that go wrong."""
    dice = random.Random(seed)
    for number in range(count):
        name = BOOKS[number % len(BOOKS)]
        case = dice.choice(cases(name))
        data = spoilt(case["situation"] or {}, dice)
        lines = [mangled(case["declaration"][dice.choice(("en", "es"))], dice) for _ in range(2)]
        begun = time.process_time()
        try:
            game = Game(rulebook(name), of_data(rulebook(name), data), False)
            for line in lines:
                game.hear(line, case.get("rolls") or ())
        except EXPECTED:
            pass
        except Exception as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None and "fractions.py" not in trace.tb_next.tb_frame.f_code.co_filename:
                trace = trace.tb_next
            place = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace is not None else "?"
            yield Found(name, f"{place} {type(error).__name__}: {error}", time.process_time() - begun, (case["id"], data, lines))
            continue
        spent = time.process_time() - begun
        if spent > 1:
            yield Found(name, "slow", spent, (case["id"], data, lines))


OTHER_TYPES: tuple[Any, ...] = (True, 7, None, [], {}, "zz")


def shapes(name: str) -> Iterator[tuple[str, tuple[Any, ...], Any, Exception]]:
    """Each place that the situations of a book's cases have, once, with a value of every other type; yields what is neither refused nor judged."""
    book = rulebook(name)
    known = set(book.declared.things) | set(book.declared.whole)
    seen = set()
    for case in cases(name):
        for path in list(_places(case["situation"] or {})):
            shape = tuple(key if key in known or isinstance(key, str) and key.islower() and key.replace("_", "").isalpha() else "*" for key in path)
            for value in () if shape in seen else OTHER_TYPES:
                data = copy.deepcopy(case["situation"])
                box = data
                for key in path[:-1]:
                    box = box[key]
                box[path[-1]] = copy.deepcopy(value)
                try:
                    Game(book, of_data(book, data), False).hear(case["declaration"]["en"], case.get("rolls") or ())
                except EXPECTED:
                    pass
                except Exception as error:
                    yield case["id"], path, value, error
            seen.add(shape)


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        here = (*path, key)
        if isinstance(data[key], (dict, list)):
            yield from _places(data[key], here)
        else:
            yield here


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    places: dict[str, list[Any]] = {}
    for book, what, spent, file in tries(total, int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        places.setdefault(f"{book} {what}", []).append((spent, file))
    for what, files in sorted(places.items(), key=lambda item: -len(item[1])):
        print(f"{len(files)} x {what}   such as {files[0]!r:.300}")
    print(f"{total} files, {sum(map(len, places.values()))} went wrong at {len(places)} places")
    sys.exit(1 if places else 0)
