"""Chapter 3.3 and 3.4: objectives and their zones, Recon, and when a unit is STOPPED or FINISHED."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, value
from adjudicator.ground.situation import Entity, Marker, Situation, Unit
from adjudicator.kit.geometry import distance

from .acts import in_play, is_combat_unit, place_marker, stopped
from .acts_formation import ObjMarkers, PlaceObj, Recon, TrafficMarkers
from .r01_formations import acts_now, fire_events, started_since
from .r01_units import ROADS, attack_capable, class_of, has_av, is_unprepared
from .r04_zones import affecting, engagement_zone_units, overstacked

ZONE = 2  # hexes around an OBJ marker (3.3a)
OBJS = {"complete": 2, "partial": 1, "fail": 0}  # by SNAFU result (3.2k)
RECON_REACH = 2
PLACED_BY_SNAFU = "snafu"


# ---- 3.3 zones -------------------------------------------------------------------------------------------------------------------
@rule("3.3")
def combat_objs(s: Situation) -> list[Marker]:
    """The OBJ markers that make zones: all but those of a march; Missing where it is not known where one lies."""
    found = [marker for marker in s.markers.values() if marker.kind == "obj" and marker.source != "march"]
    for marker in found:
        marker.at  # noqa: B018 - asks where the marker lies
    return found


@rule("3.3a")
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
    return level


@rule("3.3a")
def obj_in(s: Situation, hex_: str) -> bool:
    """Whether a combat OBJ marker lies in the hex itself, as it must for a Victory Point hex to be entered."""
    return any(marker.hex == hex_ for marker in combat_objs(s))


def may_hold_obj(s: Situation, hex_: str, side: str) -> bool:
    """An enemy unit that is not in Support, or a Victory Point hex (3.3d)."""
    return bool(s.hex(hex_).vp) or any(unit.side != side for unit in s.at(hex_))


def has_road(s: Situation, hex_: str) -> bool:
    """Whether a road crosses one of the hex's sides."""
    return any(hex_ in key.split("/") and any(kind in ROADS for kind in side.facts.get("features") or ()) for key, side in s.hexsides.items())


@rule("3.0", PlaceObj)
def after_snafu(act: PlaceObj) -> Findings:
    """SNAFU comes before the OBJ markers, and they before the Activities."""
    phase = act.s.stated("phase")
    if act.march and phase in ("hq_start", "preparation", "activations"):
        yield kept()  # laid down when the formation activates (2.4b)
    elif phase in ("hq_start", "preparation"):
        yield forbid("obj_before_snafu", formation=act.f.id)
    elif phase is not None and phase not in ("snafu", "obj_placement"):
        yield forbid("obj_too_late", formation=act.f.id)
    else:
        yield kept()


@rule("3.3c", PlaceObj)
def how_many(act: PlaceObj) -> Findings:
    """Two with Complete, one with Partial, none with Fail; none saved from an earlier Activation, none from another formation."""
    if act.march or act.forbidden:
        return
    allowed = OBJS[act.f.snafu]
    before = sum(int(item.get("count", 1)) for item in acts_now(act.s, act.f.id, "obj_placed"))
    wanted = act.count + act.saved
    if act.saved:
        yield forbid("obj_saved", formation=act.f.id)
    if before + wanted > allowed:
        yield forbid("obj_too_many", formation=act.f.id, count=wanted, limit=max(0, allowed - before))
    else:
        yield permit("obj_allowed", formation=act.f.id, count=wanted, limit=allowed)
    yield value("obj_markers", allowed)


@rule("3.3d", PlaceObj)
def where_placed(act: PlaceObj) -> Findings:
    """On an enemy unit that is not in Support, or on a Victory Point hex, however far from the HQ."""
    for unit in act.targets:
        if unit.in_support:
            yield forbid("obj_on_support", units=[unit.id], unit=unit.id)
    for hex_ in act.hexes:
        if act.march:
            continue
        if may_hold_obj(act.s, hex_, act.side):
            yield permit("obj_placed", where=[hex_], hex=hex_)
        else:
            act.s.complete()
            yield forbid("obj_nothing_there", where=[hex_], hex=hex_)


