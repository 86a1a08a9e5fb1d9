"""Files that a situation names, put in, and its blocks of lines, made into mappings (docs/maps.md)."""

from __future__ import annotations

import os
import re

from adjudicator.files.cache import stamp
from adjudicator.files.document import Document, Spot
from adjudicator.files.fault import Broken, Phrase, first_word, printable, show
from adjudicator.files.places import may_name
from adjudicator.files.schema import BLOCKS, CORE_HEX, CORE_UNIT, FILE_KEYS
from adjudicator.files.textmap import is_text_map, load_text_map
from adjudicator.files.types import did_you_mean, nearest
from adjudicator.files.yaml import load_document, scalar

TYPE_CHECKING = False  # see document.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from adjudicator.files.schema import Path, Spec, Type

FILE_LIMIT = 20  # files that one situation may draw in
DEPTH_LIMIT = 5  # files naming files
_WORD = re.compile(r'(?:[^\s"]|"[^"]*"?)+')


def include_files(
    document: Document, base_folder: str | os.PathLike[str] | None = None, spec: Spec | None = None, extra: str | None = None, drawn: list[Any] | None = None
) -> Document:
    """A situation with the files it names put in and its blocks of lines made into mappings, else as it is.

    `map`, `units_from` and `tables_from` name YAML files relative to the file that names them (`base_folder` for the
    situation, else the folder of its file); they lie beneath its folder or where the user allows it (`extra`). What the
    situation states itself wins: key by key for a hex, a unit (by id) and the tables. Units that only the order of
    battle lists, without `at`, are not on the map: they go into `spare`. `spec` tells which values of a block are
    texts, so that a counter named 46 stays a text. The document passed in is not changed; `drawn` is told the stamp of
    every file that is put in.
    Raises `Broken`: a file that cannot be read or is faulty, files that name each other, a line of a block that makes
    no sense.
    """
    if not isinstance(document.data, dict):
        return document
    base = os.fspath(base_folder) if base_folder is not None else os.path.dirname(document.file)
    return _Merger(spec or {}, extra, drawn).whole(document, base or ".", (os.path.realpath(document.file),))


