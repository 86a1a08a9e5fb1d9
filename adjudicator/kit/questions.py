"""Questions that are answered by an act only thought of: whether it is legal, what it comes to, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.book import Case, InputError, Missing
from adjudicator.book.engine import done_all_the_same, suppose
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Findings, Roll, Ruling, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.acts import WarCase


def all_known(question: Case, ruling: Ruling) -> None:
    """Assert that nothing is missing from the ruling on an act thought of; raises Missing for the first fact that is."""
    for need in ruling.needs:
        raise Missing(need.fact, question.book.values_of(need.fact))


def price_known(question: Case, ruling: Ruling, slots: dict[str, Any], dice: Iterable[int] = ()) -> None:
    """Assert that nothing is missing from what a move thought of costs, also of one that may not be made; raises Missing."""
    if "cost" in ruling.computed:
        return
    all_known(question, ruling)
    if ruling.verdict == ILLEGAL:
        whole = done_all_the_same(question.book, question.s, "move", slots, dice)
        if "cost" not in whole.computed:
            all_known(question, whole)


def is_legal(question: Case, ruling: Ruling) -> bool:
    """Whether an act thought of is legal; what that hangs on is asked for (Missing)."""
    if ruling.verdict == UNDETERMINED:
        all_known(question, ruling)
    return ruling.verdict == LEGAL


def in_command_of(question: WarCase, is_hq: Callable[[Unit], bool], commander: Callable[[Unit], Unit | None]) -> tuple[Unit, Unit, str, str]:
    """Of a question about command range the HQ, the unit, and the hexes where both stand: an HQ that it names, or that of the unit's own command.

    Raises InputError where either is missing or off the map.
    """
    named = question.slots.get("hq")
    units = [*question.units_of(), *([question.unit(named)] if named else [])]
    hq = next(filter(is_hq, units), None)
    if hq is None and not named:
        hq = next((own for unit in units if (own := commander(unit)) is not None), None)
    unit = next((unit for unit in units if unit is not hq), None)
    if hq is None or unit is None:
        raise InputError("no_units")
    start, place = question.standing(hq), question.standing(unit)
    if start is None or place is None:
        raise InputError("not_on_map", unit=(unit if place is None else hq).id)
    return hq, unit, start, place


def numbers(question: Case, ruling: Ruling, *names: str) -> Findings:
    """Those of these values that an act thought of comes to, with what they are made of: its ledgers, its shifts and modifiers, and its rules."""
    told = question.ruling
    told.cites.update(ruling.cites)
    told.ledgers.update(ruling.ledgers)
    told.shifts, told.drms = ruling.shifts, ruling.drms
    return (value(name, ruling.computed[name]) for name in names if name in ruling.computed)


def why_not(question: Case, ruling: Ruling) -> None:
    """Tell with the answer what forbids an act thought of."""
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))


def move_asked(question: Case, reach: bool, *names: str) -> Findings:
    """What a move that is only thought of comes to, once all of it is known, with what its rules say: whether it gets there (``reach``), or what it costs."""
    ruling = suppose(question, "move", question.slots)
    all_known(question, ruling)
    if not reach:
        price_known(question, ruling, question.slots)
    yield from numbers(question, ruling, *names)
    for number, finding in ruling.findings:
        question.add(number, finding._replace(effect="defines"))
    cost = str(ruling.computed.get("cost", "none"))
    yield value("answer", cost if not reach else "yes" if ruling.verdict == LEGAL else "no")


def answered(name: str, content: Any) -> Findings:
    """A figure that is the answer: of several things their names."""
    yield value(name, content)
    yield value("answer", (", ".join(content) or "none") if isinstance(content, list) else content)


def chances_asked(question: Case, ruling: Ruling, *names: str) -> Findings:
    """The chances of an attack that is only thought of, once all of it is known, with those of these values that it comes to; else why there are none."""
    all_known(question, ruling)
    why_not(question, ruling)
    if ruling.verdict == LEGAL and ruling.roll is not None:
        yield from (value(name, ruling.computed[name]) for name in names)
        question.ruling.roll = ruling.roll
        yield from chances_told(question, ruling.roll)
    else:
        yield value("answer", "none")


def chances_told(question: Case, roll: Roll) -> Findings:
    """The chance of each result of a roll, or of the one that is asked for (slot ``result``)."""
    chances = {name: str(share) for name, share in roll.chances.items()}
    wanted = question.slots.get("result")
    yield value("chances", chances)
    yield value("answer", chances.get(wanted, "0") if wanted else ", ".join(f"{name} {share}" for name, share in chances.items()))


def odds_asked(question: Case, ruling: Ruling) -> Findings:
    """The odds of an attack thought of, or the column where that is asked for (slot ``column``), and what forbids it."""
    wanted = "column" if question.slots.get("column") else "odds"
    yield from numbers(question, ruling, "odds", "column", "attack_total", "defense_total")
    if wanted not in ruling.computed:
        all_known(question, ruling)
    why_not(question, ruling)
    yield value("answer", ruling.computed.get(wanted, "none"))


def open_places(question: Case, placing: str, units: Iterable[Unit], candidates: Iterable[str]) -> Findings:
    """Those of some hexes where the units may be placed, by the rules of the act ``placing``; and those where that is not known."""
    sure: list[str] = []
    possible: list[str] = []
    doubt = question.ruling
    ids = [unit.id for unit in units]
    for hex_ in candidates:
        try:
            ruling = suppose(question, placing, {"units": ids, "at": hex_})
        except InputError:
            continue
        question.ruling.cites.update(ruling.cites if ruling.verdict == LEGAL else {})
        if ruling.verdict != ILLEGAL:
            (sure if ruling.verdict == LEGAL else possible).append(hex_)
            doubt = doubt if ruling.verdict == LEGAL else ruling
    yield value("reach", sure, "reach", units=ids, count=len(sure), hexes=", ".join(sure) or "-")
    if not possible:
        yield value("answer", ", ".join(sure) or "none")
    else:
        yield value("possible", possible, "reach_possible", count=len(possible), hexes=", ".join(possible))
        all_known(question, doubt)


def so_it_is(question: Case, status: bool) -> str:
    """Yes or no to whether something is in supply (or in communications); the other way round if it is asked whether it is out (slot ``state``)."""
    return "yes" if status != (question.slots.get("state") == "out") else "no"


def supposed_result(case: WarCase, pending: dict[str, Any]) -> dict[str, Any]:
    """The result that is open; where none is and a question names one, that one, as if the units that it is about had just got it.

    Who belongs to the side that acts attacked, with those that it names; anybody else was attacked where he stands, with all that stand there with him.
    """
    named, units = case.slots.get("result"), case.units_of()
    if pending or named is None or not units or not case.slots.get("question"):
        return pending
    if units[0].side == case.s.active:
        return {"result": named, "attackers": [unit.id for unit in units]}
    here = case.standing(units[0])
    return {"result": named, "hex": here, "defenders": [unit.id for unit in case.s.at(here) if unit.side == units[0].side] if here else [units[0].id]}
