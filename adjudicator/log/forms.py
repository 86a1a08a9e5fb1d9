"""The forms in which the answers to turn logs are written: text, JSON, CSV, JUnit, SARIF; and their sums."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar
from urllib.parse import quote

from adjudicator.files.fault import Broken, printable
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.log.reader import ENTRY, FAULT, HEADER, REMARK, Log, Note, Problem, Record
from adjudicator.play.game import fault_of
from adjudicator.play.record import BROKEN
from adjudicator.say.catalogue import reply
from adjudicator.say.exits import gravest
from adjudicator.say.output import csv_row, json_text, xml_attribute, xml_text

_COLUMNS = ("file", "line", "text", "verdict", "rules", "message", "player", "turn", "phase", "agreed")
MANY = 200  # files that the end of a text names once more
_COUNTS = ("entries", "legal", "illegal", "undetermined", "claims", "errors", "faults")


class Sums:
    """How many entries of which kind, and the exit codes that occurred."""

    __slots__ = ("claims", "codes", "entries", "errors", "faults", "faulty", "files", "illegal", "legal", "players", "undetermined")

    def __init__(self) -> None:
        self.players: dict[str, list[int]] = {}  # who -> entries, illegal ones, wrong claims
        self.faulty: list[tuple[str, dict[str, int]]] = []  # files in which something is wrong, the first of them
        self.files = self.entries = self.legal = self.illegal = self.undetermined = self.claims = self.errors = self.faults = 0
        self.codes: set[int] = set()

    def count(self, record: Record) -> None:
        """Count one record."""
        problem = record.problem
        if problem is not None:
            self.codes.add(problem.code)
            if problem.code == 5:
                self.faults += 1
            else:
                self.errors += 1
            if record.kind == ENTRY:
                self.entries += 1
            return
        if not record.rulings and not record.wrong:
            return
        if record.rulings:
            verdict = record.verdict
            self.entries += 1
            if verdict == LEGAL:
                self.legal += 1
                if not record.wrong:
                    self.codes.add(0)
                    return
            elif verdict == ILLEGAL:
                self.illegal += 1
            else:
                self.undetermined += 1
        self.claims += len(record.wrong)
        self.codes.add(record.code)

    def of_player(self, player: str, record: Record) -> None:
        """Count an entry of a player."""
        row = self.players.setdefault(player, [0, 0, 0])
        for place, more in enumerate((1, record.verdict == ILLEGAL, len(record.wrong))):
            row[place] += more

    def close(self, name: str) -> None:
        """The log of that name is at its end."""
        if self.illegal or self.undetermined or self.claims or self.errors or self.faults:
            self.faulty.append((name, self.data()))

    def add(self, other: Sums) -> None:
        """Add those of another log."""
        for player, row in other.players.items():
            mine = self.players.setdefault(player, [0, 0, 0])
            mine[:] = [one + more for one, more in zip(mine, row, strict=True)]
        self.faulty = [*self.faulty, *other.faulty][:MANY]
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.files += other.files
        self.codes |= other.codes

    @property
    def code(self) -> int:
        """The exit code."""
        return gravest(self.codes)

    def data(self) -> dict[str, int]:
        """As JSON has it."""
        return {name: getattr(self, name) for name in _COUNTS}


# ---- forms of the answer --------------------------------------------------------------------------------------------------------
class Form:
    """How the records of a log are written: ``head`` and ``tail`` of the whole answer, and the pieces of one log."""

    def __init__(self, lang: str, only: bool = False) -> None:
        """``only``: nothing is told of what is in order, nor of warnings and notes."""
        self.lang = lang
        self.only = only
        self.says: dict[str, Any] = {}

    def say(self, log: Log) -> Any:
        """The words of the log's rulebook."""
        from adjudicator.say.words import Say

        book = log.game.book
        key = book.folder if book is not None else ""
        if key not in self.says:
            self.says[key] = Say(self.lang, book)
        return self.says[key]

    def head(self) -> Iterable[str]:
        """What stands before all logs."""
        return ()

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The pieces of one log, as it is read."""
        raise NotImplementedError

    def between(self) -> str | None:
        """What stands between two logs."""
        return None

    def tail(self, sums: Sums) -> Iterable[str]:
        """What stands behind all logs."""
        return ()

    def read(self, log: Log, sums: Sums) -> Iterator[Record]:
        """The records of a log, counted, those in order left out where only the others are wanted."""
        for record in read(log, sums):
            if record.rulings:
                sums.of_player(self.say(log).show(log.player(record)), record)
            if not self.only or record.code:
                yield record

    def messages(self, log: Log, record: Record) -> list[tuple[str, str]]:
        """Everything that is to be said of a record: (kind, sentence)."""
        found: list[tuple[str, str]] = []
        lang = self.lang
        if record.problem is not None:
            kind = "broken" if record.problem.code == 5 else "not_understood"
            found.append((kind, record.problem.text(lang, log.game.book)))
        for ruling in record.rulings:
            found.extend(self.of_ruling(log, ruling))
        if record.agreed is not None:
            found = [("agreed" if kind == "illegal" else kind, text) for kind, text in found]
            found.append(("agreed" if record.verdict == ILLEGAL else "note", reply(lang, "log", "agreed_why", reason=record.agreed or "-")))
        found.extend(("wrong_claim", wrong.text(lang)) for wrong in record.wrong)
        found.extend(("note", note.text(lang)) for note in record.notes)
        return found

    def of_ruling(self, log: Log, ruling: Ruling) -> Iterator[tuple[str, str]]:
        """Why a ruling is not plainly legal, and its warnings."""
        if ruling.verdict == ILLEGAL:
            told = {f"{self.say(log).finding(finding)} ({rule})": None for rule, finding in ruling.findings if finding.effect == "forbids"}
            yield from (("illegal", text) for text in told)
        elif ruling.verdict == UNDETERMINED:
            rules = ", ".join(dict.fromkeys(rule for need in ruling.needs for rule in need.rules))
            facts = ", ".join(f"{self.say(log).fact(need.fact)} [{need.fact}]" for need in ruling.needs)
            yield "undetermined", reply(self.lang, "log", "needs", facts=facts) + (f" ({rules})" if rules else "")
        for rule, finding in ruling.warnings:
            yield "warning", self.say(log).finding(finding) + (f" ({rule})" if rule else "")


class Text(Form):
    """Lines that name file and line first; what is in order is only counted."""

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The records that are not plainly in order, then the sums."""
        name = printable(log.path)
        for record in self.read(log, sums):
            if record.plain:
                continue
            told = self.messages(log, record)
            for kind in dict.fromkeys(kind for kind, _ in told):
                line, said = place_of(record, kind)
                place = f"{name}:{line}" if line else name
                text = printable(said.strip())
                yield f"{place}: {reply(self.lang, 'log', kind)}  {text}".rstrip()
                yield from (f"    {message}" for other, message in told if other == kind)
        sums.close(name)
        if not self.only or sums.faulty:
            yield f"{name}: {reply(self.lang, 'log', 'sums', **sums.data())}"

    def tail(self, sums: Sums) -> Iterable[str]:
        """Of several logs those in which something is wrong, the players, and the sums of all."""
        if sums.files > 1:
            yield ""
            yield from (f"{name}: {reply(self.lang, 'log', 'sums', **counts)}" for name, counts in sums.faulty)
            for player, (entries, illegal, claims) in sorted(sums.players.items()):
                yield reply(self.lang, "log", "of_player", player=printable(player or "-"), entries=entries, illegal=illegal, claims=claims)
            yield reply(self.lang, "log", "all", files=sums.files, **sums.data())


