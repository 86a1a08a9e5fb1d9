"""What loads and yet cannot work in a rulebook: stages that no act has, places that cannot be kept, texts that nobody wrote, a look that lacks something.

Looked for on demand only.
"""

from __future__ import annotations

import ast
import os
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from adjudicator.book.acts import BookFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.book import Rule, Rulebook

_KEY_AT = {"forbid": 0, "permit": 0, "define": 0, "warn": 0, "InputError": 0, "shift": 1, "drm": 1, "unused": 1, "term": 2, "value": 2}


def faults_of(book: Rulebook) -> list[str]:
    """Every such fault, with file and line, in the order of the files."""
    return [*_stages(book), *_places(book), *_texts(book), *_look(book)]


def _look(book: Rulebook) -> Iterator[str]:
    """What a position can state and the book's look does not describe, or draws like something else; a look that is faulty or names no function of the book."""
    from adjudicator.draw.look import FILE, look_of
    from adjudicator.files.fault import Broken
    from adjudicator.say.catalogue import catalogue

    try:
        look = look_of(book)
        look.zones()
    except Broken as fault:
        yield catalogue("en").fault(fault)
        return
    except (ImportError, AttributeError) as error:
        yield f"{FILE}: zones: {error}"
        return
    from adjudicator.draw.letters import MEANT
    from adjudicator.study.vocabulary import words

    letters: dict[Any, str] = dict(MEANT)
    pictures: dict[Any, str] = {}
    for fact, section in (("hexes.terrain", "terrain"), ("hexes.features", "features"), ("hexsides.features", "hexsides")):
        spec = book.facts.get(fact)
        said = [word for value in (spec.values or () if spec is not None else ()) for word in (value if isinstance(value, (list, tuple)) else (value,))]
        for word in dict.fromkeys(said or words(book).get(section, [])):
            found = look.data[section].get(word)
            if found is None:
                yield f'{FILE}: {section} has no "{word}"{_near(str(word), look.data[section])}'
                continue
            if found.get("sign") == "none" and section == "features":
                continue  # nothing is drawn of it
            drawn = tuple(str(found.get(key)) for key in ("fill", "sign", "line", "color", "width", "dash"))
            for seen, looks in ((letters, found["text"]), (pictures, (section, *drawn))):
                if seen.setdefault(looks, word) != word:
                    yield f'{FILE}: {section}: "{word}" cannot be told from "{seen[looks]}" on a map{" of letters" if seen is letters else ""}'


def _near(word: str, known: Any) -> str:
    found = get_close_matches(word, list(known), 1, 0.6)
    return f'; did you mean "{found[0]}"?' if found else ""


def _stages(book: Rulebook) -> Iterator[str]:
    """Rules that speak in a stage which none of their acts goes through: they are never heard."""
    for rule in book.rules:
        if not rule.on:
            continue
        stages = dict.fromkeys(stage for cls in _acts(book, rule) for stage in cls.stages)
        if rule.stage not in stages:
            acts = ", ".join(cls.__name__ for cls in rule.on)
            code = rule.code
            place = f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}"
            yield f'{place}: rule {rule.number}: {acts} has no stage "{rule.stage}"{_near(rule.stage, stages)}'


def _places(book: Rulebook) -> Iterator[str]:
    """Declared places (``before``, ``after``) that name nobody or go in a circle."""
    found: dict[str, None] = {}
    for cls in book.acts.values():
        try:
            book.order(cls)
        except BookFault as fault:
            found[str(fault)] = None
    yield from found


def _acts(book: Rulebook, rule: Rule) -> list[Any]:
    return [*rule.on, *(cls for cls in book.acts.values() if issubclass(cls, rule.on))]


def _texts(book: Rulebook) -> Iterator[str]:
    """Text keys that stand in the chapters and in no file of texts."""
    from adjudicator.say.catalogue import catalogue

    known = {*book.text_file("texts.yaml"), *catalogue("en")["ruling"]["texts"]}
    for name in sorted(os.listdir(book.folder)):
        if not name.endswith(".py"):
            continue
        with open(os.path.join(book.folder, name), encoding="utf-8") as stream:
            tree = ast.parse(stream.read(), name)
        from_ruling = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in ("adjudicator.ground.ruling", "adjudicator.book")
            for alias in node.names
        }  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and from_ruling.get(node.func.id) in _KEY_AT:
                for key in _key_of(node, _KEY_AT[from_ruling[node.func.id]]):
                    if key and key not in known:
                        yield f'{name}:{node.lineno}: texts.yaml has no text "{key}"{_near(key, known)}'


def _key_of(call: ast.Call, at: int) -> Iterator[str]:
    """The keys that a call can name, as far as they stand there in letters."""
    given = next((word.value for word in call.keywords if word.arg == "key"), call.args[at] if at < len(call.args) else None)
    todo = [given]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.IfExp):
            todo += [node.orelse, node.body]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
