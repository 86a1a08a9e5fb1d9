"""What may be stated of a position of a rulebook: the type of every fact, drawn from ``facts``, ``situation`` and ``state`` of its book.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.files import schema
from adjudicator.files.fault import Phrase, show
from adjudicator.files.types import EXPECTED, Checker, did_you_mean, nearest
from adjudicator.ground.facts import InputError, label
from adjudicator.ground.paths import PAIRS, FactPath, parse

if TYPE_CHECKING:
    from adjudicator.ground.terms import Terms

Type = Any
MOST_TOLD = 6
"""More values than these are not told of a fact that cannot be what was said, if some are near to that."""
NOT_TYPED = frozenset((*schema.FILE_KEYS, "rulebook", "edition", "unknown"))
"""What a file says of itself: no facts."""


def spec_of(book: Terms) -> dict[str, Any]:
    """What a situation of this rulebook may hold (see schema.py): its ``facts``, and above them what ``situation`` and ``state`` say."""
    found: dict[str, Any] | None = book.spec
    if found is None:
        found = book.spec = _spec(book)
    return found


def _spec(book: Terms) -> dict[str, Any]:
    meta = book.meta
    given: dict[str, Any] = meta.get("situation") or {}
    lists: dict[str, dict[str, Any]] = meta.get("lists") or {}
    groups: dict[str, dict[str, Any]] = {"units": {}, "hexes": {}, "markers": {}, **{name: {} for name in lists}}
    keys: dict[str, Any] = {}
    features: list[Any] = []
    for name, fact in meta["facts"].items():
        group, _, key = name.partition(".")
        kind = _type_of(fact or {})
        if key == "features" and kind == "list":
            kind = {"list": list(dict.fromkeys(word for value in fact["values"] for word in value))}
        if name in ("hexsides.features", "hexsides.name"):
            for value in (fact or {}).get("values") or ():
                features += value if isinstance(value, list) else [value] if value is not None else []
        elif not key:
            if kind != "any" and name != "active":  # which may also be nobody or both
                keys[name] = kind
        elif group in groups:
            groups[group][key] = kind
    spec: dict[str, Any] = {"sides": list(book.sides), "options": [*(meta.get("options") or {})]}
    spec.update((key, value) for key, value in given.items() if key not in groups)
    if "hex" in meta:
        spec["hex"] = meta["hex"]
    if features and "hexsides" not in spec:
        spec["hexsides"] = list(dict.fromkeys(features))
    if meta.get("phases") and keys.get("phase", "any") == "any":
        keys["phase"] = list(meta["phases"])
    if "weather" in given:
        keys["weather"] = given["weather"]
    spec["keys"] = {**keys, **(given.get("keys") or {}), **_state(book)}
    for name, one in lists.items():
        units = {**schema.CORE_UNIT, **groups["units"], **(given.get("units") or {})}
        parts = {part: {"list": {"keys": units, "needs": "id"}} for part in one.get("parts") or ()}
        spec.setdefault("lists", {})[name] = {"id": "str", "side": "side", **groups.pop(name), **(given.get(name) or {}), **parts}
    for group, known in groups.items():
        spec[group] = {**{key: kind for key, kind in known.items() if kind != "any" or not _core(group, key)}, **(given.get(group) or {})}
    return spec


def _state(book: Terms) -> dict[str, Type]:
    """Types of the facts that hold several things: the core's keys, and above them what ``state`` of the book says."""
    own: dict[str, Any] = dict(book.meta.get("state") or {})
    dated = dict.fromkeys(book.meta.get("dated") or (), "str")
    deed = {**schema.CORE_DEED, **dated}
    known: dict[str, Any] = own.pop("history", None) or {}
    deed |= known.get("every") or {}  # what any act of this book may say
    acts = {act: {**deed, **(keys or {})} for act, keys in known.items() if act != "every"}
    found: dict[str, Type] = {**schema.CORE_STATE}
    found["pending"] = {"keys": {**schema.CORE_PENDING, **(own.pop("pending", None) or {})}, "open": True}
    found["history"] = {"map": {"list": {"acts": acts} if acts else {"keys": deed}}}
    shapes = {name: "map" if isinstance(table, dict) else "list" if isinstance(table, list) else "any" for name, table in book.tables.items()}
    found["tables"] = {"keys": {**shapes, **(own.pop("tables", None) or {})}}
    return {**found, **own}


