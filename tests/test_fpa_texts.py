"""Texts and index of numbers of `fpa`: everything the rules say can be said, in both languages, and every printed number is accounted for.

The keys and their slots are read out of the source of the chapters (``ast``), so that no rule has to be made to speak for it.
"""

from __future__ import annotations

import ast
import re
import string
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

FOLDER = Path(__file__).resolve().parent.parent / "rulebooks" / "fpa"
SOURCES = sorted(path for path in FOLDER.glob("*.py") if path.name == "acts.py" or re.match(r"r\d\d_", path.name))
LANGUAGES = ("en", "es")
LISTS = {"where", "units"}  # slots that are listed beside the text, never in it

# Where the key stands among the arguments of each function of ruling.py (and of InputError).
KEY_AT = {"forbid": 0, "permit": 0, "define": 0, "warn": 0, "term": 2, "shift": 1, "drm": 1, "value": 2, "unused": 1, "InputError": 0}
NO_SLOTS = {"key", "claim", "group"}  # named arguments of those functions that are no slots

# What the holes of keys that are put together can be filled with.
HOLES = {
    "supply_{supply}": ("in", "out"),
    "wins_{winner}": ("german", "soviet", "draw"),
    "weather_{weather}": ("thaw", "frost", "storm"),
    "weather_{known}": ("thaw", "frost", "storm"),
    "concentric_{why}": ("opposite", "alternate", "many"),
    "result_{raw}": ("DR", "DL1", "DL1+DR", "AS", "AL1", "EX"),
    "result_{result}": ("DR", "DL1", "DL1+DR", "AS", "AL1", "EX", "none", "eliminated"),
}
# Keys that a function gets from another one: (the function, the variable) -> key -> slots.
CROSSING = {"start", "hex"}
HANDED_ON: dict[tuple[str, str], dict[str, set[str]]] = {
    ("river_cost", "key"): {
        "river_frozen": CROSSING,
        "river_at_town": CROSSING,
        "river_flat": CROSSING,
        "river_crossed": CROSSING | {"die", "row"},
        "river_crossed_major": CROSSING | {"die", "row"},
    },
}

# Every number that is printed in the book, in its order.
PRINTED = [
    "1.0", "1.1", "2.0", "2.1", "2.2", "2.2a", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "3.0", "3.1", "3.2", "3.3",
    "4.0", "4.1", "4.2", "4.3", "5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "6.0", "6.1", "6.2",
    "6.3", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "8.0", "8.1", "8.2", "8.3", "8.4", "9.0", "9.1", "9.2", "10.0",
    "10.1", "10.2", "11.0", "11.1", "11.2", "11.3", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "13.0", "13.1",
    "13.2", "13.3", "13.4", "13.5", "13.6", "13.7", "13.8", "13.8.1", "13.8.2", "13.8.3", "13.8.4", "13.9", "13.10",
    "14.0",
]  # fmt: skip


def load(name: str) -> Any:
    return YAML(typ="safe", pure=True).load((FOLDER / name).read_text(encoding="utf-8"))


TEXTS: dict[str, dict[str, str]] = load("texts.yaml")
NUMBERS: dict[str, dict[str, Any]] = load("numbers.yaml")
TABLES: dict[str, Any] = load("tables.yaml")


