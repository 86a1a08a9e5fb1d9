"""Who has lost its supply, lacks it or has none is out of supply, in any words; it was taken for a loss of steps, or for nothing."""

from __future__ import annotations

import random

import pytest

from tests.conftest import cases
from tests.test_asked_alike import answers, two_units

TRIED, LOOKED_AT = 4, 120
PLAIN, ASKED = "{w} is out of supply", "What is the movement allowance of {w}?"
LOST = (
    "{w} has lost its supply",
    "{w} has lost its supply line",
    "{w} has no supply",
    "{w} lacks supply",
    "{w} is cut off from its supply",
    "{w} se ha quedado sin suministro",
    "{w} ha perdido el suministro",
    "{w} no tiene suministro",
    "A {w} le falta suministro",
)


@pytest.mark.parametrize("name", ["fpa", "pd"])
def test_without_supply(name: str) -> None:
    tried, dice = 0, random.Random(name)
    for case in dice.sample(cases(name), min(LOOKED_AT, len(cases(name)))):
        filled = two_units(case)
        if filled is None or tried == TRIED:
            continue
        plain = answers(name, case["situation"], f"{PLAIN}. {ASKED}".format(**filled))
        if not plain or plain == answers(name, case["situation"], ASKED.format(**filled)):
            continue
        tried += 1
        for line in LOST:
            said = f"{line}. {ASKED}".format(**filled)
            assert answers(name, case["situation"], said) == plain, (case["id"], said)
    assert tried or name == "pd"


BEHIND = (
    "{asked} {w} is out of supply",
    "{asked} It is out of supply",
    "{asked} It's out of supply",
    "{asked} It has no supply",
    "It is out of supply. {asked}",
    "¿Cuántos PM tiene {w}? Está sin suministro",
    "¿Cuántos PM tiene {w}? No tiene suministro",
)


@pytest.mark.parametrize("name", ["fpa", "pd"])
def test_said_behind_a_question_of_nobody_named(name: str) -> None:
    """How many MPs has 16Pz? It is out of supply: a state that is said of it belongs to the question."""
    tried, dice = 0, random.Random(name)
    for case in dice.sample(cases(name), min(LOOKED_AT, len(cases(name)))):
        filled = two_units(case)
        if filled is None or tried == TRIED:
            continue
        asked = ASKED.format(**filled)
        plain = answers(name, case["situation"], f"{PLAIN.format(**filled)}. {asked}")
        if not plain or plain == answers(name, case["situation"], asked):
            continue
        tried += 1
        for line in BEHIND:
            said = line.format(asked=asked, **filled)
            assert answers(name, case["situation"], said) == plain, (case["id"], said)
