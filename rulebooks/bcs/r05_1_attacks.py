"""Chapter 5.0 and 5.1: Regular and Shock Attacks on the Combat Table."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, term, value
from adjudicator.ground.situation import Situation, Unit

from .acts_aftermath import AutoRetreat, Hold, TakeResult
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
    Outcome,
    RegularAttack,
    ShockAttack,
    Summing,
    card_modifier,
    modifier,
    table_code,
)
from .acts_movement import Move
from .r01_formations import acts_now, fire_events, hosts_support, is_host, support_of
from .r01_units import chart, has_av, is_dual, step_closed, terrains
from .r04_movement import allowance, price
from .r04_zones import overstacked
from .r05_0_earlier_chapters import can_do, defends_prepared, obj_zone, targets

ROAD_KINDS = ("primary", "secondary", "track", "rail", "bridge")
SHOCK_COST = 3
COMBAT_DICE = 2


# ---- 5.0 --------------------------------------------------------------------------------------------------------------------
PASSABLE = {"primary", "secondary", "track", "rail"}  # on a hexside, no Terrain


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


@rule("5.0a")
def in_terrain(s: Situation, hex_: str) -> bool:
    """Whether a hex holds "Terrain" in the sense of the chart; Missing where nobody said so."""
    place = s.hex(hex_)
    stated = place.stated("combat_terrain")
    if stated is not None:
        return bool(stated)
    found = [chart(s, name, "combat_terrain") for name in terrains(s, hex_)]
    if any(found):
        return True
    if found and None not in found:
        return False
    return bool(place.combat_terrain)


def key_terrain(s: Situation, hex_: str, asked: bool = True) -> bool:
    """Whether a hex is Key Terrain (glossary); a victory symbol alone does not make it so.

    Unless it is ``asked``, a hex of which nothing at all is said is none."""
    place = s.hex(hex_)
    stated = place.stated("key_terrain")
    if stated is not None:
        return bool(stated)
    if place.stated("combat_terrain") is False and not terrains(s, hex_):
        return False
    found = [chart(s, name, "key_terrain") for name in terrains(s, hex_)]
    if any(found):
        return True
    if (found and None not in found) or place.stated("combat_terrain") is False:
        return False
    if not found and not asked and place.stated("combat_terrain") is None and place.path("key_terrain") not in s.unknown:
        return False
    return bool(place.key_terrain)


@rule("5.0b", (CombatTable, AttackByFire, Barrage, Engagement))
def headquarters_and_trains(fight: Fight) -> Findings:
    """HQs and Trains are never attacked, fired at or barraged."""
    for hex_ in targets(fight):
        there = [unit for unit in fight.s.at(hex_) if unit.side != fight.side]
        spared = [unit for unit in there if unit.kind is not None]
        if spared and len(spared) == len(there):
            yield forbid("only_hq_or_trains", where=[hex_], units=[unit.id for unit in spared], hex=hex_)
        elif spared:
            yield define("hq_or_trains_spared", where=[hex_], units=[unit.id for unit in spared], unit=spared[0].id)


@rule("5.0c", Engagement)
def screens_are_engaged(fight: Engagement) -> Findings:
    """Units in Screen may be engaged."""
    if any(unit.screen for hex_ in targets(fight) for unit in fight.fighters(hex_, fight.side)):
        yield kept()


@rule("5.0c", (CombatTable, AttackByFire, Barrage))
def screens_are_safe(fight: Fight) -> Findings:
    """Units in Screen are neither attacked nor barraged."""
    for hex_ in targets(fight):
        there = fight.fighters(hex_, fight.side)
        screens = [unit for unit in there if unit.screen]
        if screens and len(screens) == len(there):
            yield forbid("screen_not_attacked", where=[hex_], units=[unit.id for unit in screens], unit=screens[0].id)


# ---- 5.1: all attacks ----------------------------------------------------------------------------------------------------------
@rule("5.1a", CombatTable)
def one_hex_in_a_zone(attack: CombatTable) -> Findings:
    """One defending hex with an enemy unit that can be attacked, inside an OBJ Zone; Command Radius does not matter."""
    if attack.slots.get("also"):
        yield forbid("one_defending_hex", where=[attack.target, *attack.slots["also"]])
    if not attack.in_hex:
        attack.s.complete()
        yield forbid("no_defender", where=[attack.target], hex=attack.target)
    if not obj_zone(attack.s, attack.target):
        yield forbid("attack_outside_zone", where=[attack.target], hex=attack.target)
    elif not attack.forbidden:
        yield permit("attack_in_zone", where=[attack.target], units=[attack.attacker.id], hex=attack.target)


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
    unit, target, start = attack.attacker, attack.target, attack.start
    fine = True
    if start is None and not attack.distant:
        fine = False
        yield forbid("not_on_map", units=[unit.id], unit=unit.id)
    elif start is not None and not attack.adjacent(start, target):
        fine = False
        yield forbid("not_adjacent", units=[unit.id], where=[start, target], unit=unit.id, hex=start, target=target)
    if unit.ma_class is None or not unit.ma:
        fine = False
        yield forbid("attacker_without_ma", units=[unit.id], unit=unit.id)
    elif start is not None and step_closed(attack.s, start, target, unit.ma_class):
        fine = False
        yield forbid("attacker_cannot_enter", units=[unit.id], where=[target], unit=unit.id, hex=target)
    if unit.finished:
        fine = False
        yield forbid("attacker_finished", units=[unit.id], unit=unit.id)
    if start is not None and overstacked(attack.s, start):
        fine = False
        yield forbid("attacker_overstacked", units=[unit.id], where=[start], unit=unit.id, hex=start)
    if fine:
        yield permit("attack_unit_fit", units=[unit.id], unit=unit.id)


@rule("5.1d", CombatTable)
def one_kind_of_barrage(attack: CombatTable) -> Findings:
    """The attacker may add one barrage, for suppression or for destruction."""
    if attack.points.mixed:
        yield forbid("barrage_of_both_kinds", where=[attack.target], hex=attack.target)
        return
    if attack.points:
        yield define("attack_with_barrage", where=[attack.target], count=attack.points.count, type=attack.points.type)


# ---- 5.1g-j: Regular Attacks ----------------------------------------------------------------------------------------------------
def attacked_before(attack: CombatTable) -> list[str]:
    """Units that made a Regular Attack on the hex in this phase."""
    acts = attack.s.history
    return [id_ for id_ in acts if any(act.get("hex", act.get("target")) == attack.target for act in acts_now(attack.s, id_, "regular_attack"))]


@rule("5.1g", RegularAttack)
def one_regular_attack_a_hex(attack: RegularAttack) -> Findings:
    """A hex is the target of one Regular Attack in a phase; units that retreated elsewhere may be attacked there."""
    before = attacked_before(attack)
    if before:
        yield forbid("hex_attacked_before", where=[attack.target], units=before, hex=attack.target, unit=before[0])
    else:
        yield define("hex_not_attacked_before", where=[attack.target], hex=attack.target)


@rule("6.1b", RegularAttack, exception_to="5.1g")
def urban_attacks_without_limit(attack: RegularAttack) -> Findings:
    """An Urban hex may be attacked on the Combat Table any number of times."""
    if attack.s.hex(attack.target).urban:
        yield permit("urban_attacks", where=[attack.target], hex=attack.target)


@rule("5.1h", RegularAttack)
def a_stop_does_not_matter(attack: RegularAttack) -> Findings:
    """The unit of a Regular Attack may be STOPPED."""
    if attack.attacker.stopped:
        yield permit("stopped_may_attack", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("5.1i", RegularAttack)
def one_assist(attack: RegularAttack) -> Findings:
    """One Assist at most: adjacent to the defender, with or next to the Attack Unit, neither overstacked nor FINISHED."""
    if len(attack.assists) > 1:
        yield forbid("one_assist", units=[unit.id for unit in attack.assists])
    for unit in attack.assists:
        distant = attack.off_map(unit)
        here = None if distant else attack.standing(unit)
        fine = True
        if unit.id == attack.attacker.id:
            fine = False
            yield forbid("assists_itself", units=[unit.id], unit=unit.id)
        if not can_do(unit, "assist"):
            fine = False
            yield forbid("cannot_assist", units=[unit.id], unit=unit.id)
        if unit.side != attack.side:
            fine = False
            yield forbid("assist_of_the_enemy", units=[unit.id], unit=unit.id)
        if distant != attack.distant:
            if distant or here is None or not attack.adjacent(here, attack.target):
                fine = False
                yield forbid("assist_not_adjacent", units=[unit.id], unit=unit.id, hex=attack.target)
        elif here is not None and attack.start is not None:
            if not attack.adjacent(here, attack.target):
                fine = False
                yield forbid("assist_not_adjacent", units=[unit.id], where=[here], unit=unit.id, hex=attack.target)
            if here != attack.start and not attack.adjacent(here, attack.start):
                fine = False
                yield forbid("assist_apart", units=[unit.id, attack.attacker.id], where=[here], unit=unit.id, other=attack.attacker.id)
        if unit.finished:
            fine = False
            yield forbid("assist_finished", units=[unit.id], unit=unit.id)
        if here is not None and overstacked(attack.s, here):
            fine = False
            yield forbid("assist_overstacked", units=[unit.id], where=[here], unit=unit.id, hex=here)
        if fine:
            yield define("assists", units=[unit.id], unit=unit.id)


@rule("5.1f", CombatTable, "announce")
def the_attack_is_made(attack: CombatTable) -> Findings:
    """Once it is announced the attack was made, whatever its numbers and its result turn out to be."""
    kind = "shock_attack" if isinstance(attack, ShockAttack) else "regular_attack"
    for unit in attack.assists:
        yield record(did=unit.id, act="assist", hex=attack.target)
    yield record(did=attack.attacker.id, act=kind, hex=attack.target, **({"barrage": attack.points.type} if attack.points else {}))


@rule("5.1j", RegularAttack, "announce")
def attackers_are_finished(attack: RegularAttack) -> Findings:
    """Who attacks or assists is FINISHED, whatever comes of it."""
    for unit in (attack.attacker, *attack.assists):
        attack.toll.finish(unit)
        yield record(unit=unit.id, finished=True)
    yield define("attackers_finished", units=[unit.id for unit in (attack.attacker, *attack.assists)])
    yield value("dice", COMBAT_DICE)
    if not attack.dice:  # what is so before any die is thrown
        yield from attack.toll.findings(before=True)


@rule("5.1g", ShockAttack)
def the_limit_is_not_for_shock(attack: ShockAttack) -> Findings:
    """The limit of one attack a hex is for Regular Attacks only."""
    if attacked_before(attack):
        yield permit("shock_after_regular", where=[attack.target], hex=attack.target)


# ---- 5.1k-o: Shock Attacks --------------------------------------------------------------------------------------------------------
@rule("5.1k", ShockAttack)
def as_often_as_wanted(attack: ShockAttack) -> Findings:
    """A hex may be Shock Attacked as often as the Fire Events last, beside other attacks, in any order."""
    if any(acts_now(attack.s, id_, "regular_attack", "shock_attack") for id_ in attack.s.history):
        yield permit("shock_without_limit", where=[attack.target], hex=attack.target)


@rule("5.1m", ShockAttack)
def no_av_in_the_hex(attack: ShockAttack) -> Findings:
    """The defending hex may hold no AV, neither Real nor by Support; an AV of 0 is one."""
    for unit in attack.defenders:
        if has_av(unit):
            yield forbid("shock_against_av", where=[attack.target], units=[unit.id], unit=unit.id, hex=attack.target)
        elif is_host(unit):
            yield forbid("shock_against_support", where=[attack.target], units=[unit.id], unit=unit.id, hex=attack.target)


@rule("5.1m", ShockAttack)
def not_too_dear_a_hex(attack: ShockAttack) -> Findings:
    """It must cost a Tactical unit three MPs at most to enter the hex; the rate of a road may be used for the test."""
    if attack.start is None or attack.attacker.ma_class != "tac" or not attack.adjacent(attack.start, attack.target):
        return
    found = price(attack.s, attack.attacker, attack.start, attack.target)
    cost = found.total
    if cost > SHOCK_COST and found.rate is not None:
        raise found.rate  # a road leads there, and nobody told its rate
    if cost > SHOCK_COST:
        yield forbid("shock_too_dear", where=[attack.target], hex=attack.target, cost=cost, limit=SHOCK_COST)
    elif attack.s.hex(attack.target).stop_terrain:
        yield define("shock_into_stop", where=[attack.target], hex=attack.target, cost=cost)


@rule("5.1m", ShockAttack)
def shock_unit(attack: ShockAttack) -> Findings:
    """The unit: alone, one MP left, not STOPPED, Tactical on the side showing, with arrow, Red or Light AV, or breakthrough armour."""
    unit = attack.attacker
    fine = True
    if unit.stopped:
        fine = False
        yield forbid("shock_while_stopped", units=[unit.id], unit=unit.id)
    if unit.ma_class != "tac":
        fine = False
        yield forbid("shock_needs_tac", units=[unit.id], unit=unit.id)
    elif not can_do(unit, "shock"):
        fine = False
        yield forbid("cannot_shock", units=[unit.id], unit=unit.id)
    left = allowance(unit)
    if left < 1:
        fine = False
        yield forbid("shock_needs_mp", units=[unit.id], unit=unit.id, left=left)
    if fine:
        yield permit("shock_unit_fit", units=[unit.id], unit=unit.id)


@rule("5.1n", ShockAttack)
def alone_and_with_one_point(attack: ShockAttack) -> Findings:
    """No Assist, one point of barrage at most; it costs a Fire Event and does not FINISH the unit."""
    if attack.assists:
        yield forbid("shock_no_assist", units=[unit.id for unit in attack.assists])
    if attack.points.count > attack.table("barrage_limits")["shock"]:
        yield forbid("shock_one_point", where=[attack.target], count=attack.points.count)
    if not attack.assists and attack.points.count <= 1:
        yield permit("shock_alone", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("5.1o", ShockAttack)
def modifiers_start_from_zero(attack: ShockAttack) -> Findings:
    """A new Shock Attack works out its own modifiers; nothing of an earlier one counts."""
    yield kept()
    if any(act.get("hex") == attack.target for act in acts_now(attack.s, attack.attacker.id, "shock_attack")):
        yield define("shock_again", where=[attack.target], hex=attack.target)


# ---- 5.1e: the sums -----------------------------------------------------------------------------------------------------------------
@rule("5.1e", CombatTable, "ratings")
def rating_of_the_attack_unit(attack: CombatTable) -> Findings:
    """The attacker's sum begins with the Action Rating of the Attack Unit."""
    with Summing(attack, ATTACKER):
        yield term("attack", attack.attacker.ar, "action_rating", "base", unit=attack.attacker.id)


