"""Chapter 5.5: retreats.  A result gives every unit of the stack a fate; where it goes is told when it goes."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.book import rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, forbid, kept, owes, permit, record, value, warn
from adjudicator.ground.situation import Unit
from adjudicator.kit.geometry import possible_neighbours

from .acts import change, formation_of, hq_of, is_trains, move_side, trains_of
from .acts_aftermath import AutoRetreat, Going, Hold, Owed, Retreat, TakeResult
from .acts_combat import CombatTable, Engagement, Fight, Outcome
from .acts_formation import Arrive, Enter
from .r01_safe_path import has_safe_path
from .r01_units import closed_to
from .r04_zones import real_av_zoc_units, zoc_units
from .r05_0_earlier_chapters import defends_prepared
from .r05_1_attacks import key_terrain

THREE = 3
LEG, TRUCK, TAC = "leg", "truck", "tac"
Results = Outcome | Engagement

GONE, HAVEN, OFF, STEP, STAYS, TRAPPED, NO_MA, URBAN = "three", "haven", "off", "step", "stays", "trapped", "no_ma", "urban"
RULES = {STEP: "5.5d", STAYS: "5.5d", TRAPPED: "5.5c", NO_MA: "5.5i", URBAN: "6.1b", HAVEN: "5.5e", OFF: "5.5e"}


class Fate(NamedTuple):
    """What a retreat result does to one unit: the rule that says so, and whether the unit leaves the hex."""

    unit: Unit
    kind: str
    rule: str
    goes: bool


# ---- fates --------------------------------------------------------------------------------------------------------------------
def fate_of(fight: Fight, unit: Unit, hex_: str, codes: tuple[str, ...], engaged: bool, attacker_dead: bool) -> Fate:
    """What becomes of one unit by a retreat result; Missing where that hangs on a fact."""
    if fight.s.hex(hex_).urban:
        return Fate(unit, URBAN, "6.1b", False)
    situational = not engaged and "R" not in codes
    if situational:
        if attacker_dead:
            return Fate(unit, STAYS, "5.5d", False)
        if key_terrain(fight.s, hex_, not isinstance(fight, Retreat)) or defends_prepared(unit):
            return Fate(unit, STEP, "5.5d", False)
    if unit.ma_class is None or unit.stated("ma") == 0:
        return Fate(unit, NO_MA, "5.5i", False)
    if unit.ma_class in (LEG, TRUCK):
        if not has_safe_path(unit):
            return Fate(unit, TRAPPED, "5.5c", False)
        if not situational and not engaged and unit.formation is not None:
            return Fate(unit, HAVEN, "5.5e", True) if haven(fight, unit, hex_) else Fate(unit, OFF, "5.5e", True)
    return Fate(unit, GONE, "5.5" if engaged else "5.5d" if situational else "5.5e", True)


@rule("5.5e")
def haven(fight: Fight, unit: Unit, start: str) -> list[str]:
    """Hexes on or next to the unit's HQ, three or more hexes from where it retreats, that it could stop in."""
    hq = hq_of(fight.s, unit.formation)
    if hq is None:
        raise Missing(f"units[{unit.formation} HQ].at")
    if hq.hex is None:
        return []
    near = fight.distance(start, hq.hex)
    if near <= 1:
        return []  # no hex next to it is three away
    cls = move_class(unit)
    found = []
    for hex_ in (hq.hex, *possible_neighbours(fight.s, hq.hex)):
        if any(other.side != unit.side for other in fight.s.at(hex_)) or closed_to(fight.s, hex_, cls):
            continue
        if fight.distance(start, hex_) >= THREE:
            found.append(hex_)
    return found


def move_class(unit: Unit) -> str | None:
    """The class of movement on the Move side; where that side is not known, the one that shows (A33)."""
    facts = move_side(unit)
    found: str | None = facts.get("ma_class", unit.ma_class)
    return found


