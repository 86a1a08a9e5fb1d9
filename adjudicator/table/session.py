"""A session: lines in, answers out, and what a player can have shown."""

from __future__ import annotations

from adjudicator.files.fault import Broken, printable
from adjudicator.ground.facts import DICE
from adjudicator.ground.folding import fold
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.log.reader import STATE, Record
from adjudicator.play.duties import ways_back
from adjudicator.play.judging import NEXT_PHASE
from adjudicator.play.lines import Line, parted
from adjudicator.play.offers import warm
from adjudicator.play.tongue import tongue
from adjudicator.say.catalogue import catalogue
from adjudicator.say.heard import commands
from adjudicator.say.output import width
from adjudicator.table import history
from adjudicator.table.hearing import Hearing, bare_dice
from adjudicator.table.looking import ATTACK, attack_lines, changed, instead, moment, strength
from adjudicator.table.recorder import Undo
from adjudicator.table.shorten import completed
from adjudicator.table.show import View
from adjudicator.table.slip import slip

LEAST_OF_PHASE = 4  # letters that name a phase


def _begins(name: str, said: str) -> bool:
    """Whether what was said is the beginning of a name, or of what follows its general word ("fase de …")."""
    while True:
        if name.startswith(said):
            return True
        first, _, rest = name.partition(" ")
        if first not in commands().phase_words | commands().joining or not rest:
            return False
        name = rest


