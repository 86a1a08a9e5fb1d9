"""Chapter 12: movement."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from adjudicator.book import Findings, Ledger, Missing, Situation, Unit, cites, define, forbid, permit, record, rule, says, term, unused, value, warn
from adjudicator.ground.facts import DICE
from adjudicator.kit import PathStep, names, went

from .acts import AreaSaid, Deed, Exit, Move, area_named, kg_about, kg_claimed, soviets_act
from .acts_combat import Advance, Attack, Retreat, Stay
from .acts_questions import AskBonus, AskZone
from .vocabulary import GERMAN, SOVIET, cut_hexes, in_enemy_zoc, spent_before, uniform_cost


@rule("12.0", Move)
def own_movement_phase(move: Move) -> Findings:
    """Units move only in the movement phases of their own side."""
    phase = move.s.stated("phase")
    if phase is None:
        move.s.assumed["phase"] = f"{move.side} movement"
    elif not str(phase).startswith(f"{move.side} movement"):
        yield forbid("not_own_movement", move.movers, phase=phase, side=move.side)
    else:
        yield permit("own_movement", phase=phase)


says("12.0", Stay, "legality", "No unit has to move.", lambda stay: permit("no_duty_to_move", stay.movers) if not stay.pending else None)


@rule("12.0", Move, "step")
def one_hex_after_the_other(move: Move, step: PathStep) -> Findings:
    """A move goes from hex to adjacent hex."""
    if not move.s.grid.adjacent(step.before, step.here):
        yield forbid("gap_in_path", where=[step.before, step.here], start=step.before, hex=step.here)


@rule("12.0", Move, "after")
def moved(move: Move) -> Findings:
    """The stack stands where the path ends."""
    for unit in move.movers:
        yield from went(unit, move.path[-1], "move", cost=move.computed("cost") or 0, path=[move.start, *move.path])
    yield value("destination", move.path[-1])
    if move.searched:
        yield value("path", "-".join([move.start, *move.path]))


@rule("12.1", Move, "allowance")
def movement_factor(move: Move) -> Findings:
    """Mobility class and weather give the movement factor."""
    table = move.table("movement")
    weather = move.s.weather
    for unit in move.movers:
        mobility = unit.fact("class")
        if mobility != "static":
            move.allowances[unit.id] = table[weather][mobility]
            yield define("movement_factor", unit, factor=table[weather][mobility], mobility=mobility, weather=weather)


def mobility_of(unit: Unit) -> str:
    """``mechanized``, ``non_mechanized`` or ``static`` (2.3)."""
    found: str = unit.fact("class")
    return found


def hex_cost(situation: Situation, hex_: str, mobility: str) -> tuple[int, str]:
    """Cost of entering a hex without what crosses its side, and the row of the chart that gives it (14.0).

    A town or fortified locality is a row of its own and replaces the terrain under it (A-24).
    """
    tec = situation.book.tables["tec"]
    same = uniform_cost(situation.book, mobility)
    if same is not None:  # non-mechanized units pay the same everywhere: the terrain need not be known
        return same, "any"
    place = situation.hex(hex_)
    known = place.stated("features") or (place.features if hex_ in situation.book.tables["towns"]["hexes"] else ())
    terrain = "any" if "town" in known or "fortified" in known else place.terrain
    features = place.features
    kind = "town" if "town" in features else "fortified" if "fortified" in features else terrain
    return tec[kind][mobility], kind


@rule("12.2", Move, "step")
def cost_of_the_hex(move: Move, step: PathStep) -> Findings:
    """Every hex costs what the terrain effects chart says for the class of unit."""
    for mobility in move.mobilities:
        try:
            cost, terrain = hex_cost(move.s, step.here, mobility)
        except Missing as missing:
            move.unsure.append((mobility, 1, 3, missing))
        else:
            yield term(f"cost {mobility}", cost, "hex_cost", hex=step.here, terrain=terrain)


@rule("12.2", Move, "cost")
def enough_points(move: Move) -> Findings:
    """A unit that can't pay the whole cost of a hex can't enter it; there is no free minimum move.

    What was spent earlier in the phase counts.  Costs that are not known are taken at their least and at their most.
    """
    if move.fault is not None:
        yield forbid("no_way", where=list(move.fault), start=move.fault[0], hex=move.fault[1])
        return
    worst: tuple[int, int, int, Unit] | None = None
    for unit in move.movers:
        mobility = mobility_of(unit)
        if unit.id not in move.allowances:
            continue
        allowance = move.allowances[unit.id]
        total = move.total(f"cost {mobility}") + spent_before(move.s, unit)
        low = high = total
        for about, least, most, _ in move.unsure:
            if about == mobility:
                low, high = low + least, high + most
        if worst is None or allowance - high < worst[0] - worst[2]:
            worst = (allowance, low, high, unit)
    if worst is None:
        return
    allowance, low, high, unit = worst
    yield value("allowance", allowance)
    if low == high:
        yield value("cost", low)
    if low > allowance:
        stop, spent = last_affordable(move, unit, allowance)
        yield forbid("too_dear", unit, where=move.path[-1:], cost=low, allowance=allowance, stop=stop, spent=spent)
    elif high <= allowance:
        yield permit("affordable", unit, cost=low if low == high else f"{low}-{high}", allowance=allowance)
    else:
        asked: dict[str, Any] = {}
        for _, _, _, missing in move.unsure:
            asked.setdefault(missing.fact, missing.values)
        (fact, values), *others = asked.items()
        raise Missing(fact, values, tuple(others))


@rule("12.2", Exit, each="units_of")
def a_point_to_leave(leave: Deed, unit: Unit) -> Findings:
    """Leaving the map costs one point, which must be left after what was spent earlier in the phase."""
    here = leave.standing(unit)
    spent = spent_before(leave.s, unit)
    if spent and here is not None and unit.side == SOVIET and mobility_of(unit) != "static":
        allowance = leave.table("movement")[leave.s.weather][mobility_of(unit)]
        if unit.supply == "out":
            allowance = (allowance + 1) // 2
        yield value("allowance", allowance)
        if spent + 1 > allowance:
            yield forbid("too_dear", unit, where=[here], cost=spent + 1, allowance=allowance, stop=here, spent=spent)
        else:
            yield permit("affordable", unit, cost=spent + 1, allowance=allowance)


def last_affordable(move: Move, unit: Unit, allowance: int) -> tuple[str, int]:
    """The last hex of the path that the unit can pay for, and what it has spent there."""
    ledger = move.ruling.ledgers.get(f"cost {mobility_of(unit)}") or Ledger()
    spent, at, here = spent_before(move.s, unit), move.start, ""
    total = spent
    for entry in ledger:
        here = entry.slots.get("hex", here)
        total += int(entry.value)
        later = [item for item in ledger if item.slots.get("hex") == here]
        if total > allowance:
            break
        if entry is later[-1]:
            at, spent = here, total
    return at, spent


@rule("12.2", Move, "after")
def uncertain_cost(move: Move) -> Findings:
    """A legal move whose cost is not known asks for what it hangs on."""
    for _, _, _, missing in move.unsure:
        raise missing
    yield from ()


@rule("12.3", Move)
def one_roll_for_the_stack(move: Move) -> Findings:
    """A stack throws one die for each river, not one for each of its units."""
    rolls = [answer for answer in move.slots.get("responses") or () if answer.kind == "roll"]
    sides = [move.s.side(before, here).stated("features") for before, here in pairwise([move.start, *move.path]) if move.s.grid.adjacent(before, here)]
    if len(rolls) > max(sum("river" in (features or ("river",)) for features in sides), 1):
        yield forbid("one_roll_for_the_stack", move.movers, count=len(rolls))


@rule("12.3", Move, "step")
def river_cost(move: Move, step: PathStep) -> Findings:
    """Crossing a river costs what a die says, one for the whole stack; nothing in frost, nor into or out of a town."""
    try:
        found = crossing(move, step.before, step.here)
    except Missing as missing:
        low, high = crossing_bounds(move, step.before, step.here, missing)
        for mobility in move.mobilities:
            move.unsure.append((mobility, low, high, missing))
        yield define("river_unsure", where=[step.before, step.here], start=step.before, hex=step.here, low=low, high=high)
        return
    if found is None:
        return
    points, key, slots = found
    move.river = (move.river or 0) + points
    yield value("river_cost", move.river)
    for mobility in move.mobilities:
        yield term(f"cost {mobility}", points, key, **slots)


def crossing(move: Move, before: str, here: str) -> tuple[int, str, dict[str, Any]] | None:
    """Points that crossing from one hex into the next adds, with the text and its slots; None where no river lies between."""
    side = move.s.side(before, here)
    if "river" not in side.features:
        return None
    where = {"start": before, "hex": here}
    if move.s.weather == "frost":
        return 0, "river_frozen", where
    for hex_ in (before, here):
        stated = move.s.hex(hex_).stated("features")
        if stated and ("town" in stated or "fortified" in stated):
            return 0, "river_at_town", where
    table = move.table("river_crossing")
    if move.s.option("12.3"):
        return table["flat"], "river_flat", where
    for hex_ in (before, here):
        if not move.s.hexes.get(hex_):  # of a hex that nobody listed nothing is known but that it is on the way
            move.s.assumed.setdefault(move.s.hex(hex_).path("features"), [])
            continue
        features = move.s.hex(hex_).features
        if "town" in features or "fortified" in features:
            return 0, "river_at_town", where
    major = river_name(side) in table["major"]
    die = move.roll()
    points = table[move.s.weather][min(die + major, 6) - 1]
    return points, "river_crossed_major" if major else "river_crossed", {**where, "die": die, "row": move.s.weather}


def river_name(side: Any) -> str | None:
    """The name of the river on a hexside, None for an ordinary one; asked for where it is listed as unknown."""
    stated = next((feature for feature in side.features if feature not in ("river",)), None)
    found: str | None = stated or side.name
    return found


def crossing_bounds(move: Move, before: str, here: str, missing: Missing) -> tuple[int, int]:
    """Least and most points that a crossing can add while something about it is not known."""
    table = move.table("river_crossing")
    if move.s.option("12.3"):
        return 0, table["flat"]
    row = table.get(move.s.weather, [0] * 6)
    if missing.fact == DICE:
        major = river_name(move.s.side(before, here)) in table["major"]
        return row[major], row[5]
    if missing.fact.endswith(".name") and move.thrown < len(move.dice):
        die = move.roll()
        return row[die - 1], row[min(die, 5)]
    return 0, row[5]


@rule("12.4", Move, "step", exception_to=("12.2", "12.3"), when=kg_claimed)
def kg_transport(move: Move, step: PathStep) -> Findings:
    """Germans enter the marker's hex and the six around it free of cost, rivers included."""
    free = free_hexes(move)
    counted = step.here
    if (step.before in free) != (step.here in free) and move.reading("A-10") == "left":
        counted = step.before
    if counted in free:
        for mobility in move.mobilities:
            yield term(f"cost {mobility}", 0, "kg_free", hex=step.here, marker=free[counted])


