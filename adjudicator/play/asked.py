"""The answer to a question that is derived from an act: what its ruling says of what was asked (slot ``ask``, a `Query`)."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import done_all_the_same, judge
from adjudicator.files.figures import spread
from adjudicator.ground.declaration import SOMEBODY, Query
from adjudicator.ground.facts import DICE, InputError, Missing
from adjudicator.ground.paths import FactPath, parse
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Need, Ruling, define, warn
from adjudicator.play.compelled import compelled
from adjudicator.play.figured import figure_of
from adjudicator.play.tried import TRIED, tried
from adjudicator.play.whereabouts import said_of, state_of
from adjudicator.play.worth import fought, worth_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

YES, NO = "yes", "no"
FIGURES = "figures.yaml"
ALLOWANCE = "allowance"
STOPPED = "stopped"
"""The fact of a unit that has to stop moving."""
LOSSES = "losses"
COST = "cost"
ADDED_UP = ("column", "drm", "modified")
"""What is computed of an attack once all its shifts and die modifiers are known."""
TOLD_ALL_THE_SAME = frozenset(("state", "cause", "value", "stops", "loses", "worth"))
"""What is asked of a forbidden act as of any other."""


def answered(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], query: Query, ruling: Ruling, dice: Iterable[int]) -> None:
    """Turn the ruling on the act that is supposed into the answer to what is asked of it.  Nothing happens on the map."""
    done, ruling.effects, ruling.records = [*ruling.effects, *ruling.records], [], []
    if query.what == "must":
        if (has_to := compelled(book, situation, kind, slots, ruling)) is not None:
            _answer(ruling, *has_to)
    elif query.what == "dice":
        wanted = ruling.waits or ruling.roll is not None or any(need.fact == DICE for need in ruling.needs)
        if wanted or not _open(ruling):
            ruling.needs, ruling.waits, ruling.roll = [], False, None
            _answer(ruling, YES if wanted else NO)
        else:
            ruling.verdict = UNDETERMINED
    elif query.what in TRIED:
        found = tried(book, situation, kind, slots, query, ruling)
        if found is not None:
            ruling.needs = []
            often = query.what == "times" and query.number is not None and isinstance(found[0], int)  # may it attack twice
            _answer(ruling, (YES if found[0] >= (query.number or 0) else NO) if often else found[0], found[1])
    elif query.what == "cause" and not query.name and ruling.verdict == ILLEGAL and _aids_forbidden(book, situation, kind, slots):
        ruling.needs = []
        _answer(ruling, NO)
    elif query.what == "cause":
        whole = _whole(book, situation, kind, slots, ruling, dice)
        if kind == "attack" and query.part and SOMEBODY in situation.units:  # whoever it is, it is no matter of the others' lines
            whole = fought(book, situation, slots, dice)
            ruling.needs = whole.needs
        _cause(whole, query, slots, ruling)
    elif query.what == "value" and query.number is not None:
        thrown = judge(book, situation, kind, slots, "", (query.number,), False)
        ruling.findings, ruling.computed, ruling.cites = thrown.findings, thrown.computed, thrown.cites
        ruling.needs, ruling.verdict, ruling.waits, ruling.roll = thrown.needs, thrown.verdict, thrown.waits, None
        _value(thrown, query, ruling)
    elif query.what == "value":
        if query.name == "rolls" and ruling.roll is None and ruling.verdict == LEGAL:  # a bulk run leaves out the table that it is read from
            ruling.roll = judge(book, situation, kind, slots, "", dice, True).roll
        whole = _whole(book, situation, kind, slots, ruling, dice)
        if "dice" in query.name.split() and "dice" not in whole.computed and (count := _thrown(book, situation, kind, slots, ruling)):
            ruling.needs, ruling.waits = [], False
            _answer(ruling, count)
        else:
            _value(whole, query, ruling, [*done, *whole.effects] if whole is not ruling else done)
    elif query.what == "state":
        if ruling.verdict == ILLEGAL:
            whole = _whole(book, situation, kind, slots, ruling, dice)
            done = [*whole.effects, *whole.records]
        _state(book, situation, query, ruling, done)
    elif query.what == "worth":
        if (told := worth_of(book, situation, slots, query, ruling, dice)) is not None:
            total = {name: content for name, content in ruling.computed.items() if name == f"{query.part}_total" and query.part != ALLOWANCE}
            ruling.needs, ruling.waits, ruling.roll, ruling.computed, ruling.findings = [], False, None, total, []
            if query.part == ALLOWANCE:
                ruling.computed[ALLOWANCE] = told[0]
            _answer(ruling, *told)
    elif query.what == "position":
        _position(situation, query, ruling)
    elif query.what == "price":
        _price(query, ruling)
    elif query.what == "stops":
        whole = _whole(book, situation, kind, slots, ruling, dice)
        _stops(book.acts[kind].halts, whole, [*done, *whole.effects], ruling, query.about)
    elif query.what == "loses":
        whole = _whole(book, situation, kind, slots, ruling, dice)
        _loses(query.about, whole, [*done, *whole.effects], ruling)
    elif query.what == "any":
        if isinstance(ruling.computed.get("answer"), int):
            _answer(ruling, YES if ruling.computed["answer"] else NO)
        elif ruling.verdict != UNDETERMINED:
            raise InputError("not_a_question")  # nothing tells how many, so nothing tells whether any
    elif query.what == "figure":
        figure_of(book, situation, query, [_figures(book)[name] for name in query.name.split()], slots, ruling)
    elif query.what == "who":
        lost = [effect["unit"] for effect in done if effect.get("eliminated") or isinstance(effect.get("steps"), int) and effect["steps"] < 0]
        names = [name for name in dict.fromkeys(lost) if not query.name or situation.units[name].known_to_be("side", query.name)]
        if ruling.verdict != UNDETERMINED:
            _answer(ruling, ", ".join(names) or "none")
    elif query.what == "aid":
        without = judge(book, situation, kind, {name: said for name, said in slots.items() if name != "responses"}, "", (), False)
        _aid(ruling, {(rule, finding.key) for rule, finding in without.findings if finding.effect == "forbids"})
    elif ruling.verdict != UNDETERMINED:
        yes = (ruling.verdict == LEGAL) != query.denied
        _answer(ruling, YES if yes else NO)
        if query.what == "why" and yes and slots.get("not"):
            ruling.warnings.append(("", warn("may_all_the_same")))  # why can't it: nothing keeps it from that
    if query.what in TOLD_ALL_THE_SAME:
        _as_answered(ruling)


@lru_cache(8)
def _figures(book: Terms) -> dict[str, Any]:
    return spread(book.text_file(FIGURES), book.tables)


def _as_answered(ruling: Ruling) -> None:
    """How something stands is told of a forbidden act as well: no value of a fact that is missing makes the question illegal, what it then is is left open."""
    for number, need in enumerate(ruling.needs):
        outcomes = {value: {**outcome, "verdict": UNDETERMINED} if outcome.get("verdict") == ILLEGAL else outcome for value, outcome in need.outcomes.items()}
        ruling.needs[number] = need._replace(outcomes=outcomes)


def _state(book: Terms, situation: Situation, query: Query, ruling: Ruling, done: list[dict[str, Any]]) -> None:
    """Whether it is so, or how it is, behind what was done: read from a copy of the position."""
    other = situation.copy()
    other.apply(done)
    paths = [path for path, _ in query.facts] or [f"units[{unit}].{query.name}" for unit in query.about]
    settled = query.name in ruling.computed or all(any(_settles(effect, path) for effect in done) for path in paths)
    if not settled and (ruling.waits or ruling.roll or _open(ruling)):  # it hangs on dice, or on a fact that nobody stated
        ruling.verdict = UNDETERMINED if _open(ruling) else ruling.verdict
        return
    ruling.roll, ruling.waits, ruling.needs = None, False, []
    try:
        found = [ruling.computed[query.name]] if query.name in ruling.computed else [fact_of(other, path) for path in paths]
    except Missing as missing:
        ruling.needs = [Need(missing.fact, (), {})]
        ruling.verdict = UNDETERMINED
        return
    ruling.assumed.update((path, other.assumed[path]) for path in paths if path in other.assumed)
    ruling.cites.update((spec.rule, None) for path in paths if (spec := book.facts.get(parsed(path).spec)) is not None and spec.rule)
    if query.facts:
        _answer(ruling, YES if all(so(one, said) or kind_of(book, path, one) == said for one, (path, said) in zip(found, query.facts, strict=True)) else NO)
    elif len(set(map(str, found))) == 1:
        _answer(ruling, found[0])
    else:
        _answer(ruling, ", ".join(f"{unit}: {one}" for unit, one in zip(query.about, found, strict=False)))


def _settles(effect: dict[str, Any], path: str) -> bool:
    """Whether an effect says how a fact of a unit stands."""
    name = parsed(path)
    return effect.get("unit") == name.thing and name.fact in effect


def so(found: Any, said: Any) -> bool:
    """Whether a fact is as it is said to be; of what lies on a hexside or in a hex each thing that is named counts."""
    return set(said) <= set(found) if isinstance(said, (list, tuple)) and isinstance(found, (list, tuple)) else bool(found == said)


def kind_of(book: Terms, path: str, found: Any) -> Any:
    """The wider kind of what a fact is, by the table that the rulebook names for it: woods are close terrain; None if there is none."""
    named = parse(path)
    spec = book.facts.get(named.spec) if named is not None else None
    if spec is None or spec.kind is None:
        return None
    table, part, column = spec.kind
    return book.tables[table][part].get(found, {}).get(column)


def is_of_kind(situation: Situation, path: str, kind: Any) -> bool:
    """Whether what a fact is stated to be is of a wider kind, which is said of it as well."""
    named = parse(path)
    spec = situation.book.facts.get(named.spec) if named is not None else None
    if named is None or spec is None or spec.kind is None:
        return False
    thing = situation.hex(named.thing) if named.head == "hexes" else getattr(situation, named.head).get(named.thing)
    found = thing.known(named.fact) if thing is not None else None
    return found is not None and found != kind and kind_of(situation.book, path, found) == kind


def parsed(path: str) -> FactPath:
    """The name of a fact, taken apart.  Raises InputError if it names no thing's fact."""
    found = parse(path)
    if found is None or not found.thing:
        raise InputError("not_a_question")
    return found


