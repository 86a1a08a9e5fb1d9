"""Whether somebody can retreat at all is what the ways say that are asked for: *can 26 retreat?*, *where can 26 retreat?*, *26 cannot retreat*."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.ruling import UNDETERMINED
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

ASKED = {
    "en": ("Can {} retreat?", "Where can {} retreat?", "{} cannot retreat"),
    "es": ("¿Puede retirarse {}?", "¿A dónde puede retirarse {}?", "{} no puede retirarse"),
}


def answer(book: str, data: Any, text: str) -> str | None:
    """The answer, UNDETERMINED, or None where it is refused or a deed."""
    record = Game(rulebook(book), of_data(rulebook(book), data, "case")).hear(text, ())
    if record.problem is not None or len(record.rulings) != 1:
        return None
    (ruling,) = record.rulings
    return UNDETERMINED if ruling.verdict == UNDETERMINED else str(ruling.computed.get("answer", ruling.verdict))


@partly(4, split=False)
@pytest.mark.parametrize("lang", ASKED)
@pytest.mark.parametrize("book", [book for book in BOOKS if book not in ("ocs", "arnhem")])  # where defenders owe a retreat and nothing else
def test_who_can_retreat_has_somewhere_to_go(book: str, lang: str, part: Part) -> None:
    """Over all positions with a result that makes somebody retreat: yes where a way is told, no where there is none, open where the ways are."""
    tried = 0
    struck_in = [case for case in cases(book) if "R" in str(((case["situation"] or {}).get("pending") or {}).get("result", "")).upper()]
    for case in part.turned(list(ASKED).index(lang))(struck_in):
        pending = case["situation"]["pending"]
        struck = [str(name) for name in pending.get("defenders") or ()]
        for name in struck[:1]:
            can, where, cannot = (answer(book, case["situation"], text.format(name)) for text in ASKED[lang])
            if where is None:
                continue
            tried += 1
            wanted = UNDETERMINED if where == UNDETERMINED else "no" if where == "none" else "yes"
            assert can == wanted, (case["id"], name, can, where)
            assert cannot == {"yes": "no", "no": "yes"}.get(wanted, wanted), (case["id"], name, cannot, where)
    assert tried * part.of > 3
