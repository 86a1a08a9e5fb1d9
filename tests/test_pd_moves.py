"""Movement, strategic movement and command range of Poland Defiant against slow enumerations that share no code with the rulebook."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book.engine import judge
from adjudicator.ground.situation import Situation
from adjudicator.log.reader import Log
from tests.conftest import ROOT, some
from tests.test_pd_rules import BOOK, CENTRE, around, position, unit

PRICES = {"clear": 1, "woods": 2, "mountain": 3, "road": 1}


def some_ground(seed: int) -> dict[str, Any]:
    """A made-up position: a German unit in the centre, Poles and an HQ around it, rivers, roads, water, woods, mountains, perhaps aircraft."""
    dice = random.Random(seed)
    near = [name for name in around(4) if name != CENTRE]
    hexes: dict[str, Any] = {name: {"terrain": dice.choice(["water", "mountain", "woods", "woods"])} for name in dice.sample(near, 14)}
    land = [name for name in [*near, CENTRE] if hexes.get(name, {}).get("terrain") != "water"]
    sides = {}
    for name in land:
        for other in BOOK.grid.neighbours(name):
            if other in land and name < other and dice.random() < 0.25:
                sides[f"{name}/{other}"] = dice.choice([["major_river"], ["minor_river"], ["road"], ["road"], ["minor_river", "rail"], ["major_river", "road"]])
    places = dice.sample([name for name in land if name != CENTRE], 5)
    units = [unit("1Pz", "german", CENTRE, dice.choice(["mech", "inf"]), ma=dice.choice([2, 3, 4]))]
    units += [unit(str(100 + i), "polish", name, attack=dice.choice([0, 1, 2])) for i, name in enumerate(places[:3])]
    units += [{"id": "Lodz HQ", "side": "polish", "kind": "hq", "formation": "Lodz", "at": places[3]}]
    markers = [{"kind": "interdiction", "id": "He111", "side": "german", "luftflotte": 4, "at": dice.choice(near)}] if dice.random() < 0.4 else []
    return position(units, hexes=hexes, hexsides=sides, markers=markers, phase="movement segment", tables={"tec_mp": PRICES})


class Ground:
    """Chapters 5, 6 and 12.2 once more, for the German unit 1Pz."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.unit = data["units"][0]
        self.points = 2 if self.unit["kind"] == "mech" else 1
        self.bombed = {name for marker in data["markers"] for name in [marker["at"], *BOOK.grid.neighbours(marker["at"])]}

    def side(self, first: str, second: str) -> list[str]:
        return next((found for key, found in self.data["hexsides"].items() if set(key.split("/")) == {first, second}), [])

    def terrain(self, hex_: str) -> str:
        return str(self.data["hexes"].get(hex_, {}).get("terrain", "clear"))

    def zone(self, hex_: str) -> bool:
        for item in self.data["units"][1:]:
            if item["kind"] == "hq" or item["attack"] == 0 or item["at"] not in BOOK.grid.neighbours(hex_):
                continue
            there = self.side(item["at"], hex_)
            closed = "major_river" in there and "road" not in there
            closed = closed or "mountain" in (self.terrain(hex_), self.terrain(item["at"])) and "road" not in there
            if not closed:
                return True
        return False

    def step(self, before: str, here: str) -> Fraction | None:
        """What a step costs, or None where it cannot be made."""
        there = self.side(before, here)
        held = [item for item in self.data["units"][1:] if item["at"] == here]
        if self.terrain(here) == "water" or any(item["kind"] != "hq" for item in held):
            return None
        if self.terrain(here) == "mountain" and "road" not in there or "major_river" in there and "road" not in there:
            return None
        cost = Fraction(PRICES["road"] if "road" in there else PRICES[self.terrain(here)] + ("minor_river" in there and "rail" not in there))
        leaving, entering = self.zone(before), self.zone(here)
        return cost + (3 if leaving and entering else 1 if leaving or entering else 0)

    def stops(self, before: str, here: str) -> bool:
        there = self.side(before, here)
        return "minor_river" in there and "road" not in there and "rail" not in there

    def legal(self, way: tuple[str, ...]) -> bool:
        """Whether a whole path may be moved along."""
        spent = Fraction(0)
        for before, here in pairwise(way):
            cost = self.step(before, here)
            if cost is None or self.stops(before, here) and here != way[-1]:
                return False
            spent += cost
        return spent <= self.unit["ma"] - (self.points if set(way) & self.bombed else 0)

    def reach(self) -> set[str]:
        """Every hex at the end of some legal path, all paths tried."""
        found: set[str] = set()
        todo: list[tuple[str, ...]] = [(CENTRE,)]
        while todo:
            way = todo.pop()
            for there in BOOK.grid.neighbours(way[-1]):
                longer = (*way, there)
                if there in way or not self.legal(longer):
                    continue
                found.add(there)
                if not self.stops(way[-1], there):
                    todo.append(longer)
        return found


