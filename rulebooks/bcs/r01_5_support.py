"""Chapter 1.5 and 1.6: Support and who may call on it, Fire Events."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, cites, define, effect, forbid, kept, permit, rule, value
from adjudicator.kit import wrong_phase

from .acts import UnitAct
from .acts_aftermath import TakeResult
from .acts_combat import AttackByFire, CombatTable, Engagement, Fight, RegularAttack, ShockAttack, Shooting
from .acts_formation import Recon
from .acts_movement import Move, Step, VoluntaryRetreat
from .acts_turn import Arrive, AskHowMany, Assign, Assignment, EnterSupport, LeaveSupport, RestoreSupport, UseSupport
from .r01_vocabulary import fire_events, has_av, hosts_support, is_av_unit, is_host, no_support, started_since, support_of
from .r01_vocabulary_paths import has_safe_path
from .r03_vocabulary import why_stopped
from .r04_vocabulary_ground import closed_to, step_closed
from .r04_vocabulary_zones import overstacked, zoc_units
from .r05_common import beside, own_units, targets
from .vocabulary import acts_now, drop_support, formation_of, is_combat_unit, regain_support


# ---- 1.5 Support ----------------------------------------------------------------------------------------------------
@rule("1.5", (EnterSupport, Assign), each="units")
def fit_for_support(act: Assignment, unit: Unit) -> Findings:
    """Only units that print an AV can be in Support."""
    if isinstance(act, EnterSupport) or act.into_support:
        yield kept() if is_av_unit(unit) else forbid("support_no_av", unit)


@rule("1.5a", UseSupport)
def host(claim: UseSupport) -> Findings:
    """Every Attack Capable unit of the formation that is not Dual is a Host, in Command Radius or not."""
    unit = claim.unit_
    if no_support(unit) is None:
        yield permit("support_host", unit)


cites("1.5a", UseSupport, "Support serves its own formation.", lambda _: True)


@cited("1.5a", CombatTable, "net")
def hosts_anywhere(attack: CombatTable) -> bool:
    """Support is there for every Host of the formation, in Command Radius or not."""
    return any(unit is not None and hosts_support(unit) for unit in (attack.attacker, attack.rating_unit))


@cited("1.5b", (EnterSupport, LeaveSupport, Assign))
def support_only(act: EnterSupport | Assignment | Assign) -> bool:
    """What is printed for Support only never becomes a Real unit."""
    return any(unit.support_only for unit in act.units)


@rule("1.5b", Arrive, each="units")
def never_on_the_map(arrival: Arrive, unit: Unit) -> Findings:
    """A counter that is Support on its only side does not arrive as a Real unit."""
    if unit.stated("support_only") and arrival.slots.get("real"):
        yield forbid("support_only", unit)


cites("1.5c", Assign, "Whoever is newly assigned may go into Support at once.", lambda act: bool(act.into_support))


@rule("1.5c", (EnterSupport, LeaveSupport))
def support_phase(act: Assignment) -> Findings:
    """Support is entered and left in the Assignment Phase only, and never both in one turn; Support-only units never become Real."""
    turn = act.s.stated("turn")
    yield kept()
    yield from wrong_phase(act, "assignment", "setup")
    for unit in act.units:
        if isinstance(act, LeaveSupport):
            if not unit.in_support:
                yield forbid("not_in_support", unit)
            if unit.support_only:
                yield forbid("support_only", unit)
            if turn is not None and unit.entered_support_turn == turn:
                yield forbid("support_both", unit)
        elif turn is not None and unit.left_support_turn == turn:
            yield forbid("support_both", unit)


@cited("1.5d", Engagement)
def several_supports(fight: Engagement) -> bool:
    """Several Support units help against Engagements."""
    return any(len(hosts_support(unit)) > 1 for shot in fight.shots for unit in fight.s.at(shot.hex) if unit.side != fight.side)


@rule("1.5e", UseSupport)
def kind_of_support(claim: UseSupport) -> Findings:
    """The formation must have Support of the kind that is claimed; Light and Limited are one in Support."""
    wanted = claim.av_type
    if wanted is None or no_support(claim.unit_) is not None:
        return
    alike = ("limited", "light") if wanted in ("limited", "light") else (wanted,)
    kinds = {other.av_type for other in support_of(claim.s, claim.unit_.formation)}
    if kinds & set(alike):
        yield kept()
    else:
        yield forbid("support_kind", claim.unit_, kind=wanted)


cites("1.5f", EnterSupport, "What is in Support never moves by itself.", lambda act: any(unit.in_support for unit in act.units))


@rule("1.5f", CombatTable)
def claimed_as_second_unit(attack: CombatTable) -> Findings:
    """What is in Support, an HQ or Trains is nobody's second unit."""
    for name in attack.claimed_second or ():
        unit = attack.unit(name)
        if unit.in_support or unit.kind is not None:
            yield forbid("not_a_second_unit", unit)


