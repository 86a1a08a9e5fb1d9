"""Who is said to stand somewhere beside a deed has no part in it: 46 moves to 2011 with 26 in 2013."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.sentences.apart import TOGETHER
from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly, rulebook

BESIDE = {"en": "{} with {} in {}", "es": "{} con {} en {}"}
AHEAD = {"en": "With {1} in {2}, {0}", "es": "Con {1} en {2}, {0}"}


def ruled(book: str, situation: object, text: str) -> list[tuple[str, str, str]] | None:
    """What is ruled on a line; None if it is not understood."""
    game = game_of(book, situation)
    heard = game.hear(text)
    return None if heard.problem else [(one.kind, one.verdict, str({k: v for k, v in one.computed.items() if k != "roll_table"})) for one in heard.rulings]


@partly(5, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_where_another_stands_changes_no_ruling(book: str, part: Part) -> None:
    """A sample of the cases, said with a further unit where the position has it: ruled as before, or not understood; ahead of the deed as well."""
    same: list[str] = []
    changed: list[str] = []
    sample = [case for case in cases_by_id(book).values() if not case.get("rolls") and isinstance(case["declaration"], dict)]
    for case in part(sample[:: max(1, len(sample) // 40)]):
        units = (case["situation"] or {}).get("units", [])
        for lang, text in case["declaration"].items():
            said = text.strip().rstrip(".")
            if any(mark in said for mark in "\n;,:?.") or not (base := ruled(book, case["situation"], said)) or {kind for kind, *_ in base} & TOGETHER:
                continue
            other = next((unit for unit in units if unit["id"] not in said and str(unit.get("at", "")) not in said and str(unit.get("at"))[:1].isdigit()), None)
            if other is None:
                continue
            for way in (BESIDE, AHEAD):
                line = way[lang].format(said, other["id"], other["at"])
                now = ruled(book, case["situation"], line)
                if now is not None:
                    (same if now == base else changed).append(line)
    assert (part.of > 1 or len(same) > 10) and len(changed) * (6 if part.of == 1 else 3) <= len(same), changed


def test_a_way_ends_where_it_ends() -> None:
    """The hex in which another stands is none of the way; who stands there is compared with the position."""
    situation = {
        "phase": "german movement 1",
        "active": "german",
        "turn": 4,
        "weather": "frost",
        "hexes": {hex_: {"terrain": "clear", "features": []} for hex_ in ("2212", "2213", "2211")},
        "hexsides": {"2212/2213": []},
        "units": [
            {"id": "208Inf", "side": "german", "kind": "infantry", "class": "non_mechanized", "attack": 3, "defense": 3, "steps": 4, "at": "2213"},
            {"id": "10GTk", "side": "soviet", "kind": "tank", "class": "mechanized", "attack": 5, "defense": 4, "steps": 2, "at": "2310"},
        ],
        "markers": [{"kind": "KG", "id": "Ch", "at": "2211"}],
    }
    for line in (
        "208Inf moves to 2212 with 10GTk in 2310",
        "208Inf moves to 2212, with 10GTk standing in 2310",
        "208Inf moves to 2212 with 10GTk in 2310 and KG Ch in 2211",
        "With 10GTk in 2310 and KG Ch in 2211, 208Inf moves to 2212",
        "208Inf pasa de 2213 a 2212 con el KG Ch en 2211 y el 10GTk en 2310",
    ):
        book = rulebook("fpa")
        heard = Game(book, of_data(book, situation, "case")).hear(line)
        assert [(one.kind, one.computed["destination"]) for one in heard.rulings] == [("move", "2212")], line
