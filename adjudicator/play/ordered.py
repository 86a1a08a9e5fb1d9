"""The order of the phases of a turn: what follows one, which of two comes first. Rulebooks list their phases in order; a rule tells what may follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import Ruling
from adjudicator.play.plainly import NO, YES

ORDERED = frozenset(("behind", "earlier", "later"))
"""Slots of a question for the order of phases: what follows it, what comes before it, behind it."""
Followed = Callable[[str, dict[str, Any]], Ruling]
"""The ruling on what follows a phase, for a question with these slots."""


def of_phases(slots: dict[str, Any], phases: Sequence[str], followed: Followed) -> Ruling:
    """The answer to a question with one of these slots."""
    if behind := slots.pop("behind", ""):
        return followed(behind, slots)
    earlier = slots.pop("earlier", "")
    one, other = (_phase(phases, name) for name in (slots.pop("phase", ""), earlier or slots.pop("later", "")))
    first, second = (one, other) if earlier else (other, one)
    ruling = followed(first, dict(slots))
    chosen = second in _answer(ruling) and first in _answer(followed(second, dict(slots)))  # either of them first, as the player likes
    ruling.computed["answer"] = YES if phases.index(first) < phases.index(second) and not chosen else NO
    return ruling


def _answer(ruling: Ruling) -> Sequence[str]:
    return ruling.computed.get("answer") or ()


def _phase(phases: Sequence[str], name: str) -> str:
    """The phase that a word means: its name, or the only one of which it is a word."""
    named = [phase for phase in phases if name in phase.replace("_", " ").split() or phase.startswith(name)] if name else []
    if name not in phases and len(named) != 1:
        raise InputError("not_answered", said=name)
    return name if name in phases else named[0]
