"""What a situation may hold: checking it against the keys of its rulebook.

Generic over rulebooks: `CORE` are the keys that every book shares, `spec` adds those of one book:

    {"hex": regex, "sides": [...], "places": [...], "keys": {key: type}, "units": {...}, "hexes": {...},
     "markers": {...}, "hexsides": [features], "options": [names]}

Types are those of types.py. A type of the book replaces that of `CORE`.
"""

from __future__ import annotations

from adjudicator.files.document import Document
from adjudicator.files.fault import Broken, Phrase, first_word, show
from adjudicator.files.types import Checker

TYPE_CHECKING = False  # see document.py
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Path = tuple[Any, ...]
    Type = Any
    What = str | Phrase
    Spec = dict[str, Any]

FILE_KEYS = ("map", "units_from", "tables_from")
"""They name files that are put in (includes.py)."""
BLOCKS = ("hexes", "hexsides", "units")
"""They may be typed as lines instead of mappings."""
SIGHT = ["clear", "blocked"]
"""What the line of sight between two hexes can be, where the rulebook does not say otherwise."""
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
CORE_PENDING: dict[str, Type] = {
    "act": "str",
    "hex": "place",
    "result": "str",
    "attackers": "ids",
    "defenders": "ids",
    "support": "ids",
    "steps_taken": "bool",
    "retreated": "bool",
}
"""What `pending` holds in every book: the act that is being carried out, its result and who has to do with it."""
CORE_DEED: dict[str, Type] = {"act": "str", "hex": "place", "target": {"is": "hex"}, "phase": "str", "turn": "int", "order": "int", "count": "int"}
"""What an act of `history` says in every book; without `phase` and `turn` it was done in the present ones."""
CORE_STATE: dict[str, Type] = {"air": {"map": {"keys": {"have": "int", "used": "int"}}}}
"""What other facts that hold several things hold, unless the book says otherwise."""
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


class _Check(Checker):
    """One pass over one situation."""

    # ---- sections

    def run(self) -> None:
        data = self.document.data
        if not isinstance(data, dict):
            self.fault((), "no_situation", found=first_word(data))
            return
        spec = self.spec
        known = {**CORE, **dict.fromkeys(spec.get("lists", ()), "any"), **spec.get("keys", {})}
        if len(data) > 1 and not any(key in known for key in data):  # something else altogether: nothing of it is told
            self.fault((), "no_known_key")
            return
        self.keys((), data, known, Phrase("the_situation"))
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
                self.value(path, item, "number" if name == "distance" else SIGHT, Phrase("key_of", key=show(key), where=show(name)))

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
        paths = {fault[:3]: fault[3] for fault in reversed(check.faults)}
        faults = sorted(dict.fromkeys(fault[:3] for fault in check.faults), key=lambda fault: (fault[0] != own, fault[0], fault[1]))
        first, *others = (Broken(*fault) for fault in faults)
        first.others = others
        for told in (first, *others):
            told.path = paths[told.file, told.line, told.phrase]  # type: ignore[index]
        raise first
