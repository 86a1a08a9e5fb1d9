"""``adjudicator table``: a session beside a physical game.

Each line is judged at once and, if it is kept, written to the log and to the disk before the next prompt, so that a crash, Ctrl-C or
a dead battery costs at most the line being typed.  A session that is started again reads its log and goes on where it ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from adjudicator import store
from adjudicator.book import Rulebook, UnknownRulebook, folders
from adjudicator.facts import DICE, InputError
from adjudicator.language import Act, Entry
from adjudicator.log import ENTRY, STATE, Game, Log, Record, fold, is_entry, words
from adjudicator.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.situation import Situation

UNDO_DEPTH = 200  # entries that can be taken back without reading the log again
BEFORE_IT = ("retreat", "advance", "loss", "stay", "resolve", "eliminate")  # acts that carry out the entry above them
ANSWERS = ("keep", "undo", "quit")
BROKEN, USAGE = 5, 2


class LogFile:
    """A log open for appending: what `append` returns from is on the disk."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self.end = os.lseek(self.handle, 0, os.SEEK_END)

    def append(self, text: str) -> int:
        """Write a line; returns where it begins.  Raises OSError, and then nothing of the line is left in the file."""
        begin = self.end
        raw = (text + "\n").encode("utf-8", "replace")
        try:
            os.lseek(self.handle, begin, os.SEEK_SET)
            done = 0
            while done < len(raw):
                done += os.write(self.handle, raw[done:])
            os.fsync(self.handle)
        except OSError:
            try:
                os.ftruncate(self.handle, begin)
            except OSError:
                pass
            raise
        self.end = begin + len(raw)
        return begin

    def cut(self, begin: int) -> None:
        """Take back everything from there on."""
        os.ftruncate(self.handle, begin)
        os.fsync(self.handle)
        self.end = begin

    def lines(self) -> list[bytes]:
        """All lines, with their ends."""
        os.lseek(self.handle, 0, os.SEEK_SET)
        found = bytearray()
        while piece := os.read(self.handle, 1 << 20):
            found += piece
        return bytes(found).splitlines(keepends=True)

    def replace(self, raw: bytes) -> None:
        """Put other content in place of the file, wholly or not at all.  Raises OSError, and then the file is as it was."""
        path = os.path.realpath(self.path)
        other = f"{path}.{os.getpid()}.tmp"
        try:
            with open(other, "wb") as handle:
                handle.write(raw)
                handle.flush()
                os.fsync(handle.fileno())
            os.chmod(other, os.stat(path).st_mode & 0o777)
            os.close(self.handle)
            try:
                os.replace(other, path)
            finally:
                self.handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError:
            try:
                os.unlink(other)
            except OSError:
                pass
            raise
        self.end = os.lseek(self.handle, 0, os.SEEK_END)

    def tail(self) -> bytes:
        """The last line if it has no end, else nothing."""
        start = self.end
        tail = b""
        while start > 0 and b"\n" not in tail:
            start = max(0, start - 4096)
            os.lseek(self.handle, start, os.SEEK_SET)
            tail = os.read(self.handle, self.end - start)
        return tail.rpartition(b"\n")[2]

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


class Undo:
    """What is needed to take one entry back: where its lines begin in the log, and the position before it."""

    __slots__ = ("begin", "counted", "last", "open", "position", "text")

    def __init__(self, begin: int, text: str, game: Game) -> None:
        self.begin = begin
        self.text = text
        self.counted = False  # whether it counts as an entry
        self.position = game.situation.copy()
        self.last = game.last
        self.open = game.open


