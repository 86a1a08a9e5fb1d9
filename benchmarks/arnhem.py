"""Arnhem against an independent referee: whole games line by line, and further questions on the way (tests/arnhem/WORDING.md says what the files hold).

    python -m benchmarks.arnhem [FOLDER] [-v]     FOLDER holds logs/*.log, expected/*.jsonl, probes/*.jsonl (also .gz); default tests/arnhem

Each game is played once; its questions are asked of the position before the line that they name.  Counted by act: equal verdicts, equal
figures, cited numbers.  A difference is named by the doubt that the expectation bears (V-05 …), or stands open.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.ground.ruling import Ruling
from adjudicator.log.reader import Log
from adjudicator.play.headers import LoggedGame
from adjudicator.play.record import Record

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "arnhem"
READING = {
    "entry_column": "V-22", "entry_vacant": "V-23", "entry_alternate": "V-24", "demolition_on_the_way": "V-17", "displacing_end": "V-08",
    "displaced_dies": "V-09", "stream_line": "V-05", "follows": "V-05", "loc_ground": "V-29", "loc_airborne": "V-30", "adverse_mark": "V-14",
    "fpf_offer": "V-14",
}  # fmt: skip
ANY = {"5.24 or 13.25", "5.31"}


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """The objects of a file of one a line, packed or not; [] if there is none."""
    for path in (folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz"):
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8") as stream:
                return [json.loads(line) for line in stream]
    return []


class Count:
    """What was compared of one kind of act."""

    def __init__(self) -> None:
        self.lines = self.verdicts = self.figures = self.equal_figures = self.cited = self.doubted = 0


class Comparison:
    """What was found so far."""

    def __init__(self) -> None:
        self.counts: dict[str, Count] = defaultdict(Count)
        self.differences: list[tuple[str, str]] = []  # what it is called, and what it is
        self.named: Counter[str] = Counter()

    def differs(self, where: str, text: str, what: str, doubts: list[dict[str, Any]]) -> None:
        """Note a difference, with the doubts that it may rest on."""
        names = sorted({READING.get(doubt["kind"], "V-08") for doubt in doubts})
        name = " ".join(names) or "OPEN"
        self.named[name] += 1
        self.differences.append((name, f"{where}: {text}: {what}"))


def said_yes(ruling: Ruling | None) -> bool | None:
    """Whether a ruling lets the act be done, also where it was only asked about; None where nobody can tell."""
    if ruling is None or ruling.verdict == "undetermined":
        return None
    answer = ruling.computed.get("answer")
    return ruling.verdict == "legal" if answer not in ("yes", "no") else answer == "yes"


def number(value: Any) -> Any:
    """A figure made comparable."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return float(value)
    return sorted(value) if isinstance(value, (list, tuple)) else value


