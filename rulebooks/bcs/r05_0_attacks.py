"""Chapter 5.0 and 5.1a to e: Regular and Shock Attacks, who makes them and what they add up to."""

from __future__ import annotations

from adjudicator.book import LEGAL, Findings, InputError, Missing, Unit, cited, define, forbid, kept, permit, rule, term, value
from adjudicator.book.engine import suppose
from adjudicator.kit import answered, is_legal, told_elsewhere

from .acts_aftermath import AskAttackers, AskModifier, FightQuestion
from .acts_combat import (
    AR_UNIT,
    ATTACKER,
    DEFENDER,
    DESTRUCTION,
    SUPPRESSION,
    AttackByFire,
    Barrage,
    CombatTable,
    Engagement,
    Fight,
    RegularAttack,
    ShockAttack,
    Shot,
)
from .r01_vocabulary import has_av, hosts_support, is_dual, is_host, support_of
from .r03_vocabulary import in_obj_zone, is_finished
from .r04_vocabulary_ground import chart, step_closed
from .r04_vocabulary_zones import overstacked
from .r05_common import PASSABLE, card_modifier, in_terrain, modifier, summing, targets, unless
from .r05_common_questions import near, of_ruling, trial
from .vocabulary import is_combat_unit


# ---- 5.0 Combat -----------------------------------------------------------------------------------------------------
@rule("5.0", (CombatTable, AttackByFire, Barrage))
def only_the_active_side(fight: Fight) -> Findings:
    """The active player alone starts combat, in the Activities Phase."""
    if fight.side != fight.acting:
        yield forbid("active_side_only", side=fight.side)
    phase = fight.s.stated("phase")
    if phase not in (None, "activities", "activations"):
        yield forbid("not_in_activities", phase=phase)


@rule("5.0a", (CombatTable, AttackByFire, Barrage))
def where_terrain_counts(fight: Fight) -> Findings:
    """Terrain of hexes counts in all these fights, that of hexsides on the Combat Table only."""
    sides = [side for hex_ in targets(fight) for side in fight.s.hexsides.values() if hex_ in side.id.split("/") and set(side.features) - PASSABLE]
    if sides and not isinstance(fight, CombatTable):
        yield permit("hexsides_do_nothing", where=targets(fight))
    elif sides or any(fight.s.hex(hex_).stated("combat_terrain") for hex_ in targets(fight)):
        yield kept()


@rule("5.0a", Engagement, "range")
def hexside_terrain_does_nothing(fight: Engagement, shot: Shot) -> Findings:
    """Terrain on hexsides has no part in Engagements."""
    here = fight.standing(shot.firer) if not fight.off_map(shot.firer) else None
    if here is None or fight.forbidden:
        return
    around = [side for side in fight.s.hexsides.values() if shot.hex in side.id.split("/") and set(side.features) - PASSABLE]
    if around:
        yield permit("hexsides_do_nothing", shot.hex)


@rule("5.0b", (CombatTable, AttackByFire, Barrage, Engagement), each=targets)
def headquarters_and_trains(fight: Fight, hex_: str) -> Findings:
    """HQs and Trains are never attacked, fired at or barraged."""
    there = [unit for unit in fight.s.at(hex_) if unit.side != fight.side]
    spared = [unit for unit in there if unit.kind is not None]
    if spared and len(spared) == len(there):
        yield forbid("only_hq_or_trains", spared, hex_)
    elif spared:
        yield define("hq_or_trains_spared", spared, hex_, unit=spared[0].id)


@cited("5.0c", Engagement)
def screens_are_engaged(fight: Engagement) -> bool:
    """Units in Screen may be engaged."""
    return any(unit.screen for hex_ in targets(fight) for unit in fight.fighters(hex_, fight.side))


@rule("5.0c", (CombatTable, AttackByFire, Barrage), each=targets)
def screens_are_safe(fight: Fight, hex_: str) -> Findings:
    """Units in Screen are neither attacked nor barraged."""
    there = fight.fighters(hex_, fight.side)
    screens = [unit for unit in there if unit.screen]
    if screens and len(screens) == len(there):
        yield forbid("screen_not_attacked", screens, hex_, unit=screens[0].id)


