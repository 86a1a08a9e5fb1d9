"""Exact numbers: halves, ratios, odds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from adjudicator.files.fault import show
from adjudicator.ground.facts import InputError

_NUMBER = re.compile(r"\s*[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18}|\d{1,18}/0*[1-9]\d{0,17})\s*")


def number(value: Any) -> int | Fraction:
    """An exact number of what a file holds: 0.5 and "1/2" are one half, "+2" is two.  Raises InputError for a text that is none."""
    if isinstance(value, int):
        return value
    text = str(value).replace("½", ".5")
    if isinstance(value, str) and not _NUMBER.fullmatch(text):
        raise InputError("wants_number", found=show(value, 20))
    exact = Fraction(text)
    return int(exact) if exact.denominator == 1 else exact


def half_up(value: int | Fraction) -> int:
    """Half, rounded up."""
    return -((-Fraction(value)) // 2)


def half_down(value: int | Fraction) -> int:
    """Half, rounded down."""
    return Fraction(value) // 2


def ratio(attack: int | Fraction, defense: int | Fraction, up: bool = False) -> str:
    """Two totals as n:1 or 1:n, rounded in the defender's favour, or up in the attacker's."""
    high, low = Fraction(max(attack, defense)), Fraction(min(attack, defense))
    if low <= 0:
        return f"{max(int(attack), 0)}:{max(int(defense), 0)}"
    if attack >= defense:
        return f"{-(-high // low) if up else high // low}:1"
    return f"1:{high // low if up else -(-high // low)}"