@rule("1.5f", CombatTable, "net")
def support_is_no_second_unit(attack: CombatTable) -> Findings:
    """Support, HQs and Trains do not count as a second unit."""
    others = [unit for unit in attack.in_hex if unit.kind is not None]
    if attack.living and support_of(attack.s, attack.living[0].formation):
        yield kept()
    if others and len(attack.living) == 1:
        yield define("no_second_unit", others, unit=attack.living[0].id)


@rule("1.5f", TakeResult, each="movers_")
def support_takes_no_loss(fight: TakeResult, unit: Unit) -> Findings:
    """A unit in Support takes losses from Engagements only."""
    if unit.in_support and not fight.engaged:
        yield forbid("support_takes_none", unit)


@cited("1.5g", (AttackByFire, ShockAttack, Engagement))
def what_support_gives(fight: Fight) -> bool:
    """A Host has an AV for Engagements and is safe from Shock Attacks and Attacks by Fire."""
    return any(is_host(unit) for hex_ in targets(fight) for unit in fight.s.at(hex_) if unit.side != fight.side and is_combat_unit(unit))


cites("1.5g", Move, "A Host has a Support AV ZOC.", lambda move: beside(move, lambda unit: is_combat_unit(unit) and is_host(unit)))


Firing = Shooting | ShockAttack


@rule("1.5h", UseSupport)
def no_host(claim: UseSupport) -> Findings:
    """Who cannot call on Support."""
    unit = claim.unit_
    if unit.stated("formation") is None and unit.stated("av") is None and unit.stated("av_type") is None and not unit.support_dropped:
        yield effect(unit=unit.id, has_support=True)  # of which formation nobody has said: nothing is against it
        return
    reason = no_support(unit)
    if reason is not None:
        yield forbid(reason, unit)


@rule("1.5h", Move, "halt", each="steps")
def without_their_support(move: Move, step: Step) -> Findings:
    """A unit whose Support is dropped, or out of reach for another reason, has no AV ZOC."""
    for unit in zoc_units(move.s, step.here, move.side):
        reason = no_support(unit)
        if not has_av(unit) and reason is not None and unit.formation is not None and support_of(move.s, unit.formation):
            yield define("no_av_zoc", unit, step.here)


@rule("1.5h", CombatTable)
def support_that_is_not_there(attack: CombatTable) -> Findings:
    """Who claims Support must have it: no Dual unit, none that is not Attack Capable, none whose Support is dropped."""
    named = [unit for slots in attack.claimed_against for unit in attack.s.units_named(slots["units"])]
    for unit in [*([attack.attacker] if attack.claimed else []), *named]:
        reason = no_support(unit)
        if reason is not None:
            yield forbid(reason, unit)


@rule("1.5h", Engagement, each="hexes")
def no_av_through_support(fight: Engagement, hex_: str) -> Findings:
    """Units that cannot call on their formation's Support have no AV of it to be engaged."""
    for unit in fight.fighters(hex_, fight.side):
        if not has_av(unit) and support_of(fight.s, unit.formation):
            reason = no_support(unit)
            if reason is not None:
                yield define(reason, unit)


@rule("1.5h", CombatTable, "net")
def dual_units_have_no_support(attack: CombatTable) -> Findings:
    """A Dual unit has no access to its formation's Support, so the two modifiers never add up."""
    for unit in (attack.attacker, attack.rating_unit):
        if unit is not None and has_av(unit) and support_of(attack.s, unit.formation):
            yield define("dual_no_support", unit)


@rule("1.5h", CombatTable, "net")
def no_access_to_support(attack: CombatTable) -> Findings:
    """Support that a formation has and a unit cannot call on: dropped, or in ground closed to Tactical movement."""
    for unit in (attack.attacker, attack.rating_unit):
        if unit is None or has_av(unit) or not support_of(attack.s, unit.formation):
            continue
        reason = no_support(unit)
        if reason is not None:
            yield define(reason, unit)


@rule("1.5i", RestoreSupport, each="units")
def dropped_comes_off(claim: UnitAct, unit: Unit) -> Findings:
    """Once the formation has Support and the Host a Tactical Safe Path, off ground that is closed to Tactical movement; a temporary
    marker only when the Activation ends."""
    marker = unit.support_dropped
    if not marker:
        yield forbid("support_not_dropped", unit)
        return
    reasons = []
    if not support_of(claim.s, unit.formation):
        reasons.append("support_none")
    if unit.hex is not None and closed_to(claim.s, unit.hex, "tac"):
        reasons.append("support_terrain")
    if not has_safe_path(unit, "tac"):
        reasons.append("support_no_path")
    if not reasons and marker == "temporary" and claim.s.stated("phase") in ("activities", "obj_placement"):
        reasons.append("support_temporary")
    for reason in reasons:
        yield forbid(reason, unit)
    yield from drop_support(unit, marker == "temporary" and "support_no_path" not in reasons) if reasons else regain_support(unit)


@cited("1.5i", UseSupport)
def support_is_kept(act: UseSupport) -> bool:
    """Support that is there stays when the path for it is cut; only what was dropped does not come back."""
    return any("tac" not in (unit.stated("safe_path") or ("tac",)) or unit.stated("support_dropped") for unit in act.units)


