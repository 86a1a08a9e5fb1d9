"""Who *everybody*, *both* or *all my infantry* are that attack a hex, asked where the map is not all known: it is asked, it never crashes."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import Part, cases, partly, rulebook

SAID = ("They all attack {0}", "Both units attack {0}", "¿Qué proporción tienen todos contra {0}?")


@partly()
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_everybody_near_a_hex(name: str, part: Part) -> None:
    heard = 0
    for case in part(cases(name)[:: 15 if name == "gdp" else 30]):
        game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        places = sorted({str(unit.known("at")) for unit in game.situation.units.values() if isinstance(unit.known("at"), str)})
        for place in places[:1]:
            for text in SAID:
                mark = game.mark()
                heard += game.hear(text.format(place)).problem is None
                game.back(mark)
    assert heard > 0 or part.of > 1
