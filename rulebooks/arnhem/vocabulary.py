"""The words that acts and chapters share: what a counter is, what lies on a hexside, zones, who stands where in the turn.  No rule speaks here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.book import Situation, Unit, cited
from adjudicator.kit import Bar, Price, Toll, WarCase, Zones, on_ground, printed_neighbours

ALLIED, GERMAN = "allied", "german"
MOVEMENT, COMBAT = "movement", "combat"
AIR_GUN = "airborne_artillery"
BRIDGES = ("highway_bridge", "canal_bridge", "rail_bridge")
PHASES = ("allied movement", "allied combat", "german movement", "german combat")
HALF = Fraction(1, 2)
FREE, TRAIL, ROAD = 0, 1, 2
BLOWN, SAFE = "blown", "safe"  # what is said of a bridge beside its kind: it is down; it stands for the rest of the game


# ---- counters ---------------------------------------------------------------------------------------------------------------------
def is_gun(unit: Unit) -> bool:
    """Whether the counter is artillery (2.32): it has a range."""
    return bool(unit.range)


@cited("5.24")
def is_vehicle(unit: Unit) -> bool:
    """Whether the unit moves as a vehicle."""
    return bool(unit.fact("class") == "vehicle")


def is_engineer(unit: Unit) -> bool:
    """Whether it is the Engineer, of which the Allies have one (13.0)."""
    return bool(unit.kind == "engineer")


def _of_kinds(row: str) -> Callable[[Unit], bool]:
    return lambda unit: unit.kind in unit.situation.book.tables["by_air"][row]


by_air = _of_kinds("all")  # whether the unit came by air: airborne, glider, their artillery, the Poles
of_division = _of_kinds("divisions")  # … and belongs to one of the three divisions (17.32)
can_cross = _of_kinds("carried")  # whether the Engineer can help it across a river (13.21, 13.23): airborne and glider units, not their artillery


# ---- the turn -----------------------------------------------------------------------------------------------------------------------
def moment(s: Situation) -> tuple[str | None, str | None]:
    """Whose phase it is, and what it is for; None where no phase is stated."""
    phase = s.stated("phase")
    side, _, activity = str(phase).partition(" ") if phase in PHASES else ("", "", "")
    return side or None, activity or None


def phase_before(s: Situation) -> tuple[str | None, int | None]:
    """The other player's last Combat Phase, and its Game-Turn."""
    turn = s.stated("turn")
    if moment(s)[0] == GERMAN:
        return "allied combat", turn
    return "german combat", turn - 1 if turn else turn


# ---- what lies on a hexside -----------------------------------------------------------------------------------------------------------
class Crossing(NamedTuple):
    """What the way from a hex into the next one meets: ``river`` or ``stream``, a standing bridge, a ferry, ``road`` or ``trail``."""

    water: str | None
    bridge: bool
    ferry: bool
    way: str | None

    @property
    def open_river(self) -> bool:
        """A river without a bridge: no zone, no attack, no line of communication goes across."""
        return self.water == "river" and not self.bridge


@lru_cache(256)
def _read(features: tuple[str, ...]) -> Crossing:
    down = BLOWN in features
    water = next((name for name in features if name in ("river", "stream")), None)
    bridge = not down and any(name in BRIDGES for name in features)
    way = None if down else next((name for name in ("road", "trail") if name in features), None)
    if water == "river" and not bridge:  # no road leads over a river without a bridge
        way = None
    return Crossing(water, bridge, "ferry" in features, way)


def crossing(s: Situation, first: str, second: str) -> Crossing:
    """What lies on the side between two neighbouring hexes; a blown bridge is none, and its road is cut (12.13)."""
    return _read(tuple(s.on_side(first, second)))


def is_city(s: Situation, hex_: str) -> bool:
    """Whether a hex is a City (11.0)."""
    return bool(s.hex(hex_).terrain == "city")


def grade(s: Situation, hex_: str) -> int:
    """``ROAD`` for a road hex, which a road leaves through one of its sides, ``TRAIL`` for a trail hex, else ``FREE``."""
    known: dict[str, int] = on_ground(s, "grades")
    if hex_ not in known:
        level = FREE
        for there in printed_neighbours(s, hex_):
            features = s.on_side(hex_, there)
            if "road" in features:
                level = ROAD
                break
            level = TRAIL if "trail" in features else level
        known[hex_] = level
    return known[hex_]


def open_to_vehicles(s: Situation, hex_: str) -> bool:
    """Whether vehicles may enter a hex without road or trail (5.24)."""
    return bool(s.book.tables["terrain"][s.hex(hex_).terrain]["vehicles"])


# ---- zones of control -------------------------------------------------------------------------------------------------------------------
def reaches(s: Situation, first: str, second: str, unit: Unit | None = None) -> bool:
    """Whether a zone of control, or an attack, reaches from one hex into the next (6.31, 6.33)."""
    return not crossing(s, first, second).open_river


ZONES = Zones(lambda unit: True, reaches)


@cited("6.0")
def enemy_zone(s: Situation, hex_: str, side: str) -> list[Unit]:
    """The enemy units whose zone of control reaches a hex, [] if none; a friend there changes nothing."""
    return ZONES.over(s, hex_, side)


contacts = ZONES.contacts  # the enemies that a unit is in contact with (7.0): adjacent, and not only across a river without a bridge