@rule("5.1e", CombatTable, "ratings")
def rating_of_the_defender(attack: CombatTable) -> Findings:
    """The defender's sum begins with the Action Rating of the unit that he named."""
    if attack.wiped_out:
        return
    with Summing(attack, DEFENDER):
        unit = attack.rating()
        if AR_UNIT in attack.s.tried:
            yield term("defense", unit.ar, "action_rating_any", "base")
        else:
            yield term("defense", unit.ar, "action_rating", "base", unit=unit.id)


@rule("5.1e", CombatTable, "sums")
def dual_or_red_support(attack: CombatTable) -> Findings:
    """A Dual unit, or a Host of Red Support in a Regular Attack: one or the other."""
    unit = attack.attacker
    with Summing(attack, ATTACKER):
        if has_av(unit):
            if is_dual(unit):
                yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "dual"), "drm_dual", unit=unit.id)
        elif red_support(attack, unit) and (isinstance(attack, RegularAttack) or attack.reading("A19") == "counts"):
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "red_support"), "drm_red_support", unit=unit.id)


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
def attacking_out_of_prepared_defense(attack: CombatTable) -> Findings:
    """A formation that attacks while it is in Prepared Defense."""
    formation = attack.s.formations.get(attack.attacker.formation or "")
    with Summing(attack, ATTACKER):
        if formation is not None and formation.prep_def:
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "attacker_prep_def"), "drm_attacker_prep_def", unit=formation.id)


