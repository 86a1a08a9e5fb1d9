"""Sentences of a known shape: the same words with other units and hexes mean the same with other units and hexes.

A sentence that comes a second time with other names is read once more with stand-ins in their place, in the opposite order. What comes of that
is a template, if the names put back give what was read before; sentences of that shape then need no parsing. Where something hangs on the order
of the names, that order belongs to the shape. A name that could mean something else stays a word of it.

Ways and lists are of any length (`runs`): a shape that was read with one length and with another, and meant the same, needs no parsing with a third.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.language.model import Act, Entry, Names, Stated
from adjudicator.sentences.runs import RUN, STAND_IN, STANDS_IN, Elements, Wide, name_of, wide_of, widened
from adjudicator.sentences.token import Token

MOST = 4096
"""Shapes that are kept."""
NUMBERS = (97, 987)
"""A number stands in for that by which a unit is called, and others below it: of two digits, of three and more."""
ANY_ORDER, ORDERED = "\x02", "\x03"
"""Begins a shape of which the names may be in any order, or one in which that counts: something sorts them."""
Shape = tuple[Any, ...]
Values = Sequence[Any] | Mapping[int, str]
Read = Callable[[list[Token] | None], Entry]
"""Understands tokens, those of the text itself if it is given none."""
Place = tuple[tuple[int, bool], tuple[int, bool]] | None


class Template:
    """What a shape means, with stand-ins; `places` are the columns of its acts by token: its number, and whether its end is meant."""

    __slots__ = ("doubtful", "parts", "places", "unheld")

    def __init__(self, parts: tuple[Stated | Act, ...], places: Sequence[Place], like: Entry | Template) -> None:
        self.parts = parts
        self.places = places
        self.doubtful: bool = like.doubtful
        self.unheld: tuple[int, ...] = like.unheld

    def entry(self, text: str, row: Sequence[Token], values: Values, last: Sequence[Token] | None = None) -> Entry:
        """The entry of another sentence of that shape; `last`: the last token of each of its elements, where that is not the first (`row`)."""
        out: list[Stated | Act] = []
        last = row if last is None else last
        for part, place in zip(self.parts, self.places, strict=True):
            if isinstance(part, Act):
                assert place is not None
                start, end = (last[number].end if ends else row[number].start for number, ends in place)
                out.append(Act(part.kind, _filled(part.slots, values), text[start:end], start, end))
            else:
                out.append(Stated(_filled(part.path, values), _filled(part.value, values)))
        return Entry(text, tuple(out), self.doubtful, self.unheld)


class Widened:
    """What a wide shape means; `proved`: for each of its ways and lists whether one of another length was read and meant the same."""

    __slots__ = ("lengths", "proved", "template")

    def __init__(self, template: Template, lengths: tuple[int, ...]) -> None:
        self.template = template
        self.lengths = lengths
        self.proved = [False] * len(lengths)

    def holds(self, lengths: tuple[int, ...]) -> bool:
        """Whether what it means is known for these lengths."""
        return all(one == other or proved for one, other, proved in zip(lengths, self.lengths, self.proved, strict=True))

    def prove(self, lengths: tuple[int, ...]) -> None:
        """It was read with these lengths and meant the same."""
        self.proved = [proved or one != other for one, other, proved in zip(lengths, self.lengths, self.proved, strict=True)]

    def entry(self, text: str, row: Sequence[Token], wide: Wide) -> Entry:
        """The entry of another sentence of that shape."""
        return self.template.entry(text, [row[first] for first, _ in wide.spans], wide.values, [row[end] for _, end in wide.spans])


class Templates:
    """The shapes of one language."""

    def __init__(self) -> None:
        self.known: dict[Shape, Template | None] = {}
        self.wide: dict[Shape, Widened | None] = {}
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
        known = shape in self.known
        if template is None and known:  # the order of the names counts
            values.sort()
            shape, _ = shape_of(row, names, values)
            template = self.known.get(shape)
        if template is not None:
            return template.entry(text, row, values)
        wide = wide_of(row, names) if values and not known else None
        widened_ = self.wide.get(wide.shape) if wide is not None else None
        if wide is not None and widened_ is not None and widened_.holds(wide.lengths):
            return widened_.entry(text, row, wide)
        met = shape in self.met or wide is not None and wide.shape in self.met
        self.note(shape)
        if wide is not None:
            self.note(wide.shape)
        found = read(None)
        if wide is not None and widened_ is not None:
            if _same(widened_.entry(text, row, wide), found):
                widened_.prove(wide.lengths)
                return found
            self.wide[wide.shape] = None
        if met and values and shape not in self.known:
            self._keep(self.known, shape, self._learned(shape, text, row, values, found, read, names))
            if wide is not None and wide.shape not in self.wide:
                self._keep(self.wide, wide.shape, self._widened(self.known[shape], row, values, wide))
        return found

    @staticmethod
    def _keep(box: dict[Shape, Any], shape: Shape, found: Any) -> None:
        if len(box) >= MOST:
            box.clear()
        box[shape] = found

    @staticmethod
    def _widened(template: Template | None, row: list[Token], values: list[str], wide: Wide) -> Widened | None:
        """What a wide shape means, by what it means with the lengths at hand."""
        if template is None or template.unheld:
            return None
        first, last = ({span[end]: number for number, span in enumerate(wide.spans)} for end in (0, 1))
        try:
            places = [place and ((first[place[0][0]], False), (last[place[1][0]], True)) for place in template.places]
            return Widened(Template(widened(template.parts, values, wide), places, template), wide.lengths)
        except (KeyError, ValueError):
            return None

    def _learned(self, shape: Shape, text: str, row: list[Token], values: list[str], found: Entry, read: Read, names: Names) -> Template | None:
        """What a shape means, if it gives what was read; names of which the order may not count are read again in the opposite one."""
        order = sorted(values, reverse=shape[0] is ANY_ORDER)
        again = _with_stand_ins(row, {value: number for number, value in enumerate(order)})
        own = {number: STANDS_IN.format(values.index(value)) for number, value in enumerate(order)}
        try:
            template = _template(again, read(again), values, own, frozenset(names.sides.values()) if shape[0] is ANY_ORDER else frozenset())
        except ValueError:
            return None
        return template if template is not None and _same(template.entry(text, again, values), found) else None


def shape_of(row: list[Token], names: Names, values: list[str] | None = None) -> tuple[Shape, list[str]]:
    """What the words of a sentence are, its names numbered as they come, or by their places in `values`, with the side of each; and those names."""
    elements = Elements(row, names, values is not None)
    rank: dict[str, int] = {} if values is None else {value: number for number, value in enumerate(values)}
    shape: list[Any] = [ANY_ORDER if values is None else ORDERED]
    for token in row:
        value = name_of(token)
        if value is None:
            shape += elements.word(token)
        else:
            shape.append((token.classes, rank.setdefault(value, len(rank)), elements.side(value)))
    return tuple(shape), list(rank)


def _with_stand_ins(row: list[Token], rank: Mapping[str, int]) -> list[Token]:
    out = []
    for token in row:
        value = name_of(token)
        if value is None:
            other = Token(token.text, token.start, token.end, dict(token.means))
        else:
            other = Token(token.text, token.start, token.end, {token.classes[0]: [(token.classes[0], STANDS_IN.format(rank[value]))]})
            if len(token.means) > 1:
                other.means["NUM"] = [("NUM", NUMBERS[len(value) > 2] - rank[value])]
        other.classes = token.classes
        out.append(other)
    return out


def _template(row: list[Token], entry: Entry, values: list[str], own: Values, sides: frozenset[str]) -> Template | None:
    """A template, `own` in the place of its stand-ins; None if it holds a name as it was typed, or one of `sides`. Raises ValueError for what can't be one."""
    starts = {token.start: number for number, token in reversed(list(enumerate(row)))}
    ends = {token.end: number for number, token in enumerate(row)}
    typed = {token.text for token in row if name_of(token) is not None} | set(values)
    numbers = {token.means["NUM"][0][1] for token in row if name_of(token) is not None and len(token.means) > 1}
    places: list[Place] = []
    for part in entry.parts:
        said = _texts(part.slots if isinstance(part, Act) else (part.path, part.value))
        if any(each in numbers if isinstance(each, int) else each in sides or any(name in each for name in typed) for each in said):
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


def _texts(value: Any) -> list[str | int]:
    """All texts and numbers within a value. Raises ValueError for what may hold some that can't be seen."""
    if isinstance(value, (str, int)):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in _texts(each)]
    if isinstance(value, (tuple, list, frozenset, set)):
        return [text for each in value for text in _texts(each)]
    if value is None or isinstance(value, float):
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
    if isinstance(value, (tuple, list)):
        inner: list[Any] = []
        for each in value:
            if each.__class__ is str and each[:1] == RUN:
                inner += values[int(each[1:4])]
            else:
                inner.append(_filled(each, values))
        return inner if isinstance(value, list) else value._make(inner) if hasattr(value, "_make") else tuple(inner)
    if isinstance(value, (set, frozenset)):
        return type(value)(_filled(each, values) for each in value)
    return value


def _same(one: Entry, other: Entry) -> bool:
    return repr(one.parts) == repr(other.parts) and [_span(part) for part in one.parts] == [_span(part) for part in other.parts]


def _span(part: Stated | Act) -> tuple[int, int, str] | None:
    return (part.start, part.end, part.text) if isinstance(part, Act) else None
