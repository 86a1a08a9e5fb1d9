"""Chapter 9, 9.0 and 9.1: who attacks what; what a result says, and what it does to both sides before anybody chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from adjudicator.book import Findings, InputError, Missing, Situation, Unit, cited, define, effect, forbid, permit, record, rule, value
from adjudicator.kit import is_legal, possible_neighbours, told_elsewhere

from .acts import PdCase, Question
from .acts_combat import Aftermath, AirAttack, AskAttackers, Attack, Combat, Loss, Resolve, Retreat, trial
from .vocabulary import LOSS_SETTLEMENTS, MOST_STEPS, RETREAT_SETTLEMENTS, gone, is_combat, is_hq, is_immobile, is_ship, settlement, steps_left


@rule("9.0", Attack)
def who_may_attack(attack: Attack) -> Findings:
    """Combat units of the active player attack enemies in hexes next to their own; HQs never attack."""
    active = attack.s.stated("active")
    yield from told_elsewhere(attack, attack.attackers)
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
def what_can_attack(question: Question) -> Findings:
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
            if is_legal(question, ruling) or alone and alone <= {"9.3.2", "9.2.3"}:
                able.append(unit.id)
    yield value("attackers", able)
    yield value("answer", ", ".join(able) or "none", "attackers_are", target, units=able, unit=", ".join(able) or "-")


PART = re.compile(r"([AD])(\d*)(\*?)(?:[rR](\d*))?")


class Share(NamedTuple):
    """One side's part of a result: steps, hexes, and whether it only counts against a town or city (A1*)."""

    steps: int = 0
    hexes: int = 0
    starred: bool = False


@rule("9.1")
def parts_of(result: str) -> dict[str, Share]:
    """A result as the book writes it (D1r2, Dr, A1*, A1/D1r1) by side: A and D; InputError for anything else."""
    found: dict[str, Share] = {}
    for piece in result.replace(" ", "").split("/"):
        if piece in ("", "-"):
            continue
        match = PART.fullmatch(piece)
        if match is None or not (match[2] or match[4] is not None):
            raise InputError("no_such_result", result=result)
        hexes = 0 if match[4] is None else int(match[4] or 1)
        found[match[1]] = Share(int(match[2] or 0), hexes, bool(match[3]))
    return found


def trains(units: Iterable[Unit]) -> list[Unit]:
    """The armoured trains among some units."""
    return [unit for unit in units if not is_hq(unit) and unit.known_to_be("kind", "train")]


