"""Chapter 6: movement, on foot and wheels, strategic and by rail."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from adjudicator.book import InputError, rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, Ruling, define, effect, forbid, permit, record, term, value
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.ground.situation import Hexside, Situation, Unit
from adjudicator.kit.charts import entry, names
from adjudicator.kit.geometry import possible_neighbours
from adjudicator.kit.numbers import number

from .acts import GERMAN, POLISH, RAIL, STRATEGIC, AskCost, AskReach, AskWhere, Exit, Move, PdCase, Step, as_path, is_combat, is_hq, is_immobile, is_motorised
from .acts_combat import Leaving
from .r05_zones import around, barred, bridged, entered_zones, features, has_road, has_zone, is_water, line_hex, river, zone

HEX_COSTS = (1, 2, 3, 4, 5, 6)
ROAD_COSTS = (1, "1/2")
PRICES = ("hex_cost", "road_cost", "strategic_cost")
Points = int | Fraction


# ---- 6.0, 6.1 -----------------------------------------------------------------------------------------------------------
@rule("6.0", Move, "step")
def from_hex_to_hex(move: Move) -> Findings:
    """Units go from hex to adjacent hex, within what their allowance and all other restrictions leave them."""
    step: Step = move.item
    if step.before == step.here or not move.adjacent(step.before, step.here):
        yield forbid("gap_in_path", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)


@rule("6.0", Move)
def the_active_player_moves(move: Move) -> Findings:
    """Only the active player's units move, but for the free moves of a random event."""
    active = move.s.stated("active")
    if active in (GERMAN, POLISH) and not move.of_event() and move.camp(move.side) != active:
        yield forbid("not_the_active_player", units=[unit.id for unit in move.movers], side=move.side, active=active)
    for hq in (unit for unit in move.movers if is_hq(unit)):
        yield permit("hq_moves_too", units=[hq.id], hq=hq.id)


@rule("6.0", Move)
def a_way_there(move: Move) -> Findings:
    """Where only the end was named, a legal way has to lead there."""
    if move.fault:
        yield forbid("no_way", where=list(move.fault), units=[move.movers[0].id], start=move.fault[0], hex=move.fault[1])


@rule("6.1", Move)
def one_after_the_other(move: Move) -> Findings:
    """All, some or none of the units may move, one at a time: a unit whose move is over does not move again when another has moved."""
    mine = [unit.id for unit in move.movers]
    for unit in move.movers:
        earlier = move.since_activation(unit.id, "move")
        if earlier:
            later = [other for other in moved_after(move, unit) if other not in mine]
            if later:
                yield forbid("moved_already", units=[unit.id], unit=unit.id, other=", ".join(later))
    idle = [unit for unit in move.s.placed() if unit.id not in mine and unit.stated("side") == move.side and not move.since_activation(unit.id, "move")]
    if idle:
        yield permit("any_may_stay", units=mine, unit=names(move.movers))


def moved_after(move: Move, unit: Unit) -> list[str]:
    """The units of the same player that have moved this turn after a unit did, as far as the history tells."""
    order = list(move.s.history)
    place = order.index(unit.id)
    own = max((item.get("order", place) for item in move.since_activation(unit.id, "move")), default=place)
    found = []
    for position, id_ in enumerate(order):
        other = move.s.units.get(id_)
        if id_ == unit.id or other is None or move.hostile(other, move.side):
            continue
        acts = move.done(id_, "move")
        if any(item.get("order", position) > own for item in acts):
            found.append(id_)
    return found


@rule("6.1.1", Move, "allowance")
def printed_allowance(move: Move) -> Findings:
    """A unit spends no more points than its counter shows."""
    unit: Unit = move.item
    if move.how == RAIL and (unit.stated("ma") is None or unit.stated("ma") == "R"):
        return
    printed = unit.ma
    if printed == "R":
        yield forbid("rail_only", units=[unit.id], unit=unit.id)
        return
    yield term(move.allowed(unit), number(printed), "printed_allowance", unit=unit.id)


