"""The documents: nothing that a player can type is left out, links lead somewhere, and the examples are judged as they stand.

DOCS_UPDATE=1 writes the outputs of the console blocks in docs/maps.md anew.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from adjudicator import book as books
from adjudicator.book import situations as position
from adjudicator.commands import cli
from adjudicator.files import schema
from adjudicator.ground.situation import Situation
from adjudicator.log.reader import Log
from adjudicator.say import exits
from tests.conftest import ROOT

DOCS = ROOT / "docs"
FORMATS, MAPS = DOCS / "formats.md", DOCS / "maps.md"
PAGES = sorted(DOCS.glob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
NAMED = re.compile(r"# (situation|file|log) (\S+)\n")
SYSTEM = {"TERM"}  # named in a row of its neighbour


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def named_blocks(path: Path) -> dict[str, tuple[str, str]]:
    """name -> (what it is, its text) of the blocks whose first line names them."""
    found: dict[str, tuple[str, str]] = {}
    for _, body in FENCE.findall(text_of(path)):
        head = NAMED.match(body)
        if head:
            assert head[2] not in found
            found[head[2]] = (head[1], body)
    return found


def written(path: Path, folder: Path) -> dict[str, str]:
    """The named blocks of a document as files in a folder: name -> what it is."""
    blocks = named_blocks(path)
    for name, (_, body) in blocks.items():
        (folder / name).write_text(body, encoding="utf-8")
    return {name: kind for name, (kind, _) in blocks.items()}


def commands() -> dict[str, click.Command]:
    """Every command of the program."""
    return {name: getattr(import_module(f"adjudicator.commands.{module}"), f"{name.replace('-', '_')}_command") for name, module in cli.COMMANDS.items()}


def section(title: str) -> str:
    """What stands under a heading of docs/formats.md, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", re.sub(r"^```.*?^```$", "", text_of(FORMATS), flags=re.M | re.S), re.M | re.S)
    assert found, title
    return found[1]


# ---- the command line -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_command_and_its_options(name: str) -> None:
    page = section("Commands and options")
    rows = [line for line in page.splitlines() if line.startswith(f"| `{name}` |")]
    assert len(rows) == 1
    shared = page[page.index("Every command has") :]
    assert re.search(rf"adjudicator {name}\b", text_of(ROOT / "README.md") + "".join(map(text_of, PAGES)))
    for parameter in parameters(commands()[name]):
        if not isinstance(parameter, click.Option):
            continue
        for option in parameter.opts:
            assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", rows[0] + shared), option
        if parameter.name == "fmt" and isinstance(parameter.type, click.Choice):
            for form in parameter.type.choices:
                assert f"`{form}`" in shared, form


def parameters(command: click.Command) -> list[click.Parameter]:
    """The parameters of a command, of a group those of its commands."""
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return [*command.params, *(parameter for each in inner for parameter in each.params)]


def test_no_option_is_made_up() -> None:
    known = {option for command in commands().values() for parameter in parameters(command) for option in parameter.opts}
    for option in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", section("Commands and options")):
        assert option in known | {"-h", "--help", "--version"}, option


def test_exit_codes() -> None:
    rows = re.findall(r"^\| (\d+) \|", section("Exit codes"), re.M)
    assert rows == [*map(str, sorted((*exits.PRECEDENCE, exits.USAGE))), "130"]


# ---- the environment --------------------------------------------------------------------------------------------------------
def environment_of(tree: ast.Module) -> set[str]:
    """The variables of the environment that a module reads."""
    constants: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        pairs: list[tuple[ast.expr, ast.expr | None]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign):
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.For):
            pairs = [(node.target, node.iter)]
        for target, content in pairs:
            if isinstance(target, ast.Name) and content is not None:
                texts = {item.value for item in ast.walk(content) if isinstance(item, ast.Constant) and isinstance(item.value, str)}
                constants.setdefault(target.id, set()).update(texts)
    found: set[str] = set()
    for node in ast.walk(tree):
        key: ast.expr | None = None
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.environ.get", "os.getenv"):
            key = node.args[0]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            key = node.slice
        if isinstance(key, ast.Constant):
            found.add(str(key.value))
        elif key is not None:
            assert isinstance(key, ast.Name) and constants.get(key.id), ast.unparse(node)
            found |= constants[key.id]
    return found


