"""Geometry of a numbered hex map: neighbours, distances, directions, edges and straight lines.

A hex is its printed name, a plain string: ``CCRR`` or, with a separator, ``CC.RR``. Columns count eastward, rows
southward, and a column is a vertical stack of hexes, so that every hex has a neighbour to the north and to the south.
What differs from map to map is which columns sit half a hex lower; that is the ``even_lower`` of `Grid`. No rulebook is
known here.

Distances are in hexes. Directions are 0 to 5, clockwise: north, north-east, south-east, south, south-west, north-west.

Longer than 500 lines because a grid is one class: whatever is asked of it is worked out from the same coordinates.
"""

from __future__ import annotations

TYPE_CHECKING = False  # not from typing: that import alone would cost more than the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = ["DIRECTIONS", "GeometryUnknown", "Grid", "opposite", "side_key"]

DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")

# Doubled coordinates: x = column, y = 2 * row, one more (or less) in the shifted columns. Then each of the six steps is
# the same pair of numbers in every column, and the parity of the column is dealt with once, where a name is read.
_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
# For each axis (see _axes) the step over the side at its lower and at its upper end.
_ACROSS = (((-1, 1), (1, -1)), ((0, -2), (0, 2)), ((1, 1), (-1, -1)))
_DIRECTION_OF = {step: number for number, step in enumerate(_STEPS)}
_TWO_DIGITS = tuple(f"{number:02d}" for number in range(100))
_HIGHEST = 99  # the last column or row that two digits can name


class GeometryUnknown(ValueError):
    """The answer hangs on what nobody stated: which columns sit lower, or where a place without a number lies."""


def opposite(direction: int) -> int:
    """The direction that points the other way: 0 (north) gives 3 (south)."""
    return (direction + 3) % 6


def side_key(a: str, b: str) -> str:
    """The one name of the hexside between two hexes: ``A/B`` with the smaller name first. Adjacency is not checked."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


class _Places(dict[str, "tuple[int, int] | None"]):
    """Name -> doubled coordinates; None for what is no hex of the map. Filled as names are met."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[str], tuple[int, int] | None]) -> None:
        self._read = read

    def __missing__(self, name: str) -> tuple[int, int] | None:
        place = self._read(name)
        if place is not None:  # only real hexes are kept: their number is bounded, that of misspellings is not
            self[name] = place
        return place


