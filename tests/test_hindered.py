"""What keeps somebody from a deed is asked of the deed: whether a rule forbids it. Whoever is said to hinder it is told back."""

from __future__ import annotations

import re

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import BOOKS, Part, cases, partly, rulebook

DEED = {"attack": r"^(\S+) attacks (\S+)$", "move": r"^(\S+) moves to (\S+)$"}
SAID = {
    "attack": (
        "does anything keep {u} from attacking {h}?",
        "is {u} prevented from attacking {h}?",
        "does any rule forbid {u} to attack {h}?",
        "would that stop {u} attacking {h}?",
        "in this phase, does anything keep {u} from attacking {h}?",
        "en esta fase, ¿impide algo que {u} ataque {h}?",
        "¿impide algo que {u} ataque {h}?",
        "¿le impide eso a {u} atacar {h}?",
        "¿se le prohíbe a {u} atacar {h}?",
    ),
    "move": (
        "does anything stop {u} from moving to {h}?",
        "is {u} barred from moving to {h}?",
        "does the rulebook prohibit {u} to move to {h}?",
        "¿evita algo que {u} mueva a {h}?",
        "¿le prohíbe alguna regla a {u} mover a {h}?",
    ),
}
TRAILING = {
    "attack": ("would that stop {u} attacking {h} to stay?", "¿le impide eso a {u} atacar {h} hasta quedarse?"),
    "move": ("does anything stop {u} from moving to {h} to end there?", "¿le impide algo a {u} mover a {h} hasta acabar?"),
}
"""What follows the deed never turns the answer round."""
EACH = 4


def heard(name: str, situation: object, text: str, rolls: object = ()) -> Record:
    return Game(rulebook(name), of_data(rulebook(name), situation, "case")).hear(text, list(rolls or ()))  # type: ignore[call-overload]


@partly(4, split=False)
@pytest.mark.parametrize("kind", DEED)
@pytest.mark.parametrize("name", BOOKS)
def test_it_is_asked_whether_the_deed_is_forbidden(name: str, kind: str, part: Part) -> None:
    tried = asked = 0
    matched = [(case, said) for case in cases(name) if isinstance(case["declaration"], dict) and (said := re.match(DEED[kind], case["declaration"]["en"]))]
    for case, said in part(matched):
        if tried >= EACH // part.of * len(SAID[kind]):
            continue
        unit, place = said.groups()
        plain = heard(name, case["situation"], f"can {unit} {kind} {'to ' * (kind == 'move')}{place}?").rulings
        if len(plain) != 1 or plain[0].verdict != LEGAL or plain[0].kind != kind:
            continue
        for form in SAID[kind]:
            record = heard(name, case["situation"], form.format(u=unit, h=place))
            tried += 1
            if record.problem is None:
                asked += 1
                answers = [ruling.computed.get("answer") for ruling in record.rulings]
                assert answers == [{"yes": "no", "no": "yes"}[str(plain[0].computed["answer"])]], (case["id"], form, answers)
        for form in TRAILING[kind]:
            record = heard(name, case["situation"], form.format(u=unit, h=place))
            answers = [ruling.computed.get("answer") for ruling in record.rulings]
            assert record.problem is not None or plain[0].computed["answer"] not in answers, (case["id"], form, answers)
    assert asked * 10 >= tried * 9, (asked, tried)


def test_what_hinders_is_told_back_and_what_stops_it_is_why() -> None:
    case = next(case for case in cases("fpa") if case["id"] == "fpa-x-13.1-17")
    for text, who in (("does 47R keep 16Pz from attacking 3010?", "47R"), ("¿le impide 47R atacar 3010 a 16Pz?", "47R")):
        (ruling,) = heard("fpa", case["situation"], text).rulings
        assert ruling.computed["answer"] == "no" and ruling.verdict != ILLEGAL
        assert any(who in str(finding.slots) for _, finding in ruling.warnings), text
    for text in ("what keeps 16Pz from attacking 3010?", "¿qué le impide a la 16Pz atacar 3010?", "¿qué impide que 16Pz ataque 3010?"):
        (ruling,) = heard("fpa", case["situation"], text).rulings
        assert ruling.kind == "attack" and ruling.computed["answer"] == "yes", text
