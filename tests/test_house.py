"""What holds for the files of every rulebook: each rule in its chapter, in printed order, no circle of imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adjudicator.book.order import printed
from tests.conftest import BOOKS, ROOT, rulebook, walked


def files(name: str) -> list[Path]:
    return sorted((ROOT / "rulebooks" / name).glob("*.py"))


def imports(path: Path) -> set[str]:
    """The files of the same rulebook that one file imports, at its head or within a function."""
    found = {node.module or "" for node in walked(path) if isinstance(node, ast.ImportFrom) and node.level == 1}
    return {name.partition(".")[0] for name in found}


@pytest.mark.parametrize("name", BOOKS)
def test_no_circle_of_imports(name: str) -> None:
    graph = {path.stem: imports(path) for path in files(name)}
    while graph:
        leaves = [file for file, needed in graph.items() if not needed & graph.keys()]
        assert leaves, f"a circle among {', '.join(sorted(graph))}"
        for file in leaves:
            del graph[file]


def chapters(name: str) -> dict[str, set[str]]:
    """The files in which rules speak, each with the numbers of these rules."""
    found: dict[str, set[str]] = {}
    for rule in rulebook(name).rules:
        if rule.on:
            found.setdefault(Path(rule.code.co_filename).stem, set()).add(rule.number)
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_acts_and_vocabulary_import_no_chapter(name: str) -> None:
    speaking = chapters(name)
    for path in files(name):
        if path.stem not in speaking:
            assert not imports(path) & speaking.keys(), path.name


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_stands_in_its_chapter(name: str) -> None:
    """5.3 stands in r05_….py; a heading that is no number stands in one chapter only, and the chapters follow the printed index."""
    homes: dict[str, set[str]] = {}
    for file, numbers in chapters(name).items():
        for number in numbers:
            homes.setdefault(number, set()).add(file[:3])
    assert not {number: found for number, found in homes.items() if number[0].isdigit() and found != {f"r{int(number.partition('.')[0]):02}"}}
    index = [number for number in rulebook(name).text_file("numbers.yaml") if number in homes and not number[0].isdigit()]
    assert all(len(homes[number]) == 1 for number in index), homes
    places = [next(iter(homes[number])) for number in index]
    assert places == sorted(places)


@pytest.mark.parametrize("name", BOOKS)
def test_a_chapter_keeps_the_printed_order(name: str) -> None:
    """In each file the rules stand in the order of their numbers; a helper that other rules share may stand before them."""
    book = rulebook(name)
    astray = []
    for file in chapters(name):
        mine = [rule for rule in book.rules if rule.on and Path(rule.code.co_filename).stem == file]
        mine.sort(key=lambda rule: rule.code.co_firstlineno)
        wanted = printed(mine, lambda: book.text_file("numbers.yaml"), book.decimal)
        astray += [f"{file}: {was.number} {was.function.__name__}" for was, should in zip(mine, wanted, strict=True) if was.number != should.number]
    assert not astray


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_rule_is_asked_for_one_by_one_is_something_of_an_act(name: str) -> None:
    """A name in ``each=`` is an attribute or a method that an act of the book, or of the kit, has."""
    trees = [walked(path) for path in (*files(name), ROOT / "adjudicator" / "kit" / "acts.py")]
    had = {node.name for tree in trees for node in tree if isinstance(node, ast.FunctionDef)}
    had |= {node.attr for tree in trees for node in tree if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    asked = {
        word.value.value for tree in trees for word in tree if isinstance(word, ast.keyword) and word.arg == "each" and isinstance(word.value, ast.Constant)
    }
    assert not asked - had
