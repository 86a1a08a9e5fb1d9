"""Chapter 5: sequence of play, weather, air, KG deployment."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, define, effect, forbid, kept, owes, permit, record, rule, says, value

from .acts import Announce, AskHowMany, AskWeather, Deed, Deploy, DiceRoll, Enter, KeepAir, Move, NextPhase, Question, Return, storm_possible
from .acts_combat import Attack, Owed, Probe, air_used
from .acts_questions import KeepMarker
from .vocabulary import _PHASE, GERMAN, SOVIET, mech_phase, moment


@rule("5.0", (Attack, Probe))
def own_combat_phase(attack: Attack | Probe) -> Findings:
    """A side attacks in its own combat phases."""
    now = moment(attack.s)
    if now.activity is None:
        attack.s.assumed["phase"] = f"{attack.side} combat"
    elif now.side != attack.side or now.activity not in ("combat", "mech combat"):
        yield forbid("not_own_combat", attack.attackers, phase=attack.s.phase, side=attack.side)
    else:
        yield permit("own_combat", phase=attack.s.phase)


@rule("5.0", NextPhase)
def order_of_phases(step: Deed) -> Findings:
    """The phases follow each other as printed; a German combat phase is followed at once by its mechanized combat phase."""
    now, then = step.s.stated("phase"), step.slots.get("phase")
    table = step.table("sequence")
    followers = next_phases(step, str(now), table) if now is not None else None
    if then is None:
        if followers is None:
            raise Missing("phase")
        yield value("answer", followers)
        return
    if followers is None:
        yield define("phase_unknown", phase=then)
    elif then in followers:
        yield permit("phase_follows", phase=then, before=now)
    else:
        yield forbid("phase_out_of_order", phase=then, before=now, expected=followers)


def next_phases(step: Deed, now: str, table: dict[str, Any]) -> list[str] | None:
    """The phases that may follow; in each half-turn movement or combat comes first, as the player chooses."""
    now = now.removeprefix("end of ")
    if now in table["before"]:
        place = table["before"].index(now) + 1
        after = table["before"][place:]
        if after and not (after[0] == "kg deployment" and (step.s.stated("turn") or 3) < 3):
            return [after[0]]
        return _first(step, table, SOVIET)
    if now == "start of soviet phases":
        return _first(step, table, SOVIET)
    if now == "start of german phases":
        return _first(step, table, GERMAN)
    for side in (SOVIET, GERMAN):
        for index, (move, fight) in enumerate(table[side]):
            mech = table["mech"].get(fight)
            if now == fight and mech:
                return [mech]
            if now in (move, fight, mech):
                found = _after_half(step, table, side, index, now, move, fight)
                turn = step.s.stated("turn")
                return [phase for phase in found if not step.s.acts(side, act="began", phase=phase, turn=turn)]  # each comes once in a turn
    if now in table["after"]:
        place = table["after"].index(now)
        return table["after"][place + 1 : place + 2] or [table["before"][0]]
    return None


def _first(step: Deed, table: dict[str, Any], side: str) -> list[str]:
    pair: list[str] = table[side][0]
    return pair[:1] if side == SOVIET and step.s.stated("turn") == 1 else list(pair)


def _after_half(step: Deed, table: dict[str, Any], side: str, index: int, now: str, move: str, fight: str) -> list[str]:
    """After one part of a half-turn comes the other one, then the next half."""
    other = fight if now == move else move
    if index == 0:
        return [other, *(phase for phase in table[side][1] if phase != now)]
    return [other, *(_first(step, table, GERMAN) if side == SOVIET else table["after"][:1])]


@rule("5.0", NextPhase, "after")
def phase_begins(step: Deed) -> Findings:
    """The phase is on; whose it is follows from its name."""
    phase = step.slots.get("phase")
    if phase is None:
        return
    yield record(state="phase", value=phase)
    found = _PHASE.match(phase)
    if found:
        yield record(state="active", value=found[1])
        yield record(did=found[1], act="began", phase=phase)
    if phase == "weather":
        yield record(state="turn", value=(step.s.stated("turn") or 0) + 1)
        yield record(forget="weather")
    yield record(forget="pending")


# ---- 5.1 weather ------------------------------------------------------------------------------------------------------------
@rule("5.1", DiceRoll, "after")
def weather_roll(roll: DiceRoll) -> Findings:
    """Turn 1 is thaw without a roll; later one die of the Soviet player on the table."""
    if roll.purpose != "weather":
        return
    turn = roll.s.turn
    if turn == 1:
        yield value("result", "thaw", "weather_turn_1")
        yield effect(state="weather", value="thaw")
        return
    die = roll.roll()
    weather = roll.table("weather")[str(turn)][die - 1]
    yield value("result", weather, f"weather_{weather}", die=die, turn=turn)
    yield record(state="weather", value=weather)
    yield record(did="weather", act="rolled")


@rule("5.1", DiceRoll)
def soviets_roll(roll: DiceRoll) -> Findings:
    """The weather die is the Soviet player's; on turn 1 there is none."""
    if roll.purpose == "weather" and roll.slots.get("side") == GERMAN:
        yield forbid("soviets_roll_weather")
    if roll.purpose == "weather" and roll.s.stated("turn") == 1:
        yield forbid("no_weather_roll_turn_1")
    elif roll.purpose == "weather" and roll.s.acts("weather", act="rolled", turn=roll.s.stated("turn")):
        yield forbid("weather_rolled", weather=roll.s.stated("weather"))
    elif roll.purpose == "weather":
        yield kept()


