"""What chapters 1 to 4 say of fights: units, Prepared Defense, activations, OBJ Zones, ZOCs and stacking."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, forbid, kept, permit, value
from adjudicator.ground.situation import Situation, Unit

from .acts import formation_of, is_hq, is_trains
from .acts_combat import (
    ATTACKER,
    DEFENDER,
    AttackByFire,
    Barrage,
    CombatTable,
    Engagement,
    Fight,
    RegularAttack,
    ShockAttack,
    Shooting,
    Summing,
    card_modifier,
    modifier,
)
from .r01_defense import uses_prep_def
from .r01_formations import acts_now, fire_events, hosts_support, is_host, no_support, points_used, started_since, support_of
from .r01_units import attack_capable, has_av, is_unprepared
from .r03_objectives import obj_zone as zone_strength
from .r04_zones import av_zoc_units, mandatory_units, overstacked

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


@rule("1.5h", Engagement)
def no_av_through_support(fight: Engagement) -> Findings:
    """Units that cannot call on their formation's Support have no AV of it to be engaged."""
    for hex_ in dict.fromkeys(shot.hex for shot in fight.shots):
        for unit in fight.fighters(hex_, fight.side):
            if not has_av(unit) and support_of(fight.s, unit.formation):
                reason = no_support(unit)
                if reason is not None:
                    yield define(reason, units=[unit.id], unit=unit.id)


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


@rule("1.5f", CombatTable)
def claimed_as_second_unit(attack: CombatTable) -> Findings:
    """What is in Support, an HQ or Trains is nobody's second unit."""
    for name in attack.claimed_second or ():
        unit = attack.unit(name)
        if unit.in_support or unit.kind is not None:
            yield forbid("not_a_second_unit", units=[unit.id], unit=unit.id)


@rule("3.3b", CombatTable)
def claimed_double_zone(attack: CombatTable) -> Findings:
    """The modifier of a Double OBJ Zone needs two SNAFU markers in one hex, the target within two of it."""
    if "double_obj" in attack.claimed_drms and not double_zone(attack.s, attack.target):
        yield forbid("no_double_zone", where=[attack.target], hex=attack.target)


