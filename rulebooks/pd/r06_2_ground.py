"""Chapter 6, 6.2 to 6.5: the terrain chart, rivers and bridges; enemies in the way; strategic movement, railways."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from adjudicator.book import Findings, Hexside, Missing, Situation, Unit, cited, define, effect, forbid, kept, permit, rule, term, value
from adjudicator.kit import UnitStep, adjacent, entry, names, number, possible_neighbours

from .acts import Exit, Move, PdCase
from .acts_combat import Advance, Attack, Leaving, Retreat, Withdraw, ground_attackers
from .acts_turn import Status, TraceSupply
from .r05_zones import around, entered_zones, has_zone, zone
from .vocabulary import (
    POLISH,
    RAIL,
    STRATEGIC,
    Number,
    as_path,
    barred,
    bridged,
    features,
    has_road,
    is_combat,
    is_hq,
    is_motorised,
    line_hex,
    on_rails,
    river,
    river_there,
)

HEX_COSTS = (1, 2, 3, 4, 5, 6)
ROAD_COSTS = (1, "1/2")


@cited("2.2.2")
@cited("6.2")
def hex_cost(s: Situation, terrain: str) -> Number:
    """What the terrain chart asks for a hex."""
    return number(entry(s, "tec_mp", terrain, HEX_COSTS))


def road_cost(case: PdCase, before: str, here: str) -> Number | None:
    """What following the road into a hex costs, where that is less than the ground or the only way in; None off the road."""
    return along_road(case.s, case.s.hex(here).terrain) if has_road(case.s, before, here) else None


def along_road(s: Situation, terrain: str) -> Number:
    """What a hex of this terrain costs whoever follows a road into it."""
    road = number(entry(s, "tec_mp", "road", ROAD_COSTS))
    if terrain == "mountain":
        return road
    try:
        return min(road, hex_cost(s, terrain))
    except Missing:
        return road


@rule("6.2.1", Move, "price", exception_to=("6.1.2", "6.2.2#2"))
def along_the_road(move: Move, step: UnitStep) -> Findings:
    """Only a unit that follows a road across the hexside into the hex pays for the road, and then for nothing else of hex and hexside."""
    if move.how in (RAIL, STRATEGIC):
        return
    cost = road_cost(move, step.before, step.here)
    if cost is not None:
        yield term(move.ledger(step.unit), cost, "road_cost", unit=step.unit.id, hex=step.here)


@rule("6.2.1", Move, "step")
def road_not_followed(move: Move, step: UnitStep) -> Findings:
    """A road in the hex is no use to a unit that does not follow it across the hexside."""
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
def bridges(case: Move | Leaving, step: UnitStep) -> Findings:
    """A road or railway across a river is a bridge and cancels all that the river does; temporary ones serve the Pole until they are
    damaged."""
    there = features(case.s, step.before, step.here)
    if "major_river" not in there and "minor_river" not in there:
        return
    if bridged(case.s, step.before, step.here, case.side):
        yield permit("bridged", step.unit, step.before, step.here, start=step.before, hex=step.here)
    elif "temporary_bridge" in there:
        key = "bridge_damaged" if case.camp(case.side) == POLISH else "bridge_not_yours"
        yield define(key, step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("6.2.2", Move, "step")
def zones_over_bridges(move: Move, step: UnitStep) -> Findings:
    """A bridge lets a zone of control across a river, a temporary one a Polish zone only."""
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

    def found() -> list[str]:
        return [key for key, side in s.hexsides.items() if "temporary_bridge" in (side.stated("features") or ())]

    if s.tried or s.unknown:
        return list(s.recall("temporary bridges", found))
    return list(s.hexsides.kept("temporary bridges", found))


@rule("6.2.2", Move)
def river_spoken_of(move: Move) -> Findings:
    """Who says that he crosses a river does not cross a plain side: which river it is decides."""
    named = move.slots.get("across")
    if named and river_there(move.s, named, [(step.before, step.here) for step in move.steps]):
        yield kept()


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
@rule("6.2.2", Status, "answer", after="10.1")
def bridges_for_supply(shown: TraceSupply | Status) -> Findings:
    """A bridge cancels what a river does to supply; a temporary one does so for the Pole only."""
    for before, here in pairwise(shown.path if isinstance(shown, TraceSupply) else str(shown.computed("path") or "").split("-")):
        if shown.s.grid.adjacent(before, here) is False:
            return
        there = features(shown.s, before, here)
        if "major_river" in there and ("temporary_bridge" in there or "road" in there or "rail" in there):
            yield define("bridge_and_supply", before, here, start=before, hex=here)


@rule("6.2.2#2", Move, "price")
def minor_river_costs(move: Move, step: UnitStep) -> Findings:
    """Crossing an unbridged minor river costs a point more."""
    if move.how not in (RAIL, STRATEGIC) and river(move.s, step.before, step.here, move.side) == "minor_river":
        yield term(move.ledger(step.unit), 1, "minor_river_cost", unit=step.unit.id, start=step.before, hex=step.here)


@rule("6.2.2#2", Move, "step")
def stop_behind_a_minor_river(move: Move, step: UnitStep) -> Findings:
    """A unit that has crossed an unbridged minor river stops for the rest of the segment."""
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
def major_rivers(move: Move, step: UnitStep) -> Findings:
    """No unit crosses an unbridged major river."""
    there = features(move.s, step.before, step.here)
    if "major_river" not in there:
        return
    if bridged(move.s, step.before, step.here, move.side):
        yield permit("major_river_bridged", step.before, step.here, hex=step.here)
    else:
        yield forbid("major_river", step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("6.2.3", (Retreat, Withdraw), "step")
def retreats_and_major_rivers(retreat: Retreat | Withdraw, step: UnitStep) -> Findings:
    """An unbridged major river stops a retreat as it stops a move."""
    if barred(retreat.s, step.before, step.here, retreat.side) == "major_river":
        yield define("river_stops_retreat", step.before, step.here, start=step.before, hex=step.here)


@rule("6.2.4", Move, "step")
def closed_ground(move: Move, step: UnitStep) -> Findings:
    """No water hex, no side that is all water, no mountain but along a road."""
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
def advance_and_closed_ground(advance: Advance, step: UnitStep) -> Findings:
    """No water and no mountain off the road."""
    if not adjacent(advance.s, step.before, step.here):
        yield forbid("gap_in_path", step.unit, step.before, step.here, start=step.before, hex=step.here)
        return
    key = barred(advance.s, step.before, step.here, advance.side)
    if key is not None and key != "major_river":
        yield forbid(key, step.unit, step.before, step.here, start=step.before, hex=step.here)


def lone_hqs(case: PdCase, hex_: str, side: str) -> list[Unit]:
    """The enemy HQs in a hex, if no enemy combat unit stands with them."""
    there = case.enemies_at(hex_, side)
    return [unit for unit in there if is_hq(unit)] if there and all(not is_combat(unit) for unit in there) else []


@rule("6.3", Move, "step")
def enemies_in_the_way(move: Move, step: UnitStep) -> Findings:
    """No hex that the enemy holds may be entered; only a combat unit with an attack strength above 0 overruns a lone HQ."""
    there = move.enemies_at(step.here, move.side)
    if not there:
        move.s.complete()
        return
    hqs = lone_hqs(move, step.here, move.side)
    if not hqs:
        yield forbid("enemy_in_path", there, step.here)
    elif move.how == RAIL:
        return  # 6.5: it stops next to it
    elif not is_combat(step.unit) or step.unit.attack <= 0:
        yield forbid("cannot_overrun", step.unit, step.here, hq=names(hqs))
    else:
        yield permit("overruns", step.unit, hqs, step.here, unit=step.unit.id, hq=names(hqs))


@rule("6.3", (Retreat, Withdraw), "step")
def overrun_in_retreat(retreat: Retreat | Withdraw, step: UnitStep) -> Findings:
    """A combat unit with an attack above 0 overruns a lone HQ in a retreat too."""
    hqs = lone_hqs(retreat, step.here, retreat.side)
    if hqs and is_combat(step.unit):
        yield define("may_overrun" if step.unit.attack > 0 else "cannot_overrun", step.unit, step.here, hq=names(hqs))


# ---- 6.4 ---------------------------------------------------------------------------------------------------------------
@rule("6.4", Move)
def who_moves_strategically(move: Move) -> Findings:
    """Mechanised and motorised units and HQs that begin on a road; never infantry or cavalry."""
    if move.how != STRATEGIC:
        return
    for unit in move.movers:
        if not is_hq(unit) and not is_motorised(unit):
            yield forbid("no_strategic_unit", unit, kind=unit.kind)
        start = move.ways[unit.id][0]
        if not line_hex(move.s, start, "road"):
            yield forbid("start_off_road", unit, start)


@rule("6.4", Move, "step")
def only_along_roads(move: Move, step: UnitStep) -> Findings:
    """Strategic movement follows a road all the way; railways do not serve."""
    if move.how == STRATEGIC and not has_road(move.s, step.before, step.here):
        yield forbid("leaves_road", step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("6.4", Move, "price", exception_to=("6.1.2", "6.2.2#2"))
def half_a_point(move: Move, step: UnitStep) -> Findings:
    """Half a point for every road hex."""
    if move.how == STRATEGIC:
        yield term(move.ledger(step.unit), Fraction(1, 2), "strategic_cost", unit=step.unit.id, hex=step.here)


@rule("6.4.1", Move)
def strategic_movement_and_zones(move: Move) -> Findings:
    """It neither begins in, enters nor ends in an enemy zone."""
    if move.how != STRATEGIC:
        return
    for unit in move.movers:
        zones = entered_zones(move, unit)
        for hex_, near in zones:
            yield forbid("strategic_in_zone", unit, hex_, enemy=names(near))
        if not zones:
            yield permit("strategic_free", unit)


@rule("6.4.1", Move, "step")
def strategic_movement_on_rails(move: Move, step: UnitStep) -> Findings:
    """Railways cannot be used for it."""
    if move.how == STRATEGIC:
        there = features(move.s, step.before, step.here)
        if "rail" in there and "road" not in there:
            yield forbid("strategic_on_rail", step.unit, step.before, step.here, start=step.before, hex=step.here)


def full(move: Move, step: UnitStep) -> list[Unit]:
    """The friendly units that leave no room in a hex for one more of its kind: two combat units, or an HQ."""
    others = [unit for unit in move.friends_at(step.here, move.side) if unit not in move.movers]
    if is_hq(step.unit):
        return [unit for unit in others if is_hq(unit)]
    there = [unit for unit in others if is_combat(unit)]
    return there if len(there) >= 2 else []


@rule("6.4.1", Move, "step")
def strategic_movement_and_stacks(move: Move, step: UnitStep) -> Findings:
    """The stacking limit holds at every moment of it, also in passing; in regular movement it does not."""
    there = full(move, step)
    if not there:
        return
    if move.how == STRATEGIC:
        yield forbid("strategic_through_stack", step.unit, there, step.here, unit=names(there))
    elif move.how != RAIL:
        yield define("passes_stack", there, step.here)


# ---- 6.5 ---------------------------------------------------------------------------------------------------------------
@rule("6.5", Move)
def who_rides(move: Move) -> Findings:
    """Units with an R, and arriving reinforcements of every kind (8.0), from a railway hex out of enemy zones."""
    if move.how != RAIL:
        return
    for unit in move.movers:
        start = move.ways[unit.id][0]
        if not on_rails(unit) and unit.kind != "train" and not arriving(move, unit):
            yield forbid("no_rail_unit", unit)
        if not line_hex(move.s, start, "rail"):
            yield forbid("start_off_rail", unit, start)
        near = zone(move.s, start, move.side)
        if near:
            yield forbid("rail_from_zone", unit, start, enemy=names(near))


def arriving(case: PdCase, unit: Unit) -> bool:
    """Whether a unit is a reinforcement that arrives in this reinforcement segment (8.0)."""
    phase = case.s.phase
    return unit.arrives is not None and (phase is None or phase == "reinforcement segment")


@rule("6.5", Move, "step")
def along_the_rails(move: Move, step: UnitStep) -> Findings:
    """Any distance from railway hex to railway hex; the move ends on entering an enemy zone, or next to an enemy on the line."""
    if move.how != RAIL:
        return
    if "rail" not in features(move.s, step.before, step.here):
        yield forbid("no_rail", step.unit, step.before, step.here, start=step.before, hex=step.here)
        return
    there = move.enemies_at(step.here, move.side)
    if there:
        if move.computed("stops_at") is None:
            yield value("stops_at", step.before)
        yield forbid("rail_blocked", there, step.here, start=step.before)
        return
    near = zone(move.s, step.here, move.side)
    if near:
        if move.computed("stops_at") is None:
            yield value("stops_at", step.here)
        if not step.last:
            yield forbid("rail_stops_in_zone", step.unit, step.here, enemy=names(near))
        else:
            yield permit("rail_ends_in_zone", step.unit, step.here, enemy=names(near))
    elif step.last:
        yield (define if move.forbidden else permit)("rides_the_rails", step.unit, step.here)
