"""Ways over the map: out of a lost hex, and from a dump to whom it supplies.  No rule speaks here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from adjudicator.book import Finding, Marker, Missing, Unit, effect
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.kit import entry, number

from .vocabulary import OVERRUN, OcsCase, is_combat, is_headquarters, prohibited, stacking_limit


def closed(case: OcsCase, hex_: str, side: str) -> str | None:
    """Why a retreat may not enter a hex, or None."""
    if any(unit.side != side and case.alive(unit) for unit in case.s.known_at(hex_)):
        return "retreat_enemy"
    return "retreat_prohibited" if prohibited(case, hex_) else None


MOST_STEPS = 20_000
"""So many hexes at most are stepped into when ways out are looked for: there are five to the power of their length."""
MOST_WAYS = 200
"""So many ways out at most are told of."""


def ways_out(case: OcsCase, start: str, hexes: int, side: str, price: Callable[[str], int] = lambda hex_: 0) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Ways of so many hexes that a retreat may take, with the sum of the prices of their hexes; the least of them first, then by their names.

    They are found one after the other: take as many as you need.
    """
    shut = cache(lambda hex_: closed(case, hex_, side))
    costs = cache(price)
    if not _is_room(lambda hex_: [there for there in case.s.grid.neighbours(hex_) if not shut(there)], start, hexes):
        return
    heap: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    for _ in range(MOST_STEPS):
        if not heap:
            return
        spent, path = heappop(heap)
        if len(path) == hexes:
            yield spent, path
            continue
        for there in case.s.grid.neighbours(path[-1] if path else start):
            if there != start and there not in path and not shut(there):
                heappush(heap, (spent + costs(there), (*path, there)))


def _is_room(neighbours: Callable[[str], Iterable[str]], start: str, hexes: int) -> bool:
    """Whether as many hexes as a way is long can be reached at all."""
    seen = {start}
    edge = [start]
    while edge and len(seen) <= hexes:
        found = {there for here in edge for there in neighbours(here)} - seen
        seen |= found
        edge = list(found)
    return len(seen) > hexes


def overstacks(case: OcsCase, hex_: str, side: str, size: Any, leaving: tuple[str, ...] = ()) -> bool:
    """Whether units of so many RE overstack a hex of their own side."""
    there = [unit for unit in case.s.at(hex_) if unit.side == side and unit.id not in leaving]
    if not there:
        return False
    sizes = [unit.stated("re") for unit in there]
    known = sum((number(each) for each in sizes if each is not None), 0)
    if known + number(size) > stacking_limit(case):
        return True
    for unit, each in zip(there, sizes, strict=True):
        if each is None:
            raise Missing(unit.path("re"))
    return False


def size_of(units: list[Unit]) -> Any:
    """RE of a group; asked for where nobody stated it."""
    for unit in units:
        if unit.stated("re") is None:
            raise Missing(unit.path("re"))
    return sum((number(unit.re) for unit in units), 0)


def trapped(case: OcsCase, start: str, hexes: int, units: list[Unit]) -> bool:
    """Whether a group has no way out at all: enemies, prohibited hexes, or overstacked wherever it could end."""
    side = str(units[0].side)
    ends: dict[str, None] = {}
    for _, path in ways_out(case, start, hexes, side):
        if not any(unit.side == side for unit in case.s.at(path[-1])):
            return False
        ends[path[-1]] = None
    return not ends or all(overstacks(case, end, side, size) for size in (size_of(units),) for end in ends)


def tokens(case: OcsCase, dump: Marker) -> int:
    """Tokens in a dump, its supply points changed into tokens."""
    return int(dump.sp) * int(case.book.tables["supply"]["tokens_per_sp"]) + int(dump.t)


def effects_of_payment(case: OcsCase, dump: Marker, price: int) -> Finding:
    """What is left in a dump."""
    points, rest = divmod(tokens(case, dump) - price, int(case.book.tables["supply"]["tokens_per_sp"]))
    return effect(marker=dump.id, sp=points, t=rest)


LEAST = Fraction(1, 4)  # what a hex of unknown cost may come to


def truck_costs(case: OcsCase) -> Any:
    """The truck costs that are stated, by terrain."""
    return {} if "tables.truck_mp" in case.s.unknown else (case.s.facts.get("tables") or {}).get("truck_mp") or {}


def truck_distance(case: OcsCase, start: str, goal: str, limit: Any, side: str) -> bool:
    """Whether trucks get from one hex to another for so many points; asks for the first cost that decides it.

    What the search takes for granted of the hexes around is no assumption of the ruling; what it does of the way it finds is.
    """
    before = case.s.assumed
    case.s.assumed = dict(before)
    tried = tuple(item for item in case.s.tried.items() if item[0].startswith(("hexes[", "hexsides[")))
    try:
        way = case.s.remember(("truck", start, goal, limit, side, str(tried)), lambda: _truck_way(case, start, goal, limit, side))
    finally:
        case.s.assumed = before
    for hex_ in way or ():
        _ = case.s.hex(hex_).terrain
    return way is not None