# ---- 5.1 Regular and Shock Attacks ----------------------------------------------------------------------------------
@rule("5.1a", CombatTable)
def one_hex_in_a_zone(attack: CombatTable) -> Findings:
    """One defending hex with an enemy unit that can be attacked, inside an OBJ Zone; Command Radius does not matter."""
    if attack.slots.get("also"):
        yield forbid("one_defending_hex", where=[attack.target, *attack.slots["also"]])
    if not attack.in_hex:
        attack.s.complete()
        yield forbid("no_defender", attack.target)
    if not in_obj_zone(attack.s, attack.target):
        yield forbid("attack_outside_zone", attack.target)
    elif not attack.forbidden:
        yield permit("attack_in_zone", attack.attacker, attack.target)


@rule("5.1a", AskAttackers, "answer")
def who_may_attack(question: FightQuestion) -> Findings:
    """The units of the active side that could make a Regular or Shock Attack on the hex now."""
    target = question.slots.get("target")
    if target is None:
        for name in question.slots.get("attacked") or ():
            target = target or question.standing(question.unit(name))
    if target is None:
        raise InputError("no_destination")
    able: dict[str, list[str]] = {}
    for unit in question.s.placed():
        if unit.side != question.acting or not is_combat_unit(unit) or not near(question, unit, target):
            continue
        for kind in ("regular_attack", "shock_attack"):
            ruling = suppose(question, kind, {"units": (unit.id,), "target": target}, full=False)
            if not any(unit.id in names for names in able.values()) and is_legal(question, ruling) or ruling.verdict == LEGAL:
                able.setdefault(kind, []).append(unit.id)
    units = list(dict.fromkeys(name for names in able.values() for name in names))
    yield value("attackers", units)
    yield value("answer", ", ".join(units) or "none")
    for kind, names in able.items():
        yield value(kind, names)


@rule("5.1b", CombatTable)
def the_defender_names_his_unit(attack: CombatTable) -> Findings:
    """The defender names the unit whose Action Rating counts, whichever he likes of those in the hex."""
    name = attack.named_rating
    if name is None:
        return
    if name in [unit.id for unit in attack.defenders]:
        yield define("ar_unit_named", units=[name], unit=name)
    else:
        yield forbid("ar_unit_elsewhere", units=[name], unit=name, hex=attack.target)


@rule("5.1c", CombatTable)
def attack_unit(attack: CombatTable) -> Findings:
    """The Attack Unit: adjacent, able to enter the hex by movement, not FINISHED, not overstacked, with a Movement Allowance."""
    yield from unless(_faults(attack, attack.attacker), permit("attack_unit_fit", attack.attacker))


def _faults(attack: CombatTable, unit: Unit) -> Findings:
    target, start = attack.target, attack.start
    yield from told_elsewhere(attack, [unit])
    if start is None and not attack.distant:
        yield forbid("not_on_map", unit)
    elif start is not None and not attack.adjacent(start, target):
        yield forbid("not_adjacent", unit, start, target, hex=start, target=target)
    if unit.ma_class is None or not unit.ma:
        yield forbid("attacker_without_ma", unit)
    elif start is not None and step_closed(attack.s, start, target, unit.ma_class):
        yield forbid("attacker_cannot_enter", unit, target)
    if is_finished(unit):
        yield forbid("attacker_finished", unit)
    if start is not None and overstacked(attack.s, start):
        yield forbid("attacker_overstacked", unit, start)


@rule("5.1d", CombatTable)
def one_kind_of_barrage(attack: CombatTable) -> Findings:
    """The attacker may add one barrage, for suppression or for destruction."""
    if attack.points.mixed:
        yield forbid("barrage_of_both_kinds", attack.target)
        return
    if attack.points:
        yield define("attack_with_barrage", attack.target, count=attack.points.count, type=attack.points.type)


