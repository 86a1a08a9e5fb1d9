"""Counters, stacks and decks as a game writes them: `+/id/type/state`, type and state being chains of traits, the outermost first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import zip_longest

from adjudicator.vassal.sequence import chain, tokens, whole

HIDING = ("hide", "obs")
LAYER_IMAGES, LAYER_NAMES, LAYER_NAME = 15, 16, 18
"""Where a layer keeps its pictures, the names of its levels and its own name."""
DECK_NAME = 13


@lru_cache(maxsize=50_000)
def traits(type_: str) -> tuple[str, ...]:
    """The traits of a type; counters of one kind share them."""
    return tuple(chain(type_))


class Piece:
    """A counter, a stack or a deck. `map` None = off the table; x and y are pixels of that map."""

    __slots__ = ("holder", "holds", "id", "map", "state", "type", "x", "y")

    def __init__(self, id_: str, type_: str, state: str) -> None:
        self.id = id_
        self.type = type_
        self.state = state
        self.map: str | None = None
        self.x = 0
        self.y = 0
        self.holder: Piece | None = None
        """The stack or deck that it is in: then that one's place counts."""
        self.holds: dict[str, None] = {}
        """Of a stack or deck: ids from bottom to top."""
        self.settle(state)

    @property
    def kind(self) -> str:
        """`stack`, `deck` or `piece`."""
        return "stack" if self.type == "stack" else "deck" if self.type.startswith("deck;") else "piece"

    def settle(self, state: str) -> tuple[str | None, int, int]:
        """Take over a state; what place it says."""
        self.state = state
        if self.kind == "piece":
            fields = self.basic()
        else:
            fields = tokens(state, ";")
            ids = fields[3:]
            if self.kind == "deck":
                ids = [each for token in fields[4:5] for each in tokens(token, ",")]
            self.holds = dict.fromkeys(each for each in ids if each and not each.startswith("@@"))
        self.map, self.x, self.y = place_of(fields)
        return self.map, self.x, self.y

    def basic(self) -> list[str]:
        """The fields of the innermost part of the state."""
        return tokens(chain(self.state)[-1], ";")

    @property
    def where(self) -> tuple[str | None, int, int]:
        """Map and point, of the stack or deck that holds it if there is one."""
        held = self.holder
        return (held.map, held.x, held.y) if held is not None else (self.map, self.x, self.y)

    # ---- what the counter shows
    @property
    def name(self) -> str:
        """The name of the counter; "" if it has none."""
        if self.kind == "deck":
            fields = tokens(self.type, ";")
            return fields[DECK_NAME] if len(fields) > DECK_NAME else ""
        if self.kind == "stack":
            return ""
        fields = tokens(traits(self.type)[-1], ";")
        return fields[4] if len(fields) > 4 else ""

    @property
    def image(self) -> str:
        """The picture of the counter; "" if it has none."""
        fields = tokens(traits(self.type)[-1], ";")
        return fields[3] if len(fields) > 3 else ""

    @property
    def gpid(self) -> str:
        """The number of its slot in the module; "" in games of old versions."""
        fields = self.basic()
        return fields[3] if len(fields) > 3 else ""

    def properties(self, prototypes: Mapping[str, str] | None = None) -> dict[str, str]:
        """Markers and dynamic properties: key -> value; the outermost counts. Prototypes that are not put in are looked up."""
        found: dict[str, str] = {}
        for type_, state in zip(traits(self.type), chain(self.state), strict=False):
            kind, _, rest = type_.partition(";")
            if kind == "mark":
                for key, value in zip(tokens(rest, ","), tokens(state, ","), strict=False):
                    found.setdefault(key, value)
            elif kind == "PROP":
                found.setdefault(tokens(rest, ";")[0], state)
            elif kind == "prototype" and prototypes:
                for key, value in _of_prototype(rest, prototypes, 0).items():
                    found.setdefault(key, value)
        return found

    def layers(self) -> dict[str, tuple[int, str]]:
        """Layers: name -> level (negative or 0 = off) and the name or picture of that level. One without a name is called by its place."""
        found: dict[str, tuple[int, str]] = {}
        for type_, state in zip(traits(self.type), chain(self.state), strict=False):
            if not type_.startswith("emb2;"):
                continue
            fields = tokens(type_, ";")
            name = fields[LAYER_NAME] if len(fields) > LAYER_NAME else ""
            level = _int(state.partition(";")[0])
            shown = ""
            for place in (LAYER_NAMES, LAYER_IMAGES):
                titles = tokens(fields[place], ",") if len(fields) > place else []
                if 0 < level <= len(titles) and not shown:
                    shown = titles[level - 1]
            found[name or f"layer {len(found) + 1}"] = (level, shown)
        return found

    def levels(self) -> dict[str, list[str]]:
        """Layers: name -> the names of all its levels, or their pictures."""
        found: dict[str, list[str]] = {}
        for type_ in traits(self.type):
            if type_.startswith("emb2;"):
                fields = tokens(type_, ";")
                rows = [tokens(fields[place], ",") if len(fields) > place else [] for place in (LAYER_NAMES, LAYER_IMAGES)]
                name = fields[LAYER_NAME] if len(fields) > LAYER_NAME else ""
                found[name or f"layer {len(found) + 1}"] = [title or picture for title, picture in zip_longest(*rows, fillvalue="")]
        return found

    @property
    def hidden_by(self) -> str | None:
        """Whoever hides or masks it; None if everybody sees it. This is a player's password: never to be shown."""
        for type_, state in zip(traits(self.type), chain(self.state), strict=False):
            if type_.partition(";")[0] in HIDING and state not in ("", "null") and state.partition(";")[0] not in ("", "null"):
                return state.partition(";")[0]
        return None

    def trail(self) -> list[tuple[int, int]]:
        """The points of a recorded path; empty if none is recorded."""
        for type_, state in zip(traits(self.type), chain(self.state), strict=False):
            if type_.startswith("footprint"):
                points = []
                for pair in tokens(state, ";")[3:]:
                    x, y = (whole(part) for part in pair.partition(",")[::2])
                    if x is not None and y is not None:
                        points.append((x, y))
                return points
        return []


def place_of(fields: list[str]) -> tuple[str | None, int, int]:
    """Map and point from the first three fields of a state."""
    name = fields[0] if fields and fields[0] not in ("", "null") else None
    x, y = (fields[1], fields[2]) if len(fields) > 2 else ("", "")
    return name, _int(x), _int(y)


def _int(text: str) -> int:
    return whole(text) or 0


def _of_prototype(name: str, prototypes: Mapping[str, str], depth: int) -> dict[str, str]:
    text = prototypes.get(name)
    if text is None or depth > 10:
        return {}
    fields = tokens(text, "/")
    if len(fields) < 4:
        return {}
    found: dict[str, str] = {}
    for type_, state in zip(traits(fields[2]), chain(fields[3]), strict=False):
        kind, _, rest = type_.partition(";")
        if kind == "mark":
            found.update({key: value for key, value in zip(tokens(rest, ","), tokens(state, ","), strict=False) if key not in found})
        elif kind == "prototype":
            found = {**_of_prototype(rest, prototypes, depth + 1), **found}
    return found


def counters(pieces: Iterable[Piece]) -> list[Piece]:
    """Those that are neither stack nor deck."""
    return [piece for piece in pieces if piece.kind == "piece"]
