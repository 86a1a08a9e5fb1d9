"""Pages of pictures: how books look, the page of a log, the command, the pictures of the docs, and a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
import zlib
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from adjudicator.draw.look import look_of
from adjudicator.draw.page import log_page
from adjudicator.files.fault import Broken
from adjudicator.files.places import LANGUAGES
from adjudicator.log.reader import Log
from tests.conftest import BOOKS, ROOT, rulebook, some
from tests.test_draw import CHROMIUM, EXAMPLES, LOGS


# ---- looks --------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", BOOKS)
def test_a_book_describes_what_it_can_state(name: str) -> None:
    book = rulebook(name)
    look = look_of(book)
    spec = book.facts
    for value in spec["hexes.terrain"].values or ():
        assert value in look.data["terrain"], value
    for fact, section in (("hexes.features", "features"), ("hexsides.features", "hexsides")):
        for values in spec[fact].values or ():
            assert set(values) <= look.data[section].keys(), values
    for kind in spec["markers.kind"].values or ():
        assert kind in look.data["markers"], kind
    for kind in (spec["units.kind"].values or ()) if name != "bcs" else ():
        assert kind in look.units["symbol"]["kind"], kind
    assert all(side in look.data["sides"] for side in book.sides)
    assert callable(look.zones())


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("woods, rough", "woods, moor, rough", 'terrain has no "moor"'),
        ("vocabulary.in_enemy_zoc", "vocabulary.nobody", "zones"),
        ("woods, rough", "woods, wood, rough", 'terrain: "wood" cannot be told from "woods"'),
    ],
)
def test_what_a_look_lacks_is_listed(before: str, after: str, told: str, tmp_path: Path) -> None:
    from adjudicator.book.rulebook import Rulebook
    from adjudicator.study.lint import faults_of

    folder = tmp_path / tmp_path.name  # a process loads the modules of a book by the name of its folder, once
    shutil.copytree(ROOT / "rulebooks" / "fpa", folder, ignore=shutil.ignore_patterns("cases.yaml", "__pycache__"))
    for name in ("book.yaml", "look.yaml"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert any(fault.startswith("look.yaml: ") and told in fault for fault in faults_of(Rulebook(str(folder))))


def test_vassal_games_are_drawn(tmp_path: Path) -> None:
    folder, path = ROOT / "tests" / "vassal", tmp_path / "game.yaml"
    done = run("vassal", "situation", str(folder / "f1.vsav"), "-m", str(folder / "fix.vmod"), "-b", str(folder / "bind.yaml"))
    path.write_text(done.output, encoding="utf-8")
    data = json.loads(run("draw", str(path), "-o", str(tmp_path / "game.svg"), "--format", "json").output)
    assert data["units"] == 4 and data["hexes"] > 200


def test_a_book_without_a_look_is_drawn() -> None:
    book = rulebook("fpa")
    data = look_of(None)
    assert data.terrain("woods")["sign"] == "trees" and data.terrain("nonsense") == data.data["terrain"]["strange"]
    assert data.side("german").fill and data.hexside("nonsense")["line"] == "side" and data.zones() is None
    assert book.id == "fpa"


@pytest.mark.parametrize(("text", "line"), [("terrain:\n  mud: {fill: brown}\n", 2), ("hexsides:\n  river: {line: round}\n", 2), ("nonsense: 1\n", 1),
                                            ("units:\n  symbol:\n    kind: {inf: tank}\n", 3),
                                            ("terrain:\n  mud: {fill: '#aabbcc', sign: x}\n", 2)])  # fmt: skip
def test_a_faulty_look_names_its_line(text: str, line: int, tmp_path: Path) -> None:
    folder = tmp_path / "xyz"
    shutil.copytree(ROOT / "rulebooks" / "fpa", folder, ignore=shutil.ignore_patterns("cases.yaml", "__pycache__", "look.yaml"))
    (folder / "look.yaml").write_text(text, encoding="utf-8")

    class Book:
        id = "xyz"

    Book.folder = str(folder)  # type: ignore[attr-defined]
    with pytest.raises(Broken) as caught:
        look_of(Book)  # type: ignore[arg-type]
    assert (Path(caught.value.file).name, caught.value.line) == ("look.yaml", line)


# ---- the page -----------------------------------------------------------------------------------------------------------------
class Holes(HTMLParser):
    """What a page names, loads and leads to, and whether what is opened is closed."""

    VOID = ("meta", "input")

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.aims: list[str] = []
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            elif name in ("href", "src", "xlink:href", "action"):
                self.aims.append(str(value))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        before = list(self.open)
        self.handle_starttag(tag, attrs)
        self.open = before

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


def check_page(page: str) -> Holes:
    found = Holes()
    found.feed(page)
    found.close()
    assert found.open == []
    assert max(Counter(found.ids).values()) == 1
    assert all(aim.startswith("#") for aim in found.aims)
    assert {aim[1:] for aim in found.aims} <= set(found.ids)
    assert found.tags["script"] == found.tags["img"] == found.tags["link"] == 0
    assert 'name="viewport"' in page and "url(http" not in page and "@import" not in page
    return found


IN_TURN = [(path, LANGUAGES[(at + other) % 2]) for other in range(2) for at, path in enumerate(sorted(LOGS, key=lambda path: path.stem == "setup"))]
"""Each log in one language, the set-up of a whole map as the last of them; then each in the other language."""


@pytest.mark.parametrize(("path", "lang"), some(IN_TURN, len(LOGS) - 1, 1), ids=[f"{path.stem}.{lang}" for path, lang in IN_TURN])
def test_a_log_becomes_a_page_that_needs_nothing_else(path: Path, lang: str) -> None:
    log = Log(str(path), None, True)
    page, counts = log_page(log, lang, path.name)
    found = check_page(page)
    entries = [record for record in Log(str(path)).records() if record.rulings or record.problem is not None or record.wrong]
    assert counts["entries"] == len(entries) == page.count('<details class="entry"')
    assert counts["broken"] == 0 and counts["turns"] >= 1
    assert {f"l{record.line}" for record in entries} <= set(found.ids)
    assert "{" not in re.sub(r"<style>.*?</style>", "", page)


def test_a_log_that_nobody_can_read_becomes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    for head, broken in (("situation nofile.yaml\n", True), ("", False)):
        path.write_text(f"rulebook fpa\n{head}blah blah\n<script>\n16Pz attacks 2119\n", encoding="utf-8")
        page, counts = log_page(Log(str(path), None, True), "es", "x")
        check_page(page)
        assert bool(counts["broken"]) == broken and ("&lt;script&gt;" in page) == (not broken)


# ---- the command ----------------------------------------------------------------------------------------------------------------
def run(*args: str) -> Any:
    return CliRunner().invoke(main, list(args))


START = str(EXAMPLES / "german-turn" / "start.yaml")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command(lang: str, tmp_path: Path) -> None:
    assert "9Mech" in run("draw", START, "--lang", lang).output
    for source in (START, str(EXAMPLES / "german-turn" / "turn.log")):
        for form in ("svg", "html", "txt"):
            path = tmp_path / f"map.{form}"
            done = run("draw", source, "-o", str(path), "--lang", lang)
            assert done.exit_code == 0 and str(path) in done.output
            assert path.stat().st_size > 500
    assert json.loads(run("draw", START, "--format", "json").output)["units"] == 11


def test_wrong_uses_of_the_command(tmp_path: Path) -> None:
    assert run("draw", START, "-o", str(tmp_path / "map.png")).exit_code == 2
    assert run("draw", START, "--around", "9999").exit_code == 2
    assert run("draw", str(tmp_path / "none.yaml")).exit_code == 5
    assert run("draw", START, "-o", str(tmp_path / "none" / "map.svg")).exit_code == 5
    own = tmp_path / "game.txt"
    own.write_text("rulebook fpa\nsituation start.yaml\n", encoding="utf-8")
    assert run("draw", str(own), "-o", str(own)).exit_code == 2
    assert own.read_text(encoding="utf-8").startswith("rulebook fpa")


def test_check_draws(tmp_path: Path) -> None:
    attack = "16Pz, 371Inf and 509Tiger attack 2119"
    told = run("check", "-s", START, "--draw", attack)
    assert told.exit_code == 0 and "2119·◎" in told.output
    data = json.loads(run("check", "-s", START, "--draw", "--format", "json", attack).output)
    assert data["drawing"]["target"] == ["2119"] and data["drawing"]["units"]["16Pz"] == "attack"
    assert "drawing" not in json.loads(run("check", "-s", START, "--format", "json", attack).output)
    path = tmp_path / "attack.html"
    assert run("check", "-s", START, "-o", str(path), attack, "9Mech retreats 2119-2019").exit_code in (0, 1, 3)
    assert check_page(path.read_text(encoding="utf-8")).tags["pre"] == 2


def test_facts_in_the_same_line_are_in_the_picture() -> None:
    told = run("check", "-r", "fpa", "--draw", "frost; 16Pz 3-3 mechanized at 2218; 9Mech 6-9 mechanized at 2119; 2119 is clear; 16Pz attacks 2119")
    assert "9Mech" in told.output.partition("◎")[2] and "16Pz" in told.output


# ---- the pictures of the docs -------------------------------------------------------------------------------------------------------
PICTURES = ROOT / "docs" / "pictures"
DRAWN = [
    ("fpa", "16Pz, 371Inf and 509Tiger attack 2216 with KG Br"), ("gdp", "2K-1Gr moves 2211-2311"), ("pd", "1Pz moves 1509-1608-1708"),
    ("ocs", "where can 284R retreat?"), ("bcs", "where can KG-Holz move?"),
    ("arnhem", "GrGds attacks 2412 with 64Md"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line"), DRAWN)
def test_pictures_of_the_docs(name: str, line: str, tmp_path: Path) -> None:
    """They are what the program draws; ``DOCS_UPDATE=1`` draws them anew."""
    path, kept = tmp_path / f"{name}.svg", PICTURES / f"{name}.svg"
    done = run("check", "-s", str(PICTURES / f"{name}.yaml"), line, "-o", str(path), "--lang", "en")
    assert done.exit_code == 0, done.output
    assert f'"{line}"' in (ROOT / "docs" / "draw.md").read_text(encoding="utf-8")
    if os.environ.get("DOCS_UPDATE"):
        shutil.copy(path, kept)
    assert path.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert kept.stat().st_size < 50_000


def test_the_maps_of_the_docs_have_no_slips() -> None:
    for name, _ in DRAWN:
        data = json.loads(run("draw", str(PICTURES / f"{name}.yaml"), "--format", "json").output)
        assert data["odd"] == [] and data["units"] > 5


# ---- a browser -------------------------------------------------------------------------------------------------------------------
def pixels(path: Path) -> tuple[int, int, set[bytes]]:
    """Width, height and the colours of a PNG of 8 bits."""
    raw = path.read_bytes()
    width, height, depth, kind = struct.unpack(">IIBB", raw[16:26])
    assert depth == 8 and kind in (2, 6)
    size = 3 if kind == 2 else 4
    data, at = b"", 8
    while at < len(raw):
        (length,) = struct.unpack(">I", raw[at : at + 4])
        if raw[at + 4 : at + 8] == b"IDAT":
            data += raw[at + 8 : at + 8 + length]
        at += length + 12
    rows, before, colors = zlib.decompress(data), bytearray(width * size), set()
    for line in range(height):
        start = line * (width * size + 1)
        how, row = rows[start], bytearray(rows[start + 1 : start + 1 + width * size])
        for i in range(len(row)):
            left, up, corner = (row[i - size] if i >= size else 0), before[i], (before[i - size] if i >= size else 0)
            if how == 4:
                guess = left + up - corner
                far = (abs(guess - left), abs(guess - up), abs(guess - corner))
                add = (left, up, corner)[far.index(min(far))]
            else:
                add = (0, left, up, (left + up) // 2)[how]
            row[i] = (row[i] + add) & 255
        before = row
        colors |= {bytes(row[i : i + 3]) for i in range(0, len(row), size)}
    return width, height, colors


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no browser is installed")
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desk"])
def test_a_browser_shows_the_page(size: tuple[int, int], tmp_path: Path) -> None:
    page, shot = tmp_path / "game.html", tmp_path / "game.png"
    page.write_text(log_page(Log(str(EXAMPLES / "german-turn" / "turn.log"), None, True), "en", "A turn")[0], encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    size_, profile = f"--window-size={size[0]},{size[1]}", f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run([str(CHROMIUM), *flags, profile, size_, f"--screenshot={shot}", page.as_uri()], capture_output=True, timeout=120, check=False)
    assert shot.exists(), done.stderr[-500:]
    width, height, colors = pixels(shot)
    assert (width, height) == size
    look = look_of(rulebook("fpa"))
    for color in (look.side("german").fill, look.side("soviet").fill, look.terrain("clear")["fill"], look.hexside("river")["color"]):
        assert bytes.fromhex(color[1:]) in colors, color  # counters, ground and a river are on the screen
