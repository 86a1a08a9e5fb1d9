"""The turn log: a plain-text record of a game, read line by line and judged entry by entry (docs/formats.md, "turn log").

A log is a stream: `Log.records` holds one entry at a time and the position that the entries so far have made.  Whatever is wrong
with a line becomes a `Problem` of its record, and reading goes on.  No word of any language stands here: the words of header
lines are those of grammars/log.*.yaml, everything else is the rulebook's language.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from adjudicator import language, store
from adjudicator.book import BookFault, Rulebook, UnknownRulebook, load
from adjudicator.engine import done_all_the_same
from adjudicator.facts import InputError, label
from adjudicator.language import Act, Entry, Language, NotUnderstood, Stated, explain
from adjudicator.places import grammars_folder
from adjudicator.referee import NoSuchAct, Referee, grouped, worst
from adjudicator.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.situation import Situation

LINE_LIMIT = 20_000  # bytes of one line
LANGUAGES = ("en", "es")
NEXT_PHASE, RESOLVE = "next_phase", "resolve"
IMPOSSIBLE_DIE = "impossible_die"
BROKEN, ODD = 5, 4  # exit codes of a broken log and of an entry that was not understood
HEADER, STATE, ENTRY, REMARK, FAULT = "header", "state", "entry", "remark", "fault"

_RUBBISH = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_FACT = re.compile(r"((?:[a-z_]+\[[^\]]+\](?:\.\w+)?)|[a-z_]+(?:\.\w+)*)\s*=\s*(.+)$")
_REMARK = re.compile(r"\s#")


# ---- words and texts ----------------------------------------------------------------------------------------------------------
class Words:
    """Header words, commands and replies of both languages; header words and commands may be mixed freely."""

    __slots__ = ("commands", "first", "headers", "replies", "switches")

    def __init__(self) -> None:
        files = [os.path.join(grammars_folder(), f"log.{lang}.yaml") for lang in LANGUAGES]
        data = store.compiled(files, lambda: [store.load_yaml(file) for file in files], "log-words")
        self.headers = _table(data, "header")
        self.switches = _table(data, "switch")
        self.commands = _table(data, "command")
        self.replies: dict[str, dict[str, str]] = {lang: item["replies"] for lang, item in zip(LANGUAGES, data, strict=True)}
        self.first = {phrase.split()[0] for phrase in self.headers}

    def text(self, lang: str, key: str, **slots: Any) -> str:
        """A reply in a language (any other gives English) with its slots filled."""
        found = self.replies.get(lang, self.replies["en"])[key]
        return found.format(**slots) if slots else found

    def header(self, text: str) -> tuple[str, str] | None:
        """(concept, rest of the line) of a header line, or None."""
        head = text.split(None, 1)[0]
        if (head.lower() if head.isascii() else fold(head)).rstrip(":") not in self.first:
            return None
        parts = text.split(None, 3)
        for count in (3, 2, 1):
            concept = self.headers.get(fold(" ".join(parts[:count])).rstrip(":")) if len(parts) >= count else None
            if concept is not None:
                rest = text.split(None, count)[count:]
                return concept, rest[0].strip() if rest else ""
        return None


def fold(text: str) -> str:
    """Small letters without accents, to compare words by."""
    text = text.lower()
    return text if text.isascii() else "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _table(data: Iterable[dict[str, Any]], section: str) -> dict[str, str]:
    return {fold(phrase.strip()): concept for item in data for concept, text in item[section].items() for phrase in text.split(";")}


_words: list[Words] = []


def words() -> Words:
    """The words files, read once."""
    if not _words:
        _words.append(Words())
    return _words[0]


_languages: dict[str, Language] = {}


def language_of(book: Rulebook) -> Language:
    """The language of a rulebook, built once in a process."""
    found = _languages.get(book.folder)
    if found is None:
        found = _languages[book.folder] = language.load(Path(book.folder))
    return found


# ---- what a line comes to -------------------------------------------------------------------------------------------------------
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
            return words().text(lang, self.key, **self.slots)
        if isinstance(self.error, NotUnderstood):
            return explain(self.error, lang)
        return input_error(self.error, lang, book)


def input_error(error: InputError, lang: str, book: Rulebook | None = None) -> str:
    """A declaration that can't be judged as typed, in words."""
    from adjudicator.report import Say

    return Say(lang, book).text(error.key, error.slots)


