"""What everyday words do, decided by what stands open in the position.  No rule speaks here."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Situation

from .vocabulary import BARRAGE


def sent(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What units do that are sent against a hex in words that do not say how they fight; None: they attack."""
    units = situation.units_named(slots.get("units"))
    pending = situation.stated("pending") or {}
    if units and pending.get("result") and slots.get("target") == pending.get("hex") and all(unit.id in (pending.get("attackers") or ()) for unit in units):
        slots["to"] = slots.pop("target")
        return "advance"
    firing = situation.stated("segment") == "barrage" or situation.stated("phase") == "barrage segment" or not any(unit.stated("attack") for unit in units)
    return BARRAGE if units and firing and all(unit.stated("barrage") for unit in units) else None
