"""6.0 Special situations: urban combat and control, rebuilding of Formations, units off the map, Fatigue, Stand-Off."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, shift, term, value, warn
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.geometry import possible_neighbours

from .acts import change, formation_of, hq_of, in_play, trains_of
from .acts_aftermath import (
    AboutFormation,
    Advance,
    AskControl,
    AskDestroyed,
    AskReturns,
    ControlChange,
    ControlMarker,
    ForcedMarch,
    PayFatigue,
    SupportFire,
    TakeResult,
    Withdraw,
)
from .acts_combat import (
    ATTACKER,
    DEFENDER,
    NO_EFFECT,
    AttackByFire,
    Barrage,
    CombatTable,
    Engagement,
    Fight,
    OffMapTarget,
    Outcome,
    RegularAttack,
    ShockAttack,
    Summing,
    card_modifier,
    modifier,
)
from .acts_formation import Activate, Fatigue, PlaceObj, Recovery, SecondActivation, Snafu, WaitOffMap
from .acts_movement import Move
from .r01_defense import FRESH, MAX_FATIGUE, fatigue_level
from .r01_formations import acts_now, is_host, support_of
from .r01_units import attack_capable, class_of, has_av, is_dual
from .r04_movement import FORCED_MARCH, marches
from .r05_0_earlier_chapters import own_units, targets
from .r05_1_attacks import count_of, outcomes, read_cell

FULL, PARTIAL = "full", "partial"
MOST_CHANGES = 3
WITHDRAWAL = "withdrawal"


# ---- 6.1a: control ---------------------------------------------------------------------------------------------------------------
@rule("6.1a")
def control_of(s: Situation, hex_: str) -> tuple[str | None, str]:
    """Whose an Urban hex is, and how far: full without a marker.  Only occupied hexes are controlled; an emptied one shows what it was.

    Missing where nobody can tell whose it is."""
    stated: Any = s.hex(hex_).stated("control")
    if isinstance(stated, dict):
        return stated.get("side"), stated.get("level", FULL)
    if isinstance(stated, str):
        return stated, FULL
    there = {unit.side for unit in s.at(hex_)}
    if len(there) == 1:
        return there.pop(), FULL
    raise Missing(s.hex(hex_).path("control"))


@rule("6.1a", Move, "after")
def moving_into_an_empty_urban_hex(move: Move) -> Findings:
    """The first active unit that moves into an empty Urban hex controls it in full; a marker that its own side left in this Activation is
    taken over (6.1c ii)."""
    place = move.s.hex(move.end)
    if not place.urban or any(unit.side == move.side and unit is not move.unit_ for unit in move.s.at(move.end)):
        return
    stated = place.stated("control")
    if isinstance(stated, dict) and stated.get("level") == PARTIAL and left_it(move):
        return
    yield effect(hex=move.end, control={"side": move.side, "level": FULL})


def emptied(move: Move) -> bool:
    """Whether the last unit of an Urban hex has left it."""
    return (
        move.start is not None
        and move.start != move.end
        and bool(move.s.hex(move.start).urban)
        and not any(unit is not move.unit_ and unit.kind is None for unit in move.s.at(move.start))
    )


def marked_partial(s: Situation, hex_: str) -> bool:
    """Whether a Control marker is known to lie in a hex."""
    stated = s.hex(hex_).stated("control")
    return isinstance(stated, dict) and stated.get("level") == PARTIAL


@rule("6.1a", Move, "after")
def nobody_holds_an_empty_hex(move: Move) -> Findings:
    """Only occupied Urban hexes are controlled; a marker that active units leave behind waits for the next formation (6.1c ii)."""
    if emptied(move) and not marked_partial(move.s, move.start or ""):
        yield define("control_none", where=[move.start], hex=move.start)
        yield effect(hex=move.start, control=None)


@rule("6.1c", Move, "after")
def marker_of_the_hex_that_is_left(move: Move) -> Findings:
    """A Control marker stays in a hex that active units leave until play passes to another formation."""
    start = move.start
    if start is not None and emptied(move) and marked_partial(move.s, start):
        yield define("control_marker_stays", where=[start], hex=start)
        yield effect(hex=start, control=dict(move.s.hex(start).stated("control")))


@rule("6.1c", Move, "after")
def markers_left_behind(move: Move) -> Findings:
    """A marker stays in a hex that the active units have left until play passes to another formation, and who comes back inherits it; it
    comes off a hex that no enemy AV or Attack Capable unit is next to any more."""
    place = move.s.hex(move.end)
    stated = place.stated("control")
    if place.urban and isinstance(stated, dict) and stated.get("level") == PARTIAL and left_it(move) and not move.s.at(move.end):
        yield define("control_inherited", where=[move.end], hex=move.end)
        yield effect(hex=move.end, control=dict(stated))
    start = move.start
    if start is None:
        return
    for hex_ in possible_neighbours(move.s, start):
        marked = move.s.hex(hex_).stated("control")
        if not move.s.hex(hex_).urban or not isinstance(marked, dict) or marked.get("level") != PARTIAL:
            continue
        holders = [unit for unit in move.s.at(hex_) if unit.kind is None]
        if not holders or holders[0].side == move.side:
            continue
        near = [unit for other in possible_neighbours(move.s, hex_) for unit in move.s.at(other) if unit.side == move.side and unit.kind is None]
        near = [unit for unit in near if unit is not move.unit_]
        if move.adjacent(move.end, hex_):
            near.append(move.unit_)
        if not any(has_av(unit) or attack_capable(unit) for unit in near):
            yield define("control_marker_off", where=[hex_], hex=hex_)
            yield effect(hex=hex_, control={"side": holders[0].side, "level": FULL})


def left_it(move: Move) -> bool:
    """Whether units of the moving side's active formation left the hex in this Activation."""
    for id_ in move.s.history:
        unit = move.s.units.get(id_)
        if unit is None or unit.stated("side") != move.side:
            continue
        for act in acts_now(move.s, id_, "move", "advance"):
            path = act.get("path") or ()
            if path and path[0] == move.end or act.get("from") == move.end:
                return True
    return False


