"""Where nobody knows what a unit has done, that is what is asked for, in words; what is offered can be typed (situations.md)."""

from __future__ import annotations

import pytest

from adjudicator.say.words import Say
from tests.conftest import game_of, rulebook

UNITS = [{"id": "A1", "side": "german", "at": "2218"}, {"id": "B1", "side": "soviet", "at": "2219"}]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("book", ["fpa", "gdp"])
def test_what_is_offered_for_a_history_is_taken(book: str, lang: str) -> None:
    """Typed in front of the deed it settles what was asked, and the name of the fact is more than that of the unit."""
    data = {"active": "german", "phase": {"fpa": "german combat 1", "gdp": "activation"}[book], "units": UNITS, "unknown": ["history[A1]"]}
    say = Say(lang, rulebook(book))
    (need,) = [need for need in game_of(book, data).hear("A1 attacks 2219").rulings[0].needs if need.fact == "history[A1]"]
    assert say.fact(need.fact) != "A1" and "A1" in say.fact(need.fact)
    record = game_of(book, data).hear(f"{say.typed(need.fact, say.example(need))}; A1 attacks 2219")
    assert record.rulings and all(each.fact != need.fact for each in record.rulings[-1].needs)
