"""Tables whose columns are brackets of a number (`-7`, `+2 to +3`, `+12`): in which one a number falls."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.ground.ruling import Number

_NUMBER = re.compile(r"[+-]?\d+")


@lru_cache(64)
def _ends(printed: tuple[str, ...]) -> list[int]:
    """The end nearer to zero or below of each bracket: its least number."""
    return [min(int(number) for number in _NUMBER.findall(bracket)) for bracket in printed]


def bracket_of(printed: Sequence[str], number: Number) -> int:
    """The place, from 0, of the printed bracket that a number falls in; numbers outside the table count as in its first or last."""
    return max(0, bisect_right(_ends(tuple(printed)), number) - 1)