@rule("5.1d", CombatTable, "sums")
def suppression(attack: CombatTable) -> Findings:
    """A barrage for suppression: +2 in a Regular Attack, +1 in a Shock Attack; one for destruction gives nothing."""
    if attack.points.type == SUPPRESSION:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", f"suppression_{attack.limit}"), f"drm_suppression_{attack.limit}")
    elif attack.points.type == DESTRUCTION:
        yield define("destruction_no_drm")


@rule("5.1d", CombatTable, "roll")
def no_roll_on_the_table(attack: CombatTable) -> Findings:
    """A barrage that destroys all defenders ends the attack without a roll; for Fatigue it was an attack all the same."""
    if attack.wiped_out:
        yield value("combat_roll", False, "barrage_ends_attack", hex=attack.target)
    yield value("fatigue_check", "attack")


@rule("5.1e", CombatTable)
def claimed_modifiers(attack: CombatTable) -> Findings:
    """Terrain and overstacking count where they are."""
    if "terrain" in attack.claimed_drms and not attack.s.hex(attack.target).combat_terrain and not attack.crossed():
        yield forbid("no_terrain_there", attack.target)
    if "overstack" in attack.claimed_drms and not overstacked(attack.s, attack.target):
        yield forbid("not_overstacked", attack.target)


@rule("5.1e", CombatTable)
def two_units_for_the_second(attack: CombatTable) -> Findings:
    """The modifier for a second unit needs two combat units in the hex."""
    if attack.claimed_second is not None and len(attack.defenders) < 2:
        attack.s.complete()
        yield forbid("no_second_unit_there", attack.target)


@rule("5.1e", CombatTable, "ratings")
@summing(ATTACKER)
def rating_of_the_attack_unit(attack: CombatTable) -> Findings:
    """The attacker's sum begins with the Action Rating of the Attack Unit."""
    yield term("attack", attack.attacker.ar, "action_rating", "base", unit=attack.attacker.id)


@rule("5.1e", CombatTable, "ratings")
@summing(DEFENDER)
def rating_of_the_defender(attack: CombatTable) -> Findings:
    """The defender's sum begins with the Action Rating of the unit that he named."""
    unit = attack.rating()
    if AR_UNIT in attack.s.tried:
        yield term("defense", unit.ar, "action_rating_any", "base")
    else:
        yield term("defense", unit.ar, "action_rating", "base", unit=unit.id)


def red_support(attack: CombatTable, unit: Unit) -> bool:
    """Whether a Host has Red Support; a Support unit of a colour that nobody stated is asked about if no other is Red."""
    missing: Missing | None = None
    for other in hosts_support(unit):
        try:
            if other.av_type == "red":
                return True
        except Missing as error:
            missing = error
    if missing is not None:
        raise missing
    return False


@rule("5.1e", CombatTable, "sums")
@summing(ATTACKER)
def dual_or_red_support(attack: CombatTable) -> Findings:
    """A Dual unit, or a Host of Red Support in a Regular Attack: one or the other."""
    unit = attack.attacker
    if has_av(unit):
        if is_dual(unit):
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "dual"), "drm_dual", unit=unit.id)
    elif red_support(attack, unit) and (isinstance(attack, RegularAttack) or attack.reading("A19") == "counts"):
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "red_support"), "drm_red_support", unit=unit.id)


@rule("5.1e", CombatTable, "sums")
@summing(ATTACKER)
def attacking_out_of_prepared_defense(attack: CombatTable) -> Findings:
    """A formation that attacks while it is in Prepared Defense."""
    formation = attack.s.formations.get(attack.attacker.formation or "")
    if formation is not None and formation.prep_def:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "attacker_prep_def"), "drm_attacker_prep_def", unit=formation.id)


@rule("5.1e", ShockAttack, "sums")
@summing(ATTACKER)
def hard_and_breakthrough(attack: ShockAttack) -> Findings:
    """Hard units and breakthrough armour have a modifier in Shock Attacks; the book prints its sign, not its number."""
    unit = attack.attacker
    missing: list[Missing] = []
    for fact in ("hard", "breakthrough"):
        if fact == "hard" and not has_av(unit):
            continue  # only vehicles are
        try:
            if getattr(unit, fact):
                yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", fact), f"drm_{fact}", unit=unit.id)
        except Missing as error:
            missing.append(error)
    if missing:
        first, *rest = missing
        raise Missing(first.fact, first.values, tuple((other.fact, other.values) for other in rest))


