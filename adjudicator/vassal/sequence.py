"""Delimited texts: tokens joined by one character, nested at will, as VASSAL writes all its commands and pieces.

Inside a token a backslash stands before each delimiter; backslashes themselves are not marked. A token that begins with a backslash, or
begins and ends with an apostrophe, stands between apostrophes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

ESC = "\x1b"
"""Between commands."""
TABS = re.compile(r"(?<!\\)\\*\t")
DEEPEST = 60
"""Levels of commands in commands; what lies deeper is no game."""


def whole(text: str) -> int | None:
    """A whole number as a file writes it; None for anything else, and for what is too large for one."""
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else None


@lru_cache(maxsize=16)
def _border(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(delimiter)}")


def raw_tokens(text: str, delimiter: str) -> list[str]:
    """The tokens as they are written: joined by the delimiter they give the text again, character for character."""
    if "\\" + delimiter not in text:
        return text.split(delimiter)
    return _border(delimiter).split(text)


def tokens(text: str, delimiter: str) -> list[str]:
    """The tokens as they are meant."""
    marked = "\\" + delimiter
    return [_bare(token.replace(marked, delimiter) if marked in token else token) for token in raw_tokens(text, delimiter)]


def _bare(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" == token[-1] else token


def joined(parts: Iterable[str], delimiter: str) -> str:
    """The text of tokens."""
    marked = "\\" + delimiter
    out = []
    for part in parts:
        token = part.replace(delimiter, marked)
        out.append(f"'{token}'" if part[:1] == "\\" or part[:1] == "'" == part[-1:] else token)
    return delimiter.join(out)


def commands(text: str, depth: int = 0) -> Iterator[str]:
    """The commands of a text in order; a command that holds others is followed by them."""
    if ESC not in text:
        yield text
        return
    if depth > DEEPEST:
        return
    for token in tokens(text, ESC):
        yield from commands(token, depth + 1)


def chain(text: str) -> list[str]:
    """The elements of a chain of traits, outermost first: pairs of an element and the rest of the chain, one in the other.

    A tab of the n-th pair has n backslashes before it, so one walk over the text is enough.
    """
    if "\t" not in text:
        return [_bare(text)]
    out: list[str] = []
    at, end = 0, len(text)
    for found in TABS.finditer(text):
        marks = found.end() - found.start() - 1
        level = len(out)
        if found.start() < at or found.end() > end or marks > level:
            continue
        if marks < level:  # a third token of a pair: nothing of it counts
            end = found.start()
            break
        out.append(_plain(text[at : found.start()], level))
        at = found.end()
        if end - at > 1 and text[at] == "'" == text[end - 1]:
            at, end = at + 1, end - 1
    out.append(_plain(text[at:end], len(out)))
    return out


def _plain(token: str, level: int) -> str:
    """An element without the marks of the pairs that it lies in."""
    if "\t" in token:
        token = TABS.sub(lambda found: found[0][min(level + 1, len(found[0]) - 1) :], token)
    return _bare(token)
