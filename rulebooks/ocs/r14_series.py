"""OCS modes, zones and stacking: what the series' rules add."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, define, effect, rule, term, value
from adjudicator.kit import names

from .acts import Fight
from .acts_asked import AskRating, AskZone
from .acts_questions import Question
from .acts_results import Outcome
from .r02_options import excess, met_by
from .vocabulary import action_rating, exerts_zone, stacking_limit
from .ways import size_of


@rule("OCS modes", Fight, "lead", each="sides")
def modes_and_ratings(fight: Fight, side: str) -> Findings:
    """DG lowers an action rating by one, strategic mode takes it away."""
    id_ = fight.leads.get(side)
    unit = fight.unit(id_) if id_ else None
    if unit is not None and unit.mode in ("DG", "strategic"):
        yield define("mode_rating", unit, mode=unit.mode, rating=action_rating(unit))


@rule("OCS modes", AskRating, "answer")
def rating_asked(question: Question) -> Findings:
    """The printed rating, one less in DG, none in strategic mode."""
    units = question.at_least_one(question.units_of())
    found = {unit.id: action_rating(unit) for unit in units}
    yield value("ar", found if len(found) > 1 else found[units[0].id])
    for unit in units:
        if unit.mode in ("DG", "strategic"):
            yield define("mode_rating", unit, mode=unit.mode, rating=found[unit.id])
    yield value("answer", found[units[0].id] if len(found) == 1 else ", ".join(f"{id_} {rating}" for id_, rating in found.items()))


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


@rule("OCS ZOC", AskZone, "answer")
def zone_asked(question: Question) -> Findings:
    """Units that can attack, in combat mode and in supply, have a zone in the hexes around them."""
    at = question.valid(question.slots["at"]) if question.slots.get("at") else None
    side = question.slots.get("side")
    units = question.at_least_one(question.units_of() or [unit for unit in question.s.units.values() if side and unit.side == side])
    reaches = any(exerts_zone(unit) and (at is None or question.adjacent(str(question.standing(unit)), at)) for unit in units)
    yield define("zone_reaches" if reaches else "zone_reaches_not", names=names(units), **({"hex": at} if at else {"hex": "-"}))
    yield value("answer", "yes" if reaches else "no")


@rule("OCS stacking", Outcome, "stacking")
def overstacked_at_the_end(outcome: Outcome) -> Findings:
    """Retreating units in excess of the stacking limit at the end are eliminated, as their owner chooses."""
    if outcome.asked and all(kind in ("claim_mode", "how_many") for kind, _ in outcome.asked):
        return  # who is DG, how many steps are lost: room at the end changes none of it
    for trek in outcome.treks:
        if not trek.path:
            continue
        gone, choices = excess(outcome, trek)
        if others := met_by(outcome, trek):
            yield value("stacking", size_of(others) + size_of(trek.units))
            yield value("limit", stacking_limit(outcome))
        if gone:
            yield define("overstacked_end", gone, names=names(gone), hex=trek.path[-1], limit=stacking_limit(outcome))
        for unit in gone:
            yield effect(unit=unit.id, removed=True)
        if any({unit.id for unit in group} <= set(outcome.gone) for group in choices):
            yield define("overstacked_end", names=", ".join(outcome.gone), hex=trek.path[-1], limit=stacking_limit(outcome))
            continue
        for group in choices[:1]:
            yield define("overstacked_choice", hex=trek.path[-1], count=len(group), limit=stacking_limit(outcome))
            yield effect(any_of=[unit.id for unit in trek.units], count=len(group), removed=True)
