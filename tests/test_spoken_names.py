"""Counters that nobody knows yet, by the names that are printed on them: a number alone, a number of a regiment behind a slash."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.book import situations
from adjudicator.play.headers import LoggedGame
from tests.conftest import BOOKS, rulebook

HEXES = {"bcs": ("10.10", "10.11")}
BARE = st.integers(10, 999).map(str)
SLASHED = st.one_of(
    st.builds("{}/{}".format, st.sampled_from(["I", "II", "III", "A", "Pz", "2K"]), st.integers(1, 999)),
    st.builds("{}/{}".format, st.integers(1, 9), st.integers(10, 999)),
)


def heard(name: str, text: str) -> LoggedGame:
    game = LoggedGame(full=True)
    game.begin(rulebook(name), situations.of_data(rulebook(name), {}))
    game.take(text)
    return game


@pytest.mark.parametrize("name", [name for name in BOOKS if name not in ("bcs", "ocs")])  # bcs prints no strengths; ocs reads a bare number as a total of dice
@settings(max_examples=8)
@given(one=BARE, strength=st.tuples(st.integers(1, 9), st.integers(1, 9)), side=st.booleans())
def test_a_number_before_its_strength_is_a_name(name: str, one: str, strength: tuple[int, int], side: bool) -> None:
    first = rulebook(name).sides[0]
    attack, defense = strength
    game = heard(name, f"{one} {first if side else ''} {attack}-{defense} at 1510; {one} is at 1511")
    unit = game.situation.units[one]
    assert (unit.known("attack"), unit.known("defense"), unit.place) == (attack, defense, "1511")
    assert unit.known("side") == (first if side else None)


@pytest.mark.parametrize("name", BOOKS)
@settings(max_examples=8)
@given(one=SLASHED)
def test_a_name_with_a_slash(name: str, one: str) -> None:
    first, second = HEXES.get(name, ("1510", "1511"))
    game = heard(name, f"{one} at {first}; {one} is at {second}")
    assert game.situation.units[one].place == second


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_no_name(name: str) -> None:
    """The two ends of a hexside, an amount, odds and dice are none."""
    first, second = HEXES.get(name, ("1510", "1511"))
    for text in (f"river between {first} and {second}", f"{first}/{second} is clear", "24 to 4", "roll 12", "1/2"):
        try:
            game = heard(name, text)
        except Exception:  # what makes no sense is refused
            continue
        assert not game.situation.units, text


@pytest.mark.parametrize("name", ["pd", "gdp", "arnhem"])
@pytest.mark.parametrize("said", ["Alfa1 has MA 4", "Alfa1 tiene MA 4"])
def test_an_allowance_in_words(name: str, said: str) -> None:
    assert heard(name, f"Alfa1 at 1510; {said}").situation.units["Alfa1"].known("ma") == 4


@pytest.mark.parametrize("name", BOOKS)
def test_a_unit_called_like_a_result_is_itself(name: str) -> None:
    """A1 attacks: the unit A1, not a result, and nobody else's deed."""
    book = rulebook(name)
    language = LoggedGame(full=False)
    language.begin(book, situations.of_data(book, {}))
    codes = sorted(code for code in language.referee.language.words.codes if code.isalnum() and any(map(str.isdigit, code)))
    for code in codes[:2]:
        hexes = HEXES.get(name, ("1510", "1511"))
        units = [{"id": one, "side": book.sides[0], "at": hexes[0]} for one in (code, "Other")]
        game = LoggedGame(full=False)
        game.begin(book, situations.of_data(book, {"units": units}))
        acts = game.line(f"Other moves to {hexes[1]}; {code} moves to {hexes[1]}").acts
        assert [act.slots["units"] for act in acts] == [("Other",), (code,)], code
