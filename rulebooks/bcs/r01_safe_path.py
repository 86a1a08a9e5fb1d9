"""Chapter 1.9: Safe Paths."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, forbid, kept, permit, value
from adjudicator.ground.searches import Trace, trace
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.geometry import adjacent, distance, possible_neighbours
from adjudicator.kit.lines import settled, verdict

from .acts import hq_of
from .acts_formation import SafePath
from .r01_units import class_of, step_closed
from .r04_zones import negated, real_av_zoc_units, zoc_units

EXTRA = 5  # hexes beyond the Command Radius (1.9b)


@rule("1.9e")
def cut_by(s: Situation, hex_: str, side: str, cls: str) -> list[Unit]:
    """Enemies that close a hex to a Safe Path: all EZOCs close it to Leg and Truck, only those of Real AV units to Tactical.  A friendly
    unit in the hex negates them."""
    if negated(s, hex_, side):
        return []
    return real_av_zoc_units(s, hex_, side) if cls == "tac" else zoc_units(s, hex_, side)


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


def longest(unit: Unit, hq: Unit) -> int:
    """Hexes that a Safe Path may have: Command Radius and five more (1.9b)."""
    counted = 1 if unit.situation.reading("B1") == "both" else 0
    return int(hq.command_range) + EXTRA - counted


def traced(unit: Unit, cls: str) -> Trace:
    """The shortest Safe Path of a unit for a class of movement, or what cuts every one."""
    found: Trace = unit.situation.recall(("safe path", unit.id, unit.hex, cls), lambda: _traced(unit, cls))
    return found


def _traced(unit: Unit, cls: str) -> Trace:
    s, side, here = unit.situation, unit.side, unit.hex
    hq = hq_of(s, unit.formation)
    if hq is None or hq.hex is None or here is None:
        raise Missing(unit.path("safe_path"), ((), ("leg",), ("truck",), ("tac",)))
    limit, goal = longest(unit, hq), hq.hex
    near = lambda hex_: tuple(other for other in possible_neighbours(s, hex_) if distance(s, here, other) <= limit)  # noqa: E731
    found = trace(here, near, lambda a, b: verdict(step_open, s, side, cls, a, b), lambda hex_: hex_ == goal)  # type: ignore[arg-type]
    if found.answer and found.path is not None and len(found.path) - 1 > limit:
        return Trace(False)
    return found


@rule("1.9c")
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


# ---- claims ----------------------------------------------------------------------------------------------------------------
@rule("1.9a", SafePath)
def automatic(claim: SafePath) -> Findings:
    """With the HQ or next to it nothing need be traced."""
    if claim.automatic == "path_at_hq":
        yield permit("path_at_hq", where=[claim.start], units=[claim.subject_unit.id], unit=claim.subject_unit.id)


@rule("1.9g", SafePath)
def never_cut_off(claim: SafePath) -> Findings:
    """Unassigned independents and units on the edge of the map always have one."""
    if claim.automatic in ("path_unassigned", "path_edge"):
        yield permit(claim.automatic, where=[claim.start], units=[claim.subject_unit.id], unit=claim.subject_unit.id)


@rule("1.9b", SafePath)
def not_too_long(claim: SafePath) -> Findings:
    """Command Radius and five hexes at most."""
    if claim.automatic or not claim.path:
        return
    hq = hq_of(claim.s, claim.subject_unit.formation)
    if hq is None:
        raise Missing(f"units[{claim.subject_unit.formation} HQ].at")
    length, limit = len(claim.path) - 1, longest(claim.subject_unit, hq)
    yield kept()
    if length > limit:
        yield forbid("path_long", where=list(claim.path), units=[claim.subject_unit.id], hexes=length, limit=limit)
    if claim.path[-1] != hq.hex:
        yield forbid("path_ends_short", where=[claim.path[-1]], units=[claim.subject_unit.id], hex=claim.path[-1], hq=hq.id)


@rule("1.9c", SafePath)
def passable(claim: SafePath) -> Findings:
    """Every hex must be open to the class of movement that the path is for."""
    if claim.automatic or not claim.path:
        return
    yield kept()
    for before, here in pairwise(claim.path):
        if not claim.adjacent(before, here):
            yield forbid("path_gap", where=[before, here], units=[claim.subject_unit.id], start=before, hex=here)
        elif step_closed(claim.s, before, here, claim.cls):
            yield forbid("path_terrain", where=[here], units=[claim.subject_unit.id], hex=here, cls=claim.cls)


@rule("1.9e", SafePath)
def through_zones(claim: SafePath) -> Findings:
    """EZOCs that no friendly unit negates, and enemy units, cut it."""
    if claim.automatic or not claim.path:
        return
    clear = True
    for here in claim.path[1:-1]:
        found = cut_by(claim.s, here, claim.side, claim.cls)
        held = [unit for unit in claim.enemies_at(here, claim.side) if not unit.screen]
        if held and claim.reading("B2") == "blocked":
            clear = False
            yield forbid("path_enemy", where=[here], units=[claim.subject_unit.id, *(unit.id for unit in held)], hex=here, enemy=held[0].id)
        elif found:
            clear = False
            yield forbid("path_zoc", where=[here], units=[claim.subject_unit.id, *(unit.id for unit in found)], hex=here, enemy=found[0].id)
    if clear and not claim.forbidden:
        yield permit("path_open", where=list(claim.path), units=[claim.subject_unit.id], unit=claim.subject_unit.id, cls=claim.cls)
        yield value("path", list(claim.path))


@rule("1.9f", SafePath)
def without_effect(claim: SafePath) -> Findings:
    """STOP terrain, Support, Engagement Zones and Screens do nothing to it."""
    if claim.automatic or not claim.path:
        return
    screens = [unit.id for unit in claim.s.placed() if unit.side != claim.side and unit.screen]
    if screens or any(claim.s.hex(hex_).stop_terrain for hex_ in claim.path):
        yield permit("path_no_effect", units=screens)


@rule("1.9a", SafePath)
def from_unit_to_hq(claim: SafePath) -> Findings:
    """From the unit's own hex to the HQ's, both included."""
    if claim.path and not claim.automatic:
        yield kept()


@rule("1.9e", SafePath)
def searched(claim: SafePath) -> Findings:
    """Where no path is shown, the shortest one is looked for."""
    if claim.automatic or claim.path:
        return
    unit = claim.subject_unit
    if unit.stated("safe_path") is not None or unit.path("safe_path") in claim.s.unknown:
        if has_safe_path(unit, claim.cls):
            yield permit("path_there", units=[unit.id], unit=unit.id)
        else:
            yield forbid("path_none", units=[unit.id], unit=unit.id, cut="")
        return
    found = settled(traced(unit, claim.cls))
    if found.answer:
        yield permit("path_open", where=list(found.path or ()), units=[unit.id], unit=unit.id, cls=claim.cls)
        yield value("path", list(found.path or ()))
    else:
        cuts = [cut.hex for cut in found.cut_by]
        yield forbid("path_none", where=cuts, units=[unit.id], unit=unit.id, cut=", ".join(cuts))
        yield value("cut_by", cuts)
