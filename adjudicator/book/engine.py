"""The loop over stages, and the replays that answer what is not known: facts, dice, readings.

A replay judges the whole act from scratch, with some facts tried and some dice thrown.  It is cheap (some 50 microseconds), has
no state to undo, and needs nothing from a rule but that it reads facts plainly.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from adjudicator.book import Case, InputError, Rule, Turn
from adjudicator.book.acts import DICE_FAULTS
from adjudicator.book.outcomes import WIDE, difference, outcomes_of
from adjudicator.ground import work
from adjudicator.ground.facts import DICE, Missing
from adjudicator.ground.holes import replaced
from adjudicator.ground.provenance import listening
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Need, Roll, Ruling, ThrowChances
from adjudicator.ground.situation import GONE, Situation
from adjudicator.ground.terms import Terms
from adjudicator.ground.throws import Chain, follow, shares, ways

DEPTH = 3  # facts and dice tried at once; more are asked for without trying them
BUDGET = 200  # replays for one declaration
ASKED = 5  # facts asked for at once
ROLLS = 130  # a table has no more throws than this

Open = tuple[Missing, str, bool]  # what is missing, the rule that asks, whether legality hangs on it


class Engine:
    """Judges one act.  ``full``: also the table of rolls and the outcomes of other readings (a bulk run leaves them out)."""

    def __init__(self, book: Terms, situation: Situation, cls: type[Case], slots: dict[str, Any], text: str, full: bool) -> None:
        self.book = book
        self.situation = situation
        self.cls = cls
        self.slots = slots
        self.text = text
        self.full = full
        self.left = BUDGET
        crowd = max(map(len, situation.known_where().values()), default=0)
        self.weight = work.replay(crowd, book.size(cls))  # of one replay, in steps
        self.tables = full  # of rolls
        self.readings: dict[str, str] = {}
        self.case: Case | None = None  # of the last replay
        self.heard: dict[str, None] = {}  # numbers of the helpers that the rule at work has used
        self.asked = "answer" if cls.question else ""  # what must not hang on a fact that is missing

    # ---- one replay -----------------------------------------------------------------------------------------------
    def replay(self, tried: dict[str, Any], dice: tuple[int, ...]) -> tuple[Ruling, list[Open], Missing | None]:
        """Judge once.  Returns the ruling so far, the facts that stopped a rule, and the result die that has not been thrown."""
        self.left -= 1
        work.count(self.weight)
        situation = self.situation
        situation.tried = tried
        situation.assumed, situation.used_readings = {}, {}
        case = self.case = self.cls(self.book, situation, self.slots, self.text, dice)
        case.full = self.full
        heard = case.heard = self.heard
        opens: list[Open] = []
        die: Missing | None = None
        opens_in_numbers = False
        deciding, question, add = True, bool(self.asked), case.add
        try:
            case.prepare()
            for stage, legality, turns in self.book.plan(case):
                if not legality and case.forbidden:
                    break
                if not legality and opens_in_numbers:
                    continue
                deciding = legality or question
                for item in case.each(stage):
                    case.item = item
                    if case.spoken:
                        case.spoken = {}
                    for number, function, exceptions in turns:
                        if heard:
                            heard.clear()
                        try:
                            if (not exceptions or not silenced(case, number, exceptions)) and (found := function(case)):
                                for finding in found:
                                    add(number, finding)
                        except Missing as missing:
                            if missing.fact == DICE and not deciding:
                                die = die or missing
                                break
                            case.missed.append(number)
                            case.stopped.setdefault(stage, missing)
                            opens.append((missing, number, deciding))
                            opens_in_numbers = opens_in_numbers or not legality
                if die is not None:
                    break
        except Missing as missing:  # before any rule spoke: of the preparation, of a condition, of what a stage is gone through for
            opens.append((missing, "", deciding))
        ruling = case.ruling
        ruling.assumed = situation.assumed
        self.readings.update(situation.used_readings)
        ruling.dice_used, ruling.throws, ruling.short = case.thrown, case.throws, case.short
        if case.forbidden:
            ruling.verdict = ILLEGAL
            return ruling, [], None
        return ruling, opens, die

    # ---- many replays ---------------------------------------------------------------------------------------------
    def solve(self, dice: tuple[int, ...]) -> Ruling:
        """The ruling, with what hangs on facts, dice and readings."""
        if dice and self.cls.roll_read and not self.cls.question:
            self.asked = "result"
        before = self.situation.tried
        token = listening.set(self.heard)
        try:
            with work.limited():
                ruling = self.explore(dict(before), dice, DEPTH)
                del ruling.needs[ASKED:]
                if self.full and self.readings:
                    self.compare_readings(ruling, dice)
        finally:
            self.situation.tried = before
            listening.reset(token)
        return ruling

    def explore(self, tried: dict[str, Any], dice: tuple[int, ...], depth: int) -> Ruling:
        """The ruling under these tried facts; splits on what is still missing."""
        ruling, opens, die = self.replay(tried, dice)
        if opens:
            first = next((item for item in opens if item[0].values), None)
            if first is None or depth == 0 or self.left <= 0 or work.is_spent():
                return stuck(ruling, opens)
            return self.split(ruling, opens, first, tried, dice, depth)
        if die is not None:
            ruling.waits = True
            if self.tables:
                chain = self.case.chain() if self.case is not None else None
                if chain is None:
                    ruling.roll = self.table_of_rolls(tried, dice, die)
                else:
                    ruling.roll = self.table_of_throws(chain)
        return ruling

    @staticmethod
    def table_of_throws(chain: Chain) -> Roll:
        """The chances of throws that follow each other; those of a throw that reads something unknown are left out."""
        stages: list[ThrowChances] = []
        try:
            for throw, places in zip(chain.throws, follow(chain), strict=True):
                stages.append(ThrowChances(throw.name, throw.dice, shares(throw, places)))
        except Missing:
            pass
        last = stages[-1].chances if len(stages) == len(chain.throws) else {}
        return Roll(chain.throws[0].dice, {}, last, tuple(stages))

    def split(self, ruling: Ruling, opens: list[Open], first: Open, tried: dict[str, Any], dice: tuple[int, ...], depth: int) -> Ruling:
        """Try every value of one fact and keep what all of them agree on."""
        missing, number, _ = first
        fact, values = missing.fact, missing.values or ()
        tables, self.tables = self.tables, False
        branches: list[tuple[Any, Ruling]] = []
        if len(values) > WIDE and not (self.full and depth == DEPTH):  # if the ends of a range disagree the rest need not be tried one by one
            branches = [(value, self.branch(fact, value, tried, dice, depth)) for value in (values[0], values[-1])]
            if branches[0][1].values() == branches[1][1].values() or branches[0][1].verdict == branches[1][1].verdict == ILLEGAL:
                branches = []  # what lies between them may be another matter
        for value in () if branches else values:
            if work.is_spent():  # the values that are left would take too long: the fact is asked for without them
                self.tables = tables
                return stuck(ruling, opens)
            branch = self.branch(fact, value, tried, dice, depth)
            if depth < DEPTH and branch.verdict == UNDETERMINED:  # so is this, whatever the other values give: they need not be tried
                self.tables = tables
                ruling = stuck(ruling, opens)
                ruling.verdict = UNDETERMINED
                ruling.needs += [need for need in branch.needs if all(need.fact != known.fact for known in ruling.needs)]
                ruling.cites.update(branch.cites)
                return ruling
            branches.append((value, branch))
        merged = merge(fact, number, opens, branches, self.asked)
        if fact == DICE:  # the dice that were tried have not been thrown
            merged.dice_used, merged.throws, merged.short = ruling.dice_used, ruling.throws, ruling.short
        self.tables = tables
        if tables and any(branch.waits for _, branch in branches):
            merged.roll = self.shared_table(fact, branches, tried, dice, depth)
        self.situation.assumed = ruling.assumed
        return merged

    def shared_table(self, fact: str, branches: list[tuple[Any, Ruling]], tried: dict[str, Any], dice: tuple[int, ...], depth: int) -> Roll | None:
        """The table of rolls, if it is the same whatever a fact turns out to be (where the act is legal).

        It is made for the first and the last value and for one of each outcome between them.
        """
        standing = [branch for branch in branches if branch[1].verdict != ILLEGAL] or branches
        tried_out: list[dict[str, Any]] = []
        shared: Roll | None = None
        for place, (value, outcome) in enumerate([standing[-1], *standing[:-1]]):
            if place > 1 and outcome.values() in tried_out:
                continue
            tried_out.append(outcome.values())
            roll = self.branch(fact, value, tried, dice, depth).roll
            if roll is None or (shared is not None and roll != shared):
                return None
            shared = roll
        return shared

    def branch(self, fact: str, value: Any, tried: dict[str, Any], dice: tuple[int, ...], depth: int) -> Ruling:
        """One value tried; a die is thrown instead of stated."""
        if fact == DICE:
            return self.explore(tried, (*dice, value), depth - 1)
        try:
            return self.explore({**tried, fact: value}, dice, depth - 1)
        except InputError as error:  # with this value the words cannot be judged at all
            if error.key in DICE_FAULTS:  # these dice are read in another way
                raise
            ruling = Ruling(self.cls.kind, self.text)
            ruling.verdict = UNDETERMINED
            return ruling

    def table_of_rolls(self, tried: dict[str, Any], dice: tuple[int, ...], die: Missing) -> Roll | None:
        """The result of every throw that is still to be made, by exact enumeration."""
        throws: list[tuple[tuple[int, ...], Fraction, Any]] = []

        def throw(thrown: tuple[int, ...], chance: Fraction, missing: Missing, so_far: int = 1) -> bool:
            falls = ways(missing.dice, len(missing.values or ()), missing.as_total)
            so_far *= len(falls)
            if so_far > min(ROLLS, self.left):
                return False
            for faces, part in falls:
                more = (*thrown, *faces)
                ruling, opens, next_die = self.replay(tried, dice + more)
                share = chance * part
                if opens or (next_die is not None and not throw(more, share, next_die, so_far)):
                    return False
                if next_die is None:
                    throws.append((more, share, ruling.computed.get("result")))
            return True

        if not throw((), Fraction(1), die) or not throws:
            return None
        count = len(throws[0][0])
        by_total: dict[str, Any] = {}
        for thrown, _, result in throws:
            if by_total.setdefault(str(sum(thrown)), result) != result:
                by_total = {}
                break
        table = by_total or {",".join(map(str, thrown)): result for thrown, _, result in throws}
        chances: dict[str, Fraction] = {}
        for _, share, result in throws:
            chances[str(result)] = chances.get(str(result), Fraction(0)) + share
        return Roll(f"{count}d{len(die.values or ())}", table, chances)

    def compare_readings(self, ruling: Ruling, dice: tuple[int, ...]) -> None:
        """What each ambiguous place that was used would give if it were read the other way."""
        mine = ruling.values()
        self.tables = False  # they are no value that is compared
        for id_, used in sorted(self.readings.items()):
            spec = self.book.readings[id_]
            others: dict[str, Any] = {}
            options = self.situation.options
            for other in spec["choices"]:
                if other == used:
                    continue
                self.situation.options = replaced(options, "readings", replaced(options.get("readings") or {}, id_, other))
                try:
                    outcome = self.explore({}, dice, DEPTH).values()
                finally:
                    self.situation.options = options
                others[other] = difference(outcome, mine)
            ruling.readings.append({"id": id_, "used": used, "other": others, "rule": spec.get("rule", "")})


def silenced(case: Case, number: str, exceptions: list[Rule]) -> bool:
    """Let the declared exceptions to a rule speak, each once in a stage; whether any of them said something.

    What was said before a missing fact stands: a certain prohibition is not taken back by what is not known.
    """
    spoke = False
    for exception in exceptions:
        said = case.spoken.get(exception.function)
        if said is None:
            said = False
            for finding in exception.function(case) or ():
                case.add(exception.number, finding)
                said = True
            case.heard.clear()
            case.spoken[exception.function] = said
        spoke = spoke or said
    if spoke:
        case.ruling.cites[number] = None
    return spoke


def run(case: Case, turn: Turn) -> None:
    """Let one rule speak, unless one of its exceptions does."""
    case.heard.clear()
    if not turn.exceptions or not silenced(case, turn.number, turn.exceptions):
        for finding in turn.function(case) or ():
            case.add(turn.number, finding)


def turns_of(case: Case, name: str, cls: type[Case]) -> list[Turn]:
    """The rules of one stage of another act, for what a case holds."""
    return next((stage.turns for stage in case.book.plan(case, cls) if stage.name == name), [])


def thought(case: Case, turns: Iterable[Turn], **state: Any) -> tuple[Any, list[Missing]]:
    """What rules would say if things stood as ``state`` says (``item``, ``path``, …), and the facts that stopped some of them.

    They speak to a copy of the case, which comes back with a ruling of its own; of the case itself nothing changes.
    """
    copy: Any = object.__new__(type(case))
    copy.__dict__.update(
        case.__dict__, ruling=Ruling(case.kind, ""), forbidden=False, spoken={}, claims={}, heard={}, throws=[*case.throws], missed=[], stopped={}, **state
    )
    missed = []
    for turn in turns:
        try:
            run(copy, turn)
        except Missing as missing:
            missed.append(missing)
    return copy, missed


def stuck(ruling: Ruling, opens: list[Open]) -> Ruling:
    """A ruling whose missing facts can't be tried: they are asked for, and legality that hangs on them is undetermined."""
    if any(legality for _, _, legality in opens):
        ruling.verdict = UNDETERMINED
    rules: dict[str, list[str]] = {}
    for missing, number, _ in opens:
        for fact in (missing.fact, *(fact for fact, _ in missing.others)):
            rules.setdefault(fact, []).append(number)
    ruling.needs = [Need(fact, tuple(dict.fromkeys(n for n in numbers if n)), {}) for fact, numbers in rules.items()]
    for numbers in rules.values():
        ruling.cites.update((number, None) for number in numbers if number)
    return ruling


