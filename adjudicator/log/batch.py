"""Checking many turn logs: one after the other, or one in each process; what comes out is in the order of the input either way.

A log is independent of every other, so a process gets whole logs; `--shard 3/16` gives machines their share.  Only the answers of
the logs that are being worked on are held in memory.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator.files.fault import Broken, printable
from adjudicator.files.text import STDIN
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.log.reader import ENTRY, FAULT, HEADER, REMARK, Log, Note, Record, gravest
from adjudicator.say.catalogue import reply
from adjudicator.say.output import csv_row, json_text, tell, xml_attribute, xml_text

SERIAL_BELOW = 1000  # lines: fewer are not worth a second process
LINE = 27  # bytes of a line, to guess how many there are
WINDOW = 4  # chunks for each process that may be waiting or ready
SHOW_AFTER = 1.0  # seconds before a progress bar is shown
FORMATS = ("text", "json", "csv", "junit")
_COLUMNS = ("file", "line", "text", "verdict", "rules", "message")
_COUNTS = ("entries", "legal", "illegal", "undetermined", "claims", "errors", "faults")


class Sums:
    """How many entries of which kind, and the exit codes that occurred."""

    __slots__ = ("claims", "codes", "entries", "errors", "faults", "files", "illegal", "legal", "undetermined")

    def __init__(self) -> None:
        self.files = self.entries = self.legal = self.illegal = self.undetermined = self.claims = self.errors = self.faults = 0
        self.codes: set[int] = set()

    def count(self, record: Record) -> None:
        """Count one record."""
        problem = record.problem
        if problem is not None:
            self.codes.add(problem.code)
            if problem.code == 5:
                self.faults += 1
            else:
                self.errors += 1
            if record.kind == ENTRY:
                self.entries += 1
            return
        if not record.rulings and not record.wrong:
            return
        if record.rulings:
            verdict = record.verdict
            self.entries += 1
            if verdict == LEGAL:
                self.legal += 1
                if not record.wrong:
                    self.codes.add(0)
                    return
            elif verdict == ILLEGAL:
                self.illegal += 1
            else:
                self.undetermined += 1
        self.claims += len(record.wrong)
        self.codes.add(record.code)

    def add(self, other: Sums) -> None:
        """Add those of another log."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.files += other.files
        self.codes |= other.codes

    @property
    def code(self) -> int:
        """The exit code."""
        return gravest(self.codes)

    def data(self) -> dict[str, int]:
        """As JSON has it."""
        return {name: getattr(self, name) for name in _COUNTS}


# ---- forms of the answer --------------------------------------------------------------------------------------------------------
class Form:
    """How the records of a log are written: ``head`` and ``tail`` of the whole answer, and the pieces of one log."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.says: dict[str, Any] = {}

    def say(self, log: Log) -> Any:
        """The words of the log's rulebook."""
        from adjudicator.say.words import Say

        book = log.game.book
        key = book.folder if book is not None else ""
        if key not in self.says:
            self.says[key] = Say(self.lang, book)
        return self.says[key]

    def head(self) -> Iterable[str]:
        """What stands before all logs."""
        return ()

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The pieces of one log, as it is read."""
        raise NotImplementedError

    def between(self) -> str | None:
        """What stands between two logs."""
        return None

    def tail(self, sums: Sums) -> Iterable[str]:
        """What stands behind all logs."""
        return ()

    def messages(self, log: Log, record: Record) -> list[tuple[str, str]]:
        """Everything that is to be said of a record: (kind, sentence)."""
        found: list[tuple[str, str]] = []
        lang = self.lang
        if record.problem is not None:
            kind = "broken" if record.problem.code == 5 else "not_understood"
            found.append((kind, record.problem.text(lang, log.game.book)))
        for ruling in record.rulings:
            found.extend(self.of_ruling(log, ruling))
        if record.agreed is not None:
            found = [("agreed" if kind == "illegal" else kind, text) for kind, text in found]
            found.append(("agreed" if record.verdict == ILLEGAL else "note", reply(lang, "log", "agreed_why", reason=record.agreed or "-")))
        found.extend(("wrong_claim", wrong.text(lang)) for wrong in record.wrong)
        found.extend(("note", note.text(lang)) for note in record.notes)
        return found

    def of_ruling(self, log: Log, ruling: Ruling) -> Iterator[tuple[str, str]]:
        """Why a ruling is not plainly legal, and its warnings."""
        if ruling.verdict == ILLEGAL:
            told = {f"{self.say(log).finding(finding)} ({rule})": None for rule, finding in ruling.findings if finding.effect == "forbids"}
            yield from (("illegal", text) for text in told)
        elif ruling.verdict == UNDETERMINED:
            rules = ", ".join(dict.fromkeys(rule for need in ruling.needs for rule in need.rules))
            facts = ", ".join(f"{self.say(log).fact(need.fact)} [{need.fact}]" for need in ruling.needs)
            yield "undetermined", reply(self.lang, "log", "needs", facts=facts) + (f" ({rules})" if rules else "")
        for rule, finding in ruling.warnings:
            yield "warning", self.say(log).finding(finding) + (f" ({rule})" if rule else "")


class Text(Form):
    """Lines that name file and line first; what is in order is only counted."""

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The records that are not plainly in order, then the sums."""
        name = printable(log.path)
        for record in read(log, sums):
            if record.plain:
                continue
            told = self.messages(log, record)
            for kind in dict.fromkeys(kind for kind, _ in told):
                place = f"{name}:{record.line}" if record.line else name
                text = printable(record.text.strip())
                yield f"{place}: {reply(self.lang, 'log', kind)}  {text}".rstrip()
                yield from (f"    {message}" for other, message in told if other == kind)
        yield f"{name}: {reply(self.lang, 'log', 'sums', **sums.data())}"

    def tail(self, sums: Sums) -> Iterable[str]:
        """The sums of all logs, if there are several."""
        if sums.files > 1:
            yield reply(self.lang, "log", "all", files=sums.files, **sums.data())


