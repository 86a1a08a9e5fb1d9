"""Poland Defiant beyond the conformance cases: sentences, slow oracles against the fast searches, and the files of the rulebook."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import book
from adjudicator.book.engine import judge
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, Names, Stated
from adjudicator.play.game import Game, language_of
from tests.conftest import ROOT, every, heard, some
from tests.spoken import sentences

BOOK = book.load("pd")
LANGUAGE = language_of(BOOK)
UNITS = ["46", "26", "4", "14", "18", "33", "7", "10", "36", "62", "68", "1Pz", "5Pz", "2Lg", "13Mot", "1Lt", "2Mt", "22Mt", "KasPP", "53PP", "PozON", "Podo",
         "Modl", "Mlaw", "Bydo", "206", "10 HQ", "3 HQ", "8 HQ", "Lodz HQ", "Krakow HQ", "Poznan HQ", "Malopolska HQ", "Bernolak HQ", "Unrug HQ", "Narew HQ",
         "Schleswig-Holstein", "Lodz", "Poznan", "10th Army", "14th Army", "Krakow", "LAH", "West"]  # fmt: skip
PLANES = [("ground_attack", "Stuka"), ("ground_attack", "Do17"), ("interdiction", "He111"), ("interdiction", "Ju88"), ("ground_attack", "Polish air")]
NAMES = Names(UNITS, PLANES, None, [("Modlin", "2219"), ("Lodz", "1014"), ("Danzig", "1015"), ("Warsaw", "2218")])
CENTRE = "1510"


# ---- sentences ------------------------------------------------------------------------------------------------------------
OPEN = frozenset((ROOT / "tests" / "sentences" / "open_pd_texts.txt").read_text("utf-8").splitlines())
"""Texts that are not read so yet: refused, or understood with other slots."""


@every(lambda: (row for row in sentences("pd") if row[0] not in OPEN), fast=8)
def test_sentence(text: str, meaning: tuple[Stated | Act, ...]) -> None:
    assert LANGUAGE.parse(text, NAMES).parts == meaning


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("How many units may stack in a hex?", "stack_units"),
        ("¿Cuántas unidades se pueden apilar en un hex?", "stack_units"),
        ("How many HQs may be in a hex?", "stack_hqs"),
        ("How many independents may an HQ activate?", "independents"),
        ("¿Cuántas independientes puede activar un HQ?", "independents"),
        ("How many replacement points does an infantry step cost?", "infantry_points"),
        ("¿Cuántos puntos cuesta un paso de caballería?", "cavalry_points"),
        ("¿Cuántos hexes avanzan los blindados?", "mechanised_advance"),
        ("How many steps does a stack lose for each enemy ZOC?", "retreat_zone_steps"),
        ("How many MP does interdiction cost infantry?", "interdicted_foot"),
        ("How many hexes may a supply line go without road?", "supply_off_road"),
        ("How many VP hexes make a German major victory?", "german_major"),
        ("¿Cuántos hexes de VP hacen falta para una victoria mayor alemana?", "german_major"),
    ],
)
def test_figures_of_rules(text: str, name: str) -> None:
    (act,) = LANGUAGE.parse(text, NAMES).parts
    assert isinstance(act, Act)
    assert act.slots["ask"].name == name


# ---- positions ------------------------------------------------------------------------------------------------------------
def unit(id_: str, side: str, at: str, kind: str = "inf", attack: int = 3, defense: int = 3, **more: Any) -> dict[str, Any]:
    """A counter."""
    return {"id": id_, "side": side, "kind": kind, "attack": attack, "defense": defense, "ma": 3, "at": at, **more}


def position(units: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A position under the book's defaults."""
    return {"assume": "defaults", "turn": 2, "phase": "combat segment", "active": "german", "units": units, **more}


def around(radius: int) -> list[str]:
    """The hexes within a distance of the centre."""
    grid = BOOK.grid
    return [name for column in range(10, 21) for row in range(5, 16) if (name := f"{column:02d}{row:02d}") and grid.distance(CENTRE, name) <= radius]