class Session:
    """Lines in, answers out; `path` is the log."""

    def __init__(self, path: str, game: Game, file: LogFile, lang: str, say: Callable[[str], Any], tty: bool, fmt: str = "text") -> None:
        self.path = path
        self.game = game
        self.file = file
        self.lang = lang
        self.say = say
        self.tty = tty
        self.fmt = fmt
        self.undos: list[Undo] = []
        self.recorded = 0  # lines that can be taken back
        self.entries = 0  # those of them that count as entries, as when the log is read again
        self.shown: Record | None = None  # the last thing that was judged, for `why`
        self.doubt: tuple[str, Record] | None = None  # an illegal or undetermined entry that is not recorded yet
        self.before: Situation | None = None  # the position before the entry that waits for its die
        self.waiting: tuple[Entry, list[int], Record] | None = None  # that entry
        self.over = False

    def warm(self) -> None:
        """Load now what the first answer needs, so that it comes as fast as the others."""
        from adjudicator.report import Say

        Say(self.lang, self.game.book).text("warm", {})
        self.game.referee.names()
        self._color()

    def text(self, key: str, **slots: Any) -> str:
        """A reply."""
        return words().text(self.lang, key, **slots)

    # ---- the loop -------------------------------------------------------------------------------------------------
    def prompt(self) -> str:
        """What stands before the cursor."""
        if self.doubt is not None:
            need = self._need(self.doubt[1])
            return self.text("prompt_fact", fact=self._fact(need)) if need else self.text("ask_keep")
        return self.text("prompt_die") if self.waiting is not None or self.game.open is not None else self.text("prompt")

    def line(self, typed: str) -> None:
        """Take one line that was typed."""
        said = typed.strip()
        command = self._command(said)
        if self.doubt is not None and self._settle(said, command):
            return
        if command is not None:
            self._do(command, said)
        elif said.startswith(":"):
            self.say(self.text("unknown_command", name=said[1:]))
        elif said[:1] in ("#", ">"):
            self._write(said)
        elif said:
            self._hear(said)

    def end(self) -> None:
        """The input is at its end: what is still in doubt is not recorded."""
        if self.doubt is not None:
            self._drop()

    def _command(self, said: str) -> str | None:
        bare = said.removeprefix(":").strip()
        return words().commands.get(fold(bare)) if bare else None

    def _do(self, command: str, said: str) -> None:
        if command == "quit":
            self.over = True
        elif command == "help":
            self.say(self.text("help"))
        elif command == "undo":
            self._undo()
        elif command == "show":
            self._show()
        elif command == "why":
            self._why()
        elif command == "roll":
            self._roll()
        elif command == "keep":
            self.say(self.text("recorded") if self.recorded else self.text("nothing_yet"))

    # ---- entries --------------------------------------------------------------------------------------------------
    def _hear(self, said: str) -> None:
        game = self.game
        header = words().header(said)
        if header is not None:
            record = Record(0, said, STATE)
            game.header(record, *header)
            self._answer(record)
            if record.problem is None:
                self._write(said)
            return
        if dice := _bare_dice(said):
            if self.waiting is not None:
                self._throw(dice, self.text("dice_line", dice=" ".join(map(str, dice))))
                return
            if game.open is not None:
                said = self.text("dice_line", dice=" ".join(map(str, dice)))
            else:
                self.say(self.text("no_die"))
                return
        record = Record(0, said, STATE)
        entry = game.understand(record, said)
        if entry is None:
            self._answer(record)
            return
        if self.waiting is not None and (dice := _only_dice(entry)):
            self._throw(dice, said)
            return
        if game.open is None and _only_dice(entry):
            self.say(self.text("no_die"))
            return
        self._judge(said, record, entry)

    def _judge(self, said: str, record: Record, entry: Entry, begin: int | None = None) -> None:
        """Judge an entry; record it if it is in order, else ask."""
        game = self.game
        undo = Undo(self.file.end if begin is None else begin, said, game)
        waited = self.waiting, self.before
        self.waiting = self.before = None
        game.hear(record, entry)
        self._answer(record)
        if record.problem is not None or (record.verdict in (ILLEGAL, UNDETERMINED) and record.kind == ENTRY or record.verdict == ILLEGAL):
            self._back(undo)
            self.waiting, self.before = waited
            if record.problem is None:
                self.doubt = (said, record)
                self._ask(record)
            return
        self._record(said, record, entry, undo)

    def _record(self, said: str, record: Record, entry: Entry, undo: Undo) -> None:
        ruling = record.rulings[-1] if record.rulings else None
        pending = bool(undo.position.facts.get("pending"))
        acts = [part for part in entry.parts if part.__class__ is Act]
        if acts and all(self.is_question(ruling) for ruling in record.rulings):
            return
        carries_out = pending and bool(acts) and all(part.kind in BEFORE_IT for part in acts)
        only_claims = not acts and all(getattr(part, "path", "") in ("rolls", "claims") for part in entry.parts)
        if not self._write("  " + said if carries_out or only_claims else said):
            self._back(undo)
            return
        self._remember(undo, record if not only_claims else None)
        if ruling is not None and wants_die(ruling) and not only_claims:
            self.before, self.waiting = undo.position.copy(), (entry, [], record)

    def is_question(self, ruling: Ruling) -> bool:
        """Whether a ruling only answers: it is no part of the game and is not recorded."""
        if ruling.effects or ruling.records:
            return False
        asked = ruling.act is not None and ruling.act.slots.get("question")
        return bool(asked or self.game.referee.book.acts[ruling.kind].question)

    def _remember(self, undo: Undo, record: Record | None = None) -> None:
        undo.counted = record is not None and is_entry(record)
        self.undos.append(undo)
        del self.undos[:-UNDO_DEPTH]
        self.recorded += 1
        self.entries += undo.counted

    def _ask(self, record: Record) -> None:
        need = self._need(record)
        if need is not None:
            if need.outcomes:
                self.say("  " + self.text("values", fact=need.fact, values=", ".join(need.outcomes)))
            self.say("  " + self.text("ask_fact", fact=need.fact))
        elif not self.tty:
            self.say("  " + self.text("ask_keep").strip())

    def _settle(self, said: str, command: str | None) -> bool:
        """The answer to a doubt; True if the line has been dealt with."""
        assert self.doubt is not None
        text, record = self.doubt
        if command in ("keep", "why", "help", "show", "roll"):
            if command == "keep":
                self._keep()
            elif command == "roll" and self._need(record) is not None and self._need(record).fact == DICE:
                self._state_fact(text, self.text("dice_line", dice=_die()))
            else:
                self._do(command, said)
            return True
        if command == "undo" or not said:
            self._drop()
            return True
        if command == "quit":
            self._drop()
            return False
        need = self._need(record)
        if need is not None and self._try_fact(text, need, said):
            return True
        self._drop()  # another declaration instead
        return False

    def _drop(self) -> None:
        assert self.doubt is not None
        rulings = self.doubt[1].rulings
        self.doubt = None
        if not rulings or not all(self.is_question(ruling) for ruling in rulings):
            self.say(self.text("dropped"))

    def _try_fact(self, text: str, need: Any, said: str) -> bool:
        """A line that states a fact, or just its value, and then the entry that was waiting for it."""
        if need.fact == DICE:
            dice = _bare_dice(said)
            if dice:
                return self._state_fact(text, self.text("dice_line", dice=" ".join(map(str, dice))))
        elif said.lower() in {str(name).lower() for name in need.outcomes} or said.isdecimal():
            return self._state_fact(text, f"{need.fact} = {said}")
        probe = Record(0, said, STATE)
        entry = self.game.understand(probe, said)
        if entry is None or any(part.__class__ is Act for part in entry.parts):
            return False
        return self._state_fact(text, said)

    def _state_fact(self, text: str, said: str) -> bool:
        """Record a fact and judge the entry again; dice go with the entry, not before it."""
        game = self.game
        record = Record(0, said, STATE)
        fact = game.understand(record, said)
        if fact is None:
            self._answer(record)
            return True
        doubt, self.doubt = self.doubt, None
        if _only_dice(fact):
            judged = Record(0, text, STATE)
            entry = game.understand(judged, text)
            if entry is not None:
                undo = Undo(self.file.end, text, game)
                game.hear(judged, entry, [fact])
                self._answer(judged)
                if judged.code == 0 or judged.code == 1 and judged.verdict == LEGAL:
                    if self._write(text, "  " + said):
                        self._remember(undo, judged)
                    else:
                        self._back(undo)
                elif judged.problem is not None:  # an impossible die: the question stands
                    self._back(undo)
                    assert doubt is not None
                    self.doubt = doubt
                    self._ask(doubt[1])
                else:
                    self._back(undo)
                    self.doubt = (f"{text}; {said}", judged)
                    self._ask(judged)
            return True
        undo = Undo(self.file.end, said, game)
        game.hear(record, fact)
        if record.problem is not None or not self._write(said):
            self._back(undo)
            self._answer(record)
            return True
        self._remember(undo, record)
        again = Record(0, text, STATE)
        entry = game.understand(again, text)
        if entry is None:
            self._answer(again)
        else:
            self._judge(text, again, entry)
        return True

    def _keep(self) -> None:
        """Record what was in doubt; the game went on."""
        assert self.doubt is not None
        text, judged = self.doubt
        self.doubt = None
        if judged.rulings and all(self.is_question(ruling) for ruling in judged.rulings):
            return
        record = Record(0, text, STATE)
        entry = self.game.understand(record, text)
        if entry is None:
            return
        undo = Undo(self.file.end, text, self.game)
        self.waiting = self.before = None
        self.game.hear(record, entry)
        self._record(text, record, entry, undo)
        if self.game.open is not None and self.waiting is None:
            self.before, self.waiting = undo.position.copy(), (entry, [], record)
        self.say(self.text("kept"))

    # ---- dice -----------------------------------------------------------------------------------------------------
    def _roll(self) -> None:
        """The program throws the dice that are wanted, one after the other."""
        if self.waiting is None:
            if self.game.open is None:
                self.say(self.text("no_die"))
            else:
                die = _die()
                self.say(self.text("rolled", dice=die))
                self._hear(str(die))
            return
        record = self.waiting[2]
        ruling = record.rulings[-1] if record.rulings else None
        count, sides = 1, 6
        if ruling is not None and ruling.roll is not None:
            first, _, second = ruling.roll.dice.partition("d")
            count, sides = int(first), int(second)
        dice = [_die(sides) for _ in range(count)]
        self.say(self.text("rolled", dice=" ".join(map(str, dice))))
        self._throw(dice, self.text("dice_line", dice=" ".join(map(str, dice))))

    def _throw(self, dice: list[int], said: str) -> None:
        """Judge the entry that was waiting again, with its dice."""
        assert self.waiting is not None and self.before is not None
        entry, thrown, first = self.waiting
        game = self.game
        undo = Undo(self.file.end, said, game)
        self._go_to(self.before)
        record = Record(0, first.text, STATE)
        game.hear(record, entry, [Entry(said, (_rolls([*thrown, *dice]),))])
        self._answer(record)
        if record.problem is not None:
            self._back(undo)
            return
        if not self._write("  " + said):
            self._back(undo)
            return
        self._remember(undo)
        ruling = record.rulings[-1] if record.rulings else None
        if ruling is not None and wants_die(ruling):
            self.waiting = (entry, [*thrown, *dice], first)
        else:
            self.waiting = self.before = None

    # ---- going back -----------------------------------------------------------------------------------------------
    def _back(self, undo: Undo) -> None:
        self._go_to(undo.position)
        self.game.last, self.game.open = undo.last, undo.open

    def _go_to(self, position: Situation) -> None:
        game = self.game
        game.situation = position
        game.referee.situation = position
        game.referee.note("units[")

    def _undo(self) -> None:
        if not self.undos:
            self._undo_earlier()
            return
        undo = self.undos.pop()
        try:
            self.file.cut(undo.begin)
        except OSError as error:
            self.undos.append(undo)
            self.say(self.text("table_busy", file=self.path, fault=error.strerror or str(error)))
            return
        self._back(undo)
        self.waiting = self.before = None
        self.recorded -= 1
        self.entries -= undo.counted
        self.say(self.text("undone", text=undo.text))

    def _undo_earlier(self) -> None:
        """Take back the last line that was recorded before this session; headers and remarks stay."""
        lines = self.file.lines()
        for index in range(len(lines) - 1, -1, -1):
            said = lines[index].decode("utf-8", "replace").strip().lstrip("\ufeff")
            if not said or said[0] in "#>":
                continue
            if words().header(said) is None:
                break
        else:
            self.say(self.text("nothing_undone"))
            return
        try:
            self.file.replace(b"".join([*lines[:index], *lines[index + 1 :]]))
        except OSError as error:
            self.say(self.text("table_busy", file=self.path, fault=error.strerror or str(error)))
            return
        log = Log(self.path, self.game.extra)
        for _ in log.records():
            pass
        log.game.full = True
        self.game = log.game
        self.recorded = max(0, self.recorded - 1)  # not 0 only if more was recorded than can be taken back quickly
        self.entries = min(self.entries, self.recorded)
        self.waiting = self.before = self.shown = None
        self.say(self.text("undone", text=store.printable(said)))

    def _write(self, *lines: str) -> bool:
        try:
            self.file.append("\n".join(lines))
        except OSError as error:
            self.say(self.text("table_full", fault=error.strerror or str(error)))
            return False
        return True

    # ---- what is shown --------------------------------------------------------------------------------------------
    def _answer(self, record: Record) -> None:
        """Show what came of a line."""
        if self.fmt == "json":
            self._answer_json(record)
            self.shown = record if record.rulings else self.shown
            return
        from adjudicator.report import as_text

        book = self.game.book
        if record.problem is not None:
            self.say(record.problem.text(self.lang, book))
            record.rulings.clear()
            record.notes.clear()
        for ruling in record.rulings:
            self.say(as_text(ruling, book, self.lang, False, self._color()))  # type: ignore[arg-type]
        for wrong in record.wrong:
            self.say(f"{self.text('wrong_claim')}  {wrong.text(self.lang)}")
        for note in record.notes:
            self.say(note.text(self.lang))
        if record.rulings:
            self.shown = record

    def _answer_json(self, record: Record) -> None:
        import json

        from adjudicator.report import as_json

        row: dict[str, Any] = {"text": record.text}
        if record.problem is not None:
            row["error"] = {"code": record.problem.code, "message": record.problem.text(self.lang, self.game.book)}
        if record.verdict is not None:
            row["verdict"] = record.verdict
        row["rulings"] = [as_json(ruling, self.game.book, self.lang) for ruling in record.rulings]  # type: ignore[arg-type]
        if record.wrong:
            row["claims"] = [wrong.text(self.lang) for wrong in record.wrong]
        if record.notes:
            row["notes"] = [note.text(self.lang) for note in record.notes]
        self.say(json.dumps(row, ensure_ascii=False))

    def _color(self) -> bool:
        from adjudicator.cli import in_color

        return self.tty and in_color()

    def _why(self) -> None:
        if self.shown is None:
            self.say(self.text("nothing_yet"))
            return
        from adjudicator.report import as_text

        for ruling in self.shown.rulings:
            self.say(as_text(ruling, self.game.book, self.lang, True, self._color()))  # type: ignore[arg-type]

    def _show(self) -> None:
        from adjudicator.report import Say

        situation = self.game.situation
        say = Say(self.lang, self.game.book)
        unknown = self.text("not_known")
        stated = {name: say.show(found) if (found := situation.stated(name)) is not None else unknown for name in ("turn", "phase", "weather")}
        self.say(self.text("show_head", **stated))
        for hex_, units in sorted(situation.where().items()):
            self.say(self.text("show_units", hex=hex_, units=", ".join(unit_text(unit) for unit in units)))
        off = [unit.id for unit in situation.units.values() if unit.hex is None]
        if off:
            self.say(self.text("show_off", units=", ".join(off)))
        markers = [f"{marker.facts.get('kind', '')} {marker.id} {marker.hex}".strip() for marker in situation.markers.values() if marker.hex is not None]
        if markers:
            self.say(self.text("show_markers", markers=", ".join(markers)))
        pending = situation.facts.get("pending")
        if pending and pending.get("result"):
            self.say(self.text("show_pending", result=pending["result"], hex=pending.get("hex", "?")))

    def _need(self, record: Record) -> Any:
        return next((need for ruling in record.rulings if ruling.verdict == UNDETERMINED for need in ruling.needs), None)

    def _fact(self, need: Any) -> str:
        from adjudicator.report import Say

        return Say(self.lang, self.game.book).fact(need.fact)


