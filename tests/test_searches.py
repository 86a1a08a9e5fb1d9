"""Searches: against enumerations of every path on small maps, against relaxation, and against frozen totals."""

from __future__ import annotations

import itertools
import pathlib
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.ground.facts import InputError
from adjudicator.ground.hexes import Grid
from adjudicator.ground.searches import Unknown, cheapest, check_path, path_to, reach_bounds
from adjudicator.ground.traces import Cut, trace
from tests.conftest import every

sys.path.insert(0, str(pathlib.Path(__file__).parent / "perft"))
import perft_slow as slow

SMALL = Grid(4, 3, 3, True)
SMALL_HEXES = list(SMALL.hexes())
NEAR = {name: list(SMALL.neighbours(name)) for name in SMALL_HEXES}
STEPS = [(a, b) for a in SMALL_HEXES for b in NEAR[a]]

names = st.sampled_from(SMALL_HEXES)
costs = st.sampled_from([None, 0, 1, 1, 1, 2, 3, Fraction(1, 2)])
step_costs = st.lists(costs, min_size=len(STEPS), max_size=len(STEPS)).map(lambda drawn: dict(zip(STEPS, drawn, strict=True)))
some_hexes = st.sets(names, max_size=5)
slowly = settings(max_examples=60)


# --- cheapest -------------------------------------------------------------------------------------------------------


@slowly
@given(names, step_costs, some_hexes, st.integers(0, 4))
def test_cheapest_is_the_best_of_all_paths(start: str, cost: dict, stops: set[str], limit: int) -> None:
    found = cheapest(start, SMALL.neighbours, lambda a, b: cost[a, b], limit, stop=stops.__contains__)
    best: dict[str, tuple] = {}
    for path in slow.all_paths(start, NEAR, lambda a, b: cost[a, b] is not None, stops.__contains__):
        spent = sum(cost[step] for step in itertools.pairwise(path))
        if spent <= limit:
            key = (spent, len(path), path[::-1])  # cost, fewest hexes, then names from the end back
            best[path[-1]] = min(key, best.get(path[-1], key))
    assert {name: (spent, path[::-1]) for name, (spent, _, path) in best.items()} == {name: (spent, path_to(found, name)) for name, (spent, _) in found.items()}
    spent_in_order = [spent for spent, _ in found.values()]
    assert spent_in_order == sorted(spent_in_order)


@slowly
@given(names, names, step_costs, some_hexes)
def test_a_goal_only_ends_the_search_sooner(start: str, goal: str, cost: dict, stops: set[str]) -> None:
    whole = cheapest(start, SMALL.neighbours, lambda a, b: cost[a, b], None, stop=stops.__contains__)
    part = cheapest(start, SMALL.neighbours, lambda a, b: cost[a, b], None, goal, stops.__contains__)
    assert list(part.items()) == list(whole.items())[: len(part)]
    assert (goal in part) == (goal in whole)
    assert path_to(part, goal) == path_to(whole, goal)
    assert goal not in part or list(part)[-1] == goal


@slowly
@given(names, names, step_costs, some_hexes, st.integers(0, 9))
def test_what_lies_ahead_changes_nothing_of_the_goal(start: str, goal: str, cost: dict, stops: set[str], limit: int) -> None:
    cost = {step: None if price is None else price + 1 for step, price in cost.items()}
    least = min((price for price in cost.values() if price is not None), default=0)
    args = (start, SMALL.neighbours, lambda a, b: cost[a, b], limit, goal, stops.__contains__)
    plain, directed = cheapest(*args), cheapest(*args, lambda name: least * SMALL.distance(name, goal))
    assert path_to(directed, goal) == path_to(plain, goal) and directed.get(goal) == plain.get(goal)
    assert directed.keys() <= plain.keys()
    assert list(cheapest(*args, least=least).items()) == list(plain.items())


