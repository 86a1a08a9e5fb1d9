"""Dice that what has been played does not want are those of the roll that it has made due: *the replacement chit is drawn; roll 4*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ground.declaration import Part, Stated
from adjudicator.ground.facts import InputError
from adjudicator.play.duties import duties, roll_due
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.play.judging import Judging
    from adjudicator.play.record import Record


def thrown_for_what_is_due(game: Judging, record: Record) -> list[tuple[Part, ...]] | None:
    """The roll that is due with the dice that the record refuses, as sentences; None if there are none, or no roll is due."""
    problem = record.problem
    if problem is None or not isinstance(problem.error, InputError) or problem.error.key != "dice_none":
        return None
    row = problem.slots.get("row") or problem.error.slots.get("row")
    if not row or game.matter is not None and game.matter.waiting is not None:
        return None
    try:
        due = roll_due(duties(game.book, game.situation, True), Say("en", game.book))
        return [*game.line(due).sentences, (Stated("rolls", row),)] if due is not None else None
    except Exception:  # what can't be told takes no dice: they are refused
        return None