def merge(fact: str, number: str, opens: Iterable[Open], branches: list[tuple[Any, Ruling]], asked: str = "") -> Ruling:
    """What every value of a fact agrees on, and the need for the fact if they do not agree on everything.

    ``asked``: the value that was asked for; the ruling is undetermined if that hangs on the fact.

    Where some values make the act illegal, the numbers are those that hold if it is not.
    """
    rulings = [branch for _, branch in branches]
    standing = [branch for branch in rulings if branch.verdict != ILLEGAL] or rulings
    first = standing[0]
    merged = Ruling(first.kind, first.text)
    verdicts = {branch.verdict for branch in rulings}
    merged.verdict = verdicts.pop() if len(verdicts) == 1 else UNDETERMINED
    flats = [branch.values() for branch in rulings]
    numbers = [branch.values() for branch in standing]
    shared = {key: content for key, content in numbers[0].items() if all(key in flat and flat[key] == content for flat in numbers)}
    if merged.verdict == UNDETERMINED:
        shared.pop("verdict", None)
    furthest = max(rulings, key=lambda branch: (branch.dice_used, -branch.short))
    merged.dice_used, merged.throws, merged.short = furthest.dice_used, furthest.throws, furthest.short
    merged.waits = any(branch.waits for branch in standing)
    merged.computed = {key: content for key, content in first.computed.items() if key in shared}
    merged.shifts = _counting([branch.shifts for branch in standing])
    merged.drms = _counting([branch.drms for branch in standing])
    merged.ledgers = {key: ledger for key, ledger in first.ledgers.items() if all(branch.ledgers.get(key) == ledger for branch in standing)}
    merged.findings = [item for item in first.findings if all(item in branch.findings for branch in rulings)]
    if merged.verdict == ILLEGAL and not any(finding.effect == "forbids" for _, finding in merged.findings):
        merged.findings += why_not(first, rulings)
    merged.warnings = [item for item in first.warnings if all(item in branch.warnings for branch in rulings)]
    merged.unused = first.unused
    merged.effects = [item for item in (agreed(item, rulings) for item in first.effects) if item]
    merged.records = [item for item in first.records if all(item in branch.records for branch in rulings)]
    for branch in rulings:
        merged.cites.update(branch.cites)
        merged.assumed.update(branch.assumed)
    outcomes = outcomes_of(branches, flats, shared)
    if outcomes:
        if asked and (asked not in shared or merged.verdict == UNDETERMINED):  # a path or a number beside the answer may be open
            merged.verdict = UNDETERMINED
        asking = tuple(dict.fromkeys(rule for missing, rule, _ in opens if missing.fact == fact and rule)) or ((number,) if number else ())
        merged.needs.append(Need(fact, asking, outcomes))
        merged.cites.update((rule, None) for rule in asking)
    others: dict[str, list[Need]] = {}
    for branch in rulings:
        for need in branch.needs:
            others.setdefault(need.fact, []).append(need)
    merged.needs += [asking[0] for fact_, asking in sorted(others.items(), key=lambda item: -len(item[1])) if fact_ != fact or not outcomes]
    return merged


