"""Chapter 9, 9.4: whose steps a result takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.book import Findings, InputError, Unit, define, effect, forbid, owes, permit, record, rule, says, value
from adjudicator.kit import names

from .acts import PdCase, Question
from .acts_combat import Aftermath, AirAttack, Combat, Eliminate, Gone, Ignore, InPlay, Loss, Owed, Resolve
from .acts_turn import HowMany
from .r09_0_combat import Outcome, carried_out, comes_off, has_result, hqs_in_stack, lost, outcome_in, outcome_of
from .r09_5_0_retreats import sums
from .vocabulary import LOSS_SETTLEMENTS, MOST_STEPS, gone, hq_gone, is_combat, is_hq, is_immobile, is_ship, settlement, steps_left, steps_of


def forced_losses(outcome: Outcome, attacker: bool) -> dict[str, int]:
    """The steps that fall on certain units whatever the owner chooses: unit -> steps.

    The only unit takes all; if all have to go, all go; otherwise the first step where one unit alone must take it.
    """
    units = [unit for unit in (outcome.attackers if attacker else outcome.combat_defenders) if unit.id not in outcome.s.eliminated]
    due = outcome.steps(attacker)
    still = outcome.hexes(attacker)
    fixed = {unit.id: outcome.hexes_of(unit.hex or outcome.battle, attacker) for unit in units if still and is_immobile(unit)}
    found = {id_: steps for id_, steps in fixed.items() if steps}
    if not due:
        return found
    if len(units) == 1:
        found[units[0].id] = found.get(units[0].id, 0) + due
        return found
    left = [steps_left(unit) for unit in units]
    if all(steps is not None for steps in left) and due >= sum(steps or 0 for steps in left):
        return {unit.id: steps or 0 for unit, steps in zip(units, left, strict=True)}
    first = outcome.first_takers(attacker)
    if len(first) == 1:
        found[first[0].id] = found.get(first[0].id, 0) + 1
    return found


@rule("9.4", (Resolve, AirAttack), "after")
def steps_come_off(case: Resolve | AirAttack) -> Findings:
    """What nobody can choose is carried out at once: the only unit takes the loss, a unit without further steps is out of the game."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    taken: dict[str, int] = dict(case.pending.get("taken") or {})
    dead: list[Unit] = []
    for attacker in (False, True):
        for id_, steps in forced_losses(outcome, attacker).items():
            if id_ in taken:
                continue
            unit = case.unit(id_)
            change = lost(unit, steps)
            taken[id_] = steps
            yield from comes_off(unit, steps)
            if change.get("removed"):
                dead.append(unit)
    yield from hqs_left_alone(case, outcome, dead)
    yield record(state="pending", value={**pending_of(case, outcome), "taken": taken})


def pending_of(case: Resolve | AirAttack, outcome: Outcome) -> dict[str, Any]:
    """The result being carried out, as it is remembered."""
    if isinstance(case, AirAttack):
        flying = [plane.id for plane in case.planes]
        hit = {"hit": case.hit} if case.hit else {}
        defending = [unit.id for unit in outcome.defenders]
        more = {**hit, **case.since(outcome.defenders)}
        return {"result": str(case.computed("result")), "attackers": flying, "defenders": defending, "hex": case.target, **more}
    defending = [unit.id for unit in case.defenders]
    return {"result": case.result, "hex": case.battle, "attackers": case.attacker_ids, "defenders": defending, **case.pending}


def hqs_of_lost_stacks(case: PdCase, outcome: Outcome, fallen: set[str]) -> Iterator[Unit]:
    """The HQs all of whose stack is lost."""
    for units in (outcome.combat_defenders, outcome.attackers):
        for hex_ in dict.fromkeys(unit.hex for unit in units if unit.id in fallen):
            stack = [unit for unit in case.s.at(hex_ or "") if is_combat(unit) and case.camp(unit.side) == case.camp(units[0].side)]
            if stack and all(unit.id in fallen for unit in stack):
                yield from hqs_in_stack(case, hex_, units[0].side)