def _truck_way(case: OcsCase, start: str, goal: str, limit: Any, side: str) -> tuple[str, ...] | None:
    """The hexes of the way, or None."""
    if start == goal:
        return (start,)
    costs = {name: Fraction(str(price)) for name, price in truck_costs(case).items() if price is not None}
    hexsides = case.book.tables["terrain"]["hexsides"]
    missing: dict[str, None] = {}

    def step(here: str, there: str, sure: bool) -> Any:
        if any(unit.side != side for unit in case.s.at(there)) and there != goal:
            return None
        terrain = case.s.hex(there).terrain
        if terrain == "sea":
            return None
        price = costs.get(terrain)
        if price is None:
            if sure:
                return None
            missing[f"tables.truck_mp.{terrain}"] = None
            price = LEAST
        total = price
        for feature in case.s.on_side(here, there):
            if feature in hexsides:
                more = costs.get(feature)
                if more is None:
                    if sure:
                        return None
                    missing[f"tables.truck_mp.{feature}"] = None
                    more = Fraction(0)
                total += more
        return total

    stated = (case.s.facts.get("distance") or {}).get(f"{min(start, goal)}/{max(start, goal)}")
    if stated is not None and stated > limit and all(price >= 1 for price in costs.values()):
        return None
    known = min((price for name, price in costs.items() if name not in hexsides), default=LEAST)

    def way(sure: bool, least: Fraction) -> tuple[str, ...] | None:
        ahead = lambda hex_: least * (case.s.grid.distance(hex_, goal) or 0)  # noqa: E731
        return path_to(cheapest(start, case.s.grid.neighbours, lambda here, there: step(here, there, sure), limit, goal, None, ahead, least), goal)

    sure = way(True, known)
    if sure is not None or not way(False, min(known, LEAST)) or not missing:
        return sure
    raise Missing(next(iter(missing)))


def reaches(case: OcsCase, dump: Marker, unit: Unit) -> bool:
    """Whether a dump supplies a unit: within draw range for trucks, or thrown by a headquarters that draws from it."""
    start, goal = dump.at, case.standing(unit)
    if goal is None:
        return False
    limit = case.book.tables["supply"]["draw_range"]
    side = str(unit.side)
    hqs = [other for other in case.s.placed() if other.side == side and is_headquarters(other)]
    try:
        if truck_distance(case, start, goal, limit, side):
            return True
    except Missing:
        if not any(start == hq.hex and goal == hq.hex for hq in hqs):
            raise
    return any(truck_distance(case, start, str(hq.hex), limit, side) and truck_distance(case, str(hq.hex), goal, number(hq.throw), side) for hq in hqs)


# ---- moves
def plain(points: Any) -> int | float | str:
    """Points as a file holds them."""
    exact = Fraction(points)
    return int(exact) if exact.denominator == 1 else float(exact) if 64 % exact.denominator == 0 else str(exact)


def points_left(case: OcsCase, unit: Unit) -> Any:
    """The movement points that a unit has left: those that are stated, else its allowance, without what was spent in this phase."""
    known = unit.path("mp_left") not in case.s.unknown
    left = unit.stated("mp_left") if known else None
    if left is None:
        left = unit.ma if known and unit.stated("ma") is not None else unit.mp_left if not known else unit.ma
    dated = {"turn": case.s.stated("turn"), "phase": case.s.stated("phase")}
    costs = [item.get("cost") for act in ("move", OVERRUN) for item in case.s.acts(unit.id, act=act, **dated)]
    return number(left) - sum((number(cost) for cost in costs if cost is not None), 0)


def shut(move: OcsCase, hex_: str) -> str | None:
    """Why a move may not enter a hex, or None."""
    side = move.units_of()[0].side
    if any(unit.side != side and move.alive(unit) and is_combat(unit) for unit in move.s.at(hex_)):
        return "move_into_enemy"
    return "retreat_prohibited" if prohibited(move, hex_) else None


def price_of(costs: dict[str, Any], name: str) -> Fraction:
    """A stated cost."""
    return Fraction(number(costs[name]))


def step_price(move: OcsCase, here: str, there: str) -> Any:
    """What a step costs by the stated table: the ground entered, and what is crossed on the way."""
    total = number(entry(move.s, "move_mp", move.s.hex(there).terrain))
    crossed = [feature for feature in move.s.on_side(here, there) if feature in move.book.tables["terrain"]["hexsides"]]
    return total + sum((number(entry(move.s, "move_mp", feature)) for feature in crossed), 0)


def way_along(move: Any, least: Fraction, points: Any) -> tuple[Any, list[str] | None]:
    """What the way over the hexes named costs, and its hexes: a hex that lies far off is gone to by the cheapest legal way.

    Where there is none for the points, what it costs at least and no way.
    """
    here = move.standing(move.movers[0])
    stops = move.path
    gaps = [(first, last) for first, last in zip([here, *stops], stops, strict=False) if not move.adjacent(first, last)]
    bound = sum((least * (move.s.grid.distance(first, last) or 1) for first, last in zip([here, *stops], stops, strict=False)), Fraction(0))
    if gaps and bound > points:
        return bound, None
    total: Any = Fraction(0)
    way: list[str] = []
    for first, last in zip([here, *stops], stops, strict=False):
        if (first, last) not in gaps:
            total += step_price(move, first, last)
            way.append(last)
            continue
        found = _gap(move, first, last, points - total)
        if found is None:
            return bound, None
        total += sum((step_price(move, *pair) for pair in pairwise(found)), Fraction(0))
        way += found[1:]
    return total, way


def _gap(move: Any, start: str, goal: str, points: Any) -> tuple[str, ...] | None:
    """The cheapest legal way to a far hex for so many points; asks for what stands in the way of knowing it."""
    open_: list[Missing] = []

    def step(here: str, there: str) -> Any:
        try:
            return None if shut(move, there) else step_price(move, here, there)
        except Missing as missing:
            open_.append(missing)
            return None

    before = move.s.assumed
    move.s.assumed = dict(before)  # what is taken for granted of hexes around the way is no assumption of the ruling
    try:
        found = path_to(cheapest(start, move.s.grid.neighbours, step, points, goal), goal)
    finally:
        move.s.assumed = before
    if found is None and open_:
        raise open_[0]
    return found
