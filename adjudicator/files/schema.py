"""What a situation may hold: checking it against the keys of its rulebook.

Generic over rulebooks: `CORE` are the keys that every book shares, `spec` adds those of one book:

    {"hex": regex, "sides": [...], "places": [...], "keys": {key: type}, "units": {...}, "hexes": {...},
     "markers": {...}, "hexsides": [features], "options": [names]}

A type is 'str', 'int', 'number', 'bool', 'hex', 'hexes', 'hexside', 'place' (hex, hexside, off_map, track or one of
`places`), 'side', 'ids', 'list', 'map', 'pairs', 'any', 'null', several joined by '|' ('number|str'), a list of allowed
values, {'list': type}, {'map': type}, {'keys': {key: type}} (a mapping with just these keys) or {'range': [low, high]}
(a whole number). A type of the book replaces that of `CORE`.
"""

from __future__ import annotations

import re

from adjudicator.files.document import Document
from adjudicator.files.fault import Broken, Phrase, show
from adjudicator.files.yaml import must_quote

TYPE_CHECKING = False  # see document.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    Path = tuple[Any, ...]
    Type = Any
    What = str | Phrase
    Spec = dict[str, Any]

FILE_KEYS = ("map", "units_from", "tables_from")
"""They name files that are put in (includes.py)."""
BLOCKS = ("hexes", "hexsides", "units")
"""They may be typed as lines instead of mappings."""
CORE: dict[str, Type] = {
    "rulebook": "str",
    "edition": "str",
    "scenario": "str",
    "title": "str",
    "turn": "int",
    "phase": "str",
    "active": "str",
    "weather": "str",
    "time": "str",
    "assume": ["defaults"],
    "adjacent": "pairs",
    "not_adjacent": "pairs",
    "distance": "any",
    "los": "any",
    "hexes": "any",
    "hexsides": "any",
    "units": "any",
    "markers": "any",
    "units_complete": "bool",
    "history": {"map": {"list": "map"}},
    "pending": "map",
    "tables": "map",
    "options": "map",
    "unknown": {"list": "str"},
    "eliminated": "ids",
    "air": "map",
    "map": "str",
    "units_from": "str",
    "tables_from": "str",
}
CORE_UNIT: dict[str, Type] = {
    "id": "str",
    "side": "side",
    "kind": "str",
    "class": "str",
    "size": "str",
    "attack": "number",
    "defense": "number",
    "ma": "number|str|null",
    "ar": "number",
    "steps": "int",
    "max_steps": "int",
    "reduced": "bool",
    "at": "place",
    "formation": "str|null",
    "command_range": "int",
    "range": "number|null",
    "supply": ["in", "low", "out", "isolated"],
    "arrives": "int|str",
    "entry": "str",
    "setup": "hex",
    "began_at": "place",
}
CORE_HEX: dict[str, Type] = {
    "terrain": "str",
    "features": {"list": "str"},
    "control": "side",
    "name": "str",
}
CORE_MARKER: dict[str, Type] = {
    "kind": "str",
    "id": "str",
    "side": "side",
    "at": "place",
    "state": "str",
}
OFF_MAP = ("off_map", "track")
_EXPECTED = {
    "str": "a_text",
    "int": "a_whole_number",
    "number": "a_number",
    "bool": "a_truth_value",
    "hex": "a_hex",
    "hexes": "a_list_of_hexes",
    "hexside": "a_hexside_of_two",
    "place": "a_place",
    "side": "a_side",
    "ids": "a_list_of_ids",
    "list": "a_list",
    "map": "a_mapping",
    "pairs": "a_list_of_pairs",
    "null": "null",
}
"""What is expected of a type, as the catalogue has it."""
_TEXTUAL = frozenset(("str", "hex", "hexside", "place", "side"))
SUGGESTION_LIMIT = 50  # difflib is slow; a file with more faults than this is no typing error
FAULT_LIMIT = 500


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known name most like `word`, or None."""
    from difflib import get_close_matches

    text = str(word)
    if len(text) > 60:
        return None
    names = {str(name).lower(): str(name) for name in known}
    found = get_close_matches(text.lower(), names, 1, 0.6)
    return names[found[0]] if found else None


def did_you_mean(name: str | None) -> str | Phrase:
    """The hint behind a fault that the name was meant; nothing for None."""
    return Phrase("did_you_mean", name=show(name)) if name is not None else ""


class _Check:
    """One pass over one situation, which gathers every fault."""

    def __init__(
        self,
        document: Document,
        spec: Spec,
        on_map: Callable[[str], bool] | None,
        adjacent: Callable[[str, str], bool] | None,
    ) -> None:
        self.document = document
        self.spec = spec
        self.hex_pattern = re.compile(spec.get("hex") or r"\d\d\.?\d\d")
        self.on_map = on_map
        self.adjacent = adjacent
        self.sides = spec.get("sides")
        self.places = frozenset((*OFF_MAP, *spec.get("places", ())))
        self.good: set[str] = set()  # hexes found good: the same few come over and over
        self.faults: list[tuple[str, int, Phrase]] = []
        self.suggested = 0

    def fault(self, path: Path, key: str | Phrase, /, **slots: object) -> None:
        if len(self.faults) < FAULT_LIMIT:
            self.faults.append((*self.document.place_of(path), key if isinstance(key, Phrase) else Phrase(key, **slots)))

    def near(self, word: object, known: Iterable[object]) -> str | Phrase:
        self.suggested += 1
        return did_you_mean(nearest(word, known) if self.suggested <= SUGGESTION_LIMIT else None)

    # ---- pieces

    def hex_fault(self, value: str) -> Phrase | None:
        if value in self.good:
            return None
        if not self.hex_pattern.fullmatch(value):
            return Phrase("no_hex_number", hex=show(value))
        if self.on_map is not None and not self.on_map(value):
            return Phrase("not_on_map", hex=show(value))
        self.good.add(value)
        return None

    def hexside_fault(self, value: str, side: bool = True) -> Phrase | None:
        ends = value.split("/")
        if len(ends) != 2:
            return Phrase("no_hexside", side=show(value))
        fault = self.hex_fault(ends[0]) or self.hex_fault(ends[1])
        if fault is None and ends[0] == ends[1]:
            fault = Phrase("one_hex_twice", side=show(value))
        if fault is None and side and self.adjacent is not None and not self.adjacent(ends[0], ends[1]):
            fault = Phrase("not_adjacent", side=show(value))
        return fault

    def side_fault(self, value: str) -> Phrase | None:
        if self.sides is None or value in self.sides:
            return None
        return Phrase("unknown_side", side=show(value), hint=self.near(value, self.sides) or Phrase("the_sides", names=tuple(self.sides)))

    def key(self, path: Path, key: Any, what: What) -> bool:
        """Whether a key that must be a text is one."""
        if isinstance(key, str):
            return True
        self.fault(path, "of", what=what, why=must_quote(self.document.typed_key(path) or show(key)))
        return False

    def keys(self, path: Path, value: Mapping[Any, Any], known: Mapping[str, Type], where: What) -> None:
        """The keys of a mapping and the types of their values."""
        for key, item in value.items():
            wanted = known.get(key)
            if wanted is None:
                if self.key((*path, key), key, Phrase("a_key_of", where=where)):
                    hint = self.near(key, known)
                    if not hint and len(known) <= 12:
                        hint = Phrase("known_here", names=tuple(known))
                    self.fault((*path, key), "unknown_key", key=show(key), where=where, hint=hint)
            elif wanted != "any":
                self.value((*path, key), item, wanted, Phrase("key_of", key=show(key), where=where))

    def value(self, path: Path, value: Any, wanted: Type, what: What) -> None:
        """Report at `path` whatever is wrong with a value of a type."""
        kind = wanted.__class__
        if kind is str:
            if "|" in wanted:
                self.union(path, value, wanted.split("|"), what)
            else:
                self.simple(path, value, wanted, what)
        elif kind is list or kind is tuple:
            for allowed in wanted:
                # 1 == True in Python, but they are two things in a file
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    return
            if isinstance(value, (dict, list)) or value is None:
                self.fault(path, "must_be_one_of", what=what, names=_names(wanted), found=show(value))
            else:
                hint = self.near(value, wanted) or Phrase("it_is_one_of", names=_names(wanted))
                self.fault(path, "cannot_be", what=what, found=show(value), hint=hint)
        elif "range" in wanted:
            before = len(self.faults)
            self.simple(path, value, "int", what)
            low, high = wanted["range"]
            if len(self.faults) == before and not low <= value <= high:
                self.fault(path, "must_be_within", what=what, low=low, high=high, found=show(value))
        elif "list" in wanted:
            if self.container(path, value, list, what):
                for index, item in enumerate(value):
                    self.value((*path, index), item, wanted["list"], Phrase("an_entry_of", what=what))
        elif "map" in wanted:
            if self.container(path, value, dict, what):
                for key, item in value.items():
                    if self.key((*path, key), key, Phrase("a_key_of", where=what)):
                        self.value((*path, key), item, wanted["map"], Phrase("key_of", key=show(key), where=what))
        elif self.container(path, value, dict, what):
            self.keys(path, value, wanted["keys"], what)

    def container(self, path: Path, value: Any, kind: type, what: What) -> bool:
        if isinstance(value, kind):
            return True
        self.fault(path, "must_be", what=what, wanted=Phrase("a_list" if kind is list else "a_mapping"), found=show(value))
        return False

    def union(self, path: Path, value: Any, kinds: list[str], what: What) -> None:
        before = len(self.faults)
        for kind in kinds:
            del self.faults[before:]
            self.simple(path, value, kind, what)
            if len(self.faults) == before:
                return
        del self.faults[before:]
        *some, last = (Phrase(_EXPECTED[kind]) for kind in kinds)
        for kind_ in reversed(some):
            last = Phrase("or", first=kind_, second=last)
        self.fault(path, "must_be", what=what, wanted=last, found=show(value))

    def simple(self, path: Path, value: Any, wanted: str, what: What) -> None:
        if wanted == "any":
            return
        if wanted in _TEXTUAL:
            if not isinstance(value, str):
                if isinstance(value, (int, float)):
                    self.fault(path, "of", what=what, why=must_quote(self.document.typed(path) or show(value)))
                else:
                    self.fault(path, "must_be", what=what, wanted=Phrase(_EXPECTED[wanted]), found=show(value))
                return
            fault = None
            if wanted == "hex":
                fault = self.hex_fault(value)
            elif wanted == "place":
                if value not in self.places:
                    fault = self.hexside_fault(value) if "/" in value else self.hex_fault(value)
            elif wanted == "side":
                fault = self.side_fault(value)
            elif wanted == "hexside":
                fault = self.hexside_fault(value)
            if fault is not None:
                self.fault(path, "of", what=what, why=fault)
            return
        if wanted == "int":
            good = isinstance(value, int) and not isinstance(value, bool)
        elif wanted == "number":
            good = isinstance(value, (int, float)) and not isinstance(value, bool)
        elif wanted == "bool":
            good = isinstance(value, bool)
        elif wanted == "null":
            good = value is None
        elif wanted == "map":
            good = isinstance(value, dict)
        elif wanted in ("list", "hexes", "ids", "pairs"):
            good = isinstance(value, list)
            if good and wanted != "list":
                for index, item in enumerate(value):
                    if wanted == "pairs":
                        self.pair((*path, index), item, what)
                    else:
                        self.simple((*path, index), item, "hex" if wanted == "hexes" else "str", Phrase("an_entry_of", what=what))
        else:
            raise ValueError(f"unknown type {wanted!r} in the specification of the rulebook")
        if not good:
            self.fault(path, "must_be", what=what, wanted=Phrase(_EXPECTED[wanted]), found=show(value))

    def pair(self, path: Path, value: Any, what: What) -> None:
        if isinstance(value, list) and len(value) == 2:
            for index, item in enumerate(value):
                self.simple((*path, index), item, "hex", Phrase("a_hex_of", where=what))
        else:
            self.fault(path, "must_be", what=Phrase("an_entry_of", what=what), wanted=Phrase("a_pair"), found=show(value))

    # ---- sections

    def run(self) -> None:
        data = self.document.data
        if not isinstance(data, dict):
            self.fault((), "no_situation", found=show(data))
            return
        spec = self.spec
        self.keys((), data, {**CORE, **dict.fromkeys(spec.get("lists", ()), "any"), **spec.get("keys", {})}, Phrase("the_situation"))
        if self.sides is not None and "active" not in spec.get("keys", {}):
            active = data.get("active")
            if isinstance(active, str) and active not in ("both", "none"):
                fault = self.side_fault(active)
                if fault:
                    self.fault(("active",), "of", what=show("active"), why=fault)
        if "hexes" in data:
            self.hexes(data["hexes"], {**CORE_HEX, **spec.get("hexes", {})})
        if "hexsides" in data:
            self.hexsides(data["hexsides"], spec.get("hexsides"))
        for name in ("distance", "los"):
            if name in data and name not in spec.get("keys", {}):
                self.between(name, data[name])
        if "units" in data and self.container(("units",), data["units"], list, show("units")):
            self.units(data["units"], {**CORE_UNIT, **spec.get("units", {})})
        for name, known in (spec.get("lists") or {}).items():
            if name in data and self.container((name,), data[name], list, show(name)):
                self.units(data[name], known, name)
        if "markers" in data and self.container(("markers",), data["markers"], list, show("markers")):
            self.markers(data["markers"], {**CORE_MARKER, **spec.get("markers", {})})
        options = data.get("options")
        if isinstance(options, dict):
            self.options(options, spec.get("options"))

    def hexes(self, hexes: Any, known: dict[str, Type]) -> None:
        if not self.container(("hexes",), hexes, dict, show("hexes")):
            return
        for key, value in hexes.items():
            path = ("hexes", key)
            if not self.key(path, key, Phrase("a_hex")):
                continue
            where = Phrase("hex", name=show(key))
            fault = None if key in self.places else self.hex_fault(key)
            if fault:
                self.fault(path, fault)
            if self.container(path, value, dict, where):
                self.keys(path, value, known, where)

    def hexsides(self, sides: Any, known: Any) -> None:
        if not self.container(("hexsides",), sides, dict, show("hexsides")):
            return
        wanted = {"list": known if isinstance(known, (list, tuple)) else "str"}
        seen: dict[str, str] = {}
        for key, value in sides.items():
            path = ("hexsides", key)
            if not self.key(path, key, Phrase("a_hexside")):
                continue
            fault = self.hexside_fault(key)
            if fault:
                self.fault(path, fault)
            first, _, second = key.partition("/")
            turned = f"{second}/{first}"
            if turned in seen:
                self.fault(path, "hexside_twice", side=show(key), other=show(turned))
            seen[key] = key
            self.value(path, value, wanted, Phrase("hexside", name=show(key)))

    def between(self, name: str, value: Any) -> None:
        if not self.container((name,), value, dict, show(name)):
            return
        for key, item in value.items():
            path = (name, key)
            if self.key(path, key, Phrase("a_key_of", where=show(name))):
                fault = self.hexside_fault(key, side=False)
                if fault:
                    self.fault(path, "of", what=show(name), why=fault)
                if name == "distance":
                    self.value(path, item, "number", Phrase("key_of", key=show(key), where=show(name)))

    def units(self, units: list[Any], known: dict[str, Type], group: str = "units") -> None:
        """The units, or the things of another list whose every entry has an id of its own."""
        one = "unit" if group == "units" else "entry"
        more = {} if group == "units" else {"group": show(group)}
        seen: dict[str, int] = {}
        for index, unit in enumerate(units):
            path = (group, index)
            where = Phrase(one, name=index + 1, **more)
            if not self.container(path, unit, dict, where):
                continue
            name = unit.get("id")
            if name is None or name == "":
                self.fault(path, "no_id", what=where)
            if isinstance(name, str) and name:
                where = Phrase(one, name=show(name), **more)
                if name in seen:
                    line = self.document.line_of((group, seen[name]))
                    self.fault((*path, "id"), f"{one}_twice", id=show(name), line=line, **more)
                else:
                    seen[name] = index
                if name != name.strip():
                    self.fault((*path, "id"), f"{one}_with_blank", id=show(name), **more)
            self.keys(path, unit, known, where)

    def markers(self, markers: list[Any], known: dict[str, Type]) -> None:
        for index, marker in enumerate(markers):
            path = ("markers", index)
            where = Phrase("marker", name=index + 1)
            if self.container(path, marker, dict, where):
                if "kind" not in marker:
                    self.fault(path, "no_kind", what=where)
                name = marker.get("id")
                where = Phrase("marker", name=show(name)) if isinstance(name, str) else where
                self.keys(path, marker, known, where)

    def options(self, options: Mapping[Any, Any], known: Any) -> None:
        for key in options:
            path = ("options", key)
            if not self.key(path, key, Phrase("an_optional_rule")):
                continue
            if known is not None and key != "readings" and key not in known:
                self.fault(path, "unknown_option", option=show(key), hint=self.near(key, known))
        readings = options.get("readings")
        if readings is not None:
            self.value(("options", "readings"), readings, {"map": "str|bool|int"}, show("readings"))


def _names(values: Iterable[object]) -> tuple[str, ...]:
    return tuple("null" if value is None else str(value).lower() if value is True or value is False else str(value) for value in values)


def check_situation(
    document: Document | dict[str, Any],
    spec: Spec,
    *,
    on_map: Callable[[str], bool] | None = None,
    adjacent: Callable[[str, str], bool] | None = None,
) -> None:
    """Check a situation against the shared keys and those of `spec`.

    `on_map(hex)` says whether a hex that the pattern allows exists, `adjacent(a, b)` whether two hexes touch.
    Raises `Broken` for the first fault of the file; its `others` are the further ones.
    """
    if not isinstance(document, Document):
        document = Document(document, {})
    check = _Check(document, spec, on_map, adjacent)
    check.run()
    if check.faults:
        # in the order of the file; what another file holds comes after it
        own = document.file
        faults = sorted(dict.fromkeys(check.faults), key=lambda fault: (fault[0] != own, fault[0], fault[1]))
        first, *others = (Broken(*fault) for fault in faults)
        first.others = others
        raise first
