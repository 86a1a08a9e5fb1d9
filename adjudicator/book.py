"""A rulebook: a folder of data files and one Python file per chapter, found by name, loaded, and checked for consistency."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, TypeVar

from adjudicator import store
from adjudicator.facts import FactSpec, Missing
from adjudicator.facts import InputError as InputError  # rulebooks raise it beside what else they take from here
from adjudicator.hexes import Grid
from adjudicator.ruling import Entry, Finding, Ledger, Ruling
from adjudicator.situation import Situation
from adjudicator.throws import Chain

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "adjudicator_rulebook_"
ENVIRONMENT = "ADJUDICATOR_RULEBOOKS"
LEGALITY = "legality"
_PLAIN = frozenset(("permits", "defines", "forbids"))  # effects that are no more than a finding


class UnknownRulebook(LookupError):
    """No rulebook of that name is installed; ``args`` = (name, known names)."""


class Case:
    """One act being judged, in one replay.  A rulebook derives a class per kind of act and registers it with :func:`act`.

    stages      names of stages in order; rules say in which one they speak
    legality    those of them that decide whether the act is legal; the others give numbers
    question    a question: a fact that is missing anywhere leaves the answer undetermined
    roll_read   no more than a roll to be read: once the dice are thrown, a fact that is missing leaves its result undetermined
    silent      only says how things stand: carried out, and no ruling of its own beside others
    responses   kinds that, later in the same entry, belong to this act (the other side's answer)
    repeats     the slot that says how often the act is done: each time is judged as an act of its own
    deniable    words that say it is *not* done mean something (slot ``not``); for all others they are an error, never the deed itself
    totals      the kind of answer that takes the dice told with the act, of which players tell the totals; "" if they tell the dice
    """

    stages: ClassVar[tuple[str, ...]] = (LEGALITY,)
    legality: ClassVar[tuple[str, ...]] = (LEGALITY,)
    question: ClassVar[bool] = False
    roll_read: ClassVar[bool] = False
    kind: ClassVar[str] = ""
    responses: ClassVar[tuple[str, ...]] = ()
    silent: ClassVar[bool] = False
    repeats: ClassVar[str] = ""
    deniable: ClassVar[bool] = False
    totals: ClassVar[str] = ""
    forced = False  # the act was done although it may be illegal: a log goes on

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The kind of act that these words really are in this position (an attack on an empty hex), or None."""
        return None

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The phases that a game in course goes through with this deed, in order: a player need not say them.  Only phases that nothing
        mandatory keeps the game from leaving; a position that is judged by itself stands in the phase that it states."""
        return ()

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Of the class that carries out results: whether it is plain from the words alone that nothing of this one is left to be done."""
        return False

    def __init__(self, book: Rulebook, situation: Situation, slots: dict[str, Any], text: str, dice: tuple[int, ...]) -> None:
        self.book = book
        self.s = situation
        self.slots = slots
        self.dice = dice
        self.thrown = 0
        self.full = True  # False in a bulk run: no warnings that cost a search
        self.item: Any = None
        self.spoken: dict[RuleFunction, bool] = {}  # exceptions of the present stage and item: whether they said anything
        self.ruling = Ruling(self.kind, text)
        self.forbidden = False
        self.claims: dict[str, str] = {}

    def each(self, stage: str) -> Iterable[Any]:
        """What a stage is gone through for (the steps of a move): its rules speak once for every item, kept in ``item``."""
        return (None,)

    def prepare(self) -> None:
        """Resolve the slots into units and hexes.  Raises InputError if they can't be, Missing if a fact is not known."""

    def chain(self) -> Chain | None:
        """For an act that waits for several throws: where it stands and what is still to be thrown.  None: every die is tried."""
        return None

    # ---- what rules ask for ---------------------------------------------------------------------------------------
    def roll(self, sides: int = 6) -> int:
        """The next die that was thrown; Missing("rolls") while it has not been."""
        if self.thrown < len(self.dice):
            face = self.dice[self.thrown]
            if not 1 <= face <= sides:
                raise InputError("impossible_die", face=face, sides=sides)
            self.thrown += 1
            return face
        raise Missing("rolls", tuple(range(1, sides + 1)))

    def roll_dice(self, count: int, sides: int = 6, as_total: bool = False) -> list[int]:
        """The next dice, of which it does not matter which is which: the engine tries each combination once, not each order."""
        faces: list[int] = []
        try:
            while len(faces) < count:
                faces.append(self.roll(sides))
        except Missing as missing:
            raise Missing(missing.fact, missing.values, (), count - len(faces), as_total) from None
        return faces

    def roll_total(self, count: int = 2, sides: int = 6) -> int:
        """The total of the next dice, where no more than the total counts: the engine tries each total once."""
        return sum(self.roll_dice(count, sides, True))

    def reading(self, id_: str) -> str:
        """How this table reads an ambiguous place; the digest's ruling unless ``options.readings`` says otherwise."""
        return self.s.reading(id_)

    def table(self, name: str) -> Any:
        """A printed table; entries that the situation states come first."""
        return self.book.tables[name]

    def total(self, ledger: str) -> Any:
        """The sum of a ledger so far."""
        found = self.ruling.ledgers.get(ledger)
        return found.total if found is not None else 0

    def part(self, ledger: str, *groups: str) -> Any:
        """The sum of some groups of a ledger so far."""
        found = self.ruling.ledgers.get(ledger)
        return found.part(*groups) if found is not None else 0

    def computed(self, name: str) -> Any:
        """A value that an earlier rule computed, or None."""
        return self.ruling.computed.get(name)

    # ---- what rules say -------------------------------------------------------------------------------------------
    def add(self, rule: str, finding: Finding) -> None:
        """Enter what a rule says into the ruling; raises BookFault if another rule already spoke about the same claim."""
        ruling = self.ruling
        ruling.cites[rule] = None
        effect, key, slots, by, to, claim, group = finding
        if claim:
            holder = self.claims.setdefault(claim, rule)
            if holder != rule:
                raise BookFault(f"{self.book.id}: {holder} and {rule} both decide {claim}; link them as rule and exception")
        if effect in _PLAIN:
            if effect == "forbids":
                self.forbidden = True
            ruling.findings.append((rule, finding))
        elif effect == "value":
            ruling.computed[to] = by
            if key:
                ruling.findings.append((rule, finding))
        elif effect == "effect":
            ruling.effects.append(by)
        elif effect == "record":
            ruling.records.append(by)
        elif effect == "term":
            ledger = ruling.ledgers.get(to)
            if ledger is None:
                ledger = ruling.ledgers[to] = Ledger()
            ledger.append(Entry(by, rule, key, slots, group))
        elif effect == "shift":
            ruling.shifts.append((rule, finding))
        elif effect == "drm":
            ruling.drms.append((rule, finding))
        elif effect == "warns":
            ruling.warnings.append((rule, finding))
        elif effect == "unused":
            ruling.unused.append((rule, finding))
        elif effect != "kept":
            ruling.findings.append((rule, finding))


class BookFault(Exception):
    """A rulebook contradicts itself; names the file or the rules."""


# ---- registration -------------------------------------------------------------------------------------------------------
RuleFunction = Callable[[Any], Iterable[Finding] | None]
Condition = Callable[[Any], bool]
F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type[Case])


