"""What is told of deeds and results around a question or a deed is compared with the position (adjudicator.play.recounted, standing)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

Pair = tuple[str, str]
"""A remark that is so, and the same made false."""


def told(data: Any, lang: str, results: list[str]) -> Iterator[Pair]:
    """What can be told of a position: who was in it, what came out, what it must do, what is used up, who holds a hex, who is alone there."""
    data = data or {}
    units = {str(unit["id"]): unit for unit in data.get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()}
    pending = data.get("pending") or {}
    attackers = [str(name) for name in pending.get("attackers") or () if str(name) in units]
    defenders = [str(name) for name in pending.get("defenders") or () if str(name) in units]
    idle = [name for name in units if name not in (*attackers, *defenders)]
    spanish = lang == "es"
    for name, other in zip(attackers[:1], idle, strict=False):
        said = "{} ha participado en el ataque" if spanish else "{} took part in the attack"
        yield said.format(name), said.format(other)
    result = str(pending.get("result") or "")
    for name in defenders[:1]:
        numbers = re.findall(r"r(\d)$", result)
        said = "{} tiene que retroceder {} hexes" if spanish else "{} has to fall back {} hexes"
        if numbers and int(numbers[0]) > 1:
            yield said.format(name, numbers[0]), said.format(name, int(numbers[0]) + 3)
    for part, other in zip(result.split()[:1], (one for one in results if one not in result), strict=False):
        said = "Ha salido un {} en el combate" if spanish else "We got a {} in that combat"
        yield said.format(part), said.format(other)
    for name, unit in units.items():
        if isinstance(unit.get("spent"), int) and unit["spent"] > 0 and isinstance(unit.get("ma"), int):
            said = "{} ha consumido {} de sus {} puntos" if spanish else "{} has burned {} of its {} points"
            yield said.format(name, unit["spent"], unit["ma"]), said.format(name, unit["spent"] + 1, unit["ma"])
            break
    places = [unit["at"] for unit in units.values()]
    for name, unit in units.items():
        elsewhere = next((place for place in places if place != unit["at"]), None)
        if elsewhere is not None:
            said = "{} ya ocupa {}, claro" if spanish else "{} already holds {}, mind you"
            yield said.format(name, unit["at"]), said.format(name, elsewhere)
            break
    single = [name for name, unit in units.items() if places.count(unit["at"]) == 1]
    stacked = [name for name, unit in units.items() if sum(other["at"] == unit["at"] and other.get("side") == unit.get("side") for other in units.values()) > 1]
    for name, other in zip(single, stacked, strict=False):
        said = "{} está en {} sin escolta ninguna" if spanish else "{} sits all alone in {}"
        yield said.format(name, units[name]["at"]), said.format(other, units[other]["at"])
        break


@partly(2, quick=False, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_so_changes_no_ruling(book: str, part: Part) -> None:
    """Around cases of all books: what is so changes no ruling, what is not so is refused or told."""
    right = every = 0
    sample = [case for case in cases(book) if isinstance(case["declaration"], dict)]
    results = sorted({str(((case["situation"] or {}).get("pending") or {}).get("result")).split()[0] for case in sample} - {"None"})
    for number, case in enumerate(part(sample[:: max(1, len(sample) // 16)])):
        lang = ("en", "es")[number % 2]
        text, rolls = case["declaration"][lang].strip(), tuple(case.get("rolls") or ())
        if any(mark in text for mark in ";=\n"):
            continue
        plain = Game(rulebook(book), of_data(rulebook(book), case["situation"], "case")).hear(text, rolls)
        if plain.problem is not None:
            continue
        for pair in told(case["situation"], lang, results):
            for so, remark in zip((True, False), pair, strict=True):
                heard = Game(rulebook(book), of_data(rulebook(book), case["situation"], "case")).hear(f"{remark}. {text}", rolls)
                every += so
                if heard.problem is not None:
                    continue
                same = [(each.verdict, each.values()) for each in heard.rulings] == [(each.verdict, each.values()) for each in plain.rulings]
                keys = {finding.key for ruling in heard.rulings for _, finding in ruling.warnings}
                if so:
                    assert same or heard.stated or heard.notes, (case["id"], remark, text)
                else:
                    assert not same or keys & {"seen_otherwise"} or heard.stated or heard.notes, (case["id"], remark, text, keys)
                right += so
    assert right * 3 > every, (right, every)


@partly(12, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_left_aside_is_left_aside_once(book: str, part: Part) -> None:
    """What is told in the words in which it would be told back, before a question that is refused: no line is its own rest."""
    tried = 0
    for case in part(cases(book)):
        data = case["situation"] or {}
        gone, here = (data.get("eliminated") or ())[:1], [unit for unit in data.get("units", ()) if str(unit.get("at"))[:1].isdigit()][:1]
        told = [f"{unit} is eliminated" for unit in gone if isinstance(unit, str)] + [f"{unit['id']} is in {unit['at']}" for unit in here]
        for remark in told if gone or tried < 64 // part.of else ():
            heard = Game(rulebook(book), of_data(rulebook(book), data, "case")).hear(f"{remark}. Does that one get what all of the others get?", ())
            assert heard.problem is None or heard.problem.text("en", rulebook(book)), (case["id"], remark)
            tried += 1
    assert tried
