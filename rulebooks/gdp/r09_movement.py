"""Chapter 9: movement, overruns, riders, debarking, rafts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from adjudicator.book import rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.hexes import GeometryUnknown
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit, record, term, unused, value
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.ground.situation import Unit
from adjudicator.kit.charts import names
from adjudicator.kit.geometry import possible_neighbours
from adjudicator.kit.numbers import half_up, number

from .acts import Activate, GdpCase, Going, Leg, Movement, Step, class_of, is_hq
from .acts_combat import Attack, OpportunityFire, Overrun, Support
from .acts_turn import AskAllowance, AskCost, AskDebarking, AskReach, AskWhere
from .r08_zones import bridge, chart, zone


# ---- 9.0 ----------------------------------------------------------------------------------------------------------------
@rule("9.0", Movement, "allowance")
def printed_allowance(move: Movement) -> Findings:
    """Every unit has the allowance printed on its counter."""
    state: Going = move.item
    if (not state.unit.debarked or state.embarks) and not (state.riding and state.unit.stated("ma") is None):
        state.print_allowance()
    yield from ()


@rule("9.0", Movement, "step")
def from_hex_to_hex(move: Movement) -> Findings:
    """A move goes from hex to adjacent hex, and never into one that an enemy holds."""
    step: Step = move.item
    if move.fault and move.fault[1] == step.here:
        yield forbid("no_way", where=[move.fault[0], move.fault[1]], start=move.fault[0], hex=move.fault[1])
        return
    if step.before == step.here or not move.adjacent(step.before, step.here):
        yield forbid("gap_in_path", where=[step.before, step.here], start=step.before, hex=step.here)
    enemies = move.enemies_at(step.here, move.side)
    if enemies:
        yield forbid("enemy_in_path", where=[step.here], units=[unit.id for unit in enemies], hex=step.here, unit=names(enemies))
    else:
        move.s.complete()


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


def by_road(move: Movement, step: Step) -> str | None:
    """The road that a step follows: where one leads through the side, unless the unit leaves an enemy ZOC (8.0) or the chart's row
    is not known and nobody said that it goes by road."""
    kind = road_between(move, step.before, step.here)
    if kind is None or (step.first and zone(move.s, step.before, move.side)):
        return None
    if step.leg.slots.get("how") != "road":
        rows = [(tables or {}).get("tec") or {} for tables in (move.s.facts.get("tables"), move.book.tables)]
        if not any(isinstance(row.get(kind), dict) and row[kind].get("move") for row in rows):
            return None
    return kind


def charge(move: Movement, step: Step, state: Going, printed: Any, key: str, **slots: Any) -> Findings:
    """What a unit pays for a row of the chart; NA forbids the step."""
    foot = state.unit.id in step.on_foot
    if printed == "NA":
        class_ = move.class_in(state, step)
        yield forbid("forbidden_terrain", where=[step.before, step.here], units=[state.unit.id], unit=state.unit.id, mobility=class_, **slots)
        return
    if printed == "ALL":
        amount: int | Fraction = state.foot_allowance if foot else state.allowance
    elif printed in ("H", "+H"):
        amount = half_up(state.foot_printed if foot else state.printed)
    else:
        amount = number(printed)
    yield term(move.bill(step, state, printed, amount), amount, key, unit=state.unit.id, printed=str(printed), **slots)


@rule("9.0", Movement, "price")
def cost_of_the_hex(move: Movement) -> Findings:
    """Every hex costs what the terrain chart says for the class of the unit: a number, H half the printed allowance, ALL all of it, NA
    forbidden."""
    step: Step = move.item
    terrain = move.s.hex(step.here).terrain
    if terrain == "great_river" and bridge(move.s, step.before, step.here):
        for state in move.payers(step):
            yield from charge(move, step, state, 1, "bridge_cost", hex=step.here, terrain=terrain)
        return
    for state in move.payers(step):
        yield from charge(move, step, state, chart(move.s, terrain, move.class_in(state, step)), "hex_cost", hex=step.here, terrain=terrain)


@rule("9.0", Movement, "afford")
def within_the_allowance(move: Movement) -> Findings:
    """No step may cost more than is left; H leaves half the allowance before it, ALL the whole; an unmoved unit may always go one hex."""
    if not isinstance(move.item, Step):
        return
    step: Step = move.item
    for state in move.payers(step):
        unit = state.unit
        foot = unit.id in step.on_foot
        if foot and not state.walking:
            state.walking, state.spent, state.over = True, 0, False
        if step.number == move.steps[0].number or not state.paid:
            state.spent = state.spent or (0 if foot else unit.spent)
        allowance = state.foot_allowance if foot else state.allowance
        printed = state.foot_printed if foot else state.printed
        bills = move.bills.get((step.number, unit.id), [])
        amount = sum((paid for paid, _ in bills), 0)
        for _, code in bills:
            if code in ("H", "+H") and state.spent > printed // 2:
                half = printed // 2
                yield forbid("too_late_for_half", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here, spent=str(state.spent), half=half)
            if code == "ALL" and state.spent > 0:
                yield forbid("too_late_for_all", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here, spent=str(state.spent))
        unmoved = state.spent == 0
        if state.over:
            yield forbid("no_points_left", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)
        elif state.spent + amount > allowance:
            if unmoved:
                state.over = True
                yield permit("one_hex_always", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)
            else:
                cost = str(state.spent + amount)
                yield forbid("too_few_points", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here, cost=cost, allowance=str(allowance))
        state.spent += amount
        state.paid += amount


def shown(move: Movement) -> Unit:
    """The unit whose points are shown: the one that goes on, and of a stack the slowest (9.3)."""
    leg = next((leg for leg in reversed(move.legs) if leg.kind in ("move", "enter")), None)
    if leg is None or move.lead not in leg.units:
        return move.lead
    carried = {unit for step in move.steps for unit in step.carried}
    states = [move.going[unit.id] for unit in leg.units if unit.id not in carried]
    slowest = min(states, key=lambda state: state.foot_allowance if state.walking else state.allowance, default=None)
    return slowest.unit if slowest is not None else move.lead


@rule("9.0", Movement, "cost")
def what_it_costs(move: Movement) -> Findings:
    """The points spent, the allowance after all halvings, and what was left when the act began."""
    state: Going = move.item
    if state.unit is not shown(move):
        return
    total = move.total(f"cost {state.unit.id} on foot" if state.walking else f"cost {state.unit.id}")
    allowance = state.foot_allowance if state.walking else state.allowance
    before = 0 if state.walking else state.unit.spent
    if move.steps or total:
        yield value("cost", total)
    if allowance:
        yield value("allowance", allowance)
        yield value("mp_left", allowance - before)
    if not move.forbidden:
        yield permit("movement_paid", units=[state.unit.id], unit=state.unit.id, cost=str(total), left=str(allowance - before))


@rule("9.0", Movement, "after")
def moved(move: Movement) -> Findings:
    """The units stand where the path ends, and remember what they spent."""
    for state in move.going.values():
        unit = state.unit
        if state.hex is not None and state.hex != unit.hex:
            yield effect(unit=unit.id, at=state.hex)
            passed = [step.here for step in move.steps if unit in step.units]
            yield record(did=unit.id, act="move", path="-".join(passed))
        if state.spent:
            yield record(unit=unit.id, spent=state.spent)
        if state.riding != unit.riding:
            yield record(unit=unit.id, riding=state.riding)
    gone = [state for state in move.going.values() if state.hex is not None and state.hex != state.unit.hex]
    if gone and not (move.s.stated("pending") or {}).get("result"):  # until something else is done they may be fired at where they are (11.4)
        yield record(state="pending", value={"act": "move", "units": [state.unit.id for state in gone], "to": gone[0].hex})


# ---- 9.1 ----------------------------------------------------------------------------------------------------------------
@rule("9.1", Movement, "step")
def water_needs_a_bridge(move: Movement) -> Findings:
    """Nobody enters a great river hex without a bridge; tracked and wheeled units cross a river or canal hexside only over one."""
    step: Step = move.item
    if move.s.hex(step.here).stated("terrain") == "great_river" and not bridge(move.s, step.before, step.here):
        yield forbid("great_river", where=[step.here], units=[unit.id for unit in step.units], hex=step.here)
    features = move.features(step.before, step.here)
    water = next((name for name in move.table("barriers") if name in features), None)
    if water is None:
        return
    if bridge(move.s, step.before, step.here):
        yield permit("over_the_bridge", where=[step.before, step.here], start=step.before, hex=step.here)
        return
    for state in move.payers(step):
        if move.class_in(state, step) in ("tracked", "wheeled"):
            class_ = move.class_in(state, step)
            yield forbid("needs_bridge", where=[step.before, step.here], units=[state.unit.id], unit=state.unit.id, water=water, mobility=class_)


@rule("9.1", Movement, "price")
def cost_of_the_hexside(move: Movement) -> Findings:
    """What lies on the hexside is paid for by its own row of the chart; a bridge cancels it."""
    step: Step = move.item
    water = move.table("water")
    for name in move.features(step.before, step.here):
        if name == "bridge" or name in move.table("roads"):
            continue
        if name in water and bridge(move.s, step.before, step.here):
            continue
        for state in move.payers(step):
            class_ = move.class_in(state, step)
            if name in move.table("barriers") and class_ != "foot":
                continue
            printed = chart(move.s, name, class_, side=True)
            yield from charge(move, step, state, printed, "side_cost", hex=step.here, start=step.before, terrain=name)


@rule("9.1", Movement)
def one_stack_at_a_time(move: Movement) -> Findings:
    """A stack may drop members on the way, which then stay; it never splits up in different directions."""
    rows = [[unit.id for unit in leg.units] for leg in move.legs if leg.kind == "move"]
    for place, row in enumerate(rows):
        later = [other for other in rows[place + 1 :] if len(row) > 1]
        gone = [next((number_ for number_, other in enumerate(later) if id_ in other), None) for id_ in row]
        ways = {number_ for number_ in gone if number_ is not None}
        if len(ways) > 1:
            yield forbid("stack_splits", units=row, unit=", ".join(row))


@rule("9.1", Movement)
def dropped_units_stay(move: Movement) -> Findings:
    """What a stack has dropped does not move again in the activation."""
    moving = {unit.id for leg in move.legs if leg.kind == "move" for unit in leg.units}
    for acts in move.s.history.values():
        for item in acts:
            left = moving & set(item.get("dropped") or ()) if item.get("act") == "move" else set()
            for id_ in sorted(left):
                yield forbid("dropped_stays", units=[id_], unit=id_)


# ---- 9.2 ----------------------------------------------------------------------------------------------------------------
@rule("9.2", Movement, "step")
def roads_open_the_way(move: Movement) -> Findings:
    """A road through the hexside opens terrain that is otherwise forbidden; without one it stays so."""
    step: Step = move.item
    features = move.features(step.before, step.here)
    barred = [name for name in features if name not in ("bridge", *move.table("roads"), *move.table("water"))]
    if barred and road_between(move, step.before, step.here):
        yield permit("road_opens", where=[step.before, step.here], start=step.before, hex=step.here, terrain=", ".join(barred))
    elif barred or step.leg.slots.get("how") == "road" and road_between(move, step.before, step.here) is None:
        yield define("no_road_there", where=[step.before, step.here], start=step.before, hex=step.here)


@rule("9.2", Movement, "price", exception_to="9.0")
def road_rate(move: Movement) -> Findings:
    """From road hex to road hex through a road hexside the road's rate is paid, whatever else lies there."""
    step: Step = move.item
    kind = by_road(move, step)
    if kind is None:
        return
    for state in move.payers(step):
        yield from charge(move, step, state, chart(move.s, kind, move.class_in(state, step)), "road_cost", hex=step.here, terrain=kind)


