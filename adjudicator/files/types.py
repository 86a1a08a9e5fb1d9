"""The types of what a file or a player may state, and the one check of a value against its type.

A type is 'str', 'int', 'number', 'bool', 'hex', 'hexes', 'hexside', 'place' (hex, hexside, off_map, track or one of
`places`), 'side', 'ids', 'list', 'map', 'pairs', 'any', 'null', several joined by '|' ('number|str'), a list of allowed
values, {'list': type}, {'map': type}, {'keys': {key: type}} (a mapping with just these keys; with 'open' true null is as good as a key left
out), {'range': [low, high]} (a whole number), {'match': pattern, 'like': example} (a text), {'either': [types]} or {'acts': {act: keys}} (a deed
of the history, whose 'act' says which keys it may have). A key of the type {'is': other} is another name of that key: it is kept under it.
"""

from __future__ import annotations

import re

from adjudicator.files.document import Document
from adjudicator.files.fault import Phrase, show
from adjudicator.files.yaml import must_quote

TYPE_CHECKING = False  # not from typing, which costs as much as the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    Path = tuple[Any, ...]
    Type = Any
    What = str | Phrase
    Spec = dict[str, Any]

OFF_MAP = ("off_map", "track")
EXPECTED = {
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
    "any": "a_text",
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


class Checker:
    """One pass over values, which gathers every fault."""

    def __init__(
        self,
        document: Document | None,
        spec: Spec,
        on_map: Callable[[str], bool] | None,
        adjacent: Callable[[str, str], bool] | None,
    ) -> None:
        self.document = document or Document(None, {})
        self.spec = spec
        self.hex_pattern = re.compile(spec.get("hex") or r"\d\d\.?\d\d")
        self.on_map = on_map
        self.adjacent = adjacent
        self.sides = spec.get("sides")
        self.places = frozenset((*OFF_MAP, *spec.get("places", ())))
        self.good: set[str] = set()  # hexes found good: the same few come over and over
        self.faults: list[tuple[str, int, Phrase, Path]] = []
        self.suggested = 0

    def fault(self, path: Path, key: str | Phrase, /, **slots: object) -> None:
        """Note what is wrong with the value at a path."""
        if len(self.faults) < FAULT_LIMIT:
            self.faults.append((*self.document.place_of(path), key if isinstance(key, Phrase) else Phrase(key, **slots), path))

    def near(self, word: object, known: Iterable[object]) -> str | Phrase:
        """The hint that a known name was meant, or nothing."""
        self.suggested += 1
        return did_you_mean(nearest(word, known) if self.suggested <= SUGGESTION_LIMIT else None)

    # ---- pieces

    def hex_fault(self, value: str) -> Phrase | None:
        """What is wrong with the number of a hex, or None."""
        if value in self.good:
            return None
        if not self.hex_pattern.fullmatch(value):
            return Phrase("no_hex_number", hex=show(value))
        if self.on_map is not None and not self.on_map(value):
            return Phrase("not_on_map", hex=show(value))
        self.good.add(value)
        return None

    def hexside_fault(self, value: str, side: bool = True) -> Phrase | None:
        """What is wrong with the name of a hexside (or of a pair of hexes), or None."""
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
        """What is wrong with the name of a side, or None."""
        if self.sides is None or value in self.sides:
            return None
        return Phrase("unknown_side", side=show(value), hint=self.near(value, self.sides) or Phrase("the_sides", names=tuple(self.sides)))

    def key(self, path: Path, key: Any, what: What) -> bool:
        """Whether a key that must be a text is one."""
        if isinstance(key, str):
            return True
        self.fault(path, "of", what=what, why=must_quote(self.document.typed_key(path) or show(key)))
        return False

    def keys(self, path: Path, value: dict[Any, Any], known: Mapping[str, Type], where: What) -> None:
        """The keys of a mapping and the types of their values; a key that is another name of one is renamed."""
        renamed: list[tuple[Any, str]] = []
        for key, item in value.items():
            wanted = known.get(key)
            if wanted is None:
                if self.key((*path, key), key, Phrase("a_key_of", where=where)):
                    hint = self.near(key, known)
                    if not hint and len(known) <= 12:
                        hint = Phrase("known_here", names=tuple(known))
                    self.fault((*path, key), "unknown_key", key=show(key), where=where, hint=hint)
            elif wanted.__class__ is dict and "is" in wanted:
                renamed.append((key, wanted["is"]))
            elif wanted != "any":
                self.value((*path, key), item, wanted, Phrase("key_of", key=show(key), where=where))
        for key, other in renamed:
            if other in value:
                self.fault((*path, key), "one_key_twice", key=show(key), other=show(other))
            else:
                self.value((*path, key), value[key], known[other], Phrase("key_of", key=show(key), where=where))
                value[other] = value.pop(key)

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
        elif "match" in wanted:
            if not isinstance(value, str) or not re.fullmatch(wanted["match"], value):
                self.fault(path, "must_be", what=what, wanted=Phrase("a_text_like", example=wanted["like"]), found=show(value))
        elif "either" in wanted:
            self.either(path, value, wanted["either"], what)
        elif "acts" in wanted:
            if self.container(path, value, dict, what):
                act, acts = value.get("act"), wanted["acts"]
                known = acts.get(act) if isinstance(act, str) else None
                if known is None:
                    self.fault((*path, "act") if "act" in value else path, "no_such_act", what=what, found=show(act), hint=self.near(act, acts))
                else:
                    self.keys(path, value, known, Phrase("the_act", act=show(act)))
        elif "map" in wanted:
            if self.container(path, value, dict, what):
                for key, item in value.items():
                    if self.key((*path, key), key, Phrase("a_key_of", where=what)):
                        self.value((*path, key), item, wanted["map"], Phrase("key_of", key=show(key), where=what))
        elif not (value is None and wanted.get("open")) and self.container(path, value, dict, what):
            if wanted.get("open"):
                value = {key: item for key, item in value.items() if item is not None}
            if wanted.get("needs") and not value.get(wanted["needs"]):
                self.fault(path, "no_id", what=what)
            self.keys(path, value, wanted["keys"], what)

    def container(self, path: Path, value: Any, kind: type, what: What) -> bool:
        """Whether a value that must be a list or a mapping is one."""
        if isinstance(value, kind):
            return True
        self.fault(path, "must_be", what=what, wanted=Phrase("a_list" if kind is list else "a_mapping"), found=show(value))
        return False

    def either(self, path: Path, value: Any, kinds: list[Type], what: What) -> None:
        """One of several types; what is wrong is said of the last."""
        before = len(self.faults)
        for kind in kinds:
            del self.faults[before:]
            self.value(path, value, kind, what)
            if len(self.faults) == before:
                return

    def union(self, path: Path, value: Any, kinds: list[str], what: What) -> None:
        """One of several plain types."""
        before = len(self.faults)
        for kind in kinds:
            del self.faults[before:]
            self.simple(path, value, kind, what)
            if len(self.faults) == before:
                return
        del self.faults[before:]
        if isinstance(value, (int, float)) and not isinstance(value, bool) and set(kinds) <= {*_TEXTUAL, "null"}:
            self.fault(path, "of", what=what, why=must_quote(self.document.typed(path) or show(value)))
            return
        *some, last = (Phrase(EXPECTED[kind]) for kind in kinds)
        for kind_ in reversed(some):
            last = Phrase("or", first=kind_, second=last)
        self.fault(path, "must_be", what=what, wanted=last, found=show(value))

    def simple(self, path: Path, value: Any, wanted: str, what: What) -> None:
        """A value of a plain type."""
        if wanted == "any":
            return
        if wanted in _TEXTUAL:
            if not isinstance(value, str):
                if isinstance(value, (int, float)):
                    self.fault(path, "of", what=what, why=must_quote(self.document.typed(path) or show(value)))
                else:
                    self.fault(path, "must_be", what=what, wanted=Phrase(EXPECTED[wanted]), found=show(value))
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
            self.fault(path, "must_be", what=what, wanted=Phrase(EXPECTED[wanted]), found=show(value))

    def pair(self, path: Path, value: Any, what: What) -> None:
        """Two hexes."""
        if isinstance(value, list) and len(value) == 2:
            for index, item in enumerate(value):
                self.simple((*path, index), item, "hex", Phrase("a_hex_of", where=what))
        else:
            self.fault(path, "must_be", what=Phrase("an_entry_of", what=what), wanted=Phrase("a_pair"), found=show(value))


def _names(values: Iterable[object]) -> tuple[str, ...]:
    return tuple("null" if value is None else str(value).lower() if value is True or value is False else str(value) for value in values)
