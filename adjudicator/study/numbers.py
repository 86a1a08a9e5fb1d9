"""The printed numbers of a rulebook, and the functions that stand under them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from adjudicator.book import Rule, Rulebook


class Place(NamedTuple):
    """Where a function of a rule stands."""

    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}  {self.file}:{self.line}"


def place_of(rule: Rule) -> Place:
    """Name, file and line of the function of a rule; the file as seen from the working folder where that is shorter."""
    code = rule.code
    return Place(rule.function.__name__, short_path(code.co_filename), code.co_firstlineno)


def short_path(path: str) -> str:
    """A path as a player would type it."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return near if len(near) < len(path) and not near.startswith(f"..{os.sep}..{os.sep}..") else path


def base(number: str) -> str:
    """The number as printed: without the part of it (5.1m part iii) or the count of a number printed twice (6.2.2#2)."""
    return number.partition(" ")[0].partition("#")[0]


def functions_of(book: Rulebook) -> dict[str, list[Rule]]:
    """The rules of each number, each function once, in the order of the book."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules:
        mine = found.setdefault(rule.number, [])
        if all(rule.function is not other.function for other in mine):
            mine.append(rule)
    return found


def index_of(book: Rulebook) -> dict[str, dict[str, Any]]:
    """The index of printed numbers; {} if the rulebook has none."""
    return {str(number): entry or {} for number, entry in (book.text_file("numbers.yaml") or {}).items()}