@rule("9.2", Movement, "price", exception_to="9.1")
def road_ignores_the_hexside(move: Movement) -> Findings:
    """On a road what lies on the hexside costs nothing."""
    step: Step = move.item
    if by_road(move, step) is not None:
        yield define("road_ignores_side", where=[step.before, step.here], hex=step.here)


@rule("9.2", Movement, "after")
def road_marker(move: Movement) -> Findings:
    """A unit that ends its move on a road keeps its road movement marker."""
    steps = move.steps
    if steps and steps[-1].leg.slots.get("how") == "road":
        for unit in steps[-1].units:
            yield record(unit=unit.id, road_move=True)


@rule("9.2", Attack, "strength")
def defence_in_road_movement(attack: Attack) -> Findings:
    """A unit attacked in road movement defends with the other terrain of its hex."""
    on_road = [unit for unit in attack.defenders if unit.road_move]
    if on_road:
        yield define("defends_off_road", units=[unit.id for unit in on_road], where=[attack.target], unit=names(on_road))


# ---- 9.3 ----------------------------------------------------------------------------------------------------------------
@rule("9.3", Movement)
def stack_moves_as_its_slowest(move: Movement) -> Findings:
    """Units that start stacked may move together, as far as the slowest of them; one may stop so that the rest go on."""
    for leg in move.legs:
        if leg.kind == "move" and len(leg.units) > 1:
            yield define("moves_as_stack", units=[unit.id for unit in leg.units], unit=names(leg.units))
            break
    # the allowance of each unit is checked hex by hex in 9.0


