"""Chapter 10, 10.1: supply lines that are shown or asked for, and the marker that holds between supply phases."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from adjudicator.book import Finding, Findings, Missing, Situation, Unit, define, forbid, permit, rule, value
from adjudicator.ground.traces import Cut
from adjudicator.kit import settled, so_it_is

from .acts_combat import Attack
from .acts_turn import Mark, Status, SupplyCase, TraceSupply
from .r10_0_supply import SUPPLY_PHASE, by_marker, closed, cutting, has_sources, on_the_line, status_of, supply_line, trace_to, wanted
from .vocabulary import barred, features, is_immobile


@rule("10.1", TraceSupply)
def the_line_shown(shown: TraceSupply) -> Findings:
    """Four hexes of any passable terrain, then along roads and railways, to a source of the unit's side."""
    path, s = shown.path, shown.s
    if shown.slots.get("not"):
        line = supply_line(s, shown.start, shown.side)
        if line.status != "in":
            yield no_line(shown, define)
        return
    if len(path) < 2 or any(s.grid.adjacent(*pair) is False for pair in pairwise(path)):
        goal = path[-1] if len(path) > 1 else None
        line = supply_line(s, shown.start, shown.side)
        if line.status == "out" or goal is not None and len(path) == 2 and not settled(trace_to(s, shown.start, shown.side, [goal])).answer:
            yield no_line(shown, forbid)
        elif len(path) > 2:
            gap = next(pair for pair in pairwise(path) if s.grid.adjacent(*pair) is False)
            yield forbid("gap_in_line", where=list(gap), start=gap[0], hex=gap[1])
        elif line.path:
            yield permit("line_shown", where=list(line.path), path="-".join(line.path), count=len(line.path) - 1)
        return
    free: int = s.book.tables["supply"]["free_hexes"]
    for count, (before, here) in enumerate(pairwise(path), 1):
        if count > free and not on_the_line(s, before, here):
            yield forbid("off_the_line", before, here, start=before, hex=here, count=count, free=free)
        reason = closed(s, before, here, shown.side)
        kind, _, what = (reason or "").partition(":")
        if kind == "enemy":
            yield forbid("line_through_enemy", here, unit=what)
        elif kind == "zone":
            yield forbid("line_through_zone", here, unit=what)
    if not shown.forbidden:
        yield permit("line_shown", where=path, path="-".join(path), count=len(path) - 1)


@rule("10.1", Status, "answer")
def in_supply(status: Status) -> Findings:
    """In the supply phase the line that can be traced now decides; what can't move needs none."""
    if by_marker(status):
        return
    line, unit = supply_line(status.s, status.start, status.side), status.subject
    yield from told_state(status, status_of(status.s, unit) if unit is not None else "in" if line.status == "in" else "out")
    if line.path:
        yield value("path", "-".join(line.path))
        yield permit("line_shown", where=list(line.path), path="-".join(line.path), count=len(line.path) - 1)
    elif line.status != "in" and not (unit is not None and is_immobile(unit)):
        cuts = cutting(status.s, status.start, status.side)
        yield value("cut_by", [cut.hex for cut in cuts])
        yield no_line(status, define, cuts)


def told_state(status: Status, supply: str) -> Findings:
    """The state of what was asked about, and the answer to the question about it."""
    yield value("supply", supply)
    if status.slots.get("state") == "isolated":
        yield value("answer", "yes" if supply == "isolated" else "no")
    else:
        yield value("answer", so_it_is(status, supply == "in"))


def no_line(case: SupplyCase, told: Callable[..., Finding], cuts: list[Cut] | None = None) -> Finding:
    """There is no line: what cuts it, each hex with the enemies that do, or that no source is near enough."""
    cuts = cutting(case.s, case.start, case.side) if cuts is None else cuts
    if not cuts:
        return told("no_line_at_all", where=[case.start], hex=case.start, free=case.book.tables["supply"]["free_hexes"])
    words = [f"{cut.hex} ({what})" if (what := cut.reason.partition(":")[2]) and not cut.reason.startswith("ground") else cut.hex for cut in cuts]
    return told("no_line", where=[case.start, *(cut.hex for cut in cuts)], hex=case.start, cuts=", ".join(words))


