"""Geometry: against the plane measured from scratch, and against what the printed rulebook shows."""

from __future__ import annotations

import itertools
import pathlib
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.ground.facts import InputError
from adjudicator.ground.hexes import DIRECTIONS, GeometryUnknown, Grid, opposite, side_key

sys.path.insert(0, str(pathlib.Path(__file__).parent / "perft"))
import perft_slow as slow

FPA = Grid(47, 29, 28, True)
SHAPES = [(47, 29, 28, True), (9, 7, 6, True), (9, 7, 7, True), (8, 6, 7, False), (8, 6, 6, False), (1, 5, 5, True)]

grids = st.builds(
    lambda columns, rows, shorter, lower, dot: Grid(columns, rows, max(1, rows - shorter), lower, dot),
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(0, 1),
    st.booleans(),
    st.sampled_from(["", "."]),
)


def pair(data: st.DataObject, grid: Grid) -> tuple[str, str]:
    hexes = list(grid.hexes())
    return data.draw(st.sampled_from(hexes)), data.draw(st.sampled_from(hexes))


# --- neighbours and distances ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_are_the_centres_one_hex_away(shape: tuple[int, int, int, bool]) -> None:
    grid = Grid(*shape)
    hexes = slow.map_hexes(*shape[:3])
    assert list(grid.hexes()) == hexes
    near = slow.slow_neighbours(hexes, shape[3])
    for name in hexes:
        assert sorted(grid.neighbours(name)) == sorted(near[name])


@pytest.mark.parametrize("shape", SHAPES)
def test_distance_is_the_number_of_steps(shape: tuple[int, int, int, bool]) -> None:
    grid = Grid(*shape)
    hexes = list(grid.hexes())
    near = {name: list(grid.neighbours(name)) for name in hexes}  # checked against the plane above
    for start in hexes[:: 7 if len(hexes) > 500 else 1]:
        assert {name: grid.distance(start, name) for name in hexes} == slow.slow_distances(start, near)


@given(grids, st.data())
def test_adjacency_and_distance_are_symmetric_and_agree(grid: Grid, data: st.DataObject) -> None:
    a, b = pair(data, grid)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.adjacent(a, b) is grid.adjacent(b, a) is (b in grid.neighbours(a)) is (grid.distance(a, b) == 1)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.known_neighbours(a) == grid.possible_neighbours(a) == grid.neighbours(a)


@given(grids, st.data())
def test_directions_go_round_and_back(grid: Grid, data: st.DataObject) -> None:
    a, _ = pair(data, grid)
    directions = [grid.direction(a, b) for b in grid.neighbours(a)]
    assert directions == sorted(directions)  # clockwise from north, what is off the map left out
    for number in range(6):
        b = grid.step(a, number)
        assert (b is not None) == (number in directions)
        if b is not None:
            assert grid.direction(a, b) == number
            assert grid.direction(b, a) == opposite(number) == grid.opposite(number)
            assert grid.step(b, opposite(number)) == a


def test_directions_on_paper() -> None:
    assert [FPA.step("2010", n) for n in range(6)] == ["2009", "2110", "2111", "2011", "1911", "1910"]
    assert [FPA.step("2110", n) for n in range(6)] == ["2109", "2209", "2210", "2111", "2010", "2009"]
    assert [Grid(47, 29, 28, False).step("2010", n) for n in range(6)] == [
        "2009",
        "2109",
        "2110",
        "2011",
        "1910",
        "1909",
    ]
    assert DIRECTIONS[FPA.direction("2010", "2110")] == "north-east"


@settings(max_examples=50)
@given(grids, st.data(), st.integers(0, 6))
def test_rings_and_within(grid: Grid, data: st.DataObject, n: int) -> None:
    a, _ = pair(data, grid)
    assert sorted(grid.ring(a, n)) == sorted(b for b in grid.hexes() if grid.distance(a, b) == n)
    inside = grid.within(a, n)
    assert sorted(inside) == sorted(b for b in grid.hexes() if (grid.distance(a, b) or 0) <= n)
    assert inside[0] == a
    if n == 1:
        assert grid.ring(a, 1) == grid.neighbours(a)


# --- what the rulebook of Breakout: First Panzer Army prints (digest, section 3) ------------------------------------


