"""What the table is asked for besides judging: abbreviations, what is due, facts, undo over everything, the file in all kinds of trouble."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.log.reader import Log
from adjudicator.say.catalogue import reply
from adjudicator.say.heard import commands
from adjudicator.table.terminal import offered
from tests.conftest import ROOT
from tests.evenings import Player

START = ROOT / "examples" / "german-turn" / "start.yaml"
HEAD = f"rulebook fpa\nsituation {START}\nturn 5, weather frost, german air 3\nKG Br at 2219\nphase german combat 1\n"
ATTACK = "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point and KG Br"
NOBODY = 65534
POSIX = pytest.mark.skipif(os.name == "nt", reason="files of POSIX")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Player]:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    player = Player(path, "en")
    yield player
    player.file.close()


def played(player: Player) -> str:
    return player.path.read_text(encoding="utf-8").removeprefix(HEAD)


def run(path: Path, typed: str, *options: str, **more: object) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    argv = [sys.executable, "-m", "adjudicator", "table", str(path), "--lang", "en", *options]
    return subprocess.run(argv, input=typed, capture_output=True, text=True, encoding="utf-8", env=env, check=False, timeout=60, **more)  # type: ignore[call-overload,no-any-return]


# ---- short words ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("19Pz prob 2118", "19Pz probe 2118"), ("19 prob 2118", "19Pz probe 2118"), ("19p probes 2118", "19Pz probes 2118"), ("2018 is cle", "2018 is clear")],
)
def test_words_cut_short_are_written_out(table: Player, typed: str, meant: str) -> None:
    assert table.type(typed).startswith(f"= {meant}\n")
    assert played(table) == f"{meant}\n"


@pytest.mark.parametrize("typed", ["ma 2119", "no rivr between 2218 and 2119", "st 2119 x"])
def test_nothing_is_recorded_that_may_be_something_else(table: Player, typed: str) -> None:
    told = table.type(typed)
    assert "column" in told
    assert played(table) == ""


def test_what_is_cut_too_short_is_asked_back(table: Player) -> None:
    told = table.type("1 probes 2118")
    assert played(table) == ""
    assert "column" in told
    assert "may mean" in table.type("re") or "column" in table.type("re")
    assert "taken back" not in table.type("un-do")
    assert "what is thought of" not in table.type("what about 16Pz")


@pytest.mark.parametrize("typed", ["where can 16Pz", "where can 16pz?", "where can 16Pz go?", "¿adónde puede ir 16Pz?", "dónde puede 16Pz"])
def test_where_can(table: Player, typed: str) -> None:
    told = table.type(typed)
    assert told.startswith("ANSWER no: the German side moves only in its own")
    assert table.session.doubt is None  # nothing is done, so nothing can be kept
    table.type("phase german movement 1")
    table.type("keep")
    told = table.type(typed)
    assert "ANSWER" in told
    assert max(map(len, told.splitlines())) < 500


@pytest.mark.parametrize(("typed", "shown"), [("hel", "undo, redo"), ("stat", "turn 5"), (":sho", "2218: 16Pz"), ("mos 2219", "11Pz 3-3")])
def test_commands_cut_short(table: Player, typed: str, shown: str) -> None:
    assert shown in table.type(typed)
    assert played(table) == ""


# ---- what is due --------------------------------------------------------------------------------------------------------------------
def test_the_program_asks_for_what_comes_next_and_of_whom(table: Player) -> None:
    table.type(ATTACK)
    assert "NEXT German: retreat 9Mech from 2119 to 2118, 2120, 2019, 2018 (13.9)" in table.type("3")
    assert "NEXT German: retreat 9Mech" in table.type("status")
    table.type("2018")
    assert "MAY German: advance into 2119 with 16Pz, 371Inf, 509Tiger (13.10)" in table.type("status")
    assert played(table).endswith("  9Mech retreats 2119-2018\n")


def test_a_result_that_stands_whatever_is_not_known_asks_for_nothing_and_is_due(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("rulebook fpa\nturn 5\ngerman combat 1; frost\n16Pz 3-4 panzer 4 steps at 2218; 9Mech 9-9 soviet mech 2 steps at 2119\n", encoding="utf-8")
    player = Player(path, "en")
    told = player.type("16Pz attacks 2119")  # 1:3 is less than the table has: no die is thrown
    assert "tell me" not in told
    assert "NEXT German: a loss, from 16Pz" in told
    assert "no die is wanted" in player.type("1")  # no unit is called so, though one begins so
    assert "LEGAL" in player.type("16pz")
    assert "has taken its step for AL1 already" in player.type("16Pz loses a step")
    player.type("undo")
    player.type("undo")
    assert "AL1 in 2119 had not been carried out" in player.type("german mech combat 1")
    player.file.close()


@pytest.mark.parametrize("typed", ["kep it", "claer", "nonsense here", "3"])
def test_a_slip_of_the_finger_drops_nothing(table: Player, typed: str) -> None:
    table.type("16Pz moves 2217")
    told = table.type(typed)
    assert "column 1" in told
    assert told.endswith("keep REASON, or undo? [undo]")
    table.type("keep late")
    assert played(table) == "16Pz moves 2217; agreed by both: late\n"


def test_a_value_that_is_none_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(f"situation {ROOT}/examples/disputes/river.yaml\n", encoding="utf-8")
    player = Player(path, "en")
    player.type("16Pz and 19Pz attack 3010")
    told = player.type("claer")
    assert "not understood" in told
    assert "none · town · fortified" in told
    assert "recorded: 3010 has no features" in player.type("non")
    player.file.close()


def test_a_header_between_an_attack_and_its_die(table: Player) -> None:
    table.type(ATTACK)
    table.type("players Ana and Luis")
    assert "DR" in table.type("3")
    (record,) = [record for record in Log(str(table.path), None, True).records() if record.rulings]
    assert record.rulings[0].computed["result"] == "DR"
    table.type("undo")
    table.type("option 12.3 off")
    assert "DR" in table.type("3")  # judged with the option, by itself
    assert table.session.game.situation.pending["result"] == "DR"


def test_a_phase_drops_no_result_in_silence(table: Player) -> None:
    table.type(ATTACK)
    table.type("3")
    assert "DR in 2119 had not been carried out" in table.type("phase german mech combat 1")
    note = [record for record in Log(str(table.path)).records() if record.notes]
    assert [item.notes[0].key for item in note] == ["left_over"]


def test_a_die_that_nothing_reads_is_told(table: Player) -> None:
    table.type("16Pz attacks 2121")  # not next to it
    table.type("keep for the test")
    assert "cannot show 9" in (told := table.type("roll 9")) or "nobody knows" in told or "no die" in told
    assert [record.code for record in Log(str(table.path)).records() if record.rulings] == [1]


def test_questions_change_nothing_and_take_no_die_away(table: Player) -> None:
    table.type(ATTACK)
    before = played(table)
    table.type("where may 9Mech retreat?")
    table.type("what if storm")
    table.type("storm; can 19Pz probe 2118?")
    assert played(table) == before
    assert table.session.game.situation.weather == "frost"
    assert "DR" in table.type("3")


def test_what_if_judges_and_records_nothing(table: Player) -> None:
    told = table.type("what if 9Mech has 3 steps; 16Pz attacks 2119")
    assert "odds" in told
    assert "nothing was recorded" in told
    assert "ILLEGAL" in table.type("y si 16Pz mueve 2217")
    assert played(table) == ""
    assert table.session.doubt is None
    assert table.session.game.situation.units["9Mech"].steps == 2


def test_a_fact_is_asked_for_once(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("rulebook fpa\nturn 5\nphase german movement 1\n16Pz german 3-3 4 steps panzer at 2218\n2217 is clear\n", encoding="utf-8")
    player = Player(path, "en")
    told = player.type("16Pz moves 2217")
    assert "UNDETERMINED" in told or "tell me" in told
    asked = 0
    while (player.session.doubt is not None or player.session.waiting is not None) and asked < 5:
        asked += 1
        need = player.session.doubt[1].rulings[0].needs[0] if player.session.doubt else player.session.waiting.needs[0]  # type: ignore[union-attr]
        player.type(next(iter(need.outcomes)))
    assert asked
    assert "tell me" not in player.type("undo") + player.type("16Pz moves 2217")
    player.file.close()
    again = Player(path, "en")
    assert not any(record.code for record in Log(str(path)).records())
    assert again.session.game.situation.units["16Pz"].hex == "2217"


def test_a_fact_that_an_attack_hangs_on_goes_before_it(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(f"situation {ROOT}/examples/disputes/river.yaml\n", encoding="utf-8")
    player = Player(path, "en")
    player.type("16Pz and 19Pz attack 3010")
    player.type("none")
    assert "column 2:1" in player.type("cl")
    player.type("3")
    assert path.read_text(encoding="utf-8").splitlines()[1:] == ["3010 is no town", "3010 is clear", "16Pz and 19Pz attack 3010", "  roll 3"] or \
        [line.split()[-1] for line in path.read_text(encoding="utf-8").splitlines()[2:]] == ["clear", "3010", "3"]  # fmt: skip


# ---- marks, notes, slips ------------------------------------------------------------------------------------------------------------
def test_what_both_agreed_on_stays_marked(table: Player) -> None:
    table.type("16Pz moves 2217")
    assert "as agreed by both" in table.type("keep  we   forgot the phase ")
    assert played(table) == "16Pz moves 2217; agreed by both: we forgot the phase\n"
    (record,) = [record for record in Log(str(table.path)).records() if record.rulings]
    assert (record.verdict, record.agreed, record.code) == ("illegal", "we forgot the phase", 1)
    assert table.type("371Inf moves 2217; acordado por ambos").startswith("ILLEGAL")  # the mark may be typed at once
    assert played(table).endswith("371Inf moves 2217; acordado por ambos\n")


def test_a_reason_is_what_the_log_says_it_is(table: Player) -> None:
    table.type("16Pz moves 2217")
    table.type('keep #1: "x"; {y} # z; agreed by both: %s')
    (record,) = [record for record in Log(str(table.path)).records() if record.rulings]
    assert record.agreed == '1: "x"; {y} z; agreed by both: %s'
    assert table.session.shown is not None
    assert table.session.shown[0].agreed == record.agreed


def test_a_remark_behind_a_line(table: Player) -> None:
    table.type(f"{ATTACK} # he said")
    assert "DR" in table.type("3 # a three")
    table.type("371Inf moves 2217 # late")
    table.type("keep # odd")
    table.type("nonsense # x")
    assert played(table).splitlines() == [ATTACK, "# he said", "  roll 3", "# a three", "# late", "371Inf moves 2217; agreed by both: odd"]
    assert [record.code for record in Log(str(table.path)).records() if record.rulings] == [0, 1]


def test_a_remark_takes_nothing_back(table: Player) -> None:
    for typed in ("#- 16Pz moves 2217", "#-- 16Pz moves 2217", "note - 16Pz moves 2217"):
        table.type(typed)
        assert "nothing to bring back" in table.type("redo")
    assert played(table) == "# - 16Pz moves 2217\n# -- 16Pz moves 2217\n# - 16Pz moves 2217\n"


def test_notes_and_slip(table: Player) -> None:
    assert "noted" in table.type("note  Ana   wins")
    assert played(table) == "# Ana wins\n"
    assert "what is to be noted" in table.type("note")
    table.type(ATTACK)
    table.type("3")
    told = table.type("slip")
    for part in ("Breakout: First Panzer Army", "Decision Games 2019", ATTACK[:40], "facts: turn 5", "2:1", "die 3", "DR", "13.8.3"):
        assert part in told
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize("lang", ["en", "es"])
def test_help_fits_one_screen(lang: str) -> None:
    told = reply(lang, "table", "help", unit="20PzGr Trains", hex="20.11")
    lines = told.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 79
    for concept in ("undo", "redo", "show", "map", "slip", "note", "what_if", "status", "next", "roll", "quit"):
        names = [name for name, meant in commands().commands.items() if meant == concept]
        text = told.lower().replace("é", "e")
        assert any(name in text for name in names), concept


def test_help_speaks_of_this_game(table: Player) -> None:
    assert "16Pz attacks 2119" in table.type("help")


def test_show(table: Player) -> None:
    assert "16Pz 3-3 (4): 2218" in table.type("show 16pz")
    assert "river" in table.type("show 2119")
    assert "no unit, hex or place" in table.type("show nonsense")
    told = table.type("map 2119").splitlines()
    assert any("2119" in line and "/" in line for line in told)
    assert "here 2119" in "\n".join(told)
    assert [line.split()[0] for line in told[-6:]] == ["north", "north-east", "south-east", "south", "south-west", "north-west"]


def test_the_map_shows_what_the_last_ruling_was_about(table: Player, tmp_path: Path) -> None:
    assert "9Mech" in table.type("map")  # nothing has been judged: all there is
    table.type("16Pz, 371Inf and 509Tiger attack 2119")
    told = table.type("map")
    assert "2119·◎" in told and "the attack" in told
    assert "retreat 9Mech" in table.type("1")
    assert "2019·←" in table.type("map")  # the retreat that is due
    for form, begins in (("svg", "<svg "), ("html", "<!DOCTYPE html>"), ("txt", " ")):
        path = tmp_path / f"now.{form}"
        assert str(path) in table.type(f"draw {path}")
        assert path.read_text(encoding="utf-8").startswith(begins)
    assert "can't be written" in table.type(f"draw {tmp_path}/none/now.svg")


def test_what_is_not_on_the_map(table: Player) -> None:
    assert "no unit, hex or place" in table.type("map 9999")
    assert "there is no hex 0000 on this map" in table.type("show 0000")
    assert "has no rule 99.9" in table.type("why 99.9")


def test_completion(table: Player) -> None:
    assert offered(table.session, "37", "") == ["371Inf"]
    assert "2119" in offered(table.session, "21", "16Pz attacks ")
    assert "attacks" in offered(table.session, "att", "16Pz ")
    assert "moves" in offered(table.session, "mov", "16Pz ") and "move" in offered(table.session, "mov", "can 16Pz ")
    assert offered(table.session, "un", "")[0] == "undo"
    assert "Ternopol" in offered(table.session, "Ter", "9SS enters at ")
    behind = offered(table.session, "", "16Pz attacks ")
    assert "2119" in behind and "undo" not in behind and not any(name.startswith("attack") for name in behind)
    first = offered(table.session, "", "")
    assert first[0] in table.session.game.situation.units  # units come before all else
    assert "371Inf" in offered(table.session, "", "16Pz and ")


# ---- undo and redo --------------------------------------------------------------------------------------------------------------------
def test_undo_and_redo_over_the_whole_game_and_over_a_crash(table: Player) -> None:
    script = ["19Pz probes 2118", ATTACK, "3", "2019", "16Pz", "phase german mech combat 1", "# said", "11Pz probes 2120"]
    for line in script:
        table.type(line)
    full = table.path.read_bytes()
    table.file.close()
    player = Player(table.path, "en")
    while "taken back" in player.type("undo"):
        pass
    assert "phase german combat 1" not in [record.text for record in Log(str(table.path)).records() if not record.text.startswith("#")]
    player.file.close()
    player = Player(table.path, "en")  # as after a crash
    count = 0
    while "brought back" in player.type("redo"):
        count += 1
    assert count == len(script) + 2  # with the three lines of state at the head, without the remark
    assert table.path.read_bytes() == full
    player.type("undo")
    player.type("19Pz probes 2019")
    player.type("keep")
    assert "nothing" in player.type("redo")
    assert b"#-- 11Pz probes 2120\n" in table.path.read_bytes()
    player.file.close()


# ---- what is told ---------------------------------------------------------------------------------------------------------------------
def test_recorded_before_it_is_told(table: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(table.session.voice, "say", lambda text: told.append((text, played(table))))
    for line in ("19Pz probes 2118", "2018 is clear", ATTACK, "3", "2019"):
        table.session.line(line)
    verdicts = [(text, log) for text, log in told if text.startswith(("LEGAL", "NOTED"))]
    assert [log.count("\n") for _, log in verdicts] == [1, 2, 3, 4, 5]


def test_verdict_first(table: Player) -> None:
    table.type("what if 19Pz probes 2118")
    told = table.type(f"what if {ATTACK}")
    assert told.startswith("LEGAL: ")
    assert "(13.0)" in told.splitlines()[0]


def test_jsonl_has_a_ruling_a_line(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    typed = ["19Pz probes 2118", "", "2018 is clear", ATTACK, "3", "16Pz moves 2217", "keep late", "nonsense here", "can 11Pz probe 2120?", "slip", "undo"]
    done = run(path, "".join(f"{line}\n" for line in typed), "--format", "jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["typed"] for row in rows] == typed
    assert rows[0]["verdict"] == "legal"
    assert rows[0]["recorded"] is True
    assert rows[2]["kind"] == "facts"
    assert rows[4]["result"] == "DR"
    assert rows[4]["owed"][0]["what"] == "retreat"
    assert rows[4]["owed"][0]["choices"] == ["2120", "2019", "2018"]
    assert (rows[5]["verdict"], rows[5]["recorded"], rows[5]["asks"]) == ("illegal", False, {"keep": True})
    assert (rows[6]["verdict"], rows[6]["recorded"], rows[6]["agreed"]) == ("illegal", True, "late")
    assert rows[7]["error"]["code"] == 4
    assert rows[8]["computed"]["answer"] == "yes"
    assert "slip" in rows[9]
    assert rows[10]["undone"].startswith("16Pz moves 2217")


def test_commands_may_be_asked_as_questions(table: Player) -> None:
    """With the signs of a question, in both languages; a note keeps its own."""
    table.session.lang = "es"
    assert table.type("¿dónde puede 16Pz?") == table.type("dónde puede 16Pz")
    assert table.type("¿por qué 13.8.3?") == table.type("por qué 13.8.3") != ""
    assert "no se ha registrado" in table.type("¿y si deshielo?")
    assert table.type("¿ayuda?") == table.type("ayuda")
    table.type("nota ¿vale?")
    assert table.path.read_text(encoding="utf-8").endswith("# ¿vale?\n")


def test_a_roll_that_may_not_be_made_is_illegal_with_its_die_or_without(table: Player) -> None:
    """An act says that it is a roll to be read; that dice were told makes no difference."""
    table.type("turn 6")
    table.type("phase weather")
    assert "ILLEGAL" in table.type("the German player rolls for the weather")
    table.type("keep")
    assert "ILLEGAL" in table.type("3")
    assert played(table).endswith("the German player rolls for the weather; agreed by both\n  roll 3\n")


def test_why_with_words_behind_it_may_be_a_question(table: Player) -> None:
    assert table.type("why 13.8.3").startswith("fpa 13.8.3")
    assert "no rule" in table.type("why 99.9")
    assert "ANSWER" in table.type("why can't 16Pz move to 2217?")
