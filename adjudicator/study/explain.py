"""Everything there is to say about one printed number of a rulebook."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.files.places import LANGUAGES
from adjudicator.files.text import read_text
from adjudicator.files.yaml import load_yaml
from adjudicator.ground.folding import fold
from adjudicator.study.numbers import base, functions_of, index_of, place_of
from adjudicator.study.search import Search

if TYPE_CHECKING:
    from adjudicator.book import Rule, Rulebook
    from adjudicator.say.words import Say


def lookup(index: Mapping[str, Any], number: str) -> str | None:
    """The number as the index has it: also without a leading paragraph sign, a final dot, or in other letters."""
    wanted = fold(number.strip().lstrip("§").strip().rstrip("."))
    if not wanted:
        return None
    return next((each for each in index if fold(each) == wanted), None) or next((each for each in index if fold(each) == f"{wanted}.0"), None)


_PART = re.compile(r"\d+|[^\W\d_]+")


def nearest(index: Mapping[str, Any], number: str) -> list[str]:
    """Up to five printed numbers close to one that is not printed, nearest first: those that begin alike, then those that come next to it."""
    wanted = _PART.findall(fold(number))
    printed = {each: _PART.findall(fold(each)) for each in index}

    def far(each: str) -> tuple[int, int, int]:
        parts = printed[each]
        alike = next((place for place, pair in enumerate(zip(wanted, parts, strict=False)) if pair[0] != pair[1]), min(len(wanted), len(parts)))
        ours, theirs = (int(row[alike]) if len(row) > alike and row[alike].isdigit() else 0 for row in (wanted, parts))
        return -alike, abs(len(wanted) - len(parts)), abs(ours - theirs)

    near = sorted(index, key=far)[:5]
    if near and far(near[0])[0] == 0:  # headings
        from difflib import get_close_matches

        return get_close_matches(number, index, 5, 0.5)
    return near


def cited_as(index: Mapping[str, Any]) -> str:
    """How the rules of a book are cited: one number of each shape that it prints, the shortest first; of headings, three."""
    shapes: dict[str, str] = {}
    for number in index:
        if "#" not in number:
            shapes.setdefault(re.sub(r"\d+", "1", re.sub(r"[^\W\d_]", "a", number)) if number[:1].isdigit() else "heading" + number, number)
    return ", ".join(f'"{number}"' if " " in number else number for number in sorted(shapes.values(), key=len)[:3])


# ---- tables -----------------------------------------------------------------------------------------------------------------
def table_title(say: Say, name: str) -> str:
    """What a table is called."""
    labels = (say.book.meta.get("labels") or {}) if say.book is not None else {}
    return say.pick(labels.get(f"table.{name}")) or say.catalogue["explain"]["table_names"].get(name) or name.replace("_", " ")


def table_named(book: Rulebook, name: str) -> str | None:
    """The table of that name, as the program calls it or as a player does in either language; None if there is none."""
    from adjudicator.say.words import Say

    wanted = fold(name).replace("_", " ").strip()
    for table in book.tables:
        titles = (table_title(Say(lang, book), table) for lang in LANGUAGES)
        if wanted in (fold(table).replace("_", " "), *map(fold, titles)):
            return table
    return None


def printed(table: Any) -> bool:
    """Whether the book's text gives anything of a table; what it lacks stands on a printed card."""
    if isinstance(table, dict):
        return any(printed(content) for key, content in table.items() if key not in ("rule", "lines"))
    return table not in (None, [], "")


def searched(book: Rulebook) -> Search:
    """The rules of a book, to be searched by words."""
    from adjudicator.say.words import Say

    tables: dict[str, list[str]] = {}
    for name, table in book.tables.items():
        number = table.get("rule") if isinstance(table, dict) else None
        tables.setdefault(str(number), []).extend((name, *(table_title(Say(lang, book), name) for lang in LANGUAGES)))
    return Search(book, index_of(book), tables)


