"""Verdicts written into a log of VASSAL: the same file, each verdict a line of chat behind the step that it is about.

The steps of the players stay as they are, character for character; the other player sees the verdicts while stepping through the log.
"""

from __future__ import annotations

import html
from collections.abc import Mapping

from adjudicator.vassal.sequence import ESC, joined, raw_tokens

LOG = "LOG\t"


def annotated(text: str, notes: Mapping[int, list[str]]) -> str:
    """The game with notes: step (from 1) -> sentences told behind it."""
    raw = raw_tokens(text, ESC)
    first = next((at for at, token in enumerate(raw) if token.startswith((LOG, "'" + LOG))), len(raw))
    out = raw[:first]
    for index, token in enumerate(raw[first:], 1):
        out.append(token)
        out += [joined([LOG + chat(note)], ESC) for note in notes.get(index, ())]
    return ESC.join(out)


def chat(text: str) -> str:
    """A line of chat in the style of reports; nothing in it counts as HTML."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return f"CHAT- {html.escape(plain, quote=False)}"