@rule("6.1.1", Move, "cost")
def within_the_allowance(move: Move) -> Findings:
    """What is spent and what may be spent."""
    unit: Unit = move.item
    if move.how == RAIL:
        if is_immobile(unit):
            yield forbid("never_moves", units=[unit.id], unit=unit.id)
        return
    if move.fault:
        return
    _ = unit.ma  # without it, or without a price, there is no sum
    if sum(1 for line in move.ruling.ledgers.get(move.ledger(unit), ()) if line.key in PRICES) < len(move.ways[unit.id]) - 1:
        price_again(move, unit)
    spent = points_spent(move, unit)
    cost = move.total(move.ledger(unit))
    allowance = max(move.total(move.allowed(unit)), 0)
    shown = unit is slowest(move)
    if shown:
        yield value("cost", cost)
        yield value("allowance", allowance)
    if cost + spent > allowance:
        yield forbid("too_few_points", units=[unit.id], unit=unit.id, cost=str(cost + spent), allowance=str(allowance))
    elif not move.forbidden:
        yield permit("movement_paid", units=[unit.id], unit=unit.id, cost=str(cost), left=str(allowance - cost - spent))


def price_again(move: Move, unit: Unit) -> None:
    """Read the prices of a unit's way once more; Missing for the first that is not known."""
    for step in move.steps:
        if step.unit is unit and not is_water(move.s, step.here) and road_cost(move, step.before, step.here) is None:
            hex_cost(move.s, move.s.hex(step.here).terrain)


def slowest(move: Move) -> Unit:
    """Of several units on one path the one that has least to spare, whose points are shown."""
    return min(move.movers, key=lambda unit: (move.total(move.allowed(unit)) - move.total(move.ledger(unit)), move.movers.index(unit)))


def points_spent(move: Move, unit: Unit) -> Points:
    """What a unit has spent in this activation before: as it was noted, else by the path it took."""
    spent: Points = 0
    for item in move.since_activation(unit.id, "move"):
        if "cost" in item:
            spent += number(item["cost"])
            continue
        for before, here in pairwise(as_path(item.get("path"))):
            cost = step_cost(move, unit, item.get("how"), before, here, here)
            if cost is None:  # the position has changed since, or something is not known
                break
            spent += cost
    return spent


@rule("6.1.2", Move, "price")
def cost_of_the_hex(move: Move) -> Findings:
    """Every hex costs what the terrain chart says; no unit is sure of even one hex."""
    step: Step = move.item
    if move.how == RAIL:
        return
    terrain = move.s.hex(step.here).terrain
    if terrain == "water":
        return
    yield term(move.ledger(step.unit), hex_cost(move.s, terrain), "hex_cost", unit=step.unit.id, hex=step.here, terrain=terrain)


def hex_cost(s: Situation, terrain: str) -> Points:
    """What the terrain chart asks for a hex."""
    return number(entry(s, "tec_mp", terrain, HEX_COSTS))


@rule("6.2", Move, "price")
def terrain_chart(move: Move) -> Findings:
    """The chart prices hexes and hexsides."""
    step: Step = move.item
    if move.how not in (RAIL, STRATEGIC) and move.s.hex(step.here).terrain not in ("clear", "water") and road_cost(move, step.before, step.here) is None:
        yield define("chart_price", where=[step.here], hex=step.here, terrain=move.s.hex(step.here).terrain)


@rule("6.1", Move, "after")
def moved(move: Move) -> Findings:
    """The units stand where their way ends, and remember it."""
    for unit in move.movers:
        way = move.ways[unit.id]
        if way[-1] != unit.hex:
            yield effect(unit=unit.id, at=way[-1])
        order = sum(len(acts) for acts in move.s.history.values())
        cost = move.total(move.ledger(unit))
        yield record(did=unit.id, act="move", path="-".join(way), order=order, cost=str(cost), chit=move.chit)
        if is_combat(unit):
            yield from taken(move, unit, way)


def taken(case: PdCase, unit: Unit, way: list[str]) -> Findings:
    """VP hexes that a combat unit has entered pass to its player (A6.34: controlled is last entered)."""
    side = case.camp(unit.side)
    for hex_ in way[1:]:
        place = case.s.hex(hex_)
        if "vp" in (place.stated("features") or ()) and place.stated("control") != side:
            yield effect(hex=hex_, control=side)


# ---- 6.2.1 --------------------------------------------------------------------------------------------------------------
def road_cost(case: PdCase, before: str, here: str) -> Points | None:
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
        yield forbid("no_road", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)
    elif any("road" in (side.stated("features") or ()) for side in sides_of(move.s, step.here)):
        yield define("road_elsewhere", where=[step.before, step.here], start=step.before, hex=step.here)


