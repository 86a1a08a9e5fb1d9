"""May X attack and then advance? What is asked in one breath may be done as a whole or not at all: behind a *no* the rest hangs on it, and is not judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ground.declaration import Act
from adjudicator.play.against import ASKING
from adjudicator.play.plainly import NO
from adjudicator.play.record import Note

if TYPE_CHECKING:
    from adjudicator.ground.ruling import Ruling
    from adjudicator.play.lines import Line
    from adjudicator.play.record import Record
    from adjudicator.play.trying import Trying

ENDS = ASKING | {"QM"}
"""Classes of words with which another question begins, or the one ends."""


def without_hanging(game: Trying, record: Record, line: Line) -> None:
    """Leave out of the record what hangs on a deed before that may not be done, and tell that it was not judged."""
    before: Ruling | None = None
    for ruling in tuple(record.rulings):
        if before is not None and _one_breath(game, line, before.act, ruling.act):
            act = ruling.act
            assert act is not None
            record.rulings.remove(ruling)
            record.notes.append(Note("hangs_on_no", {"said": act.text.strip(" .,;?")}, True))
        else:
            before = ruling if ruling.computed.get("answer") == NO and _may(ruling.act) else None


def _may(act: Act | None) -> bool:
    """Whether it is asked whether a deed may be done."""
    return act is not None and bool(act.slots.get("question")) and "ask" not in act.slots


def _one_breath(game: Trying, line: Line, first: Act | None, then: Act | None) -> bool:
    """Whether two deeds are asked about with one verb of asking."""
    if first is None or then is None or not (_may(first) and _may(then)) or then.start < first.end:
        return False
    together = any(first in parts and then in parts for parts in line.sentences)
    start = line.text.find(first.text) + len(first.text)
    said = line.text[start : max(start, line.text.find(then.text, start)) + len(then.text)]
    return together and ENDS.isdisjoint(token.classes[0] for token in game.referee.words(said.rstrip("? ")))
