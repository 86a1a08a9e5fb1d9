"""OCS terrain: what the ground does to strengths."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, InputError, Missing, Unit, define, rule, term
from adjudicator.kit import names, number

from .acts import Fight
from .acts_questions import AskOdds
from .vocabulary import CLASSES, class_of, terrain_of


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
            features = fight.s.on_side(start, fight.target)
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


@rule("OCS terrain", AskOdds, "terrain")
def river_between_sums(question: AskOdds) -> Findings:
    """A hexside that is named takes its part of the attack, where all classes lose the same; else the class is asked for."""
    crossed = question.slots.get("across")
    if crossed is None:
        return
    factors = {str(factor) for factor in question.book.tables["terrain"]["hexsides"].get(crossed, (1,))}
    if len(factors) > 1:
        raise InputError("which_class", crossed=crossed)
    factor = Fraction(factors.pop())
    question.strengths[0] = number(Fraction(str(question.strengths[0])) * factor)
    yield define("hexside_factor", crossed=crossed, factor=factor, attack=question.strengths[0])
