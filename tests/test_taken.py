"""A fact that nobody stated never turns a ruling round in silence: one fact of a case is left out, and the ruling is the same, or open, or tells under
`assumed` what it takes for granted.

What is listed is what is there (docs/contract.md, 6): counters, markers, deeds, states, features of a listed hex and of a side that are left out are
said not to be; these are left alone (`ABSENT`), and so is what a book computes from the position where it is not stated.

`python -m tests.test_taken [book…]` tries every fact of every case and lists what fails, by kind; the suite tries the phase or the turn of every
other case, and a sample.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.files.fault import Broken
from adjudicator.ground.paths import parse
from adjudicator.ground.ruling import UNDETERMINED
from adjudicator.play.referee import worst
from tests.conftest import BOOKS, Part, cases, partly, rulebook
from tests.test_advice import about, parts, without
from tests.test_unknown import REFUSALS, heard

SAMPLE = 15
ABSENT = frozenset(("history", "eliminated", "markers.at", "hexes.features", "hexsides", "not_adjacent", "adjacent"))

NATURAL = {
    ("arnhem-15.43-01", "hexes[0901].terrain"): "a hex is on the map unless it is said not to be",
    ("fpa-x-x-11", "units[47R].at"): "a unit that is still to come has no place",
    ("fpa-x-13.8.4-07", "hexes[3010].terrain"): "the result that is told says that the hex is no town",
}
"""What is left out and need not be told, with the reason."""
DERIVED = frozenset(("supply", "comms", "in_command", "control"))

Way = tuple[Any, ...]


def name_of(situation: dict[str, Any], way: Way) -> str:
    """The name of the fact that a way leads to."""
    if len(way) == 1:
        return str(way[0])
    thing = situation[way[0]][way[1]] if isinstance(way[1], int) else None
    id_ = (thing.get("id") or thing.get("kind")) if thing is not None else way[1]
    return f"{way[0]}[{id_}]" + (f".{way[2]}" if len(way) > 2 else "")


def tries(name: str) -> list[tuple[dict[str, Any], Way]]:
    """Every case with each fact whose absence says nothing."""
    facts = rulebook(name).facts
    found = []
    for case in cases(name):
        for way in parts(case["situation"] or {}):
            kind = about(name_of(case["situation"], way))
            spec = facts.get(kind)
            derived = spec is not None and spec.derive is not None and kind.partition(".")[2] in DERIVED
            listed = derived or kind in ABSENT or way[0] in ABSENT or spec is not None and spec.closed and (len(way) > 1 or spec.absent is not None)
            if not listed and (spec is not None or len(way) == 2):
                found.append((case, way))
    return found


def silent(name: str, chosen: list[tuple[dict[str, Any], Way]]) -> Iterator[tuple[str, str, str]]:
    """Case, fact and what became of the ruling, where nothing tells why."""
    verdicts: dict[str, str] = {}
    for case, way in chosen:
        situation = case["situation"] or {}
        fact = name_of(situation, way)
        try:
            if case["id"] not in verdicts:
                verdicts[case["id"]] = worst(heard(name, case, situation))
            after = heard(name, case, without(situation, [way]))
        except (*REFUSALS, Broken):
            continue
        was, now = verdicts[case["id"]], worst(after)
        if not after or now in (was, UNDETERMINED):
            continue
        told = [parse(assumed) for ruling in after for assumed in ruling.assumed]
        mine = parse(fact)
        if (case["id"], fact) not in NATURAL and not any(
            one is not None and mine is not None and one.head == mine.head and one.thing == mine.thing for one in told
        ):
            yield case["id"], fact, f"{was} -> {now}"


@partly(6, quick=False)
@pytest.mark.parametrize("name", BOOKS)
def test_no_fact_is_taken_for_granted_in_silence(name: str, part: Part) -> None:
    chosen = tries(name)
    of_the_game = [(case, way) for case, way in chosen if way in (("phase",), ("turn",))][::4]
    assert list(silent(name, part([*of_the_game, *random.Random(name).sample(chosen, SAMPLE)]))) == []


def main(names: list[str]) -> None:
    for name in names or BOOKS:
        chosen = tries(name)
        kinds: Counter[str] = Counter()
        examples: dict[str, list[str]] = defaultdict(list)
        for id_, fact, what in silent(name, chosen):
            kinds[about(fact)] += 1
            examples[about(fact)].append(f"{id_} {fact}: {what}")
        print(f"{name}: {len(chosen)} tried, {sum(kinds.values())} silent", flush=True)
        for kind, count in kinds.most_common():
            print(f"  {count:5} {kind:28} {' | '.join(examples[kind][:4])}")


if __name__ == "__main__":
    main(sys.argv[1:])
