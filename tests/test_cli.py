"""The commands: every exit code, both languages, standard input, JSON; whatever is typed, a message and never a traceback."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.commands.cli import COMMANDS, main
from adjudicator.say import output
from adjudicator.say.exits import gravest
from tests.conftest import ROOT

POSITION = """\
rulebook: fpa
turn: 5
weather: thaw
phase: "german combat 1"
active: german
hexes: {"3010": {terrain: clear}}
hexsides: {"3011/3010": []}
units:
  - {id: 16Pz, side: german, kind: panzer, class: mechanized, size: division, attack: 8, defense: 8, steps: 4, at: "3011"}
  - {id: 47R, side: soviet, kind: rifle, class: non_mechanized, size: corps, attack: 5, defense: 4, steps: 2, supply: in, at: "3010"}
"""
DISPUTE = "frost; 16Pz 3-3 mechanized at 2218; 9Mech 6-9 mechanized at 2119; 2119 is clear; river between 2218 and 2119; 16Pz attacks 2119"


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def call(*arguments: str, stdin: str | None = None, env: dict[str, str] | None = None) -> Result:
    found = CliRunner().invoke(main, list(arguments), input=stdin, env={"LC_ALL": "C", "NO_COLOR": "1", **(env or {})})
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exc_info
    assert "Traceback" not in found.output
    return found


def data(*arguments: str, stdin: str | None = None) -> tuple[int, Any]:
    found = call(*arguments, "--format", "json", stdin=stdin)
    return found.exit_code, json.loads(found.stdout)


# ---- the group -----------------------------------------------------------------------------------------------------------------
def test_help_names_every_command_and_every_command_has_its_options() -> None:
    text = call("--help").output
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.M), name
        command = main.get_command(click.Context(main), name)
        inner = [[name, each] for each in command.commands] if isinstance(command, click.Group) else [[name]]
        for words in inner:
            own = call(*words, "--help")
            assert own.exit_code == 0
            assert "--lang [en|es]" in own.output
            assert "text|json" in own.output


@pytest.mark.parametrize(
    "words", [["explain", "fpa", "13.5"], ["draw", "fpa:river"], ["rulebooks", "pd"], ["explain", "fpa", "99.9"], ["draw", "nowhere.yaml"]]
)
def test_the_language_may_be_said_before_the_command(words: list[str]) -> None:
    assert call("--lang", "es", *words).output == call(*words, "--lang", "es").output != call(*words).output


def test_all_packages_and_commands_are_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {str(path.parent.relative_to(ROOT)).replace(os.sep, ".") for path in (ROOT / "adjudicator").rglob("__init__.py")}
    assert packages <= set(declared["tool"]["setuptools"]["packages"])
    assert declared["project"]["scripts"] == {"adjudicator": "adjudicator.commands.door:run"}
    assert {re.split(r"[<>=]", name)[0] for name in declared["project"]["dependencies"]} == {"click", "lark", "ruamel.yaml", "tabulate"}


@pytest.mark.parametrize(
    "arguments", [["chek"], ["check", "--nix"], ["check", "--format", "xml", "x"], ["check", "--lang", "fr", "x"], ["explain"], ["validate"], ["conformance"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert call(*arguments).exit_code == 2


def test_the_nearest_command_is_named() -> None:
    assert "Did you mean 'check'?" in call("chek").output
    assert "Commands:" in call("zzz").output


@pytest.mark.parametrize(("codes", "wanted"), [([], 0), ([0], 0), ([0, 3], 3), ([3, 1], 1), ([1, 4], 4), ([4, 5, 1], 5), ([0, 3, 1, 4, 5], 5)])
def test_the_gravest_code(codes: list[int], wanted: int) -> None:
    assert gravest(codes) == wanted


@pytest.mark.parametrize(
    ("env", "wanted"),
    [({"LC_ALL": "es_ES.UTF-8"}, "es"), ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_AR.UTF-8"}, "es"), ({"LC_ALL": "en_US", "LANG": "es_ES"}, "en"),
     ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "en"), ({"LC_ALL": "de_DE"}, "en")],
)  # fmt: skip
def test_the_language_of_the_environment(env: dict[str, str], wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, setting in env.items():
        monkeypatch.setenv(name, setting)
    assert output.own_language() == wanted


def test_colour_needs_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert output.in_color()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.in_color()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(sys, "stdout", type("Pipe", (), {"isatty": lambda self: False})())
    assert not output.in_color()


# ---- check -----------------------------------------------------------------------------------------------------------------------
def test_a_legal_attack(position: str) -> None:
    found = call("check", "-s", position, "16Pz attacks 3010")
    assert found.exit_code == 0
    assert found.output.startswith("LEGAL  16Pz attacks 3010")
    assert "8 = 8 16Pz (13.8)" in found.output
    assert "2:1" in found.output


def test_a_dispute_needs_no_file() -> None:
    code, found = data("check", "-r", "fpa", DISPUTE)
    assert code == 0
    assert (found["verdict"], found["odds"], found["column"], found["result"]) == ("legal", "1:3", "<1:2", "AL1")
    assert found["shifts"] == [{"by": -1, "rule": "13.8.3", "text": "all cross the river"}]
    assert found["rulebook"] == "fpa"


def test_full_titles_are_names() -> None:
    assert call("check", "-r", "Breakout: First Panzer Army", DISPUTE).exit_code == 0


def test_an_illegal_attack_in_both_languages(position: str) -> None:
    for lang, text, word in (("en", "47R attacks 3011", "ILLEGAL"), ("es", "47R ataca 3011", "ILEGAL")):
        found = call("check", "-s", position, "--lang", lang, text)
        assert found.exit_code == 1
        assert found.output.startswith(word)
        assert "(5.0)" in found.output


def test_an_undetermined_answer_is_settled_by_typing_the_fact(position: str) -> None:
    question = "is 47R in communications?"
    text = POSITION.replace("supply: in, ", "") + "units_complete: false\n"
    Path(position).write_text(text, encoding="utf-8")
    code, found = data("check", "-s", position, "is 47R in supply?")
    assert code == 3
    assert found["verdict"] == "undetermined"
    fact = found["needs"][0]["fact"]
    settled, answer = data("check", "-s", position, f"{fact} = {'in' if 'supply' in fact else 'yes'}", "is 47R in supply?")
    assert settled == 0, (question, answer)


def test_dice(position: str) -> None:
    results = {die: data("check", "-s", position, "16Pz attacks 3010", "--roll", die)[1]["result"] for die in "126"}
    assert results == {"1": "DL1", "2": "DR", "6": "EX"}
    assert data("check", "-s", position, "16Pz attacks 3010; roll 2")[1]["result"] == "DR"
    assert "roll" in data("check", "-s", position, "16Pz attacks 3010")[1]


@pytest.mark.parametrize("roll", ["x", "1.5", "-1", "1,x", "٣"])
def test_dice_that_are_none(position: str, roll: str) -> None:
    assert call("check", "-s", position, "16Pz attacks 3010", f"--roll={roll}").exit_code == 2


def test_a_die_that_cannot_be(position: str) -> None:
    found = call("check", "-s", position, "16Pz attacks 3010", "--roll", "9")
    assert found.exit_code == 4
    assert "a die with 6 sides cannot show 9" in found.output


def test_the_position_moves_on(position: str) -> None:
    code, found = data("check", "-s", position, "16Pz attacks 3010; roll 3", "16Pz attacks 3010")
    assert [ruling["verdict"] for ruling in found] == ["legal", "illegal"]
    assert code == 1


def test_declarations_on_standard_input(position: str) -> None:
    lines = "# a comment\n\n16Pz attacks 3010\n\ufeff16Pz ataca 3010\n"
    for arguments in (["check", "-s", position, "-"], ["check", "-s", position]):
        code, found = data(*arguments, stdin=lines)
        assert len(found) == 2
        assert found[0]["verdict"] == "legal"
        assert code in (1, 4)
    assert call("check", "-s", position, "-", stdin="").exit_code == 2
    assert call("check", "-s", "-", "16Pz attacks 3010", stdin=POSITION).exit_code == 0
    assert call("check", "-s", "-", "-", stdin=POSITION).exit_code == 2
    assert call("check", "-s", position, "-", "-", stdin="").exit_code == 2


def test_facts_alone_are_noted() -> None:
    found = call("check", "-r", "fpa", "frost; 2119 is clear")
    assert found.exit_code == 0
    assert found.output.startswith("NOTED")
    code, said = data("check", "-r", "fpa", "frost")
    assert (code, said["stated"]) == (0, [{"fact": "weather", "value": "frost"}])


def test_what_is_not_understood(position: str) -> None:
    code, found = data("check", "-s", position, "16Pz attaks 3010")
    assert code == 4
    error = found["error"]
    assert (error["kind"], error["word"], error["column"]) == ("not_understood", "attaks", 6)
    assert "attacks" in error["nearest"]
    for lang, word in (("en", "NOT UNDERSTOOD"), ("es", "NO SE ENTIENDE")):
        said = call("check", "-s", position, "--lang", lang, "16Pz attaks 3010", "16Pz attacks 3010")
        assert said.exit_code == 4
        assert said.output.startswith(word)
        assert "\nLEGAL" in said.output  # what follows is judged all the same


def test_what_is_ambiguous(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(POSITION + POSITION.splitlines()[-2].replace("16Pz", "16PzG") + "\n", encoding="utf-8")
    code, found = data("check", "-s", str(path), "the 16th attacks 3010")
    assert code == 4
    assert found["error"]["kind"] == "ambiguous"
    assert set(found["error"]["candidates"]) >= {"16Pz", "16PzG"}


def test_what_cannot_be_as_typed(position: str) -> None:
    code, found = data("check", "-s", position, "16Pz attacks 9999")
    assert code == 4
    assert "9999" in found["error"]["message"]
    code, found = data("check", "-s", position, "hexes[3010].colour = red")
    assert code == 4


def test_claims_are_checked(position: str) -> None:
    code, found = data("check", "-s", position, "16Pz attacks 3010; claims 3:1")
    assert code == 1
    assert found["verdict"] == "legal"
    assert found["claims"][0]["right"] == "2:1"
    assert call("check", "-s", position, "16Pz attacks 3010; claims 2:1").exit_code == 0
    assert "2:1" in call("check", "-s", position, "--lang", "es", "16Pz ataca 3010", "afirma 3:1").output.split("\n\n")[1]


def test_explain_shows_more(position: str) -> None:
    short, long = (call("check", "-s", position, "16Pz attacks 3010", *more).output for more in ([], ["--explain"]))
    assert len(long) > len(short)
    assert "+8  16Pz (13.8)" in long


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["check", "-r", "nix", "x"], 2, "fpa"),
        (["check", "x"], 2, "-r"),
        (["check", "-r", "fpa", "-s", "no such file.yaml", "x"], 5, "no such file.yaml: does not exist"),
        (["check", "-r", "fpa", "-s", ".", "x"], 5, "is a folder"),
    ],
)
def test_what_is_missing(arguments: list[str], code: int, part: str) -> None:
    found = call(*arguments)
    assert found.exit_code == code
    assert part in found.stderr
    assert call(*arguments, "--format", "json").exit_code == code


@pytest.mark.parametrize(
    ("change", "line", "part"),
    [
        (('"3011"}', "3011}"), 9, "quotes"),
        (("steps: 4", "stepps: 4"), 9, '"steps"'),
        (("kind: panzer", "kind: panzr"), 9, "panzer"),
        (("weather: thaw", "weather: sunny"), 3, "sunny"),
        (("turn: 5", "turn: five"), 2, "whole number"),
        (('"3010": {', '"9999": {'), 6, "9999"),
        (("rulebook: fpa", "rulebook: nix"), 1, "nix"),
        (("rulebook: fpa", "rulebook: [fpa]"), 1, "rulebook"),
        (("active: german", "active: german\nactive: soviet"), 6, "twice"),
        (("turn: 5", "turn: [5"), 3, "YAML"),
    ],
)
def test_a_broken_situation(position: str, change: tuple[str, str], line: int, part: str) -> None:
    Path(position).write_text(POSITION.replace(*change), encoding="utf-8")
    found = call("check", "-s", position, "16Pz attacks 3010")
    assert found.exit_code == 5
    assert f"table.yaml:{line}:" in found.stderr, found.stderr
    assert part in found.stderr
    code, said = data("check", "-s", position, "16Pz attacks 3010")
    assert (code, said["error"]["kind"], said["error"]["line"]) == (5, "broken", line)


def test_a_situation_without_a_rulebook(position: str) -> None:
    Path(position).write_text(POSITION.replace("rulebook: fpa\n", ""), encoding="utf-8")
    assert call("check", "-s", position, "16Pz attacks 3010").exit_code == 2
    assert call("check", "-r", "fpa", "-s", position, "16Pz attacks 3010").exit_code == 0


# ---- whatever is typed ---------------------------------------------------------------------------------------------------------------
WORDS = ["16Pz", "47R", "attacks", "ataca", "3010", "3011", ";", ",", "roll 3", "with", "KG Br", "?", "can", "frost", "moves", "0-0", "13.8", "= x"]
WORDS += ["\x00", "ñ", "hexes[3010].terrain = ", "-" * 30]


@settings(max_examples=12)
@example("------------------------------ 16Pz")
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), min_size=1, max_size=8).map(" ".join))
def test_no_declaration_makes_a_traceback(position: str, text: str) -> None:
    for fmt in ("text", "json"):
        found = call("check", "-s", position, "--format", fmt, "--", text)
        assert found.exit_code in (0, 1, 2, 3, 4), (text, found.output)


@settings(max_examples=25)
@given(st.data())
def test_no_situation_makes_a_traceback(position: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(POSITION) - 1))
    piece = data.draw(st.sampled_from(["", "7", "[", "}", ": ", "\n", "- ", "null", "'", "\t", "units: 3\n", "{a: 1}", "&x ", "*x", "!!python/object:x "]))
    length = data.draw(st.integers(0, 12))
    Path(position).write_text(POSITION[:cut] + piece + POSITION[cut + length :], encoding="utf-8")
    found = call("check", "-s", position, "16Pz attacks 3010")
    assert found.exit_code in (0, 1, 2, 3, 4, 5), found.output
    assert "fault" not in found.output, found.output


@settings(max_examples=20)
@given(st.lists(st.one_of(st.sampled_from([*COMMANDS, "fpa", "--lang", "es", "--format", "json", "-", "-r", "13.8"]), st.text(max_size=6)), max_size=4))
def test_no_command_line_makes_a_traceback(arguments: list[str]) -> None:
    if "new-rulebook" in arguments or "table" in arguments:
        return
    assert call(*arguments, stdin="").exit_code in (0, 1, 2, 3, 4, 5)