@rule("5.1e", ShockAttack, "sums")
def hard_and_breakthrough(attack: ShockAttack) -> Findings:
    """Hard units and breakthrough armour have a modifier in Shock Attacks; the book prints its sign, not its number."""
    unit = attack.attacker
    with Summing(attack, ATTACKER):
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


@rule("5.1d", CombatTable, "sums")
def suppression(attack: CombatTable) -> Findings:
    """A barrage for suppression: +2 in a Regular Attack, +1 in a Shock Attack; one for destruction gives nothing."""
    if attack.points.type == SUPPRESSION:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", f"suppression_{attack.limit}"), f"drm_suppression_{attack.limit}")
    elif attack.points.type == DESTRUCTION:
        yield define("destruction_no_drm")


@rule("5.1i", RegularAttack, "sums")
def the_assist(attack: RegularAttack) -> Findings:
    """The Assist gives one modifier."""
    if attack.assists:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "assist"), "drm_assist", unit=attack.assists[0].id)


@rule("5.1n", ShockAttack, "sums")
def own_fire_before(attack: ShockAttack) -> Findings:
    """An Attack by Fire that the same unit made at the hex just before, hit or not."""
    if fired_just_before(attack):
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "own_fire"), "drm_own_fire", unit=attack.attacker.id)


