"""The words of the table: commands and replies of both languages (grammars/table.*.yaml)."""

from __future__ import annotations

import os
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_yaml
from adjudicator.say.log_words import LANGUAGES, fold
from adjudicator.say.log_words import words as log_words

TAKES_MORE = ("show", "map", "what_if", "note", "keep", "why", "where")  # commands that something may stand behind
LEAST = 2  # letters of an abbreviation
NEVER = ("no",)  # short for no command: a word of both languages that says the opposite of what follows


class TableWords:
    """Commands (phrase -> concept; both languages may be mixed) and replies."""

    def __init__(self) -> None:
        files = [os.path.join(grammars_folder(), f"table.{lang}.yaml") for lang in LANGUAGES]
        data = compiled(files, lambda: [load_yaml(file) for file in files], "table-words")
        self.commands: dict[str, str] = {}
        self.names: dict[str, dict[str, str]] = {}  # language -> concept -> what completion offers
        for lang, item in zip(LANGUAGES, data, strict=True):
            for concept, text in item["command"].items():
                phrases = [phrase.strip() for phrase in text.split(";")]
                self.names.setdefault(lang, {})[concept] = phrases[0]
                for phrase in phrases:
                    self.commands.setdefault(fold(phrase), concept)
        self._replies: dict[str, dict[str, Any]] = {lang: item["replies"] for lang, item in zip(LANGUAGES, data, strict=True)}

    def text(self, lang: str, key: str, **slots: Any) -> str:
        """A reply in a language (any other gives English) with its slots filled."""
        replies = self._replies.get(lang, self._replies["en"])
        if key not in replies:
            return log_words().text(lang, key, **slots)
        found: str = replies[key]
        return found.format(**slots) if slots else found

    def deed(self, lang: str, act: str) -> str:
        """What an act is called."""
        named: str = (self._replies.get(lang, {}).get("deeds") or {}).get(act) or act.replace("_", " ")
        return named

    def command(self, said: str) -> tuple[str, str] | None:
        """(concept, what stands behind it) of a command written out, or None."""
        bare = said.removeprefix(":").lstrip("¿ ").rstrip()
        folded = fold(bare)
        concept = self.commands.get(folded.rstrip("? "))
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
        if len(start) < LEAST or start in NEVER:
            return []
        found = dict.fromkeys(concept for phrase, concept in self.commands.items() if " " not in phrase and phrase.startswith(start))
        return [(concept, rest.strip()) for concept in found if not rest or concept in TAKES_MORE and concept != "note"]


_words: list[TableWords] = []


def words() -> TableWords:
    """The words files, read once."""
    if not _words:
        _words.append(TableWords())
    return _words[0]
