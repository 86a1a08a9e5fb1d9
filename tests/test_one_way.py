"""The same lines get the same ruling by every way in: each script goes one way, drawn by its id (tests/one_way.py plays all of them)."""

from __future__ import annotations

import pytest

from tests.one_way import Script, all_scripts, difference, drawn


@pytest.mark.parametrize("script", all_scripts(), ids=lambda script: script.id)
def test_one_way(script: Script) -> None:
    assert difference(script, drawn(script)) is None
