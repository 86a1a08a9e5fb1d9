"""Whole evenings at a table, from scripts (tests/evenings/): on a terminal, over a pipe, and the same log validated."""

from __future__ import annotations

import io
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book import Rulebook
from adjudicator.ground.ruling import ILLEGAL, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.log import batch
from adjudicator.log.reader import Log
from adjudicator.say.catalogue import reply
from adjudicator.say.heard import commands
from adjudicator.table.replay import replay
from tests.conftest import BOOKS, ROOT, some
from tests.evenings import Evening, Player, begun, evenings, load, looked_at, missing

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": os.devnull, "COLUMNS": "500"}


def command(path: Path, evening: Evening, *options: str) -> list[str]:
    return [sys.executable, "-m", "adjudicator", "table", str(path), "--lang", evening.lang, *options]


def test_every_rulebook_has_an_evening() -> None:
    assert {name.partition(".")[0] for name in evenings()} >= set(BOOKS)


# ---- on a terminal ----------------------------------------------------------------------------------------------------------------
def _heeds_keys() -> None:
    """Tests run in the background inherit that Ctrl-C is ignored; a terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The program at a pseudo-terminal: `type` a line, and get what it answers up to the next prompt."""

    def __init__(self, argv: list[str], lang: str, folder: Path | None = None, **environment: str) -> None:
        import pty

        self.lang = lang
        master, slave = pty.openpty()
        self.master = master
        self.process = subprocess.Popen(
            argv, stdin=slave, stdout=slave, stderr=slave, env={**ENVIRONMENT, **environment}, cwd=folder, start_new_session=True, preexec_fn=_heeds_keys
        )
        os.close(slave)
        forms = (reply(lang, "table", key, fact="\0", count="\0", moment="\0") for key in ("prompt", "prompt_die", "prompt_dice", "prompt_keep", "prompt_fact"))
        self.prompts = [re.compile(re.escape(form).replace(re.escape("\0"), ".*")) for form in forms]
        self.shown = self.read()

    def read(self) -> str:
        """Everything up to the next prompt, or to the end."""
        raw = b""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if not select.select([self.master], [], [], 0.5)[0]:
                if self.process.poll() is not None:
                    break
                continue
            try:
                piece = os.read(self.master, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            raw += piece
            text = clean(raw)
            if any(form.fullmatch(text.rpartition("\n")[2]) for form in self.prompts) and not select.select([self.master], [], [], 0.01)[0]:
                return text  # and not half of another prompt
        return clean(raw)

    def until(self, text: str) -> None:
        """Wait until this is shown."""
        raw, end = b"", time.monotonic() + 60
        while text not in clean(raw) and time.monotonic() < end:
            if select.select([self.master], [], [], 0.5)[0]:
                raw += os.read(self.master, 1 << 16)

    def type(self, text: str) -> str:
        """Type a line; what is answered, without its echo."""
        os.write(self.master, text.encode() + b"\n")
        answer = self.read()
        return answer.partition("\n")[2] if answer.lstrip().startswith(text[:10]) else answer

    def close(self) -> int:
        """End it; the exit code."""
        os.close(self.master)
        return self.process.wait(30)


def clean(raw: bytes) -> str:
    """What a terminal shows: without its control sequences."""
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "")
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x07", "", text)


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    "name", [name if not at else pytest.param(name, marks=pytest.mark.slow) for at, name in enumerate(evenings()) if at % 4 in (0, 3)]
)  # each book, in one language
def test_at_a_terminal(name: str, tmp_path: Path) -> None:
    evening, path = load(name), tmp_path / "game.log"
    begun(evening, path)
    terminal = Terminal(command(path, evening), evening.lang)
    for typed in evening.lines:
        answer = terminal.type(typed.text)
        assert missing(answer, typed.expected) is None, (typed.line, typed.text, missing(answer, typed.expected), answer)
    assert terminal.close() == 0
    assert_confirmed(path)


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize("columns", [44, 70])
def test_a_narrow_window_in_colour(columns: int, tmp_path: Path) -> None:
    """Nothing is wider than the window, colours take no room, and the rows of a map stay whole."""
    evening, path = load("fpa"), tmp_path / "game.log"
    begun(evening, path)
    terminal = Terminal(command(path, evening), evening.lang, COLUMNS=str(columns), TERM="xterm", NO_COLOR="")
    for typed in (
        "phase german combat 1",
        "KG Br at 2219",
        "16Pz, 371Inf and 509Tiger attack 2119 with KG Br",
        "map",
        "why",
        "3",
        "map 2119",
        "slip",
        "status",
        "help",
    ):
        lines = terminal.type(typed).splitlines()[:-1]  # without the prompt
        assert lines and all(len(line) <= columns for line in lines), (typed, max(lines, key=len))
        if typed == "map":
            assert sum("_/" in line or "/" in line for line in lines) > 5
            assert all(line.count("/") == line.count("\\") or not set(line) <= set("/\\_ ") for line in lines)
        if typed.startswith("16Pz"):
            assert lines[0].startswith("LEGAL: every attacker is free")
    terminal.type("quit")
    assert terminal.close() == 0


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_keys(tmp_path: Path) -> None:
    """Tab completes a unit, an arrow brings a line back, Ctrl-C clears the line, and once more ends the session in peace."""
    pytest.importorskip("readline")
    evening, path = load("fpa"), tmp_path / "game.log"
    begun(evening, path)
    terminal = Terminal(command(path, evening), evening.lang)
    os.write(terminal.master, b"show 37\t\n")
    assert "371Inf 3-3 (4): 2218" in terminal.read()
    assert "LEGAL" not in terminal.type("show 2119")
    os.write(terminal.master, b"\x1b[A\x1b[A\n")
    assert "371Inf 3-3 (4): 2218" in terminal.read()
    os.write(terminal.master, b"half a li")
    terminal.until("half a li")
    time.sleep(1)  # read by now
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("\n> ")
    assert "371Inf 3-3 (4): 2218" in terminal.type("show 371Inf")
    terminal.process.send_signal(signal.SIGINT)
    time.sleep(1.5)
    assert terminal.process.poll() is None
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(20) == 0
    assert "Traceback" not in terminal.read()
    os.close(terminal.master)