@rule("6.1a", Advance, "after")
def an_empty_hex_is_taken_in_full(advance: Advance) -> Findings:
    """Who enters an empty Urban hex first controls it in full, unless it was emptied by destroying its units."""
    if advance.s.hex(advance.to).urban and not advance.claims_urban():
        yield effect(hex=advance.to, control={"side": advance.side, "level": FULL})


# ---- 6.1b v -----------------------------------------------------------------------------------------------------------------------
@rule("6.1b", CombatTable, "sums")
def lone_defender(attack: CombatTable) -> Findings:
    """A single unit that defends an Urban hex, whatever its steps, gives its attacker a modifier; on the Combat Table only (A37)."""
    if attack.wiped_out or not attack.s.hex(attack.target).urban:
        return
    with Summing(attack, ATTACKER):
        if len(attack.living) == 1:
            by = card_modifier(attack, "combat_drm", "urban_lone")
            yield from modifier(attack, ATTACKER, by, "drm_urban_lone", unit=attack.living[0].id)


# ---- 6.1c: the emptied hex -----------------------------------------------------------------------------------------------------------
@rule("6.1c", Advance)
def claimed_by_neighbours(advance: Advance) -> Findings:
    """When inactive units are destroyed and leave an Urban hex empty, active units next to it, in any state, may enter and claim it; one at least."""
    if not advance.claims_urban():
        if advance.claim:
            yield forbid("claim_not_urban", where=[advance.to], hex=advance.to)
        return
    if advance.side != advance.acting:
        yield forbid("claim_by_inactive", side=advance.side)
    held = [unit for unit in advance.enemies if unit.kind is None]
    if held:
        yield forbid("hex_still_held", where=[advance.to], units=[unit.id for unit in held], hex=advance.to)
    if advance.pending.get("retreated") and not advance.pending.get("destroyed"):
        yield forbid("claim_after_retreat", where=[advance.to], hex=advance.to)
    for unit in advance.movers_:
        here = advance.standing(unit)
        if here is None or not advance.adjacent(here, advance.to):
            yield forbid("not_adjacent", units=[unit.id], where=[here or "", advance.to], unit=unit.id, hex=here or "?", target=advance.to)
    if not advance.forbidden:
        yield permit("claim_allowed", units=[unit.id for unit in advance.movers_], where=[advance.to], hex=advance.to)


@rule("6.1c", Advance, "after")
def one_level_for_the_active_side(advance: Advance) -> Findings:
    """The level that is found moves by one in favour of the active side: enemy full, enemy partial, own partial, own full."""
    if not advance.claims_urban():
        return
    owner, level = control_of(advance.s, advance.to)
    side, new = shifted(owner, level, advance.side, 1)
    yield define("claim_level", where=[advance.to], hex=advance.to, side=side, level=new)
    yield effect(hex=advance.to, control={"side": side, "level": new})


def shifted(owner: str | None, level: str, side: str, count: int) -> tuple[str | None, str]:
    """A level of control moved by so many levels in favour of a side; never beyond full."""
    ladder: list[tuple[str | None, str]] = [(side, PARTIAL), (side, FULL)]
    if owner != side:
        ladder = [(owner, FULL), (owner, PARTIAL), *ladder]
    place = ladder.index((owner, level))
    return ladder[min(place + count, len(ladder) - 1)]


@rule("6.1c")
def marker_goes(s: Situation, hex_: str) -> bool:
    """Whether a control marker comes off at once: no enemy unit with an AV or the assault arrow is left next to the hex (6.1c iii)."""
    side, level = control_of(s, hex_)
    if level != PARTIAL:
        return False
    near = [unit for other in possible_neighbours(s, hex_) for unit in s.at(other) if unit.side != side and unit.kind is None]
    return not any(has_av(unit) or attack_capable(unit) for unit in near)


@rule("6.1c", ControlMarker)
def marker_without_enemies(act: ControlMarker) -> Findings:
    """A marker comes off as soon as no enemy AV or Attack Capable unit is next to its hex, and not before."""
    place = act.s.hex(act.hex)
    if not place.urban or not marked_partial(act.s, act.hex):
        yield forbid("no_control_marker", where=[act.hex], hex=act.hex)
    elif not act.s.at(act.hex):
        yield permit("control_marker_off", where=[act.hex], hex=act.hex)
    else:
        held = next(unit.side for unit in act.s.at(act.hex))
        near = [unit for other in possible_neighbours(act.s, act.hex) for unit in act.s.at(other) if unit.side != held and unit.kind is None]
        armed = [unit.id for unit in near if has_av(unit) or attack_capable(unit)]
        if armed:
            yield forbid("control_marker_kept", where=[act.hex], units=armed, hex=act.hex, unit=armed[0])
        else:
            act.s.complete()
            yield permit("control_marker_off", where=[act.hex], hex=act.hex)


