"""Chapter 13: the Engineer."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import LEGALITY, Situation, Unit, cited, define, forbid, permit, says, value, warn
from adjudicator.kit import PathStep, on_step, printed_neighbours

from .acts import Enter, Move, NextPhase, allies_act, ends_combat, ends_game_turn, germans_act
from .acts_combat import Advance, Attack, Retreat, barred
from .r05_movement import said
from .r07_6_results import lost
from .r12_demolition import marked
from .vocabulary import ALLIED, BLOWN, SAFE, assaults, beyond_rivers, can_cross, carried, crossing, enemy_zone, engineer, is_engineer

SPANS = ("canal_bridge",)


def repairs(s: Situation) -> list[str]:
    """The blown canal bridges that the Engineer repairs now: he stood there for the whole German player turn, and is in no enemy zone."""
    helper = engineer(s)
    if helper is None or helper.hex is None or enemy_zone(s, helper.hex, ALLIED):
        return []
    if s.acts(helper.id, act="retreat", turn=s.stated("turn"), phase="german combat") or s.acts(helper.id, act="displaced", turn=s.stated("turn")):
        return []
    here = blown(s, helper.hex)
    further = [side for near in printed_neighbours(s, helper.hex) for side in blown(s, near) if side not in here]
    if further and s.reading("V-18") == "beside":  # beside one of the two hexes of the bridge
        here += dict.fromkeys(further)
    return here


@cited("12.16")
def blown(s: Situation, hex_: str) -> list[str]:
    """The canal bridges on the sides of a hex that are down: only these can be repaired, by the Engineer."""
    sides = [s.side(hex_, near) for near in printed_neighbours(s, hex_)]
    return [side.id for side in sides if BLOWN in side.features and any(name in SPANS for name in side.features)]


says("13.1", NextPhase, "points", "A whole German player turn next to blown canal bridges, not in an enemy zone: they are back for good.",
     lambda end: (back := repairs(end.s)) and (value("repaired", back), define("repaired", engineer(end.s), bridges=", ".join(back)),
     *[marked(end, side, SAFE) for side in back]), when=ends_game_turn)  # fmt: skip
says("13.21", Move, "step", "Next to a river, unmoved and in no enemy zone, the Engineer lets airborne and glider units cross through his hex.",
     lambda move, step: (helper := ferried(move, step)) is not None and can_cross(move.mover)
     and permit("engineer_helps", move.mover, where=[step.before, step.here], engineer=helper.id))  # fmt: skip
says("13.22", Move, "step", "Their way leads over his hex; they pay for the hexes and nothing for the river.", lambda move: said(move, "13.22"))
says("13.23", Move, "step", "Airborne artillery is not carried over; the hex beyond may be in an enemy zone.",
     lambda move, step: ferried(move, step) is not None and (define("engineer_cannot_help", move.mover) if not can_cross(move.mover)
     and not is_engineer(move.mover) else move.zone(step.here) and define("zone_beyond", step.here)))  # fmt: skip


def ferried(move: Move, step: PathStep) -> Unit | None:
    """The Engineer, if a step leads across a river with his help."""
    s, before, here = move.s, step.before, step.here
    return carried(s, before, here) if s.grid.adjacent(before, here) and crossing(s, before, here).open_river else None


def stack(s: Situation) -> list[Unit]:
    """The units that stand with the Engineer to attack across the river."""
    return [unit for unit in s.placed() if assaults(s, unit)]


says("13.24", NextPhase, "units", "What has not advanced across after the combat is eliminated.",
     lambda end: end.side == ALLIED and (failed := [unit for unit in stack(end.s) if end.did(unit, "attack")])
     and (define("assault_failed", failed), *lost(end, failed)), when=ends_combat)  # fmt: skip
says("13.24", Attack, "line", "One unit in the Engineer's hex attacks across the river, on the Stream line.",
     lambda attack: [define("assault", unit, target=", ".join(attack.hexes)) for unit in attack.close if assaults(attack.s, unit)])  # fmt: skip
says("13.24", NextPhase, LEGALITY, "A unit that ended the Movement Phase in the Engineer's hex must attack across.",
     lambda end: [forbid("assault_owed", unit) for unit in (stack(end.s) if end.side == ALLIED else ()) if not end.did(unit, "attack")
     and beyond_rivers(end.s, unit)], when=ends_combat)  # fmt: skip
says("13.24", NextPhase, "units", "A unit in the Engineer's hex at the end of a Movement Phase has to attack across.",
     lambda end: [warn("assault_owed", unit) for unit in (stack(end.s) if end.now == "allied movement" else ())])  # fmt: skip


says("13.25", Advance, LEGALITY, "No German unit advances over a river after combat (V-20).",
     lambda advance: [on_step("advance_over_river", before, here, advance.mover) for before, here in pairwise([advance.start, *(advance.trail or ())])
     if advance.s.grid.adjacent(before, here) and (over := crossing(advance.s, before, here)).water == "river"
     and (not over.bridge or advance.reading("V-20") == "any_river")], when=germans_act)  # fmt: skip
says("13.25", Retreat, LEGALITY, "Allied units never retreat across a river hexside, nor, but for the Engineer, out of the Engineer's hex.",
     lambda retreat: barred(retreat, "13.25", "retreat_over_river"), when=allies_act)  # fmt: skip


says("13.3", Enter, LEGALITY, "An eliminated Engineer comes back in the next Allied Movement Phase at 0105 or 0106.",
     lambda enter: is_engineer(unit := enter.mover) and unit.id in enter.s.eliminated and (permit("engineer_back", unit, enter.at)
     if enter.at in (hexes := enter.s.table("loc_exit")[ALLIED]["hexes"])
     else forbid("not_an_entry_hex", unit, enter.at, hexes=", ".join(hexes))))  # fmt: skip
says("13.3", Move, LEGALITY, "The Engineer who comes back may be told by his move.",
     lambda move: (unit := move.mover).hex is None and (permit if unit.id in move.s.eliminated else forbid)("engineer_back", unit, move.start))  # fmt: skip