def sides_of(s: Situation, hex_: str) -> list[Hexside]:
    """The stated sides of a hex."""
    return [side for key, side in s.hexsides.items() if hex_ in key.split("/")]


# ---- 6.2.2 to 6.2.4 -----------------------------------------------------------------------------------------------------
@rule("6.2.2", (Move, Leaving), "step")
def bridges(case: Move | Leaving) -> Findings:
    """A road or railway across a river is a bridge and cancels all that the river does; temporary ones serve the Pole until they are
    damaged."""
    unit, before, here = case.item[0], case.item[1], case.item[2]
    there = features(case.s, before, here)
    if "major_river" not in there and "minor_river" not in there:
        return
    if bridged(case.s, before, here, case.side):
        yield permit("bridged", where=[before, here], units=[unit.id], start=before, hex=here)
    elif "temporary_bridge" in there:
        key = "bridge_damaged" if case.camp(case.side) == POLISH else "bridge_not_yours"
        yield define(key, where=[before, here], units=[unit.id], start=before, hex=here)


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
                yield define(key, where=[here, step.here], units=[unit.id], unit=unit.id, hex=step.here)
        except Missing:
            continue


@rule("6.2.2", Move, "after")
def bridges_are_damaged(move: Move) -> Findings:
    """A German combat unit that moves next to a temporary bridge damages it for good."""
    if move.camp(move.side) == POLISH or not any(is_combat(unit) for unit in move.movers):
        return
    for key, side in move.s.hexsides.items():
        if "temporary_bridge" not in (side.stated("features") or ()):
            continue
        ends = key.split("/")
        if any(set(ends) & set(move.ways[unit.id][1:]) for unit in move.movers if is_combat(unit)):
            yield effect(marker=f"damaged bridge {key}", kind="damaged_bridge", at=key)


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
        yield define("no_stop_over_bridge", where=[step.before, step.here], hex=step.here)
        return
    if step.number == 0:
        for item in move.since_activation(step.unit.id, "move"):
            way = as_path(item.get("path"))
            if len(way) > 1 and river(move.s, way[-2], way[-1], move.side) == "minor_river":
                yield forbid("stopped_by_river", where=[way[-1]], units=[step.unit.id], unit=step.unit.id, hex=way[-1])
    if "minor_river" not in there:
        return
    yield value("stops_at", step.here)
    if step.last:
        yield permit("stops_behind_river", where=[step.here], units=[step.unit.id], unit=step.unit.id, hex=step.here)
    else:
        yield forbid("stopped_by_river", where=[step.here], units=[step.unit.id], unit=step.unit.id, hex=step.here)


@rule("6.2.3", Move, "step")
def major_rivers(move: Move) -> Findings:
    """No unit crosses an unbridged major river."""
    step: Step = move.item
    there = features(move.s, step.before, step.here)
    if "major_river" not in there:
        return
    if bridged(move.s, step.before, step.here, move.side):
        yield permit("major_river_bridged", where=[step.before, step.here], hex=step.here)
    else:
        yield forbid("major_river", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)


@rule("6.2.4", Move, "step")
def closed_ground(move: Move) -> Findings:
    """No water hex, no side that is all water, no mountain but along a road."""
    step: Step = move.item
    key = barred(move.s, step.before, step.here, move.side)
    if key is not None and key != "major_river":
        yield forbid(key, where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)
    elif move.s.hex(step.here).terrain == "mountain":
        yield permit("mountain_by_road", where=[step.here], hex=step.here)


@rule("6.2.4", Exit)
def never_off_the_map(leave: Exit) -> Findings:
    """No unit leaves the map under any circumstances."""
    units = leave.units_of()
    yield forbid("off_the_map", units=[unit.id for unit in units], unit=names(units))


# ---- 6.3 ----------------------------------------------------------------------------------------------------------------
def lone_hqs(case: PdCase, hex_: str, side: str) -> list[Unit]:
    """The enemy HQs in a hex, if no enemy combat unit stands with them."""
    there = case.enemies_at(hex_, side)
    return [unit for unit in there if is_hq(unit)] if there and all(not is_combat(unit) for unit in there) else []


