"""Chapter 8: Soviet supply."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.book import Findings, Missing, Situation, Unit, define, derives, forbid, permit, rule, term, value, warn
from adjudicator.ground.flood import field_of
from adjudicator.ground.searches import Unknown, check_path
from adjudicator.ground.traces import Cut, Trace, trace
from adjudicator.kit import names, so_it_is

from .acts import Line, LineCase, Move, Question, Return, Status, germans_act, of_soviets, shown_in_full, soviets_act
from .acts_combat import Attack
from .acts_questions import AskSource
from .r07_zoc import zoc_in_line
from .vocabulary import SOVIET, enemy_in, in_enemy_zoc, is_artillery


@rule("8.1", Move, "supply", when=soviets_act, each="movers")
def supply_when_the_move_starts(move: Move, unit: Unit) -> Findings:
    """Supply for movement is read when the unit starts to move and holds for the phase."""
    if unit.side == SOVIET and (supply := unit.supply):
        yield define(f"supply_{supply}", unit)


@rule("8.1", Attack, when=soviets_act, each="attackers")
def supply_at_the_start_of_each_attack(attack: Attack, unit: Unit) -> Findings:
    """Supply for combat is read for every attacking unit at the start of its attack."""
    if unit.side == SOVIET and (supply := unit.supply):
        yield define(f"supply_{supply}", unit)


@rule("8.2")
def is_source(situation: Situation, hex_: str) -> bool:
    """North edge from 1101 eastward and the whole east edge to 4729."""
    grid = situation.grid
    edges = grid.on_edge(hex_)
    return "east" in edges or ("north" in edges and grid.column(hex_) >= 11)


@rule("8.2", AskSource, "answer")
def is_it_a_source(question: Question) -> Findings:
    """The north and east edges from 1101 to 4729 are Soviet sources, where no enemy stands."""
    if question.slots.get("what") == "communications":
        return
    at = question.hex_of("at")
    enemies = [unit for unit in question.s.at(at) if unit.side != SOVIET]
    yield value("answer", "yes" if is_source(question.s, at) and not enemies else "no")
    if is_source(question.s, at):
        yield define("source_occupied" if enemies else "source_of_supply", at, enemy=names(enemies))
    else:
        yield define("no_source", at)


def to_source(situation: Situation, hex_: str) -> int:
    """Hexes to the nearest source or fewer, for the search."""
    grid = situation.grid
    column: int = grid.column(hex_)
    return min(47 - column, max(int(grid.row(hex_)) - 1, 11 - column))


def supply_line(situation: Situation, start: str) -> Trace:
    """The shortest supply line from a hex, or what cuts every line (8.2, 8.4).

    Whether it may leave the unit's own hex if that lies in an enemy ZOC, and then still end in one, are readings A-03 and A-04.
    """
    own = in_enemy_zoc(situation, start, SOVIET)
    if own and not is_source(situation, start) and situation.reading("A-03") == "never":
        return Trace(False, cut_by=(Cut(start, f"zoc:{names(own)}"),))

    def passable(_: str, there: str) -> bool | str | Unknown:
        enemy = enemy_in(situation, there, SOVIET)
        return f"enemy:{enemy.id}" if enemy is not None else True

    def stop(hex_: str) -> bool | str | Unknown:
        zoc = in_enemy_zoc(situation, hex_, SOVIET)
        return f"zoc:{names(zoc)}" if zoc else False

    def line(ends: Callable[[str], bool]) -> Trace:
        return trace(start, situation.grid.neighbours, passable, ends, lambda hex_: to_source(situation, hex_), stop)

    found = line(lambda hex_: is_source(situation, hex_))
    if own and found.path and len(found.path) > 1 and stop(found.path[-1]):
        free = line(lambda hex_: is_source(situation, hex_) and not stop(hex_))
        if not free.answer and situation.reading("A-04") == "both":
            return found
        return free
    return found


class Ends(NamedTuple):
    """The hexes that are sources, those in an enemy ZOC, and those that touch a supply line: any, and one that ends outside enemy ZOCs; and the bit of each."""

    places: dict[str, int]
    sources: int
    zoc: int
    any: int
    free: int


def ends_of_lines(situation: Situation) -> Ends | None:
    """One flood from all sources answers for every unit; None where something is not known that a line may hang on."""
    field = field_of(situation.grid)
    weather = situation.facts.get("weather")
    if field is None or situation.unknown or situation.tried or weather is None:
        return None
    gone = situation.eliminated
    places: list[str] = []
    for name, unit in situation.units.items():
        side = unit.facts.get("side")
        if side is None:
            return None
        if side != SOVIET and name not in gone:
            places.append(unit.facts.get("at") or "")
    enemies = field.of(places)
    zoc = 0 if weather == "storm" else enemies | field.around(enemies)
    sources = field.kept.get("supply")
    if sources is None:
        sources = field.kept["supply"] = field.where(lambda hex_: is_source(situation, hex_))
    ends, open_ = sources & ~enemies, field.all & ~enemies & ~zoc
    free = ends & ~zoc
    to_any = field.reached(ends & open_ | field.around(ends), open_)
    to_free = to_any if free == ends else field.reached(free | field.around(free), open_)
    return Ends(field.bits, sources, zoc, field.around(ends | to_any), field.around(free | to_free))


def has_line(situation: Situation, start: str) -> bool:
    """Whether a hex has a supply line, the answer of `supply_line` without the line."""
    answer = away_from_enemies(situation, start)
    if answer is not None:
        return answer
    ends: Ends | None = situation.cache["ends of lines"]
    if ends is None or start not in ends.places:
        return bool(supply_line(situation, start).answer)
    at, own = ends.places[start], bool(in_enemy_zoc(situation, start, SOVIET))
    if own and situation.reading("A-03") == "never":
        return False
    return bool(ends.free >> at & 1) or bool(ends.any >> at & 1) and (not own or situation.reading("A-04") == "both")


def away_from_enemies(situation: Situation, start: str) -> bool | None:
    """Whether a hex has a supply line where no enemy ZOC reaches it or it is a source: no reading matters there. None: it has to be looked at."""
    cache = situation.cache
    if "ends of lines" not in cache:
        cache["ends of lines"] = ends_of_lines(situation)
    ends: Ends | None = cache["ends of lines"]
    at = None if ends is None else ends.places.get(start)
    if ends is None or at is None or ends.zoc >> at & 1 and not ends.sources >> at & 1:
        return None
    return bool(ends.any >> at & 1 or ends.sources >> at & 1)


def cuts_in_words(found: Trace) -> str:
    """The hexes that cut every line, each with the enemy in it or the enemies whose ZOC it lies in."""
    return ", ".join(f"{cut.hex} ({cut.reason.partition(':')[2]})" for cut in found.cut_by)


def line_or_cuts(question: LineCase, status: str, found: Trace) -> Findings:
    """The answer to a question for a line: the status under its name, with the line, or with the hexes that cut every line."""
    yield value(status, "in" if found.answer else "out")
    yield value("answer", so_it_is(question, bool(found.answer)))
    if found.path:
        yield value("path", "-".join(found.path))
        yield permit("line_found", where=list(found.path), path="-".join(found.path))
    else:
        yield value("cut_by", [cut.hex for cut in found.cut_by])
        yield define("no_line", where=[cut.hex for cut in found.cut_by], cuts=cuts_in_words(found))


@derives("units.supply", "8.2")
def supply_status(unit: Unit) -> str | None:
    """``in`` for all Germans (9.1) and for Soviets with a line; computed from the units on the map."""
    if unit.side != SOVIET:
        return "in"
    here = unit.hex
    if here is None:
        return None
    situation = unit.situation
    if situation.facts.get("units_complete") is False:
        raise Missing("units_complete")
    answer = away_from_enemies(situation, here)
    if answer is None:
        answer = situation.remember(("supply", here, situation.weather), lambda: has_line(situation, here))
    return "in" if answer else "out"


@rule("8.2", (Move, Attack), when=shown_in_full)
def stated_and_computed(deed: Move | Attack) -> Findings:
    """A status that was stated stands; the referee says so if the position gives another one."""
    for unit in deed.movers if isinstance(deed, Move) else deed.attackers:
        stated = unit.facts.get("supply")
        if stated is None or unit.side != SOVIET or unit.hex is None or deed.s.facts.get("units_complete") is False:
            continue
        try:
            computed = supply_status(unit)
        except Missing:
            continue
        if computed is not None and computed != stated:
            yield warn("status_contradicts", unit, status=stated, computed=computed)


@rule("8.2", Line, when=of_soviets)
def route_to_a_source(line: Line) -> Findings:
    """A route of adjacent hexes of any length, free of enemy units, to a source that no enemy occupies."""
    if line.elsewhere:
        yield forbid("stands_elsewhere", unit=line.subject.id if line.subject else "", hex=line.start, named=line.elsewhere, where=[line.elsewhere])
        return
    path = line.path or [line.start]
    if path[0] != line.start:
        yield forbid("line_starts_elsewhere", where=[path[0]], hex=line.start, named=path[0])
        return
    fault = check_path(path, line.s.grid.neighbours)
    if fault is not None:
        yield forbid("gap_in_path", where=path[fault - 1 : fault + 1], start=path[fault - 1], hex=path[fault])
        return
    for hex_ in path[1:]:
        enemy = enemy_in(line.s, hex_, line.side)
        if enemy is not None:
            yield forbid("enemy_in_line", hex_, enemy)
        else:
            line.s.complete()
    if line.on or not line.path:
        found = supply_line(line.s, path[-1])
        if found.answer is False and (not line.path or not any(zoc_in_line(line, path))):
            yield forbid("no_line", where=[cut.hex for cut in found.cut_by], cuts=cuts_in_words(found))
        elif found.path:
            yield permit("line_found", where=list(found.path), path="-".join(found.path))
    elif not is_source(line.s, path[-1]):
        yield forbid("not_a_source", path[-1])
    else:
        yield permit("source_reached", path[-1])


@rule("8.2", Line, "status", when=of_soviets)
def status_of_the_line(line: Line) -> Findings:
    """The status that the position gives, whatever path was shown."""
    line.s.complete()
    found = supply_line(line.s, line.start)
    yield value("supply", "in" if found.answer else "out")
    if line.forbidden and found.path:
        yield define("other_line", where=list(found.path), path="-".join(found.path))


@rule("8.2", Return)
def line_to_where_it_returns(back: Return) -> Findings:
    """Whether a hex has a supply line is seen as for a unit that stands in it."""
    at = back.hex_of("at")
    if any(unit.side != SOVIET for unit in back.s.at(at)):
        return
    back.s.complete()
    found = supply_line(back.s, at)
    back.in_supply = bool(found.answer)
    if found.path:
        yield permit("line_found", where=list(found.path), path="-".join(found.path))
    else:
        yield define("no_line", where=[cut.hex for cut in found.cut_by], cuts=cuts_in_words(found))


@rule("8.2", Status, "answer", when=of_soviets)
def is_it_in_supply(question: LineCase) -> Findings:
    """The status of a unit or hex, with the line, or with the hexes and ZOCs that cut every line."""
    stated = question.subject.stated("supply") if question.subject else None
    if question.s.facts.get("units_complete") is False and stated is None and question.subject is not None:
        stated = question.subject.supply
    if stated is not None:
        yield value("supply", stated)
        yield value("answer", so_it_is(question, stated == "in"))
        computed = supply_status(question.subject) if question.subject is not None and question.s.facts.get("units_complete") is not False else stated
        if computed != stated and question.subject is not None:
            yield warn("status_contradicts", question.subject, status=stated, computed=computed)
        yield define("status_stated", unit=question.subject.id if question.subject else question.start, status=stated)
        return
    yield from line_or_cuts(question, "supply", supply_line(question.s, question.start))


@rule("8.3", Move, "supply", when=soviets_act, each="movers")
def half_movement(move: Move, unit: Unit) -> Findings:
    """Out of supply a Soviet unit has half its movement factors, rounded up."""
    if unit.side == SOVIET and unit.supply == "out":
        full = move.allowances.get(unit.id)
        if full is None:  # the weather is not known
            return
        move.allowances[unit.id] = (full + 1) // 2
        yield define("half_allowance", unit, full=full, half=(full + 1) // 2)
    elif unit.side == SOVIET:
        yield define("full_allowance", unit)


@rule("8.3", Attack, when=soviets_act, each="attackers")
def no_guns_out_of_supply(attack: Attack, unit: Unit) -> Findings:
    """Artillery and army support units out of supply may not attack."""
    if unit.side == SOVIET and (is_artillery(unit) or unit.size == "army_support") and unit.supply == "out":
        yield forbid("guns_out_of_supply", unit)


@rule("8.3", Attack, when=germans_act, each="defenders")
def defence_is_not_halved(attack: Attack, unit: Unit) -> Findings:
    """Defence factors are not affected by lack of supply."""
    if unit.side == SOVIET and unit.stated("supply") == "out":
        yield define("full_defence", unit)


@rule("8.3", Attack, "modifiers", when=soviets_act)
def half_attack(attack: Attack) -> Findings:
    """Other Soviet attackers out of supply have half their attack factor, rounded up."""
    weak = [unit for unit in attack.attackers if unit.side == SOVIET and unit.supply == "out"]
    if not weak:
        return
    if len(weak) > 1 and attack.reading("A-35") == "total":
        total = sum(unit.attack for unit in weak)
        yield term("attack", (total + 1) // 2 - total, "half_of_all", "ground", unit=names(weak), full=total)
        return
    for unit in weak:
        full = unit.attack
        yield term("attack", (full + 1) // 2 - full, "half_attack", "ground", unit=unit.id, full=full)


@rule("8.4", Line, when=of_soviets)
def line_and_enemy_zoc(line: Line) -> Findings:
    """A supply line may enter one hex in an enemy ZOC but not run through it; a unit on a source needs no line."""
    path = line.path or [line.start]
    if len(path) == 1 and is_source(line.s, path[0]):
        yield permit("on_a_source", path[0])
        return
    through = zoc_in_line(line, path)
    for hex_, zoc in through:
        yield forbid("line_through_zoc", hex_, zoc, zoc=names(zoc))
    if through:
        return
    own = in_enemy_zoc(line.s, line.start, line.side)
    if own and line.reading("A-03") == "never":
        yield forbid("line_leaves_zoc", line.start, zoc=names(own))
    elif own and in_enemy_zoc(line.s, path[-1], line.side) and line.reading("A-04") == "one":
        yield forbid("line_through_zoc", path[-1], zoc=names(own))
    elif len(path) > 1 and in_enemy_zoc(line.s, path[-1], line.side):
        yield permit("line_into_zoc", path[-1])
    elif own:
        yield permit("own_hex_does_not_count", line.start)
    else:
        yield permit("line_free_of_zoc")


@rule("8.4", Status, "answer", when=of_soviets)
def what_zoc_does_to_lines(question: LineCase) -> Findings:
    """A supply line enters at most one hex in an enemy ZOC and ends there; a unit on a source needs none."""
    if is_source(question.s, question.start):
        yield define("on_a_source", question.start)
    elif question.s.stated("weather") != "storm":
        yield define("lines_and_zoc")
