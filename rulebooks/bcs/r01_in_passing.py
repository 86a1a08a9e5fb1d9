"""Rules of chapters 1 to 4 that an act meets in passing: they let it go on, or the rule that forbids it leans on them.  They are cited without a
word of their own; what a fact nobody stated would decide is left out."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.book import cited, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, forbid, kept, permit, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.geometry import possible_neighbours

from .acts import NORMAL_STACK, combat_units, enemies, formation_of, hq_of, is_combat_unit, is_hq
from .acts_aftermath import Advance
from .acts_combat import AttackByFire, Barrage, CombatTable, Engagement, Fight, RegularAttack, ShockAttack, Shooting, card
from .acts_formation import (
    AcceptFail,
    Arrive,
    AskOverstacked,
    AskZoc,
    Assign,
    EnterSupport,
    Fatigue,
    FixFail,
    Isolation,
    LeaveSupport,
    PlaceObj,
    Preparation,
    Recon,
    Replacement,
    RestoreSupport,
    SavePoints,
    SecondActivation,
    Snafu,
    TraceMsr,
    TrainsMove,
    TrainsSide,
    UseSupport,
)
from .acts_movement import Flip, JumpedRetreat, Move, Screen, Stay, VoluntaryRetreat
from .r01_formations import acts_now, hosts_support, is_host, started_since
from .r01_units import has_av, is_unprepared
from .r04_zones import affecting, av_zoc_units, engagement_zone_units, overstacked, zoc_units
from .r05_0_earlier_chapters import own_units


def met(*questions: Callable[[], object]) -> Findings:
    """The rule is met if one of these is so, as far as the facts are known."""
    for asked in questions:
        try:
            found = asked()
        except Missing:
            continue
        if found:
            yield kept()
            return


def beside(move: Move, what: Callable[[Unit], bool]) -> bool:
    """Whether an enemy of a kind stands next to a hex of the path, the first included."""
    near = {hex_ for here in (move.start or "", *(step.here for step in move.steps)) for hex_ in possible_neighbours(move.s, here)}
    return any(unit.side != move.side and what(unit) for hex_ in near for unit in move.s.at(hex_))


def observers(fight: Fight) -> list[Unit]:
    """The units that are named to observe."""
    points = getattr(fight, "points", None)
    return list(points.observers) if points is not None else []


# ---- chapter 1 --------------------------------------------------------------------------------------------------------------
@rule("1.0g", Replacement)
def the_first_turn(repl: Replacement) -> Findings:
    """The first turn of a scenario has no Replacements."""
    yield from met(lambda: repl.s.stated("turn") == 1)


@rule("1.0g", SecondActivation)
def set_up_used(act: SecondActivation) -> Findings:
    """A formation that was set up Used tries for a Second Activation on the first turn."""
    yield from met(lambda: act.s.stated("turn") == 1 and act.f.set_up == "used")


@rule("1.1c", Flip)
def two_sides(flip: Flip) -> Findings:
    """What counts as Deployed and as Move."""
    yield kept()


@rule("1.1d", Move)
def unprepared_beside(move: Move) -> Findings:
    """An Unprepared unit has no ZOC."""
    yield from met(lambda: is_unprepared(move.unit_), lambda: beside(move, is_unprepared))


@rule("1.1d", (CombatTable, Barrage))
def unprepared_observers(fight: Fight) -> Findings:
    """An Unprepared unit may observe."""
    yield from met(lambda: any(is_unprepared(unit) for unit in observers(fight)))


@rule("1.1f", (Recon, Screen))
def recon_units(act: Recon | Screen) -> Findings:
    """Which units are Recon."""
    yield kept()


@rule("1.3b", (Replacement, UseSupport))
def assigned_like_intrinsic(act: Replacement | UseSupport) -> Findings:
    """An assigned independent is treated as the formation's own."""
    yield from met(lambda: any(unit.independent and unit.formation is not None for unit in act.units))


@rule("1.3c", Move)
def blobs_near(move: Move) -> Findings:
    """Where the blob of another formation of the side is known."""
    yield from met(lambda: any(name != move.unit_.formation for name in move.s.facts.get("blobs") or {}))


