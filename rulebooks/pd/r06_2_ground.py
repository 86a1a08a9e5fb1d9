"""Chapter 6, 6.2: the terrain chart, roads, bridges, rivers, closed ground."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit, term, value
from adjudicator.ground.situation import Hexside, Situation
from adjudicator.kit.charts import entry
from adjudicator.kit.geometry import adjacent, possible_neighbours
from adjudicator.kit.numbers import number

from .acts import Exit, Move, PdCase, Step
from .acts_combat import Advance, Attack, Leaving, Retreat, Withdraw, ground_attackers
from .acts_turn import TraceSupply
from .r05_zones import around, has_zone
from .vocabulary import POLISH, RAIL, STRATEGIC, Number, as_path, barred, bridged, features, has_road, is_combat, river

HEX_COSTS = (1, 2, 3, 4, 5, 6)
ROAD_COSTS = (1, "1/2")


def hex_cost(s: Situation, terrain: str) -> Number:
    """What the terrain chart asks for a hex."""
    return number(entry(s, "tec_mp", terrain, HEX_COSTS))


@rule("6.2", Move, "price")
def terrain_chart(move: Move) -> Findings:
    """The chart prices hexes and hexsides."""
    step: Step = move.item
    if move.how not in (RAIL, STRATEGIC) and move.s.hex(step.here).terrain not in ("clear", "water") and road_cost(move, step.before, step.here) is None:
        yield define("chart_price", step.here, terrain=move.s.hex(step.here).terrain)


def road_cost(case: PdCase, before: str, here: str) -> Number | None:
    """What following the road into a hex costs, where that is less than the ground or the only way in; None off the road."""
    if not has_road(case.s, before, here):
        return None
    terrain = case.s.hex(here).terrain
    road = number(entry(case.s, "tec_mp", "road", ROAD_COSTS))
    if terrain == "mountain":
        return road
    try:
        return min(road, hex_cost(case.s, terrain))
    except Missing:
        return road


@rule("6.2.1", Move, "price", exception_to=("6.1.2", "6.2.2#2"))
def along_the_road(move: Move) -> Findings:
    """Only a unit that follows a road across the hexside into the hex pays for the road, and then for nothing else of hex and hexside."""
    step: Step = move.item
    if move.how in (RAIL, STRATEGIC):
        return
    cost = road_cost(move, step.before, step.here)
    if cost is not None:
        yield term(move.ledger(step.unit), cost, "road_cost", unit=step.unit.id, hex=step.here)


@rule("6.2.1", Move, "step")
def road_not_followed(move: Move) -> Findings:
    """A road in the hex is no use to a unit that does not follow it across the hexside."""
    step: Step = move.item
    if move.how in (RAIL, STRATEGIC) or has_road(move.s, step.before, step.here):
        return
    if move.how == "road":
        yield forbid("no_road", step.unit, step.before, step.here, start=step.before, hex=step.here)
    elif any("road" in (side.stated("features") or ()) for side in sides_of(move.s, step.here)):
        yield define("road_elsewhere", step.before, step.here, start=step.before, hex=step.here)


def sides_of(s: Situation, hex_: str) -> list[Hexside]:
    """The stated sides of a hex."""
    keys = (s.grid.side_key(hex_, other) for other in possible_neighbours(s, hex_))
    return [s.hexsides[key] for key in keys if key in s.hexsides]


@rule("6.2.2", (Move, Leaving), "step")
def bridges(case: Move | Leaving) -> Findings:
    """A road or railway across a river is a bridge and cancels all that the river does; temporary ones serve the Pole until they are
    damaged."""
    unit, before, here = case.item[0], case.item[1], case.item[2]
    there = features(case.s, before, here)
    if "major_river" not in there and "minor_river" not in there:
        return
    if bridged(case.s, before, here, case.side):
        yield permit("bridged", unit, before, here, start=before, hex=here)
    elif "temporary_bridge" in there:
        key = "bridge_damaged" if case.camp(case.side) == POLISH else "bridge_not_yours"
        yield define(key, unit, before, here, start=before, hex=here)


@rule("6.2.2", Move, "step")
def zones_over_bridges(move: Move) -> Findings:
    """A bridge lets a zone of control across a river, a temporary one a Polish zone only."""
    step: Step = move.item
    for unit in around(move.s, step.here, move.side):
        here = unit.hex or ""
        try:
            there = features(move.s, here, step.here)
            if "major_river" in there and has_zone(unit):
                key = "bridge_lets_zone" if bridged(move.s, here, step.here, unit.side) else "no_bridge_for_zone"
                yield define(key, unit, here, step.here, hex=step.here)
        except Missing:
            continue


def temporary_bridges(s: Situation) -> list[str]:
    """The sides that are known to have a temporary bridge."""
    return list(s.recall("temporary bridges", lambda: [key for key, side in s.hexsides.items() if "temporary_bridge" in (side.stated("features") or ())]))


@rule("6.2.2", Move, "after")
def bridges_are_damaged(move: Move) -> Findings:
    """A German combat unit that moves next to a temporary bridge damages it for good."""
    if move.camp(move.side) == POLISH or not any(is_combat(unit) for unit in move.movers):
        return
    for key in temporary_bridges(move.s):
        ends = key.split("/")
        if any(set(ends) & set(move.ways[unit.id][1:]) for unit in move.movers if is_combat(unit)):
            yield effect(marker=f"damaged bridge {key}", kind="damaged_bridge", at=key)


@rule("6.2.2", Attack, "rivers")
def bridges_in_combat(attack: Attack) -> Findings:
    """A road or railway across the river is a bridge: the attack is not halved."""
    if attack.forbidden:
        return
    for unit, place in ground_attackers(attack):
        there = features(attack.s, place, attack.target)
        if ("minor_river" in there or "major_river" in there) and bridged(attack.s, place, attack.target, unit.side):
            yield define("bridged_attack", unit, place, attack.target, hex=place, target=attack.target)
        elif "temporary_bridge" in there:
            yield define("bridge_of_no_use", unit, place, attack.target, hex=place, target=attack.target)


@rule("6.2.2", TraceSupply)
def bridges_for_supply(shown: TraceSupply) -> Findings:
    """A bridge cancels what a river does to supply; a temporary one does so for the Pole only."""
    for before, here in pairwise(shown.path):
        if shown.s.grid.adjacent(before, here) is False:
            return
        there = features(shown.s, before, here)
        if "major_river" in there and ("temporary_bridge" in there or "road" in there or "rail" in there):
            yield define("bridge_and_supply", before, here, start=before, hex=here)


@rule("6.2.2#2", Move, "price")
def minor_river_costs(move: Move) -> Findings:
    """Crossing an unbridged minor river costs a point more."""
    step: Step = move.item
    if move.how not in (RAIL, STRATEGIC) and river(move.s, step.before, step.here, move.side) == "minor_river":
        yield term(move.ledger(step.unit), 1, "minor_river_cost", unit=step.unit.id, start=step.before, hex=step.here)


@rule("6.2.2#2", Move, "step")
def stop_behind_a_minor_river(move: Move) -> Findings:
    """A unit that has crossed an unbridged minor river stops for the rest of the segment."""
    step: Step = move.item
    if move.how in (RAIL, STRATEGIC):
        return
    there = features(move.s, step.before, step.here)
    if "minor_river" in there and river(move.s, step.before, step.here, move.side) != "minor_river":
        yield define("no_stop_over_bridge", step.before, step.here, hex=step.here)
        return
    if step.number == 0:
        for item in move.since_activation(step.unit.id, "move"):
            way = as_path(item.get("path"))
            if len(way) > 1 and river(move.s, way[-2], way[-1], move.side) == "minor_river":
                yield forbid("stopped_by_river", step.unit, way[-1])
    if "minor_river" not in there:
        return
    yield value("stops_at", step.here)
    if step.last:
        yield permit("stops_behind_river", step.unit, step.here)
    else:
        yield forbid("stopped_by_river", step.unit, step.here)


@rule("6.2.3", Move, "step")
def major_rivers(move: Move) -> Findings:
    """No unit crosses an unbridged major river."""
    step: Step = move.item
    there = features(move.s, step.before, step.here)
    if "major_river" not in there:
        return
    if bridged(move.s, step.before, step.here, move.side):
        yield permit("major_river_bridged", step.before, step.here, hex=step.here)
    else:
        yield forbid("major_river", step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("6.2.3", (Retreat, Withdraw), "step")
def retreats_and_major_rivers(retreat: Retreat | Withdraw) -> Findings:
    """An unbridged major river stops a retreat as it stops a move."""
    _, before, here, _ = retreat.item
    if barred(retreat.s, before, here, retreat.side) == "major_river":
        yield define("river_stops_retreat", before, here, start=before, hex=here)


@rule("6.2.4", Move, "step")
def closed_ground(move: Move) -> Findings:
    """No water hex, no side that is all water, no mountain but along a road."""
    step: Step = move.item
    key = barred(move.s, step.before, step.here, move.side)
    if key is not None and key != "major_river":
        yield forbid(key, step.unit, step.before, step.here, start=step.before, hex=step.here)
    elif move.s.hex(step.here).terrain == "mountain":
        yield permit("mountain_by_road", step.here)


@rule("6.2.4", Exit)
def never_off_the_map(leave: Exit) -> Findings:
    """No unit leaves the map under any circumstances."""
    units = leave.units_of()
    yield forbid("off_the_map", units)


@rule("6.2.4", Attack)
def over_water(attack: Attack) -> Findings:
    """A side that is all water cannot be attacked across; any land makes it an ordinary one."""
    for unit, place in ground_attackers(attack):
        if "water" in features(attack.s, place, attack.target):
            yield forbid("water_side_attack", unit, place, attack.target, hex=place, target=attack.target)


@rule("6.2.4", Advance, "step")
def advance_and_closed_ground(advance: Advance) -> Findings:
    """No water and no mountain off the road."""
    unit, before, here, _ = advance.item
    if not adjacent(advance.s, before, here):
        yield forbid("gap_in_path", unit, before, here, start=before, hex=here)
        return
    key = barred(advance.s, before, here, advance.side)
    if key is not None and key != "major_river":
        yield forbid(key, unit, before, here, start=before, hex=here)
