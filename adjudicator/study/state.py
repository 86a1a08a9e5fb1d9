"""docs/state.md: what the facts that hold several things may hold, book by book.  `python -m adjudicator.study.state > docs/state.md` writes it."""

from __future__ import annotations

from typing import Any

from adjudicator import book as books
from adjudicator.book import Rulebook
from adjudicator.book.declared import spec_of
from adjudicator.files import schema

HEAD = """# What may be stated, book by book

Written by `python -m adjudicator.study.state` from the `state` sections of the rulebooks and compared with them by a test. Facts of units, hexes, hexsides
and markers stand under `facts` and `situation` of each `book.yaml`; the keys that every book shares in [situations.md](situations.md). Whatever does not fit
is refused, in a file (with its line), in a log and where it is typed (with its column). Any of these facts, whole or in part, may stand under `unknown`:
`pending`, `pending.result`, `air[german].have`, `history[16Pz]`, `history[16Pz].attack` (whether it attacked), `units[16Pz].eliminated`, `tables.crt`;
what hangs on it is then asked for.

In every book `pending` may hold {pending}. An act of `history` is called by `act` and may have {deed}; without `phase` and `turn` it was done in the
present ones. An id of a unit, marker or side leads to its acts, in order.
"""
WORDS = {
    "str": "a text", "int": "a whole number", "number": "a number", "bool": "true or false", "hex": "a hex", "hexes": "hexes", "hexside": "a hexside",
    "place": "a hex, hexside, off_map or track", "side": "a side", "ids": "ids", "list": "a list", "map": "a mapping", "null": "null", "any": "anything",
}  # fmt: skip


def told(wanted: Any) -> str:
    """A type in words."""
    if isinstance(wanted, str):
        return " or ".join(WORDS[kind] for kind in wanted.split("|"))
    if isinstance(wanted, (list, tuple)):
        return " · ".join(f"`{value}`" for value in wanted)
    if "is" in wanted:
        return f"another name of `{wanted['is']}`"
    if "range" in wanted:
        return "{}–{}".format(*wanted["range"])
    if "match" in wanted:
        return f"a text such as `{wanted['like']}`"
    if "either" in wanted:
        return " or ".join(told(kind) for kind in wanted["either"])
    if "list" in wanted:
        return f"a list of: {told(wanted['list'])}"
    if "map" in wanted:
        return f"name → {told(wanted['map'])}"
    return "{" + keys(wanted["keys"]) + "}"


def keys(known: dict[str, Any]) -> str:
    """Keys with their types."""
    return ", ".join(f"{key}: {told(kind)}" for key, kind in known.items())


def section(book: Rulebook) -> str:
    """The tables of one book."""
    whole = spec_of(book)["keys"]
    own = book.meta.get("state") or {}
    rows = []
    for name in ("pending", *(name for name in own if name not in ("pending", "history", "tables"))):
        if name == "pending":
            rows += [f"| `pending.{key}` | {told(kind)} |" for key, kind in (own.get("pending") or {}).items()]
        else:
            rows.append(f"| `{name}` | {told(whole[name])} |")
    rows += [f"| `tables.{name}` | {told(kind)} |" for name, kind in (own.get("tables") or {}).items()]
    acts = [f"| {'any' if act == 'every' else f'`{act}`'} | {keys(kinds or {}) or 'no more'} |" for act, kinds in (own.get("history") or {}).items()]
    lines = [f"## {book.title} (`{book.id}`)", "| fact | holds |", "|---|---|", *rows, "", "| act of `history` | its own keys |", "|---|---|", *acts]
    if dated := book.meta.get("dated"):
        lines += ["", f"Acts are dated by {', '.join(f'`{name}`' for name in dated)} too."]
    return "\n".join(lines)


def page() -> str:
    """The whole document, for the rulebooks that come with the program."""
    shared = {"pending": keys(schema.CORE_PENDING), "deed": keys({key: kind for key, kind in schema.CORE_DEED.items() if key != "act"})}
    names = [name for name in ("fpa", "gdp", "pd", "ocs", "bcs", "arnhem") if name in books.folders()]
    return "\n\n".join([HEAD.strip().format(**shared), *(section(books.load(name)) for name in names)]) + "\n"


if __name__ == "__main__":
    print(page(), end="")
