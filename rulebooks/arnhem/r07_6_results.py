"""Chapter 7, 7.6: the Combat Results Table and what a result asks for."""

from __future__ import annotations

from adjudicator.book import Case, Finding, Findings, Situation, Unit, define, effect, record, rule, says, value
from adjudicator.book.engine import suppose
from adjudicator.kit import bracket_of, chances_asked

from .acts_combat import AskChances, Attack, Owed
from .r07_0_combat import being_fought
from .vocabulary import ALLIED, GERMAN


@rule("7.61", Attack, "column")
def bracket_and_column(attack: Attack) -> Findings:
    """The bracket of the differential in the defender's line; all lines are flush left, so its place is the column."""
    printed = attack.table("crt")["brackets"][attack.computed("terrain_line")]
    place = bracket_of(printed, attack.computed("differential"))
    yield value("bracket", printed[place])
    yield value("column", place + 1, "column", column=place + 1, bracket=printed[place], line=attack.computed("terrain_line"))


@rule("7.61", Attack, "result")
def one_die(attack: Attack) -> Findings:
    """One die in the column."""
    die = attack.roll()
    result = attack.table("crt")["rows"][str(die)][attack.computed("column") - 1]
    yield value("table_result", result)
    yield value("result", result, "crt", die=die, column=attack.computed("column"), result=result)


says("7.61", AskChances, "answer", "The column of an attack, and the chance of each of its results.",
     lambda question: chances_asked(question, suppose(question, "attack", question.attack, full=True),
     "differential", "terrain_line", "bracket", "column"))  # fmt: skip


def hexes_owed(attack: Attack) -> tuple[int, int]:
    """Hexes that each attacker, and each defender, has to retreat."""
    result = attack.computed("result")
    if result == "Br":
        return 1, 1
    number = int(result[1]) if result[1:].isdigit() else 0
    return (number, 0) if result[0] == "A" else (0, number)


def scored(s: Situation, side: str, points: int) -> Finding:
    """Points are added up."""
    return record(state=f"vp.{side}", value=(s.vp.get(side) or 0) + points)


def lost(case: Case, units: list[Unit]) -> Findings:
    """Units leave the game for good; their enemy scores."""
    table = case.s.table("vp")
    worth = {GERMAN: (ALLIED, table[ALLIED]["german_unit_eliminated"]), ALLIED: (GERMAN, table[GERMAN]["allied_unit_destroyed"])}  # 17.11, 17.12
    gained: dict[str, int] = {}
    for unit in units:
        yield effect(unit=unit.id, eliminated=True)
        side, points = worth[unit.side]
        gained[side] = gained.get(side, 0) + points
    for side, points in gained.items():
        yield value(f"vp_{side}", points)
        yield scored(case.s, side, points)


@rule("7.62", Attack, "after")
def what_the_result_asks(attack: Attack) -> Findings:
    """Who is eliminated, who retreats how far, who may advance; of both the defender first.  Guns at a distance are never hit."""
    result = attack.computed("result")
    ours, theirs = hexes_owed(attack)
    gone = attack.defenders if result == "De" else attack.close if result == "Ae" else []
    if gone:
        yield value("eliminated", [unit.id for unit in gone])
        yield from lost(attack, gone)
    if theirs:
        yield value("defender_retreats", theirs)
    if ours:
        yield value("attacker_retreats", ours)
    owed = {unit.id: theirs for unit in attack.defenders if theirs} | {unit.id: ours for unit in attack.close if ours}
    hit = [*(attack.close if ours or result == "Ae" else ()), *(attack.defenders if theirs or result == "De" else ())]
    for unit in hit:
        yield record(did=unit.id, act="hit")
    attack.outcome = {**being_fought(attack), "result": result, "owed": owed, "defenders": [unit.id for unit in attack.defenders]}
    attack.outcome["paths"] = {unit.id: [unit.hex] for unit in gone}
    yield record(state="pending", value=attack.outcome)
    if result == "Br":
        yield define("both_retreat")


says("7.62", Owed, "answer", "The retreats that the result asks for; nothing more is said of a unit that has retreated.",
     lambda owed: value("owed", {unit: hexes for unit, hexes in owed.owed.items() if unit not in (owed.pending.get("gone") or ())}))  # fmt: skip
