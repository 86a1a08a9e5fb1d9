"""Questions that name alternatives: an open one is compared with them, one of yes or no is asked for each."""

from __future__ import annotations

import pytest

from tests.blind import questions
from tests.conftest import game_of, rulebook

LOSS = {
    "en": (
        "Who takes the step loss, {a} or {b}?",
        "Which unit loses the step, {b} or {a}?",
        "Which of the two loses the step, {a} or {b}?",
        "Which of {a} and {b} takes the loss?",
        "{a} or {b}, who takes the loss?",
        "Who loses a step here - {a} or {b}?",
        "Does {a} or {b} lose the step?",
        "Is it {b} or {a} that takes the loss?",
        "Does the loss hit {a} or {b}?",
        "Of {a} and {b}, which one takes the loss?",
    ),
    "es": (
        "¿Quién pierde el paso, {a} o {b}?",
        "¿Qué unidad pierde el paso, la {a} o la {b}?",
        "¿Cuál de las dos pierde el paso, la {b} o la {a}?",
        "¿Cuál de {a} y {b} pierde el paso?",
        "¿Es {a} o {b} la que pierde el paso?",
        "¿Pierde el paso {a} o {b}?",
        "¿Tiene que perder el paso la {a} o la {b}?",
    ),
}


def told(book: str, id_: str, line: str) -> object:
    """What is answered on the position of a question of a round."""
    case = next(case for case in questions(rulebook(book), f"tests/wordings/{book}-fresh-5.yaml") if case["id"] == id_)
    heard = game_of(book, case["situation"]).hear(line)
    return heard.problem or heard.rulings[-1].computed.get("answer")


@pytest.mark.parametrize(("book", "id_", "a", "b"), [("pd", "pd-f5-13", "11ID", "217ID"), ("fpa", "fpa-f5-12", "75Inf", "KPG")])
def test_who_of_two_takes_the_loss(book: str, id_: str, a: str, b: str) -> None:
    for line in (each.format(a=a, b=b) for each in (*LOSS["en"], *LOSS["es"])):
        assert told(book, id_, line) == a, line


def test_places_and_states_are_asked_one_by_one() -> None:
    assert told("ocs", "ocs-f5-09", "Can 55Rif retreat to 2405 or 2407?") == "none"
    assert told("bcs", "bcs-f5-14", "Can II/22 retreat to 22.18 or to 22.17?") == told("bcs", "bcs-f5-14", "¿Puede II/22 retirarse a 22.18 o a 22.17?")
    assert told("bcs", "bcs-f5-14", "¿Puede II/22 o 2/60 retirarse a 22.18?") == "II/22"
    assert told("ocs", "ocs-f5-09", "Can 55Rif retreat to 2405-2404 or to 2405-2305?") != "no"
    assert told("pd", "pd-f5-13", "Is 11ID or 217ID out of supply?") == "11ID"
