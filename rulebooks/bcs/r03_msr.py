"""Chapter 3.1, and 4.7b, c and h which rest on it: Legal Hexes, the MSR, and where Combat Trains may lie."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import derives, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit, record, value
from adjudicator.ground.searches import Trace, trace
from adjudicator.ground.situation import Entity, Situation, Unit
from adjudicator.kit.geometry import adjacent, possible_neighbours
from adjudicator.kit.lines import settled, verdict

from .acts import change, hq_of, trains_of
from .acts_formation import RemoveBlocked, TraceMsr, TrainsMove, TrainsSide
from .r01_units import ROADS
from .r04_zones import zoc_units

GOOD_ROADS = ("primary", "secondary")
NEAREST, FARTHEST = 5, 15  # Optimal Distance (3.2f)


# ---- Legal Hexes --------------------------------------------------------------------------------------------------------------------
def side_roads(s: Situation, first: str, second: str) -> tuple[str, ...]:
    """The roads that cross a hexside; Missing where that is expressly not known."""
    return tuple(kind for kind in s.side(first, second).features if kind in ROADS)


def roads_in(s: Situation, hex_: str, wanted: tuple[str, ...]) -> bool:
    """Whether a road of these kinds lies in a hex; Missing for all hexsides of which nothing is known if they could bring one."""
    unknown: list[str] = []
    for near in possible_neighbours(s, hex_):
        side = s.side(hex_, near)
        try:
            if any(kind in wanted for kind in side.features):
                return True
        except Missing as missing:
            unknown.append(missing.fact)
    if unknown:
        raise Missing(unknown[0], None, tuple((fact, None) for fact in unknown[1:]))
    return False


@rule("3.1a")
def blocks_enemy(s: Situation, hex_: str, side: str) -> bool:
    """Whether somebody of a side in a hex would block an enemy MSR for which there is no other way."""
    stated = s.hex(hex_).stated("blocks_enemy_msr")
    if stated is not None:
        return bool(stated)
    if s.hex(hex_).path("blocks_enemy_msr") in s.unknown:
        raise Missing(s.hex(hex_).path("blocks_enemy_msr"), (False, True))
    for formation in s.formations.values():
        if formation.side == side:
            continue
        path = formation.msr_path or {}
        used = {*formation.msr_hexes, *(path.get("to_trains") or ()), *(path.get("to_source") or ())}
        if hex_ in used and not formation.alternative_msr:
            return True
    return False


def why_not_legal(s: Situation, hex_: str, side: str, tracks: bool, hq: Unit | None = None) -> str | None:
    """Why a hex is not Legal (the key of a text), or None if it is; ``hq``: the HQ whose own hex this is.

    ``tracks``: whether the hex lies between HQ and Trains, both included, where Tracks will do.  That it hangs together with a Supply Source
    is for the trace to say."""
    place = s.hex(hex_)
    stated = place.stated("legal_hex")
    if stated is not None:
        return None if stated else "legal_stated"
    if place.path("legal_hex") in s.unknown:
        raise Missing(place.path("legal_hex"), (True, False))
    if not roads_in(s, hex_, ROADS if tracks else GOOD_ROADS):
        return "legal_track" if not tracks and roads_in(s, hex_, ("track",)) else "legal_no_road"
    if any(unit.side != side and not unit.screen for unit in s.at(hex_)):
        return "legal_enemy"
    others = hq is not None and any(unit.side == side and unit is not hq for unit in s.at(hex_))
    if not others and zoc_units(s, hex_, side):
        return "legal_zoc"
    return "legal_blocks" if blocks_enemy(s, hex_, side) else None


def line(s: Situation, start: str, goals: set[str], side: str, tracks: bool, hq: Unit | None) -> Trace:
    """The shortest row of Legal Hexes along roads from a hex to one of the goals."""

    def open_(before: str, here: str) -> bool | str:
        if not adjacent(s, before, here) or not side_roads(s, before, here):
            return "legal_no_road"
        reason = why_not_legal(s, here, side, tracks, hq if hq is not None and hq.hex == here else None)
        return True if reason is None else reason

    return trace(start, lambda hex_: possible_neighbours(s, hex_), lambda a, b: verdict(open_, a, b), lambda hex_: hex_ in goals)


def route(s: Situation, hq: Unit, trains_hex: str, start: str | None = None) -> tuple[tuple[str, ...], tuple[str, ...]] | str:
    """The MSR from an HQ (or from where it will stand) by Trains in a hex to a Supply Source: both stretches; or the key of a text that says
    why there is none."""
    here, side = start or hq.hex or "", hq.side
    for place, tracks, own in ((here, True, hq), (trains_hex, True, None)):
        reason = why_not_legal(s, place, side, tracks, own)
        if reason is not None:
            return reason
    first = settled(line(s, here, {trains_hex}, side, True, hq))
    if not first.answer:
        return "msr_cut_to_trains"
    second = settled(line(s, trains_hex, set(s.supply_sources), side, False, None))
    if not second.answer:
        return "msr_cut_to_source"
    return first.path or (), second.path or ()


@derives("formations.msr", "3.1")
def msr(formation: Entity) -> str | None:
    """Complete or not, as the position shows it; None where HQ, Trains, roads or Supply Sources are not known."""
    s = formation.situation
    trains, hq = trains_of(s, formation.id), hq_of(s, formation.id)
    if trains is not None and "at" in trains.facts and trains.hex is None:
        return "not_complete"
    if trains is None or hq is None or hq.hex is None or trains.hex is None or not s.supply_sources:
        return None
    return "complete" if isinstance(route(s, hq, trains.hex), tuple) else "not_complete"


@derives("formations.msr_distance", "3.2f")
def msr_distance(formation: Entity) -> int | None:
    """Hexes from the HQ to the Trains along the MSR, the Trains' hex counted."""
    path = (formation.msr_path or {}).get("to_trains")
    if path:
        return len(path) - 1
    s = formation.situation
    trains, hq = trains_of(s, formation.id), hq_of(s, formation.id)
    if trains is None or hq is None or hq.hex is None or trains.hex is None or not s.supply_sources:
        return None
    found = route(s, hq, trains.hex)
    return len(found[0]) - 1 if isinstance(found, tuple) else None