def _core(group: str, key: str) -> bool:
    return key in {"units": schema.CORE_UNIT, "hexes": schema.CORE_HEX, "markers": schema.CORE_MARKER}.get(group, ())


def _type_of(fact: dict[str, Any]) -> Any:
    """The type of a fact by the values it can have: whole numbers, one of some words, lists of some words, or anything."""
    if "range" in fact:
        low, high = fact["range"]
        return {"range": [low, high]}
    values = fact.get("values")
    if not values:
        return "any"
    if all(isinstance(value, list) for value in values):
        return "list"
    if all(isinstance(value, bool) for value in values):
        return "bool"
    return list(values)


def alike(said: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of many values those that share most words with what was said; all of them where none shares any."""
    words = set(said.split())
    shared = [len(words & set(str(value).split())) for value in values]
    most = max(shared)
    near = sorted((value for value, count in zip(values, shared, strict=True) if count == most), key=lambda value: len(str(value).split()))
    return tuple(near[:MOST_TOLD]) if most else values


class Declared:
    """The types of the facts of a rulebook, by their names."""

    def __init__(self, book: Terms, spec: dict[str, Any] | None = None) -> None:
        self.book = book
        self.spec = spec or spec_of(book)
        self._check = Checker(None, self.spec, book.grid.valid, None)  # whether two hexes touch, the position knows
        self.whole: dict[str, Type] = {**schema.CORE, **self.spec.get("keys", {})}
        lists: dict[str, Any] = self.spec.get("lists") or {}
        self.things: dict[str, dict[str, Type]] = {
            "units": {**schema.CORE_UNIT, **self.spec.get("units", {}), "eliminated": "bool"},
            "hexes": {**schema.CORE_HEX, **self.spec.get("hexes", {})},
            "markers": {**schema.CORE_MARKER, **self.spec.get("markers", {})},
            "hexsides": {"features": {"list": self.spec["hexsides"]} if isinstance(self.spec.get("hexsides"), (list, tuple)) else {"list": "str"}},
            **lists,
        }
        for name, spec_ in book.facts.items():  # facts that rules read and no file states
            group, _, key = name.partition(".")
            if key and group in self.things and key not in self.things[group]:
                self.things[group][key] = list(spec_.values) if spec_.values and not isinstance(spec_.values[0], (list, tuple)) else "any"

    @property
    def acts(self) -> dict[str, Any]:
        """The acts of the history, each with its keys."""
        listed: dict[str, Any] = self.spec["keys"]["history"]["map"]["list"]
        return listed.get("acts") or {}

    def type_of(self, path: FactPath) -> Type | Phrase:
        """The type of a fact, or what is wrong with its name."""
        head, keys = path
        if head in self.things:
            return self._thing(path)
        if head == "options":
            return self._option(keys)
        if head in NOT_TYPED:
            return Phrase("no_fact", name=show(str(path)), hint="")
        if head in PAIRS and not keys and self.whole[head] == "any":
            return "map"
        if head in PAIRS and keys:
            if head == "los":
                return _within(self.whole[head], keys[:1], str(path)) if self.whole[head] != "any" else schema.SIGHT
            return "int" if head == "distance" else "bool"
        if head == "history" and len(keys) == 2:
            acts = self.acts
            return "bool" if not acts or keys[1] in acts else Phrase("no_such_act", what=show("history"), found=show(keys[1]), hint=_hint(keys[1], acts))
        if head not in self.whole and head not in self.book.facts:
            known = {**self.whole, **self.book.facts, **self.things}
            return Phrase("no_fact", name=show(str(path)), hint=_hint(head, [name for name in known if "." not in name]))
        if head == "choices" and "choices" not in self.whole:
            return "any"
        return _within(self.whole.get(head, "any"), keys, str(path))

    def _thing(self, path: FactPath) -> Type | Phrase:
        head, keys = path
        known = self.things[head]
        if not keys:
            return Phrase("name_one", name=show(head))
        if len(keys) == 1 and head != "hexsides":
            return {"keys": known}
        key = keys[1] if len(keys) > 1 else "features"
        if len(keys) == 4 and key in known:
            head, key, keys = "units", keys[3], keys[2:]
            known = self.things["units"]
        if key not in known:
            return Phrase("fact_not_read", key=show(key), where=show(head), hint=_hint(key, known))
        found = known[key]
        if found == "any" and head != "hexsides":
            spec = self.book.facts.get(f"{head}.{key}")
            found = list(spec.values) if spec is not None and spec.values and not isinstance(spec.values[0], (list, tuple)) else found
        return _within(found, keys[2:], str(path))

    def _option(self, keys: tuple[str, ...]) -> Type | Phrase:
        options: dict[str, Any] = self.book.meta.get("options") or {}
        if keys[:1] == ("readings",) and len(keys) == 2:
            if keys[1] in self.book.readings:
                return [*self.book.readings[keys[1]]["choices"], "ask"]
            return Phrase("no_reading", book=self.book.id, reading=show(keys[1]), hint=_hint(keys[1], self.book.readings))
        if not keys:
            return Phrase("options_named", known=", ".join(options) or "-")
        if keys[0] not in options:
            return Phrase("unknown_option", option=show(keys[0]), hint=_hint(keys[0], options))
        return list(options[keys[0]].get("values") or ()) or "bool"

    def why_not(self, name: str) -> Phrase | None:
        """What is wrong with the name of a fact under ``unknown``, or None."""
        path = parse(name)
        if path is None:
            return Phrase("no_fact", name=show(name), hint=_hint(name, self.book.facts))
        if path.head == "units" and len(path.keys) == 1:  # a whole unit, or who stands in a hex: "at 21.11"
            return None
        found = self.type_of(path)
        return found if isinstance(found, Phrase) else None

    def fault(self, path: FactPath, value: Any) -> Phrase | None:
        """What is wrong with a value for a fact, or None."""
        wanted = self.type_of(path)
        if isinstance(wanted, Phrase):
            return wanted
        check = self._check
        check.faults = []
        named = path.head == "distance" and any(char.isalpha() for key in path.keys[:1] for char in key)  # of units: from where they stand
        for key in path.keys[:1] if path.head in PAIRS and not named else ():
            if (wrong := check.hexside_fault(key)) is not None:
                return wrong
        if path.head == "history" and len(path.keys) == 1 and isinstance(value, dict):
            value = [value]
        check.value((), value, wanted, show(str(path)))
        return check.faults[0][2] if check.faults else None

    def check(self, name: str, value: Any, said: str | None = None) -> None:
        """Raises InputError if the fact is none of this rulebook's or cannot have this value."""
        path = parse(name)
        wrong = self.fault(path, value) if path is not None else Phrase("no_fact", name=show(name), hint="")
        if wrong is None:
            return
        wanted = self.type_of(path) if path is not None else wrong
        if isinstance(wanted, Phrase):
            raise InputError("unknown_fact", why=wanted)
        raise InputError("bad_value", fact=name, value=told(value) if said is None else said, known=self.expected(name, wanted, value))

    def expected(self, name: str, wanted: Type, said: Any = None) -> str | Phrase:
        """What a fact can be, as it is told: its values, of many those that are nearest to what was ``said``; else a type in words of the catalogue."""
        values = self.book.values_of(name)
        if not values:
            return self.described(wanted)
        if len(values) > MOST_TOLD and isinstance(said, str):
            values = alike(said, values)
        words = [label(value) for value in values]
        numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
        return f"{words[0]}-{words[-1]}" if numbers and len(words) > 2 else ", ".join(words)

    def example(self, name: str) -> str:
        """A value that the fact can have, as it may be typed."""
        path = parse(name)
        wanted = self.type_of(path) if path is not None else "any"
        values = self.book.values_of(name)
        if values:
            return label(next((value for value in values if value), values[0]) if isinstance(values[0], int) and values[0] is not False else values[0])
        if isinstance(wanted, Phrase):
            return "…"
        return self._example(wanted)

    def _example(self, wanted: Type) -> str:
        if isinstance(wanted, (list, tuple)):
            return label(wanted[0])
        if isinstance(wanted, dict):
            if isinstance(wanted.get("list"), dict):
                return str(wanted.get("like") or wanted["list"].get("like") or "none")
            if "like" in wanted or "range" in wanted:
                return str(wanted.get("like") or wanted["range"][0])
            inner = [wanted["list"]] if "list" in wanted else wanted.get("either") or ()
            return next((found for found in map(self._example, inner) if found != "…"), "…")
        kinds = set(str(wanted).split("|"))
        if kinds & {"int", "number"}:
            return "1"
        if kinds & {"hex", "hexes", "place"}:
            return next((name for name in _hexes() if self.book.grid.valid(name)), "…")
        return "yes" if "bool" in kinds else self.book.sides[0] if "side" in kinds else "…"

    def alone(self, path: FactPath, values: tuple[Any, ...]) -> tuple[tuple[str], ...]:
        """Of a fact that is a list of words: each word that none of these values holds, by itself."""
        wanted = self.type_of(path)
        words = wanted.get("list") if isinstance(wanted, dict) else None
        return tuple((word,) for word in words if all(word not in value for value in values)) if isinstance(words, (list, tuple)) else ()

    def described(self, wanted: Type) -> Phrase:
        """A type in words of the catalogue."""
        if isinstance(wanted, str):
            last, *others = (Phrase(EXPECTED[kind]) for kind in reversed(wanted.split("|")) if kind in EXPECTED)
            for kind_ in others:
                last = Phrase("or", first=kind_, second=last)
            return last
        if "match" in wanted:
            return Phrase("a_text_like", example=wanted["like"])
        if "range" in wanted:
            return Phrase("a_whole_number_within", low=wanted["range"][0], high=wanted["range"][1])
        if "either" in wanted:
            return self.described(next((kind for kind in wanted["either"] if kind != "null"), "null"))
        return Phrase("a_list" if "list" in wanted else "a_mapping")


def values_of(wanted: Type) -> tuple[Any, ...] | None:
    """All values of a type, or None if they cannot be listed."""
    if wanted == "bool":
        return (True, False)
    if isinstance(wanted, (list, tuple)):
        return tuple(value for value in wanted if value is not None)
    if isinstance(wanted, dict) and "range" in wanted:
        low, high = wanted["range"]
        return tuple(range(low, high + 1)) if high - low < MOST_VALUES else None
    return None


MOST_VALUES = 100  # a fact of more values is asked for, and not tried


def told(value: Any) -> str:
    """A value as it stands in a message."""
    return ", ".join(f"{key} {told(item)}" for key, item in value.items()) if isinstance(value, dict) else label(value)


def _hexes() -> Iterator[str]:
    """Numbers that hexes may have, in the forms of all maps."""
    return (form.format(column, column) for form in ("{:02}{:02}", "{:02}.{:02}") for column in range(1, 100))


def _hint(word: str, known: Any) -> str | Phrase:
    return did_you_mean(nearest(word, known))


def _within(wanted: Type, keys: tuple[str, ...], name: str) -> Type | Phrase:
    """The type of a part of a fact."""
    for key in keys:
        if isinstance(wanted, dict) and "either" in wanted:
            found = [inner for kind in wanted["either"] if not isinstance(inner := _within(kind, (key,), name), Phrase)]
            if not found:
                return Phrase("no_fact", name=show(name), hint="")
            wanted = found[0]
        elif isinstance(wanted, dict) and "keys" in wanted:
            if key not in wanted["keys"]:
                return Phrase("unknown_key", key=show(key), where=show(name.partition(".")[0]), hint=_hint(key, wanted["keys"]))
            wanted = wanted["keys"][key]
        elif isinstance(wanted, dict) and "map" in wanted:
            wanted = wanted["map"]
        elif wanted in ("any", "map") or isinstance(wanted, str) and "map" in wanted.split("|"):
            return "any"
        else:
            return Phrase("no_fact", name=show(name), hint="")
    return wanted