def test_environment() -> None:
    read: set[str] = set()
    for path in [*(ROOT / "adjudicator").rglob("*.py"), *(ROOT / "rulebooks").rglob("*.py")]:
        text = text_of(path)
        read |= environment_of(ast.parse(text)) if "environ" in text or "getenv" in text else set()
    assert {"ADJUDICATOR_CACHE", "ADJUDICATOR_RULEBOOKS", "ADJUDICATOR_DEBUG", "NO_COLOR", "LANG"} <= read
    page = section("Environment")
    told = {word for row in page.splitlines() if row.startswith("| `") for word in re.findall(r"`([A-Z_]{4,})`", row.split("|")[1])}
    assert told == read - SYSTEM - {""}
    assert all(re.search(rf"`{name}\b", page) for name in read)


# ---- keys -------------------------------------------------------------------------------------------------------------------
def test_every_shared_key() -> None:
    page = section("Keys of the file")
    rows = "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", rows)) == set(schema.CORE)
    for title, keys in (("Hex", schema.CORE_HEX), ("Unit", schema.CORE_UNIT), ("Marker", schema.CORE_MARKER)):
        words = re.search(rf"\*\*{title}\*\*:(.*?)(?:\n\n|\Z)", page, re.S)
        assert words
        assert all(f"`{key}`" in words[1] for key in keys), (title, keys)


@pytest.mark.parametrize("name", ["fpa", "gdp", "ocs"])
def test_every_key_of_a_book(name: str) -> None:
    row = next(line for line in section("Keys of one book").splitlines() if line.startswith(f"| `{name}`"))
    spec = position.spec_of(books.load(name))
    for group, shared in (("keys", schema.CORE), ("units", schema.CORE_UNIT), ("hexes", schema.CORE_HEX), ("markers", schema.CORE_MARKER)):
        for key in set(spec[group]) - set(shared):
            assert re.search(rf"`{key}`", row), (group, key)


# ---- links ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        target, _, anchor = link.partition("#")
        if "://" in link:
            continue
        aim = path.parent / target if target else path
        assert aim.exists(), link
        if anchor:
            heads = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", text_of(aim), re.M)}
            assert anchor in heads, link


def test_reference_is_what_the_code_says() -> None:
    """DOCS_UPDATE=1 writes it anew."""
    from adjudicator.study.reference import page

    path = DOCS / "reference.md"
    if os.environ.get("DOCS_UPDATE"):
        path.write_text(page(), encoding="utf-8")
    assert text_of(path) == page()
    assert "|  |" not in page()  # everything is explained


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes(shell: str) -> None:
    """What the tutorial tells for each shell gives a script; it offers the commands."""
    import subprocess
    import sys

    assert f"{shell}_source" in text_of(DOCS / "tutorial.md")
    run_ = "import sys; sys.argv = ['adjudicator']; from adjudicator.commands.door import run; run()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, "-c", run_], env={**environment, "_ADJUDICATOR_COMPLETE": f"{shell}_source"}, capture_output=True, text=True, check=False
    )
    if shell != "bash" or told.returncode == 0:  # the library wants a bash of its own for the script of bash
        assert "adjudicator" in told.stdout, told.stderr
    offered = subprocess.run(
        [sys.executable, "-c", run_], check=False, capture_output=True, text=True,
        env={**environment, "_ADJUDICATOR_COMPLETE": f"{shell}_complete", "COMP_WORDS": "adjudicator val", "COMP_CWORD": "1" if shell != "fish" else "val"},
    )  # fmt: skip
    assert "validate" in offered.stdout, offered.stderr


# ---- examples ---------------------------------------------------------------------------------------------------------------
def test_situations_load(tmp_path: Path) -> None:
    found = written(FORMATS, tmp_path)
    names = [name for name, kind in found.items() if kind == "situation"]
    assert names
    for name in names:
        book, situation = position.load(str(tmp_path / name))
        assert book.id == "fpa" and situation.units