@rule("6.1c", ControlMarker, "after")
def full_without_marker(act: ControlMarker) -> Findings:
    """Without a marker whoever holds the hex controls it in full."""
    there = act.s.at(act.hex)
    yield effect(hex=act.hex, control={"side": there[0].side, "level": FULL} if there else None)


# ---- 6.1d, e: changes of control --------------------------------------------------------------------------------------------------------
def losses_by_hex(change: ControlChange) -> int:
    """Steps that the hex under attack lost in this fight, before the limit."""
    losses = change.pending.get("losses")
    if isinstance(losses, dict):
        return sum(int(count) for key, count in losses.items() if key not in ("attacker", "own"))
    if losses is not None:
        return int(losses)
    return count_of(tuple(change.result.split()), "D")


@rule("6.1d", ControlChange, "count")
def a_level_for_every_loss(change: ControlChange) -> Findings:
    """Every step that the defender lost to a result moves control by a level, three for a hex at most; what is more is lost."""
    steps = losses_by_hex(change)
    count = min(steps, MOST_CHANGES)
    yield value("control_changes", count, "control_changes", steps=steps, count=count)


@rule("6.1d", TakeResult, "states")
def attackers_losses_change_nothing(fight: TakeResult) -> Findings:
    """The attacker's losses never change control; the defender's move it once for every step, in an Urban hex."""
    urban = bool(fight.s.hex(fight.target).urban)
    lost = sum(fight.toll.lost.get(unit.id, 0) for unit in fight.defenders)
    if urban or lost == 0:
        yield value("control_changes", min(lost, MOST_CHANGES) if urban else 0, "control_changes", steps=lost, count=min(lost, MOST_CHANGES) if urban else 0)


@rule("6.1d", (CombatTable, AttackByFire, Barrage), "states")
def levels_to_be_moved(fight: Fight) -> Findings:
    """How many levels of control a fight moves, once all its parts are done."""
    hexes = [fight.target] if isinstance(fight, (Outcome, Barrage)) else [shot.hex for shot in fight.shots] if isinstance(fight, AttackByFire) else []
    for hex_ in dict.fromkeys(hexes):
        if fight.s.hex(hex_).urban:
            lost = sum(steps for id_, steps in fight.toll.lost.items() if fight.toll.units[id_].side != fight.side)
            yield value("control_changes", min(lost, MOST_CHANGES), "control_changes", steps=lost, count=min(lost, MOST_CHANGES))


@rule("6.1e", ControlChange)
def which_hex(change: ControlChange) -> Findings:
    """The active player applies each change to the hex that lost or to that of the Attack Unit or Firer, never to an Assist's other hex."""
    if change.side != change.acting:
        yield forbid("control_by_inactive", side=change.side)
    places = [change.battle, *(change.standing(unit) for unit in change.attackers)]
    if change.to not in places:
        helper = next((unit for unit in change.helpers if change.standing(unit) == change.to), None)
        helped = helper or next((unit for unit in change.s.at(change.to) if acts_now(change.s, unit.id, "assist")), None)
        if helped is not None:
            yield forbid("control_not_for_assist", where=[change.to], units=[helped.id], hex=change.to, unit=helped.id)
        else:
            yield forbid("control_elsewhere", where=[change.to], hex=change.to)
    elif not change.s.hex(change.to).urban:
        yield forbid("control_not_urban", where=[change.to], hex=change.to)
    else:
        yield permit("control_here", where=[change.to], hex=change.to)


@rule("6.1e", ControlChange, "after")
def the_new_level(change: ControlChange) -> Findings:
    """The hex's new level: for the one that lost, down the ladder to a Withdrawal; for one's own, up to full."""
    count = int(change.computed("control_changes") or 0)
    if not count:
        return
    owner, level = control_of(change.s, change.to)
    if owner == change.side:
        side, new = shifted(owner, level, change.side, count)
        yield effect(hex=change.to, control={"side": side, "level": new})
        return
    # friendly full, friendly partial, enemy partial, withdrawal: the units that hold the hex stay until the last
    held: list[tuple[str | None, str]] = [(owner, FULL), (owner, PARTIAL), (change.side, PARTIAL)]
    place = held.index((owner, level)) + count
    if place < len(held):
        side, new = held[place]
        yield effect(hex=change.to, control={"side": side, "level": new})
        yield define("control_level", where=[change.to], hex=change.to, side=side, level=new)
    else:
        yield define("control_withdrawal", where=[change.to], hex=change.to)
        yield value("withdrawal", True)
        defenders = [unit.id for unit in change.beaten()]
        yield record(state="pending", value={"act": WITHDRAWAL, "hex": change.to, "defenders": defenders})


