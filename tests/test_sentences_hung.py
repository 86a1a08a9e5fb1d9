"""What hangs on a clause is read, told back or refused, whichever verb gives the act; and what a participle names is no doer of it."""

from __future__ import annotations

import pytest

from adjudicator.language import Act, Names, NotUnderstood
from tests.conftest import spoken

PLACES = {"fpa": ("2010", "2011"), "ocs": ("2010", "2011"), "gdp": ("2010", "2011"), "pd": ("2010", "2011"), "bcs": ("20.10", "20.11")}
UNITS = {"fpa": "16Pz 47R", "ocs": "44ID 62R", "gdp": "1K-1Gr 2K-1Gr", "pd": "3Pz 28", "bcs": "I/16 A/9"}
MAINS = ["{one} moves to {hex}", "I order {one} to go to {hex}", "I use 2 MPs to move {one} to {hex}", "{one} leaves {hex} to attack {other}"]
HUNG = [
    ", leaving {two}",
    ", attacking {two}",
    ", leaving {two} behind",
    " leaving {two} alone",
    ", flipping {other}",
    " to attack {two}",
    ", taking {two} along",
]


@pytest.mark.parametrize("book", UNITS)
@pytest.mark.parametrize("main", MAINS)
@pytest.mark.parametrize("hung", HUNG)
def test_nothing_that_hangs_is_lost(book: str, main: str, hung: str) -> None:
    (hex_, other), (one, two) = PLACES[book], UNITS[book].split()
    text = (main + hung).format(hex=hex_, other=other, one=one, two=two)
    try:
        parts = spoken(book).parse(text, Names([one, two], [], {})).parts
    except NotUnderstood:
        return
    said = hung.format(hex=hex_, other=other, one=one, two=two)
    for name in (two, other):
        assert name not in said or name in str(parts), text
    movers = [act.slots.get("units", ()) for act in parts if isinstance(act, Act) and act.kind in ("move", "attack")]
    assert all(two not in units for units in movers) or "taking" in hung, text
