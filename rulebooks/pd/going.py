"""What it is, in this position, that units go to a hex or are put there: a move, an advance, a retreat, a withdrawal, an arrival, a set-up.

Players say all of these in words that leave it open (goes to, is put in, comes back to, ends up in); what is being carried out decides.  An act
that is said in its own verb (retreats, advances) stays that act.  No rule speaks here: what it is, is judged as that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.book import Situation, Unit

from .vocabulary import replaces

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act


def named(slots: dict[str, Any]) -> list[str]:
    """The names of the units and markers of an act, in the order typed."""
    return [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in (*(slots.get("markers") or ()), *(slots.get("units") or ()))]


def flying(situation: Situation, slots: dict[str, Any]) -> list[str]:
    """The names among those of an act that are aircraft counters."""
    return [name for name in named(slots) if name in situation.markers]


def way_of(slots: dict[str, Any]) -> list[str]:
    """The hexes that an act names for units to go to, whichever slot they stand in."""
    way = [*(slots.get("path") or ())]
    return way + [hex_ for hex_ in (slots.get("to") or slots.get("at"),) if hex_ and hex_ not in way]


def elsewhere(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether an act names a hex, and its units stand elsewhere or are known to stand nowhere yet; one for whom they come may stand there."""
    units, way = situation.units_named(slots.get("units")), way_of(slots)
    if units and way and is_coming(situation, units, way[-1]):
        return True
    return bool(units and way) and all(unit.hex not in (None, way[-1]) for unit in units)


def is_coming(situation: Situation, units: list[Unit], goal: str) -> bool:
    """Whether units that are known to stand nowhere come to a hex, beside those that stand there already."""
    coming = [_to_come(situation, unit) for unit in units]
    return any(coming) and all(here or unit.hex == goal for here, unit in zip(coming, units, strict=True))


GOING = ("move", "enter", "setup", "return", "exit", "replace")
"""What words of going and putting may be taken for."""


def goes_from(situation: Situation, answer: Act, hex_: str | None) -> bool:
    """Whether an act says that units which stand in a hex go somewhere else, in words that leave open what that is."""
    units = situation.units_named(answer.slots.get("units"))
    plain = answer.kind in GOING and not {"question", "ask", "not", "points"} & {*answer.slots}
    return plain and bool(units) and all(unit.hex == hex_ for unit in units) and elsewhere(situation, answer.slots)


def in_course(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What going somewhere is for these units while a combat is carried out: an advance, a retreat, a withdrawal; None where it is none of theirs."""
    pending = situation.known_box("pending")
    result = str(pending.get("result") or "")
    names = {name for name in slots.get("units") or () if name in situation.units}
    ours = names & {*(pending.get("attackers") or ())}
    theirs = names & {*(pending.get("defenders") or ())}
    if result and names:
        if ours:
            return "retreat" if any(part.startswith("A") and "r" in part for part in result.split("/")) else "advance"
        if theirs:
            return "advance" if "D" not in result and "r" in result else "retreat"
        return "advance" if pending.get("hex") in way_of(slots)[:2] else None
    if pending.get("act") != "attack" or pending.get("retreated"):
        return None
    hex_ = pending.get("hex")
    if theirs:
        return "withdraw"
    emptied = pending.get("defenders") and not any(situation.units[name].hex == hex_ for name in pending["defenders"] if name in situation.units)
    return "advance" if ours and emptied and hex_ in way_of(slots)[:2] else None


def placing(situation: Situation, slots: dict[str, Any]) -> str:
    """The kind of act that placing units in a hex is: setting up, entering as reinforcements, rebuilding, placing aircraft."""
    if flying(situation, slots) and not situation.units_named(slots.get("units")):
        return "deploy"
    if (situation.pending or {}).get("act") == "replacement":
        return "replace"
    if situation.phase == "setup":
        return "setup"
    units = situation.units_named(slots.get("units"))
    arriving = any(unit.known(fact) is not None for unit in units for fact in ("arrives", "entry")) or any(replaces(unit) for unit in units)
    return "enter" if arriving or situation.phase == "reinforcement segment" else "setup"


def _to_come(situation: Situation, unit: Unit) -> bool:
    """Whether a unit stands nowhere on the map, and is known to: it is still to come, or dead."""
    if unit.hex is not None:
        return False
    known = unit.id in situation.eliminated or not {"at", "arrives", "entry"}.isdisjoint(unit.facts) or replaces(unit)
    return known or situation.phase in ("setup", "reinforcement segment")


def going(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What it is that these go to a hex or are put there, with the hex in the slot of that act; None where nobody goes anywhere."""
    units, way = situation.units_named(slots.get("units")), way_of(slots)
    if not way:
        return None
    if not units:
        kind = "deploy" if flying(situation, slots) else "move"
    elif situation.phase == "setup":
        kind = "setup"
    elif is_coming(situation, units, way[-1]):
        kind = placing(situation, slots)
    else:
        ship = all(unit.stated("kind") == "ship" for unit in units)
        kind = in_course(situation, slots) or ("sail" if ship else "move")
    if kind in ("setup", "enter", "replace", "deploy"):
        slots["at"] = slots.get("at") or way[-1]
    elif not slots.get("to") and not slots.get("path"):
        slots["to"] = slots.pop("at")
    return kind
