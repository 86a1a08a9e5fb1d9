"""Chapter 7: zones of control."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ruling import Findings, define, forbid, permit, value
from adjudicator.situation import Situation, Unit

from .acts import Advance, Attack, Line, Move, Probe, Retreat


@rule("7.0")
def zones(situation: Situation, side: str) -> dict[str, list[Unit]]:
    """Every ground unit controls its own hex and the six around it; no terrain, river or lack of supply changes that.

    Returns hex -> units of ``side`` whose ZOC reaches it (before 7.5).
    """
    found: dict[str, list[Unit]] | None = situation.cache.get(("zoc", side))
    if found is None:
        found = {}
        around = situation.grid.neighbours
        for unit in situation.placed():
            if unit.side == side:
                here = unit.hex or ""
                for hex_ in (here, *around(here)):
                    found.setdefault(hex_, []).append(unit)
        situation.cache["zoc", side] = found
    return found


def in_enemy_zoc(situation: Situation, hex_: str, side: str) -> list[Unit]:
    """The enemy units whose ZOC reaches a hex, [] if none (7.0), storm counted (7.5).

    Asks for the weather only where an enemy is near, and for the rest of the units where they are not all listed.
    """
    near = zones(situation, situation.book.enemy(side)).get(hex_)
    if near:
        return [] if situation.weather == "storm" else near
    if situation.stated("weather") != "storm":
        situation.complete()
    return []


def names(units: list[Unit]) -> str:
    """Unit names for a text."""
    return ", ".join(unit.id for unit in units)


def zoc_in_line(line: Line, path: list[str]) -> list[tuple[str, list[Unit]]]:
    """The hexes of a path, the unit's own and the last left out, that lie in an enemy ZOC."""
    inner = path[1:] if line.on else path[1:-1]
    return [(hex_, zoc) for hex_ in inner if (zoc := in_enemy_zoc(line.s, hex_, line.side))]


@rule("7.0", Move, "step")
def every_unit_has_a_zoc(move: Move) -> Findings:
    """A hex next to any enemy ground unit lies in its ZOC, be it a garrison, a battalion or artillery."""
    _, here, index = move.item
    if in_enemy_zoc(move.s, here, move.side) and index < len(move.path) - 1:
        yield define("zoc_reaches", where=[here], hex=here, zoc=names(in_enemy_zoc(move.s, here, move.side)))


@rule("7.1", Move, "step")
def friends_do_not_cancel(move: Move) -> Findings:
    """A friendly unit in a hex does not cancel an enemy ZOC there."""
    _, here, _ = move.item
    friends = [unit for unit in move.s.at(here) if unit.side == move.side and unit not in move.movers]
    if friends and in_enemy_zoc(move.s, here, move.side):
        yield define("friends_do_not_cancel", where=[here], hex=here, friends=names(friends))


@rule("7.1", Line)
def friends_in_the_line(line: Line) -> Findings:
    """A friendly unit in a hex of the line does not cancel an enemy ZOC there."""
    if line.path:
        for hex_, zoc in zoc_in_line(line, line.path):
            friends = [unit for unit in line.s.at(hex_) if unit.side == line.side]
            if friends and zoc:
                yield define("friends_do_not_cancel", where=[hex_], hex=hex_, friends=names(friends))


@rule("7.2", Move, "step")
def stop_in_enemy_zoc(move: Move) -> Findings:
    """Entering an enemy ZOC ends the move; out of one, the first hex has to be free of them: never from ZOC to ZOC."""
    before, here, index = move.item
    zoc = in_enemy_zoc(move.s, here, move.side)
    if not zoc:
        if index == 0 and in_enemy_zoc(move.s, before, move.side):
            yield permit("leaves_zoc", where=[before, here], hex=before)
        return
    if index == 0 and in_enemy_zoc(move.s, before, move.side):
        yield forbid("zoc_to_zoc", where=[before, here], units=[unit.id for unit in zoc], start=before, hex=here, zoc=names(zoc))
        return
    if move.computed("stops_at") is None:
        yield value("stops_at", here, "must_stop", where=[here], hex=here, zoc=names(zoc))
    if index < len(move.path) - 1:
        yield forbid("moves_on_in_zoc", where=[here], units=[unit.id for unit in zoc], hex=here, zoc=names(zoc))


@rule("7.2", Move)
def already_stopped(move: Move) -> Findings:
    """A unit that has entered an enemy ZOC in this phase has finished moving."""
    for unit in move.movers:
        if move.s.acts(unit.id, act="move", phase=move.s.stated("phase"), turn=move.s.stated("turn")) and in_enemy_zoc(move.s, move.start, move.side):
            yield forbid("already_stopped", units=[unit.id], where=[move.start], unit=unit.id, hex=move.start)


@rule("7.3", (Retreat, Advance, Probe), "after")
def retreats_and_advances_ignore_zoc(deed: Retreat | Advance | Probe) -> Findings:
    """An enemy ZOC has no effect on a retreat or an advance."""
    to = deed.target if isinstance(deed, Probe) else deed.to
    if in_enemy_zoc(deed.s, to, deed.side):
        yield permit("zoc_does_not_matter", where=[to], hex=to)


@rule("7.4", Line)
def into_but_not_through(line: Line) -> Findings:
    """Lines of both sides may be traced into an enemy ZOC, never through one."""
    path = line.path or ([line.start] if line.start else [])
    if path and zoc_in_line(line, path):
        yield define("into_but_not_through", where=[hex_ for hex_, _ in zoc_in_line(line, path)])


@rule("7.5", Move)
def no_zoc_in_storm(move: Move) -> Findings:
    """In a storm turn no unit has a ZOC."""
    near = zones(move.s, move.book.enemy(move.side))
    if any(near.get(hex_) for hex_ in (move.start, *move.path)) and move.s.weather == "storm":
        yield permit("no_zoc_in_storm")


@rule("7.5", Attack)
def storm_leaves_the_gun_alone(attack: Attack) -> Findings:
    """In a storm nothing is in a ZOC, so that only adjacency can silence the ranged artillery (13.1)."""
    for unit in [*attack.support[attack.side], *attack.support[attack.enemy]]:
        if unit.hex and zones(attack.s, attack.book.enemy(unit.side)).get(unit.hex) and attack.s.weather == "storm":
            yield permit("no_zoc_in_storm")
            return
