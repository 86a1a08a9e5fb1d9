"""``adjudicator check``: judge declarations against a position, one after the other."""

from __future__ import annotations

import click

from adjudicator.commands import cli


@click.command("check")
@click.argument("declarations", nargs=-1)
@click.option("-r", "--rulebook", metavar="NAME", help="Rulebook, by id or title (default: the one the situation names).")
@click.option("-s", "--situation", metavar="FILE", help="YAML file with the position; '-' is standard input.")
@click.option("--roll", "rolls", multiple=True, metavar="N", help="Dice thrown, in the order asked for: --roll 3 --roll 5, or --roll 3,5.")
@click.option("--explain", is_flag=True, help="Show the whole derivation.")
@cli.common()
@click.pass_context
def check_command(
    ctx: click.Context, declarations: tuple[str, ...], rulebook: str | None, situation: str | None, rolls: tuple[str, ...], explain: bool,
    fmt: str, lang: str | None, rulebook_path: str | None,
) -> None:  # fmt: skip
    """Judge DECLARATIONS: what players say they do, or ask.

    Each is one entry in plain English or Spanish; facts may stand before the act, separated by ';'.  The position moves on from one
    to the next.  With '-', or without any where something is piped in, declarations are read from standard input, a line each.
    """
    lang = cli.start(ctx, lang)
    from adjudicator.commands.checking import check

    ctx.exit(check(declarations, rulebook, situation, rolls, explain, fmt, lang, rulebook_path))
