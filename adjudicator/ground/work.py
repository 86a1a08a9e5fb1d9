"""How much work is done on what is not known: steps of searches and replays are counted, and what is only tried ends at a limit.

Nothing that is known is ever cut short: only whoever tries values that nobody stated looks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LIMIT = 5_000
"""Steps that may be spent on the unknown facts of one ruling, whatever is thought of within it."""
REPLAY = 20
"""What judging an act once counts, in steps of a search."""

_done = 0
_end: int | None = None


def count(steps: int) -> None:
    """So many steps more were done."""
    global _done
    _done += steps


@contextmanager
def limited() -> Iterator[None]:
    """One ruling: the limit holds for all that is tried within, also by what is only thought of."""
    global _end
    before = _end
    if _end is None:
        _end = _done + LIMIT
    try:
        yield
    finally:
        _end = before


def is_spent() -> bool:
    """Whether nothing more is to be tried within this ruling."""
    return _end is not None and _done >= _end
