"""Chapter 11: Cities."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, define, forbid, permit, rule, says, value
from adjudicator.kit import has_done

from .acts_combat import Aftermath, Attack, Eliminate, Retreat, Stay
from .r07_7_retreats import city_helps, lengths, right_length, ways_open
from .vocabulary import AIR_GUN, ZONES, is_city

says("11.0", Attack, "line", "For everything but 11.1 a City is a Town: attacks on it use the Town line.",
     lambda attack: [define("city_is_town", unit, unit.hex) for unit in attack.defenders if unit.hex and is_city(attack.s, unit.hex)])  # fmt: skip


says("11.1", Stay, "after", "What it owed is done.",
     lambda stay: stay.staying and (*[told for unit in stay.staying for told in (value("owed", stay.owes(unit)), value("hexes", 0), value("to", unit.hex))],
     *has_done(stay.pending, stay.staying)))  # fmt: skip


@rule("11.1", Retreat)
def shortened(retreat: Retreat) -> Findings:
    """A City in which the unit stands, or that it enters, shortens what is left of its retreat by two hexes; after D3 one remains, after D4 two."""
    if len(retreat.path) < retreat.hexes_owed:
        helps = right_length(retreat)
        yield (permit if helps else forbid)(
            "city_shortens" if helps else "no_city_helps", retreat.mover, hexes=len(retreat.path), owed=retreat.hexes_owed)  # fmt: skip


says("11.1", Eliminate, LEGALITY, "A unit that a City lets stay is not lost for want of a way.",
     lambda deed: deed.hexes_owed and deed.start is not None and ways_open(deed, deed.mover, deed.start) == [(deed.start,)]
     and forbid("city_holds", deed.mover, deed.start))  # fmt: skip
says("11.1", Stay, LEGALITY, "A unit in a City may shorten its retreat by two hexes: of one or two nothing is left.",
     lambda stay: [forbid("has_to_retreat", unit, owed=stay.owes(unit)) if unit.hex is None or 0 not in lengths(stay, unit, [unit.hex])
     else permit("city_holds", unit, unit.hex) for unit in stay.staying])  # fmt: skip
says("11.1", Stay, LEGALITY, "A unit of which a retreat was asked has to owe one.",
     lambda stay: [forbid("no_retreat_owed", unit) for unit in stay.movers if unit.id in stay.owed and unit not in stay.staying])  # fmt: skip


@rule("11.2", (Stay, Retreat))
def surrounded(deed: Aftermath) -> Findings:
    """A surrounded unit loses this, unless it is Allied airborne or glider infantry; airborne artillery never has it."""
    for unit in [deed.mover] if isinstance(deed, Retreat) else deed.staying:
        here = unit.hex
        if here is None or not is_city(deed.s, here) or not deed.owes(unit):
            continue
        around = ZONES.around(deed.s, here, unit.side)
        if around and not city_helps(deed, unit, here):
            yield define("gun_in_city" if unit.kind == AIR_GUN else "surrounded", unit, here)
        elif around:
            yield define("surrounded_and_holds", unit, here)
