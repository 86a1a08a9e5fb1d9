"""Chapter 12: demolition and pontoon bridges."""

from __future__ import annotations

from adjudicator.book import Findings, define, effect, forbid, permit, record, rule, says, value
from adjudicator.kit import names, wrong_phase

from .acts import Movement, Step
from .acts_combat import Attack
from .acts_turn import CompletePontoon, Demolish, Pontoon, Work
from .r10_0_combat import hexsides_used
from .terrain import marker_on, zone
from .vocabulary import GdpCase, is_engineer, not_active


def hexes_of(place: str) -> list[str]:
    """The two hexes of a side, or the hex itself."""
    return place.split("/")


def engineers_at(work: Work) -> Findings:
    """The engineers stand next to the place, not in an enemy ZOC, not pinned, activated."""
    for unit in work.workers:
        here = work.standing(unit)
        if not is_engineer(unit):
            yield forbid("no_engineer", unit)
        if unit.pinned or work.done(unit.id, "pinned"):
            yield forbid("pinned_works_not", unit)
        if here is None:
            yield forbid("not_on_map", unit)
            continue
        if (said := work.slots.get("at")) not in (None, here, work.place):
            yield forbid("stands_elsewhere", unit, hex=here, named=said)
        if not beside(work, here):
            yield forbid("not_beside", unit, here, place=work.place)
        if near := zone(work.s, here, unit.side):
            yield forbid("engineer_in_zoc", unit, here, enemy=names(near))
        chit = work.s.chit
        listed = work.s.activated
        if chit is not None and unit.formation != chit and not (listed and unit.id in listed) and not str(chit).upper().startswith("HQ-DIV"):
            yield forbid("other_battalion", unit, chit=chit)
        elif listed is not None and unit.id not in listed:
            yield forbid("not_activated", unit)
        yield from not_active(work, unit.side)


def beside(work: Work, here: str) -> bool:
    """Whether a hex touches the place of the work."""
    hexes = hexes_of(work.place)
    if here in hexes and len(hexes) == 2:
        return True
    if len(hexes) == 1:
        return here == hexes[0] or work.adjacent(here, hexes[0])
    return work.adjacent(here, hexes[0]) and work.adjacent(here, hexes[1])


# ---- 12.0 -------------------------------------------------------------------------------------------------------------------
@rule("12.0", Demolish)
def engineers_blow_a_bridge(work: Work) -> Findings:
    """An unpinned engineer next to a bridge and in no enemy ZOC may try once in an activation."""
    yield from engineers_at(work)
    yield from (forbid("one_demolition", unit) for unit in work.workers if work.done(unit.id, "demolition"))
    hexes = hexes_of(work.place)
    if len(hexes) == 2:
        features = work.s.side(*hexes).features
        printed = "bridge" in features and not marker_on(work.s, work.place, "sunk_bridge")
    else:
        printed = "bridge" in work.s.hex(work.place).features and not marker_on(work.s, work.place, "sunk_bridge")
    if not printed and not marker_on(work.s, work.place, "pontoon"):
        yield forbid("no_bridge_there", where=hexes, place=work.place)
    elif not work.forbidden:
        yield permit("may_demolish", work.workers, where=hexes, place=work.place)


def laid(work: Work, kind: str, **more: str) -> Findings:
    """A marker put on the map: shown by its kind, kept under kind and place, so that a second one does not replace it."""
    place = work.place
    yield effect(marker=kind, kind=kind, at=place, **more)
    yield record(marker=f"{kind} {place}", kind=kind, at=place, side=work.side, **more)
    yield record(marker=kind, removed=True)


@rule("12.0", Demolish, "roll")
def demolition_die(work: Work) -> Findings:
    """1 has no effect, 2 to 6 sink the bridge; the die is never modified."""
    die = work.roll()
    sunk = die not in work.table("demolition")["fails"]
    yield value("result", "sunk" if sunk else "no_effect", "bridge_sunk" if sunk else "bridge_stands", die=die, place=work.place)
    if sunk:
        pontoon = next((marker for marker in work.markers_at(work.place, "pontoon")), None)
        if pontoon is not None:
            yield effect(marker="pontoon", at=work.place, removed=True)
            yield record(marker=pontoon.id, removed=True)
        else:
            yield from laid(work, "sunk_bridge")


says("12.0", Demolish, "announce", "Once an activation.", lambda work: (record(did=unit.id, act="demolition", at=work.place) for unit in work.workers))


