"""What was worked out of a position before, and on what it hangs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from adjudicator.ground.provenance import listening

ALL = ""
"""Asked for: all that is being tried, in the stead of a name."""
WHOLE = frozenset((ALL,))


class Watched(dict[str, Any]):
    """What is being tried, while something is worked out that may hang on little of it.

    asked   the names that it was asked for; one that ends with a bracket stands for all that begin so
    """

    def __init__(self, tried: dict[str, Any]) -> None:
        super().__init__(tried)
        self.asked: set[str] = set()

    def __contains__(self, path: object) -> bool:
        self.asked.add(str(path))
        return super().__contains__(path)

    def __getitem__(self, path: str) -> Any:
        self.asked.add(path)
        return super().__getitem__(path)

    def get(self, path: str, default: Any = None) -> Any:
        """As of any mapping."""
        self.asked.add(path)
        return super().get(path, default)

    def __iter__(self) -> Iterator[str]:
        self.asked.add(ALL)
        return super().__iter__()

    def keys(self) -> Any:
        """As of any mapping."""
        self.asked.add(ALL)
        return super().keys()

    def items(self) -> Any:
        """As of any mapping."""
        self.asked.add(ALL)
        return super().items()

    def values(self) -> Any:
        """As of any mapping."""
        self.asked.add(ALL)
        return super().values()


class Answered(NamedTuple):
    """An answer with the readings, numbers, assumptions and facts looked for that it rests on.

    asked   what it asked for of what was tried, if that was watched
    read    all readings that were looked up for it, also those that whoever looked does not tell
    alone   whether it rests on none of these
    """

    answer: Any
    readings: dict[str, str]
    numbers: dict[str, None]
    assumed: dict[str, Any]
    unsaid: dict[str, None]
    asked: frozenset[str]
    read: set[str]
    alone: bool


class Recalled:
    """The part of a position that keeps answers; whatever changes the position clears ``cache``."""

    options: dict[str, Any]
    unknown: frozenset[str]
    named: frozenset[str]
    tried: dict[str, Any]
    assumed: dict[str, Any]
    unsaid: dict[str, None]
    used_readings: dict[str, str]

    def __init__(self) -> None:
        self.cache: dict[Any, Any] = {}
        self.read: set[str] = set()  # the readings that were looked up for what is being worked out
        self._open: tuple[Any, Any, tuple[frozenset[str], frozenset[str]]] = (None, None, (frozenset(), frozenset()))
        self._said_of: dict[str, Any] | None = None
        self._said: tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]] = ((), (), ())

    def remember(self, key: Any, compute: Callable[[], Any]) -> Any:
        """What was worked out of this position before, with the readings, numbers and assumptions that it rests on; worked out now if it never was.

        It holds for the readings in force, the facts of the whole game and the sides that are being tried; whatever else it hangs on belongs into the key.
        """
        place = self._place(key)
        found: Answered | None = self.cache.get(place)
        if found is None:
            found = self._of_another_reading(place)
        elif found.alone and not self.tried:
            return found.answer
        watched = self.tried if isinstance(self.tried, Watched) else None
        if found is None:
            before = self.used_readings, self.assumed, self.unsaid
            self.used_readings, self.assumed, self.unsaid = {}, {}, {}
            asked = WHOLE
            if watched is not None:
                outside, watched.asked = watched.asked, set()
            outer, self.read = self.read, set()
            numbers: dict[str, None] = {}
            token = listening.set(numbers)
            try:
                answer = compute()
            finally:
                used, assumed, unsaid = self.used_readings, self.assumed, self.unsaid
                self.used_readings, self.assumed, self.unsaid = before
                self.unsaid.update(unsaid)
                read, self.read = self.read, outer
                outer |= read
                listening.reset(token)
                if watched is not None:
                    asked = frozenset(watched.asked)
                    watched.asked = outside | asked
            alone = not (used or numbers or assumed or unsaid or read)
            found = self.cache[place] = Answered(answer, used, numbers, assumed, unsaid, asked, read, alone)
        else:
            self.read |= found.read
            if watched is not None:
                watched.asked |= found.asked
        if found.readings:
            self.used_readings.update(found.readings)
        if found.assumed:
            self.assumed.update(found.assumed)
        if found.unsaid:
            self.unsaid.update(found.unsaid)
        if found.numbers and (heard := listening.get()) is not None:
            heard.update(found.numbers)
        return found.answer

    def _place(self, key: Any) -> Any:
        """Where the answer to a key is kept, by the readings in force and what is being tried."""
        chosen = self.options.get("readings")
        if not self.tried and not chosen:
            return (key,)
        tried: tuple[Any, ...] = ()
        if self.tried:
            whole, tried, _ = self._tried_said()
            if self.unknown:  # any fact may be a hole, and what was worked out through it hangs on what is being tried
                tried = whole
        return key, tuple(chosen.items()) if chosen else (), tried

    def _of_another_reading(self, place: Any) -> Answered | None:
        """What was worked out before one more place of the book was read in another way, if nobody looked at that place for it."""
        for number, (id_, _) in enumerate(place[1] if len(place) > 1 else ()):
            left = (*place[1][:number], *place[1][number + 1 :])
            found: Answered | None = self.cache.get((place[0], left, place[2]) if left or self.tried else (place[0],))
            if found is not None and id_ not in found.read:
                self.cache[place] = found
                return found
        return None

    def recall(self, key: Any, compute: Callable[[], Any]) -> Any:
        """`remember` for what may hang on any fact: worked out anew for each fact that is being tried."""
        return self.remember((key, self._tried_said()[0]) if self.tried else key, compute)

    def recall_what_it_asks(self, key: Any, compute: Callable[[], Any]) -> Any:
        """`recall` for what takes long and may hang on little of what is being tried: it holds as long as what it has asked for of that is the same."""
        tried = self.tried
        if not tried or isinstance(tried, Watched):
            return self.recall(key, compute)
        place = self._place((key, self._tried_said()[0]))
        rows: list[tuple[dict[str, Any], Answered]] = self.cache.setdefault(("asking", key, place[1]), [])
        if place not in self.cache:
            for other, kept in rows:
                if alike(kept.asked, tried, other):
                    self.cache[place] = kept
                    break
            else:
                self.tried = Watched(tried)
                try:
                    return self.recall(key, compute)
                finally:
                    self.tried = tried
                    if place in self.cache:
                        rows.append((tried, self.cache[place]))
        return self.recall(key, compute)

    def _tried_said(self) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
        """All that is being tried, as a key; what of it is a fact of the whole game or a side; and what of it tells where somebody is, if anywhere."""
        if self._said_of is not self.tried:
            self._said_of = self.tried
            self._said = (
                tuple(map(str, dict.items(self.tried))),
                tuple(item for item in dict.items(self.tried) if "[" not in item[0] or item[0].endswith(".side")),
                tuple(str(item) for item in dict.items(self.tried) if item[0].endswith((".at", "eliminated"))),
            )
        return self._said

    def bare(self) -> bool:
        """Whether nothing is unknown, or being tried, of any single thing."""
        return not self.named and not self.open_lists()

    def open_lists(self) -> frozenset[str]:
        """The lists of which something is unknown, or being tried, of a single thing."""
        return self._what_is_open()[0]

    def open_ids(self) -> frozenset[str]:
        """The ids of the things of which something is unknown, or being tried."""
        return self._what_is_open()[1]

    def _what_is_open(self) -> tuple[frozenset[str], frozenset[str]]:
        """These lists, and the ids of these things."""
        found = self._open
        if found[0] is not self.unknown or found[1] is not self.tried:
            paths = [path.split("[") for path in (*self.unknown, *dict.keys(self.tried)) if "[" in path]
            ids = frozenset([key.partition("]")[0] for path in paths for key in path[1:]])
            found = self._open = self.unknown, self.tried, (frozenset([path[0] for path in paths]), ids)
        return found[2]


def alike(asked: frozenset[str], tried: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two things that are tried are the same as far as they were asked for."""
    if ALL in asked:
        return False
    wide = tuple(name for name in asked if name.endswith("["))
    names = [name for name in {**tried, **other} if name in asked or name.startswith(wide)]
    return all(name in tried and name in other and type(tried[name]) is type(other[name]) and tried[name] == other[name] for name in names)
