"""The position: what is stated of it, and reading a fact of it.

Reading is plain attribute access (``unit.attack``, ``hex.terrain``, ``situation.weather``).  A fact that was not stated is
looked for, in this order: among the values that the engine is trying out, in the rulebook's derivations, in its closed world,
in its defaults (``assume: defaults``).  Otherwise :class:`~adjudicator.ground.facts.Missing` is raised.  A fact that the situation
lists under ``unknown`` skips all of these but the first, however it is read: it is a hole (holes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.facts import FactSpec, Missing, known
from adjudicator.ground.history import History, HoledHistory, with_attackers
from adjudicator.ground.holes import Holed, HoledSet, copied, copied_plain, holed, known_of, laid_over
from adjudicator.ground.paths import FactPath, canonical, parse
from adjudicator.ground.places import Places
from adjudicator.ground.recalled import Recalled, Watched
from adjudicator.ground.things import Entity, Hex, Hexside, Marker, Part, Thing, Unit, possible_values

if TYPE_CHECKING:
    from adjudicator.ground.terms import Terms

_GROUPS = ("units", "hexes", "hexsides", "markers", "history", "options", "eliminated")
Holes = list[tuple[tuple[str, ...], str]]


def grid_of(book: Terms, data: dict[str, Any]) -> Any:
    """The map's grid, with what the situation says of neighbours and distances."""
    adjacent, apart, distances = (known_of(data, key) for key in ("adjacent", "not_adjacent", "distance"))
    if not (adjacent or apart or distances):
        return book.grid
    return book.grid.with_facts(adjacent or (), apart or (), distances)


