"""Chapter 8: zones of control."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, define, forbid, permit, rule, says, term
from adjudicator.kit import UnitStep, names, possible_neighbours, zone_told

from .acts import Movement, Step
from .acts_results import AskZone, Retreat
from .terrain import ZONES, bridge, zone


@rule("8.0", Movement, "step")
def stop_in_a_zone(move: Movement, step: Step) -> Findings:
    """A unit that enters an enemy ZOC stops there."""
    for state in move.payers(step):
        came = not step.first or (state.unit.spent and not state.unit.overrun)
        if came and zone(move.s, step.before, move.side):
            near = zone(move.s, step.before, move.side)
            yield forbid("must_stop", state.unit, step.before, step.here, hex=step.before, enemy=names(near))
            return
    try:
        near = zone(move.s, step.here, move.side)
    except Missing:
        return  # whether it could go on decides nothing here
    if near:
        yield define("stops_in_zone", step.units, step.here, hex=step.here, enemy=names(near))


@rule("8.0", Movement, "step")
def no_zone_from_there(move: Movement, step: Step) -> Findings:
    """HQs have no ZOC, and no ZOC reaches where wheels cannot go."""
    for hex_ in (step.before, step.here) if step.first else (step.here,):
        where = move.s.where()
        around = [
            unit for near in possible_neighbours(move.s, hex_) if move.s.grid.adjacent(near, hex_) for unit in where.get(near, ()) if unit.side != move.side
        ]
        try:
            free = bool(around) and not zone(move.s, hex_, move.side)
        except Missing:
            continue  # nothing hangs on it here
        if free:
            yield define("no_zone_there", around, hex_, enemy=names(around))


@rule("8.0", Movement, "step")
def water_into_a_zone(move: Movement, step: Step) -> Findings:
    """No unit crosses a river or canal hexside into an enemy ZOC without a sound bridge."""
    features = move.features(step.before, step.here)
    if any(name in move.table("barriers") for name in features):
        bridged = bridge(move.s, step.before, step.here)
        try:
            near = zone(move.s, step.here, move.side)
        except Missing:
            if bridged:
                return
            raise
        if near and bridged:
            yield permit("bridge_into_zoc", step.before, step.here, hex=step.here, enemy=names(near))
        elif near:
            yield forbid("river_into_zoc", step.units, step.before, step.here, hex=step.here, enemy=names(near))


@rule("8.0", Movement, "step")
def no_road_out_of_a_zone(move: Movement, step: Step) -> Findings:
    """Nobody uses road movement to leave an enemy ZOC."""
    if step.leg.slots.get("how") == "road" and step.first and zone(move.s, step.before, move.side):
        yield forbid("no_road_out_of_zoc", step.units, step.before)


@rule("8.0", Movement, "price")
def leaving_a_zone(move: Movement, step: Step) -> Findings:
    """A unit that begins in an enemy ZOC pays one point more to leave its hex."""
    if step.first and zone(move.s, step.before, move.side):
        for state in move.payers(step):
            yield term(move.bill(step, state, 1, 1), 1, "leaving_zoc", unit=state.unit.id, hex=step.before)


@rule("8.0", Retreat, "step")
def no_retreat_into_a_zone(retreat: Retreat, step: UnitStep) -> Findings:
    """A retreating unit never enters an enemy ZOC; a friendly unit there does not help."""
    if near := zone(retreat.s, step.here, retreat.side):
        yield forbid("retreat_into_zoc", step.unit, step.before, step.here, hex=step.here, enemy=names(near))
    else:
        yield permit("retreat_free_of_zoc", step.here)


says("8.0", AskZone, "answer", "Whether the units named have a ZOC, stand in one, or reach a hex with theirs.",
     lambda question: zone_told(question, ZONES.exerts, zone,
     lambda at, found: define("zone_of", found, at) if found else define("no_zone_here", hex=at)))  # fmt: skip
