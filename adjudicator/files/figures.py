"""Figures that rules print (`figures.yaml`): an entry for each line of a printed table, and the entry that one names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def spread(specs: Mapping[str, Any], tables: Mapping[str, Any]) -> dict[str, Any]:
    """The figures, with one for each line of the table that one is said of (`each`): its texts have places for the line:
    ``{name}``, ``{key}`` (the name as one word), ``{number}`` in it, the hexes (``{hex}``) of a place."""
    found: dict[str, Any] = {}
    for name, spec in specs.items():
        if "each" not in spec:
            found[name] = spec
            continue
        lines = entry(tables, spec["each"])
        for key, content in lines.items():
            if key == "rule":
                continue  # the number of the rule that prints the table
            word = re.sub(r"\W+", "_", str(key))
            hexes = content[1] if isinstance(content, list) and len(content) > 1 else [word]
            holds = {"key": word, "name": str(key), "number": re.sub(r"\D", "", str(key)) or word, "hex": "|HEX:".join(map(str, hexes))}
            said = {part: text if isinstance(text, list) else _put(str(text), holds) for part, text in spec.items() if part not in ("each", "table")}
            found[f"{name}_{word}"] = {**said, "table": [*path(spec["each"]), key, *([0] if isinstance(content, list) else [])]}
    return found


def _put(text: str, holds: Mapping[str, str]) -> str:
    """A text with what it has places for."""
    for name, content in holds.items():
        text = text.replace(f"{{{name}}}", content)
    return text


def numbers(spec: Mapping[str, Any]) -> list[str]:
    """The numbers that print a figure: one, or a list of them."""
    told = spec["rule"]
    return [str(number) for number in (told if isinstance(told, list) else [told])]


def path(names: Any) -> list[Any]:
    """The names on the way to an entry, which are told as a list or joined by dots."""
    return list(names) if isinstance(names, list) else str(names).split(".")


def entry(tables: Mapping[str, Any], names: Any) -> Any:
    """The entry of a printed table.  Raises KeyError, IndexError, TypeError where there is none."""
    found: Any = tables
    for name in path(names):
        found = found[name]
    return found
