"""Acts that only say where somebody stands, before something is done or asked: *1168Art lleva plantada en 1510. 44GdR …*, *1510 holds 46 and 31. …*.

Nobody goes to the hex in which he is, and a hex does nothing: such an act is no deed. It is told back with what is done or asked. Nor does anybody strike the
hex in which he is: who was only said to stand there has no part in a deed that names nobody.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.ground.declaration import REMARK, Act, Stated
from adjudicator.ground.facts import InputError
from adjudicator.play.lines import ASIDES, Line, sits_out
from adjudicator.play.referee import DOES
from adjudicator.play.scened import without
from adjudicator.play.shown import Shown
from adjudicator.play.standing import lemma_of, meanings, relations
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.play.trying import Trying

PLACES = ("to", "at")
"""Slots that hold where an act goes, or happens."""
OWN = frozenset(("units", "side", *PLACES, *ASIDES, "described"))
"""Slots of an act that says no more than who is where."""
WAYS = frozenset(("to", "path"))


def stood(game: Trying, line: Line) -> Line:
    """The line without acts that only say where somebody stands; one that says nothing else keeps them."""
    acts = [act for act in line.acts if act.kind != REMARK]
    for act, behind in pairwise(acts):
        if came := _came(game, act, behind):
            line = without(line, act, came)
        elif _stands(game, line, act, behind):
            line = without(line, act)
    return line


def sat_out(game: Trying, line: Line) -> Line:
    """The line without acts that only say who had no part in the fight of which something is done or asked: 47 sat this one out but advances to 1510."""
    language = game.referee.language
    idle = [act for act in line.acts if sits_out(act)]
    for act in idle if any(act not in idle and act.kind != REMARK for act in line.acts) else ():
        row, words = game.referee.words(act.text), game.referee.words(line.text)
        ones = [""] if any(map(unit_of, row)) else act.slots.get("units") or [""]
        told = [Shown(game.situation, language.states, language.words.senses, row, words, act.start, one) for one in ones]
        if any(shown.untrue for shown in told):
            raise InputError("not_so", said=act.text.strip())
        if all(shown.borne and not shown.wrong for shown in told) and not _asked_of(game, line, act):
            line = without(line, act)
    return line


def _asked_of(game: Trying, line: Line, idle: Act) -> bool:
    """Whether a question behind it speaks of somebody in a pronoun, and has nobody in it who had no part: 11Gd didn't fight; does it become DG?"""
    asked = [act for act in line.acts if act.slots.get("question") and act.start >= idle.end]
    speaks = any({("PRON", "it"), ("PRON", "they"), ("CL", "it")} & meanings(token) for act in asked for token in game.referee.words(act.text))
    return speaks and not any(repr(name) in repr(act.slots) for name in idle.slots.get("units", ()) for act in asked)


def struck(game: Trying, line: Line) -> Line:
    """The line in which nobody strikes the hex where he stands, because he was named before it."""
    places = {part.path[6:-4]: part.value for part in line.parts if isinstance(part, Stated) and part.path.startswith("units[") and part.path.endswith("].at")}
    freed: dict[int, Act] = {}
    for act in line.acts:
        names, target = act.slots.get("units") or (), act.slots.get("target")
        there = [name for name in names if places.get(name) == target]
        if target is not None and there and len(there) == len(names) and not any(name in act.text for name in there):
            slots = {slot: content for slot, content in act.slots.items() if slot != "units"}
            freed[id(act)] = Act(act.kind, slots, act.text, act.start, act.end)
    return Line(line.text, tuple(tuple(freed.get(id(part), part) for part in parts) for parts in line.sentences), line.said) if freed else line


def _came(game: Trying, act: Act, behind: Act) -> bool:
    """Whether an act, with another of the same units behind it, only tells the way of their last move: goes 13.11-13.10 and engages PZ1."""
    way, names, units = list(act.slots.get("path") or ()), act.slots.get("units") or (), game.situation.units
    if (
        len(way) < 2
        or not {*names} <= {*(behind.slots.get("units") or names)}
        or not {*OWN, "path"}.issuperset(act.slots)
        or any(name not in units or units[name].known("at") != way[-1] for name in names)
    ):
        return False
    done = [game.situation.history.known(name) or () for name in names]
    return bool(done) and all(each and list(each[-1].get("path") or ()) == way for each in done)


def _stands(game: Trying, line: Line, act: Act, behind: Act) -> bool:
    """Whether an act names the hex in which all of its units are, and nothing but that, as the hex of somebody who is there."""
    names, slot = act.slots.get("units") or (), next((slot for slot in PLACES if slot in act.slots), "")
    place, units = act.slots.get(slot), game.situation.units
    if not names or not isinstance(place, str) or not OWN.issuperset(act.slots) or any(name not in units or units[name].known("at") != place for name in names):
        return False
    if act.kind == behind.kind or not 0 <= act.start < act.end <= len(line.text) or game.referee.nature(act) != DOES:
        return False
    row = game.referee.words(line.text[act.start : act.end])
    spot = next((at for at, token in enumerate(row) if token.classes[0] == "HEX"), -1)
    if spot < 0 or any(token.classes[0] in ("NOT", "MOD", "MODF", "SUB", "QP", "QD", "QM") for token in row):
        return False
    if spot == 0:
        return True  # 1510 holds 46 and 31
    inside = row[spot - 1].classes[0] == "P" and "IN" in relations(row[spot - 1]) and not relations(row[spot - 1]) & {"TO", "INTO"}
    language = game.referee.language
    lies = {*(language.states.get("standing") or {}).get("lie", ())}
    stays = any(lemma in lies or "stay" in language.words.senses.get(lemma, ()) for token in row for lemma in lemma_of(token))  # not: re-embarks there
    goes_on = stays and bool(WAYS & behind.slots.keys()) and bool({*names} & {*(behind.slots.get("units") or ())})
    return inside and (slot == "to" or goes_on)
