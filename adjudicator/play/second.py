"""A second opinion: what the words of a line as a whole say of it, beside what its grammar says.

A line that the grammar refuses is taken as what its words hint at, where they leave little doubt: one act is likely by far, all that the line names has its
place in a sentence of that act or is what the position says anyhow, no limit of it is left out, and no other such sentence that fits as well would lead to
something else. It is told as what it was taken.
A line that was read as acts which its words make most unlikely is doubted where they make others likely that would lead to something else: then it is asked
which of the two is meant. What words hint at is learned (`adjudicator.sentences.hints`); for a rulebook without it nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground import work
from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import Ruling
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.play.alike import brings, contrary, omits, senses_of
from adjudicator.play.duties import duties
from adjudicator.play.lighter import lighter
from adjudicator.play.likely import LONGEST, Likely, firm, likely
from adjudicator.play.lines import Line
from adjudicator.play.meant import chances, heard
from adjudicator.play.referee import ASKS, worst
from adjudicator.play.tongue import tongue
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.frames import GAME
from adjudicator.sentences.hints import RIVAL, label_of
from adjudicator.sentences.rows import strange, who_else
from adjudicator.sentences.token import Token

LEAN, LIKELY, WELL, SURE = 0.2, 0.65, 0.8, 0.9
"""How likely acts must be that a line is taken for: without words that say nothing; in other words that speak of all that it speaks of; in any other words;
where a unit, formation or result is left aside, or something else and a noun as well."""
NAMED = frozenset("UFR")
"""Letters of such things."""
APART = 0.6
"""How much better a reading must fit than the next that leads to something else."""
LEAST = -5.0
"""What fits worse is never taken."""
FIGURE = "figure"
"""The question for what a rule prints."""
SURELY_WRONG = ("unknown_unit", "unknown_hex", "empty", "too_long", "too_large")
"""Errors that no other wording mends."""


def instead(game: Trying, text: str, error: NotUnderstood | InputError) -> Line | None:
    """What a line is taken for that was refused, or cannot be played; None if its words leave a doubt. What was looked at is kept in the error."""
    if isinstance(error, Ambiguous) or len(text) > LONGEST or "=" in text:
        return None
    if (error.message_key if isinstance(error, NotUnderstood) else error.key) in SURELY_WRONG:
        return None
    row = heard(game, text)
    if strange(row) is not None or who_else(row):
        return None  # a word that nobody knows may be anything
    by_words = chances(game, row)
    most = max(by_words.values(), default=0.0)
    line: Line | None = None
    if most >= LIKELY:
        with work.bounded():
            found: list[Likely] = sorted(likely(game, row, by_words), key=lambda each: -each.score)
            cut = work.ran_out()
        error.readings = found
        if cut:  # what was not looked at to the end is no reason to take a line for something
            return None
        line = _reworded(game, row, found, by_words)
    if line is None and most >= LEAN and isinstance(error, NotUnderstood):
        with work.bounded():
            line = lighter(game, text, error, by_words, LEAN)
            line = None if work.ran_out() else line
    return line


def _reworded(game: Trying, row: Sequence[Token], found: Sequence[Likely], by_words: Mapping[str, float]) -> Line | None:
    """The sentence that a line says in other words, if there is no doubt of it."""
    fits = [each for each in found if not brings(game, row, heard(game, each.line.text))]
    if not fits:
        return None
    best, *others = fits
    rival = next((other for other in others if outcome(other.rulings) != outcome(best.rulings)), None)
    chance = by_words.get(label_of(best.line.parts), 0.0)
    if prints(best.line) or best.limits or best.score < LEAST:
        return None
    told = heard(game, best.line.text)
    if contrary(game, row, told, best.line) or omits(game, row, told):
        return None
    if any((nouns(row) & nouns(heard(game, other.line.text))) - nouns(told) for other in found[: found.index(best)]):
        return None  # what fitted better and is not meant spoke of something that this leaves out
    if not ordinals(row) <= ordinals(told) or any(str(game.situation.known(fact)) != value for fact, value in game_facts(row) - game_facts(told)):
        return None  # if there were a storm: what differs from the position is never left aside
    if not all(is_said(part, row) if isinstance(part, Stated) else stand_together(part, row) for part in best.line.parts) or strays(game, row, told, best.line):
        return None
    if chance < (LIKELY if NAMED.isdisjoint(best.letters) else SURE) or chance < (SURE if best.lost else WELL) and mutes(game, row, told, best.line):
        return None
    return best.line if rival is None or best.score - rival.score > APART else None


def mutes(game: Trying, row: Sequence[Token], told: Sequence[Token], line: Line) -> bool:
    """Whether a sentence does not speak of a deed that a noun of the line names, or of what its own act speaks of: with the KG bonus; for the interdiction."""
    frames, kinds = game.referee.language.frames, {act.kind for act in line.acts}
    says = nouns(told) | {sense for token in told for sense in senses_of(token, game.referee.language.words.senses)}
    spoken = {noun for frame in frames for noun in (frame.nouns | frame.wants, frame.nouns | frame.wants | frame.speaks)[frame.kind in kinds]}
    return not spoken.isdisjoint(nouns(row) - says)


def game_facts(row: Sequence[Token]) -> set[tuple[str, str]]:
    """What a line says of the game: its weather, the time of day."""
    return {(GAME[type_], str(value)) for token in row for type_, value in token.means.get("W", ()) if type_ in GAME and token.classes[0] == "W"}


def strays(game: Trying, row: Sequence[Token], told: Sequence[Token], line: Line) -> bool:
    """Whether a question leaves a noun aside that never is, and that says nothing of what it asks: what surprise comes to is none for the combat table."""
    frames = game.referee.language.frames
    kinds = {act.kind for act in line.acts}
    left = (nouns(row) - nouns(told)) & frames[0].weighty
    return row[-1].classes[0] == "QM" and bool(left) and left.isdisjoint(noun for frame in frames if frame.kind in kinds for noun in frame.speaks)


def nouns(row: Sequence[Token]) -> set[str]:
    """The nouns of a line, each by the first that its word may be."""
    return {str(value) for token in row for type_, value in token.means.get("W", ())[:1] if type_ == "NOUN"}


def ordinals(row: Sequence[Token]) -> set[str]:
    """The ordinal numbers of a line, which are part of what they stand with: the 8th army."""
    return {str(value) for token in row for type_, value in token.means.get("W", ()) if type_ == "ORD" and token.text[0].isdigit()}


def stand_together(act: Act, row: Sequence[Token]) -> bool:
    """Whether all that do it are told in one clause: 16Pz attacks so that 19Pz can advance is no attack of both. Of a question that is all one."""
    clause, told = 0, dict[str, int]()
    for token in row:
        if token.classes[0] == "QM":
            return True
        clause += token.classes[0] == "SUB"
        for type_, value in token.means.get("UNIT", ()):
            if type_ == "UNIT":
                told.setdefault(str(value), clause)
    return len({told[unit] for unit in act.slots.get("units") or () if unit in told}) < 2


def is_said(part: Stated, row: Sequence[Token]) -> bool:
    """Whether what is stated beside an act may stand in a line that is taken for something: facts are never guessed, and dice have to be told."""
    if part.path != "rolls":
        return part.path == "claims"
    numbers = [value for token in row for type_, value in token.means.get("NUM", ()) if type_ == "NUM"]
    return all(die in numbers for die in part.value)


def doubted(game: Trying, text: str, line: Line) -> NotUnderstood | Line | None:
    """What is asked of a line that was read as unlikely acts; None if the likely ones come to the same, or there are none.

    If there is no plain way to say the one act that it was read as, nobody can be asked: then it is what the line is taken for instead.
    """
    if len(text) > LONGEST:
        return None
    with work.bounded():
        return _doubted(game, text, line)


def _doubted(game: Trying, text: str, line: Line) -> NotUnderstood | Line | None:
    own = game.comes_of(line)
    kinds, judged = {act.kind for act in line.acts}, {ruling.kind for ruling in own}
    if not own or not judged <= kinds or kinds & {duty.what for duty in duties(game.book, game.situation)}:
        return None  # the position has decided what it is
    row = heard(game, text)
    by_words = chances(game, row)
    rival: Likely | None = max(likely(game, row, by_words), key=lambda each: each.score, default=None)
    if rival is None or by_words.get(label_of(rival.line.parts), 0.0) < RIVAL or outcome(rival.rulings) == outcome(own):
        return None
    if work.ran_out() or prints(rival.line) or rival.limits or rival.lost or kinds & {act.kind for act in rival.line.acts}:
        return None  # the other leaves something out, or part of it is meant anyhow
    if natures(game, line) == {ASKS} != natures(game, rival.line):
        return None  # what is asked is never taken for something that is done
    plain = again(game, line, tongue(text) or LANGUAGES[0])
    if plain is None or not firm(game, plain):
        return rival.line if len(line.acts) == 1 and by_words[label_of(rival.line.parts)] >= SURE else None
    act = line.acts[0]
    error = NotUnderstood("two_ways", act.text, act.start, act.end)
    error.ways = (rival.line, line)
    return error


def prints(line: Line) -> bool:
    """Whether a line asks for what a rule prints: that is asked in its own words alone, any other word asks for something else."""
    return any(act.kind == FIGURE for act in line.acts)


def natures(game: Trying, line: Line) -> set[str]:
    """Whether the acts of a line ask, do or say something."""
    return {game.referee.nature(act) for act in line.acts}


def outcome(rulings: Iterable[Ruling]) -> tuple[Any, ...]:
    """What comes of a reading, for comparing it with another: verdict, effects, answers."""
    rulings = list(rulings)
    effects = {repr(sorted((name, repr(value)) for name, value in effect.items() if value is not None)) for ruling in rulings for effect in ruling.effects}
    return worst(rulings), sorted(effects), [repr(ruling.computed["answer"]) for ruling in rulings if "answer" in ruling.computed]
