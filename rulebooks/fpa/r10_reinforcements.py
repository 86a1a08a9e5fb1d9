"""Chapter 10: German reinforcements."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, effect, forbid, owes, permit, rule, value
from adjudicator.kit import names, open_places

from .acts import Deed, Deploy, Enter, NextPhase
from .acts_combat import Owed
from .acts_questions import AskEntry, AskPlace, HoldBack, KeepMarker
from .vocabulary import GERMAN, controller, in_enemy_zoc


@rule("10.1", Enter)
def exact_turn_and_hex(enter: Enter) -> Findings:
    """Only Germans, only on their printed turn, free of cost, at 0101 to 0113, or at Ternopol if German-controlled and in
    communications."""
    at = enter.hex_of("at")
    for unit in enter.units_of():
        if unit.side != GERMAN:
            yield forbid("only_germans_reinforce", unit)
            continue
        if unit.hex is not None:
            yield forbid("already_on_map", unit, hex=unit.hex)
            continue
        arrives, turn = unit.arrives, enter.s.turn
        if turn != arrives:
            yield forbid("too_early" if turn < arrives else "too_late", unit, arrives=arrives, turn=turn)
        yield from _entry_hex(enter, unit, at)


@rule("10.1", HoldBack)
def no_holding_back(hold: Deed) -> Findings:
    """A reinforcement is neither hurried nor delayed: one that does not enter in its turn is lost."""
    yield forbid("no_holding_back", hold.units_of())


def _entry_hex(enter: Enter, unit: Unit, at: str) -> Findings:
    grid = enter.s.grid
    ternopol = enter.table("places")["Ternopol"][0]
    enemies = [other for other in enter.s.at(at) if other.side != GERMAN]
    if enemies:
        yield forbid("entry_occupied", at, enemies, enemy=names(enemies))
    elif at == ternopol:
        place = enter.s.hex(at)
        if controller(place) != GERMAN:
            yield forbid("ternopol_lost", at)
            return
        if not enter.slots.get("trace") and place.comms == "out":
            yield forbid("ternopol_cut_off", at)
        else:
            yield permit("ternopol_open", at)
    elif grid.column(at) == 1 and grid.row(at) <= 13:
        zoc = in_enemy_zoc(enter.s, at, GERMAN)
        if zoc and enter.reading("A-37") == "barred":
            yield forbid("source_in_zoc", at, zoc=names(zoc))
        else:
            yield permit("entry_hex", at)
    else:
        yield forbid("no_entry_hex", at)


@rule("10.1", AskEntry, "answer")
def where_it_may_enter(question: AskPlace) -> Findings:
    """The hexes of the west edge and Ternopol, as far as they are open."""
    grid = question.s.grid
    west = [grid.name(1, row) for row in range(1, 14)]
    yield from open_places(question, question.placing, question.asked, [*west, question.table("places")["Ternopol"][0]])


@rule("10.1", Enter, "after")
def entered(enter: Enter) -> Findings:
    """The unit stands in the entry hex, at full strength, without having spent a point."""
    yield value("cost", 0)
    for unit in enter.units_of():
        yield effect(unit=unit.id, at=enter.slots["at"])


@rule("10.1", Owed, "answer")
def arriving_now(owed: Owed) -> Findings:
    """The reinforcements of this turn that have not been placed."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "german reinforcement" and owed.s.stated("turn") is not None:
        waiting = [unit.id for unit in owed.s.units.values()
                   if unit.facts.get("arrives") == owed.s.turn and unit.hex is None and unit.id not in owed.s.eliminated]  # fmt: skip
        if waiting:
            yield owes("enter", GERMAN, waiting, may=True)


@cited("10.2", (NextPhase, KeepMarker))
def taken_off_each_turn(step: Deed) -> bool:
    """The markers leave the map each turn in the administrative phase."""
    phase = step.slots.get("phase") if isinstance(step, NextPhase) else step.s.stated("phase")
    return phase == "administrative" and any(marker.kind == "KG" for marker in step.s.markers.values())


@rule("10.2", Deploy)
def kg_available(deploy: Deed) -> Findings:
    """The three KG markers become available in the reinforcement phase of turn 2."""
    if deploy.s.turn < 3:
        yield forbid("kg_not_available", turn=deploy.s.turn)
    else:
        yield permit("kg_available_now")
