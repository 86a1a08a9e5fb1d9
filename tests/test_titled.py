"""A title before a deed or question tells how things stand: what is so is told back and does nothing, what is not is never left aside in silence."""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

TITLES = {
    "activation": {"initial": ("Initial Activation", "Primera Activación"), "second": ("Second Activation", "Segunda Activación")},
    "snafu": {"complete": ("Complete SNAFU", "SNAFU completo"), "partial": ("Partial SNAFU", "SNAFU Parcial")},
}


def said(game: Game, text: str) -> list[tuple[str, str, str]] | None:
    """What is ruled on a line; None if it is refused."""
    heard = game.hear(text)
    if heard.problem is not None:
        return None
    return [(one.kind, one.verdict, str({name: value for name, value in one.computed.items() if name != "roll_table"})) for one in heard.rulings]


@partly(90)
@pytest.mark.parametrize("book", [book for book in BOOKS if rulebook(book).values_of("activation")])
def test_a_title_that_is_so_changes_no_ruling_and_one_that_is_not_is_no_title(book: str, part: Part) -> None:
    """Before the declarations of cases of which nothing has to be thrown: the same ruling behind what is so, a refusal or the deed of that name otherwise."""
    so = otherwise = 0
    for case in part(cases(book)):
        facts = {"activation": case["situation"].get("activation")}
        own = [one for one in case["situation"].get("formations") or () if one["id"] == case["situation"].get("active_formation")]
        facts["snafu"] = own[0].get("snafu") if own else None
        for at, lang in enumerate(("en", "es")):
            text = case["declaration"].get(lang) if isinstance(case["declaration"], dict) else None
            for fact, titles in TITLES.items():
                if text is None or facts[fact] not in titles or case.get("rolls"):
                    continue
                game = Game(rulebook(book), of_data(rulebook(book), case["situation"], case["id"]))
                mark = game.mark()
                bare = said(game, text)
                for value, title in titles.items():
                    if set(title[at].casefold().split()) & set(text.casefold().split()):
                        continue  # 12VG skips its Second Activation: that is what it is about
                    game.back(mark)
                    found = said(game, f"{title[at]}: {text}")
                    if value == facts[fact]:
                        assert found in (bare, None), (title[at], text)
                        so += found == bare
                    elif bare is not None and any(verdict != "illegal" for _, verdict, _ in bare):
                        assert found != bare, (title[at], text)  # where it is illegal anyhow the title may have been weighed
                        otherwise += 1
    assert so and otherwise
