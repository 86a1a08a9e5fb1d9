"""The answer to a question that is derived from an act: what its ruling says of what was asked (slot ``ask``, a `Query`)."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import done_all_the_same, judge
from adjudicator.ground.declaration import Query
from adjudicator.ground.facts import DICE, InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Ruling, define
from adjudicator.play.duties import duties

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

YES, NO = "yes", "no"
FIGURES = "figures.yaml"
ROLL, ATTACK = "roll", "attack"
DUE = {"loss": ("loss", "losses", "blocked", "eliminate"), "retreat": ("retreat", "retreat_somewhere")}
"""What is owed of an act of this kind, where its name is another one."""


def answered(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], query: Query, ruling: Ruling, dice: Iterable[int]) -> None:
    """Turn the ruling on the act that is supposed into the answer to what is asked of it.  Nothing happens on the map."""
    ruling.effects, ruling.records = [], []
    if query.what == "must":
        _must(book, situation, kind, slots, ruling)
    elif query.what == "cause":
        _cause(_whole(book, situation, kind, slots, ruling, dice), query, slots, ruling)
    elif query.what == "value" and query.number is not None:
        thrown = judge(book, situation, kind, slots, "", (query.number,), False)
        ruling.findings, ruling.computed, ruling.cites = thrown.findings, thrown.computed, thrown.cites
        ruling.needs, ruling.verdict, ruling.waits, ruling.roll = thrown.needs, thrown.verdict, thrown.waits, None
        _value(thrown, query, ruling)
    elif query.what == "value":
        _value(_whole(book, situation, kind, slots, ruling, dice), query, ruling)
    elif query.what == "any":
        if isinstance(ruling.computed.get("answer"), int):
            _answer(ruling, YES if ruling.computed["answer"] else NO)
    elif query.what == "figure":
        spec = book.text_file(FIGURES)[query.name]
        _answer(ruling, figure(book, spec))
        ruling.cites[str(spec["rule"])] = None
    elif query.what == "aid":
        without = judge(book, situation, kind, {name: said for name, said in slots.items() if name != "responses"}, "", (), False)
        _aid(ruling, {(rule, finding.key) for rule, finding in without.findings if finding.effect == "forbids"})
    elif ruling.verdict != UNDETERMINED:
        yes = (ruling.verdict == LEGAL) != query.denied
        _answer(ruling, YES if yes else NO)


def figure(book: Terms, spec: Any) -> Any:
    """The value of a figure: what it ``is``, or the entry of a printed ``table`` (names joined by dots)."""
    if "is" in spec:
        return spec["is"]
    found: Any = book.tables
    for name in str(spec["table"]).split("."):
        found = found[name]
    return found


def _aid(ruling: Ruling, before: set[tuple[str, str]]) -> None:
    """Whether what is added is allowed: not if something forbids the act that did not forbid it before."""
    added = [(rule, finding) for rule, finding in ruling.findings if finding.effect == "forbids" and (rule, finding.key) not in before]
    if not added and _open(ruling):
        ruling.verdict = UNDETERMINED
        return
    ruling.needs, ruling.waits = [], False
    _answer(ruling, NO if added else YES)


def _answer(ruling: Ruling, content: Any, findings: Iterable[tuple[str, Finding]] = ()) -> None:
    """Enter the answer; what forbids the act is told, and judges nothing."""
    ruling.computed["answer"] = content
    ruling.verdict = LEGAL
    ruling.findings = [(rule, finding._replace(effect="defines") if finding.effect == "forbids" else finding) for rule, finding in ruling.findings]
    ruling.findings += findings


def _whole(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], ruling: Ruling, dice: Iterable[int]) -> Ruling:
    """The ruling itself, or, of an act that a rule forbids, that on its being done all the same: it has the numbers."""
    if ruling.verdict != ILLEGAL:
        return ruling
    return done_all_the_same(book, situation, kind, slots, dice)


def lines_of(ruling: Ruling, query: Query) -> list[tuple[str, Any, Finding]]:
    """The lines of ledgers, shifts and die modifiers that the question is about: rule, value, finding."""
    found: list[tuple[str, Any, Finding]] = []
    for rule, finding in (*ruling.shifts, *ruling.drms):
        if not query.part or query.part == "attack":
            found.append((rule, finding.by, finding))
    for name, ledger in ruling.ledgers.items():
        if query.marks and (not query.part or name.startswith(query.part)):
            found += [(entry.rule, entry.value, Finding("term", entry.key, entry.slots, entry.value, name, "", entry.group)) for entry in ledger]
    return [line for line in found if not query.marks or _marked(line[2], query.marks)]


def _marked(finding: Finding, marks: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, mark) for mark in marks for name in (finding.key, finding.claim, finding.group) if name)


def _cause(whole: Ruling, query: Query, slots: dict[str, Any], ruling: Ruling) -> None:
    """Whether a line of this cause stands in a ledger, and counts."""
    lines = lines_of(whole, query)
    counting = [line for line in lines if line[1] and (not query.sign or line[1] * query.sign > 0)]
    if not counting and _open(ruling) and not _settled(whole, query, slots, ruling):
        ruling.verdict = UNDETERMINED
        return
    ruling.needs, ruling.waits = [], False
    total = sum(line[1] for line in counting)
    yes = bool(counting) if query.number is None or not counting else abs(total) == query.number
    told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in counting or lines]
    _answer(ruling, YES if yes else NO, told)
    ruling.cites.update(dict.fromkeys(rule for rule, _ in told))


def _settled(whole: Ruling, query: Query, slots: dict[str, Any], ruling: Ruling) -> bool:
    """Whether what a ledger says of the units that are asked about hangs on nothing that is not known of them."""
    units = [unit for unit in slots.get("target_units" if query.part == "defense" else "units") or () if unit != SOMEBODY]
    entries = whole.ledgers.get(query.part, ())
    told = all(any(unit in str(entry.slots.get("unit", "")) for entry in entries) for unit in units)
    return bool(units) and told and not any(need.fact.startswith(f"units[{unit}]") for need in ruling.needs for unit in units)


def _value(whole: Ruling, query: Query, ruling: Ruling) -> None:
    """A figure of the ruling: one that it computed, or the sum of some lines."""
    told: list[tuple[str, Finding]] = []
    if query.name == "shifts":
        lines = lines_of(whole, query)
        content: Any = abs(sum(line[1] for line in lines)) if query.marks else sum(line[1] for line in lines)
        told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in lines]
        known = bool(lines) or not _open(ruling)
    elif query.name == "drm":
        lines = lines_of(whole, query)
        content, known = sum(line[1] for line in lines), bool(whole.drms) or not _open(ruling)
    else:
        content = whole.computed.get(query.name)
        known = content is not None
        if not known and ruling.waits and not _open(ruling):  # the dice decide
            return
    if not known:
        ruling.verdict = UNDETERMINED
        if not _open(ruling):
            raise InputError("not_in_ruling", what=query.name)
        return
    _answer(ruling, content, told)


def _open(ruling: Ruling) -> bool:
    """Whether something of the ruling hangs on a fact that nobody stated."""
    return any(need.fact != DICE for need in ruling.needs)


def _must(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], ruling: Ruling) -> None:
    """Whether a rule compels it: not if it is forbidden, nor if not doing it is allowed."""
    cls = book.acts[kind]
    if kind == ROLL:
        if slots.get("target") and slots.get("units"):  # the die of an attack
            ruling.computed.clear()
            fight = judge(book, situation, ATTACK, {name: slots[name] for name in ("units", "target", "aids") if name in slots}, "", (), False)
            ruling.needs, ruling.verdict, ruling.cites, ruling.waits = fight.needs, fight.verdict, fight.cites, fight.waits
            ruling.findings, ruling.computed = fight.findings, {**fight.computed}
        thrown = ruling.waits or any(need.fact == DICE for need in ruling.needs)
        if not thrown and _open(ruling):
            ruling.verdict = UNDETERMINED
            return
        ruling.needs = [need for need in ruling.needs if need.fact != DICE]
        ruling.waits = False
        _answer(ruling, YES if thrown else NO)
        return
    due = [duty for duty in duties(book, situation) if duty.what in DUE.get(kind, (kind,))]
    named = set(slots.get("units") or ())
    if due and (duty := next((duty for duty in due if not named or named & set(duty.units)), None)) is not None:
        ruling.needs, ruling.cites = [], {duty.rule: None}
        _answer(ruling, NO if duty.may else YES, [(duty.rule, duty.finding._replace(effect="defines"))])
        return
    if ruling.verdict == ILLEGAL:
        _answer(ruling, NO)
        return
    if cls.compelled:
        ruling.cites[cls.compelled] = None
        if ruling.verdict == LEGAL:  # what is compelled is a throw: nothing calls for it where no die is wanted
            _answer(ruling, YES if ruling.waits or ruling.roll is not None else NO)
        return
    if cls.denial and cls.denial in book.acts and slots.get("units"):
        other = judge(book, situation, cls.denial, {name: slots[name] for name in ("units", "from") if name in slots}, "", (), False)
        ruling.cites.update(other.cites)
        ruling.needs, ruling.findings = other.needs, other.findings
        if other.verdict == UNDETERMINED:
            ruling.verdict = UNDETERMINED
        else:
            _answer(ruling, YES if other.verdict == ILLEGAL else NO)
        return
    if not cls.left_free:
        raise InputError("not_declared", what=kind)
    ruling.needs, ruling.findings, ruling.computed, ruling.waits = [], [], {}, False
    ruling.cites = {cls.left_free: None}
    _answer(ruling, NO, [(cls.left_free, define("free_to_do"))])


SIDES = 6
SOMEBODY = "?"
"""The id of a unit of which nothing but its side is known, where nobody is named."""


def cast(book: Terms, situation: Situation, slots: dict[str, Any]) -> None:
    """Who does it, to whom and where, in a question that does not say so (slots ``anyone``, ``anywhere``).

    The units next to the hex that is meant, the enemy next to the unit that is meant; else one of which nothing but the side is known, who
    is put into the position (which is a copy).  Raises InputError where not even that can be.
    """
    anyone, anywhere = slots.pop("anyone", False), slots.pop("anywhere", False)
    if anywhere and slots.get("target_units"):
        place = situation.units[slots["target_units"][0]].place if slots["target_units"][0] in situation.units else None
        if place:
            slots["target"], anywhere = place, False
    if anyone:
        target = slots.get("target")
        side = slots.get("side") or _other(book, situation.known_at(target) if target else []) or situation.known("active")
        near = [
            unit for unit in situation.units.values() if target and unit.place and unit.known_to_be("side", side) and _beside(situation, unit.place, target)
        ]
        slots["units"] = tuple(unit.id for unit in near) or (_placeholder(situation, side, target),)
    if anywhere and slots.get("units"):
        unit = situation.units.get(slots["units"][0])
        around = list(situation.grid.known_neighbours(unit.place)) if unit is not None and situation.grid.valid(unit.place or "") else []
        if unit is None or not around:
            raise InputError("no_destination")
        foes = [hex_ for hex_ in around if any(other.known("side") not in (None, unit.known("side")) for other in situation.known_at(hex_))]
        slots["target"] = (foes or around)[0]
        if not foes and unit.id != SOMEBODY and unit.known("side"):
            situation.state(f"units[{SOMEBODY}]", {"side": book.enemy(unit.known("side")), "at": slots["target"]})


def _other(book: Terms, there: list[Any]) -> str | None:
    side = there[0].known("side") if there else None
    return book.enemy(side) if side else None


def _placeholder(situation: Situation, side: str | None, target: str | None) -> str:
    """One more unit of that side, next to the hex that is meant, else beside any hex of the position."""
    if side is None:
        raise InputError("no_units")
    places = (unit.place for unit in situation.units.values() if unit.place)
    place = (
        target
        or next(places, None)
        or next(iter(situation.hexes), None)
        or next((name for name in situation.grid.hexes() if len(situation.grid.known_neighbours(name)) == SIDES), None)
    )
    near = [hex_ for hex_ in situation.grid.known_neighbours(place) if not situation.known_at(hex_)] if situation.grid.valid(place or "") else []
    if not near:
        raise InputError("no_units")
    situation.state(f"units[{SOMEBODY}]", {"side": side, "at": near[0]})
    return SOMEBODY


def sure(slots: dict[str, Any], nowhere: bool, ruling: Ruling, query: Query | None) -> bool:
    """Whether a ruling on somebody, or on some hex, holds for everybody and every hex: what forbids it names neither."""
    if SOMEBODY not in str(slots.get("units")) and not nowhere:
        return True
    if query is not None and query.what == "aid":
        return True
    if query is not None and query.what in ("cause", "value"):
        units = slots.get("units") or () if query.part != "defense" else slots.get("target_units") or ()
        ledger = ruling.ledgers.get(query.part, ())
        return bool(units) and all(any(unit in str(entry.slots.get("unit", "")) for entry in ledger) for unit in units if unit != SOMEBODY)
    return ruling.verdict == ILLEGAL and any(
        finding.effect == "forbids" and not {"where", "hex", "target"} & finding.slots.keys() for _, finding in ruling.findings
    )


def _beside(situation: Any, place: str, target: str | None) -> bool:
    return target is not None and situation.grid.adjacent(place, target)