@rule("1.5i", Move, "after")
def support_left_behind(move: Move) -> Findings:
    """A Host that goes where Tactical movement may not leaves its Support behind."""
    if not is_combat_unit(move.unit_) or not is_host(move.unit_):
        return
    yield kept()
    closed = [step.here for step in move.steps if step_closed(move.s, step.before, step.here, "tac")]
    if closed:
        yield define("support_left", move.unit_, where=closed, hex=closed[0])
        yield from drop_support(move.unit_, temporary=False)


@rule("1.5i", VoluntaryRetreat, "after")
def support_lost_in_retreat(act: VoluntaryRetreat) -> Findings:
    """The same of a retreat that ends there."""
    if act.to is not None and is_combat_unit(act.unit_) and closed_to(act.s, act.to, "tac") and is_host(act.unit_):
        yield define("support_left", act.unit_, act.to)
        yield from drop_support(act.unit_, temporary=False)


# ---- 1.6 Fire Events ------------------------------------------------------------------------------------------------
cites("1.6a", Recon, "Two Fire Events, none after a SNAFU Fail.", lambda _: True)


@rule("1.6a", Move)
def last_event_stops(move: Move) -> Findings:
    """The last Fire Event STOPS the unit."""
    if why_stopped(move.unit_) == "stopped_no_events":
        yield define("stopped_no_events", move.unit_)


@rule("1.6a", AskHowMany, "answer")
def fire_events_left(ask: AskHowMany) -> Findings:
    """Two in each Activation, less those that were used; none after a SNAFU Fail."""
    unit = ask.of_unit("fire_event")
    if unit is not None:
        yield value("answer", fire_events(unit))


@rule("1.6a", (Shooting, ShockAttack), each="firers")
def two_fire_events(fight: Firing, unit: Unit) -> Findings:
    """Two Fire Events for a unit in an Activation; none at all after a SNAFU Fail."""
    formation = formation_of(unit)
    needed = fight.firing[unit.id]
    off_map = fight.off_map(unit)
    if formation is not None and not off_map and formation.snafu == "fail":
        yield forbid("no_fire_events_after_fail", unit, formation=formation.id)
    elif fire_events(unit) < needed:
        yield forbid("no_fire_event_left", unit, left=fire_events(unit), needed=needed)
    else:
        yield permit("fire_events_at_hand", unit, left=fire_events(unit), needed=needed)


@rule("1.6a", (Shooting, ShockAttack), "announce", each="firers")
def the_last_one_stops(fight: Firing, unit: Unit) -> Findings:
    """Who spends his last Fire Event is STOPPED."""
    if fire_events(unit) - fight.firing[unit.id] <= 0:
        yield define("last_fire_event", unit)


cites("1.6b", (Recon, Shooting, ShockAttack), "What costs a Fire Event.", lambda _: True)


@rule("1.6c", Recon)
def no_recon_overstacked(act: Recon) -> Findings:
    """A Recon costs a Fire Event, and an overstacked unit uses none."""
    if overstacked(act.s, act.start):
        yield forbid("overstacked_no_fire", act.unit_, act.start)


@rule("1.6c", (Shooting, ShockAttack), each="firers")
def not_overstacked(fight: Firing, unit: Unit) -> Findings:
    """An overstacked unit uses no Fire Event."""
    if unit.hex is not None and overstacked(fight.s, unit.hex):
        yield forbid("overstacked_no_fire", unit, unit.hex)
    elif unit.hex is not None and len(fight.friends_at(unit.hex, unit.side)) > 1:
        yield kept()


@rule("1.6d", (Shooting, ShockAttack), "announce")
def spent_when_announced(fight: Firing) -> Findings:
    """A Fire Event is spent when it is announced, whatever comes of it; with the last the unit is STOPPED."""
    for unit in fight.firers():
        left = fire_events(unit) - fight.firing[unit.id]
        fight.toll.tell(unit, fire_events=left)
        fight.toll.fact(unit, fire_events=left)
        yield define("fire_event_spent", unit, left=left)
        if left <= 0:
            fight.toll.stop(unit)
    if not fight.dice:  # what is so before any die is thrown
        if isinstance(fight, ShockAttack):
            yield value("dice", 2)
        yield from fight.toll.findings(before=True)


@cited("1.6e", (CombatTable, Shooting, Move, Recon))
def attack_finishes(act: Fight | Move | Recon) -> bool:
    """A Regular Attack costs no Fire Event; whoever leads or assists in it is FINISHED."""
    units = own_units(act) if isinstance(act, Fight) else [act.unit_]
    return isinstance(act, RegularAttack) or any(acts_now(act.s, unit.id, "regular_attack", "assist") for unit in units)


@rule("1.6f", (Shooting, ShockAttack), each="firers")
def use_them_or_lose_them(fight: Firing, unit: Unit) -> Findings:
    """Once another unit has begun, what Fire Events were left are lost."""
    other = started_since(unit)
    if other is not None:
        yield forbid("fire_events_lost", unit, other, unit=unit.id, other=other.id)
    elif acts_now(fight.s, unit.id):
        yield kept()
