"""``adjudicator draw``: a map of a position or of a turn log, for the terminal or as a file (docs/draw.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from adjudicator.commands import cli
from adjudicator.commands.base import Fault, echo_json, installed, open_book
from adjudicator.files.fault import Broken
from adjudicator.files.text import STDIN
from adjudicator.say.catalogue import catalogue, reply
from adjudicator.say.exits import BROKEN, LEGAL, USAGE
from adjudicator.say.output import tell

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.draw.scene import Odd
    from adjudicator.ground.situation import Situation

POSITIONS = (".yaml", ".yml", ".json")


@click.command("draw")
@click.argument("file")
@click.option("-o", "--output", metavar="PICTURE")
@click.option("-r", "--rulebook", metavar="NAME")
@click.option("--around", multiple=True, metavar="HEX")
@cli.common()
@click.pass_context
def draw_command(
    ctx: click.Context, file: str, output: str | None, rulebook: str | None, around: tuple[str, ...], fmt: str, lang: str | None, rulebook_path: str | None
) -> None:
    """Draw FILE: a situation (.yaml, .json, or '-'), or a turn log.

    Without -o the map is drawn with letters, as large as the window allows.  A log drawn as .html becomes one page: a map for each turn, and
    each entry with its ruling.
    """
    lang = cli.start(ctx, lang)
    from adjudicator.draw import pictures
    from adjudicator.draw.scene import Odd

    if output is not None and (pictures.form_of(output) is None or _same(file, output)):
        raise Fault("bad_picture", USAGE, file=output)
    from adjudicator.book import situations

    file = situations.located(file, rulebook_path)
    if file != STDIN and not file.lower().endswith(POSITIONS):
        ctx.exit(_log(file, output, rulebook, around, lang, fmt, rulebook_path))
    book = open_book(rulebook, rulebook_path) if rulebook is not None else None
    faults: list[Odd] = []
    try:
        try:
            book, position = situations.load(file, book, rulebook_path)
        except Broken:
            if file == STDIN:
                raise
            book, position, found = situations.spared(file, book, rulebook_path)
            words = catalogue(lang)
            faults = [Odd("faulty", {"fault": words.fault(fault)}, hexes) for fault, hexes in found]
    except situations.NoRulebook:
        raise Fault("no_rulebook", known=", ".join(installed(rulebook_path))) from None
    _position(book, position, file, output, around, lang, fmt, faults)
    if faults:
        tell(reply(lang, "draw", "spared", count=len(faults), file=file), err=True)
    ctx.exit(BROKEN if faults else LEGAL)


def _same(first: str, second: str) -> bool:
    try:
        return os.path.samefile(first, second)
    except (OSError, ValueError):
        return False


def _position(
    book: Rulebook, position: Situation, file: str, output: str | None, around: tuple[str, ...], lang: str, fmt: str, odd: Iterable[Odd] = ()
) -> None:
    """Draw a position; ``odd``: what is known to be odd about it."""
    from adjudicator.draw import pictures

    for name in around:
        if not book.grid.valid(name):
            raise Fault("no_such_hex", USAGE, hex=name)
    if output is None and fmt != "json":
        tell(pictures.on_terminal(book, position, lang, None, around, None, odd))
        return
    scene = pictures.position_file(output, book, position, lang, os.path.basename(file), (), odd)
    if fmt == "json":
        echo_json(
            {**({"file": output} if output else {}), **pictures.counts(scene), "odd": [{"text": scene.told(odd), "hexes": odd.hexes} for odd in scene.odd]}
        )
        return
    tell(pictures.told(str(output), scene))
    for line in scene.oddities():
        tell(line, err=True)


def _log(file: str, output: str | None, rulebook: str | None, around: tuple[str, ...], lang: str, fmt: str, extra: str | None) -> int:
    """Draw a log: a page, or its last position; 5 if a line of it could not be read."""
    from adjudicator.draw import pictures
    from adjudicator.log.reader import Log

    log = Log(file, extra, True)
    if rulebook is not None:
        log.game.begin(open_book(rulebook, extra))
        log.game.named = rulebook
    if output is not None and pictures.form_of(output) == ".html":
        from adjudicator.draw.page import log_page

        page, counts = log_page(log, lang, os.path.basename(file))
        pictures.write(output, page)
        if fmt == "json":
            echo_json({"file": output, **counts})
        else:
            tell(reply(lang, "draw", "written_log", file=output, turns=counts["turns"], entries=counts["entries"]))
        broken = counts["broken"]
    else:
        broken = sum(record.problem is not None and record.problem.code == BROKEN for record in log.records())
        if log.game.book is not None:
            _position(log.game.book, log.game.situation, file, output, around, lang, fmt)
    if broken:
        tell(reply(lang, "draw", "log_broken", count=broken, file=file), err=True)
    return BROKEN if broken else LEGAL
