"""The series' combat: strengths, terrain, odds, surprise, the combat table; and the chain of its three throws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, drm, forbid, permit, shift, term, value, warn
from adjudicator.ground.situation import Unit
from adjudicator.ground.throws import Throw
from adjudicator.kit.charts import names
from adjudicator.kit.numbers import number, ratio

from .acts import FACTORS, OVERRUN, ClaimedAttack, Dice, Fight, OcsCase, Place
from .acts_questions import AskAttackOdds, AskChances, AskOdds, AskTotal, LookUp
from .r01_losses import share

CLASSES = ("armour", "mech", "other")
DENSITIES = ("open", "close", "very_close", "extremely_close")
COUNTED = (Fight,)
_ROW_NAMES = {"1": ("1", "<=1", "1 or less"), "15": ("15", ">=15", "15+", "15 or more")}


# ---- strengths ----------------------------------------------------------------------------------------------------------
@rule("Ejemplo", Fight, "strength")
def printed_strengths(fight: Fight) -> Findings:
    """The strengths of all that fight are added up, each as terrain, steps, supply and mode leave it."""
    for unit in fight.attackers:
        yield term("attack", number(unit.attack), "unit", unit.id, unit=unit.id)
    for unit in fight.defenders:
        yield term("defense", number(unit.defense), "unit", unit.id, unit=unit.id)


def density(case: OcsCase, hex_: str) -> str:
    """The density of a hex: which row of column heads it uses."""
    row = case.book.tables["terrain"]["hexes"].get(terrain_of(case, hex_))
    return str(row["density"]) if row else "open"


def class_of(unit: Unit) -> str:
    """armour, mech or other, also where it was told in other games' words."""
    found = str(unit.fact("class"))
    found = {"mechanized": "mech", "non_mechanized": "other", "static": "other"}.get(found, found)
    if found not in CLASSES:
        raise Missing(unit.path("class"), CLASSES)
    return found


def terrain_of(case: OcsCase, hex_: str) -> str:
    """The terrain of a hex; asked for where what was told is none of this game."""
    place = case.s.hex(hex_)
    found = {"clear": "open"}.get(place.terrain, str(place.terrain))
    if found not in case.book.tables["terrain"]["hexes"] and found != "sea":
        raise Missing(place.path("terrain"), case.book.facts["hexes.terrain"].values)
    return found


@rule("OCS terrain", Fight, "terrain")
def terrain_modifiers(fight: Fight) -> Findings:
    """Every attacking stack takes the modifier of the hex or of the hexside it crosses, as the defender chooses; defenders that of their hex."""
    table = fight.book.tables["terrain"]
    terrain = terrain_of(fight, fight.target)
    stacks: dict[str | None, list[Unit]] = {}
    for unit in fight.attackers:
        stacks.setdefault(fight.standing(unit), []).append(unit)
    for start, units in stacks.items():
        ways = [(terrain, [_hex_factor(fight, table, terrain, unit) for unit in units])]
        if start is not None and start != fight.target:
            features = fight.s.side(start, fight.target).features
            if "river" in features and not set(features) & set(table["hexsides"]):  # which river, nobody said
                raise Missing(fight.s.side(start, fight.target).path("features"), fight.book.facts["hexsides.features"].values)
            for feature in features:
                if feature in table["hexsides"]:
                    row = table["hexsides"][feature]
                    ways.append((feature, [number(Fraction(str(row[CLASSES.index(class_of(unit))]))) for unit in units]))
        strengths = [fight.part("attack", unit.id) for unit in units]
        sums = [sum(strength * factor for strength, factor in zip(strengths, factors, strict=True)) for _, factors in ways]
        chosen, factors = ways[sums.index(min(sums))]
        for unit, strength, factor in zip(units, strengths, factors, strict=True):
            if factor != 1 and strength:
                yield term("attack", strength * factor - strength, "terrain_attack", unit.id, unit=unit.id, factor=factor, terrain=chosen)
        if len(ways) > 1:
            yield define("defender_picks", where=[start], stack=names(units), terrain=chosen)
    yield define("terrain_is", fight.target, terrain=terrain)
    row = table["hexes"].get(terrain)
    for unit in fight.defenders if row and row["defense"] != [1, 1, 1] else ():
        factor = number(Fraction(str(row["defense"][CLASSES.index(class_of(unit))])))
        have = fight.part("defense", unit.id)
        if factor != 1 and have:
            yield term("defense", have * factor - have, "terrain_defense", unit.id, unit=unit.id, factor=factor, terrain=terrain)