class Rule(NamedTuple):
    """One function of a chapter: its printed number, the acts and the stage it speaks in, and the rule it is an exception to."""

    number: str
    on: tuple[type[Case], ...]
    stage: str
    exception_to: tuple[str, ...]
    function: RuleFunction
    when: Condition | None = None


class Turn(NamedTuple):
    """One rule's turn to speak in a stage, and the exceptions that would silence it."""

    number: str
    function: RuleFunction
    exceptions: list[Rule]


class Stage(NamedTuple):
    """The rules of one stage of an act, in the book's order; ``legality``: they decide whether the act is legal."""

    name: str
    legality: bool
    turns: list[Turn]


def rule(
    number: str,
    on: type[Case] | tuple[type[Case], ...] = (),
    stage: str = LEGALITY,
    exception_to: str | tuple[str, ...] = (),
    when: Condition | None = None,
) -> Callable[[F], F]:
    """Register a function under the number that is printed in the book.

    ``on``: the acts whose judging it takes part in; without it the function only defines a term that other rules use.
    ``exception_to``: if the function yields anything, the rule of that number is silent in this stage and act.
    ``when``: a plain test of the prepared act (whose side it is, whether aids were claimed) that never asks for a fact.  Where
    it is false the rule does not concern the act and is not even called.
    """

    def register(function: F) -> F:
        acts = on if isinstance(on, tuple) else (on,)
        found = function.__dict__.setdefault("rules", [])
        parents = (exception_to,) if isinstance(exception_to, str) else exception_to
        found.append(Rule(number, acts, stage, parents, function, when))
        return function

    return register


def derives(fact: str, number: str) -> Callable[[F], F]:
    """Register a function of a unit, hex or the situation that computes a fact from the position (``units.supply``)."""

    def register(function: F) -> F:
        function.__dict__.setdefault("rules", []).append(Rule(number, (), "", (), function))
        function.__dict__["derives"] = (fact, number)
        return function

    return register


def act(*kinds: str) -> Callable[[C], C]:
    """Register the class that judges an act or question of these kinds (grammars/frames.yaml)."""

    def register(cls: C) -> C:
        cls.kind = kinds[0]
        cls.__kinds__ = kinds  # type: ignore[attr-defined]
        return cls

    return register


