"""What the map says: the terrain chart, bridges, roads, zones of control, ways and sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from adjudicator.book import Finding, Marker, Missing, Situation, Unit, every, forbid, known
from adjudicator.ground.hexes import GeometryUnknown
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.kit import Bounds, Zones, cell, half_up, number, pair, possible_neighbours, search

from .vocabulary import FORTIFICATIONS, GdpCase, class_of, is_hq

CLASSES = ("foot", "tracked", "wheeled")

LEAST = Fraction(1, 2)
"""The fewest points that a step costs, along a road."""
COSTS = (1, 2, 3, 4, "H", "ALL", "NA")
SIDE_COSTS = ("+0", "+1", "+2", "NA")


def chart(s: Situation, row: str, class_: str, side: bool = False) -> Any:
    """What the terrain chart's row says for a class: a number, ``H``, ``ALL`` or ``NA``; asked for if nobody stated it."""
    values = SIDE_COSTS if side else (str(LEAST), *COSTS) if row in s.book.tables["roads"] else COSTS
    found = cell(s, "tec", row, "move", values)
    if isinstance(found, list):
        found = found[CLASSES.index(class_)] if len(found) == len(CLASSES) else found[0] if len(found) == 1 else None
    if found is None:
        raise Missing(f"tables.tec.{row}.move", values)
    return found


def wheels_enter(s: Situation, row: str, side: bool = False) -> bool:
    """Whether a row of the chart lets wheels in; asked for by itself, since what another class pays says nothing of it."""
    if s.tried.get(f"tables.tec.{row}.move") is None:
        try:
            return bool(chart(s, row, "wheeled", side) != "NA")
        except Missing:
            pass
    return bool(cell(s, "tec", row, "wheels", (True, False)))


def marker_on(s: Situation, place: str, kind: str) -> str | None:
    """The state of a marker of that kind in a hex or on a hexside, or None."""
    first, _, second = place.partition("/")
    places = (place, f"{second}/{first}") if second else (place,)
    for marker in s.markers.values():
        if marker.kind == kind and marker.hex in places:
            return str(marker.state)
    return None


def bridge(s: Situation, first: str, second: str, pontoons: bool = True) -> bool:
    """Whether an intact bridge, or a completed pontoon, leads from one hex into the next (12.0, 12.1)."""
    place = f"{first}/{second}"
    if pontoons and ("completed" in (marker_on(s, place, "pontoon"), marker_on(s, second, "pontoon"), marker_on(s, first, "pontoon"))):
        return True
    side = s.side(first, second)
    if "bridge" not in side.features or marker_on(s, place, "sunk_bridge"):
        return False
    return bool(side.bridge)


def wheels_pass(s: Situation, before: str, here: str, roads: bool = False) -> bool:
    """Whether a wheeled unit could go from one hex into the next by the terrain chart, or over a bridge; with ``roads`` also along one."""
    side = s.side(before, here)
    features = side.features
    barriers = s.book.tables["barriers"]
    crossed = [name for name in features if name not in ("bridge", *s.book.tables["roads"])]
    road = any(name in features for name in s.book.tables["roads"])
    if crossed or s.hex(here).known_to_be("terrain", "great_river"):
        if ("bridge" in features or s.markers) and bridge(s, before, here):
            return True
        if any(name in barriers for name in crossed):
            return False
    if roads and road:
        return True
    if not all(wheels_enter(s, name, side=True) for name in crossed):
        return False
    terrain = s.hex(here).terrain
    return bool(terrain == "clear" or wheels_enter(s, terrain))


def closed_to_wheels(s: Situation, hex_: str) -> bool:
    """Whether a stated hex is closed to wheels for certain: forbidden terrain without a road."""
    place = s.hex(hex_)
    terrain = place.known("terrain")
    if terrain is None or terrain == "clear" or any(name in (place.known("features") or ()) for name in s.book.tables["roads"]):
        return False
    try:
        return bool(chart(s, terrain, "wheeled") == "NA")
    except Missing:
        return False


ZONES = Zones(lambda unit: not is_hq(unit) and not unit.riding, lambda s, here, hex_, unit: wheels_pass(s, here, hex_))