@rule("2.4g", PlaceObj)
def march_obj(act: PlaceObj) -> Findings:
    """A March OBJ goes on any road hex, enemies or not, and only where Orders are in play."""
    if not act.march:
        return
    if not act.s.option("2.4"):
        yield forbid("orders_not_in_play")
    for hex_ in act.hexes:
        if has_road(act.s, hex_):
            yield permit("march_obj_placed", where=[hex_], hex=hex_)
        else:
            yield forbid("march_obj_no_road", where=[hex_], hex=hex_)


@rule("3.3b", PlaceObj, "after")
def double_zone(act: PlaceObj) -> Findings:
    """Two SNAFU markers in one hex make a Double OBJ Zone."""
    if act.march:
        return
    for hex_ in act.hexes:
        here = [marker for marker in act.s.markers.values() if marker.kind == "obj" and marker.hex == hex_ and marker.source == PLACED_BY_SNAFU]
        laid = act.count if len(act.hexes) == 1 else 1
        if len(here) + laid >= 2:
            yield define("double_zone", where=[hex_], hex=hex_)
            yield effect(hex=hex_, obj_zone="double")


@rule("3.3d", PlaceObj, "after")
def laid_down(act: PlaceObj) -> Findings:
    """The markers lie there until Cleanup."""
    source = "march" if act.march else PLACED_BY_SNAFU
    for hex_ in act.hexes:
        for _ in range(act.count if len(act.hexes) == 1 else 1):
            yield place_marker("obj", hex_, source=source)
    yield record(did=act.f.id, act="march_obj_placed" if act.march else "obj_placed", count=act.count)


@rule("3.3e", ObjMarkers)
def off_at_cleanup(act: ObjMarkers) -> Findings:
    """All OBJ markers come off at Cleanup."""
    phase = act.s.stated("phase")
    if act.do == "keep" and phase != "activities":
        yield forbid("obj_come_off", formation=act.f.id)
    else:
        yield kept()


@rule("3.3c", ObjMarkers)
def none_given_away(act: ObjMarkers) -> Findings:
    """None goes to another formation."""
    if act.do == "give":
        yield forbid("obj_not_given", formation=act.f.id)


@rule("3.3c", ObjMarkers)
def none_saved(act: ObjMarkers) -> Findings:
    """None is saved for another Activation."""
    if act.do == "keep":
        yield forbid("obj_saved", formation=act.f.id)


@rule("3.3d", ObjMarkers)
def where_they_lie(act: ObjMarkers) -> Findings:
    """Once placed they are neither moved nor taken away before Cleanup."""
    if act.do == "move" or (act.do == "remove" and act.s.stated("phase") in ("obj_placement", "activities")):
        yield forbid("obj_lies", formation=act.f.id)


@rule("3.5", ObjMarkers, "after")
def taken_away(act: ObjMarkers) -> Findings:
    """Whatever is said, at Cleanup they are gone."""
    if act.do != "move":
        for marker in act.objectives():
            yield effect(marker=marker.id, removed=True)


@rule("3.5", TrafficMarkers)
def traffic_comes_off(act: TrafficMarkers) -> Findings:
    """All Traffic markers come off at Cleanup, and not before."""
    cleanup = act.s.stated("phase") == "cleanup"
    if act.do == "keep" and cleanup:
        yield forbid("traffic_comes_off", formation=act.f.id)
    elif act.do == "remove" and not cleanup:
        yield forbid("traffic_stays", formation=act.f.id)
    else:
        yield kept()


@rule("3.5", TrafficMarkers, "after")
def traffic_taken_away(act: TrafficMarkers) -> Findings:
    """Whatever is said, at Cleanup they are gone."""
    if act.s.stated("phase") == "cleanup":
        for marker in act.lying:
            yield effect(marker=marker.id, removed=True)


# ---- 3.4 STOPPED and FINISHED ---------------------------------------------------------------------------------------------------------
@rule("3.4g")
def is_finished(unit: Unit) -> bool:
    """Whether the unit took part in a Regular Attack, retreated of its own will, or is marked so."""
    if unit.finished:
        return True
    s = unit.situation
    if acts_now(s, unit.id, "regular_attack", "assist", "voluntary_retreat"):
        return True
    return any(act.get("assist") == unit.id for id_ in s.history for act in acts_now(s, id_, "regular_attack"))


@rule("3.4e")
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


