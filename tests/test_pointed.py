"""Who is named by the hex where he stands alone, and where he stands beside a question: the same answer as by his name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import BOOKS, game_of
from tests.test_same_answer import drawn, told

POSITIONS = 3
GROUPS = (
    ("how many steps does {U} have?", "How many steps has the unit in {H} left?", "Steps of the unit in {H}?", "¿Cuántos pasos tiene la unidad de {H}?"),
    ("is {U} in supply?", "Is my unit in {H} in supply?", "Can the unit in {H} trace supply?", "¿Tiene suministro mi unidad de {H}?"),
    ("what is the attack strength of {U}?", "How strong is the unit in {H} in attack?", "¿Con cuánto ataca la unidad de {H}?"),
    ("how many MPs does {U} have?", "How many MPs can the unit in {H} spend?", "¿Cuántos PM tiene la unidad de {H}?"),
    ("does {U} have a ZOC?", "Does the unit in {H} exert a ZOC?", "¿Ejerce ZOC la unidad de {H}?", "Does {U} in {H} have a ZOC?", "Has {U}, in {H}, a ZOC?"),
    ("how far is {U} from {F}?", "How far is {F} from the unit in {H}?", "¿A qué distancia está la unidad de {H} de {F}?"),
)


def alone(name: str) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    """Positions in which the unit stands alone in its hex."""
    for case, names in drawn(name, f"pointed {name}", 60):
        if len(list(game_of(name, case["situation"]).situation.known_at(names["H"]))) == 1:
            yield case, names


@pytest.mark.parametrize("name", BOOKS)
def test_who_stands_there_is_named_by_it(name: str) -> None:
    odd = []
    for _, (case, names) in zip(range(POSITIONS), alone(name), strict=False):
        for first, *others in GROUPS:
            wanted = told(name, case["situation"], first.format(**names))
            odd += [f"{case['id']}: {line}" for line in others if wanted is not None and told(name, case["situation"], line.format(**names)) != wanted]
    assert len(odd) <= 1, odd  # a place may be hard to reckon from
