"""Chapter 13, combat, 13.9 and 13.10: results, retreats, advances."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, owes, permit, record, rule, says, value
from adjudicator.kit import names, told_by_other, went

from .acts import FpaCase
from .acts_combat import Advance, Aftermath, Attack, Loss, Owed, Resolve, Retreat, Stay, StepsDue
from .acts_questions import RetreatOff
from .r06_stacking import overstacked
from .r12_movement import restricted
from .vocabulary import GERMAN, SOVIET, is_garrison


@rule("13.9", Attack, "result")
def what_happens(attack: Attack) -> Findings:
    """The result that is applied."""
    raw = attack.computed("table_result")
    if raw is not None:
        yield value("result", raw, f"result_{raw}", result=raw)


@rule("13.9", Attack, "after")
def being_carried_out(attack: Attack) -> Findings:
    """The attack is over for the attackers; its result is to be carried out."""
    for unit in attack.attackers:
        yield record(did=unit.id, act="attack", hex=attack.target)
    support = [unit.id for units in attack.support.values() for unit in units]
    pending = {"act": "attack", "hex": attack.target, "result": attack.computed("result"), "attackers": [unit.id for unit in attack.attackers],
               "defenders": [unit.id for unit in attack.defenders], "support": support}  # fmt: skip
    yield record(state="pending", value=pending)


def possible_retreats(deed: FpaCase, unit: Unit, start: str) -> list[str]:
    """The hexes a unit may retreat to: one hex, on the map, free of enemies, open to its movement, not overstacked."""
    found = []
    for hex_ in deed.s.grid.neighbours(start):
        if any(other.side != unit.side for other in deed.s.at(hex_)):
            continue
        if unit.side == SOVIET and restricted(deed.s, hex_) and deed.reading("A-15") == "closed":
            continue
        if is_garrison(unit) or list(overstacked(deed, hex_, [unit], unit.side, quiet=True)):
            continue
        found.append(hex_)
    return found


@rule("13.9", Retreat)
def retreat_one_hex(retreat: Retreat) -> Findings:
    """One hex, chosen by the German player for both sides, not where the unit could not move or would be overstacked."""
    if retreat.chooser not in (None, GERMAN):
        yield forbid("german_chooses", side=retreat.chooser)
    if not retreat.pending and retreat.s.stated("pending") is None:
        yield forbid("nothing_pending")
    if retreat.pending and retreat.result is None:
        raise Missing("pending.result")
    if retreat.result is not None and "DR" not in retreat.result:
        yield forbid("no_retreat_called_for", result=retreat.result)
    if retreat.result == "DL1+DR" and not retreat.pending.get("steps_taken") and retreat.defenders:
        yield forbid("loss_before_retreat")
    if retreat.pending.get("retreated"):
        yield forbid("already_retreated")
    fighters = [unit.id for unit in retreat.defenders]
    for unit in retreat.movers:
        here = retreat.standing(unit)
        if retreat.battle and unit.id not in fighters and (unit.id in retreat.attackers or here != retreat.battle):
            yield forbid("not_a_defender", unit, hex=retreat.battle)
        elif here != retreat.start:
            yield forbid("stands_elsewhere", unit, here, named=retreat.start)
    start = retreat.start or ""
    if len(retreat.path) > 1 or not retreat.s.grid.adjacent(start, retreat.to):
        yield forbid("retreat_not_one_hex", where=[start, retreat.to], start=start, hex=retreat.to, open=open_to(retreat))
        return
    enemies = [unit for unit in retreat.s.at(retreat.to) if unit.side != retreat.side]
    if enemies:
        yield forbid("retreat_enemy", retreat.to, enemies, enemy=names(enemies), open=open_to(retreat))
        return
    retreat.s.complete()
    if retreat.forbidden:
        yield define("retreat_closed", retreat.to, open=open_to(retreat))
    else:
        yield permit("may_retreat", retreat.to, retreat.movers)


says("13.9", RetreatOff, "legality", "A retreat ends in a hex, never off the map (A-31).", lambda retreat: forbid("retreat_off_map", retreat.units_of()))


def open_to(retreat: Retreat) -> str:
    """The hexes that are open to the unit, for a text; not asked for where they hang on something unknown."""
    try:
        return ", ".join(possible_retreats(retreat, retreat.movers[0], retreat.start or "")) or "-"
    except Missing:
        return "?"


@rule("13.9", Stay)
def retreats_are_not_voluntary(stay: Stay) -> Findings:
    """A defender that has to retreat and can does so; one that can't stays and takes a DL1."""
    at = stay.slots.get("at")
    for unit in stay.movers if isinstance(at, str) and not stay.slots.get("not") else ():
        if unit.stated("at") not in (None, at):
            yield forbid("stands_elsewhere", unit, unit.stated("at"), named=at)
    if stay.result not in ("DR", "DL1+DR") or stay.pending.get("retreated"):
        return
    for unit in stay.movers:
        if unit in stay.defenders:
            open_hexes = possible_retreats(stay, unit, stay.battle or "")
            if open_hexes:
                yield forbid("must_retreat", unit, where=open_hexes, hexes=", ".join(open_hexes))
            else:
                yield permit("retreat_blocked", unit)


