"""The house: rooms in their order, no circles of imports, no file too long, one name for one thing, no word of a language in Python.

The order of the rooms stands in docs/architecture.md and nowhere else.  ``DOCS_UPDATE=1`` writes the lists of modules there anew.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.ground.folding import fold
from adjudicator.language.syntax import syntax
from adjudicator.say.catalogue import catalogue
from tests.conftest import ROOT, data_of, every, parsed, walked

DOC = ROOT / "docs" / "architecture.md"
HOUSE = ROOT / "adjudicator"
LONGEST = 500
REASON = f"Longer than {LONGEST} lines because"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(HOUSE.rglob("*.py"))}


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the house with its syntax tree."""
    return ((name, parsed(path)) for name, path in MODULES.items())


def imported(name: str) -> Iterator[str]:
    """The modules of the house that a module imports: at its head, in a function or only for the types."""
    for node in walked(MODULES[name]):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
                base = ".".join([*here[: len(here) - node.level + 1], *([node.module] if node.module else [])])
            found = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in MODULES else base for alias in node.names]
        else:
            continue
        yield from (other for other in found if other in MODULES and other != name)


@cache
def imports() -> dict[str, list[str]]:
    return {name: sorted(set(imported(name))) for name in MODULES}


def rooms() -> list[str]:
    """The rooms in their order, as docs/architecture.md has them."""
    return re.findall(r"^### `(\w+)`", DOC.read_text(encoding="utf-8"), re.M)


def room_of(name: str) -> str:
    """The room of a module; "" for those at the door, which may use every room and which no room uses."""
    return "" if MODULES[name] == HOUSE / MODULES[name].name else name.split(".")[1]


# ---- imports -------------------------------------------------------------------------------------------------------------------
def circles(imports: dict[str, list[str]]) -> list[list[str]]:
    """Modules that import one another, however far round (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in imports[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            ring = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(ring) > 1:
                found.append(sorted(ring))

    for name in imports:
        if name not in index:
            visit(name)
    return found


def test_circles_are_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == [["a", "b", "c"]]
    assert circles({"a": ["b"], "b": []}) == []


def test_no_circles_of_imports() -> None:
    assert circles(imports()) == []


def test_each_room_knows_only_those_above_it() -> None:
    order = rooms()
    assert sorted(order) == sorted({room_of(name) for name in MODULES} - {""})
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items() for other in others
        if room_of(name) in order and (room_of(other) not in order or order.index(room_of(other)) > order.index(room_of(name)))
    ]  # fmt: skip
    assert wrong == []


# ---- the plan --------------------------------------------------------------------------------------------------------------------
def first_line(name: str) -> str:
    said = (ast.get_docstring(parsed(MODULES[name])) or "").split("\n\n")[0]
    return " ".join(said.split())


def test_the_plan_names_every_module() -> None:
    """docs/architecture.md lists each room's modules with the first sentence of each, word for word."""
    text = DOC.read_text(encoding="utf-8")
    fresh = text
    for room in rooms():
        mine = [name for name in MODULES if room_of(name) == room and name.count(".") > 1]
        table = "\n".join(f"| `{MODULES[name].name}` | {first_line(name)} |" for name in mine)
        head = re.escape(f"### `{room}`")
        fresh = re.sub(rf"({head}[^\n]*\n(?:(?!\| ).*\n)*\|[^\n]*\n\|[- |]*\n)(?:\|.*\n)*", lambda found, table=table: f"{found[1]}{table}\n", fresh)
    if os.environ.get("DOCS_UPDATE"):
        DOC.write_text(fresh, encoding="utf-8")
        return
    assert text == fresh


@every([path for folder in ("adjudicator", "rulebooks", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))], 1)
def test_no_file_is_too_long_without_a_reason(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    said = REASON in " ".join(text.split()) and REASON in " ".join((ast.get_docstring(parsed(path)) or "").split())  # its head is looked for where it can be
    assert text.count("\n") <= LONGEST or said, f"{text.count(chr(10))} lines"
    assert text.count("\n") > LONGEST or not said, "the reason has gone"


def test_one_class_for_one_name() -> None:
    """Save for what stands at the door: the public face has names of its own for what it wraps."""
    seen: dict[str, str] = {}
    for name, tree in ((name, tree) for name, tree in trees() if room_of(name)):
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                assert node.name not in seen, f"{name} and {seen[node.name]} have each a class {node.name}"
                seen[node.name] = name


def test_languages_and_folding_stand_in_one_place() -> None:
    def defined(wanted: str) -> list[str]:
        return [
            name for name, tree in trees() for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name == wanted
            or isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == wanted for target in node.targets)
        ]  # fmt: skip

    assert defined("LANGUAGES") == ["adjudicator.files.places"]
    assert defined("fold") == ["adjudicator.ground.folding"]


