"""`explain`: rules looked up by number, by words and by tables; of a file of cases no more is read than is needed, and the same is found."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.commands.cli import main
from adjudicator.files.places import LANGUAGES
from adjudicator.say.words import Say
from adjudicator.study.explain import _cases, nearest, searched, table_named, table_title
from adjudicator.study.numbers import index_of
from tests.conftest import BOOKS, ROOT, Part, cases, partly, rulebook


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_cases_of_every_number(name: str, part: Part) -> None:
    book = rulebook(name)
    for number in part(index_of(book)):
        assert _cases(book, number) == [case["id"] for case in cases(name) if number in (case.get("rules") or ())]


# ---- by words ------------------------------------------------------------------------------------------------------------------
@partly()
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_every_title_finds_its_rule(name: str, lang: str, part: Part) -> None:
    """Whoever types the title of a rule gets that rule (or one of the same title) first."""
    book = rulebook(name)
    index, search = index_of(book), searched(book)
    titles = {number: str((entry.get("title") or {}).get(lang) or number) for number, entry in index.items()}
    for number, title in part(titles.items()):
        hits = search.find(title)
        assert hits, (number, title)
        first = {hit.number for hit in hits if hit.score >= hits[0].score - 1e-9}
        assert number in first or title in {titles[each] for each in first}, (number, title, hits)


@pytest.mark.parametrize(
    ("book", "words", "number"),
    [
        ("fpa", "heavy tanks", "13.5"), ("fpa", "river", "12.3"), ("fpa", "tanques pesados", "13.5"), ("fpa", "kampfgruppe", "5.3"), ("fpa", "mud", "5.1"),
        ("fpa", "crossed a river", "12.3"), ("pd", "retiradas", "9.5"), ("pd", "ferrocarril", "6.5"), ("gdp", "overrun", "9.4"), ("gdp", "minefields", "15.0"),
        ("ocs", "barrage", "OCS 10.0a"), ("bcs", "marchas forzadas", "6.4e"), ("bcs", "snafu", "3.2"),
    ],
)  # fmt: skip
def test_words_of_players(book: str, words: str, number: str) -> None:
    """Words that are not the title: other forms, the other language, other names of the same thing."""
    assert searched(rulebook(book)).find(words)[0].number == number


SEARCHES = [line.split(" | ") for line in (ROOT / "tests" / "searches.txt").read_text(encoding="utf-8").splitlines()[1:]]


@pytest.mark.parametrize("name", BOOKS)
def test_everyday_searches_find_their_rule_first(name: str) -> None:
    """Of some sixty everyday searches of a book, in both languages, nine in ten have the best answer first, and nearly all among the first three."""
    search = searched(rulebook(name))
    asked = [(words, numbers.split(", ")) for book, words, numbers in SEARCHES if book == name]
    found = {words: [hit.number for hit in search.find(words)] for words, _ in asked}
    second = [words for words, numbers in asked if found[words][:1] == [] or found[words][0] not in numbers]
    lost = [words for words, numbers in asked if not set(found[words][:3]) & set(numbers)]
    assert len(asked) > 30 and len(second) <= 0.1 * len(asked) and len(lost) <= 0.06 * len(asked), (second, lost)


@partly(1)
@pytest.mark.parametrize("name", BOOKS)
def test_what_a_rule_is_called_as_well_finds_it(name: str, part: Part) -> None:
    """The names that a book prints over a rule, and others, in both languages: nearly all lead there among the first three."""
    search = searched(rulebook(name))
    called = part((number, each) for number, entry in search.index.items() for text in (entry.get("also") or {}).values() for each in text.split("; "))
    lost = [(number, words) for number, words in called if number not in [hit.number for hit in search.find(words)][:3]]
    assert len(lost) <= 0.03 * len(called), lost


@pytest.mark.parametrize(("book", "words", "number"), [("bcs", "engage", "5.2a"), ("pd", "arrollamientos", "9.6.6"), ("pd", "railway move", "6.5")])
def test_words_of_one_root(book: str, words: str, number: str) -> None:
    """What only looks like the word in a title stands before what means something like it in a text; a word that no text has finds its kin."""
    assert searched(rulebook(book)).find(words)[0].number == number


def test_several_rules_are_listed_one_is_shown() -> None:
    several, one = call("fpa", "river"), call("fpa", "heavy", "tanks")
    assert several.exit_code == one.exit_code == 0
    assert several.output.index("12.3  Crossing rivers") < several.output.index("13.8.3  ")
    assert one.output.startswith("fpa 13.5  ")
    found = json.loads(call("fpa", "river", "--format", "json").output)
    assert [row["number"] for row in found["found"]][:1] == ["12.3"]


def test_nothing_is_found() -> None:
    found = call("fpa", "zzyzx", "--lang", "en")
    assert found.exit_code == 2
    assert "1.0" in found.output  # how the book is cited


@pytest.mark.parametrize(
    ("book", "question", "number"),
    [("bcs", "what do I need for SNAFU success?", "3.2"), ("fpa", "do tigers help in a storm?", "13.5"),
     ("pd", "¿cuándo se retira la caballería antes del combate?", "9.2.4")],
)  # fmt: skip
def test_who_asks_about_a_rule_is_led_there(book: str, question: str, number: str) -> None:
    """A question about no position can't be judged; the rules that speak of it are named."""
    done = CliRunner().invoke(main, ["check", "-r", book, "--format", "json", question])
    assert done.exit_code == 4
    found = json.loads(done.output)
    assert any(rule["number"].startswith(number) for rule in found["rules"]), found["rules"]
    assert found["rules"][0]["number"] in CliRunner().invoke(main, ["check", "-r", book, question]).output


