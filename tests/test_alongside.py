"""Who stands on whom, how many stand between two, what one is of, who has to go, who was left alone: told and compared with the position."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from adjudicator.play.game import Game
from adjudicator.play.shown import Shown
from tests.conftest import BOOKS, cases, game_of

SAMPLE = 40
UPON = ("my opponent has {a} on top of {b}", "mi rival tiene el {a} encima del {b}")
BETWEEN = ("there are {number} units between {a} and {b}", "entre {a} y {b} hay {number} unidades")
ALONE = ("they left {a} all alone", "han dejado {a} sin escolta")
GO = ("{a} has to go", "{a} must withdraw", "{a} tiene que retirarse", "{a} tiene que irse")


def shown(game: Game, text: str) -> Shown:
    language = game.referee.language
    row = game.referee.words(text)
    return Shown(game.situation, language.states, language.words.senses, row, row)


def positions(name: str) -> list[tuple[Game, dict[str, Any]]]:
    """Games of cases with two units on the map, some alone."""
    found = random.Random(name).sample(cases(name), SAMPLE)
    games = [(game_of(name, case["situation"]), case) for case in found]
    return [(game, case) for game, case in games if sum(isinstance(unit.known("at"), str) for unit in game.situation.units.values()) > 1]


@pytest.mark.parametrize("name", BOOKS)
def test_where_two_stand_is_compared(name: str) -> None:
    upon = apart = 0
    for game, _ in positions(name):
        units = [unit for unit in game.situation.units.values() if game.situation.grid.valid(str(unit.known("at")))]
        for one, other in list(combinations(units, 2))[:3]:
            together = one.known("at") == other.known("at")
            upon, apart = upon + together, apart + (not together)
            ordered = together and any(type(value) is int and other.known(fact) != value for fact, value in dict.items(one.known_facts()))
            for text in UPON:
                told = shown(game, text.format(a=one.id, b=other.id))
                assert told.borne or ordered if together else told.untrue, (text, one.id, other.id)
            whole = game.situation.grid.distance(one.known("at"), other.known("at"))
            inside = [
                unit
                for unit in units
                if unit not in (one, other)
                and all((game.situation.grid.distance(unit.known("at"), end.known("at")) or 0) < (whole or 0) for end in (one, other))
            ]
            for text in BETWEEN:
                for number, so in ((len(inside), True), (len(inside) + 1, False)):
                    told = shown(game, text.format(a=one.id, b=other.id, number=number)) if number > 1 else None
                    assert told is None or told.borne is so or not so and told.wrong, (text, one.id, other.id, number)
    assert upon + apart


@pytest.mark.parametrize("name", BOOKS)
def test_who_was_left_alone_or_has_to_go_is_compared(name: str) -> None:
    for game, _ in positions(name):
        units = list(game.situation.units.values())[:3]
        pending = dict(dict.items(game.situation.known_box("pending")))
        for unit in units:
            friends = any(
                each is not unit and each.known("at") == unit.known("at") and each.known("side") == unit.known("side") for each in game.situation.units.values()
            )
            for text in ALONE:
                told = shown(game, text.format(a=unit.id))
                assert told.wrong if friends else told.borne and not told.wrong, (text, unit.id)
            named = unit.id in [*(pending.get("attackers") or ()), *(pending.get("defenders") or ())] and pending.get("result")
            for text in GO:
                assert bool(named) or not shown(game, text.format(a=unit.id)).told, (text, unit.id)
