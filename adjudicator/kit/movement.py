"""Movement: the price of a step is a value, and everything else follows from it: what a path costs, what can be reached, the cheapest way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Number
from adjudicator.ground.searches import Reach, Unknown, path_to, reach_bounds
from adjudicator.ground.situation import Situation


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

        def bounds(a: str, b: str) -> tuple[Number, Number | None, tuple[str, ...]] | None:
            try:
                price = self.price(a, b)
            except Missing as missing:
                return self.least, None, (missing.fact,)
            points = price.points
            return None if price.bars else (points, points, ())

        def stop(hex_: str) -> bool | Unknown:
            try:
                return self.stop(hex_)
            except Missing as missing:
                return Unknown((missing.fact,))

        ahead = None
        if goal is not None and self.least:
            far = s.grid.distance

            def ahead(hex_: str) -> Number:
                return self.least * (far(hex_, goal) or 0)

        saved = dict(s.assumed)
        found = reach_bounds(start, s.grid.neighbours, bounds, self.limit, stop, goal, ahead, self.least)
        s.assumed = saved  # what the search took for granted somewhere on the map is no assumption of the answer
        return found

    def way(self, s: Situation, start: str, goal: str) -> list[str] | None:
        """The cheapest way to a hex, the start left out; None if there is none even at best."""
        found = self.reach(s, start, goal)
        way = path_to(found.sure, goal) or path_to(found.possible, goal)
        return list(way[1:]) if way else None

    def filled(self, s: Situation, start: str, named: Sequence[str], steps: bool = True) -> tuple[list[str], tuple[str, str] | None]:
        """The hexes that were named, gaps between them filled by the cheapest way; and, if there is none, between which two.

        ``steps``: a neighbour that is named is that single step; else the cheapest way leads there too."""
        path: list[str] = []
        for before, name in pairwise([start, *named]):
            if before == name or steps and s.grid.adjacent(before, name):
                path.append(name)
                continue
            way = self.way(s, before, name)
            if way is None:
                return path, (before, name)
            path += way
        return path, None
