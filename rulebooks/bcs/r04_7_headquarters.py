"""Chapter 4.7: headquarters and Trains, jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.book import Entity, Findings, Missing, Situation, Unit, cited, cites, define, effect, forbid, kept, permit, record, rule, value
from adjudicator.kit import distance

from .acts_aftermath import Advance
from .acts_combat import CombatTable, Engagement
from .acts_due import JUMP, SOFT_JUMP, jumped_with
from .acts_formation import TrainsMove, TrainsSide
from .acts_movement import Jump, JumpedRetreat, JumpRoll, Move, Step, UnitMove, VoluntaryRetreat
from .r01_vocabulary import fatigue_level, level_name
from .r03_vocabulary_msr import TRAINS_BACK, blocks_enemy, far_along, optimal, roads_in, route, trains_places, why_not_legal
from .r04_vocabulary import HQ_BACK, closed_headquarters, in_the_way, legal_for_hq, pocketed
from .r04_vocabulary_ground import ROADS, closed_to, step_closed
from .r04_vocabulary_zones import engagement_zone_units, zoc_units
from .r05_common_retreats import Results, left_by_all
from .vocabulary import against, change, formation_of, in_play, is_combat_unit, is_hq, is_trains, trains_of, unplaced


# ---- 4.7 HQs and Trains ---------------------------------------------------------------------------------------------
@rule("4.7a", Move, "step")
def closed_to_trucks(move: Move, step: Step) -> Findings:
    """Whatever its own class, an HQ stays off ground that is prohibited to Trucks."""
    if is_hq(move.unit_) and step_closed(move.s, step.before, step.here, "truck"):
        yield forbid("hq_no_truck_ground", move.unit_, step.here)


def msr_from(move: Move, formation: Entity) -> str | None:
    """Whether the MSR is Complete from where the HQ ends, as the position shows it; None where Trains or Supply Sources are not known."""
    trains = trains_of(move.s, formation.id)
    if trains is None or trains.hex is None or not move.s.supply_sources:
        return None
    return "complete" if isinstance(route(move.s, move.unit_, trains.hex, move.end), tuple) else "not_complete"


def no_msr_now(s: Situation, formation: Entity) -> bool:
    """Whether the formation is known to have no Complete MSR as it stands, so that none need be kept."""
    trains = trains_of(s, formation.id)
    return formation.stated("msr") == "not_complete" or (trains is not None and "at" in trains.facts and trains.hex is None)


@rule("4.7a", Move, "end")
def ends_on_a_road(move: Move) -> Findings:
    """It ends on a road that is no railway, and at the end of a Complete MSR if that can be."""
    unit = move.unit_
    if not is_hq(unit) or not move.steps:
        return
    if not roads_in(move.s, move.end, ROADS):
        yield forbid("hq_no_road", unit, move.end)
        return
    yield permit("hq_on_road", unit, move.end)
    formation = formation_of(unit)
    if formation is None or move.forbidden:
        return
    after = formation.stated("msr_after_move") or msr_from(move, formation)
    if after is None and not no_msr_now(move.s, formation):
        raise Missing(formation.path("msr_after_move"), ("complete", "not_complete"))
    if after == "not_complete" and not no_msr_now(move.s, formation):
        yield forbid("hq_off_msr", unit, move.end)


@rule("4.7a", Move, "after")
def msr_as_it_is_now(move: Move) -> Findings:
    """What was said of the MSR held for this move only."""
    formation = formation_of(move.unit_) if is_hq(move.unit_) else None
    if formation is None or not move.steps:
        return
    after = formation.stated("msr_after_move")
    if after is not None:
        yield record(formation=formation.id, msr=after)
        yield record(forget=f"formations[{formation.id}].msr_after_move")
    for name in ("msr_distance", "msr_path"):
        if formation.facts.get(name) is not None:
            yield record(forget=f"formations[{formation.id}].{name}")


@rule("4.7a", Move, "after")
def defense_given_up(move: Move) -> Findings:
    """A moving HQ loses its Prepared Defense marker."""
    formation = formation_of(move.unit_) if is_hq(move.unit_) else None
    if formation is not None and formation.prep_def:
        yield define("hq_loses_defense", move.unit_, formation=formation.id)
        yield change(formation, prep_def=False)


cites("4.7b", TrainsMove, "On a Legal Hex that makes a Complete MSR.", lambda _: True)


@cited("4.7b", TrainsSide)
def when_they_turn_ghost(act: TrainsSide) -> bool:
    """Trains that moved, or that end the phase outside Optimal Distance, are turned to Ghost."""
    return act.kind == "keep_side" or act.to == "ghost"


@rule("4.7b", TrainsMove)
def placed_anywhere_legal(act: TrainsMove) -> Findings:
    """Trains that are Legal or off the map are put on any Legal Hex that gives a Complete MSR, in the Activities."""
    s, hq = act.s, act.hq
    phase = s.stated("phase")
    if phase not in (None, "activities"):
        yield forbid("wrong_phase", phase=phase, wanted="activities")
    place = s.hex(act.hex)
    if place.stated("completes_msr") is not None:
        if place.legal_hex and place.completes_msr:
            yield permit("trains_complete", act.unit_, act.hex)
        else:
            yield forbid("trains_not_complete", act.unit_, act.hex)
        return
    if hq is None or hq.hex is None:
        raise unplaced(hq, f"{act.f.id} HQ")
    reason = why_not_legal(s, act.hex, act.side, True)
    if reason is not None:
        return
    if not s.supply_sources:
        raise Missing(place.path("completes_msr"), (True, False))
    found = route(s, hq, act.hex)
    if isinstance(found, str):
        yield forbid("trains_not_complete", act.unit_, act.hex)
    else:
        yield permit("trains_complete", act.unit_, act.hex)


@rule("4.7b", TrainsMove, "after")
def turned_to_ghost(act: TrainsMove) -> Findings:
    """Trains that have moved are Ghost; an MSR Blocked marker stays until the next Preparation."""
    yield effect(unit=act.unit_.id, at=act.hex, state="ghost")
    yield record(unit=act.unit_.id, moved=True)
    yield record(unit=act.unit_.id, at=act.hex)
    yield record(state=f"units[{act.unit_.id}].state", value="ghost")
    if act.f.msr_blocked:
        yield change(act.f, msr_blocked=act.f.msr_blocked)


@rule("4.7c", TrainsSide)
def back_to_normal(act: TrainsSide) -> Findings:
    """Legal and in a Complete MSR, at Optimal Distance, and not moved since the Activities before."""
    if act.to == "ghost" or act.kind == "keep_side" or act.s.stated("phase") == "cleanup":
        return
    if act.unit_.hex is None:
        yield forbid("msr_trains_off", act.unit_, formation=act.f.id)
        return
    if act.unit_.moved:
        yield forbid("trains_moved", act.unit_)
        return
    if act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    elif not optimal(act.f):
        yield forbid("trains_not_optimal", act.unit_, hexes=act.f.msr_distance)
    else:
        yield permit("trains_recover", act.unit_)


@rule("4.7c", TrainsSide, "after")
def side_shown(act: TrainsSide) -> Findings:
    """The side that shows now."""
    yield effect(unit=act.unit_.id, state=act.to)
    yield record(state=f"units[{act.unit_.id}].state", value=act.to)


def headquarters_in(s: Situation, here: str, side: str) -> list[Unit]:
    """Enemy HQs and Trains in a hex."""
    return [unit for unit in s.at(here) if unit.side != side and (is_hq(unit) or is_trains(unit)) and in_play(unit)]


@rule("4.7d", Move, "step")
def may_it_jump(move: Move, step: Step) -> Findings:
    """A combat unit that enters their hex jumps enemy HQs and Trains; not an Unprepared one, one in Screen, or one that began out of command."""
    found = headquarters_in(move.s, step.here, move.side)
    if not found:
        return
    reason = closed_headquarters(move.s, move.unit_, step.here)
    if reason is not None:
        yield from against(forbid, reason, move.unit_, found, step.here)
    elif not in_the_way(move.s, move.unit_, step.here):
        for unit in found:
            yield from against(permit, "jumps", move.unit_, [unit], step.here)


@rule("4.7d", Move, "after")
def who_was_jumped(move: Move) -> Findings:
    """What was jumped has to leave, as after an advance."""
    for step in move.steps:
        if found := headquarters_in(move.s, step.here, move.side):
            yield record(state="pending", value={"act": JUMP, "unit": found[0].id, "hex": step.here})
            return


@rule("4.7d", JumpedRetreat, "after")
def nothing_more_drives_it(act: JumpedRetreat) -> Findings:
    """Once it is gone, whatever was jumped with it is still to go."""
    waits = act.s.facts.get("pending") or {}
    if waits.get("act") not in (JUMP, SOFT_JUMP):
        return
    placed = [*(waits.get("placed") or ()), act.unit_.id]
    left = [unit for unit in jumped_with(act.s, waits) if unit.id not in placed]
    if left:
        yield record(state="pending", value={**waits, "unit": left[0].id, "placed": placed})
    else:
        yield record(forget="pending")


@rule("4.7d", Jump, each="targets")
def jump_is_a_move(jump: Jump, unit: Unit) -> Findings:
    """Who jumps has to enter the hex."""
    if not (is_hq(unit) or is_trains(unit)):
        yield forbid("jump_no_headquarters", unit)


@rule("4.7d", Advance, "jump")
def who_jumps(advance: Advance) -> Findings:
    """An advance jumps like a move does."""
    if any(unit.kind is not None for unit in advance.enemies):
        yield permit("advance_jump", advance.to)


def upset(formation: Entity | None, **more: Any) -> Findings:
    """The Trains turn Ghost, Prepared Defense goes, a Coordination marker comes; and what else changes with them."""
    if formation is None:
        return
    trains = trains_of(formation.situation, formation.id)
    if trains is not None and trains.hex is not None:
        yield effect(unit=trains.id, state="ghost")
        yield record(unit=trains.id, state="ghost")
    yield change(formation, prep_def=False, coordination=True, **more)
    if formation.stated("status") is not None:
        yield effect(formation=formation.id, status=formation.status)


def spared(formation: Entity | None) -> Findings:
    """Prepared Defense, Coordination and the sides of the Trains stay as they are."""
    if formation is None:
        return
    trains = trains_of(formation.situation, formation.id)
    if trains is not None:
        yield effect(unit=trains.id, state=trains.state)
    yield effect(formation=formation.id, prep_def=bool(formation.prep_def), coordination=bool(formation.coordination))


def jumped(unit: Unit) -> Findings:
    """What happens to an HQ or Trains that were jumped, and to their formation; for moves and advances alike."""
    s, formation = unit.situation, formation_of(unit)
    if s.option("4.7i"):
        yield effect(unit=unit.id, jumped=True)
        return
    if is_trains(unit):
        yield effect(unit=unit.id, jumped=True, state="ghost")
        yield record(unit=unit.id, state="ghost")
        return
    yield effect(unit=unit.id, jumped=True, retreat="legal_hex")
    yield from upset(formation)


def jumped_on_the_way(move: Move, kind: Callable[[Unit], bool], key: str) -> Findings:
    """What happens to the HQs, or to the Trains, in whose hexes a move leads."""
    for step in move.steps:
        for unit in headquarters_in(move.s, step.here, move.side):
            if kind(unit):
                yield define(key, unit, step.here)
                yield from jumped(unit)


@rule("4.7e", Move, "after")
def headquarters_jumped(move: Move) -> Findings:
    """A jumped HQ goes back three hexes or more to a Legal Hex; its Trains turn Ghost, Prepared Defense goes, Coordination comes."""
    yield from jumped_on_the_way(move, is_hq, "hq_jumped")


@rule("4.7e", JumpedRetreat)
def far_enough(act: JumpedRetreat) -> Findings:
    """Three hexes at least, to a Legal Hex outside every Engagement Zone; what lies between does not matter."""
    unit, to = act.unit_, act.to
    if not is_hq(unit) or act.soft:
        return
    if not act.s.facts.get("pending"):
        yield forbid("nothing_drives_it", unit)
    if to is None:
        return
    formation = formation_of(unit)
    apart = distance(act.s, act.left or "", to)
    said = act.slots.get("hexes")
    if isinstance(said, int) and said != apart:
        yield forbid("said_other_distance", unit, where=[to], said=said, hexes=apart)
    if apart < HQ_BACK and not pocketed(formation):
        yield forbid("hq_too_near", unit, to, hexes=apart, least=HQ_BACK)
        return
    zones = engagement_zone_units(act.s, to, act.side)
    if zones:
        yield from against(forbid, "hq_in_zone", unit, zones, to)
    elif act.forbidden:
        yield kept()
    else:
        yield permit("hq_goes_back", unit, to, hexes=apart)


@rule("4.7e", JumpedRetreat, "after")
def put_there(act: JumpedRetreat) -> Findings:
    """The HQ stands there, with all that a jump does to its formation."""
    unit = act.unit_
    if is_hq(unit) and not act.soft:
        if act.to is not None:
            yield effect(unit=unit.id, jumped=True, retreat=distance(act.s, act.left or "", act.to), at=act.to)
        yield from upset(formation_of(unit))


@cited("4.7e", (CombatTable, Engagement), "vacated")
def retreats_of_headquarters(fight: Results) -> bool:
    """An HQ goes three hexes or more to a Legal Hex: Trains Ghost, no Prepared Defense, a Coordination marker."""
    return any(unit.kind == "hq" for hex_ in left_by_all(fight) for unit in fight.s.at(hex_) if unit.side != fight.side)


@rule("4.7f", JumpedRetreat)
def out_of_a_pocket(act: JumpedRetreat) -> Findings:
    """In a pocket the distance and the MSR do not matter, but one of its own units has to stand there."""
    unit, to = act.unit_, act.to
    formation = formation_of(unit)
    if not is_hq(unit) or to is None or formation is None or act.soft:
        return
    if not (act.slots.get("pocket") or distance(act.s, act.left or "", to) < HQ_BACK) or not pocketed(formation):
        return
    if not any(other.stated("formation") == formation.id and is_combat_unit(other) for other in act.s.at(to)):
        yield forbid("pocket_not_own", unit, to, formation=formation.id)
    else:
        yield permit("pocket_own", unit, to)


@rule("4.7g", VoluntaryRetreat)
def hq_of_its_own_will(act: VoluntaryRetreat) -> Findings:
    """An HQ of the active formation may, at no step, even after a Fail; as after a jump it goes to a Legal Hex outside Engagement Zones."""
    unit, to = act.unit_, act.to
    if not is_hq(unit):
        return
    if to is not None:
        apart = distance(act.s, act.here(), to)
        if apart < HQ_BACK and not pocketed(formation_of(unit)):
            yield forbid("hq_too_near", unit, to, hexes=apart, least=HQ_BACK)
            return
        zones = engagement_zone_units(act.s, to, act.side)
        if zones:
            yield from against(forbid, "hq_in_zone", unit, zones, to)
        elif not act.forbidden:
            yield from legal_for_hq(act.s, unit, to, pocket=apart < HQ_BACK)
    if not act.forbidden:
        yield permit("hq_retreats", unit)


WORST_FATIGUE = 4


@rule("4.7g", VoluntaryRetreat, "after")
def hq_retreated(act: VoluntaryRetreat) -> Findings:
    """All that a jump does, and a Fatigue Level more."""
    unit = act.unit_
    formation = formation_of(unit)
    if not is_hq(unit):
        return
    if act.to is not None:
        yield effect(unit=unit.id, at=act.to)
    if formation is not None:
        yield from upset(formation, fatigue=level_name(min(fatigue_level(formation) + 1, WORST_FATIGUE)))


@rule("4.7h", Move, "after")
def trains_jumped(move: Move) -> Findings:
    """Jumped Trains go back ten hexes or more along the MSR and turn Ghost, or leave the map."""
    yield from jumped_on_the_way(move, is_trains, "trains_jumped")


@rule("4.7h", JumpedRetreat)
def ten_along_the_msr(act: JumpedRetreat) -> Findings:
    """Ten hexes or more along the MSR, to a Legal Hex that gives a Complete one; off the map if there is none."""
    unit = act.unit_
    if not is_trains(unit) or act.soft:
        return
    left = act.left or ""
    if act.off_map or act.to is None:
        places = trains_places(act.s, unit, left)
        if places:
            yield forbid("trains_have_a_place", unit, where=places[:1], hex=places[0])
        else:
            yield permit("trains_no_place", unit)
        return
    place = act.s.hex(act.to)
    known = place.stated("completes_msr") is not None
    if known and not (place.completes_msr and place.legal_hex):
        yield forbid("trains_not_complete", unit, act.to)
    elif known and distance(act.s, left, act.to) >= TRAINS_BACK or act.to in trains_places(act.s, unit, left) or far_along(act.s, unit, left, act.to):
        yield permit("trains_go_back", unit, act.to)
    else:
        yield forbid("trains_not_there", unit, act.to, least=TRAINS_BACK)


@rule("4.7h", JumpedRetreat, "after")
def trains_put_there(act: JumpedRetreat) -> Findings:
    """The Trains lie there as Ghosts, or off the map."""
    unit = act.unit_
    if is_trains(unit) and not act.soft:
        if act.off_map or act.to is None:
            yield effect(unit=unit.id, at="off_map")
        else:
            yield effect(unit=unit.id, at=act.to, state="ghost")
            yield record(unit=unit.id, state="ghost")


@cited("4.7h", (CombatTable, Engagement), "vacated")
def retreats_of_trains(fight: Results) -> bool:
    """Trains go ten hexes or more along their MSR, as Ghost, or off the map."""
    return any(unit.kind == "trains" for hex_ in left_by_all(fight) for unit in fight.s.at(hex_) if unit.side != fight.side)


@rule("4.7i", JumpedRetreat)
def where_after_a_soft_jump(act: JumpedRetreat) -> Findings:
    """Anywhere on fit ground without enemy unit, EZOC or Engagement Zone, and where no enemy MSR is blocked; the hex need not be Legal."""
    unit, to = act.unit_, act.to
    if not act.soft:
        return
    if to is None:
        yield forbid("soft_stays_on_map", unit)
        return
    reason = None
    if closed_to(act.s, to, "truck") and not roads_in(act.s, to, ROADS):
        reason = "soft_ground"
    elif act.enemies_at(to, act.side):
        reason = "soft_enemy"
    elif zoc_units(act.s, to, act.side):
        reason = "soft_zoc"
    elif engagement_zone_units(act.s, to, act.side):
        reason = "soft_zone"
    elif blocks_enemy(act.s, to, act.side):
        reason = "soft_blocks"
    if reason is not None:
        yield forbid(reason, unit, to)
    else:
        yield permit("soft_there", unit, to)


@rule("4.7i", JumpedRetreat, "after")
def put_there_softly(act: JumpedRetreat) -> Findings:
    """Prepared Defense, Coordination and the sides of the Trains stay as they are."""
    if not act.soft or act.to is None:
        return
    yield effect(unit=act.unit_.id, at=act.to)
    yield from spared(formation_of(act.unit_))


SOFT = (1, 2, 3, 4)


@rule("4.7i", JumpRoll)
def soft_jumps_in_play(act: UnitMove) -> Findings:
    """Soft Jumps are an optional rule."""
    if not act.s.option("4.7i"):
        yield forbid("soft_not_in_play")
    else:
        yield permit("soft_in_play")
        yield value("dice", 1)
        yield value("needed", {"soft": list(SOFT), "hard": [die for die in range(1, 7) if die not in SOFT]})


@rule("4.7i", JumpRoll, "roll")
def soft_or_hard(act: UnitMove) -> Findings:
    """1 to 4 is a Soft Jump: HQ and Trains are put where the owner likes and keep what they have; 5 and 6 a Hard one."""
    soft = act.roll() in SOFT
    if soft and (waits := act.s.facts.get("pending") or {}).get("act") == JUMP:
        yield record(state="pending", value={**waits, "act": SOFT_JUMP})
    yield value("result", "soft" if soft else "hard", key="jump_soft" if soft else "jump_hard")
    formation = formation_of(act.unit_)
    if not soft:
        yield effect(unit=act.unit_.id, jumped=True, **({"retreat": "legal_hex"} if is_hq(act.unit_) else {"state": "ghost"}))
        if is_hq(act.unit_):
            yield from upset(formation)
        return
    yield from spared(formation)
