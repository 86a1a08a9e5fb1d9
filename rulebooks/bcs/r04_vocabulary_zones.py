"""Stacks, zones of control and what makes them, Engagement Zones and lines of sight, Screen Zones (4.2 to 4.6)."""

from __future__ import annotations

from adjudicator.book import Hex, Missing, Situation, Unit, cited, derives, rule
from adjudicator.kit import adjacent, distance, possible_neighbours

from .r01_vocabulary import ARMOUR, has_av, is_host, is_unprepared, support_of
from .r04_vocabulary_ground import chart, terrains
from .vocabulary import NORMAL_STACK, combat_units, enemies, is_combat_unit, lost_units


def mandatory_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemies whose AV ZOC in a hex makes a Stopping Engagement mandatory: Real AV units and Hosts with Stand-Off Support (4.4a)."""
    found = []
    for unit in zoc_units(s, hex_, side):
        if has_av(unit) or (is_host(unit) and any(other.av_type == "stand_off" for other in support_of(s, unit.formation))):
            found.append(unit)
    return found


@cited("4.2")
def overstacked(s: Situation, hex_: str | None) -> bool:
    """Whether more than two combat units stand in a hex; Missing where a unit that could tip it stands nobody knows where."""
    if hex_ is None:
        return False
    here = len(combat_units(s, hex_))
    if here > NORMAL_STACK:
        return True
    lost = [unit for unit in lost_units(s) if unit.kind is None]
    if here + len(lost) > NORMAL_STACK:
        raise Missing(lost[0].path("at"), None, tuple((unit.path("at"), None) for unit in lost[1:]))
    return False


@cited("4.3a")
def zoc_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemies of a side whose ZOC covers a hex: it reaches the six hexes around them, whatever the terrain."""

    def look() -> list[Unit]:
        beside = ((near, unit) for near in possible_neighbours(s, hex_) for unit in s.at(near))
        return [unit for near, unit in beside if unit.side != side and has_zoc(unit) and adjacent(s, near, hex_)]

    return list(s.recall(("zone", hex_, side), look))


@cited("4.3b")
def has_zoc(unit: Unit) -> bool:
    """All combat units but those in Screen and the Unprepared; HQs and Trains have none."""
    return is_combat_unit(unit) and not unit.screen and not is_unprepared(unit)


@cited("4.3c")
def negated(s: Situation, hex_: str, side: str, without: tuple[Unit, ...] = ()) -> bool:
    """Whether a friendly unit in a hex negates the EZOCs there, as it does for Safe Paths and for HQs."""
    return any(unit.side == side and unit not in without for unit in s.at(hex_))


@cited("4.3d")
def affecting(s: Situation, hex_: str, side: str, cls: str | None) -> list[Unit]:
    """Enemies whose ZOC in a hex affects a moving class: any for Leg and Truck, only AV ZOCs for Tactical."""
    return av_zoc_units(s, hex_, side) if cls == "tac" else zoc_units(s, hex_, side)


NORMAL, SUPPORT, REAL = "normal", "support", "real"


@cited("4.3f")
def zoc_kind(unit: Unit) -> str:
    """Real AV ZOC of a unit with an AV (Light too), Support AV ZOC of a Host, normal ZOC of the rest.  For units that have a ZOC."""
    if has_av(unit):
        return REAL
    return SUPPORT if is_host(unit) else NORMAL


@cited("4.3f")
def av_zoc_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Those of them whose ZOC is an AV ZOC, Real or of Support."""
    return [unit for unit in zoc_units(s, hex_, side) if zoc_kind(unit) != NORMAL]


@cited("4.3f")
def real_av_zoc_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Those of them that are Real AV units."""
    return [unit for unit in zoc_units(s, hex_, side) if has_av(unit)]


@cited("4.5b")
def engagement_zone_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemies whose Engagement Zone covers a hex: Real AV, neither Light nor in Screen, as far as range, Visibility and sight reach."""
    found = []
    for unit in enemies(s, side, *ARMOUR):
        if not is_combat_unit(unit) or unit.screen or not has_av(unit) or unit.hex is None:
            continue
        apart = distance(s, unit.hex, hex_)
        if apart == 0 or (apart > 1 and apart > (unit.range or 1)):
            continue
        if unit.stated("av_type") == "light" or (apart > 1 and (apart > s.visibility or not clear_line(s, unit.hex, hex_))):
            continue
        found.append(unit)
    return found


@derives("hexes.blocking", "4.5c")
def blocking(place: Hex) -> bool | None:
    """What the chart says of the hex's terrain; None where nobody typed it."""
    found = [chart(place.situation, name, "blocking") for name in terrains(place.situation, place.id)]
    if any(found):
        return True
    return False if found and None not in found else None


@rule("4.5c")
def clear_line(s: Situation, first: str, second: str) -> bool:
    """Whether no Blocking hex lies on the line between two hexes.  Adjacent hexes always see each other; along a hexside one of the two
    hexes must not block."""
    if distance(s, first, second) <= 1:
        return True
    stated = s.facts.get("los") or {}
    path = f"los[{first}/{second}]"
    said = s.tried.get(path, stated.get(f"{first}/{second}", stated.get(f"{second}/{first}")))
    if isinstance(said, dict):
        sides = said["along"]
        return all(any(not s.hex(hex_).blocking for hex_ in pair.split("/")) for pair in ([sides] if isinstance(sides, str) else sides))
    if said is not None:
        return bool(said == "clear")
    for step in s.grid.line(first, second)[1:-1]:
        if isinstance(step, tuple):
            if all(not hex_ or s.hex(hex_).blocking for hex_ in step):
                return False
        elif s.hex(step).blocking:
            return False
    return True


def screen_radius(s: Situation) -> int:
    """Radius of a Screen Zone; Last Blitzkrieg has another."""
    path = "tables.screen_zone_radius"
    stated = s.tried.get(path, (s.facts.get("tables") or {}).get("screen_zone_radius"))
    if stated is not None:
        return int(stated)
    if path in s.unknown or str(s.facts.get("game") or "").lower() == "last blitzkrieg":
        raise Missing(path, tuple(range(1, 7)))
    return 3


@cited("4.6c")
def screen_zone_units(s: Situation, hex_: str, side: str) -> list[Unit]:
    """Enemies in Screen whose zone covers a hex: three hexes around them, or what the game says (``tables.screen_zone_radius``)."""
    screens = enemies(s, side, "screen")
    return [unit for unit in screens if unit.screen and unit.hex is not None and distance(s, unit.hex, hex_) <= screen_radius(s)]