@rule("13.9", Retreat, "numbers")
def open_retreats(retreat: Retreat) -> Findings:
    """All hexes that are open to the unit."""
    yield value("retreats", possible_retreats(retreat, retreat.movers[0], retreat.start or ""))


@rule("13.9", Retreat, "after")
def retreated(retreat: Retreat) -> Findings:
    """The units stand in their new hex; the hex may be entered once all have left."""
    for unit in retreat.movers:
        yield from went(unit, retreat.to, "retreat", **{"from": retreat.start}, hex=retreat.to)
    if retreat.pending:
        rest = [unit for unit in retreat.defenders if unit not in retreat.movers and unit.hex == retreat.battle]
        if not rest:
            yield record(state="pending", value={**retreat.pending, "retreated": True})


@rule("13.9", Attack, "strength")
def retreated_units_defend(attack: Attack) -> Findings:
    """A unit that retreated into the hex earlier in the phase adds its defence factor."""
    phase, turn = attack.s.stated("phase"), attack.s.stated("turn")
    for unit in attack.defenders:
        if unit.id in attack.s.history and attack.s.acts(unit.id, act="retreat", phase=phase, turn=turn):
            yield define("retreated_defends", unit)


@rule("13.9", Loss)
def whose_loss(loss: Aftermath) -> Findings:
    """AL1 comes from the attackers, DL1 from the defenders, each side choosing its own; with mobile units in the hex never from
    the garrison."""
    result = loss.slots.get("result") or loss.result
    chooser = loss.slots.get("side")
    if loss.result and loss.slots.get("result") and not _covers(loss.result, loss.slots["result"]):
        yield forbid("other_result", result=loss.result, named=loss.slots["result"])
    defenders = loss.defenders
    if not loss.pending and not {"result", "last"} & set(loss.slots) and loss.s.stated("pending") is None:
        yield forbid("nothing_pending")
    for unit in loss.movers:
        if chooser and unit.side != chooser:
            yield forbid("own_losses", unit, side=chooser)
        if not loss.pending or unit.id in loss.supporters:
            continue
        attacking, defending = unit.id in loss.attackers, unit in defenders
        if result == "AL1" and not attacking:
            yield forbid("not_an_attacker", unit, names=", ".join(loss.attackers))
        elif result in ("DL1", "DL1+DR") and not defending:
            yield forbid("not_a_defender", unit, hex=loss.battle)
        elif result == "EX" and not (attacking or defending):
            yield forbid("not_in_combat", unit)
        elif result in ("AS", "DR", "none"):
            yield forbid("no_loss_called_for", result=result)
        elif result in ("AL1", "DL1", "EX") and unit.side in (loss.pending.get("paid") or ()):
            yield forbid("loss_paid", unit, result=result, side=unit.side)
        if is_garrison(unit):
            mobile = [other for other in loss.s.at(unit.hex or "") if other.side == GERMAN and not is_garrison(other)]
            if mobile:
                yield forbid("mobile_first", unit, mobile=names(mobile))
    if loss.movers and not loss.forbidden:
        yield permit("loss_taken", loss.movers)


def _covers(result: str, named: str) -> bool:
    return named == result or (result == "DL1+DR" and named == "DL1")


def worn(unit: Unit, count: int, last: bool = False) -> Findings:
    """The unit loses steps: it is gone with its last; where nobody knows how many it had, that stays open."""
    steps = unit.known("steps")
    if steps is None and unit.known("reduced") is True and unit.known("max_steps") == 2:
        steps = 1  # the reduced side of a counter of two steps
    if steps is not None:
        yield value("steps_left", max(0, steps - count))
    gone = last or (steps is not None and steps <= count)
    yield effect(unit=unit.id, eliminated=True) if gone else effect(unit=unit.id, steps=-count)


