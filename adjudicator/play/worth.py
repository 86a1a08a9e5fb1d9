"""What a unit is worth as things stand: its strength in attack or defence, its movement allowance, by the ledger of a fight or a move (a `Query` *worth*)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import done_all_the_same
from adjudicator.ground.declaration import SOMEBODY
from adjudicator.ground.facts import DICE, InputError
from adjudicator.ground.ruling import UNDETERMINED, Finding, LedgerEntry, Ruling, define
from adjudicator.play.casting import cast

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Query
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

ATTACK, DEFENSE, ALLOWANCE, MOVE = "attack", "defense", "allowance", "move"
PLACES = frozenset(("where", "hex", "target", "terrain", "river", "across"))
"""What a line of a ledger names that says something of the place alone."""
OPTIONS = "options"
"""How this table plays: what hangs on that is no matter of the place."""
Told = list[tuple[str, Finding]]


def worth_of(book: Terms, situation: Situation, slots: dict[str, Any], query: Query, ruling: Ruling, dice: Iterable[int]) -> tuple[Any, Told] | None:
    """The number, or whether it is the whole one, with the lines that make it; None where it hangs on a fact that nobody stated.

    Raises InputError where no rule says anything of it.
    """
    situation = _armed(situation)
    if query.part == ALLOWANCE:
        whole = _moving(book, situation, query.about, dice)
    elif query.part:
        whole = fought(book, situation, slots, dice, query.about)
    else:
        return _both(book, situation, slots, query, ruling, dice)
    if query.part != ALLOWANCE and whole.kind != ATTACK:  # a rulebook whose fights add up no strengths
        raise InputError("not_in_ruling", what=query.part)
    lines = _lines(whole, query)
    if lines is None:
        ruling.needs, ruling.verdict = whole.needs, UNDETERMINED
        return None
    ruling.cites = dict.fromkeys(line.rule for line in lines)
    ruling.ledgers = {query.part: whole.ledgers[query.part]}
    told = [(line.rule, define(line.key, **line.slots)) for line in lines if line.value]
    kept = [(rule, finding) for rule, finding in whole.findings if finding.effect == "defines" and finding.slots.get("unit") in query.about]
    ruling.cites.update((rule, None) for rule, _ in kept)
    ruling.computed[f"{query.part}_total"] = number = sum(line.value for line in lines)
    if query.name != "full":
        return number, told
    reduced = any(situation.units[unit].known_to_be("reduced", True) for unit in query.about if unit in situation.units)
    return "no" if reduced or any(line.value < 0 for line in lines) else "yes", kept


def _armed(situation: Situation) -> Situation:
    """The position in which somebody of whom only the side is known has strengths: whoever it is, there is a fight."""
    if SOMEBODY not in situation.units:
        return situation
    armed = situation.copy()
    for fact in (ATTACK, DEFENSE):
        armed.state(f"units[{SOMEBODY}].{fact}", 1)
    return armed


def fought(book: Terms, situation: Situation, slots: dict[str, Any], dice: Iterable[int], about: Iterable[str] = ()) -> Ruling:
    """The fight; what is asked of the other side is taken for the first that it may be: it is no matter of the worth of those who are ``about``."""
    tried: set[str] = set()
    situation = _armed(situation)
    side = next((situation.units[unit].known("side") for unit in about if unit in situation.units), None)
    foes = tuple(f"units[{id_}]." for id_, unit in situation.units.items() if id_ == SOMEBODY or side is not None and unit.known("side") not in (None, side))
    while True:
        whole = done_all_the_same(book, situation, ATTACK, slots, dice)
        asked = {need.fact for need in whole.needs if need.fact.startswith(foes)} - tried
        if not asked:
            return whole
        tried |= asked
        for fact in sorted(asked):
            if values := book.values_of(fact):
                situation.state(fact, values[0])


def _both(book: Terms, situation: Situation, slots: dict[str, Any], query: Query, ruling: Ruling, dice: Iterable[int]) -> tuple[Any, Told] | None:
    """How strong it is: in attack and in defence, as on a counter, unless they are the same."""
    other, others = situation.copy(), {"target_units": query.about, "anyone": True}
    cast(book, other, others)
    attack = worth_of(book, situation, slots, query._replace(part=ATTACK), ruling, dice)
    cites, ledgers = ruling.cites, ruling.ledgers
    defense = worth_of(book, other, others, query._replace(part=DEFENSE), ruling, dice)
    if attack is None or defense is None:
        return None
    ruling.cites, ruling.ledgers = {**cites, **ruling.cites}, {**ledgers, **ruling.ledgers}
    return attack[0] if attack[0] == defense[0] else f"{attack[0]}-{defense[0]}", [*attack[1], *defense[1]]


def _moving(book: Terms, situation: Situation, units: tuple[str, ...], dice: Iterable[int]) -> Ruling:
    """The ruling on a move of a unit to a hex next to it, wherever it has a line for its allowance."""
    place = situation.units[units[0]].place if units[0] in situation.units else None
    found: Ruling | None = None
    if any(situation.acts(unit, act=MOVE, turn=situation.known("turn")) for unit in units):  # what it has left is less
        raise InputError("not_in_ruling", what=ALLOWANCE)
    for near in situation.grid.known_neighbours(place) if place and situation.grid.valid(place) and MOVE in book.acts else ():
        found = done_all_the_same(book, situation, MOVE, {"units": units, "to": near}, dice)
        if ALLOWANCE in found.ledgers:
            return found
    if found is None or not found.needs:
        raise InputError("not_in_ruling", what=ALLOWANCE)
    return found


def _lines(whole: Ruling, query: Query) -> list[LedgerEntry] | None:
    """The lines that make up what these units are worth; None where some may be missing."""
    ledger: list[LedgerEntry] = whole.ledgers.get(query.part) or []
    own = [line for line in ledger if _names(line) and _names(line) <= set(query.about)]
    theirs = [line for line in ledger if _names(line) and not _names(line) & set(query.about)]
    common = [line for line in ledger if line not in own and line not in theirs]
    needs = [need.fact for need in whole.needs if need.fact != DICE]
    unknown = any(fact.startswith((OPTIONS, "units[")) for fact in needs)  # of their own, or of who fights beside them
    if not all(any(unit in _names(line) for line in own) for unit in query.about):
        if needs:
            return None
        raise InputError("not_in_ruling", what=query.part)
    total = f"{query.part}_total"
    if not query.denied and (total in whole.computed or query.part == ALLOWANCE):
        if not theirs or not any(line.value for line in common):
            return [*own, *common] if not theirs else own
        raise InputError("not_in_ruling", what=query.part)
    if unknown or query.number is not None:  # of the hex that is named nothing may be missing
        return None
    return [line for line in own if not PLACES & line.slots.keys()]


def _names(line: LedgerEntry) -> set[str]:
    """The units that a line is of."""
    return set(str(line.slots["unit"]).split(", ")) if "unit" in line.slots else set()
