"""Chapter 3.3: OBJ markers and the zones around them."""

from __future__ import annotations

from adjudicator.book import Findings, Situation, cites, define, effect, forbid, kept, owes, permit, record, rule, says, value
from adjudicator.kit import wrong_phase

from .acts_aftermath import Owed
from .acts_combat import ATTACKER, AttackByFire, Barrage, CombatTable, Engagement, Fight
from .acts_formation import Cleanup, MarkerAct, ObjMarkers, PlaceObj, Recon, SavePoints
from .acts_movement import Move, MoveObj, Step
from .r01_vocabulary import attack_capable, fire_events, has_av, is_unprepared
from .r03_common import phase_of
from .r03_vocabulary import OBJ_RADIUS, OBJS, PLACED_BY_SNAFU, in_double_zone, in_obj_zone, is_finished, march_obj, obj_in, why_stopped
from .r04_vocabulary import controls
from .r04_vocabulary_zones import overstacked
from .r05_common import card_modifier, modifier, summing, targets
from .vocabulary import acts_now, is_combat_unit, place_marker, stopped

# ---- 3.3 Objectives -------------------------------------------------------------------------------------------------
cites("3.3", Engagement, "An Engagement needs no OBJ (part iii).", lambda _: True)
cites("3.3", (CombatTable, AttackByFire, Barrage), "A March OBJ makes no zone (part v).", lambda fight: any(map(march_obj, fight.s.markers.values())))


@rule("3.3a", Move, "step")
def victory_hex(move: Move, step: Step) -> Findings:
    """A Victory Point hex that is not one's own is entered only with an OBJ marker in that very hex."""
    if not move.s.hex(step.here).vp:
        return
    if controls(move.s, step.here) == move.side:
        yield kept()
        return
    if obj_in(move.s, step.here):
        yield permit("vp_with_obj", step.here)
    else:
        yield forbid("vp_without_obj", move.unit_, step.here)


@rule("3.3a", (CombatTable, AttackByFire, Barrage), each=targets)
def two_hexes_around(fight: Fight, hex_: str) -> Findings:
    """Attacks, fire and barrages need a target within two hexes of an OBJ marker."""
    if in_obj_zone(fight.s, hex_):
        yield permit("inside_obj_zone", hex_)
    else:
        yield forbid("outside_obj_zone", hex_, radius=OBJ_RADIUS)


@rule("3.3a", Engagement)
def no_zone_for_engagements(fight: Engagement) -> Findings:
    """Engagements need no OBJ Zone."""
    if not all(in_obj_zone(fight.s, hex_) for hex_ in targets(fight)):
        yield permit("engagement_without_zone", where=targets(fight))


cites("3.3b", PlaceObj, "Two markers in one hex would make a Double OBJ Zone.", lambda act: bool(act.count > 1 and not act.march))


@rule("3.3b", PlaceObj, "after")
def double_zone(act: PlaceObj) -> Findings:
    """Two SNAFU markers in one hex make a Double OBJ Zone."""
    if act.march:
        return
    for hex_ in act.hexes:
        here = [marker for marker in act.s.markers.values() if marker.kind == "obj" and marker.hex == hex_ and marker.source == PLACED_BY_SNAFU]
        laid = act.count if len(act.hexes) == 1 else 1
        if len(here) + laid >= 2:
            yield define("double_zone", hex_)
            yield effect(hex=hex_, obj_zone="double")


@rule("3.3b", CombatTable)
def claimed_double_zone(attack: CombatTable) -> Findings:
    """The modifier of a Double OBJ Zone needs two SNAFU markers in one hex, the target within two of it."""
    if "double_obj" in attack.claimed_drms and not in_double_zone(attack.s, attack.target):
        yield forbid("no_double_zone", attack.target)


@rule("3.3b", CombatTable, "sums")
@summing(ATTACKER)
def double_objective(attack: CombatTable) -> Findings:
    """Two OBJ markers in one hex make a Double OBJ Zone: a modifier for the attacker."""
    if in_double_zone(attack.s, attack.target):
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "double_obj"), "drm_double_obj", hex=attack.target)
    elif len(attack.objectives("snafu", "recon")) > 1:
        yield define("no_double_zone", attack.target)


says("3.3c", SavePoints, "legality", "OBJ markers are not kept for another Activation.", lambda act: forbid("obj_not_saved") if act.what == "obj" else None)


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


says("3.3c", ObjMarkers, "legality", "None goes to another formation.", lambda act: forbid("obj_not_given", formation=act.f.id) if act.do == "give" else None)
says("3.3c", ObjMarkers, "legality", "None is saved for another Activation.", lambda act: forbid("obj_saved", formation=act.f.id) if act.do == "keep" else None)


