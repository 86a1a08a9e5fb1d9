"""What the words of chapter 3 mean: OBJ Zones, STOPPED, FINISHED."""

from __future__ import annotations

from adjudicator.book import Findings, Hex, Marker, Situation, Unit, cited, derives, forbid, rule
from adjudicator.kit import belongs, distance

from .r01_vocabulary import class_of, fire_events, started_since
from .r04_vocabulary_zones import affecting, engagement_zone_units
from .vocabulary import acts_now, has_assisted

OBJS = {"complete": 2, "partial": 1, "fail": 0}  # by SNAFU result (3.2k)


def not_active(s: Situation, unit: Unit) -> Findings:
    """A prohibition if the unit does not belong to the active formation or side."""
    active = s.stated("active_formation")
    if unit.side != (s.stated("active") or unit.side):
        yield forbid("not_active_unit", unit)
    elif active is not None and not belongs(unit, active):
        yield forbid("not_active_formation", unit, formation=active)


OBJ_RADIUS = 2


def in_obj_zone(s: Situation, hex_: str) -> bool:
    """Whether a hex lies in an OBJ Zone."""
    return obj_zone(s, hex_) > 0


def in_double_zone(s: Situation, hex_: str) -> bool:
    """Whether a hex lies in a Double OBJ Zone."""
    return obj_zone(s, hex_) > 1


def march_obj(marker: Marker) -> bool:
    """Whether it only marks where a headquarters is to march."""
    return bool(marker.kind == "obj" and marker.source == "march")


@rule("3.3")
def combat_objs(s: Situation) -> list[Marker]:
    """The OBJ markers that make zones: all but those of a march; Missing where it is not known where one lies."""
    found = [marker for marker in s.markers.values() if marker.kind == "obj" and not march_obj(marker)]
    for marker in found:
        marker.at  # noqa: B018 - asks where the marker lies
    return found


ZONE = 2  # hexes around an OBJ marker (3.3a)
PLACED_BY_SNAFU = "snafu"


@cited("3.3a")
def obj_zone(s: Situation, hex_: str) -> int:
    """0 outside every OBJ Zone, 1 in one, 2 in a Double OBJ Zone (3.3b: two SNAFU markers in one hex)."""
    level = 0
    known = [marker for marker in s.markers.values() if marker.kind == "obj" and marker.source != "march" and marker.hex is not None]
    for marker in known:
        if distance(s, marker.hex or "", hex_) > ZONE:
            continue
        twins = [other for other in known if other.hex == marker.hex and other.source == PLACED_BY_SNAFU]
        level = max(level, 2 if len(twins) >= 2 else 1)
    if level == 0:
        combat_objs(s)
        place = s.hex(hex_)
        level = int(bool(place.known("obj_zone") or s.named and s.stated(place.path("obj_zone"))))  # in words alone nobody lists what lies on the map
    return level


@derives("hexes.obj_zone", "3.3a")
def lies_in_obj_zone(place: Hex) -> bool:
    """Whether a hex that is asked about lies in an OBJ Zone."""
    return in_obj_zone(place.situation, place.id)


@cited("3.3a")
def obj_in(s: Situation, hex_: str) -> bool:
    """Whether a combat OBJ marker lies in the hex itself, as it must for a Victory Point hex to be entered."""
    return any(marker.hex == hex_ for marker in combat_objs(s))


@cited("3.4e")
def why_stopped(unit: Unit) -> str | None:
    """Why a unit is STOPPED (the key of a text), or None: a marker, no Fire Event left, the ground, the traffic or the zone that it moved into,
    or another unit that has begun since."""
    s, here = unit.situation, unit.hex
    if unit.stopped:
        return "stopped_marked"
    spent = acts_now(s, unit.id, "engagement", "attack_by_fire", "shock_attack", "recon")
    if spent and fire_events(unit) == 0:
        return "stopped_no_events"
    if started_since(unit) is not None:
        return "stopped_other_began"
    moved = [act for act in acts_now(s, unit.id, "move") if act.get("to", here) == here]
    if not moved or here is None:
        return None
    if s.hex(here).stop_terrain:
        return "stopped_terrain"
    if any(marker.kind == "traffic" and marker.hex == here for marker in s.markers.values()):
        return "stopped_traffic"
    cls = class_of(unit)
    if affecting(s, here, unit.side, cls):
        return "stopped_zone"
    if cls == "truck" and engagement_zone_units(s, here, unit.side):
        return "stopped_engagement_zone"
    return None


def is_stopped(unit: Unit) -> bool:
    """Whether a STOP holds the unit where it is: marked, or by what it moved into; what is left of Fire Events has rules of its own."""
    return why_stopped(unit) not in (None, "stopped_no_events", "stopped_other_began")


@cited("3.4g")
def is_finished(unit: Unit) -> bool:
    """Whether the unit took part in a Regular Attack, retreated of its own will, or is marked so."""
    if unit.finished:
        return True
    s = unit.situation
    if acts_now(s, unit.id, "regular_attack", "assist", "voluntary_retreat"):
        return True
    return has_assisted(s, unit.id)
