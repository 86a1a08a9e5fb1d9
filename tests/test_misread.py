"""What was once ruled on in silence as something else: it is ruled on as what it says, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book import load
from adjudicator.book.situations import of_data
from adjudicator.play.game import Game

UNITS = {"side": "german", "kind": "infantry", "formation": "1Gr", "class": "foot", "attack": 2, "defense": 2, "ma": 4}
FOE = {"side": "soviet", "kind": "armor", "formation": "2Tk", "class": "tracked", "attack": 6, "defense": 5, "ma": 8, "at": "2009"}
GDP = {
    "time": "day",
    "weather": "sunny",
    "phase": "activation",
    "active": "german",
    "units": [
        {"id": "1K-1Gr", "at": "2010", "reduced": True, **UNITS},
        {"id": "2K-1Gr", "at": "2012", **UNITS},
        {"id": "1T34-2Tk", **FOE},
    ],
    "hexes": {"2009": {"terrain": "clear"}, "2010": {"terrain": "clear"}},
    "pending": {"result": "DC", "hex": "2010", "attackers": ["1T34-2Tk"], "defenders": ["1K-1Gr"]},
}
FPA = {
    "phase": "soviet combat 1",
    "active": "soviet",
    "units": [{"id": "509Tiger", "side": "german", "kind": "heavy_tank", "size": "battalion", "attack": 2, "defense": 2, "steps": 1, "at": "off_map"}],
    "eliminated": ["509Tiger"],
}
PD = {
    "phase": "combat segment",
    "active": "german",
    "units": [
        {"id": "46", "side": "german", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1509"},
        {"id": "26", "side": "polish", "kind": "inf", "attack": 2, "defense": 2, "ma": 3, "at": "1510"},
    ],
    "pending": {"result": "Ar1/Dr1", "attackers": ["46"], "defenders": ["26"], "hex": "1510"},
}
ANSWERED = [
    ("gdp", GDP, "1K-1Gr takes the loss. Is it eliminated?", "yes"),
    ("gdp", GDP, "1K-1Gr se lleva la baja, ¿queda eliminada?", "yes"),
    ("fpa", FPA, "Han eliminado al 509Tiger estando fuera de C&C. ¿Cuántos PV gana el ruso?", 0),
    ("pd", PD, "Who has to retreat first, 46 or 26?", "26"),
    ("pd", PD, "¿Quién se tiene que retirar primero, 46 o 26?", "26"),
]
READ = [
    ("gdp", GDP, "1K-1Gr moves to 2013, hex by hex: 2011, 2012, 2013", {"path": ("2011", "2012", "2013")}),
    ("gdp", GDP, "1K-1Gr mueve hasta 2013, hex a hex: 2011, 2012, 2013", {"path": ("2011", "2012", "2013")}),
    ("gdp", GDP, "1K-1Gr moves to 2011, 2012, 2011", {"path": ("2011", "2012", "2011")}),
    ("gdp", GDP, "I march 1K-1Gr to 2013, going 2011, 2012, 2013", {"path": ("2011", "2012", "2013")}),
    ("gdp", GDP, "1K-1Gr can see 2009, so 2K-1Gr attacks it", {"target": "2009", "units": ("2K-1Gr",)}),
    ("pd", PD, "For 26 I run the line along 0417-0418-0419", {"path": ("0417", "0418", "0419"), "units": ("26",)}),
]
WRONG = [
    ("gdp", GDP, "1K-1Gr attacks the company out of supply in 2009", "units[1K-1Gr].supply"),
    ("gdp", GDP, "Ataco con 1K-1Gr a la compañía sin suministros de 2009", "units[1K-1Gr].supply"),
    ("pd", PD, "Compruebo suministro de la 26: lo lleva por 0417 y 0418 hasta 0419", "'move'"),
    ("pd", PD, "Aquí paramos de sacar fichas de la copa", "'draw'"),
    ("pd", PD, "Mando a 26 en retirada desde 1510 hasta 1511", "passing"),
    ("gdp", GDP, "Aprieto 2009 con 1K-1Gr que está en 2010 y 2K-1Gr que está en 2012", "target_units"),
]


def game(book: str, position: Any) -> Game:
    """A game of this position."""
    return Game(load(book), of_data(load(book), position, "misread"))


@pytest.mark.parametrize(("book", "position", "text", "wanted"), ANSWERED)
def test_what_is_asked_is_answered(book: str, position: Any, text: str, wanted: Any) -> None:
    record = game(book, position).hear(text)
    assert record.problem is None and record.rulings[-1].computed.get("answer") == wanted


@pytest.mark.parametrize(("book", "position", "text", "slots"), READ)
def test_each_thing_has_its_place(book: str, position: Any, text: str, slots: Any) -> None:
    act = game(book, position).line(text).acts[-1]
    assert act.slots.items() >= slots.items()


@pytest.mark.parametrize(("book", "position", "text", "never"), WRONG)
def test_what_is_said_of_one_is_never_taken_of_another(book: str, position: Any, text: str, never: str) -> None:
    assert never not in str(read(game(book, position), text))


def read(played: Game, text: str) -> Any:
    """What a line is understood as, nothing if it is refused."""
    try:
        return played.line(text).parts
    except ValueError:
        return ()
