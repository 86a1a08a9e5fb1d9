"""Chapter 5.5e to i: where retreats end, and what they leave behind."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, cited, define, forbid, kept, permit, rule, value, warn

from .acts_aftermath import AskControl, AutoRetreat, Going, Hold, Retreat, TakeResult, Withdraw
from .acts_combat import CombatTable, Engagement, Outcome
from .acts_movement import VoluntaryRetreat
from .acts_turn import Arrive, Enter
from .r01_vocabulary import class_of
from .r04_vocabulary import class_after
from .r04_vocabulary_ground import closed_to
from .r04_vocabulary_zones import affecting, real_av_zoc_units, zoc_units
from .r05_common_retreats import GONE, HAVEN, NO_MA, OFF, STEP, TAC, THREE, Fate, Results, away, fate_now, fated, move_class, three_hexes
from .vocabulary import against, hq_of, is_hq


# ---- 5.5 Retreats ---------------------------------------------------------------------------------------------------
@rule("5.5e", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat", each="fates")
def automatic(fight: Outcome, fate: Fate) -> Findings:
    """Leg and Truck units go on or next to their HQ, three hexes off at least, or leave the map until the next Reinforcement Phase;
    Tactical units and unassigned independents always go three hexes."""
    if fate.rule != "5.5e":
        return
    away(fight, fate)
    key = {HAVEN: "retreats_to_hq", OFF: "retreats_off_map", GONE: "retreats_three"}[fate.kind]
    yield define(key, fate.unit)


@rule("5.5e", Retreat, each="going")
def automatic_retreat(retreat: Retreat, going: Going) -> Findings:
    """Leg and Truck units to a hex on or next to their HQ, three hexes off at least; the others three hexes exactly."""
    unit, fate = going.unit, fate_now(retreat, going.unit)
    if fate is None or fate.rule != "5.5e":
        return
    if fate.kind == GONE:
        yield from three_hexes(retreat, going)
    elif fate.kind == OFF:
        yield forbid("no_haven", unit)
    elif going.off_map:
        yield forbid("haven_first", unit)
    elif going.to is None:
        yield permit("haven_open" if retreat.unplaced(going) else "haven_reached", unit)
    else:
        start = retreat.start_of(unit)
        hq = hq_of(retreat.s, unit.formation)
        near = hq is not None and hq.hex is not None and retreat.distance(hq.hex, going.to) <= 1
        far = retreat.distance(start, going.to)
        if not near:
            yield forbid("not_at_hq", unit, going.to)
        elif far < THREE:
            yield forbid("haven_too_near", unit, going.to, hexes=far)
        elif going.hexes not in (None, far):
            yield forbid("said_other_distance", unit, said=going.hexes, hexes=far)
        else:
            yield permit("haven_reached", unit, going.to)


@cited("5.5e", Arrive)
def back_by_the_hq(arrival: Arrive) -> bool:
    """Whom an Automatic Retreat took off the map comes back on or next to its HQ (2.1f)."""
    return any(done.get("act") == "automatic_retreat" for unit in arrival.units for done in arrival.s.history.get(unit.id, ()))


@rule("5.5f", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def the_whole_stack(fight: Results) -> Findings:
    """All units of the hex share the result; Safe Paths are judged one by one."""
    if len(fight.fates) > 1:
        yield define("whole_stack", units=[fate.unit.id for fate in fight.fates])


@rule("5.5f", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat", after=("5.5i", "6.1b"))
def the_hex_is_empty(fight: Outcome) -> None:
    """The hex is vacated when every unit that defended it has left or died."""
    leaving = {fate.unit.id for fate in fight.fates if fate.goes}
    if fight.defenders and (fight.codes is not None or fight.wiped_out):
        fight.vacated = all(fight.toll.dead(unit) or unit.id in leaving for unit in fight.defenders)


@rule("5.5f", Retreat)
def to_one_hex(retreat: Retreat) -> Findings:
    """Units with the same instructions go to one hex."""
    ends: dict[str, Going] = {}
    if len(retreat.going) > 1:
        yield kept()
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is None or not fate.goes or going.to is None:
            continue
        other = ends.setdefault(fate.kind, going)
        if other.to != going.to:
            yield forbid("retreat_together", other.unit, going.unit, where=[other.to or "", going.to], unit=other.unit.id, other=going.unit.id)
    left = [unit for unit in retreat.defenders if unit.id not in [going.unit.id for going in retreat.going] and unit.hex == retreat.target]
    for unit in left:
        fate = fate_now(retreat, unit)
        if fate is not None and fate.goes:
            yield warn("stack_goes_along", unit)


@rule("5.5g", VoluntaryRetreat, "loss")
def another_for_the_zone(act: VoluntaryRetreat) -> Findings:
    """Another for an EZOC in the end hex: any for Leg and Truck, that of a Real AV for Tactical; friends do not negate it."""
    unit, to = act.unit_, act.to
    if is_hq(unit) or to is None:
        return
    cls = class_after(unit)
    found = real_av_zoc_units(act.s, to, act.side) if cls == "tac" else affecting(act.s, to, act.side, cls)
    act.steps_lost += bool(found)
    yield from against(define, "retreat_into_zoc", unit, found, to)


@rule("5.5g", Retreat, "end", each="going")
def the_final_hex(retreat: Retreat, going: Going) -> Findings:
    """The final hex holds no enemy unit and is ground that the stack could enter on its Move side."""
    if going.to is None or retreat.forbidden:
        return
    enemies = retreat.enemies_at(going.to, going.unit.side)
    if enemies:
        yield forbid("retreat_onto_enemy", going.unit, enemies[0], going.to, enemy=enemies[0].id)
    elif closed_to(retreat.s, going.to, move_class(going.unit)):
        yield forbid("retreat_closed", going.unit, going.to)
    else:
        yield permit("final_hex_free", going.unit, going.to)


@rule("5.5g", Retreat, "retreat", each="going")
def ezoc_in_the_final_hex(retreat: Retreat, going: Going) -> Findings:
    """An EZOC there costs a step: any for Leg and Truck, only those of Real AV for Tactical; friendly units do not negate it."""
    unit, to = going.unit, going.to
    if to is None:
        return
    cls = move_class(unit)
    found = real_av_zoc_units(retreat.s, to, unit.side) if cls == TAC else zoc_units(retreat.s, to, unit.side)
    if found:
        retreat.toll.lose(unit)
        yield define("ezoc_costs_a_step", unit, found[0], to, unit=unit.id, enemy=found[0].id)
    elif cls == TAC and zoc_units(retreat.s, to, unit.side):
        yield define("tac_ignores_ezoc", unit, to)


@rule("5.5h", Retreat, "end", each="going")
def off_the_edge(retreat: Retreat, going: Going) -> Findings:
    """Units may retreat off the map's edge; they are back next turn at a friendly Entry Area of the same edge."""
    if not going.off_map or retreat.forbidden:
        return
    start = retreat.start_of(going.unit)
    edges = [place for place in retreat.s.hexes.values() if place.stated("map_edge") in (True, going.edge)]
    near = [place for place in edges if retreat.distance(start, place.id) < THREE]
    if edges and not near:
        yield forbid("edge_too_far", going.unit)
    else:
        yield permit("off_the_edge", going.unit)


