"""What a Safe Path is (1.9), stated or sought."""

from __future__ import annotations

from adjudicator.book import Missing, Situation, Unit, cited
from adjudicator.ground.traces import Trace, trace
from adjudicator.kit import adjacent, distance, possible_neighbours, settled, verdict

from .r01_vocabulary import class_of
from .r04_vocabulary_ground import step_closed
from .r04_vocabulary_zones import negated, real_av_zoc_units, zoc_units
from .vocabulary import hq_of


def always(unit: Unit) -> str | None:
    """Why a unit needs to trace nothing: unassigned, on the map's edge, with its HQ or next to it (1.9a, 1.9g); None if it must."""
    if unit.formation is None:
        return "path_unassigned"
    here = unit.hex
    if here is None:
        return None
    if unit.situation.hex(here).map_edge:
        return "path_edge"
    hq = hq_of(unit.situation, unit.formation)
    if hq is not None and hq.hex is not None and distance(unit.situation, here, hq.hex) <= 1:
        return "path_at_hq"
    return None


EXTRA = 5  # hexes beyond the Command Radius (1.9b)


def longest(unit: Unit, hq: Unit) -> int:
    """Hexes that a Safe Path may have: Command Radius and five more (1.9b)."""
    counted = 1 if unit.situation.reading("B1") == "both" else 0
    return int(hq.command_range) + EXTRA - counted


def step_open(s: Situation, side: str, cls: str, before: str, here: str) -> bool | str:
    """Whether a Safe Path may go from one hex into the next; otherwise the text that says why not."""
    if not adjacent(s, before, here):
        return "path_gap"
    if any(unit.side != side and not unit.screen for unit in s.at(here)) and s.reading("B2") == "blocked":
        return "path_enemy"
    if step_closed(s, before, here, cls):
        return "path_terrain"
    if cut_by(s, here, side, cls):
        return "path_zoc"
    return True


def _traced(unit: Unit, cls: str) -> Trace:
    s, side, here = unit.situation, unit.side, unit.hex
    hq = hq_of(s, unit.formation)
    if hq is None or hq.hex is None or here is None:
        raise Missing(unit.path("safe_path"), ((), ("leg",), ("truck",), ("tac",)))
    limit, goal = longest(unit, hq), hq.hex
    near = lambda hex_: tuple(other for other in possible_neighbours(s, hex_) if distance(s, here, other) <= limit)  # noqa: E731
    found = trace(here, near, lambda a, b: verdict(step_open, s, side, cls, a, b), lambda hex_: hex_ == goal)
    if found.answer and found.path is not None and len(found.path) - 1 > limit:
        return Trace(False)
    return found


def traced(unit: Unit, cls: str) -> Trace:
    """The shortest Safe Path of a unit for a class of movement, or what cuts every one."""
    found: Trace = unit.situation.recall(("safe path", unit.id, unit.hex, cls), lambda: _traced(unit, cls))
    return found


@cited("1.9c")
def has_safe_path(unit: Unit, cls: str | None = None) -> bool:
    """Whether a unit has a Safe Path for a class of movement, its own if none is named.

    A stated ``safe_path`` lists the classes that have one and stands above what the position shows; Missing where it is not known."""
    s = unit.situation
    stated = unit.stated("safe_path")
    wanted = cls or class_of(unit)
    if stated is not None:
        return wanted in stated
    if always(unit) is not None:
        return True
    path = unit.path("safe_path")
    if path in s.unknown:
        unit.safe_path  # noqa: B018 - asks for it
    if wanted is None:
        return False
    hq = hq_of(s, unit.formation)
    if hq is None or hq.hex is None or hq.stated("command_range") is None:
        raise Missing(path, s.book.facts["units.safe_path"].values)
    return bool(settled(traced(unit, wanted)).answer)


@cited("1.9e")
def cut_by(s: Situation, hex_: str, side: str, cls: str) -> list[Unit]:
    """Enemies that close a hex to a Safe Path: all EZOCs close it to Leg and Truck, only those of Real AV units to Tactical.  A friendly
    unit in the hex negates them."""
    if negated(s, hex_, side):
        return []
    return real_av_zoc_units(s, hex_, side) if cls == "tac" else zoc_units(s, hex_, side)
