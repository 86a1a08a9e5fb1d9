"""Words: from words files to a table, and from a text to tokens.

A words file maps concepts to phrases; `compile_words` turns any number of them into one JSON-serialisable table in which
the longest phrase wins. No language and no rulebook is known here. `Lexer.tokens` raises nothing: what no table knows
comes out as a token of type NAME, and the parser decides whether a new name may stand there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lark.lexer import Lexer as LarkLexer

ATOM = re.compile(r"[^\W_]+|[^\s]")
ODDS = re.compile(r"(\d+(?:\.\d+)?)(?:\s*:\s*(\d+)|\s+(?:to|a|contra)\s+([12]))(?![\w:])")
STATS = re.compile(r"\d{1,2}\s?[-–/]\s?\d{1,2}(?:\s?[-–/]\s?\d{1,2})?(?![\w-])")
RULE = re.compile(r"\d+(?:\.\d+)+[a-z]?(?![\w.]*\w)")
READING = re.compile(r"[a-z]-?\d+(?!\w)")
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|o|a|er|ero|era)$")
SPLIT_ID = re.compile(r"(\d+)([a-z]+)$")
MAX_PHRASES = 400
"""A pattern that expands to more phrases than this is a slip in a words file."""

PREPOSITIONS = ("none", "from", "to", "in", "by", "of", "for", "against", "with", "across", "support", "without", "between")
PREP_BITS = {name: 1 << i for i, name in enumerate(PREPOSITIONS)}
NAMED_TYPES = ("UNIT", "MARKER")


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


def expand(pattern: str) -> list[str]:
    """All phrases of a pattern: `{a|b}` one of them, `[a|b]` one of them or none. Raises ValueError on a bracket left open."""
    done: list[str] = [""]
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char in "{[":
            close = _closing(pattern, position)
            inner: list[str] = [""] if char == "[" else []
            for part in _alternatives(pattern[position + 1:close]):
                inner.extend(expand(part))
            done = [left + right for left in done for right in inner]
            position = close + 1
        else:
            done = [left + char for left in done]
            position += 1
        if len(done) > MAX_PHRASES:
            raise ValueError(f"more than {MAX_PHRASES} phrases in {pattern!r}")
    return [" ".join(phrase.split()) for phrase in done]


def _closing(pattern: str, start: int) -> int:
    depth = 0
    for index in range(start, len(pattern)):
        if pattern[index] in "{[":
            depth += 1
        elif pattern[index] in "}]":
            depth -= 1
            if not depth:
                return index
    raise ValueError(f"bracket not closed in {pattern!r}")


def _alternatives(inner: str) -> list[str]:
    parts, depth = [""], 0
    for char in inner:
        if char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def patterns(entry: Any) -> Iterator[str]:
    """The patterns of a words entry: a string with `;` between patterns, or a list of such strings."""
    for text in entry if isinstance(entry, list) else [entry]:
        for pattern in str(text).split(";"):
            if pattern.strip():
                yield pattern.strip()


def phrases(trie: Mapping[str, Any], types: Iterable[str]) -> Iterator[str]:
    """The phrases of a table that stand for one of the types; slow, for error messages only."""
    wanted = set(types)
    waiting: list[tuple[str, Mapping[str, Any]]] = [("", trie)]
    while waiting:
        so_far, node = waiting.pop()
        for atom, below in node.items():
            if atom:
                waiting.append((f"{so_far} {atom}" if so_far else atom, below))
            elif len(so_far) > 2 and any(option[0] in wanted for option in below):
                yield so_far


def atoms(folded: str) -> list[str]:
    """The words and signs of a folded phrase."""
    return ATOM.findall(folded)


def add_phrase(trie: dict[str, Any], phrase: Iterable[str], option: list[Any]) -> None:
    """Enter one phrase; a phrase may mean several things, told apart by what stands around it."""
    node = trie
    for atom in phrase:
        node = node.setdefault(atom, {})
    options = node.setdefault("", [])
    if option not in options:
        options.append(option)


def compile_words(words: Iterable[Mapping[str, Any]], frames: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Words files and frames files, core first, as one JSON-serialisable table. Raises ValueError with the entry at fault.

    Sections of a words file: `words` (type -> value -> patterns), `labels` (language -> concept -> what a player calls it),
    `hex` (regular expression), `places` (name -> hex or hexes), `markers` (kind -> {kind words, id -> patterns}),
    `units` (ids the book itself names),
    `ids` (abbreviation inside an id -> patterns), `frames` (more frames).
    """
    table: dict[str, Any] = {"trie": {}, "hex": r"\d{4}", "ids": {}, "kinds": {}, "units": [], "labels": {}, "frames": []}
    trie = table["trie"]
    all_frames = list(frames)
    for document in words:
        for token_type, entries in document.get("words", {}).items():
            for value, entry in entries.items():
                stored: Any = value
                if token_type == "PREP":
                    stored = sum(PREP_BITS[name] for name in str(value).split("|"))
                elif token_type in ("NUM", "TURNWORD"):
                    stored = int(value)
                for pattern in patterns(entry):
                    for phrase in expand(pattern):
                        add_phrase(trie, atoms(fold(phrase)), [token_type, stored])
        table["hex"] = document.get("hex", table["hex"])
        for name, hexes in document.get("places", {}).items():
            for phrase in expand(name):
                add_phrase(trie, atoms(fold(phrase)), ["HEX", list(hexes) if isinstance(hexes, list) else str(hexes)])
        for kind, entry in document.get("markers", {}).items():
            kind_words = [p for pattern in patterns(entry["words"]) for p in expand(pattern)]
            table["kinds"][kind] = kind_words
            for phrase in kind_words:
                add_phrase(trie, atoms(fold(phrase)), ["MARKERKIND", kind])
            for marker, names in entry.get("ids", {}).items():
                for pattern in patterns(names):
                    for phrase in expand(pattern):
                        add_phrase(trie, atoms(fold(phrase)), ["MARKER", [kind, marker]])
                _marker_phrases(trie, kind_words, kind, marker, [p for x in patterns(names) for p in expand(x)])
        for short, names in document.get("ids", {}).items():
            table["ids"].setdefault(fold(short), []).extend(p for x in patterns(names) for p in expand(x))
        table["units"].extend(document.get("units", []))
        for language, labels in document.get("labels", {}).items():
            table["labels"].setdefault(language, {}).update(labels)
        if "frames" in document:
            all_frames.append(document["frames"])
    for frames_document in all_frames:
        for kind, frame in frames_document.items():
            table["frames"].append(compile_frame(str(kind), frame))
    return table