def free_hexes(move: Move) -> dict[str, str]:
    """The hexes that cost nothing, with the claimed marker that frees them: none in storm, none of a marker with a Soviet ZOC on
    any of its seven hexes (A-09)."""
    if not move.free:
        free: dict[str, str] = {}
        for marker in move.claimed_markers():
            if move.s.weather == "storm":
                continue
            cut = cut_hexes(move.s, marker)
            if not cut or move.reading("A-09") == "hex":
                for hex_ in move.s.grid.within(marker.hex, 1):
                    if hex_ not in cut:
                        free.setdefault(hex_, marker.id)
        move.free.append(free)  # kept only once nothing of it is missing
    return move.free[0]


@rule("12.4", AskBonus, "answer")
def is_the_traffic_bonus_there(question: AskBonus) -> Findings:
    """Not in a storm, nor where a Soviet ZOC reaches one of the marker's seven hexes."""
    if question.slots.get("which") == "combat":
        return
    for marker in question.markers:
        storm = question.s.weather == "storm"
        cut = [] if storm else cut_hexes(question.s, marker)
        yield value("answer", question.answer(not storm and not cut))
        if storm:
            yield define("kg_storm", marker=marker.id)
        elif cut:
            zoc = {unit.id: unit for hex_ in cut for unit in in_enemy_zoc(question.s, hex_, GERMAN)}
            yield define("kg_cut", where=cut, marker=marker.id, hexes=", ".join(cut), zoc=", ".join(zoc))
        else:
            yield define("kg_transport", marker=marker.id, hex=marker.hex)


