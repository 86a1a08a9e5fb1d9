"""A description beside the names that it stands for: my rifles, 47R; two panzer divisions, 16Pz and 19Pz; the tanks of 4GTk; 9SS, the division in 1210."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.sentences.spots import SPOTS
from adjudicator.sentences.token import Token
from adjudicator.sentences.tree import Chunk, Clause, Nominal

WHO = frozenset(("SIDE", "KIND", "SIZE", "CLASS"))
"""Types that say what a unit is."""
GROUPS = frozenset(("unit", "stack", "marker", "force", "garrison", "player", "side", "attackers", "reinforcement"))
"""Nouns that only stand for what is named."""
POINTING = frozenset(("def", "poss", "both", "three", "all"))
"""Determiners with which a description points at somebody."""
COUNTS = {"both": (2,), "three": (3, 4, 5)}
PLACED = frozenset(("IN", "OF", "FROM", "BY"))


def describes(thing: Nominal, count: int) -> bool:
    """Whether a thing may be a description of so many named units."""
    if thing.type == "PRON" and thing.value == "all" and not thing.mods:
        return count > 2  # las tres, 62, 68 y 213
    if thing.type not in WHO and not (thing.type == "WORD" and thing.det in ("def", "poss")) and not GROUPS & set(thing.nouns()):
        return False
    if thing.label is not None or thing.apposed or thing.num not in (None, count) or thing.det in COUNTS and count not in COUNTS[thing.det]:
        return False
    if not (thing.det in POINTING or thing.num is not None or thing.det in ("", "indef") and thing.type in WHO and (count == 1 or thing.num)):
        return False
    return all(phrase.rels & PLACED and all(other.type == "HEX" for other in phrase.things) for phrase in (*thing.of, *thing.own))


def given(units: Sequence[Nominal], thing: Nominal) -> list[Nominal]:
    """The units with what the description says of them: where they stand, what they are, what its relative clauses tell."""
    for unit in units:
        unit.own += [Chunk(frozenset(("STANDS",)), phrase.things, phrase.start, phrase.end) for phrase in (*thing.of, *thing.own)]
        unit.clauses += thing.clauses
        if thing.type in WHO:
            unit.mods.append(thing.means)
        elif thing.type == "WORD" and unit is units[0]:
            unit.apposed.append(thing)
        unit.mods += [means for means in thing.mods if means[0][0] in (*WHO, "STATUS")]
    return list(units)


def listed(things: list[Nominal], commas: list[bool]) -> list[Nominal]:
    """A coordination in which the first thing describes the others, or of two the second the first. `commas`: whether a mere comma stands before each."""
    units = things[1:]
    if len(things) > 1 and commas[1] and all(unit.type == "UNIT" for unit in units) and things[0].type != "UNIT" and describes(things[0], len(units)):
        return given(units, things[0])
    if len(things) == 2 and commas[1] and things[0].type == "UNIT" and things[1].det in ("def", "poss") and describes(things[1], 1):
        return given(things[:1], things[1])
    return things


def named_behind(before: Clause, clause: Clause) -> bool:
    """Four units: 1Pz, 46, 27 and 68. Two divisions march: 46 to 1508 and 31 to 1608. The names behind a colon stand for the group before it.

    The group is replaced by them; where they bring goals of their own, the clause behind gets the verb and True says that the one before is done with.
    """
    units = [thing for phrase in clause.phrases for thing in phrase.things]
    if clause.verb is not None or clause.subs or clause.wh or not units or any(thing.type != "UNIT" for thing in units):
        return False
    if any("none" not in phrase.rels for phrase in clause.phrases):
        return False
    for phrase in before.phrases:
        thing = phrase.things[-1]
        if len(phrase.things) != 1 or not describes(thing, len(units)) or not (thing.num is not None or thing.det in POINTING or thing.type == "PRON"):
            continue
        if any(unit.own for unit in units):
            if before.verb is None or len(before.phrases) > 1:
                return False
            clause.verb, clause.kind, clause.link = before.verb, before.kind, before.link
            return True
        phrase.things = given(units, thing)
        before.end, clause.phrases = clause.end, []
        before.phrases = [other for other in before.phrases if [each.type for each in other.things] != ["PRON"] or other.things[0].value != "all"]
        return False
    return False


def only_what(clause: Clause) -> bool:
    """Panzer attack: whether a clause says no more than what kind of units does something."""
    things = clause.things()
    return bool(things) and not clause.subs and all(thing.type in WHO and not thing.of and not thing.own and thing.num is None for thing in things)


def of_named(thing: Nominal) -> Nominal:
    """The tanks of 4GTk, los Tigres del 509Tiger: the unit itself; the town of 3308: the hex, with its ground."""
    units = [unit for phrase in thing.of for unit in phrase.things]
    if thing.type in SPOTS and thing.det == "def" and len(thing.of) == 1 and [unit.type for unit in units] == ["HEX"] and not (thing.own or thing.mods):
        units[0].mods.append(thing.means)
        units[0].start = thing.start
        return units[0]
    if thing.type == "UNIT" and [(unit.type, unit.value) for unit in units] == [("UNIT", thing.value)]:
        thing.of = []
    if thing.type not in ("KIND", "CLASS", "SIZE") or thing.num is not None or thing.own or not units or any(unit.type != "UNIT" for unit in units):
        return thing
    if len(thing.of) != 1 or len(units) != 1 or thing.det in ("no", "each", "all", "both"):
        return thing
    thing.of = []
    return given(units, thing)[0]


def beside(clause: Clause, tokens: Sequence[Token]) -> None:
    """Two corps are due back, 47R and 52R; the corps that return, 47R and 52R: names in a phrase of their own behind the description."""
    for at, phrase in enumerate(clause.phrases[1:], 1):
        units = phrase.things
        if phrase.rels != {"none"} or any(unit.type != "UNIT" for unit in units):
            continue
        before = next((token for token in reversed(tokens) if token.end <= units[0].start and token.classes[0] not in ("DET",)), None)
        glued = before is not None and before.end == clause.phrases[at - 1].things[-1].end and clause.phrases[at - 1].things[-1].type in WHO
        if before is None or not {"COMMA", "COLON", "DASH", "LP"} & set(before.classes) and not glued:
            continue
        for other in clause.phrases[:at]:
            thing = other.things[-1]
            near = other is clause.phrases[at - 1]
            if glued and not near:
                continue
            if len(other.things) == 1 and describes(thing, len(units)) and (near and thing.det in POINTING or thing.num is not None and len(units) > 1):
                other.things = given(units, thing)
                other.end = max(other.end, phrase.end) if near else other.end
                clause.phrases.remove(phrase)
                return
