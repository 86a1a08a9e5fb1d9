"""The hexes or the hexsides of a position: a whole map has thousands, a ruling looks at a few, and every line of a game copies the position.

So only the facts of each are kept, and the thing itself is made when somebody looks at it.  The facts of one place are never
changed where they lie: a change puts others in their stead.  That is why a copy of the position can share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from adjudicator.ground.holes import Holed, copied, known_of
from adjudicator.ground.things import Thing

Place = TypeVar("Place", bound=Thing)


class Places(Mapping[str, Place], Generic[Place]):
    """Name -> hex (or hexside) of ``situation``, made from its facts when it is first looked at."""

    __slots__ = ("_facts", "_kept", "_made", "_named", "_shared", "_situation", "_thing")

    def __init__(self, situation: Any, thing: type[Place], facts: dict[str, dict[str, Any]]) -> None:
        self._situation = situation
        self._thing = thing
        self._facts = facts
        self._shared = False  # whether a copy has the same table
        self._made: dict[str, Place] = {}
        self._named: tuple[tuple[str, str], ...] | None = None
        self._kept: dict[str, Any] = {}

    def copied(self, other: Any) -> Places[Place]:
        """The same places in a copy of the position; holes ask the copy."""
        facts = self._facts
        if other.unknown:
            facts = {name: copied(found, other.ask_for) if isinstance(found, Holed) else found for name, found in facts.items()}
        found = Places(other, self._thing, facts)
        if not other.unknown:
            self._shared = found._shared = True
        found._named = self._named
        if not other.unknown:
            found._kept = self._kept
        return found

    def kept(self, key: str, compute: Callable[[], Any]) -> Any:
        """What is worked out of the facts of all places and of nothing else, once for as long as none of them changes: also in copies of the position."""
        if key not in self._kept:
            self._kept[key] = compute()
        return self._kept[key]

    def named(self) -> tuple[tuple[str, str], ...]:
        """The places that are known to have a name of their own (``name``): name and id."""
        if self._named is None:
            self._named = tuple([(name, id_) for id_, facts in self._facts.items() if (name := known_of(facts, "name"))])
        return self._named

    def get(self, name: str, default: Any = None) -> Any:
        """The place of that name, if it is listed."""
        found = self._made.get(name)
        if found is None:
            facts = self._facts.get(name)
            if facts is None:
                return default
            found = self._made[name] = self._thing(self._situation, name, facts)
        return found

    def same(self, other: Places[Place]) -> bool:
        """Whether the same is known of the same places in another position."""
        return self._facts is other._facts or self._facts == other._facts

    def put(self, name: str, facts: dict[str, Any]) -> None:
        """Enter a place with these facts, in the stead of what was known of it."""
        if known_of(facts, "name") or known_of(self._facts.get(name, {}), "name"):
            self._named = None
        self._kept = {}
        if self._shared:
            self._facts, self._shared = dict(self._facts), False
        self._facts[name] = facts
        self._made.pop(name, None)

    def __getitem__(self, name: str) -> Place:
        found: Place | None = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)
