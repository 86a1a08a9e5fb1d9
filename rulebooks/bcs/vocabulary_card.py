"""The printed chart card: its entries, as the situation types them, as the text proves them, or asked for."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Missing, Situation
from adjudicator.ground.terms import Terms


def table_code(book: Terms, s: Situation, table: str, number: int) -> dict[str, Any] | None:
    """The cell of a table of codes for a modified roll: ``{code}``, ``{includes}``, or None where nobody typed it.

    Rows are numbers or bands ("6-9", "12+", "5-").  What a situation states stands above the book, its widest band too.
    """
    for tables in (s.facts.get("tables") or {}, book.tables):
        rows = tables.get(table) or {}
        for row, content in rows.items():
            if within(str(row), number):
                found = content if isinstance(content, dict) else {"code": str(content)}
                if found.get("code") is not None or found.get("includes") is not None:
                    return found
    return None


def within(row: str, number: int) -> bool:
    """Whether a number lies in a band: "7", "6-9", "12+" (and more), "5-" (and less)."""
    if row.endswith("+"):
        return row[:-1].lstrip("-").isdigit() and number >= int(row[:-1])
    if row.endswith("-"):
        return row[:-1].lstrip("-").isdigit() and number <= int(row[:-1])
    low, dash, high = row.partition("-")
    if dash and low.isdigit() and high.isdigit():
        return int(low) <= number <= int(high)
    return row.lstrip("-").isdigit() and int(row) == number


PLUS, MINUS, EITHER = tuple(range(1, 5)), tuple(range(-1, -5, -1)), tuple(range(-4, 5))


def card(s: Situation, table: str, key: str, field: str, values: tuple[Any, ...] | None = None) -> Any:
    """One entry of the chart card: as the situation types it, else as the text proves it, else asked for (``tables.<table>.<key>``)."""
    path = f"tables.{table}.{key}"
    if path in s.tried:
        return s.tried[path]
    if path not in s.unknown:
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            content = (tables.get(table) or {}).get(key)
            if isinstance(content, dict):
                content = content.get(field)
            if content is not None:
                return content
    raise Missing(path, values)


def signed(sign: Any) -> tuple[int, ...]:
    """The numbers that a modifier of a known sign can have."""
    return PLUS if sign == 1 else MINUS if sign == -1 else EITHER
