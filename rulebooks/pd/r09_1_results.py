"""Chapter 9, combat, 9.1 and 9.4: what a result does, and whose steps it takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from adjudicator.book import InputError, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Finding, Findings, define, effect, forbid, owes, permit, record, value
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import names

from .acts import PdCase, is_combat, is_hq, is_immobile, is_ship
from .acts_combat import Aftermath, AirAttack, Combat, Eliminate, Ignore, Loss, Owed, Resolve, gone, hq_gone

PART = re.compile(r"([AD])(\d*)(\*?)(?:[rR](\d*))?")
LOSS_SETTLEMENTS = ("town", "city")
RETREAT_SETTLEMENTS = ("village", "town", "city")


# ---- 9.1 ----------------------------------------------------------------------------------------------------------------
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


def settlement(s: Situation, hex_: str, kinds: tuple[str, ...]) -> str | None:
    """The village, town or city in a hex, if it is one of these kinds (A6.10: three classes, never merged)."""
    return next((name for name in s.hex(hex_).features if name in kinds), None)


def trains(units: Iterable[Unit]) -> list[Unit]:
    """The armoured trains among some units."""
    return [unit for unit in units if not is_hq(unit) and unit.stated("kind") == "train"]


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

    def loss_cancelled(self, attacker: bool) -> bool:
        """Whether the first step is ignored: units in a town or city, without an armoured train there (9.4.4)."""
        if not attacker:
            if trains(self._in_hex(self.battle)):
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
        return due - 1 if due and settlement(self.s, hex_, RETREAT_SETTLEMENTS) else due

    def hexes(self, attacker: bool) -> int:
        """The longest retreat of a side."""
        hexes = {unit.hex or self.battle for unit in self.attackers} if attacker else {self.battle}
        return max((self.hexes_of(hex_, attacker) for hex_ in hexes), default=0)


def strongest(units: list[Unit], attacker: bool) -> list[Unit]:
    """The units with the highest printed strength, attack for an attacker and defence for a defender; several if they are level (9.4.1)."""
    units = [unit for unit in units if is_combat(unit)]
    if len(units) < 2:
        return units
    values = {unit.id: (unit.attack if attacker else unit.defense) for unit in units}
    return [unit for unit in units if values[unit.id] == max(values.values())]


def steps_left(unit: Unit) -> int | None:
    """The steps that a unit still has; None if neither they nor its full number were stated."""
    stated = unit.stated("steps")
    if stated is not None:
        return int(stated)
    if unit.stated("reduced"):
        return 1
    full = unit.stated("max_steps")
    return int(full) if full is not None else None


def lost(unit: Unit, steps: int) -> dict[str, Any]:
    """The change of the position when a unit loses steps: reduced, or out of the game with its last one (9.4, 9.4.3)."""
    left = steps_left(unit)
    if left is not None and steps >= left:
        return {**gone(unit), "steps": -steps}
    return {"unit": unit.id, "steps": -steps, "reduced": True}


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
    if change.get("reduced") and not unit.facts.get("reduced"):
        yield from turned(unit)


def outcome_of(case: Aftermath) -> Outcome | None:
    """The result that a case carries out; None if there is none yet."""
    if not case.result or case.battle is None:
        return None
    if case.__dict__.get("_outcome") is None:
        defenders = case.defenders
        if case.by_air and case.defender_ids is not None:
            defenders = [case.unit(id_) for id_ in case.defender_ids if id_ not in case.s.eliminated]
        case.__dict__["_outcome"] = Outcome(case, case.result, case.battle, case.attackers, defenders, case.by_air)
    found: Outcome = case.__dict__["_outcome"]
    return found


def hqs_in_stack(case: PdCase, hex_: str | None, side: str) -> list[Unit]:
    """The HQs of a player in a hex."""
    return [unit for unit in case.s.at(hex_ or "") if is_hq(unit) and case.camp(unit.side) == case.camp(side)]


class Sums(NamedTuple):
    """Steps and hexes of a side in all."""

    result_losses: int
    losses: int
    retreat: int
    zones: int
    immobile: int


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


@rule("9.1", (Resolve, Combat), "result")
def asterisk(case: Resolve | Combat) -> Findings:
    """A1* hits the attacker only if the defender is in a town or city."""
    outcome = outcome_in(case)
    if outcome is not None and outcome.back.starred:
        yield define("star_counts" if outcome.starred_counts() else "star_does_not_count", where=[outcome.battle], hex=outcome.battle)


def outcome_in(case: Resolve | Combat) -> Outcome | None:
    """The outcome of a result that is carried out or has just been rolled."""
    if isinstance(case, Combat):
        result = case.computed("result")
        if result is None:
            return None
        return Outcome(case, str(result), case.target, case.attackers, case.defenders, isinstance(case, AirAttack))
    return outcome_of(case)


@rule("12.1", AirAttack, "roll", exception_to="2.2.3")
def aircraft_ignore_their_part(attack: AirAttack) -> Findings:
    """Of a result of an air attack only the defender's part counts."""
    from .r09_0_combat import result_at

    column = attack.computed("column")
    if column is None:
        return
    die = attack.roll()
    found = result_at(attack.s, str(column), die)
    kept = "/".join(piece for piece in found.split("/") if not piece.startswith("A")) or "-"
    yield value("table_result", found)
    yield value("result", kept, "rolled", die=die, column=column, result=kept)


