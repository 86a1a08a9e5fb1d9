"""Who is said to do the same does it with him: 16Pz attacks 2119 and 19Pz joins in, so does 19Pz, 19Pz too."""

from __future__ import annotations

import pytest

from tests.conftest import BOOKS, Part, cases_by_id, partly
from tests.test_standing_by import ruled

WITH = {"en": "{0} attacks {2} with {1}", "es": "{0} ataca {2} con {1}"}
WAYS = {
    "en": (
        "{0} attacks {2} and {1} joins in",
        "{0} attacks {2}. {1} joins in",
        "{0} attacks {2}; {1} takes part too",
        "{0} attacks {2}, as does {1}",
        "{0} attacks {2}, and so does {1}",
        "{0} attacks {2}. {1} too",
    ),
    "es": ("{0} ataca {2} y {1} se suma", "{0} ataca {2}. {1} participa en el ataque", "{0} ataca {2}; {1} también", "{0} ataca {2}, y {1} también"),
}


def pairs(book: str, most: int) -> list[tuple[object, str, str, str]]:
    """Positions of cases with two attackers, the two and what they attack."""
    found: list[tuple[object, str, str, str]] = []
    for case in cases_by_id(book).values():
        units = {unit["id"]: unit for unit in (case["situation"] or {}).get("units", [])}
        text = next(iter(case["declaration"].values())) if isinstance(case["declaration"], dict) else ""
        named = [name for name in units if name in text and str(units[name].get("at", ""))[:1].isdigit()]
        two = [name for name in named if units[name].get("side") == units[named[0]].get("side")][:2]
        foe = next((unit for unit in units.values() if two and unit.get("side") != units[two[0]].get("side") and str(unit.get("at", ""))[:1].isdigit()), None)
        if len(two) == 2 and foe is not None and not case.get("rolls") and ("attack" in text or "ataca" in text):
            found.append((case["situation"], two[0], two[1], str(foe["at"])))
    return found[:: max(1, len(found) // most)]


@partly(6)
@pytest.mark.parametrize("book", BOOKS)
def test_who_joins_in_attacks_too(book: str, part: Part) -> None:
    """A sample of the positions of cases: ruled as if he had been named with the other, or not understood."""
    right = refused = 0
    for situation, one, other, target in part(pairs(book, 12)):
        for lang, ways in WAYS.items():
            base = ruled(book, situation, WITH[lang].format(one, other, target))
            for way in ways if base else ():
                line = way.format(one, other, target)
                now = ruled(book, situation, line)
                assert now is None or now == base, (line, now, base)
                right, refused = right + (now is not None), refused + (now is None)
    assert right > (20 if part.of == 1 else 0) and refused * 9 <= right, (right, refused)


def test_each_stands_where_it_is_said_to() -> None:
    """The hex of the one is not that of who joins in; a hex where he does not stand is told."""
    situation = {
        "phase": "german combat 2", "active": "german", "turn": 6, "weather": "frost",
        "hexes": {"2419": {"terrain": "clear", "features": []}}, "hexsides": {"2418/2419": [], "2519/2419": []},
        "units": [
            {"id": "6Pz", "side": "german", "kind": "panzer", "class": "mechanized", "size": "division", "attack": 5, "defense": 5, "steps": 4, "at": "2418"},
            {"id": "75Inf", "side": "german", "kind": "infantry", "class": "non_mechanized", "size": "division", "attack": 3, "defense": 3, "steps": 4,
             "at": "2519"},
            {"id": "506Tiger", "side": "german", "kind": "heavy_tank", "class": "mechanized", "size": "battalion", "attack": 2, "defense": 2, "steps": 1,
             "at": "2519"},
            {"id": "22GR", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "size": "corps", "attack": 4, "defense": 4, "steps": 2, "at": "2419"},
        ],
    }  # fmt: skip
    for line, verdict in (
        ("6Pz attacks 2419 from 2418 with 75Inf from 2519", "legal"),
        ("6Pz attacks 2419 from 2418, and 75Inf joins in from 2519", "legal"),
        ("6Pz ataca 2419 desde 2418 y se le suma la 75Inf desde 2519", "legal"),
        ("6Pz attacks 2419 from 2418. 75Inf too, from 2519", "legal"),
        ("6Pz attacks 2419 from 2418. 75Inf joins in from 2520", "illegal"),
        ("6Pz attacks 2419; 75Inf joins in from 2520", "illegal"),
        ("6Pz attacks 2419 with 75Inf and 506Tiger from 2519", "legal"),
    ):
        assert [one[1] for one in ruled("fpa", situation, line) or ()] == [verdict], line
