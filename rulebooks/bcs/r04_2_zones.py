"""Chapter 4.2 to 4.4: stacks, zones of control, Stopping Engagements."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, cited, cites, define, effect, forbid, kept, permit, rule, value, warn
from adjudicator.kit import adjacent, own_zone, possible_neighbours

from .acts import BcsCase
from .acts_combat import ATTACKER, CombatTable, Engagement, Shooting, Unfired
from .acts_formation import Recon
from .acts_movement import Move, StackOrder, Step, UnitMove
from .acts_turn import AskOverstacked, AskZoc, HexAsked
from .r01_vocabulary import faces_armour, fire_events, has_av, is_host, is_light, is_unprepared
from .r04_vocabulary import zone_to_zone
from .r04_vocabulary_zones import affecting, av_zoc_units, has_zoc, mandatory_units, negated, overstacked, zoc_units
from .r05_common import card_modifier, modifier, own_units, summing, targets
from .vocabulary import NORMAL_STACK, acts_now, against, combat_units, is_combat_unit, is_hq


# ---- 4.2 Stacking ---------------------------------------------------------------------------------------------------
@rule("4.2", AskOverstacked, "answer")
def too_many(ask: HexAsked) -> Findings:
    """More than two combat units of a side."""
    yield value("answer", "yes" if overstacked(ask.s, ask.hex) else "no")
    yield value("stacking", len(combat_units(ask.s, ask.hex)))
    yield value("limit", NORMAL_STACK)


@rule("4.2", Move, "after")
def third_in_the_hex(move: Move) -> Findings:
    """Two combat units are the normal stack; more are allowed, at a price."""
    if not is_combat_unit(move.unit_):
        return
    others = [unit for unit in combat_units(move.s, move.end) if unit.side == move.side and unit is not move.unit_]
    if any(move.friends_at(step.here, move.side) for step in move.steps):
        yield kept()
    if len(others) >= NORMAL_STACK:
        yield warn("overstacked", move.unit_, move.end)
        yield effect(hex=move.end, overstacked=True)


def printed_av(unit: Unit) -> int:
    """The Armor Value, 0 for a unit of which none is told; Missing where it is expressly not known."""
    if unit.stated("av") is None and unit.path("av") in unit.situation.unknown:
        raise Missing(unit.path("av"))
    return int(unit.stated("av") or 0)


@rule("4.2a", StackOrder)
def longest_range_on_top(order: UnitMove) -> Findings:
    """On top lies the combat unit with the greatest printed Range, among equals the one with the greater AV."""
    top, place = order.unit_, order.slots.get("at") or order.start or ""
    named = [order.unit(name) for name in order.named("over")]
    others = [unit for unit in dict.fromkeys([*named, *combat_units(order.s, place)]) if unit is not top and unit.side == top.side]
    if not is_combat_unit(top):
        yield forbid("top_no_combat", top)
        return
    mine = top.range or 1
    better = [unit for unit in others if (unit.range or 1) > mine or (unit.range or 1) == mine and printed_av(unit) > printed_av(top)]
    if better:
        yield forbid("top_other", top, better[0], place, unit=top.id, other=better[0].id)
    else:
        yield permit("top_may", top, place)


cites("4.2b", (Shooting, CombatTable, Recon), "No Fire Event and no attack from an overstacked hex.", lambda _: True)


@rule("4.2b", (Shooting, CombatTable), each=own_units)
def overstacked_units(fight: Shooting | CombatTable, unit: Unit) -> Findings:
    """Overstacked units use no Fire Events, and neither attack nor assist."""
    if unit.hex is not None and overstacked(fight.s, unit.hex):
        yield forbid("overstacked_no_fight", unit, unit.hex)


@rule("4.2c", CombatTable, "sums")
@summing(ATTACKER)
def overstacked_defender(attack: CombatTable) -> Findings:
    """A defender who is overstacked fares worse; the modifier is not printed in the book."""
    if attack.wiped_out:
        return
    if overstacked(attack.s, attack.target):
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "overstacked"), "drm_overstacked", hex=attack.target)


# ---- 4.3 Zones of control -------------------------------------------------------------------------------------------
@rule("4.3a", AskZoc, "answer")
def under_a_zone(ask: AskZoc) -> Findings:
    """Whose ZOC a hex lies in, whether that of a unit reaches it, or whether the unit has one."""
    if own := list(own_zone(ask, has_zoc)):
        yield from own
        return
    named, side = [unit.id for unit in ask.units_of()] if ask.slots.get("at") else (), ask.slots.get("side")
    found = [unit for unit in zoc_units(ask.s, ask.hex, ask.side) if (not named or unit.id in named) and (not side or unit.side == side)]
    yield value("answer", "yes" if found else "no")
    yield define("zoc_reaches" if found else "no_zoc_here", ask.hex, found, hex=ask.hex)
    if found:
        yield value("units", [unit.id for unit in found])


@rule("4.3b", AskZoc, "answer")
def units_without_one(ask: AskZoc) -> Findings:
    """The rule of who has none, wherever a unit's own ZOC is asked about."""
    if any(not has_zoc(unit) for unit in ask.movers):
        yield kept()
    elif ask.computed("answer") == "no" and not ask.movers:
        yield from (define("has_no_zoc", unit, unit.hex) for unit in ask.beside() if not has_zoc(unit))