@rule("5.1e", CombatTable, "sums")
@summing(DEFENDER)
def defender_in_terrain(attack: CombatTable) -> Findings:
    """Terrain in the defender's hex, judged by his AR unit: "infantry" is what shows no AV."""
    if in_terrain(attack.s, attack.target):
        unit = attack.rating()
        row = "terrain_av" if has_av(unit) else "terrain"
        by = card_modifier(attack, "combat_drm", row)
        if by:
            yield from modifier(attack, DEFENDER, by, "drm_terrain", hex=attack.target)


ROAD_KINDS = ("primary", "secondary", "track", "rail", "bridge")


@rule("5.1e", CombatTable, "sums")
@summing(DEFENDER)
def hexside_of_the_attack_unit(attack: CombatTable) -> Findings:
    """Terrain on the hexside that the Attack Unit crosses; what an Assist crosses does not count."""
    for name in attack.crossed():
        if name in ROAD_KINDS:
            continue
        kind = chart(attack.s, name, "combat_terrain")
        if kind is False:
            continue
        typed = chart(attack.s, name, "combat_drm")
        if typed is None:
            try:
                typed = card_modifier(attack, "combat_drm", "hexside")
            except Missing as missing:
                if kind is None:
                    raise Missing(missing.fact, None, ((f"tables.tec.{name}.combat_terrain", (True, False)),)) from missing
                raise
        if typed:
            yield from modifier(attack, DEFENDER, int(typed), "drm_hexside", name=name)


@rule("5.1e", CombatTable, "sums")
@summing(DEFENDER)
def defender_with_support(attack: CombatTable) -> Findings:
    """Support of any colour, or a Dual AR unit: one modifier."""
    unit = attack.rating()
    if has_av(unit):
        if is_dual(unit):
            yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "dual_defender"), "drm_dual", unit=unit.id)
        if unit.av_type == "stand_off":
            yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "stand_off"), "drm_stand_off", unit=unit.id)
    elif is_host(unit):
        yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "support"), "drm_support", unit=unit.id)
    elif unit.support_dropped and support_of(attack.s, unit.formation):
        yield define("support_is_dropped", unit)


@rule("5.1e", CombatTable, "sums")
@summing(DEFENDER)
def second_unit(attack: CombatTable) -> Findings:
    """A second combat unit in the hex, Unprepared ones included; HQs, Trains and Support are none."""
    living = attack.living
    if len(living) > 1:
        others = [unit for unit in living if unit.id != attack.named_rating]
        yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "second_unit"), "drm_second_unit", unit=others[-1].id)


@rule("5.1e", CombatTable, "net")
def net_modifier(attack: CombatTable) -> Findings:
    """The attacker's net Action Rating less the defender's modifies the dice."""
    if attack.wiped_out:
        return
    mine, theirs = attack.total("attack"), attack.total("defense")
    yield value("drm", mine - theirs, "net_modifier", attack=mine, defense=theirs)


@rule("5.1e", AskModifier, "answer")
def modifier_of_a_fight(question: FightQuestion) -> Findings:
    """The net modifier that the fight would have."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    if "drm" in ruling.computed:
        yield from answered("drm", ruling.computed["drm"])
    else:
        yield value("answer", "none")


@rule("5.1e", CombatTable, "sums", after=("5.1i", "5.1n", "5.3e", "6.1b", "6.3c"))
def both_sums(attack: CombatTable) -> Findings:
    """The net Action Rating of each side, as far as nothing in it is open, once all rules have added to it."""
    if ATTACKER not in attack.open:
        yield value("attack_total", attack.so_far("attack"))
    if DEFENDER not in attack.open and not attack.wiped_out:
        yield value("defense_total", attack.total("defense"))
