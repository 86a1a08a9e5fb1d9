"""From a point of a map to the name of its hex, as the engine of VASSAL names it, and back to the centre of a hex.

Sizes and points are pixels, y grows downwards. A *raw* column and row count from the grid's first hex; printed numbers are made from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

LARGEST = 250_000
"""Hexes of one map that are listed."""
LETTERS = 100
"""Letters of a column: AAA is the 53rd."""
Point = tuple[float, float]


def _round(value: float) -> int:
    """Halves are rounded up, as the engine does."""
    return math.floor(value + 0.5)


@dataclass(frozen=True)
class Numbering:
    """How raw columns and rows are printed (`HexGridNumbering`, `SquareGridNumbering`)."""

    first: str = "H"
    sep: str = ""
    h_type: str = "N"
    v_type: str = "N"
    h_leading: int = 1
    v_leading: int = 1
    h_off: int = 0
    v_off: int = 0
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = False
    format: str = "$gridLocation$"
    standard: bool = True
    """Whether the class is the engine's own; the formulas of others are not known."""
    oblique: bool = False

    def name(self, column: int, row: int) -> str:
        """The printed number of a column and row."""
        across = _number(column + self.h_off, self.h_type, self.h_leading)
        down = _number(row + self.v_off, self.v_type, self.v_leading)
        place = across + self.sep + down if self.first == "H" else down + self.sep + across
        return self.format.replace("$gridLocation$", place).replace("$column$", across).replace("$row$", down)