# ---- 9.4 ----------------------------------------------------------------------------------------------------------------
@rule("9.4", Overrun)
def tracked_units_overrun(overrun: Overrun) -> Findings:
    """A tracked unit may attack in the course of its movement; others may join, but no artillery is added by either side."""
    tracked = [unit for unit in overrun.attackers if class_of(unit) == "tracked"]
    if not tracked:
        yield forbid("overrun_tracked", units=[unit.id for unit in overrun.attackers], unit=names(overrun.attackers))
    for side, guns in overrun.support.items():
        if guns:
            yield forbid("overrun_no_guns", units=[unit.id for unit in guns], unit=names(guns), side=side)
    for unit in tracked:
        aboard = overrun.riders(unit)
        if aboard:
            yield forbid("overrun_no_riders", units=[unit.id, *(rider.id for rider in aboard)], unit=unit.id, rider=names(aboard))
    for unit in tracked:
        yield from _overrun_ground(overrun, unit)


def _overrun_ground(overrun: Overrun, unit: Unit) -> Findings:
    here = unit.hex
    if here is None or not overrun.s.grid.adjacent(here, overrun.target):
        return
    features = overrun.features(here, overrun.target)
    if road_between(overrun, here, overrun.target):
        return
    if any(name in features for name in overrun.table("water")) or overrun.s.hex(overrun.target).stated("terrain") == "great_river":
        if bridge(overrun.s, here, overrun.target):
            return
        if any(name in features for name in overrun.table("barriers")):
            yield forbid("overrun_ground", where=[here, overrun.target], units=[unit.id], unit=unit.id, hex=overrun.target)
            return
    others = [name for name in features if name not in ("bridge", *overrun.table("roads"))]
    terrain = overrun.s.hex(overrun.target).terrain
    if any(chart(overrun.s, name, "tracked", side=True) == "NA" for name in others) or chart(overrun.s, terrain, "tracked") == "NA":
        yield forbid("overrun_ground", where=[here, overrun.target], units=[unit.id], unit=unit.id, hex=overrun.target)
    else:
        yield permit("may_overrun", where=[overrun.target], units=[unit.id], unit=unit.id, hex=overrun.target)