# ---- the rulebook -------------------------------------------------------------------------------------------------------
class Rulebook:
    """A loaded rulebook.  ``facts``, ``tables``, ``readings`` come from its data files, ``acts`` and ``rules`` from its chapters."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.id = os.path.basename(folder)
        names = [name for name in ("book.yaml", "tables.yaml") if os.path.exists(os.path.join(folder, name))]
        sources = [os.path.join(folder, name) for name in names]
        read = lambda: {name: store.load_yaml(path) for name, path in zip(names, sources, strict=True)}  # noqa: E731
        data: dict[str, Any] = store.compiled(sources, read, f"book-{self.id}")
        meta = data["book.yaml"]
        self.meta: dict[str, Any] = meta
        self.title: str = meta["title"]
        self.edition: str = meta["edition"]
        self.sides: tuple[str, ...] = tuple(meta["sides"])
        self.each_turn: tuple[str, ...] = tuple(meta.get("each_turn") or ())  # facts of the whole game that a new turn wipes out
        self.allies: dict[str, str] = meta.get("allies") or {}  # a side that another one's player plays -> that one
        self.grid = Grid(**meta["grid"])
        self.facts = {name: FactSpec(spec or {}) for name, spec in meta["facts"].items()}
        self.readings: dict[str, dict[str, Any]] = meta.get("readings") or {}
        self.tables: dict[str, Any] = data.get("tables.yaml") or {}
        self.acts: dict[str, type[Case]] = {}
        self.rules: list[Rule] = []
        self._files: dict[str, Any] = {}
        self._plans: dict[tuple[type[Case], tuple[bool, ...]], list[Stage]] = {}
        self._conditions: dict[type[Case], tuple[Condition, ...]] = {}
        self._load_chapters()

    def camp(self, side: str) -> str:
        """The side whose player plays this one: an ally counts as the side that it fights for (``allies`` of book.yaml)."""
        return self.allies.get(side, side)

    def enemy(self, side: str) -> str:
        """The other side of a game with two sides, allies put aside."""
        return self.sides[1] if self.camp(side) == self.sides[0] else self.sides[0]

    def _load_chapters(self) -> None:
        name = PACKAGE + self.id
        if name not in sys.modules:
            package = type(sys)(name)
            package.__path__ = [self.folder]
            sys.modules[name] = package
        names = sorted(os.listdir(self.folder))
        chapters = [file for file in names if file.startswith("r") and file.endswith(".py") and file[1:3].isdigit()]
        acts = [file for file in names if file.startswith("acts") and file.endswith(".py")]
        for file in acts + chapters:
            try:
                module = import_module(f"{name}.{file[:-3]}")
            except (BookFault, store.Broken):
                raise
            except Exception as error:
                raise BookFault(self._import_fault(file, error)) from error
            for item in list(vars(module).values()):
                if getattr(item, "__module__", None) != module.__name__:
                    continue
                for kind in item.__dict__.get("__kinds__", ()) if isinstance(item, type) else ():
                    self.acts[kind] = item
                found = getattr(item, "rules", None)
                if isinstance(found, list):
                    self.rules.extend(found)
                    if "derives" in item.__dict__:
                        self.facts[item.__dict__["derives"][0]].derive = item

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

    def faults(self) -> list[str]:
        """What loads and yet cannot work: stages that no act has, texts that nobody wrote.  For the author (``coverage``)."""
        from adjudicator.bookfaults import faults_of

        return faults_of(self)

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
            mine = [item for item in self.rules if item.on and issubclass(cls, item.on) and item.when not in idle]
            found = []
            for stage in cls.stages:
                here = [item for item in mine if item.stage == stage]
                plain = [item for item in here if not item.exception_to]
                turns = [Turn(item.number, item.function, [other for other in here if item.number in other.exception_to]) for item in plain]
                if turns:
                    found.append(Stage(stage, stage in cls.legality, turns))
            self._plans[cls, held] = found
        return found

    def text_file(self, name: str) -> Any:
        """One of the data files that only some commands need (``texts.yaml``, ``numbers.yaml``), compiled; {} if there is none."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            return {}
        if name not in self._files:
            self._files[name] = store.compiled([path], lambda: store.load_yaml(path), f"{self.id}-{name}") or {}
        return self._files[name]


def folders(extra: str | None = None) -> dict[str, str]:
    """Folder of every installed rulebook by id: bundled ones, then those of ``--rulebook-path`` and the environment."""
    places = [os.path.join(HERE, "rulebooks"), os.path.join(os.path.dirname(HERE), "rulebooks")]
    for more in (os.environ.get(ENVIRONMENT), extra):
        places.extend(part for part in (more or "").split(os.pathsep) if part)
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


def load(name: str, extra: str | None = None) -> Rulebook:
    """The rulebook of that id or full title; raises UnknownRulebook."""
    found = folders(extra)
    folder = found.get(name) or found.get(name.lower())
    if folder is None:
        folder = _by_title(name, found)
    if folder not in _loaded:
        _loaded[folder] = Rulebook(folder)
    return _loaded[folder]


def _by_title(name: str, found: dict[str, str]) -> str:
    wanted = "".join(name.lower().split())
    for folder in found.values():
        try:
            book = Rulebook(folder) if folder not in _loaded else _loaded[folder]
        except (BookFault, store.Broken):  # which says so when it is asked for by its id
            continue
        if "".join(book.title.lower().split()) == wanted:
            return folder
    raise UnknownRulebook(name, sorted(found))
