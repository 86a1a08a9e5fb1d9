"""``adjudicator new-situation``: a commented position of a rulebook, to be filled in (docs/maps.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.say.output import tell

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

WIDTH = 110
_COLUMNS = ("id", "side", "kind", "class", "size", "formation", "attack", "defense", "ma", "steps", "at")
_NEVER = {"attack": "3", "defense": "3", "ma": "4", "steps": "2", "id": "A1", "formation": "X"}


@click.command("new-situation")
@click.argument("rulebook")
@click.argument("file", required=False)
@cli.common()
@click.pass_context
def new_situation_command(ctx: click.Context, rulebook: str, file: str | None, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Write a commented position of RULEBOOK into FILE (or on standard output, as with -), to be filled in.

    It holds as it is: every line of example stands behind a '#', with the words that the rulebook allows.
    """
    lang = cli.start(ctx, lang)
    from adjudicator.say.words import Say

    book = cli.open_book(rulebook, rulebook_path)
    text, file = template(book, lang), None if file == "-" else file
    if file is not None:
        try:
            with open(file, "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except FileExistsError:
            raise cli.Fault("exists", path=file) from None
        except (OSError, ValueError) as error:
            raise cli.Fault("can_not_write", path=file, what=getattr(error, "strerror", None) or str(error)) from None
    say = Say(lang)
    if fmt == "json":
        cli.echo_json({"rulebook": book.id, "file": file, "text": text})
    elif file is None:
        tell(text.rstrip("\n"))
    else:
        tell(say.message("situation_written", path=file, name=os.path.basename(file)))


def template(book: Rulebook, lang: str) -> str:
    """The text of the file: YAML that holds as it is, and behind each ``#`` without a blank a line that may be added."""
    from adjudicator.book.declared import Declared
    from adjudicator.say.words import Say
    from adjudicator.study import vocabulary

    say = Say(lang, book)
    texts = say.catalogue["template"]
    allowed = vocabulary.words(book)
    declared = Declared(book)
    hex_ = declared.example("units[A1].at")
    beside = max(book.grid.known_neighbours(hex_))  # none off the map
    lines = [*_prose(texts["head"].replace("{title}", book.title)), f"rulebook: {book.id}", f'edition: "{book.edition}"', "turn: 1"]

    def add(key: str, *examples: str, **groups: str) -> None:
        lines.append("")
        lines.extend(_prose(texts[key]))
        for label, group in groups.items():
            if group in allowed:
                lines.extend(_prose(f"{say.catalogue['rulebooks']['groups'][label]}: {', '.join(_told(say, word) for word in allowed[group])}"))
        lines.extend(f"#{example}" for example in examples)

    def first(group: str) -> str:
        return allowed[group][0] if group in allowed else "-"

    moments = [f'{key}: "{first(key)}"' for key in ("phase", "weather", "scenario", "time") if key in allowed]
    add("when", *moments, f"active: {book.sides[0]}", phase="phase", weather="weather", scenario="scenario", time="time", sides="sides")
    add(
        "hexes",
        "hexes: |",
        f"  {hex_} {first('terrain')} {first('features') if 'features' in allowed else ''}".rstrip(),
        terrain="terrain",
        features="features",
    )
    add("hexsides", "hexsides: |", f"  {hex_}/{beside} {first('hexsides')}", hexsides="hexsides")
    keys = [key for key in _COLUMNS if key in ("id", "side", "at") or f"units.{key}" in book.facts]
    row = {**_NEVER, "side": book.sides[0], "at": hex_, **{key: first(key) for key in ("kind", "class", "size")}}
    values = {key: declared.example(f"units[A1].{key}") if key not in row else row[key] for key in keys}
    wide = {key: max(len(key), len(values[key])) for key in keys}
    rows = ["  " + " ".join(each[key].ljust(wide[key]) for key in keys).rstrip() for each in ({key: key for key in keys}, values)]
    add("units", "units: |", *rows, kind="kind", **{"class": "class"}, size="size")
    if "markers" in allowed:
        add("markers", "markers:", f'  - {{kind: {first("markers")}, at: "{hex_}"}}', markers="markers")
    lines += ["", *_prose(texts["defaults"]), "#assume: defaults"]
    options = book.meta.get("options") or {}
    if options:
        lines += ["", *_prose(texts["options"]), "#options:"]
        lines += [f"#  {_key(name)}: {(spec.get('values') or ['true'])[0]}  # {say.pick(spec)}" for name, spec in options.items()]
    cards = [name for name in vocabulary.card(book) if isinstance(book.tables.get(name), dict)]
    if cards:
        lines += ["", *_prose(texts["card"]), "#tables:", *(f"#  {name}: {{}}" for name in cards)]
    return "\n".join(lines) + "\n"


def _told(say: Any, word: str) -> str:
    shown = say.show(word)
    return word if shown.replace(" ", "_").lower() == word.replace(" ", "_").lower() else f"{word} ({shown})"


def _prose(text: str) -> Iterator[str]:
    return (f"# {line}" for line in wrap(text, WIDTH))


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'
