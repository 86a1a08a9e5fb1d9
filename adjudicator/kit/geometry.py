"""Geometry that may not be known: neighbours and distances where the map's offset is not printed."""

from __future__ import annotations

from adjudicator.ground.facts import Missing
from adjudicator.ground.hexes import Grid
from adjudicator.ground.situation import Situation

_offsets: dict[int, tuple[Grid, ...]] = {}


def pair(first: str, second: str) -> str:
    """The one name of a pair of hexes, the smaller first."""
    return f"{first}/{second}" if first < second else f"{second}/{first}"


def offsets(grid: Grid) -> tuple[Grid, ...]:
    """The grids that a grid without a known offset may turn out to be; itself where the offset is known."""
    if grid.even_lower is not None:
        return (grid,)
    key = id(grid._places)  # shared by a grid and all that were made from it by with_facts
    found = _offsets.get(key)
    if found is None:
        found = tuple(Grid(grid.columns, grid.rows_odd, grid.rows_even, lower, grid.separator) for lower in (True, False))
        _offsets[key] = found
    return found


def adjacent(s: Situation, first: str, second: str) -> bool:
    """Whether two hexes touch; Missing where that hangs on the map's offset and nobody stated it."""
    known: bool | None = s.grid.adjacent(first, second)
    if known is not None and not s.unknown:
        return known
    path = f"adjacent[{pair(first, second)}]"
    if path in s.tried:
        return bool(s.tried[path])
    if path in s.unknown:
        raise Missing(path, (True, False))
    if known is not None:
        return known
    guesses = {grid.adjacent(first, second) for grid in offsets(s.grid)}
    if guesses == {True} or guesses == {False}:
        return bool(guesses.pop())
    raise Missing(path, (True, False))


def distance(s: Situation, first: str, second: str) -> int:
    """Hexes from one to the other, the first not counted; Missing, with what it can be, where it is not known."""
    if first == second:
        return 0
    path = f"distance[{pair(first, second)}]"
    if path in s.tried:
        return int(s.tried[path])
    known: int | None = s.grid.distance(first, second)
    if known is not None:
        return known
    if s.grid.adjacent(first, second):
        return 1
    guesses = sorted({found for grid in offsets(s.grid) if (found := grid.distance(first, second)) is not None})
    if len(guesses) == 1:
        return guesses[0]
    raise Missing(path, tuple(guesses) or None)


def possible_neighbours(s: Situation, hex_: str) -> tuple[str, ...]:
    """All hexes that touch a hex or may turn out to."""
    try:
        found: tuple[str, ...] = s.grid.possible_neighbours(hex_)
    except ValueError:
        return ()
    return found
