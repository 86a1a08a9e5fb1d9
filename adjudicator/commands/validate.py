"""``adjudicator validate``: check recorded turn logs."""

from __future__ import annotations

import click

from adjudicator.commands import cli
from adjudicator.commands.spoken import message


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """``2/5``: the second of five equal shares."""
    if value is None:
        return None
    first, _, second = value.partition("/")
    if not (len(value) < 20 and first.isdecimal() and second.isdecimal() and value.isascii() and 1 <= int(first) <= int(second) <= 10_000):
        raise click.BadParameter(message("no_share", share=value), ctx, param)
    return int(first), int(second)


@click.command("validate")
@click.argument("files", nargs=-1, required=True)
@click.option("-j", "--jobs", type=click.IntRange(0, 256), default=0, show_default=True)
@click.option("--shard", callback=_shard, metavar="K/N")
@click.option("--only-problems", "only", is_flag=True)
@cli.common(("text", "json", "csv", "junit", "sarif"))
@click.pass_context
def validate_command(
    ctx: click.Context, files: tuple[str, ...], jobs: int, shard: tuple[int, int] | None, only: bool, fmt: str, lang: str | None, rulebook_path: str | None
) -> None:
    """Check recorded turn logs, each to its end; '-' is standard input."""
    lang = cli.start(ctx, lang)
    from adjudicator.book.situations import located
    from adjudicator.log.batch import found_in, validate

    logs = found_in(located(file, rulebook_path, "log") for file in files)
    ctx.exit(validate(logs, fmt, lang, jobs, shard, rulebook_path, only=only))
