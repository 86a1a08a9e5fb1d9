"""The edge of the map: its hexes, the printed entry hexes, the stretches by which Germans leave.  No rule speaks here."""

from __future__ import annotations

from adjudicator.book import Situation, Unit
from adjudicator.kit import on_edge, on_map

from .vocabulary import enemies_in, enemy_zone


def entry_hexes(s: Situation, unit: Unit) -> list[str]:
    """The hexes that are laid down for a unit (18.14, 18.15), [] if none are."""
    span = unit.entry
    table = s.table("entry_hexes")
    return list(table[span]["hexes"]) if span in table else [span] if span else []


def blocked(s: Situation, hex_: str, side: str) -> bool:
    """Whether an entry hex is held by an enemy, or by a friend in an enemy zone (15.22)."""
    return bool(enemies_in(s, hex_, side)) or bool(s.at(hex_)) and bool(enemy_zone(s, hex_, side))


def instead(s: Situation, unit: Unit) -> list[str]:
    """Where a unit comes in whose printed hexes are all blocked: the nearest free mapedge hexes, towards its nearest friend (15.22)."""
    printed = entry_hexes(s, unit)
    if not printed or not all(blocked(s, hex_, unit.side) for hex_ in printed):
        return []
    friends = [other.hex for other in s.placed() if other.side == unit.side and other.hex]
    seen = set(printed)
    ring = list(printed)
    while ring:  # outwards, ring by ring, so that no more of the map is looked at than it takes
        free = {hex_: min((s.grid.distance(hex_, friend) or 0 for friend in friends), default=0) for hex_ in ring if not s.at(hex_) and on_edge(s, hex_)}
        if free:
            return sorted(hex_ for hex_, far in free.items() if far == min(free.values()))
        ring = [near for near in dict.fromkeys(far for hex_ in ring for far in s.grid.neighbours(hex_)) if near not in seen]
        seen.update(ring)
    return []


def stretch(s: Situation, hex_: str) -> str | None:
    """``west`` or ``east`` for a hex on a stretch of the edge by which German units leave (15.41), else None."""
    for name, row in s.table("exit_edges").items():
        if name == "rule" or not on_edge(s, hex_):
            continue
        column, beyond = s.grid.column(hex_), -1 if name == "west" else 1
        outermost = not any(on_map(s, far) for far in s.grid.neighbours(hex_) if s.grid.column(far) == column and s.grid.row(far) - s.grid.row(hex_) == beyond)
        if outermost and s.grid.column(row["from"]) <= column <= s.grid.column(row["to"]):
            return str(name)
    return None


def left_by(s: Situation, unit: Unit) -> str | None:
    """The stretch by which a unit has left the map, None if it has not."""
    deeds = s.acts(unit.id, act="exit")
    if not deeds or unit.hex is not None:
        return None
    left = deeds[-1]
    return left["edge"] if "edge" in left or "hex" not in left else stretch(s, left["hex"])
