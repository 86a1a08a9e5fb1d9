"""A marker that is called by its state alone is that marker: it was read as the end of its unit."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import rulebook

POSITIONS = {
    "pd": {
        "assume": "defaults",
        "turn": 4,
        "phase": "movement segment",
        "active": "polish",
        "units": [{"id": "26", "side": "polish", "kind": "inf", "attack": 2, "defense": 2, "ma": 3, "at": "0416", "supply": "out"}],
    },
    "gdp": {
        "time": "day",
        "weather": "sunny",
        "phase": "end of turn",
        "active": "german",
        "units": [
            {
                "id": "5K-2Pz",
                "side": "german",
                "formation": "2Pz",
                "kind": "armor",
                "class": "tracked",
                "attack": 8,
                "defense": 6,
                "ma": 8,
                "at": "2010",
                "pinned": True,
            }
        ],
    },
}
SAID = {
    "pd": (
        "Can I take the OoS marker off 26?",
        "Can I take the OoS off 26?",
        "Can 26 lose its OoS?",
        "Can I remove 26's OoS?",
        "¿Puedo quitarle a 26 el OoS?",
        "¿Pierde la 26 el OoS?",
        "¿Se quita el OoS de 26?",
    ),
    "gdp": (
        "Do I take the pinned marker off 5K-2Pz?",
        "Do I take the pinned off 5K-2Pz?",
        "¿Le quito a 5K-2Pz el marcador de fijada?",
        "¿Le quito a 5K-2Pz lo de fijada?",
        "¿Pierde 5K-2Pz su fijada?",
    ),
}


@pytest.mark.parametrize("name", ["pd", "gdp"])
def test_the_marker_is_meant(name: str) -> None:
    book, met = rulebook(name), set()
    for text in SAID[name]:
        record = Game(book, of_data(book, POSITIONS[name], "unmarked")).hear(text)
        assert record.problem is None, text
        met.add((record.rulings[-1].kind, str(record.rulings[-1].computed.get("answer"))))
    assert len(met) == 1 and next(iter(met))[0] not in ("eliminate", "loss"), met
