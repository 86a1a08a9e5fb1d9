"""The laws of every rulebook's folder: numbers, texts, readings and cases fit the rules.  Nothing here knows one book: a new rule needs no line here.

Keys and slots of texts are read out of the source (``ast``), so that no rule has to be made to speak for it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.book import InputError
from adjudicator.files.places import LANGUAGES
from adjudicator.say.catalogue import catalogue
from adjudicator.say.words import Say
from adjudicator.study.coverage import Coverage
from tests.conftest import BOOKS, ROOT, Part, cases, hear, partly, rulebook, walked
from tests.test_unknown import stated

LISTED = {"where", "units"}  # slots that are listed beside the text
KEY_AT = {"forbid": 0, "permit": 0, "define": 0, "warn": 0, "term": 2, "shift": 1, "drm": 1, "value": 2, "unused": 1, "InputError": 0}
NO_SLOTS = {"term": {"group"}, "shift": {"claim"}, "drm": {"claim"}, "value": {"key"}}  # named arguments of those functions that are no slots

every_book = pytest.mark.parametrize("name", BOOKS)


def sources(name: str) -> list[Path]:
    return sorted(Path(rulebook(name).folder).glob("*.py"))


def slots_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def figures(text: str) -> list[str]:
    """The numbers in a text; 6.8 is 6,8 in Spanish."""
    return sorted({found.replace(",", ".") for found in re.findall(r"\d+(?:[.,:]\d+)*", text)})


# ---- the index of numbers -------------------------------------------------------------------------------------------------
@every_book
def test_every_printed_number_is_coded_or_accounted_for(name: str) -> None:
    found = Coverage(rulebook(name))
    assert found.missing == []
    assert found.extra == []
    assert found.faults == []


@every_book
def test_the_index_stands_in_the_books_order(name: str) -> None:
    index: dict[str, Any] = rulebook(name).text_file("numbers.yaml")
    lines = [entry["lines"] for entry in index.values()]
    assert all(first <= last for first, last in lines)


@every_book
def test_titles_and_summaries_say_the_same_in_both_languages(name: str) -> None:
    wrong = []
    for number, entry in rulebook(name).text_file("numbers.yaml").items():
        parts = ("title", "summary", *(("why",) if entry.get("status") == "excused" else ()))
        for part in parts:
            told = entry[part]
            if sorted(told) != sorted(LANGUAGES) or any(text != text.strip() or not text for text in told.values()):
                wrong.append(f"{number}: {part}")
        if figures(entry["summary"]["en"]) != figures(entry["summary"]["es"]):
            wrong.append(f"{number}: figures of the summary, {figures(entry['summary']['en'])} and {figures(entry['summary']['es'])}")
        if not all(text.endswith(".") for text in entry["summary"].values()):
            wrong.append(f"{number}: a summary is a sentence")
    assert wrong == []


@every_book
def test_a_status_says_what_it_needs_to(name: str) -> None:
    book = rulebook(name)
    coded = {rule.number for rule in book.rules}
    for number, entry in book.text_file("numbers.yaml").items():
        status = entry.get("status")
        assert status != "excused" or number not in coded, f"{number} has a function and is excused"
        assert status != "defined" or entry["by"], number
        assert status != "tabled" or entry["table"] in book.tables, number


# ---- rules ------------------------------------------------------------------------------------------------------------------
@every_book
def test_every_function_says_what_the_rule_says(name: str) -> None:
    bare = [f"{rule.number} {rule.function.__name__}" for rule in rulebook(name).rules if not (rule.function.__doc__ or "").strip().endswith(".")]
    assert bare == []


@every_book
def test_exceptions_name_coded_rules(name: str) -> None:
    rules = rulebook(name).rules
    assert {number for rule in rules for number in rule.exception_to} <= {rule.number for rule in rules}


@every_book
def test_the_register_of_readings_is_complete(name: str) -> None:
    """Both outcomes and why in both languages, a printed number, and a case that is about it."""
    book = rulebook(name)
    numbers = book.text_file("numbers.yaml")
    about = {case["id"]: case["rules"] for case in cases(name)}
    for id_, entry in book.register.items():
        texts = [entry["why"], *(entry.get("choices") or {key: entry[key] for key in ("holds", "other")}).values()]
        assert all(text["en"].strip() and text["es"].strip() for text in texts), id_
        assert len({text["en"] for text in texts}) == len(texts), id_
        assert entry["rule"] in numbers, id_
        assert entry["rule"] in about[entry["case"]], (id_, entry["case"])
        assert ("default" in entry and entry["default"] in entry["choices"]) or entry["kind"] in ("doubt", "gap", "misprint", "option"), id_


def test_the_registers_are_long_enough() -> None:
    assert sum(len(rulebook(name).register) for name in BOOKS) >= 200


@every_book
def test_every_reading_that_the_rules_ask_for_is_in_the_register_and_every_switch_is_asked_for(name: str) -> None:
    book = rulebook(name)
    asked = set()
    for path in Path(book.folder).glob("*.py"):
        for node in walked(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reading" and isinstance(node.args[0], ast.Constant):
                asked.add(node.args[0].value)
    assert asked == set(book.readings)
    open_to_choice = {number for number, option in (book.meta.get("options") or {}).items() if isinstance(option, dict) and "values" in option}
    assert open_to_choice == {entry["option"] for entry in book.register.values() if "option" in entry} | open_to_choice & set(book.readings)


@every_book
def test_the_case_of_a_reading_comes_out_otherwise_when_it_is_read_otherwise(name: str) -> None:
    found = {case["id"]: case for case in cases(name)}
    idle = []
    for id_, entry in rulebook(name).readings.items():
        case = found[entry["case"]]
        told = {choice: _outcome(name, case, id_, choice) for choice in entry["choices"]}
        if all(outcome == told[entry["default"]] for outcome in told.values()):
            idle.append(id_)
    assert idle == []


def _outcome(name: str, case: dict[str, Any], id_: str, choice: str) -> list[Any]:
    """What a case comes to if a place is read in this way."""
    options = (case["situation"] or {}).get("options") or {}
    situation = {**(case["situation"] or {}), "options": {**options, "readings": {**(options.get("readings") or {}), id_: choice}}}
    try:
        rulings = hear(name, case["declaration"]["en"], situation, tuple(case.get("rolls") or ()), full=False)
    except InputError as error:  # dice that this reading does not throw
        return [error.key]
    return [(ruling.values(), ruling.effects) for ruling in rulings]


# ---- texts --------------------------------------------------------------------------------------------------------------------
class Use(NamedTuple):
    """A text that the code names: where, its key (a pattern where it is put together), the slots that are filled; None = not to be seen."""

    place: str
    key: str
    slots: set[str] | None
    function: str


def uses(name: str) -> Iterator[Use]:
    """Every text that the files of a rulebook use, as far as the call names it."""
    for path in sources(name):
        for node in walked(path):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEY_AT):
                continue
            at = KEY_AT[node.func.id]
            key = node.args[at] if len(node.args) > at else next((item.value for item in node.keywords if item.arg == "key"), None)
            handed_on = any(item.arg is None for item in node.keywords) or len(node.args) > at + 1
            slots = None if handed_on else {item.arg for item in node.keywords if item.arg} - NO_SLOTS.get(node.func.id, set())
            for one in patterns(key) if key is not None else ():
                if one:
                    yield Use(f"{path.name}:{node.lineno}", one, slots, node.func.id)


def patterns(node: ast.expr) -> Iterator[str]:
    """The keys that an expression can be, as regular expressions; a key that comes from elsewhere gives none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from patterns(node.body)
        yield from patterns(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values)  # type: ignore[arg-type]


