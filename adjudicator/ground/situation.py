"""The position as a game changes it: facts are stated, effects of rulings are carried out."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.history import HoledHistory
from adjudicator.ground.holes import Holed, HoledSet, copied, known_of
from adjudicator.ground.paths import PAIRS, RECORDS, FactPath, parse
from adjudicator.ground.places import Places
from adjudicator.ground.position import Position, grid_of
from adjudicator.ground.things import OFF_MAP, Entity, Hex, Hexside, Marker, Part, Thing, Unit

__all__ = ["OFF_MAP", "Entity", "Hex", "Hexside", "Marker", "Part", "Situation", "Thing", "Unit"]


TOUCHING = ("adjacent", "not_adjacent")
"""Which hexes touch and which do not: thousands of pairs on a whole map, in lists that are replaced and never changed."""
GONE = frozenset(("eliminated", "removed", "destroyed"))
"""How an effect says that a unit is no more."""
CHANGING = ("units.at", "units.steps")
"""What a fight may change of a unit, beside what holds as long as nothing is said."""
FACTS, PLAIN = attrgetter("facts"), frozenset((dict,))
"""What gives the facts of a thing, and the class of those without holes."""


class Situation(Position):
    """One position of one game, changed only by :meth:`apply` and :meth:`state`."""

    def copy(self) -> Situation:
        """A position that can be changed without changing this one."""
        other = object.__new__(Situation)
        other.__dict__.update(self.__dict__)
        ask = other.ask_for
        other.facts, other.options = copied(self.facts, ask, TOUCHING), copied(self.options, ask)
        other.tried, other.assumed, other.unsaid, other.cache, other.lasting, other._blanks = {}, {}, {}, {}, {}, {}
        other.read = set()
        other.eliminated = copied(self.eliminated, ask) if isinstance(self.eliminated, HoledSet) else set(self.eliminated)
        other.history = self.history.copied(ask)
        other.hexes, other.hexsides = self.hexes.copied(other), self.hexsides.copied(other)
        other.waiting, self._own, other._own = {}, set(), set()
        for name in ("units", "markers", *self.lists):
            if name in self.waiting:
                other.waiting[name] = self.waiting[name]
                continue
            things = getattr(self, name)
            if self._holes:
                setattr(other, name, {key: thing.copied(other, copied(thing.facts, ask)) for key, thing in things.items()})
            else:
                told = list(map(FACTS, things.values()))
                other.waiting[name] = dict(things), told if set(map(type, told)) <= PLAIN else list(map(dict, told))
                del other.__dict__[name]
        return other

    def _to_change(self, thing: Thing) -> dict[str, Any]:
        """The facts of a thing, to be changed: until then a copy of the position shares them."""
        if thing not in self._own:
            self._own.add(thing)
            thing.facts = thing.__dict__ = copied(thing.facts, self.ask_for) if isinstance(thing.facts, Holed) else dict(thing.facts)
        return thing.facts

    def same(self, other: Situation) -> bool:
        """Whether another position of the same game is this one: all that a ruling can hang on."""
        if (self.unknown, self.named, self.assume, self._acts_done) != (other.unknown, other.named, other.assume, other._acts_done):
            return False
        boxes = [(getattr(self, name), getattr(other, name)) for name in ("facts", "options", "history")]
        for group in ("units", "markers", *self.lists):
            mine, its = getattr(self, group), getattr(other, group)
            if list(mine) != list(its):
                return False
            boxes += ((thing.facts, its[key].facts) for key, thing in mine.items())
        try:
            return (
                all(mine is its or dict.__eq__(mine, its) for mine, its in boxes)
                and set.__eq__(self.eliminated, other.eliminated)
                and self.hexes.same(other.hexes)
                and self.hexsides.same(other.hexsides)
            )
        except Missing:  # nobody knows the same of both
            return False

    def _settle(self, *names: str) -> None:
        """These facts are known from now on."""
        if self.unknown:
            left = self.unknown.difference(names)
            if left != self.unknown:
                self.unknown = left
                self._holes = self._read_unknown()

    def forget(self, name: str) -> None:
        """From now on nobody knows this fact of the whole game."""
        self.unknown |= {name}
        self._holes = self._read_unknown()
        self.facts = Holed({key: value for key, value in dict.items(self.facts) if key != name}, {**getattr(self.facts, "holes", {}), name: name}, self.ask_for)

    def doubt(self, units: Iterable[str]) -> None:
        """From now on nobody knows where these units stand and how they fare: what is so of a unit as long as nothing is said."""
        facts = [name for name, spec in self.book.facts.items() if name.startswith("units.") and (spec.closed and not spec.printed or name in CHANGING)]
        self.unknown |= {f"units[{unit}].{name.removeprefix('units.')}" for unit in units for name in facts}
        self._holes = self._read_unknown()

    # ---- changing -------------------------------------------------------------------------------------------------
    def state(self, name: str, value: Any) -> None:
        """Put a fact on the table: ``state("hexes[2119].terrain", "clear")``; whole units by ``units[16Pz]`` and a mapping.

        Raises InputError for a place that is not on the map and for a name that no fact can have.
        """
        path = parse(name)
        if path is None:
            raise InputError("unknown_fact", why=name)
        head, keys = path
        where = self.cache.get("at") if head not in ("units", "eliminated") else None
        self.cache.clear()
        if head == "units":
            self.lasting.clear()
        if where is not None:
            self.cache["at"] = where
        if self.unknown:
            whole = str(path)
            self._settle(whole, *((f"{whole}.{key}" for key in value) if isinstance(value, dict) and len(keys) == 1 else ()))
        if not keys or head in RECORDS or head not in self.GROUPED and head not in self.lists:
            self._state_global(path, value)
            return
        key, fact = keys[0], ".".join(keys[1:2])
        if head == "distance":  # of a unit: from where it stands
            key = "/".join(sorted((self.units[name].known("at") or name) if name in self.units else name for name in key.split("/", 1)))
        self._check_places(head, key, fact, value)
        if head in PAIRS and head != "hexsides":
            self._state_pair(head, key, value)
        elif head == "hexsides":
            self._add_side(key, {**self.side(*key.split("/", 1)).facts, fact: value} if fact else value)
        elif head == "history":
            self._state_deed(key, fact, value)
        elif head == "hexes":
            spec = self.book.facts.get(f"hexes.{fact}") if fact == "terrain" else None
            if spec is not None and spec.values is not None and value not in spec.values:  # a word of the hobby for what this map has not
                raise InputError("bad_value", fact=name, value=str(value), known=", ".join(map(str, spec.values)))
            facts = dict(self.hexes[key].facts) if key in self.hexes else {}
            put(facts, keys[1:], value)
            self._add_hex(key, facts)
        elif head in self.lists:
            self._state_entity(path, value)
        elif head == "units":
            if key not in self.units:
                self._name(key, value if isinstance(value, dict) and not fact else (fact,))
            unit = self.units.get(key) or self.units.setdefault(key, Unit(self, key, self._facts("units", key, {"id": key})))
            if fact == "eliminated":
                (self.eliminated.add if value else self.eliminated.discard)(key)
                return
            put(self._to_change(unit), keys[1:], value)
        else:
            marker = self.markers.get(key) or self.markers.setdefault(key, Marker(self, key, self._facts("markers", key, {"id": key})))
            put(self._to_change(marker), keys[1:], value)

    GROUPED = frozenset(("units", "hexes", "hexsides", "markers", "history")) | PAIRS

    def _name(self, id_: str, said: Iterable[str]) -> None:
        """A counter that no list holds: what it prints is known as far as it is said."""
        self.named |= {id_}
        printed = {key.partition(".")[2] for key, spec in self.book.facts.items() if spec.printed}.difference(said)
        if printed:
            self.unknown = self.unknown.union(f"units[{id_}].{name}" for name in printed)
            self._holes = self._read_unknown()

    def _state_deed(self, id_: str, act: str, value: Any) -> None:
        """Something that somebody did earlier; of an act, whether it was done at all."""
        if isinstance(self.history, HoledHistory):
            self.history.settle(id_, act)
        if act:
            if value:
                self._remember_act(id_, {"act": act})
        elif isinstance(value, dict):
            self._remember_act(id_, dict(value))
            if value.get("act") == "loss" and id_ in self.units:
                self._worn(self.units[id_], -int(value.get("steps") or -1))
        else:
            for deed in value or ():
                self._remember_act(id_, dict(deed))

    def _worn(self, unit: Unit, lost: int) -> None:
        """A unit has lost so many steps: no more are left than its printed ones less those. Where nobody says how many are printed, it had them all."""
        whole, had = unit.known("max_steps"), unit.known("steps")
        facts = self._to_change(unit)
        if not isinstance(whole, int) and "units.steps" in self.book.facts:
            if not isinstance(had, int):  # how many are left nobody has said
                self.unknown = self.unknown.union((unit.path("max_steps"), unit.path("steps")))
                self._holes = self._read_unknown()
            else:
                whole = facts["max_steps"] = had
        if not isinstance(whole, int) or not 0 < lost < whole:
            return
        facts["steps"] = min(had if isinstance(had, int) else whole, whole - lost)
        if "units.reduced" in self.book.facts and whole == 2 and not unit.known("reduced"):
            facts["reduced"] = True
            if "units.other_side" in self.book.facts:  # the counter is turned over: it shows other values
                back = unit.known("other_side") or {}
                for name in ("attack", "defense", "ma"):
                    facts.pop(name, None)
                    if name in back:
                        facts[name] = back[name]

    def _state_pair(self, group: str, key: str, value: Any) -> None:
        """Something between two hexes: whether they touch, how far they are apart, whether one sees the other."""
        facts = self.facts
        if group == "adjacent":
            pair = key.split("/", 1)
            for name in TOUCHING:
                facts[name] = [other for other in facts.get(name) or () if sorted(other) != sorted(pair)]
            facts["adjacent" if value else "not_adjacent"].append(pair)
        else:
            facts[group] = {**(facts.get(group) or {}), key: value}
        try:
            self.grid = grid_of(self.book, facts)
        except ValueError as error:
            raise InputError("bad_pair", fact=f"{group}[{key}]", why=str(error)) from None

    def _state_entity(self, path: FactPath, value: Any) -> None:
        """A fact of an entity, or of a counter that is listed within it."""
        group, keys = path
        key, fact = keys[0], ".".join(keys[1:2])
        spec = self.lists[group]
        if fact in (spec.get("parts") or {}) and len(keys) > 2:
            self.state(str(FactPath("units", keys[2:])), value)
            return
        things: dict[str, Entity] = getattr(self, group)
        if fact in (spec.get("parts") or {}) and isinstance(value, list) and all(isinstance(item, dict) for item in value):
            self._add_entity(group, spec, {**(things[key].facts if key in things else {"id": key}), fact: value})
            return
        thing = things.get(key) or things.setdefault(key, Entity(self, key, self._facts(group, key, {"id": key}), group))
        put(self._to_change(thing), keys[1:], value)

    def _remember_act(self, id_: str, act: dict[str, Any]) -> None:
        """Something that somebody did earlier: in the present phase and turn unless the act says when.  The act is kept as it is given.

        A book may date its acts by more than that (``dated``: the Activation in which they were done); then they are numbered too."""
        dated = self.book.meta.get("dated", ())
        for key in ("phase", "turn", *dated):
            if key not in act and dict.__contains__(self.facts, key):
                act[key] = dict.__getitem__(self.facts, key)
        if dated:
            act.setdefault("order", self._acts_done)
            self._acts_done += 1
        self.history.remember(id_, act)

    def _check_places(self, group: str, key: str, name: str, value: Any) -> None:
        """Raises InputError for a hex that does not lie on the map."""
        place = value if name == "at" else value.get("at") if isinstance(value, dict) and not name else None
        for hex_ in (place, *(key.split("/") if group in ("hexes", "hexsides") else ())):
            if isinstance(hex_, str) and hex_[:1].isdigit() and not self.grid.valid(hex_) and hex_ not in self.hexes:
                raise InputError("impossible_hex", hex=hex_)

    def _state_global(self, path: FactPath, value: Any) -> None:
        """A fact of the whole game, or a part of one."""
        head, keys = path
        if head == "assume":
            self.assume = value == "defaults"
        if head == "options":
            if keys[:1] == ("readings",) and keys[1:]:
                self.options.setdefault("readings", {})[keys[1]] = value
            elif keys:
                self.options[keys[0]] = value
            else:
                self.options.update(value or {})
            return
        if head == "eliminated":
            self.eliminated = set(value or ())
            return
        put(self.facts, (head, *keys), value)

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
                hex_ = effect["hex"]
                facts = dict(self.hexes[hex_].facts) if hex_ in self.hexes else {}
                changed = {k: v for k, v in effect.items() if k != "hex" and k not in self.told.get("hex", ())}
                self._settle(*(f"hexes[{hex_}].{key}" for key in changed))
                self._add_hex(hex_, {**facts, **changed})
            elif "state" in effect:
                if dict.__contains__(self.facts, path := effect["state"]) and not self.unknown:  # a fact of the whole game gets another value
                    self.facts[path] = effect["value"]
                else:
                    self.state(path, effect["value"])
            elif "forget" in effect:
                self._unstate(effect["forget"])
            else:
                self._apply_entity(effect)

    def _unstate(self, name: str) -> None:
        """Let a fact be unstated again: one of the whole game, or one of a thing by its bracket name."""
        path = parse(name)
        things = getattr(self, path.head, None) if path is not None and len(path.keys) > 1 else None
        if path is None or things is None:
            self.facts.pop(name, None)
        elif path.thing in things:
            thing = things[path.thing]
            if isinstance(things, Places):
                facts = copied(thing.facts, self.ask_for)
                facts.pop(path.fact, None)
                things.put(path.thing, facts)
            else:
                self._to_change(thing).pop(path.fact, None)

    def _apply_marker(self, effect: dict[str, Any]) -> None:
        """Place, move or take away a marker.  With ``kind`` it is one more of that kind; one to be taken away may be meant by its kind and hex."""
        name = effect["marker"]
        if effect.get("removed"):
            if name not in self.markers:
                kept = (key for key, marker in self.markers.items() if marker.known_to_be("kind", name) and marker.known("at") == effect.get("at"))
                name = next(kept, name)
            self.markers.pop(name, None)
            return
        if "kind" in effect and name == effect["kind"]:
            name = self._marker_name(name)
        facts = self._to_change(self.markers.setdefault(name, Marker(self, name, {"id": name})))
        facts.update({k: v for k, v in effect.items() if k != "marker" and k not in self.told.get("marker", ())})

    def _apply_entity(self, effect: dict[str, Any]) -> None:
        """Change facts of a formation or whatever else the rulebook keeps a list of."""
        for group, spec in self.lists.items():
            one = spec["one"]
            if one in effect:
                things: dict[str, Entity] = getattr(self, group)
                thing = things.get(effect[one]) or things.setdefault(effect[one], Entity(self, effect[one], {"id": effect[one]}, group))
                self._to_change(thing).update({key: value for key, value in effect.items() if key != one and key not in self.told.get(one, ())})

    def _apply_unit(self, effect: dict[str, Any]) -> None:
        unit = self.units.get(effect["unit"])
        if unit is None:
            return
        before, facts = unit.place, self._to_change(unit)
        told = self.told.get("unit", ())
        for key, value in effect.items():
            if key in told:
                continue
            if key == "steps":
                if isinstance(steps := known_of(facts, "steps"), int) and isinstance(value, int):
                    facts["steps"] = max(0, steps + value)
                elif isinstance(value, int) and value < 0 and GONE.isdisjoint(effect) and "reduced" not in effect:
                    self._worn(unit, -value)
                    if known_of(facts, "steps") is None:
                        self._perhaps_eliminated(unit)
            elif key == "forget":
                facts.pop(value, None)
            elif key in ("eliminated", "removed"):
                self.eliminated.add(unit.id)
                facts["at"] = "off_map"
            elif key != "unit":
                facts[key] = value
                if key == "at" and value not in OFF_MAP:
                    self.eliminated.discard(unit.id)
        if unit.place != before:
            self._went(unit, before)

    def _perhaps_eliminated(self, unit: Unit) -> None:
        """A unit lost a step and nobody knows how many it had: whether it is still there is not known either."""
        name = f"units[{unit.id}].eliminated"
        if unit.id not in set(self.eliminated) and name not in self.unknown:
            self.unknown |= {name}
            self._holes = self._read_unknown()
            if isinstance(self.eliminated, HoledSet):  # what is known by now of others stays known
                self.eliminated.holes[unit.id] = name
            else:
                self._open_eliminated()

    def _went(self, unit: Unit, before: str | None) -> None:
        """Keep the table of occupied hexes right when one unit goes elsewhere; a stack is put together anew, in the listed order."""
        where: dict[str, list[Unit]] | None = self.cache.get("at")
        if where is None:
            return
        here = unit.place
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


def put(box: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    """Put a value under nested keys; without keys, lay a mapping over the whole."""
    if not keys:
        box.update(value)
        return
    for key in keys[:-1]:
        within = known_of(box, key)
        if not isinstance(within, dict):
            within = box[key] = {}
        box = within
    box[keys[-1]] = value