class Wrong(NamedTuple):
    """A claim of the players that is not so."""

    what: str
    key: str
    claimed: str
    right: str
    rules: tuple[str, ...]

    def text(self, lang: str) -> str:
        """One sentence with the rule numbers."""
        said = words().text(lang, self.key, claimed=self.claimed, right=self.right)
        return f"{said} ({', '.join(self.rules)})" if self.rules else said


class Note(NamedTuple):
    """Something worth saying that changes no exit code."""

    key: str
    slots: dict[str, Any]

    def text(self, lang: str) -> str:
        """One sentence."""
        return words().text(lang, self.key, **self.slots)


class Record:
    """What one line (with the lines that continue it) came to.

    kind      header, state (facts, phases), entry (acts and questions), remark (comment or quotation), fault
    line      its number, ``last`` that of the last line that belongs to it; ``text`` its own line as typed
    """

    __slots__ = ("dice", "kind", "last", "line", "notes", "problem", "rulings", "text", "wrong")

    def __init__(self, line: int, text: str, kind: str) -> None:
        self.line = self.last = line
        self.text = text
        self.kind = kind
        self.rulings: list[Ruling] = []
        self.wrong: list[Wrong] = []
        self.notes: list[Note] = []
        self.dice: list[int] = []
        self.problem: Problem | None = None

    @property
    def verdict(self) -> str | None:
        """The gravest verdict of its rulings, None if nothing was judged."""
        return worst(self.rulings) if self.rulings else None

    @property
    def code(self) -> int:
        """Its exit code."""
        if self.problem is not None:
            return self.problem.code
        verdict = self.verdict
        if verdict == ILLEGAL or self.wrong:
            return 1
        return 3 if verdict == UNDETERMINED else 0


def is_entry(record: Record) -> bool:
    """Whether a record counts as an entry: something was judged, or could not be understood."""
    return record.kind == ENTRY or record.problem is None and bool(record.rulings)


def gravest(codes: Iterable[int]) -> int:
    """The exit code of many: the first of 5, 4, 1, 3, 0 that occurs."""
    found = set(codes)
    return next((code for code in (5, 4, 1, 3) if code in found), 0)


# ---- physical lines -------------------------------------------------------------------------------------------------------------
class Row(NamedTuple):
    """A physical line: its number, its text without the line end, whether it had one, and what is wrong with its bytes."""

    number: int
    text: str
    ended: bool = True
    fault: str = ""


def rows(stream: IO[bytes]) -> Iterator[Row]:
    """The lines of a log.  A run of lines that are no text gives one faulty row, the first."""
    number = 0
    bad = False
    while True:
        raw = stream.readline(LINE_LIMIT)
        if not raw:
            return
        number += 1
        if number == 1:
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                yield Row(1, "", fault="utf16")
                return
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        ended = raw.endswith(b"\n")
        if not ended and len(raw) >= LINE_LIMIT:
            while not ended and (more := stream.readline(LINE_LIMIT)):
                ended = more.endswith(b"\n")
            if not bad:
                yield Row(number, "", fault="too_long" if _is_text(raw[:200]) else "not_text")
            bad = True
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            text = "\x00"
        if not text.isprintable() and _RUBBISH.search(text):
            if not bad:
                yield Row(number, "", ended, "not_text")
            bad = True
            continue
        bad = False
        text = text.rstrip("\r\n")
        if "\r" in text:  # an old kind of line end
            *some, text = text.split("\r")
            for part in some:
                yield Row(number, part)
                number += 1
        yield Row(number, text, ended)


def _is_text(raw: bytes) -> bool:
    return not _RUBBISH.search(raw.decode("utf-8", "replace"))


def open_log(path: str) -> IO[bytes]:
    """A log opened for reading, '-' = standard input; raises store.Broken."""
    if path == store.STDIN:
        return sys.stdin.buffer
    import stat

    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise store.Broken(path, None, "is a folder, not a file")
        if not stat.S_ISREG(mode):
            raise store.Broken(path, None, "is no ordinary file")
        return open(path, "rb")
    except FileNotFoundError:
        raise store.Broken(path, None, "does not exist") from None
    except PermissionError:
        raise store.Broken(path, None, "may not be read (no permission)") from None
    except OSError as error:
        raise store.Broken(path, None, f"cannot be read ({error.strerror or 'unknown reason'})") from None
    except ValueError:
        raise store.Broken(path, None, "is no possible file name") from None


