"""Chapter 3: the turn and its phases."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Situation, Unit, define, effect, forbid, kept, owes, permit, record, rule, says, value, warn
from adjudicator.kit import names, wrong_phase

from .acts import Activate, Movement, Pass
from .acts_combat import Attack, Barrage, DirectFire, OpportunityFire
from .acts_results import Aftermath, Owed
from .acts_turn import AskWeather, DrawActivation, EndMarker, NextPhase, WeatherRoll
from .vocabulary import GdpCase, is_division_hq, is_division_name, not_active

SEQUENCE = ("weather", "supply", "activation", "end of turn")


HOURS = ("morning", "day", "dusk", "night")  # the turns of a day (3.0)


# ---- 3.0 --------------------------------------------------------------------------------------------------------------------
@rule("3.0", NextPhase, "after")
def another_hour(step: NextPhase) -> Findings:
    """Morning, day, dusk and night follow each other."""
    s, hour = step.s, step.s.known("time")
    ended = s.history.get("turn") or ()
    last = (s.known("turn") or 0) - (step.now != "end of turn")  # the turn that is over
    if step.to == "weather" and hour in HOURS and ended and ended[-1].get("turn") == last:
        yield record(state="time", value=HOURS[(HOURS.index(hour) + 1) % 4])


# ---- 3.1 --------------------------------------------------------------------------------------------------------------------
@rule("3.1", NextPhase)
def order_of_phases(step: NextPhase) -> Findings:
    """Weather, supply, activation, end of the turn."""
    if step.to is None:
        now = step.s.phase
        yield value("answer", [SEQUENCE[(SEQUENCE.index(now) + 1) % 4]] if now in SEQUENCE else ["weather"])
    elif step.now not in SEQUENCE or step.to not in SEQUENCE:
        yield define("phase_said", phase=step.to)
    elif SEQUENCE.index(step.to) == (SEQUENCE.index(step.now) + 1) % 4:
        yield permit("phase_next", phase=step.to, before=step.now)
    else:
        yield forbid("phase_order", phase=step.to, before=step.now)


@rule("3.1", NextPhase, "after")
def phase_is_on(step: NextPhase) -> Findings:
    """The next phase; after the end of a turn the next turn begins."""
    if step.to is not None:
        yield record(state="phase", value=step.to)
    if step.to == "weather" and step.now == "end of turn":
        yield record(state="turn", value=(step.s.known("turn") or 0) + 1)
        yield from (record(forget=name) for name in ("weather", "pending"))


# ---- 3.2 --------------------------------------------------------------------------------------------------------------------
@rule("3.2", WeatherRoll)
def weather_phase(roll: WeatherRoll) -> Findings:
    """The weather is rolled in the first phase of the turn; what a roll would give may be asked at any time."""
    if not (isinstance(roll, AskWeather) or roll.slots.get("question")):
        yield from [*wrong_phase(roll, "weather")] or [kept()]


@rule("3.2", Owed, "answer")
def weather_is_due(owed: Aftermath) -> Findings:
    """The first phase of the turn settles its weather."""
    if owed.slots.get("phase") and owed.s.known_to_be("phase", "weather") and owed.s.known("weather") is None:
        yield owes("roll_weather")


@rule("3.2", NextPhase)
def not_without_weather(step: NextPhase) -> Findings:
    """The weather is settled before anything else."""
    if step.now == "weather" and step.to in SEQUENCE and step.s.stated("weather") is None:
        yield forbid("weather_first")


# ---- 3.3 --------------------------------------------------------------------------------------------------------------------
def supply_checked(s: Situation) -> bool:
    """Whether supply has been checked in this turn."""
    turn = s.known("turn")
    return any(act.get("act") == "supply_checked" and act.get("turn", turn) == turn for act in s.history.get("supply", ()))


@rule("3.3", NextPhase)
def supply_passed_over(step: NextPhase) -> Findings:
    """Both players check their units in the supply phase."""
    if step.now == "supply" and step.to == "activation" and not supply_checked(step.s):
        yield warn("supply_unchecked")


@rule("3.3", Owed, "answer")
def supply_is_due(owed: Aftermath) -> Findings:
    """Both sides check their supply."""
    if owed.slots.get("phase") and owed.s.known_to_be("phase", "supply") and not supply_checked(owed.s):
        yield owes("check_supply")


# ---- 3.4 --------------------------------------------------------------------------------------------------------------------
@rule("3.4", (Activate, Pass, Movement, Attack, Barrage, DirectFire))
def activation_phase(case: GdpCase) -> Findings:
    """Units move and fight in the activation phase."""
    yield from wrong_phase(case, "activation")


@rule("3.4", (Movement, Attack, Barrage, DirectFire))
def side_of_the_chit(case: GdpCase) -> Findings:
    """Only the side whose chit is being played moves and attacks."""
    yield from not_active(case, case.side)


@rule("3.4", Movement)
def move_before_attack(move: Movement) -> Findings:
    """A unit may move and then attack, never attack and then move; all movement of an activation comes before its first attack."""
    fighters: list[Unit] | None = None  # they are looked for once, whoever moves
    for unit in move.movers:
        if fought := move.done(unit.id, "attack"):
            yield forbid("attacked_already", unit, hex=fought[0].get("hex", "?"))
            continue
        if unit.overrun:
            continue
        formation = unit.formation
        if fighters is None:
            fighters = [move.s.units[id_] for id_ in move.s.history.doers("attack") if id_ in move.s.units and move.done(id_, "attack")]
        if fought_by := [other for other in fighters if formation and other is not unit and other.formation == formation]:
            yield forbid("attacks_have_begun", unit, other=names(fought_by))


@rule("3.4", (Movement, Attack))
def one_battalion(case: GdpCase) -> Findings:
    """The chit says which battalion moves and fights; a division HQ may take any that has not been activated."""
    chit = case.s.chit
    if chit is None:
        return
    battalions = case.battalions
    if is_division_name(case, chit):
        yield define("division_chit", formations=", ".join(sorted(battalions)))
    elif battalions == {chit}:
        yield define("chit_in_play", chit=chit)


@rule("3.4", OpportunityFire)
def the_other_side_fires(fire: OpportunityFire) -> Findings:
    """Reaction fire is the one thing that the other side does in an activation, besides its defence."""
    active = fire.s.stated("active")
    if active in fire.book.sides and fire.side == active:
        yield forbid("own_activation", fire.firers)


def chits_left(s: Situation) -> list[str]:
    """The activation chits that have not been drawn this turn: battalions with a unit on the map, and division HQs."""
    names_: dict[str, None] = {}
    for unit in s.units.values():
        if unit.hex is None or unit.id in s.eliminated:
            continue
        if name := unit.id if is_division_hq(unit) else unit.formation:
            names_[name] = None
    return [name for name in names_ if not drawn_this_turn(s, name)]


def drawn_this_turn(s: Situation, chit: str) -> bool:
    """Whether a chit has been drawn, played or passed in this turn."""
    turn = s.known("turn")
    return s.chit == chit or any(act.get("act") in ("drawn", "activated", "passed") and act.get("turn", turn) == turn for act in s.history.get(chit, ()))


@rule("3.4", NextPhase)
def chits_in_the_cup(step: NextPhase) -> Findings:
    """The phase lasts until the cup is empty."""
    if step.now == "activation" and step.to == "end of turn" and (left := chits_left(step.s)):
        yield forbid("chits_left", names=", ".join(left))


says("3.4", DrawActivation, "legality", "One after the other, in the activation phase.", lambda draw: wrong_phase(draw, "activation"))


@rule("3.4", Owed, "answer")
def next_chit(owed: Aftermath) -> Findings:
    """Another chit is drawn until the cup is empty."""
    if not owed.slots.get("phase") or not owed.s.known_to_be("phase", "activation"):
        return
    left, chit = chits_left(owed.s), owed.s.chit
    if left:
        yield owes("draw_first" if chit is None else "draw_next", None, left, may=chit is not None)
    elif chit is None or drawn_this_turn(owed.s, chit):
        yield owes("cup_empty", may=True)


# ---- 3.5 --------------------------------------------------------------------------------------------------------------------
@rule("3.5", EndMarker)
def markers_at_the_end(ending: EndMarker) -> Findings:
    """At the end of the turn all markers of the turn come off; only that of road movement stays."""
    yield from wrong_phase(ending, "end of turn")
    stays = ending.what == "road_move"
    if bool(ending.slots.get("keep")) != stays:
        yield forbid("road_marker_stays" if stays else "marker_comes_off", ending.bearers)
    elif not ending.forbidden:
        yield permit("road_marker_stays" if stays else "marker_comes_off", ending.bearers)


@rule("3.5", EndMarker, "after", each="bearers")
def markers_taken_off(ending: EndMarker, unit: Unit) -> Findings:
    """Pins, overrun markers and the fired sides of guns are gone; guns out of supply stay as they are (5.2)."""
    if ending.what != "road_move" and not (ending.what == "fired" and unit.supply == "out"):
        yield effect(unit=unit.id, **{ending.what: False})
        yield record(unit=unit.id, **{ending.what: False})


@rule("3.5", (Movement, Attack))
def pins_are_gone(case: GdpCase) -> Findings:
    """At the end of a turn all pins come off."""
    units = [unit for leg in case.legs for unit in leg.units] if isinstance(case, Movement) else case.attackers if isinstance(case, Attack) else []
    for unit in dict.fromkeys(units):
        earlier = [item for item in case.s.history.get(unit.id, ()) if item.get("act") == "pinned"]
        if earlier and not case.done(unit.id, "pinned") and not unit.pinned:
            yield permit("pin_gone", unit)


@rule("3.5", Attack, each="artillery")
def supporting_guns_ready(attack: Attack, unit: Unit) -> Findings:
    """At the end of a turn guns that fired turn back to their ready side."""
    earlier = [item for item in attack.s.history.get(unit.id, ()) if item.get("act") in ("support", "barrage")]
    if earlier and not attack.done(unit.id, "support", "barrage") and not unit.fired:
        yield permit("gun_ready_again", unit)


@rule("3.5", NextPhase, "after")
def end_of_the_turn(step: NextPhase) -> Findings:
    """Pins and overrun markers come off, guns are ready again unless they are out of supply (5.2), pontoons are finished."""
    if step.to != "end of turn":
        return
    for unit in step.s.units.values():
        facts: dict[str, Any] = {name: False for name in ("pinned", "overrun", "fired") if unit.known(name)}
        if facts.get("fired") is False and unit.supply == "out":
            del facts["fired"]
        if unit.known("spent"):
            facts["spent"] = 0
        if facts:
            yield record(unit=unit.id, **facts)
    for marker in step.s.markers.values():
        if marker.known_to_be("kind", "pontoon") and marker.known_to_be("state", "under_construction"):
            yield effect(marker=marker.id, state="completed")
    yield from (record(forget=name) for name in ("chit", "activated", "active", "events"))
    yield record(did="turn", act="ended")
