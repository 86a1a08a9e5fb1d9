"""What chapter 4 says about fights: overstacked units, Stopping Engagements as shots, Screens"""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ruling import Findings, define, forbid, kept, permit
from adjudicator.situation import Unit

from .acts_combat import ATTACKER, AttackByFire, Barrage, CombatTable, Engagement, Fight, Shooting, Summing, card_modifier, modifier
from .r01_formations import is_host
from .r01_units import has_av
from .r03_combat import own_units, targets
from .r04_zones import av_zoc_units, mandatory_units, overstacked


# ---- 4.2 -----------------------------------------------------------------------------------------------------------------------
@rule("4.2b", (Shooting, CombatTable))
def overstacked_units(fight: Shooting | CombatTable) -> Findings:
    """Overstacked units use no Fire Events, and neither attack nor assist."""
    for unit in own_units(fight):
        if unit.hex is not None and overstacked(fight.s, unit.hex):
            yield forbid("overstacked_no_fight", units=[unit.id], where=[unit.hex], unit=unit.id, hex=unit.hex)
        elif unit.hex is not None and len(fight.friends_at(unit.hex, unit.side)) > 1:
            yield kept()


@rule("4.2c", CombatTable, "sums")
def overstacked_defender(attack: CombatTable) -> Findings:
    """A defender who is overstacked fares worse; the modifier is not printed in the book."""
    if attack.wiped_out:
        return
    with Summing(attack, ATTACKER):
        if overstacked(attack.s, attack.target):
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "overstacked"), "drm_overstacked", hex=attack.target)


# ---- 4.4: Stopping Engagements, as shots -----------------------------------------------------------------------------------------
def in_zone(fight: Engagement) -> list[tuple[Unit, str, list[Unit]]]:
    """The Firers that stand in AV EZOCs, where, and whose."""
    found = []
    for unit in own_units(fight):
        here = unit.hex
        if here is not None:
            enemies = av_zoc_units(fight.s, here, unit.side)
            if enemies:
                found.append((unit, here, enemies))
    return found


def stopping(fight: Engagement) -> bool:
    """Whether the shots are Stopping Engagements: said to be, or fired by a unit that moved into an AV EZOC."""
    if fight.stop:
        return True
    return any((unit.moved or unit.stopped or fight.s.acts(unit.id, act="move")) for unit in own_units(fight)) and bool(in_zone(fight))


@rule("4.4a", Engagement)
def required_or_not(fight: Engagement) -> Findings:
    """Mandatory, once, where the AV EZOC comes from Real AV or from a Host with Stand-Off Support; else as the player likes."""
    if not stopping(fight):
        return
    for unit, here, enemies in in_zone(fight):
        must = mandatory_units(fight.s, here, unit.side)
        if must:
            yield define("stop_engagement_mandatory", units=[unit.id, *(other.id for other in must)], where=[here], unit=unit.id)
        else:
            yield define("stop_engagement_optional", units=[unit.id, *(other.id for other in enemies)], where=[here], unit=unit.id)


@rule("4.4b", Engagement)
def he_picks_among_the_providers(fight: Engagement) -> Findings:
    """The inactive player picks the Target among the units whose AV ZOC covers the Firer's hex, in whatever hex they stand."""
    if not stopping(fight):
        return
    providers = {enemy.id: enemy for _, _, enemies in in_zone(fight) for enemy in enemies}
    for _, slots in fight.named_targets:
        for name in [name for slot in ("units", "target_units") for name in slots.get(slot) or ()]:
            unit = fight.s.units.get(name)
            if unit is None or unit.in_support:
                continue
            if fight.stop and unit.side != fight.side and name not in providers:
                yield forbid("target_gives_no_zone", units=[name], unit=name)
            elif fight.stop and unit.hex not in targets(fight):
                yield forbid("another_target_picked", units=[name], where=targets(fight), unit=name)
    if fight.stop:
        for shot in fight.shots:
            there = [unit for unit in fight.fighters(shot.hex, fight.side) if has_av(unit) or is_host(unit)]
            if there and not any(unit.id in providers for unit in there):
                yield forbid("target_gives_no_zone", units=[unit.id for unit in there], where=[shot.hex], unit=there[0].id)
    if not fight.forbidden:
        yield permit("stop_engagement", units=[unit.id for unit, _, _ in in_zone(fight)])


# ---- 4.5 ------------------------------------------------------------------------------------------------------------------------
@rule("4.5c", Engagement)
def next_to_each_other(fight: Engagement) -> Findings:
    """Nothing blocks the line between adjacent hexes."""
    for shot in fight.shots:
        here = shot.firer.hex
        if here is not None and fight.adjacent(here, shot.hex):
            yield kept()


@rule("4.5c", (CombatTable, Barrage))
def line_of_observation(fight: CombatTable | Barrage) -> Findings:
    """The observer's line follows the same rule."""
    if fight.points and any(unit.hex is not None and not fight.adjacent(unit.hex, fight.target) for unit in fight.points.observers):
        yield kept()


# ---- 4.6: Screens ------------------------------------------------------------------------------------------------------------------
@rule("4.6a", (CombatTable, Shooting))
def screens_do_not_fight(fight: CombatTable | Shooting) -> Findings:
    """A unit in Screen does not attack, assist, fire or start Engagements; the marker has to come off first."""
    for unit in own_units(fight):
        if unit.screen:
            yield forbid("screen_no_fight", units=[unit.id], unit=unit.id)


@rule("4.6b", (CombatTable, AttackByFire, Barrage))
def screens_are_not_hit(fight: Fight) -> Findings:
    """Units in Screen are outside the Combat and Barrage Tables."""
    for hex_ in targets(fight):
        screens = [unit for unit in fight.fighters(hex_, fight.side) if unit.screen]
        if screens and len(screens) == len(fight.fighters(hex_, fight.side)):
            yield forbid("screen_off_the_tables", where=[hex_], units=[unit.id for unit in screens], unit=screens[0].id)
        elif screens:
            yield define("screen_left_out", where=[hex_], units=[unit.id for unit in screens], unit=screens[0].id)


@rule("4.6b", Engagement)
def screens_may_be_engaged(fight: Engagement) -> Findings:
    """They may be engaged, and "both lose" only makes them retreat."""
    if any(unit.screen for hex_ in targets(fight) for unit in fight.fighters(hex_, fight.side)):
        yield kept()
