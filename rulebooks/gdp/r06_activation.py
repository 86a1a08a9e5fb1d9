"""Chapter 6: activation."""

from __future__ import annotations

from adjudicator.book import Findings, InputError, Unit, define, forbid, permit, record, rule, value
from adjudicator.book.engine import suppose
from adjudicator.kit import belongs, in_command_of, is_legal

from .acts import Activate, Enter, Movement, Pass
from .acts_combat import Attack, Barrage, DirectFire, Overrun
from .acts_turn import AskActivation, AskCommand, DrawActivation, Question
from .r03_turn import drawn_this_turn
from .vocabulary import GdpCase, by_division, hq_of, is_division_hq, is_division_name, is_hq


@rule("6.0", Activate)
def own_battalion_only(activate: Activate) -> Findings:
    """A battalion HQ activates units of its own battalion and no other; a division HQ those of one battalion of its choice."""
    chit = activate.chit
    if chit is None:
        return
    battalions = list(dict.fromkeys(unit.formation for unit in activate.chosen if not is_division_hq(unit)))
    if is_division_name(activate, chit):
        if len(battalions) > 1:
            yield forbid("one_battalion", formations=", ".join(str(name) for name in battalions))
        if activate.hq is not None and not is_division_hq(activate.hq):
            yield forbid("other_hq", activate.hq, hq=activate.hq.id, chit=chit)
        if hq_of(activate, chit, activate.side) is None:
            yield forbid("no_division_hq", chit=chit)
        return
    if activate.hq is not None and activate.hq.formation != chit:
        yield forbid("other_hq", activate.hq, hq=activate.hq.id, chit=chit)
    if foreign := [unit for unit in activate.chosen if not belongs(unit, chit)]:
        yield forbid("other_battalion", foreign, chit=chit)


@rule("6.0", Activate)
def once_a_turn(activate: Activate) -> Findings:
    """No battalion and no unit is activated twice in a turn; one that passed can only be taken by a division HQ."""
    chit = activate.chit
    for battalion in dict.fromkeys(unit.formation for unit in activate.chosen if unit.formation is not None):
        if activate.done(battalion, "activated"):
            yield forbid("battalion_activated", formation=battalion)
        elif activate.done(battalion, "passed"):
            if chit is not None and is_division_name(activate, chit):
                yield permit("passed_battalion_rescued", formation=battalion)
            else:
                yield forbid("battalion_passed", formation=battalion)
    yield from (forbid("unit_activated", unit) for unit in activate.chosen if activate.done(unit.id, "activated"))
    if chit is not None and is_division_name(activate, chit):
        others = [name for name in by_division(activate, activate.side) if name not in {unit.formation for unit in activate.chosen}]
        if others:
            yield forbid("division_hq_used", chit=chit, formation=", ".join(others))


@rule("6.0", Activate)
def in_activation_range(activate: Activate) -> Findings:
    """From the HQ, not counting its hex, to the unit, counting its hex; terrain, enemies and ZOC do not matter."""
    chit = activate.chit
    hq = activate.hq or (hq_of(activate, chit, activate.side) if chit is not None else None)
    if hq is None or hq.hex is None:
        return
    for unit in activate.chosen:
        place = activate.standing(unit)
        if unit is hq:
            continue
        if place is None:
            yield define("off_map_in_range", unit)
            continue
        far = activate.distance(hq.hex, place)
        reach = hq.command_range
        if far > reach and is_division_hq(hq) and activate.reading("A9") == "exempt":
            yield permit("division_range_exempt", unit, hq, unit=unit.id, hq=hq.id)
        elif far > reach:
            yield forbid("out_of_activation_range", unit, hq, hq.hex, place, unit=unit.id, hq=hq.id, distance=far, range=reach)
        else:
            yield permit("in_activation_range", unit, hq, unit=unit.id, hq=hq.id, distance=far, range=reach)


@rule("6.0", Activate)
def any_or_none(activate: Activate) -> Findings:
    """The HQ may take one, some, all or none of the units in its range."""
    if activate.chosen and not activate.forbidden:
        yield permit("activated", activate.chosen)


@rule("6.0", Activate, "after")
def they_are_activated(activate: Activate) -> Findings:
    """Who has been activated, and by which chit."""
    ids = [unit.id for unit in activate.chosen]
    yield record(state="activated", value=[*(activate.s.activated or ()), *ids])
    for battalion in dict.fromkeys(unit.formation for unit in activate.chosen if unit.formation is not None):
        yield record(did=battalion, act="activated", chit=activate.chit)


@rule("6.0", AskActivation, "answer")
def whom_an_hq_activates(question: Question) -> Findings:
    """The units of its battalion that are in range of an HQ and have not been activated."""
    named = question.units_of()
    chit = question.s.chit
    hq = next((unit for unit in named if is_hq(unit)), None)
    if hq is None and chit is not None:
        hq = hq_of(question, chit, str(question.s.active))
    if hq is None:
        raise InputError("no_units")
    able = []
    for unit in question.s.placed():
        if unit is hq or unit.side != hq.side or is_hq(unit):
            continue
        ruling = suppose(question, "activate", {"units": (hq.id, unit.id)})
        if is_legal(question, ruling):
            able.append(unit.id)
    yield value("answer", ", ".join(able) or "none", "can_be_activated", units=able, unit=", ".join(able) or "-")


