"""Chapter 7: stacking."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Unit, define, effect, forbid, kept, permit, rule, term, value, warn
from adjudicator.kit import UnitStep, answered

from .acts import Activate, Movement, Step
from .acts_combat import Attack
from .acts_results import Advance, Retreat
from .acts_turn import EndStack, HowMany
from .vocabulary import GdpCase, is_division_hq


def worth(unit: Unit) -> int | Fraction:
    """What a unit counts: one, a reduced one a half, a division HQ and a rider nothing (7.1, A53)."""
    if is_division_hq(unit) or unit.riding:
        return 0
    return Fraction(1, 2) if unit.reduced else 1


def worth_of(group: dict[str, Any]) -> Fraction:
    """What units count together that are only counted: five reduced companies."""
    return Fraction(group["count"], 2 if group.get("reduced") else 1)


def stacked(units: Iterable[Unit], thought_of: Iterable[dict[str, Any]] = ()) -> int | Fraction:
    """What units count together, with those that are only counted: five full companies."""
    total = sum((worth(unit) for unit in units), Fraction(0)) + sum(map(worth_of, thought_of))
    return int(total) if total.denominator == 1 else total


def limit_in(case: GdpCase, hex_: str, units: Iterable[Unit]) -> int:
    """The limit of a hex: two in road movement, six in a city, else four (7.1, 7.2)."""
    table = case.table("stacking")
    if any(unit.road_move for unit in units):
        return int(table["road"])
    city = case.s.hex(hex_).terrain in case.table("cities")["terrain"]
    return int(table["city" if city else "limit"])


def over_the_limit(move: Advance | Retreat) -> Findings:
    """An advance or retreat that ends above the limit that 7.1 found."""
    total, limit = move.computed("stacking"), move.computed("limit")
    if total is not None and total > limit:
        place = move.path[-1]
        units = [unit.id for unit in dict.fromkeys([*(unit for unit in move.s.at(place) if unit.side == move.side), *move.movers])]
        yield forbid("over_the_limit", place, units=units, stacking=str(total), limit=limit)


# ---- 7.0 --------------------------------------------------------------------------------------------------------------------
@rule("7.0", EndStack)
def one_side_only(end: EndStack) -> Findings:
    """Units of both sides never share a hex; the limit does not hang on terrain or type, save for cities."""
    if others := [unit for unit in end.s.at(end.at) if unit.side != end.side]:
        yield forbid("both_sides", others, end.at)


@rule("7.0", Movement, "step")
def never_with_the_enemy(move: Movement, step: Step) -> Findings:
    """No unit enters a hex that an enemy holds."""
    if enemies := move.enemies_at(step.here, move.side):
        yield forbid("enemy_in_path", enemies, step.here)
    else:
        move.s.complete()


@rule("7.0", (Retreat, Advance), "step")
def nor_in_a_retreat(move: Retreat | Advance, step: UnitStep) -> Findings:
    """Nobody retreats or advances into a hex that an enemy holds (10.5, 10.6)."""
    if move.enemies_at(step.here, step.unit.side):
        yield kept()


# ---- 7.1 --------------------------------------------------------------------------------------------------------------------
@rule("7.1", EndStack)
def within_the_limit(end: EndStack) -> Findings:
    """Four units a hex, two in road movement; a reduced one counts a half, a division HQ nothing.  Excess is paid for in losses."""
    for unit in end.stack:
        counted = worth(unit)
        key = "stack_exempt" if is_division_hq(unit) else "stack_rider" if unit.riding else "stack_reduced" if counted < 1 else "stack_unit"
        yield term("stacking", counted, key, unit=unit.id)
    for group in end.thought_of:
        yield term("stacking", worth_of(group), "stack_counted_reduced" if group.get("reduced") else "stack_counted")
    total = stacked(end.stack, end.thought_of)
    limit = limit_in(end, end.at, end.stack)
    yield value("stacking", total)
    yield value("limit", limit)
    if total > limit:
        yield forbid("over_the_limit", end.stack, end.at, stacking=str(total), limit=limit)
        payers = [unit.id for unit in end.stack if worth(unit)]
        if not end.thought_of:
            yield effect(any_of=payers, count=int((Fraction(total) - limit) * 2), steps=-1)
    else:
        end.s.complete()
        yield permit("within_the_limit", end.at, stacking=str(total), limit=limit)


@rule("7.1", HowMany, "answer")
def how_many_fit(question: GdpCase) -> Findings:
    """How many units may end in a hex."""
    place = question.slots.get("at")
    if question.slots.get("what") == "stacking" and place:
        limit = limit_in(question, place, [])
        yield from answered("limit", limit)


@rule("7.1", (Activate, Attack))
def mixed_stacks(case: GdpCase) -> Findings:
    """Battalions may share a hex, but they are never activated together."""
    units = case.chosen if isinstance(case, Activate) else case.taking_part
    battalions = {unit.formation for unit in units if unit.formation is not None and not is_division_hq(unit)}
    if len(battalions) > 1 and case.s.chit is not None:
        yield forbid("never_together", units, formations=", ".join(sorted(battalions)))


@rule("7.1", (Advance, Retreat), "end")
def limit_of_the_hex(move: Advance | Retreat) -> Findings:
    """An advance or a retreat ends in a hex that holds no more than its limit."""
    if not move.path:
        return  # a retreat of which only the length was told
    place = move.path[-1]
    units = [*(unit for unit in move.s.at(place) if unit not in move.movers and unit.side == move.side), *move.movers]
    total = stacked(units)
    if total <= move.table("stacking")["road"] and not any(unit.road_move for unit in units):
        return
    limit = limit_in(move, place, [])
    yield value("stacking", total)
    yield value("limit", limit)
    yield define("stack_after_advance", place, stacking=str(total), limit=limit)


@rule("7.1", Movement, "after")
def limit_where_it_ends(move: Movement) -> Findings:
    """A move may end above the limit, which is tested when all have moved (A29); then losses make it good."""
    for place in dict.fromkeys(state.hex for state in move.going.values() if state.hex is not None and state.hex != state.unit.hex):
        movers = [state.unit for state in move.going.values() if state.hex == place]
        there = [unit for unit in move.s.at(place) if unit not in movers and unit.side == move.side]
        if len(there) + len(movers) > 1:
            total, limit = stacked([*there, *movers]), limit_in(move, place, there)
            yield (warn if total > limit else define)(
                "over_the_limit_so_far" if total > limit else "stack_after_advance", place, stacking=str(total), limit=limit
            )


# ---- 7.2 --------------------------------------------------------------------------------------------------------------------
@rule("7.2", EndStack)
def city_hexes(end: EndStack) -> Findings:
    """A city holds six, or two in road movement; towns and villages are no cities, the centre of Akhtyrka is one."""
    terrain = end.s.hex(end.at).terrain
    if terrain in end.table("cities")["terrain"]:
        road = any(unit.road_move for unit in end.stack)
        yield define("city_road_limit" if road else "city_limit", end.at, terrain=terrain)
    elif terrain in ("village", "town"):
        yield define("village_no_city", end.at)


@rule("7.2", HowMany, "answer")
def units_in_a_city(question: GdpCase) -> Findings:
    """A city holds six."""
    place = question.slots.get("at")
    if question.slots.get("what") == "stacking" and place and question.s.hex(place).terrain in question.table("cities")["terrain"]:
        yield define("city_limit", place, terrain=question.s.hex(place).terrain)
