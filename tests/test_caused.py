"""A line of a ledger that is claimed by its cause alone is compared with the ruling: it was told back, or heard by nobody."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.play.game import Game
from tests.conftest import rulebook

UNIT = {"side": "soviet", "kind": "tank", "class": "mechanized", "size": "corps", "attack": 6, "defense": 6, "steps": 2, "supply": "in"}
BESIDE, AROUND = ("2910", "3009", "3110"), ("3009", "3011", "3110")
SAID = (
    "Concentric attack on 3010 by 4GTk, 10Tk and 6Tk",
    "4GTk, 10Tk and 6Tk attack 3010 concentrically",
    "4GTk, 10Tk and 6Tk attack 3010 with the concentric bonus",
    "4GTk, 10Tk and 6Tk attack 3010, claiming the concentric shift",
    "4GTk, 10Tk and 6Tk attack 3010; that is concentric",
    "4GTk, 10Tk y 6Tk atacan 3010, y cuento concéntrico",
    "4GTk, 10Tk y 6Tk hacen un ataque concéntrico a 3010",
    "4GTk, 10Tk y 6Tk atacan 3010 con bonificación por ataque concéntrico",
)


def verdict(text: str, places: tuple[str, ...]) -> str | None:
    situation = {
        "turn": 5,
        "weather": "frost",
        "phase": "soviet combat 1",
        "active": "soviet",
        "hexes": {"3010": {"terrain": "clear", "features": []}},
        "hexsides": {f"{place}/3010": [] for place in places},
        "restricted_area": [],
        "units": [
            *({"id": name, **UNIT, "at": place} for name, place in zip(("4GTk", "10Tk", "6Tk"), places, strict=True)),
            {
                "id": "68Inf",
                "side": "german",
                "kind": "infantry",
                "class": "non_mechanized",
                "size": "division",
                "attack": 2,
                "defense": 4,
                "steps": 4,
                "at": "3010",
            },
        ],
    }
    book = rulebook("fpa")
    record = Game(book, of_data(book, situation, "caused")).hear(text)
    assert record.problem is None, (text, record.problem)
    return record.verdict


@pytest.mark.parametrize("text", SAID)
def test_what_is_claimed_has_to_count(text: str) -> None:
    assert verdict(text, BESIDE) == ILLEGAL
    assert verdict(text, AROUND) == LEGAL


def test_what_is_not_claimed_is_no_matter() -> None:
    assert verdict("4GTk, 10Tk and 6Tk attack 3010", BESIDE) == LEGAL
    assert verdict("4GTk, 10Tk and 6Tk attack 3010 without the concentric bonus", BESIDE) == LEGAL
