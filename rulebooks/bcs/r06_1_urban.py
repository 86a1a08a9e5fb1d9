"""Chapter 6.1: urban warfare.  Only Urban hexes, never cities."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.common import possible_neighbours
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, define, effect, forbid, permit, record, value
from adjudicator.situation import Situation, Unit

from .acts_aftermath import Advance, ControlChange, TakeResult, Withdraw
from .acts_combat import ATTACKER, AttackByFire, Barrage, CombatTable, Fight, Outcome, Summing, card_modifier, modifier
from .acts_movement import Move
from .r01_formations import acts_now
from .r01_units import attack_capable, class_of, has_av
from .r05_1_attacks import count_of

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