def test_logs_are_judged(tmp_path: Path) -> None:
    found = written(FORMATS, tmp_path)
    logs = [name for name, kind in found.items() if kind == "log"]
    assert len(logs) == 2
    positions: list[Situation] = []
    for name in logs:
        log = Log(str(tmp_path / name))
        records = list(log.records())
        assert [record.text for record in records if record.code or record.notes] == []
        assert sum(len(record.rulings) for record in records) == 3
        positions.append(log.game.situation)
    assert len({unit.hex for position_ in positions for unit in position_.units.values() if unit.id == "16Pz"} - {"2119"}) == 0


def run(command: str) -> tuple[int, str]:
    """Exit code and output of a command line of the documents."""
    words = shlex.split(command)
    assert words[0] == "adjudicator", command
    done = CliRunner().invoke(cli.main, [*words[1:], "--lang", "en"])
    return done.exit_code, "\n".join(line.rstrip() for line in done.output.strip().splitlines())


def test_own_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worked example: every file is accepted, and what it prints is what the document shows."""
    found = written(MAPS, tmp_path)
    assert sorted(found) == ["card.yaml", "map.yaml", "table.yaml", "units.yaml"]
    monkeypatch.chdir(tmp_path)
    book, situation = position.load("table.yaml")
    assert book.id == "gdp"
    assert situation.units["1K-1Gr"].hex == "2010" and situation.units["2K-1Gr"].hex == "2012" and situation.units["2K-1Gr"].attack == 4
    assert situation.hexes["2012"].control == "german" and "terrain" not in situation.hexes["2013"].facts
    assert situation.side("2011", "2010").features == [] and situation.side("2012", "2011").features == ["stream"]
    text = text_of(MAPS)
    block = next(body for kind, body in FENCE.findall(text) if kind == "console")
    fresh = []
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command = part.partition("\n")[0]
        code, output = run(command)
        assert code in (0, 3), output
        fresh.append(f"$ {command}\n{output}\n")
    shown = "\n".join(fresh)
    if os.environ.get("DOCS_UPDATE"):
        MAPS.write_text(text.replace(f"```console\n{block}```", f"```console\n{shown}```"), encoding="utf-8")
        return
    assert block == shown


@pytest.mark.parametrize("log", sorted((ROOT / "examples").rglob("*.log")), ids=lambda path: path.name)
def test_example_logs_have_no_errors(log: Path) -> None:
    assert [record.text for record in Log(str(log)).records() if record.problem is not None] == []


@pytest.mark.parametrize("message", re.findall(r"^\| `([^`]+)` \|", text_of(MAPS)[text_of(MAPS).index("## Errors") :], re.M))
def test_messages_of_faults(message: str, tmp_path: Path) -> None:
    """The faults that docs/maps.md lists are told in these words."""
    bad = {
        "a.yaml": "rulebook: fpa\nhexes: |\n  2119 mud\n  9999 clear\n  2118 clear cntrol=soviet\nhexsides: |\n  2119/2120 -\n  2120/2119 -\n",
        "b.yaml": "rulebook: fpa\nhexes: |\n  2117\n",
        "c.yaml": "rulebook: fpa\nunits: |\n  id at\n  16Pz 2118 2119\n",
        "d.yaml": "rulebook: fpa\nhexes: {0102: {terrain: clear}}\n",
        "e.yaml": "rulebook: fpa\nmap: nope.yaml\n",
        "f.yaml": "rulebook: fpa\nmap: f.yaml\n",
    }
    told = ""
    for name, body in bad.items():
        (tmp_path / name).write_text(body, encoding="utf-8")
        done = CliRunner().invoke(cli.main, ["check", "-s", str(tmp_path / name), "--lang", "en", "16Pz moves 2119"])
        assert done.exit_code == exits.BROKEN, done.output
        told += done.output
    for piece in message.split("…"):
        assert piece.strip(" ;") in told, told
