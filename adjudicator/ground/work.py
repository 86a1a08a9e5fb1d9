"""How much work is done on what is not known: steps of searches and replays are counted, and what is only tried ends at a limit.

Nothing that is known is ever cut short: only whoever tries values that nobody stated looks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LIMIT = 2_500
"""Steps that may be spent on the unknown facts of one ruling, whatever is thought of within it."""
WHOLE = 7_500
"""Steps for all rulings that are made of one thing: an act with every way to read its dice, a line with every way to read its words."""
REPLAY = 20
"""What judging an act once counts, in steps of a search."""
CROWD = 20
"""So many counters in one hex count nothing more; each one beyond is two steps more, since rules look at every counter of a hex."""
RULES = 60
"""So many rules of an act count nothing more; what has twice as many counts twice."""

_done = 0
_end: int | None = None  # of the ruling at work
_whole: int | None = None  # of all rulings on one thing
_cut = False
_cuts = 0  # how often something was left untried


def count(steps: int) -> None:
    """So many steps more were done."""
    global _done
    _done += steps


def done() -> tuple[int, int]:
    """How things stand now, for :func:`since`."""
    return _done, _cuts


def since(before: tuple[int, int]) -> tuple[int, bool]:
    """The steps that were done since then, and whether nothing was left untried meanwhile."""
    return _done - before[0], _cuts == before[1]


def ends() -> tuple[int | None, int | None]:
    """After how many steps more something would be left untried: of the ruling, of the one thing."""
    return None if _end is None else _end - _done, None if _whole is None else _whole - _done


def suffices(steps: int) -> bool:
    """Whether so many steps more would leave nothing untried."""
    return steps < LIMIT and all(end is None or steps < end for end in ends())


def replay(crowd: int, rules: int) -> int:
    """What judging an act of so many rules once counts where so many counters stand in one hex."""
    return REPLAY * max(RULES, rules) // RULES + 2 * max(0, crowd - CROWD)


@contextmanager
def limited(times: int = 1) -> Iterator[None]:
    """One ruling: the limit, so many times, holds for all that is tried within, also by what is only thought of."""
    global _end
    before = _end
    if _end is None:
        end = _done + LIMIT * times
        _end = end if _whole is None else min(end, _whole)
    try:
        yield
    finally:
        _end = before


@contextmanager
def apart() -> Iterator[None]:
    """What a game hangs on: tried to a limit of its own, whatever was spent before, so that it comes out the same wherever it is asked."""
    global _end, _whole
    before = _end, _whole
    _end, _whole = _done + LIMIT, None
    try:
        yield
    finally:
        _end, _whole = before


@contextmanager
def bounded() -> Iterator[None]:
    """One thing, however often it is judged: a limit for all its rulings together."""
    global _whole, _cut
    before = _whole, _cut
    _cut = False
    if _whole is None:
        _whole = _done + WHOLE
    try:
        yield
    finally:
        _whole, _cut = before[0], before[1] or _cut


def is_spent() -> bool:
    """Whether nothing more is to be tried within this ruling."""
    if _end is None or _done < _end:
        return False
    cut()
    return True


def cut() -> None:
    """Something was left untried."""
    global _cut, _cuts
    _cut = True
    _cuts += 1


def was_cut() -> bool:
    """Whether anything was left untried of the one thing that is being judged."""
    return _cut


def ran_out() -> bool:
    """Whether the limit for all rulings on one thing is reached, so that some of them were not made to the end."""
    return _whole is not None and _done >= _whole
