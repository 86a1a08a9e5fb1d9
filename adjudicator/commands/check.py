"""``adjudicator check``: judge declarations against a position, one after the other."""

from __future__ import annotations

import click

from adjudicator.commands import cli


@click.command("check")
@click.argument("declarations", nargs=-1)
@click.option("-r", "--rulebook", metavar="NAME")
@click.option("-s", "--situation", metavar="FILE")
@click.option("--roll", "rolls", multiple=True, metavar="N")
@click.option("--explain", is_flag=True)
@click.option("--draw", is_flag=True)
@click.option("-o", "--output", metavar="PICTURE")
@cli.common()
@click.pass_context
def check_command(
    ctx: click.Context, declarations: tuple[str, ...], rulebook: str | None, situation: str | None, rolls: tuple[str, ...], explain: bool,
    draw: bool, output: str | None, fmt: str, lang: str | None, rulebook_path: str | None,
) -> None:  # fmt: skip
    """Judge DECLARATIONS: what players say they do, or ask.

    Each is one entry in plain English or Spanish; facts may stand before the act, separated by ';'.  The position moves on from one
    to the next.  With '-', or without any where something is piped in, declarations are read from standard input, a line each.
    """
    follow = lang is None
    lang = cli.start(ctx, lang)
    from adjudicator.commands.checking import check

    ctx.exit(check(declarations, rulebook, situation, rolls, explain, fmt, lang, rulebook_path, follow, draw, output))
