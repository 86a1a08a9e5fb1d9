"""The order of the phases of a turn: what follows one, which of two comes first. Rulebooks list their phases in order; a rule tells what may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import Ruling
from adjudicator.language.model import Act
from adjudicator.play.plainly import NO, YES

if TYPE_CHECKING:
    from adjudicator.play.referee import Referee

ORDERED = frozenset(("behind", "earlier", "later", "first"))
"""Slots of a question for the order of phases: what follows it, what comes before it, behind it, which of them comes first."""


def asks_order(slots: dict[str, Any]) -> bool:
    """Whether a question asks for the order of phases; who meets his part *first* (ocs) is a slot of that name, too."""
    return bool(ORDERED & slots.keys()) and slots.get("first") is not True


def of_phases(referee: Referee, act: Act, slots: dict[str, Any]) -> Ruling:
    """The answer to a question with one of these slots."""
    if behind := slots.pop("behind", ""):  # as if that were on
        return _followed(referee, act, slots, behind)
    if len(first := slots.pop("first", ())) == 2:
        one, other = (_phase(referee, name) for name in first)
        ruling, before = _before(referee, act, slots, one, other)
        ruling.computed["answer"] = [one, other] if before is None else one if before else other
        return ruling
    earlier, one = slots.pop("earlier", ""), _phase(referee, slots.pop("phase", ""))
    other = _phase(referee, earlier or slots.pop("later", ""))
    ruling, before = _before(referee, act, slots, one, other) if earlier else _before(referee, act, slots, other, one)
    ruling.computed["answer"] = YES if before else NO
    return ruling


def _followed(referee: Referee, act: Act, slots: dict[str, Any], phase: str) -> Ruling:
    """What follows a phase, by the rule of the rulebook."""
    there = referee.situation.copy()
    there.state("phase", phase)
    return type(referee)(referee.book, there, referee.language).judge(Act(act.kind, slots, act.text, act.start, act.end), [], [], True)


def _phase(referee: Referee, name: str) -> str:
    """The phase that a word means: its name, or the only one of which it is a word."""
    phases = [str(value) for value in referee.book.values_of("phase") or ()]
    named = [phase for phase in phases if name in phase.replace("_", " ").split() or phase.startswith(name)] if name else []
    if name not in phases and len(named) != 1:
        raise InputError("not_answered", said=name)
    return name if name in phases else named[0]


def _before(referee: Referee, act: Act, slots: dict[str, Any], one: str, other: str) -> tuple[Ruling, bool | None]:
    """Whether one phase comes before another in its turn, with the ruling that tells the order; None where the player chooses."""
    phases = list(referee.book.values_of("phase") or ())
    if one == other:
        raise InputError("not_answered", said=act.text)
    ruling = _followed(referee, act, dict(slots), one)
    follows = ruling.computed.get("answer") or ()
    if other in follows and one in (_followed(referee, act, dict(slots), other).computed.get("answer") or ()):
        return ruling, None
    return ruling, phases.index(one) < phases.index(other)
