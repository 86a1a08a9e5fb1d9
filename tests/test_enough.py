"""Whether so much is enough for a deed is what it costs, compared: in every book whose moves cost MPs, with one point too few and one more."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.conftest import Part, cases, game_of, partly

FORMS = (
    "Are {n} MPs enough for {u} to move to {h}?", "Do {n} MPs suffice for {u} to move to {h}?", "Will {n} MPs do for {u} to move to {h}?",
    "¿Bastan {n} PM para que {u} mueva a {h}?", "¿Le llegan {n} PM a {u} para mover a {h}?", "¿Son suficientes {n} PM para que {u} mueva a {h}?",
)  # fmt: skip
OWN = ("Are {u}'s MPs enough to move to {h}?", "¿Le llegan los PM a {u} para mover a {h}?")
EACH = 3


def answer(name: str, case: dict[str, Any], line: str) -> Any:
    """What is answered on the position of a case; None if it is not understood."""
    heard = game_of(name, case["situation"]).hear(line)
    return None if heard.problem or not heard.rulings else heard.rulings[-1].computed.get("answer")


@partly(2, split=False)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "bcs", "ocs"])
def test_a_number_is_enough_from_the_price_on(name: str, part: Part) -> None:
    tried = asked = 0
    for case in cases(name):
        said = re.match(r"^(\S+) moves to (\d\d\.?\d\d)$", case["declaration"]["en"].rstrip(".")) if isinstance(case["declaration"], dict) else None
        if said is None or tried >= EACH * len(FORMS):
            continue
        unit, place = said.groups()
        price = answer(name, case, f"How many MPs does it cost {unit} to move to {place}?")
        if not re.fullmatch(r"\d+(/\d+)?", str(price)) or Fraction(str(price)) < 1:
            continue
        for form in FORMS:
            for amount, right in ((int(Fraction(str(price))) - 1, "no"), (int(Fraction(str(price))) + 1, "yes")):
                found = answer(name, case, form.format(n=amount, u=unit, h=place)) if amount else None
                asked += found is not None or not amount
                tried += 1
                assert found in (None, right), (case["id"], form, amount)
        may = answer(name, case, f"Can {unit} move to {place}?")
        assert all(answer(name, case, form.format(u=unit, h=place)) in (None, may) for form in OWN), case["id"]
    assert asked * 5 >= tried * 4, (asked, tried)
