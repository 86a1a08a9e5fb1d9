"""Leave and duty said with adjectives, nouns and verbs of their own are asked as can and must, in every book; what is optional is what need not be."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import Ruling
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

DEEDS = {
    "attack": (r"^(\S+) attacks (\d\d\.?\d\d)$", ("attack {}", "attacking {}", "atacar {}", "ataque {}")),
    "move": (r"^(\S+) moves to (\d\d\.?\d\d)$", ("move to {}", "moving to {}", "mover a {}", "mueva a {}")),
    "retreat": (r"^(\S+) retreats to (\d\d\.?\d\d)$", ("retreat to {}", "retreating to {}", "retirarse a {}", "se retire a {}")),
    "advance": (r"^(\S+) advances (?:in)?to (\d\d\.?\d\d)$", ("advance into {}", "advancing into {}", "avanzar a {}", "avance a {}")),
}
"""How cases say a deed, and its infinitive and gerund, infinitive and subjunctive."""
MAY = (
    "Is it feasible for {u} to {0}?", "Is {1} open to {u}?", "Would {u} {1} be legal?", "Is there any way for {u} to {0}?", "Any chance of {u} {1}?",
    "Has {u} the option of {1}?", "Does {u} have any means of {1}?", "Is {u} in a position to {0}?", "Is {u} capable of {1}?",
    "¿Es factible que {u} {3}?", "¿Hay manera de {2} con {u}?", "¿Tiene {u} la opción de {2}?", "¿Está {u} en condiciones de {2}?", "¿Es capaz {u} de {2}?",
    "¿Le dejan a {u} {2}?", "¿Llega {u} a {2}?", "¿Tiene {u} derecho a {2}?",
)  # fmt: skip
MAY_NOT = ("Is {u} {1} out of the question?", "Is it impossible for {u} to {0}?", "¿Es imposible que {u} {3}?")
MUST = (
    "Is it mandatory for {u} to {0}?", "Is {1} compulsory for {u}?", "Is {u} under any obligation to {0}?", "Do the rules force {u} to {0}?",
    "Do the rules make {u} {0}?", "¿Es obligatorio que {u} {3}?", "¿Tiene {u} la obligación de {2}?", "¿Obligan las reglas a {u} a {2}?",
)  # fmt: skip
NEED_NOT = (
    "Is {1} optional for {u}?", "May {u} refuse to {0}?", "Can {u} choose not to {0}?", "Can {u} avoid {1}?", "May {u} refrain from {1}?",
    "¿Puede {u} no {2}?", "¿Puede {u} negarse a {2}?", "¿Puede {u} optar por no {2}?", "¿Puede {u} abstenerse de {2}?",
)  # fmt: skip
OTHER = {"yes": "no", "no": "yes"}
EACH = 2


def ruling(name: str, case: dict[str, Any], text: str) -> Ruling | None:
    """The last ruling on a line in the position of a case; None if it was not understood."""
    record = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).hear(text, [])
    return record.rulings[-1] if record.problem is None and record.rulings else None


@partly(3, split=False)
@pytest.mark.parametrize("kind", DEEDS)
@pytest.mark.parametrize("name", BOOKS)
def test_each_way_of_asking_for_leave_or_duty_is_can_or_must(name: str, kind: str, part: Part) -> None:
    pattern, words = DEEDS[kind]
    answered = tried = refused = 0
    for case in cases(name):
        said = re.match(pattern, case["declaration"]["en"].rstrip(".")) if isinstance(case["declaration"], dict) else None
        if said is None or answered >= 2 * max(1, EACH // part.of):
            continue
        unit, place = said.groups()
        deed = [word.format(place) for word in words]
        for plain, same, other in (("Can {u} {0}?", MAY, MAY_NOT), ("Must {u} {0}?", MUST, NEED_NOT)):
            told = ruling(name, case, plain.format(*deed, u=unit))
            answer = str(told.computed.get("answer")) if told is not None else ""
            answered += answer in OTHER
            for form in part.turned(BOOKS.index(name))((*same, *other)) if answer in OTHER else ():
                found = ruling(name, case, form.format(*deed, u=unit))
                tried += 1
                refused += found is None
                if found is not None:
                    assert found.computed.get("answer") == (answer if form in same else OTHER[answer]), (case["id"], form)
    assert (refused - (part.of > 1)) * 20 <= tried, (refused, tried)
