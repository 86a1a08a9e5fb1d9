"""Chapter 9, 9.5.1 to 9.5.7: ground, length, zones, supply, immobile units, full hexes, settlements."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, define, effect, forbid, permit, rule, value
from adjudicator.kit import UnitStep, adjacent, distance, names

from .acts import Question
from .acts_combat import AskRetreats, Combat, Eliminate, Ignore, Loss, Resolve, Retreat, Stay, Withdraw
from .acts_turn import HowMany
from .r05_zones import zone
from .r09_0_combat import carried_out, has_result, outcome_in, outcome_of, strongest
from .r09_4_losses import cancelled
from .r09_5_0_retreats import (
    companions,
    continues,
    crowd,
    judged,
    losses_named,
    need_of,
    options,
    prefixed,
    rank,
    setting,
    shown,
    supply_first,
    told,
    way_of,
    ways,
    ways_on,
    what_it_costs,
)
from .r10_0_supply import has_sources, hex_supplied
from .vocabulary import LIMIT, RETREAT_SETTLEMENTS, barred, features, is_combat, is_hq, is_immobile, is_ship, on_rails, settlement, steps_left


@rule("9.5.1", (Retreat, Withdraw), "step")
def only_where_they_could_move(retreat: Retreat | Withdraw, step: UnitStep) -> Findings:
    """A retreat goes only where the unit could move: no water, no unbridged major river, no mountain off the road."""
    key = barred(retreat.s, step.before, step.here, retreat.side) if adjacent(retreat.s, step.before, step.here) else "gap_in_path"
    if key is None and on_rails(step.unit) and "rail" not in features(retreat.s, step.before, step.here):
        key = "off_the_rails"
    if key is not None:
        yield forbid(key, step.unit, step.before, step.here, start=step.before, hex=step.here)
    elif step.unit is companions(retreat, step.unit)[0]:
        yield define("could_move_there", step.unit, step.here)


@rule("9.5.1", Stay, when=has_result, each="movers")
def no_ground_to_retreat_over(stay: Stay, unit: Unit) -> Findings:
    """Where the ground or the enemy leaves no way at all, every hex costs a step."""
    bound = not is_hq(unit) and not is_ship(unit) and not is_immobile(unit) and bool(need_of(stay, unit))
    if bound and not ways(stay, [unit], unit.hex or "", 1):
        yield define("nowhere_to_move", unit, unit.hex or "")


@rule("9.5.1", HowMany, "answer")
def nowhere_asked_as_steps(question: HowMany) -> Findings:
    """Of a unit that finds no way at all the steps that are asked for are the hexes of its retreat."""
    if question.what != "loss" or (outcome := outcome_of(question)) is None:
        return
    for unit in question.subjects:
        need = 0 if is_hq(unit) or is_ship(unit) or is_immobile(unit) else outcome.hexes_of(unit.hex or outcome.battle, not question.defends(unit))
        if need and not ways(question, [unit], unit.hex or "", 1):
            yield define("nowhere_to_move", unit, unit.hex or "")


@rule("9.5.2", Retreat, "step")
def farther_and_farther(retreat: Retreat, step: UnitStep) -> Findings:
    """Every hex lies farther from the hex of the combat than the one before."""
    start = retreat.ways[step.unit.id][0]
    if distance(retreat.s, start, step.here) != step.number + 1:
        yield forbid("not_farther", step.unit, step.here, start=start)


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
        yield forbid("too_far_back", units, where=list(path[need:]), need=need)
        yield value(prefixed(retreat, units, "retreat"), need)
    elif len(path) == need:
        yield permit("length_made", units, where=list(path[-1:]), hexes=need)
    elif len(path) < need:
        yield permit("no_longer_way", units, hexes=need - len(path))


@rule("9.5.2", AskRetreats, "answer")
def ways_too_short(question: Question) -> Findings:
    """Hexes that can be entered but lead no farther are no retreat while a longer one is open."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    made = len(found[0].path)
    if made < need:
        yield define("cannot_go_farther", units, hexes=need - made)
    dead = {way[0] for way in ways(question, units, start, 1)} - {way.path[0] for way in found if way.path} if made > 1 else set()
    if dead:
        yield define("dead_ends", where=sorted(dead), hexes=", ".join(sorted(dead)))


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
        yield forbid("fewer_zones_possible", units, where=where, hexes=", ".join(mine), path="-".join(where))
        yield from told(retreat, units, best, need)
        return
    yield define("zones_cost_steps", units, where=mine, hexes=", ".join(mine), steps=len(mine))
    if any(is_combat(unit) for unit in units):
        top = strongest([unit for unit in units if is_combat(unit)], not retreat.defends(units[0]))
        if len(top) == 1:
            yield value("loss_from", top[0].id)


