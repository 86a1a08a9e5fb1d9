"""A question is answered as it was put, or refused; what happens first is never told back (adjudicator.play.answering)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book import load
from adjudicator.book.situations import of_data
from adjudicator.play.answering import asked_for, fits, same_question
from adjudicator.play.game import Game
from tests.conftest import Part, cases, cases_by_id, partly

CASES = cases_by_id("ocs")


def heard(case: str, text: str) -> Any:
    """What a game of a case's position makes of a line."""
    return Game(load("ocs"), of_data(load("ocs"), CASES[case]["situation"], case)).hear(text)


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("ocs-q-t4-bar-b", "I want 203Art to shell 1510. Has Dump-1 got enough to pay for it?"),
        ("ocs-q-u4-opt-f", "I'd pull out just 44GdR. Does 62R have to go as well?"),
        ("ocs-q-s4-dg-b", "44ID takes over 1510 after 44GdR and 62R have retreated 1510-1511."),
        ("ocs-q-t4-opt-f", "62R holds 1510 because 44GdR takes two steps, which kills it."),
        ("ocs-q-u4-dg-b", "Two steps come off 44GdR, two off 62R"),
        ("own-odds-10", "Hay un río menor por medio. Ataco con 10 a un 4 en abierto, ¿a cuánto queda?"),
    ],
)
def test_what_is_not_answered_or_happens_first_is_refused(case: str, text: str) -> None:
    """Nothing is ruled where a question stays open or a deed would be left aside."""
    problem = heard(case, text).problem
    assert problem is not None and str(problem.error) in ("not_answered", "left_aside")


@partly()
def test_who_how_many_and_what_are_never_answered_yes_or_no(part: Part) -> None:
    """In the positions of all cases of a book: the answer is of the kind that the question word asks for."""
    wrong = []
    for id_, case in part(CASES.items()):
        text = case["declaration"]["en"]
        game = Game(load("ocs"), of_data(load("ocs"), case["situation"], id_))
        word = asked_for(game.referee.words(text))
        if not word or word == "why":
            continue
        for ruling in game.hear(text).rulings[:1]:
            if "answer" in ruling.computed and not any(fits(word, value) for value in ruling.computed.values()):
                wrong.append((id_, text, ruling.computed["answer"]))
    assert not wrong


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Which column is used?", "What column is used?", True),
        ("Who loses the step?", "Does 44GdR lose a step?", False),
        ("Does 44GdR lose a step?", "44GdR loses a step", False),
        ("How many steps does 44GdR have to lose?", "Does 44GdR have to lose a step?", False),
        ("10 points attack 4 across a minor river: what odds?", "10 points attack 4: what odds?", False),
        ("Must 44GdR move?", "May 44GdR move?", False),
        ("Is 44GdR allowed to move?", "Can 44GdR move?", True),
        ("44GdR falls back 1510-1511", "44GdR retreats 1510-1511", True),
        ("44GdR and 62R fall back 1510-1511", "44GdR retreats 1510-1511; 62R loses a step", False),
    ],
)
def test_a_line_is_taken_only_as_one_that_asks_alike(one: str, other: str, alike: bool) -> None:
    """Question mark, question word, rivers and who does it decide."""
    case = CASES["ocs-q-s4-dg-b"]
    referee = Game(load("ocs"), of_data(load("ocs"), case["situation"], "x")).referee
    assert same_question(referee.words(one), referee.words(other)) is alike


def test_lines_that_are_known_already_are_no_total() -> None:
    """The DRM of a SNAFU out of its phase: Fatigue alone is told, MSR and the rest are not, so no sum is given."""
    hq = {"id": "99ID HQ", "side": "us", "formation": "99ID", "kind": "hq", "at": "10.10", "activation_value": 4}
    situation = {"phase": "activities", "active": "us", "formations": [{"id": "99ID", "side": "us", "fatigue": 2}], "units": [hq]}
    record = Game(load("bcs"), of_data(load("bcs"), situation, "x")).hear("What is 99ID's SNAFU DRM?")
    assert record.problem is not None or all("answer" not in ruling.computed for ruling in record.loud(load("bcs")))


@pytest.mark.parametrize(
    "text",
    [
        "44GdR and 62R each take two steps in losses",
        "44GdR and 62R take two step losses apiece",
        "44GdR y 62R encajan dos pasos de baja cada una",
    ],
)
def test_what_each_loses_is_not_shared_out(text: str) -> None:
    """Two steps each are four."""
    assert heard("ocs-q-s4-dg-a", text).rulings[0].computed["losses"] == 4


def test_what_is_asked_for_is_what_hangs_on_the_question() -> None:
    """The chance that I have of something is the chance of that, and of what nobody knows there is none."""
    asked = "What probability do I have of {} the defenders with this roll?"
    assert heard("own-ch-11", asked.format("disorganising")).rulings[0].computed["answer"] == "7/12"
    assert heard("own-ch-11", asked.format("waking")).problem is not None


def test_what_it_does_is_not_what_others_did() -> None:
    """How many VP does that give, asked of an elimination told before: not the VP of the units that left the map."""
    referee = Game(load("fpa")).referee
    for one, other, alike in (
        ("how many VP does that give?", "How many VP do the exited units give?", False),
        ("¿cuántos PV da eso?", "¿Cuántos PV dan las unidades que salieron?", False),
        ("how many VP do the exited units bring?", "How many VP do the exited units give?", True),
    ):
        assert same_question(referee.words(one), referee.words(other)) is alike


@pytest.mark.parametrize(
    "text",
    [
        "7AD makes its Second Activation although its roll failed",
        "7AD failed its Second Activation",
        "La 7AD realiza su Segunda Activación aunque falló la tirada",
    ],
)
def test_a_failed_roll_is_never_left_aside(text: str) -> None:
    """Who has failed his roll is not told that he may roll."""
    case = next(case for case in cases("bcs") if case["id"] == "bcs-2.5h-52")
    assert Game(load("bcs"), of_data(load("bcs"), case["situation"], "x")).hear(text).problem is not None