# ---- situations -----------------------------------------------------------------------------------------------------------------
_situations: dict[tuple[Any, ...], dict[str, Any]] = {}
KEPT = 8  # situations kept in memory: the many logs of one scenario share one


def load_situation(book: Rulebook, path: str) -> dict[str, Any]:
    """The checked data of a situation file; raises store.Broken."""
    from adjudicator import position

    try:
        found = os.stat(path)
        key: tuple[Any, ...] = (book.folder, os.path.abspath(path), found.st_size, found.st_mtime_ns)
    except (OSError, ValueError):
        key = ()
    data = _situations.get(key) if key else None
    if data is None:
        document = store.load_document(path, cached=True)
        if not isinstance(document.data, dict):
            raise document.broken((), f"a situation is a mapping of keys, not {store.show(document.data)}")
        data = position.checked(book, document, os.path.dirname(path) or ".")
        if key:
            while len(_situations) >= KEPT:
                del _situations[next(iter(_situations))]
            _situations[key] = data
    return data


# ---- a game ---------------------------------------------------------------------------------------------------------------------
class Game:
    """A game being played: the position, and what the next line may continue."""

    def __init__(self, folder: str = "", extra: str | None = None, full: bool = False) -> None:
        self.folder = folder
        self.extra = extra
        self.full = full
        self.book: Rulebook | None = None
        self.named = ""
        self.begun = False
        self.referee: Any = None
        self.situation: Any = None
        self.options: dict[str, Any] = {}
        self.last: Ruling | None = None  # what a claim in a line of its own is about
        self.open: tuple[Act, dict[str, Any]] | None = None  # an attack whose die has not been thrown

    # ---- headers --------------------------------------------------------------------------------------------------
    def start(self, name: str) -> None:
        """Play by this rulebook, with nothing known of the position.  Raises UnknownRulebook, store.Broken, BookFault."""
        book = load(name, self.extra)
        self.book, self.named = book, name
        self.situation = Situation(book, {"rulebook": book.id})
        self.referee = Referee(book, self.situation, language_of(book))

    def header(self, record: Record, concept: str, rest: str) -> None:
        """Take a header line to heart; what is wrong with it becomes the record's problem."""
        if not rest:
            record.problem = Problem(BROKEN, "header_empty", {"word": record.text.strip()})
            return
        try:
            if concept == "rulebook":
                self._rulebook(record, rest)
            elif concept == "situation":
                self._situation(record, rest)
            elif concept in ("option", "reading"):
                if self.book is None:
                    record.problem = Problem(BROKEN, "no_rulebook")
                elif concept == "option":
                    self._option(record, rest)
                else:
                    self._reading(record, rest)
            elif concept == "edition" and self.book is not None and "".join(fold(rest).split()) != "".join(fold(self.book.edition).split()):
                record.notes.append(Note("edition_other", {"name": rest, "edition": self.book.edition}))
        except UnknownRulebook as error:
            record.problem = Problem(BROKEN, "unknown_rulebook", {"name": store.show(error.args[0]), "known": ", ".join(error.args[1])})

    def _rulebook(self, record: Record, name: str) -> None:
        if self.book is not None:
            if name not in (self.named, self.book.id, self.book.title):
                record.problem = Problem(BROKEN, "rulebook_twice", {"name": name, "first": self.book.id})
            return
        self.start(name)

    def _situation(self, record: Record, name: str) -> None:
        if self.begun:
            record.problem = Problem(BROKEN, "situation_late")
            return
        path = os.path.join(self.folder, name)
        try:
            if self.book is None:
                found = store.load_document(path, cached=True).data
                if isinstance(found, dict) and isinstance(found.get("rulebook"), str):
                    self.start(found["rulebook"])
            if self.book is None:
                record.problem = Problem(BROKEN, "no_rulebook")
                return
            data = load_situation(self.book, path)
        except store.Broken as error:
            place = error.file if error.line is None else f"{error.file}:{error.line}"
            record.problem = Problem(BROKEN, "situation_broken", {"name": store.printable(place), "fault": error.message})
            return
        other = data.get("rulebook")
        if other is not None and other not in (self.book.id, self.book.title):
            record.problem = Problem(BROKEN, "situation_book", {"found": other, "name": self.book.id})
            return
        self.situation = Situation(self.book, data)
        for path_, value in self.options.items():
            self.situation.state(path_, value)
        self.referee = Referee(self.book, self.situation, self.referee.language)

    def _option(self, record: Record, rest: str) -> None:
        assert self.book is not None
        known = self.book.meta.get("options") or {}
        name, _, value = rest.partition(" ")
        switch = words().switches.get(fold(value.strip())) if value.strip() else "on"
        if name not in known:
            record.problem = Problem(BROKEN, "unknown_option", {"name": store.show(name), "known": ", ".join(known) or "-"})
        elif switch is None:
            record.problem = Problem(BROKEN, "option_switch", {"name": name, "value": store.printable(value.strip())})
        else:
            self.set_option(f"options.{name}", switch == "on")

    def _reading(self, record: Record, rest: str) -> None:
        assert self.book is not None
        name, _, value = rest.partition(" ")
        spec = self.book.readings.get(name) or self.book.readings.get(name.upper())
        choices = [*(spec or {}).get("choices", ()), "ask"]
        if spec is None:
            record.problem = Problem(BROKEN, "unknown_reading", {"name": store.show(name), "known": ", ".join(self.book.readings) or "-"})
        elif value.strip() not in choices:
            record.problem = Problem(BROKEN, "reading_choice", {"name": name, "value": store.printable(value.strip()), "known": ", ".join(choices)})
        else:
            self.set_option(f"options.readings.{name if name in self.book.readings else name.upper()}", value.strip())

    def set_option(self, path: str, value: Any) -> None:
        """An option or reading, kept for a situation that is named later."""
        self.options[path] = value
        self.situation.state(path, value)

    # ---- entries --------------------------------------------------------------------------------------------------
    def understand(self, record: Record, text: str) -> Entry | None:
        """The entry of a line, or None and the record's problem."""
        try:
            return self.bracket_fact(record, text) if "=" in text else self.parse(text)
        except NotUnderstood as error:
            record.problem = Problem(ODD, error=error, column=error.start + 1)
        return None

    def parse(self, text: str) -> Entry:
        """The entry of a text; raises NotUnderstood."""
        entry: Entry = self.referee.parse(text)
        return entry

    def bracket_fact(self, record: Record, text: str) -> Entry | None:
        """A fact in bracket names with its value, `units[9Mech].steps = 2`: what every ruling asks for can be answered so."""
        found = _FACT.match(text.strip())
        if found is None:
            return self.parse(text)
        assert self.book is not None
        path, said = found[1], found[2].strip()
        group, _, rest = path.partition("[")
        name = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
        spec = self.book.facts.get(f"{group}.{name}" if rest else path.partition(".")[0])
        if spec is None:
            record.problem = Problem(ODD, "unknown_fact", {"name": self.book.id, "path": path})
            return None
        if spec.values is None:
            value: Any = int(said) if said.isdecimal() and len(said) < 4 and "." in path else said
        else:
            by_label = {label(item): item for item in spec.values} | {label(item).lower(): item for item in spec.values}
            if said not in by_label and said.lower() not in by_label:
                known = ", ".join(label(item) for item in spec.values)
                record.problem = Problem(ODD, "bad_fact", {"path": path, "value": store.printable(said), "known": known})
                return None
            value = by_label.get(said, by_label.get(said.lower()))
        return Entry(text, (Stated(path, value),))

    def hear(self, record: Record, entry: Entry, more: Iterable[Entry] = ()) -> None:
        """Judge an entry with the dice, answers and claims of the lines that continue it, and carry it out."""
        self.begun = True
        stated: list[Stated] = []
        acts: list[Act] = []
        claims: list[tuple[int, dict[str, Any]]] = []
        dice = record.dice
        bad: InputError | None = None
        for part in entry.parts if not more else [part for item in (entry, *more) for part in item.parts]:
            if part.__class__ is Act:
                acts.append(part)
            elif part.path == "rolls":  # type: ignore[union-attr]
                dice.extend(part.value)  # type: ignore[union-attr]
            elif part.path == "claims":  # type: ignore[union-attr]
                claims.append((len(acts), part.value))  # type: ignore[union-attr]
            else:
                stated.append(part)  # type: ignore[arg-type]
        try:
            if stated:
                self._state(record, stated)
            if acts:
                record.kind = ENTRY
                bad = self._acts(record, acts, list(dice))
            elif dice:
                self._late_roll(record, dice)
        except InputError as error:
            record.problem = Problem(ODD, error=error)
        except NoSuchAct as error:
            record.problem = Problem(ODD, "unknown_act", {"name": self.referee.book.id, "kind": error.args[0]})
        except Exception as error:  # a fault of a rulebook ends no log
            record.problem = Problem(BROKEN, "book_fault", {"name": self.referee.book.id, "fault": _fault(error)})
        if claims and record.problem is None:
            self._claims(record, acts, claims)
        if bad is not None and record.problem is None:
            record.problem = Problem(ODD, error=bad)

    def _state(self, record: Record, stated: list[Stated]) -> None:
        """Put facts on the table.  A new turn or phase ends the result being carried out."""
        situation = self.situation
        if len(stated) > 1:
            stated = sorted(stated, key=_turn_first)
        for path, value in stated:
            if path == "turn":
                self._turn(record, value)
            elif path == "phase":
                self._phase(record, value)
            else:
                known = path.startswith("markers[") and path.endswith("].at") and path[8:-4] in situation.markers
                situation.state(path, value)
                if not known:
                    self.referee.note(path)

    def _turn(self, record: Record, value: int) -> None:
        before = self.situation.stated("turn")
        if before is not None and before != value:
            if value != before + 1:
                record.notes.append(Note("turn_jump", {"value": value, "before": before}))
            self._forget("pending", "phase", "active", "weather", "air")
        self.situation.state("turn", value)

    def _forget(self, *facts: str) -> None:
        for fact in facts:
            self.situation.facts.pop(fact, None)
        self.open = None

    def _phase(self, record: Record, value: str) -> None:
        """The phase that a line states; the book says whether it may follow the last one."""
        situation = self.situation
        before = situation.stated("phase")
        self.open = None
        if before != value:
            cls = self.referee.book.acts.get(NEXT_PHASE)
            if cls is not None:
                act = Act(NEXT_PHASE, {"phase": value}, record.text, 0, len(record.text))
                kept = situation.facts.get("turn"), situation.facts.get("weather")
                ruling = self.referee.judge(act, [], [], self.full)
                if before is not None:
                    record.rulings.append(ruling)
                self.carry_out(act, [], ruling, [])
                if before is None:  # the turn was stated: its first phase does not begin another one
                    for name, content in zip(("turn", "weather"), kept, strict=True):
                        if content is not None:
                            situation.facts[name] = content
                        elif name == "turn":
                            situation.facts.pop(name, None)
            situation.facts.pop("pending", None)
        situation.state("phase", value)

    def _acts(self, record: Record, acts: list[Act], dice: list[int]) -> InputError | None:
        """Judge acts and carry them out.  An impossible die is left out; the first one is returned."""
        bad: InputError | None = None
        referee = self.referee
        groups = grouped(referee.book, acts) if len(acts) > 1 else [(acts[0], [])]
        for act, responses in groups:
            if "pending" in self.situation.facts:
                self._left_over(record, act)
            while True:
                try:
                    ruling = referee.judge(act, responses, dice, self.full)
                    break
                except InputError as error:
                    if error.key != IMPOSSIBLE_DIE or error.slots["face"] not in dice:
                        raise
                    bad = bad or error
                    dice.remove(error.slots["face"])
                    record.dice.remove(error.slots["face"])
            record.rulings.append(ruling)
            self.last = ruling
            self.open = None
            self.carry_out(act, responses, ruling, dice)
            if self.open is not None and dice:  # nobody looked at the dice of an act that is illegal or not wholly known
                bad = bad or self._impossible(dice)
            dice = dice[ruling.dice_used :]
        return bad

    def _left_over(self, record: Record, act: Act) -> None:
        """Note that the last result was not carried out before the next act of its kind."""
        pending = self.situation.facts["pending"]
        if not pending or not pending.get("result") or pending.get("act") != act.kind or act.slots.get("question"):
            return
        if RESOLVE not in self.referee.book.acts or pending.get("retreated") and pending.get("steps_taken"):
            return
        try:
            ruling = self.referee.judge(Act(RESOLVE, {}, "", 0, 0), [], [], False)
        except Exception:  # what can't be told is not noted
            return
        owed = any(ruling.computed.get(name) for name in ("retreat", "retreats"))
        begun = pending.get("steps_taken") or pending.get("retreated")
        owed = owed or bool(ruling.computed.get("losses")) and not pending.get("steps_taken") or bool(ruling.needs) and not begun
        if owed:
            record.notes.append(Note("left_over", {"result": pending["result"], "hex": pending.get("hex", "?")}))

    def _impossible(self, dice: list[int]) -> InputError | None:
        """The error of a die that the act waiting for it can't show."""
        assert self.open is not None
        act, slots = self.open
        book, situation = self.referee.book, self.situation

        def result(face: int) -> Any:
            return done_all_the_same(book, situation, act.kind, slots, [face] * 4).computed.get("result")

        if result(max(dice)) is not None and min(dice) > 0:
            return None
        sides = max((face for face in range(1, 21) if result(face) is not None), default=0)
        face = next((face for face in dice if not 0 < face <= sides), None)
        return InputError(IMPOSSIBLE_DIE, face=face, sides=sides) if sides and face is not None else None

    def carry_out(self, act: Act, responses: list[Act], ruling: Ruling, dice: list[int]) -> None:
        """Change the position: as the ruling says, or, if the act is not legal or not wholly known, as far as the act says."""
        situation = self.situation
        changes = ruling.effects + ruling.records if ruling.records else ruling.effects
        if (not changes or ruling.waits or ruling.verdict != LEGAL or ruling.needs) and not act.slots.get("question"):
            cls = self.referee.book.acts[ruling.kind]
            if not cls.question:
                slots = {**act.slots, "responses": responses} if responses else act.slots
                done = done_all_the_same(self.referee.book, situation, ruling.kind, slots, dice)
                changes = done.effects + done.records
        if changes:
            situation.apply(changes)
            pending = situation.facts.get("pending")
            if pending and pending.get("act") == act.kind and "result" in pending and pending["result"] is None:
                self.open = (act, {**act.slots, "responses": responses} if responses else act.slots)

    def _late_roll(self, record: Record, dice: list[int]) -> None:
        """A die in a line of its own: it belongs to the attack that has been waiting for it."""
        if self.open is None:
            record.notes.append(Note("die_unused", {}))
            return
        act, slots = self.open
        if bad := self._impossible(dice):
            raise bad
        ruling = done_all_the_same(self.referee.book, self.situation, act.kind, slots, dice)
        ruling.act, ruling.findings = act, [(rule, item) for rule, item in ruling.findings if item.effect != "forbids"]
        record.kind = ENTRY
        record.rulings.append(ruling)
        self.last, self.open = ruling, None
        pending = self.situation.facts.get("pending") or {}
        self.situation.state("pending", {**pending, "result": ruling.computed.get("result")})

    def _claims(self, record: Record, acts: list[Act], claims: list[tuple[int, dict[str, Any]]]) -> None:
        if not acts and not record.rulings:
            if self.last is None:
                record.problem = Problem(ODD, "claim_alone")
                return
            for _, claim in claims:
                check_claims(record, claim, self.last)
            return
        starts = [index for index, act in enumerate(acts) if any(ruling.act is act for ruling in record.rulings)]
        for place, claim in claims:
            before = [index for index in starts if index < place]
            which = before[-1] if before else starts[0] if starts else 0
            ruling = next((item for item in record.rulings if acts and item.act is acts[which]), record.rulings[-1])
            check_claims(record, claim, ruling)


