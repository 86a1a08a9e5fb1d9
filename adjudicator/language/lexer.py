"""From a text to tokens, by table: the longest phrase that the words or the position's names know wins.

Nothing here raises: what no table knows becomes a token of type NAME, and it is decided later whether a new name may
stand there. Look-ups are made once for each word of a position and kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.language.folding import ATOM, atoms, fold

ODDS = re.compile(r"(\d+(?:\.\d+)?)(?:\s*:\s*(\d+)|\s+(?:to|a|contra)\s+([12]))(?!\w|:\w)")
STATS = re.compile(r"\d{1,2}\s?[-–/]\s?\d{1,2}(?:\s?[-–/]\s?\d{1,2})?(?![\w-])")
RULE = re.compile(r"\d+(?:\.\d+)+[a-z]?(?![\w.]*\w)")
DECIMAL = re.compile(r"(\d+),(\d+)(?=\s+(?:puntos?|points?)\b)")
READING = re.compile(r"[a-z]-?\d+(?!\w)")
SPLIT_ID = re.compile(r"(\d+)([a-z]+)$")
ORDINALS = ("st", "nd", "rd", "th", "o", "a")
SIGNS = ("-", "/", ".", ":", "to", "a", "contra")
"""What may go on after a number: a pair of values, odds, a rule number."""

Option = tuple[str, Any]
"""A meaning: type and value."""
Phrase = tuple[list[str], int, list[Option]]
"""The words of a phrase behind the second, how many words it has, and what it may mean."""
Begun = tuple[list[Option] | None, dict[str, list[Phrase]]]
"""What a word may mean alone, and the longer phrases it begins by their second word, longest first."""
NOTHING: Begun = (None, {})


class Tok:
    """A token: type, value, columns; with several meanings, `options` has all of them, the likeliest first."""

    __slots__ = ("end", "options", "start", "type", "value")
    line = column = end_line = end_column = start_pos = end_pos = 0  # lark asks for them

    def __init__(self, type_: str, value: Any, start: int, end: int, options: list[Option] | None = None) -> None:
        self.type = type_
        self.value = value
        self.start = start
        self.end = end
        self.options = options

    def may_be(self, type_: str) -> bool:
        """Whether one of its meanings is of that type."""
        return self.type == type_ or (self.options is not None and any(option[0] == type_ for option in self.options))

    def nouns(self) -> list[Any]:
        """What it may mean as a noun."""
        if self.options is None:
            return [self.value] if self.type == "NOUN" else []
        return [value for type_, value in self.options if type_ == "NOUN"]

    def copy(self) -> Tok:
        """Another token with the same meaning."""
        return Tok(self.type, self.value, self.start, self.end, self.options)

    def __repr__(self) -> str:
        return f"{self.type}:{self.value}"


def _value(type_: str, text: str) -> Any:
    """The value of a packed meaning."""
    if type_ in ("PREP", "NUM"):
        return int(text)
    if type_ == "HEX":
        return text.split(",") if "," in text else text
    if type_ in ("MARKER", "MARKERID"):
        return tuple(text.split("|", 1))
    return text


class Lookup:
    """What each first word can begin, in the words and among the names of one position; filled as words are met."""

    __slots__ = ("by_letters", "by_number", "hexes", "known", "lexer", "markers", "plain", "tails", "units")

    def __init__(self, lexer: Lexer, units: Iterable[str], markers: Iterable[tuple[str, str]], hexes: Iterable[tuple[str, str]] = ()) -> None:
        self.lexer = lexer
        self.known: dict[str, Begun] = {}
        self.units = list(dict.fromkeys([*units, *lexer.units]))
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
            for name in self.lexer.ids.get(words[-1], ()):  # 12VG HQ, the headquarters of the 12VG
                phrase = [word for part in name for word in (words[:-1] if part == "*" else (part,))]
                phrase = phrase if "*" in name else [*words[:-1], *name]
                self.plain.setdefault(phrase[0], []).append((phrase[1:], unit))
        match = SPLIT_ID.match("".join(words))
        if len(words) == 1 and words[0].isdecimal():  # 46: the 46th, 46 Inf, if the rulebook says so
            self.by_number.setdefault(words[0], []).append(("", unit))
            self.by_letters.setdefault("", []).append((words[0], unit))
        elif match is None:
            for phrase in self.lexer.ids.get(words[0], ()) if len(words) == 1 else ():
                self.plain.setdefault(phrase[0], []).append((phrase[1:], unit))
        elif len(words) == 1:
            number, letters = match.groups()
            self.by_number.setdefault(number, []).append((letters, unit))
            self.by_letters.setdefault(letters, []).append((number, unit))

    def get(self, atom: str) -> Begun:
        """What this word may mean and begin; looked up once."""
        found: dict[tuple[str, ...], list[Option]] = {}
        for rest, option in (*self._names(atom), *self.lexer.meanings(atom)):
            options = found.setdefault(tuple(rest), [])
            if option not in options:
                options.append(option)
        longer: dict[str, list[Phrase]] = {}
        for phrase, options in sorted(found.items(), key=lambda pair: -len(pair[0])):
            if phrase:
                longer.setdefault(phrase[0], []).append((list(phrase[1:]), len(phrase) + 1, options))
        begun = self.known[atom] = (found.get(()), longer) if found else NOTHING
        return begun

    def _names(self, atom: str) -> Iterator[tuple[list[str], Option]]:
        """Units and markers that a player may call by a phrase with this first word."""
        for rest, unit in self.plain.get(atom, ()):
            yield rest, ("UNIT", unit)
        for rest, hex_ in self.hexes.get(atom, ()):
            yield rest, ("HEX", hex_)
        yield from self._by_number(atom)
        for letters, tail in self.lexer.tails_from(atom):
            for number, unit in self.by_letters.get(letters, ()):
                yield [*tail[1:], number], ("UNIT", unit)
        for letters, tail in self.lexer.tails_from(atom):  # the Tigers, if no more than one unit is called so
            alone = self.by_letters.get(letters, ())
            if len(tail) == 1 and len(alone) == 1 and not any(atom in words for _, words in self.lexer.words):
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
            tails = [*([[letters]] if letters else []), *self.lexer.ids.get(letters, ())]
            for tail in tails:
                yield tail, ("UNIT", unit)
                if not ending:
                    for link in (["-"], ["."], [".", "o"], [".", "a"], ["o"], ["a"]):
                        yield [*link, *tail], ("UNIT", unit)
            if ending and ending != "a":
                yield [], ("UNIT", unit)


class Lexer:
    """The words of one rulebook in both languages."""

    __slots__ = ("hexes", "ids", "tails", "units", "words")

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.words: list[tuple[str, Mapping[str, str]]] = table["words"]
        self.hexes = re.compile(f"(?:{table['hex']})(?![0-9])")
        self.ids: dict[str, list[list[str]]] = {short: [name.split() for name in names] for short, names in table["ids"].items()}
        self.tails: dict[str, list[tuple[str, list[str]]]] | None = None
        self.units: list[str] = table["units"]

    def meanings(self, atom: str) -> Iterator[tuple[list[str], Option]]:
        """What the words files say about phrases with this first word."""
        for _, words in self.words:
            if atom in words:
                for line in words[atom].split("\n"):
                    rest, type_, value = line.split("\t")
                    yield rest.split(), (type_, _value(type_, value))

    def phrases(self, types: Iterable[str]) -> Iterator[tuple[str, str]]:
        """(language, phrase) of all that may mean one of these types; slow, for messages only."""
        wanted = set(types)
        for language, words in self.words:
            for first, packed in words.items():
                for line in packed.split("\n"):
                    rest, type_, _ = line.split("\t")
                    if type_ in wanted:
                        yield language, f"{first} {rest}".rstrip()

    def tails_from(self, atom: str) -> list[tuple[str, list[str]]]:
        """What letters of an id are written out as, by the first word of it: `panzer` 16, `cuerpo` de fusileros 47."""
        if self.tails is None:
            self.tails = {}
            for letters, names in self.ids.items():
                for name in names:
                    self.tails.setdefault(name[0], []).append((letters, name))
        return self.tails.get(atom, [])

    def tokens(self, text: str, names: Lookup) -> list[Tok]:
        """The tokens of a text. A word that nothing knows becomes a NAME with the text as value."""
        folded = fold(text)
        matches = list(ATOM.finditer(folded))
        words = [match.group() for match in matches]
        out: list[Tok] = []
        known, count, index, reading = names.known, len(words), 0, False
        while index < count:
            atom = words[index]
            try:
                best, longer = known[atom]
            except KeyError:
                best, longer = names.get(atom)
            stop = index + 1
            if longer and stop < count:
                for rest, length, options in longer.get(words[stop], ()):
                    if not rest or words[stop + 1 : index + length] == rest:
                        best, stop = options, index + length
                        break
            start = matches[index].start()
            if reading and (match := READING.match(folded, start)):
                tok = Tok("READING", text[start : match.end()], start, match.end())
                index = _skip(matches, index, match.end())
            elif atom[0].isdigit():
                tok, index = self._number(text, folded, matches, words, index, best, stop)
            elif best is None:
                tok, index = _name(text, matches, words, index)
            else:
                tok = Tok(best[0][0], best[0][1], start, matches[stop - 1].end(), best if len(best) > 1 or best[0][0] == "NUM" else None)
                index = stop
            reading = tok.value == "reading"
            if tok.type == "NAME" and (glued := SPLIT_ID.fullmatch(atom)) and tok.end == matches[index - 1].end() == start + len(atom):
                nouns = [option for option in names.get(glued.group(2))[0] or () if option[0] == "NOUN"]
                if nouns:  # 3T, 2SP: a number and what is counted
                    out.append(Tok("NUM", int(glued.group(1)), start, start + len(glued.group(1))))
                    tok = Tok(*nouns[0], start + len(glued.group(1)), tok.end, nouns if len(nouns) > 1 else None)
            out.append(tok)
        return out

    def _number(
        self, text: str, folded: str, matches: list[re.Match[str]], words: list[str], index: int, best: list[Option] | None, stop: int
    ) -> tuple[Tok, int]:
        """A word that begins with a digit: a name if one is longer than what the shape of the digits gives, else that shape."""
        start, end = matches[index].span()
        atom = words[index]
        if index + 1 < len(words) and words[index + 1] == "," and (decimal := DECIMAL.match(folded, start)):  # 4,5 puntos
            return Tok("RULE", f"{decimal.group(1)}.{decimal.group(2)}", start, decimal.end()), _skip(matches, index, decimal.end())
        if best is None and atom.isdecimal() and (index + 1 == len(words) or words[index + 1] not in SIGNS):
            if self.hexes.fullmatch(atom):
                return Tok("HEX", atom, start, end), index + 1
            if len(atom) < 10 and atom.isascii():
                return Tok("NUM", int(atom), start, end), index + 1
        shape = self._shape(folded, start)
        if shape is not None and (best is None or shape.end > matches[stop - 1].end()):
            return shape, _skip(matches, index, shape.end)
        if best is None:
            return _name(text, matches, words, index)
        if stop == index + 1 and atom.isdecimal() and atom.isascii():
            return Tok("NUM", int(atom), start, end, best), stop
        return Tok(best[0][0], best[0][1], start, matches[stop - 1].end(), best if len(best) > 1 else None), stop

    def _shape(self, folded: str, start: int) -> Tok | None:
        """What a run of digits can be by its shape: hex, odds, a pair of values, rule number, number."""
        match = self.hexes.match(folded, start)
        if match and not folded[match.end() : match.end() + 1].isalpha():
            return Tok("HEX", match.group(), start, match.end())
        match = ODDS.match(folded, start)
        if match:
            return Tok("ODDS", f"{match.group(1)}:{match.group(2) or match.group(3)}", start, match.end())
        match = STATS.match(folded, start)
        if match:
            return Tok("STATS", tuple(int(n) for n in re.findall(r"\d+", match.group())), start, match.end())
        match = RULE.match(folded, start)
        if match:
            return Tok("RULE", match.group(), start, match.end())
        match = ATOM.match(folded, start)
        if match and match.group().isascii() and match.group().isdecimal() and len(match.group()) < 10:
            return Tok("NUM", int(match.group()), start, match.end())
        return None


def _name(text: str, matches: list[re.Match[str]], words: list[str], index: int) -> tuple[Tok, int]:
    """A word that nothing knows, with what is written to it without a blank: `99-Pz`, `No.7`."""
    start, stop = matches[index].start(), index + 1
    while (
        words[index].isalnum()
        and stop < len(words)
        and matches[stop].start() == matches[stop - 1].end()
        and (words[stop] in "-/." or words[stop - 1] in "-/.")
        and not (words[stop] == "." and (stop + 1 == len(words) or matches[stop + 1].start() > matches[stop].end()))
    ):
        stop += 1
    end = matches[stop - 1].end()
    return Tok("NAME", text[start:end], start, end), stop


def _skip(matches: list[re.Match[str]], index: int, end: int) -> int:
    while index < len(matches) and matches[index].start() < end:
        index += 1
    return index