@rule("4.3b", Move, "halt", each="steps")
def who_has_no_zone(move: Move, step: Step) -> Findings:
    """HQs, Trains, units in Screen and Unprepared units beside the path have no ZOC."""
    for near in possible_neighbours(move.s, step.here):
        for unit in move.s.at(near):
            if unit.side != move.side and adjacent(move.s, near, step.here) and (not is_combat_unit(unit) or unit.screen or is_unprepared(unit)):
                yield define("has_no_zoc", unit, near)


@cited("4.3c", Move)
def friends_negate_nothing(move: Move) -> bool:
    """A friendly unit in an EZOC negates it for HQs and Safe Paths alone."""
    in_zones = [step.here for step in move.steps if zoc_units(move.s, step.here, move.side)]
    return any(unit.side == move.side and unit is not move.unit_ for hex_ in in_zones for unit in move.s.at(hex_))


@rule("4.3c", Move, "step")
def friend_negates_for_hq(move: Move, step: Step) -> Findings:
    """For a moving HQ a friendly unit in the hex negates the EZOCs."""
    if is_hq(move.unit_) and zoc_units(move.s, step.here, move.side) and negated(move.s, step.here, move.side, (move.unit_,)):
        yield permit("zoc_negated", move.unit_, step.here)


@cited("4.3d", Move)
def leaving_a_zone(move: Move) -> bool:
    """Whoever starts in an EZOC leaves it freely."""
    return bool(move.start is not None and affecting(move.s, move.start, move.side, move.cls))


@rule("4.3d", Move, "step")
def zones_of_control(move: Move, step: Step) -> Findings:
    """Nobody goes straight from one EZOC that affects him into another; Leg and Truck STOP in any, Tactical in an AV EZOC; HQs stay out."""
    unit = move.unit_
    if is_hq(unit):
        if not negated(move.s, step.here, move.side, (unit,)):
            yield from against(forbid, "hq_in_zoc", unit, zoc_units(move.s, step.here, move.side), step.here)
        elif zoc_units(move.s, step.here, move.side):
            yield permit("hq_into_zoc", unit, step.here)
        return
    both = zone_to_zone(move.s, unit, step.before, step.here)
    if both:
        yield forbid("zoc_to_zoc", unit, both, step.before, step.here, unit=unit.id, start=step.before, hex=step.here, enemy=both[1].id)
    if not step.last:
        yield from against(forbid, "stops_zoc", unit, affecting(move.s, step.here, move.side, move.cls), step.here)


@rule("4.3d", Move, "halt")
def free_to_leave(move: Move) -> Findings:
    """A unit that begins in an EZOC leaves it freely."""
    if is_hq(move.unit_):
        return
    if any(zoc_units(move.s, step.here, move.side) for step in move.steps):
        yield kept()
    if affecting(move.s, move.here(), move.side, move.cls):
        yield define("leaves_zoc", move.unit_, where=[move.here()], hex=move.here())


@rule("4.3d", Move, "halt")
def halted_in_a_zone(move: Move) -> Findings:
    """The unit is STOPPED in the EZOC."""
    if is_hq(move.unit_):
        return
    found = affecting(move.s, move.end, move.side, move.cls)
    if found:
        move.stops.append("stops_zoc")
        yield define("halted_zoc", move.unit_, found[0], move.end, unit=move.unit_.id, enemy=found[0].id)
        return
    for step in move.steps:
        if move.cls == "tac" and zoc_units(move.s, step.here, move.side) and not av_zoc_units(move.s, step.here, move.side):
            yield define("tac_goes_on", move.unit_, step.here)
            return


cites("4.3f", Move, "AV ZOCs reach the hexes next to a unit, whatever its range; others do nothing to a Tactical unit.",
      lambda move: move.cls == "tac" and (faces_armour(move.s, move.side) or any(zoc_units(move.s, step.here, move.side) for step in move.steps)))  # fmt: skip


@rule("4.3f", Move, "halt")
def whose_av_zone(move: Move) -> Findings:
    """Real AV units and Hosts make the AV ZOC that a Tactical unit meets."""
    for unit in av_zoc_units(move.s, move.end, move.side):
        yield define("av_zoc", unit, move.end)


@rule("4.3f", Move, "step")
def av_zones_passed(move: Move, step: Step) -> Findings:
    """The same of hexes on the way."""
    if move.cls == "tac" and not step.last:
        for unit in av_zoc_units(move.s, step.here, move.side):
            yield define("av_zoc", unit, step.here)


# ---- 4.4 Stopping Engagements ---------------------------------------------------------------------------------------
@cited("4.4", Move)
def stopping_engagements(move: Move) -> bool:
    """An AV EZOC that is entered may let the unit fire, or make it; never one without AV."""
    return move.cls == "tac" and any(av_zoc_units(move.s, step.here, move.side) for step in move.steps)


