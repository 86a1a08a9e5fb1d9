"""Reading a log back into a game, as it stands after its last line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from adjudicator.files.fault import printable
from adjudicator.ground.facts import DICE
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Need, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.log.reader import ENTRY, HEADER, REMARK, STATE, Log, Record, is_entry
from adjudicator.play.game import Mark
from adjudicator.play.headers import OUTSIDE, LoggedGame
from adjudicator.play.lines import Line
from adjudicator.play.record import BROKEN
from adjudicator.play.referee import Referee
from adjudicator.say.heard import LATER, log_words
from adjudicator.table.history import decoded, last_played

APART = 32  # lines of a log between two places that are kept
REFUSED = 5  # lines that are not understood and named
RECENT = 12  # entries at the end of a log of which the last ruling is kept as it was at the table


class Waiting(NamedTuple):
    """The last entry, if it waits for its dice or for facts that its numbers hang on.

    before    how things stood before it
    more      what the lines under it hold: dice, and what the other side answered
    record    what it has come to so far
    begin     where its first line begins in the log
    """

    before: Mark
    entry: Line
    more: list[Line]
    record: Record
    begin: int

    @property
    def ruling(self) -> Ruling:
        """The ruling that waits."""
        return self.record.rulings[-1]

    @property
    def die(self) -> bool:
        """Whether it waits for dice."""
        return wants_die(self.ruling)

    @property
    def needs(self) -> list[Need]:
        """The facts that it waits for, dice aside."""
        return wanted(self.ruling)


class Anchor(NamedTuple):
    """How a game stood behind a line of its log, so that what comes after can be read again without what comes before.

    size, check   the bytes before it, and their checksum: it holds only where the log still begins with them
    entries       how many entries there are before it
    """

    lines: int
    size: int
    check: int
    entries: int
    mark: Mark


class Kept(NamedTuple):
    """A game and places of its log to go on from, in order; whoever reads on takes away those that no longer hold and adds new ones."""

    game: LoggedGame
    places: list[Anchor]

    def last(self, raw: bytes, lines: int) -> Anchor | None:
        """The last place that holds within so many lines of a log; those behind it are taken away."""
        while self.places:
            place = self.places[-1]
            if place.lines <= lines and crc32(raw[: place.size]) == place.check and len(raw) >= place.size:
                return place
            self.places.pop()
        return None


class Replay(NamedTuple):
    """A log read again.  Behind a place that was kept, only what came after it is counted among illegal entries, errors and faults."""

    game: LoggedGame
    entries: int
    illegal: int
    errors: int
    faults: list[tuple[int, str]]  # (line, why) of what breaks the log
    refused: list[tuple[int, str]]  # of the first lines that are not understood
    last: Record | None  # the last line that was judged
    waiting: Waiting | None
    shown: tuple[Record, Situation] | None  # what was judged last, and the position before it
    outside: bool  # whether it names a situation that it may not name: no game can be made of it
    places: list[Anchor]  # where a game can be taken up again


def wants_die(ruling: Ruling) -> bool:
    """Whether a legal act waits for a die."""
    return ruling.verdict == LEGAL and (ruling.waits or any(need.fact == DICE for need in ruling.needs))


def wanted(ruling: Ruling) -> list[Need]:
    """The facts that a ruling waits for, dice aside: none where its result stands whatever they are."""
    return [need for need in ruling.needs if need.fact != DICE] if ruling.computed.get("result") is None else []


def waits(record: Record, referee: Referee) -> bool:
    """Whether an entry waits for something: legal, done, and not wholly known."""
    if not record.rulings or record.problem is not None:
        return False
    ruling = record.rulings[-1]
    return ruling.verdict != UNDETERMINED and (wants_die(ruling) or bool(wanted(ruling)) and not referee.asks(ruling.act, ruling.kind))


def replay(raw: bytes, path: str, extra: str | None, lang: str, kept: Kept | None = None, end: int | None = None) -> Replay:
    """The game of a log of these bytes.  The last entries are judged in full, as they were at the table.

    ``kept``: the game that was made of it before and places in it, to go on from the last of them that holds instead of reading everything again.
    ``end``: the line from which on entries are judged in full; lines that are one entry are never parted there.
    """
    lines = raw.splitlines(keepends=True)
    recent = last_entry(lines) if end is None else end
    begin = kept.last(raw, recent) if kept is not None and recent is not None else None
    reader = _Reader(lines, 0 if begin is None else begin.lines, path, extra, lang)
    if begin is not None and kept is not None:
        reader.go_on(kept, begin)
    game = reader.log.game
    shown: tuple[Record, Situation] | None = None
    waiting: Waiting | None = None
    last: int | None = None  # where what was played last begins, if it was not judged in full
    before = reader.in_full() if recent is not None and recent <= reader.offset and game.book is not None else None
    for record in reader.records():
        if before is None:
            reader.keep(record)
            last = reader.offset + record.line - 1 if record.kind in (STATE, ENTRY) else last
            if recent is not None and game.book is not None and recent <= reader.offset + reader.log.ahead() - 1:
                before = reader.in_full()
            continue
        header = log_words().header(record.text.strip()) if record.kind == HEADER else None
        if record.kind != REMARK and (header is None or header[0] in LATER):
            waiting = None
        if record.rulings and record.problem is None:
            shown = record, before.situation
            if waits(record, game.referee) or game.open is not None:
                place = reader.offset + record.line - 1
                waiting = _waiting(game, record, before, lines[place : reader.offset + record.last], sum(map(len, lines[:place])))
        if record.kind != REMARK:
            before = game.mark()
    if before is None and end is None and last is not None and game.book is not None:  # the last entry begins earlier than was thought
        return replay(raw, path, extra, lang, kept, last)
    return reader.done(shown, waiting)


class _Reader:
    """A log being read from some line on."""

    def __init__(self, lines: list[bytes], begin: int, path: str, extra: str | None, lang: str) -> None:
        self.log = Log(path, extra, stream=io.BytesIO(b"".join(lines[begin:])))
        self.lines = lines
        self.lang = lang
        self.offset = begin
        self.places: list[Anchor] = []
        self.entries = self.illegal = self.errors = 0
        self.outside = False
        self.faults: list[tuple[int, str]] = []
        self.refused: list[tuple[int, str]] = []
        self.last: Record | None = None
        self.kept = begin, sum(map(len, lines[:begin])), crc32(b"".join(lines[:begin]))  # lines, bytes and checksum up to the last place

    def go_on(self, kept: Kept, place: Anchor) -> None:
        """Take up a game that was kept, at one of its places."""
        self.log.game, self.entries, self.places = kept.game, place.entries, kept.places
        kept.game.back(place.mark)
        kept.game.full = kept.game.keeps = False

    def keep(self, record: Record) -> None:
        """Keep the place behind a record, if it lies far enough behind the last one."""
        lines, size, check = self.kept
        far = self.offset + record.last
        if record.kind in (STATE, ENTRY) and self.log.game.book is not None and far - lines >= APART:
            more = b"".join(self.lines[lines:far])
            self.kept = far, size + len(more), crc32(more, check)
            self.places.append(Anchor(*self.kept, self.entries, self.log.game.mark()))

    def in_full(self) -> Mark:
        """What comes is judged in full; how things stand now."""
        self.log.game.full = self.log.game.keeps = True
        return self.log.game.mark()

    def records(self) -> Iterator[Record]:
        """The records, counted."""
        for record in self.log.records():
            if record.problem is not None:
                self.outside = self.outside or record.problem.key in OUTSIDE
                rows = self.faults if record.problem.code == BROKEN else self.refused
                self.errors += rows is self.refused
                if rows is self.faults or len(rows) < REFUSED:
                    rows.append((record.line + self.offset, printable(record.problem.text(self.lang, self.log.game.book))))
            self.entries += is_entry(record)
            self.illegal += record.verdict == ILLEGAL
            if record.kind != REMARK:
                self.last = record
            yield record

    def done(self, shown: tuple[Record, Situation] | None, waiting: Waiting | None) -> Replay:
        """Everything that was read."""
        self.log.game.full = self.log.game.keeps = True
        return Replay(self.log.game, self.entries, self.illegal, self.errors, self.faults, self.refused, self.last, waiting, shown, self.outside, self.places)


def last_entry(lines: list[bytes]) -> int | None:
    """Where the last lines begin that are judged in full: some that hold more than dice or claims and are not set further in."""
    found: int | None = None
    back = count = 0
    while count < RECENT and (place := last_played(lines, back)) is not None:
        text = decoded(lines[place])
        if text[:1] not in " \t" and any(char.isalpha() for char in text) and log_words().header(text.strip()) is None:
            found, count = place, count + 1
        back += 1
    return found


def _waiting(game: LoggedGame, record: Record, before: Mark, lines: list[bytes], begin: int) -> Waiting | None:
    """The last entry, with how things stood before it; its first line is read as it was then, since what it names may be gone."""
    parts: list[Line] = []
    now = game.said, game.done
    for line in lines:
        said = decoded(line).strip()
        if said and said[0] not in "#>":
            probe = Record(0, said, STATE)
            if parts:
                game.said = game.done = parts[-1].said
                entry = game.understand(probe, said)
                game.said, game.done = now
            else:
                with game.tried():
                    game.back(before)
                    entry = game.understand(probe, said)
            if entry is not None:
                parts.append(entry)
                record.agreed = record.agreed if record.agreed is not None else probe.agreed
    if not parts:
        return None
    record.text = record.text.strip()
    return Waiting(before, parts[0], parts[1:], record, begin)
