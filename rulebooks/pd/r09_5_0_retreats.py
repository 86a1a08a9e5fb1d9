"""Chapter 9, 9.5: retreats: the ways there are, who goes, what it comes to.

The priorities stand in the book's order (9.5.1 to 9.5.4); ``options`` puts all ways of a stack in it, and a declared way is legal if none is before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.book import Findings, InputError, Missing, Unit, define, drawn, effect, forbid, owes, permit, record, rule, value
from adjudicator.ground.searches import ways_out
from adjudicator.kit import UnitStep, adjacent, distance, names, possible_neighbours, went

from .acts import PdCase, Question, finds_ways
from .acts_combat import Aftermath, AskRetreats, Combat, Leaving, Owed, Resolve, Retreat, Stay, Withdraw
from .r05_zones import zone
from .r06_2_ground import lone_hqs
from .r09_0_combat import Outcome, Sums, capped, carried_out, comes_off, has_result, hqs_in_stack, outcome_in, outcome_of, strongest
from .r10_0_supply import hex_supplied
from .vocabulary import LIMIT, POLISH, as_path, barred, features, gone, hq_gone, is_combat, is_hq, is_immobile, is_ship, on_rails

LONGEST = 6  # hexes of a retreat that is sought; no result sends anybody so far


@rule("9.5", (Resolve, Combat), "result")
def sums_with_the_retreat(case: Resolve | Combat) -> Findings:
    """Steps and hexes of a side that retreats by the best ways open to it."""
    outcome = outcome_in(case)
    for attacker in (False, True) if outcome is not None else ():
        if outcome is not None and (outcome.back if attacker else outcome.hit).hexes:
            found = sums(case, outcome, attacker)
            if not attacker:
                yield value("zoc_losses", found.zones)
            yield value("attacker_losses" if attacker else "losses", found.losses)
            yield value("attacker_retreat" if attacker else "retreat", found.retreat)


@rule("9.5", Resolve, "result", when=has_result)
def ways_open(resolve: Resolve) -> Findings:
    """The legal ways of the units that have to retreat together, best first, with the steps of each."""
    outcome = carried_out(resolve)
    if not resolve.full:
        return

    for attacker, units in ((False, outcome.defenders), (True, outcome.attackers)):
        for hex_ in dict.fromkeys(unit.hex or outcome.battle for unit in units):
            need = outcome.hexes_of(hex_, attacker)
            stack = movable([unit for unit in units if (unit.hex or outcome.battle) == hex_])
            if need and stack:
                yield define("ways_back", stack, hex_, hexes=need, ways=shown(best_of(options(resolve, stack, hex_, need)), need))


@rule("9.5")
def options(case: PdCase, units: Sequence[Unit], start: str, need: int) -> list[Way]:
    """The ways of the greatest possible length up to ``need``, best first: fewest enemy zone hexes, then an end in supply (A6.12).

    If there is no way at all, the one way is that of no hex.
    """
    for length in range(need, 0, -1):
        found = ways(case, units, start, length)
        if found:
            weighed_ways = weighed(case, units, found)
            first = supply_first(case, weighed_ways)
            return sorted(weighed_ways, key=lambda way: (*rank(way, first), way.path))
    return [Way((), (), True)]


@rule("9.5", Retreat)
def who_retreats(retreat: Retreat) -> Findings:
    """The owner retreats the units of the side that the result sends back, the defender first."""
    outcome = outcome_of(retreat)
    if outcome is None:
        yield forbid("no_result_pending")
        return
    for unit in retreat.movers:
        attacker = not retreat.defends(unit)
        mine = outcome.back if attacker else outcome.hit
        if (mover := retreat.slots.get("side")) is not None and (mover == POLISH) != (unit.side == POLISH):
            yield forbid("own_retreats", unit, side=mover)
        if is_ship(unit):
            yield forbid("ship_never_retreats", unit)
            continue
        involved = [*(outcome.attackers if attacker else outcome.defenders), *hqs_in_stack(retreat, unit.hex, unit.side)]
        if unit not in involved and unit.id not in retreat.attacker_ids and unit.hex != outcome.battle:
            yield forbid("took_no_part", unit)
        elif stands_back(retreat, unit) and not too_many(retreat, unit):
            yield forbid("retreated_already", unit)
        elif not mine.hexes:
            yield forbid("no_retreat_due", unit, result=str(retreat.result))
        elif not need_of(retreat, unit):
            yield forbid("retreat_cancelled", unit)


@rule("9.5", (Retreat, Withdraw), "step")
def not_through_enemies(retreat: Retreat | Withdraw, step: UnitStep) -> Findings:
    """Not through enemy units; a lone HQ is overrun by a combat unit that enters its hex."""
    enemies = retreat.enemies_at(step.here, retreat.side)
    if not enemies:
        retreat.s.complete()
        return
    hqs = lone_hqs(retreat, step.here, retreat.side)
    with_it = companions(retreat, step.unit)
    if hqs and any(is_combat(other) and other.attack > 0 for other in with_it):
        if step.unit is with_it[0]:
            yield value("overrun", [*(retreat.computed("overrun") or ()), *(hq.id for hq in hqs)])
            yield permit("overruns", step.unit, hqs, step.here, unit=names(with_it), hq=names(hqs))
    else:
        yield forbid("enemy_in_way", enemies, step.here)


@rule("9.5", Retreat, "end")
def priorities(retreat: Retreat) -> Findings:
    """Ground, length, enemy zones, supply: in that order."""
    if judged(retreat) is not None:
        yield define("priorities", retreat.movers)


@rule("9.5", Stay, when=has_result)
def who_stays(stay: Stay) -> Findings:
    """A unit that the result sends back does not stay if it can go."""
    outcome = carried_out(stay)
    for unit in stay.movers:
        attacker = not stay.defends(unit)
        if is_hq(unit) or is_ship(unit) or unit not in (outcome.attackers if attacker else outcome.defenders):
            continue
        need = outcome.hexes_of(unit.hex or outcome.battle, attacker)
        if not need or is_immobile(unit) or stay.deeds(unit.id, "retreat"):
            continue
        best = options(stay, [unit], unit.hex or outcome.battle, need)[0]
        if best.path:
            yield forbid("must_retreat", unit, where=list(best.path), path="-".join(best.path))
            yield value(prefixed(stay, [unit], "retreat"), len(best.path))
        else:
            yield permit("cannot_retreat", unit, hexes=need)
            yield value(prefixed(stay, [unit], "retreat"), 0)
            yield value(prefixed(stay, [unit], "losses"), outcome.steps(attacker) + need)


@rule("9.5", Retreat, "numbers", when=has_result)
def sums_of_the_retreat(retreat: Retreat) -> Findings:
    """Hexes made and steps lost in all: those of the result, those not retreated, those for enemy zones."""
    outcome = carried_out(retreat)
    units = retreat.movers
    attacker = not retreat.defends(units[0])
    made, zones, unmade = what_it_costs(retreat)
    due = 0 if retreat.pending.get("steps_taken") else outcome.steps(attacker)
    yield value(prefixed(retreat, units, "retreat"), made)
    total = due + zones + unmade
    yield value(prefixed(retreat, units, "losses"), total)
    yield value("result_losses", due)
    yield value("zoc_losses", zones)


@rule("9.5", Retreat, "after")
def they_stand_elsewhere(retreat: Retreat) -> Findings:
    """The units stand at the end of their ways; steps that were named, or that only one unit can lose, come off."""
    outcome = outcome_of(retreat)
    lost_there = surplus(retreat)
    for unit in retreat.movers:
        way = retreat.ways[unit.id]
        yield from went(unit, way[-1], "retreat", path="-".join(way))
        if unit in lost_there:
            yield from hq_gone(retreat, unit) if is_hq(unit) else (effect(**gone(unit)),)
    named, combat = losses_named(retreat), [unit for unit in retreat.movers if is_combat(unit)]
    _, zones, unmade = what_it_costs(retreat)
    cost = zones + unmade
    if not named and cost and outcome is not None:
        top = strongest(combat, not retreat.defends(retreat.movers[0]))
        if len(combat) == 1 or cost == len(top) == 1 and len({tuple(way) for way in retreat.ways.values()}) == 1:
            named = {top[0].id: cost}
    for id_, steps in named.items():
        yield from comes_off(retreat.unit(id_), steps)
    of_the_result = sum(named.values()) - cost
    if of_the_result > 0 and outcome is not None:
        taken = retreat.pending.get("taken") or {}
        first = next(iter(named))
        yield record(state="pending", value={**retreat.pending, "taken": {**taken, first: taken.get(first, 0) + of_the_result}})


@rule("9.5", Owed, "answer", when=has_result)
def retreats_due(owed: Owed) -> Findings:
    """Every stack that a result sends back and that has not gone, with its legal ways, best first; none: the hexes are paid in steps."""
    outcome = carried_out(owed)
    if owed.pending.get("retreated"):
        return
    for attacker in (True, False):
        stacks: dict[str, list[Unit]] = {}
        for unit in outcome.attackers if attacker else outcome.defenders:
            if unit.hex is not None and (attacker or unit.hex == owed.battle) and not owed.deeds(unit.id, "retreat"):
                stacks.setdefault(unit.hex, []).append(unit)
        for start, units in stacks.items():
            need = outcome.hexes_of(start, attacker)
            going = movable(units)
            if not need or not going:
                continue
            ids = [unit.id for unit in going]
            try:
                found = options(owed, going, start, need)
                best = [way for way in best_of(found) if way.path]
            except Missing:  # asked for when the way is named
                yield owes("retreat_somewhere", going[0].known("side"), ids, start=start)
                continue
            if best:
                yield owes("retreat", going[0].known("side"), ids, ["-".join(way.path) for way in best], start=start)
            else:
                yield owes("losses", going[0].known("side"), ids, count=need)


@rule("9.5", AskRetreats, "answer")
def where_it_may_retreat(question: Question) -> Findings:
    """Every legal way, best first: those of the greatest length with the fewest enemy zones, in supply if possible; with the steps of each."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    best = best_of(found)
    paths = ["-".join(way.path) for way in best if way.path]
    yield value("retreats", paths)
    yield drawn("ranks", {"-".join(way.path): [*dict.fromkeys(map(rank, found))].index(rank(way)) + 1 for way in found if way.path})
    yield value("retreat", len(found[0].path))
    yield value("losses", found[0].steps(need) if any(is_combat(unit) for unit in units) else 0)
    said = len(found[0].path) if question.slots.get("how_far") else ", ".join(paths) or "none"
    yield value("answer", said, "ways_back", units, hexes=need, ways=shown(best, need) or "-")


