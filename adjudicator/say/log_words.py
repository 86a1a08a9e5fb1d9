"""The words of a turn log: header lines and replies of both languages (grammars/log.*.yaml)."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_yaml

LANGUAGES = ("en", "es")
LATER = ("option", "reading")  # header lines that may come in the middle of the play, and are part of it
KEPT = 5000  # first words of lines kept in memory


class Words:
    """Header words and replies of both languages; header words may be mixed freely."""

    __slots__ = ("_agreed", "_dice", "_others", "first", "headers", "replies", "switches")

    def __init__(self) -> None:
        files = [os.path.join(grammars_folder(), f"log.{lang}.yaml") for lang in LANGUAGES]
        data = compiled(files, lambda: [load_yaml(file) for file in files], "log-words")
        self.headers = _table(data, "header")
        self.switches = _table(data, "switch")
        self.replies: dict[str, dict[str, str]] = {lang: item["replies"] for lang, item in zip(LANGUAGES, data, strict=True)}
        marks = "|".join(re.escape(mark.strip()) for item in data for mark in item["agreed"].split(";"))
        self._agreed = re.compile(rf"\s*;\s*(?:{marks})\b[\s:,]*(.*)$", re.I)
        dice = "|".join(re.escape(word.strip()) for item in data for word in item["dice"].split(";"))
        self._dice = re.compile(rf"(?:{dice})[\s:=]+(\d{{1,3}}(?:[\s,]+\d{{1,3}})*)", re.I)
        self.first = {phrase.split()[0] for phrase in self.headers}
        self._others: set[str] = set()  # first words of lines that are known to begin no header

    def text(self, lang: str, key: str, **slots: Any) -> str:
        """A reply in a language (any other gives English) with its slots filled."""
        found = self.replies.get(lang, self.replies["en"])[key]
        return found.format(**slots) if slots else found

    def agreement(self, text: str) -> tuple[str, str | None]:
        """A line parted in the entry and what both players agreed on beside it, with '' where they gave no reason; None = no such mark."""
        found = self._agreed.search(text)
        return (text[: found.start()], found[1].strip()) if found is not None else (text, None)

    def dice(self, text: str) -> list[int] | None:
        """The dice of a line that says nothing else, whatever else its words mean in a rulebook; None for any other line."""
        found = self._dice.fullmatch(text)
        return [int(face) for face in found[1].replace(",", " ").split()] if found is not None else None

    def header(self, text: str) -> tuple[str, str] | None:
        """(concept, rest of the line) of a header line, or None."""
        head = text.split(None, 1)[0]
        if head in self._others:
            return None
        if (head.lower() if head.isascii() else fold(head)).rstrip(":") not in self.first:
            if len(self._others) < KEPT:
                self._others.add(head)
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
