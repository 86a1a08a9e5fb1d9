"""Chapter 6, 6.3 to 6.5: enemies in the way, strategic movement, railways."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, forbid, permit, term, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.charts import names

from .acts import Move, PdCase, Step
from .acts_combat import Retreat, Withdraw
from .r05_zones import entered_zones, zone
from .vocabulary import RAIL, STRATEGIC, features, has_road, is_combat, is_hq, is_motorised, line_hex, on_rails


def lone_hqs(case: PdCase, hex_: str, side: str) -> list[Unit]:
    """The enemy HQs in a hex, if no enemy combat unit stands with them."""
    there = case.enemies_at(hex_, side)
    return [unit for unit in there if is_hq(unit)] if there and all(not is_combat(unit) for unit in there) else []


@rule("6.3", Move, "step")
def enemies_in_the_way(move: Move) -> Findings:
    """No hex that the enemy holds may be entered; only a combat unit with an attack strength above 0 overruns a lone HQ."""
    step: Step = move.item
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
def overrun_in_retreat(retreat: Retreat | Withdraw) -> Findings:
    """A combat unit with an attack above 0 overruns a lone HQ in a retreat too."""
    unit, _, here, _ = retreat.item
    hqs = lone_hqs(retreat, here, retreat.side)
    if hqs and is_combat(unit):
        yield define("may_overrun" if unit.attack > 0 else "cannot_overrun", unit, here, hq=names(hqs))


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
def only_along_roads(move: Move) -> Findings:
    """Strategic movement follows a road all the way; railways do not serve."""
    step: Step = move.item
    if move.how == STRATEGIC and not has_road(move.s, step.before, step.here):
        yield forbid("leaves_road", step.unit, step.before, step.here, start=step.before, hex=step.here)


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
            yield forbid("strategic_in_zone", unit, hex_, enemy=names(near))
        if not zones:
            yield permit("strategic_free", unit)


@rule("6.4.1", Move, "step")
def strategic_movement_on_rails(move: Move) -> Findings:
    """Railways cannot be used for it."""
    step: Step = move.item
    if move.how == STRATEGIC:
        there = features(move.s, step.before, step.here)
        if "rail" in there and "road" not in there:
            yield forbid("strategic_on_rail", step.unit, step.before, step.here, start=step.before, hex=step.here)


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
def along_the_rails(move: Move) -> Findings:
    """Any distance from railway hex to railway hex; the move ends on entering an enemy zone, or next to an enemy on the line."""
    step: Step = move.item
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