class Way(NamedTuple):
    """One way of a retreat: its hexes without the first, those of them in enemy zones, whether its end is in supply (taken as not where
    more zones than need be put it behind others anyway)."""

    path: tuple[str, ...]
    zones: tuple[str, ...]
    supplied: bool

    def steps(self, need: int) -> int:
        """The steps it costs: one for each hex not made and one for each enemy zone hex."""
        return max(need - len(self.path), 0) + len(self.zones)


def open_to(case: PdCase, units: Sequence[Unit], before: str, here: str) -> str | None:
    """Why units may not retreat from one hex into the next (9.5, 9.5.1), as a text key; None if they may."""
    if not adjacent(case.s, before, here):
        return "gap_in_path"
    side = units[0].side
    ground = barred(case.s, before, here, side)
    if ground is not None:
        return ground
    if any(on_rails(unit) for unit in units) and "rail" not in features(case.s, before, here):
        return "off_the_rails"
    enemies = case.enemies_at(here, side)
    if not enemies:
        return None
    if lone_hqs(case, here, side) and any(is_combat(unit) and unit.attack > 0 for unit in units):
        return None
    return "enemy_in_way"


@rule("9.5.2")
def ways(case: PdCase, units: Sequence[Unit], start: str, length: int) -> list[tuple[str, ...]]:
    """All ways of so many hexes for units that retreat together, each hex farther from the first than the one before."""
    s = case.s
    return ways_out(start, length, lambda hex_: possible_neighbours(s, hex_), lambda a, b: open_to(case, units, a, b) is None, lambda a, b: distance(s, a, b))


