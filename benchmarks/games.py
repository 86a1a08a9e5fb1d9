"""Whole games: full maps, full counters, every rulebook; what run.py measures of them, and how it grows.

Everything is a ratio to something that ran beside it, or an exponent: twice the work in twice the time is 1.
"""

from __future__ import annotations

import copy
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from positions import BOOKS, name_of, pocket, whole

from adjudicator import book as books
from adjudicator.book.situations import of_data
from adjudicator.files.fault import Broken
from adjudicator.files.yaml import load_document
from adjudicator.ground.hexes import Grid
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.table import LogFile, Session
from adjudicator.table.replay import replay
from adjudicator.table.voice import Voice

SIZES = {"fpa": (46, 28)}
"""Maps that are not 40 by 40: this one is printed with its edges."""
FLOOD = r"""
#include <stdio.h>
#include <string.h>
#include <time.h>
#define W 101
static char open_[W * W], seen[W * W]; static int queue[W * W];
int main(void) { double best = 1e9; for (int round = 0; round < 50; round++) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);
  memset(open_, 0, sizeof open_); memset(seen, 0, sizeof seen);
  for (int c = 1; c < W - 1; c++) for (int r = 1; r < W - 1; r++) open_[c * W + r] = 1;
  int head = 0, tail = 0; for (int r = 1; r < W - 1; r++) { int at = (W - 2) * W + r; seen[at] = 1; queue[tail++] = at; }
  while (head < tail) { int at = queue[head++], c = at / W, s = c % 2 ? -1 : 1; int near[6] = {1, -1, W, -W, W + s, -W + s};
    for (int k = 0; k < 6; k++) { int to = at + near[k]; if (open_[to] && !seen[to]) { seen[to] = 1; queue[tail++] = to; } } }
  clock_gettime(CLOCK_MONOTONIC, &b); double took = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9; if (tail && took < best) best = took; }
  printf("%.9f\n", best); return 0; }
"""


def cpu(work: Callable[[], Any], rounds: int = 3) -> float:
    """The least CPU seconds of some rounds."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def exponent(sizes: list[float], times: list[float]) -> float:
    """How time grows with size: the slope of the logarithms, by least squares."""
    xs, ys = [math.log(size) for size in sizes], [math.log(max(took, 1e-7)) for took in times]
    x, y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def c_flood() -> float | None:
    """Seconds in which C floods 9,801 hexes, compiled on the spot; None where no compiler is."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "flood.c"), Path(folder, "flood")
        source.write_text(FLOOD)
        if subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=False, capture_output=True).returncode:
            return None
        return float(subprocess.check_output([str(program)]))


# ---- one shot ------------------------------------------------------------------------------------------------------------------
ASKED = {"ocs": "can X move?"}
"""What is asked of a whole map; of the other books where X can go."""


def never_met(book: str, number: int) -> str:
    """A sentence about the counters of a whole map, in a shape that differs from number to number."""
    rng = random.Random(number)
    pair = " and ".join(f"B{each}" for each in rng.sample(range(1, 40, 2), 1 + number % 3))
    hex_ = name_of(book, rng.randint(9, 12), rng.randint(9, 12))
    facts = [f"{pair} {'is' if number % 3 == 0 else 'are'} in {hex_}", f"{hex_} is clear" if book not in ("ocs", "bcs") else f"{hex_} is open", "turn 2"]
    return "; ".join([*rng.sample(facts, 1 + number % 2), ASKED.get(book, "where can X go?")])


def plain(book: str) -> str:
    """A counter that is named with its place, and a question about it: what is judged without a situation."""
    strength = "" if book == "bcs" else " 3-3"
    return f"9Pz{strength} at {name_of(book, 10, 10)}; {'can 9Pz move?' if book in ('ocs', 'bcs') else 'where can 9Pz go?'}"


