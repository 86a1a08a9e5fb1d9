"""Chapter 3 where it speaks of moves: the step of the Activation, formations that mix, Victory Point hexes, who may still move."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.book import rule
from adjudicator.ruling import Finding, Findings, define, forbid, permit
from adjudicator.situation import Entity, Situation, Unit

from .acts import change, formation_named, formation_of, is_hq, is_trains
from .acts_movement import Flip, Move, Step, VoluntaryRetreat
from .r01_formations import started_since
from .r03_objectives import is_finished, obj_in, why_stopped


def controller(s: Situation, hex_: str) -> str | None:
    """The side that controls a hex."""
    found = s.hex(hex_).control
    return found.get("side") if isinstance(found, dict) else found


# ---- 1.3c and 3.2d blobs and Mixed formations -------------------------------------------------------------------------
def buddies_of(s: Situation, formation: str) -> set[str]:
    """The formations that never mix with this one."""
    return {name for pair in s.buddies if formation in pair for name in pair} - {formation}


def friendly(s: Situation, name: str, side: str) -> bool:
    """Whether a formation that has a blob is of a side; one of which nothing is known counts as friendly: only those matter."""
    found = formation_named(s, name).stated("side")
    if found is None:
        found = next((unit.stated("side") for unit in s.units.values() if unit.facts.get("formation") == name), None)
    return found in (None, side)


def blobs_met(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[str]:
    """Friendly formations whose blobs a unit stands in or passes."""
    through = set(hexes)
    return [name for name, blob in s.blobs.items() if name != unit.formation and through & set(blob) and friendly(s, name, unit.side)]


def mixing(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[Entity]:
    """The formations that a unit mixes with there: Trains, units out of command, unassigned ones and Buddies mix with nobody (3.2d)."""
    if is_trains(unit) or unit.formation is None:
        return []
    met = [name for name in blobs_met(s, unit, hexes) if name not in buddies_of(s, unit.formation)]
    if not met or not (is_hq(unit) or unit.in_command):
        return []
    return [formation_named(s, name) for name in met]


def coordinated(unit: Unit, others: list[Entity]) -> list[Finding]:
    """A Coordination marker for each formation that is involved."""
    own = formation_of(unit)
    return [change(found, coordination=True) for found in ([own] if own is not None else []) + others]


def way_of(move: Move) -> list[str]:
    """The hexes of a move, the first included."""
    return [move.start or "", *(step.here for step in move.steps)]


@rule("3.2d", Move, "end")
def mixed_or_not(move: Move) -> Findings:
    """Buddies, units out of command and the unassigned do not mix."""
    met = blobs_met(move.s, move.unit_, way_of(move))
    if not met:
        return
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield define("become_mixed", units=[move.unit_.id], formation=", ".join(found.id for found in others))
    else:
        yield permit("not_mixed", units=[move.unit_.id], unit=move.unit_.id)


@rule("3.2d", Move, "after")
def mixed_now(move: Move) -> Findings:
    """A Coordination marker for each formation."""
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield from coordinated(move.unit_, others)


# ---- 3.3a Victory Point hexes -----------------------------------------------------------------------------------------
@rule("3.3a", Move, "step")
def victory_hex(move: Move) -> Findings:
    """A Victory Point hex that is not one's own is entered only with an OBJ marker in that very hex."""
    step: Step = move.item
    if not move.s.hex(step.here).vp or controller(move.s, step.here) == move.side:
        return
    if obj_in(move.s, step.here):
        yield permit("vp_with_obj", where=[step.here], hex=step.here)
    else:
        yield forbid("vp_without_obj", where=[step.here], units=[move.unit_.id], hex=step.here)


# ---- 3.0 and 3.4 who may still move -----------------------------------------------------------------------------------
@rule("3.0", (Move, Flip))
def in_the_activities(move: Move) -> Findings:
    """Units act in the Activities step."""
    phase = move.s.stated("phase")
    if phase not in (None, "activities", "obj_placement"):
        yield forbid("wrong_phase", phase=phase, wanted="activities")


@rule("3.4a", (Move, Flip))
def of_the_active_formation(move: Move) -> Findings:
    """Only units of the active formation do anything."""
    active = move.s.stated("active_formation")
    if active is not None and move.unit_.formation != active and move.unit_.side == move.s.stated("active"):
        yield forbid("not_active_formation", units=[move.unit_.id], unit=move.unit_.id, formation=active)


@rule("3.4d", (Move, Flip))
def not_gone_back_to(move: Move) -> Findings:
    """Once another unit has begun, the MPs of this one are gone."""
    other = started_since(move.unit_)
    if other is not None:
        yield forbid("another_began", units=[move.unit_.id, other.id], unit=move.unit_.id, other=other.id)


@rule("3.4f", (Move, Flip))
def points_left_lost(move: Move) -> Findings:
    """What a unit has left when another begins is lost, Fire Events and MPs alike."""
    if started_since(move.unit_) is not None:
        yield define("mps_lost", units=[move.unit_.id], unit=move.unit_.id)


@rule("3.4e", Move)
def stopped_units_stay(move: Move) -> Findings:
    """A STOPPED unit does not move."""
    reason = why_stopped(move.unit_)
    if reason is not None and reason != "stopped_other_began" and not move.forbidden:
        yield forbid(reason, units=[move.unit_.id], unit=move.unit_.id)


@rule("3.4h", (Move, Flip, VoluntaryRetreat))
def finished_units_stay(move: Move) -> Findings:
    """A FINISHED unit does not move."""
    if is_finished(move.unit_):
        yield forbid("is_finished", units=[move.unit_.id], unit=move.unit_.id)
