"""Chapter 17: lines of communication and victory points."""

from __future__ import annotations

from adjudicator.book import rule, says
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, record, value
from adjudicator.ground.situation import Situation, Unit
from adjudicator.ground.traces import Trace, trace
from adjudicator.kit.charts import ids
from adjudicator.kit.lines import leading_to, settled, verdict
from adjudicator.kit.questions import so_it_is

from .acts import AskHowMany, AskLine, AskWinner, NextPhase, Question, ends_game_turn
from .vocabulary import ALLIED, GERMAN, by_air, crossing, enemies_in, enemy_zone, of_division, on_ground, on_map, printed_neighbours

AIR_LINE = 7  # hexes to the drop zone (17.32)
FREE, TRAIL, ROAD = 0, 1, 2  # what a ground line may still follow: anything, trail and road, road only


def cut(s: Situation, hex_: str) -> bool:
    """Whether a hex stops a line: an enemy unit, or an enemy zone in which no friend stands (17.33)."""
    known: dict[str, bool] = {} if s.tried else s.cache.setdefault("cut", {})
    if hex_ not in known:
        known[hex_] = bool(enemies_in(s, hex_, ALLIED)) or not s.at(hex_) and bool(enemy_zone(s, hex_, ALLIED))
    return known[hex_]


def dry(s: Situation, before: str, here: str) -> bool:
    """Whether a line may cross a hexside: no river or stream without a bridge (17.34)."""
    over = crossing(s, before, here)
    return over.water is None or over.bridge


def grade(s: Situation, hex_: str) -> int:
    """What a line is bound to once it has reached a hex: ``ROAD`` in a road hex, ``TRAIL`` in a trail hex."""
    known: dict[str, int] = on_ground(s, "grades")
    if hex_ not in known:
        found = FREE
        for near in printed_neighbours(s, hex_):
            features = s.side(hex_, near).features
            if "road" in features:
                found = ROAD
                break
            found = TRAIL if "trail" in features else found
        known[hex_] = found
    return known[hex_]


def ways_from(s: Situation, hex_: str) -> list[tuple[str, str | None]]:
    """The printed neighbours of a hex, each with the road or trail that leads there."""
    known: dict[str, list[tuple[str, str | None]]] = on_ground(s, "ways")
    if hex_ not in known:
        known[hex_] = [(there, crossing(s, hex_, there).way) for there in printed_neighbours(s, hex_)]
    return known[hex_]


def by_ground(s: Situation, unit: Unit) -> Trace:
    """The line of a ground unit to 0105 or 0106 and off the south edge (17.31); places are the hex and what it is bound to."""
    goals = set(s.table("loc_exit")[ALLIED]["hexes"])

    def near(place: str) -> tuple[str, ...]:
        hex_, _, held = place.partition(":")
        found = []
        for there, way in ways_from(s, hex_):
            if int(held) == ROAD and way != "road" or int(held) == TRAIL and way is None:
                continue
            found.append(f"{there}:{max(int(held), grade(s, there))}")
        return tuple(found)

    def passable(before: str, here: str) -> bool | str:
        first, second = before[:-2], here[:-2]
        return dry(s, first, second) and not cut(s, second)

    start = unit.hex or ""
    own = grade(s, start) if s.reading("V-29") == "counts" else FREE
    far = s.grid.distance
    return trace(
        f"{start}:{own}",
        near,
        lambda a, b: verdict(passable, a, b),
        lambda place: place[:-2] in goals,
        lambda place: min(far(place[:-2], goal) or 0 for goal in goals),
    )


def to_the_zone(s: Situation, unit: Unit) -> Trace:
    """The line of an airborne unit: at most seven hexes of any terrain to the drop zone of its division (17.32)."""
    zones = {marker.hex for marker in s.markers.values() if marker.kind == "dz" and marker.id.split()[0] == unit.formation and marker.hex}

    start, far = unit.hex or "", s.grid.distance

    def passable(before: str, here: str) -> bool | str:
        near = any((far(here, zone) or 0) < AIR_LINE for zone in zones)
        return near and (far(start, here) or 0) <= AIR_LINE and on_map(s, here) and dry(s, before, here) and not cut(s, here)

    found = trace(
        start,
        s.grid.neighbours,
        lambda a, b: verdict(passable, a, b),
        lambda hex_: hex_ in zones,
        lambda hex_: min((far(hex_, zone) or 0 for zone in zones), default=0),
    )
    too_long = found.possible_path is not None and len(found.possible_path) > AIR_LINE + 1
    return Trace(False, cut_by=found.cut_by, reached=found.reached) if too_long else found


