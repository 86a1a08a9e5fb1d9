"""What chapters 1 to 3 say about moves: Unprepared units, Command Radius, Support left behind, Orders, the order of units, Mixed formations,
Victory Point hexes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import rule
from adjudicator.ground.ruling import Finding, Findings, define, forbid, kept, permit, warn
from adjudicator.ground.situation import Entity, Situation, Unit
from adjudicator.kit.geometry import distance, possible_neighbours

from .acts import BcsCase, change, drop_support, formation_named, formation_of, hq_of, is_combat_unit, is_hq, is_trains
from .acts_aftermath import Advance, Retreat
from .acts_formation import Arrive
from .acts_movement import Flip, Move, MoveObj, Step, UnitMove, VoluntaryRetreat
from .r01_formations import acts_now, is_host, started_since
from .r01_units import closed_to, is_unprepared, step_closed
from .r03_msr import blocks_enemy
from .r03_objectives import is_finished, obj_in, why_stopped
from .r04_movement import traffic_in
from .r04_stops import closed_headquarters, controls
from .r04_zones import has_zoc, screen_zone_units

CORRIDOR = 2  # hexes from the march route (2.4h)


@rule("1.1d", Move, "step")
def unprepared_units(move: Move) -> Findings:
    """Unprepared units jump nobody and stay out of Screen Zones and Victory Point hexes that are not theirs."""
    step: Step = move.item
    unit = move.unit_
    if not is_unprepared(unit):
        return
    yield kept()
    if closed_headquarters(move.s, unit, step.here) == "jump_unprepared":
        yield forbid("jump_unprepared", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)
    for other in screen_zone_units(move.s, step.here, move.side)[:1]:
        yield forbid("unprepared_in_screen_zone", where=[step.here], units=[unit.id, other.id], unit=unit.id, enemy=other.id, hex=step.here)
    if move.s.hex(step.here).vp and controls(move.s, step.here) != move.side:
        yield forbid("unprepared_vp", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)


@rule("1.3c", Move, "halt")
def what_a_blob_is(move: Move) -> Findings:
    """The area within a formation's outermost units, as the players see it."""
    for name, hexes in move.s.blobs.items():
        if name != move.unit_.formation and any(step.here in hexes for step in move.steps):
            yield define("blob", units=[move.unit_.id], formation=name)


# ---- 1.4 Command Radius -----------------------------------------------------------------------------------------------
@rule("1.4d", (Move, VoluntaryRetreat), "legality")
def out_of_command_blocks_nothing(act: UnitMove) -> Findings:
    """A unit that began the phase out of command does not end on a hex that blocks an enemy MSR without alternative; it may go on blocking one."""
    end = act.end if isinstance(act, Move) else getattr(act, "to", None)
    unit = act.unit_
    if end is None or not is_combat_unit(unit):
        return
    if any(used_by(formation) for formation in act.s.formations.values() if formation.stated("side") != unit.side):
        yield kept()
    blocked = blocked_by(act.s, unit, end)
    if blocked and not blocked_by(act.s, unit, act.here()) and not unit.began_in_command:
        yield forbid("out_of_command_blocks", where=[blocked], units=[unit.id], unit=unit.id, hex=end)


@rule("1.4d", Move, "step")
def out_of_command_jumps_nobody(move: Move) -> Findings:
    """A unit that began the phase out of command jumps no HQ and no Trains."""
    step: Step = move.item
    if closed_headquarters(move.s, move.unit_, step.here) == "jump_out_of_command":
        yield define("jump_out_of_command", where=[step.here], units=[move.unit_.id], unit=move.unit_.id)


def blocked_by(s: Situation, unit: Unit, end: str) -> str | None:
    """A hex of an enemy MSR without alternative that a unit in a hex would block, by standing there or with its ZOC."""
    if blocks_enemy(s, end, unit.side):
        return end
    used = {
        hex_
        for formation in s.formations.values()
        if formation.stated("side") != unit.side and not isinstance(formation.stated("side"), type(None))
        for hex_ in used_by(formation)
    }
    near = [hex_ for hex_ in possible_neighbours(s, end) if hex_ in used]
    if near and has_zoc(unit):
        return next((hex_ for hex_ in near if distance(s, end, hex_) == 1 and blocks_enemy(s, hex_, unit.side)), None)
    return None


