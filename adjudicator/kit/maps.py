"""Maps of which some hexes of the grid are not printed (terrain ``offmap``), and what is worked out of the ground once for as long as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.ground.recalled import Watched
from adjudicator.ground.situation import Situation

T = TypeVar("T")
OFF = "offmap"
GROUND = frozenset(("hexes", "hexsides"))


def on_ground(s: Situation, what: str) -> dict[str, Any]:
    """What was worked out of the ground before, in this position or another of the game; it holds whatever is tried, but for hexes and their sides."""
    tried = tuple(str(item) for item in s.tried.items() if item[0].startswith(("hexes[", "hexsides["))) if s.tried else ()
    known: dict[Any, dict[str, Any]] = s.hexsides.kept("ground", dict)
    return known.setdefault((s.hexes.kept("", object), what, tried), {})


def of_ground(s: Situation, what: str, key: Any, look: Callable[[], T]) -> T:
    """What is worked out of hexes and hexsides and of nothing else, with what it takes for granted, once for as long as none of them changes: also in the
    positions that follow."""
    if (s.tried or s.unknown) and not GROUND.isdisjoint(s.open_lists()):
        return look()
    known: dict[Any, tuple[T, dict[str, Any]]] = on_ground(s, f"{what} {s.assume}")
    found = known.get(key)
    if found is None:
        before, s.assumed = s.assumed, {}
        try:
            found = known[key] = look(), s.assumed
        finally:
            taken, s.assumed = s.assumed, before
            s.assumed.update(taken)
    elif found[1]:
        s.assumed.update(found[1])
    if found[1] and isinstance(s.tried, Watched):
        s.tried.asked.update(found[1])
    return found[0]


def on_map(s: Situation, hex_: str) -> bool:
    """Whether a hex of the grid is printed on the map."""
    if not s.grid.valid(hex_):
        return False
    if not s.unknown and not s.tried and hex_ not in s.hexes:  # nobody said anything of it
        return True
    return bool(s.hex(hex_).stated("terrain") != OFF)


def printed_neighbours(s: Situation, hex_: str) -> list[str]:
    """The neighbours of a hex that are printed on the map."""
    known: dict[str, list[str]] = on_ground(s, "printed")
    if hex_ not in known:
        known[hex_] = [near for near in s.grid.neighbours(hex_) if on_map(s, near)]
    return known[hex_]


def on_edge(s: Situation, hex_: str) -> bool:
    """Whether a hex lies at the edge of the printed map; a hole within the map makes no edge."""
    if not on_map(s, hex_):
        return False
    if s.grid.on_edge(hex_):
        return True
    return any(not on_map(s, near) and any(not on_map(s, far) for far in s.grid.neighbours(near)) for near in s.grid.neighbours(hex_))
