"""What a player is told to type is plain words of his language, and is heard as the fact that was asked for: no name in brackets, no word of a file.

`python -m tests.test_recommended [book…]` looks at what is asked for over all cases, with facts left out of them; the suite tries a sample.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.ground.facts import DICE, InputError, label
from adjudicator.ground.paths import PAIRS, parse
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood, Stated
from adjudicator.play.game import Game
from adjudicator.say.words import Say
from tests.conftest import BOOKS, Part, cases, partly, rulebook
from tests.test_advice import REFUSALS, rulings_of, tries, values_of, without

LANGS = ("en", "es")
SAMPLE = 240
OF_FILES = re.compile(r"[\[\]=_]|[a-z]\.[a-z]")
"""What only the name of a fact in a file has in it; a code of a printed table may stand in brackets."""
NOT_SAID = ("tables", "pending", "events", "history", "options", "choices")
"""Facts that hold several things are told part by part."""


def fullest(name: str) -> dict[str, Any]:
    """A situation of the cases that holds as many kinds of things as any."""
    groups = ("units", "hexes", "hexsides", "markers", *(rulebook(name).meta.get("lists") or {}))
    return max((case["situation"] or {} for case in cases(name)), key=lambda situation: sum(bool(situation.get(group)) for group in groups))


def declared(name: str) -> Iterator[tuple[str, str]]:
    """Facts that a rulebook declares, of a thing of that position each, with values that they can have."""
    book, situation = rulebook(name), fullest(name)
    for spec in book.facts:
        group, _, key = spec.partition(".")
        if not key and (group in PAIRS or group in NOT_SAID):
            continue
        things = (situation.get(group) if key else None) or ()
        ids = [thing.get("id") for thing in things if thing.get("id")] if isinstance(things, list) else ["/".join(sorted(id_.split("/"))) for id_ in things]
        if key and not ids:
            continue
        path = str(parse(f"{group}[{ids[0]}].{key}" if key else spec))
        for value in [label(value) for value in book.values_of(path) or ()][:3] or [book.declared.example(path)]:
            yield path, value


def faults(name: str, situation: dict[str, Any], path: str, value: str) -> Iterator[str]:
    """What is wrong with how that fact is to be typed, in each language."""
    book = rulebook(name)
    for lang in LANGS:
        say = Say(lang, book)
        typed = say.typed(path, value)
        if "…" in typed:
            continue
        if OF_FILES.search(typed.replace(value, "")) or "_" in typed:
            yield f"{path} = {value}, {lang}: {typed}"
        try:
            parts = Game(book, Situation(book, situation), full=False).parse(typed).parts
        except (NotUnderstood, InputError) as error:
            yield f"{path} = {value}, {lang}: {typed}: {error}"
            continue
        said = parse(path)
        if said is not None and len(said.keys) == 1 and (said.head == "units" or said.head == "hexsides" and value == "none"):
            continue  # no river between the two: the position makes of it that nothing lies there
        if f"type.{path.replace('[', '.').replace(']', '')}" in (book.meta.get("labels") or {}):
            continue  # an example of the rulebook's own, or an act that answers: 44ID leads
        whole = path.rpartition(".")[0]
        names = {path, whole, str(said), f"units[{path.rpartition('[')[2]}"}  # a counter in Support is a counter like all others
        if not any(isinstance(part, Stated) and part.path in names for part in parts):
            yield f"{path} = {value}, {lang}: {typed}: {parts}"


@pytest.mark.parametrize("name", BOOKS)
def test_every_declared_fact_can_be_said(name: str) -> None:
    situation = fullest(name)
    assert [fault for path, value in declared(name) for fault in faults(name, situation, path, value)] == []


def asked(name: str, chosen: list[tuple[dict[str, Any], list[tuple[Any, ...]]]]) -> Iterator[str]:
    """What is wrong with what positions are asked for."""
    seen = set()
    for case, ways in chosen:
        situation = without(case["situation"] or {}, ways)
        try:
            rulings = rulings_of(name, case, situation, [])
        except REFUSALS:
            continue
        for need in [need for ruling in rulings for need in ruling.needs if need.fact != DICE]:
            for value in [value for value, _ in values_of(need)] or [Say("en", rulebook(name)).example(need)]:
                if (need.fact, value) not in seen:
                    seen.add((need.fact, value))
                    yield from (f"{case['id']} {ways}: {fault}" for fault in faults(name, situation, need.fact, value))


@partly(8, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_asked_for_can_be_said(name: str, part: Part) -> None:
    assert list(asked(name, part(random.Random(f"recommended {name}").sample(tries(name), SAMPLE)))) == []


if __name__ == "__main__":
    for book in [name for name in sys.argv[1:] if name in BOOKS] or BOOKS:
        positions = tries(book)
        found = list(asked(book, positions))
        print(f"{book}: {len(positions)} positions, {len(found)} faults", *found, sep="\n", flush=True)
