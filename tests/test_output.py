"""What a stranger wrote reaches no terminal, cell or element raw: texts of any letters, through every form of every answer."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.commands.cli import main
from adjudicator.say.output import csv_row, json_text, paint, shown, xml_attribute, xml_text

EVIL = [
    "\x1b]0;PWNED\x07", "\x1b[31m", "\x9b31m", "\u202e", "\u2066", "\u200f", "\u2028", "\x00", "\x7f", "\r", "\b", "\ufffe", "\uffff", "\ufdd0", "\ud800",
    "\U000e0041", "\n", "\t", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\uff1d1", "]]>", "<a>&amp;", '"', "'", ",", ";", "{", "}", "{0}", "#", "a",
    "16Pz", "ñ", "«",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(EVIL) | st.characters(), min_size=1, max_size=8).map("".join)
NAMES = TEXTS.map(lambda text: text.replace("\ud800", "").strip()).filter(bool)
MANY = settings(max_examples=8)


def harmless(text: str) -> bool:
    """Whether it holds nothing but what can be printed, line ends and tabs."""
    return all(piece.isprintable() for piece in re.split(r"[\n\t]", text))


# ---- the functions -----------------------------------------------------------------------------------------------------------
@given(TEXTS)
def test_text(text: str) -> None:
    assert harmless(shown(text))
    painted = shown(paint("illegal", text))
    assert painted.startswith("\x1b[1;31m") and painted.endswith("\x1b[0m") and harmless(painted[7:-4])
    if harmless(text):
        assert shown(text) == text


@given(st.dictionaries(TEXTS, TEXTS | st.integers() | st.none()), st.sampled_from([None, 2]))
def test_json(data: dict[str, str | int | None], indent: int | None) -> None:
    text = json_text(data, indent)
    assert harmless(text)
    assert json.loads(text) == data


@given(st.lists(TEXTS, min_size=1))
def test_csv(cells: list[str]) -> None:
    row = csv_row(*cells)
    assert harmless(row) and "\n" not in row
    (found,) = csv.reader(io.StringIO(row))
    assert len(found) == len(cells)
    assert all(cell[:1] not in ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r") for cell in found if cell)


@given(TEXTS)
def test_xml(text: str) -> None:
    found = ElementTree.fromstring(f"<a b={xml_attribute(text)}>{xml_text(text)}</a>")
    assert found.text == found.get("b") == shown(text)


# ---- the commands --------------------------------------------------------------------------------------------------------------
def call(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=typed, catch_exceptions=False)


@contextmanager
def written(name: str) -> Iterator[tuple[Path, Path]]:
    """A situation with a unit of that name, and a log that plays on it, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        situation, log = Path(folder) / "s.yaml", Path(folder) / "g.log"
        unit = {"id": name, "side": "german", "kind": "panzer", "class": "mechanized", "attack": 3, "defense": 3, "at": "2218"}
        data = {
            "rulebook": "fpa", "turn": 5, "phase": "german combat 1", "active": "german", "title": name,
            "hexes": {"2119": {"terrain": "clear", "features": []}}, "hexsides": {"2218/2119": []},
            "units": [unit, {"id": "9Mech", "side": "soviet", "kind": "mech", "class": "mechanized", "attack": 6, "defense": 9, "at": "2119"}],
            "markers": [{"kind": "KG", "id": name, "at": "2219"}],
        }  # fmt: skip
        situation.write_text(json.dumps(data), encoding="utf-8")
        lines = [
            "rulebook fpa",
            "situation s.yaml",
            f"# {name}",
            f"{name} attacks 2119",
            f"{name} mueve a 2119",
            "what can attack 2119?",
            "what stands in 2119?",
        ]
        log.write_text("\n".join(line.replace("\n", " ").replace("\r", " ") for line in lines) + "\n", encoding="utf-8", errors="replace")
        yield situation, log


@MANY
@given(NAMES)
def test_check(name: str) -> None:
    with written(name) as (situation, _):
        for lang in ("en", "es"):
            lines = f"{name} attacks 2119\nwhat can attack 2119?\n16Pz = {name}\nunits[{name}].attack = 4\n"
            found = call("check", "-s", str(situation), "--lang", lang, "--explain", "-", typed=lines)
            assert harmless(found.output), found.output
            found = call("check", "-s", str(situation), "--lang", lang, "--format", "json", "what can attack 2119?")
            assert harmless(found.output), found.output
            assert found.exit_code == 0, found.output  # the situation is one
            json.loads(found.output)


@MANY
@given(NAMES)
def test_validate(name: str) -> None:
    with written(name) as (_, log):
        for fmt in ("text", "json", "csv", "junit"):
            found = call("validate", str(log), "--format", fmt, "--lang", "en")
            assert harmless(found.output), found.output
            if fmt == "json":
                json.loads(found.output)
            elif fmt == "junit":
                ElementTree.fromstring(found.output)
            elif fmt == "csv":
                for row in csv.reader(io.StringIO(found.output)):
                    assert len(row) == 10
                    assert all(cell[:1] not in ("=", "+", "-", "@") for cell in row if cell)


@MANY
@given(NAMES)
def test_table(name: str) -> None:
    with written(name) as (_, log):
        typed = "show\nmap 2119\nwhat can attack 2119?\nwhy\nslip\n9Mech attacks 2218\nslip\nundo\nstatus\n"
        for fmt in ("text", "json"):
            found = call("table", str(log), "--format", fmt, "--lang", "es", typed=typed)
            assert harmless(found.output), found.output


@MANY
@given(NAMES)
def test_errors(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.yaml"
        path.write_text(json.dumps([{"id": name, "situation": {name: 1}, "declaration": {"en": name, "es": name}, "expect": {"verdict": "legal"}}]))
        for fmt in ("text", "json", "junit"):
            assert harmless(call("conformance", "-r", "fpa", str(path), "--format", fmt).output)
        broken = Path(folder) / "s.yaml"
        broken.write_text(json.dumps({"rulebook": "fpa", name: name, "units": [{"id": name, "at": name}], "weather": name}))
        for lang in ("en", "es"):
            assert harmless(call("check", "-s", str(broken), "--lang", lang, "frost").output)
        assert harmless(call("check", "-r", name, "frost").output)
        for wrong in (
            [name],
            [f"--{name}"],
            ["check", f"--{name}"],
            ["check", "--format", name],
            ["validate", "--shard", name, "x"],
            ["check", "--roll", name, "frost"],
        ):
            assert harmless(call(*wrong).output), wrong
        assert harmless(call("explain", "fpa", "--", name).output)


@pytest.mark.skipif(os.name == "nt", reason="such names are no names there")
def test_names_of_files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "=\x1b[31m\u202eevil\n.log"
        log.write_text("rulebook fpa\nfrost\nnonsense here\n")
        for fmt in ("text", "json", "csv", "junit"):
            found = call("validate", str(log), "--format", fmt)
            assert harmless(found.output), found.output
            if fmt == "junit":
                ElementTree.fromstring(found.output)
