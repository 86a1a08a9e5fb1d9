"""Chapter 4: victory."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.book import Finding, Findings, Hex, Unit, define, derives, forbid, permit, rule, term, value
from adjudicator.kit import went

from .acts import AskHowMany, AskWinner, Deed, Enter, Exit, FpaCase, Question, Return, Score
from .acts_combat import Aftermath, Loss
from .vocabulary import GERMAN, SOVIET, controller, is_garrison, moment


@rule("4.0", Score, "answer")
def counted_so_far(score: Score) -> Findings:
    """A count of everything starts from the points counted so far."""
    if not score.slots.get("what") and not score.slots.get("at") and not score.units_of() and score.s.stated("vp"):
        yield term("vp", score.s.vp, "so_far")


@rule("4.0", AskHowMany, "total")
def points_now(question: Question) -> Findings:
    """The points counted so far and those that the position adds."""
    if question.slots.get("what") != "vp" or question.computed("vp") is not None:
        return
    if question.slots.get("side") == GERMAN:
        yield value("answer", 0, "germans_score_nothing")
        return
    counted = question.total("vp")
    so_far = 0 if question.slots.get("at") else question.s.vp
    points = counted + so_far
    yield value("vp", points)
    yield value("answer", points, "points", points=points)


@rule("4.0", (Score, Loss), "total")
def only_soviets_score(score: Score | Aftermath) -> Findings:
    """Only the Soviet player scores; points add up."""
    if "vp" in score.ruling.ledgers:
        yield value("vp", score.total("vp"), "points", points=score.total("vp"))
        if isinstance(score, Score):
            yield value("answer", score.total("vp"))


def is_exit(question: FpaCase, hex_: str) -> bool:
    """The bottom hexes from 0729 to 1729; the even columns end a row earlier (A-27)."""
    grid = question.s.grid
    return 7 <= grid.column(hex_) <= 17 and "south" in grid.on_edge(hex_)


@derives("hexes.features", "4.1")
def towns_of_the_text(place: Hex) -> list[str] | None:
    """Proskurov, Krasilov, Khmelnik and the three hexes of Vinnitsa are towns, whatever else is not known of them."""
    if place.id in place.situation.book.tables["towns"]["hexes"]:
        place.situation.assumed[place.path("features")] = ["town"]
        return ["town"]
    return None


@rule("4.1", Exit)
def leaving_the_map(leave: Deed) -> Findings:
    """Soviet units leave between 0729 and 1729 for one movement point and never return; only corps score (A-27)."""
    phase = moment(leave.s)
    for unit in leave.units_of():
        here = leave.slots.get("at") or leave.standing(unit)
        if unit.side != SOVIET:
            yield forbid("only_soviets_exit", unit)
        elif here is None or not is_exit(leave, here):
            yield forbid("no_exit_hex", unit, where=[here] if here else [], hex=here)
        elif leave.standing(unit) != here:
            yield forbid("stands_elsewhere", unit, hex=leave.standing(unit), named=here)
        elif phase.activity not in (None, "movement") or phase.side not in (None, SOVIET):
            yield forbid("not_own_movement", unit, phase=leave.s.phase, side=SOVIET)
        else:
            yield permit("may_exit", unit, here)


@rule("4.1", (Enter, Return), each="units_of")
def gone_for_good(deed: Enter | Return, unit: Unit) -> Findings:
    """Units that left the map never come back."""
    if any(act.get("act") == "exit" for act in deed.s.history.get(unit.id, ())):
        yield forbid("left_for_good", unit)


@rule("4.1", Exit, "after")
def left(leave: Deed) -> Findings:
    """The unit is gone; a corps scores one point, four at most in all."""
    units = leave.units_of()
    yield value("cost", 1)
    earlier = len(exits(leave))
    corps = [unit for unit in units if unit.size == "corps"]
    yield value("vp", max(0, min(4, earlier + len(corps)) - min(4, earlier)))
    for unit in units:
        yield from went(unit, "off_map", "exit", hex=leave.slots.get("at") or unit.hex)


def exits(question: FpaCase, units: Iterable[Unit] | None = None) -> list[Unit]:
    """Soviet corps that left the map where leaving scores: of these units, or of all that are told to have left."""
    found = []
    if units is None:
        units = [question.unit(id_) for id_ in question.s.history]
    for unit in units:
        gone = [act for act in question.s.history.get(unit.id, ()) if act.get("act") == "exit"]
        if gone and is_exit(question, gone[-1]["hex"]) and unit.size == "corps":
            found.append(unit)
    return found


def _left_at(unit: Unit) -> tuple[int, int]:
    """When it left the map: the turn, as far as that was told, and its place among what has happened."""
    told = unit.situation.history
    return max(int(act.get("turn") or 0) for act in told[unit.id] if act.get("act") == "exit"), list(told).index(unit.id)


@rule("4.1", Score, "answer")
def points_for_ground(score: Score) -> Findings:
    """Towns 1, fortified localities 4 under Soviet control; 1 for either in German hands out of communications; exits 1 each, 4 at
    most."""
    what = score.slots.get("what")
    at = score.slots.get("at")
    units = score.units_of()
    left_map = [unit for unit in units if any(act.get("act") == "exit" for act in score.s.history.get(unit.id, ()))]
    if at:
        for hex_ in (at,) if isinstance(at, str) else at:
            yield from _hex_points(score, score.s.hex(score.valid(hex_)))
    if what == "exits" or left_map:
        gone = exits(score, left_map or None)
        before = len([unit for unit in exits(score) if unit not in gone and _left_at(unit) < min(map(_left_at, gone))]) if gone else 0
        yield term("vp", min(4, before + len(gone)) - min(4, before), "exit_points", units=[unit.id for unit in gone], count=len(gone))
    if not at and not what and not units:
        yield from ground_of_the_map(score)


@rule("4.1", (AskWinner, AskHowMany), "answer")
def ground_that_counts(question: Question) -> Findings:
    """The listed hexes and exits, beside the points counted so far."""
    if not asks_points(question):
        return
    at = question.slots.get("at")
    for hex_ in (at,) if isinstance(at, str) else at or ():
        yield from _hex_points(question, question.s.hex(question.valid(hex_)))
    if not at:
        yield from ground_of_the_map(question)


def asks_points(question: FpaCase) -> bool:
    """Whether a question is about victory points that somebody may score: not about those of the Germans."""
    return question.kind in ("winner", "score") or question.slots.get("what") == "vp" and question.slots.get("side") != GERMAN


def ground_of_the_map(score: FpaCase) -> Findings:
    """The points for all listed hexes and for the corps that left the map."""
    for place in list(score.s.hexes.values()):
        features = place.stated("features")
        if (features is None and place.stated("control") is not None) or "town" in (features or ()) or "fortified" in (features or ()):
            yield from _hex_points(score, place)
    gone = exits(score)
    if gone:
        yield term("vp", min(4, len(gone)), "exit_points", units=[unit.id for unit in gone], count=len(gone))


def _hex_points(score: FpaCase, place: Hex) -> Findings:
    features = place.features
    fortified = "fortified" in features
    if not fortified and "town" not in features:
        yield term("vp", 0, "no_points_here", hex=place.id)
    elif controller(place) == SOVIET:
        points = 1
        if fortified:
            points = 4
            if place.stated("captured_by_soviets_before") is not False and score.reading("A-25") == "1" and place.captured_by_soviets_before:
                points = 1
        yield term("vp", points, "fortified_points" if fortified else "town_points", hex=place.id)
    elif (score.s.stated("turn") or 8) < 8:
        yield term("vp", 0, "german_held_so_far", hex=place.id)
    elif place.comms == "out":
        yield term("vp", 1, "cut_off_points", hex=place.id)
    else:
        yield term("vp", 0, "german_held", hex=place.id)


@rule("4.2", Score, "answer")
def points_for_divisions(score: Score) -> Findings:
    """A German division eliminated out of communications scores its full steps; garrisons and battalions never."""
    units = [unit for unit in score.units_of() if not any(act.get("act") == "exit" for act in score.s.history.get(unit.id, ()))]
    if score.slots.get("what") == "eliminations" and not units:
        units = [score.unit(id_) for id_ in sorted(score.s.eliminated)]
    elif not score.slots.get("what") and not units and not score.slots.get("at"):
        units = [unit for id_ in sorted(score.s.eliminated) if (unit := score.unit(id_)).side == GERMAN]
    for unit in units:
        yield from division_points(unit)


@rule("4.2", (AskWinner, AskHowMany), "answer")
def divisions_that_count(question: Question) -> Findings:
    """The German divisions listed as eliminated, beside the points counted so far."""
    if not asks_points(question) or question.slots.get("at"):
        return
    for id_ in sorted(question.s.eliminated):
        unit = question.s.units.get(id_)
        if unit is not None and unit.side == GERMAN:
            yield from division_points(unit)


def division_points(unit: Unit) -> Findings:
    """What the elimination of a unit scores."""
    if unit.side != GERMAN or is_garrison(unit) or unit.size != "division":
        yield term("vp", 0, "no_division", units=[unit.id], unit=unit.id)
    elif unit.comms == "in":
        yield term("vp", 0, "died_in_communications", units=[unit.id], unit=unit.id)
    else:
        yield term("vp", unit.max_steps, "died_cut_off", units=[unit.id], unit=unit.id)


@rule("4.2", Loss, "after")
def a_division_dies(loss: Aftermath) -> Findings:
    """The points for a German division that loses its last step, communications read at that moment (A-39)."""
    asked = any(answer.kind == "score" for answer in loss.slots.get("responses") or ())
    for unit in loss.movers:
        dies = loss.slots.get("last") or (unit.stated("steps") or 9) <= (loss.slots.get("count") or 1)
        if dies and (asked or unit.side == GERMAN and unit.stated("size") == "division" and unit.stated("max_steps")):
            yield from division_points(unit)


def level(case: FpaCase, points: int) -> str:
    """Whose victory these points are at the end: 32 or more Soviet, 28 to 31 draw, 27 or less German."""
    table = case.table("victory")
    return SOVIET if points >= table["soviet"] else "draw" if points >= table["draw"] else GERMAN


def victory(winner: str, points: int) -> Finding:
    """How the game is told to have ended."""
    return value("result", "draw" if winner == "draw" else f"{winner} victory", f"wins_{winner}", points=points)


@rule("4.3", AskWinner, "answer")
def who_wins(question: Question) -> Findings:
    """The points at the end of turn 8 tell who has won."""
    if question.s.stated("turn") not in (None, 8):
        yield define("not_over", turn=question.s.turn)
    points = question.s.vp + question.total("vp")
    winner = level(question, points)
    yield value("vp", points)
    yield value("answer", winner)
    yield victory(winner, points)


@rule("4.3", Score, "total")
def what_the_tally_means(score: Score) -> Findings:
    """At the end of turn 8 the count of everything is the end of the game."""
    points = score.computed("vp")
    part = score.slots.get("what") or score.slots.get("at") or score.units_of()
    if points is not None and not part and score.s.stated("phase") == "end of turn 8":
        yield victory(level(score, points), points)
