"""What a question put in other words says besides is never lost: a limit, a denial, somebody who has no part refuse it, or stand in what was understood."""

from __future__ import annotations

import pytest

from tests.conftest import cases_by_id, game_of

POSITIONS = {"pd": ("pd-2.1.1-01", "46", "26", "1510"), "fpa": ("fpa-8.3-05", "47R", "68Inf", "3010"), "gdp": ("gdp-10.1-09", "1K-1Gr", "1-1Rif", "2011")}
BESIDE = (
    ("How strong is {u} without {v} against {h}?", "without"), ("How strong is only {u} against {h}?", "only"),
    ("Is it mandatory for {u} not to attack {h}?", "not"), ("Is there any way for {u} without {v} to attack {h}?", "without"),
    ("Is it possible for only {u} to attack {h}?", "only"), ("Has {u} alone any way of attacking {h}?", "alone"),
    ("Are 3 MPs enough for {u} without {v} to move to {h}?", "without"), ("How many MPs has {u} left without {v} if it moves to {h}?", "without"),
    ("Does {u} without {v} stay out of supply?", "without"), ("Is {u} only still out of supply?", "only"),
)  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_said_besides_is_kept_or_refused(name: str) -> None:
    id_, unit, other, place = POSITIONS[name]
    for form, word in BESIDE:
        record = game_of(name, cases_by_id(name)[id_]["situation"]).hear(form.format(u=unit, v=other, h=place))
        kept = any(word in repr(ruling.act.slots) for ruling in record.rulings) or record.notes
        assert record.problem is not None or not record.rulings or kept, form
