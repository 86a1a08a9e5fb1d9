"""Situation files: what is wrong in them is named with file and line; blocks, and the files that one names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from adjudicator.files.document import Document
from adjudicator.files.fault import Broken
from adjudicator.files.includes import include_files
from adjudicator.files.schema import check_situation
from adjudicator.files.yaml import load_document
from tests.conftest import rulebook
from tests.test_files import SPEC, check, fails, said, yaml


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path_factory.mktemp("cache")))


# ---- situations

GOOD = """rulebook: fpa
turn: 5
weather: frost
phase: "german combat 1"
active: german
assume: defaults
hexes: {"2119": {terrain: clear, features: []}, "2118": {control: soviet}}
hexsides: {"2218/2119": [river], "2118/2119": []}
adjacent: [["2118", "2119"]]
distance: {"2118/2120": 2}
los: {"2118/2120": clear}
units:
  - {id: 16Pz, side: german, kind: panzer, class: mechanized, size: division, attack: 3, steps: 4, at: "2218"}
  - {id: "46", side: soviet, at: off_map, comms: out, ma: 6.5}
markers: [{kind: KG, id: Br, at: "2219"}]
options: {"12.3": true, readings: {A-24: cumulative}}
history: {"16Pz": [{act: attack, hex: "2118"}]}
unknown: ["units[46].supply"]
restricted_area: ["1212"]
"""


def test_good_situation() -> None:
    check(GOOD)
    check_situation(yaml(GOOD).data, SPEC)
    check(GOOD, on_map=lambda name: True, adjacent=lambda a, b: True)
    check("rulebook: x\nhexes: {}\nunits: []", {})


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("turn: 5\nwether: frost", 2, ['unknown key "wether"', 'did you mean "weather"?']),
        ("turn: 5\nhexes:\n  2119: {terrain: clear}", 3, ['write "2119" in quotes']),
        ("turn: 5\nhexes:\n  0102: {terrain: clear}", 3, ['write "0102" in quotes']),
        ("options: {12.30: true}", 1, ['write "12.30" in quotes']),
        ("units:\n  - {id: a,\n     at: 2119}", 3, ['write "2119" in quotes', '"at" in unit "a"']),
        ("units:\n  - {id: 46}", 2, ['write "46" in quotes']),
        ("units:\n  - {id: 1e3}", 2, ['write "1e3" in quotes']),
        ("restricted_area: [2119]", 1, ['write "2119" in quotes']),
        ("eliminated:\n  - 016", 2, ['write "016" in quotes']),
        ("adjacent: [[2119, '2118']]", 1, ['write "2119" in quotes']),
        ("adjacent: ['2118']", 1, ["pair of hexes"]),
        ("12: 3", 1, ['write "12" in quotes']),
        ("turn: x", 1, ['"turn" in the situation must be a whole number, not "x"']),
        ("turn: true", 1, ["whole number, not true"]),
        ("phase: 3", 1, ['write "3" in quotes']),
        ("weather: frot", 1, ['cannot be "frot"', 'did you mean "frost"?']),
        ("weather: 1", 1, ["thaw, frost, storm"]),
        ("weather: [frost]", 1, ["must be one of", "a list"]),
        ("active: geman", 1, ["unknown side", "german"]),
        ("units:\n- id: a\n  side: red", 3, ['unknown side "red"', "german, soviet"]),
        ("units:\n- id: a\n- id: b\n- id: a", 4, ['unit id "a" stands twice', "first on line 2"]),
        ("units:\n- id: a\n- side: german", 3, ["unit 2 has no id"]),
        ("units:\n- id: ' a'", 2, ["blank"]),
        ("units: {a: 1}", 1, ['"units" must be a list']),
        ("units: [a]", 1, ["unit 1 must be a mapping"]),
        ("units:\n- {id: a, atack: 3}", 2, ['unknown key "atack" in unit "a"', 'did you mean "attack"?']),
        ("units:\n- {id: a, attack: '3'}", 2, ["must be a number"]),
        ("units:\n- {id: a, at: '99'}", 2, ['"99" is no hex number']),
        ("units:\n- {id: a, at: [x]}", 2, ["a hex, off_map or track, not a list"]),
        ("units:\n- {id: a, ma: [x]}", 2, ["a number or a word or text or null"]),
        ("hexes: {'219': {}}", 1, ['"219" is no hex number']),
        ("hexes: {'2119': clear}", 1, ['hex "2119" must be a mapping']),
        ("hexes: {'2119': {terrain: wood}}", 1, ['did you mean "woods"?']),
        ("hexes: {'2119': {terain: woods}}", 1, ['unknown key "terain" in hex "2119"', "terrain"]),
        ("hexes: {'2119': {features: [twn]}}", 1, ['did you mean "town"?']),
        ("hexes: {'2119': {features: town}}", 1, ["must be a list"]),
        ("hexsides: {'2119': []}", 1, ["no hexside", '"A/B"']),
        ("hexsides: {'2119/2119': []}", 1, ["names one hex twice"]),
        ("hexsides: {'2119/211': []}", 1, ['"211" is no hex number']),
        ("hexsides:\n  '2119/2118': []\n  '2118/2119': []", 3, ["stands twice"]),
        ("hexsides: {'2119/2118': river}", 1, ["must be a list"]),
        ("hexsides: {'2119/2118': [rivr]}", 1, ['did you mean "river"?']),
        ("distance: {'2119/2118': near}", 1, ["must be a number"]),
        ("los: [1]", 1, ["must be a mapping"]),
        ("markers:\n- {id: Br}", 2, ["marker 1 has no kind"]),
        ("markers:\n- {kind: KG, id: Br, att: '2119'}", 2, ['in marker "Br"']),
        ("options: {'12.4': true}", 1, ['unknown option "12.4"', "12.3"]),
        ("history: {16: []}", 1, ['write "16" in quotes']),
        ("history: {a: {}}", 1, ["must be a list"]),
        ("tables: 3", 1, ["must be a mapping"]),
        ("[1]", 1, ["a situation is a mapping"]),
        ("", 1, ["a situation is a mapping", "nothing"]),
    ],
)
def test_faulty_situation(text: str, line: int, words: list[str]) -> None:
    fails(text, line, *words, run=check)


def test_geometry() -> None:
    def placed(text: str) -> None:
        check(text, on_map=lambda name: name < "4800", adjacent=lambda a, b: {a, b} == {"2118", "2119"})

    placed("hexsides: {'2118/2119': []}\ndistance: {'2118/2120': 2}")
    fails("hexsides:\n  '2118/2120': []", 2, "not adjacent", run=placed)
    fails("units:\n- {id: a, at: '4801'}", 2, 'hex "4801" is not on the map', run=placed)


def test_all_faults() -> None:
    error = fails("phase: x\nunits:\n- {id: a, sise: x}\nturn: x\nhexes: {'1': {}}\n", 3, "sise", run=check)
    assert [said(other).split(" ")[0] for other in error.others] == ["s.yaml:4:", "s.yaml:5:"]


def test_unknown_type_is_the_books_fault() -> None:
    with pytest.raises(ValueError, match="unknown type"):
        check("x: 1", {"keys": {"x": "hax"}})


# ---- blocks and other files


def test_blocks() -> None:
    text = """turn: 1
