"""Chapter 6, 6.0 and 6.1: movement, what it costs, and finding a way."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise

from adjudicator.book import UNDETERMINED, Findings, Missing, Ruling, Situation, Unit, drawn, effect, forbid, kept, permit, record, rule, says, term, value
from adjudicator.book.engine import suppose
from adjudicator.ground.ruling import LEGAL
from adjudicator.ground.searches import cheapest, path_to
from adjudicator.kit import UnitStep, is_legal, move_asked, names, number, possible_neighbours, sought, why_not

from .acts import Move, PdCase, finds_ways
from .acts_combat import Stay
from .acts_turn import AskCost, AskReach, AskWhere
from .r05_zones import zone
from .r06_2_ground import along_road, hex_cost, lone_hqs, road_cost
from .vocabulary import (
    GERMAN,
    POLISH,
    RAIL,
    STRATEGIC,
    Ground,
    Number,
    as_path,
    barred,
    features,
    ground,
    has_road,
    is_combat,
    is_hq,
    is_immobile,
    is_vp,
    is_water,
    river,
)

SUMS = ("cost", "allowance", "stops_at")  # what a question about a move is answered with
PRICES = ("hex_cost", "road_cost", "strategic_cost")
NO_MOVE_AT_ALL = frozenset(("3.0", "4.0", "4.2.1", "4.2.5", "6.0", "6.1"))  # rules that ask who moves when, wherever he goes


# ---- 6.0 ---------------------------------------------------------------------------------------------------------------
@rule("6.0", Move, "step")
def from_hex_to_hex(move: Move, step: UnitStep) -> Findings:
    """Units go from hex to adjacent hex, within what their allowance and all other restrictions leave them."""
    if step.before == step.here or not move.adjacent(step.before, step.here):
        yield forbid("gap_in_path", step.unit, step.before, step.here, start=step.before, hex=step.here)


@rule("6.0", Move)
def the_active_player_moves(move: Move) -> Findings:
    """Only the active player's units move, but for the free moves of a random event."""
    active = move.s.stated("active")
    if active in (GERMAN, POLISH) and not move.of_event() and move.camp(move.side) != active:
        yield forbid("not_the_active_player", move.movers, side=move.side, active=active)
    if any(unit.known_to_be("activated", False) for unit in move.movers):
        yield kept()
    for hq in (unit for unit in move.movers if is_hq(unit)):
        yield permit("hq_moves_too", hq)


@rule("6.0", Move)
def a_way_there(move: Move) -> Findings:
    """Where only the end was named, a legal way has to lead there."""
    if move.fault:
        yield forbid("no_way", move.movers[0], where=list(move.fault), start=move.fault[0], hex=move.fault[1])


# ---- 6.1 ---------------------------------------------------------------------------------------------------------------
@rule("6.1", Move)
def one_after_the_other(move: Move) -> Findings:
    """All, some or none of the units may move, one at a time: a unit whose move is over does not move again when another has moved."""
    mine = [unit.id for unit in move.movers]
    for unit in move.movers:
        earlier = move.since_activation(unit.id, "move")
        if earlier:
            later = [other for other in moved_after(move, unit) if other not in mine]
            if later:
                yield forbid("moved_already", unit, other=", ".join(later))
    if any(id_ not in mine for id_ in still_to_move(move, len(mine) + 1)):
        yield permit("any_may_stay", units=mine, unit=names(move.movers))


def still_to_move(move: Move, most: int) -> list[str]:
    """The units of a side that have not moved since they were last activated, the first so many of them."""

    def look() -> list[str]:
        waiting = (unit.id for unit in move.s.placed() if unit.known_to_be("side", move.side) and not move.since_activation(unit.id, "move"))
        return [*islice(waiting, most)]

    return list(move.s.recall(("still to move", move.side, most), look))


def moved_after(move: Move, unit: Unit) -> list[str]:
    """The units of the same player that have moved this turn after a unit did, as far as the history tells."""
    return list(move.s.recall(("moved after", unit.id, move.side), lambda: _moved_after(move, unit)))


