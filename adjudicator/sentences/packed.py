"""Tables of words packed into one text each: quick to load, looked up where they lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

Entry = tuple[str, str, str, str]
"""Class, type, value, and how it is spelled if that counts."""
LINE, ENTRY, FIELD = "`", "~", "^"
"""What separates the lines of a packed table, the readings of a line and their parts: no JSON escapes them, and no word holds them."""
Found = TypeVar("Found")
MET = 4096
"""Of so many words it is remembered what was found."""


def packed(by_first: Mapping[str, Iterable[tuple[str, ...]]]) -> str:
    """A table as one text, a line for each first word, in their order.  Raises ValueError for a word that can't stand in it."""
    lines = []
    for first, entries in sorted(by_first.items()):
        parts = [first, *map(FIELD.join, entries)]
        line, count = ENTRY.join(parts), len(parts) - 1
        if LINE in line or FIELD in first or line.count(ENTRY) != count or line.count(FIELD) != 4 * count:
            raise ValueError(f"a word or value with {LINE}, {ENTRY} or {FIELD}: {parts}"[:200])
        lines.append(line)
    return f"{LINE}{LINE.join(lines)}{LINE}" if lines else LINE


def once(kept: dict[Any, Found], key: Any, find: Callable[[Any], Found], most: int = MET) -> Found:
    """What is found for a key, looked for once as long as `kept` has room for `most` of them."""
    if key not in kept:
        if len(kept) >= most:
            kept.clear()
        kept[key] = find(key)
    return kept[key]


class Packed(Mapping[str, str]):
    """A packed table: first word -> its readings.

    A sentence looks up a few words in the text, by bisection: unpacking it all would take longer than many sentences do.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._met: dict[str, str | None] = {}

    def lines(self, begins: str = "") -> Iterator[tuple[str, str]]:
        """First words that a pattern without groups fits from their beginning on, in their order, and the readings of each."""
        for line in re.findall(f"{LINE}({begins}[^{LINE}]+)", self._text):
            first, _, rest = line.partition(ENTRY)
            yield first, rest

    def get(self, first: str, default: Any = None) -> Any:
        """The readings of a first word."""
        found = once(self._met, first, self._find)
        return default if found is None else found

    def _find(self, first: str) -> str | None:
        text = self._text
        low, high = 0, len(text) - 1  # a line begins behind each LINE but the last
        while low < high:
            start = text.rindex(LINE, 0, (low + high) // 2 + 1) + 1
            end = text.index(LINE, start)
            key, _, rest = text[start:end].partition(ENTRY)
            if key == first:
                return rest
            if key < first:
                low = end
            else:
                high = start - 1
        return None

    def __getitem__(self, first: str) -> str:
        found = self.get(first)
        if found is None:
            raise KeyError(first)
        return str(found)

    def __contains__(self, first: object) -> bool:
        return self.get(str(first)) is not None

    def __iter__(self) -> Iterator[str]:
        return (first for first, _ in self.lines())

    def __len__(self) -> int:
        return sum(1 for _ in self.lines())


def behind(word: str, text: bytes, start: int = 0) -> str | None:
    """What stands behind a word and a TAB in a text of lines sorted by their first words, from a place on; None if no line begins with it."""
    wanted = word.encode("utf-8", "replace")
    low, high = start, len(text)
    while low < high:
        middle = text.rfind(b"\n", start, (low + high) // 2) + 1 or start
        end = text.find(b"\n", middle)
        key, _, rest = text[middle : end if end >= 0 else len(text)].partition(b"\t")
        if key == wanted:
            return rest.decode("utf-8", "replace")
        if key < wanted:
            low = (end if end >= 0 else len(text)) + 1
        else:
            high = max(middle - 1, start)
    return None


def readings(words: Packed, atom: str) -> Iterator[tuple[list[str], Entry]]:
    """What one table says about phrases with this first word."""
    found = words.get(atom)
    for entry in found.split(ENTRY) if found else ():
        rest, class_, type_, value, spelled = entry.split(FIELD)
        yield rest.split(), (class_, type_, value, spelled)


def phrases(words: Packed, begins: str = "", longest: int | None = None) -> Iterator[tuple[str, str]]:
    """(phrase, type) of everything in one table of which the first word begins with a pattern; `longest`: no phrase has more letters."""
    for first, found in words.lines(begins):
        for entry in found.split(ENTRY):
            if longest is not None and len(first) + entry.index(FIELD) > longest:
                continue
            rest, _, type_, _, _ = entry.split(FIELD)
            yield f"{first} {rest}" if rest else first, type_
