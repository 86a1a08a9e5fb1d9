"""Comparable text cut into words and signs."""

from __future__ import annotations

import re

from adjudicator.ground.folding import fold

ATOM = re.compile(r"[^\W_]+|[^\s]")


def atoms(folded: str) -> list[str]:
    """The words and signs of a folded phrase."""
    return ATOM.findall(folded)


__all__ = ["ATOM", "atoms", "fold"]
