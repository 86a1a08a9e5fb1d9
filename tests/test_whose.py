"""Who may advance, which unit takes the loss: any deed is asked of each unit, in every rulebook; whether a hex is overstacked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import cases_by_id, game_of

WHO = {"advance": ("Who may advance?", "Which units may advance?", "¿Quién puede avanzar?", "¿Qué unidades pueden avanzar?"),
       "loss": ("Who takes the loss?", "Which unit has to take the loss?", "Which unit loses a step?", "¿Quién toma la pérdida?",
                "¿Qué unidad pierde un paso?"),
       "retreat": ("Who has to retreat?", "Which unit must retreat?", "¿Quién tiene que retirarse?", "¿Qué unidad debe retirarse?")}  # fmt: skip


def answer(book: str, case: str, text: str) -> Any:
    """What is answered in the position of a case; None where the line is refused."""
    game = game_of(book, cases_by_id(book)[case]["situation"])
    record = game.hear(text, [])
    return None if record.problem is not None else record.rulings[-1].computed.get("answer")


@pytest.mark.parametrize(
    ("book", "case", "deed", "expected"),
    [
        ("fpa", "fpa-13.10-02", "advance", "16Pz, 509Tiger, 371Inf, 208Inf, 11Pz"),
        ("gdp", "gdp-10.4-03", "advance", "none"),  # its loss comes first
        ("gdp", "gdp-10.4-03", "loss", "1K-1Gr"),
        ("gdp", "gdp-10.5-01", "retreat", "1K-1Gr"),
        ("pd", "pd-9.4.1-03", "loss", "2Lg"),
        ("bcs", "bcs-5.5-01", "retreat", "32-Cav"),
    ],
)
def test_who_does_it(book: str, case: str, deed: str, expected: str) -> None:
    for text in WHO[deed]:
        assert answer(book, case, text) == expected, text


def test_the_same_is_said_of_each_unit_alone() -> None:
    """Who of all may advance is who may when asked alone."""
    case = "fpa-13.10-02"
    named = str(answer("fpa", case, "Which units may advance?")).split(", ")
    for unit in cases_by_id("fpa")[case]["situation"]["units"]:
        assert (answer("fpa", case, f"Can {unit['id']} advance?") == "yes") == (unit["id"] in named), unit["id"]


def test_of_one_side() -> None:
    assert answer("fpa", "fpa-13.10-02", "Which Soviet units may advance?") == "none"


def test_behind_a_result_it_is_asked_of_that_result() -> None:
    for text in ("D1 on 1510. Which unit has to take the loss?", "D1 en 1510. ¿Qué unidad pierde un paso?"):
        assert answer("pd", "pd-9.4.1-03", text) == "2Lg", text


@pytest.mark.parametrize(("book", "case", "hex_"), [("gdp", "gdp-10.4-03", "2010"), ("pd", "pd-9.4.1-03", "1510")])
def test_whether_a_hex_is_overstacked(book: str, case: str, hex_: str) -> None:
    """What may not end the phase there is; it is never answered the other way round."""
    for text in (f"Is {hex_} overstacked?", f"¿Está {hex_} sobreapilado?"):
        assert answer(book, case, text) == "no", text
    situation = {**cases_by_id(book)[case]["situation"]}
    situation["units"] = [{**unit, "at": hex_, "side": situation["units"][0]["side"]} for unit in situation["units"] for _ in "x"]
    more = [{**situation["units"][-1], "id": f"{situation['units'][-1]['id']}{number}"} for number in range(4)]
    game = game_of(book, {**situation, "pending": {}, "units": situation["units"] + more})
    assert game.hear(f"Is {hex_} overstacked?", []).rulings[-1].computed.get("answer") == "yes"


@pytest.mark.parametrize(("book", "case", "hex_"), [("fpa", "fpa-13.10-02", "2019"), ("pd", "pd-9.4.1-03", "1510"), ("ocs", "ocs-q-s4-opt-b", "1509")])
def test_whose_zone_it_is(book: str, case: str, hex_: str) -> None:
    """Who exerts a ZOC into a hex is whoever does when asked alone, however it is asked."""
    asked = (f"Whose ZOC is {hex_} in?", f"Whose ZOC covers {hex_}?", f"Who exerts a ZOC into {hex_}?", f"¿Qué unidades ejercen ZOC en {hex_}?")
    named = {str(answer(book, case, text)) for text in asked}
    assert len(named) == 1, named
    for unit in cases_by_id(book)[case]["situation"]["units"]:
        if unit.get("at"):
            alone = answer(book, case, f"Does {unit['id']} exert a ZOC into {hex_}?") == "yes"
            assert alone == (unit["id"] in next(iter(named)).split(", ")), unit["id"]


def test_whether_it_may_be_done_at_all_is_tried_into_each_hex_beside() -> None:
    units = [
        {"id": "26", "side": "polish", "kind": "cav", "attack": 3, "defense": 3, "ma": 3, "at": "1510"},
        {"id": "46", "side": "german", "kind": "inf", "attack": 4, "defense": 4, "ma": 3, "at": "1511"},
    ]
    for line in ("46 attacks 26. May 26 withdraw before combat?", "La 46 ataca a la 26. ¿Puede la 26 retirarse antes del combate?"):
        answers = []
        for kind in ("cav", "inf"):
            game = game_of("pd", {"assume": "defaults", "turn": 3, "units": [{**units[0], "kind": kind}, units[1]]})
            answers.append(game.hear(line).rulings[-1].computed["answer"])
        assert answers == ["yes", "no"], line
