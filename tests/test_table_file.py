"""The table and its file: one session a log, edited, lost and broken files, full disks, and the files that a log names."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from adjudicator.files.fault import Broken
from adjudicator.log.reader import Log
from adjudicator.table import LogFile
from adjudicator.table import table as run_table
from adjudicator.table.file import InUse
from adjudicator.table.recorder import read
from adjudicator.table.voice import JsonVoice
from tests.conftest import ROOT
from tests.evenings import Player
from tests.test_table import ATTACK, HEAD, NOBODY, POSIX, played, run


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Player]:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    player = Player(path, "en")
    yield player
    player.file.close()


# ---- the file in trouble --------------------------------------------------------------------------------------------------------------
@POSIX
def test_one_session_a_log(table: Player) -> None:
    before = table.path.read_bytes()
    done = run(table.path, "19Pz probes 2118\n")
    assert done.returncode == 5
    assert "another session" in done.stderr
    with pytest.raises(InUse):
        LogFile(str(table.path))
    table.type("undo")  # the file is another one now, and still ours
    assert run(table.path, "19Pz probes 2118\n").returncode == 5
    assert table.path.read_bytes().startswith(before[:40])


@POSIX
def test_a_file_edited_in_between_is_read_again(table: Player) -> None:
    table.type("19Pz probes 2118")
    text = table.path.read_text(encoding="utf-8")
    table.path.write_text(text.replace("19Pz probes 2118", "11Pz probes 2120"), encoding="utf-8")
    os.utime(table.path, ns=(1, 1))
    assert "has been read again" in table.type(ATTACK)
    assert table.session.game.situation.units["11Pz"].hex == "2120"
    assert ATTACK not in table.path.read_text(encoding="utf-8")
    other = table.path.with_name("other")
    other.write_text(text, encoding="utf-8")
    os.replace(other, table.path)  # as an editor does it
    assert "has been read again" in table.type(ATTACK)
    assert table.session.game.situation.units["19Pz"].hex == "2118"
    assert "LEGAL" in table.type(ATTACK)
    assert table.path.read_text(encoding="utf-8") == text + ATTACK + "\n"


@POSIX
def test_a_clock_that_jumps_costs_no_line(table: Player) -> None:
    """What counts is what stands in the log, not when it was written."""
    said = ["3001 is clear", "19Pz probes 2118", "3002 is clear", "3003 is clear"]
    for line, year in zip(said, (1971, 2100, 2024, 1999), strict=True):
        table.type(line)
        os.utime(table.path, ns=(1, (year - 1970) * 31_556_952 * 10**9))
    assert "taken back" in table.type("undo")
    os.utime(table.path, ns=(1, 1))
    assert "3003 is clear" in table.type("redo")
    assert table.path.read_text(encoding="utf-8").splitlines()[-4:] == said


@POSIX
def test_a_file_that_is_gone_is_put_back(table: Player) -> None:
    table.type("19Pz probes 2118")
    raw = table.path.read_bytes()
    table.path.unlink()
    assert "put back" in table.type("11Pz probes 2120")
    assert table.path.read_bytes() == raw
    assert "LEGAL" in table.type("11Pz probes 2120")
    assert table.path.read_bytes() == raw + b"11Pz probes 2120\n"


@POSIX
def test_a_file_that_was_broken_in_between_ends_the_session(table: Player) -> None:
    table.path.write_bytes(b"\x00\x01")
    table.type("19Pz probes 2118")
    assert table.session.over
    assert table.path.read_bytes() == b"\x00\x01"


@POSIX
def test_a_file_that_was_emptied_ends_the_session(table: Player) -> None:
    table.type("19Pz probes 2118")
    os.truncate(table.path, 0)
    assert "holds no game that can go on" in table.type("11Pz probes 2120")
    assert table.session.over
    assert table.session.broken
    assert table.path.read_bytes() == b""


@POSIX
def test_what_was_put_in_its_place_may_go_again(table: Player) -> None:
    table.type("19Pz probes 2118")
    aside = table.path.with_name("aside")
    table.path.rename(aside)
    for put in (os.mkdir, os.mkfifo):
        put(table.path)
        assert "can't be written" in table.type("11Pz probes 2120")
        os.rmdir(table.path) if put is os.mkdir else os.unlink(table.path)
    aside.rename(table.path)
    assert "has been read again" in table.type("11Pz probes 2120")
    assert "LEGAL" in table.type("11Pz probes 2120")
    assert played(table) == "19Pz probes 2118\n11Pz probes 2120\n"


@POSIX
@pytest.mark.parametrize(("left", "kept"), [("11Pz probes 21", "# 11Pz probes 21\n"), ("11Pz probes 2120", "11Pz probes 2120\n")])
def test_a_line_without_an_end_is_not_run_into_the_next_one(table: Player, left: str, kept: str) -> None:
    table.type("19Pz probes 2118")
    with table.path.open("a", encoding="utf-8") as file:
        file.write(left)
    told = table.type("2018 is clear")
    assert ("had no end; it counts as it stands" if kept[0] != "#" else "had been cut off; it is kept as a comment") in told
    table.type("2018 is clear")
    assert played(table) == f"19Pz probes 2118\n{kept}2018 is clear\n"


@pytest.mark.slow
def test_a_log_cut_off_at_any_fifth_letter_goes_on(table: Player) -> None:
    for line in ("19Pz probes 2118", ATTACK, "3", "371Inf moves 2217", "keep", "2019", "undo", "# ñ"):
        table.type(line)
    table.file.close()
    raw = table.path.read_bytes()
    for length in range(len(HEAD) + 3, len(raw), 5):
        table.path.write_bytes(raw[:length])
        file = LogFile(str(table.path))
        found = read(file, None, table.session.voice)
        file.append("2018 is clear")
        file.close()
        whole, lines = raw[: raw.rfind(b"\n", 0, length) + 1], table.path.read_bytes().splitlines()
        assert not found.faults
        assert lines[-1] == b"2018 is clear"
        assert lines[:-2] == whole.splitlines() or lines[:-1] == whole.splitlines()
        assert [(record.text, record.code) for record in Log(str(table.path)).records() if record.code > 1] == []


@pytest.mark.parametrize(("raw", "told"), [(b"19Pz probes 2118\n", "no rulebook"), (b"\xff\xfeh\x00i\x00", "UTF-16"), (b"rulebook xyz\n3\n", "xyz")])
def test_a_file_that_is_no_game_is_said_to_be_none(tmp_path: Path, raw: bytes, told: str) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(raw)
    done = run(path, "status\n")
    assert done.returncode == 5
    assert told in done.stdout
    assert "holds no game" in done.stdout
    assert path.read_bytes() == raw


def test_a_line_that_no_log_may_hold(table: Player) -> None:
    for typed in (f"note {'y' * 20_000}", f"> {'ñ' * 10_000}"):
        assert "longer than 20000" in table.type(typed)
    table.type("16Pz moves 2217")
    assert "longer than 20000" in table.type(f"keep {'y' * 20_000}")
    assert played(table) == ""
    assert table.session.game.situation.units["16Pz"].hex == "2218"
    assert "LEGAL" in table.type("19Pz probes 2118")


@POSIX
def test_a_full_disk(tmp_path: Path) -> None:
    """No file may grow beyond what the log has: nothing is recorded, everything is said, nothing is damaged."""
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    size = len(HEAD.encode()) + len("19Pz probes 2118\n") + 1

    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = run(path, f"19Pz probes 2118\n{ATTACK}\n3\nundo\nshow\n", preexec_fn=limit)
    assert done.returncode == 0
    assert "NOT recorded" in done.stdout
    assert "can't be written" in done.stdout  # nor can anything be taken back
    assert "Traceback" not in done.stderr
    assert path.read_text(encoding="utf-8") == HEAD + "19Pz probes 2118\n"
    assert "2218: 16Pz 3-3 (4), 371Inf" in done.stdout
    assert [name.name for name in tmp_path.iterdir()] == ["game.log"]
    if os.path.exists("/dev/full"):
        assert run(Path("/dev/full"), "x\n", "-r", "fpa").returncode == 5


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux") or os.geteuid() != 0, reason="a disk of a few kilobytes is mounted")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """Nothing of a line is left in the log, taking back leaves it as it was, and what is typed again when there is room is recorded."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(disk)], check=False, capture_output=True).returncode:
        pytest.skip("nothing may be mounted")
    try:
        path, filler = disk / "game.log", disk / "filler"
        path.write_text(HEAD + "#" * (4090 - len(HEAD.encode())) + "\n", encoding="utf-8")  # all but some bytes of its first page
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        player = Player(path, "en")
        before = path.read_bytes()
        for line in ("19Pz probes 2118", "undo", "11Pz probes 2120"):
            assert "can't be written: No space left" in (answer := player.type(line)) or "NOT recorded" in answer, line
            assert path.read_bytes() == before and sorted(item.name for item in disk.iterdir()) == ["filler", "game.log"]
        filler.unlink()
        assert "LEGAL" in player.type("19Pz probes 2118")
        assert path.read_bytes() == before + b"19Pz probes 2118\n"
        player.file.close()
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """Root may write everywhere: it becomes nobody for a while, who owns the folder."""
    if os.geteuid():
        yield
        return
    for owned in (folder, *folder.iterdir()):
        os.chown(owned, NOBODY, NOBODY)
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@POSIX
def test_a_folder_that_may_not_be_written() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "game.log"
        path.write_text(HEAD + "16Pz mo", encoding="utf-8")
        with ordinary_user(folder):
            folder.chmod(0o500)
            with pytest.raises(Broken, match="not_writable"):
                run_table(str(path))  # what was cut off can't be made a comment
            with pytest.raises(Broken, match="not_writable"):
                run_table(str(folder / "new.log"), rulebook="fpa")
            assert path.read_text(encoding="utf-8") == HEAD + "16Pz mo"
            path.write_text(HEAD, encoding="utf-8")
            player = Player(path, "en")
            assert "LEGAL" in player.type("19Pz probes 2118")  # the file itself may be
            assert "can't be written: Permission denied" in player.type("undo")
            assert played(player) == "19Pz probes 2118\n"
            assert "LEGAL" in player.type("11Pz probes 2120")
            player.file.close()
            path.chmod(0o400)
            with pytest.raises(Broken, match="not_writable"):
                run_table(str(path))
            path.chmod(0)
            with pytest.raises(Broken, match="no_permission"):
                run_table(str(path))
            folder.chmod(0o700)
            assert [item.name for item in folder.iterdir()] == ["game.log"]


