"""The smallest words and the endings of each language that the reader has to know by themselves: grammars/syntax.yaml."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_yaml

FILE = "syntax.yaml"


@cache
def syntax() -> dict[str, Any]:
    """All of it, by name."""
    path = os.path.join(grammars_folder(), FILE)
    found: dict[str, Any] = compiled([path], lambda: load_yaml(path), "syntax")
    return found


def listed(words: str) -> list[str]:
    """The words of one list, a phrase of several written with blanks."""
    return [word.replace("~", " ") for word in words.split()]


def small(*names: str) -> frozenset[str]:
    """The words of lists, in all languages."""
    return frozenset(word for name in names for words in syntax()[name].values() for word in listed(words))


def first_verbs(name: str) -> dict[bool, str]:
    """The first verb of a list, in Spanish (True) and in English."""
    return {language == "es": words.split()[0] for language, words in syntax()[name].items()}


def begun(name: str) -> list[tuple[str, str]]:
    """Beginnings of forms, each with the verb that they are forms of."""
    return [(words.split()[0], words.split()[1]) for words in syntax()["other_verbs"][name].values()]
