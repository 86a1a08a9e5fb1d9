"""Hundreds of sessions killed at random moments: nothing that was answered is lost, nothing is recorded twice, each goes on where the last ended."""

from __future__ import annotations

import gc
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from adjudicator.log.reader import Log
from adjudicator.table import LogFile, Session
from adjudicator.table.replay import replay
from adjudicator.table.voice import Voice

KILLS = 240
HEAD = "rulebook fpa\nturn 5, weather frost, german air 3\nphase german movement 1\n16Pz german 3-3 4 steps panzer at 2218\n"
LINES = 60  # of a game; then another one is begun, so that reading it again stays short

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="sessions are forked")]


def script() -> list[str]:
    """The lines of a game, all of them different: facts, entries, an attack with its die and what follows."""
    lines = []
    for number in range(1, LINES + 1):
        row, column = number % 20 + 1, 30 + number // 20
        lines.append(f"{column}{row:02} is clear" if number % 3 else f"{number}R soviet 2-4 1 step rifle at {column}{row:02}")
    return lines


def play(path: str, lines: list[str], out: int) -> None:
    """Resume and type what is missing; every answer goes to ``out`` with its number, once it is given."""
    file = LogFile(path)
    said: list[str] = []
    session = Session(path, replay(file.content(), path, None, "en"), file, "en", Voice(said.append, "en"), False)
    for number, line in enumerate(lines[recorded(Path(path)) :], recorded(Path(path))):
        session.line(line)
        os.write(out, b"%d\n" % number)
    os.write(out, b"end\n")


def recorded(path: Path) -> int:
    """How many whole lines of the script stand in the log."""
    return path.read_bytes().removeprefix(HEAD.encode()).count(b"\n")


def warm(path: Path) -> None:
    """Load what a session needs, once for all children."""
    file = LogFile(str(path))
    Session(str(path), replay(file.content(), str(path), None, "en"), file, "en", Voice(lambda text: None, "en"), False).line("what if 3001 is clear")
    file.close()
    gc.freeze()


def test_hundreds_of_kills(tmp_path: Path) -> None:
    rng = random.Random(7)
    lines = script()
    path, games = tmp_path / "game.log", 0
    path.write_text(HEAD, encoding="utf-8")
    warm(path)
    killed = at_work = 0
    while killed < KILLS:
        begun = recorded(path)
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            try:
                play(str(path), lines, write)
            finally:
                os._exit(0)
        os.close(write)
        if rng.random() < 0.5:  # in the middle of the answers, or at any time since the start
            for _ in range(rng.randrange(1, 4)):
                os.read(read, 1)
        time.sleep(rng.random() * 0.004)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        killed += 1
        told = b""
        while select.select([read], [], [], 0)[0] and (piece := os.read(read, 1 << 16)):
            told += piece
        os.close(read)
        raw = path.read_bytes()
        assert raw.startswith(HEAD.encode())
        *whole, torn = raw.decode().removeprefix(HEAD).split("\n")
        assert whole == lines[: len(whole)], "a line was lost, doubled or changed"
        assert not torn or lines[len(whole)].startswith(torn)
        answered = [int(number) for number in told.split(b"\n")[:-1] if number.isdigit()]
        assert not answered or answered[-1] < len(whole), "an answer was given before its line was there"
        at_work += len(whole) > begun
        if len(whole) == len(lines) or b"end" in told:
            assert not any(record.code for record in Log(str(path)).records())
            path.write_text(HEAD, encoding="utf-8")
            games += 1
    assert at_work > KILLS // 10  # many were killed while they wrote
    assert games


def test_killed_while_taking_back(tmp_path: Path) -> None:
    """The log is what it was before or what it is after, whenever the kill comes."""
    rng = random.Random(8)
    path = tmp_path / "game.log"
    head, *said = f"{HEAD}3001 is clear\n3002 is clear\n3003 is clear".split("\n")
    full = "\n".join([head, *said, ""])
    states = {"\n".join([head, *said[:left], *(f"#- {line}" for line in said[left:]), ""]): left for left in range(len(said) + 1)}
    path.write_text(full, encoding="utf-8")
    warm(path)
    seen = set()
    for _ in range(KILLS // 10):
        child = os.fork()
        if not child:
            try:
                file = LogFile(str(path))
                session = Session(str(path), replay(file.content(), str(path), None, "en"), file, "en", Voice(lambda text: None, "en"), False)
                for number in range(1000):
                    session.line(rng.choice(("undo", "redo")) if number else "redo")
            finally:
                os._exit(0)
        time.sleep(rng.random() * 0.06)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert path.read_text(encoding="utf-8") in states
        seen.add(states[path.read_text(encoding="utf-8")])
    assert len(seen) > 1
    file = LogFile(str(path))
    assert [name.name for name in tmp_path.iterdir()] == ["game.log"]
    session = Session(str(path), replay(file.content(), str(path), None, "en"), file, "en", Voice(lambda text: None, "en"), False)
    for _ in said:
        session.line("redo")
    assert path.read_text(encoding="utf-8") == full
