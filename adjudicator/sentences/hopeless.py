"""Acts that a clause cannot be, seen at a glance: one that has no role for a thing of it, one that is told by a word which is not said.

Of things only what is lost in any such reading is named here, whatever stands beside it: a unit, hex or number of which the act takes none, and a noun
that is its subject or object, or is counted, and names neither the act nor anything that is said of any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.sentences.frames import Frame, Item, said_of
from adjudicator.sentences.offices import HELPING
from adjudicator.sentences.tree import Clause, Nominal

BARE = frozenset(("subj", "obj", "lead"))
LED = frozenset(("without", "except", "instead", "near", "stands", "named", "between"))
"""Relations in which a thing may be told, or taken by its neighbours, whatever the act."""
SAID = frozenset(
    ("turn", "odds", "mp", "dice", "roll", "crossing", "defense", "offense", "attackers", "stack", "unit", "marker", "chit", "target", "destination")
)
"""Nouns that may stand beside any act."""
Firm = tuple[Nominal, frozenset[str], frozenset[str]]


def firm(row: Sequence[Item]) -> list[Firm]:
    """The things of a row that only a role can take, with their words and the nouns that they are."""
    return [] if any(not HELPING.isdisjoint(item.said()) for item in row) else list(_firm(row))


def _firm(row: Sequence[Item]) -> Iterator[Firm]:
    for at, item in enumerate(row):
        thing, how = item.thing, item.how
        if not how.isdisjoint(LED) or thing.det == "no" or thing.det.startswith("wh:"):
            continue
        if thing.type == "NOUN":
            nouns = frozenset(thing.nouns())
            counted = thing.num is not None or thing.label is not None
            if len(nouns) == len(thing.means) and nouns.isdisjoint(SAID) and (counted or bool(how) and how <= BARE):
                yield thing, item.said(), nouns
        if thing.type == "NOUN" or len(thing.means) != 1 or item.inner or "of" in how:
            continue
        hex_ = thing.type == "HEX" and isinstance(thing.value, str) and not (at and row[at - 1].thing.type == "UNIT")
        if hex_ or thing.type == "UNIT" or thing.type == "NUM" and not thing.det:
            yield thing, item.said(), frozenset()


def sayings(clause: Clause, row: Sequence[Item]) -> frozenset[Any]:
    """All words of a clause for which a role may look."""
    inner = [one for item in row for one in item.thing.clauses]
    things = [*(thing for _, _, thing in clause.wh if thing is not None), *(thing for one in inner for thing in one.things())]
    senses = [sense for one in inner if one.verb is not None for sense in one.verb.senses]
    return frozenset(word for word, _, _ in clause.adverbs).union(senses, *(item.said() for item in row), *(said_of(thing) for thing in things))


def idle(frame: Frame, said: frozenset[Any]) -> bool:
    """Whether an act cannot be meant, whatever becomes of the things: a word that it is told by is not said."""
    return any(must.isdisjoint(said) for must in frame.musts)


def lost(frame: Frame, things: Sequence[Firm], opener: Nominal | None) -> Nominal | None:
    """The first of these things that an act has no role for; None if each may have one."""
    words = frame.words
    if words is None:
        return None
    for thing, said, nouns in things:
        if words.isdisjoint(said) and thing is not opener and (frame.named.isdisjoint(nouns) if nouns else not frame.group or thing.type != "HEX"):
            return thing
    return None
