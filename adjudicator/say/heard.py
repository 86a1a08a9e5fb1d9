"""Words that the program reads itself: header lines of a log, what both players agreed on, lines of dice, commands of the table.

The words of all languages may be mixed; they stand in the catalogues (sections ``log`` and ``table``).
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from typing import Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.folding import fold
from adjudicator.say.catalogue import catalogue

LATER = ("option", "reading")  # header lines that may come in the middle of the play, and are part of it
KEPT = 5000  # first words of lines kept in memory
TAKES_MORE = ("show", "map", "what_if", "note", "keep", "why", "where", "where_is", "what_in", "odds")  # commands that something may stand behind
NEAR = 0.75  # likeness of a misspelt word
LEAST = 2  # letters of an abbreviation


class LogWords:
    """Words of the lines of a log."""

    __slots__ = ("_agreed", "_dice", "_mail", "_others", "_wrote", "first", "headers", "switches")

    def __init__(self) -> None:
        sections = [catalogue(lang)["log"] for lang in LANGUAGES]
        self.headers = _concepts(sections, "header")
        self.switches = _concepts(sections, "switch")
        marks = "|".join(re.escape(mark) for item in sections for mark in _phrases(item["agreed"]))
        self._agreed = re.compile(rf";\s*(?:{marks})\b[\s:,]*(.*)$", re.I)
        dice = "|".join(re.escape(word) for item in sections for word in _phrases(item["dice"]))
        self._dice = re.compile(rf"(?:{dice})[\s:=]+(\d{{1,3}}(?:[\s,]+\d{{1,3}})*)", re.I)
        self._mail = frozenset(fold(word) for item in sections for word in _phrases(item["mail"]))
        self._wrote = frozenset(fold(word) for item in sections for word in _phrases(item["wrote"]))
        self.first = {phrase.split()[0] for phrase in self.headers}
        self._others: set[str] = set()  # first words of lines that are known to begin no header

    def agreement(self, text: str) -> tuple[str, str | None]:
        """A line parted in the entry and what both players agreed on beside it, with '' where they gave no reason; None = no such mark."""
        found = self._agreed.search(text)
        return (text[: found.start()].rstrip(), found[1].strip()) if found is not None else (text, None)

    def dice(self, text: str) -> list[int] | None:
        """The dice of a line that says nothing else, whatever else its words mean in a rulebook; None for any other line."""
        found = self._dice.fullmatch(text)
        return [int(face) for face in found[1].replace(",", " ").split()] if found is not None else None

    def is_mail(self, text: str) -> bool:
        """Whether a line belongs to the head of an e-mail, or says who wrote what is quoted below it."""
        head, _, rest = text.partition(": ")
        if rest and len(head) < 20 and fold(head) in self._mail:
            return True
        return text.endswith(":") and fold(text[:-1].rpartition(" ")[2]) in self._wrote

    def nearly(self, text: str) -> str | None:
        """A line whose first word is misspelt, with the word of a header that it looks like; None if it looks like none."""
        head, _, rest = text.strip().partition(" ")
        near = get_close_matches(fold(head).rstrip(":"), sorted(self.first), 1, NEAR)
        return f"{near[0]} {rest}".strip() if near and fold(head).rstrip(":") not in self.first else None

    def header(self, text: str) -> tuple[str, str] | None:
        """(concept, rest of the line) of a header line, or None."""
        head = (text.split(None, 1) or [""])[0]
        if head in self._others:
            return None
        if fold(head).rstrip(":") not in self.first:
            if len(self._others) < KEPT:
                self._others.add(head)
            return None
        parts = text.split(None, 3)
        for count in (3, 2, 1):
            concept = self.headers.get(fold(" ".join(parts[:count])).rstrip(":")) if len(parts) >= count else None
            if concept is not None:
                rest = text.split(None, count)[count:]
                return None if rest and rest[0].startswith("=") else (concept, rest[0].strip() if rest else "")  # players = …: a fact
        return None


class Commands:
    """Commands of the table."""

    def __init__(self) -> None:
        self.commands: dict[str, str] = {}
        self.names: dict[str, dict[str, str]] = {}  # language -> concept -> what completion offers
        sections = [catalogue(lang)["table"] for lang in LANGUAGES]
        parts = ("phase_words", "joining", "never", "lacking", "having", "only")
        self.phase_words, self.joining, self.never, self.lacking, self.having, self.only = (
            frozenset(fold(phrase) for item in sections for phrase in _phrases(item[part])) for part in parts
        )
        self._yes = frozenset(fold(phrase) for item in sections for phrase in _phrases(item["accept"]))
        for lang in LANGUAGES:
            for concept, text in catalogue(lang)["table"]["command"].items():
                phrases = _phrases(text)
                self.names.setdefault(lang, {})[concept] = phrases[0]
                for phrase in phrases:
                    self.commands.setdefault(fold(phrase), concept)

    def taken(self, said: str, offered: int, empty: bool) -> int | None:
        """Which of so many offers a line takes, from 0: yes takes the first, as an empty line does where it may (`empty`); None if it is another line."""
        bare = fold(said).strip(" .!")
        if offered and (bare in self._yes if said else empty):
            return 0
        return int(bare) - 1 if offered > 1 and bare.isdecimal() and 0 < int(bare) <= offered else None

    def command(self, said: str) -> tuple[str, str] | None:
        """(concept, what stands behind it) of a command written out, or None."""
        bare = said.removeprefix(":").lstrip("¿ ").rstrip()
        concept = self.commands.get(fold(bare).rstrip("? "))
        if concept is not None:
            return concept, ""
        words = bare.split()
        for count in range(min(4, len(words) - 1), 0, -1):
            concept = self.commands.get(fold(" ".join(words[:count])).rstrip(":"))
            if concept in TAKES_MORE:
                return str(concept), bare.split(None, count)[count]
        return None

    def abbreviated(self, said: str) -> list[tuple[str, str]]:
        """The commands that the first word may be short for, each with what stands behind it; a note, which may be any words, has to be written out."""
        bare = said.removeprefix(":").strip()
        first, _, rest = bare.partition(" ")
        start = fold(first)
        if len(start) < LEAST or start in self.never:
            return []
        found = dict.fromkeys(concept for phrase, concept in self.commands.items() if " " not in phrase and phrase.startswith(start))
        return [(concept, rest.strip()) for concept in found if not rest or concept in TAKES_MORE and concept != "note"]


def _phrases(text: str) -> list[str]:
    return [phrase.strip() for phrase in text.split(";")]


def _concepts(sections: list[dict[str, Any]], part: str) -> dict[str, str]:
    """Folded phrase -> concept."""
    return {fold(phrase): concept for item in sections for concept, text in item[part].items() for phrase in _phrases(text)}


@cache
def log_words() -> LogWords:
    """The words of log lines, read once."""
    return LogWords()


@cache
def commands() -> Commands:
    """The commands of the table, read once."""
    return Commands()
