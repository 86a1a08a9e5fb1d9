"""Chapter 4.8 and 4.9: Voluntary Retreats, moves taken back."""

from __future__ import annotations

from adjudicator.book import Findings, cited, cites, define, effect, forbid, kept, permit, record, rule, warn
from adjudicator.kit import distance

from .acts_movement import Move, TakeBack, VoluntaryRetreat
from .r04_vocabulary import UNIT_BACK, class_after, in_the_way
from .r04_vocabulary_ground import closed_to
from .vocabulary import acts_now, formation_of, is_hq, move_side, trains_of


# ---- 4.8 Voluntary Retreats -----------------------------------------------------------------------------------------
@rule("4.8", VoluntaryRetreat)
def in_place_of_moving(act: VoluntaryRetreat) -> Findings:
    """Made instead of normal movement; enemies, EZOCs and ground on the way do not matter."""
    unit = act.unit_
    if unit.moved or acts_now(act.s, unit.id, "move"):
        yield forbid("retreat_or_move", unit)
    else:
        yield permit("retreats_freely", unit)


@rule("4.8a", VoluntaryRetreat)
def three_hexes(act: VoluntaryRetreat) -> Findings:
    """A unit ends three hexes away, where no enemy stands and its Move side may stand."""
    unit, to = act.unit_, act.to
    if is_hq(unit) or to is None:
        return
    apart = distance(act.s, act.here(), to)
    if apart != UNIT_BACK:
        yield forbid("retreat_three", unit, to, hexes=apart)
    if in_the_way(act.s, unit, to):
        yield forbid("enemy_in_hex", unit, to, enemy=in_the_way(act.s, unit, to)[0].id)
    elif closed_to(act.s, to, class_after(unit)):
        yield forbid("prohibited", unit, to, cls=class_after(unit))
    elif not act.forbidden:
        yield permit("retreat_there", unit, to)


@rule("4.8a", VoluntaryRetreat, "loss")
def a_step_lost(act: VoluntaryRetreat) -> Findings:
    """One step."""
    if not is_hq(act.unit_):
        act.steps_lost += 1
        yield define("retreat_costs_step", act.unit_)


@rule("4.8a", VoluntaryRetreat, "after")
def retreated(act: VoluntaryRetreat) -> Findings:
    """The unit shows its Move side and is FINISHED."""
    unit = act.unit_
    if is_hq(unit):
        return
    if (unit.stated("steps") or act.steps_lost + 1) <= act.steps_lost:
        yield effect(unit=unit.id, steps=-act.steps_lost, destroyed=True)
        yield record(unit=unit.id, eliminated=True)
        return
    yield effect(unit=unit.id, steps=-act.steps_lost, side="move", state="finished", **({"retreat": UNIT_BACK} if act.to is None else {}))
    yield record(unit=unit.id, finished=True, **move_side(unit), **({"at": act.to} if act.to is not None else {}))
    yield record(did=unit.id, act="voluntary_retreat", **({"to": act.to} if act.to is not None else {}))


@rule("4.8b", VoluntaryRetreat)
def towards_its_trains(act: VoluntaryRetreat) -> Findings:
    """An HQ goes towards its Trains, as far as it needs."""
    unit, to = act.unit_, act.to
    if not is_hq(unit):
        return
    yield kept()
    if to is None:
        return
    trains = trains_of(act.s, unit.formation)
    if trains is not None and trains.hex is not None and distance(act.s, to, trains.hex) >= distance(act.s, act.here(), trains.hex):
        yield forbid("hq_not_to_trains", unit, trains, to, unit=unit.id)
    else:
        yield permit("hq_to_trains", unit, to)


@rule("4.8c", VoluntaryRetreat)
def partial_at_least(act: VoluntaryRetreat) -> Findings:
    """Units need a Partial result or better; HQs do not."""
    formation = formation_of(act.unit_)
    if is_hq(act.unit_):
        if formation is not None and formation.stated("snafu") == "fail":
            yield permit("hq_even_after_fail", act.unit_)
    elif formation is not None and formation.snafu == "fail":
        yield forbid("fail_no_retreat", act.unit_, formation=formation.id)
    else:
        yield permit("snafu_allows", act.unit_)


@rule("4.8d", VoluntaryRetreat)
def not_under_defense_orders(act: VoluntaryRetreat) -> Findings:
    """An HQ under Prepared Defense Orders stays."""
    formation = formation_of(act.unit_)
    if is_hq(act.unit_) and formation is not None and act.s.option("2.4") and "prep_def" in formation.orders:
        yield forbid("ordered_to_stay", act.unit_, formation=formation.id)
    elif is_hq(act.unit_):
        yield kept()


# ---- 4.9 Strict movement [optional] ---------------------------------------------------------------------------------
cites("4.9a", Move, "What was moved has been moved.", lambda move: bool(move.s.option("4.9") and acts_now(move.s, move.unit_.id, "move")))


@rule("4.9a", TakeBack)
def moved_is_moved(act: TakeBack) -> Findings:
    """With strict movement a move that was made stands; the way back costs MPs like any other."""
    if act.s.option("4.9"):
        yield forbid("move_stands", act.unit_)
    else:
        yield permit("taken_back", act.unit_)
        yield warn("take_back_agreed")


@cited("4.9b", Move)
def mistakes(move: Move) -> bool:
    """With strict movement, going back is a move like any other."""
    return bool(move.s.option("4.9") and acts_now(move.s, move.unit_.id, "move"))
