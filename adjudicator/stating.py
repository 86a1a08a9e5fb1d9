"""Facts typed in bracket names: ``hexes[1212].restricted_area = no``.  So whatever a ruling asks for can be answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.facts import label

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

_FACT = re.compile(r"\s*((?:units|hexes|hexsides|markers)\[[^\]]+\](?:\.\w+)?|[a-z_]+(?:\.[\w-]+)*)\s*=\s*(\S.*?)\s*")


def bracketed(book: Rulebook, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text is ``name = value``, else None.

    Raises InputError if the rulebook has no such fact or the fact cannot have this value.
    """
    found = _FACT.fullmatch(text)
    if found is None:
        return None
    path, said = found[1], found[2]
    group, _, rest = path.partition("[")
    name = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
    if path.startswith("options.readings."):
        return path, said
    spec = book.facts.get(f"{group}.{name}" if rest else path.partition(".")[0])
    if spec is None:
        raise InputError("unknown_fact", fact=path, known=", ".join(sorted(book.facts)))
    if spec.values is None:
        a_hex = re.fullmatch(book.meta.get("hex") or r"\d\d\.?\d\d", said) is not None
        return path, int(said) if said.isdecimal() and not a_hex and len(said) < 10 else said
    values = {label(value).lower(): value for value in spec.values}
    values |= {"true": True, "false": False} if "yes" in values else {}
    word = said.lower()
    if word in values:
        return path, values[word]
    parts = [part.strip() for part in said.strip("[]").replace("+", ",").split(",") if part.strip()]
    if isinstance(spec.values[0], list):  # several features, or a river with its name
        return path, parts
    raise InputError("bad_value", fact=path, value=said, known=", ".join(values))


def taken_out(book: Rulebook, text: str) -> tuple[list[tuple[str, Any]], str]:
    """The bracketed facts of an entry, and the entry with blanks in their place, so that columns stay right."""
    facts: list[tuple[str, Any]] = []
    rest: list[str] = []
    for part in text.split(";"):
        fact = bracketed(book, part) if "=" in part else None
        if fact is not None:
            facts.append(fact)
        rest.append(part if fact is None else " " * len(part))
    return facts, (";".join(rest) if facts else text)