cites("4.4", Engagement, "Only an AV unit fights one.", lambda fight: fight.stop and any(not has_av(unit) for unit in fight.firers()))


@rule("4.4", Move, "halt")
def who_fires_them(move: Move) -> Findings:
    """Only moving AV units fight Stopping Engagements; the rest STOPS and that is that."""
    unit = move.unit_
    if is_combat_unit(unit) and not has_av(unit) and av_zoc_units(move.s, move.end, move.side):
        yield define("fires_no_engagement", unit)


def can_fire(unit: Unit) -> bool:
    """Whether a moving unit is one that fires Stopping Engagements: an AV unit, neither Light nor in Screen."""
    return is_combat_unit(unit) and has_av(unit) and not is_light(unit) and not unit.screen


TO_FIRE = 2  # dice of an Engagement


@rule("4.4a", Move, "end")
def must_fire_once(move: Move) -> Findings:
    """Where a Real AV unit or a Host with Stand-Off Support makes the AV EZOC, a moving AV unit has to fire once."""
    unit = move.unit_
    if not move.answered("no_fire") or not move.steps:
        return
    if not can_fire(unit):
        yield permit("cannot_fire", unit)
        return
    found = mandatory_units(move.s, move.end, move.side)
    if not found:
        yield permit("need_not_fire", unit)
    elif fire_events(unit) > 0 and not overstacked(move.s, move.end):
        yield forbid("must_fire", unit, found, move.end, unit=unit.id, enemy=found[0].id)
        yield value("dice", TO_FIRE)
        yield value("stop_engagement", "mandatory")


@rule("4.4a", Move, "halt")
def engagement_on_arrival(move: Move) -> Findings:
    """An AV unit may fire, or has to; Light AVs and Screens that would have to are FINISHED at once."""
    unit = move.unit_
    if is_hq(unit):
        return
    if move.cls == "tac" or has_av(unit):
        yield kept()
    if not has_av(unit):
        return
    found = mandatory_units(move.s, move.end, move.side)
    if found and (is_light(unit) or unit.screen):
        move.finishes = True
        yield from against(define, "finished_on_arrival", unit, found, move.end)
    elif found and can_fire(unit):
        yield from against(define, "fires_on_arrival", unit, found, move.end)
        yield value("stop_engagement", "mandatory")
    elif can_fire(unit):
        others = av_zoc_units(move.s, move.end, move.side)
        yield from against(define, "may_fire_on_arrival", unit, others, move.end)
        yield value("stop_engagement", "optional" if others else "none")


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
    return any((unit.moved or unit.stopped or acts_now(fight.s, unit.id, "move")) for unit in own_units(fight)) and bool(in_zone(fight))


@rule("4.4a", Engagement)
def required_or_not(fight: Engagement) -> Findings:
    """Mandatory, once, where the AV EZOC comes from Real AV or from a Host with Stand-Off Support; else as the player likes."""
    if not stopping(fight):
        return
    for unit, here, others in in_zone(fight):
        must = mandatory_units(fight.s, here, unit.side)
        if must:
            yield define("stop_engagement_mandatory", unit, must, here, unit=unit.id)
        else:
            yield define("stop_engagement_optional", unit, others, here, unit=unit.id)


@rule("4.4a", Unfired)
def owed_one(act: BcsCase) -> Findings:
    """Whoever has come into the AV EZOC of Real AV or of a Host with Stand-Off Support owes it one shot, as long as it can fire."""
    for unit in [act.unit(name) for name in act.named() if not act.is_formation(name)]:
        here = unit.hex
        found = mandatory_units(act.s, here, unit.stated("side")) if here is not None else []
        fired = acts_now(act.s, unit.id, "engagement")
        if here is not None and found and can_fire(unit) and not fired and fire_events(unit) > 0 and not overstacked(act.s, here):
            yield from against(forbid, "must_fire", unit, found, here)
        else:
            yield permit("need_not_fire", unit)


@cited("4.4b", Recon)
def stop_shed_first(act: Recon) -> bool:
    """A STOP of an AV EZOC is shed before a Recon, by an Engagement that leaves none."""
    return bool(acts_now(act.s, act.unit_.id, "engagement") or av_zoc_units(act.s, act.unit_.hex or "", act.side))


@rule("4.4b", Move)
def freed_by_fire(move: Move) -> Findings:
    """The STOP is lifted if no AV EZOC is left in the hex; but the last Fire Event STOPS even the winner."""
    unit = move.unit_
    if not acts_now(move.s, unit.id, "engagement") or move.start is None:
        return
    if fire_events(unit) == 0:
        yield forbid("won_but_spent", unit)
    elif av_zoc_units(move.s, move.start, move.side):
        if acts_now(move.s, unit.id, "move") or unit.stopped:
            yield forbid("not_freed", unit, move.start)
    elif not unit.stopped:
        yield permit("freed", unit, move.start)


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
                yield forbid("target_gives_no_zone", there, shot.hex, unit=there[0].id)
    if not fight.forbidden:
        yield permit("stop_engagement", units=[unit.id for unit, _, _ in in_zone(fight)])
