"""What the program costs, as ratios measured within one run, beside the budgets of docs/contract.md (section 7).

Prints and never fails.  Times are those of the processor, so that what else the machine does counts little; only two processes
against one, and the first answer about two logs, are by the clock on the wall.  Runs that are compared with each other alternate,
and medians are taken.  `python benchmarks/run.py [--quick]`, from the folder of the project or with it installed.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import games  # noqa: E402
import growth  # noqa: E402
import logs  # noqa: E402
from generate import generate  # noqa: E402

from adjudicator.language import Act, NotUnderstood  # noqa: E402
from adjudicator.log import batch  # noqa: E402
from adjudicator.log.reader import Log, Record, rows  # noqa: E402
from adjudicator.play import referee  # noqa: E402
from adjudicator.say.heard import log_words  # noqa: E402

COMPILED = tempfile.mkdtemp(prefix="adjudicator-benchmark-")
atexit.register(shutil.rmtree, COMPILED, True)
EXAMPLE = ROOT / "examples" / "german-turn"
COUNTED = 4_000_000
SENTENCE = "frost; KG Br at 2219; phase german combat 1; 16Pz, 371Inf and 509Tiger attack 2119 with 1 air point and KG Br"


def show(what: str, found: str, budget: str = "") -> None:
    print(f"{what:<58} {found:<34} {budget}", flush=True)


def environment(**more: str) -> dict[str, str]:
    """That of a run: compiled modules lie in a folder of their own, as an installed program has them; some machines forbid writing them at all."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": COMPILED, **more}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def of_children() -> float:
    """The CPU seconds of all processes that this one has waited for; where the system does not tell them, the time of day."""
    if resource is None:
        return time.perf_counter()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def command(*args: str, cache: str) -> float:
    """CPU seconds of one run of the program, or of ``-c pass``; what was not understood would measure something else."""
    env = environment(ADJUDICATOR_CACHE=cache)
    before = of_children()
    done = subprocess.run([sys.executable, *args], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, cwd=ROOT)
    took = of_children() - before
    if done.returncode in (2, 4, 5):
        show("  not judged", " ".join(args[-4:])[-80:], f"exit {done.returncode}")
    return took


