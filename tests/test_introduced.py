"""Counters that a line describes beside its deed: the sentence that is offered is understood, and the deed of strangers is never passed over."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.introduced import introduced
from adjudicator.play.offers import offers
from tests.conftest import BOOKS, rulebook


def nobody(name: str) -> Game:
    """A game of a rulebook in which nothing is stated."""
    return Game(rulebook(name), of_data(rulebook(name), {"rulebook": name}, "empty"), False)


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("fpa", "16Pz 4-4 at 3011 attacks 47R 3-4 at 3010", "16Pz 4-4 at 3011; 47R 3-4 at 3010; 16Pz attacks 47R"),
        ("fpa", "16Pz 4-4 en 3011 ataca a 47R 3-4 en 3010", "16Pz 4-4 en 3011; 47R 3-4 en 3010; 16Pz ataca a 47R"),
        ("pd", "27 Polish infantry 2-2 at 1208 is attacked by 3Pz 7-4 from 1207", "27 Polish infantry 2-2 at 1208; 3Pz 7-4 from 1207; 27 is attacked by 3Pz"),
        ("gdp", "1K-1Gr 4-4 at 2010 attacks 2K-1Rif 3-3 Soviet foot at 2011", "1K-1Gr 4-4 at 2010; 2K-1Rif 3-3 Soviet foot at 2011; 1K-1Gr attacks 2K-1Rif"),
        ("arnhem", "64Md artillery 2-2-9 at 2112 barrages 2412", "64Md artillery 2-2-9 at 2112; 64Md barrages 2412"),
    ],
)
def test_described_counters_are_put_in_front(name: str, typed: str, meant: str) -> None:
    game = nobody(name)
    with pytest.raises(NotUnderstood) as refused:
        game.line(typed)
    offered = offers(game, typed, refused.value, "en")
    assert offered and offered[0].text == meant and not offered[0].lost
    line = game.line(meant)  # what is offered can be typed
    assert line.acts and game.comes_of(line)


@pytest.mark.parametrize("typed", ["16Pz attacks 47R", "16Pz 4-4 attacks 47R 3-4", "16Pz 4-4 at 3011", "an attack on 3010", "frost"])
def test_nothing_is_put_in_front_that_is_not_described(typed: str) -> None:
    assert introduced(nobody("fpa"), typed) is None


@pytest.mark.parametrize("name", BOOKS)
def test_a_deed_of_strangers_is_no_scene(name: str) -> None:
    """Facts or a silent act in front do not make "1K-1Gr attacks 2K-1Rif" a remark where nobody knows either."""
    for front in ("night", "turn 3", "clear weather"):
        game = nobody(name)
        try:
            line = game.line(f"{front}; 1K-1Gr attacks 2K-1Rif")
        except NotUnderstood:
            continue
        assert not any("attacks" in said for act in line.acts for said in act.slots.get("passing", ()))
