"""What other programs may use (adjudicator.api), and rulebooks that others write."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

import adjudicator
from adjudicator.commands.cli import main
from tests.conftest import ROOT


def call(*arguments: str) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(main, list(arguments))


def test_the_python_of_the_readme() -> None:
    """The Python block runs as it stands, and prints what its comments say."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    done = subprocess.run([sys.executable, "-c", block], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"#> (.*)", block)


def test_a_game() -> None:
    game = adjudicator.open_game(situation=adjudicator.open_situation(ROOT / "examples" / "ocs" / "start.yaml"))
    assert game.hear("combat phase").error is None
    open_ = game.hear("16MC, 79Mot and 12Pz attack 1510")
    assert (open_.verdict, [need.fact for need in open_.rulings[0].needs]) == ("legal", ["pending.lead.german", "pending.lead.soviet"])
    for line in ("16MC leads", "6Tk leads", "roll 4 5"):
        assert game.hear(line).verdict == "legal"
    answer = game.hear("roll 2 2 3")
    assert answer.rulings[0].numbers["result"] == "Ao1 Do1"
    assert answer.json()[0]["result"] == "Ao1 Do1"
    assert any(text.endswith("(OCS Surprise)") for text in answer.rulings[0].texts)
    assert game.situation.facts["pending"]["result"] == "Ao1 Do1"
    assert game.hear("roll 1").error == "1 dice told, none are wanted here"


def test_data_are_checked() -> None:
    with pytest.raises(adjudicator.Broken):
        adjudicator.open_situation({"rulebook": "fpa", "wether": "frost"})
    with pytest.raises(adjudicator.UnknownRulebook):
        adjudicator.open_rulebook("chess")
    with pytest.raises(ValueError, match="needs"):
        adjudicator.open_game()
    assert adjudicator.open_game(adjudicator.open_rulebook("fpa")).hear("gibberish nobody said").error


def test_the_command_line_does_not_load_it() -> None:
    code = "import sys; from adjudicator.commands import cli; assert 'adjudicator.api' not in sys.modules; assert 'importlib.metadata' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)


# ---- rulebooks of others --------------------------------------------------------------------------------------------------------------
@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook in a folder of its own, with a situation and a log beside it that name it by a path."""
    monkeypatch.delenv("ADJUDICATOR_RULEBOOKS", raising=False)
    monkeypatch.chdir(tmp_path)
    assert call("new-rulebook", "mine", "--into", str(tmp_path / "books")).exit_code == 0
    (tmp_path / "table.yaml").write_text('rulebook: books/mine\nunits:\n  - {id: A1, side: red, attack: 3, defense: 3, at: "0101"}\n', encoding="utf-8")
    (tmp_path / "game.log").write_text("rulebook books/mine\nA1 attacks 0505\n", encoding="utf-8")
    return tmp_path


def test_the_tests_of_a_rulebook_are_not_loaded_with_it(foreign: Path) -> None:
    """They need pytest, which whoever only plays has not."""
    for name in ("test_mine.py", "conftest.py", "__init__.py"):
        (foreign / "books" / "mine" / name).write_text("import nothing_that_is_installed\n", encoding="utf-8")
    assert call("check", "--rulebook-path", "books", "-s", "table.yaml", "A1 attacks 0505").exit_code != 5


def test_a_file_may_name_a_folder_that_was_allowed(foreign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for how in (("--rulebook-path", "books"), ("--rulebook-path", str(foreign / "books" / "mine"))):
        found = call("check", *how, "-s", "table.yaml", "A1 attacks 0505")
        assert found.exit_code in (0, 1, 3), found.output
    monkeypatch.setenv("ADJUDICATOR_RULEBOOKS", str(foreign / "books"))
    assert call("check", "-s", "table.yaml", "A1 attacks 0505").exit_code in (0, 1, 3)
    assert "books/mine" not in call("validate", "game.log").output.replace("game.log", "")


@pytest.mark.parametrize("allowed", ["", "elsewhere", "book"])
def test_a_file_names_no_folder_by_itself(foreign: Path, allowed: str) -> None:
    """A log from a stranger never runs code: neither unasked for, nor where other folders were allowed, even with a name that begins alike."""
    ran = foreign / "ran"
    acts = foreign / "books" / "mine" / "acts.py"
    acts.write_text(f"open({str(ran)!r}, 'w')\n" + acts.read_text(encoding="utf-8"), encoding="utf-8")
    how: list[str] = []
    if allowed:
        (foreign / allowed).mkdir()
        how = ["--rulebook-path", allowed]
    assert call("check", *how, "-s", "table.yaml", "A1 attacks 0505").exit_code == 5
    assert call("validate", *how, "game.log").exit_code == 5
    (foreign / "other.log").write_text("situation table.yaml\nA1 attacks 0505\n", encoding="utf-8")
    assert call("validate", *how, "other.log").exit_code == 5
    (foreign / "up.log").write_text(f"rulebook {allowed or 'books'}/../books/mine\nA1 attacks 0505\n", encoding="utf-8")
    assert call("validate", *how, "up.log").exit_code == 5
    assert not ran.exists()


class Entry:
    """An entry point, as importlib.metadata gives it."""

    def __init__(self, name: str, made: Any) -> None:
        self.name, self.value, self.made = name, "some.package", made

    def load(self) -> Any:
        """What it names."""
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


def test_a_package_registers_a_rulebook(foreign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    package = ModuleType("package")
    package.__path__ = [str(foreign / "books" / "mine")]
    entries = [Entry("theirs", package), Entry("again", lambda: foreign / "books" / "mine")]

    def entry_points(group: str) -> list[Entry]:
        asked.append(group)
        return entries

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert call("check", "-r", "fpa", "16Pz 3-3 at 2218").exit_code == 0
    assert not asked  # a name that is found costs nothing
    for name in ("theirs", "again"):
        assert call("check", "-r", name, "A1 attacks 0505").exit_code in (0, 1, 3, 4)
    assert set(asked) == {"adjudicator.rulebooks"}
    assert "theirs" in call("rulebooks").output
    assert call("check", "-r", "nobodys", "A1 attacks 0505").exit_code == 2
    entries.append(Entry("broken", RuntimeError("oops")))
    assert call("check", "-r", "nobodys", "A1 attacks 0505").exit_code == 5