def weighed(case: PdCase, units: Sequence[Unit], paths: Sequence[tuple[str, ...]]) -> list[Way]:
    """The ways with their zones and, as far as it can matter, their supply."""
    side, away = units[0].side, [unit.id for unit in units]
    zones = {hex_: bool(zone(case.s, hex_, side)) for hex_ in dict.fromkeys(hex_ for path in paths for hex_ in path)}
    entered = {path: tuple(hex_ for hex_ in path if zones[hex_]) for path in paths}
    fewest = min(len(hexes) for hexes in entered.values())
    best = {path[-1]: hex_supplied(case.s, path[-1], side, away) for path in paths if len(entered[path]) == fewest}
    if not any(best.values()):  # then supply may speak for a way through more zones, if it goes before them
        best |= {path[-1]: hex_supplied(case.s, path[-1], side, away) for path in paths}
    return [Way(path, entered[path], best.get(path[-1], False)) for path in paths]


def way_of(case: PdCase, units: Sequence[Unit], path: Sequence[str]) -> Way:
    """What a way is like; own units do not cancel enemy zones in a retreat (9.5.3)."""
    side = units[0].side
    entered = tuple(hex_ for hex_ in path if zone(case.s, hex_, side))
    end = path[-1] if path else None
    return Way(tuple(path), entered, end is None or hex_supplied(case.s, end, side, [unit.id for unit in units]))


