"""Chapter 4.5 and 4.6: Engagement Zones, Screens."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, cites, define, effect, forbid, kept, permit, record, rule, says

from .acts_aftermath import AutoRetreat, Ending, Hold, Retreat, TakeResult
from .acts_combat import AttackByFire, Barrage, CombatTable, Engagement, Fight, Shooting, Shot
from .acts_due import SCREEN
from .acts_formation import Recon, TraceMsr
from .acts_movement import JumpedRetreat, Move, Screen, Step
from .acts_turn import AskZoc
from .r01_vocabulary import faces_armour, has_av, is_host, is_light, is_unprepared, shows
from .r04_vocabulary import closed_headquarters, closed_screen
from .r04_vocabulary_zones import affecting, clear_line, engagement_zone_units, mandatory_units, screen_zone_units
from .r05_common import observers, own_units, targets
from .r05_common_engagements import reach_of
from .vocabulary import against, enemies, in_play, is_combat_unit, is_hq, stopped


# ---- 4.5 Engagement Zones -------------------------------------------------------------------------------------------
@rule("4.5a", JumpedRetreat)
def no_zone_at_the_end(act: JumpedRetreat) -> Findings:
    """An HQ does not end a retreat in an Engagement Zone, whoever stands there."""
    if is_hq(act.unit_) and act.to is not None and not act.soft:
        zones = engagement_zone_units(act.s, act.to, act.side)
        if zones:
            yield define("zone_not_negated", zones[0], act.to, enemy=zones[0].id)


@rule("4.5a", Move, "step")
def engagement_zones(move: Move, step: Step) -> Findings:
    """Truck units STOP in an Engagement Zone; HQs do not enter one, whoever stands there."""
    unit = move.unit_
    if is_hq(unit):
        if any(finding.key == "hq_in_zoc" for _, finding in move.ruling.findings):
            return
        yield from against(forbid, "hq_in_zone", unit, engagement_zone_units(move.s, step.here, move.side), step.here)
    elif move.cls == "truck" and not step.last and not affecting(move.s, step.here, move.side, move.cls):
        yield from against(forbid, "stops_zone", unit, engagement_zone_units(move.s, step.here, move.side), step.here)


cites("4.5a", Move, "Engagement Zones STOP Trucks and bar HQs; nobody else minds them.", lambda move: faces_armour(move.s, move.side))


@rule("4.5a", Move, "halt")
def halted_in_an_engagement_zone(move: Move) -> Findings:
    """A Truck unit is STOPPED there."""
    if move.cls == "truck" and not is_hq(move.unit_) and not move.stops:
        found = engagement_zone_units(move.s, move.end, move.side)
        if found:
            move.stops.append("stops_zone")
            yield define("halted_zone", move.unit_, found[0], move.end, unit=move.unit_.id, enemy=found[0].id)


@rule("4.5a", Move, "end")
def said_not_to_stop(move: Move) -> Findings:
    """Who says that the unit does not STOP has to be right."""
    if not move.answered("no_stop"):
        return
    unit = move.unit_
    found = engagement_zone_units(move.s, move.end, move.side) if not is_hq(unit) and move.cls == "truck" else []
    if found:
        yield from against(forbid, "stops_zone", unit, found, move.end)
        yield from stopped(unit)


@rule("4.5b", Move, "halt")
def who_has_no_engagement_zone(move: Move) -> Findings:
    """Support, Light AVs and Screens have none."""
    if move.cls != "truck" or is_hq(move.unit_):
        return
    for unit in move.s.placed():
        if unit.side != move.side and is_combat_unit(unit) and (is_host(unit) or (has_av(unit) and (is_light(unit) or unit.screen))):
            yield define("no_engagement_zone", unit)


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
            yield define("line_blocked", unit, move.end)


@rule("4.5c", Move, "end")
def line_along_a_hexside(move: Move) -> Findings:
    """A line along the hexside of a hex that does not block is open."""
    if not move.answered("no_stop") or move.cls != "truck" or is_hq(move.unit_):
        return
    for unit in engagement_zone_units(move.s, move.end, move.side):
        if move.distance(unit.hex or "", move.end) > 1:
            yield define("line_open", unit, move.end)


@rule("4.5c", Engagement, each="shots")
def next_to_each_other(fight: Engagement, shot: Shot) -> Findings:
    """Nothing blocks the line between adjacent hexes."""
    here = shot.firer.hex
    if here is not None and fight.adjacent(here, shot.hex):
        yield kept()


@cited("4.5c", (CombatTable, Barrage))
def line_of_observation(fight: CombatTable | Barrage) -> bool:
    """The observer's line follows the same rule."""
    return bool(fight.points and any(unit.hex is not None and not fight.adjacent(unit.hex, fight.target) for unit in fight.points.observers))


