"""What is said of a counter beside a deed, and the position has otherwise, counts and is warned of (situations.md: the ruling warns)."""

from __future__ import annotations

import pytest

from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly

WAYS = {"en": ", which is in {},", "es": ", que está en {},"}


@partly(5)
@pytest.mark.parametrize("book", BOOKS)
def test_another_hex_is_warned_of(book: str, part: Part) -> None:
    """A sample of the cases, their first unit said to stand where another one stands: warned of where it counts; where it stands, never."""
    warned = 0
    found = [case for case in cases_by_id(book).values() if isinstance(case["declaration"], dict)]
    for case in part(found[:: max(1, len(found) // 30)]):
        units = {unit["id"]: str(unit["at"]) for unit in (case["situation"] or {}).get("units", []) if str(unit.get("at", ""))[:1].isdigit()}
        for lang, text in case["declaration"].items():
            first = next((name for name in units if text.startswith(f"{name} ")), None)
            other = next((hex_ for hex_ in units.values() if first is not None and hex_ != units[first] and hex_ not in text), None)
            if first is None or other is None:
                continue
            for hex_, differs in ((other, True), (units[first], False)):
                game = game_of(book, case["situation"])
                record = game.hear(first + WAYS[lang].format(hex_) + text[len(first) :])
                moved = [fact for fact in record.stated if fact.path == f"units[{first}].at" and fact.value == hex_]
                told = [note for note in record.notes if note.key == "placed_otherwise"]
                assert bool(told) == (differs and bool(moved)), (text, hex_, record.notes)
                warned += bool(told)
    assert warned or book in ("arnhem",) or part.of > 1, warned


def test_steps_said_otherwise() -> None:
    """The later statement counts; both figures are told."""
    situation = {"units": [{"id": "16Pz", "side": "german", "at": "2218", "steps": 4}, {"id": "13TC", "side": "soviet", "at": "2119"}]}
    record = game_of("fpa", situation).hear("16Pz (3 steps) attacks 2119")
    assert [(note.key, note.slots["said"], note.slots["now"]) for note in record.notes] == [("fact_otherwise", 3, 4)]


GAME = {
    "fpa": ("frost", {"en": "in spite of the storm", "es": "a pesar de la tormenta"}),
    "gdp": ("sunny", {"en": "despite the fog", "es": "pese a la niebla"}),
}


@pytest.mark.parametrize("book", GAME)
def test_weather_said_otherwise(book: str) -> None:
    """Weather that a phrase beside the deed tells of, and the position has otherwise, counts and is told; as the position has it, it is not."""
    weather, said = GAME[book]
    units = [{"id": "A1", "side": "german", "at": "2218"}, {"id": "B1", "side": "soviet", "at": "2219"}]
    for lang, verb in (("en", "attacks"), ("es", "ataca")):
        for now in (weather, "storm" if book == "fpa" else "fog"):
            record = game_of(book, {"weather": now, "units": units}).hear(f"A1 {verb} 2219 {said[lang]}")
            told = [(note.slots["said"], note.slots["now"]) for note in record.notes if note.key == "game_otherwise"]
            assert bool(record.rulings) and bool(told) == (now == weather), (lang, now, record.notes)
