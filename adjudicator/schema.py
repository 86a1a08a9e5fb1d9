"""What a situation may hold: checking it against the keys of its rulebook, and putting in the files that it names.

Generic over rulebooks: `CORE` are the keys that every book shares, `spec` adds those of one book:

    {"hex": regex, "sides": [...], "places": [...], "keys": {key: type}, "units": {...}, "hexes": {...},
     "markers": {...}, "hexsides": [features], "options": [names]}

A type is 'str', 'int', 'number', 'bool', 'hex', 'hexes', 'hexside', 'place' (hex, hexside, off_map, track or one of
`places`), 'side', 'ids', 'list', 'map', 'pairs', 'any', 'null', several joined by '|' ('number|str'), a list of allowed
values, {'list': type}, {'map': type}, {'keys': {key: type}} (a mapping with just these keys) or {'range': [low, high]}
(a whole number). A type of the book replaces that of `CORE`.
"""

from __future__ import annotations

import os
import re

from adjudicator.store import Broken, Document, Spot, load_document, must_quote, printable, scalar, show

TYPE_CHECKING = False  # see store.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    Path = tuple[Any, ...]
    Type = Any
    Spec = dict[str, Any]

FILE_KEYS = ("map", "units_from", "tables_from")
FILE_LIMIT = 20  # files that one situation may draw in
DEPTH_LIMIT = 5  # files naming files

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


# ---------------------------------------------------------------------------------------------------- files and blocks


def include_files(
    document: Document, base_folder: str | os.PathLike[str] | None = None, spec: Spec | None = None
) -> Document:
    """A situation with the files it names put in and its blocks of lines made into mappings, else as it is.

    `map`, `units_from` and `tables_from` name YAML files relative to the file that names them (`base_folder` for the
    situation, else the folder of its file). What the situation states itself wins: key by key for a hex, a unit (by
    id) and the tables. Units that only the order of battle lists, without `at`, are not on the map: they go into
    `spare`. `spec` tells which values of a block are texts, so that a counter named 46 stays a text. The document
    passed in is not changed.
    Raises `Broken`: a file that cannot be read or is faulty, files that name each other, a line of a block that makes
    no sense.
    """
    if not isinstance(document.data, dict):
        return document
    base = os.fspath(base_folder) if base_folder is not None else os.path.dirname(document.file)
    return _Merger(spec or {}).whole(document, base or ".", (os.path.realpath(document.file),))