@rule("4.5c", Engagement, "range", after="5.2a")
def line_of_fire(fight: Engagement, shot: Shot) -> Findings:
    """Beyond one hex no Blocking Terrain may lie on the line."""
    here = fight.standing(shot.firer) if not fight.off_map(shot.firer) else None
    if here is None or fight.forbidden or reach_of(fight, shot) <= 1:
        return
    if clear_line(fight.s, here, shot.hex):
        yield permit("line_clear", where=[here, shot.hex])
    else:
        yield forbid("sight_blocked", where=[here, shot.hex], hex=here, target=shot.hex)


# ---- 4.6 Screens ----------------------------------------------------------------------------------------------------
@rule("4.6", Screen)
def who_may_screen(screen: Screen) -> Findings:
    """Recon units on their Move side, in an Initial Activation, whatever the SNAFU result; the marker comes off at any time."""
    unit = screen.unit_
    if not screen.on:
        if not unit.screen:
            yield forbid("no_screen", unit)
        else:
            yield permit("screen_comes_off", unit)
        return
    active = screen.s.stated("active_formation")
    if unit.formation != active if active is not None else unit.side != screen.s.active:
        yield forbid("not_active_unit", unit)
    if screen.s.activation == "second":
        yield forbid("screen_second", unit)
    if not unit.recon:
        yield forbid("screen_no_recon", unit)
    elif shows(unit) != "move":
        yield forbid("screen_deployed", unit)
    if unit.screen:
        yield forbid("screen_already", unit)
    yield kept() if screen.forbidden else permit("screens", unit)


@rule("4.6", Screen, "after")
def marked(screen: Screen) -> Findings:
    """The marker lies on the unit, or is gone."""
    yield effect(unit=screen.unit_.id, screen=screen.on)


cites("4.6a", Move, "What a unit in Screen may do.", lambda move: bool(move.unit_.screen))
cites("4.6a", Barrage, "A unit in Screen may observe.", lambda fight: any(unit.screen for unit in observers(fight)))


@rule("4.6a", Screen)
def not_in_a_stack(screen: Screen) -> Findings:
    """Another unit in the hex takes the marker off again at the end of a move."""
    unit = screen.unit_
    others = [other for other in screen.s.at(unit.hex or "") if other is not unit and other.side == unit.side]
    if screen.on and others:
        yield define("screen_stacked", unit, others[0], unit=unit.id, other=others[0].id)


says("4.6a", Recon, "legality", "A unit in Screen may move, recon and observe.", lambda act: permit("screen_recons", act.unit_) if act.unit_.screen else None)


@rule("4.6a", Move, "step")
def into_a_screen(move: Move, step: Step) -> Findings:
    """Tactical and Truck units do not enter the hex of a Screen; a Deployed Leg unit does, and the Screen goes back."""
    closed = closed_screen(move.s, move.unit_, step.here)
    yield from against(forbid, "screen_closed", move.unit_, [closed] if closed is not None else [], step.here)


@rule("4.6a", Move, "step")
def screens_jump_nobody(move: Move, step: Step) -> Findings:
    """A unit in Screen jumps no HQ and no Trains."""
    if move.unit_.screen and closed_headquarters(move.s, move.unit_, step.here) == "jump_screen":
        yield define("jump_screen", move.unit_, step.here)


@rule("4.6a", Move, "after", each="steps")
def screen_goes_back(move: Move, step: Step) -> Findings:
    """It retreats three hexes, keeps its marker and its side."""
    for other in move.s.at(step.here):
        if other.side != move.side and other.screen and is_combat_unit(other):
            yield effect(unit=other.id, retreat=3, screen=True)
            waits = {"act": SCREEN, "hex": step.here, "result": "R", "attackers": [move.unit_.id], "defenders": [other.id], "steps_taken": True}
            yield record(state="pending", value=waits)


