"""What is being played, judged on the position: first what is said of how things stand, then the acts, each with its dice.

What has been added to is judged again on the position before it, so it makes no difference when it was said.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from adjudicator.ground import work
from adjudicator.ground.facts import InputError, known
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling, warn
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.play.asked import is_of_kind
from adjudicator.play.deeds import met
from adjudicator.play.doubt import carry_out, doubtful, in_doubt, position_before, refused
from adjudicator.play.duties import RESOLVE, duties
from adjudicator.play.grounds import also
from adjudicator.play.matter import Attempt, Deed, Matter, forms, throw
from adjudicator.play.record import ODD, Note, Problem, Record
from adjudicator.play.referee import behind, is_supposed
from adjudicator.play.retold import retold
from adjudicator.play.suffered import suffered
from adjudicator.play.tried import is_now
from adjudicator.play.understanding import Understanding

NEXT_PHASE = "next_phase"


class Judging(Understanding):
    """The half of a game that judges.

    full      whether rulings tell everything: tables of rolls, other readings (a bulk run leaves them out)
    keeps     whether the position before an act is kept, because its answers may come later (a log looks ahead and has no need of it)
    pool      dice that lie there for whatever asks
    last      the last ruling
    """

    def __init__(self, full: bool) -> None:
        super().__init__()
        self.full = full
        self.keeps = True
        self.pool: list[int] = []
        self.last: Ruling | None = None
        self.wanted: int | None = 0  # how many of the dice that lie there are wanted; None: an act that is not wholly known keeps them
        self.in_course = False  # whether a phase was stated or something done: from then on deeds go through phases
        self.asks = False  # whether the line does nothing and asks: then a phase that it names is how things stand
        self.watch: Callable[[Ruling, Situation], None] | None = None  # is told of every ruling, with the position that it was made in

    def go_to(self, situation: Situation, matter: Matter | None = None) -> None:
        """Go on from another position, with what is being played there."""
        self.situation = self.referee.situation = situation
        self.referee.note("units[")
        self.matter = matter

    # ---- facts ----------------------------------------------------------------------------------------------------
    def _said(self, act: Act) -> Ruling:
        """Words that only say how things stand are carried out."""
        ruling: Ruling = self.referee.judge(act, [], [], self.full)
        self.situation.apply(ruling.effects + ruling.records)
        return ruling

    def _of_one_side(self, facts: list[Stated]) -> list[Stated]:
        """The side of new counters named in one breath with others, where neither words nor name tell it: Soviet 7GTk at 3321, X9 at 3421."""
        side, shared = None, list[Stated]()
        for path, value in facts:
            if not path.startswith("units[") or not path.endswith("]") or not isinstance(value, dict):
                continue
            unit = self.situation.units[path[6:-1]]
            side = value.get("side", side)
            if "side" not in value and side is not None and known(getattr, unit, "side") is None:
                shared.append(Stated(f"{path}.side", side))
                self.situation.state(*shared[-1])
        return shared

    def _asking(self, fact: str) -> Matter | None:
        """What is being played and hangs on a fact."""
        for matter in (self.matter, self.matter.under) if self.matter is not None else ():
            if matter is not None and matter.before is not None and matter.asks_for(fact):
                return matter
        return None

    def _state(self, record: Record, path: str, value: Any) -> None:
        """Put a fact on the table.  A new turn or phase ends what is being played, and the result being carried out."""
        situation = self.situation
        if situation.known(path) != value and is_now(situation, path, value) or is_of_kind(situation, path, value):
            return  # a German combat phase, close terrain: which of them is known
        situation.book.declared.check(path, value)
        if path == "turn":
            self._turn(record, value)
        elif path == "phase":
            self._phase(record, value)
        else:
            same, otherwise = met(situation, path, value)
            record.notes += [Note(key, slots) for key, slots in otherwise]
            if same:
                return
            moved = path.startswith("markers[") and path.endswith("].at") and path[8:-4] in situation.markers
            situation.state(path, also(situation, path, value))
            if not moved:
                self.referee.note(path)

    def _turn(self, record: Record, value: int) -> None:
        before = self.situation.known("turn")
        if before != value:
            self._left_over(record)
        if before is not None and before != value:
            if value != before + 1:
                record.notes.append(Note("turn_jump", {"value": value, "before": before}))
            for fact in ("pending", "phase", "active", "weather", "air", *self.referee.book.each_turn):
                self.situation.facts.pop(fact, None)
            self.matter = None
        self.situation.state("turn", value)

    def _phase(self, record: Record, value: str, told: bool = True) -> None:
        """The phase that a line states, or (not ``told``) that a deed begins; the book says whether it may follow the last one."""
        situation = self.situation
        before = situation.known("phase")
        if told:
            self.matter, self.in_course = None, True
        if before != value:
            self._left_over(record)
            if NEXT_PHASE in self.referee.book.acts:
                deed = Deed(Act(NEXT_PHASE, {"phase": value}, self._saying(record.text, value), 0, len(record.text)))
                kept = situation.known("turn"), situation.known("weather")
                result = Attempt(self.referee, deed, [], self.full)
                if before is not None and told and not self.asks:
                    record.rulings.append(result.ruling)
                if not self.asks or result.ruling.verdict == LEGAL:
                    carry_out(self.situation, result)
                if before is None:  # the turn was stated: its first phase does not begin another one
                    for name, content in zip(("turn", "weather"), kept, strict=True):
                        if content is not None:
                            situation.facts[name] = content
                        elif name == "turn":
                            situation.facts.pop(name, None)
            situation.facts.pop("pending", None)
        situation.state("phase", value)

    def _saying(self, text: str, phase: str) -> str:
        """The sentence of a line that names a phase, else the line."""
        for piece in text.split(";"):
            with suppress(InputError, NotUnderstood):
                if Stated("phase", phase) in self.parse(piece.strip()).parts:
                    return piece.strip()
        return text

    def _left_over(self, record: Record) -> None:
        """Note that the last result was not carried out before this."""
        pending = self.situation.known_box("pending")
        if not pending or not pending.get("result"):
            return
        resolve = self.referee.book.acts.get(RESOLVE)
        if resolve is not None and resolve.settled(pending):
            return
        try:
            owed = any(not duty.may for duty in duties(self.referee.book, self.situation))
        except Exception:  # what can't be told is not noted
            return
        note = Note("left_over", {"result": pending["result"], "hex": pending.get("hex", "?")})
        if owed and note not in record.notes:
            record.notes.append(note)

    # ---- judging --------------------------------------------------------------------------------------------------
    def _settle(self, record: Record, keep: bool = True) -> None:
        """Judge what is being played, if anything has been added to it.  An answer that can't be judged is left out."""
        matter = self.matter
        if matter is None or not matter.fresh:
            return
        if matter.before is None:
            matter.pool = list(self.pool)
        while True:
            try:
                if matter.before is not None:
                    self._again(record, matter)
                self._judged(record, matter, keep or self.keeps)
                return
            except InputError as error:
                answers = matter.deeds[-1].answers
                if not answers:
                    raise
                record.problem = record.problem or Problem(ODD, error=error)
                answers.pop()

    def _again(self, record: Record, matter: Matter) -> None:
        """Go back to the position before it, with what has been said since."""
        assert matter.before is not None
        old = [deed.result.ruling for deed in matter.deeds if deed.result is not None]
        record.replaced += [ruling for ruling in old if not any(ruling is other for other in record.rulings)]
        record.rulings[:] = [ruling for ruling in record.rulings if not any(ruling is other for other in old)]
        self.go_to(matter.before.copy(), matter)
        for fact in matter.facts:
            if isinstance(fact, Act):
                self._said(fact)
            else:
                self._state(record, *fact)

    def _judged(self, record: Record, matter: Matter, keep: bool) -> None:
        """Judge its acts one after the other, each on the position that the last one left."""
        if matter.before is None and len(matter.deeds) > 1:
            matter.before = self.situation.copy()
        self.pool = list(matter.pool)
        matter.took = []
        self.wanted = 0
        rows = [list(row) for row in matter.dice]
        results: list[Attempt] = []
        real: Situation | None = None  # how things stand, where something is only supposed
        for deed in matter.deeds:
            if real is None and is_supposed(deed.act):
                real = self.situation.copy()
            self._before(record, deed.act)
            where = self._where_it_was(matter, deed) or self.situation
            self.referee.situation = where
            with work.bounded():
                result, done = self._attempt(record, matter, deed, rows, results, real is not None)
                results.append(result)
                if matter.before is None and (keep or result.ruling.verdict == UNDETERMINED or result.ruling.needs or result.waits):
                    matter.before = self.situation.copy()
                if result.uncertain:
                    self.wanted = None if len(matter.deeds) > 1 or not self.pool else self._wanted(deed, rows, result)
                if work.was_cut() and result.ruling.needs:
                    result.ruling.warnings.append(("", warn("not_all_tried")))
            if self.watch is not None:
                self.watch(result.ruling, where)
            if not done:
                carry_out(self.situation, result)
            self._use(matter, rows, result)
        for deed, result in zip(matter.deeds, results, strict=True):
            deed.result = result
            self.in_course = self.in_course or not (result.asked or is_supposed(deed.act))
            record.rulings.append(result.ruling)
        self.last = record.rulings[-1]
        matter.fresh = False
        if real is not None:
            self.go_to(real, matter)

    def _attempt(self, record: Record, matter: Matter, deed: Deed, rows: list[list[int]], results: list[Attempt], supposed: bool) -> tuple[Attempt, bool]:
        """One of the acts, behind those that have been judged (``results``), and whether it only tells what these have done."""
        earlier = doubtful(matter, results, deed.act)
        before_it = [matter.told, *(other.ruling for other in results)]
        told = suffered(self.referee.book, self.situation, before_it, deed.act, self.referee.words(deed.act.text)) if before_it else None
        if told is not None:
            return Attempt(self.referee, deed, [], self.full, told), False
        try:
            result = self._thrown(record, matter, deed, rows)
        except InputError:
            result = Attempt(self.referee, deed, [], self.full, refused(deed))
            if not earlier and (told := retold(before_it, deed.act, result.ruling)) is None:
                raise
        finally:
            self.referee.situation = self.situation
        if earlier and not supposed and (not result.asked or result.ruling.verdict == ILLEGAL):
            result.ruling = in_doubt(deed, result, earlier, position_before(matter, earlier, results))
        if told is None:
            told = retold(before_it, deed.act, result.ruling)
        if told is not None:
            result.ruling = told
        return result, told is not None

    def _where_it_was(self, matter: Matter, deed: Deed) -> Situation | None:
        """The position before an act that has been declared, for a question about it; None for anything else."""
        declared = matter.deeds[: matter.deeds.index(deed)] or (matter.under.deeds if matter.under is not None else [])
        before = (matter if deed is not matter.deeds[0] else matter.under or matter).before
        if before is None or len(declared) != 1 or declared[0].act.slots.get("question") or not self.referee.asks_of(deed.act, declared[0].act):
            return None  # a question before it has changed nothing: what was said since holds
        deed.act = behind(deed.act, declared[0].act)
        deed.answers = deed.answers or [answer for answer in declared[0].answers if not answer.slots.get("question")]
        return before

    def _thrown(self, record: Record, matter: Matter, deed: Deed, rows: list[list[int]]) -> Attempt:
        """One of the acts with its dice.  A row that does not fit is left out."""
        while True:
            told = throw(self.referee, deed, [*rows, self.pool], len(rows) if deed is matter.deeds[-1] else 0, self.full)
            if told.fault is None:
                return told.attempt
            place = told.taken
            record.problem = record.problem or Problem(ODD, slots={"row": (*matter.dice, ())[place]}, error=told.fault)
            if place == len(rows):  # those that lie there
                return told.attempt
            behind = sum(map(len, matter.dice[place + 1 :]))
            end = len(record.dice) - behind
            del record.dice[max(0, end - len(rows[place])) : end]
            del matter.dice[place], rows[place]

    def _wanted(self, deed: Deed, rows: list[list[int]], result: Attempt) -> int | None:
        """How many more of the dice that lie there an act wants that is not wholly known; None if that cannot be told."""
        told = [die for row in rows for die in row]
        least: int | None = None
        for form in forms(self.pool):
            try:
                wanted = Attempt(self.referee, deed, [*told, *form], False).wanted()
            except InputError:
                continue
            if wanted is None or wanted == len(told) + len(form):
                return None
            least = wanted - max(len(told), result.thrown.dice_used) if least is None else least
        return least

    def _use(self, matter: Matter, rows: list[list[int]], result: Attempt) -> None:
        """Take the dice away that an act has used."""
        if not matter.dice and not self.pool:
            return
        used = result.thrown.dice_used
        for row in (*rows, self.pool):
            part = row[:used]
            del row[:used]
            used -= len(part)
        matter.took += part

    def _before(self, record: Record, act: Act) -> None:
        """What has to be said before an act: a result that was left, phases that the deed goes through."""
        pending = self.situation.known_box("pending")
        if act.slots.get("question"):
            return
        if pending and pending.get("act") == act.kind:
            self._left_over(record)
        if self.in_course and (cls := self.referee.book.acts.get(act.kind)) is not None:
            for phase in known(cls.begins, self.situation, act.slots) or ():
                self._phase(record, phase, False)
