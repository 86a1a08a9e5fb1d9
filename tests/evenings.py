"""Scripted evenings: tests/evenings/<rulebook>[.<language>].txt, typed at a table.  `python -m tests.evenings fpa` prints one as it is played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.table import LogFile, Session
from adjudicator.table.replay import replay
from adjudicator.table.voice import Voice
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "evenings"


class Typed(NamedTuple):
    """A line that is typed, where it stands, and what must be in the answer, in that order."""

    line: int
    text: str
    expected: list[str]


class Evening(NamedTuple):
    """A script: the situation it begins with, the language, the lines."""

    name: str
    situation: Path
    lang: str
    lines: list[Typed]


def evenings() -> list[str]:
    """The names of all scripts."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def looked_at(seldom: int) -> pytest.MarkDecorator:
    """A test of evenings that looks at the log behind every so-manieth line, its argument `seldom`: each book in one of its languages, the other in the slow
    tests; the long ones look behind every line of both."""
    some = [pytest.param(name, seldom, marks=() if at % 4 in (0, 3) else pytest.mark.slow) for at, name in enumerate(evenings())]
    return pytest.mark.parametrize(("name", "seldom"), [*some, *(pytest.param(name, 1, marks=pytest.mark.long) for name in evenings())])


def load(name: str) -> Evening:
    """A script, read."""
    settings: dict[str, str] = {}
    lines: list[Typed] = []
    for number, row in enumerate((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines(), 1):
        text = row.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("> "):
            lines.append(Typed(number, text[2:], []))
        elif lines:
            lines[-1].expected.append(text)
        else:
            key, _, value = text.partition(" ")
            settings[key] = value
    return Evening(name, (FOLDER / settings["situation"]).resolve(), settings["lang"], lines)


def begun(evening: Evening, path: Path) -> None:
    """The head of a new log for this evening."""
    path.write_text(f"situation {evening.situation}\n", encoding="utf-8")


class Player:
    """A session that is typed at, in this process."""

    def __init__(self, path: Path, lang: str) -> None:
        self.path = path
        self.out: list[str] = []
        self.file = LogFile(str(path))
        self.session = Session(str(path), replay(self.file.content(), str(path), None, lang), self.file, lang, Voice(self.out.append, lang), False)

    def type(self, text: str) -> str:
        """What the session answers."""
        self.out.clear()
        self.session.line(text)
        return "\n".join(self.out)


def missing(answer: str, expected: list[str]) -> str | None:
    """The first of the fragments that is not there, behind the ones before it."""
    at = 0
    for fragment in expected:
        found = answer.find(fragment, at)
        if found < 0:
            return fragment
        at = found + len(fragment)
    return None


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        played = load(sys.argv[1])
        log = Path(folder) / "game.log"
        begun(played, log)
        player = Player(log, played.lang)
        for typed in played.lines:
            print(f"{player.session.prompt()}{typed.text}")
            answer = player.type(typed.text)
            print(answer)
            gap = missing(answer, typed.expected)
            if gap is not None:
                print(f"!!!!! line {typed.line}: not there: {gap}")
        print(log.read_text(encoding="utf-8"))
