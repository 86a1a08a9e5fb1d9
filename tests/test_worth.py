"""What a unit is worth is asked in words, and answered by the lines of the ledger that name it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.ground.ruling import Ruling
from tests.conftest import Part, cases, game_of, partly

BOOKS = ("fpa", "gdp", "pd", "ocs")
ASKED = {
    "attack": ("What is {unit} worth when it attacks {hex}?", "¿Cuánto vale {unit} al atacar {hex}?", "With how much does {unit} attack {hex}?"),
    "defense": ("What is the defence of {foe}?", "¿Con cuánto defiende {foe}?", "How many points is {foe} worth in defence?"),
}
TALLIED = 3
"""Attacks of each book."""


def heard(book: str, situation: Any, line: str) -> Ruling | None:
    """The last ruling on a line; None if it was not understood."""
    told = game_of(book, situation).hear(line)
    return told.rulings[-1] if told.problem is None and told.rulings else None


def duels(book: str) -> list[tuple[Any, str, str, str, Ruling]]:
    """Positions of a book's cases in which one unit attacks one: position, unit, foe, hex, the ruling on that."""
    found: list[tuple[Any, str, str, str, Ruling]] = []
    for case in cases(book):
        situation = case["situation"] or {}
        units = [unit for unit in situation.get("units", ()) if unit.get("at")]
        if len(units) != 2 or units[0]["side"] == units[1]["side"] or case.get("rolls") or len(found) == TALLIED:
            continue
        for unit, foe in (units, units[::-1]):
            ruling = heard(book, situation, f"{unit['id']} attacks {foe['at']}")
            if ruling is not None and ruling.kind == "attack" and ruling.verdict == "legal" and {"attack", "defense"} <= ruling.ledgers.keys():
                found.append((situation, unit["id"], foe["id"], foe["at"], ruling))
                break
    return found


@partly(1)
@pytest.mark.parametrize("book", BOOKS)
def test_the_worth_that_is_asked_is_that_of_the_ledger(book: str, part: Part) -> None:
    for situation, unit, foe, hex_, ruling in duels(book):
        for side, questions in ASKED.items():
            for question in part(questions):
                answer = heard(book, situation, question.format(unit=unit, foe=foe, hex=hex_))
                assert answer is not None, question
                if answer.verdict == "legal":  # else a fact of that hex is asked for
                    assert Fraction(answer.computed["answer"]) == ruling.computed[f"{side}_total"], (question, unit, foe)


def test_full_strength_is_strength_that_nothing_lessens() -> None:
    units = [{"id": "9K", "side": "german", "at": "2010", "attack": 5, "defense": 5}, {"id": "3R", "side": "soviet", "at": "2011", "attack": 3, "defense": 4}]
    place = {"phase": "combat phase", "segment": "combat", "active": "german", "assume": "defaults", "options": {"step_rule": "general"}}
    whole = {**place, "units": [{**units[0], "steps": 3, "max_steps": 4}, units[1]]}
    halved = {**place, "units": [{**units[0], "steps": 2, "max_steps": 4}, units[1]]}
    for line in ("Does 9K still defend with its full strength?", "¿Defiende 9K con toda su fuerza?"):
        told, less = heard("ocs", whole, line), heard("ocs", halved, line)
        assert told is not None and less is not None
        assert told.computed["answer"] == "yes"
        assert less.computed["answer"] == "no"


WHERE = {
    "turn": 3,
    "weather": "frost",
    "units_complete": True,
    "phase": "german combat 1",
    "units": [
        {"id": "16Pz", "side": "german", "at": "2218", "steps": 4},
        {"id": "19Pz", "side": "german", "at": "2217", "steps": 4},
        {"id": "9R", "side": "soviet", "at": "3010"},
    ],
    "history": {"16Pz": [{"act": "attack", "hex": "2219", "phase": "german combat 1", "turn": 3}]},
}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("What phase is it?", "german combat 1"),
        ("¿En qué fase estamos?", "german combat 1"),
        ("Which units are in 2218?", "16Pz"),
        ("Has 16Pz attacked this turn?", "yes"),
        ("Did 16Pz attack 2219?", "yes"),
        ("Has 16Pz attacked 2319?", "no"),
        ("Has 19Pz attacked yet?", "no"),
        ("¿Ha movido ya 16Pz?", "no"),
        ("Can 16Pz stack with 19Pz?", "yes"),
        ("Is there still room for 16Pz in 2217?", "yes"),
        ("¿Queda hueco para 16Pz en 2217?", "yes"),
    ],
)
def test_the_position_and_the_history_answer(line: str, answer: str) -> None:
    ruling = heard("fpa", WHERE, line)
    assert ruling is not None
    assert ruling.computed["answer"] == answer