def _hex_factor(fight: Fight, table: Any, terrain: str, unit: Unit) -> Any:
    """The multiplier of the target hex; anti-tank effects of a defender leave half as much again of a doubling."""
    row = table["hexes"].get(terrain)
    if row is None or row["attack"] == [1, 1, 1]:
        return 1
    factor = number(Fraction(str(row["attack"][CLASSES.index(class_of(unit))])))
    if factor == 2 and any(other.antitank for other in fight.defenders):
        return number(Fraction(str(table["antitank"])))
    return factor


@rule("Ejemplo", Fight, "totals")
def totals(fight: Fight) -> Findings:
    """Both sums."""
    yield value("attack_total", fight.total("attack"))
    yield value("defense_total", fight.total("defense"))


@rule("Ejemplo", AskTotal, "answer")
def asked_strength(question: AskTotal) -> Findings:
    """The strength of a side, or of some of its units, as terrain, steps, supply and mode leave it; or whether it is halved or doubled."""
    units = question.units_of("units", question.wanted)
    side = units[0].side if units else question.enemy if question.wanted.get("role") in ("defense", "defender") else question.side
    mine = units or question.sides[side]
    ledger = "attack" if side == question.side else "defense"
    have = sum((Fraction(question.part(ledger, unit.id)) for unit in mine), Fraction(0))
    factor = question.wanted.get("factor")
    if factor is None:
        yield value("answer", have)
        return
    printed = sum((Fraction(number(unit.attack if ledger == "attack" else unit.defense)) for unit in mine), Fraction(0))
    yield value("answer", "yes" if have == printed * FACTORS[factor] else "no")


@rule("Ejemplo", ClaimedAttack, "claimed")
def claimed_strength(fight: ClaimedAttack) -> Findings:
    """A strength that somebody has added up himself is compared with the sum."""
    for side, claimed in fight.points.items():
        for unit in fight.sides[side]:  # the rule for lost steps is asked for first
            share(fight, unit, side == fight.side)
        total = fight.total("attack" if side == fight.side else "defense")
        if Fraction(str(claimed)) != total:
            yield forbid("other_strength", side=side, claimed=claimed, total=total)
        else:
            yield permit("right_strength", side=side, total=total)
    for side, factor in sorted(fight.factors.items()):
        for unit in fight.sides[side]:
            share(fight, unit, side == fight.side)
        total = fight.total("attack" if side == fight.side else "defense")
        printed = sum((number(unit.attack if side == fight.side else unit.defense) for unit in fight.sides[side]), Fraction(0))
        if total != printed * factor:
            yield forbid("other_strength", side=side, claimed=printed * factor, total=total)
        else:
            yield permit("right_strength", side=side, total=total)


# ---- odds ---------------------------------------------------------------------------------------------------------------
def nearest(attack: Any, defense: Any) -> str:
    """The odds, larger over smaller, to the nearest, halves up: 15 to 6 is 3:1, 4 to 6 is 1:2."""
    high, low = Fraction(max(attack, defense)), Fraction(min(attack, defense))
    if low <= 0:
        return ratio(attack, defense)
    times = (2 * high + low) // (2 * low)
    return f"{times}:1" if attack >= defense else f"1:{times}" if times > 1 else "1:1"


def odds_of(case: OcsCase, attack: Any, defense: Any) -> str:
    """The odds as this table rounds them; the sources differ, so the other ways are shown where they matter."""
    ways = {"nearest": nearest(attack, defense), "down": ratio(attack, defense), "up": ratio(attack, defense, up=True)}
    said = case.s.options.get("rounding")
    if said in ways and "options.rounding" not in case.s.unknown:
        return ways[said]
    if "options.rounding" in case.s.unknown and "options.rounding" not in case.s.tried and len(set(ways.values())) > 1:
        raise Missing("options.rounding", tuple(ways))
    if "options.rounding" in case.s.tried:
        return ways[case.s.tried["options.rounding"]]
    return ways[case.reading("rounding")] if len(set(ways.values())) > 1 else ways["nearest"]


def worth(head: str) -> Fraction:
    """What a column head or odds amount to, for comparing them."""
    first, _, second = head.partition(":")
    return Fraction(int(first), max(int(second), 1)) if int(second) else Fraction(10**6)


def column_of(heads: list[str], odds: str) -> int:
    """The column of odds: the next lower head; below the first head the first."""
    have = worth(odds)
    return max((at for at, head in enumerate(heads) if worth(head) <= have), default=0)


@rule("OCS rounding", (Fight, AskAttackOdds), "odds")
def odds(fight: Fight) -> Findings:
    """Attack total over defence total, rounded once, after all sums."""
    ours, theirs = fight.total("attack"), fight.total("defense")
    yield value("odds", odds_of(fight, ours, theirs), "odds", attack=ours, defense=theirs)


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