@rule("9.4", Support)
def no_guns_in_an_overrun(support: Support) -> Findings:
    """Neither side adds artillery to an overrun."""
    if support.pending.get("act") == "overrun":
        yield forbid("overrun_no_guns", units=[unit.id for unit in support.guns], unit=names(support.guns), side=support.side)


@rule("9.4", Overrun, "after")
def overrun_marker(overrun: Overrun) -> Findings:
    """An overrun that empties the hex lets the tracked units go on; one that fails ends their activation."""
    result = overrun.computed("result")
    tracked = [unit for unit in overrun.attackers if class_of(unit) == "tracked"]
    if result in ("DE", "DR") or (result in ("DC", "DD") and not overrun.defenders):
        yield define("overrun_succeeds", units=[unit.id for unit in tracked], unit=names(tracked))
        for unit in tracked:
            yield record(unit=unit.id, overrun=True)
    elif result is not None:
        yield define("overrun_fails", units=[unit.id for unit in tracked], unit=names(tracked))


@rule("9.4", Movement)
def on_after_an_overrun(move: Movement) -> Findings:
    """After a successful overrun a tracked unit goes on with the points it has left; after a failed one its activation is over."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        fought = move.done(unit.id, "overrun")
        if not fought:
            continue
        if not unit.overrun:
            yield forbid("activation_over", units=[unit.id], unit=unit.id, hex=fought[-1].get("hex", "?"))
        elif class_of(unit) != "tracked":
            yield forbid("overrun_tracked_goes_on", units=[unit.id], unit=unit.id)
        else:
            yield permit("goes_on", units=[unit.id], unit=unit.id)


# ---- 9.5 ----------------------------------------------------------------------------------------------------------------
@rule("9.5", Movement, "work")
def mounting(move: Movement) -> Findings:
    """A foot unit rides a tracked unit of any battalion if both begin their movement in the same hex; one point each to mount, one each
    to dismount."""
    leg: Leg = move.item
    position = move.legs.index(leg)
    earlier = [step for step in move.steps if move.legs.index(step.leg) < position]
    if leg.kind == "mount":
        tanks = move.tank_of(leg)
        if not tanks:
            yield forbid("no_tank_named", units=[unit.id for unit in leg.units], unit=names(leg.units))
        for tank in tanks:
            yield from _may_carry(move, leg, tank, earlier)
    elif leg.kind == "dismount":
        for unit in leg.units:
            aboard = unit.riding or any(other.kind == "mount" and unit in other.units for other in move.legs[:position])
            if not aboard:
                yield forbid("not_riding", units=[unit.id], unit=unit.id)
            else:
                yield permit("dismounts", units=[unit.id], unit=unit.id)


def _may_carry(move: Movement, leg: Leg, tank: Unit, earlier: list[Step]) -> Findings:
    if class_of(tank) != "tracked" or is_hq(tank):
        yield forbid("only_tanks_carry", units=[tank.id], unit=tank.id)
    aboard = [unit for unit in move.riders(tank) if unit not in leg.units]
    if aboard or len(leg.units) > 1:
        yield forbid("one_rider", units=[tank.id, *(unit.id for unit in aboard)], unit=tank.id)
    for unit in leg.units:
        if class_of(unit) != "foot" and not move.going[unit.id].debarks:
            yield forbid("only_foot_rides", units=[unit.id], unit=unit.id)
        if unit.pinned or tank.pinned:
            yield forbid("pinned_stays", units=[unit.id, tank.id], unit=unit.id if unit.pinned else tank.id)
        began = [move.standing(unit), move.standing(tank)]
        moved_before = unit.spent or tank.spent or any(unit in step.units or tank in step.units for step in earlier)
        if began[0] != began[1] or moved_before:
            yield forbid("begin_together", units=[unit.id, tank.id], where=[str(place) for place in began if place], unit=unit.id, tank=tank.id)
        else:
            yield permit("mounts", units=[unit.id, tank.id], unit=unit.id, tank=tank.id)


@rule("9.5", Movement, "step")
def carried_at_the_tanks_cost(move: Movement) -> Findings:
    """A rider goes with its tank, which alone pays for the hexes."""
    step: Step = move.item
    if step.first and step.carried:
        yield define("carried", units=sorted(step.carried), unit=", ".join(sorted(step.carried)))


@rule("9.5", Movement, "afford")
def point_to_mount(move: Movement) -> Findings:
    """Mounting and dismounting cost the tank and the foot unit one point each."""
    leg = move.item
    if isinstance(leg, Step) or leg.kind not in ("mount", "dismount"):
        return
    units = list(leg.units)
    carrier = move.tank_of(leg) or [move.unit(unit.riding) for unit in leg.units if unit.riding]
    if leg.kind == "dismount" and not move.tank_of(leg):
        for other in move.legs[: move.legs.index(leg)]:
            if other.kind == "mount" and any(unit in other.units for unit in leg.units):
                carrier = move.tank_of(other) or carrier
    for unit in [*carrier, *units]:
        state = move.going.get(unit.id)
        if state is None:
            continue
        if not state.paid:
            state.spent = state.spent or unit.spent
        if state.allowance and state.spent + 1 > state.allowance:
            yield forbid("no_point_to_mount", units=[unit.id], unit=unit.id)
        state.spent += 1
        state.paid += 1
        yield term(f"cost {unit.id}", 1, "mounting_cost" if leg.kind == "mount" else "dismounting_cost", unit=unit.id)


@rule("9.5", Movement)
def riders_share_the_pin(move: Movement) -> Findings:
    """A pin on the tank pins its rider too and throws it off."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        for other in move.s.units.values():
            acts = move.done(other.id, "move", "pinned")
            carried = any(item.get("act") == "move" and unit.id in _named(item.get("carrying")) for item in acts)
            carried = carried or unit.riding == other.id
            if carried and (other.pinned or any(item.get("act") == "pinned" for item in acts)) and other is not unit:
                yield forbid("rider_pinned", units=[unit.id, other.id], unit=unit.id, tank=other.id)


