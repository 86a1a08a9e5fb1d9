"""What stands against taking a line for a reading: what the reading leaves aside that weighs, what it brings in, what it asks instead.

Each is counted under a name of its own; `adjudicator.play.trust` has learned how much each tells, and `adjudicator.play.second` takes no line for a reading
against which anything stands that it does not excuse.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.ruling import ILLEGAL
from adjudicator.play.alike import brings, clauses, contrary, crosses, nouns, omits
from adjudicator.play.answering import same_question
from adjudicator.play.bearing import Bearing, is_so
from adjudicator.play.context import NAMES, TELLING, is_slip
from adjudicator.play.likely import Likely
from adjudicator.play.lines import Line
from adjudicator.play.standing import denies
from adjudicator.play.titled import titled
from adjudicator.play.trying import Trying
from adjudicator.sentences.frames import LIGHT
from adjudicator.sentences.rows import strange
from adjudicator.sentences.shapes import CONDITIONS, LIMITING, meanings
from adjudicator.sentences.token import VERBAL, Token, unit_of

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
TYING = ("SUB", "REL")
"""Classes of words that tie one clause to another."""
APART = ("alone", "within")
"""Ways on which whole parts of a line are left aside."""

NEVER: tuple[str, ...] = ("open", "prints", "untold", "asks_aside", "condition", "hangs", "denied", "undenied", "untrue", "omits", "contrary")
NEVER += ("strange", "wrong", "untied", "limits", "limiting", "parted", "unsaid", "brings", "weighs")
"""What no line is taken for a reading with, however far that is trusted."""
SELDOM = ("limits", "limiting")
"""What a reading has to be trusted more with."""


def against(game: Trying, reading: Likely, bearing: Bearing, told: Sequence[Token]) -> dict[str, int]:
    """How often each of these is so of a reading; `told`: its words.

    open        units, hexes, numbers, markers that it leaves aside and nothing bears out
    limits      words of limits that it lacks
    prints      it asks what a rule prints, which is asked in its own words alone
    untold      facts that it states and the line does not
    parted      deeds of several units that the line tells of in different clauses
    asks_aside  questions left aside
    strange     words that nobody knows and that it keeps, or that may be a slip
    condition   conditions left aside
    hangs       conditions of the line, where the reading has none
    denied      a denial left aside that the position does not bear out
    undenied    a denial of the line that the position does not bear out, where the reading has none
    untrue      titles that it has not, and that are not so
    limiting    limits left aside in a sentence, or with what they limit
    weighs      words left away in a shorter sentence that say something
    unsaid      nothing that it says has been said: it has no word of the line, and few of its names, or the line has the word of another deed
    omits       it tells one deed and leaves out another that follows it
    brings      it brings in what the line does not say
    contrary    it denies something else, lets others do it, or gives one side what the other has
    other       it asks something else
    untied      words left away in a shorter sentence that tie clauses
    wrong       deeds that nobody may do before what it asks
    """
    line, row, lost = reading.line, bearing.row, [token for part in reading.lost for token in game.referee.words(part)]
    gone = {token.text for token in lost if reading.way == "alone" and not (token.type in UNKNOWN and (is_slip(game, token) or _is_counter(token)))}
    kept = [token for token in row if token.text not in gone and not bearing.compared.bears(token)]
    senses, deeds = game.referee.language.words.senses, game.referee.language.frames.deeds - LIGHT
    said = {meaning for token in lost for meaning in meanings(token, senses)}
    shorter = reading.way == "shorter"
    named = len({token.text for token in told if token.classes[0] in NAMES} & {token.text for token in row})
    units = {unit_of(token) for token in row}
    denied = denies([token for token in row if not bearing.compared.bears(token)])
    asks = any("answer" in ruling.computed for ruling in reading.rulings)
    return {
        "open": sum(bearing.open.values()),
        "limits": len(bearing.limits),
        "prints": prints(line),
        "untold": sum(isinstance(part, Stated) and not _is_told(game, part, row, reading.way) for part in line.parts),
        "parted": sum(isinstance(part, Act) and not stand_together(part, row) for part in line.parts),
        "asks_aside": reading.way in APART and sum(_asks(part, game.referee.words(part)) for part in reading.lost),
        "strange": strange(kept) is not None,
        "wrong": asks and sum(ruling.verdict == ILLEGAL and "answer" not in ruling.computed for ruling in reading.rulings),
        "condition": bool(said & CONDITIONS),
        "hangs": _conditions(row, senses) and not _conditions(told, senses),
        "denied": denied and denies(lost),
        "undenied": denied and not denies(told) or any(isinstance(part, Act) and _spurned(game, part, row) for part in line.parts),
        "untrue": sum(titled(clause, game.situation, units) is False and not nouns(clause) <= nouns(told) for clause in clauses(row)),
        "limiting": bool(said & LIMITING) and (reading.way not in APART or any(token.classes[0] in NAMES for token in lost)),
        "untied": shorter and sum(token.classes[0] in TYING for token in lost),
        "weighs": shorter and _weighing(game, lost, bearing),
        "unsaid": not shorter and named < THINGS + bool(firsts(row, senses) & deeds) and not _shared(row, told, senses),
        "omits": not shorter and omits(game, row, told, line),
        "brings": not shorter and brings(game, row, told),
        "contrary": not shorter and (crosses(row, told, senses) or contrary(game, row, told, line)),
        "other": not same_question(row, told),
    }


def _spurned(game: Trying, act: Act, row: Sequence[Token]) -> bool:
    """Whether a line has no such deed: keeps its Complete, no SNAFU roll."""
    words = game.referee.language.frames.words_of(act.kind)
    none = [row[at + 1 : at + 4] for at, token in enumerate(row) if ("DET", "no") in token.means.get("DET", ())]
    asks = any(token.classes[0] == "QM" for token in row)
    return not asks and "not" not in act.slots and any(nouns([token]) & words for behind in none for token in behind[:1])


def firsts(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> set[str]:
    """What the verbs and nouns of the hobby in a sentence mean first."""
    verbs = {sense for token in row if token.classes[0] in VERBAL for _, lemma in token.means[token.classes[0]][:1] for sense in senses.get(str(lemma), ())[:1]}
    return verbs | nouns(row)


def _shared(row: Sequence[Token], told: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether two sentences have a word in common: what one of them means first the other may mean."""
    return bool(firsts(row, senses) & spoken(told, senses) or firsts(told, senses) & spoken(row, senses))