def fact_of(situation: Situation, path: str) -> Any:
    """A fact of a thing, read as rules read it.  Raises Missing where nobody stated it."""
    head, keys = parsed(path)
    if head == "hexsides":
        one, _, two = keys[0].partition("/")
        return situation.side(one, two).features
    if keys[1:] == ("eliminated",):
        return keys[0] in situation.eliminated
    thing = situation.hex(keys[0]) if head == "hexes" else getattr(situation, head).get(keys[0])
    if thing is None or len(keys) != 2:
        raise InputError("not_a_question")
    try:
        return getattr(thing, keys[1])
    except LookupError:
        raise InputError("not_a_question") from None


def _aids_forbidden(book: Terms, situation: Situation, kind: str, slots: dict[str, Any]) -> bool:
    """Whether what is added is what makes the act illegal: then it brings nothing."""
    alone = {name: said for name, said in slots.items() if name != "aids"}
    return "aids" in slots and judge(book, situation, kind, alone, "", (), False).verdict != ILLEGAL


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
    """The ruling itself, or, of an act that a rule forbids, that on its being done all the same: it has the numbers, and asks for what they hang on."""
    if ruling.verdict != ILLEGAL:
        return ruling
    whole = done_all_the_same(book, situation, kind, slots, dice)
    ruling.needs = whole.needs
    return whole


