"""The program as a process of its own: terminals, pipes, faults told in Spanish, and the short way in of a plain check."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.commands.cli import COMMANDS, main
from adjudicator.study.lint import faults_of
from tests.conftest import ROOT
from tests.test_cli import DISPUTE, POSITION, call


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


# ---- as a process of its own ---------------------------------------------------------------------------------------------------------
def process(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **env}
    command = [sys.executable, "-m", "adjudicator", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=environment, encoding="utf-8", check=False)


def test_as_a_process(position: str) -> None:
    found = process("check", "-s", position, "-", stdin="16Pz attacks 3010\n")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("LEGAL")
    assert "\x1b" not in found.stdout
    assert process("check", "-s", position, "47R attacks 3011").returncode == 1


def test_a_terminal_without_our_letters(position: str) -> None:
    found = process("check", "-s", position, "--lang", "es", "16Pz ataca 3010", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert found.returncode == 0
    assert "proporci" in found.stdout
    assert found.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="no shell")
def test_nobody_reads_the_output(position: str) -> None:
    command = f"yes '16Pz attacks 3010' | head -300 | {sys.executable} -m adjudicator check -s {position} - | head -1"
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert found.stdout.startswith("LEGAL")
    assert found.stderr == ""


def test_only_what_is_needed_is_imported(tmp_path: Path) -> None:
    """The price of a one-shot: once a sentence of this shape was met, neither lark nor tabulate nor importlib.metadata is loaded."""
    dear = ["lark", "tabulate", "importlib.metadata", "pathlib", "logging", "ruamel.yaml"]
    code = f"""if True:
        import sys
        before = set(sys.modules)  # an editable install's finder brings modules of its own
        from adjudicator.commands.cli import main
        try:
            main(["check", "-r", "fpa", {DISPUTE!r}])
        except SystemExit:
            print([name for name in {dear!r} if name in sys.modules and name not in before], file=sys.stderr)
    """
    for _ in range(2):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "ADJUDICATOR_CACHE": str(tmp_path)}
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)
    assert found.stdout.startswith("LEGAL"), found.stderr
    assert found.stderr.strip().endswith("[]"), found.stderr


def test_commands_are_click_commands() -> None:
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert isinstance(command, click.Command)
        assert command.help


# ---- faults in Spanish -----------------------------------------------------------------------------------------------------------------
ENGLISH = re.compile(r"\b(the|is|not|must|cannot|write|without|stands|unknown|names|entry|does|has)\b")


@pytest.mark.parametrize(
    "change",
    [
        ('"3011"}', "3011}"),
        ("steps: 4", "stepps: 4"),
        ("kind: panzer", "kind: panzr"),
        ("turn: 5", "turn: five"),
        ("turn: 5", "turn: [5"),
        ("turn: 5", "turn: {a: 1}"),
        ('"3010": {', '"9999": {'),
        ('"3010": {', "3010: {"),
        ('"3010": {', '"30a": {'),
        ("[]", "[rivr]"),
        ("[]", "7"),
        ('"3011/3010"', '"3010/3010"'),
        ('"3011/3010"', '"3011"'),
        ("id: 16Pz", 'id: " 16Pz"'),
        ("id: 16Pz, ", ""),
        ("id: 16Pz", "id: 47R"),
        ("side: german", "side: gorman"),
        ("terrain: clear", "terrain: []"),
        ("turn: 5", "turn: 5\nturn: 6"),
        ("turn: 5", "\tturn: 5"),
        ("turn: 5", "turn: 5\n  a: 4"),
        ("turn: 5", "turn: !!x 5"),
        ("turn: 5", "turn: *x"),
        ("turn: 5", "markers: [{id: Br}]"),
        ("turn: 5", "options: {12.3: true}"),
        ("turn: 5", "units_complete: perhaps"),
        ("turn: 5", "adjacent: [7]"),
        ("turn: 5", "map: nix.yaml"),
        ("turn: 5", "map: 7"),
        ("turn: 5", "restricted_area: [1212]"),
        ("turn: 5", "---\nturn: 5"),
        ("rulebook: fpa", "rulebook: nix"),
        ("active: german", "active: nobody"),
        ("turn: 5", "turn: 99999999999999999999"),
        ("turn: 5", 'distance: {"3010": 4}'),
        ("turn: 5", "history: 7"),
    ],
)
def test_faults_are_told_in_spanish(position: str, change: tuple[str, str]) -> None:
    assert change[0] in POSITION
    Path(position).write_text(POSITION.replace(*change), encoding="utf-8")
    found = call("check", "-s", position, "--lang", "es", "16Pz ataca 3010")
    assert found.exit_code == 5
    said = re.sub(r'"[^"]*"|«[^»]*»', "", found.stderr)
    assert not ENGLISH.search(said), said
    assert "{" not in said


def test_an_answer_that_cannot_be_written_is_no_fault_of_the_program() -> None:

    command = f"{sys.executable} -m adjudicator check -r fpa storm"
    for where, words in ((">&-", "closed"), (">/dev/full", "could not be written")):
        done = subprocess.run(["sh", "-c", f"LANG=en {command} {where}"], capture_output=True, text=True, check=False)
        assert done.returncode == 5
        assert words in done.stderr and "report" not in done.stderr and done.stderr.count("\n") == 1


def test_a_rulebook_that_cannot_be_loaded_or_heard(tmp_path: Path) -> None:
    from adjudicator import book
    from adjudicator.commands import new_rulebook as scaffold

    folder = tmp_path / "tst"
    scaffold.write(str(folder), "tst", "TST")
    chapter = folder / "r08_combat.py"
    text = chapter.read_text().replace('Attack, "strength"', 'Attack, "strenght"').replace('"terrain_shift"', '"terain_shift"')
    chapter.write_text(text)
    faults = faults_of(book.Rulebook(str(folder)))
    assert len(faults) == 2 and '"strength"?' in faults[0] and '"terrain_shift"?' in faults[1]
    broken = tmp_path / "brk"
    scaffold.write(str(broken), "brk", "BRK")
    (broken / "r09_results.py").write_text("import os\nx = 1 / 0\n")
    with pytest.raises(book.BookFault, match=r"r09_results.py:2: ZeroDivisionError"):
        book.Rulebook(str(broken))


# ---- the way in of a plain check -------------------------------------------------------------------------------------------------
def test_the_plain_way_knows_the_options_of_check() -> None:
    """It takes those that the command declares, under the names that the command has for them."""
    from adjudicator.commands.check import check_command
    from adjudicator.commands.door import CHOICES, PLAIN

    declared = {text: option for option in check_command.params for text in option.opts if text.startswith("-")}
    assert set(PLAIN) == set(declared) - {"--rulebook-path", "--draw", "-o", "--output"}
    assert all(declared[text].name == name for text, name in PLAIN.items())
    assert {name for text, name in PLAIN.items() if getattr(declared[text], "multiple", False)} == {"rolls"}
    assert {name for text, name in PLAIN.items() if getattr(declared[text], "is_flag", False)} == {"explain"}
    choices = {name: tuple(getattr(declared[text].type, "choices", ())) for text, name in PLAIN.items()}
    assert {name: found for name, found in choices.items() if found} == {name: tuple(found) for name, found in CHOICES.items()}


@given(st.lists(st.sampled_from(["frost", "-", "-r", "fpa", "-s", "--roll", "3", "--roll=3", "--explain", "--explain=1", "--format", "json", "xml", "--lang",
                                 "es", "--", "-h", "--nonsense", "-rfpa", "", "--rulebook=fpa"]), max_size=6))  # fmt: skip
def test_the_plain_way_reads_as_the_command_does(args: list[str]) -> None:
    """What it takes means the same to the command; the rest it leaves alone."""
    from adjudicator.commands.base import Reply
    from adjudicator.commands.check import check_command
    from adjudicator.commands.door import plain

    Reply.lang = None  # as in a process of its own
    mine = plain(["check", *args])
    if mine is None:
        return
    found = check_command.make_context("check", list(args), resilient_parsing=False).params
    empty = {"rulebook": None, "situation": None, "explain": False, "fmt": "text", "lang": None, "rulebook_path": None, "draw": False, "output": None}
    assert {**empty, **mine} == found


@pytest.mark.parametrize("args", [["frost"], ["-r", "nobook", "frost"], ["-r", "fpa", "--roll", "x", "frost"], ["-r", "fpa"],
                                  ["-r", "fpa", "frost; 16Pz attacks 2119"],
                                  ["-s", "nofile.yaml", "frost"], ["-s", "nofile.yaml", "--format", "json", "--lang", "es", "frost"]])  # fmt: skip
def test_the_plain_way_answers_as_the_command_does(args: list[str]) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    told = []
    for more in ([], ["--rulebook-path", ""]):  # which the plain way does not know
        done = subprocess.run([sys.executable, "-m", "adjudicator", "check", *args, *more], capture_output=True, env=env, check=False, stdin=subprocess.DEVNULL)
        told.append((done.returncode, done.stdout, done.stderr))
    assert told[0] == told[1]
