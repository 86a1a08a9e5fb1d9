"""Whole maps full of counters, for every rulebook: made by a seed, since the printed maps are nobody's to ship.

`python benchmarks/positions.py BOOK COLUMNS ROWS UNITS [SEED]` prints one as YAML (as JSON, which is YAML).
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

SIDES = {"fpa": ("german", "soviet"), "gdp": ("german", "soviet"), "pd": ("german", "polish"), "ocs": ("german", "soviet"), "bcs": ("german", "us")}
BOOKS = tuple(SIDES)
OPEN = ("gdp",)
"""Books whose printed map is not told in the rules, so that a position says which hexes touch and what lies on every hexside."""


def name_of(book: str, column: int, row: int) -> str:
    """The name of a hex as the book prints it."""
    return f"{column:02}.{row:02}" if book == "bcs" else f"{column:02}{row:02}"


def whole(book: str, columns: int, rows: int, units: int, seed: int = 1) -> dict[str, Any]:
    """A map of so many columns and rows, all of it known, and so many counters around a front in its middle.  The first is `X`, who may move now."""
    rng = random.Random(f"{book} {columns} {rows} {units} {seed}")
    ours, theirs = SIDES[book]
    hexes = {name_of(book, column, row): ground(book, rng) for column in range(1, columns + 1) for row in range(1, rows + 1)}
    data: dict[str, Any] = {"rulebook": book, **HEADS[book](ours, columns, rows), "hexes": hexes}
    lines = {"fpa": ([], [], ["river"]), "gdp": ([], [], ["river"]), "pd": ([], [], ["road"], ["minor_river"])}.get(book, ([],))
    pairs = [(column, row) for column in range(2, columns, 3) for row in range(1, rows)]
    every = beside(columns, rows) if book in OPEN else [((column, row), (column, row + 1)) for column, row in pairs]
    data["hexsides"] = {f"{name_of(book, *one)}/{name_of(book, *other)}": rng.choice(lines) if (one in pairs) else [] for one, other in every}
    if book in OPEN:
        data["adjacent"] = [[name_of(book, *one), name_of(book, *other)] for one, other in every if one[0] != other[0]]
    middle = columns // 2
    left = [name_of(book, column, row) for column in range(max(1, middle - 6), middle) for row in range(2, rows)]
    right = [name_of(book, column, row) for column in range(middle + 1, min(columns, middle + 7)) for row in range(2, rows)]
    places = (rng.sample(left, min(len(left), (units + 1) // 2)), rng.sample(right, min(len(right), units // 2)))
    counters = []
    for number in range(units):
        side, place = (ours, theirs)[number % 2], places[number % 2]
        if number // 2 >= len(place):
            break
        counters.append(
            {"id": "X" if number == 0 else f"{'ab'[number % 2].upper()}{number}", "side": side, "at": place[number // 2], **COUNTERS[book](side, number)}
        )
    data["units"] = counters + EXTRA[book](columns, rows)
    return data


def beside(columns: int, rows: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """All pairs of hexes side by side, even columns half a hex lower."""
    found = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            low = row if column % 2 == 0 else row - 1
            near = [(column, row + 1), (column + 1, low), (column + 1, low + 1)]
            found += [((column, row), other) for other in near if other[0] <= columns and 1 <= other[1] <= rows]
    return found


def pocket(data: dict[str, Any], book: str, columns: int, rows: int, side: int) -> dict[str, Any]:
    """The same with enemies all along the edge of the map, so that nobody of that side has a way out."""
    enemy = SIDES[book][1 - side]
    edge = [name_of(book, column, row) for column in range(1, columns + 1) for row in range(1, rows + 1) if column in (1, columns) or row in (1, rows)]
    ring = [{"id": f"R{number}", "side": enemy, "at": hex_, **COUNTERS[book](enemy, number)} for number, hex_ in enumerate(edge)]
    return {**data, "units": [*data["units"], *ring]}


def ground(book: str, rng: random.Random) -> dict[str, Any]:
    """A hex."""
    if book == "fpa":
        return {"terrain": rng.choices(("clear", "woods", "rough", "swamp"), (12, 3, 2, 1))[0], "features": []}
    if book == "gdp":
        return {"terrain": "clear", "features": []}
    if book == "pd":
        return {"terrain": rng.choices(("clear", "woods", "swamp"), (12, 3, 1))[0], "features": []}
    if book == "ocs":
        return {"terrain": "open", "features": []}
    return {"terrain": "open", "mp_cost": rng.choices((1, 2), (5, 1))[0], "prohibited_to": [], "features": []}


HEADS: dict[str, Any] = {
    "fpa": lambda ours, columns, rows: {"turn": 5, "weather": "frost", "phase": "german movement 1", "assume": "defaults", "restricted_area": []},
    "gdp": lambda ours, columns, rows: {
        "time": "day", "weather": "sunny", "phase": "activation", "active": "german", "assume": "defaults",
        "tables": {"tec": {"clear": {"move": [1, 1, 1]}, "river": {"move": [2, "NA", "NA"]}}},
    },
    "pd": lambda ours, columns, rows: {
        "assume": "defaults", "turn": 2, "phase": "movement segment", "active": "german",
        "tables": {"tec_mp": {"clear": 1, "woods": 2, "swamp": 3, "road": 1}},
        "sources": {"german": [name_of("pd", 1, row) for row in range(1, rows + 1)], "polish": [name_of("pd", columns, row) for row in range(1, rows + 1)]},
    },
    "ocs": lambda ours, columns, rows: {"phase": "movement phase", "active": "german", "assume": "defaults"},
    "bcs": lambda ours, columns, rows: {
        "phase": "activities", "active": "german", "active_formation": "GF", "activation": "initial",
        "formations": [{"id": "GF", "side": "german", "snafu": "complete"}, {"id": "UF", "side": "us"}],
    },
}  # fmt: skip

COUNTERS: dict[str, Any] = {
    "fpa": lambda side, number: (
        {"kind": "panzer", "class": "mechanized", "size": "division", "attack": 4, "defense": 4, "steps": 4}
        if side == "german"
        else {"kind": "tank", "class": "mechanized", "size": "corps", "attack": 5, "defense": 5, "steps": 2}
    ),
    "gdp": lambda side, number: {"kind": "armor", "class": "tracked", "attack": 6, "defense": 6, "ma": 8, "formation": f"{side[0].upper()}1"},
    "pd": lambda side, number: {"kind": ("mech", "inf")[number % 2], "attack": 4, "defense": 3, "ma": 8, "max_steps": 2},
    "ocs": lambda side, number: {"kind": "infantry", "attack": 8, "defense": 8, "ar": 3, "steps": 2, "ma": 8},
    "bcs": lambda side, number: {
        "formation": "GF" if side == "german" else "UF", "attack_capable": True, "ma": 8, "ma_class": "tac", "shown": "deployed", "ar": 4, "steps": 4,
        "in_command": True,
    },
}  # fmt: skip

EXTRA: dict[str, Any] = dict.fromkeys(BOOKS, lambda columns, rows: []) | {
    "gdp": lambda columns, rows: [
        {"id": "HQ-G", "side": "german", "formation": "G1", "kind": "hq", "at": name_of("gdp", 2, rows // 2)},
        {"id": "HQ-S", "side": "soviet", "formation": "S1", "kind": "hq", "at": name_of("gdp", columns - 1, rows // 2)},
    ],
}

if __name__ == "__main__":
    print(json.dumps(whole(sys.argv[1], *map(int, sys.argv[2:])), indent=1))
