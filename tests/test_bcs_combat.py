"""Battalion Combat Series, chapters 5 and 6: slow independent answers against the rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import book as books
from adjudicator.book.engine import judge
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from tests.conftest import game_of

BOOK = books.load("bcs")
# Modified roll -> entry, as the examples of the book give it away; written out here once more, apart from tables.yaml.
COMBAT = {6: "A1", 8: "A1 S T", 9: "a1 S T", 11: "D1 R"}
REAL = {4: "F1 FT", 5: "F1 FT", 7: "F1 T1", **dict.fromkeys(range(9, 25), "T1 R")}
SUPPORT = {**dict.fromkeys(range(6, 10), "DROP"), 11: "DROP S1"}


def unit(id_: str, side: str, formation: str, at: str, **more: Any) -> dict[str, Any]:
    """A Leg battalion with the assault arrow, on its Deployed side."""
    base = {"attack_capable": True, "ar": 3, "ma": 4, "ma_class": "leg", "shown": "deployed", "steps": 4}
    return {"id": id_, "side": side, "formation": formation, "at": at, **base, **more}


def tank(id_: str, side: str, formation: str, at: str, **more: Any) -> dict[str, Any]:
    """A tank battalion without the assault arrow."""
    base = {"attack_capable": False, "av": 4, "av_type": "red", "range": 1, "ma": 5, "ma_class": "tac"}
    return unit(id_, side, formation, at, **{**base, **more})


def position(units: list[dict[str, Any]], **more: Any) -> Situation:
    """The German formation GF attacks the US formation UF in 20.11."""
    gf = {"id": "GF", "side": "german", "snafu": "complete", "arty_points": 6, **more.pop("gf", {})}
    uf = {"id": "UF", "side": "us", **more.pop("uf", {})}
    data = {
        "phase": "activities", "active": "german", "active_formation": "GF", "activation": "initial", "formations": [gf, uf],
        "hexes": {"20.11": {"terrain": "open", "combat_terrain": False, "mp_cost": {"tac": 2}}}, "units": units,
        "markers": [{"kind": "obj", "source": "snafu", "at": "20.11"}], **more,
    }  # fmt: skip
    return Situation(BOOK, data)


def attack(situation: Situation, dice: tuple[int, ...] = (), kind: str = "regular_attack", **slots: Any) -> Ruling:
    """The ruling on an attack of GR1 (or whoever is named) on 20.11."""
    return judge(BOOK, situation, kind, {"units": ("GR1",), "target": "20.11", **slots}, "", dice, False)


# ---- both sums of an attack ------------------------------------------------------------------------------------------------------
SWITCHES = (
    "assist", "suppression", "double", "own_prep_def", "red_support", "limited_support", "terrain", "prep_def", "shown_move", "out_of_command", "support",
    "dropped", "second",
)  # fmt: skip


def sums_by_hand(on: dict[str, bool], mine: int, theirs: int) -> tuple[int, int]:
    """Both sums, counted as the examples of the book count them."""
    attacker = mine + on["assist"] + 2 * on["suppression"] + on["double"] - on["own_prep_def"] + on["red_support"]
    uses_prep_def = on["prep_def"] and not on["shown_move"] and not on["out_of_command"]
    defender = theirs + on["terrain"] + uses_prep_def + (on["support"] and not on["dropped"]) + on["second"]
    return attacker, defender


def switched(on: dict[str, bool], mine: int, theirs: int) -> tuple[Situation, dict[str, Any]]:
    """The position and the words for a set of switches."""
    support = [{"id": "PZ-S", "av": 4, "av_type": "red", "range": 2}] if on["red_support"] else []
    support += [{"id": "JG-S", "av": 3, "av_type": "limited", "range": 1}] if on["limited_support"] else []
    foe = {"ar": theirs, "in_command": not on["out_of_command"], "shown": "move" if on["shown_move"] else "deployed"}
    if on["dropped"]:
        foe["support_dropped"] = True
    units = [unit("GR1", "german", "GF", "20.10", ar=mine, began_in_command=True), unit("US1", "us", "UF", "20.11", **foe)]
    if on["assist"]:
        units.append(unit("GR2", "german", "GF", "20.10"))
    if on["second"]:
        units.append(unit("US2", "us", "UF", "20.11", ar=5))
    marker = {"kind": "obj", "source": "snafu", "at": "20.11"}
    situation = position(
        units,
        gf={"prep_def": on["own_prep_def"], "snafu": "partial" if on["own_prep_def"] else "complete", "support": support},
        uf={"prep_def": on["prep_def"], "support": [{"id": "AT", "av": 2, "av_type": "stand_off", "range": 1}] if on["support"] else []},
        hexes={"20.11": {"terrain": "village" if on["terrain"] else "open", "combat_terrain": on["terrain"], "key_terrain": False}},
        markers=[marker, marker] if on["double"] else [marker],
    )
    slots: dict[str, Any] = {"assist": ("GR2",)} if on["assist"] else {}
    if on["suppression"]:
        slots.update(barrage="suppression", points=1)
    answers = [type("Said", (), {"kind": "name_ar", "slots": {"units": ("US1",)}})()]
    return situation, {**slots, "responses": answers}


def test_sums_of_an_attack() -> None:
    dice = random.Random(5)
    for _ in range(400):
        on = {name: dice.random() < 0.5 for name in SWITCHES}
        mine, theirs = dice.randint(0, 5), dice.randint(0, 5)
        situation, slots = switched(on, mine, theirs)
        ruling = attack(situation, **slots)
        expected = sums_by_hand(on, mine, theirs)
        assert ruling.verdict == "legal", on
        assert (ruling.computed["attack_total"], ruling.computed["defense_total"]) == expected, on
        assert ruling.computed["drm"] == expected[0] - expected[1]
        for side, ledger in (("attacker", "attack"), ("defender", "defense")):
            told = sum(finding.by for _, finding in ruling.shifts if finding.slots["side"] == side)
            base = mine if side == "attacker" else theirs
            assert ruling.ledgers[ledger].total == base + told, on


def test_a_suppression_in_a_shock_attack_is_worth_one() -> None:
    shock = position([unit("GR1", "german", "GF", "20.10", av=1, av_type="red", hard=False, ma=8, ma_class="tac", mp_left=4), unit("US1", "us", "UF", "20.11")])
    shock.state("units[GR1].began_in_command", True)
    plain = attack(shock, kind="shock_attack").computed["drm"]
    assert attack(shock, kind="shock_attack", barrage="suppression", points=1).computed["drm"] == plain + 1


# ---- results by enumeration --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mine", range(6))
def test_every_throw_of_an_attack(mine: int) -> None:
    """What `outcomes` says of a natural sum is what the throw gives, and both are what the examples print."""
    situation = position([unit("GR1", "german", "GF", "20.10", ar=mine), unit("US1", "us", "UF", "20.11", ar=2, safe_path=["leg"])])
    situation.units["UF HQ"] = type(situation.units["US1"])(situation, "UF HQ", {"id": "UF HQ", "side": "us", "formation": "UF", "kind": "hq", "at": "20.16"})
    situation.cache.clear()
    bands = singles(attack(situation, (1, 1)).computed["outcomes"])
    for first, second in itertools.product(range(1, 7), repeat=2):
        ruling = attack(situation, (first, second))
        modified = first + second + mine - 2
        assert ruling.computed["modified"] == modified
        assert bands[first + second] == COMBAT.get(modified, "undetermined")
        assert ruling.computed.get("result", "undetermined") == bands[first + second]
        if modified not in COMBAT:
            assert [need.fact for need in ruling.needs] == [f"tables.combat.{modified}"]


def singles(bands: dict[str, str]) -> dict[int, str]:
    """The result of every natural sum; every sum of two dice stands in one band."""
    found: dict[int, str] = {}
    for band, result in bands.items():
        low, _, high = band.partition("-")
        for total in range(int(low), int(high or low) + 1):
            assert total not in found
            found[total] = result
    assert sorted(found) == list(range(2, 13))
    return found


@pytest.mark.parametrize(("line", "table"), [("real", REAL), ("support", SUPPORT)])
def test_every_throw_of_an_engagement(line: str, table: dict[int, str]) -> None:
    for mine in range(6):
        units = [tank("PZ1", "german", "GF", "20.10", ar=mine)]
        support = [{"id": "AT", "av": 3, "av_type": "limited", "range": 1, "steps": 3}]
        if line == "real":
            units.append(tank("US-TK", "us", "UF", "20.11", av=3))
        else:
            units.append(unit("US1", "us", "UF", "20.11"))
        situation = position(units, uf={"support": support if line == "support" else []})
        drm = 4 + mine - (3 + 3)
        for first, second in itertools.product(range(1, 7), repeat=2):
            ruling = judge(BOOK, situation, "engagement", {"units": ("PZ1",), "target": "20.11"}, "", (first, second), False)
            assert ruling.computed["drm"] == drm and ruling.computed["line"] == line
            assert ruling.computed.get("result") == table.get(first + second + drm), (mine, first, second)


@pytest.mark.parametrize("points", [1, 2, 3])
@pytest.mark.parametrize("defenders", [1, 2])
def test_barrage_dice(points: int, defenders: int) -> None:
    """Every die of every point at every unit: 4 and more cost a step in Terrain."""
    throw = random.Random(points * 10 + defenders)
    for _ in range(60):
        dice = tuple(throw.randint(1, 6) for _ in range(points * defenders))
        units = [unit("GR1", "german", "GF", "20.10", began_in_command=True)]
        units += [unit(f"US{number}", "us", "UF", "20.11", steps=6) for number in range(1, defenders + 1)]
        situation = position(units, hexes={"20.11": {"terrain": "village", "combat_terrain": True, "key_terrain": False}})
        ruling = attack(situation, dice, barrage="destruction", points=points)
        hits = [sum(die >= 4 for die in dice[start : start + points]) for start in range(0, len(dice), points)]
        assert ruling.computed["barrage_dice"] == points * defenders
        told = {effect["unit"]: effect["steps"] for effect in ruling.effects if "steps" in effect}
        assert [told[f"US{number}"] for number in range(1, defenders + 1)] == [-lost for lost in hits]


# ---- retreats --------------------------------------------------------------------------------------------------------------------------
def fate_by_hand(result: str, cls: str | None, path: bool, key: bool, prepared: bool, hq_distance: int) -> str:
    """What a retreat result does to a unit, told as the rules of 5.5 are read from the top."""
    situational = result == "S"
    if situational and (key or prepared):
        return "step"
    if cls is None:
        return "destroyed"
    if cls in ("leg", "truck") and not path:
        return "trapped"
    if situational or result == "engagement" or cls == "tac":
        return "three"
    return "haven" if hq_distance >= 2 else "off"


def fates() -> Iterator[tuple[str, str | None, bool, bool, bool, int]]:
    """All combinations."""
    yield from itertools.product(("S", "R"), ("leg", "truck", "tac", None), (True, False), (True, False), (True, False), (0, 1, 2, 4))


@pytest.mark.parametrize(("result", "cls", "path", "key", "prepared", "far"), list(fates()))
def test_what_a_retreat_result_does(result: str, cls: str | None, path: bool, key: bool, prepared: bool, far: int) -> None:
    us = unit("US1", "us", "UF", "20.11", ma_class=cls, ma=None if cls is None else 4, in_command=True, safe_path=[cls] if path and cls else [], steps=6)
    hq = {"id": "UF HQ", "side": "us", "formation": "UF", "kind": "hq", "at": f"20.{11 + far}"}
    pending = {"act": "combat", "hex": "20.11", "result": result, "attackers": ["GR1"], "defenders": ["US1"]}
    situation = position(
        [unit("GR1", "german", "GF", "20.10"), us, hq], uf={"prep_def": prepared}, pending=pending,
        hexes={"20.11": {"terrain": "city" if key else "village", "combat_terrain": True, "key_terrain": key}},
    )  # fmt: skip
    ruling = judge(BOOK, situation, "take_result", {"units": ("US1",)}, "", (), False)
    told: dict[str, Any] = {}
    for effect in ruling.effects:
        if effect.get("unit") == "US1":
            told.update(effect)
    expected = fate_by_hand(result, cls, path, key, prepared, far)
    assert told.get("destroyed", False) == (expected == "destroyed")
    if expected == "destroyed":
        return
    assert told["steps"] == (-1 if expected in ("step", "trapped") else 0)
    assert told.get("stays", False) == (expected in ("step", "trapped"))
    assert told.get("retreat") == {"three": 3, "haven": "haven_hq"}.get(expected)
    assert told.get("removed", False) == (expected == "off")


def test_a_retreat_ends_three_hexes_off() -> None:
    """Every hex within five: legal if and only if it is three away, free, and on the map."""
    us = unit("US1", "us", "UF", "20.11", safe_path=["leg"])
    enemy = unit("GR9", "german", "GF", "20.14")
    pending = {"act": "combat", "hex": "20.11", "result": "S", "defenders": ["US1"]}
    for column, row in itertools.product(range(16, 25), range(6, 17)):
        hex_ = f"{column:02d}.{row:02d}"
        if hex_ == "20.11":
            continue
        situation = position([us, enemy], pending=pending, hexes={hex_: {"terrain": "open"}})
        ruling = judge(BOOK, situation, "retreat", {"units": ("US1",), "to": hex_}, "", (), False)
        legal = offset_distance((20, 11), (column, row)) == 3 and hex_ != "20.14"
        assert (ruling.verdict == "legal") == legal, hex_


def offset_distance(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Hexes between two places where even columns lie half a hex lower, by cube coordinates."""
    cubes = []
    for column, row in (first, second):
        z = row - (column + (column & 1)) // 2
        cubes.append((column, z, -column - z))
    return max(abs(a - b) for a, b in zip(*cubes, strict=True))