def assert_confirmed(path: Path) -> None:
    """`validate` reads the log and finds nothing in it that was not so at the table: what is illegal in it was agreed on."""
    records = list(Log(str(path)).records())
    for record in records:
        assert record.problem is None, (record.line, record.text)
        assert record.verdict != ILLEGAL or record.agreed is not None, (record.line, record.text)
    out = io.StringIO()
    code = batch.validate([str(path)], "json", "en", 1, None, None, lambda text: out.write(text + "\n"))
    told = json.loads(out.getvalue())["files"][0]
    assert code in (0, 1)
    assert told["sums"]["errors"] == told["sums"]["faults"] == told["sums"]["undetermined"] == 0
    assert told["sums"]["illegal"] == sum(record.verdict == ILLEGAL for record in records)


STRAY = ("undo", "undo", "undo", "redo", "keep late", "keep", "next", "status", "why", "slip", "what if 1", "1", "3", "5", "6", "2 4", "roll", "none", "yes",
         "clear", "note x; # y", "# c", "", "nonsense", "map", "players A # b", "reading x y")  # fmt: skip


# ---- line by line -------------------------------------------------------------------------------------------------------------------
def state(situation: Situation) -> Any:
    """Everything that a position knows."""
    things = {name: {key: thing.facts for key, thing in getattr(situation, name).items()} for name in ("units", "hexes", "hexsides", "markers")}
    return things, situation.facts, situation.eliminated, situation.history, situation.options


@looked_at(5)
def test_the_log_is_the_game(name: str, seldom: int, tmp_path: Path) -> None:
    """Each line gets its answer; the log, read anew behind some of them, gives the position of the session, and the verdict that was told of the last line."""
    evening, path = load(name), tmp_path / "game.log"
    begun(evening, path)
    player = Player(path, evening.lang)
    told = 0
    for number, typed in enumerate(evening.lines[:-1]):
        before = path.read_bytes()
        answer = player.type(typed.text)
        assert missing(answer, typed.expected) is None, (typed.line, typed.text, missing(answer, typed.expected), answer)
        if number % seldom and typed is not evening.lines[-2]:
            continue  # the whole log is read anew
        log = Log(str(path))
        records = [record for record in log.records() if record.rulings]
        assert state(player.session.game.situation) == state(log.game.situation), (typed.line, typed.text)
        shown = player.session.shown
        command_ = commands().command(typed.text)
        entry = command_ is None or command_[0] in ("keep", "roll")
        if entry and path.read_bytes() != before and shown is not None and records and player.session.doubt is None:
            assert records[-1].verdict == shown[0].verdict, (typed.line, typed.text)
            assert records[-1].rulings[-1].computed.get("result") == shown[0].rulings[-1].computed.get("result"), (typed.line, typed.text)
            told += 1
    assert told
    player.file.close()
    again = Player(path, evening.lang)  # and a session that is begun anew goes on at the same place
    assert again.session.prompt() == player.session.prompt()
    assert state(again.session.game.situation) == state(player.session.game.situation)
    assert (again.session.waiting is None) == (player.session.waiting is None)


