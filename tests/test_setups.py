"""Set-ups by name, what a rulebook allows, and the commented position to fill in."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.book import situations
from adjudicator.commands.cli import main
from adjudicator.commands.new_situation import template
from adjudicator.files.fault import Broken
from adjudicator.files.places import LANGUAGES
from adjudicator.log.reader import Log
from adjudicator.say.words import Say
from adjudicator.study import vocabulary
from tests.conftest import BOOKS, rulebook

SETUPS = [setup for name in BOOKS for setup in vocabulary.setups(rulebook(name), Say("en", rulebook(name)))]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_one(name: str) -> None:
    assert any(setup.name.startswith(f"{name}:") for setup in SETUPS)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_setup(setup: vocabulary.Setup, tmp_path: Path) -> None:
    """It loads by its name, in a log too; its own log can be read; both languages say what it is."""
    book, position = situations.load(setup.name)
    assert setup.name.partition(":")[0] == book.id
    entry = book.meta["setups"][setup.name.partition(":")[2]]
    assert all(entry[lang] for lang in LANGUAGES)
    path = tmp_path / "game.log"
    path.write_text(f"situation {setup.name}\n", encoding="utf-8")
    log = Log(str(path))
    assert [record.problem for record in log.records() if record.problem] == []
    assert log.game.situation.units.keys() == position.units.keys()
    if setup.log:
        records = list(Log(setup.log).records())
        assert records
        assert [record.text for record in records if record.problem] == []
        assert call("validate", setup.name).output == call("validate", setup.log).output


@pytest.mark.parametrize("name", ["pd:begin", "fpa:"])
def test_no_such_setup(name: str, tmp_path: Path) -> None:
    with pytest.raises(Broken):
        situations.located(name)
    found = call("check", "-s", name, "--lang", "en", "16Pz attacks 2119")
    assert found.exit_code == 5
    assert "has no set-up" in found.output
    path = tmp_path / "game.log"
    path.write_text(f"rulebook fpa\nsituation {name}\n", encoding="utf-8")
    assert [record.problem.key for record in Log(str(path)).records() if record.problem] == ["situation_broken"]


def test_what_is_no_setup_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert situations.located("xyz:start") == "xyz:start"  # of no rulebook
    assert situations.located("./pd:start") == "./pd:start"
    Path("pd:start").write_text("rulebook: pd\nturn: 4\n", encoding="utf-8")
    assert situations.load("pd:start")[1].known("turn") == 4


def test_a_table_begins_with_a_setup(tmp_path: Path) -> None:
    log = tmp_path / "tonight.log"
    assert CliRunner().invoke(main, ["table", str(log), "-s", "pd:turn1"], input="quit\n").exit_code == 0
    assert "situation pd:turn1" in log.read_text(encoding="utf-8").splitlines()
    assert CliRunner().invoke(main, ["table", str(log)], input="quit\n").exit_code == 0


# ---- one rulebook ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_one_rulebook(name: str, lang: str) -> None:
    """Everything that the data hold is in the text."""
    found = json.loads(call("rulebooks", name, "--format", "json", "--lang", lang).output)
    text = " ".join(call("rulebooks", name, "--lang", lang).output.split())
    assert {"terrain", "sides", "markers", "phase"} <= found["words"].keys()
    for told in [setup["name"] for setup in found["setups"]] + found["card"] + [word for words in found["words"].values() for word in words]:
        assert told in text, told


def test_what_the_text_lacks_is_on_the_card() -> None:
    """Tables that only the card prints, tables of which the text prints a part, and books whose text prints them all."""
    found = {name: json.loads(call("rulebooks", name, "--format", "json").output) for name in ("fpa", "gdp", "pd", "ocs", "bcs", "arnhem")}
    assert "tec" in found["gdp"]["card_in_part"] and "tec" in found["bcs"]["card_in_part"] and "move_mp" in found["ocs"]["card"]
    assert "crt" in found["pd"]["card"] and "isolation" in found["bcs"]["card"]
    assert not any(found[name][key] for name in ("fpa", "arnhem") for key in ("card", "card_in_part"))


# ---- a position to fill in ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_template(name: str, lang: str, tmp_path: Path) -> None:
    """It holds as it is, and with every example in it."""
    path = tmp_path / "mine.yaml"
    assert call("new-situation", name, str(path), "--lang", lang).exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert text == template(rulebook(name), lang)
    assert situations.load(str(path))[0].id == name
    path.write_text(re.sub(r"^#(?! )|^#(?=  )", "", text, flags=re.M), encoding="utf-8")
    book, position = situations.load(str(path))
    assert book.id == name
    assert len(position.units) == 1
    assert position.hexes
    assert len(position.markers) == 1
    assert call("new-situation", name, "-", "--lang", lang).output == text
    again = call("new-situation", name, str(path))
    assert again.exit_code == 2  # nothing is written over