def test_a_folder_that_takes_no_more_files(table: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refuses(path: str, flags: int, *rest: int) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest)

    table.type("19Pz probes 2118")
    raw = table.path.read_bytes()
    monkeypatch.setattr(os, "open", refuses)
    assert "can't be written" in table.type("undo")
    assert table.path.read_bytes() == raw
    assert table.session.game.situation.units["19Pz"].hex == "2118"
    assert "LEGAL" in table.type("11Pz probes 2120")


def test_programs_are_told_of_trouble_as_well(tmp_path: Path) -> None:
    (error,) = run(tmp_path / "no" / "game.log", "", "-r", "fpa", "--format", "jsonl").stdout.splitlines()
    assert json.loads(error)["error"]["code"] == 5
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    player = Player(path, "en")
    player.session.voice = JsonVoice(player.out.append, "en")
    os.truncate(path, len(HEAD) - 1)
    row = json.loads(player.type("19Pz probes 2118"))
    assert (row["kind"], row["error"]["code"]) == ("error", 5)
    assert "changed by somebody else" in row["error"]["message"]
    player.file.close()


@POSIX
def test_nobody_types(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(HEAD, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(f'"{sys.executable}" -m adjudicator table "{path}" <&-', shell=True, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# ---- files that a log names -------------------------------------------------------------------------------------------------------
def test_a_situation_elsewhere_is_opened_where_the_user_names_it(tmp_path: Path) -> None:
    """What the table writes, `validate` takes, or says which option makes it."""
    for name in ("here", "else where"):
        (tmp_path / name).mkdir()
    log, elsewhere = tmp_path / "here" / "game.log", tmp_path / "else where" / "start.yaml"
    elsewhere.write_text("rulebook: fpa\nturn: 4\nweather: frost\n", encoding="utf-8")
    begun = run(log, "what is the weather?\n", "-s", str(elsewhere))
    option = shlex.split(begun.stdout[begun.stdout.index("--rulebook-path") :].splitlines()[0])
    assert begun.returncode == 0 and "frost" in begun.stdout
    assert option == ["--rulebook-path", str(tmp_path / "else where")]
    for command in ("validate", "table"):
        refused = adjudicator(command, str(log))
        assert refused.returncode == 5, refused
        said = shlex.split((refused.stdout + refused.stderr).partition("to allow it: ")[2].splitlines()[0])
        assert adjudicator(command, str(log), *said).returncode == 0
        assert adjudicator(command, str(log), *option).returncode == 0
    again = run(log, "what is the weather?\n", "-s", str(elsewhere))
    assert again.returncode == 0 and "frost" in again.stdout
    assert "frost" not in run(log, "what is the weather?\n").stdout


@pytest.mark.slow
def test_a_strangers_log_reads_nothing_of_mine_at_the_table(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "mine.yaml").write_text("secret: xyzzy\n", encoding="utf-8")
    os.symlink(tmp_path / "mine.yaml", tmp_path / "games" / "link.yaml")
    for name in ("../mine.yaml", str(tmp_path / "mine.yaml"), "../nothing.yaml", "link.yaml", "-"):
        log = tmp_path / "games" / "game.log"
        log.write_text(f"rulebook fpa\nsituation {name}\nfrost\n", encoding="utf-8")
        for command in ("table", "validate"):
            found = adjudicator(command, str(log))
            assert found.returncode == 5
            assert "xyzzy" not in found.stdout + found.stderr and "secret" not in found.stdout + found.stderr
        log.write_text("rulebook fpa\n", encoding="utf-8")
        assert "xyzzy" not in run(log, f"situation {name}\n").stdout
        assert log.read_text(encoding="utf-8") == "rulebook fpa\n"


def adjudicator(command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    argv = [sys.executable, "-m", "adjudicator", command, "--lang", "en", *arguments]
    return subprocess.run(argv, input="", capture_output=True, text=True, encoding="utf-8", env=env, check=False, timeout=60)
