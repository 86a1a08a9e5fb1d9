"""Chapter 1.5 to 1.8 as claims and checks: the use of Support, Prepared Defense, Fatigue."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, forbid, kept, permit, record, value
from adjudicator.ground.situation import Entity, Unit

from .acts import change, drop_support, formation_of, is_combat_unit, regain_support, trains_of
from .acts_formation import ClaimPrepDef, Fatigue, FormationAct, InCommand, Note, PrepDef, RestoreSupport, UseSupport
from .r01_formations import acts_now, no_support, support_of
from .r01_safe_path import has_safe_path
from .r01_units import closed_to, is_unprepared, shows

MAX_FATIGUE = 4
FRESH = -1
COMBAT_OBJ, FIRE, ATTACK = 1, 2, 3  # the highest roll that raises Fatigue, by the worst thing done (1.8b)


# ---- 1.5 Support: claims ------------------------------------------------------------------------------------------------------
@rule("1.5a", UseSupport)
def host(claim: UseSupport) -> Findings:
    """Every Attack Capable unit of the formation that is not Dual is a Host, in Command Radius or not."""
    unit = claim.unit_
    if no_support(unit) is None:
        yield permit("support_host", units=[unit.id], unit=unit.id)


@rule("1.5h", UseSupport)
def no_host(claim: UseSupport) -> Findings:
    """Who cannot call on Support."""
    unit = claim.unit_
    reason = no_support(unit)
    if reason is not None:
        yield forbid(reason, units=[unit.id], unit=unit.id)


@rule("1.5e", UseSupport)
def kind_of_support(claim: UseSupport) -> Findings:
    """The formation must have Support of the kind that is claimed; Light and Limited are one in Support."""
    wanted = claim.av_type
    if wanted is None or no_support(claim.unit_) is not None:
        return
    alike = ("limited", "light") if wanted in ("limited", "light") else (wanted,)
    kinds = {other.av_type for other in support_of(claim.s, claim.unit_.formation)}
    if kinds & set(alike):
        yield kept()
    else:
        yield forbid("support_kind", units=[claim.unit_.id], unit=claim.unit_.id, kind=wanted)


@rule("1.5i", RestoreSupport)
def dropped_comes_off(claim: RestoreSupport) -> Findings:
    """Once the formation has Support and the Host a Tactical Safe Path, off ground that is closed to Tactical movement; a temporary
    marker only when the Activation ends."""
    for unit in claim.units:
        marker = unit.support_dropped
        if not marker:
            yield forbid("support_not_dropped", units=[unit.id], unit=unit.id)
            continue
        reasons = []
        if not support_of(claim.s, unit.formation):
            reasons.append("support_none")
        if unit.hex is not None and closed_to(claim.s, unit.hex, "tac"):
            reasons.append("support_terrain")
        if not has_safe_path(unit, "tac"):
            reasons.append("support_no_path")
        if not reasons and marker == "temporary" and claim.s.stated("phase") in ("activities", "obj_placement"):
            reasons.append("support_temporary")
        for reason in reasons:
            yield forbid(reason, units=[unit.id], unit=unit.id)
        yield from drop_support(unit, marker == "temporary" and "support_no_path" not in reasons) if reasons else regain_support(unit)


# ---- 1.7 Prepared Defense -------------------------------------------------------------------------------------------------------
@rule("1.7d")
def uses_prep_def(unit: Unit) -> bool:
    """Whether a unit may use its formation's Prepared Defense now: the marker is there, the unit Deployed and in Command Radius.  The
    Unprepared never may (1.1d)."""
    formation = formation_of(unit)
    if formation is None or not formation.prep_def or not is_combat_unit(unit) or is_unprepared(unit):
        return False
    return shows(unit) == "deployed" and bool(unit.in_command)


@rule("1.1c", ClaimPrepDef)
def one_sided(claim: ClaimPrepDef) -> Findings:
    """A counter printed on one side only counts as being on its Move side."""
    for unit in claim.units:
        yield forbid("one_sided", units=[unit.id], unit=unit.id) if unit.sides == 1 else kept()


@rule("1.1d", ClaimPrepDef)
def unprepared_never(claim: ClaimPrepDef) -> Findings:
    """Unprepared units never use it."""
    for unit in claim.units:
        if is_unprepared(unit):
            yield forbid("prep_def_unprepared", units=[unit.id], unit=unit.id)


@rule("1.7d", ClaimPrepDef)
def eligible(claim: ClaimPrepDef) -> Findings:
    """The formation has the marker now, and the unit shows its Deployed side."""
    for unit in claim.units:
        formation = formation_of(unit)
        yield kept()
        if formation is None or not formation.prep_def:
            yield forbid("prep_def_none", units=[unit.id], unit=unit.id)
        if shows(unit) == "move":
            yield forbid("prep_def_move_side", units=[unit.id], unit=unit.id)


@rule("1.4b", ClaimPrepDef)
def within_radius(claim: ClaimPrepDef) -> Findings:
    """Command Radius is a bare count of hexes from the HQ as it stands now."""
    for unit in claim.units:
        if claim.forbidden:
            return
        if unit.in_command:
            yield permit("in_command", units=[unit.id], unit=unit.id)
        else:
            yield forbid("out_of_command", units=[unit.id], unit=unit.id)


@rule("1.4b", InCommand)
def asked_in_command(ask: InCommand) -> Findings:
    """Hexes from the HQ, counted through everything."""
    answers = [bool(unit.in_command) for unit in ask.units]
    for unit, inside in zip(ask.units, answers, strict=True):
        yield define("in_command" if inside else "out_of_command", units=[unit.id], unit=unit.id)
    yield value("answer", "yes" if all(inside != ask.out for inside in answers) else "no")


@rule("1.4c", InCommand)
def independents_have_no_radius(ask: InCommand) -> Findings:
    """No Command Radius binds an independent unit that is assigned to nobody; an assigned one obeys that of its formation."""
    for unit in ask.units:
        if unit.independent and unit.formation is None:
            yield define("unassigned_without_radius", units=[unit.id], unit=unit.id)
        elif unit.independent:
            yield kept()


def blocked_after_checks(case: FormationAct) -> int:
    """Level of the MSR Blocked marker once the first three steps of Preparation are done (3.0b): a level more if the Trains are off the map,
    none with a Complete MSR."""
    level: int = case.f.msr_blocked
    if case.s.stated("phase") != "preparation":
        return level
    trains = trains_of(case.s, case.f.id)
    if trains is not None and trains.hex is None:
        return min(2, level + 1)
    return 0 if level and case.f.msr == "complete" else level


def lost_to_blocked(case: FormationAct) -> Findings:
    """What an MSR Blocked marker does to a Prepared Defense that is to be made or kept (3.1c)."""
    level = blocked_after_checks(case)
    if level:
        yield forbid("prep_def_blocked", formation=case.f.id, level=level)
        yield change(case.f, msr_blocked=level, prep_def=False)


@rule("1.7a", PrepDef)
def entered(act: PrepDef) -> Findings:
    """At least one Artillery Point, printed or assigned and before SNAFU, in the Preparation of an Initial Activation."""
    if act.do != "create":
        return
    if act.s.stated("phase") not in (None, "preparation", "hq_start"):
        yield forbid("prep_def_step", formation=act.f.id)
    if act.second:
        yield forbid("prep_def_second", formation=act.f.id)
    if not act.forbidden and act.f.arty_points < 1:
        yield forbid("prep_def_no_artillery", formation=act.f.id)
    elif not act.forbidden:
        yield permit("prep_def_made", formation=act.f.id)


@rule("2.5g", PrepDef)
def not_in_a_second(act: PrepDef) -> Findings:
    """None is created in a Second Activation."""
    if act.do == "create":
        yield forbid("prep_def_second", formation=act.f.id) if act.second else kept()


@rule("3.1c", PrepDef)
def none_while_blocked(act: PrepDef) -> Findings:
    """With an MSR Blocked marker none can be made or kept."""
    if act.do in ("create", "keep"):
        yield kept()
        yield from lost_to_blocked(act)


@rule("1.7b", PrepDef)
def dropped(act: PrepDef) -> Findings:
    """Dropped as the player likes, before the SNAFU roll or after it, unless Orders are in play; the roll stays Partial at best."""
    if act.do == "keep" and not act.f.prep_def:
        yield forbid("prep_def_none_to_keep", formation=act.f.id)
    if act.do != "drop":
        return
    if not act.f.prep_def:
        yield forbid("prep_def_none_to_keep", formation=act.f.id)
    elif act.s.option("2.4"):
        yield forbid("prep_def_drop_orders", formation=act.f.id)
    else:
        yield permit("prep_def_dropped", formation=act.f.id)
        snafu = act.f.stated("snafu")
        if snafu is not None:
            yield define("prep_def_roll_stays", formation=act.f.id)
            yield value("result", "partial" if snafu == "complete" else snafu)


@rule("2.4d", PrepDef)
def ordered_to_stay(act: PrepDef) -> Findings:
    """Under Prepared Defense Orders it is not dropped on purpose; one that a formation was set up in stays until turn 2."""
    if act.s.option("2.4") and "prep_def" in act.f.orders and act.do == "decline":
        yield forbid("prep_def_not_made", formation=act.f.id)
    if act.do != "drop" or not act.s.option("2.4"):
        return
    if "prep_def" in act.f.orders:
        yield forbid("prep_def_ordered", formation=act.f.id)
    if act.f.set_up == "prepared_defense" and act.s.stated("turn") == 1:
        yield forbid("prep_def_set_up", formation=act.f.id)


@rule("1.7c", PrepDef)
def whatever_the_roll(act: PrepDef) -> Findings:
    """It is made or kept whatever the SNAFU result."""
    if act.do not in ("drop", "decline") and not act.forbidden:
        yield permit("prep_def_any_result", formation=act.f.id)


@rule("1.7a", PrepDef, "after")
def marked(act: PrepDef) -> Findings:
    """The marker lies by the HQ, or no longer does."""
    if act.do != "decline":
        yield change(act.f, prep_def=act.do != "drop")


# ---- 1.8 Fatigue ------------------------------------------------------------------------------------------------------------------
@rule("1.8a", Note, "after")
def level_told(note: Note) -> Findings:
    """A Fatigue Level that a player tells is the formation's."""
    for formation in note.told:
        if formation.stated("fatigue") != note.level:
            yield change(formation, fatigue=note.level)


