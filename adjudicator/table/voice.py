"""Where the answers of a session go: lines of text to a player, or one JSON object a line to a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adjudicator.say.brief import brief
from adjudicator.say.output import json_text
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Ruling
    from adjudicator.log.reader import Record
    from adjudicator.play.duties import Duty


class Voice:
    """Lines of text."""

    def __init__(self, say: Callable[[str], Any], lang: str, color: bool = False) -> None:
        self.say = say
        self.lang = lang
        self.color = color
        self.brief = True  # False: what comes now is told again with its dice
        self._readings: dict[str, list[str]] = {}  # of the last ruling: what was said of them is not said again with its die

    def begin(self, typed: str) -> None:
        """A line was typed."""

    def end(self) -> None:
        """It has been dealt with."""

    def tell(self, text: str, **data: Any) -> None:
        """Something that the program says itself; ``data`` is the same for programs."""
        if text:
            self.say(text)

    def noted(self, text: str) -> None:
        """Facts that stand in the log now."""
        self.say(text)

    def ruling(self, ruling: Ruling, book: Rulebook, recorded: bool) -> None:
        """A ruling, and whether it stands in the log."""
        if not self.brief and ruling.waits:
            return
        readings = self._readings.get(ruling.text, ())
        lines = brief(ruling, book, self.lang, self.color)
        for line in lines:
            if line not in readings:
                self.say(line)
        self._readings = {ruling.text: [line for line in lines[1:] if line.startswith(f"  {Say(self.lang, book).row('reading')} ")]}

    def record(self, record: Record) -> None:
        """What is to be said of a line beside its rulings."""

    def kept(self, text: str, record: Record, book: Rulebook) -> None:
        """What was told before is recorded now all the same."""
        self.say(text)

    def duty(self, duty: Duty, text: str, book: Rulebook) -> None:
        """Something that is due."""
        self.say(text)


class JsonVoice(Voice):
    """One JSON object a line.  An entry of several acts gives as many; all but the last then have ``"more": true``."""

    def __init__(self, say: Callable[[str], Any], lang: str) -> None:
        super().__init__(say, lang)
        self.typed: str | None = None
        self.rows: list[dict[str, Any]] = []
        self.rest: dict[str, Any] = {}

    def begin(self, typed: str) -> None:
        """A line was typed."""
        self.typed, self.rows, self.rest = typed, [], {}

    def end(self) -> None:
        """Write the answers to the line."""
        if self.typed is None:
            return
        rows = self.rows or [{"declaration": self.typed, "kind": self.rest.pop("kind", "reply")}]
        rows[-1].update(self.rest)
        for number, row in enumerate(rows):
            self._write({**row, "typed": self.typed, **({"more": True} if number + 1 < len(rows) else {})})
        self.typed, self.rows, self.rest = None, [], {}

    def _write(self, row: dict[str, Any]) -> None:
        self.say(json_text(row))

    def tell(self, text: str, **data: Any) -> None:
        """A message belongs to the line being dealt with; beside the lines only an error is one of its own."""
        if self.typed is None:
            if "error" in data:
                self._write({"kind": "error", "error": {**data["error"], "message": text}})
            return
        error = data.pop("error", None)
        if error is not None and "error" not in self.rest:
            self.rest["kind"], self.rest["error"] = "error", {**error, "message": text}
            return
        self.rest.update(data)
        if text:
            self.rest.setdefault("messages", []).append(text)

    def noted(self, text: str) -> None:
        """Facts that stand in the log now."""
        self.rest.update(kind="facts", recorded=True)

    def ruling(self, ruling: Ruling, book: Rulebook, recorded: bool) -> None:
        """A ruling."""
        from adjudicator.say.json import as_json

        self.rows.append({**as_json(ruling, book, self.lang), "recorded": recorded})

    def record(self, record: Record) -> None:
        """Wrong claims."""
        if record.wrong:
            self.rest["claims"] = [wrong.text(self.lang) for wrong in record.wrong]

    def kept(self, text: str, record: Record, book: Rulebook) -> None:
        """The rulings once more, recorded, and what was agreed on."""
        for ruling in record.rulings:
            self.ruling(ruling, book, True)
        self.tell(text, recorded=True, **({} if record.agreed is None else {"agreed": record.agreed}))

    def duty(self, duty: Duty, text: str, book: Rulebook) -> None:
        """Something that is due."""
        self.rest.setdefault("owed", []).append(duty.data(Say(self.lang, book)))
