"""A deed is never given to somebody whom its line names for another reason: whom it is done to, beside whom it is done, who was told of before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.files.yaml import load_yaml
from adjudicator.language.words import phrases_of, read_words
from adjudicator.play.alike import bystanders
from adjudicator.play.game import Game
from tests.conftest import BOOKS, cases, game_of, moves_said, rulebook

FIGHT = re.compile(r"^(\S+) (attacks|overruns|assaults|engages|advances to|retreats to) (\d\d\.?\d\d)\.?$")
SAMPLE = 6
ARRIVED = ("{x}, just released, {verb} {y} in {hex}", "{x}, fresh this turn, {verb} {y} in {hex}", "so {x} {verb} {y} in {hex}")
BESIDE = ("May I shove that one back into {hex}, right next to {x}?", "¿Puedo echar a ese a {hex}, al lado de {x}?")
BY_IT = ("{y} está en {hex}. ¿Lo puede atacar {x}?", "{y} está en {hex}. ¿Puede atacarlo {x}?")
MATTERS = ("Does the {what} affect {x}'s attack on {hex}?", "¿Afecta {what} al ataque de {x} contra {hex}?")
WOODS = ("fpa", "gdp", "pd")
GOALS = ("{x} moves to the wood: {first}-{last}", "{x} moves into the wood, {first}-{last}", "{x} mueve al bosque: {first}-{last}")
WEATHER = {"fpa": ("storm", "la tormenta"), "gdp": ("snow", "la nieve")}


def fights(name: str) -> Iterator[tuple[dict[str, Any], str, str, str, str]]:
    """Cases in which one unit attacks a hex, with one enemy in it: who, the verb, whom, where."""
    for case in cases(name):
        said = FIGHT.match(case["declaration"]["en"]) if isinstance(case["declaration"], dict) else None
        units = {str(unit["id"]): unit for unit in case["situation"].get("units") or ()} if said is not None else {}
        if said is None or said[1] not in units:
            continue
        there = [id_ for id_, unit in units.items() if unit.get("at") == said[3] and unit.get("side") != units[said[1]].get("side")]
        if len(there) == 1:
            yield case, said[1], said[2], there[0], said[3]


def does(game: Game, line: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is done in a line, and by whom; nothing if it is refused."""
    record = game.hear(line)
    return [] if record.problem is not None else [(ruling.kind, tuple(ruling.act.slots.get("units") or ())) for ruling in record.rulings]


@pytest.mark.parametrize("name", BOOKS)
def test_who_was_told_of_first_does_it(name: str) -> None:
    for case, x, verb, y, place in list(fights(name))[:SAMPLE]:
        for said in ARRIVED:
            line = said.format(x=x, verb=verb, y=y, hex=place)
            assert all(y not in units for kind, units in does(game_of(name, case["situation"]), line) if kind != "release"), line


@pytest.mark.parametrize("name", BOOKS)
def test_who_stands_beside_it_does_nothing(name: str) -> None:
    for case, x, place in list(moves_said(name))[:SAMPLE]:
        for said in BESIDE:
            line = said.format(x=x, hex=place)
            assert all(x not in units for _, units in does(game_of(name, case["situation"]), line)), line
            assert bystanders(game_of(name, case["situation"]).referee.words(line)) == {x}, line


@pytest.mark.parametrize("name", BOOKS)
def test_a_pronoun_at_the_verb_is_whom_it_is_done_to(name: str) -> None:
    for case, x, _, y, place in list(fights(name))[:SAMPLE]:
        for said in BY_IT:
            line = said.format(x=x, y=y, hex=place)
            assert all(units in ((x,), ()) for _, units in does(game_of(name, case["situation"]), line)), line


@pytest.mark.parametrize("name", WEATHER)
def test_what_makes_a_difference_is_no_question_whether_it_may_be_done(name: str) -> None:
    for case, x, _, _, place in list(fights(name))[:SAMPLE]:
        for said, what in zip(MATTERS, WEATHER[name], strict=True):
            assert does(game_of(name, case["situation"]), said.format(what=what, x=x, hex=place)) == []


@pytest.mark.parametrize("name", BOOKS)
def test_who_is_gone_already_is_not_destroyed_again(name: str) -> None:
    for case, x, place in list(moves_said(name))[:SAMPLE]:
        gone = next((str(unit["id"]) for unit in case["situation"]["units"] if str(unit["id"]) != x), None)
        if gone is None:
            continue
        units = [unit for unit in case["situation"]["units"] if str(unit["id"]) != gone]
        position = {**case["situation"], "units": units, "eliminated": [gone]}
        alone = game_of(name, position).hear(f"{x} moves to {place}")
        told = game_of(name, position).hear(f"{gone} is wiped out; {x} moves to {place}")
        assert alone.problem is None
        assert [(ruling.kind, ruling.verdict) for ruling in told.rulings] == [(ruling.kind, ruling.verdict) for ruling in alone.rulings], (case["id"], gone)


@pytest.mark.parametrize("name", BOOKS)
def test_words_that_end_in_de_or_a_are_known_with_the_article(name: str) -> None:
    """Con la asistencia del II/293 is con la asistencia de …"""
    words = load_yaml(Path(rulebook(name).folder) / "lexicon.yaml").get("words") or {}
    phrases = {phrase for type_, _, patterns in read_words(words) if type_ == "P" for phrase in phrases_of(patterns) if phrase.endswith(" de")}
    game = game_of(name, {})
    assert {phrase for phrase in phrases if game.referee.words(f"{phrase}l 1010")[0].text != f"{phrase}l"} == set()


@pytest.mark.parametrize("name", WOODS)
def test_the_ground_that_a_way_leads_to_is_that_of_its_last_hex(name: str) -> None:
    told = 0
    for case, x, first in list(moves_said(name))[: 2 * SAMPLE]:
        for said in GOALS:
            game = game_of(name, case["situation"])
            last = f"{int(first) + 1:04}"
            record = game.hear(said.format(x=x, first=first, last=last))
            facts = {fact.path for fact in record.stated if fact.path.endswith(".terrain")}
            told += bool(facts)
            assert facts <= {f"hexes[{last}].terrain", f"ground[{last}].terrain"}, (case["id"], said, facts)
    assert told
