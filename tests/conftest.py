"""What the tests share: rulebooks with their language and their conformance cases, each built once."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import book as books
from adjudicator.book import Rulebook
from adjudicator.files.yaml import load_document
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game, language_of
from adjudicator.play.referee import NoSuchAct
from adjudicator.sentences import Spoken

ROOT = Path(__file__).resolve().parent.parent
BOOKS = [name for name in ("fpa", "gdp", "pd", "ocs", "bcs", "arnhem") if (ROOT / "rulebooks" / name / "cases.yaml").exists()]

os.environ.setdefault("ADJUDICATOR_RULEBOOKS", str(ROOT))  # logs in folders of their own may name the examples


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of that id."""
    return books.load(name)


@cache
def language(name: str) -> Spoken:
    """The language of a rulebook, with a warm grammar."""
    return language_of(rulebook(name))


@cache
def cases(name: str) -> list[dict[str, Any]]:
    """The conformance cases that ship with a rulebook."""
    path = os.path.join(rulebook(name).folder, "cases.yaml")
    found: list[dict[str, Any]] = load_document(path, cached=True).data
    return found


class Refused(AssertionError):
    """A line that was understood and can't be taken."""


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
