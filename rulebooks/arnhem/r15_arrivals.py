"""Chapter 15: reinforcements, by ground and by air, and units that leave the map."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, Number, define, effect, forbid, permit, record, term, value
from adjudicator.kit.charts import names

from .acts import AskZone, Drop, Enter, Exit, Move, germans_act
from .acts_combat import Attack, Retreat, barred
from .edges import blocked, entry_hexes, instead, left_by, on_edge, stretch
from .vocabulary import GERMAN, HALF, enemies_in, is_engineer, on_map, road_entry


def comes_back(enter: Enter) -> bool:
    """Whether it is the Engineer who comes back (13.3), or a German unit that had left the map (15.42)."""
    unit = enter.unit_moved
    return is_engineer(unit) and unit.id in enter.s.eliminated or left_by(enter.s, unit) is not None


@rule("15.0", (Drop, Enter))
def in_its_turn(arrival: Drop | Enter) -> Findings:
    """Reinforcements come in the Movement Phase of their Game-Turn."""
    unit = arrival.unit_landed if isinstance(arrival, Drop) else arrival.unit_moved
    if unit.hex is not None:
        yield forbid("is_on_the_map", unit, unit.hex)
    elif isinstance(arrival, Enter) and comes_back(arrival):
        return
    elif unit.id in arrival.s.eliminated:
        yield forbid("is_eliminated", unit)
    elif unit.arrives is None:
        yield forbid("no_reinforcement", unit)
    elif arrival.s.turn < unit.arrives:
        yield forbid("not_due", unit, turn=unit.arrives)
    else:
        yield permit("is_due", unit, turn=unit.arrives)


@rule("15.1", Enter)
def by_ground(enter: Enter) -> Findings:
    """Ground units come in at the hexes that are laid down for them."""
    unit = enter.unit_moved
    if unit.stated("arrival") == "airborne":
        yield forbid("comes_by_air", unit)
    elif not enter.forbidden:
        yield permit("enters", unit, enter.at)


@rule("15.11", Enter, "cost")
def entry_costs_its_terrain(enter: Enter) -> Findings:
    """The entry hex costs what the Terrain Key says; by road half a point."""
    if not on_map(enter.s, enter.at):
        yield forbid("off_the_map", where=[enter.at], hex=enter.at, start=enter.at, terrain="-")
        return
    yield term("cost", entry_points(enter), "entry_cost", hex=enter.at)


def entry_points(enter: Enter) -> Number:
    """Points of the entry hex for the first unit of a turn."""
    points: Number = HALF if road_entry(enter.s, enter.at) else enter.table("terrain")[enter.s.hex(enter.at).terrain]["mp"]
    return points


@rule("15.13", Enter, "cost")
def units_form_a_column(enter: Enter) -> Findings:
    """Units that come by one road hex in one turn form a column: the n-th pays n times as much (other hexes: V-22)."""
    if enter.number == 1 or not on_map(enter.s, enter.at):
        return
    if road_entry(enter.s, enter.at) or enter.reading("V-22") == "every_hex":
        points = entry_points(enter)
        yield term("cost", (enter.number - 1) * points, "column_cost", hex=enter.at, number=enter.number)


@rule("15.14", Enter, "cost")
def moves_on_with_the_rest(enter: Enter) -> Findings:
    """A unit comes in at any time in the phase and moves on at once with what is left."""
    cost = enter.total("cost")
    yield value("cost", cost)
    if cost > enter.unit_moved.ma:
        yield forbid("too_dear", enter.unit_moved, cost=cost, left=enter.unit_moved.ma)
    else:
        yield value("left", enter.unit_moved.ma - cost)


@rule("15.14", Enter, "after")
def has_entered(enter: Enter) -> Findings:
    """The unit stands in the entry hex."""
    yield effect(unit=enter.unit_moved.id, at=enter.at)
    yield record(did=enter.unit_moved.id, act="enter", hex=enter.at, cost=enter.computed("cost") or 0)


@rule("15.21", Enter)
def not_into_an_enemy(enter: Enter) -> Findings:
    """Never into an enemy's hex; into an enemy zone they may come, and stop there."""
    there = enemies_in(enter.s, enter.at, enter.side)
    if there:
        yield forbid("enemy_there", enter.unit_moved, enter.at, enemy=names(there))


@rule("15.22", Enter)
def at_its_own_hexes(enter: Enter) -> Findings:
    """Where its hexes are held by an enemy, or by a friend in an enemy zone, and in no other case, it comes in at the nearest free mapedge hex."""
    unit, side = enter.unit_moved, enter.side
    if comes_back(enter) or unit.stated("arrival") == "airborne":
        return
    printed = entry_hexes(enter.s, unit)
    if enter.at in printed:
        if blocked(enter.s, enter.at, side):
            yield forbid("entry_blocked", unit, enter.at)
        return
    others = instead(enter.s, unit)
    if enter.at in others:
        yield permit("entry_elsewhere", unit, enter.at)
    else:
        yield forbid("not_an_entry_hex", unit, enter.at, hexes=", ".join(others or printed) or "-")


@rule("15.23", (Drop, Enter))
def may_be_kept(arrival: Drop | Enter) -> Findings:
    """A unit may be kept for a later turn, but never comes early."""
    unit = arrival.unit_landed if isinstance(arrival, Drop) else arrival.unit_moved
    if unit.hex is not None or unit.arrives is None or isinstance(arrival, Enter) and comes_back(arrival):
        return
    if arrival.s.turn < unit.arrives:
        yield define("not_due", unit, turn=unit.arrives)
    elif arrival.s.turn > unit.arrives and isinstance(arrival, Enter):
        yield define("was_kept", unit, turn=unit.arrives)


