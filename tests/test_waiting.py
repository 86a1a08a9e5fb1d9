"""What waits for its dice at the table waits for them in the log, whatever was kept, taken back and asked meanwhile."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import BOOKS, Part, cases, partly
from tests.evenings import Player
from tests.hostile.sessions import alike

SAMPLE = 12


@partly(6, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_what_waits_at_the_table_waits_in_the_log(name: str, part: Part, tmp_path: Path) -> None:
    """After every line of a case whose dice are thrown late, taken back, thrown again and claimed about."""
    thrown = [case for case in cases(name) if case.get("rolls") and case["situation"] and len(case["situation"].get("units") or ()) < 8]
    for case in part(random.Random(name).sample(thrown, min(SAMPLE, len(thrown)))):
        dice = " ".join(map(str, case["rolls"]))
        (tmp_path / "s.yaml").write_text(json.dumps({"rulebook": name, **case["situation"]}), encoding="utf-8")
        log = tmp_path / f"{case['id']}.log"
        log.write_text("situation s.yaml\n", encoding="utf-8")
        player = Player(log, "en")
        for line in (case["declaration"]["en"], dice, "undo", "status", "claims legal", dice, "undo", "undo", "redo"):
            player.type(line)
            if player.session.doubt is not None:
                player.type("keep")
            alike(player, whole=False)
        player.file.close()


def test_an_entry_that_is_open_but_for_its_dice_waits_for_them(tmp_path: Path) -> None:
    """Though what it names is gone once it is kept: the dice come behind a new start, and are read."""
    case = next(case for case in cases("pd") if case["id"] == "pd-x-2.5.2-20")
    (tmp_path / "s.yaml").write_text(json.dumps({"rulebook": "pd", **case["situation"]}), encoding="utf-8")
    log = tmp_path / "game.log"
    log.write_text("situation s.yaml\n", encoding="utf-8")
    for again in (False, True):
        player = Player(log, "en")
        told = "\n".join(map(str, (player.type(line) for line in (("status", "5 6") if again else (case["declaration"]["en"], "keep")))))
        alike(player)
        player.file.close()
    assert f"the die of: {case['declaration']['en']}" in told and "event 11" in told and "nobody knows" not in told