def _counting(told: list[list[tuple[str, Finding]]]) -> list[tuple[str, Finding]]:
    """The shifts of several rulings, where the same ones count in all of them: of the others those that all tell of; else none."""
    first, *others = told
    counting = [item for item in first if item[1].by]
    if any([item for item in other if item[1].by] != counting for other in others):
        return []
    return [item for item in first if all(item in other for other in others)]


def agreed(effect: dict[str, Any], rulings: list[Ruling]) -> dict[str, Any]:
    """What all rulings say of the thing that an effect changes; empty if they have nothing in common but its name.

    Whoever loses steps in one and is gone in another loses the steps: what is left of him stays open."""
    subject = next(iter(effect.items()), None)
    shared = effect
    for ruling in rulings:
        if shared in ruling.effects:
            continue
        other = {key: content for item in ruling.effects if next(iter(item.items()), None) == subject for key, content in item.items()}
        if not GONE.isdisjoint(shared) and "steps" in other:
            shared = {**shared, "steps": other["steps"]}
        elif not GONE.isdisjoint(other) and "steps" in shared:
            other = {**other, "steps": shared["steps"]}
        shared = {key: content for key, content in shared.items() if key in other and other[key] == content}
    return shared if len(shared) > 1 or shared == effect else {}


def why_not(first: Ruling, rulings: list[Ruling]) -> list[tuple[str, Finding]]:
    """Why an act is illegal whatever a fact turns out to be, where the reasons of its values are not word for word the same: those of the
    first value, if possible only those of rules that forbid it for every value."""
    refused = [{(rule, finding.key) for rule, finding in branch.findings if finding.effect == "forbids"} for branch in rulings]
    mine = [(rule, finding) for rule, finding in first.findings if finding.effect == "forbids"]
    return [(rule, finding) for rule, finding in mine if all((rule, finding.key) in other for other in refused)] or mine


