"""A module: its maps and how their hexes are numbered, its counters, dice, turn tracker and sides, from the build file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from adjudicator.vassal.container import About, Container
from adjudicator.vassal.grids import Grid, HexGrid, Numbering, Point, RegionGrid, SquareGrid, Zone, ZonedGrid
from adjudicator.vassal.images import size_of
from adjudicator.vassal.sequence import tokens, whole

MAPGRID = "VASSAL.build.module.map.boardPicker.board.mapgrid."
GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
HEAD = 4_000_000
"""Bytes of a picture at most, for its size."""


@dataclass(frozen=True)
class Board:
    """A picture of a map with its grid; `size` in pixels, None where the picture is missing."""

    name: str
    size: tuple[int, int] | None
    grid: Grid | None


@dataclass(frozen=True)
class Laid:
    """A board where a game laid it: its upper left corner on the map."""

    board: Board
    x: int
    y: int
    reversed: bool = False

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the map lies on it."""
        size = self.board.size
        return x >= self.x and y >= self.y and (size is None or x < self.x + size[0] and y < self.y + size[1])

    def local(self, x: float, y: float) -> Point:
        """The point as the board itself counts."""
        x, y = x - self.x, y - self.y
        size = self.board.size
        return (size[0] - x, size[1] - y) if self.reversed and size is not None else (x, y)


@dataclass
class Map:
    """A map window: its boards and decks; `owners` are the sides that alone see it (empty = all)."""

    name: str
    edge: tuple[int, int]
    boards: dict[str, Board]
    decks: dict[tuple[int, int], str]
    formats: tuple[str, ...]
    owners: tuple[str, ...] = ()
    laid: list[Laid] = field(default_factory=list)
    known: dict[Point, str | None] = field(default_factory=dict)
    """Names of points that were asked for before."""

    def lay(self, rows: list[tuple[str, bool, int, int]]) -> list[str]:
        """Lay boards in cells (name, reversed, column, row); the names of those that the module does not have."""
        widths: dict[tuple[int, int], tuple[int, int]] = {}
        found = []
        lost = []
        for name, turned, column, row in rows:
            board = self.boards.get(name)
            if board is None:
                lost.append(name)
                continue
            widths[column, row] = board.size or (0, 0)
            found.append((board, turned, column, row))
        left, above = _before({(r, c): size[0] for (c, r), size in widths.items()}), _before({at: size[1] for at, size in widths.items()})
        self.laid = [Laid(board, self.edge[0] + left[row, column], self.edge[1] + above[column, row], turned) for board, turned, column, row in found]
        self.known.clear()
        return lost

    def place(self, x: int, y: int) -> str | None:
        """The name of the hex (or deck, or region) at a point of the map, None where there is none."""
        if (x, y) not in self.known:
            self.known[x, y] = self._place(x, y)
        return self.known[x, y]

    def _place(self, x: int, y: int) -> str | None:
        if (x, y) in self.decks:
            return self.decks[x, y]
        for placed in self.laid:
            if placed.holds(x, y):
                grid = placed.board.grid
                return grid.name(*placed.local(x, y), placed.board.size) if grid is not None else None
        return None

    def hexes(self) -> Iterator[tuple[str, tuple[int, int], list[str], str | None]]:
        """Every hex of the map: name, centre on the map, names of its neighbours, zone."""
        for placed in self.laid:
            grid = placed.board.grid
            inner = grid.behind if isinstance(grid, ZonedGrid) else grid
            size = placed.board.size
            if not isinstance(inner, HexGrid) or grid is None or size is None:
                continue
            for column, row, x, y in inner.cells(*size):
                name = grid.name(x, y, size)
                zone = grid.zone(x, y) if isinstance(grid, ZonedGrid) else None
                if not name or zone is not None and not zone.parent_grid:
                    continue
                around = [other for at in inner.neighbours(column, row) if (other := self._cell(placed, inner, *at)) is not None]
                across, down = placed.local(x + placed.x, y + placed.y) if placed.reversed else (x, y)
                yield name, (int(across) + placed.x, int(down) + placed.y), around, zone.title if zone is not None else None

    @staticmethod
    def _cell(placed: Laid, inner: HexGrid, column: int, row: int) -> str | None:
        x, y = inner.centre(column, row)
        size = placed.board.size
        if size is None or placed.board.grid is None or not (0 < x < size[0] and 0 < y < size[1]):
            return None
        return placed.board.grid.name(x, y, size) or None

    @property
    def unverified(self) -> bool:
        """Whether a class of the module's own numbers its hexes, whose formula is not known."""
        grids = [placed.board.grid for placed in self.laid]
        inner = [grid.behind if isinstance(grid, ZonedGrid) else grid for grid in grids]
        return any(not grid.numbering.standard for grid in inner if isinstance(grid, HexGrid | SquareGrid) and grid.numbering is not None)


