"""Chapter 6: zones of control."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, define, forbid, rule, says, value
from adjudicator.kit import names, own_zone, zone_asked

from .acts import AskZone, Enter, Move, Question
from .acts_combat import Attack
from .r05_movement import kept_away
from .vocabulary import ZONES, can_strike, crossing, enemy_zone, is_gun, is_vehicle


@rule("6.0", AskZone, "answer")
def does_a_zone_reach(question: Question) -> Findings:
    """Whether a zone of control reaches a hex: that of the units named, else of any enemy of whoever stands there or is to play."""
    if own := list(own_zone(question, ZONES.exerts)):
        yield from own
        return
    at, found = zone_asked(question, enemy_zone)
    yield value("answer", "yes" if found else "no")
    yield define("zone_reaches" if found else "no_zone_here", at, found, zoc=names(found))


says("6.0", Move, "step", "A unit that enters an enemy zone of control stops there for the phase.",
     lambda move, step: (near := move.zone(step.here)) and (define if step.last
     else forbid)("stops_in_zone", move.mover, step.here, enemy=names(near)))  # fmt: skip
says("6.0", Move, LEGALITY, "A goal that no way reaches but through enemy zones.",
     lambda move: kept_away(move, "6.0") and forbid("zones_in_the_way", move.mover, move.goal))  # fmt: skip
says("6.0", Enter, LEGALITY, "A unit that comes in next to an enemy stops there.",
     lambda enter: (near := enter.zone(enter.at)) and define("stops_in_zone", enter.mover, enter.at, enemy=names(near)))  # fmt: skip
says("6.11", AskZone, "answer", "All units exert their zone at all times; drop zone counters do not.",
     lambda question: any(marker.kind == "dz" and marker.hex == question.slots.get("at") for marker in question.s.markers.values()) and
     define("counter_has_no_zone"))  # fmt: skip
says("6.12", Move, "step", "Entering a zone costs no extra points.",
     lambda move, step: step.last and move.zone(step.here) and define("zone_costs_nothing", step.here))  # fmt: skip
says("6.13", Move, LEGALITY, "What is in an enemy zone of control does not walk out of it (= 5.14).",
     lambda move: (near := move.zone(move.start)) and define("held_by_zone", move.mover, move.start, enemy=names(near)))  # fmt: skip


@rule("6.31", AskZone, "answer")
def into_all_terrain(question: Question) -> Findings:
    """A zone reaches into all terrain, but not across hexsides that are prohibited to every kind of unit."""
    at: str = question.slots.get("at") or ""
    for unit in question.units_of() if at else ():
        here = unit.hex
        if here and question.s.grid.adjacent(here, at) and not crossing(question.s, here, at).open_river:
            yield define("reaches_all_terrain", unit, at)


@rule("6.32", Attack, "strength")
def vehicles_reach_where_they_cannot_go(attack: Attack) -> Findings:
    """Vehicles control and attack rough, broken and woods hexes that they may not enter."""
    terrain = attack.book.tables["terrain"]
    closed = [hex_ for hex_ in attack.hexes if not terrain[attack.s.hex(hex_).terrain]["vehicles"]]
    vehicles = [unit for unit in attack.close if is_vehicle(unit)]
    if closed and vehicles:
        yield define("vehicles_attack_anywhere", vehicles, where=closed, terrain=attack.s.hex(closed[0]).terrain)


@rule("6.33", AskZone, "answer")
def zone_stops_at_a_river(question: Question) -> Findings:
    """It does not reach across a river hexside without a bridge; it does across streams and canals."""
    at: str = question.slots.get("at") or ""
    for unit in question.units_of() if at else ():
        here = unit.hex
        if here and question.s.grid.adjacent(here, at):
            over = crossing(question.s, here, at)
            if over.open_river:
                yield define("zone_stops_at_river", unit, at)
            elif over.water:
                yield define("zone_crosses_water", unit, at, water=over.water)


says("6.33", Attack, LEGALITY, "No zone, and no attack but that of artillery, reaches across a river hexside without a standing bridge; a ferry is none.",
     lambda attack: [forbid("river_between", unit, hex_) for unit in attack.close for hex_ in (attack.hexes if not is_gun(unit) else ()) if unit.hex
     and attack.s.grid.adjacent(unit.hex, hex_) and not can_strike(attack.s, unit, hex_)])  # fmt: skip
