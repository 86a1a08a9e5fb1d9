"""Printed charts that a situation completes, and rows of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.paths import FactPath
from adjudicator.ground.situation import Situation


def names(units: Iterable[Any]) -> str:
    """Ids in a row."""
    return ", ".join(unit.id for unit in units)


def ids(units: Iterable[Any]) -> list[str]:
    """Ids as a list."""
    return [unit.id for unit in units]


def belongs(unit: Any, formation: Any) -> bool:
    """Whether a unit is of a formation; asked for of a counter that was only named in words, of which nobody said whose it is."""
    if unit.formation is None and unit.id in unit.situation.named:
        raise Missing(unit.path("formation"))
    return bool(unit.formation == formation)


@lru_cache(8192)
def _name(table: str, *keys: str) -> str:
    return str(FactPath("tables", (table, *keys)))


def cell(s: Situation, table: str, row: str, column: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart: as the situation states it, else as the book prints it, else asked for.

    The fact is ``tables.<table>.<row>.<column>``; an entry of None counts as not printed.
    """
    return _entry(s, table, (row, column), values)


def entry(s: Situation, table: str, row: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart of one column, ``tables.<table>.<row>``; see :func:`cell`."""
    return _entry(s, table, (row,), values)


def _entry(s: Situation, table: str, keys: tuple[str, ...], values: Sequence[Any] | None) -> Any:
    path = _name(table, *keys)
    if path in s.tried:
        return s.tried[path]
    if not s.is_unknown(path):
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            found = tables.get(table)
            for key in keys:
                found = found.get(key) if isinstance(found, dict) else None
            if found is not None:
                return found
    raise Missing(path, tuple(values) if values is not None else s.book.values_of(path))
