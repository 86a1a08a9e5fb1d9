"""Operational Combat Series: the chances of its chain against every roll of the dice, the table's sources, the example, dispute by dispute."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import book
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.ground.throws import Chain, Throw, follow, shares, totals
from adjudicator.play.game import Game, language_of
from adjudicator.play.referee import worst
from tests.conftest import cases_by_id, every, heard

BOOK = book.load("ocs")
LANGUAGE = language_of(BOOK)
ROOT = Path(__file__).resolve().parent.parent
ROWS = BOOK.tables["crt"]["rows"]
HEADS = BOOK.tables["crt"]["columns"]
DICE = range(1, 7)


def unit(id_: str, at: str, attack: int = 4, ar: int = 3, steps: int = 2, **more: Any) -> dict[str, Any]:
    """A division; those of the Soviets end in R."""
    side = "soviet" if id_.endswith("R") else "german"
    return {"id": id_, "side": side, "kind": "infantry", "attack": attack, "defense": attack, "ar": ar, "steps": steps, "at": at, **more}


def table(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A position in the combat segment."""
    return {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": list(units), **more}


def hear(text: str, situation: dict[str, Any], dice: tuple[int, ...] = ()) -> list[Ruling]:
    """The rulings on one entry."""
    return heard(Game(BOOK, Situation(BOOK, situation)), text, dice)


def computed(rulings: list[Ruling]) -> dict[str, Any]:
    """All computed values of an entry."""
    return {name: content for ruling in rulings for name, content in ruling.computed.items()}


# ---- the chain of throws ------------------------------------------------------------------------------------------------
def by_hand(density: str, odds: str, difference: int, level: int = 0, overrun: bool = False, cell13: str = "Ao1 DL1o1") -> dict[str, Any]:
    """Every one of the 7,776 rolls, read on the printed grid with code that shares nothing with the rules."""
    heads = HEADS[density]
    start = heads.index(odds)
    high, low = (9, 6) if overrun else (10, 5)
    surprise: dict[str, int] = {}
    columns: dict[str, int] = {}
    results: dict[str, int] = {}
    for a, b, die, c, d in product(DICE, repeat=5):
        total = a + b + difference
        by = "attacker" if total >= high else "defender" if total <= low else "none"
        at = start + (die if by == "attacker" else -die if by == "defender" else 0)
        at = min(max(at, 0), len(heads) - 1)
        row = min(max(c + d + difference - level, 1), 15)
        result = cell13 if (row, at) == (13, 4) else ROWS[str(row)][at]
        for counts, name in ((surprise, by), (columns, heads[at]), (results, result)):
            counts[name] = counts.get(name, 0) + 1
    return {name: {key: str(Fraction(number, 7776)) for key, number in counts.items()} for name, counts in (
        ("surprise_chances", surprise), ("column_chances", columns), ("chances", results))}  # fmt: skip


CHAINS = [
    (density, head, difference, level)
    for density, head in (
        ("open", "1:5"),
        ("open", "1:1"),
        ("open", "13:1"),
        ("close", "3:1"),
        ("very_close", "2:1"),
        ("extremely_close", "4:1"),
        ("open", "5:1"),
    )
    for difference, level in ((-4, 0), (-1, 0), (0, 2), (2, 0), (2, 3), (4, 0))
]


@pytest.mark.parametrize(("density", "head", "difference", "level"), CHAINS)
def test_the_chances_of_the_whole_chain_are_those_of_every_roll(density: str, head: str, difference: int, level: int) -> None:
    ours, theirs = (int(part) * 4 for part in head.split(":"))
    situation = table(
        unit("1ID", "1509", ours, ar=3 + max(difference, -3)), unit("1R", "1510", theirs, ar=3 + max(difference, -3) - difference),
        hexes={"1510": {"terrain": density}}, options={"hedgehog_surprise": "none"}, tables={"crt": {"open": {"1:1": {"13": "Ao1 DL1o1"}}}},
        markers=[{"kind": "hedgehog", "id": "H", "side": "soviet", "level": level, "at": "1510"}] if level else [],
    )  # fmt: skip
    found = computed(hear("1ID attacks 1510; what are the chances of each result?", situation))
    wanted = by_hand(density, head, difference, level)
    for name, shares_ in wanted.items():
        got = {key: share for key, share in found[name].items() if Fraction(share)}
        assert got == shares_, name


def test_an_overrun_surprises_more_widely() -> None:
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510", "act": "overrun"}
    situation = table(unit("1ID", "1509"), unit("1R", "1510", ar=2), phase="movement phase", pending=pending)
    found = computed(hear("what are the chances of surprise?", situation))
    wanted = by_hand("open", "1:1", 1, overrun=True)
    assert found["surprise_chances"] == wanted["surprise_chances"]


def test_the_chain_is_quick() -> None:
    """Not a budget but a guard against falling back on 7,776 replays: a hundred chains in a time in which one replay of all would not end."""
    situation = Situation(BOOK, table(unit("1ID", "1509"), unit("1R", "1510")))
    begin = time.process_time()
    for _ in range(20):
        heard(Game(BOOK, situation.copy()), "1ID attacks 1510; what are the chances of each result?")
    assert time.process_time() - begin < 40


@settings(max_examples=40)
@given(st.integers(1, 3), st.integers(2, 8))
def test_totals_of_dice(number: int, sides: int) -> None:
    counted: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=number):
        counted[sum(faces)] = counted.get(sum(faces), 0) + 1
    assert totals(number, sides) == {total: Fraction(count, sides**number) for total, count in counted.items()}


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(2, 6), st.integers(1, 5)), min_size=1, max_size=3))
def test_any_chain_agrees_with_every_roll(makeup: list[tuple[int, int, int]]) -> None:
    """Throws that are skipped where the place is odd, and that add up modulo something: followed and counted by hand."""
    throws = [
        Throw(str(at), number, sides, lambda place, total, m=modulus: (place * 3 + total) % (m + 2), str, lambda place, at=at: (place + at) % 3 != 1)
        for at, (number, sides, modulus) in enumerate(makeup)
    ]  # fmt: skip
    places: dict[int, Fraction] = {0: Fraction(1)}
    for throw in throws:
        after: dict[int, Fraction] = {}
        for place, chance in places.items():
            faces = list(product(range(1, throw.sides + 1), repeat=throw.number))
            for roll in faces:
                there = throw.read(place, sum(roll)) if throw.needed(place) else place
                after[there] = after.get(there, Fraction(0)) + chance / len(faces)
        places = after
    last = list(follow(Chain(0, throws)))[-1]
    assert last == places
    assert sum(shares(throws[-1], last).values()) == 1


