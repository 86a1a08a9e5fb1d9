"""Dice that a clause tells of: the die shows 3, I rolled a 4, a 3 on the weather die, a 5 and a 4."""

from __future__ import annotations

from adjudicator.sentences.account import things_of
from adjudicator.sentences.tree import Clause, Nominal, Signed

DICE = frozenset(("dice", "roll", "table"))
THROWING = frozenset(("roll", "show"))
GETTING = frozenset(("have", "get", "reach", "add", "loss", "be", "remove", "happen", "score"))
"""Verbs that tell of dice only beside a word for them."""
OF_DICE = frozenset(("weather", "air", "air_superiority", "return", "replacement", "crossing", "attack", "turn", "game", "phase"))
"""Nouns that say what a throw is for."""


GENERAL = frozenset(("weather", "air"))
"""Throws that are nobody's own: what comes of them is asked about by itself."""


class Rolled:
    """Dice that were thrown: their numbers in order, and what for."""

    def __init__(self, rolls: list[int], purpose: str, turn: int | None) -> None:
        self.rolls = rolls
        self.purpose = purpose
        self.turn = turn


def thrown(clause: Clause, coloured: bool, asking: bool) -> Rolled | None:
    """The dice of a clause that tells of nothing else, None if it is none; in a book whose dice are told apart (`coloured`) only plain numbers."""
    verb = clause.verb
    if clause.asked or clause.subs or clause.stranded or verb is not None and (verb.negated or verb.modal):
        return None
    things = list(things_of(clause.phrases))
    nouns = {noun for thing in things for noun in thing.nouns()[:1]}
    named = bool(nouns & DICE) and not coloured
    senses = set(verb.senses) if verb is not None else set()
    sides = [thing for thing in things if thing.type == "SIDE" or thing.mod("SIDE") is not None]
    weather = any("weather" in thing.nouns() or any("weather" in dict(means).values() for means in thing.mods) for thing in things)
    if sides and not (asking and weather):
        return None  # whose throw it is, is a matter of the act
    bare = verb is None and all(thing.type == "NUM" and thing.det == "indef" for thing in things)
    if not (named and (verb is None or senses & (THROWING | GETTING)) or bare or verb is not None and senses & THROWING and not coloured):
        return None
    rolls: list[int] = []
    purpose, turn = "", None
    for thing in things:
        if not all(any(type_ in ("SIDE", "RIVER", "ORD") or value in OF_DICE | DICE for type_, value in means) for means in thing.mods):
            return None
        kind = thing.nouns()[0] if thing.nouns() else ""
        number = _number(thing)
        if kind == "turn" and thing.label is not None:
            turn = thing.label[1]
        elif thing.type == "NUM" or kind in DICE and number is not None:
            if not isinstance(number, int):
                return None
            rolls.append(number)
        elif kind in OF_DICE or kind in DICE:
            if number is not None:
                return None
        elif thing.type not in ("PRON", "SIDE", "WEATHER", "RIVER") or thing.num is not None or thing.label is not None:
            return None
        purpose = purpose or next((noun for noun in (*thing.nouns(), *(value for means in thing.mods for _, value in means)) if noun in OF_DICE - {"turn"}), "")
    return Rolled(rolls, {"air_superiority": "air"}.get(purpose, purpose), turn) if rolls else None


def _number(thing: Nominal) -> int | None:
    if thing.type == "NUM":
        return thing.value if isinstance(thing.value, int) and not isinstance(thing.value, Signed) and thing.num is None else None
    if thing.label is not None and thing.label[0] == "NUM":
        return int(thing.label[1])
    return None


def came_out(clause: Clause, asking: bool) -> str | None:
    """The result that a clause before a question or a deed tells of: it got a DR, the dice gave D1r1. None if it tells of something else."""
    verb = clause.verb
    if verb is None or verb.negated or verb.modal or clause.subs or clause.asked:
        return None
    if not set(verb.senses) & (THROWING | GETTING) or {"loss"} & set(verb.senses[: 1 if asking else None]) and not (verb.past or verb.perfect):
        return None
    things = clause.things()
    results = [thing for thing in things if thing.type == "RESULT"]
    rest = [
        thing
        for thing in things
        if thing.type not in ("RESULT", "UNIT", "MARKER", "PRON", "SIDE") and not {"dice", "roll", "result", "attack"} & set(thing.nouns())
    ]
    plain = all(thing.num is None and thing.label is None and not thing.mods and not thing.clauses for thing in things)
    return str(results[0].value) if len(results) == 1 and not rest and plain else None