# ---- 6.1f: withdrawal ------------------------------------------------------------------------------------------------------------------
@rule("6.1f", Withdraw)
def one_hex(withdraw: Withdraw) -> Findings:
    """One hex, free of enemy units; EZOCs do not matter."""
    start = withdraw.from_
    if start is None:
        yield forbid("not_on_map", unit=withdraw.movers_[0].id)
        return
    free = way_out(withdraw.s, start, withdraw.side)
    if not free:
        yield define("withdrawal_none", where=[start], hex=start)
        if withdraw.to is not None:
            yield forbid("withdrawal_no_hex", where=[withdraw.to], hex=withdraw.to)
        return
    if withdraw.to is None:
        raise Missing("choices.withdrawal", tuple(free))
    enemies = withdraw.enemies_at(withdraw.to, withdraw.side)
    if enemies:
        yield forbid("retreat_onto_enemy", where=[withdraw.to], units=[enemies[0].id], hex=withdraw.to, enemy=enemies[0].id)
    far = withdraw.distance(start, withdraw.to)
    if far != 1:
        yield forbid("withdrawal_one_hex", where=[withdraw.to], hex=withdraw.to, hexes=far)
    if not withdraw.forbidden:
        yield permit("withdrawal", where=[withdraw.to], units=[unit.id for unit in withdraw.movers_], hex=withdraw.to)


def way_out(s: Situation, start: str, side: str) -> list[str]:
    """Neighbours of a hex that hold no enemy unit."""
    return [hex_ for hex_ in possible_neighbours(s, start) if not any(unit.side != side for unit in s.at(hex_))]


@rule("6.1f", Withdraw, "after")
def they_withdraw(withdraw: Withdraw) -> Findings:
    """The stack goes and shows its Move side; with nowhere to go it is destroyed, and so is a unit without a Movement Allowance (A41)."""
    toll = withdraw.toll
    for unit in withdraw.movers_:
        toll.involve(unit)
        if withdraw.to is None or class_of(unit) is None:
            toll.kill(unit)
        else:
            toll.tell(unit, at=withdraw.to)
            toll.turn(unit)
    yield from toll.findings()
    if withdraw.from_ is not None and withdraw.s.hex(withdraw.from_).stated("control") is not None:
        yield effect(hex=withdraw.from_, control=None)
    if withdraw.pending:
        yield record(forget="pending")


@rule("5.5i", Withdraw, "after")
def no_ma_no_withdrawal(withdraw: Withdraw) -> Findings:
    """A unit that prints no Movement Allowance cannot withdraw."""
    stuck: list[Unit] = [unit for unit in withdraw.movers_ if class_of(unit) is None]
    if stuck:
        yield define("no_ma_destroyed", units=[unit.id for unit in stuck], unit=stuck[0].id)


FATIGUE_ON_RETURN = 2


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
def last_unit_gone(ask: AskDestroyed) -> Findings:
    """Destroyed when the last unit that is not in Support has left play; units that wait to return from a retreat are in play (A26)."""
    ask.s.complete()
    alive = [unit for unit in fighting(ask) if not unit.in_support and in_play(unit) and unit.stated("steps") != 0]
    kept = [unit for unit in alive if unit.hex is not None or waits_to_return(ask, unit)]
    if kept:
        yield value("answer", "no", "formation_lives", formation=ask.f.id, unit=kept[0].id)
    else:
        yield value("answer", "yes", "formation_destroyed", formation=ask.f.id)
        yield change(ask.f, destroyed=True, arty_assigned=0)


@rule("6.2b", AskDestroyed, "answer")
def what_leaves(ask: AskDestroyed) -> Findings:
    """HQ, Support and Trains leave play; partial rebuilds are kept, assigned artillery becomes unassigned."""
    if ask.computed("answer") != "yes" or at_hq(ask):
        return
    leaving = [unit for unit in (hq_of(ask.s, ask.f.id), trains_of(ask.s, ask.f.id)) if unit is not None]
    leaving += list(support_of(ask.s, ask.f.id))
    for unit in leaving:
        yield effect(unit=unit.id, removed=True)
        if not unit.in_support:
            yield record(unit=unit.id, at="off_map")
    yield value("leaving", [unit.id for unit in leaving], "formation_leaves", formation=ask.f.id)


def arrivals(ask: AboutFormation) -> list[str] | None:
    """Units of the formation that are still to come, or None where nobody said."""
    told = ask.s.facts.get("arrivals")
    path = f"arrivals[{ask.f.id}]"
    if told is None or ask.f.id not in told:
        if path in ask.s.unknown:
            raise Missing(path)
        return None
    return list(told[ask.f.id] or ())


def at_hq(ask: AboutFormation) -> bool:
    """Whether a unit that is still to come arrives at the HQ: then HQ, Support and Trains stay on the map (6.2d)."""
    units = [ask.s.units[id_] for id_ in arrivals(ask) or () if id_ in ask.s.units]
    return any(unit.stated("entry") == "hq" for unit in units)


@rule("6.2c", AskDestroyed, "answer")
def whether_it_returns(ask: AskDestroyed) -> Findings:
    """It comes back if units that are not Support arrive later by the Order of Arrival; otherwise it is gone for good."""
    if ask.computed("answer") != "yes":
        return
    coming = arrivals(ask)
    if coming:
        yield value("returns", True, "formation_will_return", formation=ask.f.id, units=coming)
    elif coming is not None:
        yield value("returns", False, "formation_gone", formation=ask.f.id)


@rule("6.2d", AskDestroyed, "answer")
def headquarters_that_stay(ask: AskDestroyed) -> Findings:
    """With reinforcements that arrive at the HQ, HQ, Support and Trains stay on the map, and the formation has to activate."""
    if ask.computed("answer") == "yes" and at_hq(ask):
        yield value("must_activate", True, "formation_stays", formation=ask.f.id)


