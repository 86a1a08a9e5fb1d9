"""How many of its steps a unit has left, or lacks, in any wording: is down one step of four, le falta un paso, has three steps left of five.

Two numbers are what there was (*of five*) and what is left of it, or gone; one alone is read here only where it says what is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.ground.declaration import LACKING, LEFT
from adjudicator.language.model import Stated
from adjudicator.sentences.account import STRICT, Span
from adjudicator.sentences.frames import EMPTY
from adjudicator.sentences.tree import Clause, Nominal

LOSS = frozenset(("loss", "eliminate", "lack", "eliminated:true"))
"""What words say of steps that are gone."""
HOLDS = frozenset(("have", "keep", "left_with", "be"))
"""Verbs of what is left."""
IDLE = EMPTY | {"already", "still", "also", "just", "only", "down"}
"""Adverbs that change nothing of what is left."""
SPARE = frozenset(("left", "available"))
"""What says of points that they are left."""
POINTS = frozenset(("mp", "mp_left"))
"""Nouns of movement points."""
WHOLE = frozenset(("OF", "FROM"))
ANY = ("", None, "def", "indef", "poss")
"""Determiners that say no more than whose they are, or that it is one."""


class StepsTold:
    """What a clause says of steps: whose, how many of how many, and whether those are gone."""

    def __init__(self) -> None:
        self.units: list[str] = []
        self.counts: list[int] = []
        self.wholes: list[int] = []
        self.stepped = self.gone = self.at = False

    def takes(self, thing: Nominal, rels: frozenset[str], short: frozenset[str]) -> bool:
        """Take one thing; False if it says something else."""
        values = {str(value) for means in thing.mods for _, value in means}
        if thing.type == "UNIT":
            self.units.append(str(thing.value))
            return bool(rels & {"none", "TO"}) and not thing.mods and thing.num is None and thing.label is None
        if short & {str(value) for _, value in thing.means}:
            self.gone = True
            return not thing.mods and thing.num is None
        if thing.type != "NUM" and "step" not in thing.nouns() or thing.label is not None or thing.det not in ANY or "TO" in rels:
            return False  # is down to three of its four: compared with the position
        number = thing.value if thing.type == "NUM" else thing.num if thing.num is not None else 1 if thing.det == "indef" else None
        self.stepped = self.stepped or thing.type != "NUM"
        self.gone = self.gone or bool(values & (LOSS | short))
        if any(not {str(value) for _, value in means} & (LOSS | short) for means in thing.mods) or not isinstance(number, int):
            return False
        whole = bool(rels & WHOLE) or "IN" in rels and thing.type == "NUM" and bool(self.counts)  # one step in three
        (self.wholes if whole else self.counts).append(number)
        self.at = self.at or not whole and "none" not in rels
        return True


def _said(clause: Clause) -> Iterator[tuple[Nominal, frozenset[str]]]:
    """The things of a clause, each with its relations, and those behind *of*."""
    for phrase in clause.phrases:
        for thing in phrase.things:
            yield thing, phrase.rels
            yield from ((inner, other.rels) for other in thing.of for inner in other.things)


def remaining(clause: Clause, states: Mapping[str, Any], told: list[Span] | None = None) -> list[Stated] | None:
    """The steps of the units of a clause; None if it tells of something else, or only of what they have."""
    verb = clause.verb
    if (
        clause.wh
        or clause.asked
        or clause.stranded
        or not clause.phrases
        or verb is not None
        and (verb.negated or verb.modal or verb.past and not verb.perfect)
    ):
        return None
    if not any("step" in thing.nouns() for thing, _ in _said(clause)):
        return None
    found, short = StepsTold(), frozenset((*(states.get("standing") or {}).get("short", ()), "less"))
    inners = [one for _, subs in clause.subs for one in subs]
    for one in inners:
        if one.kind != "pcp" or one.verb is None or one.verb.negated or not {"loss", "leave"} & set(one.verb.senses) or one.subs or one.adverbs:
            return None
        found.gone = found.gone or "loss" in one.verb.senses
    if any(thing.clauses or thing.apposed or thing.own for thing, _ in _said(clause)):
        return None
    if not all(found.takes(thing, rels, short) for whole in (clause, *inners) for thing, rels in _said(whole)):
        return None
    adverbs = [word for word, _, _ in clause.adverbs]
    senses, clitics = (set(verb.senses), verb.clitics) if verb is not None else (set[str](), [])
    spare = [(start, end) for word, start, end in clause.adverbs if word not in IDLE | short]
    down = "down" in (*adverbs, *(verb.particles if verb is not None else ()))
    lost = verb is not None and verb.perfect
    if lost and not ("loss" in senses and found.wholes):
        return None
    found.gone = found.gone or lost or "lack" in senses or bool(short & set(adverbs)) or down and "be" in senses and not found.at
    if (
        spare
        and told is None
        or any(word in STRICT and word != "only" for word in adverbs)
        or verb is not None
        and not senses & (HOLDS | {"lack"} | ({"loss"} if lost else set()))
    ):
        return None
    if not found.units or len(found.counts) != 1 or len(found.wholes) > 1:
        return None
    if not (found.wholes or found.gone):  # has a step left, tiene un paso: no number says so
        single = any(thing.det == "indef" for thing, _ in _said(clause)) and bool(senses & (HOLDS - {"be"}) or clitics)
        return [Stated(f"units[{unit}].steps", 1) for unit in found.units] if single else None
    if senses == {"be"} and not (found.gone or found.at or clitics) or not found.gone and "lack" in senses:
        return None
    if told is not None:
        told += spare
    count = found.counts[0]
    if not found.wholes:
        return [Stated(f"{LACKING}[{unit}]", count) for unit in found.units]
    whole = found.wholes[0]
    left = whole - count if found.gone else count
    return [Stated(f"units[{unit}].{key}", value) for unit in found.units for key, value in (("max_steps", whole), ("steps", left))] if left >= 0 else None


def points_left(clause: Clause) -> list[Stated] | None:
    """The movement points that are left to the units of a clause: has 2 MPs left, le quedan 2 PM; None if it says anything else."""
    verb, units, points = clause.verb, list[tuple[Nominal, frozenset[str]]](), list[Nominal]()
    if verb is None or verb.negated or verb.modal or verb.past or clause.wh or clause.asked or clause.subs or clause.stranded:
        return None
    mods = {str(value) for phrase in clause.phrases for thing in phrase.things for means in thing.mods for _, value in means}
    said = mods | {word for word, *_ in clause.adverbs}
    for phrase in clause.phrases:
        for thing in phrase.things:
            if thing.clauses or thing.apposed or thing.own or thing.of:
                return None
            if thing.type == "UNIT" and thing.num is None and phrase.rels & {"none", "TO"}:
                units.append((thing, phrase.rels))
            elif POINTS & set(thing.nouns()) and isinstance(thing.num, int):
                points.append(thing)
                if "mp_left" in thing.nouns():
                    said.add("left")
            else:
                return None
    senses = set(verb.senses)
    left = said & SPARE or "left_with" in senses or senses & {"become", "stay"} and (any("TO" in rels for _, rels in units) or verb.clitics)
    if len(points) != 1 or not units or not left or not senses & (HOLDS | {"become", "stay"}) or not said <= IDLE | SPARE:
        return None
    return [Stated(f"{LEFT}[{unit.value}]", points[0].num) for unit, _ in units]


def scored(clause: Clause) -> list[Stated] | None:
    """The German ends on 8 VP, el alemán suma 8 PV: the points that a side has; None if it says anything else."""
    verb, things = clause.verb, clause.things()
    points = [thing for thing in things if thing.nouns()[:1] == ["vp"] and thing.num is not None]
    plain = (
        verb is not None and bool({"end", "score", "add"} & set(verb.senses)) and not (verb.negated or verb.modal or clause.wh or clause.subs or clause.asked)
    )
    if not plain or len(points) != 1 or [thing.type for thing in things if thing not in points] != ["SIDE"]:
        return None
    return [Stated("vp", points[0].num)]
