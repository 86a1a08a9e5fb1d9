"""What players say around a deed or question, and where somebody stands that stands there, turns no ruling round: it is the same, or the line is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import Part, cases, partly, rulebook

EACH = 5
SAID = {
    "en": (
        "{u} is in {h}. {q}",
        "{q} {u} stands in {h}.",
        "As {u} stands in {h}, {s}",
        "{q} Thanks!",
        "{q} My opponent says no.",
        "We are not sure about this one: {q}",
        "Ok, next: {q}",
    ),
    "es": ("La {u} está en {h}. {q}", "{q} La {u} está en {h}.", "Una duda: {q}", "Nos pasó anoche: {q}", "Mi rival no está de acuerdo. {q}"),
}


def _heard(name: str, case: dict[str, Any], text: str) -> Record:
    return Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).hear(text, list(case.get("rolls") or ()))


def _told(record: Record) -> list[Any]:
    return [(ruling.verdict, ruling.computed.get("answer")) for ruling in record.rulings]


@partly(3)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs", "bcs"])
def test_no_ruling_is_turned_round(name: str, part: Part) -> None:
    same = tried = 0
    drawn = random.Random(f"around {name}")
    for case in part(drawn.sample(cases(name), EACH * 3)[: EACH * 3 if part.of == 1 else 6]):
        placed = [unit for unit in case["situation"].get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()]
        if not placed or tried > EACH * 12:
            continue
        unit = drawn.choice(placed)
        for lang, text in case["declaration"].items():
            plain = _heard(name, case, text)
            if ";" in text or plain.problem is not None or len(plain.rulings) != 1:
                continue
            whole = text if text[-1] in ".?!" else f"{text}."
            for form in SAID[lang]:
                record = _heard(
                    name, case, form.format(u=unit["id"], h=unit["at"], q=whole, s=text[0].lower() + text[1:] if text.split()[0].isalpha() else text)
                )
                tried += 1
                if record.problem is None:
                    assert _told(record)[-1:] == _told(plain), (case["id"], form, text)
                    same += 1
    assert same >= tried * (0.8 if part.of == 1 else 0.7)
