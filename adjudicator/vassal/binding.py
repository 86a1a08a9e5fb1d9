"""Which counter of a module is which unit: the binding file, read, and drafted from a module (docs/vassal.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from adjudicator.files.fault import Broken
from adjudicator.vassal.module import Module
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.sequence import tokens

KEYS: dict[str, type] = {
    "module": str, "rulebook": str, "map": str, "situation": str, "properties": dict, "values": dict, "layers": dict, "units": list, "markers": list,
    "ignore": list, "dice": dict, "turn": dict, "declarations": list, "plain": bool, "say": dict,
}  # fmt: skip
OWN = ("gpid", "name", "image")
"""What a row of the binding recognises a counter by; the other keys are facts."""
SAY = ("move", "path", "enter", "leave")
"""Deeds that a binding may have put into lines in words of its own."""
SLOTS = (None, "units", "unit", "start", "end", "path")
"""What such a line may have put in."""
UNFIT = re.compile(r"[^\w.+-]+")


@dataclass
class Bound:
    """What a counter is: `kind` unit or marker, its id, and its facts."""

    kind: str
    id: str
    facts: dict[str, Any]


@dataclass
class Binding:
    """A binding file; an empty one passes all counters on by their names."""

    module: str = ""
    rulebook: str = ""
    map: str = ""
    situation: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    layers: dict[str, dict[str, Any]] = field(default_factory=dict)
    units: list[dict[str, Any]] = field(default_factory=list)
    markers: list[dict[str, Any]] = field(default_factory=list)
    ignore: list[re.Pattern[str]] = field(default_factory=list)
    dice: dict[str, str] = field(default_factory=dict)
    turn: dict[str, Any] = field(default_factory=dict)
    declarations: list[re.Pattern[str]] = field(default_factory=list)
    plain: bool = False
    """Whether a line of chat that is an attack in the rulebook's language is a declaration as it stands."""
    say: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    """Piece -> id given to it, so that two counters of one name differ."""
    taken: dict[str, int] = field(default_factory=dict)

    def bound(self, piece: Piece, prototypes: Mapping[str, str]) -> Bound | None:
        """What a counter is, None if the binding leaves it out."""
        title = piece.name or piece.image
        if any(pattern.fullmatch(title) for pattern in self.ignore):
            return None
        row, kind = self._row(piece)
        if row is None and self.units:
            return None
        facts = self._facts(piece, prototypes)
        facts.update({key: value for key, value in (row or {}).items() if key not in (*OWN, "id")})
        return Bound(kind, self._id(piece, str((row or {}).get("id") or "")), facts)

    def _row(self, piece: Piece) -> tuple[dict[str, Any] | None, str]:
        for rows, kind in ((self.units, "unit"), (self.markers, "marker")):
            for key in OWN:
                said = getattr(piece, key)
                for row in rows:
                    if said and str(row.get(key, "")) == said and (key != "gpid" or not row.get("name") or row["name"] == piece.name or not piece.name):
                        return row, kind
        return None, "unit"

    def _id(self, piece: Piece, said: str) -> str:
        known = self.ids.get(piece.id)
        if known is None:
            known = said or UNFIT.sub("-", piece.name).strip("-.") or UNFIT.sub("-", piece.image).strip("-.") or f"counter-{piece.gpid or piece.id}"
            count = self.taken[known] = self.taken.get(known, 0) + 1
            known = known if count == 1 else f"{known}-{count}"
            self.ids[piece.id] = known
        return known

    def _facts(self, piece: Piece, prototypes: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.properties:
            said = piece.properties(prototypes)
            for fact, key in self.properties.items():
                if key in said:
                    found[fact] = self._value(fact, said[key])
        if self.layers:
            levels = piece.layers()
            for fact, how in self.layers.items():
                level = levels.get(str(how.get("layer")))
                choices = how.get("levels") or {}
                if level is not None:
                    for word in (str(level[0]), level[1]):
                        if choices.get(word, "") != "":
                            found[fact] = choices[word]
        return found

    def _value(self, fact: str, text: str) -> Any:
        choices = self.values.get(fact) or {}
        if text in choices:
            return choices[text]
        digits = text[1:] if text[:1] == "-" else text
        return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else text


def read_binding(path: str, data: Any) -> Binding:
    """The binding in a document (plain data of a YAML file). Raises `Broken` for what is no binding."""
    if not isinstance(data, dict):
        raise Broken(path, 1, "no_binding")
    for key, value in data.items():
        if key not in KEYS:
            raise Broken(path, None, "binding_key", key=str(key), known=", ".join(KEYS))
        if not isinstance(value, KEYS[key]):
            raise Broken(path, None, "binding_value", key=str(key))
    plain = {key: data[key] for key in ("module", "rulebook", "map", "situation", "plain") if key in data}
    tables = {key: _table(path, key, data[key]) for key in ("properties", "dice") if key in data}
    nested = {key: {str(name): _mapping(path, key, value) for name, value in data[key].items()} for key in ("values", "layers") if key in data}
    rows = {key: [_mapping(path, key, row) for row in data[key]] for key in ("units", "markers") if key in data}
    patterns = {key: _patterns(path, key, data[key]) for key in ("ignore", "declarations") if key in data}
    found = Binding(**plain, **tables, **nested, **rows, **patterns)  # type: ignore[arg-type]
    found.turn = {str(key): value for key, value in data.get("turn", {}).items()}
    for key, text in _table(path, "say", data.get("say", {})).items():
        try:
            good = all(name in SLOTS and not form and not turn for _, name, form, turn in Formatter().parse(text))
        except ValueError:
            good = False
        if not good:
            raise Broken(path, None, "binding_value", key=f"say.{key}") from None
        if key not in SAY:
            raise Broken(path, None, "binding_key", key=f"say.{key}", known=", ".join(SAY))
        found.say[key] = text
    return found


def _mapping(path: str, key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Broken(path, None, "binding_value", key=key)
    return {str(name): {str(k): v for k, v in each.items()} if isinstance(each, dict) else each for name, each in value.items()}


def _table(path: str, key: str, value: dict[Any, Any]) -> dict[str, str]:
    if any(isinstance(each, (dict, list)) for each in value.values()):
        raise Broken(path, None, "binding_value", key=key)
    return {str(name): str(each) for name, each in value.items()}


def _patterns(path: str, key: str, rows: Iterable[Any]) -> list[re.Pattern[str]]:
    found = []
    for row in rows:
        try:
            found.append(re.compile(str(row)))
        except (re.error, OverflowError, RecursionError):
            raise Broken(path, None, "binding_value", key=key) from None
    return found


# ---- a first draft ---------------------------------------------------------------------------------------------------------------
def draft(module: Module, rulebook: str, facts: Iterable[str], declaration: str) -> dict[str, Any]:
    """A binding to be looked through, as plain data: every counter of the module, and what can be guessed of it by equal names.

    `facts` are the names of what the rulebook knows of a unit (`side`, `attack` ...); `declaration` is a pattern of chat lines that declare.
    """
    wanted = {name.lower(): name for name in facts}
    properties: dict[str, str] = {}
    layers: dict[str, dict[str, Any]] = {}
    units = []
    for slot in module.slots.values():
        fields = tokens(slot.text, "/")
        if len(fields) < 4:
            continue
        piece = Piece(slot.gpid, fields[2], fields[3])
        for key in piece.properties(module.prototypes):
            if key.lower() in wanted:
                properties.setdefault(wanted[key.lower()], key)
        for layer, levels in piece.levels().items():
            row = layers.setdefault(layer, {"layer": layer, "levels": {}})
            row["levels"].update(dict.fromkeys((str(number) for number in range(1, len(levels) + 1)), ""), **dict.fromkeys(filter(None, levels), ""))
        title = piece.name or slot.name
        units.append({"gpid": slot.gpid, "name": title, "id": UNFIT.sub("-", title).strip("-.") or f"counter-{slot.gpid}"})
    counters = [level for tracker in module.trackers for level in _levels(tracker)]
    turn: dict[str, Any] = {}
    for name, names in counters:
        if names is None:
            turn.setdefault("turn", name)
        elif "phase" not in turn:
            turn["phase"] = name
            turn["phases"] = dict.fromkeys(names, "")
    return {
        "module": module.about.name,
        "rulebook": rulebook,
        "map": max(module.maps.values(), key=lambda window: len(window.boards) * (1 if window.owners else 2)).name if module.maps else "",
        "properties": properties,
        "layers": layers,
        "units": units,
        "markers": [],
        "ignore": [],
        "dice": {button.name: "roll" for button in module.dice},
        "turn": turn,
        "declarations": [declaration],
        "plain": False,
    }


def _levels(levels: Iterable[Any]) -> Iterable[tuple[str, tuple[str, ...] | None]]:
    for level in levels:
        yield level.property, level.names
        yield from _levels(level.inner)
