"""Whether somebody may help in a deed is asked of that deed, in any words: never whether he may do it himself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import game_of

FOOT: dict[str, Any] = {"side": "german", "formation": "12VG", "attack_capable": True, "ar": 4, "ma": 4, "ma_class": "leg", "shown": "deployed", "steps": 4}
SITUATION: dict[str, Any] = {
    "phase": "activities",
    "active": "german",
    "active_formation": "12VG",
    "activation": "initial",
    "formations": [{"id": "12VG", "side": "german", "snafu": "complete"}, {"id": "28ID", "side": "us"}],
    "hexes": {"20.11": {"terrain": "open", "combat_terrain": False}},
    "adjacent": [["20.10", "21.11"], ["20.11", "21.11"]],
    "units": [
        {**FOOT, "id": "I/48", "at": "20.10", "in_command": True},
        {**FOOT, "id": "II/48", "at": "20.10", "in_command": True},
        {**FOOT, "id": "I/89", "at": "21.11", "in_command": True},
        {**FOOT, "id": "1/110", "side": "us", "formation": "28ID", "at": "20.11"},
    ],
    "markers": [{"kind": "obj", "source": "snafu", "at": "20.11"}],
}
BOTH = (
    "Can both II/48 and I/89 assist when I/48 attacks 20.11?",
    "Can II/48 and I/89 both assist I/48 against 20.11?",
    "I/48 attacks 20.11. Can II/48 and I/89 assist?",
    "If I/48 attacks 20.11, may II/48 and I/89 assist it?",
    "Cuando I/48 ataque 20.11, ¿pueden asistirle a la vez II/48 e I/89?",
    "I/48 ataca 20.11. ¿Pueden asistirle II/48 e I/89?",
)
ONE = ("Can II/48 assist when I/48 attacks 20.11?", "Can II/48 assist I/48 against 20.11?", "I/48 ataca 20.11. ¿Puede asistirle II/48?")


@pytest.mark.parametrize(("line", "said"), [*((line, "no") for line in BOTH), *((line, "yes") for line in ONE)])
def test_who_may_assist(line: str, said: str) -> None:
    record = game_of("bcs", SITUATION).hear(line)
    assert record.problem is None
    ruling = record.rulings[-1]
    assert ruling.computed.get("answer") == said
    assert (
        ruling.act is not None and ruling.act.slots["units"] == ("I/48",) and set(ruling.act.slots["assist"]) == {"II/48", *(["I/89"] if said == "no" else [])}
    )
