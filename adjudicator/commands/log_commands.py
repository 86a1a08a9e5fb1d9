"""What ``validate`` and ``table`` do; the command line calls these functions once its options are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _echo(text: str) -> None:
    import click

    click.echo(text)


def validate(
    paths: list[str], fmt: str = "text", lang: str = "en", jobs: int = 0, shard: tuple[int, int] | None = None, rulebook_path: str | None = None,
    echo: Callable[[str], Any] = _echo,
) -> int:  # fmt: skip
    """Check recorded turn logs, each to its end.  Returns the exit code.

    ``jobs``: processes, 0 = as many as are worth it; ``shard``: (3, 16) = the third of sixteen shares of the paths.
    """
    from adjudicator.log import batch

    return batch.validate(list(paths), fmt, lang, jobs, shard, rulebook_path, echo)


def table(path: str, fmt: str = "text", lang: str = "en", rulebook_path: str | None = None, rulebook: str | None = None, situation: str | None = None) -> int:
    """Judge beside a physical game, line by line from standard input; the log at ``path`` records it.  Returns the exit code."""
    from adjudicator import table as room

    return room.table(path, fmt, lang, rulebook_path, rulebook, situation)