def zone(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemy combat units that exert a ZOC on a hex: not into or across what wheels can't enter, unless a bridge leads there (8.0)."""
    return ZONES.over(s, hex_, side)


def road_between(case: GdpCase, before: str, here: str) -> str | None:
    """The kind of road that leads through a hexside, or None."""
    features = case.features(before, here)
    kind: str | None = next((name for name in case.table("roads") if name in features), None)
    if kind is None:
        return None
    for hex_ in (before, here):
        stated = case.s.hex(hex_).stated("features")
        if stated is not None and not any(name in stated for name in case.table("roads")):
            return None
    return kind


def faces(case: GdpCase, marker: Marker, hex_: str) -> bool:
    """Whether one of a marker's green sides looks at a hex; a minefield looks everywhere (15.1)."""
    if marker.kind in case.table("fortifications")["all_round"]:
        return True
    found: list[Any] = marker.faces
    return "all" in found or hex_ in found


def closed_by(case: GdpCase, unit: Unit, before: str, here: str) -> list[Marker]:
    """The fortifications whose green sides close a step to the class of a unit (15.2)."""
    there = case.markers_at(here, *FORTIFICATIONS)
    costs = case.table("fortifications")["move"]
    return [marker for marker in there if faces(case, marker, before) and costs[marker.kind][CLASSES.index(class_of(unit))] == "NA"]


def barred(case: GdpCase, unit: Unit, before: str, here: str) -> bool:
    """Whether the terrain chart or unbridged water forbids a unit a step; roads and bridges open it (9.1, 9.2),
    no road opens the green side of a fortification (15.2)."""
    class_ = class_of(unit)
    if closed_by(case, unit, before, here):
        return True
    features = case.features(before, here)
    if any(name in features for name in case.table("barriers")) or case.s.hex(here).known_to_be("terrain", "great_river"):
        if bridge(case.s, before, here):
            return False
        if class_ != "foot" or case.s.hex(here).known_to_be("terrain", "great_river"):
            return True
    if road_between(case, before, here):
        return False
    if class_ == "foot":
        rows = [name for name in features if name not in ("bridge", *case.table("roads"), *case.table("water"))]
    else:
        rows = [name for name in features if name not in ("bridge", *case.table("roads"))]
    terrain = case.s.hex(here).terrain
    return any(chart(case.s, name, class_, side=True) == "NA" for name in rows) or (terrain != "clear" and chart(case.s, terrain, class_) == "NA")


# ---- Ways -------------------------------------------------------------------------------------------------------------------
def known_area(s: Situation, *more: str) -> Callable[[str], bool]:
    """Whether a hex lies among those that the position speaks of, or within three of them.

    Beyond that nothing is stated and nobody stands: a line out there can as well run along the edge of the area.
    """
    names = [*s.hexes, *more, *(name for pair in s.hexsides for name in pair), *(thing.hex for thing in (*s.units.values(), *s.markers.values()) if thing.hex)]
    outside = beyond(s, names)
    return lambda name: outside(name) <= 3


def beyond(s: Situation, names: Iterable[str]) -> Callable[[str], int]:
    """How many columns or rows at least a hex lies beyond all of these, 0 among them."""
    known = [(int(name[:2]), int(name[2:])) for text in names for name in str(text).split("/") if s.grid.valid(name)]
    columns, rows = [column for column, _ in known] or [0], [row for _, row in known] or [0]
    west, east, north, south = min(columns), max(columns), min(rows), max(rows)

    @cache
    def outside(name: str) -> int:
        column, row = int(name[:2]), int(name[2:])
        return max(west - column, column - east, north - row, row - south, 0)

    return outside


def step_cost(case: GdpCase, unit: Unit, allowance: int | Fraction, before: str, here: str) -> int | Fraction | None:
    """What one step costs a unit for finding its way; None where it may not go.  Raises Missing."""
    return step_between(case, unit, allowance, before, here) if case.adjacent(before, here) else None


def step_between(case: GdpCase, unit: Unit, allowance: int | Fraction, before: str, here: str) -> int | Fraction | None:
    """The same of two hexes that touch, or may."""
    if case.enemies_at(here, unit.side):
        return None
    class_ = class_of(unit)
    kind = road_between(case, before, here)
    if kind is not None and not zone(case.s, before, unit.side):
        return _points(chart(case.s, kind, class_), unit, allowance)
    features = case.features(before, here)
    total: int | Fraction = 0
    bridged = bool(features) and bridge(case.s, before, here)
    for name in features:
        if name in ("bridge", *case.table("roads")) or (name in case.table("water") and bridged):
            continue
        if name in case.table("barriers") and class_ != "foot":
            return None
        points = _points(chart(case.s, name, class_, side=True), unit, allowance)
        if points is None:
            return None
        total += points
    points = _points(chart(case.s, case.s.hex(here).terrain, class_), unit, allowance)
    return None if points is None else total + points


def _points(printed: Any, unit: Unit, allowance: int | Fraction) -> int | Fraction | None:
    if printed == "NA":
        return None
    if printed == "ALL":
        return allowance
    if printed in ("H", "+H"):
        return half_up(unit.ma)
    return number(printed)


def cheapest_way(case: GdpCase, unit: Unit, start: str, goal: str) -> list[str] | None:
    """The cheapest known way between two hexes, without the first; it stops in no enemy ZOC before the goal.

    The ways within its allowance are looked for once for all goals.
    """
    points = unit.known("ma") or 8

    def ways(limit: int | Fraction, goal: str | None) -> dict[str, Any]:
        return cheapest(start, lambda hex_: possible_neighbours(case.s, hex_), lambda a, b: known(step_cost, case, unit, points, a, b), limit, goal,
                        lambda hex_: bool(known(zone, case.s, hex_, unit.side)))  # fmt: skip

    found: dict[str, Any] = case.s.recall(("ways", unit.id, start), lambda: ways(number(points), None))
    way = path_to(found if goal in found else ways(40, goal), goal)
    return list(way[1:]) if way is not None else None


def within_reach(case: GdpCase, unit: Unit) -> tuple[set[str], dict[str, tuple[str, ...]]]:
    """The stated hexes to which a way leads for certain within the allowance of a unit; and all to which one may lead, the nearest first, with what that
    hangs on. Others may be among them."""
    start = case.standing(unit)
    if start is None:
        return set(), dict.fromkeys(case.s.hexes, ())
    limit = number(unit.ma)

    def bounds(before: str, here: str) -> Bounds:
        apart: tuple[str, ...] = ()
        try:
            if not case.adjacent(before, here):
                return None
        except Missing as missing:
            apart = (missing.fact,)
        try:
            points = step_between(case, unit, limit, before, here)
        except Missing as missing:
            return LEAST, None, (missing.fact,)
        return None if points is None else (points, None if apart else points, apart)

    found = search(
        case.s, start, bounds, lambda hex_: bool(zone(case.s, hex_, unit.side)), limit, least=LEAST, near=lambda hex_: possible_neighbours(case.s, hex_),
        within=case.s.hexes.kept("beyond", lambda: beyond(case.s, case.s.hexes)),
    )  # fmt: skip
    nearest = sorted(found.possible, key=lambda hex_: found.possible[hex_][0])
    return set(found.sure), {name: found.facts(name) for name in dict.fromkeys([*possible_neighbours(case.s, start), *nearest])}


def look_along(case: GdpCase, unit: Unit, start: str, goal: str) -> None:
    """Read the straight way between two hexes, so that what nobody stated of it is asked for."""
    try:
        line = [hex_ for hex_ in case.s.grid.line(start, goal) if isinstance(hex_, str)]
    except GeometryUnknown:
        return
    for before, here in pairwise(line):
        step_cost(case, unit, unit.known("ma") or 8, before, here)


# ---- Sight ------------------------------------------------------------------------------------------------------------------
def blocks(case: GdpCase, hex_: str) -> bool:
    """Whether a hex holds blocking terrain (black triangle); fortification markers never block, nor do units."""
    place = case.s.hex(hex_)
    terrain = place.terrain
    return bool(case.cell("tec", terrain, "blocks", (True, False)))


def on_summit(case: GdpCase, hex_: str) -> bool:
    """Whether a hex is a summit (red triangle)."""
    terrain = case.s.hex(hex_).known("terrain")
    if terrain is None:
        return False
    rows = case.table("tec").get(terrain) or {}
    return bool(rows.get("summit", False))


def sees(case: GdpCase, start: str, target: str) -> bool:
    """Whether the straight line between two hexes is free of blocking terrain; what lies in its end hexes does not matter."""
    if start == target:
        return True
    path = f"los[{pair(start, target)}]"
    stated = case.s.los or {}
    for key in (f"{start}/{target}", f"{target}/{start}"):
        if key in stated:
            return bool(stated[key] == "clear")
    if path in case.s.tried:
        return bool(case.s.tried[path] == "clear")
    try:
        line = case.s.grid.line(start, target)
    except GeometryUnknown:
        if case.s.grid.adjacent(start, target):
            return True
        raise Missing(path, ("clear", "blocked")) from None
    between = [hex_ for hex_ in line[1:-1] if isinstance(hex_, str)]  # a pair of hexes is passed exactly along their hexside
    return every(lambda hex_: not blocks(case, hex_) or on_summit(case, start) and case.adjacent(start, hex_), between)


def observer(case: GdpCase, watchers: Iterable[Unit], target: str, limit: int, too_far: str) -> tuple[Unit | None, int, list[Finding]]:
    """The first unit of the acting side that sees a hex along a clear line of at most so many hexes, how far away it is, and what
    keeps the others from it.  Missing where only what nobody stated could show one."""
    faults: list[Finding] = []
    missing: Missing | None = None
    for unit in watchers:
        here = case.standing(unit)
        if here is None:
            continue
        if unit.side != case.side:
            faults.append(forbid("enemy_observer", unit))
            continue
        try:
            far = case.distance(here, target)
            if far > limit:
                faults.append(forbid(too_far, unit, here, target, distance=far, limit=limit))
            elif not sees(case, here, target):
                faults.append(forbid("line_blocked", unit, here, target, start=here, hex=target))
            else:
                return unit, far, []
        except Missing as fact:
            missing = missing or fact
    if missing is not None and not case.forbidden:
        raise missing
    return None, 0, faults
