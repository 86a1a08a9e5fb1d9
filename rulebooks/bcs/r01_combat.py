"""What chapter 1 says about fights: who may do what, Support that is claimed, Fire Events, Prepared Defense."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, define, forbid, kept, permit, value
from adjudicator.situation import Unit

from .acts import formation_of, is_hq, is_trains
from .acts_combat import (
    DEFENDER,
    AttackByFire,
    CombatTable,
    Engagement,
    RegularAttack,
    ShockAttack,
    Shooting,
    Summing,
    card_modifier,
    modifier,
)
from .r01_defense import uses_prep_def
from .r01_formations import acts_now, fire_events, hosts_support, is_host, no_support, started_since, support_of
from .r01_units import attack_capable, has_av, is_unprepared
from .r04_zones import overstacked

Firing = Shooting | ShockAttack


# ---- unit capabilities ---------------------------------------------------------------------------------------------------------
@rule("1.1e")
def row_of(unit: Unit) -> str:
    """The row of the table of Unit Capabilities that a unit stands in, by the side that it shows."""
    if is_hq(unit):
        return "hq"
    if is_trains(unit):
        return "trains"
    if unit.in_support:
        return "support"
    if has_av(unit):
        if unit.stated("attack_capable"):
            return "dual"
        kind: str = unit.av_type
        if kind in ("red", "light") and unit.stated("attack_capable") is None and unit.path("attack_capable") in unit.situation.unknown:
            return "dual" if attack_capable(unit) else kind
        return kind
    return "attack_capable" if attack_capable(unit) else "unprepared"


@rule("1.1e")
def can_do(unit: Unit, what: str) -> bool:
    """Whether the table of Unit Capabilities ticks something for the unit; breakthrough armour adds Shock Attacks to its row."""
    table = unit.situation.book.tables["capabilities"]
    if table[row_of(unit)].get(what) is True:
        return True
    return what in table["breakthrough"] and bool(unit.breakthrough)


@rule("1.1a", RegularAttack)
def assault_arrow(attack: RegularAttack) -> Findings:
    """Only a unit that shows the assault arrow leads a Regular Attack."""
    unit = attack.attacker
    if unit.kind is not None or unit.in_support or (not is_unprepared(unit) and not attack_capable(unit)):
        yield forbid("no_assault_arrow", units=[unit.id], unit=unit.id)
    else:
        yield kept()


@rule("1.1d", CombatTable)
def unprepared_units(attack: CombatTable) -> Findings:
    """Unprepared units neither attack nor assist."""
    for unit in (attack.attacker, *attack.assists):
        if is_unprepared(unit):
            yield forbid("unprepared", units=[unit.id], unit=unit.id)
    if any(is_unprepared(unit) for unit in attack.defenders):
        yield kept()  # they defend, and count as a second unit


@rule("1.1e", CombatTable)
def support_for_the_attack(attack: CombatTable) -> Findings:
    """Only Red Support helps an attack; Limited, Light and Stand-Off Support help in defence only."""
    for slots in attack.claimed:
        if has_av(attack.attacker):
            continue  # 1.5h
        names = [name for slot in ("support_units", "what_units", "units", "target_units") for name in slots.get(slot) or ()]
        named = [attack.s.units[name] for name in names if name in attack.s.units and attack.s.units[name].in_support]
        for unit in named or support_of(attack.s, attack.attacker.formation):
            if unit.av_type != "red":
                yield forbid("support_not_red", units=[unit.id], unit=unit.id)
            else:
                yield permit("support_red", units=[unit.id], unit=unit.id)


# ---- 1.4 Command Radius -------------------------------------------------------------------------------------------------------------
@rule("1.4d", CombatTable)
def attacks_out_of_command(attack: CombatTable) -> Findings:
    """A unit out of Command Radius may make Regular and Shock Attacks."""
    try:
        out = not attack.attacker.in_command
    except Missing:
        return  # it does not matter
    if out:
        yield permit("attacks_out_of_command", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("1.1e", CombatTable, "net")
def support_that_defends_only(attack: CombatTable) -> Findings:
    """Support that is not Red gives an attacking Host nothing."""
    found = [] if has_av(attack.attacker) else hosts_support(attack.attacker)
    if found and not any(unit.av_type == "red" for unit in found):
        yield define("support_defends_only", units=[unit.id for unit in found], unit=found[0].id)


# ---- 1.5 -------------------------------------------------------------------------------------------------------------------------
@rule("1.5a", CombatTable, "net")
def hosts_anywhere(attack: CombatTable) -> Findings:
    """Support is there for every Host of the formation, in Command Radius or not."""
    if any(unit is not None and hosts_support(unit) for unit in (attack.attacker, attack.rating_unit)):
        yield kept()


@rule("1.5d", Engagement, "net")
def several_supports(fight: Engagement) -> Findings:
    """Several Supports of one formation help a Target against Engagements."""
    if len(fight.item.support) > 1:
        yield kept()


@rule("1.5g", (ShockAttack, AttackByFire, Engagement))
def what_hosts_are_spared(fight: Firing) -> Findings:
    """A Host is safe from Shock Attacks and Attacks by Fire, and has an AV for Engagements."""
    hexes = [fight.target] if isinstance(fight, ShockAttack) else [shot.hex for shot in fight.shots]
    if any(is_host(unit) for hex_ in dict.fromkeys(hexes) for unit in fight.fighters(hex_, fight.side)):
        yield kept()


@rule("1.5h", CombatTable)
def support_that_is_not_there(attack: CombatTable) -> Findings:
    """Who claims Support must have it: no Dual unit, none that is not Attack Capable, none whose Support is dropped."""
    if not attack.claimed:
        return
    reason = no_support(attack.attacker)
    if reason is not None:
        yield forbid(reason, units=[attack.attacker.id], unit=attack.attacker.id)


@rule("1.5h", CombatTable, "net")
def dual_units_have_no_support(attack: CombatTable) -> Findings:
    """A Dual unit has no access to its formation's Support, so the two modifiers never add up."""
    for unit in (attack.attacker, attack.rating_unit):
        if unit is not None and has_av(unit) and support_of(attack.s, unit.formation):
            yield define("dual_no_support", units=[unit.id], unit=unit.id)


