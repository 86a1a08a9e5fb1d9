"""Chapter 11: Soviet rifle corps that come back."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, define, effect, forbid, permit, record, rule, value
from adjudicator.kit import names, open_places, told_by_other

from .acts import Deed, Enter, Return, RollReturn
from .acts_questions import AskPlace, AskReturn, ToTrack
from .vocabulary import SOVIET, controller, in_enemy_zoc

LONGEST = 3
"""Turns that a corps waits at most: half a die, rounded up."""


def is_rifle_corps(unit: Unit) -> bool:
    """A Soviet rifle corps: the only unit that is replaced."""
    return bool(unit.side == SOVIET and unit.kind == "rifle" and unit.size == "corps")


@rule("11.1", RollReturn, each="units_of")
def rifle_corps_only(roll: RollReturn, unit: Unit) -> Findings:
    """The Soviet player rolls a die for every rifle corps that is eliminated, and for nothing else."""
    yield from told_by_other(roll, [unit])
    if not is_rifle_corps(unit):
        yield forbid("not_a_rifle_corps", unit)
    elif unit.id not in roll.s.eliminated and unit.hex is not None:
        yield forbid("not_eliminated", unit)
    elif (
        not isinstance(roll, ToTrack) and len(roll.s.acts(unit.id, act="roll_return")) > len(roll.s.acts(unit.id, act="return")) or unit.stated("at") == "track"
    ):
        yield forbid("return_rolled", unit)
    else:
        yield permit("rifle_corps", unit)


@rule("11.1", ToTrack)
def laid_on_the_track(lay: Deed) -> Findings:
    """It lies reduced at the turn that its die gave: one, two or three turns on, within the game."""
    turn = lay.slots.get("turn")
    for unit in lay.units_of():
        if not is_rifle_corps(unit):
            yield forbid("not_a_rifle_corps", unit)
            continue
        if unit.id not in lay.s.eliminated and unit.hex is not None:
            yield forbid("not_eliminated", unit)
        if lay.slots.get("state") == "reduced:false":
            yield forbid("returns_reduced", unit)
        arrives = unit.stated("arrives") if unit.stated("at") == "track" else None
        delay = (turn or lay.s.turn) - lay.s.turn
        if arrives is not None and turn not in (None, arrives):
            yield forbid("track_other_turn", unit, arrives=arrives)
        elif turn is not None and not 1 <= delay <= LONGEST:
            yield forbid("track_delay", unit, turn=turn)
        else:
            yield permit("rifle_corps", unit)


@rule("11.1", RollReturn, "after", each="units_of")
def turns_until_return(roll: RollReturn, unit: Unit) -> Findings:
    """The die halved, rounded up, is the number of turns; the corps waits reduced on the track, if turns are left."""
    die = roll.roll()
    yield record(did=unit.id, act="roll_return")
    delay = (die + 1) // 2
    arrives = roll.s.turn + delay
    yield value("delay", delay, "return_delay", unit, die=die, delay=delay)
    yield value("arrives", arrives)
    yield value("returns", arrives <= 8)
    if arrives <= 8:
        yield effect(unit=unit.id, at="track", arrives=arrives, reduced=True)
    else:
        yield define("returns_too_late", unit, arrives=arrives)


@rule("11.1", Return, each="units_of")
def waits_its_turns(back: Return, unit: Unit) -> Findings:
    """Only rifle corps return; one waits on the track until the turn that its die gave."""
    if not is_rifle_corps(unit):
        yield forbid("not_a_rifle_corps", unit)
        return
    arrives, turn = unit.stated("arrives") if unit.known("at") != "track" else unit.arrives, back.s.stated("turn")
    if arrives is not None and turn is not None and arrives > turn:
        yield forbid("too_early", unit, arrives=arrives, turn=turn)


@rule("11.2", Return)
def town_in_supply(back: Return) -> Findings:
    """Reduced, one per hex, in the replacement phase, in a Soviet town or fortified locality in supply and free of enemy ZOC."""
    at = back.hex_of("at")
    units = back.units_of()
    for unit in units:
        if is_rifle_corps(unit) and (back.slots.get("state") == "reduced:false" or back.slots.get("steps", 1) > 1):
            yield forbid("returns_reduced", unit)
        elif is_rifle_corps(unit) and unit.hex is not None:
            yield forbid("already_on_map", unit, hex=unit.hex)
    phase_now = {"phase": back.s.stated("phase"), "turn": back.s.stated("turn")}
    earlier = [id_ for id_ in back.s.history if back.s.acts(id_, act="return", **phase_now)]
    here = [id_ for id_ in earlier if back.s.acts(id_, act="return", hex=at, **phase_now)]
    if len(units) > 1 or here:
        yield forbid("one_return_per_hex", at, units)
    elif earlier and back.reading("A-36") == "turn":
        yield forbid("one_return_per_turn", units=earlier)
    enemies = [unit for unit in back.s.at(at) if unit.side != SOVIET]
    if enemies:
        yield forbid("entry_occupied", at, enemies, enemy=names(enemies))
        return
    zoc = in_enemy_zoc(back.s, at, SOVIET)
    if zoc:
        yield forbid("return_in_zoc", at, zoc, zoc=names(zoc))
    place = back.s.hex(at)
    features = place.features
    if "town" not in features and "fortified" not in features:
        yield forbid("return_not_a_town", at)
    elif controller(place) != SOVIET:
        yield forbid("return_not_controlled", at)
    elif not back.in_supply:
        yield forbid("return_out_of_supply", at)
    elif back.forbidden:
        yield define("return_hex", at)
    else:
        yield permit("may_return", at)


@rule("11.2", AskReturn, "answer")
def where_it_may_return(question: AskPlace) -> Findings:
    """Those of the listed towns and fortified localities that are open."""
    yield from open_places(question, question.placing, question.asked, sorted({*question.s.hexes, *question.table("towns")["hexes"]}))


@rule("11.2", Return, "after", each="units_of")
def returned(back: Return, unit: Unit) -> Findings:
    """The corps stands in the hex, reduced."""
    yield effect(unit=unit.id, at=back.slots["at"], reduced=True)
    yield record(did=unit.id, act="return", hex=back.slots["at"])


@rule("11.3", Enter, each="units_of")
def soviets_have_no_reinforcements(enter: Enter, unit: Unit) -> Findings:
    """The Soviets receive no reinforcements."""
    if unit.side == SOVIET:
        yield forbid("no_soviet_reinforcements", unit)


@rule("11.3", RollReturn, each="units_of")
def any_number_of_times(roll: RollReturn, unit: Unit) -> Findings:
    """A corps may come back as often as turns are left."""
    if roll.s.acts(unit.id, act="return"):
        yield permit("returns_again", unit)
