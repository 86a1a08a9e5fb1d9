"""What is offered for sentences of the cases of all books that were spoiled: the case's own ruling, first, in most of them; nothing for nonsense.

`python -m tests.test_offers_sample N` tells the share of N cases of each book; the suite tries a few.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.play.game import Game
from adjudicator.play.offers import OFFERED, offers
from adjudicator.sentences import VERBAL
from tests.blind import refusals
from tests.conftest import BOOKS, Part, cases, partly, rulebook

SAMPLE = {"put in": 2, "verb": 2, "around": 6}  # cases of each book
FIRST = {"put in": 0.9, "verb": 0.7, "around": 0.9}
"""How many of the first offers must give the ruling of the case."""
AROUND = {"en": "Somebody put 77 mugs on the table.", "es": "Alguien puso 77 tazas en la mesa."}
OF_DICE = "none are wanted here"
"""What is told of the dice of a case where the offer is another act, which throws none."""
NONSENSE = ("blorp", "florb the glib", "¿florbas glibas?", "who florbs?", "blorp; blorp", "the blorp of the glib florbs a snark", "!!", "in on at to")


def spoiled(name: str, way: str, count: int) -> Iterator[tuple[dict[str, object], str, str]]:
    """Case, language and text of declarations with a strange word put in, one for the first verb, or a sentence of something else before it."""
    book, chance = rulebook(name), random.Random(f"{name} {way}")
    for case in chance.sample(cases(name), min(count, len(cases(name)))):
        for lang, text in case["declaration"].items():
            game = Game(book, of_data(book, case["situation"], case["id"]))
            row = game.referee.language.words_of(text, game.referee.names())
            verb = next((token for token in row if token.classes[0] in VERBAL), None)
            if way == "around":
                yield case, lang, f"{AROUND[lang]} {text}"
            elif way == "put in":
                at = chance.choice([token.start for token in row if text[: token.start].endswith(" ") or not token.start])  # never within a name
                yield case, lang, f"{text[:at]}blorp {text[at:]}"
            elif verb is not None:
                yield case, lang, f"{text[: verb.start]}blorps{text[verb.end :]}"


def offered(way: str, count: int, names: list[str]) -> tuple[int, int]:
    """Of so many cases of each book: for how many lines something had to be offered, and for how many the first offer gives the ruling of the case."""
    every = right = 0
    for name in names:
        for case, lang, text in spoiled(name, way, count):
            for _, game, _, error in refusals(rulebook(name), {**case, "declaration": {lang: text}}):
                told = offers(game, text, error, lang)
                results = [run_case(rulebook(name), {**case, "declaration": {lang: each.text}}).differs for each in told]
                assert len(told) <= OFFERED and not any(OF_DICE not in differs.get(lang, {}).get("error", OF_DICE) for differs in results), (text, told)
                every += 1
                right += bool(results) and not results[0]
    return every, right


@partly(2, split=False)
@pytest.mark.parametrize("way", FIRST)
def test_what_is_offered_first_is_mostly_what_was_meant(way: str, part: Part) -> None:
    """And each of the offers, three at most, is understood: it gives a ruling."""
    count, names = SAMPLE[way] // part.of, BOOKS[list(FIRST).index(way) % part.of :: part.of]
    every, right = offered(way, count, names)
    assert every >= len(names) * count and right / every >= FIRST[way] - (part.of > 1) / 10, f"{right} of {every}"


@partly(1)
@pytest.mark.parametrize("name", BOOKS)
def test_nothing_is_offered_for_nonsense(name: str, part: Part) -> None:
    case = cases(name)[0]
    for text in part(NONSENSE):
        for _, game, _, error in refusals(rulebook(name), {**case, "declaration": {"en": text}}):
            assert not offers(game, text, error, "en"), text


if __name__ == "__main__":
    for each in FIRST:
        print(each, "{1} of {0}".format(*offered(each, int(sys.argv[1]), BOOKS)))
