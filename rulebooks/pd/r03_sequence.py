"""Chapter 3: the sequence of play."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, forbid, permit, record, rule, value
from adjudicator.kit import wrong_phase

from .acts import Activate, ChitCase, Cup, Delay, Draw, Enter, Move, PdCase, Replace, Sail
from .acts_combat import Aftermath, AirAttack, Attack
from .acts_turn import AirReturn, Deploy, EndStack, InterdictionRoll, Mark, NextPhase, Victory, last_turn_over
from .r02_3_chits import command_chits_left, replaced_by
from .r13_victory import held_now
from .vocabulary import activation_over, lost_command

SETUP, AIR, INTERDICTION, REINFORCEMENT = "setup", "ground attack segment", "interdiction segment", "reinforcement segment"
COMMAND, MOVEMENT, COMBAT, SUPPLY = "command phase", "movement segment", "combat segment", "supply phase"
RETURN, VICTORY, ADVANCE, END = "aircraft return segment", "sudden death victory segment", "turn advance segment", "end of game"
ORDER = (AIR, INTERDICTION, REINFORCEMENT, COMMAND, SUPPLY, RETURN, VICTORY, ADVANCE)
ACTIVATION = (COMMAND, MOVEMENT, COMBAT)


@rule("3.0", Move)
def movement_segment(move: Move) -> Findings:
    """Units move in the movement segment of their activation, before its combat segment; reinforcements in their own segment."""
    phase = move.s.phase
    if phase == REINFORCEMENT:
        for unit in move.movers:
            if unit.arrives is None:
                yield forbid("only_reinforcements_move", unit)
        return
    if phase == COMBAT:
        yield forbid("movement_over", move.movers)
        return
    yield from wrong_phase(move, MOVEMENT, COMMAND)
    if not move.of_event():
        for unit in move.movers:
            if move.since_activation(unit.id, "attack"):
                yield forbid("fought_already", unit)


SEGMENTS: dict[type[PdCase], tuple[str, ...]] = {
    Sail: (MOVEMENT, COMMAND), Attack: (COMBAT, COMMAND), AirAttack: (AIR,), InterdictionRoll: (INTERDICTION,), Deploy: (INTERDICTION,),
    AirReturn: (REINFORCEMENT,), Delay: (REINFORCEMENT,), Activate: ACTIVATION, Draw: ACTIVATION, Replace: ACTIVATION, Mark: (SUPPLY,),
}  # fmt: skip


@rule("3.0", tuple(SEGMENTS))
def in_its_segment(case: PdCase) -> Findings:
    """The ship moves with the units, attacks are made in the combat segment of an activation, aircraft act in segments of their own, chits are
    drawn and replacements spent in the command phase, supply markers change in the supply phase."""
    yield from wrong_phase(case, *next(phases for cls, phases in SEGMENTS.items() if isinstance(case, cls)))


@rule("3.0", Enter)
def reinforcement_segment(enter: Enter) -> Findings:
    """Reinforcements come in their own segment; Malopolska also by a random event."""
    if not enter.of_event():
        yield from wrong_phase(enter, REINFORCEMENT)


@rule("3.0", Cup)
def chits_arrive_when(cup: ChitCase) -> Findings:
    """Chits go into the cup at set-up, as reinforcements, and back into it when the turn advances."""
    if not cup.slots.get("out") and not cup.of_event():
        yield from wrong_phase(cup, REINFORCEMENT, SETUP, ADVANCE)


@rule("3.0", Victory)
def victory_segment(victory: Victory) -> Findings:
    """Sudden death is looked for at the end of a turn, the level at the end of the game."""
    if victory.ends and last_turn_over(victory):
        yield permit("last_turn_over", turn=victory.table("last_turn")["turn"])
    elif victory.what in (None, "sudden_death"):
        yield from wrong_phase(victory, VICTORY, END)
    else:
        yield from wrong_phase(victory, END)


@rule("3.0", Aftermath)
def something_to_carry_out(case: Aftermath) -> Findings:
    """Losses, retreats and advances belong to a combat."""
    if case.pending or case.result or case.kind == "advance" and case.battle and not case.slots.get("target"):
        return
    if case.kind in ("retreat", "advance", "withdraw", "resolve"):
        yield forbid("nothing_pending")


@rule("3.0", EndStack)
def stacks_at_phase_end(end: EndStack) -> Findings:
    """Every segment comes to an end."""
    phase = end.s.phase
    if phase is not None:
        yield permit("phase_ends", phase=phase)


@rule("3.0", NextPhase)
def order_of_segments(change: PdCase) -> Findings:
    """Air, reinforcements, command (command, movement and combat again and again), supply, end of the turn."""
    before, wanted = change.s.phase, change.slots.get("phase")
    if wanted is None:
        if before is None:
            raise Missing("phase")
        yield value("answer", to_come(change, before))
        return
    if before is None or wanted == before:
        yield permit("phase_is", phase=wanted)
        return
    if follows(before, wanted):
        yield permit("phase_follows", phase=wanted, before=before)
        if before in ACTIVATION and wanted not in (MOVEMENT, COMBAT):
            yield from activation_over(change)
            if wanted != COMMAND:
                yield record(forget="active")
        yield from turn_over(change, before, wanted)
    else:
        yield forbid("phase_out_of_order", phase=wanted, before=before)


def to_come(change: PdCase, now: str) -> list[str]:
    """The segments that may come next: after an activation the next chit, and supply once no command chit is left in the cup."""
    over = command_chits_left(change) == []
    if now == COMMAND:
        if change.s.active_hq is not None:
            return [MOVEMENT]
        return [SUPPLY] if over and change.s.chit is None else [MOVEMENT, SUPPLY]
    if now in ACTIVATION:
        return [COMBAT] if now == MOVEMENT else [SUPPLY] if over else [COMMAND]
    if now == SETUP:
        return [AIR]
    if now not in ORDER:
        return []
    following = ORDER[(ORDER.index(now) + 1) % len(ORDER)]
    last = int(change.table("last_turn")["turn"])
    return [END if following == AIR and (change.s.stated("turn") or 0) >= last else following]


def turn_over(change: PdCase, before: str, wanted: str) -> Findings:
    """What ends with a turn: the VP hexes held are noted for the pace (4.1.2), the boxes are emptied, action chits go back."""
    turn = change.s.stated("turn")
    if turn is None:
        return
    if before == SUPPLY:
        try:
            yield record(state="vph", value={**(change.s.vph or {}), str(turn): held_now(change)})
        except Missing:
            pass  # whoever needs the number will be asked for it
    if wanted == AIR and before in (ADVANCE, VICTORY, RETURN, SUPPLY):
        yield record(state="turn", value=turn + 1)
        cup = change.s.cup
        out = [name for name, items in change.s.history.items() if any(item.get("act") == "drawn" and item.get("turn", turn) == turn for item in items)]
        for fact in change.book.each_turn:
            yield record(forget=fact)
        if cup is not None:  # all chits that were drawn go back, save those of HQs that are out of the game and those that joint ones replace
            back = [chit for chit in out if chit not in cup and not lost_command(change.s, chit) and replaced_by(change, chit) is None]
            yield record(state="cup", value=[*cup, *back])


def follows(before: str, wanted: str) -> bool:
    """Whether a segment may come after another one; segments in which nobody does anything may be passed over."""
    if wanted == END or before == SETUP:
        return True
    if before in ACTIVATION and wanted in ACTIVATION:
        return True
    rank = {**{name: number for number, name in enumerate(ORDER)}, MOVEMENT: ORDER.index(COMMAND), COMBAT: ORDER.index(COMMAND)}
    if before not in rank or wanted not in rank:
        return False
    return rank[wanted] > rank[before] or rank[before] >= rank[SUPPLY] and rank[wanted] <= rank[REINFORCEMENT]
