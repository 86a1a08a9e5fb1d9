"""What rules of several chapters ask of the turn and of an Activation as a sequence: what comes next, and what it goes through."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Entity, Finding, Findings, InputError, Missing, Situation, record
from adjudicator.book.engine import suppose

from .acts_aftermath import Owed
from .acts_turn import NextPhase
from .vocabulary import STEPS, TURN, acts_now, formation_named

ORDER = (*TURN, *STEPS)
FAT_4 = 4


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


def fatigue_due(case: NextPhase | Owed, f: Entity) -> bool:
    """Whether the Fatigue of the formation has to be rolled for (1.8b)."""
    if acts_now(case.s, f.id, "fatigue_checked"):
        return False
    try:
        return suppose(case, "fatigue", {"units": (f.id,)}).computed.get("roll_needed") is not False
    except (InputError, Missing):
        return True


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


def phase_of(owed: Owed, *phases: str) -> Entity | None:
    """The active formation if the phase itself is asked about and is one of these, else None."""
    return active_formation(owed.s) if owed.slots.get("phase") and owed.s.stated("phase") in phases else None