def rank(way: Way, first: bool = False) -> tuple[int, int]:
    """Where a way stands among ways of its length; smaller is better. ``first``: supply goes before enemy zones."""
    order = (len(way.zones), int(not way.supplied))
    return (order[1], order[0]) if first else order


@finds_ways(Retreat)
def way_to(case: Retreat, unit: Unit, start: str, goal: str) -> list[str] | None:
    """The best way of a retreat that ends in a hex, each hex farther from the first; None if there is none, or if it would be absurdly long."""
    if distance(case.s, start, goal) > LONGEST:
        return None
    found = [path for path in ways(case, case.movers, start, distance(case.s, start, goal)) if path and path[-1] == goal]
    return list(min(weighed(case, case.movers, found), key=lambda way: (*rank(way), way.path)).path) if found else None


def best_of(found: Sequence[Way]) -> list[Way]:
    """Of ways that stand in their order those that no other stands before: the legal ones."""
    return [way for way in found if rank(way) == rank(found[0])]


def supply_first(case: PdCase, found: Sequence[Way]) -> bool:
    """Whether supply goes before enemy zones (A6.12); asked only where the two point to different ways."""
    fewest = min(len(way.zones) for way in found)
    if any(way.supplied for way in found if len(way.zones) == fewest) or not any(way.supplied for way in found):
        return False
    return case.reading("6.12") == "supply"


def movable(units: Sequence[Unit]) -> list[Unit]:
    """The units that can leave their hex at all."""
    return [unit for unit in units if not is_ship(unit) and not is_immobile(unit)]


def sums(case: PdCase, outcome: Outcome, attacker: bool) -> Sums:
    """What a side loses and retreats in all, if its stacks take the best ways open to them."""
    due = outcome.steps(attacker)
    units = outcome.attackers if attacker else outcome.combat_defenders
    mine = outcome.back if attacker else outcome.hit
    if not mine.hexes or not (units or outcome.defenders and not attacker):
        return Sums(capped(units, due), 0, 0)
    zones = immobile = unmade = made = 0
    places = dict.fromkeys(unit.hex or outcome.battle for unit in units) if attacker else {outcome.battle: None}
    for hex_ in places:
        need = outcome.hexes_of(hex_, attacker)
        stack = [unit for unit in units if (unit.hex or outcome.battle) == hex_ or not attacker]
        rooted = [unit for unit in stack if is_immobile(unit)]
        immobile += need * len(rooted)
        leaving = [unit for unit in stack if unit not in rooted] or ([] if stack else list(outcome.defenders))
        if not leaving or not need:
            continue
        best = options(case, leaving, hex_, need)[0]
        made = max(made, len(best.path))
        if any(is_combat(unit) for unit in leaving):
            zones += len(best.zones)
            unmade += need - len(best.path)
    return Sums(capped(units, due + zones + immobile + unmade), made, zones)


