"""What a rule prints is found by everyday words (`tests/sentences/ruled.txt`: a book, a case, a question, and others that mean the same)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import BOOKS, ROOT, Part, cases, game_of, partly

GROUPS = [group.split("\n") for group in (ROOT / "tests" / "sentences" / "ruled.txt").read_text("utf-8").strip().split("\n\n")]
ODD = 0.02


def told(name: str, situation: dict[str, Any], line: str) -> str | None:
    """What is answered, as a text; None if nothing is."""
    record = game_of(name, situation).hear(line)
    return None if record.problem is not None or not record.rulings else str(record.rulings[-1].computed.get("answer"))


@partly()
@pytest.mark.parametrize("name", [name for name in BOOKS if any(group[0].split()[0] == name for group in GROUPS)])
def test_a_rule_is_found_by_everyday_words(name: str, part: Part) -> None:
    odd, tried = [], 0
    for (_, number), first, *lines in part((group[0].split(None, 1), *group[1:]) for group in GROUPS if group[0].split()[0] == name):
        situation = next(case["situation"] for case in cases(name) if case["situation"] and number in ("-", case["id"]))
        right = told(name, situation, first)
        assert right is not None, first
        tried += len(lines)
        odd += [f"{line}: {other}, not {right}" for line in lines if (other := told(name, situation, line)) != right]
    assert len(odd) <= ODD * tried + 1, "\n".join(odd)


@pytest.mark.parametrize(
    "line",
    ["Which units can't attack 1510?", "¿Qué unidades no pueden atacar 1510?", "Where can't 26 retreat?", "¿Adónde no puede retirarse 26?"],
)
def test_who_may_not_is_never_who_may(line: str) -> None:
    situation = next(case["situation"] for case in cases("pd") if case["situation"])
    assert told("pd", situation, line) is None


@pytest.mark.parametrize(("line", "right"), [("Who has a ZOC?", "46, 26"), ("Who has no ZOC?", "none"), ("Who can't advance?", "46")])
def test_who_is_denied_is_the_others(line: str, right: str) -> None:
    assert told("pd", next(case["situation"] for case in cases("pd") if case["situation"]), line) == right


@partly()
def test_what_is_only_near_a_rule_is_not_taken_for_it(part: Part) -> None:
    """Questions in words of a figure that ask something else (`tests/sentences/near_rules.txt`)."""
    first = {name: next(case["situation"] for case in cases(name) if case["situation"]) for name in BOOKS}
    lines = part(line.split(None, 1) for line in (ROOT / "tests" / "sentences" / "near_rules.txt").read_text("utf-8").splitlines())
    taken = [said for name, said in lines if any(ruling.kind == "figure" for ruling in game_of(name, first[name]).hear(said).rulings)]
    assert not taken


@pytest.mark.parametrize("line", ["Does 16Pz count for stacking?", "¿Cuenta 16Pz para el apilamiento?"])
def test_what_counts_for_stacking_is_no_point(line: str) -> None:
    record = game_of("fpa", next(case["situation"] for case in cases("fpa") if case["id"] == "fpa-x-x-23")).hear(line)
    assert record.problem is not None
