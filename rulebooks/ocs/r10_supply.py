"""OCS combat supply: what a combat costs, who pays it from where, and what those fight with who do not pay."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Finding, Findings, define, effect, forbid, permit, record, term, value
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.ground.situation import Marker, Unit
from adjudicator.kit.numbers import number

from .acts import HQS, Fight, OcsCase, Payment, Supplying
from .acts_questions import AskSupply

NEXT_STOCKS = {"full": "low", "low": "exhausted"}


def tokens(case: OcsCase, dump: Marker) -> int:
    """Tokens in a dump, its supply points changed into tokens."""
    return int(dump.sp) * int(case.book.tables["supply"]["tokens_per_sp"]) + int(dump.t)


contents = tokens


def effects_of_payment(case: OcsCase, dump: Marker, price: int) -> Finding:
    """What is left in a dump."""
    points, rest = divmod(tokens(case, dump) - price, int(case.book.tables["supply"]["tokens_per_sp"]))
    return effect(marker=dump.id, sp=points, t=rest)


# ---- how far supply reaches ---------------------------------------------------------------------------------------------
LEAST = Fraction(1, 4)  # what a hex of unknown cost may come to


def truck_costs(case: OcsCase) -> Any:
    """The truck costs that are stated, by terrain."""
    return {} if "tables.truck_mp" in case.s.unknown else (case.s.facts.get("tables") or {}).get("truck_mp") or {}


def truck_distance(case: OcsCase, start: str, goal: str, limit: Any, side: str) -> bool:
    """Whether trucks get from one hex to another for so many points; asks for the first cost that decides it.

    What the search takes for granted of the hexes around is no assumption of the ruling; what it does of the way it finds is.
    """
    before = case.s.assumed
    case.s.assumed = dict(before)
    tried = tuple(item for item in case.s.tried.items() if item[0].startswith(("hexes[", "hexsides[")))
    try:
        way = case.s.remember(("truck", start, goal, limit, side, str(tried)), lambda: _truck_way(case, start, goal, limit, side))
    finally:
        case.s.assumed = before
    for hex_ in way or ():
        _ = case.s.hex(hex_).terrain
    return way is not None


def _truck_way(case: OcsCase, start: str, goal: str, limit: Any, side: str) -> tuple[str, ...] | None:
    """The hexes of the way, or None."""
    if start == goal:
        return (start,)
    costs = {name: Fraction(str(price)) for name, price in truck_costs(case).items() if price is not None}
    hexsides = case.book.tables["terrain"]["hexsides"]
    missing: dict[str, None] = {}

    def step(here: str, there: str, sure: bool) -> Any:
        if any(unit.side != side for unit in case.s.at(there)) and there != goal:
            return None
        terrain = case.s.hex(there).terrain
        if terrain == "sea":
            return None
        price = costs.get(terrain)
        if price is None:
            if sure:
                return None
            missing[f"tables.truck_mp.{terrain}"] = None
            price = LEAST
        total = price
        for feature in case.s.side(here, there).features:
            if feature in hexsides:
                more = costs.get(feature)
                if more is None:
                    if sure:
                        return None
                    missing[f"tables.truck_mp.{feature}"] = None
                    more = Fraction(0)
                total += more
        return total

    stated = (case.s.facts.get("distance") or {}).get(f"{min(start, goal)}/{max(start, goal)}")
    if stated is not None and stated > limit and all(price >= 1 for price in costs.values()):
        return None
    known = min((price for name, price in costs.items() if name not in hexsides), default=LEAST)

    def way(sure: bool, least: Fraction) -> tuple[str, ...] | None:
        ahead = lambda hex_: least * (case.s.grid.distance(hex_, goal) or 0)  # noqa: E731
        return path_to(cheapest(start, case.s.grid.neighbours, lambda here, there: step(here, there, sure), limit, goal, None, ahead, least), goal)

    sure = way(True, known)
    if sure is not None or not way(False, min(known, LEAST)) or not missing:
        return sure
    raise Missing(next(iter(missing)))


def reaches(case: OcsCase, dump: Marker, unit: Unit) -> bool:
    """Whether a dump supplies a unit: within draw range for trucks, or thrown by a headquarters that draws from it."""
    start, goal = dump.at, case.standing(unit)
    if goal is None:
        return False
    limit = case.book.tables["supply"]["draw_range"]
    side = str(unit.side)
    hqs = [other for other in case.s.placed() if other.side == side and str(other.kind).lower() in HQS]
    try:
        if truck_distance(case, start, goal, limit, side):
            return True
    except Missing:
        if not any(start == hq.hex and goal == hq.hex for hq in hqs):
            raise
    return any(truck_distance(case, start, str(hq.hex), limit, side) and truck_distance(case, str(hq.hex), goal, number(hq.throw), side) for hq in hqs)


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


# ---- what a fight costs -------------------------------------------------------------------------------------------------
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
    dump = fight.marker(payment.dump) if payment.dump is not None else None
    if dump is not None:
        if dump.stated("side") not in (None, payment.side):
            yield forbid("enemy_dump", dump=dump.id)
            return
        far = [unit for unit in units if not reaches(fight, dump, unit)]
        for unit in far:
            yield forbid("dump_too_far", unit, dump=dump.id)
    price = price_for(fight, payment.side, units)
    spent[payment.side] = spent.get(payment.side, 0) + price
    if payment.tokens is not None and payment.tokens != price:
        yield forbid("other_cost", paid=payment.tokens, cost=price)
    if dump is None:
        return
    have = left.get(dump.id, tokens(fight, dump))
    if have < price:
        yield forbid("dump_too_small", dump=dump.id, have=have, cost=price)
    else:
        left[dump.id] = have - price
        if not fight.forbidden:
            yield permit("dump_pays", dump=dump.id, cost=price)


@rule("OCS combat supply", Supplying, "after")
def refusal_noted(fight: Supplying) -> Findings:
    """The pending combat remembers for whom nothing is paid."""
    refused = [unit.id for units in fight.sides.values() for unit in units if fight.unpaid(unit)]
    yield record(state="pending", value={**fight.before, "unpaid": refused})


@rule("OCS combat supply", Fight)
def no_line_no_attack(fight: Fight) -> Findings:
    """Who is out of trace and not paid for cannot attack."""
    for unit in fight.attackers:
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


@rule("Ejemplo", AskSupply, "answer")
def as_in_the_example(fight: AskSupply) -> Findings:
    """The example pays the same way."""
    yield define("example_pays")


@rule("Ejemplo", Fight)
def supply_of_the_example(fight: Fight) -> Findings:
    """Combat supply is paid at the start of a combat, as in the example."""
    if fight.payments and not isinstance(fight, AskSupply):
        yield define("example_pays")