def stack_of(fight: Results) -> list[tuple[list[Unit], str, tuple[str, ...], bool, bool]]:
    """The stacks that suffer a retreat result: their units, hex, the codes, whether an Engagement gave it, whether the attacker died."""
    if isinstance(fight, Engagement):
        found: list[tuple[list[Unit], str, tuple[str, ...], bool, bool]] = []
        for shot in fight.shots:
            if shot.result is not None and "R" in shot.result.split() and shot.in_doubt is False:
                there = [unit for unit in fight.fighters(shot.hex, fight.side) if not fight.toll.dead(unit)]
                found.append((there, shot.hex, ("R",), True, False))
        return found
    if fight.codes is None or not {"S", "R"} & set(fight.codes):
        return []
    dead = fight.attacker is not None and fight.toll.dead(fight.attacker)
    return [(fight.living, fight.target, fight.codes, fight.engaged, dead)]


@rule("5.5", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def fates(fight: Results) -> Findings:
    """Retreats of the Engagement Table are three hexes, to the Move side; those of the Combat Table are Situational or Automatic."""
    for units, hex_, codes, engaged, dead in stack_of(fight):
        for unit in units:
            if isinstance(fight, (AutoRetreat, Hold)) and unit not in fight.leavers:
                continue
            fight.fates.append(fate_of(fight, unit, hex_, codes, engaged, dead))
    for fate in fight.fates:
        if fate.rule == "5.5":
            away(fight, fate)
            yield define("retreats_three", units=[fate.unit.id], unit=fate.unit.id)
    if fight.fates:
        yield value("fates", {fate.unit.id: fate.kind for fate in fight.fates})


def away(fight: Results, fate: Fate) -> None:
    """The unit leaves: three hexes, to its HQ, or off the map for a turn."""
    unit = fate.unit
    if fate.kind == OFF:
        fight.toll.tell(unit, removed=True, returns={"turn": "next", "at": "hq", "side": "move"})
        fight.toll.fact(unit, **move_side(unit), at="off_map")
        return
    fight.toll.tell(unit, retreat=THREE if fate.kind == GONE else "haven_hq")
    fight.toll.turn(unit)


@rule("5.5c", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def no_safe_path(fight: Results) -> Findings:
    """Leg and Truck units without a Safe Path take one step more and stay; without a retreat result nothing further happens."""
    for fate in fight.fates:
        if fate.kind == TRAPPED:
            fight.toll.lose(fate.unit)
            fight.toll.tell(fate.unit, stays=True)
            yield define("trapped", units=[fate.unit.id], unit=fate.unit.id)
        elif fate.goes and fate.unit.stated("safe_path") == []:
            yield define("tac_needs_no_path", units=[fate.unit.id], unit=fate.unit.id)
    if isinstance(fight, Outcome) and not fight.fates and fight.codes is not None and not {"S", "R"} & set(fight.codes):
        for unit in fight.living:
            fight.toll.tell(unit, stays=True)
        without = [unit for unit in fight.living if unit.stated("safe_path") == []]
        if without:
            yield define("no_retreat_no_loss", units=[unit.id for unit in without], unit=without[0].id)


@rule("5.5d", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat")
def situational(fight: Outcome) -> Findings:
    """Three hexes and to the Move side; in Key Terrain or with Prepared Defense a step instead, compulsorily (A12); nothing at all if the
    Attack Unit dies in the same result."""
    staying = [fate for fate in fight.fates if fate.kind == STEP]
    for index, fate in enumerate(staying):
        if index and fight.reading("A10") == "stack":
            fight.toll.tell(fate.unit, stays=True)
            continue
        fight.toll.lose(fate.unit)
        fight.toll.tell(fate.unit, stays=True)
        yield define("stays_for_a_step", units=[fate.unit.id], unit=fate.unit.id)
    for fate in fight.fates:
        if fate.kind == STAYS:
            fight.toll.tell(fate.unit, stays=True)
            yield define("situational_void", units=[fate.unit.id], unit=fate.unit.id)
        elif fate.rule == "5.5d" and fate.goes:
            away(fight, fate)
            yield define("retreats_three", units=[fate.unit.id], unit=fate.unit.id)


@rule("5.5e", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat")
def automatic(fight: Outcome) -> Findings:
    """Leg and Truck units go on or next to their HQ, three hexes off at least, or leave the map until the next Reinforcement Phase;
    Tactical units and unassigned independents always go three hexes."""
    for fate in fight.fates:
        if fate.rule != "5.5e":
            continue
        away(fight, fate)
        key = {HAVEN: "retreats_to_hq", OFF: "retreats_off_map", GONE: "retreats_three"}[fate.kind]
        yield define(key, units=[fate.unit.id], unit=fate.unit.id)


@rule("5.5f", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def the_whole_stack(fight: Results) -> Findings:
    """All units of the hex share the result; Safe Paths are judged one by one."""
    if len(fight.fates) > 1:
        yield define("whole_stack", units=[fate.unit.id for fate in fight.fates])


@rule("5.5i", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def units_without_ma(fight: Results) -> Findings:
    """A unit that prints no Movement Allowance and has to retreat is destroyed; one that a step loss lets stay is not."""
    for fate in fight.fates:
        if fate.kind == NO_MA:
            fight.toll.kill(fate.unit)
            yield define("no_ma_destroyed", units=[fate.unit.id], unit=fate.unit.id)
        elif fate.kind == STEP and fate.unit.ma_class is None:
            yield define("no_ma_stays", units=[fate.unit.id], unit=fate.unit.id)


@rule("6.1b", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def urban_retreats(fight: Results) -> Findings:
    """In an Urban hex any retreat is a step more and no retreat."""
    for fate in fight.fates:
        if fate.kind == URBAN:
            fight.toll.lose(fate.unit)
            fight.toll.tell(fate.unit, stays=True)
            yield define("urban_no_retreat", units=[fate.unit.id], unit=fate.unit.id)


# ---- who is left -----------------------------------------------------------------------------------------------------------------
@rule("5.5f", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat")
def the_hex_is_empty(fight: Outcome) -> Findings:
    """The hex is vacated when every unit that defended it has left or died."""
    leaving = {fate.unit.id for fate in fight.fates if fate.goes}
    if fight.defenders and (fight.codes is not None or fight.wiped_out):
        fight.vacated = all(fight.toll.dead(unit) or unit.id in leaving for unit in fight.defenders)
    return
    yield


@rule("4.7e", (CombatTable, Engagement), "vacated")
def retreats_of_headquarters(fight: Results) -> Findings:
    """An HQ goes three hexes or more to a Legal Hex: Trains Ghost, no Prepared Defense, a Coordination marker."""
    if any(unit.kind == "hq" for hex_ in left_by_all(fight) for unit in fight.s.at(hex_) if unit.side != fight.side):
        yield kept()


@rule("4.7h", (CombatTable, Engagement), "vacated")
def retreats_of_trains(fight: Results) -> Findings:
    """Trains go ten hexes or more along their MSR, as Ghost, or off the map."""
    if any(unit.kind == "trains" for hex_ in left_by_all(fight) for unit in fight.s.at(hex_) if unit.side != fight.side):
        yield kept()


def left_by_all(fight: Results) -> list[str]:
    """Hexes that the defenders have left, whether they died or retreated."""
    if isinstance(fight, Outcome):
        return [fight.target] if fight.vacated else []
    return [hex_ for hex_ in fight.left_hexes if all(fate.goes for fate in fight.fates if fate.unit.hex == hex_)]


@rule("5.5b", (CombatTable, Engagement), "vacated")
def headquarters_go_too(fight: Results) -> Findings:
    """HQs and Trains leave when an enemy enters their hex, and when the units with them retreat or die (A14)."""
    for hex_ in left_by_all(fight):
        yield from displaced(fight, [unit for unit in fight.s.at(hex_) if unit.side != fight.side])


def displaced(fight: Fight, there: list[Unit]) -> Findings:
    """What becomes of the HQs and Trains in a hex that they have to leave (4.7e, 4.7h)."""
    for unit in there:
        if unit.kind is None:
            continue
        formation = formation_of(unit)
        if is_trains(unit):
            fight.toll.tell(unit, retreat="legal_hex", state="ghost")
            yield record(state=f"units[{unit.id}].state", value="ghost")
            yield define("trains_displaced", units=[unit.id], unit=unit.id)
            continue
        fight.toll.tell(unit, retreat="legal_hex")
        yield define("hq_displaced", units=[unit.id], unit=unit.id)
        if formation is None:
            continue
        yield change(formation, prep_def=False, coordination=True)
        trains = trains_of(fight.s, formation.id)
        if trains is not None and trains.hex is not None and trains not in there:
            fight.toll.tell(trains, state="ghost")
            yield record(state=f"units[{trains.id}].state", value="ghost")


# ---- a retreat that is declared --------------------------------------------------------------------------------------------------------
def fate_now(retreat: Retreat, unit: Unit) -> Fate | None:
    """The fate of a unit by the pending result; None where no result asks it to retreat."""
    codes = retreat.codes or ()
    if not retreat.pending or not {"S", "R"} & set(codes):
        return None
    dead = retreat.attacker is not None and retreat.attacker.id in retreat.s.eliminated
    return fate_of(retreat, unit, retreat.start_of(unit), codes, retreat.engaged, dead)


@rule("5.5", Retreat)
def a_result_asks_for_it(retreat: Retreat) -> Findings:
    """Units retreat when a result makes them; an Engagement's retreat is three hexes."""
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is None:
            yield forbid("no_retreat_pending", units=[going.unit.id], unit=going.unit.id)
        elif fate.rule == "5.5":
            yield from three_hexes(retreat, going)


def three_hexes(retreat: Retreat, going: Going) -> Findings:
    """Exactly three hexes, in a straight count from start to end."""
    if going.off_map:
        return
    far = length(retreat, going)
    if far is None:
        return
    if far != THREE:
        yield forbid("not_three_hexes", units=[going.unit.id], where=[going.to or ""], unit=going.unit.id, hexes=far)
    elif going.hexes not in (None, THREE):
        yield forbid("said_other_distance", units=[going.unit.id], said=going.hexes, hexes=far)
    else:
        yield permit("three_hexes", units=[going.unit.id], where=[going.to or ""], unit=going.unit.id)


def length(retreat: Retreat, going: Going) -> int | None:
    """Hexes between start and end; what was said, where no hex was named."""
    if going.to is None:
        return going.hexes
    return retreat.distance(retreat.start_of(going.unit), going.to)


@rule("5.5a", Retreat)
def locally_to_the_rear(retreat: Retreat) -> Findings:
    """The owner places the stack, and chooses among hexes that are equally good."""
    yield kept()


@rule("5.5c", Retreat)
def who_has_no_safe_path_stays(retreat: Retreat) -> Findings:
    """Leg and Truck units without a Safe Path do not retreat."""
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is not None and fate.kind == TRAPPED:
            yield forbid("trapped_stays", units=[going.unit.id], unit=going.unit.id)
        elif fate is not None and fate.goes:
            yield kept()


@rule("5.5d", Retreat)
def situational_retreat(retreat: Retreat) -> Findings:
    """Three hexes; in Key Terrain or with Prepared Defense the unit has to stay."""
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is None:
            continue
        if fate.kind == STEP:
            yield forbid("has_to_stay", units=[going.unit.id], unit=going.unit.id)
        elif fate.kind == STAYS:
            yield forbid("situational_is_void", units=[going.unit.id], unit=going.unit.id)
        elif fate.rule == "5.5d":
            yield from three_hexes(retreat, going)


@rule("5.5e", Retreat)
def automatic_retreat(retreat: Retreat) -> Findings:
    """Leg and Truck units to a hex on or next to their HQ, three hexes off at least; the others three hexes exactly."""
    for going in retreat.going:
        unit, fate = going.unit, fate_now(retreat, going.unit)
        if fate is None or fate.rule != "5.5e":
            continue
        if fate.kind == GONE:
            yield from three_hexes(retreat, going)
        elif fate.kind == OFF:
            yield forbid("no_haven", units=[unit.id], unit=unit.id)
        elif going.off_map:
            yield forbid("haven_first", units=[unit.id], unit=unit.id)
        elif going.to is None:
            yield permit("haven_reached", units=[unit.id], unit=unit.id)
        else:
            start = retreat.start_of(unit)
            hq = hq_of(retreat.s, unit.formation)
            near = hq is not None and hq.hex is not None and retreat.distance(hq.hex, going.to) <= 1
            far = retreat.distance(start, going.to)
            if not near:
                yield forbid("not_at_hq", units=[unit.id], where=[going.to], unit=unit.id)
            elif far < THREE:
                yield forbid("haven_too_near", units=[unit.id], where=[going.to], unit=unit.id, hexes=far)
            elif going.hexes not in (None, far):
                yield forbid("said_other_distance", units=[unit.id], said=going.hexes, hexes=far)
            else:
                yield permit("haven_reached", units=[unit.id], where=[going.to], unit=unit.id)


@rule("5.5f", Retreat)
def to_one_hex(retreat: Retreat) -> Findings:
    """Units with the same instructions go to one hex."""
    ends: dict[str, Going] = {}
    if len(retreat.going) > 1:
        yield kept()
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is None or not fate.goes or going.to is None:
            continue
        other = ends.setdefault(fate.kind, going)
        if other.to != going.to:
            yield forbid("retreat_together", units=[other.unit.id, going.unit.id], where=[other.to or "", going.to], unit=other.unit.id, other=going.unit.id)
    left = [unit for unit in retreat.defenders if unit.id not in [going.unit.id for going in retreat.going] and unit.hex == retreat.target]
    for unit in left:
        fate = fate_now(retreat, unit)
        if fate is not None and fate.goes:
            yield warn("stack_goes_along", units=[unit.id], unit=unit.id)


@rule("5.5i", Retreat)
def no_ma_no_retreat(retreat: Retreat) -> Findings:
    """A unit without a printed Movement Allowance is destroyed instead."""
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is not None and fate.kind == NO_MA:
            yield forbid("no_ma_cannot_retreat", units=[going.unit.id], unit=going.unit.id)


@rule("6.1b", Retreat)
def no_retreat_from_urban(retreat: Retreat) -> Findings:
    """Out of an Urban hex nobody retreats: a step is lost instead."""
    for going in retreat.going:
        fate = fate_now(retreat, going.unit)
        if fate is not None and fate.kind == URBAN:
            yield forbid("urban_stays", units=[going.unit.id], unit=going.unit.id)


@rule("5.5g", Retreat, "end")
def the_final_hex(retreat: Retreat) -> Findings:
    """The final hex holds no enemy unit and is ground that the stack could enter on its Move side."""
    for going in retreat.going:
        if going.to is None or retreat.forbidden:
            continue
        enemies = retreat.enemies_at(going.to, going.unit.side)
        if enemies:
            yield forbid("retreat_onto_enemy", units=[going.unit.id, enemies[0].id], where=[going.to], hex=going.to, enemy=enemies[0].id)
        elif closed_to(retreat.s, going.to, move_class(going.unit)):
            yield forbid("retreat_closed", units=[going.unit.id], where=[going.to], unit=going.unit.id, hex=going.to)
        else:
            yield permit("final_hex_free", units=[going.unit.id], where=[going.to], hex=going.to)


@rule("5.5b", Retreat, "end")
def guidelines(retreat: Retreat) -> Findings:
    """Away from the enemy, out of EZOCs, towards the HQ: they order hexes that are equally good (A13); a hex that blocks an enemy MSR is out."""
    for going in retreat.going:
        unit, to = going.unit, going.to
        if to is None or retreat.forbidden:
            continue
        place = retreat.s.hex(to)
        path = place.path("blocks_enemy_msr")
        if (place.stated("blocks_enemy_msr") is not None or path in retreat.s.unknown) and place.blocks_enemy_msr:
            yield forbid("retreat_blocks_msr", units=[unit.id], where=[to], hex=to)
            continue
        start = retreat.start_of(unit)
        yield permit("guidelines", units=[unit.id], where=[to], hex=to)
        for enemy in retreat.attackers:
            if enemy.hex is not None and retreat.s.grid.distance(to, enemy.hex) <= retreat.s.grid.distance(start, enemy.hex):
                yield warn("retreat_towards_enemy", units=[unit.id, enemy.id], where=[to], enemy=enemy.id)
        hq = hq_of(retreat.s, unit.formation)
        if hq is not None and hq.hex is not None and retreat.s.grid.distance(to, hq.hex) > retreat.s.grid.distance(start, hq.hex):
            yield warn("retreat_from_hq", units=[unit.id, hq.id], where=[to], hq=hq.id)


@rule("5.5h", Retreat, "end")
def off_the_edge(retreat: Retreat) -> Findings:
    """Units may retreat off the map's edge; they are back next turn at a friendly Entry Area of the same edge."""
    for going in retreat.going:
        if not going.off_map or retreat.forbidden:
            continue
        start = retreat.start_of(going.unit)
        edges = [place for place in retreat.s.hexes.values() if place.stated("map_edge") in (True, going.edge)]
        near = [place for place in edges if retreat.distance(start, place.id) < THREE]
        if edges and not near:
            yield forbid("edge_too_far", units=[going.unit.id], unit=going.unit.id)
        else:
            yield permit("off_the_edge", units=[going.unit.id], unit=going.unit.id)


@rule("5.5h", (Arrive, Enter))
def back_at_the_same_edge(arrival: Arrive | Enter) -> Findings:
    """Who left by an edge comes back as a reinforcement of the next turn, in a friendly Entry Area of that edge."""
    s = arrival.s
    for unit in arrival.units:
        left = [done for done in s.history.get(unit.id, ()) if done.get("act") == "retreat_off_map"]
        if not left:
            continue
        edge, turn = left[-1].get("edge"), s.stated("turn")
        if turn is not None and left[-1].get("turn") == turn:
            yield forbid("returns_next_turn", units=[unit.id], unit=unit.id)
        own = [area for area in s.entry_areas.values() if area.get("side") in (None, unit.side)]
        edges = {area.get("edge") or s.hex(hex_).stated("map_edge") for area in own for hex_ in area.get("hexes") or () if hex_ == arrival.hex}
        if own and not edges:
            yield forbid("not_in_any_area", units=[unit.id], where=[arrival.hex], unit=unit.id, hex=arrival.hex)
        elif edge is not None and edges and edge not in edges and not edges & {None, True}:
            yield forbid("not_the_same_edge", units=[unit.id], where=[arrival.hex], unit=unit.id, hex=arrival.hex, edge=edge)
        else:
            yield permit("back_at_the_edge", units=[unit.id], where=[arrival.hex], unit=unit.id)


@rule("5.5e", Arrive)
def back_by_the_hq(arrival: Arrive) -> Findings:
    """Whom an Automatic Retreat took off the map comes back on or next to its HQ (2.1f)."""
    if any(done.get("act") == "automatic_retreat" for unit in arrival.units for done in arrival.s.history.get(unit.id, ())):
        yield kept()


@rule("5.5", Retreat, "losses")
def losses_come_first(retreat: Retreat) -> Findings:
    """The steps of the result come before the retreat, if they have not been taken."""
    from .r05_1_attacks import count_of

    units = [going.unit for going in retreat.going]
    retreat.toll.involve(*units)
    if retreat.losses_due and retreat.codes:
        steps = count_of(retreat.codes, "T" if retreat.engaged else "D")
        first = next((unit for unit in units if unit.id == retreat.named_rating), units[0])
        if steps:
            retreat.toll.lose(first, steps)
            yield define("defender_loses", units=[first.id], unit=first.id, steps=steps)


@rule("5.5", Retreat, "retreat")
def they_go(retreat: Retreat) -> Findings:
    """The stack stands in its new hex, on its Move side."""
    for going in retreat.going:
        unit = going.unit
        if going.off_map:
            where = {"turn": "next", "at": "entry_area", "edge": going.edge}
            retreat.toll.tell(unit, removed=True, returns={key: content for key, content in where.items() if content is not None})
            retreat.toll.fact(unit, **move_side(unit), at="off_map")
            continue
        fate = fate_now(retreat, unit)
        retreat.toll.tell(unit, retreat="haven_hq" if fate is not None and fate.kind == HAVEN else THREE)
        if going.to is not None:
            retreat.toll.tell(unit, at=going.to)
        retreat.toll.turn(unit)
    return
    yield


@rule("5.5g", Retreat, "retreat")
def ezoc_in_the_final_hex(retreat: Retreat) -> Findings:
    """An EZOC there costs a step: any for Leg and Truck, only those of Real AV for Tactical; friendly units do not negate it."""
    for going in retreat.going:
        unit, to = going.unit, going.to
        if to is None:
            continue
        cls = move_class(unit)
        found = real_av_zoc_units(retreat.s, to, unit.side) if cls == TAC else zoc_units(retreat.s, to, unit.side)
        if found:
            retreat.toll.lose(unit)
            yield define("ezoc_costs_a_step", units=[unit.id, found[0].id], where=[to], unit=unit.id, enemy=found[0].id)
        elif cls == TAC and zoc_units(retreat.s, to, unit.side):
            yield define("tac_ignores_ezoc", units=[unit.id], where=[to], unit=unit.id)


@rule("5.5", (Retreat, TakeResult, AutoRetreat, Hold), "after")
def the_toll(fight: Outcome) -> Findings:
    """What happened to everybody."""
    yield from fight.toll.findings()
    if isinstance(fight, Retreat):
        for going in fight.going:
            yield record(did=going.unit.id, act="retreat", **{"from": fight.start_of(going.unit), "to": going.to or "off_map"})
        if fight.pending:
            yield record(state="pending", value={**fight.pending, "retreated": True, "steps_taken": True})


@rule("5.5", (Retreat, TakeResult, AutoRetreat, Hold), "unread")
def steps_not_stated(fight: Outcome) -> Findings:
    """Steps that nobody stated are asked for at the end."""
    for unit in fight.toll.unsure():
        raise Missing(unit.path("steps"))
    return
    yield


@rule("5.5", Hold)
def who_may_stay(hold: Hold) -> Findings:
    """Who has to retreat may not stay; who pays with a step, or whom a result spares, does."""
    dead = hold.attacker is not None and hold.attacker.id in hold.s.eliminated
    for unit in hold.leavers:
        fate = fate_of(hold, unit, hold.standing(unit) or hold.target, hold.codes or (), hold.engaged, dead)
        if fate.goes or fate.kind == NO_MA:
            yield forbid("may_not_stay", units=[unit.id], unit=unit.id)
        else:
            yield permit("may_stay", units=[unit.id], unit=unit.id)


@rule("5.5b", Hold)
def headquarters_follow(hold: Hold) -> Findings:
    """HQs and Trains go when the units that they are stacked with retreat or die (A14)."""
    if hold.pending.get("retreated") or hold.pending.get("destroyed"):
        for unit in hold.leavers:
            if unit.kind is not None:
                yield forbid("may_not_stay", units=[unit.id], unit=unit.id)


@rule("5.5d", Hold)
def staying_is_the_rule(hold: Hold) -> Findings:
    """In Key Terrain, or with Prepared Defense, a Situational result is taken as a step."""
    for unit in hold.leavers:
        dead = hold.attacker is not None and hold.attacker.id in hold.s.eliminated
        if fate_of(hold, unit, hold.standing(unit) or hold.target, hold.codes or (), hold.engaged, dead).kind == STEP:
            yield permit("stays_for_a_step", units=[unit.id], unit=unit.id)


@rule("5.5d", TakeResult)
def a_step_is_no_choice(fight: TakeResult) -> Findings:
    """A step instead of the retreat only where the rules say so, never at will (A12)."""
    codes = set(fight.codes or ())
    if fight.slots.get("result") != "loss" or not {"S", "R"} & codes or any(code[0] in "DT" and code[1:].isdigit() for code in codes):
        return
    dead = fight.attacker is not None and fight.attacker.id in fight.s.eliminated
    for unit in fight.movers_:
        if unit in fight.living and fate_of(fight, unit, fight.standing(unit) or fight.target, tuple(codes), fight.engaged, dead).goes:
            yield forbid("may_not_stay", units=[unit.id], unit=unit.id)


@rule("5.5", (TakeResult, AutoRetreat))
def something_is_pending(fight: TakeResult | AutoRetreat) -> Findings:
    """A result has to be there to be taken."""
    if not fight.pending:
        yield forbid("nothing_pending")
    elif isinstance(fight, AutoRetreat) and "R" not in (fight.codes or ()):
        yield forbid("no_automatic_retreat")


@rule("5.5", Owed, "answer")
def retreats_to_be_made(owed: Owed) -> Findings:
    """The defenders that have to leave, with the hexes in which they may end, the best first (A13)."""
    if not owed.vacating or not owed.battle:
        return
    for unit in owed.beaten():
        if unit.hex == owed.battle:
            hexes = suppose(owed, "retreats", {"units": (unit.id,), "question": True}).computed.get("retreats") or ()
            yield owes("retreat" if hexes else "retreat_somewhere", unit.stated("side"), [unit.id], hexes, start=owed.battle)
