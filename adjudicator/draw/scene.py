"""A position as a picture needs it: where each hex lies, what is seen in it, and what is odd about the map.

Only names, words and numbers stand here; svg.py and letters.py make a picture of them.  What nobody stated is None: it is drawn as unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.draw.look import Ink, Look, look_of
from adjudicator.ground.facts import Missing
from adjudicator.kit.geometry import offsets
from adjudicator.say.catalogue import reply
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.hexes import Grid
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.things import Marker, Thing, Unit

MANY = 12  # hexes: a map of so many is taken for a typed one, on which something that leads nowhere is odd
ALIKE = 5  # slips of one kind that are written out
SMALL = 60  # hexes: round so few there is room for the ones next to them
_HIDDEN = ("id", "at", "side", "hidden", "features", "terrain", "name")  # facts that a title does not list


class Counter(NamedTuple):
    """A unit as its counter shows it; ``values`` are as printed, ``title`` says in words what is known of it."""

    id: str
    ink: Ink
    symbol: str = ""
    size: str = ""
    values: str = ""
    flags: tuple[str, ...] = ()
    steps: tuple[int, int] | None = None
    hidden: bool = False
    title: str = ""


class Chip(NamedTuple):
    """A marker."""

    id: str
    ink: Ink
    text: str
    title: str


class Ground(NamedTuple):
    """A hex: its column, its height in half hexes, and what is known of it (``taken``: its terrain is only taken for granted)."""

    name: str
    column: int
    half: int
    terrain: str | None
    taken: bool
    features: tuple[str, ...]
    place: str
    control: Ink | None
    title: str


class Edge(NamedTuple):
    """What lies on a hexside; ``features`` None where nobody knows."""

    first: str
    second: str
    features: tuple[str, ...] | None


class Odd(NamedTuple):
    """Something that looks like a slip in the map: a text of the catalogue with its slots, and the hexes to look at."""

    key: str
    slots: Mapping[str, Any]
    hexes: tuple[str, ...]


class Scene:
    """All that a picture of one position shows.

    ``hexes``: those that must be in it besides those of which something is known.  ``like``: a scene of the same game; its ground is taken
    over where it is still the same (`fresh` tells whether it was not).  ``odd``: what is known to be odd about it.
    """

    def __init__(self, book: Rulebook, position: Situation, lang: str, hexes: Iterable[str] = (), like: Scene | None = None, odd: Iterable[Odd] = ()) -> None:
        self.book = book
        self.look: Look = look_of(book)
        self.say = Say(lang, book)
        self.position = position.copy()  # reading takes facts for granted, and that is to be nobody else's
        self.grid: Grid = self.position.grid
        self.lower: Grid = self._offset()
        self.flip = bool(book.meta.get("rows_up"))
        self.odd: list[Odd] = [*odd]
        self.stacks: dict[str, list[Counter]] = {}
        self.tokens: dict[str, list[Chip]] = {}
        self.elsewhere: dict[str, list[str]] = {}  # place without a number, or "" -> what is there
        self.edges: list[Edge] = []
        self.spots: dict[str, Ground] = {}
        self._place_things()
        looked = [name for found in self.odd for name in found.hexes]
        places = dict.fromkeys(end for place in (*self.stacks, *self.tokens, *hexes, *looked) for end in place.split("/") if self.grid.valid(end))
        self.fresh = like is None or not (places.keys() <= like.spots.keys() and self._same_ground(like.position))
        if like is not None and not self.fresh:
            self.edges, self.spots, self.odd = like.edges, like.spots, like.odd
            return
        if like is not None:
            places.update(dict.fromkeys(like.spots))
        self.edges = [self._edge(side) for side in self.position.hexsides.values()]
        listed = [name for name in self.position.hexes if self.grid.valid(name)]
        wanted = dict.fromkeys(listed)
        for edge in self.edges:
            wanted.update(dict.fromkeys(end for end in edge[:2] if self.grid.valid(end)))
        wanted.update(places)
        self.spots = {name: self._spot(name) for name in self._filled(wanted)}
        self._look_for_slips(listed)

    def _same_ground(self, other: Situation) -> bool:
        return self.position.hexes.same(other.hexes) and self.position.hexsides.same(other.hexsides)

    def text(self, key: str, **slots: Any) -> str:
        """A reply of the pictures in the scene's language."""
        return reply(self.say.lang, "draw", key, **slots)

    def told(self, odd: Odd) -> str:
        """Something odd in words."""
        return self.text("odd", text=self.text(odd.key, **odd.slots))

    def oddities(self) -> list[str]:
        """All that is odd in words; of many things that are odd in the same way the first few, and how many more there are."""
        lines: list[str] = []
        for key in dict.fromkeys(odd.key for odd in self.odd):
            alike = [self.told(odd) for odd in self.odd if odd.key == key]
            lines += alike[:ALIKE]
            if len(alike) > ALIKE:
                lines.append(self.text("odd", text=self.text("more", count=len(alike) - ALIKE)))
        return lines

    def _offset(self) -> Grid:
        """The map as it is drawn: where the offset is not printed, that which most of the hexsides and pairs that are stated fit; else even columns
        lower."""
        pairs = [tuple(side.partition("/")[::2]) for side in self.position.hexsides]
        pairs += [tuple(pair) for pair in self.position.known("adjacent") or () if len(pair) == 2]
        pairs = [pair for pair in pairs if all(map(self.grid.valid, pair))]
        self.fitting = [sum(bool(grid.adjacent(*pair)) for pair in pairs) for grid in offsets(self.grid)]
        return offsets(self.grid)[self.fitting.index(max(self.fitting))]

    # ---- where ------------------------------------------------------------------------------------------------------
    def height(self, name: str) -> int:
        """How far down a hex lies, in half hexes."""
        column, row = self.grid.column(name), self.grid.row(name)
        lower = self.lower.even_lower
        down = 2 * row + (0 if column % 2 or lower is None else 1 if lower else -1)
        return -down if self.flip else down

    def _filled(self, wanted: Iterable[str]) -> list[str]:
        """The hexes of the rectangle that holds the wanted ones, by column; of a small one with those next to it."""
        places = [(self.grid.column(name), self.grid.row(name)) for name in wanted]
        if not places:
            return []
        more = 1 if len(places) < SMALL else 0
        columns, rows = ({place[axis] for place in places} for axis in (0, 1))
        found = []
        for column in range(max(0 if 0 in columns else 1, min(columns) - more), max(columns) + more + 1):
            for row in range(max(0 if 0 in rows else 1, min(rows) - more), max(rows) + more + 1):
                try:
                    found.append(self.grid.name(column, row))
                except ValueError:
                    continue
        return found

    # ---- what is there ------------------------------------------------------------------------------------------------
    def fact(self, thing: Thing, name: str) -> Any:
        """A fact as it is known, derived or taken for granted; None where it is not known."""
        found = thing.known(name)
        if found is None and f"{thing.group}.{name}" in self.book.facts:
            try:
                found = thing.fact(name)
            except (Missing, LookupError, ValueError):
                return None
        return found

    def _spot(self, name: str) -> Ground:
        hex_ = self.position.hex(name)
        stated = hex_.known("terrain")
        terrain: Any = stated if stated is not None else self.fact(hex_, "terrain")
        features = self.fact(hex_, "features") or ()
        if isinstance(terrain, (list, tuple)):  # several kinds in one hex
            terrain, features = terrain[0] if terrain else None, (*terrain[1:], *features)
        control: Any = hex_.known("control")
        if isinstance(control, dict):
            control = control.get("side")
        ink = self.look.side(control) if isinstance(control, str) else None
        title = self._told(hex_) if name in self.position.hexes else ""
        words = [self.say.show(each) for each in (terrain, *features) if each]
        whole = f"{name}: {', '.join([*words, *([title] if title else [])]) or self.text('unknown')}"
        place = hex_.known("name")
        return Ground(
            name, self.grid.column(name), self.height(name), None if terrain is None else str(terrain), stated is None, tuple(map(str, features)),
            str(place) if place else "", ink, whole,
        )  # fmt: skip

    def _edge(self, side: Thing) -> Edge:
        first, _, second = side.id.partition("/")
        features = side.known("features")
        return Edge(first, second, None if features is None else tuple(map(str, features)))

    def _told(self, thing: Thing) -> str:
        """What is known of a thing, in words."""
        known = {key: content for key, content in thing.known_facts().items() if key not in _HIDDEN and content not in (None, False, [])}
        return ", ".join(f"{self.say.name(key)} {self.say.show(content)}" for key, content in known.items())

    def _place_things(self) -> None:
        """Units and markers to their hexes; what stands nowhere, or in a place without a number, is listed apart."""
        position = self.position
        for unit in position.units.values():
            if unit.id in position.gone_perhaps() and unit.place is None:
                continue
            self._put(self.stacks, unit.place, self._counter(unit))
        for marker in position.markers.values():
            self._put(self.tokens, marker.place, self._token(marker))

    def _put(self, table: dict[str, list[Any]], place: str | None, item: Counter | Chip) -> None:
        if place is not None and all(map(self.grid.valid, place.split("/"))):
            table.setdefault(place, []).append(item)
        else:
            self.elsewhere.setdefault(place or "", []).append(item.id)

    def _counter(self, unit: Unit) -> Counter:
        look, known = self.look, unit.known
        ink = look.side(known("side"))
        if known("hidden") is True:  # the enemy sees that something is there, and no more
            return Counter("?", ink, hidden=True, title=self.say.show(known("side")) if known("side") else "?")
        values = [known(name) for name in look.values]
        steps, most = known("steps"), known("max_steps")
        printed = "-".join("?" if value is None else str(value) for value in values)
        return Counter(
            unit.id, ink, next(look.by_fact("symbol", known), ""), next(look.by_fact("size", known), ""),
            printed if any(value is not None for value in values) else "?", tuple(look.by_fact("flags", known)),
            (steps, most if isinstance(most, int) and most > steps else steps) if isinstance(steps, int) and 0 < steps < 10 else None,
            False, ", ".join(part for part in (unit.id, self.say.show(known("side")) if known("side") else "", self._told(unit)) if part),
        )  # fmt: skip

    def _token(self, marker: Marker) -> Chip:
        kind = marker.known("kind")
        look = self.look.marker(kind)
        said = {key: self.say.show(value) for key, value in marker.known_facts().items() if value is not None}
        said = {"kind": self.say.show(kind) if kind else "?", **said, "id": "" if str(kind) in marker.id else marker.id}
        text = " ".join(_Blank(said).filled(look["text"]).split())
        ink = Ink(look["fill"], look["ink"])
        return Chip(marker.id, ink, text, ", ".join(part for part in (said["kind"], said["id"], self._told(marker)) if part))

    # ---- slips of whoever typed the map -----------------------------------------------------------------------------------
    def note(self, key: str, *hexes: str, **slots: Any) -> None:
        """Enter something odd."""
        self.odd.append(Odd(key, slots, hexes))

    def _look_for_slips(self, listed: list[str]) -> None:
        self._strange_words()
        apart = self._apart()
        typed = set(listed)
        if len(typed) >= MANY:
            for place in sorted(self.stacks):
                if place not in typed and "/" not in place and not any(near in typed for near in self.around(place)):
                    self.note("off_the_map", place, hex=place, units=", ".join(counter.id for counter in self.stacks[place]))
            self._parts(typed)
        if not apart:
            self._loose_ends(typed)

    def around(self, name: str) -> tuple[str, ...]:
        """The neighbours of a hex as the map is drawn."""
        try:
            return self.lower.neighbours(name)
        except ValueError:
            return ()

    def _strange_words(self) -> None:
        """Words for ground that neither the look nor the facts of the rulebook know."""
        strange: dict[tuple[str, str], list[str]] = {}
        for spot in self.spots.values():
            if spot.terrain is not None and spot.terrain not in self.look.data["terrain"]:
                strange.setdefault(("strange_terrain", spot.terrain), []).append(spot.name)
        for edge in self.edges:
            for feature in edge.features or ():
                if feature not in self.look.data["hexsides"] and feature not in self._values("hexsides.name"):
                    strange.setdefault(("strange_hexside", feature), []).extend(edge[:2])
        for (key, word), places in strange.items():
            self.note(key, *places, word=self.say.show(word), hexes=", ".join(places[:6]))

    def _values(self, fact: str) -> tuple[Any, ...]:
        spec = self.book.facts.get(fact)
        return (spec.values or ()) if spec is not None else ()

    def _apart(self) -> bool:
        """Hexsides between hexes that do not touch; many that would touch if the columns sat otherwise are a numbering of another kind."""
        apart = [
            edge for edge in self.edges
            if all(map(self.grid.valid, edge[:2])) and not self.grid.adjacent(edge.first, edge.second) and not self.lower.adjacent(edge.first, edge.second)
        ]  # fmt: skip
        for edge in apart:
            self.note("not_neighbours", edge.first, edge.second, side=f"{edge.first}/{edge.second}")
        grid = self.lower
        if apart and grid.even_lower is not None:
            other = type(grid)(grid.columns, grid.rows_odd, grid.rows_even, not grid.even_lower, grid.separator)
            if all(other.adjacent(*edge[:2]) for edge in apart):
                self.note("other_numbering", apart[0].first, apart[0].second)
        return bool(apart)

    def _parts(self, typed: set[str]) -> None:
        """A map that falls into parts that do not touch: perhaps one of them is numbered in another way."""
        left, parts = set(typed), []
        while left:
            part, todo = set(), [left.pop()]
            while todo:
                here = todo.pop()
                part.add(here)
                near = left.intersection(self.around(here))
                left -= near
                todo += near
            parts.append(part)
        large = [part for part in parts if len(part) >= MANY // 2]
        if len(large) > 1:
            self.note("parts", *(min(part) for part in large), count=len(large), hexes=", ".join(sorted(min(part) for part in large)))

    def _loose_ends(self, typed: set[str]) -> None:
        """Rivers that end where all three hexes of the corner are known, and none of them is water."""
        rivers = {edge[:2] for edge in self.edges if any(self.look.hexside(name).get("river") for name in edge.features or ())}
        whole = len(typed) >= MANY or self.position.assume
        stated = {frozenset(edge[:2]) for edge in self.edges}
        sides = {frozenset(side) for side in rivers}
        for first, second in sorted(rivers):
            for third in sorted(set(self.around(first)) & set(self.around(second))):
                others = (frozenset((first, third)), frozenset((second, third)))
                if sides.intersection(others) or not {first, second, third} <= typed or not (whole or stated.issuperset(others)):
                    continue
                if not any(self.look.terrain(self.spots[name].terrain)["sign"] == "waves" for name in (first, second, third)):
                    self.note("loose_end", first, second, third, hexes=", ".join(sorted((first, second, third))))


class _Blank(dict[str, str]):
    """What fills the text of a marker; what is not known of it leaves a blank."""

    def __missing__(self, name: str) -> str:
        return ""

    def filled(self, text: str) -> str:
        """The text; as it is where its braces are broken."""
        try:
            return text.format_map(self)
        except (ValueError, IndexError, AttributeError):
            return text
