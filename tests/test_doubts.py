"""Doubts at the table, numbers that nothing is counted to, clocks that jump: live and log are alike, nothing goes round in circles, no edit is missed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from adjudicator.files.yaml import load_document
from adjudicator.ground import work
from adjudicator.ground.declaration import Act, Aid
from adjudicator.ground.facts import InputError
from adjudicator.kit.lines import leading_to
from adjudicator.play.referee import MOST, counted
from adjudicator.table import LogFile
from tests.conftest import cases, game_of
from tests.evenings import Player, begun, load
from tests.hostile.sessions import alike


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("pd", ["next", "10 HQ activates all", "show Rybn Rybn", "keep late"]),  # a line that is no command after all ends the doubt
        ("ocs.es", ["fase de combate", "16MC, 79Mot y 12Pz atacan 1510", "44ID avanza a 1510", "79Mot ataca 1511", "16MC"]),  # both hang on it
        (
            "fpa.es",
            ["3010 no es población", "3010 es claro", "16Pz y 19Pz atacan 3010", "19Pz ataca 3009", "roll", "mantener así lo quisimos"],
        ),  # a die between
        ("fpa", ["next", "turn 6", "100J moves 2520-2420", "Who controls Khmelnik?", "no river between 2420 and 2520"]),  # it answers the move
    ],
)
def test_a_doubt_leaves_live_and_log_alike(name: str, lines: list[str], tmp_path: Path) -> None:
    script, log = load(name), tmp_path / "game.log"
    begun(script, log)
    player = Player(log, script.lang)
    for line in lines:
        player.type(line)
        alike(player)
    player.file.close()


def test_what_is_meant_in_two_ways_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is whole as it stands: it is not completed, and not heard again as itself."""
    from adjudicator.language import NotUnderstood
    from adjudicator.play import second

    def two(game: object, text: str, line: object) -> NotUnderstood:
        error = NotUnderstood("two_ways", text, 0, len(text))
        error.ways = (line, line)
        return error

    monkeypatch.setattr(second, "doubted", two)
    monkeypatch.setattr("adjudicator.play.game.Game._doubtful", lambda self, text: True)
    script, log = load("pd"), tmp_path / "game.log"
    begun(script, log)
    player = Player(log, script.lang)
    before = log.read_bytes()
    assert player.type("541 moves 1509-1510").count("541 moves 1509-1510") < 4
    assert log.read_bytes() == before
    player.file.close()


@pytest.mark.parametrize("content", [MOST + 1, -MOST - 1, (1, 10**8), [Aid("air", None, 10**8)]])
def test_a_number_that_nothing_is_counted_to_is_told(content: object) -> None:
    with pytest.raises(InputError) as told:
        counted([content])
    assert told.value.key == "too_large"


def test_numbers_that_are_counted_to_are_fine() -> None:
    counted([MOST, True, None, "99999999", (1, "x"), [Aid("air", None, 3)], Act("move", {}, "", 0, 0)])


def test_ninety_nine_million_shots_are_not_counted_one_by_one() -> None:
    """It would take hours."""

    case = next(case for case in cases("bcs") if case["id"] == "bcs-5.2b-08")
    record = game_of("bcs", case["situation"]).hear("US1 dispara 99999999 Enfrentamientos contra US9")
    assert record.problem is not None and getattr(record.problem.error, "key", "") == "too_large"


@pytest.mark.parametrize("shift", [0, -(10**9), 10**9])
def test_clocks_that_jump_change_no_answer(shift: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is changed is read again, whatever its time says: it is the same as before, lies thirty years back or ahead."""
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "s.yaml"
    file.write_text("vp: 1", encoding="utf-8")
    found = os.stat(file)
    assert load_document(str(file), cached=True).data == {"vp": 1}
    time.sleep(0.02)  # the clock of a file system goes in steps
    file.write_text("vp: 2", encoding="utf-8")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns + shift * 10**9))
    assert load_document(str(file), cached=True).data == {"vp": 2}


def test_an_edit_of_a_log_that_hides_is_noticed(tmp_path: Path) -> None:
    """One that keeps the size and puts the time back; and a clock that was set changes nothing."""
    path = tmp_path / "game.log"
    path.write_text("frost\n", encoding="utf-8")
    file = LogFile(str(path))
    found = os.stat(path)
    os.utime(path, (0, 4 * 10**9))
    assert not file.changed()
    time.sleep(0.02)
    path.write_text("storm\n", encoding="utf-8")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert file.changed()
    file.close()


def test_what_is_searched_for_all_units_at_once_is_counted() -> None:
    """So that a ruling that tries values of what nobody stated ends."""
    before = work._done
    assert len(leading_to([0], lambda place: [place + 1] if place < 99 else [])) == 100
    assert work._done - before == 100


def test_who_retreats_has_to_be_named() -> None:

    game = game_of("gdp", {"rulebook": "gdp"})
    with pytest.raises(InputError):
        game.referee.judge(Act("retreats", {}, "", 0, 0), [], [], False)
