"""Questions that name alternatives: an open one is compared with them, one of yes or no is asked for each."""

from __future__ import annotations

import re

import pytest

from tests.blind import questions
from tests.conftest import BOOKS, Part, answer, cases, game_of, partly, rulebook

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


DEED = {
    "attack": (r"^(\S+) attacks (\d\d\.?\d\d)$", "attack {}", "atacar {}"),
    "advance": (r"^(\S+) advances (?:in)?to (\d\d\.?\d\d)$", "advance into {}", "avanzar a {}"),
    "retreat": (r"^(\S+) retreats to (\d\d\.?\d\d)$", "retreat to {}", "retirarse a {}"),
}
WHICH = (
    "Which of the two, {a} or {b}, can {en}?", "Who may {en}: {a}, {b}, or both?", "{a} and {b}: which of the two may {en}?", "Which units can {en}: {a}, {b}?",
    "Which of these can {en}: {a}, {b}?", "Can either of {a} and {b} {en}?", "Which one of {a} and {b} may {en}?", "Which of {a} or {b} can {en}?",
    "Which of my two units, {a} and {b}, can {en}?", "¿Cuál de los dos, {a} o {b}, puede {es}?", "{a} y {b}: ¿cuál de las dos puede {es}?",
    "¿Qué unidades pueden {es}: {a}, {b}?", "¿Puede {es} {a} o {b}?", "¿Cuál tiene permitido {es}, {a} o {b}?", "¿Es {a} o {b} quien puede {es}?",
    "Entre {a} y {b}, ¿quién puede {es}?",
)  # fmt: skip
COUNTED = (
    "How many of {a} and {b} can {en}?",
    "Of {a} and {b}, how many can {en}?",
    "¿Cuántas de {a} y {b} pueden {es}?",
    "De {a} y {b}, ¿cuántas pueden {es}?",
)


@partly(4, split=False)
@pytest.mark.parametrize("kind", DEED)
@pytest.mark.parametrize("name", BOOKS)
def test_which_of_those_that_are_named_may(name: str, kind: str, part: Part) -> None:
    pattern, en, es = DEED[kind]
    asked = refused = 0
    for case in cases(name):
        said = re.match(pattern, case["declaration"]["en"].rstrip(".")) if isinstance(case["declaration"], dict) else None
        if said is None or asked:
            continue
        unit, place = said.groups()
        for other in [str(each["id"]) for each in case["situation"].get("units") or () if str(each["id"]) != unit and isinstance(each.get("at"), str)]:
            may = {each: answer(name, case, f"Can {each} {en.format(place)}?") for each in (unit, other)}
            able = [each for each in may if may[each] == "yes"]
            if set(may.values()) != {"yes", "no"}:
                continue
            for form in part.turned(BOOKS.index(name))((*WHICH, *COUNTED)):
                found = answer(name, case, form.format(a=unit, b=other, en=en.format(place), es=es.format(place)))
                asked += 1
                refused += found is None
                assert found is None or found == (1 if form in COUNTED else able[0]), (case["id"], form, may)
            break
    assert refused * 10 <= asked, (refused, asked)


WHO = ("Which units can be activated by {hq}?", "Which units may {hq} activate?", "Who can {hq} activate?", "¿Qué unidades puede activar {hq}?")


@pytest.mark.parametrize("name", ["gdp", "pd"])
def test_whoever_may_be_done_something_is_found_among_all(name: str) -> None:
    asked = 0
    for case in cases(name):
        said = re.match(r"^(\S+( HQ)?) activates (\S+)$", case["declaration"]["en"].rstrip(".")) if isinstance(case["declaration"], dict) else None
        units = [str(each["id"]) for each in case["situation"].get("units") or ()]
        if said is None or said[1] not in units or asked >= 2 * len(WHO):
            continue
        may = {unit: answer(name, case, f"Can {said[1]} activate {unit}?") for unit in units}
        if set(may.values()) - {"yes", "no"}:
            continue
        able = {unit for unit in units if may[unit] == "yes" and unit != said[1]}
        for form in WHO:
            found = answer(name, case, form.format(hq=said[1]))
            asked += found is not None
            assert found is None or set(str(found).split(", ")) - {said[1], "none"} == able, (case["id"], form)
    assert asked >= len(WHO), name
