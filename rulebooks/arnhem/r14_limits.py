"""Chapter 14: limits of support."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, forbid, permit, rule, says

from .acts_combat import Attack, Fpf, any_fpf, any_gsp
from .vocabulary import ALLIED, by_air, is_gun

MOST_GUNS = 2
NEAR = 3


@rule("14.11", (Attack, Fpf), when=any_gsp)
def allies_near_ground_units(fight: Attack | Fpf) -> Findings:
    """Only the Allies have ground support, for hexes within three of an Allied unit that is not airborne."""
    user = fight.side if fight.gsp else fight.book.enemy(fight.side)
    if user != ALLIED:
        yield forbid("gsp_allies_only")
        return
    ground = [unit.hex for unit in fight.s.placed() if unit.side == ALLIED and not by_air(unit) and unit.hex]
    hexes = fight.hexes if fight.gsp else [unit.hex for unit in fight.defenders if unit.hex]
    far = [hex_ for hex_ in hexes if not any(fight.distance(here, hex_) <= NEAR for here in ground)]
    if far:
        yield forbid("gsp_too_far", where=far, hexes=", ".join(far))
    else:
        yield permit("gsp_near", where=hexes)


says("14.12", Attack, LEGALITY, "At most two artillery units in one combat for the attack, adjacent ones counted.",
     lambda attack: len(guns := [unit for unit in attack.movers if is_gun(unit)]) > MOST_GUNS
     and forbid("too_many_guns", guns, most=MOST_GUNS))  # fmt: skip
says("14.12", (Attack, Fpf), LEGALITY, "And two for final protective fire; points are not limited.",
     lambda fight: len(fight.firing) > MOST_GUNS and forbid("too_many_guns", fight.firing, most=MOST_GUNS), when=any_fpf)  # fmt: skip
