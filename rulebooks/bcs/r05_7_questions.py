"""Questions about fights: the net modifier of an attack, what must be rolled, chances, who may attack, where a stack may retreat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.ruling import Findings, Ruling, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.geometry import possible_neighbours

from .acts import is_combat_unit
from .acts_aftermath import AskAttackers, AskChances, AskModifier, AskNeed, AskRetreatHexes, FightQuestion
from .r01_units import closed_to
from .r04_zones import real_av_zoc_units, zoc_units
from .r05_5_retreats import fate_of, haven, move_class

UNKNOWN = "undetermined"
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}  # of 36


def kind_asked(question: FightQuestion) -> str:
    """The fight that is thought of: an Engagement if the words say so or the units can do nothing else, else an attack."""
    said = question.slots.get("what")
    if said in ("engagement", "shock_attack", "regular_attack"):
        return str(said)
    units = [question.s.units[name] for name in question.slots.get("units") or () if name in question.s.units]
    if units and not units[0].stated("attack_capable") and units[0].stated("av") is not None:
        return "engagement"
    return "regular_attack"


def trial(question: FightQuestion) -> Ruling:
    """The fight, judged as if it were declared."""
    slots = {key: content for key, content in question.slots.items() if key not in ("question", "result", "responses", "what")}
    pending = question.s.facts.get("pending") or {}
    slots.setdefault("units", tuple(pending.get("attackers") or ()))
    if not slots.get("target") and not slots.get("target_units") and pending.get("hex"):
        slots["target"] = pending["hex"]
    if not slots["units"]:
        raise InputError("no_units")
    return suppose(question, kind_asked(question), slots, full=False)


def of_ruling(question: FightQuestion, ruling: Ruling) -> Findings:
    """What a player would want to know besides: the sums, and what forbids the fight."""
    for name in ("attack_total", "defense_total", "outcomes"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))
    if "drm" not in ruling.computed:
        for need in ruling.needs:
            raise Missing(need.fact, question.values_of(need.fact))


@rule("5.1e", AskModifier, "answer")
def modifier_of_a_fight(question: AskModifier) -> Findings:
    """The net modifier that the fight would have."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    if "drm" in ruling.computed:
        yield value("drm", ruling.computed["drm"])
        yield value("answer", ruling.computed["drm"])
    else:
        yield value("answer", "none")


def singles(outcomes: dict[str, str]) -> dict[int, str]:
    """The result of every natural sum of two dice."""
    found = {}
    for band, result in outcomes.items():
        low, _, high = band.partition("-")
        for total in range(int(low), int(high or low) + 1):
            found[total] = result
    return found


def has_code(result: str, wanted: str) -> bool:
    """Whether a result holds all the codes that are asked for."""
    codes = [code.upper() for code in result.split()]
    return all(code.upper() in codes for code in wanted.split())


@rule("5.1f", AskNeed, "answer")
def sums_that_do_it(question: AskNeed) -> Findings:
    """The natural sums of two dice that give the result; those that the chart card alone would tell are named apart."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    outcomes = singles(ruling.computed.get("outcomes") or {})
    wanted = str(question.slots.get("result") or "R")
    sure = [total for total, result in outcomes.items() if has_code(result, wanted)]
    open_ = [total for total, result in outcomes.items() if result == UNKNOWN]
    yield value("needed", {wanted: sure})
    if open_:
        yield value("unknown_rolls", open_)
    yield value("answer", min(sure) if sure else "none" if not open_ else UNKNOWN)


@rule("5.1f", AskChances, "answer")
def chances_of_results(question: AskChances) -> Findings:
    """The share of the 36 throws of two dice that each entry has; what the chart card alone would tell is a share of its own."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    outcomes = singles(ruling.computed.get("outcomes") or {})
    shares: dict[str, Fraction] = {}
    for total, result in outcomes.items():
        shares[result] = shares.get(result, Fraction(0)) + Fraction(WAYS[total], 36)
    yield value("chances", {result: str(share) for result, share in shares.items()})
    wanted = question.slots.get("result")
    if wanted:
        sure = sum((share for result, share in shares.items() if result != UNKNOWN and has_code(result, str(wanted))), Fraction(0))
        yield value("answer", str(sure))
        if UNKNOWN in shares:
            yield value("at_most", str(sure + shares[UNKNOWN]))


@rule("5.1a", AskAttackers, "answer")
def who_may_attack(question: AskAttackers) -> Findings:
    """The units of the active side that could make a Regular or Shock Attack on the hex now."""
    target = question.slots.get("target")
    if target is None:
        for name in question.slots.get("attacked") or ():
            target = target or question.standing(question.unit(name))
    if target is None:
        raise InputError("no_destination")
    able: dict[str, list[str]] = {}
    for unit in question.s.placed():
        if unit.side != question.acting or not is_combat_unit(unit) or not near(question, unit, target):
            continue
        for kind in ("regular_attack", "shock_attack"):
            ruling = suppose(question, kind, {"units": (unit.id,), "target": target}, full=False)
            if ruling.verdict == "legal":
                able.setdefault(kind, []).append(unit.id)
            elif ruling.verdict == UNKNOWN and not any(unit.id in names for names in able.values()):
                for need in ruling.needs:
                    raise Missing(need.fact, question.values_of(need.fact))
    units = list(dict.fromkeys(name for names in able.values() for name in names))
    yield value("attackers", units)
    yield value("answer", ", ".join(units) or "none")
    for kind, names in able.items():
        yield value(kind, names)


def near(question: FightQuestion, unit: Unit, target: str) -> bool:
    """Whether a unit stands next to a hex."""
    return unit.hex is not None and question.adjacent(unit.hex, target)


@rule("5.5b", AskRetreatHexes, "answer")
def where_it_may_retreat(question: AskRetreatHexes) -> Findings:
    """The hexes in which a pending retreat may end, those without an EZOC first, then those nearer the HQ (A13)."""
    unit = question.retreater
    start = question.standing(unit) or ""
    codes = tuple(str(question.pending.get("result") or "S").split())
    dead = any(other.id in question.s.eliminated for other in question.attackers)
    fate = fate_of(question, unit, start, codes, question.engagement_result(), dead)
    yield value("fate", fate.kind)
    if not fate.goes:
        yield value("retreats", [])
        yield value("answer", "none")
        return
    found = haven(question, unit, start) if fate.kind == "haven" else [] if fate.kind == "off" else ring(question, unit, start)
    free = [hex_ for hex_ in found if not struck(question, unit, hex_)]
    hexes = free + [hex_ for hex_ in found if hex_ not in free]
    yield value("retreats", hexes)
    yield value("answer", ", ".join(hexes) or "none")


def ring(question: AskRetreatHexes, unit: Unit, start: str) -> list[str]:
    """Hexes three away that hold no enemy and are open to the unit's Move side."""
    seen, border = {start}, {start}
    for _ in range(3):
        border = {near_ for hex_ in border for near_ in possible_neighbours(question.s, hex_)} - seen
        seen |= border
    cls = move_class(unit)
    return [hex_ for hex_ in sorted(border) if not question.enemies_at(hex_, unit.side) and not closed_to(question.s, hex_, cls)]


def struck(question: AskRetreatHexes, unit: Unit, hex_: str) -> list[Any]:
    """Enemies whose EZOC in a hex would cost the unit a step."""
    cls = move_class(unit)
    return list(real_av_zoc_units(question.s, hex_, unit.side) if cls == "tac" else zoc_units(question.s, hex_, unit.side))
