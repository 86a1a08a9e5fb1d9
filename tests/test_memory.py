"""Rulings that are remembered are those that would be made: a line heard a second time on the same position is ruled on as by a game that hears it first."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.play import memory
from adjudicator.play.game import Game
from adjudicator.say.json import as_json
from tests.conftest import BOOKS, Part, cases, game_of, partly


def _told(game: Game, text: str, dice: list[int]) -> list[Any]:
    record = game.hear(text, dice)
    assert game.book is not None
    return [as_json(ruling, game.book, "en") for ruling in record.rulings]


@partly(24)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_remembered_is_what_is_made_anew(name: str, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every ruling remembered, however short it took."""
    monkeypatch.setattr(memory, "LONG", 0)
    found: list[memory.Remembered] = []
    for case in part(cases(name)):
        text, dice = case["declaration"]["en"], list(case.get("rolls") or ())
        fresh = _told(game_of(name, case["situation"] or {}), text, dice)
        game = game_of(name, case["situation"] or {})
        with game.tried():
            _told(game, text, dice)
        found += game.referee.memory.made
        assert _told(game, text, dice) == fresh, case["id"]
    assert found