class Json(Form):
    """One object for each log, with all its entries; rulings in full where something is wrong, open or warned of."""

    def head(self) -> Iterable[str]:
        """The opening."""
        return ('{"files": [',)

    def between(self) -> str:
        """A comma."""
        return ","

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """One object."""
        from adjudicator.say.json import as_json

        yield f'{{"file": {json_text(log.path)}, "entries": ['
        comma = ""
        for record in self.read(log, sums):
            if record.kind in (HEADER, REMARK) and not record.problem and not record.notes:
                continue
            row: dict[str, Any] = {"line": record.line, "text": record.text.strip(), **{key: told for key, told in moment(log, record).items() if told}}
            if record.last != record.line:
                row["last"] = record.last
            if record.verdict is not None:
                row["verdict"] = record.verdict
            if record.fault is not None:
                row["fault"] = record.fault[0]
            if record.agreed is not None:
                row["agreed"] = record.agreed
            if record.dice:
                row["dice"] = record.dice
            book = log.game.book
            rulings = [ruling for ruling in record.rulings if ruling.verdict != LEGAL or ruling.needs or ruling.warnings or record.wrong]
            if rulings and book is not None:
                row["rulings"] = [as_json(ruling, book, self.lang) for ruling in rulings]
            if record.wrong:
                row["claims"] = [
                    {"what": item.what, "claimed": item.claimed, "right": item.right, "rules": list(item.rules), "text": item.text(self.lang)}
                    for item in record.wrong
                ]  # fmt: skip
            if record.problem is not None:
                problem = record.problem
                row["error"] = {"code": problem.code, "message": problem.text(self.lang, book)}
                if problem.column:
                    row["error"]["column"] = problem.column
                expected = getattr(problem.error, "expected", None)
                if expected:
                    row["error"]["expected"] = list(expected)
            if record.notes:
                row["notes"] = [note.text(self.lang) for note in record.notes]
            yield f"{comma}{json_text(row)}"
            comma = ","
        book = log.game.book
        told = f', "rulebook": {json_text(book.id)}, "edition": {json_text(book.edition)}' if book is not None else ""
        yield f']{told}, "sums": {json_text(sums.data())}, "exit": {sums.code}}}'

    def tail(self, sums: Sums) -> Iterable[str]:
        """The closing, with the sums of all logs."""
        yield f'], "sums": {json_text({"files": sums.files, **sums.data()})}, "exit": {sums.code}}}'


