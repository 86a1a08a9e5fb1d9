"""Chapter 7: zones of control."""

from __future__ import annotations

from adjudicator.book import Findings, Marker, Unit, define, forbid, permit, rule, value
from adjudicator.kit import PathStep, names, own_zone, zone_asked

from .acts import Deed, Enter, Exit, Line, LineCase, Move, Question, Return, Status, kg_claimed, storm_possible
from .acts_combat import Advance, Attack, Probe, Retreat, supported
from .acts_questions import AskZone
from .vocabulary import ENEMY, GERMAN, cut_hexes, in_enemy_zoc, zones


def zoc_on_the_way(move: Move, hex_: str) -> list[Unit]:
    """The enemy units whose ZOC reaches a hex of a path; several rules ask for each of them."""
    found = move.zocs.get(hex_)
    if found is None:
        found = move.zocs[hex_] = in_enemy_zoc(move.s, hex_, move.side)
    return found


def zoc_in_line(line: Line, path: list[str]) -> list[tuple[str, list[Unit]]]:
    """The hexes of a path, the unit's own and the last left out, that lie in an enemy ZOC."""
    inner = path[1:] if line.on else path[1:-1]
    return [(hex_, zoc) for hex_ in inner if (zoc := in_enemy_zoc(line.s, hex_, line.side))]


@rule("7.0", AskZone, "answer")
def is_it_in_a_zoc(question: Question) -> Findings:
    """Whether the ZOC of the units named, or any that is hostile to whoever stands there or is to play, reaches a hex."""
    if own := list(own_zone(question, lambda unit: question.s.weather != "storm")):
        yield from own
        return
    named = question.units_of()
    at = question.slots.get("at")
    if at is None and not named and "side" in question.slots:  # have the Soviets any ZOC?
        yield value("answer", "no" if question.s.weather == "storm" else "yes")
        return
    nowhere = at is None and named and question.standing(named[0]) is None
    at, found = ("-", []) if nowhere else zone_asked(question, in_enemy_zoc)
    yield value("answer", "yes" if found else "no")
    yield define("zoc_reaches" if found else "no_zoc_here", at, found, zoc=names(found))


@rule("7.0", Move, "step")
def every_unit_has_a_zoc(move: Move, step: PathStep) -> Findings:
    """A hex next to any enemy ground unit lies in its ZOC, be it a garrison, a battalion or artillery."""
    zoc = zoc_on_the_way(move, step.here)
    if zoc:
        yield define("zoc_reaches", step.here, zoc=names(zoc))


@rule("7.1", Move, "step")
def friends_do_not_cancel(move: Move, step: PathStep) -> Findings:
    """A friendly unit in a hex does not cancel an enemy ZOC there."""
    friends = [unit for unit in move.s.at(step.here) if unit.side == move.side and unit not in move.movers]
    if friends and zoc_on_the_way(move, step.here):
        yield define("friends_do_not_cancel", step.here, friends=names(friends))


@rule("7.1", Move, when=kg_claimed, each="claimed_markers")
def friends_at_the_marker(move: Move, marker: Marker) -> Findings:
    """Friends in the range of a KG marker do not keep a Soviet ZOC from cancelling its transport (12.4)."""
    for hex_ in cut_hexes(move.s, marker):
        friends = [unit for unit in move.s.at(hex_) if unit.side == GERMAN and unit not in move.movers]
        if friends:
            yield define("friends_do_not_cancel", hex_, friends=names(friends))


@rule("7.1", Line)
def friends_in_the_line(line: Line) -> Findings:
    """A friendly unit in a hex of the line does not cancel an enemy ZOC there."""
    if line.path:
        for hex_, zoc in zoc_in_line(line, line.path):
            friends = [unit for unit in line.s.at(hex_) if unit.side == line.side]
            if friends and zoc:
                yield define("friends_do_not_cancel", hex_, friends=names(friends))


@rule("7.2", Move, "step")
def stop_in_enemy_zoc(move: Move, step: PathStep) -> Findings:
    """Entering an enemy ZOC ends the move; out of one, the first hex has to be free of them: never from ZOC to ZOC."""
    zoc = zoc_on_the_way(move, step.here)
    if not zoc:
        if step.number == 0 and zoc_on_the_way(move, step.before):
            yield permit("leaves_zoc", where=[step.before, step.here], hex=step.before)
        elif step.number == len(move.path) - 1:
            yield permit("free_of_zoc", step.here)
        return
    if step.number == 0 and zoc_on_the_way(move, step.before):
        yield forbid("zoc_to_zoc", zoc, where=[step.before, step.here], start=step.before, hex=step.here, zoc=names(zoc), free=ways_out(move, step.before))
        return
    if move.computed("stops_at") is None:
        yield value("stops_at", step.here, "must_stop", step.here, zoc=names(zoc))
    if step.number < len(move.path) - 1:
        yield forbid("moves_on_in_zoc", step.here, zoc, zoc=names(zoc))


