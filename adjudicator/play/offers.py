"""A line that was refused, put right: sentences that the program understands and can judge, for a player to accept or not.

Four ways lead to them. The counters that the line describes are put in front of its deed (`adjudicator.play.introduced`). Its lightest words are left away,
or a word is spelled as a known one (`adjudicator.sentences.cuts`); all that it
names is put into a sentence of another wording that its words hint at (`adjudicator.play.meant`); or what is asked, or done, is looked at in these two ways
without the parts of the line around it, which are told. Each is understood, judged on the position and said in
canonical words; the likeliest come first: by how well the words fit, by what the position has open, by whether anything comes of it. They are a question and
never a ruling: what was meant may be something else. Work is bounded by the number of sentences that are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from adjudicator.ground import work
from adjudicator.ground.facts import InputError
from adjudicator.ground.folding import fold
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.language.errors import Offer
from adjudicator.play.answering import same_question
from adjudicator.play.context import ENDS, MARKS, pieces_of
from adjudicator.play.introduced import BLAMED, introduced
from adjudicator.play.lighter import light_of
from adjudicator.play.likely import LONGEST, Likely, firm, likely, line_in
from adjudicator.play.lines import Line, parted
from adjudicator.play.meant import chances, heard, lacks, shapes_of
from adjudicator.play.second import SURELY_WRONG, outcome
from adjudicator.play.standing import denies
from adjudicator.play.understood import again, echo_of, same_parts
from adjudicator.sentences.cuts import Shorter
from adjudicator.sentences.hints import label_of

if TYPE_CHECKING:
    from adjudicator.play.game import Game

MOST = 10
"""Shorter sentences that are tried for one line."""
WORDS = 110
"""So many words are read for it."""
OFFERED = 3
"""So many are offered at most."""
SLIPS = ("unknown_word", "unknown_unit", "unknown_hex")
"""Errors that a slip of the pen may be behind."""
NEAR, SPELLED = 0.8, 2
"""How like a word another must be to be meant, and how many of them are tried."""
PART = 2.0
"""How well a part of the line fits that says something alone."""
SHORTER = 5.0
"""How well the line itself fits, with words left away."""
WHOLE = 6.0
"""How well it fits with nothing left away."""
LEAST = -6.0
"""What fits worse is not offered."""
ASKED = 3.0
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
    with work.bounded():
        found = [*_introduced(game, text, error), *_alone(game, text, lang)]
        if not (isinstance(error, NotUnderstood) and error.message_key == "missing" and lacks(game, row, error.expected)):
            readings = error.readings if error.readings is not None else likely(game, row, chances(game, row))
            found = [*_shorter(game, text, error, lang), *readings, *found]
    found = [each if same_question(row, game.referee.words(each.line.text)) else each._replace(score=each.score - ASKED) for each in found]
    found.sort(key=lambda each: -each.score)
    told: list[Likely] = []
    for each in found:
        try:
            game.checked(each.line)
        except NotUnderstood:
            continue  # what it says of a unit is not so
        twin = next((at for at, other in enumerate(told) if same_parts(each.line, other.line)), None)
        if twin is not None:  # the words that were left away are told, whichever way led there
            told[twin] = told[twin]._replace(lost=told[twin].lost or each.lost)
        elif each.score >= LEAST and len(told) < OFFERED and not any(_comes_to_the_same(each, other) for other in told):
            told.append(each)
    said = (Offer((again(game, each.line, lang) if each.score < WHOLE else None) or each.line.text, each.lost) for each in told)
    return [offer for offer in said if firm(game, offer.text)]


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


def _introduced(game: Game, text: str, error: NotUnderstood | InputError) -> Iterator[Likely]:
    """The line with the counters that it describes beside the deed put in front of it: nothing is left away."""
    line = introduced(game, text) if isinstance(error, NotUnderstood) and error.message_key in BLAMED else None
    if line is not None and game.comes_of(line):
        yield Likely(WHOLE, line, ())


def _shorter(game: Game, text: str, error: NotUnderstood | InputError, lang: str) -> Iterator[Likely]:
    """The line with words left away, or with one spelled otherwise: the first that is understood."""
    if not isinstance(error, NotUnderstood):
        return
    before, piece, behind, error = _piece(game, text, error)
    left = WORDS
    for cut in (*_spelled(piece, error, lang), *light_of(game).cuts(piece, game.referee.names(), error, MOST)):
        left -= len(cut.text.split())
        if left < 0:
            return
        if any(denies(game.referee.words(lost)) for lost in cut.lost):
            continue  # none of them west of the Strypa: without that it says the opposite
        line = line_in(game, cut.text, before, behind)
        if line is not None and (rulings := game.comes_of(line)):
            yield Likely(SHORTER, line, cut.lost, rulings)
            return


def _alone(game: Game, text: str, lang: str) -> Iterator[Likely]:
    """What is asked, or done, in a line without what stands around it."""
    pieces = pieces_of(text)
    if len(pieces) < 2:
        return
    begins = [at for at, (start, _) in enumerate(pieces) if not at or text[:start].rstrip()[-1] in f"{ENDS}?" or text[start] == "¿"]
    sentences = [tuple(range(begin, end)) for begin, end in pairwise((*begins, len(pieces)))]
    questions = [sentence for sentence in sentences if any("?" in text[slice(*pieces[at])] for at in sentence)]
    own = (questions or sentences)[-1]
    asking = [pieces[own[0]], pieces[own[-1]]] if questions else []
    left = [pieces[at] for at in own]
    for parts in dict.fromkeys((tuple(range(len(pieces))), own, *([own[-1:]] if questions else sentences))):
        kept, line = _understood(game, text, [pieces[at] for at in parts], asking)
        if line is not None and len(kept) < len(pieces) and (rulings := game.comes_of(line)):
            yield Likely(PART, line, _around(text, pieces, kept), rulings)
            break
        left = kept if parts == own and kept else left
    if len(left) < len(pieces):
        said, lost = "".join(text[slice(*piece)] for piece in left).rstrip(MARKS), _around(text, pieces, left)
        try:
            game.line(said)
        except NotUnderstood as error:
            for each in _shorter(game, said, error, lang):
                yield each._replace(score=PART, lost=(*lost, *each.lost))
        except InputError:
            pass
        row = heard(game, said)
        for each in likely(game, row, chances(game, row), heard(game, " ".join(lost))):
            yield each._replace(score=min(each.score, SHORTER - PART / 4), lost=(*lost, *each.lost))


def _around(text: str, pieces: list[tuple[int, int]], kept: list[tuple[int, int]]) -> tuple[str, ...]:
    """The parts of a line that are not kept, as they were said."""
    return tuple(text[slice(*piece)].strip(MARKS) for piece in pieces if piece not in kept)


def _understood(game: Game, text: str, kept: list[tuple[int, int]], asking: Collection[tuple[int, int]]) -> tuple[list[tuple[int, int]], Line | None]:
    """Those of the parts of a line that are understood together, those left away in which something is wrong; never what is asked."""
    while kept:
        said = [text[start:end].strip() + " " for start, end in kept]
        try:
            line = game.line("".join(said).rstrip(MARKS))
            return kept, line if line.acts else None
        except NotUnderstood as error:
            ends = accumulate(map(len, said))
            wrong = next((piece for piece, end in zip(kept, ends, strict=True) if error.start < end), None)
            if wrong is None or wrong in asking or error.message_key in SURELY_WRONG:
                return kept, None
            kept = [piece for piece in kept if piece != wrong]
        except InputError:
            break
    return kept, None


def _piece(game: Game, text: str, error: NotUnderstood) -> tuple[str, str, str, NotUnderstood]:
    """The sentence to blame, what stands before and behind it, and what is wrong with it by itself."""
    pieces = text.split(";")
    for at, piece in enumerate(pieces):
        try:
            if len(pieces) > 1 and piece.strip():
                game.parse(piece.strip())
        except NotUnderstood as own:
            return "".join(f"{other.strip()}; " for other in pieces[:at]), piece.strip(), "".join(f"; {other.strip()}" for other in pieces[at + 1 :]), own
        except InputError:
            break
    return "", text, "", error


def _spelled(text: str, error: NotUnderstood, lang: str) -> list[Shorter]:
    """The sentence with the word to blame spelled as a known one that is very near."""
    if error.message_key not in SLIPS:
        return []
    names = [name.partition(" @ ")[0] for name in error.near.get(lang, error.nearest)]
    near = [name for name in names if SequenceMatcher(None, fold(name), fold(error.word)).ratio() >= NEAR]
    return [Shorter(text[: error.start] + name + text[error.end :], ()) for name in near[:SPELLED]]