# ---- 12.1 -------------------------------------------------------------------------------------------------------------------
@rule("12.1", Pontoon)
def engineers_build(work: Work) -> Findings:
    """Beside a river or canal hexside or a river hex; in a great river next to a completed pontoon; not in a storm or in snow."""
    yield from engineers_at(work)
    if work.s.weather in work.table("weather")["no_pontoons"]:
        yield forbid("no_pontoon_weather", weather=work.s.weather)
    hexes = hexes_of(work.place)
    if len(hexes) == 2:
        if not any(name in work.table("barriers") for name in work.s.side(*hexes).features):
            yield forbid("no_river_there", where=hexes, place=work.place)
    elif work.s.hex(work.place).terrain == "great_river":
        done = [marker for marker in work.s.markers.values() if marker.kind == "pontoon" and marker.state == "completed"]
        joined = any(work.s.grid.adjacent(place, work.place) for marker in done for place in hexes_of(str(marker.at)))
        ashore = any(unit.hex is not None and work.s.grid.adjacent(unit.hex, work.place) and unit.hex != work.place for unit in work.workers)
        if not joined and not ashore:
            yield forbid("pontoon_chain", where=hexes, place=work.place)
    elif not any(name in ("river", "canal") for name in work.s.hex(work.place).features):
        yield forbid("no_river_there", where=hexes, place=work.place)
    if marker_on(work.s, work.place, "pontoon"):
        yield forbid("pontoon_there", where=hexes, place=work.place)
    if not work.forbidden:
        yield permit("may_build", work.workers, where=hexes, place=work.place)


@rule("12.1", Pontoon, "after")
def under_construction(work: Work) -> Findings:
    """The bridge is under construction to the end of the turn."""
    yield from laid(work, "pontoon", state="under_construction")
    yield from (record(did=unit.id, act="pontoon", at=work.place) for unit in work.workers)


@rule("12.1", CompletePontoon)
def completed_at_the_end(complete: GdpCase) -> Findings:
    """A pontoon that is under construction is completed at the end of the turn (3.5)."""
    yield from wrong_phase(complete, "end of turn")
    place = complete.slots.get("hexside") or complete.slots.get("at")
    found = [marker for marker in complete.s.markers.values() if marker.kind == "pontoon" and place in (None, str(marker.at))]
    open_ones = [marker for marker in found if marker.state == "under_construction"]
    if not open_ones:
        yield forbid("nothing_under_construction", place=place or "-")
    for marker in open_ones if not complete.forbidden else ():
        yield permit("pontoon_completed", place=str(marker.at))
        yield effect(marker="pontoon", at=str(marker.at), state="completed")
        yield record(marker=marker.id, state="completed")


@rule("12.1", Movement, "step")
def pontoons_carry_when_done(move: Movement, step: Step) -> Findings:
    """A completed pontoon serves movement like any bridge; one under construction does not."""
    for place in (f"{step.before}/{step.here}", step.here):
        state = marker_on(move.s, place, "pontoon")
        if state == "completed":
            yield permit("pontoon_carries", step.before, step.here, hex=step.here)
        elif state is not None:
            yield define("pontoon_unfinished", step.before, step.here, hex=step.here)


@rule("12.1", Movement, "after")
def enemies_stop_the_building(move: Movement) -> Findings:
    """An enemy that moves next to a pontoon under construction has it removed."""
    for marker in move.s.markers.values():
        if marker.kind != "pontoon" or marker.state != "under_construction":
            continue
        hexes = hexes_of(str(marker.at))
        around = [unit for unit in move.s.placed() if unit.hex in hexes or any(move.s.grid.adjacent(unit.hex or "", hex_) for hex_ in hexes)]
        sides = {unit.side for unit in around if is_engineer(unit)}
        near = any(step.here in hexes or any(move.s.grid.adjacent(step.here, hex_) for hex_ in hexes) for step in move.steps)
        if near and (sides.pop() if marker.stated("side") is None and len(sides) == 1 else marker.side) != move.side:
            yield value("pontoon", "removed", "pontoon_removed", where=hexes, place=str(marker.at))
            yield effect(marker="pontoon", at=str(marker.at), removed=True)
            yield record(marker=marker.id, removed=True)


@rule("12.1", Attack, "hexsides", each=hexsides_used)
def pontoons_do_not_help(attack: Attack, hex_: str) -> Findings:
    """A pontoon changes nothing in combat."""
    if marker_on(attack.s, f"{hex_}/{attack.target}", "pontoon"):
        yield define("pontoon_no_combat", hex_, attack.target, hex=hex_)
