"""`python -m tests.hostile KIND [COUNT [SEED [FROM]]]`: so many tries of a kind; what went wrong as JSON, a line each, and the sum at the end.

KIND: declarations, gaps, facts, situations, yaml, logs, boxes, sessions, nights (COUNT counts their lines).  A try depends only on SEED,
its number and the cases of the rulebooks: `declarations 1 7 4711` is try 4711 of seed 7 again; how far a long run has come is told on standard error, so
that it may be ended and go on from there.  Kills: `python -m pytest tests/test_kills.py -m slow`.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from adjudicator.play.game import language_of
from tests.conftest import BOOKS, rulebook
from tests.hostile import facts, files, gaps, lines, nights, sessions
from tests.hostile.found import Found, ends

PART = 5_000
KINDS = ("declarations", "gaps", "facts", "situations", "yaml", "logs", "boxes", "sessions", "nights")


def main(kind: str, count: int = 10_000, seed: int = 0, begin: int = 0) -> int:
    """Try, and tell; the exit code."""
    for name in BOOKS:
        language_of(rulebook(name))
    if hasattr(signal, "SIGVTALRM") and kind != "nights":
        ends()
    started = time.process_time()
    places: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        tries: dict[str, Callable[[int, int], Iterator[Found]]] = {
            "declarations": lambda count, begin: lines.declarations(count, seed, begin),
            "gaps": lambda count, begin: gaps.gaps(count, seed, begin),
            "facts": lambda count, begin: facts.facts(count, seed, room, begin),
            "situations": lambda count, begin: files.situations(count, seed, begin),
            "yaml": lambda count, begin: files.yamls(count, seed, room, begin),
            "logs": lambda count, begin: files.logs(count, seed, room, begin),
            "boxes": lambda count, begin: files.boxes(count, seed, room, begin),
            "sessions": lambda count, begin: sessions.sessions(count, seed, room, begin),
            "nights": lambda count, begin: nights.nights(count, seed, room, begin),
        }
        whole = kind in ("sessions", "nights")  # counted in lines, numbered otherwise
        for wrong in tries[kind](count, begin) if whole else _in_parts(kind, tries[kind], count, begin):
            places[f"{wrong.book} {wrong.what}"[:90]] += 1
            if places[f"{wrong.book} {wrong.what}"[:90]] <= 3:
                print(json.dumps({**wrong._asdict(), "spent": round(wrong.spent, 2)}, default=str), flush=True)
    print(f"{kind}, seed {seed}: {count:,} tries, {sum(places.values())} went wrong at {len(places)} places, {time.process_time() - started:,.0f} s of CPU")
    return 1 if places else 0


def _in_parts(kind: str, tries: Callable[[int, int], Iterator[Found]], count: int, begin: int) -> Iterator[Found]:
    """The tries, part by part; behind each it is told how far they have come."""
    for start in range(begin, begin + count, PART):
        yield from tries(min(PART, begin + count - start), start)
        print(f"{kind}: up to {min(start + PART, begin + count):,}, {time.process_time():,.0f} s of CPU", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
