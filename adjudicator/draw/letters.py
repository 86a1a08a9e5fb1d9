"""A scene as letters: hexes drawn with slashes, as large as the window allows, in colour where colour is wanted.

A hex of size ``deep`` has 2*deep rows and a flat side of ``wide`` letters; size 0 is one letter a hex.  Nothing is told by colour alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from textwrap import wrap
from typing import Any, NamedTuple

from adjudicator.draw.scene import Counter, Scene
from adjudicator.draw.subject import Subject, steps
from adjudicator.draw.svg import INKS, Svg
from adjudicator.files.fault import printable
from adjudicator.say.output import tinted

SIZES = ((2, 9), (2, 6), (1, 5), (1, 3), (0, 1))  # the largest first
SIGNS = {"target": "◎", "wrong": "✕", "asked": "?", "cut": "%", "retreat": "←", "behind": "‹", "reach": "+", "zone": "z"}
ARROWS = "↑↗↘↓↙↖"
WAY = "●"
ODD = "!"
HALVES = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}
RULER = 4  # letters in front of a map of one letter a hex
MEANT = {**{sign: f"sign of {what}" for what, sign in SIGNS.items() if what != "asked"}, **dict.fromkeys((*ARROWS, WAY, ODD), "a sign of its own")}
"""Letters that no ground may have: what a ruling was about is marked with them."""
LEVELS = (0, 95, 135, 175, 215, 255)  # of the colours of a terminal that has 256


class Cell(NamedTuple):
    """One letter: what it is, the colour of its ground and its own ("" = the terminal's), and whether it is bold."""

    letter: str
    ground: str = ""
    ink: str = ""
    bold: bool = False


class Letters:
    """A map of letters."""

    def __init__(self, scene: Scene, subject: Subject | None = None, hexes: Iterable[str] = (), room: tuple[int, int | None] = (100, None)) -> None:
        self.scene = scene
        self.subject = subject or Subject()
        self.room = room[0]
        self.cells: dict[tuple[int, int], Cell] = {}  # row, column
        spots = [scene.spots[name] for name in hexes if name in scene.spots] or list(scene.spots.values())
        across, down = [spot.column for spot in spots] or [0], [spot.half for spot in spots] or [0]
        self.left, self.top = min(across), min(down)
        columns, halves = max(across) - self.left + 1, max(down) - self.top + 1
        self.deep, self.wide = next((size for size in SIZES if self._fits(size, columns, halves, room)), SIZES[-1])
        self.remarks = [piece for remark in Svg(scene).remarks() for piece in wrap(remark, room[0])]
        if room[1] is not None and not self.deep:
            room = room[0], max(10, room[1] - len(self.remarks) - 1)  # what is said below a whole map is to be seen with it
        wide = room[0] - 2 - (0 if self.deep else RULER)
        right, low = wide // self._pitch(), None if room[1] is None else (room[1] - 2) // max(1, self.deep) - 1
        inside = [
            spot for spot in scene.spots.values()
            if 0 <= spot.column - self.left < min(columns, right) and 0 <= spot.half - self.top < (halves if low is None else min(halves, low))
        ]  # fmt: skip
        self.left_out = len(spots) - len(inside) if len(inside) < len(spots) else 0
        self.names = [spot.name for spot in inside]
        self.odd = {name for odd in scene.odd if odd.key != "loose_end" for name in odd.hexes}
        for name in self.names:
            self._hex(name)
        for edge in scene.edges:
            for feature in edge.features or ():
                if edge.first in self.names or edge.second in self.names:
                    self._side(edge.first, edge.second, scene.look.hexside(feature))
        for side in self.subject.sides:
            first, _, second = side.partition("/")
            self._side(first, second, {"text": "?", "color": INKS["asked"], "line": "side"})
        for name in self.names:
            self._inside(name)

    # ---- where --------------------------------------------------------------------------------------------------------
    def _pitch(self) -> int:
        return self.wide + self.deep if self.deep else 2

    @staticmethod
    def _fits(size: tuple[int, int], columns: int, halves: int, room: tuple[int, int | None]) -> bool:
        """Whether so many columns and half hexes have room with hexes of that size."""
        deep, wide = size
        across, down = (columns * (wide + deep) + deep, (halves + 1) * deep + 1) if deep else (columns * 2 + RULER, halves + 1)
        return across <= room[0] and (room[1] is None or down <= room[1])

    def _at(self, name: str) -> tuple[int, int]:
        """Row and column of the upper left corner of the rectangle round a hex."""
        spot = self.scene.spots[name]
        return (spot.half - self.top) * max(1, self.deep), (spot.column - self.left) * self._pitch()

    # ---- a hex --------------------------------------------------------------------------------------------------------
    def _look(self, name: str) -> tuple[str, str]:
        """The colour of the ground of a hex, marks laid over it, and its letter."""
        spot = self.scene.spots[name]
        look = self.scene.look.terrain(spot.terrain)
        fill = look["fill"]
        for mark in self.subject.marks.get(name, ()):
            fill = _mixed(fill, INKS[mark.what], 0.25 if mark.what == "zone" else 0.4)
        return fill, next((found["text"] for found in map(self.scene.look.feature, spot.features) if found["sign"] != "none"), look["text"])

    def _hex(self, name: str) -> None:
        """The rim and the ground of a hex; rims are shared."""
        row, column = self._at(name)
        fill, letter = self._look(name)
        if not self.deep:
            self.cells[row, column] = Cell(letter, fill)
            self.cells[row, column + 1] = Cell(" ", fill)
            return
        deep, wide = self.deep, self.wide
        for line in range(2 * deep):
            lean = deep - 1 - line if line < deep else line - deep  # blanks before the slash
            left, right = column + lean, column + wide + 2 * deep - 1 - lean
            self._rim(row + 1 + line, left, "/" if line < deep else "\\", fill)
            self._rim(row + 1 + line, right, "\\" if line < deep else "/", fill)
            for at in range(left + 1, right):
                self.cells[row + 1 + line, at] = Cell("_" if line == 2 * deep - 1 else " ", fill, "#8a8270")
        for at in range(column + deep, column + deep + wide):
            above = self.cells.get((row, at))
            self.cells[row, at] = Cell("_", above.ground if above is not None else "", "#8a8270")

    def _rim(self, row: int, column: int, letter: str, fill: str) -> None:
        self.cells[row, column] = Cell(letter, fill, "#8a8270")

    def _side(self, first: str, second: str, look: Any) -> None:
        """The letters of the rim between two hexes in the look of what lies on it; of a road one letter where it crosses."""
        scene = self.scene
        if not self.deep or first not in scene.spots or second not in scene.spots:
            return
        one, other = scene.spots[first], scene.spots[second]
        if abs(one.column - other.column) > 1 or abs(one.half - other.half) != (2 if one.column == other.column else 1):
            return
        upper = first if one.half < other.half else second
        row, column = self._at(upper)
        deep, wide = self.deep, self.wide
        if one.column == other.column:
            places = [(row + 2 * deep, column + deep + at) for at in range(wide)]
        elif scene.spots[upper].column == min(one.column, other.column):  # the other lies to the south-east
            places = [(row + 1 + deep + at, column + wide + 2 * deep - 1 - at) for at in range(deep)]
        else:
            places = [(row + 1 + deep + at, column + at) for at in range(deep)]
        if look["line"] != "side":
            places = places[len(places) // 2 :][:1]
        for place in places:
            if place in self.cells:
                self.cells[place] = self.cells[place]._replace(letter=look["text"], ink=look["color"], bold=True)

    # ---- what is in it --------------------------------------------------------------------------------------------------
    def _inside(self, name: str) -> None:
        counters = self.scene.stacks.get(name, [])
        row, column = self._at(name)
        mark, step = self._mark(name), self._step(name)
        if not self.deep:
            if counters:
                self._write(row, column, counters[0].id[:1] if mark == "" else mark[:1], 1, counters[0])
            elif mark or step:
                sign = step or mark
                self._write(row, column, sign if len(sign) <= 2 else sign[:1], min(len(sign), 2), None)  # a short cost has room, a long one is left out
            return
        _, letter = self._look(name)
        whole = self.deep > 1
        room = self.wide + 2 * self.deep - 2
        lines: list[tuple[str, Counter | None]] = [(counter.id, counter) for counter in counters]
        if whole:
            heads = (name + letter + mark + step, name + mark + step, mark + step)  # a cost that is cut short would be another one
            head = next((each for each in heads if len(each) <= self.wide + 2), heads[-1][: self.wide + 2])
            self._write(row + 1, column + self.deep, head.center(self.wide)[: max(self.wide, len(head))], len(head), None)
            lines = [(f"{_short(counter, room)}", counter) for counter in counters]
            tokens = [(token.text, None) for token in self.scene.tokens.get(name, ())]
            if len(lines) > 2:
                lines = [lines[0], (f"{_cut(counters[1].id, room - 3)} +{len(counters) - 2}", counters[1])]
            elif len(lines) < 2 and tokens:
                lines.append(tokens[0])
            elif not lines and self.scene.spots[name].place:
                lines = [(self.scene.spots[name].place, None)]
            for at, (text, counter) in enumerate(lines[:2]):
                self._write(row + 2 + at, column + 1, _cut(text, room), room, counter)
        elif counters:
            more = f"+{len(counters) - 1}" if len(counters) > 1 else ""
            self._write(row + 1, column + 1, _cut(counters[0].id, self.wide - len(more) - len(mark[:1])) + more + mark[:1], self.wide, counters[0])
        else:
            self._write(row + 1, column + 1, (name if self.wide >= len(name) else letter) + (step or mark)[:1], self.wide, None)
        if not whole and (cost := (step or mark)[1:]):
            self._write(row + 2, column + 1, cost[: self.wide], self.wide, None)

    def _write(self, row: int, column: int, text: str, room: int, counter: Counter | None) -> None:
        """A text into the middle of its room, over the ground; that of a unit in the colours of its counter."""
        text = printable(text)
        start = column + max(0, (room - len(text)) // 2)
        for at, letter in enumerate(text):
            place = (row, start + at)
            ground = self.cells[place].ground if place in self.cells else ""
            if counter is not None:
                self.cells[place] = Cell(letter, counter.ink.fill, counter.ink.ink, counter.id in self.subject.units)
            elif letter != " ":
                self.cells[place] = Cell(letter, ground, "#2b241a" if ground else "", letter in SIGNS.values() or letter in ARROWS)

    def _mark(self, name: str) -> str:
        """The signs of a hex, with what it costs to get there."""
        marks = self.subject.marks.get(name, ())
        return "".join(SIGNS[mark.what] + _figure(mark.text) for mark in marks if mark.what != "zone") or (ODD if name in self.odd else "z" if marks else "")

    def _step(self, name: str) -> str:
        """Where a way goes on from a hex, or that it ends there, with what it cost to enter."""
        found = ""
        for way in self.subject.ways:
            paid = {here: cost for _, here, cost in steps(way)}
            onward = {before: here for before, here, _ in steps(way)}
            if name in onward:
                arrow = self._arrow(name, onward[name])
                if arrow not in found:
                    found += arrow
                found += _figure(paid.get(name, ""))
            elif name in paid and WAY not in found and way.role != "attack":
                found += WAY + _figure(paid[name])
        return found

    def _arrow(self, first: str, second: str) -> str:
        (x0, y0), (x1, y1) = ((spot.column, spot.half) for spot in (self.scene.spots[first], self.scene.spots[second]))
        return ARROWS[(0 if y1 < y0 else 3) if x0 == x1 else (1 if y1 < y0 else 2) if x1 > x0 else (5 if y1 < y0 else 4)]

    # ---- the whole ------------------------------------------------------------------------------------------------------
    def lines(self, color: bool) -> list[str]:
        """The rows; with colours as the terminal takes them, each row closed."""
        rows: dict[int, dict[int, Cell]] = {}
        for (row, column), cell in self.cells.items():
            rows.setdefault(row, {})[column] = cell
        return [_row(rows.get(row, {}), color) for row in range(min(rows, default=0), max(rows, default=-1) + 1)]

    def _ruled(self, lines: list[str]) -> list[str]:
        """The rows of a map of one letter a hex, with the numbers of its rows in front and those of its columns above."""
        grid, spots = self.scene.grid, self.scene.spots
        rows = {spots[name].half - self.top: grid.row(name) for name in self.names}
        columns = dict.fromkeys(sorted((spots[name].column - self.left, grid.column(name)) for name in self.names))
        head = "".join(f"{number:02d}".ljust(2 * self._pitch()) for at, number in columns if at % 2 == 0)
        return [" " * RULER + head.rstrip(), *(f"{rows[at]:02d}".ljust(RULER) + line if at in rows else line for at, line in enumerate(lines))]

    def text(self, color: bool = False, legend: bool = True) -> str:
        """The map, what its signs mean, and what is odd about it."""
        scene = self.scene
        lines = self.lines(color) if self.deep else self._ruled(self.lines(color))
        if legend:
            marks = dict.fromkeys(mark.what for name in self.names for mark in self.subject.marks.get(name, ()))
            ways = dict.fromkeys(way.role for way in self.subject.ways)
            told = [f"{SIGNS[what]} {scene.text(what)}" for what in marks] + [
                f"{ARROWS[1]}{'' if role == 'attack' else WAY} {scene.text(f'way_{role}')}" for role in ways
            ]
            told += [f"{ODD} {scene.text('odd_hex')}"] if self.odd.intersection(self.names) else []
            seen = dict.fromkeys(scene.spots[name].terrain for name in self.names)
            told += [f"{scene.look.terrain(terrain)['text']} {scene.say.show(terrain) if terrain is not None else scene.text('unknown')}" for terrain in seen]
            found = dict.fromkeys(feature for edge in scene.edges for feature in edge.features or () if feature in scene.look.data["hexsides"])
            told += [f"{scene.look.hexside(feature)['text']} {scene.say.show(feature)}" for feature in found] if self.deep else []
            found = dict.fromkeys(feature for name in self.names for feature in scene.spots[name].features if scene.look.feature(feature)["sign"] != "none")
            told += [f"{scene.look.feature(feature)['text']} {scene.say.show(feature)}" for feature in found]
            if not self.deep and any(scene.stacks.get(name) for name in self.names):
                told.append(scene.text("initials"))
            lines += ["", *_rows(told, self.room)] if told else []
        lines += self.remarks
        if self.left_out:
            lines.append(scene.text("cropped", hexes=len(self.names), all=len(self.names) + self.left_out, example="-o map.svg"))
        return "\n".join(lines)


def _rows(items: list[str], room: int) -> list[str]:
    """Items in lines as wide as the window; none is broken."""
    rows = [""]
    for item in items:
        if rows[-1] and len(rows[-1]) + 3 + len(item) > room:
            rows.append("")
        rows[-1] += ("   " if rows[-1] else "") + item
    return rows


def _figure(cost: str) -> str:
    """A cost in as few letters as it takes: 3/2 is 1½."""
    above, _, below = cost.partition("/")
    sign = HALVES.get((int(above) % int(below), int(below))) if above.isdigit() and below.isdigit() else None
    return f"{int(above) // int(below) or ''}{sign}" if sign else cost


def _cut(text: str, room: int) -> str:
    """The text in its room."""
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"


def _short(counter: Counter, room: int) -> str:
    """A unit with its values, if there is room for them."""
    values = "" if counter.hidden else f" {counter.values}"
    return counter.id + values if len(counter.id + values) <= room else _cut(counter.id, room)


def _row(cells: dict[int, Cell], color: bool) -> str:
    end = max(cells, default=-1) + 1
    row = [cells.get(at, Cell(" ")) for at in range(end)]
    if not color:
        return "".join(cell.letter for cell in row).rstrip()
    out, before = [], ("", "", False)
    for cell in row:
        now = (cell.ground, cell.ink, cell.bold)
        if now != before:
            codes = [
                "0",
                *(["1"] if cell.bold else []),
                *([f"48;{_code(cell.ground)}"] if cell.ground else []),
                *([f"38;{_code(cell.ink)}"] if cell.ink else []),
            ]
            out.append(tinted(";".join(codes)))
            before = now
        out.append(cell.letter)
    return "".join(out) + tinted("0")


def _mixed(first: str, second: str, share: float) -> str:
    """A colour between two."""
    parts = [(int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * (1 - share) + other * share):02x}" for one, other in parts)


def _code(color: str) -> str:
    """A colour as the terminal takes it: as it is where it says that it can, else the nearest of 216, a little stronger so that pale ones differ."""
    parts = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "2;" + ";".join(map(str, parts))
    red, green, blue = (_level(255 - (255 - part) * 1.5 if part > LEVELS[1] else part) for part in parts)
    return f"5;{16 + 36 * red + 6 * green + blue}"


def _level(part: float) -> int:
    return min(range(len(LEVELS)), key=lambda step: abs(LEVELS[step] - part))
