"""What the tests share: rulebooks with their language and their conformance cases, each built once."""

from __future__ import annotations

import ast
import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from adjudicator import book as books
from adjudicator.book import Rulebook
from adjudicator.book.situations import of_data
from adjudicator.files.yaml import load_document
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game, language_of
from adjudicator.play.referee import NoSuchAct
from adjudicator.sentences import Spoken, load

ROOT = Path(__file__).resolve().parent.parent
BOOKS = [name for name in ("fpa", "gdp", "pd", "ocs", "bcs", "arnhem") if (ROOT / "rulebooks" / name / "cases.yaml").exists()]

os.environ.setdefault("ADJUDICATOR_RULEBOOKS", str(ROOT))  # logs in folders of their own may name the examples


Item = TypeVar("Item")
SHARES = 16  # of the items of a long list, so that many processes can work on them


WARM = """
import gc, sys
gc.disable()
from tests.conftest import cases, language
for name in sys.argv[1:]: cases(name), language(name)
"""
CONSTANTS = """
import importlib, pkgutil, adjudicator
from hypothesis import given, strategies
from tests.conftest import BOOKS, rulebook
for found in pkgutil.walk_packages(adjudicator.__path__, "adjudicator."): found.name.endswith("__main__") or importlib.import_module(found.name)
for name in BOOKS: rulebook(name)
given(strategies.integers())(lambda found: None)()
"""


def pytest_configure(config: pytest.Config) -> None:
    """Before several processes work: what each would make is made once, some of it by each core, and kept in caches: the cases and languages of the
    books, and the constants of the program's sources, which hypothesis tries.  Then each works through neighbouring tests, which share more.

    The books stay to the end, so the collector need not go through them again and again (adjudicator/commands/door.py): that was a tenth of the time.
    No property is decided by the clock: a busy machine is no fault.
    """
    gc.set_threshold(100_000, 20, 50)
    settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
    settings.load_profile("no clock")
    if not hasattr(config, "workerinput") and getattr(config.option, "numprocesses", None):
        config.option.dist = "worksteal" if config.option.dist == "load" else config.option.dist
        work = [[WARM, "bcs", "fpa"], [WARM, *(name for name in BOOKS if name not in ("bcs", "fpa"))]]
        work += [] if (ROOT / ".hypothesis" / "constants").exists() else [[CONSTANTS]]
        for process in [subprocess.Popen([sys.executable, "-c", *each], cwd=ROOT) for each in work]:
            process.wait()


def every(
    items: Iterable[Any] | Callable[[], Iterable[Any]], shares: int = SHARES, fast: int | None = None, slow: int | None = None
) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """A test of each of many items, a tuple's parts as its arguments, told together: a few tests instead of a thousand.

    `items` may be a function, then it is worked out when the first share is tested, not when tests are collected.
    Shares behind the first `fast` are slow tests, and those behind `slow` more of them long ones.
    """

    def decorate(test: Callable[..., None]) -> Callable[[int], None]:
        @cache
        def all_items() -> Sequence[Any]:
            return list(items() if callable(items) else items)

        def of_share(share: int) -> None:
            wrong = []
            for item in all_items()[share::shares]:
                try:
                    test(*item) if isinstance(item, tuple) else test(item)
                except Exception as error:
                    wrong.append(f"{item}: {type(error).__name__}: {error}")
            assert not wrong, "\n".join((f"{len(wrong)} wrong", *wrong))

        of_share.__name__, of_share.__doc__, of_share.__module__ = test.__name__, test.__doc__, test.__module__
        told = range(shares) if fast is None else some(range(shares), fast, shares if slow is None else slow)
        return pytest.mark.parametrize("share", told)(of_share)

    return decorate


def some(values: Iterable[Any], fast: int, slow: int = 0) -> list[Any]:
    """Values of a test's arguments, of which those behind the first `fast` are slow tests, and those behind `slow` more of them long ones."""

    def told(at: int, value: Any) -> Any:
        marks = () if at < fast else pytest.mark.slow if at < fast + slow else pytest.mark.long
        return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)

    return [told(at, value) for at, value in enumerate(values)]


