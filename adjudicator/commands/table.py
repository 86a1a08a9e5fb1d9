"""``adjudicator table``: judge beside a physical game."""

from __future__ import annotations

import click

from adjudicator.commands import cli


@click.command("table")
@click.argument("file")
@click.option("-r", "--rulebook", metavar="NAME")
@click.option("-s", "--situation", metavar="FILE")
@cli.common(("text", "jsonl", "json"))
@click.pass_context
def table_command(ctx: click.Context, file: str, rulebook: str | None, situation: str | None, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Judge beside a physical game, entry by entry; FILE records it, and the session resumes where it ends."""
    follow = lang is None
    lang = cli.start(ctx, lang)
    from adjudicator.table.command import table

    ctx.exit(table(file, fmt, lang, rulebook_path, rulebook, situation, follow))
