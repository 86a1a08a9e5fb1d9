"""Comparable text cut into words and signs; and the numbers that stand for prepositions."""

from __future__ import annotations

import re

from adjudicator.ground.folding import fold

ATOM = re.compile(r"[^\W_]+|[^\s]")

PREPOSITIONS = ("none", "from", "to", "in", "by", "of", "for", "against", "with", "across", "support", "without", "between")
PREP_BITS = {name: 1 << i for i, name in enumerate(PREPOSITIONS)}


def atoms(folded: str) -> list[str]:
    """The words and signs of a folded phrase."""
    return ATOM.findall(folded)


__all__ = ["ATOM", "PREPOSITIONS", "PREP_BITS", "atoms", "fold"]