class Part(NamedTuple):
    """What a test takes of its sample: of each so many those at these places."""

    of: int
    places: tuple[int, ...] = (0,)

    def __call__(self, sample: Iterable[Item]) -> list[Item]:
        """That part of a sample; of none none, else one at least."""
        items = list(sample)
        return [item for at, item in enumerate(items) if at % self.of in self.places] or items[:1]

    def turned(self, by: int) -> Part:
        """The same part, taken so many places further on: case by case other forms are asked, so that each has its turn."""
        return Part(self.of, tuple((place + by) % self.of for place in self.places))


def partly(of: int = 4, quick: bool = True, slow: bool = False, split: bool = True) -> pytest.MarkDecorator:
    """A test of a sample, of which its argument `part` takes one in `of`: every sixth of those in the quick tests, another sixth in the slow ones, and all
    in the long ones.

    The slow tests may take as many others besides (``slow``), or those alone (not ``quick``). What can't be split, for it heeds but the size of a part or
    counts what comes of it, is quick.
    """
    size = 6 * of if split else of
    other = [*([of] if split and quick else []), *([2 * of % size] if slow or not quick else [])]
    some = [pytest.param(Part(size), id="a part")] if quick else []
    some += [pytest.param(Part(size, tuple(other)), marks=pytest.mark.slow, id="another part")] if other else []
    return pytest.mark.parametrize("part", [*some, pytest.param(Part(1), marks=pytest.mark.long, id="all")])


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of that id."""
    return books.load(name)


@cache
def language(name: str) -> Spoken:
    """The language of a rulebook, with a warm grammar."""
    return language_of(rulebook(name))


@cache
def spoken(name: str) -> Spoken:
    """The language of a rulebook's folder as it is without its acts."""
    return load(ROOT / "rulebooks" / name)


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a source file, which nobody changes."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def walked(path: Path) -> list[ast.AST]:
    """All nodes of that tree."""
    return list(ast.walk(parsed(path)))


@pytest.fixture(scope="module", autouse=True)
def _trees_let_go() -> Iterator[None]:
    """The trees are some millions of objects: kept for the tests of one file, no longer."""
    yield
    if parsed.cache_info().currsize:
        parsed.cache_clear()
        walked.cache_clear()


def data_of(path: str | Path) -> Any:
    """The data of a YAML file, from the cache where it has not changed: nobody changes it."""
    return load_document(str(path), cached=True).data


@cache
def cases(name: str) -> list[dict[str, Any]]:
    """The conformance cases that ship with a rulebook."""
    path = os.path.join(rulebook(name).folder, "cases.yaml")
    found: list[dict[str, Any]] = data_of(path)
    return found


@cache
def cases_by_id(name: str) -> dict[str, dict[str, Any]]:
    """The same by their ids."""
    return {str(case["id"]): case for case in cases(name)}


class Refused(AssertionError):
    """A line that was understood and can't be taken."""


def game_of(name: str, situation: dict[str, Any]) -> Game:
    """A game from a position, checked as that of a file."""
    return Game(rulebook(name), of_data(rulebook(name), situation))


def answer(name: str, case: dict[str, Any], line: str) -> Any:
    """What is answered to a line on the position of a case; None if it is not understood, or hangs on a fact."""
    found = game_of(name, case["situation"]).hear(line)
    return None if found.problem or not found.rulings else found.rulings[-1].computed.get("answer")


def moves_said(name: str) -> Iterator[tuple[dict[str, Any], str, str]]:
    """The cases of a rulebook that say no more than that a unit moves to a hex; the unit and the hex."""
    for case in cases(name):
        said = re.match(r"^(\S+) moves to (\d\d\.?\d\d)$", case["declaration"]["en"].rstrip(".")) if isinstance(case["declaration"], dict) else None
        if said is not None:
            yield case, *said.groups()


def hear(name: str, text: str, situation: dict[str, Any] | None = None, dice: tuple[int, ...] = (), full: bool = True) -> list[Ruling]:
    """The rulings on one entry against one position."""
    book = rulebook(name)
    return heard(Game(book, Situation(book, situation or {}), full), text, dice)


def heard(game: Game, text: str, dice: Iterable[int] = ()) -> list[Ruling]:
    """The rulings on one line of a game; raises what was wrong with it."""
    record = game.hear(text, dice)
    if record.problem is not None and record.problem.key == "unknown_act":
        raise NoSuchAct(record.problem.slots["kind"])
    if record.problem is not None:
        raise record.problem.error or Refused(record.problem.text("en"))
    assert game.book is not None
    return record.loud(game.book)
