"""Files of VASSAL: what is read out of them, written back, and refused.

The files in tests/vassal were made by the engine itself and hold their own answers, in the lines in which it reports moves.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator.book import load
from adjudicator.commands.cli import main
from adjudicator.commands.vassal import attacks_of
from adjudicator.files.fault import Broken
from adjudicator.files.textmap import load_text_map
from adjudicator.files.yaml import load_yaml
from adjudicator.vassal.binding import Binding, draft
from adjudicator.vassal.container import About, Container, decoded, encoded
from adjudicator.vassal.convert import Converter
from adjudicator.vassal.grids import HexGrid, Numbering, Zone, ZonedGrid
from adjudicator.vassal.images import size_of
from adjudicator.vassal.module import Board, Map, Module, Slot, open_module
from adjudicator.vassal.notes import annotated
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.replay import Moved, Recording, Said, said
from adjudicator.vassal.sequence import ESC, chain, commands, joined, raw_tokens, tokens

HERE = Path(__file__).parent / "vassal"
MODULE = str(HERE / "fix.vmod")
LOGS = [str(HERE / "f1.vlog"), str(HERE / "f3.vlog")]
SECRET = "hunter2"
SAY = {
    "move": "{units} moves from {start} to {end}",
    "path": "{units} moves {path}",
    "enter": "units[{unit}].at = {end}",
    "leave": "units[{unit}].at = off_map",
}


@pytest.fixture(scope="module")
def module() -> Module:
    return open_module(MODULE)


def game(path: str) -> str:
    return Container(path).game()


def call(*args: str) -> Result:
    return CliRunner().invoke(main, ["vassal", *args])


def converter(path: str, module: Module | None, **binding: Any) -> Converter:
    return Converter(game(path), module, Binding(**binding), SAY)


# ---- texts and containers --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["f1.vsav", "f1.vlog", "f3.vlog"])
def test_texts_come_back_character_for_character(name: str) -> None:
    text = game(str(HERE / name))
    assert ESC.join(raw_tokens(text, ESC)) == text == joined(tokens(text, ESC), ESC)
    placed = [tokens(command, "/") for command in commands(text) if command.startswith("+/")]
    assert placed
    for _, _, type_, state in placed:
        for chained in (type_, state):
            while "\t" in chained:
                assert joined(tokens(chained, "\t"), "\t") == chained
                chained = tokens(chained, "\t")[1]
            assert joined(tokens(chained, ";"), ";") == chained


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["a", "b"], "a/b"),
        (["a/b", "c"], "a\\/b/c"),
        ([""], ""),
        (["a", ""], "a/"),
        (["\\x", "y"], "'\\x'/y"),
        (["'q'", "r"], "''q''/r"),
        (["it's", "x"], "it's/x"),
    ],
)
def test_delimited_texts(parts: list[str], text: str) -> None:
    assert joined(parts, "/") == text
    assert tokens(text, "/") == parts


@pytest.mark.parametrize("elements", [["a"], ["a", "b", "c"], ["", "", ""], ["a\tb", "c"], ["x", "a\tb", "cd"], ["\\x", "y", "z"], ["q", "\\x", "'y'", "z"]])
def test_a_chain_is_taken_apart_in_one_walk(elements: list[str]) -> None:
    text = elements[-1]
    for element in reversed(elements[:-1]):
        text = joined([element, text], "\t")
    assert chain(text) == (elements if len(elements) > 1 else [elements[0]])


def test_a_game_is_read_in_all_four_ways_in_which_it_is_written() -> None:
    text = "begin_save\x1bé\x1bend_save"
    plain = text.encode()
    masked = bytes(byte ^ 0x21 for byte in plain)
    for raw in (plain, encoded(text), encoded(text).upper().replace(b"!VCSK", b"!VCSK"), b"VOBS\x21" + masked, lzma.compress(plain)):
        assert decoded(raw) == text


def packed(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, raw in entries.items():
            made.writestr(name, raw)
    return out.getvalue()


def encoded_steps(count: int) -> bytes:
    return ESC.join(["begin_save", "end_save", *(f"LOG\t{number}" for number in range(count))]).encode()


BILLION = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'
HOSTILE = {
    "no zip": b"hello",
    "cut": (HERE / "f1.vlog").read_bytes()[:700],
    "empty": b"",
    "nothing in it": packed({"other": b"x"}),
    "a bomb": packed({"savedGame": b"0" * 60_000_000}),
    "half a digit": packed({"savedGame": b"!VCSK5a0"}),
    "no digits": packed({"savedGame": b"!VCSK5azz"}),
    "no game": packed({"savedGame": b"!VCSK000000"}),
    "cut xz": packed({"savedGame": lzma.compress(b"begin_save" * 50)[:40]}),
    "no key": packed({"savedGame": b"VOBS"}),
    "document type": packed({"buildFile.xml": BILLION}),
    "document type in another encoding": packed({"buildFile.xml": BILLION.decode().encode("utf-16")}),
    "deep": packed({"buildFile": b"<a>" * 5000}),
    "no XML": packed({"buildFile": b"<a>"}),
    "half a million steps and one": packed({"savedGame": encoded_steps(500_001)}),
    "path names": packed({"../../etc/passwd": b"x", "/abs": b"x"}),
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("command", ["info", "situation", "log", "map", "bind"])
def test_hostile_files_are_one_message(command: str, raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.vlog"
    path.write_bytes(raw)
    found = call(command, str(path), *(["-r", "fpa"] if command == "bind" else []))
    assert found.exit_code == 5
    assert len(found.stderr.splitlines()) == 1 and "Traceback" not in found.output
    assert sorted(tmp_path.iterdir()) == [path]


def test_what_nobody_reads_is_counted(tmp_path: Path) -> None:
    """Custom commands and traits, null commands, pieces nobody placed: read on."""
    ghost = "+/7/obs;x\tweird;;\\\tpiece;;;;Ghost/null\tq\\\tMain;10;20;5;0"
    start = ["begin_save", "bd\tsomething", ghost, "+/8/stack/Main;10;20;7;nobody;@@1", "Map9BoardPicker\tgone\t0\t0", "end_save"]
    steps = ["LOG\tnull", "LOG\t", "LOG\tM/404/Main/1/2/null/Main/3/4/null/x", "LOG\tD/404/a/b", "LOG\t-/404", "LOG\tM/7", "LOG\tOBA\t1"]
    text = ESC.join([*start, *steps])
    replay = Recording(text)
    assert [piece.name for piece in replay.counters()] == ["Ghost"]
    assert len(list(replay.steps())) == 7
    assert replay.passed == {"bd": 1, "OBA": 1}


# ---- hexes -----------------------------------------------------------------------------------------------------------------------
def points() -> list[list[str]]:
    rows = (HERE / "points.tsv").read_text("utf-8").splitlines()
    return [row.split("\t") for row in rows if not row.startswith("#")]


def test_points_have_the_names_that_the_engine_gives_them() -> None:
    rows = points()
    assert len(rows) == 512 and len({tuple(row[:4]) for row in rows}) == 16
    for sideways, stagger, across, down, how, x, y, name in rows:
        numbering = Numbering(how[0], "", "N", how[1], 1, 1, 1, 1, across == "true", down == "true", stagger == "true")
        grid = HexGrid(60.62, 70.0, 40, 35, sideways == "true", numbering)
        assert grid.name(int(x), int(y), (600, 400)) == name


def test_zones_edges_and_reversed_boards() -> None:
    grid = HexGrid(60.62, 70.0, 40, 35, False, Numbering(h_off=1, v_off=1, stagger=False))
    box = Zone("Pool", ((0, 0), (100, 0), (100, 100), (0, 100)), None, False)
    part = Zone("North", ((100, 0), (600, 0), (600, 200), (100, 200)), None, True, "$name$ $gridLocation$")
    board = Board("B", (600, 400), ZonedGrid((box, part), grid))
    window = Map("Main", (10, 20), {"B": board}, {(300, 300): "Cards"}, ())
    rows = [row.split("\t") for row in (HERE / "zones.tsv").read_text("utf-8").splitlines() if not row.startswith("#")]
    for turned, x, y, name, why in rows:
        assert window.lay([("B", turned == "true", 0, 0), ("gone", False, 1, 0)]) == ["gone"]
        assert (window.place(int(x), int(y)) or "-") == name, why
    twice = Map("Two", (0, 0), {"B": board}, {}, ())
    twice.lay([("B", False, 0, 0), ("B", False, 1, 0)])
    assert twice.place(601, 1) == "Pool"  # the second board begins at 600


def test_neighbours_are_next_to_one_another(module: Module) -> None:
    hexes = {name: (centre, around) for name, centre, around, _ in module.maps["Main"].hexes()}
    assert len(hexes) == 20 * 11
    for name, ((x, y), around) in hexes.items():
        for other in around:
            (p, q), back = hexes[other]
            assert name in back and 60 < ((x - p) ** 2 + (y - q) ** 2) ** 0.5 < 80
        assert module.maps["Main"].place(x, y) == name


def test_sizes_of_pictures() -> None:
    assert size_of(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (7).to_bytes(4, "big") + (9).to_bytes(4, "big")) == (7, 9)
    assert size_of(b"GIF89a\x07\0\x09\0") == (7, 9)
    assert size_of(b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x09\0\x07") == (7, 9)
    assert size_of(b'<?xml?><svg width="7px" height="9">') == (7, 9)
    assert size_of(b'<svg viewBox="0 0 7 9">') == (7, 9)
    assert size_of(b"BM") is None


# ---- games -----------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", LOGS)
def test_moves_go_where_the_engine_reports_them(path: str, module: Module) -> None:
    """Every report of a move names the hexes that we find; a stack that moves is every counter in it."""
    found = converter(path, module)
    found.lines()
    assert found.report.agree >= 2 and found.report.differ == []


def test_stacks_move_whole_and_undone_moves_are_left_out(module: Module) -> None:
    replay = Recording(game(LOGS[1]), module)
    first = next(replay.steps())
    assert {(event.piece.name, replay.hex_of(event.end)) for event in first.events if isinstance(event, Moved)} == {("16Pz", "0603"), ("371Inf", "0603")}
    found = converter(LOGS[1], module)
    assert [line.text for line in found.lines() if "moves" in line.text] == ["16Pz + 371Inf moves from 0502 to 0603"]
    assert found.report.undone == 3  # two moves and the report of both


def test_a_recorded_trail_is_the_path_and_the_turn_tracker_tells_the_turn(module: Module) -> None:
    """A trail in pixels of the map, as the trait that draws it keeps it; the same move without it names two hexes."""
    for trail, wanted in (("true;Main;2;120,80;181,115", "Scout moves 0201-0302-0402"), ("false;null;0", "Scout moves from 0201 to 0402")):
        start = f"+/7/footprint;84,130;x\tpiece;;;;Scout/{trail}\tMain;120;80;11;0"
        steps = ["LOG\tM/7/Main/241/150/null/Main/120/80/null/", "LOG\tTURNTurnTracker0\t0|2;0;false;-1;1\\;0\\;0\\;true,true"]
        text = ESC.join(["begin_save", start, "end_save", *steps])
        assert [line.text for line in Converter(text, module, Binding(), SAY).lines()] == [wanted, "# T=2 P=soviet"]
        turn = {"turn": "T", "phase": "P", "phases": {"soviet": "soviet movement 1"}}
        assert [line.text for line in Converter(text, module, Binding(turn=turn), SAY).lines()] == [wanted, "turn 2", "phase soviet movement 1"]


def test_a_throw_that_was_undone_was_not_thrown(module: Module) -> None:
    """In every language: the report of an undoing repeats what was reported."""
    for word in ("UNDO", "DESHACER"):
        steps = [
            "LOG\tCHAT<Ana> - fire!",
            "LOG\tCHAT*** d6 = 5 ***",
            f"LOG\tCHAT* {word}: *** d6 = 5 ***",
            f"LOG\tCHAT* {word}: - fire!",
            "LOG\tCHAT*** d6 = 2 ***",
        ]
        found = Converter(ESC.join(["begin_save", "end_save", *steps]), module, Binding(), SAY)
        assert [line.text for line in found.lines()] == ["# roll 2  (d6, step 5); said before: -"]
        assert found.report.undone == 2


def test_dice_follow_the_declaration_that_was_made_in_chat(module: Module) -> None:
    patterns = [re.compile("turn 1; (?P<text>.+)")]
    lines = [line.text for line in converter(LOGS[0], module, declarations=patterns).lines()]
    at = lines.index("16Pz moves")
    assert lines[at + 1] == "  roll 3 1"
    assert any(line.startswith("# roll 6  (CRT") for line in lines)  # nobody declared it: told with what was said before
    assert "> Ana: German turn 1; 16Pz moves" in lines
    ignored = [line.text for line in converter(LOGS[0], module, dice={"CRT": "ignore"}).lines()]
    assert not any("roll 6" in line for line in ignored)


def test_a_game_begins_where_the_one_before_ended(module: Module) -> None:
    first = converter(LOGS[0], module)
    first.lines()
    assert first.places() == converter(LOGS[1], module).places()


def test_chat_is_read_without_marks_and_html() -> None:
    assert said("<Ana> - hello") == Said("hello", "Ana")
    assert said("&lt;Ana&gt; - <b>16Pz</b> attacks") == Said("16Pz attacks", "Ana")
    assert said("* <b>A</b> moves 1 -&gt; 2 *") == Said("* A moves 1 -> 2 *", "")


def hidden(owner: str) -> str:
    """A counter that its owner hides."""
    state = f"{owner}\tMain;120;80;11"
    return ESC.join(
        [
            "begin_save",
            f"PLAYER\t{SECRET}\tAna\tgerman",
            f"+/7/obs;x\tpiece;;;;Spy/{state}",
            "end_save",
            f"LOG\tM/7/Main/181/115/null/Main/120/80/null/{SECRET}",
            f"LOG\tCHAT<Ana> - my word is {SECRET}.",
        ]
    )


def test_what_one_side_sees_stays_hidden_and_no_password_is_told(module: Module, tmp_path: Path) -> None:
    path = tmp_path / "h.vlog"
    path.write_bytes(packed({"savedGame": encoded(hidden(SECRET))}))
    for args in (["info", str(path)], ["situation", str(path), "-m", MODULE], ["log", str(path), "-m", MODULE]):
        for fmt in ("text", "json"):
            found = call(*args, "--format", fmt)
            assert found.exit_code == 0 and SECRET not in found.output and "Spy" not in found.output
            assert ("Ana" in found.output) == (args[0] != "situation")
    assert "Spy moves from 0201 to 0302" in call("log", str(path), "-m", MODULE, "--reveal").stdout
    assert SECRET not in call("log", str(path), "-m", MODULE, "--reveal").output


# ---- written back ----------------------------------------------------------------------------------------------------------------
def test_notes_leave_every_step_as_it_was() -> None:
    text = game(LOGS[0])
    noted = annotated(text, {2: ["LEGAL <b> & so on"], 99: ["nowhere"]})
    extra = [token for token in raw_tokens(noted, ESC) if "LEGAL" in token]
    assert extra == ["LOG\tCHAT- LEGAL &lt;b&gt; &amp; so on"]
    assert ESC.join(token for token in raw_tokens(noted, ESC) if token not in extra) == text
    plain, more = list(Recording(text).steps()), list(Recording(noted).steps())
    assert len(more) == len(plain) + 1
    assert [len(step.events) for step in more if step.index != 3] == [len(step.events) for step in plain]


BOUND = str(HERE / "bind.yaml")


def test_layers_are_drafted_and_read() -> None:
    """A counter whose layer shows steps: the draft lists its levels, the binding says what they mean."""
    fields = ["emb2", *[""] * 14, "full.png,half.png", "full,half", "", "Steps"]
    type_ = joined([joined(fields, ";"), "piece;;;;16Pz"], "\t")
    piece = Piece("7", type_, joined(["2", "Main;1;2;11"], "\t"))
    assert piece.layers() == {"Steps": (2, "half")} and piece.levels() == {"Steps": ["full", "half"]}
    slot = Slot("11", "16Pz", joined(["+", "null", type_, joined(["1", "null;0;0;11"], "\t")], "/"))
    drafted = draft(Module(About(), {}, {"11": slot}, {}, [], [], []), "fpa", ["steps"], "x")["layers"]
    assert drafted == {"Steps": {"layer": "Steps", "levels": {"1": "", "2": "", "full": "", "half": ""}}}
    bound = Binding(layers={"steps": {"layer": "Steps", "levels": {"full": 4, "half": 2}}}).bound(piece, {})
    assert bound is not None and bound.facts == {"steps": 2}


def test_the_binding_is_the_draft_filled_in() -> None:
    draft = json.loads(call("bind", MODULE, "-r", "fpa", "--format", "json").stdout)
    filled = load_yaml(BOUND)
    assert draft["properties"] == filled["properties"] == {"side": "Side", "attack": "Attack", "steps": "Steps"}
    assert [row["gpid"] for row in draft["units"]] == [row["gpid"] for row in filled["units"]]
    assert draft["turn"]["phases"] == {"german": "", "soviet": ""}


def test_from_module_and_log_to_verdicts(tmp_path: Path) -> None:
    found = call("check", *LOGS, "-m", MODULE, "-b", BOUND, "--format", "json")
    assert "begins where the one before ended" in found.stderr
    rows = json.loads(found.stdout)
    moves = [entry for log in rows["files"] for entry in log["entries"] if "moves from" in entry["text"]]
    assert {entry["verdict"] for entry in moves} == {"legal"}
    out = tmp_path / "noted.vlog"
    assert call("annotate", LOGS[1], "-m", MODULE, "-b", BOUND, "-o", str(out)).exit_code == 0
    noted = [event.text for step in Recording(game(str(out))).steps() for event in step.events if isinstance(event, Said) and "[adjudicator]" in event.text]
    assert any("16Pz + 371Inf moves from 0502 to 0603: LEGAL" in text for text in noted)
    with zipfile.ZipFile(out) as made, zipfile.ZipFile(LOGS[1]) as old:
        assert made.namelist() == old.namelist()
        assert all(made.read(name) == old.read(name) for name in old.namelist() if name != "savedGame")
    assert call("annotate", LOGS[1], "-m", MODULE, "-b", BOUND, "-o", str(out)).exit_code == 2  # nothing is written over


def test_an_attack_in_plain_words_is_a_declaration(module: Module) -> None:
    """Where the binding wants it: what the rulebook understands as an attack, no talk about one."""
    book = load("fpa")
    talk = ["16Pz attacks 0604", "can 16Pz attack 0604?", "your 16Pz attacks well", "16Pz moves to 0604"]
    text = ESC.join([game(str(HERE / "f1.vsav")), *(f"LOG\tCHAT<Ana> - {line}" for line in talk), "LOG\tCHAT*** d6 = 4 ***"])
    for plain, wanted in ((True, ["16Pz attacks 0604", "  roll 4"]), (False, [])):
        found = Converter(text, module, Binding(plain=plain), SAY, is_attack=attacks_of(book))
        assert [line.text for line in found.lines() if line.text[0] not in "#>"] == wanted


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    page = (HERE.parent.parent / "docs" / "vassal.md").read_text("utf-8")
    told = [line[2:] for line in page.splitlines() if line.startswith("$ adjudicator")]
    assert len(told) == 3
    for line in told:
        words = [str(tmp_path / word) if word == "noted.vlog" else word.replace("tests/", f"{HERE.parent}/") for word in line.split()[1:]]
        assert CliRunner().invoke(main, words).exit_code == 0, line


def test_a_log_is_written_with_its_position(tmp_path: Path) -> None:
    out = tmp_path / "game.log"
    assert call("log", *LOGS, "-m", MODULE, "-b", BOUND, "-o", str(out)).exit_code == 0
    judged = CliRunner().invoke(main, ["validate", str(out), "--format", "json"])
    assert judged.exit_code in (0, 4), judged.output


def test_a_blank_map_is_a_map() -> None:
    text = call("map", MODULE).stdout
    assert text.startswith("hexes: |\n  0101 -  # 0102 0201\n") and len(text.splitlines()) == 221


@pytest.mark.parametrize("text", ["[]", "colour: red", "units: 5", "units: [x]", "ignore: ['(']", "say: {move: '{what}'}", "say: {fly: x}", "dice: {a: [b]}"])
def test_a_faulty_binding_is_one_message(text: str, tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(text, "utf-8")
    found = call("situation", str(HERE / "f1.vsav"), "-m", MODULE, "-b", str(path))
    assert found.exit_code == 5 and len(found.stderr.splitlines()) == 1


def test_without_a_module_counters_pass_by_name() -> None:
    found = call("situation", str(HERE / "f1.vsav"), "--format", "json")
    assert [row["id"] for row in json.loads(found.stdout)["units"]] == ["1Gds-A-B", "16Pz", "371Inf", "5-Tank-x"]


def test_what_is_no_file_is_broken(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        Container(str(tmp_path / "none.vlog"))
    with pytest.raises(Broken):
        Container(str(tmp_path))


# ---- what else people record turns in --------------------------------------------------------------------------------------------
MAIL = """From: Ana <ana@example.org>
To: Luis
Subject: Re: turn 3: the Dnestr
Date: Sun, 22 Nov 2026

