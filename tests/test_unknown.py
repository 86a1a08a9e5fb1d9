"""Whatever a position states, one fact of it is marked unknown: the ruling stays, or asks for it; it is never turned round, and nothing crashes.

`python -m tests.test_unknown [book…]` tries every stated fact of every case and lists what fails, by kind; the suite tries a sample.  What is
known to fail stands in tests/unknown_open.txt, which `python -m tests.test_unknown --write` writes anew; the list may only get shorter.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.book import InputError
from adjudicator.book.declared import NOT_TYPED
from adjudicator.files.fault import Broken
from adjudicator.ground.paths import PAIRS, FactPath, parse
from adjudicator.ground.ruling import LEGAL, UNDETERMINED, Ruling
from adjudicator.language import NotUnderstood
from adjudicator.play.referee import NoSuchAct, worst
from tests.conftest import BOOKS, ROOT, Part, cases, hear, partly, rulebook

OPEN = ROOT / "tests" / "unknown_open.txt"
REFUSALS = (NotUnderstood, NoSuchAct, InputError)
SAMPLE = 240  # facts tried of each book in the suite
TOLD = ("answer", "odds", "column", "result", "modified", "cost", "attack_total", "defense_total")
NO_FACTS = frozenset(("assume", "unknown", "options", "rulebook", "units_complete", "adjacent", "not_adjacent", "title", "scenario", "edition"))


def stated(name: str, situation: dict[str, Any]) -> Iterator[str]:
    """The names of all facts that a situation states, whole and in part."""
    lists = rulebook(name).meta.get("lists") or {}
    for head, content in situation.items():
        if head in NO_FACTS or content is None:
            continue
        if head in ("units", "markers", *lists):
            for thing in content:
                yield from _of_thing(head, thing, lists)
        elif head in ("hexes", "hexsides"):
            for id_, facts in content.items():
                if isinstance(facts, dict):
                    yield from (str(FactPath(head, (id_, key))) for key in facts)
                else:
                    yield f"{head}[{id_}]"
        elif head == "eliminated":
            yield from (f"units[{id_}].eliminated" for id_ in content)
        elif head == "history":
            for id_, acts in content.items():
                yield f"history[{id_}]"
                yield from (f"history[{id_}].{act}" for act in dict.fromkeys(act["act"] for act in acts))
        elif head in PAIRS:
            yield from (f"{head}[{key}]" for key in content)
        else:
            yield head
            yield from _within(head, (), content)


def _of_thing(head: str, thing: dict[str, Any], lists: dict[str, Any]) -> Iterator[str]:
    id_ = thing.get("id") or thing.get("kind")
    for key, value in thing.items():
        if key in ("id", "kind") and (key == "id" or head == "markers"):
            continue
        if key in (lists.get(head) or {}).get("parts", ()):
            for part in value:
                yield from (f"{head}[{id_}].{key}[{part['id']}].{fact}" for fact in part if fact != "id")
        yield f"{head}[{id_}].{key}"


def _within(head: str, keys: tuple[str, ...], content: Any) -> Iterator[str]:
    for key, value in content.items() if isinstance(content, dict) else ():
        yield str(FactPath(head, (*keys, str(key))))
        yield from _within(head, (*keys, str(key)), value)


def heard(name: str, case: dict[str, Any], situation: dict[str, Any]) -> list[Ruling]:
    return hear(name, case["declaration"]["en"], situation, tuple(case.get("rolls") or ()), full=False)


def fault_of(name: str, case: dict[str, Any], before: list[Ruling], fact: str) -> str | None:
    """What is wrong with the ruling once the fact is not known, or None."""
    situation = dict(case["situation"], unknown=[*(case["situation"].get("unknown") or ()), fact])
    try:
        after = heard(name, case, situation)
    except REFUSALS as error:
        only_here = isinstance(error, NotUnderstood) and error.word in str(case["situation"])  # a name that only this fact holds
        return None if only_here else f"refused: {error}"
    except Exception as error:
        return f"crash: {type(error).__name__}: {error}"
    if fact == "phase" and not after:
        return None  # where nobody knows the phase, a line that names one says which it is
    was, now = worst(before), worst(after)
    needs = [need.fact for ruling in after for need in ruling.needs]
    if now != was:
        if now != UNDETERMINED:
            return f"turned round: {was} -> {now}"
        return None if needs else "open, and asks for nothing"
    if was == LEGAL and len(before) == len(after) and not any(_same(need, fact) for need in needs):
        for one, other in zip(before, after, strict=True):
            for key in TOLD:
                got = other.computed.get(key)
                if got is not None and got != one.computed.get(key):
                    return f"another {key}"
    return None


def _same(need: str, fact: str) -> bool:
    """Whether two facts are about the same thing."""
    one, other = parse(need), parse(fact)
    if one is None or other is None:
        return need == fact
    return one.head == other.head and (not one.thing or not other.thing or one.thing == other.thing)


def keys(name: str) -> list[str]:
    """What else a situation may state of the whole game: nobody knows whether there is any of it."""
    known = rulebook(name).declared
    groups = frozenset(known.things) | PAIRS | NO_FACTS | NOT_TYPED | {"weather"}  # where nothing is said of it, it has not been rolled for
    return [key for key in known.whole if key not in groups]


def tries(name: str) -> list[tuple[dict[str, Any], str]]:
    """Every case of a book with every fact that it states, and every fact of the whole game whether it states it or not."""
    known = rulebook(name).declared
    found = []
    for case in cases(name):
        for fact in dict.fromkeys((*stated(name, case["situation"] or {}), *keys(name))):
            if known.why_not(fact) is None:
                found.append((case, fact))
    return found


def failures(name: str, chosen: list[tuple[dict[str, Any], str]]) -> Iterator[tuple[str, str, str]]:
    """Case, fact and fault of what fails."""
    told: dict[str, list[Ruling] | None] = {}
    for case, fact in chosen:
        if case["id"] not in told:
            try:
                told[case["id"]] = heard(name, case, case["situation"] or {})
            except (*REFUSALS, Broken):
                told[case["id"]] = None
        before = told[case["id"]]
        if before is not None and (fault := fault_of(name, case, before, fact)) is not None:
            yield case["id"], fact, fault


@partly(8, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_unknown_is_never_taken_for_no(name: str, part: Part) -> None:
    listed = {tuple(line.split("\t")) for line in OPEN.read_text(encoding="utf-8").splitlines()}
    chosen = random.Random(name).sample(tries(name), SAMPLE)
    assert [found for found in failures(name, part(chosen)) if (name, *found[:2]) not in listed] == []


def main(names: list[str]) -> None:
    write = "--write" in names
    lines: list[str] = []
    for name in [name for name in names if name != "--write"] or BOOKS:
        chosen = tries(name)
        kinds: Counter[tuple[str, str]] = Counter()
        examples: dict[tuple[str, str], list[str]] = defaultdict(list)
        for id_, fact, fault in failures(name, chosen):
            path = parse(fact)
            kind = (path.spec if path is not None else fact, fault.partition(":")[0])
            kinds[kind] += 1
            examples[kind].append(f"{id_} {fact}: {fault}")
            lines.append(f"{name}\t{id_}\t{fact}\n")
        print(f"{name}: {len(chosen)} tried, {sum(kinds.values())} failed", flush=True)
        for kind, count in kinds.most_common():
            print(f"  {count:5} {kind[0]:32} {kind[1]:24} {examples[kind][0]}")
            for more in examples[kind][1:4]:
                print(f"        {'':32} {'':24} {more}")
    if write:
        OPEN.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
