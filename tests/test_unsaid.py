"""What nobody states turns no ruling round in silence: a fact left out is asked for, or told to be assumed, wherever legal becomes illegal.

Not tried is what may be left out, since that says something: counters, states and what happened (of which not listed is absent), what a listed
hex has, and what a book works out from the rest of the position.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.files.fault import Broken
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED
from adjudicator.play.referee import worst
from tests.conftest import BOOKS, Part, cases, partly, rulebook
from tests.test_unknown import NO_FACTS, REFUSALS, _same, heard

SAMPLE = 160
"""So many facts of each book are left out."""
QUESTIONS = 60
LISTS = ("units", "hexes", "hexsides", "markers", "history", "eliminated", "pending")
WORKED_OUT = ("units.supply", "hexes.legal_hex")
"""Stated or worked out: supply from the sources and from who stands there, a Legal Hex from the roads that are listed in it."""


def without(name: str, data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The situation with one fact less, and the name of that fact."""
    specs = rulebook(name).facts
    paths = [(head,) for head in data if head not in (*NO_FACTS, *LISTS)]
    paths += [("units", at, key) for at, unit in enumerate(data.get("units") or ()) for key in unit if key not in ("id", "kind", "side", "at")]
    paths += [("hexes", hex_, key) for hex_, facts in (data.get("hexes") or {}).items() if isinstance(facts, dict) for key in facts if key != "features"]
    for path in paths:
        kind = path[0] if len(path) == 1 else f"{path[0]}.{path[-1]}"
        spec = specs.get(kind)
        if kind in WORKED_OUT or spec is not None and (spec.closed or spec.derive is not None):
            continue
        other = copy.deepcopy(data)
        box = other
        for step in path[:-1]:
            box = box[step]
        del box[path[-1]]
        thing = data["units"][path[1]]["id"] if path[0] == "units" else path[1] if len(path) > 1 else ""
        yield kind if len(path) == 1 else f"{path[0]}[{thing}].{path[-1]}", other


def turned(name: str, case: dict[str, Any], fact: str, other: dict[str, Any]) -> bool:
    """Whether legal becomes illegal, or yes no, or the other way round, and nobody says that it hangs on the fact."""
    try:
        before, after = heard(name, case, case["situation"]), heard(name, case, other)
    except (*REFUSALS, Broken):
        return False
    if not before or not after:
        return False
    was, now = ((worst(rulings), rulings[-1].computed.get("answer")) for rulings in (before, after))
    if {was[0], now[0]} != {LEGAL, ILLEGAL} and {was[1], now[1]} != {"yes", "no"}:
        return False
    told = [*(need.fact for ruling in after for need in ruling.needs), *(each for ruling in after for each in ruling.assumed)]
    return not any(_same(each, fact) for each in told)


OPEN = frozenset((("pd-v-9.2.4-02", "hexes[1610].terrain"),))
"""Known to turn a ruling round in silence; to be cured."""


@partly(8, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_what_nobody_states_turns_nothing_round_in_silence(name: str, part: Part) -> None:
    dice = random.Random(name)
    every = [(case, left) for case in dice.sample(cases(name), SAMPLE) if (left := list(without(name, case["situation"] or {})))]
    chosen = [(case, *dice.choice(left)) for case, left in every]
    assert [(case["id"], fact) for case, fact, other in part(chosen) if (case["id"], fact) not in OPEN and turned(name, case, fact, other)] == []


@partly(8, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_no_answer_hangs_in_silence_on_what_nobody_states(name: str, part: Part) -> None:
    """The same of questions that are answered yes or no, also where the act that is asked about is forbidden."""
    dice = random.Random(f"{name} asked")
    asked = [case for case in cases(name) if (case["expect"].get("computed") or {}).get("answer") in ("yes", "no") and case["situation"]]
    chosen = [(case, *left) for case in dice.sample(asked, min(QUESTIONS, len(asked))) for left in without(name, case["situation"])]
    chosen = dice.sample(chosen, min(SAMPLE, len(chosen)))
    assert [(case["id"], fact) for case, fact, other in part(chosen) if turned(name, case, fact, other)] == []


@pytest.mark.parametrize(("name", "id_", "thing", "fact"), [("pd", "pd-n-x-6.2.2-07", "46", "attack"), ("fpa", "fpa-n-x-13.8.2-07", "3010", "terrain")])
def test_what_a_line_of_a_ledger_hangs_on_is_asked_for(name: str, id_: str, thing: str, fact: str) -> None:
    """Is it halved, is it concentric: neither yes nor no where the attack could not be added up, and where it is forbidden."""
    case = next(case for case in cases(name) if case["id"] == id_)
    other = next(other for left, other in without(name, case["situation"]) if left.endswith(f"[{thing}].{fact}"))
    (ruling,) = heard(name, case, other)
    assert ruling.verdict == UNDETERMINED and any(need.fact.endswith(f"[{thing}].{fact}") for need in ruling.needs)
