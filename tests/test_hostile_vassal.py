"""Files of VASSAL that somebody made in order to break something: their sizes, numbers, names and passwords (`tests.hostile boxes` flips their bytes)."""

from __future__ import annotations

import json
import time
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.commands.cli import main
from adjudicator.files.fault import Broken
from adjudicator.vassal.binding import Binding, read_binding
from adjudicator.vassal.convert import Converter, _pattern
from adjudicator.vassal.grids import HexGrid, Numbering
from adjudicator.vassal.images import size_of
from adjudicator.vassal.module import Board, Map, open_module, turn_values
from adjudicator.vassal.replay import PLAYERS, Recording
from adjudicator.vassal.sequence import ESC, chain
from tests.test_vassal import SAY

LONG = "9" * 5000
BOARD = (
    '<VASSAL.build.module.Map mapName="M"><b><P.Board name="B" {board}>'
    "<P.HexGrid {grid}><P.HexGridNumbering {numbers}/></P.HexGrid>{more}</P.Board></b></VASSAL.build.module.Map>"
)
"""A module of one map, whose numbers are put in."""


def call(*args: str) -> Result:
    return CliRunner().invoke(main, ["vassal", *args])


def boxed(path: Path, entries: dict[str, bytes | str]) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, raw in entries.items():
            made.writestr(name, raw)
    return str(path)


def module(tmp_path: Path, build: str, **more: bytes) -> str:
    return boxed(tmp_path / "x.vmod", {"buildFile.xml": f"<m>{build}</m>", **{f"images/{name}": raw for name, raw in more.items()}})


def recording(*commands: str) -> Recording:
    return Recording(ESC.join(["begin_save", *commands]))


def within(seconds: float, started: float) -> bool:
    """Whether it took no more CPU time: what is attacked here takes minutes, or for ever."""
    return time.process_time() - started < seconds


@pytest.mark.parametrize(
    "raw",
    [b'<svg width="1.2.3" height="4">', b'<svg width="' + b"9" * 1000 + b'" height="4">', b'<svg width="." height="4">', b'<svg viewBox="0 0 1.2.3 4">',
     b'<svg viewBox="0 0 ' + b"9" * 400 + b' 4">'],
)  # fmt: skip
def test_a_picture_of_no_size(raw: bytes) -> None:
    assert size_of(raw) is None


@pytest.mark.parametrize(
    ("board", "grid", "numbers", "more"),
    [
        ('width="1000000000" height="1"', 'dx="0.1" dy="100000"', "", ""),
        ('width="999999999" height="1"', 'dx="1" dy="900000"', "", ""),
        ('width="1e400" height="nan"', 'dx="1e-300" dy="5e-324"', "", ""),
        ('width="9000" height="9000"', 'dx="100" dy="100" x0="-1e300"', 'hType="A" hOff="100000000000"', ""),
        ('width="900" height="900"', 'dx="100" dy="100"', 'hLeading="1000000000" vLeading="1e18"', ""),
        ('width="900" height="900"', 'dx="100" dy="100"', f'hOff="{LONG}" vOff="{LONG}"', ""),
        ('width="900" height="900"', 'dx="100" dy="100"', "", f'<P.ZonedGrid><P.Zone name="z" path="--5,3;{LONG},1;²,³;1,1"/></P.ZonedGrid>'),
        (f'width="{LONG}" height="{LONG}"', "", "", ""),
    ],
)
def test_the_numbers_of_a_module_are_bounded(board: str, grid: str, numbers: str, more: str, tmp_path: Path) -> None:
    """Hexes smaller than a pixel, a board as wide as a country, numbers of a thousand digits: a map of few hexes, or none."""
    path, started = module(tmp_path, BOARD.format(board=board, grid=grid, numbers=numbers, more=more)), time.process_time()
    found = call("map", path)
    assert found.exit_code in (0, 5) and "Traceback" not in found.output and "itself" not in found.output, found.output[:500]
    assert max(map(len, found.stdout.splitlines()), default=0) < 2000 and within(20, started)
    window = open_module(path).maps["M"]
    for x, y in ((0, 0), (999_999_999, -999_999_999)):
        assert len(window.place(x, y) or "") < 1000


def test_a_column_has_no_more_letters_than_a_name() -> None:
    grid = HexGrid(100, 100, 0, 0, numbering=Numbering(h_type="A"))
    assert grid.name(5_300, 0, None) == "BBB00"
    assert len(grid.name(1e9, 0, None) or "") < 200


def test_a_number_in_a_game_is_no_number_of_ours() -> None:
    """A row of digits that is too long for one, in every place that holds a number."""
    window = Map("M", (0, 0), {"b": Board("b", (10, 10), None)}, {}, ())
    replay = recording(f"MBoardPicker\tb\t{LONG}\t0", f"+/1/piece;;;;x/M;{LONG};1;1", f"TURN0\t{LONG}|{LONG}", "end_save")
    assert replay.boards["M"] == [] and [piece.x for piece in replay.counters()] == [0]
    assert window.lay([("b", False, 1, 0), ("b", False, 0, 0), ("b", False, 1, 2)]) == []
    assert [(laid.x, laid.y) for laid in window.laid] == [(10, 0), (0, 0), (0, 10)]
    found = open_module(str(Path(__file__).parent / "vassal" / "fix.vmod"))
    assert all(isinstance(turn_values(levels, f"{LONG}|{LONG};{LONG};{LONG}"), dict) for levels in found.trackers)


