"""Questions that are answered by trying an act: in each phase, turn, throw or number of a fact (slot ``ask``, a `Query`).

How many times can 16Pz attack in one turn?  From which turn on can a marker be placed?  On which rolls does 47R have to retreat?
How many steps can 371Inf have at most for 68Inf to retreat to its hex?  The rules of the act itself answer: nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import done_all_the_same, judge
from adjudicator.ground.declaration import Query, Stated
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.history import History
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Ruling, define
from adjudicator.play.duties import duties

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

ENDLESS = 6
"""What may be done so often in one phase may be done any number of times."""
DUE = {"loss": ("loss", "losses", "blocked", "eliminate"), "retreat": ("retreat", "retreat_somewhere")}
"""What is owed of an act of this kind, where its name is another one."""
PHASE, TURN = "phase", "turn"
Answer = tuple[Any, list[tuple[str, Finding]]]
TRIED = frozenset(("times", "when", "rolls", "most"))
"""What is answered by trying the act again and again."""


def tried(book: Terms, situation: Situation, kind: str, slots: dict[str, Any], query: Query, ruling: Ruling) -> Answer | None:
    """The answer and what it rests on; None where it hangs on a fact that nobody stated, which the ruling then asks for.  Raises InputError."""
    act = {name: said for name, said in slots.items() if name != "question"}
    trial = _Trial(book, situation, kind, act, ruling)
    ruling.cites, ruling.findings, ruling.computed, ruling.waits, ruling.roll = {}, [], {}, False, None
    if query.what == "times":
        return trial.times(query.part == PHASE)
    if query.what == "when":
        return trial.turns(query.sign) if query.sign or query.part == TURN else trial.phases()
    if query.what == "rolls":
        return trial.rolls(query.name, frozenset(query.marks))
    return trial.most(query.name, query.sign)


def side_of(book: Terms, phase: Any) -> str | None:
    """The side whose phase it is, as its name has it: german combat 1."""
    return next((side for side in book.sides if str(phase).startswith(side)), None)


def to_suppose(situation: Situation, given: Iterable[Stated | Act]) -> tuple[Stated | Act, ...]:
    """What is given, save the phase or turn that it is now."""
    return tuple(part for part in given if not isinstance(part, Stated) or not is_now(situation, part.path, part.value))


def moments(answers: Iterable[Act]) -> Iterator[Stated]:
    """The phases and turns that are said of what belongs to a deed: it pays 3T in the reaction phase."""
    for answer in answers:
        yield from (part for part in answer.slots.get("given", ()) if isinstance(part, Stated) and part.path in (TURN, PHASE))


def is_now(situation: Situation, path: str, value: Any) -> bool:
    """Whether it is this turn or phase, or one of these phases: a German combat phase in German combat 1."""
    now = situation.known(path) if path in (TURN, PHASE) else None
    return now is not None and (now == value or path == PHASE and str(now).startswith(f"{value} "))


class _Trial:
    """One act, tried on copies of the position."""

    def __init__(self, book: Terms, situation: Situation, kind: str, slots: dict[str, Any], ruling: Ruling) -> None:
        self.book, self.situation, self.kind, self.slots, self.ruling = book, situation, kind, slots, ruling

    def judged(self, situation: Situation, dice: tuple[int, ...] = (), full: bool = False) -> Ruling:
        """The ruling on the act there; what it asks for is asked for."""
        found = judge(self.book, situation, self.kind, dict(self.slots), "", dice, full)
        if found.verdict == UNDETERMINED:
            self.ruling.needs, self.ruling.verdict = found.needs, UNDETERMINED
        return found

    def _cite(self, found: Ruling) -> list[tuple[str, Finding]]:
        """The rules that allow or forbid it are those of the answer."""
        told = [(rule, finding._replace(effect="defines")) for rule, finding in found.findings if finding.effect in ("forbids", "permits") and finding.key]
        self.ruling.cites.update(dict.fromkeys(rule for rule, finding in found.findings if finding.effect != "forbids" or found.verdict == ILLEGAL))
        return told

    def _there(self, turn: Any, phase: Any) -> Situation:
        """The position in another turn and phase; nothing was done in that turn so far."""
        other = self.situation.copy()
        for name, content in ((TURN, turn), (PHASE, phase)):
            if content is not None:
                other.state(name, content)
        if (side := side_of(self.book, phase)) is not None:
            other.state("active", side)
        other.history = History({id_: [act for act in acts if act.get(TURN, turn) != turn] for id_, acts in dict.items(other.history)})
        return other

    def _phases(self) -> tuple[Any, ...]:
        """The phases of a turn in their order; the end of a phase is none of its own."""
        named = [str(phase) for phase in self.book.values_of(PHASE) or ()]
        own = tuple(phase for phase in named if not any(phase.endswith(f" {other}") for other in named))
        return own or (self.situation.known(PHASE),)

    # ---- how many times
    def times(self, one_phase: bool) -> Answer | None:
        """How many times it may be done in a turn, or in one phase: each phase, again and again."""
        turn = self.situation.known(TURN)
        counts: list[tuple[Any, int]] = []
        for phase in self._phases():
            other, count = self._there(turn, phase), 0
            while count < ENDLESS:
                found = self.judged(other)
                if found.verdict == UNDETERMINED:
                    return None
                if found.verdict == ILLEGAL:
                    if count:
                        self._cite(found)
                    break
                count += 1
                self._cite(found)
                other.apply(done_all_the_same(self.book, other, self.kind, dict(self.slots), ()).records)
            if count:
                counts.append((phase, count))
        if not counts:
            return 0, self._cite(self.judged(self.situation))
        if any(count == ENDLESS for _, count in counts):
            raise InputError("no_limit_tried")
        answer = max(count for _, count in counts) if one_phase else sum(count for _, count in counts)
        return answer, [(next(iter(self.ruling.cites), ""), define("tried_in", phases=[phase for phase, _ in counts]))]

    # ---- when
    def phases(self) -> Answer | None:
        """The phases of this turn in which it may be done."""
        found = self._open(self.situation.known(TURN))
        if found is None:
            return None
        return found or "none", []

    def _open(self, turn: Any, first: bool = False) -> list[Any] | None:
        """The phases of a turn in which it is legal; None if that hangs on something that nobody stated."""
        found: list[Any] = []
        refused: Ruling | None = None
        for phase in self._phases():
            ruling = self.judged(self._there(turn, phase))
            if ruling.verdict == UNDETERMINED:
                return None
            if ruling.verdict == LEGAL:
                found.append(phase)
                self._cite(ruling)
                if first:
                    break
            elif refused is None or phase == self.situation.known(PHASE):
                refused = ruling
        if not found and refused is not None:
            self._cite(refused)
        return found

    def turns(self, sign: int) -> Answer | None:
        """The turns in which it may be done: all, the first (1), the last (-1)."""
        values = self.book.values_of(TURN)
        if values is None:
            raise InputError("no_limit_tried")
        found: list[Any] = []
        for turn in reversed(values) if sign < 0 else values:
            phases = self._open(turn, True)
            if phases is None:
                return None
            if phases:
                found.append(turn)
                if sign:
                    break
        return (found[0] if sign else found) if found else "none", []

    # ---- on which rolls
    def rolls(self, due: str, units: frozenset[str]) -> Answer | None:
        """The throws after which something is owed, or a result comes: a retreat of 47R, DR."""
        whole = self.judged(self.situation, (), True)
        if whole.verdict == UNDETERMINED:
            return None
        table = self._throws(whole)
        if not table and whole.needs:  # allowed whatever it is, yet no table without it: the odds of a unit whose strength nobody stated
            self.ruling.needs, self.ruling.verdict = whole.needs, UNDETERMINED
            return None
        if not table:
            told = self._cite(whole)
            raise InputError("no_roll_tried") if whole.verdict == LEGAL else InputError("forbidden_tried", rule=told[0][0] if told else "")
        found = []
        for name, dice in table.items():
            owed = self._owed(dice, due, units)
            if owed is None:
                return None
            if owed:
                found.append(name)
        self._cite(whole)
        return [int(name) if name.isdigit() else name for name in found] or "none", []

    def _throws(self, whole: Ruling) -> dict[str, tuple[int, ...]]:
        """Each throw of the table of rolls, as single dice."""
        if whole.roll is None:
            return {}
        count, _, faces = whole.roll.dice.partition("d")
        return {name: tuple(map(int, name.split(","))) if "," in name else tuple(_fallen(int(name), int(count), int(faces))) for name in whole.roll.table}

    def _owed(self, dice: tuple[int, ...], due: str, units: frozenset[str]) -> bool | None:
        """Whether it is owed after a throw; None if what the throw leads to hangs on a fact that nobody stated, which the ruling then asks for."""
        other = self.situation.copy()
        done = done_all_the_same(self.book, other, self.kind, dict(self.slots), dice)
        if done.verdict == UNDETERMINED:  # what all values of that fact agree on stands
            done = self.judged(self.situation, dice, True)
            if done.needs:
                self.ruling.needs, self.ruling.verdict = done.needs, UNDETERMINED
                return None
        self.ruling.cites.update(done.cites)
        if due in ("loss", "eliminate") and any(effect.get("unit") in units and {"steps", "eliminated"} & effect.keys() for effect in done.effects):
            return True
        other.apply(done.effects + done.records)
        try:
            owed = duties(self.book, other)
        except Missing:
            return False
        every = due == "loss"  # a step that another unit may lose as well is not owed by this one
        mine = [duty for duty in owed if duty.what in DUE.get(due, (due,)) and (not units or (units >= set(duty.units) if every else units & set(duty.units)))]
        self.ruling.cites.update(dict.fromkeys(duty.rule for duty in mine))
        return bool(mine)

    # ---- how many at most
    def most(self, fact: str, sign: int) -> Answer | None:
        """The greatest (1) or least (-1) value of a fact with which it is allowed."""
        values = [each for each in self.book.values_of(fact) or () if isinstance(each, int)]
        last: Ruling | None = None
        for each in sorted(values, reverse=sign > 0):
            other = self.situation.copy()
            other.state(fact, each)
            found = self.judged(other)
            if found.verdict == UNDETERMINED:
                return None
            if found.verdict == LEGAL:
                self._cite(found)
                if last is None:
                    raise InputError("no_limit_tried")
                return each, self._cite(last)
            last = found
        return "none", self._cite(last) if last is not None else []


def _fallen(total: int, count: int, faces: int) -> Iterator[int]:
    """Single dice that add up to a total."""
    for left in range(count - 1, -1, -1):
        face = min(faces, total - left)
        yield face
        total -= face
