"""Who acts and whom it meets, turned round: "lo asalta la compañía 1K-1Gr", "it's AT1 I shoot at with PZ1".

A deed that was read as one of the side that is not to act, against units of the side that is, and that is illegal, is turned round where that makes it
legal: they act, and what was read as acting is met. Not where it is said plainly: who acts first, then the verb, then whom it meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import Act
from adjudicator.ground.ruling import ILLEGAL
from adjudicator.play.lines import Line
from adjudicator.play.referee import worst
from adjudicator.play.tongue import tongue
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.token import VERBAL, Token

MET, DOES = "target_units", "units"
AIMED = frozenset(("AGAINST", "TO", "ON", "INTO"))
"""Relations of whom a deed meets."""
GROUP = ("from", "at", "all", "places", "described")
"""What is said of those who act."""


def against_own(game: Trying, line: Line) -> Act | None:
    """The act of a line in which the side that is not to act meets units of the one that is, if there is one."""
    active = game.situation.known("active")
    for act in line.acts:
        met, does = _sides(game, act, MET), _sides(game, act, DOES)
        if active is not None and active in met and (not does or None not in does and active not in does):
            return act  # type: ignore[no-any-return]
    return None


def turned(game: Trying, text: str, line: Line, row: Sequence[Token]) -> Line | None:
    """The line with that act turned round; None if it is not meant so."""
    act = against_own(game, line)
    if act is None or act.slots.get("question") or _is_plain(row, act):
        return None
    if not any(ruling.act is act and ruling.verdict == ILLEGAL for ruling in game.comes_of(line)):
        return None
    other = _turned(game, act)
    found = Line(line.text, tuple(tuple(other if part is act else part for part in parts) for parts in line.sentences), line.said)
    rulings = game.comes_of(found)
    if not rulings or worst(rulings) == ILLEGAL:
        return None
    said = again(game, found, tongue(text) or LANGUAGES[0])
    return Line(said or line.text, found.sentences, line.said)  # in plain words, if there are any


def _sides(game: Trying, act: Act, slot: str) -> set[Any]:
    """Whose the units of a slot are."""
    units = game.situation.units
    return {units[name].known("side") if name in units else None for name in act.slots.get(slot, ())}


def _turned(game: Trying, act: Act) -> Act:
    """The act with those of the side that is to act acting."""
    active, units = game.situation.known("active"), game.situation.units
    met = act.slots[MET]
    own = tuple(name for name in met if name in units and units[name].known("side") == active)
    others = (*act.slots.get(DOES, ()), *(name for name in met if name not in own))
    slots = {name: value for name, value in act.slots.items() if name not in (MET, *GROUP)}
    place = act.slots.get("from")
    if not act.slots.get(DOES) and "target" not in slots and place:
        slots["target"] = place[0] if isinstance(place, tuple) else place
    return Act(act.kind, {**slots, DOES: own, **({MET: others} if others else {})}, act.text, act.start, act.end)


def _is_plain(row: Sequence[Token], act: Act) -> bool:
    """Whether who acts is said first, before any verb, and whom it meets right behind a verb or a word that says so."""
    names = [(at, str(token.means["UNIT"][0][1])) for at, token in enumerate(row) if token.classes[0] == "UNIT"]
    verb = next((at for at, token in enumerate(row) if VERBAL & set(token.classes[:1])), len(row))
    if not names or names[0][1] not in act.slots.get(DOES, ()) or names[0][0] > verb:
        return False
    if any(token.classes[0] in ("PRON", "CL") for token in row[: names[0][0]]):
        return False  # I target US-TK
    at = next((at for at, name in names if name in act.slots[MET]), 0) - 1
    while at > 0 and row[at].classes[0] in ("DET", "W", "COMMA"):
        at -= 1
    relations = {rel for kept in row[at].means.values() for _, value in kept for rel in str(value).split("|")}
    return bool(VERBAL & set(row[at].classes[:1]) or AIMED & relations or row[at].classes[0] in ("TO", "PART"))