# ---- the roll of an attack that waits -----------------------------------------------------------------------------------
def test_an_attack_shows_the_roll_of_every_stage() -> None:
    (ruling,) = hear("1ID attacks 1510", table(unit("1ID", "1509", 12), unit("1R", "1510")))
    assert ruling.roll is not None
    assert [(stage.name, stage.dice) for stage in ruling.roll.stages] == [("surprise", "2d6"), ("shift", "1d6"), ("combat", "2d6")]
    wanted = by_hand("open", "3:1", 0)
    assert {name: str(share) for name, share in ruling.roll.chances.items()} == wanted["chances"]


def test_a_stage_that_reads_a_cell_in_dispute_is_left_out() -> None:
    (ruling,) = hear("1ID attacks 1510", table(unit("1ID", "1509", ar=5), unit("1R", "1510")))
    assert ruling.roll is not None and [stage.name for stage in ruling.roll.stages] == ["surprise", "shift"] and not ruling.roll.chances
    assert ruling.verdict == "legal"


def test_dice_and_what_is_said_of_them_must_agree() -> None:
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510"}
    with pytest.raises(book.InputError):
        hear("Surprise dice total 9", table(unit("1ID", "1509"), unit("1R", "1510"), pending=pending), (1, 2))
    with pytest.raises(book.InputError):
        hear("Surprise dice total 13", table(unit("1ID", "1509"), unit("1R", "1510"), pending=pending))


