"""Whether so much is enough for a deed is what it costs, compared: in every book whose moves cost MPs, with one point too few and one more."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from tests.conftest import Part, answer, moves_said, partly

FORMS = (
    "Are {n} MPs enough for {u} to move to {h}?", "Do {n} MPs suffice for {u} to move to {h}?", "Will {n} MPs do for {u} to move to {h}?",
    "¿Bastan {n} PM para que {u} mueva a {h}?", "¿Le llegan {n} PM a {u} para mover a {h}?", "¿Son suficientes {n} PM para que {u} mueva a {h}?",
)  # fmt: skip
OWN = ("Are {u}'s MPs enough to move to {h}?", "¿Le llegan los PM a {u} para mover a {h}?")
EACH = 3


@partly(2, split=False)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "bcs", "ocs"])
def test_a_number_is_enough_from_the_price_on(name: str, part: Part) -> None:
    tried = asked = 0
    for at, (case, unit, place) in enumerate(moves_said(name)):
        if tried >= EACH * len(FORMS) / part.of:
            break
        price = answer(name, case, f"How many MPs does it cost {unit} to move to {place}?")
        if not re.fullmatch(r"\d+(/\d+)?", str(price)) or Fraction(str(price)) < 1:
            continue
        for form in part.turned(at)(FORMS):
            for amount, right in ((int(Fraction(str(price))) - 1, "no"), (int(Fraction(str(price))) + 1, "yes")):
                found = answer(name, case, form.format(n=amount, u=unit, h=place)) if amount else None
                asked += found is not None or not amount
                tried += 1
                assert found in (None, right), (case["id"], form, amount)
        may = answer(name, case, f"Can {unit} move to {place}?")
        assert all(answer(name, case, form.format(u=unit, h=place)) in (None, may) for form in OWN), case["id"]
    assert asked * 5 >= tried * 4, (asked, tried)