@derives("formations.trains_ahead", "3.2f")
def trains_ahead(formation: Entity) -> bool | None:
    """Whether both stretches of the MSR share a hex beside that of the Trains."""
    path = formation.msr_path or {}
    there, on = path.get("to_trains") or (), path.get("to_source") or ()
    if there and on:
        return bool((set(there) & set(on)) - {there[-1]})
    return None


@derives("formations.crossing_beams", "3.2h")
def crossing_beams(formation: Entity) -> bool | None:
    """Whether the stretch from HQ to Trains uses a hex of the same stretch of another friendly formation, Buddies apart."""
    s = formation.situation
    mine = (formation.msr_path or {}).get("to_trains")
    if not mine:
        return None
    friends = {name for pair in s.buddies if formation.id in pair for name in pair}
    for other in s.formations.values():
        if other.id != formation.id and other.id not in friends and other.stated("side") == formation.side:
            theirs = (other.msr_path or {}).get("to_trains") or ()
            if set(mine) & set(theirs):
                return True
    return False


@derives("formations.tracks", "3.2i")
def uses_tracks(formation: Entity) -> bool | None:
    """Whether any hex of the MSR uses a Track."""
    stated = formation.stated("track_hexes")
    if stated is not None:
        return bool(stated)
    path = (formation.msr_path or {}).get("to_trains")
    s = formation.situation
    if not path or not s.hexsides:
        return None
    sides = [side_roads(s, first, second) for first, second in pairwise(path)]
    return any(kinds and not any(kind in GOOD_ROADS for kind in kinds) for kinds in sides)


@rule("3.2f")
def optimal(formation: Entity) -> bool:
    """5 to 15 hexes along the MSR, or up to 15 with the Trains in an Entry Hex; not with the Trains ahead of the HQ."""
    apart = formation.msr_distance
    s = formation.situation
    if apart > FARTHEST:
        return False
    if apart < NEAREST:
        trains = trains_of(s, formation.id)
        areas = [area for area in s.entry_areas.values() if area.get("side") in (None, formation.side)]
        if trains is None or not any(trains.hex in (area.get("hexes") or ()) for area in areas):
            return False
    return not formation.trains_ahead


# ---- tracing it ----------------------------------------------------------------------------------------------------------------------------
def spelled_out(act: TraceMsr) -> list[str]:
    """The hexes of the route that was named, with those between two that do not touch put in along the straight line."""
    named = list(act.named_hexes)
    hq = act.hq
    if hq is not None and hq.hex is not None and (not named or named[0] != hq.hex):
        named.insert(0, hq.hex)
    found: list[str] = named[:1]
    for hex_ in named[1:]:
        between = act.s.grid.line(found[-1], hex_)[1:-1]
        found += [step if isinstance(step, str) else step[0] for step in between]
        found.append(hex_)
    return found


