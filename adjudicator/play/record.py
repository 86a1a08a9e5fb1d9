"""What a line of a turn log comes to: rulings, wrong claims, notes, or why it could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.book import Rulebook
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.language import NotUnderstood, explain
from adjudicator.play.referee import worst
from adjudicator.say import exits
from adjudicator.say.catalogue import reply

BROKEN, ODD = exits.BROKEN, exits.NOT_UNDERSTOOD  # exit codes of a broken log and of an entry that was not understood
HEADER, STATE, ENTRY, REMARK, FAULT = "header", "state", "entry", "remark", "fault"


class Problem(NamedTuple):
    """Why a line could not be read or judged: exit code 5 or 4, a key of the replies with its slots, or the error itself."""

    code: int
    key: str = ""
    slots: Mapping[str, Any] = MappingProxyType({})
    error: Any = None
    column: int = 0  # from 1; 0 = the whole line

    def text(self, lang: str, book: Rulebook | None = None) -> str:
        """One sentence."""
        if self.error is None:
            return reply(lang, "log", self.key, **self.slots)
        if isinstance(self.error, NotUnderstood):
            return explain(self.error, lang)
        return input_error(self.error, lang, book)


def input_error(error: InputError, lang: str, book: Rulebook | None = None) -> str:
    """A declaration that can't be judged as typed, in words."""
    return _as_ruled(error.key, error.slots, lang, book)


def _as_ruled(key: str, slots: Mapping[str, Any], lang: str, book: Rulebook | None) -> str:
    from adjudicator.say.words import Say

    return Say(lang, book).text(key, slots)


class Wrong(NamedTuple):
    """A claim of the players that is not so."""

    what: str
    key: str
    claimed: str
    right: str
    rules: tuple[str, ...]

    def text(self, lang: str) -> str:
        """One sentence with the rule numbers."""
        said = reply(lang, "log", self.key, claimed=self.claimed, right=self.right)
        return f"{said} ({', '.join(self.rules)})" if self.rules else said


class Note(NamedTuple):
    """Something worth saying that changes no exit code."""

    key: str
    slots: dict[str, Any]
    ruled: bool = False  # it is said in the words of a ruling
    book: Rulebook | None = None  # whose words its values are told in

    def text(self, lang: str) -> str:
        """One sentence."""
        return _as_ruled(self.key, self.slots, lang, self.book) if self.ruled else reply(lang, "log", self.key, **self.slots)


class Record:
    """What one line (with the lines that continue it) came to.

    kind      header, state (facts, phases), entry (acts and questions), remark (comment or quotation), fault
    agreed    what both players agreed on where they went on all the same ('' = no reason given), None if nothing
    stated    the facts that it states (bracket name, value)
    replaced  earlier rulings that those of this line take the place of: it added to what they were about
    line      its number, ``last`` that of the last line that belongs to it; ``text`` its own line as typed
    fault     number and text of the line that made it illegal, where that is not its own
    """

    __slots__ = ("agreed", "dice", "fault", "kind", "last", "line", "notes", "problem", "replaced", "rulings", "stated", "text", "wrong")

    def __init__(self, line: int, text: str, kind: str) -> None:
        self.line = self.last = line
        self.text = text
        self.kind = kind
        self.agreed: str | None = None
        self.rulings: list[Ruling] = []
        self.replaced: list[Ruling] = []
        self.stated: list[tuple[str, Any]] = []
        self.wrong: list[Wrong] = []
        self.notes: list[Note] = []
        self.dice: list[int] = []
        self.problem: Problem | None = None
        self.fault: tuple[int, str] | None = None

    def again(self) -> None:
        """Nothing has been played yet; what was agreed on stays."""
        fresh = Record(self.line, self.text, self.kind)
        for name in ("rulings", "replaced", "stated", "wrong", "notes", "dice", "problem"):
            setattr(self, name, getattr(fresh, name))

    @property
    def verdict(self) -> str | None:
        """The gravest verdict of its rulings, None if nothing was judged."""
        rulings = self.rulings
        return rulings[0].verdict if len(rulings) == 1 else worst(rulings) if rulings else None

    def loud(self, book: Rulebook) -> list[Ruling]:
        """Its rulings without the legal ones on words that only say how things stand, unless there are no others."""
        return [ruling for ruling in self.rulings if ruling.verdict != LEGAL or not book.acts[ruling.kind].silent] or self.rulings

    @property
    def code(self) -> int:
        """Its exit code."""
        if self.problem is not None:
            return self.problem.code
        verdict = self.verdict
        if verdict == ILLEGAL or self.wrong:
            return 1
        return 3 if verdict == UNDETERMINED else 0

    @property
    def plain(self) -> bool:
        """Whether there is nothing to be said of it: all legal, no problem, no warning, no note."""
        if self.problem is not None or self.notes or self.wrong:
            return False
        return not any(ruling.verdict != LEGAL or ruling.warnings for ruling in self.rulings)


def is_entry(record: Record) -> bool:
    """Whether a record counts as an entry: something was judged, or could not be understood."""
    return record.kind == ENTRY or record.problem is None and bool(record.rulings)
