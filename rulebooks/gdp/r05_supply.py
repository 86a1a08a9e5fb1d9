"""Chapter 5: supply."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, kept, permit, record, rule, says, term, value
from adjudicator.ground.traces import Trace, trace
from adjudicator.kit import names, possible_neighbours, settled, so_it_is, verdict, wrong_phase

from .acts import Going, Movement
from .acts_combat import Attack, Barrage, DirectFire, OpportunityFire, Support
from .acts_turn import CheckAll, Nominate, Status, SupplyCase, SupplyCheck, TraceSupply
from .terrain import closed_to_wheels, known_area, wheels_pass, zone
from .vocabulary import GdpCase, class_of, is_division_hq, is_hq, loss

# ---- 5.0 --------------------------------------------------------------------------------------------------------------------
says("5.0", (TraceSupply, Nominate, CheckAll), "legality", "Every unit is checked in the supply phase.", lambda case: [*wrong_phase(case, "supply")] or kept())


@rule("5.0", CheckAll)
def once_each_turn(check: CheckAll) -> Findings:
    """A unit is checked once in a turn."""
    yield from (forbid("checked_already", unit) for unit in check.checked if check.done(unit.id, "supply_checked"))


# ---- 5.1 --------------------------------------------------------------------------------------------------------------------
def step_open(case: GdpCase, side: str, before: str, here: str) -> bool | str:
    """Whether a supply path may go from one hex into the next; otherwise the text that says why not."""
    if case.enemies_at(here, side):
        return "path_enemy"
    if closed_to_wheels(case.s, here):
        return "path_terrain"
    if not case.adjacent(before, here):
        return "path_gap"
    if not wheels_pass(case.s, before, here, roads=True):
        return "path_terrain"
    if not case.friends_at(here, side) and zone(case.s, here, side):
        return "path_zoc"
    return True


def path_to(case: GdpCase, unit: Unit, start: str, goals: list[Unit]) -> Trace:
    """The shortest supply path from a hex to any of these headquarters."""
    places = {goal.hex for goal in goals if goal.hex is not None}
    on_table = known_area(case.s, start)
    neighbours = lambda hex_: [there for there in possible_neighbours(case.s, hex_) if on_table(there)]  # noqa: E731
    passable = lambda a, b: verdict(step_open, case, unit.side, a, b)  # type: ignore[arg-type]  # noqa: E731
    found: Trace = case.s.recall(("supply path", unit.side, start, frozenset(places)), lambda: trace(start, neighbours, passable, places.__contains__))
    return found


def path_open(case: GdpCase, unit: Unit, start: str, goals: list[Unit]) -> bool:
    """Whether there is such a path; Missing for what it hangs on."""
    if not any(goal.hex is not None for goal in goals):
        return False
    return bool(settled(path_to(case, unit, start, goals)).answer)


def sources(case: GdpCase, unit: Unit) -> list[Unit]:
    """The headquarters that can supply a unit: its battalion's and the division's; for an HQ any HQ but itself."""
    if is_hq(unit):
        return [other for other in case.s.units.values() if is_hq(other) and other.side == unit.side and other is not unit and other.hex is not None]
    found = [other for other in case.hqs(unit.formation, unit.side) if other is not unit and case.standing(other) is not None]
    if found and case.reading("A10") == "chain":
        found = [other for other in found if is_division_hq(other) or path_open(case, other, other.hex or "", sources(case, other))]
    return found


def supplied(case: GdpCase, unit: Unit, start: str) -> bool:
    """Whether a unit has a supply path now, or stands in the stack that was named as supplied."""
    if any(item.get("hex") == start for item in case.done(str(unit.formation), "automatic_supply", "nominate")):
        return True
    return path_open(case, unit, start, sources(case, unit))


@rule("5.1", TraceSupply)
def path_shown(shown: TraceSupply) -> Findings:
    """The path that is shown goes hex by hex to a headquarters that can supply the unit, past no enemy, no ZOC without a friend in it
    and no terrain closed to wheels."""
    unit = shown.subject
    path = shown.path or [shown.start]
    goals = sources(shown, unit)
    for before, here in pairwise(path):
        found = step_open(shown, shown.side, before, here)
        if found is not True:
            enemy = names(shown.enemies_at(here, shown.side) or zone(shown.s, here, shown.side)) if found in ("path_enemy", "path_zoc") else ""
            yield forbid(str(found), unit, before, here, hex=here, start=before, enemy=enemy)
    ends = any(goal.hex == path[-1] for goal in goals)
    goes_on = len(path) > 1 and not ends and bool(shown.slots.get("question")) and path_open(shown, unit, path[-1], goals)  # asked: through that hex
    if len(path) > 1 and not ends and not goes_on:
        if shown.slots.get("path"):
            yield forbid("path_ends_short", unit, path[-1])
    elif len(path) == 1 and not ends and not supplied(shown, unit, shown.start):
        yield forbid("no_supply_path", unit, shown.start)
    elif not shown.forbidden:
        reached = [goal for goal in goals if goal.hex == path[-1] or goes_on]
        yield permit("supply_path", unit, where=path, hq=names(reached))


@rule("5.1", TraceSupply)
def chain_shown(shown: TraceSupply) -> Findings:
    """An HQ in its turn needs a path to another HQ."""
    for answer in shown.slots.get("responses") or ():
        for unit in shown.units_of("units", answer.slots):
            if is_hq(unit) and unit.hex is not None:
                if not supplied(shown, unit, unit.hex):
                    yield forbid("no_supply_path", unit, unit.hex)
                else:
                    yield permit("hq_supplied", unit)


@rule("5.1", TraceSupply, "status")
def status_of_the_path(shown: TraceSupply) -> Findings:
    """With a path the unit is supplied; without one the failures in a row say how badly off it is (5.2)."""
    if not shown.forbidden or supplied(shown, shown.subject, shown.start):
        yield value("supply", "in")
    else:
        yield value("supply", failing(shown.subject))


@rule("5.1", Status, "answer")
def is_it_supplied(question: SupplyCase) -> Findings:
    """A unit is supplied if any path is open."""
    unit = question.subject
    goals = sources(question, unit)
    found = settled(path_to(question, unit, question.start, goals)) if goals else Trace(False)
    status = "in" if found.answer else failing(unit)
    yield value("supply", status)
    if found.answer:
        reached = [goal for goal in goals if found.path and goal.hex == found.path[-1]]
        line = "-".join(found.path or ())
        yield value("path", line, "supply_line", unit, where=list(found.path or ()), hq=names(reached), line=line)
        yield from held_against_zones(question, found.path or ())
    else:
        yield value("cut_by", [cut.hex for cut in found.cut_by])
        yield define("no_supply_path", unit)
        for cut in found.cut_by:
            if cut.reason == "path_zoc":
                yield define("path_zoc", cut.hex, hex=cut.hex, enemy=names(zone(question.s, cut.hex, unit.side)))
    yield value("answer", so_it_is(question, bool(found.answer)))


def held_against_zones(question: SupplyCase, path: Sequence[str]) -> Findings:
    """The hexes of a supply path that lie in an enemy ZOC: a friendly unit there keeps it open."""
    for hex_ in path[1:]:
        friends = question.friends_at(hex_, question.subject.side)
        try:
            near = zone(question.s, hex_, question.subject.side) if friends else []
        except Missing:
            continue  # the path does not hang on it
        if near:
            yield define("path_held", friends, hex_, hex=hex_, enemy=names(near), friend=names(friends))


@rule("5.1", Nominate)
def one_stack_per_battalion(nominate: Nominate) -> Findings:
    """With no HQ available one stack of each battalion may be named as supplied for the turn."""
    by_battalion: dict[Any, list[Unit]] = {}
    for unit in nominate.named:
        by_battalion.setdefault(unit.formation, []).append(unit)
    for battalion, units in by_battalion.items():
        places = list(dict.fromkeys(nominate.standing(unit) for unit in units))
        if len(places) > 1:
            yield forbid("one_stack_supplied", units, formation=battalion, hexes=", ".join(str(place) for place in places))
        if serving := [hq for hq in nominate.hqs(battalion, nominate.side) if nominate.standing(hq) is not None]:
            yield forbid("hq_available", serving, formation=battalion, hq=names(serving))
        earlier = [item for item in nominate.done(str(battalion), "automatic_supply", "nominate") if item.get("hex") not in (None, *places)]
        if earlier:
            yield forbid("stack_named_already", formation=battalion, hexes=", ".join(str(item["hex"]) for item in earlier))
        if not nominate.forbidden:
            yield permit("stack_supplied", units, formation=battalion)
            yield value("supply", "in")
            yield from (record(did=str(battalion), act="nominate", hex=place) for place in places)


# ---- 5.2 --------------------------------------------------------------------------------------------------------------------
def failures(unit: Unit, this_one: bool) -> int:
    """Supply phases in a row without a path, the present one included."""
    stated = unit.supply_failures
    if stated is not None:
        return int(stated)
    return {"in": 0, "low": 1, "out": 2}[unit.supply] + this_one


def failing(unit: Unit) -> str:
    """How a unit stands after a supply phase without a path (5.2, A61)."""
    return "low" if failures(unit, True) <= 1 else "out"


@rule("5.2", SupplyCheck, "answer")
def third_failure(check: SupplyCheck) -> Findings:
    """The first phase without a path makes a unit low, the second puts it out of supply, the third and each further one costs a step."""
    unit = check.subject
    count = failures(unit, True)
    yield value("failures", count)
    if count <= 1:
        yield value("supply", "low", "becomes_low", unit)
    else:
        yield value("supply", "out", "becomes_out" if count == 2 else "loses_step", unit, count=count)
    dear = count == 3 or (count > 3 and check.reading("A61") == "each")
    if count >= 3:
        yield value("losses", int(dear))
    if dear:
        yield effect(**loss(unit))
    yield record(unit=unit.id, supply="low" if count <= 1 else "out")


@rule("5.2", TraceSupply, "status")
def failure_counts(shown: TraceSupply) -> Findings:
    """A unit without a path is low, then out of supply."""
    if shown.forbidden and shown.computed("supply") not in (None, "in"):
        yield define("becomes_low" if shown.computed("supply") == "low" else "becomes_out", shown.subject)


@rule("5.2", CheckAll, "status")
def all_are_checked(check: CheckAll) -> Findings:
    """Who has a path is in supply; who has none is low, out, or loses a step, by the phases in a row (A61)."""
    for unit in check.checked:
        if unit.hex is None:
            continue
        before = unit.supply
        if supplied(check, unit, unit.hex):
            if before != "in" or unit.supply_failures:
                yield define("supply_restored", unit)
                yield record(unit=unit.id, supply="in", supply_failures=0)
            continue
        count = failures(unit, True) + (unit.supply_failures is not None)
        status = "low" if count <= 1 else "out"
        yield define("becomes_low" if count <= 1 else "becomes_out" if count == 2 else "loses_step", unit, count=count)
        yield effect(unit=unit.id, supply=status)
        yield record(unit=unit.id, supply_failures=count, **({"fired": True} if status == "out" and unit.known("artillery_range") else {}))
        if count >= 3:
            yield effect(**loss(unit))
        check.bad += 1
    if not check.bad:
        yield permit("all_supplied")
    yield record(did="supply", act="supply_checked")
    yield from (record(did=unit.id, act="supply_checked") for unit in check.checked)


def attack_strength(unit: Unit) -> tuple[int, str | None]:
    """Attack strength as supply leaves it: half rounded up when low, half rounded down when out (5.2)."""
    strength: int = unit.attack
    supply = unit.supply
    if supply == "low":
        return -(-strength // 2), supply
    if supply == "out":
        return strength // 2, supply
    return strength, None


def defense_strength(unit: Unit) -> tuple[int, str | None]:
    """Defence strength as supply leaves it: half rounded down when out (5.2)."""
    strength: int = unit.defense
    if unit.supply == "out":
        return strength // 2, "out"
    return strength, None


@rule("5.2", Attack, "strength")
def weakened_by_supply(attack: Attack) -> Findings:
    """Low supply halves the attack, rounded up; being out of supply halves attack and defence, rounded down."""
    for unit in attack.attackers:
        strength, supply = attack_strength(unit)
        if supply:
            yield term("attack", strength - unit.attack, "halved_by_supply", "supply", unit=unit.id, supply=supply)
    for unit in attack.defenders:
        strength, supply = defense_strength(unit) if unit.supply == "out" else (0, None)
        if supply and not unit.riding and not is_hq(unit):
            yield term("defense", strength - unit.defense, "halved_by_supply", "supply", unit=unit.id, supply=supply)


@rule("5.2", Attack, "support")
def support_weakened_by_supply(attack: Attack) -> Findings:
    """Guns that are low on supply lend half their attack strength, rounded up."""
    for side, guns in attack.support.items():
        for unit in guns:
            strength, supply = attack_strength(unit)
            if supply:
                yield term("attack" if side == attack.side else "defense", strength - unit.attack, "halved_by_supply", "supply", unit=unit.id, supply=supply)


@rule("5.2", Movement, "halving")
def slowed_by_supply(move: Movement, state: Going) -> Findings:
    """Out of supply tracked and wheeled units have half their allowance; this rule rounds down, 9.1 up (A4)."""
    unit = state.unit
    if unit.supply != "out":
        return
    wheels = class_of(unit) in ("tracked", "wheeled")
    if not wheels and not is_hq(unit):
        yield define("foot_keeps_allowance", unit)
        return
    if not wheels and move.reading("A4") == "down":
        return
    odd = state.allowance % 2 == 1
    up = odd and move.reading("A4") == "up"
    state.allowance = state.allowance // 2 + (1 if up else 0)
    yield define("halved_out_of_supply", unit, allowance=state.allowance)


@rule("5.2", (Attack, Support, Barrage))
def guns_fall_silent(case: GdpCase) -> Findings:
    """Artillery out of supply is turned to its fired side and stays so until supply is restored."""
    yield from (forbid("gun_unsupplied", unit) for unit in case.artillery if unit.supply == "out")


@rule("5.2", (DirectFire, OpportunityFire))
def silent_out_of_supply(fire: DirectFire | OpportunityFire) -> Findings:
    """A unit out of supply makes no direct fire of any kind."""
    yield from (forbid("out_of_supply_silent", unit) for unit in fire.firers if unit.supply == "out")
