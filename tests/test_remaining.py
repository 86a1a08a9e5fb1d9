"""How many steps a unit has left, or lacks, told in any wording beside a case of any book, changes no ruling where the position has it so."""

from __future__ import annotations

import pytest

from adjudicator.ground.declaration import Stated
from tests.conftest import BOOKS, cases_by_id, game_of

WAYS = {
    "en": (
        "{u} is down {lost} steps of {whole}", "{u} is missing {lost} steps out of {whole}", "{u} has lost {lost} of its {whole} steps",
        "{u} has {left} steps left of {whole}", "{u} is {lost} steps short of its {whole}",
        "{u} is {lost} steps down", "{u} lacks {lost} steps", "{u} is at {left} of {whole} steps", "{u} has {left} of {whole} steps left",
    ),
    "es": (
        "A {u} le faltan {lost} pasos de {whole}", "A {u} le quedan {left} pasos de {whole}", "{u} ha perdido {lost} de sus {whole} pasos",
        "{u} conserva {left} de sus {whole} pasos", "A {u} le faltan {lost} pasos", "{u} está con {left} de sus {whole} pasos",
        "{u} ha perdido {lost} pasos de {whole}", "{u} lleva perdidos {lost} pasos de {whole}",
    ),
}  # fmt: skip
PLACES = {"bcs": "20.11"}


@pytest.mark.parametrize("book", ["fpa", "pd", "ocs", "bcs"])
def test_the_same_in_every_wording(book: str) -> None:
    """Three of five, two of five gone: the position as it is then, whether it knew how many there were or not."""
    for known in ({}, {"max_steps": 2}):
        unit = {"id": "A1", "at": PLACES.get(book, "2011"), **known}
        for ways in WAYS.values():
            for way in ways:
                game = game_of(book, {"units": [unit]})
                text = way.format(u="A1", lost=1, left=1, whole=2)
                record = game.hear(text)
                assert record.problem is None and not record.rulings, text
                steps = Stated("lacking[A1]", 1) if "2" not in text and "dos" not in text else Stated("units[A1].steps", 1)
                assert steps in game.parse(text).parts, text
                assert "2" not in text and not known or game.situation.units["A1"].known("steps") == 1, text


@pytest.mark.parametrize("book", [name for name in BOOKS if name not in ("arnhem", "gdp")])
def test_what_is_so_changes_no_ruling(book: str) -> None:
    """A sample of the cases with a unit that lacks steps, which is said before them."""
    same, changed = 0, []
    for case in cases_by_id(book).values():
        units = [unit for unit in (case["situation"] or {}).get("units", []) if 1 < unit.get("steps", 0) < unit.get("max_steps", 0)]
        if not units or case.get("rolls") or not isinstance(case["declaration"], dict) or same > 40:
            continue
        said = {"u": units[0]["id"], "left": units[0]["steps"], "whole": units[0]["max_steps"], "lost": units[0]["max_steps"] - units[0]["steps"]}
        for lang, text in case["declaration"].items():
            base = _ruled(book, case["situation"], text)
            way = WAYS[lang][(same + len(changed)) % len(WAYS[lang])].format(**said)
            now = _ruled(book, case["situation"], f"{way}. {text.strip()[:1].upper()}{text.strip()[1:]}") if base is not None else None
            same += now is not None and now == base
            changed += [way] if now is not None and now != base else []
    assert len(changed) * 9 <= same, changed


def _ruled(book: str, situation: object, text: str) -> list[tuple[str, str]] | None:
    heard = game_of(book, situation).hear(text)
    return None if heard.problem else [(one.kind, one.verdict) for one in heard.rulings]