def used_by(formation: Any) -> set[str]:
    """The hexes of a formation's MSR that are known."""
    path = formation.stated("msr_path") or {}
    return {*(formation.stated("msr_hexes") or ()), *(path.get("to_trains") or ()), *(path.get("to_source") or ())}


@rule("1.4e", Move, "end")
def ends_in_command(move: Move) -> Findings:
    """A unit ends its Activation in Command Radius; if it cannot, it works its way back, or does not move at all."""
    unit = move.unit_
    if is_hq(unit) or not is_combat_unit(unit) or unit.formation is None or not move.steps:
        return
    hq = hq_of(move.s, unit.formation)
    if hq is None or hq.hex is None:
        return
    said = bool(move.answered("end_activation", "stay")) or bool(move.slots.get("ends"))
    if hq.stated("command_range") is None and not said:
        return
    radius = hq.command_range
    before, after = distance(move.s, hq.hex, move.here()), distance(move.s, hq.hex, move.end)
    if after <= radius:
        yield kept()
        return
    fixed = any(hq.id in answer.slots.get("units", ()) for answer in move.answered("stay"))
    ends = fixed or bool(move.answered("end_activation")) or bool(move.slots.get("ends"))
    if not ends:
        yield warn("ends_out_of_command", unit=unit.id, hexes=after, radius=radius)
    elif before <= radius:
        yield forbid("leaves_command", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)
    elif after >= before:
        yield forbid("works_not_back", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)
    else:
        yield permit("works_back", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)


# ---- 1.5i Support that stays behind -----------------------------------------------------------------------------------
@rule("1.5i", Move, "after")
def support_left_behind(move: Move) -> Findings:
    """A Host that goes where Tactical movement may not leaves its Support behind."""
    if not is_combat_unit(move.unit_) or not is_host(move.unit_):
        return
    yield kept()
    closed = [step.here for step in move.steps if step_closed(move.s, step.before, step.here, "tac")]
    if closed:
        yield define("support_left", where=closed, units=[move.unit_.id], unit=move.unit_.id, hex=closed[0])
        yield from drop_support(move.unit_, temporary=False)


@rule("1.5i", VoluntaryRetreat, "after")
def support_lost_in_retreat(act: VoluntaryRetreat) -> Findings:
    """The same of a retreat that ends there."""
    if act.to is not None and is_combat_unit(act.unit_) and closed_to(act.s, act.to, "tac") and is_host(act.unit_):
        yield define("support_left", where=[act.to], units=[act.unit_.id], unit=act.unit_.id, hex=act.to)
        yield from drop_support(act.unit_, temporary=False)


@rule("2.1d", Move)
def only_from_the_map(move: Move) -> Findings:
    """A unit that waits off the map moves only after it has come on it."""
    if move.absent:
        yield forbid("still_off_map", units=[move.unit_.id], unit=move.unit_.id)


def ordered(move: Move) -> Entity | None:
    """The formation of the unit, if Orders are in play."""
    return formation_of(move.unit_) if move.s.option("2.4") else None


@rule("2.4b", Move)
def along_its_route(move: Move) -> Findings:
    """An HQ with a Move HQ Order keeps to its route; it may be slower, never go another way, nor past its end."""
    formation = ordered(move)
    if formation is None or not is_hq(move.unit_) or "move_hq" not in formation.orders:
        return
    route = list(formation.order_route or ())
    if not route:
        return
    path = [move.here(), *(step.here for step in move.steps)]
    start = route.index(path[0]) if path[0] in route else -1
    if start < 0 or route[start : start + len(path)] != path:
        off = next((hex_ for hex_ in path if hex_ not in route), path[-1])
        yield forbid("off_the_route", where=[off], units=[move.unit_.id], unit=move.unit_.id, hex=off)
    else:
        yield permit("on_the_route", where=path, units=[move.unit_.id], unit=move.unit_.id)


@rule("2.4c", Move)
def without_orders(move: Move) -> Findings:
    """Without Orders the HQ stays where it is; its units do as they like."""
    formation = ordered(move)
    if formation is not None and not is_hq(move.unit_):
        yield kept()
    elif formation is not None and not {"move_hq", "prep_def"} & set(formation.orders):
        yield forbid("no_orders_no_move", units=[move.unit_.id], unit=move.unit_.id, formation=formation.id)


