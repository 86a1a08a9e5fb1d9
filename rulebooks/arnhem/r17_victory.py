"""Chapter 17: lines of communication and victory points."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.book import Findings, Missing, Situation, Unit, define, rule, says, value
from adjudicator.ground.traces import Trace, trace
from adjudicator.kit import ids, leading_to, on_ground, printed_neighbours, settled, so_it_is, verdict

from .acts import AskHowMany, AskLine, AskWinner, NextPhase, Question, ends_game_turn
from .r07_6_results import scored
from .vocabulary import ALLIED, FREE, GERMAN, ROAD, TRAIL, by_air, crossing, enemies_in, enemy_zone, grade, of_division

AIR_LINE = 7  # hexes to the drop zone (17.32)


def cut(s: Situation, hex_: str) -> bool:
    """Whether a hex stops a line: an enemy unit, or an enemy zone in which no friend stands (17.33)."""
    known: dict[str, bool] = {} if s.tried else s.cache.setdefault("cut", {})
    if hex_ not in known:
        known[hex_] = bool(enemies_in(s, hex_, ALLIED)) or not s.at(hex_) and bool(enemy_zone(s, hex_, ALLIED))
    return known[hex_]


def ways(s: Situation, hex_: str) -> list[tuple[str, str | None]]:
    """Where a line may go from a hex, and from where it may come: printed neighbours, each with the road or trail that leads there; not across
    a river or stream without a bridge (17.34)."""
    known: dict[str, list[tuple[str, str | None]]] = on_ground(s, "ways")
    if hex_ not in known:
        over = [(there, crossing(s, hex_, there)) for there in printed_neighbours(s, hex_)]
        known[hex_] = [(there, side.way) for there, side in over if side.water is None or side.bridge]
    return known[hex_]


def follows(held: int, way: str | None) -> bool:
    """Whether a line may go into a hex by road, by trail or by none, which may still follow anything, trail and road, or road only (17.31)."""
    return way == "road" if held == ROAD else held != TRAIL or way is not None


def begins(s: Situation, hex_: str) -> str:
    """The place in which the line of a ground unit begins: places are the hex and what the line is bound to; whether its own hex binds it is V-29."""
    return f"{hex_}:{grade(s, hex_) if s.reading('V-29') == 'counts' else FREE}"


def zones(s: Situation, division: str) -> list[str]:
    """The drop zones of a division."""
    return [marker.hex for marker in s.markers.values() if marker.kind == "dz" and marker.id.split()[0] == division and marker.hex]


def line_of(s: Situation, unit: Unit) -> Trace:
    """The line of a unit: by ground to 0105 or 0106 and off the south edge (17.31), or seven hexes at most to the drop zone of its division (17.32)."""
    here, far = unit.hex or "", s.grid.distance
    air = of_division(unit)
    goals = set(zones(s, unit.formation) if air else s.table("loc_exit")[ALLIED]["hexes"])

    def ahead(place: str) -> tuple[str, ...]:
        hex_, _, held = place.partition(":")
        if air:
            return tuple(there for there, _ in ways(s, hex_))
        return tuple(f"{there}:{max(int(held), grade(s, there))}" for there, way in ways(s, hex_) if follows(int(held), way))

    def passable(before: str, place: str) -> bool | str:
        hex_ = place[:4]
        near = not air or (far(here, hex_) or 0) <= AIR_LINE and any((far(hex_, zone) or 0) < AIR_LINE for zone in goals)
        return near and not cut(s, hex_)

    rest = lambda place: min((far(place[:4], goal) or 0 for goal in goals), default=0)  # noqa: E731
    found = trace(here if air else begins(s, here), ahead, lambda a, b: verdict(passable, a, b), lambda place: place[:4] in goals, rest)
    too_long = air and found.possible_path is not None and len(found.possible_path) > AIR_LINE + 1
    return Trace(False, cut_by=found.cut_by, reached=found.reached) if too_long else found


def ground_lines(s: Situation) -> frozenset[str]:
    """The places from which a ground line leads to its goal: all at once, backwards."""

    known: dict[str, list[str]] = on_ground(s, "backwards")

    def before(place: str) -> list[str]:
        here, _, held = place.partition(":")
        if place not in known:
            into, binds = ways(s, here), grade(s, here)
            held_before = [was for was in (FREE, TRAIL, ROAD) if max(was, binds) == int(held)]
            known[place] = [f"{there}:{was}" for there, way in into for was in held_before if follows(was, way)]
        return [] if cut(s, here) else known[place]

    return leading_to([f"{hex_}:{held}" for hex_ in s.table("loc_exit")[ALLIED]["hexes"] for held in (FREE, TRAIL, ROAD)], before)


def air_lines(s: Situation, division: str) -> frozenset[str]:
    """The hexes from which a line of at most seven hexes leads to the drop zone of a division."""
    return leading_to(zones(s, division), lambda here: [] if cut(s, here) else [there for there, _ in ways(s, here)], AIR_LINE)


def needs_none(unit: Unit) -> bool:
    """Poles and Germans need no line (17.36)."""
    return bool(unit.side == GERMAN or unit.kind == "polish")


def connected(s: Situation, unit: Unit) -> bool:
    """Whether a unit on the map has a line of communications; cut off in its own hex by nothing, since a friend, itself, stands there."""
    if needs_none(unit) or unit.hex is None:
        return True
    try:
        if of_division(unit):
            return unit.hex in s.recall(("air lines", unit.formation), lambda: air_lines(s, unit.formation))
        return begins(s, unit.hex) in s.recall("ground lines", lambda: ground_lines(s))
    except Missing:  # what this one hangs on is told by its own line
        return bool(settled(line_of(s, unit)).answer)


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
    if points:
        yield scored(end.s, ALLIED, points)


says("17.12", NextPhase, "points", "3 for each Allied unit without a line at the end of a German player turn.",
     lambda end: (lost := [unit for unit in end.s.placed() if unit.side == ALLIED and not connected(end.s, unit)]) is not None
     and (value("vp_german", points := len(lost) * end.table("vp")[GERMAN]["no_loc_each_turn"]), value("loc_failures", ids(lost)),
     points and scored(end.s, GERMAN, points)), when=ends_game_turn)  # fmt: skip
says("17.2", AskLine, "answer", "Points for ground are given to units with a line only.",
     lambda question: [define("ground_needs_line", unit, unit.hex) for unit in question.movers if unit.hex
     and "north_of_waal" in (question.s.hex(unit.hex).known("features") or ())])  # fmt: skip


says("17.31", AskLine, "answer", "Connected hexes to 0105 or 0106; once on a trail only trail or road follow, once on a road only road.",
     lambda question: told(question, [unit for unit in question.movers if not needs_none(unit) and not of_division(unit)]))  # fmt: skip
says("17.32", AskLine, "answer", "At most seven hexes to the drop zone of its own division.",
     lambda question: told(question, [unit for unit in question.movers if of_division(unit)]))  # fmt: skip


def told(question: Question, units: list[Unit]) -> Findings:
    """Whether units on the map have a line, and which."""
    for unit in units:
        if unit.hex is not None:
            found = settled(line_of(question.s, unit))
            path = "-".join(place[:4] for place in found.path or ())
            yield value("answer", so_it_is(question, bool(found.answer)))
            if found.answer:
                yield value("path", path)
            yield define("has_line" if found.answer else "has_no_line", unit, **({"path": path} if found.answer else {}))


def beside(question: Question) -> list[tuple[Unit, str, str]]:
    """The units of a question about lines that need one, each with its hex and each hex beside it."""
    movers = [unit for unit in question.movers if unit.hex and not needs_none(unit)]
    return [(unit, unit.hex or "", near) for unit in movers for near in printed_neighbours(question.s, unit.hex or "")]


says("17.33", AskLine, "answer", "Never into an enemy unit or zone; a friend in the hex cancels the zone.",
     lambda question: next((define("line_cut_in", unit, near) for unit, _, near in beside(question) if cut(question.s, near)), None))  # fmt: skip
says("17.34", AskLine, "answer", "Never across a river or stream hexside without a bridge.",
     lambda question: next((define("line_stops_at_water", unit, near) for unit, here, near in beside(question)
     if near not in dict(ways(question.s, here))), None))  # fmt: skip
says("17.35", NextPhase, "points", "Lines are checked at the end of each German player turn.",
     lambda end: define("lines_checked", count=len(end.computed("loc_failures") or ())), when=ends_game_turn)  # fmt: skip


says("17.36", AskLine, "answer", "Poles and Germans need none.",
     lambda question: [said for unit in question.movers if needs_none(unit)
     for said in (define("needs_no_line", unit), value("answer", so_it_is(question, True)))])  # fmt: skip


def level(s: Situation, points: Mapping[str, int]) -> str:
    """The level of victory by the ratio of German to Allied points; without any points a draw."""
    allied, german = points[ALLIED], points[GERMAN]
    for name, row in s.table("levels").items() if allied or german else ():
        if name != "rule" and (german >= row["least"] * allied if "least" in row else german > row["above"] * allied):
            return str(name)
    return "draw"


@rule("17.4", NextPhase, "after", when=ends_game_turn)
def who_has_won(end: NextPhase) -> Findings:
    """After the tenth Game-Turn the ratio of points decides."""
    if end.last_turn:
        added = {change["state"]: int(change["value"]) for change in end.ruling.records if "state" in change and change["state"].startswith("vp.")}
        totals = {side: added.get(f"vp.{side}", points) for side, points in score_of(end.s).items()}
        yield from (value(f"final_{side}", points) for side, points in totals.items())
        yield value("level", level(end.s, totals), "level", **totals)


def score_of(s: Situation) -> dict[str, int]:
    """The points of both sides."""
    return {side: int(s.vp.get(side) or 0) for side in (ALLIED, GERMAN)}


says("17.4", AskWinner, "answer", "The level of victory that the points give.",
     lambda question: (value("answer", level(question.s, points := score_of(question.s))), define("level", **points)))  # fmt: skip


@rule("17.4", AskHowMany, "answer")
def how_many_points(question: Question) -> Findings:
    """Victory points so far."""
    points, side = score_of(question.s), question.slots.get("side")
    if question.slots.get("what") == "vp":
        yield from (value(f"vp_{name}", points[name]) for name in ((side,) if side else points))
        if side:
            yield value("answer", points[side])
