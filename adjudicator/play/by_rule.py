"""A line that nothing understands, as a question for what a rule prints, in everyday words (`adjudicator.sentences.everyday`)."""

from __future__ import annotations

from adjudicator.play.lines import Line
from adjudicator.play.trying import Trying
from adjudicator.sentences.printed import QUESTION


def by_rule(game: Trying, text: str, whether: bool = False) -> Line | None:
    """The question for a figure of a rule that a line is, all its words looked at; None if it is none (`whether`: of yes or no), or might be for several."""
    language = game.referee.language
    if ";" in text or not (row := game.referee.words(text)) or whether and any(QUESTION & set(token.classes[:1]) for token in row):
        return None
    if sum(token.classes[0] == "UNIT" for token in row) > 1:
        return None  # which of two units it is says no rule
    act = language.asks.printed.asked(row, language.words.senses, text, game.referee.names().sides, True)
    return Line(text, ((act,),), text) if act is not None else None
