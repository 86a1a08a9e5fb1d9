"""How many more fit in a hex: what stands there, taken from the limit by which each rulebook tests it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

MORE = (
    "How many more {en} fit in 2010?",
    "How many additional {en} can stack in 2010?",
    "How many {en} still fit in 2010?",
    "How many more {en} can I squeeze into 2010?",
    "¿Cuánt{o}s {es} más caben en 2010?",
    "¿Cuánt{o}s {es} caben todavía en 2010?",
    "¿Cuánt{o}s {es} más puedo apilar en 2010?",
)
ROOM = ("How much room is left in 2010?", "How much room is there in 2010?", "¿Cuánto sitio queda en 2010?")
BOOKS = [
    ("gdp", {"side": "soviet"}, [{}, {"reduced": True}], {"en": "units", "es": "unidades", "o": "a"}, 2),
    ("pd", {"side": "german", "kind": "inf"}, [{"steps": 2}], {"en": "units", "es": "unidades", "o": "a"}, 1),
    ("fpa", {"side": "german", "kind": "infantry"}, [{"steps": 4}, {"steps": 3}], {"en": "steps", "es": "pasos", "o": "o"}, 2),
]


@pytest.mark.parametrize(("book", "every", "each", "words", "rest"), BOOKS)
def test_what_the_limit_leaves(book: str, every: Any, each: Any, words: dict[str, str], rest: int) -> None:
    units = [{"id": f"X{number}", "at": "2010", **every, **one} for number, one in enumerate(each, 1)]
    situation = {"assume": "defaults", "units": units, "hexes": {"2010": {"terrain": "clear"}}}
    for line in (*(line.format(**words) for line in MORE), *ROOM):
        heard = game_of(book, situation).hear(line)
        assert heard.problem is None and heard.rulings[-1].computed.get("answer") == rest, (line, heard.problem)


def test_what_else_is_said_of_them_is_another_question() -> None:
    situation = {"assume": "defaults", "units": [{"id": "X1", "side": "soviet", "at": "2010"}], "hexes": {"2010": {"terrain": "clear"}}}
    for line in ("How many more reduced units fit in 2010?", "How many more artillery units fit in 2010?", "¿Cuántas unidades desgastadas más caben en 2010?"):
        heard = game_of("gdp", situation).hear(line)
        assert heard.problem is not None or "stacking" not in heard.rulings[-1].computed, line