cites("4.6a", Retreat, "A Screen whose hex a Deployed Leg unit entered goes back three hexes.", lambda retreat: retreat.pending.get("act") == SCREEN)


@rule("4.6a", Move, "halt")
def screen_ends_alone(move: Move) -> Findings:
    """A unit in Screen that ends stacked loses its marker, and so does a Screen that it ends with."""
    others = [other for other in move.s.at(move.end) if other.side == move.side and other is not move.unit_ and in_play(other)]
    for unit in [move.unit_, *others]:
        if unit.screen and others:
            yield define("screen_lost", unit, move.end)
            yield effect(unit=unit.id, screen=False)


@rule("4.6a", Move, "halt")
def screen_meets_fire(move: Move) -> Findings:
    """A Screen that enters a hex with a mandatory Stopping Engagement is FINISHED."""
    if move.unit_.screen and has_av(move.unit_) and mandatory_units(move.s, move.end, move.side):
        yield define("screen_finished", move.unit_, move.end)


@rule("4.6a", (CombatTable, Shooting), each=own_units)
def screens_do_not_fight(fight: CombatTable | Shooting, unit: Unit) -> Findings:
    """A unit in Screen does not attack, assist, fire or start Engagements; the marker has to come off first."""
    if unit.screen:
        yield forbid("screen_no_fight", unit)


@rule("4.6b", (TakeResult, AutoRetreat, Hold, Retreat))
def both_lose_against_a_screen(fight: Ending) -> Findings:
    """Against a Screen "both lose" of the Engagement Table costs nobody a step: the Target retreats."""
    if fight.engaged and {"F1", "T1"} <= set(fight.codes or ()) and any(unit.screen for unit in fight.defenders):
        fight.codes = ("R",)
        yield define("screen_both_lose", fight.defenders)


@rule("4.6b", (CombatTable, AttackByFire, Barrage), each=targets)
def screens_are_not_hit(fight: Fight, hex_: str) -> Findings:
    """Units in Screen are outside the Combat and Barrage Tables."""
    screens = [unit for unit in fight.fighters(hex_, fight.side) if unit.screen]
    if screens and len(screens) == len(fight.fighters(hex_, fight.side)):
        yield forbid("screen_off_the_tables", screens, hex_, unit=screens[0].id)
    elif screens:
        yield define("screen_left_out", screens, hex_, unit=screens[0].id)


@cited("4.6b", Engagement)
def screens_may_be_engaged(fight: Engagement) -> bool:
    """They may be engaged, and "both lose" only makes them retreat."""
    return any(unit.screen for hex_ in targets(fight) for unit in fight.fighters(hex_, fight.side))


cites("4.6c", AskZoc, "A screening unit beside the hex has no ZOC, only its Screen Zone.", lambda ask: any(unit.screen for unit in ask.beside()), "answer")
cites("4.6c", Move, "How far a Screen Zone reaches.", lambda move: any(unit.screen for unit in enemies(move.s, move.side, "screen")))


@rule("4.6c", Move, "step")
def zone_of_a_screen(move: Move, step: Step) -> Findings:
    """Which Screen the zone comes from."""
    for unit in screen_zone_units(move.s, step.here, move.side):
        yield define("screen_zone", unit, step.here)


cites("4.6d", (Move, TraceMsr), "What a Screen Zone does, and what it does not.", lambda act: any(unit.screen for unit in enemies(act.s, act.side, "screen")))
says("4.6d", Move, "step", "A unit on its Move side pays one MP more for each hex of an enemy Screen Zone.", lambda move, step: step.terms("cost_screen"))


@rule("4.6d", Move, "step")
def unprepared_stay_out(move: Move, step: Step) -> Findings:
    """Unprepared units do not enter an enemy Screen Zone."""
    if is_unprepared(move.unit_):
        yield from against(forbid, "unprepared_in_screen_zone", move.unit_, screen_zone_units(move.s, step.here, move.side), step.here)
