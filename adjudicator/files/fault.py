"""What is wrong with an input file: the one exception that reading raises, told by key and slots.

The words stand in the catalogue (section ``faults`` of grammars/texts.*.yaml); `adjudicator.say.catalogue` puts them together.
"""

from __future__ import annotations


class Phrase:
    """A text of the catalogue: its key, and what its slots hold: texts, numbers, lists of them, other phrases."""

    __slots__ = ("key", "slots")

    def __init__(self, key: str, /, **slots: object) -> None:
        self.key = key
        self.slots = slots

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.slots) == (other.key, other.slots)

    def __hash__(self) -> int:
        return hash((self.key, *self.slots.values()))

    def __repr__(self) -> str:
        return f"{self.key}({', '.join(f'{name}={content!r}' for name, content in self.slots.items())})" if self.slots else self.key


class Broken(Exception):
    """An input file is faulty (exit code 5): `file`, `line` (from 1, or None), `phrase` (what is wrong).

    `others` holds further faults of the same input, `path` the keys to what is at fault in its data, where that is known.
    """

    def __init__(self, file: str, line: int | None, key: str | Phrase, /, **slots: object) -> None:
        super().__init__(file, line, key)
        self.file = file
        self.line = line
        self.phrase = key if isinstance(key, Phrase) else Phrase(key, **slots)
        self.others: list[Broken] = []
        self.path: tuple[object, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:  # so that it survives the way between two processes
        return Broken, (self.file, self.line, self.phrase), {"others": self.others, "path": self.path}

    def __str__(self) -> str:
        where = printable(self.file) if self.line is None else f"{printable(self.file)}:{self.line}"
        return f"{where}: {self.phrase!r}"


def printable(text: str) -> str:
    """The text without characters that could move the cursor or colour a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" if c < "\u0100" else f"\\u{ord(c):04x}" for c in text)


def first_word(value: object) -> str | Phrase:
    """The same of what may be no game file at all: its first word."""
    return show(value.split()[0] if isinstance(value, str) and value.strip() else value, 20)


def show(value: object, size: int = 40) -> str | Phrase:
    """A value as it may stand in a message: short, on one line, text in quotation marks."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return Phrase("nothing")
    if isinstance(value, (dict, list)):
        return Phrase("a_mapping" if isinstance(value, dict) else "a_list")
    text = str(value)
    text = printable(text if len(text) <= size else text[: size - 1] + "…")
    return Phrase("quoted", text=text) if isinstance(value, str) else text