rulebook fpa
situation s.yaml
On Sat, 21 Nov 2026 Luis wrote:
> 16Pz moves to 2119
El sábado Luis escribió:
16Pz moves from 0201 to 0301
--
Ana
16Pz attacks everybody

16Pz moves from 0301 to 0401
"""


def test_a_turn_out_of_an_e_mail_is_read_as_it_is(tmp_path: Path) -> None:
    """Heads, quotations and signatures say nothing of the game; what stands behind the signature does."""
    (tmp_path / "s.yaml").write_text("rulebook: fpa\nunits: [{id: 16Pz, side: german, at: '0201'}]\n", "utf-8")
    (tmp_path / "g.log").write_text(MAIL, "utf-8")
    found = CliRunner().invoke(main, ["validate", str(tmp_path / "g.log"), "--format", "json"])
    entries = json.loads(found.stdout)["files"][0]["entries"]
    assert [entry["text"] for entry in entries if "verdict" in entry] == ["16Pz moves from 0201 to 0301", "16Pz moves from 0301 to 0401"]
    assert not any("error" in entry for entry in entries)


TEXTMAP = """# made by hand
<forest> attributes fill="#0a0"
include default.txt
0201 clear
0301 woods town "Lodz"
0301 fortified
0201/0301 river   # ours
0301-0501 river
text at the edge
"""


def test_lines_of_the_text_mapper_are_a_map(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text(TEXTMAP, "utf-8")
    found = load_text_map(path)
    assert found.data["hexes"] == {
        "0201": {"terrain": "clear", "features": []},
        "0301": {"terrain": "woods", "features": ["town", "fortified"], "name": "Lodz"},
    }
    assert found.data["hexsides"] == {"0201/0301": ["river"], "0301/0401": ["river"], "0401/0501": ["river"]}
    assert found.line_of(("hexsides", "0401/0501")) == 8
    situation = tmp_path / "s.yaml"
    situation.write_text("rulebook: fpa\nmap: map.txt\nunits: []\n", "utf-8")
    assert CliRunner().invoke(main, ["check", "-r", "fpa", "-s", str(situation), "0202 is clear"]).exit_code == 0
    path.write_text("0201 lava\n", "utf-8")
    wrong = CliRunner().invoke(main, ["check", "-r", "fpa", "-s", str(situation), "0202 is clear"])
    assert wrong.exit_code == 5 and "map.txt:1" in wrong.stderr