@rule("9.1", (Resolve, Combat), "result")
def sums_of_the_result(case: Resolve | Combat) -> Findings:
    """Steps and hexes of both sides after all cancellations."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    from .r09_5_retreats import sums

    for attacker in (False, True):
        prefix = "attacker_" if attacker else ""
        try:
            found = sums(case, outcome, attacker)
        except Missing:
            if not attacker:
                yield value("result_losses", outcome.steps(attacker))
            raise
        yield value(f"{prefix}losses", found.losses)
        if not attacker and outcome.hit.hexes:
            yield value("result_losses", found.result_losses)
            yield value("zoc_losses", found.zones)
        if attacker and not outcome.back.hexes:
            continue
        yield value(f"{prefix}retreat", found.retreat)


@rule("9.5", Resolve, "result")
def ways_open(resolve: Resolve) -> Findings:
    """The legal ways of the units that have to retreat together, best first, with the steps of each."""
    outcome = outcome_of(resolve)
    if outcome is None or not resolve.full:
        return
    from .r09_5_retreats import best_ways, movable

    for attacker, units in ((False, outcome.defenders), (True, outcome.attackers)):
        for hex_ in dict.fromkeys(unit.hex or outcome.battle for unit in units):
            need = outcome.hexes_of(hex_, attacker)
            stack = movable([unit for unit in units if (unit.hex or outcome.battle) == hex_])
            if need and stack:
                told = ", ".join(f"{'-'.join(way.path) or '0'} ({way.steps(need)})" for way in best_ways(resolve, stack, hex_, need))
                yield define("ways_back", where=[hex_], units=[unit.id for unit in stack], unit=names(stack), hexes=need, ways=told)


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
            yield define("first_from_strongest", units=[unit.id for unit in first], unit=names(first))
            return


@rule("9.4.4", Loss)
def loss_in_a_town(loss: Loss) -> Findings:
    """What a town or city cancels is not lost."""
    yield from first_loss_ignored(loss)


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
            yield define("first_loss_ignored", where=[outcome.battle], who=names(units))
        elif not attacker and settlement(outcome.s, outcome.battle, LOSS_SETTLEMENTS):
            yield define("train_takes_it", where=[outcome.battle], hex=outcome.battle)
        elif not attacker:
            yield define("no_settlement_for_loss", where=[outcome.battle], hex=outcome.battle)


@rule("9.5.7", (Resolve, Combat), "result")
def first_hex_ignored(case: Resolve | Combat) -> Findings:
    """In a village, town or city the first hex of a retreat is ignored, for attackers too."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    for attacker, mine in ((False, outcome.hit), (True, outcome.back)):
        if not mine.hexes:
            continue
        places = dict.fromkeys(unit.hex or "" for unit in outcome.attackers) if attacker else {outcome.battle: None}
        for hex_ in places:
            kind = settlement(outcome.s, hex_, RETREAT_SETTLEMENTS)
            if kind:
                yield define("first_hex_ignored", where=[hex_], hex=hex_, kind=kind)


