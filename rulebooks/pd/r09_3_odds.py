"""Chapter 9, 9.3: strengths, odds, column."""

from __future__ import annotations

import math
from fractions import Fraction

from adjudicator.book import Findings, InputError, Missing, define, forbid, permit, rule, shift, term, value
from adjudicator.kit import odds_asked, ratio

from .acts import Question
from .acts_combat import AskNeed, AskOdds, Attack, Combat, ground_attackers, named_attack, totals_of, trial
from .r02_1_components import chart_shift, ground_names, halve
from .vocabulary import Number, is_combat, river, river_there

COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")


@rule("9.3", Combat, "strength")
def strengths(attack: Combat) -> Findings:
    """The attack strengths of all attackers against the defence strengths of all combat units in the hex."""
    if attack.forbidden or attack.leaving and not any(is_combat(unit) for unit in attack.defenders):
        return
    attack.s.complete()  # whoever else may stand in the hex defends it
    for unit in attack.attackers:
        yield term("attack", unit.attack, "attack_strength", unit.id, unit=unit.id)
    for unit in attack.defenders:
        if is_combat(unit):
            yield term("defense", unit.defense, "defense_strength", unit.id, unit=unit.id)


@rule("9.3", Attack, "rivers")
def across_rivers(attack: Attack) -> Findings:
    """Across an unbridged river, minor or major, a unit attacks with half its strength."""
    if attack.forbidden:
        return
    for unit, place in ground_attackers(attack):
        water = river(attack.s, place, attack.target, unit.side)
        if water:
            yield from halve(attack, "attack", unit, f"across_{water}", hex=place, target=attack.target)


@rule("9.3", Attack)
def river_named(attack: Attack) -> Findings:
    """Whoever says that he attacks over a river must have that river before him."""
    named = attack.slots.get("across")
    if named and not river_there(attack.s, named, [(place, attack.target) for _, place in ground_attackers(attack)]):
        yield forbid("no_such_river", attack.target, river=named)


@rule("9.3", Attack, "limits")
def claimed_strength(attack: Attack) -> Findings:
    """Full or half strength is a matter of the rules, not of choice."""
    claimed = attack.slots.get("claimed")
    if claimed is None or attack.forbidden:
        return
    halvings = [line.group for line in attack.ruling.ledgers.get("attack") or () if line.group and line.value < 0]
    most = max((halvings.count(unit) for unit in halvings), default=0)
    if claimed == "full" and most:
        yield forbid("is_halved", attack.attackers)
    elif claimed in ("halved", "quartered") and most != (1 if claimed == "halved" else 2):
        yield forbid("is_not_so_halved", attack.attackers, times=most)


@rule("9.3", Combat, "odds")
def the_odds(attack: Combat) -> Findings:
    """Attack total to defence total, expressed as n to 1 or 1 to n and rounded in the defender's favour."""
    totals = totals_of(attack)
    if totals is None:
        return
    ours, theirs = totals
    if theirs <= 0:
        yield value("odds", highest(attack))
        return
    yield value("odds", ratio(ours, theirs), "odds_are", attack=str(ours), defense=str(theirs))


def highest(attack: Combat) -> str:
    """The last column of the combat table (9.3.2)."""
    found: str = attack.book.tables["odds"]["highest"]
    return found


@rule("9.3", AskOdds, "answer")
def odds_of_an_attack(question: Question) -> Findings:
    """The odds that an attack would have, and its column."""
    yield from odds_asked(question, trial(question, named_attack(question)))


@rule("9.3", AskNeed, "answer")
def points_for_odds(question: Question) -> Findings:
    """The attack points that odds take against a hex, before shifts."""
    wanted = str(question.slots.get("odds") or "")
    target = question.hex_of("target") if question.slots.get("target") else question.pending.get("hex")
    if not wanted or target is None:
        raise InputError("no_destination")
    first, _, second = wanted.partition(":")
    theirs = sum(unit.defense for unit in question.s.at(str(target)) if is_combat(unit))
    needed = math.ceil(theirs * Fraction(first) / int(second))
    yield value("needed", needed)
    yield value("answer", str(needed), "points_needed", str(target), odds=wanted, defense=str(theirs), points=str(needed))
    if question.units_of():
        ruling = trial(question, named_attack(question))
        have = ruling.computed.get("attack_total")
        if have is not None:
            yield value("attack_total", have)
            columns = (wanted,)
            yield define("odds_reached" if place_of(columns, have, max(theirs, 1)) >= 0 else "odds_missed", odds=wanted, points=str(have))


