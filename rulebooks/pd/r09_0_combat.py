"""Chapter 9, 9.0: who attacks what."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, forbid, permit, record, value
from adjudicator.kit.geometry import possible_neighbours

from .acts_combat import AirAttack, AskAttackers, Attack, Combat, trial
from .vocabulary import is_combat, is_hq, is_ship


@rule("9.0", Attack)
def who_may_attack(attack: Attack) -> Findings:
    """Combat units of the active player attack enemies in hexes next to their own; HQs never attack."""
    active = attack.s.stated("active")
    starts = attack.slots.get("from") or ()
    for unit in attack.attackers:
        if unit.id in attack.s.eliminated:
            yield forbid("out_of_play", unit)
            continue
        if is_hq(unit):
            yield forbid("hq_attacks_not", unit)
            continue
        if attack.hostile(unit, attack.side):
            yield forbid("mixed_sides", unit)
        elif active is not None and attack.camp(unit.side) != active:
            yield forbid("not_the_active_side", unit, active=active)
        place = attack.standing(unit)
        if place is None:
            yield forbid("unit_off_map", unit)
        elif starts and place not in starts:
            yield forbid("stands_elsewhere", unit, hex=place, named=", ".join(starts))
        elif not is_ship(unit) and not attack.adjacent(place, attack.target):
            yield forbid("not_adjacent", unit, place, attack.target, hex=place, target=attack.target)


@rule("9.0", Combat)
def what_may_be_attacked(attack: Combat) -> Findings:
    """No empty hex, and from the ground no HQ that stands alone: it is overrun by entering. Nobody has to attack."""
    there = attack.present
    if not there:
        attack.s.complete()
        yield forbid("nobody_there", attack.target)
    elif not any(is_combat(unit) for unit in there) and not isinstance(attack, AirAttack):
        yield forbid("lone_hq_not_attacked", there, attack.target)
    elif not attack.forbidden:
        yield permit("may_be_attacked", there, attack.target)


@rule("9.0", Attack, "announce")
def the_attack_stands(attack: Attack) -> Findings:
    """Who attacks what is settled: cavalry may now withdraw, then the die is thrown."""
    for unit in attack.attackers:
        yield record(did=unit.id, act="attack", hex=attack.target)
    ids = [unit.id for unit in attack.attackers]
    there = [unit.id for unit in attack.present]
    since = attack.since([*attack.attackers, *attack.present])
    yield record(state="pending", value={"act": "attack", "attackers": ids, "defenders": there, "hex": attack.target, **since})


@rule("9.0", Combat, "after")
def the_result_is_pending(attack: Combat) -> Findings:
    """The result is carried out next, the defender first."""
    result = attack.computed("result")
    if result is None or isinstance(attack, AirAttack):
        return
    ids = [unit.id for unit in attack.attackers]
    there = [unit.id for unit in attack.defenders]
    since = attack.since([*attack.attackers, *attack.present])
    yield record(state="pending", value={"result": str(result), "attackers": ids, "defenders": there, "hex": attack.target, **since})


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
    yield value("answer", ", ".join(able) or "none", "attackers_are", target, units=able, unit=", ".join(able) or "-")
