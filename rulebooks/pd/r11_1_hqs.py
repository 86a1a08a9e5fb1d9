"""Chapter 11, 11.1: headquarters."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, define, effect, forbid, permit, rule, says, value
from adjudicator.kit import UnitStep, names

from .acts import Activate, Move, PdCase, Question
from .acts_combat import Advance, AskIndependent, Combat, Eliminate, Leaving, Loss, Resolve, Retreat, Stay
from .acts_turn import LostChit
from .r06_2_ground import lone_hqs
from .r09_0_combat import carried_out, has_result, outcome_in, outcome_of
from .r09_4_losses import claim_of, claims, forced_losses, hqs_told
from .r09_5_0_retreats import need_of
from .vocabulary import formations_of, hq_gone, independent, is_combat, is_hq, is_immobile, is_ship, lost_command, steps_left


@rule("11.1.1", Retreat, "end")
def hqs_go_with_their_stack(retreat: Retreat, hq: Unit) -> Findings:
    """An HQ that stood with combat units at the start of the combat goes the way of one of them."""
    if not is_hq(hq) or outcome_of(retreat) is None:
        return
    start = retreat.ways[hq.id][0]
    stack = [unit for unit in retreat.movers if is_combat(unit) and retreat.ways[unit.id][0] == start]
    need = need_of(retreat, hq) or 0
    mine = retreat.ways[hq.id][1 : need + 1]
    if stack and all(retreat.ways[unit.id][1 : need + 1] != mine for unit in stack):
        yield forbid("hq_goes_elsewhere", hq, hq=hq.id, unit=names(stack))


@rule("11.1.1", Stay, when=has_result)
def hqs_do_not_stay(stay: Stay) -> Findings:
    """An HQ does not stay behind when the units with it have to retreat."""
    outcome = carried_out(stay)
    for hq in (unit for unit in stay.movers if is_hq(unit)):
        attacker = not stay.defends(hq)
        went = [id_ for id_ in (stay.attacker_ids if attacker else [unit.id for unit in outcome.defenders]) if stay.deeds(id_, "retreat")]
        stack = [unit for unit in stay.friends_at(hq.hex or "", hq.side) if is_combat(unit) and not is_immobile(unit)]
        involved = hq.hex == outcome.battle if not attacker else hq.hex in {unit.hex for unit in outcome.attackers} or bool(went)
        if involved and (stack or went) and outcome.hexes_of(hq.hex or outcome.battle, attacker):
            yield forbid("hq_must_retreat", hq)


@rule("11.1.1", Retreat)
def hqs_retreat_with_their_stack(retreat: Retreat) -> Findings:
    """An HQ that began the combat stacked with combat units goes with them when they are made to retreat."""
    battle = retreat.battle
    if not retreat.pending or battle is None:
        return
    going = [unit for unit in retreat.movers if is_combat(unit)]
    for start in dict.fromkeys(retreat.ways[unit.id][0] for unit in going):
        hqs = [unit for unit in retreat.friends_at(start, retreat.side) if is_hq(unit) and unit not in retreat.movers]
        if hqs:
            yield define("hq_must_follow", hqs, start)
    for hq in (unit for unit in retreat.movers if is_hq(unit)):
        yield permit("hq_retreats_along", hq)


@rule("11.1.2", Advance)
def hqs_advance_with_their_stack(advance: Advance) -> Findings:
    """An HQ may go along with attackers of its stack that advance, two hexes with mechanised units; never by itself."""
    for hq in (unit for unit in advance.movers if is_hq(unit)):
        way = advance.ways[hq.id]
        along = [unit for unit in advance.movers if is_combat(unit) and unit.id in advance.attacker_ids and advance.ways[unit.id][0] == way[0]]
        along += [unit for unit in advance.attackers if unit not in advance.movers and came_from(advance, unit) == way[0]]
        if not along:
            yield forbid("hq_alone", hq)
            continue
        if len(way) > 2 and not any(unit.kind == "mech" and end_of(advance, unit) == way[-1] for unit in along):
            yield forbid("hq_too_far", hq)
        elif not advance.forbidden:
            yield permit("hq_advances_along", hq, other=names(along))


def came_from(advance: Advance, unit: Unit) -> str | None:
    """Where a unit that has advanced already stood before."""
    for act in reversed(advance.done(unit.id, "advance")):
        path = str(act.get("path") or "").split("-")
        if len(path) > 1 and unit.hex == path[-1]:
            return path[0]
    return None


def end_of(advance: Advance, unit: Unit) -> str | None:
    """Where an advancing unit ends."""
    return advance.ways[unit.id][-1] if unit.id in advance.ways else unit.hex


@rule("11.1.3", (Resolve, Combat), "result")
def hqs_in_lost_stacks(case: Resolve | Combat) -> Findings:
    """An HQ and its chit leave the game if all units with it are lost in combat; not by aircraft."""
    outcome = outcome_in(case)
    if outcome is None:
        return
    falling = {**forced_losses(outcome, False), **forced_losses(outcome, True)}
    yield from hqs_told(case, outcome, {id_ for id_, steps in falling.items() if steps >= (steps_left(case.unit(id_)) or 99)})


@rule("11.1.3", Loss, "numbers", when=claims)
def hqs_of_units_that_are_lost(loss: Loss) -> Findings:
    """With the last unit of its stack an HQ is lost."""
    claim = claim_of(loss)
    yield from hqs_told(loss, claim.outcome, {id_ for id_, steps in claim.named.items() if steps >= (steps_left(loss.unit(id_)) or 99)})


@rule("11.1.3", Eliminate)
def hqs_of_the_eliminated(eliminate: Eliminate) -> Findings:
    """With the last unit of a stack its HQ is lost, save by aircraft."""
    outcome = outcome_of(eliminate)
    if outcome is not None:
        yield from hqs_told(eliminate, outcome, {unit.id for unit in eliminate.movers})


def overrun(case: Move | Leaving) -> dict[str, list[Unit]]:
    """The lone enemy HQs in the way of the units of a move, retreat or advance, by hex."""
    found: dict[str, list[Unit]] = {}
    for unit in case.movers:
        if not is_combat(unit):
            continue
        for hex_ in case.ways[unit.id][1:]:
            hqs = lone_hqs(case, hex_, case.side)
            if hqs:
                found[hex_] = hqs
    return found


@rule("11.1.3", LostChit)
def chits_of_lost_hqs(lost: PdCase) -> Findings:
    """The command chit of an HQ goes where the HQ goes; the operational groups share theirs."""
    for chit in lost.slots["chits"]:
        yield permit("chit_goes_along", chit=chit)


says("11.1.3", LostChit, "after", "It leaves the game.", lambda lost: (effect(chit=chit, removed=True) for chit in lost.slots["chits"]))


@rule("11.1.3", (Move, Leaving), "after")
def overrun_hqs_leave(case: Move | Leaving) -> Findings:
    """An overrun HQ leaves the game, and its command chit with it."""
    gone = [hq for hqs in overrun(case).values() for hq in hqs]
    if gone:
        yield value("overrun", [hq.id for hq in dict.fromkeys(gone)])
    for hq in dict.fromkeys(gone):
        yield from hq_gone(case, hq)


@rule("11.1.4", (Move, Leaving), "step")
def lone_hqs_are_overrun(case: Move | Leaving, step: UnitStep) -> Findings:
    """A lone HQ is overrun by a combat unit that enters its hex, and has the points for it; standing next to it is not enough."""
    hqs = lone_hqs(case, step.here, case.side)
    guarded = [] if hqs else [other for other in case.enemies_at(step.here, case.side) if is_hq(other)]
    if guarded:
        yield define("hq_guarded", guarded, step.here)
    if hqs and is_combat(step.unit):
        yield define("must_enter", step.unit, hqs, step.here, unit=step.unit.id, hq=names(hqs))


@rule("11.1.5", (Move, Leaving), "step")
def bernolak_stays_in_slovakia(case: Move | Leaving, step: UnitStep) -> Findings:
    """The Slovak HQ never leaves Slovak territory."""
    if is_hq(step.unit) and step.unit.side == "slovak":
        if case.s.hex(step.here).country != "slovakia":
            yield forbid("leaves_slovakia", step.unit, step.before, step.here, hex=step.here)
        else:
            yield permit("inside_slovakia", step.unit, step.here)
    elif step.unit.side == "slovak":
        yield define("only_the_hq_is_bound", step.unit)


@rule("11.1.5", Activate)
def bernolak_commands_slovaks(activate: Activate) -> Findings:
    """Bernolak commands Slovak units only."""
    hq = activate.hq
    slovaks = [unit for unit in activate.chosen if unit.side == "slovak"]
    if hq is not None and hq.side != "slovak" and slovaks:
        yield define("slovaks_have_bernolak", slovaks)
    if hq is None or hq.side != "slovak":
        return
    foreign = [unit for unit in activate.chosen if unit.side != "slovak"]
    if foreign:
        yield forbid("slovaks_only", foreign, hq=hq.id)
    elif activate.chosen:
        yield permit("slovak_units", activate.chosen, hq=hq.id)


@rule("11.1.6", AskIndependent, "answer")
def whether_independent(question: Question) -> Findings:
    """Whether units are independent: without a colour bar, or with an HQ that has been eliminated and that no joint HQ has replaced."""
    for unit in question.at_least_one(question.units_of()):
        alone = independent(question.s, unit)
        lost = unit.formation is not None and lost_command(question.s, unit.formation)
        key = "orphan" if alone and lost else "no_colour_bar" if alone else "under_its_hq"
        yield value("answer", "yes" if alone else "no", key, unit, formation=str(unit.formation))


@rule("11.1.6", Activate)
def orphans_are_independent(activate: Activate) -> Findings:
    """Units whose HQ has been eliminated are independent for the rest of the game; Malopolska takes back those of Krakow and Karpaty."""
    hq = activate.hq
    if hq is None:
        return
    for unit in activate.chosen:
        formation = None if is_hq(unit) or is_ship(unit) else unit.formation
        if formation is None or not lost_command(activate.s, formation):
            continue
        if independent(activate.s, unit):
            yield permit("orphan", unit, formation=formation)
        elif formation in formations_of(activate.s, hq):
            yield permit("taken_back", unit, formation=formation, hq=hq.id)
