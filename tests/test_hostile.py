"""Files and lines that somebody made in order to break something (SECURITY.md)."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as Tree
from pathlib import Path
from typing import Any

import pytest

from adjudicator.commands.cli import main
from adjudicator.files.cache import cache_folder, compiled
from adjudicator.files.fault import Broken
from adjudicator.files.yaml import load_yaml
from adjudicator.ground import work
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.folding import fold
from adjudicator.ground.history import History
from adjudicator.language.folding import atoms
from adjudicator.language.names import Lookup
from adjudicator.play.game import Game, language_of
from adjudicator.play.lines import FULL
from adjudicator.sentences.loose import Loose
from adjudicator.sentences.spoken import CUTS, Spoken
from tests.conftest import BOOKS, ROOT, Part, cases, game_of, partly, rulebook
from tests.hostile import facts, files, gaps, lines, nights, sessions

RIVER = ROOT / "examples" / "disputes" / "river.yaml"
BAD = {
    "a fact with a misspelt head": 'rulebook: fpa\nunknown: ["unit[46].supply", "tables[tec].x", "turn[]."]\n',
    "support without an id": "rulebook: bcs\nformations: [{id: UF, side: us, support: [{av: 3}]}]\n",
    "a list for a turn": "rulebook: fpa\nhistory: {68Inf: [{act: move, phase: x, turn: []}]}\n",
    "half a letter": 'rulebook: fpa\nmap: "\\ud800.yaml"\n',
    "a slash for distances": 'rulebook: bcs\ndistance: "/"\n',
    "distances that contradict": 'rulebook: fpa\nadjacent: [["0101", "0505"]]\ndistance: {"0101/0505": 3}\n',
    "a distance of nothing": 'rulebook: fpa\ndistance: {"0101/0505": 0}\n',
    "no mapping": "just a text\n",
    "another book": "rulebook: nowhere\n",
}


def run(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}  # type: ignore[dict-item]
    return subprocess.run([sys.executable, "-m", "adjudicator", *args], capture_output=True, text=True, env=env, timeout=60, **more)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder with a good log, and a bad one for every bad situation."""
    (tmp_path / "river.yaml").write_text(RIVER.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "good.log").write_text("rulebook fpa\nsituation river.yaml\n16Pz attacks 2119\n", encoding="utf-8")
    for number, text in enumerate(BAD.values()):
        (tmp_path / f"bad{number}.yaml").write_text(text, encoding="utf-8")
        book = "bcs" if "bcs" in text else "fpa"
        (tmp_path / f"bad{number}.log").write_text(f"rulebook {book}\nsituation bad{number}.yaml\nturn 2\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "junit", "sarif"])
def test_one_fault_is_that_files(league: Path, fmt: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every bad situation is broken with a reason; the good log behind them is judged, and the form of the answer is whole."""
    logs = [str(path) for path in sorted(league.glob("bad*.log"))]
    with pytest.raises(SystemExit) as ended:
        main(["validate", *logs, str(league / "good.log"), "--format", fmt, "--jobs", "1"])
    out = capsys.readouterr().out
    assert ended.value.code == 5
    if fmt == "json":
        files = json.loads(out)["files"]
        assert [file["sums"]["faults"] for file in files] == [1] * len(BAD) + [0]
        assert files[-1]["sums"]["entries"] == 1
        for file in files[:-1]:
            assert any(entry.get("error", {}).get("code") == 5 for entry in file["entries"]), file
    elif fmt == "junit":
        assert len(Tree.fromstring(out)) == len(BAD) + 1
    elif fmt == "sarif":
        wrong = [file for file in json.loads(out)["runs"] if any(result["ruleId"] == "broken" for result in file["results"])]
        assert len(wrong) == len(BAD)
    else:
        assert "good.log" in out


@pytest.mark.parametrize("declaration", ["TG moves 0806", "TG moves to 0807", "where can TG go?"])
def test_a_garrison_whose_class_is_derived(tmp_path: Path, declaration: str) -> None:
    """It never moves, whether its class is stated or follows from its kind."""
    (tmp_path / "s.yaml").write_text(
        'rulebook: fpa\nunits: [{id: TG, side: german, kind: garrison, at: "0805"}]\n'
        'hexes: {"0805": {terrain: clear, features: []}, "0806": {terrain: clear, features: []}}\nhexsides: {"0805/0806": []}\n',
        encoding="utf-8",
    )
    done = run("check", "-s", str(tmp_path / "s.yaml"), declaration, "--format", "json")
    told = json.loads(done.stdout)
    assert (done.returncode, told.get("computed", {}).get("answer")) == ((0, "no") if declaration.endswith("?") else (1, None)), done.stdout + done.stderr
    assert "2.7" in told["cites"]


@pytest.mark.parametrize(
    "declaration",
    [
        "where can 44GdR retreat?",
        "44GdR retreats 1510-1509-1508-1507-1506-1505-1504-1503-1502-1501-1601-1602-1603",
        "44GdR retreats 1510-1511-1512-1513-1514-1515-1516-1517-1518-1519-1520-1521-1522",
    ],
)
def test_ways_out_are_not_enumerated(tmp_path: Path, declaration: str) -> None:
    """A long way is looked for best first; it took 45 seconds and all memory to list every one."""
    ground = "".join(f'  "{column}{row:02d}": {{terrain: open, features: []}}\n' for column in range(10, 21) for row in range(1, 28))
    (tmp_path / "s.yaml").write_text(
        f"rulebook: ocs\nhexes:\n{ground}units:\n"
        '- {id: 44GdR, side: soviet, kind: infantry, attack: 3, ar: 3, steps: 2, max_steps: 2, re: 1, at: "1510"}\n'
        '- {id: 113ID, side: german, kind: infantry, attack: 3, ar: 3, steps: 2, max_steps: 2, re: 1, at: "1511"}\n'
        'pending: {act: attack, hex: "1510", result: Do9, defenders: [44GdR], attackers: [113ID]}\n',
        encoding="utf-8",
    )
    begun = time.process_time()
    with pytest.raises(SystemExit) as ended:
        main(["check", "-s", str(tmp_path / "s.yaml"), declaration])
    assert ended.value.code in (0, 1, 3)
    assert time.process_time() - begun < 20  # a hundred times what it takes: only an enumeration is slower


def test_no_standard_input_at_all(tmp_path: Path) -> None:
    """Closed, not empty: a message of usage."""
    done = subprocess.run(["sh", "-c", f'"{sys.executable}" -m adjudicator check -r fpa - <&-'], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 2
    assert "fault" not in done.stderr


def test_a_planted_link_is_not_written_through(tmp_path: Path) -> None:
    """What lies where an undo writes its new file is taken away, not written to."""
    from adjudicator.table import LogFile

    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    log = tmp_path / "game.log"
    log.write_text("rulebook fpa\n", encoding="utf-8")
    (tmp_path / "game.log.new~").symlink_to(victim)
    file = LogFile(str(log))
    file.replace(b"rulebook pd\n")
    file.close()
    assert victim.read_text(encoding="utf-8") == "mine"
    assert log.read_text(encoding="utf-8") == "rulebook pd\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_twenty_first_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, in an empty folder, each finds what it would have made, and one whole copy is left."""
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "a.yaml"
    file.write_text("x")
    data = {"n": list(range(20_000))}
    children = []
    for _ in range(20):
        child = os.fork()
        if not child:
            try:
                os._exit(0 if all(compiled([file], lambda: data, "first") == data for _ in range(3)) else 1)
            finally:
                os._exit(2)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 20
    folder = cache_folder()
    assert folder is not None and len([name for name in os.listdir(folder) if name.startswith("first-")]) == 1
    assert compiled([file], lambda: data, "first") == data


OUTSIDE = ["../mine.yaml", "{folder}/mine.yaml", "-", "link.yaml", "sub/../../mine.yaml"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_log_reads_only_beneath_its_folder(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the file is there or not, and what stands in it, is not told; allowed folders are read."""
    logs = tmp_path / "logs"
    (logs / "sub").mkdir(parents=True)
    (logs / "link.yaml").symlink_to(tmp_path / "mine.yaml")
    log = logs / "a.log"
    log.write_text(f"rulebook fpa\nsituation {name.format(folder=tmp_path)}\n16Pz attacks 2119\n", encoding="utf-8")
    told = []
    for there in (False, True):
        if there:
            (tmp_path / "mine.yaml").write_text(RIVER.read_text(encoding="utf-8"), encoding="utf-8")
        assert _ended(["validate", str(log), "--format", "json"]) == 5
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    if name != "-":
        assert _ended(["validate", str(log), "--rulebook-path", str(tmp_path)]) < 4
        monkeypatch.setenv("ADJUDICATOR_RULEBOOKS", str(tmp_path))
        assert _ended(["validate", str(log)]) < 4


@pytest.mark.parametrize("key", ["map", "units_from", "tables_from"])
@pytest.mark.parametrize("name", ["../mine.yaml", "link.yaml"])
def test_a_situation_reads_only_beneath_its_folder(tmp_path: Path, key: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same of what it draws in."""
    (tmp_path / "mine.yaml").write_text("tables: {}\n", encoding="utf-8")
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "link.yaml").symlink_to(tmp_path / "mine.yaml")
    (tmp_path / "s" / "s.yaml").write_text(f"rulebook: fpa\n{key}: {name}\n", encoding="utf-8")
    assert _ended(["check", "-s", str(tmp_path / "s" / "s.yaml"), "frost"]) == 5
    assert "--rulebook-path" in capsys.readouterr().err
    assert _ended(["check", "-s", str(tmp_path / "s" / "s.yaml"), "frost", "--rulebook-path", str(tmp_path)]) == 0


@pytest.mark.parametrize("text", ["API_TOKEN=tok_live DB_PASS=hunter2\n", "token: tok_live\npassword: hunter2\n", "tok_live\nhunter2 hunter3\n", "- hunter2\n"])
def test_a_file_that_is_no_situation_is_not_quoted(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At most its first word is."""
    (tmp_path / "env").write_text(text, encoding="utf-8")
    (tmp_path / "a.log").write_text("rulebook fpa\nsituation env\nfrost\n", encoding="utf-8")
    assert _ended(["validate", str(tmp_path / "a.log")]) == 5
    assert "hunter" not in capsys.readouterr().out


def _ended(args: list[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        main(args)
    return int(str(ended.value.code))


TRIES = {
    "declarations": lambda folder: lines.declarations(24, 1, alike=6),
    "gaps": lambda folder: gaps.gaps(30, 1),
    "facts": lambda folder: facts.facts(12, 1, folder),
    "situations": lambda folder: files.situations(30, 1),
    "yaml": lambda folder: files.yamls(40, 1, folder),
    "logs": lambda folder: files.logs(20, 1, folder),
    "boxes": lambda folder: files.boxes(30, 1, folder),
    "sessions": lambda folder: sessions.sessions(30, 1, folder),
    "nights": lambda folder: nights.nights(24, 1, folder),
}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.slow) if kind in ("nights", "logs") else kind for kind in TRIES])
def test_what_is_tried_is_told_or_judged(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is changed in lines and files is a fault that is told, or a ruling (`python -m tests.hostile` tries more, and tells what is slow)."""
    for name in BOOKS:
        language_of(rulebook(name))
    monkeypatch.setattr(lines, "FILES", 16)
    assert [(found.book, found.what, found.number) for found in TRIES[kind](tmp_path) if not found.timed or found.spent > 20] == []


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("fpa", "9Mech soviet 6-9 at 2119; The German player retreats 9Mech from 0000 to 2019", "0000"),
        ("ocs", "Los dados de sorpresa suman 9 y el dado 1.5 de desplazamiento 2", "1.5"),
        ("ocs", "¿Qué sale con columnas 00.00 y combate 5?", "00.00"),  # a hex is no column
        ("gdp", "activación 1Su85-AT alemana? oportunidad ¿Cuántos en hacer esta fuegos puede fuegos puede de", "1Su85"),  # nothing before a mark
        ("fpa", "roll 1.5", "1.5"),
    ],
)
def test_what_cannot_be_is_told(name: str, line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A place off the map, a die that is no whole number: what is wrong is named, and nothing of the program fails."""
    assert _ended(["check", "-r", name, line, "--lang", "en"]) == 4
    out = capsys.readouterr()
    assert told in out.out and not out.err


@pytest.mark.parametrize("name", BOOKS)
def test_names_grow_as_if_they_were_put_together_anew(name: str) -> None:
    """What a position's names may be called is the same whether its counters came one by one or all at once."""
    words = language_of(rulebook(name)).words
    units = tuple(dict.fromkeys(unit["id"] for case in cases(name)[::9] for unit in (case["situation"] or {}).get("units", ())))[:150]
    grown = Lookup(words, (), ())
    for count in range(1, len(units) + 1):
        grown = Lookup(words, units[:count], (), (), (), grown)
    at_once = Lookup(words, units, ())
    said = {word for unit in units for word in atoms(fold(unit))} | {
        word for text in ("rifle", "division", "panzer", "16th", "16", "3") for word in atoms(text)
    }
    for word in sorted(said):
        assert list(grown.names(word)) == list(at_once.names(word))
        assert grown.by_number(word) == at_once.by_number(word)
    assert grown.called[0].by_letters == at_once.called[0].by_letters


@partly(split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_a_value_of_another_type_is_refused_or_judged(name: str, part: Part) -> None:
    """At every place that the cases of a book have: a bool for a hex, a list for a price."""
    assert list(files.shapes(name, part.of)) == []


@pytest.mark.parametrize("tag", ["!" + "x" * 100_000, "!" + "%41" * 30_000, "[!" + "x" * 100_000 + "]", "!" * 100_000])
def test_a_long_tag_takes_no_time(tag: str) -> None:
    start = time.process_time()
    with pytest.raises(Broken) as broken:
        load_yaml("x.yaml", text=f"rulebook: fpa\na: {tag}\n")
    assert broken.value.line == 2 and time.process_time() - start < 20  # a net for minutes, no measurement


def test_long_words_without_blanks_are_no_tags() -> None:
    data = {"rulebook": "fpa", "units": [{"id": f"Hurra!{number}", "text": "!" + "y" * 2000} for number in range(200)]}
    assert load_yaml("x.yaml", text=json.dumps(data, separators=(",", ":"))) == data


@pytest.mark.parametrize(
    "args",
    [("validate", "--shard", "9" * 5000 + "/3", "x.log"), ("validate", "--jobs", "9" * 5000, "x.log"), ("check", "-r", "9" * 5000, "frost"),
     ("check", "-r", "fpa", "--roll", "9" * 5000, "frost"), ("check", "-s", "9" * 200 + "/" + "9" * 5000, "frost"), ("9" * 5000,)],
)  # fmt: skip
def test_what_was_typed_is_not_quoted_at_length(args: tuple[str, ...]) -> None:
    found = run(*args)
    assert found.returncode in (2, 5) and 0 < len(found.stdout + found.stderr) < 1000


@pytest.mark.parametrize("fmt", ["text", "json"])
def test_a_line_that_nobody_typed_is_not_echoed(fmt: str) -> None:
    found = run("check", "-r", "fpa", "-", "--format", fmt, input="frost\n" + "x" * 1_000_000 + "\n16Pz\n")
    assert found.returncode == 4 and len(found.stdout + found.stderr) < 3000 and "16Pz" in found.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_an_answer_that_cannot_be_written_is_not_blamed_on_the_log(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    for _ in ("new", "resumed"):
        with open("/dev/full", "w", encoding="utf-8") as full:
            argv = [sys.executable, "-m", "adjudicator", "table", str(log), "-r", "fpa", "--lang", "en"]
            env = {**os.environ, "PYTHONPATH": str(ROOT)}
            found = subprocess.run(argv, input="frost\n", stdout=full, stderr=subprocess.PIPE, text=True, env=env, timeout=60, check=False)
        assert found.returncode == 5 and "the answer could not be written" in found.stderr and "game.log" not in found.stderr
        assert log.read_text(encoding="utf-8").startswith("rulebook fpa\n")


def test_a_fault_while_an_answer_is_written_out_ends_no_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in the log counts, and the lines behind are heard."""
    from adjudicator.table.voice import Voice

    tell = Voice.ruling

    def failing(self: Voice, ruling: Any, *more: Any) -> None:
        if "7Pz moves" in ruling.text:
            raise KeyError("no such text")
        tell(self, ruling, *more)

    monkeypatch.delenv("ADJUDICATOR_DEBUG", raising=False)
    monkeypatch.setattr(Voice, "ruling", failing)
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("turn 5; phase german movement 1\n7Pz 5-5 mechanized at 3316\n3317 is clear; frost\n7Pz moves to 3317\nshow 7Pz\n")
    )
    log = tmp_path / "game.log"
    assert _ended(["table", str(log), "-r", "fpa", "--lang", "en"]) == 5
    told = capsys.readouterr().out
    assert "no such text" in told and "3317" in told.partition("no such text")[2]


def test_all_that_is_tried_of_one_thing_is_bounded_together() -> None:
    """However often one act is judged: each ruling has its steps, all of them have no more than the whole; and a ruling that was cut short says so."""
    spent, rounds = [], -(-work.WHOLE // work.LIMIT)
    with work.bounded():
        for _ in range(rounds + 1):
            with work.limited():
                spent.append(work.is_spent())
                work.count(work.LIMIT)
                assert work.is_spent()
        assert work.was_cut()
    assert spent == [*[False] * rounds, True] and not work.is_spent()
    case = next(case for case in cases("ocs") if case["id"] == "own-w-22")  # asks for all hexes on a map of which nothing is told
    (ruling,) = game_of("ocs", case["situation"]).hear(case["declaration"]["en"]).rulings
    assert [finding.key for _, finding in ruling.warnings] == ["not_all_tried"]


class EnoughError(Exception):
    """A replay counts as much as is wanted."""


def counted(steps: int) -> None:
    if steps > 8 * work.REPLAY:
        raise EnoughError


@pytest.mark.slow
def test_a_hundred_counters_in_one_hex_are_tried_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged again and again looks at every counter of a hex: each counts, so that the limit is one of time as well."""
    for name, id_ in (("bcs", "bcs-5.1e-14"), ("ocs", "own-w-32")):
        case = next(case for case in cases(name) if case["id"] == id_)
        defender = case["situation"]["units"][-1]
        crowd = [{**defender, "id": f"X{number}"} for number in range(100)]
        monkeypatch.setattr(work, "count", counted)
        data = {**case["situation"], "units": [*case["situation"]["units"], *crowd]}
        with pytest.raises(EnoughError):
            game_of(name, data).hear(case["declaration"]["en"], case.get("rolls") or ())
        monkeypatch.undo()


@pytest.mark.parametrize("said", ["a,", "(", "-", "3 ", "and ", "which , ", "16Pz, "])
def test_a_long_row_of_one_thing_is_looked_at_once(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a line may be cut in two is found by looking at each word once: 3,900 letters took two seconds."""
    looked: list[int] = []
    names = Loose.names
    monkeypatch.setattr(Loose, "names", lambda self, row: looked.append(len(row)) or names(self, row))
    record = game_of("fpa", {}).hear((said * 1300)[:1300])
    assert record.problem is not None and sum(looked) <= 3 * 1300


@pytest.mark.parametrize("said", ["turn 3; ", "x; ", "turn 3; zzz; ", "# ; "])
@pytest.mark.parametrize("name", BOOKS)
def test_a_row_of_sentences_is_read_once_each(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence leans on the few before it, not on all of its line: four hundred in one line took thirteen seconds."""
    read: list[int] = []
    parse = Game.parse
    monkeypatch.setattr(Game, "parse", lambda self, text: read.append(len(text)) or parse(self, text))
    game_of(name, {}).hear((said * 2500)[:19_000])
    assert sum(read) < 30 * 19_000


@pytest.mark.parametrize("said", ["16Pz probes 2119 and ", "16Pz and 7Pz attack 2119, "])
def test_deeds_side_by_side_are_not_parted_in_every_way(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten of them and half an eleventh had no end: each of all ways to part them was tried."""
    read: list[int] = []
    part = Spoken._part
    monkeypatch.setattr(Spoken, "_part", lambda self, row, *more: read.append(len(row)) or part(self, row, *more))
    game_of("fpa", {"units": [{"id": id_, "side": "german", "at": "2218"} for id_ in ("16Pz", "7Pz")]}).hear((said * 20)[:210])
    assert sum(read) < 8 * CUTS


def test_a_line_holds_no_more_deeds_than_a_game_needs() -> None:
    """Thousands of throws in one line were tried one behind the other, each with all before it; facts may be as many as fit."""
    for said in ("roll 3; ", "claims legal; ", "16Pz attacks 2119; "):
        record = game_of("fpa", {"units": [{"id": "16Pz", "side": "german", "at": "2218"}]}).hear(said * (FULL + 1))
        assert isinstance(record.problem and record.problem.error, InputError) and "100" in record.problem.text("en")
    assert game_of("fpa", {}).hear("2119 is clear; " * (3 * FULL)).problem is None


@pytest.mark.parametrize("line", ["What are the chances of column 2?", "What are the chances of reaching 3:3/2?"])
def test_what_are_no_odds_is_no_column(line: str) -> None:
    """A plain number behind what wants odds has no place there."""
    case = next(case for case in cases("ocs") if case["id"] == "own-v-37")
    record = game_of("ocs", case["situation"]).hear(line)
    assert record.problem is not None and not record.rulings


def test_what_a_deed_does_not_tell_is_asked_for() -> None:
    """Whatever key of a deed a rule reads."""
    history = History({"6GTk": [{"act": "exit"}]})
    history.remember("6GTk", {"act": "enter"})
    for deed in history["6GTk"]:
        with pytest.raises(Missing, match=rf"history\[6GTk\]\.{deed['act']}\.hex"):
            deed["hex"]
        assert deed.get("hex") is None


def test_the_moves_of_one_unit_grow_with_their_number(tmp_path: Path) -> None:
    """Reading the acts of a unit takes no longer for the thousandth than for the tenth."""
    history = History({})
    for number in range(3000):
        history.remember("7Pz", {"act": "move", "phase": "p", "turn": 1, "cost": number})
    start = time.process_time()
    for _ in range(3000):
        assert len(history.done("7Pz", {}, {"act": "move", "phase": "p", "turn": 1})) == 3000
    assert time.process_time() - start < 30  # a net for minutes, no measurement
    assert history.done("7Pz", {}, {"act": "attack", "phase": "p", "turn": 1}) == []
    assert history.done("7Pz", {}, {"act": "move", "phase": "p", "turn": 1, "cost": 7}) == [history["7Pz"][7]]


def test_what_a_game_hangs_on_has_a_limit_of_its_own() -> None:
    """How many dice an act takes never hangs on what was tried before: else the table keeps dice that its log, read anew, refuses."""
    with work.bounded():
        work.count(work.WHOLE + 1)
        with work.limited():
            assert work.is_spent()
        with work.apart():
            assert not work.is_spent()
            work.count(work.LIMIT + 1)
            assert work.is_spent()
        assert work.ran_out()
