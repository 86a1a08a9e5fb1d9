"""The order in which rules speak: that of the printed numbers, or the declared one."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book import BookFault, Case, Rulebook
from adjudicator.book.order import arranged, natural, printed
from adjudicator.book.rules import Rule, rule
from adjudicator.study.lint import faults_of
from tests.conftest import BOOKS, rulebook


def rules(*specs: tuple[str, dict[str, Any]]) -> list[Rule]:
    """Rules of one stage, each with a function of its own, named f0, f1, …"""
    found = []
    for count, (number, kinds) in enumerate(specs):

        def function(case: Case) -> None:
            return None

        function.__name__ = f"f{count}"
        rule(number, Case, **kinds)(function)
        found += function.rules  # type: ignore[attr-defined]
    return found


def order(*specs: tuple[str, dict[str, Any]]) -> list[str]:
    mine = printed(rules(*specs), dict)
    return [item.number for item in arranged([item for item in mine if item.stage == "legality"], mine)]


def test_natural_order_of_numbers() -> None:
    numbers = ["1.0", "1.2", "1.2.1", "1.2a", "1.2b", "1.10", "5.1m part ii", "5.1m part iii", "6.2.2", "6.2.2#2", "10.0"]
    assert sorted(random.Random(0).sample(numbers, len(numbers)), key=natural) == numbers


def test_headings_follow_the_index_and_ties_keep_their_order() -> None:
    mine = rules(("Stacking", {}), ("General", {}), ("Stacking", {}))
    assert [item.function.__name__ for item in printed(mine, lambda: ["General", "Stacking"])] == ["f1", "f0", "f2"]


PLAIN: dict[str, Any] = {}
PLACES: list[tuple[list[tuple[str, dict[str, Any]]], list[str]]] = [
    ([("9.0", PLAIN), ("2.0", PLAIN), ("10.1", PLAIN)], ["2.0", "9.0", "10.1"]),
    ([("2.0", {"after": "9.0"}), ("3.0", PLAIN), ("9.0", PLAIN), ("9.0", PLAIN), ("9.1", PLAIN)], ["3.0", "9.0", "9.0", "2.0", "9.1"]),
    ([("9.1", {"before": "3.0"}), ("2.0", PLAIN), ("3.0", PLAIN), ("9.0", PLAIN)], ["2.0", "9.1", "3.0", "9.0"]),
    ([("2.0", {"after": "9.0"}), ("1.0", {"after": "9.0"}), ("9.0", PLAIN), ("9.1", PLAIN)], ["9.0", "1.0", "2.0", "9.1"]),
    ([("2.0", {"after": "1.0"}), ("1.0", {"after": "9.0"}), ("9.0", PLAIN), ("9.1", PLAIN)], ["9.0", "1.0", "2.0", "9.1"]),
    ([("2.0", {"after": "f2"}), ("9.0", PLAIN), ("9.0", PLAIN), ("9.0", PLAIN)], ["9.0", "9.0", "2.0", "9.0"]),
    ([("1.0", {"after": "3.1"}), ("3.0", PLAIN), ("3.1", {"exception_to": "3.0"}), ("4.0", PLAIN)], ["3.0", "1.0", "4.0"]),
]


@pytest.mark.parametrize(("specs", "wanted"), PLACES)
def test_declared_places(specs: list[tuple[str, dict[str, Any]]], wanted: list[str]) -> None:
    assert order(*specs) == wanted


def test_a_rule_stays_at_its_number_where_the_other_one_is_not_concerned() -> None:
    mine = printed(rules(("1.0", PLAIN), ("2.0", {"after": "9.0"}), ("3.0", PLAIN), ("9.0", PLAIN)), dict)
    assert [item.number for item in arranged(mine[:3], mine)] == ["1.0", "2.0", "3.0"]


FAULTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: order(("1.0", {"after": "2.0"}), ("2.0", {"after": "1.0"})), "circle: 1.0, 2.0"),
    (lambda: order(("1.0", {"after": "7.0"}), ("2.0", PLAIN)), r'test_order.py:\d+: rule 1.0: no rule "7.0" speaks in stage "legality"'),
    (lambda: order(("1.0", {"after": "2.0"}), ("2.0", {"stage": "numbers"})), 'no rule "2.0" speaks in stage "legality"'),
    (lambda: order(("1.0", {"after": "2.0", "before": "3.0"})), "exclude each other"),
]


@pytest.mark.parametrize(("build", "says"), FAULTS)
def test_faults(build: Callable[[], Any], says: str) -> None:
    with pytest.raises(BookFault, match=says):
        build()


def test_a_place_that_cannot_be_kept_is_listed(tmp_path: Path) -> None:
    """`coverage` lists it, before anybody judges such an act."""
    (tmp_path / "book.yaml").write_text(
        "title: T\nedition: E\nsides: [a, b]\ngrid: {columns: null, rows_odd: null, rows_even: null, even_lower: true}\nfacts: {}\n"
    )
    (tmp_path / "acts.py").write_text('from adjudicator.book import Case, act\n\n@act("rest")\nclass Rest(Case): pass\n')
    chapter = 'from adjudicator.book import rule\nfrom .acts import Rest\n\n@rule("1.1", Rest, after="1.7")\ndef sleeps(rest): pass\n'
    (tmp_path / "r01_rest.py").write_text(chapter)
    assert faults_of(Rulebook(str(tmp_path))) == ['r01_rest.py:4: rule 1.1: no rule "1.7" speaks in stage "legality"']


@pytest.mark.parametrize("name", BOOKS)
def test_every_stage_speaks_in_printed_order(name: str) -> None:
    """In every stage of every act of every rulebook, save the rules that declare their place."""
    book = rulebook(name)
    for cls in dict.fromkeys(book.acts.values()):
        for stage, found in book.order(cls).items():
            plain = [item for item in found if not (item.exception_to or item.before or item.after)]
            assert plain == printed(plain, lambda: book.text_file("numbers.yaml"), book.decimal), f"{cls.__name__}, {stage}"


@pytest.mark.parametrize("name", BOOKS)
def test_no_declared_place_is_needless(name: str) -> None:
    """A rule that would speak at the same place without its ``before`` or ``after`` declares nothing."""
    book = rulebook(name)
    moved: dict[Rule, bool] = {}
    for cls in dict.fromkeys(book.acts.values()):
        for found in book.order(cls).values():
            plain = [item for item in found if not item.exception_to]
            for item, other in zip(plain, printed(plain, lambda: book.text_file("numbers.yaml"), book.decimal), strict=True):
                if item.before or item.after:
                    moved[item] = moved.get(item, False) or item is not other
    assert all(moved.values()), [item.function.__name__ for item, much in moved.items() if not much]
