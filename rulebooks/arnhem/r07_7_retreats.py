"""Chapter 7, 7.7 and 7.8: retreats and displacement."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import LEGALITY, Findings, Unit, define, forbid, owes, permit, record, rule, says, value
from adjudicator.kit import answered, has_done, ids, names, on_step, went

from .acts_combat import CITY_CUT, RETREATS, Aftermath, AskRetreats, Attack, Eliminate, Owed, Retreat, barred
from .r07_6_results import lost
from .vocabulary import AIR_GUN, ZONES, can_cross, is_city, is_gun


def lengths(deed: Aftermath, unit: Unit, path: list[str]) -> set[int]:
    """How many hexes a unit may retreat along a path, its start included: what it owes, or less where a City helps (11.1)."""
    owed = deed.owes(unit)
    found = {owed}
    least = deed.book.tables["city_least"].get(str(owed), 0)
    for place, hex_ in enumerate(path):
        if place < owed and is_city(deed.s, hex_) and city_helps(deed, unit, hex_):
            found.add(max(owed - CITY_CUT, least, place))
    return found


def city_helps(deed: Aftermath, unit: Unit, hex_: str) -> bool:
    """Whether a unit profits from a City (11.1, 11.2): not airborne artillery; when surrounded only Allied airborne and glider infantry."""
    if unit.kind == AIR_GUN or unit.id in (deed.pending.get("displaced") or ()):
        return False
    return can_cross(unit) or not ZONES.around(deed.s, hex_, unit.side)


def ways_open(deed: Aftermath, unit: Unit, start: str) -> list[tuple[str, ...]]:
    """The ways that the rules leave a unit: the full number of hexes; only if there is none, as many as a City leaves of them (the start alone: it stays)."""
    owed = deed.owes(unit)

    def found() -> list[tuple[str, ...]]:
        for hexes in range(owed, -1, -1):
            ways = [way for way in RETREATS.best(deed.s, unit, start, hexes) if hexes in lengths(deed, unit, list(way))]
            if ways:
                return ways
        return []

    ways: list[tuple[str, ...]] = deed.s.recall(("ways open", unit.id, start, owed), found)
    return ways


def right_length(retreat: Retreat) -> bool:
    """Whether a retreat is as long as it has to be, or as a City lets it be."""
    return len(retreat.path) in lengths(retreat, retreat.mover, [retreat.start, *retreat.path])


@rule("7.7", Retreat)
def full_number_of_hexes(retreat: Retreat) -> Findings:
    """Each unit retreats the full number of hexes."""
    right = not retreat.hexes_owed or right_length(retreat)
    if not right or retreat.hexes_owed and not retreat.forbidden:
        yield (permit if right else forbid)("retreats" if right else "wrong_length", retreat.mover, hexes=len(retreat.path), owed=retreat.hexes_owed)


@rule("7.7", Owed, "answer")
def retreats_first(owed: Aftermath) -> Findings:
    """Retreats that are owed, the defenders' first; each unit with the ways that the rules leave it."""
    order = [*(owed.pending.get("displaced") or ()), *owed.owed]
    for id_ in order:
        unit = owed.unit(id_)
        if not owed.owes(unit) or unit.hex is None:
            continue
        ways = ways_open(owed, unit, unit.hex)
        if ways == [(unit.hex,)]:
            yield owes("stay", unit.side, [id_], hex=unit.hex)
        elif ways:
            yield owes("retreat", unit.side, [id_], ["-".join(way) for way in ways], hexes=owed.owes(unit))
        else:
            yield owes("eliminate", unit.side, [id_])


@rule("7.7", AskRetreats, "answer")
def where_to(question: Aftermath) -> Findings:
    """The hexes in which a retreat of the unit may end."""
    units = question.movers or [question.unit(id_) for id_ in question.owed]
    ways = [way for unit in units if unit.hex is not None for way in RETREATS.best(question.s, unit, unit.hex, question.owes(unit) or 1)]
    yield from answered("retreats", list(dict.fromkeys(way[-1] for way in ways)))


@rule("7.7", Retreat, "after")
def has_retreated(retreat: Retreat) -> Findings:
    """The unit stands where its retreat ends; the hexes it left are the path along which the victors may advance."""
    unit = retreat.mover
    yield from went(unit, retreat.path[-1], "retreat", hexes=len(retreat.path))
    yield value("hexes", len(retreat.path))
    yield value("to", retreat.path[-1])
    path = [retreat.start, *retreat.path[:-1]] if retreat.hexes_owed else ()
    yield from has_done(retreat.pending, [unit], path, retreat.displaced)


