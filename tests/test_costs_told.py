"""What a move is said to cost, in a clause or a sentence behind it, is a claim: it is compared, and told if it is wrong; it asks nothing."""

from __future__ import annotations

import re

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import LEGAL
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import BOOKS, Part, cases, partly, rulebook

MOVE = re.compile(r"^(\S+) moves (?:to )?[\d.-]+$")
SAID = (", which costs {n}", ", which costs {n} MP", ". It costs {n}", ". That costs {n}", " and it costs {n} MP")
EACH = 5


def heard(name: str, situation: object, text: str) -> Record:
    return Game(rulebook(name), of_data(rulebook(name), situation, "case")).hear(text)  # type: ignore[arg-type]


@partly(2, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_a_cost_that_is_told_is_compared(name: str, part: Part) -> None:
    tried = told = 0
    for case in cases(name):
        text = case["declaration"]["en"] if isinstance(case["declaration"], dict) else ""
        if tried >= EACH // part.of * len(SAID) or not MOVE.match(text) or case.get("rolls"):
            continue
        plain = heard(name, case["situation"], text)
        cost = plain.rulings[0].computed.get("cost") if len(plain.rulings) == 1 and plain.rulings[0].verdict == LEGAL else None
        if type(cost) is not int or cost < 1:
            continue
        for form in SAID:
            tried += 1
            for number, right in ((cost, True), (cost + 1, False)):
                record = heard(name, case["situation"], text + form.format(n=number))
                if record.problem is None:
                    assert [ruling.kind for ruling in record.rulings] == [plain.rulings[0].kind], (case["id"], form)
                    assert bool(record.wrong) != right, (case["id"], form, number)
                    told += 1
    assert told >= tried * 1.6 or not tried, (told, tried)
