"""Chapter 10, combat, 10.5 and 10.6: retreats and advances."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, owes, permit, record, rule, says, value
from adjudicator.kit import UnitStep, ids, names, possible_neighbours, told_by_other, went

from .acts import Stay
from .acts_results import Advance, Aftermath, Eliminate, Owed, Resolve, Retreat
from .acts_turn import AskRetreats, Question
from .r07_stacking import limit_in, over_the_limit, stacked
from .terrain import barred, zone
from .vocabulary import GdpCase, class_of, is_hq


# ---- 10.5 -------------------------------------------------------------------------------------------------------------------
def guides(case: GdpCase, unit: Unit) -> list[str]:
    """Where the HQs stand that give the direction of a retreat: the battalion's or the division's, as the owner likes (A12)."""
    found: list[str] = []
    open_facts = []
    for hq in case.hqs(unit.formation, unit.side):
        if hq is unit:
            continue
        try:
            place = case.standing(hq)
        except Missing as missing:
            open_facts.append(missing.fact)
            continue
        if place is not None:
            found.append(place)
    if not found and open_facts:
        raise Missing(open_facts[0], None, tuple((fact, None) for fact in open_facts[1:]))
    return found


def hex_closed(case: GdpCase, unit: Unit, before: str, here: str, last: bool) -> str | None:
    """The text that says why a unit may not retreat into a hex, or None."""
    if case.enemies_at(here, unit.side):
        return "retreat_into_enemy"
    if barred(case, unit, before, here):
        return "retreat_terrain"
    if zone(case.s, here, unit.side):
        return "retreat_into_zoc"
    there = [other for other in case.s.at(here) if other is not unit and other.side == unit.side]
    if last and len(there) >= 4 and stacked([*there, unit]) > limit_in(case, here, []):
        return "retreat_overstacks"
    return None


def ways_back(case: GdpCase, unit: Unit, start: str) -> list[str]:
    """The hexes that the first hex of a retreat may be, by the letter of 10.5. Where none is known to be one, and one might, its fact is asked for."""
    goals = guides(case, unit)
    found = []
    open_facts: list[Missing] = []
    for here in possible_neighbours(case.s, start):
        try:
            if not case.adjacent(start, here) or hex_closed(case, unit, start, here, False):
                continue
            nearer = not goals or any(case.distance(goal, here) < case.distance(goal, start) for goal in goals) or start in goals
        except Missing as missing:
            open_facts.append(missing)
            continue
        if nearer:
            found.append(here)
    if open_facts and not found:
        raise open_facts[0]
    return sorted(found)


def whole_ways(case: GdpCase, unit: Unit, start: str, firsts: list[str]) -> list[str]:
    """Both hexes of every way back; a first hex alone where none can be told to follow."""
    found = []
    for here in firsts:
        try:
            after = [there for there in ways_back(case, unit, here) if there != start and not hex_closed(case, unit, here, there, True)]
        except Missing:  # asked for when the way is named
            after = []
        found += [f"{here}-{there}" for there in after] or [here]
    return sorted(found, key=lambda way: "-" not in way)


@rule("10.5", Retreat)
def who_retreats(retreat: Retreat) -> Findings:
    """AR sends back all attackers, DR all defenders, each unit by itself; the owner chooses the way unless he has no HQ left."""
    result = retreat.result
    chooser = retreat.chosen_by
    for unit in retreat.movers:
        if unit.id in retreat.s.eliminated:
            yield forbid("already_eliminated", unit)
        if unit.id in (retreat.pending.get("gone") or ()):
            yield forbid("retreated_already", unit)
        if result is not None and result not in ("AR", "DR"):
            yield forbid("no_retreat_called_for", unit, result=result)
        elif result is not None:
            called = list(retreat.attackers) if result == "AR" else ids(retreat.defenders())
            along = is_hq(unit) and result == "AR" and any(retreat.unit(id_).hex == unit.hex for id_ in called)
            if unit.id in retreat.supporters and unit.id not in called or (unit.id not in called and not along):
                yield forbid("not_made_to_retreat", unit, result=result)
        if chooser and chooser != unit.side:
            if guides(retreat, unit):
                yield forbid("owner_retreats", unit, side=chooser)
            else:
                yield permit("opponent_retreats", unit, side=chooser)
    if not retreat.pending:
        yield forbid("nothing_pending")


@rule("10.5", Retreat)
def two_hexes(retreat: Retreat) -> Findings:
    """A retreat is exactly two hexes long and costs no points."""
    count = len(retreat.path) or retreat.told_hexes
    if count != 2:
        yield forbid("retreat_two_hexes", where=retreat.path, count=count)
    elif not retreat.path:
        raise Missing("choices.path", None)


@rule("10.5", Retreat, "step")
def nearer_to_the_hq(retreat: Retreat, step: UnitStep) -> Findings:
    """Each hex is legal and nearer to the battalion's or division's HQ than the one before; equally far is not nearer."""
    if not retreat.adjacent(step.before, step.here):
        yield forbid("gap_in_path", step.before, step.here, start=step.before, hex=step.here)
        return
    fault = None
    if retreat.enemies_at(step.here, step.unit.side):
        fault = "retreat_into_enemy"
    elif barred(retreat, step.unit, step.before, step.here):
        fault = "retreat_terrain"
    if fault:
        yield forbid(fault, step.unit, step.before, step.here, hex=step.here, start=step.before, enemy=names(retreat.enemies_at(step.here, step.unit.side)))
    goals = guides(retreat, step.unit)
    if not goals:
        if step.number == 0:
            yield define("no_hq_to_guide", step.unit)
        return
    if any(retreat.distance(goal, step.here) < retreat.distance(goal, step.before) for goal in goals):
        yield permit("nearer_to_hq", step.unit, step.here)
        return
    if step.before in goals:
        yield define("at_its_hq", step.unit, step.before)
        return
    try:
        blocked = not ways_back(retreat, step.unit, step.before)
    except Missing:  # no other way is known
        blocked = True
    if not (blocked and retreat.reading("A12") == "sideways"):
        yield forbid("not_nearer", step.unit, step.before, step.here, hex=step.here, start=step.before)


says("10.5", Retreat, "end", "The stacking limit binds retreats.", lambda retreat: over_the_limit(retreat))


@rule("10.5", Retreat, "after")
def retreated(retreat: Retreat) -> Findings:
    """The units stand where the retreat ends."""
    for unit in retreat.movers:
        if not retreat.path:
            continue
        yield from went(unit, retreat.path[-1], "retreat", path="-".join(retreat.path))
    if retreat.pending:
        gone = dict.fromkeys([*(retreat.pending.get("gone") or ()), *(unit.id for unit in retreat.movers)])
        yield record(state="pending", value={**retreat.pending, "gone": list(gone)})


@rule("10.5", Owed, "answer")
def retreats_due(owed: Aftermath) -> Findings:
    """Every unit that a result sends back, with the hexes its way may begin with, nearest to its HQ first."""
    if owed.result not in ("AR", "DR"):
        return
    gone = owed.pending.get("gone") or ()
    units = owed.suffering(owed.result)
    for unit in units:
        if unit.id in gone or unit.hex is None or unit.riding:
            continue
        try:
            way = ways_back(owed, unit, unit.hex)
        except Missing:  # asked for when the way is named
            yield owes("retreat_somewhere", unit.known("side"), [unit.id], start=unit.hex)
            continue
        if way:
            yield owes("retreat", unit.known("side"), [unit.id], whole_ways(owed, unit, unit.hex, way), start=unit.hex)
        else:
            yield owes("eliminate", unit.known("side"), [unit.id], count=1)


@rule("10.5", Eliminate)
def no_way_back(eliminate: Eliminate) -> Findings:
    """A unit that has to retreat is eliminated only if there is no legal way."""
    if eliminate.result in ("AR", "DR"):
        for unit in eliminate.movers:
            if way := ways_back(eliminate, unit, unit.hex or ""):
                yield forbid("can_retreat", unit, hexes=", ".join(way))
            else:
                yield permit("cannot_retreat", unit)


@rule("10.5", Resolve, "numbers")
def nowhere_to_go(resolve: Resolve) -> Findings:
    """Whoever has to retreat and cannot is eliminated."""
    code = resolve.slots.get("result") or resolve.result
    if code in ("AR", "DR"):
        units = resolve.suffering(code)
        for unit in units:
            if unit.hex is not None and not ways_back(resolve, unit, unit.hex):
                yield effect(unit=unit.id, eliminated=True)


@rule("10.5", AskRetreats, "answer")
def where_it_may_retreat(question: Question) -> Findings:
    """The hexes that a retreat may begin with."""
    unit = question.led(question.units_of())[0]
    if question.slots.get("choose") == "who":
        led = bool(guides(question, unit))
        who = unit.side if led else question.book.enemy(unit.side)
        yield value("answer", who, "owner_retreats_it" if led else "opponent_retreats", unit, side=who)
        return
    start = question.slots.get("at") or question.standing(unit)
    open_hexes = ways_back(question, unit, start or "")
    yield value("retreats", open_hexes)
    yield value("answer", ", ".join(open_hexes) or "none", "retreats", unit, hexes=", ".join(open_hexes) or "-")


# ---- 10.6 -------------------------------------------------------------------------------------------------------------------
@rule("10.6", Advance)
def into_the_emptied_hex(advance: Advance) -> Findings:
    """Attackers may enter the hex that their attack has emptied; tracked and wheeled ones may go one hex further."""
    if not advance.pending:
        yield forbid("nothing_to_advance_from")
        return
    yield from told_by_other(advance, advance.movers)
    if advance.battle and advance.path[0] != advance.battle:
        yield forbid("advance_elsewhere", where=advance.path, hex=advance.battle, named=advance.path[0])
    if advance.result in ("AE", "AP", "AD", "AC", "AR", "-"):
        yield forbid("no_advance_after", result=advance.result)
    if rest := [unit for unit in advance.s.at(advance.battle or "") if unit.side != advance.side]:
        yield forbid("still_held", rest, advance.battle, enemy=names(rest))
    else:
        advance.s.complete()
    for unit in advance.movers:
        if advance.standing(unit) == advance.path[-1]:
            yield forbid("already_there", unit, advance.path[-1])
        if unit.id not in advance.attackers or (unit.id in advance.supporters and unit.id not in advance.attackers):
            yield forbid("did_not_attack", unit)
        if unit.id in advance.s.eliminated:
            yield forbid("already_eliminated", unit)
        limit = 1 if class_of(unit) == "foot" else 2
        if len(advance.path) > limit:
            yield forbid("advance_too_far", unit, where=advance.path, limit=limit, mobility=class_of(unit))
    if not advance.forbidden:
        yield permit("may_advance", advance.movers, where=advance.path, hex=advance.path[0])


@rule("10.6", Stay)
def no_duty_to_advance(stay: Stay) -> Findings:
    """An advance is never obligatory."""
    if (stay.s.pending or {}).get("result"):
        units = stay.units_of()
        yield permit("no_duty_to_advance", units)


@rule("10.6", Advance, "step")
def ground_of_the_advance(advance: Advance, step: UnitStep) -> Findings:
    """ZOC do not matter; forbidden terrain does, unless a sound bridge or a road leads there."""
    if not advance.adjacent(step.before, step.here):
        yield forbid("gap_in_path", step.before, step.here, start=step.before, hex=step.here)
        return
    enemies = [other for other in advance.s.at(step.here) if other.side != advance.side]
    if enemies and step.here != advance.battle:
        yield forbid("enemy_in_path", enemies, step.here)
    if barred(advance, step.unit, step.before, step.here):
        yield forbid("advance_terrain", step.unit, step.before, step.here, hex=step.here)
    elif advance.features(step.before, step.here) and any(name in advance.features(step.before, step.here) for name in advance.table("water")):
        yield permit("advance_over_water", step.unit, step.before, step.here, hex=step.here)


says("10.6", Advance, "end", "The stacking limit binds advances.", lambda advance: over_the_limit(advance))


@rule("10.6", Advance, "after", each="movers")
def advanced(advance: Advance, unit: Unit) -> Findings:
    """The units stand in the hex; nobody is ever obliged to advance."""
    yield from went(unit, advance.path[-1], "advance", hex=advance.path[-1])


@rule("10.6", Owed, "answer")
def advance_open(owed: Aftermath) -> Findings:
    """The hex that the attack has emptied may be entered."""
    if not owed.result or owed.result[0] != "D" or not owed.battle or owed.s.at(owed.battle) or not owed.s.facts.get("units_complete", True):
        return
    units = [owed.unit(id_) for id_ in owed.attackers if id_ not in owed.supporters]
    if units := [unit for unit in units if unit.hex not in (None, owed.battle) and not owed.done(unit.id, "advance")]:
        yield owes("advance", units[0].known("side"), [unit.id for unit in units], may=True, hex=owed.battle)
