"""Chapter 3.0 and 3.1: the steps of an Activation, Preparation, the MSR."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, Missing, cites, define, effect, forbid, kept, permit, record, rule, says, shift, value
from adjudicator.kit import distance, wrong_phase

from .acts import FormationAct
from .acts_combat import ATTACKER, DEFENDER, CombatTable
from .acts_formation import (
    Activate,
    Fatigue,
    PlaceObj,
    Preparation,
    PrepDef,
    RaiseBlocked,
    Recovery,
    RemoveBlocked,
    SecondActivation,
    Snafu,
    TraceMsr,
    TrainsMove,
    TrainsStay,
    WaiveSecond,
)
from .acts_movement import Flip, JumpedRetreat, Move, VoluntaryRetreat
from .acts_turn import NextPhase
from .r03_common import ORDER, active_formation, as_far_as_known, goes_through, the_other_side
from .r03_vocabulary_msr import route, side_roads, why_not_legal
from .r04_vocabulary import HQ_BACK, legal_for_hq
from .r05_common import Summing, card_modifier, modifier
from .vocabulary import STEPS, TURN, acts_now, change, is_hq, trains_of, unplaced

# ---- 3.0 Steps of an Activation -------------------------------------------------------------------------------------
cites("3.0", PrepDef, "A Prepared Defense is made in the Preparation, before the SNAFU roll.", lambda _: True)


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


@rule("3.0", Preparation)
def prepared_once(act: Preparation) -> Findings:
    """The Preparation is gone through once in an Activation."""
    yield forbid("prepared_already", formation=act.f.id) if acts_now(act.s, act.f.id, "preparation") else kept()


@rule("3.0", Preparation, "after")
def defense_marked(act: Preparation) -> Findings:
    """Made, kept or dropped in its turn."""
    yield record(did=act.f.id, act="preparation")
    if act.do in ("create", "drop"):
        yield change(act.f, prep_def=act.do == "create")


@rule("3.0", PlaceObj)
def after_snafu(act: PlaceObj) -> Findings:
    """SNAFU comes before the OBJ markers, and they before the Activities."""
    phase = act.s.stated("phase")
    if act.march and phase in ("hq_start", "preparation", "activations"):
        yield kept()  # laid down when the formation activates (2.4b)
    elif phase in ("hq_start", "preparation"):
        yield forbid("obj_before_snafu", formation=act.f.id)
    elif phase is not None and phase not in ("snafu", "obj_placement"):
        yield forbid("obj_too_late", formation=act.f.id)
    else:
        yield kept()


@rule("3.0", NextPhase)
def steps_in_order(step: NextPhase) -> Findings:
    """The steps of an Activation follow each other; the SNAFU roll is never left out."""
    if step.to is None or step.now is None or step.to not in ("activations", *STEPS) or step.now in TURN[:-1] and step.to == "activations":
        return
    f = active_formation(step.s)
    if step.to == "activations":
        yield permit("activation_over", formation=f.id) if f is not None else kept()
    elif f is None:
        yield forbid("nobody_active")
    elif f.stated("snafu") is None and f.stated("status") != "done" and ORDER.index(step.to) > ORDER.index("snafu") >= ORDER.index(step.now):
        yield forbid("snafu_first", formation=f.id)
    elif ORDER.index(step.to) >= ORDER.index(step.now) or step.to == "preparation":
        yield permit("phase_next", phase=step.to, before=step.now)
    else:
        yield forbid("phase_back", phase=step.to, before=step.now)


@rule("3.0", NextPhase, "after")
def activation_ends(step: NextPhase) -> Findings:
    """Whoever goes on to the next Activation does without a Second one."""
    f = active_formation(step.s)
    if step.to == "activations" and f is not None:
        yield from the_other_side(step.s, f)


@rule("3.0", Activate, "after", each="formations")
def from_the_beginning(act: Activate, f: Entity) -> Findings:
    """Nothing of an earlier Activation counts for the new one; its first step is on."""
    yield record(forget=f"formations[{f.id}].snafu")
    yield record(state="active", value=f.side)
    if act.s.stated("phase") is not None:
        yield record(state="phase", value="hq_start")


@rule("3.0", (SecondActivation, WaiveSecond), "after")
def again_or_the_other(act: SecondActivation | FormationAct) -> Findings:
    """With success Preparation is on again, and a new SNAFU roll; otherwise it is the other side's turn."""
    if act.s.stated("active_formation") != act.f.id or act.s.stated("phase") not in STEPS:
        return
    if act.computed("result") == "success":
        yield record(forget=f"formations[{act.f.id}].snafu")
        yield record(state="phase", value="preparation")
    elif act.computed("result") == "failure" or isinstance(act, WaiveSecond):
        yield from the_other_side(act.s, act.f)


says("3.0", (Move, Flip, VoluntaryRetreat), "legality", "Units act in the Activities step.", lambda act: wrong_phase(act, "activities"))