def fired_just_before(attack: CombatTable) -> bool:
    """Whether the last thing that the Attack Unit did was an Attack by Fire at the hex."""
    done = [act for act in acts_now(attack.s, attack.attacker.id) if act.get("act") not in ("observe", "barrage")]
    return bool(done) and done[-1].get("act") == "attack_by_fire" and done[-1].get("hex", attack.target) == attack.target


@rule("5.1e", CombatTable, "sums")
def defender_in_terrain(attack: CombatTable) -> Findings:
    """Terrain in the defender's hex, judged by his AR unit: "infantry" is what shows no AV."""
    if attack.wiped_out:
        return
    with Summing(attack, DEFENDER):
        if in_terrain(attack.s, attack.target):
            unit = attack.rating()
            row = "terrain_av" if has_av(unit) else "terrain"
            by = card_modifier(attack, "combat_drm", row)
            if by:
                yield from modifier(attack, DEFENDER, by, "drm_terrain", hex=attack.target)


@rule("5.1e", CombatTable, "sums")
def hexside_of_the_attack_unit(attack: CombatTable) -> Findings:
    """Terrain on the hexside that the Attack Unit crosses; what an Assist crosses does not count."""
    if attack.wiped_out:
        return
    with Summing(attack, DEFENDER):
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
def defender_with_support(attack: CombatTable) -> Findings:
    """Support of any colour, or a Dual AR unit: one modifier."""
    if attack.wiped_out:
        return
    with Summing(attack, DEFENDER):
        unit = attack.rating()
        if has_av(unit):
            if is_dual(unit):
                yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "dual_defender"), "drm_dual", unit=unit.id)
            if unit.av_type == "stand_off":
                yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "stand_off"), "drm_stand_off", unit=unit.id)
        elif is_host(unit):
            yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "support"), "drm_support", unit=unit.id)
        elif unit.support_dropped and support_of(attack.s, unit.formation):
            yield define("support_is_dropped", units=[unit.id], unit=unit.id)


