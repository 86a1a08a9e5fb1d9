"""A game being played: the only way in.  Whatever is typed, wherever it is typed, is heard here, line by line.

A line is cut into its sentences (lines.py), and each does one of these: it states facts; it begins something (a `Matter`: acts,
questions); it adds to what is being played: an answer, dice, a claim, a fact that the ruling asks for.  What is added to is judged
again on the position before it, so it makes no difference whether it came on one line or on several.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from adjudicator.book import BookFault, Rulebook
from adjudicator.files.fault import printable
from adjudicator.ground.declaration import DONE, REMARK, Part
from adjudicator.ground.facts import InputError, known
from adjudicator.ground.ruling import ILLEGAL, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.play.casting import entering
from adjudicator.play.claims import VP, check_claims
from adjudicator.play.conjoined import without_hanging
from adjudicator.play.deeds import changed
from adjudicator.play.due import thrown_for_what_is_due
from adjudicator.play.grounds import grounded
from adjudicator.play.judging import Judging
from adjudicator.play.lines import Line, in_order, parted
from adjudicator.play.matter import Deed, Matter, of_the_whole
from adjudicator.play.plainly import gainsay
from adjudicator.play.record import BROKEN, ENTRY, ODD, STATE, Note, Problem, Record
from adjudicator.play.referee import ASKS, DOES, SAYS, NoSuchAct, Referee
from adjudicator.play.retold import TELLING
from adjudicator.play.standing import relations
from adjudicator.play.suffered import fared
from adjudicator.play.understanding import TAKEN
from adjudicator.sentences import Spoken, load

_languages: dict[str, Spoken] = {}


def language_of(book: Rulebook) -> Spoken:
    """The language of a rulebook, built once in a process."""
    found = _languages.get(book.folder)
    if found is None:
        found = _languages[book.folder] = load(book.folder, {*book.acts, *(kind for act in book.acts.values() for kind in act.responses)}, book.declared.acts)
    return found


class Mark(NamedTuple):
    """How a game stood at some moment (`Game.mark`), to go back to."""

    situation: Situation
    matter: Matter | None
    last: Ruling | None
    said: tuple[str, str]
    in_course: bool
    pool: tuple[int, ...] = ()  # dice that lay there


class Game(Judging):
    """A game being played: the position, and what the next line may add to.

    lenient   whether a fault of a rulebook is a problem of its line and ends nothing
    """

    def __init__(self, book: Rulebook | None = None, situation: Situation | None = None, full: bool = True, lenient: bool = False) -> None:
        super().__init__(full)
        self.lenient = lenient
        self.begun = False
        self._new = False  # whether the matter was begun by this sentence
        self._unheard: tuple[Part, ...] = ()  # what a sentence says behind dice that its deed refuses
        self._touched: list[Matter] = []
        if book is not None:
            self.begin(book, situation)

    def begin(self, book: Rulebook, situation: Situation | None = None) -> None:
        """Play by this rulebook, from this position on; without one nothing is known of it."""
        self.book = book
        self.situation = situation if situation is not None else Situation(book, {"rulebook": book.id})
        self.referee = Referee(book, self.situation, language_of(book))

    def mark(self) -> Mark:
        """How things stand now."""
        matter = self.matter.copy() if self.matter is not None else None
        return Mark(self.situation.copy(), matter, self.last, (self.said, self.done), self.in_course, tuple(self.pool))

    def back(self, mark: Mark) -> None:
        """Go back to how things stood."""
        self.go_to(mark.situation.copy(), mark.matter.copy() if mark.matter is not None else None)
        self.last, (self.said, self.done), self.in_course = mark.last, mark.said, mark.in_course

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Whatever is played meanwhile is taken back, and nobody hears of it."""
        situation, matter, names = self.situation, self.matter, self.referee.in_use
        kept = self.last, self.said, self.done, self.in_course, list(self.pool), self.watch, self.begun, self.wanted, self.trying
        self.situation = self.referee.situation = situation.copy()
        self.matter = matter.copy() if matter is not None else None
        self.watch = None
        try:
            yield
        finally:
            self.go_to(situation, matter)
            self.referee.in_use = names  # those of this very position: they need not be put together again
            self.last, self.said, self.done, self.in_course, self.pool, self.watch, self.begun, self.wanted, self.trying = kept

    @property
    def open(self) -> Act | None:
        """The act whose dice have not been thrown."""
        matter = self.matter
        found = matter.waiting if matter is not None else None
        return matter.under.waiting if found is None and matter is not None and matter.under is not None else found

    # ---- hearing --------------------------------------------------------------------------------------------------
    def hear(self, text: str, dice: Iterable[int] = ()) -> Record:
        """Hear one line and carry out what it says; ``dice`` lie there for whatever asks in it, and have to be used up."""
        self.pool += dice
        record = self.take(text)
        if record.problem is None:
            record.problem = self.dice_left()
        if record.problem is not None and self.matter is not None and self.pool:
            del self.matter.pool[-len(self.pool) :]  # dice that were refused are not thrown again with what is added later
        self.pool.clear()
        return record

    def take(self, text: str) -> Record:
        """Hear one line and carry out what it says; dice that nobody asks for stay in the pool."""
        record = Record(0, text, STATE)
        line = self.understand(record, parted(text)[0])
        if line is None:
            record.kind = ENTRY
        else:
            self.play(record, line)
        return record

    def dice_left(self) -> Problem | None:
        """What is wrong with the dice that are left in the pool, if anything."""
        told = len(self.pool)
        if self.wanted is None or told == max(0, self.wanted):
            return None
        return Problem(ODD, error=InputError("dice_many" if self.wanted > 0 else "dice_none", told=told, wanted=self.wanted))

    def play(self, record: Record, *lines: Line) -> Line:
        """Judge the sentences of a line and carry them out, together with lines that add to it; the line as it was taken in the end."""
        mark = self.before(lines[0])
        self._whole(record, lines)
        return self.otherwise(record, mark, lines)

    def _whole(self, record: Record, lines: Sequence[Line], keep: bool = False) -> None:
        for line in lines:
            self.add(record, line)
        self.end(record, keep)
        if len(record.rulings) > 1:
            without_hanging(self, record, lines[0])

    def before(self, line: Line) -> Mark | None:
        """How things stand before a line of several sentences or deeds, for `otherwise`; one alone changes nothing if it cannot be played."""
        alone = len(line.sentences) == 1 and len(line.acts) < 2 and not any(part.__class__ is Stated for part in line.parts)
        return None if alone or self.trying else self.mark()

    def otherwise(self, record: Record, mark: Mark | None, lines: Sequence[Line], keep: bool = False) -> Line:
        """A line that was understood and cannot be played, because its act lacks something, is played as what its words hint at, if they leave little doubt.

        ``mark``: how things stood before it; ``lines``: the line and what adds to it. The line as it was taken in the end.
        """
        from adjudicator.play.by_rule import by_rule
        from adjudicator.play.context import without_context
        from adjudicator.play.second import instead

        first, problem = lines[0], record.problem
        error = problem.error if problem is not None else None
        beside = isinstance(error, InputError) and error.key in ("left_aside", "not_answered")
        odd = isinstance(error, InputError) or problem is not None and problem.key == "unknown_act"
        if self.trying or not odd or mark is None and (record.rulings or record.stated):
            return first
        now = self.mark()
        if mark is not None:
            self.back(mark)
        notes = Record(0, first.text, STATE)
        at = first.text.find(str(error.slots["said"])) if beside and error is not None else -1
        other = by_rule(self, first.text) if first.acts and all(self.asked(act) for act in first.acts) else None
        other = other or without_context(self, first.text, NotUnderstood("no_place", first.text, at, len(first.text)), True)
        if other is not None and other.text != first.text:
            notes.notes.append(Note(TAKEN, {"line": other.text}))
        elif other is None and isinstance(error, InputError):
            if len(first.sentences) > 1 and not error.slots:
                other = self._piecewise(notes, first.text, None)
                other = other if notes.notes else None
            taken = instead(self, first.text, error) if other is None and first.acts else None  # dice alone wait for what they are thrown for
            done = [part for part in first.parts if isinstance(part, Stated) and part.path.startswith(("history[", DONE))]  # is never done now
            if taken is not None and self._asks_alike(first.text, taken.text) and all(part in taken.parts for part in done):
                other = taken
                notes.notes.append(Note(TAKEN, {"line": other.text}))
                self.pool[:] = mark.pool if mark is not None else self.pool  # the dice lie there again
        if other is None:
            self.back(now)
            return first
        record.again()
        record.notes += notes.notes
        self._whole(record, (other, *lines[1:]), keep)
        return other

    def add(self, record: Record, line: Line) -> None:
        """Take the sentences of a line; the last of them is judged by `end`, when it is plain that nothing is added to it."""
        self.begun, self._unheard = True, ()
        self.asks = bool(line.acts) and all(self.asked(act) for act in line.acts)
        held: tuple[Part, ...] = ()  # dice that are told before what they are thrown for
        sentences = self._done(record, line)
        for number, parts in enumerate(sentences):
            matter = self.matter
            idle = matter is None or not matter.fresh and matter.before is None
            if idle and number + 1 < len(sentences) and all(part.__class__ is Stated and part.path == "rolls" for part in parts):
                held += parts
            elif held and any(part.__class__ is Act for part in parts):
                self._guarded(record, self._sentence, (*parts, *held))
                held = ()
            else:
                self._guarded(record, self._sentence, parts)
        if held:
            self._guarded(record, self._sentence, held)
        self.said, self.done = line.said, self.done if self.asks else line.said

    def _done(self, record: Record, line: Line) -> Sequence[tuple[Part, ...]]:
        """The sentences of a line. What it says is not done is told beside what is; alone, or of the same units, it is refused where it is judged."""
        idle = [act for act in line.acts if self._undone(line, act)]
        done = [act for act in line.acts if not any(act is other for other in idle) and self.nature(act) != SAYS]
        if not idle or not done or any(_same_deed(act, other) for act in idle for other in done):
            return line.sentences
        record.notes += [Note("said_undone", {"said": line.text[act.start : act.end].strip(" .,;")}, True) for act in idle]
        record.notes += [Note("said_in_passing", {"said": said}, True) for act in idle for said in act.slots.get("passing", ())]
        kept = [tuple(part for part in parts if not any(part is act for act in idle)) for parts in line.sentences]
        return [parts for parts in kept if parts]

    def _undone(self, line: Line, act: Act) -> bool:
        """Whether it is an act that is said not to be done: its verb is denied, or nobody is named who does without something."""
        beside = [token.classes[0] for said in act.slots.get("passing", ()) for token in self.referee.words(said)]
        if not act.slots.get("not") or {"UNIT", "HEX"} & set(beside):
            return False
        without = any("WITHOUT" in relations(token) for token in self.referee.words(line.text[: act.start])[-1:])
        denied = without or not act.slots.get("units") or any(token.classes[0] == "NOT" for token in self.referee.words(line.text[act.start : act.end]))
        return denied and (self.referee.undone(act) or without and self.referee.leaves(act, act.kind))

    def end(self, record: Record, keep: bool = False) -> None:
        """Judge what has been taken, and look at the claims; ``keep``: something may be added later."""
        self._guarded(record, self._settle, keep)
        if (due := thrown_for_what_is_due(self, record)) is not None:
            record.problem = None
            for parts in (*due, *([self._unheard] if self._unheard else ())):
                self._guarded(record, self._sentence, parts)
            self._guarded(record, self._settle, keep)
        for matter in self._touched:
            self._check_claims(record, matter, True)
        self._touched.clear()

    def goes_on(self, line: Line) -> bool:
        """Whether a line only adds to what has been taken: dice, claims, answers."""
        matter = self.matter
        if matter is None or not matter.deeds:
            return False
        for act in line.acts:
            if not self._takes(matter, act):
                return False
        told = [parts for parts in line.sentences if all(part.__class__ is Stated for part in parts)]
        return all(part.path == "claims" or part.path == "rolls" and matter.takes_dice for parts in told for part in parts)  # type: ignore[union-attr]

    def begins_anew(self, line: Line) -> bool:
        """Whether a line leads to nothing that is being played: a phase ends it, and an act that is played as one of its own."""
        for act in line.acts:
            if self.referee.nature(act) == DOES and not (self.matter is not None and self._takes(self.matter, act)):
                return True
        return any(part.path == "phase" for part in line.sentences[0] if part.__class__ is Stated)

    def settles(self, line: Line) -> bool:
        """Whether a line states facts that the last ruling asks for, and nothing else."""
        parts = grounded(line.parts, self.situation)
        return not line.acts and all(self._asking(part.path) is not None for part in parts if part.__class__ is Stated)

    def _guarded(self, record: Record, what: Any, *more: Any) -> None:
        """Do something of which any fault becomes the record's problem."""
        try:
            what(record, *more)
        except InputError as error:
            self._refused(record, Problem(ODD, error=error))
        except NoSuchAct as error:
            self._refused(record, Problem(ODD, "unknown_act", {"name": self.referee.book.id, "kind": error.args[0]}))
        except Exception as error:
            if not self.lenient:
                raise
            self._refused(record, Problem(BROKEN, "book_fault", {"name": self.referee.book.id, "fault": fault_of(error)}))

    def _refused(self, record: Record, problem: Problem) -> None:
        record.problem = record.problem or problem
        if self.matter is not None and self.matter.fresh:
            self.matter = self.matter.under

    # ---- sentences ------------------------------------------------------------------------------------------------
    def _sentence(self, record: Record, parts: tuple[Part, ...]) -> None:
        """Take one sentence: its facts first, then its acts, dice and claims in order."""
        self._new = False
        parts = grounded(entering(parts, self.situation), self.situation)
        told = [part for part in parts if part.__class__ is Stated and part.path != "rolls"]
        if told:
            record.stated += told
            facts = [part for part in told if part.path != "claims"]
            if facts:
                self._facts(record, facts, next((part for part in parts if part.__class__ is Act), None))
        for at, part in enumerate(ordered := tuple(in_order(parts, self.referee.book.acts))):
            if part.__class__ is Act and part.kind == "eliminate" and not self.trying and (gone := self._gone(part)):
                record.stated += gone
                self._facts(record, gone, None)
            elif part.__class__ is Act:
                record.kind = ENTRY
                self._act(record, part)
            elif part.path == "rolls":  # type: ignore[union-attr]
                try:
                    self._dice(record, tuple(part.value))  # type: ignore[union-attr]
                except InputError:
                    self._unheard = ordered[at + 1 :]
                    raise
            elif part.path == "claims":  # type: ignore[union-attr]
                self._claim(record, part.value)  # type: ignore[union-attr]
        self._new = False

    def _gone(self, act: Act) -> list[Stated]:
        """That units are out of play, where it was not said as a deed of what is being played."""
        from adjudicator.play.scened import gone

        return [] if self.matter is not None and self._takes(self.matter, act) else gone(self, act)

    def _act(self, record: Record, act: Act) -> None:
        matter = self.matter
        act = of_the_whole(act, matter, self.referee)
        takes = matter is not None and self._takes(matter, act)
        if matter is not None and takes and self._asks_of_others(act, main := matter.deeds[-1].act):
            act, takes = Act(act.kind, {**act.slots, "given": (main,)}, act.text, act.start, act.end), False
        if matter is not None and takes:
            self._touch(record, matter)
            matter.deeds[-1].answers.append(act)
            return
        joins = matter is not None and self._new
        if not joins:
            self._settle(record)
        nature = self.referee.nature(act)
        if nature == SAYS:
            self._settle(record)
            ruling = self._said(act)
            if act.kind == REMARK:
                record.notes += [Note(finding.key, finding.slots, True) for _, finding in ruling.warnings]
                return
            record.rulings.append(ruling)
            if self.matter is not None:
                self.matter.facts.append(act)
        elif matter is not None and joins:
            matter.deeds.append(Deed(act))
        else:
            matter = self.matter
            self.matter = Matter((matter.under or matter) if nature == ASKS and matter is not None else None, matter)
            self.matter.told = record.rulings[-1] if record.rulings else self.last if act.kind in TELLING else None
            self.matter.deeds.append(Deed(act))
            self._touch(record, self.matter)
            self._new = True

    def _asks_of_others(self, act: Act, main: Act) -> bool:
        """Whether an answer to a deed only asks whether others may do so: 46 attacks 26, may 26 withdraw?"""
        units = set(act.slots.get("units") or ())
        asks = act.kind in self.referee.book.acts and bool(act.slots.get("question")) and not act.slots.keys() & {"ask", "given"}
        return asks and bool(units) and units.isdisjoint(main.slots.get("units") or ())

    def _takes(self, matter: Matter, act: Act) -> bool:
        """Whether an act is an answer to what is being played."""
        if not matter.fresh and (matter.before is None or act.slots.get("question")):
            return False  # whoever asks adds nothing to a deed that has been carried out
        if act.slots.get("question") and (not self._new or fared(act)):
            return False  # nor, if it asks what came of it, before that has come; nor to one of another sentence
        main = matter.deeds[-1].act
        if act.kind == main.kind and "ask" in act.slots and self.referee.asks_of(act, main):
            return False  # how many MPs is that: of the deed itself, nothing that goes on with it
        cls = self.referee.book.acts.get(main.kind)
        return cls is not None and bool(known(cls.takes, matter.before or self.situation, matter.deeds[-1].slots, act, bool(matter.dice)))

    def _touch(self, record: Record, matter: Matter) -> None:
        """Something is added to this: it will be judged again.  What was claimed before is claimed of what stood there before."""
        if matter.claims:
            self._settle(record)
            self._check_claims(record, matter, False)
        matter.fresh = True
        if matter not in self._touched:
            self._touched.append(matter)

    def _dice(self, record: Record, row: tuple[int, ...]) -> None:
        """A row of dice belongs to what is being played; behind a question that asks for none, to what it was asked about."""
        matter = self.matter
        if matter is not None and matter.under is not None and not self._new:
            self._settle(record)
            matter = matter if matter.waiting is not None else matter.under
        if matter is None or not matter.fresh and matter.before is None:
            raise InputError("dice_none", told=len(row), row=row)
        record.kind = ENTRY
        lying = self.pool if matter.fresh else matter.took
        if lying:
            same = _same_dice(row, lying)
            if not matter.fresh:
                return
            row = tuple(lying[:same])
            del lying[:same]
        record.dice.extend(row)
        self.matter = matter
        self._touch(record, matter)
        matter.dice.append(row)

    def _check_claims(self, record: Record, matter: Matter, ended: bool) -> None:
        """Look at the claims about this, each once; one that hangs on what may still be said waits, and is told of when the line has ended."""
        for deed, claim in list(matter.claims):
            if deed.result is None:
                continue
            found = Record(0, "", STATE)
            forbidden = deed.result.ruling.verdict == ILLEGAL and not deed.result.asked
            check_claims(found, claim, deed.result.ruling, deed.result.forced if forbidden else None)
            if not found.notes:
                matter.claims.remove((deed, claim))
            if found.wrong:
                gainsay(deed.result.ruling)
            if found.notes and deed.result.asked and VP in claim:  # has 5 VP; has he won? with points that are told and not reckoned
                record.problem = Problem(ODD, error=InputError("left_aside", said=str(claim[VP])))
            if ended or not found.notes:
                record.wrong += found.wrong
                record.notes += found.notes

    def _claim(self, record: Record, claim: dict[str, Any]) -> None:
        """What the players say came of it."""
        matter = self.matter
        if matter is None:
            if self.last is None:
                record.problem = record.problem or Problem(ODD, "claim_alone")
            else:
                check_claims(record, claim, self.last)
            return
        matter.claims.append((matter.deeds[-1], claim))
        if matter not in self._touched:
            self._touched.append(matter)

    # ---- facts ----------------------------------------------------------------------------------------------------
    def _facts(self, record: Record, facts: list[Stated], act: Act | None) -> None:
        """Facts of a sentence: put on the table, or the answer to what the ruling asked for."""
        if len(facts) > 1:
            facts = sorted(facts, key=_turn_first)
        matter = self.matter
        fresh = facts[0].path in ("turn", "phase")  # which begin something new
        if act is not None and matter is not None and not fresh and self._takes(matter, act):
            self._touch(record, matter)
            matter.facts += facts
            return
        self._settle(record)
        asking = None if act is not None or fresh else next((found for fact in facts if (found := self._asking(fact.path)) is not None), None)
        if asking is not None:
            self.matter = asking
            self._touch(record, asking)
            asking.facts += facts
            return
        for path, value in facts:
            if act is not None:
                record.notes += [Note(key, slots, True, self.book) for key, slots in changed(self.situation, path, value)]
            self._state(record, path, value)
        shared = self._of_one_side(facts) if len(facts) > 1 else []
        record.stated += shared
        facts = facts + shared
        if self.matter is not None:
            self.matter.facts += facts


def _same_dice(row: Sequence[int], lying: list[int]) -> int:
    """How many of the dice that lie there are those that are told, each for itself or in sum.  Raises InputError if others are told."""
    if list(row) == lying[: len(row)]:
        return len(row)
    for count in range(2, len(lying) + 1) if len(row) == 1 else ():
        if sum(lying[:count]) == row[0]:
            return count
    raise InputError("dice_contradict", total=" ".join(map(str, lying)), said=" ".join(map(str, row)))


def _same_deed(act: Act, other: Act) -> bool:
    """Whether two acts are of the same kind and of one unit at least."""
    return act.kind == other.kind and not set(act.slots.get("units") or ()).isdisjoint(other.slots.get("units") or ())


def _turn_first(part: Stated) -> int:
    return {"turn": 0, "phase": 1}.get(part.path, 2)


def fault_of(error: BaseException) -> str:
    """Where a rulebook's code failed: file and line, and what it said."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return printable(f"{place} {error}" if isinstance(error, BookFault) else f"{place} {type(error).__name__}: {error}")
