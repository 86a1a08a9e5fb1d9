"""Situation files: read, checked against their rulebook, and made into a position."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from adjudicator.files.fault import Phrase, show
from adjudicator.files.text import STDIN
from adjudicator.files.yaml import load_document
from adjudicator.ground.situation import Situation

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.files.document import Document


def spec_of(book: Rulebook) -> dict[str, Any]:
    """What a situation of this rulebook may hold (see schema.py): its ``facts``, and above them what ``situation`` says."""
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
    spec["keys"] = {**keys, **(given.get("keys") or {})}
    for name, one in lists.items():
        units = {**schema_units(), **groups["units"], **(given.get("units") or {})}
        parts = {part: {"list": {"keys": units}} for part in one.get("parts") or ()}
        spec.setdefault("lists", {})[name] = {"id": "str", "side": "side", **groups.pop(name), **(given.get(name) or {}), **parts}
    for group, known in groups.items():
        spec[group] = {**{key: kind for key, kind in known.items() if kind != "any" or not _core(group, key)}, **(given.get(group) or {})}
    return spec


def schema_units() -> dict[str, Any]:
    """The keys of a unit that every book shares."""
    from adjudicator.files import schema

    return schema.CORE_UNIT


def _core(group: str, key: str) -> bool:
    from adjudicator.files import schema

    shared = {"units": schema.CORE_UNIT, "hexes": schema.CORE_HEX, "markers": schema.CORE_MARKER}
    return key in shared[group]


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


def load(path: str, book: Rulebook | None = None, extra: str | None = None) -> tuple[Rulebook, Situation]:
    """The position of a situation file ('-' is standard input), and its rulebook.

    Raises Broken if the file is faulty or meant for another rulebook, NoRulebook if neither it nor the caller names one,
    book.UnknownRulebook if it names one that is not installed.
    """
    document = load_document(path)
    if document.data is None:
        document.data = {}
    if not isinstance(document.data, dict):
        raise document.broken((), "no_situation", found=show(document.data))
    book = _book_of(document, book, extra)
    base = os.path.dirname(path) if path != STDIN else "."
    return book, Situation(book, checked(book, document, base))


class NoRulebook(ValueError):
    """A situation that names no rulebook, where nobody else did."""


def _book_of(document: Document, book: Rulebook | None, extra: str | None) -> Rulebook:
    from adjudicator import book as books

    named = document.data.get("rulebook")
    if named is None:
        if book is None:
            raise NoRulebook
        return book
    if not isinstance(named, str):
        raise document.broken(("rulebook",), "no_rulebook_name", found=show(named))
    try:
        found = books.load(named, extra)
    except books.UnknownRulebook as error:
        hint = Phrase("installed", names=error.args[1]) if error.args[1] else ""
        raise document.broken(("rulebook",), "no_rulebook", name=show(named), hint=hint) from None
    if book is not None and found is not book:
        raise document.broken(("rulebook",), "other_rulebook", found=found.id, wanted=book.id)
    return found


def checked(book: Rulebook, document: Document, base: str | None = None) -> dict[str, Any]:
    """The data of a situation with the files it names put in, checked.  Raises Broken; its ``others`` are the further faults."""
    from adjudicator.files import schema

    spec = spec_of(book)
    if any(key in document.data for key in schema.FILE_KEYS) or any(isinstance(document.data.get(key), str) for key in schema.BLOCKS):
        from adjudicator.files.includes import include_files

        document = include_files(document, base, spec)
    touching = None if document.data.get("adjacent") else lambda first, second: book.grid.adjacent(first, second) is not False
    schema.check_situation(document, spec, on_map=book.grid.valid, adjacent=touching)
    data: dict[str, Any] = document.data
    for name, choice in (data.get("options") or {}).items():
        values = (book.meta.get("options") or {}).get(name, {}).get("values") if name != "readings" else None
        if values and choice not in values:
            raise document.broken(("options", name), "option_values", option=name, values=values, found=show(choice))
    for id_, choice in ((data.get("options") or {}).get("readings") or {}).items():
        where = ("options", "readings", id_)
        if id_ not in book.readings:
            hint = schema.did_you_mean(schema.nearest(str(id_), book.readings))
            raise document.broken(where, "no_reading", book=book.id, reading=show(id_), hint=hint)
        if choice != "ask" and choice not in book.readings[id_]["choices"]:
            known = [*book.readings[id_]["choices"], "ask"]
            raise document.broken(where, "reading_values", reading=id_, values=known, found=show(choice))
    return data