@rule("5.1e", CombatTable, "sums")
def second_unit(attack: CombatTable) -> Findings:
    """A second combat unit in the hex, Unprepared ones included; HQs, Trains and Support are none."""
    if attack.wiped_out:
        return
    living = attack.living
    with Summing(attack, DEFENDER):
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


# ---- 5.1d, f: dice and results ----------------------------------------------------------------------------------------------------------
@rule("5.1d", CombatTable, "roll")
def no_roll_on_the_table(attack: CombatTable) -> Findings:
    """A barrage that destroys all defenders ends the attack without a roll; for Fatigue it was an attack all the same."""
    if attack.wiped_out:
        yield value("combat_roll", False, "barrage_ends_attack", hex=attack.target)
    yield value("fatigue_check", "attack")


@rule("5.1f", CombatTable, "roll")
def combat_roll(attack: CombatTable) -> Findings:
    """Two dice and the net modifier."""
    if attack.wiped_out:
        return
    drm = attack.computed("drm")
    yield value("outcomes", outcomes(attack, "combat", drm))
    thrown = attack.roll_total()
    yield value("modified", thrown + drm)


def outcomes(fight: Fight, table: str, drm: int) -> dict[str, str]:
    """The result of every natural sum of two dice, neighbours with the same result together; unknown cells are undetermined."""
    bands: dict[str, str] = {}
    start = 2
    codes = [code_of(fight, table, total + drm) for total in range(2, 13)]
    for total in range(2, 13):
        code = codes[total - 2]
        if total == 12 or codes[total - 1] != code:
            bands[str(start) if start == total else f"{start}-{total}"] = code
            start = total + 1
    return bands


