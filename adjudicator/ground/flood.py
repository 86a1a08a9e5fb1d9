"""Many hexes at once: a set of hexes of a bounded map as the bits of one number, its neighbours by shifting them.

A flood from all sources answers for every unit of a side where a search for each of them would look at the map a hundred times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.ground.hexes import Grid

SELDOM = 8
"""Steps of a flood between looking along straight lines, which costs about as much as these."""


class Field:
    """The hexes of a bounded map with a known offset, a bit each."""

    def __init__(self, grid: Grid) -> None:
        """Raises ValueError for a map without bounds, without a known offset, or with neighbours that were stated."""
        rows = max(grid.rows_odd or 0, grid.rows_even or 0)
        if grid.columns is None or not rows or grid.even_lower is None or grid.has_stated:
            raise ValueError("a map whose neighbours are not all known")
        self.wide = wide = rows + 2  # a row to spare at both ends, so that nothing wraps around
        self.high = grid.columns
        self.bytes = ((grid.columns + 2) * wide >> 3) + 1
        self.bits: dict[str, int] = {}
        self.kept: dict[str, int] = {}  # sets that a rulebook worked out and that hang on the map alone
        self.all = self.up = self.down = 0  # hexes; those in whose column the slanting neighbours lie a row up; those where they lie a row down
        for column in range(1, grid.columns + 1):
            last = grid.rows_odd if column % 2 else grid.rows_even
            for row in range(1, (last or 0) + 1):
                at = column * wide + row
                self.bits[grid.name(column, row)] = at
                self.all |= 1 << at
                if (column % 2 == 0) == grid.even_lower:
                    self.down |= 1 << at
                else:
                    self.up |= 1 << at

    def of(self, names: Iterable[str]) -> int:
        """The set of these hexes; names that are no hexes of the map are left out."""
        found = bytearray(self.bytes)
        bits = self.bits
        for name in names:
            at = bits.get(name)
            if at is not None:
                found[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(found, "little")

    def where(self, test: Callable[[str], bool]) -> int:
        """The set of the hexes of which something is so."""
        return self.of(name for name in self.bits if test(name))

    def around(self, some: int) -> int:
        """All hexes that touch one of these; those among them that touch none of the others are not in it."""
        wide = self.wide
        up, down = some & self.up, some & self.down
        beside = some << wide | some >> wide
        slanting = up << (wide - 1) | up >> (wide + 1) | down << (wide + 1) | down >> (wide - 1)
        return (some << 1 | some >> 1 | beside | slanting) & self.all

    def reached(self, start: int, through: int) -> int:
        """All hexes that can be reached from some through hexes of a set, those of the start that lie in it among them.

        Wide ground is crossed in straight lines: so a flood takes as many steps as the way has bends, not as it has hexes. Where there are only bends, the
        lines are looked along so seldom that they cost no more than the steps.
        """
        found = edge = start & through
        steps = 0
        while edge:
            if steps % SELDOM == 0:
                found |= self.along(found, through)
            steps += 1
            edge = self.around(edge if steps % SELDOM != 1 else found) & through & ~found
            found |= edge
        return found

    def along(self, some: int, through: int) -> int:
        """All hexes of a set that lie in line with one of some that are in it, down or up a column or along a row, and nothing else between."""
        found = some | through & ~(through + some)  # the carry runs down a column through what is open, to what is not
        for step, most in ((-1, self.wide), (self.wide, self.high), (-self.wide, self.high)):
            near = through
            while most:
                found |= near & (found << step if step > 0 else found >> -step)
                near &= near << step if step > 0 else near >> -step
                step, most = 2 * step, most // 2
        return found


_fields: dict[Grid, Field | None] = {}


def field_of(grid: Grid) -> Field | None:
    """The field of a map, made once; None where there can be none."""
    if grid not in _fields:
        if len(_fields) > 8:
            _fields.clear()
        try:
            _fields[grid] = Field(grid)
        except ValueError:
            _fields[grid] = None
    return _fields[grid]
