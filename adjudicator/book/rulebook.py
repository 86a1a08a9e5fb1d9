"""A rulebook: a folder of data files and one Python file per chapter, found by name, loaded, and checked for consistency."""

from __future__ import annotations

import os
import sys
from functools import cached_property
from importlib import import_module
from typing import Any

from adjudicator.book.acts import BookFault, Case, Figure, Remark
from adjudicator.book.declared import Declared, values_of
from adjudicator.book.order import arranged, printed
from adjudicator.book.rules import ROWS, Condition, Rule, Stage, Turn
from adjudicator.files.cache import compiled
from adjudicator.files.fault import Broken
from adjudicator.files.places import allowed_folders, lies_in, rulebooks_folder
from adjudicator.files.yaml import load_yaml
from adjudicator.ground.facts import FactSpec
from adjudicator.ground.hexes import Grid
from adjudicator.ground.paths import parse

PACKAGE = "adjudicator_rulebook_"
GROUP = "adjudicator.rulebooks"  # of entry points
NO_CHAPTER = ("test_", "conftest.", "__")  # files of a folder that hold no rules: its tests (which may need what nobody else has), what makes it a package


class UnknownRulebook(LookupError):
    """No rulebook of that name is installed; ``args`` = (name, known names)."""


class Rulebook:
    """A loaded rulebook.  ``facts``, ``tables``, ``register`` come from its data files, ``acts`` and ``rules`` from its chapters."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.id = os.path.basename(folder)
        names = [name for name in ("book.yaml", "tables.yaml") if os.path.exists(os.path.join(folder, name))]
        sources = [os.path.join(folder, name) for name in names]
        read = lambda: {name: load_yaml(path) for name, path in zip(names, sources, strict=True)}  # noqa: E731
        data: dict[str, Any] = compiled(sources, read, f"book-{self.id}")
        meta = data["book.yaml"]
        self.meta: dict[str, Any] = meta
        self.title: str = meta["title"]
        self.edition: str = meta["edition"]
        self.sides: tuple[str, ...] = tuple(meta["sides"])
        self.each_turn: tuple[str, ...] = tuple(meta.get("each_turn") or ())  # facts of the whole game that a new turn wipes out
        self.allies: dict[str, str] = meta.get("allies") or {}  # a side that another one's player plays -> that one
        self.grid = Grid(**meta["grid"])
        self.facts = {name: FactSpec(spec or {}) for name, spec in meta["facts"].items()}
        self.tables: dict[str, Any] = data.get("tables.yaml") or {}
        self.acts: dict[str, type[Case]] = {Figure.kind: Figure, Remark.kind: Remark}
        self.rules: list[Rule] = []
        self.spec: dict[str, Any] | None = None  # what a situation may hold (declared.py), once somebody asked
        self._declared: Declared | None = None
        self._files: dict[str, Any] = {}
        self._plans: dict[tuple[type[Case], tuple[bool, ...]], list[Stage]] = {}
        self._orders: dict[type[Case], dict[str, list[Rule]]] = {}
        self._sizes: dict[type[Case], int] = {}
        self._conditions: dict[type[Case], tuple[Condition, ...]] = {}
        self._load_chapters()

    def camp(self, side: str) -> str:
        """The side whose player plays this one: an ally counts as the side that it fights for (``allies`` of book.yaml)."""
        return self.allies.get(side, side)

    def enemy(self, side: str) -> str:
        """The other side of a game with two sides, allies put aside."""
        return self.sides[1] if self.camp(side) == self.sides[0] else self.sides[0]

    @property
    def decimal(self) -> bool:
        """Whether each digit behind the point of a printed number is a level of its own (``numbering: decimal``)."""
        return self.meta.get("numbering") == "decimal"

    @property
    def declared(self) -> Declared:
        """The types of its facts."""
        if self._declared is None:
            self._declared = Declared(self)
        return self._declared

    @cached_property
    def register(self) -> dict[str, dict[str, Any]]:
        """Every place that can be read in two ways and every misprint, by id (readings.yaml; its keys: docs/rulebook.md)."""
        found: dict[str, dict[str, Any]] = self.text_file("readings.yaml")
        return found

    @cached_property
    def readings(self) -> dict[str, dict[str, Any]]:
        """The places of the register that a table may read as it likes (``options.readings``): with ``default`` and ``choices``."""
        return {id_: entry for id_, entry in self.register.items() if "choices" in entry}

    def values_of(self, name: str) -> tuple[Any, ...] | None:
        """All values that the fact of that name can have, or None if they cannot be listed."""
        path = parse(name)
        if path is None:
            return None
        spec = self.facts.get(path.spec)
        return spec.values if spec is not None and spec.values is not None else values_of(self.declared.type_of(path))

    def _load_chapters(self) -> None:
        name = PACKAGE + self.id
        if name not in sys.modules:
            package = type(sys)(name)
            package.__path__ = [self.folder]
            sys.modules[name] = package
        files = sorted(file for file in os.listdir(self.folder) if file.endswith(".py") and not file.startswith(NO_CHAPTER))
        for file in sorted(files, key=lambda file: not file.startswith("acts")):
            try:
                module = import_module(f"{name}.{file[:-3]}")
            except (BookFault, Broken):
                raise
            except Exception as error:
                raise BookFault(self._import_fault(file, error)) from error
            spoken: list[Rule] = []
            for item in [*vars(module).values(), *vars(module).get(ROWS, ())]:
                if getattr(item, "__module__", None) != module.__name__:
                    continue
                for kind in item.__dict__.get("__kinds__", ()) if isinstance(item, type) else ():
                    self.acts[kind] = item
                found = getattr(item, "rules", None)
                if isinstance(found, list):
                    spoken.extend(found)
                    if "derives" in item.__dict__:
                        self.facts[item.__dict__["derives"][0]].derive = item
            if ROWS in vars(module):  # in the order in which they are written
                spoken.sort(key=lambda rule: rule.code.co_firstlineno)
            self.rules.extend(spoken)

    def _import_fault(self, file: str, error: Exception) -> str:
        """File and line of the rulebook at which a chapter could not be loaded, and why."""
        path, line = os.path.join(self.folder, file), 0
        if isinstance(error, SyntaxError) and error.filename:
            path, line, what = error.filename, error.lineno or 0, error.msg
        else:
            what = str(error)
            trace = error.__traceback__
            while trace is not None:
                if os.path.dirname(trace.tb_frame.f_code.co_filename) == self.folder:
                    path, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
                trace = trace.tb_next
        return f"{path}{f':{line}' if line else ''}: {type(error).__name__}{f': {what}' if what else ''}"

    def plan(self, case: Case, cls: type[Case] | None = None) -> list[Stage]:
        """For a prepared act: its stages, each with the rules that concern it, in the book's order (those of another class if given)."""
        cls = cls or type(case)
        conditions = self._conditions.get(cls)
        if conditions is None:
            tests = [item.when for item in self.rules if item.when is not None and issubclass(cls, item.on)]
            conditions = self._conditions[cls] = tuple(dict.fromkeys(tests))
        held = tuple([condition(case) for condition in conditions])
        found = self._plans.get((cls, held))
        if found is None:
            idle = {condition for condition, holds in zip(conditions, held, strict=True) if not holds}
            found = []
            for stage, rules in self.order(cls).items():
                here = [item for item in rules if item.when not in idle]
                others = [item for item in here if item.exception_to]
                turns = [
                    Turn(item.number, item.function, [other for other in others if item.number in other.exception_to]) for item in here if not item.exception_to
                ]
                if turns:
                    found.append(Stage(stage, stage in cls.legality, turns))
            self._plans[cls, held] = found
        return found

    def order(self, cls: type[Case]) -> dict[str, list[Rule]]:
        """The rules of each stage of an act in the order in which they speak (:mod:`adjudicator.book.order`), then its exceptions."""
        found = self._orders.get(cls)
        if found is None:
            mine = printed((item for item in self.rules if item.on and issubclass(cls, item.on)), lambda: self.text_file("numbers.yaml"), self.decimal)
            found = self._orders[cls] = {}
            for stage in cls.stages:
                here = [item for item in mine if item.stage == stage]
                found[stage] = [*arranged(here, self.rules), *(item for item in here if item.exception_to)]
        return found

    def size(self, cls: type[Case]) -> int:
        """How many rules speak of an act."""
        found = self._sizes.get(cls)
        if found is None:
            found = self._sizes[cls] = sum(map(len, self.order(cls).values()))
        return found

    def text_file(self, name: str) -> Any:
        """One of the data files that only some commands need (``texts.yaml``, ``numbers.yaml``), compiled; {} if there is none."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            return {}
        if name not in self._files:
            self._files[name] = compiled([path], lambda: load_yaml(path), f"{self.id}-{name}") or {}
        return self._files[name]


def folders(extra: str | None = None) -> dict[str, str]:
    """Folder of every installed rulebook by id: bundled ones, then those of ``--rulebook-path`` and the environment."""
    places = [rulebooks_folder(), *allowed_folders(extra)]
    found: dict[str, str] = {}
    for place in places:
        try:
            names = sorted(os.listdir(place))
        except OSError:
            continue
        for name in names:
            if os.path.exists(os.path.join(place, name, "book.yaml")):
                found[name] = os.path.join(place, name)
    return found


_loaded: dict[str, Rulebook] = {}


def registered() -> dict[str, str]:
    """Folder of every rulebook that an installed package registers (entry points of the group ``adjudicator.rulebooks``), by id.

    An entry point names a package whose folder is the rulebook, or a function that returns the folder.
    """
    from importlib.metadata import entry_points

    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        try:
            made = entry.load()
            folder = os.fspath(made() if callable(made) else next(iter(made.__path__)))
        except Exception as error:  # whatever is wrong with somebody else's package
            raise BookFault(f"{entry.value}: {type(error).__name__}: {error}") from error
        if os.path.exists(os.path.join(folder, "book.yaml")):
            found.setdefault(entry.name, folder)
    return found


def allowed(name: str, base: str, extra: str | None = None) -> str | None:
    """The folder of a rulebook that a file in ``base`` names by a relative path: only if it is, or lies in, a folder that the user allowed
    (``--rulebook-path``, the environment).  A file from a stranger never runs code.  None: the name is no such path, or was not allowed."""
    if "/" not in name and os.sep not in name or os.path.isabs(name):
        return None
    folder = os.path.realpath(os.path.join(base, name))
    return folder if lies_in(folder, allowed_folders(extra)) and os.path.exists(os.path.join(folder, "book.yaml")) else None


def load(name: str, extra: str | None = None, base: str | None = None) -> Rulebook:
    """The rulebook of that id or full title, or, for a file in the folder ``base``, at that relative path; raises UnknownRulebook."""
    found = folders(extra)
    folder = found.get(name) or found.get(name.lower())
    if folder is None and base is not None:
        folder = allowed(name, base, extra)
    if folder is None:
        try:
            folder = _by_title(name, found)
        except UnknownRulebook:
            found = {**registered(), **found}  # looked up only here: it costs more than all the rest
            folder = found.get(name) or found.get(name.lower()) or _by_title(name, found)
    if folder not in _loaded:
        _loaded[folder] = Rulebook(folder)
    return _loaded[folder]


def _by_title(name: str, found: dict[str, str]) -> str:
    wanted = "".join(name.lower().split())
    for folder in found.values():
        try:
            book = Rulebook(folder) if folder not in _loaded else _loaded[folder]
        except (BookFault, Broken):  # which says so when it is asked for by its id
            continue
        if "".join(book.title.lower().split()) == wanted:
            return folder
    raise UnknownRulebook(name, sorted(found))
