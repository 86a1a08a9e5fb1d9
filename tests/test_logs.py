"""Many logs at a time: processes, forms and exit codes of a run, and a league."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from adjudicator.log import batch
from adjudicator.log.batch import found_in
from tests.conftest import some
from tests.test_log import EXAMPLES, HEAD, ROOT, check, write

# ---- exit codes and forms -----------------------------------------------------------------------------------------------------------
LINES = {
    0: "16Pz attacks 2119\n",
    1: "16Pz moves 2217\n",
    3: "9Mech moves 2019\nphase soviet movement 2\n9Mech moves 2019\n",
    4: "gibberish nobody said\n",
    5: "option 99.9 on\n",
}


@pytest.mark.parametrize("codes", [(0,), (1,), (4,), (5,), (1, 4), (4, 5), (1, 5, 4), (0, 1)])
def test_exit_codes(tmp_path: Path, codes: tuple[int, ...]) -> None:
    paths = [write(tmp_path, HEAD + LINES[code], f"{number}.log") for number, code in enumerate(codes)]
    expected = next(code for code in (5, 4, 1, 3, 0) if code in codes)
    assert check(paths)[0] == expected
    assert check([write(tmp_path, HEAD + "".join(LINES[code] for code in codes))])[0] == expected


def test_undetermined_is_three(tmp_path: Path) -> None:
    head = "rulebook fpa\nturn 5, weather thaw\nphase german movement 1\n16Pz german 3-3 4 steps panzer at 2218\n"
    code, out = check([write(tmp_path, head + "16Pz moves 2217-2117-2017-1917-1817\n")])
    assert code == 3
    assert any("UNDETERMINED" in line for line in out)


def test_forms(tmp_path: Path) -> None:
    text = HEAD + '16Pz moves 2217 <&"> \n16Pz moves 2117\ngibberish & nonsense\n16Pz attacks 2119; claims 7:1\n'
    paths = [write(tmp_path, text), str(tmp_path / "no<ne.log")]
    code, out = check(paths, fmt="json")
    data = json.loads("\n".join(out))
    assert data["exit"] == code == 5
    assert data["files"][0]["rulebook"] == "fpa"
    entries = {entry["line"]: entry for entry in data["files"][0]["entries"]}
    assert entries[14]["verdict"] == "illegal"
    assert entries[14]["rulings"][0]["cites"]
    assert entries[15]["error"]["code"] == 4
    assert data["sums"]["files"] == 2
    code, out = check(paths, fmt="csv")
    rows = list(csv.DictReader(io.StringIO("\n".join(out))))
    assert {row["verdict"] for row in rows} >= {"illegal", "not_understood", "broken"}
    code, out = check(paths, fmt="junit")
    suites = ET.fromstring("\n".join(out)).findall("testsuite")
    assert len(suites) == 2
    assert int(suites[0].get("failures", "0")) == len(suites[0].findall("testcase/failure"))
    assert int(suites[0].get("errors", "0")) == len(suites[0].findall("testcase/error"))
    for lang in ("en", "es"):
        code, out = check(paths, lang=lang)
        assert code == 5
        assert "{" not in "".join(out)


# ---- many logs ----------------------------------------------------------------------------------------------------------------------
def some_logs(folder: Path, count: int) -> list[str]:
    return [write(folder, HEAD + LINES[(0, 1, 4)[number % 3]] * (1 + number % 2), f"game{number:03}.log") for number in range(count)]


@pytest.mark.parametrize("fmt", some(batch.FORMATS, 1, 2))
def test_many_processes_say_the_same_as_one(tmp_path: Path, fmt: str) -> None:
    paths = some_logs(tmp_path, 40)
    one, many = check(paths, fmt=fmt, jobs=1), check(paths, fmt=fmt, jobs=3)
    assert one == many


def test_shards_cover_all(tmp_path: Path) -> None:
    paths = some_logs(tmp_path, 23)
    for parts in (1, 2, 5, 16, 40):
        shares = [batch.shared(paths, (part, parts)) for part in range(1, parts + 1)]
        assert sorted(path for share in shares for path in share) == paths
        assert max(map(len, shares)) - min(map(len, shares)) <= 1
    assert check(paths, shard=(24, 40))[1] == []
    assert check(paths, shard=(2, 23))[1][-1].startswith(paths[1])


def test_few_lines_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_many", lambda *args: pytest.fail("a process was started"))
    check(some_logs(tmp_path, 10))


def test_chunks_keep_the_order() -> None:
    paths = [str(number) for number in range(100)]
    found = list(batch.chunks(paths, [100 * (number % 7) for number in range(100)], 2))
    assert [path for chunk in found for path in chunk] == paths
    assert len(found) > 3


def children_of(parent: int) -> list[int]:
    """The processes that one has begun, zombies left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, up = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(up) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="processes are found in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_one_that_began_them(tmp_path: Path, how: signal.Signals) -> None:
    log = tmp_path / "long.log"
    log.write_text("rulebook fpa\n" + "16Pz 3-3 at 2218\n" * 60_000)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "adjudicator", "validate", "--jobs", "3", "--format", "json", *[str(log)] * 12]
    parent = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env)
    children: list[int] = []
    until = time.monotonic() + 30
    while len(children) < 2 and time.monotonic() < until:
        time.sleep(0.05)
        children = children_of(parent.pid)
    assert children
    parent.send_signal(how)
    parent.wait()
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < until:
        time.sleep(0.05)
    assert [child for child in children if Path(f"/proc/{child}").exists()] == []


