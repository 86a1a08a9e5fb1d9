"""What is only supposed: the forms in which a condition may be said, made those in which it would be stated.

*If 19Pz stood in 3011 and 16Pz in 3009*, *if it is out of supply*, *if 16Pz attacked 3010*.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.sentences.clauses import copied, elide
from adjudicator.sentences.tree import Chunk, Clause, Nominal

QUALITIES = frozenset(("STATUS", "SIDE"))


def condition(inner: Clause) -> Clause:
    """The clause of a condition as a statement would have it: no past is meant, *it is* with a state is said of what was named."""
    verb = inner.verb
    things = inner.things()
    bare = verb is not None and verb.senses in (["there"], ["be"]) and bool(things) and all(thing.type in QUALITIES for thing in things)
    if verb is None or not (verb.past and not verb.perfect and not verb.passive or bare):
        return inner
    plain = copied(inner)
    assert plain.verb is not None
    plain.verb.past = False
    if bare:
        plain.verb.lemma, plain.verb.senses = "be", ["be"]
        pronoun = Nominal([("PRON", "it")], plain.start, plain.start)
        plain.phrases.insert(0, Chunk(frozenset(("none",)), [pronoun], plain.start, plain.start, True))
    return plain


def shared(clauses: Sequence[Clause]) -> list[Clause]:
    """Behind a question with a condition, a clause without a verb that says just what the condition says of other things belongs to it."""
    found: list[Clause] = []
    for clause in clauses:
        inners = [inner for word, inners in found[-1].subs if word == "if" for inner in inners] if found and found[-1].asked else []
        if clause.kind == "gap" and inners and clause.link in ("and", "comma") and inners[-1].verb is not None and _said(clause) == _said(inners[-1]):
            other = copied(clause)
            elide(other, inners[-1])
            other.asked, other.kind, other.link = False, inners[-1].kind, "and"
            next(inners for word, inners in reversed(found[-1].subs) if word == "if").append(other)
            found[-1].end = clause.end
            continue
        found.append(clause)
    return found


def _said(clause: Clause) -> list[tuple[frozenset[str], str]]:
    return [(phrase.rels, phrase.things[0].type) for phrase in clause.phrases]


def is_moment(clause: Clause) -> bool:
    """And in German combat 2? A question that names a phase and nothing else: the next one is asked of it."""
    things = clause.things()
    named = len(things) == 1 and things[0].means_any("PHASE") is not None and not things[0].mods
    return clause.asked and clause.verb is None and named and not clause.subs and not clause.wh and "IN" in clause.phrases[0].rels


def moment(clause: Clause) -> Clause:
    """Such a question as a condition."""
    plain = copied(clause)
    plain.asked = False
    return plain
