"""Chapter 4.0 to 4.2: who moves, the path, what it costs, and stacks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from adjudicator.book import InputError, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, kept, permit, record, term, value, warn
from adjudicator.ground.searches import Reach, Unknown, reach_bounds
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.geometry import adjacent, distance, possible_neighbours

from .acts import NORMAL_STACK, combat_units, enemies, formation_of, in_play, is_combat_unit, is_hq, is_trains, may_move, turned
from .acts_combat import ShockAttack
from .acts_movement import AskCost, AskReach, AskWhere, Exit, Flip, Move, Question, StackOrder, Step, TakeBack, UnitMove, VoluntaryRetreat, points
from .r01_formations import acts_now
from .r01_safe_path import cut_by, has_safe_path
from .r01_units import ROADS, chart, closed_to, road_on, shows, step_closed, terrains
from .r03_objectives import is_finished, not_active, why_stopped
from .r04_zones import screen_zone_units

HALF = Fraction(1, 2)
STOP_COST = 4  # MPs of STOP terrain (4.1e)
DETOUR = 8  # hexes beyond the straight line that a way which is sought may take
NO_HEXSIDE_COST = (*ROADS, "rail", "bridge")


# ---- 4.0 who moves ----------------------------------------------------------------------------------------------------
@rule("4.0", (Move, Flip, VoluntaryRetreat, TakeBack, Exit))
def active_player_only(act: UnitMove) -> Findings:
    """Only the active formation moves; the other player moves nothing but what has to retreat."""
    fault = False
    for finding in not_active(act.s, act.unit_):
        fault = True
        yield finding
    if not fault:
        yield permit("moves_as_active", units=[act.unit_.id], unit=act.unit_.id)


@rule("4.0a", Move)
def one_by_one(move: Move) -> Findings:
    """Units move singly."""
    if len(move.units) > 1:
        yield forbid("move_singly", units=[unit.id for unit in move.units], unit=move.units[0].id, other=move.units[1].id)


@rule("1.0e", Exit)
def stays_on_the_map(move: Exit) -> Findings:
    """Nothing moves off the map; only retreats leave it."""
    yield forbid("no_move_off_map", units=[move.unit_.id], unit=move.unit_.id)


# ---- 4.0a the path ----------------------------------------------------------------------------------------------------
@rule("4.0a", Move, "step")
def unbroken(move: Move) -> Findings:
    """From hex to adjacent hex."""
    step: Step = move.item
    if not adjacent(move.s, step.before, step.here):
        yield forbid("path_gap", where=[step.before, step.here], units=[move.unit_.id], start=step.before, hex=step.here)


def in_the_way(s: Situation, unit: Unit, here: str) -> list[Unit]:
    """Enemy units in a hex that keep a unit out of it: all but HQs, Trains and those in Screen, which have rules of their own."""
    return [other for other in s.at(here) if other.side != unit.side and is_combat_unit(other) and not other.screen and in_play(other)]


@rule("4.0a", Move, "step")
def no_enemy_there(move: Move) -> Findings:
    """No unit enters a hex that holds an enemy, save to jump an HQ or Trains, or on to a Screen (4.6a)."""
    step: Step = move.item
    held = in_the_way(move.s, move.unit_, step.here)
    if held:
        yield forbid("enemy_in_hex", where=[step.here], units=[move.unit_.id, *(unit.id for unit in held)], unit=move.unit_.id, enemy=held[0].id, hex=step.here)


@rule("4.0a", Move)
def reached(move: Move) -> Findings:
    """Where only the end was named, the cheapest way is taken; there has to be one."""
    if not move.searched:
        return
    if move.doubt is not None and move.unreachable:
        raise move.doubt
    if move.unreachable:
        yield forbid("no_way", where=[move.goal], units=[move.unit_.id], unit=move.unit_.id, hex=move.goal)


# ---- 4.0b turning over ------------------------------------------------------------------------------------------------
@rule("4.0b", Flip)
def before_anything_else(flip: Flip) -> Findings:
    """A unit is turned over before it does anything, and once in an Activation."""
    unit = flip.unit_
    if unit.sides == 1:
        yield forbid("one_sided", units=[unit.id], unit=unit.id)
        return
    if unit.flipped or acts_now(flip.s, unit.id, "flip"):
        yield forbid("flipped_already", units=[unit.id], unit=unit.id)
    if unit.moved or unit.fire_events < 2 or [act for act in acts_now(flip.s, unit.id) if act.get("act") != "flip"]:
        yield forbid("flip_first", units=[unit.id], unit=unit.id)
    if unit.stated("shown") == flip.to:
        yield forbid("shows_already", units=[unit.id], unit=unit.id, side=flip.to)
    if not flip.forbidden:
        yield permit("flips", units=[unit.id], unit=unit.id)


@rule("1.9c", Flip)
def path_for_vehicles(flip: Flip) -> Findings:
    """Leaving the feet for Truck or Tactical movement takes a Safe Path of that class."""
    unit = flip.unit_
    if flip.forbidden or flip.new_class not in ("truck", "tac") or unit.ma_class != "leg":
        return
    closed = next((here for before, here in pairwise(flip.path) if step_closed(flip.s, before, here, flip.new_class)), None)
    cut = next((here for here in flip.path[1:-1] if cut_by(flip.s, here, flip.side, flip.new_class)), None)
    if closed is not None:
        yield forbid("path_terrain", where=[closed], units=[unit.id], hex=closed, cls=flip.new_class)
    elif cut is not None:
        enemy = cut_by(flip.s, cut, flip.side, flip.new_class)[0]
        yield forbid("path_zoc", where=[cut], units=[unit.id, enemy.id], hex=cut, enemy=enemy.id)
    elif flip.path or has_safe_path(unit, flip.new_class):
        yield permit("flip_path", units=[unit.id], unit=unit.id, cls=flip.new_class)
    else:
        yield forbid("flip_no_path", units=[unit.id], unit=unit.id, cls=flip.new_class)


@rule("1.9d", Flip)
def when_a_path_is_needed(flip: Flip) -> Findings:
    """Only a flip from Leg to another class needs a Safe Path."""
    yield kept()


@rule("4.0b", Flip, "after")
def turned_over(flip: Flip) -> Findings:
    """The other side shows, at no cost."""
    unit = flip.unit_
    yield effect(unit=unit.id, side=flip.to)
    yield record(unit=unit.id, flipped=True, **turned(unit, flip.to))
    yield record(did=unit.id, act="flip")


# ---- 4.0c what a unit has to spend ------------------------------------------------------------------------------------
def halvings(unit: Unit) -> list[str]:
    """Why a unit's MA is halved, as text keys; however many there are, it is halved once."""
    found = []
    formation = formation_of(unit)
    if formation is not None and formation.snafu == "partial":
        found.append("half_partial")
    if unit.ma_class == "truck" and unit.situation.stated("trafficability") == "poor":
        found.append("half_trafficability")
    return found


