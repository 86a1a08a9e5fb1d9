"""What stands around a complete question or deed is left aside and told back, if nothing hangs on it; else the line is refused (adjudicator.play.context)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import BOOKS, cases, rulebook

POSITION: dict[str, Any] = {
    "turn": 5,
    "phase": "german combat 1",
    "weather": "frost",
    "units": [
        {"id": "16Pz", "side": "german", "kind": "panzer", "class": "mechanized", "attack": 8, "defense": 8, "steps": 4, "at": "3011"},
        {"id": "47R", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "attack": 5, "defense": 4, "steps": 2, "at": "3010"},
    ],
    "hexes": {"3010": {"terrain": "clear"}},
    "hexsides": {"3010/3011": []},
}


def heard(text: str) -> Record:
    return Game(rulebook("fpa"), Situation(rulebook("fpa"), POSITION)).hear(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sanity check please: can 16Pz attack 3010?", "Sanity check please"),
        ("47R grumbles at 3010, dear me. Can 16Pz attack 3010?", "47R grumbles at 3010"),
        ("apisonadora: 16Pz ataca 3010", "apisonadora"),
        ("16Pz attacks 3010, zounds!", "zounds"),
    ],
)
def test_talk_is_told_back(text: str, left: str) -> None:
    record = heard(text)
    assert record.problem is None
    assert any(left in str(finding.slots) for _, finding in record.rulings[-1].warnings)


@pytest.mark.parametrize(
    "text",
    [
        "47R grumbles at 3 snorts. Can 16Pz attack 3010?",  # a number
        "99Zz grumbles. Can 16Pz attack 3010?",  # a counter that nobody knows
        "Only 47R grumbles. Can 16Pz attack 3010?",
        "If 47R grumbles, can 16Pz attack 3010?",
        "47R grumbles out of supply. Can 16Pz attack 3010?",  # the position does not say so
        "frsot: can 16Pz attack 3010?",  # a slip
    ],
)
def test_what_may_matter_is_refused(text: str) -> None:
    assert heard(text).problem is not None


@pytest.mark.parametrize("name", BOOKS)
def test_talk_changes_no_ruling(name: str) -> None:
    """Before cases of all books, in both languages: the verdict and the figures stay."""
    for case in cases(name)[::122]:
        for lang, talk in (("en", "Zounds, dear me! "), ("es", "Cáspita, compadre. ")):
            text = case["declaration"][lang]
            if ";" in text or "=" in text:
                continue
            plain, talked = (Game(rulebook(name), Situation(rulebook(name), case["situation"])) for _ in range(2))
            before, after = plain.hear(text, tuple(case.get("rolls") or ())), talked.hear(talk + text, tuple(case.get("rolls") or ()))
            if after.problem is None:
                assert [(each.verdict, each.values()) for each in after.rulings] == [(each.verdict, each.values()) for each in before.rulings], case["id"]