@rule("9.5.3", Retreat, "losses")
def losses_named_with_the_retreat(retreat: Retreat) -> Findings:
    """Steps that are named with the retreat must be those that it costs, the first for an enemy zone from the strongest unit."""
    named = losses_named(retreat)
    outcome = outcome_of(retreat)
    if not named or outcome is None or retreat.forbidden:
        return
    units = retreat.movers
    attacker = not retreat.defends(units[0])
    _, zones, unmade = what_it_costs(retreat)
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


@rule("9.5.3", AskRetreats, "answer")
def ways_through_zones(question: Question) -> Findings:
    """Ways through more enemy zones than need be come after the others and are not legal while those are open."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    worse = [way for way in found if len(way.zones) > len(found[0].zones)]
    if worse:
        yield define("ways_with_zones", where=[way.path[-1] for way in worse], ways=shown(worse, need))


@rule("9.5.4", Retreat, "end")
def into_supply(retreat: Retreat) -> Findings:
    """To a hex in supply, if one can be reached as far and through no more zones."""
    found = judged(retreat)
    if found is None or not has_sources(retreat.s, retreat.side):
        return
    units, path, need = found
    if retreat.forbidden:
        if path and len(path) < need:
            yield define("length_before_supply", units, path[-1])
        elif retreat.computed("zoc_hexes_min") is not None and hex_supplied(retreat.s, path[-1], retreat.side, [unit.id for unit in units]):
            yield define("zones_before_supply", units, path[-1])
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
        yield forbid("supplied_hex_open", units, where=where, hex=path[-1], path=shown)
    else:
        yield permit("no_supplied_hex", units, path[-1])


@rule("9.5.4", AskRetreats, "answer")
def ways_out_of_supply(question: Question) -> Findings:
    """Ways that end out of supply come after those that do not, zones being equal."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    worse = [way for way in found if len(way.zones) == len(found[0].zones) and not way.supplied and found[0].supplied]
    if worse:
        yield define("ways_unsupplied", where=[way.path[-1] for way in worse], ways=shown(worse, need))