FORCED_MARCH = 3  # what a forced march multiplies the MA by (6.4e)


@rule("6.4e")
def marches(unit: Unit) -> bool:
    """Whether the unit's formation makes a forced march, with three times the MA."""
    return bool(unit.situation.option("6.4")) and unit.formation is not None and bool(acts_now(unit.situation, unit.formation, "forced_march"))


def allowance(unit: Unit) -> Fraction | int:
    """The MPs that a unit has left: what is stated, else its MA, halved once for whatever reasons, fractions kept."""
    left = unit.mp_left
    if left is not None:
        found = points(left, None)
        return 0 if found is None else found
    printed = points(unit.ma, None) or 0
    if marches(unit):
        printed *= FORCED_MARCH
    return printed * HALF if halvings(unit) else printed


@rule("3.2k", (Move, VoluntaryRetreat))
def nothing_after_a_fail(act: UnitMove) -> Findings:
    """A SNAFU Fail leaves no MA; only HQs may then retreat of their own will."""
    formation = formation_of(act.unit_)
    if isinstance(act, Move) and formation is not None and formation.stated("snafu") == "fail":
        yield forbid("fail_no_move", units=[act.unit_.id], unit=act.unit_.id, formation=formation.id)


@rule("4.0c", Move, "cost")
def halved_once(move: Move) -> Findings:
    """A halved MA keeps its fraction."""
    if move.unit_.mp_left is None:
        for key in halvings(move.unit_):
            yield define(key, units=[move.unit_.id], unit=move.unit_.id)


