"""The general dictionary: the classes of words that no rulebook uses, so that they can be told back or asked about.

`grammars/general.en.txt` and `general.es.txt`: one sorted line a form, `form TAB class:lemma ...` (`benchmarks/make_general.py` makes them
and says from what). They are looked up by bisection in the file, only for words that the other tables lack, and remembered.
"""

from __future__ import annotations

import os

from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.language.syntax import syntax
from adjudicator.sentences.packed import behind

SUFFIXES = [
    (ending, language, class_) for language, classes in syntax()["suffixes"].items() for class_, endings in classes.items() for ending in endings.split()
]
"""Endings that tell the class of a word that is in no dictionary."""


class General:
    """The dictionaries of all languages."""

    def __init__(self) -> None:
        self.files = [(language, os.path.join(grammars_folder(), f"general.{language}.txt")) for language in LANGUAGES]
        self.texts: dict[str, bytes] = {}
        self.memo: dict[str, list[tuple[str, str, str]]] = {}

    def find(self, typed: str, folded: str) -> list[tuple[str, str, str]]:
        """(language, class, lemma) of a word, as typed or without its accents; by its ending, if no dictionary has it."""
        found = self.memo.get(typed)
        if found is None:
            found = [(language, *reading) for language, path in self.files for reading in self._in(language, path, folded)]
            if not found:
                found = [(language, class_, folded) for ending, language, class_ in SUFFIXES if folded.endswith(ending) and len(folded) > len(ending) + 2][:1]
            self.memo[typed] = found
        return found

    def _in(self, language: str, path: str, word: str) -> list[tuple[str, str]]:
        text = self.texts.get(language)
        if text is None:
            text = self.texts[language] = _content(path)
        found = behind(word, text)
        return [tuple(part.split(":", 1)) for part in found.split()] if found is not None else []  # type: ignore[misc]


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
