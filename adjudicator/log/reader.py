"""The turn log: a plain-text record of a game, read line by line and judged entry by entry (docs/formats.md, "turn log").

A log is a stream: `Log.records` holds one entry at a time and the position that the entries so far have made.  Whatever is wrong
with a line becomes a `Problem` of its record, and reading goes on.  No word of any language stands here: the words of header
lines are those of grammars/texts.*.yaml, everything else is the rulebook's language.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator
from typing import IO, Any

from adjudicator.ground.ruling import ILLEGAL
from adjudicator.language import Stated
from adjudicator.log.lines import FAULTS, LINE_LIMIT, open_log, rows
from adjudicator.play.game import Mark
from adjudicator.play.headers import OUTSIDE, LoggedGame
from adjudicator.play.lines import Line, parted
from adjudicator.play.record import BROKEN, ENTRY, FAULT, HEADER, ODD, REMARK, STATE, Note, Problem, Record, Wrong, is_entry
from adjudicator.say.heard import LATER, log_words

LOST = ("situation_broken", "situation_book", *OUTSIDE)  # problems of a header that leave all that follows without its position


class LogLine:
    """A line of the log that is a header or is played.  What it means hangs on what was said before it and on the names that are known
    then; it is worked out when somebody looks at it, and again only if these have changed."""

    __slots__ = ("_by", "_looked", "ended", "header", "line", "number", "record", "said", "text")

    def __init__(self, number: int, text: str, said: str, ended: bool) -> None:
        self.number, self.text, self.said, self.ended = number, text, said, ended
        self.header = log_words().header(said)
        self.record = Record(number, text, STATE if self.header is None else HEADER)
        self.line: Line | None = None
        self._by: tuple[Any, Any] | None = None
        self._looked = False

    def understood(self, game: LoggedGame) -> Line | None:
        """The line as the game stands; None, and the record's problem, if it makes no sense."""
        by = self._by
        if by is None or by[0] != (game.said, game.done) or by[1] is not game.referee.names():
            if self._looked:
                self.record = Record(self.number, self.text, STATE)
            self.line = game.understand(self.record, self.said)
            self._by = ((game.said, game.done), game.referee.in_use) if not game.weighed else None  # what hangs on the position is looked at anew
            self._looked = True
        return self.line