class Outcome:
    """What a result does to both sides before anybody chooses: steps and hexes after cancellations.

    ``hexes_of`` gives the retreat of the units of one hex, since attackers in settlements have theirs shortened.
    """

    def __init__(self, case: PdCase, result: str, battle: str, attackers: list[Unit], defenders: list[Unit], by_air: bool) -> None:
        self.case, self.s, self.battle, self.by_air = case, case.s, battle, by_air
        self.attackers = [unit for unit in attackers if not is_ship(unit)]
        self.defenders = defenders
        self.parts = parts_of(result)
        self.hit = self.parts.get("D", Share())
        self.back = self.parts.get("A", Share())
        if by_air:
            self.back = Share()

    @property
    def combat_defenders(self) -> list[Unit]:
        """The defenders that have steps."""
        return [unit for unit in self.defenders if is_combat(unit)]

    def starred_counts(self) -> bool:
        """Whether an A1* hits: the defender is in a town or city (9.1)."""
        return settlement(self.s, self.battle, LOSS_SETTLEMENTS) is not None

    @cited("9.4.4")
    def loss_cancelled(self, attacker: bool) -> bool:
        """Whether the first step is ignored: units in a town or city, without an armoured train there (9.4.4)."""
        if not attacker:
            lost = [unit for unit in self.defenders if unit.id in self.s.eliminated]  # that train may have taken the first step already
            if trains([*self._in_hex(self.battle), *lost]):
                return False
            return settlement(self.s, self.battle, LOSS_SETTLEMENTS) is not None
        takers = self.first_takers(True)
        hexes = {unit.hex for unit in takers if unit.hex}
        if not hexes or trains(takers):
            return False
        if not all(settlement(self.s, hex_, LOSS_SETTLEMENTS) and not trains(self._in_hex(hex_)) for hex_ in hexes):
            return False
        return self.s.reading("6.9") == "attackers_too"

    def _in_hex(self, hex_: str) -> list[Unit]:
        return [unit for unit in self.s.at(hex_) if unit in self.attackers or unit in self.defenders]

    def first_takers(self, attacker: bool) -> list[Unit]:
        """The units from which the first step must come (9.4.1): a train, else those with the highest printed strength."""
        units = self.attackers if attacker else self.combat_defenders
        on_rails = trains(units)
        if not on_rails and self._bystanders(units) and self.s.reading("6.7") == "in_hex":
            on_rails = self._bystanders(units)
        return on_rails or strongest(units, attacker)

    def _bystanders(self, units: list[Unit]) -> list[Unit]:
        """Armoured trains that stand with some units without taking part."""
        hexes = {unit.hex for unit in units}
        camps = {self.case.camp(unit.side) for unit in units}
        return [unit for hex_ in hexes if hex_ for unit in trains(self.s.at(hex_)) if unit not in units and self.case.camp(unit.side) in camps]

    def steps(self, attacker: bool) -> int:
        """Steps that a side loses by the result itself."""
        mine = self.back if attacker else self.hit
        due = mine.steps
        if mine.starred and due and not self.starred_counts():
            return 0
        if due and (self.attackers if attacker else self.combat_defenders) and self.loss_cancelled(attacker):
            due -= 1
        return due if (self.attackers if attacker else self.combat_defenders) else 0

    def hexes_of(self, hex_: str, attacker: bool) -> int:
        """Hexes that units of a hex retreat: in a village, town or city the first is ignored (9.5.7)."""
        due = (self.back if attacker else self.hit).hexes
        return due - 1 if due and first_hex_off(self.s, hex_) else due

    def hexes(self, attacker: bool) -> int:
        """The longest retreat of a side."""
        hexes = {unit.hex or self.battle for unit in self.attackers} if attacker else {self.battle}
        return max((self.hexes_of(hex_, attacker) for hex_ in hexes), default=0)


@cited("9.5.7")
def first_hex_off(s: Situation, hex_: str) -> bool:
    """Whether the settlement of a hex takes the first hex off a retreat."""
    return settlement(s, hex_, RETREAT_SETTLEMENTS) is not None


def strongest(units: list[Unit], attacker: bool) -> list[Unit]:
    """The units with the highest printed strength, attack for an attacker and defence for a defender; several if they are level (9.4.1)."""
    units = [unit for unit in units if is_combat(unit)]
    if len(units) < 2:
        return units
    values = {unit.id: (unit.attack if attacker else unit.defense) for unit in units}
    return [unit for unit in units if values[unit.id] == max(values.values())]


def lost(unit: Unit, steps: int) -> dict[str, Any]:
    """The change of the position when a unit loses steps: reduced, or out of the game with its last one (9.4, 9.4.3); open where nobody knows which."""
    left = steps_left(unit)
    if steps >= (left if left is not None else MOST_STEPS):
        return {**gone(unit), "steps": -steps}
    return {"unit": unit.id, "steps": -steps} | ({"reduced": True} if left is not None else {})


VALUES = ("attack", "defense", "ma")  # what each side of a counter prints


def turned(unit: Unit) -> Findings:
    """A counter is turned over: its other side shows its own values, which are not known unless somebody stated them (``other_side``)."""
    other = unit.facts.get("other_side") or {}
    shown = {name: unit.facts[name] for name in VALUES if name in unit.facts}
    yield record(unit=unit.id, other_side=shown, **{name: other[name] for name in VALUES if name in other})
    for name in shown:
        if name not in other:
            yield record(unit=unit.id, forget=name)


def comes_off(unit: Unit, steps: int) -> Findings:
    """Steps are lost: the unit is turned over or leaves the game."""
    change = lost(unit, steps)
    yield effect(**change)
    if not change.get("removed") and not unit.facts.get("reduced"):
        yield from turned(unit)
    if not change.get("removed") and not change.get("reduced"):
        yield record(unit=unit.id, reduced=True)  # if it is still there