def need_of(case: Aftermath, unit: Unit) -> int | None:
    """The hexes that a unit has to retreat by the result; None without a result."""
    outcome = outcome_of(case)
    if outcome is None:
        return None
    return outcome.hexes_of(unit.hex or outcome.battle, not case.defends(unit))


def companions(retreat: Leaving, unit: Unit) -> list[Unit]:
    """The units that go the same way from the same hex."""
    return [other for other in retreat.movers if retreat.ways[other.id] == retreat.ways[unit.id]]


def stands_back(retreat: Retreat, unit: Unit) -> bool:
    """Whether a unit stands where an earlier entry of this turn has retreated it to."""
    done = retreat.since_activation(unit.id, "retreat")
    return bool(done) and as_path(done[-1].get("path"))[-1:] == [unit.hex]


def too_many(retreat: Retreat, unit: Unit) -> bool:
    """Whether a unit stands in a hex with more units of its kind than may stay there (7.0)."""
    there = [other for other in retreat.friends_at(unit.hex or "", unit.side) if not is_ship(other) and is_hq(other) == is_hq(unit)]
    return len(there) > (1 if is_hq(unit) else LIMIT)


def judged(retreat: Retreat) -> tuple[list[Unit], tuple[str, ...], int] | None:
    """For the unit that a rule speaks about: the units on its way, the way without its start, and the hexes due; None if it is faulty
    already or another unit has spoken for it."""
    unit: Unit = retreat.item
    with_it = companions(retreat, unit)
    need = need_of(retreat, unit)
    hopeless = any(finding.effect == "forbids" and number in ("9.5.5", "11.3") for number, finding in retreat.ruling.findings)
    if unit is not with_it[0] or need is None or hopeless:
        return None
    return with_it, tuple(retreat.ways[unit.id][1:]), need


def prefixed(retreat: Aftermath, units: Sequence[Unit], name: str) -> str:
    """The name of a sum for the side that retreats."""
    return name if retreat.defends(units[0]) else f"attacker_{name}"


def told(retreat: Retreat, units: Sequence[Unit], way: Way, need: int) -> Findings:
    """The hexes and steps of a way; what is right, where the declared one is not."""
    outcome = carried_out(retreat)
    steps = way.steps(need) if any(is_combat(unit) for unit in units) else 0
    yield value(prefixed(retreat, units, "retreat"), len(way.path))
    yield value(prefixed(retreat, units, "losses"), outcome.steps(not retreat.defends(units[0])) + steps)


def crowd(retreat: Retreat, hex_: str, hqs: bool) -> list[Unit]:
    """The combat units, or HQs, of the side that stand in a hex and stay there."""
    moving = {unit.id for unit in retreat.movers}
    return [unit for unit in retreat.friends_at(hex_, retreat.side) if unit.id not in moving and not is_ship(unit) and is_hq(unit) == hqs]


def excess(retreat: Retreat, hex_: str, need: int, hqs: bool) -> int:
    """How many of the retreating units are too many in the last hex of their retreat."""
    coming = [unit for unit in retreat.movers if is_hq(unit) == hqs and len(retreat.ways[unit.id]) > need and retreat.ways[unit.id][need] == hex_]
    return max(len(crowd(retreat, hex_, hqs)) + len(coming) - (1 if hqs else LIMIT), 0) if coming else 0


def continues(retreat: Retreat, units: Sequence[Unit], need: int) -> bool:
    """Whether units that go one hex farther than the result says do so because the last hex is full, and no more of them than are too many."""
    way = retreat.ways[units[0].id]
    if len(way) - 1 != need + 1:
        return False
    last = way[need]
    for hqs in (False, True):
        over = excess(retreat, last, need, hqs)
        farther = [other for other in retreat.movers if is_hq(other) == hqs and len(retreat.ways[other.id]) > need + 1 and retreat.ways[other.id][need] == last]
        if any(is_hq(unit) == hqs for unit in units) and len(farther) <= over:
            return True
    return False


