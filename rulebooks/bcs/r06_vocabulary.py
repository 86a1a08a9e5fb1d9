"""What the words of chapter 6 mean: control of an Urban hex, forced marches."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.book import Hex, Missing, Situation, Unit, cited, derives, rule

from .vocabulary import acts_now

INFLICTED, CHANGED = "inflict", "control_change"
"""Acts of a side: steps that a fight of this Activation cost a hex, and those that have moved control (6.1d)."""
FORCED_MARCH = 3  # what a forced march multiplies the MA by (6.4e)
FULL, PARTIAL = "full", "partial"


@derives("hexes.urban", "6.1")
def urban_by_its_terrain(place: Hex) -> bool | None:
    """A hex whose terrain is Urban is one; None where its terrain says nothing of it."""
    return True if place.known("terrain") == "urban" else None


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


class Losses(NamedTuple):
    """Steps that a hex lost to somebody in this Activation and that have moved no control yet."""

    hex: str
    by: str
    steps: int


def losses_inflicted(s: Situation, side: str) -> list[Losses]:
    """What the fights of a side cost the enemy's hexes in this Activation, the latest last; what has been used up counts 0."""
    found: dict[tuple[str, str], int] = {}
    for act in acts_now(s, side, INFLICTED, CHANGED):
        key = str(act.get("hex")), str(act.get("by"))
        found[key] = found.get(key, 0) + (1 if act["act"] == INFLICTED else -1) * int(act.get("steps") or 0)
    return [Losses(hex_, by, steps) for (hex_, by), steps in found.items()]


@cited("6.4e")
def marches(unit: Unit) -> bool:
    """Whether the unit's formation makes a forced march, with three times the MA."""
    return bool(unit.situation.option("6.4")) and unit.formation is not None and bool(acts_now(unit.situation, unit.formation, "forced_march"))
