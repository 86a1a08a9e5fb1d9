"""Chapter 5.1f to o: the Combat Table and what its results do; limits of both kinds of attack."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import Findings, Unit, cited, define, effect, forbid, kept, permit, record, rule, value

from .acts import UnitAct
from .acts_aftermath import AskChances, AskNeed, AutoRetreat, FightQuestion, Hold, TakeResult
from .acts_combat import ATTACKER, CombatTable, Outcome, RegularAttack, ShockAttack
from .acts_movement import Move
from .acts_turn import AskStopped
from .r01_vocabulary import can_do, fire_events, has_av, is_host, uses_prep_def
from .r03_vocabulary import is_finished, is_stopped
from .r04_vocabulary import allowance, price
from .r04_vocabulary_zones import overstacked
from .r05_common import card_modifier, count_of, fired_just_before, marked, modifier, outcomes, read_cell, unless
from .r05_common_questions import UNKNOWN, WAYS, has_code, of_ruling, singles, trial
from .vocabulary import acts_now, doers, has_assisted, place_marker


# ---- 5.1 Regular and Shock Attacks ----------------------------------------------------------------------------------
@rule("5.1f", CombatTable, "announce")
def the_attack_is_made(attack: CombatTable) -> Findings:
    """Once it is announced the attack was made, whatever its numbers and its result turn out to be."""
    kind = "shock_attack" if isinstance(attack, ShockAttack) else "regular_attack"
    for unit in attack.assists:
        yield record(did=unit.id, act="assist", hex=attack.target)
    yield record(did=attack.attacker.id, act=kind, hex=attack.target, **({"barrage": attack.points.type} if attack.points else {}))


@rule("5.1f", CombatTable, "roll")
def combat_roll(attack: CombatTable) -> Findings:
    """Two dice and the net modifier."""
    if attack.wiped_out:
        return
    drm = attack.computed("drm")
    yield value("outcomes", outcomes(attack, "combat", drm))
    thrown = attack.roll_total()
    yield value("modified", thrown + drm)


@rule("5.1f", CombatTable, "result")
def combat_result(attack: CombatTable) -> Findings:
    """The entry of the Combat Table; of some entries only a part is known."""
    if attack.wiped_out:
        return
    code, includes, missing = read_cell(attack, "combat", attack.computed("modified"))
    if code is not None:
        attack.codes = tuple(code.split())
        yield value("result", code, "combat_result", modified=attack.computed("modified"), result=code)
    elif includes is not None:
        attack.codes = tuple(str(includes).split())
        attack.toll.partial = True
        attack.unread_cell = missing
        yield value("result_includes", str(includes), "combat_result_in_part", modified=attack.computed("modified"), result=includes)
    elif missing is not None:
        attack.unread_cell = missing  # the attack was made all the same


@rule("5.1f", TakeResult)
def who_takes_the_steps(fight: TakeResult) -> Findings:
    """Steps come off the Attack Unit, never an Assist or Support; the defender's first off his AR unit, none off HQs and Trains."""
    said = str(fight.slots.get("result") or "")
    if said != "loss" and not (said[:1] in ("A", "a", "D") and said[1:].isdigit()):
        return
    for unit in fight.movers_:
        if unit in fight.helpers:
            yield forbid("assist_never_loses", unit)
        elif unit.kind is not None or unit.in_support:
            yield forbid("no_steps_to_lose", unit)
    mine = [unit for unit in fight.movers_ if unit in fight.defenders]
    first = count_of(fight.codes or (), "D") <= 1
    if mine and first and not fight.engaged and fight.losses_due and len(fight.living) > 1:
        rating = fight.rating()
        for unit in mine:
            if unit is not rating:
                yield forbid("ar_unit_loses_first", unit, rating, unit=unit.id, rating=rating.id)


