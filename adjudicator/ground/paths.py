"""Names of facts: one way to read them, to write them and to compare them.

A fact is named by a head and the keys that lead from it to the fact: ``weather``, ``hexes[2119].terrain``, ``pending.lead.german``,
``formations[99ID].support[801TD].av``, ``tables.crt.open[1:1].13``, ``options.12.3``.  A key stands in brackets or behind a dot; both ways mean the
same, and :func:`canonical` settles on one: the key of a thing (unit, hex, side of a pool) in brackets, so that ids may hold dots and blanks, a word
behind a dot.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

PAIRS = frozenset(("hexsides", "adjacent", "not_adjacent", "distance", "los"))
"""Heads whose first key names two hexes, the smaller one first."""
RECORDS = frozenset(("pending", "tables", "options", "choices", "events", "vph"))
"""Heads whose keys are words (roles, columns, turns), not ids of things."""
_HEAD = re.compile(r"[a-z_]\w*")
_KEY = re.compile(r"\[([^\[\]]+)\]|\.([^.\[\]=]+)")
_WORD = re.compile(r"[^\W\d_][\w-]*|\d+", re.UNICODE)


class FactPath(NamedTuple):
    """The name of a fact, taken apart; two names of one fact are equal."""

    head: str
    keys: tuple[str, ...]

    @property
    def thing(self) -> str:
        """The id that the fact belongs to, or ""."""
        return self.keys[0] if self.keys and self.head not in RECORDS else ""

    @property
    def fact(self) -> str:
        """The key of the fact itself among those of its thing, or "" if the whole thing is meant; a hexside's is ``features``."""
        if len(self.keys) > 1:
            return self.keys[-1]
        return "features" if self.head == "hexsides" and self.keys else ""

    @property
    def spec(self) -> str:
        """The name under which a rulebook declares the fact: ``units.attack``, ``hexsides.features``, ``pending``."""
        if self.head in RECORDS or not self.keys:
            return self.head
        if len(self.keys) > 3 and self.head not in PAIRS:  # a counter that is listed within another thing
            return f"units.{self.keys[-1]}"
        return f"{self.head}.{self.fact}" if self.fact else self.head

    def __str__(self) -> str:
        head, keys = self
        if head == "options":
            return ".".join((head, *keys))
        text, within = head, len(keys) > 3 and head not in RECORDS
        for at, key in enumerate(keys):
            bracketed = head not in RECORDS if at == 0 else within and at == 2 or _WORD.fullmatch(key) is None
            text += f"[{key}]" if bracketed else f".{key}"
        return text

    def covers(self, other: FactPath) -> bool:
        """Whether this is the other fact or something that the other is a part of."""
        return self.head == other.head and other.keys[: len(self.keys)] == self.keys


@lru_cache(8192)
def parse(name: str) -> FactPath | None:
    """The name of a fact taken apart, or None if no fact can be called so.  Whether there is such a fact, a rulebook says."""
    name = name.strip()
    head = _HEAD.match(name)
    if head is None:
        return None
    first, at = head[0], head.end()
    if first == "options":  # printed numbers hold dots
        rest = name[at:].removeprefix(".").strip("[]")
        box, _, key = rest.partition(".")
        reading = (box, key.strip("[]")) if box == "readings" and key else (rest,)
        return FactPath(first, reading if rest else ())
    keys: tuple[str, ...] = ()
    while at < len(name):
        found = _KEY.match(name, at)
        if found is None:
            return None
        keys += ((found[1] or found[2]).strip(),)
        at = found.end()
    if keys and first in PAIRS:
        one, slash, other = keys[0].partition("/")
        if slash and other < one:
            keys = (f"{other}/{one}", *keys[1:])
    if first == "hexsides" and keys[1:] == ("features",):
        keys = keys[:1]
    return FactPath(first, keys)


@lru_cache(4096)
def canonical(name: str) -> str:
    """The one way to write the name of a fact; a text that names none stays as it is."""
    found = parse(name)
    return name if found is None else str(found)
