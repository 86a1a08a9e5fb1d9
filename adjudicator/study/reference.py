"""docs/reference.md: what a rule may read, find and change, from the code.  `python -m adjudicator.study.reference > docs/reference.md` writes it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from adjudicator import book
from adjudicator.book import Case
from adjudicator.ground import ruling
from adjudicator.ground.hexes import Grid
from adjudicator.ground.position import Position
from adjudicator.ground.situation import Situation
from adjudicator.ground.things import Hex, Hexside, Marker, Unit
from adjudicator.kit.acts import WarCase

HEAD = """# What a rule may read, find and change

Written by `python -m adjudicator.study.reference` from the code and compared with it by a test. [rulebook.md](rulebook.md) tells how a rulebook is made; here
stands everything that a rule meets there, one line each.

A rule is a function of an act: `@rule("13.8.3", Attack, "shifts")`, then `def terrain(attack: Attack) -> Findings`. It reads the act, its position
(`attack.s`) and its tables, and yields findings. Whatever nobody stated is asked for by reading it.
"""


def page() -> str:
    """The whole document."""
    parts = [HEAD.strip()]
    parts.append(_part("Registering (`from adjudicator.book import …`)", (_told(name, getattr(book, name)) for name in ("act", "rule", "derives", "cited"))))
    asked = ("known", "some", "every", "both", "either", "InputError", "Missing")
    parts.append(_part("Asking (`from adjudicator.book import …`)", (_told(name, getattr(book, name)) for name in asked)))
    findings = [name for name, made in vars(ruling).items() if inspect.isfunction(made) and inspect.signature(made).return_annotation == "Finding"]
    parts.append(_part("Findings and effects (`from adjudicator.book import …`)", (_told(name, getattr(ruling, name)) for name in findings)))
    parts.append(_part("The act (`attack`), in every rulebook", _members(Case, "attack")))
    parts.append(_part("The act of a war game (`kit.acts.WarCase`)", _members(WarCase, "attack", Case)))
    parts.append(_part("The position (`attack.s`), read", _members(Position, "attack.s")))
    parts.append(_part("The position, changed (by effects and by what is stated)", _members(Situation, "attack.s", Position)))
    parts.append(_part("The grid (`attack.s.grid`)", _members(Grid, "grid")))
    for cls, name in ((Unit, "unit"), (Hex, "hex"), (Hexside, "side"), (Marker, "marker")):
        parts.append(_part(f"A {name} (`{name}.attack` and the like read the facts of `facts:` in book.yaml)", _members(cls, name)))
    return "\n\n".join(parts) + "\n"


def _part(title: str, rows: Iterator[str]) -> str:
    return "\n".join([f"## {title}", "| | |", "|---|---|", *rows])


def _members(cls: type, name: str, without: type | None = None) -> Iterator[str]:
    """The public methods and properties of a class, those of another class left out."""
    known = dir(without) if without is not None else ()
    for key in sorted(key for key in dir(cls) if not key.startswith("_") and (key not in known or key in vars(cls))):
        member = inspect.getattr_static(cls, key)
        if isinstance(member, (classmethod, staticmethod)):
            member = member.__func__
        if inspect.isfunction(member) or isinstance(member, property) or hasattr(member, "func"):
            yield _told(f"{name}.{key}", member)


def _told(name: str, member: Any) -> str:
    """A row: how it is written, and what its docstring says first."""
    function = member.fget if isinstance(member, property) else getattr(member, "func", member)
    call = f"({_parameters(function)})" if inspect.isfunction(member) else ""
    doc = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    return f"| `{name}{call}` | {doc.replace('|', '/')} |"


def _parameters(function: Any) -> str:
    """Parameters without their types, with their defaults."""
    told = []
    for name, parameter in inspect.signature(function).parameters.items():
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        if name not in ("self", "cls"):
            told.append(f"{stars}{name}" + ("" if parameter.default is parameter.empty else f"={parameter.default!r}"))
    return ", ".join(told)


if __name__ == "__main__":
    print(page(), end="")
