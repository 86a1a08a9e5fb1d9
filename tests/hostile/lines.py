"""Mutated and generated declarations: whatever is typed is judged, answered, or told to be not understood, and in time.

Tries go in rows of `ALIKE` on one case: its declaration mutated, joined to others or made of words, and then, in its own words, with other names, numbers
and dice, in a position of which something is otherwise or not known, or in which a hundred counters stand in one hex.  A sentence of a known shape is quick to
read, so most of the time goes into judging.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.say.json import as_json
from adjudicator.say.output import json_text, shown
from adjudicator.say.page import as_text
from tests.blind import questions
from tests.conftest import BOOKS, ROOT, cases, rulebook
from tests.evenings import evenings, load
from tests.hostile.found import NUMBERS, ODD, Found, attempt, mangled

JOINTS = ("; ", " and ", " y ", ", ", " then ", " if ", "; what if ", ": ", " but ", " (", " ")
ALIKE = 100
FILES = 0
"""Of the files of such questions one in so many is read; none: each."""
ANEW = 2
"""So many tries of a row are in other words, which take long to read."""
CROWD = 100
"""So many counters more stand in one hex, in the last try of every fifth row."""


@cache
def _asked(name: str) -> list[dict[str, Any]]:
    """The cases of a book, and the same and other questions in players' own words."""
    found = sorted((ROOT / "tests/wordings").glob(f"{name}-*.yaml"))[:: FILES or 1]
    return [*cases(name), *(case for path in found for case in questions(rulebook(name), str(path)))]


@cache
def _said(name: str) -> list[str]:
    """What is said in a book's cases and evenings."""
    found = [text for case in _asked(name) for text in case["declaration"].values()]
    return found + [typed.text for evening in evenings() if evening.partition(".")[0] == name for typed in load(evening).lines]


def _nonsense(words: list[str], dice: random.Random) -> str:
    """A row of words that occur somewhere, with odd things between them; at times one of them very often, or as so many sentences."""
    found = [dice.choice(words) if dice.random() < 0.9 else str(dice.choice(ODD)) for _ in range(dice.randint(1, 12))]
    if dice.random() < 0.05:
        return dice.choice((" ", ", ", "; ")).join(found[:2] * dice.randint(10, 400))
    return " ".join(found)


@cache
def _words(name: str) -> list[str]:
    return sorted({word for text in _said(name) for word in text.split()})


def declaration(name: str, own: str, dice: random.Random) -> str:
    """A declaration mutated, joined to others of its book, or a row of its book's words."""
    kind = dice.randrange(10)
    if kind < 6:
        return mangled(own, dice)
    if kind < 9:
        return dice.choice(JOINTS).join(mangled(text, dice) for text in (own, *dice.choices(_said(name), k=dice.randint(1, 2))))
    return _nonsense(_words(name), dice)


def exchanged(text: str, data: dict[str, Any], dice: random.Random) -> str:
    """A line with other units and hexes of its position in place of its own; at times another number, a hex that is nowhere, no name at all."""
    units = [str(unit["id"]) for unit in data.get("units") or () if isinstance(unit, dict) and "id" in unit]
    places = [str(unit["at"]) for unit in data.get("units") or () if isinstance(unit, dict) and unit.get("at")]
    places += [*map(str, data.get("hexes") or ()), "0000", "9999"]
    names = "|".join(re.escape(id_) for id_ in sorted(units, key=len, reverse=True))
    rate = dice.choice((0.2, 0.5, 1.0))

    def other(found: re.Match[str]) -> str:
        if dice.random() > rate:
            return found[0]
        if found.lastgroup == "unit":
            return dice.choice(units)
        if found.lastgroup == "hex":
            return dice.choice(places)
        return dice.choice(NUMBERS) if dice.random() < 0.1 else found[0]  # another number is another shape

    known = rf"(?P<unit>{names})|" if names else ""
    return re.sub(rf"(?<!\w)(?:{known}(?P<hex>\d\d\.?\d\d)|\d+)(?!\w)", other, text)


def changed(name: str, data: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A position of which up to three facts are otherwise (as they are elsewhere in it), left out, or said to be unknown."""
    new = copy.deepcopy(data)
    for _ in range(dice.randrange(4)):
        things = [*_things(new), ("", new)]
        path, thing = dice.choice(things)
        keys = sorted(key for key in thing if key not in ("id", "rulebook", "units", "hexes", "markers", "kind", "unknown", "assume"))
        if not keys:
            continue
        key = dice.choice(keys)
        kind = dice.randrange(4)
        if kind == 0:
            del thing[key]
        elif kind == 1:
            fact = f"{path}.{key}" if path else key
            if rulebook(name).declared.why_not(fact) is None:
                new["unknown"] = [*(new.get("unknown") or ()), fact]
        else:
            thing[key] = copy.deepcopy(dice.choice([other[key] for _, other in things if key in other]))
    return new


def _things(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The units, markers and hexes of a position, each with its name among the facts."""
    for group in ("units", "markers"):
        yield from ((f"{group}[{thing.get('id')}]", thing) for thing in data.get(group) or () if isinstance(thing, dict))
    yield from ((f"hexes[{hex_}]", facts) for hex_, facts in (data.get("hexes") or {}).items() if isinstance(facts, dict))


def crowded(data: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A position with a crowd of the like of one of its units in one hex."""
    units = [unit for unit in data.get("units") or () if isinstance(unit, dict) and unit.get("at")]
    if not units:
        return data
    like = dice.choice(units)
    return {**data, "units": [*data["units"], *({**copy.deepcopy(like), "id": f"X{number}"} for number in range(CROWD))]}


def declarations(count: int, seed: int, begin: int = 0, alike: int = ALIKE) -> Iterator[Found]:
    """So many declarations, so many of them on one case, each heard in some position of its book and told in full; yields those that go wrong."""
    for number in range(begin, begin + count):
        row, place = divmod(number, alike)
        dice = random.Random(f"{seed} {row}")
        name = BOOKS[row % len(BOOKS)]
        book, case, lang = rulebook(name), dice.choice(_asked(name)), dice.choice(("en", "es"))
        text, data = case["declaration"].get(lang) or next(iter(case["declaration"].values())), case["situation"] or {}
        dice = random.Random(f"{seed} {number}")
        if place < ANEW:
            text = declaration(name, text, dice)
        else:
            text, data = exchanged(text, data, dice), changed(name, data, dice)
        if place == alike - 1 and row % 5 == 4:
            data = crowded(data, dice)
        rolls = tuple(dice.randint(1, 6) for _ in range(dice.choice((0, 0, 0, 1, 2, 3))))
        full = dice.random() < 0.25

        def run(name: str = name, text: str = text, data: dict[str, Any] = data, rolls: Any = rolls, full: bool = full) -> None:
            position = of_data(rulebook(name), data)
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