@looked_at(3)
def test_the_log_is_the_game_whatever_is_typed(name: str, seldom: int, tmp_path: Path) -> None:
    """As above, with lines left out, typed again and taken back, stray dice, notes, headers and nonsense in between."""
    evening, path, rng = load(name), tmp_path / "game.log", random.Random(0)
    begun(evening, path)
    player = Player(path, evening.lang)
    recorded: list[tuple[str, str, Any]] = []
    tell = player.session.voice.ruling

    def ruling(ruling: Ruling, book: Rulebook, kept: bool) -> None:
        recorded.extend([(ruling.text, ruling.verdict, ruling.computed)] if kept else [])
        tell(ruling, book, kept)

    player.session.voice.ruling = ruling  # type: ignore[method-assign]
    pool = [line.text for line in evening.lines]
    history: list[str] = []
    for text in pool[rng.randrange(len(pool) // 2) :][:30]:
        history += [text] if rng.random() < 0.8 else []
        history += rng.choices((*STRAY, rng.choice(pool)), k=rng.choice((0, 0, 1, 2)))
    for number, text in enumerate(history):
        recorded.clear()
        player.type(text)
        if player.session.over:
            break
        if number % seldom:
            continue
        found, again = list(Log(str(path), None, True).records()), replay(path.read_bytes(), str(path), None, evening.lang)
        assert not [(record.text, record.problem) for record in found if record.problem is not None], history[: number + 1]
        assert state(player.session.game.situation) == state(again.game.situation), history[: number + 1]
        assert (player.session.waiting is None) == (again.waiting is None), history[: number + 1]
        assert (player.session.game.open is None) == (again.game.open is None), history[: number + 1]
        if recorded:
            last = [(item.text, item.verdict, item.computed) for item in [record for record in found if record.rulings][-1].rulings]
            assert last[-len(recorded) :] == recorded[-len(last) :], history[: number + 1]
    player.file.close()


# ---- over a pipe --------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", some(evenings(), 2, 4))
def test_over_a_pipe(name: str, tmp_path: Path) -> None:
    """Every line is answered by one JSON object for each ruling, and what says it is recorded stands in the log, with that verdict."""
    evening, path = load(name), tmp_path / "game.log"
    begun(evening, path)
    typed = "".join(f"{line.text}\n" for line in evening.lines)
    argv = command(path, evening, "--format", "jsonl")
    done = subprocess.run(argv, input=typed, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT, check=False)
    assert done.returncode == 0
    assert not done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    answered = [row["typed"] for row in rows if not row.get("more")]
    assert answered == [line.text for line in evening.lines]
    standing: list[dict[str, Any]] = []
    for row in rows:
        if "undone" in row and standing and standing[-1]["declaration"] in row["undone"]:
            standing.pop()
        if row.get("recorded") and "verdict" in row:
            standing.append(row)
    verdicts = {row["declaration"]: row["verdict"] for row in standing}
    records = [record for record in Log(str(path)).records() if record.rulings]
    assert records
    for record in records:
        for ruling in record.rulings:
            if ruling.text in verdicts:
                assert verdicts[ruling.text] == ruling.verdict, (record.line, record.text)
    assert sum(ruling.text in verdicts for record in records for ruling in record.rulings) >= len(records) // 2
    assert_confirmed(path)


def stands(game: Any) -> dict[str, Any]:
    """All that is known of the position."""
    s = game.situation
    things = {name: {id_: dict(thing.facts) for id_, thing in getattr(s, name).items()} for name in ("units", "markers", "hexes", "hexsides", *s.lists)}
    return {**things, "facts": dict(s.facts), "history": dict(s.history), "eliminated": set(s.eliminated), "options": dict(s.options)}


@pytest.mark.parametrize(
    ("name", "near"), some([(name, (at + both) % 2 == 0) for both in range(2) for at, name in enumerate(("fpa", "ocs", "pd", "gdp", "bcs"))], 3, 2)
)
def test_what_is_taken_back_and_brought_back_stands_as_the_log_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, near: bool) -> None:
    """Also where a session keeps only the last two entries, and a place to read on from behind every line."""
    if near:
        monkeypatch.setattr("adjudicator.table.recorder.UNDO_DEPTH", 2)
        monkeypatch.setattr("adjudicator.table.recorder.APART", 0)
        monkeypatch.setattr("adjudicator.table.replay.APART", 0)
        monkeypatch.setattr("adjudicator.table.replay.RECENT", 2)
    script, rng, log = load(name), random.Random(name), tmp_path / "game.log"
    begun(script, log)
    player = Player(log, script.lang)
    undo, redo = (commands().names[script.lang][concept] for concept in ("undo", "redo"))
    for typed in script.lines:
        player.type(typed.text)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
            player.type(rng.choice((undo, undo, redo)))
            session, found = player.session, replay(player.file.content(), str(log), None, script.lang)
            assert stands(session.game) == stands(found.game), typed.text
            assert (session.waiting is None) == (found.waiting is None), typed.text
            assert session.began + session.entries == found.entries, typed.text
    player.file.close()


@pytest.mark.parametrize(("name", "more"), [("gdp.es", ["pasa", "pasa", "pasa", "sale 1Rif"]), ("pd", []), ("bcs", [])])
def test_it_makes_no_difference_where_the_part_begins_that_is_judged_in_full(tmp_path: Path, name: str, more: list[str]) -> None:
    """Lines that are one entry are not parted there: what follows them would be read otherwise."""
    script, log = load(name), tmp_path / "game.log"
    begun(script, log)
    player = Player(log, script.lang)
    names = commands().names[script.lang]
    for text in [*(typed.text for typed in script.lines[:20] if typed.text not in names.values()), *more]:
        player.type(text)
        if player.session.doubt is not None:
            player.type(names["keep"])
    raw = log.read_bytes()
    found = [replay(raw, str(log), None, script.lang, end=end) for end in range(1, raw.count(b"\n"))]
    for other in found:
        assert stands(other.game) == stands(player.session.game) and other.entries == found[0].entries
        assert other.shown is not None
    player.file.close()
