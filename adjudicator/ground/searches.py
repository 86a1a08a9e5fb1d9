"""Searches over hexes: cheapest paths, reach with unknown costs, traces and what cuts them, and a few small ones.

Nothing here knows a rulebook or a map. A search is given functions: ``neighbours(hex)``, and what a step from one hex
into the next costs or whether it is open. Hexes are strings. Costs are exact (int or Fraction) and never negative. All
results are deterministic: they do not hang on the order in which neighbours come, so a path that is shown stays the
same from run to run.

Longer than 500 lines because all searches share one idea of a neighbour, a cost and a doubt, and are read together.
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
    # A run of a trace: the path or None; hex -> hex before it, of all that was reached; (from, into) -> reason of the
    # barred steps; (from, into) -> facts of the unknown ones. ``into`` is empty for a hex that may not be left.
    Run: TypeAlias = tuple[tuple[str, ...] | None, dict[str, str], dict[tuple[str, str], str], dict[tuple[str, str], tuple[str, ...]]]

__all__ = [
    "Cut", "Reach", "Trace", "Unknown",
    "cheapest", "check_path", "decisive", "path_to", "reach_bounds", "trace", "ways_out",
]  # fmt: skip


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


# --- traces -----------------------------------------------------------------------------------------------------------


class Cut:
    """One hex that a trace could not enter (or not leave: ``origins`` is then empty), and why.

    hex: its name; reason: as the caller gave it, empty if it gave none; origins: the hexes reached next to it from
    which it was barred, sorted, so that a barred hexside can be named.
    """

    __slots__ = ("hex", "origins", "reason")

    def __init__(self, hex: str, reason: str, origins: tuple[str, ...] = ()) -> None:
        self.hex = hex
        self.reason = reason
        self.origins = origins

    def _key(self) -> tuple[str, str, tuple[str, ...]]:
        return self.hex, self.reason, self.origins

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cut) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Cut({self.hex!r}, {self.reason!r}, {self.origins!r})"


class Trace:
    """Whether a line can be traced.

    answer: True = yes whatever the unknown facts are, False = no whatever they are, None = open.
    path: the shortest sure one, None unless the answer is True.
    possible_path: ``path`` where the answer is True; where it is open, the one with the fewest unknown steps and, of
        those, the shortest; None where the answer is False.
    cut_by: where the answer is not True, the hexes around the surely reached region that are barred for certain, by
        name. Where it is False, all that surrounds what can be reached at best.
    facts: where the answer is None, the unknown facts on the edge of the surely reached region, sorted.
    path_facts: where the answer is None, those on ``possible_path``, sorted: if all are favourable, the line is there.
    reached: where the answer is not True, the hexes that were reached: surely (None), at best (False); otherwise empty.
    """

    __slots__ = ("answer", "cut_by", "facts", "path", "path_facts", "possible_path", "reached")

    def __init__(
        self,
        answer: bool | None,
        path: tuple[str, ...] | None = None,
        possible_path: tuple[str, ...] | None = None,
        cut_by: tuple[Cut, ...] = (),
        facts: tuple[str, ...] = (),
        path_facts: tuple[str, ...] = (),
        reached: frozenset[str] = frozenset(),
    ) -> None:
        self.answer = answer
        self.path = path
        self.possible_path = possible_path
        self.cut_by = cut_by
        self.facts = facts
        self.path_facts = path_facts
        self.reached = reached

    def __repr__(self) -> str:
        return f"Trace({self.answer}, path={self.path}, cut_by={self.cut_by}, facts={self.facts})"


@unheard
def trace(
    start: str,
    neighbours: Neighbours,
    passable: Callable[[str, str], Verdict],
    is_goal: Callable[[str], bool],
    heuristic: Callable[[str], int] | None = None,
    stop: Callable[[str], Verdict] | None = None,
) -> Trace:
    """The shortest line from a hex to any goal, or what cuts every line.

    passable(a, b): True = the step from a into b is open; False or a text, the reason = barred; Unknown(facts) = not
        known.
    is_goal(hex): whether the line may end here; asked of the start too.
    heuristic(hex): hexes to the nearest goal or fewer, never more; without it the search is breadth-first.
    stop(hex): whether the line may enter this hex and end there but go no further: False = may go on; True or a reason
        = may not; Unknown = not known. Not asked of the start. (Seen from ``passable`` alone it would be the hexes
        behind that are barred.)

    A sure path is a shortest one. Among equally short ones the breadth-first search prefers the goal with the smallest
    name and then, from there back, the smallest hex before; with a heuristic it may be another, but always the same
    one. What is found to be barred does not hang on the heuristic.
    """
    path, seen, barred, unknown = _shortest(start, neighbours, passable, is_goal, heuristic, stop)
    count(6 * len(seen))
    if path is not None:
        return Trace(True, path, path)
    if not unknown:
        return Trace(False, cut_by=_cuts(seen, barred, neighbours), reached=frozenset(seen))
    path, best_seen, best_barred, crossed = _fewest_doubts(start, neighbours, passable, is_goal, stop)
    count(6 * len(best_seen))
    if path is None:
        return Trace(False, cut_by=_cuts(best_seen, best_barred, neighbours), reached=frozenset(best_seen))
    facts = {fact for step, names in unknown.items() if _leads_out(*step, seen, neighbours) for fact in names}
    needed = {fact for step in pairwise(path) for fact in crossed.get(step, ())}
    needed.update(fact for hex in path[1:-1] for fact in crossed.get((hex, ""), ()))
    cuts = _cuts(seen, barred, neighbours)
    return Trace(None, None, path, cuts, tuple(sorted(facts)), tuple(sorted(needed)), frozenset(seen))


def _leads_out(here: str, there: str, seen: dict[str, str], neighbours: Neighbours) -> bool:
    """Whether a step that was not taken leaves the region; ``there`` is empty for all steps out of a hex.

    One between two hexes that were both reached anyhow decides nothing.
    """
    return there not in seen if there else any(other not in seen for other in neighbours(here))


def _cuts(seen: dict[str, str], barred: dict[tuple[str, str], str], neighbours: Neighbours) -> tuple[Cut, ...]:
    """The barred steps out of a region, put together by hex and reason, in the order of the hexes' names."""
    found: dict[tuple[str, str], list[str]] = {}
    for (here, there), reason in barred.items():
        if _leads_out(here, there, seen, neighbours):
            origins = found.setdefault((there or here, reason), [])
            if there:
                origins.append(here)
    return tuple(Cut(hex, reason, tuple(sorted(found[hex, reason]))) for hex, reason in sorted(found))