def enemies_in(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemy units in a hex."""
    return [unit for unit in s.at(hex_) if unit.side != side]


def beyond_rivers(s: Situation, unit: Unit) -> list[str]:
    """The hexes with an enemy that a unit touches only across a river without a bridge."""
    here = unit.hex
    return [near for near in s.grid.neighbours(here) if enemies_in(s, near, unit.side) and not reaches(s, here, near)] if here else []


def may_share(unit: Unit, other: Unit) -> bool:
    """Whether two friends may stand in one hex: the Engineer and one unit that he can carry (13.24)."""
    return is_engineer(unit) and can_cross(other) or is_engineer(other) and can_cross(unit)


# ---- the price of a step ------------------------------------------------------------------------------------------------------------------
@lru_cache(1024)
def _price(mp: int, open_to_vehicles: bool, over: Crossing, vehicle: bool, stream: int, ferry: int) -> Price:
    bars: tuple[Bar, ...] = ()
    if over.water == "river" and not over.bridge and not over.ferry:
        return Price((), (Bar("5.2", "river_closed"),))
    if vehicle and over.way is None:
        if not open_to_vehicles:
            bars = (Bar("5.24", "closed_to_vehicles"),)
        elif over.water is not None:
            bars = (Bar("5.24", "water_stops_vehicles"),)
    if over.way == "road":
        return Price((Toll("5.22", HALF, "by_road"),))
    if over.way == "trail":
        return Price((Toll("5.23", 1, "by_trail"),))
    parts: tuple[Toll, ...] = (Toll("5.21", mp, "hex_cost"),)
    if over.water is not None and not over.bridge:
        parts += (Toll("5.21", ferry if over.water == "river" else stream, "ferry_cost" if over.water == "river" else "stream_cost"),)
    return Price(parts, bars)


def price(s: Situation, unit: Unit, before: str, here: str) -> Price:
    """The price of one step of a unit by the Terrain Key (5.2), whoever stands there; the Engineer's crossings (13.2) count."""
    tables = s.book.tables
    terrain = s.hex(here).terrain
    if terrain == "offmap":
        return Price((), (Bar("5.2", "off_the_map"),))
    row = tables["terrain"][terrain]
    over = crossing(s, before, here)
    if over.open_river and can_cross(unit) and carried(s, before, here):
        return Price((Toll("13.22", row["mp"], "carried_over"),))
    return _price(row["mp"], row["vehicles"], over, is_vehicle(unit), tables["hexsides"]["stream"], tables["hexsides"]["ferry"])


def engineer(s: Situation) -> Unit | None:
    """The Engineer, if he is on the map."""
    found: list[Unit] | None = None if s.unknown else s.lasting.get("engineer")
    if s.unknown:
        found = [unit for unit in s.units.values() if unit.side == ALLIED and unit.stated("kind") == "engineer"]
    elif found is None:
        found = s.lasting["engineer"] = [unit for unit in s.units.values() if unit.known_to_be("kind", "engineer")]
    return next((unit for unit in found if unit.hex is not None), None)


def carried(s: Situation, before: str, here: str) -> Unit | None:
    """The Engineer who carries units over the river between two hexes, one of which is his: he has not moved in this Allied player turn and
    is in no enemy zone (13.21)."""
    helper = engineer(s)
    if helper is None or helper.hex not in (before, here) or s.acts(helper.id, act="move", turn=s.stated("turn")):
        return None
    return helper if not enemy_zone(s, helper.hex, ALLIED) else None


def assaults(s: Situation, unit: Unit) -> bool:
    """Whether a unit stands in the hex of the Engineer, to attack across a river (13.24)."""
    helper = engineer(s)
    return helper is not None and unit is not helper and unit.hex == helper.hex and can_cross(unit)


def can_strike(s: Situation, unit: Unit, hex_: str) -> bool:
    """Whether a unit may attack a hex as a neighbour: not across a river without a bridge (6.33), unless the Engineer helps (13.24)."""
    here = unit.hex
    return here is not None and bool(s.grid.adjacent(here, hex_)) and (reaches(s, here, hex_) or assaults(s, unit))


class ArnhemCase(WarCase):
    """What all acts of this book share."""

    def acting(self, units: list[Unit]) -> None:
        """Whose act it is: that of the side of its first unit, else of the side whose phase it is."""
        self.movers = units
        self.side: str = units[0].side if units else self.slots.get("side") or moment(self.s)[0] or self.s.active

    def zone(self, hex_: str) -> list[Unit]:
        """The enemies whose zone of control reaches a hex."""
        return enemy_zone(self.s, hex_, self.side)

    def foes(self, hex_: str) -> list[Unit]:
        """The enemies in a hex."""
        return enemies_in(self.s, hex_, self.side)

    def in_the_way(self, hex_: str) -> list[Unit]:
        """The friends in a hex with whom the unit may not share it."""
        mover = self.movers[0] if self.movers else None
        return [unit for unit in self.s.at(hex_) if unit is not mover and unit.side == self.side and not (mover and may_share(unit, mover))]

    def did(self, unit: Unit, act: str, **when: Any) -> bool:
        """Whether the unit has done something in this phase (or at another time that is said)."""
        return bool(self.s.acts(unit.id, act=act, **(when or {"phase": self.s.stated("phase"), "turn": self.s.stated("turn")})))