def events_usable(unit: Unit) -> int:
    """Fire Events that a unit can still use: none once another unit has begun, none in an overstacked hex (1.6c, 1.6f)."""
    if started_since(unit) is not None or overstacked(unit.situation, unit.hex):
        return 0
    return fire_events(unit)


# ---- 3.3f and g Recon ---------------------------------------------------------------------------------------------------------------------
@rule("3.4a", Recon)
def of_the_active_formation(act: Recon) -> Findings:
    """Only units of the active formation do anything."""
    yield kept()
    yield from not_active(act.s, act.unit_)


def not_active(s: Situation, unit: Unit) -> Findings:
    """A prohibition if the unit does not belong to the active formation or side."""
    active = s.stated("active_formation")
    if unit.side != (s.stated("active") or unit.side):
        yield forbid("not_active_unit", units=[unit.id], unit=unit.id)
    elif active is not None and unit.formation != active:
        yield forbid("not_active_formation", units=[unit.id], unit=unit.id, formation=active)


@rule("3.3f", Recon)
def who_may_recon(act: Recon) -> Findings:
    """A Recon unit of a kind that the capability table lets recon, with a Fire Event left, neither STOPPED nor overstacked, on a hex that holds no
    OBJ yet but an enemy unit or Victory Points, within two hexes."""
    unit = act.unit_
    if not is_combat_unit(unit) or is_unprepared(unit) or (not attack_capable(unit) and has_av(unit) and unit.av_type in ("limited", "stand_off")):
        yield forbid("recon_kind", units=[unit.id], unit=unit.id)
        return
    phase = act.s.stated("phase")
    if phase not in (None, "activities"):
        yield forbid("wrong_phase", phase=phase, wanted="activities")
    if any(marker.hex == act.hex for marker in act.objectives("snafu", "recon")):
        yield forbid("recon_has_obj", where=[act.hex], units=[unit.id], hex=act.hex)
    if is_finished(unit):
        yield forbid("is_finished", units=[unit.id], unit=unit.id)
    reason = why_stopped(unit)
    if reason is not None:
        yield forbid("recon_stopped", units=[unit.id], unit=unit.id)
        yield define(reason, units=[unit.id], unit=unit.id)
    if not act.forbidden and fire_events(unit) < 1:
        yield forbid("no_fire_events", units=[unit.id], unit=unit.id)
    if overstacked(act.s, act.start):
        yield forbid("overstacked_no_fire", where=[act.start], units=[unit.id], unit=unit.id)
    apart = act.distance(act.start, act.hex)
    if apart > RECON_REACH:
        yield forbid("recon_far", where=[act.hex], units=[unit.id], hexes=apart)
    elif not may_hold_obj(act.s, act.hex, act.side):
        act.s.complete()
        yield forbid("obj_nothing_there", where=[act.hex], hex=act.hex)
    if not act.forbidden:
        if not unit.recon:
            yield forbid("recon_not_recon", units=[unit.id], unit=unit.id)
        else:
            yield permit("recon_may", units=[unit.id], unit=unit.id)


@rule("3.3g", Recon, "numbers")
def recon_roll(act: Recon) -> Findings:
    """A Fire Event is spent, and one die must not exceed the action rating."""
    unit = act.unit_
    left = fire_events(unit) - 1
    yield value("dice", 1)
    yield effect(unit=unit.id, fire_events=left)
    if left == 0:
        yield from stopped(unit)
    yield value("needed", {"success": list(range(1, min(6, unit.ar) + 1))}, "recon_needs", unit=unit.id, ar=unit.ar)


@rule("3.3g", Recon, "roll")
def recon_result(act: Recon) -> Findings:
    """Success lays a Recon OBJ marker for the whole active formation; a failure may be tried again with another Fire Event or unit."""
    success = act.roll() <= act.unit_.ar
    yield value("result", "success" if success else "failure", "recon_success" if success else "recon_failure", hex=act.hex)
    if success:
        yield place_marker("obj", act.hex, source="recon")
    yield record(did=act.unit_.id, act="recon", hex=act.hex, result="success" if success else "failure")


def formation_units(s: Situation, formation: Entity) -> list[Unit]:
    """The combat units of a formation that are in play."""
    return [unit for unit in s.units.values() if unit.facts.get("formation") == formation.id and is_combat_unit(unit) and in_play(unit)]
