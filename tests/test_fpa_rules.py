"""How the chapters of `fpa` are laid out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

CHAPTERS = sorted((ROOT / "rulebooks" / "fpa").glob("r[0-9][0-9]_*.py"))


def numbered(path: Path) -> list[tuple[tuple[int, ...], str, int]]:
    """(number, name, line) of every decorated function of a chapter, in the order of the file."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id in ("rule", "derives"):
                argument = decorator.args[1 if decorator.func.id == "derives" else 0]
                assert isinstance(argument, ast.Constant)
                found.append((tuple(int(part) for part in str(argument.value).split(".")), node.name, node.lineno))
    return found


@pytest.mark.parametrize("path", CHAPTERS, ids=[path.stem for path in CHAPTERS])
def test_functions_stand_in_the_order_of_their_numbers(path: Path) -> None:
    """A chapter reads like the book: its own numbers, ascending.  Questions about the whole chapter may close it."""
    source = path.read_text(encoding="utf-8")
    closing = re.search(r"(?m)^# ---- (questions|searches)\b", source)
    last = source[: closing.start()].count("\n") if closing else 10**6
    rows = [row for row in numbered(path) if row[2] <= last]
    numbers = [number for number, _, _ in rows]
    assert numbers == sorted(numbers)
    chapter = int(path.stem[1:3])
    assert {number[0] for number, _, _ in numbered(path)} == {chapter}
