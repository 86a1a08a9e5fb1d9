"""Chapter 4.7 and 4.8: how HQs move, jumps of HQs and Trains, and retreats of one's own will."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, value
from adjudicator.ground.situation import Entity, Situation, Unit
from adjudicator.kit.geometry import distance

from .acts import change, formation_of, hq_of, in_play, is_combat_unit, is_hq, is_trains, move_side, trains_of
from .acts_movement import Jump, JumpedRetreat, JumpRoll, Move, Step, VoluntaryRetreat
from .r01_defense import fatigue_level, level_name
from .r01_formations import acts_now
from .r01_units import ROADS, closed_to, side_value, step_closed
from .r03_msr import blocks_enemy, line, roads_in, route, why_not_legal
from .r03_objectives import is_finished
from .r04_movement import in_the_way
from .r04_stops import closed_headquarters
from .r04_zones import affecting, engagement_zone_units, real_av_zoc_units, zoc_units

HQ_BACK, TRAINS_BACK, UNIT_BACK = 3, 10, 3  # hexes that a jumped HQ, jumped Trains and a retreating unit go at least
SOFT = (1, 2, 3, 4)
WORST_FATIGUE = 4


# ---- 4.7a moves of HQs ------------------------------------------------------------------------------------------------
@rule("4.7a", Move, "step")
def closed_to_trucks(move: Move) -> Findings:
    """Whatever its own class, an HQ stays off ground that is prohibited to Trucks."""
    step: Step = move.item
    if is_hq(move.unit_) and step_closed(move.s, step.before, step.here, "truck"):
        yield forbid("hq_no_truck_ground", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)


@rule("4.7a", Move, "end")
def ends_on_a_road(move: Move) -> Findings:
    """It ends on a road that is no railway, and at the end of a Complete MSR if that can be."""
    unit = move.unit_
    if not is_hq(unit) or not move.steps:
        return
    if not roads_in(move.s, move.end, ROADS):
        yield forbid("hq_no_road", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)
        return
    yield permit("hq_on_road", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)
    formation = formation_of(unit)
    if formation is None or move.forbidden:
        return
    after = formation.stated("msr_after_move") or msr_from(move, formation)
    if after is None and not no_msr_now(move.s, formation):
        raise Missing(formation.path("msr_after_move"), ("complete", "not_complete"))
    if after == "not_complete" and not no_msr_now(move.s, formation):
        yield forbid("hq_off_msr", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)


def msr_from(move: Move, formation: Entity) -> str | None:
    """Whether the MSR is Complete from where the HQ ends, as the position shows it; None where Trains or Supply Sources are not known."""
    trains = trains_of(move.s, formation.id)
    if trains is None or trains.hex is None or not move.s.supply_sources:
        return None
    return "complete" if isinstance(route(move.s, move.unit_, trains.hex, move.end), tuple) else "not_complete"


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


def no_msr_now(s: Situation, formation: Entity) -> bool:
    """Whether the formation is known to have no Complete MSR as it stands, so that none need be kept."""
    trains = trains_of(s, formation.id)
    return formation.stated("msr") == "not_complete" or (trains is not None and "at" in trains.facts and trains.hex is None)


@rule("4.7a", Move, "after")
def defense_given_up(move: Move) -> Findings:
    """A moving HQ loses its Prepared Defense marker."""
    formation = formation_of(move.unit_) if is_hq(move.unit_) else None
    if formation is not None and formation.prep_def:
        yield define("hq_loses_defense", units=[move.unit_.id], formation=formation.id)
        yield change(formation, prep_def=False)


@rule("1.7b", Move, "after")
def lost_by_moving(move: Move) -> Findings:
    """Prepared Defense is lost when the HQ moves."""
    formation = formation_of(move.unit_) if is_hq(move.unit_) else None
    if formation is not None and formation.prep_def:
        yield define("hq_loses_defense", units=[move.unit_.id], formation=formation.id)


# ---- 4.7d who jumps ---------------------------------------------------------------------------------------------------
def headquarters_in(s: Situation, here: str, side: str) -> list[Unit]:
    """Enemy HQs and Trains in a hex."""
    return [unit for unit in s.at(here) if unit.side != side and (is_hq(unit) or is_trains(unit)) and in_play(unit)]


@rule("4.7d", Move, "step")
def may_it_jump(move: Move) -> Findings:
    """A combat unit that enters their hex jumps enemy HQs and Trains; not an Unprepared one, one in Screen, or one that began out of command."""
    step: Step = move.item
    found = headquarters_in(move.s, step.here, move.side)
    if not found:
        return
    reason = closed_headquarters(move.s, move.unit_, step.here)
    if reason is not None:
        yield forbid(reason, where=[step.here], units=[move.unit_.id, found[0].id], unit=move.unit_.id, enemy=found[0].id, hex=step.here)
    elif not in_the_way(move.s, move.unit_, step.here):
        for unit in found:
            yield permit("jumps", where=[step.here], units=[move.unit_.id, unit.id], unit=move.unit_.id, enemy=unit.id)


@rule("4.7d", Jump)
def jump_is_a_move(jump: Jump) -> Findings:
    """Who jumps has to enter the hex."""
    for unit in jump.targets:
        if not (is_hq(unit) or is_trains(unit)):
            yield forbid("jump_no_headquarters", units=[unit.id], unit=unit.id)


def jumped(unit: Unit, back: Any = "legal_hex") -> Findings:
    """What happens to an HQ or Trains that were jumped, and to their formation; for moves and advances alike."""
    s, formation = unit.situation, formation_of(unit)
    if s.option("4.7i"):
        yield effect(unit=unit.id, jumped=True)
        return
    if is_trains(unit):
        yield effect(unit=unit.id, jumped=True, state="ghost")
        yield record(unit=unit.id, state="ghost")
        return
    yield effect(unit=unit.id, jumped=True, retreat=back)
    yield from upset(formation)


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


@rule("4.7e", Move, "after")
def headquarters_jumped(move: Move) -> Findings:
    """A jumped HQ goes back three hexes or more to a Legal Hex; its Trains turn Ghost, Prepared Defense goes, Coordination comes."""
    for step in move.steps:
        for unit in headquarters_in(move.s, step.here, move.side):
            if is_hq(unit):
                yield define("hq_jumped", where=[step.here], units=[unit.id], unit=unit.id)
                yield from jumped(unit)


@rule("4.7h", Move, "after")
def trains_jumped(move: Move) -> Findings:
    """Jumped Trains go back ten hexes or more along the MSR and turn Ghost, or leave the map."""
    for step in move.steps:
        for unit in headquarters_in(move.s, step.here, move.side):
            if is_trains(unit):
                yield define("trains_jumped", where=[step.here], units=[unit.id], unit=unit.id)
                yield from jumped(unit)


# ---- 4.7e, f and h where they go --------------------------------------------------------------------------------------
def pocketed(formation: Entity | None) -> bool:
    """Whether the HQ sits in a pocket (4.7f)."""
    return formation is not None and bool(formation.in_pocket)


@rule("4.7e", JumpedRetreat)
def far_enough(act: JumpedRetreat) -> Findings:
    """Three hexes at least, to a Legal Hex outside every Engagement Zone; what lies between does not matter."""
    unit, to = act.unit_, act.to
    if not is_hq(unit) or act.soft:
        return
    if to is None:
        return
    formation = formation_of(unit)
    apart = distance(act.s, act.left or "", to)
    if apart < HQ_BACK and not pocketed(formation):
        yield forbid("hq_too_near", where=[to], units=[unit.id], unit=unit.id, hexes=apart, least=HQ_BACK)
        return
    zones = engagement_zone_units(act.s, to, act.side)
    if zones:
        yield forbid("hq_in_zone", where=[to], units=[unit.id, zones[0].id], unit=unit.id, enemy=zones[0].id, hex=to)
    elif not act.forbidden:
        yield permit("hq_goes_back", where=[to], units=[unit.id], unit=unit.id, hex=to, hexes=apart)


@rule("4.5a", JumpedRetreat)
def no_zone_at_the_end(act: JumpedRetreat) -> Findings:
    """An HQ does not end a retreat in an Engagement Zone, whoever stands there."""
    if is_hq(act.unit_) and act.to is not None and not act.soft:
        zones = engagement_zone_units(act.s, act.to, act.side)
        if zones:
            yield define("zone_not_negated", where=[act.to], units=[zones[0].id], enemy=zones[0].id, hex=act.to)


@rule("3.1a", JumpedRetreat)
def to_a_legal_hex(act: JumpedRetreat) -> Findings:
    """The hex must be Legal, and connected with a Supply Source unless the HQ sits in a pocket."""
    unit, to = act.unit_, act.to
    if not is_hq(unit) or to is None or act.forbidden or act.soft:
        return
    yield from legal_for_hq(act.s, unit, to, pocket=distance(act.s, act.left or "", to) < HQ_BACK)


def legal_for_hq(s: Situation, unit: Unit, to: str, pocket: bool) -> Findings:
    """A prohibition if an HQ may not end a retreat in a hex."""
    reason = why_not_legal(s, to, unit.side, True, unit)
    formation = formation_of(unit)
    name = formation.id if formation is not None else ""
    if reason is not None:
        yield forbid(reason, where=[to], units=[unit.id], formation=name, hex=to)
    elif s.hex(to).stated("legal_hex") is None and not pocket:
        if s.supply_sources:
            found = line(s, to, set(s.supply_sources), unit.side, True, unit)
            if found.answer is False and not pocketed(formation):
                yield forbid("msr_cut_to_source", where=[to], units=[unit.id], formation=name, hex=to)
        elif not (formation is not None and formation.stated("in_pocket")):
            raise Missing(s.hex(to).path("legal_hex"), (True, False))


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
        yield forbid("pocket_not_own", where=[to], units=[unit.id], unit=unit.id, formation=formation.id, hex=to)
    else:
        yield permit("pocket_own", where=[to], units=[unit.id], unit=unit.id, hex=to)


def trains_places(s: Situation, trains: Unit, left: str) -> list[str]:
    """Hexes ten or more along the MSR from where Trains were jumped that are Legal and give a Complete MSR."""
    formation = formation_of(trains)
    hq = hq_of(s, formation.id) if formation is not None else None
    if hq is None or hq.hex is None:
        return []
    if not s.supply_sources:
        raise Missing("supply_sources")
    found = route(s, hq, left)
    if isinstance(found, str):
        return []
    back, forward = list(found[1])[TRAINS_BACK:], list(reversed(found[0]))[TRAINS_BACK:]  # the way back is an MSR as it stands
    return back + [hex_ for hex_ in forward if isinstance(route(s, hq, hex_), tuple)]


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
            yield forbid("trains_have_a_place", where=places[:1], units=[unit.id], unit=unit.id, hex=places[0])
        else:
            yield permit("trains_no_place", units=[unit.id], unit=unit.id)
        return
    place = act.s.hex(act.to)
    if place.stated("completes_msr") is not None:
        if not (place.completes_msr and place.legal_hex):
            yield forbid("trains_not_complete", where=[act.to], units=[unit.id], hex=act.to)
        return
    if act.to not in trains_places(act.s, unit, left):
        yield forbid("trains_not_there", where=[act.to], units=[unit.id], unit=unit.id, hex=act.to, least=TRAINS_BACK)
    else:
        yield permit("trains_go_back", where=[act.to], units=[unit.id], unit=unit.id, hex=act.to)


@rule("4.7e", JumpedRetreat, "after")
def put_there(act: JumpedRetreat) -> Findings:
    """The HQ stands there, with all that a jump does to its formation."""
    unit = act.unit_
    if is_hq(unit) and not act.soft:
        if act.to is not None:
            yield effect(unit=unit.id, jumped=True, retreat=distance(act.s, act.left or "", act.to))
            yield record(unit=unit.id, at=act.to)
        yield from upset(formation_of(unit))


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


@rule("4.7i", JumpedRetreat)
def where_after_a_soft_jump(act: JumpedRetreat) -> Findings:
    """Anywhere on fit ground without enemy unit, EZOC or Engagement Zone, and where no enemy MSR is blocked; the hex need not be Legal."""
    unit, to = act.unit_, act.to
    if not act.soft:
        return
    if to is None:
        yield forbid("soft_stays_on_map", units=[unit.id], unit=unit.id)
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
        yield forbid(reason, where=[to], units=[unit.id], unit=unit.id, hex=to)
    else:
        yield permit("soft_there", where=[to], units=[unit.id], unit=unit.id, hex=to)


@rule("4.7i", JumpedRetreat, "after")
def put_there_softly(act: JumpedRetreat) -> Findings:
    """Prepared Defense, Coordination and the sides of the Trains stay as they are."""
    if not act.soft or act.to is None:
        return
    yield effect(unit=act.unit_.id, at=act.to)
    formation = formation_of(act.unit_)
    trains = trains_of(act.s, formation.id) if formation is not None else None
    if trains is not None:
        yield effect(unit=trains.id, state=trains.state)
    if formation is not None:
        yield effect(formation=formation.id, prep_def=bool(formation.prep_def), coordination=bool(formation.coordination))


@rule("4.7i", JumpRoll)
def soft_jumps_in_play(act: JumpRoll) -> Findings:
    """Soft Jumps are an optional rule."""
    if not act.s.option("4.7i"):
        yield forbid("soft_not_in_play")
    else:
        yield permit("soft_in_play")
        yield value("dice", 1)
        yield value("needed", {"soft": list(SOFT), "hard": [die for die in range(1, 7) if die not in SOFT]})


@rule("4.7i", JumpRoll, "roll")
def soft_or_hard(act: JumpRoll) -> Findings:
    """1 to 4 is a Soft Jump: HQ and Trains are put where the owner likes and keep what they have; 5 and 6 a Hard one."""
    soft = act.roll() in SOFT
    yield value("result", "soft" if soft else "hard", key="jump_soft" if soft else "jump_hard")
    formation = formation_of(act.unit_)
    if not soft:
        yield effect(unit=act.unit_.id, jumped=True, **({"retreat": "legal_hex"} if is_hq(act.unit_) else {"state": "ghost"}))
        if is_hq(act.unit_):
            yield from upset(formation)
        return
    trains = trains_of(act.s, formation.id) if formation is not None else None
    if trains is not None:
        yield effect(unit=trains.id, state=trains.state)
    if formation is not None:
        yield effect(formation=formation.id, prep_def=bool(formation.prep_def), coordination=bool(formation.coordination))


# ---- 4.8 retreats of one's own will -----------------------------------------------------------------------------------
@rule("4.8", VoluntaryRetreat)
def in_place_of_moving(act: VoluntaryRetreat) -> Findings:
    """Made instead of normal movement; enemies, EZOCs and ground on the way do not matter."""
    unit = act.unit_
    if unit.moved or acts_now(act.s, unit.id, "move"):
        yield forbid("retreat_or_move", units=[unit.id], unit=unit.id)
    else:
        yield permit("retreats_freely", units=[unit.id], unit=unit.id)


@rule("3.4h", VoluntaryRetreat)
def finished_units_stay(act: VoluntaryRetreat) -> Findings:
    """FINISHED units do nothing more."""
    if is_finished(act.unit_):
        yield forbid("is_finished", units=[act.unit_.id], unit=act.unit_.id)


@rule("4.8a", VoluntaryRetreat)
def three_hexes(act: VoluntaryRetreat) -> Findings:
    """A unit ends three hexes away, where no enemy stands and its Move side may stand."""
    unit, to = act.unit_, act.to
    if is_hq(unit) or to is None:
        return
    apart = distance(act.s, act.here(), to)
    if apart != UNIT_BACK:
        yield forbid("retreat_three", where=[to], units=[unit.id], unit=unit.id, hexes=apart)
    if in_the_way(act.s, unit, to):
        yield forbid("enemy_in_hex", where=[to], units=[unit.id], unit=unit.id, enemy=in_the_way(act.s, unit, to)[0].id, hex=to)
    elif closed_to(act.s, to, class_after(unit)):
        yield forbid("prohibited", where=[to], units=[unit.id], unit=unit.id, hex=to, cls=class_after(unit))
    elif not act.forbidden:
        yield permit("retreat_there", where=[to], units=[unit.id], unit=unit.id, hex=to)


def class_after(unit: Unit) -> str | None:
    """The movement class of the Move side, on which a retreat ends (reading B21); that of the side showing where the other is not known."""
    found: str | None = side_value(unit, "move", "ma_class") or unit.stated("ma_class")
    return found


@rule("4.8b", VoluntaryRetreat)
def towards_its_trains(act: VoluntaryRetreat) -> Findings:
    """An HQ goes towards its Trains, as far as it needs."""
    unit, to = act.unit_, act.to
    if not is_hq(unit) or to is None:
        return
    trains = trains_of(act.s, unit.formation)
    if trains is not None and trains.hex is not None and distance(act.s, to, trains.hex) >= distance(act.s, act.here(), trains.hex):
        yield forbid("hq_not_to_trains", where=[to], units=[unit.id, trains.id], unit=unit.id, hex=to)
    else:
        yield permit("hq_to_trains", where=[to], units=[unit.id], unit=unit.id, hex=to)


@rule("4.7g", VoluntaryRetreat)
def hq_of_its_own_will(act: VoluntaryRetreat) -> Findings:
    """An HQ of the active formation may, at no step, even after a Fail; as after a jump it goes to a Legal Hex outside Engagement Zones."""
    unit, to = act.unit_, act.to
    if not is_hq(unit):
        return
    if to is not None:
        apart = distance(act.s, act.here(), to)
        if apart < HQ_BACK and not pocketed(formation_of(unit)):
            yield forbid("hq_too_near", where=[to], units=[unit.id], unit=unit.id, hexes=apart, least=HQ_BACK)
            return
        zones = engagement_zone_units(act.s, to, act.side)
        if zones:
            yield forbid("hq_in_zone", where=[to], units=[unit.id, zones[0].id], unit=unit.id, enemy=zones[0].id, hex=to)
        elif not act.forbidden:
            yield from legal_for_hq(act.s, unit, to, pocket=apart < HQ_BACK)
    if not act.forbidden:
        yield permit("hq_retreats", units=[unit.id], unit=unit.id)


@rule("4.8c", VoluntaryRetreat)
def partial_at_least(act: VoluntaryRetreat) -> Findings:
    """Units need a Partial result or better; HQs do not."""
    formation = formation_of(act.unit_)
    if is_hq(act.unit_):
        if formation is not None and formation.stated("snafu") == "fail":
            yield permit("hq_even_after_fail", units=[act.unit_.id], unit=act.unit_.id)
    elif formation is not None and formation.snafu == "fail":
        yield forbid("fail_no_retreat", units=[act.unit_.id], unit=act.unit_.id, formation=formation.id)
    else:
        yield permit("snafu_allows", units=[act.unit_.id], unit=act.unit_.id)


@rule("4.8d", VoluntaryRetreat)
def not_under_defense_orders(act: VoluntaryRetreat) -> Findings:
    """An HQ under Prepared Defense Orders stays."""
    formation = formation_of(act.unit_)
    if is_hq(act.unit_) and formation is not None and act.s.option("2.4") and "prep_def" in formation.orders:
        yield forbid("ordered_to_stay", units=[act.unit_.id], unit=act.unit_.id, formation=formation.id)
    elif is_hq(act.unit_):
        yield kept()


@rule("4.8a", VoluntaryRetreat, "loss")
def a_step_lost(act: VoluntaryRetreat) -> Findings:
    """One step."""
    if not is_hq(act.unit_):
        act.steps_lost += 1
        yield define("retreat_costs_step", units=[act.unit_.id], unit=act.unit_.id)


@rule("5.5g", VoluntaryRetreat, "loss")
def another_for_the_zone(act: VoluntaryRetreat) -> Findings:
    """Another for an EZOC in the end hex: any for Leg and Truck, that of a Real AV for Tactical; friends do not negate it."""
    unit, to = act.unit_, act.to
    if is_hq(unit) or to is None:
        return
    cls = class_after(unit)
    found = real_av_zoc_units(act.s, to, act.side) if cls == "tac" else affecting(act.s, to, act.side, cls)
    if found:
        act.steps_lost += 1
        yield define("retreat_into_zoc", where=[to], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=to)


@rule("4.8a", VoluntaryRetreat, "after")
def retreated(act: VoluntaryRetreat) -> Findings:
    """The unit shows its Move side and is FINISHED."""
    unit = act.unit_
    if is_hq(unit):
        return
    if (unit.stated("steps") or act.steps_lost + 1) <= act.steps_lost:
        yield effect(unit=unit.id, steps=-act.steps_lost, destroyed=True)
        yield record(unit=unit.id, eliminated=True)
        return
    yield effect(unit=unit.id, steps=-act.steps_lost, side="move", state="finished", **({"retreat": UNIT_BACK} if act.to is None else {}))
    yield record(unit=unit.id, finished=True, **move_side(unit), **({"at": act.to} if act.to is not None else {}))
    yield record(did=unit.id, act="voluntary_retreat", **({"to": act.to} if act.to is not None else {}))


@rule("4.7g", VoluntaryRetreat, "after")
def hq_retreated(act: VoluntaryRetreat) -> Findings:
    """All that a jump does, and a Fatigue Level more."""
    unit = act.unit_
    formation = formation_of(unit)
    if not is_hq(unit):
        return
    if act.to is not None:
        yield record(unit=unit.id, at=act.to)
    if formation is not None:
        yield from upset(formation, fatigue=level_name(min(fatigue_level(formation) + 1, WORST_FATIGUE)))
