"""Why can't somebody do something: the rule that forbids it; where nothing does, that it may is said."""

from __future__ import annotations

import pytest

from tests.conftest import hear

UNITS = [{"id": "16Pz", "side": "german", "at": "2218"}, {"id": "47R", "side": "soviet", "at": "2219"}, {"id": "52R", "side": "soviet", "at": "2318"}]


@pytest.mark.parametrize(
    "text",
    ["why can't 16Pz attack 2219?", "why may 16Pz not attack 2219?", "¿por qué no puede 16Pz atacar 2219?", "¿por qué 16Pz no puede atacar 2219?"],
)
@pytest.mark.parametrize(("phase", "may"), [("german combat 1", "yes"), ("german movement 1", "no")])
def test_why_not(text: str, phase: str, may: str) -> None:
    """fpa 5.0: outside its combat phases a side does not attack."""
    (ruling,) = hear("fpa", text, {"phase": phase, "weather": "frost", "units": UNITS})
    assert ruling.computed["answer"] == may
    assert ("may_all_the_same" in [finding.key for _, finding in ruling.warnings]) == (may == "yes")


@pytest.mark.parametrize("text", ["why can 16Pz attack 2219?", "¿por qué puede 16Pz atacar 2219?"])
def test_why(text: str) -> None:
    """Who asks why it may is told only that it may."""
    (ruling,) = hear("fpa", text, {"phase": "german combat 1", "weather": "frost", "units": UNITS})
    assert ruling.computed["answer"] == "yes" and not [finding for _, finding in ruling.warnings if finding.key == "may_all_the_same"]
