"""Bad input is named: file, line, words. Nothing but `Broken` ever comes out of a file."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import pickle
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import book as books
from adjudicator.book import situations
from adjudicator.files import yaml as yaml_files
from adjudicator.files.cache import cache_folder, compiled
from adjudicator.files.document import Document
from adjudicator.files.fault import Broken, Phrase
from adjudicator.files.includes import include_files
from adjudicator.files.schema import check_situation
from adjudicator.files.text import read_text
from adjudicator.files.yaml import load_document, load_yaml
from adjudicator.say.catalogue import catalogue
from tests.conftest import parsed

SPEC: dict[str, Any] = {
    "hex": r"\d{4}",
    "sides": ["german", "soviet"],
    "keys": {"restricted_area": "hexes", "vp": "int", "weather": ["thaw", "frost", "storm"]},
    "units": {"class": ["mechanized", "non_mechanized", "static"], "comms": ["in", "out"]},
    "hexes": {"terrain": ["clear", "woods", "swamp", "rough"], "features": {"list": ["town", "fortified"]}},
    "hexsides": ["river", "Dnestr", "Bug", "Prut"],
    "markers": {"kind": ["KG"]},
    "options": ["12.3"],
}


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path_factory.mktemp("cache")))


def yaml(text: str) -> Document:
    return load_document("s.yaml", text=text)


def check(text: str, spec: dict[str, Any] = SPEC, **more: Any) -> None:
    check_situation(include_files(yaml(text), spec=spec), spec, **more)


def said(error: Broken) -> str:
    return catalogue("en").fault(error)


def fails(text: str, line: int | None, *words: str, run: Any = yaml) -> Broken:
    with pytest.raises(Broken) as caught:
        run(text)
    error = caught.value
    assert error.file == "s.yaml"
    assert error.line == line, str(error)
    for word in words:
        assert word in said(error)
    assert said(error).startswith("s.yaml:" if line is None else f"s.yaml:{line}: ")
    assert "\n" not in said(error)
    return error


# ---- reading


def reads(path: str | Path, *words: str, line: int | None = None, **more: Any) -> None:
    with pytest.raises(Broken) as caught:
        read_text(str(path), **more)
    assert caught.value.line == line
    for word in words:
        assert word in said(caught.value)


def test_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n\xc3\xb1")
    assert read_text(file) == "a\nb\nc\nñ"
    file.write_bytes(b"")
    assert read_text(str(file)) == ""


def test_text_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    reads(file, "a.txt", "does not exist")
    reads(tmp_path, "folder")
    reads("a\0b", "file name")
    file.write_bytes(b"a\nb\xff\n")
    reads(file, "not UTF-8", line=2)
    file.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\xff\n")
    reads(file, "not UTF-8", line=3)
    file.write_bytes(b"a\n\n\0")
    reads(file, "NUL", line=3)
    file.write_bytes("a".encode("utf-16"))
    reads(file, "UTF-16", line=1)
    file.write_bytes(b"x" * 11)
    reads(file, "too long", "10 bytes", limit=10)
    assert read_text(file, limit=11) == "x" * 11


@pytest.mark.skipif(os.name == "nt", reason="no pipes among the files")
def test_special_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reads(tmp_path / "pipe", "ordinary")
    reads("/dev/zero", "ordinary")
    os.symlink("loop", tmp_path / "loop")
    reads(tmp_path / "loop", "cannot be read")
    if os.getuid():
        (tmp_path / "x").write_text("x")
        (tmp_path / "x").chmod(0)
        reads(tmp_path / "x", "permission")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def put(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    put(b"a: 1\r\n")
    assert load_yaml("-") == {"a": 1}
    put(b"a: 1\nb: \xff")
    reads("-", "standard input:2", line=2)
    put(b"a: [1\n")
    with pytest.raises(Broken) as caught:
        load_yaml("-")
    assert said(caught.value).startswith("standard input:")
    put(b"12345")
    reads("-", "too long", limit=4)
    monkeypatch.setattr(sys, "stdin", io.StringIO("b: 2"))
    assert load_yaml("-") == {"b": 2}
    monkeypatch.setattr(sys, "stdin", None)
    reads("-", "cannot be read")


def test_broken_travels() -> None:
    first = Broken("a\x1b[1m.yaml", 3, "named_file", file="b", why=Phrase("missing"))
    first.others = [Broken("a", None, "utf16")]
    error = pickle.loads(pickle.dumps(first))
    assert said(error) == "a\\x1b[1m.yaml:3: b does not exist"
    assert (error.line, error.phrase, [said(other) for other in error.others]) == (3, first.phrase, ["a: is UTF-16 text; save it as UTF-8"])
    assert str(first) == "a\\x1b[1m.yaml:3: named_file(file='b', why=missing)"


# ---- YAML


def test_values() -> None:
    text = 'a: 1\nb: [x, "1", 2.5, -3, true, no, ~, 1:1, 0x10, 1_0, 2001-01-01]\nc: {d: }\ne: |\n  x\n  y\nf: !!str 12\n'
    assert yaml(text).data == {
        "a": 1,
        "b": ["x", "1", 2.5, -3, True, "no", None, "1:1", 16, "1_0", "2001-01-01"],
        "c": {"d": None},
        "e": "x\ny\n",
        "f": "12",
    }
    assert yaml("").data is None


def test_the_same_as_ruamel() -> None:
    from ruamel.yaml import YAML

    text = "a: {b: [1, 2.5, 1e3, .5, -0, +1, 0102, 0o17, tRue, True, null, '', x y]}\n? c\n: >\n  a\n  b\n'<<': 1\n"
    assert yaml(text).data == YAML(typ="safe", pure=True).load(text)


def test_lines() -> None:
    document = yaml("a: 1\nb:\n  - x\n  - {c: 1,\n     d: [2,\n 3]}\n")
    assert [document.line_of(path) for path in [(), ("a",), ("b",), ("b", 0), ("b", 1)]] == [1, 1, 2, 3, 4]
    assert document.line_of(("b", 1, "c")) == 4
    assert document.line_of(("b", 1, "d")) == 5
    assert document.line_of(("b", 1, "d", 1)) == 6
    assert document.line_of(("b", 1, "nothing", "here")) == 4
    part = document.part("b", 1)
    assert part.data == {"c": 1, "d": [2, 3]}
    assert part.line_of() == 4
    assert part.line_of(("d", 1)) == 6


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("a: 1\nb: [1, 2\n", 2, "not valid YAML"),
        ("a: 1\n\tb: 2\n", 2, "tab"),
        ("a: 1\nb: c: d\n", 2, "colon"),
        ("a: 1\nb: 2\na: 3\n", 3, 'the key "a" stands twice (first on line 1)'),
        ("a: 1\nb: {c: 1,\n c: 2}", 3, 'the key "c" stands twice (first on line 2)'),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, "tag"),
        ("a: !x 1\n", 1, "tag"),
        ("a: !!binary aGk=\n", 1, "tag"),
        ("a: !q!x 1\n", 1, "tags (!) are not allowed"),
        ("a: &x [1]\nb: *y\n", 2, "*y names nothing"),
        ("a: 1\nb: &x [1, *x]\n", 2, "*x stands inside"),
        ("? [a, b]\n: 1\n", 1, "a key must be"),
        ("a: 1\n: 2\n", 2, "key is missing"),
        ("a: .inf\n", 1, "not a number"),
        ("a:\n  " + "1" * 5000, 2, "18 digits"),
        ("a: 1e999\n", 1, "18 digits"),
        ("a: 1e-300\n", 1, "18 digits"),
        ("%YAML 1.1\n---\na: 0102\n", 2, "only YAML 1.2"),
        ("a: 1\nb: \x07\n", 2, "may not stand in YAML"),
        ("a: &x {b: 1}\nc:\n  <<: 1\n", 3, "takes a mapping"),
        ("a: 'x\n", 1, "not valid YAML"),
        ("a: 1\nb: " + "!" * 1_000_000, 2, "a tag of a thousand characters"),
        ("[" * 60, 1, "nested too deep"),
        ("\n".join(" " * i + "a:" for i in range(60)), 41, "nested too deep"),
        ("- " * 60, 1, "nested too deep"),
        ("a: &a 1\nb: [" + "*a, " * 1001 + "]", 2, "too many aliases"),
        ("x" * 5_000_000, None, "too long"),
    ],
)
def test_faulty_yaml(text: str, line: int | None, word: str) -> None:
    fails(text, line, word)


def test_too_many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_files, "NODE_LIMIT", 100)
    fails("a:\n" + "- 1\n" * 101, 99, "too large")


def test_billion_laughs() -> None:
    text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for i in range(9):
        text += f"a{i + 1}: &a{i + 1} [" + ", ".join([f"*a{i}"] * 10) + "]\n"
    fails(text, 6, "too large", "aliases")
    deep = "a0: &a0 [x]\n"
    for i in range(30):
        deep += f"a{i + 1}: &a{i + 1} [[[[[*a{i}]]]]]\n"
    fails(deep, 9, "nested too deep")


@pytest.mark.parametrize("piece", ["[", "{", "- ", "? ", "&a ", "!a ", "'", '"', "{a: ", "*a ", "a:\n ", "[a,", "|", "#", "%", "\n"])
def test_no_text_takes_long(piece: str) -> None:
    """Nesting and look-ahead are bounded, so that ruamel's quadratic corners are not reached."""
    start = time.process_time()
    with contextlib.suppress(Broken):
        yaml(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 20  # a net for minutes, no measurement


def test_aliases_are_copies() -> None:
    document = yaml("a: &x {b: [1]}\nc: *x\nd:\n  <<: *x\n  e: 2\nf: {<<: [*x, {g: 1, b: 0}], g: 2}\n")
    data = document.data
    assert data == {"a": {"b": [1]}, "c": {"b": [1]}, "d": {"e": 2, "b": [1]}, "f": {"g": 2, "b": [1]}}
    data["a"]["b"].append(2)
    assert data["c"] == {"b": [1]} == {"b": data["d"]["b"]}
    assert document.line_of(("c", "b")) == 1
    assert document.line_of(("d", "e")) == 5


def test_typed() -> None:
    document = yaml("a: 0102\nb: [13.10, 3]\n13.10: x\nc: 3\n")
    assert document.typed(("a",)) == "0102"
    assert document.typed(("b", 0)) == "13.10"
    assert document.typed(("b", 1)) is None
    assert document.typed_key((13.1,)) == "13.10"
    assert document.typed(()) is None


def test_strings_must_be_quoted() -> None:
    def load(text: str, *strings: str) -> Any:
        return load_yaml("s.yaml", text=text, strings=strings)

    text = 'x:\n  - rules: ["1.1", 13.10]\n    hexes: {"0102": 1, 2119: 2}\n'
    with pytest.raises(Broken) as caught:
        load(text, "x/*/rules/*")
    assert 's.yaml:2: write "13.10" in quotes' in said(caught.value)
    with pytest.raises(Broken) as caught:
        load(text, "x/*/hexes/{}")
    assert 's.yaml:3: write "2119" in quotes' in said(caught.value)
    assert load(text, "x/*/hexes", "y/*", "x/{}") == load(text)


@settings(max_examples=200)
@given(st.one_of(st.text(), st.text(alphabet=" \n\t-:,[]{}?&*!|>'\"%@`#~<=ab01.\r\x85\ufeff\x07", max_size=40)))
def test_any_text(text: str) -> None:
    try:
        document = load_document("s.yaml", text=text)
        json.dumps(document.data)
        include_files(document, "/nowhere")
        check_situation(document, SPEC)
    except Broken as error:
        assert error.line is None or 1 <= error.line <= text.count("\n") + text.count("\r") + 1
        assert "\n" not in str(error)


@settings(max_examples=150)
@given(st.binary())
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(raw)
    try:
        load_yaml(file)
    except Broken as error:
        assert error.file == str(file)


_scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.sampled_from(["2119", "german"]))
_keys = st.sampled_from(["hexes", "hexsides", "units", "markers", "id", "at", "2119", "2119/2118", "adjacent", "options", "map", "los"])
_trees = st.recursive(
    _scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_keys, inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=150)
