"""Seeded positions and slow enumerations, the yardstick for `adjudicator.ground.hexes` and `adjudicator.ground.searches`.

Nothing here imports the package or shares its methods: hexes are points in the plane, neighbours are found by
measuring all pairs, costs by relaxing all steps until nothing changes, paths by listing them. Run as a script it writes
the frozen files beside it (reach.txt, trace.txt), from the slow enumeration alone.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

HERE = pathlib.Path(__file__).parent
Step = tuple[str, str]


class Dice:
    """A small generator of its own, so that frozen positions do not hang on the library's."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 % 2**64 + 1

    def below(self, number: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % number


# --- geometry: the plane -------------------------------------------------------------------------------------------


def centre(name: str, even_lower: bool) -> tuple[int, int]:
    """Column, and height in half hexes. The true distance between two centres squared is (3 dx dx + dy dy) / 4."""
    column, row = int(name[:2]), int(name[-2:])
    return column, 2 * row + (0 if column % 2 else (1 if even_lower else -1))


def squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    return 3 * (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def map_hexes(columns: int, rows_odd: int, rows_even: int) -> list[str]:
    return [f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, (rows_odd if c % 2 else rows_even) + 1)]


def slow_neighbours(hexes: list[str], even_lower: bool) -> dict[str, list[str]]:
    """All pairs of centres that lie one hex apart."""
    places = {name: centre(name, even_lower) for name in hexes}
    return {a: [b for b in hexes if squared(places[a], places[b]) == 4] for a in hexes}


def slow_distances(start: str, near: dict[str, list[str]]) -> dict[str, int]:
    found = {start: 0}
    level = [start]
    while level:
        level = sorted({b for a in level for b in near[a]} - found.keys())
        found.update(dict.fromkeys(level, max(found.values()) + 1))
    return found


def slow_line(a: str, b: str, hexes: list[str], even_lower: bool) -> list[str | tuple[str, str]]:
    """Each hex is the set of points nearer to its centre than to its six neighbours': clip the line by all of them.

    Names beyond the map are empty. Exact, in fractions.
    """
    on_map = {centre(name, even_lower): name for name in hexes}
    points = {(x + dx, y + dy) for x, y in on_map for dx, dy in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 2), (0, -2))}
    start, end = centre(a, even_lower), centre(b, even_lower)
    way = (end[0] - start[0], end[1] - start[1])
    found: dict[tuple[Fraction, Fraction], list[tuple[str, bool]]] = {}
    for point in points:
        low, high = Fraction(0), Fraction(1)
        ties = False
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1), (0, 2), (0, -2)):
            # nearer to point than to point + d:  3 dx (x - px) + dy (y - py) <= 2   with (x, y) = start + t way
            constant = 3 * dx * (start[0] - point[0]) + dy * (start[1] - point[1])
            slope = 3 * dx * way[0] + dy * way[1]
            if slope > 0:
                high = min(high, Fraction(2 - constant, slope))
            elif slope < 0:
                low = max(low, Fraction(2 - constant, slope))
            elif constant > 2:
                high = low
            elif constant == 2:
                ties = True
        if low < high:
            found.setdefault((low, high), []).append((on_map.get(point, ""), ties))
    result: list[str | tuple[str, str]] = []
    for span in sorted(found):
        names = sorted(name for name, _ in found[span])
        if len(names) == 2:
            assert all(ties for _, ties in found[span])
            result.append((names[0], names[1]))
        else:
            assert len(names) == 1
            if names[0]:
                result.append(names[0])
    return result


# --- searches: relax or list everything ----------------------------------------------------------------------------


def slow_costs(
    start: str,
    near: dict[str, list[str]],
    cost: Callable[[str, str], int | Fraction | None],
    limit: int | Fraction,
    stop: Callable[[str], bool],
) -> dict[str, int | Fraction]:
    """Relax every step of the map until nothing gets cheaper."""
    best: dict[str, int | Fraction] = {start: 0}
    changed = True
    while changed:
        changed = False
        for a in near:
            if a not in best or (a != start and stop(a)):
                continue
            for b in near[a]:
                step = cost(a, b)
                if step is not None and best[a] + step <= limit and (b not in best or best[a] + step < best[b]):
                    best[b] = best[a] + step
                    changed = True
    return best


