"""Chapter 10, 10.3: what lack of supply does to strengths and movement."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, Unit, define, forbid, permit, rule, term

from .acts import Move, PdCase
from .acts_combat import Attack
from .acts_turn import DefendWith, Mark, Status, TraceSupply
from .r02_1_components import halve
from .r10_0_supply import by_marker, line_of, supply_line
from .vocabulary import RAIL, is_immobile


@rule("10.3.1", Attack, "supply")
def out_of_supply(attack: Attack) -> Findings:
    """Out of supply a unit attacks with half its strength; it defends with all of it."""
    if attack.forbidden:
        return
    for unit in attack.attackers:
        if unit.supply == "out":
            yield from halve(attack, "attack", unit, "attack_out")
    for unit in attack.defenders:
        if unit.supply == "out":
            yield define("defense_unchanged", unit)


@rule("10.3.1", DefendWith, each="units_of")
def defence_said(defence: PdCase, unit: Unit) -> Findings:
    """Only isolation halves a defence."""
    if unit.supply != "isolated":
        told = permit if (defence.slots.get("claimed") == "full") != bool(defence.slots.get("not")) else forbid
        yield told("defends_whole", unit)


@rule("10.3.1", Move, "allowance")
def movement_out_of_supply(move: Move, unit: Unit) -> Findings:
    """Out of supply a unit moves as ever."""
    if unit.supply == "out":
        yield define("not_halved_in_movement", unit)


@rule("10.3.2", DefendWith, each="units_of")
def isolated_defence_said(defence: PdCase, unit: Unit) -> Findings:
    """An isolated unit defends with half its strength."""
    if unit.supply == "isolated":
        told = permit if (defence.slots.get("claimed") == "halved") != bool(defence.slots.get("not")) else forbid
        yield told("defends_half", unit)


@rule("10.3.2", Attack, "supply")
def isolated(attack: Attack) -> Findings:
    """Isolated units attack and defend with half their strength."""
    if attack.forbidden:
        return
    for ledger, units in (("attack", attack.attackers), ("defense", attack.defenders)):
        for unit in units:
            if unit.supply == "isolated":
                yield from halve(attack, ledger, unit, f"{ledger}_isolated")


@rule("10.3.2", Move, "allowance")
def movement_of_isolated_units(move: Move, unit: Unit) -> Findings:
    """Isolated units have half their allowance; a half point is kept (A6.26)."""
    if move.how == RAIL or unit.supply != "isolated":
        return
    printed = move.total(move.allowed(unit))
    half = Fraction(printed) / 2
    if half.denominator > 1 and move.reading("6.26") == "down":
        half = Fraction(int(half))
    if printed:
        yield term(move.allowed(unit), half - printed, "isolated_allowance", unit=unit.id)


@rule("10.3.3", (TraceSupply, Mark), "status", each="subjects")
@rule("10.3.3", Status, "answer", each="subjects")
def immobile_units(case: TraceSupply | Mark | Status, unit: Unit) -> Findings:
    """A unit with no movement is never out of supply."""
    if isinstance(case, Status) and by_marker(case):
        lacks = unit.supply != "in"
    else:
        lacks = unit.hex is not None and (line_of(case) if unit is case.subject else supply_line(case.s, unit.hex, unit.side)).status != "in"
    if lacks and is_immobile(unit):
        yield define("immobile_supplied", unit)