def _named(value_: Any) -> list[str]:
    return [value_] if isinstance(value_, str) else list(value_ or ())


@rule("9.5", Movement)
def activated_with_the_tank(move: Movement) -> Findings:
    """A rider and its tank are one unit, which is activated with the tank."""
    for leg in move.legs:
        for unit in leg.units:
            if leg.kind == "move" and unit.riding and unit.riding not in {other.id for other in leg.units}:
                off = any(other.kind == "dismount" and unit in other.units for other in move.legs)
                if not off:
                    yield forbid("moves_with_tank", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)


@rule("9.5", Activate)
def rider_waits_for_its_tank(activate: Activate) -> Findings:
    """A unit that rides is activated only with its tank."""
    for unit in activate.chosen:
        if unit.riding and unit.riding not in {other.id for other in activate.chosen}:
            yield forbid("moves_with_tank", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)


@rule("9.5", Attack)
def riders_do_not_fight(attack: Attack) -> Findings:
    """Tank and rider are a single unit: the rider does not attack, and only the tank defends."""
    for unit in attack.attackers:
        if unit.riding:
            yield forbid("rider_attacks", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)
    aboard = [unit for unit in attack.defenders if unit.riding]
    if aboard:
        yield define("rider_does_not_defend", units=[unit.id for unit in aboard], unit=names(aboard))
    if isinstance(attack, Overrun):
        for unit in attack.attackers:
            aboard = attack.riders(unit)
            if aboard:
                yield forbid("no_overrun_with_rider", units=[unit.id, *(rider.id for rider in aboard)], unit=unit.id, rider=names(aboard))
    riders = [unit for unit in attack.defenders if unit.riding]
    if riders:
        yield define("only_tank_defends", units=[unit.id for unit in riders], unit=names(riders))


