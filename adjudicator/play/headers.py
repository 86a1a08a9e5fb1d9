"""A game whose book, position and options are named in lines of its own: the head of a turn log, or what is typed before the first entry."""

from __future__ import annotations

import os
import re
from typing import Any

from adjudicator.book import Rulebook, UnknownRulebook, load, situations
from adjudicator.files.cache import stamp
from adjudicator.files.fault import Broken, printable, show
from adjudicator.files.places import LANGUAGES, may_name, option_for
from adjudicator.files.text import STDIN
from adjudicator.files.yaml import load_document
from adjudicator.ground.folding import fold
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game, fault_of
from adjudicator.play.record import BROKEN, HEADER, Note, Problem, Record
from adjudicator.say.heard import log_words
from adjudicator.say.words import Say

OUTSIDE = "situation_outside", "situation_link"  # problems of a log that names a file that it may not name

# ---- situations -----------------------------------------------------------------------------------------------------------------
_situations: dict[tuple[Any, ...], tuple[dict[str, Any], Situation]] = {}
LOOKED_UP = 10  # lines of a log that may name a rulebook or a situation: each can take seconds to read
KEPT = 8  # situations kept in memory: the many logs of one scenario share one


def load_situation(book: Rulebook, path: str, extra: str | None = None) -> tuple[dict[str, Any], Situation]:
    """The checked data of a situation file, and the position that they make; raises Broken."""
    try:
        key: tuple[Any, ...] = (book, extra, os.path.abspath(path), *stamp(path))
    except (OSError, ValueError):
        key = ()
    kept = _situations.get(key)
    if kept is None:
        data = situations.opened(path, lambda _: book, extra, book.folder)[1]
        kept = data, situations.made(book, data, path)
        if key:
            while len(_situations) >= KEPT:
                del _situations[next(iter(_situations))]
            _situations[key] = kept
    return kept[0], kept[1].copy()


class Unfit(Exception):
    """A rulebook that cannot be played by.  ``args`` = (its name, or the file that is at fault, why)."""


# ---- a game with a head ---------------------------------------------------------------------------------------------------------
class LoggedGame(Game):
    """A game that takes header lines; its book may be named only there."""

    def __init__(self, folder: str = "", extra: str | None = None, full: bool = False, lenient: bool = True) -> None:
        super().__init__(full=full, lenient=lenient)
        self.folder = folder
        self.extra = extra
        self.named = ""
        self.looked_up = 0  # how many lines named a rulebook or a situation
        self.options: dict[str, Any] = {}
        self.source: dict[str, Any] = {}  # the data of the situation that was named

    # ---- headers --------------------------------------------------------------------------------------------------
    def start(self, name: str, folder: str = "") -> None:
        """Play by this rulebook (a file in ``folder`` names it), with nothing known of the position.  Raises UnknownRulebook, Unfit."""
        self.named = name
        try:
            self.begin(load(name, self.extra, folder or self.folder or "."))
        except UnknownRulebook:
            raise
        except Broken as error:
            self.book = None
            raise Unfit(printable(error.file if error.line is None else f"{error.file}:{error.line}"), error.phrase) from None
        except Exception as error:  # whatever is wrong with somebody's rulebook, and with nothing else
            self.book = None
            raise Unfit(show(name), fault_of(error)) from error

    def take(self, text: str) -> Record:
        """Hear one line; it may also be one of those that name book, position, options and players."""
        header = log_words().header(text)
        if header is None:
            return super().take(text)
        record = Record(0, text, HEADER)
        self.header(record, *header)
        return record

    def header(self, record: Record, concept: str, rest: str) -> None:
        """Take a header line to heart; what is wrong with it becomes the record's problem."""
        if not rest:
            record.problem = Problem(BROKEN, "header_empty", {"word": record.text.strip()})
            return
        self.looked_up += concept in ("rulebook", "situation")
        if self.looked_up > LOOKED_UP:
            record.problem = Problem(BROKEN, "many_headers", {"most": LOOKED_UP})
            return
        try:
            if concept == "rulebook":
                self._rulebook(record, rest)
            elif concept == "situation":
                self._situation(record, rest)
            elif concept == "players":
                self.players = self._sides(rest)
            elif concept in ("option", "reading"):
                if self.book is None:
                    record.problem = Problem(BROKEN, "no_rulebook")
                elif concept == "option":
                    self._option(record, rest)
                else:
                    self._reading(record, rest)
            elif concept == "edition" and self.book is not None and "".join(fold(rest).split()) != "".join(fold(self.book.edition).split()):
                record.notes.append(Note("edition_other", {"name": rest, "edition": self.book.edition}))
        except Unfit as error:
            record.problem = Problem(BROKEN, "rulebook_broken", dict(zip(("name", "fault"), error.args, strict=True)))
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
        try:
            path = situations.located(name, self.extra)
        except Broken as error:
            record.problem = Problem(BROKEN, "situation_broken", {"name": show(name), "fault": error.phrase})
            return
        if path == name:  # no set-up of a rulebook
            path = os.path.join(self.folder, name)
            if name == STDIN or not may_name(self.folder, path, self.extra):
                folder = os.path.dirname(path) or "."
                plain = name != STDIN and may_name(folder, path)  # no link that leads elsewhere
                record.problem = Problem(BROKEN, OUTSIDE[not plain], {"name": show(name), "option": option_for(folder)})
                return
        try:
            if self.book is None:
                found = load_document(path, cached=True).data
                if isinstance(found, dict) and isinstance(found.get("rulebook"), str):
                    self.start(found["rulebook"], os.path.dirname(path))
            if self.book is None:
                record.problem = Problem(BROKEN, "no_rulebook")
                return
            data, position = load_situation(self.book, path, self.extra)
        except Broken as error:
            place = error.file if error.line is None else f"{error.file}:{error.line}"
            record.problem = Problem(BROKEN, "situation_broken", {"name": printable(place), "fault": error.phrase})
            return
        other = data.get("rulebook")
        if other is not None and other not in (self.book.id, self.book.title, self.named):
            record.problem = Problem(BROKEN, "situation_book", {"found": other, "name": self.book.id})
            return
        self.source = data
        self.begin(self.book, position)
        for path_, value in self.options.items():
            self.situation.state(path_, value)

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

    def _sides(self, said: str) -> dict[str, str]:
        """Who plays which side, where the header says so: "players Ana (German), Luis (Soviet)"."""
        book = self.book
        if book is None:
            return {}
        words = {fold(word): side for side in book.sides for lang in LANGUAGES for word in (side, Say(lang, book).show(side))}
        found: dict[str, str] = {}
        for part in re.split(r"[,;]", said):
            pieces = re.findall(r"[^\W\d_][\w.'-]*", part)
            named = [piece for piece in pieces if fold(piece) in words]
            if len(named) == 1 and len(pieces) > 1:
                found[words[fold(named[0])]] = " ".join(piece for piece in pieces if piece not in named)
        return found
