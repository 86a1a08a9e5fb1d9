"""Chapter 9: questions about attacks and retreats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import InputError, rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, Ruling, define, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.charts import names
from adjudicator.kit.geometry import possible_neighbours

from .acts import Question, is_combat, is_ship
from .acts_combat import AskAttackers, AskChances, AskNeed, AskOdds, AskRetreats
from .r09_0_combat import place_of
from .r09_1_results import Outcome
from .r09_5_retreats import Way, movable, options, rank, ways


def trial(question: Question, slots: dict[str, Any], full: bool = False) -> Ruling:
    """The ruling on an attack that is only thought of."""
    return suppose(question, "attack", slots, full)


def named_attack(question: Question) -> dict[str, Any]:
    """The attack that a question speaks of; what it leaves out comes from the attack that was announced."""
    pending = question.pending
    slots = dict(question.slots)
    if not slots.get("units") and pending.get("attackers"):
        slots["units"] = tuple(pending["attackers"])
    if not slots.get("target") and pending.get("hex"):
        slots["target"] = pending["hex"]
    return slots


def first_need(question: Question, ruling: Ruling) -> None:
    """Raises Missing for the first fact that the ruling hangs on."""
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))


def faults(question: Question, ruling: Ruling) -> None:
    """What forbids the attack that was thought of is told with the answer."""
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))


@rule("9.0", AskAttackers, "answer")
def what_can_attack(question: AskAttackers) -> Findings:
    """Every unit next to the hex that may attack it now, by itself or together with others."""
    target = question.hex_of("target")
    here = [unit for unit in question.s.at(target) if not is_ship(unit)]
    side = question.book.enemy(here[0].side) if here else str(question.s.active)
    able: list[str] = []
    for hex_ in possible_neighbours(question.s, target):
        for unit in question.s.at(hex_):
            if question.camp(unit.side) != side or not is_combat(unit) or not question.s.grid.adjacent(hex_, target):
                continue
            ruling = trial(question, {"units": (unit.id,), "target": target})
            alone = {number for number, finding in ruling.findings if finding.effect == "forbids"}
            if ruling.verdict == "legal" or alone and alone <= {"9.3.2", "9.2.3"}:
                able.append(unit.id)
    yield value("attackers", able)
    yield value("answer", ", ".join(able) or "none", "attackers_are", where=[target], units=able, hex=target, unit=", ".join(able) or "-")


@rule("9.3", AskOdds, "answer")
def odds_of_an_attack(question: AskOdds) -> Findings:
    """The odds that an attack would have, and its column."""
    ruling = trial(question, named_attack(question))
    for name in ("attack_total", "defense_total", "odds", "column"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    if "odds" not in ruling.computed:
        first_need(question, ruling)
    faults(question, ruling)
    yield value("answer", str(ruling.computed.get("odds", "none")))


@rule("2.2.3", AskChances, "answer")
def chances_of_an_attack(question: AskChances) -> Findings:
    """The chance of each result of the table."""
    ruling = trial(question, named_attack(question), full=True)
    first_need(question, ruling)
    faults(question, ruling)
    if ruling.roll is not None:
        yield value("chances", {key: str(chance) for key, chance in ruling.roll.chances.items()})
        wanted = question.slots.get("result")
        told = str(ruling.roll.chances.get(wanted, 0)) if wanted else ", ".join(f"{key} {chance}" for key, chance in ruling.roll.chances.items())
        yield value("answer", told)
    elif ruling.verdict == "legal":
        raise Missing(f"tables.crt.{ruling.computed.get('column', '?')}")
    else:
        yield value("answer", "none")


@rule("9.3", AskNeed, "answer")
def points_for_odds(question: AskNeed) -> Findings:
    """The attack points that odds take against a hex, before shifts."""
    wanted = str(question.slots.get("odds") or "")
    target = question.hex_of("target") if question.slots.get("target") else question.pending.get("hex")
    if not wanted or target is None:
        raise InputError("no_destination")
    first, _, second = wanted.partition(":")
    theirs = sum(unit.defense for unit in question.s.at(str(target)) if is_combat(unit))
    needed = -(-theirs * int(first) // int(second))
    yield value("needed", needed)
    yield value("answer", str(needed), "points_needed", where=[str(target)], odds=wanted, defense=str(theirs), points=str(needed))
    if question.units_of():
        ruling = trial(question, named_attack(question))
        have = ruling.computed.get("attack_total")
        if have is not None:
            yield value("attack_total", have)
            columns = (wanted,)
            yield define("odds_reached" if place_of(columns, have, max(theirs, 1)) >= 0 else "odds_missed", odds=wanted, points=str(have))


# ---- retreats -----------------------------------------------------------------------------------------------------------
def setting(question: AskRetreats) -> tuple[list[Unit], str, int]:
    """The units, their hex and the hexes they would retreat: those of the result, else as many as are said, else one."""
    units = movable(question.units_of())
    if not units:
        raise InputError("no_units")
    start = question.slots.get("at") or question.standing(units[0])
    if start is None:
        raise InputError("not_on_map", unit=units[0].id)
    pending = question.pending
    if pending.get("result"):
        sides = pending.get("attackers") or ()
        attackers = [question.unit(id_) for id_ in sides if id_ in question.s.units]
        outcome = Outcome(question, str(pending["result"]), str(pending.get("hex") or start), attackers, units, any(id_ in question.s.markers for id_ in sides))
        attacker = any(unit.id in sides for unit in units)
        return units, start, outcome.hexes_of(start, attacker)
    return units, start, int(question.slots.get("hexes") or 1)


def shown(ways_: Iterable[Way], need: int) -> str:
    """Ways in words, each with the steps it costs."""
    return ", ".join(f"{'-'.join(way.path) or '0'} ({way.steps(need)})" for way in ways_)


@rule("9.5", AskRetreats, "answer")
def where_it_may_retreat(question: AskRetreats) -> Findings:
    """Every legal way, best first: those of the greatest length with the fewest enemy zones, in supply if possible; with the steps of each."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    best = [way for way in found if rank(way) == rank(found[0])]
    paths = ["-".join(way.path) for way in best if way.path]
    yield value("retreats", paths)
    yield value("retreat", len(found[0].path))
    yield value("losses", found[0].steps(need) if any(is_combat(unit) for unit in units) else 0)
    ids = [unit.id for unit in units]
    yield value("answer", ", ".join(paths) or "none", "ways_back", units=ids, unit=names(units), hexes=need, ways=shown(best, need) or "-")