class Json(Form):
    """One object for each log, with all its entries; rulings in full where something is wrong, open or warned of."""

    def head(self) -> Iterable[str]:
        """The opening."""
        return ('{"files": [',)

    def between(self) -> str:
        """A comma."""
        return ","

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """One object."""
        from adjudicator.say.json import as_json

        yield f'{{"file": {json_text(log.path)}, "entries": ['
        comma = ""
        for record in read(log, sums):
            if record.kind in (HEADER, REMARK) and not record.problem and not record.notes:
                continue
            row: dict[str, Any] = {"line": record.line, "text": record.text.strip()}
            if record.last != record.line:
                row["last"] = record.last
            if record.verdict is not None:
                row["verdict"] = record.verdict
            if record.agreed is not None:
                row["agreed"] = record.agreed
            if record.dice:
                row["dice"] = record.dice
            book = log.game.book
            rulings = [ruling for ruling in record.rulings if ruling.verdict != LEGAL or ruling.needs or ruling.warnings or record.wrong]
            if rulings and book is not None:
                row["rulings"] = [as_json(ruling, book, self.lang) for ruling in rulings]
            if record.wrong:
                row["claims"] = [
                    {"what": item.what, "claimed": item.claimed, "right": item.right, "rules": list(item.rules), "text": item.text(self.lang)}
                    for item in record.wrong
                ]  # fmt: skip
            if record.problem is not None:
                problem = record.problem
                row["error"] = {"code": problem.code, "message": problem.text(self.lang, book)}
                if problem.column:
                    row["error"]["column"] = problem.column
                expected = getattr(problem.error, "expected", None)
                if expected:
                    row["error"]["expected"] = list(expected)
            if record.notes:
                row["notes"] = [note.text(self.lang) for note in record.notes]
            yield f"{comma}{json_text(row)}"
            comma = ","
        book = log.game.book
        told = f', "rulebook": {json_text(book.id)}, "edition": {json_text(book.edition)}' if book is not None else ""
        yield f']{told}, "sums": {json_text(sums.data())}, "exit": {sums.code}}}'

    def tail(self, sums: Sums) -> Iterable[str]:
        """The closing, with the sums of all logs."""
        yield f'], "sums": {json_text({"files": sums.files, **sums.data()})}, "exit": {sums.code}}}'


