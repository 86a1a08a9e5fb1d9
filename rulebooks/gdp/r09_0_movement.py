"""Chapter 9, movement, 9.0 to 9.3: points, water, roads, stacks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from adjudicator.book import LEGAL, UNDETERMINED, Findings, Missing, Unit, define, drawn, effect, forbid, permit, record, rule, says, term, value
from adjudicator.book.engine import suppose
from adjudicator.kit import UnitStep, all_known, half_up, move_asked, number

from .acts import Going, Movement, Stay, Step
from .acts_combat import Attack
from .acts_results import Retreat
from .acts_turn import AskAllowance, AskCost, AskReach, AskWhere, Question, TraceSupply
from .terrain import bridge, chart, road_between, within_reach, zone
from .vocabulary import class_of, is_hq, named, settled


# ---- 9.0 --------------------------------------------------------------------------------------------------------------------
@rule("9.0", Movement, "allowance")
def printed_allowance(move: Movement, state: Going) -> Findings:
    """Every unit has the allowance printed on its counter."""
    if (not state.unit.debarked or state.embarks) and state.riding and state.unit.known("ma") is None:
        state.printed = 0  # carried: no points of its own
    elif not state.unit.debarked or state.embarks:
        state.printed = state.unit.ma
    yield from ()


@rule("9.0", Movement, "step")
def from_hex_to_hex(move: Movement, step: Step) -> Findings:
    """A move goes from hex to adjacent hex."""
    if move.fault and move.fault[1] == step.here:
        yield forbid("no_way", move.fault[0], move.fault[1], start=move.fault[0], hex=move.fault[1])
        return
    if step.before == step.here or not move.adjacent(step.before, step.here):
        yield forbid("gap_in_path", step.before, step.here, start=step.before, hex=step.here)


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


@rule("9.0", Stay)
def no_duty_to_move(stay: Stay) -> Findings:
    """Units may stay where they are; what a result makes them do is another matter (10.5, 10.6)."""
    if not (stay.s.pending or {}).get("result"):
        yield permit("no_duty_to_move", stay.units_of())


@rule("9.0", Movement, "price")
def cost_of_the_hex(move: Movement, step: Step) -> Findings:
    """Every hex costs what the terrain chart says for the class of the unit: a number, H half the printed allowance, ALL all of it, NA
    forbidden."""
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
                yield forbid("too_late_for_half", unit, step.here, spent=str(state.spent), half=half)
            if code == "ALL" and state.spent > 0:
                yield forbid("too_late_for_all", unit, step.here, spent=str(state.spent))
        unmoved = state.spent == 0
        if state.over:
            yield forbid("no_points_left", unit, step.here)
        elif state.spent + amount > allowance:
            if unmoved:
                state.over = True
                yield permit("one_hex_always", unit, step.here)
            else:
                cost = str(state.spent + amount)
                yield forbid("too_few_points", unit, step.here, cost=cost, allowance=str(allowance))
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
def what_it_costs(move: Movement, state: Going) -> Findings:
    """The points spent, the allowance after all halvings, and what was left when the act began."""
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
        yield permit("movement_paid", state.unit, cost=str(total), left=str(allowance - before))


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
    pending = move.s.pending or {}
    if gone and (pending.get("result") is None or settled(pending)):  # until something else is done they may be fired at where they are (11.4)
        yield record(state="pending", value={"act": "move", "units": [state.unit.id for state in gone], "to": gone[0].hex})


@rule("9.0", AskAllowance, "answer")
def points_of_a_unit(question: AskAllowance) -> Findings:
    """The points that a unit has in this activation after all halvings, without those that it has spent."""
    slowest = min(question.going.values(), key=lambda state: state.allowance)
    yield value("allowance", slowest.allowance)
    left = slowest.allowance - number(slowest.unit.spent or 0)
    yield value("answer", left, "points_of_unit", slowest.unit, points=left, allowance=slowest.allowance)


SUMS = ("cost", "allowance", "mp_left")
"""What a question about a move is answered with."""


says("9.0", AskCost, "answer", "The points that a path costs a unit.", lambda question: move_asked(question, False, *SUMS))
says("9.0", AskReach, "answer", "Whether a legal path leads to a hex.", lambda question: move_asked(question, True, *SUMS))


MOST = 5
"""So many facts are asked for at once."""


@rule("9.0", AskWhere, "answer")
def where_it_can_get(question: Question) -> Findings:
    """The stated hexes that a unit can reach, each judged; what a way hangs on is asked for, since a part would be told as if it were all."""
    units = question.units_of()
    costs = {}
    sure, possible = within_reach(question, units[0]) if units else (set(), {})
    names = [name for name in possible if name in question.s.hexes and question.s.grid.valid(name) and name != units[0].hex]
    hanging = [name for name in names if name not in sure and possible[name]]
    for name in [*(name for name in names if name not in hanging), *hanging[:1]]:
        ruling = suppose(question, "move", {"units": tuple(unit.id for unit in units), "to": name})
        if ruling.verdict == LEGAL:
            costs[name] = ruling.computed.get("cost", "")
        elif ruling.verdict == UNDETERMINED:
            all_known(question, ruling)
        if costs and hanging:
            first, *others = dict.fromkeys(fact for name_ in hanging for fact in possible[name_])
            raise Missing(first, None, tuple((fact, None) for fact in others[: MOST - 1]))
    reach = [name for name in question.s.hexes if name in costs]
    yield value("reach", reach)
    yield drawn("costs", costs)
    yield value("answer", ", ".join(reach) or "none")


# ---- 9.1 --------------------------------------------------------------------------------------------------------------------
@rule("9.1", Movement, "step")
def water_needs_a_bridge(move: Movement, step: Step) -> Findings:
    """Nobody enters a great river hex without a bridge; tracked and wheeled units cross a river or canal hexside only over one."""
    if move.s.hex(step.here).known_to_be("terrain", "great_river") and not bridge(move.s, step.before, step.here):
        yield forbid("great_river", step.units, step.here)
    features = move.features(step.before, step.here)
    water = next((name for name in move.table("barriers") if name in features), None)
    if water is None:
        return
    if bridge(move.s, step.before, step.here):
        yield permit("over_the_bridge", step.before, step.here, start=step.before, hex=step.here)
        return
    for state in move.payers(step):
        if move.class_in(state, step) in ("tracked", "wheeled"):
            class_ = move.class_in(state, step)
            yield forbid("needs_bridge", state.unit, step.before, step.here, water=water, mobility=class_)


@rule("9.1", Movement, "price")
def cost_of_the_hexside(move: Movement, step: Step) -> Findings:
    """What lies on the hexside is paid for by its own row of the chart; a bridge cancels it."""
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

    def look() -> list[list[str]]:
        moves = [(mover, item.get("dropped")) for mover in move.s.history.telling("move", "dropped") for item in move.done(mover, "move")]
        return [[mover] if left is True else named(left) for mover, left in moves if left]

    moving = {unit.id for leg in move.legs if leg.kind == "move" for unit in leg.units}
    for left in move.s.recall("dropped", look):
        for id_ in sorted(moving & set(left)):
            yield forbid("dropped_stays", units=[id_], unit=id_)


@rule("9.1", Movement, "halving")
def halved_by_the_other_rule(move: Movement, state: Going) -> Findings:
    """This rule, too, halves the movement of tracked units, wheeled units and HQs out of supply, and rounds up (A4)."""
    if state.unit.supply == "out" and (class_of(state.unit) in ("tracked", "wheeled") or is_hq(state.unit)):
        yield define("halving_said_twice", state.unit)


@rule("9.1", TraceSupply)
def supply_over_water(shown: TraceSupply) -> Findings:
    """A supply path goes where wheels can: over a river or canal hexside only by a bridge."""
    for before, here in pairwise(shown.path):
        side = shown.s.side(before, here).features
        if any(name in side for name in shown.table("barriers")):
            yield define("path_crosses_water", before, here, start=before, hex=here)


@rule("9.1", Retreat, "step")
def retreat_over_water(retreat: Retreat, step: UnitStep) -> Findings:
    """The movement prohibitions bind retreats."""
    features = retreat.features(step.before, step.here)
    if any(name in features for name in retreat.table("barriers")) and class_of(step.unit) != "foot" and not bridge(retreat.s, step.before, step.here):
        yield forbid("needs_bridge", step.unit, step.before, step.here, water=", ".join(features), mobility=class_of(step.unit))


# ---- 9.2 --------------------------------------------------------------------------------------------------------------------
@rule("9.2", Movement, "step")
def roads_open_the_way(move: Movement, step: Step) -> Findings:
    """A road through the hexside opens terrain that is otherwise forbidden; without one it stays so."""
    features = move.features(step.before, step.here)
    barred = [name for name in features if name not in ("bridge", *move.table("roads"), *move.table("water"))]
    if barred and road_between(move, step.before, step.here):
        yield permit("road_opens", step.before, step.here, start=step.before, hex=step.here, terrain=", ".join(barred))
    elif barred or step.leg.slots.get("how") == "road" and road_between(move, step.before, step.here) is None:
        yield define("no_road_there", step.before, step.here, start=step.before, hex=step.here)


@rule("9.2", Movement, "price", exception_to="9.0")
def road_rate(move: Movement, step: Step) -> Findings:
    """From road hex to road hex through a road hexside the road's rate is paid, whatever else lies there."""
    kind = by_road(move, step)
    if kind is None:
        return
    for state in move.payers(step):
        yield from charge(move, step, state, chart(move.s, kind, move.class_in(state, step)), "road_cost", hex=step.here, terrain=kind)