def lines_of(ruling: Ruling, query: Query) -> list[tuple[str, Any, Finding]]:
    """The lines of ledgers, shifts and die modifiers that the question is about: rule, value, finding."""
    found: list[tuple[str, Any, Finding]] = []
    for rule, finding in (*ruling.shifts, *ruling.drms):
        if not query.part or query.part == "attack":
            found.append((rule, finding.by, finding))
    for name, ledger in ruling.ledgers.items():
        if query.marks and (not query.part or name.startswith(query.part)):
            found += [(entry.rule, entry.value, Finding("term", entry.key, entry.slots, entry.value, name, "", entry.group)) for entry in ledger]
    if query.level is not None:
        found = [line for line in found if query.level in line[2].slots.values()]
    return [line for line in found if not query.marks or _marked(line[2], query.marks)]


def _marked(finding: Finding, marks: tuple[str, ...]) -> bool:
    for mark in marks:
        key, _, named = mark.partition("=")
        if any(fnmatchcase(name, key) for name in (finding.key, finding.claim, finding.group) if name) and (not named or named in finding.slots.values()):
            return True
    return False


def _cause(whole: Ruling, query: Query, slots: dict[str, Any], ruling: Ruling) -> None:
    """Whether a line of this cause stands in a ledger, and counts."""
    lines = lines_of(whole, query)
    counting = [line for line in lines if line[1] and (not query.sign or line[1] * query.sign > 0)]
    if not counting and not all(map(_of_legality, ruling.needs)) and _open(ruling) and not _settled(whole, query, slots, ruling):
        ruling.verdict = UNDETERMINED
        return
    ruling.needs, ruling.waits = [], False
    total = sum(line[1] for line in counting)
    yes = bool(counting) if query.number is None or not counting else abs(total) == query.number
    told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in counting or lines]
    _answer(ruling, YES if yes else NO, told)
    ruling.cites.update(dict.fromkeys(rule for rule, _ in told))