# ---- what the chapters use -----------------------------------------------------------------------------------------------
def keys_of(node: ast.expr, function: ast.AST | None, place: str) -> list[str]:
    """The keys that an expression can be; fails on one that this test has not been told about."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return keys_of(node.body, function, place) + keys_of(node.orelse, function, place)
    if isinstance(node, ast.JoinedStr):
        pattern = ast.unparse(node)[2:-1]
        assert pattern in HOLES, f"{place}: say in HOLES what {pattern} can become"
        return [re.sub(r"\{.*?\}", filling, pattern) for filling in HOLES[pattern]]
    if isinstance(node, ast.Name) and function is not None:
        given = [
            statement.value
            for statement in ast.walk(function)
            if isinstance(statement, ast.Assign) and any(isinstance(target, ast.Name) and target.id == node.id for target in statement.targets)
        ]
        if given:
            return [key for expression in given for key in keys_of(expression, function, place)]
    raise AssertionError(f"{place}: what key is {ast.unparse(node)}?")


def uses() -> list[tuple[str, str, set[str]]]:
    """(place, key, slots) of every text that a chapter uses."""
    found: list[tuple[str, str, set[str]]] = []

    def visit(node: ast.AST, function: ast.AST | None, file: str) -> None:
        if isinstance(node, ast.FunctionDef):
            function = node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEY_AT:
            at = KEY_AT[node.func.id]
            place = f"{file}:{node.lineno}"
            key = node.args[at] if len(node.args) > at else next((item.value for item in node.keywords if item.arg == "key"), None)
            if key is not None:
                name = getattr(function, "name", "")
                slots = {item.arg for item in node.keywords if item.arg} - NO_SLOTS
                if any(item.arg is None for item in node.keywords):
                    handed = HANDED_ON.get((name, ast.unparse(key)))
                    assert handed is not None, f"{place}: say in HANDED_ON which keys and slots come from elsewhere"
                    found.extend((place, one, slots | more) for one, more in handed.items())
                else:
                    found.extend((place, one, slots) for one in keys_of(key, function, place) if one)
        for child in ast.iter_child_nodes(node):
            visit(child, function, file)

    for path in SOURCES:
        visit(ast.parse(path.read_text(encoding="utf-8")), None, path.name)
    return found


def coded() -> dict[str, list[str]]:
    """Number -> places of the functions that are registered under it."""
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in getattr(node, "decorator_list", ()):
                if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id in ("rule", "derives"):
                    number = decorator.args[1 if decorator.func.id == "derives" else 0]
                    assert isinstance(number, ast.Constant)
                    found.setdefault(str(number.value), []).append(f"{path.name}:{decorator.lineno}")
    return found


USES = uses()
CODED = coded()


def slots_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# ---- texts ---------------------------------------------------------------------------------------------------------------
def test_every_text_exists() -> None:
    assert {f"{key} ({place})" for place, key, _ in USES if key not in TEXTS} == set()


def test_no_text_is_unused() -> None:
    assert set(TEXTS) - {key for _, key, _ in USES} == set()


def test_texts_in_both_languages() -> None:
    faults = []
    for key, text in TEXTS.items():
        if list(text) != list(LANGUAGES):
            faults.append(f"{key}: languages {list(text)}")
            continue
        english, spanish = (slots_in(text[language]) for language in LANGUAGES)
        if english != spanish:
            faults.append(f"{key}: slots differ, {sorted(english)} and {sorted(spanish)}")
        if english & LISTS:
            faults.append(f"{key}: {sorted(english & LISTS)} are listed beside the text")
        faults += [f"{key}: {one!r}" for one in text.values() if one != one.strip() or not one or "  " in one or one.endswith(".")]
    assert faults == []


def test_rules_fill_every_slot() -> None:
    """Wherever a key is used, the rule passes every slot of its text."""
    assert [f"{place}: {key} lacks {sorted(lack)}" for place, key, slots in USES if (lack := slots_in(TEXTS[key]["en"]) - slots)] == []


def test_ledger_texts_are_short() -> None:
    """What stands beside a number in a ledger or a row of shifts is a phrase, not a sentence."""
    ledger = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("term", "shift", "drm"):
                place = f"{path.name}:{node.lineno}"
                ledger |= {key for where, key, _ in USES if where == place}
    assert ledger
    assert {key for key in ledger for language in LANGUAGES if len(TEXTS[key][language]) > 52} == set()


# ---- numbers -------------------------------------------------------------------------------------------------------------
def test_numbers_in_the_books_order() -> None:
    assert list(NUMBERS) == PRINTED
    lines = [tuple(entry["lines"]) for entry in NUMBERS.values()]
    assert all(first <= last for first, last in lines)
    assert all(before[1] < after[0] for before, after in pairwise(lines))


def test_every_number_of_a_function_is_printed() -> None:
    assert {number: CODED[number] for number in CODED if number not in NUMBERS} == {}


def test_every_exception_names_a_number() -> None:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "exception_to":
                for item in ast.walk(node.value):
                    assert not isinstance(item, ast.Constant) or item.value in CODED, f"{path.name}:{node.value.lineno}"


def figures(text: str) -> set[str]:
    """The numbers in a text; 6.8 is 6,8 in Spanish."""
    return {found.replace(",", ".") for found in re.findall(r"\d+(?:[.,:]\d+)*", text)}


@pytest.mark.parametrize("number", PRINTED)
def test_number(number: str) -> None:
    """Told in both languages, and coded or accounted for; never both."""
    entry = NUMBERS[number]
    for part in ("title", "summary"):
        assert list(entry[part]) == list(LANGUAGES)
        assert all(text == text.strip() != "" for text in entry[part].values())
    assert all(text.endswith(".") for text in entry["summary"].values())
    english, spanish = (figures(entry["summary"][language]) for language in LANGUAGES)
    assert english == spanish
    status = entry.get("status")
    assert (status is None) == (number in CODED), f"{number} has {CODED.get(number, 'no function')} and the status {status}"
    extra = {None: set(), "defined": {"by"}, "tabled": {"table"}, "excused": {"why"}}[status]
    assert set(entry) - {"lines", "title", "summary", "status"} == extra
    if status == "excused":
        assert list(entry["why"]) == list(LANGUAGES) and all(entry["why"].values())
    if status == "defined":
        assert entry["by"]
    if status == "tabled":
        assert entry["table"] in TABLES


def test_tables_name_printed_numbers() -> None:
    assert {name: table["rule"] for name, table in TABLES.items() if table["rule"] not in NUMBERS} == {}
