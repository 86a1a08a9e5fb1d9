"""Chapter 6.5 [optional]: defending Stand-Off fire at Support."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, forbid, permit, record, rule, term, value

from .acts_aftermath import SupportFire
from .acts_combat import ATTACKER, DEFENDER, NO_EFFECT
from .r01_vocabulary import has_av, is_dual, is_host, support_of
from .r05_common import Summing, outcomes, read_cell


# ---- 6.5 Stand-Off fire [optional] ----------------------------------------------------------------------------------
def red(fire: SupportFire) -> Unit | None:
    """The Red Support of the Attack Unit that is fired at."""
    unit = fire.attacker
    if unit is None or has_av(unit) or not is_host(unit):
        return None
    return next((other for other in support_of(fire.s, unit.formation) if other.av_type == "red"), None)


STAND_OFF = "stand_off"


def gun(fire: SupportFire) -> Unit | None:
    """The Stand-Off AV that fires: the unit itself, or a Support unit of its formation."""
    unit = fire.firing_unit
    if unit is None:
        return None
    if has_av(unit):
        return unit if unit.av_type == STAND_OFF else None
    if not is_host(unit):
        return None
    return next((other for other in support_of(fire.s, unit.formation) if other.av_type == STAND_OFF), None)


@rule("6.5", SupportFire)
def one_shot_before_the_modifiers(fire: SupportFire) -> Findings:
    """After the Attack Unit is named and before the modifiers, the defender's Stand-Off AV fires once at its Red Support; not at a Dual unit."""
    if not fire.s.option("6.5"):
        return
    unit, enemy = fire.firing_unit, fire.attacker
    if unit is None or enemy is None:
        return
    if fire.pending.get("stage") not in (None, "before_drms") or fire.pending.get("act") not in ("regular_attack", "combat", "attack", "shock_attack"):
        yield forbid("stand_off_too_late", unit)
    if unit.side == fire.acting:
        yield forbid("stand_off_defender_only", unit)
    if has_av(enemy) and is_dual(enemy):
        yield forbid("stand_off_not_at_dual", enemy)
    elif red(fire) is None:
        yield forbid("stand_off_no_red_support", enemy)
    if gun(fire) is None:
        yield forbid("stand_off_no_gun", unit)
    if not fire.forbidden:
        yield permit("stand_off_fires", unit, enemy, unit=unit.id, enemy=enemy.id)


@rule("6.5", SupportFire, "sums")
def its_line(fire: SupportFire) -> Findings:
    """It is resolved on the line against Support."""
    yield value("line", "support")
    yield value("dice", 2)


@rule("6.5", SupportFire, "sums")
def sums(fire: SupportFire) -> Findings:
    """The Stand-Off AV and its Host's rating against the Red Support's AV and the Attack Unit's rating."""
    shooter, target = gun(fire), red(fire)
    if shooter is None or target is None or fire.firing_unit is None or fire.attacker is None:
        fire.open |= {ATTACKER, DEFENDER}
        return
    with Summing(fire, ATTACKER):
        yield term("attack", shooter.av, "armor_value", "base", unit=shooter.id)
        yield term("attack", fire.firing_unit.ar, "action_rating", "base", unit=fire.firing_unit.id)
    with Summing(fire, DEFENDER):
        yield term("defense", target.av, "armor_value", "base", unit=target.id)
        yield term("defense", fire.attacker.ar, "action_rating", "base", unit=fire.attacker.id)


@rule("6.5", SupportFire, "net")
def net(fire: SupportFire) -> Findings:
    """The difference modifies the dice."""
    if fire.open:
        return
    drm = fire.total("attack") - fire.total("defense")
    yield value("drm", drm, "net_modifier", attack=fire.total("attack"), defense=fire.total("defense"))
    yield value("outcomes", outcomes(fire, "engagement_support", drm))


@rule("6.5", SupportFire, "fire")
def shot(fire: SupportFire) -> Findings:
    """A Drop denies the attacker his Support for this attack; steps are lost as in any Engagement."""
    if fire.open:
        return
    thrown = fire.roll_total() + fire.computed("drm")
    yield value("modified", thrown)
    code, includes, fire.missing = read_cell(fire, "engagement_support", thrown)
    if code is not None:
        fire.codes = tuple(code.split())
        yield value("result", code or NO_EFFECT, "engagement_result", result=code or NO_EFFECT, modified=thrown)
    elif includes is not None:
        fire.codes = tuple(includes.split())
        yield value("result_includes", includes)


@rule("6.5", SupportFire, "after")
def toll(fire: SupportFire) -> Findings:
    """Losses; a step of the Firer drops no Support of the defender unless the Firer dies; the attacker's is back when the attack ends."""
    target, shooter = red(fire), gun(fire)
    if fire.codes is None or target is None or shooter is None or fire.attacker is None:
        return
    if "DROP" in fire.codes:
        fire.toll.tell(fire.attacker, support="dropped")
        fire.toll.fact(fire.attacker, support_dropped="temporary")
        yield define("stand_off_drop", fire.attacker)
    if "S1" in fire.codes:
        fire.toll.lose(target)
    if "F1" in fire.codes:
        fire.toll.lose(shooter)
    yield from fire.toll.findings()
    yield record(did=fire.firing_unit.id if fire.firing_unit is not None else shooter.id, act="engagement", target=target.id)


@rule("6.5", SupportFire, "unread")
def unread(fire: SupportFire) -> None:
    """A cell that the book does not give is asked for."""
    if isinstance(fire.missing, Missing):
        raise fire.missing
