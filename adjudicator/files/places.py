"""Where the fixed folders lie: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

import os

from adjudicator.files.fault import printable

TYPE_CHECKING = False  # see cache.py
if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES = ("en", "es")  # that the program speaks and understands; the first is the one for whoever wants another

ENVIRONMENT = "ADJUDICATOR_RULEBOOKS"
"""Folders that the user allows, apart as in PATH; ``--rulebook-path`` names more for one run."""

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


def allowed_folders(extra: str | None = None) -> list[str]:
    """The folders that the user allows, in the environment and on the command line (``extra``)."""
    return [part for more in (os.environ.get(ENVIRONMENT), extra) for part in (more or "").split(os.pathsep) if part]


def lies_in(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders or lies beneath one, whatever links are on the way."""
    real = os.path.realpath(path)
    return any(real == place or real.startswith(place.rstrip(os.sep) + os.sep) for place in map(os.path.realpath, folders))


def option_for(folder: str) -> str:
    """The option that allows a folder, as it is typed."""
    from shlex import quote

    return f"--rulebook-path {quote(printable(folder))}"


def may_name(base: str, path: str, extra: str | None = None) -> bool:
    """Whether a file in the folder ``base`` may name this one: it lies beneath that folder, with the bundled rulebooks, or where the user allows it."""
    try:
        return lies_in(path, [base or ".", rulebooks_folder(), *allowed_folders(extra)])
    except ValueError:  # no possible name: whoever opens it will say so
        return True
