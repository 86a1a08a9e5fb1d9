"""What is wrong with a file, in the player's language: the messages of ``Broken`` are English sentences with few forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.files.cache import compiled
from adjudicator.files.fault import Broken
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_yaml

if TYPE_CHECKING:
    from adjudicator.files.fault import Broken

_HOLES = {"q": r'("[^"]*"|[^\s"]+)', "n": r"([\d,]+)", "w": r"(.+?)", "l": r"(.+)"}
_rules: dict[str, list[tuple[re.Pattern[str], str, str]]] = {}


def _rules_of(lang: str) -> list[tuple[re.Pattern[str], str, str]]:
    """(pattern, kinds of its holes, text) of every form of message."""
    found = _rules.get(lang)
    if found is None:
        path = f"{grammars_folder()}/faults.{lang}.yaml"
        forms: dict[str, str] = compiled([path], lambda: load_yaml(path), f"faults-{lang}")
        found = _rules[lang] = []
        for form, text in forms.items():
            pieces = re.split(r"\{([qnwl])\}", form)
            pattern = "".join(re.escape(piece) if number % 2 == 0 else _HOLES[piece] for number, piece in enumerate(pieces))
            found.append((re.compile(pattern, re.DOTALL), "".join(pieces[1::2]), text))
    return found


def translated(message: str, lang: str) -> str:
    """A message in another language; what no form fits stays as it is."""
    if lang == "en" or message.startswith('"') and message.endswith('"') and message.count('"') == 2:
        return message
    for pattern, holes, text in _rules_of(lang):
        found = pattern.fullmatch(message)
        if found is not None:
            inner = (part if hole in "nl" else translated(part, lang) for hole, part in zip(holes, found.groups(), strict=True))
            for number, part in enumerate(inner, 1):
                text = text.replace(f"{{{number}}}", part.replace("{", "\x00"))
            return text.replace("\x00", "{").replace(" de el ", " del ")
    return message


def said(error: Broken, lang: str) -> tuple[str, list[str]]:
    """The fault with its file and line, and the further ones."""
    file = translated(error.file, lang) if error.file == "standard input" else error.file
    named = Broken(file, error.line, translated(error.message, lang))
    return str(named), [_other(other, lang) for other in error.others]


def _other(text: str, lang: str) -> str:
    found = re.match(r"(.*?:\d+): (.*)", text, re.DOTALL)
    return text if found is None else f"{found[1]}: {translated(found[2], lang)}"
