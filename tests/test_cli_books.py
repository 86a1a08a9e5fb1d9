"""The commands about rulebooks: conformance, coverage, explain, rulebooks, new-rulebook, and what is said of a broken rulebook."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from tests.conftest import ROOT, every
from tests.test_cli import POSITION, call, data


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


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


def test_a_situation_for_another_rulebook(position: str, tmp_path: Path) -> None:
    make(tmp_path, "xyz")
    found = call("check", "-r", "xyz", "--rulebook-path", str(tmp_path), "-s", position, "x")
    assert found.exit_code == 5
    assert "table.yaml:1:" in found.stderr


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


def test_the_cases_of_a_rulebook_by_folder(tmp_path: Path) -> None:
    (tmp_path / "fpa").mkdir()
    assert call("conformance", case_file(tmp_path / "fpa", CASE, "cases.yaml")).output.endswith("1 passed, 0 failed\n")


# ---- coverage, explain, rulebooks, new-rulebook ------------------------------------------------------------------------------------
def test_coverage_accounts_for_every_number(monkeypatch: pytest.MonkeyPatch) -> None:
    code, found = data("coverage", "arnhem")
    assert code == 0
    assert found["missing"] == found["extra"] == []
    row = next(row for row in found["numbers"] if row["number"] == "5.14")
    assert row["status"] == "coded"
    assert all((ROOT / place["file"]).exists() or Path(place["file"]).exists() for place in row["functions"])
    monkeypatch.setattr("adjudicator.study.coverage.cases_of", lambda path: [])
    text = call("coverage", "arnhem", "--lang", "es").output
    assert "5.14" in text
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


@every(lambda: [row["number"] for row in json.loads(CliRunner().invoke(main, ["explain", "fpa", "--format", "json"]).stdout)], fast=8)
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