# ---- who may do what -----------------------------------------------------------------------------------------------------------------------
CAPABILITIES = """
attack_capable  regular_attack assist shock
red             assist shock fire engage
limited         assist fire engage
stand_off       assist fire engage
dual            regular_attack assist shock fire engage
light           assist shock fire
unprepared
"""


@pytest.mark.parametrize("row", CAPABILITIES.strip().splitlines())
def test_unit_capabilities(row: str) -> None:
    kind, *able = row.split()
    facts: dict[str, Any] = {"ma": 8, "ma_class": "tac", "mp_left": 4, "hard": False, "attack_capable": kind in ("attack_capable", "dual")}
    if kind not in ("attack_capable", "unprepared"):
        facts.update(av=2, av_type="red" if kind == "dual" else kind, range=1)
    soft, armored = unit("US1", "us", "UF", "20.11"), tank("US1", "us", "UF", "20.11")
    for what in ("regular_attack", "assist", "shock", "fire", "engage"):
        units = [unit("GR1", "german", "GF", "20.10", **facts), armored if what == "engage" else soft]
        if what == "assist":
            units.append(unit("GR2", "german", "GF", "20.10"))
        slots: dict[str, Any] = {"units": ("GR2",), "assist": ("GR1",)} if what == "assist" else {}
        names = {"shock": "shock_attack", "fire": "attack_by_fire", "engage": "engagement", "assist": "regular_attack"}
        ruling = attack(position(units), kind=names.get(what, what), **slots)
        assert (ruling.verdict == "legal") == (what in able), (kind, what)


