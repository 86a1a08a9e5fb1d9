"""Chapter 9, combat, 9.5: retreats, and cavalry that withdraws before combat (9.2.4).

The priorities stand in the book's order: ground (9.5.1), length (9.5.2), enemy zones (9.5.3), supply (9.5.4). ``options`` puts all
ways of one stack in that order; a declared way is legal if none stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, owes, permit, record, value
from adjudicator.ground.searches import ways_out
from adjudicator.ground.situation import Unit
from adjudicator.kit.charts import names
from adjudicator.kit.geometry import adjacent, distance, possible_neighbours

from .acts import PdCase, as_path, is_combat, is_hq, is_immobile, is_ship, on_rails
from .acts_combat import Aftermath, Leaving, Owed, Retreat, Stay, Withdraw, gone, hq_gone
from .r05_zones import barred, features, zone
from .r06_movement import lone_hqs
from .r09_1_results import Outcome, Sums, comes_off, hqs_in_stack, outcome_of, strongest
from .r10_supply import has_sources, hex_supplied

LIMIT = 2  # combat units in a hex (7.0)
LONGEST = 6  # hexes of a retreat that is sought; no result sends anybody so far


# ---- ways ---------------------------------------------------------------------------------------------------------------
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
    enemies = [unit for unit in case.enemies_at(here, side) if unit.stated("kind") != "ship"]
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


def way_to(case: PdCase, units: Sequence[Unit], start: str, goal: str) -> list[str] | None:
    """The best way of a retreat that ends in a hex, each hex farther from the first; None if there is none, or if it would be absurdly long."""
    if distance(case.s, start, goal) > LONGEST:
        return None
    found = [path for path in ways(case, units, start, distance(case.s, start, goal)) if path and path[-1] == goal]
    return list(min(weighed(case, units, found), key=lambda way: (*rank(way), way.path)).path) if found else None


def best_ways(case: PdCase, units: Sequence[Unit], start: str, need: int) -> list[Way]:
    """The legal ways: those that no other stands before."""
    found = options(case, units, start, need)
    first = supply_first(case, found)
    return [way for way in found if rank(way, first) == rank(found[0], first)]


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
        return Sums(due, capped(units, due), 0, 0, 0)
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
    return Sums(due, capped(units, due + zones + immobile + unmade), made, zones, immobile)


def capped(units: Sequence[Unit], steps: int) -> int:
    """No more steps can be lost than the units have, where that is known."""
    from .r09_1_results import steps_left

    left = [steps_left(unit) for unit in units]
    return min(steps, sum(number or 0 for number in left)) if left and all(number is not None for number in left) else steps


# ---- a retreat that is declared -----------------------------------------------------------------------------------------
def need_of(case: Aftermath, unit: Unit) -> int | None:
    """The hexes that a unit has to retreat by the result; None without a result."""
    outcome = outcome_of(case)
    if outcome is None:
        return None
    return outcome.hexes_of(unit.hex or outcome.battle, not case.defends(unit))


def companions(retreat: Leaving, unit: Unit) -> list[Unit]:
    """The units that go the same way from the same hex."""
    return [other for other in retreat.movers if retreat.ways[other.id] == retreat.ways[unit.id]]


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
        if is_ship(unit):
            yield forbid("ship_never_retreats", units=[unit.id], unit=unit.id)
            continue
        involved = [*(outcome.attackers if attacker else outcome.defenders), *hqs_in_stack(retreat, unit.hex, unit.side)]
        if unit not in involved and unit.id not in retreat.attacker_ids and unit.hex != outcome.battle:
            yield forbid("took_no_part", units=[unit.id], unit=unit.id)
        elif stands_back(retreat, unit) and not too_many(retreat, unit):
            yield forbid("retreated_already", units=[unit.id], unit=unit.id)
        elif not mine.hexes:
            yield forbid("no_retreat_due", units=[unit.id], unit=unit.id, result=str(retreat.result))
        elif not need_of(retreat, unit):
            yield forbid("retreat_cancelled", units=[unit.id], unit=unit.id)


def stands_back(retreat: Retreat, unit: Unit) -> bool:
    """Whether a unit stands where an earlier entry of this turn has retreated it to."""
    done = retreat.since_activation(unit.id, "retreat")
    return bool(done) and as_path(done[-1].get("path"))[-1:] == [unit.hex]


def too_many(retreat: Retreat, unit: Unit) -> bool:
    """Whether a unit stands in a hex with more units of its kind than may stay there (7.0)."""
    there = [other for other in retreat.friends_at(unit.hex or "", unit.side) if not is_ship(other) and is_hq(other) == is_hq(unit)]
    return len(there) > (1 if is_hq(unit) else LIMIT)


@rule("12.1.1", Retreat)
def hqs_retreat_from_the_air(retreat: Retreat) -> Findings:
    """An HQ takes the retreat of an air attack, and nothing else of it."""
    hqs = [unit for unit in retreat.movers if is_hq(unit)]
    if hqs and retreat.by_air:
        yield define("hq_under_air", units=[hq.id for hq in hqs], hq=names(hqs))


@rule("9.5.7", Retreat)
def first_hex_of_the_retreat(retreat: Retreat) -> Findings:
    """In a village, town or city the first hex is ignored."""
    outcome = outcome_of(retreat)
    for unit in retreat.movers[:1] if outcome is not None else ():
        mine = outcome.hit if retreat.defends(unit) else outcome.back  # type: ignore[union-attr]  # the loop is empty without one
        need = need_of(retreat, unit)
        if need is not None and need < mine.hexes:
            yield define("first_hex_ignored", where=[unit.hex or ""], hex=unit.hex or "", kind="settlement")


@rule("9.5.5", Retreat)
def immobile_units_stay(retreat: Retreat) -> Findings:
    """Units that cannot move do not retreat: they lose steps instead."""
    for unit in retreat.movers:
        if not is_hq(unit) and not is_ship(unit) and is_immobile(unit):
            yield forbid("immobile_never_retreats", units=[unit.id], unit=unit.id)


@rule("9.5.1", (Retreat, Withdraw), "step")
def only_where_they_could_move(retreat: Retreat | Withdraw) -> Findings:
    """A retreat goes only where the unit could move: no water, no unbridged major river, no mountain off the road."""
    unit, before, here, _ = retreat.item
    key = barred(retreat.s, before, here, retreat.side) if adjacent(retreat.s, before, here) else "gap_in_path"
    if key is None and on_rails(unit) and "rail" not in features(retreat.s, before, here):
        key = "off_the_rails"
    if key is not None:
        yield forbid(key, where=[before, here], units=[unit.id], unit=unit.id, start=before, hex=here)
    elif unit is companions(retreat, unit)[0]:
        yield define("could_move_there", where=[here], units=[unit.id], hex=here)


@rule("6.2.3", (Retreat, Withdraw), "step")
def retreats_and_major_rivers(retreat: Retreat | Withdraw) -> Findings:
    """An unbridged major river stops a retreat as it stops a move."""
    _, before, here, _ = retreat.item
    if barred(retreat.s, before, here, retreat.side) == "major_river":
        yield define("river_stops_retreat", where=[before, here], start=before, hex=here)


@rule("9.5", (Retreat, Withdraw), "step")
def not_through_enemies(retreat: Retreat | Withdraw) -> Findings:
    """Not through enemy units; a lone HQ is overrun by a combat unit that enters its hex."""
    unit, _, here, _ = retreat.item
    enemies = [other for other in retreat.enemies_at(here, retreat.side) if other.stated("kind") != "ship"]
    if not enemies:
        retreat.s.complete()
        return
    hqs = lone_hqs(retreat, here, retreat.side)
    with_it = companions(retreat, unit)
    if hqs and any(is_combat(other) and other.attack > 0 for other in with_it):
        if unit is with_it[0]:
            yield value("overrun", [*(retreat.computed("overrun") or ()), *(hq.id for hq in hqs)])
            yield permit("overruns", where=[here], units=[unit.id, *(hq.id for hq in hqs)], unit=names(with_it), hq=names(hqs))
    else:
        yield forbid("enemy_in_way", where=[here], units=[other.id for other in enemies], unit=names(enemies), hex=here)


@rule("6.3", (Retreat, Withdraw), "step")
def overrun_in_retreat(retreat: Retreat | Withdraw) -> Findings:
    """A combat unit with an attack above 0 overruns a lone HQ in a retreat too."""
    unit, _, here, _ = retreat.item
    hqs = lone_hqs(retreat, here, retreat.side)
    if hqs and is_combat(unit):
        yield define("may_overrun" if unit.attack > 0 else "cannot_overrun", where=[here], units=[unit.id], unit=unit.id, hq=names(hqs))


@rule("9.5.2", Retreat, "step")
def farther_and_farther(retreat: Retreat) -> Findings:
    """Every hex lies farther from the hex of the combat than the one before."""
    unit, _, here, number = retreat.item
    start = retreat.ways[unit.id][0]
    if distance(retreat.s, start, here) != number + 1:
        yield forbid("not_farther", where=[here], units=[unit.id], unit=unit.id, hex=here, start=start)


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


@rule("9.5", Retreat, "end")
def priorities(retreat: Retreat) -> Findings:
    """Ground, length, enemy zones, supply: in that order."""
    if judged(retreat) is not None:
        yield define("priorities", units=[unit.id for unit in retreat.movers])


@rule("9.5.2", Retreat, "end")
def as_long_as_possible(retreat: Retreat) -> Findings:
    """As many hexes as the result says; a step for each that cannot be made, and none is given away."""
    found = judged(retreat)
    if found is None:
        return
    units, path, need = found
    best = options(retreat, units, retreat.ways[units[0].id][0], need)[0] if retreat.forbidden or len(path) < need else None
    if retreat.forbidden:
        if best is not None and retreat.computed(prefixed(retreat, units, "retreat")) is None:
            yield from told(retreat, units, best, need)
        return
    mine = [unit.id for unit in units]
    if best is not None and len(best.path) > len(path):
        yield forbid("longer_way_open", where=list(best.path), units=mine, unit=names(units), path="-".join(best.path), hexes=len(best.path))
        yield from told(retreat, units, best, need)
    elif len(path) > need and not continues(retreat, units, need):
        yield forbid("too_far_back", where=list(path[need:]), units=[unit.id for unit in units], unit=names(units), need=need)
        yield value(prefixed(retreat, units, "retreat"), need)
    elif len(path) == need:
        yield permit("length_made", where=list(path[-1:]), units=[unit.id for unit in units], unit=names(units), hexes=need)
    elif len(path) < need:
        yield permit("no_longer_way", units=[unit.id for unit in units], unit=names(units), hexes=need - len(path))


def prefixed(retreat: Aftermath, units: Sequence[Unit], name: str) -> str:
    """The name of a sum for the side that retreats."""
    return name if retreat.defends(units[0]) else f"attacker_{name}"


def told(retreat: Retreat, units: Sequence[Unit], way: Way, need: int) -> Findings:
    """The hexes and steps of a way; what is right, where the declared one is not."""
    outcome = outcome_of(retreat)
    if outcome is None:
        return
    steps = way.steps(need) if any(is_combat(unit) for unit in units) else 0
    yield value(prefixed(retreat, units, "retreat"), len(way.path))
    yield value(prefixed(retreat, units, "losses"), outcome.steps(not retreat.defends(units[0])) + steps)


@rule("9.5.3", Retreat, "end")
def as_few_zones_as_possible(retreat: Retreat) -> Findings:
    """Enemy zones are avoided, else entered as little as possible; each costs the stack a step, from its strongest unit."""
    found = judged(retreat)
    if found is None or retreat.forbidden:
        return
    units, path, need = found
    mine = [hex_ for hex_ in path if zone(retreat.s, hex_, retreat.side)]
    if not mine:
        return
    start = retreat.ways[units[0].id][0]
    best = options(retreat, units, start, min(len(path), need))[0]
    first = mine if len(path) <= need else [hex_ for hex_ in mine if hex_ in path[:need]]
    yield value("zoc_hexes_min", len(best.zones))
    if len(best.zones) < len(first):
        where = list(best.path)
        yield forbid("fewer_zones_possible", where=where, units=[unit.id for unit in units], unit=names(units), hexes=", ".join(mine), path="-".join(where))
        yield from told(retreat, units, best, need)
        return
    yield define("zones_cost_steps", where=mine, units=[unit.id for unit in units], unit=names(units), hexes=", ".join(mine), steps=len(mine))
    if any(is_combat(unit) for unit in units):
        top = strongest([unit for unit in units if is_combat(unit)], not retreat.defends(units[0]))
        if len(top) == 1:
            yield value("loss_from", top[0].id)


@rule("9.5.4", Retreat, "end")
def into_supply(retreat: Retreat) -> Findings:
    """To a hex in supply, if one can be reached as far and through no more zones."""
    found = judged(retreat)
    if found is None or not has_sources(retreat.s, retreat.side):
        return
    units, path, need = found
    if retreat.forbidden:
        if path and len(path) < need:
            yield define("length_before_supply", where=[path[-1]], units=[unit.id for unit in units])
        elif retreat.computed("zoc_hexes_min") is not None and hex_supplied(retreat.s, path[-1], retreat.side, [unit.id for unit in units]):
            yield define("zones_before_supply", where=[path[-1]], units=[unit.id for unit in units])
        return
    way = way_of(retreat, units, path)
    yield value("supply", "in" if way.supplied else "out")
    if way.supplied or not path:
        return
    others = options(retreat, units, retreat.ways[units[0].id][0], min(len(path), need))
    order = supply_first(retreat, others)
    better = [other for other in others if other.supplied and rank(other, order) < rank(way, order)]
    if better:
        where = [path[-1], *better[0].path]
        shown = "-".join(better[0].path)
        yield forbid("supplied_hex_open", where=where, units=[unit.id for unit in units], unit=names(units), hex=path[-1], path=shown)
    else:
        yield permit("no_supplied_hex", where=[path[-1]], units=[unit.id for unit in units], hex=path[-1])


# ---- 9.5.6, 7.1: too many in the last hex ---------------------------------------------------------------------------------
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


@rule("9.5.6", Retreat, "end")
def stacks_at_the_end(retreat: Retreat) -> Findings:
    """Units retreat together or apart. Whoever is too many in the last hex goes one hex farther, or is eliminated; so does a second HQ."""
    found = judged(retreat)
    if found is None or retreat.forbidden:
        return
    units, path, need = found
    together = {tuple(way) for way in retreat.ways.values()}
    if len(together) > 1 or len([id_ for id_ in retreat.defender_ids or () if retreat.defends(units[0])]) > len(units):
        yield permit("may_part", units=[unit.id for unit in retreat.movers], unit=names(retreat.movers))
    if len(path) > need:
        yield value("extra_retreat", len(path) - need)
        yield permit("one_hex_more", where=[path[-1]], units=[unit.id for unit in units], unit=names(units), hex=path[need - 1] if need else path[0])
        for hqs in (False, True):
            mine = [unit for unit in units if is_hq(unit) == hqs]
            if mine and len(crowd(retreat, path[-1], hqs)) + len(mine) > (1 if hqs else LIMIT):
                yield forbid("full_again", where=[path[-1]], units=[unit.id for unit in mine], unit=names(mine), hex=path[-1])
        return
    if len(path) < need or not path:
        return
    last = path[-1]
    for hqs in (False, True):
        mine = [unit for unit in units if is_hq(unit) == hqs]
        staying = [unit for unit in retreat.movers if is_hq(unit) == hqs and retreat.ways[unit.id][-1] == last]
        over = len(crowd(retreat, last, hqs)) + len(staying) - (1 if hqs else LIMIT)
        if not mine or over <= 0:
            continue
        yield value("extra_retreat", 1)
        onward = ways_on(retreat, mine[-1], path)
        if onward:
            yield forbid("one_hex_farther", where=[last, *onward], units=[unit.id for unit in mine], unit=names(mine), hex=last, onward=", ".join(onward))
        else:
            yield define("no_hex_farther", where=[last], units=[unit.id for unit in mine], unit=names(mine), hex=last)


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


@rule("7.1", Retreat, "end")
def stacking_after_a_retreat(retreat: Retreat) -> Findings:
    """The stacking limit holds as soon as a retreat ends."""
    found = judged(retreat)
    if found is None or retreat.computed("extra_retreat") is None:
        return
    yield define("stacking_checked", where=[retreat.ways[found[0][0].id][-1]])


# ---- HQs ----------------------------------------------------------------------------------------------------------------
@rule("11.1.1", Retreat, "end")
def hqs_go_with_their_stack(retreat: Retreat) -> Findings:
    """An HQ that stood with combat units at the start of the combat goes the way of one of them."""
    hq: Unit = retreat.item
    if not is_hq(hq) or outcome_of(retreat) is None:
        return
    start = retreat.ways[hq.id][0]
    stack = [unit for unit in retreat.movers if is_combat(unit) and retreat.ways[unit.id][0] == start]
    need = need_of(retreat, hq) or 0
    mine = retreat.ways[hq.id][1 : need + 1]
    if stack and all(retreat.ways[unit.id][1 : need + 1] != mine for unit in stack):
        yield forbid("hq_goes_elsewhere", units=[hq.id], hq=hq.id, unit=names(stack))


@rule("11.1.1", Stay)
def hqs_do_not_stay(stay: Stay) -> Findings:
    """An HQ does not stay behind when the units with it have to retreat."""
    outcome = outcome_of(stay)
    if outcome is None:
        return
    for hq in (unit for unit in stay.movers if is_hq(unit)):
        attacker = not stay.defends(hq)
        went = [id_ for id_ in (stay.attacker_ids if attacker else [unit.id for unit in outcome.defenders]) if stay.deeds(id_, "retreat")]
        stack = [unit for unit in stay.friends_at(hq.hex or "", hq.side) if is_combat(unit) and not is_immobile(unit)]
        involved = hq.hex == outcome.battle if not attacker else hq.hex in {unit.hex for unit in outcome.attackers} or bool(went)
        if involved and (stack or went) and outcome.hexes_of(hq.hex or outcome.battle, attacker):
            yield forbid("hq_must_retreat", units=[hq.id], hq=hq.id)


@rule("9.5", Stay)
def who_stays(stay: Stay) -> Findings:
    """A unit that the result sends back does not stay if it can go."""
    outcome = outcome_of(stay)
    if outcome is None:
        return
    for unit in stay.movers:
        attacker = not stay.defends(unit)
        if is_hq(unit) or is_ship(unit) or unit not in (outcome.attackers if attacker else outcome.defenders):
            continue
        need = outcome.hexes_of(unit.hex or outcome.battle, attacker)
        if not need or is_immobile(unit) or stay.deeds(unit.id, "retreat"):
            continue
        best = options(stay, [unit], unit.hex or outcome.battle, need)[0]
        if best.path:
            yield forbid("must_retreat", where=list(best.path), units=[unit.id], unit=unit.id, path="-".join(best.path))
            yield value(prefixed(stay, [unit], "retreat"), len(best.path))
        else:
            yield permit("cannot_retreat", units=[unit.id], unit=unit.id, hexes=need)
            yield value(prefixed(stay, [unit], "retreat"), 0)
            yield value(prefixed(stay, [unit], "losses"), outcome.steps(attacker) + need)


@rule("9.5.7", Stay)
def no_hex_left(stay: Stay) -> Findings:
    """A village, town or city may leave no hex to retreat."""
    outcome = outcome_of(stay)
    for unit in stay.movers if outcome is not None else ():
        mine = outcome.hit if stay.defends(unit) else outcome.back  # type: ignore[union-attr]  # the loop is empty without one
        if mine.hexes and unit.hex and need_of(stay, unit) == 0:
            yield define("retreat_cancelled", where=[unit.hex], units=[unit.id], unit=unit.id)


@rule("9.5.1", Stay)
def no_ground_to_retreat_over(stay: Stay) -> Findings:
    """Where the ground or the enemy leaves no way at all, every hex costs a step."""
    outcome = outcome_of(stay)
    for unit in stay.movers if outcome is not None else ():
        bound = not is_hq(unit) and not is_ship(unit) and not is_immobile(unit) and bool(need_of(stay, unit))
        if bound and not ways(stay, [unit], unit.hex or "", 1):
            yield define("nowhere_to_move", where=[unit.hex or ""], units=[unit.id], unit=unit.id)


@rule("9.5.5", Stay)
def immobile_losses_excuse_nobody(stay: Stay) -> Findings:
    """The losses of a unit that cannot move do not cancel the retreat of those stacked with it."""
    outcome = outcome_of(stay)
    if outcome is None:
        return
    rooted = [unit for unit in outcome.s.at(outcome.battle) if not is_hq(unit) and is_combat(unit) and unit.stated("ma") == 0]
    gone = [id_ for id_ in stay.defender_ids or () if stay.unit(id_).stated("ma") == 0]
    others = [unit for unit in stay.movers if stay.defends(unit) and not is_hq(unit) and unit.stated("ma") != 0]
    if (rooted or gone) and others:
        yield define("stackmates_retreat", units=[unit.id for unit in others], unit=names(others))


# ---- what it comes to ---------------------------------------------------------------------------------------------------
@rule("9.5", Retreat, "numbers")
def sums_of_the_retreat(retreat: Retreat) -> Findings:
    """Hexes made and steps lost in all: those of the result, those not retreated, those for enemy zones."""
    outcome = outcome_of(retreat)
    if outcome is None:
        return
    units = retreat.movers
    attacker = not retreat.defends(units[0])
    groups: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units:
        groups.setdefault(tuple(retreat.ways[unit.id]), []).append(unit)
    made = zones = unmade = 0
    for way, mine in groups.items():
        need = need_of(retreat, mine[0]) or 0
        made = max(made, min(len(way) - 1, need))
        if any(is_combat(unit) for unit in mine):
            zones += sum(1 for hex_ in way[1:] if zone(retreat.s, hex_, retreat.side))
            unmade += max(need - len(way) + 1, 0)
    due = 0 if retreat.pending.get("steps_taken") else outcome.steps(attacker)
    yield value(prefixed(retreat, units, "retreat"), made)
    total = due + zones + unmade
    yield value(prefixed(retreat, units, "losses"), total)
    yield value("result_losses", due)
    yield value("zoc_losses", zones)


@rule("9.5.3", Retreat, "losses")
def losses_named_with_the_retreat(retreat: Retreat) -> Findings:
    """Steps that are named with the retreat must be those that it costs, the first for an enemy zone from the strongest unit."""
    named = losses_named(retreat)
    outcome = outcome_of(retreat)
    if not named or outcome is None or retreat.forbidden:
        return
    units = retreat.movers
    attacker = not retreat.defends(units[0])
    zones = unmade = 0
    for way in dict.fromkeys(tuple(found) for found in retreat.ways.values()):
        mine = [unit for unit in units if tuple(retreat.ways[unit.id]) == way]
        if any(is_combat(unit) for unit in mine):
            zones += sum(1 for hex_ in way[1:] if zone(retreat.s, hex_, retreat.side))
            unmade += max((need_of(retreat, mine[0]) or 0) - len(way) + 1, 0)
    due = outcome.steps(attacker)
    taken = sum(steps for id_, steps in (retreat.pending.get("taken") or {}).items() if retreat.defends(retreat.unit(id_)) != attacker)
    total = sum(named.values())
    if total not in (zones + unmade, zones + unmade + max(due - taken, 0)):
        yield forbid("other_losses_due", units=list(named), named=total, due=zones + unmade + max(due - taken, 0))
        yield value(prefixed(retreat, units, "losses"), due + zones + unmade)
        return
    top = strongest([unit for unit in units if is_combat(unit)], attacker)
    if zones and top and not any(unit.id in named for unit in top):
        yield forbid("zone_loss_from_strongest", units=list(named), unit=", ".join(named), strongest=names(top))
    elif zones and top:
        yield permit("zone_loss_paid", units=list(named), unit=", ".join(named))


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


@rule("9.5", Retreat, "after")
def they_stand_elsewhere(retreat: Retreat) -> Findings:
    """The units stand at the end of their ways; steps that were named, or that only one unit can lose, come off."""
    outcome = outcome_of(retreat)
    attacker = not retreat.defends(retreat.movers[0])
    lost_there = surplus(retreat)
    for unit in retreat.movers:
        way = retreat.ways[unit.id]
        yield effect(unit=unit.id, at=way[-1])
        yield record(did=unit.id, act="retreat", path="-".join(way))
        if unit in lost_there and is_hq(unit):
            yield from hq_gone(retreat, unit)
        elif unit in lost_there:
            yield effect(**gone(unit))
    named = losses_named(retreat)
    if not named and outcome is not None:
        combat = [unit for unit in retreat.movers if is_combat(unit)]
        cost = sum(1 for hex_ in retreat.ways[combat[0].id][1:] if zone(retreat.s, hex_, retreat.side)) if combat else 0
        cost += max((need_of(retreat, combat[0]) or 0) - len(retreat.ways[combat[0].id]) + 1, 0) if combat else 0
        if cost and (len(combat) == 1 or cost == 1 and len(strongest(combat, attacker)) == 1 and len({tuple(way) for way in retreat.ways.values()}) == 1):
            named = {strongest(combat, attacker)[0].id: cost}
    for id_, steps in named.items():
        yield from comes_off(retreat.unit(id_), steps)


@rule("9.5", Owed, "answer")
def retreats_due(owed: Owed) -> Findings:
    """Every stack that a result sends back and that has not gone, with its legal ways, best first; none: the hexes are paid in steps."""
    outcome = outcome_of(owed)
    if outcome is None or owed.pending.get("retreated"):
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
                best = [way for way in found if way.path and rank(way) == rank(found[0])]
            except Missing:  # asked for when the way is named
                yield owes("retreat_somewhere", going[0].stated("side"), ids, start=start)
                continue
            if best:
                yield owes("retreat", going[0].stated("side"), ids, ["-".join(way.path) for way in best], start=start)
            else:
                yield owes("losses", going[0].stated("side"), ids, count=need)


# ---- 9.2.4: cavalry withdraws before combat -----------------------------------------------------------------------------
@rule("9.2.4", Withdraw)
def cavalry_withdraws(withdraw: Withdraw) -> Findings:
    """Only cavalry, attacked by cavalry or infantry: not by mechanised units, aircraft, or the ship by itself."""
    pending = withdraw.pending
    if pending.get("result"):
        yield forbid("die_was_thrown")
    for unit in withdraw.movers:
        if is_hq(unit):
            continue
        if unit.kind != "cav":
            yield forbid("only_cavalry_withdraws", units=[unit.id], unit=unit.id)
        if pending.get("act") != "attack" or pending.get("hex") != withdraw.ways[unit.id][0]:
            yield forbid("not_under_attack", units=[unit.id], unit=unit.id)
    if withdraw.by_air:
        yield forbid("not_from_aircraft")
    attackers = [withdraw.unit(id_) for id_ in withdraw.attacker_ids if id_ not in withdraw.s.markers]
    ground = [unit for unit in attackers if not is_ship(unit)]
    if attackers and not ground:
        yield forbid("not_from_the_ship", units=[unit.id for unit in attackers])
    mech = [unit for unit in ground if unit.kind == "mech"]
    if mech and (len(mech) == len(ground) or withdraw.reading("6.38") == "any"):
        yield forbid("not_from_mechanised", units=[unit.id for unit in mech], unit=names(mech))
    if not withdraw.forbidden:
        yield permit("cavalry_withdraws", units=[unit.id for unit in withdraw.movers], unit=names(withdraw.movers))


@rule("11.3", Withdraw)
def from_the_ship(withdraw: Withdraw) -> Findings:
    """The ship may attack by itself; then no cavalry withdraws."""
    attackers = [withdraw.unit(id_) for id_ in withdraw.attacker_ids if id_ not in withdraw.s.markers]
    if attackers and all(is_ship(unit) for unit in attackers):
        yield define("ship_alone", units=[unit.id for unit in attackers])


@rule("9.2.4", Owed, "answer")
def cavalry_may_leave(owed: Owed) -> Findings:
    """Before the die: cavalry that no mechanised unit attacks may leave the hex."""
    if owed.pending.get("act") != "attack" or owed.pending.get("result") or owed.by_air or not owed.battle:
        return
    attackers = [unit for unit in owed.attackers if not is_ship(unit)]
    if not attackers or all(unit.stated("kind") == "mech" for unit in attackers):
        return
    if any(unit.stated("kind") == "mech" for unit in attackers) and owed.reading("6.38") == "any":
        return
    for unit in owed.defenders:
        if unit.stated("kind") == "cav" and unit.hex == owed.battle:
            yield owes("withdraw", unit.stated("side"), [unit.id], may=True, hex=owed.battle)


@rule("9.2.4", Withdraw, "end")
def one_hex_back(withdraw: Withdraw) -> Findings:
    """It goes one hex, by the priorities of a retreat: ground, enemy zones, supply (A6.16); no settlement cancels it."""
    unit: Unit = withdraw.item
    way = withdraw.ways[unit.id]
    if withdraw.forbidden:
        return
    if len(way) != 2:
        yield forbid("withdraws_one_hex", units=[unit.id], unit=unit.id)
        return
    best = options(withdraw, [unit], way[0], 1)[0]
    mine = way_of(withdraw, [unit], way[1:])
    if mine.zones and len(best.zones) < len(mine.zones):
        yield forbid("fewer_zones_possible", where=[way[1], *best.path], units=[unit.id], unit=unit.id, hexes=way[1], path="-".join(best.path))
    elif has_sources(withdraw.s, withdraw.side) and not mine.supplied and best.supplied and rank(best) < rank(mine):
        yield forbid("supplied_hex_open", where=[way[1], *best.path], units=[unit.id], unit=unit.id, hex=way[1], path="-".join(best.path))
    elif mine.zones:
        yield define("zones_cost_steps", where=[way[1]], units=[unit.id], unit=unit.id, hexes=way[1], steps=1)
        yield value("zoc_losses", 1)
    others = [other for other in withdraw.friends_at(way[1], withdraw.side) if is_combat(other) and other not in withdraw.movers]
    if is_combat(unit) and len(others) + len([other for other in withdraw.movers if is_combat(other) and withdraw.ways[other.id][-1] == way[1]]) > LIMIT:
        yield forbid("full_again", where=[way[1]], units=[unit.id], unit=unit.id, hex=way[1])


@rule("9.2.4", Withdraw, "after")
def withdrawn(withdraw: Withdraw) -> Findings:
    """The cavalry stands in the new hex; the attackers may advance if nobody is left."""
    for unit in withdraw.movers:
        way = withdraw.ways[unit.id]
        yield effect(unit=unit.id, at=way[-1])
        yield record(did=unit.id, act="withdraw", hex=way[-1])
        if is_combat(unit) and zone(withdraw.s, way[-1], withdraw.side):
            yield from comes_off(unit, 1)
