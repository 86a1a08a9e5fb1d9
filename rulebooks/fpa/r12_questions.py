"""Chapter 12, movement: what can be asked of it."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import Findings, InputError, Missing, define, drawn, permit, rule, value
from adjudicator.book.engine import suppose, turns_of
from adjudicator.kit import answered, numbers, price_known, why_not

from .acts import AskCost, AskReach, Move, Question
from .acts_questions import AskAllowance
from .vocabulary import spent_before
from .ways import price, reach


@rule("12.1", AskAllowance, "answer")
def points_of_a_unit(question: AskAllowance) -> Findings:
    """The movement points that a stack has, those of its slowest unit; what it spent in this phase is gone."""
    if not question.allowances:
        yield from answered("allowance", 0)
        return
    slowest = min(question.movers, key=lambda unit: question.allowances.get(unit.id, 99))
    points = question.allowances[slowest.id]
    left = points - spent_before(question.s, slowest)
    yield value("allowance", points)
    yield value("answer", left, "points_left", slowest, points=left, allowance=points)


@rule("12.2", AskCost, "answer")
def what_a_way_costs(question: Question) -> Findings:
    """The cost of a move that is only thought of, by the same rules as a move."""
    slots = {name: question.slots[name] for name in ("units", "from", "to", "path", "aids") if question.slots.get(name)}
    if not slots.get("units"):
        raise InputError("no_units")
    dice: list[int] = []
    ruling = suppose(question, "move", slots)
    while ruling.waits:  # each river on the way costs what a die says (12.3)
        dice.append(question.roll())
        ruling = suppose(question, "move", slots, dice=dice)
    yield from numbers(question, ruling, "cost", "allowance")
    why_not(question, ruling)
    price_known(question, ruling, slots, dice)
    if "cost" in ruling.computed:
        yield value("answer", ruling.computed["cost"])


@rule("12.2", AskReach, "answer")
def where_it_can_go(question: AskReach) -> Findings:
    """Every hex that the stack can reach, or whether it reaches one hex, by the same rules as a move."""
    goal = question.goal
    question.path = []
    found = reach(question, question.start, goal)
    if goal is not None:
        answer = found.answer(goal)
        if answer is None:
            facts = found.facts(goal)
            raise Missing(facts[0], question.values_of(facts[0]), tuple((fact, question.values_of(fact)) for fact in facts[1:]))
        yield value("answer", "yes" if answer else "no")
        if answer:
            way = found.path(goal) or ()
            turns = turns_of(question, "step", Move)
            for before, here in pairwise(way):
                price(question, before, here, turns)  # what is taken for granted on the way shown
            yield value("path", "-".join(way))
            least, most = found.possible[goal][0], found.sure[goal][0]
            if least == most:
                yield value("cost", most)
            yield permit("can_reach", where=list(way), hex=goal, path="-".join(way), cost=most if least == most else f"{least}-{most}")
        else:
            yield define("can_not_reach", goal)
        return
    reached = sorted(hex_ for hex_ in found.sure if hex_ != question.start)
    yield value("reach", reached, "reach", count=len(reached), hexes=", ".join(reached))
    yield value("answer", len(reached))
    yield drawn("costs", {hex_: found.sure[hex_][0] for hex_ in reached})
    open_hexes = found.only_possible
    if open_hexes:
        yield value("possible", sorted(open_hexes), "reach_possible", count=len(open_hexes), hexes=", ".join(sorted(open_hexes)))