def test_many_boards_and_many_marks_take_a_look_each() -> None:
    started = time.process_time()
    replay = recording("\t".join(["MBoardPicker", *(f"b{number}\t{number}\t{number}" for number in range(60_000))]))
    assert len(replay.boards["M"]) == 500
    assert len(chain("\\" * 400_000 + "x\ty")) == 2
    assert within(20, started)


def test_a_report_of_many_slots_is_matched_once() -> None:
    """Twenty things that a report may name: it was tried in all ways to cut it."""
    started = time.process_time()
    pattern = _pattern("$pieceName$ " * 20 + "moves $previousLocation$ -> $location$ *")
    assert pattern.fullmatch("a " * 30_000 + "b") is None
    assert within(20, started)
    found = _pattern("$pieceName$ moves from $previousLocation$ to $location$ *").fullmatch("16Pz (x) moves from 2218 to 22 19")
    assert found is not None and found.groupdict() == {"from": "2218", "to": "22 19"}
    assert _pattern("$pieceName$ moves").fullmatch("16Pz moves") is None


def test_a_crowd_that_is_moved_counter_by_counter() -> None:
    """Thirty thousand counters in one stack, each taken out of it."""
    ids = [str(number) for number in range(30_000)]
    start = [*(f"+/{id_}/piece;;;;n/M;1;1;1" for id_ in ids), "+/s/stack/M;1;1;" + ";".join(ids), "end_save"]
    started = time.process_time()
    replay = recording(*start, *(f"LOG\tM/{id_}/M/5/5/null/M/1/1/null/x" for id_ in ids))
    assert sum(len(step.events) for step in replay.steps()) == len(ids)
    assert not replay.pieces["s"].holds and within(30, started)


def test_what_happens_in_a_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that moves whoever stands there, again and again; a password for every step."""
    monkeypatch.setattr("adjudicator.vassal.replay.EVENTS", 10_000)
    start = [*(f"+/{number}/piece;;;;n/M;1;1;1" for number in range(200)), "end_save"]
    back_and_forth = [f"LOG\tM/none/M/{step % 2 + 1}/1/null/M/{2 - step % 2}/1/null/x" for step in range(1, 52)]
    with pytest.raises(Broken, match="vassal_too_large"):
        for _ in recording(*start, *back_and_forth).steps():
            pass
    assert sum(len(step.events) for step in recording(*start, *back_and_forth[:50]).steps()) == 10_000
    with pytest.raises(Broken, match="vassal_too_large"):
        recording(*(f"PLAYER\tsecret{number}\tx\ty" for number in range(PLAYERS + 1)))


@pytest.mark.parametrize("name", ["2010\nsituation mine.yaml", "2010\r\nrulebook x", "2010\x85turn 9", "2010\u2028turn 9", "2010\x1b[31m"])
def test_no_name_begins_a_line(name: str, tmp_path: Path) -> None:
    """What a zone, a property or a file is called stays within the line of the log that names it."""
    shown = name.replace("\n", "&#10;").replace("\r", "&#13;").replace("\x1b", "?")
    build = (
        '<VASSAL.build.module.Map mapName="M"><b><P.Board name="B" width="900" height="900"><P.ZonedGrid>'
        f'<P.Zone name="{shown}" path="0,0;400,0;400,400;0,400"/><P.Zone name="2011" path="400,0;800,0;800,400;400,400"/>'
        "</P.ZonedGrid></P.Board></b></VASSAL.build.module.Map>"
    )
    opened = open_module(module(tmp_path, build))
    start = ["begin_save", f"+/1/mark;str\tpiece;;;;u/{name}\tM;500;10;1", f"+/2/mark;str\tpiece;;;;{name}/3\tM;10;10;2", "end_save"]
    steps = ["LOG\tM/1/M/10/10/null/M/500/10/null/x", f"LOG\tD/1/{name}2\tM;10;10;1", "LOG\t+/3/piece;;;;new/M;10;10;1", f"LOG\tCHAT<a> - {name}"]
    game = Converter(ESC.join([*start, *steps]), opened, Binding(properties={"strength": "str"}), SAY)
    lines = [line.text for line in game.lines()]
    assert len(lines) >= 3
    assert all(line.isprintable() and not line.startswith(("situation", "rulebook", "turn")) for line in lines), lines
    assert all(line.isprintable() for line in json.dumps(game.position).splitlines())


@pytest.mark.parametrize("said", ["{units:>9999999999}", "{units!r}", "{units.__class__}", "{0}", "{units[0]}", "{", "{other}"])
def test_a_line_of_a_binding_has_names_put_in_and_nothing_else(said: str) -> None:
    with pytest.raises(Broken):
        read_binding("b.yaml", {"say": {"move": said}})
    assert read_binding("b.yaml", {"say": {"move": "{unit} {{x}} {units}: {start}-{end} {path}"}}).say


def test_a_game_that_wants_all_memory_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A packed game says itself how much memory it takes to unpack."""
    import lzma

    monkeypatch.setattr("adjudicator.vassal.container.LARGEST", 1_000_000)
    raw = lzma.compress(b"begin_save", lzma.FORMAT_XZ, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 22}])
    found = call("info", boxed(tmp_path / "x.vsav", {"savedGame": raw}))
    assert found.exit_code == 5 and len(found.stderr.splitlines()) == 1