@rule("4.0c", Move, "afford")
def too_little_after_halving(move: Move) -> Findings:
    """What a halved MA does not cover cannot be paid; nothing is rounded up."""
    if any(step.open for step in move.steps) or move.unit_.mp_left is not None or move.unit_.ma is None or not halvings(move.unit_):
        return
    if total_of(move) > allowance(move.unit_) and not one_hex_will_do(move) and not rate_unknown(move):
        yield forbid("too_dear_halved", units=[move.unit_.id], unit=move.unit_.id, cost=total_of(move), allowance=allowance(move.unit_))


# ---- 4.0d Traffic -----------------------------------------------------------------------------------------------------
def traffic_in(s: Situation, here: str) -> bool:
    """Whether a Traffic marker lies in a hex."""
    return any(marker.kind == "traffic" and marker.hex == here for marker in s.markers.values())


@rule("4.0d", Move, "step")
def traffic_jams(move: Move) -> Findings:
    """A full hex with a Traffic marker cannot be entered; in any other the marker STOPS."""
    step: Step = move.item
    if not traffic_in(move.s, step.here):
        return
    if is_combat_unit(move.unit_) and len([unit for unit in combat_units(move.s, step.here) if unit.side == move.side]) >= NORMAL_STACK:
        yield forbid("traffic_full", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)
    elif not step.last:
        yield forbid("stops_traffic", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)


@rule("4.0d", Move, "halt")
def halted_by_traffic(move: Move) -> Findings:
    """The unit is STOPPED in the hex with the marker."""
    if traffic_in(move.s, move.end):
        move.stops.append("stops_traffic")
        yield define("halted_traffic", where=[move.end], units=[move.unit_.id], unit=move.unit_.id, hex=move.end)


# ---- 4.0e Unit Traffic [optional] -------------------------------------------------------------------------------------
def unit_traffic(s: Situation, unit: Unit, here: str) -> Unit | None:
    """The counter that makes Unit Traffic in a hex, if the option is in play: any but active units on their Deployed side."""
    if not s.option("4.0e"):
        return None
    entry_hexes = {hex_ for area in s.entry_areas.values() for hex_ in area.get("hexes") or ()}
    if here in entry_hexes:
        return None
    for other in s.at(here):
        if other.id == unit.id or is_trains(other) or (other.formation is None and is_combat_unit(other)) or other.screen:
            continue
        if is_hq(other) or other.formation != s.stated("active_formation") or shows(other) != "deployed":
            return other
    return None


@rule("4.0e", Move, "step")
def road_lost_to_traffic(move: Move) -> Findings:
    """Unit Traffic takes the road away from whoever enters its hex."""
    step: Step = move.item
    if not road_on(move.s, step.before, step.here):
        return
    other = unit_traffic(move.s, move.unit_, step.here)
    if other is None:
        if [unit for unit in move.s.at(step.here) if unit.side == move.side]:
            yield define("no_traffic_made" if move.s.option("4.0e") else "no_unit_traffic", where=[step.here], hex=step.here)
        return
    if closed_by_ground(move.s, step.before, step.here, move.cls):
        yield forbid("unit_traffic_closed", where=[step.here], units=[move.unit_.id, other.id], hex=step.here, unit=other.id)
    else:
        yield define("unit_traffic", where=[step.here], units=[other.id], hex=step.here, unit=other.id)


# ---- 4.1 what a step costs --------------------------------------------------------------------------------------------
def hex_cost(s: Situation, here: str, cls: str) -> tuple[Fraction | int, str]:
    """What entering a hex costs off the road, and the terrain that gives it; Missing where nobody said."""
    place = s.hex(here)
    if place.path("mp_cost") in s.unknown:
        raise Missing(place.path("mp_cost"))
    stated = points(place.stated("mp_cost"), cls)
    if stated is not None:
        return stated, ""
    if place.stop_terrain:
        return STOP_COST, "stop_terrain"
    found: list[tuple[Fraction | int, str]] = []
    for name in terrains(s, here):
        cost = points(chart(s, name, "mp_cost"), cls)
        if cost is None:
            raise Missing(f"tables.tec.{name}.mp_cost")
        found.append((cost, name))
    if not found:
        raise Missing(place.path("mp_cost"))
    return max(found)


