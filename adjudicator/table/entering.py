"""Entries that are played at a table: judged, written into the log, and judged again with what is said to them later."""

from __future__ import annotations

from itertools import accumulate

from adjudicator.book import InputError
from adjudicator.ground.ruling import ILLEGAL, UNDETERMINED
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, Stated
from adjudicator.log.reader import ENTRY, STATE, Note, Record
from adjudicator.play.game import Mark
from adjudicator.play.lines import Line
from adjudicator.play.offers import offers
from adjudicator.table import history
from adjudicator.table.asking import Asking
from adjudicator.table.recorder import Undo
from adjudicator.table.replay import Waiting, waits

FOLLOW_UPS = ("retreat", "advance", "loss", "stay", "resolve", "eliminate")  # acts that carry out the entry above them: set further in


class Entering(Asking):
    """Entries, and the one that waits for more."""

    def _belongs(self, entry: Line) -> bool:
        """Whether a line is part of the entry that waits: its dice, or what the other side answers to it."""
        return all(isinstance(part, Act) or part.path != "claims" for part in entry.parts) and self.game.goes_on(entry)

    def _judge(self, said: str, record: Record, entry: Line) -> None:
        """Judge an entry; record it if it is in order, else ask."""
        game = self.game
        undo = Undo(self)
        before = undo.position
        game.play(record, entry)
        acts = entry.acts
        question = bool(acts and record.rulings) and all(self.is_question(ruling) for ruling in record.rulings)
        doubtful = record.verdict in (ILLEGAL, UNDETERMINED) and (record.kind == ENTRY or record.verdict == ILLEGAL)
        if record.problem is not None or doubtful and record.agreed is None or question:
            after = game.mark()
            self._back(undo)
            standing = self.shown
            if record.problem is not None and isinstance(record.problem.error, InputError):
                record.problem.error.offers = offers(game, said, record.problem.error, self.lang)
            self._told(record, before, question=question)
            if record.problem is None and doubtful and not (question and record.verdict == ILLEGAL):
                self.after = after
                self.doubt = (said, record)
                self.standing = self.standing if standing is self.rejected else standing
                self._ask(record)
            return
        self._record(said, record, entry, undo, before)

    def _record(self, said: str, record: Record, entry: Line, undo: Undo, before: Situation, known: bool = False) -> bool:
        """Write an entry that has been judged, then answer it, unless it is ``known`` what it comes to."""
        acts = [part for part in entry.parts if isinstance(part, Act)]
        only_claims = not acts and all(isinstance(part, Stated) and part.path in ("rolls", "claims") for part in entry.parts)
        if not self._write(("  " if only_claims or self._is_follow_up(acts, undo.position) else "") + said):
            self._back(undo)
            return False
        self._remember(undo, record if not only_claims else None)
        left = self.waiting.entry.text.strip() if not only_claims and self.waiting is not None and self.waiting.die else ""
        if not only_claims:
            self._wait(Waiting(undo.mark, entry, [], record, self.begin))
        if known:
            self.voice.kept(self.text("kept" if record.agreed is None else "kept_agreed"), record, self.game.referee.book)
        else:
            self._told(record, before, recorded=True)
        if left:
            self.voice.tell(f"  {self.text('left_open', text=left)}")
        self._due(undo.position)
        self._ask_more()
        return True

    def _wait(self, entry: Waiting) -> None:
        """Remember an entry that has been recorded, if it waits for anything."""
        self.waiting = entry if self._is_open(entry) else None

    def _is_open(self, entry: Waiting) -> bool:
        """Whether the entry that was played last waits for anything."""
        return waits(entry.record, self.game.referee) or bool(entry.record.rulings) and self.game.open is not None

    def _is_follow_up(self, acts: list[Act], before: Situation) -> bool:
        """Whether an entry carries out the one above: it is set further in, for the eye."""
        return bool(before.known_box("pending")) and bool(acts) and all(act.kind in FOLLOW_UPS for act in acts)

    def _add(self, entry: Line, said: str) -> None:
        """Judge the entry that waits again, with this line under it: its dice, or what the other side answers."""
        assert self.waiting is not None
        waiting, game = self.waiting, self.game
        undo = Undo(self)
        more = [*waiting.more, entry]
        record = self._again(waiting, waiting.before, more)
        thrown = only_dice(entry)
        settled = waiting.record.verdict == UNDETERMINED != record.verdict  # by these dice
        unread = bool(record.rulings) and record.rulings[-1].computed.get("result") is None and not settled and not waits(record, game.referee)
        if thrown and record.problem is None and unread:
            record.notes.append(Note("die_unread", {"dice": " ".join(map(str, thrown))}))
        spoilt = not thrown and record.verdict == ILLEGAL and waiting.record.verdict != ILLEGAL  # what is added is what is not allowed
        after = game.mark()
        if record.problem is not None or spoilt or not self._write("  " + said):
            self._back(undo)
            if record.problem is not None or spoilt:
                self._told(record, waiting.before.situation)
            if spoilt:
                self.after, self.doubt = after, (said, record)
                self._ask(record)
            return
        self._remember(undo)
        self._wait(waiting._replace(more=more, record=record))
        self._told(record, waiting.before.situation, recorded=True)
        self._due(undo.position)
        self._ask_more()

    def _again(self, waiting: Waiting, before: Mark, more: list[Line]) -> Record:
        """The entry that waits, judged anew."""
        self.game.back(before)
        record = Record(0, waiting.record.text, STATE)
        record.agreed = waiting.record.agreed
        self.game.play(record, waiting.entry, *more)
        return record

    def _state_under(self, said: str) -> bool:
        """A fact that the entry that waits hangs on: it goes into the log before that entry, which is judged again."""
        assert self.waiting is not None
        waiting, game = self.waiting, self.game
        undo = Undo(self)
        stated = Record(0, said, STATE)
        game.back(waiting.before)  # in the log it is read there
        fact = game.understand(stated, said)
        lines = self.file.content().splitlines(keepends=True)
        raw = f"{said}\n".encode("utf-8", "replace")
        place = next((at for at, begin in enumerate(accumulate(map(len, lines), initial=0)) if begin == waiting.begin), None)
        if fact is None or place is None:
            self._back(undo)
            self._told(stated)
            return True
        game.play(stated, fact)
        before = game.mark()
        said_so = Waiting(waiting.before, fact, [], stated, waiting.begin)  # what only says something is an entry, too
        left = Undo(self, before) if not waiting.more else None
        if left is not None:
            left.waiting = said_so if self._is_open(said_so) else None
        record = self._again(waiting, before, waiting.more) if stated.problem is None else stated
        if record.problem is None and record.verdict != waiting.record.verdict:  # no answer, but something that has changed since
            self._back(undo)
            self._judge(said, Record(0, said, STATE), fact)
            return True
        history.let_go(lines)
        if record.problem is not None or not self._replace([*lines[:place], raw, *lines[place:]]):
            self._back(undo)
            if record.problem is not None:
                self._told(record)
            return True
        self._taken_back = False
        self._remember_under(waiting.begin, len(raw), left)
        self._wait(waiting._replace(before=before, record=record, begin=waiting.begin + len(raw)))
        self.voice.tell("  " + self.text("noted", text=said), stated=said)
        self._told(record, before.situation, recorded=True)
        self._due(undo.position)
        self._ask_more()
        return True


def only_dice(entry: Line) -> list[int]:
    """The dice of an entry that is nothing but dice."""
    found: list[int] = []
    for part in entry.parts:
        if isinstance(part, Act) or part.path != "rolls":
            return []
        found.extend(part.value)
    return found