def _turn_first(part: Stated) -> int:
    return {"turn": 0, "phase": 1}.get(part.path, 2)


def _fault(error: BaseException) -> str:
    """Where a rulebook's code failed: file and line, and what it said."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return store.printable(f"{place} {error}" if isinstance(error, BookFault) else f"{place} {type(error).__name__}: {error}")


# ---- claims ---------------------------------------------------------------------------------------------------------------------
def check_claims(record: Record, claims: dict[str, Any], ruling: Ruling) -> None:
    """Compare what the players made of an act with what it is."""
    for what, claimed in claims.items():
        said = str(claimed)
        if what in ("odds", "column"):
            wrong = _column(record, said, ruling)
        elif what == "verdict":
            if said == ruling.verdict:
                wrong = None
            else:
                rules = tuple(rule for rule, finding in ruling.findings if finding.effect == "forbids")
                wrong = Wrong(what, "claim_verdict", said, ruling.verdict, tuple(dict.fromkeys(rules)) or tuple(ruling.cites))
        else:
            wrong = _number(record, what, said, ruling)
        if wrong is not None:
            record.wrong.append(wrong)


def _column(record: Record, said: str, ruling: Ruling) -> Wrong | None:
    column, odds = ruling.computed.get("column"), ruling.computed.get("odds")
    if column is None:
        if odds is None and ruling.verdict == LEGAL and not ruling.needs and not ruling.computed.get("result"):
            return Wrong("odds", "claim_none", said, "", tuple(ruling.cites))
        if odds is None or ruling.needs:
            _unchecked(record, said, ruling)
            return None
        column = odds
    if _ratio(said) == _ratio(column) or _beyond(said, column):
        return None
    rules = _rules(ruling, "odds", "column", *(rule for rule, _ in ruling.shifts))
    raw = odds is not None and _ratio(said) == _ratio(odds)
    return Wrong("odds", "claim_raw_odds" if raw else "claim_column", said, str(column), rules)


def _ratio(text: Any) -> Any:
    first, _, second = str(text).partition(":")
    try:
        return int(first) / int(second)
    except (ValueError, ZeroDivisionError):
        return str(text)


def _beyond(said: str, column: str) -> bool:
    """Whether a claim lies beyond the table as the column does: 9:1 is >7:1."""
    ratio, edge = _ratio(said), _ratio(column[1:])
    if isinstance(ratio, str) or isinstance(edge, str):
        return False
    return bool(column[0] == ">" and ratio > edge or column[0] == "<" and ratio < edge)


_NUMBERS = {"mp": "cost", "result": "result", "vp": "vp", "steps": "steps_left"}


def _number(record: Record, what: str, said: str, ruling: Ruling) -> Wrong | None:
    name = _NUMBERS.get(what, what)
    right = ruling.computed.get(name)
    if right is None:
        if ruling.needs or ruling.verdict == UNDETERMINED or what == "result":
            _unchecked(record, said, ruling)
            return None
        return Wrong(what, "claim_none", said, "", tuple(ruling.cites))
    if said == str(right) or fold(said) == fold(str(right)):
        return None
    ledgers = [entry.rule for key, ledger in ruling.ledgers.items() if key.startswith(name) for entry in ledger]
    return Wrong(what, f"claim_{what}" if what in _NUMBERS else "claim_column", said, str(right), _rules(ruling, name, *ledgers))


def _rules(ruling: Ruling, *names: str) -> tuple[str, ...]:
    """The rules that gave these values, with further ones; all that were cited if none is known."""
    found = [rule for rule, finding in ruling.findings if finding.effect == "value" and finding.to in names]
    found += [name for name in names if name in ruling.cites]
    return tuple(dict.fromkeys(found)) or tuple(ruling.cites)


def _unchecked(record: Record, said: str, ruling: Ruling) -> None:
    facts = ", ".join(need.fact for need in ruling.needs) or "rolls"
    record.notes.append(Note("claim_unchecked", {"claimed": said, "facts": facts}))


# ---- the log --------------------------------------------------------------------------------------------------------------------
class Log:
    """A log being read: iterate over `records`; `game` is the game as far as it has been read."""

    def __init__(self, path: str, extra: str | None = None, full: bool = False, stream: IO[bytes] | None = None) -> None:
        self.path = path
        self.stream = stream
        self.game = Game(os.path.dirname(path), extra, full)
        self.skipped = 0  # lines that could not be judged for want of a rulebook
        self.torn: Row | None = None  # the last line, if it has no end
        self._ahead: deque[Row | Record] = deque()
        self._rows: Iterator[Row] = iter(())

    def records(self) -> Iterator[Record]:
        """Every line of the log, the lines that continue an entry together with it.  Raises store.Broken if it can't be opened."""
        stream = self.stream if self.stream is not None else open_log(self.path)
        try:
            self._rows = rows(stream)
            yield from self._read()
        finally:
            if self.stream is None and stream is not sys.stdin.buffer:
                stream.close()

    def _next(self) -> Row | Record | None:
        if self._ahead:
            return self._ahead.popleft()
        try:
            return next(self._rows, None)
        except OSError as error:
            return Row(0, "", fault=f"{error.strerror or error}")

    def _read(self) -> Iterator[Record]:
        game = self.game
        header = words().header
        told = False
        while (row := self._next()) is not None:
            if row.__class__ is Record:
                yield row
                continue
            number, text, ended, fault = row  # type: ignore[misc]
            if not ended:
                self.torn = row  # type: ignore[assignment]
            if fault:
                record = Record(number, "", FAULT)
                key = fault if fault in words().replies["en"] else "book_fault"
                record.problem = Problem(BROKEN, key, {"limit": LINE_LIMIT, "name": self.path, "fault": fault})
                yield record
                continue
            said = text.strip()
            if not said:
                continue
            if said[0] in "#>":
                yield Record(number, text, REMARK)
                continue
            if " #" in said or "\t#" in said:
                said = _REMARK.split(said, maxsplit=1)[0].rstrip()
            found = header(said)
            if found is not None:
                record = Record(number, text, HEADER)
                game.header(record, *found)
                if record.problem is not None and not ended:
                    record.problem = Problem(BROKEN, "cut")
                told = told or record.problem is not None
                yield record
                continue
            if game.book is None:
                self.skipped += 1
                if not told:
                    told = True
                    record = Record(number, text, FAULT)
                    record.problem = Problem(BROKEN, "no_rulebook")
                    yield record
                continue
            yield self._entry(number, text, said, ended)
        if self.skipped:
            record = Record(number, "", FAULT)
            record.problem = Problem(BROKEN, "not_judged", {"count": self.skipped})
            yield record

    def _entry(self, number: int, text: str, said: str, ended: bool) -> Record:
        game = self.game
        record = Record(number, text, STATE)
        entry = game.understand(record, said)
        if entry is None:
            record.kind = ENTRY
            if not ended:
                record.problem = Problem(BROKEN, "cut")
            elif game.open is None:
                self._continuation(record, "")  # its dice and claims are about nothing that is known
            return record
        acts = [part for part in entry.parts if part.__class__ is Act]
        if acts:
            more = self._continuation(record, acts[-1].kind)
            game.hear(record, entry, [item for _, item in more])
            if more and record.problem is not None and getattr(record.problem.error, "key", "") == IMPOSSIBLE_DIE:
                self._blame(record, more)
        else:
            game.hear(record, entry)
        return record

    def _blame(self, record: Record, more: list[tuple[Row, Entry]]) -> None:
        """Put an impossible die on the line that it stands in."""
        assert record.problem is not None
        face = record.problem.error.slots["face"]
        for row, entry in more:
            if any(part.__class__ is Stated and part.path == "rolls" and face in part.value for part in entry.parts):
                other = Record(row.number, row.text, STATE)
                other.problem, record.problem = record.problem, None
                self._ahead.appendleft(other)
                return

    def _continuation(self, record: Record, kind: str) -> list[tuple[Row, Entry]]:
        """The lines that directly continue an entry: its dice, claims, and the other side's answers.

        Remarks between them are handed out after the entry.
        """
        assert self.game.book is not None
        main = self.game.book.acts.get(kind)
        responses = main.responses if main is not None else ()
        more: list[tuple[Row, Entry]] = []
        kept: list[Row | Record] = []
        while True:
            row = self._next()
            if row is None:
                break
            if row.__class__ is Record:
                kept.append(row)
                continue
            number, text, ended, fault = row  # type: ignore[misc]
            said = text.strip()
            if not said and not fault:
                continue
            if not fault and said[0] in "#>":
                kept.append(Record(number, text, REMARK))
                continue
            entry = None
            if not fault and "=" not in said and words().header(said) is None:
                if " #" in said or "\t#" in said:
                    said = _REMARK.split(said, maxsplit=1)[0].rstrip()
                try:
                    entry = self.game.referee.parse(said)
                except NotUnderstood:
                    entry = None
            if entry is None or not _continues(entry, responses if text[0] in " \t" else ()):
                kept.append(row)
                break
            if not ended:
                self.torn = row  # type: ignore[assignment]
            more.append((row, entry))  # type: ignore[arg-type]
            record.last = number
        self._ahead.extendleft(reversed(kept))
        return more


def _continues(entry: Entry, responses: tuple[str, ...]) -> bool:
    for part in entry.parts:
        if part.__class__ is Act:
            if part.kind not in responses:
                return False
        elif part.path not in ("rolls", "claims"):  # type: ignore[union-attr]
            return False
    return True


__all__ = ["Game", "Log", "Note", "Problem", "Record", "Wrong", "check_claims", "gravest", "language_of", "load_situation", "words"]
