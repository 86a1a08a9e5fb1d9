"""Several that come each its own way to one deed; who has the hex that is attacked; who is attacked where a strength is asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly

WAYS = (
    "{0} rolls in from {1}, {2} marches up from {3}, the two of them attack {4}",
    "{0} arrives from {1} while {2} creeps up from {3}, both attacking {4}",
    "{0} llega desde {1} y {2} viene desde {3}, ambas atacan {4}",
    "{0} se acerca desde {1}, {2} acude desde {3}, entre las dos atacan {4}",
)
HOLDS = (
    "{0} attacks {1}, occupied by {2}",
    "{0} attacks {1}, which is controlled by {2}",
    "{0} ataca {1}, controlado por {2}",
    "{0} ataca {1}, que está ocupado por {2}",
)


def ruled(book: str, situation: Any, text: str) -> list[tuple[str, str, str]] | None:
    """What is ruled on the deeds of a line; None if it is not understood."""
    record = game_of(book, situation).hear(text, [])
    if record.problem is not None or not record.rulings:
        return None
    return [(one.kind, one.verdict, str({k: v for k, v in one.computed.items() if k != "roll_table"})) for one in record.rulings if one.kind != "remark"]


def fights(book: str) -> list[tuple[Any, list[dict[str, Any]], str, list[str]]]:
    """Positions in which units stand beside enemies: those units, the hex of the enemies, and the enemies."""
    found = []
    for case in cases_by_id(book).values():
        situation = case["situation"] or {}
        text = case["declaration"].get("en", "") if isinstance(case["declaration"], dict) else ""
        units = [unit for unit in situation.get("units", ()) if str(unit.get("at", ""))[:1].isdigit()]
        for target in dict.fromkeys(str(unit["at"]) for unit in units):
            there = [unit["id"] for unit in units if str(unit["at"]) == target]
            named = [unit for unit in units if str(unit["at"]) != target and unit["id"] in text]
            sides = {unit["side"] for unit in units if str(unit["at"]) == target}
            if f"attacks {target}" in text and named and len(sides) == 1 and all(unit["side"] not in sides for unit in named) and not case.get("rolls"):
                found.append((situation, named, target, there))
    return found


@partly()
@pytest.mark.parametrize("book", BOOKS)
def test_they_come_each_its_own_way(book: str, part: Part) -> None:
    """The same ruling as of the attack of both, or not understood; never that of one of them."""
    same, changed = 0, []
    both = [each for each in fights(book) if len(each[1]) == 2 and each[1][0]["at"] != each[1][1]["at"]]
    for situation, named, target, _ in part(both[:: max(1, len(both) // 8)]):
        base = ruled(book, situation, f"{named[0]['id']} and {named[1]['id']} attack {target}")
        for text in WAYS if base else ():
            now = ruled(book, situation, text.format(named[0]["id"], named[0]["at"], named[1]["id"], named[1]["at"], target))
            if now is not None:
                same += now == base
                changed += [] if now == base else [(text, now, base)]
    assert not changed, changed[:3]
    assert same or book in ("arnhem", "bcs", "ocs") or part.of > 1


@partly()
@pytest.mark.parametrize("book", BOOKS)
def test_who_has_the_hex_that_is_attacked(book: str, part: Part) -> None:
    """Who holds it is no part of those that attack it."""
    same, changed = 0, []
    alone = [each for each in fights(book) if len(each[3]) == 1]
    for situation, named, target, there in part(alone[:: max(1, len(alone) // 8)]):
        base = ruled(book, situation, f"{named[0]['id']} attacks {target}")
        for text in HOLDS if base else ():
            now = ruled(book, situation, text.format(named[0]["id"], target, there[0]))
            if now is not None:
                same += now == base
                changed += [] if now == base else [(text, now, base)]
    assert len(changed) * 20 <= same, changed[:3]


@partly()
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_whose_strength_it_is(book: str, part: Part) -> None:
    """With how much one unit attacks another is its own strength alone, whoever was spoken of."""
    asked = 0
    every = fights(book)
    for situation, named, target, there in part(every[:: max(1, len(every) // 8)]):
        unit, foe = named[0]["id"], there[0]
        base = ruled(book, situation, f"How strong is {unit} when it attacks {target}?")
        for text in (f"With how much does {unit} attack {foe} in {target}?", f"¿Con cuánta fuerza ataca {unit} a {foe} en {target}?"):
            now = ruled(book, situation, text) if base else None
            if base and now is not None:
                asked += 1
                told, wanted = ([WHOLE.sub(r"\1", each[2].rpartition("'answer'")[2]) for each in found] for found in (now, base))
                assert told == wanted, (text, now, base)
    assert asked


WHOLE = re.compile(r"Fraction\((\d+), 1\)")
OPEN = {"25Pz retreats 3316-3314 and takes 75Inf along with it"}
"""Taken as a move of both, which is told: nothing is left of the retreat."""
ALONG = ("{0} {3}s {1} and brings {2} along", "{0} {3}s {1} and takes {2} along with it", "{0} {4} {1} y se lleva consigo a {2}")


@partly()
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd", "bcs"])
def test_who_is_taken_along_does_the_same(book: str, part: Part) -> None:
    """The ruling on both of them, or not understood."""
    asked, wrong = 0, []
    pairs = []
    for case in cases_by_id(book).values():
        units = [unit for unit in (case["situation"] or {}).get("units", ()) if str(unit.get("at", ""))[:1].isdigit()]
        found = next(((one, two) for one in units for two in units if one is not two and (one["at"], one["side"]) == (two["at"], two["side"])), None)
        goal = next((name for name in (case["situation"] or {}).get("hexes") or () if found and name != str(found[0]["at"])), None)
        if found and goal and not case.get("rolls") and not case["situation"].get("pending"):  # behind a fight they advance one by one
            pairs.append((case["situation"], found[0]["id"], found[1]["id"], f"{found[0]['at']}-{goal}"))
    for situation, one, two, path in part(pairs[:: max(1, len(pairs) // 6)]):
        for deed, verb in (("move", "mueve"), ("retreat", "se retira")):
            base = ruled(book, situation, f"{one} and {two} {deed} {path}")
            for text in (ALONG if book in ("fpa", "pd") else ALONG[::2]) if base else ():
                now = ruled(book, situation, text.format(one, path, two, deed, verb))
                if now is not None and text.format(one, path, two, deed, verb) not in OPEN:
                    asked += 1
                    wrong += [] if now == base else [(text.format(one, path, two, deed, verb), now, base)]
    assert not wrong, wrong[:3]
    assert asked


@pytest.mark.parametrize(
    "line",
    [
        "They retreat: 61Rif to 1511, 40Rif to 1410",
        "They split up: 61Rif to 1511, 40Rif to 1410",
        "They scatter: 61Rif to 1511 and 40Rif to 1410",
        "Se retiran: la 61Rif a 1511, la 40Rif a 1410",
        "Se reparten: la 61Rif a 1511 y la 40Rif a 1410",
    ],
)
def test_each_goes_its_own_way_behind_a_colon(line: str) -> None:
    units = [{"id": name, "side": "soviet", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1510"} for name in ("61Rif", "40Rif")]
    units.append({"id": "5Jg", "side": "german", "attack": 6, "defense": 6, "ar": 4, "steps": 2, "at": "1509"})
    pending = {"attackers": ["5Jg"], "defenders": ["61Rif", "40Rif"], "hex": "1510", "result": "Do1"}
    game = game_of("ocs", {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": units, "pending": pending})
    assert game.hear(line).problem is None
    assert {name: game.situation.units[name].known("at") for name in ("61Rif", "40Rif")} == {"61Rif": "1511", "40Rif": "1410"}
