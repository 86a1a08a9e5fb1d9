"""What the rules require next, and of whom: losses, retreats, rolls that are due, and what may be done besides.

A rulebook says so with rules on the act ``owed`` (docs/rulebook.md, "what is owed").  One that has none is asked what its pending
result comes to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.book import InputError
from adjudicator.book.engine import judge
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import ILLEGAL, Finding, owes

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms
    from adjudicator.say.words import Say

OWED, RESOLVE, RETREATS, ADVANCE, RETREAT = "owed", "resolve", "retreats", "advance", "retreat"


class Duty(NamedTuple):
    """One thing that is due: the printed rule that asks for it and the finding that says what."""

    rule: str
    finding: Finding

    @property
    def what(self) -> str:
        """``loss``, ``retreat``, ``advance``, …"""
        return str(self.finding.by["what"])

    @property
    def side(self) -> str | None:
        """Who has to act, or choose."""
        side: str | None = self.finding.by["side"]
        return side

    @property
    def units(self) -> tuple[str, ...]:
        """The units that it is about."""
        found: tuple[str, ...] = self.finding.by["units"]
        return found

    @property
    def choices(self) -> tuple[str, ...]:
        """What there is to choose from, best first."""
        found: tuple[str, ...] = self.finding.by["choices"]
        return found

    @property
    def may(self) -> bool:
        """Whether it is allowed and not asked for."""
        return bool(self.finding.by["may"])

    def text(self, say: Say) -> str:
        """One sentence with the rule number."""
        return say.finding(self.finding) + (f" ({self.rule})" if self.rule else "")

    def data(self, say: Say) -> dict[str, Any]:
        """As JSON has it."""
        due = self.finding.by
        found = {"what": due["what"], "side": due["side"], "units": list(due["units"]), "choices": list(due["choices"]), "may": due["may"]}
        return {**found, "rule": self.rule, "text": say.finding(self.finding)}


def duties(book: Terms, situation: Situation, phase: bool = False) -> list[Duty]:
    """What is due in this position, in the order in which it has to be done; with ``phase`` also what the phase itself asks for."""
    if OWED in book.acts:
        ruling = judge(book, situation, OWED, {"phase": phase}, "", (), False)
        found = (Duty(rule, finding) for rule, finding in ruling.findings if finding.effect == "owes")
        return [left for duty in found if (left := _as_far_as_legal(book, situation, duty) if duty.may and duty.what == ADVANCE else duty) is not None]
    pending = situation.known_box("pending")
    return _of_result(book, situation, pending) if pending and pending.get("result") and RESOLVE in book.acts else []


def roll_due(due: list[Duty], say: Say) -> str | None:
    """The declaration of the roll that is due and has not been announced (``line_<what>`` of the texts), of these duties; what has to be done first."""
    told = [duty for duty in due if say.knows(f"line_{duty.what}")]
    told.sort(key=lambda duty: duty.may)
    return say.text(f"line_{told[0].what}", told[0].finding.slots) if told else None


def ways_back(book: Terms, situation: Situation) -> dict[str, str]:
    """The hexes of the retreats that are due, each with its place in the order of the rules ("" where the book ranks none)."""
    found: dict[str, str] = {}
    for duty in duties(book, situation):
        if duty.what != RETREAT or duty.may:
            continue
        ranks: dict[str, Any] = {}
        try:
            asked = judge(book, situation, RETREATS, {"units": duty.units[:1], "question": True}, "", (), False) if RETREATS in book.acts else None
            ranks = (asked.computed.get("_ranks") if asked is not None else None) or {}
        except (InputError, Missing, LookupError):
            pass
        for way in duty.choices:
            found.setdefault(way.rpartition("-")[2], str(ranks.get(way, "")))
    return found


def _as_far_as_legal(book: Terms, situation: Situation, duty: Duty) -> Duty | None:
    """An advance that may be made, of the units only that no rule forbids it; None if there are none left."""
    goal = duty.finding.slots.get("hex")
    left = [unit for unit in duty.units if goal is None or not _forbidden(book, situation, unit, goal)]
    if len(left) == len(duty.units):
        return duty
    more = {name: said for name, said in duty.finding.slots.items() if name not in ("side", "names", "choices")}
    return Duty(duty.rule, owes(duty.what, duty.side, left, duty.choices, True, **more)) if left else None


def _forbidden(book: Terms, situation: Situation, unit: str, goal: str) -> bool:
    """Whether a rule forbids a unit to advance into a hex."""
    try:
        return judge(book, situation, ADVANCE, {"units": (unit,), "to": goal}, "", (), False).verdict == ILLEGAL
    except (InputError, Missing, LookupError):
        return False


def _of_result(book: Terms, situation: Situation, pending: dict[str, Any]) -> list[Duty]:
    """What the act ``resolve`` makes of a pending result."""
    try:
        ruling = judge(book, situation, RESOLVE, {}, "", (), False)
    except (InputError, Missing, LookupError):
        return []
    computed = ruling.computed
    begun = pending.get("steps_taken") or pending.get("retreated")
    losses = bool(computed.get("losses")) and not pending.get("steps_taken")
    back = any(computed.get(name) for name in ("retreat", "retreats")) and not pending.get("retreated")
    if not (losses or back or ruling.needs and not begun):
        return []
    found: list[Duty] = []
    if back and RETREATS in book.acts:
        for id_ in pending.get("defenders") or ():
            if id_ in situation.units and situation.units[id_].place == pending.get("hex"):
                found += _retreat(book, situation, id_)
    whole = Duty(next(iter(ruling.cites), ""), owes("result", result=pending["result"], hex=pending.get("hex", "?")))
    return found if found and not losses else [whole, *found]


def _retreat(book: Terms, situation: Situation, id_: str) -> list[Duty]:
    try:
        ruling = judge(book, situation, RETREATS, {"units": (id_,), "question": True}, "", (), False)
    except (InputError, Missing, LookupError):
        return []
    hexes = ruling.computed.get("retreats")
    if not isinstance(hexes, (list, tuple)) or not hexes:
        return []
    names = [str(item.get("path") or item.get("hex")) if isinstance(item, dict) else str(item) for item in hexes]
    return [Duty(next(iter(ruling.cites), ""), owes("retreat", situation.units[id_].known("side"), [id_], names, start=situation.units[id_].place))]
