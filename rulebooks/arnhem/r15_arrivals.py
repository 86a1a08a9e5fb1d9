"""Chapter 15: reinforcements, by ground and by air, and units that leave the map."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, Missing, Number, define, forbid, permit, rule, says, term, value
from adjudicator.kit import names, on_edge, on_map, went

from .acts import AskZone, Drop, Enter, Exit, Move, germans_act
from .acts_combat import Attack, Retreat, barred
from .edges import blocked, entry_hexes, instead, left_by, stretch
from .vocabulary import GERMAN, HALF, ROAD, grade, is_engineer


def comes_back(arrival: Drop | Enter) -> bool:
    """Whether it is the Engineer who comes back by ground (13.3), or a German unit that had left the map (15.42)."""
    s, unit = arrival.s, arrival.mover
    return isinstance(arrival, Enter) and (is_engineer(unit) and unit.id in s.eliminated or left_by(s, unit) is not None)


@rule("15.0", (Drop, Enter))
def in_its_turn(arrival: Drop | Enter) -> Findings:
    """Reinforcements come in the Movement Phase of their Game-Turn."""
    unit = arrival.mover
    if unit.hex is not None:
        yield forbid("is_on_the_map", unit, unit.hex)
    elif comes_back(arrival):
        return
    elif unit.id in arrival.s.eliminated:
        yield forbid("is_eliminated", unit)
    elif unit.arrives is None:
        yield forbid("no_reinforcement", unit)
    elif arrival.s.turn < unit.arrives:
        yield forbid("not_due", unit, turn=unit.arrives)
    else:
        yield permit("is_due", unit, turn=unit.arrives)


says("15.1", Enter, LEGALITY, "Ground units come in at the hexes that are laid down for them.",
     lambda enter: forbid("comes_by_air", unit) if (unit := enter.mover).stated("arrival") == "airborne" else not enter.forbidden
     and permit("enters", unit, enter.at))  # fmt: skip


says("15.11", Enter, "cost", "The entry hex costs what the Terrain Key says; by road half a point.",
     lambda enter: term("cost", entry_points(enter), "entry_cost", hex=enter.at) if on_map(enter.s, enter.at)
     else forbid("off_the_map", where=[enter.at], hex=enter.at, start=enter.at, terrain="-"))  # fmt: skip


def entry_points(enter: Enter) -> Number:
    """Points of the entry hex for the first unit of a turn."""
    points: Number = HALF if grade(enter.s, enter.at) == ROAD else enter.table("terrain")[enter.s.hex(enter.at).terrain]["mp"]
    return points


says("15.13", Enter, "cost", "Units that come by one road hex in one turn form a column: the n-th pays n times as much (other hexes: V-22).",
     lambda enter: enter.number > 1 and on_map(enter.s, enter.at) and (grade(enter.s, enter.at) == ROAD or enter.reading("V-22") == "every_hex")
     and term("cost", (enter.number - 1) * entry_points(enter), "column_cost", hex=enter.at, number=enter.number))  # fmt: skip


says("15.14", Enter, "cost", "A unit comes in at any time in the phase and moves on at once with what is left.",
     lambda enter: (value("cost", cost := enter.total("cost")), forbid("too_dear", enter.mover, cost=cost, left=enter.mover.ma)
     if cost > enter.mover.ma else value("left", enter.mover.ma - cost)))  # fmt: skip
says("15.14", Enter, "after", "The unit stands in the entry hex.",
     lambda enter: went(enter.mover, enter.at, "enter", hex=enter.at, cost=enter.computed("cost") or 0))  # fmt: skip
says("15.21", Enter, LEGALITY, "Never into an enemy's hex; into an enemy zone they may come, and stop there.",
     lambda enter: (there := enter.foes(enter.at)) and forbid("enemy_there", enter.mover, enter.at, enemy=names(there)))  # fmt: skip


@rule("15.22", Enter)
def at_its_own_hexes(enter: Enter) -> Findings:
    """Where its hexes are held by an enemy, or by a friend in an enemy zone, and in no other case, it comes in at the nearest free mapedge hex."""
    unit, side = enter.mover, enter.side
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


says("15.23", (Drop, Enter), LEGALITY, "A unit may be kept for a later turn, but never comes early.",
     lambda arrival: (unit := arrival.mover).hex is None and unit.arrives is not None and not comes_back(arrival)
     and (define("not_due", unit, turn=unit.arrives) if arrival.s.turn < unit.arrives
     else arrival.s.turn > unit.arrives and isinstance(arrival, Enter) and define("was_kept", unit, turn=unit.arrives)))  # fmt: skip
says("15.25", Attack, LEGALITY, "A unit off the map has no effect.",
     lambda attack: (off := [unit for unit in attack.movers if unit.hex is None and unit.id not in attack.s.eliminated]) and
     define("off_map_no_effect", off))  # fmt: skip


# ---- by air -------------------------------------------------------------------------------------------------------------------------------
@rule("15.31", Drop)
def within_one_hex(drop: Drop) -> Findings:
    """Within one hex of the hex that is laid down, also in an enemy zone; one unit a hex."""
    unit = drop.mover
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


says("15.31", Drop, "after", "The unit stands where it landed.",
     lambda drop: went(drop.mover, drop.at, "drop", hex=drop.at))  # fmt: skip
says("15.32", Drop, "after", "In the turn of its landing a unit has an allowance of 3.", lambda drop: value("ma", min(3, drop.mover.ma)))
says("15.32", Move, "allowance", "A unit that has landed in this turn moves with 3 points.",
     lambda move: move.landed() and define("landed_this_turn", move.mover))  # fmt: skip
says("15.33", Drop, LEGALITY, "Never on an occupied hex, friend or enemy.",
     lambda drop: (there := drop.s.at(drop.at)) and forbid("landing_taken", drop.mover, drop.at, other=names(there)))  # fmt: skip
says("15.34", Drop, LEGALITY, "Only the optional weather delays a landing.",
     lambda drop: (unit := drop.mover).hex is None and unit.arrives is not None and drop.s.turn > unit.arrives and
     define("late_landing", unit, turn=unit.arrives))  # fmt: skip
says("15.35", Drop, LEGALITY, "Drop zone counters control nothing and block nobody.",
     lambda drop: any(marker.hex == drop.at for marker in drop.s.markers.values()) and define("counter_is_no_unit", drop.at))  # fmt: skip
says("15.35", AskZone, "answer", "Drop zone counters exert no zone.",
     lambda question: (at := question.slots.get("at")) is not None and any(marker.hex == at for marker in question.s.markers.values()) and
     define("counter_is_no_unit", at))  # fmt: skip


# ---- leaving the map -----------------------------------------------------------------------------------------------------------------------
says("15.4", Exit, "cost", "Leaving costs the points of another hex like the one at the edge, of what is left (V-26).",
     lambda leave: (points := leave.table("terrain")[leave.s.hex(leave.start).terrain]["mp"])
     and (term("cost", points, "exit_cost", hex=leave.start), *leave.paid(points)))  # fmt: skip
says("15.4", Exit, LEGALITY, "Only German units may leave the map, in their Movement Phase.",
     lambda leave: leave.side != GERMAN and forbid("germans_leave_only", leave.mover))  # fmt: skip
says("15.4", Exit, "after", "The unit is off the map.",
     lambda leave: went(leave.mover, "off_map", "exit", hex=leave.start, edge=stretch(leave.s, leave.start)))  # fmt: skip
says("15.41", Exit, LEGALITY, "By the west edge between 0601 and 2301, or the east edge between 0126 and 2726.",
     lambda leave: forbid("no_exit_there", leave.mover, leave.start) if (edge := stretch(leave.s, leave.start)) is None
     else permit("exit_there", leave.mover, leave.start, edge=edge), when=germans_act)  # fmt: skip


@rule("15.42", Enter)
def may_come_back(enter: Enter) -> Findings:
    """They may come back in a later Game-Turn on the same stretch."""
    unit = enter.mover
    edge = left_by(enter.s, unit)
    if edge is None:
        return
    if enter.s.acts(unit.id, act="exit", turn=enter.s.stated("turn")):
        yield forbid("left_this_turn", unit)
    if not on_edge(enter.s, enter.at) or stretch(enter.s, enter.at) != edge:
        yield forbid("other_stretch", unit, enter.at, edge=edge)
    else:
        yield permit("comes_back", unit, enter.at, edge=edge)


says("15.43", Retreat, LEGALITY, "A retreat that leaves the map is none: the unit would be lost.",
     lambda retreat: barred(retreat, "15.43", "retreat_off_map"))  # fmt: skip