@rule("12.4", Move, when=kg_about)
def kg_cancelled(move: Move) -> Findings:
    """What a claimed marker does not give, and why; markers that could have been used."""
    if move.side != GERMAN and move.aids:
        yield forbid("kg_german_only")
        return
    for id_ in move.aids:
        if id_ is not None and move.kg(id_) is None:
            yield forbid("kg_not_on_map", marker=id_)
    claimed = move.claimed_markers()
    for marker in claimed:
        if move.s.weather == "storm":
            yield warn("kg_storm", marker=marker.id)
            continue
        cut = cut_hexes(move.s, marker)
        if cut:
            zoc = names(in_enemy_zoc(move.s, cut[0], GERMAN))
            yield warn("kg_cut", where=cut, marker=marker.id, hexes=", ".join(cut), zoc=zoc)
        else:
            yield permit("kg_transport", marker=marker.id, hex=marker.hex)
    if move.side == GERMAN:
        for marker in move.kgs():
            if marker not in claimed and any(move.s.grid.distance(marker.hex, hex_) <= 1 for hex_ in move.path):
                yield unused(f"markers[{marker.id}]", "kg_available", marker=marker.id)


def restricted(situation: Situation, hex_: str) -> bool:
    """Whether a hex lies west of the Strypa and north of the Dnestr (12.5)."""
    area = situation.stated("restricted_area")
    if area is not None:
        return hex_ in area
    found: bool = situation.hex(hex_).restricted_area
    return found


