"""Mutated files: situations, the YAML they are written in, turn logs, files of VASSAL.  Whatever is wrong with a file is told, and in time."""

from __future__ import annotations

import copy
import io
import json
import random
import zipfile
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from adjudicator.book.situations import made, of_data, opened
from adjudicator.files.yaml import load_yaml
from adjudicator.log.forms import Sums, form
from adjudicator.log.reader import Log
from adjudicator.play.game import Game
from adjudicator.vassal.binding import Binding
from adjudicator.vassal.container import Container, copied_with, encoded
from adjudicator.vassal.convert import Converter
from adjudicator.vassal.module import Module, open_module
from tests.conftest import BOOKS, ROOT, cases, rulebook
from tests.hostile.found import EXPECTED, ODD, Found, attempt, mangled

FORMATS = ("text", "json", "csv", "junit", "sarif")
BOXES = ROOT / "tests" / "vassal"


# ---- situations and their lines ------------------------------------------------------------------------------------------------
def spoilt(data: Any, dice: random.Random) -> Any:
    """A copy of the data with one to three places changed: a value put in, taken away, doubled, or a key misspelt."""
    new = copy.deepcopy(data)
    for _ in range(dice.randint(1, 3)):
        places: list[tuple[Any, Any]] = []
        stack = [new]
        while stack:
            here = stack.pop()
            for key in list(here) if isinstance(here, dict) else range(len(here)):
                places.append((here, key))
                if isinstance(here[key], (dict, list)):
                    stack.append(here[key])
        if not places:
            break
        here, key = dice.choice(places)
        kind = dice.randrange(6)
        if kind == 0:
            del here[key]
        elif kind == 1 and isinstance(here, dict):
            here[f"{key}"[:-1] if dice.random() < 0.5 else dice.choice(["", "x", "unknown", "id"])] = here.pop(key)
        elif kind == 2 and isinstance(here, list):
            here.append(copy.deepcopy(here[key]))
        elif kind == 3:
            other, name = dice.choice(places)
            here[key] = copy.deepcopy(other.get(name) if isinstance(other, dict) else other[min(name, len(other) - 1)] if other else None)
        else:
            here[key] = copy.deepcopy(dice.choice(ODD))
    return new


def situations(count: int, seed: int, begin: int = 0) -> Iterator[Found]:
    """So many mutated cases, taken from all books in turn; yields those that go wrong."""
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        name = BOOKS[number % len(BOOKS)]
        case = dice.choice(cases(name))
        data = spoilt(case["situation"] or {}, dice)
        lines = [mangled(case["declaration"][dice.choice(("en", "es"))], dice) for _ in range(2)]
        rolls = case.get("rolls") or ()

        def run(name: str = name, data: Any = data, lines: list[str] = lines, rolls: Any = rolls) -> None:
            game = Game(rulebook(name), of_data(rulebook(name), data), False)
            for line in lines:
                game.hear(line, rolls)

        if (found := attempt(name, number, (case["id"], data, lines), run)) is not None:
            yield found


# ---- bytes ---------------------------------------------------------------------------------------------------------------------
def bitten(raw: bytes, dice: random.Random, most: int = 4) -> bytes:
    """Some bytes flipped, cut out, doubled, moved, or put in, up to so many times."""
    new = bytearray(raw)
    for _ in range(dice.randint(1, most)):
        at = dice.randrange(len(new) + 1)
        kind = dice.randrange(6)
        if kind == 0 and at < len(new):
            new[at] = dice.randrange(256)
        elif kind == 1:
            del new[at : at + dice.randrange(1, 30)]
        elif kind == 2:
            new[at:at] = new[at : at + dice.randrange(1, 200)]
        elif kind == 3:
            new[at:at] = str(dice.choice(ODD)).encode()
        elif kind == 4:
            new[at:at] = dice.choice((b"\r", b"\n", b"\x00", b"\xff\xfe", b"- ", b": ", b"{", b"]", b"&a ", b"*a", b"!x ", b"#", b"> ", b"\t", b'"', b"  "))
        elif at < len(new):
            part = new[at : at + 40]
            del new[at : at + 40]
            place = dice.randrange(len(new) + 1)
            new[place:place] = part
    return bytes(new)


@cache
def _texts() -> list[tuple[str, bytes]]:
    """The situations that are mutated, with their book."""
    found = []
    for name in BOOKS:
        for case in cases(name)[::40]:
            out = io.BytesIO()
            YAML(typ="safe", pure=True).dump({"rulebook": name, **(case["situation"] or {})}, out)
            found.append((name, out.getvalue()))
    return found


