"""``adjudicator rulebooks``: what is installed."""

from __future__ import annotations

import os
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.folding import fold
from adjudicator.say.exits import BROKEN, LEGAL
from adjudicator.say.output import tell
from adjudicator.study.explain import register

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.say.words import Say
    from adjudicator.study.sayable import Sayable


@click.command("rulebooks")
@click.argument("rulebook", required=False)
@click.option("--readings", is_flag=True)
@click.option("--words", is_flag=True)
@cli.common()
@click.pass_context
def rulebooks_command(ctx: click.Context, rulebook: str | None, readings: bool, words: bool, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """List the rulebooks that are installed: edition, errata, optional rules, places read in two ways, languages.

    Of one RULEBOOK also its set-ups by name, the words that it allows (terrain, features, phases, kinds, markers …), the tables that the
    game's card supplies, and each place that can be read in two ways; with --words what can be said: acts and questions with their words.
    Exit code 5 if one of them cannot be loaded.
    """
    lang = cli.start(ctx, lang)
    from adjudicator import book as books
    from adjudicator.say.words import Say

    if (readings or words) and rulebook is None:
        raise click.UsageError(f"{'--readings' if readings else '--words'}: RULEBOOK?", ctx)
    if rulebook is not None:
        book = cli.open_book(rulebook, rulebook_path)
        say = Say(lang, book)
        if words:
            from adjudicator.study.sayable import sayable

            rows_ = sayable(book, lang)
            if fmt == "json":
                cli.echo_json([row._asdict() for row in rows_])
            else:
                tell("\n".join(_said(say, row) for row in rows_))
            return
        found: Any = register(book, say) if readings else {**about(book, lang), **more(book, lang)}
        if fmt == "json":
            cli.echo_json(found)
        else:
            tell("\n\n".join(_entry(say, entry) for entry in found) if readings else _text(say, found))
        return
    rows = [_row(name, folder, rulebook_path, lang) for name, folder in sorted({**books.registered(), **books.folders(rulebook_path)}.items())]
    if fmt == "json":
        cli.echo_json(rows)
    else:
        say = Say(lang)
        tell("\n\n".join([*(_text(say, row) for row in rows), *([say.catalogue["rulebooks"]["more"]] if rows else [])]) or say.catalogue["rulebooks"]["none"])
    ctx.exit(BROKEN if any("error" in row for row in rows) else LEGAL)


def _said(say: Say, row: Sayable) -> str:
    """One act or question: its words, an example, what its roles are called."""
    labels = say.catalogue["rulebooks"]
    told = [", ".join(each) for each in (row.verbs, row.nouns) if each]
    lines = [f"{row.kind}{labels['asked'] if row.asked else ''}  {' · '.join(told)}".rstrip()]
    lines += [f"  {labels['example']}: {row.example}"] if row.example else []
    lines += wrap(f"{labels['roles']}: {', '.join(row.roles)}", 100, initial_indent="  ", subsequent_indent="    ") if row.roles else []
    return "\n".join(lines)


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
        "readings": len(book.register),
        "languages": languages,
        "numbers": len(book.text_file("numbers.yaml")),
        "cases": os.path.exists(os.path.join(book.folder, "cases.yaml")),
        "folder": book.folder,
    }


def more(book: Rulebook, lang: str) -> dict[str, Any]:
    """Set-ups, words, tables of the card and sources of one rulebook."""
    from adjudicator.say.words import Say
    from adjudicator.study import vocabulary

    say = Say(lang, book)
    return {
        "setups": [setup._asdict() for setup in vocabulary.setups(book, say)],
        "words": {group: {word: say.show(word) for word in allowed} for group, allowed in vocabulary.words(book).items()},
        "card": vocabulary.card(book),
        "card_in_part": vocabulary.card_in_part(book),
        "sources": {letter: say.pick(where) or str(where) for letter, where in (book.meta.get("sources") or {}).items()},
    }


def _entry(say: Say, entry: dict[str, Any]) -> str:
    """One entry of the register: what holds first, then the other reading, why, and the case."""
    labels = say.catalogue["register"]
    lines = [f"{entry['id']}  {entry['rule']}  {labels[entry['kind']]}"]
    for choice, text in sorted(entry["choices"].items(), key=lambda item: item[0] != entry["default"]):
        mark = f"  [{choice}]" if entry["switch"] else ""
        lines.append(f"  {labels['holds' if choice == entry['default'] else 'other']}: {text}{mark}")
    return "\n".join([*lines, f"  {labels['why']}: {entry['why']}", f"  {labels['case']}: {entry['case']}"])


def _text(say: Say, row: dict[str, Any]) -> str:
    labels = say.catalogue["rulebooks"]
    if "error" in row:
        lines = [(labels["folder"], row["folder"]), ("", labels["broken"].replace("{what}", row["error"]))]
        head = row["id"]
    else:
        head = f"{row['id']}  {row['title']}"
        options = [f"{number} {text}" for number, text in row["options"].items()] or [say.show(None)]
        lines = [(labels["edition"], row["edition"]), (labels["errata"], say.show(row["errata"]))]
        lines += _row_of(labels["options"], options)
        lines += [
            (labels["readings"], labels["reading_count"].replace("{count}", str(row["readings"]))),
            (labels["languages"], ", ".join(row["languages"])),
            (labels["numbers"], str(row["numbers"])),
            (labels["folder"], row["folder"]),
        ]
        if "setups" in row:
            lines += _details(say, row)
    wide = max(len(label) for label, _ in lines)
    return "\n".join([head, *(f"  {label.ljust(wide)}  {text}".rstrip() for label, text in lines)])


def _row_of(label: str, texts: list[str]) -> list[tuple[str, str]]:
    return [(label if number == 0 else "", text) for number, text in enumerate(texts)]


def _details(say: Say, row: dict[str, Any]) -> list[tuple[str, str]]:
    """What is told of one rulebook alone."""
    labels = say.catalogue["rulebooks"]
    wide = max((len(setup["name"]) for setup in row["setups"]), default=0)
    lines = [("", ""), *_row_of(labels["setups"], [f"{setup['name'].ljust(wide)}  {setup['text']}{' *' if setup['log'] else ''}" for setup in row["setups"]])]
    if row["setups"]:
        logs = labels["setups_log"] if any(setup["log"] for setup in row["setups"]) else ""
        lines.append(("", labels["setups_use"].replace("{name}", row["setups"][0]["name"]) + logs))
    lines.append(("", ""))
    for group, allowed in row["words"].items():
        told = [word if fold(shown) == fold(word).replace("_", " ") else f"{word} ({shown})" for word, shown in allowed.items()]
        lines += _row_of(labels["groups"][group], wrap(", ".join(told), 92))
    lines.append(("", ""))
    cards = [*row["card"], *(labels["in_part"].replace("{name}", name) for name in row["card_in_part"])]
    lines += _row_of(labels["card"], wrap(", ".join(cards) or labels["no_card"], 92))
    lines += _row_of(labels["sources"], [f"{letter}  {where}" for letter, where in row["sources"].items()])
    return lines
