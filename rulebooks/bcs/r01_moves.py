"""Chapter 1 where it speaks of moves: Unprepared units, Command Radius, blobs, and Support that a move leaves behind."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.common import distance, possible_neighbours
from adjudicator.ruling import Findings, define, forbid, permit, warn
from adjudicator.situation import Situation, Unit

from .acts import drop_support, hq_of, is_combat_unit, is_hq
from .acts_movement import Move, Step, UnitMove, VoluntaryRetreat
from .r01_formations import is_host
from .r01_units import step_closed
from .r03_msr import blocks_enemy
from .r04_stops import closed_headquarters
from .r04_zones import has_zoc, screen_zone_units


@rule("1.1d", Move, "step")
def unprepared_units(move: Move) -> Findings:
    """Unprepared units jump nobody and stay out of Screen Zones and Victory Point hexes that are not theirs."""
    from .r01_units import is_unprepared

    step: Step = move.item
    unit = move.unit_
    if not is_unprepared(unit):
        return
    if closed_headquarters(move.s, unit, step.here) == "jump_unprepared":
        yield forbid("jump_unprepared", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)
    for other in screen_zone_units(move.s, step.here, move.side)[:1]:
        yield forbid("unprepared_in_screen_zone", where=[step.here], units=[unit.id, other.id], unit=unit.id, enemy=other.id, hex=step.here)
    if move.s.hex(step.here).vp and move.s.hex(step.here).control != move.side:
        yield forbid("unprepared_vp", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)


@rule("1.3c", Move, "halt")
def what_a_blob_is(move: Move) -> Findings:
    """The area within a formation's outermost units, as the players see it."""
    for name, hexes in move.s.blobs.items():
        if name != move.unit_.formation and any(step.here in hexes for step in move.steps):
            yield define("blob", units=[move.unit_.id], formation=name)


# ---- 1.4 Command Radius -----------------------------------------------------------------------------------------------
@rule("1.4d", (Move, VoluntaryRetreat), "legality")
def out_of_command_blocks_nothing(act: UnitMove) -> Findings:
    """A unit that began the phase out of command does not end on a hex that blocks an enemy MSR without alternative; it may go on blocking one."""
    end = act.end if isinstance(act, Move) else getattr(act, "to", None)
    unit = act.unit_
    if end is None or not is_combat_unit(unit):
        return
    blocked = blocked_by(act.s, unit, end)
    if blocked and not blocked_by(act.s, unit, act.here()) and not unit.began_in_command:
        yield forbid("out_of_command_blocks", where=[blocked], units=[unit.id], unit=unit.id, hex=end)


def blocked_by(s: Situation, unit: Unit, end: str) -> str | None:
    """A hex of an enemy MSR without alternative that a unit in a hex would block, by standing there or with its ZOC."""
    if blocks_enemy(s, end, unit.side):
        return end
    used = {hex_ for formation in s.formations.values() if formation.stated("side") != unit.side and not isinstance(formation.stated("side"), type(None))
            for hex_ in used_by(formation)}
    near = [hex_ for hex_ in possible_neighbours(s, end) if hex_ in used]
    if near and has_zoc(unit):
        return next((hex_ for hex_ in near if distance(s, end, hex_) == 1 and blocks_enemy(s, hex_, unit.side)), None)
    return None


def used_by(formation: Any) -> set[str]:
    """The hexes of a formation's MSR that are known."""
    path = formation.stated("msr_path") or {}
    return {*(formation.stated("msr_hexes") or ()), *(path.get("to_trains") or ()), *(path.get("to_source") or ())}


@rule("1.4e", Move, "end")
def ends_in_command(move: Move) -> Findings:
    """A unit ends its Activation in Command Radius; if it cannot, it works its way back, or does not move at all."""
    unit = move.unit_
    if is_hq(unit) or not is_combat_unit(unit) or unit.formation is None or not move.steps:
        return
    hq = hq_of(move.s, unit.formation)
    if hq is None or hq.hex is None or hq.stated("command_range") is None:
        return
    radius = hq.command_range
    before, after = distance(move.s, hq.hex, move.here()), distance(move.s, hq.hex, move.end)
    if after <= radius:
        return
    fixed = any(hq.id in answer.slots.get("units", ()) for answer in move.answered("stay"))
    ends = fixed or bool(move.answered("end_activation")) or bool(move.slots.get("ends"))
    if not ends:
        yield warn("ends_out_of_command", unit=unit.id, hexes=after, radius=radius)
    elif before <= radius:
        yield forbid("leaves_command", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)
    elif after >= before:
        yield forbid("works_not_back", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)
    else:
        yield permit("works_back", where=[move.end], units=[unit.id, hq.id], unit=unit.id, hexes=after, radius=radius)


# ---- 1.5i Support that stays behind -----------------------------------------------------------------------------------
@rule("1.5i", Move, "after")
def support_left_behind(move: Move) -> Findings:
    """A Host that goes where Tactical movement may not leaves its Support behind."""
    if not is_combat_unit(move.unit_) or not is_host(move.unit_):
        return
    closed = [step.here for step in move.steps if step_closed(move.s, step.before, step.here, "tac")]
    if closed:
        yield define("support_left", where=closed, units=[move.unit_.id], unit=move.unit_.id, hex=closed[0])
        yield from drop_support(move.unit_, temporary=False)


@rule("1.5i", VoluntaryRetreat, "after")
def support_lost_in_retreat(act: VoluntaryRetreat) -> Findings:
    """The same of a retreat that ends there."""
    from .r01_units import closed_to

    if act.to is not None and is_combat_unit(act.unit_) and closed_to(act.s, act.to, "tac") and is_host(act.unit_):
        yield define("support_left", where=[act.to], units=[act.unit_.id], unit=act.unit_.id, hex=act.to)
        yield from drop_support(act.unit_, temporary=False)
