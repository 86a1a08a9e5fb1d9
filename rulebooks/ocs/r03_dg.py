"""DG: by the result, and by the second hex of a retreat."""

from __future__ import annotations

from adjudicator.book import Findings, define, effect, forbid, permit, rule, value
from adjudicator.kit import names

from .acts_results import Outcome, Trek
from .vocabulary import BARRAGE, parts

ONLY_SAID = frozenset(("mode_is_dg", "mode_not_dg", "no_zone_step", "not_dg_before", "zone_step_missing", "demanded"))


def is_mode(outcome: Outcome, id_: str, mode: str) -> bool:
    """Whether a unit is in a mode when all is carried out; who is not DG passes for one in combat mode."""
    disorganised = id_ in outcome.dg or outcome.unit(id_).mode == "DG"
    if mode in ("DG", "combat"):
        return disorganised == (mode == "DG")
    return not disorganised and outcome.unit(id_).mode == mode


def _claims(outcome: Outcome) -> list[tuple[str, list[str], list[str]]]:
    """(mode, units for which the claim is wrong, units for which it is right) of each claim."""
    found = []
    everyone = dict.fromkeys([*(unit.id for trek in outcome.treks for unit in trek.units), *(loss.unit.id for loss in outcome.losses),
                              *(unit.id for unit in outcome.stayers), *outcome.dg])  # fmt: skip
    for mode, holds, who in outcome.claimed:
        wrong: list[str] = []
        right: list[str] = []
        for id_ in who or everyone:
            true = is_mode(outcome, id_, mode) == holds
            if not who and holds is False and mode == "DG":  # nobody becomes DG
                true = id_ not in outcome.dg or outcome.unit(id_).mode == "DG"
            (right if true else wrong).append(id_)
        found.append((mode if holds else f"no {mode}", wrong, right))
    return found


def judge_claims(outcome: Outcome, because: set[str]) -> Findings:
    """Forbid the claims that are wrong for units that became DG in the way of a rule; permit those that are right."""
    for _, wrong, right in _claims(outcome):
        mine = [id_ for id_ in wrong if id_ in because]
        if mine:
            outcome.all_known()
            yield forbid("mode_is_dg" if all(is_mode(outcome, id_, "DG") for id_ in mine) else "mode_not_dg", units=mine, names=", ".join(mine))
        elif right and because & set(right):
            yield permit("mode_right", units=right, names=", ".join(right))


@rule("DG", Outcome, "dg")
def result_disorganises(outcome: Outcome) -> Findings:
    """A DG in the result makes all defending units DG at once, before any retreat begins."""
    if not outcome.before.get("result") or outcome.before.get("act") == BARRAGE or not parts(outcome.result())[2]:
        return
    defenders = outcome.living("defender")
    for unit in defenders:
        outcome.dg[unit.id] = None
        outcome.were_dg.add(unit.id)
    yield value("dg", True)
    yield define("dg_at_once", defenders, names=names(defenders))


@rule("DG", Outcome, "claims")
def mode_by_the_result(outcome: Outcome) -> Findings:
    """What is said of the mode of units that the result made DG."""
    yield from judge_claims(outcome, set(outcome.were_dg) & set(outcome.dg))


@rule("DG", Outcome, "numbers")
def disorganised_all_the_same(outcome: Outcome) -> Findings:
    """Whatever else was wrong with what was declared: who is DG now; and where he stands, if only what was made of the retreat was wrong."""
    if not outcome.forbidden:
        return
    wrong = {finding.key for _, finding in outcome.ruling.findings if finding.effect == "forbids"}
    places = {unit.id: trek.path[-1] for trek in outcome.treks if trek.path and wrong <= ONLY_SAID for unit in trek.units}
    for id_ in dict.fromkeys([*outcome.dg, *places]):
        change = {"mode": "DG"} if id_ in outcome.dg and outcome.unit(id_).mode != "DG" else {}
        change |= {"at": places[id_]} if id_ in places else {}
        if change:
            yield effect(unit=id_, **change)


def held(outcome: Outcome, trek: Trek) -> list[str]:
    """The hexes of a retreat that hold: no more than the option has; what goes beyond it is refused, and does nothing."""
    path = trek.path or []
    option = outcome.share(outcome.role_of_unit(trek.units[0])).option if outcome.before.get("result") else 0
    return path[:option] if option else path


@rule("DG (2 hexágonos)", Outcome, "steps", each="treks")
def second_hex_disorganises(outcome: Outcome, trek: Trek) -> Findings:
    """Who retreats two hexes or more is DG from the moment he enters the second."""
    if trek.path is not None and len(held(outcome, trek)) >= 2:
        for unit in trek.units:
            outcome.dg[unit.id] = None
        yield define("dg_second_hex", trek.units, names=names(trek.units), hex=trek.path[1])
    elif trek.path and any(mode == "DG" or mode == "combat" for mode, _, _ in outcome.claimed) or any(kind == "claim_mode" for kind, _ in outcome.asked):
        yield define("one_hex_only", names=names(trek.units))


@rule("DG (2 hexágonos)", Outcome, "claims")
def mode_by_the_second_hex(outcome: Outcome) -> Findings:
    """What is said of the mode of units that retreated two hexes, or only one."""
    far = {unit.id for trek in outcome.treks if len(held(outcome, trek)) >= 2 for unit in trek.units}
    far -= outcome.were_dg
    yield from judge_claims(outcome, far)
    near = {unit.id for trek in outcome.treks if len(trek.path or ()) == 1 for unit in trek.units} - set(outcome.dg)
    bystanders = {id_ for _, _, who in outcome.claimed for id_ in who} - {unit.id for trek in outcome.treks for unit in trek.units} - set(outcome.dg)
    yield from judge_claims(outcome, near | bystanders)
