"""What the position makes of words that only say that somebody gets to a hex: which act it is.  No rule speaks here."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Situation, Unit

from .vocabulary import SOVIET


def bound_for(situation: Situation, slots: dict[str, Any]) -> str | None:
    """The act by which the named units get to a hex in this position; None where nothing stands open that would be one.

    Before the game they are set up there; who is not on the map enters or returns; while a result is carried out those who were attacked
    retreat and whoever goes into the hex that was fought for advances; in a movement phase they move.
    """
    units = situation.units_named(slots.get("units"))
    phase = str(situation.stated("phase") or "")
    if not (slots.get("to") or slots.get("path") or slots.get("at")):
        return None
    if phase == "setup":
        return "setup"
    if not units:
        return None
    if all(unit.hex is None for unit in units):
        return "return" if all(unit.stated("side") == SOVIET and unit.stated("kind") in ("rifle", None) for unit in units) else "enter"
    pending: dict[str, Any] = situation.facts.get("pending") or {}
    if "combat" in phase and pending.get("result"):
        if any(was_attacked(unit, pending) for unit in units):
            return "retreat"
        goal = (*(slots.get("path") or ()), slots.get("to") or slots.get("at"))
        return "advance" if pending.get("hex") in goal else "move"
    return "move" if "movement" in phase else None


def stand_in(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether the named units stand in the hex already that they are said to be in."""
    units = situation.units_named(slots.get("units"))
    return bool(units) and all(unit.hex == slots.get("at") for unit in units)


def was_attacked(unit: Unit, pending: dict[str, Any]) -> bool:
    """Whether a unit is one of those that the result being carried out was thrown against."""
    here = unit.id in (pending.get("defenders") or ()) or unit.hex == pending.get("hex")
    return here and unit.id not in (pending.get("attackers") or ())


def goes_as(slots: dict[str, Any], kind: str | None) -> str | None:
    """The same act, with the hex that is its aim in the slot where that act has it."""
    if kind in ("setup", "enter", "return"):
        slots["at"] = slots.get("at") or slots.get("to") or (slots.get("path") or (None,))[-1]
    elif kind is not None and slots.get("at") and slots.get("trace"):  # enters 3306-3307-3308: all of that way
        slots["path"] = (slots.pop("at"), *slots.pop("trace"))
    elif kind is not None and slots.get("at"):
        slots["to"] = slots.get("to") or slots["at"]
    return kind


def on_the_map(situation: Situation, slots: dict[str, Any]) -> str | None:
    """The act by which units that stand on the map already get to a hex; None if they do not, or nothing stands open."""
    units = situation.units_named(slots.get("units"))
    start, way = next((unit.hex for unit in units if unit.hex), None), slots.get("trace") or ()
    if start is None:
        return None
    kind = bound_for(situation, slots)
    if kind not in ("setup", "enter", "return", None) and way and slots.get("at") and situation.grid.adjacent(start, way[0]):
        slots["path"] = (*slots.pop("trace"), slots.pop("at"))  # enters 3308 by 3306 and 3307: that is where it ends
    return goes_as(slots, kind)