@rule("13.9", Loss, "after")
def step_lost(loss: Aftermath) -> Findings:
    """One step less, or the unit is gone."""
    for unit in loss.movers:
        yield from worn(unit, loss.slots.get("count") or 1, bool(loss.slots.get("last")))
    if loss.pending:
        paid = dict.fromkeys([*(loss.pending.get("paid") or ()), *(unit.side for unit in loss.movers)])
        yield record(state="pending", value={**loss.pending, "steps_taken": True, "paid": list(paid)})
    for unit in loss.movers:
        unit.stated("steps")  # where it is said that nobody knows them it is asked whether this was the last


@rule("13.9", Advance)
def left_empty(advance: Advance) -> Findings:
    """A result opens the hex for an advance only if it leaves no defender in it."""
    if advance.result and advance.to == advance.battle:
        rest = [unit for unit in advance.s.at(advance.to) if unit.side != advance.side]
        yield define("still_held" if rest else "left_empty", advance.to, result=advance.result)


@rule("13.9", Resolve)
def carry_out(resolve: Resolve) -> Findings:
    """Losses come before retreats; a force that can't retreat stays and loses one more step."""
    result = resolve.slots.get("result") or resolve.result
    if not resolve.pending or result is None:
        yield forbid("nothing_pending")
        return
    if resolve.slots.get("target") and resolve.battle and resolve.slots["target"] != resolve.battle:
        yield forbid("other_battle", hex=resolve.battle, named=resolve.slots["target"])
        return
    yield permit(f"result_{result}", where=[resolve.battle], result=result)


@rule("13.9", Resolve, "after")
def what_is_paid(resolve: Resolve) -> Findings:
    """Steps that nobody had a choice about are taken once, those for a blocked retreat with them."""
    blocked = {"retreated": True} if resolve.computed("retreat") == "blocked" else {}
    if resolve.ruling.effects:
        yield record(state="pending", value={**resolve.pending, "steps_taken": True, **blocked})


@rule("13.9", Resolve, "numbers")
def outcome(resolve: Resolve) -> Findings:
    """What the result comes to, as far as nobody has a choice; choices are listed."""
    result = resolve.slots.get("result") or resolve.result or ""
    defenders = resolve.defenders
    place = resolve.s.hex(resolve.battle or "")
    if "DR" in result and not resolve.pending.get("retreated"):
        features = place.features
        if "town" in features or "fortified" in features:
            result = "DL1" if "DL1" in result else "none"
    yield value("applied", result)
    losses = 1 if ("DL1" in result or result == "EX") and not resolve.pending.get("steps_taken") else 0
    if "DR" in result and not resolve.pending.get("retreated"):
        alive = [unit for unit in defenders if not (losses and len(defenders) == 1 and unit.steps <= 1)]
        blocked = [unit for unit in alive if not possible_retreats(resolve, unit, resolve.battle or "")]
        if blocked:
            yield value("retreat", "blocked", "retreat_blocked", blocked, where=[resolve.battle])
            losses += len(blocked) if len(blocked) > 1 and resolve.reading("A-30") == "unit" else 1
        elif alive:
            yield value("retreats", possible_retreats(resolve, alive[0], resolve.battle or ""))
    mobile = [unit for unit in defenders if not is_garrison(unit)] or defenders
    yield value("losses", losses)
    yield from _forced(mobile, losses)
    if result in ("AL1", "EX"):
        attackers = [resolve.unit(id_) for id_ in resolve.attackers if id_ not in resolve.s.eliminated]
        yield value("losses", 1 + losses if result == "EX" else 1)
        yield from _forced(attackers, 1)


def _forced(units: list[Unit], losses: int) -> Findings:
    """A loss that only one unit can take."""
    if losses and len(units) == 1:
        yield from worn(units[0], losses)
        if units[0].known("reduced") is not True:
            int(units[0].steps)  # where nobody knows them it is asked whether these were the last


@rule("13.9", StepsDue, "answer")
def steps_to_lose(due: Owed) -> Findings:
    """One step of a side by AL1, DL1 or EX; where nobody is named, of every side that loses one."""
    if not due.result:
        yield value("answer", "none", "nothing_pending")
        return
    result, taken = due.result, due.pending.get("steps_taken")
    parties = ((due.defenders, "DL1" in result or result == "EX"), (due.alive, result in ("AL1", "EX")))
    named, side = due.units_of(), due.slots.get("side")
    paying = [units for units, pays in parties if pays and units and not (taken and result != "EX") and units[0].side not in (due.pending.get("paid") or ())]
    asked = [units for units in paying if side in (None, units[0].side) and (not named or any(unit in units for unit in named))]
    yield value("answer", len(asked), "steps_to_lose", where=[due.battle], result=result, count=len(asked))