def side_cost(s: Situation, before: str, here: str, cls: str) -> list[tuple[Fraction | int, str]]:
    """What crossing a hexside costs off the road, feature by feature."""
    found = []
    for name in s.side(before, here).features:
        if name in NO_HEXSIDE_COST:
            continue
        cost = points(chart(s, name, "mp_cost"), cls)
        if cost is None:
            if cls in (chart(s, name, "prohibited_to") or ()):
                continue  # crossed by a bridge only, which costs nothing of its own
            raise Missing(f"tables.tec.{name}.mp_cost")
        found.append((cost, name))
    return found


def road_cost(s: Situation, before: str, here: str, cls: str) -> Fraction | int | None:
    """The road rate of a step; None where no road crosses the hexside, Missing where its rate is not known."""
    kinds = [kind for kind in s.side(before, here).features if kind in ROADS]
    if not kinds:
        return None
    place = s.hex(here)
    stated = points(place.stated("road_mp_cost"), cls)
    if stated is not None:
        return stated
    rates = [points(chart(s, kind, "mp_cost"), cls) for kind in kinds]
    known = [rate for rate in rates if rate is not None]
    if not known:
        raise Missing(place.path("road_mp_cost"))
    return min(known)


class Price:
    """What a step costs: its parts (MPs, text key, what), whether it goes by road, and the road rate that nobody told."""

    def __init__(self) -> None:
        self.parts: list[tuple[Fraction | int, str, str]] = []
        self.by_road = False
        self.rate: Missing | None = None

    @property
    def total(self) -> Fraction | int:
        """The sum of the parts."""
        return sum((part[0] for part in self.parts), 0)


def price(s: Situation, unit: Unit, before: str, here: str, cross_country: bool = False) -> Price:
    """What it costs a unit to go from one hex into the next; Missing where that is not known.

    The road rate stands for everything else in hex and hexside, if a road leads there and nothing takes it away; a rate that nobody
    told is left aside as long as the ground costs no more than there is (``rate``)."""
    found, cls = Price(), unit.ma_class
    road = None
    if not cross_country and unit_traffic(s, unit, here) is None:
        try:
            road = road_cost(s, before, here, cls)
        except Missing as missing:
            found.rate = missing
    if road is not None:
        found.by_road = True
        found.parts.append((road, "cost_road", here))
    else:
        try:
            cost, name = hex_cost(s, here, cls)
            found.parts.append((cost, "cost_stop_terrain" if name == "stop_terrain" else "cost_hex", here))
            found.parts += [(more, "cost_side", name) for more, name in side_cost(s, before, here, cls)]
        except Missing as missing:
            if found.rate is None:
                raise
            first, then = (missing, found.rate) if missing.fact in s.unknown and found.rate.fact not in s.unknown else (found.rate, missing)
            raise Missing(first.fact, first.values, (*first.others, (then.fact, then.values), *then.others)) from None
    if shows_move_side(unit) and screen_zone_units(s, here, unit.side):
        found.parts.append((1, "cost_screen", here))
    return found


def shows_move_side(unit: Unit) -> bool:
    """Whether a unit shows its Move side, as far as anybody said; HQs are printed on one side."""
    return unit.sides == 1 or unit.stated("shown") == "move" or is_hq(unit)


def entry_cost(s: Situation, unit: Unit, before: str, here: str) -> Fraction | int:
    """MPs for going from one hex into the next."""
    return price(s, unit, before, here).total


@rule("4.1", Move, "step")
def price_of_the_step(move: Move) -> Findings:
    """Each hex and hexside has its price for the class of movement."""
    step: Step = move.item
    try:
        found = price(move.s, move.unit_, step.before, step.here, move.cross_country)
    except Missing as missing:
        step.open = missing
        return
    step.cost = found.total
    step.rate = found.rate
    for cost, key, what in found.parts:
        if key in ("cost_hex", "cost_side"):
            yield term("cost", cost, key, hex=step.here, what=what)


