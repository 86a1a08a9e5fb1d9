"""Chapter 5: movement."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import LEGALITY, Findings, Missing, Number, define, drawn, forbid, permit, rule, says, value, warn
from adjudicator.kit import answered, names, on_step, priced, went

from .acts import AskAllowance, AskCost, AskReach, Enter, Exit, Going, Move, NextPhase, ends_movement
from .acts_combat import Advance, Retreat, Stay, barred
from .vocabulary import MOVEMENT, enemy_zone, is_vehicle, may_share, moment, price

says("5.0", Move, LEGALITY, "From hex to hex; a goal that is named has to be within reach. What keeps the unit away is named.",
     lambda move: move.fault and forbid("no_way", move.mover, where=[*move.fault], start=move.fault[0], goal=move.fault[1], left=move.left))  # fmt: skip


def kept_away(move: Move, number: str) -> bool:
    """Whether it is what one number says that keeps a unit from its goal."""
    if move.fault is not None and move.why is None:
        move.why = move.obstacle(*move.fault)
    return move.fault is not None and move.why == number


@rule("5.0", AskReach, "answer")
def within_reach(question: Going) -> Findings:
    """The hexes in which the unit may end its move; or whether the one that is asked about is among them."""
    s, unit, asked = question.s, question.mover, question.slots.get("to")
    bound = bool(enemy_zone(s, question.start, question.side)) or question.did(unit, "move")
    found = question.movement(question.left).reach(s, question.start, asked and question.valid(asked))
    goals = [] if bound else [hex_ for hex_ in found.sure if hex_ != question.start and not question.in_the_way(hex_)]
    if not asked:
        yield drawn("costs", {hex_: found.sure[hex_][0] for hex_ in goals})
        yield from answered("reach", sorted(goals))
        return
    if not bound and asked not in found.sure and asked in found.possible:
        raise Missing(next(iter(found.facts(asked))))
    yield value("answer", "yes" if asked in goals else "no")
    if asked in goals:
        yield value("path", "-".join(found.path(asked) or ()))
        yield value("cost", found.sure[asked][0])


@rule("5.0", Move, "after")
def moved(move: Move) -> Findings:
    """The unit stands where its path ends."""
    yield from went(move.mover, move.path[-1] if move.path else move.goal, "move", cost=move.computed("cost") or 0, path=[move.start, *move.path])
    if move.searched:
        yield value("path", "-".join([move.start, *move.path]))


says("5.0", Move, "step", "From a hex to a neighbour.",
     lambda move, step: not move.s.grid.adjacent(step.before, step.here) and on_step("gap_in_path", step.before, step.here))  # fmt: skip
says("5.0", Move, LEGALITY, "Where it stands already a unit does not go.",
     lambda move: not move.path and move.fault is None and not move.question and forbid("already_there", move.mover, move.start))  # fmt: skip
says("5.0", Stay, LEGALITY, "Any or all units may move; none has to.", lambda stay: not stay.pending and permit("no_duty_to_move", stay.movers))


@rule("5.11", Move)
def own_movement_phase(move: Move) -> Findings:
    """Units move in the Movement Phase of their own side."""
    side, activity = moment(move.s)
    if activity is None:
        move.s.assumed["phase"] = f"{move.side} movement"
    elif activity != MOVEMENT:
        yield forbid("not_in_this_phase", now=move.s.phase)
    elif side == move.side:
        yield permit("own_movement", now=move.s.phase)


says("5.12", Move, "step", "No hex with an enemy unit is entered.",
     lambda move, step: (there := move.foes(step.here)) and forbid("enemy_there", move.movers, step.here, enemy=names(there)))  # fmt: skip
says("5.12", Move, LEGALITY, "No unit ends its move on an enemy.",
     lambda move: move.fault is not None and (there := move.foes(move.goal))
     and forbid("enemy_there", move.movers, move.goal, enemy=names(there)))  # fmt: skip


says("5.13", AskAllowance, "answer", "What is left of the allowance in this phase.",
     lambda question: answered("allowance", question.left))  # fmt: skip


says("5.13", Move, "cost", "The sum of all steps is within the allowance.", lambda move: move.paid(move.total("cost")))
says("5.13", AskCost, "cost", "The sum of all steps.", lambda question: answered("cost", question.total("cost")))
says("5.13", Move, LEGALITY, "A goal that is too far for the points that are left.",
     lambda move: kept_away(move, "5.13") and forbid("goal_too_far", move.mover, move.goal, left=move.left))  # fmt: skip
says("5.13", Move, "allowance", "A move costs no more than the allowance, less what was spent to come in; nothing is saved.",
     lambda move: value("allowance", move.left))  # fmt: skip


says("5.14", (Move, Exit), LEGALITY, "Out of an enemy zone leads retreat or advance only, or the enemy has to be gone.",
     lambda deed: (near := deed.zone(deed.start)) and forbid("held_by_zone", deed.mover, deed.start, enemy=names(near)))  # fmt: skip
says("5.14", AskReach, "answer", "What stands in an enemy zone of control can walk nowhere.",
     lambda question: (near := question.zone(question.start)) and define("held_by_zone", question.mover, question.start, enemy=names(near)))  # fmt: skip
says("5.15", AskReach, "answer", "What has moved reaches nothing more.",
     lambda question: question.did(question.mover, "move") and define("moved_before", question.mover))  # fmt: skip
says("5.15", Move, LEGALITY, "A unit moves once in a phase.", lambda move: move.did(move.mover, "move") and forbid("moved_before", move.mover))
says("5.2", Move, "step", "The Terrain Key prohibits river hexsides without a bridge or ferry.", lambda move: said(move, "5.2"))
says("5.2", Move, LEGALITY, "Where prohibited hexsides, enemy units and the edge of the map leave no way at all.",
     lambda move: kept_away(move, "5.2") and forbid("nothing_leads_there", move.mover, move.goal))  # fmt: skip
says("5.21", Move, "step", "The points of the hex that is entered, and those of the hexside that is crossed.", lambda move: said(move, "5.21"))
says("5.22", Move, "step", "Half a point from road hex to road hex through a road hexside, whatever the terrain.", lambda move: said(move, "5.22"))
says("5.23", Move, "step", "One point through a trail hexside, whatever the terrain.", lambda move: said(move, "5.23"))
says("5.24", Move, "step", "Vehicles enter rough, broken and woods, and cross water, by road or trail only.", lambda move: said(move, "5.24"))
says("5.24", Move, LEGALITY, "Where terrain leaves a vehicle no way that another unit would have.",
     lambda move: kept_away(move, "5.24") and forbid("vehicle_finds_no_way", move.mover, move.goal))  # fmt: skip
says("5.24", Retreat, LEGALITY, "A retreat that leads a vehicle where it cannot go is none: without another way the unit is lost.",
     lambda retreat: barred(retreat, "5.24", "closed_to_vehicles"))  # fmt: skip
says("5.24", Advance, LEGALITY, "An advance keeps to what vehicles can enter and cross.",
     lambda advance: [on_step("closed_to_vehicles", before, here, advance.mover)
     for before, here in (pairwise([advance.start, *(advance.trail or ())]) if is_vehicle(advance.mover) else ())
     if advance.s.grid.adjacent(before, here) and any(bar.rule == "5.24" for bar in price(advance.s, advance.mover, before, here).bars)])  # fmt: skip


def said(move: Move, number: str) -> Findings:
    """What one number says of the price of the step that is being looked at."""
    step = move.item
    if move.priced[0] is not step:
        move.priced = step, price(move.s, move.mover, step.before, step.here)
    return priced(move.priced[1], number, step, move.movers, terrain=move.s.hex(step.here).known("terrain") or "?")


@rule("5.25", Move, "cost")
def points_for_every_hex(move: Move) -> Findings:
    """No hex is entered without the points for it: where they run out is told."""
    if move.total("cost") <= move.left:
        return
    at = move.start
    spent: Number = 0
    for entry in move.ruling.ledgers.get("cost", ()):
        if spent + entry.value > move.left:
            break
        spent += entry.value
        at = entry.slots["hex"]
    yield forbid("points_run_out", move.mover, at, spent=spent)


says("5.31", NextPhase, "units", "Nobody stands stacked when a Movement Phase ends, but the Engineer with one unit that he can carry.",
     lambda end: [warn("stack_at_end", mine, hex_) for hex_, units in end.s.where().items()
     if len(mine := [unit for unit in units if unit.side == end.side]) > 1 and not (len(mine) == 2 and may_share(*mine))],
     when=ends_movement)  # fmt: skip
says("5.31", Move, "step", "No unit ends its move in a hex with a friend; the Engineer with one unit that he can carry is the exception (13.24).",
     lambda move, step: step.last and move.in_the_way(step.here)
     and forbid("stacked", move.mover, step.here, other=names(move.others(step.here))))  # fmt: skip
says("5.31", Move, LEGALITY, "A goal that cannot be reached is not open either where a friend stands.",
     lambda move: move.fault is not None and move.in_the_way(move.goal)
     and forbid("stacked", move.mover, move.goal, other=names(move.s.at(move.goal))))  # fmt: skip
says("5.31", Enter, LEGALITY, "Whether a unit may come in through a hex in which a friend stands (V-23).",
     lambda enter: (friends := enter.in_the_way(enter.at)) and (forbid("entry_taken", enter.mover, enter.at, other=names(friends))
     if enter.reading("V-23") == "vacant" else warn("has_to_move_on", enter.mover, enter.at, other=names(friends))))  # fmt: skip
says("5.31", Advance, LEGALITY, "No advance ends in, or leads through, a hex with a friend: who goes farther goes first (7.97).",
     lambda advance: [forbid("stacked", advance.mover, hex_, other=names(there)) for hex_ in advance.trail or [advance.to]
     if (there := [unit for unit in advance.s.at(hex_) if unit.side == advance.side and not may_share(unit, advance.mover)])])  # fmt: skip
says("5.32", Move, "step", "Passing through friends costs nothing extra.",
     lambda move, step: not step.last and (friends := [unit for unit in move.others(step.here) if unit.side == move.side])
     and define("passes_through", step.here, other=names(friends)))  # fmt: skip