def test_a_claim_is_about_what_stood_there_when_it_was_made(tmp_path: Path) -> None:
    """Dice and answers of later lines do not make it wrong; one that hangs on dice waits for them."""
    situation = EXAMPLES / "ocs" / "start.yaml"
    attack = "16MC, 79Mot and 12Pz attack 1510; 16MC leads; 6Tk leads"
    lines = f"rulebook ocs\nsituation {situation}\ncombat phase\n{attack}; claims {{}}\n  roll 4 5 2\n  claims {{}}\n  roll 2 3\n"
    right = check([write(tmp_path, lines.format("1:1", "3:1"))])
    wrong = check([write(tmp_path, lines.format("3:1", "1:1"), "wrong.log")])
    assert right[0] == 0, right[1]
    assert wrong[0] == 1
    assert "2 wrong claims" in wrong[1][-1]


# ---- a league -----------------------------------------------------------------------------------------------------------------
LEAGUE = {
    "a/one.log": "situation fpa:german-turn\nplayers Ana (German), Luis (Soviet)\nphase german combat 1\n"
    "16Pz, 371Inf and 509Tiger attack 2119; roll 3\n11Pz moves 2420\n",
    "a/two.log": "situation fpa:german-turn\nphase german combat 1\n16Pz attacks 2119; claims 6:1\n",
    "a/deep/gone.log": "rulebook fpa\nsituation nowhere.yaml\n16Pz attacks 2119\n  roll 3\n16Pz moves 2119\n",
    "a/fine.log": "situation fpa:german-turn\nphase german combat 1\n",
    "a/notes.txt": "no log\n",
}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    for name, text in LEAGUE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def judged(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["validate", "--lang", "en", *words])
    return done.exit_code, done.output


def test_folders_and_patterns(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder gives its logs, however deep; so does a pattern that no shell has put names for."""
    monkeypatch.chdir(league)
    assert found_in(["a"]) == ["a/deep/gone.log", "a/fine.log", "a/one.log", "a/two.log"]
    assert found_in(["a/*.log", "a/notes.txt", "-"]) == ["a/fine.log", "a/one.log", "a/two.log", "a/notes.txt", "-"]
    assert found_in(["a/**/*.log"])[0] == "a/deep/gone.log"
    (league / "empty").mkdir()
    for name in ("empty", "b*.log"):
        code, told = judged(name)
        assert code == 5
        assert "holds no logs" in told


def test_only_problems(league: Path) -> None:
    """Of what is in order nothing is said; the sums are those of everything."""
    code, told = judged(str(league / "a"), "--only-problems")
    assert code == 5
    assert "fine.log" not in told
    assert "NOTE" not in told and "WARNING" not in told
    assert judged(str(league / "a"))[1].splitlines()[-1] == told.splitlines()[-1]


def test_a_broken_file_hides_nothing(league: Path) -> None:
    """One missing situation is one message; what is wrong in the other files is told, file by file and player by player at the end."""
    code, told = judged(str(league / "a"))
    assert code == 5
    lines = told.splitlines()
    assert [line for line in lines if "gone.log:" in line and "BROKEN" in line] == [line for line in lines if "nowhere" in line][:1]
    assert "NOT UNDERSTOOD" not in told
    assert "3 lines were not judged" in told
    end = told[told.rindex("\n\n") :]
    assert [name for name in ("gone.log", "one.log", "two.log", "fine.log") if name in end] == ["gone.log", "one.log", "two.log"]
    assert re.search(r"^Ana: \d+ entries, 1 illegal, 0 wrong claims$", end, re.M)
    assert re.search(r"^German: \d+ entries, 0 illegal, 1 wrong claims$", end, re.M)
    alone = judged(str(league / "a" / "one.log"), str(league / "a" / "two.log"))
    assert alone[0] == 1


def test_columns_of_a_league(league: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(judged(str(league / "a" / "one.log"), "--format", "csv")[1])))
    assert [(row["player"], row["turn"], row["phase"]) for row in rows][-1] == ("Ana", "5", "german combat 1")
    assert [row["verdict"] for row in rows][-1] == "illegal"
    entries = json.loads(judged(str(league / "a" / "one.log"), "--format", "json")[1])["files"][0]["entries"]
    assert entries[-1]["player"] == "Ana" and entries[-1]["phase"] == "german combat 1"


def test_sarif(league: Path) -> None:
    """A run for each log; what is wrong is an error with its rule and line; one process or two, the same."""
    code, told = judged(str(league / "a"), "--format", "sarif", "-j", "1")
    assert code == 5
    assert judged(str(league / "a"), "--format", "sarif", "-j", "2") == (code, told)
    found = json.loads(told)
    assert found["version"] == "2.1.0"
    assert len(found["runs"]) == 4
    results: dict[str, list[dict[str, Any]]] = {}
    for result in (result for run in found["runs"] for result in run["results"]):
        results.setdefault(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].rpartition("/")[2], []).append(result)
    illegal = next(result for result in results["one.log"] if result["level"] == "error")
    assert illegal["ruleId"] == "12.0" and illegal["locations"][0]["physicalLocation"]["region"]["startLine"] == 5
    assert [result["ruleId"] for result in results["two.log"] if result["level"] == "error"] == ["wrong_claim"]
