"""Chapter 5.3: Attacks by Fire."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, forbid, permit, record, rule, says, value

from .acts_combat import NO_EFFECT, AttackByFire, CombatTable, Shot
from .r01_vocabulary import can_do, has_av, is_host
from .r03_vocabulary import in_obj_zone, is_finished, is_stopped
from .r04_vocabulary_zones import mandatory_units
from .r05_common import fired_just_before, unless
from .r05_common_barrage import hits, losses_told, needed_of
from .vocabulary import acts_now, doers


# ---- 5.3 Attacks by Fire --------------------------------------------------------------------------------------------
@rule("5.3a", AttackByFire)
def as_many_as_wanted(fire: AttackByFire) -> Findings:
    """Any number of Attacks by Fire may be made at a hex, before or after any attack."""
    kinds = "attack_by_fire", "regular_attack", "shock_attack"
    acts = [act for id_ in doers(fire.s, *kinds) for act in acts_now(fire.s, id_, *kinds)]
    before = any(act.get("hex") in fire.hexes for act in acts)
    if before or len(fire.shots) > 1:
        yield permit("fire_without_limit", where=fire.hexes)


@rule("5.3b", AttackByFire)
def next_to_a_hex_without_av(fire: AttackByFire) -> Findings:
    """The Firer is adjacent and not FINISHED; the hex lies in an OBJ Zone and holds no AV, neither Real nor by Support."""
    yield from unless(_faults(fire), permit("fire_allowed", fire.firers(), where=fire.hexes))


def _faults(fire: AttackByFire) -> Findings:
    for shot in fire.shots:
        unit = shot.firer
        if fire.off_map(unit):
            continue  # 6.3c
        here = fire.standing(unit)
        if here is None or not fire.adjacent(here, shot.hex):
            yield forbid("fire_not_adjacent", unit, where=[here or "", shot.hex], target=shot.hex)
    for unit in fire.firers():
        if is_finished(unit):
            yield forbid("firer_finished", unit)
    for hex_ in fire.hexes:
        there = fire.fighters(hex_, fire.side)
        if not there and not any(unit.side != fire.side for unit in fire.s.at(hex_)):
            fire.s.complete()
            yield forbid("no_defender", hex_)
        for unit in there:
            if has_av(unit):
                yield forbid("fire_at_av", unit, hex_)
            elif is_host(unit):
                yield forbid("fire_at_support", unit, hex_)
        if not in_obj_zone(fire.s, hex_):
            yield forbid("fire_outside_zone", hex_)


def owes_an_engagement(fire: AttackByFire, unit: Unit, here: str) -> bool:
    """Whether the unit has moved into a mandatory Stopping Engagement and not fired one since."""
    done = acts_now(fire.s, unit.id)
    moves = [index for index, act in enumerate(done) if act.get("act") == "move"]
    if not moves or any(act.get("act") == "engagement" for act in done[moves[-1] :]):
        return False
    return bool(mandatory_units(fire.s, here, unit.side))


@rule("5.3c", AttackByFire, each="firers")
def only_certain_types(fire: AttackByFire, unit: Unit) -> Findings:
    """One unit each, of a type that may; a Stopping Engagement that is mandatory has to have been fought before (A36: once, won or not)."""
    if not can_do(unit, "fire"):
        yield forbid("type_cannot_fire", unit)
        return
    if unit.screen:
        return  # 4.6a
    here = fire.s.units[unit.id].hex if unit.id in fire.s.units else None
    if here is not None and owes_an_engagement(fire, unit, here):
        yield forbid("stop_engagement_first", unit, here)
    else:
        yield permit("may_fire", unit)


@rule("5.3d", AttackByFire)
def one_by_one(fire: AttackByFire) -> Findings:
    """Each is resolved on its own; they never combine with each other or with points."""
    if fire.combined:
        yield forbid("fire_combined", fire.firers())
    elif fire.slots.get("points") or fire.slots.get("air"):
        yield forbid("fire_with_points", fire.firers())


def dice_for(fire: AttackByFire, shot: Shot) -> int:
    """Dice of one Attack by Fire: one for each unit of the hex, or one for the hex if the table is read so."""
    there = [unit for unit in fire.fighters(shot.hex, fire.side) if not unit.screen]
    if len(there) > 1 and fire.reading("A9") == "hex":
        return 1
    return len(there)


@rule("5.3d", AttackByFire, "announce")
def the_column_of_fire(fire: AttackByFire) -> Findings:
    """As one point of barrage, in the column for Attacks by Fire; one die for every unit in the hex (A9)."""
    there = [unit for hex_ in fire.hexes for unit in fire.fighters(hex_, fire.side) if not unit.screen]
    fire.toll.involve(*there, *fire.firers())
    dice = sum(dice_for(fire, shot) for shot in fire.shots)
    yield value("dice", dice)
    yield value("barrage_dice", dice)
    try:
        rows = needed_of(fire, there, "fire")
    except Missing:
        rows = None
    if rows is not None:
        yield value("needed", {"loss": rows}, "fire_needs", needed=rows)


@rule("5.3d", AttackByFire, "fire")
def the_shot(fire: AttackByFire, shot: Shot) -> Findings:
    """A die for every unit that still stands in the hex."""
    there = [unit for unit in fire.fighters(shot.hex, fire.side) if not unit.screen and not fire.toll.dead(unit)]
    if len(there) > 1 and fire.reading("A9") == "hex":
        there = there[:1]
    if not there:
        yield define("no_target_left", shot.hex)
        return
    lost = 0
    for unit in sorted(there, key=lambda unit: unit.id):  # whose die is whose hangs on no order of a file
        die = fire.roll()
        if hits(fire, unit, "fire", die):
            lost += 1
            fire.toll.lose(unit)
    shot.result = losses_told(lost)
    fired = [other.result for other in fire.shots if other.result is not None]
    yield value("result", fire.many(fired), "fire_costs", lost=shot.result)


@rule("5.3d", AttackByFire, "states", each="firers")
def the_firer_goes_on(fire: AttackByFire, unit: Unit) -> Findings:
    """A Firer with a Fire Event left that nothing STOPS goes on."""
    left = int(fire.toll.told.get(unit.id, {}).get("fire_events", 0))
    if left > 0:
        if is_stopped(unit):
            fire.toll.stop(unit)
        else:
            fire.toll.tell(unit, state="may_move")
            yield define("goes_on", unit)


@rule("5.3d", AttackByFire, "after")
def the_toll(fire: AttackByFire) -> Findings:
    """What happened to everybody."""
    yield from fire.toll.findings()
    for shot in fire.shots:
        gone = [unit for unit in fire.fighters(shot.hex, fire.side) if not fire.toll.dead(unit)]
        result = shot.result if gone or shot.result in (None, NO_EFFECT) else "destroyed"
        yield record(did=shot.firer.id, act="attack_by_fire", hex=shot.hex, result=result)


says("5.3d", AttackByFire, "unread", "Steps that nobody stated are asked for at the end.", lambda fire: fire.toll.ask_steps())


@rule("5.3e", CombatTable, each="claimed_fire")
def fire_of_others(attack: CombatTable, id_: str) -> Findings:
    """What another unit fired is suppression for nobody else."""
    if id_ != attack.attacker.id:
        yield forbid("fire_does_not_count", units=[id_], unit=id_)


@rule("5.3e", CombatTable, "sums")
def fire_is_no_suppression(attack: CombatTable) -> Findings:
    """An Attack by Fire is never suppression for a Regular Attack; for a Shock Attack only the same unit's own counts, and only the next one."""
    for id_ in attack.s.history:
        own = id_ == attack.attacker.id
        if own and attack.limit == "shock" and fired_just_before(attack):
            yield define("own_fire_counts", units=[id_], unit=id_)
        elif any(act.get("hex") == attack.target for act in acts_now(attack.s, id_, "attack_by_fire")):
            yield define("fire_does_not_count", units=[id_], unit=id_)
