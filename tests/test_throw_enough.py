"""Whether a throw that is told is enough is whether it succeeds, in any words: as when it is asked of the deed with that die."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import answer

HQ = {"id": "11Pz HQ", "side": "german", "formation": "11Pz", "kind": "hq", "activation_value": 4, "command_range": 7, "at": "20.10"}
SITUATION: dict[str, Any] = {
    "phase": "second_activation",
    "active": "german",
    "active_formation": "11Pz",
    "formations": [{"id": "11Pz", "side": "german", "fatigue": 0}],
    "units": [HQ],
}
ASKED = (
    "I rolled a {} for 11Pz's Second Activation. Is that enough?",
    "I rolled a {} for 11Pz's Second Activation. Does it succeed?",
    "I rolled a {} for 11Pz's Second Activation, is it enough?",
    "For 11Pz's Second Activation I rolled a {}. Is that enough?",
    "Para la Segunda Activación de la 11Pz he sacado un {}, ¿me basta?",
    "Para la Segunda Activación de la 11Pz he sacado un {}. ¿Es suficiente?",
    "He sacado un {} para la Segunda Activación de la 11Pz. ¿Basta?",
)


@pytest.mark.parametrize("line", ASKED)
@pytest.mark.parametrize("die", [3, 4, 5])
def test_a_throw_is_asked_whether_it_is_enough(line: str, die: int) -> None:
    plain = answer("bcs", {"situation": SITUATION}, f"Can 11Pz make its Second Activation with a {die}?")
    assert plain == ("yes" if die > 3 else "no")
    assert answer("bcs", {"situation": SITUATION}, line.format(die)) == plain