class _Merger:
    def __init__(self, spec: Spec) -> None:
        self.checked = bool(spec)
        self.unit_types = {**CORE_UNIT, **spec.get("units", {})}
        self.hex_types = {**CORE_HEX, **spec.get("hexes", {})}
        self.files = 0

    def whole(self, document: Document, base: str, chain: tuple[str, ...]) -> Document:
        """The situation or map file with everything put in."""
        data = document.data
        names = [key for key in FILE_KEYS if key in data]
        blocks = [key for key in ("hexes", "hexsides", "units") if isinstance(data.get(key), str)]
        if not names and not blocks:
            return document
        # a compiled copy has no lines, and the new mappings need some
        lines = dict(document.lines or {})
        result = Document(dict(data), lines, document.file, document.line)
        result.spare = dict(document.spare)
        self.place(result.data, document, (), lines)
        for key in blocks:
            self.block(result, document, key)
        for key in names:
            name = data[key]
            del result.data[key]
            other = self.read(document, key, name, base, chain)
            if key == "units_from":
                self.add_units(result, other)
            self.add(result, other, key)
        return result

    def place(self, new: Any, document: Document, path: Path, lines: dict[int, Spot]) -> Spot:
        """Note where the keys of a new mapping or list stand: where they stood in `document` at `path`."""
        file, line = document.place_of(path)
        keys = new if isinstance(new, dict) else range(len(new))
        places = {key: document.place_of((*path, key)) for key in keys}
        spot = lines[id(new)] = Spot(new, file, line, places)
        old = document.spot(path)
        if old is not None:
            spot.raw, spot.raw_keys, spot.blocks = old.raw, old.raw_keys, old.blocks
        return spot

    def read(self, document: Document, key: str, name: Any, base: str, chain: tuple[str, ...]) -> Document:
        """One file that a situation or map names, itself complete."""
        if not isinstance(name, str) or not name.strip() or name == "-":
            raise document.broken((key,), f'"{key}" must be the name of a file, not {show(name)}')
        if os.path.isabs(name):
            raise document.broken((key,), f'"{key}" must be named relative to this file, not {show(name)}')
        path = os.path.normpath(os.path.join(base, name))
        real = os.path.realpath(path) if "\0" not in path else path
        self.files += 1
        if real in chain:
            raise document.broken((key,), f"{show(name)} names itself, or a file that names it")
        if len(chain) > DEPTH_LIMIT or self.files > FILE_LIMIT:
            raise document.broken((key,), f"{show(name)}: too many files name one another")
        try:
            other = load_document(path)
        except Broken as error:
            if error.line is None:  # not a fault in that file, but in its name: blame the line with the name
                raise document.broken((key,), f"{printable(error.file)} {error.message}") from None
            raise
        if key == "units_from" and isinstance(other.data, (list, str)):
            other = self.wrapped(other, "units")
        elif key == "tables_from" and isinstance(other.data, dict) and not isinstance(other.data.get("tables"), dict):
            other = self.wrapped(other, "tables")
        if not isinstance(other.data, dict):
            raise other.broken((), f'a file named by "{key}" is a mapping of keys, not {show(other.data)}')
        return self.whole(other, os.path.dirname(path), (*chain, real))

    @staticmethod
    def wrapped(document: Document, key: str) -> Document:
        """A file that is one list of units or one set of tables, as if that stood under its key."""
        data = {key: document.data}
        lines = dict(document.lines or {})
        lines[id(data)] = Spot(data, document.file, document.line, {key: document.line})
        return Document(data, lines, document.file, document.line)

    def add(self, result: Document, other: Document, source: str) -> None:
        """Put in what `other` states and the situation does not."""
        lines = result.lines
        assert lines is not None
        lines.update(other.lines or {})
        result.spare = {**other.spare, **result.spare}
        for key, value in other.data.items():
            if key == "units" and source == "units_from":
                continue
            if key not in result.data:
                result.data[key] = value
                lines[id(result.data)].lines[key] = other.place_of((key,))
            elif isinstance(value, dict) and isinstance(result.data[key], dict):
                # a hex: key by key; a table: entry by entry; a hexside is a list, so it is taken as a whole
                result.data[key] = self.over(result, (key,), other, (key,), lines)

    def over(self, upper: Document, up: Path, lower: Document, low: Path, lines: dict[int, Spot]) -> dict[Any, Any]:
        """The mapping of `upper` at `up` laid over that of `lower` at `low`."""
        above, below = _at(upper.data, up), _at(lower.data, low)
        new: dict[Any, Any] = {}
        places: dict[Any, Any] = {}
        for key, value in below.items():
            if key in above and isinstance(above[key], dict) and isinstance(value, dict):
                new[key] = self.over(upper, (*up, key), lower, (*low, key), lines)
                places[key] = upper.place_of((*up, key))
            elif key in above:
                new[key] = above[key]
                places[key] = upper.place_of((*up, key))
            else:
                new[key] = value
                places[key] = lower.place_of((*low, key))
        for key, value in above.items():
            if key not in below:
                new[key] = value
                places[key] = upper.place_of((*up, key))
        file, line = upper.place_of(up)
        spot = lines[id(new)] = Spot(new, file, line, places)
        for name in ("raw", "raw_keys"):
            # numbers as typed: of the lower file, then of the upper one, which wins
            pieces = [getattr(found, name) for found in (lower.spot(low), upper.spot(up)) if found is not None]
            setattr(spot, name, {k: v for piece in pieces if piece for k, v in piece.items()} or None)
        return new

    def add_units(self, result: Document, other: Document) -> None:
        """Lay the units of the situation over the counters of an order of battle."""
        counters = other.data.get("units")
        if counters is None:
            return
        if not isinstance(counters, list):
            raise other.broken(("units",), f'"units" must be a list, not {show(counters)}')
        lines = result.lines
        assert lines is not None
        lines.update(other.lines or {})
        own = result.data.get("units", [])
        if not isinstance(own, list):  # the check will say so
            return
        known: dict[str, int] = {}
        for index, counter in enumerate(counters):
            name = counter.get("id") if isinstance(counter, dict) else None
            if isinstance(name, str):
                if name in known:
                    first = other.line_of(("units", known[name]))
                    message = f"the unit id {show(name)} stands twice (first on line {first})"
                    raise other.broken(("units", index, "id"), message)
                known[name] = index
        units: list[Any] = []
        places: list[tuple[str, int]] = []
        used: set[int] = set()
        for index, unit in enumerate(own):
            name = unit.get("id") if isinstance(unit, dict) else None
            found = known.get(name) if isinstance(name, str) else None
            if found is not None:
                unit = self.over(result, ("units", index), other, ("units", found), lines)
                used.add(found)
            units.append(unit)
            places.append(result.place_of(("units", index)))
        for index, counter in enumerate(counters):
            if index in used:
                continue
            if isinstance(counter, dict) and isinstance(counter.get("id"), str) and "at" not in counter:
                result.spare.setdefault(counter["id"], counter)
            else:
                units.append(counter)
                places.append(other.place_of(("units", index)))
        file, line = result.place_of(("units",)) if "units" in result.data else other.place_of(("units",))
        lines[id(units)] = Spot(units, file, line, places)
        result.data["units"] = units
        lines[id(result.data)].lines["units"] = (file, line)

    # ---- blocks of lines

    def block(self, result: Document, document: Document, key: str) -> None:
        """Make the lines under `key` into what they stand for."""
        text: str = document.data[key]
        file, at = document.place_of((key,))
        spot = document.spot(())
        # only in a literal block (|) is a line of the text a line of the file
        first = spot.blocks.get(key) if spot is not None and spot.blocks is not None else None
        lines = result.lines
        assert lines is not None
        rows = self.rows(text, file, at, first)
        new: Any = [] if key == "units" else {}
        places: Any = [] if key == "units" else {}
        if key == "units":
            columns: list[str] | None = None
            for line, words in rows:
                if columns is None:
                    columns = words
                    if "id" not in columns:
                        message = 'the first line of the block "units" names the columns, and one of them must be "id"'
                        raise Broken(file, line, message)
                    if len(set(columns)) < len(columns):
                        raise Broken(file, line, 'a column of the block "units" stands twice')
                    for column in columns if self.checked else ():
                        if column not in self.unit_types:
                            near = nearest(column, self.unit_types)
                            hint = f"; did you mean {show(near)}?" if near is not None else ""
                            raise Broken(file, line, f'unknown column {show(column)} in the block "units"{hint}')
                    continue
                new.append(self.unit(columns, words, file, line, lines))
                places.append(line)
        else:
            for line, words in rows:
                name, rest = words[0], words[1:]
                if name in new:
                    raise Broken(file, line, f"{show(name)} stands twice (first on line {places[name]})")
                value = self.hex(name, rest, file, line) if key == "hexes" else self.hexside(name, rest, file, line)
                new[name] = value
                places[name] = line
                inner = dict.fromkeys(value, line) if isinstance(value, dict) else [line] * len(value)
                lines[id(value)] = Spot(value, file, line, inner)
                if isinstance(value, dict):
                    for item in value.values():
                        if isinstance(item, list):
                            lines[id(item)] = Spot(item, file, line, [line] * len(item))
        lines[id(new)] = Spot(new, file, at, places)
        result.data[key] = new

    @staticmethod
    def rows(text: str, file: str, at: int, first: int | None) -> Iterator[tuple[int, list[str]]]:
        """Line number and words of every line that is neither empty nor a comment."""
        for index, row in enumerate(text.split("\n")):
            line = at if first is None else first + index
            words = []
            for word in _WORD.findall(row):
                if word.startswith("#"):
                    break
                if word.count('"') % 2:
                    raise Broken(file, line, "a quotation mark is not closed")
                words.append(word.replace('"', ""))
            if words:
                yield line, words

    def hex(self, name: str, words: list[str], file: str, line: int) -> dict[str, Any]:
        plain = [word for word in words if "=" not in word]
        value: dict[str, Any] = {}
        if not words:
            raise Broken(file, line, f"hex {show(name)} states nothing; give its terrain, or take the line out")
        if plain and plain[0] != "-":
            value["terrain"] = plain[0]
            value["features"] = plain[1:]
        elif len(plain) > 1:
            value["features"] = plain[1:]
        self.pairs(value, (word for word in words if "=" in word), self.hex_types, file, line)
        return value

    @staticmethod
    def hexside(name: str, words: list[str], file: str, line: int) -> list[str]:
        if not words:
            raise Broken(file, line, f'hexside {show(name)} states nothing; write "-" if nothing lies on it')
        if "-" in words:
            if len(words) > 1:
                raise Broken(file, line, f'hexside {show(name)} has "-" (nothing) and something beside it')
            return []
        return words

    def unit(
        self, columns: list[str], words: list[str], file: str, line: int, lines: dict[int, Spot]
    ) -> dict[str, Any]:
        cells, rest = words[: len(columns)], words[len(columns) :]
        # key=value may follow a line that leaves its last columns out
        for index, cell in enumerate(cells):
            if "=" in cell:
                cells, rest = cells[:index], cells[index:] + rest
                break
        if len(cells) < len(columns) and not rest:
            message = f'{len(cells)} values stand in this line, and the block "units" has {len(columns)} columns; write "-" for what is not known'
            raise Broken(file, line, message)
        unit: dict[str, Any] = {}
        for key, cell in zip(columns, cells, strict=False):
            if cell != "-":
                unit[key] = self.cell(cell, self.unit_types.get(key), file, line)
        for word in rest:
            if "=" not in word:
                message = f"{show(word)} is one value too many: the block has the columns {', '.join(columns)}"
                raise Broken(file, line, printable(message))
        self.pairs(unit, rest, self.unit_types, file, line)
        lines[id(unit)] = Spot(unit, file, line, dict.fromkeys(unit, line))
        for item in unit.values():
            if isinstance(item, list):
                lines[id(item)] = Spot(item, file, line, [line] * len(item))
        return unit

    def pairs(
        self, into: dict[str, Any], words: Iterable[str], types: Mapping[str, Type], file: str, line: int
    ) -> None:
        for word in words:
            key, _, text = word.partition("=")
            if key in into and not (key == "features" and not into[key]):
                raise Broken(file, line, f"{show(key)} stands twice in this line")
            into[key] = self.cell(text, types.get(key), file, line)

    def cell(self, text: str, wanted: Type, file: str, line: int) -> Any:
        """The value of a word in a block: a text where the rulebook wants one, else what YAML would make of it."""
        if isinstance(wanted, dict) and "list" in wanted:
            return [self.cell(piece, wanted["list"], file, line) for piece in text.split(",") if piece]
        if wanted in ("hexes", "ids", "list"):
            return [piece for piece in text.split(",") if piece]
        if isinstance(wanted, str):
            kinds = wanted.split("|")
            if not {"int", "number", "bool", "any", "null"}.intersection(kinds):
                return text
        try:
            return scalar(text)
        except ValueError as error:
            raise Broken(file, line, f"{show(text)} is {error}") from None


_WORD = re.compile(r'(?:[^\s"]|"[^"]*"?)+')


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data