def _marker_phrases(trie: dict[str, Any], kinds: Iterable[str], kind: str, marker: str, names: Iterable[str]) -> None:
    for kind_word in kinds:
        for name in [marker, *names]:
            for link in ("", "marker ", "de ", "von ", "-"):
                add_phrase(trie, atoms(fold(f"{kind_word} {link}{name}")), ["MARKER", [kind, marker]])


def compile_frame(kind: str, frame: Mapping[str, Any]) -> dict[str, Any]:
    """A frame as the assignment reads it. Raises ValueError for an unknown preposition."""
    slots = []
    for name, text in (frame.get("slots") or {}).items():
        head, *preps = str(text).split()
        flags = head[len(head.rstrip("+!<>")):]
        mask = 0
        for prep in preps:
            if prep == "*":
                mask |= sum(PREP_BITS.values()) & ~(PREP_BITS["from"] | PREP_BITS["without"] | PREP_BITS["between"])
            elif prep in PREP_BITS:
                mask |= PREP_BITS[prep]
            else:
                raise ValueError(f"frame {kind}, slot {name}: no preposition {prep!r}")
        types: dict[str, Any] = {}
        for item_type in head.rstrip("+!<>").split("|"):
            if item_type.startswith("="):
                concept, _, value = item_type[1:].partition(":")
                types["=" + concept] = value or concept
            else:
                types[item_type] = None
        slots.append({"name": name, "types": types, "many": "+" in flags, "required": "!" in flags, "mask": mask or 1,
                      "side": "<" if "<" in flags else ">" if ">" in flags else ""})
    mains = frame.get("main", kind)
    return {"kind": frame.get("kind", kind), "main": [m.split() for m in (mains if isinstance(mains, list) else [mains])],
            "slots": slots, "may": frame.get("may", []), "set": frame.get("set", {}), "question": frame.get("question"),
            "inherit": frame.get("inherit", True)}


class Tok:
    """A concept token: type, value, columns. It is what lark's parser reads, without the price of a string."""

    __slots__ = ("end", "options", "start", "type", "value")
    line = column = end_line = end_column = start_pos = end_pos = 0

    def __init__(self, token_type: str, value: Any, start: int, end: int, options: list[list[Any]] | None = None) -> None:
        self.type = token_type
        self.value = value
        self.start = start
        self.end = end
        self.options = options

    def __repr__(self) -> str:
        return f"{self.type}:{self.value}"


