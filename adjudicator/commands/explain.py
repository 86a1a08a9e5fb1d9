"""``adjudicator explain``: one printed rule in our words, where its code, tables and cases stand, and how it can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.say.exits import BROKEN
from adjudicator.say.output import tell
from adjudicator.study.explain import about, lookup, nearest
from adjudicator.study.numbers import index_of

if TYPE_CHECKING:
    from adjudicator.say.words import Say

CASES_SHOWN = 12


@click.command("explain")
@click.argument("rulebook")
@click.argument("number", required=False)
@cli.common()
@click.pass_context
def explain_command(ctx: click.Context, rulebook: str, number: str | None, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Explain the rule NUMBER of RULEBOOK: our words, code, tables, readings, cases.  Without NUMBER: the index."""
    lang = cli.start(ctx, lang)
    from adjudicator.say.words import Say

    book = cli.open_book(rulebook, rulebook_path)
    say = Say(lang, book)
    index = index_of(book)
    if not index:
        raise cli.Fault("no_index", BROKEN, book=book.id)
    if number is None:
        rows = [{"number": each, "title": say.pick(entry.get("title")) or ""} for each, entry in index.items()]
        if fmt == "json":
            cli.echo_json(rows)
        else:
            wide = max(len(row["number"]) for row in rows)
            tell("\n".join(f"{row['number'].rjust(wide)}  {row['title']}" for row in rows))
        return
    found = lookup(index, number)
    if found is None:
        near = nearest(index, number)
        raise cli.Fault("no_number", hint=say.message("nearest_numbers", names=", ".join(near)) if near else "", book=book.id, number=number)
    facts = about(book, found, index[found], say)
    if fmt == "json":
        cli.echo_json(facts)
    else:
        tell(as_text(facts, say))


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
        text += ["", f"  {labels['tables_of'].replace('{name}', name)} ({table.get('rule', '')})" if isinstance(table, dict) else f"  {name}"]
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
    """A table of ``tables.yaml`` in columns: printed rows, rows by name, or names and values."""
    if not isinstance(table, dict):
        return [say.show(table)]
    rest = {key: content for key, content in table.items() if key not in ("rule", "columns", "rows")}
    lines: list[str] = []
    if isinstance(table.get("rows"), dict):
        lines += _grid([[key, *(row if isinstance(row, list) else [row])] for key, row in table["rows"].items()], ["", *table.get("columns", ())], say)
    by_key = {key: row for key, row in rest.items() if isinstance(row, dict)}
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

    cells = [["" if cell == "" else say.show(cell) for cell in row] for row in rows]
    return tabulate(cells, headers=[say.show(header) for header in headers], tablefmt="plain", disable_numparse=True).split("\n")
