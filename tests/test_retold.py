"""What is told with a deed or right behind it: its dice, a line of its ledger, how it came out, what it cost."""

from __future__ import annotations

import pytest

from adjudicator.book import load
from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.record import Record

POSITION = {
    "time": "day",
    "weather": "sunny",
    "phase": "activation",
    "active": "german",
    "chit": "2Pz",
    "activated": ["5K-2Pz", "6K-2Pz"],
    "tables": {"tec": {"clear": {"move": [1, 1, 1], "drm": 0, "blocks": False}}},
    "hexes": {name: {"terrain": "clear", "features": []} for name in ("2010", "2011", "2012", "2013")},
    "hexsides": {"2010/2011": [], "2011/2012": [], "2012/2013": ["stream"]},
    "events": {"attacker": {"name": "Charge", "color": "blue", "drm": -1}, "defender": {"name": "Off Target", "color": "red", "drm": 1}},
    "units": [
        {"id": "5K-2Pz", "side": "german", "formation": "2Pz", "kind": "armor", "class": "tracked", "defense": 6, "direct_range": 3, "at": "2010"},
        {"id": "6K-2Pz", "side": "german", "formation": "2Pz", "kind": "armor", "class": "tracked", "attack": 8, "defense": 6, "ma": 8, "at": "2013"},
        {"id": "1-1Rif", "side": "soviet", "formation": "1Rif", "kind": "infantry", "class": "foot", "attack": 4, "defense": 4, "ma": 4, "at": "2012"},
    ],
}  # fmt: skip

DICE = """
5K-2Pz fires direct at 2012 with the roll {}, {}
5K-2Pz fires direct at 2012 with a roll of {} and {}
5K-2Pz fires direct at 2012 and rolls {} and {}
5K-2Pz fires direct at 2012, rolling {}, {}
5K-2Pz fires direct at 2012 with a {} and a {}
5K-2Pz fires direct at 2012 with {} and {}
5K-2Pz fires direct at 2012 (dice {}-{})
5K-2Pz fires direct at 2012. The dice show {} and {}
5K-2Pz fires direct at 2012: {}, {}
With dice {} and {}, 5K-2Pz fires direct at 2012
5K-2Pz hace fuego directo contra 2012 con tirada {}, {}
5K-2Pz hace fuego directo contra 2012 con una tirada de {} y {}
5K-2Pz hace fuego directo contra 2012 y saca {} y {}
5K-2Pz hace fuego directo contra 2012 sacando un {} y un {}
5K-2Pz hace fuego directo contra 2012 (dados {} y {})
Con los dados {} y {}, 5K-2Pz hace fuego directo contra 2012
""".strip().splitlines()


def hear(*lines: str) -> Record:
    book = load("gdp")
    game = Game(book, of_data(book, POSITION, "a position"))
    record = game.hear("; ".join(lines))
    assert record.problem is None, (lines, record.problem)
    return record


@pytest.mark.parametrize("line", DICE)
@pytest.mark.parametrize(("dice", "result"), [((2, 5), "miss"), ((5, 6), "hit_loss")])
def test_dice_of_a_deed_are_told_in_any_form(line: str, dice: tuple[int, int], result: str) -> None:
    (ruling,) = hear(line.format(*dice)).rulings
    assert (ruling.kind, ruling.verdict, ruling.computed["result"]) == ("direct_fire", "legal", result)


FIRE = "5K-2Pz fires direct at 2012 with the roll {}"


@pytest.mark.parametrize("said", ["the fire misses", "the shot misses", "el fuego falla", "the shot goes wide"])
def test_how_it_came_out_is_compared(said: str) -> None:
    assert not hear(FIRE.format("2, 5"), said).wrong
    assert [wrong.right for wrong in hear(FIRE.format("5, 6"), said).wrong] == ["hit_loss"]
    assert [note.key for note in hear("5K-2Pz fires direct at 2012", said).notes] == ["claim_unchecked"]


@pytest.mark.parametrize("said", ["1-1Rif loses a step", "1-1Rif takes a loss", "1-1Rif pierde un paso", "una baja a 1-1Rif"])
def test_a_loss_that_a_deed_has_cost_is_told_once_more(said: str) -> None:
    done = hear(FIRE.format("5, 6"), said).rulings
    assert [ruling.verdict for ruling in done] == ["legal", "legal"]
    assert done[0].effects and not done[1].effects and set(done[1].cites) <= set(done[0].cites)
    assert [ruling.verdict for ruling in hear(FIRE.format("2, 5"), said).rulings] == ["legal", "illegal"]
    assert [ruling.verdict for ruling in hear("5K-2Pz fires direct at 2012", said).rulings] == ["legal", "undetermined"]


LINES = """
the modifier for the stream is +{}
the stream costs +{}
the stream adds {} to the roll
there is a +{} modifier for the stream
we add +{} for the stream
+{} for the stream
el modificador por la corriente es +{}
la corriente suma {} a la tirada
hay un modificador de +{} por la corriente
""".strip().splitlines()


@pytest.mark.parametrize("said", LINES)
def test_a_line_of_the_ledger_is_compared(said: str) -> None:
    attack = "6K-2Pz attacks 2012"
    assert not hear(attack, said.format(2)).wrong
    (wrong,) = hear(attack, said.format(4)).wrong
    assert (wrong.right, wrong.rules) == ("+2", ("10.8",))


def test_a_line_is_claimed_in_the_sentence_of_the_deed() -> None:
    assert not hear("6K-2Pz attacks 2012 with +2 for the stream").wrong
    assert [wrong.right for wrong in hear("6K-2Pz ataca 2012 con +4 por la corriente").wrong] == ["+2"]


def test_what_is_told_on_the_next_line_is_the_same_and_once_more_is_not() -> None:
    book = load("gdp")
    game = Game(book, of_data(book, POSITION, "a position"))
    assert [ruling.verdict for ruling in game.hear(FIRE.format("5, 6")).rulings] == ["legal"]
    assert [ruling.verdict for ruling in game.hear("1-1Rif loses a step").rulings] == ["legal"]
    assert [ruling.verdict for ruling in game.hear("1-1Rif loses a step").rulings] == ["illegal"]
    twice = hear(FIRE.format("5, 6"), "1-1Rif loses a step", "1-1Rif loses a step").rulings
    assert [ruling.verdict for ruling in twice] == ["legal", "legal", "illegal"]
