"""Chapter 6.1: Urban hexes."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Situation, define, effect, forbid, permit, record, rule, value
from adjudicator.kit import possible_neighbours

from .acts_aftermath import Advance, AskControl, AutoRetreat, ControlChange, ControlMarker, Hold, Retreat, TakeResult, Withdraw
from .acts_combat import ATTACKER, DESTRUCTION, AttackByFire, Barrage, CombatTable, Engagement, Fight, Outcome, RegularAttack
from .acts_movement import Move
from .r01_vocabulary import attack_capable, class_of, has_av
from .r05_common import Summing, card_modifier, count_of, modifier, targets, urban
from .r05_common_barrage import Firing, barrages_before
from .r05_common_retreats import URBAN, Fate, Results, fated
from .r06_vocabulary import CHANGED, FULL, INFLICTED, PARTIAL, Losses, control_of
from .vocabulary import acts_now, doers


# ---- 6.1 Urban combat -----------------------------------------------------------------------------------------------
def left_it(move: Move) -> bool:
    """Whether units of the moving side's active formation left the hex in this Activation."""
    for id_ in doers(move.s, "move", "advance"):
        unit = move.s.units.get(id_)
        if unit is None or unit.stated("side") != move.side:
            continue
        for act in acts_now(move.s, id_, "move", "advance"):
            path = act.get("path") or ()
            if path and path[0] == move.end or act.get("from") == move.end:
                return True
    return False


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
        yield define("control_none", move.start)
        yield effect(hex=move.start, control=None)


@rule("6.1a", Advance, "after")
def an_empty_hex_is_taken_in_full(advance: Advance) -> Findings:
    """Who enters an empty Urban hex first controls it in full, unless it was emptied by destroying its units."""
    if advance.s.hex(advance.to).urban and not advance.claims_urban():
        yield effect(hex=advance.to, control={"side": advance.side, "level": FULL})


@rule("6.1a", AskControl, "answer")
def control_of_urban_hexes(ask: AskControl) -> Findings:
    """Only an occupied Urban hex is controlled: fully without a marker, partially with one."""
    place = ask.s.hex(ask.hex)
    if not place.stated("urban"):
        return
    there = [unit for unit in ask.s.at(ask.hex) if unit.kind is None]
    if not there:
        ask.s.complete()
        yield value("answer", "none", "no_control", ask.hex)
        return
    told = place.stated("control")
    side = str(there[0].side)
    held = told.get("side", side) if isinstance(told, dict) else told or side
    level = told.get("level", "full") if isinstance(told, dict) else "full"
    yield value("answer", held, "control_level", ask.hex, side=held, level=level)
    yield value("control_level", level)


@rule("6.1b", RegularAttack, exception_to="5.1g")
def urban_attacks_without_limit(attack: RegularAttack) -> Findings:
    """An Urban hex may be attacked on the Combat Table any number of times."""
    if attack.s.hex(attack.target).urban:
        yield permit("urban_attacks", attack.target)


@rule("6.1b", (CombatTable, Barrage), exception_to="5.4d")
def barrages_of_urban_hexes(fight: Firing) -> Findings:
    """An Urban hex may suffer one barrage for destruction and any number for suppression."""
    if not fight.points or not fight.s.hex(fight.target).urban:
        return
    if fight.points.type == DESTRUCTION and DESTRUCTION in barrages_before(fight):
        yield forbid("urban_one_destruction", fight.target)
    else:
        yield permit("urban_barrages", fight.target)


