"""Sentences of a known shape: the same words with other units and hexes mean the same with other units and hexes.

A sentence that comes a second time with other names is read once more with stand-ins in their place, in the opposite order. What comes of that
is a template, if the names put back give what was read before; sentences of that shape then need no parsing. Where something hangs on the order
of the names, that order belongs to the shape. A name that could mean something else stays a word of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.language.model import Act, Entry, Names, Stated
from adjudicator.sentences.token import Token

MOST = 4096
"""Shapes that are kept."""
STAND_IN, STANDS_IN = re.compile("\x02(\\d{3})\x03"), "\x02{:03d}\x03"
ABSTRACT = ("UNIT", "HEX")
ANY_ORDER, ORDERED = "\x02", "\x03"
"""Begins a shape of which the names may be in any order, or one in which that counts: something sorts them."""
Shape = tuple[Any, ...]
Values = Sequence[str] | Mapping[int, str]
Read = Callable[[list[Token] | None], Entry]
"""Understands tokens, those of the text itself if it is given none."""
Places = dict[int, tuple[int, bool]]


class Template:
    """What a shape means, with stand-ins; `places` are the columns of its acts by token: its number, and whether its end is meant."""

    __slots__ = ("doubtful", "parts", "places", "unheld")

    def __init__(self, parts: tuple[Stated | Act, ...], places: list[tuple[tuple[int, bool], tuple[int, bool]] | None], like: Entry) -> None:
        self.parts = parts
        self.places = places
        self.doubtful = like.doubtful
        self.unheld = like.unheld

    def entry(self, text: str, row: list[Token], values: Values) -> Entry:
        """The entry of another sentence of that shape."""
        out: list[Stated | Act] = []
        for part, place in zip(self.parts, self.places, strict=True):
            if isinstance(part, Act):
                assert place is not None
                start, end = (row[number].end if ends else row[number].start for number, ends in place)
                out.append(Act(part.kind, _filled(part.slots, values), text[start:end], start, end))
            else:
                out.append(Stated(_filled(part.path, values), _filled(part.value, values)))
        return Entry(text, tuple(out), self.doubtful, self.unheld)


class Templates:
    """The shapes of one language."""

    def __init__(self) -> None:
        self.known: dict[Shape, Template | None] = {}
        self.met: set[Shape] = set()

    def has_met(self, shape: Shape) -> bool:
        """Whether a sentence of this shape has come before."""
        return shape in self.met or shape in self.known

    def note(self, shape: Shape) -> None:
        """A sentence of this shape has come."""
        if len(self.met) >= MOST:
            self.met.clear()
        self.met.add(shape)

    def entry(self, text: str, row: list[Token], names: Names, read: Read) -> Entry:
        """The entry of a text whose tokens are `row`; `read` understands tokens. Raises what `read` raises."""
        shape, values = shape_of(row, names)
        template = self.known.get(shape)
        if template is None and shape in self.known:  # the order of the names counts
            values.sort()
            shape, _ = shape_of(row, names, values)
            template = self.known.get(shape)
        if template is not None:
            return template.entry(text, row, values)
        if shape in self.known or not values or shape not in self.met:
            self.note(shape)
            return read(None)
        found = read(None)
        if len(self.known) >= MOST:
            self.known.clear()
        self.known[shape] = self._learned(shape, text, row, values, found, read)
        return found

    def _learned(self, shape: Shape, text: str, row: list[Token], values: list[str], found: Entry, read: Read) -> Template | None:
        """What a shape means, if it gives what was read; names of which the order may not count are read again in the opposite one."""
        order = sorted(values, reverse=shape[0] is ANY_ORDER)
        again = _with_stand_ins(row, {value: number for number, value in enumerate(order)})
        own = {number: STANDS_IN.format(values.index(value)) for number, value in enumerate(order)}
        try:
            template = _template(again, read(again), values, own)
        except ValueError:
            return None
        return template if template is not None and _same(template.entry(text, again, values), found) else None


def shape_of(row: list[Token], names: Names, values: list[str] | None = None) -> tuple[Shape, list[str]]:
    """What the words of a sentence are, its names numbered as they come, or by their places in `values`, with the side of each; and those names."""
    rank: dict[str, int] = {} if values is None else {value: number for number, value in enumerate(values)}
    shape: list[Any] = [ANY_ORDER if values is None else ORDERED]
    for token in row:
        value = _name(token)
        if value is None:
            shape.append(token.text)
            if any(type_ == "MARKER" for kept in token.means.values() for type_, _ in kept):
                shape.append(names.markers)
        else:
            shape.append((token.classes, rank.setdefault(value, len(rank)), names.sides.get(value)))
    return tuple(shape), list(rank)


def _name(token: Token) -> str | None:
    """The unit or hex that a token is, if it can be nothing else."""
    if len(token.means) != 1:
        return None
    ((class_, kept),) = token.means.items()
    if class_ not in ABSTRACT or len(kept) != 1 or kept[0][0] != class_ or not isinstance(kept[0][1], str):
        return None
    return kept[0][1]


def _with_stand_ins(row: list[Token], rank: Mapping[str, int]) -> list[Token]:
    out = []
    for token in row:
        value = _name(token)
        if value is None:
            other = Token(token.text, token.start, token.end, dict(token.means))
        else:
            other = Token(token.text, token.start, token.end, {token.classes[0]: [(token.classes[0], STANDS_IN.format(rank[value]))]})
        other.classes = token.classes
        out.append(other)
    return out


def _template(row: list[Token], entry: Entry, values: list[str], own: Values) -> Template | None:
    """A template, `own` in the place of its stand-ins; None if a name stands in it as it was typed. Raises ValueError for what can't be one."""
    starts = {token.start: number for number, token in reversed(list(enumerate(row)))}
    ends = {token.end: number for number, token in enumerate(row)}
    typed = {token.text for token in row if _name(token) is not None} | set(values)
    places: list[tuple[tuple[int, bool], tuple[int, bool]] | None] = []
    for part in entry.parts:
        if any(name in text for text in _texts(part.slots if isinstance(part, Act) else (part.path, part.value)) for name in typed):
            return None
        if not isinstance(part, Act):
            places.append(None)
            continue
        if entry.text[part.start : part.end] != part.text or part.start not in starts or part.end not in ends:
            return None
        places.append(((starts[part.start], False), (ends[part.end], True)))
    parts = [
        Act(part.kind, _filled(part.slots, own), part.text, part.start, part.end)
        if isinstance(part, Act)
        else Stated(_filled(part.path, own), _filled(part.value, own))
        for part in entry.parts
    ]
    return Template(tuple(parts), places, entry)


