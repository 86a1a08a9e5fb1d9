"""What follows a fight: ways to retreat by priority, friends that are pushed aside on the way, the way along which others advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.ground.ruling import Findings, record
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

    def ways(self, s: Situation, unit: Unit, start: str, hexes: int, through: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
        """Every hex in which so many hexes straight away from the start can end, with one way there, the start included; ``through`` which hexes."""
        far, bar, near = s.grid.distance, self.bar, s.grid.neighbours
        found: dict[str, tuple[str, ...]] = {start: (start,)}
        for step in range(1, hexes + 1):
            before, found = found, {}
            for here, way in before.items():
                for there in near(here):
                    if there not in found and far(start, there) == step and through(there) and bar(s, unit, here, there) is None:
                        found[there] = (*way, there)
            if not found:
                break
        return found

    def vacant(self, s: Situation, unit: Unit, start: str, hexes: int) -> list[tuple[str, ...]]:
        """Ways on which nobody has to make room, one to each end."""
        return list(self.ways(s, unit, start, hexes, lambda hex_: not self.friends(s, unit, hex_)).values())

    def pushed(self, s: Situation, unit: Unit, way: tuple[str, ...]) -> list[Unit]:
        """The friends that a way displaces, in the order in which they are met."""
        return [other for hex_ in way[1:] for other in self.friends(s, unit, hex_)]

    def best(self, s: Situation, unit: Unit, start: str, hexes: int) -> list[tuple[str, ...]]:
        """The ways that the priorities leave, one to each end: through vacant hexes; only if there is none, ways on which every friend can make room."""
        found = self.vacant(s, unit, start, hexes)
        for end in () if found else self.ways(s, unit, start, hexes, lambda hex_: True):
            way = self.ways(s, unit, start, hexes, lambda hex_, end=end: self._room(s, unit, hex_, end)).get(end)  # type: ignore[misc]
            found += [way] if way is not None else []
        return found

    def makes_room(self, s: Situation, unit: Unit, way: tuple[str, ...]) -> bool:
        """Whether all friends on a way can be moved one hex, pushing others aside if they have to."""
        return all(self._room(s, unit, hex_, way[-1]) for hex_ in way[1:])

    def _room(self, s: Situation, unit: Unit, hex_: str, end: str) -> bool:
        """Whether all friends in a hex can be moved one hex, though not into the end of the way: into a vacant one, or one whose friends can."""
        asked = self.friends(s, unit, hex_)
        into: dict[str, list[set[str]]] = {}  # of each friend: who has to make room for it, hex by hex
        left = list(asked)
        while left:
            other = left.pop()
            if other.id in into:
                continue
            here, later = other.hex, []
            for there in s.grid.neighbours(here) if here is not None else ():
                if there != end and self.bar(s, other, here or "", there) is None:
                    later.append(self.friends(s, other, there, frozenset((unit.id,))))
                    if not later[-1]:
                        later = later[-1:]
                        break
            into[other.id] = [{friend.id for friend in friends} for friends in later]
            left += [friend for friends in later for friend in friends]
        able: set[str] = set()
        while more := {id_ for id_, places in into.items() if id_ not in able and any(place <= able for place in places)}:
            able |= more
        return all(other.id in able for other in asked)


# ---- what a result still asks for, as it is kept in ``pending``: ``owed`` hexes by unit, who is ``gone``, who was ``displaced``, ``paths`` that were left
def owed_by(pending: Mapping[str, Any], id_: str) -> int:
    """Hexes that a unit still has to retreat: 1 if it has been displaced, 0 if nothing."""
    if id_ in (pending.get("displaced") or ()):
        return 1
    return 0 if id_ in (pending.get("gone") or ()) else (pending.get("owed") or {}).get(id_, 0)


def all_done(pending: Mapping[str, Any]) -> bool:
    """Whether everybody has done what the result asks of him."""
    return not pending.get("displaced") and set(pending.get("owed") or ()) <= set(pending.get("gone") or ())


def has_done(pending: Mapping[str, Any], units: Sequence[Unit], path: Sequence[str] = (), pushed: Iterable[Unit] = ()) -> Findings:
    """Units have done what they owed: the path that the first leaves is open to the victors; friends whom it has pushed aside owe a retreat."""
    if not pending:
        return
    done = [unit.id for unit in units]
    changes: dict[str, Any] = {"gone": [*(pending.get("gone") or ()), *done]}
    if path and done[0] in (pending.get("owed") or ()) and pending.get("won") not in (None, units[0].side):
        changes["paths"] = {**(pending.get("paths") or {}), done[0]: list(path)}
    changes["displaced"] = [*(id_ for id_ in pending.get("displaced") or () if id_ not in done), *(other.id for other in pushed)]
    yield record(state="pending", value={**pending, **changes})
