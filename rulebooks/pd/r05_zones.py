"""Chapter 5: zones of control."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Situation, Unit, cited, cites, define, kept, permit, rule, says, term
from adjudicator.kit import UnitStep, Zones, names, nobody_beside, possible_neighbours, zone_asked, zone_told

from .acts import Enter, Move, Question
from .acts_combat import Retreat, Withdraw
from .acts_turn import AskZone, Status, TraceSupply
from .vocabulary import RAIL, STRATEGIC, bridged, features, is_combat, is_water


@rule("5.0")
def zone(s: Situation, hex_: str, side: str) -> list[Unit]:
    """The enemy units whose zone of control a hex lies in, seen by a side; Missing for what it hangs on."""
    if nobody_beside(s, hex_):
        s.complete()
        return []
    return list(s.recall(("zone", hex_, s.book.camp(side)), lambda: ZONES.over(s, hex_, side)))


cites("5.0", AskZone, "A zone covers all adjacent hexes.", lambda question: bool(question.slots.get("at")), "answer")


def around(s: Situation, hex_: str, side: str) -> list[Unit]:
    """The enemy units next to a hex, whether they have a zone of control or not."""
    if nobody_beside(s, hex_):
        return []
    camp = s.book.camp

    def look() -> list[Unit]:
        near = (here for here in possible_neighbours(s, hex_) if s.grid.adjacent(here, hex_))
        return [unit for here in near for unit in s.at(here) if camp(unit.stated("side") or "") != camp(side)]

    return list(s.recall(("around", hex_, camp(side)), look))


def entered_zones(move: Move, unit: Unit) -> list[tuple[str, list[Unit]]]:
    """The hexes of a unit's way, the first included, that lie in enemy zones."""
    found: list[tuple[str, list[Unit]]] = []
    for hex_ in move.ways[unit.id]:
        near = zone(move.s, hex_, move.side)
        if near:
            found.append((hex_, near))
    return found


@rule("5.1", Move, "price")
def points_for_zones(move: Move, step: UnitStep) -> Findings:
    """One point more to enter or to leave an enemy zone, three from one zone hex directly into another."""
    if move.how in (STRATEGIC, RAIL):
        return
    leaving = zone(move.s, step.before, move.side)
    entering = zone(move.s, step.here, move.side)
    ledger = move.ledger(step.unit)
    if leaving and entering:
        points = 3 if move.reading("6.2") == "total" else 5
        yield term(ledger, points, "zone_to_zone", unit=step.unit.id, start=step.before, hex=step.here, enemy=names(entering))
    elif leaving:
        yield term(ledger, 1, "leaving_zone", unit=step.unit.id, hex=step.before, enemy=names(leaving))
    elif entering:
        yield term(ledger, 1, "entering_zone", unit=step.unit.id, hex=step.here, enemy=names(entering))
    elif near := around(move.s, step.here, move.side) or around(move.s, step.before, move.side):
        yield define("no_zone_points", near, step.here)


def seen(move: Move) -> list[tuple[str, list[Unit]]]:
    """For the hexes of a step that are still to be spoken about: the enemy units next to each."""
    step: UnitStep = move.item
    hexes = (step.before, step.here) if step.number == 0 else (step.here,)
    return [(hex_, around(move.s, hex_, move.side)) for hex_ in hexes]


def without_zone(units: list[Unit]) -> list[Unit]:
    """Those of some units that are known to have no zone of control."""
    found = []
    for unit in units:
        try:
            if too_weak(unit) or not has_zone(unit):
                found.append(unit)
        except Missing:
            continue  # whether it has one is asked for where it matters
    return found


def _zone_if_known(s: Situation, hex_: str, side: str) -> list[Unit]:
    try:
        return zone(s, hex_, side)
    except Missing:
        return []


@rule("5.2")
def has_zone(unit: Unit) -> bool:
    """Whether a unit exerts a zone of control: a combat unit with an attack strength of 1 or more, no armoured train (5.2, 5.2.1)."""
    if not is_combat(unit) or unit.kind == "train":
        return False
    return bool(unit.attack >= 1)


@cited("5.2")
def too_weak(unit: Unit) -> bool:
    """Whether the attack strength of a combat unit is what gives it no zone."""
    return is_combat(unit) and unit.kind != "train" and not has_zone(unit)


says("5.2", AskZone, "answer", "Whether the units named exert a zone, stand in one, or reach a hex with theirs.",
     lambda question: zone_told(question, has_zone, zone,
     lambda at, found: define("zone_of", found, at) if found else define("no_zone_here", hex=at)))  # fmt: skip


@rule("5.2", Move, "step")
def units_with_zone(move: Move) -> Findings:
    """An attack strength of 1 or more, never the defence strength, gives a zone."""
    for hex_, units in seen(move):
        if units and (near := _zone_if_known(move.s, hex_, move.side)):
            yield define("zone_of", near, hex_)


@rule("5.2.1", Move, "step")
def units_without_zone(move: Move) -> Findings:
    """HQs, armoured trains and units with a printed attack strength of 0 have no zone."""
    for hex_, units in seen(move):
        idle = without_zone(units)
        if idle:
            yield define("no_zone", idle, hex_)


@rule("5.2.1", AskZone, "answer")
def who_never_has_one(question: Question) -> Findings:
    """HQs, armoured trains and units with a printed attack strength of 0 have no zone, wherever it is asked for."""
    if idle := without_zone(question.units_of()):
        yield kept() if question.slots.get("exerts") else define("no_zone_at_all", idle)