def all_ground_lines(s: Situation) -> frozenset[str]:
    """The places (hex and what it is bound to) from which a ground line leads to its goal."""
    known: dict[str, tuple[int, list[tuple[str, str | None]]]] = on_ground(s, "into")  # what a hex is bound to, and from where a line may step into it
    cut_off: dict[str, bool] = {}

    def into(here: str) -> tuple[int, list[tuple[str, str | None]]]:
        if here not in cut_off:
            cut_off[here] = cut(s, here)
        if cut_off[here]:
            return FREE, []
        if here not in known:
            known[here] = grade(s, here), [(there, way) for there, way in ways_from(s, here) if dry(s, there, here)]
        return known[here]

    def before(place: str) -> list[str]:
        here, _, held = place.partition(":")
        bound, ways = into(here)
        found = []
        for there, way in ways:
            for was in (FREE, TRAIL, ROAD):
                if max(was, bound) == int(held) and not (was == ROAD and way != "road" or was == TRAIL and way is None):
                    found.append(f"{there}:{was}")
        return found

    return leading_to([f"{hex_}:{held}" for hex_ in s.table("loc_exit")[ALLIED]["hexes"] for held in (FREE, TRAIL, ROAD)], before)


def all_air_lines(s: Situation, division: str) -> frozenset[str]:
    """The hexes from which a line of at most seven hexes leads to the drop zone of a division."""
    zones = [marker.hex for marker in s.markers.values() if marker.kind == "dz" and marker.id.split()[0] == division and marker.hex]
    return leading_to(zones, lambda here: [] if cut(s, here) else [there for there, _ in ways_from(s, here) if dry(s, there, here)], AIR_LINE)


def needs_none(unit: Unit) -> bool:
    """Poles and Germans need no line (17.36)."""
    return bool(unit.side == GERMAN or unit.kind == "polish")


def connected(s: Situation, unit: Unit) -> bool:
    """Whether a unit on the map has a line of communications; cut off in its own hex by nothing, since a friend, itself, stands there."""
    if needs_none(unit) or unit.hex is None:
        return True
    try:
        if of_division(unit):
            return unit.hex in s.recall(("air lines", unit.formation), lambda: all_air_lines(s, unit.formation))
        own = grade(s, unit.hex) if s.reading("V-29") == "counts" else FREE
        return f"{unit.hex}:{own}" in s.recall("ground lines", lambda: all_ground_lines(s))
    except Missing:  # what this one hangs on is told by its own line
        found = to_the_zone(s, unit) if of_division(unit) else by_ground(s, unit)
        return bool(settled(found).answer)


def without_line(end: NextPhase) -> list[Unit]:
    """The Allied units on the map that have none."""
    return [unit for unit in end.s.placed() if unit.side == ALLIED and not connected(end.s, unit)]


def score(end: NextPhase, side: str, points: int) -> Findings:
    """Points are added up."""
    if points:
        so_far = end.s.vp.get(side) or 0
        yield record(state=f"vp.{side}", value=so_far + points)


@rule("17.11", NextPhase, "points", when=ends_game_turn)
def ground_north_of_the_rivers(end: NextPhase) -> Findings:
    """Each Game-Turn 5 for each unit that did not come by air, north of the Waal, with a line; at the end 10 north of the Neder Rijn."""
    table = end.table("vp")[ALLIED]
    north = [unit for unit in end.s.placed() if unit.side == ALLIED and not by_air(unit) and "north_of_waal" in end.s.hex(unit.hex or "").features]
    held = [unit for unit in north if connected(end.s, unit)]
    points = len(held) * table["north_of_waal_each_turn"]
    if held:
        yield define("north_of_waal", held, points=points)
    rijn = [unit for unit in held if "north_of_rijn" in end.s.hex(unit.hex or "").features] if end.last_turn else []
    if rijn:
        points += len(rijn) * table["north_of_rijn_at_end"]
        yield define("north_of_rijn", rijn, points=len(rijn) * table["north_of_rijn_at_end"])
    yield value("vp_allied", points)
    yield from score(end, ALLIED, points)


@rule("17.12", NextPhase, "points", when=ends_game_turn)
def units_without_a_line(end: NextPhase) -> Findings:
    """3 for each Allied unit without a line at the end of a German player turn."""
    lost = without_line(end)
    points = len(lost) * end.table("vp")[GERMAN]["no_loc_each_turn"]
    yield value("vp_german", points)
    yield value("loc_failures", ids(lost))
    yield from score(end, GERMAN, points)


