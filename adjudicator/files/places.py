"""Where the fixed folders lie: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

import os

LANGUAGES = ("en", "es")  # that the program speaks and understands; the first is the one for whoever wants another

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def beside(name: str) -> str:
    """The folder of that name inside the package, else beside it; the former even if there is neither."""
    inside = os.path.join(_HERE, name)
    outside = os.path.join(os.path.dirname(_HERE), name)
    return outside if not os.path.isdir(inside) and os.path.isdir(outside) else inside


def grammars_folder() -> str:
    """The folder of grammar, words and replies that all rulebooks share."""
    return beside("grammars")


def rulebooks_folder() -> str:
    """The folder of the rulebooks that come with the program."""
    return beside("rulebooks")