def test_what_the_rules_print_is_answered_without_a_position() -> None:
    """A figure hangs on no position: it is told with its rule, and the reader is not sent to look for it."""
    done = CliRunner().invoke(main, ["check", "-r", "gdp", "how many units can stack in a hex?"])
    assert done.exit_code == 0
    assert "7.1" in done.output and "4" in done.output.split()[1]


# ---- by number -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("book", "wrong", "near"), [("pd", "9.99", "9.6"), ("bcs", "5.1.9", "5.1a"), ("fpa", "13.12", "13.10"), ("gdp", "§10.44", "10.8")])
def test_a_wrong_number_names_the_nearest(book: str, wrong: str, near: str) -> None:
    index = index_of(rulebook(book))
    assert nearest(index, wrong)[0] == near
    found = call(book, wrong, "--lang", "en")
    assert found.exit_code == 2
    assert near in found.output
    assert "cited like 1.0" in found.output


# ---- tables --------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", BOOKS)
def test_every_table_by_each_of_its_names(name: str) -> None:
    book = rulebook(name)
    index = index_of(book)
    from adjudicator.study.explain import lookup

    for table in book.tables:
        assert table_named(book, table) == table
        for lang in LANGUAGES:
            title = table_title(Say(lang, book), table)
            assert table_named(book, title) is not None
            if lookup(index, title) is None:
                assert call(name, title, "--lang", lang).output.splitlines()[0].endswith(title)


def test_a_table_that_the_book_does_not_print() -> None:
    assert "tables.crt" in call("pd", "crt").output


# ---- budget --------------------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty cache a search takes at most 1.5 s of the processor (measured against what an empty program takes, so that a busy machine does not
    count)."""
    import subprocess
    import sys

    def run(*words: str) -> float:
        begun = os.times()
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        ended = os.times()
        return ended.children_user + ended.children_system - begun.children_user - begun.children_system

    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path))
    empty = min(run("-c", "pass") for _ in range(3))
    assert run("-m", "adjudicator", "explain", "bcs", "forced march") < 1.5 * max(1, empty / 0.02)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_columns_of_a_table_have_their_headings(lang: str) -> None:
    """Brackets of odds for each kind of ground stand over the columns that they belong to; where a table comes from is not told."""
    for book, table, row in (("arnhem", "crt", "1"), ("ocs", "crt", "7")):
        told = call(book, table, "--lang", lang).output.splitlines()
        heads = told[2 : told.index("", 2)]
        cells = next(line for line in told if line.split()[:1] == [row])
        ends = [match.start() for match in re.finditer(r"(?<=\s\s)\S", cells)]
        assert len(heads) == 4 and all({match.start() for match in re.finditer(r"(?<=\s\s)[-+\d]", head[2:])} <= {end - 2 for end in ends} for head in heads)
    for book, table in (("bcs", "combat"), ("ocs", "barrage"), ("fpa", "tec")):
        told = call(book, table, "--lang", lang).output
        assert "4619" not in told and "github" not in told and "shift_soviet" not in told


def test_words_are_answered_in_their_own_language() -> None:
    """Unless --lang says otherwise."""
    for name, words, lang in [
        ("fpa", "reemplazos", "es"),
        ("fpa", "river", "en"),
        ("pd", "retiradas", "es"),
        ("bcs", "fatiga", "es"),
        ("bcs", "fatigue", "en"),
    ]:
        assert searched(rulebook(name)).language(words) == lang, words
    assert searched(rulebook("fpa")).language("2119") is None