@rule("4.1a", Move, "step")
def dearest_terrain(move: Move) -> Findings:
    """Of several kinds of terrain in a hex the dearest counts."""
    step: Step = move.item
    if step.cost is not None and len(terrains(move.s, step.here)) > 1 and move.s.hex(step.here).stated("mp_cost") is None:
        yield define("dearest_terrain", where=[step.here], hex=step.here)


@rule("4.1c", Move, "step")
def road_rate(move: Move) -> Findings:
    """Along a connected road the road rate stands for all other terrain."""
    step: Step = move.item
    if step.cost is not None:
        for cost, key, _what in price(move.s, move.unit_, step.before, step.here, move.cross_country).parts:
            if key == "cost_road":
                yield term("cost", cost, key, hex=step.here, what=step.here)


@rule("4.1e", Move, "step")
def price_of_stop_terrain(move: Move) -> Findings:
    """STOP terrain costs four MPs, and ends the move."""
    step: Step = move.item
    if step.cost is not None:
        for cost, key, _what in price(move.s, move.unit_, step.before, step.here, move.cross_country).parts:
            if key == "cost_stop_terrain":
                yield term("cost", cost, key, hex=step.here, what=step.here)
    if not step.last and stops_in_terrain(move, step):
        yield forbid("stops_terrain", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)


def stops_in_terrain(move: Move, step: Step) -> bool:
    """Whether the hex is STOP terrain.  That a road saves the STOP as it saves the cost is not printed: the chart has to say so."""
    if not move.s.hex(step.here).stop_terrain:
        return False
    if move.cross_country or not road_on(move.s, step.before, step.here):
        return True
    for name in terrains(move.s, step.here) or ("",):
        said = chart(move.s, name, "road_stops") if name else None
        if said is None:
            raise Missing(f"tables.tec.{name or 'stop_terrain'}.road_stops", (True, False))
        if said:
            return True
    return False


@rule("4.1e", Move, "halt")
def halted_by_terrain(move: Move) -> Findings:
    """The unit is STOPPED there."""
    if stops_in_terrain(move, move.steps[-1]):
        move.stops.append("stops_terrain")
        yield define("halted_terrain", where=[move.end], units=[move.unit_.id], unit=move.unit_.id, hex=move.end)


@rule("4.6d", Move, "step")
def price_of_a_screen_zone(move: Move) -> Findings:
    """A unit on its Move side pays one MP more for each hex of an enemy Screen Zone."""
    step: Step = move.item
    if not shows_move_side(move.unit_) and screen_zone_units(move.s, step.here, move.side):
        yield kept()
    if step.cost is not None:
        for cost, key, _what in price(move.s, move.unit_, step.before, step.here, move.cross_country).parts:
            if key == "cost_screen":
                yield term("cost", cost, key, hex=step.here, what=step.here)


@rule("4.6c", Move, "step")
def zone_of_a_screen(move: Move) -> Findings:
    """Which Screen the zone comes from."""
    step: Step = move.item
    for unit in screen_zone_units(move.s, step.here, move.side):
        yield define("screen_zone", where=[step.here], units=[unit.id], unit=unit.id, hex=step.here)


@rule("4.1f", ShockAttack)
def no_shock_by_it(attack: ShockAttack) -> Findings:
    """The one hex that a unit may always move is no way to a Shock Attack."""
    if attack.slots.get("one_hex"):
        yield forbid("one_hex_no_shock", units=list(attack.named()), unit=attack.named()[0] if attack.named() else "")


# ---- 4.1b and d closed ground -----------------------------------------------------------------------------------------
def closed_by_ground(s: Situation, before: str, here: str, cls: str) -> bool:
    """Whether hex or hexside is prohibited to a class, roads and bridges left aside."""
    return closed_to(s, here, cls) or any(cls in (chart(s, name, "prohibited_to") or ()) for name in s.side(before, here).features)


@rule("4.1d", Move, "step")
def prohibited_ground(move: Move) -> Findings:
    """Prohibited hexes and hexsides are crossed by bridge or road only."""
    step: Step = move.item
    if step_closed(move.s, step.before, step.here, move.cls):
        yield forbid("prohibited", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here, cls=move.cls)
    elif closed_by_ground(move.s, step.before, step.here, move.cls):
        yield permit("prohibited_crossed", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)
    elif move.s.hex(step.here).stated("prohibited_to") or "bridge" in move.s.side(step.before, step.here).features:
        yield kept()


