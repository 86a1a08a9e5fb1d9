"""Chapter 16: engineers."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, define, drm, effect, forbid, permit, record, rule, term
from adjudicator.kit import half_up, names

from .acts import Leg, Movement, Step
from .acts_combat import Attack
from .acts_turn import Demolish, Pontoon, Work
from .r10_0_combat import hex_terrain
from .r15_fortifications import effective
from .terrain import zone
from .vocabulary import FORTIFICATIONS, is_engineer


# ---- 16.0 -------------------------------------------------------------------------------------------------------------------
@rule("16.0", Attack, "hex", exception_to="10.1")
def engineers_halve_the_terrain(attack: Attack) -> Findings:
    """With engineers among the attackers each terrain penalty of the hex is halved, rounded down."""
    if helpers := [unit for unit in attack.attackers if is_engineer(unit)]:
        for name, by in hex_terrain(attack):
            if by:
                yield drm(by // 2, "terrain_halved", units=[unit.id for unit in helpers], terrain=name, full=by)


@rule("16.0", Attack, "hex", exception_to="15.0")
def engineers_halve_fortifications(attack: Attack) -> Findings:
    """With engineers among the attackers each fortification's penalty is halved, rounded down."""
    if helpers := [unit for unit in attack.attackers if is_engineer(unit)]:
        for marker, by in effective(attack):
            yield drm(by // 2, "fortification_halved", units=[unit.id for unit in helpers], marker=marker.kind, full=by)


@rule("16.0", Attack, "facing")
def engineers_take_part(attack: Attack) -> Findings:
    """Engineers, German pioneers among them, halve the penalties of the hex if they take part in the attack."""
    if helpers := [unit for unit in attack.attackers if is_engineer(unit)]:
        yield define("engineers_help", helpers)


@rule("16.0", (Demolish, Pontoon))
def pioneers_are_engineers(work: Work) -> Findings:
    """German pioneers are engineers."""
    if pioneers := [unit for unit in work.workers if unit.kind == "pioneer"]:
        yield define("pioneers_count", pioneers)


# ---- 16.1 -------------------------------------------------------------------------------------------------------------------
def cleared(move: Movement, leg: Leg) -> str | None:
    """The hex whose fortifications are removed."""
    place: str | None = leg.slots.get("target") or leg.slots.get("at")
    if place is None and leg.units:
        place = leg.units[0].hex
    return place


@rule("16.1", Movement, "work")
def clearing_a_fortification(move: Movement, leg: Leg) -> Findings:
    """An unpinned engineer in or next to the hex removes its markers; not where an enemy stands or has a ZOC, not in a turn of combat,
    and never what is printed on the map."""
    if leg.kind != "clear_fortification":
        return
    place = cleared(move, leg)
    if place is None:
        yield forbid("nothing_to_clear", hex="?")
        return
    markers = move.markers_at(place, *FORTIFICATIONS)
    if not markers:
        printed = [name for name in move.s.hex(place).features if name in FORTIFICATIONS]
        yield forbid("printed_stays" if printed else "nothing_to_clear", place)
    position = move.legs.index(leg)
    for unit in leg.units:
        here = unit.hex
        for step in move.steps:
            if move.legs.index(step.leg) < position and unit in step.units:
                here = step.here
        if not is_engineer(unit):
            yield forbid("no_engineer", unit)
        if here is None or (here != place and not move.adjacent(here, place)):
            yield forbid("not_beside", unit, place, place=place)
        if unit.pinned or move.done(unit.id, "pinned"):
            yield forbid("pinned_works_not", unit)
        if move.done(unit.id, "attack", "overrun", "direct_fire", "barrage"):
            yield forbid("fought_this_turn", unit)
    if move.enemies_at(place, move.side):
        yield forbid("enemy_holds_it", move.enemies_at(place, move.side), place)
    else:
        if near := zone(move.s, place, move.side):
            yield forbid("clearing_in_zoc", near, place, enemy=names(near))
    if not move.forbidden:
        yield permit("may_clear", leg.units, place, marker=", ".join(marker.kind for marker in markers))


@rule("16.1", Movement, "afford")
def half_for_the_work(move: Movement) -> Findings:
    """The work takes half the printed allowance, before or after moving, and clears every marker of the hex without a die."""
    leg = move.item
    if isinstance(leg, Step) or leg.kind != "clear_fortification":
        return
    for unit in leg.units:
        state = move.going[unit.id]
        if not state.paid:
            state.spent = unit.spent
        half = half_up(state.printed)
        if state.spent + half > state.allowance and state.spent:
            cost, place = str(state.spent + half), cleared(move, leg) or "?"
            yield forbid("too_few_points", unit, hex=place, cost=cost, allowance=str(state.allowance))
        state.spent += half
        state.paid += half
        yield term(f"cost {unit.id}", half, "clearing_cost", unit=unit.id)


@rule("16.1", Movement, "after", each="legs")
def markers_are_gone(move: Movement, leg: Leg) -> Findings:
    """All markers of the hex."""
    if leg.kind == "clear_fortification":
        place = cleared(move, leg) or ""
        for marker in move.markers_at(place, *FORTIFICATIONS):
            yield effect(marker=marker.kind, at=place, removed=True)
            yield record(marker=marker.id, removed=True)
        yield from (record(did=unit.id, act="remove_fortifications", at=place) for unit in leg.units)


@rule("16.1", Attack, each="attackers")
def no_combat_after_clearing(attack: Attack, unit: Unit) -> Findings:
    """An engineer that takes part in a combat in the turn removes nothing, and the other way round."""
    if attack.done(unit.id, "remove_fortifications"):
        yield forbid("cleared_this_turn", unit)