def ask(data: dict[str, Any], kind: str, **slots: Any) -> Any:
    """The ruling on one act or question."""
    return judge(BOOK, Situation(BOOK, data), kind, slots)


@pytest.mark.parametrize("seed", some(range(40), 12))
def test_where_a_unit_can_go(seed: int) -> None:
    data = some_ground(seed)
    slow = Ground(data).reach()
    found = set(ask(data, "where_go", units=("1Pz",)).computed["reach"])
    assert found <= slow
    if not data["markers"]:  # around interdicted hexes the cheapest way need not be the best one
        assert found == slow


@pytest.mark.parametrize("seed", range(60))
def test_paths_as_declared(seed: int) -> None:
    """Random rows of hexes, legal or not."""
    data = some_ground(seed)
    ground, dice = Ground(data), random.Random(seed)
    for _ in range(6):
        way = [CENTRE]
        for _ in range(dice.choice([1, 2, 3])):
            way.append(dice.choice([name for name in BOOK.grid.neighbours(way[-1]) if name not in way]))
        ruling = ask(data, "move", units=("1Pz",), path=tuple(way))
        assert (ruling.verdict == "legal") is ground.legal(tuple(way)), (way, [(rule, finding.key) for rule, finding in ruling.findings])
        if ruling.verdict == "legal":
            assert ruling.computed["cost"] == sum(ground.step(a, b) or 0 for a, b in pairwise(way))


@pytest.mark.parametrize("seed", some(range(40), 16))
def test_command_range(seed: int) -> None:
    """Range by breadth: into no water, into and through mountains along roads only, over rivers and past enemies."""
    data = some_ground(seed)
    ground, reach = Ground(data), random.Random(seed).choice([2, 3, 4])
    level, seen = {CENTRE}, {CENTRE}
    for _ in range(reach):
        level = {
            there for here in level for there in BOOK.grid.neighbours(here)
            if ground.terrain(there) != "water"
            and ("road" in ground.side(here, there) or ground.terrain(there) != "mountain" and (here == CENTRE or ground.terrain(here) != "mountain"))
        }  # fmt: skip
        seen |= level
    hq = {"id": "10 HQ", "side": "german", "kind": "hq", "formation": "10th Army", "command_range": reach, "at": CENTRE}
    for place in around(4):
        if place == CENTRE or ground.terrain(place) == "water":
            continue
        pawn = unit("46", "german", place, formation="10th Army")
        asked = ask({**data, "phase": "command phase", "units": [*data["units"], hq, pawn]}, "activate", by=("10 HQ",), units=("46",))
        assert (asked.verdict == "legal") is (place in seen), place


@pytest.mark.parametrize("mover", [unit("13Mot", "german", "1515", "mot", ma=3), {"id": "10 HQ", "side": "german", "kind": "hq", "ma": 3, "at": "1515"}])
def test_strategic_movement_takes_half_a_point(mover: dict[str, Any]) -> None:
    sides = {f"15{row:02d}/15{row + 1:02d}": ["road"] for row in range(5, 15)}
    for length in range(1, 9):
        way = tuple(f"15{15 - row:02d}" for row in range(length + 1))
        ruling = ask(position([mover], hexsides=sides, phase="movement segment"), "move", units=(mover["id"],), path=way, how="strategic")
        assert ruling.computed["cost"] == Fraction(length, 2)
        assert (ruling.verdict == "legal") is (length <= 6)


# ---- from turn to turn --------------------------------------------------------------------------------------------------------
TWO_TURNS = f"""rulebook pd
situation {ROOT / "examples" / "pd" / "turn1.yaml"}
phase command phase
the 10th Army chit is drawn
the 10th Army chit activates 10 HQ
the random event chit is drawn
random event roll 1 3
the random event chit is drawn
phase supply phase
phase sudden death victory segment
phase ground attack segment
phase command phase
tables.trt.2.german = 6
the 10th Army chit is drawn
the 10th Army chit activates 10 HQ
the random event chit is drawn
"""


@pytest.mark.parametrize("change", ["phase ground attack segment", "turn 2"])
def test_a_new_turn_empties_the_boxes(change: str, tmp_path: Path) -> None:
    """Chits are drawn once a turn, whether the new turn is stated or comes with its first segment; the pace is noted when a turn ends."""
    path = tmp_path / "game.log"
    path.write_text(TWO_TURNS.replace("phase ground attack segment", change), encoding="utf-8")
    log = Log(str(path))
    bad = [(record.line, record.text) for record in log.records() if any(ruling.verdict != "legal" for ruling in record.rulings)]
    assert bad == [(8, "the random event chit is drawn")]
    facts = log.game.situation.facts
    assert (facts["turn"], facts["vph"], facts["activation_track"]) == (2, {"1": 0}, {"german": ["10th Army"]})