@rule("9.5", OpportunityFire)
def dismounting_draws_no_fire(fire: OpportunityFire) -> Findings:
    """Dismounting inside a hex gives no occasion for opportunity fire."""
    if fire.event in ("dismount", "mount"):
        yield forbid("dismount_no_fire", where=[fire.target], hex=fire.target)


# ---- 9.6 ----------------------------------------------------------------------------------------------------------------
@rule("9.6", Movement, "allowance")
def allowance_on_foot(move: Movement) -> Findings:
    """A debarked unit has four points, whatever its counter says."""
    state: Going = move.item
    state.foot_printed = state.foot_allowance = 4
    if state.unit.debarked and not state.embarks:
        state.printed = state.allowance = 4
        yield define("four_on_foot", units=[state.unit.id], unit=state.unit.id)


@rule("9.6", Movement, "work")
def debarking(move: Movement) -> Findings:
    """Wheeled units, and only they, become foot; not while pinned.  They take to their wheels again in a later activation, not pinned and
    not out of supply; never both ways in one activation."""
    leg: Leg = move.item
    if leg.kind == "debark":
        for unit in leg.units:
            if unit.debarked:
                yield forbid("debarked_already", units=[unit.id], unit=unit.id)
            elif unit.fact("class") != "wheeled":
                yield forbid("only_wheels_debark", units=[unit.id], unit=unit.id, mobility=unit.fact("class"))
            elif unit.pinned:
                yield forbid("pinned_stays", units=[unit.id], unit=unit.id)
            else:
                yield permit("debarks", units=[unit.id], unit=unit.id)
    elif leg.kind == "embark":
        position = move.legs.index(leg)
        for unit in leg.units:
            same = any(other.kind == "debark" and unit in other.units for other in move.legs[:position]) or move.done(unit.id, "debark")
            if same:
                yield forbid("not_both_ways", units=[unit.id], unit=unit.id)
            elif not unit.debarked:
                yield forbid("not_debarked", units=[unit.id], unit=unit.id)
            if unit.pinned:
                yield forbid("pinned_stays", units=[unit.id], unit=unit.id)
            if unit.supply == "out":
                yield forbid("no_embarking_unsupplied", units=[unit.id], unit=unit.id)
            if not move.forbidden and unit.debarked:
                yield permit("embarks", units=[unit.id], unit=unit.id)


