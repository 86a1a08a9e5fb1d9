"""Chapter 5: movement."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, Number, define, effect, forbid, permit, record, term, value, warn
from adjudicator.kit.charts import names
from adjudicator.kit.movement import Price

from .acts import AskAllowance, AskCost, AskReach, Enter, Exit, Move, NextPhase, ends_movement
from .acts_combat import Advance, Retreat, Stay, barred
from .vocabulary import MOVEMENT, enemies_in, enemy_zone, is_vehicle, may_share, moment, price


@rule("5.0", Move)
def there_is_a_way(move: Move) -> Findings:
    """A unit goes from hex to hex; a goal that is named has to be within its reach.  What keeps it away is named."""
    if move.fault is None:
        return
    start, goal = move.fault
    yield forbid("no_way", move.unit_moved, where=[start, goal], start=start, goal=goal, left=move.left)


def kept_away(move: Move, number: str) -> bool:
    """Whether it is what one number says that keeps a unit from its goal."""
    if move.fault is not None and move.why is None:
        move.why = move.obstacle(*move.fault)
    return move.fault is not None and move.why == number


@rule("5.0", Move, "step")
def hex_by_hex(move: Move) -> Findings:
    """From a hex to a neighbour."""
    before, here, _ = move.item
    if not move.s.grid.adjacent(before, here):
        yield forbid("gap_in_path", where=[before, here], start=before, hex=here)


@rule("5.0", AskReach, "answer")
def within_reach(question: AskReach) -> Findings:
    """The hexes in which the unit may end its move."""
    s, unit = question.s, question.unit_moved
    bound = bool(enemy_zone(s, question.start, question.side)) or question.did(unit, "move")
    found = question.movement(question.left).reach(s, question.start, question.asked)
    goals = [] if bound else [hex_ for hex_ in found.sure if hex_ != question.start and not crowded(question, hex_)]
    if question.asked is None:
        yield value("reach", sorted(goals))
        yield value("answer", ", ".join(sorted(goals)) or "none")
        return
    if not bound and question.asked not in found.sure and question.asked in found.possible:
        raise Missing(next(iter(found.facts(question.asked))))
    yield value("answer", "yes" if question.asked in goals else "no")
    if question.asked in goals:
        yield value("path", "-".join(found.path(question.asked) or ()))
        yield value("cost", found.sure[question.asked][0])


def crowded(deed: Move, hex_: str) -> bool:
    """Whether a friend keeps the unit from ending its move in a hex."""
    return any(other is not deed.unit_moved and other.side == deed.side and not may_share(deed.unit_moved, other) for other in deed.s.at(hex_))


@rule("5.0", Stay)
def nobody_has_to_move(stay: Stay) -> Findings:
    """Any or all units may move; none has to."""
    if not stay.pending:
        yield permit("no_duty_to_move", stay.movers)


@rule("5.0", Move, "after")
def moved(move: Move) -> Findings:
    """The unit stands where its path ends."""
    yield effect(unit=move.unit_moved.id, at=move.path[-1] if move.path else move.goal)
    yield record(did=move.unit_moved.id, act="move", cost=move.computed("cost") or 0, path=[move.start, *move.path])
    if move.searched:
        yield value("path", "-".join([move.start, *move.path]))


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


@rule("5.12", Move, "step")
def no_enemy_on_the_way(move: Move) -> Findings:
    """No hex with an enemy unit is entered."""
    _, here, _ = move.item
    there = enemies_in(move.s, here, move.side)
    if there:
        yield forbid("enemy_there", move.movers, here, enemy=names(there))


@rule("5.12", Move)
def no_enemy_at_the_goal(move: Move) -> Findings:
    """No unit ends its move on an enemy."""
    if move.fault is not None and (there := enemies_in(move.s, move.goal, move.side)):
        yield forbid("enemy_there", move.movers, move.goal, enemy=names(there))


@rule("5.13", Move)
def goal_is_too_far(move: Move) -> Findings:
    """A goal that is too far for the points that are left."""
    if kept_away(move, "5.13"):
        yield forbid("goal_too_far", move.unit_moved, move.goal, left=move.left)


@rule("5.13", Move, "allowance")
def points_that_are_left(move: Move) -> Findings:
    """A move costs no more than the allowance, less what was spent to come in; nothing is saved."""
    yield value("allowance", move.left)


@rule("5.13", AskAllowance, "answer")
def points_to_spend(question: AskAllowance) -> Findings:
    """What is left of the allowance in this phase."""
    left = question.allowance() - question.spent()
    yield value("allowance", left)
    yield value("answer", left)


@rule("5.13", Move, "cost")
def within_the_allowance(move: Move) -> Findings:
    """The sum of all steps is within the allowance."""
    cost = move.total("cost")
    yield value("cost", cost)
    if cost > move.left:
        yield forbid("too_dear", move.unit_moved, cost=cost, left=move.left)
    else:
        yield permit("affordable", move.unit_moved, cost=cost, left=move.left)


@rule("5.13", AskCost, "cost")
def what_it_costs(question: AskCost) -> Findings:
    """The sum of all steps."""
    yield value("cost", question.total("cost"))
    yield value("answer", question.total("cost"))


@rule("5.14", (Move, Exit))
def nobody_walks_out_of_a_zone(deed: Move | Exit) -> Findings:
    """A unit in an enemy zone of control leaves it by retreat or advance only, or when the enemy is gone."""
    here = deed.start if isinstance(deed, Move) else deed.at
    near = enemy_zone(deed.s, here, deed.side)
    if near:
        yield forbid("held_by_zone", deed.unit_moved, here, enemy=names(near))


@rule("5.15", Move)
def once_a_phase(move: Move) -> Findings:
    """A unit moves once in a phase."""
    if move.did(move.unit_moved, "move"):
        yield forbid("moved_before", move.unit_moved)


def step_price(move: Move) -> Price:
    """The price of the step that is being looked at."""
    if move.priced[0] is not move.item:
        before, here, _ = move.item
        move.priced = move.item, price(move.s, move.unit_moved, before, here)
    return move.priced[1]


def said(move: Move, number: str) -> Findings:
    """The parts of the price of a step that one number gives, and what it bars."""
    before, here, _ = move.item
    found = step_price(move)
    for part in found.parts:
        if part.rule == number:
            yield term("cost", part.points, part.key, hex=here, start=before, terrain=move.s.hex(here).terrain)
    for bar in found.bars:
        if bar.rule == number:
            yield forbid(bar.key, move.movers, where=[before, here], start=before, hex=here, terrain=move.s.hex(here).known("terrain") or "?")


@rule("5.2", Move, "step")
def rivers_are_prohibited(move: Move) -> Findings:
    """The Terrain Key prohibits river hexsides without a bridge or ferry."""
    yield from said(move, "5.2")


@rule("5.2", Move)
def hexsides_bar_every_way(move: Move) -> Findings:
    """Where prohibited hexsides, enemy units and the edge of the map leave no way at all."""
    if kept_away(move, "5.2"):
        yield forbid("nothing_leads_there", move.unit_moved, move.goal)


@rule("5.21", Move, "step")
def hex_and_hexside(move: Move) -> Findings:
    """The points of the hex that is entered, and those of the hexside that is crossed."""
    yield from said(move, "5.21")


@rule("5.22", Move, "step")
def along_a_road(move: Move) -> Findings:
    """Half a point from road hex to road hex through a road hexside, whatever the terrain."""
    yield from said(move, "5.22")


@rule("5.23", Move, "step")
def along_a_trail(move: Move) -> Findings:
    """One point through a trail hexside, whatever the terrain."""
    yield from said(move, "5.23")


@rule("5.24", Move, "step")
def vehicles_keep_to_roads(move: Move) -> Findings:
    """Vehicles enter rough, broken and woods, and cross water, by road or trail only."""
    yield from said(move, "5.24")


@rule("5.24", Move)
def a_vehicle_finds_no_way(move: Move) -> Findings:
    """Where terrain leaves a vehicle no way that another unit would have."""
    if kept_away(move, "5.24"):
        yield forbid("vehicle_finds_no_way", move.unit_moved, move.goal)


@rule("5.24", Retreat)
def no_vehicle_retreats_there(retreat: Retreat) -> Findings:
    """A retreat that leads a vehicle where it cannot go is none: without another way the unit is lost."""
    yield from barred(retreat, "5.24", "closed_to_vehicles")


@rule("5.24", Advance)
def no_vehicle_advances_there(advance: Advance) -> Findings:
    """An advance keeps to what vehicles can enter and cross."""
    for before, here in pairwise([advance.start, *(advance.trail or ())]) if is_vehicle(advance.unit_moved) else ():
        if advance.s.grid.adjacent(before, here) and any(bar.rule == "5.24" for bar in price(advance.s, advance.unit_moved, before, here).bars):
            yield forbid("closed_to_vehicles", advance.unit_moved, where=[before, here], start=before, hex=here)


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
    yield forbid("points_run_out", move.unit_moved, at, spent=spent)


@rule("5.31", Move, "step")
def one_unit_a_hex(move: Move) -> Findings:
    """No unit ends its move in a hex with a friend; the Engineer with one unit that he can carry is the exception (13.24)."""
    _, here, last = move.item
    if last and crowded(move, here):
        yield forbid("stacked", move.unit_moved, here, other=names(unit for unit in move.s.at(here) if unit is not move.unit_moved))


@rule("5.31", Move)
def goal_is_taken(move: Move) -> Findings:
    """A goal that cannot be reached is not open either where a friend stands."""
    if move.fault is not None and crowded(move, move.goal):
        yield forbid("stacked", move.unit_moved, move.goal, other=names(move.s.at(move.goal)))


@rule("5.31", Enter)
def through_a_friend(enter: Enter) -> Findings:
    """Whether a unit may come in through a hex in which a friend stands (V-23)."""
    friends = [unit for unit in enter.s.at(enter.at) if unit.side == enter.side and not may_share(unit, enter.unit_moved)]
    if friends and enter.reading("V-23") == "vacant":
        yield forbid("entry_taken", enter.unit_moved, enter.at, other=names(friends))
    elif friends:
        yield warn("has_to_move_on", enter.unit_moved, enter.at, other=names(friends))


@rule("5.31", Advance)
def hex_has_its_winner(advance: Advance) -> Findings:
    """No advance ends in, or leads through, a hex with a friend: who goes farther goes first (7.97)."""
    for hex_ in advance.trail or [advance.to]:
        there = [unit for unit in advance.s.at(hex_) if unit.side == advance.side and not may_share(unit, advance.unit_moved)]
        if there:
            yield forbid("stacked", advance.unit_moved, hex_, other=names(there))


@rule("5.31", NextPhase, "units", when=ends_movement)
def stacks_at_the_end(end: NextPhase) -> Findings:
    """Nobody stands stacked when a Movement Phase ends, but the Engineer with one unit that he can carry."""
    for hex_, units in end.s.where().items():
        mine = [unit for unit in units if unit.side == end.side]
        if len(mine) > 2 or len(mine) == 2 and not may_share(*mine):
            yield warn("stack_at_end", mine, hex_)


@rule("5.32", Move, "step")
def through_friends(move: Move) -> Findings:
    """Passing through friends costs nothing extra."""
    _, here, last = move.item
    friends = [unit for unit in move.s.at(here) if unit.side == move.side and unit is not move.unit_moved]
    if friends and not last:
        yield define("passes_through", here, other=names(friends))