@rule("9.2", Movement, "price", exception_to="9.1")
def road_ignores_the_hexside(move: Movement, step: Step) -> Findings:
    """On a road what lies on the hexside costs nothing."""
    if by_road(move, step) is not None:
        yield define("road_ignores_side", step.before, step.here, hex=step.here)


@rule("9.2", Movement, "after")
def road_marker(move: Movement) -> Findings:
    """A unit that ends its move on a road keeps its road movement marker."""
    steps = move.steps
    if steps and steps[-1].leg.slots.get("how") == "road":
        yield from (record(unit=unit.id, road_move=True) for unit in steps[-1].units)


@rule("9.2", Attack, "strength")
def defence_in_road_movement(attack: Attack) -> Findings:
    """A unit attacked in road movement defends with the other terrain of its hex."""
    if on_road := [unit for unit in attack.defenders if unit.road_move]:
        yield define("defends_off_road", on_road, attack.target)


# ---- 9.3 --------------------------------------------------------------------------------------------------------------------
@rule("9.3", Movement)
def stack_moves_as_its_slowest(move: Movement) -> Findings:
    """Units that start stacked may move together, as far as the slowest of them; one may stop so that the rest go on."""
    if move.apart:
        yield forbid("start_apart", move.apart)
    for leg in move.legs:
        if leg.kind == "move" and len(leg.units) > 1:
            yield define("moves_as_stack", leg.units)
            break