@rule("4.1b", Move, "step")
def and_back_again(move: Move) -> Findings:
    """A step is possible only if the step back would be."""
    step: Step = move.item
    if move.s.hex(step.before).stated("prohibited_to"):
        yield kept()
    if step_closed(move.s, step.here, step.before, move.cls) and not step_closed(move.s, step.before, step.here, move.cls):
        yield forbid(
            "not_reversible", where=[step.before, step.here], units=[move.unit_.id], unit=move.unit_.id, start=step.before, hex=step.here, cls=move.cls
        )


# ---- 4.0a and 4.1f what it comes to -----------------------------------------------------------------------------------
def total_of(move: Move) -> Fraction | int:
    """MPs of all steps whose price is known."""
    return sum((step.cost for step in move.steps if step.cost is not None), 0)


def rate_unknown(move: Move) -> Missing | None:
    """A road rate that nobody told and that could make the move cheaper."""
    return next((step.rate for step in move.steps if step.rate is not None), None)


def traffic_or_stop(move: Move) -> bool:
    """Whether the one hex costs more than the MA may hold."""
    return bool(move.s.hex(move.end).stop_terrain)


def one_hex_will_do(move: Move) -> bool:
    """Whether the move is one that a unit may always make: one hex, its first, with a printed MA."""
    return len(move.steps) == 1 and move.not_moved and points(move.unit_.stated("ma"), None) != 0


@rule("4.0a", Move, "afford")
def paid_in_full(move: Move) -> Findings:
    """Every step is paid in full before it is made, out of the MPs that the unit has left."""
    open_ = [step.open for step in move.steps if step.open is not None]
    if one_hex_will_do(move) and (open_ or move.unit_.stated("ma") is None and move.unit_.mp_left is None):
        return  # it may be made whatever it costs
    spent, have = total_of(move), allowance(move.unit_)
    if open_:
        if spent > have:
            yield forbid("too_dear", units=[move.unit_.id], unit=move.unit_.id, cost=spent, allowance=have)
            return
        raise Missing(open_[0].fact, open_[0].values, tuple((other.fact, other.values) for other in open_[1:]))
    yield value("cost", spent)
    if spent <= have:
        yield permit("paid", units=[move.unit_.id], unit=move.unit_.id, cost=spent, allowance=have)
        return
    if one_hex_will_do(move):
        return
    rate = rate_unknown(move)
    if rate is not None:
        raise rate
    yield forbid("too_dear", units=[move.unit_.id], unit=move.unit_.id, cost=spent, allowance=have)


@rule("4.1f", Move, "afford")
def one_hex_at_least(move: Move) -> Findings:
    """A unit that has not moved may always go one hex, save where ground, EZOC, a Fail or an MA of zero forbids it."""
    unit = move.unit_
    if unit.mp_left is None and unit.stated("ma") is not None and points(unit.ma, None) == 0:
        yield forbid("no_ma", units=[unit.id], unit=unit.id)
        return
    if "ma" in unit.facts and unit.facts["ma"] is None:
        yield forbid("no_ma", units=[unit.id], unit=unit.id)
        return
    if not one_hex_will_do(move):
        if move.slots.get("one_hex") and (len(move.steps) > 1 or not move.not_moved):
            yield forbid("not_one_hex", units=[unit.id], unit=unit.id)
        return
    if len(move.steps) == 1 and traffic_or_stop(move):
        yield kept()
    if move.slots.get("one_hex") or (move.steps[0].cost is not None and unit.stated("ma") is not None and move.steps[0].cost > allowance(unit)):
        yield permit("one_hex_move", units=[unit.id], unit=unit.id)


@rule("4.0a", Move, "cost")
def what_is_left(move: Move) -> Findings:
    """MPs are spent hex by hex and not saved."""
    for step in move.steps:
        if step.open is not None:
            raise step.open
    spent, have = total_of(move), allowance(move.unit_)
    yield value("cost", spent)
    yield value("allowance", have)
    yield value("mp_left", max(have - spent, 0))
    if move.searched:
        yield value("path", [move.start, *(step.here for step in move.steps)])


