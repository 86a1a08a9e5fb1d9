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
from adjudicator.files.fault import Broken, show
from adjudicator.files.yaml import must_quote

TYPE_CHECKING = False  # see fault.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    Path = tuple[Any, ...]
    Type = Any
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
    "str": "a word or text",
    "int": "a whole number",
    "number": "a number",
    "bool": "true or false",
    "hex": "a hex",
    "hexes": "a list of hexes",
    "hexside": 'a hexside "A/B"',
    "place": "a hex, off_map or track",
    "side": "a side",
    "ids": "a list of ids",
    "list": "a list",
    "map": "a mapping",
    "pairs": "a list of pairs of hexes",
    "null": "null",
}
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
        self.faults: list[tuple[str, int, str]] = []
        self.suggested = 0

    def fault(self, path: Path, message: str) -> None:
        if len(self.faults) < FAULT_LIMIT:
            self.faults.append((*self.document.place_of(path), message))

    def near(self, word: object, known: Iterable[object]) -> str:
        self.suggested += 1
        found = nearest(word, known) if self.suggested <= SUGGESTION_LIMIT else None
        return f"; did you mean {show(found)}?" if found is not None else ""

    # ---- pieces

    def hex_fault(self, value: str) -> str | None:
        if value in self.good:
            return None
        if not self.hex_pattern.fullmatch(value):
            return f"{show(value)} is no hex number of this game"
        if self.on_map is not None and not self.on_map(value):
            return f"hex {show(value)} is not on the map"
        self.good.add(value)
        return None

    def hexside_fault(self, value: str, side: bool = True) -> str | None:
        ends = value.split("/")
        if len(ends) != 2:
            return f'{show(value)} is no hexside; write two hexes "A/B"'
        fault = self.hex_fault(ends[0]) or self.hex_fault(ends[1])
        if fault is None and ends[0] == ends[1]:
            fault = f"{show(value)} names one hex twice"
        if fault is None and side and self.adjacent is not None and not self.adjacent(ends[0], ends[1]):
            fault = f"{show(value)} is no hexside: the two hexes are not adjacent"
        return fault

    def side_fault(self, value: str) -> str | None:
        if self.sides is None or value in self.sides:
            return None
        return f"unknown side {show(value)}{self.near(value, self.sides) or ': the sides are ' + ', '.join(self.sides)}"

    def key(self, path: Path, key: Any, what: str) -> bool:
        """Whether a key that must be a text is one."""
        if isinstance(key, str):
            return True
        self.fault(path, f"{what}: {must_quote(self.document.typed_key(path) or show(key))}")
        return False

    def keys(self, path: Path, value: Mapping[Any, Any], known: Mapping[str, Type], where: str) -> None:
        """The keys of a mapping and the types of their values."""
        for key, item in value.items():
            wanted = known.get(key)
            if wanted is None:
                if self.key((*path, key), key, f"a key in {where}"):
                    hint = self.near(key, known)
                    if not hint and len(known) <= 12:
                        hint = "; known here: " + ", ".join(known)
                    self.fault((*path, key), f"unknown key {show(key)} in {where}{hint}")
            elif wanted != "any":
                self.value((*path, key), item, wanted, f"{show(key)} in {where}")

    def value(self, path: Path, value: Any, wanted: Type, what: str) -> None:
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
                self.fault(path, f"{what} must be one of {_names(wanted)}, not {show(value)}")
            else:
                hint = self.near(value, wanted) or f"; it is one of {_names(wanted)}"
                self.fault(path, f"{what} cannot be {show(value)}{hint}")
        elif "range" in wanted:
            before = len(self.faults)
            self.simple(path, value, "int", what)
            low, high = wanted["range"]
            if len(self.faults) == before and not low <= value <= high:
                self.fault(path, f"{what} must be {low} to {high}, not {show(value)}")
        elif "list" in wanted:
            if self.container(path, value, list, what):
                for index, item in enumerate(value):
                    self.value((*path, index), item, wanted["list"], f"an entry of {what}")
        elif "map" in wanted:
            if self.container(path, value, dict, what):
                for key, item in value.items():
                    if self.key((*path, key), key, f"a key in {what}"):
                        self.value((*path, key), item, wanted["map"], f"{show(key)} in {what}")
        elif self.container(path, value, dict, what):
            self.keys(path, value, wanted["keys"], what)

    def container(self, path: Path, value: Any, kind: type, what: str) -> bool:
        if isinstance(value, kind):
            return True
        self.fault(path, f"{what} must be {'a list' if kind is list else 'a mapping'}, not {show(value)}")
        return False

    def union(self, path: Path, value: Any, kinds: list[str], what: str) -> None:
        before = len(self.faults)
        for kind in kinds:
            del self.faults[before:]
            self.simple(path, value, kind, what)
            if len(self.faults) == before:
                return
        del self.faults[before:]
        expected = " or ".join(_EXPECTED.get(kind, kind) for kind in kinds)
        self.fault(path, f"{what} must be {expected}, not {show(value)}")

    def simple(self, path: Path, value: Any, wanted: str, what: str) -> None:
        if wanted == "any":
            return
        if wanted in _TEXTUAL:
            if not isinstance(value, str):
                if isinstance(value, (int, float)):
                    self.fault(path, f"{what}: {must_quote(self.document.typed(path) or show(value))}")
                else:
                    self.fault(path, f"{what} must be {_EXPECTED[wanted]}, not {show(value)}")
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
                self.fault(path, f"{what}: {fault}")
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
                        self.simple((*path, index), item, "hex" if wanted == "hexes" else "str", f"an entry of {what}")
        else:
            raise ValueError(f"unknown type {wanted!r} in the specification of the rulebook")
        if not good:
            self.fault(path, f"{what} must be {_EXPECTED[wanted]}, not {show(value)}")

    def pair(self, path: Path, value: Any, what: str) -> None:
        if isinstance(value, list) and len(value) == 2:
            for index, item in enumerate(value):
                self.simple((*path, index), item, "hex", f"a hex in {what}")
        else:
            self.fault(path, f'an entry of {what} must be a pair of hexes ["A", "B"], not {show(value)}')

    # ---- sections

    def run(self) -> None:
        data = self.document.data
        if not isinstance(data, dict):
            self.fault((), f"a situation is a mapping of keys, not {show(data)}")
            return
        spec = self.spec
        self.keys((), data, {**CORE, **dict.fromkeys(spec.get("lists", ()), "any"), **spec.get("keys", {})}, "the situation")
        if self.sides is not None and "active" not in spec.get("keys", {}):
            active = data.get("active")
            if isinstance(active, str) and active not in ("both", "none"):
                fault = self.side_fault(active)
                if fault:
                    self.fault(("active",), f'"active": {fault}')
        if "hexes" in data:
            self.hexes(data["hexes"], {**CORE_HEX, **spec.get("hexes", {})})
        if "hexsides" in data:
            self.hexsides(data["hexsides"], spec.get("hexsides"))
        for name in ("distance", "los"):
            if name in data and name not in spec.get("keys", {}):
                self.between(name, data[name])
        if "units" in data and self.container(("units",), data["units"], list, '"units"'):
            self.units(data["units"], {**CORE_UNIT, **spec.get("units", {})})
        for name, known in (spec.get("lists") or {}).items():
            if name in data and self.container((name,), data[name], list, f'"{name}"'):
                self.units(data[name], known, name)
        if "markers" in data and self.container(("markers",), data["markers"], list, '"markers"'):
            self.markers(data["markers"], {**CORE_MARKER, **spec.get("markers", {})})
        options = data.get("options")
        if isinstance(options, dict):
            self.options(options, spec.get("options"))

    def hexes(self, hexes: Any, known: dict[str, Type]) -> None:
        if not self.container(("hexes",), hexes, dict, '"hexes"'):
            return
        for key, value in hexes.items():
            path = ("hexes", key)
            if not self.key(path, key, "a hex"):
                continue
            fault = None if key in self.places else self.hex_fault(key)
            if fault:
                self.fault(path, fault)
            if self.container(path, value, dict, f"hex {show(key)}"):
                self.keys(path, value, known, f"hex {show(key)}")

    def hexsides(self, sides: Any, known: Any) -> None:
        if not self.container(("hexsides",), sides, dict, '"hexsides"'):
            return
        wanted = {"list": known if isinstance(known, (list, tuple)) else "str"}
        seen: dict[str, str] = {}
        for key, value in sides.items():
            path = ("hexsides", key)
            if not self.key(path, key, "a hexside"):
                continue
            fault = self.hexside_fault(key)
            if fault:
                self.fault(path, fault)
            first, _, second = key.partition("/")
            turned = f"{second}/{first}"
            if turned in seen:
                self.fault(path, f"hexside {show(key)} stands twice, the other time as {show(turned)}")
            seen[key] = key
            self.value(path, value, wanted, f"hexside {show(key)}")

    def between(self, name: str, value: Any) -> None:
        if not self.container((name,), value, dict, f'"{name}"'):
            return
        for key, item in value.items():
            path = (name, key)
            if self.key(path, key, f'a key in "{name}"'):
                fault = self.hexside_fault(key, side=False)
                if fault:
                    self.fault(path, f'"{name}": {fault}')
                if name == "distance":
                    self.value(path, item, "number", f'{show(key)} in "distance"')

    def units(self, units: list[Any], known: dict[str, Type], group: str = "units") -> None:
        """The units, or the things of another list whose every entry has an id of its own."""
        one = "unit" if group == "units" else f"entry of {show(group)}"
        seen: dict[str, int] = {}
        for index, unit in enumerate(units):
            path = (group, index)
            if not self.container(path, unit, dict, f"{one} {index + 1}"):
                continue
            name = unit.get("id")
            if name is None or name == "":
                self.fault(path, f"{one} {index + 1} has no id")
            where = f"{one} {show(name)}" if isinstance(name, str) and name else f"{one} {index + 1}"
            if isinstance(name, str) and name:
                if name in seen:
                    line = self.document.line_of((group, seen[name]))
                    self.fault((*path, "id"), f"the {one} id {show(name)} stands twice (first on line {line})")
                else:
                    seen[name] = index
                if name != name.strip():
                    self.fault((*path, "id"), f"the {one} id {show(name)} begins or ends with a blank")
            self.keys(path, unit, known, where)

    def markers(self, markers: list[Any], known: dict[str, Type]) -> None:
        for index, marker in enumerate(markers):
            path = ("markers", index)
            if self.container(path, marker, dict, f"marker {index + 1}"):
                if "kind" not in marker:
                    self.fault(path, f"marker {index + 1} has no kind")
                name = marker.get("id")
                where = f"marker {show(name)}" if isinstance(name, str) else f"marker {index + 1}"
                self.keys(path, marker, known, where)

    def options(self, options: Mapping[Any, Any], known: Any) -> None:
        for key in options:
            path = ("options", key)
            if not self.key(path, key, "an optional rule"):
                continue
            if known is not None and key != "readings" and key not in known:
                self.fault(path, f"unknown option {show(key)}{self.near(key, known)}")
        readings = options.get("readings")
        if readings is not None:
            self.value(("options", "readings"), readings, {"map": "str|bool|int"}, '"readings"')


def _names(values: Iterable[object]) -> str:
    return ", ".join("null" if value is None else str(value).lower() if value is True or value is False else str(value)
                     for value in values)  # fmt: skip


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
        file, line, message = faults[0]
        raise Broken(file, line, message, [str(Broken(*fault)) for fault in faults[1:]])
