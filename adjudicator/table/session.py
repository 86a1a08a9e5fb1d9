"""A session: lines in, answers out.  What is recorded is on the disk before it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator import store
from adjudicator.book import InputError
from adjudicator.duties import duties
from adjudicator.facts import DICE, label
from adjudicator.game import NEXT_PHASE
from adjudicator.language import Act, Ambiguous, Entry, NotUnderstood, Stated
from adjudicator.log import ENTRY, STATE, Game, Note, Record, is_entry
from adjudicator.log_words import fold
from adjudicator.log_words import words as log_words
from adjudicator.ruling import ILLEGAL, LEGAL, UNDETERMINED, Need, Ruling
from adjudicator.situation import Situation
from adjudicator.stating import bracketed
from adjudicator.table import history
from adjudicator.table.file import LogFile
from adjudicator.table.replay import Replay, Waiting, replay, waits
from adjudicator.table.shorten import completed
from adjudicator.table.show import View
from adjudicator.table.slip import slip
from adjudicator.table.voice import Voice
from adjudicator.table.words import words

UNDO_DEPTH = 200  # entries that can be taken back without reading the log again
FOLLOW_UPS = ("retreat", "advance", "loss", "stay", "resolve", "eliminate")  # acts that carry out the entry above them: set further in


class Undo:
    """What is needed to take one entry back: where its line begins in the log, and how things stood before it."""

    __slots__ = ("begin", "counted", "last", "open", "position", "shown", "text", "waiting")

    def __init__(self, begin: int, text: str, game: Game, waiting: Waiting | None, shown: tuple[Record, Situation] | None) -> None:
        self.begin = begin
        self.text = text
        self.counted = False  # whether it counts as an entry
        self.position = game.situation.copy()
        self.last = game.last
        self.open = game.open
        self.waiting = waiting
        self.shown = shown


class Session:
    """A game at the table and the log it is recorded in."""

    def __init__(self, path: str, found: Replay, file: LogFile, lang: str, voice: Voice, tty: bool) -> None:
        self.path = path
        self.file = file
        self.lang = lang
        self.voice = voice
        self.tty = tty
        self.game = found.game
        self.waiting = found.waiting  # the entry that waits for its dice
        self.undos: list[Undo] = []
        self.began = found.entries
        self.recorded = 0  # lines of this session that stand in the log
        self.entries = 0  # those of them that count as entries, as when the log is read again
        self.shown: tuple[Record, Situation] | None = found.shown  # the last thing that was judged, and the position it was judged in
        self.after: tuple[Situation, Ruling | None, Any] | None = None  # how things stand if what is in doubt is recorded
        self.doubt: tuple[str, Record] | None = None  # an illegal or undetermined entry that is not recorded yet
        self.kinds = self._answers(found.shown)  # acts that would be taken as answers to the last entry, were they set further in
        self.over = False

    def warm(self) -> None:
        """Load now what the first answer needs, so that it comes as fast as the others."""
        View(self.game, self.lang).say.text("warm", {})
        self.game.referee.language.shapes.warm()
        completed("warm", self.game.referee.language, self.game.referee.names())

    def text(self, key: str, **slots: Any) -> str:
        """A reply."""
        return words().text(self.lang, key, **slots)

    def tell(self, key: str, **slots: Any) -> None:
        """Say a reply."""
        self.voice.tell(self.text(key, **slots))

    # ---- the loop -------------------------------------------------------------------------------------------------
    def prompt(self) -> str:
        """What stands before the cursor."""
        if self.doubt is not None:
            need = self._need(self.doubt[1])
            return self.text("prompt_fact", fact=self._fact(need)) if need else self.text("prompt_keep")
        if self.waiting is not None and self.waiting.needs:
            return self.text("prompt_fact", fact=self._fact(self.waiting.needs[0]))
        return self.text("prompt_die") if self._wants_die() else self.text("prompt")

    def _wants_die(self) -> bool:
        return self.waiting is not None and (self.waiting.die or bool(self.waiting.needs)) or self.game.open is not None

    def line(self, typed: str) -> None:
        """Take one line that was typed."""
        self.voice.begin(typed.rstrip("\r\n"))
        try:
            if self._is_ours():
                self._line(typed.strip())
        finally:
            self.voice.end()

    def _line(self, said: str) -> None:
        if not said.isprintable():
            said = store.printable(said)
        found = words().command(said)
        if self.doubt is not None:
            if self._settle(said, found):
                return
        elif found is not None and found[0] == "keep" and found[1]:
            found = None  # "keep 2 air points" is no command
        if found is not None and self._do(*found):
            return
        if said.startswith(":"):
            self._short_command(said, True)
        elif said[:1] in ("#", ">"):
            self._write(said, remark=True)
        elif said:
            self._hear(said)

    def end(self) -> None:
        """The input is at its end: what is still in doubt is not recorded."""
        if self.doubt is not None:
            self._drop()

    def _short_command(self, said: str, must: bool = False) -> bool:
        """A command cut short, where only one can be meant."""
        found = words().abbreviated(said)
        if len(found) == 1:
            return self._do(*found[0])
        if must:
            self.tell("unknown_command", name=store.printable(said[1:]))
        return False

    def _do(self, command: str, more: str) -> bool:
        """Carry out a command; False if these words are none after all."""
        if command == "why" and more:
            return self._rule(more)
        if command in ("show", "map"):
            self._show(command, more)
        elif command == "what_if":
            self._what_if(more)
        elif command == "note":
            self._note(more)
        elif command == "quit":
            self.over = True
        elif command == "keep":
            self.tell("recorded" if self.recorded else "nothing_yet")
        else:
            {"help": self._help, "undo": self._undo, "redo": self._redo, "why": self._why, "roll": self._roll, "slip": self._slip, "status": self._status,
             "next": self._next}[command]()  # fmt: skip
        return True

    # ---- entries --------------------------------------------------------------------------------------------------
    def _hear(self, said: str) -> None:
        game = self.game
        header = log_words().header(said)
        if header is not None:
            self._header(said, *header)
            return
        if self.waiting is not None and self.waiting.needs and self._try_fact(self.waiting.needs[0], said, self._state_under):
            return
        if (dice := bare_dice(said)) and not self._wants_die() and (meant := self._answer_to_duty(said)):
            self.voice.tell(f"= {meant}", meant=meant)  # a unit that is called by a number
            said = meant
        elif dice:
            said = self.text("dice_line", dice=" ".join(map(str, dice)))
        record = Record(0, said, STATE)
        entry = game.understand(record, said)
        if entry is None:
            self._misunderstood(said, record)
            return
        if only_dice(entry) and not self._wants_die():
            self.tell("no_die")
            return
        if self.waiting is not None and self._belongs(entry):
            self._add(entry, said)
        elif self.waiting is not None and all(isinstance(part, Stated) and part.path not in ("claims", "turn", "phase") for part in entry.parts):
            self._state_under(said)
        else:
            self._judge(said, record, entry)

    def _belongs(self, entry: Entry) -> bool:
        """Whether a line is part of the entry that waits: its dice, or what the other side answers to it."""
        assert self.waiting is not None
        acts = [part for part in self.waiting.entry.parts if isinstance(part, Act)]
        main = self.game.referee.book.acts.get(acts[-1].kind) if acts else None
        kinds = main.responses if main is not None else ()
        return all(part.kind in kinds if isinstance(part, Act) else part.path == "rolls" for part in entry.parts)

    def _header(self, said: str, concept: str, rest: str) -> None:
        undo = self._undo_point(said)
        record = Record(0, said, STATE)
        options = dict(self.game.options)
        self.game.header(record, concept, rest)
        if record.problem is None and self._write(said):
            self._told(record, recorded=True)
            if concept in history.LATER:
                self._remember(undo)
            return
        self._back(undo)
        self.game.options = options
        if record.problem is not None:
            self._told(record)

    def _misunderstood(self, said: str, record: Record) -> None:
        """A line that makes no sense as it is: an answer to what is due, a command or a declaration cut short, or an error."""
        game = self.game
        error = record.problem.error if record.problem is not None else None
        if isinstance(error, NotUnderstood) and len(said) < 200:
            meant = self._answer_to_duty(said)
            if meant is None:
                if self._short_command(said):
                    return
                ways = completed(said, game.referee.language, game.referee.names())
                if len(ways) > 1:
                    record.problem = record.problem._replace(error=Ambiguous(said, 0, len(said), tuple(ways[:4]))) if record.problem else None
                meant = ways[0] if len(ways) == 1 else None
            if meant is not None:
                self.voice.tell(f"= {meant}", meant=meant)
                self._hear(meant)
                return
        self._told(record)

    def _judge(self, said: str, record: Record, entry: Entry) -> None:
        """Judge an entry; record it if it is in order, else ask."""
        game = self.game
        undo = self._undo_point(said)
        before = undo.position
        game.hear(record, entry)
        acts = [part for part in entry.parts if part.__class__ is Act]
        question = bool(acts) and all(self.is_question(ruling) for ruling in record.rulings)
        doubtful = record.verdict in (ILLEGAL, UNDETERMINED) and (record.kind == ENTRY or record.verdict == ILLEGAL)
        if record.problem is not None or doubtful and record.agreed is None or question:
            after = game.situation, game.last, game.open
            self._back(undo)
            self._told(record, before, question=question)
            if record.problem is None and doubtful:
                self.after = after
                self.doubt = (said, record)
                self._ask(record)
            return
        self._record(said, record, entry, undo, before)

    def _record(self, said: str, record: Record, entry: Entry, undo: Undo, before: Situation, known: bool = False) -> bool:
        """Write an entry that has been judged, then answer it, unless it is ``known`` what it comes to."""
        ruling = record.rulings[-1] if record.rulings else None
        acts = [part for part in entry.parts if isinstance(part, Act)]
        only_claims = not acts and all(isinstance(part, Stated) and part.path in ("rolls", "claims") for part in entry.parts)
        if not self._write(("  " if only_claims or self._is_follow_up(acts, undo.position) else "") + said):
            self._back(undo)
            return False
        self._remember(undo, record if not only_claims else None)
        if not only_claims:
            self.waiting = None
            if ruling is not None and (waits(record, self.game.referee.book) or self.game.open is not None):
                self.waiting = Waiting(before, entry, [], record)
        if acts:
            book = self.game.referee.book
            main = book.acts.get(acts[-1].kind)
            self.kinds = main.responses if main is not None else ()
        if known:
            self.voice.tell(self.text("kept" if record.agreed is None else "kept_agreed"), recorded=True)
        else:
            self._told(record, before, recorded=True)
        self._due(undo.position)
        self._ask_more()
        return True

    def _ask_more(self) -> None:
        """Ask for the fact that a number of the entry that waits hangs on."""
        if self.waiting is not None and self.waiting.needs:
            self._ask_need(self.waiting.needs[0], "values_more", "ask_more")

    def _is_follow_up(self, acts: list[Act], before: Situation) -> bool:
        """Whether an entry carries out the one above, and would still be an entry of its own if it is set further in."""
        return bool(before.facts.get("pending")) and bool(acts) and all(act.kind in FOLLOW_UPS and act.kind not in self.kinds for act in acts)

    def _answers(self, shown: tuple[Record, Situation] | None) -> tuple[str, ...]:
        """The acts that a line set further in would be taken for as answers to what was judged last."""
        act = shown[0].rulings[-1].act if shown is not None and shown[0].rulings else None
        main = self.game.referee.book.acts.get(act.kind) if act is not None else None
        return main.responses if main is not None else ()

    def is_question(self, ruling: Ruling) -> bool:
        """Whether a ruling only answers: it is no part of the game and is not recorded."""
        if ruling.effects or ruling.records:
            return False
        asked = ruling.act is not None and ruling.act.slots.get("question")
        return bool(asked or self.game.referee.book.acts[ruling.kind].question)

    def _undo_point(self, said: str) -> Undo:
        return Undo(self.file.end, said, self.game, self.waiting, self.shown)

    def _remember(self, undo: Undo, record: Record | None = None) -> None:
        undo.counted = record is not None and is_entry(record)
        self.undos.append(undo)
        del self.undos[:-UNDO_DEPTH]
        self.recorded += 1
        self.entries += undo.counted

    # ---- doubts ---------------------------------------------------------------------------------------------------
    def _ask(self, record: Record) -> None:
        """Ask for the one fact that decides, or whether the entry shall stand all the same."""
        need = self._need(record)
        if need is None:
            self.voice.tell("" if self.tty else f"  {self.text('prompt_keep').strip()}", asks={"keep": True})
            return
        self._ask_need(need, "values", "ask_fact")

    def _ask_need(self, need: Need, with_values: str, without: str) -> None:
        say = View(self.game, self.lang).say
        values = self._values(need)
        fact = say.fact(need.fact)
        if values:
            told = self.text(with_values, fact=fact, values=" · ".join(say.show(value) for value in values))
            self.voice.tell(f"  {told}", asks={"fact": need.fact, "values": values})
        else:
            told = self.text(without, fact=fact, example=say.typed(need.fact, say.example(need)))
            self.voice.tell(f"  {told}", asks={"fact": need.fact})

    @staticmethod
    def _values(need: Need) -> list[str]:
        """The values that a fact can have, by their labels."""
        return [] if need.fact == DICE else list(need.outcomes)

    def _settle(self, said: str, found: tuple[str, str] | None) -> bool:
        """The answer to a doubt; True if the line has been dealt with."""
        assert self.doubt is not None
        text, record = self.doubt
        need = self._need(record)
        found = found or next(iter(words().abbreviated(said)), None) if said.startswith(":") else found
        command, more = found or ("", "")
        if found is None and said and len(said.split()) == 1 and len(short := words().abbreviated(said)) == 1 and (need is None or not self._value(need, said)):
            command, more = short[0]
        if command == "keep":
            self._keep(more)
        elif command == "undo" or not said:
            self._drop()
        elif command == "quit":
            self._drop()
            return False
        elif command == "roll" and need is not None and need.fact == DICE:
            self._state_fact(text, self.text("dice_line", dice=self._die(6)))
        elif command and command not in ("redo", "next"):
            return self._do(command, more)
        elif said[0] in "#>":
            return False
        elif need is None or not self._try_fact(need, said, lambda fact: self._state_fact(text, fact)):
            self._drop()  # another declaration instead
            return False
        return True

    def _drop(self) -> None:
        assert self.doubt is not None
        rulings = self.doubt[1].rulings
        self.doubt = None
        if not rulings or not all(self.is_question(ruling) for ruling in rulings):
            self.tell("dropped")

    def _value(self, need: Need, said: str) -> str | None:
        """The label of the value that is meant: written out in either language or cut short."""
        wanted = fold(said)
        say = View(self.game, self.lang).say
        known: dict[str, str] = {}
        for name in need.outcomes:
            for word in (name, say.show(name)):
                known.setdefault(fold(word), name)
        if wanted in known:
            return known[wanted]
        near = dict.fromkeys(name for word, name in known.items() if word.startswith(wanted))
        return next(iter(near)) if len(near) == 1 else None

    def _try_fact(self, need: Need, said: str, state: Callable[[str], bool]) -> bool:
        """Whether a line states a fact, or just the value of the one that is asked for; ``state`` is told how to write it."""
        if need.fact == DICE:
            dice = bare_dice(said)
            if dice:
                return state(self.text("dice_line", dice=" ".join(map(str, dice))))
        else:
            value = self._value(need, said)
            if value is not None:
                return state(self._worded(need.fact, value))
            if len(said.split()) == 1 and not (state == self._state_under and bare_dice(said) and not need.outcomes):
                try:
                    bracketed(self.game.referee.book, f"{need.fact} = {said}")
                except InputError:
                    pass
                else:
                    return state(f"{need.fact} = {said}")
        if state == self._state_under:
            return False
        probe = Record(0, said, STATE)
        entry = self.game.understand(probe, said)
        if entry is None or any(part.__class__ is Act for part in entry.parts):
            return False
        return state(said)

    def _worded(self, fact: str, value: str) -> str:
        """How the log states a fact: in plain words where they mean just that, else in its bracket name."""
        plain = f"{fact} = {value}"
        meant = bracketed(self.game.referee.book, plain)
        typed = View(self.game, self.lang).say.typed(fact, value)
        try:
            parts = self.game.parse(typed).parts if "=" not in typed else ()
        except NotUnderstood:
            return plain
        return typed if meant is not None and parts == (Stated(*meant),) else plain

    def _state_fact(self, text: str, said: str) -> bool:
        """Record a fact and judge the entry again; dice go with the entry, not before it."""
        game = self.game
        record = Record(0, said, STATE)
        fact = game.understand(record, said)
        if fact is None:
            self._told(record)
            return True
        doubt, self.doubt = self.doubt, None
        if only_dice(fact):
            self._with_dice(text, said, fact, doubt)
            return True
        undo = self._undo_point(said)
        game.hear(record, fact)
        if record.problem is not None or not self._write(said):
            self._back(undo)
            self._told(record)
            self.doubt = doubt
            return True
        self.waiting = None
        self._remember(undo, record)
        self.voice.tell("  " + self.text("noted", text=said), stated=said)
        again = Record(0, text, STATE)
        entry = game.understand(again, text)
        if entry is None:
            self._told(again)
        else:
            self._judge(text, again, entry)
        return True

    def _with_dice(self, text: str, said: str, fact: Entry, doubt: tuple[str, Record] | None) -> None:
        """An entry whose legality hangs on a die, with the die."""
        game = self.game
        judged = Record(0, text, STATE)
        entry = game.understand(judged, text)
        if entry is None:
            return
        undo = self._undo_point(text)
        before = undo.position
        game.hear(judged, entry, [fact])
        if judged.code == 0 or judged.code == 1 and judged.verdict == LEGAL:
            if self._write(text, "  " + said):
                self.waiting = None
                self._remember(undo, judged)
                self._told(judged, before, recorded=True)
            else:
                self._back(undo)
            return
        self._back(undo)
        self._told(judged, before)
        self.after = None
        self.doubt = doubt if judged.problem is not None else (f"{text}; {said}", judged)
        assert self.doubt is not None
        self._ask(self.doubt[1])

    def _keep(self, reason: str) -> None:
        """Record what was in doubt: the game went on, as both agreed."""
        assert self.doubt is not None
        text, judged = self.doubt
        self.doubt = None
        if judged.rulings and all(self.is_question(ruling) for ruling in judged.rulings):
            return
        if judged.verdict == ILLEGAL or reason:
            reason = " ".join(store.printable(reason).split()).lstrip(":, ")
            text += f"; {self.text('agreed')}{f': {reason}' if reason else ''}"
        record = Record(0, text, STATE)
        entry = self.game.understand(record, text)
        if entry is None:
            self._told(record)
            return
        undo = self._undo_point(text)
        before = undo.position
        if self.after is not None:  # it has been judged, and nothing has changed since
            self._go_to(self.after[0])
            self.game.last, self.game.open = self.after[1:]
            judged.text, judged.agreed, self.after = text, record.agreed, None
            record = judged
        else:
            self.game.hear(record, entry)
        if record.problem is not None:
            self._back(undo)
            self._told(record)
        else:
            self.shown = record, before
            self._record(text, record, entry, undo, before, known=True)

    def _need(self, record: Record) -> Need | None:
        return next((need for ruling in record.rulings if ruling.verdict == UNDETERMINED for need in ruling.needs), None)

    def _fact(self, need: Need) -> str:
        return View(self.game, self.lang).say.fact(need.fact)

    # ---- dice -----------------------------------------------------------------------------------------------------
    def _roll(self) -> None:
        """The program throws the dice that are wanted, one after the other."""
        if not self._wants_die():
            self.tell("no_die")
            return
        record = self.waiting.record if self.waiting is not None else None
        ruling = record.rulings[-1] if record is not None and record.rulings else None
        count, sides = 1, 6
        if ruling is not None and ruling.roll is not None:
            first, _, second = ruling.roll.dice.partition("d")
            count, sides = int(first), int(second)
        dice = [self._die(sides) for _ in range(count)]
        self.voice.tell(self.text("rolled", dice=" ".join(map(str, dice))), rolled=dice)
        self._hear(self.text("dice_line", dice=" ".join(map(str, dice))))

    @staticmethod
    def _die(sides: int) -> int:
        import secrets

        return secrets.randbelow(sides) + 1

    def _add(self, entry: Entry, said: str) -> None:
        """Judge the entry that waits again, with this line under it: its dice, or what the other side answers."""
        assert self.waiting is not None
        waiting, game = self.waiting, self.game
        undo = self._undo_point(said)
        more = [*waiting.more, entry]
        record = self._again(waiting, waiting.before, more)
        thrown = only_dice(entry)
        if thrown and record.problem is None and record.rulings and record.rulings[-1].computed.get("result") is None and not waits(record, game.referee.book):
            record.notes.append(Note("die_unread", {"dice": " ".join(map(str, thrown))}))
        if record.problem is not None or not self._write("  " + said):
            self._back(undo)
            if record.problem is not None:
                self._told(record)
            return
        self._remember(undo)
        self.waiting = Waiting(waiting.before, waiting.entry, more, record) if waits(record, game.referee.book) else None
        self._told(record, waiting.before, recorded=True)
        self._due(undo.position)
        self._ask_more()

    def _again(self, waiting: Waiting, before: Situation, more: list[Entry]) -> Record:
        """The entry that waits, judged anew on a position."""
        self._go_to(before.copy())
        record = Record(0, waiting.record.text, STATE)
        record.agreed = waiting.record.agreed
        self.game.hear(record, waiting.entry, more)
        return record

    def _state_under(self, said: str) -> bool:
        """A fact that the entry that waits hangs on: it goes into the log before that entry, which is judged again."""
        assert self.waiting is not None
        waiting, game = self.waiting, self.game
        undo = self._undo_point(said)
        stated = Record(0, said, STATE)
        fact = game.understand(stated, said)
        lines = self.file.content().splitlines(keepends=True)
        place = history.last_played(lines, len(waiting.more))
        if fact is None or place is None:
            self._told(stated)
            return True
        self._go_to(waiting.before.copy())
        game.hear(stated, fact)
        before = game.situation.copy()
        record = self._again(waiting, before, waiting.more) if stated.problem is None else stated
        if record.problem is None and record.verdict != waiting.record.verdict:  # no answer, but something that has changed since
            self._back(undo)
            self._judge(said, Record(0, said, STATE), fact)
            return True
        history.let_go(lines)
        if record.problem is not None or not self._replace([*lines[:place], f"{said}\n".encode("utf-8", "replace"), *lines[place:]]):
            self._back(undo)
            if record.problem is not None:
                self._told(record)
            return True
        self._taken_back = False
        self.undos.clear()  # their places have moved
        self.recorded += 1
        self.waiting = Waiting(before, waiting.entry, waiting.more, record) if waits(record, game.referee.book) else None
        self.voice.tell("  " + self.text("noted", text=said), stated=said)
        self._told(record, before, recorded=True)
        self._due(undo.position)
        self._ask_more()
        return True

    # ---- what is due ------------------------------------------------------------------------------------------------
    def _due(self, before: Situation) -> None:
        """Say what the rules ask for next, and of whom, if the last line changed that."""
        facts = self.game.situation.facts
        phase = any(before.facts.get(name) != facts.get(name) for name in ("phase", "turn"))
        if phase or facts.get("pending") != before.facts.get("pending"):
            self._tell_duties(phase)
        elif facts.get("pending") and self.game.situation.where() != before.where():
            self._tell_duties(False)

    def _duties(self, phase: bool) -> list[Any]:
        try:
            return duties(self.game.referee.book, self.game.situation, phase)
        except Exception:  # a fault of a rulebook ends no session: what can't be told is not told
            return []

    def _tell_duties(self, phase: bool) -> int:
        found = self._duties(phase)
        say = View(self.game, self.lang).say
        for duty in found:
            self.voice.duty(duty, f"  {self.text('may' if duty.may else 'must')} {duty.text(say)}", self.game.referee.book)
        return len(found)

    def _answer_to_duty(self, said: str) -> str | None:
        """A bare hex, way or unit as the answer to what is due, written out as a declaration."""
        pending = self.game.situation.facts.get("pending")
        if not pending or not pending.get("result"):
            return None
        view = View(self.game, self.lang)
        for duty in self._duties(False):
            if duty.what.startswith("retreat"):
                start = str(duty.finding.slots.get("start"))
                ways = [way for way in duty.choices if said in (way, way.rpartition("-")[2], f"{start}-{way}")]
                if ways or all(self.game.situation.grid.valid(part) for part in said.split("-")):
                    way = ways[0] if ways else said
                    return self.text("retreat_line", units=self._row(duty.units), way=f"{start}-{way}")
            unit = view.unit(said)
            if unit is not None and unit.id in duty.units and duty.what in ("loss", "losses", "eliminate", "blocked"):
                return self.text("eliminate_line" if duty.what == "eliminate" else "loss_line", unit=unit.id)
            if duty.what == "advance":
                named = [view.unit(part) for part in said.replace(",", " ").split()]
                if named and all(unit is not None and unit.id in duty.units for unit in named):
                    hex_ = str(duty.finding.slots.get("hex"))
                    return self.text("advance_line" if len(named) == 1 else "advance_line_many", units=self._row([unit.id for unit in named if unit]), hex=hex_)
        return None

    def _row(self, units: Any) -> str:
        *some, last = units
        return f"{', '.join(some)} {self.text('and')} {last}" if some else str(last)

    # ---- the disk -------------------------------------------------------------------------------------------------
    def _is_ours(self) -> bool:
        """Whether the log is as we left it; if not, it is read again, and the line that was typed is not looked at."""
        if not self.file.changed():
            return True
        doubt, self.doubt = self.doubt, None
        try:
            there = self.file.reopen()
        except OSError as error:
            self.voice.tell(self.text("table_busy", file=self.path, fault=error.strerror or str(error)), error={"code": 5})
            self.doubt = doubt
            return False
        self.tell("edited" if there else "put_back", file=self.path)
        if not self.reread():
            self.over = True
        return False

    def reread(self) -> bool:
        """Read the log from its beginning; False if no game can be made of it any more."""
        found = replay(self.file.content(), self.path, self.game.extra, self.lang)
        for line, why in found.faults:
            self.voice.tell(f"{store.printable(self.path)}:{line}: {why}", error={"code": 5})
        if found.game.book is None:
            return False
        self.game, self.waiting = found.game, found.waiting
        self.entries = max(0, found.entries - self.began)
        self.undos.clear()
        self.shown, self.kinds = found.shown, self._answers(found.shown)
        return True

    def _write(self, *lines: str, remark: bool = False) -> bool:
        """Lines into the log; the first one after something was taken back lets go of that."""
        try:
            rows = [] if remark else self.file.content().splitlines(keepends=True) if self._taken_back else []
            if rows and history.let_go(rows):
                self.file.replace(b"".join(rows) + ("\n".join(lines) + "\n").encode("utf-8", "replace"))
                self.undos.clear()
            else:
                self.file.append("\n".join(lines))
        except OSError as error:
            self.voice.tell(self.text("table_full", fault=error.strerror or str(error)), error={"code": 5})
            return False
        if not remark:
            self._taken_back = False
        return True

    _taken_back = True  # whether lines may stand there that were taken back and can be brought back

    def _back(self, undo: Undo) -> None:
        self._go_to(undo.position.copy())
        self.game.last, self.game.open, self.waiting = undo.last, undo.open, undo.waiting

    def _go_to(self, position: Situation) -> None:
        game = self.game
        game.situation = position
        game.referee.situation = position
        game.referee.note("units[")

    def _undo(self) -> None:
        raw = self.file.content()
        lines = raw.splitlines(keepends=True)
        index = history.take_back(lines)
        if index is None:
            self.tell("nothing_undone")
            return
        said = history.decoded(lines[index]).strip().removeprefix(history.BACK.strip()).strip()
        begin = sum(len(line) for line in lines[:index])
        if not self._replace(lines):
            return
        self._taken_back = True
        undo = self.undos.pop() if self.undos and self.undos[-1].begin == begin else None
        if undo is not None:
            self._back(undo)
            self.shown = undo.shown
            self.recorded -= 1
            self.entries -= undo.counted
        else:
            self.recorded = max(0, self.recorded - 1)
            self.reread()
        self.kinds = ()
        self.voice.tell(self.text("undone", text=store.printable(said)), undone=said)

    def _redo(self) -> None:
        lines = self.file.content().splitlines(keepends=True)
        index = history.bring_back(lines)
        if index is None:
            self.tell("nothing_redone")
            return
        said = history.decoded(lines[index]).strip()
        if not self._replace(lines):
            return
        self.recorded += 1
        self.reread()
        self.voice.tell(self.text("redone", text=store.printable(said)), redone=said)

    def _replace(self, lines: list[bytes]) -> bool:
        try:
            self.file.replace(b"".join(lines))
        except OSError as error:
            self.voice.tell(self.text("table_busy", file=self.path, fault=error.strerror or str(error)), error={"code": 5})
            return False
        return True

    # ---- what is shown --------------------------------------------------------------------------------------------
    def _told(self, record: Record, before: Situation | None = None, recorded: bool = False, question: bool = False) -> None:
        """Show what came of a line."""
        book = self.game.referee.book
        if record.problem is not None:
            message = record.problem.text(self.lang, self.game.book)
            self.voice.tell(message, error={"code": record.problem.code})
            return
        for ruling in record.rulings:
            self.voice.ruling(ruling, book, recorded)
        self.voice.record(record)
        before_it = self.shown[0].wrong if self.shown is not None and self.shown[0].text == record.text else []
        for wrong in (wrong for wrong in record.wrong if wrong not in before_it):
            self.voice.tell(f"{self.text('wrong_claim')}  {wrong.text(self.lang)}")
        for note in record.notes:
            self.voice.tell("  " + note.text(self.lang))
        if recorded and not record.rulings:
            self.voice.noted(self._noted(record))
        if record.rulings:
            self.shown = record, before if before is not None else self.game.situation.copy()

    def _noted(self, record: Record) -> str:
        """The answer to facts."""
        return f"{View(self.game, self.lang).say.core['verdicts']['noted']}: {record.text.strip()}"

    def _why(self) -> None:
        if self.shown is None:
            self.tell("nothing_yet")
            return
        from adjudicator.report import as_text

        for ruling in self.shown[0].rulings:
            self.voice.tell(as_text(ruling, self.game.referee.book, self.lang, True, self.voice.color))

    def _rule(self, number: str) -> bool:
        """``why 13.8.3``: the rule in our words; False if no such number is printed."""
        from adjudicator.coverage import index_of
        from adjudicator.explain import lookup

        book = self.game.referee.book
        index = index_of(book)
        found = lookup(index, number)
        if found is None:
            return False
        say = View(self.game, self.lang).say
        self.voice.tell(f"{book.id} {found}  {say.pick(index[found].get('title')) or ''}\n  {say.pick(index[found].get('summary')) or ''}")
        return True

    def _help(self) -> None:
        self.tell("help")

    def _show(self, command: str, named: str) -> None:
        view = View(self.game, self.lang)
        if not named and command == "show":
            lines: list[str] | None = view.everything()
        elif command == "map":
            unit = view.unit(named)
            hex_ = (unit.hex if unit is not None else None) or view.hex(named) if named else self._last_hex()
            lines = view.sketch(hex_) if hex_ else None
        else:
            lines = view.thing(named)
        self.voice.tell("\n".join(lines) if lines else self.text("no_such_thing", name=store.printable(named)))

    def _last_hex(self) -> str | None:
        pending = self.game.situation.facts.get("pending") or {}
        return pending.get("hex") or next(iter(self.game.situation.where()), None)

    def _slip(self) -> None:
        if self.shown is None:
            self.tell("nothing_yet")
            return
        record, before = self.shown
        text = "\n".join(slip(record, self.game, self.lang, before))
        self.voice.tell(text, slip=text)

    def _note(self, text: str) -> None:
        if not text:
            self.tell("note_empty")
        elif self._write(f"# {' '.join(text.split())}", remark=True):
            self.tell("noted_down")

    def _what_if(self, said: str) -> None:
        """Judge something without doing it."""
        if not said:
            self.tell("what_if_empty")
            return
        undo = self._undo_point(said)
        before = undo.position
        record = Record(0, said, STATE)
        try:
            entry = self.game.understand(record, said)
            needs = self.waiting.needs if self.waiting is not None else []
            if entry is None and needs and (value := self._value(needs[0], said)) is not None:  # what if it is rough?
                record = Record(0, self._worded(needs[0].fact, value), STATE)
                entry = self.game.understand(record, record.text)
            if entry is None:
                ways = completed(said, self.game.referee.language, self.game.referee.names())
                if len(ways) == 1:
                    record = Record(0, ways[0], STATE)
                    entry = self.game.understand(record, ways[0])
            if entry is not None:
                self.game.hear(record, entry)
                shown = self.shown
                self._told(record, before)
                self.shown = self.shown if record.rulings else shown
                if record.problem is None and not record.rulings and self.waiting is not None:
                    self._go_to(self.waiting.before.copy())  # what if frost? - for the attack that waits for its die
                    self.game.hear(record, entry)
                    record = self._again(self.waiting, self.game.situation, self.waiting.more)
                    self._told(record, before)
            else:
                self._told(record)
            for need in [need for ruling in record.rulings[-1:] for need in ruling.needs if need.fact != DICE][:1]:
                self._ask_need(need, "values_more", "ask_more")
        finally:
            self._back(undo)
        self.tell("only_if")

    # ---- the sequence of play -------------------------------------------------------------------------------------
    def _status(self) -> None:
        """Where the game stands, what comes next, what is open."""
        view = View(self.game, self.lang)
        lines = [view.head()]
        following = self.following()
        if following:
            lines.append("  " + self.text("follows", phases=" · ".join(view.say.show(phase) for phase in following)))
        self.voice.tell("\n".join(lines), next=following)
        if not self.open_matters():
            self.tell("nothing_open")

    def open_matters(self) -> bool:
        """Say what is open: an entry in doubt, a die, what the rules ask for.  Whether there was anything."""
        if self.doubt is not None:
            self.voice.tell("  " + self.text("open_doubt", text=self.doubt[0]))
        if self.waiting is not None:
            key = "open_die" if self.waiting.die else "open_fact"
            facts = ", ".join(self._fact(need) for need in self.waiting.needs)
            self.voice.tell("  " + self.text(key, text=self.waiting.entry.text.strip(), facts=facts))
        elif self.game.open is not None:
            self.voice.tell("  " + self.text("open_die", text=self.game.open[0].text.strip()))
        return bool(self._tell_duties(True) or self.doubt is not None or self.waiting is not None or self.game.open is not None)

    def following(self) -> list[str]:
        """The phases that may come next: as the rulebook says, else the next one of its list."""
        book, situation = self.game.referee.book, self.game.situation
        now = situation.stated("phase")
        if NEXT_PHASE in book.acts and now is not None:
            try:
                ruling = self.game.referee.judge(Act(NEXT_PHASE, {"question": True}, "", 0, 0), [], [], False)
            except Exception:  # what the rulebook can't tell is not told
                return []
            answer = ruling.computed.get("answer")
            found = answer if isinstance(answer, (list, tuple)) else [answer] if answer else []
            known = self._phases()
            return [str(phase) for phase in found if not known or phase in known]
        turn: list[str] = book.meta.get("sequence") or []
        if now in turn:
            return [turn[(turn.index(now) + 1) % len(turn)]]
        phases = self._phases()
        if now in phases:
            return phases[phases.index(now) + 1 :][:1]
        return phases[:1] if now is None else []

    def _phases(self) -> list[str]:
        """The phases that the rulebook names, in its order."""
        book = self.game.referee.book
        spec = book.facts.get("phase")
        return [str(phase) for phase in (spec.values if spec is not None and spec.values else book.meta.get("phases") or ())]

    def _next(self) -> None:
        """Go on to the next phase, if there is only one."""
        following = self.following()
        if len(following) != 1:
            names = [View(self.game, self.lang).say.show(phase) for phase in following]
            self.tell("which_phase" if names else "no_next", phases=" · ".join(names))
            return
        facts = [Stated("phase", following[0])]
        turn, head = self.game.situation.stated("turn"), ""
        if isinstance(turn, int) and following[0] == (self.game.referee.book.meta.get("sequence") or [None])[0]:
            facts.insert(0, Stated("turn", turn + 1))
            head = self.text("turn_line", turn=turn + 1)
        name = View(self.game, self.lang).say.show(following[0])
        for phase in (name, self.text("phase_line", phase=name), self.text("phase_line", phase=following[0])):
            said = head + phase
            try:
                parts = self.game.parse(said).parts
            except NotUnderstood:
                continue
            if list(parts) == facts:
                break
        else:
            said = f"{head}phase = {following[0]}"
        self.voice.tell(f"= {said}", meant=said)
        self._hear(said)


def bare_dice(said: str) -> list[int]:
    """Dice of a line that holds nothing else."""
    parts = said.replace(",", " ").split()
    return [int(part) for part in parts] if parts and all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts) else []


def only_dice(entry: Entry) -> list[int]:
    """The dice of an entry that is nothing but dice."""
    found: list[int] = []
    for part in entry.parts:
        if isinstance(part, Act) or part.path != "rolls":
            return []
        found.extend(part.value)
    return found


__all__ = ["Session", "bare_dice", "label", "only_dice"]
