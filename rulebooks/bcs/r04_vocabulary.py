"""What a step costs and what bars it (4.0 to 4.6), ways that are sought, and where a headquarters may stand (4.7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.book import Entity, Findings, Missing, Situation, Unit, forbid
from adjudicator.ground.searches import Reach
from adjudicator.kit import Bounds, adjacent, distance, possible_neighbours, search, sought

from .r01_vocabulary import is_unprepared, shows, side_value
from .r03_vocabulary import obj_in
from .r03_vocabulary_msr import line, why_not_legal
from .r04_vocabulary_ground import ROADS, chart, closed_to, step_closed, terrains
from .r04_vocabulary_zones import affecting, engagement_zone_units, negated, screen_zone_units, zoc_units
from .r06_vocabulary import FORCED_MARCH, marches
from .vocabulary import formation_of, in_play, is_combat_unit, is_hq, is_trains, points

HALF = Fraction(1, 2)
STOP_COST = 4  # MPs of STOP terrain (4.1e)
DETOUR = 8  # hexes beyond the straight line that a way which is sought may take
NO_HEXSIDE_COST = (*ROADS, "rail", "bridge")
HQ_BACK, UNIT_BACK = 3, 3  # hexes that a jumped HQ and a retreating unit go at least


def in_the_way(s: Situation, unit: Unit, here: str) -> list[Unit]:
    """Enemy units in a hex that keep a unit out of it: all but HQs, Trains and those in Screen, which have rules of their own."""
    return [other for other in s.at(here) if other.side != unit.side and is_combat_unit(other) and not other.screen and in_play(other)]


def halvings(unit: Unit) -> list[str]:
    """Why a unit's MA is halved, as text keys; however many there are, it is halved once."""
    found = []
    formation = formation_of(unit)
    if formation is not None and formation.snafu == "partial":
        found.append("half_partial")
    if unit.ma_class == "truck" and unit.situation.stated("trafficability") == "poor":
        found.append("half_trafficability")
    return found


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


def traffic_in(s: Situation, here: str) -> bool:
    """Whether a Traffic marker lies in a hex."""
    return any(marker.kind == "traffic" and marker.hex == here for marker in s.markers.values())


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
    for name in s.on_side(before, here):
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
    kinds = [kind for kind in s.on_side(before, here) if kind in ROADS]
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
    """What a step costs: its parts (MPs, text key, what), and the road rate that nobody told."""

    def __init__(self) -> None:
        self.parts: list[tuple[Fraction | int, str, str]] = []
        self.rate: Missing | None = None

    @property
    def total(self) -> Fraction | int:
        """The sum of the parts."""
        return sum((part[0] for part in self.parts), 0)


def shows_move_side(unit: Unit) -> bool:
    """Whether a unit shows its Move side, as far as anybody said; HQs are printed on one side."""
    return unit.sides == 1 or unit.stated("shown") == "move" or is_hq(unit)


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


def closed_by_ground(s: Situation, before: str, here: str, cls: str) -> bool:
    """Whether hex or hexside is prohibited to a class, roads and bridges left aside."""
    return closed_to(s, here, cls) or any(cls in (chart(s, name, "prohibited_to") or ()) for name in s.on_side(before, here))


def zone_to_zone(s: Situation, unit: Unit, before: str, here: str) -> list[Unit]:
    """The enemies whose ZOCs a step goes out of and into, where both affect the unit; none where the step is free."""
    if is_hq(unit):
        return []
    there = affecting(s, here, unit.side, unit.ma_class)
    if not there:
        return []
    left = affecting(s, before, unit.side, unit.ma_class)
    return [left[0], there[0]] if left else []


def closed_screen(s: Situation, unit: Unit, here: str) -> Unit | None:
    """The enemy in Screen that keeps a unit out of its hex: only Deployed Leg units go in."""
    screens = [other for other in s.at(here) if other.side != unit.side and other.screen and is_combat_unit(other)]
    if screens and (unit.ma_class != "leg" or shows_move_side(unit) or not is_combat_unit(unit)):
        return screens[0]
    return None


def closed_headquarters(s: Situation, unit: Unit, here: str) -> str | None:
    """Why a unit may not enter a hex with an enemy HQ or Trains (the key of a text); None if it jumps them or there are none."""
    if not any(other.side != unit.side and (is_hq(other) or is_trains(other)) and in_play(other) for other in s.at(here)):
        return None
    if is_hq(unit) or is_trains(unit):
        return "jump_no_combat_unit"
    if is_unprepared(unit):
        return "jump_unprepared"
    if unit.screen:
        return "jump_screen"
    return None if unit.began_in_command else "jump_out_of_command"


def closed_zone_for_hq(s: Situation, unit: Unit, here: str) -> list[Unit]:
    """Enemies whose ZOC or Engagement Zone keeps an HQ out of a hex; only an EZOC can be negated by a friend."""
    if not is_hq(unit):
        return []
    found = [] if negated(s, here, unit.side, (unit,)) else zoc_units(s, here, unit.side)
    return found or engagement_zone_units(s, here, unit.side)


