"""Situation files: read, checked against their rulebook, and made into a position."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adjudicator.book.declared import Declared, spec_of
from adjudicator.files.cache import NotKept, compiled, stamp
from adjudicator.files.document import Document
from adjudicator.files.fault import Broken, Phrase, first_word, printable, show
from adjudicator.files.places import allowed_folders
from adjudicator.files.text import STDIN
from adjudicator.files.types import did_you_mean, nearest
from adjudicator.files.yaml import load_document
from adjudicator.ground.situation import Situation

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

_FILES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "files")
_CHECKED_BY = [os.path.join(_FILES, f"{name}.py") for name in ("includes", "schema", "types", "yaml")]


def located(name: str, extra: str | None = None, key: str = "file") -> str:
    """The file that is meant by the name of a situation: ``pd:start`` is the set-up ``start`` of the rulebook pd (``setups`` of its book.yaml),
    unless a file has that very name; anything else is a file.  ``key="log"``: the log that begins with it.  Raises Broken for a set-up that
    the rulebook has not."""
    head, colon, rest = name.partition(":")
    if not colon or not head or not set(name).isdisjoint("/\\") or os.path.lexists(name):
        return name
    from adjudicator import book as books

    try:
        book = books.load(head, extra)
    except books.UnknownRulebook:
        return name
    setups: dict[str, Any] = book.meta.get("setups") or {}
    if key not in setups.get(rest, ()):
        raise Broken(
            name, None, "no_setup", book=book.id, name=show(rest), known=", ".join(other for other in setups if key in setups[other]) or Phrase("nothing")
        )
    return os.path.normpath(os.path.join(book.folder, setups[rest][key]))


def load(path: str, book: Rulebook | None = None, extra: str | None = None) -> tuple[Rulebook, Situation]:
    """The position of a situation file ('-' is standard input, `pd:start` a set-up of a rulebook), and its rulebook.

    Raises Broken if the file is faulty or meant for another rulebook, NoRulebook if neither it nor the caller names one,
    book.UnknownRulebook if it names one that is not installed.
    """
    path = located(path, extra)
    base = os.path.dirname(path) if path != STDIN else "."
    book, data = opened(path, lambda document: _book_of(document, book, extra, base or "."), extra, book.folder if book is not None else "")
    return book, made(book, data, path)


def opened(path: str, book_of: Callable[[Document], Rulebook], extra: str | None = None, wanted: str = "") -> tuple[Rulebook, dict[str, Any]]:
    """The checked data of a situation file, and the rulebook that ``book_of`` finds for it (``wanted``: where it has to lie, if that is known).

    What was checked is kept, and holds until the file, one that it draws in, its rulebook or the code that checks it changes.  Raises Broken.
    """
    fresh: list[tuple[Rulebook, dict[str, Any]]] = []
    drawn: list[list[Any]] = []

    def build() -> Any:
        document = load_document(path)
        if document.data is None:
            document.data = {}
        if not isinstance(document.data, dict):
            raise document.broken((), "no_situation", found=first_word(document.data))
        book = book_of(document)
        folder = book.folder
        drawn.extend(stamp(os.path.join(folder, file)) for file in os.listdir(folder) if file.endswith(".yaml") and not file.startswith("cases"))
        data = checked(book, document, (os.path.dirname(path) if path != STDIN else "") or ".", extra, drawn)
        fresh.append((book, data))
        if json.loads(json.dumps(data, default=str)) != data:
            raise NotKept
        return [folder, data]

    if path == STDIN or not os.path.isfile(path):  # what comes through a pipe comes once
        build()
        return fresh[0]
    allowed = [os.path.abspath(folder) for folder in allowed_folders(extra)]
    try:
        folder, data = compiled([path, *_CHECKED_BY], build, f"situation {os.path.abspath(path)} {wanted} {allowed}", drawn)
    except NotKept:
        pass
    if fresh:
        return fresh[0]
    book = book_of(Document(data, None, path))
    if book.folder != folder:  # another rulebook has this name by now
        build()
        return fresh[0]
    return book, data


def of_data(book: Rulebook, data: dict[str, Any], name: str = "situation", base: str | None = None, extra: str | None = None) -> Situation:
    """The position of data that lie in no file of their own (a case, a program's), checked as a file is.  Raises Broken, with that name."""
    return made(book, checked(book, Document(dict(data), None, name), base, extra), name)


def made(book: Rulebook, data: dict[str, Any], name: str) -> Situation:
    """The position of checked data.  Raises Broken, with that name, where they contradict each other or whatever else hinders it."""
    try:
        return Situation(book, data)
    except Exception as error:
        raise Broken(name, None, "no_position", why=printable(str(error))[:100] if isinstance(error, ValueError) else type(error).__name__) from error


class NoRulebook(ValueError):
    """A situation that names no rulebook, where nobody else did."""


def _book_of(document: Document, book: Rulebook | None, extra: str | None, base: str) -> Rulebook:
    from adjudicator import book as books

    named = document.data.get("rulebook")
    if named is None:
        if book is None:
            raise NoRulebook
        return book
    if not isinstance(named, str):
        raise document.broken(("rulebook",), "no_rulebook_name", found=show(named))
    try:
        found = books.load(named, extra, base)
    except books.UnknownRulebook as error:
        hint = Phrase("installed", names=error.args[1]) if error.args[1] else ""
        raise document.broken(("rulebook",), "no_rulebook", name=show(named), hint=hint) from None
    if book is not None and found is not book:
        raise document.broken(("rulebook",), "other_rulebook", found=found.id, wanted=book.id)
    return found


def spared(path: str, book: Rulebook | None = None, extra: str | None = None) -> tuple[Rulebook, Situation, list[tuple[Broken, tuple[str, ...]]]]:
    """The position of a faulty situation file without what is at fault in it, and each fault with the hexes that it is about, so that they can be looked
    at on a map.  Raises Broken where no position is left; else as `load`."""
    base = (os.path.dirname(path) if path != STDIN else "") or "."
    document = load_document(path)
    if not isinstance(document.data, dict):
        raise document.broken((), "no_situation", found=first_word(document.data))
    book = _book_of(document, book, extra, base)
    document = _whole(document, spec_of(book), base, extra)
    found: list[tuple[Broken, tuple[str, ...]]] = []
    while True:
        try:
            return book, made(book, checked(book, document, base, extra), path), found
        except Broken as error:
            faults = (error, *error.others)
            if not all(fault.path for fault in faults):
                raise
            found += [(fault, _about(document.data, fault.path)) for fault in faults]
            away = {_least(fault.path) for fault in faults}
            for keys in sorted(away, key=lambda keys: (len(keys), [str(key).zfill(9) for key in keys]), reverse=True):  # the last of a list first
                _left_out(document.data, keys)


def _about(data: dict[str, Any], path: tuple[Any, ...]) -> tuple[str, ...]:
    """The hexes that the data at a path are about."""
    if path[0] in ("hexes", "hexsides") and len(path) > 1:
        return tuple(str(path[1]).split("/"))
    entry = data[path[0]][path[1]] if len(path) > 1 and isinstance(data.get(path[0]), list) else None
    at = entry.get("at") if isinstance(entry, dict) else None
    return tuple(at.split("/")) if isinstance(at, str) else ()


def _least(path: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is left out with a fault: the fact of a hex or a unit, the whole hexside, the whole of what has no name or no place."""
    if path[0] == "hexsides" or len(path) > 2 and path[2] in ("id", "at"):
        return path[:2]
    return path[:3]


def _left_out(data: Any, path: tuple[Any, ...]) -> None:
    for key in path[:-1]:
        data = data[key]
    del data[path[-1]]


def _whole(document: Document, spec: dict[str, Any], base: str | None, extra: str | None, drawn: list[Any] | None = None) -> Document:
    """A situation with the files put in that it names, and its blocks of lines made into mappings."""
    from adjudicator.files import schema

    if any(key in document.data for key in schema.FILE_KEYS) or any(isinstance(document.data.get(key), str) for key in schema.BLOCKS):
        from adjudicator.files.includes import include_files

        return include_files(document, base, spec, extra, drawn)
    return document


def checked(book: Rulebook, document: Document, base: str | None = None, extra: str | None = None, drawn: list[Any] | None = None) -> dict[str, Any]:
    """The data of a situation with the files it names put in (``drawn`` gets their stamps), checked.  Raises Broken; its ``others`` are the further faults."""
    from adjudicator.files import schema

    spec = spec_of(book)
    document = _whole(document, spec, base, extra, drawn)
    touching = None if document.data.get("adjacent") else lambda first, second: book.grid.adjacent(first, second) is not False
    schema.check_situation(document, spec, on_map=book.grid.valid, adjacent=touching)
    data: dict[str, Any] = document.data
    shape = Declared(book, spec)
    for name, choice in (data.get("options") or {}).items():
        values = (book.meta.get("options") or {}).get(name, {}).get("values") if name != "readings" else None
        if values and choice not in values:
            raise document.broken(("options", name), "option_values", option=name, values=values, found=show(choice))
        if not values and name != "readings" and not isinstance(choice, bool):
            raise document.broken(("options", name), "option_values", option=name, values=("true", "false"), found=show(choice))
    for id_, choice in ((data.get("options") or {}).get("readings") or {}).items():
        where = ("options", "readings", id_)
        if id_ not in book.readings:
            hint = did_you_mean(nearest(str(id_), book.readings))
            raise document.broken(where, "no_reading", book=book.id, reading=show(id_), hint=hint)
        if choice != "ask" and choice not in book.readings[id_]["choices"]:
            known = [*book.readings[id_]["choices"], "ask"]
            raise document.broken(where, "reading_values", reading=id_, values=known, found=show(choice))
    for at, name in enumerate(data.get("unknown") or ()):
        problem = shape.why_not(name)
        if problem is not None:
            raise document.broken(("unknown", at), problem)
    return data
