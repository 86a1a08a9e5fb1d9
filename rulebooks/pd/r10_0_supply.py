"""Chapter 10, 10.0 to 10.2: supply lines, sources, markers."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from adjudicator.book import Findings, Missing, Situation, Unit, define, effect, forbid, permit, record, rule, value
from adjudicator.ground.traces import Cut, Trace, trace
from adjudicator.kit import adjacent, names, possible_neighbours, settled, verdict

from .acts import PdCase
from .acts_turn import Mark, Penalty, Status, SupplyCase, TraceSupply
from .r05_zones import zone
from .vocabulary import barred, features, is_immobile

SUPPLY_PHASE = "supply phase"
AFTER_SUPPLY = (SUPPLY_PHASE, "aircraft return segment", "sudden death victory segment", "turn advance segment", "end of game")
SOURCES = {"polish": "warsaw", "german": "supply_source"}
FOREIGN = {"polish": ("supply_source", "konigsberg"), "german": ("warsaw",)}
NOBODY_KNOWS = "?"  # a hex beyond the free ones, over a side of which nothing is stated: the line may go on there, or not


class Line(NamedTuple):
    """What was found of a supply line: ``status`` in, limited or out, the hexes of the line, or those that cut every line."""

    status: str
    path: tuple[str, ...]
    cuts: tuple[Cut, ...]


# ---- 10.0 --------------------------------------------------------------------------------------------------------------
@rule("10.0", TraceSupply)
def no_line_to_show(shown: TraceSupply) -> Findings:
    """Who says that no line can be traced is wrong if one can."""
    if not shown.slots.get("not"):
        return
    for unit in shown.subjects:
        if unit.hex is None:
            continue
        line = supply_line(shown.s, unit.hex, unit.side)
        if line.status == "in":
            yield forbid("a_line_exists", unit, where=list(line.path), path="-".join(line.path) or unit.hex)


def closed(s: Situation, before: str, here: str, side: str, without: Collection[str] = ()) -> str | None:
    """Why a supply line of a player may not go from one hex into the next, as ``key:what``; None if it may.

    ``without``: units of which the hex is thought empty (they have just left it).
    """
    if not adjacent(s, before, here):
        return "gap:"
    ground = barred(s, before, here, side)
    if ground is not None:
        return f"ground:{ground}"
    camp = s.book.camp
    there = [unit for unit in s.at(here) if unit.id not in without and not unit.known_to_be("kind", "ship")]
    enemies = [unit for unit in there if camp(unit.side) != camp(side)]
    if enemies:
        return f"enemy:{names(enemies)}"
    if any(camp(unit.side) == camp(side) for unit in there):
        return None  # 5.5: friendly units cancel enemy zones in their hex
    near = zone(s, here, side)
    return f"zone:{names(near)}" if near else None


def konigsberg(s: Situation) -> list[str]:
    """The stated hexes of Königsberg (10.2)."""
    return [name for name, hex_ in s.hexes.items() if "konigsberg" in (hex_.stated("features") or ())]


def closed_once(s: Situation, before: str, here: str, side: str, without: tuple[str, ...]) -> str | None:
    """``closed``, worked out once for a position and what is being tried in it."""
    known: dict[tuple[str, str], str | Missing | None] = s.remember(("line steps", s.book.camp(side), without, repr(s.tried)), dict)
    if (before, here) not in known:
        try:
            known[before, here] = closed(s, before, here, side, without)
        except Missing as missing:
            known[before, here] = missing
    found = known[before, here]
    if isinstance(found, Missing):
        raise found
    return found


@rule("10.0", Penalty)
def no_more_penalties(penalty: PdCase) -> Findings:
    """A unit without supply bears its marker; no step is ever lost for it."""
    units = penalty.units_of()
    told = permit if penalty.slots.get("not") else forbid
    yield told("no_more_penalties", units)


def status_of(s: Situation, unit: Unit) -> str:
    """The marker that a unit has after this supply phase: in, out or isolated (10.0, 10.2.2, 10.3.3)."""
    if unit.hex is None:
        return str(unit.supply)
    line = supply_line(s, unit.hex, unit.side)
    if line.status == "in" or is_immobile(unit):
        return "in"
    if line.status == "limited":
        return "out"
    return "isolated" if unit.supply in ("out", "isolated") else "out"


def line_of(case: SupplyCase) -> Line:
    """The line of the unit or hex that a case is about: the one shown, if it is a good one to a full source, else the one that is found."""
    shown = case.path if isinstance(case, TraceSupply) and not case.slots.get("not") and not case.forbidden else []
    if len(shown) > 1 and all(case.s.grid.adjacent(*pair) for pair in pairwise(shown)):
        for before, here in pairwise(shown):
            closed_once(case.s, before, here, case.side, ())  # what is not known of the line shown is asked for before any other is sought
        if ends_at_source(case) and shown[-1] not in konigsberg(case.s):
            return Line("in", tuple(shown), ())
    return supply_line(case.s, case.start, case.side)


def status_after(case: SupplyCase, unit: Unit) -> str:
    """The marker of a unit after this supply phase, by the line shown if it is its own."""
    if unit is case.subject and line_of(case).status == "in":
        return "in"
    return status_of(case.s, unit)


def wanted(case: SupplyCase) -> str | None:
    """The status that the words claim: by a slot, or by a marker that is spoken of in the same entry."""
    state: str | None = None
    for kind, slots in ((case.kind, case.slots), *((answer.kind, answer.slots) for answer in case.slots.get("responses") or ())):
        said = str(slots["state"]).removeprefix("supply:") if slots.get("state") else None
        if kind == "trace":
            state = said or state
        elif said in ("isolated", "out") and slots.get("not"):
            state = "not isolated"
        elif said or kind == "mark":
            state = said or "as before"
    return state


def agrees(claimed: str, right: str, before: str) -> bool:
    """Whether a claim about a marker fits the one that a unit has after this phase."""
    return claimed == right or claimed == "as before" and right == before or claimed == "not isolated" and right != "isolated"


@rule("10.0", (TraceSupply, Mark), "status")
def the_marker(case: TraceSupply | Mark) -> Findings:
    """No line: out of supply. No line with the marker already on: isolated. A line: either marker comes off."""
    claimed = wanted(case)
    for unit in case.subjects:
        right = status_after(case, unit)
        if unit is case.subject:
            yield value("supply", right)
        if claimed is not None and not agrees(claimed, right, str(unit.supply)):
            yield forbid("wrong_marker", unit, claimed=claimed, right=right)
        else:
            yield define(f"supply_{right}", unit)
    if case.subject is None:
        line = line_of(case)
        yield value("supply", "in" if line.status == "in" else "out")


@rule("10.0", Status, "answer")
def marker_of_this_phase(status: Status) -> Findings:
    """What the supply phase makes of the marker of a unit: put on, turned over or taken off."""
    unit = status.subject
    if unit is not None and status.s.known_to_be("phase", SUPPLY_PHASE):
        right = status_of(status.s, unit)
        if right != unit.supply or right != "in":
            yield define(f"supply_{right}", unit)


@rule("10.0", (TraceSupply, Mark), "after", each="subjects")
def marker_changes(case: TraceSupply | Mark, unit: Unit) -> Findings:
    """The marker is put on, turned over or taken off."""
    right = status_after(case, unit)
    if right != unit.supply:
        yield effect(unit=unit.id, supply=right)
    else:
        yield record(did=unit.id, act="supply", status=right)


def by_marker(status: Status) -> bool:
    """Whether the marker of a unit answers, not the line of the moment: in every phase but that of supply (10.1.2)."""
    return status.subject is not None and status.s.phase not in (None, SUPPLY_PHASE)


# ---- 10.1 --------------------------------------------------------------------------------------------------------------
def on_the_line(s: Situation, before: str, here: str) -> bool:
    """Whether a road or railway leads from one hex into the next (10.1)."""
    there = features(s, before, here)
    return "road" in there or "rail" in there


@rule("10.1")
def supply_line(s: Situation, start: str, side: str, without: Collection[str] = ()) -> Line:
    """The supply line of a hex: to a full source, else to Königsberg as a limited one, else what cuts every line.

    Raises Missing where it hangs on a fact that nobody stated.
    """
    away = tuple(sorted(without))
    found: Line = s.remember(("supply line", start, s.book.camp(side), away, repr(s.tried)), lambda: _supply_line(s, start, side, away))
    return found


def sources(s: Situation, side: str) -> list[str]:
    """The stated sources of a player without Königsberg (10.2)."""
    camp = s.book.camp(side)
    told = (s.sources or {}).get(camp) or ()
    marked = (name for name, hex_ in s.hexes.items() if SOURCES[camp] in (hex_.stated("features") or ()))
    return list(dict.fromkeys([*([told] if isinstance(told, str) else told), *marked]))


def trace_to(s: Situation, start: str, side: str, goals: Collection[str], without: Collection[str] = ()) -> Trace:
    """The shortest line from a hex to one of some hexes, or what cuts every line.

    The search goes over pairs of hex and hexes counted so far, up to four: beyond them only road and rail lead on. Where nobody stated
    whether they do, the line may go on for all that is known, and is followed no farther.
    """
    free: int = s.book.tables["supply"]["free_hexes"]
    ends, away = set(goals), tuple(sorted(without))

    def stated(first: str, second: str) -> bool:
        return s.assume or s.side(first, second).stated("features") is not None

    def neighbours(state: str) -> list[str]:
        hex_, _, count = state.partition("+")
        if count == NOBODY_KNOWS:
            return []
        more = min(int(count) + 1, free + 1)
        return [f"{name}+{more if more <= free or stated(hex_, name) else NOBODY_KNOWS}" for name in possible_neighbours(s, hex_)]

    def step(before: str, here: str) -> bool | str:
        first, (second, _, count) = before.partition("+")[0], here.partition("+")
        if (count == NOBODY_KNOWS or int(count) > free) and not on_the_line(s, first, second):
            return "line:"
        return closed_once(s, first, second, side, away) or True

    def at_least(state: str) -> int:
        hex_, _, count = state.partition("+")
        return 0 if count == NOBODY_KNOWS else min((s.grid.distance(hex_, goal) or 0 for goal in goals), default=0)

    def arrived(state: str) -> bool:
        hex_, _, count = state.partition("+")
        return hex_ in ends or count == NOBODY_KNOWS

    found = trace(f"{start}+0", neighbours, lambda a, b: verdict(step, a, b), arrived, at_least)
    path = tuple(state.partition("+")[0] for state in found.path) if found.path else None
    cuts = {(name, cut.reason): Cut(name, cut.reason) for cut in found.cut_by if not cut.reason.startswith("line") and (name := cut.hex.partition("+")[0])}
    return Trace(found.answer, path, path, tuple(cuts[key] for key in sorted(cuts)), found.facts, found.path_facts)


def cutting(s: Situation, start: str, side: str) -> list[Cut]:
    """What cuts the lines of a hex: of the closed hexes around those that can be reached, the ones from which a source is near enough."""
    free: int = s.book.tables["supply"]["free_hexes"]
    ends = roads_to(s, [*sources(s, side), *(konigsberg(s) if s.book.camp(side) == "german" else ())])

    def far(first: str, second: str) -> int:
        return s.grid.distance(first, second) or 0

    def leads_on(hex_: str) -> bool:
        return not ends or hex_ in ends or any(far(start, hex_) + far(hex_, end) <= free for end in ends)

    cuts = {cut.hex: cut for cut in supply_line(s, start, side).cuts if leads_on(cut.hex) and cut.reason != "ground:water_hex"}
    return list(cuts.values())


def roads_to(s: Situation, goals: Collection[str]) -> dict[str, None]:
    """The goals, and the hexes from which stated roads and railways lead to one."""
    found = dict.fromkeys(goals)
    queue = list(found)
    for here in queue:
        for there in possible_neighbours(s, here):
            beside = s.side(there, here).stated("features") or ()
            if there not in found and ("road" in beside or "rail" in beside):
                found[there] = None
                queue.append(there)
    return found


def konigsberg_counts(s: Situation) -> bool:
    """Whether Königsberg needs a link of its own by now: from the supply phase of turn 3 (10.2.1)."""
    first: int = s.book.tables["supply"]["konigsberg_from"]
    turn: int = s.turn
    return turn > first or turn == first and s.phase in (None, *AFTER_SUPPLY)


def _supply_line(s: Situation, start: str, side: str, without: tuple[str, ...]) -> Line:
    camp = s.book.camp(side)
    if not has_sources(s, side):
        if (cuts := shut_in(s, start, side, without)) and (s.assume or s.hex(start).stated("features") is not None):
            return Line("out", (), cuts)  # wherever a source may be
        if s.assume:
            return Line("in", (), ())
        if camp not in (s.sources or {}):
            raise Missing(f"sources.{camp}")
        return Line("out", (), ())
    full = list(sources(s, side))
    limited: list[str] = []
    if s.book.camp(side) == "german":
        for hex_ in konigsberg(s):
            (limited if konigsberg_counts(s) else full).append(hex_)
    found = settled(trace_to(s, start, side, full, without)) if full else Trace(False)
    if found.answer:
        return Line("in", found.path or (), ())
    if limited:
        link = settled(trace_to(s, start, side, limited, without))
        if link.answer:
            return Line("limited" if konigsberg_limited(s) else "in", link.path or (), ())
        return Line("out", (), link.cut_by or found.cut_by)
    return Line("out", (), found.cut_by)


def shut_in(s: Situation, start: str, side: str, without: tuple[str, ...]) -> tuple[Cut, ...]:
    """What closes every hex around a hex, if all are closed for all that is known: no line leads anywhere."""
    cuts = []
    for here in possible_neighbours(s, start):
        try:
            reason = closed_once(s, start, here, side, without)
        except Missing:
            return ()
        if reason is None:
            return ()
        cuts.append(Cut(here, reason))
    return tuple(cuts)


def hex_supplied(s: Situation, hex_: str, side: str, without: Collection[str] = ()) -> bool:
    """Whether a hex is in supply now: a line to a source that is not limited can be traced from it (10.1)."""
    return supply_line(s, hex_, side, without).status == "in"


# ---- 10.2 --------------------------------------------------------------------------------------------------------------
@rule("10.2")
def has_sources(s: Situation, side: str) -> bool:
    """Whether a source of the player is on the stated map; without one its hexes count as supplied under ``assume: defaults``."""
    return bool(sources(s, side)) or s.book.camp(side) == "german" and bool(konigsberg(s))


@rule("10.2", TraceSupply)
def the_end_of_the_line(shown: TraceSupply) -> Findings:
    """A line ends at a source of its own side."""
    goal, camp = shown.slots.get("goal"), shown.s.book.camp(shown.side)
    if not shown.slots.get("not") and goal in FOREIGN[camp]:
        yield forbid("not_its_source", shown.subjects, place=goal)
    elif not shown.slots.get("not") and len(shown.path) > 1 and not ends_at_source(shown):
        yield forbid("line_ends_nowhere", shown.path[-1])


def ends_at_source(shown: SupplyCase) -> bool:
    """Whether the line shown ends at a source of the side."""
    s, end = shown.s, shown.path[-1]
    if end in sources(s, shown.side) or s.book.camp(shown.side) == "german" and end in konigsberg(s):
        return True
    place = s.hex(end)
    features_: list[str] = place.features
    return SOURCES[s.book.camp(shown.side)] in features_


@rule("10.2", Status, "answer")
@rule("10.2", (TraceSupply, Mark), "status")
def which_source(case: TraceSupply | Mark | Status) -> Findings:
    """Warsaw for the Pole; the printed sources and Königsberg for the German."""
    if isinstance(case, Status) and by_marker(case):
        return
    line = line_of(case)
    if line.path:
        yield define("source_reached", line.path[-1])


@rule("10.2.1")
def konigsberg_limited(s: Situation) -> bool:
    """Whether Königsberg is only a limited source: from turn 3 on, without a line of its own to another German source."""
    here = konigsberg(s)
    if not here or not konigsberg_counts(s):
        return False
    goals = sources(s, "german")
    return not any(settled(trace_to(s, hex_, "german", goals)).answer for hex_ in here)


@rule("10.2.1", Status, "answer")
@rule("10.2.1", (TraceSupply, Mark), "status")
def konigsberg_link(case: TraceSupply | Mark | Status) -> Findings:
    """From the supply phase of turn 3 Königsberg itself must trace to another German source."""
    if isinstance(case, Status) and by_marker(case):
        return
    line = line_of(case)
    here = konigsberg(case.s)
    if case.camp(case.side) != "german" or not line.path or line.path[-1] not in here:
        return
    if line.status == "limited":
        yield define("konigsberg_cut_off", where=here)
    elif konigsberg_counts(case.s):
        yield define("konigsberg_linked", where=here)
    else:
        yield define("konigsberg_not_yet", where=here)


@rule("10.2.2", Status, "answer")
@rule("10.2.2", (TraceSupply, Mark), "status")
def limited_source(case: TraceSupply | Mark | Status) -> Findings:
    """Users of Königsberg as a limited source are out of supply and never isolated; others get nothing from it."""
    if case.camp(case.side) != "german" or not konigsberg(case.s) or isinstance(case, Status) and by_marker(case):
        return
    line = line_of(case)
    if line.status == "limited":
        yield define("limited_source", case.subjects)
    elif line.status == "out" and konigsberg_counts(case.s):
        yield define("not_even_konigsberg", case.subjects)
