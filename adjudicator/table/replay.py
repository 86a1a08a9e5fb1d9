"""Reading a log back into a game, as it stands after its last line."""

from __future__ import annotations

import io
from typing import NamedTuple

from adjudicator import store
from adjudicator.facts import DICE
from adjudicator.language import Entry, Stated
from adjudicator.log import Game, Log, Record, is_entry
from adjudicator.log_record import BROKEN
from adjudicator.ruling import ILLEGAL, LEGAL, Ruling
from adjudicator.situation import Situation
from adjudicator.table.history import decoded


class Waiting(NamedTuple):
    """An entry that waits for its dice: the position before it, the entry, the dice so far, what it came to without them."""

    before: Situation
    entry: Entry
    dice: list[int]
    record: Record


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


def replay(raw: bytes, path: str, extra: str | None, lang: str) -> Replay:
    """The game of a log of these bytes."""
    log, counts, faults, last, final = _read(raw, path, extra, lang)
    waiting = None
    if log.game.book is not None and final is not None and final.rulings and wants_die(final.rulings[-1]):
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
        if record.kind != "remark":
            last = final = record
    return log, (entries, illegal, errors), faults, last, final


def _waiting(raw: bytes, path: str, extra: str | None, lang: str, final: Record) -> Waiting | None:
    """The last entry, with the position before it."""
    lines = raw.splitlines(keepends=True)
    log = _read(b"".join(lines[: final.line - 1]), path, extra, lang)[0]
    game = log.game
    game.full = True
    record = Record(0, decoded(lines[final.line - 1]).strip(), "state")
    entry = game.understand(record, record.text)
    if entry is None:
        return None
    before = game.situation.copy()
    dice = list(final.dice)
    game.hear(record, entry, [Entry("", (Stated("rolls", dice),))] if dice else [])
    return Waiting(before, entry, dice, record)
