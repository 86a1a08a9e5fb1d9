"""Chapter 6.2 and 6.3: destroyed formations, units off the map."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, Missing, Situation, Unit, cited, define, effect, forbid, permit, record, rule, value

from .acts import UnitAct
from .acts_aftermath import AboutFormation, AskDestroyed, AskReturns
from .acts_combat import ATTACKER, AttackByFire, Engagement, Fight, OffMapTarget, RegularAttack, ShockAttack
from .acts_formation import Activate
from .acts_turn import WaitOffMap
from .r01_vocabulary import support_of
from .r05_common import card_modifier, modifier, own_units, summing, targets
from .vocabulary import acts_now, change, formation_of, hq_of, in_play, trains_of


# ---- 6.2 Formations destroyed ---------------------------------------------------------------------------------------
def fighting(ask: AboutFormation) -> list[Unit]:
    """Combat units of the formation, intrinsic or assigned, in Support or not."""
    return [unit for unit in ask.s.units.values() if unit.stated("formation") == ask.f.id and unit.facts.get("kind") is None]


def waits_to_return(ask: AboutFormation, unit: Unit) -> bool:
    """Whether the unit is off the map after a retreat and comes back (5.5e, 5.5h)."""
    acts = [act.get("act") for act in ask.s.history.get(unit.id, ())]
    if "automatic_retreat" in acts or "retreat_off_map" in acts:
        return True
    return unit.facts.get("at") == "off_map" and not unit.in_support and not unit.stated("reinforcement")


@rule("6.2a", AskDestroyed, "answer")
def last_unit_gone(ask: AboutFormation) -> Findings:
    """Destroyed when the last unit that is not in Support has left play; units that wait to return from a retreat are in play (A26)."""
    ask.s.complete()
    alive = [unit for unit in fighting(ask) if not unit.in_support and in_play(unit) and unit.stated("steps") != 0]
    kept = [unit for unit in alive if unit.hex is not None or waits_to_return(ask, unit)]
    if kept:
        yield value("answer", "no", "formation_lives", formation=ask.f.id, unit=kept[0].id)
    else:
        yield value("answer", "yes", "formation_destroyed", formation=ask.f.id)
        yield change(ask.f, destroyed=True, arty_assigned=0)


def arrivals(s: Situation, formation: str) -> list[str] | None:
    """Units of the formation that are still to come, or None where nobody said."""
    told = s.facts.get("arrivals")
    path = f"arrivals[{formation}]"
    if told is None or formation not in told:
        if path in s.unknown:
            raise Missing(path)
        return None
    return list(told[formation] or ())


def on_the_map(ask: AboutFormation) -> Unit | None:
    """A combat unit of the formation that stands on the map, which then is not destroyed."""
    return next((unit for unit in fighting(ask) if not unit.in_support and in_play(unit) and unit.hex is not None), None)


def at_hq(s: Situation, formation: str) -> bool:
    """Whether a unit that is still to come arrives at the HQ: then HQ, Support and Trains stay on the map (6.2d)."""
    units = [s.units[id_] for id_ in arrivals(s, formation) or () if id_ in s.units]
    return any(unit.stated("entry") == "hq" for unit in units)


@rule("6.2b", Activate, each="formations")
def gone_for_activation(act: Activate, formation: Entity) -> Findings:
    """A destroyed formation has no HQ left to activate, unless it stays for those who arrive there."""
    if formation.destroyed and not at_hq(act.s, formation.id):
        yield forbid("formation_destroyed", formation=formation.id)


@rule("6.2b", AskDestroyed, "answer")
def what_leaves(ask: AboutFormation) -> Findings:
    """HQ, Support and Trains leave play; partial rebuilds are kept, assigned artillery becomes unassigned."""
    if ask.computed("answer") != "yes" or at_hq(ask.s, ask.f.id):
        return
    leaving = [unit for unit in (hq_of(ask.s, ask.f.id), trains_of(ask.s, ask.f.id)) if unit is not None]
    leaving += list(support_of(ask.s, ask.f.id))
    for unit in leaving:
        yield effect(unit=unit.id, removed=True)
        if not unit.in_support:
            yield record(unit=unit.id, at="off_map")
    yield value("leaving", [unit.id for unit in leaving], "formation_leaves", formation=ask.f.id)


@rule("6.2c", AskDestroyed, "answer")
def whether_it_returns(ask: AboutFormation) -> Findings:
    """It comes back if units that are not Support arrive later by the Order of Arrival; otherwise it is gone for good."""
    if ask.computed("answer") != "yes":
        return
    coming = arrivals(ask.s, ask.f.id)
    if coming:
        yield value("returns", True, "formation_will_return", formation=ask.f.id, units=coming)
    elif coming is not None:
        yield value("returns", False, "formation_gone", formation=ask.f.id)


@rule("6.2c", AskReturns, "answer")
def with_the_first_unit(ask: AboutFormation) -> Findings:
    """It returns in the turn in which the first such unit arrives; Support alone does not bring it back."""
    named = [ask.s.units[name] for name in ask.named() if name in ask.s.units and name != ask.f.id]
    fit = [unit for unit in named if not unit.in_support and not unit.support_only]
    alive = on_the_map(ask)
    if alive is not None and not named:  # it never left play
        yield value("answer", "yes", "formation_lives", formation=ask.f.id, unit=alive.id)
        return
    gone = not named and arrivals(ask.s, ask.f.id) == []
    back = bool(fit) or not (named or gone)
    yield value("answer", "yes" if back else "no", "formation_back" if back else "formation_gone" if gone else "formation_not_back", formation=ask.f.id)


@rule("6.2d", Activate, each="formations")
def activated_all_the_same(act: Activate, formation: Entity) -> Findings:
    """While its HQ waits on the map for reinforcements that arrive at it, the formation must be activated."""
    if formation.destroyed and at_hq(act.s, formation.id):
        yield permit("hq_waits", formation=formation.id)


@rule("6.2d", AskDestroyed, "answer")
def headquarters_that_stay(ask: AboutFormation) -> Findings:
    """With reinforcements that arrive at the HQ, HQ, Support and Trains stay on the map, and the formation has to activate."""
    if ask.computed("answer") == "yes" and at_hq(ask.s, ask.f.id):
        yield value("must_activate", True, "formation_stays", formation=ask.f.id)


FATIGUE_ON_RETURN = 2


@rule("6.2d", AskReturns, "answer")
def how_it_returns(ask: AboutFormation) -> Findings:
    """At Fat-2, whatever it was; dead units as they were at first, Support with the steps it had."""
    if ask.computed("answer") == "no" or on_the_map(ask) is not None:
        return
    yield change(ask.f, fatigue=FATIGUE_ON_RETURN, destroyed=False)
    yield value("fatigue", FATIGUE_ON_RETURN, "formation_fatigue", formation=ask.f.id)
    for unit in support_of(ask.s, ask.f.id):
        yield effect(unit=unit.id, steps_on_return=unit.steps)


# ---- 6.3 Attacks from off the map -----------------------------------------------------------------------------------
def entry_hexes(fight: Fight, unit: Unit) -> list[str]:
    """The hexes of the Entry Area that a unit waits at."""
    areas = fight.s.facts.get("entry_areas") or {}
    area = areas.get(unit.entry) or {}
    found: list[str] = list(area.get("hexes") or ())
    return found if area.get("side", unit.side) == unit.side else []


@rule("6.3a", RegularAttack)
def from_a_hex_beyond_the_edge(attack: RegularAttack) -> Findings:
    """The attackers stand in a hex beyond the edge, next to the entry hex that the enemy holds, with its roads and nothing on the hexside."""
    if not attack.distant:
        return
    hexes = entry_hexes(attack, attack.attacker)
    elsewhere = attack.target not in hexes if hexes else bool(attack.s.facts.get("entry_areas")) and attack.attacker.entry is not None
    if elsewhere:
        yield forbid("not_an_entry_hex", attack.attacker, attack.target)
    else:
        yield permit("off_map_attack", attack.attacker, attack.target)


@rule("6.3a", OffMapTarget, each="targets")
def out_of_reach(fight: OffMapTarget, unit: Unit) -> Findings:
    """The enemy neither attacks nor barrages units that stand beyond the edge."""
    yield forbid("off_map_not_attacked", unit)


@rule("6.3b", RegularAttack)
def as_after_a_complete_snafu(attack: RegularAttack) -> Findings:
    """Units off the map act as if SNAFU were Complete, whatever the rest of the formation rolled."""
    formation = formation_of(attack.attacker)
    if attack.distant and formation is not None:
        yield define("off_map_complete", attack.attacker)


@rule("6.3c", (ShockAttack, Engagement, AttackByFire), each=own_units)
def nothing_but_regular_attacks(fight: ShockAttack | Engagement | AttackByFire, unit: Unit) -> Findings:
    """No Shock Attack, Engagement or Attack by Fire from off the map."""
    if fight.off_map(unit) or fight.slots.get("off_map"):
        yield forbid("off_map_only_regular", unit, where=targets(fight))


@rule("6.3c", RegularAttack, "sums")
@summing(ATTACKER)
def bonus_from_off_map(attack: RegularAttack) -> Findings:
    """An attack from off the map has a modifier."""
    if attack.distant:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "off_map"), "drm_off_map", unit=attack.attacker.id)


@rule("6.3d", RegularAttack, "states")
def who_fails_stays_outside(attack: RegularAttack) -> Findings:
    """If the attack fails the units stay off the map and may try again in their next Activation."""
    if attack.distant and not attack.vacated:
        yield define("off_map_stays", attack.attacker)


@cited("6.3d", WaitOffMap)
def failed_attackers_wait(wait: UnitAct) -> bool:
    """Who attacked from off the map without success stays there until its next Activation."""
    return any(acts_now(wait.s, unit.id, "regular_attack", "assist") for unit in wait.units)
