"""How long something is, is the same question in whatever words it is put: how many hexes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

SITUATION: dict[str, Any] = {
    "phase": "activities",
    "active": "us",
    "active_formation": "28ID",
    "activation": "initial",
    "formations": [{"id": "28ID", "side": "us", "snafu": "complete"}],
    "units": [
        {"id": "1/109", "side": "us", "formation": "28ID", "attack_capable": True, "ar": 3, "ma": 4, "ma_class": "leg", "at": "20.18"},
        {"id": "28ID HQ", "side": "us", "formation": "28ID", "kind": "hq", "command_range": 5, "at": "20.10"},
    ],
}
ASKED = (
    "How many hexes can the Safe Path of 1/109 have?",
    "How long can the Safe Path of 1/109 be at most?",
    "How long is 1/109's Safe Path?",
    "How many hexes long may 1/109's Safe Path be?",
    "What is the maximum length of the Safe Path of 1/109?",
    "What length can the Safe Path of 1/109 have?",
    "What's the longest Safe Path that 1/109 could use?",
    "What is the longest Safe Path of 1/109?",
    "¿Cuántos hexes puede medir la Ruta Segura del 1/109?",
    "¿Qué longitud máxima puede tener la Ruta Segura del 1/109?",
    "¿Cuál es la longitud máxima de la Ruta Segura del 1/109?",
    "¿Cómo de larga puede ser la Ruta Segura del 1/109?",
    "¿Cuál es la Ruta Segura más larga que puede usar el 1/109?",
)


@pytest.mark.parametrize("line", ASKED)
def test_a_length_is_asked_for_in_any_words(line: str) -> None:
    record = game_of("bcs", SITUATION).hear(line)
    assert record.problem is None and [ruling.computed.get("answer") for ruling in record.rulings] == [10]


@pytest.mark.parametrize("radius", [4, 6])
@pytest.mark.parametrize(
    "said", ["The 28ID HQ has a Command Radius of {}. {}", "The Command Radius of 28ID HQ is {}. {}", "El radio de mando del 28ID HQ es de {}. {}"]
)
def test_the_figure_that_it_hangs_on_may_be_said_before_it(said: str, radius: int) -> None:
    record = game_of("bcs", SITUATION).hear(said.format(radius, ASKED[1]))
    assert record.problem is None and [ruling.computed.get("answer") for ruling in record.rulings] == [radius + 5]