def wants_die(ruling: Ruling) -> bool:
    """Whether a legal act waits for a die."""
    return ruling.verdict == LEGAL and (ruling.waits or any(need.fact == DICE for need in ruling.needs))


def unit_text(unit: Any) -> str:
    """A unit with what is stated of its values."""
    facts = unit.facts
    values = f" {facts['attack']}-{facts['defense']}" if "attack" in facts and "defense" in facts else ""
    steps = f" ({facts['steps']})" if "steps" in facts else ""
    return f"{unit.id}{values}{steps}"


def _rolls(dice: list[int]) -> Any:
    from adjudicator.language import Stated

    return Stated("rolls", dice)


def _bare_dice(said: str) -> list[int]:
    parts = said.replace(",", " ").split()
    return [int(part) for part in parts] if parts and all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts) else []


def _only_dice(entry: Entry) -> list[int]:
    found: list[int] = []
    for part in entry.parts:
        if part.__class__ is Act or part.path != "rolls":  # type: ignore[union-attr]
            return []
        found.extend(part.value)  # type: ignore[union-attr]
    return found


def _die(sides: int = 6) -> int:
    import secrets

    return secrets.randbelow(sides) + 1


# ---- the command ----------------------------------------------------------------------------------------------------------------
def table(path: str, fmt: str = "text", lang: str = "en", extra: str | None = None, rulebook: str | None = None, situation: str | None = None) -> int:
    """Run a session on standard input.  Returns the exit code: 0, 2 (no rulebook was named) or 5 (the log is broken)."""
    import click

    say: Callable[[str], Any] = click.echo
    tty = _is_tty(sys.stdin)
    lines = _lines(tty)
    try:
        os.stat(path)
        new = os.path.getsize(path) == 0
    except OSError:
        new = True
    folder = os.path.dirname(path)
    if new and folder and not os.path.isdir(folder):
        raise store.Broken(path, None, f'"{folder}" does not exist')
    if new and not _create(path, say, lang, extra, rulebook, situation, lines, tty):
        return USAGE
    try:
        session = _resume(path, say, lang, extra, tty, fmt, new)
    except OSError as error:
        say(words().text(lang, "table_busy", file=path, fault=error.strerror or str(error)))
        return BROKEN
    if session is None:
        return BROKEN
    try:
        while not session.over:
            typed = next(lines(session.prompt()), None)
            if typed is None:
                break
            session.line(typed)
        session.end()
    except KeyboardInterrupt:
        say("")
    finally:
        session.file.close()
    if fmt == "text":
        say(words().text(lang, "bye", file=path, entries=session.entries, lines=session.recorded))
    return 0


