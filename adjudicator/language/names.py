"""The names of a position: what a player may call its units, markers and hexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

from adjudicator.language.folding import atoms, fold
from adjudicator.language.syntax import small

ODDS = re.compile(rf"(\d+(?:\.\d+)?)(?:\s*:\s*([1-9]\d*)|\s+(?:{'|'.join(small('odds'))})\s+([12]))(?!\w|:\w)")
STATS = re.compile(r"\d{1,2}\s?[-–/]\s?\d{1,2}(?:\s?[-–/]\s?\d{1,2})?(?![\w-])")
RULE = re.compile(r"\d+(?:\.\d+)+[a-z]?(?![\w.]*\w)")
READING = re.compile(r"[a-z]-?\d+(?!\w)")
SPLIT_ID = re.compile(r"(\d+)([a-z]+)$")
ORDINALS = small("ordinals")
OF_NOUNS = small("ordinals_of_nouns")
"""Ordinals that a noun has to follow."""
LINKS = (["-"], ["."], *([*dot, letter] for dot in (["."], []) for letter in sorted(ORDINALS) if len(letter) == 1))
"""What may stand between a number and what it counts: 16-Pz, 16. Pz, 16.o Pz."""

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


class Called:
    """What counters are called: by the first word of each phrase, and by the number or the letters of an id such as 47R."""

    __slots__ = ("book", "by_letters", "by_number", "plain", "units")

    def __init__(self, book: NameWords, units: tuple[str, ...], before: Called | None = None) -> None:
        """``before``: the same of some of these counters, the first of them; what it knows is taken over and not changed."""
        self.book = book
        self.units = units
        before = before if before is not None and before.units == units[: len(before.units)] else None
        self.plain: dict[str, tuple[tuple[list[str], str], ...]] = {} if before is None else before.plain.copy()
        self.by_number: dict[str, tuple[tuple[str, str], ...]] = {} if before is None else before.by_number.copy()
        self.by_letters: dict[str, dict[str, tuple[str, ...]]] = {} if before is None else before.by_letters.copy()
        mine: set[str] = set()  # letters of which the table is no longer the one of before
        for unit in units if before is None else units[len(before.units) :]:
            self._add(unit, mine)

    def _say(self, phrase: list[str], unit: str) -> None:
        self.plain[phrase[0]] = (*self.plain.get(phrase[0], ()), (phrase[1:], unit))

    def _number(self, number: str, letters: str, unit: str, mine: set[str]) -> None:
        self.by_number[number] = (*self.by_number.get(number, ()), (letters, unit))
        if letters not in mine:
            mine.add(letters)
            self.by_letters[letters] = self.by_letters.get(letters, {}).copy()
        numbers = self.by_letters[letters]
        numbers[number] = (*numbers.get(number, ()), unit)

    def _add(self, unit: str, mine: set[str]) -> None:
        words = atoms(fold(unit))
        if not words:
            return
        self._say(words, unit)
        if len(words) > 1:
            bare = [word for word in words if word != "-"]
            if bare and bare != words:
                self._say(bare, unit)
            for name in self.book.ids.get(words[-1], ()):  # 12VG HQ, the headquarters of the 12VG
                for owner in _counted(words[:-1]) if "*" in name else (words[:-1],):  # 8 HQ, the 8th army
                    phrase = [word for part in name for word in (owner if part == "*" else (part,))]
                    self._say(phrase if "*" in name else [*owner, *name], unit)
        match = SPLIT_ID.match("".join(words))
        if len(words) == 1 and words[0].isdecimal():  # 46: the 46th, 46 Inf, if the rulebook says so
            self._number(words[0], "", unit, mine)
        elif match is None:
            for phrase in self.book.ids.get(words[0], ()) if len(words) == 1 else ():
                self._say(phrase, unit)
        elif len(words) == 1:
            number, letters = match.groups()
            self._number(number, letters, unit, mine)

    def numbered(self, atom: str) -> Iterator[tuple[list[str], str]]:
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
                yield tail, unit
                if not ending:
                    for link in LINKS:
                        yield [*link, *tail], unit
            if ending and ending not in OF_NOUNS:
                yield [], unit


def _counted(words: list[str]) -> Iterator[list[str]]:
    """A name, and if it is a number or an ordinal both and all its ordinals: 8, 8th, 8o."""
    yield words
    digits = words[0].rstrip("abcdefghijklmnopqrstuvwxyz") if len(words) == 1 else ""
    if digits.isdecimal() and words[0][len(digits) :] in (*ORDINALS, ""):
        yield from ([digits + ending] for ending in ("", *sorted(ORDINALS)) if digits + ending != words[0])


class Lookup:
    """What each first word can begin among the names of one position: of its counters, and of what else may be named like one."""

    __slots__ = ("book", "called", "hexes", "markers")

    def __init__(
        self,
        book: NameWords,
        units: tuple[str, ...],
        markers: Iterable[tuple[str, str]],
        hexes: Iterable[tuple[str, str]] = (),
        others: tuple[str, ...] = (),
        before: Lookup | None = None,
    ) -> None:
        """``before``: what was known of a position with fewer counters."""
        self.book = book
        known = set(units)
        others = tuple(dict.fromkeys(name for name in (*others, *book.units) if name not in known))
        earlier = before.called if before is not None and before.book is book else (None, None)
        self.called: tuple[Called, Called] = Called(book, units, earlier[0]), Called(book, others, earlier[1])
        self.markers = list(markers)
        self.hexes: dict[str, list[tuple[list[str], str]]] = {}
        for name, hex_ in hexes:
            words = atoms(fold(name))
            if words:
                self.hexes.setdefault(words[0], []).append((words[1:], hex_))

    def names(self, atom: str) -> Iterator[tuple[list[str], Option]]:
        """Units and markers that a player may call by a phrase with this first word, those with a number behind it aside (`by_number`)."""
        for called in self.called:
            for rest, unit in called.plain.get(atom, ()):
                yield rest, ("UNIT", unit)
        for rest, hex_ in self.hexes.get(atom, ()):
            yield rest, ("HEX", hex_)
        for called in self.called:
            for rest, unit in called.numbered(atom):
                yield rest, ("UNIT", unit)
        for letters, tail in self.book.tails_from(atom):  # the Tigers, if no more than one unit is called so
            alone = list(islice((unit for called in self.called for units in called.by_letters.get(letters, {}).values() for unit in units), 2))
            if len(tail) == 1 and len(alone) == 1 and not any(atom in words for _, words in self.book.tables):
                yield [], ("UNIT", alone[0])
        for kind, marker in self.markers:
            words = atoms(fold(marker))
            if words and words[0] == atom:
                yield words[1:], ("MARKERID" if len(marker) < 3 else "MARKER", (kind, marker))

    def by_number(self, atom: str) -> list[tuple[list[str], str]]:
        """(further words, letters) of what a number may stand behind: rifle division 47, R 47."""
        found = [(tail[1:], letters) for letters, tail in self.book.tails_from(atom)]
        return [*found, ([], atom)] if any(atom in called.by_letters for called in self.called) else found

    def of_number(self, letters: str, number: str) -> list[str]:
        """The units with these letters and this number."""
        return [unit for called in self.called for unit in called.by_letters.get(letters, {}).get(number, ())]