# ---- 4.2 stacks -------------------------------------------------------------------------------------------------------
@rule("4.2", Move, "after")
def third_in_the_hex(move: Move) -> Findings:
    """Two combat units are the normal stack; more are allowed, at a price."""
    if not is_combat_unit(move.unit_):
        return
    others = [unit for unit in combat_units(move.s, move.end) if unit.side == move.side and unit is not move.unit_]
    if any(move.friends_at(step.here, move.side) for step in move.steps):
        yield kept()
    if len(others) >= NORMAL_STACK:
        yield warn("overstacked", where=[move.end], units=[move.unit_.id], hex=move.end)
        yield effect(hex=move.end, overstacked=True)


def printed_av(unit: Unit) -> int:
    """The Armor Value, 0 for a unit of which none is told; Missing where it is expressly not known."""
    if unit.stated("av") is None and unit.path("av") in unit.situation.unknown:
        raise Missing(unit.path("av"))
    return int(unit.stated("av") or 0)


@rule("4.2a", StackOrder)
def longest_range_on_top(order: StackOrder) -> Findings:
    """On top lies the combat unit with the greatest printed Range, among equals the one with the greater AV."""
    top, place = order.unit_, order.slots.get("at") or order.start or ""
    named = [order.unit(name) for name in order.named("over")]
    others = [unit for unit in dict.fromkeys([*named, *combat_units(order.s, place)]) if unit is not top and unit.side == top.side]
    if not is_combat_unit(top):
        yield forbid("top_no_combat", units=[top.id], unit=top.id)
        return
    mine = top.range or 1
    better = [unit for unit in others if (unit.range or 1) > mine or (unit.range or 1) == mine and printed_av(unit) > printed_av(top)]
    if better:
        yield forbid("top_other", where=[place], units=[top.id, better[0].id], unit=top.id, other=better[0].id, hex=place)
    else:
        yield permit("top_may", where=[place], units=[top.id], unit=top.id, hex=place)


# ---- what a move leaves behind ----------------------------------------------------------------------------------------
@rule("4.0a", Move, "after")
def stands_there(move: Move) -> Findings:
    """The unit stands where its path ends."""
    unit = move.unit_
    yield record(unit=unit.id, at=move.end, moved=True)
    left = move.ruling.computed.get("mp_left")
    if left is not None:
        yield record(unit=unit.id, mp_left=left)
    yield record(did=unit.id, act="move", to=move.end, path=[move.start, *(step.here for step in move.steps)], cost=total_of(move))


@rule("3.4e", Move, "after")
def state_at_the_end(move: Move) -> Findings:
    """STOPPED, FINISHED, or free to go on."""
    unit = move.unit_
    if move.finishes:
        yield effect(unit=unit.id, state="finished")
        yield record(unit=unit.id, finished=True)
    elif move.stops:
        yield effect(unit=unit.id, state="stopped")  # told only: what STOPS it is seen from where it moved to, and may be fought off
    elif any(in_play(other) for other in enemies(move.s, move.side)):
        yield from may_move(unit)


# ---- ways that are sought ---------------------------------------------------------------------------------------------
def reach(s: Situation, unit: Unit, start: str, limit: Fraction | int, goal: str | None = None) -> Reach:
    """All hexes that a unit can get to, with unknown prices at their least and at their most."""
    from .r04_stops import bars, stops_unit

    far = distance(s, start, goal) + DETOUR if goal is not None else 0

    def near(here: str) -> tuple[str, ...]:
        if goal is None:
            return tuple(hex_ for hex_ in possible_neighbours(s, here) if hex_ in s.hexes or s.at(hex_))
        return tuple(hex_ for hex_ in possible_neighbours(s, here) if distance(s, start, hex_) + distance(s, hex_, goal) <= far)

    def bounds(before: str, here: str) -> tuple[Any, Any, tuple[str, ...]] | None:
        facts: list[str] = []
        try:
            if not adjacent(s, before, here) or bars(s, unit, before, here, start):
                return None
        except Missing as missing:
            facts.append(missing.fact)
        try:
            found = price(s, unit, before, here)
        except Missing as missing:
            return HALF, None, (*facts, missing.fact)
        least = HALF if found.rate is not None else found.total
        return (least, None if facts else found.total, tuple(facts) or ((found.rate.fact,) if found.rate is not None else ()))

    def stop(here: str) -> bool | Unknown:
        try:
            return stops_unit(s, unit, here)
        except Missing as missing:
            return Unknown((missing.fact,))

    ahead = None if goal is None else lambda here: HALF * distance(s, here, goal)
    return reach_bounds(start, near, bounds, limit, stop, goal, ahead, HALF)