def _is_tty(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def _lines(tty: bool) -> Callable[[str], Iterator[str]]:
    """A function that asks for one line; no prompt is shown where nobody sits at a terminal."""
    if tty:
        try:
            import readline  # noqa: F401  (lets the arrow keys work)
        except ImportError:
            pass
    else:
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8-sig", errors="replace")

    def ask(prompt: str) -> Iterator[str]:
        if tty:
            try:
                yield input(prompt)
            except EOFError:
                print()
            return
        sys.stdout.flush()
        line = sys.stdin.readline()
        if line:
            yield line

    return ask


def _create(
    path: str, say: Callable[[str], Any], lang: str, extra: str | None, name: str | None, situation: str | None, lines: Any, tty: bool
) -> bool:
    """Begin a log with its header, asking for the rulebook if need be; False if none was named."""
    from adjudicator import book as books

    known = ", ".join(sorted(folders(extra)))
    if name is None and situation is not None:
        found = store.load_document(situation).data
        name = found.get("rulebook") if isinstance(found, dict) else None
        name = name if isinstance(name, str) else None
    given = name is not None  # not typed at the prompt
    book: Rulebook | None = None
    while book is None:
        if name is None:
            prompt = words().text(lang, "ask_rulebook", known=known)
            if not tty:
                say(prompt.strip())
            name = next(lines(prompt), None)
            if name is None:
                return False
            command = words().commands.get(fold(name.strip().removeprefix(":").strip()))
            if command == "quit":
                return False
            if command is not None or not name.strip():
                say(words().text(lang, "help_rulebook", known=known))
                name = None
                continue
            given = False
        try:
            book = books.load(name.strip(), extra)
        except UnknownRulebook as error:
            say(words().text(lang, "unknown_rulebook", name=store.show(error.args[0]), known=known))
            name = None
            if given and not tty:
                return False
            given = False
    header = [f"rulebook {book.id}", f"edition {book.edition}"]
    if situation is not None:
        beside = os.path.relpath(situation, os.path.dirname(os.path.abspath(path)))
        header.append(f"situation {beside}")
    try:
        file = LogFile(path)
        try:
            file.append("\n".join(header))
        finally:
            file.close()
    except OSError as error:
        raise store.Broken(path, None, words().text(lang, "no_file", fault=error.strerror or str(error))) from None
    say(words().text(lang, "table_new", file=path, title=book.title, edition=book.edition))
    return True


def _resume(path: str, say: Callable[[str], Any], lang: str, extra: str | None, tty: bool, fmt: str, new: bool) -> Session | None:
    """Read the log again; None if nothing can be played by it."""
    log = Log(path, extra)
    counts = {"entries": 0, "illegal": 0, "errors": 0}
    last: Record | None = None
    faults = []
    for record in log.records():
        if record.problem is not None:
            if record.problem.code == BROKEN:
                faults.append(f"{store.printable(path)}:{record.line}: {record.problem.text(lang, log.game.book)}")
            else:
                counts["errors"] += 1
        counts["entries"] += is_entry(record)
        counts["illegal"] += record.verdict == ILLEGAL
        last = record
    for fault in faults:
        say(fault)
    if log.game.book is None:
        return None
    log.game.full = True
    file = LogFile(path)
    if log.torn is not None:
        _mend(file, log, last, say, lang)
    session = Session(path, log.game, file, lang, say, tty, fmt)
    session.warm()
    if not new and fmt == "text":
        say(words().text(lang, "table_resumed", file=path, **counts))
        session._show()
    return session


def _mend(file: LogFile, log: Log, last: Record | None, say: Callable[[str], Any], lang: str) -> None:
    """Give a last line without an end its end; if it makes no sense it was cut off and stays as a comment."""
    raw = file.tail()
    if not raw:
        return
    if last is not None and last.problem is not None:
        text = store.printable(raw.decode("utf-8", "replace").strip())
        file.end -= len(raw)
        file.append(f"# {text}")
        say(words().text(lang, "table_torn", text=text))
    else:
        file.append("")


__all__ = ["InputError", "LogFile", "Session", "table"]