def defender_loses(attack: Outcome, steps: int) -> Findings:
    """The first step comes off the AR unit; where several others could take the rest, the defender shares it out."""
    rating, toll = attack.rating(), attack.toll
    others = [unit for unit in attack.living if unit is not rating]
    first = 1 if others and steps > 1 else steps
    toll.lose(rating, first)
    yield define("defender_loses", rating, steps=first)
    rest = steps - first
    if not rest:
        return
    able = [unit for unit in (rating, *others) if not toll.dead(unit)]
    shares = {unit.id: attack.shares.get(unit.id, 0) - (first if unit is rating else 0) for unit in able}
    if len(able) > 1 and sum(max(share, 0) for share in shares.values()) == rest:  # the owner has said how he shares them
        for unit in able:
            if shares[unit.id] > 0:
                toll.lose(unit, shares[unit.id])
                yield define("defender_loses", unit, steps=shares[unit.id])
    elif len(able) == 1:
        toll.lose(able[0], rest)
        yield define("defender_loses", able[0], steps=rest)
    elif able:
        yield define("defender_shares", able, steps=rest)
        yield effect(any_of=[unit.id for unit in able], count=rest, steps=-1)


@rule("5.1f", (CombatTable, TakeResult, AutoRetreat, Hold), "losses")
def losses_on_both_sides(attack: Outcome) -> Findings:
    """The attacker's losses fall on the Attack Unit alone; the defender's first on his AR unit, then as he likes among the units of the hex."""
    toll = attack.toll
    toll.involve(*[unit for unit in (attack.attacker, *attack.assists) if unit is not None])
    toll.involve(*[unit for unit in attack.in_hex if not unit.in_support])
    if attack.codes is None or not attack.losses_due:
        return
    mine = count_of(attack.codes, "F" if attack.engaged else "A")
    if any(code[0] == "a" for code in attack.codes) and uses_prep_def(attack.rating()):
        mine += count_of(attack.codes, "a")
    if mine and attack.attacker is not None:
        toll.lose(attack.attacker, mine)
        yield define("attacker_loses", attack.attacker, steps=mine)
    theirs = count_of(attack.codes, "T" if attack.engaged else "D")
    if theirs:
        yield from defender_loses(attack, theirs)


@rule("5.1f", (CombatTable, TakeResult), "vacated")
def traffic_where_they_left(attack: Outcome) -> Findings:
    """A Traffic marker in the defender's hex, if his stack retreats or is destroyed."""
    if attack.vacated and attack.codes is not None and "T" in attack.codes:
        yield place_marker("traffic", attack.target)
        yield define("traffic_placed", attack.target)
    elif attack.codes is not None and "T" in attack.codes:
        yield define("traffic_void", attack.target)


@rule("5.1f", CombatTable, "after")
def the_toll(attack: CombatTable) -> Findings:
    """What happened to everybody, and what is left to be carried out."""
    if attack.codes is None and not attack.wiped_out:
        attack.toll.partial = True
    yield from attack.toll.findings()
    result = attack.computed("result") or attack.computed("result_includes")
    kind = "shock_attack" if isinstance(attack, ShockAttack) else "regular_attack"
    leaving = [fate.unit.id for fate in attack.fates if fate.goes]
    if attack.vacated or leaving:
        gone = {unit.id for unit in attack.defenders if attack.toll.dead(unit)}
        pending = {
            "act": kind, "hex": attack.target, "result": result, "modified": attack.computed("modified"), "attackers": [attack.attacker.id],
            "support": [unit.id for unit in attack.assists], "defenders": leaving, "steps_taken": True,
        }  # fmt: skip
        pending["destroyed" if gone and not leaving else "retreated"] = True
        yield record(state="pending", value=pending)


@rule("5.1f", CombatTable, "unread")
def what_the_card_would_say(attack: CombatTable) -> None:
    """A cell that is known in part, and steps that nobody stated, are asked for at the end."""
    if attack.unread_cell is not None:
        raise attack.unread_cell
    attack.toll.ask_steps()


