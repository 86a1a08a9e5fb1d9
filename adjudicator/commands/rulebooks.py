"""``adjudicator rulebooks``: what is installed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.files.places import LANGUAGES
from adjudicator.say.exits import BROKEN, LEGAL
from adjudicator.say.output import tell

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.say.words import Say


@click.command("rulebooks")
@cli.common()
@click.pass_context
def rulebooks_command(ctx: click.Context, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """List the rulebooks that are installed: edition, errata, optional rules, places read in two ways, languages.

    Exit code 5 if one of them cannot be loaded.
    """
    lang = cli.start(ctx, lang)
    from adjudicator import book as books
    from adjudicator.say.words import Say

    rows = [_row(name, folder, rulebook_path, lang) for name, folder in sorted({**books.registered(), **books.folders(rulebook_path)}.items())]
    if fmt == "json":
        cli.echo_json(rows)
    else:
        tell("\n\n".join(_text(Say(lang), row) for row in rows) or Say(lang).catalogue["rulebooks"]["none"])
    ctx.exit(BROKEN if any("error" in row for row in rows) else LEGAL)


def _row(name: str, folder: str, extra: str | None, lang: str) -> dict[str, Any]:
    """What is known of one rulebook, or the error that keeps it from loading."""
    try:
        found = about(cli.open_book(name, extra), lang)
        return {**found, "id": name}
    except Exception as error:  # one broken rulebook must not hide the others
        return {"id": name, "folder": folder, "error": cli.describe(error, lang)["message"]}


def about(book: Rulebook, lang: str) -> dict[str, Any]:
    """Id, title, edition, errata, options, number of readings, languages, number of printed numbers, folder."""
    from adjudicator.say.words import Say

    say = Say(lang, book)
    texts = book.text_file("texts.yaml")
    languages = sorted({key for entry in texts.values() if isinstance(entry, dict) for key in entry}) or list(LANGUAGES)
    return {
        "id": book.id,
        "title": book.title,
        "edition": book.edition,
        "errata": book.meta.get("errata") or "none",
        "options": {number: say.pick(text) or number for number, text in (book.meta.get("options") or {}).items()},
        "readings": len(book.readings),
        "languages": languages,
        "numbers": len(book.text_file("numbers.yaml")),
        "cases": os.path.exists(os.path.join(book.folder, "cases.yaml")),
        "folder": book.folder,
    }


def _text(say: Say, row: dict[str, Any]) -> str:
    labels = say.catalogue["rulebooks"]
    if "error" in row:
        lines = [(labels["folder"], row["folder"]), ("", labels["broken"].replace("{what}", row["error"]))]
        head = row["id"]
    else:
        head = f"{row['id']}  {row['title']}"
        options = [f"{number} {text}" for number, text in row["options"].items()] or [say.show(None)]
        lines = [(labels["edition"], row["edition"]), (labels["errata"], say.show(row["errata"]))]
        lines += [(labels["options"] if number == 0 else "", option) for number, option in enumerate(options)]
        lines += [
            (labels["readings"], labels["reading_count"].replace("{count}", str(row["readings"]))),
            (labels["languages"], ", ".join(row["languages"])),
            (labels["numbers"], str(row["numbers"])),
            (labels["folder"], row["folder"]),
        ]
    wide = max(len(label) for label, _ in lines)
    return "\n".join([head, *(f"  {label.ljust(wide)}  {text}" for label, text in lines)])
