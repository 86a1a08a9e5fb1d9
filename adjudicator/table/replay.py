"""Reading a log back into a game, as it stands after its last line."""

from __future__ import annotations

import io
from typing import NamedTuple

from adjudicator import store
from adjudicator.book import Rulebook
from adjudicator.facts import DICE
from adjudicator.language import Entry
from adjudicator.log import REMARK, STATE, Game, Log, Record, is_entry
from adjudicator.log_record import BROKEN
from adjudicator.ruling import ILLEGAL, LEGAL, UNDETERMINED, Need, Ruling
from adjudicator.situation import Situation
from adjudicator.table.history import decoded


class Waiting(NamedTuple):
    """The last entry, if it waits for its dice or for facts that its numbers hang on.

    before    the position before it
    more      what the lines under it hold: dice, and what the other side answered
    record    what it has come to so far
    """

    before: Situation
    entry: Entry
    more: list[Entry]
    record: Record

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
        return [need for need in self.ruling.needs if need.fact != DICE]


class Replay(NamedTuple):
    """A log read again."""

    game: Game
    entries: int
    illegal: int
    errors: int
    faults: list[tuple[int, str]]  # (line, why) of what breaks the log
    last: Record | None  # the last line that was judged
    torn: bool  # whether the last line has no end
    waiting: Waiting | None


def wants_die(ruling: Ruling) -> bool:
    """Whether a legal act waits for a die."""
    return ruling.verdict == LEGAL and (ruling.waits or any(need.fact == DICE for need in ruling.needs))


def waits(record: Record, book: Rulebook) -> bool:
    """Whether an entry waits for something: legal, done, and not wholly known."""
    if not record.rulings or record.problem is not None:
        return False
    ruling = record.rulings[-1]
    question = book.acts[ruling.kind].question or ruling.act is not None and ruling.act.slots.get("question")
    return ruling.verdict != UNDETERMINED and (wants_die(ruling) or bool(ruling.needs) and not question)


def replay(raw: bytes, path: str, extra: str | None, lang: str) -> Replay:
    """The game of a log of these bytes."""
    log, counts, faults, last, final = _read(raw, path, extra, lang)
    waiting = None
    if log.game.book is not None and final is not None and (waits(final, log.game.book) or log.game.open is not None):
        waiting = _waiting(raw, path, extra, lang, final)
    log.game.full = True
    return Replay(log.game, *counts, faults, last, log.torn is not None, waiting)


def _read(raw: bytes, path: str, extra: str | None, lang: str) -> tuple[Log, tuple[int, int, int], list[tuple[int, str]], Record | None, Record | None]:
    log = Log(path, extra, stream=io.BytesIO(raw))
    entries = illegal = errors = 0
    faults: list[tuple[int, str]] = []
    last: Record | None = None
    final: Record | None = None  # the last line, if it is an entry
    for record in log.records():
        if record.problem is not None:
            if record.problem.code == BROKEN:
                faults.append((record.line, store.printable(record.problem.text(lang, log.game.book))))
            else:
                errors += 1
        entries += is_entry(record)
        illegal += record.verdict == ILLEGAL
        if record.kind != REMARK:
            last = final = record
    return log, (entries, illegal, errors), faults, last, final


def _waiting(raw: bytes, path: str, extra: str | None, lang: str, final: Record) -> Waiting | None:
    """The last entry, with the position before it."""
    lines = raw.splitlines(keepends=True)
    log = _read(b"".join(lines[: final.line - 1]), path, extra, lang)[0]
    game = log.game
    game.full = True
    record = Record(0, decoded(lines[final.line - 1]).strip(), STATE)
    entry = game.understand(record, record.text)
    if entry is None:
        return None
    before = game.situation.copy()
    more = []
    for line in lines[final.line : final.last]:
        said = decoded(line).strip()
        if said and said[0] not in "#>" and (part := game.understand(Record(0, said, STATE), said)) is not None:
            more.append(part)
    game.hear(record, entry, more)
    return Waiting(before, entry, more, record) if record.rulings else None
