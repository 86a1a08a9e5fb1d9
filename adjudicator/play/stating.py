"""Facts typed in bracket names: ``hexes[1212].restricted_area = no``.  So whatever a ruling asks for can be answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.ground.facts import label

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.language import Entry

_FACT = re.compile(r"\s*([a-z_]+\[[^\]]+\](?:\.\w+(?:\[[^\]]+\]\.\w+)?)?|[a-z_]+(?:\.[\w-]+)*)\s*=\s*(\S.*?)\s*")
_SWITCH = {"yes": True, "no": False, "true": True, "false": False}


def bracketed(book: Rulebook, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text is ``name = value``, else None.

    Raises InputError if the rulebook has no such fact or the fact cannot have this value.
    """
    found = _FACT.fullmatch(text)
    if found is None:
        return None
    path, said = found[1], found[2]
    if path.startswith("options."):
        return path, _option(book, path, said)
    group, _, rest = path.partition("[")
    name = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
    if "[" in name:  # a counter listed within an entity
        group, name = "units", name.rpartition(".")[2]
    spec = book.facts.get((f"{group}.{name}" if name else group) if rest else path.partition(".")[0])
    if spec is None and rest and group in book.facts:
        spec = book.facts[group]  # a pool of each side: air[german].have
    if spec is None:
        raise InputError("unknown_fact", fact=path, known=", ".join(sorted(book.facts)))
    if group == "adjacent":
        return path, _one_of(path, said, _SWITCH)
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
        known = {str(part) for value in spec.values for part in value}
        strange = [part for part in parts if not part[0].isupper() and "_" not in part and part not in known]  # a capital begins a name
        if strange:
            raise InputError("bad_value", fact=path, value=said, known=", ".join(values))
        return path, parts
    return path, _one_of(path, said, values)


def _option(book: Rulebook, path: str, said: str) -> Any:
    """The value of an optional rule or a reading."""
    name = path.removeprefix("options.")
    if name.startswith("readings."):
        spec = book.readings.get(name.removeprefix("readings."))
        if spec is not None:
            return _one_of(path, said, {choice: choice for choice in (*spec["choices"], "ask")})
    elif name in (book.meta.get("options") or {}):
        values = book.meta["options"][name].get("values")
        return _one_of(path, said, {choice: choice for choice in values} if values else _SWITCH)
    known = [*(book.meta.get("options") or {}), *(f"readings.{reading}" for reading in book.readings)]
    raise InputError("unknown_fact", fact=path, known=", ".join(f"options.{other}" for other in known))


def _one_of(path: str, said: str, values: dict[str, Any]) -> Any:
    if said.lower() not in values and said not in values:
        raise InputError("bad_value", fact=path, value=said, known=", ".join(values))
    return values[said] if said in values else values[said.lower()]


def entry_of(book: Rulebook, text: str, parse: Callable[[str], Entry]) -> Entry:
    """The entry of a text in which facts may be typed in bracket names; ``parse`` understands the rest of it.

    Raises InputError (see `bracketed`) and whatever ``parse`` raises.
    """
    from adjudicator.language import Entry, Stated

    facts: list[tuple[str, Any]] = []
    rest: list[str] = []
    for part in text.split(";"):
        fact = bracketed(book, part) if "=" in part else None
        if fact is not None:
            facts.append(fact)
        rest.append(part if fact is None else " " * len(part))  # blanks, so that columns stay right
    if not facts:
        return parse(text)
    said = ";".join(rest)
    parts = parse(said).parts if said.strip(" ;") else ()
    return Entry(text, (*(Stated(path, content) for path, content in facts), *parts))
