"""The names of a position: what a player may call its units, markers and hexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.language.folding import atoms, fold

ODDS = re.compile(r"(\d+(?:\.\d+)?)(?:\s*:\s*(\d+)|\s+(?:to|a|contra)\s+([12]))(?!\w|:\w)")
STATS = re.compile(r"\d{1,2}\s?[-–/]\s?\d{1,2}(?:\s?[-–/]\s?\d{1,2})?(?![\w-])")
RULE = re.compile(r"\d+(?:\.\d+)+[a-z]?(?![\w.]*\w)")
READING = re.compile(r"[a-z]-?\d+(?!\w)")
SPLIT_ID = re.compile(r"(\d+)([a-z]+)$")
ORDINALS = ("st", "nd", "rd", "th", "o", "a")

Option = tuple[str, Any]
"""A meaning: type and value."""


class NameWords(Protocol):
    """What is asked of the words of a rulebook."""

    ids: dict[str, list[list[str]]]
    units: list[str]

    @property
    def tables(self) -> Sequence[tuple[str, Mapping[str, str]]]:
        """(language, first word -> its readings)."""
        ...

    def tails_from(self, atom: str) -> list[tuple[str, list[str]]]:
        """What letters of an id are written out as, by the first word of it."""
        ...


class Lookup:
    """What each first word can begin among the names of one position."""

    __slots__ = ("book", "by_letters", "by_number", "hexes", "markers", "plain", "units")

    def __init__(self, book: NameWords, units: Iterable[str], markers: Iterable[tuple[str, str]], hexes: Iterable[tuple[str, str]] = ()) -> None:
        self.book = book
        self.units = list(dict.fromkeys([*units, *book.units]))
        self.markers = list(markers)
        self.hexes: dict[str, list[tuple[list[str], str]]] = {}
        for name, hex_ in hexes:
            words = atoms(fold(name))
            if words:
                self.hexes.setdefault(words[0], []).append((words[1:], hex_))
        self.plain: dict[str, list[tuple[list[str], str]]] = {}
        self.by_number: dict[str, list[tuple[str, str]]] = {}
        self.by_letters: dict[str, list[tuple[str, str]]] = {}
        for unit in self.units:
            self._add_unit(unit)

    def _add_unit(self, unit: str) -> None:
        words = atoms(fold(unit))
        if not words:
            return
        self.plain.setdefault(words[0], []).append((words[1:], unit))
        if len(words) > 1:
            bare = [word for word in words if word != "-"]
            if bare and bare != words:
                self.plain.setdefault(bare[0], []).append((bare[1:], unit))
            for name in self.book.ids.get(words[-1], ()):  # 12VG HQ, the headquarters of the 12VG
                phrase = [word for part in name for word in (words[:-1] if part == "*" else (part,))]
                phrase = phrase if "*" in name else [*words[:-1], *name]
                self.plain.setdefault(phrase[0], []).append((phrase[1:], unit))
        match = SPLIT_ID.match("".join(words))
        if len(words) == 1 and words[0].isdecimal():  # 46: the 46th, 46 Inf, if the rulebook says so
            self.by_number.setdefault(words[0], []).append(("", unit))
            self.by_letters.setdefault("", []).append((words[0], unit))
        elif match is None:
            for phrase in self.book.ids.get(words[0], ()) if len(words) == 1 else ():
                self.plain.setdefault(phrase[0], []).append((phrase[1:], unit))
        elif len(words) == 1:
            number, letters = match.groups()
            self.by_number.setdefault(number, []).append((letters, unit))
            self.by_letters.setdefault(letters, []).append((number, unit))

    def names(self, atom: str) -> Iterator[tuple[list[str], Option]]:
        """Units and markers that a player may call by a phrase with this first word."""
        for rest, unit in self.plain.get(atom, ()):
            yield rest, ("UNIT", unit)
        for rest, hex_ in self.hexes.get(atom, ()):
            yield rest, ("HEX", hex_)
        yield from self._by_number(atom)
        for letters, tail in self.book.tails_from(atom):
            for number, unit in self.by_letters.get(letters, ()):
                yield [*tail[1:], number], ("UNIT", unit)
        for letters, tail in self.book.tails_from(atom):  # the Tigers, if no more than one unit is called so
            alone = self.by_letters.get(letters, ())
            if len(tail) == 1 and len(alone) == 1 and not any(atom in words for _, words in self.book.tables):
                yield [], ("UNIT", alone[0][1])
        for letters, units in self.by_letters.items():
            if letters == atom:
                for number, unit in units:
                    yield [number], ("UNIT", unit)
        for kind, marker in self.markers:
            words = atoms(fold(marker))
            if words and words[0] == atom:
                yield words[1:], ("MARKERID" if len(marker) < 3 else "MARKER", (kind, marker))

    def _by_number(self, atom: str) -> Iterator[tuple[list[str], Option]]:
        """`16 Pz`, `16-Pz`, `16th panzer division`, `16.ª Pz`; a bare ordinal for any unit of that number."""
        digits = atom.rstrip("abcdefghijklmnopqrstuvwxyz")
        if not digits.isdecimal() or digits not in self.by_number:
            return
        ending = atom[len(digits) :]
        if ending and ending not in ORDINALS:
            return
        for letters, unit in self.by_number[digits]:
            tails = [*([[letters]] if letters else []), *self.book.ids.get(letters, ())]
            for tail in tails:
                yield tail, ("UNIT", unit)
                if not ending:
                    for link in (["-"], ["."], [".", "o"], [".", "a"], ["o"], ["a"]):
                        yield [*link, *tail], ("UNIT", unit)
            if ending and ending != "a":
                yield [], ("UNIT", unit)
