"""A second opinion: what the words of a line as a whole say of it, beside what its grammar says.

A line that the grammar refuses is taken for a reading that is to be trusted (`adjudicator.play.trust`), where that leaves nothing aside that weighs and that
nothing bears out. It is told as what it was taken, and what was left aside is told.
A line that was read as acts which its words make most unlikely is doubted where they make others likely that would lead to something else: then it is asked
which of the two is meant. What words hint at is learned (`adjudicator.sentences.hints`); for a rulebook without it nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.files.places import LANGUAGES
from adjudicator.ground import work
from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.facts import InputError
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.play.alike import brings, contrary, nouns, omits
from adjudicator.play.bearing import Bearing, is_so
from adjudicator.play.context import TELLING, is_slip
from adjudicator.play.duties import duties
from adjudicator.play.likely import LONGEST, Likely, firm, likely, natures, outcome
from adjudicator.play.lines import Line
from adjudicator.play.meant import chances, heard
from adjudicator.play.readings import SURELY_WRONG, key_of
from adjudicator.play.referee import ASKS
from adjudicator.play.standing import denies
from adjudicator.play.tongue import tongue
from adjudicator.play.trust import rated
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.chart import VERBAL
from adjudicator.sentences.frames import LIGHT
from adjudicator.sentences.hints import RIVAL, label_of
from adjudicator.sentences.rows import strange, who_else
from adjudicator.sentences.shapes import CONDITIONS, LIMITING, meanings
from adjudicator.sentences.token import Token

SURE = 0.8
"""How far a reading must be trusted that a line is taken for it."""
SOONER = {"worded": 0.75, "alone": 0.75}
"""On these ways readings are more often right than they are trusted."""
ASKED = 0.7
"""What is asked alone is right still more often."""
RIVALED = 0.5
"""How far another that leads to something else may be trusted beside it."""
CERTAIN = 0.9
"""How likely acts must be by their words that a line is taken for them of which nobody can be asked."""
FIGURE = "figure"
"""The question for what a rule prints."""
EMPTY = frozenset(("DET", "BE", "BEI", "DO", "PRON", "CL", "OF", "AND", "COMMA", "SEMI"))
"""Classes of words that say nothing by themselves."""
THINGS = 2
"""So many units and hexes in a sentence speak for it by themselves."""
UNKNOWN = ("WORD", "UNK")
"""Types of words that nobody knows."""
ASKING = frozenset(("MOD", "MODF", "DO", "QP", "QD"))
"""Classes of a first word with which a question begins."""
APART = ("alone", "within")
"""Ways on which whole parts of a line are left aside."""


def instead(game: Trying, text: str, error: NotUnderstood | InputError) -> Line | None:
    """What a line is taken for that was refused, or cannot be played; None if its words leave a doubt. What was looked at is kept in the error."""
    if isinstance(error, Ambiguous) or len(text) > LONGEST or "=" in text:
        return None
    if key_of(error) in SURELY_WRONG or game.referee.language.hints is None:
        return None
    row = heard(game, text)
    if who_else(row):
        return None  # 6Tk and the others
    found = rated(game, text, error, row)
    error.readings = found
    slots = error.slots if isinstance(error, InputError) else {}
    aside, least = str(slots.get("said", "")), SURE if slots else ASKED
    outcomes = [outcome(reading.rulings) for _, reading, _ in found]
    whole = [trust > RIVALED and is_whole(game, reading, bearing) for trust, reading, bearing in found]
    for (trust, reading, _), own, takes in zip(found, outcomes, whole, strict=True):
        others = zip(found, outcomes, whole, strict=True)  # those alone that lose nothing, or fit better
        rival = max((other for (other, *_), comes, apt in others if comes != own and (apt or other >= trust)), default=0.0)
        if trust < ASKED or rival > RIVALED:
            return None
        if takes and trust >= max(_sure(game, reading), least) and not _passes(game, reading, aside):
            return with_told(reading.line, [part for part in reading.lost if not part.isdecimal()])  # it counts what is named
    return None


def _sure(game: Trying, reading: Likely) -> float:
    """How far a reading must be trusted: what is said alone as far as any other, where a part that was left aside names a hex or sets a limit."""
    lost = [token for part in reading.lost for token in game.referee.words(part)]
    if reading.way == "alone" and any(token.classes[0] == "HEX" or meanings(token, game.referee.language.words.senses) & LIMITING for token in lost):
        return SURE
    return ASKED if reading.way == "alone" and ASKS in natures(game, reading.line) else SOONER.get(reading.way, SURE)


def is_whole(game: Trying, reading: Likely, bearing: Bearing) -> bool:
    """Whether nothing is left aside that weighs, and nothing is kept that nobody knows.

    Of whole parts of a line: units, hexes, numbers that nothing bears out, a condition, a denial. Of a sentence also a limit, a deed; of a shorter sentence all
    but words that say nothing.
    """
    row, lost = bearing.row, [token for part in reading.lost for token in game.referee.words(part)]
    if (
        bearing.open
        or bearing.limits
        or prints(reading.line)
        or not all(_is_told(game, part, row, reading.way) if isinstance(part, Stated) else stand_together(part, row) for part in reading.line.parts)
    ):
        return False
    if reading.way in APART and any(_asks(part, game.referee.words(part)) for part in reading.lost):
        return False
    gone = {token.text for token in lost if reading.way == "alone" and not (token.type in UNKNOWN and (is_slip(game, token) or _is_counter(token)))}
    kept = [token for token in row if token.text not in gone and not bearing.compared.bears(token)]
    if strange(kept) is not None:
        return False  # a word that nobody knows may be anything
    senses = game.referee.language.words.senses
    said = {meaning for token in lost for meaning in meanings(token, senses)}
    if said & CONDITIONS or _denies(row, lost, bearing) or reading.way not in APART and said & LIMITING:
        return False
    if reading.way == "shorter":
        deeds = game.referee.language.frames.deeds - LIGHT
        asked = {"DO"} if any(token.classes[0] == "QM" for token in row) else set()  # does it survive: the verb says what is asked
        borne = {token.text for token in row if bearing.compared.bears(token)}
        return all(token.text in borne or says_nothing(game, token, deeds) and token.classes[0] not in asked for token in lost)
    told = game.referee.words(reading.line.text)
    named = sum(token.classes[0] in ("UNIT", "HEX") for token in told)
    if named < THINGS and not spoken(row, senses) & spoken(told, senses):
        return False  # nothing that it says has been said
    return not (omits(game, row, told, reading.line) or brings(game, row, told) or contrary(game, row, told, reading.line))


def spoken(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> set[str]:
    """What the verbs and nouns of the hobby in a sentence may mean."""
    return {meaning for token in row for meaning in meanings(token, senses) if ":" not in meaning}


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


def says_nothing(game: Trying, token: Token, deeds: Collection[str]) -> bool:
    """Whether a word of a sentence may go: articles, forms of to be, pronouns, *and*, *of*, words of no rulebook, verbs like *have* and *give*."""
    first = token.classes[0]
    means = [each for kept in token.means.values() for each in kept]
    if first in EMPTY:
        return all(type_ != "PRON" or value != "nothing" for type_, value in means)
    if first in VERBAL:
        senses = game.referee.language.words.senses
        told = {sense for _, lemma in token.means[first][:1] for sense in senses.get(str(lemma), (str(lemma),))[:1]}
        return told <= TELLING and told.isdisjoint(deeds) and all(type_ != "NOUN" for type_, _ in means)
    return first == "W" and {type_ for type_, _ in means} <= {"WORD"}


def with_told(line: Line, lost: Sequence[str]) -> Line:
    """A line that tells back what was left aside for it."""
    first = line.acts[0] if line.acts and lost else None
    told = {"passing": (*(first.slots.get("passing", ()) if first is not None else ()), *lost)}
    act = Act(first.kind, {**first.slots, **told}, first.text, first.start, first.end) if first is not None else None
    return Line(line.text, tuple(tuple(act if part is first else part for part in parts) for parts in line.sentences), line.said) if act is not None else line


def _is_counter(token: Token) -> bool:
    """Whether a word that nobody knows looks like the name of a counter: 99Zz."""
    return token.type == "UNK" and any(char.isdigit() for char in token.text)


def _passes(game: Trying, reading: Likely, aside: str) -> bool:
    """Whether a reading does not say what a line would only tell back although it may weigh."""
    if not aside:
        return False
    row, told, senses = game.referee.words(aside), game.referee.words(reading.line.text), game.referee.language.words.senses
    return not nouns(row) <= nouns(told) if nouns(row) else not spoken(row, senses) & spoken(told, senses)


def _asks(part: str, row: Sequence[Token]) -> bool:
    """Whether a part is that of a question: who may do it, or what is asked."""
    return "¿" in part or bool(row) and row[0].classes[0] in ASKING and "REL" not in row[0].classes


def _denies(row: Sequence[Token], lost: Sequence[Token], bearing: Bearing) -> bool:
    """Whether what is left aside denies something that the position does not bear out."""
    return denies(lost) and denies([token for token in row if not bearing.compared.bears(token)])


def _is_told(game: Trying, part: Stated, row: Sequence[Token], way: str) -> bool:
    """Whether what is stated beside an act is said by the line itself, or is so."""
    return way == "alone" and part.path != "rolls" or is_said(part, row) or is_so(part, game.situation)


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
        return rival.line if len(line.acts) == 1 and by_words[label_of(rival.line.parts)] >= CERTAIN else None
    act = line.acts[0]
    error = NotUnderstood("two_ways", act.text, act.start, act.end)
    error.ways = (rival.line, line)
    return error


def prints(line: Line) -> bool:
    """Whether a line asks for what a rule prints: that is asked in its own words alone, any other word asks for something else."""
    return any(act.kind == FIGURE for act in line.acts)
