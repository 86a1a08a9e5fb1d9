"""Chapter 5.6: advances."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, define, effect, forbid, kept, owes, permit, record, rule, says, value, warn
from adjudicator.kit import told_by_other

from .acts_aftermath import Advance, DeclineAdvance, Owed, TakeResult
from .acts_combat import Assisted, CombatTable, Outcome, RegularAttack
from .acts_due import FIRE, JUMP, is_won
from .acts_formation import Isolation
from .r03_vocabulary import is_finished
from .r04_vocabulary_ground import step_closed
from .r05_common import marked, urban
from .r05_common_retreats import displaced
from .vocabulary import acts_now, formation_of, hq_of


# ---- 5.1i Assists --------------------------------------------------------------------------------------------------
@cited("5.1i", Advance)
def said_of_assists(advance: Advance) -> bool:
    """Where Assists are told of it is printed too that only one stacked with the Attack Unit advances."""
    return any(fought(advance, unit) == "assist" for unit in advance.movers_)


# ---- 5.6 Advance ----------------------------------------------------------------------------------------------------
@rule("5.6a", (CombatTable, TakeResult), "vacated")
def attack_unit_must_advance(fight: Outcome) -> Findings:
    """If the defending stack retreats or dies the Attack Unit advances: free of MPs, whatever zones lie there."""
    unit = fight.attacker
    if unit is None or fight.engaged or (fight.codes is None and not fight.wiped_out):
        return
    if fight.toll.dead(unit):
        return
    if fight.vacated and not urban(fight):
        fight.toll.tell(unit, advance="must")
        yield define("must_advance", unit, fight.target)
    else:
        fight.toll.tell(unit, advance="no")
        yield define("no_advance", unit, fight.target)


def still_held(advance: Advance | DeclineAdvance, to: str) -> bool:
    """Whether the hex has not been vacated."""
    if any(unit.kind is None and not unit.screen for unit in advance.s.at(to) if unit.side != advance.side):
        return True
    if advance.pending:
        return advance.pending.get("retreated") is False and advance.pending.get("destroyed") is not True
    return False


def fought(advance: Advance | DeclineAdvance, unit: Unit) -> str | None:
    """What a unit was in the attack that is being carried out: ``attacker``, ``assist``, or None."""
    if unit.id in [other.id for other in advance.attackers]:
        return "attacker"
    if unit.id in [other.id for other in advance.helpers]:
        return "assist"
    if advance.pending:
        return None
    done = acts_now(advance.s, unit.id, "regular_attack", "shock_attack", "assist")
    if not done:
        return None
    return "assist" if done[-1].get("act") == "assist" else "attacker"


@rule("5.6a", Advance)
def into_a_vacated_hex(advance: Advance) -> Findings:
    """The Attack Unit advances into the hex that the defender has left; it costs no MPs, and Command Radius and zones do not matter."""
    if advance.claims_urban():
        return
    if still_held(advance, advance.to):
        held = [unit.id for unit in advance.enemies if unit.kind is None]
        yield forbid("hex_still_held", advance.to, units=held)
        return
    if advance.battle is not None and advance.to != advance.battle:
        yield forbid("advance_elsewhere", advance.to, battle=advance.battle)
    if advance.pending.get("act") in FIRE:
        yield forbid("no_advance_after_fire", advance.to)
    yield from told_by_other(advance, advance.movers_)
    for unit in advance.movers_:
        role = fought(advance, unit)
        if role is None:
            yield forbid("did_not_attack", unit)
        elif role == "attacker":
            yield permit("attacker_advances", unit, advance.to)
        here = advance.standing(unit) if not advance.off_map(unit) else None
        if here == advance.to:
            yield forbid("stands_there", unit, advance.to)
        elif here is not None and not advance.adjacent(here, advance.to):
            yield forbid("not_adjacent", unit, here, advance.to, hex=here, target=advance.to)


@rule("5.6a", Advance, "after")
def they_stand_there(advance: Advance) -> Findings:
    """The units stand in the hex; Traffic and STOP terrain there, or the want of Fire Events, STOP them."""
    for unit in advance.movers_:
        advance.toll.tell(unit, at=advance.to)
        if advance.pending.get("act") == "regular_attack" and not advance.claims_urban():
            advance.toll.finish(unit)  # 5.1j: whoever took part in a Regular Attack
            continue
        stopped = marked(advance, advance.to) or bool(advance.s.hex(advance.to).stop_terrain) or unit.stated("fire_events") == 0 or unit.stopped
        if stopped and not is_finished(unit):
            advance.toll.stop(unit)
    yield from advance.toll.findings()
    headquarters = [unit for unit in advance.enemies if unit.kind is not None]
    if headquarters:
        yield record(state="pending", value={"act": JUMP, "unit": headquarters[0].id, "hex": advance.to})
    elif advance.pending:
        yield record(forget="pending")


@rule("5.6a", DeclineAdvance, each="movers_")
def may_not_be_declined(decline: DeclineAdvance, unit: Unit) -> Findings:
    """The advance of the Attack Unit is compulsory; an Assist's is not."""
    role = fought(decline, unit)
    free = decline.to is None or not is_won(decline.s, decline.pending) or bool(decline.s.hex(decline.to).urban)
    if role == "attacker" and not free:
        yield forbid("advance_compulsory", unit, hex=decline.to or "")
    else:
        yield permit("advance_optional", unit)


