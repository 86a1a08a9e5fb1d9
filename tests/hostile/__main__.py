"""`python -m tests.hostile KIND [COUNT [SEED [FROM]]]`: so many tries of a kind; what went wrong as JSON, a line each, and the sum at the end.

KIND: declarations, situations, yaml, logs, boxes, sessions, nights (COUNT counts their lines).  A try depends only on SEED and
its number: `declarations 1 7 4711` is try 4711 of seed 7 again.  Kills: `python -m pytest tests/test_kills.py -m slow`.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from adjudicator.play.game import language_of
from tests.conftest import BOOKS, rulebook
from tests.hostile import files, lines, nights, sessions

KINDS = ("declarations", "situations", "yaml", "logs", "boxes", "sessions", "nights")


def main(kind: str, count: int = 10_000, seed: int = 0, begin: int = 0) -> int:
    """Try, and tell; the exit code."""
    for name in BOOKS:
        language_of(rulebook(name))
    begun = time.process_time()
    places: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        found = {
            "declarations": lambda: lines.declarations(count, seed, begin),
            "situations": lambda: files.situations(count, seed, begin),
            "yaml": lambda: files.yamls(count, seed, room, begin),
            "logs": lambda: files.logs(count, seed, room, begin),
            "boxes": lambda: files.boxes(count, seed, room, begin),
            "sessions": lambda: sessions.sessions(count, seed, room, begin),
            "nights": lambda: nights.nights(count, seed, room, begin),
        }[kind]
        for wrong in found():
            places[f"{wrong.book} {wrong.what}"[:90]] += 1
            if places[f"{wrong.book} {wrong.what}"[:90]] <= 3:
                print(json.dumps({**wrong._asdict(), "spent": round(wrong.spent, 2)}, default=str), flush=True)
    print(f"{kind}, seed {seed}: {count:,} tries, {sum(places.values())} went wrong at {len(places)} places, {time.process_time() - begun:,.0f} s of CPU")
    return 1 if places else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
