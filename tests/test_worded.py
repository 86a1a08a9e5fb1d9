"""Facts said in the words by which a ruling asks for them, counters described in one breath, suppositions that are carried out."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import Stated
from adjudicator.play.duties import duties
from adjudicator.play.game import Game
from adjudicator.say.words import Say
from tests.conftest import BOOKS, game_of, rulebook

SAID = {"en": "the {name} of {id} is {value}", "es": "{name} de {id}: {value}"}


def heard(name: str, text: str, data: dict[str, Any] | None = None) -> tuple[Game, Any]:
    game = game_of(name, data or {})
    return game, game.hear(text)


@pytest.mark.parametrize("name", BOOKS)
def test_a_number_of_a_unit_is_said_by_its_name(name: str) -> None:
    """For each fact of a unit that is a number: its name, of a unit, with a value, states just that, or the line is refused."""
    book, said = rulebook(name), 0
    for key in [spec.partition(".")[2] for spec in book.facts if spec.startswith("units.")]:
        value = next((number for number in (2, 1) if book.declared.fault(_path(f"units[X9].{key}"), number) is None), None)
        if value is None or book.declared.fault(_path(f"units[X9].{key}"), "x") is None:
            continue
        for lang in LANGUAGES:
            text = SAID[lang].format(name=Say(lang, book).name(key), id="X9", value=value)
            game, record = heard(name, text, {"units": [{"id": "X9"}]})
            if record.problem is None and not record.rulings:
                assert game.situation.units["X9"].known(key) == value, text
                said += 1
    assert said > 5


def _path(text: str) -> Any:
    from adjudicator.ground.paths import parse

    return parse(text)


def test_neighbours_can_be_told() -> None:
    for text, touching in {
        "1013 and 1112 are not adjacent": False,
        "1013 is adjacent to 1112": True,
        "1013 no es adyacente a 1112": False,
        "1013 y 1112 son adyacentes": True,
    }.items():
        game, record = heard("gdp", text)
        assert record.problem is None and game.situation.grid.adjacent("1013", "1112") is touching, text


def test_a_counter_keeps_its_name_and_all_that_is_said_of_it() -> None:
    told = {
        "1-1Rif 3-3 soviética a pie en 1010": {"side": "soviet", "class": "foot", "attack": 3, "defense": 3, "at": "1010"},
        "5K-2Gr 4-4 reduced at 1010": {"attack": 4, "defense": 4, "reduced": True, "at": "1010"},
        "5K-2Gr (4-4, reduced) at 1010": {"attack": 4, "defense": 4, "reduced": True, "at": "1010"},
    }
    for text, facts in told.items():
        (part,) = game_of("gdp", {}).line(text).parts
        assert isinstance(part, Stated)
        assert (part.path, part.value) == (f"units[{text.partition(' ')[0]}]", facts), text


HELD = {
    "phase": "supply",
    "weather": "sunny",
    "time": "day",
    "hexes": {place: {"terrain": "clear", "features": []} for place in ("1010", "1011", "1012", "1013", "1014")}
    | {place: {"terrain": "forest", "features": []} for place in ("0912", "0913", "0914", "0915", "1015", "1112", "1113", "1114", "1115")},
    "hexsides": {
        f"{one}/{other}": [] for one, other in (("1010", "1011"), ("1011", "1012"), ("1012", "1013"), ("1013", "1014"), ("1012", "1112"), ("1011", "1112"))
    },
    "not_adjacent": [["1013", "1112"]],
    "adjacent": [["1011", "1112"], ["1012", "1112"]],
    "units": [
        {"id": "HQ-2Pz", "side": "german", "kind": "hq", "class": "wheeled", "formation": "2Pz", "at": "1010"},
        {"id": "5K-2Pz", "side": "german", "kind": "armor", "class": "tracked", "formation": "2Pz", "at": "1014"},
        {"id": "6K-2Pz", "side": "german", "kind": "armor", "class": "tracked", "formation": "2Pz", "at": "1012"},
        {"id": "7K-2Pz", "side": "german", "kind": "armor", "class": "tracked", "formation": "2Pz", "at": "1011"},
        {"id": "1-1Rif", "side": "soviet", "kind": "infantry", "class": "foot", "attack": 3, "at": "1112"},
    ],
}


def test_what_is_supposed_is_carried_out() -> None:
    for text, wanted in {
        "is 5K-2Pz in supply?": "yes",
        "would 5K-2Pz still be in supply if 6K-2Pz left 1012?": "no",
        "is 5K-2Pz in supply without 6K-2Pz?": "no",
        "if 6K-2Pz moves from 1012 to 1014, is 5K-2Pz in supply?": "no",
        "would 5K-2Pz be in supply if 6K-2Pz were not in 1012?": "no",
        "¿seguiría 5K-2Pz en suministro si 6K-2Pz se marchara de 1012?": "no",
    }.items():
        _, record = heard("gdp", text, HELD)
        assert record.problem is None and record.rulings[-1].computed["answer"] == wanted, text
    _, record = heard("gdp", "would 5K-2Pz be in supply if 6K-2Pz moved away?", HELD)
    assert record.problem is not None or record.rulings[-1].computed["answer"] == "no"


def test_units_that_are_only_counted_are_counted() -> None:
    for text, stacking in {
        "1010 is a village; can five full companies and the division HQ stack in 1010?": 5,
        "1010 es un pueblo; ¿pueden apilarse cinco compañías enteras en 1010?": 5,
    }.items():
        _, record = heard("gdp", text)
        assert record.rulings[-1].computed == {"stacking": stacking, "limit": 4, "answer": "no"}, text


def test_who_else_does_it_is_never_told_back() -> None:
    """6Tk and the rest: whom no name tells."""
    position = {"assume": "defaults", "units": [{"id": name, "side": "soviet", "attack": 4, "defense": 4, "at": "1510"} for name in ("6Tk", "284R")]}
    for text in ("6Tk y los demás se retiran a 1511", "6Tk and the rest retreat to 1511", "6Tk and his nephews retreat to 1511"):
        game = game_of("ocs", position)
        assert game.hear(text).problem is not None, text
    game = game_of("ocs", position)
    lost, gone = game.line("the Soviets lose 6Tk and retreat 284R two hexes").acts
    assert (lost.kind, lost.slots["units"], gone.kind, gone.slots["units"]) == ("loss", ("6Tk",), "retreat", ("284R",))


@pytest.mark.parametrize("name", BOOKS)
def test_a_marker_that_lies_there_is_stated(name: str) -> None:
    """Of every kind of marker whose name is one word of the book: there is a X in H; otherwise the line is refused, never taken as a deed."""
    book = rulebook(name)
    place = {"bcs": "10.11"}.get(name, "2119")
    forms = {
        "en": ("there is a {kind} in {place}", "{place} has a {kind}", "there is no {kind} in {place}"),
        "es": ("hay un {kind} en {place}", "en {place} hay un {kind}"),
    }
    for kind in book.values_of("markers[x].kind") or ():
        for lang, texts in forms.items():
            for text in texts:
                said = text.format(kind=Say(lang, book).show(kind), place=place)
                game, record = heard(name, said)
                lies = any(each.known("kind") == kind and each.known("at") == place for each in game.situation.markers.values())
                assert not record.rulings and (record.problem is not None or lies) and not (lies and " no " in said), said


def test_what_follows_a_counter_just_described_knows_it() -> None:
    """1Pz and 14 attack 1030: two counters, not an attack strength of 14."""
    for text in ("1Pz 6-3-8 German mech at 1029; 14 3-3-3 German infantry at 1029; 1Pz and 14 attack 1030", "7 2-2-3 Polish infantry at 1030; 7 moves to 1031"):
        game, record = heard("pd", text)
        told = record.rulings[-1].act
        assert told is not None and set(told.slots["units"]) == (set(game.situation.units)), text


OVER_A_BRIDGE = {
    "turn": 2,
    "phase": "activation",
    "weather": "sunny",
    "time": "day",
    "active": "german",
    "chit": "2Pz",
    "hexes": {place: {"terrain": "clear", "features": []} for place in ("1010", "1011", "1012", "1013", "1014", "1015", "1016", "1112", "1113")},
    "hexsides": {"1011/1012": ["river", "bridge"], "1012/1112": ["river"]}
    | {side: [] for side in ("1010/1011", "1012/1113", "1012/1013", "1013/1014", "1014/1015", "1015/1016", "1011/1112")},
    "adjacent": [["1011", "1112"], ["1012", "1112"], ["1012", "1113"]],
    "units": [
        {"id": "5K-2Pz", "side": "german", "kind": "armor", "class": "tracked", "formation": "2Pz", "attack": 5, "defense": 4, "ma": 8, "at": "1011"},
        {"id": "6K-2Pz", "side": "german", "kind": "armor", "class": "tracked", "formation": "2Pz", "attack": 5, "defense": 4, "ma": 8, "at": "1112"},
        {"id": "HQ-1Rif", "side": "soviet", "kind": "hq", "class": "foot", "formation": "1Rif", "ma": 4, "at": "1016", "command_range": 5},
        {"id": "1-1Rif", "side": "soviet", "kind": "infantry", "class": "foot", "formation": "1Rif", "attack": 3, "defense": 3, "ma": 4, "at": "1012"},
    ],
    "pending": {"act": "attack", "result": "DR", "hex": "1012", "attackers": ["5K-2Pz", "6K-2Pz"], "defenders": ["1-1Rif"]},
    "assume": "defaults",
}


def test_nobody_is_told_to_take_off_who_may_have_a_way_back() -> None:
    """Whether 1013 touches 1112 nobody said: the way back is open, not closed. Who is barred is not told that he may advance, nor who has advanced."""
    game = game_of("gdp", OVER_A_BRIDGE)

    def due() -> list[tuple[str, tuple[str, ...]]]:
        return [(duty.what, duty.units) for duty in duties(game.book, game.situation)]

    assert due() == [("retreat_somewhere", ("1-1Rif",))]
    game.hear("1013 and 1112 are not adjacent")
    assert due() == [("retreat", ("1-1Rif",))]
    game.hear("1-1Rif retreats 1012-1013-1014")
    assert due() == [("advance", ("5K-2Pz",))]
    game.hear("5K-2Pz advances into 1012")
    assert due() == []


def test_weather_that_is_supposed_is_no_deed() -> None:
    """If it were storm: nobody storms anything; what differs from the position is never left out."""
    units = [{"id": "16Pz", "side": "german", "kind": "panzer", "at": "2120"}, {"id": "47R", "side": "soviet", "kind": "rifle", "attack": 4, "at": "2119"}]
    position = {
        "turn": 5,
        "weather": "thaw",
        "phase": "german combat 1",
        "active": "german",
        "units": units,
        "hexes": {"2119": {"terrain": "clear", "features": []}},
    }
    for text in ("if it were storm, can 16Pz attack 2119 with 1 air point?", "can 16Pz attack 2119 with 1 air point in a storm?"):
        _, record = heard("fpa", text, position)
        assert record.problem is None and record.rulings[-1].computed["answer"] == "no", text
    _, record = heard("fpa", "si hubiera tormenta, ¿podría la 16Pz atacar 2119 con 1 punto aéreo?", position)
    assert record.problem is not None or record.rulings[-1].computed["answer"] == "no"


def test_no_fact_of_a_sentence_is_lost() -> None:
    """What is denied is denied of what it is said of; what nobody can be said to be is no remark; two figures of one noun are two figures."""
    for text, facts in {
        "2110 is clear, no river between 2110 and 2111": {"hexes[2110].terrain": "clear", "hexsides[2110/2111]": []},
        "2110 es claro, sin río entre 2110 y 2111": {"hexes[2110].terrain": "clear", "hexsides[2110/2111]": []},
        "2110 has no town": {"hexes[2110].features": []},
        "47R has 1 of its 2 steps": {"units[47R].steps": 1, "units[47R].max_steps": 2},
        "a la 47R le queda 1 de 2 pasos": {"units[47R].steps": 1, "units[47R].max_steps": 2},
    }.items():
        game = game_of("fpa", {"units": [{"id": "47R", "side": "soviet", "at": "2119"}]})
        assert {part.path: part.value for part in game.hear(text, ()).stated} == facts, text
    _, record = heard("fpa", "2110 and 2111 are clear, no river")  # between the two
    assert {part.path: part.value for part in record.stated} == {"hexes[2110].terrain": "clear", "hexes[2111].terrain": "clear", "hexsides[2110/2111]": []}


@pytest.mark.parametrize("name", BOOKS)
def test_whose_zone_is_asked_about(name: str) -> None:
    """In a German ZOC, en una ZOC alemana: that of the side that is named, never that of whoever's enemy stands there."""
    book = rulebook(name)
    place = {"bcs": "10.11"}.get(name, "2119")
    for side in book.sides[:2]:
        units = [{"id": "X9", "side": side, "at": place}]
        for lang, forms in {"en": ("Is {} in a {} ZOC?", "Does {} lie in a {} ZOC?"), "es": ("¿Está {} en una ZOC {}?", "¿{} está en ZOC {}?")}.items():
            named = Say(lang, book).show(side)
            for form in forms:
                said = form.format(place, {"alemán": "alemana", "soviético": "soviética", "polaco": "polaca"}.get(named, named))
                _, record = heard(name, said, {"units": units})
                assert [ruling.act.slots.get("side") for ruling in record.rulings] == [side], said
