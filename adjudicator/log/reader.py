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
from typing import IO, NamedTuple

from adjudicator.language import Stated
from adjudicator.log.lines import FAULTS, LINE_LIMIT, Row, open_log, rows
from adjudicator.play.headers import LoggedGame
from adjudicator.play.lines import Line, parted
from adjudicator.play.record import BROKEN, ENTRY, FAULT, HEADER, ODD, REMARK, STATE, Note, Problem, Record, Wrong, is_entry
from adjudicator.say.heard import LATER, log_words


class Looked(NamedTuple):
    """A line that was looked at before its turn came: what it is understood as."""

    number: int
    text: str
    ended: bool
    line: Line


class Log:
    """A log being read: iterate over `records`; `game` is the game as far as it has been read."""

    def __init__(self, path: str, extra: str | None = None, full: bool = False, stream: IO[bytes] | None = None) -> None:
        self.path = path
        self.stream = stream
        self.game = LoggedGame(os.path.dirname(path), extra, full)
        self.game.keeps = False
        self.skipped = 0  # lines that could not be judged for want of a rulebook
        self._ahead: deque[Row | Record | Looked] = deque()
        self._rows: Iterator[Row] = iter(())

    def records(self) -> Iterator[Record]:
        """Every line of the log, the lines that continue an entry together with it.  Raises Broken if it can't be opened."""
        stream = self.stream if self.stream is not None else open_log(self.path)
        try:
            self._rows = rows(stream)
            yield from self._read()
        finally:
            if self.stream is None and stream is not sys.stdin.buffer:
                stream.close()

    def _next(self) -> Row | Record | Looked | None:
        if self._ahead:
            return self._ahead.popleft()
        try:
            return next(self._rows, None)
        except OSError as error:
            return Row(0, "", fault=f"{error.strerror or error}")

    def _read(self) -> Iterator[Record]:
        game = self.game
        header = log_words().header
        told = False
        while (row := self._next()) is not None:
            if row.__class__ is Record:
                yield row
                continue
            if isinstance(row, Looked):
                row = Row(*row[:3])
            number, text, ended, fault = row  # type: ignore[misc]
            if fault:
                record = Record(number, "", FAULT)
                key = fault if fault in FAULTS else "book_fault"
                record.problem = Problem(BROKEN, key, {"limit": LINE_LIMIT, "name": self.path, "fault": fault})
                yield record
                continue
            said = text.strip()
            if not said:
                continue
            if said[0] in "#>":
                yield Record(number, text, REMARK)
                continue
            if " #" in said or "\t#" in said:
                said = parted(said)[0]
            found = header(said)
            if found is not None:
                record = Record(number, text, HEADER)
                game.header(record, *found)
                if record.problem is not None and not ended:
                    record.problem = Problem(BROKEN, "cut")
                told = told or record.problem is not None
                yield record
                continue
            if game.book is None:
                self.skipped += 1
                if not told:
                    told = True
                    record = Record(number, text, FAULT)
                    record.problem = Problem(BROKEN, "no_rulebook")
                    yield record
                continue
            yield self._entry(number, text, said, ended)
        if self.skipped:
            record = Record(number, "", FAULT)
            record.problem = Problem(BROKEN, "not_judged", {"count": self.skipped})
            yield record

    def _entry(self, number: int, text: str, said: str, ended: bool) -> Record:
        """The line with those behind it that only add to it: dice, claims, answers, and the facts that its ruling asks for."""
        game = self.game
        record = Record(number, text, STATE)
        line = game.understand(record, said)
        if line is None:
            record.kind = ENTRY
            if not ended:
                record.problem = Problem(BROKEN, "cut")
            elif game.open is None:
                self._pass_over(record)
            return record
        game.add(record, line)
        if all(part.__class__ is Stated and part.path != "rolls" for part in line.parts):
            game.end(record)
            return record
        rows = [(number, text, line)]
        while True:
            found, passed = self._look()
            if found is None or not game.goes_on(found.line):
                game.end(record, found is not None and not any(map(game.begins_anew, found.line.acts)))
                if found is None or record.problem is not None or not game.settles(found.line):
                    self._ahead.extendleft(reversed(passed if found is None else [*passed, found]))
                    break
            self._ahead.extendleft(reversed(passed))
            game.add(record, found.line)
            rows.append((found.number, found.text, found.line))
            record.last = found.number
        if len(rows) > 1:
            self._blame(record, rows)
        return record

    def _pass_over(self, record: Record) -> None:
        """The dice and claims behind a line that makes no sense are about nothing that is known."""
        while True:
            found, passed = self._look()
            told = found is not None and all(part.__class__ is Stated and part.path in ("rolls", "claims") for part in found.line.parts)
            self._ahead.extendleft(reversed(passed if found is None or told else [*passed, found]))
            if found is None or not told:
                return
            record.last = found.number

    def _look(self) -> tuple[Looked | None, list[Row | Record | Looked]]:
        """The next line that is played, understood, or None if there is none or it makes no sense; and what was passed on the way: remarks,
        headers that are no part of the play, the line that makes no sense."""
        passed: list[Row | Record | Looked] = []
        found: Looked | None = None
        while found is None and (row := self._next()) is not None:
            if isinstance(row, Row):
                said = row.text.strip()
                if not said and not row.fault:
                    continue
                if not row.fault and said[0] in "#>":
                    row = Record(row.number, row.text, REMARK)
                elif row.fault or (header := log_words().header(said)) is not None and header[0] in LATER:
                    passed.append(row)
                    break
                elif header is None:
                    probe = Record(row.number, row.text, STATE)
                    line = self.game.understand(probe, parted(said)[0])
                    if line is None or probe.agreed is not None:
                        passed.append(row)
                        break
                    found = Looked(*row[:3], line)
                    continue
            elif isinstance(row, Looked):
                found = row
                continue
            passed.append(row)
        return found, passed

    def _blame(self, record: Record, rows: list[tuple[int, str, Line]]) -> None:
        """Put dice that can't be on the line that they stand in."""
        row = record.problem.slots.get("row") if record.problem is not None else None
        for number, text, line in rows[1:] if row is not None else ():
            if any(part.__class__ is Stated and part.path == "rolls" and tuple(part.value) == row for part in line.parts):
                other = Record(number, text, STATE)
                other.problem, record.problem = record.problem, None
                self._ahead.appendleft(other)
                return


__all__ = [
    "ENTRY", "FAULT", "HEADER", "ODD", "REMARK", "STATE", "Log", "Note", "Problem", "Record", "Wrong", "is_entry", "rows",
]  # fmt: skip