def hqs_left_alone(case: PdCase, outcome: Outcome, dead: list[Unit]) -> Findings:
    """An HQ whose whole stack is lost in ground combat is lost with it (11.1.3)."""
    for hq in hqs_of_lost_stacks(case, outcome, {unit.id for unit in dead}) if not outcome.by_air else ():
        yield from hq_gone(case, hq)


def hqs_told(case: PdCase, outcome: Outcome, fallen: set[str]) -> Findings:
    """What becomes of the HQs whose whole stack is lost: in ground combat they are lost with it, under air attack they only retreat."""
    for hq in hqs_of_lost_stacks(case, outcome, fallen):
        yield define("hq_only_retreats" if outcome.by_air else "hq_lost_with_stack", hq, hq=hq.id)


class Claim:
    """The losses that an entry names: unit -> steps, on whose side, and what is due."""

    def __init__(self, loss: Loss, outcome: Outcome) -> None:
        self.outcome = outcome
        self.named: dict[str, int] = {}
        parts = [(loss.movers, loss.slots), *((loss.units_of("units", answer.slots), answer.slots) for answer in loss.slots.get("responses") or ())]
        self.units: list[Unit] = []
        for units, slots in parts:
            count = slots.get("count")
            for unit in units:
                self.units.append(unit)
                share = (count // len(units) or 1) if isinstance(count, int) else None
                self.named[unit.id] = self.named.get(unit.id, 0) + (share if share is not None else 0)
        self.units = list(dict.fromkeys(self.units))
        self.attacker = bool(self.units) and not loss.defends(self.units[0])
        self.due = outcome.steps(self.attacker)
        self.taken = {id_: steps for id_, steps in (loss.pending.get("taken") or {}).items() if self._mine(loss, id_)}
        unsaid = [unit for unit in self.units if not self.named[unit.id]]
        if unsaid:
            rest = max(self.due - sum(self.taken.values()) - sum(self.named.values()), 0)
            for number, unit in enumerate(unsaid):
                self.named[unit.id] = rest // len(unsaid) + (number < rest % len(unsaid)) or 1
        self.total = sum(self.named.values())

    def _mine(self, loss: Loss, id_: str) -> bool:
        return loss.defends(loss.unit(id_)) != self.attacker

    @property
    def confirms(self) -> bool:
        """Whether the entry only says what has been carried out already."""
        return bool(self.taken) and all(self.taken.get(id_, 0) >= steps for id_, steps in self.named.items())


def claims(loss: Loss) -> bool:
    """Whether there is a result, and units are named for its losses: a condition of rules that speak of what is claimed."""
    return has_result(loss) and bool(loss.movers)


def claim_of(loss: Loss) -> Claim:
    """What an entry about losses claims, of which `claims` holds."""
    if loss.__dict__.get("_claim") is None:
        loss.__dict__["_claim"] = Claim(loss, carried_out(loss))
    found: Claim = loss.__dict__["_claim"]
    return found


@rule("9.4", Loss)
def who_has_steps(loss: Loss) -> Findings:
    """Combat units have steps, HQs and the ship have none; no more is lost than the result takes."""
    if outcome_of(loss) is None:
        yield forbid("no_result_pending")
        return
    if not loss.movers:
        raise InputError("no_units")
    claim = claim_of(loss)
    outcome = claim.outcome
    involved = outcome.attackers if claim.attacker else outcome.combat_defenders
    for unit in claim.units:
        if is_hq(unit):
            yield forbid("hq_has_no_steps", unit)
        elif is_ship(unit):
            yield forbid("ship_loses_nothing", unit)
        elif unit not in involved:
            yield forbid("took_no_part", unit)
        else:
            left = steps_left(unit)
            if left is not None and claim.named[unit.id] > left and not claim.confirms:
                yield forbid("not_so_many_steps", unit, steps=left)
    if claim.confirms:
        yield permit("lost_already", claim.units)
    if claim.confirms or loss.forbidden:
        return
    open_ = claim.due - sum(claim.taken.values())
    if claim.total > open_ + extra_due(loss, claim):
        yield forbid("not_due", claim.units, due=max(open_, 0), named=claim.total)
        yield value("attacker_losses" if claim.attacker else "losses", claim.due)


def extra_due(loss: Loss, claim: Claim) -> int:
    """Steps beyond the result that a retreat may still cost this side: hexes that cannot be made, enemy zones (9.5.1 to 9.5.3, 9.5.5)."""
    if not (claim.outcome.back if claim.attacker else claim.outcome.hit).hexes:
        return 0
    return max(sums(loss, claim.outcome, claim.attacker).losses - claim.due, 0)


@rule("9.4", Loss, "numbers", when=claims)
def steps_named(loss: Loss) -> Findings:
    """What the result takes in all."""
    claim = claim_of(loss)
    prefix = "attacker_" if claim.attacker else ""
    more = extra_due(loss, claim) if claim.total > claim.due else 0
    yield value(f"{prefix}losses", claim.due + more)


@rule("9.4", Loss, "after", when=claims)
def losses_are_taken(loss: Loss) -> Findings:
    """Full units are reduced, reduced ones are out of the game."""
    claim = claim_of(loss)
    if claim.confirms:
        return
    dead = []
    for unit in claim.units:
        change = lost(unit, claim.named[unit.id])
        yield from comes_off(unit, claim.named[unit.id])
        if change.get("removed"):
            dead.append(unit)
    yield from hqs_left_alone(loss, claim.outcome, dead)
    taken = dict(loss.pending.get("taken") or {})
    for id_, steps in claim.named.items():
        taken[id_] = taken.get(id_, 0) + steps
    yield record(state="pending", value={**loss.pending, "taken": taken})


@rule("9.4", Owed, "answer", when=has_result)
def steps_due(owed: Owed) -> Findings:
    """The steps that a side has not yet paid, the first from its strongest unit or its train."""
    outcome = carried_out(owed)
    taken = owed.pending.get("taken") or {}
    for attacker in (True, False):
        mine = outcome.attackers if attacker else outcome.combat_defenders
        paid = sum(steps for id_, steps in taken.items() if id_ in (owed.attacker_ids if attacker else owed.defender_ids or ()))
        due = outcome.steps(attacker) - paid
        if due > 0 and mine and not owed.pending.get("steps_taken"):
            units = mine if paid else outcome.first_takers(attacker)
            yield owes("losses" if due > 1 else "loss", mine[0].known("side"), [unit.id for unit in units], count=due)


@rule("9.4", Eliminate)
def who_is_eliminated(eliminate: Eliminate) -> Findings:
    """A unit is out of the game when the steps that fall on it are all it has."""
    outcome = outcome_of(eliminate)
    if outcome is None:
        yield forbid("no_result_pending")
        return

    for unit in eliminate.movers:
        attacker = not eliminate.defends(unit)
        if unit.id in eliminate.s.eliminated:  # by what was said before
            yield permit("is_eliminated", unit)
            continue
        if is_hq(unit):
            stack = [other for other in eliminate.s.at(unit.hex or "") if is_combat(other)]
            if stack:
                yield forbid("hq_has_no_steps", unit)
            continue
        if unit not in (outcome.attackers if attacker else outcome.combat_defenders):
            yield forbid("took_no_part", unit)
            continue
        left = steps_left(unit)
        own = outcome.hexes_of(unit.hex or outcome.battle, attacker) if is_immobile(unit) else 0
        due = outcome.steps(attacker) + own
        if not is_immobile(unit) and (outcome.back if attacker else outcome.hit).hexes:
            due = max(due, sums(eliminate, outcome, attacker).losses)
        due -= sum(steps for id_, steps in (eliminate.pending.get("taken") or {}).items() if eliminate.defends(eliminate.unit(id_)) is not attacker)
        if eliminate.pending.get("retreated") or been_back(eliminate, unit):
            due = 0  # all of it has been made
        if left is None and 0 < due < MOST_STEPS:
            left = steps_of(unit)
        if left is not None and due < left and not overstacked(eliminate, unit):
            yield forbid("keeps_a_step", unit, due=max(due, 0), steps=left)
        elif left is None and due <= 0 and not overstacked(eliminate, unit):
            yield forbid("no_loss_due", unit)
        else:
            yield permit("is_eliminated", unit)


def been_back(case: PdCase, unit: Unit) -> bool:
    """Whether the unit has retreated since it last attacked."""
    deeds = [act.get("act") for act in case.s.history.get(unit.id, ()) if act.get("act") in ("attack", "retreat")]
    return deeds[-1:] == ["retreat"]


def overstacked(case: PdCase, unit: Unit) -> bool:
    """Whether a unit stands in a hex with more than two combat units of its side (7.1)."""
    stack = [other for other in case.s.at(unit.hex or "") if is_combat(other) and case.camp(other.side) == case.camp(unit.side)]
    return len(stack) > 2


@rule("9.4", Eliminate, "after")
def they_are_out(eliminate: Eliminate) -> Findings:
    """They leave the game, and with the last of a stack its HQ."""
    outcome = outcome_of(eliminate)
    for unit in eliminate.movers:
        if is_hq(unit):
            yield from hq_gone(eliminate, unit)
        else:
            yield effect(**gone(unit))
    if outcome is not None:
        yield from hqs_left_alone(eliminate, outcome, eliminate.movers)


says("9.4", Gone, "after", "Who is eliminated is out of play.", lambda told: (effect(**gone(unit)) for unit in told.movers))


@rule("9.4", InPlay, "answer")
def is_it_eliminated(question: Question) -> Findings:
    """Whether units have left the game."""
    units = question.at_least_one(question.units_of())
    out = all(unit.id in question.s.eliminated for unit in units)
    yield value("answer", "yes" if out else "no", "is_eliminated" if out else "still_in_play", units)


@rule("9.4", HowMany, "answer")
def how_many_steps(question: HowMany) -> Findings:
    """The steps that units have at the moment."""
    if question.what == "steps":
        units = question.subjects
        steps = sum(steps_of(unit) for unit in units if is_combat(unit))
        yield value("answer", str(steps), "steps_there", units, steps=steps)


@rule("9.4.1", (Resolve, AirAttack), "result")
def who_loses_first(case: Resolve | AirAttack) -> Findings:
    """The first step comes from an armoured train, else from the strongest unit that took part."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    for attacker in (False, True):
        units = outcome.attackers if attacker else outcome.combat_defenders
        if len(units) > 1 and outcome.steps(attacker):
            first = outcome.first_takers(attacker)
            if len(first) == 1:
                yield value("loss_from", first[0].id)
            yield define("first_from_strongest", first)
            return


@rule("9.4.1", Loss, when=claims)
def the_first_step(loss: Loss) -> Findings:
    """The first step comes from the strongest unit that took part, by printed strength; an armoured train goes before it."""
    claim = claim_of(loss)
    if loss.forbidden or claim.confirms or not claim.due:
        return
    first = claim.outcome.first_takers(claim.attacker)
    if len(first) == 1:
        yield value("loss_from", first[0].id)
    paid = any(unit.id in claim.taken for unit in first)
    if paid or any(unit in first for unit in claim.units):
        yield permit("first_from_strongest", first)
    else:
        yield forbid("not_the_strongest", claim.units, strongest=names(first))


@rule("9.4.1", HowMany, "answer")
def how_many_steps_are_lost(question: HowMany) -> Findings:
    """The steps that the side of a unit loses by the result that is carried out, and from whom the first must come."""
    if question.what != "loss":
        return
    outcome = outcome_of(question)
    if outcome is None:
        yield value("answer", "none", "no_result_pending")
        return
    attacker = not question.defends(question.subjects[0])
    found, first = sums(question, outcome, attacker), outcome.first_takers(attacker)
    steps = found.losses
    yield value("attacker_losses" if attacker else "losses", steps)
    if (outcome.back if attacker else outcome.hit).hexes:
        yield value("attacker_retreat" if attacker else "retreat", found.retreat)
    yield value("answer", str(steps), "steps_to_lose", first, steps=steps)


@rule("9.4.2", Loss, when=claims)
def further_steps(loss: Loss) -> Findings:
    """After the first step the owner takes the others from whom he likes, the same unit again if he wants."""
    claim = claim_of(loss)
    if claim.total > 1:
        yield define("further_as_you_like", claim.units)


@rule("9.4.3", Loss, "numbers", when=claims)
def whether_it_survives(loss: Loss) -> Findings:
    """Some units have a single step: of one whose steps nobody stated they are asked for."""
    claim = claim_of(loss)
    if claim.confirms:
        return
    for unit in claim.units:
        if is_combat(unit) and not unit.facts.get("reduced") and not {"steps", "max_steps"} & set(unit.facts):
            yield value("steps_left", max(int(unit.max_steps) - claim.named[unit.id], 0))


@rule("9.4.3", (Loss, Eliminate, Resolve), "numbers")
def one_step_units(case: Loss | Eliminate | Resolve) -> Findings:
    """A unit printed on one side only is out of the game with its first loss."""
    outcome = outcome_of(case)
    units = case.movers if not isinstance(case, Resolve) else [case.unit(id_) for id_ in (forced_losses(outcome, False) if outcome else ())]
    for unit in units:
        if unit.known_to_be("max_steps", 1):
            yield define("single_step", unit)


@rule("9.4.4", Loss)
@rule("9.4.4", (Resolve, Combat), "result")
def first_loss_ignored(case: Resolve | Loss | Combat) -> Findings:
    """In a town or city the first step of a result is ignored, unless an armoured train is there."""
    outcome = outcome_of(case) if isinstance(case, Aftermath) else outcome_in(case)
    if outcome is None:
        return
    for attacker, mine in ((False, outcome.hit), (True, outcome.back)):
        units = outcome.attackers if attacker else outcome.combat_defenders
        if not mine.steps or not units or mine.starred and not outcome.starred_counts():
            continue
        if outcome.loss_cancelled(attacker):
            yield define("first_loss_ignored", outcome.battle, who=names(units))
        elif not attacker and settlement(outcome.s, outcome.battle, LOSS_SETTLEMENTS):
            yield define("train_takes_it", outcome.battle)
        elif not attacker:
            yield define("no_settlement_for_loss", outcome.battle)


@rule("9.4.4", HowMany, "answer")
def loss_asked_in_a_town(question: HowMany) -> Findings:
    """What a town or city cancels is not counted."""
    if question.what == "loss" and (outcome := outcome_of(question)) is not None:
        attacker = not question.defends(question.subjects[0])
        if outcome.loss_cancelled(attacker) and (outcome.back if attacker else outcome.hit).steps:
            yield define("first_loss_ignored", outcome.battle, who=names(outcome.attackers if attacker else outcome.combat_defenders))


def cancelled(case: Ignore, outcome: Outcome) -> tuple[bool, bool, bool]:
    """Whose part is meant (attacker?), and whether its first step and its first hex are ignored."""
    attacker = bool(case.movers) and not case.defends(case.movers[0]) or not outcome.hit.steps and not outcome.hit.hexes
    mine = outcome.back if attacker else outcome.hit
    hex_ = case.movers[0].hex if case.movers and attacker else outcome.battle
    steps = mine.steps > 0 and outcome.steps(attacker) < mine.steps
    hexes = mine.hexes > 0 and outcome.hexes_of(hex_ or outcome.battle, attacker) < mine.hexes
    return attacker, steps, hexes


@rule("9.4.4", Ignore)
def a_loss_is_ignored(ignore: Ignore) -> Findings:
    """Only units in a town or city ignore a step, the first one, and only without an armoured train."""
    outcome = outcome_of(ignore)
    if outcome is None:
        yield forbid("no_result_pending")
        return
    attacker, steps, _ = cancelled(ignore, outcome)
    mine = outcome.back if attacker else outcome.hit
    if ignore.slots.get("what") == "retreat" or not mine.steps:
        return
    yield value("attacker_losses" if attacker else "losses", outcome.steps(attacker))
    if not steps:
        yield forbid("loss_stands", outcome.battle)
    elif mine.steps > 1 and (ignore.slots.get("count") or 1) > 1:
        yield forbid("only_the_first_step", outcome.battle)
    else:
        yield permit("first_loss_ignored", outcome.battle, who=names(ignore.movers or outcome.combat_defenders))
