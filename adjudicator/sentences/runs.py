"""Ways and lists of any length within the shape of a sentence: *1510-1511-1512*, *16Pz, 17Pz and 18Pz*.

What a sentence means with one of two lengths it means with all others, if both were read and gave the same (`adjudicator.sentences.templates`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from adjudicator.language.model import Act, Names, Stated
from adjudicator.sentences.token import Token

STAND_IN, STANDS_IN = re.compile("\x02(\\d{3})\x03"), "\x02{:03d}\x03"
"""What stands in for a name."""
RUN, RUNS = "\x04", "\x04{:03d}\x05"
"""What stands in for all names of a way or a list, within a tuple or a list."""
OTHER = "\x06"
"""Beside its side: the name of a formation, or of one who is gone."""
LEAST = {"HEX": 3, "UNIT": 2}
"""A way of two hexes may be a hexside."""
NUMBERED = ("UNIT", "NUM")
COUNTS = 20
"""A unit that is called by a number no larger than this may be a throw, a number of steps, a turn: it stays a word of its shape."""


class Wide(NamedTuple):
    """The shape of a sentence with each way and list as one: its elements, each with the numbers of its first and last token, its names, and how long the
    ways and lists are.  ``values``: a name, or the names of a way or list, by the number of its stand-in."""

    shape: tuple[Any, ...]
    spans: list[tuple[int, int]]
    values: list[Any]
    lengths: tuple[int, ...]


def name_of(token: Token) -> str | None:
    """The unit or hex that a token is, if it can be nothing else but a number too large to be anything."""
    means = token.means
    if len(means) > 2 or len(means) == 2 and not _numbered(token):
        return None
    class_, kept = next(iter(means.items())) if len(means) == 1 else ("UNIT", means["UNIT"])
    if class_ not in LEAST or len(kept) != 1 or kept[0][0] != class_ or not isinstance(kept[0][1], str):
        return None
    return kept[0][1]


def _numbered(token: Token) -> bool:
    """Whether a token that may be two things is a unit first of all, and else a number too large to be anything."""
    numbers = token.means.get("NUM", ())
    return token.classes == NUMBERED and len(numbers) == 1 and type(numbers[0][1]) is int and numbers[0][1] > COUNTS


class Elements:
    """The elements of a shape: its names by what they are besides, everything else as it is typed.

    Which side is which tells nothing, only who is of one side: save where a side is named, or where it is to be told (`told`).
    """

    def __init__(self, row: Sequence[Token], names: Names, told: bool = False) -> None:
        self.names = names
        self.told = told or any(type_ == "SIDE" for token in row for kept in token.means.values() for type_, _ in kept)
        self.sides: dict[str, int] = {}

    def word(self, token: Token) -> tuple[Any, ...]:
        """What a token is that is no name."""
        marker = any(type_ == "MARKER" for kept in token.means.values() for type_, _ in kept)
        return (token.text, self.names.markers) if marker else (token.text,)

    def side(self, name: str) -> Any:
        """The side of a unit: its name, or the place at which one of it was named first; of a formation that it is one."""
        side: Any = self.names.sides.get(name)
        if side is not None and not self.told:
            side = self.sides.setdefault(side, len(self.sides))
        return (OTHER, side) if name in self.names.others else side


def wide_of(row: Sequence[Token], names: Names) -> Wide | None:
    """The wide shape of a sentence; None if there is no way or list in it, or a name of one stands elsewhere too."""
    found = [name_of(token) for token in row]
    ends = dict(_runs(row, found, names))
    if not ends:
        return None
    elements = Elements(row, names)
    values: list[Any] = []
    shape: list[Any] = [RUN]
    spans: list[tuple[int, int]] = []
    rank: dict[str, int] = {}
    lengths: list[int] = []
    at = 0
    while at < len(row):
        token, value, end = row[at], found[at], ends.get(at, at)
        if end > at:
            run = tuple([name for name in found[at : end + 1] if name is not None])
            shape.append((RUN, frozenset(row[number].classes for number in range(at, end + 1, 2)), elements.side(run[0]), row[end - 1].text))
            values.append(run)
            lengths.append(len(run))
        elif value is not None:
            if value not in rank:
                rank[value] = len(values)
                values.append(value)
            shape.append((token.classes, rank[value], elements.side(value)))
        else:
            shape += elements.word(token)
        spans.append((at, end))
        at = end + 1
    said = [name for value in values for name in (value if isinstance(value, tuple) else (value,))]
    return Wide(tuple(shape), spans, values, tuple(lengths)) if len(set(said)) == len(said) else None


def _runs(row: Sequence[Token], found: Sequence[str | None], names: Names) -> list[tuple[int, int]]:
    """The ways and lists in a row, each by its first and its last token: hexes joined by dashes, units of one side joined by commas and by *and* at the end."""
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(row):
        name, end = found[at], at
        if name is None:
            at += 1
            continue
        class_ = row[at].classes[0]
        while end + 2 < len(row) and (other := found[end + 2]) is not None and row[end + 2].classes[0] == class_:
            link = row[end + 1].classes
            if link != ("DASH",) if class_ == "HEX" else link not in (("COMMA",), ("AND",)) or names.sides.get(other) != names.sides.get(name):
                break
            end += 2
            if link == ("AND",):
                break
        whole = class_ == "HEX" or end > at and row[end - 1].classes == ("AND",)
        if whole and (end - at) // 2 + 1 >= LEAST[class_]:
            runs.append((at, end))
        at = end + 1
    return runs


def widened(parts: Sequence[Stated | Act], values: Sequence[str], wide: Wide) -> tuple[Stated | Act, ...]:
    """The parts of a template (with a stand-in for each of its `values`, by its place) with the stand-ins of a wide shape.

    Raises ValueError where a name of a way or list is meant without the others.
    """
    single = {values.index(value): STANDS_IN.format(number) for number, value in enumerate(wide.values) if not isinstance(value, tuple)}
    tuples = [(number, value) for number, value in enumerate(wide.values) if isinstance(value, tuple)]
    put = partial(_put, single=single, runs=[([STANDS_IN.format(values.index(name)) for name in run], RUNS.format(number)) for number, run in tuples])
    return tuple(
        Act(part.kind, put(part.slots), part.text, part.start, part.end) if isinstance(part, Act) else Stated(put(part.path), put(part.value)) for part in parts
    )


def _put(value: Any, single: dict[int, str], runs: list[tuple[list[str], str]]) -> Any:
    if isinstance(value, str):
        return STAND_IN.sub(lambda found: _other(single, int(found[1])), value)
    if isinstance(value, dict):
        return {_put(key, single, runs): _put(each, single, runs) for key, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return type(value)(_put(each, single, runs) for each in value)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(_put(each, single, runs) for each in value)
    if not isinstance(value, (tuple, list)):
        return value
    inner: list[Any] = []
    at = 0
    while at < len(value):
        run = next(((names, stands) for names, stands in runs if list(value[at : at + len(names)]) == names), None)
        inner.append(run[1] if run is not None else _put(value[at], single, runs))
        at += len(run[0]) if run is not None else 1
    return inner if isinstance(value, list) else tuple(inner)


def _other(single: dict[int, str], number: int) -> str:
    """What stands in for a single name from now on."""
    if number not in single:
        raise ValueError(number)
    return single[number]
