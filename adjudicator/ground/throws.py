"""Procedures whose dice are thrown one throw after the other: exact chances, throw by throw.

Trying every way that five dice can fall means 7,776 replays of an act.  But what a throw leads to hangs on its total and on where
the throws before it led, and few such places exist.  So a rulebook gives the throws as a chain of small functions (the same that its
rules use), and their totals are followed from place to place: some hundred steps, and the chances at each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple


class Total(int):
    """One number that is told for a throw of several dice: their total, not a die."""

    __slots__ = ()


Place = Hashable  # where the procedure stands between two throws


class Throw(NamedTuple):
    """One throw of a procedure.

    name      what it is thrown for, a key of the rulebook's texts
    number    so many dice are added up
    sides     each of so many sides
    read      where a total leads from a place
    label     what the places behind this throw are called in a table of chances (several may share a name)
    needed    whether it is thrown at all from a place; where it is not, the place stays
    """

    name: str
    number: int
    sides: int
    read: Callable[[Any, int], Any]
    label: Callable[[Any], str]
    needed: Callable[[Any], bool] = lambda place: True

    @property
    def dice(self) -> str:
        """As a player writes it: 2d6."""
        return f"{self.number}d{self.sides}"


class Chain(NamedTuple):
    """Where a procedure stands, and the throws that are still to be made from there."""

    place: Any
    throws: Sequence[Throw]


@cache
def totals(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each total of so many dice."""
    found: dict[int, Fraction] = {}
    for faces, share in combinations(count, sides):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + share
    return dict(sorted(found.items()))


@cache
def combinations(count: int, sides: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """The faces of so many dice, the smallest first, each combination once, with its chance."""
    orders = factorial(count)
    return [
        (faces, Fraction(orders // prod(factorial(faces.count(face)) for face in set(faces)), sides**count))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    ]


@cache
def ways(count: int, sides: int, as_total: bool) -> list[tuple[tuple[int, ...], Fraction]]:
    """The ways in which dice can fall that have to be told apart: one combination for each total, or all combinations."""
    if not as_total:
        return combinations(count, sides)
    one = {sum(faces): faces for faces, _ in combinations(count, sides)}
    return [(one[total], share) for total, share in totals(count, sides).items()]


def follow(chain: Chain) -> Iterator[dict[Any, Fraction]]:
    """The chance of each place behind each throw.  Raises what the functions of the chain raise (a cell that is not known)."""
    places: dict[Any, Fraction] = {chain.place: Fraction(1)}
    for throw in chain.throws:
        after: dict[Any, Fraction] = {}
        shares = totals(throw.number, throw.sides)
        for place, chance in places.items():
            if not throw.needed(place):
                after[place] = after.get(place, Fraction(0)) + chance
                continue
            for total, share in shares.items():
                there = throw.read(place, total)
                after[there] = after.get(there, Fraction(0)) + chance * share
        yield after
        places = after


def shares(throw: Throw, places: dict[Any, Fraction]) -> dict[str, Fraction]:
    """The chances behind a throw by the names of its places."""
    named: dict[str, Fraction] = {}
    for place, chance in places.items():
        name = throw.label(place)
        named[name] = named.get(name, Fraction(0)) + chance
    return named