@rule("6.2c", AskReturns, "answer")
def with_the_first_unit(ask: AskReturns) -> Findings:
    """It returns in the turn in which the first such unit arrives; Support alone does not bring it back."""
    named = [ask.s.units[name] for name in ask.named() if name in ask.s.units and name != ask.f.id]
    fit = [unit for unit in named if not unit.in_support and not unit.support_only]
    gone = not named and ((ask.s.facts.get("arrivals") or {}).get(ask.f.id) == [])
    back = bool(fit) or not (named or gone)
    yield value("answer", "yes" if back else "no", "formation_back" if back else "formation_gone" if gone else "formation_not_back", formation=ask.f.id)


@rule("6.2d", AskReturns, "answer")
def how_it_returns(ask: AskReturns) -> Findings:
    """At Fat-2, whatever it was; dead units as they were at first, Support with the steps it had."""
    if ask.computed("answer") == "no":
        return
    yield change(ask.f, fatigue=FATIGUE_ON_RETURN, destroyed=False)
    yield value("fatigue", FATIGUE_ON_RETURN, "formation_fatigue", formation=ask.f.id)
    for unit in support_of(ask.s, ask.f.id):
        yield effect(unit=unit.id, steps_on_return=unit.steps)


def entry_hexes(fight: Fight, unit: Unit) -> list[str]:
    """The hexes of the Entry Area that a unit waits at."""
    areas = fight.s.facts.get("entry_areas") or {}
    area = areas.get(unit.entry) or {}
    found: list[str] = list(area.get("hexes") or ())
    return found if area.get("side", unit.side) == unit.side else []


@rule("6.1a", AskControl, "answer")
def control_of_urban_hexes(ask: AskControl) -> Findings:
    """Only an occupied Urban hex is controlled: fully without a marker, partially with one."""
    place = ask.s.hex(ask.hex)
    if not place.stated("urban"):
        return
    there = [unit for unit in ask.s.at(ask.hex) if unit.kind is None]
    if not there:
        ask.s.complete()
        yield value("answer", "no", "no_control", where=[ask.hex], hex=ask.hex)
        return
    told = place.stated("control")
    side = str(there[0].side)
    held = told.get("side", side) if isinstance(told, dict) else told or side
    level = told.get("level", "full") if isinstance(told, dict) else "full"
    yield value("answer", held, "control_level", where=[ask.hex], hex=ask.hex, side=held, level=level)
    yield value("control_level", level)


@rule("5.5h", AskControl, "answer")
def control_of_other_hexes(ask: AskControl) -> Findings:
    """Elsewhere: whose units occupy the hex, or were the last to pass."""
    place = ask.s.hex(ask.hex)
    if place.stated("urban"):
        return
    there = [unit for unit in ask.s.at(ask.hex) if unit.kind is None]
    held = there[0].side if there else place.stated("control")
    if held is None:
        passed = [unit for unit in ask.s.units.values() for done in ask.s.history.get(unit.id, ()) if ask.hex in (done.get("to"), *(done.get("path") or ()))]
        if len({unit.side for unit in passed}) != 1:
            raise Missing(place.path("control"))
        held = passed[0].side
    yield value("answer", held, "controlled_by", where=[ask.hex], hex=ask.hex, side=held)


@rule("6.3a", RegularAttack)
def from_a_hex_beyond_the_edge(attack: RegularAttack) -> Findings:
    """The attackers stand in a hex beyond the edge, next to the entry hex that the enemy holds, with its roads and nothing on the hexside."""
    if not attack.distant:
        return
    hexes = entry_hexes(attack, attack.attacker)
    elsewhere = attack.target not in hexes if hexes else bool(attack.s.facts.get("entry_areas")) and attack.attacker.entry is not None
    if elsewhere:
        yield forbid("not_an_entry_hex", where=[attack.target], units=[attack.attacker.id], unit=attack.attacker.id, hex=attack.target)
    else:
        yield permit("off_map_attack", where=[attack.target], units=[attack.attacker.id], hex=attack.target)


@rule("6.3a", OffMapTarget)
def out_of_reach(fight: OffMapTarget) -> Findings:
    """The enemy neither attacks nor barrages units that stand beyond the edge."""
    for unit in fight.targets:
        yield forbid("off_map_not_attacked", units=[unit.id], unit=unit.id)


@rule("6.3b", RegularAttack)
def as_after_a_complete_snafu(attack: RegularAttack) -> Findings:
    """Units off the map act as if SNAFU were Complete, whatever the rest of the formation rolled."""
    formation = formation_of(attack.attacker)
    if attack.distant and formation is not None:
        yield define("off_map_complete", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("6.3c", (ShockAttack, Engagement, AttackByFire))
def nothing_but_regular_attacks(fight: ShockAttack | Engagement | AttackByFire) -> Findings:
    """No Shock Attack, Engagement or Attack by Fire from off the map."""
    for unit in own_units(fight):
        if fight.off_map(unit) or fight.slots.get("off_map"):
            yield forbid("off_map_only_regular", units=[unit.id], where=targets(fight), unit=unit.id)


@rule("6.3c", RegularAttack, "sums")
def bonus_from_off_map(attack: RegularAttack) -> Findings:
    """An attack from off the map has a modifier."""
    with Summing(attack, ATTACKER):
        if attack.distant:
            yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "off_map"), "drm_off_map", unit=attack.attacker.id)


