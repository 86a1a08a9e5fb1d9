"""Chapters 2.0 and 3.0 as a sequence: what comes next in the turn and in an Activation, and what each step asks for."""

from __future__ import annotations

from typing import Any

from adjudicator.book import InputError, rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import LEGAL, Finding, Findings, define, forbid, kept, owes, permit, record, value
from adjudicator.ground.situation import Entity, Situation

from .acts import STEPS, TURN, formation_named
from .acts_aftermath import Owed
from .acts_formation import (
    Activate,
    ActiveSide,
    Fatigue,
    FixFail,
    FormationAct,
    NextPhase,
    PlaceObj,
    Preparation,
    Recovery,
    SecondActivation,
    Snafu,
    WaiveSecond,
)
from .r01_formations import acts_now
from .r03_activation import blocked_marker, mixed_marked, trains_checked
from .r03_cleanup import a_new_activation_begins_afresh, trains_off_their_distance, what_comes_off
from .r03_objectives import OBJS

ORDER = (*TURN, *STEPS)
FAT_4 = 4


# ---- what comes next ----------------------------------------------------------------------------------------------------
def active_formation(s: Situation) -> Entity | None:
    """The formation in whose Activation the game stands, or None."""
    name = s.stated("active_formation")
    return formation_named(s, name) if name is not None else None


def still_to_activate(s: Situation, side: str | None = None) -> list[Entity]:
    """The formations that have had no Activation this turn, all of them or those of a side."""
    turn_one = s.stated("turn") in (None, 1)
    waiting = []
    for f in s.formations.values():
        over = f.stated("status") in ("used", "done") or (turn_one and f.stated("set_up") == "done") or f.stated("destroyed")
        if not (over and not (turn_one and f.stated("set_up") == "used" and f.stated("status") != "done")) and (side is None or f.stated("side") == side):
            waiting.append(f)
    return waiting


def may_try_again(s: Situation, f: Entity) -> bool:
    """Whether a Second Activation is open to the formation (2.5f)."""
    return bool(s.stated("activation") == "initial" and f.stated("status") != "done" and f.stated("fatigue") != FAT_4)


def followers(step: NextPhase | Owed) -> list[str]:
    """The phases that may come next, as a rule one."""
    s = step.s
    now, f = s.stated("phase"), active_formation(s)
    if now == "setup":
        return ["first_player"] if s.stated("turn") == 1 else ["reinforcement"]
    if now in ("reinforcement", "assignment", "orders"):
        coming = [phase for phase in TURN[TURN.index(now) + 1 : -1] if phase != "orders" or s.option("2.4")]
        return [phase for phase in coming if phase != "assignment" or s.stated("turn") != 1][:1]
    if now == "first_player":
        return ["activations"]
    if f is None or now == "activations":
        return [] if still_to_activate(s) else ["reinforcement"]
    done = f.stated("status") == "done"
    if now == "second_activation":
        return ["activations"]
    if now == "fatigue" and done or now == "isolation" and not may_try_again(s, f):
        return ["isolation"] if now == "fatigue" else ["activations"]
    if done and now in ("preparation", "snafu"):
        return ["isolation"]
    if now == "cleanup":
        return ["fatigue" if fatigue_due(step, f) else "isolation"]
    return [STEPS[STEPS.index(now) + 1]]


def fatigue_due(case: NextPhase | Owed, f: Entity) -> bool:
    """Whether the Fatigue of the formation has to be rolled for (1.8b)."""
    if acts_now(case.s, f.id, "fatigue_checked"):
        return False
    try:
        return suppose(case, "fatigue", {"units": (f.id,)}).computed.get("roll_needed") is not False
    except (InputError, Missing):
        return True


