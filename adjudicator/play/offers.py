"""A line that was refused, put right: sentences that the program understands and can judge, for a player to accept or not.

They are the line with the counters that it describes put in front of its deed (`adjudicator.play.introduced`), and the readings of it
(`adjudicator.play.readings`) that are trusted most (`adjudicator.play.trust`), in canonical words. They are a question and never a ruling: what was meant may
be something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.ground.facts import InputError
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.language.errors import Offer
from adjudicator.play.answering import same_question
from adjudicator.play.context import MARKS
from adjudicator.play.introduced import BLAMED, introduced
from adjudicator.play.likely import LONGEST, Likely, firm, outcome
from adjudicator.play.lines import Line, parted
from adjudicator.play.meant import heard, shapes_of
from adjudicator.play.trust import rated
from adjudicator.play.understood import again, echo_of, same_parts
from adjudicator.sentences.hints import label_of

if TYPE_CHECKING:
    from adjudicator.play.game import Game

OFFERED = 3
"""So many are offered at most."""
LEAST = 0.05
"""What is trusted less is not offered."""
ASKED = 10.0
"""What counts against a sentence that asks for something else: how many, for whether."""


def warm(game: Game) -> None:
    """Load now what the first line that is refused needs."""
    from adjudicator.play import answering, scened  # noqa: F401

    language = game.referee.language
    language.hints, language.loose, shapes_of(game), echo_of(language)  # each is made when it is first asked for


def offers(game: Game, text: str, error: NotUnderstood | InputError, lang: str) -> list[Offer]:
    """What may have been meant by a line of which this is wrong, the likeliest first."""
    text = parted(text)[0]
    if isinstance(error, NotUnderstood) and error.ways:
        return [_way(game, way, text, lang) for way in error.ways]
    if isinstance(error, Ambiguous) or len(text) > LONGEST:
        return []
    if isinstance(error, InputError) and error.slots:
        return []  # what it names is wrong on this position, whatever words name it
    row = heard(game, text)
    found = error.readings if error.readings is not None else rated(game, text, error, row)
    asked = [same_question(row, game.referee.words(reading.line.text)) for _, reading, _ in found]
    rates = [trust / (1 if alike else ASKED) for (trust, _, _), alike in zip(found, asked, strict=True)]
    order = sorted(range(len(found)), key=lambda at: -rates[at])
    told = list(_introduced(game, text, error))
    for at in order:
        each = found[at][1]
        try:
            game.checked(each.line)
        except NotUnderstood:
            continue  # what it says of a unit is not so
        twin = next((at for at, other in enumerate(told) if same_parts(each.line, other.line)), None)
        if twin is not None:  # the words that were left away are told, whichever way led there
            told[twin] = told[twin]._replace(lost=told[twin].lost or each.lost)
        elif rates[at] >= LEAST and len(told) < OFFERED and not any(_comes_to_the_same(each, other) for other in told):
            told.append(each)
    said = (Offer((again(game, each.line, lang) if each.way else None) or each.line.text, each.lost) for each in told)
    return [offer for offer in said if firm(game, offer.text)]


def _introduced(game: Game, text: str, error: NotUnderstood | InputError) -> Iterator[Likely]:
    """The line with the counters that it describes beside the deed put in front of it: nothing is left away, and it is told as it was typed."""
    line = introduced(game, text) if isinstance(error, NotUnderstood) and error.message_key in BLAMED else None
    if line is not None and (rulings := game.comes_of(line)):
        yield Likely(0.0, line, (), rulings, way="")


def _comes_to_the_same(one: Likely, other: Likely) -> bool:
    """Whether two lines of the same acts lead to the same: then there is nothing to choose."""
    return label_of(one.line.parts) == label_of(other.line.parts) and outcome(one.rulings) == outcome(other.rulings) and bool(one.rulings)


def _way(game: Game, way: Line, text: str, lang: str) -> Offer:
    """One of two things that a line may mean, told apart from the other: its deeds one by one, without what would be the scene."""
    if (told := again(game, way, lang)) is not None:
        return Offer(told)
    acts = [act.text.strip(MARKS) for act in way.acts]
    asked = way.acts[-1:] and text.rstrip().endswith("?")
    said = "; ".join(acts) + "?" * bool(asked)
    aside = tuple(part for act in way.acts for part in act.slots.get("passing", ()) if part not in said)
    return Offer(said, aside) if len(acts) > 1 or aside else Offer(way.text)
