"""There is the hex that was spoken of last: *24 is in 1012; 30 ends its move there*. Who does one deed does the next, if nobody else is named."""

from __future__ import annotations

import re

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import BOOKS, cases_by_id, rulebook

SAID = {"en": "{} is in {}. {}", "es": "{} está en {}. {}"}
AT = {
    "en": (re.compile(r"\b(?:in|into|to) ({})(?=\s*[.?!]?$)"), "there"),
    "es": (re.compile(r"\b(?:en|a) ({})(?=\s*[.?!]?$)"), "allí"),
}
GOES = frozenset(("move", "retreat", "advance", "end_phase", "can_reach", "enter"))


def ruled(book: str, situation: object, text: str) -> list[tuple[str, str, str]] | None:
    """What is ruled on a line; None if it is not understood."""
    game = Game(rulebook(book), of_data(rulebook(book), situation, "case"))
    heard = game.hear(text)
    return None if heard.problem else [(one.kind, one.verdict, str({k: v for k, v in one.computed.items() if k != "roll_table"})) for one in heard.rulings]


@pytest.mark.parametrize("book", BOOKS)
def test_there_is_the_hex_that_was_spoken_of(book: str) -> None:
    """Declarations that end with a hex, said of somebody who stands in it and then with *there*: the same ruling, or not understood."""
    same: list[str] = []
    changed: list[str] = []
    sample = [case for case in cases_by_id(book).values() if not case.get("rolls") and isinstance(case["declaration"], dict)]
    for case in sample:
        units = (case["situation"] or {}).get("units", [])
        for lang, text in case["declaration"].items():
            said = text.strip()
            pattern, word = AT[lang]
            for unit in units:
                where = str(unit.get("at", ""))
                found = re.search(pattern.pattern.format(re.escape(where)), said) if where[:1].isdigit() and str(unit["id"]) not in said else None
                if (
                    found is None
                    or not any(str(one["id"]) in said for one in units)
                    or len(re.findall(re.escape(where), said)) > 1
                    or any(mark in said[: found.start()] for mark in ("; ", ": ", ". "))
                ):
                    continue
                base = ruled(book, case["situation"], said)
                if not base or not {kind for kind, *_ in base} & GOES:
                    break
                line = SAID[lang].format(unit["id"], where, said[: found.start()] + word + said[found.end() :])
                now = ruled(book, case["situation"], line)
                if now is not None:
                    (same if now == base else changed).append(line)
                break
    assert len(changed) * 6 <= len(same), changed
    assert same or book == "arnhem"


POSITION = {
    "turn": 3,
    "active": "german",
    "phase": "movement segment",
    "hexes": {"1011": {"terrain": "clear"}, "1012": {"terrain": "clear"}},
    "hexsides": {"1011/1012": []},
    "units": [
        {"id": name, "side": "german", "kind": "inf", "attack": 4, "defense": 5, "ma": 3, "at": where}
        for name, where in (("24", "1012"), ("10", "1012"), ("30", "1011"))
    ],
}


@pytest.mark.parametrize(
    "line",
    [
        "24 and 10 are in 1012. Can 30 end the phase there?",
        "24 and 10 already hold 1012. Can 30 move in from 1011 and finish the phase there too?",
        "24 still defends 1012; 10 is already holding 1012. Can 30 end the phase there too?",
        "Can 30 move to 1012 and end the phase there?",
        "La 24 y la 10 ya ocupan 1012. ¿Puede entrar la 30 desde 1011 y acabar allí la fase también?",
        "¿Puede entrar la 30 desde 1011 en 1012 y acabar allí la fase?",
    ],
)
def test_who_goes_there_ends_there(line: str) -> None:
    """Where one goes is where one ends, never the hex that one leaves; who goes is who ends there."""
    book = rulebook("pd")
    heard = Game(book, of_data(book, POSITION, "case")).hear(line)
    assert heard.problem is None, line
    last = heard.rulings[-1]
    assert (last.kind, last.computed["answer"], last.computed["stacking"]) == ("end_phase", "no", 3), line


def test_no_unit_is_put_into_the_place_of_what_a_verb_is_said_of() -> None:
    """Does the game stop right there: nobody stops."""
    book = rulebook("pd")
    heard = Game(book, of_data(book, POSITION, "case")).hear("30 is in 1011. Does the game stop right there?")
    assert heard.problem is not None or [one.kind for one in heard.rulings] == ["victory"]
