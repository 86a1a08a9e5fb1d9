"""What a situation of a rulebook may be told with: the words that it allows, its set-ups by name, the tables that a printed card supplies."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.book.declared import spec_of
from adjudicator.study.explain import printed

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.say.words import Say

SETUP = "setup"  # who stands where at the start: no table of a card
_GROUPS = (
    ("sides", ("side",), None), ("phase", ("keys", "phase"), None), ("weather", ("keys", "weather"), None), ("scenario", ("keys", "scenario"), None),
    ("time", ("keys", "time"), None), ("terrain", ("hexes", "terrain"), "hexes.terrain"), ("features", ("hexes", "features"), "hexes.features"),
    ("hexsides", ("hexsides",), None), ("kind", ("units", "kind"), "units.kind"), ("class", ("units", "class"), "units.class"),
    ("size", ("units", "size"), "units.size"), ("markers", ("markers", "kind"), "markers.kind"),
)  # fmt: skip
"""What a group of words is called; where the specification of situations has it; the fact whose values serve where that has none."""


class Setup(NamedTuple):
    """A position that a rulebook has ready: its name (`pd:start`), what it is, its file, and the log that begins with it ("": none)."""

    name: str
    text: str
    file: str
    log: str


def setups(book: Rulebook, say: Say) -> list[Setup]:
    """The set-ups of a rulebook (`setups` of its book.yaml)."""
    found = []
    for name, entry in (book.meta.get("setups") or {}).items():
        file, log = (os.path.normpath(os.path.join(book.folder, entry[key])) if key in entry else "" for key in ("file", "log"))
        found.append(Setup(f"{book.id}:{name}", say.pick(entry) or "", file, log))
    return found


def words(book: Rulebook) -> dict[str, list[str]]:
    """Group -> the words that a rulebook allows there: sides, phases, weather, terrain, what lies in hexes and on hexsides, kinds, markers."""
    spec: dict[str, Any] = {**spec_of(book), "side": book.sides}
    found: dict[str, list[str]] = {}
    for group, keys, fact in _GROUPS:
        content: Any = spec
        for key in keys:
            content = content.get(key) if isinstance(content, dict) else None
        if isinstance(content, dict) and "list" in content:
            content = content["list"]
        if not isinstance(content, (list, tuple)) and fact in book.facts:
            content = book.facts[fact].values
        flat = [word for entry in content for word in (entry if isinstance(entry, (list, tuple)) else (entry,))] if isinstance(content, (list, tuple)) else []
        if kept := [word for word in dict.fromkeys(flat) if isinstance(word, str)]:
            found[group] = kept
    kind = book.facts["markers.kind"].absent if "markers.kind" in book.facts else None
    if isinstance(kind, str):
        found.setdefault("markers", [kind])
    return found


def card(book: Rulebook) -> list[str]:
    """The tables of which the text of the book gives nothing: a player copies them from the game's card into `tables:` of a situation."""
    declared = spec_of(book)["keys"].get("tables")
    keys = declared.get("keys", {}) if isinstance(declared, dict) else {}
    return [name for name in dict.fromkeys((*book.tables, *keys)) if name != SETUP and not printed(book.tables.get(name))]


def card_in_part(book: Rulebook) -> list[str]:
    """The tables of which the text of the book gives a part: cells without an entry, rows for some kinds of ground only."""
    ground = {"terrain", *words(book).get("terrain", ())}
    return [
        name
        for name, table in book.tables.items()
        if name != SETUP and isinstance(table, dict) and printed(table) and (_gaps(table) or 1 < len(ground & table.keys()) < len(ground) - 1)
    ]


def _gaps(content: Any) -> bool:
    """Whether a cell or a row of a table is empty."""
    if isinstance(content, dict):
        return any(_gaps(inner) for inner in content.values()) or not content
    return isinstance(content, list) and any(inner is None for inner in content)
