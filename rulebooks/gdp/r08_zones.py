"""Chapter 8: zones of control."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, forbid, permit, term
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import cell, names
from adjudicator.kit.geometry import adjacent

from .acts import Movement, Step, is_hq
from .acts_combat import Retreat

CLASSES = ("foot", "tracked", "wheeled")
COSTS = (1, 2, 3, 4, "H", "ALL", "NA")
SIDE_COSTS = ("+0", "+1", "+2", "NA")


def chart(s: Situation, row: str, class_: str, side: bool = False) -> Any:
    """What the terrain chart's row says for a class: a number, ``H``, ``ALL`` or ``NA``; asked for if nobody stated it."""
    found = cell(s, "tec", row, "move", SIDE_COSTS if side else COSTS)
    if isinstance(found, list):
        found = found[CLASSES.index(class_)]
    if found is None:
        raise Missing(f"tables.tec.{row}.move", SIDE_COSTS if side else COSTS)
    return found


def marker_on(s: Situation, place: str, kind: str) -> str | None:
    """The state of a marker of that kind in a hex or on a hexside, or None."""
    first, _, second = place.partition("/")
    places = (place, f"{second}/{first}") if second else (place,)
    for marker in s.markers.values():
        if marker.kind == kind and marker.facts.get("at") in places:
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
    if crossed or s.hex(here).stated("terrain") == "great_river":
        if ("bridge" in features or s.markers) and bridge(s, before, here):
            return True
        if any(name in barriers for name in crossed):
            return False
    if roads and road:
        return True
    if any(chart(s, name, "wheeled", side=True) == "NA" for name in crossed):
        return False
    terrain = s.hex(here).terrain
    return bool(terrain == "clear" or chart(s, terrain, "wheeled") != "NA")


def closed_to_wheels(s: Situation, hex_: str) -> bool:
    """Whether a stated hex is closed to wheels for certain: forbidden terrain without a road."""
    place = s.hex(hex_)
    terrain = place.stated("terrain")
    if terrain is None or terrain == "clear" or any(name in (place.stated("features") or ()) for name in s.book.tables["roads"]):
        return False
    try:
        return bool(chart(s, terrain, "wheeled") == "NA")
    except Missing:
        return False


def zone(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemy combat units that exert a ZOC on a hex: not into or across what wheels can't enter, unless a bridge leads there (8.0)."""
    found: list[Unit] = []
    open_fact: Missing | None = None
    for unit in s.placed():
        if unit.side == side or is_hq(unit) or unit.riding:
            continue
        here = unit.hex
        try:
            if here is not None and here != hex_ and adjacent(s, here, hex_) and wheels_pass(s, here, hex_):
                found.append(unit)
        except Missing as missing:
            open_fact = open_fact or missing
    if not found:
        if open_fact is not None:
            raise open_fact
        s.complete()
    return found


@rule("8.0", Movement, "step")
def stop_in_a_zone(move: Movement) -> Findings:
    """A unit that enters an enemy ZOC stops there."""
    step: Step = move.item
    for state in move.payers(step):
        came = not step.first or (state.unit.spent and not state.unit.overrun)
        if came and zone(move.s, step.before, move.side):
            near = zone(move.s, step.before, move.side)
            yield forbid("must_stop", where=[step.before, step.here], units=[state.unit.id], unit=state.unit.id, hex=step.before, enemy=names(near))
            return


@rule("8.0", Movement, "step")
def no_zone_from_there(move: Movement) -> Findings:
    """HQs have no ZOC, and no ZOC reaches where wheels cannot go."""
    step: Step = move.item
    for hex_ in (step.before, step.here) if step.first else (step.here,):
        around = [unit for unit in move.s.placed() if unit.side != move.side and move.s.grid.adjacent(unit.hex or "", hex_)]
        try:
            free = bool(around) and not zone(move.s, hex_, move.side)
        except Missing:
            continue  # nothing hangs on it here
        if free:
            yield define("no_zone_there", where=[hex_], units=[unit.id for unit in around], hex=hex_, enemy=names(around))


@rule("8.0", Movement, "step")
def water_into_a_zone(move: Movement) -> Findings:
    """No unit crosses a river or canal hexside into an enemy ZOC without a sound bridge."""
    step: Step = move.item
    features = move.features(step.before, step.here)
    if any(name in move.table("barriers") for name in features):
        bridged = bridge(move.s, step.before, step.here)
        try:
            near = zone(move.s, step.here, move.side)
        except Missing:
            if bridged:
                return
            raise
        if near and bridged:
            yield permit("bridge_into_zoc", where=[step.before, step.here], hex=step.here, enemy=names(near))
        elif near:
            yield forbid("river_into_zoc", where=[step.before, step.here], units=[unit.id for unit in step.units], hex=step.here, enemy=names(near))


@rule("8.0", Movement, "step")
def no_road_out_of_a_zone(move: Movement) -> Findings:
    """Nobody uses road movement to leave an enemy ZOC."""
    step: Step = move.item
    if step.leg.slots.get("how") == "road" and step.first and zone(move.s, step.before, move.side):
        yield forbid("no_road_out_of_zoc", where=[step.before], units=[unit.id for unit in step.units], hex=step.before)


@rule("8.0", Movement, "price")
def leaving_a_zone(move: Movement) -> Findings:
    """A unit that begins in an enemy ZOC pays one point more to leave its hex."""
    step: Step = move.item
    if step.first and zone(move.s, step.before, move.side):
        for state in move.payers(step):
            yield term(move.bill(step, state, 1, 1), 1, "leaving_zoc", unit=state.unit.id, hex=step.before)


@rule("8.0", Retreat, "step")
def no_retreat_into_a_zone(retreat: Retreat) -> Findings:
    """A retreating unit never enters an enemy ZOC; a friendly unit there does not help."""
    unit, before, here, _ = retreat.item
    near = zone(retreat.s, here, retreat.side)
    if near:
        yield forbid("retreat_into_zoc", where=[before, here], units=[unit.id], unit=unit.id, hex=here, enemy=names(near))
    else:
        yield permit("retreat_free_of_zoc", where=[here], hex=here)