@every_book
def test_texts_have_both_languages_and_the_same_slots(name: str) -> None:
    wrong = []
    for key, text in rulebook(name).text_file("texts.yaml").items():
        if sorted(text) != sorted(LANGUAGES):
            wrong.append(f"{key}: languages {list(text)}")
        elif slots_in(text["en"]) != slots_in(text["es"]):
            wrong.append(f"{key}: slots differ")
        elif any(one != one.strip() or not one or "  " in one for one in text.values()):
            wrong.append(f"{key}: blanks")
    assert wrong == []


@every_book
def test_every_text_exists_and_has_its_slots_filled(name: str) -> None:
    texts = {**catalogue("en")["ruling"]["texts"], **{key: text["en"] for key, text in rulebook(name).text_file("texts.yaml").items()}}
    wrong = []
    for use in uses(name):
        named = [key for key in texts if re.fullmatch(use.key, key)]
        if not named:
            wrong.append(f"{use.place}: no text {use.key}")
        if use.slots is not None and use.key.replace("\\", "") in texts:
            lack = slots_in(texts[use.key.replace("\\", "")]) - use.slots
            wrong += [f"{use.place}: {use.key} lacks {sorted(lack)}"] if lack else []
    assert wrong == []


@cache
def letters_of(path: Path) -> tuple[set[str], set[str]]:
    """The texts in a source file: those that stand there, and patterns of those that are put together."""
    nodes = walked(path)
    letters = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return letters, {pattern for node in nodes if isinstance(node, ast.JoinedStr) for pattern in patterns(node) if pattern.replace(".+", "")}


