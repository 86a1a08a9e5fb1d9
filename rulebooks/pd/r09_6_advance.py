"""Chapter 9, 9.6: advance after combat."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, forbid, kept, owes, permit, rule, value
from adjudicator.kit import UnitStep, adjacent, names, told_by_other, went

from .acts_combat import Advance, Owed, Stay
from .r05_zones import zone
from .r06_0_movement import taken
from .r06_2_ground import lone_hqs
from .r09_0_combat import carried_out, has_result
from .vocabulary import LOSS_SETTLEMENTS, as_path, barred, is_combat, is_hq, is_ship, river, settlement

TOWNS = LOSS_SETTLEMENTS


@rule("9.6", Advance)
def who_advances(advance: Advance) -> Findings:
    """Attackers, all, some or none, into a hex that the combat has emptied; it is the first hex of every advance."""
    battle = advance.battle
    if battle is None:
        yield forbid("no_combat_here")
        return
    left = [unit for unit in advance.enemies_at(battle, advance.side) if is_combat(unit)]
    if left:
        yield forbid("hex_not_emptied", left, battle)
    elif not advance.enemies_at(battle, advance.side):
        advance.s.complete()
    yield from told_by_other(advance, advance.movers)
    for unit in advance.movers:
        if is_ship(unit):
            yield forbid("ship_advances_not", unit)
        elif not is_hq(unit) and unit.id not in advance.attacker_ids and advance.camp(unit.side) == advance.attacking_side():
            yield forbid("did_not_attack", unit)
        done = advance.s.acts(unit.id, act="advance", turn=advance.s.stated("turn"), phase=advance.s.stated("phase"))
        if any(battle in str(each.get("path", "")).split("-") for each in done) and not advanced_before(advance, unit):
            yield forbid("advanced_already", unit, battle)  # into the emptied hex and, later, on from there is one advance
        way = advance.ways[unit.id]
        if way[1] != battle and unit.hex != battle:
            yield forbid("emptied_hex_first", unit, way[1], battle, hex=battle)
    if advance.by_air:
        yield forbid("aircraft_advance_not")


@rule("9.6", Stay)
def nobody_has_to_advance(stay: Stay) -> Findings:
    """Advance is never an obligation."""
    if stay.battle is None or stay.s.pending is None:
        return
    mine = [unit for unit in stay.movers if unit.id in stay.attacker_ids]
    if mine and (stay.pending.get("retreated") or not stay.enemies_at(stay.battle, mine[0].side)):
        yield permit("need_not_advance", mine)


@rule("9.6", Advance, "after", each="movers")
def advanced(advance: Advance, unit: Unit) -> Findings:
    """The units stand in the new hexes; VP hexes that they enter are theirs, and it is remembered."""
    way = advance.ways[unit.id]
    yield from went(unit, way[-1], "advance", path="-".join(way))
    if is_combat(unit):
        yield from taken(advance, unit, way)


@rule("9.6", Owed, "answer", when=has_result)
def advance_open(owed: Owed) -> Findings:
    """The attackers may enter the hex that the result has emptied."""
    outcome = carried_out(owed)
    if not owed.battle or owed.by_air or outcome.back.hexes or owed.s.at(owed.battle):
        return
    units = [unit for unit in outcome.attackers if unit.hex is not None and not is_ship(unit)]
    if units and owed.s.facts.get("units_complete", True):
        yield owes("advance", units[0].known("side"), [unit.id for unit in units], may=True, hex=owed.battle)


@rule("9.6", Advance, "end", after="9.6.4")
def no_points_no_zones(advance: Advance, unit: Unit) -> Findings:
    """An advance costs no movement points, and enemy zones do not matter."""
    if advance.forbidden or unit is not advance.movers[0]:
        return
    yield value("cost", 0)
    near = [hex_ for hex_ in advance.ways[unit.id][1:] if zone(advance.s, hex_, advance.side)] if advance.full else []
    yield permit("advance_ignores_zones" if near else "may_advance", unit, where=near or [advance.ways[unit.id][-1]])


@rule("9.6.1", Advance, "step")
def advance_and_major_rivers(advance: Advance, step: UnitStep) -> Findings:
    """Nobody advances over an unbridged major river."""
    if adjacent(advance.s, step.before, step.here) and barred(advance.s, step.before, step.here, advance.side) == "major_river":
        yield forbid("major_river", step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("9.6.2", Advance, each="movers")
def defenders_stay(advance: Advance, unit: Unit) -> Findings:
    """The defender never advances."""
    if advance.camp(unit.side) != advance.attacking_side():
        yield forbid("defender_advances_not", unit)


def advanced_before(advance: Advance, unit: Unit) -> list[str]:
    """The hexes that a unit has entered in this advance by an earlier entry, ending where it now stands."""
    for item in reversed(advance.since_activation(unit.id, "advance")):
        way = as_path(item.get("path"))
        if len(way) > 1 and way[-1] == unit.hex == advance.battle:
            return way[1:]
    return []


@rule("9.6.3", Advance, "end")
def how_far(advance: Advance, unit: Unit) -> Findings:
    """Mechanised units up to two hexes, ending where they like; all others one, motorised ones too."""
    if is_hq(unit) or is_ship(unit):
        return
    hexes = len(advance.ways[unit.id]) - 1 + len(advanced_before(advance, unit))
    if hexes > 1 and unit.kind != "mech":
        yield forbid("one_hex_only", unit)
    elif hexes > 2:
        yield forbid("two_hexes_only", unit)
    elif hexes == 2:
        yield permit("mechanised_two_hexes", unit)


def two_hexes(advance: Advance, unit: Unit) -> bool:
    """Whether a unit is declared to advance two hexes (or more)."""
    return len(advance.ways[unit.id]) > 2


@rule("9.6.4", Advance, "end")
def where_the_second_hex_ends(advance: Advance, unit: Unit) -> Findings:
    """After an unbridged minor river, or in a town or city, an advance ends with the first hex."""
    way = advance.ways[unit.id]
    if advanced_before(advance, unit):
        way = [as_path(advance.since_activation(unit.id, "advance")[-1].get("path"))[-2], *way]
    elif not two_hexes(advance, unit):
        return
    if river(advance.s, way[0], way[1], advance.side) == "minor_river":
        yield forbid("advance_stops_at_river", unit, way[0], way[1], hex=way[1])
    kind = settlement(advance.s, way[1], TOWNS)
    if kind:
        yield forbid("advance_stops_in_town", unit, way[1], kind=kind)
    yield kept()


@rule("9.6.5", Advance)
def hqs_advance_with_units(advance: Advance) -> Findings:
    """An HQ advances only with units of its stack."""
    for hq in (unit for unit in advance.movers if is_hq(unit)):
        way = advance.ways[hq.id]
        with_it = escorts(advance, way)
        if not with_it:
            yield forbid("hq_advances_with_stack", hq)
        else:
            yield permit("hq_advances", hq, hq=hq.id, unit=", ".join(with_it))


def escorts(advance: Advance, way: list[str]) -> list[str]:
    """The combat units that advance, or have advanced, from the same hex along the same way."""
    found = [unit.id for unit in advance.movers if is_combat(unit) and advance.ways[unit.id][: len(way)] == way]
    for unit in advance.attackers:
        for item in advance.deeds(unit.id, "advance"):
            path = item.get("path")
            hexes = path.split("-") if isinstance(path, str) else [str(hex_) for hex_ in path or ()]
            if hexes[: len(way)] == way:
                found.append(unit.id)
    return list(dict.fromkeys(found))


@rule("9.6.6", Advance, "step")
def overrun_in_advance(advance: Advance, step: UnitStep) -> Findings:
    """A combat unit that advances may overrun a lone HQ by entering its hex; other enemies close the hex."""
    enemies = advance.enemies_at(step.here, advance.side)
    if not enemies:
        return
    hqs = lone_hqs(advance, step.here, advance.side)
    if hqs and is_combat(step.unit) and step.unit.attack > 0:
        already = advance.computed("overrun") or []
        yield value("overrun", list(dict.fromkeys([*already, *(hq.id for hq in hqs)])))
        yield permit("overruns", step.unit, hqs, step.here, unit=step.unit.id, hq=names(hqs))
    elif hqs and any(is_combat(other) and other.attack > 0 and step.here in advance.ways[other.id] for other in advance.movers):
        return
    elif step.here != advance.battle or hqs:
        key, who = ("cannot_overrun", step.unit.id) if hqs else ("enemy_in_way", names(enemies))
        yield forbid(key, enemies, step.here, unit=who, hq=names(hqs))
