"""What lies on the table: units, hexes, hexsides, markers, and whatever else a rulebook keeps a list of.

A fact is read like an attribute (``unit.attack``).  Four ways to read one, by what shall happen where nobody stated it:

``unit.attack``                              asks for it: raises :class:`~adjudicator.ground.facts.Missing`
``unit.stated("attack")``                    None if nothing was said about it; asks if the situation says that nobody knows it
``unit.known("attack")``                     None if it is not known; never asks
``unit.known_to_be("kind", "hq", "trains")`` whether it is known to be one of these; never asks
"""

from __future__ import annotations

from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.holes import known_of
from adjudicator.ground.paths import FactPath, parse

OFF_MAP = ("off_map", "track", None)


class Thing:
    """Something on the table with an id and facts of its own; attributes that are no slots are facts."""

    __slots__ = ("__dict__", "facts", "id", "situation")
    GROUP = ""

    def __init__(self, situation: Any, id_: str, facts: dict[str, Any]) -> None:
        self.situation = situation
        self.id = id_
        self.facts = self.__dict__ = facts  # a stated fact is read as fast as any attribute; what is not stated comes to __getattr__

    def __getattr__(self, name: str) -> Any:
        situation = self.situation
        group = self.group
        absent, given = situation.unstated(group)
        if (name in absent or name in given and situation.assume) and not dict.__contains__(self.facts, name):
            if situation.tried or situation.unknown or situation.named:
                path = self.path(name)
                if path in situation.tried or path in situation.unknown or group == "units" and self.id in situation.named:
                    return situation.ask(self, name)
            if name in absent:
                return absent[name]
            situation.assumed[self.path(name)] = given[name]
            return given[name]
        if dict.__contains__(self.facts, name):  # a fact that is named like a method
            return self.facts[name]
        if name.startswith("__"):
            raise AttributeError(name)
        return situation.ask(self, name)

    @property
    def group(self) -> str:
        """The list of the situation that it stands in."""
        return self.GROUP

    def fact(self, name: str) -> Any:
        """The fact, where its name is no attribute name (``class``)."""
        return getattr(self, name)

    def stated(self, name: str) -> Any:
        """The fact as it was stated (or is being tried), or None if nothing was said; asks where the situation says that it is unknown."""
        if name in self.facts:
            return self.facts[name]
        tried = self.situation.tried
        return tried.get(self.path(name)) if tried else None

    def known(self, name: str) -> Any:
        """The fact as far as it was stated or is being tried, else None; never asks."""
        found = known_of(self.facts, name)
        tried = self.situation.tried
        return tried.get(self.path(name)) if found is None and tried else found

    def known_to_be(self, name: str, *values: Any) -> bool:
        """Whether the fact is known and one of these values; never asks."""
        return self.known(name) in values

    def known_facts(self) -> dict[str, Any]:
        """All that is known of it; never asks."""
        return {**self.facts}

    def path(self, name: str) -> str:
        """Bracket name of one of its facts."""
        return f"{self.group}[{self.id}].{name}"

    def copied(self, other: Any, facts: dict[str, Any]) -> Thing:
        """The same in a copy of the position, with these facts."""
        return type(self)(other, self.id, facts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"


class Unit(Thing):
    """A counter.  ``hex`` is where it stands, or None while it is off the map or eliminated."""

    __slots__ = ()
    GROUP = "units"

    @property
    def hex(self) -> str | None:
        """The hex it stands in; None off the map, on the turn track, eliminated, or where nobody said that it stands anywhere.

        A place that the situation calls unknown is asked for."""
        at = self.facts.get("at")
        return None if at in OFF_MAP or self.id in self.situation.eliminated else at

    @property
    def place(self) -> str | None:
        """The hex in which it is known to stand, else None; never asks."""
        situation = self.situation
        if not (situation.unknown or situation.tried):
            return self.hex
        at = self.known("at")
        gone = set.__contains__(situation.eliminated, self.id) or situation.tried.get(f"units[{self.id}].eliminated")
        return None if at in OFF_MAP or gone else at


class Hex(Thing):
    """A hex; one that the situation does not list knows nothing of itself."""

    __slots__ = ()
    GROUP = "hexes"


class Hexside(Thing):
    """The side between two neighbours; ``features`` is what lies on or crosses it, ``[]`` = stated to have nothing."""

    __slots__ = ()
    GROUP = "hexsides"

    def path(self, name: str) -> str:
        """A hexside's features are the fact itself: ``hexsides[2218/2119]``."""
        return f"hexsides[{self.id}]" if name == "features" else super().path(name)


class Marker(Thing):
    """Everything on the map that is no unit."""

    __slots__ = ()
    GROUP = "markers"

    @property
    def hex(self) -> str | None:
        """The hex it lies in, or None; a place that the situation calls unknown is asked for."""
        at = self.facts.get("at")
        return None if at in OFF_MAP else at

    @property
    def place(self) -> str | None:
        """The hex in which it is known to lie, else None; never asks."""
        at = self.known("at")
        return None if at in OFF_MAP else at


class Entity(Thing):
    """Something with facts of its own that is no counter (a formation): the rulebook names the list that it stands in (``lists``)."""

    __slots__ = ("_group",)

    def __init__(self, situation: Any, id_: str, facts: dict[str, Any], group: str) -> None:
        super().__init__(situation, id_, facts)
        self._group = group

    @property
    def group(self) -> str:
        """The list of the situation that it stands in."""
        return self._group

    def copied(self, other: Any, facts: dict[str, Any]) -> Entity:
        """The same in a copy of the position, with these facts."""
        return Entity(other, self.id, facts, self._group)


class Part(Unit):
    """A counter that is listed within an entity; while it has the facts that mark it as such, its own facts are named after that place."""

    __slots__ = ("listed", "marks")

    def __init__(self, situation: Any, id_: str, facts: dict[str, Any], listed: str, marks: dict[str, Any]) -> None:
        super().__init__(situation, id_, facts)
        self.listed = listed
        self.marks = marks

    def path(self, name: str) -> str:
        """``formations[99ID].support[801TD].av`` while it stands there, ``units[801TD].av`` afterwards."""
        facts = self.facts
        if all(known_of(facts, key) == value for key, value in self.marks.items()):
            return f"{self.listed}[{self.id}].{name}"
        return super().path(name)

    def copied(self, other: Any, facts: dict[str, Any]) -> Part:
        """The same in a copy of the position, with these facts."""
        return Part(other, self.id, facts, self.listed, self.marks)


def possible_values(s: Any, path: str, values: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """The values of a fact that nobody knows; of a list also each word alone that may stand in it; of a hexside those with what is known to lie on it;
    of a number those that the rulebook's own derivation leaves."""
    there, found = s.partly.get(path), parse(path)
    if values and found is not None and isinstance(values[0], (list, tuple)):
        values += s.book.declared.alone(found, values)
    if values and found is not None and type(values[0]) is int:
        values = _narrower(s, path, found, values)
    if path == "active":
        values = s.sides_there(values)
    if there is None or values is None:
        return values
    return tuple(value for value in values if there <= set(value)) or None


_narrowing: set[str] = set()


def _narrower(s: Any, path: str, found: FactPath, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a rulebook asks for where the fact is only left out: one or two steps of a Soviet corps."""
    spec = s.book.facts.get(found.spec)
    thing = getattr(s, found.head).get(found.thing) if found.thing and spec is not None and spec.derive is not None and not _narrowing else None
    if spec is None or thing is None:
        return values
    saved = s.assumed, s.used_readings
    s.assumed, s.used_readings = {}, {}
    _narrowing.add(path)
    try:
        spec.derive(thing)
    except Missing as missing:
        return missing.values if missing.fact == path and missing.values is not None else values
    finally:
        _narrowing.remove(path)
        s.assumed, s.used_readings = saved
    return values
