"""What questions about fights share: a fight only thought of, and its chances."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, InputError, Ruling, Unit
from adjudicator.book.engine import suppose
from adjudicator.kit import all_known, numbers, possible_neighbours, why_not

from .acts_aftermath import AskRetreatHexes, FightQuestion
from .r04_vocabulary_ground import closed_to
from .r04_vocabulary_zones import real_av_zoc_units, zoc_units
from .r05_common_retreats import move_class

UNKNOWN = "undetermined"
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}  # of 36


def kind_asked(question: FightQuestion) -> str:
    """The fight that is thought of: an Engagement if the words say so or the units can do nothing else, else an attack."""
    said = question.slots.get("what")
    if said in ("engagement", "shock_attack", "regular_attack"):
        return str(said)
    units = [question.s.units[name] for name in question.slots.get("units") or () if name in question.s.units]
    if units and not units[0].stated("attack_capable") and units[0].stated("av") is not None:
        return "engagement"
    return "regular_attack"


def trial(question: FightQuestion) -> Ruling:
    """The fight, judged as if it were declared."""
    slots = {key: content for key, content in question.slots.items() if key not in ("question", "result", "responses", "what")}
    pending = question.s.facts.get("pending") or {}
    slots.setdefault("units", tuple(pending.get("attackers") or ()))
    if not slots.get("target") and not slots.get("target_units") and pending.get("hex"):
        slots["target"] = pending["hex"]
    if not slots["units"]:
        raise InputError("no_units")
    return suppose(question, kind_asked(question), slots, full=False)


def of_ruling(question: FightQuestion, ruling: Ruling) -> Findings:
    """What a player would want to know besides: the sums, and what forbids the fight."""
    yield from numbers(question, ruling, "attack_total", "defense_total", "outcomes")
    why_not(question, ruling)
    if "drm" not in ruling.computed:
        all_known(question, ruling)


def singles(outcomes: dict[str, str]) -> dict[int, str]:
    """The result of every natural sum of two dice."""
    found = {}
    for band, result in outcomes.items():
        low, _, high = band.partition("-")
        for total in range(int(low), int(high or low) + 1):
            found[total] = result
    return found


def has_code(result: str, wanted: str) -> bool:
    """Whether a result holds all the codes that are asked for."""
    codes = [code.upper() for code in result.split()]
    return all(code.upper() in codes for code in wanted.split())


def near(question: FightQuestion, unit: Unit, target: str) -> bool:
    """Whether a unit stands next to a hex."""
    return unit.hex is not None and question.adjacent(unit.hex, target)


def ring(question: AskRetreatHexes, unit: Unit, start: str) -> list[str]:
    """Hexes three away that hold no enemy and are open to the unit's Move side."""
    seen, border = {start}, {start}
    for _ in range(3):
        border = {near_ for hex_ in border for near_ in possible_neighbours(question.s, hex_)} - seen
        seen |= border
    cls = move_class(unit)
    return [hex_ for hex_ in sorted(border) if not question.enemies_at(hex_, unit.side) and not closed_to(question.s, hex_, cls)]


def struck(question: AskRetreatHexes, unit: Unit, hex_: str) -> list[Any]:
    """Enemies whose EZOC in a hex would cost the unit a step."""
    cls = move_class(unit)
    return list(real_av_zoc_units(question.s, hex_, unit.side) if cls == "tac" else zoc_units(question.s, hex_, unit.side))
