"""What somebody has done before is history in any words that tell it beside what he does now, in every book; it was told back once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, game_of, partly, rulebook
from tests.test_asked_alike import beside_a_hex
from tests.test_dice_told import ruled

TRIED, LOOKED_AT = 4, 60
ATTACKED = (
    "Having attacked, {u} moves to {h}",
    "Having already attacked this phase, {u} moves to {h}",
    "{u}, having attacked, moves to {h}",
    "{u}, which has already attacked, moves to {h}",
    "{u} just attacked and now moves to {h}",
    "Once it has attacked, {u} moves to {h}",
    "Habiendo atacado ya, {u} mueve a {h}",
    "Tras haber atacado, {u} mueve a {h}",
    "Después de atacar, {u} mueve a {h}",
    "{u}, que ya ha atacado, mueve a {h}",
)
MOVED = (
    "Having moved, {u} moves to {h}",
    "{u}, which has already moved, moves to {h}",
    "Después de haberse movido, {u} mueve a {h}",
    "{u}, que ya se ha movido, mueve a {h}",
)


def told(name: str, situation: dict[str, Any], line: str) -> list[tuple[str, str]] | None:
    """Kind and verdict of the last ruling on a line; None if it is refused."""
    found = ruled(name, situation, line)
    return None if not found else [each[:2] for each in found][-1:]


@partly(2, split=False)
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("plain", ["attacked", "moved"])
def test_what_was_done_before(name: str, plain: str, part: Part) -> None:
    tried, dice = 0, random.Random(name)
    for case in dice.sample(cases(name), min(LOOKED_AT // part.of, len(cases(name)))):
        filled = beside_a_hex(case)
        if filled is None or tried == TRIED // part.of:
            continue
        line = f"{filled['u']} has already {plain} this phase. {filled['u']} moves to {filled['h']}"
        base = told(name, case["situation"], line)
        alone = told(name, case["situation"], line.partition(". ")[2])
        if base is None or alone is None or base == alone or base[0][0] != alone[0][0]:
            continue  # it makes no difference there
        tried += 1
        for other in part.turned(tried)(ATTACKED if plain == "attacked" else MOVED):
            assert told(name, case["situation"], other.format(**filled)) == base, (case["id"], other.format(**filled))
    if not tried:
        pytest.skip("nothing hangs on it")


def test_a_deed_that_the_history_has_is_not_stated_anew() -> None:
    """Fought 3010: in the phase in which it did."""
    case = next(case for case in cases("fpa") if beside_a_hex(case) and not case["situation"].get("history"))
    unit = (beside_a_hex(case) or {})["u"]
    done = {"act": "attack", "hex": "3010", "phase": "german combat 1", "turn": 5}
    situation = {**case["situation"], "turn": 5, "phase": "german mech combat 1", "history": {unit: [done]}}
    game = game_of("fpa", situation)
    game.hear(f"{unit}, which fought 3010 a moment ago, attacks 3111")
    assert [done["phase"] for done in game.situation.acts(unit, act="attack", hex="3010")] == ["german combat 1"]


def test_where_it_was_done_is_told() -> None:
    case = next(case for case in cases("fpa") if beside_a_hex(case))
    unit = (beside_a_hex(case) or {})["u"]
    for line in (
        f"Having attacked 3010, {unit} attacks 3111",
        f"{unit}, which fought 3010 a moment ago, attacks 3111",
        f"Tras su ataque a 3010, {unit} ataca 3111",
    ):
        game = game_of("fpa", case["situation"])
        game.hear(line)
        assert any(done.get("act") == "attack" and done.get("hex") == "3010" for done in game.situation.acts(unit)), line


@pytest.mark.parametrize("name", BOOKS)
def test_a_noun_alone_behind_after_is_no_fault(name: str) -> None:
    """After 46, is 26 in supply? It went round and round."""
    case = cases(name)[0]
    units = [unit["id"] for unit in (case["situation"] or {}).get("units", ())]
    game_of(name, case["situation"]).hear(f"After {units[-1]}, is {units[0]} in supply?")


@pytest.mark.parametrize(
    "text",
    [
        "II/13 moves to 31.11, where I/13 was",
        "II/13 mueve a 31.11, donde movía I/13",
        "II/13 mueve a 31.11 mientras I/13 movía",
        "II/13 mueve a 31.11, donde estaba I/13",
    ],
)
def test_what_somebody_did_or_was_meanwhile_is_not_done_now(text: str) -> None:
    units = [{"id": name, "side": "german", "formation": "5FJD", "at": "31.10"} for name in ("I/13", "II/13")]
    game = Game(rulebook("bcs"), Situation(rulebook("bcs"), {"phase": "activities", "units": units}))
    assert [part.slots["units"] for part in game.parse(text).parts] == [("II/13",)]
