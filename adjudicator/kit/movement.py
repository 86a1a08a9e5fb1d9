"""Movement: the price of a step is a value, and everything else follows from it: what a path costs, what can be reached, the cheapest way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from adjudicator.ground import work
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Finding, Findings, Number, Thing, effect, forbid, record, term
from adjudicator.ground.searches import Reach, Unknown, path_to, reach_bounds
from adjudicator.ground.situation import Situation
from adjudicator.ground.things import Unit
from adjudicator.kit.geometry import distance

T = TypeVar("T")


class PathStep(NamedTuple):
    """One hex entered on a way: from where, into which, its number from 0, and whether it is the last."""

    before: str
    here: str
    number: int
    last: bool


class UnitStep(NamedTuple):
    """One hex entered by one unit, where each goes for itself."""

    unit: Unit
    before: str
    here: str
    number: int
    last: bool


def steps_along(way: Sequence[str]) -> list[PathStep]:
    """The steps of a way, which begins with the hex that is left."""
    return [PathStep(before, here, number, number == len(way) - 2) for number, (before, here) in enumerate(pairwise(way))]


def unit_steps(ways: Iterable[tuple[Unit, Sequence[str]]]) -> list[UnitStep]:
    """The steps of units, one unit after the other, each on its own way."""
    return [UnitStep(unit, *step) for unit, way in ways for step in steps_along(way)]


class Toll(NamedTuple):
    """A part of a price: the printed number that it is paid by, the points, and the key of the text that says what for."""

    rule: str
    points: Number
    key: str


class Bar(NamedTuple):
    """What forbids a step: the printed number, and the key of the text that says why."""

    rule: str
    key: str


class Price(NamedTuple):
    """What one step costs: its parts; barred steps cost nothing, they cannot be taken."""

    parts: tuple[Toll, ...] = ()
    bars: tuple[Bar, ...] = ()

    @property
    def points(self) -> Number:
        """The sum of the parts."""
        return sum([part[1] for part in self.parts])


Bounds = tuple[Number, Number | None, tuple[str, ...]] | None


def search(
    s: Situation, start: str, bounds: Callable[[str, str], Bounds], stop: Callable[[str], bool], limit: Number | None,
    goal: str | None = None, least: Number = 0, near: Callable[[str], Sequence[str]] | None = None, within: Callable[[str], int] | None = None,
) -> Reach:  # fmt: skip
    """Everything that can be reached from a hex, with costs that may not be known; with a goal, only what is found of that one holds.

    bounds(a, b)  least and most points of a step and the facts that this hangs on (`reach_bounds`); None: it is forbidden
    stop(hex)     whether a hex may not be left again; may raise Missing
    least         what every step costs at least; near(hex): where to look from there, the neighbours if nothing is said
    within(hex)   so many hexes at least from there to any that is asked about: only what is found of these holds
    """

    def stops(hex_: str) -> bool | Unknown:
        try:
            return stop(hex_)
        except Missing as missing:
            return Unknown((missing.fact,))

    def ahead(hex_: str) -> Number:
        hexes = distance(s, hex_, goal) if goal is not None else within(hex_) if within is not None else 0
        return hexes and least * hexes

    saved = dict(s.assumed)
    found = reach_bounds(start, near or s.grid.neighbours, bounds, limit, stops, goal, ahead if goal is not None or within is not None else None, least)
    s.assumed = saved  # what the search took for granted somewhere on the map is no assumption of the answer
    return found


def sought(s: Situation, key: tuple[Any, ...], look: Callable[[], T]) -> T:
    """What a search finds, made once in a position; its steps count each time, so that limits are the same wherever it is asked."""
    begun = work.done()
    found, steps = s.recall_what_it_asks(("sought", *key), lambda: (look(), work.since(begun)[0]))
    work.count(steps - work.since(begun)[0])
    return found  # type: ignore[no-any-return]


def way_of(found: Reach, goal: str) -> list[str] | None:
    """The cheapest way to a hex, the start left out: a sure one if there is one, else the best that is possible; None if there is none."""
    way = path_to(found.sure, goal) or path_to(found.possible, goal)
    return list(way[1:]) if way else None


def filled(
    s: Situation, start: str, named: Sequence[str], way: Callable[[str, str], list[str] | None], steps: bool = True
) -> tuple[list[str], tuple[str, str] | None]:
    """The hexes that were named, gaps between them filled by ways that are sought; and, where none is found, between which two.

    ``steps``: a neighbour that is named, or what may be one, is that single step; else a way is sought there too."""
    path: list[str] = []
    for before, name in pairwise([start, *named]):
        if before == name or steps and s.grid.adjacent(before, name) is not False:
            path.append(name)
            continue
        found = way(before, name)
        if found is None:
            return path, (before, name)
        path += found
    return path, None


class Movement(NamedTuple):
    """How somebody moves in a position.

    price(a, b)   of the step from a hex into the neighbouring hex; may raise Missing
    stop(hex)     whether a hex that was entered may not be left again; may raise Missing
    limit         points that may be spent, None: any number
    least         what every step costs at least
    """

    price: Callable[[str, str], Price]
    stop: Callable[[str], bool]
    limit: Number | None
    least: Number = 0

    def reach(self, s: Situation, start: str, goal: str | None = None) -> Reach:
        """Everything that can be reached from a hex; with a goal, only what is found of that one holds."""

        def bounds(a: str, b: str) -> Bounds:
            try:
                price = self.price(a, b)
            except Missing as missing:
                return self.least, None, (missing.fact,)
            points = price.points
            return None if price.bars else (points, points, ())

        return search(s, start, bounds, self.stop, self.limit, goal, self.least)

    def way(self, s: Situation, start: str, goal: str) -> list[str] | None:
        """The cheapest way to a hex, the start left out; None if there is none even at best."""
        return way_of(self.reach(s, start, goal), goal)

    def filled(self, s: Situation, start: str, named: Sequence[str], steps: bool = True) -> tuple[list[str], tuple[str, str] | None]:
        """The hexes that were named, gaps between them filled by the cheapest way; and, if there is none, between which two.

        ``steps``: a neighbour that is named is that single step; else the cheapest way leads there too."""
        return filled(s, start, named, lambda a, b: self.way(s, a, b), steps)


def on_step(key: str, before: str, here: str, *things: Thing, **slots: Any) -> Finding:
    """What forbids the step from a hex into the next one."""
    return forbid(key, *things, where=[before, here], start=before, hex=here, **slots)


def went(unit: Unit, at: str | None, act: str, **told: Any) -> Findings:
    """A unit stands in another place now, and what it did is remembered."""
    yield effect(unit=unit.id, at=at)
    yield record(did=unit.id, act=act, **told)


def priced(price: Price, number: str, step: PathStep, movers: Sequence[Unit], **slots: Any) -> Findings:
    """What one number says of the price of a step: its terms in the ledger ``cost``, and what it forbids."""
    for part in price.parts:
        if part.rule == number:
            yield term("cost", part.points, part.key, hex=step.here, start=step.before, **slots)
    for bar in price.bars:
        if bar.rule == number:
            yield on_step(bar.key, step.before, step.here, movers, **slots)