# ---- one number -------------------------------------------------------------------------------------------------------------
def about(book: Rulebook, number: str, entry: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Everything there is to say about one printed number."""
    functions = functions_of(book)
    printed = index_of(book)
    mine = [rule for other, rules in functions.items() if other == number or base(other) == number and other not in printed for rule in rules]
    found: dict[str, Any] = {"rulebook": book.id, "number": number, **{key: say.pick(entry.get(key)) or "" for key in ("title", "summary")}}
    found["status"] = "coded" if mine else entry.get("status", "uncoded")
    if "why" in entry:
        found["why"] = say.pick(entry["why"])
    for key in ("lines", "page", "by", "table"):
        if key in entry:
            found[key] = entry[key]
    found["functions"] = [_function(book, rule) for rule in mine]
    found["exceptions"] = [{"number": rule.number, **place_of(rule)._asdict()} for rules in functions.values() for rule in rules if number in rule.exception_to]
    found["readings"] = [_reading(say, id_, spec) for id_, spec in book.register.items() if spec.get("rule") == number]
    option = (book.meta.get("options") or {}).get(number)
    if option is not None:
        found["option"] = say.pick(option) or str(option)
    found["tables"] = {name: book.tables[name] for name in _tables(book, number, entry, mine)}
    found["cases"] = _cases(book, number)
    return found


def _function(book: Rulebook, rule: Rule) -> dict[str, Any]:
    found: dict[str, Any] = {**place_of(rule)._asdict(), "text": (rule.function.__doc__ or "").strip().replace("\n    ", " ")}
    if rule.on:
        found["acts"] = sorted({kind for kind, cls in book.acts.items() if issubclass(cls, rule.on)})
        found["stage"] = rule.stage
    derived = rule.function.__dict__.get("derives")
    if derived is not None:
        found["derives"] = derived[0]
    for place in ("before", "after"):
        if getattr(rule, place):
            found[place] = list(getattr(rule, place))
    if rule.exception_to:
        found["exception_to"] = list(rule.exception_to)
    return found


def _reading(say: Say, id_: str, spec: Mapping[str, Any]) -> dict[str, Any]:
    choices = spec.get("choices") or {name: spec[name] for name in ("holds", "other")}
    return {"id": id_, "default": spec.get("default", "holds"), "choices": {choice: say.pick(text) or choice for choice, text in choices.items()}}


def register(book: Rulebook, say: Say) -> list[dict[str, Any]]:
    """The register of readings (readings.yaml): each entry with both outcomes, why, and the case that shows it; ``switch`` if a table may choose."""
    return [
        {
            **_reading(say, id_, spec),
            "rule": spec["rule"],
            "switch": "choices" in spec,
            "kind": spec.get("kind", "doubt"),
            "why": say.pick(spec["why"]),
            "case": spec["case"],
        }
        for id_, spec in book.register.items()
    ]


def _tables(book: Rulebook, number: str, entry: Mapping[str, Any], rules: Iterable[Rule]) -> list[str]:
    """Tables that the number prints, then those that its functions look into."""
    printed = [name for name, table in book.tables.items() if isinstance(table, dict) and table.get("rule") == number or name == entry.get("table")]
    codes = [rule.code for rule in rules]
    constants = [constant for code in codes if "table" in code.co_names for constant in code.co_consts]
    read = [constant for constant in constants if isinstance(constant, str) and constant in book.tables]
    return list(dict.fromkeys([*printed, *read]))


_ITEM = re.compile(r"^- .*(?:\n(?!- ).*)*", re.MULTILINE)  # one entry of a list that stands at the margin


_KEY = re.compile(r"^(?:- |  )(?:id|rules):.*(?:\n {3,}.*)*", re.MULTILINE)  # its keys id and rules, with their values


def _cases(book: Rulebook, number: str) -> list[str]:
    """The conformance cases that are about the number.  Of a case no more is read than its id and its rules: to read a whole file for
    the first time takes seconds."""
    path = os.path.join(book.folder, "cases.yaml")
    if not os.path.exists(path):
        return []
    heads = [_head(item) for item in _ITEM.findall(read_text(path)) if number in item]
    cases = load_yaml(path, text="\n".join(head for head in heads if number in head)) or ()
    return [str(case.get("id")) for case in cases if isinstance(case, dict) and number in (case.get("rules") or ())]


def _head(item: str) -> str:
    """A case with these two keys only; all of it where they stand otherwise."""
    keys = _KEY.findall(item)
    return f"- {chr(10).join(keys)[2:]}" if len(keys) == 2 else item
