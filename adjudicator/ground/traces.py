"""Traces over hexes: whether a line can be drawn to a goal, the shortest one, what cuts it, and the facts that it hangs on.

As in `searches`, nothing here knows a rulebook or a map, and no result hangs on the order in which neighbours come.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from adjudicator.ground.provenance import unheard
from adjudicator.ground.searches import Unknown
from adjudicator.ground.work import count

TYPE_CHECKING = False  # not from typing: that import alone would cost more than the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from adjudicator.ground.searches import Neighbours, Verdict

    # A run of a trace: the path or None; hex -> hex before it, of all that was reached; (from, into) -> reason of the
    # barred steps; (from, into) -> facts of the unknown ones. ``into`` is empty for a hex that may not be left.
    Run: TypeAlias = tuple[tuple[str, ...] | None, dict[str, str], dict[tuple[str, str], str], dict[tuple[str, str], tuple[str, ...]]]

__all__ = ["Cut", "Trace", "trace"]

MOST = 20
"""Unknown steps that a line may have: nobody asks for more facts than that, and on a map of which nothing is known they would be looked for everywhere."""
FAR = ("",)
"""In the place of a path with more of them."""


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
        those, the shortest, None if they are more than `MOST`; None where the answer is False.
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
    facts = {fact for step, names in unknown.items() if _leads_out(*step, seen, neighbours) for fact in names}
    if path == FAR:
        return Trace(None, cut_by=_cuts(seen, barred, neighbours), facts=tuple(sorted(facts)), reached=frozenset(seen))
    if path is None:
        return Trace(False, cut_by=_cuts(best_seen, best_barred, neighbours), reached=frozenset(best_seen))
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
    `FAR` where even the best would have more than `MOST` of them: then it is open whether there is one at all.
    """
    before: dict[str, str] = {}
    barred: dict[tuple[str, str], str] = {}
    unknown: dict[tuple[str, str], tuple[str, ...]] = {}
    heap = [(0, 0, start, "")]
    while heap:
        doubts, length, here, previous = heappop(heap)
        if here in before:
            continue
        if doubts > MOST:
            return FAR, before, barred, unknown
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