@given(names, step_costs, st.randoms(use_true_random=False))
def test_the_order_of_neighbours_does_not_matter(start: str, cost: dict, random: object) -> None:
    def shuffled(name: str) -> list[str]:
        around = list(NEAR[name])
        random.shuffle(around)  # type: ignore[attr-defined]
        return around

    one = cheapest(start, SMALL.neighbours, lambda a, b: cost[a, b], 4)
    other = cheapest(start, shuffled, lambda a, b: cost[a, b], 4)
    assert list(one.items()) == list(other.items())
    goals = {"0403", "0101"}
    for heuristic in (None, lambda _: 0):
        shown = [trace(start, near, lambda a, b: cost[a, b] is not None, goals.__contains__, heuristic) for near in (SMALL.neighbours, shuffled)]
        assert shown[0].path == shown[1].path and shown[0].cut_by == shown[1].cut_by


def test_ties_on_paper() -> None:
    grid = Grid(9, 9, 9, True)
    found = cheapest("0404", grid.neighbours, lambda a, b: 1, 3)
    assert path_to(found, "0604") == ("0404", "0504", "0604")  # 0505 would do as well
    # Dear but short wins over cheap and long only where the cost is equal.
    cost = {("0101", "0102"): 2, ("0101", "0201"): 1, ("0201", "0102"): 1}
    found = cheapest("0101", grid.neighbours, lambda a, b: cost.get((a, b)), 9)
    assert path_to(found, "0102") == ("0101", "0102") and found["0102"][0] == 2
    assert path_to(found, "0909") is None and path_to(found, "0101") == ("0101",)


def test_ties_found_late_still_count() -> None:
    # 0202 costs 3 by two hexes either way. The way by 0201 is found first, since 0201 is the cheaper hex to enter.
    cost = {("0101", "0201"): 1, ("0201", "0202"): 2, ("0101", "0102"): 2, ("0102", "0202"): 1}
    found = cheapest("0101", SMALL.neighbours, lambda a, b: cost.get((a, b)), 9)
    assert path_to(found, "0202") == ("0101", "0102", "0202")


def test_exact_fractions_and_the_limit() -> None:
    grid = Grid(1, 9, 9, True)
    third = Fraction(1, 3)
    found = cheapest("0101", grid.neighbours, lambda a, b: third, 1)
    assert {name: cost for name, (cost, _) in found.items()} == {"0101": 0, "0102": third, "0103": 2 * third, "0104": 1}


def test_start_is_not_stopped_and_no_step_is_still_a_reach() -> None:
    grid = Grid(1, 3, 3, True)
    assert set(cheapest("0101", grid.neighbours, lambda a, b: 1, 9, stop=lambda _: True)) == {"0101", "0102"}
    assert cheapest("0101", grid.neighbours, lambda a, b: None, 9) == {"0101": (0, None)}
    assert cheapest("0101", grid.neighbours, lambda a, b: 1, 0) == {"0101": (0, None)}


def test_negative_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="negative cost from 0101"):
        cheapest("0101", SMALL.neighbours, lambda a, b: -1, 3)


# --- frozen totals --------------------------------------------------------------------------------------------------


def fast_reach_line(seed: int) -> str:
    p = slow.Position(seed)
    grid = Grid(p.columns, p.rows_odd, p.rows_even, p.even_lower)
    found = cheapest(p.start, grid.neighbours, p.cost, p.limit, stop=p.stop)
    return slow.reach_line(p, {name: cost for name, (cost, _) in found.items()})


def fast_trace_line(seed: int, with_bound: bool) -> str:
    p = slow.Position(seed)
    grid = Grid(p.columns, p.rows_odd, p.rows_even, p.even_lower)

    def passable(a: str, b: str) -> bool | str | Unknown:
        verdict = p.verdict(a, b)
        return Unknown([b]) if verdict is None else verdict

    def bound(name: str) -> int:
        return min(grid.distance(name, goal) or 0 for goal in p.goals)

    found = trace(p.start, grid.neighbours, passable, p.goals.__contains__, bound if with_bound else None)
    cuts = [(cut.hex, cut.reason) for cut in found.cut_by]
    return slow.trace_line(p, found.answer, len(found.path or ()), cuts, found.facts)