def all_paths(start: str, near: dict[str, list[str]], open_: Callable[[str, str], bool], stop: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """Every path without a hex twice. For maps of a dozen hexes."""

    def on(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        if len(path) > 1 and stop(path[-1]):
            return
        for b in near[path[-1]]:
            if b not in path and open_(path[-1], b):
                yield from on((*path, b))

    return on((start,))


def flood(start: str, near: dict[str, list[str]], open_: Callable[[str, str], bool]) -> set[str]:
    found = {start}
    while True:
        more = {b for a in found for b in near[a] if open_(a, b)} | found
        if more == found:
            return found
        found = more


# --- positions -----------------------------------------------------------------------------------------------------


class Position:
    """A map with enemies, their zones, terrain and rivers, out of one seed."""

    def __init__(self, seed: int) -> None:
        dice = Dice(seed)
        self.seed = seed
        self.columns = 4 + dice.below(9)
        self.rows_odd = 4 + dice.below(7)
        self.even_lower = bool(dice.below(2))
        self.rows_even = self.rows_odd - dice.below(2)
        self.hexes = map_hexes(self.columns, self.rows_odd, self.rows_even)
        self.near = slow_neighbours(self.hexes, self.even_lower)
        self.start = self.pick(dice)
        self.enemies = {self.pick(dice) for _ in range(1 + dice.below(len(self.hexes) // 8))} - {self.start}
        self.zones = self.enemies | {b for a in self.enemies for b in self.near[a]}
        self.terrain = {name: (1, 1, 1, 2, 3, Fraction(1, 2))[dice.below(6)] for name in self.hexes}
        self.rivers: set[Step] = set()
        for _ in range(len(self.hexes) // 3):
            a = self.pick(dice)
            b = self.near[a][dice.below(len(self.near[a]))]
            self.rivers |= {(a, b), (b, a)}
        self.limit = 3 + dice.below(7)
        self.goals = {self.pick(dice) for _ in range(1 + dice.below(3))}
        # Walls round the start, some with doubts, so that traces are not nearly always open.
        radius = 1 + dice.below(3)
        away = slow_distances(self.start, self.near)
        self.ring = {name for name in self.hexes if away[name] == radius}
        self.gaps = {name for name in sorted(self.ring) if dice.below(7) == 0}
        self.doubts = {name for name in self.hexes if dice.below(9) == 0}

    def pick(self, dice: Dice) -> str:
        return self.hexes[dice.below(len(self.hexes))]

    def cost(self, a: str, b: str) -> int | Fraction | None:
        if b in self.enemies or (a in self.zones and b in self.zones):
            return None
        return self.terrain[b] + (2 if (a, b) in self.rivers else 0)

    def stop(self, name: str) -> bool:
        return name in self.zones

    def verdict(self, a: str, b: str) -> bool | str | None:
        """True = open, a text = barred and why, None = not known."""
        if b in self.enemies:
            return "enemy"
        if b in self.ring and b not in self.gaps:
            return None if b in self.doubts else "wall"
        if (a, b) in self.rivers and b not in self.doubts:
            return "river"
        return True


def reach_line(position: Position, costs: dict[str, int | Fraction]) -> str:
    """The totals that are frozen: hexes, sum of the costs, and the costs weighted by the hex numbers."""
    weighted = sum(cost * int(name) for name, cost in costs.items())
    return f"{position.seed} {position.start} {position.limit}: {len(costs)} {sum(costs.values())} {weighted}"


def slow_reach_line(seed: int) -> str:
    p = Position(seed)
    return reach_line(p, slow_costs(p.start, p.near, p.cost, p.limit, p.stop))


def trace_line(position: Position, answer: bool | None, length: int, cuts: Iterable[tuple[str, str]], facts: Iterable[str]) -> str:
    """The totals that are frozen: the answer, the hexes of the shortest sure path, the cuts, the facts it hangs on."""
    word = {True: "yes", False: "no", None: "open"}[answer]
    shown = " ".join(f"{name}={reason}" for name, reason in sorted(cuts))
    return f"{position.seed} {position.start}: {word} {length} [{shown}] [{' '.join(sorted(facts))}]"


def slow_trace_line(seed: int) -> str:
    p = Position(seed)
    sure = flood(p.start, p.near, lambda a, b: p.verdict(a, b) is True)
    best = flood(p.start, p.near, lambda a, b: p.verdict(a, b) in (True, None))
    if sure & p.goals:
        cost = slow_costs(p.start, p.near, lambda a, b: 1 if p.verdict(a, b) is True else None, 10**6, lambda _: False)
        return trace_line(p, True, 1 + int(min(cost[goal] for goal in sure & p.goals)), (), ())
    answer = None if best & p.goals else False
    region = best if answer is False else sure
    out = [(a, b) for a in region for b in p.near[a] if b not in region]
    cuts = {(b, str(p.verdict(a, b))) for a, b in out if isinstance(p.verdict(a, b), str)}
    return trace_line(p, answer, 0, cuts, {b for a, b in out if p.verdict(a, b) is None})


def frozen(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text().splitlines() if line and not line.startswith("#")]


if __name__ == "__main__":
    head = "# Written by perft_slow.py from its slow enumeration. Seeded positions (see Position there);\n"
    (HERE / "reach.txt").write_text(
        head
        + "# seed start limit: hexes reached, sum of their costs, sum of cost times hex number\n"
        + "\n".join(slow_reach_line(seed) for seed in range(1, 81))
        + "\n"
    )
    (HERE / "trace.txt").write_text(
        head
        + "# seed start: answer, hexes of the shortest path, [hex=reason that cuts], [facts on the edge]\n"
        + "\n".join(slow_trace_line(seed) for seed in range(1, 121))
        + "\n"
    )