@rule("3.3c", Owed, "answer")
def may_place(owed: Owed) -> Findings:
    """The OBJ markers that the SNAFU result gives and that are not on the map yet."""
    f = phase_of(owed, "snafu", "obj_placement")
    if f is None or f.stated("snafu") is None or f.stated("status") == "done" or owed.s.option("6.4"):
        return
    placed = sum(int(act.get("count") or 1) for act in acts_now(owed.s, f.id, "obj_placed"))
    left = OBJS[f.stated("snafu")] - placed
    if left > 0:
        yield owes("obj", f.stated("side"), [f.id], may=True, count=left)


def may_hold_obj(s: Situation, hex_: str, side: str) -> bool:
    """An enemy unit that is not in Support, or a Victory Point hex (3.3d)."""
    return bool(s.hex(hex_).vp) or any(unit.side != side for unit in s.at(hex_))


@rule("3.3d", PlaceObj)
def where_placed(act: PlaceObj) -> Findings:
    """On an enemy unit that is not in Support, or on a Victory Point hex, however far from the HQ."""
    for unit in act.targets:
        if unit.in_support:
            yield forbid("obj_on_support", unit)
    for hex_ in act.hexes:
        if act.march:
            continue
        if may_hold_obj(act.s, hex_, act.side):
            yield permit("obj_placed", hex_)
        else:
            act.s.complete()
            yield forbid("obj_nothing_there", hex_)


@rule("3.3d", PlaceObj, "after")
def laid_down(act: PlaceObj) -> Findings:
    """The markers lie there until Cleanup."""
    source = "march" if act.march else PLACED_BY_SNAFU
    for hex_ in act.hexes:
        for _ in range(act.count if len(act.hexes) == 1 else 1):
            yield place_marker("obj", hex_, source=source)
    yield record(did=act.f.id, act="march_obj_placed" if act.march else "obj_placed", count=act.count)


@rule("3.3d", ObjMarkers)
def where_they_lie(act: MarkerAct) -> Findings:
    """Once placed they are neither moved nor taken away before Cleanup."""
    if act.do == "move" or (act.do == "remove" and act.s.stated("phase") in ("obj_placement", "activities")):
        yield forbid("obj_lies", formation=act.f.id)


says("3.3d", MoveObj, "legality", "An OBJ marker stays where it was placed.", lambda act: forbid("obj_stays"))
cites("3.3e", Cleanup, "All OBJ markers come off in Cleanup.", lambda act: any(marker.kind == "obj" for marker in act.s.markers.values()))
cites("3.3e", SavePoints, "All OBJ markers come off in Cleanup.", lambda act: act.what == "obj")


@rule("3.3e", ObjMarkers)
def off_at_cleanup(act: MarkerAct) -> Findings:
    """All OBJ markers come off at Cleanup."""
    phase = act.s.stated("phase")
    if act.do == "keep" and phase != "activities":
        yield forbid("obj_come_off", formation=act.f.id)
    else:
        yield kept()


RECON_REACH = 2


@rule("3.3f", Recon)
def who_may_recon(act: Recon) -> Findings:
    """A Recon unit of a kind that the capability table lets recon, with a Fire Event left, neither STOPPED nor overstacked, on a hex that holds no
    OBJ yet but an enemy unit or Victory Points, within two hexes."""
    unit = act.unit_
    if not is_combat_unit(unit) or is_unprepared(unit) or (not attack_capable(unit) and has_av(unit) and unit.av_type in ("limited", "stand_off")):
        yield forbid("recon_kind", unit)
        return
    yield from wrong_phase(act, "activities")
    if any(marker.hex == act.hex for marker in act.objectives("snafu", "recon")):
        yield forbid("recon_has_obj", unit, act.hex)
    if is_finished(unit):
        yield forbid("is_finished", unit)
    reason = why_stopped(unit)
    if reason is not None:
        yield forbid("recon_stopped", unit)
        yield define(reason, unit)
    if not act.forbidden and fire_events(unit) < 1:
        yield forbid("no_fire_events", unit)
    if overstacked(act.s, act.start):  # 1.6c forbids it
        yield kept()
    apart = act.distance(act.start, act.hex)
    if apart > RECON_REACH:
        yield forbid("recon_far", unit, act.hex, hexes=apart)
    elif not may_hold_obj(act.s, act.hex, act.side):
        act.s.complete()
        yield forbid("obj_nothing_there", act.hex)
    if not act.forbidden:
        if not unit.recon:
            yield forbid("recon_not_recon", unit)
        else:
            yield permit("recon_may", unit)


cites("3.3g", Recon, "Within two hexes, by a die.", lambda _: True)


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