def code_of(fight: Fight, table: str, modified: int) -> str:
    """The code of a cell, or that it is not known."""
    found = table_code(fight.book, fight.s, table, modified)
    code = (found or {}).get("code")
    return str(code) if code is not None else "undetermined"


def read_cell(fight: Fight, table: str, modified: int) -> tuple[str | None, str | None, Missing | None]:
    """What a cell says: its code, or as much as is known of it and the fact to ask for."""
    path = f"tables.{table}.{modified}"
    found = None if path in fight.s.unknown else table_code(fight.book, fight.s, table, modified)
    if found is not None and found.get("code") is not None:
        return str(found["code"]), None, None
    return None, (found or {}).get("includes"), Missing(path)


@rule("5.1f", CombatTable, "result")
def combat_result(attack: CombatTable) -> Findings:
    """The entry of the Combat Table; of some entries only a part is known."""
    if attack.wiped_out:
        return
    code, includes, missing = read_cell(attack, "combat", attack.computed("modified"))
    if code is not None:
        attack.codes = tuple(code.split())
        yield value("result", code, "combat_result", modified=attack.computed("modified"), result=code)
    elif includes is not None:
        attack.codes = tuple(str(includes).split())
        attack.toll.partial = True
        attack.unread_cell = missing
        yield value("result_includes", str(includes), "combat_result_in_part", modified=attack.computed("modified"), result=includes)
    elif missing is not None:
        attack.unread_cell = missing  # the attack was made all the same


@rule("5.1f", TakeResult)
def who_takes_the_steps(fight: TakeResult) -> Findings:
    """Steps come off the Attack Unit, never an Assist or Support; the defender's first off his AR unit, none off HQs and Trains."""
    said = str(fight.slots.get("result") or "")
    if said != "loss" and not (said[:1] in ("A", "a", "D") and said[1:].isdigit()):
        return
    for unit in fight.movers_:
        if unit in fight.helpers:
            yield forbid("assist_never_loses", units=[unit.id], unit=unit.id)
        elif unit.kind is not None or unit.in_support:
            yield forbid("no_steps_to_lose", units=[unit.id], unit=unit.id)
    mine = [unit for unit in fight.movers_ if unit in fight.defenders]
    first = count_of(fight.codes or (), "D") <= 1
    if mine and first and not fight.engaged and fight.losses_due and len(fight.living) > 1:
        rating = fight.rating()
        for unit in mine:
            if unit is not rating:
                yield forbid("ar_unit_loses_first", units=[unit.id, rating.id], unit=unit.id, rating=rating.id)


