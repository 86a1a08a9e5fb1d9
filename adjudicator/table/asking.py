"""What the program asks for: the fact that decides, and what the rules require next, and of whom."""

from __future__ import annotations

from typing import Any

from adjudicator.duties import duties
from adjudicator.facts import DICE
from adjudicator.language import NotUnderstood, Stated
from adjudicator.log import Record
from adjudicator.log_words import fold
from adjudicator.ruling import UNDETERMINED, Need
from adjudicator.situation import Situation
from adjudicator.stating import bracketed
from adjudicator.table.recorder import Recorder
from adjudicator.table.show import View


class Asking(Recorder):
    """Facts that are missing, and what is due."""

    # ---- facts ------------------------------------------------------------------------------------------------------
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

    def _ask_more(self) -> None:
        """Ask for the fact that a number of the entry that waits hangs on."""
        if self.waiting is not None and self.waiting.needs:
            self._ask_need(self.waiting.needs[0], "values_more", "ask_more")

    @staticmethod
    def _values(need: Need) -> list[str]:
        """The values that a fact can have, by their labels."""
        return [] if need.fact == DICE else list(need.outcomes)

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
        near = dict.fromkeys(name for word, name in known.items() if word.startswith(wanted)) if len(wanted) > 2 or not wanted.isdigit() else {}
        return next(iter(near)) if len(near) == 1 else None

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

    def _need(self, record: Record) -> Need | None:
        return next((need for ruling in record.rulings if ruling.verdict == UNDETERMINED for need in ruling.needs), None)

    def _fact(self, need: Need) -> str:
        return View(self.game, self.lang).say.fact(need.fact)

    # ---- what is due ------------------------------------------------------------------------------------------------
    def _due(self, before: Situation) -> None:
        """Say what the rules ask for next, and of whom, if the last line changed that."""
        facts = self.game.situation.facts
        phase = any(before.facts.get(name) != facts.get(name) for name in ("phase", "turn")) and not (self.waiting is not None and self.waiting.die)
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
        if not self.game.situation.facts.get("pending"):
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

    def _roll_due(self) -> str | None:
        """The declaration of a roll that is due and has not been announced (``line_<what>`` of the texts), what has to be done first."""
        say = View(self.game, self.lang).say
        due = [duty for duty in self._duties(True) if say.knows(f"line_{duty.what}")]
        due.sort(key=lambda duty: duty.may)
        return say.text(f"line_{due[0].what}", due[0].finding.slots) if due else None

    def _row(self, units: Any) -> str:
        *some, last = units
        return f"{', '.join(some)} {self.text('and')} {last}" if some else str(last)
