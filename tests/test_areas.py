"""A name of several hexes (*Vinnitsa*) said where a hex is spoken of: it is judged, asked back or refused, whatever the sentence is."""

from __future__ import annotations

import re

import pytest

from adjudicator.language.words import expand
from tests.conftest import BOOKS, ROOT, Part, cases, data_of, game_of, partly

AROUND = {"en": "The game is over and I hold all of {0}. {1}", "es": "Acabado el juego, toda {0} es mía. {1}"}


def areas(book: str) -> list[str]:
    """The names of several hexes of a rulebook."""
    places = data_of(ROOT / "rulebooks" / book / "lexicon.yaml").get("places") or {}
    return [expand(name)[0] for name, hexes in places.items() if isinstance(hexes, list)]


@pytest.mark.parametrize("book", [book for book in BOOKS if areas(book)])
@partly(80)
def test_a_name_of_several_hexes_breaks_nothing(book: str, part: Part) -> None:
    """Said in the place of a hex of each declaration, and told of before each question: a ruling or an error, no exception."""
    tried = 0
    for case in part(cases(book)):
        game = game_of(book, case["situation"])
        for lang, text in case["declaration"].items() if isinstance(case["declaration"], dict) else ():
            for said in (re.sub(r"\b\d{4}\b", areas(book)[0], text, count=1), AROUND[lang].format(areas(book)[0], text)):
                mark = game.mark()
                heard = game.hear(said, list(case.get("rolls") or ()))
                assert heard.rulings or heard.stated or heard.problem is not None, said
                game.back(mark)
                tried += 1
    assert tried > 20
