"""What the program asks for: the fact that decides, and what the rules require next, and of whom."""

from __future__ import annotations

from typing import Any

from adjudicator.ground.facts import DICE
from adjudicator.ground.folding import fold
from adjudicator.ground.ruling import UNDETERMINED, Need
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood, Stated
from adjudicator.log.reader import Record
from adjudicator.play.duties import Duty, duties, roll_due
from adjudicator.play.grounds import grounded
from adjudicator.play.lines import Line
from adjudicator.play.stating import bracketed
from adjudicator.table.recorder import Recorder
from adjudicator.table.show import View

SMALL_WORDS = ("NOT", "DET", "BE", "P")
DENIALS = frozenset((("NOT", "not"), ("DET", "no"), ("P", "WITHOUT")))


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
        return next(iter(near)) if len(near) == 1 else None if near else self._other_value(need, said, known)

    def _other_value(self, need: Need, said: str, known: dict[str, str]) -> str | None:
        """Of two values the one that is left if the other is denied: no river, sin río."""
        row = self.game.referee.words(said) if len(need.outcomes) == 2 else []
        if len(row) < 2 or any(token.classes[0] not in SMALL_WORDS for token in row[:-1]):
            return None
        if not any((type_, value) in DENIALS for token in row[:-1] for type_, value in token.means[token.classes[0]]):
            return None
        meant = {fold(row[-1].text), *(fold(str(value)) for _, value in row[-1].means[row[-1].classes[0]])}
        denied = {known[word] for word in meant & known.keys()}
        return next(name for name in need.outcomes if name not in denied) if len(denied) == 1 else None

    def _worded(self, fact: str, value: str) -> str:
        """How the log states a fact: in plain words where they mean just that, else in its bracket name."""
        plain = f"{fact} = {value}"
        meant = bracketed(self.game.referee.book, plain)
        typed = View(self.game, self.lang).say.typed(fact, value)
        try:
            parts = grounded(self.game.parse(typed).parts, self.game.situation) if "=" not in typed else ()
        except NotUnderstood:
            return plain
        return typed if meant is not None and parts == (Stated(*meant),) else plain

    def _need(self, record: Record) -> Need | None:
        return next((need for ruling in record.rulings if ruling.verdict == UNDETERMINED for need in ruling.needs), None)

    def _fact(self, need: Need) -> str:
        return View(self.game, self.lang).say.fact(need.fact)

    # ---- what is due ------------------------------------------------------------------------------------------------
    def _due(self, before: Situation) -> None:
        """Say what the rules ask for next, and of whom, if the last line changed that; of what the phase asks for only what is new."""
        if self.waiting is not None and self.waiting.die:
            return  # the dice come first
        phase = any(before.known(name) != self.game.situation.known(name) for name in ("phase", "turn"))
        situation = self.game.situation
        pending = situation.known_box("pending")
        battle = pending != before.known_box("pending") or pending and situation.known_where() != before.known_where()
        known = set() if phase else self.told
        found = self._duties(True)
        of_battle = [duty.finding for duty in self._duties(False)] if battle and not phase else []
        self._tell_these([duty for duty in found if duty.what not in known or duty.finding in of_battle])
        self.told = {duty.what for duty in found}

    def _duties(self, phase: bool) -> list[Duty]:
        try:
            return duties(self.game.referee.book, self.game.situation, phase)
        except Exception:  # a fault of a rulebook ends no session: what can't be told is not told
            return []

    def _tell_duties(self, phase: bool) -> int:
        found = self._duties(phase)
        if self.waiting is not None and self.waiting.die:  # the roll that is due has been announced
            say = View(self.game, self.lang).say
            found = [duty for duty in found if not say.knows(f"line_{duty.what}")]
        self._tell_these(found)
        return len(found)

    def _tell_these(self, duties_: list[Duty]) -> None:
        say = View(self.game, self.lang).say
        for duty in duties_:
            self.voice.duty(duty, f"  {self.text('may' if duty.may else 'must')} {duty.text(say)}", self.game.referee.book)

    def _answer_to_duty(self, said: str) -> str | None:
        """A bare hex, way or name as the answer to what is due, written out as a declaration."""
        return self._answer_to_result(said) or self._answer_by_name(said)

    def _answer_by_name(self, said: str, whole: bool = False) -> str | None:
        """One of the names, ways or hexes that a duty offers, ``whole`` or the beginning of it, in the sentence that the rulebook has for the answer."""
        if "-" in said and all(self.game.situation.grid.valid(part) for part in said.split("-")) and (meant := self._answer_to_result(said)):
            return meant  # a bare way: the retreat that is due, not a move
        say = View(self.game, self.lang).say
        wanted = fold(said)
        for duty in self._duties(True):
            key = f"answer_{duty.what}"
            if not say.knows(key):
                continue
            if said != "" and self.game.situation.grid.valid(said) and "{hex}" in say.template(key):
                return say.text(key, {"name": self._row(duty.units), "hex": said})
            names = list(dict.fromkeys([*duty.units, *(duty.choices if "{choice}" not in say.template(key) else ())]))
            near = [name for name in names if fold(name) == wanted]
            if not near and not whole and len(wanted) > 1:
                near = [name for name in names if fold(name).startswith(wanted)]
            if len(near) == 1:
                return say.text(key, {"name": near[0], "choice": next(iter(duty.choices), "")})
        return None

    def _way_meant(self, said: str, entry: Line) -> str | None:
        """ "16Pz 2119" of a unit that stands elsewhere: it goes there, by a retreat or an advance that is due or else by a move.  Where it stands
        is said with a word: "16Pz at 2119"."""
        name, _, hex_ = said.strip().rpartition(" ")
        if len(entry.parts) != 1 or not isinstance(entry.parts[0], Stated) or not entry.parts[0].path.startswith("units["):
            return None
        view = View(self.game, self.lang)
        unit = view.unit(name) if view.is_name(name) else None
        if unit is None or unit.place is None or entry.parts[0] != Stated(f"units[{unit.id}].at", hex_) or unit.place == hex_:
            return None
        for duty in self._duties(False):
            if unit.id in duty.units and duty.what.startswith("retreat"):
                way = next((way for way in duty.choices if way.rpartition("-")[2] == hex_), hex_)
                return self.text("retreat_line", units=unit.id, way=f"{unit.place}-{way}")
            if unit.id in duty.units and duty.what == "advance" and duty.finding.slots.get("hex") == hex_:
                return self.text("advance_line", units=unit.id, hex=hex_)
        return self.text("move_line", unit=unit.id, hex=hex_)

    def _answer_to_result(self, said: str) -> str | None:
        """A bare hex, way or unit as what carries out the result."""
        if not self.game.situation.known_box("pending"):
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
            if unit is not None and unit.id in duty.units and duty.what in ("loss", "losses", "eliminate", "blocked", "option", "option_free"):
                return self.text("eliminate_line" if duty.what == "eliminate" else "loss_line", unit=unit.id)
            if duty.what.startswith("option") and said and all(self.game.situation.grid.valid(part) for part in said.split("-")):
                starts = {self.game.situation.units[id_].place for id_ in duty.units}
                if len(starts) == 1 and (start := starts.pop()) is not None:
                    return self.text("retreat_line", units=self._row(duty.units), way=said if said.startswith(start) else f"{start}-{said}")
            if duty.what == "advance":
                named = [view.unit(part) for part in said.replace(",", " ").split()]
                if named and all(unit is not None and unit.id in duty.units for unit in named):
                    hex_ = str(duty.finding.slots.get("hex"))
                    return self.text("advance_line" if len(named) == 1 else "advance_line_many", units=self._row([unit.id for unit in named if unit]), hex=hex_)
        return None

    def _roll_due(self) -> str | None:
        """The declaration of a roll that is due and has not been announced."""
        return roll_due(self._duties(True), View(self.game, self.lang).say)

    def _row(self, units: Any) -> str:
        *some, last = units
        return f"{', '.join(some)} {self.text('and')} {last}" if some else str(last)