def yamls(count: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """So many files of YAML with bytes changed, opened as situations."""
    path = folder / "s.yaml"
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        name, raw = dice.choice(_texts())
        raw = bitten(raw, dice, 2)
        path.write_bytes(raw)

        def run(name: str = name, raw: bytes = raw) -> None:
            load_yaml(str(path))
            book = rulebook(name)
            made(book, opened(str(path), lambda _: book)[1], str(path))

        if (found := attempt(name, number, raw.decode("latin-1"), run)) is not None:
            yield found


def logs(count: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """So many turn logs with bytes or words changed, checked and told in all forms.  JSON and XML have to be whole."""
    import xml.etree.ElementTree as Tree

    plays = [path for path in sorted((ROOT / "examples").rglob("*.log")) if path.stat().st_size < 1500]  # a long one takes its time unspoilt, too
    for path in (ROOT / "examples").rglob("*.yaml"):
        (folder / path.name).write_bytes(path.read_bytes())
    log = folder / "x.log"
    for path in plays:  # what is loaded once is no time of a try
        deque(Log(str(path)).records(), 0)
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        play = dice.choice(plays)
        raw = play.read_bytes()
        if dice.random() < 0.5:
            lines = raw.decode().split("\n")
            for _ in range(dice.randint(1, 3)):
                at = dice.randrange(len(lines))
                lines[at] = mangled(lines[at], dice)
            raw = "\n".join(lines).encode("utf-8", "replace")
        else:
            raw = bitten(raw, dice)
        log.write_bytes(raw)
        fmt = FORMATS[number % len(FORMATS)]

        def run(fmt: str = fmt) -> None:
            shape = form(fmt, "en")
            out = [*shape.head(), *shape.log(Log(str(log)), Sums()), *shape.tail(Sums())]
            if fmt in ("json", "sarif"):
                json.loads("".join(out))
            elif fmt == "junit":
                Tree.fromstring("".join(out))

        if (found := attempt(play.parent.name, number, raw.decode("latin-1"), run)) is not None:
            yield found


@cache
def _module() -> Module:
    return open_module(str(BOXES / "fix.vmod"))


def boxes(count: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """So many files of VASSAL with bytes changed: of the file, of the game within it, of the build file of a module."""
    games = [BOXES / name for name in ("f1.vlog", "f3.vlog", "f1.vsav")]
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        kind = dice.randrange(4)
        if kind == 0:
            raw = bitten(dice.choice([*games, BOXES / "fix.vmod"]).read_bytes(), dice)
        elif kind == 3:
            out = io.BytesIO()
            with zipfile.ZipFile(BOXES / "fix.vmod") as old, zipfile.ZipFile(out, "w") as new:
                for info in old.infolist():
                    content = old.read(info)
                    new.writestr(info.filename, bitten(content, dice) if info.filename.startswith("buildFile") else content)
            raw = out.getvalue()
        else:
            box = Container(str(dice.choice(games)))
            text = bitten(box.game().encode(), dice).decode("utf-8", "replace")
            raw = copied_with(box, text) if kind == 1 else _packed({"savedGame": encoded(text)})
        path = folder / "x.vlog"
        path.write_bytes(raw)

        def run(path: Path = path, kind: int = kind) -> None:
            name = str(path)
            if kind in (0, 3):
                try:
                    open_module(name)
                except EXPECTED:
                    pass
            say = {"move": "{units} moves from {start} to {end}", "path": "{units} moves {path}", "enter": "{unit} at {end}", "leave": "{unit} off"}
            module = open_module(name) if kind == 3 else _module()
            game = Converter(Container(str(games[0]) if kind == 3 else name).game(), module, Binding(), say)
            game.lines()

        if (found := attempt("vassal", number, raw.hex(), run)) is not None:
            yield found


def _packed(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made_:
        for name, raw in entries.items():
            made_.writestr(name, raw)
    return out.getvalue()


# ---- types -----------------------------------------------------------------------------------------------------------------------
OTHER_TYPES: tuple[Any, ...] = (True, 7, None, [], {}, "zz")


def shapes(name: str, each: int = 1) -> Iterator[tuple[str, tuple[Any, ...], Any, Exception]]:
    """Each place that the situations of a book's cases have, once (or one of so many), with a value of every other type; yields what is neither
    refused nor judged."""
    book = rulebook(name)
    known = set(book.declared.things) | set(book.declared.whole)
    seen = set()
    for case in cases(name):
        for path in list(_places(case["situation"] or {})):
            shape = tuple(key if key in known or isinstance(key, str) and key.islower() and key.replace("_", "").isalpha() else "*" for key in path)
            new = shape not in seen
            seen.add(shape)
            for value in OTHER_TYPES if new and len(seen) % each == 0 else ():
                data = copy.deepcopy(case["situation"])
                box = data
                for key in path[:-1]:
                    box = box[key]
                box[path[-1]] = copy.deepcopy(value)
                try:
                    Game(book, of_data(book, data), False).hear(case["declaration"]["en"], case.get("rolls") or ())
                except EXPECTED:
                    pass
                except Exception as error:
                    yield case["id"], path, value, error


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        here = (*path, key)
        if isinstance(data[key], (dict, list)):
            yield from _places(data[key], here)
        else:
            yield here