def one_shot(rounds: int) -> None:
    """A single ``check``, warm and cold, against an interpreter that does nothing."""
    check = ("-m", "adjudicator", "check", "-r", "fpa", "-s", str(EXAMPLE / "start.yaml"), SENTENCE)
    bare, warm, plain, cold = ([] for _ in range(4))
    for _ in range(max(min(rounds, 3), rounds // 4) - 1):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(command(*check, cache=cache))
    with tempfile.TemporaryDirectory() as cache:
        cold.append(command(*check, cache=cache))
        for _ in range(rounds):
            bare.append(command("-c", "pass", cache=cache))
            warm.append(command(*check, cache=cache))
            plain.append(command("-m", "adjudicator", "check", "-r", "fpa", "frost; 16Pz 3-3 at 2218; 16Pz attacks 2119", cache=cache))
    base, with_file, without, first = (statistics.median(times) for times in (bare, warm, plain, cold))
    show("python -c pass", f"{base * 1000:.1f} ms")
    show("check, warm cache, YAML situation", f"{with_file * 1000:.0f} ms = x{with_file / base:.1f}", "budget x11")
    show("check, warm cache, no situation", f"{without * 1000:.0f} ms = x{without / base:.1f}", "")
    show("check, empty cache", f"{first:.2f} s = x{first / base:.0f}", "budget 1.3 s")


def interactive(rounds: int) -> None:
    """Answers at the table: every line of the scripted evenings, judged, shown and written to the disk, each evening in a process of its own."""
    from tests.evenings import evenings

    worst: list[tuple[float, str, str]] = []
    medians = []
    for name in evenings():
        played = [json.loads(subprocess.check_output([sys.executable, __file__, "--evening", name], env=environment(), cwd=ROOT)) for _ in range(rounds)]
        lines = [(statistics.median(times), text) for text, times in zip(played[0][0], zip(*(times for _, times in played), strict=True), strict=True)]
        medians.append(statistics.median(took for took, _ in lines))
        worst.append((*max(lines), name))
    took, text, name = max(worst)
    show("answer at the table (judged, shown, on the disk), median", f"{statistics.median(medians) * 1000:.1f} ms", "budget 10 ms")
    show(f"  slowest line of {len(worst)} evenings", f"{took * 1000:.1f} ms: {name}: {text[:40]}", "budget 10 ms")


def evening(name: str) -> None:
    """Play a scripted evening and print its lines and what each took."""
    from tests.evenings import Player, begun, load

    script = load(name)
    times = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.log"
        begun(script, log)
        player = Player(log, script.lang)
        player.session.warm()
        gc.freeze()  # as at the table
        for typed in script.lines:
            times.append(timed(lambda: player.type(typed.text), time.process_time))  # noqa: B023
        player.file.close()
    print(json.dumps([[typed.text for typed in script.lines], times]))


def chains() -> None:
    """The exact chances of an attack of three throws, asked for and judged."""
    from adjudicator import book
    from adjudicator.ground.situation import Situation
    from adjudicator.play.game import Game

    rules = book.load("ocs")
    units = [{"id": "1ID", "side": "german", "at": "1509"}, {"id": "1R", "side": "soviet", "at": "1510"}]
    situation = {"assume": "defaults", "units": [{"kind": "infantry", "attack": 8, "defense": 8, "ar": 3, "steps": 2, **unit} for unit in units]}
    text = "1ID attacks 1510; what are the chances of each result?"
    times = []
    for _ in range(50):
        game = Game(rules, Situation(rules, situation))
        times.append(timed(lambda: game.hear(text), time.process_time))  # noqa: B023
    show("chances of a chain of three throws (7,776 rolls), median", f"{statistics.median_low(times) * 1000:.1f} ms", "budget 10 ms")


def parsing_alone(paths: list[str]) -> int:
    """Read and parse logs without judging anything; returns the number of lines."""
    lines = 0
    for path in paths:
        log = Log(path)
        game = log.game
        with open(path, "rb") as stream:
            for number, text, _, _ in rows(stream):
                said = text.strip()
                lines += 1
                found = log_words().header(said)
                if found is not None:
                    game.header(Record(number, text, "header"), *found)
                elif said and said[0] not in "#>":
                    try:
                        game.referee.parse(said)
                    except NotUnderstood:
                        pass
    return lines


def timed(function: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that a function takes."""
    referee._names.clear()  # a line met before would be remembered
    begun = clock()
    function()
    return clock() - begun


def validating(rounds: int, lines: int) -> None:
    """Declarations a second, and what judging costs beside parsing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = generate(folder, max(1, lines // 800), min(lines, 800), seed=7)
        silent: Callable[[str], Any] = lambda text: None  # noqa: E731
        total = parsing_alone(paths)
        entries = sum(isinstance(part, Act) for path in paths for part in parts_of(path))

        def whole(jobs: int) -> int:
            return batch.validate(paths, "text", "en", jobs, None, None, silent)

        whole(1)
        parse, judge, ratios = [], [], []
        for _ in range(rounds):
            parse.append(timed(lambda: parsing_alone(paths), time.process_time))  # what others do on this machine does not count
            judge.append(timed(lambda: whole(1), time.process_time))
            for path in paths:  # a log by itself: nothing is known of lines that another log has too
                alone = timed(lambda path=path: parsing_alone([path]), time.process_time)
                ratios.append(timed(lambda path=path: batch.validate([path], "text", "en", 1, None, None, silent), time.process_time) / alone)
        low, mid = min(judge), statistics.median(judge)
        speed = f"{total / mid:,.0f} lines/s, {entries / mid:,.0f} acts/s"
        show(f"validate, one process, {total} lines, {entries} judged acts", speed, "budget 5,000 declarations/s")
        show("  fastest round", f"{total / low:,.0f} lines/s, {entries / low:,.0f} acts/s")
        show("  a log against parsing it alone", f"x{statistics.median(ratios):.2f}", "budget x3.3")
        several = [second / first for first, second in zip(parse, judge, strict=True)]
        show(f"  {len(paths)} logs with many lines in common, likewise", f"x{statistics.median(several):.2f}", "parsing remembers lines")
        two_cores(paths, total, rounds, whole)


def parts_of(path: str) -> Any:
    """The parts of all entries of a log."""
    log = Log(path)
    for record in log.records():
        for ruling in record.rulings:
            if ruling.act is not None:
                yield ruling.act


def spin() -> None:
    """Work that needs nothing but a processor."""
    total = 0
    for number in range(COUNTED):
        total += number


def cores_really_there() -> float:
    """How much faster two processes that share nothing are than one after the other, on this machine, now."""
    from multiprocessing import Process

    gains = []
    for _ in range(3):
        begun = time.perf_counter()
        spin()
        one = time.perf_counter() - begun
        pair = [Process(target=spin) for _ in range(2)]
        begun = time.perf_counter()
        for process in pair:
            process.start()
        for process in pair:
            process.join()
        gains.append(2 * one / (time.perf_counter() - begun))
    return statistics.median(gains)


def two_cores(paths: list[str], total: int, rounds: int, whole: Callable[[int], int]) -> None:
    """Two processes against one."""
    if batch.cores() < 2:
        show("two processes", "this machine has one core", "budget x1.7")
        return
    show("two processes that do nothing but count, against one", f"x{cores_really_there():.2f}", "what this machine gives now")
    half = paths[: max(2, 2000 * len(paths) // total)]
    for name, some in (("about 2,000 lines", half), (f"{total} lines", paths)):
        one, two = [], []
        for _ in range(rounds):
            one.append(timed(lambda some=some: batch.validate(some, "text", "en", 1, None, None, lambda text: None)))
            two.append(timed(lambda some=some: batch.validate(some, "text", "en", 2, None, None, lambda text: None)))
        gains = [first / second for first, second in zip(one, two, strict=True)]
        show(f"two processes against one, {name}", f"x{statistics.median(gains):.2f} (fastest rounds x{min(one) / min(two):.2f})", "budget x1.7")


def memory(few: int = 10, many: int = 200) -> None:
    """Peak of memory for few and for many logs."""
    code = f"import sys\nfrom adjudicator.log import batch\n{games.PEAK}\n"
    code += "batch.validate(sys.argv[1:], 'json', 'en', 1, None, None, lambda text: None)\nprint(peak())"
    with tempfile.TemporaryDirectory() as folder:
        paths = generate(folder, min(many, 20), 120, seed=3)
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        peaks = []
        for count in (few, many):
            chosen = [paths[number % len(paths)] for number in range(count)]
            out = subprocess.run([sys.executable, "-c", code, *chosen], check=False, capture_output=True, text=True, env=env, cwd=ROOT).stdout
            peaks.append(int(out.split()[-1]))
    show(f"memory, {few} logs and {many} logs", f"{peaks[0]} MB and {peaks[1]} MB = x{peaks[1] / peaks[0]:.2f}", "does not grow")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--evening", metavar="NAME", help="play one scripted evening and print what each line took, in seconds")
    asked = parser.parse_args()
    if asked.evening:
        evening(asked.evening)
        return
    quick = asked.quick
    print(f"Python {sys.version.split()[0]}, {batch.cores()} cores, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else sys.version)
    one_shot(5 if quick else 21)
    interactive(1 if quick else 3)
    chains()
    games.one_shots(show, command, 3 if quick else 11)
    games.reach(show)
    games.supply(show)
    growth.unknown_facts(show)
    growth.map_size(show)
    growth.new_sentences(show)
    games.long_logs(show, generate, environment(), *(((50, 1000, 2000), (500, 2000)) if quick else ((50, 3000, 5000), (2000, 8000, 32000))))
    logs.every_book(show, 1 if quick else 3)
    validating(3 if quick else 9, 2400 if quick else 8000)
    memory()


if __name__ == "__main__":
    main()
