"""What a position waits for: whoever goes somewhere while a result is carried out retreats or advances, whatever verb is used (5.5, 5.6).

Acts whose words only tell that a counter is put elsewhere ask this first.  Who owes nothing does what the words say."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Situation, Unit

LEAVES = frozenset("RS")
"""Entries of the tables that let the defender go (5.5c, 5.5e)."""
WON = ("retreated", "destroyed", "vacated")
"""What a pending result says where the defender has left his hex, dies, or has to go (5.6a)."""


def goal(slots: dict[str, Any]) -> str | None:
    """The hex where the words put the units, if they name one."""
    found = slots.get("to") or slots.get("at") or (slots.get("path") or (None,))[-1]
    return found if isinstance(found, str) else None


JUMP, SOFT_JUMP, SCREEN = "jump", "soft_jump", "screen"
"""What else may drive a counter from its hex: whoever enters it (4.6a, 4.7d)."""


def jumped_with(s: Situation, waits: dict[str, Any]) -> list[Unit]:
    """The counters that a pending jump moves: the one it names, HQ and Trains of its side that stood with it, and after a Soft Jump HQ and
    Trains of its formation wherever they are (4.7i)."""
    first = s.units.get(str(waits.get("unit")))
    if first is None:
        return []
    others = [unit for unit in s.units.values() if unit is not first and unit.facts.get("kind") is not None and unit.stated("side") == first.stated("side")]
    own = waits.get("act") == SOFT_JUMP
    return [first, *(unit for unit in others if (unit.formation == first.formation if own else unit.hex == waits.get("hex")))]


def owes_retreat(waits: dict[str, Any], unit: Unit) -> bool:
    """Whether the pending result makes this counter leave its hex: a beaten defender, what was jumped, a stack that gives up its town."""
    if waits.get("act") in (JUMP, SOFT_JUMP):
        return unit in jumped_with(unit.situation, waits) and unit.id not in (waits.get("placed") or ())
    if waits.get("act") == "withdrawal":
        return unit.hex == waits.get("hex")
    if waits.get("retreated") or LEAVES.isdisjoint(str(waits.get("result") or "").split()):
        return False
    beaten = waits.get("defenders")
    return unit.id in beaten if beaten is not None else unit.hex == waits.get("hex") and unit.id not in (waits.get("attackers") or ())


def is_won(situation: Situation, waits: dict[str, Any]) -> bool:
    """Whether the hex that was attacked is won: the result says so, or all its defenders are gone or stand elsewhere."""
    beaten = waits.get("defenders") or ()
    gone = [id_ in situation.eliminated or all(unit.known("at") not in (None, waits.get("hex")) for unit in situation.units_named((id_,))) for id_ in beaten]
    return any(waits.get(word) for word in WON) or bool(gone) and all(gone) and str(waits.get("act")).endswith("_attack")


FIRE = frozenset(("engagement", "attack_by_fire", "barrage"))
"""Fights after which nobody advances: who enters the hex then moves (4.4b, 5.6a)."""


def may_advance(situation: Situation, waits: dict[str, Any], unit: Unit) -> bool:
    """Whether the counter has fought for the hex of the pending result, that hex is won, and an advance follows such a fight."""
    if not is_won(situation, waits) or waits.get("act") in FIRE:
        return False
    named = (waits.get(role) or () for role in ("attackers", "support", "assist"))
    return any(unit.id in ((ids,) if isinstance(ids, str) else ids) for ids in named)


def what_is_due(situation: Situation, slots: dict[str, Any]) -> str | None:
    """The act that going there is in this position: ``retreat``, ``advance`` or None; ``to`` is filled where another slot says it."""
    waits = situation.facts.get("pending") or {}
    units = situation.units_named(slots.get("units"))
    to = goal(slots)
    if not waits or not units or any(unit.hex == to for unit in units):
        return None
    if to is None:  # US1 leaves 20.10
        return "retreat" if slots.get("from") and all(owes_retreat(waits, unit) for unit in units) else None
    if all(owes_retreat(waits, unit) for unit in units):
        due = "retreat"
    elif to == waits.get("hex") and may_advance(situation, waits, units[0]):
        due = "advance"
    else:
        return None
    if not slots.get("path"):
        slots["to"] = to
    return due
