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

from adjudicator.files.fault import Broken
from adjudicator.files.text import STDIN
from adjudicator.log.forms import Form, Sums, form
from adjudicator.log.reader import HEADER, REMARK, Log
from adjudicator.say.catalogue import reply
from adjudicator.say.output import tell

SERIAL_BELOW = 1000  # lines: fewer are not worth a second process
LINE = 27  # bytes of a line, to guess how many there are
WINDOW = 4  # chunks for each process that may be waiting or ready
SHOW_AFTER = 1.0  # seconds before a progress bar is shown
FORMATS = ("text", "json", "csv", "junit", "sarif")
ENDS = (".log",)  # of the files that a folder is searched for


# ---- one process, many processes ------------------------------------------------------------------------------------------------
class Job(NamedTuple):
    """What a process is to do: some logs, and how."""

    paths: tuple[str, ...]
    fmt: str
    lang: str
    extra: str | None
    only: bool


def work(job: Job) -> list[tuple[list[str], Sums]]:
    """The answers to some logs."""
    shape = form(job.fmt, job.lang, job.only)
    found = []
    for path in job.paths:
        sums = Sums()
        found.append((list(shape.log(Log(path, job.extra), sums)), sums))
    return found


def shared(paths: list[str], shard: tuple[int, int] | None) -> list[str]:
    """The share of the logs that this machine is to check: every path is in exactly one share."""
    return paths if shard is None else paths[shard[0] - 1 :: shard[1]]


def found_in(names: Iterable[str]) -> list[str]:
    """The logs that are meant: of a folder those in it, however deep; of a pattern (`games/*.log`, where no shell has put in the names) those that
    fit; all others as they are.  In the order of their names; Broken for a folder or a pattern without any."""
    from glob import glob, has_magic

    found: list[str] = []
    for name in names:
        if os.path.isdir(name):
            more = sorted(os.path.join(place, file) for place, _, files in os.walk(name) for file in files if file.endswith(ENDS))
        elif has_magic(name) and not os.path.lexists(name):
            more = sorted(glob(name, recursive=True))
        else:
            found.append(name)
            continue
        if not more:
            raise Broken(name, None, "no_logs_in")
        found += more
    return found


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
    echo: Callable[[str], Any] = tell, only: bool = False,
) -> int:  # fmt: skip
    """Check recorded turn logs, each to its end, and say what is wrong with them (``only``: and nothing else).  Returns the exit code.

    ``jobs``: processes, 0 = as many as are worth it; ``shard``: (3, 16) = the third of sixteen shares of the paths.
    """
    mine = shared(paths, shard)
    found = sizes(mine)
    if jobs == 0:
        jobs = cores() if sum(found) >= SERIAL_BELOW * LINE else 1
    jobs = min(jobs, len(mine))
    shape = form(fmt, lang, only)
    for piece in shape.head():
        echo(piece)
    sums = Sums()
    settings = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)  # the position of a game is many small things that live as long as its log
    try:
        if jobs > 1 and STDIN not in mine:
            _many(mine, found, Job((), fmt, lang, extra, only), jobs, shape, sums, echo)
        else:
            _one(mine, extra, shape, sums, echo, Progress(len(mine), lang))
    finally:
        gc.set_threshold(*settings)
    for piece in shape.tail(sums):
        echo(piece)
    return sums.code


def _one(paths: Iterable[str], extra: str | None, shape: Form, sums: Sums, echo: Callable[[str], Any], progress: Progress) -> None:
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
    first: Job | None = next(todo)
    pool = ProcessPoolExecutor(jobs, get_context("fork" if fork else "spawn"), _settle)
    try:
        while True:
            while len(pending) < jobs * WINDOW and (following := next(todo, None)) is not None:
                try:
                    pending.append((following, pool.submit(work, following)))
                except BrokenProcessPool:
                    pending.append((following, Future()))
                    pending[-1][1].set_exception(BrokenProcessPool())
            if first is not None:  # in this process: what there is to say of it is said while it is read
                _one(first.paths, job.extra, shape, sums, echo, progress)
                first = None
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
                if between is not None:
                    echo(between)
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
