"""What is recalled of a position is what would be worked out anew, whatever is unknown and being tried meanwhile."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.files.fault import Broken
from adjudicator.ground.facts import InputError
from adjudicator.ground.recalled import ALL, Recalled, Watched, alike
from adjudicator.play.game import Game
from adjudicator.play.referee import NoSuchAct
from adjudicator.say.json import as_json
from tests.conftest import BOOKS, Part, cases, partly, rulebook
from tests.hostile.lines import changed, exchanged


def told(name: str, text: str, data: dict[str, Any]) -> list[Any]:
    """What a line comes to."""
    book = rulebook(name)
    try:
        record = Game(book, of_data(book, data), True).hear(text)
    except (Broken, InputError, NoSuchAct) as error:
        return [str(error)]
    return [as_json(ruling, book, "en") for ruling in record.rulings]


@partly(3, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_shared_between_values_that_are_tried_changes_no_ruling(name: str, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines about moves and lines, with other hexes, in positions of which a phase, a turn or a fact of a thing is not known."""
    dice = random.Random(name)
    moving = [case for case in cases(name) if any(word in case["declaration"]["en"] for word in ("move", "reach", "supply", "retreat"))]
    asked = []
    for case in dice.sample(moving, min(12 // part.of, len(moving))):
        text, data = exchanged(case["declaration"]["en"], case["situation"] or {}, dice), changed(name, case["situation"] or {}, dice)
        asked.append((text, {**data, "unknown": [*(data.get("unknown") or ()), *(["phase"] if "phase" in data else ())]}))
    shared = [told(name, *each) for each in asked]
    monkeypatch.setattr(Recalled, "recall_what_it_asks", Recalled.recall)
    assert shared == [told(name, *each) for each in asked]


def test_whoever_is_asked_by_name_says_so() -> None:
    watched = Watched({"phase": "movement", "units[A].at": "0101"})
    assert "turn" not in watched and watched.get("phase") == "movement" and watched.asked == {"turn", "phase"}
    same = {"phase": "movement", "units[A].at": "0202"}
    assert alike(frozenset(watched.asked), watched, same)
    assert not alike(frozenset({"units["}), watched, same) and not alike(frozenset({"phase"}), watched, {"phase": "combat"})
    assert not alike(frozenset({"turn"}), watched, {**same, "turn": 1})
    for whole in (lambda: {**watched}, lambda: dict(watched), lambda: list(watched.items())):
        watched.asked.clear()
        whole()
        assert ALL in watched.asked