@rule("6.0", AskCommand, "answer")
def is_it_in_range(question: Question) -> Findings:
    """Whether a unit stands within the range of an HQ; that of a division may have none (A9)."""
    hq, unit, start, place = in_command_of(question, is_hq, lambda unit: hq_of(question, str(unit.formation), unit.side))
    far, reach = question.distance(start, place), hq.command_range
    exempt = far > reach and is_division_hq(hq) and question.reading("A9") == "exempt"
    key = "division_range_exempt" if exempt else "in_activation_range" if far <= reach else "out_of_activation_range"
    yield value("distance", far)
    asked = (exempt or far <= reach) != bool(question.slots.get("outside"))
    yield value("answer", "yes" if asked else "no", key, unit, hq, unit=unit.id, hq=hq.id, distance=far, range=reach)


@rule("6.0", Pass)
def pass_the_chit(passing: Pass) -> Findings:
    """A chit may be discarded without activating anybody."""
    chit = passing.s.chit
    named = [*(passing.slots.get("units") or ())]
    whose = [unit.formation or unit.id for name in named if (unit := passing.s.units.get(name)) is not None]
    if chit is not None and named and chit not in (*named, *whose):
        yield forbid("chit_not_drawn", chit=", ".join(named), drawn=chit)
    elif chit is not None and passing.done(chit, "passed"):
        yield forbid("battalion_passed", formation=chit)
    elif chit is not None:
        yield permit("passed", chit=chit)


@rule("6.0", Pass, "after")
def passed(passing: Pass) -> Findings:
    """The chit is discarded."""
    if (chit := passing.s.chit) is not None:
        yield record(did=chit, act="passed")


@rule("6.0", (Movement, Attack, Barrage, DirectFire))
def must_be_activated(case: GdpCase) -> Findings:
    """A unit moves or fights only if its own HQ's chit, or a division HQ's, has activated it."""
    chit = case.s.chit
    if chit is None:
        return
    listed = case.s.activated
    entering = isinstance(case, Enter)
    division = is_division_name(case, chit)
    for unit in case.taking_part:
        if listed is not None and unit.id in listed:
            continue
        if not division and unit.formation == chit and case.done(chit, "passed"):
            yield forbid("battalion_passed", unit, formation=chit)
            continue
        if is_division_hq(unit) and division:
            continue
        if not division and not belongs(unit, chit):
            yield forbid("other_battalion", unit, chit=chit)
            continue
        if division and listed is not None:
            battalions = {other.formation for name in listed if (other := case.s.units.get(name)) is not None}
            if battalions and unit.formation not in battalions:
                yield forbid("one_battalion", unit, formations=", ".join(sorted(str(name) for name in [*battalions, unit.formation])))
                continue
        if division and unit.formation is not None and case.done(unit.formation, "activated"):
            yield forbid("battalion_activated", unit, formation=unit.formation)
            continue
        if entering or unit.reinforcement is not None or unit.hex is None:
            continue
        yield from _in_range_now(case, unit, chit, listed)


def set_out_from(case: GdpCase, hq: Unit) -> str | None:
    """Where an HQ stood before it moved in this activation, None if it has not."""
    for item in case.done(hq.id, "move"):
        path = item.get("path") or ()
        hexes = path.split("-") if isinstance(path, str) else list(path)
        if item.get("from") or hexes:
            return str(item.get("from") or hexes[0])
    return None


def _in_range_now(case: GdpCase, unit: Unit, chit: str, listed: list[str] | None) -> Findings:
    hq = hq_of(case, chit, case.side)
    if hq is None or hq is unit:
        if listed is not None and hq is None and not is_hq(unit) and not case.done(unit.id, "move", "overrun"):
            yield forbid("not_activated", unit)
        return
    if isinstance(case, (Attack, Overrun)):
        return  # 10.0 measures the range of attackers
    far = case.distance(hq.hex or "", unit.hex or "")
    if unit.spent:
        return
    before = set_out_from(case, hq)
    if before is not None and before != hq.hex:
        then = case.distance(before, unit.hex or "")
        if (then > hq.command_range) != (far > hq.command_range) and case.reading("A34") == "activation":
            far = then
    if far > hq.command_range and not (is_division_hq(hq) and case.reading("A9") == "exempt"):
        yield forbid("out_of_activation_range", unit, hq, unit=unit.id, hq=hq.id, distance=far, range=hq.command_range)


@rule("6.0", DrawActivation)
def drawn_once(draw: DrawActivation) -> Findings:
    """A chit that has been drawn stays out of the cup until the next turn."""
    if drawn_this_turn(draw.s, draw.chit):
        yield forbid("chit_drawn_already", chit=draw.chit)
        return
    yield permit("activation_chit_drawn", chit=draw.chit, side=draw.side)
    yield record(did=draw.chit, act="drawn")
    yield record(state="chit", value=draw.chit)
    yield record(state="active", value=draw.side)
    yield record(forget="activated")
    yield record(forget="pending")
