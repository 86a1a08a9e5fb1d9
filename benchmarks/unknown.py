"""Rulings on a full map with six facts that nobody knows: the longest and the usual time of each book, as CPU time of this machine.

`python -m benchmarks.unknown [BOOK…] [TRIES] [SEED]`: seeded, so that the slowest can be tried again; how far a search may go is counted in steps.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from typing import Any

from adjudicator import book as books
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from benchmarks.positions import BOOKS, whole

COLUMNS, ROWS, UNITS, FACTS, TRIES = 40, 30, 150, 6, 40
KEYS = {"units": ("at", "attack", "defense", "ma", "steps", "kind", "class", "supply", "side", "ar"), "hexes": ("terrain", "features", "mp_cost")}


def facts_near(data: dict[str, Any], hexes: set[str]) -> list[str]:
    """The facts of a position that lie about these hexes: those that its rulings may hang on."""
    found = [f"units[{unit['id']}].{key}" for unit in data["units"] if unit.get("at") in hexes for key in KEYS["units"] if key in unit]
    found += [f"hexes[{hex_}].{key}" for hex_ in sorted(hexes & data["hexes"].keys()) for key in KEYS["hexes"] if key in data["hexes"][hex_]]
    return found + [f"hexsides[{side}]" for side in data["hexsides"] if set(side.split("/")) <= hexes]


def lines(situation: Situation, rng: random.Random) -> list[str]:
    """What is declared and asked of a unit beside its enemies, and of X."""
    units = [unit for unit in situation.units.values() if situation.grid.valid(unit.place or "") and unit.known("side") == situation.units["X"].known("side")]
    unit = rng.choice(units)
    near = list(situation.grid.known_neighbours(unit.place or ""))
    foes = [hex_ for hex_ in near if any(other.known("side") != unit.known("side") for other in situation.known_at(hex_))]
    return [f"{unit.id} moves to {rng.choice(near)}", f"{unit.id} attacks {rng.choice(foes or near)}", f"is {unit.id} in supply?", f"where can {unit.id} go?"]


def measured(name: str, tries: int, seed: int) -> list[tuple[float, str, list[str], str]]:
    """Milliseconds, line, unknown facts and verdict of each ruling, the longest first."""
    book = books.load(name)
    data = whole(name, COLUMNS, ROWS, UNITS, seed)
    found = []
    for number in range(tries):
        rng = random.Random(f"{name} {seed} {number}")
        plain = Situation(book, data)
        for line in lines(plain, rng):
            unit = next(plain.units[word] for word in line.split() if word in plain.units)
            grid = plain.grid
            about = {unit.place or ""}
            for _ in range(2):
                about |= {other for hex_ in about for other in grid.known_neighbours(hex_)}
            near = facts_near(data, about)
            unknown = rng.sample(near, min(FACTS, len(near)))
            game = Game(book, Situation(book, {**data, "unknown": unknown}), full=True)
            gc.collect()
            before = time.process_time()
            record = game.hear(line, ())
            found.append(((time.process_time() - before) * 1000, line, unknown, record.verdict or str(record.problem and record.problem.text("en"))))
    return sorted(found, reverse=True)


def main(words: list[str]) -> None:
    """Print the figures of each book, and its slowest ruling."""
    numbers = [int(word) for word in words if word.isdigit()]
    tries, seed = (*numbers, *(TRIES, 1)[len(numbers) :])[:2]
    for name in [word for word in words if word in BOOKS] or BOOKS:
        found = measured(name, tries, seed)
        times = [row[0] for row in found]
        over = sum(each > 100 for each in times)
        print(f"{name}: {len(times)} rulings, median {statistics.median(times):.1f} ms, longest {times[0]:.0f} ms, over 100 ms {over}", flush=True)
        for took, line, unknown, verdict in found[:3]:
            print(f"    {took:6.0f} ms  {line}: {verdict}; unknown {', '.join(unknown)}")


if __name__ == "__main__":
    main(sys.argv[1:])