@rule("6.3", Move, "step")
def enemies_in_the_way(move: Move) -> Findings:
    """No hex that the enemy holds may be entered; only a combat unit with an attack strength above 0 overruns a lone HQ."""
    step: Step = move.item
    there = [unit for unit in move.enemies_at(step.here, move.side) if unit.stated("kind") != "ship"]
    if not there:
        move.s.complete()
        return
    hqs = lone_hqs(move, step.here, move.side)
    if not hqs:
        yield forbid("enemy_in_path", where=[step.here], units=[unit.id for unit in there], hex=step.here, unit=names(there))
    elif move.how == RAIL:
        return  # 6.5: it stops next to it
    elif not is_combat(step.unit) or step.unit.attack <= 0:
        yield forbid("cannot_overrun", where=[step.here], units=[step.unit.id], unit=step.unit.id, hq=names(hqs))
    else:
        yield permit("overruns", where=[step.here], units=[step.unit.id, *(hq.id for hq in hqs)], unit=step.unit.id, hq=names(hqs))


# ---- 6.4 ----------------------------------------------------------------------------------------------------------------
@rule("6.4", Move)
def who_moves_strategically(move: Move) -> Findings:
    """Mechanised and motorised units and HQs that begin on a road; never infantry or cavalry."""
    if move.how != STRATEGIC:
        return
    for unit in move.movers:
        if not is_hq(unit) and not is_motorised(unit):
            yield forbid("no_strategic_unit", units=[unit.id], unit=unit.id, kind=unit.kind)
        start = move.ways[unit.id][0]
        if not line_hex(move.s, start, "road"):
            yield forbid("start_off_road", where=[start], units=[unit.id], unit=unit.id, hex=start)


@rule("6.4", Move, "step")
def only_along_roads(move: Move) -> Findings:
    """Strategic movement follows a road all the way; railways do not serve."""
    step: Step = move.item
    if move.how == STRATEGIC and not has_road(move.s, step.before, step.here):
        yield forbid("leaves_road", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)


@rule("6.4", Move, "price", exception_to=("6.1.2", "6.2.2#2"))
def half_a_point(move: Move) -> Findings:
    """Half a point for every road hex."""
    step: Step = move.item
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
            yield forbid("strategic_in_zone", where=[hex_], units=[unit.id], unit=unit.id, hex=hex_, enemy=names(near))
        if not zones:
            yield permit("strategic_free", units=[unit.id], unit=unit.id)


@rule("6.4.1", Move, "step")
def strategic_movement_on_rails(move: Move) -> Findings:
    """Railways cannot be used for it."""
    step: Step = move.item
    if move.how == STRATEGIC:
        there = features(move.s, step.before, step.here)
        if "rail" in there and "road" not in there:
            yield forbid("strategic_on_rail", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)


def full(move: Move, step: Step) -> list[Unit]:
    """The friendly units that leave no room in a hex for one more of its kind: two combat units, or an HQ."""
    others = [unit for unit in move.friends_at(step.here, move.side) if unit not in move.movers]
    if is_hq(step.unit):
        return [unit for unit in others if is_hq(unit)]
    there = [unit for unit in others if is_combat(unit)]
    return there if len(there) >= 2 else []


@rule("6.4.1", Move, "step")
def strategic_movement_and_stacks(move: Move) -> Findings:
    """The stacking limit holds at every moment of it, also in passing; in regular movement it does not."""
    step: Step = move.item
    there = full(move, step)
    if not there:
        return
    if move.how == STRATEGIC:
        yield forbid("strategic_through_stack", where=[step.here], units=[step.unit.id, *(unit.id for unit in there)], hex=step.here, unit=names(there))
    elif move.how != RAIL:
        yield define("passes_stack", where=[step.here], units=[unit.id for unit in there], hex=step.here, unit=names(there))


# ---- 6.5 ----------------------------------------------------------------------------------------------------------------
@rule("6.5", Move)
def who_rides(move: Move) -> Findings:
    """Units with an R, and arriving reinforcements of every kind (8.0), from a railway hex out of enemy zones."""
    if move.how != RAIL:
        return
    for unit in move.movers:
        start = move.ways[unit.id][0]
        if unit.stated("ma") != "R" and unit.kind != "train" and not arriving(move, unit):
            yield forbid("no_rail_unit", units=[unit.id], unit=unit.id)
        if not line_hex(move.s, start, "rail"):
            yield forbid("start_off_rail", where=[start], units=[unit.id], unit=unit.id, hex=start)
        near = zone(move.s, start, move.side)
        if near:
            yield forbid("rail_from_zone", where=[start], units=[unit.id], unit=unit.id, hex=start, enemy=names(near))