@rule("OCS rounding", AskOdds, "answer")
def asked_odds(question: AskOdds) -> Findings:
    """The odds of two strengths, larger over smaller, rounded once."""
    ours, theirs = question.strengths
    found = odds_of(question, ours, theirs)
    yield value("odds", found, "odds", attack=ours, defense=theirs)
    yield value("answer", found)


@rule("OCS Combat Table", AskOdds, "answer_column")
def asked_column(question: AskOdds) -> Findings:
    """The column they use in the density that is named."""
    said = question.slots.get("terrain") or question.s.terrain
    row = question.book.tables["terrain"]["hexes"].get(said)
    heads = question.book.tables["crt"]["columns"][row["density"] if row else "open"]
    found = heads[column_of(heads, question.computed("odds"))]
    yield value("column", found, "column", column=found)


@rule("Ejemplo", AskOdds, "answer")
def as_in_the_example(question: AskOdds) -> Findings:
    """The sums are compared as the example compares them."""
    yield define("sums_compared", attack=question.strengths[0], defense=question.strengths[1])


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


# ---- surprise -----------------------------------------------------------------------------------------------------------
def hedgehog(case: OcsCase, hex_: str, side: str) -> int:
    """The level of the hedgehog in a hex, 0 without one."""
    return max((int(marker.level) for marker in case.markers_of("hedgehog", hex_) if marker.stated("side") in (None, side)), default=0)


def surprise_modifier(fight: Fight, difference: int | None = None) -> int:
    """What is added to the surprise roll: the difference of action ratings, less what the table's choice takes off for a hedgehog."""
    total = int(fight.computed("ar_differential") if difference is None else difference)
    level = hedgehog(fight, fight.target, fight.enemy)
    if level:
        chosen = fight.switch("hedgehog_surprise", ("none", "minus_one", "level"))
        total -= {"none": 0, "minus_one": 1, "level": level}[chosen]
    return total


def surprised(fight: Fight, total: int) -> str:
    """Who surprises at a modified total."""
    limits = fight.book.tables["surprise"][OVERRUN if fight.act == OVERRUN else "attack"]
    return "attacker" if total >= limits["attacker"] else "defender" if total <= limits["defender"] else "none"


@rule("OCS Surprise", Fight, "surprise")
def surprise_roll(fight: Fight) -> Findings:
    """Two dice and the difference of action ratings: high surprises the defender, low the attacker; an overrun has wider limits."""
    start = fight.start if fight.start is not None else 0
    said = fight.before.get("surprise") or {}
    if said.get("by"):
        yield define("surprise_already", who=said["by"])
        fight.place = Place(said["by"], said["by"] == "none", start, None)
        return
    fight.place = Place(None, False, start, None)
    if isinstance(fight, AskChances) and len(fight.asked_leads) > 1:
        return
    modifier = surprise_modifier(fight)
    if isinstance(fight, AskChances) and not fight.has_dice("surprise"):
        return
    if isinstance(fight, Dice) and fight.said and "surprise" not in fight.said:
        raise Missing("pending.surprise")
    total = fight.throw("surprise") + modifier
    by = surprised(fight, total)
    fight.place = Place(by, by == "none", start, None)
    yield value("surprise_total", total, "surprise_total", natural=total - modifier, modifier=f"{modifier:+d}", total=total)
    yield value("surprise", by, f"surprise_{by}")
    if fight.surprise_claim is not None:
        yield from _claimed(fight, by)


def _claimed(fight: Fight, by: str) -> Findings:
    """Somebody said who has surprised."""
    assert fight.surprise_claim is not None
    role, denied = fight.surprise_claim
    claimed = (by != role if role else by == "none") if denied else (by == role if role else by != "none")
    if not claimed:
        yield forbid("no_such_surprise", role=role or "none", who=by)
    else:
        yield permit("surprise_claimed", who=by)


def shifted(fight: Fight, by: str, at: int, die: int) -> int:
    """The column after the surprise die: right for the attacker, left for the defender, and never beyond the table."""
    last = len(fight.book.tables["crt"]["columns"]["open"]) - 1
    return max(0, min(last, at + (die if by == "attacker" else -die)))


@rule("OCS Surprise", Fight, "shift")
def surprise_die(fight: Fight) -> Findings:
    """One die gives the columns of the density row that surprise shifts."""
    place = fight.place
    if place is None or place.by in (None, "none"):
        return
    said = fight.before.get("surprise") or {}
    die = fight.s.tried.get("pending.surprise.die", said.get("die"))
    if die is None:
        if isinstance(fight, Dice) and "combat" in fight.said and "shift" not in fight.said:
            raise Missing("pending.surprise.die", (1, 2, 3, 4, 5, 6))
        if isinstance(fight, (Dice, AskChances)) and not fight.has_dice("shift"):
            return
        die = fight.throw("shift", 1)
    at = shifted(fight, str(place.by), place.column, int(die))
    fight.place = place._replace(shifted=True, column=at)
    by = int(die) if place.by == "attacker" else -int(die)
    if fight.start is not None:
        yield shift(by, "surprise_shift", who=place.by, die=die, columns=at - place.column)


