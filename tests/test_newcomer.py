"""What somebody asks who has read the rules and nothing else: no answer to half a question, no number without its die, no verdict without a reason."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.ruling import LEGAL, UNDETERMINED
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from adjudicator.say.words import Say
from tests.conftest import game_of, rulebook

FIGHT = "Soviet 7GTk 8-8 at 3011; Soviet 6GTk 8-8 at 3009; 3010 is clear; german 16Pz 4-4 at 3010; frost; 7GTk and 6GTk attack 3010; "
WAY = "3010 is woods; 3009 is clear; Dnestr between 3011 and 3010; no river between 3010 and 3009; {weather}; 16Pz 4-4 at 3011; {asked}"
ASKED = "how many movement points does 16Pz pay to go 3011-3010-3009"


@pytest.mark.parametrize("text", ["does a storm cancel the KG combat shift?", "does a storm cancel the KG bananas?"])
def test_what_is_asked_about_is_never_told_back(text: str) -> None:
    heard = Game(rulebook("fpa")).hear(text)
    assert heard.problem is not None and not heard.rulings


@pytest.mark.parametrize("weather", ["thaw", "storm", "frost"])
def test_a_way_costs_the_same_asked_and_declared(weather: str) -> None:
    """A river on the way asks for its die, or takes the one that is told."""
    asked = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked=f"{ASKED}?")).rulings[0]
    assert (asked.verdict == UNDETERMINED) == (weather != "frost")
    told = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked=f"{ASKED} with a river roll of 5?" if weather != "frost" else f"{ASKED}?")).rulings[0]
    done = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked="16Pz goes 3011-3010-3009" + ("; roll 5" if weather != "frost" else ""))).rulings[0]
    assert told.verdict == done.verdict == LEGAL and told.computed["answer"] == done.computed["cost"]


@pytest.mark.parametrize("asked", ["does 16Pz have to retreat?", "must 16Pz retreat?", "¿tiene que retirarse la 16Pz?"])
def test_what_must_be_is_never_illegal_behind_an_open_deed(asked: str) -> None:
    ruling = Game(rulebook("fpa")).hear(FIGHT + asked).rulings[-1]
    assert ruling.verdict == UNDETERMINED and ruling.needs


@pytest.mark.parametrize("text", ["Soviet rifle corps 47R 3-4 at 2506", "cuerpo de fusileros soviético 47R 3-4 en 2506"])
def test_a_rifle_corps_is_one(text: str) -> None:
    game = Game(rulebook("fpa"))
    game.hear(text)
    assert game.situation.units["47R"].kind == "rifle"


def test_what_no_rule_reads_is_said_in_words() -> None:
    problem = Game(rulebook("fpa")).hear("2607 is in supply").problem
    assert problem is not None and "key" not in problem.text("en") and "clave" not in problem.text("es")


def heard(book: str, text: str, situation: str = "") -> Record:
    from adjudicator.book import situations

    game = Game(*situations.load(situation)) if situation else Game(rulebook(book))
    record = game.hear(text)
    assert record.problem is None, (text, record.problem)
    return record


def test_a_marker_that_lies_there_is_not_placed_now() -> None:
    """A marker and its place without a verb, in a line that goes on, is placed where that may be now; else it lies there."""
    asked = "I/89 is a German unit at 16.10; 1/394 is an American unit at 17.10; OBJ marker at 17.10; can I/89 attack 17.10?"
    record = heard("bcs", asked)
    assert len(record.rulings) == 1 and "3.3a" in record.rulings[0].cites
    line = "fase colocación de OBJ; OBJ en 44.20; fase actividades; KG-Holz está en 45.20; ¿puede KG-Holz atacar 44.20?"
    record = heard("bcs", f"formations[12VG].snafu = complete; {line}", "bcs:activation")
    assert [ruling.kind for ruling in record.rulings][1] == "place_obj" and record.rulings[-1].computed["answer"] == "yes"
    fight = "1-1Rif 3-3 soviética a pie en 1010; 1K-Eng 4-4 alemana a pie en 1011; {}; 1K-Eng ataca 1010"
    for said in ("trinchera en 1010", "hay una trinchera en 1010", "hay una trinchera en 1010 que mira a 1011"):
        record = heard("gdp", fight.format(said))
        assert [ruling.kind for ruling in record.rulings] == ["attack"], said
    game = Game(rulebook("gdp"))
    game.hear("there is a trench in 1010 facing 1011 and 1009")
    assert game.situation.markers["trench 1010"].known("faces") == ["1011", "1009"]
    assert Game(rulebook("gdp")).hear("there is a trench in 1010 holding 5K-2Pz").problem is not None  # what hangs on a fact is never lost


def test_a_question_gets_one_verdict() -> None:
    """The phase that a question names is how things stand; with its die it asks whether it succeeds; a die that comes to nothing is none too many."""
    asked = "phase = second_activation; ¿puede 12VG hacer una segunda activación{}?"
    for die, answer in ((" con un 3", "no"), (" con un 4", "yes"), ("", "yes")):
        record = heard("bcs", asked.format(die), "bcs:activation")
        assert [ruling.computed["answer"] for ruling in record.rulings] == [answer], die
    record = heard("bcs", "¿12VG se activa por segunda vez con un 3?", "bcs:activation")
    assert [ruling.computed["answer"] for ruling in record.rulings] == ["no"]
    record = heard("bcs", "phase = second_activation; 12VG makes a second activation with a 3", "bcs:activation")
    assert record.rulings[0].text == "phase = second_activation"  # not the whole line


def test_support_is_there_or_not_as_it_is_said() -> None:
    units = "II/16 is a German unit with AR 4, red AV 5 and MA 8 tac at 20.10; 1/38 is a US unit with AR 3 and MA 6 leg at 21.10; OBJ at 21.10; "
    record = heard("bcs", units + "1/38 has Support; can II/16 make a shock attack on 21.10?")
    assert record.rulings[-1].computed["answer"] == "no" and "5.1m" in record.rulings[-1].cites
    for said in ("1/38 has no Support", "1/38 no tiene Apoyo"):
        record = heard("bcs", f"{units}{said}; can II/16 make a shock attack on 21.10?")
        assert len(record.rulings) == 1 and record.rulings[0].verdict == UNDETERMINED, said


ZONES = """
does 1-1Rif exert a ZOC into 1012? yes
is 1011 in the ZOC of 1-1Rif? yes
¿llega la ZOC de 1-1Rif a 1012? yes
does the ZOC of 1-1Rif extend into 1014? no
¿ejerce 1-1Rif ZOC sobre 1013? no
does 1-HQ have a ZOC? no
whose ZOC is 1012 in? 1-1Rif
is 1012 in an enemy ZOC? yes
"""


def test_whose_zone_reaches_a_hex_is_asked_in_gdp() -> None:
    """8.0: combat units exert it on the hexes around them, not where wheels cannot go."""
    state: dict[str, Any] = {
        "active": "german",
        "units_complete": True,
        "hexes": {"1013": {"terrain": "forest"}, "1012": {"terrain": "clear"}, "1011": {"terrain": "clear"}},
    }
    state["hexsides"] = {"1012/1112": [], "1011/1112": [], "1013/1112": []}
    state["adjacent"] = [["1011", "1112"], ["1012", "1112"], ["1013", "1112"]]
    state["units"] = [
        {"id": "1-1Rif", "side": "soviet", "class": "foot", "kind": "rifle", "at": "1112"},
        {"id": "1-HQ", "side": "soviet", "kind": "hq", "at": "1015"},
    ]
    for line in ZONES.strip().splitlines():
        asked, _, answer = line.rpartition(" ")
        ruling = game_of("gdp", state).hear(asked).rulings[0]
        assert (ruling.computed.get("answer"), list(ruling.cites)) == (answer, ["8.0"]), asked


def test_what_a_ruling_asks_for_is_asked_and_answered_in_words() -> None:
    """The name of a fact is in the player's language, and the example can be typed: a column of a printed table, a hex, the game, a marker."""
    asked = {
        "gdp": {
            "tables.tec.clear.drm": "0",
            "time": "morning",
            "tables.tec.clear.blocks": "no",
            "units[1T-3Pz].direct_range": "5",
            "markers[trench 1010].faces": "none",
        },
        "bcs": {"hexes[21.10].mp_cost": "1", "hexes[21.10].combat_terrain": "no", "units[1/38].attack_capable": "yes"},
    }
    for book, facts in asked.items():
        for fact, value in facts.items():
            for lang in ("en", "es"):
                typed = Say(lang, rulebook(book)).typed(fact, value)
                assert "=" not in typed and "_" not in typed, typed
                game = Game(rulebook(book))
                if "trench" in fact:
                    game.hear("there is a trench in 1010")
                assert [part.path for part in game.line(typed).parts] == [fact], typed  # type: ignore[union-attr]
    for book in ("bcs", "fpa", "gdp", "ocs", "pd"):
        spanish = Say("es", rulebook(book))
        for fact in rulebook(book).facts:
            key = fact.rpartition(".")[2]
            assert "_" not in key or spanish.name(key) != key.replace("_", " "), f"{book}: no Spanish name for {fact}"


