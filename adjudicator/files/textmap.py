"""Maps as plain text lines, the notation of the Text Mapper (docs/maps.md): `0101 forest town "Lodz"`, `0101-0204-0305 road`, `0101/0102 river`.

A line of several hexes goes through all hexes between them; what it is lies on each hexside that it crosses. Comments, styles in angle
brackets, and whatever else begins with no hex say nothing of the game.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import Any

from adjudicator.files.document import Document, Spot
from adjudicator.files.fault import Broken, show
from adjudicator.files.text import read_text
from adjudicator.ground.hexes import Grid, side_key

ENDS = (".txt",)
HEX = r"\d\d\.?\d\d"
_LINE = re.compile(rf"({HEX}(?:[-/]{HEX})*)(?:\s+(.*))?")
_HEX = re.compile(HEX)
_WORD = re.compile(r'"([^"]*)"|(\S+)')
LONGEST = 2000
"""Hexes of one line."""


def is_text_map(path: str) -> bool:
    """Whether a file holds lines of text and no YAML."""
    return path.endswith(ENDS)


def load_text_map(path: str | os.PathLike[str]) -> Document:
    """A map of text lines: `hexes` and `hexsides` as a situation has them. Raises `Broken`."""
    name = os.fspath(path)
    hexes: dict[str, dict[str, Any]] = {}
    sides: dict[str, list[str]] = {}
    where: dict[str, int] = {}
    for number, row in enumerate(read_text(name).split("\n"), 1):
        found = _LINE.fullmatch(row.split("#", 1)[0].strip())
        if found is None:
            continue
        places = _HEX.findall(found[1])
        words = [(label, word) for label, word in _WORD.findall(found[2] or "")]
        plain = [word for _, word in words if word]
        if len(places) == 1:
            _of_hex(hexes.setdefault(places[0], {}), plain, [label for label, word in words if not word])
            where.setdefault(places[0], number)
        elif plain and "/" in found[1]:
            _of_side(sides, where, side_key(*places[:2]), plain, number)
        elif plain:
            for a, b in _steps(places, name, number):
                _of_side(sides, where, side_key(a, b), plain[:1], number)
    data: dict[str, Any] = {"hexes": hexes, "hexsides": sides}
    lines = {id(data): Spot(data, name, 1, dict.fromkeys(data, 1))}
    for table in (hexes, sides):
        lines[id(table)] = Spot(table, name, 1, {key: where[key] for key in table})
        for key, value in table.items():
            inner = [where[key]] * len(value) if isinstance(value, list) else dict.fromkeys(value, where[key])
            lines[id(value)] = Spot(value, name, where[key], inner)
    for key, value in hexes.items():
        if "features" in value:
            lines[id(value["features"])] = Spot(value["features"], name, where[key], [where[key]] * len(value["features"]))
    return Document(data, lines, name)


def _of_hex(value: dict[str, Any], words: list[str], labels: list[str]) -> None:
    """The first word is the terrain, `-` = not known; those behind it, and those of further lines, are features."""
    if words and "terrain" not in value and words[0] != "-":
        value["terrain"] = words[0]
    rest = words[1:] if "features" not in value else words
    value["features"] = list(dict.fromkeys([*value.get("features", ()), *rest]))
    if labels:
        value["name"] = labels[0]


def _of_side(sides: dict[str, list[str]], where: dict[str, int], side: str, words: list[str], number: int) -> None:
    row = sides.setdefault(side, [])
    row += [word for word in words if word not in row and word != "-"]
    where.setdefault(side, number)


def _steps(places: list[str], file: str, number: int) -> list[tuple[str, str]]:
    """The pairs of neighbours on a line through these hexes; each step goes to the neighbour nearest to the next one named, of two the lower."""
    grid = Grid(None, None, None, True, "." if "." in places[0] else "")
    out: list[tuple[str, str]] = []
    for start, end in pairwise(places):
        at = start
        while at != end:
            near = [(grid.distance(other, end), other) for other in grid.known_neighbours(at)]
            good = [(far, other) for far, other in near if far is not None]
            if not good or len(out) >= LONGEST:
                raise Broken(file, number, "text_line", hexes=show("-".join(places)))
            out.append((at, max((-far, other) for far, other in good)[1]))
            at = out[-1][1]
    return out
