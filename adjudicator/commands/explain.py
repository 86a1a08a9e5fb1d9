"""``adjudicator explain``: one printed rule in our words, where its code, tables and cases stand, and how it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.commands.checking import quoted
from adjudicator.say.exits import BROKEN
from adjudicator.say.output import tell
from adjudicator.study.explain import about, cited_as, lookup, nearest, printed, searched, table_named, table_title
from adjudicator.study.numbers import index_of

if TYPE_CHECKING:
    from adjudicator.say.words import Say

CASES_SHOWN = 12
PROVENANCE = ("rule", "source", "lines")  # of a table: where it is printed, not what it says
_KEY = re.compile(r"[a-z_]{2,}")  # of tables.yaml, no code of a result
_NUMBER = re.compile(r"\W*\d[\w.#]*")


@click.command("explain")
@click.argument("rulebook")
@click.argument("words", nargs=-1)
@cli.common()
@click.pass_context
def explain_command(ctx: click.Context, rulebook: str, words: tuple[str, ...], fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Explain a rule of RULEBOOK: WORDS are its number, what it is about, or the name of a table.

    A number (or a heading) gives the rule in our words, its code, tables, readings and cases; any other words, in either language, the
    rules that speak of them, best first; nothing at all the index.
    """
    told, lang = lang, cli.start(ctx, lang)
    from adjudicator.say.words import Say

    book = cli.open_book(rulebook, rulebook_path)
    say = Say(lang, book)
    index = index_of(book)
    if not index:
        raise cli.Fault("no_index", BROKEN, book=book.id)
    asked = " ".join(words).strip()
    found = lookup(index, asked)
    if not words:
        rows = [_row(say, number, entry) for number, entry in index.items()]
        text = [*_columns(rows), "", *_filled([say.catalogue["explain"]["tables"] + ":", *(f"{name}," for name in book.tables)], "", " ")]
        _tell(fmt, [{key: row[key] for key in ("number", "title")} for row in rows], "\n".join(text).rstrip(","))
    elif found is not None:
        facts = about(book, found, index[found], say)
        _tell(fmt, facts, as_text(facts, say) if fmt == "text" else "")
    elif (table := table_named(book, asked)) is not None:
        _tell(fmt, {"rulebook": book.id, "table": table, "title": table_title(say, table), "content": book.tables[table]}, _table_text(say, table))
    elif _NUMBER.fullmatch(asked):
        near = nearest(index, asked)
        hint = say.message("nearest_numbers", names=near) if near else ""
        raise cli.Fault("no_number", hint=hint, book=book.id, number=asked, cited=cited_as(index))
    else:
        _tell(fmt, *_search(say, index, asked, told is None))


def _tell(fmt: str, data: Any, text: str) -> None:
    if fmt == "json":
        cli.echo_json(data)
    else:
        tell(text)


def _row(say: Say, number: str, entry: Mapping[str, Any]) -> dict[str, str]:
    return {"number": number, **{key: say.pick(entry.get(key)) or "" for key in ("title", "summary")}}


def _columns(rows: list[dict[str, str]]) -> list[str]:
    wide = max(len(row["number"]) for row in rows)
    return [f"{row['number'].rjust(wide)}  {row['title']}" for row in rows]


def _search(say: Say, index: Mapping[str, Any], asked: str, follow: bool) -> tuple[Any, str]:
    """The rules that speak of some words, as data and as text; ``follow``: in the language of the words.  Raises Fault if there are none."""
    book = say.book
    assert book is not None
    search = searched(book)
    if follow and (own := search.language(asked)) is not None:
        say = type(say)(own, book)
    hits = search.find(asked)
    if not hits:
        near = search.near(asked)
        hint = say.message("did_you_mean", names=", ".join(near)) if near else ""
        raise cli.Fault("nothing_found", hint=hint, book=book.id, words=asked, cited=cited_as(index))
    rows = [_row(say, hit.number, index[hit.number]) for hit in hits]
    if len(rows) == 1:
        facts = about(book, rows[0]["number"], index[rows[0]["number"]], say)
        return facts, as_text(facts, say)
    lines = [say.message("found", book=book.id, words=asked)]
    wide = max(len(row["number"]) for row in rows)
    for row in rows:
        lines += [f"  {row['number'].rjust(wide)}  {row['title']}", *_filled(row["summary"].split(), " " * (wide + 6), " ")]
    lines += ["", say.message("more_of", book=book.id, number=quoted(rows[0]["number"]))]
    return {"rulebook": book.id, "words": asked, "found": [{**row, "score": round(hit.score, 2)} for row, hit in zip(rows, hits, strict=True)]}, "\n".join(
        lines
    )


def _table_text(say: Say, name: str) -> str:
    """One table as it is printed, under the number that prints it."""
    book = say.book
    assert book is not None
    table = book.tables[name]
    rule = table.get("rule") if isinstance(table, dict) else None
    text = f"{book.id} {rule or ''}".rstrip() + f"  {table_title(say, name)}"
    if not printed(table):
        return f"{text}\n\n  {say.message('on_the_card', name=name)}"
    return "\n".join([text, "", *(f"  {line}".rstrip() for line in print_table(say, table))])