hexes: |  # the map
  # terrain first
  2119 clear town control=german

  2118 rough   # a comment
  2117 - control=soviet
hexsides: |
  2218/2119 river Dnestr
  2217/2118 -
units: |
  id side class attack at
  46 german mechanized 3 2118
  "KG Br" german - - 2119 comms=in
  x soviet steps=2 reduced=true
"""
    document = include_files(yaml(text), spec=SPEC)
    check_situation(document, SPEC)
    assert document.data == {
        "turn": 1,
        "hexes": {
            "2119": {"terrain": "clear", "features": ["town"], "control": "german"},
            "2118": {"terrain": "rough", "features": []},
            "2117": {"control": "soviet"},
        },
        "hexsides": {"2218/2119": ["river", "Dnestr"], "2217/2118": []},
        "units": [
            {"id": "46", "side": "german", "class": "mechanized", "attack": 3, "at": "2118"},
            {"id": "KG Br", "side": "german", "at": "2119", "comms": "in"},
            {"id": "x", "side": "soviet", "steps": 2, "reduced": True},
        ],
    }
    assert document.line_of(("hexes", "2117", "control")) == 7
    assert document.line_of(("units", 1, "at")) == 14
    assert document.line_of(("turn",)) == 1
    assert yaml(text).data["hexes"].startswith("#")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nhexes: |\n  2119 clear\n  2119 rough\n", 4, ["stands twice", "first on line 3"]),
        ("hexes: |\n  2119 clear\n  2118\n", 3, ["states nothing"]),
        ('hexes: |\n  2119 "clear\n', 2, ["quotation mark"]),
        ("hexes: |\n  2119 clear control=german control=soviet\n", 2, ['"control" stands twice']),
        ("hexes: |\n\n  2119 clear vp=.inf\n", 3, ["not a number"]),
        ("hexsides: |\n  2118/2119\n", 2, ['write "-"']),
        ("hexsides: |\n  2118/2119 - river\n", 2, ["something beside it"]),
        ("units: |\n  name side\n  a b\n", 2, ['must be "id"']),
        ("units: |\n  id id\n", 2, ["column", "twice"]),
        ("units: |\n  id side\n  a german 3\n", 3, ['"3" is one value too many', "id, side"]),
        ("hexes: |\n  2119 clear\n  219 clear\n", 3, ['"219" is no hex']),
        ("hexes: |\n  2119 clear twn\n", 2, ['did you mean "town"']),
        ("hexsides: |\n  2118/2119 rivr\n", 2, ['did you mean "river"']),
        ("units: |\n  id side\n  a german\n  a soviet\n", 4, ["stands twice (first on line 3)"]),
        ("units: |\n  id atack\n  a 3\n", 2, ["did you mean"]),
        ("units: |\n  id side attack\n  a german 3\n  b german\n", 4, ["2 values", "3 columns"]),
        ("turn: 1\nhexes: '2119 clear\n\n  219 clear'\n", 2, ['"219" is no hex']),
    ],
)
def test_faulty_blocks(text: str, line: int, words: list[str]) -> None:
    fails(text, line, *words, run=check)


def write(folder: Path, **files: str) -> Document:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return load_document(folder / "s.yaml")


def test_other_files(tmp_path: Path) -> None:
    document = write(
        tmp_path,
        s="turn: 2\nmap: maps/m.yaml\nunits_from: oob.yaml\ntables_from: card.yaml\n"
        'hexes: {"2119": {control: soviet}}\nhexsides: {"2118/2119": [river]}\n'
        'units:\n  - {id: a, at: "2119", attack: 9}\n  - {id: new, side: german}\ntables: {crt: {"1": x}}\n',
        maps__m="map: base.yaml\nhexes: |\n  2119 clear town\n  2118 rough\nrestricted_area: ['1212']\n",
        maps__base="hexes: {'2119': {terrain: swamp, control: german}, '2117': {terrain: woods}}\nhexsides: |\n  2118/2119 -\n",
        oob="- {id: a, side: german, attack: 3, defense: 4}\n- {id: b, side: soviet, attack: 1}\n- {id: c, at: '2118'}\n",
        card='crt: {"1": y, "2": z}\ntec: {}\n',
    )
    before = json.dumps(document.data)
    for base in (None, str(tmp_path)):
        whole = include_files(document, base, SPEC)
        assert json.dumps(document.data) == before
        assert whole.data == {
            "turn": 2,
            "hexes": {
                "2119": {"terrain": "clear", "features": ["town"], "control": "soviet"},
                "2118": {"terrain": "rough", "features": []},
                "2117": {"terrain": "woods"},
            },
            "hexsides": {"2118/2119": ["river"]},
            "restricted_area": ["1212"],
            "units": [
                {"id": "a", "side": "german", "attack": 9, "defense": 4, "at": "2119"},
                {"id": "new", "side": "german"},
                {"id": "c", "at": "2118"},
            ],
            "tables": {"crt": {"1": "x", "2": "z"}, "tec": {}},
        }
        assert whole.spare == {"b": {"id": "b", "side": "soviet", "attack": 1}}
        check_situation(whole, SPEC)
    assert whole.place_of(("hexes", "2119", "terrain")) == (str(tmp_path / "maps/m.yaml"), 3)
    assert whole.place_of(("hexes", "2119", "control")) == (str(tmp_path / "s.yaml"), 5)
    assert whole.place_of(("hexes", "2117", "terrain"))[0].endswith("base.yaml")
    assert whole.place_of(("units", 0, "defense")) == (str(tmp_path / "oob.yaml"), 1)
    assert whole.place_of(("units", 2, "at")) == (str(tmp_path / "oob.yaml"), 3)
    assert whole.place_of(("tables", "crt", "2"))[0].endswith("card.yaml")
    cached = load_document(tmp_path / "s.yaml", cached=True)
    cached = load_document(tmp_path / "s.yaml", cached=True)
    assert cached.lines is None
    again = include_files(cached, None, SPEC)
    assert again.data == whole.data
    assert again.place_of(("hexes", "2119", "control")) == (str(tmp_path / "s.yaml"), 5)


@pytest.mark.parametrize(
    ("files", "file", "line", "word"),
    [
        ({"s": "turn: 1\nmap: no.yaml"}, "s.yaml", 2, "does not exist"),
        ({"s": "map: [x]"}, "s.yaml", 1, "name of a file"),
        ({"s": "map: '-'"}, "s.yaml", 1, "name of a file"),
        ({"s": "map: /etc/passwd"}, "s.yaml", 1, "relative"),
        ({"s": 'map: "a\\0"'}, "s.yaml", 1, "possible file name"),
        ({"s": "a: 1\nmap: s.yaml"}, "s.yaml", 2, "names itself"),
        ({"s": "map: a.yaml", "a": "map: b.yaml", "b": "\nmap: a.yaml"}, "b.yaml", 2, "names itself"),
        ({"s": "map: a.yaml", "a": "x: 1\nhexes: [1"}, "a.yaml", 2, "not valid YAML"),
        ({"s": "map: a.yaml", "a": "[1]"}, "a.yaml", 1, "mapping of keys"),
        ({"s": "map: a.yaml", "a": "turn: 1\nhexes: |\n  1 clear\n"}, "a.yaml", 3, '"1" is no hex'),
        ({"s": "map: a.yaml", "a": "\nhexes:\n  0102: {}\n"}, "a.yaml", 3, '"0102" in quotes'),
        ({"s": "map: a.yaml\nhexes: {'2119': {}}", "a": "\nhexes:\n  0102: {}\n"}, "a.yaml", 3, '"0102" in quotes'),
        ({"s": "units_from: a.yaml", "a": "- {id: x}\n- {id: x}\n"}, "a.yaml", 2, "twice (first on line 1)"),
        ({"s": "units_from: a.yaml", "a": "units: 3\n"}, "a.yaml", 1, "must be a list"),
        ({"s": "units_from: a.yaml\nunits: [{id: x}]", "a": "- {id: x,\n at: 0102}"}, "a.yaml", 2, '"0102" in quotes'),
        (
            {"s": "map: a0.yaml", **{f"a{i}": f"map: a{i + 1}.yaml" for i in range(8)}},
            "a4.yaml", 1, "too many files",
        ),
    ],
)  # fmt: skip
def test_faulty_files(tmp_path: Path, files: dict[str, str], file: str, line: int, word: str) -> None:
    document = write(tmp_path, **files)
    with pytest.raises(Broken) as caught:
        check_situation(include_files(document, None, SPEC), SPEC)
    assert word in said(caught.value)
    assert (os.path.basename(caught.value.file), caught.value.line) == (file, line), str(caught.value)


@pytest.mark.parametrize(
    ("book", "column", "cell", "value"), [("pd", "formation", "3", "3"), ("bcs", "attack_capable", "no", False), ("bcs", "attack_capable", "true", True)]
)
def test_a_cell_of_a_block_is_what_its_column_wants(book: str, column: str, cell: str, value: object) -> None:
    spec = rulebook(book).declared.spec
    document = include_files(yaml(f"units: |\n  id {column}\n  A1 {cell}\n"), None, spec)
    assert document.data["units"] == [{"id": "A1", column: value}]