@every(lambda: slow.frozen("reach.txt"))
def test_perft_reach(line: str) -> None:
    seed = int(line.split()[0])
    assert fast_reach_line(seed) == line
    assert slow.slow_reach_line(seed) == line


@every(lambda: slow.frozen("trace.txt"))
def test_perft_trace(line: str) -> None:
    seed = int(line.split()[0])
    assert fast_trace_line(seed, False) == line
    assert fast_trace_line(seed, True) == line
    assert slow.slow_trace_line(seed) == line


def test_perft_positions_are_worth_it() -> None:
    """A frozen file that says the same everywhere would prove nothing."""
    assert len(slow.frozen("reach.txt")) >= 80 and len(slow.frozen("trace.txt")) >= 120
    answers = [line.split()[2] for line in slow.frozen("trace.txt")]
    assert min(answers.count(word) for word in ("yes", "no", "open")) >= 10
    assert len({line.split(": ")[1] for line in slow.frozen("reach.txt")}) > 60


# --- reach with unknown costs ---------------------------------------------------------------------------------------

bounds = st.sampled_from([None, (1, 1, ()), (1, 1, ()), (2, 2, ()), (1, 3, ("x",)), (0, None, ("y",)), (1, 2, ("x", "z")), (1, 2, ())])
step_bounds = st.lists(bounds, min_size=len(STEPS), max_size=len(STEPS)).map(lambda drawn: dict(zip(STEPS, drawn, strict=True)))


@slowly
@given(names, step_bounds, st.dictionaries(names, st.sampled_from([True, Unknown(["s"]), Unknown(["t", "x"])]), max_size=5))
def test_reach_bounds_enclose_every_outcome(start: str, steps: dict, held: dict) -> None:
    limit = 4
    reach = reach_bounds(start, SMALL.neighbours, lambda a, b: steps[a, b], limit, lambda name: held.get(name, False))

    def truth(kind: set[str]) -> dict:
        """What is reached if exactly these facts turn out well. Without a name an unknown cost turns out badly."""

        def cost(a: str, b: str) -> int | None:
            if steps[a, b] is None:
                return None
            least, most, facts = steps[a, b]
            return least if facts and kind.issuperset(facts) else most

        def stop(name: str) -> bool:
            found = held.get(name, False)
            return not kind.issuperset(found.facts) if isinstance(found, Unknown) else found

        return slow.slow_costs(start, NEAR, cost, limit, stop)

    every = ["x", "y", "z", "s", "t"]
    for number in range(len(every) + 1):
        for kind in itertools.combinations(every, number):
            reached = truth(set(kind))
            assert set(reach.sure) <= set(reached) <= set(reach.possible)
            for name, spent in reached.items():
                bound = reach.cost(name)
                assert bound is not None
                assert bound[0] <= spent and (bound[1] is None or spent <= bound[1])
    assert {name: spent for name, (spent, _) in reach.sure.items()} == truth(set())
    for name in SMALL_HEXES:
        assert reach.answer(name) is (True if name in reach.sure else None if name in reach.possible else False)
        path = reach.path(name)
        assert (path is None) == (name not in reach.possible)
        if reach.answer(name) is None and not any(b and b[0] != b[1] and not b[2] for b in steps.values()):
            assert reach.facts(name)
            assert name in truth(set(reach.facts(name)))  # the facts it names are enough
    assert reach.only_possible == {n: reach.facts(n) for n in reach.possible if reach.answer(n) is None}


