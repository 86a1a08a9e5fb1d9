"""Questions on what comes of a deed (adjudicator.sentences.whether), and questions whose subject or modal is said at length."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from tests.conftest import rulebook

FPA: dict[str, Any] = {
    "turn": 5,
    "phase": "german movement 1",
    "active": "german",
    "weather": "thaw",
    "units": [
        {"id": "24Pz", "side": "german", "kind": "panzer", "class": "mechanized", "attack": 8, "defense": 8, "steps": 4, "at": "2514"},
        {"id": "70R", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "attack": 5, "defense": 4, "steps": 2, "at": "2616"},
    ],
    "hexes": {name: {"terrain": "clear", "features": []} for name in ("2514", "2515", "2516")},
    "hexsides": {"2514/2515": [], "2515/2516": []},
    "units_complete": True,
}
PD: dict[str, Any] = {
    "assume": "defaults",
    "turn": 4,
    "phase": "combat segment",
    "active": "german",
    "units": [
        {"id": "21", "side": "german", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1007"},
        {"id": "8", "side": "polish", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1008"},
        {"id": "20P", "side": "polish", "kind": "inf", "attack": 3, "defense": 2, "ma": 3, "at": "1008"},
    ],
    "pending": {"result": "D1", "attackers": ["21"], "defenders": ["8", "20P"], "hex": "1008"},
}
TRACK: dict[str, Any] = {"trt": {"3": {"vph": 5}, "4": {"german": 4}}}
BCS: dict[str, Any] = {
    "phase": "activities",
    "active": "us",
    "active_formation": "28ID",
    "activation": "initial",
    "visibility": 5,
    "formations": [{"id": "28ID", "side": "us", "snafu": "complete"}],
    "hexes": {"14.21": {"terrain": "open", "mp_cost": 1}, "14.19": {"terrain": "open", "mp_cost": 1}},
    "los": {"14.21/14.23": "clear"},
    "units": [
        {"id": "44Eng", "side": "us", "formation": "28ID", "attack_capable": False, "ar": 2, "ma": 12, "ma_class": "truck", "shown": "move", "at": "14.20",
         "in_command": True},
        {"id": "I/9", "side": "german", "av": 4, "av_type": "red", "range": 2, "ar": 4, "ma": 4, "ma_class": "tac", "shown": "deployed", "at": "14.23"},
    ],
}  # fmt: skip


def answer(book: str, position: dict[str, Any], text: str) -> Any:
    """What is answered, None if nothing."""
    record = Game(rulebook(book), Situation(rulebook(book), position)).hear(text)
    assert record.problem is None, f"{text}: {record.problem.text('en', rulebook(book))}"
    return record.rulings[-1].computed.get("answer")


@pytest.mark.parametrize(
    ("book", "position", "said"),
    [
        ("fpa", FPA, {
            "Does 24Pz enter 2515 for free?": "no",
            "¿Mueve gratis la 24Pz a 2515?": "no",
            "Does it cost 24Pz 1 MP to enter 2515?": "yes",
            "¿Le cuesta 2 PM a la 24Pz entrar en 2515?": "no",
            "Does entering 2515 cost 24Pz nothing?": "no",
            "24Pz enters 2515. Must it stop there?": "no",
            "24Pz mueve 2515-2516. ¿Debe pararse ahí?": "yes",
            "Must 24Pz stop in 2516?": "yes",
            "¿Debe parar la 24Pz en 2515?": "no",
            "Does 24Pz fit in 2515?": "yes",
            "May 24Pz attack twice?": "yes",
        }),
        ("pd", PD, {"Which unit has to lose the step?": "8", "¿Quién sufre la baja?": "8", "D1 on 1008. Which unit takes the step loss?": "8"}),
        ("pd", PD | {"phase": "command phase", "vph": {"3": 2}, "activation_track": {"german": [], "polish": []}, "tables": TRACK, "pending": {}}, {
            "How many HQs may the Germans activate this turn?": 3,
            "¿Cuántos cuarteles puede activar el alemán?": 3,
        }),
        ("bcs", BCS, {"44Eng moves to 14.21. Must it stop there?": "yes", "44Eng va a 14.19. ¿Tiene que detenerse?": "no"}),
    ],
)  # fmt: skip
def test_what_comes_of_a_deed(book: str, position: dict[str, Any], said: dict[str, str]) -> None:
    for text, wanted in said.items():
        assert answer(book, position, text) == wanted, text


def test_what_may_be_is_asked_at_length() -> None:
    """Ability and hindrance in other words, an adverb or a relative clause between the verb and who does it."""
    for text, wanted in {
        "Does 24Pz have enough movement points to go 2515-2516?": "yes",
        "Has 24Pz the right to move 2515-2516?": "yes",
        "¿Me dejas mover la 24Pz 2515-2516?": "yes",
        "Is there anything to stop 24Pz moving to 2515?": "no",
        "¿Hay algo que impida que la 24Pz mueva a 2515?": "no",
        "¿Puede también la 24Pz mover 2515-2516?": "yes",
        "Is it too late for 24Pz to move to 2515?": "no",
        "Can 24Pz, which is a panzer division, move 2515-2516?": "yes",
        "Can 24Pz, who hasn't attacked yet, move 2515-2516?": "yes",
        "What MA has 24Pz?": 10,
    }.items():
        assert answer("fpa", FPA, text) == wanted, text


def test_where_things_are_is_read_off_the_position() -> None:
    for text, wanted in {
        "Where is 24Pz?": "2514",
        "¿Dónde está el 70R?": "2616",
        "What is in 2616?": "70R",
        "¿Qué hay en 2515?": "none",
        "How far is 24Pz from 70R?": 3,
        "¿A cuántos hexes está la 24Pz del 70R?": 3,
        "¿Cuántos hexes hay de 2514 a 2516?": 2,
        "Is 24Pz next to 70R?": "no",
        "¿Está la 24Pz junto a 2515?": "yes",
        "What terrain is in 2515?": "clear",
        "What turn is it?": 5,
        "Whose turn is it?": "german",
    }.items():
        assert answer("fpa", FPA, text) == wanted, text


def test_where_the_goal_is_told_in_a_clause() -> None:
    """Can 24Pz attack 2616, where 70R is: what a clause says of the hex before it belongs to the question."""
    attack = FPA | {"phase": "german combat 1", "hexes": {"2616": {"terrain": "clear", "features": []}}, "hexsides": {"2516/2616": []}}
    attack["units"] = [{**FPA["units"][0], "at": "2516"}, FPA["units"][1]]
    for text in ("Can 24Pz attack 2616, where 70R is?", "¿Puede la 24Pz atacar 2616, donde está el 70R?"):
        assert answer("fpa", attack, text) == "yes", text


@pytest.mark.parametrize(
    "text",
    [
        "Does 24Pz need a marker before it can attack 2515?",
        "Does 24Pz need an ace to move to 2515?",
        "¿Necesita la 24Pz un marcador para poder atacar 2515?",
        "¿Necesita la 24Pz objetivo en 2515 para mover a 2515?",
    ],
)
def test_what_is_needed_for_a_deed_is_not_whether_it_may_be_done(text: str) -> None:
    record = Game(rulebook("fpa"), Situation(rulebook("fpa"), FPA)).hear(text)
    assert record.problem is not None


def test_whoever_needs_to_do_something_has_to() -> None:
    (act,) = Game(rulebook("fpa"), Situation(rulebook("fpa"), FPA)).line("Does 24Pz need to attack 2616?").acts
    assert act.slots["ask"].what == "must"


@pytest.mark.parametrize("text", ["Does 24Pz stay cancelled?", "Does 24Pz stay mauled?"])
def test_how_it_stays_is_not_left_aside(text: str) -> None:
    record = Game(rulebook("fpa"), Situation(rulebook("fpa"), FPA)).hear(text)
    assert record.problem is not None


def test_the_turn_that_comes_is_no_question() -> None:
    """¿Puedo guardarla para el turno que viene? asks whether it may be kept, not which turn comes."""
    record = Game(rulebook("fpa"), Situation(rulebook("fpa"), FPA)).hear("¿Me la puedo guardar para el turno que viene?")
    assert all(ruling.kind != "next_phase" for ruling in record.rulings)