@rule("10.1.1", TraceSupply)
def ground_under_the_line(shown: TraceSupply) -> Findings:
    """No unbridged major river, no water, no mountain off the road; a temporary bridge serves the Pole; no hex with an enemy, even an HQ."""
    if shown.slots.get("not"):
        return
    for before, here in pairwise(shown.path):
        if shown.s.grid.adjacent(before, here) is False:
            return
        ground = barred(shown.s, before, here, shown.side)
        if ground is not None:
            yield forbid(ground, before, here, start=before, hex=here)
            continue
        there = features(shown.s, before, here)
        if "major_river" in there:
            yield permit("bridged", before, here, start=before, hex=here)
        enemies = shown.enemies_at(here, shown.side)
        if enemies:
            yield define("enemy_blocks_line", enemies, here)


@rule("10.1.1", Status, "answer")
def what_closes_the_line(status: Status) -> Findings:
    """What holds a line up: enemies, their zones, rivers without a bridge; and what lets it through all the same: a bridge, a friend in the hex."""
    path = str(status.computed("path") or "").split("-")
    for before, here in pairwise(path):
        if "major_river" in features(status.s, before, here):
            yield permit("bridged", before, here, start=before, hex=here)
    for cut in cutting(status.s, status.start, status.side) if status.computed("cut_by") else []:
        kind, _, what = cut.reason.partition(":")
        if kind == "ground":
            yield define("ground_closes_line", cut.hex)
        else:
            yield define("line_through_enemy" if kind == "enemy" else "line_through_zone", cut.hex, unit=what)


@rule("10.1.2", (TraceSupply, Mark))
def only_in_the_supply_phase(case: TraceSupply | Mark) -> Findings:
    """What a supply phase found holds until the next one: markers come and go in no other."""
    phase = case.s.phase
    if phase is not None and phase != SUPPLY_PHASE and (isinstance(case, Mark) or wanted(case) is not None):
        yield forbid("supply_holds", case.subjects, phase=phase)


@rule("10.1.2", Status, "answer")
def marker_now(status: Status) -> Findings:
    """Until the supply phase the marker on the unit counts, not the line of the moment."""
    unit = status.subject
    if unit is None or not by_marker(status):
        return
    if unit.supply != "in" and is_immobile(unit):
        yield from told_state(status, "in")
        return
    yield from told_state(status, unit.supply)
    yield define("supply_since_changed" if line_changed(status.s, unit) else "marker_counts", unit, supply=unit.supply)


def line_changed(s: Situation, unit: Unit) -> bool:
    """Whether a line could be traced now though the unit bears a marker, or none though it bears none, as far as that is known."""
    if unit.hex is None or not has_sources(s, unit.side):
        return False
    try:
        return (supply_line(s, unit.hex, unit.side).status == "in") != bool(unit.supply == "in")
    except Missing:
        return False


@rule("10.1.2", Attack, "supply")
def status_of_the_last_supply_phase(attack: Attack) -> Findings:
    """Units fight with the status that the last supply phase gave them, whatever has become of the line since."""
    if attack.forbidden:
        return
    for unit in attack.attackers:
        if attack.full and unit.stated("supply") is not None and line_changed(attack.s, unit):
            yield define("supply_since_changed", unit, supply=unit.supply)


@rule("10.1.2", Attack, "limits")
def full_strength_claimed(attack: Attack) -> Findings:
    """Nobody attacks at full strength before the supply phase has taken his marker off."""
    for unit in attack.attackers if attack.slots.get("claimed") == "full" else ():
        if unit.supply != "in":
            yield forbid("not_at_full_strength", unit, supply=unit.supply)
