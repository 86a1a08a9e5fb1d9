"""Chapter 2.3 to 2.5: assignment, Orders, Activations."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, shift, value
from adjudicator.ground.searches import trace
from adjudicator.ground.situation import Entity, Situation, Unit
from adjudicator.kit.geometry import distance, possible_neighbours
from adjudicator.kit.lines import settled, verdict

from .acts import change, formation_named, formation_of, hq_of, to_move_side
from .acts_formation import (
    Activate,
    Assign,
    Assignment,
    Chits,
    EnterSupport,
    FormationAct,
    LeaveSupport,
    Orders,
    Pass,
    SecondActivation,
    Unassign,
    WaiveSecond,
)
from .r01_formations import acts_now, of_now
from .r01_safe_path import has_safe_path, step_open
from .r01_units import closed_to
from .r02_turn import is_av_unit
from .r04_zones import real_av_zoc_units

RALLY = 5  # hexes from the HQ to a Rally Hex (2.3b)


# ---- 2.3 assignment ---------------------------------------------------------------------------------------------------------------------
@rule("1.0g", Assignment)
def none_in_first_turn(act: Assignment) -> Findings:
    """The first turn of a scenario has no Assignment Phase."""
    if act.s.stated("turn") is not None:
        yield forbid("assignment_turn_one") if act.s.turn == 1 else kept()


@rule("1.5c", (EnterSupport, LeaveSupport))
def support_phase(act: Assignment) -> Findings:
    """Support is entered and left in the Assignment Phase only, and never both in one turn; Support-only units never become Real."""
    phase, turn = act.s.stated("phase"), act.s.stated("turn")
    yield kept()
    if phase not in (None, "assignment", "setup"):
        yield forbid("wrong_phase", phase=phase, wanted="assignment")
    for unit in act.units:
        if isinstance(act, LeaveSupport):
            if not unit.in_support:
                yield forbid("not_in_support", units=[unit.id], unit=unit.id)
            if unit.support_only:
                yield forbid("support_only", units=[unit.id], unit=unit.id)
            if turn is not None and unit.entered_support_turn == turn:
                yield forbid("support_both", units=[unit.id], unit=unit.id)
        elif turn is not None and unit.left_support_turn == turn:
            yield forbid("support_both", units=[unit.id], unit=unit.id)


@rule("1.5", (EnterSupport, Assign))
def fit_for_support(act: Assignment) -> Findings:
    """Only units that print an AV can be in Support."""
    for unit in act.units:
        if isinstance(act, EnterSupport) or act.into_support:
            yield kept() if is_av_unit(unit) else forbid("support_no_av", units=[unit.id], unit=unit.id)


@rule("2.3a", (Assign, Unassign))
def what_may_be_assigned(act: Assignment) -> Findings:
    """In the Assignment Phase; independents and Artillery Points that began it unassigned, or are new or rebuilt this turn."""
    phase = act.s.stated("phase")
    yield kept()
    if phase not in (None, "assignment"):
        yield forbid("wrong_phase", phase=phase, wanted="assignment")
    assigning = isinstance(act, Assign)
    turn = act.s.stated("turn")
    if isinstance(act, (Assign, Unassign)) and act.artillery is not None:
        if assigning and act.old is not None and act.slots.get("from_formation"):
            yield forbid("reassigned_same_turn", formation=act.old.id)
        elif assigning:
            pool = act.s.arty_pool.get(act.side)
            if pool is None:
                raise Missing(f"arty_pool[{act.side}].unassigned")
            have = int(pool.get("unassigned") or 0) + int(pool.get("arrived_this_turn") or 0)
            if act.artillery > have:
                yield forbid("artillery_pool", have=have)
        elif act.old is not None and act.old.arty_assigned < act.artillery:
            yield forbid("artillery_not_assigned", formation=act.old.id, have=act.old.arty_assigned)
    for unit in act.units:
        began = [item for item in act.s.history.get(unit.id, ()) if item.get("act") in ("assign", "unassign") and item.get("turn", turn) == turn]
        if assigning and unit.independent and (unit.formation is not None or began):
            yield forbid("began_assigned", units=[unit.id], unit=unit.id, formation=unit.formation or "")
        elif not assigning and ((unit.formation is None and not act.off_map) or began):  # 2.3d: off the map it may be taken
            yield forbid("not_assigned", units=[unit.id], unit=unit.id)


@rule("1.3b", (Assign, Unassign))
def intrinsic_for_good(act: Assignment) -> Findings:
    """Intrinsic units never change their formation."""
    for unit in act.units:
        yield kept() if unit.independent else forbid("intrinsic", units=[unit.id], unit=unit.id, formation=unit.formation or "")


@rule("2.3c", Assign)
def air_never(act: Assign) -> Findings:
    """Air Points are never assigned."""
    if act.air is not None:
        yield forbid("air_not_assigned")


@rule("2.3e", Assign)
def static_never(act: Assign) -> Findings:
    """Static independents are never assigned."""
    for unit in act.units:
        if unit.static:
            yield forbid("static_not_assigned", units=[unit.id], unit=unit.id)


@rule("1.1h", Assign)
def static_units(act: Assign) -> Findings:
    """Static units defend where they are, and that is all."""
    for unit in act.units:
        if unit.static and unit.independent:
            yield define("static_unit", units=[unit.id], unit=unit.id)


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
        yield forbid("rally_far", where=[act.hex], units=[unit.id], hex=act.hex, hexes=apart, hq=hq.id)
        return
    classes = [found for found in (unit.stated("ma_class"), (unit.facts.get("other_side") or {}).get("ma_class")) if found]
    if classes and all(closed_to(act.s, act.hex, cls) for cls in classes):
        yield forbid("setup_closed", where=[act.hex], units=[unit.id], unit=unit.id, hex=act.hex)
    if act.enemies_at(act.hex, act.side):
        yield forbid("enemy_there", where=[act.hex], units=[unit.id], hex=act.hex)
    found = real_av_zoc_units(act.s, act.hex, act.side)
    if found:
        yield forbid("rally_zoc", where=[act.hex], units=[unit.id, found[0].id], hex=act.hex, enemy=found[0].id)
    if not act.forbidden and not hex_to_hq(act.s, act.hex, hq, act.side, "truck"):
        yield forbid("rally_no_path", where=[act.hex], units=[unit.id], hex=act.hex, hq=hq.id)


def complete_msr(formation: Entity) -> Findings:
    """The formation must have a Complete MSR."""
    if formation.msr != "complete":
        yield forbid("msr_not_complete", formation=formation.id)


@rule("2.3b", EnterSupport)
def chart_enter(act: EnterSupport) -> Findings:
    """From the map: in Command Radius, with a Safe Path of its own class."""
    for unit in act.units:
        if unit.in_support:
            yield forbid("already_in_support", units=[unit.id], unit=unit.id)
        elif act.standing(unit) is not None and unit.formation is not None:
            if not unit.in_command:
                yield forbid("out_of_command", units=[unit.id], unit=unit.id)
            elif not has_safe_path(unit):
                yield forbid("no_safe_path", units=[unit.id], unit=unit.id, cls=unit.ma_class)
            else:
                yield permit("enters_support", units=[unit.id], unit=unit.id)
        else:
            formation = formation_of(unit) or act.new
            if formation is None:
                yield forbid("not_assigned", units=[unit.id], unit=unit.id)
            else:
                yield from complete_msr(formation)


@rule("2.3b", LeaveSupport)
def chart_leave(act: LeaveSupport) -> Findings:
    """To a Rally Hex, on the Move side."""
    for unit in act.units:
        formation = formation_of(unit)
        if formation is None or not unit.in_support or act.forbidden:
            continue
        if act.slots.get("at_side") == "deployed":
            yield forbid("leaves_move_side", units=[unit.id], unit=unit.id)
        yield from rally_hex(act, formation, unit)
        if not act.forbidden:
            yield permit("leaves_support", where=[act.hex] if act.hex else [], units=[unit.id], unit=unit.id)


@rule("2.3b", Assign)
def chart_assign(act: Assign) -> Findings:
    """The new formation needs a Complete MSR; a Rally Hex unless the unit goes into Support; from the map also a Truck Safe Path to some friendly
    formation with a Complete MSR."""
    if act.new is None or act.air is not None or act.forbidden:
        return
    yield from complete_msr(act.new)
    for unit in act.units:
        if act.standing(unit) is not None and not unit.in_support and not to_any_complete(act.s, unit, "truck"):
            yield forbid("no_safe_path", units=[unit.id], unit=unit.id, cls="truck")
        if not act.into_support:
            yield from rally_hex(act, act.new, unit)
    if not act.forbidden:
        yield permit("assigned", units=[unit.id for unit in act.units], formation=act.new.id)


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
                yield forbid("out_of_command", units=[unit.id], unit=unit.id)
            elif not has_safe_path(unit):
                yield forbid("no_safe_path", units=[unit.id], unit=unit.id, cls=unit.ma_class)
        yield from complete_msr(formation)
        if unit.in_support and act.hex is not None:
            if unit.support_only:
                yield forbid("support_only", units=[unit.id], unit=unit.id)
            yield from rally_hex(act, formation, unit)
    if act.artillery is not None and act.old is not None:
        yield from complete_msr(act.old)


@rule("2.3d", Unassign)
def off_the_map(act: Unassign) -> Findings:
    """An unassigned independent may be taken off the map to wait there."""
    for unit in act.units:
        if unit.formation is None and act.off_map:
            if to_any_complete(act.s, unit, unit.ma_class):
                yield permit("may_wait", units=[unit.id], unit=unit.id)
            else:
                yield forbid("no_safe_path", units=[unit.id], unit=unit.id, cls=unit.ma_class)


@rule("1.7b", Unassign, "after")
def artillery_gone(act: Unassign) -> Findings:
    """A formation without Artillery Points loses its Prepared Defense."""
    if act.artillery is None or act.old is None or act.old.stated("arty_points") is None:
        return
    if act.old.arty_points <= act.artillery and act.old.prep_def:
        yield define("prep_def_lost_artillery", formation=act.old.id)
        yield change(act.old, prep_def=False)


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


# ---- 2.4 Orders [optional] -----------------------------------------------------------------------------------------------------------------
@rule("2.4", Orders)
def in_play(act: Orders) -> Findings:
    """Orders are an optional rule."""
    if not act.s.option("2.4"):
        yield forbid("orders_not_in_play")


@rule("2.4a", Orders)
def one_order(act: Orders) -> Findings:
    """One of four; only Prepared Defense and Recovery go together."""
    if act.old is not None:
        return
    kinds = set(act.orders)
    if len(kinds) > 1 and kinds != {"prep_def", "recovery"}:
        yield forbid("orders_combined", formation=act.f.id)
    elif kinds:
        yield permit("orders_given", formation=act.f.id)


@rule("2.4f", Orders)
def when_changed(act: Orders) -> Findings:
    """Changed in the Orders Phase only, save a Move HQ Order for a new one when the MSR was blocked this turn."""
    if act.s.stated("phase") in (None, "orders"):
        yield kept()
        return
    had = act.f.stated("orders") or []
    moves = (act.old == "move_hq" or (act.old is None and "move_hq" in had)) and list(act.orders) == ["move_hq"]
    if moves and act.f.msr_blocked_this_turn:
        yield permit("orders_new_move", formation=act.f.id)
    else:
        yield forbid("orders_changed", formation=act.f.id)


@rule("1.0g", Orders)
def set_up_prepared(act: Orders) -> Findings:
    """A formation that was set up in Prepared Defense stays so until turn 2."""
    if act.f.set_up == "prepared_defense" and act.s.stated("turn") == 1:
        yield kept() if "prep_def" in act.orders else forbid("prep_def_set_up", formation=act.f.id)


@rule("2.4a", Orders, "after")
def noted(act: Orders) -> Findings:
    """They stand until they are changed."""
    yield change(act.f, orders=list(act.orders))


# ---- 2.5 activations ---------------------------------------------------------------------------------------------------------------------------
def wrong_phase(case: FormationAct, wanted: str, *allowed: str) -> Findings:
    """The phase of the turn must be the right one, where it is stated."""
    phase = case.s.stated("phase")
    if phase is not None and phase not in (wanted, *allowed):
        yield forbid("wrong_phase", phase=phase, wanted=wanted)


def activated_this_turn(s: Situation, formation: str) -> bool:
    """Whether a formation has had its Initial Activation this turn."""
    turn = s.stated("turn")
    return any(act.get("act") == "activation" and act.get("turn", turn) == turn for act in s.history.get(formation, ()))


@rule("2.5", Activate)
def when_activated(act: Activate) -> Findings:
    """In the Activations phase, by the side whose turn it is."""
    yield kept()
    yield from wrong_phase(act, "activations", "hq_start")
    for formation in act.formations:
        if formation.side != act.player:
            yield forbid("not_your_formation", formation=formation.id)
        active = act.s.stated("active")
        if active not in (None, "both", "none") and formation.side != active:
            yield forbid("not_active_side", formation=formation.id, side=active)
        if formation.destroyed:
            yield forbid("formation_destroyed", formation=formation.id)


@rule("2.5a", Pass)
def no_passing(act: Pass) -> Findings:
    """Whoever is to activate must activate, or try to."""
    yield forbid("no_passing")


@rule("2.5b", Activate)
def one_at_a_time(act: Activate) -> Findings:
    """One formation at a time; only in group games may more go on side by side."""
    if len(act.formations) > 1 and act.s.players <= 2:
        yield forbid("one_formation", formation=", ".join(f.id for f in act.formations))
    elif len(act.formations) == 1:
        yield permit("one_formation_kept", formation=act.formations[0].id)
    else:
        yield permit("group_game", formation=", ".join(f.id for f in act.formations))


@rule("1.0g", Activate)
def set_up_done(act: Activate) -> Findings:
    """On the first turn a formation that was set up Done does not activate; one that was set up Used only tries for a Second Activation."""
    if act.s.stated("turn") not in (None, 1):
        yield kept()
        return
    for formation in act.formations:
        if formation.set_up is not None:
            yield kept()
        if formation.set_up == "done":
            yield forbid("set_up_done", formation=formation.id)
        elif formation.set_up == "used" and not act.slots.get("second"):
            yield forbid("set_up_used", formation=formation.id)


@rule("2.5c", Activate)
def once_each(act: Activate) -> Findings:
    """Each formation has one Initial Activation in a turn."""
    for formation in act.formations:
        if formation.status == "used" and formation.set_up != "used" or formation.status != "done" and activated_this_turn(act.s, formation.id):
            yield forbid("already_activated", formation=formation.id)
        else:
            yield kept()


@rule("2.5i", Activate)
def done_is_done(act: Activate) -> Findings:
    """A formation that is Done does not activate again this turn."""
    for formation in act.formations:
        if formation.status == "done" and formation.set_up != "done":
            yield forbid("formation_done", formation=formation.id)


@rule("2.5m", Activate)
def out_of_the_chits(act: Activate) -> Findings:
    """With modified random selection the side with more of the three chits drawn chooses a formation among them."""
    drawn = act.s.stated("chits_drawn")
    if not drawn or not (act.s.option("2.5m") or act.s.option("2.5l")):
        return
    names = [str(chit) for chit in drawn]
    sides = [formation_named(act.s, name).side for name in names]
    for formation in act.formations:
        if formation.id not in names:
            yield forbid("chit_not_drawn", formation=formation.id)
        elif 2 * sides.count(formation.side) < len(sides):
            yield forbid("chits_of_others", formation=formation.id, side=formation.side)
        else:
            yield permit("chit_drawn", formation=formation.id)


@rule("2.5d", Activate)
def no_roll_for_the_first(act: Activate) -> Findings:
    """Initial Activations need no roll."""
    if not act.forbidden:
        yield value("roll_needed", False)


@rule("2.3d", Activate)
def unassigned_never(act: Activate) -> Findings:
    """Unassigned independents never activate."""
    for unit in act.movers:
        if unit.id in act.s.units and unit.formation is None and unit.independent:
            yield forbid("unassigned_never", units=[unit.id], unit=unit.id)


@rule("2.5", Activate, "after")
def begins(act: Activate) -> Findings:
    """The formation is the active one, in its Initial Activation."""
    for formation in act.formations:
        yield change(formation, status="used")
        yield record(did=formation.id, act="activation", activation="initial")
        yield record(state="active_formation", value=formation.id)
        yield record(state="activation", value="initial")


@rule("2.5e", (SecondActivation, WaiveSecond))
def at_once(act: FormationAct) -> Findings:
    """Tried at once after the Initial Activation, or never."""
    order = list(act.s.history)
    yield kept()
    if act.f.id in order:
        later = order[order.index(act.f.id) + 1 :]
        if any(id_ in act.s.formations and any(item.get("act") == "activation" and of_now(act.s, {**item, "activation": act.s.stated("activation")})
               for item in act.s.history[id_]) for id_ in later):  # fmt: skip
            yield forbid("second_too_late", formation=act.f.id)
    if act.s.stated("phase") in ("activities", "preparation", "snafu", "obj_placement") and isinstance(act, SecondActivation):
        yield forbid("second_too_early", formation=act.f.id)
    if act.s.stated("activation") == "second":
        yield forbid("second_once", formation=act.f.id)


@rule("1.0g", WaiveSecond)
def must_try(act: WaiveSecond) -> Findings:
    """A formation that was set up Used must try on the first turn."""
    if act.s.stated("turn") == 1 and act.f.set_up == "used":
        yield forbid("must_try_second", formation=act.f.id)


@rule("2.5f", SecondActivation)
def who_may_not(act: SecondActivation) -> Findings:
    """Not at Fat-4, and not after a Recovery Activation."""
    yield kept()
    if act.f.fatigue == 4:
        yield forbid("second_fat4", formation=act.f.id)
    if acts_now(act.s, act.f.id, "recovery"):
        yield forbid("second_after_recovery", formation=act.f.id)


@rule("1.8c", SecondActivation)
def fat_4(act: SecondActivation) -> Findings:
    """Fat-4 bars it."""
    yield forbid("second_fat4", formation=act.f.id) if act.f.fatigue == 4 else kept()


@rule("3.7d", SecondActivation)
def after_fix(act: SecondActivation) -> Findings:
    """A Fail that was fixed counts as a Recovery Activation and gives up the Second Activation."""
    if acts_now(act.s, act.f.id, "fix_the_fail"):
        yield forbid("second_after_fix", formation=act.f.id)


@rule("2.5i", SecondActivation)
def not_when_done(act: SecondActivation) -> Findings:
    """Waived or failed, it is over for this turn."""
    if act.f.status == "done":
        yield forbid("formation_done", formation=act.f.id)


@rule("2.5h", SecondActivation, "roll")
def roll_for_second(act: SecondActivation) -> Findings:
    """One die, one more if Fresh, against the Activation Value on the HQ."""
    bonus = 1 if act.f.fatigue == "fresh" else 0
    extra = act.total("second_roll")
    yield value("dice", 1)
    if bonus:
        yield shift(bonus, "second_fresh")
    yield value("drm", bonus + extra)
    hq = act.hq
    if hq is None:
        raise Missing(f"units[{act.f.id} HQ].activation_value")
    needed = hq.activation_value
    yield value("needed", {"success": [face for face in range(1, 7) if face + bonus + extra >= needed]}, "second_needs", formation=act.f.id, needed=needed)
    die = act.roll()
    yield value("modified", die + bonus + extra)
    success = die + bonus + extra >= needed
    yield value("result", "success" if success else "failure", "second_result", formation=act.f.id, total=die + bonus + extra, needed=needed)


@rule("2.5i", SecondActivation, "after")
def used_or_done(act: SecondActivation) -> Findings:
    """Success begins Preparation anew; otherwise the formation is Done."""
    if act.computed("result") == "failure":
        yield change(act.f, status="done")
    elif act.computed("result") == "success":
        yield record(state="activation", value="second")
        yield record(did=act.f.id, act="activation", activation="second")
        yield record(formation=act.f.id, arty_used=0)


@rule("2.5i", WaiveSecond, "after")
def waived(act: WaiveSecond) -> Findings:
    """Done for the turn."""
    yield change(act.f, status="done")


@rule("2.5n", Chits)
def smooth(act: Chits) -> Findings:
    """As many chits as the smaller side has formations, as many 2s among them as the sides differ by, the rest 1s."""
    if not act.s.option("2.5n"):
        yield forbid("option_not_in_play", number="2.5n")
        return
    counts = sorted(act.s.formation_counts.values())
    small, large = counts[0], counts[-1]
    twos = min(small, large - small)
    if (act.twos, act.ones) != (twos, small - twos):
        yield forbid("chits_wrong", twos=twos, ones=small - twos)
    else:
        yield permit("chits_right", twos=twos, ones=small - twos)
    yield value("chits", {"twos": twos, "ones": small - twos})