@rule("1.8a")
def fatigue_level(formation: Entity) -> int:
    """0 to 4, and -1 for Fresh: the SNAFU modifier is its negative."""
    level = formation.fatigue
    return FRESH if level == "fresh" else int(level)


def level_name(level: int) -> int | str:
    """A level as a marker shows it."""
    return "fresh" if level == FRESH else min(level, MAX_FATIGUE)


def worst_thing(case: FormationAct) -> int:
    """The highest roll that raises Fatigue after what was done in this Activation; 0 if nothing that counts was."""
    done = set()
    for id_ in (case.f.id, *(unit.id for unit in case.s.units.values() if unit.facts.get("formation") == case.f.id)):
        for item in acts_now(case.s, id_):
            if item.get("act") == "recon" and item.get("result") != "success":
                continue
            done.add(item.get("act"))
    if done & {"regular_attack", "shock_attack"}:
        return ATTACK
    if done & {"engagement", "attack_by_fire"} or case.second:
        return FIRE
    return COMBAT_OBJ if done & {"obj_placed", "recon"} else 0


@rule("1.8b", Fatigue, "numbers")
def worst_line(check: Fatigue) -> Findings:
    """One die for the worst thing done, however often; none after a Fail or where nothing on the list was done."""
    if check.s.option("6.4"):
        return
    recovered = acts_now(check.s, check.f.id, "recovery", "fix_the_fail")
    highest = 0 if recovered or check.f.snafu == "fail" else worst_thing(check)
    if not highest:
        yield value("roll_needed", False, "fatigue_no_roll", formation=check.f.id)
        yield change(check.f, fatigue=check.f.fatigue)
        return
    yield value("dice", 1)
    yield value("needed", {"increase": list(range(1, highest + 1))}, f"fatigue_line_{highest}", formation=check.f.id)


@rule("2.4g", Fatigue, "numbers")
def march_obj_free(check: Fatigue) -> Findings:
    """A March OBJ is no combat OBJ."""
    if acts_now(check.s, check.f.id, "march_obj_placed"):
        yield define("fatigue_march_obj", formation=check.f.id)


@rule("1.8b", Fatigue, "roll")
def rises(check: Fatigue) -> Findings:
    """One level at most for each Activation, never beyond Fat-4."""
    needed = check.computed("needed")
    if not needed:
        return
    die = check.roll()
    raised = die in needed["increase"]
    level = level_name(fatigue_level(check.f) + raised)
    yield value("result", "increase" if raised else "no increase", "fatigue_rises" if raised else "fatigue_stays", formation=check.f.id, level=level)
    yield change(check.f, fatigue=level)
    yield record(did=check.f.id, act="fatigue_checked")
