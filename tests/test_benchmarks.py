"""The benchmark runs and says everything that the contract has a budget for.  No time is tested, so a book or two and an evening stand for all
(`python benchmarks/run.py --quick` takes each)."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks import run

BCS = ("bcs",)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "books", "said"),
    [
        pytest.param(lambda: run.one_shot(1), BCS, ("budget x11", "budget 1.3 s"), id="one-shot"),
        pytest.param(lambda: run.interactive(1), BCS, ("budget 10 ms",), id="table"),
        pytest.param(lambda: run.validating(1, 60), BCS, ("budget 5,000 declarations/s", "budget x3.3", "two processes"), id="validate"),
        pytest.param(lambda: run.memory(1, 2), BCS, ("does not grow",), id="memory"),
        pytest.param(lambda: run.games.one_shots(run.show, run.command, 1), BCS, ("check, bcs", "empty cache"), id="every book"),
        pytest.param(lambda: run.games.reach(run.show), ("fpa", "pd"), ("where can X go, pd",), id="reach"),
        pytest.param(lambda: run.games.supply(run.show), BCS, ("in a pocket", "exponent in units"), id="supply"),
        pytest.param(
            lambda: run.games.long_logs(run.show, run.generate, run.environment(), (50, 90), (60, 120), 1),
            BCS,
            ("undo at 50", "flat", "first answer", "exponent of time"),
            id="long logs",
        ),
        pytest.param(lambda: run.logs.every_book(run.show, 1), BCS, ("whole map, bcs", "bare lark"), id="logs of every book"),
        pytest.param(lambda: run.growth.unknown_facts(run.show), ("bcs", "fpa"), ("hexes unknown", "exponent"), id="unknown facts"),
        pytest.param(lambda: run.growth.map_size(run.show), ("bcs", "fpa"), ("exponent in the hexes of a map, bcs",), id="map size"),
        pytest.param(lambda: run.growth.new_sentences(run.show), ("gdp",), ("new sentence, gdp",), id="new sentences"),
    ],
)
def test_every_part_of_the_benchmark_runs(
    part: Callable[[], None], books: tuple[str, ...], said: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each at its smallest, with the compiled modules that lie there already."""
    for module in (run.games, run.logs, run.growth):
        monkeypatch.setattr(module, "BOOKS", books)
    monkeypatch.setattr(run, "COUNTED", 1000)
    monkeypatch.setattr(run, "COMPILED", str(ROOT / ".pytest_cache" / "compiled"))
    monkeypatch.setattr(run.logs, "LINES", 40)
    monkeypatch.setattr(run.growth, "ROUNDS", 1)
    monkeypatch.setattr("tests.evenings.evenings", lambda: ["fpa"])
    part()
    out = capsys.readouterr().out
    assert all(text in out for text in said)
    assert "not judged" not in out
