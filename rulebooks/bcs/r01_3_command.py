"""Chapter 1.3 and 1.4: formations, independents, Command Radius."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Situation, Unit, cited, cites, define, forbid, kept, permit, rule, value, warn
from adjudicator.kit import distance, possible_neighbours

from .acts_aftermath import Advance
from .acts_combat import Barrage, CombatTable, Fight, Observe
from .acts_formation import Isolation
from .acts_movement import Move, Stay, Step, UnitMove, VoluntaryRetreat
from .acts_turn import Assign, Assignment, ClaimPrepDef, InCommand, Replacement, Unassign, UseSupport
from .r03_vocabulary_msr import blocks_enemy
from .r04_vocabulary import closed_headquarters
from .r04_vocabulary_zones import has_zoc
from .r05_common import observers, own_units
from .r05_common_barrage import Firing
from .vocabulary import hq_of, is_combat_unit, is_hq, is_trains


# ---- 1.3 Formations -------------------------------------------------------------------------------------------------
@cited("1.3b", (Replacement, UseSupport))
def assigned_like_intrinsic(act: Replacement | UseSupport) -> bool:
    """An assigned independent is treated as the formation's own."""
    return any(unit.independent and unit.formation is not None for unit in act.units)


@rule("1.3b", (Assign, Unassign), each="units")
def intrinsic_for_good(act: Assignment, unit: Unit) -> Findings:
    """Intrinsic units never change their formation."""
    yield kept() if unit.independent else forbid("intrinsic", unit, formation=unit.formation or "")


@cited("1.3c", Move)
def blobs_near(move: Move) -> bool:
    """Where the blob of another formation of the side is known."""
    return any(name != move.unit_.formation for name in move.s.facts.get("blobs") or {})


@rule("1.3c", Move, "halt")
def what_a_blob_is(move: Move) -> Findings:
    """The area within a formation's outermost units, as the players see it."""
    for name, hexes in move.s.blobs.items():
        if name != move.unit_.formation and any(step.here in hexes for step in move.steps):
            yield define("blob", move.unit_, formation=name)


# ---- 1.4 Command Radius ---------------------------------------------------------------------------------------------
@rule("1.4b", ClaimPrepDef)
def within_radius(claim: ClaimPrepDef) -> Findings:
    """Command Radius is a bare count of hexes from the HQ as it stands now."""
    for unit in claim.units:
        if claim.forbidden:
            return
        if unit.in_command:
            yield permit("in_command", unit)
        else:
            yield forbid("out_of_command", unit)


@rule("1.4b", InCommand)
def asked_in_command(ask: InCommand) -> Findings:
    """Hexes from the HQ, counted through everything."""
    answers = [bool(unit.in_command) for unit in ask.units]
    for unit, inside in zip(ask.units, answers, strict=True):
        yield define("in_command" if inside else "out_of_command", unit)
    yield value("answer", "yes" if all(inside != ask.out for inside in answers) else "no")


@rule("1.4c", InCommand, each="units")
def independents_have_no_radius(ask: InCommand, unit: Unit) -> Findings:
    """No Command Radius binds an independent unit that is assigned to nobody; an assigned one obeys that of its formation."""
    if unit.independent and unit.formation is None:
        yield define("unassigned_without_radius", unit)
    elif unit.independent:
        yield kept()


@cited("1.4c", (Move, Isolation))
def unassigned_are_free(act: Move | Isolation) -> bool:
    """Command Radius is nothing to unassigned independents; assigned ones obey it."""
    return any(unit.independent for unit in act.units)


@cited("1.4d", (Move, CombatTable, Barrage))
def began_out_of_command(act: Move | Fight) -> bool:
    """What a unit that began the phase out of command may do and what it may not."""
    units = [act.unit_] if isinstance(act, Move) else [*own_units(act), *observers(act)]
    return any(is_combat_unit(unit) and unit.formation is not None and not unit.began_in_command for unit in units)


@cited("1.4d", Stay)
def stays_out_of_command(act: Stay) -> bool:
    """Whoever blocks an MSR already may go on doing so out of command."""
    return any(is_combat_unit(unit) and unit.formation is not None and not unit.began_in_command for unit in act.movers)


def used_by(formation: Any) -> set[str]:
    """The hexes of a formation's MSR that are known."""
    path = formation.stated("msr_path") or {}
    return {*(formation.stated("msr_hexes") or ()), *(path.get("to_trains") or ()), *(path.get("to_source") or ())}


