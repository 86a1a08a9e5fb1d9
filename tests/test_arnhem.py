"""Arnhem against an independent referee: three whole games and the questions asked on the way (benchmarks/arnhem.py, tests/arnhem/WORDING.md)."""

from __future__ import annotations

import random
import sys
import time
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book import Case, act_named, says
from adjudicator.book.situations import load, of_data
from adjudicator.ground.ruling import define
from adjudicator.ground.situation import Situation
from adjudicator.kit.acts import Asked
from adjudicator.kit.movement import Bar, Movement, Price, Toll
from adjudicator.play.headers import LoggedGame
from benchmarks.arnhem import FOLDER, Comparison, game, number, questions
from tests.conftest import ROOT, Part, data_of, every, heard, partly, rulebook, some

LOGS = sorted((FOLDER / "logs").glob("*.log"))
FOLLOWED = {"V-05", "V-08", "V-09", "V-08 V-09"}  # where the rules themselves hold, against the referee


@pytest.mark.parametrize("path", some(LOGS, 1), ids=[path.stem for path in LOGS])
def test_a_game_is_judged_as_the_referee_judged_it(path: Path) -> None:
    """Every verdict, figure and cited number of the entries without a doubt; the others differ only where a rule says otherwise."""
    found = Comparison()
    entries, _ = game(found, FOLDER, path)
    assert entries > 800
    assert [text for name, text in found.differences if name not in FOLLOWED] == []
    assert all(count.figures == count.equal_figures for count in found.counts.values())
    assert sum(count.figures for count in found.counts.values()) > 1500


@partly(4, quick=False, split=False)
@pytest.mark.parametrize("path", LOGS[:1], ids=[path.stem for path in LOGS[:1]])
def test_questions_on_the_way_are_answered_as_the_referee_did(path: Path, part: Part) -> None:
    found = Comparison()
    asked, _ = questions(found, FOLDER, path, part)
    assert asked * part.of > 800
    assert [text for name, text in found.differences if name not in FOLLOWED] == []
    equal = sum(count.verdicts for count in found.counts.values())
    assert equal >= 0.995 * asked


# ---- rules of one expression ------------------------------------------------------------------------------------------------------------------
def test_a_rule_of_one_expression_says_nothing_one_thing_or_several() -> None:
    one, other = define("together"), define("bad_differential", by=-1)
    for found, said in ((None, []), (False, []), ([], []), (one, [one]), ([one, other], [one, other]), ((None, one, False), [one])):
        rule = says("7.22", (), "strength", "Units attack together.", lambda case, found=found: found)
        assert list(rule.function(None)) == said
        assert rule.function.__doc__ == "Units attack together."


def test_an_act_that_is_only_a_name_is_an_act_like_any_other() -> None:
    class Base(Case):
        stages = ("answer",)

    found = act_named(("winner", "ahead"), "Who is winning.", Base, Asked, left_free="7.96")
    assert (found.kind, found.left_free, found.__doc__, found.__module__) == ("winner", "7.96", "Who is winning.", __name__)
    assert found.__mro__[1:3] == (Asked, Base) and found.question and vars(found)["__kinds__"] == ("winner", "ahead")
    assert rulebook("arnhem").acts["winner"].__module__.endswith(".acts")


# ---- the kit ---------------------------------------------------------------------------------------------------------------------------------
def position(*units: tuple[str, str, str]) -> Situation:
    """Units (id, side, hex) on the map without terrain."""
    counters = [{"id": id_, "side": side, "kind": "infantry", "class": "other", "attack": 2, "defense": 2, "ma": 7, "at": at} for id_, side, at in units]
    return of_data(rulebook("arnhem"), {"turn": 3, "assume": "defaults", "units": counters})


def test_the_price_of_a_step_is_all_that_a_search_needs() -> None:
    """The cheapest way costs the sum of its steps, leads from neighbour to neighbour, and no barred step is on it."""
    s = position()

    def price(before: str, here: str) -> Price:
        row = s.grid.row(here)
        if row == 12 and here != "1012":
            return Price((), (Bar("5.2", "river_closed"),))
        return Price((Toll("5.21", 1 + row % 2, "hex_cost"),))

    walk = Movement(price, lambda hex_: False, 9)
    way = walk.way(s, "1010", "1014")
    assert way is not None and "1012" in way
    assert all(s.grid.adjacent(a, b) for a, b in pairwise(["1010", *way]))
    assert sum(price(a, b).points for a, b in pairwise(["1010", *way])) == walk.reach(s, "1010").sure["1014"][0]
    assert Movement(price, lambda hex_: hex_ == "1012", 9).way(s, "1010", "1014") is None  # who enters it has to stop
    assert Movement(price, lambda hex_: False, 1).way(s, "1010", "1014") is None


