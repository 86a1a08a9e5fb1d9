"""Zones of control: whose reaches a hex, and who is in contact with whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.ground.situation import Situation, Unit


class Zones(NamedTuple):
    """How far the zones of control of a game reach.

    exerts(unit)                whether a unit has a zone of control
    reaches(situation, a, b)    whether a zone reaches from hex a into the neighbouring hex b
    """

    exerts: Callable[[Unit], bool]
    reaches: Callable[[Situation, str, str], bool]

    def over(self, s: Situation, hex_: str, side: str) -> list[Unit]:
        """The enemies of a side whose zone reaches a hex, [] if none; their own hexes do not count.  Asks what that hangs on."""
        where = s.where()
        beside = s.grid.neighbours(hex_)
        if where.keys().isdisjoint(beside):
            return []
        return [
            unit for near in beside if near in where for unit in where[near]
            if unit.side != side and self.exerts(unit) and self.reaches(s, near, hex_)
        ]  # fmt: skip

    def contacts(self, s: Situation, unit: Unit) -> list[Unit]:
        """The enemies next to a unit into whose hex a zone from its own would reach."""
        here = unit.hex
        if here is None:
            return []
        where, side = s.where(), unit.side
        return [
            other for near in s.grid.neighbours(here) if near in where for other in where[near]
            if other.side != side and self.reaches(s, here, near)
        ]  # fmt: skip

    def around(self, s: Situation, hex_: str, side: str) -> bool:
        """Whether each neighbour of a hex holds an enemy of that side or lies in the zone of one: it is surrounded."""
        where = s.where()
        return all(any(unit.side != side for unit in where.get(near, ())) or self.over(s, near, side) for near in s.grid.neighbours(hex_))
