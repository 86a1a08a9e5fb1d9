"""Regla General, Regla Opcional: the strength of units that have lost steps."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, Missing, Unit, define, forbid, permit, rule, says, term, value

from .acts import Fight
from .acts_asked import AskHalved
from .acts_questions import AskStrength, Question, StrengthSaid
from .vocabulary import FACTORS, OcsCase

HALF = Fraction(1, 2)
RULES = ("general", "proportional")


def general(case: OcsCase, unit: Unit, attacks: bool) -> Fraction:
    """A unit short of any step attacks at half; one that has lost half of its printed steps or more also defends at half."""
    printed, left = case.maximum(unit), case.steps(unit)
    if left >= printed:
        return Fraction(1)
    return HALF if attacks or 2 * (printed - left) >= printed else Fraction(1)


def proportional(case: OcsCase, unit: Unit) -> Fraction:
    """Steps left over steps printed."""
    return Fraction(case.steps(unit), case.maximum(unit))


def share(case: OcsCase, unit: Unit, attacks: bool) -> tuple[Fraction, str]:
    """What is left of a unit's strength, and by which of the two rules; which of them holds is asked only where they differ."""
    if unit.stated("reduced") and unit.stated("steps") is None:
        raise Missing(unit.path("steps"), case.book.facts["units.steps"].values)
    if unit.stated("steps") is None and unit.stated("max_steps") is None and unit.path("steps") not in case.s.unknown:
        return Fraction(1), ""  # nothing said of its steps: it is whole
    if unit.stated("max_steps") is None and unit.path("max_steps") not in case.s.unknown and unit.path("steps") not in case.s.unknown:
        case.maximum(unit)
        return Fraction(1), case.s.options.get("step_rule") or ""
    first, second = general(case, unit, attacks), proportional(case, unit)
    chosen = case.s.options.get("step_rule") if "options.step_rule" not in case.s.unknown else None
    if first == second:
        return first, chosen or ("general" if first != 1 else "")
    chosen = case.switch("step_rule", RULES)
    return (first if chosen == "general" else second), chosen


def reduced(fight: Fight, wanted: str) -> Findings:
    """The corrections of one of the two rules, for every unit that fights."""
    for side, units in fight.sides.items():
        attacks = side == fight.side
        ledger = "attack" if attacks else "defense"
        for unit in units:
            left, by = share(fight, unit, attacks)
            if by != wanted:
                continue
            now, printed = fight.steps(unit), fight.maximum(unit)
            if left == 1:
                yield define("keeps_strength", unit, steps=now, printed=printed)
            else:
                have = fight.part(ledger, unit.id)
                key = "half_strength" if wanted == "general" else "proportional_strength"
                yield term(ledger, have * left - have, key, unit.id, unit=unit.id, steps=now, printed=printed)


def _strength(question: AskStrength | StrengthSaid, wanted: str) -> Findings:
    units = question.at_least_one(question.units_of())
    attacks = question.attacks
    have, printed = [Fraction(0), Fraction(0)]
    applied: set[str] = set()
    for unit in units:
        factor = unit.attack if attacks else unit.defense
        left, by = share(question, unit, attacks)
        applied.add(by or "general")
        now = Fraction(str(factor)) * left
        have, printed = have + now, printed + Fraction(str(factor))
        if (by or "general") == wanted:
            yield value("strength", now, "strength_now", unit, printed=factor, strength=now)
    if wanted != min(applied):
        return
    yield value("attack_total" if attacks else "defense_total", have)
    told = question.slots.get("factor")
    claimed = printed * FACTORS[told] if told is not None else question.slots.get("points")
    if isinstance(question, AskStrength):
        yield value("answer", have if told is None else "yes" if have == claimed else "no")
    elif (Fraction(str(claimed)) == have) == bool(question.slots.get("not")):
        yield forbid("other_strength", side=units[0].side, claimed=claimed, total=have)
    else:
        yield permit("right_strength", side=units[0].side, total=have)


@rule("Regla General", Fight, "steps")
def general_rule(fight: Fight) -> Findings:
    """Half the attack after any loss, half the defence once half of the steps or more are lost."""
    yield from reduced(fight, "general")


@rule("Regla General", (AskStrength, StrengthSaid), "answer")
def strength_by_the_general_rule(question: AskStrength | StrengthSaid) -> Findings:
    """The strength of a unit with the steps it has, before every other modifier."""
    yield from _strength(question, "general")


@rule("Regla General", AskHalved, "answer")
def halved_from_on(question: Question) -> Findings:
    """Attacking from the first step lost on, defending once half of the printed steps are lost."""
    units = question.units_of()
    if not units or question.switch("step_rule", ("general", "proportional")) != "general":
        return
    printed = question.maximum(units[0])
    found = printed // 2 if question.slots.get("role") == "defense" else printed - 1
    yield value("steps_left", found, "halved_from", units[0], steps=found, printed=printed)
    yield value("answer", found)


@rule("Regla Opcional (proporcional)", Fight, "steps")
def proportional_rule(fight: Fight) -> Findings:
    """Strength times steps left over steps printed, in place of the general rule."""
    yield from reduced(fight, "proportional")


says("Regla Opcional (proporcional)", (AskStrength, StrengthSaid), "answer", "The same by proportion.", lambda question: _strength(question, "proportional"))