def one_shots(show: Callable[..., None], command: Callable[..., float], rounds: int) -> None:
    """A single `check` in every book, on its whole map, against an interpreter that does nothing."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        for book in BOOKS:
            path = Path(folder, f"{book}.yaml")
            path.write_text(json.dumps(whole(book, *SIZES.get(book, (40, 40)), 150)))
            runs: dict[str, tuple[str, ...]] = {
                "bare": ("-c", "pass"),
                "whole map": ("-m", "adjudicator", "check", "-s", str(path), ASKED.get(book, "where can X go?")),
                "no situation": ("-m", "adjudicator", "check", "-r", book, plain(book)),
            }
            for args in runs.values():
                command(*args, cache=cache)
            times: dict[str, list[float]] = {name: [] for name in (*runs, "never met")}
            for number in range(rounds):
                for name, args in runs.items():
                    times[name].append(command(*args, cache=cache))
                times["never met"].append(command("-m", "adjudicator", "check", "-s", str(path), never_met(book, number), cache=cache))
            base = statistics.median(times.pop("bare"))
            show(f"check, {book}: {', '.join(times)}", ", ".join(f"x{statistics.median(took) / base:.1f}" for took in times.values()), "x7, x6, x7 (map: x9)")
        for args in [("explain", book, number) for book, number in (("fpa", "13.0"), ("bcs", "5.0")) if book in BOOKS]:
            with tempfile.TemporaryDirectory() as empty:
                show(f"{' '.join(args)}, empty cache", f"{command('-m', 'adjudicator', *args, cache=empty):.2f} s", "1.5 s")


# ---- questions -----------------------------------------------------------------------------------------------------------------
def reach(show: Callable[..., None]) -> None:
    """`where can X go` on a whole map with 150 counters: all known, and with an allowance that nobody stated."""
    for book in BOOKS:
        data = whole(book, *SIZES.get(book, (40, 40)), 150)
        other = copy.deepcopy(data)
        other["units"][0].pop("ma", None)
        times = []
        for each in (data, other):
            rules = books.load(book)
            position = of_data(rules, each)
            game = Game(rules, position.copy())
            if game.hear("where can X go?").problem is not None:
                break
            times.append(cpu(lambda: Game(rules, position.copy()).hear("where can X go?")) * 1000)  # noqa: B023
        text = " ms, ".join(f"{took:.0f}" for took in times) + " ms" if times else "no such question in this book"
        show(f"where can X go, {book}, 150 counters: known, allowance unknown", text, "100 ms, 300 ms")


def supply(show: Callable[..., None]) -> None:
    """Is every unit in supply: a hundred on 9,801 hexes, open and in a pocket, against a flood in C; and how it grows."""
    base = c_flood()
    rules = copy.copy(books.load("fpa"))
    times: dict[tuple[int, int], float] = {}
    for size, units in ((49, 200), (99, 50), (99, 100), (99, 200)):
        rules.grid = Grid(size, size, size, True)
        for shut in (False, True):
            data = whole("fpa", min(size, 99), min(size, 99), units)
            data = pocket(data, "fpa", min(size, 99), min(size, 99), 1) if shut else data
            try:
                position = Situation(rules, data)
            except (Broken, ValueError):
                continue

            def ask(position: Situation = position) -> None:
                mine = position.copy()
                for unit in [unit for unit in mine.units.values() if unit.side == "soviet"]:
                    unit.supply  # noqa: B018 - it is worked out

            took = cpu(ask, 25) - cpu(position.copy, 25)  # short enough that what the machine does beside it counts in a few rounds
            if not shut:
                times[size, units] = took
            if (size, units) == (99, 200):
                ratio = f" = x{took / base:.0f} C" if base else ""
                show(f"is every unit in supply, 100 units, 9,801 hexes, {'in a pocket' if shut else 'open'}", f"{took * 1000:.1f} ms{ratio}", "x10 C")
    counts = [(units, times[99, units]) for units in (50, 100, 200)]
    show("  exponent in units", f"{exponent([float(a) for a, _ in counts], [b for _, b in counts]):.2f}", "1.1")


# ---- long logs -----------------------------------------------------------------------------------------------------------------
def endless(folder: str) -> str:
    """First Panzer Army with no last turn, in a folder: the position of its logs stands beside them.  Returns the name of the book."""
    name = "fpa-endless"
    if not Path(folder, name).exists():
        shutil.copytree(books.load("fpa").folder, Path(folder, name), ignore=shutil.ignore_patterns("cases.yaml", "__pycache__"))
        data = Path(folder, name, "book.yaml")
        data.write_text(data.read_text(encoding="utf-8").replace("turn: {range: [1, 8]}", "turn: {range: [1, 99999]}"), encoding="utf-8")
        start = Path(folder, "start.yaml").read_text(encoding="utf-8")
        Path(folder, "endless.yaml").write_text(start.replace("rulebook: fpa", f"rulebook: {name}"), encoding="utf-8")
    return name


def lengthened(path: str, lines: int) -> str:
    """A log of so many lines beside another: its game again and again, eight turns later each time, with all units put back where they began."""
    folder = os.path.dirname(path)
    book = endless(folder)
    units = load_document(os.path.join(folder, "endless.yaml"), cached=True).data["units"]
    back = [f"units[{unit['id']}].{fact}" for unit in units for fact in ("eliminated = false", f"steps = {unit['steps']}", f"at = {unit['at']}")]
    body = Path(path).read_text(encoding="utf-8").split("situation start.yaml\n")[1].splitlines()
    found: list[str] = []
    again = 0
    while len(found) < lines:
        for line in body:
            words = line.split(" ", 2)
            found.append(f"turn {int(words[1].rstrip(',')) + 8 * again}, {words[2]}" if words[0] == "turn" else line)
            if again and words[:2] == ["turn", "1,"]:
                found += back
        again += 1
    other = os.path.join(folder, f"long{lines}.log")
    Path(other).write_text(f"rulebook {book}\nsituation endless.yaml\n" + "\n".join(found[:lines]) + "\n", encoding="utf-8")
    return other


PEAK = """
def peak():
    try:
        with open("/proc/self/status") as stream:
            return next(int(line.split()[1]) for line in stream if line.startswith("VmHWM")) // 1024
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1024 * 1024)
"""
"""The most memory of a process, in MB. Its `ru_maxrss` will not do: on Linux it counts what the process was before, a copy of the one that began it."""
LONG = f"""
import sys, time
from adjudicator.log import batch
{PEAK}
folder, short, log = sys.argv[1:]
said = []
batch.validate([short], "text", "en", 1, None, folder, said.append)
begun = time.process_time()
batch.validate([log], "text", "en", 1, None, folder, said.append)
print(time.process_time() - begun, peak(), len(said))
"""


def long_logs(
    show: Callable[..., None], generate: Callable[..., list[str]], env: dict[str, str], resumed: tuple[int, ...], sizes: tuple[int, ...], rounds: int = 3
) -> None:
    """Taking back at the table in logs of these lengths that were resumed, memory and time of one log of these sizes.

    `env` is that of a program as it is installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = generate(folder, 1, min(800, max(200, *resumed, *sizes)), seed=7)[0]
        undo = []
        for lines in resumed:
            log = lengthened(path, lines)
            file = LogFile(log)
            session = Session(log, replay(file.content(), log, folder, "en"), file, "en", Voice(lambda text: None, "en"), False)
            took = [cpu(lambda: session.line("undo"), 1) for _ in range(15)]  # noqa: B023
            undo.append(f"{statistics.median(took) * 1000:.0f} ms")
            file.close()
        show(f"undo at {', '.join(map(str, resumed))} lines of a resumed log", ", ".join(undo), "20 ms")
        times, peaks = [], []
        short = lengthened(path, 200)
        for lines in sizes:
            took, peak, said = subprocess.check_output([sys.executable, "-c", LONG, folder, short, lengthened(path, lines)], text=True, env=env).split()
            if said != "2":
                show("  not all legal", f"{said} lines are said of two logs")
            times.append(float(took))
            peaks.append(peak)
        show(f"one log of {', '.join(map(str, sizes))} lines: memory", ", ".join(f"{peak} MB" for peak in peaks), "flat")
        both = [lengthened(path, sizes[-1]), lengthened(path, sizes[-1] - 1)]
        command = [sys.executable, "-m", "adjudicator", "validate", "--format", "csv", "--jobs", "2", "--rulebook-path", folder, *both]
        waited = []
        for _ in range(rounds):  # the first makes what all others find in the cache
            begun = time.perf_counter()
            with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as running:
                assert running.stdout is not None
                running.stdout.readline()  # the names of the columns
                running.stdout.readline()
                waited.append(time.perf_counter() - begun)
                running.terminate()
        show(f"first answer about two logs of {sizes[-1]} lines, two processes", f"{min(waited):.2f} s", "0.2 s")
        show("  exponent of time in the length of a log", f"{exponent([float(size) for size in sizes], times):.2f}", "1.1")