class Log:
    """A log being read: iterate over `records`; `game` is the game as far as it has been read."""

    def __init__(self, path: str, extra: str | None = None, full: bool = False, stream: IO[bytes] | None = None) -> None:
        self.path = path
        self.stream = stream
        self.game = LoggedGame(os.path.dirname(path), extra, full)
        self.game.keeps = False
        self.skipped = 0  # lines that could not be judged for want of a rulebook or of the position they are about
        self._ahead: deque[LogLine | Record] = deque()
        self._items: Iterator[LogLine | Record] = iter(())
        self._number = 0  # of the last physical line

    def records(self) -> Iterator[Record]:
        """Every line of the log, the lines that continue an entry together with it.  Raises Broken if it can't be opened."""
        stream = self.stream if self.stream is not None else open_log(self.path)
        try:
            self._items = self._sorted(stream)
            yield from self._read()
        finally:
            if self.stream is None and stream is not sys.stdin.buffer:
                stream.close()

    def _sorted(self, stream: IO[bytes]) -> Iterator[LogLine | Record]:
        """What stands in the lines, blank ones left out: remarks and faults as records, the others to be read."""
        try:
            for self._number, text, ended, fault in rows(stream):
                said = text.strip()
                if fault:
                    yield self._faulty(fault)
                elif said and said[0] in "#>":
                    yield Record(self._number, text, REMARK)
                elif said:
                    yield LogLine(self._number, text, parted(said)[0] if " #" in said or "\t#" in said else said, ended)
        except OSError as error:
            self._number = 0
            yield self._faulty(f"{error.strerror or error}")

    def _faulty(self, fault: str) -> Record:
        return self._broken(fault if fault in FAULTS else "book_fault", limit=LINE_LIMIT, name=self.path, fault=fault)

    def _broken(self, key: str, **slots: Any) -> Record:
        record = Record(self._number, "", FAULT)
        record.problem = Problem(BROKEN, key, slots)
        return record

    def _next(self) -> LogLine | Record | None:
        return self._ahead.popleft() if self._ahead else next(self._items, None)

    def ahead(self) -> int:
        """The number of the next line that is to be told or played, 0 at the end."""
        if not self._ahead and (item := next(self._items, None)) is not None:
            self._ahead.append(item)
        item = self._ahead[0] if self._ahead else None
        return 0 if item is None else item.number if isinstance(item, LogLine) else item.line

    def _read(self) -> Iterator[Record]:
        game = self.game
        told = lost = False
        while (item := self._next()) is not None:
            if isinstance(item, Record):
                yield item
            elif item.header is not None:
                record = item.record
                game.header(record, *item.header)
                if item.header[0] == "situation":
                    lost = record.problem is not None and record.problem.key in LOST
                if record.problem is not None and not item.ended:
                    record.problem = Problem(BROKEN, "cut")
                told = told or record.problem is not None
                yield record
            elif game.book is not None:
                record = self._entry(item)
                if lost and record.problem is not None and record.problem.code == ODD:
                    self.skipped += record.last - record.line + 1  # most likely it is about a unit of the position that could not be read
                else:
                    yield record
            else:
                near = None if told else log_words().nearly(item.record.text)
                self.skipped += near is None
                if not told:
                    told = True
                    yield self._broken("no_rulebook") if near is None else self._broken("header_misspelt", line=near)
        if self.skipped:
            record = Record(self._number, "", REMARK)
            record.notes.append(Note("not_judged", {"count": self.skipped}))
            yield record

    def player(self, record: Record) -> str:
        """Who made an entry: the side of the units that do something in it, else the side whose phase it is; by name where the header gives one."""
        situation = self.game.situation
        if self.game.book is None:
            return ""
        for ruling in record.rulings:
            for id_ in (ruling.act.slots.get("units") or ()) if ruling.act is not None else ():
                unit = situation.units.get(id_) if isinstance(id_, str) else None
                if unit is not None and isinstance(side := unit.known("side"), str):
                    return self.game.players.get(side, side)
        active = situation.known("active")
        return self.game.players.get(active, active) if isinstance(active, str) else ""

    def _entry(self, item: LogLine) -> Record:
        """The line with those behind it that only add to it: dice, claims, answers, and the facts that its ruling asks for."""
        game = self.game
        line, record = item.understood(game), item.record
        if line is None:
            record.kind = ENTRY
            if not item.ended:
                record.problem = Problem(BROKEN, "cut")
            elif game.open is None:
                self._pass_over(record)
            return record
        before = game.before(line)
        game.add(record, line)
        if not line.acts and all(part.path != "rolls" for part in line.parts if part.__class__ is Stated):
            game.end(record)
            return record
        taken = [item]
        mark: Mark | None = None
        while True:
            found, passed = self._look()
            line = found.line if found is not None else None
            if found is None or line is None or not game.goes_on(line):
                keep = line is not None and not game.begins_anew(line)
                game.end(record, keep)
                if record.problem is not None:
                    game.otherwise(record, before, [each.line for each in taken if each.line is not None], keep)
                if found is None or line is None or record.problem is not None or not game.settles(line):
                    self._ahead.extendleft(reversed(passed if found is None else [*passed, found]))
                    break
            self._ahead.extendleft(reversed(passed))
            if mark is None and line.acts:
                mark = game.mark()
            game.add(record, line)
            record.agreed = found.record.agreed if record.agreed is None else record.agreed
            taken.append(found)
            record.last = found.number
        if len(taken) > 1:
            self._blame(record, taken)
            if mark is not None and record.verdict == ILLEGAL and record.problem is None:
                self._at_fault(record, mark, taken)
        return record

    def _at_fault(self, record: Record, mark: Mark, taken: list[LogLine]) -> None:
        """Find the line with which an entry of several became illegal and stayed so: those before it alone are not. `mark`: behind its first line."""
        for number in range(len(taken) - 1, 0, -1):
            alone = Record(record.line, record.text, ENTRY)
            with self.game.tried():
                self.game.back(mark)
                for item in taken[1:number]:
                    if item.line is not None:
                        self.game.add(alone, item.line)
                self.game.end(alone)
            if alone.problem is not None or not alone.rulings:
                return
            if alone.verdict != ILLEGAL:
                record.fault = taken[number].number, taken[number].text
                return

    def _pass_over(self, record: Record) -> None:
        """The dice and claims behind a line that makes no sense are about nothing that is known."""
        while True:
            found, passed = self._look()
            line = found.line if found is not None else None
            told = line is not None and not line.acts and all(part.path in ("rolls", "claims") for part in line.parts if part.__class__ is Stated)
            self._ahead.extendleft(reversed(passed if found is None or told else [*passed, found]))
            if found is None or not told:
                return
            record.last = found.number

    def _look(self) -> tuple[LogLine | None, list[LogLine | Record]]:
        """The next line that is played, understood, or None if there is none or it makes no sense; and what was passed on the way: remarks,
        headers that are no part of the play, the line that makes no sense."""
        passed: list[LogLine | Record] = []
        while (item := self._next()) is not None:
            if isinstance(item, Record):
                stop = item.kind == FAULT
            elif item.header is not None:
                stop = item.header[0] in LATER
            elif item.understood(self.game) is not None:
                return item, passed
            else:
                stop = True
            passed.append(item)
            if stop:
                break
        return None, passed

    def _blame(self, record: Record, taken: list[LogLine]) -> None:
        """Put dice that can't be on the line that they stand in."""
        row = record.problem.slots.get("row") if record.problem is not None else None
        for item in taken[1:] if row is not None else ():
            if item.line is not None and any(part.path == "rolls" and tuple(part.value) == row for part in item.line.parts if part.__class__ is Stated):
                other = Record(item.number, item.text, STATE)
                other.problem, record.problem = record.problem, None
                self._ahead.appendleft(other)
                return


__all__ = [
    "ENTRY", "FAULT", "HEADER", "ODD", "REMARK", "STATE", "Log", "Note", "Problem", "Record", "Wrong", "is_entry", "rows",
]  # fmt: skip
