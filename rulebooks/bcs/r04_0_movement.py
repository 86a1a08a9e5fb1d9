"""Chapter 4.0 and 4.1: who moves, the path, what it costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, InputError, Missing, define, drawn, effect, forbid, kept, permit, record, rule, says, value
from adjudicator.book.engine import suppose
from adjudicator.kit import adjacent, numbers, why_not

from .acts_combat import ShockAttack
from .acts_formation import SavePoints
from .acts_movement import AskCost, AskReach, AskWhere, Exit, Flip, Move, Question, Step, TakeBack, UnitMove, VoluntaryRetreat
from .acts_turn import AskHowMany
from .r03_vocabulary import is_finished, not_active, why_stopped
from .r04_vocabulary import allowance, closed_by_ground, halvings, in_the_way, price, reach_within, traffic_in, unit_traffic
from .r04_vocabulary_ground import chart, road_on, step_closed, terrains
from .vocabulary import NORMAL_STACK, acts_now, combat_units, formation_of, is_combat_unit, points, turned


# ---- 4.0 Movement ---------------------------------------------------------------------------------------------------
@rule("4.0", (Move, Flip, VoluntaryRetreat, TakeBack, Exit))
def active_player_only(act: UnitMove) -> Findings:
    """Only the active formation moves; the other player moves nothing but what has to retreat."""
    fault = False
    for finding in not_active(act.s, act.unit_):
        fault = True
        yield finding
    if not fault:
        yield permit("moves_as_active", act.unit_)


@rule("4.0a", Move)
def one_by_one(move: Move) -> Findings:
    """Units move singly."""
    if len(move.units) > 1:
        yield forbid("move_singly", move.units, unit=move.units[0].id, other=move.units[1].id)


@rule("4.0a", Move, "step")
def unbroken(move: Move, step: Step) -> Findings:
    """From hex to adjacent hex."""
    if not adjacent(move.s, step.before, step.here):
        yield forbid("path_gap", move.unit_, step.before, step.here, start=step.before, hex=step.here)


@rule("4.0a", Move, "step")
def no_enemy_there(move: Move, step: Step) -> Findings:
    """No unit enters a hex that holds an enemy, save to jump an HQ or Trains, or on to a Screen (4.6a)."""
    held = in_the_way(move.s, move.unit_, step.here)
    if held:
        yield forbid("enemy_in_hex", move.unit_, held, step.here, unit=move.unit_.id, enemy=held[0].id)


@rule("4.0a", Move)
def reached(move: Move) -> Findings:
    """Where only the end was named, the cheapest way is taken; there has to be one."""
    if not move.searched:
        return
    if move.doubt is not None and move.unreachable:
        raise move.doubt
    if move.unreachable:
        yield forbid("no_way", move.unit_, move.goal)


def one_hex_will_do(move: Move) -> bool:
    """Whether the move is one that a unit may always make: one hex, its first, with a printed MA."""
    return len(move.steps) == 1 and move.not_moved and points(move.unit_.stated("ma"), None) != 0


def total_of(move: Move) -> Fraction | int:
    """MPs of all steps whose price is known."""
    return sum((step.price.total for step in move.steps if step.price is not None), 0)


def rate_unknown(move: Move) -> Missing | None:
    """A road rate that nobody told and that could make the move cheaper."""
    return next((step.price.rate for step in move.steps if step.price is not None and step.price.rate is not None), None)


def rate_hidden(move: Move) -> bool:
    """Whether it is said that nobody knows such a rate: what the move costs is then open."""
    return any(step.price is not None and step.price.rate is not None and move.s.is_unknown(step.price.rate.fact) for step in move.steps)


@rule("4.0a", Move, "afford")
def paid_in_full(move: Move) -> Findings:
    """Every step is paid in full before it is made, out of the MPs that the unit has left."""
    open_ = [step.open for step in move.steps if step.open is not None]
    if one_hex_will_do(move) and (open_ or move.unit_.stated("ma") is None and move.unit_.mp_left is None):
        return  # it may be made whatever it costs
    spent, have = total_of(move), allowance(move.unit_)
    if open_:
        if spent > have:
            yield forbid("too_dear", move.unit_, cost=spent, allowance=have)
            return
        raise Missing(open_[0].fact, open_[0].values, tuple((other.fact, other.values) for other in open_[1:]))
    if not rate_hidden(move):
        yield value("cost", spent)
    if spent <= have:
        yield permit("paid", move.unit_, cost=spent, allowance=have)
        return
    if one_hex_will_do(move):
        return
    rate = rate_unknown(move)
    if rate is not None:
        raise rate
    yield forbid("too_dear", move.unit_, cost=spent, allowance=have)


@rule("4.0a", AskHowMany, "answer")
def points_to_move(ask: AskHowMany) -> Findings:
    """The MPs that a unit has left: its MA, halved after a SNAFU Partial, none after a Fail (3.2k)."""
    unit = ask.of_unit("mp")
    if unit is None or ask.slots.get("march"):
        return
    formation = formation_of(unit)
    if formation is not None and formation.stated("snafu") == "fail":
        yield value("answer", 0, "fail_no_move", unit, formation=formation.id)
        return
    yield value("answer", allowance(unit))
    yield value("ma", allowance(unit))


says("4.0a", SavePoints, "legality", "MPs that are not spent are lost with the Activation.", lambda act: forbid("mp_not_saved") if act.what == "mp" else None)


@rule("4.0a", Move, "cost")
def what_is_left(move: Move) -> Findings:
    """MPs are spent hex by hex and not saved."""
    for step in move.steps:
        if step.open is not None:
            raise step.open
        if step.price is not None and step.price.rate is not None and move.s.is_unknown(step.price.rate.fact):
            raise step.price.rate
    spent, have = total_of(move), allowance(move.unit_)
    yield value("cost", spent)
    yield value("allowance", have)
    yield value("mp_left", max(have - spent, 0))
    if move.searched:
        yield value("path", [move.start, *(step.here for step in move.steps)])


@rule("4.0a", Move, "after")
def stands_there(move: Move) -> Findings:
    """The unit stands where its path ends."""
    unit = move.unit_
    yield record(unit=unit.id, at=move.end, moved=True)
    left = move.ruling.computed.get("mp_left")
    if left is not None:
        yield record(unit=unit.id, mp_left=left)
    yield record(did=unit.id, act="move", to=move.end, path=[move.start, *(step.here for step in move.steps)], cost=total_of(move))


@rule("4.0a", (AskReach, AskCost))
def can_it_get_there(question: Question) -> Findings:
    """Whether a unit gets there with the MPs that it has, and what the way costs."""
    unit = question.unit_
    if not question.path:
        raise InputError("no_destination")
    way: dict[str, Any] = {"path": tuple(question.path)} if len(question.path) > 1 else {"to": question.path[-1]}
    answer = suppose(question, "move", {"units": (unit.id,), **way})
    unpriced = isinstance(question, AskCost) and answer.verdict == "legal" and "cost" not in answer.computed
    if answer.verdict == "undetermined" or unpriced:
        need = answer.needs[0].fact if answer.needs else question.s.hex(question.path[-1]).path("mp_cost")
        raise Missing(need, None, tuple((other.fact, None) for other in answer.needs[1:]))
    yield from numbers(question, answer, "cost", "allowance", "mp_left", "path")
    key = "gets_there" if answer.verdict == "legal" else "gets_not"
    yield define(key, unit, where=question.path[-1:], hex=question.path[-1])
    if isinstance(question, AskReach):
        yield value("answer", "yes" if answer.verdict == "legal" else "no")
        why_not(question, answer)
    else:
        yield value("answer", answer.computed.get("cost", "no"))


@rule("4.0a", AskWhere)
def where_it_can_get(question: AskWhere) -> Findings:
    """All listed hexes that the unit can get to, with what the way costs; none if it is STOPPED or FINISHED."""
    unit = question.unit_
    reason = "is_finished" if is_finished(unit) else why_stopped(unit)
    if reason is not None:
        yield define(reason, unit, question.start)
        yield value("reach", [])
        yield value("answer", [])
        return
    found = reach_within(question.s, unit, question.start, allowance(unit))
    facts = sorted({fact for facts in found.only_possible.values() for fact in facts})
    if facts:
        raise Missing(facts[0], None, tuple((fact, None) for fact in facts[1:]))
    hexes = sorted(hex_ for hex_ in found.sure if hex_ != question.start)
    yield define("goes_where", unit, where=hexes, hexes=", ".join(hexes))
    yield value("reach", hexes)
    yield value("answer", hexes)
    yield drawn("costs", {hex_: found.sure[hex_][0] for hex_ in hexes})


@rule("4.0b", Flip)
def before_anything_else(flip: Flip) -> Findings:
    """A unit is turned over before it does anything, and once in an Activation."""
    unit = flip.unit_
    if unit.sides == 1:
        yield forbid("one_sided", unit)
        return
    if unit.flipped or acts_now(flip.s, unit.id, "flip"):
        yield forbid("flipped_already", unit)
    if unit.moved or unit.fire_events < 2 or [act for act in acts_now(flip.s, unit.id) if act.get("act") != "flip"]:
        yield forbid("flip_first", unit)
    if unit.stated("shown") == flip.to:
        yield forbid("shows_already", unit, side=flip.to)
    yield kept() if flip.forbidden else permit("flips", unit)


@rule("4.0b", Flip, "after")
def turned_over(flip: Flip) -> Findings:
    """The other side shows, at no cost."""
    unit = flip.unit_
    yield effect(unit=unit.id, side=flip.to)
    yield record(unit=unit.id, flipped=True, **turned(unit, flip.to))
    yield record(did=unit.id, act="flip")


@rule("4.0c", Move, "cost")
def halved_once(move: Move) -> Findings:
    """A halved MA keeps its fraction."""
    if move.unit_.mp_left is None:
        for key in halvings(move.unit_):
            yield define(key, move.unit_)


@rule("4.0c", AskHowMany, "answer")
def halved_for_good(ask: AskHowMany) -> Findings:
    """A halved MA keeps its fraction."""
    unit = ask.of_unit("mp")
    for key in halvings(unit) if unit is not None and unit.mp_left is None and not ask.slots.get("march") else ():
        yield define(key, unit)


@rule("4.0c", Move, "afford")
def too_little_after_halving(move: Move) -> Findings:
    """What a halved MA does not cover cannot be paid; nothing is rounded up."""
    if any(step.open for step in move.steps) or move.unit_.mp_left is not None or move.unit_.ma is None or not halvings(move.unit_):
        return
    if total_of(move) > allowance(move.unit_) and not one_hex_will_do(move) and not rate_unknown(move):
        yield forbid("too_dear_halved", move.unit_, cost=total_of(move), allowance=allowance(move.unit_))


@rule("4.0d", Move)
def traffic_holds(move: Move) -> Findings:
    """A Traffic marker STOPS whoever stands in its hex."""
    unit = move.unit_
    if traffic_in(move.s, move.here()) and (unit.stopped or unit.moved or acts_now(move.s, unit.id)):
        yield forbid("stopped_traffic", unit, where=[move.here()])


@rule("4.0d", Move, "step")
def traffic_jams(move: Move, step: Step) -> Findings:
    """A full hex with a Traffic marker cannot be entered; in any other the marker STOPS."""
    if not traffic_in(move.s, step.here):
        return
    if is_combat_unit(move.unit_) and len([unit for unit in combat_units(move.s, step.here) if unit.side == move.side]) >= NORMAL_STACK:
        yield forbid("traffic_full", move.unit_, step.here)
    elif not step.last:
        yield forbid("stops_traffic", move.unit_, step.here)


@rule("4.0d", Move, "halt")
def halted_by_traffic(move: Move) -> Findings:
    """The unit is STOPPED in the hex with the marker."""
    if traffic_in(move.s, move.end):
        move.stops.append("stops_traffic")
        yield define("halted_traffic", move.unit_, move.end)


@rule("4.0e", Move, "step")
def road_lost_to_traffic(move: Move, step: Step) -> Findings:
    """Unit Traffic takes the road away from whoever enters its hex."""
    if not road_on(move.s, step.before, step.here):
        return
    other = unit_traffic(move.s, move.unit_, step.here)
    if other is None:
        if [unit for unit in move.s.at(step.here) if unit.side == move.side]:
            yield define("no_traffic_made" if move.s.option("4.0e") else "no_unit_traffic", step.here)
        return
    if closed_by_ground(move.s, step.before, step.here, move.cls):
        yield forbid("unit_traffic_closed", move.unit_, other, step.here, unit=other.id)
    else:
        yield define("unit_traffic", other, step.here)


# ---- 4.1 Terrain ----------------------------------------------------------------------------------------------------
@rule("4.1", Move, "step")
def price_of_the_step(move: Move, step: Step) -> Findings:
    """Each hex and hexside has its price for the class of movement."""
    try:
        step.price = price(move.s, move.unit_, step.before, step.here, move.cross_country)
    except Missing as missing:
        step.open = missing
    yield from step.terms("cost_hex", "cost_side")


@rule("4.1a", Move, "step")
def dearest_terrain(move: Move, step: Step) -> Findings:
    """Of several kinds of terrain in a hex the dearest counts."""
    if step.price is not None and len(terrains(move.s, step.here)) > 1 and move.s.hex(step.here).stated("mp_cost") is None:
        yield define("dearest_terrain", step.here)


@rule("4.1b", Move, "step")
def and_back_again(move: Move, step: Step) -> Findings:
    """A step is possible only if the step back would be."""
    if move.s.hex(step.before).stated("prohibited_to"):
        yield kept()
    if step_closed(move.s, step.here, step.before, move.cls) and not step_closed(move.s, step.before, step.here, move.cls):
        yield forbid("not_reversible", move.unit_, step.before, step.here, start=step.before, hex=step.here, cls=move.cls)


says("4.1c", Move, "step", "Along a connected road the road rate stands for all other terrain.", lambda move, step: step.terms("cost_road"))


@rule("4.1d", Move, "step")
def prohibited_ground(move: Move, step: Step) -> Findings:
    """Prohibited hexes and hexsides are crossed by bridge or road only."""
    if step_closed(move.s, step.before, step.here, move.cls):
        yield forbid("prohibited", move.unit_, step.here, cls=move.cls)
    elif closed_by_ground(move.s, step.before, step.here, move.cls):
        yield permit("prohibited_crossed", move.unit_, step.here)
    elif move.s.hex(step.here).stated("prohibited_to") or "bridge" in move.s.on_side(step.before, step.here):
        yield kept()


def stops_in_terrain(move: Move, step: Step) -> bool:
    """Whether the hex is STOP terrain.  That a road saves the STOP as it saves the cost is not printed: the chart has to say so."""
    if not move.s.hex(step.here).stop_terrain:
        return False
    if move.cross_country or not road_on(move.s, step.before, step.here):
        return True
    for name in terrains(move.s, step.here) or ("",):
        said = chart(move.s, name, "road_stops") if name else None
        if said is None:
            raise Missing(f"tables.tec.{name or 'stop_terrain'}.road_stops", (True, False))
        if said:
            return True
    return False


@rule("4.1e", Move, "step")
def price_of_stop_terrain(move: Move, step: Step) -> Findings:
    """STOP terrain costs four MPs, and ends the move."""
    yield from step.terms("cost_stop_terrain")
    if not step.last and stops_in_terrain(move, step):
        yield forbid("stops_terrain", move.unit_, step.here)


@rule("4.1e", Move, "halt")
def halted_by_terrain(move: Move) -> Findings:
    """The unit is STOPPED there."""
    if stops_in_terrain(move, move.steps[-1]):
        move.stops.append("stops_terrain")
        yield define("halted_terrain", move.unit_, move.end)


@rule("4.1f", ShockAttack)
def no_shock_by_it(attack: ShockAttack) -> Findings:
    """The one hex that a unit may always move is no way to a Shock Attack."""
    if attack.slots.get("one_hex"):
        yield forbid("one_hex_no_shock", units=list(attack.named()), unit=attack.named()[0] if attack.named() else "")


def traffic_or_stop(move: Move) -> bool:
    """Whether the one hex costs more than the MA may hold."""
    return bool(move.s.hex(move.end).stop_terrain)


@rule("4.1f", Move, "afford")
def one_hex_at_least(move: Move) -> Findings:
    """A unit that has not moved may always go one hex, save where ground, EZOC, a Fail or an MA of zero forbids it."""
    unit = move.unit_
    if unit.mp_left is None and unit.stated("ma") is not None and points(unit.ma, None) == 0:
        yield forbid("no_ma", unit)
        return
    if "ma" in unit.facts and unit.facts["ma"] is None:
        yield forbid("no_ma", unit)
        return
    if not one_hex_will_do(move):
        if move.slots.get("one_hex") and (len(move.steps) > 1 or not move.not_moved):
            yield forbid("not_one_hex", unit)
        return
    if move.forbidden or traffic_or_stop(move):
        yield kept()  # what else forbids the hex holds for the one that a unit may always move as well
    priced = move.steps[0].price
    if move.slots.get("one_hex") or (priced is not None and unit.stated("ma") is not None and priced.total > allowance(unit)):
        yield permit("one_hex_move", unit)
