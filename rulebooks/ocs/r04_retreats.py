"""Retiradas: who retreats and who may join, enemy zones of control on the way."""

from __future__ import annotations

from itertools import islice

from adjudicator.book import Findings, InputError, Missing, Unit, define, drawn, forbid, permit, rule, value
from adjudicator.kit import names

from .acts_asked import AskChooser, AskNegated
from .acts_questions import AskRetreats, Question
from .acts_results import Outcome, Trek
from .r02_options import carried, role_asked
from .r03_dg import held, is_mode, judge_claims
from .vocabulary import is_combat, is_organic_truck, zone_of
from .ways import MOST_WAYS, overstacks, ways_out


@rule("Retiradas", Outcome, "order", after="OCS Combat Table")
def own_units_and_who_joins(outcome: Outcome) -> Findings:
    """Each player retreats his own, together or scattered; combat units and organic trucks of the same hex may join."""
    if not outcome.before:
        return
    for kind, side, units in outcome.strangers:
        if kind in ("retreat", "move"):
            yield forbid("own_retreats", side=side, names=names(units))
    for trek in outcome.treks:
        role = outcome.role_of_unit(trek.units[0])
        part = outcome.share(role)
        if not part.option and not outcome.before.get("retreat_open"):
            yield forbid("no_option", result=outcome.result(), role=role)
        starts = {unit.stated("at") for unit in trek.units}
        if len(starts) > 1:
            yield forbid("different_hexes", names=names(trek.units))
        for unit in trek.units:
            if not outcome.alive(unit):
                yield forbid("already_eliminated", unit)
            elif unit.id not in outcome.fighters(role):
                yield from _joins(outcome, trek, unit, role)
    if len(outcome.treks) > 1 and not outcome.forbidden:
        yield permit("may_scatter")


def _joins(outcome: Outcome, trek: Trek, unit: Unit, role: str) -> Findings:
    """A unit that took no part joins a retreat."""
    others = [other for each in outcome.treks for other in each.units if other.id in outcome.fighters(role)]
    gone_back = [id_ for id_ in outcome.fighters(role) if outcome.deeds(id_, "retreat")]
    left = {path.split("-")[0] for id_ in gone_back for item in outcome.deeds(id_, "retreat") if (path := str(item.get("path", "")))}
    hexes = {other.stated("at") for other in others} | left
    if not others and not gone_back:
        yield forbid("joins_nobody", unit)
    elif unit.stated("at") not in hexes:
        passed = {hex_ for each in outcome.treks for hex_ in each.path or ()}
        if unit.stated("at") not in passed or outcome.reading("6.8") != "passed":
            yield forbid("joins_elsewhere", unit)
    elif is_organic_truck(unit) or is_combat(unit):
        yield permit("may_join", unit)
    else:
        yield forbid("may_not_join", unit, kind=unit.kind)


def _loss_hexes(outcome: Outcome, trek: Trek) -> list[tuple[list[Unit], str]]:
    """Goes along a retreat: who becomes DG where, and the zones that cost a step, with those who may lose it."""
    assert trek.path is not None
    side = str(trek.units[0].side)
    disorganised = {unit.id for unit in trek.units if unit.mode == "DG" or unit.id in outcome.were_dg}
    found: list[tuple[list[Unit], str]] = []
    for at, hex_ in enumerate(held(outcome, trek)):
        if zone_of(outcome, hex_, side):
            before = [unit for unit in trek.units if unit.id in disorganised]
            if before and not (found and outcome.reading("6.9") == "once"):
                alone = len(before) == len(trek.units)
                losers = before if alone or outcome.reading("loser") == "before" else list(trek.units)
                found.append((losers, hex_))
            for unit in trek.units:
                outcome.dg[unit.id] = None
                disorganised.add(unit.id)
            for unit in outcome.s.at(hex_):
                if unit.side == side and unit not in trek.units:
                    outcome.dg[unit.id] = None
        if at == 1:
            disorganised.update(unit.id for unit in trek.units)
    return found


