"""The grammar of a clause, read and run by lark. Imported only when a shape of clause is met for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer as LarkLexer
from lark.visitors import Transformer

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.lexer import Tok
from adjudicator.language.model import Piece

UNSAID = frozenset(("$END", "BE", "_SEP", "_DASH", "NAME", "READING", "RULE"))
"""What is never offered to a player as the word that was expected."""


class TokenFeed(LarkLexer):
    """Hands ready-made tokens to lark: the words were looked up before, by table."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        """Lark gives its own configuration, which a table needs not."""

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        """The tokens of one clause."""
        return iter(lexer_state.text)


class _Pieces(Transformer):  # type: ignore[type-arg]  # lark's generic argument says nothing here
    """Turns a row of types into pieces as lark reduces it. The value of each token is its index in the row."""

    def start(self, parts: list[list[Piece]]) -> list[Piece]:
        return [(*piece[:6], group) for group, part in enumerate(parts) for piece in part]

    def word(self, tokens: list[Tok]) -> list[Piece]:
        return [_plain(tokens[0])]

    def phrase(self, children: list[Any]) -> list[Piece]:
        prep, pieces = (children[0].value, children[1]) if len(children) == 2 else (-1, children[0])
        return [(*piece[:5], prep, 0) for piece in pieces]

    def items(self, children: list[Any]) -> list[Piece]:
        return [_plain(child) if isinstance(child, Tok) else child for child in children]

    def path(self, tokens: list[Tok]) -> Piece:
        hexes = tuple([tok.value for tok in tokens])
        return ("HEX", hexes[0], hexes[-1], hexes, -1, -1, 0)

    def quantity(self, tokens: list[Tok]) -> Piece:
        number, counted = tokens
        return (counted.type, counted.value, counted.value, (), number.value, -1, 0)


def _plain(tok: Tok) -> Piece:
    return (tok.type, tok.value, tok.value, (), -1, -1, 0)


def build(grammar: str, cache_file: str | None) -> Any:
    """The parser of a grammar; its tables come from lark's cache file if there is one."""
    options: dict[str, Any] = {"parser": "lalr", "lexer": TokenFeed, "transformer": _Pieces(), "maybe_placeholders": False}
    if cache_file is not None:
        import logging

        logging.getLogger("lark").setLevel(logging.CRITICAL)
        try:
            return Lark(grammar, cache=cache_file, **options)
        except OSError:
            pass
    return Lark(grammar, **options)


def parse(parser: Any, row: list[Tok], text: str) -> list[Piece]:
    """The pieces of a row of tokens. Raises NotUnderstood for a word that fits nowhere."""
    try:
        pieces: list[Piece] = parser.parse([Tok(tok.type, at, 0, 0) for at, tok in enumerate(row)])
    except UnexpectedInput as error:
        expected = tuple(sorted(set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ()) - UNSAID))
        at = getattr(getattr(error, "token", None), "value", None)
        if not isinstance(at, int):
            raise NotUnderstood("missing", text[row[-1].start : row[-1].end], row[-1].end, row[-1].end, expected) from None
        tok = row[at]
        raise NotUnderstood("no_place", text[tok.start : tok.end], tok.start, tok.end, expected) from None
    return pieces
