"""Whether something has to be done: must 47R retreat, do I have to roll, is 16Pz obliged to attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import judge
from adjudicator.ground.facts import DICE, InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Ruling, define
from adjudicator.play.duties import RESOLVE, RETREAT, duties
from adjudicator.play.tried import DUE

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

YES, NO = "yes", "no"
ROLL, ATTACK, MOVE, CALL_OFF = "roll", "attack", "move", "call_off"
FIGHT = ("units", "target", "aids")
LEAVING = frozenset(("exit", CALL_OFF, MOVE))
"""What words of leaving a place may mean: the map, an attack, a hex."""
PLACES, WHITHER = ("at", "from", "target"), ("edge", "to", "path", "off_map", "target_units")
"""Slots of the place that is left, and those that say that it is more than to leave it."""
AMOUNTS = {"loss": ("losses",), RETREAT: ("retreat", "retreats")}
"""What the ruling on a result calls what it asks for."""
Answer = tuple[Any, Iterable[tuple[str, Finding]]]


def of_result(situation: Situation, kind: str, slots: Mapping[str, Any]) -> str:
    """The kind of what units that must leave the hex where they stand have to do: who does so with a result to be carried out retreats."""
    if kind not in LEAVING or not situation.known_box("pending").get("result") or not slots.get("units") or any(slots.get(name) for name in WHITHER):
        return kind
    place = next((slots[name] for name in PLACES if slots.get(name)), None)
    stand = {situation.units[name].known("at") if name in situation.units else None for name in slots["units"]}
    return RETREAT if place is not None and stand == {place} else kind


def left_undone(act: Act, rule: str) -> Ruling:
    """27 does not attack: what a rule leaves free is not done, and nothing more comes of it."""
    ruling = Ruling(act.kind, act.text)
    ruling.act, ruling.findings, ruling.cites = act, [(rule, define("free_to_do"))], {rule: None}
    return ruling


def needs_no_more(book: Terms, situation: Situation, kind: str, slots: Mapping[str, Any]) -> bool:
    """Whether it can be told with nothing but who it is about: what a rule leaves free, what a result calls for that is to be carried out."""
    known = bool(situation.known_box("pending").get("result")) or not slots.get("units")
    return bool(book.acts[kind].left_free) or kind in DUE and known


def compelled(book: Terms, situation: Situation, kind: str, slots: Mapping[str, Any], ruling: Ruling) -> Answer | None:
    """Whether a rule compels it, and what that rests on: not if it is forbidden, nor if not doing it is allowed. None where it hangs on what is not known."""
    cls = book.acts[kind]
    if kind == ROLL:
        return _thrown(book, situation, slots, ruling)
    if kind in (ATTACK, RESOLVE) and CALL_OFF in book.acts and _declared(situation, slots):
        ruling.cites, ruling.computed, ruling.waits, ruling.roll = {}, {}, False, None
        return _instead(book, situation, CALL_OFF, {}, ruling)
    due = [duty for duty in duties(book, situation) if duty.what in DUE.get(kind, (kind,))]
    named = set(slots.get("units") or ())
    if due and (duty := next((duty for duty in due if not named or named & set(duty.units)), None)) is not None:
        ruling.needs, ruling.cites = [], {duty.rule: None}
        return NO if duty.may else YES, [(duty.rule, duty.finding._replace(effect="defines"))]
    if ruling.verdict == ILLEGAL or kind in DUE and not named:
        ruling.needs = []
        if RESOLVE in book.acts and not named:
            whole = judge(book, situation, RESOLVE, {}, "", (), False)
            ruling.cites.update(whole.cites)
        return NO, ()
    if cls.compelled:
        ruling.cites[cls.compelled] = None
        if ruling.verdict == LEGAL:  # what is compelled is a throw: nothing calls for it where no die is wanted
            return YES if ruling.waits or ruling.roll is not None else NO, ()
        return None
    if kind in DUE and _uncalled(book, situation, kind, ruling):
        return None if ruling.needs else (NO, ())
    if cls.denial and cls.denial in book.acts and named:
        return _instead(book, situation, cls.denial, slots, ruling)
    if not cls.left_free:
        raise InputError("not_declared", what=kind)
    ruling.needs, ruling.findings, ruling.computed, ruling.waits = [], [], {}, False
    ruling.cites = {cls.left_free: None}
    return NO, [(cls.left_free, define("free_to_do"))]


def _thrown(book: Terms, situation: Situation, slots: Mapping[str, Any], ruling: Ruling) -> Answer | None:
    """Whether a die has to be thrown."""
    if slots.get("target") and slots.get("units"):  # the die of an attack
        ruling.computed.clear()
        fight = judge(book, situation, ATTACK, {name: slots[name] for name in FIGHT if name in slots}, "", (), False)
        ruling.needs, ruling.verdict, ruling.cites, ruling.waits = fight.needs, fight.verdict, fight.cites, fight.waits
        ruling.findings, ruling.computed = fight.findings, {**fight.computed}
    thrown = ruling.waits or any(need.fact == DICE for need in ruling.needs)
    if not thrown and any(need.fact != DICE for need in ruling.needs):
        ruling.verdict = UNDETERMINED
        return None
    ruling.needs = [need for need in ruling.needs if need.fact != DICE]
    ruling.waits = False
    return YES if thrown else NO, ()


def _declared(situation: Situation, slots: Mapping[str, Any]) -> bool:
    """Whether the attack that is spoken of is declared and not fought yet: then it is done unless it may be called off."""
    pending = situation.known_box("pending")
    target = slots.get("target")
    ours = set(slots.get("units") or ()) <= set(pending.get("attackers") or ())
    return pending.get("act") == ATTACK and not pending.get("result") and ours and target in (None, pending.get("hex"))


def _uncalled(book: Terms, situation: Situation, kind: str, ruling: Ruling) -> bool:
    """Whether the result that is to be carried out asks nobody for it, or a fact that nobody stated decides that; the ruling is then that on the result."""
    if RESOLVE not in book.acts or not situation.known_box("pending").get("result"):
        return False
    try:
        whole = judge(book, situation, RESOLVE, {}, "", (), False)
    except LookupError:  # a result that this act does not carry out
        return False
    if whole.verdict not in (LEGAL, UNDETERMINED) or whole.waits or any(whole.computed.get(name) for name in AMOUNTS[kind]):
        return False
    ruling.verdict, ruling.needs, ruling.waits = whole.verdict, whole.needs, False
    none = {name: amount for name, amount in whole.computed.items() if any(name.endswith(asked) for asked in AMOUNTS[kind])}
    ruling.cites, ruling.findings, ruling.computed = {**whole.cites}, whole.findings, none
    return True


def _instead(book: Terms, situation: Situation, denial: str, slots: Mapping[str, Any], ruling: Ruling) -> Answer | None:
    """Whether not doing it (`denial`) is forbidden."""
    other = judge(book, situation, denial, {name: slots[name] for name in ("units", "from") if name in slots}, "", (), False)
    ruling.cites.update(other.cites)
    ruling.needs, ruling.findings = other.needs, other.findings
    if other.verdict == UNDETERMINED:
        ruling.verdict = UNDETERMINED
        return None
    return YES if other.verdict == ILLEGAL else NO, ()