cites("12.5", AskZone, "Soviet zones reach into the area all the same.", lambda ask: ask.slots.get("at") in (ask.s.stated("restricted_area") or ()), "answer")


@rule("12.5", Move, "step")
def soviets_keep_out(move: Move, step: PathStep) -> Findings:
    """No Soviet unit may move west of the Strypa and north of the Dnestr."""
    if move.side != SOVIET:
        if step.here in (move.s.stated("restricted_area") or ()):
            yield permit("area_open_to_germans", step.here)
        return
    if restricted(move.s, step.here):
        yield forbid("restricted_area", step.here, move.movers)
    elif step.number == len(move.path) - 1:
        yield permit("outside_restricted_area", step.here)


@rule("12.5", Move, when=area_named)
def zoc_reaches_in(move: Move) -> Findings:
    """Soviet ZOC reach into the closed area."""
    area = move.s.restricted_area
    for hex_ in move.path:
        if hex_ in area and in_enemy_zoc(move.s, hex_, GERMAN):
            yield define("zoc_reaches_in", hex_)
            return


@rule("12.5", AreaSaid, "after")
def area_said(said: Deed) -> Findings:
    """Which hexes lie in the closed area is read off the map, and told by the players."""
    inside = not (said.slots.get("not") or said.slots.get("without"))
    hexes = said.slots.get("at") or ()
    if not hexes and not inside:
        yield record(state="restricted_area", value=[])
    for hex_ in (hexes,) if isinstance(hexes, str) else hexes:
        yield record(state=f"hexes[{hex_}].restricted_area", value=inside)


@rule("12.5", Attack, when=soviets_act)
def no_attack_there(attack: Attack) -> Findings:
    """No Soviet unit may attack from or into the closed area."""
    for hex_ in dict.fromkeys([*attack.hexes, attack.target]):
        if restricted(attack.s, hex_):
            yield forbid("restricted_area", hex_, attack.attackers)
        elif hex_ == attack.target:
            yield permit("outside_restricted_area", hex_)


@rule("12.5", (Retreat, Advance), when=soviets_act)
def no_retreat_or_advance_there(deed: Retreat | Advance) -> Findings:
    """Soviet units neither retreat nor advance into the closed area (A-15)."""
    if not restricted(deed.s, deed.to):
        yield permit("outside_restricted_area", deed.to)
    elif deed.reading("A-15") == "closed":
        yield forbid("restricted_area", deed.to, deed.movers)
    else:
        yield define("area_bars_movement_only", deed.to)
