"""OCS combat supply: who pays what for a combat or barrage."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, InputError, Unit, define, effect, forbid, known, permit, record, rule, term, value
from adjudicator.kit import answered

from .acts import Attack, Fight, Payment
from .acts_asked import AskPrice
from .acts_barrage import Barrage
from .acts_questions import AskSupply, Question
from .acts_supply import Supplying
from .ways import effects_of_payment, reaches, tokens

NEXT_STOCKS = {"full": "low", "low": "exhausted"}


def price_for(fight: Fight, side: str, units: list[Unit]) -> int:
    """Tokens of a side: attackers one for each step; the defender one for up to one step, two for more."""
    costs = fight.book.tables["supply"]
    if side == fight.side:
        return sum(fight.steps(unit) for unit in units) * int(costs["attacker"])
    if not units:
        return 0
    if len(units) > 1:
        return int(costs["defender"]["more"])
    return int(costs["defender"]["one_step"] if fight.steps(units[0]) <= 1 else costs["defender"]["more"])


def covered(fight: Fight, payment: Payment) -> list[Unit]:
    """The units that a payment is for: those named, else all of the side that nobody else pays for."""
    if payment.units:
        return [fight.unit(id_) for id_ in payment.units]
    named = {id_ for other in fight.paid_by(payment.side) if other is not payment for id_ in other.units}
    return [unit for unit in fight.sides[payment.side] if unit.id not in named]


@rule("OCS combat supply", Fight)
def payments(fight: Fight) -> Findings:
    """The attacker pays first or does not attack; internal stocks are for units that no dump reaches."""
    spent: dict[str, int] = {}
    left: dict[str, int] = {}
    for payment in fight.payments if not isinstance(fight, AskSupply) else ():
        units = covered(fight, payment)
        for unit in units:
            if unit not in fight.sides.get(payment.side, ()):
                yield forbid("pays_for_outsider", unit)
        if payment.how == "none":
            yield from _refused(fight, payment, units)
        elif payment.how == "stocks":
            yield from _from_stocks(fight, units)
        else:
            yield from _from_dump(fight, payment, units, spent, left)
    if spent:
        yield value("cost", next(iter(spent.values())) if len(spent) == 1 else spent)
    elif isinstance(fight, Attack) and (price := known(price_for, fight, fight.side, fight.attackers)) is not None:
        yield value("cost", price)  # for whoever asks what it costs
    if fight.forbidden:
        return
    for dump, rest in left.items():
        marker = fight.marker(dump)
        yield effects_of_payment(fight, marker, tokens(fight, marker) - rest)


def _refused(fight: Fight, payment: Payment, units: list[Unit]) -> Findings:
    if payment.side == fight.side:
        yield forbid("attacker_must_pay", units, names=", ".join(unit.id for unit in units))
    else:
        yield permit("defender_may_refuse", units)


def _from_stocks(fight: Fight, units: list[Unit]) -> Findings:
    for unit in units:
        have = unit.stocks
        if have == "exhausted":
            yield forbid("stocks_exhausted", unit)
            continue
        near = [dump.id for dump in fight.markers_of("dump") if dump.stated("side") in (None, unit.side) and tokens(fight, dump) and reaches(fight, dump, unit)]
        if near:
            yield forbid("dump_in_reach", unit, dump=", ".join(near))
        else:
            yield permit("own_stocks", unit)
            if not fight.forbidden:
                yield effect(unit=unit.id, stocks=NEXT_STOCKS[have])


def _from_dump(fight: Fight, payment: Payment, units: list[Unit], spent: dict[str, int], left: dict[str, int]) -> Findings:
    """What is plain without the way to the dump comes first: whose it is, the price, what lies there."""
    dump = fight.marker(payment.dump) if payment.dump is not None else None
    if dump is not None and dump.stated("side") not in (None, payment.side):
        yield forbid("enemy_dump", dump=dump.id)
        return
    price = price_for(fight, payment.side, units)
    spent[payment.side] = spent.get(payment.side, 0) + price
    if payment.tokens is not None and payment.tokens != price:
        yield forbid("other_cost_for", units, paid=payment.tokens, cost=price, names=", ".join(unit.id for unit in units))
    if dump is None:
        return
    have = left.get(dump.id, tokens(fight, dump))
    if have < price:
        yield forbid("dump_too_small", dump=dump.id, have=have, cost=price)
        far = [unit for unit in units if known(reaches, fight, dump, unit) is False]
    else:
        left[dump.id] = have - price
        far = [unit for unit in units if not reaches(fight, dump, unit)]
    for unit in far:
        yield forbid("dump_too_far", unit, dump=dump.id)
    if have >= price and not far and not fight.forbidden:
        yield permit("dump_pays", dump=dump.id, cost=price)


@rule("OCS combat supply", Barrage, "cost")
def tokens_of_a_point(barrage: Barrage) -> Findings:
    """Four tokens to the supply point."""
    if barrage.pays and barrage.dump is not None:
        yield define("tokens_per_sp")


@rule("OCS combat supply", Supplying, "after")
def refusal_noted(fight: Supplying) -> Findings:
    """The pending combat remembers for whom nothing is paid."""
    refused = [unit.id for units in fight.sides.values() for unit in units if fight.unpaid(unit)]
    yield record(state="pending", value={**fight.before, "unpaid": refused})


@rule("OCS combat supply", Fight, each="attackers")
def no_line_no_attack(fight: Fight, unit: Unit) -> Findings:
    """Who is out of trace and not paid for cannot attack."""
    if unit.supply == "out" and fight.unpaid(unit):
        yield forbid("out_and_unpaid", unit)


@rule("OCS combat supply", Fight, "supply")
def strength_without_supply(fight: Fight) -> Findings:
    """Half for a unit out of trace, half for a defender that is not paid for, a quarter for both."""
    for side, units in fight.sides.items():
        ledger = "attack" if side == fight.side else "defense"
        for unit in units:
            if unit.supply == "out":
                yield term(ledger, -Fraction(fight.part(ledger, unit.id)) / 2, "out_of_trace", unit.id, unit=unit.id)
            if ledger == "defense" and fight.unpaid(unit):
                yield term(ledger, -Fraction(fight.part(ledger, unit.id)) / 2, "not_paid_for", unit.id, unit=unit.id)


@rule("OCS combat supply", AskSupply, "answer")
def what_it_costs(fight: AskSupply) -> Findings:
    """Tokens of both sides in the combat that is named or pending."""
    named = fight.slots.get("role") or fight.slots.get("side")
    side = {"attacker": fight.side, "defender": fight.enemy}.get(str(named), named)
    found = {each: price_for(fight, each, units) for each, units in fight.sides.items() if side in (None, each)}
    yield value("cost", next(iter(found.values())) if len(found) == 1 else found)
    for each, price in found.items():
        yield define("costs_tokens", side=each, cost=price)
    yield value("answer", next(iter(found.values())) if len(found) == 1 else ", ".join(f"{each} {price}" for each, price in found.items()))


@rule("OCS combat supply", AskPrice, "answer")
def price_of_steps(question: Question) -> Findings:
    """One token for each attacking step; the defender pays one for up to one step, two for more."""
    units = [*question.units_of(), *question.units_of("target_units")]
    if not units and question.slots.get("steps") is None:
        raise InputError("no_units")
    costs, steps = question.book.tables["supply"], sum(question.steps(unit) for unit in units) if units else int(question.slots["steps"])
    price = costs["defender"]["one_step" if steps <= 1 else "more"] if question.slots.get("role") == "defender" else steps * costs["attacker"]
    yield from answered("cost", int(price))