@rule("5.1f", AskNeed, "answer")
def sums_that_do_it(question: FightQuestion) -> Findings:
    """The natural sums of two dice that give the result; those that the chart card alone would tell are named apart."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    outcomes = singles(ruling.computed.get("outcomes") or {})
    wanted = str(question.slots.get("result") or "R")
    sure = [total for total, result in outcomes.items() if has_code(result, wanted)]
    open_ = [total for total, result in outcomes.items() if result == UNKNOWN]
    yield value("needed", {wanted: sure})
    if open_:
        yield value("unknown_rolls", open_)
    yield value("answer", min(sure) if sure else "none" if not open_ else UNKNOWN)


@rule("5.1f", AskChances, "answer")
def chances_of_results(question: FightQuestion) -> Findings:
    """The share of the 36 throws of two dice that each entry has; what the chart card alone would tell is a share of its own."""
    ruling = trial(question)
    yield from of_ruling(question, ruling)
    outcomes = singles(ruling.computed.get("outcomes") or {})
    shares: dict[str, Fraction] = {}
    for total, result in outcomes.items():
        shares[result] = shares.get(result, Fraction(0)) + Fraction(WAYS[total], 36)
    yield value("chances", {result: str(share) for result, share in shares.items()})
    wanted = question.slots.get("result")
    if wanted:
        sure = sum((share for result, share in shares.items() if result != UNKNOWN and has_code(result, str(wanted))), Fraction(0))
        yield value("answer", str(sure))
        if UNKNOWN in shares:
            yield value("at_most", str(sure + shares[UNKNOWN]))


def attacked_before(attack: CombatTable) -> list[str]:
    """Units that made a Regular Attack on the hex in this phase."""
    return [id_ for id_ in doers(attack.s, "regular_attack") if any(act.get("hex") == attack.target for act in acts_now(attack.s, id_, "regular_attack"))]


@rule("5.1g", RegularAttack)
def one_regular_attack_a_hex(attack: RegularAttack) -> Findings:
    """A hex is the target of one Regular Attack in a phase; units that retreated elsewhere may be attacked there."""
    before = attacked_before(attack)
    if before:
        yield forbid("hex_attacked_before", attack.target, units=before, unit=before[0])
    else:
        yield define("hex_not_attacked_before", attack.target)


@rule("5.1g", ShockAttack)
def the_limit_is_not_for_shock(attack: ShockAttack) -> Findings:
    """The limit of one attack a hex is for Regular Attacks only."""
    if attacked_before(attack):
        yield permit("shock_after_regular", attack.target)


@rule("5.1h", RegularAttack)
def a_stop_does_not_matter(attack: RegularAttack) -> Findings:
    """The unit of a Regular Attack may be STOPPED."""
    if is_stopped(attack.attacker):
        yield permit("stopped_may_attack", attack.attacker)


@rule("5.1i", RegularAttack)
def one_assist(attack: RegularAttack) -> Findings:
    """One Assist at most: adjacent to the defender, with or next to the Attack Unit, neither overstacked nor FINISHED."""
    if len(attack.assists) > 1:
        yield forbid("one_assist", attack.assists)
    for unit in attack.assists:
        yield from unless(_faults_of_an_assist(attack, unit), define("assists", unit))


def _faults_of_an_assist(attack: RegularAttack, unit: Unit) -> Findings:
    distant = attack.off_map(unit)
    here = None if distant else attack.standing(unit)
    if unit.id == attack.attacker.id:
        yield forbid("assists_itself", unit)
    if not can_do(unit, "assist"):
        yield forbid("cannot_assist", unit)
    if unit.side != attack.side:
        yield forbid("assist_of_the_enemy", unit)
    if distant != attack.distant:
        if distant or here is None or not attack.adjacent(here, attack.target):
            yield forbid("assist_not_adjacent", unit, hex=attack.target)
    elif here is not None and attack.start is not None:
        if not attack.adjacent(here, attack.target):
            yield forbid("assist_not_adjacent", unit, here, hex=attack.target)
        if here != attack.start and not attack.adjacent(here, attack.start):
            yield forbid("assist_apart", unit, attack.attacker, here, unit=unit.id, other=attack.attacker.id)
    if is_finished(unit):
        yield forbid("assist_finished", unit)
    if here is not None and overstacked(attack.s, here):
        yield forbid("assist_overstacked", unit, here)


@rule("5.1i", RegularAttack, "sums")
def the_assist(attack: RegularAttack) -> Findings:
    """The Assist gives one modifier."""
    if attack.assists:
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "assist"), "drm_assist", unit=attack.assists[0].id)


COMBAT_DICE = 2


@rule("5.1j", RegularAttack, "announce")
def attackers_are_finished(attack: RegularAttack) -> Findings:
    """Who attacks or assists is FINISHED, whatever comes of it."""
    for unit in (attack.attacker, *attack.assists):
        attack.toll.finish(unit)
        yield record(unit=unit.id, finished=True)
    yield define("attackers_finished", (attack.attacker, *attack.assists))
    yield value("dice", COMBAT_DICE)
    if not attack.dice:  # what is so before any die is thrown
        yield from attack.toll.findings(before=True)


@rule("5.1j", Move)
def finished_by_an_attack(move: Move) -> Findings:
    """Who attacked or assisted is FINISHED, whether it advanced or not."""
    unit = move.unit_
    done = acts_now(move.s, unit.id, "regular_attack", "assist")
    if done or has_assisted(move.s, unit.id):
        yield forbid("finished_after_attack", unit)


@rule("5.1k", ShockAttack)
def as_often_as_wanted(attack: ShockAttack) -> Findings:
    """A hex may be Shock Attacked as often as the Fire Events last, beside other attacks, in any order."""
    if any(acts_now(attack.s, id_, "regular_attack", "shock_attack") for id_ in doers(attack.s, "regular_attack", "shock_attack")):
        yield permit("shock_without_limit", attack.target)


@rule("5.1m", ShockAttack, each="defenders")
def no_av_in_the_hex(attack: ShockAttack, unit: Unit) -> Findings:
    """The defending hex may hold no AV, neither Real nor by Support; an AV of 0 is one."""
    if has_av(unit):
        yield forbid("shock_against_av", unit, attack.target)
    elif is_host(unit):
        yield forbid("shock_against_support", unit, attack.target)


SHOCK_COST = 3


@rule("5.1m", ShockAttack)
def not_too_dear_a_hex(attack: ShockAttack) -> Findings:
    """It must cost a Tactical unit three MPs at most to enter the hex; the rate of a road may be used for the test."""
    if attack.start is None or attack.attacker.ma_class != "tac" or not attack.adjacent(attack.start, attack.target):
        return
    found = price(attack.s, attack.attacker, attack.start, attack.target)
    cost = found.total
    if cost > SHOCK_COST and found.rate is not None:
        raise found.rate  # a road leads there, and nobody told its rate
    if cost > SHOCK_COST:
        yield forbid("shock_too_dear", attack.target, cost=cost, limit=SHOCK_COST)
    elif attack.s.hex(attack.target).stop_terrain:
        yield define("shock_into_stop", attack.target, cost=cost)


@rule("5.1m", ShockAttack)
def shock_unit(attack: ShockAttack) -> Findings:
    """The unit: alone, one MP left, not STOPPED, Tactical on the side showing, with arrow, Red or Light AV, or breakthrough armour."""
    yield from unless(_faults_of_a_shock_unit(attack.attacker), permit("shock_unit_fit", attack.attacker))


def _faults_of_a_shock_unit(unit: Unit) -> Findings:
    if is_stopped(unit):
        yield forbid("shock_while_stopped", unit)
    if unit.ma_class != "tac":
        yield forbid("shock_needs_tac", unit)
    elif not can_do(unit, "shock"):
        yield forbid("cannot_shock", unit)
    left = allowance(unit)
    if left < 1:
        yield forbid("shock_needs_mp", unit, left=left)


@cited("5.1n", AskStopped, "answer")
def a_shock_attack_does_not_finish(ask: UnitAct) -> bool:
    """Who made one goes on, if nothing else stops him (part iii)."""
    return ask.slots.get("what") == "finished" and bool(acts_now(ask.s, ask.unit_.id, "shock_attack"))


@rule("5.1n", CombatTable)
def claimed_fire(attack: CombatTable) -> Findings:
    """The modifier of an Attack by Fire is for a Shock Attack by the unit that fired, at once."""
    if "own_fire" not in attack.claimed_drms:
        return
    fired = acts_now(attack.s, attack.attacker.id, "attack_by_fire")
    if not isinstance(attack, ShockAttack):
        yield forbid("fire_no_suppression", attack.attacker)
    elif not any(act.get("hex") in (None, attack.target) for act in fired):
        yield forbid("no_fire_of_its_own", attack.attacker)


@rule("5.1n", ShockAttack)
def alone_and_with_one_point(attack: ShockAttack) -> Findings:
    """No Assist, one point of barrage at most; it costs a Fire Event and does not FINISH the unit."""
    if attack.assists:
        yield forbid("shock_no_assist", attack.assists)
    if attack.points.count > attack.table("barrage_limits")["shock"]:
        yield forbid("shock_one_point", attack.target, count=attack.points.count)
    if not attack.assists and attack.points.count <= 1:
        yield permit("shock_alone", attack.attacker)


@rule("5.1n", ShockAttack, "sums")
def own_fire_before(attack: ShockAttack) -> Findings:
    """An Attack by Fire that the same unit made at the hex just before, hit or not."""
    if fired_just_before(attack):
        yield from modifier(attack, ATTACKER, card_modifier(attack, "combat_drm", "own_fire"), "drm_own_fire", unit=attack.attacker.id)


@rule("5.1o", ShockAttack)
def modifiers_start_from_zero(attack: ShockAttack) -> Findings:
    """A new Shock Attack works out its own modifiers; nothing of an earlier one counts."""
    yield kept()
    if any(act.get("hex") == attack.target for act in acts_now(attack.s, attack.attacker.id, "shock_attack")):
        yield define("shock_again", attack.target)


@rule("5.1o", Move)
def moving_on_after_a_shock(move: Move) -> Findings:
    """After a Shock Attack the unit goes on with what MPs it has, unless it is STOPPED for any reason."""
    unit = move.unit_
    if not acts_now(move.s, unit.id, "shock_attack"):
        return
    if is_stopped(unit) or fire_events(unit) <= 0:
        yield forbid("stopped_after_shock", unit)
    else:
        yield permit("goes_on", unit)


@rule("5.1o", ShockAttack, "states")
def the_unit_goes_on(attack: ShockAttack) -> Findings:
    """After a Shock Attack the unit goes on with what MPs it has, unless something STOPS it: no Fire Event left, Traffic or STOP terrain entered."""
    unit = attack.attacker
    left = int(attack.toll.told.get(unit.id, {}).get("fire_events", 0))
    place = attack.s.hex(attack.target)
    goes = attack.vacated and not place.urban
    traffic = goes and ((attack.codes is not None and "T" in attack.codes) or marked(attack, attack.target))
    if left <= 0:
        attack.toll.stop(unit)
        yield define("stopped_no_fire_events", unit)
    elif attack.codes is None and not attack.wiped_out:
        return  # not read: nobody knows
    elif traffic:
        attack.toll.stop(unit)
        yield define("stopped_by_traffic", unit, hex=attack.target)
    elif goes and place.stop_terrain:
        attack.toll.stop(unit)
        yield define("stopped_by_terrain", unit, hex=attack.target)
    else:
        attack.toll.tell(unit, state="may_move")
        yield define("goes_on", unit)