@rule("5.1n", CombatTable)
def claimed_fire(attack: CombatTable) -> Findings:
    """The modifier of an Attack by Fire is for a Shock Attack by the unit that fired, at once."""
    if "own_fire" not in attack.claimed_drms:
        return
    fired = acts_now(attack.s, attack.attacker.id, "attack_by_fire")
    if not isinstance(attack, ShockAttack):
        yield forbid("fire_no_suppression", units=[attack.attacker.id])
    elif not any(act.get("hex") in (None, attack.target) for act in fired):
        yield forbid("no_fire_of_its_own", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("5.1e", CombatTable)
def claimed_modifiers(attack: CombatTable) -> Findings:
    """Terrain and overstacking count where they are."""
    if "terrain" in attack.claimed_drms and not attack.s.hex(attack.target).combat_terrain and not attack.crossed():
        yield forbid("no_terrain_there", where=[attack.target], hex=attack.target)
    if "overstack" in attack.claimed_drms and not overstacked(attack.s, attack.target):
        yield forbid("not_overstacked", where=[attack.target], hex=attack.target)


@rule("5.1e", CombatTable)
def two_units_for_the_second(attack: CombatTable) -> Findings:
    """The modifier for a second unit needs two combat units in the hex."""
    if attack.claimed_second is not None and len(attack.defenders) < 2:
        attack.s.complete()
        yield forbid("no_second_unit_there", where=[attack.target], hex=attack.target)


@rule("1.5f", CombatTable, "net")
def support_is_no_second_unit(attack: CombatTable) -> Findings:
    """Support, HQs and Trains do not count as a second unit."""
    others = [unit for unit in attack.in_hex if unit.kind is not None]
    if attack.living and support_of(attack.s, attack.living[0].formation):
        yield kept()
    if others and len(attack.living) == 1:
        yield define("no_second_unit", units=[unit.id for unit in others], unit=attack.living[0].id)


@rule("1.1a", Engagement)
def range_of_one(fight: Engagement) -> Findings:
    """Without a printed Range it is one hex."""
    if any(shot.firer.range is None for shot in fight.shots):
        yield kept()


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
        yield from fight.toll.findings(before=True)


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


OBJ_RADIUS = 2


def obj_zone(s: Situation, hex_: str) -> bool:
    """Whether a hex lies in an OBJ Zone."""
    return zone_strength(s, hex_) > 0


def double_zone(s: Situation, hex_: str) -> bool:
    """Whether a hex lies in a Double OBJ Zone."""
    return zone_strength(s, hex_) > 1


def own_units(fight: Fight) -> list[Unit]:
    """The units that act in a fight."""
    if isinstance(fight, CombatTable):
        return [fight.attacker, *fight.assists]
    if isinstance(fight, Shooting):
        return list({shot.firer.id: shot.firer for shot in fight.shots}.values())
    return []


def targets(fight: Fight) -> list[str]:
    """The hexes that a fight is aimed at."""
    if isinstance(fight, Shooting):
        return list(dict.fromkeys(shot.hex for shot in fight.shots))
    return [fight.target] if isinstance(fight, (CombatTable, Barrage)) else []


@rule("3.1c", CombatTable, "sums")
def blocked_msr(attack: CombatTable) -> Findings:
    """A formation with a Blocked MSR has a modifier on the Combat Table; the book does not print it (A35)."""
    for side in (ATTACKER,) if attack.wiped_out else (ATTACKER, DEFENDER):
        with Summing(attack, side):
            unit = attack.attacker if side == ATTACKER else attack.rating()
            formation = attack.s.formations.get(unit.formation or "")
            if formation is not None and formation.msr_blocked:
                by = card_modifier(attack, "combat_drm", "msr_blocked")
                yield from modifier(attack, side, by, "drm_msr_blocked", formation=formation.id, level=formation.msr_blocked)


@rule("3.2k", (CombatTable, Barrage))
def half_the_artillery(fight: CombatTable | Barrage) -> Findings:
    """After a SNAFU Partial a formation has half its artillery, rounded down."""
    from .r05_4_barrage import battery

    formation = battery(fight)
    if fight.points.artillery and formation is not None and formation.stated("snafu") == "partial":
        yield define("partial_halves_artillery", unit=formation.id, points=formation.arty_points, half=formation.arty_points // 2)


@rule("3.3a", (CombatTable, AttackByFire, Barrage))
def two_hexes_around(fight: Fight) -> Findings:
    """Attacks, fire and barrages need a target within two hexes of an OBJ marker."""
    for hex_ in targets(fight):
        if obj_zone(fight.s, hex_):
            yield permit("inside_obj_zone", where=[hex_], hex=hex_)
        else:
            yield forbid("outside_obj_zone", where=[hex_], hex=hex_, radius=OBJ_RADIUS)


@rule("2.4g", (CombatTable, AttackByFire, Barrage))
def march_obj_makes_no_zone(fight: Fight) -> Findings:
    """An OBJ marker of a march lies near, and makes no zone."""
    for marker in fight.s.markers.values():
        if marker.kind != "obj" or marker.source != "march" or marker.hex is None:
            continue
        near = [hex_ for hex_ in targets(fight) if fight.distance(marker.hex, hex_) <= OBJ_RADIUS]
        if near and not obj_zone(fight.s, near[0]):
            yield define("march_obj_makes_no_zone", where=[marker.hex], hex=marker.hex)
            return


@rule("3.3a", Engagement)
def no_zone_for_engagements(fight: Engagement) -> Findings:
    """Engagements need no OBJ Zone."""
    if not all(obj_zone(fight.s, hex_) for hex_ in targets(fight)):
        yield permit("engagement_without_zone", where=targets(fight))


@rule("3.3b", CombatTable, "sums")
def double_objective(attack: CombatTable) -> Findings:
    """Two OBJ markers in one hex make a Double OBJ Zone: a modifier for the attacker."""
    with Summing(attack, ATTACKER):
        if double_zone(attack.s, attack.target):
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "double_obj"), "drm_double_obj", hex=attack.target)
        elif len(attack.objectives("snafu", "recon")) > 1:
            yield define("no_double_zone", where=[attack.target], hex=attack.target)


