"""A die that is told beside what it is thrown for, gives the same ruling; what comes of it may be asked in any words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from tests.conftest import BOOKS, cases, game_of

TRIED = 8
TOLD = {
    "en": ("{x} and rolls a {n}", "{x}. I rolled a {n}", "{x}; I get a {n}", "{x}, die is a {n}", "{x}, and a {n} comes up", "{x} with a {n} on the die"),
    "es": ("{x} y saca un {n}", "{x}; tiro y sale un {n}", "{x}, saco un {n}", "{x}. He sacado un {n}", "{x}, con un {n} en el dado", "{x}. Tirada: {n}"),
}
THROWN = {"en": "roll", "es": "(?:tirada|tiro|dado)"}
COMES = (
    ("I rolled a {n} for the weather", "What do we get?"),
    ("I rolled a {n} for the weather", "What have we got?"),
    ("I rolled a {n} for the weather", "What does that give us?"),
    ("Sale un {n} en el tiempo", "¿Qué tenemos?"),
    ("Saco un {n} para el tiempo", "¿Qué nos toca?"),
)
BACK = (
    "I roll a {n} for {u}. When does it come back?",
    "{u} is dead. I roll a {n}. When is it back?",
    "{u} is dead and I roll a {n}: when does it come back?",
    "{u} eliminada; sale un {n}, ¿cuándo vuelve?",
    "{u} eliminada, saco un {n}: ¿cuándo vuelve?",
)


def ruled(name: str, situation: dict[str, Any], line: str) -> list[tuple[str, str, Any]] | None:
    """Kind, verdict and figures of the rulings on a line; None if it is refused."""
    try:
        record = game_of(name, situation).hear(line)
    except (NotUnderstood, InputError):
        return None
    return None if record.problem is not None else [(each.kind, each.verdict, dict(each.computed)) for each in record.rulings]


@pytest.mark.parametrize("name", BOOKS)
def test_a_die_beside_its_deed(name: str) -> None:
    tried, dice = 0, random.Random(name)
    for case in dice.sample(cases(name), len(cases(name))):
        for language, forms in TOLD.items():
            line = case["declaration"].get(language, "")
            found = re.fullmatch(rf"([^;?:]+); {THROWN[language]} (\d)\.?", line)
            if found is None or tried == TRIED or not (plain := ruled(name, case["situation"], line)):
                continue
            tried += 1
            for form in forms:
                said = form.format(x=found[1], n=found[2])
                assert ruled(name, case["situation"], said) == plain, (case["id"], said)
    if not tried:
        pytest.skip("no case of it throws one die")


def test_what_comes_of_a_throw_is_the_ruling_on_it() -> None:
    for number in range(1, 7):
        for told, asked in COMES:
            situation = {"turn": 3, "phase": "weather", "active": "soviet"}
            alone = ruled("fpa", situation, f"weather roll: {number}")
            for line in (f"{told}. {asked}", f"{told}: {asked}"):
                assert ruled("fpa", situation, line.format(n=number)) == alone, line
    for line in BACK:
        situation = {"assume": "defaults", "turn": 4, "units": [{"id": "47R", "side": "soviet", "kind": "rifle", "eliminated": True}]}
        rulings = ruled("fpa", situation, line.format(u="47R", n=5))
        assert rulings is not None and rulings[-1][2].get("delay") == 3, (line, rulings)


@pytest.mark.parametrize(
    "line", ["La 13Mot hace 0729 y 0729; los aviones le restan 1.5 puntos de movimiento.", "13Mot moves; the aircraft take point 20.11 off it."]
)
def test_a_number_that_no_die_shows_is_no_throw(line: str) -> None:
    """A part of a point beside what might be a throw (found by the long run)."""
    record = game_of("pd", next(case["situation"] for case in cases("pd") if case["situation"])).hear(line, (5,))
    assert record.problem is not None or record.rulings
