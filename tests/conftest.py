"""What the tests share: rulebooks with their language and their conformance cases, each built once."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import book as books
from adjudicator.book import Rulebook
from adjudicator.files.yaml import load_document
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Language, load
from adjudicator.play.referee import Referee

ROOT = Path(__file__).resolve().parent.parent
BOOKS = [name for name in ("fpa", "gdp", "pd", "ocs", "bcs") if (ROOT / "rulebooks" / name / "cases.yaml").exists()]


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of that id."""
    return books.load(name)


@cache
def language(name: str) -> Language:
    """The language of a rulebook, with a warm grammar."""
    return load(Path(rulebook(name).folder))


@cache
def cases(name: str) -> list[dict[str, Any]]:
    """The conformance cases that ship with a rulebook."""
    path = os.path.join(rulebook(name).folder, "cases.yaml")
    found: list[dict[str, Any]] = load_document(path, cached=True).data
    return found


def hear(name: str, text: str, situation: dict[str, Any] | None = None, dice: tuple[int, ...] = (), full: bool = True) -> list[Ruling]:
    """The rulings on one entry against one position."""
    book = rulebook(name)
    return Referee(book, Situation(book, situation or {}), language(name)).hear(text, dice, full)