@rule("5.1", AskWeather, "answer")
def weather_now(question: Question) -> Findings:
    """The weather that was rolled; thaw on turn 1; otherwise it hangs on the die."""
    known = question.s.stated("weather")
    if known is None and question.s.turn == 1:
        known = "thaw"
    if known is None:
        known = question.table("weather")[str(question.s.turn)][question.roll() - 1]
    yield value("answer", known)
    yield value("result", known, f"weather_{known}", die="-", turn=question.s.stated("turn"))


@rule("5.1", Move, when=storm_possible)
def storm_has_no_zoc(move: Move) -> Findings:
    """A storm turn: no ZOC and no air support."""
    if move.s.stated("weather") == "storm":
        yield permit("storm")


@rule("5.1", Attack, when=air_used)
def storm_has_no_air(attack: Attack) -> Findings:
    """A storm turn: no ZOC and no air support."""
    if attack.s.stated("weather") == "storm":
        yield define("storm")


@rule("5.1", Owed, "answer")
def weather_is_due(owed: Owed) -> Findings:
    """From turn 2 on the weather phase has its die."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "weather" and owed.s.stated("weather") is None and owed.s.stated("turn") != 1:
        yield owes("roll_weather", SOVIET)


@rule("5.2", Owed, "answer")
def air_is_due(owed: Owed) -> Findings:
    """The air phase settles who has air markers this turn."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "air" and not owed.s.stated("air"):
        yield owes("roll_air")


# ---- 5.2 air ----------------------------------------------------------------------------------------------------------------
@rule("5.2", DiceRoll, "after")
def air_roll(roll: DiceRoll) -> Findings:
    """Turn 1: one Soviet die, so many Soviet markers. Later two dice each; the higher total gets the difference; ties again."""
    if roll.purpose != "air":
        return
    if roll.s.turn == 1:
        won = {SOVIET: roll.roll(), GERMAN: 0}
        yield value("air", won, "air_turn_1", count=won[SOVIET])
    else:
        first = roll.slots.get("side") or SOVIET
        totals: dict[str, int] = {}
        while True:
            totals[first] = roll.roll_total()
            other = roll.book.enemy(first)
            totals[other] = roll.roll_total()
            if totals[first] != totals[other]:
                break
            yield define("air_tie", total=totals[first])
        gap = totals[SOVIET] - totals[GERMAN]
        won = {SOVIET: max(0, gap), GERMAN: max(0, -gap)}
        yield value("air", won, "air_rolled", soviet=totals[SOVIET], german=totals[GERMAN], count=abs(gap))
    for side, count in won.items():
        yield record(state=f"air.{side}", value={"have": count, "used": 0})
    yield record(did="air", act="rolled")


