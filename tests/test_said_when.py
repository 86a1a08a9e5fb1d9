"""The phase that an act is said to be done in is the one that it is judged in, and a count of steps or units is told from the position, in every book."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.understanding import TAKEN
from tests.conftest import BOOKS, Part, cases, game_of, partly, rulebook

DEEDS = ("move", "attack", "regular_attack", "barrage", "advance")
TRIED = 40


def verdicts(name: str, situation: dict[str, Any], *lines: str) -> list[tuple[str, str]] | None:
    """Kind and verdict of what the last of some lines is ruled to be; None if one of them is refused."""
    game = game_of(name, situation)
    for line in lines:
        try:
            record = game.hear(line)
        except (NotUnderstood, InputError):
            return None
        if record.problem is not None:
            return None
    return [(ruling.kind, ruling.verdict) for ruling in record.rulings]


def phases(name: str) -> list[tuple[str, str]]:
    """The phases of a book and how they are told: the supply phase."""
    labels = rulebook(name).meta["labels"]
    told = [(str(phase), str(labels[phase]["en"] if phase in labels else phase).removeprefix("the ")) for phase in rulebook(name).values_of("phase") or ()]
    return [(phase, f"the {text}") for phase, text in told if re.search(r" (phase|segment)$", text) and not re.match(r"(?:end|start)\b", text)]


@partly(3, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_an_act_is_judged_in_the_phase_that_is_said_of_it(name: str, part: Part) -> None:
    dice, tried, named = random.Random(name), 0, phases(name)
    if not named:
        pytest.skip("no step of its turn is called a phase or a segment")
    plain = [case for case in cases(name) if case["situation"].get("phase") and not re.search(r"[;?,]| and | phase| segment", case["declaration"]["en"])]
    for case in dice.sample(plain, len(plain)):
        line, situation = case["declaration"]["en"].removesuffix("."), case["situation"]
        now = verdicts(name, situation, line)
        if now is None or len(now) != 1 or now[0][0] not in DEEDS:
            continue
        phase, told = dice.choice(named)
        said = verdicts(name, situation, f"{line} in {told}")
        there = verdicts(name, {**situation, "phase": phase}, line)
        if said is None or there is None or phase == situation["phase"]:
            continue
        tried += 1
        assert said == there, (case["id"], f"{line} in {told}")
        if tried == TRIED // part.of:
            break
    assert tried > TRIED / part.of / 4


@pytest.mark.parametrize("name", BOOKS)
def test_steps_lost_and_units_in_a_hex_are_counted(name: str) -> None:
    tried = 0
    for case in cases(name):
        for unit in case["situation"].get("units") or ():
            steps, full, at = unit.get("steps"), unit.get("max_steps"), unit.get("at")
            if tried == TRIED or not (isinstance(steps, int) and isinstance(full, int) and steps and re.fullmatch(r"\d[\d.]*\d", str(at))):
                continue
            if " " in unit["id"] or unit["id"].isdigit() or case["situation"].get("unknown"):
                continue
            tried += 1
            for line, answer in (
                (f"how many steps has {unit['id']} lost?", full - steps),
                (f"how many units are in {at}?", sum(str(other.get("at")) == at for other in case["situation"]["units"])),
            ):
                game = game_of(name, case["situation"])
                record = game.hear(line)
                if TAKEN in (note.key for note in record.notes):
                    continue  # another question, and told so
                assert record.problem is None, (case["id"], line)
                assert [ruling.computed.get("answer") for ruling in record.rulings] == [answer], (case["id"], line)
    assert tried or name in ("gdp", "pd", "arnhem"), name
