"""What an MSR is (3.1, 3.2): Legal Hexes, its length, what lies on it."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import Entity, Findings, Missing, Situation, Unit, cited, derives, effect, record
from adjudicator.ground.traces import Trace, trace
from adjudicator.kit import adjacent, possible_neighbours, settled, verdict

from .r04_vocabulary_ground import ROADS
from .r04_vocabulary_zones import zoc_units
from .vocabulary import formation_of, hq_of, trains_of


def ghosted(trains: Unit) -> Findings:
    """Trains are turned to their Ghost side."""
    yield effect(unit=trains.id, state="ghost")
    yield record(state=f"units[{trains.id}].state", value="ghost")


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


GOOD_ROADS = ("primary", "secondary")
TRAINS_BACK = 10  # hexes that jumped Trains go at least (4.7h)


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


def side_roads(s: Situation, first: str, second: str) -> tuple[str, ...]:
    """The roads that cross a hexside; Missing where that is expressly not known."""
    return tuple(kind for kind in s.on_side(first, second) if kind in ROADS)


def line(s: Situation, start: str, goals: set[str], side: str, tracks: bool, hq: Unit | None) -> Trace:
    """The shortest row of Legal Hexes along roads from a hex to one of the goals."""

    def open_(before: str, here: str) -> bool | str:
        if not adjacent(s, before, here) or not side_roads(s, before, here):
            return "legal_no_road"
        reason = why_not_legal(s, here, side, tracks, hq if hq is not None and hq.hex == here else None)
        return True if reason is None else reason

    return trace(start, lambda hex_: possible_neighbours(s, hex_), lambda a, b: verdict(open_, a, b), lambda hex_: hex_ in goals)


def along_roads(s: Situation, start: str, goals: set[str], tracks: bool) -> Trace:
    """The shortest way along roads to one of the goals, whoever stands on it: how far something lies along an MSR that has been cut."""

    def open_(before: str, here: str) -> bool:
        return adjacent(s, before, here) and any(tracks or kind in GOOD_ROADS for kind in side_roads(s, before, here))

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


@cited("3.1a")
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


NEAREST, FARTHEST = 5, 15  # Optimal Distance (3.2f)


@cited("3.2f")
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


def trains_places(s: Situation, trains: Unit, left: str) -> list[str]:
    """Hexes ten or more along the MSR from where Trains were jumped that are Legal and give a Complete MSR."""
    formation = formation_of(trains)
    hq = hq_of(s, formation.id) if formation is not None else None
    if hq is None or hq.hex is None:
        return []
    if not s.supply_sources:
        raise Missing("supply_sources")
    places: list[str] = []
    for goals, tracks in ((set(s.supply_sources), False), ({hq.hex}, True)):  # back to the Source and forward to the HQ; who jumped them may stand there
        found = settled(along_roads(s, left, goals, tracks))
        places += list(found.path or ())[TRAINS_BACK:] if found.answer else []
    return [hex_ for hex_ in dict.fromkeys(places) if isinstance(route(s, hq, hex_), tuple)]


def far_along(s: Situation, trains: Unit, left: str, to: str) -> bool:
    """Whether a hex lies ten or more along the roads from where Trains were jumped and gives a Complete MSR."""
    formation = formation_of(trains)
    hq = hq_of(s, formation.id) if formation is not None else None
    if hq is None or hq.hex is None or not isinstance(route(s, hq, to), tuple):
        return False
    found = settled(along_roads(s, left, {to}, True))
    return bool(found.answer) and len(found.path or ()) > TRAINS_BACK
