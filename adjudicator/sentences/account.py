"""What of a clause a reading has taken. Nothing may be lost: what weighs and was taken by nobody makes the reading wrong, the rest is told back.

Every clause is settled in the same way, be it a fact, history, a claim, an act or a question: the reader calls `take` for each part of a
thing that it makes something of, and `settle` finds at the end what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.sentences.tree import Chunk, Clause, Nominal, hanging

HARD = frozenset(("UNIT", "HEX", "PATH", "NUM", "ODDS", "STATS", "MARKER", "RESULT", "UNK", "RULE"))
"""Things that are never left aside."""
WEIGHTY = frozenset(("no", "each", "both", "all", "three", "same", "other", "or"))
"""Determiners that change what is said."""
STRICT = frozenset(("only", "not_yet", "again", "twice", "thrice", "half", "each", "at_most", "at_least"))
"""Adverbs that change what is said: a reading that does not weigh them is wrong, where nothing is done that they could be told back with."""
LESS = frozenset(("down", "up", "more", "less"))
"""Adverbs that say how much more or less, not how much there is."""
LIMITS = frozenset(("WITHOUT", "EXCEPT", "ABOVE"))
"""Relations that take something away or set a limit."""
PARTS = ("num", "label", "det")
Span = tuple[int, int]


def written(value: str, plain: Any = "") -> Any:
    """What a role gives behind its ``=``: yes, a number or a word; ``plain`` where nothing is written there."""
    return True if value == "true" else int(value) if value.isdigit() else value or plain


class Account:
    """The parts of the things of one clause that a reading has taken."""

    def __init__(self) -> None:
        self.taken: set[tuple[int, str]] = set()

    def take(self, thing: Nominal, *parts: str) -> None:
        """The reading makes something of these parts: `head`, `num`, `label`, `det`, `clauses`, `apposed`; none said: of the head."""
        for part in parts or ("head",):
            self.taken.add((id(thing), part))

    def has(self, thing: Nominal, part: str = "head") -> bool:
        """Whether that part was taken."""
        return (id(thing), part) in self.taken

    def loose(self, thing: Nominal) -> Iterator[str]:
        """The parts of a thing that weigh and that nobody took."""
        if thing.num is not None and not self.has(thing, "num"):
            yield "num"
        if thing.label is not None and not self.has(thing, "label"):
            yield "label"
        if thing.det in WEIGHTY and not self.has(thing, "det"):
            yield "det"


def things_of(phrases: Iterable[Chunk]) -> Iterator[Nominal]:
    """The things of phrases with all that hang on them, in order."""
    for phrase in phrases:
        for thing in phrase.things:
            yield thing
            yield from things_of((*thing.of, *thing.own))


def weighs(clause: Clause) -> bool:
    """Whether a clause, or one that hangs on it, names a unit, a hex, a number, or takes something away."""
    if any(thing.type in HARD or thing.num is not None or thing.det == "no" for thing in things_of(clause.phrases)):
        return True
    if any(phrase.rels & LIMITS for phrase in clause.phrases):
        return True
    return any(weighs(inner) for _, inners in clause.subs for inner in inners)


def named(clause: Clause) -> list[str]:
    """The units of a clause and of those that hang on it."""
    found = [str(thing.value) for thing in things_of(clause.phrases) if thing.type == "UNIT"]
    for inner in hanging(clause):
        found += named(inner)
    return found


def denies(clause: Clause) -> bool:
    """Whether a clause says of things that there is none of them, each, both, another: that neither side has surprise."""
    return any(thing.det in WEIGHTY for thing in things_of(clause.phrases))


def does_more(clause: Clause) -> bool:
    """Whether on a clause of things hangs a deed: as assisting unit while 16Pz attacks 3010."""
    return bool(clause.phrases) and any(weighs(inner) for _, inners in clause.subs for inner in inners)