says("17.2", AskLine, "answer", "Points for ground are given to units with a line only.",
     lambda question: [define("ground_needs_line", unit, unit.hex) for unit in question.movers if unit.hex
     and "north_of_waal" in (question.s.hex(unit.hex).known("features") or ())])  # fmt: skip


@rule("17.31", AskLine, "answer")
def line_by_ground(question: Question) -> Findings:
    """Connected hexes to 0105 or 0106; once on a trail only trail or road follow, once on a road only road."""
    for unit in question.movers:
        if unit.hex is not None and not needs_none(unit) and not of_division(unit):
            yield from told(question, unit, settled(by_ground(question.s, unit)))


@rule("17.32", AskLine, "answer")
def line_by_air(question: Question) -> Findings:
    """At most seven hexes to the drop zone of its own division."""
    for unit in question.movers:
        if unit.hex is not None and of_division(unit):
            yield from told(question, unit, settled(to_the_zone(question.s, unit)))


def told(question: Question, unit: Unit, found: Trace) -> Findings:
    """What a trace has found."""
    path = [place.partition(":")[0] for place in found.path or ()]
    yield value("answer", so_it_is(question, bool(found.answer)))
    if found.answer:
        yield value("path", "-".join(path))
        yield define("has_line", unit, path="-".join(path))
    else:
        yield define("has_no_line", unit)


@rule("17.33", AskLine, "answer")
def enemies_cut_it(question: Question) -> Findings:
    """Never into an enemy unit or zone; a friend in the hex cancels the zone."""
    for unit in question.movers:
        for near in printed_neighbours(question.s, unit.hex) if unit.hex and not needs_none(unit) else ():
            if cut(question.s, near):
                yield define("line_cut_in", unit, near)
                return


@rule("17.34", AskLine, "answer")
def water_cuts_it(question: Question) -> Findings:
    """Never across a river or stream hexside without a bridge."""
    for unit in question.movers:
        for near in printed_neighbours(question.s, unit.hex) if unit.hex and not needs_none(unit) else ():
            if not dry(question.s, unit.hex or "", near):
                yield define("line_stops_at_water", unit, near)
                return


says("17.35", NextPhase, "points", "Lines are checked at the end of each German player turn.",
     lambda end: define("lines_checked", count=len(end.computed("loc_failures") or ())), when=ends_game_turn)  # fmt: skip


@rule("17.36", AskLine, "answer")
def some_need_none(question: Question) -> Findings:
    """Poles and Germans need none."""
    for unit in question.movers:
        if needs_none(unit):
            yield define("needs_no_line", unit)
            yield value("answer", so_it_is(question, True))


def level(allied: int, german: int, table: dict[str, int]) -> str:
    """The level of victory by the ratio of German to Allied points: 3 strategic, above 2 tactical, 2 a draw, above 1 Allied tactical."""
    if not allied and not german:
        return "draw"
    if german >= table["strategic"] * allied:
        return "german strategic"
    if german > table["tactical"] * allied:
        return "german tactical"
    if german == table["tactical"] * allied:
        return "draw"
    return "allied tactical" if german > table["draw"] * allied else "allied strategic"


@rule("17.4", NextPhase, "after", when=ends_game_turn)
def who_has_won(end: NextPhase) -> Findings:
    """After the tenth Game-Turn the ratio of points decides."""
    if not end.last_turn:
        return
    totals = {side: total(end, side) for side in (ALLIED, GERMAN)}
    yield value("final_allied", totals[ALLIED])
    yield value("final_german", totals[GERMAN])
    yield value("level", level(totals[ALLIED], totals[GERMAN], end.table("levels")), "level", **totals)


def total(end: NextPhase, side: str) -> int:
    """Points of a side, those of this act included."""
    mine = [change["value"] for change in end.ruling.records if change.get("state") == f"vp.{side}"]
    return int(mine[-1]) if mine else int(end.s.vp.get(side) or 0)


@rule("17.4", AskWinner, "answer")
def who_is_ahead(question: Question) -> Findings:
    """The level of victory that the points give."""
    points = question.s.vp
    found = level(points.get(ALLIED) or 0, points.get(GERMAN) or 0, question.table("levels"))
    yield value("answer", found)
    yield define("level", allied=points.get(ALLIED) or 0, german=points.get(GERMAN) or 0)


@rule("17.4", AskHowMany, "answer")
def how_many_points(question: Question) -> Findings:
    """Victory points so far."""
    if question.slots.get("what") == "vp":
        side = question.slots.get("side")
        for name in (side,) if side else (ALLIED, GERMAN):
            yield value(f"vp_{name}", question.s.vp.get(name) or 0)
        if side:
            yield value("answer", question.s.vp.get(side) or 0)