def some_position(seed: int) -> dict[str, Any]:
    """A made-up position: 26 in the centre, attacked by 46, among Germans, Poles, water, rivers and mountains."""
    dice = random.Random(seed)
    near = [name for name in around(4) if name != CENTRE]
    hexes: dict[str, Any] = {name: {"terrain": dice.choice(["water", "mountain"])} for name in dice.sample(near, 10)}
    land = [name for name in near if name not in hexes]
    places = dice.sample(land, 7)
    start = dice.choice([name for name in BOOK.grid.neighbours(CENTRE) if name in land] or [land[0]])
    units = [unit("26", "polish", CENTRE, steps=2, max_steps=2), unit("46", "german", start)]
    units += [unit(str(100 + i), "german" if i < 4 else "polish", name, attack=dice.choice([0, 1, 3])) for i, name in enumerate(places) if name != start]
    free = [name for name in land if name not in {item["at"] for item in units}]
    for name in dice.sample(free, dice.choice([0, 1, 2])):
        hexes[name] = {"features": ["warsaw"]}
    sides = {}
    for name in [*land, CENTRE]:
        for other in BOOK.grid.neighbours(name):
            if other in land and name < other and dice.random() < 0.12:
                sides[f"{name}/{other}"] = dice.choice([["major_river"], ["minor_river"], ["road"], ["rail"], ["major_river", "road"]])
    pending = {"result": f"Dr{dice.choice([1, 2, 3])}", "attackers": ["46"], "defenders": ["26"], "hex": CENTRE}
    return position(units, hexes=hexes, hexsides=sides, pending=pending)


