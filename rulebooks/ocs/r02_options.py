"""Resultado OPCIONAL: losses and options, who bears them, and who cannot retreat."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, owes, permit, record, rule, value
from adjudicator.kit import answered, names

from .acts_asked import AskMet
from .acts_questions import AskResult, AskSteps, AskWays, Owed, Question
from .acts_results import ZONE, Carried, Outcome, Trek
from .vocabulary import BARRAGE, OcsCase, part_named, parts, stacking_limit
from .ways import closed, size_of, trapped, ways_out


# ---- whose, in which order ----------------------------------------------------------------------------------------------
@rule("Resultado OPCIONAL", Outcome, "order")
def who_takes_part(outcome: Outcome) -> Findings:
    """A result concerns the units of the combat."""
    involved = {*outcome.attacking, *outcome.defending}
    if not outcome.before:
        return
    for loss in outcome.losses:
        if loss.unit.id not in involved and not loss.zone and not any(loss.unit in trek.units for trek in outcome.treks):
            yield forbid("took_no_part", loss.unit)
        if not outcome.alive(loss.unit):
            yield forbid("already_eliminated", loss.unit)
    told: dict[str, int] = {}
    for loss in outcome.losses:
        told[loss.unit.id] = told.get(loss.unit.id, 0) + loss.steps
    for id_, steps in told.items():
        unit = outcome.unit(id_)
        have = unit.stated("steps")
        if have is not None and steps > have:
            yield forbid("too_few_steps", units=[id_], unit=id_, steps=have, lost=steps)


# ---- losses and hexes ---------------------------------------------------------------------------------------------------
@rule("Resultado OPCIONAL", Outcome, "option")
def losses_and_hexes(outcome: Outcome) -> Findings:
    """What of an option is not taken as losses is retreated, by all who are involved and as many hexes."""
    if not outcome.before:
        if is_carrying_out(outcome):
            yield forbid("nothing_to_carry_out")
        return
    if outcome.kind == "claim_mode" and not is_carrying_out(outcome) and not outcome.stayers:
        return
    total = 0
    for role in outcome.roles:
        for finding in _one_side(outcome, role):
            if finding.to == "losses" and finding.effect == "value":  # of both sides together, where both act in one entry
                total += finding.by
                finding = finding._replace(by=total)
            yield finding


def _one_side(outcome: Outcome, role: str) -> Findings:
    """Adds up what a side does in this entry: points of the result, hexes, steps for zones."""
    part, taken, before = outcome.share(role), outcome.taken(role), outcome.retreated(role)
    if outcome.before.get("steps_taken"):  # of a barrage on a single unit: carried out with the roll
        taken = part.loss
    told, told_zone = outcome.lost_before(role), sum(loss.steps for loss in outcome.mine(role, True))
    hexes, zone, blank = outcome.hexes(role), outcome.zone_owed(role), bool(outcome.open_treks(role))
    walking = [unit for trek in outcome.treks for unit in trek.units if outcome.role_of_unit(unit) == role]
    staying = [unit for unit in outcome.stayers if unit.id in outcome.fighters(role) and outcome.alive(unit)]
    due = max(0, part.loss + part.option - taken)
    left = 0 if role == "defender" and outcome.ignores_option() else min(part.option, max(0, due - told - before))  # hexes, if no more steps are lost
    if not walking and told:
        yield value("hexes_left", left)
    if not (told or told_zone or walking or staying):
        return
    wants = told if blank else max(0, due - (hexes if walking else before))  # steps that the result takes besides the hexes
    for_result = min(told, wants)
    surplus = told - for_result  # can only be for zones
    missing = zone - surplus - told_zone
    dead = _all_die(outcome, role)
    lengths = {len(trek.path) for trek in outcome.treks if trek.path is not None and outcome.role_of_unit(trek.units[0]) == role}
    if len(lengths) > 1 or (hexes and before and hexes != before):
        yield forbid("same_distance", hexes=hexes, others=before or min(lengths))
    if hexes > part.option:
        yield forbid("too_far", hexes=hexes, option=part.option)
        yield value("retreat", left)
    elif surplus + told_zone > zone and (surplus or zone):
        yield forbid("too_many_losses", losses=told + told_zone, owed=wants + zone)
    if walking and for_result < wants and not dead:
        if taken + for_result < part.loss:
            yield forbid("loss_before_retreat", loss=part.loss, taken=taken + for_result)
        else:
            yield forbid("option_not_met", owed=wants - for_result)
        yield value("owed", wants - for_result)
    allowed = {unit.id for units, _ in outcome.zone_steps for unit in units}
    for loss in outcome.mine(role, False) if surplus and not for_result and allowed else ():
        if loss.unit.id not in allowed:  # the hexes have met the option: the step is the zone's, whatever it was called
            yield forbid("not_dg_before", loss.unit, names=", ".join(allowed))
    if missing > 0 and (told or told_zone or outcome.whole):
        yield forbid("zone_step_missing", steps=missing, hexes=", ".join(dict.fromkeys(hex_ for _, hex_ in outcome.zone_steps)))
    elif missing > 0:
        yield define("zone_step_taken", steps=missing)
    if staying and (walking or before):
        yield forbid("all_retreat", staying, names=names(staying))
    elif not walking:
        owed = 0 if dead else max(0, (part.loss - taken if role == "defender" and outcome.ignores_option() else due - before) - told)
        lost = min(owed, max(0, part.loss - taken - told))  # a loss is met with steps alone
        if staying and lost:
            yield forbid("loss_not_taken", owed=lost)
        if staying and owed > lost:
            yield forbid("option_not_met", owed=owed - lost)
        if owed:
            yield value("owed", owed)
    unmet = walking and for_result < wants and not dead  # what is still owed is no loss yet
    yield value("losses", (for_result if unmet else wants if walking else min(told, due)) + zone)
    if hexes <= part.option:
        yield value("retreat", left if blank and not hexes else hexes)
    if not outcome.forbidden:
        yield permit("option_met", losses=for_result + zone, hexes=hexes, result=outcome.result())


def _all_die(outcome: Outcome, role: str) -> bool:
    """Whether the losses of this entry leave nobody of a side."""
    left = 0
    for unit in outcome.living(role):
        lost = sum(loss.steps for loss in outcome.losses if loss.unit.id == unit.id)
        have = unit.stated("steps")
        left += 1 if have is None or have > lost else 0
    return left == 0


# ---- ways out -----------------------------------------------------------------------------------------------------------
@rule("Resultado OPCIONAL", Outcome, "walk")
def retreat_is_open(outcome: Outcome) -> Findings:
    """Hexes that an enemy holds and prohibited hexes are closed; who has no other way out is eliminated."""
    for trek in outcome.treks:
        start = _start(outcome, trek)
        if start is None or not outcome.before:
            continue
        side = str(trek.units[0].side)
        if trek.path is None:
            hexes = max(1, outcome.option(outcome.role_of_unit(trek.units[0])))
            if trapped(outcome, start, hexes, trek.units):
                for unit in trek.units:
                    yield effect(unit=unit.id, removed=True)
                yield permit("no_way_out", trek.units, names=names(trek.units))
            else:
                yield value("retreats", ["-".join((start, *path)) for _, path in islice(ways_out(outcome, start, hexes, side), 36)])
            continue
        before = start
        for hex_ in trek.path:
            if not outcome.adjacent(before, hex_):
                yield forbid("not_a_path", where=[before, hex_], start=before, hex=hex_)
                break
            why = closed(outcome, hex_, side)
            if why:
                yield forbid(why, hex_)
                if trapped(outcome, start, len(trek.path), trek.units):
                    yield define("no_way_out", trek.units, names=names(trek.units))
                    for unit in trek.units:
                        yield effect(unit=unit.id, removed=True)
                break
            before = hex_
        else:
            for hex_ in trek.path:
                outcome.s.at(hex_)  # an enemy of whom nobody knows where he is may stand there
            yield permit("open_path", where=trek.path, names=names(trek.units), path="-".join((start, *trek.path)))


def _start(outcome: Outcome, trek: Trek) -> str | None:
    """The hex a group leaves."""
    return outcome.standing(trek.units[0])


@rule("Resultado OPCIONAL", Outcome, "claims", each="gone")
def claimed_elimination(outcome: Outcome, id_: str) -> Findings:
    """A unit that is said to be eliminated must have lost its last step or have no way out."""
    unit = outcome.unit(id_)
    role = outcome.role_of_unit(unit)
    lost = sum(loss.steps for loss in outcome.losses if loss.unit.id == id_)
    dead = outcome.steps(unit) <= lost or goes_as_excess(outcome, unit)
    if not dead and outcome.before:
        part = outcome.share(role)
        start = outcome.standing(unit)
        paid = part.loss + part.option if outcome.before.get("steps_taken") else outcome.taken(role) + outcome.retreated(role)
        room = part.loss + part.option - paid - sum(loss.steps for loss in outcome.mine(role))
        hexes = min(part.option, room)
        dead = outcome.steps(unit) - lost <= max(room, 0) or (start is not None and hexes > 0 and trapped(outcome, start, hexes, [unit]))
    if dead:
        yield permit("is_eliminated", units=[id_], unit=id_)
        yield effect(unit=id_, removed=True)
    else:
        yield forbid("not_eliminated", units=[id_], unit=id_)


def full_strength(unit: Unit) -> Findings:
    """The steps of a unit before its first loss are those of its full strength, if nobody stated these."""
    if "max_steps" not in unit.facts and "steps" in unit.facts:
        yield record(unit=unit.id, max_steps=unit.facts["steps"])


# ---- what it does -------------------------------------------------------------------------------------------------------
@rule("Resultado OPCIONAL", Outcome, "after")
def carried_out(outcome: Outcome) -> Findings:
    """Steps go, units stand in their new hexes, the dead are removed."""
    told: dict[str, int] = {}
    causes: dict[str, str] = {}
    for loss in outcome.losses:
        told[loss.unit.id] = told.get(loss.unit.id, 0) + loss.steps
        if loss.zone:
            causes[loss.unit.id] = ZONE
    lost_by = {outcome.role_of_unit(loss.unit) for loss in outcome.losses}
    for units, _ in outcome.zone_steps:
        if not units or outcome.role_of_unit(units[0]) in lost_by:
            continue  # the side has said whose steps go; what the other lost pays nothing of it
        if len(units) == 1:
            told[units[0].id] = told.get(units[0].id, 0) + 1
            causes[units[0].id] = ZONE
        else:
            yield effect(any_of=[unit.id for unit in units], count=1, steps=-1)
    places = {unit.id: trek.path[-1] for trek in outcome.treks if trek.path for unit in trek.units}
    paths = {unit.id: "-".join((_start(outcome, trek) or "?", *trek.path)) for trek in outcome.treks if trek.path for unit in trek.units}
    for id_ in dict.fromkeys([*told, *places, *outcome.dg]):
        unit = outcome.unit(id_)
        change: dict[str, Any] = {}
        lost = told.get(id_, 0)
        if lost:
            change["steps"] = -lost
            if (left := outcome.known_steps(unit)) is not None and left <= lost:
                yield effect(unit=id_, steps=-lost, removed=True)
                yield record(did=id_, act="loss", steps=-lost, **({"cause": causes[id_]} if id_ in causes else {}))
                continue
            yield from full_strength(unit)
        if id_ in outcome.dg and unit.mode != "DG":
            change["mode"] = "DG"
        if id_ in places and id_ not in outcome.gone and not overstacked(outcome, id_):
            change["at"] = places[id_]
        if change:
            yield effect(unit=id_, **change)
        if lost:
            yield record(did=id_, act="loss", steps=-lost, **({"cause": causes[id_]} if id_ in causes else {}))
        if id_ in paths:
            yield record(did=id_, act="retreat", path=paths[id_])
    for id_ in told:
        outcome.steps(outcome.unit(id_))  # where nobody knows them it is asked whether these were the last


@rule("Resultado OPCIONAL", Outcome, "stacking", each="treks")
def excess_is_eliminated(outcome: Outcome, trek: Trek) -> Findings:
    """Who ends a retreat overstacked is among those that could not retreat."""
    if trek.path and any(unit.side == trek.units[0].side and unit not in trek.units for unit in outcome.s.at(trek.path[-1])):
        yield define("end_of_retreat", trek.path[-1])


@rule("Resultado OPCIONAL", Outcome, "stacking", after="OCS stacking")
def asked_whether_eliminated(outcome: Outcome) -> Findings:
    """Whether units are removed by a retreat: those that cannot make it, and those that end it overstacked."""
    for _, slots in (each for each in outcome.asked if each[0] == "eliminate"):
        named = [unit.id for unit in outcome.units_of("units", slots)] or [unit.id for trek in outcome.treks for unit in trek.units]
        removed = {item.get("unit") for item in outcome.ruling.effects if item.get("removed") or item.get("eliminated")}
        yield value("answer", "yes" if set(named) <= removed else "no")


# ---- questions ----------------------------------------------------------------------------------------------------------
def role_asked(question: Carried | OcsCase) -> str:
    """The side that a question about a result is asked for."""
    slots = question.slots
    if slots.get("role") in ("attacker", "defender"):
        return str(slots["role"])
    pending = question.pending()
    units = question.units_of()
    first = units[0] if units else None
    attackers = pending.get("attackers") or ()
    if first is not None:
        return "attacker" if first.id in attackers else "defender"
    if slots.get("side") and attackers:
        return "attacker" if question.unit(attackers[0]).side == slots["side"] else "defender"
    wanted = str(slots.get("result") or "")
    if wanted[:1] in ("A", "D"):
        return "attacker" if wanted[0] == "A" else "defender"
    return "attacker" if not wanted and pending.get("result") and attackers and carried(question).owed("attacker") else "defender"


def carried(question: OcsCase) -> Carried:
    """The pending result, for a question about it."""
    found = Carried(question.book, question.s, {}, "", ())
    found.prepare()
    return found


@rule("Resultado OPCIONAL", AskWays, "answer")
def ways_to_meet(question: Question) -> Findings:
    """Every way of splitting what is owed into steps and hexes, with what it brings along."""
    case = carried(question)
    role = role_asked(question)
    said = question.slots.get("result")
    if said:
        attacker, defender, _ = parts(str(said) if str(said)[0] in "AD" else f"{'A' if role == 'attacker' else 'D'}{said}")
        part = attacker if role == "attacker" else defender
    else:
        part = case.share(role)
    taken = case.taken(role) if not said else 0
    left = part.option - max(0, taken - part.loss)
    due = max(0, part.loss - taken)
    living = case.living(role)
    steps = sum(case.steps(unit) for unit in living) if living else None
    found = []
    for hexes in range(left + 1):
        losses = due + left - hexes
        if steps is not None and losses > steps:
            continue
        way: dict[str, Any] = {"losses": losses, "retreat": hexes}
        if hexes >= 2:
            way["mode"] = "DG"
        if hexes and living and steps is not None and losses < steps:
            start = case.standing(living[0])
            if start is not None and trapped(case, start, hexes, living):
                way["removed"] = [unit.id for unit in living]
        found.append(way)
    yield value("ways", found)
    for way in found:
        yield define("way_removed" if "removed" in way else "way_dg" if "mode" in way else "way", losses=way["losses"], hexes=way["retreat"])
    if role == "defender" and case.before and case.ignores_option():
        yield define("option_void")
    yield value("answer", len(found))


@rule("Resultado OPCIONAL", AskSteps, "answer")
def steps_due(question: Question) -> Findings:
    """The steps that the result takes whatever the owner chooses, and the points he may choose about; without a result those a unit has."""
    units = question.units_of()
    if not question.pending().get("result"):
        for unit in units:
            yield from answered("steps_left", question.steps(unit))
        return
    case = carried(question)
    role = role_asked(question)
    due = max(0, case.share(role).loss - case.taken(role)) if case.living(role) else 0
    yield value("losses", due)
    yield value("owed", case.owed(role))
    yield value("answer", min(case.share(role).option, case.owed(role)) if question.slots.get("what") == "hexes" else due)


@rule("Resultado OPCIONAL", AskResult, "answer")
def what_a_result_means(question: Question) -> Findings:
    """A result read as losses, options, exploitation and DG of both sides."""
    said = str(question.slots.get("result") or question.pending().get("result") or "")
    if not said:
        raise Missing("pending.result")
    attacker, defender, dg = parts(said)
    yield value("attacker", part_named(attacker))
    yield value("defender", part_named(defender))
    yield value("dg", dg)
    yield define("result_means", result=said, first=attacker.loss, second=attacker.option, third=defender.loss, fourth=defender.option)
    yield value("answer", said)


@rule("Resultado OPCIONAL", Owed, "answer")
def still_owed(owed: Question) -> Findings:
    """The attacker meets his part first: steps, then options as steps or hexes in any mixture."""
    if not owed.pending().get("result") or owed.pending().get("act") == BARRAGE:
        return
    case = carried(owed)
    for role in ("attacker", "defender"):
        count, units = case.owed(role), case.living(role)
        if count <= 0 or not units:
            continue
        first = case.first_loser(role)
        part = case.share(role)
        if owed.slots.get("role") == role:
            yield from answered("owed", count)
        if count > part.option:
            due = count - part.option
            yield owes("loss" if due == 1 or first else "losses", units[0].side, [first.id] if first else [unit.id for unit in units], count=due)
        else:
            ids = [unit.id for unit in units]
            yield owes("option", units[0].side, ids, count=count, first=first.id) if first is not None else owes("option_free", units[0].side, ids, count=count)


def is_carrying_out(outcome: Outcome) -> bool:
    """Whether something of the result is done, and not only claimed."""
    return bool(outcome.losses or outcome.treks)


def overstacked(outcome: Outcome, id_: str) -> bool:
    """Whether a unit is known to be removed for overstacking; what is not known is asked for later."""
    for trek in outcome.treks:
        if trek.path and any(unit.id == id_ for unit in trek.units):
            try:
                return id_ in [unit.id for unit in excess(outcome, trek)[0]]
            except Missing:
                return False
    return False


def met_by(outcome: Outcome, trek: Trek) -> list[Unit]:
    """Units of its side with which a group stands together at the end of its retreat."""
    assert trek.path is not None
    hex_, side = trek.path[-1], str(trek.units[0].side)
    leaving = tuple(unit.id for unit in trek.units)
    others = [unit for other in outcome.treks if other is not trek and other.path and other.path[-1] == hex_ for unit in other.units]
    return [unit for unit in outcome.s.at(hex_) if unit.side == side and unit.id not in leaving] + others


def excess(outcome: Outcome, trek: Trek) -> tuple[list[Unit], list[list[Unit]]]:
    """(units that must go, the choices if the owner has one) where a group ends overstacked."""
    others = met_by(outcome, trek)
    if not others:
        return [], []
    over = size_of(others) + size_of(trek.units) - stacking_limit(outcome)
    if over <= 0:
        return [], []
    for count in range(1, len(trek.units) + 1):
        sets = [list(group) for group in combinations(trek.units, count) if size_of(list(group)) >= over]
        if sets:
            return (sets[0], []) if len(sets) == 1 else ([], sets)
    return list(trek.units), []


def goes_as_excess(outcome: Outcome, unit: Unit) -> bool:
    """Whether a retreating unit may be the one that its owner removes from an overstacked hex."""
    for trek in outcome.treks:
        if trek.path and unit in trek.units:
            gone, choices = excess(outcome, trek)
            return unit in gone or any(unit in group for group in choices)
    return False


@rule("Resultado OPCIONAL", AskMet, "answer")
def met_in_full(question: Carried) -> Findings:
    """A side has met its part when its steps and hexes add up to what the result takes."""
    role = role_asked(question)
    left = question.owed(role)
    yield value("owed", left)
    yield value("answer", "yes" if bool(left) == bool(question.slots.get("left")) else "no")