@rule("6.1b", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat", each="fates")
def urban_retreats(fight: Results, fate: Fate) -> Findings:
    """In an Urban hex any retreat is a step more and no retreat."""
    if fate.kind == URBAN:
        fight.toll.lose(fate.unit)
        fight.toll.tell(fate.unit, stays=True)
        yield define("urban_no_retreat", fate.unit)


@rule("6.1b", Retreat)
def no_retreat_from_urban(retreat: Retreat) -> Findings:
    """Out of an Urban hex nobody retreats: a step is lost instead."""
    yield from (forbid("urban_stays", unit) for unit in fated(retreat, URBAN))


@rule("6.1b", (CombatTable, TakeResult), "vacated")
def no_advance_in_cities_of_rubble(fight: Outcome) -> Findings:
    """Nobody advances into or out of an Urban hex."""
    if fight.attacker is not None and not fight.engaged and urban(fight) and (fight.codes is not None or fight.wiped_out):
        yield define("urban_no_advance", fight.target)


@rule("6.1b", Advance)
def never_into_urban(advance: Advance) -> Findings:
    """Nobody advances into or out of an Urban hex."""
    if advance.claims_urban():
        return
    starts = [advance.standing(unit) for unit in advance.movers_ if not advance.off_map(unit)]
    if advance.s.hex(advance.to).urban or any(start is not None and advance.s.hex(start).urban for start in starts):
        yield forbid("urban_no_advance", advance.to)
        if advance.pending.get("destroyed") and advance.s.hex(advance.to).urban:
            yield define("urban_claim_instead", advance.to)


@rule("6.1b", CombatTable, "sums")
def lone_defender(attack: CombatTable) -> Findings:
    """A single unit that defends an Urban hex, whatever its steps, gives its attacker a modifier; on the Combat Table only (A37)."""
    if attack.wiped_out or not attack.s.hex(attack.target).urban:
        return
    with Summing(attack, ATTACKER):
        if len(attack.living) == 1:
            by = card_modifier(attack, "combat_drm", "urban_lone")
            yield from modifier(attack, ATTACKER, by, "drm_urban_lone", unit=attack.living[0].id)


@rule("6.1c", Move, "after")
def marker_of_the_hex_that_is_left(move: Move) -> Findings:
    """A Control marker stays in a hex that active units leave until play passes to another formation."""
    start = move.start
    if start is not None and emptied(move) and marked_partial(move.s, start):
        yield define("control_marker_stays", start)
        yield effect(hex=start, control=dict(move.s.hex(start).stated("control")))


@rule("6.1c", Move, "after")
def markers_left_behind(move: Move) -> Findings:
    """A marker stays in a hex that the active units have left until play passes to another formation, and who comes back inherits it; it
    comes off a hex that no enemy AV or Attack Capable unit is next to any more."""
    place = move.s.hex(move.end)
    stated = place.stated("control")
    if place.urban and isinstance(stated, dict) and stated.get("level") == PARTIAL and left_it(move) and not move.s.at(move.end):
        yield define("control_inherited", move.end)
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
            yield define("control_marker_off", hex_)
            yield effect(hex=hex_, control={"side": holders[0].side, "level": FULL})


@rule("6.1c", Advance)
def claimed_by_neighbours(advance: Advance) -> Findings:
    """When inactive units are destroyed and leave an Urban hex empty, active units next to it, in any state, may enter and claim it; one at least."""
    if not advance.claims_urban():
        if advance.claim:
            yield forbid("claim_not_urban", advance.to)
        return
    if advance.side != advance.acting:
        yield forbid("claim_by_inactive", side=advance.side)
    held = [unit for unit in advance.enemies if unit.kind is None]
    if held:
        yield forbid("hex_still_held", held, advance.to)
    if advance.pending.get("retreated") and not advance.pending.get("destroyed"):
        yield forbid("claim_after_retreat", advance.to)
    for unit in advance.movers_:
        here = advance.standing(unit)
        if here is None or not advance.adjacent(here, advance.to):
            yield forbid("not_adjacent", unit, where=[here or "", advance.to], hex=here or "?", target=advance.to)
    if not advance.forbidden:
        yield permit("claim_allowed", advance.movers_, advance.to)


def shifted(owner: str | None, level: str, side: str, count: int) -> tuple[str | None, str]:
    """A level of control moved by so many levels in favour of a side; never beyond full."""
    ladder: list[tuple[str | None, str]] = [(side, PARTIAL), (side, FULL)]
    if owner != side:
        ladder = [(owner, FULL), (owner, PARTIAL), *ladder]
    place = ladder.index((owner, level))
    return ladder[min(place + count, len(ladder) - 1)]


@rule("6.1c", Advance, "after")
def one_level_for_the_active_side(advance: Advance) -> Findings:
    """The level that is found moves by one in favour of the active side: enemy full, enemy partial, own partial, own full."""
    if not advance.claims_urban():
        return
    owner, level = control_of(advance.s, advance.to)
    side, new = shifted(owner, level, advance.side, 1)
    yield define("claim_level", advance.to, side=side, level=new)
    yield effect(hex=advance.to, control={"side": side, "level": new})


@rule("6.1c", ControlMarker)
def marker_without_enemies(act: ControlMarker) -> Findings:
    """A marker comes off as soon as no enemy AV or Attack Capable unit is next to its hex, and not before."""
    place = act.s.hex(act.hex)
    if not place.urban or not marked_partial(act.s, act.hex):
        yield forbid("no_control_marker", act.hex)
    elif not act.s.at(act.hex):
        yield permit("control_marker_off", act.hex)
    else:
        held = next(unit.side for unit in act.s.at(act.hex))
        near = [unit for other in possible_neighbours(act.s, act.hex) for unit in act.s.at(other) if unit.side != held and unit.kind is None]
        armed = [unit.id for unit in near if has_av(unit) or attack_capable(unit)]
        if armed:
            yield forbid("control_marker_kept", act.hex, units=armed, unit=armed[0])
        else:
            act.s.complete()
            yield permit("control_marker_off", act.hex)


@rule("6.1c", ControlMarker, "after")
def full_without_marker(act: ControlMarker) -> Findings:
    """Without a marker whoever holds the hex controls it in full."""
    there = act.s.at(act.hex)
    yield effect(hex=act.hex, control={"side": there[0].side, "level": FULL} if there else None)


def losses_by_hex(change: ControlChange) -> int:
    """Steps that the hex under attack lost in this fight, before the limit."""
    losses = change.pending.get("losses")
    if isinstance(losses, dict):
        return sum(int(count) for key, count in losses.items() if key not in ("attacker", "own"))
    if losses is not None:
        return int(losses)
    codes = change.result.split()
    retreats = change.battle is not None and bool(change.s.hex(change.battle).urban) and not {"S", "R"}.isdisjoint(codes)
    return steps_told(change.result) + (len(change.beaten()) if retreats else 0)  # 6.1b: a step for every retreat


MOST_CHANGES = 3


def steps_told(result: str | None) -> int:
    """Steps that a result costs whoever is fired at: 2 losses, F1 T1, S1; 0 for no effect."""
    codes = tuple((result or "").split())
    return int(codes[0]) if codes and codes[0].isdigit() else count_of(codes, "D", "T", "S")


@rule("6.1d", ControlChange, "count")
def a_level_for_every_loss(change: ControlChange) -> Findings:
    """Every step that the defender lost to a result moves control by a level, three for a hex at most; what is more is lost."""
    steps = sum(lost.steps for lost in change.at_hand()) if change.losses else losses_by_hex(change)
    count = min(steps, MOST_CHANGES)
    yield value("control_changes", count, "control_changes", steps=steps, count=count)


@rule("6.1d", TakeResult, "states")
def attackers_losses_change_nothing(fight: TakeResult) -> Findings:
    """The attacker's losses never change control; the defender's move it once for every step, in an Urban hex."""
    urban = bool(fight.s.hex(fight.target).urban)
    lost = sum(fight.toll.lost.get(unit.id, 0) for unit in fight.defenders)
    if urban or any(unit.hex is not None and fight.s.hex(unit.hex).urban for unit in fight.attackers):
        yield value("control_changes", min(lost, MOST_CHANGES) if urban else 0, "control_changes", steps=lost, count=min(lost, MOST_CHANGES) if urban else 0)


@rule("6.1d", (CombatTable, AttackByFire, Barrage), "states", each=targets)
def levels_to_be_moved(fight: Fight, hex_: str) -> Findings:
    """How many levels of control a fight moves, once all its parts are done."""
    if fight.s.hex(hex_).urban:
        lost = sum(steps for id_, steps in fight.toll.lost.items() if fight.toll.units[id_].side != fight.side)
        yield value("control_changes", min(lost, MOST_CHANGES), "control_changes", steps=lost, count=min(lost, MOST_CHANGES))


def losses_of(fight: Fight) -> list[Losses]:
    """Steps that a fight cost the enemy's hexes, with whoever inflicted them."""
    if isinstance(fight, (AttackByFire, Engagement)):
        return [Losses(shot.hex, shot.firer.id, steps_told(shot.result)) for shot in fight.shots]
    if isinstance(fight, Barrage):
        return [Losses(fight.target, fight.side, sum(fight.toll.lost.values()))]
    if isinstance(fight, CombatTable):
        lost = sum(steps for id_, steps in fight.toll.lost.items() if fight.toll.units[id_].side != fight.side)
        return [Losses(fight.target, fight.attacker.id, lost)]
    if isinstance(fight, TakeResult) and fight.attacker is not None and not fight.pending.get("losses"):
        lost = sum(fight.toll.lost.get(unit.id, 0) for unit in fight.defenders)
        return [Losses(fight.target, fight.attacker.id, lost)]
    return []


@rule("6.1d", (CombatTable, AttackByFire, Engagement, Barrage, TakeResult), "after", each=losses_of)
def losses_to_be_applied(fight: Fight, lost: Losses) -> Findings:
    """What a fight cost an Urban hex, or whoever stands in one, is remembered for the changes of control."""
    firer = fight.s.units.get(lost.by)
    here = firer.hex if firer is not None else None
    if lost.steps and any(hex_ is not None and fight.s.hex(hex_).stated("urban") for hex_ in (lost.hex, here)):
        side = firer.side if firer is not None else fight.side
        yield record(did=side, act=INFLICTED, **lost._asdict())


@rule("6.1e", ControlChange)
def which_hex(change: ControlChange) -> Findings:
    """The active player applies each change to the hex that lost or to that of the Attack Unit or Firer, never to an Assist's other hex."""
    if change.side != change.acting:
        yield forbid("control_by_inactive", side=change.side)
    places = [change.battle, *(change.standing(unit) for unit in change.attackers)]
    if change.losses and change.at_hand():
        places.append(change.to)
    if change.to not in places:
        helper = next((unit for unit in change.helpers if change.standing(unit) == change.to), None)
        helped = helper or next((unit for unit in change.s.at(change.to) if acts_now(change.s, unit.id, "assist")), None)
        if helped is not None:
            yield forbid("control_not_for_assist", helped, change.to)
        else:
            yield forbid("control_elsewhere", change.to)
    elif not change.s.hex(change.to).urban:
        yield forbid("control_not_urban", change.to)
    elif change.losses and not any(lost.steps for lost in change.at_hand()) or change.pending.get("losses") == {"combat": 0, "barrage": 0}:
        yield forbid("control_used_up", change.to)
    else:
        yield permit("control_here", change.to)


WITHDRAWAL = "withdrawal"


@rule("6.1e", ControlChange, "after")
def the_new_level(change: ControlChange) -> Findings:
    """The hex's new level: for the one that lost, down the ladder to a Withdrawal; for one's own, up to full."""
    count = int(change.computed("control_changes") or 0)
    if not count:
        return
    if change.pending.get("losses") or change.pending.get("result") and not change.losses:  # what a result inflicted is used once
        yield record(state="pending", value={**change.pending, "losses": {"combat": 0, "barrage": 0}})
    for lost in change.at_hand():
        if lost.steps:
            yield record(did=change.side, act=CHANGED, **lost._asdict())
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
        yield define("control_level", change.to, side=side, level=new)
    else:
        yield define("control_withdrawal", change.to)
        yield value("withdrawal", True)
        defenders = [unit.id for unit in change.beaten()]
        yield record(state="pending", value={"act": WITHDRAWAL, "hex": change.to, "defenders": defenders})


def way_out(s: Situation, start: str, side: str) -> list[str]:
    """Neighbours of a hex that hold no enemy unit."""
    return [hex_ for hex_ in possible_neighbours(s, start) if not any(unit.side != side for unit in s.at(hex_))]


@rule("6.1f", Withdraw)
def one_hex(withdraw: Withdraw) -> Findings:
    """One hex, free of enemy units; EZOCs do not matter."""
    start = withdraw.from_
    if start is None:
        yield forbid("not_on_map", unit=withdraw.movers_[0].id)
        return
    free = way_out(withdraw.s, start, withdraw.side)
    if not free:
        yield define("withdrawal_none", start)
        if withdraw.to is not None:
            yield forbid("withdrawal_no_hex", withdraw.to)
        return
    if withdraw.to is None:
        raise Missing("choices.withdrawal", tuple(free))
    enemies = withdraw.enemies_at(withdraw.to, withdraw.side)
    if enemies:
        yield forbid("retreat_onto_enemy", enemies[0], withdraw.to, enemy=enemies[0].id)
    far = withdraw.distance(start, withdraw.to)
    if far != 1:
        yield forbid("withdrawal_one_hex", withdraw.to, hexes=far)
    if not withdraw.forbidden:
        yield permit("withdrawal", withdraw.movers_, withdraw.to)


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


@rule("6.1c")
def marker_goes(s: Situation, hex_: str) -> bool:
    """Whether a control marker comes off at once: no enemy unit with an AV or the assault arrow is left next to the hex (6.1c iii)."""
    side, level = control_of(s, hex_)
    if level != PARTIAL:
        return False
    near = [unit for other in possible_neighbours(s, hex_) for unit in s.at(other) if unit.side != side and unit.kind is None]
    return not any(has_av(unit) or attack_capable(unit) for unit in near)
