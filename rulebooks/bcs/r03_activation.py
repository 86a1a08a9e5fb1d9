"""Chapter 3.0, 3.2, 3.5 to 3.7: the steps of an Activation, SNAFU, Isolation, Recovery."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, shift, value
from adjudicator.ground.situation import Entity, Unit

from .acts import change, trains_of
from .acts_formation import (
    STEPS,
    AskMixed,
    ClaimExemption,
    CoordinationMarker,
    Fatigue,
    FixFail,
    FormationAct,
    Isolation,
    Preparation,
    PrepDef,
    PrepDefSaid,
    RaiseBlocked,
    Recovery,
    SecondActivation,
    Snafu,
    TrainsStay,
)
from .r01_defense import FRESH, fatigue_level, level_name
from .r01_formations import acts_now
from .r01_safe_path import has_safe_path
from .r03_msr import optimal
from .r03_objectives import OBJS

TRAINS_OFF = -3
FAIL, COMPLETE = 2, 7  # a modified roll of 2 or less fails, of 7 or more is Complete (line 4395)


# ---- 3.0 the order of steps -----------------------------------------------------------------------------------------------------------
@rule("3.0", PrepDef)
def prepared_in_its_step(act: PrepDef) -> Findings:
    """A Prepared Defense is made in the Preparation, before the SNAFU roll."""
    yield kept()


@rule("3.0", (Snafu, Fatigue, Preparation, Recovery, SecondActivation))
def in_its_step(act: FormationAct) -> Findings:
    """Each step of an Activation has its place; the one that comes next may be begun."""
    phase = act.s.stated("phase")
    if phase not in STEPS or not act.step:
        return
    now, own = STEPS.index(phase), STEPS.index(act.step)
    if now > own:
        yield forbid("step_over", step=act.step, phase=phase)
    elif now < own - 1 and not (phase == "hq_start" and act.step == "snafu"):
        yield forbid("step_not_yet", step=act.step, phase=phase)
    elif isinstance(act, Preparation):
        yield permit("preparation_order", formation=act.f.id)
    else:
        yield kept()


# ---- Preparation ------------------------------------------------------------------------------------------------------------------------
@rule("3.1", Preparation, "numbers")
def trains_checked(act: Preparation) -> Findings:
    """Without a Complete MSR the Trains come off the map."""
    trains = act.trains
    if act.f.msr != "complete" and trains is not None:
        yield define("msr_trains_come_off", units=[trains.id], formation=act.f.id)
        yield effect(unit=trains.id, at="off_map")


@rule("3.1c", Preparation)
def no_defense_while_blocked(act: Preparation) -> Findings:
    """With an MSR Blocked marker no Prepared Defense can be kept or made."""
    if act.do not in ("keep", "create"):
        return
    level = blocked_now(act)
    if level:
        yield forbid("prep_def_blocked", formation=act.f.id, level=level)
        yield change(act.f, msr_blocked=level, prep_def=False)


def blocked_now(act: FormationAct) -> int:
    """Level of the marker when Preparation has been gone through, whatever the phase is said to be."""
    trains = trains_of(act.s, act.f.id)
    level: int = act.f.msr_blocked
    if trains is not None and "at" in trains.facts and trains.hex is None:
        return min(2, level + 1)
    return 0 if level and act.f.msr == "complete" else level


@rule("3.1c", Preparation, "numbers")
def blocked_marker(act: Preparation) -> Findings:
    """A level more if the Trains were off the map already, two at most; none with a Complete MSR.  With one, the Prepared Defense is lost."""
    level = blocked_now(act)
    yield change(act.f, msr_blocked=level)
    if level and act.f.prep_def:
        yield define("prep_def_lost_blocked", formation=act.f.id)
        yield change(act.f, prep_def=False)


@rule("3.1c", RaiseBlocked)
def raised_marker(act: RaiseBlocked) -> Findings:
    """A level more in each Preparation that finds the Trains already off the map and no Complete MSR; Level 2 is the worst."""
    now = blocked_now(act)
    if act.level == now and now > act.f.msr_blocked:
        yield permit("msr_blocked_raised", formation=act.f.id, level=now)
        yield change(act.f, msr_blocked=now)
    else:
        yield forbid("msr_blocked_not_raised", formation=act.f.id, level=now)
        yield effect(formation=act.f.id, msr_blocked=now)


@rule("1.7a", Preparation)
def defense_made(act: Preparation) -> Findings:
    """A Prepared Defense is made in an Initial Activation, with an Artillery Point."""
    if act.do != "create":
        return
    if act.second:
        yield forbid("prep_def_second", formation=act.f.id)
    elif act.f.arty_points < 1:
        yield forbid("prep_def_no_artillery", formation=act.f.id)


@rule("2.4d", Preparation)
def ordered_defense(act: Preparation) -> Findings:
    """Under Prepared Defense Orders it must be made or kept."""
    if act.s.option("2.4") and "prep_def" in act.f.orders and act.do == "drop":
        yield forbid("prep_def_ordered", formation=act.f.id)


@rule("3.0", Preparation, "after")
def defense_marked(act: Preparation) -> Findings:
    """Made, kept or dropped in its turn."""
    if act.do in ("create", "drop"):
        yield change(act.f, prep_def=act.do == "create")


@rule("3.2d", Preparation, "after")
def mixed_marked(act: Preparation) -> Findings:
    """A formation that is Mixed takes a Coordination marker."""
    if act.f.mixed:
        yield change(act.f, coordination=True)


@rule("3.1", TrainsStay)
def trains_kept(act: TrainsStay) -> Findings:
    """Trains stay on the map in Preparation only with a Complete MSR."""
    trains = act.trains
    if trains is not None and trains.hex is None:
        yield forbid("trains_are_off", units=[trains.id], unit=trains.id)
    elif act.f.msr != "complete":
        yield forbid("msr_trains_come_off", units=[trains.id] if trains is not None else [], formation=act.f.id)
    else:
        yield permit("recovery_msr", formation=act.f.id)


@rule("3.2d", AskMixed, "answer")
def is_it_mixed(asked: AskMixed) -> Findings:
    """A unit of it stands in the Blob of another formation, or the marker says so."""
    yield value("answer", "yes" if asked.f.mixed else "no", "mixed_yes" if asked.f.mixed else "mixed_no", formation=asked.f.id)


@rule("1.7", PrepDefSaid, "after")
def marker_as_it_lies(said: PrepDefSaid) -> Findings:
    """What the table shows of the marker."""
    yield change(said.f, prep_def=not said.slots.get("not"))


# ---- 3.2 SNAFU -----------------------------------------------------------------------------------------------------------------------------
@rule("3.2a", Snafu)
def once_an_activation(act: Snafu) -> Findings:
    """One roll for each Activation; none in a Recovery Activation."""
    if acts_now(act.s, act.f.id, "recovery", "fix_the_fail"):
        yield forbid("snafu_in_recovery", formation=act.f.id)
    elif acts_now(act.s, act.f.id, "snafu"):
        yield forbid("snafu_once", formation=act.f.id)
    else:
        yield permit("snafu_once_each", formation=act.f.id)
        yield value("dice", 2)


@rule("3.2c", Snafu, "numbers")
def coordination(act: Snafu) -> Findings:
    """The Coordination marker."""
    yield shift(-1, "snafu_coordination", formation=act.f.id) if act.f.coordination else kept()


@rule("3.2d", Snafu, "numbers")
def mixed(act: Snafu) -> Findings:
    """Mixed formations, on top of the marker that they have; the marker is put down in Preparation at the latest."""
    yield kept()
    if act.f.mixed:
        if not act.f.coordination:
            yield shift(-1, "snafu_coordination", formation=act.f.id)
        yield shift(-1, "snafu_mixed", formation=act.f.id)


@rule("3.2e", Snafu, "numbers")
def fatigue(act: Snafu) -> Findings:
    """The Fatigue Level; a Fresh formation is better off by one."""
    level = fatigue_level(act.f)
    if not level:
        yield kept()
    else:
        yield shift(-level, "snafu_fresh" if level == FRESH else "snafu_fatigue", formation=act.f.id, level=level)


@rule("3.2b", Snafu, "numbers")
def of_the_game(act: Snafu) -> Findings:
    """What the game or scenario adds."""
    by = act.s.game_drm
    if by:
        yield shift(by, "snafu_game")


@rule("3.1", Snafu, "numbers")
def trains_off_map(act: Snafu) -> Findings:
    """Without a Complete MSR the Trains are off the map."""
    yield shift(TRAINS_OFF, "snafu_trains_off", formation=act.f.id) if act.f.msr != "complete" else kept()


@rule("3.2j", Snafu, "numbers")
def blocked(act: Snafu) -> Findings:
    """The MSR Blocked marker, on top of that."""
    if act.f.msr != "complete":
        level = act.f.msr_blocked
        yield shift(-level, "snafu_blocked", formation=act.f.id, level=level) if level else kept()


@rule("3.2f", Snafu, "numbers")
def optimal_distance(act: Snafu) -> Findings:
    """Trains at Optimal Distance."""
    if act.f.msr != "complete":
        return
    if optimal(act.f):
        yield shift(1, "snafu_optimal", formation=act.f.id, hexes=act.f.msr_distance)
    else:
        yield define("snafu_not_optimal", formation=act.f.id, hexes=act.f.msr_distance)


@rule("3.2g", Snafu, "numbers")
def ghost_trains(act: Snafu) -> Findings:
    """Trains on their Ghost side."""
    trains = act.trains
    if act.f.msr == "complete" and trains is not None:
        yield shift(-1, "snafu_ghost", formation=act.f.id) if trains.state == "ghost" else kept()


@rule("3.2h", Snafu, "numbers")
def beams(act: Snafu) -> Findings:
    """Crossing the Beams, with however many."""
    if act.f.msr != "complete":
        return
    if act.f.crossing_beams:
        yield shift(-1, "snafu_beams", formation=act.f.id)
    else:
        yield define("snafu_no_beams", formation=act.f.id)


@rule("3.2i", Snafu, "numbers")
def tracks(act: Snafu) -> Findings:
    """An MSR that uses Tracks: one off in good trafficability, two in poor."""
    if act.f.msr != "complete":
        return
    if act.f.tracks:
        yield shift(-1 if act.s.trafficability == "good" else -2, "snafu_tracks", formation=act.f.id)
    else:
        yield kept()


def read_off(total: int) -> str:
    """The SNAFU result of a modified roll."""
    return "fail" if total <= FAIL else "complete" if total >= COMPLETE else "partial"


def capped(act: Snafu, result: str) -> str:
    """In Prepared Defense Partial at best (1.7c)."""
    return "partial" if result == "complete" and act.f.prep_def else result


@rule("3.2b", Snafu, "roll")
def outcomes(act: Snafu) -> Findings:
    """Two dice and all modifiers."""
    drm = sum(finding.by for _, finding in act.ruling.shifts)
    yield value("drm", drm)
    ranges: dict[str, list[int]] = {}
    for total in range(2, 13):
        ranges.setdefault(read_off(total + drm), []).append(total)
    spans = {(f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else str(totals[0])): capped(act, result) for result, totals in ranges.items()}
    yield value("outcomes", spans)


@rule("3.2k", Snafu, "roll")
def result(act: Snafu) -> Findings:
    """It holds for the whole Activation: markers, artillery, movement."""
    total = act.roll_total() + act.computed("drm")
    found = capped(act, read_off(total))
    yield value("modified", total)
    yield value("result", found, "snafu_result", formation=act.f.id, total=total, result=found)
    if found != read_off(total):
        yield value("table_result", read_off(total))
    yield value("obj_markers", OBJS[found])
    points = act.f.stated("arty_points")
    if points is not None and found != "fail":
        yield value("arty_points", points if found == "complete" else points // 2)
    yield value("ma", {"complete": "full", "partial": "halved", "fail": "none"}[found])
    yield change(act.f, snafu=found)
    yield record(did=act.f.id, act="snafu", modified=total, result=found)


@rule("1.7c", Snafu, "roll")
def held_back(act: Snafu) -> Findings:
    """A Prepared Defense holds the result down to Partial."""
    if act.f.prep_def:
        yield define("snafu_prep_def", formation=act.f.id)


@rule("3.2c", CoordinationMarker)
def off_after_the_roll(act: CoordinationMarker) -> Findings:
    """A formation has one marker at most, and pays for it with a SNAFU roll before it comes off."""
    if act.do != "remove":
        yield forbid("coordination_one", formation=act.f.id) if act.f.coordination else permit("coordination_on", formation=act.f.id)
        return
    if not act.f.coordination:
        yield forbid("coordination_none", formation=act.f.id)
    elif not acts_now(act.s, act.f.id, "snafu") and act.f.stated("snafu") is None:
        yield forbid("coordination_before_roll", formation=act.f.id)
    else:
        yield kept()


@rule("3.2d", CoordinationMarker)
def mixed_keeps_it(act: CoordinationMarker) -> Findings:
    """A formation that is still Mixed keeps its marker."""
    if act.do == "remove" and act.f.coordination and act.f.mixed:
        yield forbid("coordination_mixed", formation=act.f.id)


@rule("3.2c", CoordinationMarker, "after")
def marker_of_coordination(act: CoordinationMarker) -> Findings:
    """What then lies at the HQ."""
    yield change(act.f, coordination=act.do != "remove")


@rule("3.2c", Snafu, "after")
def marker_paid(act: Snafu) -> Findings:
    """The Coordination marker comes off after the roll, unless the formation is Mixed."""
    if act.computed("result") is not None and (act.f.coordination or act.f.mixed):
        yield change(act.f, coordination=bool(act.f.mixed))


# ---- 3.6 Isolation ---------------------------------------------------------------------------------------------------------------------------
def isolated_how(unit: Unit) -> str | None:
    """The line of the Isolation Table: out of Command Radius, without a Safe Path, or both; None if the unit is not isolated."""
    if unit.formation is None:
        return None  # 2.3d
    out = not unit.in_command
    cut = not has_safe_path(unit)
    if out and cut:
        return "out_of_command_no_safe_path"
    if cut:
        return "no_safe_path"
    return "out_of_command" if out else None


def isolation_loss(case: Isolation | ClaimExemption, unit: Unit, row: str) -> int:
    """Steps lost on a line of the Isolation Table, perhaps by the level of the MSR Blocked marker; Missing where the card is not typed in."""
    s = case.s
    for tables in (s.facts.get("tables") or {}, s.book.tables):
        table = tables.get("isolation")
        entry = table.get(row) if isinstance(table, dict) else None
        if "tables.isolation" in s.unknown:
            break
        if isinstance(entry, dict):
            formation = s.formations.get(unit.formation)
            level = formation.msr_blocked if formation is not None else 0
            found = entry.get(f"blocked_{level}", entry.get("steps"))
            if found is not None:
                return int(found)
        elif isinstance(entry, int):
            return entry
    raise Missing("tables.isolation")


@rule("2.3d", Isolation)
def unassigned_stay_whole(check: Isolation) -> Findings:
    """Unassigned independents suffer none."""
    for unit in check.units:
        if unit.formation is None:
            yield define("isolation_unassigned", units=[unit.id], unit=unit.id)


@rule("3.6b")
def exempt(unit: Unit) -> bool:
    """Reinforcements that are joining are exempt until they have begun an Activation in Command Radius."""
    return bool(unit.reinforcement) and not unit.ever_began_in_command


@rule("3.6a", Isolation)
def losses(check: Isolation) -> Findings:
    """Each unit out of Command Radius, without a Safe Path, or both, loses what its line of the table says."""
    isolated = []
    for unit in check.units:
        if exempt(unit):
            continue
        row = isolated_how(unit)
        if row is None:
            yield define("not_isolated", units=[unit.id], unit=unit.id)
            continue
        isolated.append(unit.id)
        yield define(f"isolated_{row}", units=[unit.id], unit=unit.id)
        lost = isolation_loss(check, unit, row)
        if lost:
            yield effect(unit=unit.id, steps=-abs(lost))
    yield value("answer", "yes" if isolated else "no")
    yield value("isolated", isolated)


@rule("3.6b", Isolation)
def joining(check: Isolation) -> Findings:
    """Reinforcements that have not reached their HQ yet."""
    for unit in check.units:
        if exempt(unit):
            yield define("isolation_exempt", units=[unit.id], unit=unit.id)


@rule("3.6b", ClaimExemption)
def claim_of_exemption(claim: ClaimExemption) -> Findings:
    """The exemption ends once the unit has begun an Activation in Command Radius."""
    for unit in claim.units:
        if exempt(unit):
            yield permit("isolation_exempt", units=[unit.id], unit=unit.id)
            continue
        yield forbid("isolation_not_exempt", units=[unit.id], unit=unit.id)
        row = isolated_how(unit)
        if row is not None:
            try:
                lost = isolation_loss(claim, unit, row)
            except Missing:
                continue
            yield effect(unit=unit.id, steps=-abs(lost))


# ---- 3.7 Recovery ------------------------------------------------------------------------------------------------------------------------------
@rule("3.7a", Recovery)
def once_a_turn(act: Recovery) -> Findings:
    """Once a turn, in the Initial Activation only."""
    if act.slots.get("second") or act.s.stated("activation") == "second":
        yield forbid("recovery_second", formation=act.f.id)
    if int(act.slots.get("levels") or 1) > 1:
        yield forbid("recovery_one_level", formation=act.f.id)
    turn = act.s.stated("turn")
    if any(item.get("act") in ("recovery", "fix_the_fail") and item.get("turn", turn) == turn for item in act.s.history.get(act.f.id, ())):
        yield forbid("recovery_once", formation=act.f.id)
    if act.slots.get("to_fresh"):
        yield forbid("recovery_not_fresh", formation=act.f.id)
    elif act.f.stated("fatigue") in (0, "fresh") and act.reading("B17") == "barred":
        yield forbid("recovery_nothing", formation=act.f.id)


@rule("2.5g", Recovery)
def none_in_second(act: Recovery) -> Findings:
    """No Recovery in a Second Activation."""
    second = act.slots.get("second") or act.s.stated("activation") == "second"
    yield forbid("recovery_second", formation=act.f.id) if second else kept()


@rule("3.7b", (Recovery, FixFail))
def needs_msr(act: FormationAct) -> Findings:
    """A Complete MSR is needed."""
    if act.forbidden:
        return
    if act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    else:
        yield permit("recovery_msr", formation=act.f.id)


@rule("3.7c", Recovery)
def before_the_roll(act: Recovery) -> Findings:
    """Declared instead of a SNAFU roll."""
    yield kept()
    if acts_now(act.s, act.f.id, "snafu") or (act.s.stated("phase") in ("obj_placement", "activities") and act.f.stated("snafu")):
        yield forbid("recovery_after_snafu", formation=act.f.id)


@rule("2.4e", Recovery)
def ordered_recovery(act: Recovery) -> Findings:
    """Where Orders are in play, only with the Order for it."""
    if act.s.option("2.4"):
        yield kept() if "recovery" in act.f.orders else forbid("recovery_not_ordered", formation=act.f.id)


@rule("2.4e", FixFail)
def not_with_orders(act: FixFail) -> Findings:
    """There is no Fix the Fail where Orders are in play."""
    if act.s.option("2.4"):
        yield forbid("fix_orders", formation=act.f.id)


@rule("3.7d", FixFail)
def only_a_fail(act: FixFail) -> Findings:
    """Only a Fail of an Initial Activation, and not with Orders or Planned Fatigue."""
    if act.s.option("2.4") or act.s.option("6.4"):
        yield forbid("fix_options", formation=act.f.id)
    if act.s.stated("activation") == "second":
        yield forbid("fix_second", formation=act.f.id)
    if not act.forbidden and act.f.snafu != "fail":
        yield forbid("fix_no_fail", formation=act.f.id)
    elif not act.forbidden:
        yield permit("fix_may", formation=act.f.id)


def recovered(formation: Entity) -> int | str:
    """One level less, never better than Fat-0; a Fresh formation stays so."""
    level = fatigue_level(formation)
    return level_name(level if level <= 0 else level - 1)


@rule("3.7a", (Recovery, FixFail), "after")
def a_level_less(act: FormationAct) -> Findings:
    """A level less, and the formation is Done: neither SNAFU nor Fatigue roll, no Second Activation."""
    yield value("roll_needed", False)
    yield change(act.f, fatigue=recovered(act.f), status="done")
    if act.f.coordination and not act.f.mixed:
        yield change(act.f, coordination=False)
    yield record(did=act.f.id, act="fix_the_fail" if isinstance(act, FixFail) else "recovery")
    trains = act.trains
    if trains is not None and trains.hex is not None and trains.state == "ghost" and not trains.moved:
        try:
            back = optimal(act.f)
        except Missing:
            return
        if back:
            yield effect(unit=trains.id, state="normal")
            yield record(state=f"units[{trains.id}].state", value="normal")