@dataclass(frozen=True)
class Slot:
    """A counter as the module offers it; `text` is the command that places it."""

    gpid: str
    name: str
    text: str


@dataclass(frozen=True)
class DiceButton:
    """A button that throws dice."""

    name: str
    count: int
    sides: int
    report: str


@dataclass(frozen=True)
class TurnLevel:
    """A level of the turn tracker: a counter (`names` is None) or a list."""

    property: str
    names: tuple[str, ...] | None
    inner: tuple[TurnLevel, ...]


@dataclass
class Module:
    """What a build file holds."""

    about: About
    maps: dict[str, Map]
    slots: dict[str, Slot]
    prototypes: dict[str, str]
    dice: list[DiceButton]
    trackers: list[tuple[TurnLevel, ...]]
    sides: list[str]
    lost_images: list[str] = field(default_factory=list)


def open_module(path: str) -> Module:
    """The module in a file. Raises `Broken`."""
    box = Container(path)
    root = box.build()
    told = box.about()
    about = About(told.name or root.get("name", ""), told.version or root.get("version", ""), told.vassal or root.get("VassalVersion", ""), told.description)
    found = Module(about, {}, {}, {}, [], [], [])
    for number, element in enumerate(each for each in root.iter() if "mapName" in each.attrib):
        name = element.get("mapName") or f"Map{number}"
        found.maps.setdefault(name, _map(element, name, box, found.lost_images))
    for element in root.iter():
        kind = simple(element)
        if kind in ("PieceSlot", "CardSlot"):
            gpid = element.get("gpid") or f"slot-{len(found.slots)}"
            found.slots[gpid] = Slot(gpid, element.get("entryName", ""), (element.text or "").strip())
        elif kind == "PrototypeDefinition":
            found.prototypes[element.get("name", "")] = (element.text or "").strip()
        elif kind.endswith("DiceButton"):
            found.dice.append(DiceButton(element.get("name", ""), _int(element, "nDice", 1), _int(element, "nSides", 6), element.get("reportFormat", "")))
        elif kind == "TurnTracker":
            found.trackers.append(_levels(element))
        elif kind == "PlayerRoster":
            found.sides += [entry.text.strip() for entry in element.iter("entry") if entry.text]
    return found


def simple(element: Element) -> str:
    """The class of an element without its package: modules carry look-alikes of the engine's classes."""
    return element.tag.rpartition(".")[2]


def inner(element: Element, names: tuple[str, ...], closed: tuple[str, ...] = ()) -> Iterator[Element]:
    """The nearest elements of these classes below one, through folders, but not inside those of `closed`."""
    for child in element:
        if simple(child) in names:
            yield child
        elif simple(child) not in closed:
            yield from inner(child, names, closed)