# ---- going on -----------------------------------------------------------------------------------------------------------
@rule("2.0", NextPhase)
def turn_order(step: NextPhase) -> Findings:
    """The phases of a turn follow each other; a new turn begins when all formations are Done (2.5j)."""
    if step.to is None:
        yield value("answer", followers(step))
    elif step.now is None or step.to not in ORDER:
        yield define("phase_said", phase=step.to)
    elif step.to in TURN and step.now in TURN[:-1]:
        later = TURN.index(step.to) >= TURN.index(step.now)
        yield permit("phase_next", phase=step.to, before=step.now) if later else forbid("phase_back", phase=step.to, before=step.now)
    elif step.to in TURN[:-1]:
        left = still_to_activate(step.s)
        yield forbid("turn_not_over", names=", ".join(f.id for f in left)) if left else permit("phase_next", phase=step.to, before=step.now)


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


@rule("1.0g", NextPhase)
def set_up_used_must_try(step: NextPhase) -> Findings:
    """A formation that was set up Used cannot leave its try for a Second Activation on turn 1."""
    f = active_formation(step.s)
    if step.to == "activations" and f is not None and step.s.stated("turn") == 1 and f.stated("set_up") == "used" and f.stated("status") != "done":
        yield forbid("must_try_second", formation=f.id)


def goes_through(step: NextPhase, phase: str) -> bool:
    """Whether a step of the Activation begins with this, or is passed by."""
    if step.to is None or step.now is None or step.f.id is None or step.now not in STEPS and step.now != "activations":
        return False
    here = ORDER.index(step.now)
    there = len(ORDER) if step.to in TURN else ORDER.index(step.to)
    return here < ORDER.index(phase) <= there or step.to == phase == "preparation" and here > there


def as_far_as_known(rule_of: Any, step: NextPhase) -> Findings:
    """What a rule makes of it, unless that hangs on something that nobody said: then it is asked for where it decides."""
    try:
        yield from list(rule_of(step))
    except Missing:
        return


@rule("3.1", NextPhase, "after")
def preparation_trains(step: NextPhase) -> Findings:
    """Preparation takes Trains without a Complete MSR off the map; the marker is raised before that (3.0b)."""
    if goes_through(step, "preparation"):
        yield from as_far_as_known(blocked_marker, step)
        yield from as_far_as_known(trains_checked, step)
        yield from as_far_as_known(mixed_marked, step)


@rule("3.5", NextPhase, "after")
def cleanup_on_the_way(step: NextPhase) -> Findings:
    """Cleanup is gone through with its step."""
    if goes_through(step, "cleanup"):
        for part in (what_comes_off, trains_off_their_distance, a_new_activation_begins_afresh):
            yield from as_far_as_known(part, step)


@rule("3.0", NextPhase, "after")
def activation_ends(step: NextPhase) -> Findings:
    """Whoever goes on to the next Activation does without a Second one."""
    f = active_formation(step.s)
    if step.to == "activations" and f is not None:
        yield from the_other_side(step.s, f)


@rule("2.0", NextPhase, "after")
def new_turn(step: NextPhase) -> Findings:
    """Every headquarters shows its unused side again."""
    if step.to is not None:
        yield record(state="phase", value=step.to)
    turn, goes_on = step.s.stated("turn"), step.to == "reinforcement" and step.now not in (None, *TURN[:-1])
    if goes_on:
        yield record(state="turn", value=(turn or 0) + 1)
        for name in ("active", "active_formation", "activation", "pending"):
            yield record(forget=name)
    if goes_on or step.to == "reinforcement" and turn not in (None, 1):
        for f in step.s.formations.values():
            yield record(formation=f.id, status="available", msr_blocked_this_turn=False)
            yield record(forget=f"formations[{f.id}].snafu")


def the_other_side(s: Situation, f: Entity) -> list[Finding]:
    """The Activation is over: the formation is Done, and the other side comes, if it has anybody left (2.5j)."""
    sides = list(dict.fromkeys(other.stated("side") for other in s.formations.values()))
    own = f.stated("side")
    waiting = [side for side in sides if any(other.id != f.id for other in still_to_activate(s, side))]
    found = [record(formation=f.id, status="done")]
    found += [record(forget=name) for name in ("active_formation", "activation", "active")]
    turn = next((side for side in waiting if side != own), own if own in waiting else None)
    if turn is not None:
        found.append(record(state="active", value=turn))
    if s.stated("phase") is not None:
        found.append(record(state="phase", value="activations"))
    return found