@rule("1.5h", CombatTable, "net")
def no_access_to_support(attack: CombatTable) -> Findings:
    """Support that a formation has and a unit cannot call on: dropped, or in ground closed to Tactical movement."""
    for unit in (attack.attacker, attack.rating_unit):
        if unit is None or has_av(unit) or not support_of(attack.s, unit.formation):
            continue
        reason = no_support(unit)
        if reason is not None:
            yield define(reason, units=[unit.id], unit=unit.id)


@rule("1.5f", CombatTable, "net")
def support_is_no_second_unit(attack: CombatTable) -> Findings:
    """Support, HQs and Trains do not count as a second unit."""
    others = [unit for unit in attack.in_hex if unit.kind is not None]
    if attack.living and support_of(attack.s, attack.living[0].formation):
        yield kept()
    if others and len(attack.living) == 1:
        yield define("no_second_unit", units=[unit.id for unit in others], unit=attack.living[0].id)


# ---- 1.6 Fire Events --------------------------------------------------------------------------------------------------------------
@rule("1.6a", (Shooting, ShockAttack))
def two_fire_events(fight: Firing) -> Findings:
    """Two Fire Events for a unit in an Activation; none at all after a SNAFU Fail."""
    for unit in fight.firers():
        formation = formation_of(unit)
        needed = fight.firing[unit.id]
        off_map = fight.off_map(unit)
        if formation is not None and not off_map and formation.snafu == "fail":
            yield forbid("no_fire_events_after_fail", units=[unit.id], unit=unit.id, formation=formation.id)
        elif fire_events(unit) < needed:
            yield forbid("no_fire_event_left", units=[unit.id], unit=unit.id, left=fire_events(unit), needed=needed)
        else:
            yield permit("fire_events_at_hand", units=[unit.id], unit=unit.id, left=fire_events(unit), needed=needed)