@rule("6.3d", RegularAttack, "states")
def who_fails_stays_outside(attack: RegularAttack) -> Findings:
    """If the attack fails the units stay off the map and may try again in their next Activation."""
    if attack.distant and not attack.vacated:
        yield define("off_map_stays", units=[attack.attacker.id], unit=attack.attacker.id)


@rule("6.3d", WaitOffMap)
def failed_attackers_wait(wait: WaitOffMap) -> Findings:
    """Who attacked from off the map without success stays there until its next Activation."""
    if any(acts_now(wait.s, unit.id, "regular_attack", "assist") for unit in wait.units):
        yield kept()


@rule("5.1e", CombatTable, "sums")
def both_sums(attack: CombatTable) -> Findings:
    """The net Action Rating of each side, as far as nothing in it is open.  It stands here because chapter 6 is the last that adds to it."""
    if ATTACKER not in attack.open:
        yield value("attack_total", attack.total("attack"))
    if DEFENDER not in attack.open and not attack.wiped_out:
        yield value("defense_total", attack.total("defense"))


FREE_OBJS = {"complete": 1, "partial": 0, "fail": 0}
FAR = 15  # hexes from the HQ beyond which an OBJ marker costs (6.4b)


def on(case: PayFatigue | PlaceObj | Snafu | Fatigue | Activate | SecondActivation | Fight) -> bool:
    """Whether Planned Fatigue is in play."""
    return bool(case.s.option("6.4"))


# ---- 6.4a -------------------------------------------------------------------------------------------------------------------------
@rule("6.4a", Snafu, "numbers", exception_to="3.2e")
def fresh_or_exhausted(roll: Snafu) -> Findings:
    """Of all levels only Fresh, +1, and Fat-4, -1, modify the SNAFU roll."""
    if not on(roll):
        return
    level = fatigue_level(roll.f)
    if level == FRESH:
        yield shift(1, "snafu_fresh", formation=roll.f.id)
    elif level == MAX_FATIGUE:
        yield shift(-1, "snafu_fat_4", formation=roll.f.id)
    else:
        yield define("snafu_no_fatigue", formation=roll.f.id)


# ---- 6.4b: paying -------------------------------------------------------------------------------------------------------------------
def price(pay: PayFatigue) -> int:
    """Levels that a purchase costs."""
    names = {"second": "second_activation", "traffic": "traffic", "obj": "obj", "forced_march": "forced_march"}
    row = pay.table("planned_fatigue")[names.get(pay.what, pay.what)]
    times = len(pay.hexes) if pay.what == "traffic" and pay.hexes else pay.count if pay.what == "obj" else 1
    return int(row["levels"]) * max(times, 1)


@rule("6.4b", PayFatigue)
def only_with_the_option(pay: PayFatigue) -> Findings:
    """Fatigue is paid only where Planned Fatigue is in play, and only for what the list names."""
    if not pay.s.option("6.4"):
        yield forbid("planned_fatigue_off", formation=pay.f.id)
        return
    yield kept()
    for hex_ in pay.hexes if pay.what == "traffic" else ():
        if not any(marker.kind == "traffic" and marker.hex == hex_ for marker in pay.s.markers.values()):
            yield forbid("no_traffic_there", where=[hex_], hex=hex_)


@rule("6.4c", PayFatigue)
def nobody_pays_beyond_four(pay: PayFatigue) -> Findings:
    """A formation at Fat-4 pays for nothing, and none pays beyond it (A28)."""
    if not pay.s.option("6.4"):
        return
    level = fatigue_level(pay.f)
    if level >= MAX_FATIGUE:
        yield forbid("fat_4_cannot_pay", formation=pay.f.id)
    elif level + price(pay) > MAX_FATIGUE:
        yield forbid("beyond_fat_4", formation=pay.f.id, cost=price(pay), level=level)
    else:
        yield permit("can_pay", formation=pay.f.id, cost=price(pay))


@rule("6.4b", PayFatigue, "numbers")
def what_it_costs(pay: PayFatigue) -> Findings:
    """Each marker or purchase is paid for by itself."""
    yield value("fatigue_cost", price(pay), "fatigue_cost", cost=price(pay))


@rule("6.4b", PayFatigue, "after")
def it_is_paid(pay: PayFatigue) -> Findings:
    """The level rises, and what was bought happens."""
    level = fatigue_level(pay.f) + price(pay)
    yield change(pay.f, fatigue=level)
    if pay.what == "traffic":
        for hex_ in pay.hexes:
            yield effect(marker="traffic", at=hex_, removed=True)
    yield record(did=pay.f.id, act="forced_march" if pay.what == "forced_march" else "pay_fatigue", what=pay.what)
    if level >= MAX_FATIGUE:
        yield define("fat_4_at_once", formation=pay.f.id)


@rule("6.4b", Fatigue, "numbers", exception_to="1.8b")
def no_rolls_for_fatigue(check: Fatigue) -> Findings:
    """No roll is made: Fatigue rises only by what is paid."""
    if on(check):
        yield value("roll_needed", False, "fatigue_no_roll_planned", formation=check.f.id)


@rule("6.4b", SecondActivation, "numbers")
def bought_for_the_second(attempt: SecondActivation) -> Findings:
    """A level buys +2 on the roll for a Second Activation."""
    if on(attempt) and any(act.get("what") == "second" for act in acts_now(attempt.s, attempt.f.id, "pay_fatigue")):
        yield term("second_roll", 2, "second_bought", formation=attempt.f.id)
        yield shift(2, "second_bought", formation=attempt.f.id)


