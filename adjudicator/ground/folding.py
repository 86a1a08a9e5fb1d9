"""Text made comparable: lower case, no accents, one kind of dash and of apostrophe."""

from __future__ import annotations

import unicodedata


class _Folding(dict[int, str]):
    """A translation table that is filled as letters are met: lower case without accents, one letter for each letter."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        low = unicodedata.normalize("NFD", char)[0].lower()
        if char in "ºª":
            low = "o" if char == "º" else "a"
        elif char in "–—−‐‑→":
            low = "-"
        elif char in "’‘´`":
            low = "'"
        self[code] = low if len(low) == 1 else char
        return self[code]


_FOLDING = _Folding()


def fold(text: str) -> str:
    """The text in lower case and without accents, of the same length, so that columns stay right."""
    if text.isascii():
        return text.lower()
    return text.translate(_FOLDING)