class Csv(Form):
    """One row for each entry."""

    def head(self) -> Iterable[str]:
        """The names of the columns."""
        return (csv_row(*_COLUMNS),)

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The entries and whatever is wrong."""
        for record in read(log, sums):
            if record.problem is None and not record.rulings and not record.wrong:
                continue
            told = self.messages(log, record)
            kinds = [kind for kind, _ in told if kind in ("broken", "not_understood", "wrong_claim")]
            rules = dict.fromkeys(rule for ruling in record.rulings for rule in decisive(ruling))
            verdict = kinds[0] if kinds and record.code != 1 or kinds and record.verdict == LEGAL else record.verdict or kinds[0]
            yield csv_row(log.path, record.line, record.text.strip(), verdict, " ".join(rules), "; ".join(message for _, message in told))


class Junit(Form):
    """For build servers: a suite for each log, a case for each entry."""

    def head(self) -> Iterable[str]:
        """The opening."""
        return ('<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>")

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """One suite; its sums stand at its beginning, so that it comes at once."""
        cases = []
        failures = 0
        for record in read(log, sums):
            if record.problem is None and not record.rulings and not record.wrong:
                continue
            head = f"  <testcase classname={xml_attribute(log.path)} name={xml_attribute(f'{record.line}: {record.text.strip()}')}"
            told = self.messages(log, record)
            text = "\n".join(message for _, message in told)
            first = told[0][1] if told else ""
            if record.problem is not None:
                cases.append(f"{head}><error message={xml_attribute(first)}>{xml_text(text)}</error></testcase>")
            elif record.code == 1:
                failures += 1
                cases.append(f"{head}><failure message={xml_attribute(first)}>{xml_text(text)}</failure></testcase>")
            elif record.code == 3:
                cases.append(f"{head}><skipped message={xml_attribute(first)}/></testcase>")
            else:
                cases.append(f"{head}/>")
        errors = sums.errors + sums.faults
        yield f' <testsuite name={xml_attribute(log.path)} tests="{len(cases)}" failures="{failures}" errors="{errors}" skipped="{sums.undetermined}">'
        yield from cases
        yield " </testsuite>"

    def tail(self, sums: Sums) -> Iterable[str]:
        """The closing."""
        return ("</testsuites>",)


def decisive(ruling: Ruling) -> Iterable[str]:
    """The rules that a ruling rests on: those that forbid, those that ask, else all that are cited."""
    found = [rule for rule, finding in ruling.findings if finding.effect == "forbids"]
    found = found or [rule for need in ruling.needs for rule in need.rules]
    return found or list(ruling.cites)


def form(fmt: str, lang: str) -> Form:
    """The form of that name."""
    return {"text": Text, "json": Json, "csv": Csv, "junit": Junit}[fmt](lang)


def read(log: Log, sums: Sums) -> Iterator[Record]:
    """The records of a log, counted; one that can't be opened gives one faulty record."""
    sums.files = 1
    try:
        for record in log.records():
            sums.count(record)
            yield record
        if not sums.entries and not sums.faults:
            record = Record(0, "", REMARK)
            record.notes.append(Note("no_entries", {}))
            yield record
    except Broken as error:
        from adjudicator.log.reader import Problem

        record = Record(error.line or 0, "", FAULT)
        record.problem = Problem(5, "file", {"fault": error.phrase})
        sums.count(record)
        yield record


# ---- one process, many processes ------------------------------------------------------------------------------------------------
class Job(NamedTuple):
    """What a process is to do: some logs, and how."""

    paths: tuple[str, ...]
    fmt: str
    lang: str
    extra: str | None


def work(job: Job) -> list[tuple[list[str], Sums]]:
    """The answers to some logs."""
    shape = form(job.fmt, job.lang)
    found = []
    for path in job.paths:
        sums = Sums()
        found.append((list(shape.log(Log(path, job.extra), sums)), sums))
    return found


def shared(paths: list[str], shard: tuple[int, int] | None) -> list[str]:
    """The share of the logs that this machine is to check: every path is in exactly one share."""
    return paths if shard is None else paths[shard[0] - 1 :: shard[1]]


def sizes(paths: Iterable[str]) -> list[int]:
    """The sizes of the files, 0 where there is none."""
    found = []
    for path in paths:
        try:
            found.append(os.stat(path).st_size)
        except (OSError, ValueError):
            found.append(0)
    return found


