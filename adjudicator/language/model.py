"""The names that a position adds to the language, and the items of a clause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.ground.declaration import Act, Aid, Entry, Stated

Piece = tuple[str, int, int, tuple[int, ...], int, int, int]
"""An item of a shape: type, indices of its first and last token, of the hexes of a path, of its number and its preposition
(-1: it has none), and the number of the phrase it stands in."""


class Names:
    """What a situation gives: the ids of its units, the (kind, id) of its markers and the hexes that it calls by a name.

    A language keeps here what it has looked up for these names and the entries it has understood with them.
    """

    __slots__ = ("hexes", "markers", "memo", "owner", "places", "table", "units")

    def __init__(
        self, units: Iterable[str] = (), markers: Iterable[tuple[str, str]] = (), places: dict[str, str] | None = None, hexes: Iterable[tuple[str, str]] = ()
    ) -> None:
        """`places` (unit -> where it stands) only makes messages better: a unit that is not known is answered with the nearest ones."""
        self.units = tuple(units)
        self.markers = tuple(markers)
        self.places = places or {}
        self.hexes = tuple(hexes)  # (name, hex)
        self.table: Any = None
        self.memo: dict[str, Entry] = {}
        self.owner: object = None


class Item:
    """One thing named in a clause: type and value, the prepositions before it, how many of it, and where it stands."""

    __slots__ = ("before", "end", "group", "prep", "quantity", "start", "type", "value")

    def __init__(self, type_: str, value: Any, start: int, end: int, prep: int, quantity: int, group: int) -> None:
        self.type = type_
        self.value = value
        self.start = start
        self.end = end
        self.prep = prep
        self.quantity = quantity
        self.group = group
        self.before = False

    def __repr__(self) -> str:
        return f"{self.prep}/{self.type}:{self.value}"


__all__ = ["Act", "Aid", "Entry", "Item", "Names", "Piece", "Stated"]
