"""The benchmark runs and says everything that the contract has a budget for.  No time is tested, so a few books and evenings stand for all
(`python benchmarks/run.py --quick` takes each)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "said"),
    [
        (lambda: run.one_shot(1), ("budget x11", "budget 1.3 s")),
        (lambda: run.interactive(1), ("budget 10 ms",)),
        (lambda: run.validating(1, 200), ("budget 5,000 declarations/s", "budget x3.3", "two processes")),
        (lambda: run.memory(2, 20), ("does not grow",)),
        (lambda: run.games.one_shots(run.show, run.command, 1), ("check, bcs", "empty cache")),
        (lambda: run.games.reach(run.show), ("where can X go, pd",)),
        (lambda: run.games.supply(run.show), ("in a pocket", "exponent in units")),
        (lambda: run.games.long_logs(run.show, run.generate, run.environment(), True), ("undo at 50", "flat", "first answer", "exponent of time")),
        (lambda: run.logs.every_book(run.show, 1), ("whole map, bcs", "bare lark")),
        (lambda: run.growth.unknown_facts(run.show), ("hexes unknown", "exponent")),
        (lambda: run.growth.map_size(run.show), ("exponent in the hexes of a map, bcs",)),
        (lambda: run.growth.new_sentences(run.show), ("new sentence, gdp",)),
    ],
    ids=[
        "one-shot",
        "table",
        "validate",
        "memory",
        "every book",
        "reach",
        "supply",
        "long logs",
        "logs of every book",
        "unknown facts",
        "map size",
        "new sentences",
    ],
)
def test_every_part_of_the_benchmark_runs(part: object, said: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    books = {book for book in run.games.BOOKS if any(text.endswith(book) for text in said)} or {"bcs"}
    for module in (run.games, run.logs, run.growth):
        monkeypatch.setattr(module, "BOOKS", sorted({"fpa", *books}))
    monkeypatch.setattr(run.growth, "ROUNDS", 1)
    monkeypatch.setattr("tests.evenings.evenings", lambda: ["fpa", "bcs"])
    part()  # type: ignore[operator]
    out = capsys.readouterr().out
    assert all(text in out for text in said)