@rule("3.1", TraceMsr)
def three_points(act: TraceMsr) -> Findings:
    """From the HQ by its own Trains to a Supply Source."""
    hq, trains = act.hq, act.trains
    if not act.named_hexes and (act.f.stated("msr") is not None or act.f.path("msr") in act.s.unknown):
        if act.f.msr == "complete":
            yield permit("msr_complete", formation=act.f.id)
        else:
            yield forbid("msr_not_complete", formation=act.f.id)
        return
    if hq is None or hq.hex is None:
        raise Missing(f"units[{act.f.id} HQ].at" if hq is None else hq.path("at"))
    if trains is not None and trains.hex is None and "at" in trains.facts:
        yield forbid("msr_trains_off", units=[trains.id], formation=act.f.id)
        return
    if trains is None or trains.hex is None:
        raise Missing(f"units[{act.f.id} Trains].at" if trains is None else trains.path("at"))
    if not act.named_hexes:
        found = route(act.s, hq, trains.hex)
        if isinstance(found, str):
            yield forbid(found, hex=trains.hex, formation=act.f.id)
        else:
            yield permit("msr_complete", where=[*found[0], *found[1][1:]], formation=act.f.id)
            yield value("path", [*found[0], *found[1][1:]])
        return
    path = spelled_out(act)
    if trains.hex not in path:
        yield forbid("msr_past_trains", where=path, formation=act.f.id, hex=trains.hex)
    elif path[-1] not in act.s.supply_sources:
        yield forbid("msr_no_source", where=path[-1:], formation=act.f.id, hex=path[-1])
    elif not act.forbidden:
        yield permit("msr_named", where=path, formation=act.f.id)


@rule("3.1", TraceMsr)
def path_fixed(act: TraceMsr) -> Findings:
    """The stretch from HQ to Trains stays as it was set until one of them moves, is jumped, or the enemy cuts it."""
    old = list((act.f.msr_path or {}).get("to_trains") or ())
    hq, trains = act.hq, act.trains
    if not old or not act.named_hexes or hq is None or trains is None or old[0] != hq.hex or old[-1] != trains.hex:
        return
    path = spelled_out(act)
    if trains.hex not in path or path[: path.index(trains.hex) + 1] == old:
        return
    if all(why_not_legal(act.s, hex_, act.side, True, hq if hex_ == hq.hex else None) is None for hex_ in old):
        yield forbid("msr_path_fixed", where=old, formation=act.f.id)


@rule("3.1a", TraceMsr)
def every_hex_legal(act: TraceMsr) -> Findings:
    """Every hex must be Legal by itself: Tracks only from HQ to Trains, no railway, no enemy, no EZOC save a negated one in the HQ's own hex."""
    hq, trains = act.hq, act.trains
    if hq is None or trains is None or trains.hex is None or not act.named_hexes:
        return
    path = spelled_out(act)
    if trains.hex not in path:
        return
    turn = path.index(trains.hex)
    open_: list[str] = []
    for index, hex_ in enumerate(path):
        try:
            reason = why_not_legal(act.s, hex_, act.side, index <= turn, hq if hex_ == hq.hex else None)
            if reason is None and index and not side_roads(act.s, path[index - 1], hex_):
                reason = "legal_no_road"
        except Missing as missing:
            open_ += [missing.fact, *(fact for fact, _ in missing.others)]
            continue
        if reason is not None:
            yield forbid(reason, where=[hex_], formation=act.f.id, hex=hex_)
            break
    if not open_ and not act.forbidden:
        yield permit("msr_all_legal", where=path, formation=act.f.id)
    if open_ and not act.forbidden:
        wanted = list(dict.fromkeys(open_))
        raise Missing(wanted[0], None, tuple((fact, None) for fact in wanted[1:]))


@rule("3.1", TraceMsr)
def complete_or_off(act: TraceMsr) -> Findings:
    """A Complete MSR, or in Preparation the Trains come off the map."""
    trains, hq = act.trains, act.hq
    if not act.forbidden:
        yield value("msr", "complete")
        return
    if trains is None or trains.hex is None or hq is None or hq.hex is None or act.s.stated("phase") != "preparation":
        return
    if not isinstance(route(act.s, hq, trains.hex), tuple):
        yield define("msr_trains_come_off", units=[trains.id], formation=act.f.id)
        yield effect(unit=trains.id, at="off_map")


@rule("3.1", RemoveBlocked)
def complete_to_remove(act: RemoveBlocked) -> Findings:
    """The marker comes off with a Complete MSR."""
    if act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    elif act.s.stated("phase") not in (None, "preparation"):
        yield forbid("blocked_in_preparation", formation=act.f.id)
    else:
        yield permit("blocked_removed", formation=act.f.id)


@rule("3.1c", RemoveBlocked, "after")
def whatever_level(act: RemoveBlocked) -> Findings:
    """Whatever its level."""
    yield change(act.f, msr_blocked=0)


