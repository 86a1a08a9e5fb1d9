"""The position: what is stated of it, reading a fact of it, and changing it.

Reading is plain attribute access (``unit.attack``, ``hex.terrain``, ``situation.weather``).  A fact that was not stated is
looked for, in this order: among the values that the engine is trying out, in the rulebook's derivations, in its closed world,
in its defaults (``assume: defaults``).  Otherwise :class:`~adjudicator.ground.facts.Missing` is raised.  A fact that the situation
lists under ``unknown`` skips all of these but the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.facts import FactSpec, InputError, Missing
from adjudicator.ground.provenance import listening

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

OFF_MAP = ("off_map", "track", None)
_PAIRS = ("adjacent", "distance", "los")
_GROUPS = ("units", "hexes", "hexsides", "markers", "history")


class Thing:
    """Something on the table with an id and facts of its own; attributes that are no slots are facts."""

    __slots__ = ("__dict__", "facts", "id", "situation")
    GROUP = ""

    def __init__(self, situation: Situation, id_: str, facts: dict[str, Any]) -> None:
        self.situation = situation
        self.id = id_
        self.facts = self.__dict__ = facts  # a stated fact is read as fast as any attribute; what is not stated comes to __getattr__

    def __getattr__(self, name: str) -> Any:
        if name in self.facts:  # a fact that is named like a method
            return self.facts[name]
        if name.startswith("__"):
            raise AttributeError(name)
        return self.situation.ask(self, name)

    def fact(self, name: str) -> Any:
        """The fact, where its name is no attribute name (``class``)."""
        return getattr(self, name)

    def stated(self, name: str) -> Any:
        """The fact as it was stated (or is being tried), or None; never asks."""
        if name in self.facts:
            return self.facts[name]
        tried = self.situation.tried
        return tried.get(self.path(name)) if tried else None

    def path(self, name: str) -> str:
        """Bracket name of one of its facts."""
        return f"{self.GROUP}[{self.id}].{name}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"


class Unit(Thing):
    """A counter.  ``hex`` is where it stands, or None while it is off the map or eliminated."""

    __slots__ = ()
    GROUP = "units"

    @property
    def hex(self) -> str | None:
        """The hex it stands in; None off the map, on the turn track or eliminated."""
        at = self.facts.get("at")
        return None if at in OFF_MAP or self.id in self.situation.eliminated else at


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


class Entity(Thing):
    """Something with facts of its own that is no counter (a formation): the rulebook names the list that it stands in (``lists``)."""

    __slots__ = ("group",)

    def __init__(self, situation: Situation, id_: str, facts: dict[str, Any], group: str) -> None:
        super().__init__(situation, id_, facts)
        self.group = group

    def path(self, name: str) -> str:
        """Bracket name of one of its facts."""
        return f"{self.group}[{self.id}].{name}"

    def copied(self, other: Situation) -> Entity:
        """The same in a copy of the position."""
        return Entity(other, self.id, dict(self.facts), self.group)


class Part(Unit):
    """A counter that is listed within an entity; while it has the facts that mark it as such, its own facts are named after that place."""

    __slots__ = ("marks", "place")

    def __init__(self, situation: Situation, id_: str, facts: dict[str, Any], place: str, marks: dict[str, Any]) -> None:
        super().__init__(situation, id_, facts)
        self.place = place
        self.marks = marks

    def path(self, name: str) -> str:
        """``formations[99ID].support[801TD].av`` while it stands there, ``units[801TD].av`` afterwards."""
        facts = self.facts
        if all(facts.get(key) == value for key, value in self.marks.items()):
            return f"{self.place}[{self.id}].{name}"
        return super().path(name)

    def copied(self, other: Situation) -> Part:
        """The same in a copy of the position."""
        return Part(other, self.id, dict(self.facts), self.place, self.marks)


class Marker(Thing):
    """Everything on the map that is no unit."""

    __slots__ = ()
    GROUP = "markers"

    @property
    def hex(self) -> str | None:
        """The hex it lies in, or None."""
        at = self.facts.get("at")
        return None if at in OFF_MAP else at


def _copied(value: Any) -> Any:
    """A copy of plain data, so that playing on never changes what a situation was built from."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _grid(book: Rulebook, data: dict[str, Any]) -> Any:
    """The map's grid, with what the situation says of neighbours and distances."""
    adjacent, apart, distances = (data.get(key) for key in ("adjacent", "not_adjacent", "distance"))
    if not (adjacent or apart or distances):
        return book.grid
    return book.grid.with_facts(adjacent or (), apart or (), distances)