def test_reach_bounds_on_paper() -> None:
    grid = Grid(1, 9, 9, True)
    river = {("0102", "0103"): (1, 4, ("hexsides[0102/0103]",)), ("0104", "0105"): (1, None, ("hexes[0105].terrain",))}
    reach = reach_bounds("0101", grid.neighbours, lambda a, b: river.get((a, b), (1, 1, ())), 5)
    assert list(reach.sure) == ["0101", "0102", "0103"] and list(reach.possible)[-1] == "0106"
    assert reach.facts("0103") == () and reach.facts("0104") == ("hexsides[0102/0103]",)
    assert reach.facts("0106") == ("hexes[0105].terrain", "hexsides[0102/0103]")
    assert reach.cost("0103") == (2, 5) and reach.cost("0104") == (3, None) and reach.cost("0109") is None
    assert reach.path("0104") == ("0101", "0102", "0103", "0104") and reach.path("0109") is None
    known = reach_bounds("0101", grid.neighbours, lambda a, b: (1, 1, ()), 5)
    assert known.sure == known.possible and known.only_possible == {}


# --- traces ---------------------------------------------------------------------------------------------------------

verdicts = st.sampled_from([True, True, True, "river", False, Unknown(["x"]), Unknown(["y"]), Unknown(["x", "z"])])
step_verdicts = st.lists(verdicts, min_size=len(STEPS), max_size=len(STEPS)).map(lambda d: dict(zip(STEPS, d, strict=True)))
holds = st.dictionaries(names, st.sampled_from([True, "zone", Unknown(["s"]), Unknown(["x"])]), max_size=5)


def admissible(goals: set[str], spoilt: set[str]) -> object:
    """A bound that is never too high, and in some hexes 0: then it is no longer consistent."""
    return lambda name: 0 if name in spoilt else min((SMALL.distance(name, goal) or 0 for goal in goals), default=0)


@slowly
@given(names, step_verdicts, holds, some_hexes, some_hexes)
def test_trace_against_every_path_and_every_outcome(start: str, steps: dict, held: dict, goals: set[str], spoilt: set[str]) -> None:
    def stop(name: str) -> object:
        return held.get(name, False)

    plain = trace(start, SMALL.neighbours, lambda a, b: steps[a, b], goals.__contains__, None, stop)
    bounded = trace(start, SMALL.neighbours, lambda a, b: steps[a, b], goals.__contains__, admissible(goals, spoilt), stop)

    def good(verdict: object, free: bool, kind: set[str]) -> bool:
        return kind.issuperset(verdict.facts) if isinstance(verdict, Unknown) else verdict is free

    def paths(kind: set[str]) -> list[tuple[str, ...]]:
        found = slow.all_paths(start, NEAR, lambda a, b: good(steps[a, b], True, kind), lambda name: not good(stop(name), False, kind))
        return [path for path in found if path[-1] in goals]

    every = ["x", "y", "z", "s"]
    outcomes = {bool(paths(set(kind))) for n in range(5) for kind in itertools.combinations(every, n)}
    answer = None if len(outcomes) == 2 else outcomes.pop()
    assert plain.answer is bounded.answer is answer
    assert (plain.cut_by, plain.facts, plain.path_facts) == (bounded.cut_by, bounded.facts, bounded.path_facts)
    assert (plain.reached, plain.possible_path is None) == (bounded.reached, bounded.possible_path is None)
    if answer is True:
        best = min(paths(set()), key=lambda path: (len(path), path[::-1]))
        assert plain.path == plain.possible_path == best
        assert bounded.path in paths(set()) and len(bounded.path) == len(best)
        assert plain.cut_by == plain.facts == plain.path_facts == () and not plain.reached
        return
    assert plain.path is bounded.path is None
    sure = {path[-1] for path in slow.all_paths(start, NEAR, lambda a, b: steps[a, b] is True, lambda n: stop(n) is not False)}
    if answer is None:
        assert plain.reached == sure
        assert plain.possible_path in paths(set(plain.path_facts))  # the facts it names are enough
        on_edge = set()
        for a in plain.reached:
            outside = [b for b in NEAR[a] if b not in plain.reached]
            held_here = stop(a) if a != start else False
            if held_here is False:
                on_edge.update(*(steps[a, b].facts for b in outside if isinstance(steps[a, b], Unknown)))
            elif isinstance(held_here, Unknown) and outside:
                on_edge.update(held_here.facts)
        assert plain.facts == tuple(sorted(on_edge))
        assert set(plain.path_facts) & set(plain.facts)  # and the first of them lies on the edge of the sure region
        assert not any(isinstance(stop(cut.hex), Unknown) for cut in plain.cut_by if not cut.origins)
    else:
        assert plain.reached >= sure and plain.possible_path is None and not plain.facts
    for cut in plain.cut_by:
        if cut.origins:
            assert cut.hex not in plain.reached and cut.origins == tuple(sorted(cut.origins))
            for origin in cut.origins:
                assert origin in plain.reached and steps[origin, cut.hex] in (
                    cut.reason,
                    *([False] if not cut.reason else []),
                )
        else:
            assert cut.hex in plain.reached and stop(cut.hex) in (cut.reason, *([True] if not cut.reason else []))
    # The cut is complete: no step out of the region is open without a word.
    told = {(a, cut.hex) for cut in plain.cut_by for a in cut.origins} | {(c.hex, "") for c in plain.cut_by if not c.origins}
    for a in plain.reached:
        for b in NEAR[a]:
            if b not in plain.reached:
                doubtful = isinstance(steps[a, b], Unknown) or (a != start and isinstance(stop(a), Unknown))
                assert (a, b) in told or (a, "") in told or (doubtful and answer is None)