@rule("9.5.5", (Resolve, Combat), "result")
def immobile_units_lose_steps(case: Resolve | Combat) -> Findings:
    """Units that cannot move take the hexes of a retreat as steps."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    for unit in outcome.combat_defenders if outcome.hit.hexes else ():
        if is_immobile(unit):
            yield define("immobile_loses", units=[unit.id], unit=unit.id, hexes=str(outcome.hexes(False)))


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
            if isinstance(case, AirAttack) and steps_left(unit) is None:
                continue  # its owner says it, and is asked whether it has another step
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
    return dict(case.pending)


def hqs_left_alone(case: PdCase, outcome: Outcome, dead: list[Unit]) -> Iterable[Finding]:
    """An HQ whose whole stack is lost in ground combat is lost with it (11.1.3)."""
    fallen = {unit.id for unit in dead}
    for attacker in (False, True):
        units = outcome.attackers if attacker else outcome.combat_defenders
        if outcome.by_air or not units:
            continue
        for hex_ in dict.fromkeys(unit.hex for unit in units if unit.id in fallen):
            stack = [unit for unit in case.s.at(hex_ or "") if is_combat(unit) and case.camp(unit.side) == case.camp(units[0].side)]
            if stack and all(unit.id in fallen for unit in stack):
                for hq in hqs_in_stack(case, hex_, units[0].side):
                    yield from hq_gone(case, hq)


def hqs_told(case: PdCase, outcome: Outcome, fallen: set[str]) -> Findings:
    """What becomes of the HQs whose whole stack is lost: in ground combat they are lost with it, under air attack they only retreat."""
    for units in (outcome.combat_defenders, outcome.attackers):
        for hex_ in dict.fromkeys(unit.hex for unit in units if unit.id in fallen):
            stack = [unit for unit in case.s.at(hex_ or "") if is_combat(unit) and case.camp(unit.side) == case.camp(units[0].side)]
            if stack and all(unit.id in fallen for unit in stack):
                for hq in hqs_in_stack(case, hex_, units[0].side):
                    yield define("hq_only_retreats" if outcome.by_air else "hq_lost_with_stack", units=[hq.id], hq=hq.id)


@rule("11.1.3", (Resolve, Combat), "result")
def hqs_in_lost_stacks(case: Resolve | Combat) -> Findings:
    """An HQ and its chit leave the game if all units with it are lost in combat; not by aircraft."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    falling = {**forced_losses(outcome, False), **forced_losses(outcome, True)}
    yield from hqs_told(case, outcome, {id_ for id_, steps in falling.items() if steps >= (steps_left(case.unit(id_)) or 99)})


@rule("11.1.3", Loss, "numbers")
def hqs_of_units_that_are_lost(loss: Loss) -> Findings:
    """With the last unit of its stack an HQ is lost."""
    claim = claim_of(loss)
    if claim is not None:
        yield from hqs_told(loss, claim.outcome, {id_ for id_, steps in claim.named.items() if steps >= (steps_left(loss.unit(id_)) or 99)})


@rule("12.1.1", (Resolve, AirAttack), "result")
def hqs_under_air_attack(case: Resolve | AirAttack) -> Findings:
    """From the air an HQ takes only the retreat: losses beyond the steps of its stack are ignored."""
    outcome = outcome_in(case)
    if outcome is None or not outcome.by_air:
        return
    side = case.camp(outcome.defenders[0].side) if outcome.defenders else ""
    hqs = hqs_in_stack(case, outcome.battle, side)
    if hqs:
        yield value("hq_retreat", outcome.hexes(False))
        yield define("hq_under_air", units=[hq.id for hq in hqs], hq=names(hqs))


# ---- 9.4: losses that are named -----------------------------------------------------------------------------------------
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


def claim_of(loss: Loss) -> Claim | None:
    """What an entry about losses claims; None without a result or units."""
    outcome = outcome_of(loss)
    if outcome is None or not loss.movers:
        return None
    if loss.__dict__.get("_claim") is None:
        loss.__dict__["_claim"] = Claim(loss, outcome)
    found: Claim = loss.__dict__["_claim"]
    return found


@rule("9.4", Loss)
def who_has_steps(loss: Loss) -> Findings:
    """Combat units have steps, HQs and the ship have none; no more is lost than the result takes."""
    if loss.result is None or loss.battle is None:
        yield forbid("no_result_pending")
        return
    if not loss.movers:
        raise InputError("no_units")
    claim = claim_of(loss)
    if claim is None:
        return
    outcome = claim.outcome
    involved = outcome.attackers if claim.attacker else outcome.combat_defenders
    for unit in claim.units:
        if is_hq(unit):
            yield forbid("hq_has_no_steps", units=[unit.id], unit=unit.id)
        elif is_ship(unit):
            yield forbid("ship_loses_nothing", units=[unit.id], unit=unit.id)
        elif unit not in involved:
            yield forbid("took_no_part", units=[unit.id], unit=unit.id)
        else:
            left = steps_left(unit)
            if left is not None and claim.named[unit.id] > left and not claim.confirms:
                yield forbid("not_so_many_steps", units=[unit.id], unit=unit.id, steps=left)
    if claim.confirms:
        yield permit("lost_already", units=[unit.id for unit in claim.units], unit=names(claim.units))
    if claim.confirms or loss.forbidden:
        return
    open_ = claim.due - sum(claim.taken.values())
    if claim.total > open_ + extra_due(loss, claim):
        yield forbid("not_due", units=[unit.id for unit in claim.units], due=max(open_, 0), named=claim.total)
        yield value("attacker_losses" if claim.attacker else "losses", claim.due)


