"""How things look: the core's ``grammars/look.yaml``, and a rulebook's ``look.yaml`` laid over it (docs/draw.md)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.book.rulebook import PACKAGE
from adjudicator.draw.symbols import SIGNS, SYMBOLS
from adjudicator.files.cache import compiled
from adjudicator.files.fault import Broken
from adjudicator.files.places import grammars_folder
from adjudicator.files.types import Checker
from adjudicator.files.yaml import load_document

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

FILE = "look.yaml"
ROLES = ["move", "retreat", "advance", "attack", "line", "none"]  # what an act can be for a picture
LINES = ["side", "through", "across"]  # along the hexside, from hex to hex, a bar over the hexside
_COLOR = {"match": "#[0-9a-f]{6}", "like": "#9fb37c"}
_CHAR = {"match": "[!-~\u00a1-\uffff]", "like": "\u2663"}
_COUNTER = {"fill": _COLOR, "ink": _COLOR}
_DASH = {"match": "[0-9. ]+", "like": "6 3"}
_DRAWN = {"map": {"map": "str"}}  # fact -> value -> what is drawn
_SHAPE: dict[str, Any] = {
    "keys": {
        "terrain": {"map": {"keys": {"fill": _COLOR, "sign": [*SIGNS], "text": _CHAR}}},
        "features": {"map": {"keys": {"sign": [*SIGNS], "text": _CHAR}}},
        "hexsides": {
            "map": {
                "keys": {
                    "line": LINES,
                    "color": _COLOR,
                    "width": "number",
                    "dash": _DASH,
                    "over": _COLOR,
                    "text": _CHAR,
                    "river": "bool",
                }
            }
        },
        "sides": {"map": {"keys": _COUNTER}},
        "others": {"list": {"keys": _COUNTER}},
        "markers": {"map": {"keys": {**_COUNTER, "text": "str"}}},
        "acts": {"map": ROLES},
        "zones": {"match": r"\w+\.\w+", "like": "vocabulary.zone"},
        "units": {"keys": {"symbol": {"map": {"map": [*SYMBOLS]}}, "size": _DRAWN, "flags": _DRAWN, "values": {"list": "str"}}},
    }
}


class Ink(NamedTuple):
    """The colours of a counter: its ground, and what is written on it."""

    fill: str
    ink: str


class Look:
    """The look of one rulebook; every question has an answer, also for words that nobody described."""

    def __init__(self, data: Mapping[str, Any], book: Rulebook | None = None) -> None:
        self.data = data
        self.book = book
        self.units: Mapping[str, Any] = data["units"]
        self.values: tuple[str, ...] = tuple(self.units["values"])
        self._spare = [Ink(**each) for each in data["others"]]

    def terrain(self, name: Any) -> Mapping[str, Any]:
        """How ground looks; ``strange`` in it where nobody described such terrain, ``unknown`` where it is not known."""
        if name is None:
            return self._entry("terrain", "unknown")
        return self.data["terrain"].get(name) or self._entry("terrain", "strange")

    def _entry(self, section: str, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.data[section][name]
        return found

    def feature(self, name: str) -> Mapping[str, Any]:
        """How something in a hex looks."""
        found: Mapping[str, Any] | None = self.data["features"].get(name)
        return found if found is not None else self._entry("features", "other")

    def hexside(self, name: str) -> Mapping[str, Any]:
        """How something on a hexside looks."""
        found: Mapping[str, Any] | None = self.data["hexsides"].get(name)
        return found if found is not None else self._entry("hexsides", "other")

    def side(self, name: Any) -> Ink:
        """The colours of a side's counters: its own, else those of its place in the rulebook's list; grey where it is not known."""
        found = self.data["sides"].get(name)
        if found is not None:
            return Ink(found["fill"], found["ink"])
        sides = self.book.sides if self.book is not None else ()
        return self._spare[sides.index(name) % len(self._spare)] if name in sides else Ink("#d8d4c8", "#222222")

    def marker(self, kind: Any) -> Mapping[str, Any]:
        """How a marker looks."""
        found: Mapping[str, Any] | None = self.data["markers"].get(kind)
        return found if found is not None else self._entry("markers", "other")

    def by_fact(self, what: str, known: Callable[[str], Any]) -> Iterator[str]:
        """What the facts of a unit have drawn on its counter: its ``symbol``, ``size`` or ``flags``, in the order described."""
        for fact, drawn in self.units[what].items():
            value = known(fact)
            value = str(value).lower() if isinstance(value, bool) else str(value)
            if value in drawn:
                yield drawn[value]

    def role(self, kind: str, slots: Mapping[str, Any]) -> str:
        """What an act is for a picture (`ROLES`): by its kind, else an attack if it has a target, else a move."""
        found = self.data["acts"].get(kind)
        return str(found) if found is not None else "attack" if slots.get("target") or slots.get("target_units") else "move"

    def zones(self) -> Callable[[Any, str, str], list[Any]] | None:
        """The function of the rulebook that tells whose zones of control reach a hex, seen by a side; None if it names none."""
        named = self.data.get("zones")
        if named is None or self.book is None:
            return None
        module, _, name = str(named).rpartition(".")
        found: Callable[[Any, str, str], list[Any]] = getattr(import_module(f"{PACKAGE}{self.book.id}.{module}"), name)
        return found


def look_of(book: Rulebook | None) -> Look:
    """The look of a rulebook.  Raises Broken for a file that is faulty."""
    core = os.path.join(grammars_folder(), FILE)
    own = os.path.join(book.folder, FILE) if book is not None else ""
    paths = [path for path in (core, own) if path and os.path.exists(path)]
    data: dict[str, Any] = compiled(paths, lambda: _read(paths), f"look-{book.id if book is not None else ''}")
    return Look(data, book)


def _read(paths: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in paths:
        document = load_document(path)
        checker = Checker(document, {}, None, None)
        checker.value((), document.data, _SHAPE, os.path.basename(path))
        for file, line, phrase, _ in checker.faults:
            raise Broken(file, line, phrase)
        for section, content in document.data.items():
            if section == "units":
                found["units"] = {**found.get("units", {}), **content}  # a book's own facts take the place of those of the core
            elif isinstance(content, dict):
                below = found.get(section, {})
                found[section] = {**below, **{name: {**below.get("other", {}), **each} if isinstance(each, dict) else each for name, each in content.items()}}
            else:
                found[section] = content
    return found
