"""OCS Combat Table: columns, the roll, results and their chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Missing, define, drm, forbid, record, rule, value, warn
from adjudicator.ground.throws import Chain, follow, shares
from adjudicator.kit import answered

from .acts import Dice, Fight
from .acts_asked import AskColumns, AskExtreme, AskFirst, AskModifier
from .acts_moves import Fortify
from .acts_questions import AboutResult, AskChances, AskOdds, LookUp, Question
from .acts_results import Outcome, OutcomeAsked
from .cards import ROW_NAMES, cell, combat_throws, disputed, row_of, spans, stated_cell
from .r02_options import carried, is_carrying_out
from .r09_odds import column_of, worth
from .r10_surprise import Event, event_of, wants_surprise_only
from .vocabulary import BARRAGE, OcsCase, density, hedgehog


@rule("OCS Combat Table", Outcome, "order")
def attacker_first(outcome: Outcome) -> Findings:
    """The attacker carries out his part first; each side loses and retreats its own units."""
    if outcome.roles == ["defender"] and outcome.before.get("act") != BARRAGE and outcome.before and is_carrying_out(outcome) and outcome.owed("attacker"):
        told = define if isinstance(outcome, OutcomeAsked) else forbid  # what comes of it comes of it then, too
        yield told("attacker_first", owed=outcome.owed("attacker"))
    for kind, side, units in outcome.strangers:
        for unit in units if kind == "loss" else ():
            yield forbid("own_losses", unit, side=side)


@rule("OCS Combat Table", Fight, "lead")
def hedgehog_modifier(fight: Fight) -> Findings:
    """A hedgehog takes its level off the combat roll."""
    level = hedgehog(fight, fight.target, fight.enemy)
    if level:
        yield drm(-level, "hedgehog", level=level, hex=fight.target)


@rule("OCS Combat Table", Fight, "start")
def starting_column(fight: Fight) -> Findings:
    """The density of the defender's hex names the columns; odds between two of them use the lower."""
    row = density(fight, fight.target)
    heads = fight.book.tables["crt"]["columns"][row]
    reached = fight.computed("odds")
    fight.start = column_of(heads, reached)
    if heads[fight.start] != reached:
        yield define("lower_column", odds=reached, column=heads[fight.start], density=row)
    else:
        yield define("row_of", density=row, where=[fight.target], column=heads[fight.start])
    yield value("density", row)
    if not isinstance(fight, Dice):
        yield value("column", heads[fight.start])


@rule("OCS Combat Table", Fight, "column")
def column(fight: Fight) -> Findings:
    """The column that the combat roll uses, after surprise; before any die the one that the odds give."""
    if fight.start is None:
        return
    at = fight.place.column if fight.place is not None else fight.start
    head = fight.book.tables["crt"]["columns"][density(fight, fight.target)][at]
    if isinstance(fight, Dice) and fight.place is not None and fight.place.by in ("attacker", "defender") and not fight.place.shifted:
        return
    if head != fight.computed("column"):
        yield value("column", head, "column", column=head)


@rule("OCS Combat Table", AskOdds, "answer_column")
def asked_column(question: AskOdds) -> Findings:
    """The column they use in the density that is named."""
    said = question.slots.get("terrain") or question.s.terrain
    row = question.book.tables["terrain"]["hexes"].get(said)
    heads = question.book.tables["crt"]["columns"][row["density"] if row else "open"]
    found = heads[column_of(heads, question.computed("odds"))]
    yield value("column", found, "column", column=found)


@rule("OCS Combat Table", LookUp, "answer")
def looked_up(question: LookUp) -> Findings:
    """The cell of a total and a column, in the density that is named."""
    said = question.slots.get("terrain") or question.s.terrain
    named = question.book.tables["terrain"]["hexes"].get(said)
    row = named["density"] if named else "open"
    heads = question.book.tables["crt"]["columns"][row]
    at, line = column_of(heads, str(question.slots["column"])), row_of(int(question.slots["total"]))
    found = cell(question, at, line)
    yield value("column", heads[at], "column", column=heads[at])
    yield value("result", found, "crt_cell", row=line, column=heads[at], result=found, source=_source(question, at, line))
    yield value("answer", found)