# ---- text ------------------------------------------------------------------------------------------------------------------
def as_text(found: Mapping[str, Any], say: Say) -> str:
    """The explanation for people."""
    labels = say.catalogue["explain"]
    rows: list[tuple[str, str]] = []

    def add(label: str, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines):
            rows.append((labels.get(label, label) if number == 0 else "", line))

    add("status", [labels["status_of"].get(found["status"], found["status"]) + "".join(f": {found[key]}" for key in ("why", "by", "table") if key in found)])
    if "lines" in found:
        first, last = found["lines"][0], found["lines"][-1]
        add("lines", [f"{first}" if first == last else f"{first}-{last}"])
    if "page" in found:
        add("page", [str(found["page"])])
    if "option" in found:
        add("option", [found["option"]])
    add("code", (line for function in found["functions"] for line in _code(labels, function)))
    add("exceptions", (f"{row['number']}: {row['name']}  {row['file']}:{row['line']}" for row in found["exceptions"]))
    add("readings", (line for reading in found["readings"] for line in _choices(labels, reading)))
    cases = found["cases"]
    if cases:
        add("cases", _filled([*cases[:CASES_SHOWN], *([f"+{len(cases) - CASES_SHOWN}"] if len(cases) > CASES_SHOWN else [])]))
    wide = max(len(label) for label, _ in rows)
    text = [f"{found['rulebook']} {found['number']}  {found['title']}", *_filled(found["summary"].split(), "  ", " "), ""]
    text += [f"  {label.ljust(wide)}  {line}".rstrip() for label, line in rows]
    for name, table in found["tables"].items():
        rule = f" ({table['rule']})" if isinstance(table, dict) and "rule" in table else ""
        text += ["", f"  {labels['tables_of'].replace('{name}', table_title(say, name))}{rule}"]
        text += ["", *(f"    {line}".rstrip() for line in print_table(say, table))]
    return "\n".join(text)


def _code(labels: Mapping[str, Any], function: Mapping[str, Any]) -> Iterable[str]:
    yield f"{function['name']}  {function['file']}:{function['line']}"
    said = labels["defines"]
    if "acts" in function:
        said = labels["stage"].replace("{act}", ", ".join(function["acts"])).replace("{stage}", function["stage"])
    elif "derives" in function:
        said = labels["derives"].replace("{fact}", function["derives"])
    for place in ("before", "after"):
        if place in function:
            said += f", {labels[place]} {', '.join(function[place])}"
    if "exception_to" in function:
        said += f"; {labels['exception_to']} {', '.join(function['exception_to'])}"
    yield f"    {said}"


def _choices(labels: Mapping[str, Any], reading: Mapping[str, Any]) -> Iterable[str]:
    for choice, text in sorted(reading["choices"].items(), key=lambda item: item[0] != reading["default"]):
        word = labels["used"] if choice == reading["default"] else labels["other"]
        yield f"{reading['id']}  {word}: {text}  [{choice}]"


def _filled(words: Iterable[str], margin: str = "", between: str = ", ", room: int = 96) -> list[str]:
    """Words in lines."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(between) + len(word) <= room:
            lines[-1] += between + word
        else:
            lines.append(margin + word)
    return lines


def print_table(say: Say, table: Any) -> list[str]:
    """A table of ``tables.yaml`` in columns: printed rows, rows by name, or names and values; where it comes from is left out."""
    if not isinstance(table, dict):
        return [say.show(table)]
    rest = {key: content for key, content in table.items() if key not in ("rows", "columns", "brackets", *PROVENANCE)}
    lines: list[str] = []
    if isinstance(table.get("rows"), dict):
        columns = table.get("columns") or table.get("brackets") or ()
        rows = [[key, *(row if isinstance(row, list) else [row])] for key, row in table["rows"].items()]
        if isinstance(columns, dict):  # a line of headings for each kind of ground
            rows = [*([key, *heads] for key, heads in columns.items()), ["" for _ in range(max(map(len, rows)))], *rows]
        lines += _grid(rows, () if isinstance(columns, dict) else ["", *columns], say)
    by_key = {key: {name: cell for name, cell in row.items() if name not in PROVENANCE} for key, row in rest.items() if isinstance(row, dict)}
    if by_key:
        columns = list(dict.fromkeys(column for row in by_key.values() for column in row))
        lines += [""] * bool(lines) + _grid([[key, *(row.get(column, "") for column in columns)] for key, row in by_key.items()], ["", *columns], say)
    lists = [[key, *row] for key, row in rest.items() if isinstance(row, list) and not any(isinstance(item, (dict, list)) for item in row)]
    if lists:
        lines += [""] * bool(lines) + _grid(lists, (), say)
    plain = [[key, content] for key, content in rest.items() if not isinstance(content, dict) and [key] != [row[0] for row in lists if row[0] == key]]
    if plain:
        lines += [""] * bool(lines) + _grid(plain, (), say)
    return lines


def _grid(rows: list[list[Any]], headers: Iterable[str], say: Say) -> list[str]:
    from tabulate import tabulate

    cells = [["" if cell == "" else _called(say, cell) for cell in row] for row in rows]
    return tabulate(cells, headers=[_called(say, header) for header in headers], tablefmt="plain", disable_numparse=True).split("\n")


def _called(say: Say, cell: Any) -> str:
    """A cell or a heading in words."""
    shown = say.show(cell)
    return say.name(cell) if isinstance(cell, str) and shown == cell and _KEY.fullmatch(cell) else shown