@rule("2.5", ActiveSide, "after")
def whose_turn_it_is(said: ActiveSide) -> Findings:
    """The Active Player, as the table shows it."""
    yield record(state="active", value=said.slots["side"])


@rule("2.5b", (Snafu, Fatigue, Recovery, FixFail, PlaceObj, Preparation))
def only_the_active_one(act: FormationAct) -> Findings:
    """What belongs to an Activation is done by the formation that is active."""
    active = act.s.stated("active_formation")
    if active is not None and active != act.f.id and act.s.stated("phase") in STEPS:
        yield forbid("another_is_active", formation=act.f.id, active=active)


# ---- steps that end or begin something ------------------------------------------------------------------------------------
@rule("3.0", Activate, "after")
def from_the_beginning(act: Activate) -> Findings:
    """Nothing of an earlier Activation counts for the new one; its first step is on."""
    for f in act.formations:
        yield record(forget=f"formations[{f.id}].snafu")
        yield record(state="active", value=f.side)
        if act.s.stated("phase") is not None:
            yield record(state="phase", value="hq_start")


@rule("3.7c", (Recovery, FixFail), "after")
def straight_to_isolation(act: Recovery | FixFail) -> Findings:
    """Of the other steps only Isolation is left."""
    if act.s.stated("phase") in STEPS:
        yield record(state="phase", value="isolation")


@rule("3.0", (SecondActivation, WaiveSecond), "after")
def again_or_the_other(act: SecondActivation | WaiveSecond) -> Findings:
    """With success Preparation is on again, and a new SNAFU roll; otherwise it is the other side's turn."""
    if act.s.stated("active_formation") != act.f.id or act.s.stated("phase") not in STEPS:
        return
    if act.computed("result") == "success":
        yield record(forget=f"formations[{act.f.id}].snafu")
        yield record(state="phase", value="preparation")
    elif act.computed("result") == "failure" or isinstance(act, WaiveSecond):
        yield from the_other_side(act.s, act.f)


# ---- what is due ------------------------------------------------------------------------------------------------------------
def phase_of(owed: Owed, *phases: str) -> Entity | None:
    """The active formation if the phase itself is asked about and is one of these, else None."""
    return active_formation(owed.s) if owed.slots.get("phase") and owed.s.stated("phase") in phases else None


@rule("2.0", Owed, "answer")
def first_player_due(owed: Owed) -> Findings:
    """Both sides roll for who goes first; on turn 1 the scenario says it (1.0g)."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "first_player" and owed.s.stated("active") is None:
        sides = tuple(dict.fromkeys(str(f.stated("side")) for f in owed.s.formations.values()))
        yield owes("first_player", sides=sides) if owed.s.stated("turn") != 1 else owes("first_player_named")


@rule("2.1f", Owed, "answer")
def returns_due(owed: Owed) -> Findings:
    """Units that an Automatic Retreat took off come back in the next Reinforcement Phase."""
    if not owed.slots.get("phase") or owed.s.stated("phase") != "reinforcement":
        return
    for unit in owed.s.units.values():
        left = [act for act in owed.s.history.get(unit.id, ()) if act.get("act") == "automatic_retreat"]
        if left and unit.hex is None and unit.id not in owed.s.eliminated and left[-1].get("turn") != owed.s.stated("turn"):
            yield owes("return", unit.stated("side"), [unit.id])


@rule("2.5a", Owed, "answer")
def somebody_activates(owed: Owed) -> Findings:
    """Whoever's turn it is activates a formation, whether he likes it or not; when there is none left, the turn is over (2.5j)."""
    known = ("activations", "first_player") if owed.s.stated("active") is not None else ("activations",)
    if not owed.slots.get("phase") or owed.s.stated("phase") not in known or owed.s.stated("active_formation") is not None:
        return
    side = owed.s.stated("active")
    waiting = still_to_activate(owed.s, side) or still_to_activate(owed.s)
    if waiting:
        yield owes("activate" if side is not None else "activate_any", side, [f.id for f in waiting])
    elif owed.s.formations:
        yield owes("end_turn")


