"""Acts that a clause cannot be are seen at a glance: the glance says no only where the whole reading would."""

from __future__ import annotations

from contextlib import suppress

import pytest

from adjudicator.book.situations import of_data
from adjudicator.language import NotUnderstood
from adjudicator.play import referee
from adjudicator.play.game import Game
from adjudicator.sentences import acts
from adjudicator.sentences.frames import Frame
from tests.conftest import BOOKS, Part, cases_by_id, partly, rulebook


def test_a_needed_slot_wants_its_words() -> None:
    frame = Frame("x", {"verbs": "go", "carry": "_so", "roles": {"_what": "noun:loss! : obj", "_so": "adv:alone|num : none", "units": "unit+! : subj"}}, 0)
    assert frame.musts == [frozenset(("loss", "_WHAT")), frozenset(("ADV", "alone", "NUM", "_SO"))]


def test_what_more_than_a_thing_may_fill_is_no_must() -> None:
    frame = Frame(
        "x", {"verbs": "go", "carry": "at", "set": {"_so": True}, "roles": {"_so": "noun:a! : obj", "_how": "num! : obj", "what": "noun:b>_how : obj"}}, 0
    )
    assert frame.musts == []


@partly(3)
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_read_otherwise_without_the_glance(book: str, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulebook(book)
    for case in part(list(cases_by_id(book).values())[::40]):
        for text in case["declaration"].values():
            found = []
            for glance in (True, False):
                with monkeypatch.context() as patch:
                    if not glance:
                        patch.setattr(acts, "idle", lambda frame, said: False)
                    referee._names.clear()
                    game = Game(rules, of_data(rules, case["situation"], case["id"]))
                    found.append(None)
                    with suppress(NotUnderstood):
                        found[-1] = repr(game.referee.parse(text).parts)
            assert found[0] == found[1], text
