"""Printed charts that a situation completes, and rows of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.situation import Situation


def names(units: Iterable[Any]) -> str:
    """Ids in a row."""
    return ", ".join(unit.id for unit in units)


def ids(units: Iterable[Any]) -> list[str]:
    """Ids as a list."""
    return [unit.id for unit in units]


def cell(s: Situation, table: str, row: str, column: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart: as the situation states it, else as the book prints it, else asked for.

    The fact is ``tables.<table>.<row>.<column>``; an entry of None counts as not printed.
    """
    path = f"tables.{table}.{row}.{column}"
    if path in s.tried:
        return s.tried[path]
    if not {path, f"tables.{table}.{row}", f"tables.{table}[{row}].{column}"} & s.unknown:
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            rows = tables.get(table)
            entry = rows.get(row) if isinstance(rows, dict) else None
            if isinstance(entry, dict) and entry.get(column) is not None:
                return entry[column]
    raise Missing(path, tuple(values) if values is not None else None)


def entry(s: Situation, table: str, row: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart of one column, ``tables.<table>.<row>``; see :func:`cell`."""
    path = f"tables.{table}.{row}"
    if path in s.tried:
        return s.tried[path]
    if path not in s.unknown and f"tables.{table}[{row}]" not in s.unknown:
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            rows = tables.get(table)
            found = rows.get(row) if isinstance(rows, dict) else None
            if found is not None:
                return found
    raise Missing(path, tuple(values) if values is not None else None)


def merged(below: Any, above: Any) -> Any:
    """A printed table with what a situation states laid over it."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: merged(below.get(key), value) for key, value in above.items()}}
    return above
