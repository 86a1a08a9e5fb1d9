"""A log of every rulebook: its judged entries a second, and the same lines read by a grammar of their own with nothing behind it.

The counters of a whole map go to hexes beside them, and back; a few go too far, some lines are misspelt, some name nobody. What comes of each is the
referee's business.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from games import SIZES
from lark import Lark
from lark.exceptions import UnexpectedInput
from positions import BOOKS, name_of, whole

from adjudicator.log import batch

LARK = r"""
start: header | turn | phase | die | deed
header: ("rulebook" | "situation") NAME
turn: "turn" INT ("," fact)*
fact: NAME+ INT?
phase: "phase" (NAME | INT)+
die: "roll" INT
deed: NAME (("," | "and" | "y") NAME)* VERB object?
object: ("into" | "to" | "a")? HEX ("-" HEX)* | "a" "step"
VERB.3: /(move|mueve|goe|attack|probe|lose|retreat|advance)s?(?=\s)/
HEX.3: /\d{2}\.?\d{2}\b/
INT.2: /\d{1,2}\b/
NAME: /[\w.\/]+/
%ignore /\s+/
"""
"""The lines of the logs, and no more: what reading them costs where nothing is meant by them."""
LINES = 200


def moves(book: str, lines: int, seed: int = 1) -> list[str]:
    """So many entries about the counters of a whole map, each to the next hex and then back.

    One in ten goes where it hardly can, one in forty is misspelt, one in forty names nobody.
    """
    rng = random.Random(seed)
    units = [unit for unit in whole(book, *SIZES.get(book, (40, 40)), 150)["units"] if unit["id"] == "X" or unit["id"].startswith("A")]
    places = {unit["id"]: unit["at"] for unit in units}
    found = []
    for number in range(lines):
        unit = units[number % len(units)]
        back = places[unit["id"]] != unit["at"]
        digits = unit["at"].replace(".", "")
        column, row = int(digits[:2]), max(2, int(digits[2:]))
        far, wrong, strange = number % 10 == 9, number % 40 == 31, number % 40 == 17
        goal = unit["at"] if back and not far else name_of(book, max(1, column - (9 if far else 1)), row)
        found.append(f"{unit['id']}{'9' if strange else ''} {'movse' if wrong else rng.choice(('moves', 'moves to', 'goes to', 'mueve a'))} {goal}")
        if not (far or wrong or strange):
            places[unit["id"]] = goal
    return found


def every_book(show: Callable[..., None], rounds: int) -> None:
    """Entries a second in every book, and against bare lark on those of the lines that it reads, in turns."""
    parser = Lark(LARK, parser="lalr")

    def reads(line: str) -> bool:
        try:
            parser.parse(line)
        except UnexpectedInput:
            return False
        return True

    for book in BOOKS:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "start.yaml").write_text(json.dumps(whole(book, *SIZES.get(book, (40, 40)), 150)))
            entries = moves(book, LINES)
            read = [line for line in entries if reads(line)]
            logs = [Path(folder, name) for name in ("all.log", "read.log")]
            for log, lines in zip(logs, (entries, read), strict=True):
                log.write_text(f"rulebook {book}\nsituation start.yaml\n" + "\n".join(lines) + "\n")

            def judged(log: Path) -> float:
                begun = time.process_time()
                batch.validate([str(log)], "text", "en", 1, None, None, lambda text: None)
                return time.process_time() - begun

            judged(logs[0])
            rates, ratios = [], []
            for _ in range(rounds):
                rates.append(len(entries) / judged(logs[0]))
                begun = time.process_time()
                for line in read:
                    parser.parse(line)
                bare = time.process_time() - begun
                ratios.append(judged(logs[1]) / bare)
            show(
                f"a log of {len(entries)} moves on a whole map, {book}; against bare lark",
                f"{statistics.median(rates):,.0f} entries/s; x{statistics.median(ratios):.1f}",
                "5,000/s; x3",
            )
