"""Where answers go: the language of whoever reads them, colours, the width of the terminal."""

from __future__ import annotations

import os
import sys


def own_language() -> str:
    """The player's language, from the environment."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name)
        if setting:
            return "es" if setting.lower().startswith("es") else "en"
    return "en"


def in_color() -> bool:
    """Whether the output goes to a terminal that may be coloured."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


def width() -> int:
    """Columns of the terminal, 100 where there is none."""
    try:
        return max(60, min(160, os.get_terminal_size(sys.stdout.fileno()).columns))
    except (OSError, ValueError, AttributeError):
        return 100