def extra_due(loss: Loss, claim: Claim) -> int:
    """Steps beyond the result that a retreat may still cost this side: hexes that cannot be made, enemy zones (9.5.1 to 9.5.3, 9.5.5)."""
    from .r09_5_retreats import sums

    if not (claim.outcome.back if claim.attacker else claim.outcome.hit).hexes:
        return 0
    return max(sums(loss, claim.outcome, claim.attacker).losses - claim.due, 0)


@rule("9.4.1", Loss)
def the_first_step(loss: Loss) -> Findings:
    """The first step comes from the strongest unit that took part, by printed strength; an armoured train goes before it."""
    claim = claim_of(loss)
    if claim is None or loss.forbidden or claim.confirms or not claim.due:
        return
    first = claim.outcome.first_takers(claim.attacker)
    if len(first) == 1:
        yield value("loss_from", first[0].id)
    paid = any(unit.id in claim.taken for unit in first)
    if paid or any(unit in first for unit in claim.units):
        yield permit("first_from_strongest", units=[unit.id for unit in first], unit=names(first))
    else:
        yield forbid("not_the_strongest", units=[unit.id for unit in claim.units], unit=names(claim.units), strongest=names(first))


@rule("9.4.3", Loss, "numbers")
def whether_it_survives(loss: Loss) -> Findings:
    """Some units have a single step: of one whose steps nobody stated they are asked for."""
    claim = claim_of(loss)
    if claim is None or claim.confirms:
        return
    for unit in claim.units:
        if is_combat(unit) and not unit.facts.get("reduced") and not {"steps", "max_steps"} & set(unit.facts):
            yield value("steps_left", max(int(unit.max_steps) - claim.named[unit.id], 0))


@rule("9.4.2", Loss)
def further_steps(loss: Loss) -> Findings:
    """After the first step the owner takes the others from whom he likes, the same unit again if he wants."""
    claim = claim_of(loss)
    if claim is not None and claim.total > 1:
        yield define("further_as_you_like", units=[unit.id for unit in claim.units], unit=names(claim.units))


@rule("9.4.3", (Loss, Eliminate, Resolve), "numbers")
def one_step_units(case: Loss | Eliminate | Resolve) -> Findings:
    """A unit printed on one side only is out of the game with its first loss."""
    outcome = outcome_of(case)
    units = case.movers if not isinstance(case, Resolve) else [case.unit(id_) for id_ in (forced_losses(outcome, False) if outcome else ())]
    for unit in units:
        if unit.stated("max_steps") == 1:
            yield define("single_step", units=[unit.id], unit=unit.id)


@rule("9.4", Loss, "numbers")
def steps_named(loss: Loss) -> Findings:
    """What the result takes in all."""
    claim = claim_of(loss)
    if claim is None:
        return
    prefix = "attacker_" if claim.attacker else ""
    more = extra_due(loss, claim) if claim.total > claim.due else 0
    yield value(f"{prefix}losses", claim.due + more)


@rule("9.4", Loss, "after")
def losses_are_taken(loss: Loss) -> Findings:
    """Full units are reduced, reduced ones are out of the game."""
    claim = claim_of(loss)
    if claim is None or claim.confirms:
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


@rule("9.4", Owed, "answer")
def steps_due(owed: Owed) -> Findings:
    """The steps that a side has not yet paid, the first from its strongest unit or its train."""
    outcome = outcome_of(owed)
    if outcome is None:
        return
    taken = owed.pending.get("taken") or {}
    for attacker in (True, False):
        mine = outcome.attackers if attacker else outcome.combat_defenders
        paid = sum(steps for id_, steps in taken.items() if id_ in (owed.attacker_ids if attacker else owed.defender_ids or ()))
        due = outcome.steps(attacker) - paid
        if due > 0 and mine and not owed.pending.get("steps_taken"):
            units = mine if paid else outcome.first_takers(attacker)
            yield owes("losses" if due > 1 else "loss", mine[0].stated("side"), [unit.id for unit in units], count=due)