@rule("15.25", Attack)
def nothing_off_the_map(attack: Attack) -> Findings:
    """A unit off the map has no effect."""
    off = [unit for unit in attack.movers if unit.hex is None and unit.id not in attack.s.eliminated]
    if off:
        yield define("off_map_no_effect", off)


# ---- by air -------------------------------------------------------------------------------------------------------------------------------
@rule("15.31", Drop)
def within_one_hex(drop: Drop) -> Findings:
    """Within one hex of the hex that is laid down, also in an enemy zone; one unit a hex."""
    unit = drop.unit_landed
    if unit.stated("arrival") != "airborne":
        yield forbid("comes_by_ground", unit)
    elif not on_map(drop.s, drop.at):
        yield forbid("off_the_map", unit, drop.at)
    elif unit.entry is None:
        raise Missing(unit.path("entry"))
    elif drop.distance(drop.at, unit.entry) > 1:
        yield forbid("too_far_from_zone", unit, drop.at, zone=unit.entry)
    elif not drop.s.at(drop.at) and not drop.forbidden:
        yield permit("lands", unit, drop.at, zone=unit.entry)
    else:
        yield define("near_the_zone", unit, drop.at, zone=unit.entry)


@rule("15.31", Drop, "after")
def has_landed(drop: Drop) -> Findings:
    """The unit stands where it landed."""
    yield effect(unit=drop.unit_landed.id, at=drop.at)
    yield record(did=drop.unit_landed.id, act="drop", hex=drop.at)


@rule("15.32", Drop, "after")
def three_points_are_left(drop: Drop) -> Findings:
    """In the turn of its landing a unit has an allowance of 3."""
    yield value("ma", min(3, drop.unit_landed.ma))


@rule("15.32", Move, "allowance")
def landed_this_turn(move: Move) -> Findings:
    """A unit that has landed in this turn moves with 3 points."""
    if move.landed():
        yield define("landed_this_turn", move.unit_moved)


@rule("15.33", Drop)
def never_on_a_unit(drop: Drop) -> Findings:
    """Never on an occupied hex, friend or enemy."""
    there = drop.s.at(drop.at)
    if there:
        yield forbid("landing_taken", drop.unit_landed, drop.at, other=names(there))


@rule("15.34", Drop)
def no_delay(drop: Drop) -> Findings:
    """Only the optional weather delays a landing."""
    unit = drop.unit_landed
    if unit.hex is None and unit.arrives is not None and drop.s.turn > unit.arrives:
        yield define("late_landing", unit, turn=unit.arrives)


@rule("15.35", Drop)
def counters_are_no_units(drop: Drop) -> Findings:
    """Drop zone counters control nothing and block nobody."""
    if any(marker.hex == drop.at for marker in drop.s.markers.values()):
        yield define("counter_is_no_unit", drop.at)


@rule("15.35", AskZone, "answer")
def counters_control_nothing(question: AskZone) -> Findings:
    """Drop zone counters exert no zone."""
    at = question.slots.get("at")
    if at is not None and any(marker.hex == at for marker in question.s.markers.values()):
        yield define("counter_is_no_unit", at)


# ---- leaving the map -----------------------------------------------------------------------------------------------------------------------
@rule("15.4", Exit)
def germans_may_leave(leave: Exit) -> Findings:
    """Only German units may leave the map, in their Movement Phase."""
    if leave.side != GERMAN:
        yield forbid("germans_leave_only", leave.unit_moved)


@rule("15.4", Exit, "cost")
def costs_one_more_hex(leave: Exit) -> Findings:
    """Leaving costs the points of another hex like the one at the edge, of what is left (V-26)."""
    points = leave.table("terrain")[leave.s.hex(leave.at).terrain]["mp"]
    left = leave.allowance() - leave.spent()
    yield term("cost", points, "exit_cost", hex=leave.at)
    yield value("cost", points)
    if points > left:
        yield forbid("too_dear", leave.unit_moved, cost=points, left=left)
    else:
        yield permit("affordable", leave.unit_moved, cost=points, left=left)


@rule("15.4", Exit, "after")
def has_left(leave: Exit) -> Findings:
    """The unit is off the map."""
    yield effect(unit=leave.unit_moved.id, at="off_map")
    yield record(did=leave.unit_moved.id, act="exit", hex=leave.at, edge=stretch(leave.s, leave.at))


@rule("15.41", Exit, when=germans_act)
def by_two_stretches(leave: Exit) -> Findings:
    """By the west edge between 0601 and 2301, or the east edge between 0126 and 2726."""
    edge = stretch(leave.s, leave.at)
    if edge is None:
        yield forbid("no_exit_there", leave.unit_moved, leave.at)
    else:
        yield permit("exit_there", leave.unit_moved, leave.at, edge=edge)


@rule("15.42", Enter)
def may_come_back(enter: Enter) -> Findings:
    """They may come back in a later Game-Turn on the same stretch."""
    unit = enter.unit_moved
    edge = left_by(enter.s, unit)
    if edge is None:
        return
    if enter.s.acts(unit.id, act="exit", turn=enter.s.stated("turn")):
        yield forbid("left_this_turn", unit)
    if not on_edge(enter.s, enter.at) or stretch(enter.s, enter.at) != edge:
        yield forbid("other_stretch", unit, enter.at, edge=edge)
    else:
        yield permit("comes_back", unit, enter.at, edge=edge)


@rule("15.43", Retreat)
def no_retreat_off_the_map(retreat: Retreat) -> Findings:
    """A retreat that leaves the map is none: the unit would be lost."""
    yield from barred(retreat, "15.43", "retreat_off_map")
