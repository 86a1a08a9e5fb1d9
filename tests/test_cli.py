"""The commands: every exit code, both languages, standard input, JSON; whatever is typed, a message and never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.commands.cli import COMMANDS, main
from adjudicator.say import output
from adjudicator.say.exits import gravest
from adjudicator.study.lint import faults_of
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


def test_a_situation_for_another_rulebook(position: str, tmp_path: Path) -> None:
    make(tmp_path, "xyz")
    found = call("check", "-r", "xyz", "--rulebook-path", str(tmp_path), "-s", position, "x")
    assert found.exit_code == 5
    assert "table.yaml:1:" in found.stderr


def test_a_situation_without_a_rulebook(position: str) -> None:
    Path(position).write_text(POSITION.replace("rulebook: fpa\n", ""), encoding="utf-8")
    assert call("check", "-s", position, "16Pz attacks 3010").exit_code == 2
    assert call("check", "-r", "fpa", "-s", position, "16Pz attacks 3010").exit_code == 0


# ---- a broken rulebook -------------------------------------------------------------------------------------------------------------
def make(folder: Path, name: str) -> Path:
    assert call("new-rulebook", name, "--into", str(folder)).exit_code == 0
    return folder / name


@pytest.mark.parametrize(
    ("file", "text", "part"),
    [
        ("r08_combat.py", "raise ValueError('oh')", "r08_combat.py:1"),
        ("r08_combat.py", "def (", "r08_combat.py"),
        ("book.yaml", "title: [", "book.yaml:"),
        ("lexicon.yaml", "words: {SIDE: {blue: '[a'}}", "lexicon.yaml"),
    ],
)
def test_a_broken_rulebook(tmp_path: Path, file: str, text: str, part: str) -> None:
    name = f"broken{abs(hash((file, text)))}"
    (make(tmp_path, name) / file).write_text(text, encoding="utf-8")
    for arguments in (["check", "-r", name, "A1 attacks 0505"], ["check", "-r", name, "--lang", "es", "A1 attacks 0505"]):
        found = call(*arguments, "--rulebook-path", str(tmp_path))
        assert found.exit_code == 5
        assert part in found.stderr
        assert found.stdout == ""
    if file != "lexicon.yaml":
        listed = call("rulebooks", "--rulebook-path", str(tmp_path))
        assert listed.exit_code == 5
        assert part in listed.output
        assert "Breakout: First Panzer Army" in listed.output


def test_a_rule_that_fails_is_named(tmp_path: Path) -> None:
    folder = make(tmp_path, "failing")
    path = folder / "r08_combat.py"
    path.write_text(path.read_text(encoding="utf-8").replace("    columns =", "    1 / 0\n    columns ="), encoding="utf-8")
    facts = "A1 5-5 at 0504; A1 is blue; R1 4-4 at 0505; R1 is red; 0505 is clear; "
    found = call("check", "-r", "failing", "--rulebook-path", str(tmp_path), facts + "A1 attacks 0505")
    assert found.exit_code == 5
    assert "r08_combat.py:" in found.stderr
    assert "ZeroDivisionError" in found.stderr
    assert "ADJUDICATOR_DEBUG" in found.stderr


# ---- conformance -------------------------------------------------------------------------------------------------------------------
def case_file(tmp_path: Path, text: str, name: str = "fpa.yaml") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


CASE = """\
- id: one
  rules: ["13.8"]
  situation: {weather: thaw, phase: "german combat 1", hexes: {"3010": {terrain: clear}}, hexsides: {"3011/3010": []}, units: [
    {id: 16Pz, side: german, kind: panzer, class: mechanized, size: division, attack: 8, defense: 8, steps: 4, at: "3011"},
    {id: 47R, side: soviet, kind: rifle, class: non_mechanized, size: corps, attack: 5, defense: 4, steps: 2, at: "3010"}]}
  declaration: {en: 16Pz attacks 3010, es: 16Pz ataca 3010}
  expect: {verdict: legal, odds: "2:1"}