def surplus(retreat: Retreat) -> list[Unit]:
    """The units that end their retreat in a full hex and can go no farther: they are eliminated."""
    found: list[Unit] = []
    for last in dict.fromkeys(way[-1] for way in retreat.ways.values()):
        for hqs in (False, True):
            coming = [unit for unit in retreat.movers if is_hq(unit) == hqs and retreat.ways[unit.id][-1] == last]
            over = len(crowd(retreat, last, hqs)) + len(coming) - (1 if hqs else LIMIT)
            found += [unit for unit in coming[-over:] if not ways_on(retreat, unit, retreat.ways[unit.id][1:])] if coming and over > 0 else []
    return found


def ways_on(retreat: Retreat, unit: Unit, path: Sequence[str]) -> list[str]:
    """The hexes to which a unit could go on from the last hex of its retreat, with room for it."""
    start, last = retreat.ways[unit.id][0], path[-1]
    found = []
    for hex_ in possible_neighbours(retreat.s, last):
        farther = distance(retreat.s, start, hex_) == len(path) + 1 and open_to(retreat, [unit], last, hex_) is None
        if farther and len(crowd(retreat, hex_, is_hq(unit))) < (1 if is_hq(unit) else LIMIT):
            found.append(hex_)
    return found


def what_it_costs(retreat: Retreat) -> tuple[int, int, int]:
    """Of a declared retreat: the hexes made, the steps for enemy zones, and those for hexes not made; each way counts once."""
    made = zones = unmade = 0
    for way in dict.fromkeys(tuple(found) for found in retreat.ways.values()):
        mine = [unit for unit in retreat.movers if tuple(retreat.ways[unit.id]) == way]
        need = need_of(retreat, mine[0]) or 0
        made = max(made, min(len(way) - 1, need))
        if any(is_combat(unit) for unit in mine):
            zones += sum(1 for hex_ in way[1:] if zone(retreat.s, hex_, retreat.side))
            unmade += max(need - len(way) + 1, 0)
    return made, zones, unmade


def losses_named(retreat: Retreat) -> dict[str, int]:
    """The steps that the same entry takes off: unit -> steps; of several units with one number, the strongest first."""
    found: dict[str, int] = {}
    attacker = not retreat.defends(retreat.movers[0])
    for answer in retreat.slots.get("responses") or ():
        if answer.kind != "loss":
            continue
        units = [unit for unit in retreat.units_of("units", answer.slots) if is_combat(unit)]
        count = answer.slots.get("count") or len(units)
        order = [*strongest(units, attacker), *units] if len(units) > 1 else units
        order = list(dict.fromkeys(order))
        for number in range(count):
            if order:
                unit = order[number % len(order)]
                found[unit.id] = found.get(unit.id, 0) + 1
    if retreat.slots.get("steps"):
        top = strongest([unit for unit in retreat.movers if is_combat(unit)], attacker)
        if top:
            found[top[0].id] = found.get(top[0].id, 0) + int(retreat.slots["steps"])
    return found


def setting(question: Question) -> tuple[list[Unit], str, int]:
    """The units, their hex and the hexes they would retreat: those of the result, else as many as are said, else one."""
    units = question.at_least_one(movable(question.units_of()))
    start = question.slots.get("at") or question.standing(units[0])
    if start is None:
        raise InputError("not_on_map", unit=units[0].id)
    pending = question.pending
    if pending.get("result"):
        sides = pending.get("attackers") or ()
        attackers = [question.unit(id_) for id_ in sides if id_ in question.s.units]
        outcome = Outcome(question, str(pending["result"]), str(pending.get("hex") or start), attackers, units, any(id_ in question.s.markers for id_ in sides))
        attacker = any(unit.id in sides for unit in units)
        return units, start, outcome.hexes_of(start, attacker)
    return units, start, int(question.slots.get("hexes") or 1)


def shown(ways_: Iterable[Way], need: int) -> str:
    """Ways in words, each with the steps it costs."""
    return ", ".join(f"{'-'.join(way.path) or '0'} ({way.steps(need)})" for way in ways_)
