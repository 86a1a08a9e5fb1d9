"""A state that is said of a thing is the stated fact: never a deed that leads there, never noted while nothing is stated."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood, Stated
from adjudicator.language.errors import explain
from adjudicator.language.words import phrases_of, read_words
from adjudicator.play.game import Game
from tests.conftest import BOOKS, ROOT, data_of, rulebook

IS = {"en": "{} is {}", "es": "{} está {}"}
GONE = frozenset(("eliminate", "loss", "resolve"))
"""In English it is told in the same words that a unit is gone and that it is eliminated now: both come to the same."""
CALLED = {"bcs": "II/16"}
OTHERWISE = {"bcs": 2, "fpa": 1, "gdp": 4, "pd": 4}
"""So many phrases of the words files, said behind the verb of the other language or of another type too, state nothing."""


def phrases(name: str) -> list[tuple[str, str, str]]:
    """(language or "", state, phrase) of all words for states."""
    own = data_of(ROOT / "rulebooks" / name / "lexicon.yaml")
    unused = (own.get("unused") or {}).get("STATUS", ())
    found = []
    for lang in (*LANGUAGES, ""):
        words = data_of(ROOT / "grammars" / f"lexicon.{lang}.yaml") if lang else own
        for type_, state, patterns in (*read_words(words.get("words") or {}), *read_words(words.get("instead") or {})):
            if type_ == "STATUS" and not (lang and state in unused):
                found += [(lang, state, phrase) for phrase in phrases_of(patterns)]
    return found


def said(game: Game, text: str) -> list[object]:
    """The facts, and the acts but for those that say that a unit is gone; [] of a line that is refused."""
    try:
        parts = game.parse(text).parts
    except (NotUnderstood, InputError):
        return []
    return [
        part.kind if isinstance(part, Act) else (part.path, str(part.value).lower()) for part in parts if not isinstance(part, Act) or part.kind not in GONE
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_state_said_of_a_unit_is_that_fact(name: str) -> None:
    book, unit = rulebook(name), CALLED.get(name, "16Pz")
    game = Game(book, Situation(book, {"rulebook": name}))
    game.situation.state(f"units[{unit}]", {"side": book.meta["sides"][0]})
    came: Counter[str] = Counter()
    other = []
    for lang, state, phrase in phrases(name):
        key, _, value = state.partition(":")
        if f"units.{key}" not in book.facts:
            continue
        for text in [IS[lang].format(unit, phrase)] if lang else [form.format(unit, phrase) for form in IS.values()]:
            found = said(game, text)
            right = found == [(f"units[{unit}].{key}", value.lower())]
            came["right" if right else "refused" if not found else "other"] += 1
            other += [(text, found)] if found and not right else []
    assert len(other) <= OTHERWISE.get(name, 0), other
    assert came["right"] > 0


FORMATION = {
    "formations[12VG].fatigue": {
        "fresh": "12VG is Fresh|12VG está Fresca|12VG's fatigue is Fresh|12VG has a Fresh Fatigue marker|la fatiga de 12VG es fresca",
        4: "12VG is at Fat-4|12VG está en Fat-4|12VG has fatigue 4|12VG tiene fatiga 4|la fatiga de 12VG es 4|the Fatigue Level of 12VG is 4",
    },
    "formations[12VG].prep_def": {
        True: "12VG is in Prepared Defense|12VG está en Defensa Preparada|12VG has a Prepared Defense marker|12VG tiene un marcador de Defensa Preparada",
        False: "12VG is not in Prepared Defense|12VG no está en Defensa Preparada|12VG no tiene ningún marcador de Defensa Preparada",
    },
    "formations[12VG].mixed": {True: "12VG is Mixed|12VG está mezclada"},
    "formations[12VG].coordination": {True: "12VG has a Coordination marker|12VG tiene un marcador de Coordinación"},
    "formations[12VG].snafu": {"complete": "the SNAFU of 12VG is complete|12VG has a complete SNAFU", "partial": "el SNAFU de 12VG es parcial"},
    "formations[12VG].msr_blocked": {2: "12VG has an MSR Blocked marker of level 2"},
    "units[1/394].support_dropped": {
        True: "the support of 1/394 is dropped|1/394 has lost its support|1/394 ha perdido su apoyo|el Apoyo de 1/394 ha Caído"
        "|1/394 has a Support Dropped marker|1/394 tiene un marcador de Apoyo Caído",
    },
    "units[12VG Trains].state": {"ghost": "12VG Trains is a Ghost"},
}


def test_a_state_said_of_a_formation_is_that_fact() -> None:
    from adjudicator.book import situations

    book, position = situations.load("bcs:activation")
    game = Game(book, position)
    wrong = []
    for path, values in FORMATION.items():
        for value, texts in values.items():
            for text in texts.split("|"):
                found = [(part.path, part.value) if not isinstance(part, Act) else part.kind for part in game.parse(text).parts]
                wrong += [(text, found)] if found != [(path, value)] else []
    for text in ("there is an OBJ marker in 44.20", "hay un marcador OBJ en 44.20", "an OBJ marker lies in 44.20", "44.20 has an OBJ marker"):
        found = [(part.path, part.value) if not isinstance(part, Act) else part.kind for part in game.parse(text).parts]
        wrong += [(text, found)] if found != [("markers[obj 44.20].kind", "obj"), ("markers[obj 44.20].at", "44.20")] else []
    assert wrong == []
    for text in ("12VG is not Fresh", "12VG no está Fresca"):  # what is it then?
        assert game.hear(text).problem is not None, text


def test_a_formation_comes_in_by_words() -> None:
    for text, side in (("12VG is a German formation; 12VG is Fresh", "german"), ("12VG es una formación alemana; 12VG está Fresca", "german")):
        game = Game(rulebook("bcs"), Situation(rulebook("bcs"), {}))
        assert game.hear(text).problem is None, text
        assert (game.situation.formations["12VG"].side, game.situation.formations["12VG"].fatigue) == (side, "fresh")
        assert "12VG" not in game.situation.units


COUNTERS = {
    "II/16 is a red AV 5 panzer unit at 20.10": {"av_type": "red", "av": 5, "at": "20.10"},
    "II/16 es una unidad panzer alemana de AV rojo 5 y MA táctico en 20.10": {"side": "german", "av_type": "red", "av": 5, "ma_class": "tac", "at": "20.10"},
    "I/89 is a German battalion, attack capable, with AR 4 and MA 4 leg, at 16.10": {
        "side": "german",
        "attack_capable": True,
        "ar": 4,
        "ma": 4,
        "ma_class": "leg",
        "at": "16.10",
    },
}


def test_a_counter_of_this_book_comes_in_by_words() -> None:
    book = rulebook("bcs")
    for text, facts in COUNTERS.items():
        game = Game(book, Situation(book, {}))
        assert game.hear(text).problem is None, text
        assert {name: game.situation.units[text.split()[0]].known(name) for name in facts} == facts
    for lang in LANGUAGES:  # what is told who names a counter that nobody has brought in can be typed
        with pytest.raises(NotUnderstood) as error:
            Game(book, Situation(book, {})).line("II/16 attacks 20.11")
        for quoted in [each for each in re.findall(r'["«]([^"»]+)["»]', explain(error.value, lang)) if not each.startswith(";") and each != "II/16"]:
            game = Game(book, Situation(book, {}))
            assert game.hear(quoted.replace("HEX", "20.10")).problem is None, quoted
            assert "II/16" in game.situation.units or "II/16" in game.situation.formations


def test_what_nobody_spoke_of_is_assumed_and_support_is_whose_it_is_said_to_be() -> None:
    from adjudicator.book import situations

    book = rulebook("bcs")
    ruling = Game(book, Situation(book, {})).hear("I/89 is a German unit at 16.10; 1/394 is an American unit at 17.10; can I/89 attack 17.10?").rulings[-1]
    assert "hexes[17.10].obj_zone" in ruling.assumed
    game = Game(*situations.load("bcs:activation"))
    for line in ("formations[12VG].snafu = complete", "phase = activities", "KG-Holz is at 45.20", "there is an OBJ marker in 44.20"):
        assert game.hear(line).problem is None, line
    ruling = game.hear("KG-Holz makes a shock attack on 44.20, but 1/394 has Support").rulings[-1]
    assert ruling.verdict == "illegal"
    assert "5.1m" in ruling.cites
    assert "1.5h" not in ruling.cites  # which is about KG-Holz


SAID = {
    "44.20 is in an objective zone": {"hexes[44.20].obj_zone": True},
    "44.20 no está en una Zona OBJ": {"hexes[44.20].obj_zone": False},
    "44.20 is Combat Terrain": {"hexes[44.20].combat_terrain": True},
    "12VG is Done": {"formations[12VG].status": "done"},
    "12VG está Terminada": {"formations[12VG].status": "done"},
    "the Activation Value of 12VG is 5": {"units[12VG HQ].activation_value": 5},
    "KG-Holz began the phase out of command": {"units[KG-Holz].began_in_command": False},
    "KG-Holz empezó la fase fuera de mando": {"units[KG-Holz].began_in_command": False},
    "fase colocación OBJ": {"phase": "obj_placement"},
}


def test_a_hex_a_formation_and_how_a_phase_began_are_stated() -> None:
    from adjudicator.book import situations

    game = Game(*situations.load("bcs:activation"))
    for text, facts in SAID.items():
        assert {part.path: part.value for part in game.line(text).parts if isinstance(part, Stated)} == facts, text
        assert not game.line(text).acts, text
    game.hear("44.20 is in an OBJ Zone")
    assert game.hear("is 44.20 in an OBJ Zone?").rulings[0].computed["answer"] == "yes"
    game.hear("there is an OBJ marker in 45.22")
    assert [game.hear(f"is {hex_} in an OBJ Zone?").rulings[0].computed["answer"] for hex_ in ("45.20", "45.23", "45.25")] == ["yes", "yes", "no"]


def test_a_counter_is_described_without_a_verb_and_every_number_is_its_own() -> None:
    facts = {"side": "german", "av_type": "red", "av": 5, "ar": 4, "ma": 8, "ma_class": "tac", "at": "20.10"}
    for text in (
        "II/16 German panzer, red AV 5, AR 4, MA 8 tac at 20.10",
        "II/16 panzer alemana AV rojo 5 AR 4 MA 8 táctico en 20.10",
        "II/16 es panzer alemana AV rojo 5 AR 4 MA 8 táctico en 20.10",
    ):
        game = Game(rulebook("bcs"))
        assert game.hear(text).problem is None, text
        unit = game.situation.units["II/16"]
        assert {name: unit.known(name) for name in facts} == facts, text
    assert Game(rulebook("bcs")).hear("II/16 attacks 20.10").problem is not None
    line = "12VG is a German formation with Activation Value 4; 12VG is fresh; phase = second_activation; 12VG makes a second activation with a 3"
    assert Game(rulebook("bcs")).hear(line).rulings[-1].computed["result"] == "success"


@pytest.mark.parametrize("text", ["1510 is interdicted", "1510 está interdictado", "1510 and 1511 are interdicted"])
def test_a_hex_to_which_something_was_done_has_its_marker(text: str) -> None:
    book = rulebook("pd")
    parts = Game(book, Situation(book, {"rulebook": "pd"})).line(text).parts
    assert ("markers[interdiction 1510].at", "1510") in [(part.path, part.value) for part in parts if not isinstance(part, Act)]