@every(lambda: ((rolls,) for rolls in product((1, 3, 6), repeat=5)), fast=5, slow=5)
def test_reading_dice_at_once_or_throw_by_throw_is_the_same(rolls: tuple[int, ...]) -> None:
    position = table(unit("1ID", "1509", 8), unit("1R", "1510"))
    by = by_one = rolls[0] + rolls[1]
    used = rolls if by >= 10 or by <= 5 else (*rolls[:2], *rolls[3:])
    at_once = computed(hear("1ID attacks 1510", position, used))
    game = Game(BOOK, Situation(BOOK, position))
    heard(game, "1ID attacks 1510")
    heard(game, f"surprise dice total {by_one}")
    if len(used) == 5:
        heard(game, f"surprise die {rolls[2]}")
    stepwise = computed(heard(game, f"combat dice total {rolls[3] + rolls[4]}"))
    for name in ("odds", "column", "modified", "result"):
        assert at_once[name] == stepwise[name]


# ---- tables -------------------------------------------------------------------------------------------------------------
def test_the_grid_never_gets_worse_for_the_attacker() -> None:
    """To the right and down no result hurts the attacker more or the defender less: what the sources agree on is in order."""
    from adjudicator_rulebook_ocs.acts_results import parts

    def worth(result: str) -> tuple[int, int]:
        attacker, defender, dg = parts(result)
        return -(2 * attacker.loss + attacker.option), 2 * defender.loss + defender.option + dg

    for row in range(1, 16):
        for at in range(13):
            here = worth(ROWS[str(row)][at])
            for there in ([ROWS[str(row + 1)][at]] if row < 15 else []) + ([ROWS[str(row)][at + 1]] if at < 12 else []):
                assert worth(there)[0] >= here[0] and worth(there)[1] >= here[1], (row, at)


def test_every_table_names_its_sources_and_every_disputed_cell_what_they_have() -> None:
    for name in ("crt", "barrage", "terrain", "surprise", "supply", "limits"):
        assert BOOK.tables[name]["source"] and BOOK.tables[name]["rule"]
    assert set(BOOK.tables["crt"]["disputed"]) == {"13/5"}
    assert set(BOOK.tables["barrage"]["disputed"]) == {"11/4", "11/5"}


def test_a_card_of_ones_own_is_laid_over_and_told_where_it_differs() -> None:
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510", "surprise": {"by": "none"}}
    position = table(unit("1ID", "1509", 12), unit("1R", "1510"), pending=pending, tables={"crt": {"open": {"3:1": {"7": "AL1 Do1", "8": "Ao1 DL1o1"}}}})
    (ruling,) = hear("combat dice total 7", position)
    assert ruling.computed["result"] == "AL1 Do1"
    told = [finding.slots for _, finding in ruling.warnings if finding.key == "card_differs"]
    assert [(row["row"], row["typed"], row["shipped"]) for row in told] == [("7", "AL1 Do1", "Ao1 Do1")]


# ---- options ------------------------------------------------------------------------------------------------------------
def legal(result: str, losses: int, hexes: int, steps: int = 6) -> bool:
    """Whether the defender may meet a result with so many steps and hexes, as the program has it."""
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510", "result": result}
    said = [f"1R loses {losses} steps"] if losses else []
    said.append(f"1R retreats {'-'.join(str(1510 + step) for step in range(hexes + 1))}" if hexes else "1R stays in 1510")
    return worst(hear("; ".join(said), table(unit("1ID", "1509"), unit("1R", "1510", steps=steps), pending=pending))) == "legal"


@pytest.mark.parametrize("result", ["Do1", "Do2", "Do3", "DL1o1", "DL1o2", "DL2o3", "DL1"])
def test_every_split_of_an_option_and_no_other(result: str) -> None:
    digits = [int(char) for char in result if char.isdigit()]
    loss, option = digits if "L" in result and "o" in result else (digits[0], 0) if "L" in result else (0, digits[0])
    for losses in range(6):
        for hexes in range(5):
            assert legal(result, losses, hexes) == (losses >= loss and losses + hexes == loss + option and hexes <= option), (losses, hexes)


@pytest.mark.parametrize("result", ["Do1", "Do2", "DL1o2", "DL2o3"])
def test_the_ways_that_are_listed_are_the_legal_ones(result: str) -> None:
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510", "result": result}
    (ruling,) = hear("how can the option be split?", table(unit("1ID", "1509"), unit("1R", "1510", steps=6), pending=pending))
    listed = {(way["losses"], way["retreat"]) for way in ruling.computed["ways"]}
    assert listed == {(losses, hexes) for losses in range(6) for hexes in range(5) if legal(result, losses, hexes)}


