"""What it is that a unit goes, or is put, elsewhere: words of motion and of handling name no act of their own (goes, runs back, follows up, is
placed, enters, comes back); what the position leaves open does.  A unit of which nothing is owed, and that stands on the map, moves."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Situation, Unit

from .acts_due import goal, what_is_due
from .vocabulary import is_hq, is_trains

REGULAR = "regular_attack"
ATTACKS = (REGULAR, "assist", "shock_attack")
"""Fights of a unit's history after which it may advance into the hex that was attacked; a Regular Attack ends its movement."""


def going(situation: Situation, slots: dict[str, Any]) -> str | None:
    """The kind of act that it is, with the slots that this kind reads; None where no unit is named that could go anywhere."""
    units = situation.units_named(slots.get("units"))
    if not units:
        return "trains_move" if slots.get("what") == "trains" else None
    to = goal(slots)
    kind = what_is_due(situation, slots) or _won(situation, units[0], to) or _by_place(situation, units, slots)
    if kind in ("setup", "arrive", "leave_support"):
        slots["at"] = slots.get("at") or to
    elif to is not None and not slots.get("path"):
        slots["to"] = to
    return kind


def _won(situation: Situation, unit: Unit, to: str | None) -> str | None:
    """Into the hex of its last attack a unit advances: where it was won, and after a Regular Attack, which ends its movement, in any case."""
    last = (situation.history.get(unit.id) or ({},))[-1]
    if situation.facts.get("pending") or to is None or last.get("hex") != to or last.get("act") not in ATTACKS:
        return None
    won = last.get("retreated") or last.get("destroyed") or last.get("result") == "destroyed"
    return "advance" if won or last.get("act") == REGULAR else None


def _by_place(situation: Situation, units: list[Unit], slots: dict[str, Any]) -> str | None:
    """What it is by where they stand, where nothing is owed: on the map they move; what lies beside it is set up, arrives or enters."""
    phase = situation.stated("phase")
    if any(unit.facts.get("in_support") for unit in units):
        return "enter_support" if phase == "activities" else "leave_support"  # where it is it cannot move (1.5f)
    if phase == "setup":
        return "setup"
    beside = [unit for unit in units if unit.hex is None]
    if all(is_trains(unit) for unit in units):
        return "arrive" if beside and phase == "reinforcement" else "trains_move"
    if not beside:
        return "move"
    if phase == "activities" and not any(is_hq(unit) or is_trains(unit) for unit in units):
        return "enter"
    waits = any(unit.facts.get("entry") not in (None, "hq") for unit in beside) and phase != "reinforcement"  # beside its Entry Area
    return "enter" if waits or slots.get("path") else "arrive"
