"""What a clause says of deeds done before: history, never an act now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.language.model import Stated
from adjudicator.sentences.account import Account
from adjudicator.sentences.facts import IDLE
from adjudicator.sentences.frames import Item, is_whole, items
from adjudicator.sentences.remaining import remaining
from adjudicator.sentences.tree import Clause, Nominal

PLAIN = frozenset(("phase", "map", "attack", "probe", "move", "combat", "support", "unit"))
"""Nouns that may stand with a deed and add nothing to it."""
AGO = {"last_turn": "turn", "last_phase": "phase"}
"""Adverbs that name the moment before this one, and which it is."""
TIMES = frozenset(("phase", "turn"))
THIS = frozenset(("same", "present"))
GONE = frozenset(("move", "retreat", "advance", "enter"))
"""Deeds behind which one stands where one has gone, if no other moment is named."""
EARLIER, SOME = "before", "?"
"""The moment before this one; a phase that is named in words that no list has."""


def moment(thing: Nominal) -> dict[str, Any] | None:
    """When something was done: this turn, in the last phase, in the German combat phase; None if it is no such moment."""
    nouns = thing.nouns()[:1]
    phase = thing.means_any("PHASE") or (thing.mod("PHASE") if nouns == ["phase"] else None)
    if thing.num is not None or thing.of or thing.own or thing.clauses or thing.det in ("no", "each", "other"):
        return None
    if phase is not None:
        return {"phase": phase} if thing.label is None else None
    if nouns not in (["turn"], ["phase"]):
        return None
    if thing.label is not None:
        return {"turn": thing.turn} if thing.turn is not None and nouns == ["turn"] and not thing.mods else None
    if all(THIS & {str(value) for _, value in means} for means in thing.mods):
        return {}
    return {"phase": SOME} if nouns == ["phase"] else None


def is_past(clause: Clause) -> bool:
    """Whether a clause tells what was done before."""
    verb = clause.verb
    dice = any(thing.type in ("NUM", "RESULT") or {"dice", "roll"} & set(thing.nouns()) for thing in clause.things())
    rolled = verb is not None and dice and bool({"roll", "show"} & set(verb.senses))  # dice that have been thrown are those of this entry
    return (
        verb is not None
        and not clause.asked
        and not verb.modal
        and not rolled
        and (verb.perfect or verb.passive and verb.past or any(word == "already" or word in AGO for word, _, _ in clause.adverbs))
    )


def is_earlier(inner: Clause, main: Clause) -> bool:
    """Whether a clause beside a deed of now tells of an earlier one: II/13 moves to 31.11, where I/13 was moving; … donde movía I/13."""
    verb, deed = inner.verb, main.verb
    goes = any(thing.type in ("HEX", "PATH") and thing.start >= inner.start for thing in inner.things())
    return verb is not None and deed is not None and verb.past and not (goes or verb.passive or deed.past or deed.perfect or main.asked)


def fell(clause: Clause, asking: bool, more: bool) -> None:
    """KPG is destroyed: how many points?  They wiped out 47R, so I roll for its return: it is over when what follows is asked or done."""
    verb = clause.verb
    noted = clause.kind == "bare" and any(phrase.before for phrase in clause.phrases)  # 47R eliminada. ¿Cuándo vuelve?
    if verb is not None and "eliminate" in verb.senses and (asking and (verb.passive or noted) or more and verb.past):
        verb.perfect = True


def history(clause: Clause, states: Mapping[str, Any]) -> list[Stated] | None:
    """What units did before this entry: 16Pz has already attacked 2118 this phase. None if the clause says no such thing, or more."""
    verb = clause.verb
    if verb is None or verb.modal or clause.asked:
        return None
    if verb.perfect and (steps := remaining(clause, states)) is not None:
        return steps
    row = items(clause)
    if verb.negated:
        return _not_done(clause, row, states) if is_past(clause) else None
    dated = any(item.thing.means_any("PHASE") is not None or item.thing.mod("PHASE") is not None or moment(item.thing) is not None for item in row)
    if not (is_past(clause) or verb.past and (dated or {"add", "cost"} & set(verb.senses))):
        return None
    account = Account()
    said = _said(clause, row, account, states)
    if said is None or clause.stranded:
        return None
    counted = any(part == "num" for _, part in account.taken)
    if any(word not in IDLE and not (word == "only" and counted) for word, _, _ in clause.adverbs):
        return None
    for item in row:
        if any(part != "det" or not is_whole(item.thing.det, row) for part in account.loose(item.thing)):
            return None
        if item.thing.clauses or item.thing.apposed:
            return None
    return said


def _not_done(clause: Clause, row: list[Item], states: Mapping[str, Any]) -> list[Stated] | None:
    """16Pz has not attacked yet this phase: none of its acts is one."""
    assert clause.verb is not None
    deed = next((states["history"][sense] for sense in clause.verb.senses if sense in states["history"]), None)
    units = [item.thing.value for item in row if item.thing.type == "UNIT" and "subj" in item.how and not item.thing.mods]
    rest = [item.thing for item in row if item.thing.type != "UNIT"]
    plain = all(thing.nouns()[:1] in (["phase"], ["turn"]) and thing.label is None and not thing.mods for thing in rest)
    if deed is None or not units or len(units) + len(rest) != len(row) or not plain or any(word not in IDLE | {"not_yet"} for word, _, _ in clause.adverbs):
        return None
    return [Stated(f"history[{unit}].{deed}", False) for unit in units]


def _said(clause: Clause, row: list[Item], account: Account, states: Mapping[str, Any]) -> list[Stated] | None:
    verb = clause.verb
    assert verb is not None
    doers = [item for item in row if item.thing.type == "UNIT" and ("by" in item.how if verb.passive else "subj" in item.how)]
    units = [item.thing.value for item in doers]
    hit = [item for item in row if item.thing.type == "UNIT" and "obj" in item.how and "subj" not in item.how]  # 16Pz has eliminated 47R: that falls, not 16Pz
    fallen = [item.thing.value for item in hit or row if item.thing.type == "UNIT" and item.how & {"subj", "obj", "to"}]
    lost = _lost(row, units, account) if {"loss", "eliminate"} & set(verb.senses) and not verb.passive else None
    if lost is not None:
        return lost
    withdrew = "retreat" in verb.senses and not hit and not verb.passive  # 47R se ha retirado
    if "eliminate" in verb.senses and fallen and not withdrew:
        return _eliminated([item for item in row if not hit or item in hit or item.thing.type != "UNIT"], fallen)
    deeds: Mapping[str, str] = states["history"]
    deed = next((deeds[sense] for sense in verb.senses if sense in deeds), None)
    if "exit" in verb.senses and any("map" in item.thing.nouns() for item in row):
        deed = "exit"
    if "do" in verb.senses:
        deed = next((deeds[noun] for item in row for noun in item.thing.nouns() if noun in deeds), deed)
    if {"add", "cost"} & set(verb.senses):
        return _spent(row, units, account, states)
    if deed is None or not units:
        return None
    happened = _happened(deed, row, units, account)
    if happened is None:
        return None
    found = [Stated(f"history[{unit}]", happened) for unit in units]
    if deed == "exit":
        found += [Stated(f"units[{unit}].at", "off_map") for unit in units]
    through = any("via" in item.how for item in row if item.thing.type == "HEX")
    if deed in GONE and "hex" in happened and not {"phase", "turn"} & happened.keys() and not through:
        found += [Stated(f"units[{unit}].at", happened["hex"]) for unit in units]
    return found


def _lost(row: list[Item], units: list[Any], account: Account) -> list[Stated] | None:
    """A unit has lost one of its four steps: so many are left; has lost a step: that is what it did."""
    lost: int | None = None
    whole: int | None = None
    for item in row:
        thing = item.thing
        last = "last" in thing.nouns()[:1] or "step" in thing.nouns() and thing.mod("NOUN") == "last"
        if last and lost is None and units and thing.num in (None, 1) and not (thing.of or thing.own):
            return [Stated(f"units[{unit}].eliminated", True) for unit in units]  # has just lost the last one
        if "step" in thing.nouns() and not thing.mods:
            amount = thing.num if thing.num is not None else 1 if thing.det in ("indef", "poss") and lost is None else None
            if amount is None:
                return None
            account.take(thing, "num")
            lost, whole = (amount, whole) if lost is None else (lost, amount)
        elif thing.type == "NUM" and lost is None:
            lost = thing.value
        elif not (thing.type == "UNIT" and thing.value in units):
            return None
    if lost is None or not units:
        return None
    if whole is None:
        return [Stated(f"history[{unit}]", {"act": "loss", "steps": -lost}) for unit in units]
    return [Stated(f"units[{unit}].{key}", value) for unit in units for key, value in (("max_steps", whole), ("steps", whole - lost))]


def _happened(deed: str, row: list[Item], units: list[Any], account: Account) -> dict[str, Any] | None:
    """The deed with where and when; None if more is said of it."""
    happened: dict[str, Any] = {"act": deed}
    for item in row:
        thing = item.thing
        nouns = thing.nouns()
        key = ""
        value: Any = None
        if thing.type == "HEX" and isinstance(thing.value, str):
            key, value = ("from" if "from" in item.how and deed != "exit" else "hex"), thing.value
        elif thing.means_any("PHASE") is not None:
            key, value = "phase", thing.means_any("PHASE")
        elif "turn" in nouns:
            account.take(thing, "label")
            if thing.label is not None:
                if thing.turn is None:
                    return None
                key, value = "turn", thing.turn
        elif not (thing.type == "UNIT" and thing.value in units or nouns and nouns[0] in PLAIN):
            return None
        elif nouns and nouns[0] == "phase" and thing.mod("PHASE") is not None:
            key, value = "phase", thing.mod("PHASE")
        elif thing.mods:
            return None
        if key and happened.setdefault(key, value) != value:
            return None
    return happened


def _eliminated(row: list[Item], fallen: list[Any]) -> list[Stated] | None:
    """30Rif has been wiped out; 509Tiger died out of communications."""
    found = [Stated(f"units[{unit}].eliminated", True) for unit in fallen]
    for item in row:
        thing = item.thing
        if thing.type == "STATUS":
            key, _, word = thing.value.partition(":")
            found += [Stated(f"units[{unit}].{key}", word == "true" if word in ("true", "false") else word) for unit in fallen] if key != "eliminated" else []
        elif thing.type != "SIDE" and not (thing.value in fallen and not thing.mods or thing.nouns()[:1] in (["game"], ["map"])):
            return None
    return found


def _spent(row: list[Item], units: list[Any], account: Account, states: Mapping[str, Any]) -> list[Stated] | None:
    """16Pz used 4 MP in the first movement phase; the German has used 2 air points."""
    found = next(((item.thing, states["spent"][noun]) for item in row for noun in item.thing.nouns() if noun in states["spent"]), None)
    if found is None or found[0].num is None:
        return None
    amount, path = found
    account.take(amount, "num")
    rest = [item for item in row if item.thing is not amount]
    if "{side}" in path:
        side = next((value for item in row if (value := item.thing.means_any("SIDE") or item.thing.mod("SIDE"))), None)
        if side is None or any(item.thing.type in ("HEX", "UNIT") for item in row):
            return None
        return [Stated(path.replace("{side}", side), amount.num)]
    deed, _, key = path.partition(".")
    if deed == "units":
        return [Stated(f"units[{unit}].{key}", amount.num) for unit in units] if units and len(rest) == len(units) else None
    happened = _happened(deed, rest, units, account) if units else None
    return None if happened is None else [Stated(f"history[{unit}]", {**happened, key: amount.num}) for unit in units]


def was_there(clause: Clause) -> bool:
    """Whether a clause that hangs on a way tells who was in a hex before: 16Pz moves to 3011, where 19Pz was."""
    verb, kinds = clause.verb, {thing.type for thing in clause.things()}
    return verb is not None and bool({"be", "there"} & set(verb.senses)) and (verb.past or verb.perfect) and not verb.negated and kinds == {"UNIT", "HEX"}