@pytest.mark.parametrize(
    ("a", "b"),
    [("2218", "2119"), ("2119", "2018"), ("2118", "2017"), ("2019", "1920"), ("1920", "1819")],
)
def test_pairs_that_prove_the_offset(a: str, b: str) -> None:
    assert FPA.adjacent(a, b) is True
    assert Grid(47, 29, 28, False).adjacent(a, b) is False
    assert Grid(47, 29, 28, None).adjacent(a, b) is None


@pytest.mark.parametrize(
    "path",
    [
        ("2119", "2019"),
        ("2120", "2020"),
        ("2018", "1918", "1919"),
        ("1919", "1819"),
        ("2117", "2017"),
        ("2121", "2122"),
    ],
)
def test_pairs_that_hold_in_both(path: tuple[str, ...]) -> None:
    for grid in (FPA, Grid(47, 29, 28, False)):
        assert all(grid.adjacent(a, b) for a, b in itertools.pairwise(path))


def test_vinnitsa_is_a_triangle() -> None:
    assert FPA.adjacent("4513", "4612") and FPA.adjacent("4612", "4613") and FPA.adjacent("4613", "4513")


def test_the_map_and_its_sources() -> None:
    hexes = list(FPA.hexes())
    assert len(hexes) == 1340
    edges = {name: FPA.on_edge(name) for name in hexes}
    soviet = {n for n in hexes if "east" in edges[n] or ("north" in edges[n] and FPA.column(n) >= 11)}
    german = {n for n in hexes if "west" in edges[n] or ("south" in edges[n] and FPA.column(n) <= 46)}
    assert (len(soviet), len(german)) == (65, 74)
    assert {n for n in hexes if edges[n]} - soviet - german == {f"{c:02d}01" for c in range(2, 11)}
    assert {"4729", "4701", "1101"} <= soviet and {"0101", "0129", "4628"} <= german
    assert edges["4729"] == {"south", "east"} and edges["0828"] == {"south"} and edges["2010"] == frozenset()


@pytest.mark.parametrize("shape", [(47, 29, 28, True), (9, 7, 7, True), (8, 6, 7, False), (8, 6, 6, False)])
@pytest.mark.parametrize("edge", ["north", "south", "east", "west"])
def test_distance_to_an_edge(shape: tuple[int, int, int, bool], edge: str) -> None:
    grid = Grid(*shape)
    rim = [name for name in grid.hexes() if edge in grid.on_edge(name)]
    for name in list(grid.hexes())[::11]:
        assert grid.to_edge(name, edge) == min(grid.distance(name, other) or 0 for other in rim)


# --- lines ----------------------------------------------------------------------------------------------------------


@settings(max_examples=300)
@given(st.sampled_from([(9, 8, 7, True), (9, 8, 8, True), (8, 7, 8, False), (9, 8, 8, False)]), st.data())
def test_line_against_the_plane(shape: tuple[int, int, int, bool], data: st.DataObject) -> None:
    grid = Grid(*shape)
    a, b = pair(data, grid)
    line = grid.line(a, b)
    expected = [a] if a == b else slow.slow_line(a, b, list(grid.hexes()), shape[3])
    assert list(line) == expected
    assert tuple(reversed(grid.line(b, a))) == line


def test_lines_on_paper() -> None:
    assert FPA.line("2010", "2013") == ("2010", "2011", "2012", "2013")
    assert FPA.line("2010", "2210") == ("2010", ("2110", "2111"), "2210")
    assert FPA.line("2010", "2111") == ("2010", "2111")
    assert FPA.line("0101", "0301") == ("0101", ("", "0201"), "0301")  # along the edge of the map
    assert FPA.line("0129", "0329") == ("0129", ("", "0228"), "0329")
    assert FPA.line("2010", "2010") == ("2010",)
    # Touches a corner of 2109 only: five columns on and a half hex up.
    assert FPA.line("2010", "2508") == tuple(slow.slow_line("2010", "2508", list(FPA.hexes()), True))


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0000",
        "0100",
        "0001",
        "4801",
        "0130",
        "0229",
        "01011",
        "1 01",
        "-101",
        "\u0660\u0661\u0660\u0661",
        "\u00b2\u00b2\u00b2\u00b2",
        "01.01",
        "Kiev",
    ],
)
def test_names_that_are_no_hexes(text: str) -> None:
    assert not FPA.valid(text)
    for ask in (FPA.neighbours, FPA.column, FPA.row, FPA.on_edge, FPA.known_neighbours):
        with pytest.raises(InputError, match="impossible_hex") as told:
            ask(text)
        assert told.value.slots == {"hex": text} and isinstance(told.value, ValueError)
    assert FPA.distance(text, "2010") is None
    assert not FPA._places.keys() & {text}  # and it is not kept: a log of misspellings must not fill the memory


