"""The game of a session and its log: what is recorded is on the disk before it is answered; taking back and bringing back."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from adjudicator.files.fault import printable
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood
from adjudicator.language.errors import offer_data, question, underlined
from adjudicator.log.lines import LINE_LIMIT
from adjudicator.log.reader import Record, is_entry
from adjudicator.play.game import Mark, fault_of
from adjudicator.play.record import BROKEN, ODD
from adjudicator.play.referee import is_supposed
from adjudicator.say.catalogue import reply
from adjudicator.table import history
from adjudicator.table.file import LogFile
from adjudicator.table.replay import APART, Anchor, Kept, Replay, replay
from adjudicator.table.show import View
from adjudicator.table.voice import Voice

MARKED = 76  # columns of a line with marks below it
LINE = 27  # bytes of a line, about
UNDO_DEPTH = 200  # entries that can be taken back without reading the log again


class Undo:
    """What is needed to take one entry back: where its line begins in the log, and how things stood before it."""

    __slots__ = ("after", "begin", "counted", "mark", "shown", "waiting")

    def __init__(self, table: Recorder, mark: Mark | None = None) -> None:
        self.begin = table.file.end
        self.counted = False  # whether it counts as an entry
        self.after: Undo | None = None  # once it was taken back: how things stood with it
        self.mark = mark or table.game.mark()
        self.waiting, self.shown = table.waiting, table.shown

    @property
    def position(self) -> Situation:
        """The position before it."""
        return self.mark.situation


def read(file: LogFile, extra: str | None, voice: Voice) -> Replay:
    """The log as it stands on the disk, and what is wrong with it told.  Raises OSError.

    A last line without an end is given one; if it makes no sense it was cut off, and stays as a comment.
    """
    raw = file.content()
    found = replay(raw, file.path, extra, voice.lang)
    if found.game.book is not None and not found.outside and not raw.endswith((b"\n", b"\r")):
        tail = raw.splitlines()[-1]
        text = printable(tail.decode("utf-8", "replace").strip())[: LINE_LIMIT // 4]
        remark = text[:1] in ("", "#", ">") and "\ufffd" not in text
        if remark or found.last is None or found.last.code in (0, 1):
            file.append("")
            voice.tell("" if remark else reply(voice.lang, "table", "table_unended", text=text))
        else:
            file.replace(raw.removesuffix(tail) + f"# {text.lstrip('# ')}\n".encode())
            voice.tell(reply(voice.lang, "table", "table_torn", text=text))
            found = replay(file.content(), file.path, extra, voice.lang)
    for line, why in found.faults:
        voice.tell(f"{printable(file.path)}:{line}: {why}", error={"code": BROKEN})
    return found


class Recorder:
    """A game at the table and the log it is recorded in."""

    def __init__(self, path: str, found: Replay, file: LogFile, lang: str, voice: Voice, tty: bool) -> None:
        self.path = path
        self.file = file
        self.lang = lang
        self.voice = voice
        self.tty = tty
        self.game = found.game
        self.waiting = found.waiting  # the entry that waits for its dice
        self.places = found.places  # further back, to read the log again from
        self.undos: list[Undo] = []
        self.redos: list[Undo] = []  # what was taken back, the last of it at the end
        self.began = found.entries
        self.recorded = 0  # lines of this session that stand in the log
        self.begin = file.end  # where the last of them begins
        self.entries = 0  # those of them that count as entries, as when the log is read again
        self.supposed: tuple[Record, Situation] | None = None  # what `what if` judged last, and what had been judged before it
        self.real: tuple[Record, Situation] | None = None
        self.shown: tuple[Record, Situation] | None = found.shown  # the last thing that was judged, and the position it was judged in
        self.standing = self.rejected = self.shown  # what had been shown before an entry that was dropped, and that entry
        self.after: Mark | None = None  # how things stand if what is in doubt is recorded, until the log gets another line
        self.doubt: tuple[str, Record] | None = None  # an illegal or undetermined entry that is not recorded yet
        self.lacking = ""  # the last line, where it lacks something that was asked for
        self.offered: list[str] = []  # what may have been meant by the last line, which was refused
        self.told: set[str] = set()  # what the phase asks for, as far as it has been said
        self.over = self.broken = False  # whether it has ended, and because no game can be made of the log any more
        self.faulty = False  # whether the program itself failed within a line
        self._taken_back = True  # whether lines may stand in the log that were taken back and can be brought back

    def text(self, key: str, **slots: Any) -> str:
        """A reply."""
        return reply(self.lang, "table", key, **slots)

    def tell(self, key: str, **slots: Any) -> None:
        """Say a reply."""
        self.voice.tell(self.text(key, **slots))

    def is_question(self, ruling: Ruling) -> bool:
        """Whether a ruling only answers: it is no part of the game and is not recorded."""
        return is_supposed(ruling.act) or not (ruling.effects or ruling.records) and self.game.referee.asks(ruling.act, ruling.kind)

    def _remember(self, undo: Undo, record: Record | None = None) -> None:
        undo.begin, undo.counted = self.begin, record is not None and is_entry(record)
        self.undos.append(undo)
        self.recorded += 1
        self.entries += undo.counted
        while len(self.undos) > UNDO_DEPTH:
            self._let_go(self.undos.pop(0))

    def _let_go(self, undo: Undo) -> None:
        """What is too far back to be taken back at once may still be a place to read the log again from."""
        far = self.places[-1].size if self.places else 0
        if undo.begin - far < APART * LINE:
            return
        raw = self.file.content()[: undo.begin]
        entries = self.began + self.entries - sum(other.counted for other in (undo, *self.undos))
        self.places.append(Anchor(len(raw.splitlines()), len(raw), crc32(raw), entries, undo.mark))

    def _remember_under(self, begin: int, length: int, entry: Undo | None) -> None:
        """A fact of that length was put before the last entry, which began there; ``entry`` is how things stand between the two."""
        self.recorded += 1
        self.redos.clear()
        while self.undos and self.undos[-1].begin > begin:
            self.undos.pop()
        if not self.undos or self.undos[-1].begin < begin:
            return
        fact = self.undos[-1]  # what takes the entry back takes the fact back now
        if entry is None:
            self.undos.pop()
            return
        entry.begin, entry.counted, entry.shown = begin + length, fact.counted, fact.shown
        fact.counted = False
        self.undos.append(entry)

    # ---- the disk ---------------------------------------------------------------------------------------------------
    def _is_ours(self) -> bool:
        """Whether the log is as we left it; if not, it is read again, and the line that was typed is not looked at."""
        if not self.file.changed():
            return True
        try:
            there = self.file.reopen()
            self.voice.tell(self.text("edited" if there else "put_back", file=self.path), error={"code": BROKEN})
            found = read(self.file, self.game.extra, self.voice)
        except OSError as error:
            self.file.distrust()
            self._refuse("table_busy", error)
            return False
        self.doubt = None
        if found.game.book is None or found.outside:
            self.voice.tell(self.text("no_game", file=self.path), error={"code": BROKEN})
            self.over = self.broken = True
            return False
        self._take(found)
        self.tell("table_resumed", file=self.path, entries=found.entries, illegal=found.illegal, errors=found.errors)
        return False

    def _refuse(self, key: str, error: OSError) -> None:
        """Say why the disk did not take something."""
        self.voice.tell(self.text(key, file=self.path, fault=error.strerror or str(error)), error={"code": BROKEN})

    def _take(self, found: Replay) -> None:
        """Go on with the log as it has been read again."""
        self.game, self.waiting = found.game, found.waiting
        self.entries = max(0, found.entries - self.began)
        self.places = found.places
        self.undos.clear()
        self.redos.clear()
        self.shown = found.shown

    def recover(self, error: Exception) -> None:
        """Whatever went wrong within a line: it is told, and the session goes on with what stands in the log.  Raises what reading that raises."""
        self.doubt, self.after, self.faulty = None, None, True
        self.voice.tell(self.text("fault", fault=fault_of(error)), error={"code": BROKEN})
        self._take(replay(self.file.content(), self.path, self.game.extra, self.lang))

    def _reread(self) -> None:
        self._take(replay(self.file.content(), self.path, self.game.extra, self.lang, Kept(self.game, self.places)))

    def _write(self, *lines: str, remark: bool = False) -> bool:
        """Lines into the log; the first one after something was taken back lets go of that."""
        if any(len(line.encode("utf-8", "replace")) >= LINE_LIMIT for line in lines):
            self.voice.tell(reply(self.lang, "log", "too_long", limit=LINE_LIMIT), error={"code": ODD})
            return False
        try:
            rows = [] if remark else self.file.content().splitlines(keepends=True) if self._taken_back else []
            if rows and history.let_go(rows):
                self.begin = sum(map(len, rows))
                self.file.replace(b"".join(rows) + ("\n".join(lines) + "\n").encode("utf-8", "replace"))
            else:
                self.begin = self.file.append("\n".join(lines))
        except OSError as error:
            self._refuse("table_full", error)
            return False
        if not remark:
            self._taken_back, self.after = False, None
            self.redos.clear()
        return True

    def _back(self, undo: Undo) -> None:
        self.game.back(undo.mark)
        self.waiting = undo.waiting

    # ---- taking back ------------------------------------------------------------------------------------------------
    def _undo(self) -> None:
        raw = self.file.content()
        lines = raw.splitlines(keepends=True)
        index = history.take_back(lines)
        if index is None:
            self.tell("nothing_undone")
            return
        said = history.decoded(lines[index]).strip().removeprefix(history.BACK.strip()).strip()
        begin = sum(len(line) for line in lines[:index])
        if not self._replace(lines):
            return
        self._taken_back = True
        undo = self.undos.pop() if self.undos and self.undos[-1].begin == begin else None
        if undo is not None:
            undo.after = Undo(self)
            self.redos.append(undo)
            self._back(undo)
            self.shown = undo.shown
            self.recorded -= 1
            self.entries -= undo.counted
        else:
            self.recorded = max(0, self.recorded - 1)
            self._reread()
        self.voice.tell(self.text("undone", text=printable(said)), undone=said)

    def _redo(self) -> None:
        lines = self.file.content().splitlines(keepends=True)
        index = history.bring_back(lines)
        if index is None:
            self.tell("nothing_redone")
            return
        said = history.decoded(lines[index]).strip()
        if not self._replace(lines):
            return
        self.recorded += 1
        undo = self.redos.pop() if self.redos and self.redos[-1].begin == sum(map(len, lines[:index])) else None
        if undo is not None and undo.after is not None:
            self._back(undo.after)
            self.shown = undo.after.shown
            self.entries += undo.counted
            self.undos.append(undo)
        else:
            self._reread()
        self.voice.tell(self.text("redone", text=printable(said)), redone=said)

    def _replace(self, lines: list[bytes]) -> bool:
        try:
            self.file.replace(b"".join(lines))
        except OSError as error:
            self._refuse("table_busy", error)
            return False
        return True

    # ---- what came of a line ----------------------------------------------------------------------------------------
    def _told(self, record: Record, before: Situation | None = None, recorded: bool = False, question: bool = False) -> None:
        """Show what came of a line."""
        book = self.game.referee.book
        if record.problem is not None:
            self._refused(record)
            return
        silent = bool(record.rulings) and all(book.acts[ruling.kind].silent and ruling.verdict == LEGAL for ruling in record.rulings)
        for ruling in record.rulings if not silent else ():
            self.voice.ruling(ruling, book, recorded)
        self.voice.record(record)
        before_it = self.shown[0].wrong if self.shown is not None and self.shown[0].text == record.text else []
        for wrong in (wrong for wrong in record.wrong if wrong not in before_it):
            self.voice.tell(f"{self.text('wrong_claim')}  {wrong.text(self.lang)}")
        for note in record.notes:
            self.voice.tell("  " + note.text(self.lang))
        if recorded and (silent or not record.rulings):
            self.voice.noted(self._noted(record))
        if record.rulings and not silent:
            self.shown = record, before if before is not None else self.game.situation.copy()

    def _refused(self, record: Record) -> None:
        """Why a line was not taken: the word to blame, and what may have been meant instead."""
        assert record.problem is not None
        error, message = record.problem.error, record.problem.text(self.lang, self.game.book)
        data: dict[str, Any] = {"error": {"code": record.problem.code}}
        if isinstance(error, NotUnderstood):
            marks = underlined(record.text, error.start, error.end, MARKED) if record.text.isprintable() else []
            message = "\n".join([*(f"  {line}" for line in marks), message])
        if error is not None and error.offers:
            self.offered = [offer.text for offer in error.offers]
            hint = self.text("accept_hint" if len(self.offered) < 2 else "choose_hint") if not self.tty else ""
            first, *rest = question(error.offers, self.lang)
            message += "".join(f"\n  {line}" for line in (f"{first}{hint}", *rest))
            data |= offer_data(error.offers)
        self.voice.tell(message, **data)

    def _noted(self, record: Record) -> str:
        """The answer to facts."""
        return f"{View(self.game, self.lang).say.core['verdicts']['noted']}: {record.text.strip()}"
