"""Chapter 12: aircraft."""

from __future__ import annotations

from adjudicator.book import Findings, Marker, Missing, Situation, Unit, cited, define, effect, forbid, owes, permit, record, rule, term, value
from adjudicator.kit import adjacent, distance, names, possible_neighbours

from .acts import Move, PdCase
from .acts_combat import AirAttack, Damage, Owed, Resolve, Retreat
from .acts_turn import AirReturn, Deploy, InterdictionRoll, NextPhase, PointsLost
from .r02_1_components import result_at
from .r09_0_combat import hqs_in_stack, outcome_in
from .vocabulary import GERMAN, POLISH, RAIL, STRATEGIC, is_hq, is_motorised, is_ship

RETURNED = ("aircraft return segment", "sudden death victory segment", "turn advance segment", "ground attack segment")  # from the return on


# ---- 12.0 --------------------------------------------------------------------------------------------------------------
@rule("12.0", (AirAttack, Deploy))
def north_and_south_of_the_line(case: AirAttack | Deploy) -> Findings:
    """Luftflotte 1 flies north of the printed line, Luftflotte 4 south of it; the Polish aircraft flies anywhere."""
    hex_ = case.target if isinstance(case, AirAttack) else case.at
    for plane in case.planes:
        wanted = "ground_attack" if isinstance(case, AirAttack) else "interdiction"
        if plane.kind != wanted:
            yield forbid("wrong_aircraft", plane=plane.id, kind=plane.kind)
        if case.camp(plane.side) == POLISH:
            yield define("flies_anywhere", plane=plane.id)
            continue
        fleet, there = plane.luftflotte, case.s.hex(hex_).luftflotte
        if fleet != there:
            yield forbid("across_the_line", hex_, plane=plane.id, fleet=fleet, there=there)
        else:
            yield permit("right_side_of_line", hex_, plane=plane.id, fleet=fleet)


# ---- 12.1 --------------------------------------------------------------------------------------------------------------
@rule("12.1", AirAttack, "roll", exception_to="2.2.3")
def aircraft_ignore_their_part(attack: AirAttack) -> Findings:
    """Of a result of an air attack only the defender's part counts."""
    column = attack.computed("column")
    if column is None:
        return
    die = attack.roll()
    found = result_at(attack.s, str(column), die)
    kept = "/".join(piece for piece in found.split("/") if not piece.startswith("A")) or "-"
    yield value("table_result", found)
    yield value("result", kept, "rolled", die=die, column=column, result=kept)


def back_on(case: PdCase) -> int:
    """The turn on which an aircraft that is damaged now comes back."""
    return int(case.s.turn + case.table("aircraft")["turns"])


def goes_to_the_track(case: PdCase, plane: str) -> Findings:
    """A damaged aircraft lies on the turn track until it comes back."""
    yield effect(unit=plane, damaged=True, returns=back_on(case))
    yield record(marker=plane, damaged=True, at="track", returns=back_on(case))


@rule("12.1", AirAttack)
def targets_of_aircraft(attack: AirAttack) -> Findings:
    """Any enemy hex with an own ground unit next to it: for German aircraft a German one, no Slovak."""
    active = attack.s.stated("active")
    sides = {plane.side for plane in attack.planes}
    if active is not None and any(attack.camp(side) != active for side in sides):
        yield forbid("other_part", active=active)
    if len(sides) > 1:
        yield forbid("mixed_aircraft")
    if attack.attackers:
        yield forbid("ground_with_air", attack.attackers)
    for plane in attack.planes:
        if plane.damaged or plane.at == "track":
            yield forbid("plane_away", plane=plane.id)
        elif attack.done(plane.id, "attack"):
            yield forbid("plane_used", plane=plane.id)
    if not attack.enemies_at(attack.target, attack.side):
        yield forbid("no_target", attack.target)
    open_fact: Missing | None = None
    for here in possible_neighbours(attack.s, attack.target):
        for unit in attack.s.at(here):
            try:
                if unit.side == attack.side and not is_ship(unit) and adjacent(attack.s, here, attack.target):
                    yield permit("spotted_by", unit, here)
                    return
            except Missing as missing:
                open_fact = open_fact or missing
    if open_fact is not None:
        raise open_fact
    attack.s.complete()
    yield forbid("no_unit_beside_target", attack.target, side=attack.side)


@rule("12.1", AirAttack, "strength")
def strength_of_aircraft(attack: AirAttack) -> Findings:
    """Several aircraft add up in one attack."""
    for plane in attack.planes:
        yield term("attack", plane.attack, "aircraft", plane=plane.id)
    yield value("attack_total", attack.total("attack"))