def _moved_after(move: Move, unit: Unit) -> list[str]:
    """`moved_after`, looked for."""
    history, camp = move.s.history, move.camp(move.side)
    places = {id_: place for place, id_ in enumerate(history)}
    own = max((item.get("order", places[unit.id]) for item in move.since_activation(unit.id, "move")), default=places[unit.id])
    found = []
    for id_ in history.doers("move"):
        other, place = move.s.units.get(id_), places[id_]
        later = [item for item in history.of(id_, "move") if item.get("order", place) > own]
        if later and id_ != unit.id and other is not None and move.camp(other.side) == camp and move.of_this_turn(later):
            found.append(id_)
    return found


@rule("6.1", Stay)
def nobody_has_to_move(stay: Stay) -> Findings:
    """Where no result is carried out a unit may stay where it stands."""
    named = stay.slots.get("at")
    for unit in stay.movers if not stay.pending else ():
        place = stay.standing(unit)
        if named and place != named:
            yield forbid("stands_elsewhere", unit, hex=str(place), named=named)
        else:
            yield permit("may_stay_put", unit)


@rule("6.1", Move, "after", each="movers")
def moved(move: Move, unit: Unit) -> Findings:
    """The units stand where their way ends, and remember it."""
    way = move.ways[unit.id]
    if way[-1] != unit.hex:
        yield effect(unit=unit.id, at=way[-1])
    order = sum(len(acts) for acts in move.s.history.values())
    cost = move.total(move.ledger(unit))
    yield record(did=unit.id, act="move", path="-".join(way), order=order, cost=str(cost), chit=move.chit)
    if is_combat(unit):
        yield from taken(move, unit, way)


def taken(case: PdCase, unit: Unit, way: list[str]) -> Findings:
    """VP hexes that a combat unit has entered pass to its player (A6.34: controlled is last entered)."""
    side = case.camp(unit.side)
    for hex_ in way[1:]:
        place = case.s.hex(hex_)
        if is_vp(place) and not place.known_to_be("control", side):
            yield effect(hex=hex_, control=side)


@rule("6.1.1", Move, "allowance")
def printed_allowance(move: Move, unit: Unit) -> Findings:
    """A unit spends no more points than its counter shows."""
    if move.how == RAIL and unit.stated("ma") in (None, "R"):
        return
    printed = unit.ma
    if printed == "R":
        yield forbid("rail_only", unit)
        return
    yield term(move.allowed(unit), number(printed), "printed_allowance", unit=unit.id)


@rule("6.1.1", Move, "cost")
def within_the_allowance(move: Move, unit: Unit) -> Findings:
    """What is spent and what may be spent."""
    if move.how == RAIL:
        if is_immobile(unit):
            yield forbid("never_moves", unit)
        return
    if move.fault:
        return
    _ = unit.ma  # without it, or without a price, there is no sum
    if sum(1 for line in move.ruling.ledgers.get(move.ledger(unit), ()) if line.key in PRICES) < len(move.ways[unit.id]) - 1:
        price_again(move, unit)
    spent = points_spent(move, unit)
    cost = move.total(move.ledger(unit))
    allowance = max(move.total(move.allowed(unit)), 0)
    shown = unit is slowest(move)
    if shown:
        yield value("cost", cost)
        yield value("allowance", allowance)
    if cost + spent > allowance:
        if move.unseen:  # a way that was sought went round what nobody knows: there may be a cheaper one
            raise move.unseen[0]
        yield forbid("too_few_points", unit, cost=str(cost + spent), allowance=str(allowance))
    elif not move.forbidden:
        yield permit("movement_paid", unit, cost=str(cost), left=str(allowance - cost - spent))


def price_again(move: Move, unit: Unit) -> None:
    """Read the prices of a unit's way once more; Missing for the first that is not known."""
    for step in move.steps:
        if step.unit is unit and not is_water(move.s, step.here) and road_cost(move, step.before, step.here) is None:
            hex_cost(move.s, move.s.hex(step.here).terrain)


def slowest(move: Move) -> Unit:
    """Of several units on one path the one that has least to spare, whose points are shown."""
    return min(move.movers, key=lambda unit: (move.total(move.allowed(unit)) - move.total(move.ledger(unit)), move.movers.index(unit)))