@rule("5.5h", (Arrive, Enter))
def back_at_the_same_edge(arrival: Arrive | Enter) -> Findings:
    """Who left by an edge comes back as a reinforcement of the next turn, in a friendly Entry Area of that edge."""
    s = arrival.s
    for unit in arrival.units:
        left = [done for done in s.history.get(unit.id, ()) if done.get("act") == "retreat_off_map"]
        if not left:
            continue
        edge, turn = left[-1].get("edge"), s.stated("turn")
        if turn is not None and left[-1].get("turn") == turn:
            yield forbid("returns_next_turn", unit)
        own = [area for area in s.entry_areas.values() if area.get("side") in (None, unit.side)]
        edges = {area.get("edge") or s.hex(hex_).stated("map_edge") for area in own for hex_ in area.get("hexes") or () if hex_ == arrival.hex}
        place = s.hex(arrival.hex) if arrival.hex is not None else None
        held = place.stated("control") if place is not None else None
        if not own and place is not None:  # no area is told of: the edge that the hex lies on
            edges = {place.stated("map_edge")}
        if held is not None and held != unit.side and arrival.hex:
            yield forbid("entry_held_by_enemy", unit, arrival.hex, side=held)
        elif own and not edges:
            yield forbid("not_in_any_area", unit, arrival.hex)
        elif edge is not None and edges and edge not in edges and not edges & {None, True}:
            yield forbid("not_the_same_edge", unit, arrival.hex, edge=edge)
        else:
            yield permit("back_at_the_edge", unit, arrival.hex)


@rule("5.5h", AskControl, "answer")
def control_of_other_hexes(ask: AskControl) -> Findings:
    """Elsewhere: whose units occupy the hex, or were the last to pass."""
    place = ask.s.hex(ask.hex)
    if place.stated("urban"):
        return
    there = [unit for unit in ask.s.at(ask.hex) if unit.kind is None]
    held = there[0].side if there else place.stated("control")
    if held is None:
        passed = [unit for unit in ask.s.units.values() for done in ask.s.history.get(unit.id, ()) if ask.hex in (done.get("to"), *(done.get("path") or ()))]
        if len({unit.side for unit in passed}) != 1:
            raise Missing(place.path("control"))
        held = passed[0].side
    yield value("answer", held, "controlled_by", ask.hex, side=held)


@rule("5.5i", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat", each="fates")
def units_without_ma(fight: Results, fate: Fate) -> Findings:
    """A unit that prints no Movement Allowance and has to retreat is destroyed; one that a step loss lets stay is not."""
    if fate.kind == NO_MA:
        fight.toll.kill(fate.unit)
        yield define("no_ma_destroyed", fate.unit)
    elif fate.kind == STEP and fate.unit.ma_class is None:
        yield define("no_ma_stays", fate.unit)


@rule("5.5i", Retreat)
def no_ma_no_retreat(retreat: Retreat) -> Findings:
    """A unit without a printed Movement Allowance is destroyed instead."""
    yield from (forbid("no_ma_cannot_retreat", unit) for unit in fated(retreat, NO_MA))


@rule("5.5i", Withdraw, "after")
def no_ma_no_withdrawal(withdraw: Withdraw) -> Findings:
    """A unit that prints no Movement Allowance cannot withdraw."""
    stuck: list[Unit] = [unit for unit in withdraw.movers_ if class_of(unit) is None]
    if stuck:
        yield define("no_ma_destroyed", stuck, unit=stuck[0].id)
