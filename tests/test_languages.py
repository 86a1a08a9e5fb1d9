"""Which language an answer, a help or an error of usage has: that of `--lang`, else the question's, else the environment's."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from adjudicator.commands import cli
from adjudicator.files.places import LANGUAGES
from adjudicator.play.tongue import tongue
from adjudicator.say.catalogue import catalogue
from tests.conftest import BOOKS, cases

ENGLISH = {"LC_ALL": "en_US.UTF-8", "NO_COLOR": "1"}
SPANISH = {"LC_ALL": "es_ES.UTF-8", "NO_COLOR": "1"}


def call(*words: str, env: dict[str, str], typed: str | None = None) -> Result:
    return CliRunner().invoke(cli.main, list(words), env=env, input=typed)


# ---- the question's language -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", BOOKS)
def test_the_tongue_of_every_case(name: str) -> None:
    """Of the declarations of all cases at most one in two hundred is taken for the other language, at most one in fifty for none."""
    told = [(lang, text, tongue(text)) for case in cases(name) for lang, text in case["declaration"].items() if isinstance(text, str)]
    wrong = [row for row in told if row[2] not in (row[0], None)]
    assert len(wrong) <= len(told) / 200, wrong
    assert sum(found is None for *_, found in told) <= len(told) / 50


@pytest.mark.parametrize("text", ["", "3", "2119", "16Pz", "7 MP", "I/89", "2119-2019", "roll 3 x 4".replace("roll ", "")])
def test_names_and_numbers_tell_no_language(text: str) -> None:
    assert tongue(text) is None


@pytest.mark.parametrize(
    ("question", "env", "more", "head"),
    [
        ("is 47R in supply?", SPANISH, [], "ANSWER"), ("¿está 47R en suministro?", ENGLISH, [], "RESPUESTA"), ("47R?", SPANISH, [], "NO SE"),
        ("47R?", ENGLISH, [], "NOT"),
        ("is 47R in supply?", ENGLISH, ["--lang", "es"], "RESPUESTA"), ("¿está 47R en suministro?", SPANISH, ["--lang", "en"], "ANSWER"),
    ],
)  # fmt: skip
def test_check(question: str, env: dict[str, str], more: list[str], head: str) -> None:
    assert call("check", "-s", "fpa:supply", *more, question, env=env).output.startswith(head)


def test_table(tmp_path: Any) -> None:
    """Each line is answered in its language; one that tells none in the language of the line before."""
    typed = "¿está 47R en suministro?\nestado\nis 47R in supply?\nstatus\n"
    told = call("table", str(tmp_path / "game.log"), "-s", "fpa:supply", env=ENGLISH, typed=typed).output
    places = [told.index(word) for word in ("RESPUESTA", "nada pendiente" if "nada pendiente" in told else "luego", "ANSWER", "then comes")]
    assert places == sorted(places)


# ---- help and usage ----------------------------------------------------------------------------------------------------------------
def commands() -> list[tuple[str, click.Command]]:
    found: list[tuple[str, click.Command]] = []

    def walk(name: str, command: click.Command) -> None:
        found.append((name, command))
        if isinstance(command, click.Group):
            for inner, each in command.commands.items():
                walk(f"{name} {inner}", each)

    for name, module in cli.COMMANDS.items():
        walk(name, getattr(import_module(f"adjudicator.commands.{module}"), f"{name.replace('-', '_')}_command"))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "command"), commands(), ids=[name for name, _ in commands()])
def test_help(name: str, command: click.Command, lang: str) -> None:
    """Every command and option is explained, in the language asked for and in no other."""
    words = catalogue(lang)["help"]
    told = call(*name.split(), "--lang", lang, "--help", env=ENGLISH if lang == "es" else SPANISH).output
    plain = " ".join(told.split())
    assert " ".join(words["commands"][name].split()) in plain
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            key = max(parameter.opts, key=len).lstrip("-")
            assert " ".join(words["options"].get(f"{name} {key}", words["options"].get(key)).split()) in plain, key
    for other in LANGUAGES:
        if other != lang:
            library = {text for text in catalogue(other)["help"]["library"].values() if "{" not in text} - set(words["library"].values())
            assert not [text for text in library if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", told)]


@pytest.mark.parametrize(
    "typed",
    [["chek"], ["zzz"], ["check", "--nix"], ["check", "--roll"], ["explain"], ["validate", "--jobs", "x", "y"], ["validate", "--jobs", "-1", "y"],
     ["validate", "--shard", "9", "x"], ["check", "--format", "xml", "x"], ["check", "--lang", "fr", "x"], ["table"], ["table", "a", "b"],
     ["check", "--explain=1", "x"], ["rulebooks", "--rulebook-path", "/nowhere"], ["explain", "fpa", "99"], ["check", "x"], ["rulebooks", "zzz"]],
    ids=" ".join,
)  # fmt: skip
def test_errors_of_usage(typed: list[str]) -> None:
    """In Spanish nothing of what is said in English is left, but what was typed."""
    english, spanish = call(*typed, env=ENGLISH), call(*typed, env=SPANISH)
    assert english.exit_code == spanish.exit_code == 2
    said = set(re.findall(r"[A-Za-z]{3,}", english.output.replace("Error", ""))) & set(re.findall(r"[A-Za-z]{3,}", spanish.output))
    names = {word for row in typed for word in re.findall(r"[A-Za-z]{3,}", row)} | set("-".join(cli.COMMANDS).replace("-", " ").split())
    names |= {
        "OPTIONS",
        "COMMAND",
        "ARGS",
        "FILE",
        "FILES",
        "RULEBOOK",
        "WORDS",
        "DECLARATIONS",
        "help",
        "main",
        "text",
        "json",
        "jobs",
        "shard",
        "format",
        "lang",
        "error",
    }
    names |= {"rulebook", "path", "explain", "roll", *BOOKS}
    assert said <= names, (english.output, spanish.output)