def _number(value: int, kind: str, leading: int) -> str:
    sign, value = ("-", -value) if value < 0 else ("", value)
    if kind == "A":
        return sign + chr(65 + value % 26) * min(value // 26 + 1, LETTERS)
    return sign + str(value).rjust(leading + 1, "0")


@dataclass(frozen=True)
class HexGrid:
    """Hexes in bricks: `dx` between columns, `dy` between rows, (`x0`, `y0`) the centre of the first hex."""

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool = False
    numbering: Numbering | None = None

    def raw(self, x: float, y: float) -> tuple[int, int]:
        """The raw column and row of the hex at a point."""
        if self.sideways:
            x, y = y, x
        column = math.floor((x - self.x0) / self.dx + 0.5)
        shift = self.dy / 2 if column % 2 else 0
        return column, _round((y - self.y0 - shift) / self.dy)

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The centre of a hex."""
        x = int(self.dx * column + self.x0)
        y = int(self.dy * row + (int(self.dy / 2) if column % 2 else 0) + self.y0)
        return (y, x) if self.sideways else (x, y)

    def name(self, x: float, y: float, size: Point | None) -> str | None:
        """The printed name of the hex at a point; `size` is that of the board or zone, needed where numbers descend."""
        return None if self.numbering is None else self.named(*self.raw(x, y), size)

    def named(self, column: int, row: int, size: Point | None) -> str | None:
        """The printed name of a raw column and row."""
        how = self.numbering
        if how is None:
            return None
        odd = column % 2
        if how.oblique:
            row = row + column // 2 if how.stagger else row - column // 2 + 1
            return how.name(column, row)
        if how.h_descend or how.v_descend:
            if size is None:
                return None
            wide, high = size
            if self.sideways:
                column = math.floor(high / self.dx + 0.5) - column if how.v_descend else column
                row = math.floor(wide / self.dy + 0.5) - row if how.h_descend else row
            else:
                column = math.floor(wide / self.dy + 0.5) - column if how.h_descend else column
                row = math.floor(high / self.dx + 0.5) - row if how.v_descend else row
        if how.stagger and odd:
            row += -1 if (how.h_descend if self.sideways else how.v_descend) else 1
        return how.name(column, row)

    def neighbours(self, column: int, row: int) -> list[tuple[int, int]]:
        """The raw columns and rows of the six hexes around one."""
        side = row if column % 2 else row - 1
        return [(column, row - 1), (column, row + 1), *((column + step, at) for step in (-1, 1) for at in (side, side + 1))]

    def cells(self, wide: float, high: float) -> Iterator[tuple[int, int, int, int]]:
        """Column, row and centre of every hex whose centre lies on a board of that size."""
        if self.sideways:
            wide, high = high, wide
        columns = range(math.floor(-self.x0 / self.dx), math.ceil((wide - self.x0) / self.dx) + 1)
        rows = range(math.floor(-self.y0 / self.dy) - 1, math.ceil((high - self.y0) / self.dy) + 1)
        if wide * high > LARGEST * self.dx * self.dy or len(columns) * len(rows) > 4 * LARGEST:
            return
        for column in columns:
            for row in rows:
                x, y = self.centre(column, row)
                if 0 < (y if self.sideways else x) < wide and 0 < (x if self.sideways else y) < high:
                    yield column, row, x, y


@dataclass(frozen=True)
class SquareGrid:
    """Squares: columns and rows without a shift."""

    dx: float
    dy: float
    x0: float
    y0: float
    numbering: Numbering | None = None

    def name(self, x: float, y: float, size: Point | None) -> str | None:
        """The printed name of the square at a point."""
        how = self.numbering
        if how is None:
            return None
        column, row = _round((x - self.x0) / self.dx), _round((y - self.y0) / self.dy)
        if how.h_descend or how.v_descend:
            if size is None:
                return None
            column = math.floor(size[0] / self.dx + 0.5) - column if how.h_descend else column
            row = math.floor(size[1] / self.dy + 0.5) - row if how.v_descend else row
        return how.name(column, row)


@dataclass(frozen=True)
class RegionGrid:
    """Named points; the nearest one names a place."""

    regions: tuple[tuple[str, int, int], ...]

    def name(self, x: float, y: float, size: Point | None) -> str | None:
        """The name of the nearest region."""
        if not self.regions:
            return None
        return min(self.regions, key=lambda region: (region[1] - x) ** 2 + (region[2] - y) ** 2)[0]


@dataclass(frozen=True)
class Zone:
    """A named polygon with a grid of its own, that of its board, or none."""

    title: str
    corners: tuple[tuple[int, int], ...]
    grid: HexGrid | SquareGrid | RegionGrid | None
    parent_grid: bool
    format: str = "$name$"

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside; left and upper edges belong to it."""
        inside = False
        last = len(self.corners) - 1
        for at, (ax, ay) in enumerate(self.corners):
            bx, by = self.corners[last]
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            last = at
        return inside

    @property
    def box(self) -> tuple[int, int]:
        """Width and height of the rectangle around it."""
        across = [x for x, _ in self.corners] or [0]
        down = [y for _, y in self.corners] or [0]
        return max(across) - min(across), max(down) - min(down)


@dataclass(frozen=True)
class ZonedGrid:
    """Zones in their order over a grid that lies behind them."""

    zones: tuple[Zone, ...] = ()
    behind: HexGrid | SquareGrid | RegionGrid | None = None
    seen: dict[Point, Zone | None] = field(default_factory=dict, compare=False)

    def zone(self, x: float, y: float) -> Zone | None:
        """The first zone that holds a point."""
        if (x, y) not in self.seen:
            self.seen[x, y] = next((zone for zone in self.zones if zone.holds(x, y)), None)
        return self.seen[x, y]

    def name(self, x: float, y: float, size: Point | None) -> str | None:
        """The name of a point: that of its zone, as the zone writes it, or that of the grid behind."""
        zone = self.zone(x, y)
        if zone is None:
            return self.behind.name(x, y, size) if self.behind is not None else None
        own = zone.format
        if "$gridLocation$" in own:
            grid, over = (self.behind, size) if zone.parent_grid else (zone.grid, zone.box)
            own = own.replace("$gridLocation$", (grid.name(x, y, over) or "") if grid is not None else "")
        return own.replace("$name$", zone.title)


Grid = HexGrid | SquareGrid | RegionGrid | ZonedGrid