says("7.7", Retreat, LEGALITY, "From hex to neighbouring hex.",
     lambda retreat: [on_step("gap_in_path", before, here) for before, here in pairwise([retreat.start, *retreat.path])
     if not retreat.s.grid.adjacent(before, here)])  # fmt: skip
says("7.7", (Retreat, Eliminate), LEGALITY, "Only a unit that a result, or a displacement, drives back retreats or is lost for want of a way.",
     lambda deed: forbid("no_retreat_owed", deed.mover) if not deed.hexes_owed else value("owed", deed.hexes_owed))  # fmt: skip
says("7.71", Retreat, LEGALITY, "The hex left may be in an enemy zone, no hex entered may be one, whoever stands there.",
     lambda retreat: barred(retreat, "7.71", "retreat_into_zone"))  # fmt: skip
says("7.72", Retreat, LEGALITY, "Never through a prohibited hexside.", lambda retreat: barred(retreat, "7.72", "river_closed"))
says("7.73", Retreat, LEGALITY, "Through vacant hexes if at all possible; through or onto friends only if there is no other way.",
     lambda retreat: retreat.displaced and RETREATS.vacant(retreat.s, retreat.mover, retreat.start, len(retreat.path))
     and forbid("vacant_way_open", retreat.mover, other=names(retreat.displaced)))  # fmt: skip


says("7.74", Eliminate, LEGALITY, "A unit that cannot retreat the full number of hexes is eliminated; one that can is not.",
     lambda deed: deed.hexes_owed and deed.start is not None and (forbid("can_retreat", deed.mover, ways=", ".join(map("-".join, ways[:3])))
     if (ways := ways_open(deed, deed.mover, deed.start)) else permit("cannot_retreat", deed.mover, deed.start)))  # fmt: skip
says("7.74", Eliminate, "after", "It leaves the game in the last hex that it could reach: the hex it fought in is open to the victors.",
     lambda deed: (*((value("eliminated", [deed.mover.id]), *lost(deed, [deed.mover])) if deed.start is not None else ()),
     *has_done(deed.pending, [deed.mover], [deed.start] if deed.start is not None else ())))  # fmt: skip
says("7.74", Retreat, LEGALITY, "It ends the full number of hexes from its start.",
     lambda retreat: (far := retreat.s.grid.distance(retreat.start, retreat.path[-1])) != len(retreat.path)
     and forbid("doubles_back", retreat.mover, retreat.path[-1], far=far, hexes=len(retreat.path)))  # fmt: skip
says("7.81", Attack, LEGALITY, "A displaced gun does not fire in the phase in which it was displaced.",
     lambda attack: (silent := [unit for unit in attack.movers if is_gun(unit) and attack.did(unit, "displaced")])
     and forbid("displaced_gun", silent))  # fmt: skip
says("7.81", Retreat, LEGALITY, "A friend whose hex is entered is moved one hex; if he cannot be, the retreating unit is lost in his place.",
     lambda retreat: retreat.displaced and (define("displaces", retreat.displaced)
     if RETREATS.makes_room(retreat.s, retreat.mover, (retreat.start, *retreat.path)) else forbid("cannot_make_room", retreat.displaced)))  # fmt: skip
says("7.81", Retreat, "after", "Displaced artillery that has not fired yet fires no more in this phase.",
     lambda retreat: (*[record(did=unit.id, act="displaced") for unit in retreat.displaced],
     retreat.displaced and value("displaced", ids(retreat.displaced))))  # fmt: skip
says("7.82", Retreat, LEGALITY, "A displaced unit may displace a further one in the same way.",
     lambda retreat: retreat.displaced and retreat.mover.id in (retreat.pending.get("displaced") or ()) and
     define("displaces_in_turn", retreat.displaced))  # fmt: skip
says("7.82", Attack, LEGALITY, "A hex into which a retreating unit was displaced is not barraged in the same phase.",
     lambda attack: [forbid("safe_from_barrage", unit, unit.hex) for unit in (attack.defenders if attack.alone else ())
     if attack.did(unit, "displaced")])  # fmt: skip
