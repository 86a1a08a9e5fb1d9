"""What is said of the ground where somebody stands is the fact of that hex, is compared with what is known of it, and is never lost."""

from __future__ import annotations

import pytest

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.say.words import Say
from tests.conftest import BOOKS, Part, partly, rulebook

UNIT = {"bcs": "II/16"}
PLACES = {"bcs": ("20.10", "20.11"), "arnhem": ("2010", "2011")}
SAID = {
    "en": (
        "{unit} is in the {ground}",
        "{unit}, which is in the {ground}, attacks {enemy}",
        "{enemy} attacks {unit} in the {ground}",
        "{unit} ({ground}) attacks {enemy}",
        "what are the odds if {enemy} attacks {unit} in the {ground}?",
    ),
    "es": (
        "{unit} está en {ground}",
        "{unit}, que está en {ground}, ataca a {enemy}",
        "{enemy} ataca a {unit} en {ground}",
        "¿qué odds salen si {enemy} ataca a {unit} en {ground}?",
    ),
}


def game_of(name: str) -> Game:
    book = rulebook(name)
    game = Game(book, Situation(book, {"rulebook": name}))
    for unit, side, where in zip((UNIT.get(name, "16Pz"), "9Mech"), book.meta["sides"], PLACES.get(name, ("1510", "1511")), strict=False):
        game.situation.state(f"units[{unit}]", {"side": side, "at": where})
    game.referee.note("units[")
    return game


def grounds(name: str, lang: str) -> list[tuple[str, str, str]]:
    """(fact, value, how it is called) of all that may lie in a hex."""
    book = rulebook(name)
    terrain = [("terrain", value) for value in book.values_of("hexes[1510].terrain") or ()]
    features = [("features", value) for each in book.values_of("hexes[1510].features") or () for value in each]
    called = [(key, value, str(Say(lang, book).show(value))) for key, value in (*terrain, *features)]
    words = game_of(name).referee.words
    kinds = {"TERRAIN", "FEATURE"}
    return [each for each in called if any(token.classes[0] == "W" and kinds & {type_ for type_, _ in token.means["W"]} for token in words(each[2]))]


@partly(8)
@pytest.mark.parametrize("name", BOOKS)
def test_ground_is_that_of_the_hex_or_is_told_back(name: str, part: Part) -> None:
    unit, place = UNIT.get(name, "16Pz"), PLACES.get(name, ("1510",))[0]
    heard = told = number = 0
    for lang in LANGUAGES:
        for key, value, called in part(grounds(name, lang)):
            for form in SAID[lang][(number := number + 1) % 2 :: 2]:
                game = game_of(name)
                record = game.hear(form.format(unit=unit, enemy="9Mech", ground=called))
                there = game.situation.hexes.get(place)
                found = [] if there is None else there.known(key) or () if key == "features" else [there.known(key)]
                stated = value in found or any(
                    ruling.act is not None and repr(value) in repr([ruling.act.slots.get(name) for name in ("terrain", "given")]) for ruling in record.rulings
                )
                warned = [str(finding.slots.get("said")) for ruling in record.rulings for _, finding in ruling.warnings] + [str(note) for note in record.notes]
                assert stated or record.problem is not None or any(called in each for each in warned), form.format(unit=unit, enemy="9Mech", ground=called)
                heard += stated
                told += not stated
    assert told * (7 if part.of == 1 else 4) < heard, (heard, told)


def test_what_the_position_knows_otherwise_is_refused_and_what_is_supposed_holds() -> None:
    game = game_of("pd")
    game.situation.state("hexes[1510].terrain", "clear")
    assert game.hear("16Pz is in the woods").problem is not None
    supposed = game.referee.supposing(game.line("16Pz is in the woods").parts).situation
    assert (supposed.hexes["1510"].known("terrain"), game.situation.hexes["1510"].known("terrain")) == ("woods", "clear")


def test_a_river_that_is_not_there_is_told() -> None:
    game = game_of("fpa")
    game.situation.state("hexsides[1510/1511]", [])
    ruling = game.hear("9Mech attacks 1510 over the river").rulings[0]
    assert [finding.key for _, finding in ruling.warnings if finding.key == "side_otherwise"] == ["side_otherwise"]


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_odds_are_asked_against_a_unit(name: str) -> None:
    for text in ("what are the odds if 9Mech attacks 16Pz?", "¿qué odds salen si 9Mech ataca a 16Pz?"):
        (act,) = game_of(name).line(text).acts
        assert (act.slots["units"], act.slots["target_units"]) == (("9Mech",), ("16Pz",)), text


def test_a_river_and_then_a_bridge_are_both_there() -> None:
    for first, second in (("river", "bridge"), ("bridge", "river")):
        game = Game(rulebook("gdp"), Situation(rulebook("gdp"), {"rulebook": "gdp"}))
        for thing in (first, second):
            game.hear(f"{thing} between 2010 and 2011")
        assert game.situation.side("2010", "2011").known("features") == ["river", "bridge"]
        game.hear("no river between 2010 and 2011")
        assert game.situation.side("2010", "2011").known("features") == []