@rule("Retiradas", Outcome, "steps")
def enemy_zones(outcome: Outcome) -> Findings:
    """An enemy zone disorganises who enters it and who stands there; a stack of which any part was DG before loses a step."""
    for trek in outcome.treks:
        if trek.path is None or outcome.forbidden and not outcome.before:
            continue
        before = set(outcome.dg)
        side = str(trek.units[0].side)
        try:
            steps = _loss_hexes(outcome, trek)
        except Missing as missing:
            if missing.values is not None or outcome.claimed or outcome.losses or outcome.whole or outcome.asked or outcome.demanded is not None:
                raise
            outcome.unsettled = missing
            continue
        outcome.zone_steps += steps
        zones = [hex_ for hex_ in held(outcome, trek) if zone_of(outcome, hex_, side)]
        fresh = [id_ for id_ in outcome.dg if id_ not in before]
        if zones:
            yield define("zone_entered", where=zones, hexes=", ".join(zones), names=", ".join(fresh) or names(trek.units))
        elif not outcome.forbidden:
            yield define("no_zone", where=trek.path)
        for losers, hex_ in steps:
            yield define("zone_step", hex_, losers, names=names(losers))
            yield value("loss_from", [unit.id for unit in losers])
    yield from _right_losers(outcome)


def _where(outcome: Outcome, trek: Trek | None, id_: str) -> str | None:
    """The hex in which a unit becomes DG: where it stands, by the result; else the first zone that it enters, or the second hex."""
    if id_ in outcome.were_dg or trek is None:
        return outcome.standing(outcome.unit(id_)) if id_ in outcome.dg else None
    side = str(trek.units[0].side)
    return next((hex_ for at, hex_ in enumerate(held(outcome, trek)) if at == 1 or zone_of(outcome, hex_, side)), None)


@rule("Retiradas", Outcome, "stacking")
def unsettled_zones(outcome: Outcome) -> Findings:
    """Who is DG hangs on what was not stated of the zones on the way; the retreat itself does not."""
    if outcome.unsettled is not None:
        raise outcome.unsettled
    yield from ()


@rule("Retiradas", Outcome, "numbers")
def who_is_disorganised(outcome: Outcome) -> Findings:
    """Who is DG after it all."""
    if outcome.treks and outcome.before:
        outcome.all_known()
        yield value("disorganised", list(outcome.dg))
    for id_ in outcome.goods:
        yield forbid("goods_stay", marker=id_)


def _right_losers(outcome: Outcome) -> Findings:
    """Steps that were said to be for a zone come from units that were DG before it."""
    allowed = {unit.id for losers, _ in outcome.zone_steps for unit in losers}
    named = [loss for loss in outcome.losses if loss.zone]
    for loss in named:
        if not outcome.zone_steps:
            yield forbid("no_zone_step", loss.unit)
        elif loss.unit.id not in allowed:
            yield forbid("not_dg_before", loss.unit, names=", ".join(allowed))


@rule("Retiradas", Outcome, "claims")
def mode_by_zones(outcome: Outcome) -> Findings:
    """What is said of the mode of units that an enemy zone disorganised."""
    far = {unit.id for trek in outcome.treks if len(trek.path or ()) >= 2 for unit in trek.units}
    yield from judge_claims(outcome, {id_ for id_ in outcome.dg if id_ not in outcome.were_dg and id_ not in far})


@rule("Retiradas", Outcome, "claims")
def demanded_steps(outcome: Outcome) -> Findings:
    """Steps that the other side demands for enemy zones: so many as the zones entered in DG cost."""
    if outcome.demanded is None:
        return
    due = sum(outcome.zone_owed(role) for role in outcome.roles)
    if outcome.demanded != due:
        yield forbid("demanded", steps=outcome.demanded, owed=due)
    else:
        yield permit("zone_step_taken", steps=due)