@given(st.dictionaries(_keys, _trees, max_size=5))
def test_any_situation(data: dict[str, Any]) -> None:
    try:
        check_situation(include_files(Document(data, {}), "/nowhere", SPEC), SPEC)
    except Broken as error:
        assert "\n" not in said(error)


# ---- compiled copies


def test_compiled(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("x")
    calls = []

    def build() -> Any:
        calls.append(1)
        return {"n": len(calls), "t": (1, 2)}

    assert compiled([file], build, "x") == {"n": 1, "t": [1, 2]} == compiled([file], build, "x")
    assert compiled([file], build, "y")["n"] == 2
    file.write_text("longer")
    assert compiled([file], build, "x")["n"] == 3
    os.utime(file, ns=(1, 1))
    assert compiled([file], build, "x")["n"] == 4
    folder = cache_folder()
    assert folder is not None
    kept = [name for name in os.listdir(folder) if name.startswith("x-")]
    assert len(kept) == 1
    for rubbish in (b"", b"\xff", b"[" * 100_000, b"[]", b'{"key": []}'):
        Path(folder, kept[0]).write_bytes(rubbish)
        n = len(calls)
        assert compiled([file], build, "x")["n"] == n + 1 == compiled([file], build, "x")["n"]
    assert not [name for name in os.listdir(folder) if name.endswith(".new")]
    whole = Path(folder, kept[0]).read_bytes()
    for place in range(len(whole)):  # one byte of another value, anywhere: it is made anew, or it was no change
        n = len(calls)
        Path(folder, kept[0]).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert compiled([file], build, "x") == {"n": n + 1, "t": [1, 2]}
        Path(folder, kept[0]).write_bytes(whole[:place])
        assert compiled([file], build, "x") == {"n": n + 2, "t": [1, 2]}
    if hasattr(os, "mkfifo"):
        Path(folder, kept[0]).unlink()
        os.mkfifo(Path(folder, kept[0]))
        assert compiled([file], build, "x")["n"] == len(calls)
    Path(folder, kept[0]).unlink()
    Path(folder, kept[0]).mkdir()
    assert compiled([file], build, "x")["n"] == len(calls)
    n = len(calls)
    compiled([tmp_path / "none"], build, "x")
    assert len(calls) == n + 1


def test_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for value in (
        "off",
        str(tmp_path / "file"),
        str(tmp_path / "file" / "x"),
        "a\0b" if os.name == "nt" else "/proc/nothing",
    ):
        monkeypatch.setenv("ADJUDICATOR_CACHE", value)
        assert cache_folder() is None
        assert compiled([tmp_path / "file"], lambda: [1], "x") == [1]


def test_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "own"))
    folder = cache_folder()
    assert folder is not None and folder.startswith(str(tmp_path / "own"))
    if os.name == "nt":
        return
    assert os.stat(folder).st_mode & 0o777 == 0o700
    os.chmod(folder, 0o777)
    assert cache_folder() is None
    monkeypatch.delenv("ADJUDICATOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert str(cache_folder()).startswith(str(tmp_path / "xdg" / "adjudicator"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert str(cache_folder()).startswith(str(tmp_path / "home" / ".cache" / "adjudicator"))


def test_cached_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\nb:\n- {c: 1}\n- {c: 0102}\n")
    first = load_document(file, cached=True)
    second = load_document(file, cached=True)
    assert first.lines is not None and second.lines is None
    assert first.data == second.data
    assert second.line_of(("b", 1, "c")) == 4 == second.part("b", 1).line_of(("c",))
    assert second.part("b", 1).typed(("c",)) == "0102"
    assert str(second.part("b").broken((0,), "x")) == f"{file}:3: x"
    file.write_text("a: {1: x}\n")
    for _ in range(2):
        assert load_document(file, cached=True).data == {"a": {1: "x"}}
    file.write_text("a: [")
    for _ in range(2):
        with pytest.raises(Broken, match="invalid"):
            load_document(file, cached=True)
    file.write_text("a: 3\n")
    load_document(file, cached=True)
    third = load_document(file, cached=True)
    file.unlink()
    assert third.place_of(("a",)) == (str(file), 1)


def test_imports() -> None:
    code = "import sys; import adjudicator.files.yaml; print([m for m in sys.modules if m in sys.argv[1].split()])"
    heavy = "pathlib dataclasses hashlib tempfile ruamel ruamel.yaml difflib typing"
    where = str(Path(yaml_files.__file__).parents[1])
    run = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {where!r}); {code}", heavy]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "[]"


