"""Chapter 3: set-up and control of hexes."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, define, effect, forbid, permit, value
from adjudicator.situation import Unit

from .acts import GERMAN, SOVIET, Advance, AskControl, EndPhase, Move, Probe, SetUp
from .r02_components import is_garrison
from .r06_stacking import soviet_counts


@rule("3.2", SetUp)
def placed_by_the_printed_hex(setup: SetUp) -> Findings:
    """Soviets and garrisons on their printed hex, other Germans on it or next to it; 96Inf and 291Inf exactly on theirs."""
    table = setup.table("setup")
    at = setup.hex_of("at")
    phase = setup.s.stated("phase")
    if phase not in (None, "setup"):
        yield forbid("setup_is_over", phase=phase)
    for unit in setup.units_of():
        exact = table["exact"].get(unit.id)
        printed: str = exact or unit.setup
        if at == printed:
            yield permit("on_printed_hex", units=[unit.id], where=[at], unit=unit.id, hex=at)
        elif exact or unit.side == SOVIET or is_garrison(unit):
            yield forbid("not_on_printed_hex", units=[unit.id], where=[at], unit=unit.id, hex=at, printed=printed)
        elif setup.s.grid.adjacent(printed, at):
            yield permit("next_to_printed_hex", units=[unit.id], where=[at], unit=unit.id, hex=at, printed=printed)
        else:
            yield forbid("far_from_printed_hex", units=[unit.id], where=[at], unit=unit.id, hex=at, printed=printed)


@rule("3.2", SetUp, "after")
def placed(setup: SetUp) -> Findings:
    """The units stand in the hex and began there."""
    for unit in setup.units_of():
        yield effect(unit=unit.id, at=setup.slots["at"], began_at=setup.slots["at"])


@rule("3.2", Move, "step")
def hitlers_order(move: Move) -> Findings:
    """On turn 1 German units set up on or east of column 23 may not move west of it."""
    _, here, _ = move.item
    if move.side == GERMAN and move.s.stated("turn") == 1:
        yield from held_back(move, here, move.movers)


def held_back(deed: Move | Probe | Advance, here: str, units: list[Unit]) -> Findings:
    """The order of turn 1, for units that enter a hex."""
    line = deed.table("setup")["hold_column"]
    grid = deed.s.grid
    for unit in units:
        if grid.column(here) >= line:
            began = unit.stated("began_at")
            if began is not None and grid.column(began) >= line:
                yield permit("order_kept", units=[unit.id], where=[here], unit=unit.id, hex=here)
            continue
        began = unit.facts.get("began_at")
        if began is None:
            tried = unit.situation.tried.get(unit.path("began_at"))
            if tried is None:
                raise Missing(unit.path("began_at"), (f"{line:02d}09", f"{line - 1:02d}09") if unit.path("began_at") in unit.situation.unknown else None)
            began = tried
        if grid.column(began) >= line:
            yield forbid("hitlers_order", units=[unit.id], where=[here], unit=unit.id, hex=here, began=began)
        else:
            yield permit("order_not_for_it", units=[unit.id], unit=unit.id, began=began)


@rule("3.2", (Probe, Advance))
def order_and_advances(deed: Probe | Advance) -> Findings:
    """The order binds movement; probes and advances are none (A-14)."""
    if deed.side != GERMAN or deed.s.stated("turn") != 1:
        return
    to = deed.target if isinstance(deed, Probe) else deed.to
    units = deed.attackers if isinstance(deed, Probe) else deed.movers
    if deed.s.grid.column(to) < deed.table("setup")["hold_column"]:
        if deed.reading("A-14") == "all":
            yield from held_back(deed, to, units)
        else:
            yield define("order_binds_movement", where=[to], hex=to)


@rule("3.2", EndPhase)
def setup_licence_ends(end: EndPhase) -> Findings:
    """Soviets may be set up overstacked; by the end of their first movement phase of turn 1 that has to be cured."""
    if end.side != SOVIET or end.s.stated("turn") != 1:
        return
    phase = str(end.s.stated("phase") or "")
    if phase == "setup":
        yield permit("overstack_at_setup")
    elif "movement" in phase:
        units, _ = soviet_counts(end.stack)
        if units > end.table("stacking")["soviet"]:
            yield define("overstack_to_be_cured", where=[end.at], hex=end.at)


@rule("3.3", (Move, Advance, Probe), "after")
def control_changes(deed: Move | Advance | Probe) -> Findings:
    """The last side to move through a hex or stand in it controls it."""
    path = deed.path if isinstance(deed, (Move, Advance)) else [deed.target]
    for hex_ in path:
        place = deed.s.hex(hex_)
        control = place.stated("control")
        valued = any(feature in ("town", "fortified") for feature in place.stated("features") or ())
        if control == deed.side or not (valued or control is not None):
            continue
        yield define("control_changes", where=[hex_], hex=hex_, side=deed.side)
        change = {"hex": hex_, "control": deed.side}
        if deed.side == SOVIET and "fortified" in (place.stated("features") or ()):
            change["captured_by_soviets_before"] = True
        yield effect(**change)


@rule("3.3", AskControl, "answer")
def who_controls(question: AskControl) -> Findings:
    """A unit in the hex settles it; else the side that was there last."""
    at = question.hex_of("at")
    here = question.s.at(at)
    side = here[0].side if here else question.s.hex(at).control
    yield value("answer", side, "controlled_by", where=[at], hex=at, side=side)
