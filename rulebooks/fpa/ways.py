"""Searches by the rules of movement themselves: the price of a step, what can be reached, the cheapest way.  No rule speaks here."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.book import Turn
from adjudicator.book.engine import thought, turns_of
from adjudicator.ground.searches import Reach
from adjudicator.kit import PathStep, search, way_of

from .vocabulary import hex_costs, in_enemy_zoc, spent_before


class Price(NamedTuple):
    """What one step costs: points at least and at most (None: perhaps it is forbidden), and the facts that this hangs on."""

    least: int
    most: int | None
    unknown: tuple[str, ...]


def price(move: Any, before: str, here: str, turns: list[Turn]) -> Price | None:
    """The price of one step by the rules of the stage ``step`` (``turns``); None where a rule forbids it."""
    step = PathStep(before, here, 0 if before == move.start else 1, True)
    said, missed = thought(move, turns, item=step, path=[here], unsure=[])
    if said.forbidden or not move.mobilities:
        return None
    mobility = move.mobilities[0]
    least = most = int(said.total(f"cost {mobility}"))
    facts = [missing.fact for missing in missed]
    for about, low, high, missing in said.unsure:
        if about == mobility:
            least, most = least + low, most + high
            facts.append(missing.fact)
    return Price(least, None if missed else most, tuple(facts))


def reach(move: Any, start: str, goal: str | None = None) -> Reach:
    """Everything the stack can reach from a hex with its allowance; with a goal, whether it reaches that."""
    if not move.allowances:
        for stage in ("allowance", "supply"):
            for missing in thought(move, turns_of(move, stage, move.book.acts["move"]))[1]:
                raise missing
    limit = min(move.allowances.values(), default=0) - max((spent_before(move.s, unit) for unit in move.movers), default=0)

    least = 0 if move.aids or not move.mobilities else hex_costs(move.book, move.mobilities[0])[0]  # unless a KG marker makes hexes free of cost
    turns = turns_of(move, "step", move.book.acts["move"])
    return search(move.s, start, lambda a, b: price(move, a, b, turns), lambda hex_: bool(in_enemy_zoc(move.s, hex_, move.side)), limit, goal, least)


def cheapest_way(move: Any, start: str, goal: str) -> list[str] | None:
    """The cheapest legal way between two hexes, without the start; None if there is none even at best."""
    return way_of(reach(move, start, goal), goal)