# ---- 6.4c -----------------------------------------------------------------------------------------------------------------------------
@rule("6.4c", Activate)
def exhausted_must_recover(act: Activate) -> Findings:
    """A formation that begins an Initial Activation at Fat-4 has to recover."""
    if not on(act):
        return
    for formation in act.formations:
        if fatigue_level(formation) >= MAX_FATIGUE:
            yield warn("fat_4_must_recover", formation=formation.id)


@rule("6.4f", Recovery)
def recovery_as_ever(act: Recovery) -> Findings:
    """Fatigue is recovered as in the standard game."""
    if act.s.option("6.4"):
        yield kept()


# ---- 6.4d: OBJ markers ------------------------------------------------------------------------------------------------------------------
@rule("6.4d", PlaceObj, exception_to="3.3c")
def fewer_free_markers(place: PlaceObj) -> Findings:
    """One free OBJ marker after a SNAFU Complete, none otherwise; each further one costs a level of Fatigue."""
    if not on(place) or place.march:
        return
    cost = obj_price(place)
    level = fatigue_level(place.f)
    if cost and level >= MAX_FATIGUE:
        yield forbid("fat_4_cannot_pay", formation=place.f.id)
    elif level + cost > MAX_FATIGUE:
        yield forbid("beyond_fat_4", formation=place.f.id, cost=cost, level=level)
    else:
        yield permit("planned_objs", formation=place.f.id, cost=cost)


def obj_price(place: PlaceObj) -> int:
    """Levels for the markers that are placed: one for each that is not free, one for each beyond 15 hexes; both at once is one."""
    free = FREE_OBJS[place.f.snafu]
    before = sum(int(item.get("count", 1)) for item in acts_now(place.s, place.f.id, "obj_placed"))
    cost = 0
    for index in range(place.count):
        far = index < len(place.hexes) and beyond(place, place.hexes[index])
        cost += int(before + index >= free or far)
    return cost


def beyond(place: PlaceObj, hex_: str) -> bool:
    """Whether a hex lies more than 15 hexes from the HQ."""
    hq = hq_of(place.s, place.f.id)
    if hq is None:
        if place.slots.get("hexes"):
            return int(place.slots["hexes"]) > FAR
        return False  # where no HQ is named nothing is made of the distance
    if hq.hex is None:
        raise Missing(hq.path("at"))
    return place.distance(hq.hex, hex_) > FAR


@rule("6.4d", PlaceObj, "after")
def markers_are_paid(place: PlaceObj) -> Findings:
    """What the markers cost."""
    if not on(place) or place.march:
        return
    cost = obj_price(place)
    yield value("fatigue_cost", cost, "fatigue_cost", cost=cost)
    if cost:
        yield change(place.f, fatigue=fatigue_level(place.f) + cost)


# ---- 6.4e: forced march -------------------------------------------------------------------------------------------------------------------
@rule("6.4e", ForcedMarch)
def once_and_first(march: ForcedMarch) -> Findings:
    """Once a turn, in an Initial Activation, after the SNAFU results."""
    if march.s.stated("activation") == "second":
        yield forbid("forced_march_initial", formation=march.f.id)
    if march.done(march.f.id, "forced_march"):
        yield forbid("forced_march_once", formation=march.f.id)
    if not march.forbidden:
        yield permit("forced_march", formation=march.f.id, times=FORCED_MARCH)


@rule("6.4e", ForcedMarch, "numbers")
def three_times_as_far(march: ForcedMarch) -> Findings:
    """Every unit has three times its allowance, after SNAFU; there is no Second Activation."""
    yield value("ma_times", FORCED_MARCH)


@rule("6.4e", (CombatTable, Engagement, AttackByFire, Barrage))
def no_combat_on_a_forced_march(fight: Fight) -> Findings:
    """No combat of any kind and no Fire Events."""
    formation = fight.forces
    if formation is not None and acts_now(fight.s, formation.id, "forced_march"):
        yield forbid("forced_march_no_combat", formation=formation.id)


@rule("6.4e", Move, "cost")
def moves_on_a_forced_march(move: Move) -> Findings:
    """Three times the MA of each unit."""
    if move.unit_.mp_left is None and marches(move.unit_):
        yield define("marches", units=[move.unit_.id], unit=move.unit_.id, times=FORCED_MARCH)


@rule("6.4e", PlaceObj)
def no_objs_on_a_forced_march(place: PlaceObj) -> Findings:
    """No OBJ markers are placed."""
    if acts_now(place.s, place.f.id, "forced_march"):
        yield forbid("forced_march_no_obj", formation=place.f.id)


@rule("6.4e", SecondActivation)
def no_second_activation(attempt: SecondActivation) -> Findings:
    """No Second Activation follows."""
    if attempt.done(attempt.f.id, "forced_march"):
        yield forbid("forced_march_no_second", formation=attempt.f.id)


STAND_OFF = "stand_off"


def gun(fire: SupportFire) -> Unit | None:
    """The Stand-Off AV that fires: the unit itself, or a Support unit of its formation."""
    unit = fire.firing_unit
    if unit is None:
        return None
    if has_av(unit):
        return unit if unit.av_type == STAND_OFF else None
    if not is_host(unit):
        return None
    return next((other for other in support_of(fire.s, unit.formation) if other.av_type == STAND_OFF), None)