@rule("9.5.2", AskRetreats, "answer")
def ways_too_short(question: AskRetreats) -> Findings:
    """Hexes that can be entered but lead no farther are no retreat while a longer one is open."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    made = len(found[0].path)
    if made < need:
        yield define("cannot_go_farther", units=[unit.id for unit in units], hexes=need - made)
    dead = {way[0] for way in ways(question, units, start, 1)} - {way.path[0] for way in found if way.path} if made > 1 else set()
    if dead:
        yield define("dead_ends", where=sorted(dead), hexes=", ".join(sorted(dead)))


@rule("9.5.3", AskRetreats, "answer")
def ways_through_zones(question: AskRetreats) -> Findings:
    """Ways through more enemy zones than need be come after the others and are not legal while those are open."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    worse = [way for way in found if len(way.zones) > len(found[0].zones)]
    if worse:
        yield define("ways_with_zones", where=[way.path[-1] for way in worse], ways=shown(worse, need))


@rule("9.5.4", AskRetreats, "answer")
def ways_out_of_supply(question: AskRetreats) -> Findings:
    """Ways that end out of supply come after those that do not, zones being equal."""
    units, start, need = setting(question)
    found = options(question, units, start, need)
    worse = [way for way in found if len(way.zones) == len(found[0].zones) and not way.supplied and found[0].supplied]
    if worse:
        yield define("ways_unsupplied", where=[way.path[-1] for way in worse], ways=shown(worse, need))
