"""What is wrong with an input file: the one exception that reading raises, and how values are shown in it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` for it would cost time at every start
if TYPE_CHECKING:
    from collections.abc import Sequence


class Broken(Exception):
    """An input file is faulty (exit code 5): `file`, `line` (from 1, or None) and `message`, a plain English sentence.

    `others` holds further faults of the same input, each as 'file:line: message'.
    """

    def __init__(self, file: str, line: int | None, message: str, others: Sequence[str] = ()) -> None:
        super().__init__(file, line, message, others)  # all of them, so that it survives the way between two processes
        self.file = file
        self.line = line
        self.message = message
        self.others = list(others)

    def __str__(self) -> str:
        where = printable(self.file) if self.line is None else f"{printable(self.file)}:{self.line}"
        return f"{where}: {self.message}"


def printable(text: str) -> str:
    """The text without characters that could move the cursor or colour a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def show(value: object, size: int = 40) -> str:
    """A value as it may stand in a message: short, on one line, text in quotation marks."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    text = str(value)
    text = printable(text if len(text) <= size else text[: size - 1] + "…")
    return f'"{text}"' if isinstance(value, str) else text