def _shortest(
    start: str,
    neighbours: Neighbours,
    passable: Callable[[str, str], Verdict],
    is_goal: Callable[[str], bool],
    heuristic: Callable[[str], int] | None,
    stop: Callable[[str], Verdict] | None,
) -> Run:
    """The shortest sure path: unknown steps are not taken."""
    before: dict[str, str] = {start: ""}
    barred: dict[tuple[str, str], str] = {}
    unknown: dict[tuple[str, str], tuple[str, ...]] = {}
    if is_goal(start):
        return (start,), before, barred, unknown
    if heuristic is not None:
        path = _shortest_bounded(start, neighbours, passable, is_goal, heuristic, stop, before, barred, unknown)
        return path, before, barred, unknown
    level = [start]
    while level:
        following: list[str] = []
        goals: list[str] = []
        for here in level:
            if stop is not None and here != start and _note(stop(here), False, here, "", barred, unknown):
                continue
            for there in neighbours(here):
                if there in before:
                    continue
                verdict = passable(here, there)
                if verdict is not True and _note(verdict, True, here, there, barred, unknown):
                    continue
                before[there] = here  # the level is sorted, so the first to get here has the smallest name
                following.append(there)
                if is_goal(there):
                    goals.append(there)
        if goals:
            return _back(before, min(goals)), before, barred, unknown
        following.sort()
        level = following
    return None, before, barred, unknown


