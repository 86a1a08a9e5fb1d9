"""Searches over hexes: cheapest paths, reach with unknown costs, and a few small ones.

Nothing here knows a rulebook or a map. A search is given functions: ``neighbours(hex)``, and what a step from one hex
into the next costs or whether it is open. Hexes are strings. Costs are exact (int or Fraction) and never negative. All
results are deterministic: they do not hang on the order in which neighbours come, so a path that is shown stays the
same from run to run.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import pairwise

from adjudicator.ground.provenance import unheard
from adjudicator.ground.work import count

TYPE_CHECKING = False  # not from typing: that import alone would cost more than the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")
    Cost: TypeAlias = int | Fraction
    Neighbours: TypeAlias = Callable[[str], Iterable[str]]
    Settled: TypeAlias = dict[str, tuple[Cost, str | None]]
    Verdict: TypeAlias = "bool | str | Unknown"

__all__ = ["Reach", "Unknown", "cheapest", "check_path", "path_to", "reach_bounds", "ways_out"]


class Unknown:
    """An answer that hangs on facts nobody stated; ``facts`` are their bracket names, sorted."""

    __slots__ = ("facts",)

    def __init__(self, facts: Iterable[str]) -> None:
        self.facts: tuple[str, ...] = tuple(sorted(set(facts)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unknown) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __repr__(self) -> str:
        return f"Unknown({self.facts!r})"

    def __bool__(self) -> bool:
        # An unknown answer is neither: `if passable(a, b)` must not quietly take it for a yes.
        raise TypeError(f"neither true nor false: {self!r}")


# --- cheapest paths ---------------------------------------------------------------------------------------------------


@unheard
def cheapest(
    start: str,
    neighbours: Neighbours,
    cost: Callable[[str, str], Cost | None],
    limit: Cost | None,
    goal: str | None = None,
    stop: Callable[[str], bool] | None = None,
    ahead: Callable[[str], Cost] | None = None,
    least: Cost = 0,
) -> Settled:
    """Find the cheapest way to every hex that can be reached for ``limit`` or less (None = no limit).

    cost(a, b): what the step from a into b costs; None = may not be taken.
    goal: end as soon as this hex is reached; hexes that cost more are then missing from the answer.
    stop(hex): the hex may be entered but not left again (an enemy's zone of control). Not asked of the start.
    ahead(hex): what the way from here to the goal costs at least: where the limit forbids it, no way is followed any
        further, and such hexes are missing from the answer. What is found of the goal is the same with it and without.
    least: what every step costs at least: no step is priced that cannot make a way cheaper. The answer is the same.

    Returns hex -> (cost, hex before it), the start with (0, None), in the order of cost. Among equally cheap ways the
    one with the fewest hexes wins, then the one whose last hex but one has the smaller name, and so on back. Raises
    ValueError for a negative cost.
    """
    done: Settled = {}
    # An entry is (cost, hexes, hex, hex before it): the tuples' order is the order of preference promised above.
    heap: list[tuple[Cost, int, str, str]] = [(0, 0, start, "")]
    best: dict[str, tuple[Cost, int, str, str]] = {}
    while heap:
        spent, length, here, before = heappop(heap)
        if here in done:
            continue
        done[here] = (spent, before if length else None)
        if here == goal:
            break
        if stop is not None and length and stop(here):
            continue
        length += 1
        for there in neighbours(here):
            if there in done:
                continue
            known = best.get(there)
            if known is not None and (spent + least, length, there, here) >= known:
                continue
            step = cost(here, there)
            if step is None:
                continue
            total = spent + step
            if limit is not None and total > limit:
                continue
            if ahead is not None and limit is not None and total + ahead(there) > limit:
                continue
            if step < 0:
                raise ValueError(f"negative cost from {here} to {there}: {step}")
            entry = (total, length, there, here)
            if known is None or entry < known:
                best[there] = entry
                heappush(heap, entry)
    count(6 * len(done))
    return done


def path_to(result: Settled, hex: str) -> tuple[str, ...] | None:
    """The way to a hex out of the result of `cheapest`, start and end included; None where it was not reached."""
    if hex not in result:
        return None
    path = []
    here: str | None = hex
    while here is not None:
        path.append(here)
        here = result[here][1]
    path.reverse()
    return tuple(path)


class Reach:
    """What can be reached for certain, and what if every unknown cost turns out as low as it may be.

    sure: hex -> (cost, hex before it) with all unknowns at their dearest: reached whatever they are, for that or less.
    possible: the same with all unknowns at their cheapest; holds every hex of ``sure`` too.
    """

    __slots__ = ("_step_facts", "possible", "sure")

    def __init__(self, sure: Settled, possible: Settled, step_facts: dict[tuple[str, str], tuple[str, ...]]) -> None:
        self.sure = sure
        self.possible = possible
        self._step_facts = step_facts

    def answer(self, hex: str) -> bool | None:
        """True = reached whatever the unknown facts are, False = out of reach whatever they are, None = open."""
        return True if hex in self.sure else (None if hex in self.possible else False)

    def path(self, hex: str) -> tuple[str, ...] | None:
        """The cheapest sure way; where there is none, the cheapest possible one; None out of reach."""
        return path_to(self.sure if hex in self.sure else self.possible, hex)

    def cost(self, hex: str) -> tuple[Cost, Cost | None] | None:
        """The least and the most (None = may be out of reach) that the cheapest way can cost; None out of reach."""
        if hex not in self.possible:
            return None
        return self.possible[hex][0], (self.sure[hex][0] if hex in self.sure else None)

    def facts(self, hex: str) -> tuple[str, ...]:
        """The unknown facts on the cheapest possible way to a hex not surely reached, sorted; empty for others."""
        if hex in self.sure:
            return ()
        path = path_to(self.possible, hex) or ()
        found: set[str] = set()
        for step in pairwise(path):
            found.update(self._step_facts.get(step, ()))
        return tuple(sorted(found))

    @property
    def only_possible(self) -> dict[str, tuple[str, ...]]:
        """The hexes that are possible but not sure, by cost, each with the facts that it hangs on (see `facts`)."""
        return {hex: self.facts(hex) for hex in self.possible if hex not in self.sure}


@unheard
def reach_bounds(
    start: str,
    neighbours: Neighbours,
    cost_bounds: Callable[[str, str], tuple[Cost, Cost | None, tuple[str, ...]] | None],
    limit: Cost | None,
    stop: Callable[[str], bool | Unknown] | None = None,
    goal: str | None = None,
    ahead: Callable[[str], Cost] | None = None,
    least: Cost = 0,
) -> Reach:
    """`cheapest` where some costs are not known; with a goal, only what is found of that hex holds.

    cost_bounds(a, b): (least, most, names of the unknown facts) of a step; least = most and no names where it is known;
        a most of None = it may turn out to be forbidden; None instead of the whole = forbidden.
    stop(hex): as in `cheapest`, or Unknown: then the hex is left in the possible ways and not in the sure ones.
    """
    cost_bounds = cache(cost_bounds)  # both runs ask for most of the steps
    step_facts: dict[tuple[str, str], tuple[str, ...]] = {}
    stops: dict[str, Unknown] = {}  # hexes of which it is not known whether they may be left

    def low_stop(hex: str) -> bool:
        found = stop(hex) if stop is not None else False
        if isinstance(found, Unknown):
            stops[hex] = found
            return False
        return found

    def high_stop(hex: str) -> bool:
        return stop is not None and stop(hex) is not False

    def low(a: str, b: str) -> Cost | None:
        bounds = cost_bounds(a, b)
        if bounds is None:
            return None
        least, most, facts = bounds
        if stops:
            stopped = stops.get(a)  # there only if the search has asked for it, so never for the start
            if stopped is not None:
                facts = (*facts, *stopped.facts)  # to be able to go on from a is part of what the step into b needs
                step_facts[a, b] = facts
        if facts or most != least:
            step_facts[a, b] = facts
        return least

    def high(a: str, b: str) -> Cost | None:
        bounds = cost_bounds(a, b)
        return None if bounds is None else bounds[1]

    possible = cheapest(start, neighbours, low, limit, goal, low_stop if stop is not None else None, ahead, least)
    if not step_facts:
        # No unknown fact was met on any step that was looked at, so the dearest run would be the same run again.
        return Reach(possible, possible, step_facts)
    sure = cheapest(start, neighbours, high, limit, goal, high_stop if stop is not None else None, ahead, least)
    return Reach(sure, possible, step_facts)


# --- ways out ---------------------------------------------------------------------------------------------------------


@unheard
def ways_out(
    start: str,
    length: int,
    neighbours: Neighbours,
    open_step: Callable[[str, str], bool],
    distance: Callable[[str, str], int],
) -> list[tuple[str, ...]]:
    """Every way of ``length`` hexes, the start not among them, on which each hex lies farther from the start than the one before.

    open_step(a, b): whether the step from a into b may be taken. The ways come in the order of their hexes' names; ``length`` 0
    gives the empty way.
    """
    ways: list[tuple[str, ...]] = [()]
    for far in range(1, length + 1):
        longer = []
        for way in ways:
            here = way[-1] if way else start
            longer += [(*way, there) for there in sorted(neighbours(here)) if distance(start, there) == far and open_step(here, there)]
        ways = longer
    return ways


# --- small ones -------------------------------------------------------------------------------------------------------


def check_path(path: Sequence[str], neighbours: Neighbours) -> int | None:
    """The position (from 0) of the first hex that does not touch the one before it; None for a path without a fault.

    A path of one hex, or of none, has no fault. What ``neighbours`` raises for a name that is no hex comes through.
    """
    for position in range(1, len(path)):
        if path[position] not in neighbours(path[position - 1]):
            return position
    return None
