"""The row of tokens of a clause, put together into items by the grammar (grammars/core.lark).

What the grammar makes of a row depends only on the types of its tokens, so the answer is kept for each row of types: the
parser runs once for each shape of clause, not for each clause. With a cache file the shapes outlive the program, and a
shape that was met before needs no parser at all, not even lark's import.
"""

from __future__ import annotations

import json
import os
import zlib
from typing import Any

from adjudicator.language.lexer import Tok
from adjudicator.language.model import Item, Piece

MAX_SHAPES = 4096
MAX_FILE = 400_000
"""Characters of the cache file; beyond it new shapes are worked out anew in each run."""


class Shapes:
    """The grammar, and the shapes of clauses that it has been asked for.

    The cache file has one line for each shape, below one that names the grammar.  It is searched as text: only the shapes that a run
    meets are read, which a one-shot command with a long file would feel.
    """

    def __init__(self, grammar: str, cache_file: str | None = None) -> None:
        """An unwritable cache file is no error."""
        self.known: dict[str, list[Piece]] = {}
        self._parser: Any = None
        self._grammar = grammar
        self._cache_file = cache_file
        self._kept: str | None = None
        self._size = 0

    def items(self, row: list[Tok], text: str) -> list[Item]:
        """The items of a clause. Raises NotUnderstood for a word that fits nowhere."""
        shape = " ".join([tok.type for tok in row])
        pieces = self.known.get(shape)
        if pieces is None:
            pieces = self._met(shape)
            if pieces is None:
                pieces = self._parse(row, text)
                self._keep(shape, pieces)
            if len(self.known) >= MAX_SHAPES:
                self.known.clear()
            self.known[shape] = pieces
        found = []
        for type_, first, last, hexes, number, prep, group in pieces:
            tok = row[first]
            value = tuple([row[at].value for at in hexes]) if hexes else tok.value
            start = tok.start if number < 0 else row[number].start
            found.append(Item(type_, value, start, row[last].end, row[prep].value if prep >= 0 else 1, row[number].value if number >= 0 else -1, group))
        return found

    def warm(self) -> None:
        """Build now what the first shape that no earlier run has met needs."""
        from adjudicator.language import grammar

        if self._parser is None:
            self._parser = grammar.build(self._grammar, self._cache_file)

    def _parse(self, row: list[Tok], text: str) -> list[Piece]:
        if not row:
            return []
        from adjudicator.language import grammar

        if self._parser is None:
            self._parser = grammar.build(self._grammar, self._cache_file)
        return grammar.parse(self._parser, row, text)

    def _head(self) -> str:
        return f"{zlib.crc32(self._grammar.encode()):08x} {len(self._grammar)}\n"

    def _met(self, shape: str) -> list[Piece] | None:
        """A shape of an earlier run with the same grammar."""
        if self._cache_file is None:
            return None
        if self._kept is None:
            self._kept = ""
            try:
                with open(self._cache_file + ".shapes", encoding="ascii", newline="") as stream:
                    text = stream.read(MAX_FILE + 1)
                self._kept = text if text.startswith(self._head()) else ""
            except (OSError, ValueError):
                pass
            self._size = len(self._kept)
        at = self._kept.find(f"\n{shape}\t")
        if at < 0:
            return None
        start = at + len(shape) + 2
        try:
            pieces: list[Piece] = json.loads(self._kept[start : self._kept.find("\n", start)])
        except ValueError:  # a line that two processes wrote at once
            return None
        return pieces

    def _keep(self, shape: str, pieces: list[Piece]) -> None:
        """Add a line for the next run, at once; never an error."""
        if self._cache_file is None or self._size > MAX_FILE:
            return
        line = f"{shape}\t{json.dumps(pieces, separators=(',', ':'))}\n"
        new = self._size == 0
        try:
            flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if new else os.O_APPEND)
            handle = os.open(self._cache_file + ".shapes", flags, 0o600)
            try:
                os.write(handle, (self._head() + line if new else line).encode("ascii"))
            finally:
                os.close(handle)
        except (OSError, ValueError):
            self._cache_file = None
        self._size += len(line)