@rule("1.4c", (Move, Isolation))
def unassigned_are_free(act: Move | Isolation) -> Findings:
    """Command Radius is nothing to unassigned independents; assigned ones obey it."""
    yield from met(lambda: any(unit.independent for unit in act.units))


@rule("1.4d", (Move, CombatTable, Barrage))
def began_out_of_command(act: Move | Fight) -> Findings:
    """What a unit that began the phase out of command may do and what it may not."""
    units = [act.unit_] if isinstance(act, Move) else [*own_units(act), *observers(act)]
    yield from met(lambda: any(is_combat_unit(unit) and unit.formation is not None and not unit.began_in_command for unit in units))


@rule("1.4d", Stay)
def stays_out_of_command(act: Stay) -> Findings:
    """Whoever blocks an MSR already may go on doing so out of command."""
    yield from met(lambda: any(is_combat_unit(unit) and unit.formation is not None and not unit.began_in_command for unit in act.movers))


@rule("1.5i", UseSupport)
def support_is_kept(act: UseSupport) -> Findings:
    """Support that is there stays when the path for it is cut; only what was dropped does not come back."""
    yield from met(lambda: any("tac" not in (unit.stated("safe_path") or ("tac",)) or unit.stated("support_dropped") for unit in act.units))


@rule("1.4e", Move)
def radius_kept(move: Move) -> Findings:
    """Where the unit is to end its Activation."""

    def radius_known() -> bool:
        hq = hq_of(move.s, move.unit_.formation) if move.unit_.formation is not None else None
        return is_combat_unit(move.unit_) and hq is not None and hq.hex is not None and hq.stated("command_range") is not None

    yield from met(radius_known)


@rule("1.4e", Advance)
def advances_are_free(act: Advance) -> Findings:
    """Command Radius does not bind an advance after combat."""
    yield kept()


@rule("1.4e", Stay)
def stays_where_it_is(act: Stay) -> Findings:
    """A unit that cannot end in Command Radius may also stay where it is."""
    yield from met(lambda: any(is_combat_unit(unit) and unit.formation is not None and not unit.in_command for unit in act.movers))


@rule("1.5a", UseSupport)
def whose_support(act: UseSupport) -> Findings:
    """Support serves its own formation."""
    yield kept()


@rule("1.5b", (EnterSupport, LeaveSupport, Assign))
def support_only(act: EnterSupport | LeaveSupport | Assign) -> Findings:
    """What is printed for Support only never becomes a Real unit."""
    yield from met(lambda: any(unit.support_only for unit in act.units))


@rule("1.5c", Assign)
def straight_into_support(act: Assign) -> Findings:
    """Whoever is newly assigned may go into Support at once."""
    yield from met(lambda: act.into_support)


@rule("1.5d", Engagement)
def several_supports(fight: Engagement) -> Findings:
    """Several Support units help against Engagements."""
    yield from met(lambda: any(len(hosts_support(unit)) > 1 for shot in fight.shots for unit in fight.s.at(shot.hex) if unit.side != fight.side))


@rule("1.5g", (AttackByFire, ShockAttack, Engagement))
def what_support_gives(fight: Fight) -> Findings:
    """A Host has an AV for Engagements and is safe from Shock Attacks and Attacks by Fire."""
    hexes = [shot.hex for shot in fight.shots] if isinstance(fight, Shooting) else [fight.target] if isinstance(fight, ShockAttack) else []
    yield from met(lambda: any(is_host(unit) for hex_ in hexes for unit in fight.s.at(hex_) if unit.side != fight.side and is_combat_unit(unit)))


@rule("1.5g", Move)
def zone_of_support(move: Move) -> Findings:
    """A Host has a Support AV ZOC."""
    yield from met(lambda: beside(move, lambda unit: is_combat_unit(unit) and is_host(unit)))


@rule("1.6a", Recon)
def events_for_recon(act: Recon) -> Findings:
    """Two Fire Events, none after a SNAFU Fail."""
    yield kept()


