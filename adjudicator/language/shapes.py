"""The row of tokens of a clause, put together into items by the grammar (grammars/core.lark).

What the grammar makes of a row depends only on the types of its tokens, so the answer is kept for each row of types: the
parser runs once for each shape of clause, not for each clause. With a cache file the shapes outlive the program, and a
shape that was met before needs no parser at all, not even lark's import.
"""

from __future__ import annotations

import json
import os
from typing import Any

from adjudicator.language.lexer import Tok
from adjudicator.language.model import Item

MAX_SHAPES = 4096
Piece = tuple[str, int, int, tuple[int, ...], int, int, int]
"""An item of a shape: type, indices of its first and last token, of the hexes of a path, of its number and its preposition
(-1: it has none), and the number of the phrase it stands in."""


class Shapes:
    """The grammar, and the shapes of clauses that it has been asked for."""

    def __init__(self, grammar: str, cache_file: str | None = None) -> None:
        """An unwritable cache file is no error."""
        self.known: dict[str, list[Piece]] | None = None
        self.fresh = False
        self._parser: Any = None
        self._grammar = grammar
        self._cache_file = cache_file

    def items(self, row: list[Tok], text: str) -> list[Item]:
        """The items of a clause. Raises NotUnderstood for a word that fits nowhere."""
        shape = " ".join([tok.type for tok in row])
        if self.known is None:
            self.known = self._kept()
        pieces = self.known.get(shape)
        if pieces is None:
            pieces = self._parse(row, text)
            self._learn(shape, pieces)
        found = []
        for type_, first, last, hexes, number, prep, group in pieces:
            tok = row[first]
            value = tuple([row[at].value for at in hexes]) if hexes else tok.value
            start = tok.start if number < 0 else row[number].start
            found.append(Item(type_, value, start, row[last].end, row[prep].value if prep >= 0 else 1, row[number].value if number >= 0 else -1, group))
        return found

    def _parse(self, row: list[Tok], text: str) -> list[Piece]:
        if not row:
            return []
        from adjudicator.language import grammar

        if self._parser is None:
            self._parser = grammar.build(self._grammar, self._cache_file)
        return grammar.parse(self._parser, row, text)

    def _learn(self, shape: str, pieces: list[Piece]) -> None:
        assert self.known is not None
        if len(self.known) >= MAX_SHAPES:
            self.known.clear()
        self.known[shape] = pieces
        if self._cache_file is not None and not self.fresh:
            import atexit

            self.fresh = True
            atexit.register(self.keep)

    def _kept(self) -> dict[str, list[Piece]]:
        """The shapes of earlier runs with the same grammar."""
        if self._cache_file is None:
            return {}
        try:
            with open(self._cache_file + ".shapes", encoding="ascii") as stream:
                kept = json.load(stream)
            return kept["shapes"] if kept["grammar"] == self._grammar else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def keep(self) -> None:
        """Write the shapes for the next run: at once or not at all, and never an error."""
        if self._cache_file is None or not self.fresh:
            return
        new = f"{self._cache_file}.{os.getpid()}.new"
        try:
            with open(new, "x", encoding="ascii") as stream:
                json.dump({"grammar": self._grammar, "shapes": self.known}, stream, separators=(",", ":"))
            os.replace(new, self._cache_file + ".shapes")
        except (OSError, ValueError):
            pass
        self.fresh = False