# ---- 3.1 MSR --------------------------------------------------------------------------------------------------------
@rule("3.1", Preparation, "numbers")
def trains_checked(act: Preparation) -> Findings:
    """Without a Complete MSR the Trains come off the map."""
    trains = act.trains
    if act.f.msr != "complete" and trains is not None:
        yield define("msr_trains_come_off", trains, formation=act.f.id)
        yield effect(unit=trains.id, at="off_map")


@rule("3.1", TrainsStay)
def trains_kept(act: FormationAct) -> Findings:
    """Trains stay on the map in Preparation only with a Complete MSR."""
    trains = act.trains
    if trains is not None and trains.hex is None:
        yield forbid("trains_are_off", trains)
    elif act.f.msr != "complete":
        yield forbid("msr_trains_come_off", units=[trains.id] if trains is not None else [], formation=act.f.id)
    else:
        yield permit("recovery_msr", formation=act.f.id)


TRAINS_OFF = -3


@rule("3.1", Snafu, "numbers")
def trains_off_map(act: Snafu) -> Findings:
    """Without a Complete MSR the Trains are off the map."""
    yield shift(TRAINS_OFF, "snafu_trains_off", formation=act.f.id) if act.f.msr != "complete" else kept()


def spelled_out(act: TraceMsr) -> list[str]:
    """The hexes of the route that was named, with those between two that do not touch put in along the straight line."""
    named = list(act.named_hexes)
    hq = act.hq
    if hq is not None and hq.hex is not None and (not named or named[0] != hq.hex):
        named.insert(0, hq.hex)
    found: list[str] = named[:1]
    for hex_ in named[1:]:
        between = act.s.grid.line(found[-1], hex_)[1:-1]
        found += [step if isinstance(step, str) else step[0] for step in between]
        found.append(hex_)
    return found


@rule("3.1", TraceMsr)
def three_points(act: TraceMsr) -> Findings:
    """From the HQ by its own Trains to a Supply Source."""
    hq, trains = act.hq, act.trains
    if not act.named_hexes and (act.f.stated("msr") is not None or act.f.path("msr") in act.s.unknown):
        if act.f.msr == "complete":
            yield permit("msr_complete", formation=act.f.id)
        else:
            yield forbid("msr_not_complete", formation=act.f.id)
        return
    if hq is None or hq.hex is None:
        raise unplaced(hq, f"{act.f.id} HQ")
    if trains is not None and trains.hex is None and "at" in trains.facts:
        yield forbid("msr_trains_off", trains, formation=act.f.id)
        return
    if trains is None or trains.hex is None:
        raise unplaced(trains, f"{act.f.id} Trains")
    if not act.named_hexes:
        found = route(act.s, hq, trains.hex)
        if isinstance(found, str):
            yield forbid(found, hex=trains.hex, formation=act.f.id)
        else:
            yield permit("msr_complete", where=[*found[0], *found[1][1:]], formation=act.f.id)
            yield value("path", [*found[0], *found[1][1:]])
        return
    path = spelled_out(act)
    if trains.hex not in path:
        yield forbid("msr_past_trains", where=path, formation=act.f.id, hex=trains.hex)
    elif path[-1] not in act.s.supply_sources:
        yield forbid("msr_no_source", where=path[-1:], formation=act.f.id, hex=path[-1])
    elif not act.forbidden:
        yield permit("msr_named", where=path, formation=act.f.id)


@rule("3.1", TraceMsr)
def path_fixed(act: TraceMsr) -> Findings:
    """The stretch from HQ to Trains stays as it was set until one of them moves, is jumped, or the enemy cuts it."""
    old = list((act.f.msr_path or {}).get("to_trains") or ())
    hq, trains = act.hq, act.trains
    if not old or not act.named_hexes or hq is None or trains is None or old[0] != hq.hex or old[-1] != trains.hex:
        return
    path = spelled_out(act)
    if trains.hex not in path or path[: path.index(trains.hex) + 1] == old:
        return
    if all(why_not_legal(act.s, hex_, act.side, True, hq if hex_ == hq.hex else None) is None for hex_ in old):
        yield forbid("msr_path_fixed", where=old, formation=act.f.id)


@rule("3.1", TraceMsr, after="3.1a")
def complete_or_off(act: TraceMsr) -> Findings:
    """A Complete MSR, or in Preparation the Trains come off the map."""
    trains, hq = act.trains, act.hq
    if not act.forbidden:
        yield value("msr", "complete")
        return
    if trains is None or trains.hex is None or hq is None or hq.hex is None or act.s.stated("phase") != "preparation":
        return
    if not isinstance(route(act.s, hq, trains.hex), tuple):
        yield define("msr_trains_come_off", trains, formation=act.f.id)
        yield effect(unit=trains.id, at="off_map")


