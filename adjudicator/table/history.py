"""Taking lines of a log back, and bringing them back: all that is known of it stands in the log itself.

A line that is taken back stays as a comment with a mark.  ``#-``: it can be brought back; ``#--``: the game went on without it.
"""

from __future__ import annotations

from adjudicator.say.heard import LATER, log_words

BACK, GONE = "#- ", "#-- "


def decoded(line: bytes) -> str:
    """A line as text."""
    return line.decode("utf-8", "replace").removeprefix("\ufeff")


def _played(text: str) -> bool:
    """Whether a line is one that was played: no comment, no header."""
    said = text.strip()
    if not said or said[0] in "#>":
        return False
    header = log_words().header(said)
    return header is None or header[0] in LATER


def last_played(lines: list[bytes], back: int = 0) -> int | None:
    """The place of the last line that was played, or of one so many before it."""
    found = (index for index in range(len(lines) - 1, -1, -1) if _played(decoded(lines[index])))
    return next((index for count, index in enumerate(found) if count == back), None)


def take_back(lines: list[bytes]) -> int | None:
    """Mark the last line that was played as taken back; its place, None if there is none.

    A header before the first entry stays: it says what is played.
    """
    index = last_played(lines)
    if index is None:
        return None
    text = decoded(lines[index])
    header = log_words().header(text.strip())
    if header is not None and not any(_played(decoded(line)) and log_words().header(decoded(line).strip()) is None for line in lines[:index]):
        return None
    lines[index] = (BACK + text).encode()
    return index


def bring_back(lines: list[bytes]) -> int | None:
    """Take the mark off the line that was taken back last; its place, None if there is none."""
    start = last_played(lines)
    for index in range(0 if start is None else start + 1, len(lines)):
        text = decoded(lines[index])
        if text.startswith(BACK):
            lines[index] = text.removeprefix(BACK).encode()
            return index
    return None


def let_go(lines: list[bytes]) -> bool:
    """The game goes on another way: what could be brought back stays as a comment.  Whether there was any."""
    found = False
    for index, line in enumerate(lines):
        if line.startswith(BACK.encode()):
            lines[index] = GONE.encode() + line[len(BACK) :]
            found = True
    return found