@rule("9.3.1", Combat, "shifts")
def terrain_of_the_defender(attack: Combat) -> Findings:
    """The defender's terrain shifts columns as the terrain chart says, everything in the hex added up."""
    if totals_of(attack) is None:
        return
    rows = ground_names(attack.s, attack.target)
    for row in rows:
        by = chart_shift(attack.s, row)
        if by:
            yield shift(by, "terrain_shift", f"terrain {row}", terrain=row, hex=attack.target)
    if not rows:
        yield define("clear_no_shift", attack.target)


@rule("9.3.2", Combat, "shifts", exception_to=("9.3.1", "9.2.4#2", "9.2.5"))
def nothing_left_to_defend(attack: Combat) -> Findings:
    """A defence that is rounded down to nothing puts the attack on the highest column, whatever would shift it."""
    totals = totals_of(attack)
    if totals is not None and totals[1] <= 0:
        yield define("defense_vanished", attack.target, column=highest(attack))


def share(column: str) -> Fraction:
    """What a column stands for: 3:1 is three, 1:2 one half."""
    first, _, second = column.replace("-", ":").partition(":")
    return Fraction(int(first), int(second))


def place_of(columns: list[str] | tuple[str, ...], ours: Number, theirs: Number) -> int:
    """Where the true ratio lies among the columns, -1 to the left of all; beyond the last it goes on by whole numbers (A6.5)."""
    exact = Fraction(ours) / Fraction(theirs)
    place = max((number_ for number_, column in enumerate(columns) if share(column) <= exact), default=-1)
    last = share(columns[-1])
    return place + int(exact - last) if exact > last else place


def columns_of(attack: Combat) -> list[str] | None:
    """The columns of the combat table from left to right, if they are stated."""
    stated = (attack.s.stated("tables") or {}).get("crt_columns") or attack.book.tables.get("crt_columns")
    if not stated or "tables.crt_columns" in attack.s.unknown:
        return None
    return sorted((str(column).replace("-", ":") for column in stated), key=share)


def shifted(attack: Combat, columns: list[str] | tuple[str, ...]) -> int:
    """The place of the final column after all shifts; before or after the cap is reading 6.5."""
    totals = totals_of(attack)
    if totals is None or totals[1] <= 0:
        return len(columns) - 1
    by: int = sum(finding.by for _, finding in attack.ruling.shifts)
    start = place_of(columns, *totals)
    if start >= len(columns) and by < 0 and attack.reading("6.5") == "cap":
        start = len(columns) - 1
    return start + by


@rule("9.3.2", Combat, "limits")
def below_the_lowest(attack: Combat) -> Findings:
    """Final odds below 1-2 after all shifts: the attack is impossible and called off."""
    totals = totals_of(attack)
    if totals is None:
        return
    known = columns_of(attack)
    place = shifted(attack, known or COLUMNS)
    by = sum(finding.by for _, finding in attack.ruling.shifts)
    if place < 0 and known is None and by and totals[1] > 0 and place_of(COLUMNS, *totals) >= 0:
        raise Missing("tables.crt_columns")  # more columns than the usual ones might keep it on the table
    if place < 0:
        yield forbid("below_lowest", attack.target, odds=str(attack.computed("odds")), shifts=str(by))
    elif by < 0 or place == 0:
        yield permit("not_below_lowest", odds=str(attack.computed("odds")), shifts=str(by))


@rule("9.3.2", Combat, "column")
def the_column(attack: Combat) -> Findings:
    """The column that the die is thrown on; above 8-1 it is 8-1."""
    if totals_of(attack) is None:
        return
    columns = columns_of(attack)
    if columns is None:
        raise Missing("tables.crt_columns")
    place = shifted(attack, columns)
    if place >= len(columns):
        yield define("above_highest", column=columns[-1])
    yield value("column", columns[min(place, len(columns) - 1)])
