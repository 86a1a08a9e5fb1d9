"""What a deed comes to is the same figure in every construction (`tests/sentences/figured.txt`) that its ruling has when it is told plainly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.ground.ruling import LEGAL
from tests.conftest import BOOKS, Part, cases, game_of, language, partly, rulebook
from tests.sentences.said_anew import Deed, said

FIGURES = {"mp": "cost", "steps": "losses"}
"""What a ruling calls the figures that are asked for."""
FEW, SEED = 40, 12
"""So many cases of a book are drawn, by this seed."""


def constructions() -> dict[tuple[str, str], list[str]]:
    """The sentences, by language and figure."""
    found = defaultdict(list)
    for line in (Path(__file__).parent / "sentences" / "figured.txt").read_text("utf-8").splitlines():
        if line[:1] not in ("", "#"):
            lang, figure, text = line.split(" ", 2)
            found[lang, figure].append(text)
    return found


def computed(book: str, deed: Deed, text: str) -> dict[str, Any]:
    """What the last ruling on a line computes, with its kind and verdict; nothing if the line was not understood."""
    record = game_of(book, deed.case["situation"]).hear(text)
    last = record.rulings[-1] if record.problem is None and record.rulings else None
    return {"kind": last.kind, "verdict": last.verdict, **last.computed} if last is not None else {}


def asked(book: str, many: int) -> Iterator[tuple[Deed, str, Any]]:
    """Questions for the figures of so many deeds of a book, with what their rulings say."""
    values = language(book).asks.values
    for deed in said(book, len(cases(book)) // many, SEED):
        plain = computed(book, deed, "{X} {does}.".format_map(deed.fields))
        for figure, name in FIGURES.items():
            declared = any(plain.get("kind") in value.of and name in value.gives.split() for value in values if f"NOUN:{figure.rstrip('s')}" in value.words)
            if name not in plain or not declared or plain["verdict"] != LEGAL or figure == "steps" and _takes_steps(book, deed):
                continue
            if len(deed.act.slots["units"]) > 1 or "path" in plain:
                continue  # one of them pays, or a way is looked for
            for text in constructions()[deed.lang, figure]:
                yield deed, text.format_map(deed.fields), plain[name]


def _takes_steps(book: str, deed: Deed) -> bool:
    """Whether it takes steps beside those of the result."""
    record = game_of(book, deed.case["situation"]).hear("{X} {does}.".format_map(deed.fields))
    return any("steps" in effect or effect.get("eliminated") for effect in record.rulings[-1].effects)


@partly(split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_a_figure_of_a_deed_is_told_in_every_construction(book: str, part: Part) -> None:
    wrong = []
    for deed, text, figure in asked(book, max(1, FEW // part.of)):
        if str((came := computed(book, deed, text)).get("answer")) != str(figure):
            wrong.append((deed.case["id"], text, figure, came.get("answer")))
    assert not wrong


@partly(12)
@pytest.mark.parametrize("book", BOOKS)
def test_every_deed_that_costs_something_may_be_asked_what(book: str, part: Part) -> None:
    declared = {kind for value in language(book).asks.values if "cost" in value.gives.split() for kind in value.of}
    for case in part(cases(book)):
        for ruling in game_of(book, case["situation"]).hear(next(iter(case["declaration"].values())), list(case.get("rolls") or ())).rulings:
            if "cost" in ruling.computed and not rulebook(book).acts[ruling.kind].question:
                assert ruling.kind in declared, (case["id"], ruling.kind)


@pytest.mark.parametrize(("side", "names"), [("german", ("the Germans", "el alemán")), ("soviet", ("the Russians", "el ruso"))])
def test_markers_behind_an_air_roll_are_those_that_it_gives(side: str, names: tuple[str, str]) -> None:
    lines = (
        f"Air roll: the Germans total 10, the Russians 4. How many markers do{{}} {names[0]} {{}}?",
        f"Tirada aérea: el alemán saca 10, el ruso 4. ¿Cuántos marcadores {{}} {names[1]}?",
    )
    for line in [*(lines[0].format("", verb) for verb in ("get", "receive", "have")), *(lines[1].format(verb) for verb in ("recibe", "tiene", "se lleva"))]:
        record = game_of("fpa", {"turn": 5, "phase": "air", "units": []}).hear(line)
        assert record.problem is None and record.rulings[-1].computed.get("answer") == {"german": 6, "soviet": 0}[side], line