AROUND = ["1609", "1610", "1611", "1612", "1411", "1412", "1512", "1513", "1514"]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(AROUND), max_size=3, unique=True), st.booleans(), st.integers(1, 3))
def test_zones_on_a_retreat(enemies: list[str], disorganised: bool, hexes: int) -> None:
    """The steps a straight retreat costs and who ends DG, against a walk by hand over neighbours."""
    path = [str(1510 + step) for step in range(1, hexes + 1)]
    units = [unit("1ID", "1509"), unit("1R", "1510", steps=6, **({"mode": "DG"} if disorganised else {}))]
    units += [unit(f"{at}ID", at) for at in enemies if at not in path]
    pending = {"attackers": ["1ID"], "defenders": ["1R"], "hex": "1510", "result": f"Do{hexes}"}
    situation = table(*units, pending=pending)
    position = Situation(BOOK, situation)
    dg, cost = disorganised, 0
    for at, hex_ in enumerate(path):
        if any(other["at"] in position.grid.neighbours(hex_) for other in units if other["side"] == "german"):
            cost += dg
            dg = True
        dg = dg or at == 1
    rulings = hear(f"1R retreats {'-'.join(['1510', *path])}", situation)
    if any(hex_ in enemies for hex_ in path):
        return
    assert worst(rulings) == "legal"
    assert computed(rulings)["losses"] == cost
    effects = [effect for ruling in rulings for effect in ruling.effects if effect.get("unit") == "1R"]
    ends = {key: content for effect in effects for key, content in effect.items()}
    assert ends.get("steps", 0) == -cost
    if cost < 6:
        assert (ends.get("mode") == "DG" or disorganised) == dg
        assert ends["at"] == path[-1]


# ---- barrage ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("strength", [1, 2, 4, 12, 20, 40, 68, 116, 200])
def test_barrage_chances_against_every_roll(strength: int) -> None:
    printed = BOOK.tables["barrage"]
    at = next(column for column, limit in enumerate(printed["up_to"]) if limit is None or strength <= limit)
    counts: dict[str, int] = {}
    for a, b in product(DICE, repeat=2):
        result = printed["rows"][str(a + b)][at]
        counts[result] = counts.get(result, 0) + 1
    gun = unit("1Art", "1509", 0, steps=1, barrage=strength, range=1)
    gun["side"] = "german"
    position = table(gun, unit("1ID", "1509"), unit("1R", "1510", re=3), segment="barrage")
    found = computed(hear("1Art barrages 1510; what are the chances of each result?", position))
    assert found["chances"] == {name: str(Fraction(number, 36)) for name, number in counts.items()}
    assert found["cost"] == printed["cost"][at]


# ---- the example --------------------------------------------------------------------------------------------------------
def test_the_example_as_a_log_agrees_with_every_figure() -> None:
    from click.testing import CliRunner

    from adjudicator.commands.cli import main

    answer = CliRunner().invoke(main, ["validate", str(ROOT / "examples" / "ocs" / "combat.log")])
    assert answer.exit_code == 0, answer.output
    assert "7 legal, 0 illegal, 0 undetermined, 0 wrong claims" in answer.output


HEADINGS = [("explotacion", "EXPLOTACIÓN"), ("dg (2 hexagonos)", "DG (2 hexágonos)"), ("OCS 10.0A", "OCS 10.0a"), ("dg", "DG")]


@pytest.mark.parametrize(("wanted", "heading"), HEADINGS)
def test_headings_are_found_without_accents_and_capitals(wanted: str, heading: str) -> None:
    from adjudicator.study.explain import lookup
    from adjudicator.study.numbers import index_of

    assert lookup(index_of(BOOK), wanted) == heading


def test_the_functions_of_a_heading_are_its_own() -> None:
    from click.testing import CliRunner

    from adjudicator.commands.cli import main

    answer = CliRunner().invoke(main, ["explain", "ocs", "DG"])
    assert "result_disorganises" in answer.output and "second_hex_disorganises" not in answer.output


