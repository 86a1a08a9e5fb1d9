"""Figures that are claimed of an act: at 3:1, 7 MP, that is legal."""

from __future__ import annotations

from typing import Any

from adjudicator.language.model import Act, Stated
from adjudicator.sentences.frames import items
from adjudicator.sentences.joined import Part
from adjudicator.sentences.tree import Clause


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