def test_a_supply_path_is_told_with_what_holds_it_open() -> None:
    """gdp 5.1: hex by hex, with the friends that stand in enemy zones; without it the zones that cut it."""
    state: dict[str, Any] = {"active": "german", "units_complete": True, "not_adjacent": [["1011", "1112"], ["1013", "1112"], ["1014", "1113"]]}
    state["adjacent"] = [["1012", "1112"]]
    ground = {f"{row}{number}": {"terrain": "clear"} for row in ("09", "10", "11") for number in range(10, 17)}
    state["hexes"] = ground
    state["hexsides"] = {"1012/1112": [], **{f"10{number}/10{number + 1}": [] for number in range(10, 16)}}
    german = {"side": "german", "class": "tracked", "formation": "2Pz"}
    state["units"] = [
        {"id": "HQ-2Pz", "kind": "hq", "at": "1010", **german},
        {"id": "6K-2Pz", "kind": "tank", "at": "1012", **german},
        {"id": "5K-2Pz", "kind": "tank", "at": "1014", **german},
        {"id": "1-1Rif", "side": "soviet", "kind": "rifle", "class": "foot", "at": "1112", "formation": "1Rif"},
    ]
    ruling = game_of("gdp", state).hear("is 5K-2Pz in supply?").rulings[0]
    keys = {finding.key: finding.slots for _, finding in ruling.findings}
    assert ruling.computed["answer"] == "yes"
    assert (keys["supply_line"]["line"], keys["supply_line"]["hq"]) == ("1014-1013-1012-1011-1010", "HQ-2Pz")
    assert (keys["path_held"]["hex"], keys["path_held"]["friend"]) == ("1012", "6K-2Pz")


def test_a_question_asked_again_is_answered_by_what_was_said_since() -> None:
    game = Game(rulebook("fpa"))
    game.hear("german 16Pz 4-4 at 3010")
    assert [game.hear(line).rulings[0].computed["answer"] for line in ("is 16Pz reduced?", "is 16Pz reduced?")] == ["no", "no"]
    game.hear("16Pz is reduced")
    assert game.hear("is 16Pz reduced?").rulings[0].computed["answer"] == "yes"
