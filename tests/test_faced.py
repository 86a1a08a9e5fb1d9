"""Who is attacked where nobody says it: the only enemy beside all who are named, or the only other who was said to stand somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import Part, cases, game_of, partly

BOOKS = ("fpa", "pd", "ocs", "gdp")
OPEN = ("what odds do {u} get?", "which column do {u} get?", "¿con qué proporción atacan {u}?", "¿en qué columna atacan {u}?")
PLAIN = (
    "what odds do {u} get against {h}?",
    "which column do {u} get against {h}?",
    "¿con qué proporción atacan {u} {h}?",
    "¿en qué columna atacan {u} {h}?",
)


def attacks(book: str) -> Iterator[tuple[dict[str, Any], tuple[str, ...], list[str]]]:
    """The cases of a rulebook in which units on one map attack a hex: who, and the hexes of the enemy beside all of them."""
    for case in cases(book):
        if case["situation"].get("pending") or case["expect"].get("verdict") != "legal" or not (set(case["expect"]) & {"odds", "column"}):
            continue
        game = game_of(book, case["situation"])
        try:
            acts = game.line(case["declaration"]["en"]).acts
        except Exception:
            continue
        if len(acts) != 1 or acts[0].kind != "attack" or not acts[0].slots.get("units") or not acts[0].slots.get("target"):
            continue
        units = [game.situation.units[name] for name in acts[0].slots["units"] if name in game.situation.units]
        grid = game.situation.grid
        if not all(unit.place and grid.valid(unit.place) for unit in units):
            continue
        beside = set.intersection(*(set(grid.known_neighbours(unit.place)) for unit in units))
        foes = [hex_ for hex_ in sorted(beside) if any(other.known("side") not in (None, units[0].known("side")) for other in game.situation.known_at(hex_))]
        yield case, tuple(acts[0].slots["units"]), foes


def figures(book: str, case: dict[str, Any], line: str) -> Any:
    """Odds and column of the ruling on a line; None if it is not understood or hangs on a fact."""
    found = game_of(book, case["situation"]).hear(line)
    return None if found.problem or not found.rulings else tuple(found.rulings[-1].computed.get(name) for name in ("odds", "column"))


def listed(units: tuple[str, ...], lang: str) -> str:
    return units[0] if len(units) == 1 else ", ".join(units[:-1]) + (" and " if lang == "en" else " y ") + units[-1]


@pytest.mark.parametrize("book", BOOKS)
@partly(8)
def test_the_only_enemy_is_meant(book: str, part: Part) -> None:
    tried, wrong = 0, []
    for case, units, foes in part(attacks(book)):
        for lang, (asked, plain) in zip(("en", "en", "es", "es"), zip(OPEN, PLAIN, strict=True), strict=True):
            who = listed(units, lang)
            got = figures(book, case, asked.format(u=who))
            if len(foes) == 1:
                tried += 1
                if got != figures(book, case, plain.format(u=who, h=foes[0])):
                    wrong.append((case["id"], asked.format(u=who), got))
            elif got is not None:
                wrong.append((case["id"], asked.format(u=who), got))  # there are several, or none: nobody can tell
    assert wrong == [] and tried


@pytest.mark.parametrize("book", BOOKS)
@partly(8)
def test_who_was_said_to_stand_there_is_meant(book: str, part: Part) -> None:
    """27 is in 1710. What odds do 46 and 31 get?"""
    tried, wrong = 0, []
    for case, units, _ in part(attacks(book)):
        game = game_of(book, case["situation"])
        target = game.line(case["declaration"]["en"]).acts[0].slots["target"]
        there = [unit.id for unit in game.situation.known_at(target) if unit.id not in units]
        if not there:
            continue
        who = listed(units, "en")
        tried += 1
        if figures(book, case, f"{there[0]} is in {target}. What odds do {who} get?") != figures(book, case, f"What odds do {who} get against {target}?"):
            wrong.append((case["id"], there[0], who, target))
    assert wrong == [] and tried
