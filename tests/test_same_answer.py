"""What a position, a unit and a hex are asked for in many words gets one answer: groups of questions that mean the same (`FILES`).

The positions are drawn from the cases of each rulebook; a group counts where its first question is answered.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import BOOKS, ROOT, Part, cases, game_of, partly

FILES = ("same.txt", "plain.txt", "deeds.txt")
GROUPS = {name: [group.split("\n") for group in (ROOT / "tests" / "sentences" / name).read_text("utf-8").strip().split("\n\n")] for name in FILES}
POSITIONS = 2
ODD = 0.03
"""So many at most may differ: in some positions a question means more than it says (a result that is open, a unit that is nowhere)."""


def told(name: str, situation: dict[str, Any], line: str) -> str | None:
    """What is answered, as a text; None if nothing is."""
    record = game_of(name, situation).hear(line)
    if record.problem is not None or not record.rulings or record.rulings[-1].computed.get("answer") is None:
        return None
    return str(record.rulings[-1].computed["answer"])


def drawn(name: str, seed: str, count: int) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    """Positions with a unit, an enemy, a friend, and a hex beside it where nobody stands; what stands in the questions for each."""
    found = list(cases(name))
    random.Random(seed).shuffle(found)
    for case in found:
        units = [unit for unit in (case["situation"] or {}).get("units", ()) if unit.get("at") not in (None, "off_map", "unknown")]
        foe = next((unit for unit in units if unit.get("side") != units[0].get("side")), None)
        friend = next((unit for unit in units[1:] if unit.get("side") == units[0].get("side")), None)
        if foe is None or friend is None:
            continue
        grid, at = game_of(name, case["situation"]).situation.grid, str(units[0]["at"])
        near = [hex_ for hex_ in grid.known_neighbours(at) if hex_ not in {str(unit["at"]) for unit in units}] if grid.valid(at) else []
        if near:
            yield case, {"U": units[0]["id"], "H": at, "F": foe["id"], "G": str(foe["at"]), "V": friend["id"], "N": near[0]}
            count -= 1
        if not count:
            return


def compared(name: str, seed: str, count: int, groups: list[list[str]]) -> tuple[int, list[str]]:
    """How many questions were compared, and which were answered otherwise than the first of their group."""
    tried, odd = 0, []
    for case, names in drawn(name, seed, count):
        for group in groups:
            lines = [line.format(**names) for line in group]
            first = told(name, case["situation"], lines[0])
            for line in lines[1:] if first is not None else ():
                tried += 1
                if (other := told(name, case["situation"], line)) != first:
                    odd.append(f"{case['id']}: {line}: {other}, not {first}")
    return tried, odd


@partly(4)
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", BOOKS)
def test_one_answer_in_many_words(name: str, file: str, part: Part) -> None:
    tried, odd = compared(name, f"same {name}", POSITIONS, part(GROUPS[file]))
    assert len(odd) <= ODD * tried + 1, "\n".join(odd)
