"""What a rule says (findings) and what a player is told (a ruling).  Texts are keys with slots; the room `say` puts them in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from adjudicator.ground.declaration import own_words

Number = int | Fraction
LEGAL, ILLEGAL, UNDETERMINED = "legal", "illegal", "undetermined"


class _Named(Protocol):
    """A counter: a unit, a marker."""

    @property
    def id(self) -> str: ...


class Finding(NamedTuple):
    """One thing that one rule says.

    effect   forbids | permits | defines | term | shift | drm | value | result | effect | warns | unused | owes
    key      name of the text in the rulebook's texts (or a core text), ``slots`` what fills it
    by       the number of a term, shift or die modifier; the content of a value, result or effect
    to       which ledger a term belongs to, or the name of a computed value
    claim    what only one rule may speak about: two findings with the same claim from two rules are a fault of the rulebook
    """

    effect: str
    key: str
    slots: dict[str, Any]
    by: Any = None
    to: str = ""
    claim: str = ""
    group: str = ""


Findings = Iterator[Finding]
_new = tuple.__new__  # what Finding(…) comes to in the end, without the way there: some ten findings are made for every act


Thing = _Named | str | Iterable[_Named] | None


def about(things: Iterable[Thing], slots: dict[str, Any]) -> dict[str, Any]:
    """The slots of a finding about things: a counter, several of them, the name of a hex (None: of nowhere).

    Counters are listed under ``units`` and named by the slot ``unit``, hexes are listed under ``where``; a single one is the slot ``hex``.
    What is given as a slot stands.
    """
    units: list[str] = []
    where: list[str] = []
    each: Any
    for each in things:
        if each.__class__ is str:
            where.append(each)
        elif hasattr(each, "id"):
            units.append(each.id)
        elif each is not None:
            units += [unit.id for unit in each]
    found: dict[str, Any] = {}
    if units:
        found["units"], found["unit"] = units, units[0] if len(units) == 1 else ", ".join(units)
    if where:
        found["where"] = where
        if len(where) == 1:
            found["hex"] = where[0]
    if slots:
        found.update(slots)
    return found


def forbid(key: str, *things: Thing, **slots: Any) -> Finding:
    """The act is illegal for this reason.  The things that it is about (:func:`about`) are listed in the finding."""
    return _new(Finding, ("forbids", key, about(things, slots) if things else slots, None, "", "", ""))


def permit(key: str, *things: Thing, **slots: Any) -> Finding:
    """The rule was put to the test and is kept."""
    return _new(Finding, ("permits", key, about(things, slots) if things else slots, None, "", "", ""))


KEPT = Finding("kept", "", {})


def kept() -> Finding:
    """The rule was put to the test and kept, and nothing need be said of it: it is cited."""
    return KEPT


def define(key: str, *things: Thing, **slots: Any) -> Finding:
    """A rule that settles what something is or where it ends (``must stop``), without allowing or forbidding the act."""
    return _new(Finding, ("defines", key, about(things, slots) if things else slots, None, "", "", ""))


def term(ledger: str, value: Number, key: str, group: str = "", **slots: Any) -> Finding:
    """A number that enters a sum; ``group`` lets later rules add up a part of the sum (``artillery``).  What a file says as 1.5 is three halves."""
    if value.__class__ is float:
        value = int(value) if value.is_integer() else Fraction(str(value))
    return _new(Finding, ("term", key, slots, value, ledger, "", group))


def shift(by: int, key: str, claim: str = "", **slots: Any) -> Finding:
    """Columns to the right (positive) or left."""
    return _new(Finding, ("shift", key, slots, by, "shifts", claim, ""))


def drm(by: int, key: str, claim: str = "", **slots: Any) -> Finding:
    """A modifier of the roll."""
    return _new(Finding, ("drm", key, slots, by, "drms", claim, ""))


def value(name: str, content: Any, key: str = "", *things: Thing, **slots: Any) -> Finding:
    """A number or status of the ruling; ``odds``, ``column`` and ``result`` are values as well."""
    return _new(Finding, ("value", key, about(things, slots) if things else slots, content, name, "", ""))


def drawn(name: str, content: Any) -> Finding:
    """What only a picture of the ruling shows (docs/draw.md): ``costs``, hex -> what it costs to get there; ``ranks``, hex or way of a retreat
    -> its place in the order of the rules, 1 the best."""
    return value(f"_{name}", content)


def effect(**change: Any) -> Finding:
    """A change of the position (docs/formats.md, "effects")."""
    return _new(Finding, ("effect", "", {}, change, "", "", ""))


def record(**change: Any) -> Finding:
    """Something to be remembered (history, a result being carried out) that no player needs to be told."""
    return _new(Finding, ("record", "", {}, change, "", "", ""))


def warn(key: str, *things: Thing, **slots: Any) -> Finding:
    """Something a good referee adds."""
    return Finding("warns", key, about(things, slots))


def unused(name: str, key: str, **slots: Any) -> Finding:
    """An aid that was available and not claimed."""
    return Finding("unused", key, slots, name)


def owes(what: str, side: str | None = None, units: Iterable[str] = (), choices: Iterable[str] = (), may: bool = False, **slots: Any) -> Finding:
    """Something that the rules ask of a side next (``loss``, ``retreat``, ``advance``, ``roll``, …); only the act ``owed`` yields it.

    ``choices``: what there is to choose from, best first; ``may``: it is allowed and not asked for.  The text is ``owes_<what>``.
    """
    due = {"what": what, "side": side, "units": tuple(units), "choices": tuple(choices), "may": may}
    return Finding("owes", f"owes_{what}", {"side": side, "names": due["units"], "choices": due["choices"], **slots}, due, what)


class LedgerEntry(NamedTuple):
    """One line of a ledger: a value, the rule that gives it, and why."""

    value: Number
    rule: str
    key: str
    slots: dict[str, Any]
    group: str = ""


class Ledger(list[LedgerEntry]):
    """Entries that add up to a number."""

    @property
    def total(self) -> Number:
        """The sum of all entries."""
        return sum([entry[0] for entry in self])

    def part(self, *groups: str) -> Number:
        """The sum of the entries of some groups."""
        return sum([entry[0] for entry in self if entry[4] in groups])


class Need(NamedTuple):
    """A fact that decides something, the rules that ask for it, and what each of its values would give."""

    fact: str
    rules: tuple[str, ...]
    outcomes: dict[str, dict[str, Any]]


class ThrowChances(NamedTuple):
    """One of several throws that follow each other: what it is for, its dice, and the chance of what it can lead to."""

    name: str
    dice: str
    chances: dict[str, Fraction]


class Roll(NamedTuple):
    """The roll that is asked for: its dice, the result of each total, and the chance of each result.

    ``stages`` are this throw and those that follow it, if it goes on from one to the next; ``chances`` are then those behind the last.
    """

    dice: str
    table: dict[str, Any]
    chances: dict[str, Fraction]
    stages: tuple[ThrowChances, ...] = ()


class Ruling:
    """The answer to one declaration; :meth:`values` is what two answers are compared by."""

    __slots__ = (
        "act",
        "asked",
        "assumed",
        "cites",
        "computed",
        "dice_used",
        "drms",
        "effects",
        "findings",
        "kind",
        "ledgers",
        "needs",
        "partial",
        "readings",
        "records",
        "roll",
        "shifts",
        "short",
        "text",
        "throws",
        "unused",
        "verdict",
        "waits",
        "warnings",
    )  # fmt: skip

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = own_words(text)
        self.act: Any = None
        self.asked = ""  # the question that was put behind the act, which the answer is to
        self.dice_used = 0  # numbers that its throws took
        self.throws: list[int] = []  # how many each of them took
        self.partial = False  # of an act done all the same: a number that its effects rest on is not known
        self.short = 0  # dice that the last throw lacks: it was told in part
        self.verdict = LEGAL
        self.waits = False  # for a die that has not been thrown: what comes after it is not part of the ruling
        self.findings: list[tuple[str, Finding]] = []
        self.ledgers: dict[str, Ledger] = {}
        self.shifts: list[tuple[str, Finding]] = []
        self.drms: list[tuple[str, Finding]] = []
        self.computed: dict[str, Any] = {}
        self.effects: list[dict[str, Any]] = []
        self.records: list[dict[str, Any]] = []
        self.needs: list[Need] = []
        self.assumed: dict[str, Any] = {}
        self.readings: list[dict[str, Any]] = []
        self.warnings: list[tuple[str, Finding]] = []
        self.unused: list[tuple[str, Finding]] = []
        self.roll: Roll | None = None
        self.cites: dict[str, None] = {}

    def copy(self) -> Ruling:
        """The same, to which more can be said without changing this one."""
        other = Ruling(self.kind, self.text)
        for name in self.__slots__:
            content = getattr(self, name)
            setattr(other, name, content.copy() if type(content) in (list, dict) else content)
        return other

    def values(self) -> dict[str, Any]:
        """Everything a player could act on, under flat names, for comparing the outcomes of two replays."""
        flat: dict[str, Any] = {"verdict": self.verdict}
        for name, content in self.computed.items():
            if name[0] != "_":  # what only a picture shows
                flat[name] = content
        if self.shifts:
            flat["shifts"] = [(rule, finding.by) for rule, finding in self.shifts]
        if self.drms:
            flat["drms"] = [(rule, finding.by) for rule, finding in self.drms]
        return flat