def test_a_retreat_leads_straight_away_and_pushes_nobody_who_cannot_move() -> None:
    """Against a search of its own: every walk of that many steps, the distance from the start taken at its end."""
    retreats = sys.modules[rulebook("arnhem").acts["retreat"].__module__].RETREATS
    s = position(("Kraft", "german", "1011"), ("129", "allied", "1010"), ("BrDf", "german", "1012"), ("Grsn", "german", "1112"))
    unit = s.units["Kraft"]
    for hexes in (1, 2, 3):
        walks = [("1011",)]
        for _ in range(hexes):
            walks = [(*walk, there) for walk in walks for there in s.grid.neighbours(walk[-1]) if retreats.bar(s, unit, walk[-1], there) is None]
        straight = {walk for walk in walks if s.grid.distance("1011", walk[-1]) == hexes}
        found = retreats.ways(s, unit, "1011", hexes, lambda hex_: True)
        assert set(found.values()) <= straight and set(found) == {walk[-1] for walk in straight}
        vacant = {walk for walk in straight if not any(s.at(hex_) for hex_ in walk[1:])}
        best = retreats.best(s, unit, "1011", hexes)
        assert set(best) <= vacant and sorted(way[-1] for way in best) == sorted({walk[-1] for walk in vacant})
        assert best == retreats.vacant(s, unit, "1011", hexes)


def yields(retreats: Any, s: Any, unit: Any, gone: frozenset[str], taken: frozenset[str]) -> bool:
    """Whether a unit can move one hex, tried way by way: slow, and plainly what the rule says."""
    for there in s.grid.neighbours(unit.hex):
        if there not in taken and retreats.bar(s, unit, unit.hex, there) is None:
            friends = retreats.friends(s, unit, there, gone)
            if all(yields(retreats, s, other, gone | {unit.id}, taken | {unit.hex, there}) for other in friends):
                return True
    return False


@pytest.mark.parametrize("seed", range(8))
def test_friends_make_room_as_if_every_way_was_tried(seed: int) -> None:
    retreats, dice = sys.modules[rulebook("arnhem").acts["retreat"].__module__].RETREATS, random.Random(seed)
    near = [hex_ for hex_ in position().grid.within("1011", 2) if hex_ != "1011"]
    some = dice.sample(near, dice.randint(8, 14))
    s = position(("Kraft", "german", "1011"), *((f"g{number}", "german", hex_) for number, hex_ in enumerate(some)), ("129", "allied", dice.choice(near)))
    unit = s.units["Kraft"]
    for hexes in (1, 2):
        for end, way in retreats.ways(s, unit, "1011", hexes, lambda hex_: True).items():
            pushed = retreats.pushed(s, unit, way)
            assert retreats.makes_room(s, unit, way) == all(yields(retreats, s, other, frozenset((unit.id,)), frozenset((end,))) for other in pushed)


def test_a_long_retreat_takes_no_time() -> None:
    """Way by way there would be more than a million."""
    retreats = sys.modules[rulebook("arnhem").acts["retreat"].__module__].RETREATS
    s = position(("Kraft", "german", "1011"))
    start = time.process_time()
    retreats.best(s, s.units["Kraft"], "1011", 12)
    assert time.process_time() - start < 20  # a net for an enumeration, no measurement


# ---- questions of our own --------------------------------------------------------------------------------------------------------------------
QUESTIONS = data_of(FOLDER / "questions.yaml")


@cache
def at_the_start() -> LoggedGame:
    """A game that has begun, for all questions."""
    game = LoggedGame(full=True, lenient=False)
    game.begin(*load(str(ROOT / "rulebooks" / "arnhem" / "start.yaml")))
    return game


@every(QUESTIONS)
def test_a_question_worked_out_by_hand_is_answered_so(case: dict[str, Any]) -> None:
    game = at_the_start()
    mark = game.mark()
    ruling = heard(game, case["asked"])[-1]
    game.back(mark)
    said = {**ruling.computed, "verdict": ruling.verdict, "answer": str(ruling.computed.get("answer"))}
    assert case.get("rule") in (None, *ruling.cites)
    for name, wanted in case.items():
        assert name in ("asked", "rule") or number(said[name]) == number(wanted), f"{name} {said[name]} instead of {wanted}"
