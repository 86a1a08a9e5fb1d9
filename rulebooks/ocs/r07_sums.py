"""The worked example (Ejemplo): strengths and what is made of them, losses of the lead, supply."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, define, forbid, permit, rule, says, term, value
from adjudicator.kit import number

from .acts import ClaimedAttack, Fight
from .acts_barrage import Shelling
from .acts_questions import AboutResult, AskAttackOdds, AskLoser, AskOdds, AskSupply, AskTotal
from .acts_results import Outcome
from .cards import table
from .r01_losses import share
from .r02_options import carried, role_asked
from .vocabulary import FACTORS


@rule("Ejemplo", Fight, "strength")
def printed_strengths(fight: Fight) -> Findings:
    """The strengths of all that fight are added up, each as terrain, steps, supply and mode leave it."""
    for unit in fight.attackers:
        yield term("attack", number(unit.attack), "unit", unit.id, unit=unit.id)
    for unit in fight.defenders:
        yield term("defense", number(unit.defense), "unit", unit.id, unit=unit.id)


@rule("Ejemplo", Fight, "totals")
def totals(fight: Fight) -> Findings:
    """Both sums."""
    yield value("attack_total", fight.total("attack"))
    yield value("defense_total", fight.total("defense"))


@rule("Ejemplo", AskTotal, "answer")
def asked_strength(question: AskTotal) -> Findings:
    """The strength of a side, or of some of its units, as terrain, steps, supply and mode leave it; or whether it is halved or doubled."""
    units = question.units_of("units", question.wanted)
    side = units[0].side if units else question.enemy if question.wanted.get("role") in ("defense", "defender") else question.side
    mine = units or question.sides[side]
    ledger = "attack" if side == question.side else "defense"
    have = sum((Fraction(question.part(ledger, unit.id)) for unit in mine), Fraction(0))
    factor = question.wanted.get("factor")
    if factor is None:
        yield value("answer", have)
        return
    printed = sum((Fraction(number(unit.attack if ledger == "attack" else unit.defense)) for unit in mine), Fraction(0))
    yield value("answer", "yes" if have == printed * FACTORS[factor] else "no")


@rule("Ejemplo", ClaimedAttack, "claimed")
def claimed_strength(fight: Fight) -> Findings:
    """A strength that somebody has added up himself is compared with the sum."""
    for side, claimed in fight.points.items():
        for unit in fight.sides[side]:  # the rule for lost steps is asked for first
            share(fight, unit, side == fight.side)
        total = fight.total("attack" if side == fight.side else "defense")
        if Fraction(str(claimed)) != total:
            yield forbid("other_strength", side=side, claimed=claimed, total=total)
        else:
            yield permit("right_strength", side=side, total=total)
    for side, factor in sorted(fight.factors.items()):
        for unit in fight.sides[side]:
            share(fight, unit, side == fight.side)
        total = fight.total("attack" if side == fight.side else "defense")
        printed = sum((number(unit.attack if side == fight.side else unit.defense) for unit in fight.sides[side]), Fraction(0))
        if total != printed * factor:
            yield forbid("other_strength", side=side, claimed=printed * factor, total=total)
        else:
            yield permit("right_strength", side=side, total=total)


@rule("Ejemplo", AskOdds, "answer")
def sums_as_in_the_example(question: AskOdds) -> Findings:
    """The sums are compared as the example compares them."""
    yield define("sums_compared", attack=question.strengths[0], defense=question.strengths[1])


@rule("Ejemplo", Outcome, "order", each="roles")
def lead_loses_first(outcome: Outcome, role: str) -> Findings:
    """The first step comes from the unit whose action rating was used."""
    mine = outcome.mine(role, False)
    if not mine or not outcome.before:
        return
    first = outcome.first_loser(role)
    if first is not None and first.id not in [loss.unit.id for loss in mine] and outcome.lost_before(role) > _surplus(outcome, role):
        yield forbid("lead_first", first)
        yield value("loss_from", [first.id])
    elif first is not None:
        yield define("lead_bears_first", first)
    elif outcome.taken(role):
        yield define("first_step_gone")


def _surplus(outcome: Outcome, role: str) -> int:
    """Steps of those not named for a zone that can only be for one, since the result takes no more."""
    part = outcome.share(role)
    room = max(0, part.loss + part.option - outcome.taken(role) - outcome.retreated(role) - outcome.hexes(role))
    return max(0, outcome.lost_before(role) - room)


@rule("Ejemplo", AskLoser, "answer")
def who_loses_first(question: AboutResult) -> Findings:
    """The unit whose action rating was used bears the first step; after it any of the side."""
    case = carried(question)
    role = role_asked(question)
    first = case.first_loser(role)
    found = [first.id] if first is not None else [unit.id for unit in case.living(role)]
    yield value("loss_from", found, "loss_from", names=", ".join(found))
    yield value("answer", ", ".join(found) or "none")


@rule("Ejemplo", Shelling, "final", after="OCS 10.0a")
def barrage_as_in_the_example(barrage: Shelling) -> Findings:
    """The example's barrage is read the same way."""
    if barrage.column_used is not None:
        yield define("barrage_column_said", column=table(barrage)["columns"][barrage.column_used])


says("Ejemplo", AskSupply, "answer", "The example pays the same way.", lambda fight: define("example_pays"))


@rule("Ejemplo", Fight)
def supply_of_the_example(fight: Fight) -> Findings:
    """Combat supply is paid at the start of a combat, as in the example."""
    if fight.payments and not isinstance(fight, AskSupply):
        yield define("example_pays")


@rule("Ejemplo", AskAttackOdds, "answer")
def odds_of_the_combat(question: Fight) -> Findings:
    """The odds of the combat that is named or pending."""
    told = str(question.slots.get("asked") or "odds")
    yield value("answer", question.computed(told) or question.computed("odds"))