@rule("1.6b", (Recon, Shooting, ShockAttack))
def costs_an_event(act: Recon | Fight) -> Findings:
    """What costs a Fire Event."""
    yield kept()


@rule("1.6e", (CombatTable, Shooting, Move, Recon))
def attack_finishes(act: Fight | Move | Recon) -> Findings:
    """A Regular Attack costs no Fire Event; whoever leads or assists in it is FINISHED."""
    units = own_units(act) if isinstance(act, Fight) else [act.unit_]
    yield from met(lambda: isinstance(act, RegularAttack), lambda: any(acts_now(act.s, unit.id, "regular_attack", "assist") for unit in units))


@rule("1.7a", Preparation)
def defense_in_its_step(act: Preparation) -> Findings:
    """A Prepared Defense is made in the Preparation."""
    yield from met(lambda: act.do)


@rule("1.7c", SecondActivation)
def second_in_prepared_defense(act: SecondActivation) -> Findings:
    """Prepared Defense bars no Second Activation."""
    yield from met(lambda: act.f.prep_def)


@rule("1.5f", EnterSupport)
def support_does_not_move(act: EnterSupport) -> Findings:
    """What is in Support never moves by itself."""
    yield from met(lambda: any(unit.in_support for unit in act.units))


@rule("1.8a", (Snafu, Fatigue))
def levels_of_fatigue(act: Snafu | Fatigue) -> Findings:
    """Fresh, then 0 to 4."""
    yield kept()


@rule("1.8c", VoluntaryRetreat)
def fatigue_of_headquarters(act: VoluntaryRetreat) -> Findings:
    """An HQ that retreats of its own will pays with Fatigue."""
    yield from met(lambda: is_hq(act.unit_))


@rule("1.9d", (Flip, Replacement, RestoreSupport, VoluntaryRetreat))
def safe_path_wanted(act: Flip | Replacement | RestoreSupport | VoluntaryRetreat) -> Findings:
    """What a Safe Path is needed for, and what not."""
    yield kept()


# ---- chapter 2 --------------------------------------------------------------------------------------------------------------
@rule("2.1b", Arrive)
def headquarters_first(act: Arrive) -> Findings:
    """HQs and Trains come on the map in the Reinforcement Phase."""
    yield from met(lambda: any(unit.kind is not None for unit in act.units))


@rule("2.1g", Arrive)
def either_side_up(act: Arrive) -> Findings:
    """A unit arrives on either side."""
    yield kept()


@rule("2.3d", Move)
def unassigned_never_activate(move: Move) -> Findings:
    """An unassigned independent stays where it is."""
    yield from met(lambda: move.unit_.formation is None and is_combat_unit(move.unit_))


@rule("2.4b", Move)
def units_under_move_orders(move: Move) -> Findings:
    """Move HQ Orders bind the HQ; the units go where they like."""
    yield from met(lambda: orders_of(move, "move_hq"))


@rule("2.4c", Move)
def units_without_orders(move: Move) -> Findings:
    """Without Orders the HQ alone is bound."""
    yield from met(lambda: orders_of(move, "none"))


def orders_of(move: Move, wanted: str) -> bool:
    """Whether Orders are in play and a combat unit's formation has these."""
    formation = formation_of(move.unit_)
    return move.s.option("2.4") and is_combat_unit(move.unit_) and formation is not None and wanted in formation.orders


@rule("2.4g", (CombatTable, AttackByFire, Barrage))
def no_zone_of_a_march(fight: Fight) -> Findings:
    """A March OBJ makes no OBJ Zone."""
    yield from met(lambda: fight.objectives("march"))


# ---- chapter 3 --------------------------------------------------------------------------------------------------------------
@rule("3.1a", TraceMsr)
def legal_hexes(act: TraceMsr) -> Findings:
    """An MSR is a row of Legal Hexes."""
    yield kept()


@rule("3.1b", (Move, JumpedRetreat))
def legality_of_hexes(act: Move | JumpedRetreat) -> Findings:
    """HQs move without regard to Legal Hexes, and retreat to them."""
    yield from met(lambda: is_hq(act.unit_))