@rule("5.6a", RegularAttack, "after")
def what_follows(attack: RegularAttack) -> Findings:
    """Whether an advance is to follow."""
    if attack.vacated:
        yield value("advance", "no" if urban(attack) else "must")


says("5.6a", DeclineAdvance, "after", "The units stay where they are.", lambda decline: (effect(unit=unit.id, advance="no") for unit in decline.movers_))


@rule("5.6a", Owed, "answer")
def advance_to_be_made(owed: Owed) -> Findings:
    """The Attack Unit has to enter the hex that the defenders have left."""
    if owed.engagement_result():
        return  # nobody advances after an Engagement (5.2a)
    if owed.vacating and owed.battle and not owed.s.at(owed.battle) and not owed.s.hex(owed.battle).urban:
        for unit in owed.attackers:
            if unit.hex is not None and not owed.s.hex(unit.hex).urban:
                yield owes("advance", unit.stated("side"), [unit.id], hex=owed.battle)


def can_follow(fight: Outcome, unit: Unit) -> bool:
    """Whether an Assist stands with the Attack Unit and could enter the hex."""
    if fight.start is None:
        return fight.off_map(unit)
    return fight.standing(unit) == fight.start and not step_closed(fight.s, fight.start, fight.target, unit.ma_class)


@rule("5.6b", (CombatTable, TakeResult), "vacated")
def assist_may_advance(fight: Outcome) -> Findings:
    """An Assist that is stacked with the Attack Unit may advance too, if it could enter the hex; one elsewhere never does."""
    if fight.attacker is None or fight.engaged or (fight.codes is None and not fight.wiped_out):
        return
    for unit in fight.assists:
        if fight.vacated and not urban(fight) and can_follow(fight, unit):
            fight.toll.tell(unit, advance="may")
            yield define("may_advance", unit, fight.target)
        else:
            fight.toll.tell(unit, advance="no")


@rule("5.6b", Advance)
def assists_from_the_same_hex(advance: Advance) -> Findings:
    """An Assist advances only if it stood with the Attack Unit, and only where it could enter."""
    if advance.claims_urban():
        return
    for unit in advance.movers_:
        if fought(advance, unit) != "assist":
            continue
        here = advance.standing(unit)
        starts = [advance.standing(other) for other in advance.attackers]
        helped = [act.get("from") for act in acts_now(advance.s, unit.id, "assist") if act.get("from")]
        place = helped[-1] if helped else here
        if starts and place not in starts and advance.to not in starts:
            yield forbid("assist_elsewhere", unit, where=[place or ""])
        elif here is not None and step_closed(advance.s, here, advance.to, unit.ma_class):
            yield forbid("assist_cannot_enter", unit, advance.to)
        else:
            yield permit("assist_advances", unit, advance.to)


@cited("5.6b", DeclineAdvance)
def assists_choose(decline: DeclineAdvance) -> bool:
    """An Assist advances or not, as its player likes."""
    return any(fought(decline, unit) == "assist" for unit in decline.movers_)


@rule("5.6b", Assisted, "after")
def who_assisted(words: Assisted) -> Findings:
    """Who assisted, and from where, is remembered for the advance."""
    place = words.slots.get("from")
    place = place if isinstance(place, str) or place is None else place[0]
    for unit in words.helpers:
        yield record(did=unit.id, act="assist", **({"from": place} if place else {}))


@cited("5.6c", Isolation)
def advanced_out_of_command(act: Isolation) -> bool:
    """Whoever advanced out of command is isolated like others."""
    return any(done.get("advanced") or done.get("act") == "advance" for unit in act.units for done in acts_now(act.s, unit.id))


@rule("5.6c", Advance, each="movers_")
def out_of_command(advance: Advance, unit: Unit) -> Findings:
    """Command Radius does not hold an advance back, but a unit that ends beyond it suffers Isolation."""
    formation = formation_of(unit)
    if formation is None or advance.forbidden:
        return
    yield kept()
    hq = hq_of(advance.s, formation.id)
    known = hq is not None and hq.hex is not None and hq.stated("command_range") is not None
    beyond = known and hq is not None and advance.distance(hq.hex or "", advance.to) > hq.command_range
    if beyond or (not known and unit.stated("in_command") is False):
        yield warn("advance_isolated", unit)


@rule("5.6d", CombatTable, "vacated")
def headquarters_in_the_way(attack: CombatTable) -> Findings:
    """The advance may displace HQs and Trains that stood in the hex."""
    there = [unit for unit in attack.in_hex if unit.kind is not None]
    if attack.vacated and there and not urban(attack):
        yield define("advance_jumps", there, unit=there[0].id)


@rule("5.6d", Advance, "jump")
def jumped_headquarters(advance: Advance) -> Findings:
    """HQs and Trains in the hex are jumped."""
    there = [unit for unit in advance.enemies if unit.kind is not None]
    if not there:
        return
    for unit in there:
        advance.toll.tell(unit, jumped=True)
    yield define("advance_jumps", there, unit=there[0].id)
    yield from displaced(advance, there)
