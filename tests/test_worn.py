"""Who loses a step of a number that nobody stated: afterwards it is known what is left of it, or whoever asks about it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.holes import known_of
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.ground.situation import GONE, Situation
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases_by_id, partly, rulebook

STEPS = ("steps", "max_steps")


def played(book: str, case: dict[str, Any], situation: object) -> tuple[Game, list[Ruling]]:
    """The game behind the declaration of a case, in this position, and what was ruled."""
    game = Game(rulebook(book), of_data(rulebook(book), situation, "case"))
    dice = f"; roll {' '.join(map(str, case['rolls']))}" if case.get("rolls") else ""
    return game, game.hear(case["declaration"]["en"] + dice).rulings


def settled(situation: Situation, id_: str) -> bool:
    """What is left of the unit is known, or it is known that nobody knows it, or the loss is still due."""
    unit = situation.units[id_]
    gone = f"units[{id_}].eliminated" in situation.unknown or set.__contains__(situation.eliminated, id_)
    known = isinstance(known_of(unit.facts, "steps"), int) or unit.known("reduced") is True
    return gone or known or not {"steps_taken", "taken"} & set(situation.known_box("pending") or ())


@partly(12)
@pytest.mark.parametrize("book", BOOKS)
def test_a_step_of_a_number_that_nobody_stated_is_never_lost_for_nothing(book: str, part: Part) -> None:
    """The cases in which a ruling takes steps off a unit, with the steps of that unit left out."""
    lost: list[str] = []
    tried = 0
    for id_, case in part(cases_by_id(book).items()):
        position = case["situation"] or {}
        had = {str(unit["id"]): unit["steps"] for unit in position.get("units", []) if "steps" in unit}
        if not had or not isinstance(case["declaration"], dict):
            continue
        after = played(book, case, position)[0].situation
        for one in had:
            if one in after.units and (known_of(after.units[one].facts, "steps") or 0) >= had[one]:
                continue
            units = [{key: value for key, value in unit.items() if key not in STEPS} if str(unit["id"]) == one else unit for unit in position["units"]]
            game, rulings = played(book, case, {**position, "units": units})
            if not rulings or any(need.fact.rpartition(".")[2] not in STEPS for ruling in rulings for need in ruling.needs):
                continue  # more than that is not known, so that nothing may have come of it
            tried += 1
            if not settled(game.situation, one):
                lost.append(f"{id_} {one}")
    assert not lost, (tried, lost)
    assert tried or book in ("gdp", "arnhem") or part.of > 1


@partly(12)
@pytest.mark.parametrize("book", BOOKS)
def test_who_has_lost_steps_is_eliminated_or_not_as_the_position_has_it(book: str, part: Part) -> None:
    """Behind the legal losses of the cases: *is X eliminated?* gets yes of whoever is gone, no of whoever is still there, and changes nothing."""
    wrong: list[str] = []
    tried = 0
    for id_, case in part(cases_by_id(book).items()):
        position = case["situation"] or {}
        if not isinstance(case["declaration"], dict) or not position.get("units"):
            continue
        game, rulings = played(book, case, position)
        if not rulings or any(ruling.needs or ruling.verdict != LEGAL for ruling in rulings):
            continue
        hit = {str(one["unit"]) for ruling in rulings for one in ruling.effects if "unit" in one and (GONE & one.keys() or one.get("steps"))}
        for unit in sorted(hit & game.situation.units.keys() - getattr(game.situation.eliminated, "holes", {}).keys()):
            gone = unit in set(game.situation.eliminated)
            before = repr((game.situation.units[unit].facts, game.situation.facts, game.situation.history))
            answers = [ruling.computed.get("answer") for ruling in game.hear(f"is {unit} eliminated?").rulings]
            tried += 1
            if answers != ["yes" if gone else "no"] or before != repr((game.situation.units[unit].facts, game.situation.facts, game.situation.history)):
                wrong.append(f"{id_} {unit}: {answers}")
    assert not wrong, (tried, wrong)
    assert tried or book == "arnhem" or part.of > 1