@rule("3.3b", PlaceObj)
def two_markers(act: PlaceObj) -> Findings:
    """Two markers in one hex would make a Double OBJ Zone."""
    yield from met(lambda: act.count > 1 and not act.march)


@rule("3.2k", (Flip, TrainsMove))
def after_a_fail(act: Flip | TrainsMove) -> Findings:
    """What a SNAFU Fail leaves to do besides Screens and Prepared Defense stands on the chart card alone."""
    unit = act.unit_
    formation = formation_of(unit)
    if formation is None or act.s.stated("phase") != "activities" or formation.stated("snafu") != "fail":
        return
    what = "flip" if isinstance(act, Flip) else "trains"
    if card(act.s, "snafu_effects", "fail", what, (True, False)):
        yield kept()
    else:
        yield forbid("fail_bars", units=[unit.id], unit=unit.id, formation=formation.id)


@rule("3.3e", SavePoints)
def all_come_off(act: SavePoints) -> Findings:
    """All OBJ markers come off in Cleanup."""
    yield from met(lambda: act.what == "obj")


@rule("3.3g", Recon)
def reach_of_recon(act: Recon) -> Findings:
    """Within two hexes, by a die."""
    yield kept()


@rule("3.4f", (CombatTable, Barrage))
def observed_later(fight: Fight) -> Findings:
    """A unit may observe when others have begun since."""
    yield from met(lambda: any(started_since(unit) is not None for unit in observers(fight)))


@rule("3.4g", (Move, Recon, Screen, CombatTable, Shooting))
def what_finishes(act: Move | Recon | Screen | Fight) -> Findings:
    """A Regular Attack, led or assisted, and a Voluntary Retreat FINISH a unit."""
    units = own_units(act) if isinstance(act, Fight) else [act.unit_]
    yield from met(lambda: any(unit.finished or acts_now(act.s, unit.id, "regular_attack", "assist", "voluntary_retreat") for unit in units))


@rule("3.4g", VoluntaryRetreat)
def retreat_finishes(act: VoluntaryRetreat) -> Findings:
    """A Voluntary Retreat FINISHES the unit."""
    yield kept()


@rule("3.4h", (CombatTable, Barrage))
def finished_may_observe(fight: Fight) -> Findings:
    """A FINISHED unit may still observe."""
    yield from met(lambda: any(unit.finished for unit in observers(fight)))


@rule("3.4e", (Shooting, CombatTable))
def stopped_may_fight(fight: Fight) -> Findings:
    """What a STOP bars and what not."""
    yield from met(lambda: any(unit.stopped for unit in own_units(fight)))


@rule("3.7d", FixFail)
def fixing_is_a_choice(act: FixFail) -> Findings:
    """A Fail may be fixed."""
    yield kept()


@rule("3.7d", AcceptFail)
def fail_accepted(act: AcceptFail) -> Findings:
    """Nobody has to fix a Fail."""
    if act.f.snafu == "fail":
        yield permit("fail_accepted", formation=act.f.id)
    else:
        yield forbid("not_a_fail", formation=act.f.id, result=act.f.snafu)


# ---- chapter 4 --------------------------------------------------------------------------------------------------------------
@rule("4.2b", (Shooting, CombatTable, Recon))
def stacked_properly(act: Fight | Recon) -> Findings:
    """No Fire Event and no attack from an overstacked hex."""
    yield kept()


@cited("4.3c", Move)
def friends_negate_nothing(move: Move) -> bool:
    """A friendly unit in an EZOC negates it for HQs and Safe Paths alone."""
    in_zones = [step.here for step in move.steps if zoc_units(move.s, step.here, move.side)]
    return any(unit.side == move.side and unit is not move.unit_ for hex_ in in_zones for unit in move.s.at(hex_))


@rule("4.3d", Move)
def leaving_a_zone(move: Move) -> Findings:
    """Whoever starts in an EZOC leaves it freely."""
    yield from met(lambda: move.start is not None and affecting(move.s, move.start, move.side, move.cls))