@rule("12.1", AirAttack, "result")
def damage_to_aircraft(attack: AirAttack) -> Findings:
    """A die of 1 damages one of the attacking aircraft, which its player chooses; it is back two turns later."""
    if not attack.dice:
        return
    die = attack.dice[0]
    if die != 1:
        yield value("aircraft_damaged", 0)
        if attack.damaged:
            yield define("not_damaged", plane=", ".join(attack.damaged), die=die)
        return
    yield value("aircraft_damaged", 1)
    yield value("returns", back_on(attack))
    choice = attack.damaged or ([attack.planes[0].id] if len(attack.planes) == 1 else [])
    attack.hit = [] if choice else [plane.id for plane in attack.planes]
    for name in choice[:1]:
        yield from goes_to_the_track(attack, name)


@rule("12.1", AirAttack)
def who_is_damaged(attack: AirAttack) -> Findings:
    """One of the aircraft that attacked, and only on a 1."""
    if not attack.damaged:
        return
    flying = {plane.id for plane in attack.planes}
    for name in attack.damaged:
        if name not in flying:
            yield forbid("did_not_fly", plane=name)
    if len(attack.damaged) > 1:
        yield forbid("only_one_damaged", plane=", ".join(attack.damaged))
    if attack.dice and attack.dice[0] != 1:
        yield forbid("not_damaged", plane=", ".join(attack.damaged), die=attack.dice[0])


@rule("12.1", AirAttack, "after", each="planes")
def back_to_the_boxes(attack: AirAttack, plane: Marker) -> Findings:
    """Aircraft that have attacked go back to their boxes."""
    yield record(did=plane.id, act="attack", hex=attack.target)


@rule("12.1", Owed, "answer")
def ground_attacks_open(owed: Owed) -> Findings:
    """In the ground attack segment the German attacks first, then the Pole; a die of 1 leaves open which aircraft is damaged."""
    hit = owed.pending.get("hit")
    if hit and owed.pending.get("result"):
        yield owes("damage", owed.camp(owed.marker(hit[0]).side), hit)
    if not owed.asked_in("ground attack segment"):
        return
    ready = [plane for plane in owed.aircraft("ground_attack") if not plane.damaged and plane.at != "track" and not owed.done(plane.id, "attack")]
    for side in (GERMAN, POLISH):
        mine = [plane.id for plane in ready if plane.stated("side") is not None and owed.camp(plane.side) == side]
        if mine:
            yield owes("air_attack", side, mine, may=True)


@rule("12.1", Damage, each="planes")
def damage_by_itself(damage: Damage, plane: Marker) -> Findings:
    """Aircraft are damaged by the die of their own attack or of the interdiction segment."""
    if plane.damaged:
        yield forbid("damaged_already", plane=plane.id)
    else:
        yield permit("is_damaged", plane=plane.id, turn=back_on(damage))


@rule("12.1", Damage, "after")
def it_goes_to_the_track(damage: Damage) -> Findings:
    """Two turns ahead on the turn track."""
    for plane in damage.planes:
        yield from goes_to_the_track(damage, plane.id)
    if damage.pending.get("hit"):
        yield record(state="pending", value={key: item for key, item in damage.pending.items() if key != "hit"})


@rule("12.1", AirReturn, each="planes")
def back_after_two_turns(back: AirReturn, plane: Marker) -> Findings:
    """Repairs take two turns, and the aircraft enters in the reinforcement segment."""
    if plane.returns is not None:
        yield define("returns_on", plane=plane.id, turn=plane.returns)


@cited("12.1.1", AirAttack)
def lone_hqs_from_the_air(attack: AirAttack) -> bool:
    """A lone HQ may be attacked from the air, as it may not on the ground."""
    return bool(attack.defenders) and all(is_hq(unit) for unit in attack.defenders)


@rule("12.1.1", (Resolve, AirAttack), "result")
def hqs_under_air_attack(case: Resolve | AirAttack) -> Findings:
    """From the air an HQ takes only the retreat: losses beyond the steps of its stack are ignored."""
    outcome = outcome_in(case)
    if outcome is None or not outcome.by_air:
        return
    side = case.camp(outcome.defenders[0].side) if outcome.defenders else ""
    hqs = hqs_in_stack(case, outcome.battle, side)
    if hqs:
        yield value("hq_retreat", outcome.hexes(False))
        yield define("hq_under_air", hqs)


@rule("12.1.1", Retreat)
def hqs_retreat_from_the_air(retreat: Retreat) -> Findings:
    """An HQ takes the retreat of an air attack, and nothing else of it."""
    hqs = [unit for unit in retreat.movers if is_hq(unit)]
    if hqs and retreat.by_air:
        yield define("hq_under_air", hqs)


