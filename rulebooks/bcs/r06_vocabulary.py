"""What the words of chapter 6 mean: control of an Urban hex, forced marches."""

from __future__ import annotations

from typing import Any

from adjudicator.book import cited, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.situation import Situation, Unit

from .vocabulary import acts_now

FORCED_MARCH = 3  # what a forced march multiplies the MA by (6.4e)
FULL, PARTIAL = "full", "partial"


@rule("6.1a")
def control_of(s: Situation, hex_: str) -> tuple[str | None, str]:
    """Whose an Urban hex is, and how far: full without a marker.  Only occupied hexes are controlled; an emptied one shows what it was.

    Missing where nobody can tell whose it is."""
    stated: Any = s.hex(hex_).stated("control")
    if isinstance(stated, dict):
        return stated.get("side"), stated.get("level", FULL)
    if isinstance(stated, str):
        return stated, FULL
    there = {unit.side for unit in s.at(hex_)}
    if len(there) == 1:
        return there.pop(), FULL
    raise Missing(s.hex(hex_).path("control"))


@cited("6.4e")
def marches(unit: Unit) -> bool:
    """Whether the unit's formation makes a forced march, with three times the MA."""
    return bool(unit.situation.option("6.4")) and unit.formation is not None and bool(acts_now(unit.situation, unit.formation, "forced_march"))