def judge(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], text: str = "", dice: Iterable[int] = (), full: bool = True) -> Ruling:
    """Judge one act or answer one question.  Raises KeyError if the rulebook has no such kind, InputError if it can't be judged."""
    return Engine(book, situation, book.acts[kind], slots, text, full).solve(tuple(dice))


def suppose(case: Case, kind: str, slots: dict[str, Any], full: bool = False, dice: Iterable[int] = ()) -> Ruling:
    """The ruling on an act that a question only thinks of, thrown with these dice; what the question itself tries, assumes and reads stays as it is."""
    saved = case.s.tried, case.s.assumed, case.s.used_readings
    try:
        return judge(case.book, case.s, kind, slots, "", dice, full)
    finally:
        case.s.tried, case.s.assumed, case.s.used_readings = saved


def done_all_the_same(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], dice: Iterable[int]) -> Ruling:
    """What an act does to the position when it is done although a rule forbids it or something about it is not known.

    One replay that stops at no prohibition.  Where a number hangs on a fact that nobody stated, what rests on it is left out, and the
    verdict is ``undetermined``, with those facts in ``needs``, no value of which was tried; ``waits`` = a die has not been thrown.
    Raises InputError for dice that can't be.
    """
    case: Case = book.acts[kind](book, situation, slots, "", tuple(dice))
    case.forced = True
    unknown = waits = False
    verdict = LEGAL
    lacking: dict[str, Need] = {}
    try:
        case.prepare()
        for stage in book.plan(case):
            if unknown and stage.name != "after":
                continue
            for item in case.each(stage.name):
                case.item, case.spoken = item, {}
                for turn in stage.turns:
                    try:
                        run(case, turn)
                    except Missing as missing:
                        case.missed.append(turn.number)
                        if missing.fact == DICE:
                            waits = waits or not unknown
                        else:
                            verdict = UNDETERMINED
                            lacking.setdefault(missing.fact, Need(missing.fact, (turn.number,), {}))
                        unknown = unknown or not stage.legality
                    except InputError:
                        raise
                    except Exception:  # a rule that trusts in what the act breaks has nothing to say
                        continue
    except Missing as missing:
        verdict = UNDETERMINED
        lacking.setdefault(missing.fact, Need(missing.fact, (), {}))
    except InputError as error:
        if error.key in DICE_FAULTS:
            raise
        verdict = UNDETERMINED
    ruling = case.ruling
    ruling.verdict, ruling.waits, ruling.partial, ruling.needs = verdict, waits, unknown, list(lacking.values())
    ruling.dice_used, ruling.throws, ruling.short = case.thrown, case.throws, case.short
    return ruling


__all__ = ["ILLEGAL", "LEGAL", "UNDETERMINED", "Engine", "done_all_the_same", "judge", "suppose", "thought", "turns_of"]