@rule("5.2", DiceRoll)
def who_rolls_for_air(roll: DiceRoll) -> Findings:
    """On turn 1 the Germans have no markers and roll nothing."""
    if roll.purpose == "air" and roll.s.stated("turn") == 1 and roll.slots.get("side") == GERMAN:
        yield forbid("no_german_air_turn_1")
    elif roll.purpose == "air" and roll.s.acts("air", act="rolled", turn=roll.s.stated("turn")):
        yield forbid("air_rolled_already")
    elif roll.purpose == "air":
        yield kept()


@rule("5.2", Attack, when=air_used)
def air_of_this_turn(attack: Attack) -> Findings:
    """On turn 1 only the Soviets have markers; each supports one combat in a turn; none are saved."""
    for side in (attack.side, attack.enemy):
        if not attack.air[side]:
            continue
        if side == GERMAN and attack.s.stated("turn") == 1:
            yield forbid("no_german_air_turn_1")
            continue
        box = (attack.s.air or {}).get(side) or {}
        left = box.get("have", 0) - box.get("used", 0)
        if attack.air[side] > left:
            yield forbid("air_used_up" if not box.get("left_over") else "air_not_saved", side=side, count=attack.air[side], available=left)
        else:
            yield permit("air_left", side=side, available=left)


@rule("5.2", KeepAir)
def air_is_not_saved(keep: Deed) -> Findings:
    """Markers not used in their turn are lost."""
    yield forbid("air_not_saved", side=keep.slots.get("side"), count=keep.slots.get("count"), available=0)


@rule("5.2", AskHowMany, "answer")
def markers_left(question: Question) -> Findings:
    """Markers won this turn less those used; in the air phase, before it is known who won, nobody can tell."""
    if question.slots.get("what") == "air":
        german_turn_1 = question.slots.get("side") == GERMAN and question.s.stated("turn") == 1
        if question.s.stated("phase") == "air" and not question.s.stated("air") and not german_turn_1:
            raise Missing(f"air.{question.slots.get('side') or SOVIET}.have")
        for side in [question.slots["side"]] if question.slots.get("side") else [SOVIET, GERMAN]:
            box = (question.s.air or {}).get(side) or {}
            left = box.get("have", 0) - box.get("used", 0)
            if question.slots.get("side") or left or side == GERMAN:
                yield value("available", left)
                yield value("answer", left, "air_left", side=side, available=left)
                if left:
                    return


# ---- 5.3 KG deployment ------------------------------------------------------------------------------------------------------
@rule("5.3", Deploy)
def kg_markers_from_turn_3(deploy: Deed) -> Findings:
    """From turn 3, in the deployment phase, one marker per hex, any hex on the map, Soviet-occupied ones included."""
    at = deploy.hex_of("at")
    turn = deploy.s.turn
    if turn < 3:
        yield forbid("kg_too_early", turn=turn)
    phase = deploy.s.stated("phase")
    if phase not in (None, "kg deployment"):
        yield forbid("not_kg_deployment", phase=phase)
    if deploy.slots.get("side") == SOVIET:
        yield forbid("kg_german_only")
    ids = list(deploy.slots.get("markers") or ())
    if len(ids) > 1:
        yield forbid("one_kg_per_hex", hex=at, marker=ids[0])
    for id_ in ids:
        there = [marker for marker in deploy.kgs() if marker.hex == at and marker.id != id_]
        if there:
            yield forbid("one_kg_per_hex", at, marker=there[0].id)
        elif deploy.kg(id_) is not None:
            yield forbid("kg_already_placed", marker=id_, hex=deploy.kg(id_).hex)  # type: ignore[union-attr]
        else:
            yield permit("kg_placed", at, marker=id_)