@rule("3.1", RemoveBlocked)
def complete_to_remove(act: FormationAct) -> Findings:
    """The marker comes off with a Complete MSR."""
    if act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    elif act.s.stated("phase") not in (None, "preparation"):
        yield forbid("blocked_in_preparation", formation=act.f.id)
    else:
        yield permit("blocked_removed", formation=act.f.id)


@rule("3.1", NextPhase, "after")
def preparation_trains(step: NextPhase) -> Findings:
    """Preparation takes Trains without a Complete MSR off the map; the marker is raised before that (3.0b)."""
    if goes_through(step, "preparation"):
        yield from as_far_as_known(blocked_marker, step)
        yield from as_far_as_known(trains_checked, step)


cites("3.1a", TraceMsr, "An MSR is a row of Legal Hexes.", lambda _: True)


@rule("3.1a", TraceMsr)
def every_hex_legal(act: TraceMsr) -> Findings:
    """Every hex must be Legal by itself: Tracks only from HQ to Trains, no railway, no enemy, no EZOC save a negated one in the HQ's own hex."""
    hq, trains = act.hq, act.trains
    if hq is None or trains is None or trains.hex is None or not act.named_hexes:
        return
    path = spelled_out(act)
    if trains.hex not in path:
        return
    turn = path.index(trains.hex)
    open_: list[str] = []
    for index, hex_ in enumerate(path):
        try:
            reason = why_not_legal(act.s, hex_, act.side, index <= turn, hq if hex_ == hq.hex else None)
            if reason is None and index and not side_roads(act.s, path[index - 1], hex_):
                reason = "legal_no_road"
        except Missing as missing:
            open_ += [missing.fact, *(fact for fact, _ in missing.others)]
            continue
        if reason is not None:
            yield forbid(reason, hex_, formation=act.f.id)
            break
    if not open_ and not act.forbidden:
        yield permit("msr_all_legal", where=path, formation=act.f.id)
    if open_ and not act.forbidden:
        wanted = list(dict.fromkeys(open_))
        raise Missing(wanted[0], None, tuple((fact, None) for fact in wanted[1:]))


@rule("3.1a", TrainsMove)
def legal_for_trains(act: TrainsMove) -> Findings:
    """The hex must be Legal."""
    if act.s.hex(act.hex).stated("completes_msr") is not None:
        return
    reason = why_not_legal(act.s, act.hex, act.side, True)
    if reason is not None:
        yield forbid(reason, act.hex, formation=act.f.id)


@rule("3.1a", JumpedRetreat)
def to_a_legal_hex(act: JumpedRetreat) -> Findings:
    """The hex must be Legal, and connected with a Supply Source unless the HQ sits in a pocket."""
    unit, to = act.unit_, act.to
    if not is_hq(unit) or to is None or act.forbidden or act.soft:
        return
    yield from legal_for_hq(act.s, unit, to, pocket=distance(act.s, act.left or "", to) < HQ_BACK)


cites("3.1b", (Move, JumpedRetreat), "HQs move without regard to Legal Hexes, and retreat to them.", lambda act: is_hq(act.unit_))


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


@rule("3.1c", PrepDef)
def none_while_blocked(act: PrepDef) -> Findings:
    """With an MSR Blocked marker none can be made or kept."""
    if act.do in ("create", "keep"):
        yield kept()
        yield from lost_to_blocked(act)


def blocked_now(act: FormationAct) -> int:
    """Level of the marker when Preparation has been gone through, whatever the phase is said to be."""
    trains = trains_of(act.s, act.f.id)
    level: int = act.f.msr_blocked
    if trains is not None and "at" in trains.facts and trains.hex is None:
        return min(2, level + 1)
    return 0 if level and act.f.msr == "complete" else level


@rule("3.1c", Preparation)
def no_defense_while_blocked(act: Preparation) -> Findings:
    """With an MSR Blocked marker no Prepared Defense can be kept or made."""
    if act.do not in ("keep", "create"):
        return
    level = blocked_now(act)
    if level:
        yield forbid("prep_def_blocked", formation=act.f.id, level=level)
        yield change(act.f, msr_blocked=level, prep_def=False)


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


says("3.1c", RemoveBlocked, "after", "Whatever its level.", lambda act: change(act.f, msr_blocked=0))


@rule("3.1c", CombatTable, "sums")
def blocked_msr(attack: CombatTable) -> Findings:
    """A formation with a Blocked MSR has a modifier on the Combat Table; the book does not print it (A35)."""
    for side in (ATTACKER,) if attack.wiped_out else (ATTACKER, DEFENDER):
        with Summing(attack, side):
            unit = attack.attacker if side == ATTACKER else attack.rating()
            formation = attack.s.formations.get(unit.formation or "")
            if formation is not None and formation.msr_blocked:
                by = card_modifier(attack, "combat_drm", "msr_blocked")
                yield from modifier(attack, side, by, "drm_msr_blocked", formation=formation.id, level=formation.msr_blocked)