@rule("13.9", Owed, "answer")
def still_to_be_carried_out(owed: Owed) -> Findings:
    """Losses first, each side its own; then the retreat, or the step that is lost where it is blocked."""
    result = owed.result
    if not result or not owed.battle:
        return
    paid = owed.pending.get("paid") or ()
    defenders, attackers = owed.defenders, owed.alive
    mobile = [unit for unit in defenders if not is_garrison(unit)] or defenders
    if ("DL1" in result or result == "EX") and mobile and mobile[0].side not in paid and not (result != "EX" and owed.pending.get("steps_taken")):
        yield owes("loss", mobile[0].side, [unit.id for unit in mobile])
    if result in ("AL1", "EX") and attackers and attackers[0].side not in paid and not (result == "AL1" and owed.pending.get("steps_taken")):
        yield owes("loss", attackers[0].side, [unit.id for unit in attackers])
    if "DR" not in result or owed.pending.get("retreated"):
        return
    features = owed.s.hex(owed.battle).features
    if "town" in features or "fortified" in features:
        return
    for unit in defenders:
        if unit.hex != owed.battle:
            continue
        try:
            hexes = possible_retreats(owed, unit, owed.battle)
        except Missing:  # where to hangs on something that nobody stated: it is asked when the hex is named
            yield owes("retreat_somewhere", GERMAN, [unit.id], start=owed.battle)
            continue
        if hexes:
            yield owes("retreat", GERMAN, [unit.id], hexes, start=owed.battle)
        elif unit.side not in paid:
            yield owes("blocked", unit.side, [unit.id])


# ---- 13.10 ------------------------------------------------------------------------------------------------------------------
@rule("13.10", Advance)
def into_the_empty_hex(advance: Advance) -> Findings:
    """One or more of the attackers may enter the hex that the defenders left empty, before the next combat."""
    pending = advance.pending
    yield from told_by_other(advance, advance.movers)
    if advance.battle and advance.to != advance.battle:
        yield forbid("advance_elsewhere", where=[advance.to], hex=advance.battle, named=advance.to)
    if len(advance.path) > 1:
        yield forbid("advance_one_hex", where=advance.path)
    if pending.get("later"):
        yield forbid("advance_too_late", later=", ".join(pending["later"]))
    if not pending and not advance.s.stated("pending"):
        yield forbid("nothing_to_advance_from")
    for unit in advance.movers:
        if pending and unit.id not in advance.attackers and unit.id not in advance.supporters:
            yield forbid("did_not_attack", unit, names=", ".join(advance.attackers))
        elif unit.id in advance.s.eliminated:
            yield forbid("already_eliminated", unit)
        elif unit.known_to_be("at", advance.to):
            yield forbid("already_there", unit, advance.to)
    if advance.result in ("AS", "AL1", "none"):
        yield forbid("no_advance_after", result=advance.result)
    enemies = [unit for unit in advance.s.at(advance.to) if unit.side != advance.side]
    if enemies:
        yield forbid("hex_not_empty", advance.to, enemies, enemy=names(enemies))
    else:
        advance.s.complete()
    if advance.forbidden:
        yield define("advance_closed", advance.to)
    else:
        yield permit("may_advance", advance.to, advance.movers)


@rule("13.10", Stay)
def advances_are_voluntary(stay: Stay) -> Findings:
    """No attacker has to advance."""
    if stay.pending and stay.movers != stay.defenders:
        yield permit("no_duty_to_advance", stay.movers)


@rule("13.10", Advance, "after", each="movers")
def advanced(advance: Advance, unit: Unit) -> Findings:
    """The units stand in the hex."""
    yield from went(unit, advance.to, "advance", hex=advance.to)


@rule("13.10", Owed, "answer")
def may_follow(owed: Owed) -> Findings:
    """The attackers may enter the hex that a result has emptied, before the next combat."""
    if not owed.result or not owed.battle or owed.result in ("AS", "AL1", "none") or owed.pending.get("later"):
        return
    units = [unit for unit in owed.alive if unit.hex is not None]
    there = owed.s.at(owed.battle)
    if units and not there and owed.s.facts.get("units_complete", True):
        near = [unit.id for unit in units if owed.s.grid.adjacent(unit.hex or "", owed.battle)]
        yield owes("advance", units[0].side, near, may=True, hex=owed.battle)
