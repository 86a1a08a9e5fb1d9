"""A line is never taken for a sentence that says more than it, denies something else or lets others do it (adjudicator.play.alike)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.facts import InputError
from adjudicator.language import Act, NotUnderstood
from adjudicator.play.alike import brings, contrary
from adjudicator.play.answering import asks_of, weighs_in
from adjudicator.play.game import Game
from tests.conftest import BOOKS, cases, rulebook

GDP = [{"id": name, "side": "german", "at": "2010"} for name in ("7Btty-3Art", "1K-1Gr", "2K-1Gr", "Eng-Rcn")]
FOE = {"id": "5K-2Pz", "side": "soviet", "at": "2009"}


def game_of(book: str, units: list[dict[str, Any]]) -> Game:
    """A game of a book in which these units stand, the German to act."""
    return Game(rulebook(book), of_data(rulebook(book), {"active": "german", "units": units}, "x"))


@pytest.mark.parametrize("book", BOOKS)
def test_a_sentence_is_like_itself(book: str) -> None:
    """Of a sample of cases of each book, in both languages."""
    wrong, met = [], 0
    for case in cases(book)[::97]:
        for text in case["declaration"].values():
            game = Game(rulebook(book), of_data(rulebook(book), case["situation"] or {}, case["id"]))
            row = game.referee.words(text)
            try:
                line = game.line(text)
            except (NotUnderstood, InputError):
                continue
            met += 1
            if brings(game, row, row) or contrary(game, row, row, line) and not game.situation.known("active"):
                wrong.append(text)
    assert met > 3 and not wrong


@pytest.mark.parametrize(
    ("book", "one", "other", "wrong"),
    [
        ("gdp", "7Btty-3Art drops a barrage on 2017 with 1K-1Gr calling the shots", "7Btty-3Art and 1K-1Gr fire a barrage at 2017", True),
        ("gdp", "Dispara 7Btty-3Art sobre 2017 y corrige 1K-1Gr", "7Btty-3Art y 1K-1Gr disparan una barrera sobre 2017", True),
        ("gdp", "1K-1Gr charges over the bridge and 2K-1Gr goes through the river: 2009 is attacked", "1K-1Gr and 2K-1Gr attack 2009", False),
        ("gdp", "5K-2Pz is in 2009. Before that Eng-Rcn tries to blow up the bridge 2010/2011", "5K-2Pz demolishes the bridge 2010-2011", True),
        ("gdp", "1K-1Gr attacks 2009, I don't trust that front", "1K-1Gr does not attack 2009", True),
        ("gdp", "1K-1Gr won't attack 2009", "1K-1Gr does not attack 2009", False),
    ],
)
def test_who_does_it_and_what_is_denied(book: str, one: str, other: str, wrong: bool) -> None:
    """Verbs that stand beside the units, and the clauses that deny something, decide."""
    game = game_of(book, [*GDP, FOE])
    assert contrary(game, game.referee.words(one), game.referee.words(other), game.line(other)) is wrong


@pytest.mark.parametrize(
    ("book", "one", "other", "wrong"),
    [
        ("fpa", "19Pz attacks the two rifle corps in 3009", "19Pz attacks 3009 with 2 air points", True),
        ("pd", "Contra 1510 sumo dos divisiones", "46 ataca 1510; dado 2", True),
        ("ocs", "57ID attacks 1707 at half strength", "57ID attacks 1707 at full strength", True),
        ("ocs", "57ID attacks 1707", "57ID attacks 1707 at full strength", False),
        ("fpa", "47R is supplied from the north edge", "47R traces supply to the east map edge", True),
        ("gdp", "four companies end in 2010", "4 units end in 2010", False),
    ],
)
def test_what_a_sentence_brings_in(book: str, one: str, other: str, wrong: bool) -> None:
    """Numbers of something else, shares, directions."""
    game = game_of(book, [])
    assert brings(game, game.referee.words(one), game.referee.words(other)) is wrong


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("the Dr2 costs Mlaw", True),
        ("avanzar", True),
        ("cost", True),
        ("When 44 retreats into 1510 next to 46", True),
        ("44 is right beside it", False),
        ("acabar", False),
        ("if 44 sits two hexes away", False),
    ],
)
def test_what_a_question_never_leaves_aside(words: str, asked: bool) -> None:
    """Its deed, what a result costs, a deed on which it hangs."""
    units = [{"id": name, "side": "german", "at": "2010"} for name in ("44", "46", "Mlaw")]
    referee = game_of("pd", units).referee
    assert asks_of(referee.words(words), referee.language.words.senses, ()) is asked


@pytest.mark.parametrize(
    ("kind", "words", "weighs"),
    [
        ("retreat", "the Soviet chooses the way", True),
        ("retreat", "El polaco decide por mí", True),
        ("retreat", "One step off 46", True),
        ("retreat", "the German chooses the way", False),
        ("retreat", "says the Soviet player", False),
        ("activate", "44, 46 and Mlaw are activated", True),
        ("activate", "44 stands beside it", False),
    ],
)
def test_what_is_part_of_a_deed(kind: str, words: str, weighs: bool) -> None:
    """That the other side chooses, others that do the same, steps that come off a unit are never told back."""
    units = [{"id": name, "side": "german", "at": "2010"} for name in ("44", "46", "Mlaw", "1Pz")]
    referee = game_of("pd" if "Soviet" not in words else "fpa", units).referee
    own = referee.language.frames.words_of(kind)
    assert weighs_in(referee.words(words), referee.language.words.senses, own, frozenset(), Act(kind, {"units": ("1Pz",)}, "", 0, 0), "german") is weighs


@pytest.mark.parametrize(
    ("book", "facts", "deed", "fact"),
    [
        ("gdp", "chit 1Gr; day; sunny; 1K-1Gr 4-4 German foot at 2010; 2011 is clear", "1K-1Gr moves 2010-2011", "units[1K-1Gr].formation"),
        ("bcs", "Activities phase; the active formation is 9Arm; 9Arm is an American formation; 89Rec is an American recon unit with AR 3 at 20.20; "
         "I/89 is a German unit with AR 3 at 20.22", "89Rec recons 20.22", "units[89Rec].formation"),
    ],
)  # fmt: skip
def test_whose_a_counter_is_that_was_typed_in_is_asked(book: str, facts: str, deed: str, fact: str) -> None:
    """Nobody said what it belongs to: so it may not be said to belong to nothing."""
    game = Game(rulebook(book))
    ruling = game.hear(f"{facts}; {deed}").rulings[-1]
    assert ruling.verdict == "undetermined" and fact in [need.fact for need in ruling.needs]


def test_points_that_are_told_are_there() -> None:
    """Where nothing is known of the turn: two points for cavalry are enough, one is not."""
    facts = "Krak 3-2-4 Polish cavalry at 1132; Krak is reduced; Krak is in supply; can Krak be rebuilt with"
    for points, answer in (("2 replacement points", "yes"), ("1 replacement point", "no")):
        assert Game(rulebook("pd")).hear(f"{facts} {points}?").rulings[-1].computed["answer"] == answer
