"""The words that acts and chapters share: what a counter is, where the turn stands, zones of control, what movement costs.  No rule speaks here."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from adjudicator.book import Hex, Marker, Situation, Unit, cited
from adjudicator.ground.terms import Terms
from adjudicator.kit import controller as holder

GERMAN, SOVIET = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}


def is_artillery(unit: Unit) -> bool:
    """A Soviet artillery or rocket unit (2.3), which has rules of its own (6.2, 8.3, 13.2)."""
    return unit.side == SOVIET and unit.kind in ("artillery", "rocket_artillery", "field_artillery")


def is_garrison(unit: Unit) -> bool:
    """A static garrison: no stacking value, never moves, never attacks."""
    mobility = unit.facts.get("class") or unit.stated("class")
    return unit.side == GERMAN and bool(mobility == "static" or (mobility is None and unit.stated("kind") == "garrison"))


def is_ranged(unit: Unit) -> bool:
    """The German 18th Artillery Division, the only unit with a range."""
    return unit.id.startswith("18") and unit.id.replace(" ", "").upper().startswith("18AD")


class Moment(NamedTuple):
    """Where in the turn the game stands: whose phase, what it is for, which of the two."""

    side: str | None
    activity: str | None
    number: int | None


_PHASE = re.compile(r"(?:end of |start of )?(german|soviet) (mech combat|combat|movement|reinforcement|replacement|phases) ?([12])?$")


def moment(situation: Situation) -> Moment:
    """The present phase taken apart; all None where it is not stated."""
    return _taken_apart(situation.stated("phase"))


@lru_cache(64)
def _taken_apart(phase: Any) -> Moment:
    if phase is None:
        return Moment(None, None, None)
    found = _PHASE.match(str(phase))
    if not found:
        return Moment(None, str(phase), None)
    return Moment(found[1], found[2], int(found[3]) if found[3] else None)


def mech_phase(deed: Any) -> bool:
    """It is a mechanized combat phase."""
    return moment(deed.s).activity == "mech combat"


class Zones(dict[str, "list[Unit]"]):
    """Hex -> the units of one side whose ZOC reaches it (before 7.5): those in it, then those next to it; worked out when a rule asks."""

    __slots__ = ("_near", "_side", "_where")

    def __init__(self, situation: Situation, side: str) -> None:
        super().__init__()
        self._where = situation.where()
        self._near = situation.grid.neighbours
        self._side = side

    def __missing__(self, hex_: str) -> list[Unit]:
        where = self._where
        beside = self._near(hex_)
        around = list(where[hex_]) if hex_ in where else []
        if not around and where.keys().isdisjoint(beside):  # most of the map
            self[hex_] = around
            return around
        for near in beside:
            if near in where:
                around += where[near]
        found = [unit for unit in around if unit.side == self._side]
        if all(dict.__contains__(unit.facts, "side") for unit in around):  # a side that is only being tried is not kept
            self[hex_] = found
        return found


def zones(situation: Situation, side: str) -> Zones:
    """Every ground unit controls its own hex and the six around it; no terrain, river or lack of supply changes that."""
    found: Zones | None = situation.cache.get(("zoc", side))
    if found is None:
        found = situation.cache["zoc", side] = Zones(situation, side)
    return found


@cited("3.3")
def controller(place: Hex) -> str:
    """The side that controls a hex: whoever stands in it, else whoever was there last."""
    return holder(place)


@cited("7.0")
def in_enemy_zoc(situation: Situation, hex_: str, side: str) -> list[Unit]:
    """The enemy units whose ZOC reaches a hex, [] if none (7.0), storm counted (7.5).

    Asks for the weather only where an enemy is near, and for the rest of the units where they are not all listed.
    """
    near = zones(situation, ENEMY[side])[hex_]
    if near:
        return [] if situation.weather == "storm" else near
    if situation.stated("weather") != "storm":
        situation.complete()
    return []


def cut_hexes(situation: Situation, marker: Marker) -> list[str]:
    """Those of a KG marker's seven hexes that lie in a Soviet ZOC."""
    return [other for other in situation.grid.within(marker.hex, 1) if in_enemy_zoc(situation, other, GERMAN)]


def enemy_in(situation: Situation, hex_: str, side: str) -> Unit | None:
    """An enemy unit in the hex, or None."""
    return next((unit for unit in situation.at(hex_) if unit.side != side), None)


@cache
def hex_costs(book: Terms, mobility: str) -> list[int]:
    """All costs of a hex that the chart has for a mobility class, the least first."""
    return sorted({row[mobility] for row in book.tables["tec"].values() if isinstance(row, dict) and mobility in row})


def uniform_cost(book: Terms, mobility: str) -> int | None:
    """The cost that a mobility class pays in every terrain, or None if it differs."""
    costs = hex_costs(book, mobility)
    return costs[0] if len(costs) == 1 else None


def spent_before(situation: Situation, unit: Unit) -> int:
    """Points that the unit spent earlier in this movement phase; none are carried over from other phases."""
    acts = situation.acts(unit.id, act="move", phase=situation.stated("phase"), turn=situation.stated("turn"))
    return sum([item.get("cost", 0) for item in acts])
