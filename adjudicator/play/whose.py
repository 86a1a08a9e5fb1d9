"""Who may advance, which unit takes the loss, which units have to retreat: an act is asked of each unit of the position (a `Query` *who*)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator.ground import work
from adjudicator.ground.declaration import Act, Query
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import LEGAL, UNDETERMINED, Ruling
from adjudicator.play.asked import NO, YES
from adjudicator.play.duties import duties
from adjudicator.play.tried import DUE

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

MOST_NEEDS = 5
"""So many facts are asked for at once."""
MOST_TOGETHER = 5
"""So many of whom it is asked how many may do something together are tried at most."""
NONE = "none"
Judge = Callable[[Act], Ruling]


def whose(book: Terms, situation: Situation, judge: Judge, act: Act, query: Query) -> Ruling:
    """The units for which the answer is yes (`judge`), with what is told of the first of them; else the reason of the first for which it is no.
    If it is denied (who can't attack?) those for which it is no: of a deed, units of the side that is to act.

    Raises InputError where it can be asked of no unit.
    """
    denied = bool(act.slots.get("not"))
    if query.part and act.kind in DUE:
        if denied:
            raise InputError("denied")
        return _due(book, situation, act, query)
    slots = {name: said for name, said in act.slots.items() if name not in ("ask", "not")}
    side = query.name or (situation.known("active") if denied and not book.acts[act.kind].question else None)
    if query.part:
        slots["ask"] = Query(query.part)
    found: dict[str, Ruling] = {}
    fault: InputError | None = None
    gone = set(situation.eliminated)  # as far as it is known
    with work.limited():  # one ruling, however many units there are
        for unit in situation.units.values():
            if query.about and unit.id not in query.about or unit.id in gone or side and not unit.known_to_be("side", side):
                continue
            try:
                ruling = judge(Act(act.kind, {**slots, "units": (unit.id,)}, "", act.start, act.end))
            except InputError as error:
                fault = fault or error
                continue
            if ruling.kind == act.kind or ruling.kind not in DUE:  # a loss that comes first is no advance
                found[unit.id] = ruling
    if not found:
        raise fault or InputError("no_units")
    return _told(found, act, NO if denied else YES)


def apart(judge: Judge, act: Act, query: Query) -> Ruling:
    """Whether each of some units may do it without the others, or (`denied`) whether they must do it together.

    Raises InputError where one may not do it alone: then why is not known.
    """
    slots = {name: said for name, said in act.slots.items() if name != "ask"}
    found = {unit: judge(Act(act.kind, {**slots, "units": (unit,), "question": True}, "", act.start, act.end)) for unit in act.slots["units"]}
    ruling = _told(found, act)
    if ruling.verdict == UNDETERMINED:
        return ruling
    if ruling.computed["answer"] != ", ".join(found):
        raise InputError("not_answered", said=act.text)
    ruling.computed["answer"] = NO if query.denied else YES
    return ruling


def among(judge: Judge, act: Act, named: Sequence[str] | Sequence[tuple[str, Act]], many: bool) -> Ruling:
    """Of alternatives that are named, those for which the answer is yes, or that it names, or how `many`. Raises InputError if it is none."""
    if all(isinstance(one, tuple) for one in named):
        ruling = _each_of(judge, act, named)  # type: ignore[arg-type]
        found = [name for name in str(ruling.computed.get("answer", NONE)).split(", ") if name != NONE]
    else:
        ruling = judge(Act(act.kind, act.slots, "", act.start, act.end))  # what is asked of them stands in the whole
        told = str(ruling.computed.get("answer", NONE)).split(", ")
        found = [name for name in told if name in named]
        if not found and NONE not in told:
            raise InputError("not_answered", said=", ".join(map(str, named)))
        if len(told) > 1:
            ruling.computed["answer"] = ", ".join(found)
    if many and "answer" in ruling.computed:
        ruling.computed["answer"] = _together(judge, act, dict(one for one in named if isinstance(one, tuple)), found)
    return ruling


def _together(judge: Judge, act: Act, ways: dict[str, Act], found: list[str]) -> int:
    """How many of those of whom each alone may do something may do it together. Raises InputError where nobody can try that."""
    if len(found) < 2 or not set(found) <= ways.keys():
        return len(found)
    if len(found) > MOST_TOGETHER:
        raise InputError("not_answered", said=act.text)
    one = ways[found[0]]
    for size in range(len(found), 1, -1):
        for some in combinations(found, size):
            if judge(Act(one.kind, {**one.slots, "units": some}, "", one.start, one.end)).computed.get("answer") == YES:
                return size
    return 1


def greatest(judge: Judge, act: Act) -> Ruling:
    """The alternative of which it is most, or least (slot ``most``); whether it is the one of whom that is asked. Raises InputError where it is no figure."""
    found = {name: judge(each) for name, each in act.slots["either"]}
    open_ = next((ruling for ruling in found.values() if ruling.verdict == UNDETERMINED), None)
    if open_ is not None:
        open_.act = act
        open_.computed.pop("answer", None)
        return open_
    try:
        figures = {name: Fraction(str(ruling.computed.get("answer"))) for name, ruling in found.items()}
    except ValueError:
        raise InputError("not_answered", said=act.text) from None
    best = (max if act.slots["most"] else min)(figures.values())
    first = [name for name, figure in figures.items() if figure == best]
    ruling = found[first[0]]
    ruling.act = act
    for each in found.values():
        ruling.cites.update(each.cites)
    than = act.slots["than"]
    ruling.computed["answer"] = (YES if first == [than] else NO) if than else ", ".join(first)
    return ruling


def _each_of(judge: Judge, act: Act, ways: Iterable[tuple[str, Act]]) -> Ruling:
    """The alternatives for which the answer is yes. Raises InputError where it is neither yes nor no."""
    found = {name: judge(each) for name, each in ways}
    if any(ruling.verdict != UNDETERMINED and ruling.computed.get("answer") not in (YES, NO) for ruling in found.values()):
        raise InputError("not_answered", said=act.text)
    return _told(found, act)


def _told(found: dict[str, Ruling], act: Act, wanted: str = YES) -> Ruling:
    """Those for which the answer is yes (`wanted`), with what is told of the first of them."""
    yes = [name for name, ruling in found.items() if ruling.verdict == LEGAL and ruling.computed.get("answer") == wanted]
    ruling = found[yes[0] if yes else next(iter(found))]
    ruling.act = act
    ruling.cites.update({rule: None for name in yes for rule in found[name].cites})
    needs = {need.fact: need for each in found.values() if each.verdict == UNDETERMINED for need in each.needs}
    if needs:
        ruling.verdict, ruling.needs = UNDETERMINED, list(needs.values())[:MOST_NEEDS]
        ruling.computed.pop("answer", None)
        return ruling
    ruling.computed["answer"] = ", ".join(yes) or NONE
    return ruling


def _due(book: Terms, situation: Situation, act: Act, query: Query) -> Ruling:
    """The units of which a result that is carried out asks it. Raises InputError where nothing says so."""
    units = situation.units
    owed = [duty for duty in duties(book, situation) if duty.what in DUE[act.kind] and duty.units and not duty.may]
    if not owed:
        raise InputError("not_declared", what=act.kind)
    ruling = Ruling(act.kind, act.text)
    ruling.act, ruling.cites = act, dict.fromkeys(duty.rule for duty in owed)
    ruling.findings = [(duty.rule, duty.finding._replace(effect="defines")) for duty in owed]
    owing = [name for duty in owed for name in duty.units if not query.about or name in query.about]
    names = dict.fromkeys(name for name in owing if not query.name or name in units and units[name].known_to_be("side", query.name))
    ruling.computed["answer"] = ", ".join(names) or NONE
    return ruling
