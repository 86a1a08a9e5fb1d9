"""The door: what a process begins and ends with, and the way in that a plain ``check`` takes without the library of the command line.

That library is as much work to load as everything else that a one-shot ``check`` does.  So a ``check`` that only has options of this list
with values is taken as it stands; whatever else is typed, help and faults of usage among it, goes the way of all commands.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from adjudicator.commands.base import complain, legible, quiet_pipe, remember
from adjudicator.files.places import LANGUAGES
from adjudicator.say.exits import LEGAL

PLAIN = {
    "-r": "rulebook", "--rulebook": "rulebook", "-s": "situation", "--situation": "situation", "--roll": "rolls", "--explain": "explain", "--format": "fmt",
    "--lang": "lang",
}  # fmt: skip
"""Options of ``check``, as its command declares them, and what they are called there; `explain` is a flag, `rolls` may come more than once."""
CHOICES = {"fmt": ("text", "json"), "lang": LANGUAGES}


def plain(args: list[str]) -> dict[str, Any] | None:
    """The arguments of a plain ``check``; None for everything else."""
    if args[:1] != ["check"] or sys.stdout is None:
        return None
    found: dict[str, Any] = {}
    said, rolls = [], []
    rest = iter(args[1:])
    for word in rest:
        if word[:1] != "-" or word == "-":
            said.append(word)
            continue
        option, equals, text = word.partition("=") if word[:2] == "--" else (word, "", "")
        name = PLAIN.get(option)
        if name == "explain" and not equals:
            found[name] = True
            continue
        value = text if equals else next(rest, None)
        if name is None or name == "explain" or value is None or value not in CHOICES.get(name, (value,)):
            return None
        if name == "rolls":
            rolls.append(value)
        else:
            found[name] = value
    return {**found, "declarations": tuple(said), "rolls": tuple(rolls)}


def checked(asked: dict[str, Any]) -> int:
    """The exit code of a plain ``check``."""
    legible()
    asked["follow"] = "lang" not in asked
    asked["lang"] = remember(asked.get("fmt", "text"), asked.get("lang"))
    from adjudicator.commands.checking import check

    try:
        return check(**asked)
    except BrokenPipeError:
        raise
    except Exception as error:
        return complain(error)


def run() -> None:
    """The console script: quiet where nobody reads any more or Ctrl-C was pressed at any moment.

    What is loaded at the start stays to the end, so the collector need not go through it again and again, nor once more on the way out:
    that was a fifth of the time of a one-shot command.
    """
    gc.set_threshold(50_000, 20, 50)
    try:
        asked = plain(sys.argv[1:])
        if asked is not None:
            sys.exit(checked(asked))
        from adjudicator.commands.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        quiet_pipe()
        sys.exit(LEGAL)
    finally:
        gc.freeze()