class TokenFeed(LarkLexer):
    """Hands ready-made tokens to lark: the words were looked up before, by table."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        """Lark gives its own configuration, which a table needs not."""

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        """The tokens of one clause."""
        return iter(lexer_state.text)


def unit_phrases(unit: str, ids: Mapping[str, list[str]]) -> set[tuple[str, ...]]:
    """The ways a player may write a unit's id: as printed, with a blank, a hyphen, an ordinal, with words for letters."""
    folded = fold(unit)
    plain = tuple(atoms(folded))
    found = {plain}
    if len(plain) > 1:
        found.add(tuple(a for a in plain if a != "-") or plain)
    match = SPLIT_ID.match("".join(plain))
    if match and len(plain) == 1:
        number, letters = match.groups()
        heads: list[list[str]] = [[number], [number, "-"], [number, "."]]
        heads += [[number + end] for end in ("st", "nd", "rd", "th", "o", "a")]
        heads += [[number, ".", end] for end in ("o", "a")]
        tails = [[letters]] + [atoms(fold(name)) for name in ids.get(letters, [])]
        found.update(tuple(head + tail) for head in heads for tail in tails)
        found.update((number, *atoms(fold(name))) for name in ids.get(letters, []))
        found.update((*tail, number) for tail in tails)
    elif len(plain) == 1 and plain[0] in ids:
        found.update(tuple(atoms(fold(name))) for name in ids[plain[0]])
    return found


class Lexer:
    """Looks words up: the longest phrase of the word table or of the situation's names wins."""

    __slots__ = ("hexes", "ids", "kinds", "trie", "units")

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = table["trie"]
        self.hexes = re.compile(f"(?:{table['hex']})(?![0-9])")
        self.ids: dict[str, list[str]] = table["ids"]
        self.kinds: dict[str, list[str]] = table["kinds"]
        self.units: list[str] = table["units"]

    def name_trie(self, units: Iterable[str], markers: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """The table of a situation's own names; a name that several units answer to has several options."""
        trie: dict[str, Any] = {}
        numbers: dict[str, list[str]] = {}
        known = set(units)
        for unit in [*known, *(u for u in self.units if u not in known)]:
            for phrase in unit_phrases(unit, self.ids):
                add_phrase(trie, phrase, ["UNIT", unit])
            match = SPLIT_ID.match(fold(unit))
            if match:
                numbers.setdefault(match.group(1), []).append(unit)
        for number, found in numbers.items():
            for ending in ("st", "nd", "rd", "th", "o"):
                for unit in found:
                    add_phrase(trie, (number + ending,), ["UNIT", unit])
        for kind, marker in markers:
            _marker_phrases(trie, self.kinds.get(kind, [kind]), kind, marker, ())
            if len(marker) > 2:
                add_phrase(trie, atoms(fold(marker)), ["MARKER", [kind, marker]])
        return trie

    def tokens(self, text: str, names: Mapping[str, Any]) -> list[Tok]:
        """The tokens of a text. A word that nothing knows becomes a NAME with the text as value."""
        folded = fold(text)
        found = [(m.group(), m.start(), m.end()) for m in ATOM.finditer(folded)]
        out: list[Tok] = []
        words, count, index, reading = self.trie, len(found), 0, False
        while index < count:
            atom, start, end = found[index]
            best, stop = None, index
            node = words.get(atom)
            at = index
            while node is not None:
                at += 1
                if "" in node:
                    best, stop = node[""], at
                if at >= count:
                    break
                node = node.get(found[at][0])
            node = names.get(atom)
            at = index
            while node is not None:
                at += 1
                if "" in node and at >= stop:
                    best, stop = (node[""] + best if best and at == stop else node[""]), at
                if at >= count:
                    break
                node = node.get(found[at][0])
            if reading and (match := READING.match(folded, start)):
                reading = False
                index = _skip(found, index, match.end())
                out.append(Tok("READING", text[start:match.end()], start, match.end()))
                continue
            if atom[0].isdigit():
                shape = self._shape(folded, start)
                if shape is not None and (best is None or shape.end > found[stop - 1][2]):
                    out.append(shape)
                    index = _skip(found, index, shape.end)
                    continue
                if best is not None and stop == index + 1 and atom.isdecimal():
                    out.append(Tok("NUM", int(atom), start, end, best))
                    index = stop
                    continue
            if best is None:
                stop = index + 1
                while atom.isalnum() and stop < count and found[stop][1] == found[stop - 1][2] and (
                        found[stop][0] in "-/." or found[stop - 1][0] in "-/.") and not (
                        found[stop][0] == "." and (stop + 1 == count or found[stop + 1][1] > found[stop][2])):
                    stop += 1
                end = found[stop - 1][2]
                out.append(Tok("NAME", text[start:end], start, end))
            else:
                end = found[stop - 1][2]
                option = best[0]
                out.append(Tok(option[0], option[1], start, end, best if len(best) > 1 or option[0] == "NUM" else None))
                reading = option[1] == "reading"
            index = stop
        return out

    def _shape(self, folded: str, start: int) -> Tok | None:
        """What a run of digits can be by its shape: hex, odds, a pair of values, rule number, number."""
        match = self.hexes.match(folded, start)
        if match and not folded[match.end():match.end() + 1].isalpha():
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


def _skip(found: list[tuple[str, int, int]], index: int, end: int) -> int:
    while index < len(found) and found[index][1] < end:
        index += 1
    return index