class Position(Recalled):
    """One position of one game, as far as it is known.  Built from checked data (see schema.py)."""

    def __init__(self, book: Terms, data: dict[str, Any]) -> None:
        super().__init__()
        self.book = book
        self.grid = grid_of(book, data)
        self.lists: dict[str, dict[str, Any]] = book.meta.get("lists") or {}
        self.told: dict[str, Sequence[str]] = book.meta.get("told") or {}  # keys of effects that only tell what happens: no facts to be kept
        self.unknown: frozenset[str] = frozenset(map(canonical, data.get("unknown", ())))
        self.assume = data.get("assume") == "defaults"
        self.tried: dict[str, Any] = {}  # replaced, never changed
        self._unknown_of: tuple[Any, dict[str, bool]] = (None, {})
        self.assumed: dict[str, Any] = {}
        self.unsaid: dict[str, None] = {}  # facts that a rule looked for and nobody stated, so that rules went on without: of the game, of who is in `named`
        self.named: frozenset[str] = frozenset()  # ids of the units that no list holds: they were only named in words
        self.used_readings: dict[str, str] = {}
        self.lasting: dict[Any, Any] = {}  # like ``cache``, for what hangs on nothing but which units there are
        self._unstated: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._acts_done = 0
        self._holes = self._read_unknown() if self.unknown else {}
        own = {key: copied(value, self.ask_for) for key, value in data.items() if key not in _GROUPS and key not in self.lists}
        self.facts: dict[str, Any] = holed(own, self._holes_of_the_game(), self.ask_for) if self._holes else own
        self.options: dict[str, Any] = holed(data.get("options"), self._part_holes("options"), self.ask_for)
        self.eliminated: set[str] = set(data.get("eliminated") or ())
        self.history = History(with_attackers(data))
        if self._holes:
            self._open_deeds()
        self.waiting: dict[str, tuple[dict[str, Thing], list[dict[str, Any]]]] = {}  # lists of a copy nobody has looked at: things of the other, their facts
        self._own: set[Thing] = set()  # things of which the facts are shared with no copy
        self._blanks: dict[str, Any] = {}  # hexes and sides that nobody listed and a rule asked for
        self.units: dict[str, Unit] = {}
        self.hexes: Places[Hex] = Places(self, Hex, {})
        self.hexsides: Places[Hexside] = Places(self, Hexside, {})
        self.markers: dict[str, Marker] = {}
        self.partly: dict[str, frozenset[str]] = {}  # hexside that is not wholly known -> what is known to lie on it
        for key, facts in (data.get("hexes") or {}).items():
            self._add_hex(str(key), dict(facts or {}))
        for key, features in (data.get("hexsides") or {}).items():
            self._add_side(key, features)
        for facts in data.get("units") or ():
            self.units[facts["id"]] = Unit(self, facts["id"], self._facts("units", facts["id"], dict(facts)))
        for facts in data.get("markers") or ():
            name = str(facts.get("id") or self._marker_name(facts.get("kind", "marker")))
            self.markers[name] = Marker(self, name, self._facts("markers", name, dict(facts, id=name)))
        for group, spec in self.lists.items():
            setattr(self, group, {})
            for facts in data.get(group) or ():
                self._add_entity(group, spec, facts)

    # ---- what is not known ----------------------------------------------------------------------------------------
    def _read_unknown(self) -> dict[str, dict[str, Holes]]:
        """The names under ``unknown`` by head and first key, each with the keys that lead on; a counter within an entity stands under units."""
        found: dict[str, dict[str, Holes]] = {}
        for name in sorted(self.unknown):
            path = parse(name)
            if path is None:
                continue
            head, keys = path
            if len(keys) == 4 and head in self.lists:
                head, keys = "units", keys[2:]
            found.setdefault(head, {}).setdefault(keys[0] if keys else "", []).append((keys[1:], name))
        return found

    def _part_holes(self, head: str) -> Holes:
        """The parts of a fact of the whole game that are not known."""
        return [((key, *rest), name) for key, holes in self._holes.get(head, {}).items() if key for rest, name in holes]

    def _holes_of_the_game(self) -> Holes:
        """The facts of the whole game, and the parts of them, that are not known."""
        things = {*_GROUPS, *self.lists}
        heads = [head for head in self._holes if head not in things]
        return [((head,), head) for head in heads if "" in self._holes[head]] + [
            ((head, *keys), name) for head in heads if "" not in self._holes[head] for keys, name in self._part_holes(head)
        ]

    def _facts(self, group: str, id_: str, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts of a thing, with holes for those that are not known; where the whole thing is not known, for all that were stated."""
        found = self._holes[group].get(id_) if group in self._holes else None
        if not found:
            return facts
        holes: dict[str, str] = {}
        for keys, name in found:
            if keys:
                holes[keys[0]] = name
            elif group == "hexsides":
                holes["features"] = name
            else:
                holes |= {key: f"{name}.{key}" for key in facts if key not in ("id", "kind")}
        if group == "hexsides" and "features" in holes and facts.get("features"):
            self.partly[holes["features"]] = frozenset(facts["features"])
        return Holed({key: value for key, value in facts.items() if key not in holes}, holes, self.ask_for)

    def _open_deeds(self) -> None:
        """What is not known of the history and of who is eliminated."""
        if "history" in self._holes:
            deeds = {id_: {keys[0] if keys else "": name for keys, name in holes} for id_, holes in self._holes["history"].items()}
            self.history = HoledHistory(self.history, deeds, self.ask_for)
        self._open_eliminated()

    def _open_eliminated(self) -> None:
        gone = {id_: name for id_, holes in self._holes.get("units", {}).items() for keys, name in holes if keys == ("eliminated",)}
        whole = "units[{}].eliminated" if "eliminated" in self._holes else ""
        if gone or whole:
            self.eliminated = HoledSet((id_ for id_ in self.eliminated if id_ not in gone and not whole), gone, self.ask_for, whole)

    def gone_perhaps(self) -> list[str]:
        """Ids of the units that are eliminated, or of which nobody knows whether they are."""
        return [*sorted(set(self.eliminated)), *getattr(self.eliminated, "holes", ())]

    def ask_for(self, path: str) -> Any:
        """What is being tried for a fact that the situation calls unknown; raises Missing."""
        if path in self.tried:
            return self.tried[path]
        raise Missing(path, possible_values(self, path, self.book.values_of(path)))

    # ---- building -------------------------------------------------------------------------------------------------
    def _add_hex(self, key: str, facts: dict[str, Any]) -> None:
        if "terrain" in facts and not self._printed(key):  # a listed hex has what is given, and what the rulebook itself prints
            facts.setdefault("features", [])
        self.hexes.put(key, self._facts("hexes", key, facts))

    def _printed(self, key: str) -> bool:
        """Whether the rulebook itself says what lies in a hex."""
        spec = self.book.facts.get("hexes.features")
        if spec is None or spec.derive is None:
            return False
        before, self.assumed = self.assumed, {}  # to look is not to assume
        try:
            return spec.derive(Hex(self, key, {})) is not None
        except Missing:
            return False
        finally:
            self.assumed = before

    def _marker_name(self, kind: str) -> str:
        """A name for a marker that has none: its kind and a number, or the kind alone if something is said not to be known of it."""
        if kind not in self.markers and kind in self._holes.get("markers", ()):
            return kind
        number = len(self.markers) + 1
        while f"{kind}-{number}" in self.markers:
            number += 1
        return f"{kind}-{number}"

    def _add_entity(self, group: str, spec: dict[str, Any], facts: dict[str, Any]) -> None:
        """Enter one thing of a list of the rulebook; counters that are listed within it become counters like all others."""
        id_ = facts["id"]
        own = {key: copied(value, self.ask_for) for key, value in facts.items() if key not in spec.get("parts", ())}
        for part, marks in (spec.get("parts") or {}).items():
            if part in facts:
                own[part] = [item["id"] for item in facts[part]]
            for item in facts.get(part) or ():
                known = self.units[item["id"]].facts if item["id"] in self.units else {"side": facts.get("side"), spec["one"]: id_}
                whole = self._facts("units", item["id"], {**known, **item, **marks})
                self.units[item["id"]] = Part(self, item["id"], whole, f"{group}[{id_}].{part}", marks)
        getattr(self, group)[id_] = Entity(self, id_, self._facts(group, id_, own), group)

    def _add_side(self, key: str, features: Any) -> None:
        first, _, second = key.partition("/")
        name = self.grid.side_key(first, second)
        facts = dict(features) if isinstance(features, dict) else {"features": features}
        self.hexsides.put(name, self._facts("hexsides", name, facts))

    # ---- reading --------------------------------------------------------------------------------------------------
    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts")
        if facts is None or name.startswith("__"):
            raise AttributeError(name)
        if name in facts:
            return facts[name]
        if name in self.waiting:
            things, told = self.waiting.pop(name)
            found = {key: thing.copied(self, facts) for (key, thing), facts in zip(things.items(), told, strict=True)}
            setattr(self, name, found)
            return found
        return self.ask(None, name)

    def stated(self, name: str) -> Any:
        """A fact of the whole game as it was stated (or is being tried), or None if nothing was said; asks where it is said to be unknown."""
        return self.facts[name] if name in self.facts else self._unsaid(name)

    def known(self, name: str) -> Any:
        """A fact of the whole game as far as it was stated or is being tried, else None; never asks."""
        found = known_of(self.facts, name)
        return self._unsaid(name) if found is None else found

    def _unsaid(self, name: str) -> Any:
        """What is being tried of a fact of the whole game that nobody stated; that it was looked for is remembered."""
        if name not in self.tried:
            self.unsaid[name] = None
        return self.tried.get(name)

    def known_to_be(self, name: str, *values: Any) -> bool:
        """Whether a fact of the whole game is known and one of these values; never asks."""
        return self.known(name) in values

    def known_box(self, name: str) -> dict[str, Any]:
        """What is known of a fact that holds several things (``pending``), {} if nothing; never asks."""
        found = self.known(name)
        return (copied_plain(found) if self._holes else found) if isinstance(found, dict) else {}

    def is_unknown(self, path: str) -> bool:
        """Whether the situation says that nobody knows this fact, or one that it is a part of, and no value of it is being tried."""
        if not self.unknown or path in self.tried:
            return False
        if self._unknown_of[0] is not self.unknown:
            self._unknown_of = self.unknown, {}
        known = self._unknown_of[1]
        if path not in known:
            found = parse(path)
            names = (path,) if found is None else (str(FactPath(found.head, found.keys[:end])) for end in range(len(found.keys) + 1))
            known[path] = any(name in self.unknown for name in names)
        return known[path]

    def hex(self, name: str) -> Hex:
        """The hex of that name, whether listed or not."""
        found: Hex | None = self.hexes.get(name)
        if found is None:
            found = self._blanks.get(name)
            if found is None:
                found = self._blanks[name] = Hex(self, name, self._facts("hexes", name, {}))
        return found

    def side(self, first: str, second: str) -> Hexside:
        """The hexside between two hexes, whether listed or not."""
        name = self.grid.side_key(first, second)
        found: Hexside | None = self.hexsides.get(name)
        if found is None:
            found = self._blanks.get(name)
            if found is None:
                found = self._blanks[name] = Hexside(self, name, self._facts("hexsides", name, {}))
        return found

    def on_side(self, first: str, second: str) -> list[str]:
        """What lies on or crosses the side between two hexes (its ``features``), looked for once for as long as no hexside changes; raises Missing."""
        if (self.tried or self.unknown) and "hexsides" in self.open_lists():
            return list(self.side(first, second).features)
        known: dict[tuple[str, str], tuple[list[str], str, bool]] = self.hexsides.kept("assumed" if self.assume else "told", dict)
        found = known.get((first, second))
        if found is None:
            name, (absent, given) = self.grid.side_key(first, second), self.unstated("hexsides")
            side = self.hexsides.get(name)
            if side is not None and dict.__contains__(side.facts, "features"):
                found = side.features, "", False
            elif "features" in absent or self.assume and "features" in given:
                found = {**given, **absent}["features"], f"hexsides[{name}]", "features" not in absent
            else:  # it is asked for, or derived from what may change
                return list(self.side(first, second).features)
            known[first, second] = found
        if found[2]:
            self.assumed[found[1]] = found[0]
        if found[1] and self.tried and isinstance(self.tried, Watched):
            self.tried.asked.add(found[1])
        return found[0]

    def ask(self, thing: Thing | None, name: str) -> Any:
        """Find a fact that was not stated; raises Missing if the rulebook can't supply it either.

        Raises LookupError if the rulebook's ``facts`` do not declare such a fact: a fault of a rule, not of the player.
        """
        path = thing.path(name) if thing is not None else name
        if path in self.tried:
            return self.tried[path]
        spec = self.book.facts.get(f"{thing.group}.{name}" if thing is not None else name)
        if spec is None:
            raise LookupError(f"{self.book.id}: a rule reads {path}, which book.yaml does not declare under facts")
        if path in self.unknown:
            raise Missing(path, possible_values(self, path, spec.values))
        return self._supply(path, spec, thing)

    def absent(self, group: str) -> dict[str, Any]:
        """What facts of a list are where nothing is said of them and nothing is unknown or tried: those of the closed world that nothing is derived for."""
        return self.unstated(group)[0]

    def unstated(self, group: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The facts of :meth:`absent`, and those of a list that ``assume: defaults`` gives and nothing is derived for."""
        found = self._unstated.get(group)
        if found is None:
            specs = [(key.partition(".")[2], spec) for key, spec in self.book.facts.items() if key.startswith(f"{group}.") and spec.derive is None]
            absent = {name: spec.absent for name, spec in specs if spec.closed}
            found = self._unstated[group] = absent, {name: spec.default for name, spec in specs if spec.defaulted and not spec.closed}
        return found

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
            if thing is None or thing.id in self.named and thing.group == "units":
                self.unsaid[path] = None
            return spec.absent
        if self.assume and spec.defaulted:
            self.assumed[path] = spec.default
            return spec.default
        raise Missing(path, self.sides_there(spec.values) if path == "active" else spec.values)

    def sides_there(self, values: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        """The sides that something on the table belongs to, if there are two at least."""
        groups = (self.units, *(getattr(self, name) for name in self.lists))
        here = {thing.known("side") for things in groups for thing in things.values()}
        found = tuple(value for value in values or () if value in here)
        return found if len(found) > 1 else values

    def units_named(self, names: Iterable[str] | None) -> list[Unit]:
        """The units of these names that the position knows, in their order; None: of none."""
        return [self.units[name] for name in names or () if name in self.units]

    def complete(self) -> None:
        """Assert that no other counters are about; raises Missing("units_complete") if ``units_complete: false``."""
        if not self.facts.get("units_complete", True) and not self.tried.get("units_complete"):
            raise Missing("units_complete")

    def listed(self) -> dict[str, str]:
        """In which list of the rulebook a thing with facts of its own is; what is only named is in the first."""
        if not self.lists:
            return {}
        own = {name: group for group in self.lists for name in getattr(self, group)}
        return {name: own.get(name, next(iter(self.lists))) for name in self.groups() if name not in self.units}

    def groups(self) -> list[str]:
        """Names of the formations that units belong to; a player may name a formation where he means its units."""
        # of a counter with facts that are not known only what is known is read: whether it holds the fact would ask for it
        told = (unit for unit in self.units.values() if isinstance(unit.facts, Holed) or "formation" in unit.facts)
        found = (str(unit.known("formation") or "") for unit in told)
        listed = [name for group in self.lists for name in getattr(self, group)]
        for spec in self.lists.values():
            for fact in spec.get("named_in", ()):
                box = self.known(fact) or ()
                names = [name for row in box for name in (row if isinstance(row, list) else [row])]
                listed += [name for name in names if name not in listed]
        return listed + [name for name in found if len(name) > 2 and name not in listed]  # a shorter one would be taken for a word

    def option(self, number: str) -> bool:
        """Whether the optional rule of that printed number is in play: one that nobody mentions is not; one that is said to be unknown is asked for."""
        return self.options.get(number) is True

    def reading(self, id_: str) -> str:
        """How this table reads an ambiguous place; the book's default unless ``options.readings`` says otherwise.

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
        self.read.add(id_)
        return chosen

    # ---- units in hexes -------------------------------------------------------------------------------------------
    def known_where(self) -> dict[str, list[Unit]]:
        """The hexes in which units are known to stand, each with its units in the order in which they were listed; never asks.

        Kept up to date by :meth:`apply`."""
        key = self._trying("at")
        found: dict[str, list[Unit]] | None = self.cache.get(key)
        if found is None:
            found = {}
            for unit in self.units.values():
                place = unit.place if self._holes else unit.hex
                if place is not None:
                    found.setdefault(place, []).append(unit)
            self.cache[key] = found
        return found

    def _trying(self, name: str) -> Any:
        """The key of what hangs on where units stand: that may be what is tried."""
        if not self._holes or not self.tried:
            return name
        if isinstance(self.tried, Watched):
            self.tried.asked.add("units[")
        return (name, self._tried_said()[2])

    def known_at(self, hex_: str) -> list[Unit]:
        """Units known to stand in a hex; never asks."""
        return self.known_where().get(hex_, [])

    def all_placed(self, about: Callable[[Unit], bool] = bool) -> None:
        """Assert that no unit (of those that it is about) may stand anywhere; raises Missing for all whose place is unknown."""
        lost = [missing for unit, missing in self._unplaced() if known(about, unit) is not False] if self._holes else []
        if lost:
            raise Missing(lost[0].fact, lost[0].values, tuple((missing.fact, missing.values) for missing in lost[1:]))

    def _unplaced(self) -> list[tuple[Unit, Missing]]:
        """The units that may stand anywhere, each with what it asks for."""
        key = self._trying("unplaced")
        found: list[tuple[Unit, Missing]] | None = self.cache.get(key)
        if found is None:
            found = self.cache[key] = []
            for unit in self.units.values():
                try:
                    unit.hex  # noqa: B018 - asks for it
                except Missing as missing:
                    found.append((unit, missing))
        return found

    def where(self) -> dict[str, list[Unit]]:
        """The occupied hexes, each with its units; asks for the place of a unit that may be anywhere."""
        if not self._holes and "at" in self.cache:
            found: dict[str, list[Unit]] = self.cache["at"]
            return found
        if self._holes and self._unplaced():
            self.all_placed()
        return self.known_where()

    def at(self, hex_: str) -> list[Unit]:
        """Units standing in a hex, in the order in which they were listed; asks for the place of a unit that may be anywhere."""
        found: dict[str, list[Unit]] | None = self.cache.get("at") if not self._holes else None
        return (found if found is not None else self.where()).get(hex_, [])

    def placed(self) -> Iterator[Unit]:
        """All units that stand on the map; asks for the place of a unit that may be anywhere."""
        if self._holes:
            self.all_placed()
        return (unit for unit in self.units.values() if unit.hex is not None)

    def telling(self, units: Iterable[Unit], *facts: str) -> Iterable[Unit]:
        """Those of some units of which one of these facts is told, or of which something is being tried or is not known.

        For facts that a unit has only if they are told of it."""
        if not self.bare() and isinstance(self.tried, Watched):
            return units
        open_ = self.open_ids() | self.named
        return [unit for unit in units if unit.id in open_ or isinstance(unit.facts, Holed) or not unit.facts.keys().isdisjoint(facts)]

    def acts(self, id_: str, **wanted: Any) -> list[dict[str, Any]]:
        """What is in the history of a unit, marker or side, with these values (``act="attack", phase=…, turn=…``).

        An act without ``turn`` or ``phase`` happened in the present one.
        """
        return self.history.done(id_, {**self.facts, **self.tried} if self.tried else self.facts, wanted)

    def acts_at(self, hex_: str, act: str, phase: Any, turn: Any) -> list[str]:
        """Ids with such an act at a hex in their history in that phase and turn; an act without them happened in the present ones."""
        return self.history.at(hex_, act, phase, turn)

    def table(self, name: str) -> Any:
        """A printed table with the entries that the situation states laid over it; asks for what is said to be unknown of it."""
        if "tables" not in self.facts and not self._holes:
            return self.book.tables[name]
        stated = (self.facts.get("tables") or {}).get(name)
        printed = self.book.tables.get(name)
        if not self._holes.get("tables"):
            return laid_over(printed, stated) if stated is not None else self.book.tables[name]
        holes = [(keys, path) for keys, path in self._holes["tables"].get(name, ()) if keys]  # of the whole table: it is being tried
        return holed(laid_over(printed, copied_plain(stated)), holes, self.ask_for) if holes else laid_over(printed, stated)
