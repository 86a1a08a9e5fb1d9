"""Who had no part in a fight: what is said of it before a deed or a question changes nothing where it is so, and is told to be wrong where it is not."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.ground.ruling import Ruling
from tests.conftest import BOOKS, Part, cases, game_of, partly

TOLD = {
    "en": (
        "{unit} took no part in the fight",
        "{unit} sat out the fight",
        "{unit} sat this one out",
        "{unit} had no part in the battle",
        "{unit} did not take part in the fight",
    ),
    "es": (
        "{unit} no tomó parte en el combate",
        "{unit} se quedó al margen del combate",
        "{unit} no intervino en el combate",
        "{unit} se quedó sin participar en el combate",
    ),
}
TRIED, IDLE = 8, "9Zz"


def fights(name: str) -> list[dict[str, Any]]:
    """Cases in which a result is being carried out, said in one plain sentence, with somebody beside the first attacker who has no part in it."""
    found = []
    for case in cases(name):
        situation = case["situation"]
        pending, units = situation.get("pending") or {}, situation.get("units") or ()
        first = next((unit for unit in units if unit["id"] in (pending.get("attackers") or ()) and unit.get("at") not in (None, "off_map")), None)
        if pending.get("result") and first is not None and not re.search("[;:]", "".join(case["declaration"].values())):
            found.append({**case, "situation": {**situation, "units": [*units, {**first, "id": IDLE}]}, "first": first["id"]})
    return found[:: max(len(found) // TRIED, 1)]


def heard(name: str, case: dict[str, Any], line: str) -> list[tuple[str, str, Any]] | None:
    record = game_of(name, case["situation"]).hear(line, case.get("rolls") or ())
    return None if record.problem is not None else [_told(ruling) for ruling in record.rulings]


def _told(ruling: Ruling) -> tuple[str, str, Any]:
    return ruling.kind, ruling.verdict, ruling.computed.get("answer")


@partly(3, split=False)
@pytest.mark.parametrize("lang", TOLD)
@pytest.mark.parametrize("name", BOOKS)
def test_who_had_no_part_changes_nothing(name: str, lang: str, part: Part) -> None:
    tried = right = 0
    for at, case in enumerate(part(fights(name))):
        line = case["declaration"][lang]
        alone = heard(name, case, line)
        for form in part.turned(at)(TOLD[lang]) if alone is not None else ():
            told = heard(name, case, f"{form.format(unit=IDLE)}. {line}")
            tried, right = tried + 1, right + (told == alone)
            assert told is None or told[-len(alone or ()) :] == alone, (case["id"], form)
    if not tried:
        pytest.skip("no case of it has a bystander")
    assert right + (part.of > 1) > tried * 0.9, (right, tried)


@partly(3, split=False)
@pytest.mark.parametrize("lang", TOLD)
@pytest.mark.parametrize("name", BOOKS)
def test_who_fought_is_never_said_to_have_no_part(name: str, lang: str, part: Part) -> None:
    for at, case in enumerate(part(fights(name))):
        for form in part.turned(at)(TOLD[lang]):
            assert heard(name, case, f"{form.format(unit=case['first'])}. {case['declaration'][lang]}") is None, (case["id"], form)


@pytest.mark.parametrize(
    "line",
    [
        "204Art sat out the fight but leaves with 87Rif for 2011",
        "204Art took no part in it but goes with 87Rif to 2011",
        "204Art did not take part in the fight and retreats with 87Rif to 2011",
        "La 204Art no combatió, pero se va con la 87Rif a 2011",
        "La 204Art se quedó al margen y se retira con la 87Rif a 2011",
    ],
)
def test_who_goes_with_somebody_goes_too(line: str) -> None:
    units = [
        {"id": "60ID", "side": "german", "attack": 6, "defense": 6, "ar": 4, "steps": 2, "at": "2009"},
        {"id": "87Rif", "side": "soviet", "attack": 8, "defense": 8, "ar": 2, "steps": 3, "at": "2010"},
        {"id": "204Art", "side": "soviet", "kind": "artillery", "attack": 0, "defense": 0, "ar": 2, "steps": 1, "at": "2010"},
    ]
    pending = {"attackers": ["60ID"], "defenders": ["87Rif"], "hex": "2010", "result": "Do1"}
    game = game_of("ocs", {"assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "units": units, "pending": pending})
    record = game.hear(line)
    assert record.problem is None
    assert {name: game.situation.units[name].known("at") for name in ("87Rif", "204Art")} == {"87Rif": "2011", "204Art": "2011"}
