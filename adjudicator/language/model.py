"""What a line of text becomes, and the names that a position adds to the language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.ground.declaration import Act, Aid, Entry, Stated
from adjudicator.language.errors import NotUnderstood

MAX_MEMO = 4096
"""Texts of which it is kept what came of them."""


class Names:
    """What a situation gives: the ids of its units, the (kind, id) of its markers and the hexes that it calls by a name.

    A language keeps here what it has looked up for these names, the entries it has understood with them (`memo`) and what it refused (`refused`).
    """

    __slots__ = ("before", "groups", "hexes", "kinds", "lists", "markers", "memo", "others", "owner", "places", "refused", "sides", "table", "units")

    def __init__(
        self,
        units: Iterable[str] = (),
        markers: Iterable[tuple[str, str]] = (),
        places: dict[str, str] | None = None,
        hexes: Iterable[tuple[str, str]] = (),
        others: Iterable[str] = (),
        before: Names | None = None,
        sides: Iterable[tuple[str, str]] = (),
        lists: Mapping[str, str] | None = None,
        groups: Iterable[str] = (),
        kinds: Iterable[tuple[str, tuple[str, ...]]] = (),
    ) -> None:
        """`places` (unit -> where it stands) only makes messages better: a unit that is not known is answered with the nearest ones.
        `others` are named like units: formations.  `before`: the names before some were added, so that not all is looked up again.
        `sides` (unit, side) tell who acts and who is attacked where the sentence leaves it open.
        `kinds` (unit, what it is) tell which of them the division is.
        `groups` are the lists of the rulebook that hold things with facts of their own, `lists` tells in which of them a thing is: 12VG -> formations.
        """
        self.units = tuple(units)
        self.others = tuple(others)
        self.before: Names | None = before if before is None or before.table is not None else before.before  # the last that was used
        self.markers = tuple(markers)
        self.places = places or {}
        self.hexes = tuple(hexes)  # (name, hex)
        self.sides = dict(sides)
        self.kinds = dict(kinds)
        self.groups = tuple(groups)
        self.lists = lists or {}
        self.table: Any = None
        self.memo: dict[str, Entry] = {}
        self.refused: dict[str, NotUnderstood] = {}
        self.owner: object = None


def keep(memo: dict[str, Any], text: str, found: Entry | NotUnderstood) -> None:
    """Keep what came of a text, for when it is met again."""
    if len(memo) >= MAX_MEMO:
        memo.clear()
    memo[text] = found


__all__ = ["Act", "Aid", "Entry", "Names", "Stated", "keep"]