# ---- 12.2 --------------------------------------------------------------------------------------------------------------
def interdictors(s: Situation) -> list[Marker]:
    """The interdicting aircraft on the map; Missing where nobody knows about them."""
    if "markers[interdiction].at" in s.unknown and "markers[interdiction].at" not in s.tried:
        raise Missing("markers[interdiction].at")
    found = []
    for marker in s.markers.values():
        if marker.kind == "interdiction" and marker.at is not None and marker.hex is not None:
            found.append(marker)
    return found


@rule("12.2")
def interdicted(s: Situation, hex_: str) -> bool:
    """Whether a hex is interdicted: that of an aircraft and those around it, on turn 1 two hexes far."""
    doubt = False
    for plane in interdictors(s):
        far = distance(s, plane.hex or "", hex_)
        if far <= 1:
            return True
        doubt = doubt or far == 2
    return doubt and bool(s.turn == 1)


def interdicted_on(move: Move, unit: Unit) -> list[str]:
    """The interdicted hexes of a unit's way, the first included."""
    return [hex_ for hex_ in move.ways[unit.id] if interdicted(move.s, hex_)]


@rule("12.2", Move)
def no_roads_or_rails_under_interdiction(move: Move) -> Findings:
    """A unit that begins in or enters an interdicted hex has no strategic and no rail movement."""
    if move.how not in (STRATEGIC, RAIL):
        return
    for unit in move.movers:
        bombed = interdicted_on(move, unit)
        if bombed:
            yield forbid("interdicted", unit, where=bombed, hexes=", ".join(bombed), how=move.how)


@cited("12.2")
def penalty(unit: Unit) -> int:
    """What interdiction costs a unit in movement points."""
    return 2 if not is_hq(unit) and is_motorised(unit) else 1


@rule("12.2", PointsLost, each="units_of")
def points_said_to_be_lost(lost: PdCase, unit: Unit) -> Findings:
    """Who says what interdiction cost has to say as much as it costs, and to stand in a hex that is interdicted, or that he has come through."""
    way = [unit.hex, *(hex_ for item in lost.done(unit.id, "move") for hex_ in item.get("path") or ())]
    if not any(interdicted(lost.s, hex_) for hex_ in way if hex_):
        yield forbid("not_interdicted", unit)
    elif lost.slots["mp"] != penalty(unit):
        yield forbid("other_penalty", unit, unit=unit.id, points=penalty(unit))
    else:
        yield permit("penalty_paid", unit, unit=unit.id, points=penalty(unit))


@rule("12.2", Move, "allowance")
def points_lost_to_interdiction(move: Move, unit: Unit) -> Findings:
    """It costs mechanised and motorised units two points, foot, cavalry and HQs one, whoever they belong to (once in a move: A6.29)."""
    if move.how in (STRATEGIC, RAIL):
        return
    bombed = interdicted_on(move, unit)
    if not bombed:
        if move.s.markers and any(marker.at for marker in move.aircraft("interdiction")):
            yield define("not_interdicted", unit)
        return
    points = penalty(unit)
    times = len(bombed) if len(bombed) > 1 and move.reading("6.29") == "each" else 1
    yield term(move.allowed(unit), -points * times, "interdiction_points", unit=unit.id, hexes=", ".join(bombed))


def thrown_this_turn(s: Situation) -> bool:
    """Whether the die for the interdicting aircraft has been thrown in this turn."""
    turn = s.known("turn")
    return any(item.get("turn", turn) == turn for item in s.history.get("interdiction roll", ()))


@rule("12.2", InterdictionRoll)
def what_the_die_may_hit(roll: InterdictionRoll) -> Findings:
    """Only an interdicting aircraft, and only on a 1."""
    for name in roll.damaged:
        plane = roll.marker(name)
        if plane.kind != "interdiction":
            yield forbid("wrong_aircraft", plane=name, kind=plane.kind)
        elif plane.damaged:
            yield forbid("damaged_already", plane=name)
    if thrown_this_turn(roll.s):
        yield forbid("interdiction_rolled")
    early = [plane for plane in roll.aircraft("interdiction") if plane.hex is not None]
    if early and roll.s.known_to_be("phase", "interdiction segment"):
        yield forbid("interdiction_die_first", plane=names(early))
    if len(roll.damaged) > 1:
        yield forbid("only_one_damaged", plane=", ".join(roll.damaged))
    if roll.damaged and roll.dice and roll.dice[0] != 1:
        yield forbid("not_damaged", plane=", ".join(roll.damaged), die=roll.dice[0])


