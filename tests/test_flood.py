"""Sets of hexes as numbers: their neighbours are those of the grid, and one flood gives each unit the answer that a search of its own gives it."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ground.flood import Field, field_of
from adjudicator.ground.hexes import Grid
from adjudicator.ground.situation import Situation
from tests.conftest import rulebook


@given(st.integers(1, 16), st.integers(1, 16), st.integers(0, 1), st.booleans(), st.sampled_from((0.5, 0.6, 0.8, 1)), st.randoms(use_true_random=False))
def test_neighbours_and_what_is_reached(columns: int, rows: int, less: int, even_lower: bool, open_: float, dice: random.Random) -> None:
    grid = Grid(columns, rows, max(1, rows - less), even_lower)
    field = Field(grid)
    names = sorted(field.bits)
    some, through = {name for name in names if dice.random() < 2 / len(names)}, {name for name in names if dice.random() < open_}
    assert field.around(field.of(some)) == field.of(there for here in some for there in grid.neighbours(here))
    found, edge = some & through, some & through
    while edge:
        edge = {there for here in edge for there in grid.neighbours(here) if there in through} - found
        found |= edge
    assert field.reached(field.of(some), field.of(through)) == field.of(found)
    assert field.where(lambda name: name in some) == field.of(some)


@pytest.mark.parametrize("grid", [Grid(None, None, None, True), Grid(5, 5, 5, None), Grid(5, 5, 5, True).with_facts(adjacent=[("0101", "0505")])])
def test_maps_that_are_not_known_have_no_field(grid: Grid) -> None:
    assert field_of(grid) is None


@pytest.mark.parametrize("seed", range(12))
def test_every_unit_has_the_supply_that_its_own_search_gives_it(seed: int) -> None:
    """fpa: rings, fronts, units beside one another and on sources, in all weathers and readings; the readings that were used are the same."""
    book, dice = rulebook("fpa"), random.Random(seed)
    supply = sys.modules[next(name for name in sys.modules if name.endswith("fpa.r08_supply"))]
    grid = book.grid
    middle = dice.choice(["1515", "4410", "1103", "4528", "2502"])
    near = [name for name in grid.within(middle, 6) if grid.valid(name)]
    units: list[dict[str, Any]] = []
    for number in range(dice.randint(10, 60)):
        side = dice.choice(("german", "german", "soviet"))
        kind = {"kind": "panzer", "size": "division"} if side == "german" else {"kind": "tank", "size": "corps"}
        units.append(
            {"id": f"{number + 1}{side[0]}", "side": side, "class": "mechanized", "attack": 3, "defense": 3, "steps": 2, "at": dice.choice(near), **kind}
        )
    readings = {id_: dice.choice(list(book.readings[id_]["choices"])) for id_ in ("A-03", "A-04")}
    weather = dice.choice(("frost", "thaw", "storm"))
    situation = Situation(book, {"rulebook": "fpa", "weather": weather, "units": units, "options": {"readings": readings}})
    assert supply.ends_of_lines(situation) is not None
    for hex_ in near:
        situation.used_readings = {}
        found = supply.has_line(situation, hex_)
        used, situation.used_readings = situation.used_readings, {}
        assert found == bool(supply.supply_line(situation, hex_).answer), (hex_, weather, readings)
        assert used == situation.used_readings, (hex_, weather, readings)
