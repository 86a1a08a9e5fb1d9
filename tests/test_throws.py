"""Dice: combinations, totals and the tables made of them, against every single way that dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator import book as books
from adjudicator.commands.conformance import Suite
from adjudicator.ground.declaration import Stated
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.ground.throws import combinations, totals, ways
from adjudicator.play.game import Game
from tests.conftest import ROOT, heard, rulebook

FACES = range(1, 7)
TABLES = [("gdp", "gdp-11.2-01", 3), ("gdp", "gdp-11.3-15", 2), ("bcs", "bcs-3.2b-51", 2), ("fpa", "fpa-13.8-01", 1)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_combinations_and_totals_are_all_ways_to_fall(count: int) -> None:
    """Each way counted once, by hand."""
    everything = list(product(FACES, repeat=count))
    share = Fraction(1, len(everything))
    assert dict(combinations(count, 6)) == {faces: number * share for faces, number in Counter(tuple(sorted(faces)) for faces in everything).items()}
    assert totals(count, 6) == {total: number * share for total, number in Counter(map(sum, everything)).items()}
    assert {sum(faces): chance for faces, chance in ways(count, 6, True)} == totals(count, 6)


def case_of(rulebook: str, number: str) -> tuple[books.Rulebook, dict[str, Any]]:
    """One of the rulebook's own cases."""
    suite = Suite("en")
    path = str(ROOT / "rulebooks" / rulebook / "cases.yaml")
    case = next(case for case in suite.cases(path) if case["id"] == number)
    return suite.book_of(path, case), case


def ruled(rulebook: str, case: dict[str, Any], dice: tuple[int, ...]) -> Ruling:
    """The ruling on a case with other dice."""
    book = books.load(rulebook)
    return heard(Game(book, Situation(book, case["situation"])), case["declaration"]["en"], dice)[-1]


@pytest.mark.parametrize(("rulebook", "number", "count"), TABLES)
def test_a_table_of_rolls_is_what_each_roll_gives(rulebook: str, number: str, count: int) -> None:
    """Every single way that the dice fall, judged for itself."""
    _, case = case_of(rulebook, number)
    roll = ruled(rulebook, case, ()).roll
    assert roll is not None and roll.dice == f"{count}d6"
    chances: Counter[str] = Counter()
    for dice in product(FACES, repeat=count):
        result = ruled(rulebook, case, dice).computed["result"]
        key = str(sum(dice))
        assert roll.table[key if key in roll.table else ",".join(map(str, sorted(dice)))] == result
        chances[str(result)] += 1
    assert roll.chances == {name: Fraction(number, 6**count) for name, number in chances.items()}


def test_the_same_table_whatever_a_fact_is() -> None:
    """A fact that changes what is shown but no result keeps the table; one that changes results has none."""
    book, case = case_of("fpa", "fpa-x-13.1-18")
    situation = Situation(book, case["situation"])
    open_ruling = heard(Game(book, situation), case["declaration"]["en"])[-1]
    needed = [need.fact for need in open_ruling.needs]
    assert needed == ["units[18AD].attack"] and open_ruling.roll is None
    tables = []
    for strength in (0, 30):
        stated = Situation(book, case["situation"])
        stated.state("units[18AD].attack", strength)
        tables.append(heard(Game(book, stated), case["declaration"]["en"])[-1].roll)
    assert tables[0] is not None and tables[0] != tables[1]


def test_dice_are_asked_for_together() -> None:
    """Two dice of which one lies there: the other is asked for, and its total."""
    book, case = case_of("gdp", "gdp-10.1-01")
    waiting = book.acts["attack"](book, Situation(book, case["situation"]), {}, "", (3,))
    with pytest.raises(Missing) as caught:
        waiting.roll_total(2)
    assert (caught.value.fact, caught.value.dice, caught.value.as_total) == ("rolls", 1, True)


@pytest.mark.parametrize(("said", "told"), [("4.", [4]), ("4!", [4]), ("4 and 3.", [4, 3]), ("4, 3", [4, 3]), ("a 4", [4])])
def test_a_sentence_of_numbers_behind_a_deed_is_its_dice(said: str, told: list[int]) -> None:
    """As players write them: 16Pz attacks 3010. 4."""
    parts = Game(rulebook("fpa"), Situation(rulebook("fpa"), {"units": [{"id": "16Pz", "side": "german"}]})).line(f"16Pz attacks 3010. {said}").parts
    assert [list(part.value) for part in parts if isinstance(part, Stated)] == [told]


@pytest.mark.parametrize("said", ["16Pz attacks 3010: 4", "16Pz attacks 3010: a 4", "la 16Pz ataca 3010: 4", "la 16Pz ataca 3010: un 4"])
def test_a_number_behind_a_colon_is_its_die(said: str) -> None:
    """It is never told back as something that the position bears out."""
    game = Game(rulebook("fpa"), Situation(rulebook("fpa"), {"units": [{"id": "16Pz", "side": "german", "attack": 4, "steps": 4}]}))
    assert [list(part.value) for part in game.line(said).parts if isinstance(part, Stated)] == [[4]]


@pytest.mark.parametrize("said", ["16Pz attacks 3010, 4", "16Pz attacks 3010. Is it a 4"])
def test_a_number_alone_is_borne_out_by_nothing(said: str) -> None:
    game = Game(rulebook("fpa"), Situation(rulebook("fpa"), {"units": [{"id": "16Pz", "side": "german", "attack": 4, "steps": 4, "at": "3009"}]}))
    record = game.hear(said)
    assert record.problem is not None
