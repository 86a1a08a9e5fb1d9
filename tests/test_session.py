"""The table session: judged at once, on the disk at once, resumed, taken back, never lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator.log.reader import Log
from adjudicator.table import LogFile, Session
from adjudicator.table.replay import replay
from adjudicator.table.voice import Voice
from tests.conftest import some

ROOT = Path(__file__).resolve().parent.parent
START = ROOT / "examples" / "german-turn" / "start.yaml"
HEAD = f"rulebook fpa\nsituation {START}\nturn 5, weather frost, german air 3\nKG Br at 2219\nphase german combat 1\n"
ATTACK = "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point and KG Br"


class Table:
    """A session without a terminal, or as if there were one."""

    def __init__(self, path: Path, tty: bool = False, lang: str = "en") -> None:
        self.path = path
        self.records = list(Log(str(path), None, True).records())
        self.out: list[str] = []
        self.file = LogFile(str(path))
        self.session = Session(str(path), replay(self.file.content(), str(path), None, lang), self.file, lang, Voice(self.out.append, lang), tty)

    def say(self, *lines: str) -> str:
        """What the session answers to some lines."""
        self.out.clear()
        for line in lines:
            self.session.line(line)
        return "\n".join(self.out)

    @property
    def log(self) -> str:
        """What stands on the disk, without the header."""
        return self.path.read_text(encoding="utf-8").removeprefix(HEAD)

    @property
    def played(self) -> str:
        """The log without the lines that were taken back."""
        return "".join(line for line in self.log.splitlines(keepends=True) if not line.startswith("#-"))

    def at(self, unit: str) -> str | None:
        """Where a unit stands."""
        found: str | None = self.session.game.situation.units[unit].hex
        return found


@pytest.fixture
def table(tmp_path: Path) -> Table:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    return Table(path)


def run(path: Path, typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The command itself, with piped input."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "adjudicator", "table", str(path), "--lang", "en", *options]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", env=env, check=False, timeout=60)


# ---- judged and written ---------------------------------------------------------------------------------------------------------
def test_a_legal_entry_is_shown_and_written(table: Table) -> None:
    assert "LEGAL" in table.say("19Pz probes 2118")
    assert table.log == "19Pz probes 2118\n"
    assert table.at("19Pz") == "2118"


def test_dice_are_asked_for_and_go_with_their_entry(table: Table) -> None:
    shown = table.say(ATTACK)
    assert "2:1" in shown
    assert table.log == f"{ATTACK}\n"  # on the disk before the die falls
    assert table.session.prompt().startswith("die")
    assert "DR" in table.say("3")
    table.say("9Mech retreats 2119-2019", "16Pz and 509Tiger advance into 2119")
    assert table.log == f"{ATTACK}\n  roll 3\n  9Mech retreats 2119-2019\n  16Pz and 509Tiger advance into 2119\n"
    assert table.at("16Pz") == "2119"
    assert not any(record.code for record in Log(str(table.path)).records())


def test_the_program_rolls(table: Table) -> None:
    assert "no die" in table.say("roll")
    table.say(ATTACK)
    assert "rolled" in table.say("roll")
    assert table.log.splitlines()[1].startswith("  roll ")
    assert table.session.game.situation.pending["result"]
    assert "no die" in table.say(":roll")


def test_typed_roll_and_spanish(table: Table) -> None:
    table.say(ATTACK, "tirada 3")
    assert table.log.endswith("\n  tirada 3\n")
    assert table.session.game.situation.pending["result"] == "DR"


def test_questions_are_answered_and_not_written(table: Table) -> None:
    assert "yes" in table.say("can 19Pz probe 2118?")
    assert table.log == ""
    assert table.at("19Pz") == "2217"


def test_facts_remarks_and_headers_are_written(table: Table) -> None:
    table.say("2018 is clear", "# nice", "> quoted", "option 12.3 on", "units[9Mech].steps = 1")
    assert table.log == "2018 is clear\n# nice\n> quoted\noption 12.3 on\nunits[9Mech].steps = 1\n"
    assert table.session.game.situation.units["9Mech"].steps == 1


def test_what_is_not_understood_is_not_written(table: Table) -> None:
    assert "column" in table.say("frobnicate the whatsit")
    assert "no option" in table.say("option 99 on")
    assert ":nonsense" in table.say(":nonsense")
    assert table.log == ""


def test_claims(table: Table) -> None:
    assert "WRONG CLAIM" in table.say(f"{ATTACK}; claims 5:1")
    table.say("roll 3")
    assert "WRONG CLAIM" in table.say("claims 6:1")
    assert table.log.endswith("  roll 3\n  claims 6:1\n")


# ---- illegal, undetermined ----------------------------------------------------------------------------------------------------------
def test_illegal_is_kept_or_taken_back(table: Table) -> None:
    shown = table.say("16Pz moves 2217")
    assert "ILLEGAL" in shown
    assert table.log == ""
    assert table.at("16Pz") == "2218"
    assert "not recorded" in table.say("undo")
    assert table.log == ""
    table.say("16Pz moves 2217", "keep")
    assert table.log == "16Pz moves 2217; agreed by both\n"
    assert table.at("16Pz") == "2217"


@pytest.mark.parametrize("tty", [True, False])
def test_nothing_is_kept_by_accident(tmp_path: Path, tty: bool) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    table = Table(path, tty)
    assert "not recorded" in table.say("16Pz moves 2217", "")
    assert table.log == ""
    assert "not recorded" in table.say("16Pz moves 2217", "deshacer")
    assert "not recorded" in table.say("16Pz moves 2217", "19Pz probes 2118")
    assert table.log == "19Pz probes 2118\n"
    table.say("371Inf moves 2217")
    table.session.end()
    assert table.log == "19Pz probes 2118\n"
    table.say("16Pz moves 2217", "mantener")
    assert table.log.endswith("16Pz moves 2217; agreed by both\n")


def test_a_stray_number_is_not_recorded(table: Table) -> None:
    assert "no die" in table.say("7")
    assert "no die" in table.say("roll 3")
    table.say(ATTACK)
    assert "cannot show 7" in table.say("7")
    assert table.log == f"{ATTACK}\n"
    table.file.close()
    again = Table(table.path)  # the die is still wanted
    assert "cannot show 7" in again.say("7")
    assert again.log == f"{ATTACK}\n"
    assert "DR" in again.say("3")


def test_entries_are_counted_as_when_they_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    done = run(path, f"2018 is clear\n19Pz probes 2118\n{ATTACK}\n3\n9Mech retreats 2119-2019\nundo\nphase german combat 2\nundo\n")
    assert "2 entries recorded in this session (4 lines)" in done.stdout
    assert "2 entries read again" in run(path, "").stdout


def test_the_rulebook_is_asked_for_again(tmp_path: Path) -> None:
    done = run(tmp_path / "new.log", "help\nnonsense\n\nfpa\nturn 5\n")
    assert done.returncode == 0
    assert (tmp_path / "new.log").read_text(encoding="utf-8").endswith("turn 5\n")
    assert done.stdout.count("rulebook (") == 4
    assert run(tmp_path / "other.log", "fpa\n", "-r", "nonsense").returncode == 2


def test_a_log_that_cannot_be_made(tmp_path: Path) -> None:
    paths = [tmp_path / "nodir" / "game.log"] + [Path("/proc/x.log")] * os.path.isdir("/proc")
    for path in paths:
        done = run(path, "", "-r", "fpa")
        assert done.returncode == 5
        assert str(path) in done.stderr
        assert "session.py" not in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_somebody_at_the_terminal_drops(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    table = Table(path, tty=True)
    table.say("16Pz moves 2217", "")
    assert table.session.doubt is None
    table.say("16Pz moves 2217", "19Pz probes 2118")
    assert table.log == "19Pz probes 2118\n"
    table.say("16Pz moves 2217")
    table.session.end()
    assert table.log == "19Pz probes 2118\n"


def test_undetermined_is_settled_by_the_fact(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    head = "rulebook fpa\nphase german movement 1\n16Pz german 3-3 4 steps panzer at 2218\n"
    path.write_text(head, encoding="utf-8")
    for answer in ("frost", "weather frost", "weather = frost", "hielo"):
        path.write_text(head, encoding="utf-8")
        table = Table(path)
        table.say("9Mech soviet 9-9 2 steps mechanized at 2018", "16Pz moves 2217-2118")
        before = path.read_text(encoding="utf-8")
        assert "UNDETERMINED" in "\n".join(table.out)
        assert table.session.doubt is not None
        assert before.endswith("at 2018\n")
        table.say(answer)
        written = path.read_text(encoding="utf-8").removeprefix(before).splitlines()
        assert "frost" in written[0] or "hielo" in written[0]
        table.file.close()


def test_undetermined_may_be_kept(table: Table) -> None:
    table.say("phase german mech combat 1", "phase german movement 2", "100J moves 2621")
    assert table.session.doubt is not None or table.log.endswith("2621\n")
    table.say("keep")
    assert table.log.endswith("100J moves 2621\n")
    assert table.at("100J") == "2621"


# ---- commands -----------------------------------------------------------------------------------------------------------------------
def test_undo_takes_back_one_after_the_other(table: Table) -> None:
    table.say("19Pz probes 2118", ATTACK, "3", "9Mech retreats 2119-2019")
    position = table.session.game.situation.copy()
    table.say("undo")
    assert table.at("9Mech") == "2119"
    table.say("9Mech retreats 2119-2019")
    assert table.session.game.situation.units["9Mech"].hex == position.units["9Mech"].hex
    table.say("undo", "undo")
    assert table.played == f"19Pz probes 2118\n{ATTACK}\n"
    assert "DR" in table.say("2")  # the die may fall again
    table.say("undo", ":undo", "deshacer")
    assert table.played == ""
    assert table.at("19Pz") == "2217"
    assert table.session.game.situation.units.keys().isdisjoint(table.session.game.situation.history)


def test_undo_reaches_what_was_recorded_before(table: Table) -> None:
    table.say("19Pz probes 2118", ATTACK, "3", "# said so")
    table.file.close()
    again = Table(table.path)
    assert "taken back: roll 3" in again.say("undo")
    assert again.played == f"19Pz probes 2118\n{ATTACK}\n# said so\n"
    assert "DR" in again.say("2")  # the die may fall again
    again.say("undo", "undo", "undo")
    assert again.played == "# said so\n"
    assert again.at("19Pz") == "2217"
    again.say("11Pz probes 2120")
    assert again.played == "# said so\n11Pz probes 2120\n"
    assert [path.name for path in table.path.parent.iterdir()] == ["game.log"]
    again.say(*["undo"] * 5)
    assert "nothing" in again.say("undo")
    assert again.path.read_text(encoding="utf-8").startswith("rulebook fpa\nsituation ")


def test_a_log_that_cannot_be_replaced_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*paths: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    before = table.path.read_bytes()
    assert "can't be written" in table.say("undo")
    assert table.path.read_bytes() == before
    assert [path.name for path in table.path.parent.iterdir()] == ["game.log"]
    table.say("19Pz probes 2118")
    assert table.log == "19Pz probes 2118\n"


def test_show_why_help(table: Table) -> None:
    assert "nothing" in table.say("why")
    shown = table.say("show")
    assert "2218: 16Pz 3-3 (4), 371Inf 3-3 (4), 509Tiger 2-2 (1)" in shown
    assert "KG Br 2219" in shown
    table.say(ATTACK)
    assert "13.8.3" in table.say("why")
    assert "undo" in table.say("help")
    table.say("quit")
    assert table.session.over
    table.file.close()
    assert "deshacer" in Table(table.path, lang="es").say(":ayuda")


# ---- the disk -------------------------------------------------------------------------------------------------------------------------
def test_a_full_disk_loses_no_more_than_the_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.say("19Pz probes 2118")

    def fails(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    assert "NOT recorded" in table.say("11Pz probes 2120")
    assert table.log == "19Pz probes 2118\n"
    assert table.at("11Pz") == "2219"  # what is not on the disk did not happen
    monkeypatch.undo()
    table.say("11Pz probes 2120")
    assert table.log == "19Pz probes 2118\n11Pz probes 2120\n"


def test_resuming(table: Table) -> None:
    table.say("19Pz probes 2118", ATTACK)
    table.file.close()
    again = Table(table.path)
    assert again.at("19Pz") == "2118"
    assert "DR" in again.say("3")
    again.say("9Mech retreats 2119-2019")
    assert again.log == f"19Pz probes 2118\n{ATTACK}\n  roll 3\n  9Mech retreats 2119-2019\n"
    again.file.close()
    last = Table(table.path)
    assert last.at("9Mech") == "2019"
    assert not any(record.code for record in last.records)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "new.log"
    done = run(path, "fpa\nturn 5, weather frost\nphase german combat 1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert path.read_text(encoding="utf-8").startswith("rulebook fpa\nedition ")
    assert path.read_text(encoding="utf-8").endswith("phase german combat 1\n")
    done = run(path, "show\n")
    assert "turn 5" in done.stdout
    assert run(tmp_path / "other.log", "").returncode == 2
    assert run(tmp_path / "other.log", "no such book\n").returncode == 2
    assert not (tmp_path / "other.log").exists()
    assert run(tmp_path, "x\n").returncode == 5
    done = run(tmp_path / "third.log", f"{ATTACK}\nkeep\n3\n", "--situation", str(START))
    assert "LEGAL" in done.stdout
    assert "  roll 3\n" in (tmp_path / "third.log").read_text(encoding="utf-8")


def test_json(tmp_path: Path) -> None:
    done = run(tmp_path / "new.log", "19Pz probes 2118\nnonsense nobody\n", "--situation", str(START), "--format", "json")
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert rows[0]["verdict"] in ("legal", "undetermined")
    assert rows[1]["error"]["code"] == 4


def test_a_broken_log_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    for raw in (b"rulebook nonsense\nx\n", b"\x00\x01\x02", b"16Pz attacks 2119\n"):
        path.write_bytes(raw)
        done = run(path, "16Pz attacks 2119\n")
        assert done.returncode == 5
        assert "Traceback" not in done.stderr
        assert path.read_bytes() == raw


@pytest.mark.parametrize("torn", some(["16Pz, 371In", "ñ", "  ro", "9Mech retreats 2119-2019 wi"], 2, 2))
def test_a_line_that_was_cut_off_stays_as_a_comment(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "game.log"
    path.write_bytes((HEAD + "19Pz probes 2118\n" + torn).encode()[: -1 if torn == "ñ" else None])
    done = run(path, "11Pz probes 2120\n")
    assert done.returncode == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "11Pz probes 2120"
    assert lines[-2].startswith("# ")
    assert lines[-3] == "19Pz probes 2118"


def test_a_line_that_only_lacks_its_end_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD + "19Pz probes 2118", encoding="utf-8")
    run(path, "11Pz probes 2120\n")
    assert path.read_text(encoding="utf-8") == HEAD + "19Pz probes 2118\n11Pz probes 2120\n"


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT", "SIGTERM"])
def test_a_session_that_is_killed_keeps_what_it_recorded(tmp_path: Path, how: str) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "adjudicator", "table", str(path), "--lang", "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdin is not None
        process.stdin.write("19Pz probes 2118\n11Pz probes 2120\n")
        process.stdin.flush()
        end = time.monotonic() + 30
        while "2120" not in path.read_text(encoding="utf-8") and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(getattr(signal, how))
        process.stdin.close()
        process.wait(30)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert path.read_text(encoding="utf-8") == HEAD + "19Pz probes 2118\n11Pz probes 2120\n"
    again = Table(path)
    assert again.at("11Pz") == "2120"


def test_the_other_of_two_values_may_be_denied(tmp_path: Path) -> None:
    """No river is the answer none; a denial of what has more values is none."""
    head = "rulebook fpa\nphase german combat 1\nfrost\n7Pz german 5-5 4 steps panzer at 3316\n60R soviet 3-4 2 steps rifle at 3315\n3315 is clear\n"
    path = tmp_path / "game.log"
    for answer, told in (("no river", "no river between"), ("sin río", "no river between"), ("river", "river between")):
        path.write_text(head, encoding="utf-8")
        table = Table(path)
        table.say("7Pz attacks 3315")
        before = path.read_text(encoding="utf-8")
        table.say(answer)
        assert told in path.read_text(encoding="utf-8").removeprefix(before), answer
        table.file.close()
