"""A result that a line announces before it says what is done or asked tells how things stand: the ruling is that of the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from adjudicator.play.told import untold
from tests.conftest import Part, cases, partly, rulebook

BOOKS = ("fpa", "gdp", "pd", "ocs", "bcs")
EACH = 8
SAID = {
    "en": ("{r} on {h}. {q}", "It's a {r} in {h}: {q}", "{r}. {q}", "{r} at {h}; {q}", "{r} against {u}. {q}", "The result is {r} on {u} in {h}. {q}"),
    "es": ("Sale {r} en {h}. {q}", "{r} contra {h}: {q}", "Resultado {r}. {q}", "{r} contra la {u} en {h}. {q}"),
}


def _drawn(name: str) -> list[dict[str, Any]]:
    """Cases in which a result is open in a hex where units stand, and that do not name it."""
    found = []
    for case in cases(name):
        pending = case["situation"].get("pending")
        if isinstance(pending, dict) and pending.get("result") and pending.get("hex"):
            there = [
                unit["id"]
                for unit in case["situation"].get("units", ())
                if unit.get("at") == pending["hex"] and unit["id"] in pending.get("defenders", [unit["id"]])
            ]
            if there and not any(str(pending["result"]) in text for text in case["declaration"].values()):
                found.append({**case, "there": there[0]})
    return random.Random(f"announced {name}").sample(found, min(EACH, len(found)))


def _heard(name: str, case: dict[str, Any], text: str) -> Record:
    return Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).hear(text, list(case.get("rolls") or ()))


def _told(record: Record) -> list[Any]:
    return [(ruling.kind, ruling.verdict, ruling.computed.get("answer"), ruling.effects) for ruling in record.rulings]


@partly(3, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_the_ruling_is_that_of_the_rest(name: str, part: Part) -> None:
    tried = 0
    for at, case in enumerate(_drawn(name)):
        pending = case["situation"]["pending"]
        for lang, text in case["declaration"].items():
            plain = _heard(name, case, text)
            if plain.problem is not None:
                continue
            for form in part.turned(at)(SAID[lang]):
                line = form.format(r=pending["result"], h=pending["hex"], u=case["there"], q=text)
                record = _heard(name, case, line)
                assert _told(record) == _told(plain), line
                tried += 1
    assert tried * part.of > 20


@pytest.mark.parametrize("name", BOOKS)
def test_another_result_or_place_is_no_announcement(name: str) -> None:
    for case in _drawn(name):
        pending, text = case["situation"]["pending"], case["declaration"]["en"]
        game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        other = next(hex_ for hex_ in game.situation.grid.known_neighbours(pending["hex"]))
        for line in (
            f"{pending['result']}9 on {pending['hex']}. {text}",
            f"{pending['result']} on {other}. {text}",
            f"{pending['result']} 3 on {pending['hex']}. {text}",
        ):
            assert (found := untold(game, line)) is None or str(pending["result"]) in found[0], line
