"""Chapter 3: set-up and control of hexes."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Situation, Unit, define, derives, effect, forbid, permit, rule, says, value
from adjudicator.kit import PathStep, open_places

from .acts import AskControl, AskHowMany, AskWeather, EndPhase, Move, Question, SetUp, germans_act
from .acts_combat import Advance, Probe, Retreat
from .acts_questions import AskPlace, AskSetUp
from .vocabulary import GERMAN, SOVIET, controller, is_garrison


def before_play(situation: Situation) -> bool:
    """Whether the game is still where chapter 3 leaves it: no unit of turn 1 has moved."""
    return situation.stated("phase") == "setup" or (situation.stated("turn") == 1 and situation.stated("phase") in ("weather", "air"))


@rule("3.1", AskControl, "answer")
def markers_of_the_start(question: Question) -> Findings:
    """The Soviets start in control of Krasilov and Khmelnik."""
    if before_play(question.s) and question.slots.get("at") in question.table("setup")["soviet_control"]:
        yield define("soviet_at_start", question.slots["at"])


@rule("3.1", AskHowMany, "answer")
def points_at_the_start(question: Question) -> Findings:
    """The Soviets start with two victory points."""
    if question.slots.get("what") == "vp" and not question.slots.get("at") and before_play(question.s) and question.s.stated("vp") is None:
        points = question.table("setup")["vp"]
        yield value("vp", points)
        yield value("answer", points, "points_at_start", points=points)


says("3.1", AskWeather, "answer", "The game starts in thaw.", lambda question: define("thaw_at_start") if question.s.turn == 1 else None)


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
            yield permit("on_printed_hex", unit, at)
        elif exact or unit.side == SOVIET or is_garrison(unit):
            yield forbid("not_on_printed_hex", unit, at, printed=printed)
        elif setup.s.grid.adjacent(printed, at):
            yield permit("next_to_printed_hex", unit, at, printed=printed)
        else:
            yield forbid("far_from_printed_hex", unit, at, printed=printed)


@rule("3.2", AskSetUp, "answer")
def where_it_may_be_set_up(question: AskPlace) -> Findings:
    """The printed hex, and those around it for the units that may stand next to it."""
    printed = question.table("setup")["exact"].get(question.asked[0].id) or question.asked[0].setup
    yield from open_places(question, question.placing, question.asked, [printed, *question.s.grid.neighbours(printed)])


@rule("3.2", SetUp, "after", each="units_of")
def placed(setup: SetUp, unit: Unit) -> Findings:
    """The units stand in the hex and began there."""
    yield effect(unit=unit.id, at=setup.slots["at"], began_at=setup.slots["at"])


@derives("units.began_at", "3.2")
def began_where_it_stands(unit: Unit) -> str | None:
    """A unit of which nothing is said to have happened still stands where it began; else where its first act started from."""
    situation = unit.situation
    done = situation.history.get(unit.id)
    if not done:
        found = unit.hex
    else:
        first: dict[str, Any] = done[0]
        found = first.get("from") or (first.get("path") or [None])[0]
        if found is None and all(act.get("act") in ("attack", "attack_support", "defense_support") for act in done):
            found = unit.hex
    if found is not None:
        situation.assumed[unit.path("began_at")] = found
    return found


@rule("3.2", Move, "step", when=germans_act)
def hitlers_order(move: Move, step: PathStep) -> Findings:
    """On turn 1 German units set up on or east of column 23 may not move west of it."""
    line = move.table("setup")["hold_column"]
    west = move.s.grid.column(step.here) < line
    turn = move.s.turn if west and line <= move.s.grid.column(step.before) else move.s.stated("turn")
    if turn == 1:
        yield from held_back(move, step.here, move.movers)
    elif turn is not None and west and line <= move.s.grid.column(step.before):
        yield permit("order_over", step.here, turn=turn)


def held_back(deed: Move | Probe | Advance | Retreat, here: str, units: list[Unit]) -> Findings:
    """The order of turn 1, for units that enter a hex."""
    line = deed.table("setup")["hold_column"]
    grid = deed.s.grid
    for unit in units:
        if grid.column(here) >= line:
            began = unit.stated("began_at")
            if began is not None and grid.column(began) >= line:
                yield permit("order_kept", unit, here)
            continue
        began = set_up_in(unit, line)
        if grid.column(began) >= line:
            yield forbid("hitlers_order", unit, here, began=began)
        else:
            yield permit("order_not_for_it", unit, began=began)


def set_up_in(unit: Unit, line: int) -> str:
    """The hex where a unit was set up; its printed hex where all that it allows lie on the same side of a column."""
    stated: str | None = unit.stated("began_at")
    if stated is not None:
        return stated
    grid = unit.situation.grid
    printed: str | None = unit.stated("setup")
    if printed is not None and unit.path("began_at") not in unit.situation.unknown:
        around = [printed] if is_garrison(unit) else [printed, *grid.neighbours(printed)]
        if len({grid.column(hex_) >= line for hex_ in around}) == 1:
            return printed
    try:
        found: str = unit.began_at
    except Missing as missing:
        raise Missing(missing.fact, (f"{line:02d}09", f"{line - 1:02d}09")) from None  # all that matters is the side of the column
    return found


@rule("3.2", (Probe, Advance, Retreat))
def order_and_advances(deed: Probe | Advance | Retreat) -> Findings:
    """The order binds movement; probes, advances and retreats are none (A-14)."""
    if deed.side != GERMAN or deed.s.stated("turn") != 1:
        return
    to = deed.target if isinstance(deed, Probe) else deed.to
    units = deed.attackers if isinstance(deed, Probe) else deed.movers
    if deed.s.grid.column(to) < deed.table("setup")["hold_column"]:
        if deed.reading("A-14") == "all":
            yield from held_back(deed, to, units)
        else:
            yield define("order_binds_movement", to)


@rule("3.2", EndPhase)
def setup_licence_ends(end: EndPhase) -> Findings:
    """Soviets may be set up overstacked; by the end of their first movement phase of turn 1 that has to be cured."""
    if end.side != SOVIET or end.s.stated("turn") != 1:
        return
    phase = str(end.s.stated("phase") or "")
    if phase == "setup":
        yield permit("overstack_at_setup")
    elif "movement" in phase:
        yield define("overstack_to_be_cured", end.at)


@rule("3.3", (Move, Advance, Probe, Retreat), "after")
def control_changes(deed: Move | Advance | Probe | Retreat) -> Findings:
    """The last side to move through a hex or stand in it controls it, whatever brought it there (A-40)."""
    path = [deed.target] if isinstance(deed, Probe) else deed.path
    for hex_ in path:
        place = deed.s.hexes.get(hex_)
        if place is None:
            continue
        control = place.stated("control")
        features = place.stated("features") or ()
        if control == deed.side or (control is None and "town" not in features and "fortified" not in features):
            continue
        yield define("control_changes", hex_, side=deed.side)
        change: dict[str, Any] = {"hex": hex_, "control": deed.side}
        if deed.side == SOVIET and "fortified" in features:
            change["captured_by_soviets_before"] = True
        yield effect(**change)


MOVES = frozenset(("move", "advance", "retreat", "probe"))
"""Acts that bring a unit into the hex that is remembered of them."""


def _sides_through(s: Situation, hex_: str) -> set[str]:
    """Whose units are remembered to have moved through a hex: in plain hexes nothing else tells who was there last."""
    return {
        unit.side
        for unit in s.units.values()
        for act in s.history.get(unit.id, ())
        if hex_ == act.get("hex") and act.get("act") in MOVES or hex_ in _way(act.get("path"))
    }


def _way(path: Any) -> list[str]:
    return path.split("-") if isinstance(path, str) else list(path or ())


@rule("3.3", AskControl, "answer")
def who_controls(question: Question) -> Findings:
    """A unit in the hex settles it; else the side that was there last."""
    at = question.hex_of("at")
    place = question.s.hex(at)
    start = question.table("setup")["soviet_control"]
    if at in start and not question.s.at(at) and place.stated("control") is None and before_play(question.s):
        side = SOVIET
    elif not question.s.at(at) and place.stated("control") is None and len(through := _sides_through(question.s, at)) == 1:
        side = through.pop()
    else:
        side = controller(place)
    yield value("answer", side, "controlled_by", at, side=side)
