"""What is asked of how units have fared in a deed that the same entry has done: is it eliminated, does it lose a step, how many does it lose.

The rulings before the question tell, not the rules on one more loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import GAINSAID, Act
from adjudicator.ground.facts import known
from adjudicator.ground.ruling import LEGAL, Ruling, define
from adjudicator.play.duties import duties
from adjudicator.play.plainly import NO, OTHER, YES

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms
    from adjudicator.sentences.token import Token

GONE, LOSES, COUNT = "gone", "loses", "count"
KINDS = {"eliminate": GONE, "loss": LOSES, "how_many": COUNT}
"""What an act of a kind asks, where it is a question."""
LOST = ("step", "loss")
ELSE = frozenset((("MOD", "must"), ("MODF", "must"), ("MOD", "can"), ("DET", "other"), ("ADV", "more"), ("ADV", "again"), ("ADV", "still"), ("ADJ", "greater")))
"""What words ask for that do not ask what has come of it: what may be, must be, or comes besides."""
PLAIN = frozenset(("units", "count", "what", "lost", "question", "ask", GAINSAID))


def suffered(book: Terms, situation: Situation, earlier: Sequence[Ruling | None], act: Act, row: Sequence[Token]) -> Ruling | None:
    """The answer to what became of units in the legal deeds before it; None where it asks anything else, or nothing has become of them yet."""
    answer: Ruling | None = known(_suffered, book, situation, earlier, act, row)
    return answer


def _suffered(book: Terms, situation: Situation, earlier: Sequence[Ruling | None], act: Act, row: Sequence[Token]) -> Ruling | None:
    what, units = _asked(act, row)
    done = [ruling for ruling in earlier if ruling is not None and ruling.verdict == LEGAL and not ruling.waits and ruling.effects]
    if not what or not done:
        return None
    fate = {str(effect["unit"]): effect for ruling in done for effect in ruling.effects if "unit" in effect and not _unhurt(effect)}
    spoken = not any("UNIT" in token.means for token in row)
    units = tuple(unit for unit in units if unit in fate) or (tuple(fate) if spoken else ()) or units
    doers = {unit for ruling in done if ruling.act is not None for unit in ruling.act.slots.get("units") or ()}
    if not fate.keys() & set(units) and (what == COUNT or any(ruling.computed.get("losses") for ruling in done)):
        return None  # the figure of the ruling tells
    owed = [duty for duty in duties(book, situation) if not duty.may]
    if not units or any(unit in (*duty.units, *duty.choices) for duty in owed for unit in units) or not doers >= set(units) - fate.keys() or owed and not fate:
        return None  # it had no part in it, or more is to come
    found = {_told(what, fate.get(unit, {}), unit in situation.eliminated) for unit in units}
    if len(found) != 1:
        return None
    answer = found.pop()
    ruling = Ruling(act.kind, act.text)
    ruling.verdict, ruling.act = LEGAL, act
    ruling.cites = {rule: None for other in done for rule in other.cites}
    ruling.computed["answer"] = OTHER[answer] if act.slots.get(GAINSAID) else answer
    ruling.findings = [(next(iter(ruling.cites), ""), define("came_of_it", units=list(units)))]
    return ruling


def fared(act: Act) -> bool:
    """Whether an act asks if units lose a step."""
    return _asked(act, ())[0] == LOSES


def _asked(act: Act, row: Sequence[Token]) -> tuple[str, tuple[str, ...]]:
    """What is asked, and of whom; "" where it is anything else."""
    query, units = act.slots.get("ask"), act.slots.get("units") or ()
    what = KINDS.get(act.kind, "") if act.slots.get("question") or act.kind == "how_many" and act.slots.get("what") == "steps" else ""
    if act.kind == "how_many" and not act.slots.get("lost"):
        what = ""  # how many it has
    if query is not None and query.what == "state" and query.facts and all(path.endswith(".eliminated") and said for path, said in query.facts):
        return GONE, query.about
    if query is not None and query.what == "value" and query.name == "losses":
        return COUNT, units
    another = any("DET" in token.means and ("PRON", "someone") in token.means.get("PRON", ()) for token in row)
    if another or any(ELSE & set(means) for token in row for means in token.means.values()) or act.slots.keys() - PLAIN:
        return "", ()
    if what == LOSES and row and "count" not in act.slots and not any(("NOUN", noun) in token.means.get("W", ()) for token in row for noun in LOST):
        return "", ()  # se pierde 47R: all of it
    if query is not None and (what != LOSES or query.what != "must" or act.slots.get("count", 1) != 1):
        return "", ()
    return what, units


def _unhurt(effect: dict[str, Any]) -> bool:
    """Whether an effect only moves a unit, or says what it has done."""
    return not (isinstance(effect.get("steps"), int) and effect["steps"] < 0 or effect.get("eliminated") or effect.get("removed"))


def _told(what: str, effect: dict[str, Any], gone: bool) -> Any:
    if what == COUNT:
        return -effect["steps"] if isinstance(effect.get("steps"), int) else 0
    return YES if gone or what == LOSES and effect else NO
