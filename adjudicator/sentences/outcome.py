"""A result that is told of (the table came up DR), and one that is carried out: my attack ended in an Ar1, which I now carry out; a Dr1: apply it."""

from __future__ import annotations

from adjudicator.language.model import Stated
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.dice import GETTING, THROWING
from adjudicator.sentences.tree import Chunk, Clause, Nominal

TELLING = frozenset(("RESULT", "PRON", "UNIT", "MARKER", "SIDE", "KIND", "FEATURE", "TERRAIN", "HEX"))
"""What a clause may speak of that tells of a result."""
FOUGHT = frozenset(("dice", "roll", "result", "attack", "combat", "table", "defense", "offense", "attackers"))
"""Nouns of where a result comes from."""
CAUSAL = frozenset(("FROM", "FOR", "WITH", "BY", "TO", "IN", "OF"))
"""Relations in which a result is what a deed comes from."""
NOW = frozenset(("loss", "eliminate", "remove", "retreat", "move", "ignore", "call_off", "resolve", "claim"))
"""Verbs of deeds that a result leads to: such a clause does something itself."""


def carried(clauses: list[Clause], told: list[tuple[int, int]]) -> list[Clause]:
    """The clauses with each result that is told of and then carried out in one of them; `told` gets the places of what only tells of it."""
    found: list[Clause] = []
    for clause in clauses:
        clause, then = _relative(clause)
        for one in [clause, *([then] if then is not None else [])]:
            before = found[-1] if found else None
            if before is not None and _resolves(one) and _tells(before, then is not None):
                found[-1] = _joined(before, one)
                told.append((before.start, before.end))
            else:
                found.append(one)
    return found


def may_carry(clauses: list[Clause]) -> bool:
    """Whether any of the clauses, or one that hangs on a result, carries something out: then `carried` looks closer."""
    return any(_resolves(one) for clause in clauses for one in (clause, *(inner for thing in _results(clause) for inner in thing.clauses)))


def _results(clause: Clause) -> list[Nominal]:
    return [thing for thing in clause.things() if thing.type == "RESULT"]


def _relative(clause: Clause) -> tuple[Clause, Clause | None]:
    """A clause without the relative clause that its result hangs on, and that clause by itself, if it carries the result out."""
    for thing in _results(clause):
        for inner in thing.clauses:
            if _resolves(inner):
                main = copied(clause)
                for other in _results(main):
                    other.clauses = [one for one in other.clauses if not _resolves(one)]
                main.end = max([thing.end for thing in main.things()] + [main.verb.end if main.verb is not None else 0])
                return main, inner
    return clause, None


def _resolves(clause: Clause) -> bool:
    """Whether a clause carries out something that was spoken of before it."""
    verb = clause.verb
    effect = any("effect" in thing.nouns() for thing in clause.things())  # put it into effect
    if verb is None or not (verb.senses[:1] == ["resolve"] or effect) or verb.negated or verb.perfect or verb.past or clause.asked or clause.wh:
        return False
    return all(thing.type in ("PRON", "UNIT", "HEX") or {"result", "effect"} & set(thing.nouns()) and thing.label is None for thing in clause.things())


def _tells(clause: Clause, hung: bool) -> bool:
    """Whether a clause only tells of a result; one on whose result the deed hangs (`hung`) may call it a loss."""
    verb = clause.verb
    if clause.asked or clause.wh or clause.subs or clause.stranded or len(_results(clause)) != 1:
        return False
    if verb is not None and (verb.negated or verb.modal not in ("", "will") or NOW & set(verb.senses[:1]) and not (hung or verb.past or verb.perfect)):
        return False
    if any(thing.num is not None or thing.label is not None or thing.clauses or thing.det == "no" for thing in clause.things()):
        return False
    return all(thing.type in TELLING or bool(FOUGHT & set(thing.nouns())) for thing in clause.things())