def test_trace_tells_what_cuts() -> None:
    grid = Grid(9, 9, 9, True)
    ring = set(grid.ring("0505", 2))
    zone = {"0303", "0506"} & ring
    wall = trace("0505", grid.neighbours, lambda a, b: ("zone" if b in zone else "enemy") if b in ring else True,
                 lambda name: bool(grid.on_edge(name)))  # fmt: skip
    assert wall.answer is False and wall.path is None and wall.possible_path is None
    assert [cut.hex for cut in wall.cut_by] == sorted(ring)
    assert wall.reached == {"0505", *grid.neighbours("0505")}
    assert all(cut.origins == tuple(sorted(set(grid.neighbours(cut.hex)) & wall.reached)) for cut in wall.cut_by)
    assert wall.cut_by[0] == Cut(wall.cut_by[0].hex, "enemy", wall.cut_by[0].origins) != Cut("0101", "enemy")


def test_trace_from_a_goal_needs_no_step() -> None:
    def nothing(a: str, b: str) -> bool:
        raise AssertionError

    for heuristic in (None, lambda _: 0):
        assert trace("0101", SMALL.neighbours, nothing, {"0101"}.__contains__, heuristic).path == ("0101",)


def test_trace_may_end_in_a_hex_that_it_may_not_leave() -> None:
    grid = Grid(1, 4, 4, True)
    for heuristic in (None, lambda _: 0):
        end = trace("0101", grid.neighbours, lambda a, b: True, {"0103"}.__contains__, heuristic, {"0103"}.__contains__)
        assert end.path == ("0101", "0102", "0103")
        held = trace("0101", grid.neighbours, lambda a, b: True, {"0104"}.__contains__, heuristic,
                     lambda name: "zone of 9 Pz" if name == "0103" else False)  # fmt: skip
        assert held.answer is False and held.cut_by == (Cut("0103", "zone of 9 Pz"),)
        out = trace("0101", grid.neighbours, lambda a, b: True, {"0104"}.__contains__, heuristic, {"0101"}.__contains__)
        assert out.path == ("0101", "0102", "0103", "0104")  # the start itself is not held


def test_open_trace_names_the_facts() -> None:
    grid = Grid(1, 5, 5, True)
    unknown = {"0102": Unknown(["units[1].zoc"]), "0104": Unknown(["units[2].zoc", "hexes[0104].control"])}
    found = trace("0101", grid.neighbours, lambda a, b: unknown.get(b, True), {"0105"}.__contains__)
    assert found.answer is None and found.path is None and found.possible_path == ("0101", "0102", "0103", "0104", "0105")
    assert found.facts == ("units[1].zoc",)
    assert found.path_facts == ("hexes[0104].control", "units[1].zoc", "units[2].zoc")


