"""Chapter 3.4: who may still act, STOPPED and FINISHED units."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, cites, define, effect, forbid, kept, permit, record, rule, says, value
from adjudicator.kit import belongs

from .acts import UnitAct
from .acts_combat import Barrage, CombatTable, Fight, Observe, RegularAttack, ShockAttack, Shooting
from .acts_formation import Recon
from .acts_movement import Flip, Move, Screen, VoluntaryRetreat
from .acts_turn import AskStopped
from .r01_vocabulary import points_used, started_since
from .r03_vocabulary import is_finished, is_stopped, not_active, why_stopped
from .r04_vocabulary import traffic_in
from .r04_vocabulary_zones import affecting
from .r05_common import observers, own_units
from .r05_common_barrage import artillery, battery
from .vocabulary import acts_now, against, doers, enemies, in_play, is_hq, may_move, stopped


# ---- 3.4 Activities -------------------------------------------------------------------------------------------------
@rule("3.4a", Recon)
def of_the_active_formation(act: Recon) -> Findings:
    """Only units of the active formation do anything."""
    yield kept()
    yield from not_active(act.s, act.unit_)


@rule("3.4a", (Move, Flip))
def moved_by_the_active_formation(move: Move) -> Findings:
    """Only units of the active formation do anything."""
    active = move.s.stated("active_formation")
    if active is not None and move.unit_.side == move.s.stated("active") and not belongs(move.unit_, active):
        yield forbid("not_active_formation", move.unit_, formation=active)


@rule("3.4a", (CombatTable, Shooting))
def fights_of_the_active_formation(fight: CombatTable | Shooting) -> Findings:
    """Only units of the active formation act."""
    active = fight.s.stated("active_formation")
    for unit in own_units(fight):
        if active is not None and unit.side == fight.side and not belongs(unit, active):
            yield forbid("not_of_active_formation", unit, formation=active)
        elif active is not None:
            yield kept()


@rule("3.4b", Move)
def one_unit_at_a_time(move: Move) -> Findings:
    """A unit finishes its movement before the next begins."""
    other = started_since(move.unit_)
    if other is not None:
        yield define("one_at_a_time", move.unit_, other, unit=move.unit_.id, other=other.id)


@rule("3.4b", (CombatTable, Barrage))
def no_point_twice(fight: CombatTable | Barrage) -> Findings:
    """No unit and no point is used more than once in an Activation."""
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
    if any(acts_now(fight.s, id_, "move") for id_ in doers(fight.s, "move")):
        yield permit("barrage_any_time", fight.target)
    else:
        yield kept()


@rule("3.4d", (Move, Flip))
def not_gone_back_to(move: Move) -> Findings:
    """Once another unit has begun, the MPs of this one are gone."""
    yield kept()
    other = started_since(move.unit_)
    if other is not None:
        yield forbid("another_began", move.unit_, other, unit=move.unit_.id, other=other.id)


cites("3.4e", (Shooting, CombatTable), "What a STOP bars and what not.", lambda fight: any(is_stopped(unit) for unit in own_units(fight)))


@rule("3.4e", AskStopped, "answer")
def stopped_or_not(ask: UnitAct) -> Findings:
    """Whether a unit is STOPPED, by a marker or by what it did and where it is."""
    if ask.slots.get("what") != "finished":
        why = why_stopped(ask.unit_)
        yield value("answer", "yes", why, ask.unit_) if why is not None else value("answer", "no")


@rule("3.4e", Move)
def stopped_units_stay(move: Move) -> Findings:
    """A STOPPED unit does not move."""
    yield kept()
    reason = why_stopped(move.unit_)
    if reason is not None and reason != "stopped_other_began" and not move.forbidden:
        yield forbid(reason, move.unit_)


@rule("3.4e", Move, "after")
def state_at_the_end(move: Move) -> Findings:
    """STOPPED, FINISHED, or free to go on."""
    unit = move.unit_
    if move.finishes:
        yield effect(unit=unit.id, state="finished")
        yield record(unit=unit.id, finished=True)
    elif move.stops:
        yield effect(unit=unit.id, state="stopped")  # told only: what STOPS it is seen from where it moved to, and may be fought off
    elif any(in_play(other) for other in enemies(move.s, move.side)):
        yield from may_move(unit)


@rule("3.4e", Move, "end")
def said_not_to_stop_elsewhere(move: Move) -> Findings:
    """The same of the other causes of a STOP."""
    if not move.answered("no_stop") or is_hq(move.unit_):
        return
    unit, end = move.unit_, move.end
    key = "stops_traffic" if traffic_in(move.s, end) else "stops_terrain" if move.s.hex(end).stop_terrain else ""
    found = affecting(move.s, end, move.side, move.cls)
    if not key and found:
        yield from against(forbid, "stops_zoc", unit, found, end)
        yield from stopped(unit)
    elif key:
        yield forbid(key, unit, end)
        yield from stopped(unit)


@rule("3.4e", ShockAttack)
def no_shock_when_stopped(attack: ShockAttack) -> Findings:
    """A STOP keeps a unit from Shock Attacks."""
    if is_stopped(attack.attacker):
        yield forbid("shock_while_stopped", attack.attacker)
    else:
        yield kept()


@cited("3.4f", (CombatTable, Barrage))
def observed_later(fight: Fight) -> bool:
    """A unit may observe when others have begun since."""
    return any(started_since(unit) is not None for unit in observers(fight))


@rule("3.4f", (Move, Flip))
def points_left_lost(move: Move) -> Findings:
    """What a unit has left when another begins is lost, Fire Events and MPs alike."""
    if started_since(move.unit_) is not None:
        yield define("mps_lost", move.unit_)


@rule("3.4f", (Shooting, ShockAttack), each="firers")
def another_has_started(fight: Shooting | ShockAttack, unit: Unit) -> Findings:
    """Engagements, Attacks by Fire and Shock Attacks are made before the next unit starts."""
    other = started_since(unit)
    if other is not None:
        yield forbid("another_has_started", unit, other, unit=unit.id, other=other.id)
    elif acts_now(fight.s, unit.id):
        yield kept()


@rule("3.4f", CombatTable)
def regular_attacks_later(attack: CombatTable) -> Findings:
    """A unit that has moved may still attack or assist when others have moved."""
    if isinstance(attack, ShockAttack):
        return
    for unit in own_units(attack):
        if (unit.moved or acts_now(attack.s, unit.id, "move", "engagement", "attack_by_fire")) and not is_finished(unit):
            yield permit("moved_may_attack", unit)


@rule("3.4g", AskStopped, "answer")
def is_done(ask: UnitAct) -> Findings:
    """Whether a unit is FINISHED."""
    if ask.slots.get("what") == "finished":
        yield value("answer", "yes" if is_finished(ask.unit_) else "no")


@cited("3.4g", (Move, Recon, Screen, CombatTable, Shooting))
def what_finishes(act: Move | Recon | Screen | Fight) -> bool:
    """A Regular Attack, led or assisted, and a Voluntary Retreat FINISH a unit."""
    units = own_units(act) if isinstance(act, Fight) else [act.unit_]
    return any(is_finished(unit) for unit in units)


cites("3.4g", VoluntaryRetreat, "A Voluntary Retreat FINISHES the unit.", lambda _: True)
cites("3.4g", RegularAttack, "Making or assisting a Regular Attack FINISHES a unit.", lambda _: True)


@cited("3.4h", (CombatTable, Barrage, Observe))
def finished_may_observe(act: Fight | Observe) -> bool:
    """A FINISHED unit may still observe."""
    return any(is_finished(unit) for unit in (act.observers if isinstance(act, Observe) else observers(act)))


@rule("3.4h", (Move, Flip))
def finished_units_stay(move: Move) -> Findings:
    """A FINISHED unit does not move."""
    yield kept()
    if is_finished(move.unit_):
        yield forbid("is_finished", move.unit_)


says("3.4h", VoluntaryRetreat, "legality", "FINISHED units do nothing more.", lambda act: forbid("is_finished", act.unit_) if is_finished(act.unit_) else None)


@rule("3.4h", Screen)
def not_when_finished(screen: Screen) -> Findings:
    """A FINISHED unit does not go into Screen."""
    if screen.on and is_finished(screen.unit_):
        yield forbid("is_finished", screen.unit_)


@rule("3.4h", (CombatTable, Shooting), each=own_units)
def finished_units(fight: CombatTable | Shooting, unit: Unit) -> Findings:
    """A FINISHED unit neither attacks nor assists nor uses Fire Events."""
    if is_finished(unit):
        yield forbid("finished_no_fight", unit)


@rule("3.4i", (Shooting, CombatTable))
def stopped_units(fight: Shooting | CombatTable) -> Findings:
    """A STOP does not keep a unit from Fire Events that it has left."""
    if isinstance(fight, CombatTable):
        return
    for unit in own_units(fight):
        if is_stopped(unit) and not is_finished(unit) and unit.fire_events:
            yield permit("stopped_may_fire", unit)
