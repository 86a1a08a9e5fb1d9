"""Chapter 2.3: assignment."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, Missing, Situation, Unit, cited, cites, define, effect, forbid, kept, permit, record, rule, says
from adjudicator.ground.traces import trace
from adjudicator.kit import distance, possible_neighbours, settled, verdict, wrong_phase

from .acts_combat import Barrage, CombatTable
from .acts_formation import Activate, Isolation
from .acts_movement import Move
from .acts_turn import Assign, Assignment, EnterSupport, LeaveSupport, Unassign
from .r01_vocabulary_paths import has_safe_path, step_open
from .r04_vocabulary_ground import never_in
from .r04_vocabulary_zones import real_av_zoc_units
from .vocabulary import change, formation_of, hq_of, is_combat_unit, to_move_side


# ---- 2.3 Assignment -------------------------------------------------------------------------------------------------
@rule("2.3a", (Assign, Unassign))
def what_may_be_assigned(act: Assignment) -> Findings:
    """In the Assignment Phase; independents and Artillery Points that began it unassigned, or are new or rebuilt this turn."""
    yield kept()
    yield from wrong_phase(act, "assignment")
    assigning = isinstance(act, Assign)
    turn = act.s.stated("turn")
    if isinstance(act, (Assign, Unassign)) and act.artillery is not None:
        if assigning and act.old is not None and act.slots.get("from_formation"):
            yield forbid("reassigned_same_turn", formation=act.old.id)
        elif assigning:
            pool = act.s.arty_pool.get(act.side)
            if pool is None:
                raise Missing(f"arty_pool[{act.side}].unassigned")
            have = sum(int(pool.get(kind) or 0) for kind in POOL)
            if act.artillery > have:
                yield forbid("artillery_pool", have=have)
        elif act.old is not None and act.old.arty_assigned < act.artillery:
            yield forbid("artillery_not_assigned", formation=act.old.id, have=act.old.arty_assigned)
    for unit in act.units:
        began = [item for item in act.s.history.get(unit.id, ()) if item.get("act") in ("assign", "unassign") and item.get("turn", turn) == turn]
        if assigning and unit.independent and (unit.formation is not None or began):
            yield forbid("began_assigned", unit, formation=unit.formation or "")
        elif not assigning and ((unit.formation is None and not act.off_map) or began):  # 2.3d: off the map it may be taken
            yield forbid("not_assigned", unit)


def complete_msr(formation: Entity) -> Findings:
    """The formation must have a Complete MSR."""
    if formation.msr != "complete":
        yield forbid("msr_not_complete", formation=formation.id)


@rule("2.3b", EnterSupport, each="units")
def chart_enter(act: EnterSupport, unit: Unit) -> Findings:
    """From the map: in Command Radius, with a Safe Path of its own class."""
    if unit.in_support:
        yield forbid("already_in_support", unit)
    elif act.standing(unit) is not None and unit.formation is not None:
        if not unit.in_command:
            yield forbid("out_of_command", unit)
        elif not has_safe_path(unit):
            yield forbid("no_safe_path", unit, cls=unit.ma_class)
        else:
            yield permit("enters_support", unit)
    else:
        formation = formation_of(unit) or act.new
        if formation is None:
            yield forbid("not_assigned", unit)
        else:
            yield from complete_msr(formation)


RALLY = 5  # hexes from the HQ to a Rally Hex (2.3b)


def hex_to_hq(s: Situation, hex_: str, hq: Unit, side: str, cls: str) -> bool:
    """Whether a Safe Path of a class leads from a hex to an HQ."""
    stated = s.hex(hex_).stated("safe_path_to_hq")
    if stated is not None:
        return cls in stated
    if s.hex(hex_).path("safe_path_to_hq") in s.unknown:
        raise Missing(s.hex(hex_).path("safe_path_to_hq"))
    goal, limit = hq.hex or "", (hq.command_range if hq.stated("command_range") is not None else RALLY) + 5
    if distance(s, hex_, goal) <= 1:
        return True
    near = lambda place: tuple(other for other in possible_neighbours(s, place) if distance(s, hex_, other) <= limit)  # noqa: E731
    found = trace(hex_, near, lambda a, b: verdict(step_open, s, side, cls, a, b), lambda place: place == goal)  # type: ignore[arg-type]
    return bool(settled(found).answer)


def rally_hex(act: Assignment, formation: Entity, unit: Unit) -> Findings:
    """Within five hexes of the HQ, with a Truck Safe Path to it, not prohibited, free of Real AV EZOCs."""
    if act.hex is None:
        return
    hq = hq_of(act.s, formation.id)
    if hq is None or hq.hex is None:
        raise Missing(f"units[{formation.id} HQ].at")
    apart = act.distance(hq.hex, act.hex)
    if apart > RALLY:
        yield forbid("rally_far", unit, act.hex, hexes=apart, hq=hq.id)
        return
    if never_in(unit, act.hex):
        yield forbid("setup_closed", unit, act.hex)
    if act.enemies_at(act.hex, act.side):
        yield forbid("enemy_there", unit, act.hex)
    found = real_av_zoc_units(act.s, act.hex, act.side)
    if found:
        yield forbid("rally_zoc", unit, found[0], act.hex, enemy=found[0].id)
    if not act.forbidden and not hex_to_hq(act.s, act.hex, hq, act.side, "truck"):
        yield forbid("rally_no_path", unit, act.hex, hq=hq.id)


@rule("2.3b", LeaveSupport, each="units")
def chart_leave(act: Assignment, unit: Unit) -> Findings:
    """To a Rally Hex, on the Move side."""
    formation = formation_of(unit)
    if formation is None or not unit.in_support or act.forbidden:
        return
    if act.slots.get("at_side") == "deployed":
        yield forbid("leaves_move_side", unit)
    yield from rally_hex(act, formation, unit)
    if not act.forbidden:
        yield permit("leaves_support", unit, where=[act.hex] if act.hex else [])


def to_any_complete(s: Situation, unit: Unit, cls: str) -> bool:
    """Whether a unit on the map has a Safe Path to some friendly formation with a Complete MSR."""
    stated = unit.stated("safe_path")
    ready = [f for f in s.formations.values() if f.side == unit.side and f.stated("msr") == "complete"]
    if not ready:
        unknown = [f for f in s.formations.values() if f.side == unit.side and f.stated("msr") is None]
        if not unknown:
            return False
        ready = [f for f in unknown if f.msr == "complete"]
        if not ready:
            return False
    if stated is not None:
        return cls in stated
    found = None
    for formation in ready:
        hq = hq_of(s, formation.id)
        if hq is None or hq.hex is None or unit.hex is None:
            continue
        if distance(s, unit.hex, hq.hex) <= 1 or hex_to_hq(s, unit.hex, hq, unit.side, cls):
            return True
        found = formation
    if found is None:
        raise Missing(unit.path("safe_path"))
    return False


@rule("2.3b", Assign)
def chart_assign(act: Assign) -> Findings:
    """The new formation needs a Complete MSR; a Rally Hex unless the unit goes into Support; from the map also a Truck Safe Path to some friendly
    formation with a Complete MSR."""
    if act.new is None or act.air is not None or act.forbidden:
        return
    yield from complete_msr(act.new)
    for unit in act.units:
        if act.standing(unit) is not None and not unit.in_support and not to_any_complete(act.s, unit, "truck"):
            yield forbid("no_safe_path", unit, cls="truck")
        if not act.into_support:
            yield from rally_hex(act, act.new, unit)
    if not act.forbidden:
        yield permit("assigned", act.units, formation=act.new.id)


@rule("2.3b", Unassign)
def chart_unassign(act: Unassign) -> Findings:
    """The formation that is left needs a Complete MSR; on the map the unit must be in Command Radius with a Safe Path of its own."""
    if act.forbidden:
        return
    for unit in act.units:
        formation = formation_of(unit)
        if formation is None:
            continue
        if act.standing(unit) is not None and not unit.in_support:
            if not unit.in_command:
                yield forbid("out_of_command", unit)
            elif not has_safe_path(unit):
                yield forbid("no_safe_path", unit, cls=unit.ma_class)
        yield from complete_msr(formation)
        if unit.in_support and act.hex is not None:
            if unit.support_only:
                yield forbid("support_only", unit)
            yield from rally_hex(act, formation, unit)
    if act.artillery is not None and act.old is not None:
        yield from complete_msr(act.old)


@rule("2.3b", (Assign, Unassign, EnterSupport, LeaveSupport), "after")
def carried_out(act: Assignment) -> Findings:
    """What then holds."""
    turn = act.s.stated("turn")
    for unit in act.units:
        if isinstance(act, Assign) and act.new is not None:
            yield effect(unit=unit.id, formation=act.new.id)
            yield record(did=unit.id, act="assign")
        elif isinstance(act, Unassign):
            yield effect(unit=unit.id, formation=None)
            yield record(did=unit.id, act="unassign")
            if act.off_map or (unit.in_support and act.hex is None):
                yield effect(unit=unit.id, at="off_map")
                yield record(unit=unit.id, in_support=False)
        if isinstance(act, EnterSupport) or act.into_support:
            yield record(unit=unit.id, at="off_map", in_support=True, entered_support_turn=turn)
        elif act.hex is not None:
            yield effect(unit=unit.id, at=act.hex)
            yield record(unit=unit.id, in_support=False, **({"left_support_turn": turn} if isinstance(act, LeaveSupport) else {}))
            yield from to_move_side(unit)
    points = act.artillery if isinstance(act, (Assign, Unassign)) else None
    if points is not None:
        target, sign = (act.new, 1) if isinstance(act, Assign) else (act.old, -1)
        if target is not None and target.stated("arty_points") is not None:
            yield change(target, arty_points=target.arty_points + sign * points)
        if target is not None:
            yield change(target, arty_assigned=target.arty_assigned + sign * points)
        if isinstance(act, Assign) and not act.slots.get("from_formation"):
            yield from out_of_the_pool(act, points)


POOL = ("unassigned", "arrived_this_turn")


def out_of_the_pool(act: Assign, points: int) -> Findings:
    """Points that were assigned wait in the pool no more."""
    pool = act.s.arty_pool.get(act.side) or {}
    for kind in POOL:
        have = int(pool.get(kind) or 0)
        if spent := min(points, have):
            points -= spent
            yield record(state=f"arty_pool.{act.side}.{kind}", value=have - spent)


@cited("2.3c", (CombatTable, Barrage))
def from_the_pool_of_the_side(fight: CombatTable | Barrage) -> bool:
    """Air points serve whichever formation is active."""
    return bool(fight.points.air)


says("2.3c", Assign, "legality", "Air Points are never assigned.", lambda act: forbid("air_not_assigned") if act.air is not None else None)
cites("2.3d", Move, "An unassigned independent stays where it is.", lambda move: bool(move.unit_.formation is None and is_combat_unit(move.unit_)))


@rule("2.3d", Unassign, each="units")
def off_the_map(act: Unassign, unit: Unit) -> Findings:
    """An unassigned independent may be taken off the map to wait there."""
    if unit.formation is None and act.off_map:
        if to_any_complete(act.s, unit, unit.ma_class):
            yield permit("may_wait", unit)
        else:
            yield forbid("no_safe_path", unit, cls=unit.ma_class)


@rule("2.3d", Activate, each="movers")
def unassigned_never(act: Activate, unit: Unit) -> Findings:
    """Unassigned independents never activate."""
    if unit.id in act.s.units and unit.formation is None and unit.independent:
        yield forbid("unassigned_never", unit)


@rule("2.3d", Isolation, each="units")
def unassigned_stay_whole(check: Isolation, unit: Unit) -> Findings:
    """Unassigned independents suffer none."""
    if unit.formation is None:
        yield define("isolation_unassigned", unit)


@rule("2.3e", Assign, each="units")
def static_never(act: Assign, unit: Unit) -> Findings:
    """Static independents are never assigned."""
    if unit.static:
        yield forbid("static_not_assigned", unit)