def test_open_trace_leaves_out_facts_that_decide_nothing() -> None:
    verdict = {("0101", "0102"): Unknown(["inner"]), ("0102", "0103"): Unknown(["outer"])}
    verdict |= {(a, "0103"): "river" for a in NEAR["0103"] if a != "0102"}
    for heuristic in (None, lambda _: 0):
        found = trace("0101", SMALL.neighbours, lambda a, b: verdict.get((a, b), True), {"0103"}.__contains__, heuristic)
        assert found.answer is None and "0102" in found.reached
        assert found.facts == found.path_facts == ("outer",)
    # Nor does a hex that perhaps may not be left, where all around it is reached anyhow.
    verdict["0101", "0102"] = True
    stops = {"0101": Unknown(["inner"])}
    found = trace("0102", SMALL.neighbours, lambda a, b: verdict.get((a, b), True), {"0103"}.__contains__, None,
                  lambda name: stops.get(name, False))  # fmt: skip
    assert found.answer is None and found.reached >= {"0101", "0102", "0201"}
    assert found.facts == found.path_facts == ("outer",)


def test_open_trace_prefers_what_needs_the_fewest_facts() -> None:
    grid = Grid(9, 9, 9, True)
    # Row 04 is a wall with two gaps of which nobody knows: the near one lies behind a second doubt.
    verdict = {"0503": Unknown(["0503"]), "0504": Unknown(["0504"]), "0904": Unknown(["0904"])}
    verdict |= {f"{column:02d}04": "wall" for column in range(1, 9) if column != 5}
    verdict |= {"0403": "wall", "0603": "wall"}
    found = trace("0502", grid.neighbours, lambda a, b: verdict.get(b, True), {"0505"}.__contains__)
    assert found.answer is None and found.path_facts == ("0904",)
    assert found.facts == ("0503", "0904")
    assert found.possible_path is not None and len(found.possible_path) > 4


def test_open_trace_counts_doubtful_stops() -> None:
    grid = Grid(9, 9, 9, True)
    verdict = {f"{column:02d}04": "wall" for column in range(1, 9)}  # row 04 is open in column 9 only
    del verdict["0504"]  # and in column 5, behind a hex that one may not be able to leave
    verdict |= {"0403": "wall", "0603": "wall"}
    stops = {"0503": Unknown(["0503"]), "0504": Unknown(["0504"]), "0904": Unknown(["0904"])}
    found = trace("0502", grid.neighbours, lambda a, b: verdict.get(b, True), {"0505"}.__contains__, None,
                  lambda name: stops.get(name, False))  # fmt: skip
    assert found.answer is None and found.path_facts == ("0904",) and found.facts == ("0503", "0904")


def test_unknown_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError):
        bool(Unknown(["x"]))
    assert Unknown(["b", "a", "b"]) == Unknown(["a", "b"]) and hash(Unknown("a")) == hash(Unknown("a"))
    assert Unknown("a") != Unknown("b") and Unknown(["b", "a"]).facts == ("a", "b")


# --- small ones -----------------------------------------------------------------------------------------------------


def test_check_path() -> None:
    assert check_path(("2010", "2011", "2111"), Grid(47, 29, 28, True).neighbours) is None
    near = Grid(47, 29, 28, True).neighbours
    assert check_path(("2010", "2012", "2011"), near) == 1
    assert check_path(("2010", "2011", "2011"), near) == 2
    assert check_path(("2010", "2011", "9999"), near) == 2
    assert check_path(("2010",), near) is None and check_path((), near) is None
    with pytest.raises(InputError, match="impossible_hex") as told:
        check_path(("9999", "2010"), near)
    assert told.value.slots == {"hex": "9999"}
