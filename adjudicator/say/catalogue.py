"""What the program says itself, and the words it reads in header lines and commands: grammars/texts.<lang>.yaml, one file a language.

A text is named by its section and key; its slots stand in braces.  A section is read, and kept compiled, on its own: what a command
does not say costs it nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.files.fault import Broken, Phrase, printable
from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.files.text import STDIN, read_text
from adjudicator.files.yaml import load_yaml

BEHIND = {"table": "log"}  # a section, and the one in which a reply is looked for that it has not


class Catalogue:
    """The texts of one language, by section."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._path = f"{grammars_folder()}/texts.{lang}.yaml"
        self._sections: dict[str, dict[str, Any]] = {}

    def __getitem__(self, section: str) -> dict[str, Any]:
        """A section; KeyError if the catalogue has none of that name."""
        found = self._sections.get(section)
        if found is None:
            found = self._sections[section] = compiled([self._path], lambda: self._read(section), f"texts-{self.lang}-{section}")
        return found

    def _read(self, section: str) -> dict[str, Any]:
        """One section out of the file, the lines before it left empty so that a fault in it names its line."""
        text = read_text(self._path)
        begin = re.search(rf"^{section}:", text, re.M)
        if begin is None:
            raise KeyError(section)
        end = re.compile(r"^\w", re.M).search(text, begin.end())
        piece = "\n" * text.count("\n", 0, begin.start()) + text[begin.start() : end.start() if end is not None else None]
        found: dict[str, Any] = load_yaml(self._path, text=piece)[section]
        return found

    def phrase(self, phrase: Phrase) -> str:
        """What is wrong with a file, with its slots filled in."""
        return fill(self["faults"].get(phrase.key, phrase.key), self.told(phrase.slots))

    def place(self, error: Broken) -> str:
        """The file of a fault and its line, if it has one."""
        file = self["faults"]["standard_input"] if error.file == STDIN else printable(error.file)
        return str(file) if error.line is None else f"{file}:{error.line}"

    def fault(self, error: Broken) -> str:
        """A fault of a file: where, and what is wrong."""
        return f"{self.place(error)}: {self.phrase(error.phrase)}"

    def told(self, slots: Mapping[str, object]) -> dict[str, str]:
        """What slots hold, in words."""
        return {name: self._told(content) for name, content in slots.items()}

    def _told(self, content: object) -> str:
        if isinstance(content, Phrase):
            return self.phrase(content)
        if isinstance(content, (list, tuple)):
            return ", ".join(self._told(item) for item in content)
        return str(content)

    def reply(self, section: str, key: str, /, **slots: Any) -> str:
        """A reply of a section with its slots filled in; KeyError if there is none."""
        found = self[section]["replies"].get(key)
        if found is None:
            found = self[BEHIND[section]]["replies"][key]
        return fill(found, self.told(slots)) if slots else str(found)


_catalogues: dict[str, Catalogue] = {}


def catalogue(lang: str) -> Catalogue:
    """The catalogue of a language; the first one for a language that there is none of."""
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    found = _catalogues.get(lang)
    if found is None:
        found = _catalogues[lang] = Catalogue(lang)
    return found


def reply(lang: str, section: str, key: str, /, **slots: Any) -> str:
    """A reply in a language, its slots filled in; KeyError if the section has none of that key."""
    return catalogue(lang).reply(section, key, **slots)


class _Slots(dict[str, str]):
    """Slots of a text; one that was not given shows as its name in braces."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def fill(text: str, slots: Mapping[str, str]) -> str:
    """A text with its slots filled in.  Raises nothing: a text with broken braces comes back as it is."""
    try:
        return text.format_map(_Slots(slots))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError):
        return text