def _shortest_bounded(
    start: str,
    neighbours: Neighbours,
    passable: Callable[[str, str], Verdict],
    is_goal: Callable[[str], bool],
    heuristic: Callable[[str], int],
    stop: Callable[[str], Verdict] | None,
    before: dict[str, str],
    barred: dict[tuple[str, str], str],
    unknown: dict[tuple[str, str], tuple[str, ...]],
) -> tuple[str, ...] | None:
    """`_shortest` with a bound (A*). Fills the three tables it is given.

    Entries are (length at best, - length so far, hex): of equally promising ways the furthest goes first, or open
    terrain would be searched as broadly as without a bound. A hex is taken up again when a shorter way to it turns up,
    which happens only if the bound is admissible without being consistent.
    """
    lengths = {start: 0}
    heap = [(heuristic(start), 0, start)]
    while heap:
        _, negative, here = heappop(heap)
        length = -negative
        if length > lengths[here]:
            continue  # a shorter way to it has been found since
        if length and is_goal(here):
            return _back(before, here)
        if stop is not None and length and _note(stop(here), False, here, "", barred, unknown):
            continue
        length += 1
        for there in neighbours(here):
            known = lengths.get(there)
            if known is not None and known <= length:
                continue
            verdict = passable(here, there)
            if verdict is not True and _note(verdict, True, here, there, barred, unknown):
                continue
            before[there] = here
            lengths[there] = length
            heappush(heap, (length + heuristic(there), -length, there))
    return None


def _fewest_doubts(
    start: str,
    neighbours: Neighbours,
    passable: Callable[[str, str], Verdict],
    is_goal: Callable[[str], bool],
    stop: Callable[[str], Verdict] | None,
) -> Run:
    """The path with the fewest unknown steps and, of those, the shortest.

    Fewest first, and not shortest first: what is shown to a player is what he would have to find out.
    """
    before: dict[str, str] = {}
    barred: dict[tuple[str, str], str] = {}
    unknown: dict[tuple[str, str], tuple[str, ...]] = {}
    heap = [(0, 0, start, "")]
    while heap:
        doubts, length, here, previous = heappop(heap)
        if here in before:
            continue
        before[here] = previous
        if is_goal(here):
            return _back(before, here), before, barred, unknown
        if stop is not None and length and _note(stop(here), False, here, "", barred, unknown):
            if (here, "") not in unknown:
                continue
            doubts += 1
        for there in neighbours(here):
            if there in before:
                continue
            doubt = 0
            verdict = passable(here, there)
            if verdict is not True and _note(verdict, True, here, there, barred, unknown):
                if (here, there) not in unknown:
                    continue
                doubt = 1
            heappush(heap, (doubts + doubt, length + 1, there, here))
    return None, before, barred, unknown


def _note(
    verdict: Verdict,
    free: bool,
    here: str,
    there: str,
    barred: dict[tuple[str, str], str],
    unknown: dict[tuple[str, str], tuple[str, ...]],
) -> bool:
    """Whether a verdict is other than ``free``; if so, note under the step why or on what it hangs."""
    if verdict is free:
        return False
    if isinstance(verdict, Unknown):
        unknown[here, there] = verdict.facts
    else:
        barred[here, there] = verdict if isinstance(verdict, str) else ""
    return True


def _back(before: dict[str, str], hex: str) -> tuple[str, ...]:
    path = []
    while hex:
        path.append(hex)
        hex = before[hex]
    path.reverse()
    return tuple(path)


@unheard
def decisive(found: Trace, neighbours: Neighbours, is_goal: Callable[[str], bool], most: int = 20_000) -> tuple[Cut, ...]:
    """The cuts that matter: from them, were nothing else barred, a goal could be reached around the region.

    Leaves out what is barred inside the region, an enemy in the middle of one's own pocket say. A hex that may not be
    left counts by its neighbours outside. Dearer than the trace: it may look at the whole map, ``most`` hexes at the
    utmost; beyond that the cuts that were not yet settled are kept.
    """
    fate: dict[str, bool] = {}  # hex outside the region -> whether a goal lies in the same part of the outside

    def leads_on(first: str) -> bool:
        if first in found.reached:
            return False
        if first not in fate:
            part = {first}
            todo = [first]
            has_goal = False
            while todo and len(part) <= most:
                here = todo.pop()
                has_goal = has_goal or is_goal(here)
                for there in neighbours(here):
                    if there not in part and there not in found.reached:
                        part.add(there)
                        todo.append(there)
            fate.update(dict.fromkeys(part, has_goal or len(part) > most))
        return fate[first]

    return tuple(cut for cut in found.cut_by if (leads_on(cut.hex) if cut.origins else any(map(leads_on, neighbours(cut.hex)))))


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