def arriving(case: PdCase, unit: Unit) -> bool:
    """Whether a unit is a reinforcement that arrives in this reinforcement segment (8.0)."""
    phase = case.s.stated("phase")
    return unit.stated("arrives") is not None and (phase is None or phase == "reinforcement segment")


@rule("6.5", Move, "step")
def along_the_rails(move: Move) -> Findings:
    """Any distance from railway hex to railway hex; the move ends on entering an enemy zone, or next to an enemy on the line."""
    step: Step = move.item
    if move.how != RAIL:
        return
    if "rail" not in features(move.s, step.before, step.here):
        yield forbid("no_rail", where=[step.before, step.here], units=[step.unit.id], start=step.before, hex=step.here)
        return
    there = [unit for unit in move.enemies_at(step.here, move.side) if unit.stated("kind") != "ship"]
    if there:
        if move.computed("stops_at") is None:
            yield value("stops_at", step.before)
        yield forbid("rail_blocked", where=[step.here], units=[unit.id for unit in there], hex=step.here, start=step.before, unit=names(there))
        return
    near = zone(move.s, step.here, move.side)
    if near:
        if move.computed("stops_at") is None:
            yield value("stops_at", step.here)
        if not step.last:
            yield forbid("rail_stops_in_zone", where=[step.here], units=[step.unit.id], unit=step.unit.id, hex=step.here, enemy=names(near))
        else:
            yield permit("rail_ends_in_zone", where=[step.here], units=[step.unit.id], unit=step.unit.id, hex=step.here, enemy=names(near))
    elif step.last:
        yield (define if move.forbidden else permit)("rides_the_rails", where=[step.here], units=[step.unit.id], unit=step.unit.id, hex=step.here)


# ---- searching ------------------------------------------------------------------------------------------------------------
def step_cost(move: PdCase, unit: Unit, how: str | None, before: str, here: str, goal: str) -> Points | None:
    """What one step costs a unit for finding its way; None where it may not go or where that is not known."""
    try:
        s = move.s
        if not move.adjacent(before, here):
            return None
        if here != goal:  # what keeps a unit out of the hex named is for the rules to say
            if barred(s, before, here, unit.side):
                return None
            held = any(other.stated("kind") != "ship" for other in move.enemies_at(here, unit.side))
            if held and (goal or how == RAIL or not lone_hqs(move, here, unit.side) or not is_combat(unit) or unit.attack <= 0):
                return None  # a way that is looked for goes round lone HQs; all that can be reached lies beyond them too
        elif barred(s, before, here, unit.side):
            return 1
        if how == RAIL:
            return 1 if "rail" in features(s, before, here) else None
        if how == STRATEGIC:
            return Fraction(1, 2) if has_road(s, before, here) and not zone(s, here, unit.side) else None
        crossing = river(s, before, here, unit.side)
        if crossing == "minor_river" and here != goal:
            return None
        road = road_cost(move, before, here)
        cost = road if road is not None else hex_cost(s, s.hex(here).terrain) + (1 if crossing else 0)
        leaving, entering = bool(zone(s, before, unit.side)), bool(zone(s, here, unit.side))
        both = 3 if s.reading("6.2") == "total" else 5
        return cost + (both if leaving and entering else 1 if leaving or entering else 0)
    except Missing as missing:
        if isinstance(move, Move):
            move.unseen.append(missing)
        return None


def least_cost(s: Situation, how: str | None) -> Points:
    """The least that a hex can cost, as far as the charts are known."""
    if how == STRATEGIC:
        return Fraction(1, 2)
    stated = [number(cost) for row, cost in ((s.facts.get("tables") or {}).get("tec_mp") or {}).items() if cost is not None and row != "rule"]
    return max(min([Fraction(1), *stated]), Fraction(1, 4)) if "road" in ((s.facts.get("tables") or {}).get("tec_mp") or {}) else Fraction(1, 2)


