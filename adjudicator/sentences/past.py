"""What a clause says of deeds done before: history, never an act now."""

from __future__ import annotations

from typing import Any

from adjudicator.language.model import Stated
from adjudicator.sentences.frames import Item, items
from adjudicator.sentences.tree import Clause

DONE = {"attack": "attack", "probe": "probe", "move": "move", "retreat": "retreat", "advance": "advance", "exit": "exit", "support": "attack_support"}
"""Verbs of what units did before, and what the history calls it."""


def history(clause: Clause) -> list[Stated] | None:
    """What units did before this entry: 16Pz has already attacked 2118 this phase. None if the clause says no such thing."""
    verb = clause.verb
    already = any(word == "already" for word, _, _ in clause.adverbs)
    if verb is None or clause.asked or verb.negated or verb.modal or not (already or verb.perfect):
        return None
    row = items(clause)
    units = [item.thing.value for item in row if item.thing.type == "UNIT" and ("by" in item.how if verb.passive else "subj" in item.how)]
    fallen = [item.thing.value for item in row if item.thing.type == "UNIT"]
    if "eliminate" in verb.senses and fallen:
        return [Stated(f"units[{unit}].eliminated", True) for unit in fallen]
    deed = next((DONE[sense] for sense in verb.senses if sense in DONE), None)
    if "exit" in verb.senses and any("map" in item.thing.nouns() for item in row):
        deed = "exit"
    if "do" in verb.senses:
        deed = next((DONE[noun] for item in row for noun in item.thing.nouns() if noun in DONE), deed)
    if deed is None:
        return _used_air(row) if {"add"} & set(verb.senses) else None
    if not units:
        return None
    happened: dict[str, Any] = {"act": deed}
    for item in row:
        thing = item.thing
        nouns = thing.nouns()
        if thing.type == "HEX":
            happened["from" if "from" in item.how and deed != "exit" else "hex"] = thing.value
        elif thing.means_any("PHASE") is not None:
            happened["phase"] = thing.means_any("PHASE")
        elif "turn" in nouns:
            if thing.label is not None:
                happened["turn"] = thing.label[1]
        elif thing.type == "UNIT" and thing.value in units or nouns and nouns[0] in ("phase", "map", "attack", "probe", "move", "combat", "support", "unit"):
            continue
        else:
            return None
    found = [Stated(f"history[{unit}]", happened) for unit in units]
    if deed == "exit":
        found += [Stated(f"units[{unit}].at", "off_map") for unit in units]
    return found


def _used_air(row: list[Item]) -> list[Stated] | None:
    side = next((item.thing.means_any("SIDE") or item.thing.mod("SIDE") for item in row if item.thing.means_any("SIDE") or item.thing.mod("SIDE")), None)
    air = next((item.thing for item in row if "air" in item.thing.nouns() and item.thing.num is not None), None)
    if side is None or air is None or any(item.thing.type in ("HEX", "UNIT") for item in row):
        return None
    return [Stated(f"air.{side}.used", air.num)]
