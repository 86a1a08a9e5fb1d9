"""Chapter 9: German supply and communications."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.book import Findings, Hex, Missing, Situation, Unit, define, derives, forbid, permit, rule, value
from adjudicator.ground.searches import Unknown, check_path
from adjudicator.ground.traces import Cut, Trace, trace
from adjudicator.kit import names, so_it_is

from .acts import Enter, FpaCase, Line, LineCase, Move, Question, Score, Status, germans_act
from .acts_combat import Attack
from .acts_questions import AskAllowance, AskSource
from .r08_supply import cuts_in_words, line_or_cuts
from .vocabulary import GERMAN, enemy_in, in_enemy_zoc, zones


@rule("9.1", (Line, Status), "status")
def germans_are_in_supply(line: LineCase) -> Findings:
    """German units are always in supply."""
    if line.side == GERMAN and line.what == "supply":
        yield permit("germans_in_supply")
        yield value("supply", "in")


@rule("9.1", Status, "answer")
def are_germans_in_supply(question: LineCase) -> Findings:
    """A German unit is in supply wherever it stands."""
    if question.side == GERMAN and question.what == "supply":
        yield permit("germans_in_supply")
        yield value("supply", "in")
        yield value("answer", so_it_is(question, True))


@rule("9.1", Attack, when=germans_act)
def surrounded_and_in_supply(attack: Attack) -> Findings:
    """A German that enemies and their zones shut in fights with all its factors."""
    enemy = zones(attack.s, attack.enemy)
    for unit in attack.attackers:
        if unit.hex is not None and all(enemy[near] for near in attack.s.grid.neighbours(unit.hex)):
            yield permit("germans_in_supply")
            return


def is_edge(situation: Situation, hex_: str) -> bool:
    """West edge from 0101 and the whole south edge to 4628 (9.2)."""
    edges = situation.grid.on_edge(hex_)
    return "west" in edges or ("south" in edges and situation.grid.column(hex_) <= 46)


@rule("9.2", AskSource, "answer")
def is_it_a_source_of_command(question: Question) -> Findings:
    """The west edge and the south edge to 4628 are German sources of command and communications, where no enemy stands."""
    if question.slots.get("what") == "communications":
        at = question.hex_of("at")
        enemies = [unit for unit in question.s.at(at) if unit.side != GERMAN]
        yield value("answer", "yes" if is_edge(question.s, at) and not enemies else "no")
        yield define("source_occupied" if enemies else "source_of_comms" if is_edge(question.s, at) else "no_source", at, enemy=names(enemies))


@rule("9.2", AskAllowance, "answer", each="units_of")
def command_costs_no_points(question: AskAllowance, unit: Unit) -> Findings:
    """Being out of communications changes no movement factor."""
    if unit.stated("comms") == "out":
        yield define("comms_cost_nothing", unit)


def to_edge(situation: Situation, hex_: str) -> int:
    """Hexes to the nearest source or fewer, for the search."""
    grid = situation.grid
    return min(int(grid.column(hex_)) - 1, 28 - min(int(grid.row(hex_)), 28))


def communications_line(situation: Situation, start: str) -> Trace:
    """The shortest line from a hex to the west or south edge, or what cuts every line (7.4, 9.2).

    No hex of it but the first may lie in an enemy ZOC, nor the source at its end; both are readings (A-03, A-05).
    """
    own = in_enemy_zoc(situation, start, GERMAN)
    if own and not is_edge(situation, start) and situation.reading("A-03") == "never":
        return Trace(False, cut_by=(Cut(start, f"zoc:{names(own)}"),))

    def ends(hex_: str) -> bool:
        return is_edge(situation, hex_)

    def passable(_: str, there: str) -> bool | str | Unknown:
        enemy = enemy_in(situation, there, GERMAN)
        if enemy is not None:
            return f"enemy:{enemy.id}"
        zoc = in_enemy_zoc(situation, there, GERMAN)
        return f"zoc:{names(zoc)}" if zoc else True

    def into_the_source(before: str, there: str) -> bool | str | Unknown:
        return True if ends(there) and enemy_in(situation, there, GERMAN) is None else passable(before, there)

    def line(step: Callable[[str, str], bool | str | Unknown]) -> Trace:
        return trace(start, situation.grid.neighbours, step, ends, lambda hex_: to_edge(situation, hex_))

    found = line(passable)
    if found.answer is False and any(ends(cut.hex) for cut in found.cut_by):
        wider = line(into_the_source)
        if wider.answer and situation.reading("A-05") == "into":
            return wider
    return found


@derives("units.comms", "9.2")
def communications_status(unit: Unit) -> str | None:
    """Whether a German unit on the map has a line; computed from the units on the map."""
    if unit.side != GERMAN or unit.hex is None:
        return None
    return _status(unit.situation, unit.hex)


@derives("hexes.comms", "9.2")
def communications_of_a_hex(hex_: Hex) -> str | None:
    """Whether a German unit in the hex would have a line."""
    situation = hex_.situation
    if situation.assume or hex_.path("comms") in situation.unknown:
        return None
    return _status(situation, hex_.id)


def _status(situation: Situation, hex_: str) -> str:
    if situation.facts.get("units_complete") is False:
        raise Missing("units_complete")
    return "in" if situation.remember(("comms", hex_, situation.weather), lambda: communications_line(situation, hex_).answer) else "out"


@rule("9.2", Line)
def line_to_the_edge(line: Line) -> Findings:
    """A line of adjacent hexes, none of them enemy-occupied or, but for the unit's own, in an enemy ZOC, to the west or south edge."""
    if line.what != "communications" or not line.start:
        return
    if line.side != GERMAN:
        yield forbid("only_germans_have_communications")
        return
    if line.elsewhere:
        yield forbid("stands_elsewhere", unit=line.subject.id if line.subject else "", hex=line.start, named=line.elsewhere, where=[line.elsewhere])
        return
    path = line.path or [line.start]
    yield from check_line(line, path, line.start, line.on)