def cheapest_way(move: PdCase, unit: Unit, start: str, goal: str, how: str | None = None) -> list[str] | None:
    """The cheapest known way between two hexes, without the first."""
    s = move.s
    how = move.how if isinstance(move, Move) else how
    far = s.grid.distance(start, goal)
    points = unit.stated("ma")
    limit = None if how == RAIL else 2 * points if isinstance(points, int) and points > 6 else 12
    least = 0 if how == RAIL else least_cost(s, how)

    def seek(most: Points | None, hexes: int | None = None) -> tuple[str, ...] | None:
        """The cheapest way for so many points, and past so many hexes if the map is wide."""

        def ahead(here: str) -> Points:
            return least * (s.grid.distance(here, goal) or 0)

        def cost(before: str, here: str) -> Points | None:
            if hexes is not None and far is not None and (s.grid.distance(start, here) or 0) + (s.grid.distance(here, goal) or 0) > hexes:
                return None
            return step_cost(move, unit, how, before, here, goal)

        return path_to(cheapest(start, lambda hex_: possible_neighbours(s, hex_), cost, most, goal, None, ahead, least), goal)

    if how == RAIL or not isinstance(points, int):
        way = seek(limit)
    else:
        way = seek(points) or seek(limit, (far or 0) + 4)
    return list(way[1:]) if way is not None else None


def answered_by_a_move(question: AskCost | AskReach) -> Findings:
    """What a move that is only thought of costs."""
    ruling = suppose(question, "move", question.slots)
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))
    for name in ("cost", "allowance", "stops_at"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    for number_, finding in ruling.findings:
        question.add(number_, finding._replace(effect="defines"))
    if isinstance(question, AskReach):
        yield value("answer", "yes" if ruling.verdict == "legal" else "no")
    else:
        yield value("answer", str(ruling.computed.get("cost", "none")))


@rule("6.1.2", AskCost, "answer")
def what_a_move_costs(question: AskCost) -> Findings:
    """The points that a path costs a unit."""
    yield from answered_by_a_move(question)


@rule("6.1.1", AskReach, "answer")
def can_it_get_there(question: AskReach) -> Findings:
    """Whether a legal path leads to a hex."""
    yield from answered_by_a_move(question)


NO_MOVE_AT_ALL = frozenset(("3.0", "4.0", "4.2.1", "4.2.5", "6.0", "6.1"))  # rules that ask who moves when, wherever he goes


def reached(question: AskWhere, unit: Unit) -> tuple[list[str], Ruling | None]:
    """The hexes that a unit can move to: those reached without crossing an unbridged minor river, and those just behind one.  Where there are
    none, also the ruling of a move that is refused."""
    s, start = question.s, question.standing(unit)
    how = question.slots.get("how") or (RAIL if unit.stated("ma") == "R" else None)
    limit = None if how == RAIL else number(unit.ma)
    if start is None:
        return [], None
    found = cheapest(start, lambda hex_: possible_neighbours(s, hex_), lambda a, b: step_cost(question, unit, how, a, b, ""), limit)
    ways = {hex_: path_to(found, hex_) or () for hex_ in found if hex_ != start}
    for hex_, (spent, _) in found.items():
        for here in possible_neighbours(s, hex_):
            cost = step_cost(question, unit, how, hex_, here, here) if here not in found else None
            if cost is not None and (limit is None or spent + cost <= limit):
                ways.setdefault(here, (*(path_to(found, hex_) or ()), here))
    legal, refused = [], None
    for hex_, way in sorted(ways.items(), key=lambda item: len(item[1])):
        ruling = suppose(question, "move", {"units": (unit.id,), "path": way, "how": how})
        if ruling.verdict == "legal":
            legal.append(hex_)
            continue
        refused = refused or ruling
        if any(finding.effect == "forbids" and rule_ in NO_MOVE_AT_ALL for rule_, finding in ruling.findings):
            break
    return sorted(legal), None if legal else refused


@rule("6.1.1", AskWhere, "answer")
def where_it_can_get(question: AskWhere) -> Findings:
    """The hexes that a unit can reach."""
    units = question.units_of()
    if not units:
        raise InputError("no_units")
    reach, refused = reached(question, units[0])
    for number_, finding in refused.findings if refused is not None else ():
        if finding.effect == "forbids":
            question.add(number_, finding._replace(effect="defines"))
    yield value("reach", reach)
    yield value("answer", ", ".join(reach) or "none")