@rule("9.6", Movement, "afford")
def half_to_debark(move: Movement) -> Findings:
    """Debarking takes at least half of the printed allowance, in the hex where the unit is."""
    leg = move.item
    if isinstance(leg, Step) or leg.kind != "debark":
        return
    for unit in leg.units:
        state = move.going[unit.id]
        if not state.paid:
            state.spent = unit.spent
        half = half_up(state.printed)
        if state.spent > state.printed // 2 or (state.spent and state.spent + half > state.allowance):
            yield forbid("too_late_to_debark", units=[unit.id], unit=unit.id, spent=str(state.spent), half=half)
        state.spent += half
        state.paid += half
        yield term(f"cost {unit.id}", half, "debarking_cost", unit=unit.id)


@rule("9.6", Movement, "after")
def on_foot_or_wheels(move: Movement) -> Findings:
    """The marker goes on or comes off."""
    for leg in move.legs:
        for unit in leg.units:
            if leg.kind == "debark":
                yield effect(unit=unit.id, debarked=True)
                yield record(did=unit.id, act="debark")
            elif leg.kind == "embark":
                yield effect(unit=unit.id, debarked=False)


# ---- 9.7 ----------------------------------------------------------------------------------------------------------------
def raft_beside(case: GdpCase, before: str, here: str) -> Unit | None:
    """A German raft engineer next to the water between two hexes (A46)."""
    for unit in case.s.placed():
        if unit.kind != "raft_engineer" or unit.side != "german":
            continue
        place = unit.hex or ""
        if place in (before, here) or (case.s.grid.adjacent(place, before) and case.s.grid.adjacent(place, here)):
            return unit
    return None


@rule("9.7", Movement, "step")
def rafts_carry_foot(move: Movement) -> Findings:
    """Rafts help German foot units across fords, streams, canals and rivers, and nobody else."""
    step: Step = move.item
    features = move.features(step.before, step.here)
    if not any(name in features for name in move.table("water")) or bridge(move.s, step.before, step.here):
        return
    raft = raft_beside(move, step.before, step.here)
    if raft is None:
        if move.with_raft and any(unit.kind == "raft_engineer" for unit in move.s.placed()):
            yield forbid("no_raft_there", where=[step.before, step.here], hex=step.here)
        return
    for state in move.payers(step):
        if move.class_in(state, step) != "foot" or move.side != "german":
            yield define("raft_foot_only", units=[state.unit.id, raft.id], unit=state.unit.id, raft=raft.id)
        else:
            yield permit("raft_helps", units=[state.unit.id, raft.id], unit=state.unit.id, raft=raft.id)


@rule("9.7", Movement, "price", exception_to="9.1")
def rafts_are_free(move: Movement) -> Findings:
    """Beside a raft engineer German foot pays nothing for the water."""
    step: Step = move.item
    features = move.features(step.before, step.here)
    water = [name for name in features if name in move.table("water")]
    if not water or bridge(move.s, step.before, step.here):
        return
    raft = raft_beside(move, step.before, step.here)
    if raft is not None and move.side == "german" and all(move.class_in(state, step) == "foot" for state in move.payers(step)):
        for state in move.payers(step):
            yield term(move.bill(step, state, 0, 0), 0, "raft_free", unit=state.unit.id, raft=raft.id, terrain=", ".join(water))


@rule("9.7", Movement, "cost")
def rafts_at_hand(move: Movement) -> Findings:
    """Raft engineers that were not asked for."""
    state: Going = move.item
    if state.unit is move.lead and not move.with_raft:
        for step in move.steps:
            raft = raft_beside(move, step.before, step.here) if move.side == "german" else None
            if raft is not None and any(name in move.features(step.before, step.here) for name in move.table("water")):
                yield unused(f"units[{raft.id}]", "raft_at_hand", raft=raft.id)


