"""Chapter 3.5: Cleanup."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, effect, permit, record

from .acts import trains_of
from .acts_formation import Cleanup
from .r03_msr import ghosted, optimal


@rule("3.5", Cleanup)
def after_the_activities(act: Cleanup) -> Findings:
    """It follows the Activities of the active formation."""
    yield permit("cleanup", formation=act.f.id)


@rule("3.5", Cleanup, "after")
def what_comes_off(act: Cleanup) -> Findings:
    """All OBJ and Traffic markers and all temporary drops of Support come off."""
    for marker in list(act.s.markers.values()):
        if marker.facts.get("kind") in ("obj", "traffic"):
            yield effect(marker=marker.id, removed=True)
    for unit in act.s.units.values():
        if unit.facts.get("support_dropped") == "temporary":
            yield effect(unit=unit.id, support="available")
            yield record(unit=unit.id, support_dropped=False)


@rule("3.5", Cleanup, "after")
def trains_off_their_distance(act: Cleanup) -> Findings:
    """Trains that are not at Optimal Distance are turned to Ghost."""
    trains = trains_of(act.s, act.f.id)
    if trains is None or trains.hex is None or trains.state == "ghost" or act.f.stated("msr_distance") is None:
        return
    if not optimal(act.f):
        yield define("trains_not_optimal", units=[trains.id], unit=trains.id, hexes=act.f.msr_distance)
        yield from ghosted(trains)


@rule("3.5", Cleanup, "after")
def a_new_activation_begins_afresh(act: Cleanup) -> Findings:
    """What units and points have done counts for this Activation only: the next one starts with everything unused."""
    used = ("moved", "stopped", "finished", "flipped")
    for unit in act.s.units.values():
        if unit.facts.get("formation") != act.f.id:
            continue
        facts: dict[str, object] = {key: False for key in used if unit.facts.get(key)}
        for key, fresh in (("fire_events", 2), ("mp_left", None)):
            if key in unit.facts:
                facts[key] = fresh
        if facts:
            yield record(unit=unit.id, **facts)
    if act.f.stated("arty_used"):
        yield record(formation=act.f.id, arty_used=0)
