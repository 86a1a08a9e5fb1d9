"""What somebody tells in his own words: a loss, who is out of play, what a counter shows, a die; and what he is told back."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import LEGAL, UNDETERMINED
from adjudicator.play.game import Game
from adjudicator.play.offers import offers
from adjudicator.play.understood import counters
from adjudicator.say.page import as_text
from tests.conftest import rulebook


def test_a_step_that_was_lost_is_one_less() -> None:
    """Whatever is known of the printed ones, and told once more it is the same loss; how many are left is asked where nobody said how many there were."""
    for told in ("305Inf has 3 steps; 305Inf has lost one step", "305Inf tiene 3 pasos; 305Inf ha perdido un paso", "305Inf has lost one of its three steps"):
        for again in ("", "305Inf has lost a step; "):
            text = f"options.step_rule = proportional; 305Inf 12-12 German infantry at 1510; {told}; {again}how strong is 305Inf in attack?"
            assert Game(rulebook("ocs")).hear(text).rulings[-1].computed["answer"] == 8, text
    asked = Game(rulebook("ocs")).hear("305Inf 12-12 German infantry at 1510; 305Inf has lost one step; how strong is 305Inf in attack?").rulings[-1]
    assert asked.verdict == UNDETERMINED and "units[305Inf].steps" in {need.fact for need in asked.needs}
    for told, left in (("1/394 has lost two steps", 3), ("1/394 ha perdido un paso", 4)):
        game = Game(rulebook("bcs"))
        game.hear(f"1/394 has 5 steps; {told}")
        assert game.situation.units["1/394"].steps == left and not game.situation.eliminated


def test_a_question_for_one_table_is_not_answered_from_another() -> None:
    for text in ("Sorpresa del atacante con un 2 en el dado: ¿a qué columna pasa el 1:1?", "attacker surprise 2: what column does 1:1 become?"):
        heard = Game(rulebook("ocs")).hear(text)
        assert all(ruling.kind != "look_up" for ruling in heard.rulings)


def test_who_is_in_communications_is_the_unit_that_was_spoken_of() -> None:
    game = Game(rulebook("fpa"))
    game.hear("1Pz 5-4 German panzer division at 2126; 47R 3-4 Soviet rifle corps at 2124")
    act = game.parse("My 1Pz is surrounded, but a corridor to the south edge at 2228 is open. Is it in communications?").parts[-1]
    assert act.slots["units"] == ("1Pz",) and "at" not in act.slots


@pytest.mark.parametrize("book", ["fpa", "ocs", "gdp", "pd", "bcs"])
def test_who_is_eliminated_while_nothing_is_carried_out_is_out_of_play(book: str) -> None:
    sides = sorted(rulebook(book).sides)
    for told in ("47R is eliminated", "47R is destroyed", "47R queda eliminado"):
        game = Game(rulebook(book))
        game.hear(f"units[47R].side = {sides[0]}")
        heard = game.hear(told)
        assert heard.problem is None and all(ruling.verdict == LEGAL for ruling in heard.rulings) and game.situation.eliminated == {"47R"}, told
    assert any(ruling.verdict != LEGAL for ruling in Game(rulebook("fpa")).hear("47R 3-4 Soviet rifle corps at 2124; the Germans eliminate 47R").rulings)


def test_a_name_without_a_number_is_one_where_it_is_described() -> None:
    """Of the garrisons only letters are printed (2.5); letters alone are no counter."""
    for told in ("KhG 0-2 German garrison at 3326", "KhG is a German garrison at 3326", "KhG 0-2 guarnición alemana en 3326"):
        game = Game(rulebook("fpa"))
        assert game.hear(told).problem is None and game.situation.units["KhG"].facts.items() >= {"side": "german", "kind": "garrison", "at": "3326"}.items()
        points = game.hear("KhG is out of communications; KhG is eliminated; vp = 0; how many VP?").rulings[-1]
        assert points.computed["answer"] == 0, told
    for text in ("KhG is at 3326", "KhG is out of supply"):
        assert Game(rulebook("fpa")).hear(text).problem is not None


RETREAT = {
    "assume": "defaults",
    "phase": "combat phase",
    "active": "german",
    "units": [
        {"id": "12Pz", "side": "german", "class": "armour", "attack": 12, "defense": 12, "ar": 4, "steps": 2, "at": "1509"},
        {"id": "6Tk", "side": "soviet", "class": "armour", "attack": 8, "defense": 8, "ar": 3, "steps": 2, "mode": "DG", "at": "1510"},
        {"id": "95R", "side": "soviet", "class": "other", "attack": 9, "defense": 9, "ar": 3, "steps": 3, "re": 1, "at": "1511"},
    ],
}


def test_two_meanings_are_told_apart_and_each_can_be_typed() -> None:
    """A deed that may be the scene of a question behind it: with it, and without."""
    book = rulebook("ocs")
    text = "6Tk retreats to 1511 after Do1. Does 95R in 1511 cancel the German ZOC?"
    game = Game(book, of_data(book, RETREAT, "retreat"))
    problem = game.hear(text).problem
    assert problem is not None
    offered = [offer.text for offer in offers(game, text, problem.error, "en")]
    kinds = [[ruling.kind for ruling in Game(book, of_data(book, RETREAT, "retreat")).hear(offer).rulings] for offer in offered]
    assert len(set(offered)) == len(offered) == 2 and len(kinds[0]) + 1 == len(kinds[1])


def test_a_question_behind_a_deed_has_its_own_line() -> None:
    book = rulebook("ocs")
    position = {
        **RETREAT,
        "hexes": {"1510": {"terrain": "open"}, "1511": {"terrain": "open"}},
        "hexsides": {"1510/1511": []},
        "pending": {"act": "attack", "hex": "1510", "result": "Do1", "attackers": ["12Pz"], "defenders": ["6Tk"]},
    }
    told = Game(book, of_data(book, position, "retreat")).hear("6Tk retreats to 1511; is 6Tk DG?").rulings
    lines = [as_text(ruling, book, "en").splitlines()[0] for ruling in told]
    assert lines[0].startswith("LEGAL  6Tk retreats to 1511") and lines[1].startswith("ANSWER: ") and "is 6Tk DG" in lines[1]
    deed, answer = Game(book, of_data(book, position, "retreat")).hear("6Tk retreats to 1511; is 95R DG?").rulings
    assert (deed.verdict, answer.computed["answer"]) == ("legal", "no")


def test_three_numbers_of_a_counter_are_what_the_book_prints() -> None:
    game = Game(rulebook("ocs"))
    game.hear("305Inf 12-3-4 German infantry at 1510; 12Pz 6-6 AR 4 German armour with 2 steps at 1509")
    assert game.situation.units["305Inf"].facts.items() >= {"attack": 12, "defense": 12, "ar": 3, "ma": 4}.items()
    assert game.situation.units["12Pz"].facts.items() >= {"attack": 6, "defense": 6, "ar": 4, "class": "armour", "steps": 2}.items()
    told = counters(game, [("units[9Pz]", {"side": "german", "attack": 5, "defense": 5, "ar": 3, "ma": 4, "at": "1508"})], "en")
    assert told.startswith("9Pz 5-5 German at 1508; ") and all(word in told for word in ("ar", "3", "ma", "4"))


def test_a_die_told_before_what_it_is_thrown_for_is_its_die() -> None:
    for told in ("sale un 5; ¿en qué turno vuelve 47R?", "the die shows 5; on which turn does 47R come back?", "on which turn does 47R come back?; roll 5"):
        heard = Game(rulebook("fpa")).hear(f"turn 3; 47R is a Soviet rifle corps; 47R has been eliminated; {told}")
        assert heard.problem is None and heard.rulings[-1].computed["answer"] == 6, told
    alone = Game(rulebook("fpa")).hear("the die shows 5; 47R is a Soviet rifle corps")
    assert alone.problem is not None


def test_ground_and_river_are_said_of_several_hexes_at_once() -> None:
    for text in ("2110 and 2111 are clear, no river", "2110 y 2111 son llano, sin río"):
        stated = {fact.path: fact.value for fact in Game(rulebook("fpa")).hear(text).stated}
        assert stated == {"hexes[2110].terrain": "clear", "hexes[2111].terrain": "clear", "hexsides[2110/2111]": []}, text
    for text in ("2110 is clear, no river", "2110, 2111 and 2112 are clear, no river"):  # between which hexes?
        assert Game(rulebook("fpa")).hear(text).problem is not None, text


def test_a_side_is_said_once_for_counters_named_in_one_breath() -> None:
    """Unless the name of one of them tells another."""
    for book, text, sides in (
        ("ocs", "Soviet 7Tk 9-8 armour at 1510, 11Tk 12-9 armour at 1511", {"7Tk": "soviet", "11Tk": "soviet"}),
        ("fpa", "Soviet 7GTk 9-8 tank corps at 3321, 16Pz 12-9 panzer division at 3421", {"7GTk": "soviet", "16Pz": "german"}),
    ):
        game = Game(rulebook(book))
        game.hear(text)
        assert {unit.id: unit.side for unit in game.situation.units.values()} == sides
