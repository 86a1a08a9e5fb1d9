"""A game being played line by line: the position that the entries so far have made, and what the next line may continue."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudicator import language
from adjudicator.book import BookFault, Rulebook, UnknownRulebook, load
from adjudicator.book.engine import done_all_the_same
from adjudicator.files.fault import Broken, printable, show
from adjudicator.files.yaml import load_document
from adjudicator.ground.facts import InputError
from adjudicator.ground.folding import fold
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, Entry, Language, NotUnderstood, Stated
from adjudicator.play.claims import check_claims
from adjudicator.play.duties import RESOLVE, duties
from adjudicator.play.record import BROKEN, ENTRY, ODD, Note, Problem, Record
from adjudicator.play.referee import NoSuchAct, Referee, grouped
from adjudicator.play.stating import entry_of
from adjudicator.say.heard import log_words

NEXT_PHASE = "next_phase"
IMPOSSIBLE_DIE = "impossible_die"

_languages: dict[str, Language] = {}


def language_of(book: Rulebook) -> Language:
    """The language of a rulebook, built once in a process."""
    found = _languages.get(book.folder)
    if found is None:
        found = _languages[book.folder] = language.load(Path(book.folder))
    return found


# ---- situations -----------------------------------------------------------------------------------------------------------------
_situations: dict[tuple[Any, ...], dict[str, Any]] = {}
KEPT = 8  # situations kept in memory: the many logs of one scenario share one


def load_situation(book: Rulebook, path: str) -> dict[str, Any]:
    """The checked data of a situation file; raises Broken."""
    from adjudicator.book import situations as position

    try:
        found = os.stat(path)
        key: tuple[Any, ...] = (book.folder, os.path.abspath(path), found.st_size, found.st_mtime_ns)
    except (OSError, ValueError):
        key = ()
    data = _situations.get(key) if key else None
    if data is None:
        document = load_document(path, cached=True)
        if not isinstance(document.data, dict):
            raise document.broken((), "no_situation", found=show(document.data))
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
        """Play by this rulebook, with nothing known of the position.  Raises UnknownRulebook, Broken, BookFault."""
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
            record.problem = Problem(BROKEN, "unknown_rulebook", {"name": show(error.args[0]), "known": ", ".join(error.args[1])})

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
                found = load_document(path, cached=True).data
                if isinstance(found, dict) and isinstance(found.get("rulebook"), str):
                    self.start(found["rulebook"])
            if self.book is None:
                record.problem = Problem(BROKEN, "no_rulebook")
                return
            data = load_situation(self.book, path)
        except Broken as error:
            place = error.file if error.line is None else f"{error.file}:{error.line}"
            record.problem = Problem(BROKEN, "situation_broken", {"name": printable(place), "fault": error.phrase})
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
        switch = log_words().switches.get(fold(value.strip())) if value.strip() else "on"
        values = known[name].get("values") if name in known else None
        if name not in known:
            record.problem = Problem(BROKEN, "unknown_option", {"name": show(name), "known": ", ".join(known) or "-"})
        elif values and value.strip() in values:
            self.set_option(f"options.{name}", value.strip())
        elif values:
            record.problem = Problem(BROKEN, "option_choice", {"name": name, "value": printable(value.strip()), "known": ", ".join(values)})
        elif switch is None:
            record.problem = Problem(BROKEN, "option_switch", {"name": name, "value": printable(value.strip())})
        else:
            self.set_option(f"options.{name}", switch == "on")

    def _reading(self, record: Record, rest: str) -> None:
        assert self.book is not None
        name, _, value = rest.partition(" ")
        spec = self.book.readings.get(name) or self.book.readings.get(name.upper())
        choices = [*(spec or {}).get("choices", ()), "ask"]
        if spec is None:
            record.problem = Problem(BROKEN, "unknown_reading", {"name": show(name), "known": ", ".join(self.book.readings) or "-"})
        elif value.strip() not in choices:
            record.problem = Problem(BROKEN, "reading_choice", {"name": name, "value": printable(value.strip()), "known": ", ".join(choices)})
        else:
            self.set_option(f"options.readings.{name if name in self.book.readings else name.upper()}", value.strip())

    def set_option(self, path: str, value: Any) -> None:
        """An option or reading, kept for a situation that is named later."""
        self.options[path] = value
        self.situation.state(path, value)

    # ---- entries --------------------------------------------------------------------------------------------------
    def understand(self, record: Record, text: str) -> Entry | None:
        """The entry of a line, or None and the record's problem.  What both players agreed on beside it is kept in the record."""
        if ";" in text:
            text, record.agreed = log_words().agreement(text)
        try:
            if "=" in text:
                return entry_of(self.referee.book, text, self.parse)
            return self.parse(text)
        except NotUnderstood as error:
            record.problem = Problem(ODD, error=error, column=error.start + 1)
        except InputError as error:
            record.problem = Problem(ODD, error=error)
        return None

    def parse(self, text: str) -> Entry:
        """The entry of a text; raises NotUnderstood."""
        if text[-1:].isdecimal() and (dice := log_words().dice(text)) is not None:
            return Entry(text, (Stated("rolls", dice),))
        entry: Entry = self.referee.parse(text)
        return entry

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
            situation.book.declared.check(path, value)
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
        if before != value:
            self._left_over(record)
        if before is not None and before != value:
            if value != before + 1:
                record.notes.append(Note("turn_jump", {"value": value, "before": before}))
            self._forget("pending", "phase", "active", "weather", "air", *self.referee.book.each_turn)
        self.situation.state("turn", value)

    def _forget(self, *facts: str) -> None:
        for fact in facts:
            self.situation.facts.pop(fact, None)
        self.open = None

    def _phase(self, record: Record, value: str, told: bool = True) -> None:
        """The phase that a line states, or (not ``told``) that a deed begins; the book says whether it may follow the last one."""
        situation = self.situation
        before = situation.stated("phase")
        self.open = None
        if before != value:
            self._left_over(record)
            cls = self.referee.book.acts.get(NEXT_PHASE)
            if cls is not None:
                act = Act(NEXT_PHASE, {"phase": value}, record.text, 0, len(record.text))
                kept = situation.facts.get("turn"), situation.facts.get("weather")
                ruling = self.referee.judge(act, [], [], self.full)
                if before is not None and told:
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
            if "pending" in self.situation.facts and self._is_next(act):
                self._left_over(record)
            if (cls := referee.book.acts.get(act.kind)) is not None and not act.slots.get("question"):
                for phase in cls.begins(self.situation, act.slots):
                    self._phase(record, phase, False)
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
            if not act.slots.get("question") and not referee.book.acts[ruling.kind].question:  # what is asked does not take the dice away
                self.open = None
            self.carry_out(act, responses, ruling, dice)
            if self.open is not None and dice:  # nobody looked at the dice of an act that is illegal or not wholly known
                bad = bad or self._impossible(dice)
            dice = dice[ruling.dice_used :]
        return bad

    def _is_next(self, act: Act) -> bool:
        """Whether an act begins anew what the pending result is one of."""
        pending = self.situation.facts["pending"]
        return bool(pending) and pending.get("act") == act.kind and not act.slots.get("question")

    def _left_over(self, record: Record) -> None:
        """Note that the last result was not carried out before this."""
        pending = self.situation.facts.get("pending")
        if not pending or not pending.get("result"):
            return
        resolve = self.referee.book.acts.get(RESOLVE)
        if resolve is not None and resolve.settled(pending):
            return
        try:
            owed = any(not duty.may for duty in duties(self.referee.book, self.situation))
        except Exception:  # what can't be told is not noted
            return
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
                if (result := ruling.computed.get("result")) is not None:  # whatever the facts are that nobody stated
                    situation.state("pending", {**pending, "result": result})
                    return
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
    return printable(f"{place} {error}" if isinstance(error, BookFault) else f"{place} {type(error).__name__}: {error}")