@every_book
def test_no_text_is_unused(name: str) -> None:
    """A text is used where its key stands, as a whole or put together of parts, in the code or among the data; ``owes(x)`` uses ``owes_x``."""
    folder = Path(rulebook(name).folder)
    told = [letters_of(path) for path in (*sources(name), *sorted((ROOT / "adjudicator").rglob("*.py")))]
    letters = set().union(*(whole for whole, _ in told))
    put_together = set().union(*(parts for _, parts in told))
    words = (
        letters
        | {f"owes_{letter}" for letter in letters}
        | set(re.findall(r"\w+", "\n".join((folder / file).read_text(encoding="utf-8") for file in ("book.yaml", "tables.yaml"))))
    )
    unused = [key for key in rulebook(name).text_file("texts.yaml") if key not in words and not any(re.fullmatch(pattern, key) for pattern in put_together)]
    assert not unused, unused


@every_book
def test_what_stands_in_a_ledger_is_short(name: str) -> None:
    """What stands beside a number in a ledger or a row of shifts is a phrase, not a sentence."""
    texts = rulebook(name).text_file("texts.yaml")
    short = {key for use in uses(name) if use.function in ("term", "shift", "drm") for key in texts if re.fullmatch(use.key, key)}
    assert {key: texts[key]["en"] for key in short if max(len(texts[key][lang]) for lang in LANGUAGES) > 70} == {}


@every_book
def test_whatever_a_ruling_may_ask_for_is_asked_in_words(name: str) -> None:
    """No fact that a case states goes by its bracket name or by a code word (pending.result, tables.tec.clear.mp_cost)."""
    facts = {path for case in cases(name) for path in stated(name, case["situation"] or {})}
    names = {(lang, path): Say(lang, rulebook(name)).fact(path) for lang in LANGUAGES for path in facts}
    assert [(path, told) for (_, path), told in names.items() if told == path or re.search(r"\w\[|[a-z]\.[a-z]|_", told)] == []


# ---- cases --------------------------------------------------------------------------------------------------------------------
@every_book
def test_cases_have_ids_of_their_own_and_name_printed_numbers(name: str) -> None:
    index = rulebook(name).text_file("numbers.yaml")
    assert [id_ for id_, count in Counter(case["id"] for case in cases(name)).items() if count > 1] == []
    assert {number for case in cases(name) for number in case["rules"]} - set(index) == set()


@partly(2, quick=False)
@every_book
def test_no_rule_is_dead_and_none_speaks_whatever_is_declared(name: str, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a case makes those numbers speak which it names is tested with it (tests/test_cases.py)."""
    found = Coverage(rulebook(name))
    named = {number for case in cases(name) for number in (*case["rules"], *case.get("rules_also", ()))} if part.of > 1 else set()
    monkeypatch.setattr("adjudicator.study.coverage.cases_of", lambda path: part(cases(name)))
    found.listen(str(Path(rulebook(name).folder) / "cases.yaml"))
    index = rulebook(name).text_file("numbers.yaml")
    assert [number for number in found.never() if not index[number].get("status") and number not in named] == []
    assert found.always() == []