@rule("OCS Combat Table", Fight, "roll")
def combat_roll(fight: Fight) -> Findings:
    """Two dice, the difference of action ratings and the hedgehog; the row of the total in the column reached."""
    place = fight.place
    if place is None or place.by is None or not place.shifted or isinstance(fight, AskChances):
        return
    if isinstance(fight, Dice) and not fight.has_dice("combat"):
        return
    natural = fight.throw("combat")
    modified = natural + sum(finding.by for _, finding in fight.ruling.drms)
    yield value("modified", modified, "modified", natural=natural, total=modified)
    row = row_of(modified)
    found = cell(fight, place.column, row)
    head = fight.book.tables["crt"]["columns"][density(fight, fight.target)][place.column]
    fight.place = place._replace(result=found)
    yield value("result", found, "crt_cell", row=row, column=head, result=found, source=_source(fight, place.column, row))
    yield from _own_card(fight)


def _source(case: OcsCase, at: int, row: str) -> str:
    """On what a cell rests: the player's own card, or the sources that have it so."""
    if stated_cell(case, at, row) is not None:
        return "-> card"
    return "A, B, C" if not disputed(case, at, row) else "?"


def _own_card(case: OcsCase) -> Findings:
    """Where a player's own card differs from the table that ships with the book."""
    card = (case.s.facts.get("tables") or {}).get("crt")
    if not isinstance(card, dict):
        return
    shipped = case.book.tables["crt"]
    for name, heads in shipped["columns"].items():
        for at, head in enumerate(heads):
            for row, typed in ((card.get(name) or {}).get(head) or {}).items():
                key = next((each for each, ways in ROW_NAMES.items() if row in ways), str(row))
                have = shipped["rows"].get(key, [None] * 13)[at]
                if f"{key}/{at + 1}" not in shipped["disputed"] and have != typed:
                    yield warn("card_differs", density=name, column=head, row=row, typed=typed, shipped=have)


@rule("OCS Combat Table", Fortify)
def hedgehog_said(said: OcsCase) -> Findings:
    """A hedgehog in a hex, with its level if that was told."""
    hex_ = said.valid(said.slots["at"])
    level = said.slots.get("level")
    yield define("hedgehog_said", hex=hex_)
    yield record(marker=f"hedgehog {hex_}", kind="hedgehog", at=hex_, **({"level": level} if level is not None else {}))


@rule("OCS Combat Table", AskChances, "answer")
def chances_of_results(question: AskChances) -> Findings:
    """The chance of each result, throw by throw, or of the event that is asked for."""
    place = question.place
    if len(question.asked_leads) > 1 or place is None or wants_surprise_only(question):
        return
    throws = combat_throws(question)
    event = event_of(question.wanted)
    behind = list(follow(Chain(place, throws[:-1])))
    columns = behind[-1] if behind else {place: Fraction(1)}
    if behind and throws[-2].name == "shift":
        yield value("column_chances", {name: str(share) for name, share in shares(throws[-2], columns).items()})
    if figure := question.wanted.get("figure"):
        heads = question.book.tables["crt"]["columns"][density(question, question.target)]
        used = {str(heads[at.column]): str(share) for at, share in columns.items()}
        told = question.computed("odds") if figure == "odds" else next(iter(used)) if len(used) == 1 else likeliest(used)
        yield value("answer", told)
        return
    if question.wanted.get("column"):
        least = worth(str(question.wanted["column"]))
        heads = question.book.tables["crt"]["columns"][density(question, question.target)]
        chance = sum((share for at, share in columns.items() if worth(heads[at.column]) >= least), Fraction(0))
        yield from answered("chance", str(chance))
        return
    if event is not None:
        yield value("combat_needed", combat_needed(question, sorted({at.column for at in columns}), event))
    last = list(follow(Chain(place, throws)))[-1]
    named = shares(throws[-1], last)
    found = {name: str(share) for name, share in named.items()}
    yield value("chances", found)
    if event is not None:
        chance = sum((share for name, share in named.items() if event(name)), Fraction(0))
        yield value("chance", str(chance), "chance_of", chance=str(chance))
        yield value("answer", needed_by_column(question) if question.wanted.get("needed") else str(chance))
    else:
        yield value("answer", likeliest(found))


