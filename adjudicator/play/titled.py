"""A title before what is done or asked: *Second Activation: …*, *Partial SNAFU. …*, *Sin Órdenes: …*.

It is nouns alone, each of which is how a fact of the game, or of a formation that is spoken of or is at work, may stand. It tells how things stand and does
nothing. Where they stand otherwise, or nobody knows, it is not told back in silence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from adjudicator.ground.situation import Situation
from adjudicator.play.standing import meanings
from adjudicator.sentences.token import Token

NONE = "none"
PHASE = "phase"
"""The fact that words of a type of their own speak of."""
WORDS = ("W", "DET")
"""Classes of the words of a title."""


def titled(row: Sequence[Token], situation: Situation, groups: Collection[str] = ()) -> bool | None:
    """Whether things stand as a title says; None if the words are none. `groups`: formations that are spoken of."""
    nouns = [{str(value) for type_, value in meanings(token) if type_ == "NOUN"} for token in row if token.classes[0] == "W"]
    if not nouns or any(token.classes[0] not in WORDS for token in row):
        return None
    facts = list(_facts(situation, groups))
    own = {path.rpartition(".")[2] for path, _ in facts if any(said & _names(situation, path) for said in nouns)}
    so = [_stands(said, situation, facts) for said in nouns if len(nouns) == 1 or said.isdisjoint(own)]  # Complete SNAFU: the value and its fact
    return None if None in so or not so else all(so)


def _stands(said: Collection[str], situation: Situation, facts: Iterable[tuple[str, Any]]) -> bool | None:
    """Whether a fact stands as a word of these meanings calls it; None if no fact may."""
    found: bool | None = None
    for path, value in facts:
        name = path.rpartition(".")[2]
        values = value if isinstance(value, (list, tuple)) else (value,)
        if any(each in said for one in values for each in _called(name, one)):
            return True
        if not _names(situation, path).isdisjoint(said):
            found = False
    return found


def _names(situation: Situation, path: str) -> set[str]:
    """What all values of a fact are called; numbers are called nothing."""
    values = situation.book.values_of(path) or ()
    if not values or not isinstance(values[0], str) and not isinstance(values[-1], str):
        return set()
    return {each for one in values for each in _called(path.rpartition(".")[2], one)}


def _facts(situation: Situation, groups: Collection[str]) -> Iterator[tuple[str, Any]]:
    """The declared facts of the game, and of the formations that are spoken of or that the game names, with what is known of them."""
    specs, game = situation.book.facts, dict(dict.items(situation.facts))
    yield from ((name, game.get(name)) for name in specs if "." not in name and name != PHASE)
    spoken = {*groups, *(value for value in game.values() if isinstance(value, str))}
    for group in situation.lists:
        things = getattr(situation, group)
        for id_ in sorted(spoken & things.keys()):
            yield from ((f"{group}[{id_}].{name}", things[id_].known(name)) for spec in specs for of, _, name in (spec.partition("."),) if of == group)


def _called(name: str, value: Any) -> tuple[str, ...]:
    """What the value of a fact is called: itself (`partial`), with the fact that it is of (`second_activation`), or that there is none (`no_orders`)."""
    if not isinstance(value, str):
        return ()
    return (f"no_{name}",) if value == NONE else (value, f"{value}_{name}")
