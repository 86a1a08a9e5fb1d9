"""Files that are wrong by their names or rulebooks, logs of older versions, and positions of which something is said to be unknown."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

from adjudicator.book.situations import of_data
from adjudicator.log.reader import Log
from adjudicator.play.game import Game
from adjudicator.play.headers import LOOKED_UP
from adjudicator.say.heard import log_words
from tests.conftest import BOOKS, ROOT, rulebook
from tests.hostile import facts
from tests.test_hostile import _ended, run

HOLES = (
    "history",
    "history[16Pz]",
    "history[16Pz].move",
    "adjacent",
    "adjacent[2218/2219]",
    "eliminated",
    "units[16Pz].eliminated",
    "units[16Pz]",
    "pending",
    "air",
)


@pytest.mark.parametrize("hole", HOLES)
def test_what_nobody_knows_can_be_looked_at(hole: str, tmp_path: Path) -> None:
    """Showing, drawing and asking what is left to do read what is known, and no ruling has begun that could ask."""
    lines_ = [
        "show",
        "show 16Pz",
        "show 2218",
        "map 2218",
        "status",
        "next",
        f"map {tmp_path}/x.html",
        "16Pz has not moved yet",
        "16Pz moves to 2219",
        "show",
        "undo",
    ]
    unit = {"id": "16Pz", "side": "german", "kind": "panzer", "attack": 3, "defense": 3, "at": "2218"}
    for units in ([unit], [{**unit, "at": "off_map"}]):
        facts.evening(tmp_path, {"rulebook": "fpa", "active": "german", "units": units, "unknown": [hole]}, lines_)


@pytest.mark.parametrize("name", BOOKS)
def test_a_fact_that_is_called_like_a_head_is_read_as_a_fact(name: str, tmp_path: Path) -> None:
    """`title = 3`, `players = 3`: typed at the table they were facts, and read again the title and the players."""
    whole = [fact for fact in rulebook(name).declared.whole if log_words().header(f"{fact} 3") is not None]
    assert whole
    for fact in whole:
        facts.evening(tmp_path, {"rulebook": name}, [f"{fact} = 3", "show", f"{fact} = 2", "undo"])


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are letters there")
@pytest.mark.parametrize("fmt", ["text", "json", "csv", "junit", "sarif"])
def test_files_of_any_name(fmt: str, tmp_path: Path) -> None:
    """A name that is no text, that ends a line, that is a formula or a tag."""
    for name in (b"a\nb.log", b"\xff\xfe.log", "x\u202ey.log".encode(), b"=cmd.log", b'"<&>.log', b"\x1b[31m.log"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text("rulebook fpa\nfrost\nnonsense here\n", encoding="utf-8")
    done = run("validate", str(tmp_path), "--format", fmt, "--jobs", "1")
    assert done.returncode == 4 and not done.stderr, done.stderr
    if fmt in ("json", "sarif"):
        assert len(next(iter(value for value in json.loads(done.stdout).values() if isinstance(value, list)))) == 6
    elif fmt == "junit":
        assert len(Tree.fromstring(done.stdout)) == 6
    assert all(char.isprintable() or char == "\n" for char in done.stdout)


def test_what_an_older_version_took_is_named_and_the_rest_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of a log that is refused today: its number and why; everything else stands, can be shown and taken back."""
    log = tmp_path / "old.log"
    log.write_text("rulebook fpa\n16Pz 3-3 at 2218\npending = none\nhexes[2119].name = 5\nfrost\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("show\nundo\nshow\n"))
    assert _ended(["table", str(log), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert f"{log}:3: pending cannot be" in told and f"{log}:4: " not in told  # a hex that is called 5
    assert "taken back: frost" in told and told.count("2218: 16Pz 3-3") == 3
    assert log.read_text(encoding="utf-8").endswith("#- frost\n")


WRONG = {"book.yaml": "  - [\n", "acts.py": "raise KeyError('x')\n", "lexicon.yaml": "hexes: 5\nacts: [5]\n", "tables.yaml": "\tx\n"}


@pytest.mark.parametrize("file", WRONG)
def test_what_is_wrong_with_a_rulebook_is_told_of_it(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At the line of the log that names it, with the file of the rulebook; logs of other rulebooks are judged, and one that names none is told so."""
    name = f"zz{file.partition('.')[0]}"
    (tmp_path / "logs").mkdir()
    shutil.copytree(ROOT / "rulebooks" / "arnhem", tmp_path / name, ignore=shutil.ignore_patterns("cases.yaml", "__pycache__"))
    (tmp_path / name / "book.yaml").write_text((tmp_path / name / "book.yaml").read_text("utf-8").replace("id: arnhem", f"id: {name}", 1), encoding="utf-8")
    with open(tmp_path / name / file, "a", encoding="utf-8") as stream:
        stream.write(WRONG[file])
    for log, text in (("a", f"rulebook {name}\nturn 3\n"), ("b", "rulebook fpa\n16Pz 3-3 at 2218\n16Pz attacks 2119\n"), ("c", "rulebook nowhere\n")):
        (tmp_path / "logs" / f"{log}.log").write_text(text, encoding="utf-8")
    assert _ended(["validate", str(tmp_path / "logs"), "--rulebook-path", str(tmp_path), "--format", "json", "--jobs", "1", "--lang", "en"]) == 5
    bad, good, unknown = json.loads(capsys.readouterr().out)["files"]
    assert bad["entries"][0]["line"] == 1 and "can't be played by" in bad["entries"][0]["error"]["message"], bad
    assert name in bad["entries"][0]["error"]["message"]
    assert good["sums"]["entries"] == 1 and good["sums"]["faults"] == 0
    assert "nowhere" in unknown["entries"][0]["error"]["message"]


@pytest.mark.parametrize("number", ["3/2", "3-2", "3:1", "1.5", "13.8.3"])
@pytest.mark.parametrize("line", ["47R goes to turn {}", "47R va a la casilla del turno {}"])
def test_what_is_no_whole_number_is_no_turn(line: str, number: str) -> None:
    """A ratio behind the word was the turn, and a rule took another turn from it."""
    data = {"rulebook": "fpa", "turn": 3, "units": [{"id": "47R", "side": "soviet", "kind": "rifle", "at": "track"}]}
    record = Game(rulebook("fpa"), of_data(rulebook("fpa"), data)).hear(line.format(number))
    assert record.problem is not None and not record.rulings


def test_when_it_may_be_done_is_tried_where_nobody_knows_when_it_is() -> None:
    for unknown in ("phase", "turn"):
        game = Game(rulebook("fpa"), of_data(rulebook("fpa"), {"rulebook": "fpa", "unknown": [unknown]}))
        for line in ("In which turn can the KG markers deploy for the first time?", "How often may KG Br deploy?", "what turn is it?", "what phase is it?"):
            record = game.hear(line)
            assert record.rulings or record.problem is not None


@pytest.mark.parametrize("hole", ["eliminated", "units[44GdR].eliminated", "history", "phase"])
@pytest.mark.parametrize(
    "line",
    [
        "44ID is not hit, because 44GdR is destroyed",
        "who may attack 1510?",
        "how many more units fit in 1510?",
        "which units can retreat?",
        "is 44GdR eliminated?",
    ],
)
def test_what_is_told_and_asked_where_nobody_knows_who_is_left(hole: str, line: str) -> None:
    units = [
        {"id": name, "side": side, "kind": "infantry", "attack": 3, "ar": 3, "steps": 2, "at": at}
        for name, side, at in (("44ID", "german", "1509"), ("44GdR", "soviet", "1510"))
    ]
    game = Game(
        rulebook("ocs"),
        of_data(rulebook("ocs"), {"rulebook": "ocs", "units": units, "unknown": [hole], "pending": {"act": "attack", "hex": "1510", "result": "Do1"}}),
    )
    record = game.hear(line)
    assert record.rulings or record.problem is not None or record.notes


def test_a_log_names_few_rulebooks_and_situations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes up to seconds to read: a thousand lines of them were a night's work."""
    read = []
    monkeypatch.setattr("adjudicator.play.headers.load_situation", lambda book, path, extra=None: read.append(path) or ({}, of_data(book, {})))
    (tmp_path / "s.yaml").write_text("rulebook: fpa\n", encoding="utf-8")
    for line in ("situation s.yaml", "rulebook nowhere", "situation none.yaml"):
        log = tmp_path / "x.log"
        log.write_text("rulebook fpa\n" + f"{line}\n" * 300 + "frost\n", encoding="utf-8")
        records = list(Log(str(log)).records())
        assert records[-2].problem is not None and records[-2].problem.key == "many_headers" and len(records) == 302
    assert len(read) == 2 * (LOOKED_UP - 1)
