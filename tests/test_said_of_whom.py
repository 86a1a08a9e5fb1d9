"""What a participle behind a unit says is said of that unit; who is counted; what a question says of the result it hangs on."""

from __future__ import annotations

import pytest

from adjudicator.ground.declaration import Act
from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly

PLACED = {"en": ("{} attacks {}", "{} attacks {}, placed in {}"), "es": ("{} ataca a {}", "{} ataca a {}, colocado en {}")}


@partly(3)
@pytest.mark.parametrize("book", BOOKS)
def test_where_the_target_is_placed(book: str, part: Part) -> None:
    """An attack on a unit by its name, with the hex in which it stands: never the hex from which it is attacked, and ruled as without."""
    tried = 0
    cases = [case for case in cases_by_id(book).values() if isinstance(case["declaration"], dict) and " attacks " in case["declaration"].get("en", "")]
    for case in part(cases[:: max(1, len(cases) // 12)]):
        units = {str(unit["id"]): unit for unit in (case["situation"] or {}).get("units", []) if str(unit.get("at", ""))[:1].isdigit()}
        first = next((name for name in units if case["declaration"]["en"].startswith(f"{name} attacks")), None)
        met = next((name for name, unit in units.items() if first is not None and unit.get("side") != units[first].get("side")), None)
        if first is None or met is None:
            continue
        for plain, placed in PLACED.values():
            found = []
            for text in (plain.format(first, met), placed.format(first, met, units[met]["at"])):
                record = game_of(book, case["situation"]).hear(text)
                found.append([(ruling.verdict, ruling.computed) for ruling in record.rulings])
                act = next((ruling.act for ruling in record.rulings), None)
                assert not isinstance(act, Act) or act.slots.get("from") in (None, ()), text
            assert found[0] == found[1] or not found[1], (case["id"], found)
            tried += bool(found[1])
    assert tried or book in ("arnhem", "bcs") or part.of > 1, tried


FOUGHT = {
    "active": "german",
    "phase": "combat phase",
    "pending": {"act": "attack", "result": "Ae3", "hex": "2208", "attackers": ["6Pz", "8PzG", "25Inf"]},
    "units": [{"id": name, "side": "german", "at": "2107", "mode": "combat", "ar": ar, "steps": 2} for name, ar in (("6Pz", 4), ("8PzG", 3), ("25Inf", 2))],
}


@pytest.mark.parametrize(
    "text",
    [
        "How many attackers get an exploitation marker?",
        "How many of my attackers get an exploitation marker from that Ae3?",
        "How many of the three attackers get an exploitation marker?",
        "¿Cuántas de las unidades atacantes pasan a explotación con ese Ae3?",
    ],
)
def test_they_are_counted(text: str) -> None:
    """How many of them is a number, not their names."""
    record = game_of("ocs", FOUGHT).hear(text)
    assert [ruling.computed.get("answer") for ruling in record.rulings] == [2], record.problem


@pytest.mark.parametrize("text", ["LAH drives 1509, 1510 and overruns Prusy HQ", "Muevo LAH a 1510 por 1509 y arrollo a Prusy HQ"])
def test_a_deed_told_behind_the_move_that_did_it(text: str) -> None:
    """Entering the hex of a lone HQ overruns it: told once more, it is no second deed (pd 11.1.4)."""
    situation = {
        "active": "german",
        "phase": "movement segment",
        "turn": 6,
        "active_hq": "8 HQ",
        "units": [
            {"id": "LAH", "side": "german", "kind": "mech", "at": "1508", "ma": 6, "attack": 2, "defense": 1, "supply": "in", "formation": "8th Army"},
            {"id": "Prusy HQ", "side": "polish", "kind": "hq", "at": "1510", "formation": "Prusy"},
        ],
        "hexes": {name: {"terrain": "clear", "features": []} for name in ("1508", "1509", "1510")},
        "hexsides": {"1508/1509": [], "1509/1510": []},
        "tables": {"tec_mp": {"clear": 1}},
        "assume": "defaults",
    }
    record = game_of("pd", situation).hear(text)
    assert [ruling.verdict for ruling in record.rulings] == ["legal", "legal"], record.problem


@pytest.mark.parametrize("begun", ["1510, ", "1510 is empty, ", "1510 is empty now, ", "With 1510 in our sights, "])
def test_the_hex_that_it_means(begun: str) -> None:
    """A hex that a sentence begins with, or was said to be empty, is where it goes; it never goes from there, and attacks nobody of its own."""
    units = [{"id": "44ID", "side": "german", "at": "1509", "steps": 3, "attack": 4, "ar": 3, "mode": "combat"}]
    situation = {"active": "german", "phase": "combat phase", "assume": "defaults", "units": units}
    for verb, slot in (("advances into", "to"), ("attacks", "target")):
        record = game_of("ocs", situation).hear(f"{begun}44ID {verb} it.")
        for ruling in record.rulings:
            assert ruling.act is not None and not {"from", "target_units"} & ruling.act.slots.keys(), ruling.act
            assert ruling.act.slots.get(slot) == "1510" and ruling.act.slots.get("units") == ("44ID",), ruling.act
        assert record.rulings, record.problem
