"""What was once ruled on in silence as something else: it is ruled on as what it says, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book import load
from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.meant import chances, heard, meant, walked, ways_of
from adjudicator.sentences.shapes import Wording

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
BCS = {
    "phase": "snafu",
    "active": "german",
    "active_formation": "GF",
    "activation": "initial",
    "formations": [{"id": "GF", "side": "german", "fatigue": 0}],
}
ANSWERED = [
    ("gdp", GDP, "1K-1Gr takes the loss. Is it eliminated?", "yes"),
    ("gdp", GDP, "1K-1Gr se lleva la baja, ¿queda eliminada?", "yes"),
    ("fpa", FPA, "Han eliminado al 509Tiger estando fuera de C&C. ¿Cuántos PV gana el ruso?", 0),
    ("pd", PD, "Who has to retreat first, 46 or 26?", "26"),
    ("pd", PD, "¿Quién se tiene que retirar primero, 46 o 26?", "26"),
]
READ = [
    ("pd", PD, "46 pours through the gap, advancing into 1510 and from there onto 26 in 1511.", {"units": ("46",), "path": ("1510", "1511")}),
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
SCENES = [
    ("gdp", GDP, "The pontoon is finished. 1K-1Gr attacks 2009 over it.", ["attack"]),
    ("bcs", BCS, "I pick GF and throw its two dice for SNAFU.", ["snafu"]),
]
TURNED = [
    ("gdp", GDP, "Hexágono 2009: lo asalta la compañía 1K-1Gr.", {"target": "2009", "units": ("1K-1Gr",)}),
    ("gdp", GDP, "El hex 2009 lo ataca la 1K-1Gr", {"target": "2009", "units": ("1K-1Gr",)}),
    ("gdp", GDP, "1T34-2Tk attacks 1K-1Gr", {"target_units": ("1K-1Gr",), "units": ("1T34-2Tk",)}),
    ("gdp", GDP, "El 1T34-2Tk ataca a la 1K-1Gr", {"target_units": ("1K-1Gr",), "units": ("1T34-2Tk",)}),
]
ASKED_BACK = [
    ("gdp", GDP, "1K-1Gr and 1T34-2Tk move 2010-2011-2012"),
    ("gdp", GDP, "1T34-2Tk dominates 2111, but 2K-1Gr is there. Is 1K-1Gr in supply?"),
    ("fpa", {**FPA, "hexes": {"1922": {"features": ["fortified"]}}}, "nos quedamos con la fortaleza de 1922, ¿cuántos VP da 1922 al acabar?"),
    ("gdp", GDP, "1K-1Gr took part in the attack on 2110. Can 2K-1Gr clear the minefield in 2013 as well?"),
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
    act = game(book, position).hear(text).rulings[-1].act
    assert act.slots.items() >= slots.items()


@pytest.mark.parametrize(("book", "position", "text", "never"), WRONG)
def test_what_is_said_of_one_is_never_taken_of_another(book: str, position: Any, text: str, never: str) -> None:
    assert never not in str(read(game(book, position), text))


def test_no_unit_becomes_another_kind_beside_a_question() -> None:
    for text in (
        "En 2010 ya están la 1K-1Gr y el cuartel general 2K-1Gr. ¿Puede moverse a 2011 la 1K-1Gr?",
        "La 1K-1Gr está pegada a la artillería. ¿Puede la 2K-1Gr mover a 2011?",
    ):
        assert not game("gdp", GDP).hear(text).stated


@pytest.mark.parametrize(("book", "position", "text", "kinds"), SCENES)
def test_what_only_sets_the_scene_is_no_deed(book: str, position: Any, text: str, kinds: list[str]) -> None:
    record = game(book, position).hear(text)
    assert record.problem is None and [ruling.kind for ruling in record.rulings] == kinds
    assert record.rulings[-1].act.slots["passing"]  # and is told back


@pytest.mark.parametrize(("book", "position", "text", "slots"), TURNED)
def test_who_is_to_act_meets_nobody_of_its_own(book: str, position: Any, text: str, slots: Any) -> None:
    """What is said plainly stays so, whoever is to act."""
    act = game(book, position).hear(text).rulings[-1].act
    assert act.slots.items() >= slots.items()


@pytest.mark.parametrize(("book", "position", "text"), ASKED_BACK)
def test_what_may_be_meant_otherwise_is_asked_back(book: str, position: Any, text: str) -> None:
    played = game(book, position)
    before = played.situation.copy()
    assert played.hear(text).problem is not None and played.situation.facts == before.facts


def test_a_way_is_walked_in_its_order_whichever_way_it_is_told() -> None:
    """Hexes of a sentence that is put into other words: each next to the one before, from where the unit stands."""
    played = game("gdp", GDP)
    things = heard(played, "1K-1Gr")
    for told in ("2012-2010-2011", "2010-2011-2012", "2011-2012-2010", "2012-2011-2010"):
        assert walked(played, f"1K-1Gr moves {told}", named(played, things)) == "1K-1Gr moves 2010-2011-2012"
    for told in ("2009-2012", "2011-2012-2013", "2011-2011"):
        assert walked(played, f"1K-1Gr moves {told}", named(played, things)) == f"1K-1Gr moves {told}"


def test_a_way_that_was_said_hex_by_hex_is_never_turned() -> None:
    """Nor does a sentence go another way than the line; the hex that it begins in may be left away."""
    played = game("gdp", GDP)
    things = heard(played, "1K-1Gr")
    assert ways_of(heard(played, "1K-1Gr goes 2012-2011-2010 and 2009, 2K-1Gr 2013 - 2014")) == [("2012", "2011", "2010"), ("2013", "2014")]
    said = [("2012", "2011", "2010")]
    for told in ("2010-2011-2012", "2011-2012-2010", "2012-2011-2010"):
        assert walked(played, f"1K-1Gr moves {told}", named(played, things), said) == "1K-1Gr moves 2012-2011-2010"
    assert walked(played, "1K-1Gr moves 2010-2011", named(played, things), said) == "1K-1Gr moves 2011-2010"
    row = heard(played, "1K-1Gr trundles off 2010-2011-2012")
    for reading in meant(played, row, chances(played, row)):
        assert "2011-2012" in reading.text or reading.limits, reading.text


def named(played: Game, row: Any) -> Any:
    """The things that words name."""
    names = played.referee.names()
    return Wording(row, played.referee.language.words.senses, names.others, names.markers).things


def read(played: Game, text: str) -> Any:
    """What a line is understood as, nothing if it is refused."""
    try:
        return played.line(text).parts
    except ValueError:
        return ()