# ---- what is said of a fault
def keys_in_code() -> list[tuple[str, str, set[str]]]:
    """Every fault that the program can raise: where, its key, the names of its slots ('**' = some more)."""
    at = {"Phrase": 0, "Broken": 2, "broken": 1, "fault": 1, "fail": 1}
    found = []
    for path in sorted((Path(yaml_files.__file__).parents[1]).rglob("*.py")):
        tree = parsed(path)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = at.get(name, 99)
            given = node.args[place] if place < len(node.args) else None
            for key in [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.append((f"{path.name}:{node.lineno}", key.value, {word.arg or "**" for word in node.keywords}))
    return found


def test_every_fault_has_its_text() -> None:
    faults = catalogue("en")["faults"]
    keys = keys_in_code()
    assert len(keys) > 100
    for place, key, slots in keys:
        assert key in faults, (place, key)
        wanted = set(re.findall(r"{(\w+)}", faults[key]))
        assert wanted == slots or wanted >= slots - {"**"} and "**" in slots, (place, key, wanted, slots)


def test_no_text_of_a_fault_is_idle() -> None:
    """Every text is one that the code names, or the value of a table of keys."""
    code = "".join(path.read_text(encoding="utf-8") for path in Path(yaml_files.__file__).parents[1].rglob("*.py"))
    assert [key for key in catalogue("en")["faults"] if f'"{key}"' not in code and not key.endswith(("_twice", "_with_blank"))] == []


def test_a_checked_situation_holds_until_one_of_its_files_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, calls = books.load("fpa"), []
    checked = situations.checked
    monkeypatch.setattr(situations, "checked", lambda *args: calls.append(args) or checked(*args))
    counters, start = tmp_path / "counters.yaml", tmp_path / "start.yaml"
    start.write_text("rulebook: fpa\nunits_from: counters.yaml\n", encoding="utf-8")

    def attack() -> list[int]:
        return [situations.load(str(start), named)[1].units["16Pz"].attack for named in (None, book)]

    for number in (3, 14, 5):
        counters.write_text(f"- {{id: 16Pz, side: german, attack: {number}, at: '2119'}}\n", encoding="utf-8")
        assert attack() == attack() == [number, number]
    assert len(calls) == 6
    counters.unlink()
    with pytest.raises(Broken):
        attack()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "start.yaml").symlink_to(start)  # what it draws in lies beside the link
    (elsewhere / "counters.yaml").write_text("- {id: 16Pz, side: german, attack: 9, at: '2119'}\n", encoding="utf-8")
    assert situations.load(str(elsewhere / "start.yaml"))[1].units["16Pz"].attack == 9
    start.write_text("rulebook: fpa\nunits: [{id: 16Pz, attack: 8}]\ntables: {crt: {1: AL1}}\n", encoding="utf-8")  # a key that JSON has not
    assert attack() == [8, 8]
