"""Long nights: one evening played again and again into one log, with taking back, bringing back and what-if, until its log is long.

An answer at the end takes as long as one at the beginning, and the live position equals its replay.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from adjudicator.say.heard import commands
from tests.evenings import Player, begun, evenings, load
from tests.hostile.found import GROWS, SLOW, Found, attempt
from tests.hostile.sessions import alike

BESIDE = ("undo", "redo", "what if {text}", "undo", "redo", "show", "status", "why")
EVERY = 7  # lines of the evening between two of these
COMPARED = 500  # lines between two comparisons with the log
GROWTH = 3.0
"""How many times as long an answer at the end may take: the log is ten times as long, so anything that reads all of it takes longer than that."""


def night(name: str, lines: int, seed: int, log: Path) -> tuple[list[float], list[str], int]:
    """Play so many lines: CPU seconds of each, what was typed, and how many lines the log has."""
    dice, script = random.Random(f"{seed} {name}"), load(name)
    begun(script, log)
    player = Player(log, script.lang)
    names = commands().names[script.lang]
    times: list[float] = []
    said: list[str] = []
    pool = [line.text for line in script.lines if line.text not in names.values()]

    def type_(text: str) -> None:
        begin = time.process_time()
        player.type(text)
        times.append(time.process_time() - begin)
        said.append(text)
        assert not player.session.faulty, "a fault within the line"

    try:
        while len(times) < lines and not player.session.over:
            text = pool[len(times) % len(pool)]
            type_(text)
            if player.session.doubt is not None:
                type_(names["keep"])
            if len(times) % EVERY == 0:
                word, _, more = dice.choice(BESIDE).partition(" ")
                type_(f"{names.get(word, word)} {more}".strip().format(text=text))
            if len(times) % COMPARED < 2:
                alike(player)
        alike(player)
    finally:
        player.file.close()
    return times, said, log.read_bytes().count(b"\n")


def nights(lines: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """One night of so many lines for every evening, from that one on; yields what went wrong."""
    for number, name in enumerate(evenings()[begin:], begin):
        played: list[tuple[list[float], list[str], int]] = []
        log = folder / f"night{number}.log"
        found = attempt(name, number, "", lambda: played.append(night(name, lines, seed, log)))  # noqa: B023
        if found is not None and found.what != "slow":
            yield found
            continue
        times, said, long = played[0]
        part = max(1, len(times) // 10)
        first, last = statistics.median(times[part : 2 * part]), statistics.median(times[-part:])
        worst = max(range(len(times)), key=times.__getitem__)
        if times[worst] > SLOW:
            yield Found(name, "slow", times[worst], number, said[worst])
        if last > first * GROWTH and last > 0.001:
            yield Found(name, f"{GROWS}: {first * 1000:.1f} to {last * 1000:.1f} ms, {long} lines", last, number, "")
        print(f"{name}: {len(times)} lines, log of {long}; median {first * 1000:.2f} then {last * 1000:.2f} ms; nine in ten "
              f"{statistics.quantiles(times[-part:], n=10)[-1] * 1000:.1f} ms; worst {times[worst] * 1000:.0f} ms: {said[worst][:60]}", flush=True)  # fmt: skip