def likeliest(found: Mapping[str, Any]) -> str:
    """What may come, each with its chance, the likeliest first."""
    return ", ".join(f"{name} {share}" for name, share in sorted(found.items(), key=lambda pair: -Fraction(pair[1])))


def needed_by_column(question: AskChances) -> str:
    """The natural totals that bring what was asked for; where several columns can be reached, of each of them."""
    found = {head: hits if isinstance(hits, list) else range(hits, 13) for head, hits in question.computed("combat_needed").items()}
    if len(found) == 1:
        return spans(next(iter(found.values())))
    return ", ".join(f"{head} {spans(hits)}" for head, hits in found.items()) or "none"


def combat_needed(question: Fight, columns: list[int], event: Event) -> dict[str, Any]:
    """In each column that can be reached, the least natural total from which on the event happens, or the totals with which it does."""
    heads = question.book.tables["crt"]["columns"][density(question, question.target)]
    plus = sum(finding.by for _, finding in question.ruling.drms)
    found: dict[str, Any] = {}
    for at in columns:
        hits = [total for total in range(2, 13) if event(cell(question, at, row_of(total + plus)))]
        if hits and hits == list(range(hits[0], 13)):
            found[heads[at]] = hits[0]
        elif hits:
            found[heads[at]] = hits
    return found


@rule("OCS Combat Table", AskFirst, "answer")
def who_is_first(question: AboutResult) -> Findings:
    """The attacker carries out his part first."""
    case = carried(question)
    side = case.unit(case.attackers()[0]).side
    yield define("attacker_is_first", side=side)
    yield value("answer", side)


@rule("OCS Combat Table", AskModifier, "answer")
def modifier_asked(question: Fight) -> Findings:
    """What all modifiers of the combat roll add, or the hedgehog alone."""
    wanted = {"hedgehog"} if question.slots.get("kinds") else {"ar_drm"} if question.slots.get("ratings") else {"hedgehog", "ar_drm"}
    found = sum(finding.by for _, finding in question.ruling.drms if finding.key in wanted)
    yield value("drm", found)
    yield value("answer", f"{found:+d}")


@rule("OCS Combat Table", AskExtreme, "answer")
def extreme_result(question: Fight) -> Findings:
    """The result of the lowest or highest roll: low rolls hurt the attacker, high ones the defender."""
    if question.place is None or question.place.by is None or not question.place.shifted:
        raise Missing("pending.surprise.by", ("attacker", "none", "defender"))
    units = question.units_of("asked_units")
    attacks = not units or question.role(units[0].side) == "attacker"
    low = attacks == (question.slots.get("extreme") == "worst")
    row = row_of((2 if low else 12) + sum(finding.by for _, finding in question.ruling.drms))
    found = cell(question, question.place.column, row)
    yield value("result", found, "crt_cell", row=row, column=question.computed("column"), result=found, source=_source(question, question.place.column, row))
    yield value("answer", found)


@rule("OCS Combat Table", AskColumns, "answer")
def end_of_the_table(question: Question) -> Findings:
    """The heads of a density from the worst odds to the best."""
    said = question.slots.get("terrain") or question.s.terrain
    named = question.book.tables["terrain"]["hexes"].get(said)
    heads = question.book.tables["crt"]["columns"][named["density"] if named else "open"]
    found = heads[-1 if question.slots.get("end") == "last" else 0]
    yield value("column", found, "column", column=found)
    yield value("answer", found)
