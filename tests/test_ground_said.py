"""What is said of the ground: a name of several hexes (*Vinnitsa*) breaks no sentence, and no hex is two terrains at once (*open sea*)."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood, Stated
from adjudicator.language.words import expand
from tests.conftest import BOOKS, ROOT, Part, cases, data_of, game_of, partly, rulebook

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
    assert tried * part.of > 20


def terrains(book: str) -> list[str]:
    """Some terrains of a rulebook, as its facts call them."""
    return [str(value).replace("_", " ") for value in list(rulebook(book).values_of("hexes[x].terrain") or ())[:8]]


@partly(4, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_no_hex_is_two_terrains(book: str, part: Part) -> None:
    """Open sea is sea, woods and hills is asked back: of two words for terrains one at most becomes the terrain of a hex."""
    tried, case = 0, cases(book)[0]
    for one, other in part(permutations(terrains(book), 2)):
        for text in (f"1011 is {one} {other}", f"1011 is {one} and {other}", f"1011 es {one} {other}"):
            try:
                parts = game_of(book, case["situation"]).line(text.replace("1011", "10.11" if book == "bcs" else "1011")).parts
            except (NotUnderstood, InputError):
                continue
            said = [part.value for part in parts if isinstance(part, Stated) and part.path.endswith("].terrain")]
            assert len(set(said)) < 2, (text, said)
            tried += bool(said)
    assert tried or book == "arnhem"


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("book", [book for book in BOOKS if rulebook(book).declared.spec.get("hexsides")])
def test_what_is_denied_of_a_hexside_takes_nothing_else_from_it(book: str, lang: str) -> None:
    """A river and no road between two hexes is a river, in either order if that can be said; no river beside a road leaves the road."""
    lacks = "no {0} between {1} and {2}" if lang == "en" else "no hay {0} entre {1} y {2}"
    lies = "{0} between {1} and {2}" if lang == "en" else "hay {0} entre {1} y {2}"
    hexes = ("20.10", "20.11") if book == "bcs" else ("2010", "2011")
    path = f"hexsides[{'/'.join(hexes)}]"
    words = {"en": {"road": "road", "bridge": "bridge", "river": "river", "primary": "road"}, "es": {"road": "carretera", "bridge": "puente", "river": "río"}}[
        lang
    ]
    tried = 0
    for known, denied in permutations(words, 2):
        if (known, denied) == ("bridge", "river"):
            continue  # over no river there is none
        game = game_of(book, {})
        first = game.hear(lies.format(words[known], *hexes), ())
        if first.problem is not None or not any(part.path == path for part in first.stated):
            continue
        before = list(game.situation.side(*hexes).known("features") or ())
        heard = game.hear(lacks.format(words[denied], *hexes), ())
        if heard.problem is not None or words[denied] == words[known]:
            continue
        assert game.situation.side(*hexes).known("features") == before, (known, denied)
        tried += 1
    fresh = game_of(book, {}).hear(lacks.format(words["bridge"], *hexes), ())
    assert fresh.problem is not None, "nobody knows whether there is a river"
    assert tried or book == "ocs"  # which knows no road there