@rule("2.4d", Move)
def ordered_to_defend(move: Move) -> Findings:
    """Under Prepared Defense Orders the marker may not be given up on purpose, so the HQ does not move."""
    formation = ordered(move)
    if formation is not None and not is_hq(move.unit_):
        yield kept()
    elif formation is not None and "prep_def" in formation.orders:
        yield forbid("ordered_defense_stays", units=[move.unit_.id], unit=move.unit_.id, formation=formation.id)


@rule("2.4h", Move)
def along_the_march_route(move: Move) -> Findings:
    """With a march objective beyond the HQ's starting radius, units outside that radius keep within two hexes of the route."""
    formation = ordered(move)
    if formation is None or not is_combat_unit(move.unit_) or "move_hq" not in formation.orders or move.unit_.reinforcement:
        return
    goals = [marker.hex for marker in move.objectives("march") if marker.hex is not None]
    route = list(formation.order_route or ())
    hq = hq_of(move.s, formation.id)
    if not goals or not route or hq is None:
        return
    began = hq.stated("began_at") or route[0]
    if distance(move.s, began, goals[0]) <= hq.command_range or distance(move.s, began, move.here()) <= hq.command_range:
        return
    if goals[0] in [move.here(), *(step.here for step in move.steps)]:
        return
    for step in move.steps:
        if min(distance(move.s, step.here, hex_) for hex_ in route) > CORRIDOR:
            yield forbid("off_the_march", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)
            return
    yield permit("on_the_march", units=[move.unit_.id], unit=move.unit_.id)


# ---- 1.3c and 3.2d blobs and Mixed formations -------------------------------------------------------------------------
def buddies_of(s: Situation, formation: str) -> set[str]:
    """The formations that never mix with this one."""
    return {name for pair in s.buddies if formation in pair for name in pair} - {formation}


def friendly(s: Situation, name: str, side: str) -> bool:
    """Whether a formation that has a blob is of a side; one of which nothing is known counts as friendly: only those matter."""
    found = formation_named(s, name).stated("side")
    if found is None:
        found = next((unit.stated("side") for unit in s.units.values() if unit.facts.get("formation") == name), None)
    return found in (None, side)