class _Merger:
    def __init__(self, spec: Spec, extra: str | None, drawn: list[Any] | None) -> None:
        self.extra = extra
        self.drawn = drawn if drawn is not None else []
        self.checked = bool(spec)
        self.unit_types = {**CORE_UNIT, **spec.get("units", {})}
        self.hex_types = {**CORE_HEX, **spec.get("hexes", {})}
        self.files = 0

    def whole(self, document: Document, base: str, chain: tuple[str, ...]) -> Document:
        """The situation or map file with everything put in."""
        data = document.data
        names = [key for key in FILE_KEYS if key in data]
        blocks = [key for key in BLOCKS if isinstance(data.get(key), str)]
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
            raise document.broken((key,), "file_name", key=show(key), found=show(name))
        if os.path.isabs(name):
            raise document.broken((key,), "file_relative", key=show(key), found=show(name))
        path = os.path.normpath(os.path.join(base, name))
        if not may_name(base, path, self.extra):
            raise document.broken((key,), "file_outside", key=show(key), found=show(name))
        try:
            real = os.path.realpath(path)
        except ValueError:  # no possible name: whoever opens it will say so
            real = path
        self.files += 1
        if real in chain:
            raise document.broken((key,), "names_itself", file=show(name))
        if len(chain) > DEPTH_LIMIT or self.files > FILE_LIMIT:
            raise document.broken((key,), "many_files", file=show(name))
        try:
            self.drawn += [stamp(path)] if os.path.isfile(path) else ()
            other = load_text_map(path) if key == "map" and is_text_map(path) else load_document(path)
        except Broken as error:
            if error.line is None:  # not a fault in that file, but in its name: blame the line with the name
                raise document.broken((key,), "named_file", file=printable(error.file), why=error.phrase) from None
            raise
        if key == "units_from" and isinstance(other.data, (list, str)):
            other = self.wrapped(other, "units")
        elif key == "tables_from" and isinstance(other.data, dict) and not isinstance(other.data.get("tables"), dict):
            other = self.wrapped(other, "tables")
        if not isinstance(other.data, dict):
            raise other.broken((), "named_mapping", key=show(key), found=first_word(other.data))
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
            raise other.broken(("units",), "must_be", what=show("units"), wanted=Phrase("a_list"), found=show(counters))
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
                    raise other.broken(("units", index, "id"), "unit_twice", id=show(name), line=first)
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
                        raise Broken(file, line, "block_without_id")
                    if len(set(columns)) < len(columns):
                        raise Broken(file, line, "column_twice")
                    for column in columns if self.checked else ():
                        if column not in self.unit_types:
                            near = nearest(column, self.unit_types)
                            raise Broken(file, line, "unknown_column", column=show(column), hint=did_you_mean(near))
                    continue
                new.append(self.unit(columns, words, file, line, lines))
                places.append(line)
        else:
            for line, words in rows:
                name, rest = words[0], words[1:]
                if name in new:
                    raise Broken(file, line, "name_twice", name=show(name), line=places[name])
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
                    raise Broken(file, line, "open_quotation")
                words.append(word.replace('"', ""))
            if words:
                yield line, words

    def hex(self, name: str, words: list[str], file: str, line: int) -> dict[str, Any]:
        plain = [word for word in words if "=" not in word]
        value: dict[str, Any] = {}
        if not words:
            raise Broken(file, line, "empty_hex", hex=show(name))
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
            raise Broken(file, line, "empty_hexside", side=show(name))
        if "-" in words:
            if len(words) > 1:
                raise Broken(file, line, "nothing_and_something", side=show(name))
            return []
        return words

    def unit(self, columns: list[str], words: list[str], file: str, line: int, lines: dict[int, Spot]) -> dict[str, Any]:
        cells, rest = words[: len(columns)], words[len(columns) :]
        # key=value may follow a line that leaves its last columns out
        for index, cell in enumerate(cells):
            if "=" in cell:
                cells, rest = cells[:index], cells[index:] + rest
                break
        if len(cells) < len(columns) and not rest:
            raise Broken(file, line, "few_values", count=len(cells), columns=len(columns))
        unit: dict[str, Any] = {}
        for key, cell in zip(columns, cells, strict=False):
            if cell != "-":
                unit[key] = self.cell(cell, self.unit_types.get(key), file, line)
        for word in rest:
            if "=" not in word:
                raise Broken(file, line, "many_values", value=show(word), columns=[printable(column) for column in columns])
        self.pairs(unit, rest, self.unit_types, file, line)
        lines[id(unit)] = Spot(unit, file, line, dict.fromkeys(unit, line))
        for item in unit.values():
            if isinstance(item, list):
                lines[id(item)] = Spot(item, file, line, [line] * len(item))
        return unit

    def pairs(self, into: dict[str, Any], words: Iterable[str], types: Mapping[str, Type], file: str, line: int) -> None:
        for word in words:
            key, _, text = word.partition("=")
            if key in into and not (key == "features" and not into[key]):
                raise Broken(file, line, "twice_in_line", key=show(key))
            into[key] = self.cell(text, types.get(key), file, line)

    def cell(self, text: str, wanted: Type, file: str, line: int) -> Any:
        """The value of a word in a block: a text where the rulebook wants one, else what YAML would make of it."""
        if isinstance(wanted, dict) and "list" in wanted:
            return [self.cell(piece, wanted["list"], file, line) for piece in text.split(",") if piece]
        if wanted in ("hexes", "ids", "list"):
            return [piece for piece in text.split(",") if piece]
        if isinstance(wanted, str):
            kinds = set(wanted.split("|"))
            if not kinds & {"int", "number", "bool", "any"} and not (kinds & {"null"} and text in ("null", "~")):
                return text
            if "bool" in kinds and "any" not in kinds and text in ("yes", "no"):
                return text == "yes"
        try:
            return scalar(text)
        except ValueError as error:
            raise Broken(file, line, str(error), value=show(text)) from None


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data
