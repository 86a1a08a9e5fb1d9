"""Movement points that are left to a unit: a fact where the rulebook remembers it, refused where it does not, never a claim of a cost nor a deed."""

from __future__ import annotations

import zlib

from adjudicator.ground.declaration import Stated
from tests.conftest import BOOKS, cases, cases_by_id, every, game_of, rulebook

TOLD = ("{} has 2 MPs left", "{} still has 2 movement points left", "{} is left with 2 MPs", "A {} le quedan 2 PM", "{} tiene 2 PM restantes")


def drawn() -> list[tuple[str, str]]:
    return [(name, str(case["id"])) for name in BOOKS for case in cases(name) if zlib.crc32(str(case["id"]).encode()) % 150 == 0]


@every(drawn, 2)
def test_points_left(name: str, id_: str) -> None:
    book = rulebook(name)
    data = cases_by_id(name)[id_]["situation"] or {}
    unit = next((str(unit["id"]) for unit in data.get("units") or () if isinstance(unit.get("ma", 4), int) and unit.get("ma", 4) >= 2), None)
    if unit is None or " " in unit:
        return
    for said in TOLD:
        record = game_of(name, data).hear(said.format(unit))
        assert not record.rulings, (said, unit)
        if "units.mp_left" in book.facts:
            assert Stated(f"units[{unit}].mp_left", 2) in record.stated or data_says(data, unit), (said, unit, record.stated)
        elif "units.spent" not in book.facts:
            assert record.problem is not None, (said, unit)


def data_says(data: dict[str, object], unit: str) -> bool:
    """Whether the position has it so already."""
    units = data.get("units")
    return isinstance(units, list) and any(one.get("id") == unit and one.get("mp_left") == 2 for one in units)


def test_it_has_points_left() -> None:
    """Said of who was named before; a cost behind it stays a claim."""
    case = next(case for case in cases("ocs") if any("ma" in unit or "at" in unit for unit in case["situation"].get("units") or ()))
    unit = case["situation"]["units"][0]["id"]
    game = game_of("ocs", case["situation"])
    assert any(part == Stated(f"left[{unit}]", 3) for part in game.line(f"{unit} has already moved and has 3 MPs left").parts)