@rule("1.5f", TakeResult)
def support_takes_no_loss(fight: TakeResult) -> Findings:
    """A unit in Support takes losses from Engagements only."""
    for unit in fight.movers_:
        if unit.in_support and not fight.engaged:
            yield forbid("support_takes_none", units=[unit.id], unit=unit.id)


def count_of(codes: tuple[str, ...], *letters: str) -> int:
    """Steps that the codes of some letters cost: A2 two."""
    return sum(int(code[1:] or 1) for code in codes if code[0] in letters and code[1:].isdigit())


@rule("5.1f", (CombatTable, TakeResult, AutoRetreat, Hold), "losses")
def losses_on_both_sides(attack: Outcome) -> Findings:
    """The attacker's losses fall on the Attack Unit alone; the defender's first on his AR unit, then as he likes among the units of the hex."""
    toll = attack.toll
    toll.involve(*[unit for unit in (attack.attacker, *attack.assists) if unit is not None])
    toll.involve(*[unit for unit in attack.in_hex if not unit.in_support])
    if attack.codes is None or not attack.losses_due:
        return
    mine = count_of(attack.codes, "F" if attack.engaged else "A")
    if any(code[0] == "a" for code in attack.codes) and defends_prepared(attack.rating()):
        mine += count_of(attack.codes, "a")
    if mine and attack.attacker is not None:
        toll.lose(attack.attacker, mine)
        yield define("attacker_loses", units=[attack.attacker.id], unit=attack.attacker.id, steps=mine)
    theirs = count_of(attack.codes, "T" if attack.engaged else "D")
    if theirs:
        yield from defender_loses(attack, theirs)


def defender_loses(attack: Outcome, steps: int) -> Findings:
    """The first step comes off the AR unit; where several others could take the rest, the defender shares it out."""
    rating, toll = attack.rating(), attack.toll
    others = [unit for unit in attack.living if unit is not rating]
    first = 1 if others and steps > 1 else steps
    toll.lose(rating, first)
    yield define("defender_loses", units=[rating.id], unit=rating.id, steps=first)
    rest = steps - first
    if not rest:
        return
    able = [unit for unit in (rating, *others) if not toll.dead(unit)]
    shares = {unit.id: attack.shares.get(unit.id, 0) - (first if unit is rating else 0) for unit in able}
    if len(able) > 1 and sum(max(share, 0) for share in shares.values()) == rest:  # the owner has said how he shares them
        for unit in able:
            if shares[unit.id] > 0:
                toll.lose(unit, shares[unit.id])
                yield define("defender_loses", units=[unit.id], unit=unit.id, steps=shares[unit.id])
    elif len(able) == 1:
        toll.lose(able[0], rest)
        yield define("defender_loses", units=[able[0].id], unit=able[0].id, steps=rest)
    elif able:
        yield define("defender_shares", units=[unit.id for unit in able], steps=rest)
        yield effect(any_of=[unit.id for unit in able], count=rest, steps=-1)


@rule("5.1f", (CombatTable, TakeResult), "vacated")
def traffic_where_they_left(attack: Outcome) -> Findings:
    """A Traffic marker in the defender's hex, if his stack retreats or is destroyed."""
    from .acts import place_marker

    if attack.vacated and attack.codes is not None and "T" in attack.codes:
        yield place_marker("traffic", attack.target)
        yield define("traffic_placed", where=[attack.target], hex=attack.target)
    elif attack.codes is not None and "T" in attack.codes:
        yield define("traffic_void", where=[attack.target], hex=attack.target)


