"""Chapter 1.9 and 1.10: Safe Paths, fog of war."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import Findings, Missing, Unit, cites, forbid, kept, permit, rule, value
from adjudicator.kit import settled

from .acts_movement import Flip, VoluntaryRetreat
from .acts_turn import AskHowMany, Look, Rebuild, Replacement, RestoreSupport, SafePath
from .r01_vocabulary import is_av_unit
from .r01_vocabulary_paths import cut_by, has_safe_path, longest, step_open, traced
from .r04_vocabulary_ground import step_closed
from .vocabulary import hq_of, is_combat_unit


# ---- 1.9 Safe Path --------------------------------------------------------------------------------------------------
@rule("1.9a", SafePath)
def automatic(claim: SafePath) -> Findings:
    """With the HQ or next to it nothing need be traced."""
    if claim.automatic == "path_at_hq":
        yield permit("path_at_hq", claim.subject_unit, claim.start)


cites("1.9a", SafePath, "From the unit's own hex to the HQ's, both included.", lambda claim: bool(claim.path and not claim.automatic))


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
        yield forbid("path_long", claim.subject_unit, where=list(claim.path), hexes=length, limit=limit)
    if claim.path[-1] != hq.hex:
        yield forbid("path_ends_short", claim.subject_unit, where=[claim.path[-1]], hex=claim.path[-1], hq=hq.id)


@rule("1.9b", SafePath)
def none_is_short_enough(claim: SafePath) -> Findings:
    """Where no path is shown and no enemy cuts one, all that lead to the HQ are too long."""
    unit = claim.subject_unit
    hq = hq_of(claim.s, unit.formation)
    if claim.automatic or claim.path or hq is None or unit.stated("safe_path") is not None or unit.path("safe_path") in claim.s.unknown:
        return
    found = settled(traced(unit, claim.cls))
    if not found.answer and not found.cut_by:
        yield forbid("path_too_far", unit, limit=longest(unit, hq))


@rule("1.9b", AskHowMany, "answer")
def longest_path(ask: AskHowMany) -> Findings:
    """So many hexes the path of a unit may have at most."""
    unit = ask.of_unit("safe_path")
    if unit is None:
        return
    hq = hq_of(ask.s, unit.formation)
    if hq is None:
        raise Missing(f"units[{unit.formation} HQ].at")
    yield value("answer", longest(unit, hq))


@rule("1.9c", SafePath)
def passable(claim: SafePath) -> Findings:
    """Every hex must be open to the class of movement that the path is for."""
    if claim.automatic or not claim.path:
        return
    yield kept()
    for before, here in pairwise(claim.path):
        if not claim.adjacent(before, here):
            yield forbid("path_gap", claim.subject_unit, before, here, start=before, hex=here)
        elif step_closed(claim.s, before, here, claim.cls):
            yield forbid("path_terrain", claim.subject_unit, here, cls=claim.cls)


@rule("1.9c", Replacement)
def path_for_replacements(repl: Replacement) -> Findings:
    """A path that is shown must be open to the class that the Replacements need."""
    if isinstance(repl, Rebuild) or not repl.path:
        return
    for unit in repl.units:
        cls = "tac" if is_av_unit(unit) else "leg"
        for before, here in pairwise(repl.path):
            found = step_open(repl.s, unit.side, cls, before, here)
            if found is not True:
                yield forbid(str(found), unit, before, here, start=before, hex=here, cls=cls, enemy="")


@rule("1.9c", Flip, after="4.0b")
def path_for_vehicles(flip: Flip) -> Findings:
    """Leaving the feet for Truck or Tactical movement takes a Safe Path of that class."""
    unit = flip.unit_
    if flip.forbidden or flip.new_class not in ("truck", "tac") or unit.ma_class != "leg":
        return
    closed = next((here for before, here in pairwise(flip.path) if step_closed(flip.s, before, here, flip.new_class)), None)
    cut = next((here for here in flip.path[1:-1] if cut_by(flip.s, here, flip.side, flip.new_class)), None)
    if closed is not None:
        yield forbid("path_terrain", unit, closed, cls=flip.new_class)
    elif cut is not None:
        enemy = cut_by(flip.s, cut, flip.side, flip.new_class)[0]
        yield forbid("path_zoc", unit, enemy, cut, enemy=enemy.id)
    elif flip.path or has_safe_path(unit, flip.new_class):
        yield permit("flip_path", unit, cls=flip.new_class)
    else:
        yield forbid("flip_no_path", unit, cls=flip.new_class)


cites("1.9d", (Flip, Replacement, RestoreSupport, VoluntaryRetreat), "What a Safe Path is needed for, and what not.", lambda _: True)


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
            yield forbid("path_enemy", claim.subject_unit, held, here, enemy=held[0].id)
        elif found:
            clear = False
            yield forbid("path_zoc", claim.subject_unit, found, here, enemy=found[0].id)
    if clear and not claim.forbidden:
        yield permit("path_open", claim.subject_unit, where=list(claim.path), cls=claim.cls)
        yield value("path", list(claim.path))


@rule("1.9e", SafePath)
def searched(claim: SafePath) -> Findings:
    """Where no path is shown, the shortest one is looked for."""
    if claim.automatic or claim.path:
        return
    unit = claim.subject_unit
    if unit.stated("safe_path") is not None or unit.path("safe_path") in claim.s.unknown:
        if has_safe_path(unit, claim.cls):
            yield permit("path_there", unit)
        else:
            yield forbid("path_none", unit, cut="")
        return
    found = settled(traced(unit, claim.cls))
    if found.answer:
        yield permit("path_open", unit, where=list(found.path or ()), cls=claim.cls)
        yield value("path", list(found.path or ()))
    elif found.cut_by:
        cuts = [cut.hex for cut in found.cut_by]
        yield forbid("path_none", unit, where=cuts, cut=", ".join(cuts))
        yield value("cut_by", cuts)


@rule("1.9f", SafePath)
def without_effect(claim: SafePath) -> Findings:
    """STOP terrain, Support, Engagement Zones and Screens do nothing to it."""
    if claim.automatic or not claim.path:
        return
    enemies = [unit for unit in claim.s.placed() if unit.side != claim.side]
    screens = [unit.id for unit in enemies if unit.screen or any(1 < claim.distance(str(unit.hex), hex_) <= (unit.known("range") or 0) for hex_ in claim.path)]
    if screens or any(claim.s.hex(hex_).stop_terrain for hex_ in claim.path):
        yield permit("path_no_effect", units=screens)


@rule("1.9g", SafePath)
def never_cut_off(claim: SafePath) -> Findings:
    """Unassigned independents and units on the edge of the map always have one."""
    if claim.automatic in ("path_unassigned", "path_edge"):
        yield permit(claim.automatic, claim.subject_unit, claim.start)


# ---- 1.10 Fog of war ------------------------------------------------------------------------------------------------
@rule("1.10", Look, each="units")
def fog_of_war(look: Look, unit: Unit) -> Findings:
    """Of an enemy stack only the top unit is shown; Support, artillery and Prepared Defense lie open, other artillery does not."""
    if unit.side == look.side:
        yield permit("own_unit", unit)
        return
    if unit.in_support or unit.kind is not None:
        yield permit("lies_open", unit)
        return
    here = look.standing(unit)
    others = [other for other in look.friends_at(here or "", unit.side) if is_combat_unit(other)]
    place = unit.stack_position
    if len(others) > 1 and place is None and not look.under:
        raise Missing(unit.path("stack_position"), tuple(range(1, len(others) + 1)))
    if look.under or (place or 1) > 1:
        yield forbid("not_top", unit, hex=here or "")
    else:
        yield permit("top_unit", unit)