@rule("9.5.5", (Resolve, Combat), "result")
def immobile_units_lose_steps(case: Resolve | Combat) -> Findings:
    """Units that cannot move take the hexes of a retreat as steps."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    for unit in outcome.combat_defenders if outcome.hit.hexes else ():
        if is_immobile(unit):
            yield define("immobile_loses", unit, hexes=str(outcome.hexes(False)))


@rule("9.5.5", (Eliminate, Loss))
def hexes_as_steps(eliminate: Eliminate | Loss) -> Findings:
    """A unit that cannot move takes the hexes of a retreat as steps, less the first in a village, town or city."""
    outcome = outcome_of(eliminate)
    for unit in eliminate.movers if outcome is not None else ():
        if not is_hq(unit) and outcome is not None and outcome.hit.hexes and is_immobile(unit):
            yield define("immobile_loses", unit, hexes=str(outcome.hexes_of(unit.hex or outcome.battle, not eliminate.defends(unit))))


@rule("9.5.5", HowMany, "answer")
def hexes_asked_as_steps(question: HowMany) -> Findings:
    """Of a unit that cannot move the steps that are asked for are the hexes of its retreat, less the first in a village, town or city."""
    if question.what != "loss" or (outcome := outcome_of(question)) is None:
        return
    for unit in question.subjects:
        mine = outcome.hit if (defends := question.defends(unit)) else outcome.back
        if not is_hq(unit) and mine.hexes and is_immobile(unit):
            yield define("immobile_loses", unit, hexes=str(outcome.hexes_of(unit.hex or outcome.battle, not defends)))


@rule("9.5.5", Retreat, each="movers")
def immobile_units_stay(retreat: Retreat, unit: Unit) -> Findings:
    """Units that cannot move do not retreat: they lose steps instead."""
    if not is_hq(unit) and not is_ship(unit) and is_immobile(unit):
        yield forbid("immobile_never_retreats", unit)


@rule("9.5.5", Stay, when=has_result, each="movers")
def who_cannot_move_pays(stay: Stay, unit: Unit) -> Findings:
    """A unit that cannot move takes the hexes of its retreat as steps; what it has no more steps for is its end."""
    outcome, attacker = carried_out(stay), not stay.defends(unit)
    need = 0 if is_hq(unit) or is_ship(unit) or not is_immobile(unit) else outcome.hexes_of(unit.hex or outcome.battle, attacker)
    if need:
        losses = outcome.steps(attacker) + need
        yield permit("immobile_loses", unit, hexes=str(need))
        yield value(prefixed(stay, [unit], "losses"), losses)
        if stay.slots.get("question") and (left := steps_left(unit)) is not None and left <= losses:
            yield effect(unit=unit.id, removed=True)


@rule("9.5.5", Stay, when=has_result)
def immobile_losses_excuse_nobody(stay: Stay) -> Findings:
    """The losses of a unit that cannot move do not cancel the retreat of those stacked with it."""
    outcome = carried_out(stay)
    rooted = [unit for unit in outcome.s.at(outcome.battle) if not is_hq(unit) and is_combat(unit) and unit.known_to_be("ma", 0)]
    gone = [id_ for id_ in stay.defender_ids or () if stay.unit(id_).known_to_be("ma", 0)]
    others = [unit for unit in stay.movers if stay.defends(unit) and not is_hq(unit) and not unit.known_to_be("ma", 0)]
    if (rooted or gone) and others:
        yield define("stackmates_retreat", others)


@rule("9.5.6", Retreat, "end")
def stacks_at_the_end(retreat: Retreat) -> Findings:
    """Units retreat together or apart. Whoever is too many in the last hex goes one hex farther, or is eliminated; so does a second HQ."""
    found = judged(retreat)
    if found is None or retreat.forbidden:
        return
    units, path, need = found
    together = {tuple(way) for way in retreat.ways.values()}
    if len(together) > 1 or len([id_ for id_ in retreat.defender_ids or () if retreat.defends(units[0])]) > len(units):
        yield permit("may_part", retreat.movers)
    if len(path) > need:
        yield value("extra_retreat", len(path) - need)
        yield permit("one_hex_more", units, path[-1], hex=path[need - 1] if need else path[0])
        for hqs in (False, True):
            mine = [unit for unit in units if is_hq(unit) == hqs]
            if mine and len(crowd(retreat, path[-1], hqs)) + len(mine) > (1 if hqs else LIMIT):
                yield forbid("full_again", mine, path[-1])
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
            yield forbid("one_hex_farther", mine, where=[last, *onward], hex=last, onward=", ".join(onward))
        else:
            yield define("no_hex_farther", mine, last)


@rule("9.5.7", (Resolve, Combat), "result")
def first_hex_ignored(case: Resolve | Combat) -> Findings:
    """In a village, town or city the first hex of a retreat is ignored, for attackers too."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    for attacker, mine in ((False, outcome.hit), (True, outcome.back)):
        if not mine.hexes:
            continue
        places = dict.fromkeys(unit.hex or "" for unit in outcome.attackers) if attacker else {outcome.battle: None}
        for hex_ in places:
            kind = settlement(outcome.s, hex_, RETREAT_SETTLEMENTS)
            if kind:
                yield define("first_hex_ignored", hex_, kind=kind)


@rule("9.5.7", Ignore, when=has_result)
def a_hex_is_ignored(ignore: Ignore) -> Findings:
    """In a village, town or city the first hex of a retreat is ignored, no other."""
    outcome = carried_out(ignore)
    attacker, _, hexes = cancelled(ignore, outcome)
    mine = outcome.back if attacker else outcome.hit
    if ignore.slots.get("what") == "loss" or not mine.hexes:
        return
    place = ignore.movers[0].hex if ignore.movers else outcome.battle
    left = outcome.hexes_of(place or outcome.battle, attacker)
    yield value("attacker_retreat" if attacker else "retreat", left)
    if not hexes or left:
        yield forbid("retreat_stands", outcome.battle, hexes=left)
    else:
        yield permit("first_hex_ignored", outcome.battle, hex=str(place), kind="settlement")


@rule("9.5.7", Retreat, when=has_result)
def first_hex_of_the_retreat(retreat: Retreat) -> Findings:
    """In a village, town or city the first hex is ignored."""
    outcome = carried_out(retreat)
    for unit in retreat.movers[:1]:
        mine = outcome.hit if retreat.defends(unit) else outcome.back
        need = need_of(retreat, unit)
        if need is not None and need < mine.hexes:
            yield define("first_hex_ignored", unit.hex or "", kind="settlement")


@rule("9.5.7", Stay, when=has_result)
def no_hex_left(stay: Stay) -> Findings:
    """A village, town or city may leave no hex to retreat."""
    outcome = carried_out(stay)
    for unit in stay.movers:
        mine = outcome.hit if stay.defends(unit) else outcome.back
        need = need_of(stay, unit) if mine.hexes and unit.hex else None
        if need == 0:
            yield define("retreat_cancelled", unit, unit.hex or "")
        elif need is not None and need < mine.hexes:
            yield define("first_hex_ignored", unit.hex or "", kind="settlement")