def _texts(value: Any) -> list[str]:
    """All texts within a value. Raises ValueError for what may hold some that can't be seen."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in _texts(each)]
    if isinstance(value, (tuple, list, frozenset, set)):
        return [text for each in value for text in _texts(each)]
    if value is None or isinstance(value, (bool, int, float)):
        return []
    raise ValueError(value)


def _filled(value: Any, values: Values) -> Any:
    """A value with names where stand-ins are."""
    if isinstance(value, str):
        if "\x02" not in value:
            return value
        if len(value) == 5:
            return values[int(value[1:4])]
        return STAND_IN.sub(lambda found: values[int(found[1])], value)
    if isinstance(value, dict):
        return {_filled(key, values): _filled(each, values) for key, each in value.items()}
    if isinstance(value, tuple):
        inner = [_filled(each, values) for each in value]
        return value._make(inner) if hasattr(value, "_make") else tuple(inner)
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if isinstance(value, (set, frozenset)):
        return type(value)(_filled(each, values) for each in value)
    return value


def _same(one: Entry, other: Entry) -> bool:
    return repr(one.parts) == repr(other.parts) and [_span(part) for part in one.parts] == [_span(part) for part in other.parts]


def _span(part: Stated | Act) -> tuple[int, int, str] | None:
    return (part.start, part.end, part.text) if isinstance(part, Act) else None
