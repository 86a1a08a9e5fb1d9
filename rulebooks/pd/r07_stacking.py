"""Chapter 7: stacking."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.book import Findings, Unit, define, forbid, owes, permit, rule, value, warn
from adjudicator.kit import UnitStep, names

from .acts import Enter, Move, PdCase, Replace
from .acts_combat import Advance, Leaving, Owed, Retreat
from .acts_turn import EndStack, HowMany, NextPhase
from .r03_sequence import ACTIVATION
from .r06_2_ground import full
from .vocabulary import RAIL, STRATEGIC, is_combat, is_hq


def over_limit(case: PdCase, units: Iterable[Unit]) -> list[Unit]:
    """The units of a stack if it holds more than two combat units or more than one HQ; the ship does not count."""
    there = list(units)
    limits = case.table("stacking")
    fighting, hqs = [unit for unit in there if is_combat(unit)], [unit for unit in there if is_hq(unit)]
    found = fighting if len(fighting) > limits["combat"] else []
    return found + (hqs if len(hqs) > limits["hq"] else [])


def limits_of(case: PdCase, hex_: str, units: list[Unit]) -> Findings:
    """What a stack comes to, and whether that is too much."""
    limits = case.table("stacking")
    fighting, hqs = [unit for unit in units if is_combat(unit)], [unit for unit in units if is_hq(unit)]
    yield value("stacking", len(fighting))
    yield value("limit", limits["combat"])
    if len(fighting) > limits["combat"]:
        yield forbid("too_many_units", fighting, hex_, count=len(fighting), limit=limits["combat"])
    if len(hqs) > limits["hq"]:
        yield forbid("too_many_hqs", hqs, hex_, count=len(hqs), limit=limits["hq"])
    if not case.forbidden:
        yield permit("within_stacking", units, hex_, count=len(fighting), hqs=len(hqs))


@rule("7.0", EndStack)
def stack_at_the_end(end: EndStack) -> Findings:
    """Two combat units, full or reduced, and one HQ at the end of every phase."""
    end.s.complete()
    if end.s.phase in ("movement segment", "combat segment") and over_limit(end, end.stack) and end.reading("6.20") == "phase":
        yield warn("command_phase_not_over")
        return
    yield from limits_of(end, end.at, end.stack)


@rule("7.0", NextPhase)
def the_phase_ends_within_the_limit(change: PdCase) -> Findings:
    """No phase ends while more than two combat units and an HQ are in a hex; the segments of one activation after another are one phase."""
    phases = [change.s.known("phase"), change.slots.get("phase")]
    if None in phases or len({"command" if phase in ACTIVATION else phase for phase in phases}) == 1 or phases[0] == "setup":
        return
    for hex_, units in change.s.known_where().items():
        for camp in dict.fromkeys(change.camp(unit.side) for unit in units if len(units) > 1 and unit.known("side") is not None):
            stack = [unit for unit in units if change.camp(unit.side) == camp]
            if over_limit(change, stack):
                yield from limits_of(change, hex_, stack)


@rule("7.0", Owed, "answer")
def stacks_to_be_cured(owed: Owed) -> Findings:
    """Once the units have moved no hex holds more than two combat units and an HQ."""
    if not owed.slots.get("phase") or owed.s.known_to_be("phase", None, "setup", "reinforcement segment", "movement segment"):
        return
    for hex_, units in owed.s.where().items():
        if len(units) > 1:
            for camp in dict.fromkeys(owed.camp(unit.side) for unit in units if unit.stated("side") is not None):
                crowd = over_limit(owed, [unit for unit in units if owed.camp(unit.side) == camp])
                if crowd:
                    yield owes("overstack", camp, [unit.id for unit in crowd], hex=hex_)


@rule("7.0", Move, "step")
def passing_through(move: Move, step: UnitStep) -> Findings:
    """In regular movement the limit does not count in passing: it is looked at when the phase ends."""
    there = full(move, step)
    if there and move.how not in (STRATEGIC, RAIL):
        if step.last:
            yield warn("overstacked_later", step.here, unit=names([*there, step.unit]))
        else:
            yield permit("passing_allowed", there, step.here)


@rule("7.0", Advance, "end")
def stack_after_an_advance(advance: Advance, unit: Unit) -> Findings:
    """The limit holds as soon as an advance is over."""
    if unit is not advance.movers[-1]:
        return
    for hex_ in dict.fromkeys(way[-1] for way in advance.ways.values()):
        moving = [other for other in advance.movers if advance.ways[other.id][-1] == hex_]
        there = [other for other in advance.friends_at(hex_, advance.side) if other not in advance.movers]
        too_many = over_limit(advance, [*there, *moving])
        if too_many:
            yield forbid("advance_overstacks", too_many, hex_)


@rule("7.0", Leaving, "end")
def the_limit_after_combat(leaving: Leaving, unit: Unit) -> Findings:
    """It is checked as soon as a retreat or advance is over."""
    hex_ = leaving.ways[unit.id][-1]
    there = [other for other in leaving.friends_at(hex_, leaving.side) if other not in leaving.movers]
    if there and unit is leaving.movers[-1]:
        yield define("joins_stack", there, hex_)


@rule("7.0", HowMany, "answer")
def what_a_hex_holds(question: HowMany) -> Findings:
    """Two combat units and one HQ of a side."""
    if question.what == "stacking":
        limits = question.table("stacking")
        yield value("limit", limits["combat"])
        yield value("answer", str(limits["combat"]), "stack_limit", count=limits["combat"], hqs=limits["hq"])


# ---- 7.1 ---------------------------------------------------------------------------------------------------------------
@rule("7.1", EndStack)
def arrivals_have_parted(end: EndStack) -> Findings:
    """Reinforcements that were placed on top of each other must be legally stacked by the end of their phase."""
    if any(unit.arrives is not None for unit in end.stack) and over_limit(end, end.stack):
        yield define("arrivals_must_part", end.stack, end.at)


def fresh(end: EndStack) -> list[Unit]:
    """The units of a stack that arrived or were rebuilt in this phase."""
    turn, phase = end.s.stated("turn"), end.s.phase
    arrived = [unit for unit in end.stack if unit.arrives is not None and unit.arrives == turn and phase in (None, "reinforcement segment")]
    return arrived + [unit for unit in end.stack if unit not in arrived and end.done(unit.id, "enter", "replace")]


@rule("7.1", EndStack)
def overstacking_ends_with_the_phase(end: EndStack) -> Findings:
    """What arrived or was rebuilt may be overstacked when it is placed, no longer when that phase ends."""
    late = fresh(end)
    if late:
        yield define("split_by_now", late, end.at)


@rule("7.1", (Enter, Replace))
def overstacked_on_arrival(case: Enter | Replace) -> Findings:
    """Reinforcements and rebuilt units may overstack when they are placed, and not when that phase ends."""
    hex_ = case.at
    if hex_ is None:
        return
    coming = case.arriving if isinstance(case, Enter) else case.subjects
    there = case.beside(hex_) if isinstance(case, Enter) else [unit for unit in case.friends_at(hex_, case.side) if unit not in coming]
    if over_limit(case, [*coming, *there]):
        yield permit("may_overstack_now", [*coming, *there], hex_)


@rule("7.1", Retreat, "losses")
def stacking_after_a_retreat(retreat: Retreat) -> Findings:
    """The stacking limit holds as soon as a retreat ends."""
    if retreat.computed("extra_retreat") is not None:
        yield define("stacking_checked", where=list(dict.fromkeys(way[-1] for way in retreat.ways.values())))
