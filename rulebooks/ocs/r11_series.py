"""OCS modes, ZOC and stacking: what the article takes from the series' rules."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, term
from adjudicator.ground.situation import Unit
from adjudicator.kit.numbers import number

from .acts import Fight, OcsCase


def action_rating(unit: Unit) -> int:
    """The action rating as mode leaves it: one less in DG, none in strategic mode."""
    mode = unit.mode
    if mode == "strategic":
        return 0
    rating = int(unit.ar)
    return rating - 1 if mode == "DG" else rating


@rule("OCS modes", Fight, "lead")
def modes_and_ratings(fight: Fight) -> Findings:
    """DG lowers an action rating by one, strategic mode takes it away."""
    for side in fight.sides:
        id_ = fight.leads.get(side)
        unit = fight.unit(id_) if id_ else None
        if unit is not None and unit.mode in ("DG", "strategic"):
            yield define("mode_rating", unit, mode=unit.mode, rating=action_rating(unit))


@rule("OCS modes", Fight, "modes")
def modes_and_strength(fight: Fight) -> Findings:
    """In strategic mode a unit has no strength; one in reserve defends at half."""
    for side, units in fight.sides.items():
        ledger = "attack" if side == fight.side else "defense"
        for unit in units:
            have = fight.part(ledger, unit.id)
            if unit.mode == "strategic" and have:
                yield term(ledger, -have, "strategic_strength", unit.id, unit=unit.id)
            elif unit.mode == "reserve" and ledger == "defense" and have:
                yield term(ledger, -Fraction(have) / 2, "reserve_strength", unit.id, unit=unit.id)


@rule("OCS ZOC")
def exerts_zone(unit: Unit) -> bool:
    """Whether a unit has a zone of control: it can attack, is in combat mode and in supply."""
    return bool(number(unit.attack) > 0 and unit.mode == "combat" and unit.supply == "in")


def zone_of(case: OcsCase, hex_: str, side: str) -> list[Unit]:
    """Enemy units whose zone of control reaches a hex; a unit that may be anywhere is asked for its place."""
    found = [
        unit for other in case.s.grid.neighbours(hex_) for unit in case.s.at(other)
        if unit.side != side and case.alive(unit) and exerts_zone(unit)
    ]  # fmt: skip
    if not found:
        case.s.complete()
        case.unplaced(case.book.enemy(side), True)
    return found


@rule("OCS stacking")
def stacking_limit(case: OcsCase) -> int:
    """RE that may end in one hex."""
    return int(case.book.tables["limits"]["stacking"])


def prohibited(case: OcsCase, hex_: str) -> bool:
    """Whether no ground unit may enter a hex."""
    place = case.s.hex(hex_)
    if place.stated("terrain") is None and not case.s.assume and place.path("terrain") not in case.s.tried:
        from adjudicator.ground.facts import Missing

        raise Missing(place.path("terrain"), ("open", "sea"))
    return bool(place.terrain == "sea")
