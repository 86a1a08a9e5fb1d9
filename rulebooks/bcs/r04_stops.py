"""Chapter 4.3 to 4.6 as they meet a move: EZOCs, Stopping Engagements, Engagement Zones and Screens."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, value
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.geometry import adjacent, possible_neighbours

from .acts import in_play, is_combat_unit, is_hq, is_trains, stopped
from .acts_formation import Recon
from .acts_movement import Move, Screen, Step
from .r01_formations import acts_now, fire_events, is_host, no_support, support_of
from .r01_units import has_av, is_light, is_unprepared, shows, step_closed
from .r03_objectives import is_finished, obj_in
from .r04_movement import in_the_way, shows_move_side, traffic_in
from .r04_zones import affecting, av_zoc_units, engagement_zone_units, mandatory_units, negated, overstacked, screen_zone_units, zoc_units

TO_FIRE = 2  # dice of an Engagement


# ---- what bars a step, and what ends a move ---------------------------------------------------------------------------
def zone_to_zone(s: Situation, unit: Unit, before: str, here: str) -> list[Unit]:
    """The enemies whose ZOCs a step goes out of and into, where both affect the unit; none where the step is free."""
    if is_hq(unit):
        return []
    there = affecting(s, here, unit.side, unit.ma_class)
    if not there:
        return []
    left = affecting(s, before, unit.side, unit.ma_class)
    return [left[0], there[0]] if left else []


def closed_screen(s: Situation, unit: Unit, here: str) -> Unit | None:
    """The enemy in Screen that keeps a unit out of its hex: only Deployed Leg units go in."""
    screens = [other for other in s.at(here) if other.side != unit.side and other.screen and is_combat_unit(other)]
    if screens and (unit.ma_class != "leg" or shows_move_side(unit) or not is_combat_unit(unit)):
        return screens[0]
    return None


def closed_headquarters(s: Situation, unit: Unit, here: str) -> str | None:
    """Why a unit may not enter a hex with an enemy HQ or Trains (the key of a text); None if it jumps them or there are none."""
    if not any(other.side != unit.side and (is_hq(other) or is_trains(other)) and in_play(other) for other in s.at(here)):
        return None
    if is_hq(unit) or is_trains(unit):
        return "jump_no_combat_unit"
    if is_unprepared(unit):
        return "jump_unprepared"
    if unit.screen:
        return "jump_screen"
    return None if unit.began_in_command else "jump_out_of_command"


def closed_zone_for_hq(s: Situation, unit: Unit, here: str) -> list[Unit]:
    """Enemies whose ZOC or Engagement Zone keeps an HQ out of a hex; only an EZOC can be negated by a friend."""
    if not is_hq(unit):
        return []
    found = [] if negated(s, here, unit.side, (unit,)) else zoc_units(s, here, unit.side)
    return found or engagement_zone_units(s, here, unit.side)


def controls(s: Situation, here: str) -> str | None:
    """The side that controls a hex; an Urban hex says to what level beside."""
    found = s.hex(here).control
    return found.get("side") if isinstance(found, dict) else found


def bars(s: Situation, unit: Unit, before: str, here: str, start: str) -> bool:
    """Whether a unit may not go from one hex into the next, whatever it costs."""
    if in_the_way(s, unit, here) or step_closed(s, before, here, unit.ma_class) or step_closed(s, here, before, unit.ma_class):
        return True
    if zone_to_zone(s, unit, before, here) or closed_screen(s, unit, here) is not None or closed_headquarters(s, unit, here) is not None:
        return True
    if closed_zone_for_hq(s, unit, here) or (is_unprepared(unit) and screen_zone_units(s, here, unit.side)):
        return True
    if is_hq(unit) and (step_closed(s, before, here, "truck")):
        return True
    return bool(s.hex(here).vp) and controls(s, here) != unit.side and not obj_in(s, here)


def stops_unit(s: Situation, unit: Unit, here: str) -> bool:
    """Whether a unit that enters a hex must STOP there: traffic, ground, EZOC or Engagement Zone."""
    if traffic_in(s, here) or s.hex(here).stop_terrain:
        return True
    if is_hq(unit):
        return False
    if affecting(s, here, unit.side, unit.ma_class):
        return True
    return unit.ma_class == "truck" and bool(engagement_zone_units(s, here, unit.side))


# ---- 4.3 --------------------------------------------------------------------------------------------------------------
@rule("4.3d", Move, "step")
def zones_of_control(move: Move) -> Findings:
    """Nobody goes straight from one EZOC that affects him into another; Leg and Truck STOP in any, Tactical in an AV EZOC; HQs stay out."""
    step: Step = move.item
    unit = move.unit_
    if is_hq(unit):
        if not negated(move.s, step.here, move.side, (unit,)):
            found = zoc_units(move.s, step.here, move.side)
            if found:
                yield forbid("hq_in_zoc", where=[step.here], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=step.here)
        elif zoc_units(move.s, step.here, move.side):
            yield permit("hq_into_zoc", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)
        return
    both = zone_to_zone(move.s, unit, step.before, step.here)
    if both:
        yield forbid(
            "zoc_to_zoc",
            where=[step.before, step.here],
            units=[unit.id, *(other.id for other in both)],
            unit=unit.id,
            start=step.before,
            hex=step.here,
            enemy=both[1].id,
        )
    if step.last:
        return
    found = affecting(move.s, step.here, move.side, move.cls)
    if found:
        yield forbid("stops_zoc", where=[step.here], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=step.here)


@rule("4.3c", Move, "step")
def friend_negates_for_hq(move: Move) -> Findings:
    """For a moving HQ a friendly unit in the hex negates the EZOCs."""
    step: Step = move.item
    if is_hq(move.unit_) and zoc_units(move.s, step.here, move.side) and negated(move.s, step.here, move.side, (move.unit_,)):
        yield permit("zoc_negated", where=[step.here], units=[move.unit_.id], hex=step.here)


@rule("4.3d", Move, "halt")
def free_to_leave(move: Move) -> Findings:
    """A unit that begins in an EZOC leaves it freely."""
    if is_hq(move.unit_):
        return
    if any(zoc_units(move.s, step.here, move.side) for step in move.steps):
        yield kept()
    if affecting(move.s, move.here(), move.side, move.cls):
        yield define("leaves_zoc", where=[move.here()], units=[move.unit_.id], unit=move.unit_.id, hex=move.here())


@rule("4.3b", Move, "halt")
def who_has_no_zone(move: Move) -> Findings:
    """HQs, Trains, units in Screen and Unprepared units beside the path have no ZOC."""
    for step in move.steps:
        for near in possible_neighbours(move.s, step.here):
            for unit in move.s.at(near):
                if unit.side != move.side and adjacent(move.s, near, step.here) and (not is_combat_unit(unit) or unit.screen or is_unprepared(unit)):
                    yield define("has_no_zoc", where=[near], units=[unit.id], unit=unit.id)


@rule("4.3f", Move, "halt")
def whose_av_zone(move: Move) -> Findings:
    """Real AV units and Hosts make the AV ZOC that a Tactical unit meets."""
    for unit in av_zoc_units(move.s, move.end, move.side):
        yield define("av_zoc", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)


@rule("4.3f", Move, "step")
def av_zones_passed(move: Move) -> Findings:
    """The same of hexes on the way."""
    step: Step = move.item
    if move.cls == "tac" and not step.last:
        for unit in av_zoc_units(move.s, step.here, move.side):
            yield define("av_zoc", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)


@rule("1.5h", Move, "halt")
def without_their_support(move: Move) -> Findings:
    """A unit whose Support is dropped, or out of reach for another reason, has no AV ZOC."""
    for step in move.steps:
        for unit in zoc_units(move.s, step.here, move.side):
            reason = no_support(unit)
            if not has_av(unit) and reason is not None and unit.formation is not None and support_of(move.s, unit.formation):
                yield define("no_av_zoc", where=[step.here], units=[unit.id], unit=unit.id)


@rule("4.3d", Move, "halt")
def halted_in_a_zone(move: Move) -> Findings:
    """The unit is STOPPED in the EZOC."""
    if is_hq(move.unit_):
        return
    found = affecting(move.s, move.end, move.side, move.cls)
    if found:
        move.stops.append("stops_zoc")
        yield define("halted_zoc", where=[move.end], units=[move.unit_.id, found[0].id], unit=move.unit_.id, enemy=found[0].id, hex=move.end)
        return
    for step in move.steps:
        if move.cls == "tac" and zoc_units(move.s, step.here, move.side) and not av_zoc_units(move.s, step.here, move.side):
            yield define("tac_goes_on", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)
            return


# ---- 4.4 Stopping Engagements -----------------------------------------------------------------------------------------
def can_fire(unit: Unit) -> bool:
    """Whether a moving unit is one that fires Stopping Engagements: an AV unit, neither Light nor in Screen."""
    return is_combat_unit(unit) and has_av(unit) and not is_light(unit) and not unit.screen


@rule("4.4a", Move, "end")
def must_fire_once(move: Move) -> Findings:
    """Where a Real AV unit or a Host with Stand-Off Support makes the AV EZOC, a moving AV unit has to fire once."""
    unit = move.unit_
    if not move.answered("no_fire") or not move.steps:
        return
    if not can_fire(unit):
        yield permit("cannot_fire", units=[unit.id], unit=unit.id)
        return
    found = mandatory_units(move.s, move.end, move.side)
    if not found:
        yield permit("need_not_fire", units=[unit.id], unit=unit.id)
    elif fire_events(unit) > 0 and not overstacked(move.s, move.end):
        yield forbid("must_fire", where=[move.end], units=[unit.id, *(other.id for other in found)], unit=unit.id, enemy=found[0].id, hex=move.end)
        yield value("dice", TO_FIRE)
        yield value("stop_engagement", "mandatory")


@rule("4.4", Move, "halt")
def who_fires_them(move: Move) -> Findings:
    """Only moving AV units fight Stopping Engagements; the rest STOPS and that is that."""
    unit = move.unit_
    if is_combat_unit(unit) and av_zoc_units(move.s, move.end, move.side):
        if has_av(unit):
            yield kept()
        else:
            yield define("fires_no_engagement", units=[unit.id], unit=unit.id)


@rule("4.4a", Move, "halt")
def engagement_on_arrival(move: Move) -> Findings:
    """An AV unit may fire, or has to; Light AVs and Screens that would have to are FINISHED at once."""
    unit = move.unit_
    if is_hq(unit):
        return
    if move.cls == "tac" or has_av(unit):
        yield kept()
    if not has_av(unit):
        return
    found = mandatory_units(move.s, move.end, move.side)
    if found and (is_light(unit) or unit.screen):
        move.finishes = True
        yield define("finished_on_arrival", where=[move.end], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id)
    elif found and can_fire(unit):
        yield define("fires_on_arrival", where=[move.end], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id)
        yield value("stop_engagement", "mandatory")
    elif can_fire(unit):
        others = av_zoc_units(move.s, move.end, move.side)
        if others:
            yield define("may_fire_on_arrival", where=[move.end], units=[unit.id, others[0].id], unit=unit.id, enemy=others[0].id)
        yield value("stop_engagement", "optional" if others else "none")


@rule("4.4b", Move)
def freed_by_fire(move: Move) -> Findings:
    """The STOP is lifted if no AV EZOC is left in the hex; but the last Fire Event STOPS even the winner."""
    unit = move.unit_
    if not acts_now(move.s, unit.id, "engagement") or move.start is None:
        return
    if fire_events(unit) == 0:
        yield forbid("won_but_spent", units=[unit.id], unit=unit.id)
    elif av_zoc_units(move.s, move.start, move.side):
        if acts_now(move.s, unit.id, "move") or unit.stopped:
            yield forbid("not_freed", where=[move.start], units=[unit.id], unit=unit.id, hex=move.start)
    elif not unit.stopped:
        yield permit("freed", where=[move.start], units=[unit.id], unit=unit.id, hex=move.start)


# ---- 4.5 --------------------------------------------------------------------------------------------------------------
@rule("4.5a", Move, "step")
def engagement_zones(move: Move) -> Findings:
    """Truck units STOP in an Engagement Zone; HQs do not enter one, whoever stands there."""
    step: Step = move.item
    unit = move.unit_
    if is_hq(unit):
        if any(finding.key == "hq_in_zoc" for _, finding in move.ruling.findings):
            return
        found = engagement_zone_units(move.s, step.here, move.side)
        if found:
            yield forbid("hq_in_zone", where=[step.here], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=step.here)
    elif move.cls == "truck" and not step.last and not affecting(move.s, step.here, move.side, move.cls):
        found = engagement_zone_units(move.s, step.here, move.side)
        if found:
            yield forbid("stops_zone", where=[step.here], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=step.here)


@rule("4.5a", Move)
def whom_the_zones_stop(move: Move) -> Findings:
    """Engagement Zones STOP Trucks and bar HQs; nobody else minds them."""
    if any(unit.side != move.side and is_combat_unit(unit) and has_av(unit) for unit in move.s.placed()):
        yield kept()


@rule("4.5a", Move, "halt")
def halted_in_an_engagement_zone(move: Move) -> Findings:
    """A Truck unit is STOPPED there."""
    if move.cls == "truck" and not is_hq(move.unit_) and not move.stops:
        found = engagement_zone_units(move.s, move.end, move.side)
        if found:
            move.stops.append("stops_zone")
            yield define("halted_zone", where=[move.end], units=[move.unit_.id, found[0].id], unit=move.unit_.id, enemy=found[0].id, hex=move.end)


@rule("4.5a", Move, "end")
def said_not_to_stop(move: Move) -> Findings:
    """Who says that the unit does not STOP has to be right."""
    if not move.answered("no_stop"):
        return
    unit = move.unit_
    if not is_hq(unit) and move.cls == "truck":
        found = engagement_zone_units(move.s, move.end, move.side)
        if found:
            yield forbid("stops_zone", where=[move.end], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=move.end)
            yield from stopped(unit)


@rule("3.4e", Move, "end")
def said_not_to_stop_elsewhere(move: Move) -> Findings:
    """The same of the other causes of a STOP."""
    if not move.answered("no_stop") or is_hq(move.unit_):
        return
    unit, end = move.unit_, move.end
    key = "stops_traffic" if traffic_in(move.s, end) else "stops_terrain" if move.s.hex(end).stop_terrain else ""
    found = affecting(move.s, end, move.side, move.cls)
    if not key and found:
        yield forbid("stops_zoc", where=[end], units=[unit.id, found[0].id], unit=unit.id, enemy=found[0].id, hex=end)
        yield from stopped(unit)
    elif key:
        yield forbid(key, where=[end], units=[unit.id], unit=unit.id, hex=end)
        yield from stopped(unit)


@rule("4.5b", Move, "halt")
def who_has_no_engagement_zone(move: Move) -> Findings:
    """Support, Light AVs and Screens have none."""
    if move.cls != "truck" or is_hq(move.unit_):
        return
    for unit in move.s.placed():
        if unit.side != move.side and is_combat_unit(unit) and (is_host(unit) or (has_av(unit) and (is_light(unit) or unit.screen))):
            yield define("no_engagement_zone", units=[unit.id], unit=unit.id)


@rule("4.5c", Move, "halt")
def line_not_free(move: Move) -> Findings:
    """Blocking terrain between keeps an Engagement Zone off the hex."""
    if move.cls != "truck" or is_hq(move.unit_):
        return
    covered = engagement_zone_units(move.s, move.end, move.side)
    for unit in move.s.placed():
        if unit.side == move.side or not is_combat_unit(unit) or unit.screen or not has_av(unit) or is_light(unit) or unit in covered:
            continue
        apart = move.distance(unit.hex or "", move.end)
        if 1 < apart <= min(unit.range or 1, move.s.visibility):
            yield define("line_blocked", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)


@rule("4.5c", Move, "end")
def line_along_a_hexside(move: Move) -> Findings:
    """A line along the hexside of a hex that does not block is open."""
    if not move.answered("no_stop") or move.cls != "truck" or is_hq(move.unit_):
        return
    for unit in engagement_zone_units(move.s, move.end, move.side):
        if move.distance(unit.hex or "", move.end) > 1:
            yield define("line_open", where=[move.end], units=[unit.id], unit=unit.id, hex=move.end)


# ---- 4.6 Screens ------------------------------------------------------------------------------------------------------
@rule("4.6", Screen)
def who_may_screen(screen: Screen) -> Findings:
    """Recon units on their Move side, in an Initial Activation, whatever the SNAFU result; the marker comes off at any time."""
    unit = screen.unit_
    if not screen.on:
        if not unit.screen:
            yield forbid("no_screen", units=[unit.id], unit=unit.id)
        else:
            yield permit("screen_comes_off", units=[unit.id], unit=unit.id)
        return
    active = screen.s.stated("active_formation")
    if unit.side != screen.s.active or (active is not None and unit.formation != active):
        yield forbid("not_active_unit", units=[unit.id], unit=unit.id)
    if screen.s.activation == "second":
        yield forbid("screen_second", units=[unit.id], unit=unit.id)
    if not unit.recon:
        yield forbid("screen_no_recon", units=[unit.id], unit=unit.id)
    elif shows(unit) != "move":
        yield forbid("screen_deployed", units=[unit.id], unit=unit.id)
    if unit.screen:
        yield forbid("screen_already", units=[unit.id], unit=unit.id)
    if not screen.forbidden:
        yield permit("screens", units=[unit.id], unit=unit.id)


@rule("3.4h", Screen)
def not_when_finished(screen: Screen) -> Findings:
    """A FINISHED unit does not go into Screen."""
    if screen.on and is_finished(screen.unit_):
        yield forbid("is_finished", units=[screen.unit_.id], unit=screen.unit_.id)


@rule("4.6a", Screen)
def not_in_a_stack(screen: Screen) -> Findings:
    """Another unit in the hex takes the marker off again at the end of a move."""
    unit = screen.unit_
    others = [other for other in screen.s.at(unit.hex or "") if other is not unit and other.side == unit.side]
    if screen.on and others:
        yield define("screen_stacked", units=[unit.id, others[0].id], unit=unit.id, other=others[0].id)


@rule("4.6", Screen, "after")
def marked(screen: Screen) -> Findings:
    """The marker lies on the unit, or is gone."""
    yield effect(unit=screen.unit_.id, screen=screen.on)


@rule("4.6a", Recon)
def screens_may_recon(act: Recon) -> Findings:
    """A unit in Screen may move, recon and observe."""
    if act.unit_.screen:
        yield permit("screen_recons", units=[act.unit_.id], unit=act.unit_.id)


@rule("4.6a", Move, "step")
def into_a_screen(move: Move) -> Findings:
    """Tactical and Truck units do not enter the hex of a Screen; a Deployed Leg unit does, and the Screen goes back."""
    step: Step = move.item
    closed = closed_screen(move.s, move.unit_, step.here)
    if closed is not None:
        yield forbid("screen_closed", where=[step.here], units=[move.unit_.id, closed.id], unit=move.unit_.id, enemy=closed.id, hex=step.here)


@rule("4.6a", Move, "step")
def screens_jump_nobody(move: Move) -> Findings:
    """A unit in Screen jumps no HQ and no Trains."""
    step: Step = move.item
    if move.unit_.screen and closed_headquarters(move.s, move.unit_, step.here) == "jump_screen":
        yield define("jump_screen", where=[step.here], units=[move.unit_.id], unit=move.unit_.id)


@rule("4.6a", Move, "after")
def screen_goes_back(move: Move) -> Findings:
    """It retreats three hexes, keeps its marker and its side."""
    for step in move.steps:
        for other in move.s.at(step.here):
            if other.side != move.side and other.screen and is_combat_unit(other):
                yield effect(unit=other.id, retreat=3, screen=True)


@rule("4.6a", Move, "halt")
def screen_ends_alone(move: Move) -> Findings:
    """A unit in Screen that ends stacked loses its marker, and so does a Screen that it ends with."""
    others = [other for other in move.s.at(move.end) if other.side == move.side and other is not move.unit_ and in_play(other)]
    for unit in [move.unit_, *others]:
        if unit.screen and others:
            yield define("screen_lost", where=[move.end], units=[unit.id], unit=unit.id)
            yield effect(unit=unit.id, screen=False)


@rule("4.6a", Move, "halt")
def screen_meets_fire(move: Move) -> Findings:
    """A Screen that enters a hex with a mandatory Stopping Engagement is FINISHED."""
    if move.unit_.screen and has_av(move.unit_) and mandatory_units(move.s, move.end, move.side):
        yield define("screen_finished", where=[move.end], units=[move.unit_.id], unit=move.unit_.id)


@rule("4.6d", Move, "step")
def unprepared_stay_out(move: Move) -> Findings:
    """Unprepared units do not enter an enemy Screen Zone."""
    step: Step = move.item
    if not is_unprepared(move.unit_):
        return
    zone = screen_zone_units(move.s, step.here, move.side)
    if zone:
        yield forbid("unprepared_in_screen_zone", where=[step.here], units=[move.unit_.id, zone[0].id], unit=move.unit_.id, enemy=zone[0].id, hex=step.here)