def points_spent(move: Move, unit: Unit) -> Number:
    """What a unit has spent in this activation before: as it was noted, else by the path it took."""
    spent: Number = 0
    for item in move.since_activation(unit.id, "move"):
        if "cost" in item:
            spent += number(item["cost"])
            continue
        for before, here in pairwise(as_path(item.get("path"))):
            cost = step_cost(move, unit, item.get("how"), before, here, here)
            if cost is None:  # the position has changed since, or something is not known
                break
            spent += cost
    return spent


says("6.1.1", AskReach, "answer", "Whether a legal path leads to a hex.", lambda question: move_asked(question, True, *SUMS))


def reached(question: AskWhere, unit: Unit) -> tuple[dict[str, Number], Ruling | None]:
    """The hexes that a unit can move to, with what the way costs: those reached without crossing an unbridged minor river, and those just behind one.
    Where there are none, also the ruling of a move that is refused."""
    s, start = question.s, question.standing(unit)
    how = question.slots.get("how") or (RAIL if unit.known_to_be("ma", "R") else None)
    limit = None if how == RAIL else number(unit.ma)
    if start is None:
        return {}, None
    found = cheapest(start, lambda hex_: possible_neighbours(s, hex_), lambda a, b: step_cost(question, unit, how, a, b, ""), limit)
    ways = {hex_: path_to(found, hex_) or () for hex_ in found if hex_ != start}
    costs: dict[str, Number] = {hex_: spent for hex_, (spent, _) in found.items()}
    for hex_, (spent, _) in found.items():
        for here in possible_neighbours(s, hex_):
            cost = step_cost(question, unit, how, hex_, here, here) if here not in found else None
            if cost is not None and (limit is None or spent + cost <= limit):
                costs.setdefault(here, spent + cost)
                ways.setdefault(here, (*(path_to(found, hex_) or ()), here))
    if question.unseen:  # what is in reach hangs on it: a part of it would be told as if it were all
        raise Missing(question.unseen[0].fact)
    order = sorted(ways.items(), key=lambda item: len(item[1]))
    legal: set[str] = set()
    refused: Ruling | None = None
    for hex_, way in [*order[:1], *reversed(order[1:])]:  # the nearest tells whether it moves at all
        if hex_ in legal:
            continue
        ruling = against(question, unit, how, way)
        if ruling is None:  # so is the way to every hex on it; but where a railway move may end is a matter of its own (8.0)
            legal.update((hex_,) if how == RAIL else way[1:])
            continue
        if refused is None or ruling.verdict == UNDETERMINED != refused.verdict:
            refused = ruling
        if any(finding.effect == "forbids" and rule_ in NO_MOVE_AT_ALL for rule_, finding in ruling.findings):
            break
    return {hex_: costs[hex_] for hex_ in sorted(legal)}, None if legal else refused


def against(question: AskWhere, unit: Unit, how: str | None, way: tuple[str, ...]) -> Ruling | None:
    """The ruling on a move that is not legal, or may not be; None: it is. Judged once for all readings of the places that it does not rest on."""

    def look() -> Ruling | None:
        ruling = suppose(question, "move", {"units": (unit.id,), "path": way, "how": how})
        return ruling if ruling.verdict != LEGAL else None

    return sought(question.s, ("move", unit.id, how, way), look)


@rule("6.1.1", AskWhere, "answer")
def where_it_can_get(question: AskWhere) -> Findings:
    """The hexes that a unit can reach."""
    reach, refused = reached(question, question.subjects[0])
    if refused is not None:
        why_not(question, refused)
    yield value("reach", list(reach))
    yield drawn("costs", reach)
    if refused is not None:
        is_legal(question, refused)
    yield value("answer", ", ".join(reach) or "none")


@rule("6.1.2", Move, "price")
def cost_of_the_hex(move: Move, step: UnitStep) -> Findings:
    """Every hex costs what the terrain chart says; no unit is sure of even one hex."""
    if move.how == RAIL:
        return
    terrain = move.s.hex(step.here).terrain
    if terrain == "water":
        return
    yield term(move.ledger(step.unit), hex_cost(move.s, terrain), "hex_cost", unit=step.unit.id, hex=step.here, terrain=terrain)


