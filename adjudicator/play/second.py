"""A second opinion: what the words of a line as a whole say of it, beside what its grammar says.

A line that the grammar refuses is taken as what its words hint at, where they leave little doubt: one act is likely by far, all that the line names has its
place in a sentence of that act, no limit of it is left out, and no other such sentence would lead to something else. It is told as what it was taken.
A line that was read as acts which its words make most unlikely is doubted where they make others likely that would lead to something else: then it is asked
which of the two is meant. What words hint at is learned (`adjudicator.sentences.hints`); for a rulebook without it nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.ruling import Ruling
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.play.duties import duties
from adjudicator.play.likely import LONGEST, Likely, firm, likely
from adjudicator.play.lines import Line
from adjudicator.play.meant import chances, lacks
from adjudicator.play.referee import worst
from adjudicator.play.tongue import tongue
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.hints import RIVAL, label_of
from adjudicator.sentences.spoken import strange

LIKELY, SURE = 0.5, 0.95
"""How likely acts must be that a line is taken for: where nothing else would come of any other reading, and where something would."""
ASIDE = 0.8
"""How likely they must be where something that the position says anyhow is left aside."""
APART = 1.0
"""How much better a reading must fit than the next that leads to something else."""
SURELY_WRONG = ("unknown_unit", "unknown_hex", "empty", "too_long")
"""Errors that no other wording mends."""


def instead(game: Trying, text: str, error: NotUnderstood) -> Line | None:
    """What a refused line is taken for; None if its words leave a doubt."""
    if isinstance(error, Ambiguous) or error.message_key in SURELY_WRONG or len(text) > LONGEST or "=" in text:
        return None
    if strange(game.referee.language.words_of(text, game.referee.names())) is not None:
        return None  # a word that nobody knows may be anything
    by_words = chances(game, text)
    if max(by_words.values(), default=0.0) < LIKELY or error.message_key == "missing" and lacks(game, text, error.expected):
        return None
    found = sorted(likely(game, text, by_words), key=lambda each: -each.score)
    if not found:
        return None
    best = found[0]
    rival = next((other for other in found if outcome(other.rulings) != outcome(best.rulings)), None)
    chance = by_words.get(label_of(best.line.parts), 0.0)
    if best.limited or rival is not None and (best.lost or best.score - rival.score <= APART):
        return None
    return best.line if chance >= (SURE if rival is not None else ASIDE if best.lost else LIKELY) else None


def doubted(game: Trying, text: str, line: Line) -> NotUnderstood | None:
    """What is asked of a line that was read as unlikely acts; None if the likely ones come to the same, or there are none."""
    if len(text) > LONGEST:
        return None
    own = game.comes_of(line)
    kinds, judged = {act.kind for act in line.acts}, {ruling.kind for ruling in own}
    if not own or not judged <= kinds or kinds & {duty.what for duty in duties(game.book, game.situation)}:
        return None  # the position has decided what it is
    by_words = chances(game, text)
    rival: Likely | None = max(likely(game, text, by_words), key=lambda each: each.score, default=None)
    if rival is None or by_words.get(label_of(rival.line.parts), 0.0) < RIVAL or outcome(rival.rulings) == outcome(own):
        return None
    if rival.limited or rival.lost or kinds & {act.kind for act in rival.line.acts}:
        return None  # the other leaves something out, or part of it is meant anyhow
    plain = again(game, line, tongue(text) or LANGUAGES[0])
    if plain is None or not firm(game, plain):
        return None  # it could not be said more plainly
    act = line.acts[0]
    error = NotUnderstood("two_ways", act.text, act.start, act.end)
    error.ways = (rival.line, line)
    return error


def outcome(rulings: Iterable[Ruling]) -> tuple[Any, ...]:
    """What comes of a reading, for comparing it with another: verdict, effects, answers."""
    rulings = list(rulings)
    effects = {repr(sorted((name, repr(value)) for name, value in effect.items() if value is not None)) for ruling in rulings for effect in ruling.effects}
    return worst(rulings), sorted(effects), [repr(ruling.computed["answer"]) for ruling in rulings if "answer" in ruling.computed]