def wanted(row: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The figures that an expectation states, by the names of a ruling."""
    ours = row.get("ours") or {}
    doubt: dict[str, Any] = next((item for item in row.get("doubt") or () if item.get("kind") == "stream_line"), {})
    for key in ("cost", "allowance", "ma", "differential", "terrain_line", "column", "bracket", "result", "defender_retreats", "attacker_retreats",
                "fpf_offered", "gsp_available", "owed", "hexes", "to", "displaced", "demolished", "game_turn", "gsp", "repaired", "level"):  # fmt: skip
        if key == "hexes" and row["type"] in ("battle", "fpf") or key == "to" and row["type"] == "move" or key == "owed" and row["type"] != "retreat":
            continue
        if doubt.get("same_result") is False and key in ("defender_retreats", "attacker_retreats"):
            continue
        if key in row:
            yield key, doubt.get(key, row[key])
    for key in ("attack_total", "defense_total"):
        if key in ours:
            yield key, ours[key]
    if "demolition_offered" in row:
        yield "demolition_offered", row["demolition_offered"]
    if row["type"] == "end_phase" and "vp" in row:
        yield "loc_failures", ours.get("loc_failures", row.get("loc_failures"))
        yield "vp_german", (ours.get("vp") or row["vp"])["german"]
        yield "vp_allied", (ours.get("vp") or row["vp"])["allied"]
    elif "eliminated" in row and doubt.get("same_result") is not False:
        yield "eliminated", row["eliminated"]


def figures(found: Comparison, count: Count, where: str, row: dict[str, Any], ruling: Ruling) -> None:
    """Compare the figures of a ruling."""
    for key, value in wanted(row):
        mine = ruling.computed.get(key)
        if key == "level":
            mine = " ".join(word.capitalize() for word in str(mine).split())
        if mine is None and value in (None, [], 0):
            continue
        count.figures += 1
        if number(mine) == number(value):
            count.equal_figures += 1
        else:
            found.differs(where, row["text"], f"{key} {mine} instead of {value}", [item for item in row.get("doubt") or () if item.get("weight") != "note"])


def cites(row: dict[str, Any], ruling: Ruling) -> bool:
    """Whether the numbers that the expectation cites are cited: of what is refused one of those that can be meant."""
    numbers = {str(name) for name in row.get("rules") or ()}
    mine = set(ruling.cites)
    if row["legal"]:
        return numbers <= mine
    breaks = {word for text in (row.get("ours") or {}).get("breaks") or () for word in text.replace(",", " ").split() if word[0].isdigit()}
    return not numbers and not breaks or bool(mine & (numbers | breaks))


def compare(found: Comparison, where: str, kind: str, row: dict[str, Any], record: Record) -> None:
    """One line against what the referee made of it."""
    count = found.counts[kind]
    count.lines += 1
    doubt = row.get("doubt") or ()
    doubts = [{"kind": doubt}] if isinstance(doubt, str) else [item for item in doubt if item.get("weight") != "note"]
    count.doubted += bool(doubts)
    ruling = record.rulings[-1] if record.rulings else None
    text = row.get("text") or row["declaration"]
    if ruling is None or said_yes(ruling) is not row["legal"]:
        why = f"not understood ({record.problem})" if ruling is None else f"{ruling.verdict} {sorted(n for n, f in ruling.findings if f.effect == 'forbids')}"
        found.differs(where, text, f"{why} instead of {'legal' if row['legal'] else 'illegal'} {row.get('rules')}", doubts)
        return
    count.verdicts += 1
    if cites(row, ruling):
        count.cited += 1
    else:
        found.differs(where, text, f"cites {list(ruling.cites)} without {row.get('rules')} {(row.get('ours') or {}).get('breaks')}", doubts)
    if "text" in row and row["legal"]:
        figures(found, count, where, row, ruling)
    elif row["legal"] and row.get("cost") is not None:
        count.figures += 1
        if number(ruling.computed.get("cost")) == number(row["cost"]):
            count.equal_figures += 1
        else:
            found.differs(where, text, f"cost {ruling.computed.get('cost')} instead of {row['cost']}", doubts)


def judged(path: Path) -> Iterator[Record]:
    """The records of a log."""
    yield from Log(str(path), str(path.parent.parent)).records()


def game(found: Comparison, folder: Path, path: Path) -> tuple[int, float]:
    """One log against the expectations; the number of its entries and the seconds of processor time that they took."""
    expected = rows(folder / "expected", path.stem)
    begin = time.process_time()
    records = [record for record in judged(path) if record.rulings or record.problem]
    spent = time.process_time() - begin
    by_line = {line: record for record in records for line in range(record.line, record.last + 1)}
    for row in expected:
        record = by_line.get(row["line"]) or Record(row["line"], row["text"], "entry")
        compare(found, f"{path.stem}:{row['line']}", row["type"], row, record)
    return len(expected), spent


def questions(found: Comparison, folder: Path, path: Path, part: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] = list) -> tuple[int, float]:
    """The questions of one log, or a part of them, asked while it is played; their number and the processor time."""
    asked: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in part(rows(folder / "probes", path.stem)):
        asked[row["before_line"]].append(row)
    follows = {row["line"]: [item for item in row.get("doubt") or () if item["kind"] == "follows"] for row in rows(folder / "expected", path.stem)}
    play = LoggedGame(str(path.parent), str(path.parent.parent))
    spent = 0.0
    with open(path, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    for line, text in enumerate([*lines, ""], 1):
        if line in asked:
            mark = play.mark()
            for row in asked[line]:
                begin = time.process_time()
                record = play.hear(row["declaration"])
                spent += time.process_time() - begin
                if follows.get(line):  # the position carries out a result of the referee's that 7.42 changes
                    row["doubt"] = follows[line]
                compare(found, f"{path.stem}<{line}", row["type"], row, record)
                play.back(mark)
        if text.strip() and text.lstrip()[0] not in "#>":
            play.hear(text.strip())
    return sum(map(len, asked.values())), spent


def table(title: str, found: Comparison) -> None:
    """What was counted, by act."""
    print(f"{title:14} lines  equal verdict   equal figures    cited   in doubt")
    total = Count()
    for kind in sorted(found.counts):
        count = found.counts[kind]
        line(kind, count)
        for name in vars(total):
            setattr(total, name, getattr(total, name) + getattr(count, name))
    line("all", total)


def line(kind: str, count: Count) -> None:
    """One line of the table."""
    share = 100 * count.verdicts / count.lines if count.lines else 0
    print(f"  {kind:12} {count.lines:5}  {count.verdicts:5} {share:6.2f} %  {count.equal_figures:5} of {count.figures:5}  {count.cited:6}  {count.doubted:6}")


def main(argv: list[str]) -> int:
    """Compare everything in a folder; 1 if a difference stands open."""
    named = [word for word in argv if not word.startswith("-")]
    folder = Path(named[0]) if named else FOLDER
    games, probes = Comparison(), Comparison()
    entries = questions_asked = 0
    spent = asking = 0.0
    for path in sorted((folder / "logs").glob("*.log")):
        count, seconds = game(games, folder, path)
        entries, spent = entries + count, spent + seconds
        count, seconds = questions(probes, folder, path)
        questions_asked, asking = questions_asked + count, asking + seconds
    for title, found in (("games", games), ("questions", probes)):
        table(title, found)
        print(f"  differences: {', '.join(f'{name} {count}' for name, count in sorted(found.named.items())) or 'none'}")
        for name, text in found.differences:
            if name == "OPEN" or "-v" in argv:
                print(f"    {name:10} {text}")
    print(f"{entries} entries in {spent:.2f} s of processor time, {entries / max(spent, 1e-9):.0f} a second; {questions_asked} questions in {asking:.2f} s")
    return 1 if games.named["OPEN"] or probes.named["OPEN"] else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main(sys.argv[1:]))
