"""What a line may have meant, in sentences that are understood and judged on the position: the likeliest first.

All that the line names is put into sentences that its words hint at (`adjudicator.play.meant`). Each is understood and judged here, and taken back. Work is
bounded by the number of sentences that are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.ground import work
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Ruling
from adjudicator.language import NotUnderstood
from adjudicator.play.duties import duties
from adjudicator.play.lines import Line
from adjudicator.play.meant import meant
from adjudicator.play.referee import worst
from adjudicator.play.trying import Trying
from adjudicator.play.turned import against_own
from adjudicator.sentences.token import Token

LONGEST = 400
"""Letters of a line that is looked at."""
TRIES, WORDS, JUDGED = 24, 400, 6
"""So many wordings are tried, with so many words in all, and so many of those that are understood are judged."""
OPEN, RIGHT, WRONG, TURNED = 2.0, 0.8, -0.5, 2.0
"""What it counts that an act is what the position has open, that it is legal, that it is not; against it, that the side that is not to act meets the other."""


class Likely(NamedTuple):
    """A sentence that is understood and judged: how well it fits, what it leaves away of the line, what comes of it, the limits of the line that it lacks.

    `letters`: what kinds of things it leaves away (`shapes.PLACES`); `way`: the way that led to it (`adjudicator.play.readings`).
    """

    score: float
    line: Line
    lost: tuple[str, ...]
    rulings: tuple[Ruling, ...] = ()
    limits: tuple[str, ...] = ()
    letters: frozenset[str] = frozenset()
    way: str = "worded"


def likely(game: Trying, row: list[Token], chances: Mapping[str, float], around: Sequence[Token] = ()) -> Iterator[Likely]:
    """A line of these words in other wordings; `chances`: how likely each act is by the words and the position; `around`: words around them."""
    met: set[str] = set()
    judged, left = 0, WORDS
    due = [(duty.what, set(duty.units)) for duty in duties(game.referee.book, game.situation)]
    for said in meant(game, row, chances, around):
        if said.text in met:
            continue
        met.add(said.text)
        left -= len(said.text.split())
        if len(met) > TRIES or left < 0:
            return
        line = line_in(game, said.text)
        if line is None:
            continue
        judged += 1
        rulings = game.comes_of(line)
        if rulings:
            verdict = worst(rulings)
            score = said.score + (RIGHT if verdict == LEGAL else WRONG if verdict == ILLEGAL else 0.0)
            if any(act.kind == what and (not units or units & set(act.slots.get("units", ()))) for act in line.acts for what, units in due):
                score += OPEN
            if verdict == ILLEGAL and against_own(game, line) is not None:
                score -= TURNED
            lost = [thing for thing in said.lost if thing.free > 0.2]
            yield Likely(score, line, tuple(thing.text for thing in lost), rulings, said.limits, frozenset(thing.letter for thing in lost))
        if judged == JUDGED or work.ran_out():  # whoever asks takes nothing of what was not looked at to the end
            return


def firm(game: Trying, text: str) -> bool:
    """Whether canonical words are read as what their words hint at, so that nobody is asked a second time; sentences behind the first go on with it."""
    first, *more = text.split(";")
    try:
        return not game.parse(first.strip()).doubtful
    except (NotUnderstood, InputError):  # sentences that are read together alone
        return bool(more)


def line_in(game: Trying, text: str, before: str = "", behind: str = "") -> Line | None:
    """The line with this sentence in it, if it is understood and something is done in it."""
    try:
        language, names = game.referee.language, game.referee.names()
        try:
            language.glance(text, names)
        except NotUnderstood:
            if not behind or "=" in behind:
                raise
            language.glance(f"{text}{behind}", names)  # Combat in 3010; 16Pz attacks
        line = game.line(f"{before}{text}{behind}")
    except (NotUnderstood, InputError):
        return None
    return line if line.acts else None


def outcome(rulings: Iterable[Ruling]) -> tuple[Any, ...]:
    """What comes of a reading, for comparing it with another: verdict, effects, answers."""
    rulings = list(rulings)
    effects = {repr(sorted((name, repr(value)) for name, value in effect.items() if value is not None)) for ruling in rulings for effect in ruling.effects}
    return worst(rulings), sorted(effects), [repr(ruling.computed["answer"]) for ruling in rulings if "answer" in ruling.computed]


def natures(game: Trying, line: Line) -> set[str]:
    """Whether the acts of a line ask, do or say something; nothing where one of them hangs on what is not there."""
    try:
        return {game.referee.nature(act) for act in line.acts}
    except InputError:
        return set()
