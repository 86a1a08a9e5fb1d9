"""Figures that are claimed of an act: at 3:1, 7 MP, that is legal; strengths that are told before their odds are asked for."""

from __future__ import annotations

from typing import Any

from adjudicator.language.model import Act, Stated
from adjudicator.sentences.account import things_of, weighs
from adjudicator.sentences.frames import items
from adjudicator.sentences.joined import Part
from adjudicator.sentences.tree import Chunk, Clause

HOLDING = frozenset(("have", "show", "total", "add", "score", "attack", "defend", "reach", "deploy"))
"""Verbs that tell how strong somebody is."""
THEIRS = frozenset(("he", "they", "defense"))
"""Whose strength is that of the defence."""


def claimed(clause: Clause, acted: Act | None, text: str) -> list[Part] | None:
    """The claims of a clause of nothing else; dice where it tells of these alone. None: it is no such clause."""
    verb = clause.verb
    if verb is not None and not {"claim", "be", "cost"} & set(verb.senses):
        return None
    if verb is None and acted is None and len(clause.things()) != 1 or clause.subs and verb is None:
        return None
    claims: dict[str, Any] = {}
    rolls: list[int] = []
    row = items(clause)
    for word, inners in clause.subs:
        if word in ("that", "inf"):
            for inner in inners:
                row += items(inner)
        elif any(weighs(inner) for inner in inners):
            return None  # I use 2 MPs to move 44ID there: more than a claim
    for item in row:
        thing = item.thing
        nouns = thing.nouns()
        if thing.type == "ODDS":
            claims["odds"] = thing.value
        elif "odds" in nouns and thing.label is not None and thing.label[0] == "ODDS":
            claims["odds"] = thing.label[1]
        elif "mp" in nouns and thing.num is not None:
            claims["mp"] = thing.num
        elif thing.type == "VERDICT":
            claims["verdict"] = thing.value
        elif thing.type == "NUM" and verb is not None and "claim" in verb.senses and text[thing.start] in "+-":
            claims["drm"] = -int(thing.value) if text[thing.start] == "-" else int(thing.value)
        elif thing.type == "RESULT" and verb is not None and "claim" in verb.senses:
            claims["result"] = thing.value
        elif thing.label and thing.label[0] != "NUM":
            return None
        elif nouns and nouns[0] in ("dice", "roll") and (thing.label or thing.num is not None) and not thing.mods and not thing.of:
            rolls.append(int(thing.label[1] if thing.label else thing.num or 0))
        elif rolls and thing.type == "NUM":
            rolls.append(thing.value)
        elif thing.type in ("PRON",) or nouns and nouns[0] in ("odds", "cost", "result", "attack", "move", "shift"):
            continue
        else:
            return None
    if rolls and not claims:
        return [Stated("rolls", rolls)] if verb is None or "be" in verb.senses else None
    return [Stated("claims", claims)] if claims else None


def amount(clause: Clause, more: bool) -> bool:
    """I have 24, he has 4, 12 against 2, behind such a clause (`more`) open ground: how strong somebody is of whom nothing else is told."""
    verb, things = clause.verb, list(things_of(clause.phrases))
    if verb is None and things and more and all(thing.type == "TERRAIN" for thing in things):
        return True
    told = [t for t in things if t.type == "NUM" or {"point", "strength", "defense", "vp"} & set(t.nouns()) and (t.num or t.label) is not None]
    if verb is not None and (verb.negated or verb.modal or not HOLDING & set(verb.senses)) or len(told) < 1 + (verb is None):
        return False
    plain = all(t in told or t.type in ("PRON", "SIDE", "TERRAIN") or {"defense", "offense"} & set(t.nouns()) for t in things)
    return plain and not clause.subs and not any(t.clauses or t.mods for t in things)


def strengths(clause: Clause, told: list[Clause]) -> None:
    """What was told of both sides' strength becomes part of the question, the attacker's first."""
    for inner in sorted(told, key=lambda one: any(thing.value in THEIRS for thing in one.things()[:1])):
        clause.phrases += [Chunk(phrase.rels, phrase.things, phrase.start, phrase.end) for phrase in inner.phrases]
    clause.subs = [(word, inners) for word, inners in clause.subs if word != "if"]