# ---- after --------------------------------------------------------------------------------------------------------------------------
@rule("5.1j", Move)
def finished_by_an_attack(move: Move) -> Findings:
    """Who attacked or assisted is FINISHED, whether it advanced or not."""
    unit = move.unit_
    done = acts_now(move.s, unit.id, "regular_attack", "assist")
    helped = any(act.get("assist") == unit.id for id_ in move.s.history for act in acts_now(move.s, id_, "regular_attack"))
    if done or helped:
        yield forbid("finished_after_attack", units=[unit.id], unit=unit.id)


@rule("5.1o", Move)
def moving_on_after_a_shock(move: Move) -> Findings:
    """After a Shock Attack the unit goes on with what MPs it has, unless it is STOPPED for any reason."""
    unit = move.unit_
    if not acts_now(move.s, unit.id, "shock_attack"):
        return
    if unit.stopped or fire_events(unit) <= 0:
        yield forbid("stopped_after_shock", units=[unit.id], unit=unit.id)
    else:
        yield permit("goes_on", units=[unit.id], unit=unit.id)


@rule("5.1o", ShockAttack, "states")
def the_unit_goes_on(attack: ShockAttack) -> Findings:
    """After a Shock Attack the unit goes on with what MPs it has, unless something STOPS it: no Fire Event left, Traffic or STOP terrain entered."""
    unit = attack.attacker
    left = int(attack.toll.told.get(unit.id, {}).get("fire_events", 0))
    place = attack.s.hex(attack.target)
    goes = attack.vacated and not place.urban
    traffic = goes and ((attack.codes is not None and "T" in attack.codes) or marked(attack, attack.target))
    if left <= 0:
        attack.toll.stop(unit)
        yield define("stopped_no_fire_events", units=[unit.id], unit=unit.id)
    elif attack.codes is None and not attack.wiped_out:
        return  # not read: nobody knows
    elif traffic:
        attack.toll.stop(unit)
        yield define("stopped_by_traffic", units=[unit.id], unit=unit.id, hex=attack.target)
    elif goes and place.stop_terrain:
        attack.toll.stop(unit)
        yield define("stopped_by_terrain", units=[unit.id], unit=unit.id, hex=attack.target)
    else:
        attack.toll.tell(unit, state="may_move")
        yield define("goes_on", units=[unit.id], unit=unit.id)


def marked(fight: Fight, hex_: str) -> bool:
    """Whether a Traffic marker lies in a hex."""
    return any(marker.kind == "traffic" and marker.hex == hex_ for marker in fight.s.markers.values())


@rule("5.1f", CombatTable, "after")
def the_toll(attack: CombatTable) -> Findings:
    """What happened to everybody, and what is left to be carried out."""
    if attack.codes is None and not attack.wiped_out:
        attack.toll.partial = True
    yield from attack.toll.findings()
    result = attack.computed("result") or attack.computed("result_includes")
    kind = "shock_attack" if isinstance(attack, ShockAttack) else "regular_attack"
    leaving = [fate.unit.id for fate in attack.fates if fate.goes]
    if attack.vacated or leaving:
        gone = {unit.id for unit in attack.defenders if attack.toll.dead(unit)}
        pending = {
            "act": kind, "hex": attack.target, "result": result, "modified": attack.computed("modified"), "attackers": [attack.attacker.id],
            "support": [unit.id for unit in attack.assists], "defenders": leaving, "steps_taken": True,
        }  # fmt: skip
        pending["destroyed" if gone and not leaving else "retreated"] = True
        yield record(state="pending", value=pending)


@rule("5.1f", CombatTable, "unread")
def what_the_card_would_say(attack: CombatTable) -> Findings:
    """A cell that is known in part, and steps that nobody stated, are asked for at the end."""
    if attack.unread_cell is not None:
        raise attack.unread_cell
    for unit in attack.toll.unsure():
        raise Missing(unit.path("steps"))
    return
    yield
