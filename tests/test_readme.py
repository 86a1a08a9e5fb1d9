"""Every command of both READMEs, run; what they show is what comes out; both say the same.  README_UPDATE=1 writes the outputs anew."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from tests.conftest import ROOT

READMES = {"en": ROOT / "README.md", "es": ROOT / "README.es.md"}
SHOWING = {**READMES, "tutorial": ROOT / "docs" / "tutorial.md"}
LANGUAGE = pytest.mark.parametrize("lang", READMES)
BLOCK = re.compile(r"```console\n(.*?)```", re.S)


def run(command: str, folder: Path = ROOT, process: bool = True) -> str:
    """What a command line of the README prints; the program itself in the place of its name, as a process of its own or not."""
    words = shlex.split(command)
    assert words[0] == "adjudicator", command
    environment = {**os.environ, "COLUMNS": "100", "LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8", "PYTHONUTF8": "1", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    if process:
        done = subprocess.run([sys.executable, "-m", "adjudicator", *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        out, err, code = done.stdout, done.stderr, done.returncode
    else:
        with chdir(folder):
            result = CliRunner().invoke(main, words[1:], env=environment)
        out, err, code = result.stdout, result.stderr, result.exit_code
    assert "Traceback" not in err
    assert code in (0, 1, 3, 4), (command, out, err)
    return "\n".join(line.rstrip() for line in (out + err).strip().splitlines())


def shown(block: str) -> list[tuple[str, str]]:
    """(command, output) of a console block."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        found.append((command, output.strip()))
    return found


@pytest.mark.parametrize("name", SHOWING)
def test_console_blocks(name: str) -> None:
    """The commands of the console blocks print what is shown there; those of one README in processes of their own."""
    readme = SHOWING[name]
    text = readme.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    if os.environ.get("README_UPDATE"):
        for block in blocks:
            fresh = "\n\n".join(f"$ {command}\n{run(command)}" for command, _ in shown(block)) + "\n"
            text = text.replace(f"```console\n{block}```", f"```console\n{fresh}```")
        readme.write_text(text, encoding="utf-8")
        return
    for block in blocks:
        for command, output in shown(block):
            assert run(command, process=name == "en") == output, command


SESSION = re.compile(r"```session\n(.*?)```", re.S)
TYPED = {
    "en": re.compile(r"(?:[^>]*> |keep REASON, or undo\? \[undo\] |(?:the|what) [^:]*\? )(\S.*)"),
    "es": re.compile(r"(?:[^>]*> |¿mantener MOTIVO, o deshacer\? \[deshacer\] |¿[^:]*\? )(\S.*)"),
}


@LANGUAGE
@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_session_block(lang: str, tmp_path: Path) -> None:
    """The session of the README, typed anew at a terminal, looks as it is shown there; so does what is said of its log."""
    from tests.test_evenings import Terminal

    readme = READMES[lang]
    text = readme.read_text(encoding="utf-8")
    block = SESSION.findall(text)
    assert len(block) == 1
    (session, transcript), (validate, sums) = shown(block[0])
    words = [str(ROOT / word) if word.startswith("examples/") else word for word in shlex.split(session)]
    terminal = Terminal([sys.executable, "-m", "adjudicator", *words[1:], "--lang", lang], lang, tmp_path)
    fresh = terminal.shown
    for line in transcript.splitlines():
        if typed := TYPED[lang].fullmatch(line):
            fresh += f"{typed[1]}\n{terminal.type(typed[1])}"
    assert terminal.close() == 0
    fresh = "\n".join(line.rstrip() for line in fresh.strip().splitlines())
    told = run(validate, tmp_path)
    if os.environ.get("README_UPDATE"):
        new = f"```session\n$ {session}\n{fresh}\n\n$ {validate}\n{told}\n```"
        readme.write_text(text.replace(f"```session\n{block[0]}```", new), encoding="utf-8")
        return
    assert fresh == transcript
    assert told == sums


@LANGUAGE
def test_set_up_commands_name_what_exists(lang: str) -> None:
    """The first command's example is judged; the second's test command is the one that CI runs."""
    text = READMES[lang].read_text(encoding="utf-8")
    first = re.search(r"\.venv/bin/adjudicator (check .*)", text)
    assert first
    assert run(f"adjudicator {first[1]}").startswith("LEGAL")
    assert re.search(r"^\.venv/bin/python -m pytest", text, re.M)


@LANGUAGE
def test_linked_files_exist(lang: str) -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", READMES[lang].read_text(encoding="utf-8")):
        if "://" not in name:
            assert (Path(ROOT) / name).exists(), name


# ---- both alike ----------------------------------------------------------------------------------------------------------------
def skeleton(text: str) -> list[str]:
    """What a README holds whatever its language: headings by their level, blocks by their kind, tables and lists by their lines, links, paragraphs."""
    found: list[str] = []
    fence = ""
    before = ""
    for line in text.splitlines():
        if line.startswith("```"):
            fence = "" if fence else line
            found.append(line)
        elif fence in ("```console", "```session"):
            found += [command(line)] if line.startswith("$ ") else []
        elif fence:
            found.append(re.sub(r'(?<= )".*"$', '"…"', line) if fence == "```sh" else line)
        elif line.startswith(("#", "|", "* ")):
            found.append(line.split(" ")[0])
        elif line and (not before or before.startswith("```")):
            found.append("paragraph")
        found += [] if fence else [link for link in re.findall(r"\]\(([^)]+)\)", line) if link not in ("README.md", "README.es.md")]
        before = line
    return found


def command(line: str) -> str:
    """A command without what is said in a language; the bracket names of facts are the same in both."""
    words = [word for word in shlex.split(line) if word not in ("--lang", "es")]
    return " ".join(word if " " not in word else " ".join(re.findall(r"[\w\[\]./-]*\d[\w\[\]./-]*", word)) for word in words)


def test_both_say_the_same() -> None:
    """Block by block: the same headings, tables, commands with the same numbers, links; the same session, turn by turn."""
    english, spanish = (path.read_text(encoding="utf-8") for path in READMES.values())
    one, other = skeleton(english), skeleton(spanish)
    pairs = sorted({"is 47R in supply?", "¿está 47R en suministro?"})
    assert all(text in english and text in spanish for text in pairs)
    assert one == other
    turns = [[line for line in SESSION.findall(text)[0].splitlines() if TYPED[lang].fullmatch(line)] for lang, text in (("en", english), ("es", spanish))]
    assert [re.findall(r"\d+", line) for line in turns[0]] == [re.findall(r"\d+", line) for line in turns[1]]
