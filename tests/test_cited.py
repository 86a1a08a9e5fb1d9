"""A number is cited because it was used: helpers that hold in a rule that speaks."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book import Rulebook
from adjudicator.book.engine import judge
from adjudicator.ground.situation import Situation

ACTS = """
from adjudicator.book import Case, act

@act("rest")
class Rest(Case):
    stages = ("legality",)
"""
CHAPTER = """
from adjudicator.book import cited, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import permit
from adjudicator.ground.searches import cheapest

from .acts import Rest

@cited("2.1")
def yes(s): return [1]
@cited("2.2")
def no(s): return not yes(s)
@cited("2.3")
def through(s): return yes(s)
@cited("2.4")
def kept_in_mind(s): return s.remember("through", lambda: through(s))

@rule("1.1", Rest)
def speaks(rest):
    {speaks}
    yield permit("fine")

@rule("1.2", Rest)
def is_silent(rest):
    if through(rest.s) and no(rest.s):
        yield permit("never")

@cited("1.3", Rest)
@cited("1.4", Rest)
def holds(rest): return rest.slots["holds"]

@cited("1.5", Rest)
def nobody_knows(rest): raise Missing("turn")
"""
USES: list[tuple[str, list[str]]] = [
    ("pass", []),
    ("yes(rest.s)", ["2.1"]),
    ("no(rest.s)", []),
    ("through(rest.s)", ["2.1", "2.3"]),
    ("kept_in_mind(rest.s)", ["2.1", "2.3", "2.4"]),
    ("kept_in_mind(rest.s), kept_in_mind(rest.s)", ["2.1", "2.3", "2.4"]),
    ("cheapest('a', lambda hex_: 'b' if yes(rest.s) else '', lambda a, b: 1, 3)", []),
]
BOOK = {
    "book.yaml": "title: T\nedition: E\nsides: [a, b]\ngrid: {columns: null, rows_odd: null, rows_even: null, even_lower: true}\nfacts: {turn: {}}\n",
    "acts.py": ACTS,
}


@pytest.mark.parametrize(("uses", "wanted"), USES)
@pytest.mark.parametrize("holds", [True, False])
def test_what_is_cited(tmp_path: Path, uses: str, wanted: list[str], holds: bool) -> None:
    name = f"cited{USES.index((uses, wanted))}{holds}"
    folder = tmp_path / name
    folder.mkdir()
    for file, text in {**BOOK, "r01_all.py": textwrap.dedent(CHAPTER).replace("{speaks}", uses)}.items():
        (folder / file).write_text(text, encoding="utf-8")
    book = Rulebook(str(folder))
    situation = Situation(book, {})
    for _ in range(2):  # what is remembered of the first time is cited the second time too
        cites: Any = judge(book, situation, "rest", {"holds": holds}).cites
        assert sorted(cites) == sorted(["1.1", *wanted, *(["1.3", "1.4"] if holds else [])])
