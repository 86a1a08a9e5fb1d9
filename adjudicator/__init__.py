"""Settles rules questions in hex-and-counter wargames.

What other programs may use stands in `adjudicator.api`; it is loaded when it is first asked for, so that the command line need not.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would cost time at every start
if TYPE_CHECKING:
    from typing import Any

    from adjudicator.api import Answer, Broken, Game, Need, Reason, Rulebook, Ruling, Situation, UnknownRulebook, open_game, open_rulebook, open_situation

__version__ = "0.1.0"
__all__ = ["Answer", "Broken", "Game", "Need", "Reason", "Rulebook", "Ruling", "Situation", "UnknownRulebook", "open_game", "open_rulebook", "open_situation"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudicator import api

    return getattr(api, name)