@cited("4.3f", Move)
def zones_of_armour(move: Move) -> bool:
    """AV ZOCs reach the hexes next to a unit, whatever its range."""
    return move.cls == "tac" and any(has_av(unit) for unit in enemies(move.s, move.side) if is_combat_unit(unit))


@rule("4.4", Move)
def stopping_engagements(move: Move) -> Findings:
    """An AV EZOC that is entered may let the unit fire, or make it; never one without AV."""
    yield from met(lambda: move.cls == "tac" and any(av_zoc_units(move.s, step.here, move.side) for step in move.steps))


@rule("4.5a", Move)
def zones_of_fire(move: Move) -> Findings:
    """Engagement Zones matter to Truck units and HQs only."""
    yield from met(lambda: any(engagement_zone_units(move.s, step.here, move.side) for step in move.steps))


@rule("4.6a", Move)
def moves_in_screen(move: Move) -> Findings:
    """What a unit in Screen may do."""
    yield from met(lambda: move.unit_.screen)


@rule("4.6a", Barrage)
def screens_observe(fight: Barrage) -> Findings:
    """A unit in Screen may observe."""
    yield from met(lambda: any(unit.screen for unit in observers(fight)))


@cited("4.6c", Move)
def screens_near(move: Move) -> bool:
    """How far a Screen Zone reaches."""
    return any(unit.screen for unit in enemies(move.s, move.side))


@rule("4.6d", (Move, TraceMsr))
def screens_matter(act: Move | TraceMsr) -> Findings:
    """What a Screen Zone does, and what it does not."""
    yield from met(lambda: any(unit.screen for unit in enemies(act.s, act.side)))


@rule("4.7b", TrainsMove)
def where_trains_go(act: TrainsMove) -> Findings:
    """On a Legal Hex that makes a Complete MSR."""
    yield kept()


@rule("4.7b", TrainsSide)
def when_they_turn_ghost(act: TrainsSide) -> Findings:
    """Trains that moved, or that end the phase outside Optimal Distance, are turned to Ghost."""
    yield from met(lambda: act.kind == "keep_side" or act.to == "ghost")


@rule("5.6c", Isolation)
def advanced_out_of_command(act: Isolation) -> Findings:
    """Whoever advanced out of command is isolated like others."""
    yield from met(lambda: any(done.get("advanced") or done.get("act") == "advance" for unit in act.units for done in acts_now(act.s, unit.id)))


@rule("4.9b", Move)
def mistakes(move: Move) -> Findings:
    """With strict movement, going back is a move like any other."""
    yield from met(lambda: move.s.option("4.9") and acts_now(move.s, move.unit_.id, "move"))


@rule("4.9a", Move)
def moves_stand(move: Move) -> Findings:
    """What was moved has been moved."""
    yield from met(lambda: move.s.option("4.9") and acts_now(move.s, move.unit_.id, "move"))


@rule("4.4b", Recon)
def stop_shed_first(act: Recon) -> Findings:
    """A STOP of an AV EZOC is shed before a Recon, by an Engagement that leaves none."""
    yield from met(lambda: acts_now(act.s, act.unit_.id, "engagement"), lambda: av_zoc_units(act.s, act.unit_.hex or "", act.side))


# ---- questions --------------------------------------------------------------------------------------------------------------
@rule("4.3a", AskZoc, "answer")
def under_a_zone(ask: AskZoc) -> Findings:
    """Whose ZOC a hex lies in."""
    found = zoc_units(ask.s, ask.hex, ask.side)
    yield value("answer", "yes" if found else "no")
    if found:
        yield value("units", [unit.id for unit in found])


@rule("4.2", AskOverstacked, "answer")
def too_many(ask: AskOverstacked) -> Findings:
    """More than two combat units of a side."""
    yield value("answer", "yes" if overstacked(ask.s, ask.hex) else "no")
    yield value("stacking", len(combat_units(ask.s, ask.hex)))
    yield value("limit", NORMAL_STACK)