# ---- what a settlement cancels --------------------------------------------------------------------------------------------
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
        yield forbid("loss_stands", where=[outcome.battle])
    elif mine.steps > 1 and (ignore.slots.get("count") or 1) > 1:
        yield forbid("only_the_first_step", where=[outcome.battle])
    else:
        yield permit("first_loss_ignored", where=[outcome.battle], who=names(ignore.movers or outcome.combat_defenders))


@rule("9.5.7", Ignore)
def a_hex_is_ignored(ignore: Ignore) -> Findings:
    """In a village, town or city the first hex of a retreat is ignored, no other."""
    outcome = outcome_of(ignore)
    if outcome is None:
        return
    attacker, _, hexes = cancelled(ignore, outcome)
    mine = outcome.back if attacker else outcome.hit
    if ignore.slots.get("what") == "loss" or not mine.hexes:
        return
    place = ignore.movers[0].hex if ignore.movers else outcome.battle
    left = outcome.hexes_of(place or outcome.battle, attacker)
    yield value("attacker_retreat" if attacker else "retreat", left)
    if not hexes or left:
        yield forbid("retreat_stands", where=[outcome.battle], hexes=left)
    else:
        yield permit("first_hex_ignored", where=[outcome.battle], hex=str(place), kind="settlement")


# ---- units named as eliminated --------------------------------------------------------------------------------------------
@rule("9.4", Eliminate)
def who_is_eliminated(eliminate: Eliminate) -> Findings:
    """A unit is out of the game when the steps that fall on it are all it has."""
    outcome = outcome_of(eliminate)
    if outcome is None:
        yield forbid("no_result_pending")
        return
    from .r09_5_retreats import sums

    for unit in eliminate.movers:
        attacker = not eliminate.defends(unit)
        if unit.id in eliminate.s.eliminated:  # by what was said before
            yield permit("is_eliminated", units=[unit.id], unit=unit.id)
            continue
        if is_hq(unit):
            stack = [other for other in eliminate.s.at(unit.hex or "") if is_combat(other)]
            if stack:
                yield forbid("hq_has_no_steps", units=[unit.id], unit=unit.id)
            continue
        if unit not in (outcome.attackers if attacker else outcome.combat_defenders):
            yield forbid("took_no_part", units=[unit.id], unit=unit.id)
            continue
        left = steps_left(unit)
        own = outcome.hexes_of(unit.hex or outcome.battle, attacker) if is_immobile(unit) else 0
        due = outcome.steps(attacker) + own
        if not is_immobile(unit) and (outcome.back if attacker else outcome.hit).hexes:
            due = max(due, sums(eliminate, outcome, attacker).losses)
        if left is not None and due < left and not overstacked(eliminate, unit):
            yield forbid("keeps_a_step", units=[unit.id], unit=unit.id, due=due, steps=left)
        elif left is None and due == 0 and not overstacked(eliminate, unit):
            yield forbid("no_loss_due", units=[unit.id], unit=unit.id)
        else:
            yield permit("is_eliminated", units=[unit.id], unit=unit.id)


def overstacked(case: PdCase, unit: Unit) -> bool:
    """Whether a unit stands in a hex with more than two combat units of its side (7.1)."""
    stack = [other for other in case.s.at(unit.hex or "") if is_combat(other) and case.camp(other.side) == case.camp(unit.side)]
    return len(stack) > 2


@rule("11.1.3", Eliminate)
def hqs_of_the_eliminated(eliminate: Eliminate) -> Findings:
    """With the last unit of a stack its HQ is lost, save by aircraft."""
    outcome = outcome_of(eliminate)
    if outcome is not None:
        yield from hqs_told(eliminate, outcome, {unit.id for unit in eliminate.movers})


@rule("9.5.5", Eliminate)
def hexes_as_steps(eliminate: Eliminate) -> Findings:
    """A unit that cannot move takes the hexes of a retreat as steps, less the first in a village, town or city."""
    outcome = outcome_of(eliminate)
    for unit in eliminate.movers if outcome is not None else ():
        if not is_hq(unit) and outcome is not None and outcome.hit.hexes and is_immobile(unit):
            yield define("immobile_loses", units=[unit.id], unit=unit.id, hexes=str(outcome.hexes_of(unit.hex or outcome.battle, not eliminate.defends(unit))))


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