def _joined(teller: Clause, deed: Clause) -> Clause:
    """The deed with the result as its object, and where it was fought."""
    both = copied(deed)
    verb = both.verb
    assert verb is not None
    verb.clitics = [word for word in verb.clitics if word not in ("it", "self")]
    both.kind, both.link = "fin", teller.link
    result = _results(teller)[0]
    kept = [phrase for phrase in both.phrases if not all(thing.type == "PRON" or "result" in thing.nouns() for thing in phrase.things)]
    plain = Chunk(frozenset(("none",)), [result.plain()], result.start, result.end)
    hexes = [Chunk(frozenset(("IN",)), [thing.plain()], thing.start, thing.end) for thing in teller.things() if thing.type == "HEX"]
    both.phrases = [*kept, plain, *(hexes if not any(thing.type == "HEX" for phrase in kept for thing in phrase.things) else [])]
    verb.passive = False
    return both


def without_result(clause: Clause, fact: str) -> tuple[Clause, Stated] | None:
    """Who gets a marker from this Ae3, does it lose a step to the Do1: the clause without the result that it comes from, and that result as a fact."""
    found = [phrase for phrase in clause.phrases if phrase.rels & CAUSAL and [thing.type for thing in phrase.things] == ["RESULT"]]
    thing = found[0].things[0] if len(found) == 1 else None
    if thing is None or clause.verb is None or thing.label is not None or thing.num is not None or thing.det not in ("", "def", "dem", "poss"):
        return None
    if thing.mods or thing.of or thing.own or thing.clauses or thing.apposed:
        return None
    plain = copied(clause)
    plain.phrases = [phrase for phrase in plain.phrases if not (phrase.start == found[0].start and phrase.end == found[0].end)]
    return plain, Stated(fact, str(thing.value).rpartition(":")[2])


def came_out(clause: Clause, asking: bool, fact: str) -> list[Stated]:
    """The result that a clause before a question or a deed tells of, as a fact: it got a DR, the table came up DR, the result includes DG. [] if it is none.

    Of dice, a table, a fight, whatever they do, or of who got it.
    """
    verb = clause.verb
    if verb is None or verb.negated or verb.modal or clause.subs or clause.asked or clause.wh:
        return []
    things = clause.things()
    if not any(thing.type in ("RESULT", "STATUS") for thing in things):
        return []
    subjects = [thing for phrase in clause.phrases if phrase.before and "none" in phrase.rels for thing in phrase.things]
    led = [thing for phrase in clause.phrases if "none" in phrase.rels for thing in phrase.things]
    fell = (verb.past or verb.perfect) and not verb.passive and any(thing.type == "RESULT" for thing in led) and all(thing.type != "UNIT" for thing in led)
    gives = fell or any(FOUGHT & set(thing.nouns()) for thing in subjects)  # a DL1 has fallen on 68Inf
    gets = bool(set(verb.senses) & (THROWING | GETTING)) and not NOW & set(verb.senses[:1]) - {"loss", "move"}
    over = verb.past or verb.perfect or "loss" not in verb.senses[: 1 if asking else None]
    of_result = any("result" in thing.nouns() for thing in subjects)  # it includes DG: what it brings is part of it
    results = _results(clause) or [thing for thing in things if of_result and thing.type == "STATUS"]
    places = [thing for thing in things if thing.type == "HEX"]
    told = [thing for thing in things if thing in (*results, *places) or thing.type in ("UNIT", "MARKER", "PRON", "SIDE") or FOUGHT & set(thing.nouns())]
    plain = all(thing.num is None and thing.label is None and not thing.mods and not thing.clauses and thing.det != "no" for thing in things)
    inside = all("IN" in phrase.rels for phrase in clause.phrases if any(thing in places for thing in phrase.things))
    if len(results) != 1 or len(told) != len(things) or not (gives or gets) or not over or not plain or len(places) > 1 or not inside:
        return []
    return [Stated(fact, str(results[0].value).rpartition(":")[2]), *(Stated(f"{fact.partition('.')[0]}.hex", thing.value) for thing in places)]