# ---- smaller tables --------------------------------------------------------------------------------------------------------------------------
def test_bands_of_a_typed_card() -> None:
    """A card typed into the situation stands above what the text proves, band by band."""
    from adjudicator_rulebook_bcs.vocabulary_card import table_code, within

    for number in range(-3, 20):
        assert within("5-", number) == (number <= 5)
        assert within("12+", number) == (number >= 12)
        assert within("6-9", number) == (6 <= number <= 9)
        assert within("7", number) == (number == 7)
    situation = position([], tables={"combat": {"7-8": "A1 D1", "5-": "A2", "6": "A3"}})
    found = {number: (table_code(BOOK, situation, "combat", number) or {}).get("code") for number in range(2, 12)}
    assert found == {2: "A2", 3: "A2", 4: "A2", 5: "A2", 6: "A3", 7: "A1 D1", 8: "A1 D1", 9: "a1 S T", 10: None, 11: "D1 R"}


def test_the_ladder_of_urban_control() -> None:
    """Level by level in favour of the active side, never beyond full (6.1c iv, 6.1d)."""
    for changes in range(1, 6):
        pending = {"act": "combat", "hex": "20.11", "attackers": ["GR1"], "losses": {"combat": changes}}
        situation = position(
            [unit("GR1", "german", "GF", "20.10"), unit("US1", "us", "UF", "20.11")], pending=pending,
            hexes={"20.11": {"terrain": "urban", "combat_terrain": True, "urban": True, "control": {"side": "us", "level": "full"}}},
        )  # fmt: skip
        ruling = judge(BOOK, situation, "control_change", {"units": ("GR1",), "to": "20.11"}, "", (), False)
        assert ruling.computed["control_changes"] == min(changes, 3)
        told = [effect["control"] for effect in ruling.effects if "control" in effect]
        ladder = [[{"side": "us", "level": "partial"}], [{"side": "german", "level": "partial"}], []]
        assert told == ladder[min(changes, 3) - 1]
        assert bool(ruling.computed.get("withdrawal")) == (changes >= 3)


