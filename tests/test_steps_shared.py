"""A step in a pronoun is a step, in every book: I take mine off 371Inf took 371Inf off the map."""

from __future__ import annotations

import random

import pytest

from tests.conftest import BOOKS, Part, cases, partly
from tests.test_asked_alike import two_units
from tests.test_dice_told import ruled

TRIED, LOOKED_AT = 5, 60
PLAIN = "{u} loses a step. {w} loses a step"
SHARED = (
    "{u} loses a step and I take mine off {w}",
    "{u} loses a step and {w} loses one too",
    "{u} loses a step. {w} takes one as well",
    "{u} pierde un paso y {w} pierde otro",
    "{u} pierde un paso y yo quito el mío de {w}",
    "{u} pierde un paso y yo me lo quito de {w}",
)


@partly(3, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_a_step_in_a_pronoun(name: str, part: Part) -> None:
    tried, dice = 0, random.Random(name)
    for case in dice.sample(cases(name), min(LOOKED_AT // part.of, len(cases(name)))):
        filled = two_units(case)
        if filled is None or tried == TRIED // part.of or len(plain := ruled(name, case["situation"], PLAIN.format(**filled)) or ()) < 2:
            continue
        tried += 1
        for line in part.turned(tried)(SHARED):
            said = line.format(**filled)
            assert ruled(name, case["situation"], said) == plain, (case["id"], said)
    if not tried:
        pytest.skip("nobody loses steps so")