def test_adjacent_to_what_is_no_hex() -> None:
    assert FPA.adjacent("4801", "4701") is False  # a number beyond the edge is no hex
    assert FPA.adjacent("Kiev", "4701") is None  # a name may lie anywhere


def test_separator() -> None:
    grid = Grid(None, None, None, True, ".")
    assert grid.neighbours("20.10") == ("20.09", "21.10", "21.11", "20.11", "19.11", "19.10")
    assert (grid.column("20.10"), grid.row("20.10"), grid.name(20, 10)) == (20, 10, "20.10")
    assert grid.valid("20.10") and not grid.valid("2010") and not grid.valid("20-10") and not grid.valid("2.010")
    # Printed pairs of the Battalion Combat Series.
    for a, b in (("13.10", "12.09"), ("20.10", "21.11"), ("45.20", "44.19"), ("27.33", "28.32")):
        assert grid.adjacent(a, b)
    assert [grid.distance(*p.split("/")) for p in ("44.20/43.19", "27.31/28.32", "20.10/22.08")] == [2, 2, 3]
    assert Grid(None, None, None, True).distance("1504", "1609") == 6  # OCS


def test_map_without_limits() -> None:
    grid = Grid(None, None, None, True)
    assert grid.neighbours("0000") == ("0100", "0101", "0001")
    assert grid.neighbours("9999") == ("9998", "9899", "9898")
    assert grid.on_edge("0101") == frozenset()
    with pytest.raises(ValueError, match="without limits"):
        next(grid.hexes())
    assert next(grid.inner()) == "0202" and all(len(grid.neighbours(name)) == 6 for name in grid.inner())
    with pytest.raises(ValueError, match="no edge"):
        grid.to_edge("1010", "north")
    half = Grid(9, None, 3, True)  # limits of the even columns only
    assert half.neighbours("0100") == ("0101",) and half.neighbours("0101") == ("0100", "0201", "0102")
    for row in range(12):
        for other in half.neighbours(half.name(1, row)):
            assert half.valid(other) and half.distance(half.name(1, row), other) == 1