class Csv(Form):
    """One row for each entry."""

    def head(self) -> Iterable[str]:
        """The names of the columns."""
        return (csv_row(*_COLUMNS),)

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """The entries and whatever is wrong."""
        for record in self.read(log, sums):
            if record.problem is None and not record.rulings and not record.wrong:
                continue
            told = self.messages(log, record)
            kinds = [kind for kind, _ in told if kind in ("broken", "not_understood", "wrong_claim")]
            rules = dict.fromkeys(rule for ruling in record.rulings for rule in decisive(ruling))
            verdict = kinds[0] if kinds and record.code != 1 or kinds and record.verdict == LEGAL else record.verdict or kinds[0]
            agreed = "" if record.agreed is None else record.agreed or "-"
            message = "; ".join(message for _, message in told)
            yield csv_row(log.path, record.line, record.text.strip(), verdict, " ".join(rules), message, *moment(log, record).values(), agreed)


class Junit(Form):
    """For build servers: a suite for each log, a case for each entry."""

    def head(self) -> Iterable[str]:
        """The opening."""
        return ('<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>")

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """One suite; its sums stand at its beginning, so that it comes at once."""
        cases = []
        failures = 0
        for record in self.read(log, sums):
            if record.problem is None and not record.rulings and not record.wrong:
                continue
            head = f"  <testcase classname={xml_attribute(log.path)} name={xml_attribute(f'{record.line}: {record.text.strip()}')}"
            told = self.messages(log, record)
            text = "\n".join(message for _, message in told)
            first = told[0][1] if told else ""
            if record.problem is not None:
                cases.append(f"{head}><error message={xml_attribute(first)}>{xml_text(text)}</error></testcase>")
            elif record.code == 1:
                failures += 1
                cases.append(f"{head}><failure message={xml_attribute(first)}>{xml_text(text)}</failure></testcase>")
            elif record.code == 3:
                cases.append(f"{head}><skipped message={xml_attribute(first)}/></testcase>")
            else:
                cases.append(f"{head}/>")
        errors = sums.errors + sums.faults
        yield f' <testsuite name={xml_attribute(log.path)} tests="{len(cases)}" failures="{failures}" errors="{errors}" skipped="{sums.undetermined}">'
        yield from cases
        yield " </testsuite>"

    def tail(self, sums: Sums) -> Iterable[str]:
        """The closing."""
        return ("</testsuites>",)


class Sarif(Form):
    """For code hosts and editors: SARIF 2.1.0, a run for each log, in it a result for whatever is wrong, open or warned of."""

    LEVELS: ClassVar[dict[str, str]] = {"undetermined": "warning", "warning": "note", "note": "note", "agreed": "note"}  # all else is an error

    def head(self) -> Iterable[str]:
        """The opening."""
        return ('{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [',)

    def between(self) -> str:
        """A comma."""
        return ","

    def log(self, log: Log, sums: Sums) -> Iterator[str]:
        """One run."""
        yield '{"tool": {"driver": {"name": "adjudicator"}}, "results": ['
        comma = ""
        for record in self.read(log, sums):
            rules = list(dict.fromkeys(rule for ruling in record.rulings for rule in decisive(ruling)))
            for kind, message in self.messages(log, record):
                place: dict[str, Any] = {"artifactLocation": {"uri": quote(os.fsencode(log.path))}}
                if record.line:
                    place["region"] = {"startLine": place_of(record, kind)[0], "endLine": record.last}
                found = {
                    "ruleId": rules[0] if rules and kind in ("illegal", "undetermined", "agreed") else kind, "level": self.LEVELS.get(kind, "error"),
                    "message": {"text": message}, "locations": [{"physicalLocation": place}],
                    "properties": {"kind": kind, "declaration": record.text.strip(), **moment(log, record)},
                }  # fmt: skip
                yield f"{comma}{json_text(found)}"
                comma = ","
        yield "]}"

    def tail(self, sums: Sums) -> Iterable[str]:
        """The closing."""
        return ("]}",)


def place_of(record: Record, kind: str) -> tuple[int, str]:
    """The number and text of the line that something of this kind is said of."""
    return record.fault if record.fault is not None and kind in ("illegal", "agreed") else (record.line, record.text)


def moment(log: Log, record: Record) -> dict[str, str]:
    """Who made an entry, and when in the game."""
    values = [log.game.situation.known(name) for name in ("turn", "phase")] if log.game.book is not None else [None, None]
    turn, phase = ("" if value is None else str(value) for value in values)
    return {"player": log.player(record) if record.rulings else "", "turn": turn, "phase": phase}


def decisive(ruling: Ruling) -> Iterable[str]:
    """The rules that a ruling rests on: those that forbid, those that ask, else all that are cited."""
    found = [rule for rule, finding in ruling.findings if finding.effect == "forbids"]
    found = found or [rule for need in ruling.needs for rule in need.rules]
    return found or list(ruling.cites)


def form(fmt: str, lang: str, only: bool = False) -> Form:
    """The form of that name."""
    return {"text": Text, "json": Json, "csv": Csv, "junit": Junit, "sarif": Sarif}[fmt](lang, only)


def read(log: Log, sums: Sums) -> Iterator[Record]:
    """The records of a log, counted; one that can't be opened gives one faulty record."""
    sums.files = 1
    try:
        for record in log.records():
            sums.count(record)
            yield record
        if not sums.entries and not sums.faults:
            record = Record(0, "", REMARK)
            record.notes.append(Note("no_entries", {}))
            yield record
    except Broken as error:
        record = Record(error.line or 0, "", FAULT)
        record.problem = Problem(BROKEN, "file", {"fault": error.phrase})
        sums.count(record)
        yield record
    except Exception as error:  # one file's fault is that file's alone
        record = Record(0, "", FAULT)
        record.problem = Problem(BROKEN, "log_fault", {"fault": fault_of(error)})
        sums.count(record)
        yield record