def blocked_by(s: Situation, unit: Unit, end: str) -> str | None:
    """A hex of an enemy MSR without alternative that a unit in a hex would block, by standing there or with its ZOC."""
    if blocks_enemy(s, end, unit.side):
        return end
    used = {
        hex_
        for formation in s.formations.values()
        if formation.stated("side") != unit.side and not isinstance(formation.stated("side"), type(None))
        for hex_ in used_by(formation)
    }
    near = [hex_ for hex_ in possible_neighbours(s, end) if hex_ in used]
    if near and has_zoc(unit):
        return next((hex_ for hex_ in near if distance(s, end, hex_) == 1 and blocks_enemy(s, hex_, unit.side)), None)
    return None


@rule("1.4d", (Move, VoluntaryRetreat), "legality")
def out_of_command_blocks_nothing(act: UnitMove) -> Findings:
    """A unit that began the phase out of command does not end on a hex that blocks an enemy MSR without alternative; it may go on blocking one."""
    end = act.end if isinstance(act, Move) else getattr(act, "to", None)
    unit = act.unit_
    if end is None or not is_combat_unit(unit):
        return
    if any(used_by(formation) for formation in act.s.formations.values() if formation.stated("side") != unit.side):
        yield kept()
    blocked = blocked_by(act.s, unit, end)
    if blocked and not blocked_by(act.s, unit, act.here()) and not unit.began_in_command:
        yield forbid("out_of_command_blocks", unit, blocked, hex=end)


@rule("1.4d", Move, "step")
def out_of_command_jumps_nobody(move: Move, step: Step) -> Findings:
    """A unit that began the phase out of command jumps no HQ and no Trains."""
    if closed_headquarters(move.s, move.unit_, step.here) == "jump_out_of_command":
        yield define("jump_out_of_command", move.unit_, step.here)


@rule("1.4d", CombatTable)
def attacks_out_of_command(attack: CombatTable) -> Findings:
    """A unit out of Command Radius may make Regular and Shock Attacks."""
    try:
        out = not attack.attacker.in_command
    except Missing:
        return  # it does not matter
    if out:
        yield permit("attacks_out_of_command", attack.attacker)


@rule("1.4d", Observe, each="observers")
def out_of_command_no_observer(act: Observe, unit: Unit) -> Findings:
    """A unit that begins the phase out of Command Radius cannot observe."""
    if not is_trains(unit) and unit.stated("side") == act.side and not unit.began_in_command:
        yield define("observer_out_of_command", unit)


@rule("1.4d", (CombatTable, Barrage))
def observers_in_command(fight: Firing) -> Findings:
    """A unit that begins the phase out of Command Radius cannot observe."""
    for unit in fight.points.observers:
        if fight.points and not is_trains(unit) and unit.stated("side") == fight.side and not unit.began_in_command:
            yield define("observer_out_of_command", unit)


cites("1.4e", Advance, "Command Radius does not bind an advance after combat.", lambda _: True)


@cited("1.4e", Stay)
def stays_where_it_is(act: Stay) -> bool:
    """A unit that cannot end in Command Radius may also stay where it is."""
    return any(is_combat_unit(unit) and unit.formation is not None and not unit.in_command for unit in act.movers)


@rule("1.4e", Move, "end")
def ends_in_command(move: Move) -> Findings:
    """A unit ends its Activation in Command Radius; if it cannot, it works its way back, or does not move at all."""
    unit = move.unit_
    if is_hq(unit) or not is_combat_unit(unit) or unit.formation is None or not move.steps:
        return
    hq = hq_of(move.s, unit.formation)
    if hq is None or hq.hex is None:
        return
    said = bool(move.answered("end_activation", "stay")) or bool(move.slots.get("ends"))
    if hq.stated("command_range") is None and not said:
        return
    radius = hq.command_range
    before, after = distance(move.s, hq.hex, move.here()), distance(move.s, hq.hex, move.end)
    if after <= radius:
        yield kept()
        return
    fixed = any(hq.id in answer.slots.get("units", ()) for answer in move.answered("stay"))
    ends = fixed or bool(move.answered("end_activation")) or bool(move.slots.get("ends"))
    if not ends:
        yield warn("ends_out_of_command", unit=unit.id, hexes=after, radius=radius)
    elif before <= radius:
        yield forbid("leaves_command", unit, hq, move.end, unit=unit.id, hexes=after, radius=radius)
    elif after >= before:
        yield forbid("works_not_back", unit, hq, move.end, unit=unit.id, hexes=after, radius=radius)
    else:
        yield permit("works_back", unit, hq, move.end, unit=unit.id, hexes=after, radius=radius)