class Session(Hearing):
    """A game at the table: `line` takes what was typed."""

    follow = False  # whether a line is answered in the language that it is typed in

    def warm(self) -> None:
        """Load now what the first answer needs, so that it comes as fast as the others."""
        View(self.game, self.lang).say.text("warm", {})
        self.game.referee.language.warm()
        completed("warm", self.game.referee.language, self.game.referee.names())
        book = self.game.book
        if book is not None:  # what `why`, a misspelt word and a ruling in full read
            from adjudicator.study.explain import lookup  # noqa: F401

            for name in ("texts.yaml", "numbers.yaml"):
                book.text_file(name)
            warm(self.game)

    # ---- the loop ---------------------------------------------------------------------------------------------------
    def prompt(self) -> str:
        """What stands before the cursor."""
        if self.offered:
            return self.text("prompt_offer" if len(self.offered) < 2 else "prompt_offers", count=len(self.offered))
        if self.doubt is not None:
            need = self._need(self.doubt[1])
            return self.text("prompt_fact", fact=self._fact(need)) if need else self.text("prompt_keep")
        if self.waiting is not None and self.waiting.needs:
            return self.text("prompt_fact", fact=self._fact(self.waiting.needs[0]))
        if not self._wants_die():
            return self.text("prompt", moment=moment(View(self.game, self.lang)))
        wanted = self._dice_wanted()
        return self.text("prompt_dice", count=wanted) if wanted > 1 else self.text("prompt_die")

    def _dice_wanted(self) -> int:
        """How many dice the entry that waits is still to be given."""
        if self.waiting is None or not self.waiting.record.rulings:
            return 1
        ruling = self.waiting.record.rulings[-1]
        count = ruling.roll.dice.partition("d")[0] if ruling.roll is not None else ""
        told = ruling.computed.get("dice")
        if count in ("", "1") and isinstance(told, int) and not self.waiting.more:
            return told
        return int(count) if count.isdecimal() else 1

    def line(self, typed: str) -> None:
        """Take one line that was typed."""
        if self.follow and (lang := tongue(typed)) is not None:
            self.lang = self.voice.lang = lang
        self.voice.begin(typed.rstrip("\r\n"))
        try:
            if self._is_ours():
                self._line(typed.strip())
        finally:
            self.voice.end()

    def _line(self, said: str) -> None:
        if not said.isprintable():
            said = printable(said)
        found = commands().command(said)
        if said[:1] in ("#", ">") or found is not None and found[0] in ("note", "keep"):
            self._take_line(said, found)
            return
        said, remark = parted(said)
        before = self.recorded
        self._take_line(said, commands().command(said))
        if remark and (self.recorded > before or self.doubt is not None):
            self._note(remark)

    def _take_line(self, said: str, found: tuple[str, str] | None) -> None:
        offered, self.offered = self.offered, []
        if (taken := commands().taken(said, len(offered), self.tty)) is not None:
            said, found = offered[taken], None
            self.voice.tell(f"= {said}", meant=said)
        lacking, self.lacking = self.lacking, ""
        if (whole := self._with_answer(lacking, said)) is not None:
            self.voice.tell(f"= {whole}", meant=whole)
            said, found = whole, None
        if self.doubt is not None:
            if self._settle(said, found):
                return
        elif found is not None and found[0] == "keep" and found[1]:
            found = None  # "keep 2 air points" is no command
        if found is not None and self._do(*found, said):
            return
        if said.startswith(":"):
            self._short_command(said, True)
        elif said[:1] in ("#", ">"):
            self._write(f"# {said[1:]}" if said.startswith(history.BACK.rstrip()) else said, remark=True)  # what is typed takes nothing back
        elif said:
            self._hear(said)

    def end(self) -> None:
        """The input is at its end: what is still in doubt is not recorded."""
        if self.doubt is not None:
            self._drop()

    def _short_command(self, said: str, must: bool = False) -> bool:
        """A command cut short, where only one can be meant."""
        found = commands().abbreviated(said)
        if len(found) == 1:
            return self._do(*found[0])
        if must:
            self.tell("unknown_command", name=printable(said[1:]))
        return False

    def _do(self, command: str, more: str, said: str = "") -> bool:
        """Carry out a command (``said``: the whole line); False if these words are none after all."""
        if command == "why" and more:
            return self._rule(more.rstrip("? "), said)
        if command in ("where_is", "what_in", "odds"):
            return self._look_up(command, more)
        if command == "where":
            unit = View(self.game, self.lang).unit(more.rstrip("?")) if more else None
            if unit is None:
                return False
            self._hear(self.text("where_line", unit=unit.id))
        elif command in ("show", "map"):
            if more and not self._can_show(command, more) and self.game.understand(Record(0, said, STATE), said) is not None:
                return False  # draw 1Gr: words of the rulebook
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
             "next": self._next, "dice": self._dice_thrown}[command]()  # fmt: skip
        return True

    def _can_show(self, command: str, named: str) -> bool:
        """Whether that can be shown, or drawn: a map shows a hex or one unit, not what the rules ask for by that name."""
        view = View(self.game, self.lang)
        if view.hex(named) is not None:
            return True
        if command == "show":
            return bool(view.thing(named))
        return view.unit(named) is not None and not any(named in (*duty.units, *duty.choices) for duty in self._duties(True))

    def _look_up(self, command: str, more: str) -> bool:
        """Where a unit is, what stands in a hex, what attacks are worth making on it; False if these words name no such thing."""
        view = View(self.game, self.lang)
        named = more.rstrip("?").strip()
        hex_ = view.hex(named)
        if command != "odds":
            lines = view.thing(named)
        elif hex_ is None or named.split()[-1:] != [hex_] or ATTACK not in self.game.referee.book.acts:
            lines = None
        else:
            undo = Undo(self)
            if self.waiting is not None:  # what waits for its die has not been done
                self.game.back(self.waiting.before)
            lines = [*attack_lines(view, hex_)] or [self.text("odds_none", hex=hex_)]
            self._back(undo)
        if lines:
            self.voice.tell("\n".join(lines))
        return bool(lines)

    def _dice_thrown(self) -> None:
        """Every die that stands in the log, with what it was thrown for."""
        from adjudicator.log.reader import Log

        rows = [(record.line, record.dice, record.text.strip()) for record in Log(self.path, self.game.extra).records() if record.dice]
        lines = [self.text("dice_row", line=line, dice=" ".join(map(str, dice)), text=printable(text)) for line, dice, text in rows]
        thrown = [die for _, dice, _ in rows for die in dice]
        self.voice.tell("\n".join(lines) or self.text("dice_none_thrown"), dice=thrown)
        if thrown:
            self.tell("dice_sum", count=len(thrown), faces=" · ".join(f"{thrown.count(face)}× {face}" for face in sorted(set(thrown))))

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def _why(self) -> None:
        if self.shown is None:
            self.tell("nothing_yet")
            return
        from adjudicator.say.page import WIDTH, as_text

        for ruling in self.shown[0].rulings:
            self.voice.tell(as_text(ruling, self.game.referee.book, self.lang, True, self.voice.color, min(WIDTH, width())))

    def _rule(self, number: str, said: str) -> bool:
        """``why 13.8.3``: the rule in our words; False if no such number is printed and what was said makes sense as a question."""
        from adjudicator.study.explain import cited_as, lookup
        from adjudicator.study.numbers import index_of

        book = self.game.referee.book
        index = index_of(book)
        found = lookup(index, number)
        say = View(self.game, self.lang).say
        if found is None:
            if said and self.game.understand(Record(0, said, STATE), said) is not None:
                return False
            self.voice.tell(say.message("no_number", book=book.id, number=printable(number), cited=cited_as(index)))
            return True
        self.voice.tell(f"{book.id} {found}  {say.pick(index[found].get('title')) or ''}\n  {say.pick(index[found].get('summary')) or ''}")
        return True

    def _help(self) -> None:
        """One screen, its examples told of a unit of this game and of an enemy's hex."""
        placed = [unit for unit in self.game.situation.units.values() if unit.place is not None]
        unit = placed[0] if placed else None
        enemy = next((other for other in placed if unit is not None and other.side != unit.side), unit)
        self.tell("help", unit=unit.id if unit is not None else "…", hex=enemy.place if enemy is not None else "…")

    def _show(self, command: str, named: str) -> None:
        view = View(self.game, self.lang)
        if not named and command == "show":
            lines: list[str] | None = view.everything()
        elif command == "map":
            lines = self._map(view, named)
        else:
            lines = view.thing(named)
        self.voice.tell("\n".join(lines) if lines else self.text("no_such_thing", name=printable(named)))

    def _map(self, view: View, named: str) -> list[str] | None:
        """What the last ruling was about, or, before there is one, everything; the hexes around a hex or a unit; a file of pictures."""
        from adjudicator.draw import pictures

        book, position = self.game.referee.book, self.game.situation
        if pictures.form_of(named):
            try:
                return [pictures.table_file(named, self.path, self.game, self.lang)]
            except Broken as error:
                return [catalogue(self.lang).fault(error)]
        if named:
            unit = view.unit(named)
            hex_ = (unit.place if unit is not None else None) or view.hex(named)
            if not hex_:
                return None
            return [pictures.on_terminal(book, position, self.lang, None, [hex_], self.voice.color), *view.around(hex_)]
        record, before = self.shown if self.shown is not None else (None, position)
        rulings = record.loud(book) if record is not None else []
        back = ways_back(book, position) if rulings else {}
        return [pictures.on_terminal(book, before, self.lang, rulings[-1] if rulings else None, (), self.voice.color, back=back)]

    def _show_bare(self, said: str) -> bool:
        """Show a hex, a unit or a marker whose name is all that was typed."""
        view = View(self.game, self.lang)
        if not view.is_name(said):
            return False
        self._show("show", said)
        return True

    def _slip(self) -> None:
        """The last ruling as a short text: of the game, not of what was only thought of."""
        shown = self.real if self.shown is self.supposed else self.shown
        shown = self.standing if shown is self.rejected and shown is not None else shown
        if shown is None:
            self.tell("nothing_yet")
            return
        record, before = shown
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
        undo = Undo(self)
        before = undo.position
        record = Record(0, said, STATE)
        real = self.real if self.shown is self.supposed else self.shown
        try:
            doing = self._doing()
            if self._wants_die() and bare_dice(said):  # what if 5?
                said = self.text("dice_line", dice=said)
            waits = self.waiting if self.doubt is None else None
            if doing is not None and (others := changed(self.game, doing, said.rstrip("? "), waits.more if waits is not None else ())) is not None:  # no KG?
                if waits is not None:
                    self.game.back(waits.before)
                self.game.play(record, *others)
                self._told(record, before)
                self._ask_for(record)
                return
            for way in dict.fromkeys((said.rstrip("? "), said)):  # what if 16Pz attacks 2119? - no question whether it may
                record = Record(0, way, STATE)
                entry = self.game.understand(record, way)
                if entry is not None:
                    break
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
                if self.waiting is not None and instead(self.waiting.entry, entry):  # what if 16Pz attacks 2118?
                    self.game.back(self.waiting.before)
                self.game.play(record, entry)
                shown = self.shown
                self._told(record, before)
                self.shown = self.shown if record.rulings else shown
                silent = record.problem is None and all(self.game.referee.book.acts[ruling.kind].silent for ruling in record.rulings)
                if silent and self.doubt is not None:
                    record = Record(0, self.doubt[0], STATE)  # what if frost? - for the act that is neither kept nor dropped yet
                    again = self.game.understand(record, record.text)
                    if again is not None:
                        self.game.play(record, again)
                    self._told(record, before)
                elif silent and self.waiting is not None:
                    self.game.back(self.waiting.before)  # what if frost? - for the attack that waits for its die
                    self.game.play(record, entry)
                    record = self._again(self.waiting, self.game.mark(), self.waiting.more)
                    self._told(record, before)
            else:
                self._told(record)
            self._ask_for(record)
        finally:
            self._back(undo)
            self.real, self.supposed = real, self.shown
            self.tell("only_if")

    def _ask_for(self, record: Record) -> None:
        """Say which fact the last ruling hangs on, if it does."""
        for need in [need for ruling in record.rulings[-1:] for need in ruling.needs if need.fact != DICE][:1]:
            self._ask_need(need, "values_more", "ask_more")

    def _doing(self) -> Line | None:
        """The entry that is in doubt or waits for its die."""
        if self.doubt is not None:
            return self.game.understand(Record(0, self.doubt[0], STATE), self.doubt[0])
        return self.waiting.entry if self.waiting is not None else None

    # ---- the sequence of play ---------------------------------------------------------------------------------------
    def _status(self) -> None:
        """Where the game stands, what comes next, what is open."""
        view = View(self.game, self.lang)
        lines = [view.head()]
        following = self.following()
        if following:
            lines.append("  " + self.text("follows", phases=" · ".join(view.say.show(phase) for phase in following)))
        lines += [f"  {line}" for line in strength(view)]
        self.voice.tell("\n".join(lines), next=following)
        if not self.open_matters():
            self.tell("nothing_open")

    def open_matters(self) -> bool:
        """Say what is open: an entry in doubt, a die, what the rules ask for.  Whether there was anything."""
        if self.doubt is not None:
            self.voice.tell("  " + self.text("open_doubt", text=self.doubt[0]))
        if self.waiting is not None:
            key = "open_fact" if self.waiting.needs and not self.waiting.die else "open_die"
            facts = ", ".join(self._fact(need) for need in self.waiting.needs)
            self.voice.tell("  " + self.text(key, text=self.waiting.entry.text.strip(), facts=facts))
        elif self.game.open is not None:
            self.voice.tell("  " + self.text("open_die", text=self.game.open.text.strip()))
        return bool(self._tell_duties(True) or self.doubt is not None or self.waiting is not None or self.game.open is not None)

    def following(self) -> list[str]:
        """The phases that may come next: as the rulebook says, else the next one of its list."""
        book, situation = self.game.referee.book, self.game.situation
        now = situation.known("phase")
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
            if not names and self._tell_duties(True):
                return  # what has to be done first
            self.tell("which_phase" if names else "no_next", phases=" · ".join(names))
            return
        facts = [Stated("phase", following[0])]
        turn, head = self.game.situation.known("turn"), ""
        if isinstance(turn, int) and following[0] == (self.game.referee.book.meta.get("sequence") or [None])[0]:
            facts.insert(0, Stated("turn", turn + 1))
            head = self.text("turn_line", turn=turn + 1)
        said = self._phase_said(following[0], head, facts)
        self.voice.tell(f"= {said}", meant=said)
        self._hear(said)

    def _phase_said(self, phase: str, head: str, facts: list[Stated]) -> str:
        """How going on to a phase is written: in plain words where they mean just that."""
        name = View(self.game, self.lang).say.show(phase)
        for way in (name, self.text("phase_line", phase=name), self.text("phase_line", phase=phase)):
            try:
                parts = self.game.parse(head + way).parts
            except NotUnderstood:
                continue
            if list(parts) == facts:
                return head + way
        return f"{head}phase = {phase}"

    def _phase_meant(self, said: str) -> str | None:
        """A phase by the beginning of its name ("phase supply", "combat"), where only one can be meant; those that may come next are
        looked at before the others."""
        words_ = fold(said).split()
        bare = " ".join(words_[1:] if words_ and words_[0] in commands().phase_words else words_)
        if len(bare) < LEAST_OF_PHASE:
            return None
        say = View(self.game, self.lang).say
        for phases in (self.following(), self._phases()):
            near = [phase for phase in phases if any(_begins(fold(name), bare) for name in (phase, say.show(phase)))]
            if len(near) == 1:
                return self._phase_said(near[0], "", [Stated("phase", near[0])])
        return None