def _of_legality(need: Need) -> bool:
    """Whether a fact that nobody stated decides no more than whether the act is allowed: no line of it."""
    told = [(outcome.get("verdict"), outcome.keys() - {"verdict", "rules"}) for outcome in need.outcomes.values()]
    return bool(told) and all(verdict in (LEGAL, ILLEGAL) and not more for verdict, more in told)


def _settled(whole: Ruling, query: Query, slots: dict[str, Any], ruling: Ruling) -> bool:
    """Whether what a ledger says of the units that are asked about hangs on nothing that is not known of them.

    What may be a shift is not settled before all shifts are known."""
    if not any(name in whole.computed for name in ADDED_UP):
        return False
    units = [unit for unit in slots.get("target_units" if query.part == "defense" else "units") or () if unit != SOMEBODY]
    entries = whole.ledgers.get(query.part, ())
    told = all(any(unit in str(entry.slots.get("unit", "")) for entry in entries) for unit in units)
    return bool(units) and told and not any(need.fact.startswith(f"units[{unit}]") for need in ruling.needs for unit in units)


def _thrown(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], ruling: Ruling) -> int:
    """How many dice an act waits for: one is thrown, and the others are lacking; 0 if it waits for none."""
    if not ruling.waits:
        return 0
    thrown = judge(book, situation, kind, slots, "", (1,), False)
    return thrown.dice_used + thrown.short


def _value(whole: Ruling, query: Query, ruling: Ruling, done: Iterable[dict[str, Any]] = ()) -> None:
    """A figure of the ruling: one that it computed, or the sum of some lines."""
    told: list[tuple[str, Finding]] = []
    if query.name == "shifts":
        lines = [line for line in lines_of(whole, query) if not query.sign or line[1] * query.sign > 0]
        content: Any = abs(sum(line[1] for line in lines)) if query.marks or query.sign else sum(line[1] for line in lines)
        told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in lines]
        known = bool(lines) or not _open(ruling)
    elif query.name == "effect":
        lines = lines_of(whole, query)
        content, known = sum(line[1] for line in lines if line[2].effect != "term") or ("none" if not lines else 0), bool(lines) or not _open(ruling)
        told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in lines]
    elif query.name == "drm" and (query.marks or "drm" not in whole.computed):
        lines = lines_of(whole, query)
        told = [(rule, define(finding.key, **finding.slots)) for rule, _, finding in lines]
        content, known = sum(line[1] for line in lines), bool(lines) or query.level is None and (bool(whole.drms) or not _open(ruling))
    elif query.name == "rolls":
        content = "none" if ruling.verdict == ILLEGAL else rolls(ruling, query.marks)
        known = content is not None
    else:
        own = ruling if ruling.verdict == ILLEGAL and LOSSES in query.name.split() else whole  # what is lost instead of what may not be done
        content = next((found for one in (own, whole) for name in query.name.split() if (found := figure_in(one, name)) is not None), None)
        if content is None and LOSSES in query.name.split() and not (whole.waits or _open(ruling)):  # how many steps does that retreat cost: by what it does
            counted = not any(effect.get("eliminated") for effect in done)
            content = -sum(effect["steps"] for effect in done if isinstance(effect.get("steps"), int)) if counted else None
        known = content is not None
        if not known and ruling.waits and not _open(ruling) and query.name != COST:  # the dice decide, but not what it costs
            return
    total = {"shifts": "column", "drm": "drm"}.get(query.name)
    if total is not None and not query.marks and (whole.verdict == UNDETERMINED or total not in whole.computed and _decides(ruling, total)):
        known = False  # the lines that are known already add up to no total
    if not known:
        ruling.verdict = UNDETERMINED
        if not _open(ruling):
            raise InputError("not_in_ruling", what=query.name)
        return
    _answer(ruling, content, told)


