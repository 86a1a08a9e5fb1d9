"""Chapter 3: the turn and its phases."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.common import names
from adjudicator.ruling import Findings, define, effect, forbid, owes, permit, record

from .acts import Activate, GdpCase, Movement, Pass, is_division_name
from .acts_combat import Attack, Barrage, DirectFire, OpportunityFire, Owed
from .acts_turn import EndMarker, WeatherRoll
from .r06_activation import formations_of


def wrong_phase(case: GdpCase, wanted: str) -> Findings:
    """A phase other than the one an act belongs to."""
    phase = case.s.stated("phase")
    if phase is not None and phase != wanted:
        yield forbid("wrong_phase", phase=phase, wanted=wanted)


@rule("3.2", WeatherRoll)
def weather_phase(roll: WeatherRoll) -> Findings:
    """The weather is rolled in the first phase of the turn."""
    yield from wrong_phase(roll, "weather")


@rule("3.2", Owed, "answer")
def weather_is_due(owed: Owed) -> Findings:
    """The first phase of the turn settles its weather."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "weather" and owed.s.stated("weather") is None:
        yield owes("roll_weather")


@rule("3.4", (Activate, Pass, Movement, Attack, Barrage, DirectFire))
def activation_phase(case: GdpCase) -> Findings:
    """Units move and fight in the activation phase."""
    yield from wrong_phase(case, "activation")


@rule("3.4", (Movement, Attack, Barrage, DirectFire))
def side_of_the_chit(case: GdpCase) -> Findings:
    """Only the side whose chit is being played moves and attacks."""
    active = case.s.stated("active")
    if active in case.book.sides and case.side != active:
        yield forbid("not_the_active_side", side=case.side, active=active)


@rule("3.4", Movement)
def move_before_attack(move: Movement) -> Findings:
    """A unit may move and then attack, never attack and then move; all movement of an activation comes before its first attack."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        fought = move.done(unit.id, "attack")
        if fought:
            yield forbid("attacked_already", units=[unit.id], unit=unit.id, hex=fought[0].get("hex", "?"))
            continue
        if unit.overrun:
            continue
        formation = unit.formation
        others = [other for other in move.s.units.values() if formation and other.stated("formation") == formation and other is not unit]
        fought_by = [other for other in others if move.done(other.id, "attack")]
        if fought_by:
            yield forbid("attacks_have_begun", units=[unit.id], unit=unit.id, other=names(fought_by))


@rule("3.4", (Movement, Attack))
def one_battalion(case: GdpCase) -> Findings:
    """The chit says which battalion moves and fights; a division HQ may take any that has not been activated."""
    chit = case.s.stated("chit")
    if chit is None:
        return
    battalions = formations_of(case)
    if is_division_name(case, chit):
        yield define("division_chit", formations=", ".join(sorted(battalions)))
    elif battalions == {chit}:
        yield define("chit_in_play", chit=chit)


@rule("3.4", OpportunityFire)
def the_other_side_fires(fire: OpportunityFire) -> Findings:
    """Reaction fire is the one thing that the other side does in an activation, besides its defence."""
    active = fire.s.stated("active")
    if active in fire.book.sides and fire.side == active:
        yield forbid("own_activation", units=[unit.id for unit in fire.firers], unit=names(fire.firers))


@rule("3.5", EndMarker)
def markers_at_the_end(ending: EndMarker) -> Findings:
    """At the end of the turn all markers of the turn come off; only that of road movement stays."""
    phase = ending.s.stated("phase")
    if phase not in (None, "end of turn"):
        yield forbid("wrong_phase", phase=phase, wanted="end of turn")
    stays = ending.what == "road_move"
    if bool(ending.slots.get("keep")) != stays:
        yield forbid("road_marker_stays" if stays else "marker_comes_off", units=[unit.id for unit in ending.bearers])
    elif not ending.forbidden:
        yield permit("road_marker_stays" if stays else "marker_comes_off", units=[unit.id for unit in ending.bearers])


@rule("3.5", EndMarker, "after")
def markers_taken_off(ending: EndMarker) -> Findings:
    """Pins, overrun markers and the fired sides of guns are gone; guns out of supply stay as they are (5.2)."""
    for unit in ending.bearers:
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
            yield permit("pin_gone", units=[unit.id], unit=unit.id)


@rule("3.5", Attack)
def supporting_guns_ready(attack: Attack) -> Findings:
    """At the end of a turn guns that fired turn back to their ready side."""
    for guns in attack.support.values():
        for unit in guns:
            earlier = [item for item in attack.s.history.get(unit.id, ()) if item.get("act") in ("support", "barrage")]
            if earlier and not attack.done(unit.id, "support", "barrage") and not unit.fired:
                yield permit("gun_ready_again", units=[unit.id], unit=unit.id)
