"""Chapter 3.5 to 3.7: Cleanup, Isolation, Recovery."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, InputError, Missing, Unit, cited, cites, define, effect, forbid, kept, owes, permit, record, rule, says, value
from adjudicator.book.engine import suppose
from adjudicator.ground.ruling import LEGAL

from .acts import FormationAct, UnitAct
from .acts_aftermath import Owed
from .acts_combat import Barrage, CombatTable, Shooting
from .acts_formation import (
    AcceptFail,
    Cleanup,
    FixFail,
    Isolation,
    MarkerAct,
    ObjMarkers,
    PlaceObj,
    Recon,
    Recovery,
    SecondActivation,
    Snafu,
    TrafficMarkers,
    TrainsMove,
    TrainsSide,
)
from .acts_movement import Flip, Move, Screen, UnitMove, VoluntaryRetreat
from .acts_turn import ClaimExemption, NextPhase
from .r01_vocabulary import fatigue_level, level_name
from .r01_vocabulary_paths import has_safe_path
from .r03_common import FAT_4, as_far_as_known, goes_through, phase_of
from .r03_vocabulary_msr import ghosted, optimal
from .r05_common import at_work
from .vocabulary import STEPS, acts_now, change, trains_of

# ---- 3.5 Cleanup ----------------------------------------------------------------------------------------------------
says("3.5", Cleanup, "legality", "It follows the Activities of the active formation.", lambda act: permit("cleanup", formation=act.f.id))


@rule("3.5", Cleanup, "after")
def what_comes_off(act: FormationAct) -> Findings:
    """All OBJ and Traffic markers and all temporary drops of Support come off."""
    for marker in list(act.s.markers.values()):
        if marker.facts.get("kind") in ("obj", "traffic"):
            yield effect(marker=marker.id, removed=True)
    for unit in act.s.units.values():
        if unit.facts.get("support_dropped") == "temporary":
            yield effect(unit=unit.id, support="available")
            yield record(unit=unit.id, support_dropped=False)


@rule("3.5", Cleanup, "after")
def trains_off_their_distance(act: FormationAct) -> Findings:
    """Trains that are not at Optimal Distance are turned to Ghost."""
    trains = trains_of(act.s, act.f.id)
    if trains is None or trains.hex is None or trains.state == "ghost" or act.f.stated("msr_distance") is None:
        return
    if not optimal(act.f):
        yield define("trains_not_optimal", trains, hexes=act.f.msr_distance)
        yield from ghosted(trains)


@rule("3.5", Cleanup, "after")
def a_new_activation_begins_afresh(act: FormationAct) -> Findings:
    """What units and points have done counts for this Activation only: the next one starts with everything unused."""
    used = ("moved", "stopped", "finished", "flipped")
    for unit in act.s.units.values():
        if unit.facts.get("formation") != act.f.id:
            continue
        facts: dict[str, object] = {key: False for key in used if unit.facts.get(key)}
        for key, fresh in (("fire_events", 2), ("mp_left", None)):
            if key in unit.facts:
                facts[key] = fresh
        if facts:
            yield record(unit=unit.id, **facts)
    if act.f.stated("arty_used"):
        yield record(formation=act.f.id, arty_used=0)


@rule("3.5", TrainsSide)
def ghost_at_cleanup(act: TrainsSide) -> Findings:
    """At Cleanup Trains that are not at Optimal Distance are turned to Ghost."""
    if act.s.stated("phase") != "cleanup" or act.to == "ghost":
        return
    if act.unit_.state == "ghost" and act.kind != "keep_side":
        yield forbid("trains_not_in_cleanup", act.unit_)
    elif not optimal(act.f):
        yield forbid("trains_not_optimal", act.unit_, hexes=act.f.msr_distance)
        yield from ghosted(act.unit_)
    else:
        yield permit("trains_stay_normal", act.unit_)


cites("3.5", ObjMarkers, "What becomes of OBJ markers at Cleanup.", lambda act: bool(act.s.stated("phase") == "cleanup"))


@rule("3.5", ObjMarkers, "after")
def taken_away(act: MarkerAct) -> Findings:
    """Whatever is said, at Cleanup they are gone."""
    if act.do != "move":
        for marker in act.objectives():
            yield effect(marker=marker.id, removed=True)


@rule("3.5", TrafficMarkers)
def traffic_comes_off(act: TrafficMarkers) -> Findings:
    """All Traffic markers come off at Cleanup, and not before."""
    cleanup = act.s.stated("phase") == "cleanup"
    if act.do == "keep" and cleanup:
        yield forbid("traffic_comes_off", formation=act.f.id)
    elif act.do == "remove" and not cleanup:
        yield forbid("traffic_stays", formation=act.f.id)
    else:
        yield kept()


@rule("3.5", TrafficMarkers, "after")
def traffic_taken_away(act: TrafficMarkers) -> Findings:
    """Whatever is said, at Cleanup they are gone."""
    if act.s.stated("phase") == "cleanup":
        for marker in act.lying:
            yield effect(marker=marker.id, removed=True)


@rule("3.5", NextPhase, "after")
def cleanup_on_the_way(step: NextPhase) -> Findings:
    """Cleanup is gone through with its step."""
    if goes_through(step, "cleanup"):
        for part in (what_comes_off, trains_off_their_distance, a_new_activation_begins_afresh):
            yield from as_far_as_known(part, step)


# ---- 3.6 Isolation --------------------------------------------------------------------------------------------------
@cited("3.6b")
def exempt(unit: Unit) -> bool:
    """Reinforcements that are joining are exempt until they have begun an Activation in Command Radius."""
    return bool(unit.reinforcement) and not unit.ever_began_in_command


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


def isolation_loss(case: Isolation | UnitAct, unit: Unit, row: str) -> int:
    """Steps lost on a line of the Isolation Table, perhaps by the level of the MSR Blocked marker; Missing where the card is not typed in."""
    s, path = case.s, f"tables.isolation.{row}"
    for tables in (s.facts.get("tables") or {}, s.book.tables):
        table = tables.get("isolation")
        entry = table.get(row) if isinstance(table, dict) else None
        if s.is_unknown(path):
            break
        if isinstance(entry, dict):
            formation = s.formations.get(unit.formation)
            level = formation.msr_blocked if formation is not None else 0
            found = entry.get(f"blocked_{level}", entry.get("steps"))
            if found is not None:
                return int(found)
        elif isinstance(entry, int):
            return entry
    raise Missing(path)


@rule("3.6a", Isolation)
def losses(check: Isolation) -> Findings:
    """Each unit out of Command Radius, without a Safe Path, or both, loses what its line of the table says."""
    isolated = []
    for unit in check.units:
        if exempt(unit):
            continue
        row = isolated_how(unit)
        if row is None:
            yield define("not_isolated", unit)
            continue
        isolated.append(unit.id)
        yield define(f"isolated_{row}", unit)
        lost = isolation_loss(check, unit, row)
        if lost:
            yield effect(unit=unit.id, steps=-abs(lost))
    yield value("answer", "yes" if isolated else "no")
    yield value("isolated", isolated)


@rule("3.6a", Owed, "answer")
def isolation_due(owed: Owed) -> Findings:
    """Units cut off from their HQ lose steps."""
    f = phase_of(owed, "isolation")
    if f is None or acts_now(owed.s, f.id, "isolation_checked"):
        return
    try:
        found = suppose(owed, "isolation", {"units": (f.id,)})
    except (InputError, Missing):
        return
    hit = found.computed.get("isolated") or ()
    if hit or found.needs:
        yield owes("isolation", f.stated("side"), list(hit) or [f.id])


@rule("3.6b", Isolation, each="units")
def joining(check: Isolation, unit: Unit) -> Findings:
    """Reinforcements that have not reached their HQ yet."""
    if exempt(unit):
        yield define("isolation_exempt", unit)


@rule("3.6b", ClaimExemption, each="units")
def claim_of_exemption(claim: UnitAct, unit: Unit) -> Findings:
    """The exemption ends once the unit has begun an Activation in Command Radius."""
    if exempt(unit):
        yield permit("isolation_exempt", unit)
        return
    yield forbid("isolation_not_exempt", unit)
    row = isolated_how(unit)
    if row is not None:
        try:
            lost = isolation_loss(claim, unit, row)
        except Missing:
            return
        yield effect(unit=unit.id, steps=-abs(lost))


# ---- 3.7 Recovery ---------------------------------------------------------------------------------------------------
@rule("3.7a", Recovery)
def once_a_turn(act: FormationAct) -> Findings:
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


def recovered(formation: Entity) -> int | str:
    """One level less, never better than Fat-0; a Fresh formation stays so."""
    level = fatigue_level(formation)
    return level_name(level if level <= 0 else level - 1)


cites("3.7a", SecondActivation, "A formation that recovers has no Second Activation (2.5f).", lambda act: bool(acts_now(act.s, act.f.id, "recovery")))


@rule("3.7a", (Recovery, FixFail))
def one_recovery(act: FormationAct) -> Findings:
    """The formation is Done with it: there is no second one in the same Activation."""
    yield forbid("recovered_already", formation=act.f.id) if acts_now(act.s, act.f.id, "recovery", "fix_the_fail") else kept()


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


@rule("3.7b", (Recovery, FixFail))
def needs_msr(act: FormationAct) -> Findings:
    """A Complete MSR is needed."""
    if act.forbidden:
        yield kept()
    elif act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    else:
        yield permit("recovery_msr", formation=act.f.id)


@rule("3.7c", Recovery)
def before_the_roll(act: FormationAct) -> Findings:
    """Declared instead of a SNAFU roll."""
    yield kept()
    if acts_now(act.s, act.f.id, "snafu") or (act.s.stated("phase") in ("obj_placement", "activities") and act.f.stated("snafu")):
        yield forbid("recovery_after_snafu", formation=act.f.id)


@rule("3.7c", Snafu)
def no_roll_in_recovery(act: Snafu) -> Findings:
    """A Recovery Activation makes no SNAFU roll."""
    if acts_now(act.s, act.f.id, "recovery", "fix_the_fail"):
        yield forbid("snafu_in_recovery", formation=act.f.id)


@rule("3.7c", (Move, Flip, Screen, VoluntaryRetreat, Recon, PlaceObj, TrainsMove, CombatTable, Shooting, Barrage))
def nothing_but_recovery(act: FormationAct | UnitMove | Recon | CombatTable | Shooting | Barrage) -> Findings:
    """In a Recovery Activation no unit does anything, no point is fired and no OBJ marker placed."""
    formation = at_work(act)
    if formation is not None and acts_now(act.s, formation.id, "recovery", "fix_the_fail"):
        yield forbid("recovery_only", formation=formation.id)


@rule("3.7c", (Recovery, FixFail), "after")
def straight_to_isolation(act: FormationAct | FixFail) -> Findings:
    """Of the other steps only Isolation is left."""
    if act.s.stated("phase") in STEPS:
        yield record(state="phase", value="isolation")


@rule("3.7c", Owed, "answer")
def may_recover(owed: Owed) -> Findings:
    """Instead of the SNAFU roll, a Recovery Activation."""
    f = phase_of(owed, "hq_start", "preparation")
    if f is None or f.stated("fatigue") in (None, 0, "fresh") or owed.s.option("2.4") or (owed.s.option("6.4") and f.stated("fatigue") == FAT_4):
        return
    try:
        if f.stated("status") != "done" and suppose(owed, "recovery", {"units": (f.id,)}).verdict == LEGAL:
            yield owes("recover", f.stated("side"), [f.id], may=True)
    except (InputError, Missing):
        return


cites("3.7d", FixFail, "A Fail may be fixed.", lambda _: True)


@rule("3.7d", AcceptFail)
def fail_accepted(act: FormationAct) -> Findings:
    """Nobody has to fix a Fail."""
    if act.f.snafu == "fail":
        yield permit("fail_accepted", formation=act.f.id)
    else:
        yield forbid("not_a_fail", formation=act.f.id, result=act.f.snafu)


@rule("3.7d", SecondActivation)
def after_fix(act: SecondActivation) -> Findings:
    """A Fail that was fixed counts as a Recovery Activation and gives up the Second Activation."""
    if acts_now(act.s, act.f.id, "fix_the_fail"):
        yield forbid("second_after_fix", formation=act.f.id)


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


@rule("3.7d", Owed, "answer")
def may_fix(owed: Owed) -> Findings:
    """A Fail of an Initial Activation may be fixed."""
    f = phase_of(owed, "snafu")
    if f is not None and f.stated("snafu") == "fail" and suppose(owed, "fix_fail", {"units": (f.id,)}).verdict == LEGAL:
        yield owes("fix", f.stated("side"), [f.id], may=True)