def way_to(move: Move, start: str, goal: str) -> tuple[list[str] | None, Missing | None]:
    """The cheapest way to a hex, start left out; or the fact that it hangs on."""
    found = reach(move.s, move.unit_, start, allowance(move.unit_), goal)
    answer = found.answer(goal)
    path = found.path(goal)
    if answer and path is not None:
        return list(path[1:]), None
    if answer is None:
        facts = found.facts(goal)
        return None, Missing(facts[0], None, tuple((fact, None) for fact in facts[1:]))
    return None, None


@rule("4.0a", (AskReach, AskCost))
def can_it_get_there(question: Question) -> Findings:
    """Whether a unit gets there with the MPs that it has, and what the way costs."""
    from adjudicator.book.engine import suppose

    unit = question.unit_
    if not question.path:
        raise InputError("no_destination")
    way: dict[str, Any] = {"path": tuple(question.path)} if len(question.path) > 1 else {"to": question.path[-1]}
    answer = suppose(question, "move", {"units": (unit.id,), **way})
    unpriced = isinstance(question, AskCost) and answer.verdict == "legal" and "cost" not in answer.computed
    if answer.verdict == "undetermined" or unpriced:
        need = answer.needs[0].fact if answer.needs else question.s.hex(question.path[-1]).path("mp_cost")
        raise Missing(need, None, tuple((other.fact, None) for other in answer.needs[1:]))
    for name in ("cost", "allowance", "mp_left", "path"):
        if name in answer.computed:
            yield value(name, answer.computed[name])
    key = "gets_there" if answer.verdict == "legal" else "gets_not"
    yield define(key, where=question.path[-1:], units=[unit.id], unit=unit.id, hex=question.path[-1])
    if isinstance(question, AskReach):
        yield value("answer", "yes" if answer.verdict == "legal" else "no")
        for number, finding in answer.findings:
            if finding.effect == "forbids":
                question.ruling.findings.append((number, finding._replace(effect="defines")))
                question.ruling.cites.setdefault(number)
    else:
        yield value("answer", answer.computed.get("cost", "no"))


@rule("4.0a", AskWhere)
def where_it_can_get(question: AskWhere) -> Findings:
    """All listed hexes that the unit can get to, with what the way costs; none if it is STOPPED or FINISHED."""
    unit = question.unit_
    reason = "is_finished" if is_finished(unit) else why_stopped(unit)
    if reason is not None:
        yield define(reason, where=[question.start], units=[unit.id], unit=unit.id)
        yield value("reach", [])
        yield value("answer", [])
        return
    found = reach(question.s, unit, question.start, allowance(unit))
    facts = sorted({fact for facts in found.only_possible.values() for fact in facts})
    if facts:
        raise Missing(facts[0], None, tuple((fact, None) for fact in facts[1:]))
    hexes = sorted(hex_ for hex_ in found.sure if hex_ != question.start)
    yield define("goes_where", where=hexes, units=[unit.id], unit=unit.id, hexes=", ".join(hexes))
    yield value("reach", hexes)
    yield value("answer", hexes)


# ---- 4.9 [optional] ---------------------------------------------------------------------------------------------------
@rule("4.9a", TakeBack)
def moved_is_moved(act: TakeBack) -> Findings:
    """With strict movement a move that was made stands; the way back costs MPs like any other."""
    if act.s.option("4.9"):
        yield forbid("move_stands", units=[act.unit_.id], unit=act.unit_.id)
    else:
        yield permit("taken_back", units=[act.unit_.id], unit=act.unit_.id)
        yield warn("take_back_agreed")