@rule("1.6b", (Shooting, ShockAttack))
def one_each(fight: Firing) -> Findings:
    """Engagements, Attacks by Fire and Shock Attacks cost a Fire Event each."""
    yield kept()


@rule("1.6e", RegularAttack)
def regular_attacks_cost_none(attack: RegularAttack) -> Findings:
    """A Regular Attack costs no Fire Event, and forfeits those that are left."""
    yield kept()


@rule("1.6c", (Shooting, ShockAttack))
def not_overstacked(fight: Firing) -> Findings:
    """An overstacked unit uses no Fire Event."""
    for unit in fight.firers():
        if unit.hex is not None and overstacked(fight.s, unit.hex):
            yield forbid("overstacked_no_fire", units=[unit.id], where=[unit.hex], unit=unit.id, hex=unit.hex)
        elif unit.hex is not None and len(fight.friends_at(unit.hex, unit.side)) > 1:
            yield kept()


@rule("1.6f", (Shooting, ShockAttack))
def use_them_or_lose_them(fight: Firing) -> Findings:
    """Once another unit has begun, what Fire Events were left are lost."""
    for unit in fight.firers():
        other = started_since(unit)
        if other is not None:
            yield forbid("fire_events_lost", units=[unit.id, other.id], unit=unit.id, other=other.id)
        elif acts_now(fight.s, unit.id):
            yield kept()


@rule("1.6d", (Shooting, ShockAttack), "announce")
def spent_when_announced(fight: Firing) -> Findings:
    """A Fire Event is spent when it is announced, whatever comes of it; with the last the unit is STOPPED."""
    for unit in fight.firers():
        left = fire_events(unit) - fight.firing[unit.id]
        fight.toll.tell(unit, fire_events=left)
        fight.toll.fact(unit, fire_events=left)
        yield define("fire_event_spent", units=[unit.id], unit=unit.id, left=left)
        if left <= 0:
            fight.toll.stop(unit)


@rule("1.6a", (Shooting, ShockAttack), "announce")
def the_last_one_stops(fight: Firing) -> Findings:
    """Who spends his last Fire Event is STOPPED."""
    for unit in fight.firers():
        if fire_events(unit) - fight.firing[unit.id] <= 0:
            yield define("last_fire_event", units=[unit.id], unit=unit.id)
    if not fight.dice:  # what is so before any die is thrown
        if isinstance(fight, ShockAttack):
            yield value("dice", 2)
        yield from fight.toll.findings()


# ---- 1.7 Prepared Defense ------------------------------------------------------------------------------------------------------------
def defends_prepared(unit: Unit) -> bool:
    """Whether a unit uses its formation's Prepared Defense."""
    return uses_prep_def(unit)


@rule("1.7c", CombatTable, "sums")
def prepared_defense(attack: CombatTable) -> Findings:
    """The defender's AR unit uses Prepared Defense."""
    if attack.wiped_out:
        return
    with Summing(attack, DEFENDER):
        unit = attack.rating()
        if defends_prepared(unit):
            yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "prep_def"), "drm_prep_def", unit=unit.id)


@rule("1.7d", CombatTable, "sums")
def not_eligible(attack: CombatTable) -> Findings:
    """The marker alone is not enough: the unit must be Deployed and in Command Radius."""
    if attack.wiped_out:
        return
    unit = attack.rating()
    formation = formation_of(unit)
    if formation is not None and formation.prep_def:
        if defends_prepared(unit):
            yield define("prep_def_used", units=[unit.id], unit=unit.id)
        else:
            yield define("prep_def_not_used", units=[unit.id], unit=unit.id)


@rule("1.1c", CombatTable, "sums")
def one_sided_counters(attack: CombatTable) -> Findings:
    """A counter printed on one side only shows its Move side."""
    if attack.wiped_out:
        return
    unit = attack.rating()
    formation = formation_of(unit)
    if unit.sides == 1 and formation is not None and formation.prep_def:
        yield define("one_sided_move", units=[unit.id], unit=unit.id)


