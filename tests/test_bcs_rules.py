"""Battalion Combat Series: sentences of players, and the fast searches of chapter 4 against slow enumerations."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator import book
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, Names, Stated
from adjudicator.play.game import Game, language_of
from tests.conftest import every, heard

ROOT = Path(__file__).resolve().parent.parent
BOOK = book.load("bcs")
LANGUAGE = language_of(BOOK)
FORMATIONS = ["12VG", "277VG", "99ID", "3FJ", "116Pz", "7AD", "106ID", "28ID", "30ID", "GF", "UF", "26VG", "CCR/9"]
UNITS = (
    "2/394", "3/394", "1/394", "324Eng", "I/2", "I/89", "II/89", "I/16", "II/16", "I/27", "I/60", "12Fus", "12PzJ", "12Pi", "88s", "A/9", "B/9", "A/31",
    "KG-Stephan", "TF-Harper", "III/15", "741Tk", "801TD", "GR1", "GR2", "PZ1", "PG1", "US1", "US2", "US-TK", "1/117", "87Cav", "A", "B", "C", "IND1",
    "M10", "I/156", "I/190", "519Pi", "SOV1", "US7", "GR3", "GR5", "PZ2", "PG2", "STG1", "AC1", "AT1", "32-Cav",
)  # fmt: skip
NAMES = Names((*FORMATIONS, *UNITS, *(f"{name} {kind}" for name in ("12VG", "99ID", "3FJ", "106ID", "30ID", "GF", "UF", "7AD") for kind in ("HQ", "Trains"))))


def _sentences() -> list[tuple[str, str]]:
    """Every sentence of tests/sentences/bcs_*.txt with its meaning."""
    rows, meaning = [], ""
    for path in sorted((ROOT / "tests" / "sentences").glob("bcs_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= "):
                meaning = line[2:]
            elif line.strip() and not line.startswith("#"):
                rows.append((line, meaning))
    return rows


def plain(value: Any) -> Any:
    """A value as JSON holds it."""
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def expected(meaning: str) -> list[tuple[str, Any]]:
    """(kind or path, slots or value) of the parts of a meaning."""
    found = []
    for part in meaning.split(" ; "):
        path, stated, value = part.partition(" := ")
        kind, _, slots = part.partition(" ")
        found.append((path, json.loads(value)) if stated else (kind, json.loads(slots)))
    return found


OPEN = frozenset((ROOT / "tests" / "sentences" / "open_bcs_texts.txt").read_text("utf-8").splitlines())
"""Texts that are not read so yet: refused, or understood with other slots."""


@every(lambda: (row for row in _sentences() if row[0] not in OPEN), fast=5, slow=5)
def test_sentences(text: str, meaning: str) -> None:
    found: list[tuple[str, Any]] = []
    for part in LANGUAGE.parse(text, NAMES).parts:
        if isinstance(part, Stated):
            found.append((part.path, plain(part.value)))
        else:
            assert isinstance(part, Act)
            found.append((part.kind, {key: plain(value) for key, value in part.slots.items()}))
    assert found == expected(meaning)


def test_a_small_letter_is_no_unit() -> None:
    """A unit called A, and the articles and prepositions that look like it."""
    names = Names(("A", "B", "E"))
    act = LANGUAGE.parse("A hace un Ataque Regular a 10.12", names).act
    assert act is not None
    assert act.slots["units"] == ("A",)
    both = LANGUAGE.parse("A makes a Regular Attack on B in 10.12", names).act
    assert both is not None
    assert (both.slots["units"], both.slots["target_units"]) == (("A",), ("B",))


# ---- oracles -------------------------------------------------------------------------------------------------------------------
COLUMNS, ROWS = range(10, 16), range(10, 16)


def name(column: int, row: int) -> str:
    """A hex."""
    return f"{column:02d}.{row:02d}"


def touching(hex_: str) -> list[str]:
    """The six neighbours, from the digest's rule alone: even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[3:])
    shift = (0, 1) if column % 2 == 0 else (-1, 0)
    return [name(column, row - 1), name(column, row + 1), *(name(column + side, row + step) for side in (-1, 1) for step in shift)]


def a_position(seed: int) -> dict[str, Any]:
    """A little map with prices, STOP terrain, prohibited hexes and some enemies; a Leg, Truck or Tactical unit in its middle."""
    pick = random.Random(seed)
    hexes = {}
    for column in COLUMNS:
        for row in ROWS:
            facts: dict[str, Any] = {"mp_cost": pick.choice([1, 1, 2, 3, 0.5])}
            if pick.random() < 0.08:
                facts["stop_terrain"] = True
            if pick.random() < 0.08:
                facts["prohibited_to"] = [pick.choice(["leg", "truck", "tac"])]
            hexes[name(column, row)] = facts
    cls = pick.choice(["leg", "truck", "tac"])
    mover = {
        "id": "I/89", "side": "german", "formation": "12VG", "attack_capable": True, "ma": pick.choice([3, 4, 6]), "ma_class": cls,
        "shown": "deployed", "at": "12.12", "in_command": True, "began_in_command": True,
    }  # fmt: skip
    units = [mover]
    for number in range(pick.choice([0, 1, 2, 3])):
        at = name(pick.choice(list(COLUMNS)), pick.choice(list(ROWS)))
        kind = pick.choice(["foot", "tank", "truck"])
        if at == "12.12":
            continue
        enemy: dict[str, Any] = {"id": f"{number}/394", "side": "us", "ma": 4, "ma_class": "leg", "shown": "deployed", "at": at}
        enemy["attack_capable"] = kind == "foot"
        if kind == "tank":
            enemy.update(av=3, av_type="red", range=1, ar=3, ma_class="tac")
        units.append(enemy)
    return {
        "phase": "activities", "active": "german", "active_formation": "12VG", "activation": "initial", "visibility": 5,
        "formations": [{"id": "12VG", "side": "german", "snafu": "complete"}], "hexes": hexes, "units": units,
    }  # fmt: skip


