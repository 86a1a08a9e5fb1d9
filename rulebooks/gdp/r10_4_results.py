"""Chapter 10, combat, 10.4: results and losses."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Unit, effect, forbid, owes, permit, record, rule, value
from adjudicator.kit import ids, names
from adjudicator.play.duties import duties

from .acts_combat import Attack
from .acts_results import Aftermath, Eliminate, Loss, Owed, Resolve
from .acts_turn import DrawActivation, HowMany
from .vocabulary import GdpCase, fought, is_hq, loss, survives

WHAT = {"E": "all", "P": "half", "D": "one", "C": "reduce", "R": "retreat"}


@rule("10.4", Attack, "result")
def what_the_result_does(attack: Attack) -> Findings:
    """The code says which side loses what; the owner chooses, an HQ only if it is the sole defender."""
    code = attack.computed("result")
    if code in (None, "-"):
        yield record(state="pending", value={**attack.announced, "result": code})
        return
    units = attack.attackers if code[0] == "A" else attack.defenders
    helped = attack.side if code[0] == "A" else attack.enemy
    units = [*units, *attack.guns_among(helped)]
    if attack.support.get(helped):
        yield value("suffering", [unit.id for unit in units], "suffering", unit=names(units))
    changes = list(carried_out(attack, code, units))
    yield from changes
    open_choice = any("any_of" in finding.by for finding in changes if finding.effect == "effect")
    yield record(state="pending", value={**attack.announced, "result": code, "steps_taken": code[1] in "EPDC" and not open_choice})


def carried_out(case: GdpCase, code: str, units: list[Unit]) -> Findings:
    """The changes of the position that a result brings, as far as nobody has a choice."""
    carriers = [unit for unit in units if not unit.riding]
    combat = [unit for unit in carriers if not is_hq(unit)] or carriers
    what = WHAT[code[1]]
    if what == "all":
        yield from (effect(unit=unit.id, eliminated=True) for unit in units)
        return
    if what == "retreat":
        yield value("retreat", 2, "must_retreat", units)
        return
    if what == "half":
        count = len(carriers) // 2
        if count and count == len(combat):
            what, combat = "all", combat
            for unit in combat:
                yield from _with_riders(case, {"unit": unit.id, "eliminated": True}, unit)
        elif count:
            yield effect(any_of=[unit.id for unit in combat], count=count, eliminated=True)
        return
    if len(combat) == 1:
        change = {"unit": combat[0].id, "eliminated": True} if what == "one" else loss(combat[0])
        yield from _with_riders(case, change, combat[0])
    elif combat:
        change = {"eliminated": True} if what == "one" else {"steps": -1}
        yield effect(any_of=[unit.id for unit in combat], count=1, **change)


def _with_riders(case: GdpCase, change: dict[str, Any], unit: Unit) -> Findings:
    """A loss to a tank is suffered by its rider too (9.5)."""
    yield effect(**change)
    for rider in case.riders(unit):
        yield effect(**({"unit": rider.id, "eliminated": True} if "steps" not in change else loss(rider)))


@rule("10.4", (Loss, Eliminate))
def who_pays(case: Loss | Eliminate) -> Findings:
    """The owner of the units that suffer the result decides which of them pays, an HQ only as the sole defender; nobody pays twice."""
    said, dead = case.slots.get("result"), isinstance(case, Eliminate)
    result = said or case.result
    if said and case.result and said != case.result:
        yield forbid("other_result", result=case.result, named=said)
    if result is None:
        yield forbid("nothing_pending")
        return
    barrage, retreat = result.startswith("hit_"), result in ("AR", "DR")
    if result == "-" or (retreat and not dead):
        yield forbid("no_loss_called_for", result=result)
    if case.pending.get("steps_taken") and not retreat:
        yield forbid("loss_taken_already", result=result)
    suffering = case.attackers if result.startswith("A") else ids(case.defenders())
    chooser = case.chooser()
    for unit in case.movers:
        if barrage and chooser and (unit.side == chooser) != (case.reading("A13") == "owner"):
            yield forbid("other_side_chooses", unit, side=chooser)
        elif not barrage and not retreat and chooser and unit.side != chooser:
            yield forbid("owner_chooses", unit, side=chooser)
        if unit.id not in suffering:
            yield forbid("not_in_combat", unit, result=result)
        others = [id_ for id_ in suffering if id_ != unit.id and id_ not in case.s.eliminated]
        if is_hq(unit) and others and result[1:] in ("P", "D", "C"):
            yield forbid("hq_pays_last", unit, other=", ".join(others))
        if unit.id in case.s.eliminated and (unit.id not in suffering or unit.id in (case.pending.get("lost") or ())):
            yield forbid("already_eliminated", unit)
        if dead and result in ("AC", "DC") and survives(unit):
            yield forbid("only_reduced", unit)
        if isinstance(case, Loss) and case.slots.get("count") == 1 and result in ("AD", "DD", "AE", "DE", "AP") and survives(unit):
            yield forbid("whole_unit", unit, result=result)
    wanted = still_to_lose(result, case.pending)
    if len(case.movers) > wanted and not retreat:
        yield forbid("too_many_losses", case.movers, result=result, count=wanted)
    if case.movers and not case.forbidden:
        yield permit("eliminated" if dead else "loss_taken", case.movers, result=result)


@rule("10.4", (Loss, Eliminate), "after")
def they_have_paid(case: Loss | Eliminate) -> Findings:
    """AC and DC cost one unit a step; AD, DD, AP, AE and DE, and a retreat that is not possible, remove units."""
    result = case.slots.get("result") or case.result or ""
    for unit in case.movers:
        step = isinstance(case, Loss) and (result in ("AC", "DC") or result.startswith("hit_"))
        yield from _with_riders(case, loss(unit) if step else {"unit": unit.id, "eliminated": True}, unit)
    if result in ("AR", "DR"):
        gone = dict.fromkeys([*(case.pending.get("gone") or ()), *ids(case.movers)])
        yield record(state="pending", value={**case.pending, "gone": list(gone)})
    else:
        yield from paid(case)


def paid(case: Loss | Eliminate) -> Findings:
    """Keep who has paid; with the last of them the losses of the result are taken."""
    pending = case.pending
    if pending and not pending.get("steps_taken"):
        count = still_to_lose(case.slots.get("result") or case.result or "-", pending) - len(case.movers)
        lost = dict.fromkeys([*(pending.get("lost") or ()), *ids(case.movers)])
        yield record(state="pending", value={**pending, "lost": list(lost), "steps_taken": count <= 0})


def still_to_lose(result: str, pending: dict[str, Any]) -> int:
    """How many units have still to pay for a result: half of them in all, rounded down, for AP."""
    there = len(pending.get("attackers" if result[0] == "A" else "defenders") or ())
    count = {"hit_2_losses": 2, "AP": there // 2, "AE": there, "DE": there}.get(result, 1)
    return count - len(pending.get("lost") or ())


@rule("10.4", Resolve)
def carry_out(resolve: Resolve) -> Findings:
    """A result that is being carried out."""
    code = resolve.slots.get("result") or resolve.result
    if code is None:
        yield forbid("nothing_pending")
    else:
        yield permit("result_none" if code == "-" else f"result_{code}" if len(code) == 2 else "result", result=code)


@rule("10.4", Resolve, "numbers")
def outcome(resolve: Resolve) -> Findings:
    """What the result comes to; choices are listed."""
    code = resolve.slots.get("result") or resolve.result or "-"
    if code == "-" or (resolve.pending.get("steps_taken") and code[1] != "R"):
        return
    units = resolve.suffering(code)
    yield from carried_out(resolve, code, units)


@rule("10.4", HowMany, "answer")
def what_a_result_costs(question: GdpCase) -> Findings:
    """How many steps, or whole units, a result still costs."""
    pending = fought(question.s)
    code = pending.get("result")
    if code and question.slots.get("what") == "steps":
        count = 0 if code[1:] in ("", "R") or pending.get("steps_taken") else still_to_lose(code, pending)
        yield value("answer", count, "result_none" if code == "-" else f"result_{code}" if len(code) == 2 else "result", result=code)


@rule("10.4", Owed, "answer")
def losses_due(owed: Aftermath) -> Findings:
    """A loss that the owner has to lay on one of his units."""
    code = owed.result
    if not code or code[1:] not in ("P", "D", "C") or owed.pending.get("steps_taken"):
        return
    units = owed.suffering(code)
    for finding in carried_out(owed, code, units):
        if finding.effect == "effect" and "any_of" in finding.by:
            side = owed.unit(finding.by["any_of"][0]).stated("side")
            count = still_to_lose(code, owed.pending)
            yield owes("loss" if "steps" in finding.by else "eliminate", side, finding.by["any_of"], count=count)


@rule("10.4", DrawActivation)
def after_what_is_owed(draw: DrawActivation) -> Findings:
    """No chit comes out while a result is still to be carried out."""
    pending = draw.s.pending or {}
    if pending.get("result") and any(not duty.may for duty in duties(draw.book, draw.s)):
        yield forbid("carry_out_first", result=pending["result"], hex=pending.get("hex", "?"))