# ---- the rules once more, from scratch and slowly ---------------------------------------------------------------------------
class Slow:
    """What the book says of ground, zones and supply, written out once more without the rulebook's functions."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.units = data["units"]

    def side(self, first: str, second: str) -> list[str]:
        return next((found for key, found in self.data["hexsides"].items() if set(key.split("/")) == {first, second}), [])

    def terrain(self, hex_: str) -> str:
        return str(self.data["hexes"].get(hex_, {}).get("terrain", "clear"))

    def passable(self, first: str, second: str) -> bool:
        there = self.side(first, second)
        if self.terrain(second) == "water" or self.terrain(second) == "mountain" and "road" not in there:
            return False
        return "major_river" not in there or "road" in there or "rail" in there

    def holds(self, hex_: str, side: str, but: str = "") -> bool:
        return any(item["at"] == hex_ and item["side"] == side and item["id"] != but for item in self.units)

    def in_zone(self, hex_: str) -> bool:
        """Whether a hex lies in a German zone of control."""
        for item in self.units:
            if item["side"] != "german" or item["attack"] < 1 or item["at"] not in BOOK.grid.neighbours(hex_):
                continue
            there = self.side(item["at"], hex_)
            bridged = "road" in there or "rail" in there
            mountain = "mountain" in (self.terrain(hex_), self.terrain(item["at"]))
            if self.terrain(hex_) != "water" and ("major_river" not in there or bridged) and (not mountain or "road" in there):
                return True
        return False

    def opens(self, there: str, but: str) -> bool:
        """Whether a line may go through a hex: no enemy, no zone without a friend."""
        return not self.holds(there, "german") and (not self.in_zone(there) or self.holds(there, "polish", but))

    def supplied(self, start: str, but: str = "26") -> bool:
        """Every line of supply tried hex by hex, the first four over any ground."""
        goals = {name for name, facts in self.data["hexes"].items() if "warsaw" in facts.get("features", [])}
        if not goals:  # wherever it may be: unless no line leads out of the hex
            return any(self.passable(start, there) and self.opens(there, but) for there in BOOK.grid.neighbours(start))
        seen = {(start, 0)}
        todo = [(start, 0)]
        while todo:
            here, count = todo.pop()
            if here in goals:
                return True
            for there in BOOK.grid.neighbours(here):
                line = {"road", "rail"} & set(self.side(here, there))
                if count >= 4 and not line or not self.passable(here, there) or not self.opens(there, but):
                    continue
                state = (there, min(count + 1, 4))
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return False

    def retreats(self, need: int) -> list[tuple[str, ...]]:
        """The legal retreats: as long as possible, through as few zones, into supply, in that order, out of all rows of hexes."""
        best: list[tuple[str, ...]] = []
        for length in range(need, 0, -1):
            found = [way for way in self.rows(length) if all(self.passable(a, b) and not self.holds(b, "german") for a, b in pairwise((CENTRE, *way)))]
            if found:
                fewest = min(sum(map(self.in_zone, way)) for way in found)
                best = [way for way in found if sum(map(self.in_zone, way)) == fewest]
                supplied = [way for way in best if self.supplied(way[-1])]
                return supplied or best
        return best

    @staticmethod
    def rows(length: int) -> Iterator[tuple[str, ...]]:
        rings = [[name for name in around(4) if BOOK.grid.distance(CENTRE, name) == far] for far in range(1, length + 1)]
        return (way for way in product(*rings) if all(b in BOOK.grid.neighbours(a) for a, b in pairwise((CENTRE, *way))))


@pytest.mark.parametrize("seed", some(range(60), 30))
def test_retreats_against_every_row_of_hexes(seed: int) -> None:
    data = some_position(seed)
    slow = Slow(data)
    need = int(data["pending"]["result"][2:])
    expected = sorted("-".join(way) for way in slow.retreats(need))
    ruling = judge(BOOK, Situation(BOOK, data), "retreats", {"units": ("26",)})
    assert sorted(ruling.computed["retreats"]) == expected
    if expected:
        assert ruling.computed["retreat"] == expected[0].count("-") + 1


@pytest.mark.parametrize("seed", some(range(40), 12))
def test_declared_retreats_are_legal_exactly_if_they_are_among_the_best(seed: int) -> None:
    data = some_position(seed)
    slow = Slow(data)
    need = int(data["pending"]["result"][2:])
    legal = slow.retreats(need)
    tried = list(slow.rows(1)) + random.Random(seed).sample(list(slow.rows(2)), 6)
    for way in dict.fromkeys([*legal, *tried]):
        full = len([item for item in data["units"] if item["side"] == "polish" and item["at"] == way[-1]]) >= 2
        slots: dict[str, Any] = {"units": ("26",), "path": way} if len(way) > 1 else {"units": ("26",), "to": way[0]}
        ruling = judge(BOOK, Situation(BOOK, data), "retreat", slots)
        assert (ruling.verdict == "legal") == (way in legal and not full), (way, [(number, found.key) for number, found in ruling.findings])


@pytest.mark.parametrize("seed", some(range(60), 30))
def test_supply_against_every_line(seed: int) -> None:
    data = some_position(seed)
    slow = Slow(data)
    for item in data["units"]:
        if item["side"] == "polish":
            ruling = judge(BOOK, Situation(BOOK, {**data, "phase": "supply phase"}), "status", {"units": (item["id"],)})
            assert ruling.computed["answer"] == ("yes" if slow.supplied(item["at"], item["id"]) else "no")
            if "path" in ruling.computed:
                way = ruling.computed["path"].split("-")
                assert way[0] == item["at"] and all(b in BOOK.grid.neighbours(a) for a, b in pairwise(way))
                assert all({"road", "rail"} & set(slow.side(a, b)) for a, b in list(pairwise(way))[4:])


STATES = st.sampled_from(["in", "out", "isolated"])
SIDES = st.sampled_from([[], ["minor_river"], ["major_river"], ["minor_river", "rail"]])
HALF = Fraction(1, 2)


@settings(max_examples=150)
@given(
    attackers=st.lists(st.tuples(st.integers(0, 7), STATES, SIDES), min_size=1, max_size=6),
    defenders=st.lists(st.tuples(st.integers(1, 5), STATES), min_size=1, max_size=2),
)
def test_halves_are_added_before_they_are_rounded(attackers: list[tuple[int, str, list[str]]], defenders: list[tuple[int, str]]) -> None:
    places = sorted(BOOK.grid.neighbours(CENTRE))
    units = [unit(f"G{i}", "german", places[i], attack=strength, supply=state) for i, (strength, state, _) in enumerate(attackers)]
    units += [unit(f"P{i}", "polish", CENTRE, defense=strength, supply=state) for i, (strength, state) in enumerate(defenders)]
    sides = {f"{places[i]}/{CENTRE}": river for i, (_, _, river) in enumerate(attackers)}
    exact = Fraction(0)
    for strength, state, river in attackers:
        exact += strength * (HALF if state != "in" else 1) * (HALF if river in (["minor_river"], ["major_river"]) else 1)
    theirs = int(sum((strength * (HALF if state == "isolated" else 1) for strength, state in defenders), Fraction(0)))
    data = position(units, hexsides=sides, tables={"crt_columns": ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"]})
    ruling = judge(BOOK, Situation(BOOK, data), "attack", {"units": tuple(item["id"] for item in units if item["side"] == "german"), "target": CENTRE})
    if not exact:
        assert ruling.verdict == "illegal"
        return
    ours = Fraction(int(exact)) or HALF
    assert (ruling.computed["attack_total"], ruling.computed["defense_total"]) == (ours, theirs)
    assert ruling.ledgers["attack"].total == ours and ruling.ledgers["defense"].total == theirs
    assert (ruling.verdict == "legal") == (theirs == 0 or 2 * ours >= theirs)
    if ruling.verdict == "legal" and theirs:
        assert ruling.computed["column"] == ("1:2" if ours < theirs else f"{min(int(ours / theirs), 8)}:1")


# ---- a combat played on -----------------------------------------------------------------------------------------------------
def test_a_combat_from_the_attack_to_the_advance() -> None:
    tables = {"crt_columns": ["1:2", "1:1", "2:1", "3:1"], "crt": {"3:1": {"4": "D1r1"}}}
    data = position([unit("1Pz", "german", "1509", "mech", attack=6), unit("46", "german", "1509"), unit("26", "polish", CENTRE, steps=2, max_steps=2)],
                    tables=tables)  # fmt: skip
    game = Game(BOOK, Situation(BOOK, data))
    attack = heard(game, "1Pz and 46 attack 1510; die 4")[0]
    assert (attack.verdict, attack.computed["result"], attack.computed["losses"]) == ("legal", "D1r1", 1)
    assert [ruling.verdict for ruling in heard(game, "26 takes the D1 loss")] == ["legal"]
    assert game.situation.units["26"].steps == 1
    assert [ruling.verdict for ruling in heard(game, "1Pz advances 1510-1511")] == ["illegal"]  # 26 is still there
    game = Game(BOOK, Situation(BOOK, data))
    for text in ("1Pz and 46 attack 1510; die 4", "26 takes the D1 loss", "26 retreats to 1610", "1Pz advances 1510-1511", "46 advances into 1510"):
        assert [ruling.verdict for ruling in heard(game, text)] == ["legal"], text
    assert {name: item.hex for name, item in game.situation.units.items()} == {"1Pz": "1511", "46": "1510", "26": "1610"}
    assert [ruling.verdict for ruling in heard(game, "46 attacks 1610")] == ["illegal"]  # one attack for each unit


def test_an_advance_is_the_same_hex_by_hex() -> None:
    """Two hexes of a mechanised unit in two deeds, the second once; one hex of any other unit."""
    pending = {"result": "Dr2", "attackers": ["1Pz", "46"], "defenders": ["26"], "hex": CENTRE, "retreated": True}
    units = [unit("1Pz", "german", "1509", "mech"), unit("46", "german", "1509"), unit("26", "polish", "1715")]
    for name, verdicts in (("1Pz", ["legal", "legal", "illegal"]), ("46", ["legal", "illegal"])):
        game = Game(BOOK, Situation(BOOK, position(units, pending=pending)))
        assert [heard(game, f"{name} advances to {hex_}")[0].verdict for hex_ in (CENTRE, "1511", "1512")[: len(verdicts)]] == verdicts


def test_who_is_shut_in_has_no_line_wherever_the_source_is() -> None:
    """No source is stated: a unit all around which enemies or their zones lie is out all the same, one with a gap is not."""
    around_it = sorted(BOOK.grid.neighbours(CENTRE))
    shut = [unit(f"G{number}", "german", place) for number, place in enumerate(around_it)]
    for foes, supply in ((shut, "out"), (shut[:1], "in")):
        data = position([unit("26", "polish", CENTRE), *foes], phase="supply phase", assume="defaults")
        assert heard(Game(BOOK, Situation(BOOK, data)), "is 26 in supply?")[0].computed["supply"] == supply


# ---- the files --------------------------------------------------------------------------------------------------------------