def outcome_of(case: Aftermath) -> Outcome | None:
    """The result that a case carries out; None if there is none yet."""
    if case.result and case.battle is None and case.slots.get("question") and case.attacker_ids:
        raise Missing("pending.hex")  # what one's own attack came to, of which no more is said
    if not case.result or case.battle is None:
        return None
    if case.__dict__.get("_outcome") is None:
        defenders = case.defenders
        if case.by_air and case.defender_ids is not None:
            defenders = [case.unit(id_) for id_ in case.defender_ids if id_ not in case.s.eliminated]
        case.__dict__["_outcome"] = Outcome(case, case.result, case.battle, case.attackers, defenders, case.by_air)
    found: Outcome = case.__dict__["_outcome"]
    return found


def has_result(case: Aftermath) -> bool:
    """Whether there is a result to carry out: a condition of rules that speak of one."""
    return bool(case.result) and case.battle is not None


def carried_out(case: Aftermath) -> Outcome:
    """The result that a case carries out, of which `has_result` holds."""
    found = outcome_of(case)
    assert found is not None
    return found


def hqs_in_stack(case: PdCase, hex_: str | None, side: str) -> list[Unit]:
    """The HQs of a player in a hex."""
    return [unit for unit in case.s.at(hex_ or "") if is_hq(unit) and case.camp(unit.side) == case.camp(side)]


class Sums(NamedTuple):
    """Steps and hexes of a side in all."""

    losses: int
    retreat: int
    zones: int


@rule("9.1", Resolve)
def the_result(resolve: Resolve) -> Findings:
    """A is the attacker's part, D the defender's: steps, then hexes; the defender goes first."""
    named, pending = resolve.slots.get("result"), resolve.pending.get("result")
    if resolve.result is None or resolve.battle is None:
        yield forbid("no_result_pending")
        return
    if named and pending and parts_of(named) != parts_of(str(pending)):
        yield forbid("another_result", named=named, result=str(pending))
        return
    yield define("result_means", result=resolve.result)


@rule("9.1", (Loss, Retreat), when=has_result)
def the_defender_first(case: Loss | Retreat) -> Findings:
    """The attacker carries out his part when the defender has carried out his."""
    outcome = carried_out(case)
    if not case.movers or case.defends(case.movers[0]) or case.pending.get("steps_taken"):
        return
    if not outcome.back.steps and not outcome.back.hexes:
        return
    taken = sum(steps for id_, steps in (case.pending.get("taken") or {}).items() if id_ in (case.defender_ids or ()))
    units = outcome.combat_defenders
    back = [unit for unit in outcome.defenders if unit.hex == outcome.battle and not is_ship(unit) and not is_immobile(unit)]
    if units and outcome.steps(False) > taken:
        yield forbid("defender_loses_first", units, result=str(case.result))
    elif back and outcome.hexes_of(outcome.battle, False) and not case.pending.get("retreated"):
        yield forbid("defender_retreats_first", back, result=str(case.result))


@rule("9.1", (Resolve, Combat), "result")
def asterisk(case: Resolve | Combat) -> Findings:
    """A1* hits the attacker only if the defender is in a town or city."""
    outcome = outcome_in(case)
    if outcome is not None and outcome.back.starred:
        yield define("star_counts" if outcome.starred_counts() else "star_does_not_count", outcome.battle)


def outcome_in(case: Resolve | Combat) -> Outcome | None:
    """The outcome of a result that is carried out or has just been rolled."""
    if isinstance(case, Combat):
        result = case.computed("result")
        if result is None:
            return None
        return Outcome(case, str(result), case.target, case.attackers, case.defenders, isinstance(case, AirAttack))
    return outcome_of(case)


@rule("9.1", (Resolve, Combat), "result")
def sums_of_the_result(case: Resolve | Combat) -> Findings:
    """Steps of both sides after all cancellations; where somebody retreats, 9.5 says what that costs besides."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    if outcome.hit.hexes:
        yield value("result_losses", outcome.steps(False))
    else:
        yield value("losses", capped(outcome.combat_defenders, outcome.steps(False)))
        yield value("retreat", 0)
    if not outcome.back.hexes:
        yield value("attacker_losses", capped(outcome.attackers, outcome.steps(True)))


def capped(units: Sequence[Unit], steps: int) -> int:
    """No more steps can be lost than the units have, where that is known."""
    left = [steps_left(unit) for unit in units]
    return min(steps, sum(number or 0 for number in left)) if left and all(number is not None for number in left) else steps