class _Neighbours(dict[str, "tuple[str, ...]"]):
    """Hex -> its neighbours. Filled hex by hex: a run that looks at ten never builds the table of the whole map."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[str], tuple[str, ...]]) -> None:
        self._find = find

    def __missing__(self, name: str) -> tuple[str, ...]:
        found = self[name] = self._find(name)
        return found


class Grid:
    """The hexes of one map.

    columns, rows_odd, rows_even: how many columns there are, and how many rows the odd and the even ones have; numbers
        start at 01. ``columns=None`` is a map without known limits (every number from 00 to 99 names a hex), ``None``
        rows likewise.
    even_lower: True, the even columns sit half a hex lower than the odd ones; False, half a hex higher; None, the
        offset is not known: then only questions within one column and those that `with_facts` answers have an answer.
    separator: what stands between column and row in a name, ``"."`` for ``12.07``.

    ``neighbours(hex)`` gives the neighbours on the map, clockwise from north. It is an attribute that holds a function,
    for speed: searches call it for every hex that they visit. It raises InputError (a ValueError) for what is no hex of this map, and
    GeometryUnknown (a ValueError) where they are not all known; `known_neighbours` and `possible_neighbours` bound the
    answer then.
    """

    __slots__ = (
        "_places", "_stated_distance", "_stated_far", "_stated_near",
        "columns", "even_lower", "neighbours", "possible_neighbours", "rows_even", "rows_odd", "separator",
    )  # fmt: skip

    neighbours: Callable[[str], tuple[str, ...]]
    possible_neighbours: Callable[[str], tuple[str, ...]]
    """The hexes that are adjacent under at least one offset, and those that are stated to be. Errors as of `known_neighbours`."""

    def __init__(
        self,
        columns: int | None,
        rows_odd: int | None,
        rows_even: int | None,
        even_lower: bool | None,
        separator: str = "",
    ) -> None:
        for count in (columns, rows_odd, rows_even):
            if count is not None and not 1 <= count <= _HIGHEST:
                raise ValueError(f"a map has 1 to {_HIGHEST} columns and rows, not {count}")
        self.columns = columns
        self.rows_odd = rows_odd
        self.rows_even = rows_even
        self.even_lower = even_lower
        self.separator = separator
        self._places = _Places(self._read)
        self._stated_distance: dict[tuple[str, str], int] = {}
        self._stated_near: dict[str, tuple[str, ...]] = {}
        self._stated_far: dict[str, tuple[str, ...]] = {}
        # The bound __getitem__ of the table is a C function: a warm look-up costs no Python call.
        self.neighbours = _Neighbours(self._find_neighbours).__getitem__
        self.possible_neighbours = _Neighbours(self._find_possible).__getitem__

    def __repr__(self) -> str:
        return f"Grid({self.columns}, {self.rows_odd}, {self.rows_even}, {self.even_lower}, {self.separator!r})"

    @property
    def has_stated(self) -> bool:
        """Whether pairs were stated that overrule the geometry."""
        return bool(self._stated_near or self._stated_far or self._stated_distance)

    def with_facts(
        self,
        adjacent: Iterable[Sequence[str]] = (),
        not_adjacent: Iterable[Sequence[str]] = (),
        distances: Mapping[str, int] | None = None,
    ) -> Grid:
        """The same map with pairs that a situation states.

        They overrule the geometry, and those of a later call overrule those of an earlier one.
        adjacent, not_adjacent: pairs of names; distances: ``{"A/B": hexes}``. A name need not be a hex of the map: a
        place that has no number can be stated to be adjacent to one. Raises ValueError for a pair that is none, for a
        distance that is no whole number from 1 up, and for a pair stated in two ways in one call.
        """
        stated: dict[tuple[str, str], int | None] = {}  # None: only known not to be 1
        for pairs, value in ((adjacent, 1), (not_adjacent, None)):
            for pair in pairs:
                if isinstance(pair, str) or len(pair) != 2 or pair[0] == pair[1]:
                    raise ValueError(f"not a pair of two hexes: {pair!r}")
                self._state(stated, pair[0], pair[1], value)
        for name, hexes in (distances or {}).items():
            a, slash, b = name.partition("/")
            if not (a and slash and b) or a == b or not isinstance(hexes, int) or hexes < 1:
                raise ValueError(f"not a distance between two hexes: {name!r}: {hexes!r}")
            self._state(stated, a, b, hexes)
        grid = Grid(self.columns, self.rows_odd, self.rows_even, self.even_lower, self.separator)
        grid._places = self._places  # where a hex lies does not change with what is stated about pairs
        known = dict(self._stated_distance)
        far = {(a, b) for a, others in self._stated_far.items() for b in others}
        for pair_of, distance in stated.items():
            known.pop(pair_of, None)
            far.discard(pair_of)
            if distance is None or distance > 1:
                far.add(pair_of)
            if distance is not None:
                known[pair_of] = distance
        grid._stated_distance = known
        for (a, b), distance in sorted(known.items()):
            if distance == 1:
                grid._stated_near[a] = (*grid._stated_near.get(a, ()), b)
        for a, b in sorted(far):
            grid._stated_far[a] = (*grid._stated_far.get(a, ()), b)
        return grid

    @staticmethod
    def _state(stated: dict[tuple[str, str], int | None], a: str, b: str, value: int | None) -> None:
        """Note a pair in both orders. 'Not adjacent' and a distance above 1 go together, all else must agree."""
        if (a, b) in stated:
            before = stated[a, b]
            if before != value and (before == 1 or value == 1 or (before is not None and value is not None)):
                raise ValueError(f"stated in two ways: {side_key(a, b)}")
            value = before if value is None else value
        stated[a, b] = stated[b, a] = value

    # --- names --------------------------------------------------------------------------------------------------------

    def _numbers(self, name: str) -> tuple[int, int] | None:
        """Column and row of a name in the form of this map, on the map or not; None for any other text."""
        if self.separator:
            column, separator, row = name[:2], name[2:-2], name[-2:]
            if separator != self.separator:
                return None
            name = column + row
        if len(name) == 4 and name.isdigit() and name.isascii():
            return int(name[:2]), int(name[2:])
        return None

    def _read(self, name: str) -> tuple[int, int] | None:
        numbers = self._numbers(name)
        if numbers is None:
            return None
        column, row = numbers
        return (column, 2 * row + self._shift(column)) if self._on_map(column, row) else None

    def _on_map(self, column: int, row: int) -> bool:
        if not (0 <= column <= _HIGHEST if self.columns is None else 1 <= column <= self.columns):
            return False
        rows = self.rows_odd if column & 1 else self.rows_even
        return 0 <= row <= _HIGHEST if rows is None else 1 <= row <= rows

    def _shift(self, column: int) -> int:
        """Half hexes by which a column sits lower; 0 where the offset is unknown: callers stay within the column."""
        if column & 1 or self.even_lower is None:
            return 0
        return 1 if self.even_lower else -1

    def _name(self, column: int, y: int) -> str:
        """The name of the hex at doubled coordinates; empty where the map has none."""
        row = (y - self._shift(column)) >> 1
        if not self._on_map(column, row):
            return ""
        return _TWO_DIGITS[column] + self.separator + _TWO_DIGITS[row]

    def _place(self, name: str) -> tuple[int, int]:
        place = self._places[name]
        if place is None:
            from adjudicator.ground.facts import InputError  # only here: what it imports would make this module heavy

            raise InputError("impossible_hex", hex=name)
        return place

    def valid(self, hex: str) -> bool:
        """Whether this is the number of a hex of the map. A place known only by name is none."""
        return self._places[hex] is not None

    def column(self, hex: str) -> int:
        """The column printed in the name. Raises ValueError for what is no hex of the map."""
        return self._place(hex)[0]

    def row(self, hex: str) -> int:
        """The row printed in the name. Raises ValueError for what is no hex of the map."""
        column, y = self._place(hex)
        return (y - self._shift(column)) >> 1

    def name(self, column: int, row: int) -> str:
        """The name of the hex in this column and row. Raises ValueError where the map has none."""
        if not self._on_map(column, row):
            raise ValueError(f"no hex in column {column}, row {row}")
        return _TWO_DIGITS[column] + self.separator + _TWO_DIGITS[row]

    def hexes(self) -> Iterator[str]:
        """All hexes by column, then row. Raises ValueError on a map without limits."""
        if self.columns is None or self.rows_odd is None or self.rows_even is None:
            raise ValueError("a map without limits has no list of hexes")
        for column in range(1, self.columns + 1):
            for row in range(1, (self.rows_odd if column & 1 else self.rows_even) + 1):
                yield _TWO_DIGITS[column] + self.separator + _TWO_DIGITS[row]

    def inner(self) -> Iterator[str]:
        """The hexes off the edge by column, then row; on a map without limits those whose neighbours have names."""
        rows = min(self.rows_odd or _HIGHEST, self.rows_even or _HIGHEST)
        return (self.name(column, row) for column in range(2, self.columns or _HIGHEST) for row in range(2, rows))

    # --- neighbours ---------------------------------------------------------------------------------------------------

    def _around(self, hex: str) -> list[str]:
        """The neighbours that the numbers alone give, clockwise from north, on the map."""
        column, y = self._place(hex)
        if self.even_lower is None:
            return [name for name in (self._name(column, y - 2), self._name(column, y + 2)) if name]
        # Spelt out instead of six calls of _name: on a cold start the first search pays for this once for every hex.
        row = (y - self._shift(column)) >> 1
        first_column, last_column = (0, _HIGHEST) if self.columns is None else (1, self.columns)
        rows, rows_beside = (self.rows_odd, self.rows_even) if column & 1 else (self.rows_even, self.rows_odd)
        # The upper one of the two hexes on each side. A lower column has its own row and the next beside it.
        odd = bool(column & 1)
        upper = row - 1 if odd is self.even_lower else row
        first, last = (0, _HIGHEST) if rows_beside is None else (1, rows_beside)
        has_upper, has_lower = first <= upper <= last, first <= upper + 1 <= last
        separator = self.separator
        here = _TWO_DIGITS[column] + separator
        found = []
        if row > (0 if rows is None else 1):
            found.append(here + _TWO_DIGITS[row - 1])
        if column < last_column:
            beside = _TWO_DIGITS[column + 1] + separator
            if has_upper:
                found.append(beside + _TWO_DIGITS[upper])
            if has_lower:
                found.append(beside + _TWO_DIGITS[upper + 1])
        if row < (_HIGHEST if rows is None else rows):
            found.append(here + _TWO_DIGITS[row + 1])
        if column > first_column:
            beside = _TWO_DIGITS[column - 1] + separator
            if has_lower:
                found.append(beside + _TWO_DIGITS[upper + 1])
            if has_upper:
                found.append(beside + _TWO_DIGITS[upper])
        return found

    def _with_stated(self, hex: str, around: list[str]) -> tuple[str, ...]:
        """Stated neighbours come last, by name: they have no direction."""
        far = self._stated_far.get(hex, ())
        near = [name for name in around if name not in far] if far else around
        return (*near, *(name for name in self._stated_near.get(hex, ()) if name not in near))

    def _find_neighbours(self, hex: str) -> tuple[str, ...]:
        if self._places[hex] is None and hex in self._stated_near:
            raise GeometryUnknown(f"where {hex} lies is not known")
        around = self._around(hex)
        if self.even_lower is None and self.columns != 1:  # a single column has no others that could touch it
            raise GeometryUnknown(f"not all neighbours of {hex} are known")
        return self._with_stated(hex, around)

    def known_neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes that certainly are adjacent: `neighbours`, or as many of them as are known.

        Raises ValueError for what is neither a hex of the map nor a name in the stated pairs.
        """
        if self._places[hex] is None and hex in self._stated_near:
            return self._stated_near[hex]
        return self._with_stated(hex, self._around(hex))

    def _find_possible(self, hex: str) -> tuple[str, ...]:
        if self.even_lower is not None and self._places[hex] is not None:
            return self.neighbours(hex)
        known = self.known_neighbours(hex)
        if self._places[hex] is None:
            return known
        column, row = self.column(hex), self.row(hex)
        no = (*known, *self._stated_far.get(hex, ()))
        beside = [(column + dx, row + dy) for dx in (1, -1) for dy in (-1, 0, 1)]
        return (*known, *(n for c, r in beside if self._on_map(c, r) and (n := self.name(c, r)) not in no))

    def adjacent(self, a: str, b: str) -> bool | None:
        """Whether two hexes share a hexside; None where that is not known. A number off the map touches nothing."""
        if self._stated_far or self._stated_near:
            if b in self._stated_near.get(a, ()):
                return True
            if b in self._stated_far.get(a, ()):
                return False
        if a == b:
            return False
        here, there = self._places[a], self._places[b]
        if here is None or there is None:
            # A number off the map is no hex at all; any other text is a place that might lie anywhere.
            off_map = (here is None and self._numbers(a) is not None) or (there is None and self._numbers(b) is not None)
            return False if off_map else None
        if self.even_lower is None and here[0] != there[0]:
            return None
        return (there[0] - here[0], there[1] - here[1]) in _DIRECTION_OF

    def step(self, hex: str, direction: int) -> str | None:
        """The neighbour in a direction, None beyond the edge of the map. Stated pairs do not count here.

        Raises ValueError for what is no hex of the map, GeometryUnknown for a slanting step where the offset is not
        known.
        """
        column, y = self._place(hex)
        if self.even_lower is None and direction % 3:
            raise GeometryUnknown(f"what lies {DIRECTIONS[direction]} of {hex} is not known")
        dx, dy = _STEPS[direction]
        return self._name(column + dx, y + dy) or None

    def direction(self, a: str, b: str) -> int:
        """The direction from a hex to its neighbour, 0 (north) to 5 (north-west).

        Raises ValueError where they do not touch (or touch only because a situation says so: then nobody knows on which
        side), GeometryUnknown where the offset decides.
        """
        here, there = self._place(a), self._place(b)
        if self.even_lower is None and here[0] != there[0]:
            raise GeometryUnknown(f"the direction from {a} to {b} is not known")
        found = _DIRECTION_OF.get((there[0] - here[0], there[1] - here[1]))
        if found is None:
            raise ValueError(f"{a} and {b} are not adjacent")
        return found

    opposite = staticmethod(opposite)
    side_key = staticmethod(side_key)

    # --- distances ----------------------------------------------------------------------------------------------------

    def distance(self, a: str, b: str) -> int | None:
        """Hexes from one to the other, counting the last and not the first; None where that is not known.

        Counted as if the map went on beyond its edges (on a rectangular sheet this makes no difference). A stated
        distance wins over the numbers. None too for what is no hex of the map, and for neighbours that a situation
        states not to be adjacent.
        """
        if self._stated_distance:
            stated = self._stated_distance.get((a, b))
            if stated is not None:
                return stated
        here, there = self._places[a], self._places[b]
        if here is None or there is None:
            return 0 if a == b and a in self._stated_near else None
        dx = there[0] - here[0]
        dy = there[1] - here[1]
        if dx < 0:
            dx = -dx
        if dy < 0:
            dy = -dy
        if self.even_lower is None and dx:
            return None
        # Cube distance in doubled coordinates: every sideways step also moves half a hex up or down, the rest is
        # vertical.
        hexes = dx + ((dy - dx) >> 1) if dy > dx else dx
        if hexes == 1 and self._stated_far and b in self._stated_far.get(a, ()):
            return None
        return hexes

    def ring(self, hex: str, n: int) -> tuple[str, ...]:
        """The hexes of the map at exactly this distance, clockwise from north, those at a stated distance last.

        Raises ValueError for what is no hex of the map and for n below 0, GeometryUnknown where the offset is not known
        (save for n = 0).
        """
        column, y = self._place(hex)
        if n < 0:
            raise ValueError(f"a distance is not negative: {n}")
        if n == 0:
            return (hex,)
        if self.even_lower is None:
            raise GeometryUnknown(f"what lies {n} from {hex} is not known")
        y -= 2 * n
        found = []
        # from the northern corner: south-east, south, ... north-east
        for dx, dy in (*_STEPS[2:], _STEPS[0], _STEPS[1]):
            for _ in range(n):
                if name := self._name(column, y):
                    found.append(name)
                column += dx
                y += dy
        if self._stated_distance or self._stated_far:
            found = [other for other in found if self.distance(hex, other) == n]
            found += [b for (a, b), d in self._stated_distance.items() if a == hex and d == n and b not in found]
        return tuple(found)

    def within(self, hex: str, n: int) -> tuple[str, ...]:
        """The hexes of the map at this distance or less, the hex itself first, ring after ring. Errors as in `ring`."""
        return tuple(name for distance in range(n + 1) for name in self.ring(hex, distance))

    # --- edges --------------------------------------------------------------------------------------------------------

    def on_edge(self, hex: str) -> frozenset[str]:
        """The edges of the map that the hex lies on: of 'north', 'south', 'east', 'west' those that the map has.

        Raises ValueError for what is no hex of the map.
        """
        column, row = self.column(hex), self.row(hex)
        rows = self.rows_odd if column & 1 else self.rows_even
        edges = []
        if rows is not None:
            edges += ["north"] * (row == 1) + ["south"] * (row == rows)
        if self.columns is not None:
            edges += ["west"] * (column == 1) + ["east"] * (column == self.columns)
        return frozenset(edges)

    def to_edge(self, hex: str, edge: str) -> int:
        """Hexes to the nearest hex on one edge of the map, 0 on it. A cheap bound for searches that go there.

        Exact where the columns' lengths differ by one at most and the longer ones stick out at neither end by more than
        half a hex. Raises ValueError for what is no hex of the map, for another edge's name, and for an edge that the
        map has not.
        """
        column, row = self.column(hex), self.row(hex)
        rows = self.rows_odd if column & 1 else self.rows_even
        if edge == "west" and self.columns is not None:
            return column - 1
        if edge == "east" and self.columns is not None:
            return self.columns - column
        if edge == "north" and rows is not None:
            return row - 1
        if edge == "south" and rows is not None:
            return rows - row
        raise ValueError(f"this map has no edge {edge!r}")

    # --- straight lines -----------------------------------------------------------------------------------------------

    def line(self, a: str, b: str) -> tuple[str | tuple[str, str], ...]:
        """What the straight line between the centres of two hexes crosses, in order, both ends included.

        A name is a hex whose inside the line crosses. Where the line runs exactly along a hexside there is, instead,
        the pair of hexes on its sides, smaller name first; an empty name stands for the outside of the map. A hex
        touched in a corner only is not crossed. Exact: whole numbers throughout.

        Raises ValueError for what is no hex of the map, GeometryUnknown where the offset is not known and the columns
        differ.
        """
        column, y = self._place(a)
        last_column, last_y = self._place(b)
        dx, dy = last_column - column, last_y - y
        if self.even_lower is None and dx:
            raise GeometryUnknown(f"the line from {a} to {b} is not known")
        if not (dx or dy):
            return (a,)
        # A line along hexsides goes by sums of two consecutive steps (straight east is one of the six).
        for number, (x1, y1) in enumerate(_STEPS):
            x2, y2 = _STEPS[(number + 1) % 6]
            count = (dx // (x1 + x2)) if x1 + x2 else (dy // (y1 + y2))
            if count > 0 and (dx, dy) == (count * (x1 + x2), count * (y1 + y2)):
                found: list[str | tuple[str, str]] = [a]
                for _ in range(count):
                    one, other = self._name(column + x1, y + y1), self._name(column + x2, y + y2)
                    found.append((one, other) if one < other else (other, one))
                    column += x1 + x2
                    y += y1 + y2
                    found.append(self._name(column, y))
                return tuple(found)
        return self._walk(column, y, dx, dy)

    def _walk(self, column: int, y: int, dx: int, dy: int) -> tuple[str, ...]:
        """The hexes of a line that runs along no hexside, from the hex at (column, y) to the one (dx, dy) further on.

        Measured across its three pairs of parallel sides (axes), a hex is the set of points less than 1 from its centre
        on each. The line leaves a hex through the side that it comes to first, or through a corner where it comes to
        two at once.
        """
        ends = ((3 * dx - dy) // 2, dy, (-3 * dx - dy) // 2)
        whole = abs(ends[0] * ends[1] * ends[2])  # the line's length in units in which all crossings are whole numbers
        units = [whole // abs(end) for end in ends]  # what 1 on an axis takes; none of the three ends is zero here
        signs = [1 if end > 0 else -1 for end in ends]
        across = [_ACROSS[axis][sign > 0] for axis, sign in enumerate(signs)]
        found = [self._name(column, y)]
        x0 = y0 = 0
        while (x0, y0) != (dx, dy):
            exits = [(at * sign + 1) * unit for at, sign, unit in zip(_axes(x0, y0), signs, units, strict=True)]
            first = min(exits)
            for axis in (0, 1, 2):
                if exits[axis] == first:
                    x1, y1 = x0 + across[axis][0], y0 + across[axis][1]
                    # Beyond a corner lie two hexes; the line goes on inside one of them and only touches the other.
                    later = min([(at * sign + 1) * unit for at, sign, unit in zip(_axes(x1, y1), signs, units, strict=True)])
                    if later > first:
                        break
            x0, y0 = x1, y1
            if name := self._name(column + x0, y + y0):
                found.append(name)
        return tuple(found)


def _axes(x: int, y: int) -> tuple[int, int, int]:
    """A place measured across the three pairs of parallel sides of a hex, half a hex being 1."""
    return (3 * x - y) // 2, y, (-3 * x - y) // 2