@rule("9.2", Enter)
def line_from_ternopol(enter: Enter) -> Findings:
    """The line that is shown from Ternopol, or the status of the hex."""
    ternopol = enter.table("places")["Ternopol"][0]
    if enter.slots.get("at") != ternopol:
        return
    path = list(enter.slots.get("trace") or ())
    if path:
        yield from check_line(enter, path, ternopol, False)
    elif (status := enter.s.hex(ternopol).comms) is not None:
        yield define("hex_in_communications" if status == "in" else "hex_cut_off", ternopol)


@rule("9.2", (Move, Attack))
def communications_change_no_factor(deed: Move | Attack) -> Findings:
    """Being out of communications has no effect on movement or combat."""
    for unit in deed.movers if isinstance(deed, Move) else [*deed.attackers, *deed.defenders]:
        if unit.facts.get("comms") == "out":
            yield define("comms_no_effect", unit)


@rule("9.2", Score, "answer")
def communications_of_what_is_scored(score: Score) -> Findings:
    """Whether a German-held hex that is scored has a line."""
    at = score.slots.get("at") or ()
    for hex_ in (at,) if isinstance(at, str) else at:
        place = score.s.hex(hex_)
        if place.stated("control") == GERMAN and (score.s.stated("turn") or 8) == 8:
            yield define("hex_in_communications" if place.comms == "in" else "hex_cut_off", hex_)


def check_line(line: FpaCase, path: list[str], start: str, on: bool) -> Findings:
    """What is wrong, or right, with a communications line along a path."""
    if path[0] != start:
        yield forbid("line_starts_elsewhere", where=[path[0]], hex=start, named=path[0])
        return
    fault = check_path(path, line.s.grid.neighbours)
    if fault is not None:
        yield forbid("gap_in_path", where=path[fault - 1 : fault + 1], start=path[fault - 1], hex=path[fault])
        return
    if len(path) == 1 and is_edge(line.s, path[0]):
        yield permit("on_a_source", path[0])
        return
    for hex_ in path[1:]:
        enemy = enemy_in(line.s, hex_, GERMAN)
        zoc = in_enemy_zoc(line.s, hex_, GERMAN)
        if enemy is not None:
            yield forbid("enemy_in_line", hex_, enemy)
        elif zoc and not (hex_ == path[-1] and is_edge(line.s, hex_) and line.reading("A-05") == "into"):
            key = "source_in_zoc" if hex_ == path[-1] and is_edge(line.s, hex_) else "line_through_zoc"
            yield forbid(key, hex_, zoc, zoc=names(zoc))
    if on or len(path) == 1:
        found = communications_line(line.s, path[-1])
        if found.answer is False:
            yield forbid("no_line", where=[cut.hex for cut in found.cut_by], cuts=cuts_in_words(found))
        elif found.path:
            yield permit("line_found", where=list(found.path), path="-".join(found.path))
    elif not is_edge(line.s, path[-1]):
        yield forbid("not_an_edge", path[-1])
    else:
        yield permit("edge_reached", path[-1])


@rule("9.2", Line, "status")
def status_of_the_unit(line: Line) -> Findings:
    """The status that the position gives, whatever path was shown."""
    if line.side == GERMAN and line.what == "communications" and line.start:
        line.s.complete()
        found = communications_line(line.s, line.start)
        yield value("comms", "in" if found.answer else "out")
        if line.forbidden and found.path:
            yield define("other_line", where=list(found.path), path="-".join(found.path))


@rule("9.2", Status, "answer")
def is_it_in_communications(question: LineCase) -> Findings:
    """The status of a German unit or hex, with the line, or with the hexes and ZOCs that cut every line."""
    if question.what != "communications" or not question.start:
        return
    if question.side != GERMAN:
        yield define("only_germans_have_communications")
        yield value("answer", so_it_is(question, False))
        return
    thing: Unit | Hex = question.subject or question.s.hex(question.start)
    stated = thing.stated("comms")
    if question.s.facts.get("units_complete") is False and stated is None:
        stated = thing.comms
    if stated is not None:
        yield value("comms", stated)
        yield value("answer", so_it_is(question, stated == "in"))
        yield define("status_stated", unit=thing.id, status=stated)
        return
    yield from line_or_cuts(question, "comms", communications_line(question.s, question.start))
