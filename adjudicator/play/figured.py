"""The figure of a rule that is asked for: that which holds where the position stands, and for the units that are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import judge
from adjudicator.files.figures import entry, numbers
from adjudicator.ground.declaration import Query
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import LEGAL, UNDETERMINED, Need, Ruling
from adjudicator.sentences.printed import RANGE

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

YES, NO = "yes", "no"
OWNER = "owner"
QUALITIES = {"KIND": "kind", "SIDE": "side", "SIZE": "size", "CLASS": "class"}
"""Words for what a unit is, and the fact of each."""
PLACES = {"SCENARIO": "scenario"}
"""Words for what the position says of the game itself, and the fact of each."""

NATURE = ("kind", "class", "size")
"""Facts of what a unit is."""


def figure_of(book: Terms, situation: Situation, query: Query, specs: list[Any], slots: Mapping[str, Any], ruling: Ruling) -> None:
    """The figure of the rule that holds where the position stands, of the units and hexes that are named; with ``part`` whether it is that side."""
    units, hexes = slots.get("units") or (), slots.get("hexes") or ()
    if "rest" in specs[0]:
        rest_of(book, situation, specs[0], hexes, ruling)
        return
    sides = {unit.known("side") for unit in situation.units.values() if unit.id in units or not units and unit.known("at") in hexes}
    said = dict(query.facts)
    answers: list[tuple[Any, Any]] = []
    for spec in specs:
        answer = chooser(book, str(spec["by"]), sides) if "by" in spec else None
        answer = answer or party(situation, figure(book, spec), units)
        answers.append((spec, _whether(answer, query.part) if query.part else answer))
    for fact in PLACES.values():
        here = said.get(fact, situation.known(fact))
        held = [(spec, answer, value) for spec, answer in answers for value in [_placed(spec, fact)]]
        answers = [(spec, answer) for spec, answer, value in held if value is None or here is None or value == here]
        if len(answers) > 1 and here is None and all(value is not None for _, _, value in held):
            outcomes = {str(value): {"verdict": LEGAL, "answer": answer} for _, answer, value in held}
            ruling.needs = [Need(fact, tuple(number for spec, _ in answers for number in numbers(spec)), outcomes)]
            ruling.verdict = UNDETERMINED
            ruling.cites.update((number, None) for spec, _ in answers for number in numbers(spec))
            return
    unsaid = [unit.path(key) for name in units if (unit := situation.units.get(name)) is not None for key in NATURE if situation.is_unknown(unit.path(key))]
    try:
        spec = meant(situation, [spec for spec, _ in answers], units)
    except InputError:
        if not unsaid:
            raise
        ruling.needs, ruling.verdict = [Need(unsaid[0], (), {})], UNDETERMINED  # what it is decides which figure holds for it
        return
    content = next(answer for one, answer in answers if one is spec)
    ends = RANGE.fullmatch(str(content)) if query.sign else None
    ruling.computed["answer"] = content if ends is None else int(ends[1 if query.sign < 0 else 2])
    ruling.verdict = LEGAL
    ruling.cites.update(dict.fromkeys(numbers(spec)))


def _whether(answer: Any, part: str) -> str:
    """Whether it is that side; whether so many are no more than a limit."""
    return YES if (int(part) <= answer if part.isdigit() and isinstance(answer, int) else answer == part) else NO


def rest_of(book: Terms, situation: Situation, spec: Any, hexes: Sequence[str], ruling: Ruling) -> None:
    """How many more fit: what the ruling on the act that tests it (``rest``) leaves of its limit, whole ones only."""
    if len(hexes) != 1:
        raise InputError("no_destination")
    there = [unit for unit in situation.units.values() if unit.place == hexes[0]]
    if not there:
        raise InputError("empty_hex", hex=hexes[0])
    done = judge(book, situation, str(spec["rest"]), {"at": hexes[0], "units": tuple(unit.id for unit in there)}, "", (), False)
    used, limit = done.computed.get("stacking"), done.computed.get("limit")
    if used is None or limit is None or any(name in done.computed for name in str(spec.get("unless", "")).split()):
        ruling.needs, ruling.verdict = done.needs, UNDETERMINED
        if not done.needs:
            raise InputError("not_in_ruling", what="limit")
        return
    ruling.computed.update(stacking=used, limit=limit, answer=max(0, int(limit - used)))
    ruling.ledgers, ruling.verdict = done.ledgers, LEGAL
    ruling.cites.update(dict.fromkeys((*numbers(spec), *(rule for rule, finding in done.findings if finding.effect == "defines"))))


def _placed(spec: Any, fact: str) -> str | None:
    """The value of a fact of the position that a figure is said of; None if it holds for all."""
    words = [word.partition(":") for word in str(spec["words"]).split()]
    return next((value for type_, _, value in words if PLACES.get(type_) == fact), None)


def figure(book: Terms, spec: Any) -> Any:
    """The value of a figure: what it ``is``, or the entry of a printed ``table`` (names joined by dots)."""
    return spec["is"] if "is" in spec else entry(book.tables, spec["table"])


def chooser(book: Terms, by: str, sides: set[Any]) -> str | None:
    """The side that may choose, where it is the ``owner`` of the units that are spoken of or his ``opponent``; None where they are of no one side."""
    own = next(iter(sides), None) if len(sides) == 1 else None
    others = [side for side in book.sides if side != own]
    return own if own is None or by == OWNER else others[0] if len(others) == 1 else None


def party(situation: Situation, role: Any, units: Iterable[str]) -> Any:
    """Who of the units that are named is of a role (attacker, defender) in the combat that is pending: who retreats first, 46 or 26; else the role itself."""
    there = situation.known_box("pending").get(f"{role}s") or ()
    return ", ".join(unit for unit in units if unit in there) or role


def meant(situation: Situation, specs: list[Any], units: Iterable[str]) -> Any:
    """The figure that holds for the units that are named: its words for what a unit is are true of them.  Raises InputError unless it is just one."""
    found = specs
    for unit in [situation.units[name] for name in units if name in situation.units]:
        found = [spec for spec in found if all(any(_is(unit, word) for word in words.split("|")) for words in str(spec["words"]).split() if _of_units(words))]
    if len(found) != 1:
        raise InputError("not_in_ruling", what="answer")
    return found[0]


def _of_units(words: str) -> bool:
    return all(word.partition(":")[0] in QUALITIES for word in words.split("|"))


def _is(unit: Any, word: str) -> bool:
    type_, _, value = word.partition(":")
    return bool(unit.known_to_be(QUALITIES[type_], value))