# ---- searching ------------------------------------------------------------------------------------------------------------
def step_cost(case: GdpCase, unit: Unit, allowance: int | Fraction, before: str, here: str) -> int | Fraction | None:
    """What one step costs a unit for finding its way; None where it may not go or where that is not known."""
    try:
        if not case.adjacent(before, here) or case.enemies_at(here, unit.side):
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
    except Missing:
        return None


def _points(printed: Any, unit: Unit, allowance: int | Fraction) -> int | Fraction | None:
    if printed == "NA":
        return None
    if printed == "ALL":
        return allowance
    if printed in ("H", "+H"):
        return half_up(unit.ma)
    return number(printed)


def cheapest_way(case: GdpCase, unit: Unit, start: str, goal: str) -> list[str] | None:
    """The cheapest known way between two hexes, without the first; it stops in no enemy ZOC before the goal."""

    def stops(hex_: str) -> bool:
        try:
            return bool(zone(case.s, hex_, unit.side))
        except Missing:
            return False

    found = cheapest(start, lambda hex_: possible_neighbours(case.s, hex_), lambda a, b: step_cost(case, unit, unit.stated("ma") or 8, a, b), 40, goal, stops)
    way = path_to(found, goal)
    if way is None and isinstance(case, Movement):
        case.unseen.extend(unknown_on_the_way(case, unit, start, goal))
    return list(way[1:]) if way is not None else None


def unknown_on_the_way(case: GdpCase, unit: Unit, start: str, goal: str) -> list[Missing]:
    """What is not known of the straight way between two hexes."""
    try:
        line = [hex_ for hex_ in case.s.grid.line(start, goal) if isinstance(hex_, str)]
    except GeometryUnknown:
        return []
    found = []
    for before, here in pairwise(line):
        try:
            case.features(before, here)
            if road_between(case, before, here) is None:
                chart(case.s, case.s.hex(here).terrain, class_of(unit))
        except Missing as missing:
            found.append(missing)
    return found


@rule("9.0", AskAllowance, "answer")
def points_of_a_unit(question: AskAllowance) -> Findings:
    """The points that a unit has in this activation after all halvings, without those that it has spent."""
    slowest = min(question.going.values(), key=lambda state: state.allowance)
    yield value("allowance", slowest.allowance)
    left = slowest.allowance - number(slowest.unit.spent or 0)
    yield value("answer", left, "points_of_unit", units=[slowest.unit.id], unit=slowest.unit.id, points=left, allowance=slowest.allowance)


@rule("9.6", AskDebarking, "answer")
def what_debarking_costs(question: AskDebarking) -> Findings:
    """At least half of the printed allowance, rounded up (A28)."""
    for unit in question.units_of():
        if unit.fact("class") != "wheeled":
            yield value("answer", "none")
            yield define("only_wheels_debark", units=[unit.id], unit=unit.id, mobility=unit.fact("class"))
        else:
            yield value("cost", half_up(unit.ma))
            yield value("answer", half_up(unit.ma))


@rule("9.0", AskCost, "answer")
def what_a_move_costs(question: AskCost) -> Findings:
    """The points that a path costs a unit."""
    ruling = suppose(question, "move", question.slots)
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))
    for name in ("cost", "allowance", "mp_left"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    for number_, finding in ruling.findings:
        question.add(number_, finding._replace(effect="defines"))
    yield value("answer", str(ruling.computed.get("cost", "none")))


@rule("9.0", AskReach, "answer")
def can_it_get_there(question: AskReach) -> Findings:
    """Whether a legal path leads to a hex."""
    ruling = suppose(question, "move", question.slots)
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))
    for name in ("cost", "allowance"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    for number_, finding in ruling.findings:
        question.add(number_, finding._replace(effect="defines"))
    yield value("answer", "yes" if ruling.verdict == "legal" else "no")


@rule("9.0", AskWhere, "answer")
def where_it_can_get(question: AskWhere) -> Findings:
    """The stated hexes that a unit can reach."""
    units = question.units_of()
    reach = []
    for name in question.s.hexes:
        if not units or not question.s.grid.valid(name) or name == units[0].hex:
            continue
        if suppose(question, "move", {"units": tuple(unit.id for unit in units), "to": name}).verdict == "legal":
            reach.append(name)
    yield value("reach", reach)
    yield value("answer", ", ".join(reach) or "none")