def chunks(paths: list[str], bytes_: list[int], jobs: int) -> Iterator[tuple[str, ...]]:
    """Neighbouring logs put together, so that each process gets some eight pieces of work."""
    limit = max(LINE * 250, min(sum(bytes_) // (jobs * 8), LINE * 20_000))
    chunk: list[str] = []
    size = 0
    for path, more in zip(paths, bytes_, strict=True):
        chunk.append(path)
        size += more
        if size >= limit:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


def cores() -> int:
    """The processors that this program may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Progress:
    """A line on the terminal while long work is going on; nothing where standard error is no terminal."""

    def __init__(self, files: int, lang: str) -> None:
        self.files = files
        self.lang = lang
        self.done = 0
        self.begun = time.monotonic()
        self.shown = 0.0
        try:
            self.wanted = files > 1 and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        except (AttributeError, ValueError):
            self.wanted = False

    def step(self, files: int) -> None:
        """So many more logs are done."""
        self.done += files
        now = time.monotonic()
        if self.wanted and now - self.begun > SHOW_AFTER and now - self.shown > 0.1:
            self.shown = now
            filled = 30 * self.done // self.files
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {reply(self.lang, 'log', 'progress', done=self.done, files=self.files)} ")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line off, before something else is written."""
        if self.shown:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()
            self.shown = 0.0


def validate(
    paths: list[str], fmt: str = "text", lang: str = "en", jobs: int = 0, shard: tuple[int, int] | None = None, extra: str | None = None,
    echo: Callable[[str], Any] = tell,
) -> int:  # fmt: skip
    """Check recorded turn logs, each to its end, and say what is wrong with them.  Returns the exit code.

    ``jobs``: processes, 0 = as many as are worth it; ``shard``: (3, 16) = the third of sixteen shares of the paths.
    """
    mine = shared(paths, shard)
    found = sizes(mine)
    if jobs == 0:
        jobs = cores() if sum(found) >= SERIAL_BELOW * LINE else 1
    jobs = min(jobs, len(mine))
    shape = form(fmt, lang)
    for piece in shape.head():
        echo(piece)
    sums = Sums()
    settings = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)  # the position of a game is many small things that live as long as its log
    try:
        if jobs > 1 and STDIN not in mine:
            _many(mine, found, Job((), fmt, lang, extra), jobs, shape, sums, echo)
        else:
            _one(mine, extra, shape, sums, echo)
    finally:
        gc.set_threshold(*settings)
    for piece in shape.tail(sums):
        echo(piece)
    return sums.code


def _one(paths: list[str], extra: str | None, shape: Form, sums: Sums, echo: Callable[[str], Any]) -> None:
    progress = Progress(len(paths), shape.lang)
    for number, path in enumerate(paths):
        between = shape.between()
        if number and between is not None:
            echo(between)
        mine = Sums()
        for piece in shape.log(Log(path, extra), mine):
            progress.clear()
            echo(piece)
        sums.add(mine)
        progress.step(1)
    progress.clear()


def _many(paths: list[str], bytes_: list[int], job: Job, jobs: int, shape: Form, sums: Sums, echo: Callable[[str], Any]) -> None:
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_all_start_methods, get_context

    fork = "fork" in get_all_start_methods() and sys.platform != "darwin"
    if fork:
        prepare(paths, job.extra)
        gc.freeze()
    progress = Progress(len(paths), job.lang)
    pending: deque[tuple[Job, Future[list[tuple[list[str], Sums]]]]] = deque()
    todo = (job._replace(paths=chunk) for chunk in chunks(paths, bytes_, jobs))
    told = False
    pool = ProcessPoolExecutor(jobs, get_context("fork" if fork else "spawn"), _settle)
    try:
        while True:
            while len(pending) < jobs * WINDOW and (following := next(todo, None)) is not None:
                try:
                    pending.append((following, pool.submit(work, following)))
                except BrokenProcessPool:
                    pending.append((following, Future()))
                    pending[-1][1].set_exception(BrokenProcessPool())
            if not pending:
                break
            mine, future = pending.popleft()
            try:
                answers = future.result()
            except BrokenProcessPool:  # a process was killed: its work is done here
                answers = work(mine)
            progress.clear()
            for lines, one in answers:
                between = shape.between()
                if told and between is not None:
                    echo(between)
                told = True
                for line in lines:
                    echo(line)
                sums.add(one)
            progress.step(len(mine.paths))
    finally:
        progress.clear()
        pool.shutdown(wait=True, cancel_futures=True)
        if fork:
            gc.unfreeze()


def prepare(paths: list[str], extra: str | None) -> None:
    """Load what the first log needs, so that forked processes have it already."""
    try:
        for record in Log(paths[0], extra).records():
            if record.kind not in (HEADER, REMARK):
                break
    except Broken:
        pass


def _settle() -> None:
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the first process's business
    gc.set_threshold(50_000, 20, 20)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that began it has gone, however it went: nobody waits for the answers any more."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if (parent := parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)
