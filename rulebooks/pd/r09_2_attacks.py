"""Chapter 9, 9.2: who takes part; cavalry that withdraws; columns for combined arms and the first turn."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, owes, permit, record, rule, shift, value, warn
from adjudicator.book.engine import suppose
from adjudicator.kit import is_legal, names, went

from .acts_combat import Advance, AirAttack, Attack, Combat, Owed, Withdraw, ground_attackers, totals_of
from .r05_zones import zone
from .r09_0_combat import comes_off
from .r09_5_0_retreats import options, rank, way_of
from .r10_0_supply import has_sources
from .vocabulary import GERMAN, LIMIT, features, is_combat, is_hq, is_immobile, is_ship


@rule("9.2.1", Attack)
def one_attack_each(attack: Attack) -> Findings:
    """Any number of units from any side; each takes part in one attack only."""
    for unit in attack.attackers:
        done = attack.since_activation(unit.id, "attack")
        if done:
            yield forbid("attacked_already", unit, hex=str(done[-1].get("hex", "?")))
    if attack.also:
        yield forbid("one_hex_each", attack.attackers, where=[attack.target, *attack.also])
    if attack.forbidden:
        return
    if len({unit.hex for unit in attack.attackers}) > 1:
        yield permit("from_several_hexes", attack.target)
    places = {unit.hex for unit in attack.attackers if unit.hex}
    busy = [unit for hex_ in places for unit in attack.s.at(hex_) if unit not in attack.attackers and attack.since_activation(unit.id, "attack")]
    if busy:
        yield permit("stackmates_attack_apart", busy)


@rule("9.2.1", Attack)
def mountains_by_road(attack: Attack) -> Findings:
    """Into and out of mountain hexes units attack along roads only."""
    for unit, place in ground_attackers(attack):
        if attack.s.hex(attack.target).terrain != "mountain" and attack.s.hex(place).terrain != "mountain":
            continue
        if "road" in features(attack.s, place, attack.target):
            yield permit("mountain_attack_by_road", unit, place, attack.target)
        else:
            yield forbid("mountain_attack", unit, place, attack.target, hex=place, target=attack.target)


@rule("9.2.2", Attack)
def the_whole_hex_defends(attack: Attack) -> Findings:
    """All units in the hex defend as one; none is attacked by itself or left out."""
    there = [unit for unit in attack.present if is_combat(unit)]
    if attack.left_out(there):
        yield forbid("stack_defends_together", there, attack.target)
    elif len(there) > 1:
        yield define("defend_together", there, attack.target)


@rule("9.2.3", Attack)
def units_without_strength(attack: Attack) -> Findings:
    """A unit with an attack of 0 needs others that have some; it adds nothing, but may take losses and advance."""
    idle: list[Unit] = []
    strong = False
    open_fact: Missing | None = None
    for unit in attack.attackers:
        if is_hq(unit):
            continue
        try:
            if unit.attack > 0:
                strong = True
            else:
                idle.append(unit)
        except Missing as missing:
            open_fact = open_fact or missing
    if strong or attack.forbidden:
        for unit in idle:
            yield permit("zero_takes_part", unit)
    elif open_fact is not None:
        raise open_fact
    else:
        yield forbid("no_strength", idle)


@rule("9.2.3", Advance, each="movers")
def immobile_units_stay_behind(advance: Advance, unit: Unit) -> Findings:
    """A unit of attack 0 may advance; one that cannot move may not."""
    if not is_hq(unit) and not is_ship(unit) and is_immobile(unit):
        yield forbid("immobile_advances_not", unit)


@rule("9.2.4", Combat, "withdraw")
def cavalry_answers(attack: Combat) -> Findings:
    """Cavalry that leaves before the combat is judged at once; whoever stays defends the hex, and an emptied one is not fought over."""
    if attack.forbidden or not attack.withdrawals:
        return
    ids = [plane.id for plane in attack.planes] if isinstance(attack, AirAttack) else [unit.id for unit in attack.attackers]
    before = attack.s.facts.get("pending")
    attack.s.facts["pending"] = {"act": "attack", "attackers": ids, "defenders": [unit.id for unit in attack.present], "hex": attack.target}
    try:
        rulings = [suppose(attack, "withdraw", slots, full=True) for slots in attack.withdrawals]
    finally:
        attack.s.facts["pending"] = before
    for ruling in rulings:
        is_legal(attack, ruling)
        for number_, finding in ruling.findings:
            attack.add(number_, finding)
        for name in ("zoc_losses", "overrun"):
            if name in ruling.computed:
                yield value(name, ruling.computed[name])
        for change in ruling.effects:
            yield effect(**change)
        for change in ruling.records:
            yield record(**change)
    if not attack.forbidden and not any(is_combat(unit) for unit in attack.defenders):
        yield permit("hex_left_before_combat", attack.leaving, attack.target)


@rule("9.2.4", Withdraw)
def cavalry_withdraws(withdraw: Withdraw) -> Findings:
    """Only cavalry, attacked by cavalry or infantry: not by mechanised units, aircraft, or the ship by itself."""
    pending = withdraw.pending
    if pending.get("result"):
        yield forbid("die_was_thrown")
    for unit in withdraw.movers:
        if is_hq(unit):
            continue
        if unit.kind != "cav":
            yield forbid("only_cavalry_withdraws", unit)
        if pending.get("act") != "attack" or pending.get("hex") != withdraw.ways[unit.id][0]:
            yield forbid("not_under_attack", unit)
    if withdraw.by_air:
        yield forbid("not_from_aircraft")
    attackers = [withdraw.unit(id_) for id_ in withdraw.attacker_ids if id_ not in withdraw.s.markers]
    ground = [unit for unit in attackers if not is_ship(unit)]
    if attackers and not ground:
        yield forbid("not_from_the_ship", attackers)
    mech = [unit for unit in ground if unit.kind == "mech"]
    if mech and (len(mech) == len(ground) or withdraw.reading("6.38") == "any"):
        yield forbid("not_from_mechanised", mech)
    if not withdraw.forbidden:
        yield permit("cavalry_withdraws", withdraw.movers)


@rule("9.2.4", Owed, "answer")
def cavalry_may_leave(owed: Owed) -> Findings:
    """Before the die: cavalry that no mechanised unit attacks may leave the hex."""
    if owed.pending.get("act") != "attack" or owed.pending.get("result") or owed.by_air or not owed.battle:
        return
    attackers = [unit for unit in owed.attackers if not is_ship(unit)]
    if not attackers or all(unit.known_to_be("kind", "mech") for unit in attackers):
        return
    if any(unit.known_to_be("kind", "mech") for unit in attackers) and owed.reading("6.38") == "any":
        return
    for unit in owed.defenders:
        if unit.known_to_be("kind", "cav") and unit.hex == owed.battle:
            yield owes("withdraw", unit.known("side"), [unit.id], may=True, hex=owed.battle)


@rule("9.2.4", Withdraw, "end")
def one_hex_back(withdraw: Withdraw, unit: Unit) -> Findings:
    """It goes one hex, by the priorities of a retreat: ground, enemy zones, supply (A6.16); no settlement cancels it."""
    way = withdraw.ways[unit.id]
    if withdraw.forbidden:
        return
    if len(way) != 2:
        yield forbid("withdraws_one_hex", unit)
        return
    best = options(withdraw, [unit], way[0], 1)[0]
    mine = way_of(withdraw, [unit], way[1:])
    if mine.zones and len(best.zones) < len(mine.zones):
        yield forbid("fewer_zones_possible", unit, where=[way[1], *best.path], hexes=way[1], path="-".join(best.path))
    elif has_sources(withdraw.s, withdraw.side) and not mine.supplied and best.supplied and rank(best) < rank(mine):
        yield forbid("supplied_hex_open", unit, where=[way[1], *best.path], hex=way[1], path="-".join(best.path))
    elif mine.zones:
        yield define("zones_cost_steps", unit, way[1], hexes=way[1], steps=1)
        yield value("zoc_losses", 1)
    others = [other for other in withdraw.friends_at(way[1], withdraw.side) if is_combat(other) and other not in withdraw.movers]
    if is_combat(unit) and len(others) + len([other for other in withdraw.movers if is_combat(other) and withdraw.ways[other.id][-1] == way[1]]) > LIMIT:
        yield forbid("full_again", unit, way[1])


@rule("9.2.4", Withdraw, "after", each="movers")
def withdrawn(withdraw: Withdraw, unit: Unit) -> Findings:
    """The cavalry stands in the new hex; the attackers may advance if nobody is left."""
    way = withdraw.ways[unit.id]
    yield from went(unit, way[-1], "withdraw", hex=way[-1])
    if is_combat(unit) and zone(withdraw.s, way[-1], withdraw.side):
        yield from comes_off(unit, 1)


@rule("9.2.4", Advance)
def after_a_withdrawal(advance: Advance) -> Findings:
    """Cavalry that has withdrawn leaves its hex to the attackers."""
    gone = [unit.id for unit in advance.s.units.values() if advance.hostile(unit, advance.side) and advance.deeds(unit.id, "withdraw")]
    if gone and advance.battle and not advance.pending.get("result"):
        yield permit("withdrawal_emptied", advance.battle, units=gone, unit=", ".join(gone))


@rule("9.2.4#2", Combat, "shifts")
def combined_arms(attack: Combat) -> Findings:
    """An attack by mechanised units only loses a column; the ship or any unit of another kind beside them prevents that."""
    if totals_of(attack) is None or not attack.attackers or isinstance(attack, AirAttack):
        return
    if all(unit.kind == "mech" for unit in attack.attackers):
        yield shift(attack.book.tables["shifts"]["combined_arms"], "combined_arms", "combined arms", unit=names(attack.attackers))
        return
    others = [unit for unit in attack.attackers if unit.known("kind") not in ("mech", None)]
    if others and any(unit.known_to_be("kind", "mech", "mot") for unit in attack.attackers):
        yield define("not_only_mechanised", others)


@rule("9.2.5", Combat, "shifts")
def first_turn(attack: Combat) -> Findings:
    """Every German attack of turn 1 loses a column, aircraft and the ship alone included; Slovaks by themselves are no Germans."""
    if totals_of(attack) is None:
        return
    if attack.camp(attack.side) != GERMAN:
        if attack.s.known_to_be("turn", 1):
            yield define("first_turn_german_only")
        return
    if attack.s.turn != 1:
        return
    if attack.attackers and all(unit.side != GERMAN for unit in attack.attackers) and attack.reading("6.18") == "german":
        yield warn("slovaks_on_turn_1", unit=names(attack.attackers))
        return
    yield shift(attack.book.tables["shifts"]["first_turn"], "first_turn_shift", "first turn")