@rule("6.4c", Owed, "answer")
def exhausted_recover(owed: Owed) -> Findings:
    """With Planned Fatigue a formation at Fat-4 has to recover."""
    f = phase_of(owed, "hq_start", "preparation")
    if f is not None and owed.s.option("6.4") and f.stated("fatigue") == FAT_4 and f.stated("status") != "done" and owed.s.stated("activation") != "second":
        yield owes("recover", f.stated("side"), [f.id])


@rule("2.4e", Owed, "answer")
def ordered(owed: Owed) -> Findings:
    """What is ordered is done when the formation activates."""
    f = phase_of(owed, "hq_start", "preparation")
    if f is not None and owed.s.option("2.4") and f.stated("status") != "done":
        orders = f.stated("orders") or ()
        if "recovery" in orders:
            yield owes("recover", f.stated("side"), [f.id])
        if "prep_def" in orders and not f.stated("prep_def"):
            yield owes("prepare", f.stated("side"), [f.id])


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


@rule("3.2a", Owed, "answer")
def snafu_due(owed: Owed) -> Findings:
    """Every Activation needs its SNAFU roll."""
    f = phase_of(owed, "hq_start", "preparation", "snafu")
    if f is not None and f.stated("snafu") is None and f.stated("status") != "done":
        must = [finding for _, finding in owed.ruling.findings if finding.by and finding.by.get("what") == "recover" and not finding.by.get("may")]
        if not must:
            yield owes("snafu", f.stated("side"), [f.id])


@rule("3.7d", Owed, "answer")
def may_fix(owed: Owed) -> Findings:
    """A Fail of an Initial Activation may be fixed."""
    f = phase_of(owed, "snafu")
    if f is not None and f.stated("snafu") == "fail" and suppose(owed, "fix_fail", {"units": (f.id,)}).verdict == LEGAL:
        yield owes("fix", f.stated("side"), [f.id], may=True)


@rule("3.3c", Owed, "answer")
def may_place(owed: Owed) -> Findings:
    """The OBJ markers that the SNAFU result gives and that are not on the map yet."""
    f = phase_of(owed, "snafu", "obj_placement")
    if f is None or f.stated("snafu") is None or f.stated("status") == "done" or owed.s.option("6.4"):
        return
    placed = sum(int(act.get("count") or 1) for act in acts_now(owed.s, f.id, "obj_placed"))
    left = OBJS[f.stated("snafu")] - placed
    if left > 0:
        yield owes("obj", f.stated("side"), [f.id], may=True, count=left)


@rule("1.8b", Owed, "answer")
def fatigue_roll_due(owed: Owed) -> Findings:
    """Who has fought, or gone on in a Second Activation, rolls for Fatigue."""
    f = phase_of(owed, "cleanup", "fatigue")
    if f is not None and not owed.s.option("6.4") and f.stated("status") != "done" and fatigue_due(owed, f):
        yield owes("fatigue", f.stated("side"), [f.id])


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


@rule("2.5e", Owed, "answer")
def may_go_again(owed: Owed) -> Findings:
    """A Second Activation is tried at once or never; on turn 1 who was set up Used has to try (1.0g)."""
    f = phase_of(owed, "isolation", "second_activation")
    if f is not None and may_try_again(owed.s, f) and not acts_now(owed.s, f.id, "recovery", "fix_the_fail"):
        must = owed.s.stated("turn") == 1 and f.stated("set_up") == "used"
        yield owes("second", f.stated("side"), [f.id], may=not must)
