"""Chapter 6: zones of control."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Unit, define, forbid, says
from adjudicator.kit import names, zone_told

from .acts import AskZone, Enter, Move, Question
from .acts_combat import Attack
from .r05_movement import kept_away
from .vocabulary import ZONES, Crossing, can_strike, crossing, enemy_zone, is_gun, is_vehicle, open_to_vehicles

says("6.0", AskZone, "answer", "Whether a zone of control reaches a hex: that of the units named, else of any enemy of whoever stands there or is to play.",
     lambda question: zone_told(question, ZONES.exerts, enemy_zone,
     lambda at, found: define("zone_reaches" if found else "no_zone_here", at, found, zoc=names(found))))  # fmt: skip


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


def sides_asked(question: Question) -> list[tuple[Unit, Crossing]]:
    """The units of a question about a hex that stand next to it, and what lies between."""
    at: str = question.slots.get("at") or ""
    near = [(unit, unit.hex) for unit in question.units_of() if at and unit.hex and question.s.grid.adjacent(unit.hex, at)]
    return [(unit, crossing(question.s, here, at)) for unit, here in near]


says("6.31", AskZone, "answer", "A zone reaches into all terrain, but not across hexsides that are prohibited to every kind of unit.",
     lambda question: [define("reaches_all_terrain", unit, question.slots["at"]) for unit, over in sides_asked(question) if not over.open_river])  # fmt: skip
says("6.32", Attack, "strength", "Vehicles control and attack rough, broken and woods hexes that they may not enter.",
     lambda attack: (closed := [hex_ for hex_ in attack.hexes if not open_to_vehicles(attack.s, hex_)])
     and (vehicles := [unit for unit in attack.close if is_vehicle(unit)])
     and define("vehicles_attack_anywhere", vehicles, where=closed, terrain=attack.s.hex(closed[0]).terrain))  # fmt: skip
says("6.33", AskZone, "answer", "It does not reach across a river hexside without a bridge; it does across streams and canals.",
     lambda question: [define("zone_stops_at_river", unit, question.slots["at"]) if over.open_river
     else over.water and define("zone_crosses_water", unit, question.slots["at"], water=over.water) for unit, over in sides_asked(question)])  # fmt: skip
says("6.33", Attack, LEGALITY, "No zone, and no attack but that of artillery, reaches across a river hexside without a standing bridge; a ferry is none.",
     lambda attack: [forbid("river_between", unit, hex_) for unit in attack.close for hex_ in (attack.hexes if not is_gun(unit) else ()) if unit.hex
     and attack.s.grid.adjacent(unit.hex, hex_) and not can_strike(attack.s, unit, hex_)])  # fmt: skip