def test_unknown_numbers_are_never_guessed() -> None:
    """Every modifier that the book does not print leaves the net open and is asked for by name."""
    hard = {"av": 4, "av_type": "red", "hard": True, "ma_class": "tac", "mp_left": 4, "attack_capable": False}
    places = {
        "hard": ("shock_attack", [unit("GR1", "german", "GF", "20.10", **hard), unit("US1", "us", "UF", "20.11")], {}),
        "msr_blocked": ("regular_attack", [unit("GR1", "german", "GF", "20.10"), unit("US1", "us", "UF", "20.11")], {"gf": {"msr_blocked": 2}}),
        "stand_off": ("regular_attack", [unit("GR1", "german", "GF", "20.10"), tank("US1", "us", "UF", "20.11", av_type="stand_off")], {}),
        "hexside": ("regular_attack", [unit("GR1", "german", "GF", "20.10"), unit("US1", "us", "UF", "20.11")], {"hexsides": {"20.10/20.11": ["stream"]}}),
    }  # fmt: skip
    for name, (kind, units, more) in places.items():
        ruling = attack(position(units, **more), kind=kind)
        assert ruling.verdict == "legal" and "drm" not in ruling.computed, name
        assert f"tables.combat_drm.{name}" in [need.fact for need in ruling.needs]
        typed = attack(position(units, **more, tables={"combat_drm": {name: 2}}), kind=kind)
        assert typed.computed["drm"] == (2 if name in ("hard", "msr_blocked") else -2), name


def test_a_choice_that_nothing_is_open_to_is_asked_for() -> None:
    """An Engagement of support that no such unit can fight (found by the long run: the choice among no targets fell over)."""
    units = [
        {"id": "PZ1", "side": "german", "formation": "GF", "attack_capable": False, "av": 5, "av_type": "red", "range": 1, "ar": 4, "ma": 5, "at": "20.10"},
        {"id": "US1", "side": "us", "attack_capable": True, "ar": 2, "ma": 4, "ma_class": "leg", "shown": "deployed", "steps": 1, "at": "20.11"},
    ]
    support = [{"id": "AT1", "av": 2, "av_type": "limited", "range": 1, "steps": 1}]
    formations = [{"id": "GF", "side": "german", "snafu": "complete"}, {"id": "UF", "side": "us", "support": support}]
    turn = {"phase": "activities", "active": "german", "active_formation": "GF", "activation": "initial", "formations": formations, "units": units}
    for line in ("PZ1 engages the support of US1 in 20.11", "Quiero tumbar el apoyo de US1, así que PZ1 le hace un Enfrentamiento."):
        record = game_of("bcs", turn).hear(line)
        assert record.problem is not None or record.rulings