@pytest.mark.parametrize("bad", [(0, 5, 5), (5, 0, 5), (5, 5, 100), (-1, 5, 5)])
def test_impossible_maps(bad: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        Grid(*bad, True)


def test_questions_without_answers() -> None:
    for ask in (
        lambda: FPA.direction("2010", "2012"),
        lambda: FPA.direction("2010", "2010"),
        lambda: FPA.ring("2010", -1),
        lambda: FPA.name(48, 1),
        lambda: FPA.to_edge("2010", "up"),
    ):
        with pytest.raises(ValueError):
            ask()


def test_side_key() -> None:
    assert side_key("2119", "2018") == side_key("2018", "2119") == FPA.side_key("2119", "2018") == "2018/2119"


# --- what a situation states ----------------------------------------------------------------------------------------


def test_unknown_offset_answers_within_the_column() -> None:
    grid = Grid(None, None, None, None)
    assert grid.adjacent("2010", "2011") is True and grid.adjacent("2010", "2012") is False
    assert grid.distance("2010", "2017") == 7
    assert grid.line("2010", "2012") == ("2010", "2011", "2012")
    assert grid.direction("2010", "2009") == 0 and grid.step("2010", 3) == "2011"
    assert grid.ring("2010", 0) == ("2010",)
    assert grid.adjacent("2010", "2110") is None and grid.distance("2010", "2113") is None
    assert grid.known_neighbours("2010") == ("2009", "2011")
    both = {*Grid(None, None, None, True).neighbours("2010"), *Grid(None, None, None, False).neighbours("2010")}
    assert set(grid.possible_neighbours("2010")) == both
    for ask in (
        lambda: grid.neighbours("2010"),
        lambda: grid.direction("2010", "2110"),
        lambda: grid.step("2010", 1),
        lambda: grid.within("2010", 1),
        lambda: grid.line("2010", "2110"),
    ):
        with pytest.raises(GeometryUnknown):
            ask()


def test_stated_pairs_overrule() -> None:
    blank = Grid(None, None, None, None)
    grid = blank.with_facts([["2011", "2111"], ["Rakowo", "2011"]], [["2011", "2112"]], {"2010/2113": 4})
    assert grid.adjacent("2111", "2011") is True and grid.distance("2111", "2011") == 1
    assert grid.adjacent("2112", "2011") is False and grid.distance("2112", "2011") is None
    assert grid.distance("2113", "2010") == 4 and grid.adjacent("2010", "2113") is False
    assert grid.known_neighbours("2011") == ("2010", "2012", "2111", "Rakowo")
    assert grid.known_neighbours("Rakowo") == ("2011",) and grid.adjacent("Rakowo", "2011") is True
    assert grid.adjacent("Rakowo", "2012") is None and not grid.valid("Rakowo")
    assert "2112" not in grid.possible_neighbours("2011") and "2110" in grid.possible_neighbours("2011")
    with pytest.raises(GeometryUnknown):
        grid.neighbours("Rakowo")
    assert blank.adjacent("2011", "2111") is None  # the map itself is as it was


def test_stated_pairs_on_a_known_map() -> None:
    grid = FPA.with_facts([["2010", "2015"]], [["2010", "2011"]], {"2010/2020": 2})
    assert grid.neighbours("2010") == ("2009", "2110", "2111", "1911", "1910", "2015")
    assert "2010" not in grid.neighbours("2011") and "2010" in grid.neighbours("2015")
    assert grid.ring("2010", 1) == grid.neighbours("2010")
    assert grid.ring("2010", 2)[-1] == "2020" and "2012" in grid.ring("2010", 2)
    assert grid.distance("2010", "2011") is None and grid.distance("2010", "2015") == 1
    again = grid.with_facts(not_adjacent=[["2010", "2015"]], adjacent=[["2011", "2010"]])
    assert again.neighbours("2010") == FPA.neighbours("2010") and again.distance("2010", "2020") == 2
    with pytest.raises(ValueError, match="not adjacent"):
        grid.direction("2010", "2015")


@pytest.mark.parametrize(
    "facts",
    [
        {"adjacent": ["2010"]},
        {"adjacent": [["2010", "2010"]]},
        {"adjacent": [["2010", "2011", "2012"]]},
        {"distances": {"2010": 3}},
        {"distances": {"2010/2012": 0}},
        {"distances": {"2010/2012": "3"}},
        {"adjacent": [["2010", "2012"]], "not_adjacent": [["2012", "2010"]]},
        {"adjacent": [["2010", "2012"]], "distances": {"2010/2012": 2}},
        {"distances": {"2010/2012": 2, "2012/2010": 3}},
    ],
)
def test_facts_that_are_none(facts: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        FPA.with_facts(**facts)  # type: ignore[arg-type]


def test_the_same_stated_twice() -> None:
    grid = FPA.with_facts([["2010", "2011"], ["2011", "2010"]], [["2010", "2012"]], {"2010/2011": 1, "2010/2012": 3})
    assert grid.neighbours("2010")[3] == "2011" and grid.distance("2010", "2012") == 3


# --- cost of a cold start -------------------------------------------------------------------------------------------


def test_tables_are_built_on_demand_only() -> None:
    grid = Grid(47, 29, 28, True)
    assert len(grid._places) == 0
    grid.neighbours("2010")
    assert set(grid._places) == {"2010"}


def test_imports_are_light() -> None:
    code = "import sys; before = set(sys.modules); import adjudicator.ground.hexes, adjudicator.ground.traces; print(*sorted(set(sys.modules) - before))"
    root = pathlib.Path(__file__).parent.parent
    out = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(root)!r}); {code}"],
                         capture_output=True, text=True, check=True)  # fmt: skip
    new = set(out.stdout.split())
    assert {"adjudicator.ground.searches", "adjudicator.ground.traces"} <= new
    assert not new & {"re", "typing", "dataclasses", "enum", "fractions", "collections", "functools"}
