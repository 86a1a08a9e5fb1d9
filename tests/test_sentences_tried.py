"""Questions that are answered by trying the act, in both languages, other words, other order: all that ask the same get the same answer."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book import load
from adjudicator.book.situations import of_data
from adjudicator.ground.declaration import Stated
from adjudicator.language import Names
from adjudicator.play.game import Game, language_of
from tests.conftest import cases_by_id

BOOK = load("fpa")
CASES = cases_by_id("fpa")

ALIKE: list[tuple[str, Any, list[str]]] = [
    ("fpa-x-13.6-19", 4, ["How often may 16Pz attack in a turn?", "How many times can 16Pz attack per turn?", "¿Cuántas veces puede atacar 16Pz por turno?"]),
    ("fpa-x-13.6-19", 1, ["How many times may 16Pz attack in one phase?", "¿Cuántas veces puede atacar 16Pz en una fase?"]),
    ("fpa-x-5.3-04", 3, ["From which turn on can KG markers deploy?", "From which turn on can the Germans deploy KG markers?"]),
    ("fpa-x-5.3-04", 3, ["¿A partir de qué turno se pueden desplegar los KG?", "¿Desde cuándo puede el alemán desplegar marcadores KG?"]),
    ("fpa-x-5.3-04", ["kg deployment"], ["When can the KG markers deploy?", "In which phase can KG Br deploy?"]),
    (
        "fpa-x-13.8-03",
        [1, 2],
        ["On what rolls does 47R have to retreat when 16Pz attacks 3010?", "If 16Pz attacks 3010, on which rolls does 47R have to retreat?"],
    ),
    ("fpa-13.9-23", 5, ["How many steps may 371Inf have at most for 68Inf to retreat to 3011?"]),
    ("fpa-x-3.3-02", "no", ["Do I have to roll a die to probe 3010 with 16Pz?", "¿Hay que tirar un dado para tantear 3010 con 16Pz?"]),
    ("fpa-x-13.8.2-07", "yes", ["If 19Pz were in 3011, would the attack of 16Pz and 19Pz on 3010 be concentric?"]),
    ("fpa-x-r-A-03", 4, ["How many MP would 47R have if it were out of supply?", "¿Cuántos PM tendría 47R si estuviera sin suministro?"]),
    ("fpa-x-r-A-03", "yes", ["Does 47R have fewer MP if it is out of supply?", "¿Tiene 47R menos PM si está sin suministro?"]),
    ("fpa-x-13.8-12", -1, ["What is the effect of a river between 3011 and 3010 if 16Pz attacks 3010?"]),
    ("fpa-x-13.1-07", "no", ["Can 16Pz attack 3010 in Soviet combat 1?", "¿Puede 16Pz atacar 3010 en la 1ª fase soviética de combate?"]),
    ("fpa-x-x-21", "yes", ["Does anybody have to retreat?"]),
    ("fpa-11.1-01", 5, ["With a 5, in which turn does 47R return?", "On a 5, when does 47R come back?"]),
]


def answer(case: str, text: str) -> Any:
    """What is answered to a question in the position of a case."""
    record = Game(BOOK, of_data(BOOK, CASES[case]["situation"], case)).hear(text)
    return record.rulings[-1].computed.get("answer") if record.rulings else record.problem


@pytest.mark.parametrize(("case", "wanted", "text"), [(case, wanted, text) for case, wanted, texts in ALIKE for text in texts])
def test_the_same_question_has_the_same_answer(case: str, wanted: Any, text: str) -> None:
    assert answer(case, text) == wanted


ATTACKS = [name for name, case in CASES.items() if str(case["declaration"]["en"]) == "16Pz attacks 3010" and case["situation"].get("phase")][:8]


@pytest.mark.parametrize("case", ATTACKS)
def test_the_phases_of_an_attack_hold_the_present_one_just_if_it_is_allowed(case: str) -> None:
    now, phases = answer(case, "Can 16Pz attack 3010?"), answer(case, "In which phases can 16Pz attack 3010?")
    if isinstance(phases, list) and not CASES[case]["situation"].get("history"):
        assert (CASES[case]["situation"]["phase"] in phases) == (now == "yes")


@pytest.mark.parametrize("text", ["What is the weather for turn 5?", "¿Qué tiempo hace en el turno 5?"])
def test_a_turn_that_a_question_names_is_supposed(text: str) -> None:
    (asked,) = language_of(BOOK).parse(text, Names((), ())).parts
    assert (asked.kind, asked.slots["given"]) == ("weather", (Stated("turn", 5),))
