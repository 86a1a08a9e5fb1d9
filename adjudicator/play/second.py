"""A second opinion: what the words of a line as a whole say of it, beside what its grammar says.

A line that the grammar refuses is taken for a reading that is to be trusted (`adjudicator.play.trust`), where that leaves nothing aside that weighs and that
nothing bears out. It is told as what it was taken, and what was left aside is told.
A line that was read as acts which its words make most unlikely is doubted where they make others likely that would lead to something else: then it is asked
which of the two is meant. What words hint at is learned (`adjudicator.sentences.hints`); for a rulebook without it nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.files.places import LANGUAGES
from adjudicator.ground import work
from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.play.afterwards import told_state
from adjudicator.play.against import NEVER, SELDOM, prints, spoken
from adjudicator.play.alike import brings, clauses, drops, nouns
from adjudicator.play.answering import same_question
from adjudicator.play.duties import duties
from adjudicator.play.likely import LONGEST, Likely, firm, likely, natures, outcome
from adjudicator.play.lines import Line
from adjudicator.play.meant import chances, heard
from adjudicator.play.readings import SURELY_WRONG, key_of
from adjudicator.play.referee import ASKS
from adjudicator.play.standing import meanings
from adjudicator.play.titled import titled
from adjudicator.play.tongue import tongue
from adjudicator.play.trust import rated
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.hints import RIVAL, label_of
from adjudicator.sentences.rows import who_else
from adjudicator.sentences.token import Token, unit_of

SURE, PLAYED, SURER = 0.7, 0.78, 0.9
"""How far a reading must be trusted that a line is taken for it: one that was not understood, one that was and cannot be played, one that sets a limit which
the reading lacks. The first is low: readings are learned from without what their own words have taught, and are right more often than that tells."""
RIVALED = 0.5
"""How far another that leads to something else may be trusted beside it."""
CERTAIN = 0.9
"""How likely acts must be by their words that a line is taken for them of which nobody can be asked."""


def instead(game: Trying, text: str, error: NotUnderstood | InputError) -> Line | None:
    """What a line is taken for that was refused, or cannot be played; None if its words leave a doubt. What was looked at is kept in the error."""
    if isinstance(error, Ambiguous) or len(text) > LONGEST or "=" in text:
        return None
    if key_of(error) in SURELY_WRONG or game.referee.language.hints is None:
        return None
    row = heard(game, text)
    if who_else(row) or not spoken(row, game.referee.language.words.senses):
        return None  # 6Tk and the others; things alone, which may answer what is asked
    found = rated(game, text, error, row)
    error.readings = found
    slots = error.slots if isinstance(error, InputError) else {}
    aside = str(slots.get("said", ""))
    sure = PLAYED if isinstance(error, InputError) else SURE
    outcomes = [outcome(reading.rulings) for _, reading, _ in found]
    whole = [trust > RIVALED and not any(stands[name] for name in NEVER) for trust, _, stands in found]
    for (trust, reading, stands), own, takes in zip(found, outcomes, whole, strict=True):
        others = zip(found, outcomes, whole, strict=True)  # those alone that lose nothing, or fit better
        rival = max((other for (other, *_), comes, apt in others if comes != own and (apt or other >= trust)), default=0.0)
        if trust < sure or rival > RIVALED:
            return None
        if takes and _fits(game, reading.line) and trust >= (SURER if any(stands[name] for name in SELDOM) else sure) and not _passes(game, reading, aside):
            lost = [*reading.lost, *_left_unsaid(game, row, reading)]
            return with_told(reading.line, [part for part in lost if not part.isdecimal()])  # it counts what is named
    return None


def _fits(game: Trying, line: Line) -> bool:
    """Whether what a line says of units is so."""
    try:
        game.checked(line)
    except NotUnderstood:
        return False
    return True


def _left_unsaid(game: Trying, row: Sequence[Token], reading: Likely) -> list[str]:
    """The states that a line tells and its reading, a sentence of another shape, has no word for: in 01.10 as Ghost."""
    words, states = game.referee.words, game.referee.language.states.get("unit") or {}
    told = set().union(*(meanings(token) for said in (reading.line.text, *reading.lost) for token in words(said)))
    return [token.text for token in row if any(each not in told and told_state(each[0], each[1], states) for each in meanings(token))]


def with_told(line: Line, lost: Sequence[str]) -> Line:
    """A line that tells back what was left aside for it."""
    first = line.acts[0] if line.acts and lost else None
    told = {"passing": (*(first.slots.get("passing", ()) if first is not None else ()), *lost)}
    act = Act(first.kind, {**first.slots, **told}, first.text, first.start, first.end) if first is not None else None
    return Line(line.text, tuple(tuple(act if part is first else part for part in parts) for parts in line.sentences), line.said) if act is not None else line


def _passes(game: Trying, reading: Likely, aside: str) -> bool:
    """Whether a reading does not say what a line would only tell back although it may weigh."""
    if not aside:
        return False
    row, told, senses = game.referee.words(aside), game.referee.words(reading.line.text), game.referee.language.words.senses
    return not nouns(row) <= nouns(told) if nouns(row) else not spoken(row, senses) & spoken(told, senses)


def _tells_back(line: Line) -> int:
    """How much of a line is told back that nothing weighs."""
    return sum(len(act.slots.get("passing", ())) for act in line.acts)


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
    asks, told = natures(game, line) == {ASKS}, game.referee.words(rival.line.text)
    lacks = rival.limits or rival.lost or _tells_back(rival.line) > _tells_back(line) or asks and drops(game, row, told)
    lacks = lacks or any(titled(clause, game.situation, {unit_of(token) for token in row}) is False for clause in clauses(row))
    if work.ran_out() or prints(rival.line) or lacks or kinds & {act.kind for act in rival.line.acts}:
        return None  # the other leaves something out, or part of it is meant anyhow
    if asks and natures(game, rival.line) != {ASKS}:
        return None  # what is asked is never taken for something that is done
    plain = again(game, line, tongue(text) or LANGUAGES[0])
    if plain is None or not firm(game, plain):
        other = asks and (brings(game, row, told) or not same_question(row, told))
        return rival.line if len(line.acts) == 1 and by_words[label_of(rival.line.parts)] >= CERTAIN and not other else None
    act = line.acts[0]
    error = NotUnderstood("two_ways", act.text, act.start, act.end)
    error.ways = (rival.line, line)
    return error