def ways_out(move: Move, start: str) -> str:
    """The neighbours that a unit in an enemy ZOC may leave into."""
    enemy = move.book.enemy(move.side)
    open_hexes = [hex_ for hex_ in move.s.grid.neighbours(start) if not zones(move.s, enemy)[hex_]]
    return ", ".join(open_hexes) or "-"


@rule("7.2", Exit, each="units_of")
def no_zoc_off_the_map(leave: Deed, unit: Unit) -> Findings:
    """There is no ZOC off the map: a unit in one may leave (A-07), but not if it entered that ZOC in this phase."""
    here = leave.standing(unit)
    if here is None or not in_enemy_zoc(leave.s, here, unit.side):
        return
    if leave.s.acts(unit.id, act="move", phase=leave.s.stated("phase"), turn=leave.s.stated("turn")):
        yield forbid("already_stopped", unit, here)
    else:
        yield permit("leaves_zoc", here)


@rule("7.2", Move, each="movers")
def already_stopped(move: Move, unit: Unit) -> Findings:
    """A unit that has entered an enemy ZOC in this phase has finished moving."""
    if move.s.acts(unit.id, act="move", phase=move.s.stated("phase"), turn=move.s.stated("turn")) and in_enemy_zoc(move.s, move.start, move.side):
        yield forbid("already_stopped", unit, move.start)


@rule("7.3", (Retreat, Advance, Probe), "after")
def retreats_and_advances_ignore_zoc(deed: Retreat | Advance | Probe) -> Findings:
    """An enemy ZOC has no effect on a retreat or an advance."""
    to = deed.target if isinstance(deed, Probe) else deed.to
    if in_enemy_zoc(deed.s, to, deed.side):
        yield permit("zoc_does_not_matter", to)


@rule("7.4", Line)
def into_but_not_through(line: Line) -> Findings:
    """Lines of both sides may be traced into an enemy ZOC, never through one."""
    path = line.path or ([line.start] if line.start else [])
    if path:
        yield define("into_but_not_through", where=[hex_ for hex_, _ in zoc_in_line(line, path)])


@rule("7.4", Status, "answer")
def own_hex_in_a_zoc(question: LineCase) -> Findings:
    """A line may end in an enemy ZOC: that of a unit in one may begin there (A-03)."""
    if question.start and zones(question.s, ENEMY[question.side])[question.start] and question.s.stated("weather") != "storm":
        yield define("own_hex_does_not_count", question.start)


@rule("7.5", Move, when=storm_possible)
def no_zoc_in_storm(move: Move) -> Findings:
    """In a storm turn no unit has a ZOC."""
    if move.s.stated("weather") not in (None, "storm"):
        return
    near = zones(move.s, move.book.enemy(move.side))
    if any(near[hex_] for hex_ in (move.start, *move.path)) and move.s.weather == "storm":
        yield permit("no_zoc_in_storm")


@rule("7.5", (Line, Probe, Retreat, Advance), when=storm_possible)
def no_zoc_in_a_storm_turn(deed: Line | Probe | Retreat | Advance) -> Findings:
    """In a storm turn no unit has a ZOC: nothing cuts a line but the units themselves, and nothing can be probed."""
    if deed.s.stated("weather") == "storm":
        yield permit("no_zoc_in_storm")


@rule("7.5", (Enter, Return), when=storm_possible)
def no_zoc_where_it_comes_in(deed: Deed) -> Findings:
    """In a storm an enemy beside the hex bars nobody from coming in there."""
    at = deed.slots.get("at")
    if isinstance(at, str) and any(zones(deed.s, deed.book.enemy(unit.side))[deed.valid(at)] for unit in deed.units_of()) and deed.s.weather == "storm":
        yield permit("no_zoc_in_storm")


@rule("7.5", Attack, when=supported)
def storm_leaves_the_gun_alone(attack: Attack) -> Findings:
    """In a storm nothing is in a ZOC, so that only adjacency can silence the ranged artillery (13.1)."""
    for unit in [*attack.support[attack.side], *attack.support[attack.enemy]]:
        if unit.hex and zones(attack.s, attack.book.enemy(unit.side))[unit.hex] and attack.s.weather == "storm":
            yield permit("no_zoc_in_storm")
            return


@rule("7.5", (AskZone, Status), "answer")
def no_zoc_asked_in_storm(question: Question | LineCase) -> Findings:
    """In a storm turn no unit has a ZOC, so that nothing but the units themselves cuts a line."""
    if question.s.stated("weather") == "storm":
        yield define("no_zoc_in_storm")
