"""Chapter 1: the fog of war."""

from __future__ import annotations

from adjudicator.book import Findings, forbid, permit, rule, value

from .acts_combat import Attack
from .acts_turn import Inspect
from .terrain import observer
from .vocabulary import FORTIFICATIONS


@rule("1.1", Inspect)
def open_line_of_ten(inspect: Inspect) -> Findings:
    """An enemy stack may be looked at along an open line of at most ten hexes from a unit on the map."""
    limit = inspect.table("inspection")["distance"]
    there = [unit for unit in inspect.s.at(inspect.target) if unit.side != inspect.side]
    if not there:
        yield forbid("nothing_to_inspect", inspect.target)
        return
    lookers = inspect.lookers or [unit for unit in inspect.s.placed() if unit.side == inspect.side]
    looker, far, faults = observer(inspect, lookers, inspect.target, limit, "inspection_too_far")
    if looker is not None:
        yield permit("may_inspect", looker, inspect.target, distance=far)
    else:
        yield from faults or [forbid("nobody_looks", inspect.target)]


@rule("1.1", Inspect)
def fortified_stacks_stay_hidden(inspect: Inspect) -> Findings:
    """What shares a hex with a fortification is never inspected."""
    markers = inspect.markers_at(inspect.target, *FORTIFICATIONS)
    printed = [name for name in inspect.s.hex(inspect.target).known("features") or () if name in FORTIFICATIONS]
    if markers or printed:
        kinds = ", ".join([*(marker.kind for marker in markers), *printed])
        yield forbid("fortified_not_inspected", inspect.target, fortification=kinds)


@rule("1.1", Attack, "after")
def combat_reveals(attack: Attack) -> Findings:
    """Units in any combat are revealed, in a fortification too."""
    if hidden := [unit for unit in [*attack.attackers, *attack.defenders] if unit.hidden]:
        yield value("revealed", [unit.id for unit in hidden], "revealed", hidden)