# ---- 3.4 ---------------------------------------------------------------------------------------------------------------------------
@rule("3.4a", (CombatTable, Shooting))
def of_the_active_formation(fight: CombatTable | Shooting) -> Findings:
    """Only units of the active formation act."""
    active = fight.s.stated("active_formation")
    for unit in own_units(fight):
        if active is not None and unit.side == fight.side and unit.formation != active:
            yield forbid("not_of_active_formation", units=[unit.id], unit=unit.id, formation=active)
        elif active is not None:
            yield kept()


@rule("3.4b", (CombatTable, Barrage))
def no_point_twice(fight: CombatTable | Barrage) -> Findings:
    """No unit and no point is used more than once in an Activation."""
    from .r05_4_barrage import artillery, battery

    formation = battery(fight)
    if not fight.points.artillery or formation is None:
        return
    used = points_used(formation)
    if not used:
        yield kept()
    elif used + fight.points.artillery > artillery(formation):
        yield forbid("points_used_up", unit=formation.id, used=used)


@rule("3.4c", Barrage)
def barrages_at_any_time(fight: Barrage) -> Findings:
    """Barrages fall before, during and after the movement of any unit."""
    if any(acts_now(fight.s, id_, "move") for id_ in fight.s.history):
        yield permit("barrage_any_time", where=[fight.target])
    else:
        yield kept()


@rule("3.4e", ShockAttack)
def no_shock_when_stopped(attack: ShockAttack) -> Findings:
    """A STOP keeps a unit from Shock Attacks."""
    if attack.attacker.stopped:
        yield forbid("shock_while_stopped", units=[attack.attacker.id], unit=attack.attacker.id)
    else:
        yield kept()


@rule("3.4e", (RegularAttack, Shooting))
def a_stop_bars_neither(fight: RegularAttack | Shooting) -> Findings:
    """A STOPPED unit may make or assist Regular Attacks, and fire."""
    if any(unit.stopped for unit in own_units(fight)):
        yield kept()


@rule("3.4f", (Shooting, ShockAttack))
def another_has_started(fight: Shooting | ShockAttack) -> Findings:
    """Engagements, Attacks by Fire and Shock Attacks are made before the next unit starts."""
    for unit in fight.firers():
        other = started_since(unit)
        if other is not None:
            yield forbid("another_has_started", units=[unit.id, other.id], unit=unit.id, other=other.id)
        elif acts_now(fight.s, unit.id):
            yield kept()


@rule("3.4f", CombatTable)
def regular_attacks_later(attack: CombatTable) -> Findings:
    """A unit that has moved may still attack or assist when others have moved."""
    if isinstance(attack, ShockAttack):
        return
    for unit in own_units(attack):
        if (unit.moved or acts_now(attack.s, unit.id, "move", "engagement", "attack_by_fire")) and not unit.finished:
            yield permit("moved_may_attack", units=[unit.id], unit=unit.id)


@rule("3.4g", RegularAttack)
def finished_by_it(attack: RegularAttack) -> Findings:
    """Making or assisting a Regular Attack FINISHES a unit."""
    yield kept()


@rule("3.4h", Barrage)
def finished_units_observe(fight: Barrage) -> Findings:
    """A FINISHED unit may still observe."""
    if any(unit.finished for unit in fight.points.observers):
        yield kept()


@rule("3.4h", (CombatTable, Shooting))
def finished_units(fight: CombatTable | Shooting) -> Findings:
    """A FINISHED unit neither attacks nor assists nor uses Fire Events."""
    for unit in own_units(fight):
        if unit.finished:
            yield forbid("finished_no_fight", units=[unit.id], unit=unit.id)


@rule("3.4i", (Shooting, CombatTable))
def stopped_units(fight: Shooting | CombatTable) -> Findings:
    """A STOP does not keep a unit from Fire Events that it has left."""
    if isinstance(fight, CombatTable):
        return
    for unit in own_units(fight):
        if unit.stopped and not unit.finished and unit.fire_events:
            yield permit("stopped_may_fire", units=[unit.id], unit=unit.id)


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