def blobs_met(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[str]:
    """Friendly formations whose blobs a unit stands in or passes."""
    through = set(hexes)
    return [name for name, blob in s.blobs.items() if name != unit.formation and through & set(blob) and friendly(s, name, unit.side)]


def mixing(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[Entity]:
    """The formations that a unit mixes with there: Trains, units out of command, unassigned ones and Buddies mix with nobody (3.2d)."""
    if is_trains(unit) or unit.formation is None:
        return []
    met = [name for name in blobs_met(s, unit, hexes) if name not in buddies_of(s, unit.formation)]
    if not met or not (is_hq(unit) or unit.in_command):
        return []
    return [formation_named(s, name) for name in met]


def coordinated(unit: Unit, others: list[Entity]) -> list[Finding]:
    """A Coordination marker for each formation that is involved."""
    own = formation_of(unit)
    return [change(found, coordination=True) for found in ([own] if own is not None else []) + others]


def way_of(move: Move) -> list[str]:
    """The hexes of a move, the first included."""
    return [move.start or "", *(step.here for step in move.steps)]


@rule("3.2d", Move, "end")
def mixed_or_not(move: Move) -> Findings:
    """Buddies, units out of command and the unassigned do not mix."""
    met = blobs_met(move.s, move.unit_, way_of(move))
    if not met:
        return
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield define("become_mixed", units=[move.unit_.id], formation=", ".join(found.id for found in others))
    else:
        yield permit("not_mixed", units=[move.unit_.id], unit=move.unit_.id)


@rule("3.2d", Move, "after")
def mixed_now(move: Move) -> Findings:
    """A Coordination marker for each formation."""
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield from coordinated(move.unit_, others)


@rule("3.2d", (Advance, Retreat, VoluntaryRetreat, Arrive), "after")
def mixed_elsewhere(act: BcsCase) -> Findings:
    """The same of an advance, of the hex in which a retreat ends, and of reinforcements that are placed."""
    ends: list[tuple[Unit, str | None]] = []
    if isinstance(act, Advance):
        ends = [(unit, act.to) for unit in act.movers_]
    elif isinstance(act, Retreat):
        ends = [(going.unit, going.to) for going in act.going]
    elif isinstance(act, VoluntaryRetreat):
        ends = [(act.unit_, act.to)]
    elif isinstance(act, Arrive):
        ends = [(unit, act.hex) for unit in act.units]
    for unit, end in ends:
        others = mixing(act.s, unit, [end]) if end is not None else []
        if others:
            yield define("become_mixed", units=[unit.id], formation=", ".join(found.id for found in others))
            yield from coordinated(unit, others)


# ---- 3.3a Victory Point hexes -----------------------------------------------------------------------------------------
@rule("3.3d", MoveObj)
def objectives_stay(act: MoveObj) -> Findings:
    """An OBJ marker stays where it was placed."""
    yield forbid("obj_stays")


@rule("3.3a", Move, "step")
def victory_hex(move: Move) -> Findings:
    """A Victory Point hex that is not one's own is entered only with an OBJ marker in that very hex."""
    step: Step = move.item
    if not move.s.hex(step.here).vp:
        return
    if controls(move.s, step.here) == move.side:
        yield kept()
        return
    if obj_in(move.s, step.here):
        yield permit("vp_with_obj", where=[step.here], hex=step.here)
    else:
        yield forbid("vp_without_obj", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)


# ---- 3.0 and 3.4 who may still move -----------------------------------------------------------------------------------
@rule("3.0", (Move, Flip, VoluntaryRetreat))
def in_the_activities(act: UnitMove) -> Findings:
    """Units act in the Activities step."""
    phase = act.s.stated("phase")
    if phase not in (None, "activities"):
        yield forbid("wrong_phase", phase=phase, wanted="activities")


@rule("3.4a", (Move, Flip))
def of_the_active_formation(move: Move) -> Findings:
    """Only units of the active formation do anything."""
    active = move.s.stated("active_formation")
    if active is not None and move.unit_.formation != active and move.unit_.side == move.s.stated("active"):
        yield forbid("not_active_formation", units=[move.unit_.id], unit=move.unit_.id, formation=active)


@rule("3.4d", (Move, Flip))
def not_gone_back_to(move: Move) -> Findings:
    """Once another unit has begun, the MPs of this one are gone."""
    yield kept()
    other = started_since(move.unit_)
    if other is not None:
        yield forbid("another_began", units=[move.unit_.id, other.id], unit=move.unit_.id, other=other.id)


@rule("3.4f", (Move, Flip))
def points_left_lost(move: Move) -> Findings:
    """What a unit has left when another begins is lost, Fire Events and MPs alike."""
    if started_since(move.unit_) is not None:
        yield define("mps_lost", units=[move.unit_.id], unit=move.unit_.id)


@rule("3.4b", Move)
def one_unit_at_a_time(move: Move) -> Findings:
    """A unit finishes its movement before the next begins."""
    other = started_since(move.unit_)
    if other is not None:
        yield define("one_at_a_time", units=[move.unit_.id, other.id], unit=move.unit_.id, other=other.id)


@rule("1.6a", Move)
def last_event_stops(move: Move) -> Findings:
    """The last Fire Event STOPS the unit."""
    if why_stopped(move.unit_) == "stopped_no_events":
        yield define("stopped_no_events", units=[move.unit_.id], unit=move.unit_.id)


@rule("4.0d", Move)
def traffic_holds(move: Move) -> Findings:
    """A Traffic marker STOPS whoever stands in its hex."""
    unit = move.unit_
    if traffic_in(move.s, move.here()) and (unit.stopped or unit.moved or acts_now(move.s, unit.id)):
        yield forbid("stopped_traffic", where=[move.here()], units=[unit.id], unit=unit.id)


@rule("3.4e", Move)
def stopped_units_stay(move: Move) -> Findings:
    """A STOPPED unit does not move."""
    yield kept()
    reason = why_stopped(move.unit_)
    if reason is not None and reason != "stopped_other_began" and not move.forbidden:
        yield forbid(reason, units=[move.unit_.id], unit=move.unit_.id)


@rule("3.4h", (Move, Flip))
def finished_units_stay(move: Move) -> Findings:
    """A FINISHED unit does not move."""
    yield kept()
    if is_finished(move.unit_):
        yield forbid("is_finished", units=[move.unit_.id], unit=move.unit_.id)
