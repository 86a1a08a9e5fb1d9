"""Rules of `fpa`: how the chapters are laid out, and that no rule is dead.  The cases themselves run in test_properties.py."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudicator import book, language
from adjudicator.files.yaml import load_document

FOLDER = Path(__file__).resolve().parent.parent / "rulebooks" / "fpa"
BOOK = book.load("fpa")
CASES: list[dict[str, Any]] = load_document(FOLDER / "cases.yaml", cached=True).data
NUMBERS: dict[str, Any] = BOOK.text_file("numbers.yaml")
CHAPTERS = sorted(FOLDER.glob("r[0-9][0-9]_*.py"))


@pytest.fixture(scope="module")
def words() -> Any:
    return language.load(FOLDER)


@pytest.fixture(scope="module")
def cited(words: Any) -> dict[str, set[str]]:
    """The numbers that the ruling on each case cites."""
    from adjudicator.ground.situation import Situation
    from adjudicator.play.referee import Referee

    found = {}
    for case in CASES:
        rulings = Referee(BOOK, Situation(BOOK, case["situation"]), words).hear(case["declaration"]["en"], case.get("rolls") or ())
        found[case["id"]] = {number for ruling in rulings for number in ruling.cites}
    return found


def test_ids_are_unique() -> None:
    assert [id_ for id_, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def test_cases_name_printed_numbers() -> None:
    """``4.0`` and the like are printed as well; the `lines` of a case lie in the text."""
    assert {number for case in CASES for number in case["rules"]} <= set(NUMBERS)
    assert all(1 <= first <= last <= 857 for case in CASES for first, last in [case["lines"]])


def test_every_coded_number_speaks_and_keeps_silent(cited: dict[str, set[str]]) -> None:
    """No rule is dead, and none speaks whatever is declared."""
    coded = {rule.number for rule in BOOK.rules}
    fired = Counter(number for numbers in cited.values() for number in numbers)
    assert coded - set(fired) == set()
    assert [number for number in coded if fired[number] == len(cited)] == []


def numbered(path: Path) -> list[tuple[tuple[int, ...], str, int]]:
    """(number, name, line) of every decorated function of a chapter, in the order of the file."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id in ("rule", "derives"):
                argument = decorator.args[1 if decorator.func.id == "derives" else 0]
                assert isinstance(argument, ast.Constant)
                found.append((tuple(int(part) for part in str(argument.value).split(".")), node.name, node.lineno))
    return found


@pytest.mark.parametrize("path", CHAPTERS, ids=[path.stem for path in CHAPTERS])
def test_functions_stand_in_the_order_of_their_numbers(path: Path) -> None:
    """A chapter reads like the book: its own numbers, ascending.  Questions about the whole chapter may close it."""
    source = path.read_text(encoding="utf-8")
    closing = re.search(r"(?m)^# ---- (questions|searches)\b", source)
    last = source[: closing.start()].count("\n") if closing else 10**6
    rows = [row for row in numbered(path) if row[2] <= last]
    numbers = [number for number, _, _ in rows]
    assert numbers == sorted(numbers)
    chapter = int(path.stem[1:3])
    assert {number[0] for number, _, _ in numbered(path)} == {chapter}


def test_every_coded_number_is_told() -> None:
    """Every number with a function stands in numbers.yaml; 4.0 opens its chapter without a number of its own in front."""
    assert {rule.number for rule in BOOK.rules} <= set(NUMBERS)


def test_every_function_says_what_the_rule_says() -> None:
    """A rule is told in its own words: one sentence at least, ending in a full stop."""
    bare = [f"{rule.number} {rule.function.__name__}" for rule in BOOK.rules if not (rule.function.__doc__ or "").strip().endswith(".")]
    assert bare == []


def test_exceptions_name_coded_rules() -> None:
    coded = {rule.number for rule in BOOK.rules}
    assert {number for rule in BOOK.rules for number in rule.exception_to} <= coded
