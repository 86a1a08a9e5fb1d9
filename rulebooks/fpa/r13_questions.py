"""Chapter 13, combat: questions that are answered by trying the attack."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, InputError, Missing, Ruling, Unit, define, rule, value
from adjudicator.book.engine import suppose
from adjudicator.kit import all_known, chances_told, is_legal, names, why_not

from .acts import AskAttackers, AskChances, AskNeed, AskOdds, AskRetreats, FpaCase, Question
from .acts_questions import AskBonus, AskRange, AskSupport, AskTargets
from .r13_9_results import possible_retreats
from .vocabulary import GERMAN, in_enemy_zoc, is_ranged


def trial(question: FpaCase, units: list[str], target: str, **slots: Any) -> Ruling:
    """The ruling on an attack that is only thought of."""
    return suppose(question, "attack", {"units": units, "target": target, **slots})


@rule("13.0", AskAttackers, "answer")
def what_can_attack(question: Question) -> Findings:
    """Every unit of the other side that may attack the hex alone, and those that would need company."""
    target = question.hex_of("target")
    here = question.s.at(target)
    side = question.book.enemy(here[0].side) if here else question.s.stated("active") or GERMAN
    if not here:
        yield define("no_defender", where=[target], target=target)
    able, why_not = [], []
    for unit in question.s.placed():
        if unit.side != side:
            continue
        if not question.s.grid.adjacent(unit.hex, target):
            continue
        ruling = trial(question, [unit.id], target)
        if is_legal(question, ruling):
            able.append(unit.id)
        else:
            question.ruling.cites.update(dict.fromkeys(number for number, finding in ruling.findings if finding.effect == "forbids"))
            why_not.append(f"{unit.id} ({', '.join(number for number, finding in ruling.findings if finding.effect == 'forbids')})")
    yield value("attackers", able, "attackers", where=[target], units=able, target=target, names=", ".join(able) or "-")
    yield value("answer", ", ".join(able) or "none")
    if why_not:
        yield define("not_attackers", where=[target], names=", ".join(why_not))


@rule("13.0", AskTargets, "answer")
def what_it_can_attack(question: AskTargets) -> Findings:
    """The hexes next to a unit that hold an enemy and that it may attack alone."""
    units = question.at_least_one(question.units_of())
    unit = units[0]
    here = question.standing(unit)
    open_hexes: list[str] = []
    for hex_ in sorted(question.s.grid.neighbours(here)) if here else ():
        if not any(other.side != unit.side for other in question.s.at(hex_)):
            continue
        ruling = trial(question, [unit.id], hex_)
        if is_legal(question, ruling):
            open_hexes.append(hex_)
        else:
            why_not(question, ruling)
    yield value("targets", open_hexes, "targets", unit, where=open_hexes, hexes=", ".join(open_hexes) or "-")
    yield value("answer", ", ".join(open_hexes) or "none")


@rule("13.1", AskRange, "answer", each="units_of")
def is_the_gun_in_range(question: Question, unit: Unit) -> Findings:
    """Two hexes from the ranged artillery; nothing else has a range."""
    here, at = question.standing(unit), question.hex_of("at")
    if here is not None and is_ranged(unit):
        yield from reaches(question, unit.id, here, at)
    elif here is not None:
        near = bool(question.s.grid.adjacent(here, at))
        yield value("answer", "yes" if near else "no")
        yield define("next_to_it" if near else "no_range", unit, at)


def reaches(question: Question, name: str, start: str, at: str) -> Findings:
    """The distance, and whether it is within two hexes."""
    distance = question.s.grid.distance(start, at)
    yield value("distance", distance)
    yield value("answer", "yes" if distance <= 2 else "no", "range_of", where=[start, at], what=name, hex=at, distance=distance)


@rule("13.1", AskSupport, "answer")
def may_it_support(question: Question) -> Findings:
    """Once in each combat phase, and never from an enemy ZOC; nothing but ranged artillery supports."""
    for unit in question.units_of():
        here = question.standing(unit)
        if here is None:
            yield value("answer", "no")
            yield define("not_on_map", unit)
            return
        near = in_enemy_zoc(question.s, here, unit.side) if is_ranged(unit) else []
        done = question.s.acts(unit.id, phase=question.s.phase, turn=question.s.turn)
        used = any(item.get("act") in ("attack_support", "defense_support", "attack", "probe") for item in done)
        fights = "combat" in str(question.s.phase)
        yield value("answer", "yes" if is_ranged(unit) and fights and not near and not used else "no")
        if not is_ranged(unit):
            yield define("no_range", unit)
        elif not fights:
            yield define("not_own_combat", unit, phase=question.s.phase, side=unit.side)
        elif used:
            yield define("gun_used", unit)
        elif near:
            yield define("gun_in_zoc", unit, where=[here], enemy=names(near))


@rule("13.1", AskAttackers, "answer")
def who_can_support(question: Question) -> Findings:
    """The ranged artillery that stands two hexes away attacks nobody alone, but may support."""
    target = question.hex_of("target")
    for unit in question.s.placed():
        if unit.side == GERMAN and is_ranged(unit) and question.s.grid.distance(unit.hex, target) == 2:
            yield define("gun_supports_only", unit, where=[target], target=target)


@rule("13.4", AskRange, "answer")
def is_a_marker_in_range(question: Question) -> Findings:
    """Two hexes from a KG marker to the combat that it helps, its own hex not counted."""
    for id_ in question.slots.get("markers") or ():
        marker = question.kg(id_)
        at = question.hex_of("at")
        if marker is None:
            yield value("answer", "no")
            yield define("kg_not_on_map", marker=id_ or "KG")
        else:
            yield from reaches(question, f"KG {marker.id}", str(marker.hex), at)


@rule("13.4", AskBonus, "answer")
def is_the_combat_bonus_there(question: AskBonus) -> Findings:
    """Neither a storm nor a Soviet ZOC takes the combat bonus of a marker away."""
    if question.slots.get("which") == "combat":
        yield value("answer", question.answer(True))
        yield define("kg_bonus_stays", marker=question.markers[0].id)


@rule("13.8", AskNeed, "answer")
def what_it_takes(question: Question) -> Findings:
    """The attack factors that reach a column against a hex, before and after the shifts that are certain."""
    target = question.hex_of("target")
    if question.slots.get("units"):
        units = list(question.slots["units"])
    else:
        here = question.s.at(target)
        side = question.book.enemy(here[0].side) if here else GERMAN
        near = [unit for unit in question.s.placed() if unit.side == side and question.s.grid.adjacent(unit.hex, target)]
        units = [unit.id for unit in near if is_legal(question, trial(question, [unit.id], target))]
    if not units:
        yield define("nobody_attacks", where=[target], target=target)
        yield value("answer", "none")
        return
    slots = {"aids": question.slots.get("aids") or ()}
    ruling = trial(question, units, target, **slots)
    for need in ruling.needs:
        if need.fact != "rolls":
            raise Missing(need.fact, question.values_of(need.fact))
    question.ruling.cites.update(ruling.cites)
    wanted = question.slots.get("odds") or "1:1"
    first, _, second = wanted.partition(":")
    place = int(Fraction(first)) if second == "1" else 0 if wanted == "1:2" else -1
    shifts = sum(finding.by for _, finding in ruling.shifts)
    start = place - shifts
    defense = ruling.computed.get("defense_total") or 0
    factors_needed = max(0, start * defense if start >= 1 else -(-defense // 2) if start == 0 else 1)
    have = ruling.computed.get("attack_total") or 0
    yield value("needed", factors_needed, "needed", units=units, target=target, odds=wanted, needed=factors_needed, defense=defense, shifts=f"{shifts:+d}")
    yield value("attack_total", have)
    yield value("defense_total", defense)
    yield value("column", ruling.computed.get("column"))
    missing = max(0, factors_needed - have)
    yield value("answer", missing or "yes", "need_missing" if missing else "need_met", have=have, missing=missing, names=", ".join(units))


@rule("13.9", AskRetreats, "answer")
def where_it_may_retreat(question: Question) -> Findings:
    """Every hex that is open to a retreat of the unit."""
    named = question.at_least_one(question.units_of() or question.s.at(question.slots.get("at") or ""))
    unit = named[0]
    if question.slots.get("choose") == "who":
        yield value("answer", GERMAN)
        return
    start = question.slots.get("from") or question.standing(unit)
    if start is None:
        yield define("not_on_map", unit)
        return
    open_hexes = possible_retreats(question, unit, start)
    yield value("retreats", open_hexes, "retreats" if open_hexes else "no_retreat", unit, hexes=", ".join(open_hexes))
    yield value("answer", ", ".join(open_hexes) or "none")


@rule("13.9", AskChances, "answer")
def chances(question: AskChances) -> Findings:
    """The chance of each result of an attack that is named, or that has been declared and not yet rolled."""
    pending = question.s.pending or {}
    units = list(question.slots.get("units") or pending.get("attackers") or ())
    target = question.slots.get("target") or pending.get("hex")
    if not units and target:
        here = question.s.at(target)
        side = question.book.enemy(here[0].side) if here else GERMAN
        near = [unit for unit in question.s.placed() if unit.side == side and question.s.grid.adjacent(unit.hex, target)]
        units = [unit.id for unit in near if is_legal(question, trial(question, [unit.id], target))]
    if not target:
        raise InputError("no_units")  # of no attack that is named or lies there
    if not units:
        yield define("nobody_attacks", where=[target], target=target)
        yield value("answer", "none")
        return
    ruling = suppose(question, "attack", {"units": units, "target": target, "aids": question.slots.get("aids") or ()}, full=True)
    all_known(question, ruling)
    question.ruling.cites.update(ruling.cites)
    why_not(question, ruling)
    if ruling.verdict != "legal":
        yield value("answer", "none")
        return
    for name in ("odds", "column"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    if isinstance(question, AskOdds):
        for name in ("attack_total", "defense_total"):
            yield value(name, ruling.computed.get(name))
        yield value("answer", ruling.computed.get("column"))
        return
    if ruling.roll is not None:
        yield value("roll_table", ruling.roll.table)
        yield from chances_told(question, ruling.roll)
    else:
        yield value("result", ruling.computed.get("result"))
        yield value("chances", {str(ruling.computed.get("result")): "1"})
        yield value("answer", ruling.computed.get("result"))
