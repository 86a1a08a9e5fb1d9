"""Zones of control: whose reaches a hex, and who is in contact with whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.ruling import Finding, Findings, define, value
from adjudicator.ground.situation import Hex, Situation, Unit
from adjudicator.kit.acts import WarCase
from adjudicator.kit.geometry import adjacent, possible_neighbours

T = TypeVar("T")


def controller(place: Hex) -> str:
    """The side that controls a hex: whoever stands in it now, whatever is noted of it, else whoever was there last."""
    here = place.situation.at(place.id)
    side: str = here[0].side if here else place.control
    return side


def nobody_beside(s: Situation, hex_: str) -> bool:
    """Whether no listed unit stands in a neighbour of a hex, as in most hexes of a map; asks for the place of a unit that may be anywhere."""
    return s.where().keys().isdisjoint(possible_neighbours(s, hex_))


def surely(s: Situation, things: Iterable[T], holds: Callable[[T], bool]) -> list[T]:
    """Those of which something is so, [] if none.

    One that surely is makes the list good; only where none is does it raise what is not known (Missing), and ask for the units that nobody has listed.
    """
    found: list[T] = []
    open_fact: Missing | None = None
    for thing in things:
        try:
            if holds(thing):
                found.append(thing)
        except Missing as missing:
            open_fact = open_fact or missing
    if not found:
        if open_fact is not None:
            raise open_fact
        s.complete()
    return found


def own_zone(question: WarCase, exerts: Callable[[Unit], bool]) -> Findings:
    """Whether the units that a question names have a zone of control at all (``has_zone``, ``no_zone_at_all`` in the rulebook's texts).

    Empty where something else is asked: what reaches a hex, or whether they stand in a zone.
    """
    named = question.units_of()
    if not named or question.slots.get("at") is not None or not question.slots.get("exerts"):
        return
    idle = [unit for unit in named if unit.id in question.s.eliminated or not exerts(unit)]
    yield value("answer", "no" if idle else "yes")
    yield define("no_zone_at_all" if idle else "has_zone", idle or named)


def zone_asked(question: WarCase, over: Callable[[Situation, str, str], list[Unit]]) -> tuple[str, list[Unit]]:
    """The hex that a question about zones names, or where the units stand that it names; and the units whose zone is asked about and reaches it.

    over(s, hex, side)   the enemies of a side whose zone reaches a hex
    Of units and a hex it is the zone of these units, of a side that of the side; else that of the enemies of the units, of whoever stands there, or
    of the side that is to play.
    """
    named, at = question.units_of(), question.slots.get("at")
    here = at or (question.standing(named[0]) if named else None)
    if here is None:
        raise InputError("no_destination")
    there = named or question.s.at(question.valid(here))
    whose = named[0].side if named and at is not None else question.slots.get("side")
    side = question.book.enemy(whose) if whose else there[0].side if there else question.s.active
    return here, [unit for unit in over(question.s, here, side) if at is None or not named or unit in named]


def zone_told(
    question: WarCase, exerts: Callable[[Unit], bool], over: Callable[[Situation, str, str], list[Unit]], said: Callable[[str, list[Unit]], Finding]
) -> Findings:
    """The answer to a question about zones: whether units have one (:func:`own_zone`), or whose reaches a hex (:func:`zone_asked`)."""
    if own := list(own_zone(question, exerts)):
        yield from own
        return
    at, found = zone_asked(question, over)
    yield value("answer", "yes" if found else "no")
    yield said(at, found)


class Zones(NamedTuple):
    """How far the zones of control of a game reach.

    exerts(unit)                      whether a unit has a zone of control
    reaches(situation, a, b, unit)    whether the zone of a unit reaches from its hex a into the neighbouring hex b
    """

    exerts: Callable[[Unit], bool]
    reaches: Callable[[Situation, str, str, Unit], bool]

    def over(self, s: Situation, hex_: str, side: str) -> list[Unit]:
        """The enemies of a side whose zone reaches a hex, [] if none; their own hexes do not count.

        One that surely does is enough; only where none does is asked for what is not known, and for the units that nobody has listed.
        """
        if nobody_beside(s, hex_):
            s.complete()
            return []
        where, beside = s.where(), possible_neighbours(s, hex_)
        camp, own = s.book.camp, s.book.camp(side)

        def reached(place: tuple[str, Unit]) -> bool:
            near, unit = place
            return camp(unit.side) != own and adjacent(s, near, hex_) and self.exerts(unit) and self.reaches(s, near, hex_, unit)

        return [unit for _, unit in surely(s, [(near, unit) for near in beside if near in where for unit in where[near]], reached)]

    def contacts(self, s: Situation, unit: Unit) -> list[Unit]:
        """The enemies next to a unit into whose hex its zone reaches, or would if it had one."""
        here = unit.hex
        if here is None:
            return []
        where, camp = s.where(), s.book.camp
        return [
            other for near in s.grid.neighbours(here) if near in where for other in where[near]
            if camp(other.side) != camp(unit.side) and self.reaches(s, here, near, unit)
        ]  # fmt: skip

    def around(self, s: Situation, hex_: str, side: str) -> bool:
        """Whether each neighbour of a hex holds an enemy of that side or lies in the zone of one: it is surrounded."""
        where, camp = s.where(), s.book.camp
        return all(any(camp(unit.side) != camp(side) for unit in where.get(near, ())) or self.over(s, near, side) for near in s.grid.neighbours(hex_))