def zones(position: dict[str, Any], cls: str) -> set[str]:
    """Hexes in an EZOC that affects a class: all six around a Deployed foot unit or a tank for Leg and Truck, around a tank only for Tactical."""
    found: set[str] = set()
    for unit in position["units"][1:]:
        armoured = "av" in unit
        if (armoured or unit["attack_capable"]) and (cls != "tac" or armoured):
            found.update(touching(unit["at"]))
    return found


def slow_reach(position: dict[str, Any]) -> dict[str, Fraction]:
    """All hexes that the unit can get to and the least MPs, by trying every path hex by hex."""
    mover = position["units"][0]
    cls, limit = mover["ma_class"], Fraction(mover["ma"])
    hexes = position["hexes"]
    enemies = {unit["at"] for unit in position["units"][1:]}
    tanks = {hex_ for unit in position["units"][1:] if "av" in unit for hex_ in touching(unit["at"])}  # Range 1: the Engagement Zone
    barred = zones(position, cls)
    best: dict[str, Fraction] = {mover["at"]: Fraction(0)}

    def closed(hex_: str) -> bool:
        return cls in (hexes[hex_].get("prohibited_to") or ())

    def walk(here: str, spent: Fraction) -> None:
        for there in touching(here):
            if there not in hexes or there in enemies or closed(there) or closed(here):
                continue
            if here in barred and there in barred:
                continue
            cost = spent + Fraction(str(hexes[there]["mp_cost"]))
            if cost > limit or best.get(there, limit + 1) <= cost:
                continue
            best[there] = cost
            stops = hexes[there].get("stop_terrain") or there in barred or (cls == "truck" and there in tanks)
            if not stops:
                walk(there, cost)

    walk(mover["at"], Fraction(0))
    return {hex_: cost for hex_, cost in best.items() if hex_ != mover["at"]}


def hear(position: dict[str, Any], text: str) -> Ruling:
    """The ruling on one sentence."""
    return heard(Game(BOOK, Situation(BOOK, position)), text)[0]


@pytest.mark.parametrize("seed", range(40))
def test_reach_against_all_paths(seed: int) -> None:
    """Where a unit can get to is what trying all paths finds."""
    position = a_position(seed)
    ruling = hear(position, "where can I/89 move?")
    assert ruling.verdict == "legal", ruling.needs
    assert ruling.computed["reach"] == sorted(slow_reach(position))


@pytest.mark.parametrize("seed", range(12))
def test_moves_agree_with_the_reach(seed: int) -> None:
    """A move to a hex within reach is legal and costs the least; a step that the slow search bars is illegal."""
    position = a_position(seed)
    known = slow_reach(position)
    for hex_, cost in [item for item in known.items() if item[0] not in touching("12.12")][:6]:  # a neighbour is that single step
        ruling = hear(position, f"I/89 moves to {hex_}")
        assert ruling.verdict == "legal", (hex_, [finding.key for _, finding in ruling.findings])
        assert Fraction(ruling.computed["cost"]) == cost
    for hex_ in touching("12.12"):
        if hex_ not in known and hex_ in position["hexes"]:
            ruling = hear(position, f"I/89 moves 12.12-{hex_}")
            too_dear = Fraction(str(position["hexes"][hex_]["mp_cost"])) > position["units"][0]["ma"]  # the one hex that it may always go
            assert too_dear or ruling.verdict == "illegal", hex_


@pytest.mark.parametrize("seed", range(20))
def test_zones_stop(seed: int) -> None:
    """Going on from a hex in an EZOC that affects the unit is illegal, ending there STOPS it."""
    position = a_position(seed)
    cls = position["units"][0]["ma_class"]
    enemies = {unit["at"] for unit in position["units"][1:]}
    for hex_ in set(touching("12.12")) & zones(position, cls):
        plain_hex = not position["hexes"][hex_].get("prohibited_to") and not position["hexes"]["12.12"].get("prohibited_to")
        if hex_ in enemies or not plain_hex or "12.12" in zones(position, cls):
            continue
        ruling = hear(position, f"I/89 moves 12.12-{hex_}")
        assert ruling.verdict == "legal"
        assert any(effect.get("unit") == "I/89" and effect.get("state") == "stopped" for effect in ruling.effects), hex_


@pytest.mark.parametrize(
    "line",
    [
        "28ID gets the orders Move HQ and Prepared Defense",
        "28ID takes the orders Prepared Defense and Move HQ",
        "La 28ID recibe las órdenes Mover HQ y Defensa Preparada",
    ],
)
def test_orders_that_are_called_so_are_all_given(line: str) -> None:
    """2.4a: the noun that only says what they are takes none of their names away."""
    (ruling,) = heard(Game(BOOK, Situation(BOOK, {"formations": [{"id": "28ID", "side": "us"}]})), line)
    assert sorted(ruling.act.slots["orders"]) == ["move_hq", "prep_def"]