# ---- the combat table ---------------------------------------------------------------------------------------------------
def row_of(total: int) -> str:
    """The row of a modified total: 1 or less is the first, 15 or more the last."""
    return str(max(1, min(15, total)))


def stated_cell(case: OcsCase, at: int, row: str) -> Any:
    """The entry of a player's own card, under whatever density he has it; None if he has none."""
    card = (case.s.facts.get("tables") or {}).get("crt")
    if not isinstance(card, dict):
        return None
    for name, heads in case.book.tables["crt"]["columns"].items():
        rows = (card.get(name) or {}).get(heads[at])
        if isinstance(rows, dict):
            for key in _ROW_NAMES.get(row, (row,)):
                if rows.get(key) is not None:
                    return rows[key]
    return None


def cell(case: OcsCase, at: int, row: str) -> str:
    """The result of a cell; asked for where the sources disagree and nobody said what his chart has."""
    columns = case.book.tables["crt"]["columns"]
    path = f"tables.crt.open[{columns['open'][at]}][{row}]"
    if path in case.s.tried:
        return str(case.s.tried[path])
    if case.s.unknown:
        if "tables.crt" in case.s.unknown or "tables" in case.s.unknown:
            raise Missing("tables.crt")
        if any(f"tables.crt.{name}[{heads[at]}][{row}]" in case.s.unknown for name, heads in columns.items()):
            raise Missing(path, _disputed(case, at, row))
    found = stated_cell(case, at, row)
    if found is not None:
        return str(found)
    disputed = _disputed(case, at, row)
    if disputed:
        raise Missing(path, disputed)
    return str(case.book.tables["crt"]["rows"][row][at])


def _disputed(case: OcsCase, at: int, row: str) -> tuple[str, ...] | None:
    """What the sources have in a cell on which they disagree."""
    found = case.book.tables["crt"]["disputed"].get(f"{row}/{at + 1}")
    return tuple(dict.fromkeys(found.values())) if found else None


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
    return "A, B, C" if not _disputed(case, at, row) else "?"


def _own_card(case: OcsCase) -> Findings:
    """Where a player's own card differs from the table that ships with the book."""
    card = (case.s.facts.get("tables") or {}).get("crt")
    if not isinstance(card, dict):
        return
    shipped = case.book.tables["crt"]
    for name, heads in shipped["columns"].items():
        for at, head in enumerate(heads):
            for row, typed in ((card.get(name) or {}).get(head) or {}).items():
                key = next((each for each, ways in _ROW_NAMES.items() if row in ways), str(row))
                have = shipped["rows"].get(key, [None] * 13)[at]
                if f"{key}/{at + 1}" not in shipped["disputed"] and have != typed:
                    yield warn("card_differs", density=name, column=head, row=row, typed=typed, shipped=have)


@rule("OCS Combat Table", Fight, "lead")
def hedgehog_modifier(fight: Fight) -> Findings:
    """A hedgehog takes its level off the combat roll."""
    level = hedgehog(fight, fight.target, fight.enemy)
    if level:
        yield drm(-level, "hedgehog", level=level, hex=fight.target)


# ---- the chain of throws ------------------------------------------------------------------------------------------------
def combat_throws(fight: Fight, difference: int | None = None) -> list[Throw]:
    """Surprise, its die, combat: what is left of them from where the combat stands.

    The functions are those that the rules use; what they read of the position is read once, here.  ``difference``: of the action
    ratings, where another lead is thought of.
    """
    place = fight.place
    heads = fight.book.tables["crt"]["columns"][density(fight, fight.target)]
    modifier = surprise_modifier(fight, difference) if place is not None and place.by is None else 0
    plus = sum(finding.by for _, finding in fight.ruling.drms) + (difference or 0)
    throws = [
        Throw("surprise", 2, 6, lambda at, total: Place(by := surprised(fight, total + modifier), by == "none", at.column, None), lambda at: at.by),
        Throw("shift", 1, 6, lambda at, die: at._replace(shifted=True, column=shifted(fight, at.by, at.column, die)), lambda at: heads[at.column],
              lambda at: not at.shifted),
        Throw("combat", 2, 6, lambda at, total: at._replace(result=cell(fight, at.column, row_of(total + plus))), lambda at: at.result),
    ]  # fmt: skip
    done = 0 if place is None or place.by is None else 1 if not place.shifted else 2
    return throws[done:]
