"""What is said beside a deed of how its units stand behind it: so it is legal as it was, otherwise it is illegal as it was said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.ground.ruling import ILLEGAL, LEGAL
from tests.conftest import cases, game_of

SAID: dict[tuple[str, Any], dict[str, tuple[str, ...]]] = {
    ("reduced", True): {"en": ("at half strength, of course",), "es": ("a media fuerza, claro",)},
    ("reduced", False): {"en": ("and at full strength too", "with both its steps"), "es": ("y a plena fuerza", "con sus dos pasos")},
    ("state", "ghost"): {"en": ("on their Ghost side",), "es": ("por su lado Fantasma",)},
    ("state", "normal"): {"en": ("on their normal side",), "es": ("por su lado normal",)},
}
"""Facts of units: how players say beside a deed that it leaves them so."""


def deeds(book: str) -> Iterator[tuple[dict[str, Any], str, str, tuple[str, Any]]]:
    """Cases whose deed leaves its only unit so, with the language and the text of the deed."""
    for case in cases(book):
        effects = case["expect"].get("effects") or []
        if case["expect"].get("verdict") != LEGAL or len(effects) != 1 or case.get("rolls"):
            continue
        for lang, text in case["declaration"].items():
            ruling = next(iter(game_of(book, case["situation"]).hear(text).rulings), None)
            found = (
                next(
                    (
                        (key, value)
                        for effect in ruling.effects
                        for key, value in effect.items()
                        if str(effect.get("unit")) in text and isinstance(value, (str, bool)) and (key, value) in SAID
                    ),
                    None,
                )
                if ruling is not None
                else None
            )
            if found is not None and text[-1:].isalnum() and ruling is not None and ruling.act is not None and "question" not in ruling.act.slots:
                yield case, lang, text, found


@pytest.mark.parametrize("book", ["fpa", "bcs"])
def test_what_a_deed_does_not_leave_so_is_illegal_as_it_is_said(book: str) -> None:
    tried = 0
    for case, lang, text, so in deeds(book):
        for (key, value), said in SAID.items():
            if key != so[0] or any(unit.get(key) == value for unit in case["situation"]["units"]):  # so it may be before the deed
                continue
            for words in said[lang]:
                heard = game_of(book, case["situation"]).hear(f"{text}, {words}")
                verdict = heard.rulings[-1].verdict if heard.rulings else None
                assert verdict in (None, LEGAL if value == so[1] else ILLEGAL), (case["id"], f"{text}, {words}")
                tried += verdict is not None
    assert tried >= 8, f"{tried} tried"
