"""What follows a fight: ways to retreat by priority, friends that are pushed aside on the way, the way along which others advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from adjudicator.ground.situation import Situation, Unit


class Retreats(NamedTuple):
    """How units of a game retreat, as long as a retreat leads straight away from where it began.

    bar(unit, a, b)      why a unit that retreats may not go from a hex into the neighbouring one, None if it may (who stands there is another matter)
    shared(unit, other)  whether the unit may stand with this other one in a hex
    """

    bar: Callable[[Situation, Unit, str, str], str | None]
    shared: Callable[[Unit, Unit], bool]

    def friends(self, s: Situation, unit: Unit, hex_: str, gone: frozenset[str] = frozenset()) -> list[Unit]:
        """The units in a hex that would have to make room."""
        return [other for other in s.at(hex_) if other.id != unit.id and other.id not in gone and not self.shared(unit, other)]

    def routes(self, s: Situation, unit: Unit, start: str, hexes: int) -> Iterator[tuple[str, ...]]:
        """Every way of so many hexes that ends as many hexes from its start, the start included."""
        far, bar, near = s.grid.distance, self.bar, s.grid.neighbours

        def longer(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            here = way[-1]
            if len(way) > hexes:
                yield way
                return
            for there in near(here):
                if far(start, there) == len(way) and bar(s, unit, here, there) is None:
                    yield from longer((*way, there))

        return longer((start,))

    def vacant(self, s: Situation, unit: Unit, start: str, hexes: int) -> list[tuple[str, ...]]:
        """The ways on which nobody has to make room."""
        return [way for way in self.routes(s, unit, start, hexes) if not any(self.friends(s, unit, hex_) for hex_ in way[1:])]

    def pushed(self, s: Situation, unit: Unit, way: tuple[str, ...]) -> list[Unit]:
        """The friends that a way displaces, in the order in which they are met."""
        return [other for hex_ in way[1:] for other in self.friends(s, unit, hex_)]

    def best(self, s: Situation, unit: Unit, start: str, hexes: int) -> list[tuple[str, ...]]:
        """The ways that the priorities leave: through vacant hexes; only if there is none, ways on which every friend can make room."""
        ways = list(self.routes(s, unit, start, hexes))
        free = [way for way in ways if not self.pushed(s, unit, way)]
        return free or [way for way in ways if self.makes_room(s, unit, way)]

    def makes_room(self, s: Situation, unit: Unit, way: tuple[str, ...]) -> bool:
        """Whether all friends on a way can be moved one hex, pushing others aside if they have to."""
        taken = frozenset((way[-1],))
        return all(self._yields(s, other, frozenset((unit.id,)), taken) for other in self.pushed(s, unit, way))

    def _yields(self, s: Situation, unit: Unit, gone: frozenset[str], taken: frozenset[str]) -> bool:
        """Whether a unit can move one hex; ``gone`` have left their hexes, ``taken`` are hexes that somebody needs."""
        here = unit.hex
        if here is None:
            return False
        later = []
        for there in s.grid.neighbours(here):
            if there in taken or self.bar(s, unit, here, there) is not None:
                continue
            friends = self.friends(s, unit, there, gone)
            if not friends:
                return True
            later.append((there, friends))
        gone, taken = gone | {unit.id}, taken | {here}
        return any(all(self._yields(s, other, gone, taken | {there}) for other in friends) for there, friends in later)