def step_cost(move: Move | AskWhere, unit: Unit, how: str | None, before: str, here: str, goal: str) -> Number | None:
    """What one step costs a unit for finding its way; None where it may not go or where that is not known."""
    try:
        s = move.s
        if not move.adjacent(before, here):
            return None
        under = ground(s, before, here, unit.side)
        bar = under.bar if under else barred(s, before, here, unit.side)
        if here != goal:  # what keeps a unit out of the hex named is for the rules to say
            if bar:
                return None
            held = bool(move.enemies_at(here, unit.side))
            if held and (goal or how == RAIL or not lone_hqs(move, here, unit.side) or not is_combat(unit) or unit.attack <= 0):
                return None  # a way that is looked for goes round lone HQs; all that can be reached lies beyond them too
        elif bar:
            return 1
        if how == RAIL:
            return 1 if "rail" in features(s, before, here) else None
        if how == STRATEGIC:
            return Fraction(1, 2) if has_road(s, before, here) and not zone(s, here, unit.side) else None
        under = under or Ground(None, river(s, before, here, unit.side), has_road(s, before, here), s.hex(here).terrain)
        if under.river == "minor_river" and here != goal:
            return None
        cost = along_road(s, under.terrain) if under.road else hex_cost(s, under.terrain) + (1 if under.river else 0)
        leaving, entering = bool(zone(s, before, unit.side)), bool(zone(s, here, unit.side))
        both = 3 if s.reading("6.2") == "total" else 5
        return cost + (both if leaving and entering else 1 if leaving or entering else 0)
    except Missing as missing:
        move.unseen.append(missing)
        return None


def least_cost(s: Situation, how: str | None) -> Number:
    """The least that a hex can cost, as far as the charts are known."""
    if how == STRATEGIC:
        return Fraction(1, 2)
    stated = [number(cost) for row, cost in ((s.facts.get("tables") or {}).get("tec_mp") or {}).items() if cost is not None and row != "rule"]
    return number(max(min([Fraction(1), *stated]), Fraction(1, 4))) if "road" in ((s.facts.get("tables") or {}).get("tec_mp") or {}) else Fraction(1, 2)


@finds_ways(Move)
def cheapest_way(move: Move, unit: Unit, start: str, goal: str) -> list[str] | None:
    """The cheapest known way between two hexes, without the first."""

    def look() -> tuple[list[str] | None, list[Missing]]:
        before, move.unseen = move.unseen, []
        try:
            return _way(move, unit, start, goal), move.unseen
        finally:
            move.unseen = before

    way, unseen = sought(move.s, ("way", unit.id, move.how, start, goal), look)
    move.unseen += unseen
    return way and [*way]


def _way(move: Move, unit: Unit, start: str, goal: str) -> list[str] | None:
    """`cheapest_way`, looked for."""
    s, how = move.s, move.how
    far = s.grid.distance(start, goal)
    points = unit.stated("ma")
    limit = None if how == RAIL else 2 * points if isinstance(points, int) and points > 6 else 12
    least = 0 if how == RAIL else least_cost(s, how)

    def seek(most: Number | None, hexes: int | None = None) -> tuple[str, ...] | None:
        """The cheapest way for so many points, and past so many hexes if the map is wide."""

        def ahead(here: str) -> Number:
            return least * (s.grid.distance(here, goal) or 0)

        def cost(before: str, here: str) -> Number | None:
            if hexes is not None and far is not None and (s.grid.distance(start, here) or 0) + (s.grid.distance(here, goal) or 0) > hexes:
                return None
            return step_cost(move, unit, how, before, here, goal)

        return path_to(cheapest(start, lambda hex_: possible_neighbours(s, hex_), cost, most, goal, None, ahead, least), goal)

    if how == RAIL or not isinstance(points, int):
        way = seek(limit)
    else:
        way = seek(points) or seek(limit, (far or 0) + 4)
    return list(way[1:]) if way is not None else None


says("6.1.2", AskCost, "answer", "The points that a path costs a unit.", lambda question: move_asked(question, False, *SUMS))
