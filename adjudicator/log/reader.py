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
from typing import IO

from adjudicator.language import Act, Entry, NotUnderstood, Stated
from adjudicator.log.lines import FAULTS, LINE_LIMIT, Row, open_log, parted, rows
from adjudicator.play.claims import check_claims
from adjudicator.play.game import IMPOSSIBLE_DIE, Game, language_of, load_situation
from adjudicator.play.record import BROKEN, ENTRY, FAULT, HEADER, ODD, REMARK, STATE, Note, Problem, Record, Wrong, gravest, is_entry
from adjudicator.say.heard import LATER, log_words


class Log:
    """A log being read: iterate over `records`; `game` is the game as far as it has been read."""

    def __init__(self, path: str, extra: str | None = None, full: bool = False, stream: IO[bytes] | None = None) -> None:
        self.path = path
        self.stream = stream
        self.game = Game(os.path.dirname(path), extra, full)
        self.skipped = 0  # lines that could not be judged for want of a rulebook
        self._ahead: deque[Row | Record] = deque()
        self._rows: Iterator[Row] = iter(())
        self._looked: tuple[Row | None, str] = (None, "")  # a row that is no header and continues nothing, without its remark

    def records(self) -> Iterator[Record]:
        """Every line of the log, the lines that continue an entry together with it.  Raises Broken if it can't be opened."""
        stream = self.stream if self.stream is not None else open_log(self.path)
        try:
            self._rows = rows(stream)
            yield from self._read()
        finally:
            if self.stream is None and stream is not sys.stdin.buffer:
                stream.close()

    def _next(self) -> Row | Record | None:
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
            number, text, ended, fault = row  # type: ignore[misc]
            if row is self._looked[0]:
                yield self._entry(number, text, self._looked[1], ended)
                continue
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
        game = self.game
        record = Record(number, text, STATE)
        entry = game.understand(record, said)
        if entry is None:
            record.kind = ENTRY
            if not ended:
                record.problem = Problem(BROKEN, "cut")
            elif game.open is None:
                self._continuation(record, "")  # its dice and claims are about nothing that is known
            return record
        acts = [part for part in entry.parts if part.__class__ is Act]
        if acts:
            more = self._continuation(record, acts[-1].kind)
            game.hear(record, entry, [item for _, item in more])
            if more and record.problem is not None and getattr(record.problem.error, "key", "") == IMPOSSIBLE_DIE:
                self._blame(record, more)
        else:
            game.hear(record, entry)
        return record

    def _blame(self, record: Record, more: list[tuple[Row, Entry]]) -> None:
        """Put an impossible die on the line that it stands in."""
        assert record.problem is not None
        face = record.problem.error.slots["face"]
        for row, entry in more:
            if any(part.__class__ is Stated and part.path == "rolls" and face in part.value for part in entry.parts):
                other = Record(row.number, row.text, STATE)
                other.problem, record.problem = record.problem, None
                self._ahead.appendleft(other)
                return

    def _continuation(self, record: Record, kind: str) -> list[tuple[Row, Entry]]:
        """The lines that directly continue an entry: its dice, claims, and the other side's answers.

        Remarks between them, and headers that are no part of the play, are handed out after the entry.
        """
        assert self.game.book is not None
        main = self.game.book.acts.get(kind)
        responses = main.responses if main is not None else ()
        more: list[tuple[Row, Entry]] = []
        kept: list[Row | Record] = []
        while True:
            row = self._next()
            if row is None:
                break
            if row.__class__ is Record:
                kept.append(row)
                continue
            number, text, _, fault = row  # type: ignore[misc]
            said = text.strip()
            if not said and not fault:
                continue
            if not fault and said[0] in "#>":
                kept.append(Record(number, text, REMARK))
                continue
            header = None if fault else log_words().header(said)
            if header is not None and header[0] not in LATER:
                kept.append(row)
                continue
            entry = None
            if not fault and "=" not in said and header is None:
                if " #" in said or "\t#" in said:
                    said = parted(said)[0]
                try:
                    entry = self.game.parse(said)
                except NotUnderstood:
                    entry = None
            if entry is None or not _continues(entry, responses if text[0] in " \t" else ()):
                kept.append(row)
                if entry is not None:
                    self._looked = row, said  # type: ignore[assignment]
                break
            more.append((row, entry))  # type: ignore[arg-type]
            record.last = number
        self._ahead.extendleft(reversed(kept))
        return more


def _continues(entry: Entry, responses: tuple[str, ...]) -> bool:
    for part in entry.parts:
        if part.__class__ is Act:
            if part.kind not in responses:
                return False
        elif part.path not in ("rolls", "claims"):  # type: ignore[union-attr]
            return False
    return True


__all__ = [
    "ENTRY", "FAULT", "HEADER", "ODD", "REMARK", "STATE", "Game", "Log", "Note", "Problem", "Record", "Wrong", "check_claims", "gravest",
    "is_entry", "language_of", "load_situation", "rows",
]  # fmt: skip
