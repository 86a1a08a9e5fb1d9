"""What a refused line may have meant: sentences that the program understands and can judge, by every way that leads to one.

Its lightest words are left away, or a word is spelled as a known one (`adjudicator.sentences.cuts`). All that it names is put into a sentence of another
wording that its words hint at (`adjudicator.play.meant`), or into a deed of which is asked what the line asks (`adjudicator.play.composed`). Or what is asked,
or done, is looked at without the parts of the line around it. How far each is to be trusted tells `adjudicator.play.trust`. Work is bounded by the number of
sentences that are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import accumulate, pairwise

from adjudicator.ground import work
from adjudicator.ground.facts import InputError
from adjudicator.ground.folding import fold
from adjudicator.ground.ruling import Ruling
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.play.composed import composed
from adjudicator.play.context import ENDS, MARKS, pieces_of
from adjudicator.play.likely import Likely, likely, line_in
from adjudicator.play.lines import Line
from adjudicator.play.meant import chances, heard, lacks
from adjudicator.play.standing import denies
from adjudicator.play.trying import Trying
from adjudicator.sentences.cuts import Light, Shorter
from adjudicator.sentences.token import Token

MOST, CUTS = 8, 3
"""Shorter sentences that are tried for one line, and so many that are understood."""
WORDS = 80
"""So many words are read for them."""
SLIPS = ("unknown_word", "unknown_unit", "unknown_hex")
"""Errors that a slip of the pen may be behind."""
SURELY_WRONG = ("way_enters", "unknown_unit", "unknown_hex", "empty", "too_long", "too_large")
"""Errors that no other wording mends."""
NEAR, SPELLED = 0.8, 2
"""How like a word another must be to be meant, and how many of them are tried."""
AWAY, PARTS = 4, 12
"""So many parts of a line are left away, one after the other, of a line of so many at most."""
PART = 2.0
"""How well a part of the line fits that says something alone."""
SHORTER = 5.0
"""How well the line itself fits, with words left away."""
_light: dict[int, Light] = {}


def key_of(error: NotUnderstood | InputError) -> str:
    """The name of what is wrong."""
    return error.message_key if isinstance(error, NotUnderstood) else error.key


def light_of(game: Trying) -> Light:
    """What the words of a game's rulebook weigh."""
    language = game.referee.language
    found = _light.get(id(language))
    if found is None:
        found = _light[id(language)] = Light(language.frames)
    return found


class Readers:
    """A game on which many readings of one line are tried, of which many say the same: each is judged once."""

    def __init__(self, game: Trying) -> None:
        self.game = game
        self.referee, self.book, self.situation = game.referee, game.book, game.situation
        self.parse, self.line, self.meant, self.checked = game.parse, game.line, game.meant, game.checked
        self._came: dict[str, tuple[Ruling, ...]] = {}

    def comes_of(self, line: Line) -> tuple[Ruling, ...]:
        """As of any game."""
        said = repr([[(part.kind, part.slots) if isinstance(part, Act) else part for part in parts] for parts in line.sentences])
        if said not in self._came:
            self._came[said] = self.game.comes_of(line)
        return self._came[said]


def readings(game: Trying, text: str, error: NotUnderstood | InputError, lang: str, row: list[Token], by_words: Mapping[str, float]) -> list[Likely]:
    """What a line of which this is wrong may have meant; each is understood and judged. `by_words`: how likely each act is."""
    game = Readers(game)
    with work.bounded():
        found = [each for each in _alone(game, text, lang) if not any(_states(game, part) for part in each.lost)]
    if isinstance(error, NotUnderstood) and error.message_key == "missing" and lacks(game, row, error.expected):
        return found  # what it is missing is asked for
    with work.bounded():
        found += _shorter(game, text, error, lang)
    with work.bounded():
        found += likely(game, row, by_words)
    with work.bounded():
        found += composed(game, row, by_words)
    return found


def _shorter(game: Trying, text: str, error: NotUnderstood | InputError, lang: str) -> Iterator[Likely]:
    """The line with words left away, or with one spelled otherwise: the first that are understood, the likeliest first."""
    if not isinstance(error, NotUnderstood):
        return
    before, piece, behind, error = _piece(game, text, error)
    left, found = WORDS, 0
    for cut in (*_spelled(piece, error, lang), *light_of(game).cuts(piece, game.referee.names(), error, MOST)):
        left -= len(cut.text.split())
        if left < 0 or found == CUTS:
            return
        if any(denies(game.referee.words(lost)) for lost in cut.lost):
            continue  # none of them west of the Strypa: without that it says the opposite
        line = line_in(game, cut.text, before, behind)
        if line is not None and (rulings := game.comes_of(line)):
            yield Likely(SHORTER - found, line, cut.lost, rulings, way="shorter")
            found += 1


def _alone(game: Trying, text: str, lang: str) -> Iterator[Likely]:
    """What is asked, or done, in a line without what stands around it."""
    pieces = pieces_of(text)
    if not 1 < len(pieces) <= PARTS:
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
            yield Likely(PART, line, _around(text, pieces, kept), rulings, way="alone")
            break
        left = kept if parts == own and kept else left
    if len(left) < len(pieces):
        said, lost = "".join(text[slice(*piece)] for piece in left).rstrip(MARKS), _around(text, pieces, left)
        try:
            game.line(said)
        except NotUnderstood as error:
            for each in _shorter(game, said, error, lang):
                yield each._replace(score=PART, lost=(*lost, *each.lost), way="within")
        except InputError:
            pass
        row = heard(game, said)
        for each in likely(game, row, chances(game, row), heard(game, " ".join(lost))):
            yield each._replace(score=min(each.score, SHORTER - PART / 4), lost=(*lost, *each.lost), way="within")


def _states(game: Trying, part: str) -> bool:
    """Whether a part of a line that was left aside states a fact by itself: frost."""
    try:
        return any(isinstance(said, Stated) and said.path not in ("rolls", "claims") for said in game.parse(part).parts)
    except (NotUnderstood, InputError):
        return False


def _around(text: str, pieces: list[tuple[int, int]], kept: list[tuple[int, int]]) -> tuple[str, ...]:
    """The parts of a line that are not kept, as they were said."""
    return tuple(text[slice(*piece)].strip(MARKS) for piece in pieces if piece not in kept)


def _understood(game: Trying, text: str, kept: list[tuple[int, int]], asking: Collection[tuple[int, int]]) -> tuple[list[tuple[int, int]], Line | None]:
    """Those of the parts of a line that are understood together, those left away in which something is wrong; never what is asked."""
    for _ in range(AWAY):
        if not kept:
            break
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


def _piece(game: Trying, text: str, error: NotUnderstood) -> tuple[str, str, str, NotUnderstood]:
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
