"""Chapter 2: the components.  What a counter is: its side, kind, class and steps."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from adjudicator.book import Findings, Missing, Rulebook, Unit, define, derives, forbid, permit, rule, value
from adjudicator.kit import told_elsewhere

from .acts import AskControl, AskHowMany, Deed, Deploy, EndPhase, Enter, Exit, Move, Question, Removal, Return, Score, SetUp, germans_act, soviets_act
from .acts_combat import Aftermath, Attack, Loss, Probe, Resolve, Retreat, place_named
from .vocabulary import SOVIET, is_garrison


def _by_name(unit: Unit, key: str) -> str | None:
    """What the abbreviation on a counter says (2.5), noted among the assumptions, or None."""
    for entry in unit.situation.book.meta["names"]:
        if key in entry and re.search(entry["pattern"], unit.id):
            found: str = entry[key]
            unit.situation.assumed[unit.path(key)] = found
            return found
    return None


@rule("2.1", Move)
def one_hex_at_a_time(move: Move) -> Findings:
    """A unit is always in exactly one hex; a place that the book names is that hex."""
    named = move.slots.get("from")
    if named and named != move.start:
        yield forbid("stands_elsewhere", move.movers[0], move.start, named=named)
    places = _places(move.book)
    for hex_ in move.path:
        if hex_ in places:
            yield from _named(move, hex_)


@rule("2.1", (SetUp, Deploy, Enter, Return, Attack))
def a_place_is_a_hex(deed: Any) -> Findings:
    """A place that the book names is the hex of its number."""
    yield from _named(deed, deed.target if isinstance(deed, Attack) else deed.slots.get("at"))


@rule("2.1", (AskControl, Score), "answer")
def a_place_that_is_asked_about(question: Question | Score) -> Findings:
    """A place that the book names is the hex of its number."""
    at = question.slots.get("at") or ()
    for hex_ in (at,) if isinstance(at, str) else at:
        yield from _named(question, hex_)


@cache
def _places(book: Rulebook) -> dict[str, str]:
    """Hex -> the place that the book names there."""
    return {hex_: name for name, hexes in book.tables["places"].items() if name != "rule" for hex_ in hexes}


def _named(deed: Any, hex_: str | None) -> Findings:
    place = _places(deed.book).get(hex_ or "")
    if place is not None:
        yield permit("named_place", hex_, place=place)


@rule("2.1", (Attack, Probe), when=place_named)
def attacks_from_where_it_stands(attack: Attack | Probe) -> Findings:
    """A unit attacks from the hex it is in; one that is named for it has to be that hex."""
    yield from told_elsewhere(attack, attack.attackers)


@derives("units.side", "2.3")
def side_by_counter(unit: Unit) -> str | None:
    """The colour of a counter gives its side; where only its name is known, its abbreviation does."""
    return _by_name(unit, "side")


@derives("units.class", "2.3")
def mobility_class(unit: Unit) -> str | None:
    """Mechanized, non-mechanized or static, by the kind of unit; all artillery counts as mechanized."""
    kind = unit.stated("kind")
    if kind is None and "side" not in unit.facts:
        kind = _by_name(unit, "kind")
    if kind is None:
        return None
    found: str | None = unit.situation.book.meta["class_of_kind"].get(kind)
    if found is not None:
        unit.situation.assumed[unit.path("class")] = found
    return found


@rule("2.3", Move)
def artillery_moves_as_mechanized(move: Move) -> Findings:
    """All artillery of both sides moves as mechanized."""
    guns = [unit.id for unit in move.movers if unit.stated("kind") in ("artillery", "rocket_artillery", "field_artillery")]
    if guns:
        yield permit("artillery_is_mechanized", units=guns)


@derives("units.kind", "2.4")
def kind_by_name(unit: Unit) -> str | None:
    """The unit symbol, where only the counter's name is known."""
    return _by_name(unit, "kind")


@derives("units.size", "2.4")
def size_by_name(unit: Unit) -> str | None:
    """The size symbol, for a unit of which only the name is known; the size left out of a listed counter is asked for."""
    return _by_name(unit, "size") if "side" not in unit.facts else None


@rule("2.4", (Score, Exit), "answer", each="units_of")
def size_decides(question: Score | Deed, unit: Unit) -> Findings:
    """Points hang on the size on the counter: divisions and corps count, battalions and ad hoc corps do not."""
    size = unit.stated("size")
    if size is not None:
        yield define("size_of_unit", unit, size=size)


@derives("units.steps", "2.6")
def steps_that_are_possible(unit: Unit) -> int | None:
    """Only German divisions have more than two steps: of any other counter one or two are asked for.  None: nothing is known of it."""
    side = unit.known("side") or _by_name(unit, "side")
    size = unit.known("size") or _by_name(unit, "size")
    if side == SOVIET or size not in (None, "division"):
        raise Missing(unit.path("steps"), (1, 2))
    return None


@rule("2.6", AskHowMany, "answer")
def steps_that_are_left(question: Question) -> Findings:
    """How many steps units have."""
    units = question.units_of()
    if question.slots.get("what") == "steps" and units and not question.slots.get("at"):
        yield value("answer", sum(unit.steps for unit in units), "steps_now", *units, count=sum(unit.steps for unit in units))


@rule("2.6", Loss, each="movers")
def last_step(loss: Aftermath, unit: Unit) -> Findings:
    """A unit that loses its last step is eliminated; a unit that is gone has none to lose."""
    if unit.id in loss.s.eliminated or unit.stated("at") == "off_map":
        yield forbid("already_eliminated", unit)
    elif loss.slots.get("last"):
        if unit.steps > 1:
            yield forbid("not_the_last_step", unit, steps=unit.steps)
        else:
            yield permit("last_step_lost", unit)
    elif (steps := unit.stated("steps")) is not None:
        yield define("steps_of_unit", unit, steps=steps)


@rule("2.6", (Enter, SetUp), each="units_of")
def at_full_strength(deed: Deed, unit: Unit) -> Findings:
    """Whatever starts or enters the game does so at full strength."""
    full, steps = unit.stated("max_steps"), unit.stated("steps")
    if (full is not None and steps is not None and steps < full) or unit.stated("reduced"):
        yield forbid("not_at_full_strength", unit, steps=steps, full=full)


@rule("2.7", (Move, Attack, Probe, Retreat), when=germans_act)
def garrisons_stay(deed: Any) -> Findings:
    """A static garrison never moves and never attacks."""
    units = deed.attackers if isinstance(deed, (Attack, Probe)) else deed.movers
    for unit in units:
        if is_garrison(unit):
            key = "garrison_attacks" if isinstance(deed, (Attack, Probe)) else "garrison_moves"
            yield forbid(key, unit)


@rule("2.7", Attack, when=soviets_act, each="defenders")
def garrisons_defend_their_hex(attack: Attack, unit: Unit) -> Findings:
    """A static garrison defends the hex it stands in and no other."""
    if is_garrison(unit):
        yield define("garrison_defends", unit, attack.target)


@rule("2.7", Resolve, each="defenders")
def garrisons_can_not_retreat(resolve: Resolve, unit: Unit) -> Findings:
    """A garrison that should retreat is blocked, since it can't be moved (A-32)."""
    if is_garrison(unit):
        yield define("garrison_can_not_retreat", unit)


@rule("2.7", (EndPhase, Removal))
def garrisons_do_not_count(end: EndPhase | Removal) -> Findings:
    """Garrisons do not count for stacking."""
    garrisons = [unit.id for unit in end.stack if is_garrison(unit)]
    if garrisons:
        yield permit("garrison_no_stacking", units=garrisons, unit=", ".join(garrisons))
