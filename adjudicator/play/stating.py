"""Facts typed in bracket names: ``hexes[1212].restricted_area = no``.  So whatever a ruling asks for can be answered."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.book import InputError
from adjudicator.files.fault import Phrase
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import label
from adjudicator.ground.paths import FactPath, parse
from adjudicator.say.catalogue import catalogue

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

_FACT = re.compile(r"\s*([^=;]*[^=;\s])\s*=\s*([^;\s][^;]*?)\s*")
_SWITCH = {"yes": True, "no": False, "true": True, "false": False}


def bracketed(book: Rulebook, text: str) -> tuple[str, Any] | None:
    """The fact and its value if the text is ``name = value``, else None.

    Raises InputError if the rulebook has no such fact or the fact cannot have this value.
    """
    found = _FACT.fullmatch(text)
    path = parse(found[1]) if found is not None else None
    if found is None or path is None:
        return None
    wanted = book.declared.type_of(path)
    if isinstance(wanted, Phrase):
        raise InputError("unknown_fact", why=wanted)
    value = read(book, path, wanted, found[2])
    book.declared.check(str(path), value, found[2])
    return str(path), value


def read(book: Rulebook, path: FactPath, wanted: Any, said: str) -> Any:
    """The value that typed words give a fact of a type; what does not fit it stays a text, for the check to refuse."""
    values = {label(value).lower(): value for value in _listed(book, path, wanted)}
    values |= {"true": True, "false": False} if "yes" in values else {}
    word = said.lower()
    if word in values:
        return values[word]
    if isinstance(wanted, dict) and "either" in wanted:
        tries = [read(book, path, kind, said) for kind in wanted["either"]]
        return next((value for value in tries if not isinstance(value, str)), tries[0])
    kinds = frozenset(wanted.split("|")) if isinstance(wanted, str) else frozenset()
    if isinstance(wanted, dict) and "list" in wanted or kinds & {"ids", "hexes", "list"} and "str" not in kinds:
        inner = wanted["list"] if isinstance(wanted, dict) else "hex" if "hexes" in kinds else "str"
        parts = [part.strip() for part in re.split(_joins(), said.strip("[]"), flags=re.I) if part.strip()]
        return [] if word in ("none", "[]") else [read(book, path, inner, part) for part in parts]
    if "null" in kinds and word in ("none", "null"):
        return None
    if kinds & {"bool", "any"} and word in _SWITCH:
        return _SWITCH[word]
    a_hex = re.fullmatch(book.meta.get("hex") or r"\d\d\.?\d\d", said) is not None
    if (kinds & {"int", "number"} or kinds == {"any"} and not a_hex) and re.fullmatch(r"-?\d{1,9}", said):
        return int(said)
    if "number" in kinds and re.fullmatch(r"-?\d{1,9}\.\d{1,9}", said):
        return float(said)
    if isinstance(wanted, dict) and "range" in wanted and re.fullmatch(r"-?\d{1,9}", said):
        return int(said)
    return said


@cache
def _joins() -> str:
    """What stands between the items of a list: a comma, a plus, the word for "and" of any language."""
    return r"[,+]|\s(?:" + "|".join(re.escape(str(catalogue(lang)["table"]["replies"]["and"])) for lang in LANGUAGES) + r")\s"


def _listed(book: Rulebook, path: FactPath, wanted: Any) -> tuple[Any, ...]:
    """The values that a type lists, and those that the rulebook tries of the fact."""
    if wanted == "bool":
        return (True, False)
    if isinstance(wanted, (list, tuple)):
        return tuple(wanted)
    spec = book.facts.get(path.spec)
    return spec.values or () if spec is not None else ()
