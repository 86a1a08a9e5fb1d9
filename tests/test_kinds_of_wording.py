"""Kinds of wording that were misread or lost, each in several wordings: all of one kind come to the same ruling."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import rulebook

CLEAR = {"tec": {"clear": {"drm": 0, "move": [1, 1, 1], "blocks": False}, "road": {"move": [1, 0.5, 0.5]}}}
T34 = {"id": "1T34-2Tk", "side": "soviet", "formation": "2Tk", "kind": "armor", "class": "tracked", "attack": 6, "defense": 5, "ma": 8, "at": "2011"}
PZ = {"id": "5K-2Pz", "side": "german", "formation": "2Pz", "kind": "armor", "class": "tracked", "attack": 8, "defense": 6, "ma": 8, "at": "2010"}
RIDER = {
    "id": "1K-1Gr", "side": "german", "formation": "1Gr", "kind": "infantry", "class": "foot",
    "attack": 4, "defense": 4, "ma": 4, "at": "2010", "riding": "5K-2Pz",
}  # fmt: skip
RIDDEN = {
    "time": "day", "weather": "sunny", "phase": "activation", "active": "soviet", "chit": "2Tk", "activated": ["1T34-2Tk"], "tables": CLEAR,
    "units": [T34, PZ, RIDER], "hexes": {"2010": {"terrain": "clear"}, "2011": {"terrain": "clear"}}, "hexsides": {"2010/2011": []},
}  # fmt: skip
TRENCH = {
    "time": "day", "weather": "sunny", "phase": "activation", "active": "german", "chit": "2Pz", "activated": ["5K-2Pz"], "tables": CLEAR,
    "units": [PZ], "markers": [{"kind": "trench", "at": "2011", "faces": ["2010"]}],
    "hexes": {place: {"terrain": "clear", "features": ["road"]} for place in ("2010", "2011")}, "hexsides": {"2010/2011": ["road"]},
}  # fmt: skip
FIGHT = {
    "assume": "defaults", "turn": 3, "phase": "combat segment", "active": "german", "tables": {"crt_columns": [f"{odds}:1" for odds in range(1, 9)]},
    "units": [
        {"id": "3Pz", "side": "german", "kind": "mech", "attack": 7, "defense": 4, "ma": 8, "at": "1509"},
        {"id": "32", "side": "german", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1509"},
        {"id": "ChelON", "side": "polish", "kind": "inf", "attack": 1, "defense": 1, "ma": 2, "at": "1510"},
    ],
}  # fmt: skip
HIT = {**FIGHT, "units": [
    {"id": "46", "side": "german", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1509"},
    {"id": "26", "side": "polish", "kind": "inf", "attack": 2, "defense": 2, "ma": 3, "at": "1510", "steps": 2, "max_steps": 2},
    {"id": "27", "side": "polish", "kind": "inf", "attack": 1, "defense": 1, "ma": 3, "at": "1510", "steps": 2, "max_steps": 2},
], "pending": {"result": "D1", "attackers": ["46"], "defenders": ["26", "27"], "hex": "1510"}}  # fmt: skip
KINDS = {
    "who rides on whom is so already": ("gdp", RIDDEN, "odds", "1:1", (
        "1K-1Gr rides on 5K-2Pz. What odds does 1T34-2Tk have against 5K-2Pz?",
        "1T34-2Tk attacks 5K-2Pz with 1K-1Gr riding on it",
        "1T34-2Tk attacks 5K-2Pz, which carries 1K-1Gr. What odds?",
        "1T34-2Tk vs 2010, where 1K-1Gr rides on 5K-2Pz: what odds?",
        "5K-2Pz has 1K-1Gr on board. What are the odds for 1T34-2Tk against 5K-2Pz?",
        "¿A qué proporción ataca 1T34-2Tk a 5K-2Pz, que lleva encima a 1K-1Gr?",
        "1K-1Gr va montada en 5K-2Pz. ¿A qué proporción ataca 1T34-2Tk a 5K-2Pz?",
        "1T34-2Tk ataca 2010, donde 1K-1Gr va subida a 5K-2Pz",
    )),
    "what is dug in a hex is that hex": ("gdp", TRENCH, "cost", "3/2", (
        "How much does it cost 5K-2Pz to go by road to the trench in 2011?",
        "By road into the trench at 2011, how many MP for 5K-2Pz?",
        "5K-2Pz moves into the trench at 2011",
        "What does entering the trench at 2011 cost 5K-2Pz?",
        "¿Cuánto le cuesta a 5K-2Pz ir por carretera a la trinchera de 2011?",
        "5K-2Pz va por carretera a la trinchera de 2011",
    )),
    "a note to a hex with enemies attacks it": ("pd", FIGHT, "odds", "10:1", (
        "3Pz plus 32 on 1510",
        "3Pz and 32 into 1510",
        "3Pz y 32 a 1510",
        "3Pz y 32 contra 1510, ¿a cuánto sale?",
        "¿A cuánto atacan 3Pz y 32 a 1510?",
        "What do 3Pz and 32 get on 1510?",
        "3Pz and 32 against 1510: what do we get?",
    )),
    "who bears a result that was told": ("pd", HIT, "losses", "1", (
        "D1: 26 takes it",
        "D1? Fine, 26 takes it",
        "D1? 26 is the one that pays for it",
        "El D1 lo paga la 26, así 27 se libra",
        "26 takes the D1 and 27 is spared",
    )),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_wording_comes_to_the_same(kind: str) -> None:
    name, position, figure, right, texts = KINDS[kind]
    book, wrong = rulebook(name), list[tuple[str, Any]]()
    for text in texts:
        record = Game(book, of_data(book, position, "kinds")).hear(text)
        found = {str(ruling.computed.get(figure)) for ruling in record.rulings} - {"None"}
        if record.problem is not None or found != {right} or record.verdict == "illegal":
            wrong.append((text, found, record.problem))
    assert not wrong
