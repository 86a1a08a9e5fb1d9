"""How something stands is asked in the words in which it is stated: the question after the statement is answered yes, and by the position otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

STANDS = {"turn": 3, "units": [{"id": "16Pz", "side": "german", "at": "2218", "steps": 4}, {"id": "68Inf", "side": "soviet", "at": "3010", "steps": 2}]}
FIGHTS = {
    "phase": "activities",
    "active": "german",
    "active_formation": "GF",
    "activation": "initial",
    "formations": [{"id": "GF", "side": "german", "snafu": "complete", "arty_points": 3}],
    "units": [
        {
            "id": "GR1",
            "side": "german",
            "formation": "GF",
            "attack_capable": True,
            "ar": 4,
            "ma": 4,
            "ma_class": "leg",
            "shown": "deployed",
            "steps": 4,
            "at": "20.10",
        }
    ],
}
SAID = [
    ("fpa", STANDS, "16Pz is reduced", "Is 16Pz reduced?", "¿Está reducida 16Pz?"),
    ("fpa", STANDS, "2218 is rough", "Is 2218 rough?", "¿Es 2218 quebrado?"),
    ("fpa", STANDS, "16Pz is in 2219", "Is 16Pz in 2219?", "¿Está 16Pz en 2219?"),
    ("bcs", FIGHTS, "GR1 is stopped", "Is GR1 stopped?", "¿Está parada GR1?"),
    ("bcs", FIGHTS, "GR1 is in Screen", "Is GR1 in Screen?", "¿Está GR1 en Pantalla?"),
    ("bcs", FIGHTS, "GR1 is on its move side", "Is GR1 on its move side?", "¿Está GR1 por su lado de movimiento?"),
]


def answer(book: str, situation: Any, *lines: str) -> Any:
    """What the last of some lines is answered, None if nothing was answered."""
    game = game_of(book, situation)
    heard = [game.hear(line) for line in lines][-1]
    return heard.rulings[-1].computed.get("answer") if heard.problem is None and heard.rulings else None


@pytest.mark.parametrize(("book", "situation", "stated", "en", "es"), SAID)
def test_what_was_stated_is_so(book: str, situation: Any, stated: str, en: str, es: str) -> None:
    assert answer(book, situation, stated, en) == answer(book, situation, stated, es) == "yes"
    assert answer(book, situation, en) in ("no", None)


@pytest.mark.parametrize("line", ["How many steps does GR1 have?", "¿Cuántos pasos tiene GR1?"])
def test_a_figure_of_a_unit_is_told(line: str) -> None:
    assert answer("bcs", FIGHTS, line) == 4


@pytest.mark.parametrize("line", ["Which side does GR1 show?", "How many Fire Events does GR1 have left?", "How many MPs does GR1 have?"])
def test_the_word_that_asks_is_answered(line: str) -> None:
    assert answer("bcs", FIGHTS, line) not in ("yes", "no", None)


COUNTERS = [
    ("4Lt 6-3-6 and reduced 5Lg 3-2-3 at 1425", {"4Lt": {}, "5Lg": {"reduced": True}}),
    ("4Lt 6-3-6, inf 5Lg 3-2-3 at 1425", {"4Lt": {}, "5Lg": {"kind": "inf"}}),
    ("German 4Lt mech 6-3-6 and Polish 5Lg inf 3-2-3 at 1425", {"4Lt": {"side": "german", "kind": "mech"}, "5Lg": {"side": "polish", "kind": "inf"}}),
    ("Polish 29 inf 3-2-3 and 30 6-3-6 at 1425", {"29": {"side": "polish", "kind": "inf"}, "30": {"side": "polish"}}),
    ("la infantería polaca 27 3-2-3 en 1425", {"27": {"side": "polish", "kind": "inf"}}),
    ("la 27 polaca 3-2-3 en 1425", {"27": {"side": "polish"}}),
]


def test_a_counter_described_apart_is_described_alone() -> None:
    """What stands with one counter is not said of the next; a number is a name behind the words that describe it."""
    for line, wanted in COUNTERS:
        game = game_of("pd", {})
        stated = dict(game.hear(line).stated)
        found = {path[6:-1]: {key: value for key, value in told.items() if key in ("side", "kind", "reduced")} for path, told in stated.items()}
        assert found == wanted, line
        assert all(told["at"] == "1425" and told["attack"] in (3, 6) for told in stated.values()), line