def controls(s: Situation, here: str) -> str | None:
    """The side that controls a hex; an Urban hex says to what level beside."""
    found = s.hex(here).control
    return found.get("side") if isinstance(found, dict) else found


def bars(s: Situation, unit: Unit, before: str, here: str, start: str) -> bool:
    """Whether a unit may not go from one hex into the next, whatever it costs."""
    if in_the_way(s, unit, here) or step_closed(s, before, here, unit.ma_class) or step_closed(s, here, before, unit.ma_class):
        return True
    if zone_to_zone(s, unit, before, here) or closed_screen(s, unit, here) is not None or closed_headquarters(s, unit, here) is not None:
        return True
    if closed_zone_for_hq(s, unit, here) or (is_unprepared(unit) and screen_zone_units(s, here, unit.side)):
        return True
    if is_hq(unit) and (step_closed(s, before, here, "truck")):
        return True
    return bool(s.hex(here).vp) and controls(s, here) != unit.side and not obj_in(s, here)


def stops_unit(s: Situation, unit: Unit, here: str) -> bool:
    """Whether a unit that enters a hex must STOP there: traffic, ground, EZOC or Engagement Zone."""
    if traffic_in(s, here) or s.hex(here).stop_terrain:
        return True
    if is_hq(unit):
        return False
    if affecting(s, here, unit.side, unit.ma_class):
        return True
    return unit.ma_class == "truck" and bool(engagement_zone_units(s, here, unit.side))


def reach_within(s: Situation, unit: Unit, start: str, limit: Fraction | int) -> Reach:
    """:func:`reach`; where the unit's MA is being tried, one after the other, what a step costs is worked out once for all of them: it does not hang on
    the MA."""
    tried, path = s.tried, unit.path("ma")
    if path not in tried:
        return reach(s, unit, start, limit)
    s.tried = {name: value for name, value in tried.items() if name != path}
    try:
        return reach(s, unit, start, limit, again=True)
    finally:
        s.tried = tried


def reach(s: Situation, unit: Unit, start: str, limit: Fraction | int, goal: str | None = None, again: bool = False) -> Reach:
    """All hexes that a unit can get to, with unknown prices at their least and at their most; ``again``: it is asked for in this position more than once."""
    far = distance(s, start, goal) + DETOUR if goal is not None else 0

    def near(here: str) -> tuple[str, ...]:
        if goal is None:
            return tuple(hex_ for hex_ in possible_neighbours(s, here) if hex_ in s.hexes or s.at(hex_))
        return tuple(hex_ for hex_ in possible_neighbours(s, here) if distance(s, start, hex_) + distance(s, hex_, goal) <= far)

    def bounds(before: str, here: str) -> Bounds:
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

    def stops(here: str) -> bool:
        return stops_unit(s, unit, here)

    if not again:
        return search(s, start, bounds, stops, limit, goal, HALF, near)
    once = s.recall
    priced: Callable[[str, str], Bounds] = lambda before, here: once(("step", unit.id, before, here), lambda: bounds(before, here))  # noqa: E731
    return search(s, start, priced, lambda here: bool(once(("stop", unit.id, here), lambda: stops(here))), limit, goal, HALF, near)


def way_to(s: Situation, unit: Unit, start: str, goal: str) -> tuple[list[str] | None, Missing | None]:
    """The cheapest way to a hex, start left out; or the fact that it hangs on."""
    limit = allowance(unit)
    found = sought(s, ("way", unit.id, start, goal, limit), lambda: reach(s, unit, start, limit, goal))
    answer = found.answer(goal)
    path = found.path(goal)
    if answer and path is not None:
        return list(path[1:]), None
    if answer is None:
        facts = found.facts(goal)
        return None, Missing(facts[0], None, tuple((fact, None) for fact in facts[1:]))
    return None, None


def pocketed(formation: Entity | None) -> bool:
    """Whether the HQ sits in a pocket (4.7f)."""
    return formation is not None and bool(formation.in_pocket)


def legal_for_hq(s: Situation, unit: Unit, to: str, pocket: bool) -> Findings:
    """A prohibition if an HQ may not end a retreat in a hex."""
    reason = why_not_legal(s, to, unit.side, True, unit)
    formation = formation_of(unit)
    name = formation.id if formation is not None else ""
    if reason is not None:
        yield forbid(reason, unit, to, formation=name)
    elif s.hex(to).stated("legal_hex") is None and not pocket:
        if s.supply_sources:
            found = line(s, to, set(s.supply_sources), unit.side, True, unit)
            if found.answer is False and not pocketed(formation):
                yield forbid("msr_cut_to_source", unit, to, formation=name)
        elif not (formation is not None and formation.stated("in_pocket")):
            raise Missing(s.hex(to).path("legal_hex"), (True, False))


def class_after(unit: Unit) -> str | None:
    """The movement class of the Move side, on which a retreat ends (reading B21); that of the side showing where the other is not known."""
    found: str | None = side_value(unit, "move", "ma_class") or unit.stated("ma_class")
    return found
