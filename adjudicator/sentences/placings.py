"""The ways to put the things of a line into the places of a shape, the best first; places that look alike are filled once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

SOFT = frozenset("U")
"""Letters of places for one that may take several."""
NEVER = 30.0
"""What counts so much against a sentence is never taken nor offered."""
WAYS = 2
"""So many ways to put things into the places of a shape are kept."""
PLACINGS = 30_000
"""So many ways are looked at for one line; players' own lines take some hundred, the longest of them eight thousand."""


class Mentioned(NamedTuple):
    """Something of weight in a line: its letter, what it is, how it is said, the relations of the word before it, the nouns round it.

    `free` is what it costs to leave it aside (0: it never is).
    """

    letter: str
    value: Any
    text: str
    rels: frozenset[str]
    nouns: frozenset[str]
    free: float = 0.0
    spans: tuple[tuple[int, int], ...] = ()


class Gap(NamedTuple):
    """A place in a shape."""

    letter: str
    number: int
    many: str
    side: str
    kind: str
    rels: frozenset[str]
    nouns: frozenset[str]


Way = tuple[float, dict[int, list[Mentioned]], list[Mentioned]]
"""What a way counts, what has each place, what is left aside."""


class Placings:
    """The ways to put the things of one line into places; `spent`: so many were looked at."""

    def __init__(self, things: Sequence[Mentioned], sides: Mapping[str, str]) -> None:
        self.sides = sides
        self.spent = 0
        self.letters = {thing.letter for thing in things}
        self._things = {letter: [thing for thing in things if thing.letter == letter] for letter in self.letters}
        self._met: dict[tuple[str, tuple[Gap, ...]], tuple[list[Way], int]] = {}

    def step(self) -> bool:
        """Whether one more may be looked at."""
        self.spent += 1
        return self.spent <= PLACINGS

    @property
    def ran_out(self) -> bool:
        """Whether there were more of them."""
        return self.spent >= PLACINGS

    def of(self, letter: str, gaps: Iterable[Gap]) -> list[Way]:
        """The best of the ways to put the things of a letter into its places."""
        slots: dict[int, Gap] = {}
        for slot in gaps:
            if slot.letter == letter and (slot.number not in slots or slot.many):
                slots[slot.number] = slot
        key = letter, tuple(slots.values())
        if key in self._met:
            found, steps = self._met[key]
            self.spent += steps  # as if they had been looked at again: how long a line may be hangs on nothing else
            return found
        before = self.spent
        found = self._best(key[1], self._things.get(letter, []))
        self._met[key] = found, self.spent - before
        return found

    def _best(self, slots: Sequence[Gap], things: Sequence[Mentioned]) -> list[Way]:
        free = [thing for thing in things if thing.free]
        soft = any(slot.many or slot.letter in SOFT for slot in slots)
        found: list[Way] = []
        for left in _aside(free):
            if any(thing.letter == "N" and thing.value != 1 and thing.nouns & slot.nouns for thing in left for slot in slots):
                continue  # four air points: what a place counts is never left aside
            rest = [thing for thing in things if thing not in left]
            if len(rest) < len(slots) or len(rest) > len(slots) and not soft or not slots and rest:
                continue
            orders = permutations(slots) if len(slots) <= 3 else [tuple(slots)]
            for number, order in enumerate(orders):
                for groups in _groups(order, rest):
                    if not self.step():
                        return []
                    score = (
                        -0.3 * number
                        - sum(thing.free for thing in left)
                        + sum(_likes(slot, group, self.sides) for slot, group in zip(order, groups, strict=True))
                    )
                    found.append((score + _apart(order, groups, self.sides), {slot.number: group for slot, group in zip(order, groups, strict=True)}, left))
        found.sort(key=lambda way: -way[0])
        return found[:WAYS]


def _aside(free: list[Mentioned]) -> Iterator[list[Mentioned]]:
    """Which things may be left aside: none, each alone, all but one, all."""
    yield []
    for thing in free[:6]:
        yield [thing]
    if len(free) > 2:
        for number in range(len(free[:6])):
            yield [thing for at, thing in enumerate(free) if at != number]
    if len(free) > 1:
        yield free


def _groups(order: Sequence[Gap], things: list[Mentioned]) -> Iterator[list[list[Mentioned]]]:
    """Things in order, cut into a group for each place."""
    if not order:
        yield []
        return
    spare = len(things) - len(order)
    first = order[0]
    for more in range(spare + 1) if first.many or first.letter in SOFT else (0,):
        if len(order) == 1 and 1 + more != len(things):
            continue
        for rest in _groups(order[1:], things[1 + more :]):
            yield [things[: 1 + more], *rest]


def _likes(slot: Gap, group: Sequence[Mentioned], sides: Mapping[str, str]) -> float:
    """How well things fit a place."""
    score = 0.0 if slot.many or len(group) == 1 else -0.7
    for thing in group[:1]:
        score += 0.6 if thing.rels & slot.rels else -0.2 if thing.rels and slot.rels else 0.0
        if slot.letter == "N":
            score += 1.0 if thing.nouns & slot.nouns else -1.5 if thing.nouns and slot.nouns else 0.0
        if slot.letter == "M" and slot.kind and thing.value[0] != slot.kind:
            score -= 4
    own = {sides.get(str(thing.value)) for thing in group} if slot.letter == "U" else set()
    if len(own) > 1:
        score -= 3 if None in own else NEVER  # 26 is gone, 46 takes its place: no deed of both
    return score


def _apart(order: Sequence[Gap], groups: Sequence[Sequence[Mentioned]], sides: Mapping[str, str]) -> float:
    """Whether units that were of one side are of one side here, and of two of two."""
    score = 0.0
    for at, slot in enumerate(order):
        for other, another in enumerate(order[:at]):
            if slot.side and another.side:
                one, two = sides.get(str(groups[at][0].value)), sides.get(str(groups[other][0].value))
                if one is not None and two is not None and (one == two) != (slot.side == another.side):
                    score -= 3
    return score
