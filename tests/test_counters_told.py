"""What a counter shows is the same fact in whatever words it is told: has MA 5, has an MA of 5, the MA of it is 5, its MA is 5."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from adjudicator.language.errors import NotUnderstood
from tests.conftest import BOOKS, cases, game_of, language

TRIED = 12
FORMS = (
    "{unit} has {noun} {value}",
    "{unit} has a {noun} of {value}",
    "The {noun} of {unit} is {value}",
    "{unit}'s {noun} is {value}",
    "El {noun} de {unit} es {value}",
    "La {noun} de {unit} es de {value}",
    "{unit} tiene un {noun} de {value}",
)
WORDS = {"ar": "AR", "ma": "MA", "af": "AF", "df": "DF"}


def figures(name: str) -> list[tuple[dict[str, Any], dict[str, Any], str]]:
    """Units of a book's cases with a figure that their counters show, and that its language has a noun for."""
    about = {str(key).removesuffix("=number") for key in language(name).states["unit"].values() if str(key).endswith("=number")}
    found = ((case, unit, key) for case in cases(name) for unit in case["situation"].get("units") or () for key in WORDS if key in about and key in unit)
    plain = ((case, unit, key) for case, unit, key in found if isinstance(unit[key], int) and re.fullmatch(r"[\dA-Z][\w/]*\d?[A-Za-z]+", unit["id"]))
    return list(islice(plain, 0, None, 25))[:TRIED]


@pytest.mark.parametrize("name", BOOKS)
def test_a_figure_is_the_same_fact_however_it_is_told(name: str) -> None:
    found = figures(name)
    if not found:
        pytest.skip("no figure of its counters has a name of its own")
    for case, unit, key in found:
        for form in FORMS:
            for value in (unit[key], unit[key] + 1):
                line = form.format(unit=unit["id"], noun=WORDS[key], value=value)
                game = game_of(name, case["situation"])
                record = game.hear(line)
                assert record.problem is None, (case["id"], line)
                assert game.situation.units[unit["id"]].known(key) == value, (case["id"], line)


STEPS = (
    "{} has {} step{} left of four",
    "{} has {} step{} left out of four",
    "{} has {} step{} of four",
)


@pytest.mark.parametrize("name", BOOKS)
def test_one_step_is_as_many_as_two(name: str) -> None:
    tried = 0
    for case in cases(name)[::40]:
        unit = next((unit["id"] for unit in case["situation"].get("units") or () if re.fullmatch(r"[\dA-Z]\w*\d?[A-Za-z]+", unit["id"])), None)
        if unit is None:
            continue
        for form in STEPS:
            left = []
            for count, said in ((1, "one"), (2, "two")):
                game = game_of(name, case["situation"])
                record = game.hear(form.format(unit, said, "s" if count > 1 else ""))
                left.append(None if record.problem is not None else game.situation.units[unit].known("steps"))
            tried += 1
            assert left in ([1, 2], [None, None]), (case["id"], form, left)
    assert tried or name in ("arnhem", "gdp")


@pytest.mark.parametrize(
    ("book", "text", "word"),
    [
        ("fpa", "7Pz 5-5 camouflaged at 3316", "camouflaged"),
        ("fpa", "7Pz 5-5 camuflada en 3316", "camuflada"),
        ("pd", "Polish 5Lg entrenched 3-2-3 at 1426", "entrenched"),
    ],
)
def test_what_says_nothing_of_a_counter_is_blamed(book: str, text: str, word: str) -> None:
    """Of a new counter with its numbers the word is blamed that no rulebook reads, never its name."""
    problem = game_of(book, {}).hear(text).problem
    assert problem is not None and isinstance(problem.error, NotUnderstood) and text[problem.error.start : problem.error.end] == word


@pytest.mark.parametrize(
    "text",
    [
        "7Pz 5-5 at 3316 stacked with 503Tiger 2-2",
        "7Pz 5-5 at 3316 together with 503Tiger 2-2",
        "7Pz 5-5 at 3316 with 503Tiger 2-2",
        "7Pz 5-5 stacked with 503Tiger 2-2 at 3316",
        "7Pz 5-5 and 503Tiger 2-2 at 3316",
        "7Pz 5-5 en 3316 apilada con 503Tiger 2-2",
        "7Pz 5-5 y 503Tiger 2-2 en 3316",
    ],
)
def test_two_new_counters_of_one_hex(text: str) -> None:
    """A hex that is said of two new counters is that of both."""
    record = game_of("fpa", {}).hear(text)
    stated = {fact.path: fact.value for fact in record.stated}
    wanted = {"7Pz": (5, 5, "3316"), "503Tiger": (2, 2, "3316")}
    assert {unit: tuple(stated[f"units[{unit}]"][key] for key in ("attack", "defense", "at")) for unit in wanted} == wanted
