"""Whether somebody who is not on the map may do what needs a hex, where none is named: no, if it may be done nowhere; else the hex is asked for."""

from __future__ import annotations

import re

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import BOOKS, cases, rulebook

DEED = re.compile(r"^(\S+) (enter|return|arrive)s\b[^;,]*? \d\d\.?\d\d$")
OFF = [{"id": "4GTk", "side": "soviet", "kind": "tank", "class": "mechanized", "size": "corps", "attack": 6, "defense": 6, "steps": 2, "at": "off_map"}]
LATE = [{"id": "9SS", "side": "german", "kind": "panzer", "class": "mechanized", "size": "division", "attack": 6, "defense": 6, "at": "track", "arrives": 5}]


def heard(name: str, situation: object, text: str) -> Record:
    return Game(rulebook(name), of_data(rulebook(name), situation, "case")).hear(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BOOKS)
def test_what_may_be_done_somewhere_is_never_denied(name: str) -> None:
    for case in cases(name):
        said = DEED.match(case["declaration"]["en"]) if isinstance(case["declaration"], dict) else None
        if said is None or case["expect"]["verdict"] != "legal" or case.get("rolls"):
            continue
        record = heard(name, case["situation"], f"can {said[1]} {said[2]}?")
        assert [ruling.computed.get("answer") for ruling in record.rulings] != ["no"], case["id"]


@pytest.mark.parametrize(
    ("units", "phase", "text", "rule"),
    [
        (OFF, "soviet replacement", "can 4GTk come back?", "11.1"),
        (OFF, "soviet replacement", "¿puede volver 4GTk?", "11.1"),
        (OFF, "soviet replacement", "Will 4GTk ever be rebuilt?", "11.1"),
        (OFF, "german reinforcement", "¿Volverá 4GTk?", "11.1"),
        (LATE, "german reinforcement", "Can 9SS enter now?", "10.1"),
    ],
)
def test_what_may_be_done_nowhere_is(units: object, phase: str, text: str, rule: str) -> None:
    (ruling,) = heard("fpa", {"turn": 6, "weather": "thaw", "phase": phase, "units": units}, text).rulings
    assert ruling.computed["answer"] == "no" and list(ruling.cites) == [rule]


def test_a_matter_of_the_hex_asks_for_it() -> None:
    units = [{**LATE[0], "arrives": 6}]
    record = heard("fpa", {"turn": 6, "weather": "thaw", "phase": "german reinforcement", "units": units}, "can 9SS enter?")
    assert record.problem is not None and not record.rulings
