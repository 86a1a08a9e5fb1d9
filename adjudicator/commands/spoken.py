"""Help and faults of usage in the player's language: the words stand in the catalogue (section ``help``), not in the commands.

What the library of the command line says itself goes through a function `_` of its modules, meant for translation; it is answered here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from adjudicator.files.places import LANGUAGES
from adjudicator.say.catalogue import catalogue
from adjudicator.say.output import own_language

LIBRARY = ("core", "exceptions", "formatting", "decorators", "types", "parser", "termui")
"""Modules of the library that say something."""


def language_of(args: Sequence[str]) -> str | None:
    """The language that an option anywhere on the line asks for, before the line is read as a whole: its faults are told in it, too."""
    for place, word in enumerate(args):
        if word == "--":
            break
        option, equals, value = word.partition("=")
        if option == "--lang":
            value = value if equals else args[place + 1] if place + 1 < len(args) else ""
            return value if value in LANGUAGES else None
    return None


def speak(lang: str | None) -> None:
    """Have the library speak this language from now on (None: that of the environment)."""
    chosen = lang or own_language()

    def said(text: str) -> str:
        return str(catalogue(chosen)["help"]["library"].get(text, text))

    def counted(one: str, many: str, count: int) -> str:
        return said(one if count == 1 else many)

    for name in LIBRARY:
        module = sys.modules.get(f"click.{name}")
        for function, ours in (("_", said), ("ngettext", counted)):
            if hasattr(module, function):
                setattr(module, function, ours)


def worded(command: click.Command, name: str, lang: str | None) -> click.Command:
    """A command with its help in this language; ``name``: as it is typed, of a command within another both names."""
    words = catalogue(lang or own_language())["help"]
    vars(command).update(_help_option=None)  # the library keeps it, in the language of its first use
    command.help = words["commands"].get(name, command.help)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            key = max(parameter.opts, key=len).lstrip("-")
            parameter.help = words["options"].get(f"{name} {key}", words["options"].get(key, parameter.help))
    if isinstance(command, click.Group):
        for inner, each in command.commands.items():
            worded(each, f"{name} {inner}", lang)
    return command


def message(key: str, **slots: Any) -> str:
    """A message of the commands, for a fault of usage."""
    from adjudicator.commands.base import Reply
    from adjudicator.say.words import Say

    return Say(Reply.lang or own_language()).message(key, **slots)