def figure_in(ruling: Ruling, name: str) -> Any:
    """What a ruling comes to of this name; of `allowance-cost` what the second leaves of the first. None if it says nothing of it."""
    whole, _, less = name.partition("-")
    content, spent = ruling.computed.get(whole), ruling.computed.get(less) if less else 0
    if not less:
        return content
    return max(content - spent, 0) if isinstance(content, (int, Fraction)) and isinstance(spent, (int, Fraction)) else None


def rolls(ruling: Ruling, wanted: tuple[str, ...]) -> list[int] | str | None:
    """The totals of the throw that lead to a result that is wanted, else to that of which the ruling tells what it needs."""
    needed = ruling.computed.get("needed") or {}
    if ruling.roll is None:  # no table where what a throw leads to hangs on something unknown: what it needs may be told all the same
        return sorted({total for name, totals in needed.items() if not wanted or any(fnmatchcase(name, mark) for mark in wanted) for total in totals}) or None
    aim = tuple(wanted or needed)
    table = [(int(total), str(result)) for total, result in ruling.roll.table.items() if total.isdigit()]
    return [total for total, result in table if any(fnmatchcase(result, mark) or fnmatchcase(result, f"[0-9] {mark}") for mark in aim)] or "none"


def _position(situation: Situation, query: Query, ruling: Ruling) -> None:
    """What the position itself says: where units are, what is in a hex, how far two things are apart."""
    try:
        content = said_of(situation, query)
    except Missing as missing:
        ruling.needs, ruling.verdict = [Need(missing.fact, (), {})], UNDETERMINED
        return
    ruling.needs, ruling.waits = [], False
    fact = "units.steps" if query.name == "lost" else state_of(situation, query.marks[0]) if query.name == "done" else ""
    if (spec := situation.book.facts.get(fact)) is not None and spec.rule:
        ruling.cites[spec.rule] = None
    _answer(ruling, content)


def _price(query: Query, ruling: Ruling) -> None:
    """Whether it is done at that price; what is forbidden is not done at any."""
    if _open(ruling) and ruling.verdict != ILLEGAL:
        ruling.verdict = UNDETERMINED
    elif query.name in ruling.computed or ruling.verdict == ILLEGAL:
        _answer(ruling, YES if ruling.verdict == LEGAL and ruling.computed[query.name] == query.number else NO)
    else:
        raise InputError("not_in_ruling", what=query.name)


def _stops(rule: str, whole: Ruling, done: list[dict[str, Any]], ruling: Ruling, blamed: tuple[str, ...] = ()) -> None:
    """Whether a move has to end where it leads: the ruling tells where it does, or marks the unit; because of somebody only if it names him."""
    ends = "stops_at" in whole.computed or any(STOPPED in (effect.get("state"), *effect) for effect in done)
    ends = ends and all(any(name in repr(finding.slots) for _, finding in whole.findings) for name in blamed)
    if not rule:
        raise InputError("not_declared", what="stay")
    if not ends and _open(ruling):
        ruling.verdict = UNDETERMINED
        return
    ruling.needs, ruling.waits, ruling.cites[rule] = [], False, None
    _answer(ruling, YES if ends else NO)


def _loses(units: tuple[str, ...], whole: Ruling, done: list[dict[str, Any]], ruling: Ruling) -> None:
    """Whether a move costs units a step, or their lives."""
    lost = [
        effect for effect in done if effect.get("unit") in units and (effect.get("eliminated") or isinstance(effect.get("steps"), int) and effect["steps"] < 0)
    ]
    if not lost and (_open(ruling) or whole.waits):
        ruling.verdict = UNDETERMINED if _open(ruling) else ruling.verdict
        return
    ruling.needs, ruling.waits = [], False
    _answer(ruling, YES if lost else NO)


def _decides(ruling: Ruling, name: str) -> bool:
    """Whether a fact that nobody stated makes a figure another one."""
    return any(name in outcome for need in ruling.needs for outcome in need.outcomes.values())


def _open(ruling: Ruling) -> bool:
    """Whether something of the ruling hangs on a fact that nobody stated."""
    return any(need.fact != DICE for need in ruling.needs)