class Situation:
    """One position of one game.  Built from checked data (see schema.py); changed only by :meth:`apply` and :meth:`state`."""

    def __init__(self, book: Rulebook, data: dict[str, Any]) -> None:
        self.book = book
        self.grid = _grid(book, data)
        self.lists: dict[str, dict[str, Any]] = book.meta.get("lists") or {}
        self.facts: dict[str, Any] = {key: _copied(value) for key, value in data.items() if key not in _GROUPS and key not in self.lists}
        self.unknown: frozenset[str] = frozenset(data.get("unknown", ()))
        self.assume = data.get("assume") == "defaults"
        self.tried: dict[str, Any] = {}
        self.assumed: dict[str, Any] = {}
        self.used_readings: dict[str, str] = {}
        self.cache: dict[Any, Any] = {}
        self.eliminated: set[str] = set(data.get("eliminated", ()))
        self.options: dict[str, Any] = _copied(data.get("options") or {})
        self.history: dict[str, list[dict[str, Any]]] = {key: list(acts) for key, acts in (data.get("history") or {}).items()}
        self.lasting: dict[Any, Any] = {}  # like ``cache``, for what hangs on nothing but which units there are
        self._attempts: dict[tuple[str, Any, Any], list[tuple[str, str]]] = {}
        self._acts_in: dict[tuple[str, Any, Any], list[dict[str, Any]]] = {}
        self._dated: dict[str, int] = {}
        self._acts_done = 0
        self._undated = False  # whether the history holds acts without phase or turn
        for id_, acts in self.history.items():
            self._index_acts(id_, acts)
        self._blanks: dict[str, Any] = {}  # hexes and sides that nobody listed and a rule asked for
        self.units: dict[str, Unit] = {}
        self.hexes: dict[str, Hex] = {}
        self.hexsides: dict[str, Hexside] = {}
        self.markers: dict[str, Marker] = {}
        for key, facts in (data.get("hexes") or {}).items():
            self._add_hex(str(key), dict(facts or {}))
        for key, features in (data.get("hexsides") or {}).items():
            self._add_side(key, features)
        for facts in data.get("units") or ():
            self.units[facts["id"]] = Unit(self, facts["id"], dict(facts))
        for facts in data.get("markers") or ():
            name = str(facts.get("id") or self._marker_name(facts.get("kind", "marker")))
            self.markers[name] = Marker(self, name, dict(facts, id=name))
        self.partly: dict[str, frozenset[str]] = {}  # hexside that is not wholly known -> what is known to lie on it
        for group, spec in self.lists.items():
            setattr(self, group, {})
            for facts in data.get(group) or ():
                self._add_entity(group, spec, facts)
        if self.unknown:
            self._forget()

    # ---- building -------------------------------------------------------------------------------------------------
    def _add_hex(self, key: str, facts: dict[str, Any]) -> None:
        if "terrain" in facts or "features" in facts:  # a listed hex has exactly what is given
            facts.setdefault("features", [])
        self.hexes[key] = Hex(self, key, facts)

    def _marker_name(self, kind: str) -> str:
        """A name for a marker that has none: its kind and a number, or the kind alone if something is said not to be known of it."""
        if kind not in self.markers and any(path.startswith(f"markers[{kind}]") for path in self.unknown):
            return kind
        number = len(self.markers) + 1
        while f"{kind}-{number}" in self.markers:
            number += 1
        return f"{kind}-{number}"

    def _add_entity(self, group: str, spec: dict[str, Any], facts: dict[str, Any]) -> None:
        """Enter one thing of a list of the rulebook; counters that are listed within it become counters like all others."""
        id_ = facts["id"]
        own = {key: _copied(value) for key, value in facts.items() if key not in spec.get("parts", ())}
        getattr(self, group)[id_] = Entity(self, id_, own, group)
        for part, marks in (spec.get("parts") or {}).items():
            if part in facts:
                own[part] = [item["id"] for item in facts[part]]
            for item in facts.get(part) or ():
                known = self.units[item["id"]].facts if item["id"] in self.units else {"side": facts.get("side"), spec["one"]: id_}
                self.units[item["id"]] = Part(self, item["id"], {**known, **item, **marks}, f"{group}[{id_}].{part}", marks)

    def _add_side(self, key: str, features: Any) -> None:
        first, _, second = key.partition("/")
        name = self.grid.side_key(first, second)
        facts = dict(features) if isinstance(features, dict) else {"features": features}
        self.hexsides[name] = Hexside(self, name, facts)

    def _index_acts(self, id_: str, acts: Iterable[Any]) -> None:
        for act in acts:
            if not isinstance(act, dict):
                continue
            hex_ = act.get("hex")
            if isinstance(hex_, str):
                self._attempts.setdefault((hex_, act.get("phase"), act.get("turn")), []).append((id_, act.get("act", "")))
            if "phase" in act and "turn" in act:
                self._acts_in.setdefault((id_, act["phase"], act["turn"]), []).append(act)
                self._dated[id_] = self._dated.get(id_, 0) + 1
            else:
                self._undated = True

    def _forget(self) -> None:
        """What ``unknown`` names is taken off the table, whatever else says it."""
        for path in self.unknown:
            group, _, rest = path.partition("[")
            key, _, name = rest.partition("]")
            if group == "hexsides" and not name:
                first, _, second = key.partition("/")
                side = self.hexsides.pop(self.grid.side_key(first, second), None)
                if side is not None and side.facts.get("features"):
                    self.partly[side.path("features")] = frozenset(side.facts["features"])
            elif not rest:
                self.facts.pop(path, None)
            elif "[" in name:  # a counter listed within an entity
                inner, _, fact = name.partition("[")[2].partition("]")
                if inner in self.units:
                    self.units[inner].facts.pop(fact.removeprefix("."), None)
            else:
                things: dict[str, Any] = getattr(self, group, None) or {}
                if key in things and name.startswith("."):
                    (things[key].facts if isinstance(things[key], Thing) else things[key]).pop(name[1:], None)

    def copy(self) -> Situation:
        """A position that can be changed without changing this one."""
        other = object.__new__(Situation)
        other.__dict__.update(self.__dict__)
        other.facts = {key: _copied(value) for key, value in self.facts.items()}
        other.options = _copied(self.options)
        other.tried, other.assumed, other.cache, other.lasting, other._blanks = {}, {}, {}, {}, {}
        other.eliminated = set(self.eliminated)
        other.history = {key: list(acts) for key, acts in self.history.items()}
        other._attempts = {key: list(acts) for key, acts in self._attempts.items()}
        other._acts_in = {key: list(acts) for key, acts in self._acts_in.items()}
        other._dated = dict(self._dated)
        for name in ("units", "hexes", "hexsides", "markers", *self.lists):
            things = getattr(self, name).items()
            copies = {key: thing.copied(other) if hasattr(type(thing), "copied") else type(thing)(other, key, dict(thing.facts)) for key, thing in things}
            setattr(other, name, copies)
        return other

    # ---- reading --------------------------------------------------------------------------------------------------
    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts")
        if facts is None or name.startswith("__"):
            raise AttributeError(name)
        if name in facts:
            return facts[name]
        return self.ask(None, name)

    def stated(self, name: str) -> Any:
        """A fact of the whole game as it was stated (or is being tried), or None; never asks."""
        return self.facts[name] if name in self.facts else self.tried.get(name)

    def hex(self, name: str) -> Hex:
        """The hex of that name, whether listed or not."""
        found = self.hexes.get(name)
        if found is None:
            found = self._blanks.get(name)
            if found is None:
                found = self._blanks[name] = Hex(self, name, {})
        return found

    def side(self, first: str, second: str) -> Hexside:
        """The hexside between two hexes, whether listed or not."""
        name = self.grid.side_key(first, second)
        found = self.hexsides.get(name)
        if found is None:
            found = self._blanks.get(name)
            if found is None:
                found = self._blanks[name] = Hexside(self, name, {})
        return found

    def ask(self, thing: Thing | None, name: str) -> Any:
        """Find a fact that was not stated; raises Missing if the rulebook can't supply it either.

        Raises LookupError if the rulebook's ``facts`` do not declare such a fact: a fault of a rule, not of the player.
        """
        path = thing.path(name) if thing is not None else name
        if path in self.tried:
            return self.tried[path]
        spec = self.book.facts.get(f"{thing.group if isinstance(thing, Entity) else thing.GROUP}.{name}" if thing is not None else name)
        if spec is None:
            raise LookupError(f"{self.book.id}: a rule reads {path}, which book.yaml does not declare under facts")
        if path in self.unknown:
            raise Missing(path, self._possible(path, spec))
        if self.assume and spec.plain:
            self.assumed[path] = spec.default
            return spec.default
        return self._supply(path, spec, thing)

    def _possible(self, path: str, spec: FactSpec) -> tuple[Any, ...] | None:
        """The values of a fact that nobody knows; of a hexside those with what is known to lie on it."""
        there = self.partly.get(path)
        if there is None or spec.values is None:
            return spec.values
        return tuple(value for value in spec.values if there <= set(value)) or None

    def _supply(self, path: str, spec: FactSpec, thing: Thing | None) -> Any:
        if spec.derive is not None:
            try:
                value = spec.derive(thing if thing is not None else self)
            except Missing as missing:
                if missing.values is not None:
                    raise
                raise Missing(path, spec.values) from missing  # a status can be stated where the position can't be completed
            if value is not None:
                return value
        if spec.closed:
            return spec.absent
        if self.assume and spec.defaulted:
            self.assumed[path] = spec.default
            return spec.default
        raise Missing(path, spec.values)

    def complete(self) -> None:
        """Assert that no other counters are about; raises Missing("units_complete") if ``units_complete: false``."""
        if not self.facts.get("units_complete", True) and not self.tried.get("units_complete"):
            raise Missing("units_complete")
        if self.unknown and "units_complete" in self.unknown:
            raise Missing("units_complete")

    def groups(self) -> list[str]:
        """Names of the formations that units belong to; a player may name a formation where he means its units."""
        found = (str(unit.facts.get("formation") or "") for unit in self.units.values())
        listed = [name for group in self.lists for name in getattr(self, group)]
        for spec in self.lists.values():
            for fact in spec.get("named_in", ()):
                box = self.facts.get(fact) or ()
                names = box if isinstance(box, dict) else [name for row in box for name in row]
                listed += [name for name in names if name not in listed]
        return listed + [name for name in found if len(name) > 2 and name not in listed]  # a shorter one would be taken for a word

    def option(self, number: str) -> bool:
        """Whether the optional rule of that printed number is in play."""
        return self.options.get(number) is True

    def reading(self, id_: str) -> str:
        """How this table reads an ambiguous place; the digest's ruling unless ``options.readings`` says otherwise.

        Raises Missing where the table says ``ask``.
        """
        spec = self.book.readings[id_]
        chosen: str = (self.options.get("readings") or {}).get(id_) or spec["default"]
        if chosen == "ask":
            path = f"options.readings.{id_}"
            if path not in self.tried:
                raise Missing(path, tuple(spec["choices"]))
            chosen = self.tried[path]
        self.used_readings[id_] = chosen
        return chosen

    def remember(self, key: Any, compute: Callable[[], Any]) -> Any:
        """What was worked out of this position before, with the readings and numbers that it rests on; worked out now if it never was.

        It holds for the readings in force and the sides that are being tried; whatever else it hangs on belongs into the key.
        """
        chosen = self.options.get("readings")
        tried = tuple(item for item in self.tried.items() if item[0].endswith(".side") or item[0].startswith("options.readings."))
        place = (key, tuple(chosen.items()) if chosen else (), tried)
        found = self.cache.get(place)
        if found is None:
            before, self.used_readings = self.used_readings, {}
            numbers: dict[str, None] = {}
            token = listening.set(numbers)
            try:
                answer = compute()
            finally:
                used, self.used_readings = self.used_readings, before
                listening.reset(token)
            found = self.cache[place] = (answer, used, numbers)
        self.used_readings.update(found[1])
        heard = listening.get()
        if heard is not None:
            heard.update(found[2])
        return found[0]

    def recall(self, key: Any, compute: Callable[[], Any]) -> Any:
        """`remember` for what may hang on any fact: worked out anew while facts are being tried, and what it takes for granted is assumed again."""
        if self.tried:
            return compute()

        def look() -> tuple[Any, dict[str, Any]]:
            before, self.assumed = self.assumed, {}
            try:
                return compute(), self.assumed
            finally:
                self.assumed = before

        found, assumed = self.remember(key, look)
        self.assumed.update(assumed)
        return found

    # ---- units in hexes -------------------------------------------------------------------------------------------
    def where(self) -> dict[str, list[Unit]]:
        """The occupied hexes, each with its units in the order in which they were listed; kept up to date by :meth:`apply`."""
        found: dict[str, list[Unit]] | None = self.cache.get("at")
        if found is None:
            found = {}
            for unit in self.units.values():
                place = unit.hex
                if place is not None:
                    found.setdefault(place, []).append(unit)
            self.cache["at"] = found
        return found

    def at(self, hex_: str) -> list[Unit]:
        """Units standing in a hex, in the order in which they were listed."""
        return self.where().get(hex_, [])

    def placed(self) -> Iterator[Unit]:
        """All units that stand on the map."""
        return (unit for unit in self.units.values() if unit.hex is not None)

    def acts(self, id_: str, **wanted: Any) -> list[dict[str, Any]]:
        """What is in the history of a unit, marker or side, with these values (``act="attack", phase=…, turn=…``).

        An act without ``turn`` or ``phase`` happened in the present one.
        """
        done: Sequence[dict[str, Any]] | None = self.history.get(id_)
        if not done:
            return []
        if self._dated.get(id_) == len(done) and "phase" in wanted and "turn" in wanted:
            done = self._acts_in.get((id_, wanted.pop("phase"), wanted.pop("turn")))
            if not done:
                return []
        facts = self.facts
        found = []
        for act in done:
            for key, value in wanted.items():
                if (act[key] if key in act else facts.get(key)) != value:
                    break
            else:
                found.append(act)
        return found

    def acts_at(self, hex_: str, act: str, phase: Any, turn: Any) -> list[str]:
        """Ids with such an act at a hex in their history in that phase and turn; an act without them happened in the present ones."""
        places = [(hex_, phase, turn)]
        if self._undated:
            places = list(dict.fromkeys((*places, (hex_, None, turn), (hex_, phase, None), (hex_, None, None))))
        return [id_ for place in places for id_, done in self._attempts.get(place, ()) if done == act]

    # ---- changing -------------------------------------------------------------------------------------------------
    def state(self, path: str, value: Any) -> None:
        """Put a fact on the table: ``state("hexes[2119].terrain", "clear")``; whole units by ``units[16Pz]`` and a mapping."""
        group, _, rest = path.partition("[")
        where = self.cache.get("at") if group not in ("units", "eliminated") else None
        self.cache.clear()
        if group == "units":
            self.lasting.clear()
        if where is not None:
            self.cache["at"] = where
        if path in self.unknown:
            self.unknown = self.unknown - {path}
        if not rest:
            self._state_global(path, value)
            return
        key, _, name = rest.partition("]")
        name = name.removeprefix(".")
        self._check_places(group, key, name, value)
        if group in _PAIRS:
            self._state_pair(group, key, value)
        elif group == "hexsides" and name in ("", "features"):
            self._add_side(key, value)
        elif group == "history":
            self._remember_act(key, dict(value))
        elif group == "hexsides":
            self._add_side(key, {**self.side(*key.split("/", 1)).facts, name: value})
        elif group == "hexes":
            spec = self.book.facts.get(f"hexes.{name}") if name == "terrain" else None
            if spec is not None and spec.values is not None and value not in spec.values:  # a word of the hobby for what this map has not
                raise InputError("bad_value", fact=path, value=str(value), known=", ".join(map(str, spec.values)))
            facts = dict(self.hexes[key].facts) if key in self.hexes else {}
            facts.update(value if not name else {name: value})
            self._add_hex(key, facts)
        elif group in self.lists:
            self._state_entity(group, key, name, value)
        elif group not in ("units", "markers"):
            self._state_global(f"{group}.{key}.{name}" if name else f"{group}.{key}", value)
        else:
            things: dict[str, Any] = getattr(self, group)
            kind = Unit if group == "units" else Marker
            thing = things.get(key) or things.setdefault(key, kind(self, key, {"id": key}))
            if group == "units" and name == "eliminated":
                (self.eliminated.add if value else self.eliminated.discard)(key)
                return
            thing.facts.update(value if not name else {name: value})

    def _state_pair(self, group: str, key: str, value: Any) -> None:
        """Something between two hexes: whether they touch, how far they are apart, whether one sees the other."""
        facts = self.facts
        if group == "adjacent":
            pair = key.split("/", 1)
            for name in ("adjacent", "not_adjacent"):
                facts[name] = [other for other in facts.get(name) or () if sorted(other) != sorted(pair)]
            facts["adjacent" if value else "not_adjacent"].append(pair)
        else:
            facts[group] = {**(facts.get(group) or {}), key: value}
        try:
            self.grid = _grid(self.book, facts)
        except ValueError as error:
            raise InputError("bad_pair", fact=f"{group}[{key}]", why=str(error)) from None

    def _state_entity(self, group: str, key: str, name: str, value: Any) -> None:
        """A fact of an entity, or of a counter that is listed within it."""
        part, inner, rest = name.partition("[")
        if inner:
            unit, _, fact = rest.partition("]")
            self.state(f"units[{unit}]{fact}", value)
            return
        spec = self.lists[group]
        things: dict[str, Entity] = getattr(self, group)
        if part in (spec.get("parts") or {}) and isinstance(value, list) and all(isinstance(item, dict) for item in value):
            self._add_entity(group, spec, {**(things[key].facts if key in things else {"id": key}), part: value})
            return
        thing = things.get(key) or things.setdefault(key, Entity(self, key, {"id": key}, group))
        thing.facts.update(value if not name else {name: value})

    def _remember_act(self, id_: str, act: dict[str, Any]) -> None:
        """Something that somebody did earlier: in the present phase and turn unless the act says when.  The act is kept as it is given.

        A book may date its acts by more than that (``dated``: the Activation in which they were done); then they are numbered too."""
        facts = self.facts
        dated = self.book.meta.get("dated", ())
        for key in ("phase", "turn", *dated):
            if key in facts and key not in act:
                act[key] = facts[key]
        if dated:
            act.setdefault("order", self._acts_done)
            self._acts_done += 1
        self.history.setdefault(id_, []).append(act)
        self._index_acts(id_, (act,))

    def _check_places(self, group: str, key: str, name: str, value: Any) -> None:
        """Raises InputError for a hex that does not lie on the map."""
        place = value if name == "at" else value.get("at") if isinstance(value, dict) and not name else None
        for hex_ in (place, *(key.split("/") if group in ("hexes", "hexsides") else ())):
            if isinstance(hex_, str) and hex_[:1].isdigit() and not self.grid.valid(hex_) and hex_ not in self.hexes:
                raise InputError("impossible_hex", hex=hex_)

    def _state_global(self, path: str, value: Any) -> None:
        head, *rest = path.split(".", 2 if path.startswith("options.readings.") else 1)
        if head == "options":
            if rest[0] == "readings":
                self.options.setdefault("readings", {})[rest[1]] = value
            else:
                self.options[rest[0]] = value
            return
        if not rest:
            self.facts[head] = value
            return
        box = self.facts.setdefault(head, {})
        keys = rest[0].split(".")
        for key in keys[:-1]:
            box = box.setdefault(key, {})
        box[keys[-1]] = value

    def apply(self, effects: Iterable[dict[str, Any]]) -> None:
        """Carry out the effects of a ruling (docs/formats.md, "effects")."""
        where = self.cache.get("at")
        self.cache.clear()
        if where is not None:
            self.cache["at"] = where
        for effect in effects:
            if "did" in effect:
                act = dict(effect)
                self._remember_act(act.pop("did"), act)
            elif "unit" in effect:
                self._apply_unit(effect)
            elif "marker" in effect:
                self._apply_marker(effect)
            elif "hex" in effect:
                facts = dict(self.hexes[effect["hex"]].facts) if effect["hex"] in self.hexes else {}
                facts.update({k: v for k, v in effect.items() if k != "hex" and k not in self._told("hex")})
                self._add_hex(effect["hex"], facts)
            elif "state" in effect:
                if (path := effect["state"]) in self.facts and path not in self.unknown:  # a fact of the whole game gets another value
                    self.facts[path] = effect["value"]
                else:
                    self.state(path, effect["value"])
            elif "forget" in effect:
                self._unstate(effect["forget"])
            else:
                self._apply_entity(effect)

    def _unstate(self, path: str) -> None:
        """Let a fact be unknown again: one of the whole game, or one of a thing by its bracket name."""
        group, bracket, rest = path.partition("[")
        name, _, fact = rest.rpartition("].")
        things = getattr(self, group, None) if bracket else None
        if things is None:
            self.facts.pop(path, None)
        elif name in things:
            things[name].facts.pop(fact, None)

    def _told(self, what: str) -> tuple[str, ...]:
        """Keys of an effect that only tell what happens (``told`` in ``book.yaml``): no facts to be kept."""
        told: tuple[str, ...] = (self.book.meta.get("told") or {}).get(what, ())
        return told

    def _apply_marker(self, effect: dict[str, Any]) -> None:
        """Place, move or take away a marker.  With ``kind`` it is one more of that kind; one to be taken away may be meant by its kind and hex."""
        name = effect["marker"]
        if effect.get("removed"):
            if name not in self.markers:
                kept = (key for key, marker in self.markers.items() if marker.facts.get("kind") == name and marker.hex == effect.get("at"))
                name = next(kept, name)
            self.markers.pop(name, None)
            return
        if "kind" in effect and name == effect["kind"]:
            name = self._marker_name(name)
        facts = self.markers.setdefault(name, Marker(self, name, {"id": name})).facts
        facts.update({k: v for k, v in effect.items() if k != "marker" and k not in self._told("marker")})

    def _apply_entity(self, effect: dict[str, Any]) -> None:
        """Change facts of a formation or whatever else the rulebook keeps a list of."""
        for group, spec in self.lists.items():
            one = spec["one"]
            if one in effect:
                things: dict[str, Entity] = getattr(self, group)
                thing = things.get(effect[one]) or things.setdefault(effect[one], Entity(self, effect[one], {"id": effect[one]}, group))
                thing.facts.update({key: value for key, value in effect.items() if key != one and key not in self._told(one)})

    def _apply_unit(self, effect: dict[str, Any]) -> None:
        unit = self.units.get(effect["unit"])
        if unit is None:
            return
        before = unit.hex
        told = self._told("unit")
        for key, value in effect.items():
            if key in told:
                continue
            if key == "steps":
                if "steps" in unit.facts and isinstance(value, int):
                    unit.facts["steps"] = max(0, unit.facts["steps"] + value)
            elif key == "forget":
                unit.facts.pop(value, None)
            elif key in ("eliminated", "removed"):
                self.eliminated.add(unit.id)
                unit.facts["at"] = "off_map"
            elif key != "unit":
                unit.facts[key] = value
                if key == "at" and value not in OFF_MAP:
                    self.eliminated.discard(unit.id)
        if unit.hex != before:
            self._went(unit, before)

    def _went(self, unit: Unit, before: str | None) -> None:
        """Keep the table of occupied hexes right when one unit goes elsewhere; a stack is put together anew, in the listed order."""
        where: dict[str, list[Unit]] | None = self.cache.get("at")
        if where is None:
            return
        here = unit.hex
        if before is not None and before in where:
            rest = [other for other in where[before] if other is not unit]
            if rest:
                where[before] = rest
            else:
                del where[before]
        if here is None:
            return
        if here in where:
            there = {*where[here], unit}
            where[here] = [other for other in self.units.values() if other in there]
        else:
            where[here] = [unit]