@rule("12.2", InterdictionRoll, "roll")
def interdiction_die(roll: InterdictionRoll) -> Findings:
    """On a 1 one interdicting aircraft of the German's choice is damaged and comes back two turns later; the others are placed."""
    die = roll.roll()
    hit = die == 1
    yield record(did="interdiction roll", act="roll")
    ready = [plane for plane in roll.aircraft("interdiction") if not plane.damaged]
    yield value("aircraft_damaged", int(hit), "interdiction_hit" if hit else "interdiction_missed", die=die)
    yield value("result", "damaged" if hit else "none")
    if not hit:
        return
    yield value("returns", back_on(roll))
    choice = roll.damaged or ([ready[0].id] if len(ready) == 1 else [])
    if ready and not choice:
        yield record(state="pending", value={"act": "interdiction", "hit": [plane.id for plane in ready]})
    for name in choice[:1]:
        yield from goes_to_the_track(roll, name)


@rule("12.2", Deploy)
def placing_interdiction(deploy: Deploy) -> Findings:
    """Undamaged interdicting aircraft are placed on the map, each in a hex."""
    if deploy.s.known_to_be("active", POLISH):
        yield forbid("german_interdicts")
    for plane in deploy.planes:
        if plane.damaged or plane.at == "track":
            yield forbid("plane_away", plane=plane.id)
        elif plane.hex is not None:
            yield forbid("plane_placed", plane=plane.id, hex=plane.hex)
        elif not deploy.forbidden:
            yield permit("interdicts", deploy.at, plane=plane.id)
        else:
            yield define("where_interdictors_go", plane=plane.id)


@rule("12.2", Deploy, "after", each="planes")
def placed(deploy: Deploy, plane: Marker) -> Findings:
    """The aircraft lie in their hex."""
    yield effect(marker=plane.id, at=deploy.at)


@rule("12.2", Owed, "answer")
def interdiction_due(owed: Owed) -> Findings:
    """In the interdiction segment the German throws a die, then places all his undamaged interdicting aircraft."""
    hit = owed.pending.get("hit")
    if hit and not owed.pending.get("result"):
        yield owes("damage", GERMAN, hit)
        return
    if not owed.asked_in("interdiction segment"):
        return
    ready = [plane.id for plane in owed.aircraft("interdiction") if not plane.damaged and plane.at != "track" and plane.hex is None]
    if ready:
        yield owes("place_interdiction" if thrown_this_turn(owed.s) else "roll_interdiction", GERMAN, ready)


@rule("12.2", NextPhase)
def interdiction_goes_home(change: PdCase) -> Findings:
    """In the return segment the interdicting aircraft go back to their boxes."""
    if change.slots.get("phase") not in RETURNED or change.s.phase in (None, "setup"):
        return
    back = [plane for plane in change.aircraft("interdiction") if plane.hex is not None]
    for plane in back:
        yield effect(marker=plane.id, at=None)
    if back:
        yield define("planes_go_home", plane=names(back))


# ---- 12.3 --------------------------------------------------------------------------------------------------------------
@rule("12.3", AirReturn)
def due_back(back: AirReturn) -> Findings:
    """A damaged aircraft comes back on its turn."""
    if not back.planes:
        yield forbid("no_plane_due")
    for plane in back.planes:
        if not plane.damaged:
            yield forbid("not_away", plane=plane.id)
        elif plane.returns is not None and plane.returns > back.s.turn:
            yield forbid("back_later", plane=plane.id, turn=plane.returns)
        else:
            yield permit("due", plane=plane.id)


@rule("12.3", Owed, "answer")
def return_rolls_due(owed: Owed) -> Findings:
    """In the reinforcement segment a die is thrown for every aircraft that is due back."""
    turn = owed.s.known("turn")
    if not owed.asked_in("reinforcement segment") or not isinstance(turn, int):
        return
    for plane in owed.aircraft():
        if plane.damaged and isinstance(returns := plane.returns, int) and returns <= turn:
            yield owes("roll_return", owed.camp(plane.side), [plane.id])


@rule("12.3", AirReturn, "roll", each="planes")
def return_die(back: AirReturn, plane: Marker) -> Findings:
    """On a 1 it is out of the game."""
    die = back.roll()
    lost = die == 1
    yield value("result", "eliminated" if lost else "returns", "plane_lost" if lost else "plane_back", plane=plane.id, die=die)
    if lost:
        yield effect(unit=plane.id, removed=True)
        yield record(marker=plane.id, removed=True)
    else:
        yield effect(unit=plane.id, damaged=False)
        yield record(marker=plane.id, damaged=False, at=None, returns=None)
