"""Chapter 9, movement, 9.4 to 9.7: overruns, riders, debarking, rafts."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, define, effect, forbid, kept, permit, record, rule, term, unused, value
from adjudicator.kit import answered, half_up, names

from .acts import Activate, Going, Leg, Movement, Step
from .acts_combat import Attack, Fire, OpportunityFire, Overrun, Support
from .acts_results import Advance
from .acts_turn import AskDebarking, Question
from .terrain import barred, bridge
from .vocabulary import GdpCase, class_of, is_hq, named


# ---- 9.4 --------------------------------------------------------------------------------------------------------------------
@rule("9.4", Overrun)
def tracked_units_overrun(overrun: Overrun) -> Findings:
    """A tracked unit may attack in the course of its movement; others may join, but no artillery is added by either side."""
    tracked = [unit for unit in overrun.attackers if class_of(unit) == "tracked"]
    if not tracked:
        yield forbid("overrun_tracked", overrun.attackers)
    yield from (forbid("overrun_no_guns", guns, side=side) for side, guns in overrun.support.items() if guns)
    for unit in tracked:
        yield from _overrun_ground(overrun, unit)


def _overrun_ground(overrun: Overrun, unit: Unit) -> Findings:
    here = unit.hex
    if here is None or not overrun.s.grid.adjacent(here, overrun.target):
        return
    if barred(overrun, unit, here, overrun.target):
        yield forbid("overrun_ground", unit, here, overrun.target, hex=overrun.target)
    else:
        yield permit("may_overrun", unit, overrun.target)


@rule("9.4", Support)
def no_guns_in_an_overrun(support: Support) -> Findings:
    """Neither side adds artillery to an overrun."""
    if support.pending.get("act") == "overrun":
        yield forbid("overrun_no_guns", support.guns, side=support.side)


@rule("9.4", Overrun, "after")
def overrun_marker(overrun: Overrun) -> Findings:
    """An overrun that empties the hex lets the tracked units go on; one that fails ends their activation."""
    result = overrun.computed("result")
    tracked = [unit for unit in overrun.attackers if class_of(unit) == "tracked"]
    gone = {change.get("unit") for change in overrun.ruling.effects if change.get("eliminated")}
    if result == "DR" or all(unit.id in gone for unit in overrun.defenders):
        yield define("overrun_succeeds", tracked)
        yield from (record(unit=unit.id, overrun=True) for unit in tracked)
    elif result is not None:
        yield define("overrun_fails", tracked)


@rule("9.4", Movement, each="movers")
def on_after_an_overrun(move: Movement, unit: Unit) -> Findings:
    """After a successful overrun a tracked unit goes on with the points it has left; after a failed one its activation is over."""
    fought = move.done(unit.id, "overrun")
    if not fought:
        return
    if not unit.overrun:
        yield forbid("activation_over", unit, hex=fought[-1].get("hex", "?"))
    elif class_of(unit) != "tracked":
        yield forbid("overrun_tracked_goes_on", unit)
    else:
        yield permit("goes_on", unit)


# ---- 9.5 --------------------------------------------------------------------------------------------------------------------
@rule("9.5", Movement, "work")
def mounting(move: Movement, leg: Leg) -> Findings:
    """A foot unit rides a tracked unit of any battalion if both begin their movement in the same hex; one point each to mount, one each
    to dismount."""
    position = move.legs.index(leg)
    earlier = [step for step in move.steps if move.legs.index(step.leg) < position]
    if leg.kind == "mount":
        tanks = move.tank_of(leg)
        if not tanks:
            yield forbid("no_tank_named", leg.units)
        for tank in tanks:
            yield from _may_carry(move, leg, tank, earlier)
    elif leg.kind == "dismount":
        for unit in leg.units:
            aboard = unit.riding or any(other.kind == "mount" and unit in other.units for other in move.legs[:position])
            if not aboard:
                yield forbid("not_riding", unit)
            else:
                yield permit("dismounts", unit)


def _may_carry(move: Movement, leg: Leg, tank: Unit, earlier: list[Step]) -> Findings:
    if class_of(tank) != "tracked" or is_hq(tank):
        yield forbid("only_tanks_carry", tank)
    aboard = [unit for unit in move.riders(tank) if unit not in leg.units]
    if aboard or len(leg.units) > 1:
        yield forbid("one_rider", units=[tank.id, *(unit.id for unit in aboard)], unit=tank.id)
    for unit in leg.units:
        if class_of(unit) != "foot" and not move.going[unit.id].debarks:
            yield forbid("only_foot_rides", unit)
        if unit.pinned or tank.pinned:
            yield forbid("pinned_stays", unit, tank, unit=unit.id if unit.pinned else tank.id)
        began = [move.standing(unit), move.standing(tank)]
        moved_before = unit.spent or tank.spent or any(unit in step.units or tank in step.units for step in earlier)
        if began[0] != began[1] or moved_before:
            yield forbid("begin_together", unit, tank, where=[str(place) for place in began if place], unit=unit.id, tank=tank.id)
        else:
            yield permit("mounts", unit, tank, unit=unit.id, tank=tank.id)


@rule("9.5", Movement, "step")
def carried_at_the_tanks_cost(move: Movement, step: Step) -> Findings:
    """A rider goes with its tank, which alone pays for the hexes."""
    if step.first and step.carried:
        yield define("carried", units=sorted(step.carried), unit=", ".join(sorted(step.carried)))


@rule("9.5", Movement, "afford")
def point_to_mount(move: Movement) -> Findings:
    """Mounting and dismounting cost the tank and the foot unit one point each."""
    leg = move.item
    if isinstance(leg, Step) or leg.kind not in ("mount", "dismount"):
        return
    units = list(leg.units)
    carrier = move.tank_of(leg) or [move.unit(unit.riding) for unit in leg.units if unit.riding]
    if leg.kind == "dismount" and not move.tank_of(leg):
        for other in move.legs[: move.legs.index(leg)]:
            if other.kind == "mount" and any(unit in other.units for unit in leg.units):
                carrier = move.tank_of(other) or carrier
    for unit in [*carrier, *units]:
        state = move.going.get(unit.id)
        if state is None:
            continue
        if not state.paid:
            state.spent = state.spent or unit.spent
        if state.allowance and state.spent + 1 > state.allowance:
            yield forbid("no_point_to_mount", unit)
        state.spent += 1
        state.paid += 1
        yield term(f"cost {unit.id}", 1, "mounting_cost" if leg.kind == "mount" else "dismounting_cost", unit=unit.id)


@rule("9.5", Movement)
def riders_share_the_pin(move: Movement) -> Findings:
    """A pin on the tank pins its rider too and throws it off."""

    def look() -> list[tuple[str, frozenset[str]]]:
        loaders = [id_ for id_ in move.s.history.telling("move", "carrying") if id_ in move.s.units]
        moved = [(id_, [named(item.get("carrying")) for item in move.done(id_, "move")]) for id_ in loaders]
        return [(id_, frozenset[str]().union(*loads)) for id_, loads in moved if any(loads)]

    loaded = move.s.recall("loaded", look)
    for unit in move.movers:
        carriers = [id_ for id_, loads in loaded if unit.id in loads]
        for other in [move.s.units[id_] for id_ in dict.fromkeys([*carriers, unit.riding]) if id_ in move.s.units and id_ != unit.id]:
            if other.pinned or move.done(other.id, "pinned"):
                yield forbid("rider_pinned", unit, other, unit=unit.id, tank=other.id)


@rule("9.5", Movement, each="legs")
def activated_with_the_tank(move: Movement, leg: Leg) -> Findings:
    """A rider and its tank are one unit, which is activated with the tank."""
    for unit in leg.units:
        if leg.kind == "move" and unit.riding and unit.riding not in {other.id for other in leg.units}:
            off = any(other.kind == "dismount" and unit in other.units for other in move.legs)
            if not off:
                yield forbid("moves_with_tank", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)


@rule("9.5", Activate, each="chosen")
def rider_waits_for_its_tank(activate: Activate, unit: Unit) -> Findings:
    """A unit that rides is activated only with its tank."""
    if unit.riding and unit.riding not in {other.id for other in activate.chosen}:
        yield forbid("moves_with_tank", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)


@rule("9.5", Attack)
def riders_do_not_fight(attack: Attack) -> Findings:
    """Tank and rider are a single unit: the rider does not attack, and only the tank defends."""
    for unit in attack.attackers:
        if unit.riding:
            yield forbid("rider_attacks", units=[unit.id, unit.riding], unit=unit.id, tank=unit.riding)
    if aboard := [unit for unit in attack.defenders if unit.riding]:
        yield define("rider_does_not_defend", aboard)
    if isinstance(attack, Overrun):
        for unit in attack.attackers:
            if aboard := attack.riders(unit):
                yield forbid("no_overrun_with_rider", units=[unit.id, *(rider.id for rider in aboard)], unit=unit.id, rider=names(aboard))


@rule("9.5", Attack, "result")
def riders_suffer_with_the_tank(attack: Attack) -> Findings:
    """Any result on a tank also hits the unit that rides on it."""
    code = attack.computed("result")
    units = attack.defenders if code and code[0] == "D" else attack.attackers
    hit = [rider for unit in units for rider in attack.riders(unit)]
    if hit and code not in (None, "-"):
        yield define("rider_hit_too", hit)


@rule("9.5", Fire, "result")
def riders_under_fire(fire: Fire) -> Findings:
    """A rider shares the losses and the pin of its tank."""
    struck = {id_ for change in fire.ruling.effects for id_ in (change.get("unit"), *change.get("any_of", ()))}
    if aboard := [unit for unit in fire.there if unit.riding and unit.riding in struck]:
        yield define("rider_hit_too", aboard)


@rule("9.5", OpportunityFire)
def dismounting_draws_no_fire(fire: OpportunityFire) -> Findings:
    """Dismounting inside a hex gives no occasion for opportunity fire."""
    if fire.event in ("dismount", "mount"):
        yield forbid("dismount_no_fire", fire.target)


# ---- 9.6 --------------------------------------------------------------------------------------------------------------------
@rule("9.6", Movement, "allowance")
def allowance_on_foot(move: Movement, state: Going) -> Findings:
    """A debarked unit has four points, whatever its counter says."""
    state.foot_printed = state.foot_allowance = 4
    if state.unit.debarked and not state.embarks:
        state.printed = state.allowance = 4
        yield define("four_on_foot", state.unit)


@rule("9.6", Movement, "work")
def debarking(move: Movement, leg: Leg) -> Findings:
    """Wheeled units, and only they, become foot; not while pinned.  They take to their wheels again in a later activation, not pinned and
    not out of supply; never both ways in one activation."""
    if leg.kind == "debark":
        for unit in leg.units:
            if unit.debarked:
                yield forbid("debarked_already", unit)
            elif unit.fact("class") != "wheeled":
                yield forbid("only_wheels_debark", unit, mobility=unit.fact("class"))
            elif unit.pinned:
                yield forbid("pinned_stays", unit)
            else:
                yield permit("debarks", unit)
    elif leg.kind == "embark":
        position = move.legs.index(leg)
        for unit in leg.units:
            same = any(other.kind == "debark" and unit in other.units for other in move.legs[:position]) or move.done(unit.id, "debark")
            if same:
                yield forbid("not_both_ways", unit)
            elif not unit.debarked:
                yield forbid("not_debarked", unit)
            if unit.pinned:
                yield forbid("pinned_stays", unit)
            if unit.supply == "out":
                yield forbid("no_embarking_unsupplied", unit)
            if not move.forbidden and unit.debarked:
                yield permit("embarks", unit)


@rule("9.6", Movement, "afford")
def half_to_debark(move: Movement) -> Findings:
    """Debarking takes at least half of the printed allowance, in the hex where the unit is."""
    leg = move.item
    if isinstance(leg, Step) or leg.kind != "debark":
        return
    for unit in leg.units:
        state = move.going[unit.id]
        if not state.paid:
            state.spent = unit.spent
        half = half_up(state.printed)
        if state.spent > state.printed // 2 or (state.spent and state.spent + half > state.allowance):
            yield forbid("too_late_to_debark", unit, spent=str(state.spent), half=half)
        state.spent += half
        state.paid += half
        yield term(f"cost {unit.id}", half, "debarking_cost", unit=unit.id)


@rule("9.6", Movement, "after", each="legs")
def on_foot_or_wheels(move: Movement, leg: Leg) -> Findings:
    """The marker goes on or comes off."""
    for unit in leg.units:
        if leg.kind == "debark":
            yield effect(unit=unit.id, debarked=True)
            yield record(did=unit.id, act="debark")
        elif leg.kind == "embark":
            yield effect(unit=unit.id, debarked=False)


@rule("9.6", Advance)
def debarked_units_advance_on_foot(advance: Advance) -> Findings:
    """A debarked unit is foot for all purposes."""
    yield from (define("foot_for_all", unit) for unit in advance.movers if unit.debarked)


@rule("9.6", OpportunityFire)
def debarking_is_movement(fire: OpportunityFire) -> Findings:
    """Debarking counts as movement for opportunity fire."""
    if fire.event == "debark":
        yield permit("debarking_is_movement", fire.target)


@rule("9.6", AskDebarking, "answer", each="units_of")
def what_debarking_costs(question: Question, unit: Unit) -> Findings:
    """At least half of the printed allowance, rounded up (A28)."""
    if unit.fact("class") != "wheeled":
        yield value("answer", "none")
        yield define("only_wheels_debark", unit, mobility=unit.fact("class"))
    else:
        yield from answered("cost", half_up(unit.ma))


# ---- 9.7 --------------------------------------------------------------------------------------------------------------------
def raft_beside(case: GdpCase, before: str, here: str) -> Unit | None:
    """A German raft engineer next to the water between two hexes (A46)."""
    s = case.s
    s.all_placed()
    perhaps: list[Unit] = s.recall("rafts", lambda: [unit for unit in s.units.values() if dict.get(unit.facts, "kind", "raft_engineer") == "raft_engineer"])
    for unit in perhaps:
        if unit.hex is None or unit.kind != "raft_engineer" or unit.side != "german":
            continue
        place = unit.hex or ""
        if place in (before, here) or (case.s.grid.adjacent(place, before) and case.s.grid.adjacent(place, here)):
            return unit
    return None


@rule("9.7", Movement, "step")
def rafts_carry_foot(move: Movement, step: Step) -> Findings:
    """Rafts help German foot units across fords, streams, canals and rivers, and nobody else."""
    features = move.features(step.before, step.here)
    if not any(name in features for name in move.table("water")) or bridge(move.s, step.before, step.here):
        return
    raft = raft_beside(move, step.before, step.here)
    if raft is None:
        if move.with_raft and any(unit.kind == "raft_engineer" for unit in move.s.placed()):
            yield forbid("no_raft_there", step.before, step.here, hex=step.here)
        elif move.side == "german" and any(unit.kind == "raft_engineer" and unit.side == move.side for unit in move.s.placed()):
            yield kept()  # they are too far off to help
        return
    for state in move.payers(step):
        if move.class_in(state, step) != "foot" or move.side != "german":
            yield define("raft_foot_only", state.unit, raft, unit=state.unit.id, raft=raft.id)
        else:
            yield permit("raft_helps", state.unit, raft, unit=state.unit.id, raft=raft.id)


@rule("9.7", Movement, "price", exception_to="9.1")
def rafts_are_free(move: Movement, step: Step) -> Findings:
    """Beside a raft engineer German foot pays nothing for the water."""
    features = move.features(step.before, step.here)
    water = [name for name in features if name in move.table("water")]
    if not water or bridge(move.s, step.before, step.here):
        return
    raft = raft_beside(move, step.before, step.here)
    if raft is not None and move.side == "german" and all(move.class_in(state, step) == "foot" for state in move.payers(step)):
        for state in move.payers(step):
            yield term(move.bill(step, state, 0, 0), 0, "raft_free", unit=state.unit.id, raft=raft.id, terrain=", ".join(water))


@rule("9.7", Movement, "cost")
def rafts_at_hand(move: Movement, state: Going) -> Findings:
    """Raft engineers that were not asked for."""
    if state.unit is move.lead and not move.with_raft:
        for step in move.steps:
            raft = raft_beside(move, step.before, step.here) if move.side == "german" else None
            if raft is not None and any(name in move.features(step.before, step.here) for name in move.table("water")):
                yield unused(f"units[{raft.id}]", "raft_at_hand", raft=raft.id)
