"""Chapter 6.3: attacks from off the map."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ruling import Findings, define, forbid, permit, value
from adjudicator.situation import Unit

from .acts import formation_of
from .acts_combat import ATTACKER, DEFENDER, AttackByFire, CombatTable, Engagement, Fight, RegularAttack, ShockAttack, Summing, card_modifier, modifier
from .r03_combat import own_units, targets


def entry_hexes(fight: Fight, unit: Unit) -> list[str]:
    """The hexes of the Entry Area that a unit waits at."""
    areas = fight.s.facts.get("entry_areas") or {}
    area = areas.get(unit.entry) or {}
    found: list[str] = list(area.get("hexes") or ())
    return found if area.get("side", unit.side) == unit.side else []


@rule("6.3a", RegularAttack)
def from_a_hex_beyond_the_edge(attack: RegularAttack) -> Findings:
    """The attackers stand in a hex beyond the edge, next to the entry hex that the enemy holds, with its roads and nothing on the hexside."""
    if not attack.distant:
        return
    hexes = entry_hexes(attack, attack.attacker)
    elsewhere = attack.target not in hexes if hexes else bool(attack.s.facts.get("entry_areas")) and attack.attacker.entry is not None
    if elsewhere:
        yield forbid("not_an_entry_hex", where=[attack.target], units=[attack.attacker.id], unit=attack.attacker.id, hex=attack.target)
    else:
        yield permit("off_map_attack", where=[attack.target], units=[attack.attacker.id], hex=attack.target)


@rule("6.3b", RegularAttack)
def as_after_a_complete_snafu(attack: RegularAttack) -> Findings:
    """Units off the map act as if SNAFU were Complete, whatever the rest of the formation rolled."""
    formation = formation_of(attack.attacker)
    if attack.distant and formation is not None:
        yield define("off_map_complete", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("6.3c", (ShockAttack, Engagement, AttackByFire))
def nothing_but_regular_attacks(fight: ShockAttack | Engagement | AttackByFire) -> Findings:
    """No Shock Attack, Engagement or Attack by Fire from off the map."""
    for unit in own_units(fight):
        if fight.off_map(unit) or fight.slots.get("off_map"):
            yield forbid("off_map_only_regular", units=[unit.id], where=targets(fight), unit=unit.id)


@rule("6.3c", RegularAttack, "sums")
def bonus_from_off_map(attack: RegularAttack) -> Findings:
    """An attack from off the map has a modifier."""
    with Summing(attack, ATTACKER):
        if attack.distant:
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "off_map"), "drm_off_map", unit=attack.attacker.id)


@rule("6.3d", RegularAttack, "states")
def who_fails_stays_outside(attack: RegularAttack) -> Findings:
    """If the attack fails the units stay off the map and may try again in their next Activation."""
    if attack.distant and not attack.vacated:
        yield define("off_map_stays", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("5.1e", CombatTable, "sums")
def both_sums(attack: CombatTable) -> Findings:
    """The net Action Rating of each side, as far as nothing in it is open.  It stands here because chapter 6 is the last that adds to it."""
    if ATTACKER not in attack.open:
        yield value("attack_total", attack.total("attack"))
    if DEFENDER not in attack.open and not attack.wiped_out:
        yield value("defense_total", attack.total("defense"))
