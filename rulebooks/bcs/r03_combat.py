"""What chapter 3 says about fights: the active formation, what a unit may still do, OBJ Zones, a blocked MSR, a SNAFU Partial."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ruling import Findings, define, forbid, kept, permit
from adjudicator.situation import Situation, Unit

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
from .r01_formations import acts_now, started_since
from .r03_objectives import obj_zone as zone_strength

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
    if not formation.arty_used:
        yield kept()
    elif formation.arty_used + fight.points.artillery > artillery(formation):
        yield forbid("points_used_up", unit=formation.id, used=formation.arty_used)


@rule("3.4c", Barrage)
def barrages_at_any_time(fight: Barrage) -> Findings:
    """Barrages fall before, during and after the movement of any unit."""
    if any(acts_now(fight.s, id_, "move") for id_ in fight.s.history):
        yield permit("barrage_any_time", where=[fight.target])


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