@rule("5.3", Deploy, "after")
def kg_is_placed(deploy: Deed) -> Findings:
    """The marker lies in the hex."""
    for id_ in deploy.slots.get("markers") or ():
        yield effect(marker=id_, kind="KG", at=deploy.slots["at"])


# ---- 5.4, 5.5 order of movement and combat -----------------------------------------------------------------------------------
@rule("5.4", NextPhase)
def soviets_move_first(step: Deed) -> Findings:
    """On turn 1 the Soviet phases open with movement."""
    if step.s.stated("turn") == 1 and step.slots.get("phase") == step.table("sequence")[SOVIET][0][1]:
        yield define("soviets_move_first", phase=step.slots.get("phase"))


@rule("5.4", Announce)
def order_announced(announce: Deed) -> Findings:
    """Each player announces movement/combat or combat/movement; the Soviet must move first on turn 1 (A-01)."""
    side = announce.slots.get("side") or announce.s.stated("active")
    turn = announce.slots.get("turn") or announce.s.turn
    order = announce.slots["order"]
    if side == SOVIET and turn == 1 and order != "movement/combat":
        yield forbid("soviets_move_first", phase="soviet movement 1")
    else:
        yield permit("order_announced", side=side, order=order)


@rule("5.5", (Attack, Probe), when=mech_phase)
def mechanized_again(attack: Attack | Probe) -> Findings:
    """After each German combat phase every German mechanized unit may attack again; non-mechanized ones never do."""
    if attack.side == GERMAN:
        for unit in attack.attackers:
            if unit.fact("class") != "mechanized":
                yield forbid("mech_phase_mechanized", unit)
                return
        yield permit("attacks_again", attack.attackers)


@rule("5.5", NextPhase)
def mech_phase_follows(step: Deed) -> Findings:
    """Nothing comes between a German combat phase and its mechanized combat phase."""
    now = str(step.s.stated("phase") or "").removeprefix("end of ")
    mech = step.table("sequence")["mech"].get(now)
    if mech:
        yield define("mech_follows", before=now, phase=mech)


# ---- 5.6, 5.7, 5.8 the phases at the end of the turn -------------------------------------------------------------------------
@rule("5.6", Enter)
def reinforcement_phase(enter: Enter) -> Findings:
    """German reinforcements are placed in their own phase."""
    phase = enter.s.stated("phase")
    if phase not in (None, "german reinforcement"):
        yield forbid("not_reinforcement_phase", phase=phase)
    else:
        yield permit("reinforcement_phase", phase="german reinforcement")


@rule("5.7", Return)
def replacement_phase(back: Return) -> Findings:
    """Rifle corps come back in the Soviet replacement phase."""
    phase = back.s.stated("phase")
    if phase not in (None, "soviet replacement"):
        yield forbid("not_replacement_phase", phase=phase)
    else:
        yield permit("replacement_phase", phase="soviet replacement")


@rule("5.8", Deploy)
def markers_are_picked_up(deploy: Deed) -> Findings:
    """No KG marker stays on the map in the administrative phase."""
    if deploy.s.stated("phase") == "administrative":
        for id_ in deploy.slots.get("markers") or ():
            yield forbid("kg_picked_up", marker=id_)


says("5.8", KeepAir, "legality", "Air markers that were not used come off in the administrative phase.", lambda keep: define("air_picked_up"))


@rule("5.8", KeepMarker)
def no_marker_stays(keep: Deed) -> Findings:
    """KG markers stay where they are until the administrative phase, and not beyond it."""
    for id_ in keep.slots.get("markers") or ():
        if keep.s.stated("phase") == "administrative":
            yield forbid("kg_picked_up", marker=id_)
        else:
            yield permit("kg_stays", marker=id_)


@rule("5.8", NextPhase, "after")
def markers_come_off(step: Deed) -> Findings:
    """In the administrative phase KG and air markers leave the map."""
    if step.slots.get("phase") == "administrative":
        for marker in step.s.markers.values():
            if marker.kind == "KG":
                yield effect(marker=marker.id, removed=True)
        yield record(state="air", value={})