"""


def test_conformance_passes(tmp_path: Path) -> None:
    path = case_file(tmp_path, CASE)
    found = call("conformance", path)
    assert found.exit_code == 0
    assert found.output.endswith("1 cite every number\n1 passed, 0 failed\n")
    code, said = data("conformance", path)
    assert (code, said) == (0, {"total": 1, "passed": 1, "failed": 0, "cite_all": 1, "cases": [{"id": "one", "ok": True, "differs": {}, "uncited": []}]})


def test_conformance_says_what_differs(tmp_path: Path) -> None:
    path = case_file(tmp_path, CASE.replace('"2:1"', '"3:1"').replace('["13.8"]', '["13.8", "4.2"]'))
    for lang, part in (("en", "en and es: odds: expected 3:1, got 2:1"), ("es", "en y es: odds: se esperaba 3:1 y sale 2:1")):
        found = call("conformance", path, "--lang", lang)
        assert found.exit_code == 1
        assert part in found.output
        assert "4.2" in found.output
        assert found.output.endswith("0 passed, 1 failed\n")
    code, said = data("conformance", path)
    assert code == 1
    assert said["cases"][0] == {"id": "one", "ok": False, "differs": {"en": {"odds": ["3:1", "2:1"]}, "es": {"odds": ["3:1", "2:1"]}}, "uncited": ["4.2"]}
    assert said["cite_all"] == 0


def test_conformance_as_junit(tmp_path: Path) -> None:
    from xml.etree import ElementTree

    path = case_file(tmp_path, CASE + CASE.replace("id: one", 'id: "<two & \\u0001>"').replace("legal", "illegal"))
    found = call("conformance", path, "--format", "junit")
    assert found.exit_code == 1
    root = ElementTree.fromstring(found.output.encode())
    assert (root.attrib["tests"], root.attrib["failures"]) == ("2", "1")
    assert len(root.findall(".//testcase")) == 2
    failure = root.find(".//failure")
    assert failure is not None
    assert "expected illegal, got legal" in (failure.text or "")


@pytest.mark.parametrize(
    "case",
    [
        "- 3",
        "- {id: x}",
        "- {id: x, situation: {}, declaration: {}, expect: {}}",
        "- {id: x, situation: {}, declaration: {en: a, es: 7}, expect: {verdict: legal}}",
        "- {id: x, situation: {units: 7}, declaration: {en: a, es: b}, expect: {verdict: legal}}",
        "- {id: x, situation: {}, declaration: {en: frost, es: hielo}, expect: {verdict: legal}}",
        "- {id: x, situation: {}, declaration: {en: frost, es: hielo}, expect: {verdict: legal, shifts: 7}}",
    ],
)
def test_a_faulty_case_is_that_cases_fault(tmp_path: Path, case: str) -> None:
    code, said = data("conformance", case_file(tmp_path, CASE + case + "\n"))
    assert code == 1
    assert (said["passed"], said["failed"]) == (1, 1)


def test_conformance_files_that_are_broken(tmp_path: Path) -> None:
    assert call("conformance", str(tmp_path / "fpa.yaml")).exit_code == 5
    assert call("conformance", case_file(tmp_path, "a: 1\n")).exit_code == 5
    assert call("conformance", case_file(tmp_path, "a: [\n")).exit_code == 5
    assert call("conformance", case_file(tmp_path, CASE, "strange.yaml")).exit_code == 2
    assert call("conformance", "-r", "fpa", case_file(tmp_path, CASE, "strange.yaml")).exit_code == 0
    assert call("conformance", case_file(tmp_path, CASE.replace("{weather", "{rulebook: fpa, weather"), "strange.yaml")).exit_code == 0
    assert call("conformance", "-r", "fpa", "-", stdin=CASE).exit_code == 0
    assert call("conformance", "-r", "nix", case_file(tmp_path, CASE)).exit_code == 2


def test_the_cases_of_a_rulebook_by_folder() -> None:
    found = call("conformance", str(ROOT / "rulebooks" / "fpa" / "cases.yaml"))
    assert re.search(r"\n\d+ passed, \d+ failed\n$", found.output)


# ---- coverage, explain, rulebooks, new-rulebook ------------------------------------------------------------------------------------
def test_coverage_accounts_for_every_number() -> None:
    code, found = data("coverage", "fpa")
    assert code == 0
    assert found["missing"] == found["extra"] == []
    row = next(row for row in found["numbers"] if row["number"] == "13.8.3")
    assert row["status"] == "coded"
    assert all((ROOT / place["file"]).exists() or Path(place["file"]).exists() for place in row["functions"])
    text = call("coverage", "fpa", "--lang", "es").output
    assert "13.8.3" in text
    assert "sin justificar" in text


def test_coverage_finds_what_is_unaccounted_for(tmp_path: Path) -> None:
    folder = make(tmp_path, "gaps")
    index = folder / "numbers.yaml"
    text = index.read_text(encoding="utf-8")
    index.write_text(text.replace('"9.0":', '"9.5":').replace("  why:", "  because:"), encoding="utf-8")
    code, found = data("coverage", "gaps", "--rulebook-path", str(tmp_path))
    assert code == 1
    assert found["missing"] == ["1.0", "9.5"]
    assert found["extra"] == ["9.0"]
    index.unlink()
    assert call("coverage", "gaps", "--rulebook-path", str(tmp_path)).exit_code == 5


def test_explain_a_rule() -> None:
    code, found = data("explain", "fpa", "13.8.3")
    assert code == 0
    assert found["number"] == "13.8.3"
    assert {function["name"] for function in found["functions"]} >= {"terrain_in_the_hex"}
    for function in found["functions"]:
        path = Path(function["file"])
        line = (path if path.is_absolute() else Path.cwd() / path).read_text(encoding="utf-8").splitlines()[function["line"] - 1]
        assert line.startswith(("@rule", "@derives", "def ")), line
    assert found["readings"][0]["id"] == "A-24"
    assert "13.8.4" in {row["number"] for row in found["exceptions"]}
    assert any(case.startswith("fpa-") for case in found["cases"])
    english, spanish = (call("explain", "fpa", "13.8.3", "--lang", lang).output for lang in ("en", "es"))
    assert "Terrain shifts" in english
    assert english != spanish


def test_explain_prints_tables() -> None:
    assert re.search(r"3 +AL1 +AS +DR +DR +DL1", call("explain", "fpa", "14").output)


@pytest.mark.parametrize("number", ["13.8.9", "99", "x", "", "13.8.3.1"])
def test_explain_an_unknown_number(number: str) -> None:
    found = call("explain", "fpa", number)
    assert found.exit_code == 2
    if number.startswith("13"):
        assert "13.8.3" in found.stderr


def test_the_index_of_a_rulebook() -> None:
    code, rows = data("explain", "fpa")
    assert code == 0
    assert {"number": "13.10", "title": "Advance after combat"} in rows
    assert "13.10  Avance" in call("explain", "fpa", "--lang", "es").output


@pytest.mark.parametrize("number", [row["number"] for row in json.loads(CliRunner().invoke(main, ["explain", "fpa", "--format", "json"]).stdout)])
def test_every_number_can_be_explained(number: str) -> None:
    for lang in ("en", "es"):
        assert call("explain", "fpa", number, "--lang", lang).output.startswith(f"fpa {number}  ")


def test_rulebooks() -> None:
    code, rows = data("rulebooks")
    assert code in (0, 5)
    row = next(row for row in rows if row["id"] == "fpa")
    assert (row["title"], row["languages"], row["numbers"] > 60) == ("Breakout: First Panzer Army", ["en", "es"], True)
    assert "edición" in call("rulebooks", "--lang", "es").output


def test_a_new_rulebook_works_at_once(tmp_path: Path) -> None:
    folder = make(tmp_path, "evening")
    path = ["--rulebook-path", str(tmp_path)]
    assert call("conformance", str(folder / "cases.yaml"), *path).output.endswith("3 passed, 0 failed\n")
    assert call("coverage", "evening", *path).exit_code == 0
    assert call("explain", "evening", "8.2", *path).exit_code == 0
    assert call("check", "-r", "evening", *path, "A1 5-5 at 0504; A1 is blue; R1 4-4 at 0505; R1 is red; A1 attacks 0505").exit_code == 0
    assert call("new-rulebook", "evening", "--into", str(tmp_path)).exit_code == 2
    for name in ("Evening", "7x", "a b", "../x", "fpa"):
        assert call("new-rulebook", name, "--into", str(tmp_path)).exit_code == 2
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert call("new-rulebook", "late", "--into", str(tmp_path / "file")).exit_code == 2


# ---- whatever is typed ---------------------------------------------------------------------------------------------------------------
WORDS = ["16Pz", "47R", "attacks", "ataca", "3010", "3011", ";", ",", "roll 3", "with", "KG Br", "?", "can", "frost", "moves", "0-0", "13.8", "= x"]
WORDS += ["\x00", "ñ", "hexes[3010].terrain = ", "-" * 30]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), min_size=1, max_size=8).map(" ".join))
def test_no_declaration_makes_a_traceback(position: str, text: str) -> None:
    for fmt in ("text", "json"):
        found = call("check", "-s", position, "--format", fmt, "--", text)
        assert found.exit_code in (0, 1, 2, 3, 4), (text, found.output)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_situation_makes_a_traceback(position: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(POSITION) - 1))
    piece = data.draw(st.sampled_from(["", "7", "[", "}", ": ", "\n", "- ", "null", "'", "\t", "units: 3\n", "{a: 1}", "&x ", "*x", "!!python/object:x "]))
    length = data.draw(st.integers(0, 12))
    Path(position).write_text(POSITION[:cut] + piece + POSITION[cut + length :], encoding="utf-8")
    found = call("check", "-s", position, "16Pz attacks 3010")
    assert found.exit_code in (0, 1, 2, 3, 4, 5), found.output
    assert "fault" not in found.output, found.output


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(st.sampled_from([*COMMANDS, "fpa", "--lang", "es", "--format", "json", "-", "-r", "13.8"]), st.text(max_size=6)), max_size=4))
def test_no_command_line_makes_a_traceback(arguments: list[str]) -> None:
    if "new-rulebook" in arguments or "table" in arguments:
        return
    assert call(*arguments, stdin="").exit_code in (0, 1, 2, 3, 4, 5)


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
    from adjudicator.commands.check import check_command
    from adjudicator.commands.door import plain

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