# ---- words of languages ------------------------------------------------------------------------------------------------------------
CODES = {"al", "fa", "los", "verbo", "vi", "vg", "fin", "sup"}
"""AL1 is a result, \\fa a pattern, los a key of situations, VERBO a type of words, VI and VG are classes, fin a kind of clause, sup a noun of bcs."""
WORD = re.compile(r"[^\W\d_]{2,}")


def leaves(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for item in data.values():
            yield from leaves(item)
    elif isinstance(data, list):
        for item in data:
            yield from leaves(item)
    elif isinstance(data, str):
        yield data


def vocabulary(lang: str) -> set[str]:
    """All words that the program and the rulebooks say or read in a language."""
    texts: list[str] = []
    for name in ("lexicon", "closed", "manner", "texts"):
        found = dict(data_of(f"{grammars_folder()}/{name}.{lang}.yaml"))
        texts += [part.rpartition("=")[2] for form in leaves(found.pop("irregular", {})) for part in form.split() if "=" in part]  # the others are marks
        texts += leaves(found)
    texts += [word for words in syntax().values() for word in leaves(words.get(lang, ""))]
    for file in ROOT.glob("rulebooks/*/texts.yaml"):
        texts += [entry.get(lang, "") for entry in data_of(file).values() if isinstance(entry, dict)]
    return {word for text in texts for word in WORD.findall(fold(text))}


def constants(nodes: Sequence[ast.AST]) -> Iterator[ast.Constant]:
    """The texts of a module that do something: neither docstrings nor the numbers of decorated rules."""
    idle: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Expr):
            idle.add(id(node.value))
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            idle |= {id(part) for decorator in node.decorator_list for part in ast.walk(decorator)}
    return (node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in idle)


def names_in(nodes: Sequence[ast.AST]) -> set[str]:
    """The words of the identifiers of a module."""
    found: set[str | None] = set()
    for node in nodes:
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.arg, ast.keyword)):
            found.add(node.arg)
    return {word for name in found if name for word in WORD.findall(name.lower().replace("_", " "))}


def test_no_word_of_a_language_stands_in_python() -> None:
    """Identifiers are English, so an English word in Python may be a key; a word of another language is always one too many."""
    paths = [path for folder in ("adjudicator", "rulebooks") for path in sorted((ROOT / folder).rglob("*.py"))]
    printed = {number for file in ROOT.glob("rulebooks/*/numbers.yaml") for number in data_of(file)}  # headings of a book without numbers
    names = set().union(*(names_in(walked(path)) for path in paths))
    foreign = set().union(*(vocabulary(lang) for lang in LANGUAGES[1:])) - vocabulary(LANGUAGES[0]) - names - CODES
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in paths if path.name != "new_rulebook.py"  # which writes a rulebook's words
        for node in constants(walked(path)) if node.value not in printed and foreign & set(WORD.findall(fold(node.value)))
    ]  # fmt: skip
    assert len(foreign) > 1000
    assert found == []


def compared(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that a module compares with something typed: with what has been folded or made small letters."""
    fixed = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}

    def folded(node: ast.AST, more: set[str]) -> bool:
        calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
        called = any(getattr(call, "id", "") == "fold" or getattr(call, "attr", "") in ("lower", "casefold") for call in calls)
        return called or any(isinstance(part, ast.Name) and part.id in more for part in ast.walk(node))

    def texts(node: ast.AST) -> Iterator[str]:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and re.search("[a-z]{2}", part.value):
                yield part.value
            elif isinstance(part, ast.Name) and isinstance(fixed.get(part.id), (ast.Tuple, ast.List, ast.Set, ast.Constant)):
                yield from texts(fixed[part.id])

    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
            local = {node.targets[0].id for node in assigned if isinstance(node.targets[0], ast.Name) and folded(node.value, set())}
            for node in ast.walk(function):
                if isinstance(node, ast.Compare):
                    sides = [node.left, *node.comparators]
                    typed = [side for side in sides if folded(side, local)]
                    yield from ((node.lineno, text) for side in sides if typed and side not in typed for text in texts(side))


def test_what_is_typed_is_compared_with_words_of_the_catalogue() -> None:
    codes = {"yes", "no", "true", "false", "none", "null", "on", "formation"}  # values of facts in bracket names, a switch, a key of a unit
    for lang in LANGUAGES:
        codes |= {concept for section, part in (("log", "header"), ("log", "switch"), ("table", "command")) for concept in catalogue(lang)[section][part]}
    codes |= {rel.lower() for rel in catalogue(LANGUAGES[0])["echo"]["relations"]} | {"against", "between", "by", "in"}  # relations
    assert [f"{name}:{line}: {text}" for name, tree in trees() for line, text in compared(tree) if text not in codes] == []
    caught = ast.parse("W = ('phase', 'fase')\ndef f(said):\n    word = fold(said)\n    return word in W or said.lower() == 'undo'")
    assert [text for _, text in compared(caught)] == ["phase", "fase", "undo"]