def red(fire: SupportFire) -> Unit | None:
    """The Red Support of the Attack Unit that is fired at."""
    unit = fire.attacker
    if unit is None or has_av(unit) or not is_host(unit):
        return None
    return next((other for other in support_of(fire.s, unit.formation) if other.av_type == "red"), None)


@rule("5.2", SupportFire)
def the_inactive_side_never_fires(fire: SupportFire) -> Findings:
    """Without the optional rule only the active player starts Engagements, and Support is a Target only."""
    if not fire.s.option("6.5") and fire.firing_unit is not None:
        yield forbid("support_never_fires", units=[fire.firing_unit.id], unit=fire.firing_unit.id)


@rule("6.5", SupportFire)
def one_shot_before_the_modifiers(fire: SupportFire) -> Findings:
    """After the Attack Unit is named and before the modifiers, the defender's Stand-Off AV fires once at its Red Support; not at a Dual unit."""
    if not fire.s.option("6.5"):
        return
    unit, enemy = fire.firing_unit, fire.attacker
    if unit is None or enemy is None:
        return
    if fire.pending.get("stage") not in (None, "before_drms") or fire.pending.get("act") not in ("regular_attack", "combat", "attack", "shock_attack"):
        yield forbid("stand_off_too_late", units=[unit.id], unit=unit.id)
    if unit.side == fire.acting:
        yield forbid("stand_off_defender_only", units=[unit.id], unit=unit.id)
    if has_av(enemy) and is_dual(enemy):
        yield forbid("stand_off_not_at_dual", units=[enemy.id], unit=enemy.id)
    elif red(fire) is None:
        yield forbid("stand_off_no_red_support", units=[enemy.id], unit=enemy.id)
    if gun(fire) is None:
        yield forbid("stand_off_no_gun", units=[unit.id], unit=unit.id)
    if not fire.forbidden:
        yield permit("stand_off_fires", units=[unit.id, enemy.id], unit=unit.id, enemy=enemy.id)


@rule("6.5", SupportFire, "sums")
def its_line(fire: SupportFire) -> Findings:
    """It is resolved on the line against Support."""
    yield value("line", "support")
    yield value("dice", 2)


@rule("6.5", SupportFire, "sums")
def sums(fire: SupportFire) -> Findings:
    """The Stand-Off AV and its Host's rating against the Red Support's AV and the Attack Unit's rating."""
    shooter, target = gun(fire), red(fire)
    if shooter is None or target is None or fire.firing_unit is None or fire.attacker is None:
        fire.open |= {ATTACKER, DEFENDER}
        return
    with Summing(fire, ATTACKER):
        yield term("attack", shooter.av, "armor_value", "base", unit=shooter.id)
        yield term("attack", fire.firing_unit.ar, "action_rating", "base", unit=fire.firing_unit.id)
    with Summing(fire, DEFENDER):
        yield term("defense", target.av, "armor_value", "base", unit=target.id)
        yield term("defense", fire.attacker.ar, "action_rating", "base", unit=fire.attacker.id)


@rule("6.5", SupportFire, "net")
def net(fire: SupportFire) -> Findings:
    """The difference modifies the dice."""
    if fire.open:
        return
    drm = fire.total("attack") - fire.total("defense")
    yield value("drm", drm, "net_modifier", attack=fire.total("attack"), defense=fire.total("defense"))
    yield value("outcomes", outcomes(fire, "engagement_support", drm))


@rule("6.5", SupportFire, "fire")
def shot(fire: SupportFire) -> Findings:
    """A Drop denies the attacker his Support for this attack; steps are lost as in any Engagement."""
    if fire.open:
        return
    thrown = fire.roll_total() + fire.computed("drm")
    yield value("modified", thrown)
    code, includes, fire.missing = read_cell(fire, "engagement_support", thrown)
    if code is not None:
        fire.codes = tuple(code.split())
        yield value("result", code or NO_EFFECT, "engagement_result", result=code or NO_EFFECT, modified=thrown)
    elif includes is not None:
        fire.codes = tuple(includes.split())
        yield value("result_includes", includes)


@rule("6.5", SupportFire, "after")
def toll(fire: SupportFire) -> Findings:
    """Losses; a step of the Firer drops no Support of the defender unless the Firer dies; the attacker's is back when the attack ends."""
    target, shooter = red(fire), gun(fire)
    if fire.codes is None or target is None or shooter is None or fire.attacker is None:
        return
    if "DROP" in fire.codes:
        fire.toll.tell(fire.attacker, support="dropped")
        fire.toll.fact(fire.attacker, support_dropped="temporary")
        yield define("stand_off_drop", units=[fire.attacker.id], unit=fire.attacker.id)
    if "S1" in fire.codes:
        fire.toll.lose(target)
    if "F1" in fire.codes:
        fire.toll.lose(shooter)
    yield from fire.toll.findings()
    yield record(did=fire.firing_unit.id if fire.firing_unit is not None else shooter.id, act="engagement", target=target.id)


@rule("6.5", SupportFire, "unread")
def unread(fire: SupportFire) -> Findings:
    """A cell that the book does not give is asked for."""
    if isinstance(fire.missing, Missing):
        raise fire.missing
    return
    yield
