"""What a line that is typed means at this moment: an entry, the answer to a doubt, the dice that are wanted, a fact that is asked for."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.book import InputError
from adjudicator.files.fault import printable
from adjudicator.ground.facts import DICE
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Need
from adjudicator.language import Ambiguous, NotUnderstood, Stated
from adjudicator.log.reader import STATE, Record
from adjudicator.play.lines import Line
from adjudicator.play.offers import offers
from adjudicator.play.referee import SAYS
from adjudicator.play.stating import bracketed
from adjudicator.say.heard import LATER, commands, log_words
from adjudicator.say.words import table_codes
from adjudicator.table.entering import Entering, only_dice
from adjudicator.table.recorder import Undo
from adjudicator.table.shorten import completed
from adjudicator.table.show import View

SHORT = 40  # characters of a name that is all that was typed


class Hearing(Entering):
    """Lines, and what becomes of them."""

    def _do(self, command: str, more: str, said: str = "") -> bool:
        """Carry out a command (``said``: the whole line); False if these words are none after all."""
        raise NotImplementedError

    def _short_command(self, said: str, must: bool = False) -> bool:
        """A command cut short, where only one can be meant."""
        raise NotImplementedError

    def _phase_meant(self, said: str) -> str | None:
        """A phase by the beginning of its name, where only one can be meant."""
        raise NotImplementedError

    def _show_bare(self, said: str) -> bool:
        """Show a hex, a unit or a marker whose name is all that was typed."""
        raise NotImplementedError

    def _wants_die(self) -> bool:
        return self.waiting is not None and (self.waiting.die or bool(self.waiting.needs)) or self.game.open is not None

    # ---- entries ----------------------------------------------------------------------------------------------------
    def _hear(self, said: str) -> None:
        game = self.game
        header = log_words().header(said)
        if header is not None:
            self._header(said, *header)
            return
        if self.waiting is not None and self.waiting.needs:
            need = self.waiting.needs[0]
            meant = self._answer_to_duty(said) if not need.outcomes else None  # a hex is no entry of a table
            if meant is None and self._try_fact(need, said, self._state_under):
                return
            if meant is not None:
                self.voice.tell(f"= {meant}", meant=meant)
                said = meant
        elif self.waiting is None and len(said) < SHORT and (meant := self._answer_by_name(said, True)):
            self.voice.tell(f"= {meant}", meant=meant)
            said = meant
        if (dice := bare_dice(said)) and not self._wants_die() and (meant := self._answer_to_result(said)):
            self.voice.tell(f"= {meant}", meant=meant)  # a unit that is called by a number
            said = meant
        elif dice:
            if not self._wants_die() and (announced := self._roll_due()):
                self._announce(announced)
            said = self.text("dice_line", dice=" ".join(map(str, dice)))
        record = Record(0, said, STATE)
        entry = game.understand(record, said)
        if entry is None:
            self._misunderstood(said, record)
            return
        if only_dice(entry) and not self._wants_die():
            if not (dice and self._show_bare(" ".join(map(str, dice)))):  # a unit that is called by a number
                self.tell("no_die")
            return
        if (meant := self._way_meant(said, entry)) is not None and (sent := game.understand(Record(0, meant, STATE), meant)) is not None:
            self.voice.tell(f"= {meant}", meant=meant)
            said, record, entry = meant, Record(0, meant, STATE), sent
        if self.waiting is not None and self._belongs(entry):
            self._add(entry, said)
        elif self.waiting is not None and self._only_says(entry):
            self._state_under(said)
        else:
            self._judge(said, record, entry)

    def _only_says(self, entry: Line) -> bool:
        """Whether a line only says how things stand."""
        return all(part.path not in ("claims", "turn", "phase") if isinstance(part, Stated) else self.game.referee.nature(part) == SAYS for part in entry.parts)

    def _header(self, said: str, concept: str, rest: str) -> None:
        undo = Undo(self)
        record = Record(0, said, STATE)
        options = dict(self.game.options)
        self.game.header(record, concept, rest)
        if record.problem is None and self._write(said):
            self._told(record, recorded=True)
            if concept in LATER:
                self._remember(undo)
                self.waiting = None  # the die that it waits for is judged by itself, here as in the log
            return
        self._back(undo)
        self.game.options = options
        if record.problem is not None:
            self._told(record)

    def _misunderstood(self, said: str, record: Record) -> None:
        """A line that makes no sense as it is: an answer to what is due, a command or a declaration cut short, or an error."""
        error = record.problem.error if record.problem is not None else None
        if isinstance(error, NotUnderstood) and error.ways:  # it is whole as it stands, and in doubt
            error.offers = offers(self.game, said, error, self.lang)
        elif isinstance(error, NotUnderstood) and len(said) < 200:
            meant = self._answer_to_duty(said) or self._phase_meant(said)
            if meant is None and (self._short_command(said) or self._show_bare(said)):
                return
            meant = meant or self._completed(said, record)
            if meant is not None and meant != said:
                self.voice.tell(f"= {meant}", meant=meant)
                self._hear(meant)
                return
            if record.problem is not None and isinstance(record.problem.error, NotUnderstood):
                record.problem.error.offers = offers(self.game, said, record.problem.error, self.lang)
                if record.problem.error.message_key == "missing" and not record.problem.error.offers:
                    self.lacking = said
        self._told(record)
        if not self.offered:
            self._ask_more()

    def _with_answer(self, line: str, said: str) -> str | None:
        """A line that lacked something, together with the answer to what was asked; None if this line is none."""
        game = self.game
        if not line or not said or len(said) > SHORT or said[0] in ":#>" or commands().command(said) is not None:
            return None
        try:
            if game.line(said).acts:
                return None  # another declaration instead
        except (NotUnderstood, InputError):
            pass
        for way in self.text("completions", line="{line}", more="{more}").split("; "):
            whole = way.format(line=line.rstrip(" .?"), more=said.rstrip(" ."))
            try:
                if game.line(whole).acts:
                    return whole
            except (NotUnderstood, InputError):
                continue
        return None

    def _completed(self, said: str, record: Record) -> str | None:
        """The one way to write out a line that was cut short; that there are several becomes the record's problem."""
        ways = completed(said, self.game.referee.language, self.game.referee.names())
        ways += [commands().names[self.lang][command] for command, _ in commands().abbreviated(said)] if ways else []
        if len(ways) > 1 and record.problem is not None:
            record.problem = record.problem._replace(error=Ambiguous(said, 0, len(said), tuple(ways[:4])))
        return ways[0] if len(ways) == 1 else None

    def _makes_sense(self, said: str) -> bool:
        """Whether a line is anything at all; if not, that is said, and what is in doubt is asked again."""
        assert self.doubt is not None
        record = Record(0, said, STATE)
        if bare_dice(said) and (self._wants_die() or self._roll_due() is not None):
            return True
        if log_words().header(said) is not None or commands().abbreviated(said) or View(self.game, self.lang).is_name(said) or self._answer_to_duty(said):
            return True
        if self.game.understand(record, said) is not None or len(said) < 200 and (self._phase_meant(said) or self._completed(said, record)):
            return True
        self._told(record)
        self._ask(self.doubt[1])
        return False

    # ---- doubts -----------------------------------------------------------------------------------------------------
    def _settle(self, said: str, found: tuple[str, str] | None) -> bool:
        """The answer to a doubt; True if the line has been dealt with."""
        assert self.doubt is not None
        text, record = self.doubt
        need = self._need(record)
        found = found or next(iter(commands().abbreviated(said)), None) if said.startswith(":") else found
        command, more = found or ("", "")
        if (
            found is None
            and said
            and len(said.split()) == 1
            and len(short := commands().abbreviated(said)) == 1
            and (need is None or not self._value(need, said))
        ):
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
        elif command in ("redo", "next"):
            self._drop()
            return False
        elif command and self._do(command, more, said):
            pass
        elif said[0] in "#>":
            return False
        elif (command or need is None or not self._try_fact(need, said, lambda fact: self._state_fact(text, fact))) and self._makes_sense(said):
            self._drop()  # another declaration instead
            return False
        return True

    def _drop(self) -> None:
        assert self.doubt is not None
        rulings = self.doubt[1].rulings
        self.doubt, self.rejected = None, self.shown
        if not rulings or not all(self.is_question(ruling) for ruling in rulings):
            self.tell("dropped")

    def _try_fact(self, need: Need, said: str, state: Callable[[str], bool]) -> bool:
        """Whether a line states a fact, or just the value of the one that is asked for; ``state`` is told how to write it."""
        if need.fact == DICE:
            dice = bare_dice(said)
            if dice:
                return state(self.text("dice_line", dice=" ".join(map(str, dice))))
        else:
            value = self._value(need, said)
            if value is not None:
                return self._try_answer(need, value, state) or state(self._worded(need.fact, value))
            codes = {code for row in table_codes(self.game.referee.book, need.fact) for code in row.split()}
            if codes and set(said.upper().split()) <= {code.upper() for code in codes}:
                return state(f"{need.fact} = {said}")
            if len(said.split()) == 1 and not codes and not self._is_no_value(need, said):
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
        if entry is None:
            return False
        if need.fact == DICE and only_dice(entry):
            return state(said)  # roll 2
        if self._way_meant(said, entry) is not None:
            return False  # 16Pz 2119: it goes there
        on = {"claims", "rolls", "turn", "phase"} - {need.fact}  # the game goes on with another phase: that is no answer
        return all(isinstance(part, Stated) and part.path not in on for part in entry.parts) and state(said)

    def _is_no_value(self, need: Need, said: str) -> bool:
        """Whether a word can't be the value that is asked for: a die for the entry that waits, or none of the units to choose from."""
        if bare_dice(said) and self.doubt is None:
            return not any(is_number(name) for name in need.outcomes)
        return need.fact.startswith("pending.") and bool(need.outcomes)

    def _try_answer(self, need: Need, value: str, state: Callable[[str], bool]) -> bool:
        """A value that players tell with a sentence of its own ("16MC leads"): it goes under the entry that it answers."""
        typed = View(self.game, self.lang).say.typed(need.fact, value)
        if "=" in typed or state != self._state_under or self.waiting is None:
            return False
        try:
            entry = self.game.line(typed)
        except NotUnderstood:
            return False
        if not entry.acts or not self._belongs(entry):
            return False
        self.voice.tell(f"= {typed}", meant=typed)
        self._add(entry, typed)
        return True

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
        if self.waiting is not None and game.settles(fact):  # the entry before hangs on it, too
            self._state_under(said)
        else:
            undo = Undo(self)
            game.play(record, fact)
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

    def _with_dice(self, text: str, said: str, fact: Line, doubt: tuple[str, Record] | None) -> None:
        """An entry whose legality hangs on a die, with the die."""
        game = self.game
        judged = Record(0, text, STATE)
        entry = game.understand(judged, text)
        if entry is None:
            return
        undo = Undo(self)
        before = undo.position
        game.play(judged, entry, fact)
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
        if judged.rulings and all(self.is_question(ruling) and not any(need.fact == DICE for need in ruling.needs) for ruling in judged.rulings):
            return
        if judged.verdict == ILLEGAL or reason:
            reason = " ".join(filter(None, (word.lstrip("#") for word in printable(reason).split()))).lstrip(":, ")  # no remark of the log begins here
            text += f"; {self.text('agreed')}{f': {reason}' if reason else ''}"
        record = Record(0, text, STATE)
        entry = self.game.understand(record, text)
        if entry is None:
            self._told(record)
            return
        undo = Undo(self)
        before = undo.position
        known = self.after is not None
        if self.after is not None:  # it has been judged, and nothing has changed since
            self.game.back(self.after)
            judged.text, judged.agreed, self.after = text, record.agreed, None
            record = judged
        else:
            self.game.play(record, entry)
        if record.problem is not None:
            self._back(undo)
            self._told(record)
        else:
            self.shown = record, before
            self._record(text, record, entry, undo, before, known)

    # ---- dice -------------------------------------------------------------------------------------------------------
    def _roll(self) -> None:
        """The program throws the dice that are wanted, one after the other; a roll that is due is announced first."""
        if not self._wants_die() and (announced := self._roll_due()):
            self._announce(announced)
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

    def _announce(self, said: str) -> None:
        """A roll that is due, written out before its dice: what it comes to is told with them."""
        self.voice.tell(f"= {said}", meant=said)
        self.voice.brief = False
        try:
            self._hear(said)
        finally:
            self.voice.brief = True

    @staticmethod
    def _die(sides: int) -> int:
        import secrets

        return secrets.randbelow(sides) + 1


def bare_dice(said: str) -> list[int]:
    """Dice of a line that holds nothing else."""
    parts = said.replace(",", " ").split()
    return [int(part) for part in parts] if parts and all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts) else []


def is_number(label: str) -> bool:
    """Whether the label of a value is a number, or several."""
    return label.lstrip("+-")[:1].isdigit() and all(char in "0123456789+-/. ," for char in label)