def _wordings() -> list[tuple[str, str]]:
    """(case, sentence) of tests/wordings/ocs.txt."""
    rows, case = [], ""
    for line in (ROOT / "tests" / "wordings" / "ocs.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            case = line[2:]
        elif line and not line.startswith("#"):
            rows.append((case, line))
    return rows


OPEN = frozenset(line for line in (ROOT / "tests" / "sentences" / "open_ocs.txt").read_text("utf-8").splitlines() if not line.startswith("#"))


@every(_wordings, fast=2, slow=2)
def test_other_words(id_: str, text: str) -> None:
    """What a case asks, in other words, gets the answer of the case; sentences of open_ocs.txt are refused, none is misread."""
    from adjudicator.commands.conformance import compare

    case = cases_by_id("ocs")[id_]
    if text in OPEN:
        with pytest.raises((ValueError, LookupError)):
            heard(Game(BOOK, Situation(BOOK, case["situation"])), text, case.get("rolls") or ())
        return
    rulings = heard(Game(BOOK, Situation(BOOK, case["situation"])), text, case.get("rolls") or ())
    assert compare(case, rulings, worst(rulings), BOOK) == {}


@pytest.mark.parametrize("text", ["we mark 81R with DG", "81R is marked DG", "marcamos a 81R con DG"])
def test_marking_with_dg_is_no_exploitation(text: str) -> None:
    units = [{"id": "5Pz", "side": "german", "at": "2209"}, {"id": "81R", "side": "soviet", "at": "2210"}]
    pending = {"result": "Ae3 DL2o2 DG", "attackers": ["5Pz"], "defenders": ["81R"], "hex": "2210"}
    data = {"rulebook": "ocs", "phase": "combat phase", "segment": "combat", "active": "german", "assume": "defaults", "units": units, "pending": pending}
    ocs = book.load("ocs")
    (ruling,) = Game(ocs, Situation(ocs, data)).hear(text).rulings
    assert ruling.verdict == "legal" and ruling.effects == [{"unit": "81R", "mode": "DG"}]


def test_once_the_defender_has_gone_the_attacker_owes_nothing() -> None:
    """He carries out his part first: so it is done. Before that he may not advance."""
    units = [{"id": "7Mot", "side": "german", "at": "2118", "steps": 2}, {"id": "63R", "side": "soviet", "at": "2116"}]
    pending = {"result": "Ao1 Do1", "attackers": ["7Mot"], "defenders": ["63R"], "hex": "2117"}
    data = {"rulebook": "ocs", "phase": "combat phase", "segment": "combat", "active": "german", "assume": "defaults", "units": units}
    ocs = book.load("ocs")
    for gone, answer in ((True, "yes"), (False, "no")):
        game = Game(ocs, Situation(ocs, {**data, "pending": {**pending, "retreated": gone}}))
        assert game.hear("may 7Mot advance to 2117?").rulings[0].computed["answer"] == answer


def test_whether_a_retreat_ends_overstacked_is_told_whoever_goes_first() -> None:
    """12 RE in a hex are too many, 9 are not; that the attacker is to go first changes none of it."""
    pending = {"result": "Ao1 Do1", "attackers": ["46ID"], "defenders": ["31R"], "hex": "2810"}
    ocs = book.load("ocs")
    for size, answer in ((9, "yes"), (6, "no")):
        units = [{"id": "46ID", "side": "german", "at": "2811", "re": 3}, {"id": "31R", "side": "soviet", "at": "2810", "re": 3}]
        units += [{"id": "5Gd", "side": "soviet", "at": "2809", "re": size}]
        data = {"rulebook": "ocs", "phase": "combat phase", "segment": "combat", "active": "german", "assume": "defaults", "units": units, "pending": pending}
        assert Game(ocs, Situation(ocs, data)).hear("If 31R retreats to 2809, is it eliminated?").rulings[0].computed["answer"] == answer


def test_a_step_for_a_zone_is_lost_though_the_other_side_has_lost_its_own() -> None:
    pending = {"act": "attack", "hex": "1510", "result": "Ao1 Do1", "attackers": ["1Pz"], "defenders": ["33R"]}
    units = (unit("1Pz", "1511"), unit("2Mot", "1709"), unit("33R", "1510", mode="DG"), unit("44R", "1609"))
    rulings = hear("1Pz loses a step; 33R retreats to 1609", table(*units, pending=pending))
    assert any(effect.get("unit") == "33R" and effect.get("steps") == -1 for ruling in rulings for effect in ruling.effects)