def _conditions(row: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether words set a condition."""
    return any(meanings(token, senses) & CONDITIONS for token in row)


def _weighing(game: Trying, lost: Sequence[Token], bearing: Bearing) -> int:
    """How many words that were left away say something; of a question also *does*: does it survive, the verb says what is asked."""
    deeds = game.referee.language.frames.deeds - LIGHT
    asked = {"DO"} if any(token.classes[0] == "QM" for token in bearing.row) else set()
    borne = {token.text for token in bearing.row if bearing.compared.bears(token)}
    met = {after.text for before, after in pairwise(bearing.row) if VERBAL & set(before.classes[:1]) and "PRON" in after.classes[:1]}  # cannot make it DG
    return sum(token.text not in borne and (token.text in met or not says_nothing(game, token, deeds) or token.classes[0] in asked) for token in lost)


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


def _is_counter(token: Token) -> bool:
    """Whether a word that nobody knows looks like the name of a counter: 99Zz."""
    return token.type == "UNK" and any(char.isdigit() for char in token.text)


def _asks(part: str, row: Sequence[Token]) -> bool:
    """Whether a part is that of a question: who may do it, or what is asked."""
    return "¿" in part or bool(row) and row[0].classes[0] in ASKING and "REL" not in row[0].classes


def _is_told(game: Trying, part: Stated, row: Sequence[Token], way: str) -> bool:
    """Whether what is stated beside an act is said by the line itself, or is so."""
    return way == "alone" and part.path != "rolls" or is_said(part, row) or is_so(part, game.situation)


def is_said(part: Stated, row: Sequence[Token]) -> bool:
    """Whether what is stated beside an act may stand in a line that is taken for something: facts are never guessed, and dice have to be told."""
    if part.path != "rolls":
        return part.path == "claims"
    numbers = [value for token in row for type_, value in token.means.get("NUM", ()) if type_ == "NUM"]
    return all(die in numbers for die in part.value)


def prints(line: Line) -> bool:
    """Whether a line asks for what a rule prints: that is asked in its own words alone, any other word asks for something else."""
    return any(act.kind == FIGURE for act in line.acts)