def _before(sizes: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Of each place in a line (line, number) the sum of the sizes of those before it in that line."""
    found: dict[tuple[int, int], int] = {}
    line, total = -1, 0
    for at in sorted(sizes):
        if at[0] != line:
            line, total = at[0], 0
        found[at] = total
        total += sizes[at]
    return found


def _int(element: Element, name: str, other: int, most: float = 1e9) -> int:
    """A whole number of an attribute, ``other`` where there is none, or one that no module has."""
    return int(found) if abs(found := _float(element, name, other, most)) < most else other


def _float(element: Element, name: str, other: float, most: float = 1e6) -> float:
    try:
        found = float(element.get(name, ""))
    except ValueError:
        return other
    return found if abs(found) < most else other


def _map(element: Element, name: str, box: Container, lost: list[str]) -> Map:
    boards = {}
    for board in inner(element, ("Board",)):
        title = board.get("name", "")
        boards[title] = Board(title, _size(board, box, lost), next(_grids(board), None))
    decks = {}
    for deck in inner(element, ("DrawPile",)):
        decks[_int(deck, "x", 0), _int(deck, "y", 0)] = deck.get("name", "")
    owners = tuple(owner for owner in (element.get("side", ""), *element.get("owningPlayers", "").split(",")) if owner)
    private = owners if simple(element) in ("PrivateMap", "PlayerHand") else ()
    formats = tuple(element.get(key, "") for key in ("moveWithinFormat", "moveToFormat"))
    edge = (_int(element, "edgeWidth", 0), _int(element, "edgeHeight", 0))
    found = Map(name, edge, boards, decks, formats, private)
    if len(boards) == 1:
        found.lay([(next(iter(boards)), False, 0, 0)])
    return found


def _size(board: Element, box: Container, lost: list[str]) -> tuple[int, int] | None:
    image = board.get("image", "")
    if image:
        for name in (f"images/{image}", image):
            if name in box.entries:
                raw = box.read(name, 100_000_000)
                size = size_of(raw[:HEAD]) if raw is not None else None
                if size is not None:
                    return size
        lost.append(image)
    width, height = _int(board, "width", 0), _int(board, "height", 0)
    return (width, height) if width > 0 and height > 0 else None


def _grids(element: Element) -> Iterator[Grid]:
    for grid in inner(element, GRIDS, ("Zone",)):
        made = _grid(grid)
        if made is not None:
            yield made


def _grid(element: Element) -> Grid | None:
    kind = simple(element)
    if kind == "ZonedGrid":
        behind = next((grid for grid in _grids(element) if not isinstance(grid, ZonedGrid)), None)
        return ZonedGrid(tuple(_zone(zone) for zone in inner(element, ("Zone",), GRIDS)), behind)
    if kind == "RegionGrid":
        return RegionGrid(tuple((r.get("name", ""), _int(r, "originx", 0), _int(r, "originy", 0)) for r in inner(element, ("Region",))))
    if kind == "SquareGrid":
        dx, dy = _float(element, "dx", 48), _float(element, "dy", 48)
        return SquareGrid(dx, dy, _float(element, "x0", 0), _float(element, "y0", 0), _numbering(element)) if dx >= 1 and dy >= 1 else None
    dy = _float(element, "dy", 64)
    dx = _float(element, "dx", dy * 3**0.5 / 2)
    if dx < 1 or dy < 1:
        return None  # less than a pixel
    return HexGrid(dx, dy, _float(element, "x0", 0), _float(element, "y0", 32), element.get("sideways") == "true", _numbering(element))


def _zone(element: Element) -> Zone:
    corners = []
    for pair in element.get("path", "").split(";"):
        x, y = (whole(part.strip()) for part in pair.partition(",")[::2])
        if x is not None and y is not None:
            corners.append((x, y))
    grid = next(_grids(element), None)
    parent = element.get("useParentGrid") == "true"
    return Zone(element.get("name", ""), tuple(corners), None if isinstance(grid, ZonedGrid) else grid, parent, element.get("locationFormat", "$name$"))


def _numbering(element: Element) -> Numbering | None:
    for child in element:
        kind = simple(child)
        if "GridNumbering" not in kind:
            continue
        return Numbering(
            child.get("first", "H"),
            child.get("sep", ""),
            child.get("hType", "N"),
            child.get("vType", "N"),
            _int(child, "hLeading", 1, 10),
            _int(child, "vLeading", 1, 10),
            _int(child, "hOff", 0, 1e6),
            _int(child, "vOff", 0, 1e6),
            child.get("hDescend") == "true",
            child.get("vDescend") == "true",
            child.get("stagger", "true" if kind.startswith("Hex") else "") == "true",
            child.get("locationFormat", "$gridLocation$"),
            child.tag in (f"{MAPGRID}HexGridNumbering", f"{MAPGRID}SquareGridNumbering", f"{MAPGRID}ObliqueHexGridNumbering"),
            kind.startswith("Oblique"),
        )
    return None


def _levels(element: Element) -> tuple[TurnLevel, ...]:
    found = []
    for child in element:
        kind = simple(child)
        if kind == "CounterTurnLevel":
            found.append(TurnLevel(child.get("property", ""), None, _levels(child)))
        elif kind == "ListTurnLevel":
            found.append(TurnLevel(child.get("property", ""), tuple(child.get("list", "").split(",")), _levels(child)))
    return tuple(found)


def turn_values(levels: tuple[TurnLevel, ...], state: str) -> dict[str, str]:
    """What a turn tracker shows: property -> value, from the state that a game writes (`1|5;0;false;-1;...`)."""
    at, _, rest = state.partition("|")
    found: dict[str, str] = {}
    states = tokens(rest, "|") if rest else []
    index = whole(at) or 0
    for number, (level, text) in enumerate(zip(levels, states, strict=False)):
        if number == index or len(levels) == 1:
            _level(level, text, found)
    return found


def _level(level: TurnLevel, text: str, found: dict[str, str]) -> None:
    parts = tokens(text, ";")
    if level.names is None:
        found[level.property] = parts[0]
        below, states = parts[1:2], parts[4:]
    else:
        at = whole(parts[0])
        found[level.property] = level.names[at] if at is not None and 0 <= at < len(level.names) else parts[0]
        below, states = parts[1:2], parts[4:]
    index = (whole(below[0]) or 0) if below else 0
    if 0 <= index < len(level.inner) and index < len(states):
        _level(level.inner[index], states[index], found)
