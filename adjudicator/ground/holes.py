"""Facts of which a situation says that nobody knows them: what is read through such a hole is asked for, and never counts as "no".

What holds no hole is a plain dictionary, list or set, so that reading it costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

Ask = Callable[[str], Any]
"""The value being tried for the fact of this name; raises Missing if none is."""


class Holed(dict[str, Any]):
    """A mapping with keys that are not known.  ``{**box}`` copies what is known; everything else that needs an unknown key asks for it."""

    __slots__ = ("ask", "holes")

    def __init__(self, known: Mapping[str, Any], holes: Mapping[str, str], ask: Ask) -> None:
        super().__init__(known)
        self.holes = dict(holes)
        self.ask = ask

    def __getitem__(self, key: str) -> Any:
        return self.ask(self.holes[key]) if key in self.holes else dict.__getitem__(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        """As of any mapping; asks for a key that is not known."""
        return self.ask(self.holes[key]) if key in self.holes else dict.get(self, key, default)

    def __contains__(self, key: object) -> bool:
        return self.ask(self.holes[key]) is not None if key in self.holes else dict.__contains__(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self.holes.pop(key, None)
        dict.__setitem__(self, key, value)

    def update(self, *args: Any, **more: Any) -> None:
        """As of any mapping; what is put in is known."""
        for key, value in dict(*args, **more).items():
            self[key] = value

    def __len__(self) -> int:
        return dict.__len__(self) + len(self.holes)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Holed) and self.holes == other.holes:  # what nobody knows is the same in both
            return dict.__eq__(self, other)
        return dict(self.items()) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def _whole(self) -> dict[str, Any]:
        return {**self, **{key: self.ask(path) for key, path in self.holes.items()}}

    def items(self) -> Any:
        """All keys with their values; asks for what is not known."""
        return self._whole().items()

    def keys(self) -> Any:
        """All keys; asks for what is not known."""
        return self._whole().keys()

    def values(self) -> Any:
        """All values; asks for what is not known."""
        return self._whole().values()


class HoledSet(set[str]):
    """A set of ids of which some may belong to it or not; ``whole``: nobody knows of any but those that are in it."""

    __slots__ = ("ask", "holes", "whole")

    def __init__(self, known: Iterable[str], holes: Mapping[str, str], ask: Ask, whole: str = "") -> None:
        super().__init__(known)
        self.holes = dict(holes)
        self.ask = ask
        self.whole = whole

    def __contains__(self, key: object) -> bool:
        if set.__contains__(self, key):
            return True
        if key in self.holes:
            return bool(self.ask(self.holes[key]))
        return bool(self.whole) and bool(self.ask(self.whole.format(key)))

    def __iter__(self) -> Iterator[str]:
        yield from set.__iter__(self)
        yield from (key for key, path in self.holes.items() if self.ask(path))
        if self.whole:
            self.ask(self.whole.format("?"))

    def add(self, key: str) -> None:
        """As of any set; from now on it is known."""
        self.holes.pop(key, None)
        set.add(self, key)

    def discard(self, key: object) -> None:
        """As of any set; from now on it is known."""
        self.holes.pop(str(key), None)
        set.discard(self, str(key))


def known_of(box: Mapping[str, Any], key: str, default: Any = None) -> Any:
    """What is known under a key, or the default; never asks."""
    return dict.get(box, key, default) if isinstance(box, dict) else box.get(key, default)


def holed(box: Any, holes: Iterable[tuple[tuple[str, ...], str]], ask: Ask) -> Any:
    """The mapping with holes at these places: the keys that lead there and the name of the fact.  The mapping passed in is not changed."""
    here: dict[str, str] = {}
    within: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for keys, path in holes:
        if len(keys) == 1:
            here[keys[0]] = path
        else:
            within.setdefault(keys[0], []).append((keys[1:], path))
    known = dict(box) if isinstance(box, dict) else {}
    for key, rest in within.items():
        if key not in here:
            known[key] = holed(known.get(key), rest, ask)
    for key in here:
        known.pop(key, None)
    return Holed(known, here, ask) if here else known


def replaced(box: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The mapping with another value under a key; its other holes stay."""
    if not isinstance(box, Holed):
        return {**box, key: value}
    return Holed({**box, key: value}, {name: path for name, path in box.holes.items() if name != key}, box.ask)


PLAIN = frozenset((str, int, bool, float, type(None)))
"""Classes of things that never change."""


def copied(value: Any, ask: Ask, but: Collection[str] = ()) -> Any:
    """A copy of plain data with its holes, so that playing on never changes what a situation was built from; ``but``: keys of what nobody changes."""
    if isinstance(value, dict):
        own = {key: item if item.__class__ in PLAIN or key in but else copied(item, ask) for key, item in dict.items(value)}
        return Holed(own, value.holes, ask) if isinstance(value, Holed) else own
    if isinstance(value, HoledSet):
        return HoledSet(set(value), value.holes, ask, value.whole)
    return [item if item.__class__ in PLAIN else copied(item, ask) for item in value] if isinstance(value, list) else value


def laid_over(below: Any, above: Any) -> Any:
    """A printed table with what a situation states laid over it."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: laid_over(below.get(key), value) for key, value in above.items()}}
    return below if above is None else above


def copied_plain(value: Any) -> Any:
    """The known part of a mapping with holes."""
    return {key: copied_plain(item) for key, item in dict.items(value)} if isinstance(value, dict) else value