@rule("Retiradas", Outcome, "numbers")
def what_was_asked_of_it(outcome: Outcome) -> Findings:
    """Whether the retreat disorganises somebody or costs him a step, where that was asked."""
    for kind, slots in outcome.asked:
        if kind == "eliminate":
            continue  # that is known at the end of the retreat
        query = slots.get("ask")
        if kind == "how_many" or query is not None and query.what == "value":  # how many steps it loses
            losses = outcome.computed("losses")
            yield value(
                "answer", sum(outcome.zone_owed(role) for role in outcome.roles) if losses is None else losses
            )  # the zone costs it without a result, too
            continue
        if kind == "claim_mode" and slots.get("where"):
            trek = next((trek for trek in outcome.treks for unit in trek.units if unit.id in slots["units"]), None)
            yield value("answer", _where(outcome, trek, slots["units"][0]) or "none")
            continue
        if kind == "claim_mode" and not slots.get("units"):  # who becomes DG, how many of them
            side = slots.get("side")
            marked = [id_ for id_ in outcome.dg if side is None or outcome.unit(id_).side == side]
            yield value("answer", len(marked) if slots.get("count") else ", ".join(marked) or "none")
            continue
        named = [unit.id for unit in outcome.units_of("units", slots)] or [unit.id for trek in outcome.treks for unit in trek.units]
        if kind == "claim_mode":
            wanted = slots.get("mode") or str(slots.get("state") or "mode:DG").partition(":")[2]
            holds = all(is_mode(outcome, id_, wanted) for id_ in named)
        else:
            due = sum(outcome.zone_owed(role) for role in outcome.roles)
            count = slots.get("count")
            holds = due > 0 if count is None or count < 2 else due == count
        yield value("answer", "yes" if holds else "no")


@rule("Retiradas", Outcome, "stacking", after="OCS stacking")
def asked_who_loses(outcome: Outcome) -> Findings:
    """Whose step a retreat costs."""
    if any(kind == "who_loses" for kind, _ in outcome.asked):
        lost = outcome.ruling.computed.get("loss_from") or sorted({loss.unit.id for loss in outcome.losses})
        yield value("answer", lost[0] if len(lost) == 1 else list(lost) or "none")


@rule("Retiradas", AskRetreats, "answer")
def where_it_may_retreat(question: AskRetreats) -> Findings:
    """Every way out of a retreat, those without an enemy zone first, and what it costs."""
    units = question.at_least_one(question.units_of() or [unit for unit in question.s.at(question.slots.get("at") or "") if is_combat(unit)])
    unit = units[0]
    start = question.standing(unit)
    if start is None:
        raise InputError("not_on_map", unit=unit.id)
    hexes = question.slots.get("hexes")
    if hexes is None:
        case = carried(question)
        role = role_asked(question)
        hexes = max(1, case.share(role).option - max(0, case.taken(role) - case.share(role).loss)) if case.before.get("result") else 1
    side = str(unit.side)
    found = []
    for cost, path in islice(ways_out(question, start, int(hexes), side, lambda hex_: int(bool(zone_of(question, hex_, side)))), MOST_WAYS):
        try:
            if unit.stated("re") is not None and overstacks(question, path[-1], side, unit.re, (unit.id,)):
                continue
        except Missing:
            pass
        found.append((cost, "-".join(path) if len(path) > 1 else path[0]))
    if question.whole and any(other.mode == "DG" for other in units):  # a zone costs a step where part of the stack is DG
        found = [(cost, path) for cost, path in found if not cost]
    found.sort()
    ways = [path for _, path in found]
    dear = sorted({cost for cost, _ in found})
    yield drawn("ranks", {path: dear.index(cost) + 1 for cost, path in found})
    yield value("retreats", ways, "retreats" if found else "no_retreat", unit, hexes=", ".join(ways))
    zones = [path for cost, path in found if cost]
    if zones:
        yield define("retreats_into_zones", hexes=", ".join(zones))
    yield value("answer", ", ".join(ways) or "none")


@rule("Retiradas", AskNegated, "answer")
def zones_are_not_negated(question: Question) -> Findings:
    """Own combat units in the hex take no enemy zone off a retreat."""
    yield define("zone_not_negated")
    yield value("answer", "no")


@rule("Retiradas", AskChooser, "answer")
def owner_chooses(question: AskChooser) -> Findings:
    """Each player retreats his own units and chooses which of them lose steps."""
    if question.slots.get("what") == "advance":
        return
    units = question.units_of()
    case = carried(question)
    side = units[0].side if units else case.unit(case.fighters(role_asked(question))[0]).side
    yield define("owner_chooses", side=side)
    yield value("answer", side)