# ---- 4.7b and c Combat Trains ---------------------------------------------------------------------------------------------------------------
@rule("4.7b", TrainsMove)
def placed_anywhere_legal(act: TrainsMove) -> Findings:
    """Trains that are Legal or off the map are put on any Legal Hex that gives a Complete MSR, in the Activities."""
    s, hq = act.s, act.hq
    phase = s.stated("phase")
    if phase not in (None, "activities"):
        yield forbid("wrong_phase", phase=phase, wanted="activities")
    place = s.hex(act.hex)
    if place.stated("completes_msr") is not None:
        if place.legal_hex and place.completes_msr:
            yield permit("trains_complete", where=[act.hex], units=[act.unit_.id], hex=act.hex)
        else:
            yield forbid("trains_not_complete", where=[act.hex], units=[act.unit_.id], hex=act.hex)
        return
    if hq is None or hq.hex is None:
        raise Missing(f"units[{act.f.id} HQ].at" if hq is None else hq.path("at"))
    reason = why_not_legal(s, act.hex, act.side, True)
    if reason is not None:
        return
    if not s.supply_sources:
        raise Missing(place.path("completes_msr"), (True, False))
    found = route(s, hq, act.hex)
    if isinstance(found, str):
        yield forbid("trains_not_complete", where=[act.hex], units=[act.unit_.id], hex=act.hex)
    else:
        yield permit("trains_complete", where=[act.hex], units=[act.unit_.id], hex=act.hex)


@rule("3.1a", TrainsMove)
def legal_for_trains(act: TrainsMove) -> Findings:
    """The hex must be Legal."""
    if act.s.hex(act.hex).stated("completes_msr") is not None:
        return
    reason = why_not_legal(act.s, act.hex, act.side, True)
    if reason is not None:
        yield forbid(reason, where=[act.hex], formation=act.f.id, hex=act.hex)


@rule("4.7b", TrainsMove, "after")
def turned_to_ghost(act: TrainsMove) -> Findings:
    """Trains that have moved are Ghost; an MSR Blocked marker stays until the next Preparation."""
    yield effect(unit=act.unit_.id, at=act.hex, state="ghost")
    yield record(unit=act.unit_.id, moved=True)
    yield record(unit=act.unit_.id, at=act.hex)
    yield record(state=f"units[{act.unit_.id}].state", value="ghost")
    if act.f.msr_blocked:
        yield change(act.f, msr_blocked=act.f.msr_blocked)


@rule("4.7c", TrainsSide)
def back_to_normal(act: TrainsSide) -> Findings:
    """Legal and in a Complete MSR, at Optimal Distance, and not moved since the Activities before."""
    if act.to == "ghost" or act.kind == "keep_side" or act.s.stated("phase") == "cleanup":
        return
    if act.unit_.hex is None:
        yield forbid("msr_trains_off", units=[act.unit_.id], formation=act.f.id)
        return
    if act.unit_.moved:
        yield forbid("trains_moved", units=[act.unit_.id], unit=act.unit_.id)
        return
    if act.f.msr != "complete":
        yield forbid("msr_not_complete", formation=act.f.id)
    elif not optimal(act.f):
        yield forbid("trains_not_optimal", units=[act.unit_.id], unit=act.unit_.id, hexes=act.f.msr_distance)
    else:
        yield permit("trains_recover", units=[act.unit_.id], unit=act.unit_.id)


@rule("3.5", TrainsSide)
def ghost_at_cleanup(act: TrainsSide) -> Findings:
    """At Cleanup Trains that are not at Optimal Distance are turned to Ghost."""
    if act.s.stated("phase") != "cleanup" or act.to == "ghost":
        return
    if act.unit_.state == "ghost" and act.kind != "keep_side":
        yield forbid("trains_not_in_cleanup", units=[act.unit_.id], unit=act.unit_.id)
    elif not optimal(act.f):
        yield forbid("trains_not_optimal", units=[act.unit_.id], unit=act.unit_.id, hexes=act.f.msr_distance)
        yield from ghosted(act.unit_)
    else:
        yield permit("trains_stay_normal", units=[act.unit_.id], unit=act.unit_.id)


def ghosted(trains: Unit) -> Findings:
    """Trains are turned to their Ghost side."""
    yield effect(unit=trains.id, state="ghost")
    yield record(state=f"units[{trains.id}].state", value="ghost")


@rule("4.7c", TrainsSide, "after")
def side_shown(act: TrainsSide) -> Findings:
    """The side that shows now."""
    yield effect(unit=act.unit_.id, state=act.to)
    yield record(state=f"units[{act.unit_.id}].state", value=act.to)