@rule("5.2.1", TraceSupply)
def hqs_block_without_a_zone(shown: TraceSupply) -> Findings:
    """An HQ has no zone of control; it blocks a line by standing in the hex."""
    for hex_ in shown.path[1:]:
        idle = [unit for unit in shown.enemies_at(hex_, shown.side) if unit.known_to_be("kind", "hq", "train")]
        if idle:
            yield define("no_zone", idle, hex_)


@rule("5.3", Enter)
def arrival_in_a_zone(enter: Enter) -> Findings:
    """Reinforcements may be placed in enemy zones of control."""
    near = _zone_if_known(enter.s, enter.at, enter.side)
    if near:
        yield permit("placed_in_zone", near, enter.at, enemy=names(near))


@rule("5.4", (Retreat, Withdraw), "end")
def retreat_through_zones(retreat: Retreat, unit: Unit) -> Findings:
    """Every enemy zone hex that a retreat enters costs the stack a step, friends there or not."""
    for hex_ in retreat.ways[unit.id][1:]:
        near = zone(retreat.s, hex_, retreat.side)
        if near:
            yield define("zone_costs_step", unit, hex_, enemy=names(near))


@rule("5.5", TraceSupply)
def zones_and_supply(shown: TraceSupply) -> Findings:
    """Enemy zones block a supply line; a friendly unit in the hex cancels them, for supply only."""
    for hex_ in shown.path[1:]:
        near = _zone_if_known(shown.s, hex_, shown.side)
        if not near:
            continue
        friends = shown.friends_at(hex_, shown.side)
        if friends:
            yield permit("friend_cancels_zone", friends, hex_, enemy=names(near))
        else:
            yield define("zone_blocks_supply", near, hex_, enemy=names(near))


@rule("5.5", Status, "answer", after="10.1")
def zones_and_the_line_found(status: Status) -> Findings:
    """An enemy zone cuts a line, save where a friendly unit stands."""
    for hex_ in str(status.computed("path") or "").split("-")[1:]:
        near, friends = _zone_if_known(status.s, hex_, status.side), status.friends_at(hex_, status.side)
        if near and friends:
            yield permit("friend_cancels_zone", friends, hex_, enemy=names(near))
    for hex_ in status.computed("cut_by") or ():
        near = _zone_if_known(status.s, hex_, status.side)
        if near and not status.friends_at(hex_, status.side):
            yield define("zone_blocks_supply", near, hex_, enemy=names(near))


@rule("5.5.1", Move, "step")
def unsupplied_units_keep_their_zone(move: Move) -> Findings:
    """Being out of supply takes no zone away."""
    for hex_, units in seen(move):
        near = [unit for unit in (_zone_if_known(move.s, hex_, move.side) if units else []) if unit.supply in ("out", "isolated")]
        if near:
            yield define("unsupplied_zone", near, hex_)


@rule("5.5.1", AskZone, "answer")
def unsupplied_units_have_their_zone(question: Question) -> Findings:
    """Being out of supply takes no zone away, where it is asked for."""
    own = bool(question.slots.get("exerts")) and question.slots.get("at") is None and question.units_of()
    here, units = (None, [unit for unit in own if has_zone(unit)]) if own else zone_asked(question, zone)
    if near := [unit for unit in units if unit.known_to_be("supply", "out", "isolated")]:
        yield kept() if here is None else define("unsupplied_zone", near, here)


@rule("5.6", AskZone, "answer")
def where_zones_end(question: Question) -> Findings:
    """A zone that does not reach a hex beside its unit is held up by water, a major river or mountains without a road."""
    at: str = question.slots.get("at") or ""
    for unit in question.units_of() if at else ():
        if unit.hex and has_zone(unit) and question.s.grid.adjacent(unit.hex, at) and unit not in zone(question.s, at, question.book.enemy(unit.side)):
            yield define("zone_held_up", unit, at, unit=unit.id, hex=at)


@rule("5.6")
def zone_reaches(s: Situation, start: str, hex_: str, side: str) -> bool:
    """Whether a zone of control of a side extends from one hex into the next."""
    if is_water(s, hex_):
        return False
    there = features(s, start, hex_)
    if "water" in there or "major_river" in there and not bridged(s, start, hex_, side):
        return False
    mountain = s.hex(hex_).terrain == "mountain" or s.hex(start).terrain == "mountain"
    return not mountain or "road" in there


ZONES = Zones(has_zone, lambda s, here, hex_, unit: zone_reaches(s, here, hex_, unit.side))


@rule("5.6", Move, "step")
def zones_that_end(move: Move) -> Findings:
    """No zone reaches into or across water, across an unbridged major river, or off the road into or out of mountains."""
    for hex_, units in seen(move):
        for unit in units:
            try:
                here = unit.hex or ""
                if not has_zone(unit):
                    continue
                if not zone_reaches(move.s, here, hex_, unit.side):
                    yield define("zone_ends", unit, hex_)
                elif any(move.s.hex(name).known_to_be("terrain", "mountain") for name in (here, hex_)):
                    yield define("zone_by_road", unit, hex_)
                elif "major_river" in features(move.s, here, hex_):
                    yield define("zone_by_bridge", unit, hex_)
            except Missing:
                continue
